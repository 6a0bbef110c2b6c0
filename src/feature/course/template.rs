//! Outlines without a model: parts and chapters chosen by what was answered.
//!
//! - T1 No title holds the topic: whatever a person writes, every title is a whole phrase.
//! - T2 What was answered shows: what one knows decides how much of the basics there is and how hard it is, the outcome
//!   what it leads to, the style the order and the kinds of chapters, limits and the deadline what is left out and how
//!   much time there is.
//!
//! Must not be in here: records, ids.

use super::flow::{COURSE, PROJECT};
use super::gap::{Profile, told};
use crate::base::language::Language;
use crate::command::spec::Text;
use crate::model::course::{Difficulty, Said};

/// An outline without ids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The titles of its parts, each with the titles and contents of its chapters.
    pub parts: Vec<(String, Vec<(String, String)>)>,
    /// How hard it is.
    pub difficulty: Difficulty,
    /// The minutes of each chapter.
    pub minutes_per_chapter: u32,
}

/// What kind of chapter it is, for those who like one kind best.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Idea,
    Example,
    Practice,
}

use Kind::{Example, Idea, Practice};

type Part = (Text, &'static [(Kind, Text)]);

const fn t(en: &'static str, zh: &'static str) -> Text {
    Text::new(en, zh)
}

const START: Part = (
    t("Getting started", "入门"),
    &[
        (Idea, t("What it is and what it is for", "是什么，有什么用")),
        (Idea, t("The words you need", "基本概念和术语")),
        (Practice, t("What you need to begin", "准备工作")),
    ],
);
const BASICS: Part = (
    t("The basics", "基础"),
    &[
        (Practice, t("First steps", "第一步")),
        (Idea, t("The rules behind it", "背后的规律")),
        (Practice, t("Guided practice", "跟着练习")),
    ],
);
const REFRESH: Part = (
    t("Where you stand", "摸清现状"),
    &[(Practice, t("A check of what you know", "检验已有的基础")), (Idea, t("Gaps worth closing", "需要补上的缺口"))],
);
const USE: Part = (
    t("Putting it to use", "学以致用"),
    &[
        (Example, t("A small example", "一个小例子")),
        (Idea, t("Common mistakes", "常见错误")),
        (Example, t("A larger example", "一个完整的例子")),
    ],
);
const DEEPER: Part = (
    t("Going deeper", "深入"),
    &[
        (Example, t("Difficult cases", "疑难情形")),
        (Idea, t("What experts do differently", "高手的不同做法")),
        (Practice, t("A demanding task", "一个有难度的任务")),
    ],
);
const UNDERSTAND: Part = (
    t("Understanding it for good", "真正理解"),
    &[
        (Practice, t("Explain it in your own words", "用自己的话讲清楚")),
        (Idea, t("How it fits with what you know", "与已有知识建立联系")),
    ],
);
const WORK: Part = (
    t("At work", "用于工作"),
    &[
        (Example, t("A task from your own work", "一项自己工作中的任务")),
        (Practice, t("Making it part of the routine", "融入日常工作")),
    ],
);
const OWN: Part = (
    t("Something of your own", "自己的作品"),
    &[
        (Idea, t("Choose what to make", "选定要做的作品")),
        (Practice, t("Build it in small steps", "分小步完成")),
        (Practice, t("Show it and improve it", "展示并改进")),
    ],
);
const EXAM: Part = (
    t("Towards the exam", "备考"),
    &[
        (Idea, t("What is asked, and how it is marked", "考查内容与评分方式")),
        (Practice, t("Practice with past questions", "练习往年题目")),
        (Practice, t("A mock test against the clock", "限时模拟考试")),
        (Idea, t("Close the last gaps", "查漏补缺")),
    ],
);
const ALONE: Part = (
    t("On your own", "独立实践"),
    &[
        (Practice, t("A project of your own", "自己的项目")),
        (Idea, t("Look back at what you can do", "回顾学会了什么")),
    ],
);
const READING: Text = t("A reading list", "阅读清单");
const CHECKPOINT: Text = t("Checkpoint: can you do this without help?", "小结：能否独立完成？");
const NEXT: Text = t("Where to go from here", "下一步");

/// The places of what was answered among the options of a field, in either language, and what else the answer says.
fn answered(profile: &Profile, field: &super::flow::Field) -> (Vec<usize>, String) {
    let Some(said) = profile.get(field.name) else { return (Vec::new(), String::new()) };
    let is = |text: &str, option: &Text| text == option.en || text == option.zh;
    let texts: Vec<&str> = match said {
        Said::Chosen(all) => all.iter().map(String::as_str).collect(),
        Said::Words(text) => vec![text.as_str()],
        Said::Skipped => Vec::new(),
    };
    let places = field.options.iter().enumerate().filter(|(_, option)| texts.iter().any(|text| is(text, option)));
    let own: Vec<&str> =
        texts.iter().copied().filter(|text| !field.options.iter().any(|option| is(text, option))).collect();
    (places.map(|(at, _)| at).collect(), own.join(" ").to_lowercase())
}

fn says(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| text.contains(word))
}

/// The same with what the words mean, for those who wrote instead of choosing: each option has some that stand for it.
fn meant(profile: &Profile, field: &super::flow::Field, words: &[&[&str]]) -> Vec<usize> {
    let (mut places, own) = answered(profile, field);
    for (at, words) in words.iter().enumerate() {
        if !places.contains(&at) && says(&own, words) {
            places.push(at);
        }
    }
    places
}

const LEVELS: &[&[&str]] = &[
    &["new to", "nothing", "never", "beginner", "no idea", "零基础", "没学过", "不会", "新手"],
    &["basics", "a little", "a bit", "some", "略知", "一点", "入门"],
    &["now and then", "used it", "experience", "经验", "用过"],
    &["know it well", "expert", "advanced", "fluent", "years", "熟练", "精通", "专业"],
];
const OUTCOMES: &[&[&str]] = &[
    &["understand", "理解", "看懂"],
    &["work", "job", "career", "工作", "求职"],
    &["make", "build", "create", "my own", "project", "作品", "做出"],
    &["exam", "test", "certificate", "考"],
];
const STYLES: &[&[&str]] = &[
    &["doing", "practice", "hands", "exercise", "动手", "边做"],
    &["read", "book", "阅读", "看书"],
    &["example", "video", "例子", "视频"],
    &["step", "slow", "循序", "一步"],
];

/// The parts of a course.
pub fn course(profile: &Profile, language: Language) -> Plan {
    let [_, background, outcome, style] = COURSE.fields else { return empty() };
    // Of several levels the highest counts; without an answer it begins at the beginning.
    let level = meant(profile, background, LEVELS).into_iter().max().unwrap_or(0);
    let outcomes = meant(profile, outcome, OUTCOMES);
    let styles = meant(profile, style, STYLES);
    let mut parts: Vec<Part> = match level {
        0 => vec![START, BASICS, USE],
        1 => vec![BASICS, USE],
        2 => vec![REFRESH, USE, DEEPER],
        _ => vec![REFRESH, DEEPER],
    };
    let ends = [UNDERSTAND, WORK, OWN, EXAM];
    parts.extend(outcomes.iter().filter_map(|&at| ends.get(at)));
    if outcomes.is_empty() {
        parts.push(ALONE);
    }
    let first = match styles.first() {
        Some(0) => Some(Practice),
        Some(1) => Some(Idea),
        Some(2) => Some(Example),
        _ => None,
    };
    let last = parts.len() - 1;
    let parts = parts.iter().enumerate().map(|(at, (title, chapters))| {
        let mut chapters: Vec<(Kind, Text)> = chapters.to_vec();
        // Towards an end everything has its order.
        if at + outcomes.len().max(1) <= last {
            chapters.sort_by_key(|(kind, _)| Some(*kind) != first);
        }
        let mut titles: Vec<Text> = chapters.into_iter().map(|(_, title)| title).collect();
        if at == 0 && styles.contains(&1) {
            titles.insert(0, READING);
        }
        if styles.contains(&3) && at < last {
            titles.push(CHECKPOINT);
        }
        if at == last {
            titles.push(NEXT);
        }
        let titles = titles.iter().map(|title| (title.get(language).to_owned(), String::new()));
        (title.get(language).to_owned(), titles.collect())
    });
    let difficulty = match level {
        0 => Difficulty::Beginner,
        1 | 2 => Difficulty::Intermediate,
        _ => Difficulty::Advanced,
    };
    Plan { parts: parts.collect(), difficulty, minutes_per_chapter: if level > 2 { 45 } else { 30 } }
}

const LIMITS: &[&[&str]] = &[
    &["time", "busy", "时间", "忙"],
    &["money", "budget", "cost", "cheap", "钱", "预算"],
    &["alone", "on my own", "一个人", "独自"],
    &["nothing", "没有"],
];
const DEADLINES: &[&[&str]] = &[
    &["today", "tomorrow", "this week", "day", "今天", "明天", "本周", "这周"],
    &["month", "weeks", "月", "周"],
    &["quarter", "季度"],
    &["no hurry", "whenever", "不急", "不着急"],
];
const WAYS: &[&[&str]] = &[
    &["every day", "daily", "每天"],
    &["stretch", "weekend", "集中", "周末"],
    &["others", "team", "together", "合作", "一起"],
    &["detail", "plan", "详细"],
];

/// The parts of a project.
pub fn project(profile: &Profile, language: Language) -> Plan {
    let [_, constraints, deadline, style] = PROJECT.fields else { return empty() };
    let limits = meant(profile, constraints, LIMITS);
    let due = meant(profile, deadline, DEADLINES).first().copied();
    let way = meant(profile, style, WAYS).first().copied();
    let is_short = due == Some(0);
    let (time, money, alone) = (limits.contains(&0), limits.contains(&1), limits.contains(&2));
    let part = |title: Text, tasks: &[(bool, Text)]| -> (String, Vec<(String, String)>) {
        let tasks = tasks.iter().filter(|(wanted, _)| *wanted);
        let tasks = tasks.map(|(_, title)| (title.get(language).to_owned(), String::new()));
        (title.get(language).to_owned(), tasks.collect())
    };
    let mut parts = vec![
        part(
            t("Know what you want", "明确目标"),
            &[
                (true, t("Write down what it looks like when it is done", "写下完成时的样子")),
                (true, t("Say how you will know that it is done", "定义完成标准")),
                (time || is_short, t("Decide what can be left out", "决定哪些可以不做")),
            ],
        ),
        part(
            t("Prepare", "准备"),
            &[
                (true, t("Collect what is needed", "收集所需")),
                (money, t("Set a budget and keep a list of costs", "定下预算并记录花费")),
                (true, t("Split the work", "拆分工作")),
                (way == Some(3), t("Write a plan for each week", "写出每周计划")),
                (way == Some(1), t("Block long stretches in the calendar", "在日历中留出整段时间")),
                (way == Some(0), t("Choose a fixed time each day", "选定每天固定的时间")),
                (alone, t("Find one person to look at it", "找一个人帮忙看一看")),
                (!alone && way == Some(2), t("Agree who does what", "商定分工")),
                (!alone && way != Some(2) && !is_short, t("Find help", "寻求帮助")),
            ],
        ),
        part(
            t("Do it", "执行"),
            &[
                (true, t("A first version", "第一版")),
                (!is_short, t("Get feedback", "征求反馈")),
                (!is_short, t("Improve it", "改进")),
                (way == Some(2), t("A short meeting each week", "每周碰头一次")),
            ],
        ),
        part(
            t("Finish", "收尾"),
            &[
                (true, t("Check everything", "全面检查")),
                (true, t("Hand it over", "交付")),
                (!is_short, t("Look back", "复盘")),
            ],
        ),
    ];
    // The words of the deadline stand behind a colon, where any words fit.
    if let Some(said) = profile.get(deadline.name).filter(|said| **said != Said::Skipped && due != Some(3))
        && let Some((_, tasks)) = parts.last_mut()
        && let Some((_, content)) = tasks.first_mut()
    {
        let said = told(said, language);
        *content = match language {
            Language::En => format!("Deadline: {said}"),
            Language::Zh => format!("期限：{said}"),
        };
    }
    let minutes_per_chapter = match due {
        Some(0) => 30,
        Some(2) => 90,
        _ => 60,
    };
    Plan { parts, difficulty: Difficulty::default(), minutes_per_chapter }
}

fn empty() -> Plan {
    Plan { parts: Vec::new(), difficulty: Difficulty::default(), minutes_per_chapter: 30 }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::flow::{FLOWS, Flow};
    use super::super::outline::skeleton;
    use super::*;
    use crate::base::env::Env;
    use crate::base::time::Timestamp;

    const TOPICS: &[&str] = &[
        "Rust",
        "bake my first sourdough bread",
        "do my tax return for 2025 (self-employed, Germany)",
        "run a marathon under 4 hours",
        "I want to learn how to swim",
        "the Romans",
        "piano",
        "C++",
        "medieval history",
        "renovate our kitchen until Easter without spending more than 8,000 and without the cats getting out",
        "Prepare for a job interview as a data analyst at a bank next Thursday",
        "being a better listener",
        "why the sky is blue",
        "to cook",
        "My daughter's school project, about volcanoes!",
        "\"Moby Dick\"",
        "learn",
        "speaking in public without fear",
        "organise a conference",
        "move house",
        "微积分",
        "第一次做酸面包",
        "弹钢琴",
        "下周四的银行数据分析师面试怎么准备",
        "围棋",
        "学会游泳",
        "装修厨房",
        "写一篇论文",
        "我想学西班牙语",
        "为什么天空是蓝色的",
        "带孩子去日本旅行",
        "42",
    ];

    fn profile(flow: &Flow, topic: &str, choices: [usize; 3]) -> Profile {
        let mut profile = Profile::from([(flow.fields[0].name.to_owned(), Said::Words(topic.to_owned()))]);
        for (field, choice) in flow.fields[1..].iter().zip(choices) {
            let said =
                field.options.get(choice).map_or(Said::Skipped, |option| Said::Chosen(vec![option.en.to_owned()]));
            profile.insert(field.name.to_owned(), said);
        }
        profile
    }

    #[test]
    fn t1_no_title_holds_what_a_person_wrote() {
        let mut env = Env::deterministic(Timestamp(0), 1);
        for flow in FLOWS {
            for language in [Language::En, Language::Zh] {
                for choices in 0..125 {
                    let choices = [choices % 5, choices / 5 % 5, choices / 25];
                    let plan = (flow.shape.template)(&profile(flow, "x", choices), language);
                    for topic in TOPICS {
                        let profile = profile(flow, topic, choices);
                        assert_eq!((flow.shape.template)(&profile, language), plan, "{topic}");
                    }
                    for (title, chapters) in &plan.parts {
                        assert!(!title.is_empty() && !chapters.is_empty(), "{plan:?}");
                        let titles: BTreeSet<&String> = chapters.iter().map(|(title, _)| title).collect();
                        assert_eq!(titles.len(), chapters.len(), "{plan:?}");
                        let chinese = title.chars().any(crate::base::text::is_han);
                        assert_eq!(chinese, language == Language::Zh);
                    }
                }
                for topic in TOPICS {
                    let made = skeleton(flow, &profile(flow, topic, [0, 0, 0]), language, &mut env);
                    assert!(!made.title.is_empty());
                    assert!(made.description.is_empty() && made.reason.is_empty());
                }
            }
        }
    }

    #[test]
    fn t2_every_answer_shows() {
        let course = |choices| (COURSE.shape.template)(&profile(&COURSE, "x", choices), Language::En);
        let texts = |plan: &Plan| {
            plan.parts.iter().flat_map(|(_, all)| all).map(|(title, _)| title.clone()).collect::<Vec<_>>()
        };
        let levels: Vec<Plan> = (0..4).map(|level| course([level, 0, 0])).collect();
        for (at, plan) in levels.iter().enumerate() {
            assert!(levels[..at].iter().all(|other| other.parts != plan.parts), "level {at}");
        }
        assert_eq!(
            levels.iter().map(|plan| plan.difficulty).collect::<Vec<_>>(),
            [Difficulty::Beginner, Difficulty::Intermediate, Difficulty::Intermediate, Difficulty::Advanced,]
        );
        assert!(!texts(&levels[3]).contains(&"First steps".to_owned()), "who knows it well is not told what it is");
        for outcome in 0..5 {
            let exam = texts(&course([0, outcome, 0])).iter().any(|title| title.contains("mock test"));
            assert_eq!(exam, outcome == 3);
        }
        let styles: BTreeSet<Vec<String>> = (0..5).map(|style| texts(&course([0, 0, style]))).collect();
        assert_eq!(styles.len(), 5);
        let project = |choices| (PROJECT.shape.template)(&profile(&PROJECT, "x", choices), Language::En);
        let plans: Vec<Plan> = (0..4).map(|due| project([3, due, 0])).collect();
        for (at, plan) in plans.iter().enumerate() {
            assert!(plans[..at].iter().all(|other| other != plan), "deadline {at}");
        }
        let limits: BTreeSet<Vec<String>> = (0..4).map(|limit| texts(&project([limit, 3, 0]))).collect();
        assert_eq!(limits.len(), 4);
        let ways: BTreeSet<Vec<String>> = (0..5).map(|way| texts(&project([3, 3, way]))).collect();
        assert_eq!(ways.len(), 5);
    }

    #[test]
    fn t2_words_count_as_what_they_mean() {
        for (field, text, title) in [
            ("background", "I have used it for years, I'm an expert", "Difficult cases"),
            ("targetOutcome", "pass the B2 certificate", "A mock test against the clock"),
            ("cognitiveStyle", "with a good book", "A reading list"),
        ] {
            let profile = Profile::from([(field.to_owned(), Said::Words(text.to_owned()))]);
            let plan = course(&profile, Language::En);
            assert!(plan.parts.iter().flat_map(|(_, all)| all).any(|(one, _)| one == title), "{text}");
        }
        let profile = Profile::from([("deadline".to_owned(), Said::Words("until Easter".to_owned()))]);
        let plan = project(&profile, Language::En);
        assert!(plan.parts.iter().flat_map(|(_, all)| all).any(|(_, content)| content == "Deadline: until Easter"));
    }
}
