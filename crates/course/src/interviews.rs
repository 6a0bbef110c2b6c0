//! Whole interviews with the built-in guide, from the first sentence to the outline.

use super::builtin::{self, Said};
use super::flow::{COURSE, Flow, PROJECT};
use super::interview::{self, Card, Profile, Reply, answer_text};
use super::outline;
use espalier_base::env::Env;
use espalier_base::language::Language;
use espalier_base::text::is_han;
use espalier_base::time::Timestamp;
use espalier_model::course::{Difficulty, Outline};
use serde_json::Value;

/// Holds an interview; `answer` says what is replied when a field is asked for, or gives up. Gives the answers, the
/// fields that were asked for, and the outline.
fn hold_with(
    flow: &'static Flow,
    first: &str,
    mut answer: impl FnMut(Option<&'static str>, usize) -> Option<String>,
) -> (Profile, Vec<&'static str>, Outline) {
    let language = if first.chars().any(is_han) { Language::Zh } else { Language::En };
    let mut env = Env::deterministic(Timestamp(0), 1);
    let (mut profile, mut open, mut asked) = (Profile::new(), None::<Card>, Vec::new());
    let mut text = first.to_owned();
    for at in 0.. {
        let (opening, before) = (at == 0, profile.clone());
        let chosen = open.as_ref().filter(|card| card.options.contains(&text));
        let said = match chosen {
            Some(_) => Reply::Options(vec![text.clone()]),
            None => Reply::Words(text.clone()),
        };
        interview::reply(flow, &mut profile, open.as_ref(), &said, opening).unwrap();
        let last = Said { text: &text, opening, before: &before };
        let (words, call) = if opening || profile != before {
            builtin::conduct(flow, &profile, last, language, &mut env)
        } else {
            builtin::again(flow, &profile, (&text, 0), language).unwrap()
        };
        assert!(!words.is_empty());
        let card = call.filter(|(tool, _)| *tool == flow.present.name).and_then(|(_, arguments)| {
            let (read, _) = flow.present.read(arguments.as_object().unwrap()).unwrap();
            interview::card(flow, None, &read)
        });
        open = interview::open(flow, &profile, card, language).map(|(card, _)| card);
        let field = open.as_ref().and_then(|card| card.field);
        asked.extend(field);
        let Some(next) = answer(field, at + 1) else { break };
        text = next;
    }
    assert_eq!(interview::next(flow, &profile).map(|field| field.name), None, "{first:?}: {profile:?}");
    let outline = outline::skeleton(flow, &profile, language, &mut env);
    (profile, asked, outline)
}

/// Holds an interview in which one thing is said after the other.
fn hold(flow: &'static Flow, said: &[&str]) -> (Profile, Vec<&'static str>, Outline) {
    hold_with(flow, said[0], |_, at| said.get(at).map(|text| (*text).to_owned()))
}

/// Interviews written by somebody who had not seen the rules, with what was meant.
const FRESH: &str = include_str!("../fixtures/interviews.jsonl");

#[test]
fn fresh_interviews_come_to_what_was_meant() {
    let (mut wrong, mut asked_again) = (Vec::new(), 0);
    for line in FRESH.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let (first, want) = (case["first"].as_str().unwrap(), &case["want"]);
        let mut replied = Vec::new();
        let (profile, asked, outline) = hold_with(&COURSE, first, |field, at| {
            let (field, name) = (field.filter(|_| at < 12)?, field?);
            let name = match name {
                "targetOutcome" => "outcome",
                "cognitiveStyle" => "style",
                name => name,
            };
            // Whoever is asked again leaves it to the guide.
            let again = replied.contains(&field);
            replied.push(field);
            let said = case["replies"][name].as_str().filter(|_| !again);
            Some(said.unwrap_or(if case["lang"] == "zh" { "随便" } else { "up to you" }).to_owned())
        });
        let told = |name: &str| answer_text(&profile[name], Language::En);
        let texts = |name: &str| -> Vec<String> {
            want[name].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_lowercase).collect()
        };
        let goal = told("goal").to_lowercase();
        let stored = COURSE.fields.iter().map(|field| told(field.name).to_lowercase()).collect::<Vec<_>>();
        let level = serde_json::to_value(outline.difficulty).unwrap();
        let levels = want["level"].as_array().cloned().unwrap_or_else(|| vec![want["level"].clone()]);
        let again = |name: &str| match name {
            "outcome" => asked.contains(&"targetOutcome"),
            "style" => asked.contains(&"cognitiveStyle"),
            // A goal that is corrected, or too wide, is asked for.
            "goal" => false,
            name => asked.contains(&name),
        };
        let holds = [
            ("goal", texts("goal_contains").iter().all(|text| goal.contains(text))),
            ("title", !texts("goal_lacks").iter().any(|text| outline.title.to_lowercase().contains(text))),
            ("level", levels.contains(&level)),
            ("stored", !texts("never_stored").iter().any(|text| stored.iter().any(|told| told.contains(text)))),
        ];
        asked_again += usize::from(texts("not_asked_again").iter().any(|name| again(name)));
        let failed: Vec<&str> = holds.iter().filter(|(_, holds)| !holds).map(|(name, _)| *name).collect();
        if !failed.is_empty() {
            wrong.push(format!("{first}: {failed:?} {level} {:?} {stored:?} {asked:?}", outline.title));
        }
    }
    // To ask once more is no mistake, but a burden.
    assert!(asked_again <= 4, "{asked_again}");
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), FRESH.lines().count(), wrong.join("\n"));
}

/// The texts of an interview, and the title, the level, the other answers and the questions that come of them.
type Interview = (&'static [&'static str], &'static str, Difficulty, [&'static str; 3], &'static [&'static str]);

const INTERVIEWS: &[Interview] = &[
    (
        &[
            "I'm a nurse, a complete beginner, and I want to learn Excel so that I can make the rota for my ward. I learn best from short exercises.",
        ],
        "Excel",
        Difficulty::Beginner,
        ["I’m new to it", "make the rota for my ward", "By doing"],
        &[],
    ),
    (
        &["Rust", "I have no experience", "idk", "Actually I meant Go, not Rust", "never used it", "none", "whatever"],
        "Go",
        Difficulty::Beginner,
        ["never used it", "Understand it", "Step by step"],
        &["background", "targetOutcome", "cognitiveStyle", "background", "targetOutcome", "cognitiveStyle"],
    ),
    (
        &[
            "I want to learn the guitar",
            "took lessons years ago but forgot most",
            "not for work, just to play with friends",
            "I already watch videos",
        ],
        "The guitar",
        Difficulty::Intermediate,
        ["took lessons years ago but forgot most", "not for work, just to play with friends", "I already watch videos"],
        &["background", "targetOutcome", "cognitiveStyle"],
    ),
    (
        &[
            "history",
            "Modern history",
            "sorry, go back please",
            "World history",
            "I know it well",
            "Pass an exam",
            "with books, not videos",
        ],
        "World history",
        Difficulty::Advanced,
        ["I know it well", "Pass an exam", "with books, not videos"],
        &["goal", "background", "goal", "background", "targetOutcome", "cognitiveStyle"],
    ),
    (
        &["Learn to swim for fun", "hmm", "skip", "to help my daughter with her homework", "up to you"],
        "Swim for fun",
        Difficulty::Beginner,
        ["no preference", "to help my daughter with her homework", "Step by step"],
        &["background", "background", "targetOutcome", "cognitiveStyle"],
    ),
    (
        &["I'd like to learn touch typing for work but I'm no expert, I use two fingers", "With a good book"],
        "Touch typing",
        Difficulty::Beginner,
        ["I’m new to it", "Use it at work", "With a good book"],
        &["cognitiveStyle"],
    ),
    (
        &["I'm a complete beginner", "Chess", "up to you", "By doing"],
        "Chess",
        Difficulty::Beginner,
        ["I’m new to it", "Understand it", "By doing"],
        &["goal", "targetOutcome", "cognitiveStyle"],
    ),
    (
        &["我是护士，零基础，想学Excel，以便排班，我喜欢通过练习来学"],
        "Excel",
        Difficulty::Beginner,
        ["零基础", "排班", "边做边学"],
        &[],
    ),
    (
        &["我想学做川菜", "没有经验", "等一下，我想改一下目标：只学麻婆豆腐", "不会", "随便", "都行"],
        "麻婆豆腐",
        Difficulty::Beginner,
        ["不会", "理解原理", "循序渐进"],
        &["background", "targetOutcome", "background", "targetOutcome", "cognitiveStyle"],
    ),
    (
        &["历史", "中国通史", "学过一点，忘得差不多了", "不是为了工作，只是好奇", "看纪录片视频，不喜欢看书"],
        "中国通史",
        Difficulty::Intermediate,
        ["学过一点，忘得差不多了", "不是为了工作，只是好奇", "看纪录片视频，不喜欢看书"],
        &["goal", "background", "targetOutcome", "cognitiveStyle"],
    ),
    (
        &["学点东西", "一门语言", "日语", "不知道", "通过考试", "跳过"],
        "日语",
        Difficulty::Beginner,
        ["零基础", "通过考试", "没有偏好"],
        &["goal", "goal", "background", "targetOutcome", "cognitiveStyle"],
    ),
    (
        &["我想学围棋", "有三年经验，但不是专家", "不对，我是说零基础", "做出自己的作品", "没有"],
        "围棋",
        Difficulty::Beginner,
        ["零基础", "做出自己的作品", "循序渐进"],
        &["background", "targetOutcome", "targetOutcome", "cognitiveStyle"],
    ),
    (
        &["我已经很熟练了，想学Python，为了跳槽", "返回", "用于工作", "动手，不看书"],
        "Python",
        Difficulty::Advanced,
        ["比较熟练", "用于工作", "动手，不看书"],
        &["cognitiveStyle", "targetOutcome", "cognitiveStyle"],
    ),
];

#[test]
fn interviews_come_to_what_was_meant() {
    for (said, title, level, answers, asked) in INTERVIEWS {
        let (profile, fields, outline) = hold(&COURSE, said);
        assert_eq!((outline.title.as_str(), outline.difficulty), (*title, *level), "{said:?}: {profile:?}");
        let language =
            if title.chars().any(is_han) || said[0].chars().any(is_han) { Language::Zh } else { Language::En };
        let told = COURSE.fields[1..].iter().map(|field| answer_text(&profile[field.name], language));
        for (told, expected) in told.zip(answers) {
            assert_eq!(told, *expected, "{said:?}");
        }
        assert_eq!(fields, *asked, "{said:?}");
    }
}

#[test]
fn a_project_takes_what_its_first_sentence_says() {
    for (said, title, answers, asked) in [
        (
            &["I want to move house by Friday, I have little time", "go back", "by Friday, really", "whatever"][..],
            "Move house by Friday",
            ["Little time", "by Friday, really", "A little every day"],
            &["workingStyle", "deadline", "workingStyle"][..],
        ),
        (
            &["装修厨房，下个月底之前，预算有限", "idk"],
            "装修厨房",
            ["预算有限", "下个月底之前", "每天一点"],
            &["workingStyle"],
        ),
    ] {
        let (profile, fields, outline) = hold(&PROJECT, said);
        let told = PROJECT.fields[1..].iter().map(|field| answer_text(&profile[field.name], Language::En));
        assert_eq!(
            (outline.title.as_str(), told.collect::<Vec<_>>().as_slice()),
            (title, &answers.map(str::to_owned)[..])
        );
        assert_eq!(fields, asked, "{said:?}");
    }
}
