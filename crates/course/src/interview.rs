//! The gap machine: what was answered decides what is asked next.
//!
//! - G1 The first field without an answer is next; when there is none, the result is made.
//! - G2 A choice fills exactly the field of its card; a card without a field fills none.
//! - G3 Words fill the field of the open card, and what a person begins with fills the first field, whole; except
//!   questions about the asking, greetings and what has no word in it, which fill nothing. What is ticked and what is
//!   written answer together.
//! - G4 A field that changes takes the answers that depend on it along.
//! - G5 Nothing but a person's reply, edit or skip changes an answer; what does not fit changes nothing and says why.

use std::collections::BTreeMap;

use serde_json::Value;

use super::flow::{FLOWS, Field, Flow};
use super::tools::{GENERAL, distinct_options};
use super::topic;
use espalier_agent_api::tool::Arguments;
use espalier_base::language::Language;
use espalier_command::spec::Text;
use espalier_model::course::FieldAnswer;

/// Answers by field.
pub type Profile = BTreeMap<String, FieldAnswer>;

/// The most characters shown of a long option; all of it counts.
const SHOWN: usize = 80;

/// Options that are shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Card {
    /// Title.
    pub question: String,
    /// Options to choose from.
    pub options: Vec<String>,
    /// Field that the card fills; `None` fills none.
    pub field: Option<&'static str>,
    /// Whether it may be skipped.
    pub skip: bool,
    /// Whether several options may be chosen.
    pub several: bool,
}

/// Reply of the person to a card, or without one.
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

/// Reason why a reply does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoReply {
    /// There is nothing in it.
    #[error("nothing was said")]
    Empty,
    /// There is no card that it could answer.
    #[error("nothing was asked")]
    NoCard,
    /// The reply is none of the options, or too many of them.
    #[error("this is not among the options")]
    NotOffered,
    /// The card must be answered.
    #[error("this cannot be skipped")]
    NotSkippable,
    /// There is no such field.
    #[error("there is no such field")]
    NoField,
}

/// Returns the first field without an answer (G1).
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
    let options: Vec<String> = distinct_options(arguments).into_iter().map(str::to_owned).collect();
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
        Reply::Options(chosen) => FieldAnswer::Chosen(offered(open, chosen)?),
        Reply::Both(chosen, text) => {
            let mut all = offered(open, chosen)?;
            if says_nothing(text.trim()) {
                return Ok(None);
            }
            let text = text.trim().to_owned();
            if !all.contains(&text) {
                all.push(text);
            }
            FieldAnswer::Chosen(all)
        }
        Reply::Skip => {
            if !open.ok_or(NoReply::NoCard)?.skip {
                return Err(NoReply::NotSkippable);
            }
            FieldAnswer::Skipped
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

/// Kind of a text that answers nothing.
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
/// Phrases that say that something is wanted, but not which thing.
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
/// Beginnings of questions about the app.
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
/// Beginnings of questions that are about the asking and not about the matter; the mark at the end may be missing.
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

/// Recognises a text that answers nothing; `None` for an answer.
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

/// Makes an answer of a text.
pub fn in_words(text: &str) -> FieldAnswer {
    FieldAnswer::Words(text.trim().to_owned())
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
pub fn set(flow: &Flow, profile: &mut Profile, name: &str, said: Option<FieldAnswer>) -> Result<&'static str, NoReply> {
    let field = flow.field(name).ok_or(NoReply::NoField)?;
    if let Some(FieldAnswer::Words(text)) = &said
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
pub fn answer_text(said: &FieldAnswer, language: Language) -> String {
    match said {
        FieldAnswer::Chosen(options) => options.join(if language == Language::Zh { "、" } else { ", " }),
        FieldAnswer::Words(text) => text.clone(),
        FieldAnswer::Skipped => SKIPPED.get(language).to_owned(),
    }
}

/// Answer of a person who skips a question.
const SKIPPED: Text = Text::new("no preference", "没有偏好");

/// Words of the app that were stored in the language of their day, in this one: that a question was skipped, the name of
/// who asks. `None` for all other words.
pub fn reworded(text: &str, language: Language) -> Option<&'static str> {
    let known = FLOWS.iter().map(|flow| flow.title).chain([SKIPPED]);
    let is = |known: &Text| known.en == text || known.zh == text;
    known.into_iter().find(is).map(|known| known.get(language))
}

#[cfg(test)]
mod tests;
