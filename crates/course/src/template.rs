//! Outlines without a model: parts and chapters chosen by what was answered.
//!
//! - T1 No title holds the topic: whatever a person writes, every title is a whole phrase. Its words only tell what kind
//!   of topic it is, and each kind has titles of its own.
//! - T2 What was answered shows: what one knows decides how much of the basics there is and how hard it is, the outcome
//!   what it leads to, the style what is added to learn by, limits and the deadline what is left out and how much time
//!   there is.

mod courses;
mod kind;
mod plans;

pub use self::kind::{DATES, has_date};
use super::cues;
use super::flow::{COURSE, Field, Flow, PROJECT};
use super::interview::{Profile, answer_text};
use espalier_base::language::Language;
use espalier_command::spec::Text;
use espalier_model::course::{Difficulty, FieldAnswer};

/// An outline without ids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The titles of its parts, each with the titles and contents of its chapters.
    pub parts: Vec<(String, Vec<(String, String)>)>,
    /// Difficulty.
    pub difficulty: Difficulty,
    /// The minutes of each chapter.
    pub minutes_per_chapter: u32,
}

/// A part and its chapters.
type Part = (Text, &'static [Text]);

const fn t(en: &'static str, zh: &'static str) -> Text {
    Text::new(en, zh)
}

const CHECKPOINT: Text = t("Checkpoint: can you do this without help?", "小结：能否独立完成？");
const NEXT: Text = t("Where to go from here", "下一步");
const COUNT_BACK: Text = t("Count back from the date and plan each week", "从截止日期往回推，排好每周的内容");

/// The words a person wrote for a field.
pub fn words(profile: &Profile, field: &str) -> Option<String> {
    let said = profile.get(field).filter(|said| **said != FieldAnswer::Skipped)?;
    Some(answer_text(said, Language::En))
}

/// The kind of topic.
fn kind_of(flow: &Flow, profile: &Profile) -> kind::TopicKind {
    kind::of(&cues::topic_of(flow, profile))
}

/// The places of what was answered among the options of a field, in either language, and of those that other words mean.
fn meant(profile: &Profile, field: &Field) -> Vec<usize> {
    let is = |text: &str, option: &Text| text == option.en || text == option.zh;
    let texts: Vec<&str> = match profile.get(field.name) {
        Some(FieldAnswer::Chosen(all)) => all.iter().map(String::as_str).collect(),
        Some(FieldAnswer::Words(text)) => vec![text.as_str()],
        Some(FieldAnswer::Skipped) | None => Vec::new(),
    };
    let chosen = |text: &&str| field.options.iter().position(|option| is(text, option));
    let mut places: Vec<usize> = texts.iter().filter_map(chosen).collect();
    let own: Vec<&str> = texts.into_iter().filter(|text| chosen(text).is_none()).collect();
    for at in cues::places(field, &own.join("; "), false) {
        if !places.contains(&at) {
            places.push(at);
        }
    }
    places.sort_unstable();
    places
}

/// The parts of a course.
pub fn course(profile: &Profile, language: Language) -> Plan {
    let [goal, background, outcome, style] = COURSE.fields else { return empty() };
    // In doubt it begins at the beginning.
    let level = meant(profile, background).first().copied().unwrap_or(0);
    let outcomes = meant(profile, outcome);
    let styles = meant(profile, style);
    let has_date = [goal, outcome].iter().any(|field| words(profile, field.name).is_some_and(|said| has_date(&said)));
    let of = courses::parts(kind_of(&COURSE, profile));
    let mut parts: Vec<Part> = match level {
        0 => vec![of.start, of.basics, of.practise],
        1 => vec![of.basics, of.practise],
        2 => vec![of.check, of.practise, of.deeper],
        _ => vec![of.check, of.deeper],
    };
    parts.extend(outcomes.iter().filter_map(|&at| of.ends.get(at)));
    if outcomes.is_empty() {
        parts.push(of.alone);
    }
    let last = parts.len() - 1;
    let parts = parts.iter().enumerate().map(|(at, (title, chapters))| {
        let mut titles: Vec<Text> = chapters.to_vec();
        if at == 0 {
            titles
                .extend(of.styles.iter().enumerate().filter(|(style, _)| styles.contains(style)).map(|(_, one)| *one));
            titles.extend(has_date.then_some(COUNT_BACK));
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

/// The parts of a project.
pub fn project(profile: &Profile, language: Language) -> Plan {
    let [_, constraints, deadline, style] = PROJECT.fields else { return empty() };
    let limits = meant(profile, constraints);
    let due = meant(profile, deadline).first().copied();
    let way = meant(profile, style).first().copied();
    let is_short = due == Some(0);
    let (time, money, alone) = (limits.contains(&0), limits.contains(&1), limits.contains(&2));
    let of = plans::stages(kind_of(&PROJECT, profile));
    let part = |(title, tasks): Part, shortest: usize, more: &[(bool, Text)]| -> (String, Vec<(String, String)>) {
        let kept = if is_short { shortest.min(tasks.len()) } else { tasks.len() };
        let more = more.iter().filter(|(wanted, _)| *wanted).map(|(_, title)| title);
        let tasks = tasks[..kept].iter().chain(more).map(|title| (title.get(language).to_owned(), String::new()));
        (title.get(language).to_owned(), tasks.collect())
    };
    let mut parts = vec![
        part(of.decide, 2, &[(time || is_short, t("Decide what can be left out", "决定哪些可以不做"))]),
        part(
            of.prepare,
            3,
            &[
                (money, t("Set a budget and track costs", "定下预算并记录花费")),
                (way == Some(3), t("Write a plan for each week", "写出每周计划")),
                (way == Some(1), t("Block out long stretches in the calendar", "在日历中留出整段时间")),
                (way == Some(0), t("Choose a fixed time each day", "选定每天固定的时间")),
                (alone, t("Find someone to look over it", "找一个人帮忙看一看")),
                (!alone && way == Some(2), t("Agree on who does what", "商定分工")),
            ],
        ),
        part(of.act, 2, &[(way == Some(2), t("A short meeting each week", "每周碰头一次"))]),
        part(of.finish, 2, &[]),
    ];
    // The words of the deadline stand behind a colon, where any words fit.
    if let Some(said) = profile.get(deadline.name).filter(|said| **said != FieldAnswer::Skipped && due != Some(3))
        && let Some((_, tasks)) = parts.last_mut()
        && let Some((_, content)) = tasks.first_mut()
    {
        let said = answer_text(said, language);
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

    use super::super::flow::FLOWS;
    use super::super::outline::skeleton;
    use super::kind::KINDS;
    use super::*;
    use espalier_base::env::Env;
    use espalier_base::time::Timestamp;

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
        let mut profile = Profile::from([(flow.fields[0].name.to_owned(), FieldAnswer::Words(topic.to_owned()))]);
        for (field, choice) in flow.fields[1..].iter().zip(choices) {
            let said = field
                .options
                .get(choice)
                .map_or(FieldAnswer::Skipped, |option| FieldAnswer::Chosen(vec![option.en.to_owned()]));
            profile.insert(field.name.to_owned(), said);
        }
        profile
    }

    /// A topic of each kind.
    const SAMPLES: [&str; 7] = [
        "Learn to bake sourdough bread",
        "the history of Rome",
        "pass an exam",
        "run 10 km",
        "learn Spanish",
        "plan a wedding",
        "being a better listener",
    ];

    fn titles(plan: &Plan) -> Vec<String> {
        let of = |(title, all): &(String, Vec<(String, String)>)| {
            std::iter::once(title.clone()).chain(all.iter().map(|(title, _)| title.clone())).collect::<Vec<_>>()
        };
        plan.parts.iter().flat_map(of).collect()
    }

    fn every_choice() -> impl Iterator<Item = [usize; 3]> {
        (0..125).map(|choices| [choices % 5, choices / 5 % 5, choices / 25])
    }

    #[test]
    fn t1_no_title_holds_what_a_person_wrote() {
        let mut env = Env::deterministic(Timestamp(0), 1);
        for (flow, language) in FLOWS.iter().flat_map(|flow| [(flow, Language::En), (flow, Language::Zh)]) {
            for choices in every_choice() {
                let plans = SAMPLES.map(|topic| (flow.shape.template)(&profile(flow, topic, choices), language));
                for topic in TOPICS {
                    // Whatever stands in it, only its kind counts, and whether it names a day.
                    let mut plan = (flow.shape.template)(&profile(flow, topic, choices), language);
                    plan.parts[0].1.retain(|(title, _)| title != COUNT_BACK.get(language));
                    let kind = KINDS.iter().position(|kind| *kind == kind::of(topic)).unwrap();
                    assert_eq!(plan, plans[kind], "{topic}");
                }
                for (title, chapters) in plans.iter().flat_map(|plan| &plan.parts) {
                    assert!(!title.is_empty() && !chapters.is_empty());
                    let distinct: BTreeSet<&String> = chapters.iter().map(|(title, _)| title).collect();
                    assert_eq!(distinct.len(), chapters.len(), "{chapters:?}");
                    for title in chapters.iter().map(|(title, _)| title).chain([title]) {
                        assert_eq!(title.chars().any(espalier_base::text::is_han), language == Language::Zh, "{title}");
                        assert!(title.chars().count() <= 60, "{title}");
                        assert!(!["First steps", "Key terms", "第一步", "基本概念"].contains(&title.as_str()));
                    }
                }
            }
            for topic in TOPICS {
                let made = skeleton(flow, &profile(flow, topic, [0, 0, 0]), language, &mut env);
                assert!(!made.title.is_empty());
                assert!(made.description.is_empty() && made.reason.is_empty());
            }
        }
    }

    #[test]
    fn t1_each_kind_has_chapters_of_its_own_at_every_level() {
        for (flow, language) in FLOWS.iter().flat_map(|flow| [(flow, Language::En), (flow, Language::Zh)]) {
            for level in 0..5 {
                let all = SAMPLES.map(|topic| {
                    // What is the same for all kinds comes of the other answers.
                    let choices = if flow.id == PROJECT.id { [3, 3, 4] } else { [level, 4, 4] };
                    titles(&(flow.shape.template)(&profile(flow, topic, choices), language))
                });
                for (at, one) in all.iter().enumerate() {
                    let others: Vec<&String> = all[..at].iter().flatten().collect();
                    let shared: Vec<&String> = one.iter().filter(|title| others.contains(title)).collect();
                    assert!(shared.iter().all(|title| *title == NEXT.get(language)), "{shared:?}");
                }
            }
        }
    }

    #[test]
    fn t2_every_answer_shows() {
        for (topic, language) in SAMPLES.iter().flat_map(|topic| [(topic, Language::En), (topic, Language::Zh)]) {
            let course = |choices| (COURSE.shape.template)(&profile(&COURSE, topic, choices), language);
            let project = |choices| (PROJECT.shape.template)(&profile(&PROJECT, topic, choices), language);
            let count = |plans: Vec<Plan>| plans.iter().map(titles).collect::<BTreeSet<_>>().len();
            let levels: Vec<Plan> = (0..4).map(|level| course([level, 0, 0])).collect();
            assert_eq!(
                levels.iter().map(|plan| plan.difficulty).collect::<Vec<_>>(),
                [Difficulty::Beginner, Difficulty::Intermediate, Difficulty::Intermediate, Difficulty::Advanced]
            );
            assert_eq!(count(levels), 4, "{topic}");
            for level in 0..4 {
                assert_eq!(count((0..5).map(|outcome| course([level, outcome, 0])).collect()), 5, "{topic}");
                assert_eq!(count((0..5).map(|style| course([level, 0, style])).collect()), 5, "{topic}");
            }
            let dues: Vec<Plan> = (0..4).map(|due| project([3, due, 0])).collect();
            for (at, plan) in dues.iter().enumerate() {
                assert!(dues[..at].iter().all(|other| other != plan), "{topic}: deadline {at}");
            }
            assert_eq!(count((0..4).map(|limit| project([limit, 3, 0])).collect()), 4, "{topic}");
            assert_eq!(count((0..5).map(|way| project([3, 3, way])).collect()), 5, "{topic}");
        }
        // A day that the goal names is planned for.
        let has = |topic| {
            titles(&(COURSE.shape.template)(&profile(&COURSE, topic, [0, 0, 0]), Language::En))
                .contains(&COUNT_BACK.en.to_owned())
        };
        assert!(has("pass my exam in June") && has("下周的演讲") && !has("pass my exam"));
    }

    #[test]
    fn t2_words_count_as_what_they_mean() {
        for (field, text, title) in [
            ("background", "I have used it for years, I'm an expert", "Teach a part of it to someone"),
            ("targetOutcome", "pass the B2 certificate", "A timed mock exam"),
            ("cognitiveStyle", "with a good book", "A reading list of three titles"),
        ] {
            let profile = Profile::from([(field.to_owned(), FieldAnswer::Words(text.to_owned()))]);
            let plan = course(&profile, Language::En);
            assert!(plan.parts.iter().flat_map(|(_, all)| all).any(|(one, _)| one == title), "{text}");
        }
        let profile = Profile::from([("deadline".to_owned(), FieldAnswer::Words("until Easter".to_owned()))]);
        let plan = project(&profile, Language::En);
        assert!(plan.parts.iter().flat_map(|(_, all)| all).any(|(_, content)| content == "Deadline: until Easter"));
    }
}
