use proptest::prelude::*;

use super::oracle::{CHINESE, ENGLISH, Log, brief};
use super::*;

fn meaning(log: &Log, text: &str, earlier: &[&str]) -> String {
    log.with_known(|known| match understand(text, earlier, known) {
        Some(Understood::Plan(plan)) => brief(&plan),
        other => format!("{other:?}"),
    })
}

#[test]
fn every_row_is_known_by_its_example() {
    let logs = [Log::new(&ENGLISH, 3), Log::new(&CHINESE, 3)];
    let mut wrong = Vec::new();
    for question in QUESTIONS.iter().filter(|question| !matches!(question.kind, Kind::Change | Kind::Versus)) {
        for (log, text) in logs.iter().zip([question.example.en, question.example.zh]) {
            let kind = log.with_known(|known| match understand(text, &[], known) {
                Some(Understood::Plan(plan)) => format!("{:?}", plan.question.kind),
                other => format!("{other:?}"),
            });
            if kind != format!("{:?}", question.kind) {
                wrong.push(format!("{text}: {kind} and not {:?}", question.kind));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn o3_no_form_asks_two_things() {
    let mut forms = std::collections::BTreeMap::new();
    for (form, kind) in table::all_forms().into_iter().filter(|(form, _)| !form.is_empty()) {
        let other = forms.insert(form.clone(), kind);
        assert!(other.is_none_or(|other| other == kind), "{form}: {kind:?} and {other:?}");
    }
}

#[test]
fn o3_and_o4_what_leaves_something_open_is_declined() {
    let log = Log::new(&ENGLISH, 3);
    for text in [
        "How much did I not study last week?",
        "How much study or sport or naps last week?",
        "How much did I study last week and in May?",
        "How much Dune last week?",
        "How much Studdy last week?",
        "total time on average last week",
        "How long did I study on average Monday to Friday?",
        "entries from 21 November",
        "What did I study yesterday?",
        "and the longest?",
        "How much study last week - May",
        "Why did I study last week?",
        "study except on Mondays",
        "How much time do I have",
        "Did I study every day last week",
        "study between 9 and 10 or 14 and 15",
        "study after midnight last week",
        "study in the night before 24 October",
        "how many nights did I study in October",
        "study tonight",
        "昨晚学习了多久",
        "How many days did I study more than Sport",
        "Compare study in May, June and July",
        "Will I study next to nothing in May?",
    ] {
        let said = meaning(&log, text, &[]);
        assert!(!said.contains("; 2026-"), "{text}: {said}");
    }
    assert_eq!(meaning(&log, "any gaps longer than two days?", &[]), "gaps; 2026-02-23..2026-11-22; min:172801");
    assert_eq!(meaning(&log, "what did I do on Mondays", &[]), "summary; 2026-02-23..2026-11-22; days:mon");
    assert_eq!(meaning(&log, "Study on Mondays in October", &[]), "sum; 2026-10-01..2026-10-31; Study days:mon");
    assert_eq!(
        meaning(&log, "When did I finish Study latest in May?", &[]),
        "latest end; 2026-05-01..2026-05-31; Study"
    );
    let small_hours = "sum; 2026-10-01..2026-10-31; Study clock:00:00-05:00";
    assert_eq!(meaning(&log, "Study between midnight and 5 am in October", &[]), small_hours);
}

#[test]
fn the_prompts_of_the_welcome_are_understood() {
    let logs = [Log::new(&ENGLISH, 3), Log::new(&CHINESE, 3)];
    for prompt in PROMPTS {
        let [en, zh] = [(0, prompt.en), (1, prompt.zh)].map(|(at, text)| meaning(&logs[at], text, &[]));
        assert!(en.contains("; 2026-") && en == zh, "{en} / {zh}");
    }
}

#[test]
fn o5_a_question_goes_on_from_the_one_before() {
    let log = Log::new(&ENGLISH, 3);
    let asked = ["How much did I study in October?"];
    for (text, expected) in [
        ("and last month?", "sum; 2026-10-01..2026-10-31; Study"),
        ("and in September?", "sum; 2026-09-01..2026-09-30; Study"),
        ("What about Sport?", "sum; 2026-10-01..2026-10-31; Sport"),
        ("and Reading", "sum; 2026-10-01..2026-10-31; Reading"),
        ("and the month before?", "sum; 2026-09-01..2026-09-30; Study"),
        ("and on Mondays?", "sum; 2026-10-01..2026-10-31; Study days:mon"),
        ("and how many entries?", "count; 2026-10-01..2026-10-31; Study"),
        ("this year", "sum; 2026-01-01..2026-11-22; Study"),
        ("How much did I read yesterday?", "sum; 2026-11-21; Reading"),
    ] {
        assert_eq!(meaning(&log, text, &asked), expected, "{text}");
    }
    let asked = ["What did I do on 5 November?", "and the day before?"];
    assert_eq!(meaning(&log, "and the day before?", &asked), "summary; 2026-11-03; ");
    let log = Log::new(&CHINESE, 3);
    let asked = ["十月学习了多久？"];
    for (text, expected) in [
        ("那上个月呢？", "sum; 2026-10-01..2026-10-31; 学习"),
        ("那这个月呢", "sum; 2026-11-01..2026-11-22; 学习"),
        ("运动呢？", "sum; 2026-10-01..2026-10-31; 运动"),
        ("前一个月呢", "sum; 2026-09-01..2026-09-30; 学习"),
    ] {
        assert_eq!(meaning(&log, text, &asked), expected, "{text}");
    }
}

#[test]
fn o3_what_is_left_over_is_named() {
    let log = Log::new(&ENGLISH, 3);
    for (text, expected) in [
        ("study in the week of my birthday", "Some(Left([\"birthday\"]))"),
        ("How long did I garden last week?", "Some(Nowhere(\"garden\","),
        ("delete yesterday's entries", "Some(Change)"),
        ("Tell me a story", "None"),
        ("", "None"),
        ("streak of Study longer than two hours", "Some(Left([\"the length\"]))"),
        ("study in the first half of 2026 and in May", "Some(Left([\"Study\", \"the first half of 2026\", \"may\"]))"),
        ("How long did I study last night?", "Some(Left([\"last night\"]))"),
    ] {
        let said = meaning(&log, text, &[]);
        assert!(said.starts_with(expected), "{text}: {said}");
    }
}

#[test]
fn three_questions_are_near() {
    Log::new(&ENGLISH, 1).with_known(|known| {
        assert!(nearest("which tag did I flurb", known, Language::En).iter().any(|text| text.contains("tag")));
        assert_eq!((nearest("", known, Language::Zh).len(), nearest("x", known, Language::En).len()), (3, 3));
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_question_is_read(text in any::<String>(), words in prop::collection::vec(prop::sample::select(WORDS), 0..9)) {
        thread_local! {
            static LOG: Log = Log::new(&ENGLISH, 3);
        }
        LOG.with(|log| log.with_known(|known| {
            for text in [text, words.join(" "), words.join("")] {
                if let Some(Understood::Plan(plan)) = understand(&text, &["How much study?", &text], known) {
                    assert!(!plan.calls.is_empty() && plan.range.first <= plan.range.last);
                }
            }
        }));
    }
}

const WORDS: &[&str] = &[
    "how",
    "long",
    "last week",
    "study",
    "学习",
    "多久",
    "上周",
    "compare",
    "\"",
    "#a",
    "比",
    "average",
    "day",
    "3月",
    "?",
    "最长",
    "9点到12点",
    "and the day before",
    "top 3",
    "longer than 2 days",
    "between 9 and",
    "Ⱥ",
    "每周一",
    "那",
    "呢",
    "前三",
];
