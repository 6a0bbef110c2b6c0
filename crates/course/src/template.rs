//! Outlines without a model: parts and chapters chosen by what was answered.
//!
//! - T1 Whatever a person writes, every title is a whole phrase. Its words tell what kind of topic it is, and each kind
//!   has titles of its own; of the words themselves a title holds no more than the subject.
//! - T2 What was answered shows: what one knows decides how much of the basics there is and how hard it is, the outcome
//!   what it leads to, the style what is added to learn by, limits and the deadline what is left out and how much time
//!   there is.
//! - T3 Where the goal is lessons for a class, the outline is one for teaching.

mod outlines;
mod subject;

use self::outlines::Outline;
pub use self::subject::names_a_class;
use super::flow::{COURSE, Field, Flow, PROJECT};
use super::hear::{Words, mentions};
use super::interview::{Profile, answer_text};
use super::{cues, topic};
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

const fn t(en: &'static str, zh: &'static str) -> Text {
    Text::new(en, zh)
}

/// Days and times.
pub const DATES: Words = (
    "today tomorrow tonight monday tuesday wednesday thursday friday saturday sunday january february april june july \
     august september october november december next_week this_week next_month this_month weeks months until till deadline easter christmas",
    "今天 明天 后天 今晚 本周 这周 下周 星期 本月 这个月 下个月 月底 月前 年底 之前 截止 一月 二月 三月 四月 五月 六月 七月 八月 九月 \
     十月 十一月 十二月 暑假 寒假 春节",
);

/// Whether a text names a day or a time by which something is to be done.
pub fn has_date(text: &str) -> bool {
    let numbered = text.match_indices('月').any(|(at, _)| text[..at].ends_with(|last: char| last.is_ascii_digit()));
    numbered || mentions(text, DATES)
}

/// The words a person wrote for a field.
pub fn words(profile: &Profile, field: &str) -> Option<String> {
    let said = profile.get(field).filter(|said| **said != FieldAnswer::Skipped)?;
    Some(answer_text(said, Language::En))
}

/// The person’s words about the goal.
fn goal(flow: &Flow, profile: &Profile) -> String {
    flow.fields.first().and_then(|field| words(profile, field.name)).unwrap_or_default()
}

/// The text that tells the kind of topic, and the kind: the topic alone, else all that was said.
fn kind_of(flow: &Flow, profile: &Profile) -> (String, Option<&'static str>) {
    let (topic, said) = (cues::topic_of(flow, profile), goal(flow, profile));
    match outlines::kind_of(&topic) {
        None => {
            let kind = outlines::kind_of(&said);
            (said, kind)
        }
        kind => (topic, kind),
    }
}

/// Whether there is an outline for this kind of topic, and not only a frame.
pub fn is_known(flow: &Flow, profile: &Profile) -> bool {
    kind_of(flow, profile).1.is_some()
}

/// Whether the goal is lessons for a class.
pub fn is_for_class(flow: &Flow, profile: &Profile) -> bool {
    flow.id == COURSE.id && names_a_class(&goal(flow, profile))
}

/// A kind or family, its titles filled with the subject.
struct Filled {
    outline: &'static Outline,
    subject: (String, String),
    language: Language,
}

impl Filled {
    fn title(&self, title: &str) -> String {
        let filled = title.replace("{s}", &self.subject.0).replace("{n}", &self.subject.1);
        if title.starts_with('{') { topic::titled(&filled) } else { filled }
    }

    /// The parts for a level; those for all levels where there is none.
    fn parts(&self, level: Option<usize>) -> Vec<(String, Vec<String>)> {
        let is_for = |levels: &str| {
            levels.is_empty() || level.is_none_or(|level| levels.bytes().any(|one| usize::from(one) == level + 0x30))
        };
        let parts = self.outline.parts.iter().filter(|((levels, _), _)| is_for(levels));
        let of = |((_, title), chapters): &((&str, &str), Vec<(&str, &str)>)| {
            let chapters = chapters.iter().filter(|(levels, _)| is_for(levels)).map(|(_, title)| self.title(title));
            (self.title(title), chapters.collect())
        };
        parts.map(of).collect()
    }

    /// The parts of another outline with the same subject.
    fn with(&self, name: &str) -> Option<Self> {
        let outline = outlines::named(name, self.language)?;
        Some(Self { outline, subject: self.subject.clone(), language: self.language })
    }
}

/// The outline for what was answered.
fn filled(flow: &Flow, profile: &Profile, language: Language) -> Option<Filled> {
    let (text, kind) = kind_of(flow, profile);
    let outline = outlines::named(kind.unwrap_or("general"), language)?;
    Some(Filled { outline, subject: subject::of([&text, &goal(flow, profile)], outline, language), language })
}

/// The places of what was answered among the options of a field, in either language, and of those that other words mean.
fn meant(profile: &Profile, field: &Field) -> Vec<usize> {
    let texts: Vec<&str> = match profile.get(field.name) {
        Some(FieldAnswer::Chosen(all)) => all.iter().map(String::as_str).collect(),
        Some(FieldAnswer::Words(text)) => vec![text.as_str()],
        Some(FieldAnswer::Skipped) | None => Vec::new(),
    };
    let chosen = |text: &&str| field.place(text);
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
    let is_for_class = is_for_class(&COURSE, profile);
    let made = filled(&COURSE, profile, language).and_then(|of| {
        let of = if is_for_class { of.with(of.outline.head.get(2)?)? } else { of };
        let family = of.with(&format!("+{}", of.outline.head.get(1)?))?.parts(None);
        let end = of.with(if is_for_class { "+class-end" } else { "+end" })?.parts(None);
        let extras = family.last().into_iter().chain(&end).flat_map(|(_, chapters)| chapters.clone()).collect();
        Some((of.parts(Some(level)), family, extras))
    });
    let Some((mut parts, mut family, extras)): Option<(Vec<_>, Vec<_>, Vec<String>)> = made else { return empty() };
    let [by_doing, by_reading, by_example, checkpoint, count_back, next] = &extras[..] else { return empty() };
    let learn_by = [by_doing, by_reading, by_example].into_iter().enumerate();
    let learn_by = learn_by.filter(|(style, _)| styles.contains(style)).map(|(_, title)| title.clone());
    family.pop();
    if level > 1 {
        parts.insert(0, family.remove(0));
    } else {
        family.remove(0);
    }
    // The last of the ends is for those who named no outcome.
    let ends = if outcomes.is_empty() { vec![family.len() - 1] } else { outcomes };
    parts.extend(ends.iter().filter_map(|&at| family.get(at).cloned()));
    let last = parts.len() - 1;
    let first = learn_by.chain(has_date.then(|| count_back.clone())).collect::<Vec<_>>();
    let parts = parts.into_iter().enumerate().map(|(at, (title, mut chapters))| {
        if at == 0 {
            chapters.extend(first.iter().cloned());
        }
        if styles.contains(&3) && at < last {
            chapters.push(checkpoint.clone());
        }
        if at == last {
            chapters.push(next.clone());
        }
        (title, chapters.into_iter().map(|title| (title, String::new())).collect())
    });
    let difficulty = match level {
        0 => Difficulty::Beginner,
        1 | 2 => Difficulty::Intermediate,
        _ => Difficulty::Advanced,
    };
    Plan { parts: parts.collect(), difficulty, minutes_per_chapter: if level > 2 || is_for_class { 45 } else { 30 } }
}

/// The parts of a project.
pub fn project(profile: &Profile, language: Language) -> Plan {
    let [_, constraints, deadline, style] = PROJECT.fields else { return empty() };
    let limits = meant(profile, constraints);
    let due = meant(profile, deadline).first().copied();
    let way = meant(profile, style).first().copied();
    let is_short = due == Some(0);
    let (time, money, alone) = (limits.contains(&0), limits.contains(&1), limits.contains(&2));
    let more: [&[(bool, Text)]; 3] = [
        &[(time || is_short, t("Decide what can be left out", "决定哪些可以不做"))],
        &[
            (money, t("Set a budget and track costs", "定下预算并记录花费")),
            (way == Some(3), t("Write a plan for each week", "写出每周计划")),
            (way == Some(1), t("Block out long stretches in the calendar", "在日历中留出整段时间")),
            (way == Some(0), t("Choose a fixed time each day", "选定每天固定的时间")),
            (alone, t("Find someone to look over it", "找一个人帮忙看一看")),
            (!alone && way == Some(2), t("Agree on who does what", "商定分工")),
        ],
        &[(way == Some(2), t("A short meeting each week", "每周碰头一次"))],
    ];
    let mut parts = filled(&PROJECT, profile, language).map_or_else(Vec::new, |of| of.parts(None)).into_iter();
    let mut part = |at: usize| {
        let (title, mut tasks) = parts.next()?;
        tasks.truncate(if is_short { 2 } else { tasks.len() });
        let more = more.get(at).into_iter().flat_map(|more| more.iter()).filter(|(wanted, _)| *wanted);
        tasks.extend(more.map(|(_, title)| title.get(language).to_owned()));
        Some((title, tasks.into_iter().map(|title| (title, String::new())).collect::<Vec<_>>()))
    };
    let mut parts: Vec<_> = (0..).map_while(&mut part).collect();
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
    use super::*;
    use espalier_base::env::Env;
    use espalier_base::time::Timestamp;
    use proptest::prelude::*;

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

    /// A topic of each kind, and one of none.
    fn samples(language: Language) -> Vec<String> {
        let first = |outline: &Outline| Some(outline.words.split_whitespace().next()?.replace(['_', '*'], " "));
        let of = |outline: &Outline| outline.head.get(1).and_then(|_| first(outline));
        outlines::all(language).iter().filter_map(of).chain(["being a better listener".to_owned()]).collect()
    }

    const LANGUAGES: [Language; 2] = [Language::En, Language::Zh];

    fn titles(plan: &Plan) -> Vec<String> {
        let of = |(title, all): &(String, Vec<(String, String)>)| {
            std::iter::once(title.clone()).chain(all.iter().map(|(title, _)| title.clone())).collect::<Vec<_>>()
        };
        plan.parts.iter().flat_map(of).collect()
    }

    fn every_choice() -> impl Iterator<Item = [usize; 3]> {
        (0..125).map(|choices| [choices % 5, choices / 5 % 5, choices / 25])
    }

    /// Checks that the titles of a plan are whole phrases in its language.
    fn check(plan: &Plan, language: Language, topic: &str) {
        for (title, chapters) in &plan.parts {
            assert!(!title.is_empty() && !chapters.is_empty());
            let distinct: BTreeSet<&String> = chapters.iter().map(|(title, _)| title).collect();
            assert_eq!(distinct.len(), chapters.len(), "{chapters:?}");
            for title in chapters.iter().map(|(title, _)| title).chain([title]) {
                assert_eq!(
                    title.chars().any(espalier_base::text::is_han),
                    language == Language::Zh,
                    "{title}: {topic}"
                );
                assert!(title.chars().count() <= 80 && !title.contains(['{', '}']), "{title}: {topic}");
                assert!(!title.starts_with(char::is_lowercase), "{title}: {topic}");
                assert!(!["First steps", "Key terms", "第一步", "基本概念"].contains(&title.as_str()));
            }
        }
    }

    #[test]
    fn t1_every_title_is_a_whole_phrase() {
        let mut env = Env::deterministic(Timestamp(0), 1);
        for (flow, language) in FLOWS.iter().flat_map(|flow| LANGUAGES.map(|language| (flow, language))) {
            for topic in samples(language) {
                for choices in every_choice().step_by(4) {
                    check(&(flow.shape.template)(&profile(flow, &topic, choices), language), language, &topic);
                }
            }
            for topic in TOPICS {
                for level in 0..5 {
                    check(&(flow.shape.template)(&profile(flow, topic, [level, 4, 0]), language), language, topic);
                }
                let made = skeleton(flow, &profile(flow, topic, [0, 0, 0]), language, &mut env);
                assert!(!made.title.is_empty());
                assert!(made.description.is_empty() && made.reason.is_empty());
            }
        }
    }

    #[test]
    fn t1_each_kind_has_chapters_of_its_own_at_every_level() {
        for (flow, language) in FLOWS.iter().flat_map(|flow| LANGUAGES.map(|language| (flow, language))) {
            let end = outlines::named("+end", language).unwrap().parts[0].1.last().unwrap().1;
            for level in 0..5 {
                let all: Vec<Vec<String>> = samples(language)
                    .iter()
                    .map(|topic| {
                        // What is the same for all kinds comes of the other answers.
                        let choices = if flow.id == PROJECT.id { [3, 3, 4] } else { [level, 4, 4] };
                        let plan = (flow.shape.template)(&profile(flow, topic, choices), language);
                        plan.parts.into_iter().flat_map(|(_, all)| all).map(|(title, _)| title).collect()
                    })
                    .collect();
                for (at, one) in all.iter().enumerate() {
                    let others: Vec<&String> = all[..at].iter().flatten().collect();
                    let shared: Vec<&String> = one.iter().filter(|title| others.contains(title)).collect();
                    assert!(shared.iter().all(|title| *title == end), "{shared:?}");
                }
            }
        }
    }

    #[test]
    fn t1_what_people_write_gets_an_outline_about_it() {
        let (mut about, mut report) = (0, Vec::new());
        let goals = include_str!("template/data/goals.txt").lines();
        for line in goals.clone() {
            let [kind, form, words, said] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
            let flow = if form == "project" { &PROJECT } else { &COURSE };
            let language = if said.chars().any(espalier_base::text::is_han) { Language::Zh } else { Language::En };
            let profile = profile(flow, said, [4, 4, 4]);
            assert_eq!(is_for_class(flow, &profile), form == "class", "{said}");
            let known = kind_of(flow, &profile).1;
            assert!(known.is_none_or(|known| known == kind), "{said}: {known:?}");
            let plan = (flow.shape.template)(&profile, language);
            let has =
                |title: &str| words.split('|').any(|word| !word.is_empty() && title.to_lowercase().contains(word));
            let count = plan.parts.iter().flat_map(|(_, all)| all).filter(|(title, _)| has(title)).count();
            about += usize::from(known.is_some() && count >= 3);
            report.push(format!("{count} {known:?} {said} → {:?}", titles(&plan)));
        }
        let (all, report) = (goals.count(), report.join("\n"));
        println!("{about} of {all}\n{report}");
        assert!(all == 60 && about * 100 >= all * 85, "{about} of {all}\n{report}");
    }

    #[test]
    fn t3_lessons_are_for_a_class() {
        for said in [
            "a course for my class about volcanoes",
            "Year 8 unit on photosynthesis",
            "teach chess to my students",
            "a lesson plan on fractions",
            "给初二学生讲光合作用",
            "《背影》教案",
            "我是初二老师，要上一个火山单元",
        ] {
            assert!(names_a_class(said), "{said}");
        }
        for said in [
            "I'm in Year 8 and need help with fractions",
            "teach me chess",
            "Year 9 chemistry revision",
            "get into a good school",
            "my Year 6 daughter struggles with fractions",
            "我是初二学生，想学好物理",
            "高一化学怎么学",
            "报了吉他课",
            "高三复习物理",
            "take a yoga class",
            "first-class honours",
        ] {
            assert!(!names_a_class(said), "{said}");
        }
        for language in LANGUAGES {
            let plans: Vec<Plan> = (0..4)
                .map(|level| course(&profile(&COURSE, "Year 8 unit on photosynthesis", [level, 0, 0]), language))
                .collect();
            for (at, plan) in plans.iter().enumerate() {
                check(plan, language, "photosynthesis");
                assert!(plans[..at].iter().all(|other| titles(other) != titles(plan)), "level {at}");
                let word = if language == Language::En { "Lesson".to_owned() } else { "课".to_owned() };
                assert!(titles(plan).iter().any(|title| title.to_lowercase().contains(&word.to_lowercase())));
            }
        }
        let field = &COURSE.fields[1];
        for option in 0..4 {
            let said = FieldAnswer::Chosen(vec![field.asked(true).options[option].zh.to_owned()]);
            assert_eq!(meant(&Profile::from([(field.name.to_owned(), said)]), field), [option]);
        }
    }

    #[test]
    fn subjects_are_nouns() {
        for (said, subject) in [
            ("bake my first sourdough bread", "the sourdough bread"),
            ("write my first novel", "the novel"),
            ("bake sourdough", "sourdough"),
            ("two weeks in Japan with the kids", "Japan"),
            ("draw cats", "cats"),
            ("sew a summer dress for my daughter", "the summer dress"),
            ("how do black holes work", "black holes"),
            ("Why is the sky blue?", "the sky"),
            ("A-level maths by June", "the A-level"),
            ("a six-week poetry unit for my class", "poetry"),
            ("launch our new product in March", "the product"),
            ("怎么养好多肉", "多肉"),
            ("五一自驾去川西", "川西"),
            ("写完硕士论文", "硕士论文"),
            ("learn Spanish for a trip", "Spanish"),
            ("I want to learn spanish", "Spanish"),
            ("sql for analysts", "SQL"),
            ("play the acoustic guitar", "the guitar"),
            ("the history of Rome", "the history of Rome"),
            ("Chinese history", "Chinese history"),
            ("Classical Chinese poetry", "classical Chinese poetry"),
            ("日常做饭", "家常菜"),
            ("Photosynthesis for Year 8", "photosynthesis"),
            ("a trip to Rome in June", "the trip to Rome"),
            ("grow tomatoes on a balcony", "tomatoes"),
            ("learn to swim", "swimming"),
            ("Prepare for a job interview at a bank", "the job interview"),
            ("renovate our kitchen until Easter", "the kitchen"),
            ("我想学西班牙语", "西班牙语"),
            ("下周四的银行数据分析师面试怎么准备", "银行数据分析师面试"),
            ("国庆带爸妈去云南玩七天", "云南"),
            ("带孩子去日本旅行", "日本旅行"),
            ("用Python处理数据", "Python"),
        ] {
            let language = if said.chars().any(espalier_base::text::is_han) { Language::Zh } else { Language::En };
            let outline = outlines::named(outlines::kind_of(said).unwrap(), language).unwrap();
            assert_eq!(subject::of([said, said], outline, language).0, subject, "{said}");
        }
        for said in ["pass my exam in June", "an interview next Thursday", "下周的演讲", "6月的考试"] {
            assert!(has_date(said), "{said}");
        }
        for said in ["bake bread", "the moon", "月亮", "weekly planning", "an hour a week"] {
            assert!(!has_date(said), "{said}");
        }
    }

    proptest! {
        #[test]
        fn t1_every_text_has_an_outline(said in "(history |的|grow |I |the |为什么|Rust|Éa bread |[a-zA-Zé’ ，.学玩]){0,12}") {
            for language in LANGUAGES {
                for flow in FLOWS {
                    check(&(flow.shape.template)(&profile(flow, &said, [0, 0, 0]), language), language, &said);
                }
            }
        }
    }

    #[test]
    fn t2_every_answer_shows() {
        for (topic, language) in LANGUAGES.iter().flat_map(|one| samples(*one).into_iter().map(|topic| (topic, *one))) {
            let topic = topic.as_str();
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
                .contains(&"Count back from the date and plan each week".to_owned())
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
