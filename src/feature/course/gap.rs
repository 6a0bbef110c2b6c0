//! The gap machine: what was answered decides what is asked next.
//!
//! - G1 The first field without an answer is next; when there is none, the result is made.
//! - G2 A choice fills exactly the field of its card; a card without a field fills none.
//! - G3 Words fill the field of the open card, and what a person begins with fills the first field, whole; except
//!   questions about the asking, greetings and what has no word in it, which fill nothing. What is ticked and what is
//!   written answer together.
//! - G4 A field that changes takes the answers that depend on it along.
//! - G5 Nothing but a person's reply, edit or skip changes an answer; what does not fit changes nothing and says why.
//!
//! Must not be in here: wording, records.

use std::collections::BTreeMap;

use serde_json::Value;

use super::flow::{FLOWS, Field, Flow};
use super::tools::GENERAL;
use super::topic;
use crate::agent::tool::Arguments;
use crate::base::language::Language;
use crate::command::spec::Text;
use crate::model::course::Said;

/// What was answered, by field.
pub type Profile = BTreeMap<String, Said>;

/// How much of a long option is shown, in characters; all of it counts.
const SHOWN: usize = 80;

/// Options that are shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Card {
    /// Its title.
    pub question: String,
    /// What there is to choose.
    pub options: Vec<String>,
    /// The field it fills; `None` fills none.
    pub field: Option<&'static str>,
    /// It may be skipped.
    pub skip: bool,
    /// Several may be chosen.
    pub several: bool,
}

/// What the person does with a card, or without one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// Chooses options, as they are written.
    Options(Vec<String>),
    /// Says something.
    Words(String),
    /// Chooses options, as they are written, and adds something in words.
    Both(Vec<String>, String),
    /// Has no preference.
    Skip,
}

/// Why a reply does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoReply {
    /// There is nothing in it.
    #[error("nothing was said")]
    Empty,
    /// There is no card that it could answer.
    #[error("nothing was asked")]
    NoCard,
    /// It is none of the options, or too many of them.
    #[error("this is not among the options")]
    NotOffered,
    /// The card must be answered.
    #[error("this cannot be skipped")]
    NotSkippable,
    /// There is no such field.
    #[error("there is no such field")]
    NoField,
}

/// What is asked next (G1).
pub fn next(flow: &Flow, profile: &Profile) -> Option<&'static Field> {
    flow.fields.iter().find(|field| !profile.contains_key(field.name))
}

/// The card that is open after an answer: the model's, where it asks for nothing that is known already, else the form of
/// the next field; the flag says that it was made here.
pub fn open(flow: &Flow, profile: &Profile, shown: Option<Card>, language: Language) -> Option<(Card, bool)> {
    let news = |card: &Card| card.field.is_none_or(|name| !profile.contains_key(name));
    let next = next(flow, profile)?;
    // What only the person's own words can say is not suggested by anyone.
    let shown = shown.filter(|_| !next.options.is_empty());
    Some(shown.filter(news).map_or_else(|| (form(next, language), true), |card| (card, false)))
}

/// The card that a valid call shows. Where a field was asked for, it is for that one, whatever the call names
/// (`tools::present` refuses cards for another one); else for the one it names.
pub fn card(flow: &Flow, asked: Option<&Field>, arguments: &Arguments) -> Option<Card> {
    let text = |name: &str| arguments.get(name).and_then(Value::as_str).unwrap_or_default();
    let flag = |name: &str| arguments.get(name).and_then(Value::as_bool).unwrap_or_default();
    let options: Vec<String> =
        arguments.get("options")?.as_array()?.iter().filter_map(Value::as_str).map(str::to_owned).collect();
    let named = text("targetField");
    let field = if named == GENERAL {
        None
    } else {
        Some(asked.and_then(|field| flow.field(field.name)).or_else(|| flow.field(named))?)
    };
    Some(Card {
        question: text("question").to_owned(),
        options,
        field: field.map(|field| field.name),
        skip: field.map_or_else(|| flag("allowSkip"), |field| field.skip),
        several: flag("multiSelect"),
    })
}

/// The card for a field where no model makes one; one that is asked for in words has no options.
pub fn form(field: &Field, language: Language) -> Card {
    Card {
        question: field.question.get(language).to_owned(),
        options: field.options.iter().map(|option| option.get(language).to_owned()).collect(),
        field: Some(field.name),
        skip: field.skip,
        several: field.several,
    }
}

/// Takes a reply to the open card; gives the field it filled. `opening` is the first message of an interview.
pub fn reply(
    flow: &Flow,
    profile: &mut Profile,
    open: Option<&Card>,
    reply: &Reply,
    opening: bool,
) -> Result<Option<&'static str>, NoReply> {
    let said = match reply {
        Reply::Words(text) => {
            let text = text.trim();
            if text.is_empty() {
                return Err(NoReply::Empty);
            }
            let asked = match open {
                None if opening => first_open(flow, profile),
                open => open.and_then(|card| card.field),
            };
            let Some(name) = asked.filter(|name| answers(flow, name, text)) else { return Ok(None) };
            return set(flow, profile, name, Some(in_words(text))).map(Some);
        }
        Reply::Options(chosen) => Said::Chosen(offered(open, chosen)?),
        Reply::Both(chosen, text) => {
            let mut all = offered(open, chosen)?;
            if says_nothing(text.trim()) {
                return Ok(None);
            }
            let text = text.trim().to_owned();
            if !all.contains(&text) {
                all.push(text);
            }
            Said::Chosen(all)
        }
        Reply::Skip => {
            if !open.ok_or(NoReply::NoCard)?.skip {
                return Err(NoReply::NotSkippable);
            }
            Said::Skipped
        }
    };
    let Some(name) = open.and_then(|card| card.field) else { return Ok(None) };
    set(flow, profile, name, Some(said)).map(Some)
}

/// The first field, while it has no answer: what a person begins with is about it, and takes nothing else's place.
fn first_open(flow: &Flow, profile: &Profile) -> Option<&'static str> {
    flow.fields.first().map(|field| field.name).filter(|name| !profile.contains_key(*name))
}

/// Whether a text answers what is asked for a field.
pub fn answers(flow: &Flow, field: &str, text: &str) -> bool {
    let is_first = flow.fields.first().is_some_and(|first| first.name == field);
    if is_first { is_topic(flow, text) } else { !says_nothing(text) }
}

/// Whether a text says what it is to be about. A question may do so, too, unless it is about the app.
pub fn is_topic(flow: &Flow, text: &str) -> bool {
    let lower = topic::within(flow, text).to_lowercase();
    let bare = lower.trim_matches(|mark: char| !mark.is_alphanumeric());
    let said = bare_of(text);
    let is_lead_in = flow.lead_ins.iter().copied().flatten().any(|lead| lead.trim() == said);
    if is_lead_in || NO_TOPICS.contains(&bare) {
        return false;
    }
    match heard(text) {
        None => true,
        Some(Heard::Question) => !is_about_asking(bare) && !is_about_asking(&said),
        Some(Heard::Greeting | Heard::Noise | Heard::Help) => false,
    }
}

/// Whether a question is about the app or about the asking.
fn is_about_asking(bare: &str) -> bool {
    let starts = |begins: &[&str]| begins.iter().any(|begin| format!("{bare} ").starts_with(begin));
    bare.is_empty()
        || CALLS.contains(&bare)
        || starts(QUESTIONS)
        || starts(ABOUT_APP)
        || SHORT_QUESTIONS.contains(&bare)
}

/// The options that are chosen, where the card has them and takes as many.
fn offered(open: Option<&Card>, chosen: &[String]) -> Result<Vec<String>, NoReply> {
    let card = open.ok_or(NoReply::NoCard)?;
    let fits = (card.several || chosen.len() == 1) && chosen.iter().all(|one| card.options.contains(one));
    let distinct = chosen.iter().enumerate().all(|(index, one)| !chosen[..index].contains(one));
    match chosen {
        [] => Err(NoReply::Empty),
        _ if !fits || !distinct => Err(NoReply::NotOffered),
        chosen => Ok(chosen.to_vec()),
    }
}

/// What a text that answers nothing is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heard {
    /// A question back.
    Question,
    /// A greeting.
    Greeting,
    /// A call for help.
    Help,
    /// No word at all, or keys that were only tried.
    Noise,
}

/// Greetings and their like.
const GREETINGS: &[&str] = &[
    "hi",
    "hello",
    "hey",
    "hallo",
    "hello there",
    "hi there",
    "good morning",
    "good evening",
    "good afternoon",
    "thanks",
    "thank you",
    "ok",
    "okay",
    "你好",
    "您好",
    "嗨",
    "哈喽",
    "早上好",
    "下午好",
    "晚上好",
    "谢谢",
    "好的",
    "在吗",
];
/// Calls for help.
const CALLS: &[&str] = &[
    "help",
    "help me",
    "please help",
    "help please",
    "i need help",
    "帮助",
    "帮帮我",
    "帮我",
    "请帮助我",
    "救命",
    "求助",
];
/// What says that something is wanted and not yet what.
const NO_TOPICS: &[&str] = &[
    "learn",
    "learn something",
    "learn something new",
    "study",
    "something",
    "something new",
    "anything",
    "start",
    "begin",
    "new course",
    "new project",
    "plan a course",
    "plan a project",
    "a course",
    "a project",
    "course",
    "project",
    "i don't know",
    "i don’t know",
    "don't know",
    "no idea",
    "not sure",
    "yes",
    "no",
    "学习",
    "学",
    "学点东西",
    "学点什么",
    "点东西",
    "开始",
    "课程",
    "项目",
    "新建课程",
    "新建项目",
    "规划课程",
    "规划项目",
    "随便",
    "不知道",
    "还没想好",
    "是",
    "不是",
];
/// How questions about the app begin.
const ABOUT_APP: &[&str] = &[
    "how do you work",
    "how do i use this",
    "how do i use it",
    "how do i use espalier",
    "how do i start",
    "how do i begin",
    "how can i use this",
    "how can i start",
    "how to use this",
    "where do i start",
    "where do i begin",
    "what is espalier",
    "what can i do here",
    "what should i do",
    "what should i learn",
    "what should i say",
    "what can i learn",
    "what do i do",
    "is this ",
    "is it free",
    "are you ",
    "do you ",
    "do i need ",
    "does this ",
    "who made ",
    "可以帮我吗",
    "你能帮我吗",
    "你可以做什么",
    "你是",
    "这是什么",
    "这个怎么用",
    "这怎么用",
    "怎么用",
    "怎么开始",
    "如何使用",
    "如何开始",
    "能做什么",
    "可以做什么",
    "我该怎么开始",
    "我该学什么",
    "我该做什么",
    "我应该学什么",
    "我能学什么",
    "我可以学什么",
    "要钱吗",
    "收费吗",
    "免费吗",
];
/// Questions that are about nothing by themselves.
const SHORT_QUESTIONS: &[&str] = &[
    "what",
    "what now",
    "why",
    "how",
    "who",
    "when",
    "really",
    "huh",
    "什么",
    "为什么",
    "怎么",
    "然后呢",
    "真的吗",
    "啊",
];
/// How questions begin that are about the asking and not about the matter; the mark at the end may be missing.
const QUESTIONS: &[&str] = &[
    "why do you ",
    "why are you ",
    "why should i ",
    "what can you ",
    "what do you ",
    "what does that mean",
    "what is this",
    "what is that",
    "who are you",
    "what are you",
    "how does this work",
    "为什么要",
    "为什么问",
    "你为什么",
    "什么意思",
    "你是谁",
    "你能做什么",
    "你会什么",
];
/// The rows of a keyboard.
const ROWS: [&str; 3] = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];

/// What a text is that answers nothing; `None` for an answer.
pub fn heard(text: &str) -> Option<Heard> {
    let bare = bare_of(text);
    let bare = bare.as_str();
    if CALLS.contains(&bare) {
        return Some(Heard::Help);
    }
    if asks_back(text) || QUESTIONS.iter().any(|begin| format!("{bare} ").starts_with(begin)) {
        return Some(Heard::Question);
    }
    if bare.is_empty() || is_tried(bare) {
        return Some(Heard::Noise);
    }
    GREETINGS.contains(&bare).then_some(Heard::Greeting)
}

/// A text in small letters, without the marks at its end.
fn bare_of(text: &str) -> String {
    text.trim().to_lowercase().trim_end_matches(|last: char| !last.is_alphanumeric()).to_owned()
}

/// Whether these are keys beside each other, or one key again and again.
fn is_tried(word: &str) -> bool {
    let length = word.chars().count();
    let same =
        word.chars().next().is_some_and(|first| word.chars().all(|other| other == first) && first.is_alphabetic());
    let back: String = word.chars().rev().collect();
    let in_row = ROWS.iter().any(|row| row.contains(word) || row.contains(&back));
    let half = word.get(..word.len() / 2).filter(|half| half.len() > 2 && half.repeat(2) == word);
    (length > 3 && (same || in_row)) || half.is_some_and(|half| ROWS.iter().any(|row| row.contains(half)))
}

/// Whether a text answers nothing: a question back, a greeting, or no word at all.
pub fn says_nothing(text: &str) -> bool {
    heard(text).is_some()
}

/// Whether a text is a question back.
pub fn asks_back(text: &str) -> bool {
    text.trim_end().ends_with(['?', '？'])
}

/// What a text says about a field.
pub fn in_words(text: &str) -> Said {
    Said::Words(text.trim().to_owned())
}

/// An option as it is shown: its first line, ending with a whole word where it is long.
pub fn shown(option: &str) -> String {
    let mut lines = option.trim().lines();
    let line = lines.next().unwrap_or_default().trim_end();
    let Some((end, _)) = line.char_indices().nth(SHOWN) else {
        return if lines.next().is_some() { format!("{line}…") } else { line.to_owned() };
    };
    let head = &line[..end];
    // A language without spaces has its words everywhere.
    let cut = head.rfind(char::is_whitespace).filter(|cut| *cut * 2 > end).unwrap_or(end);
    format!("{}…", head[..cut].trim_end())
}

/// Sets a field, or clears it, and with it what depended on it (G4).
pub fn set(flow: &Flow, profile: &mut Profile, name: &str, said: Option<Said>) -> Result<&'static str, NoReply> {
    let field = flow.field(name).ok_or(NoReply::NoField)?;
    if let Some(Said::Words(text)) = &said
        && text.trim().is_empty()
    {
        return Err(NoReply::Empty);
    }
    if profile.get(name) == said.as_ref() {
        return Ok(field.name);
    }
    let before = match said {
        Some(said) => profile.insert(field.name.to_owned(), said),
        None => profile.remove(field.name),
    };
    if before.is_none() {
        // What was said without it does not depend on it.
        return Ok(field.name);
    }
    // Fields come after those they depend on, so one pass is enough.
    let mut changed = vec![field.name];
    for other in flow.fields {
        if other.depends.iter().any(|name| changed.contains(name)) && profile.remove(other.name).is_some() {
            changed.push(other.name);
        }
    }
    Ok(field.name)
}

/// An answer in words.
pub fn told(said: &Said, language: Language) -> String {
    match said {
        Said::Chosen(options) => options.join(if language == Language::Zh { "、" } else { ", " }),
        Said::Words(text) => text.clone(),
        Said::Skipped => SKIPPED.get(language).to_owned(),
    }
}

/// What one says who skips a question.
const SKIPPED: Text = Text::new("no preference", "没有偏好");

/// Words of the app that were stored in the language of their day, in this one: that a question was skipped, the name of
/// who asks. `None` for all other words.
pub fn reworded(text: &str, language: Language) -> Option<&'static str> {
    let known = FLOWS.iter().map(|flow| flow.title).chain([SKIPPED]);
    let is = |known: &Text| known.en == text || known.zh == text;
    known.into_iter().find(is).map(|known| known.get(language))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::flow::COURSE;
    use super::*;

    fn chosen(options: &[&str]) -> Reply {
        Reply::Options(options.iter().map(|option| (*option).to_owned()).collect())
    }

    /// The first option of a card, or words where it has none.
    fn first(card: &Card) -> Reply {
        card.options.first().map_or_else(|| Reply::Words("mine".into()), |one| chosen(&[one.as_str()]))
    }

    #[test]
    fn f2_a_field_that_depends_on_another_comes_after_it() {
        for flow in FLOWS {
            for (index, field) in flow.fields.iter().enumerate() {
                let before: Vec<_> = flow.fields[..index].iter().map(|field| field.name).collect();
                assert!(field.depends.iter().all(|name| before.contains(name)), "{}", field.name);
                // What it is about comes from the person alone.
                let count = field.options.len();
                assert!(if index == 0 { count == 0 } else { (2..=4).contains(&count) }, "{}", field.name);
            }
        }
    }

    #[test]
    fn g1_one_field_after_the_other() {
        let mut profile = Profile::new();
        for field in COURSE.fields {
            assert_eq!(next(&COURSE, &profile).map(|field| field.name), Some(field.name));
            let card = form(field, Language::En);
            assert_eq!(reply(&COURSE, &mut profile, Some(&card), &first(&card), false), Ok(Some(field.name)));
        }
        assert!(next(&COURSE, &profile).is_none());
    }

    #[test]
    fn g2_g3_what_fills_a_field_and_what_does_not() {
        let card = |field| Card {
            question: "?".into(),
            options: vec!["a".into(), "b".into()],
            field,
            skip: false,
            several: false,
        };
        let goal = card(Some("goal"));
        let words = |text: &str| Reply::Words(text.into());
        for (open, said, opening, expected) in [
            (Some(&goal), chosen(&["a"]), false, Ok(Some("goal"))),
            (Some(&goal), chosen(&["a", "b"]), false, Err(NoReply::NotOffered)),
            (Some(&goal), chosen(&["c"]), false, Err(NoReply::NotOffered)),
            (Some(&goal), chosen(&[]), false, Err(NoReply::Empty)),
            (None, chosen(&["a"]), false, Err(NoReply::NoCard)),
            (Some(&goal), words("my own"), false, Ok(Some("goal"))),
            (None, words("my own"), true, Ok(Some("goal"))),
            (None, words(" I want to learn Rust. "), true, Ok(Some("goal"))),
            (None, words("How do I bake bread?"), true, Ok(Some("goal"))),
            (None, words("Hello!"), true, Ok(None)),
            (None, words("help"), true, Ok(None)),
            (None, words("你好"), true, Ok(None)),
            (None, words("What can you do?"), true, Ok(None)),
            (Some(&goal), words("what do you mean?"), false, Ok(None)),
            (Some(&goal), words("什么意思？"), false, Ok(None)),
            (Some(&goal), words("… !"), false, Ok(None)),
            (Some(&goal), words("  "), false, Err(NoReply::Empty)),
            (None, words("my own"), false, Ok(None)),
            (Some(&goal), words("Hello!"), false, Ok(None)),
            (Some(&goal), words("asdfgh"), false, Ok(None)),
            (Some(&goal), Reply::Skip, false, Err(NoReply::NotSkippable)),
            (Some(&card(None)), chosen(&["a"]), false, Ok(None)),
            (Some(&goal), Reply::Both(vec!["a".into()], "and more".into()), false, Ok(Some("goal"))),
            (Some(&goal), Reply::Both(vec!["a".into()], "more?".into()), false, Ok(None)),
            (Some(&goal), Reply::Both(vec!["c".into()], "and more".into()), false, Err(NoReply::NotOffered)),
        ] {
            let mut profile = Profile::new();
            assert_eq!(reply(&COURSE, &mut profile, open, &said, opening), expected, "{said:?}");
            let filled = expected.ok().flatten().into_iter().map(str::to_owned).collect::<Vec<_>>();
            assert_eq!(profile.into_keys().collect::<Vec<_>>(), filled, "{said:?}");
        }
    }

    #[test]
    fn g3_what_answers_nothing_is_told_from_answers() {
        for text in ["why do you ask", "What can you teach me", "Is that so? ", "为什么要问这个", "什么意思"]
        {
            assert_eq!(heard(text), Some(Heard::Question), "{text}");
        }
        for text in ["hello", "Hi!", "你好。", "OK"] {
            assert_eq!(heard(text), Some(Heard::Greeting), "{text}");
        }
        for text in ["asdfgh", "ASDF", "qwerty", "aaaa", "asdfasdf", "!!!", "🎉", "…"] {
            assert_eq!(heard(text), Some(Heard::Noise), "{text}");
        }
        for text in [
            "Rust",
            "C",
            "tree",
            "were",
            "power",
            "What the Romans ate",
            "How to bake bread",
            "Why the sky is blue",
            "hi-fi",
            "okay cooking",
            "5",
            "你好这个词的来历",
            "为什么天是蓝的",
            "Hello World in C",
            "typing",
            "property",
        ] {
            assert_eq!(heard(text), None, "{text}");
        }
    }

    #[test]
    fn g3_what_one_begins_with_is_the_first_answer_unless_it_is_about_nothing() {
        for text in [
            "Learn to bake sourdough bread",
            "Rust",
            "How do I bake bread?",
            "Can you teach me Spanish?",
            "Can you help me pass my exam?",
            "How do you bake bread?",
            "我该怎么准备面试？",
            "你可以教我西班牙语吗？",
            "What’s photosynthesis?",
            "Why is the sky blue?",
            "help children learn to read",
            "怎么学吉他？",
            "下周四的银行面试怎么准备？",
            "为什么天是蓝的？",
            "帮我学西班牙语",
            "学做面包",
            "Project management",
        ] {
            assert!(FLOWS.iter().all(|flow| is_topic(flow, text)), "{text}");
        }
        for text in [
            "",
            "hi",
            "Help!",
            "help?",
            "你好",
            "帮助",
            "I want to learn",
            "I want to learn something new.",
            "我想学习",
            "What can you do?",
            "Who are you?",
            "How does this work?",
            "Is this free?",
            "Can you help me?",
            "How do I use this app?",
            "这是什么？",
            "怎么用？",
            "你能做什么？",
            "what now?",
            "?",
            "asdf",
        ] {
            assert!(!is_topic(&COURSE, text), "{text}");
        }
        // It takes no other answer's place.
        let mut profile = Profile::from([("goal".to_owned(), Said::Words("mine".into()))]);
        assert_eq!(reply(&COURSE, &mut profile, None, &Reply::Words("Rust".into()), true), Ok(None));
    }

    #[test]
    fn what_is_long_is_shown_short_and_kept_whole() {
        let long =
            "Prepare for a job interview as a data analyst at a bank next Thursday, without any time to lose at all";
        let label = shown(long);
        assert!(label.ends_with('…') && long.starts_with(label.trim_end_matches('…')), "{label}");
        assert!(long[label.len() - "…".len()..].starts_with(' '), "it ends with a whole word: {label}");
        assert_eq!(shown("Rust"), "Rust");
        assert_eq!(shown("Rust\nand more"), "Rust…");
        assert_eq!(shown(&"学".repeat(100)).chars().count(), SHOWN + 1);
        let mut card = form(&COURSE.fields[0], Language::En);
        card.options.push(long.to_owned());
        let mut profile = Profile::new();
        reply(&COURSE, &mut profile, Some(&card), &chosen(&[long]), false).unwrap();
        assert_eq!(profile["goal"], Said::Chosen(vec![long.to_owned()]));
        let text = "word ".repeat(2_000);
        reply(&COURSE, &mut profile, Some(&card), &Reply::Words(text.clone()), false).unwrap();
        assert_eq!(profile["goal"], Said::Words(text.trim().to_owned()));
    }

    #[test]
    fn g4_what_depended_on_a_field_is_asked_again() {
        let mut profile = Profile::new();
        for field in COURSE.fields {
            profile.insert(field.name.to_owned(), Said::Words(field.name.to_owned()));
        }
        let mut same = profile.clone();
        set(&COURSE, &mut same, "goal", Some(Said::Words("goal".into()))).unwrap();
        assert_eq!(same, profile, "the same answer changes nothing");
        set(&COURSE, &mut profile, "goal", Some(Said::Words("other".into()))).unwrap();
        assert_eq!(profile.keys().collect::<Vec<_>>(), ["cognitiveStyle", "goal"]);
        set(&COURSE, &mut profile, "goal", None).unwrap();
        assert_eq!(next(&COURSE, &profile).unwrap().name, "goal");
        assert_eq!(set(&COURSE, &mut profile, "colour", None), Err(NoReply::NoField));
    }

    #[derive(Debug, Clone)]
    enum Act {
        Reply(u8, usize, bool),
        Set(usize, u8),
        Undo,
        Redo,
    }

    fn act() -> impl Strategy<Value = Act> {
        prop_oneof![
            4 => (0_u8..7, 0_usize..4, any::<bool>()).prop_map(|(kind, option, opening)| Act::Reply(kind, option, opening)),
            2 => (0_usize..5, 0_u8..3).prop_map(|(field, kind)| Act::Set(field, kind)),
            1 => Just(Act::Undo),
            1 => Just(Act::Redo),
        ]
    }

    proptest! {
        #[test]
        fn the_machine_is_total_and_always_reaches_the_result(which in 0..FLOWS.len(), acts in prop::collection::vec(act(), 0..40)) {
            let flow = FLOWS[which];
            let mut profile = Profile::new();
            let (mut past, mut future): (Vec<Profile>, Vec<Profile>) = (Vec::new(), Vec::new());
            for act in acts {
                let before = profile.clone();
                match act {
                    Act::Reply(kind, option, opening) => {
                        let open = next(flow, &profile).map(|field| form(field, Language::En));
                        let options = open.as_ref().map(|card| card.options.clone()).unwrap_or_default();
                        let said = match kind {
                            0 => Reply::Skip,
                            1 => Reply::Words("so".into()),
                            2 => Reply::Words("so?".into()),
                            3 => Reply::Options(options),
                            4 => Reply::Options(vec!["nonsense".into()]),
                            5 => Reply::Both(options.get(option).cloned().into_iter().collect(), "and so".into()),
                            _ => Reply::Options(options.get(option).cloned().into_iter().collect()),
                        };
                        let filled = reply(flow, &mut profile, open.as_ref(), &said, opening);
                        let grew = !matches!(filled, Ok(Some(_)));
                        prop_assert_eq!(grew, profile == before, "a field is filled or nothing changes");
                    }
                    Act::Set(index, kind) => {
                        let name = flow.fields.get(index).map_or("invented", |field| field.name);
                        let said = [None, Some(Said::Skipped), Some(Said::Words("edited".into()))][usize::from(kind)].clone();
                        prop_assert_eq!(set(flow, &mut profile, name, said).is_ok(), name != "invented");
                    }
                    Act::Undo => if let Some(earlier) = past.pop() {
                        future.push(std::mem::replace(&mut profile, earlier));
                        continue;
                    },
                    Act::Redo => if let Some(later) = future.pop() {
                        past.push(std::mem::replace(&mut profile, later));
                        continue;
                    },
                }
                if profile != before {
                    past.push(before);
                    future.clear();
                }
                prop_assert!(profile.keys().all(|name| flow.field(name).is_some()));
            }
            let mut steps = 0;
            while let Some(field) = next(flow, &profile) {
                let card = form(field, Language::Zh);
                prop_assert_eq!(reply(flow, &mut profile, Some(&card), &first(&card), false), Ok(Some(field.name)));
                steps += 1;
                prop_assert!(steps <= flow.fields.len());
            }
        }
    }

    #[test]
    fn words_of_the_app_follow_the_language() {
        for flow in FLOWS {
            assert_eq!(reworded(flow.title.en, Language::Zh), Some(flow.title.zh));
            assert_eq!(reworded(flow.title.zh, Language::En), Some(flow.title.en));
        }
        assert_eq!(reworded(&told(&Said::Skipped, Language::En), Language::Zh), Some("没有偏好"));
        assert_eq!(reworded("没有偏好", Language::Zh), Some("没有偏好"));
        assert_eq!(reworded("I have no preference", Language::Zh), None);
    }
}
