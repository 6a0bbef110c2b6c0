//! The gap machine: what was answered decides what is asked next.
//!
//! - G1 The first field without an answer is next; when there is none, the result is made.
//! - G2 A choice fills exactly the field of its card; a card without a field fills none.
//! - G3 Words fill the field of the open card, and what a person begins with fills the first field, whole; except
//!   questions about the asking, greetings and what has no word in it, which fill nothing. What is ticked and what is
//!   written answer together.
//! - G4 A field that changes takes the answers that depend on it along.
//! - G5 Nothing but a person's reply, edit or skip changes an answer; what does not fit changes nothing and says why.
//! - G6 Who leaves it to the guide gets the default of the field; a correction changes the answer it is about, a step
//!   back clears the last one.
//! - G7 What the words about the first field say about the others fills those, too, so that it is not asked again.

use std::collections::BTreeMap;

use serde_json::Value;

use super::flow::{Field, Flow, TITLES};
use super::heard::{self, correction};
pub use super::heard::{Heard, asks_back, heard, is_topic, says_nothing};
use super::tools::{GENERAL, distinct_options};
use super::{cues, narrow, template};
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
    /// It answers nothing.
    #[error("this is no answer")]
    NoAnswer,
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
    let next = next(flow, profile)?;
    let news = |card: &Card| {
        if narrow::is_of(flow, card) {
            return narrow::is_due(flow, profile);
        }
        // What only the person's own words can say is not suggested by anyone.
        !next.options.is_empty() && card.field.is_none_or(|name| !profile.contains_key(name))
    };
    let is_known = |card: &Card| card.field.is_some_and(|name| profile.contains_key(name));
    Some(shown.filter(news).map_or_else(
        || (form(&asked(flow, profile, next), language), true),
        |card| (Card { skip: card.skip || is_known(&card), ..card }, false),
    ))
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

/// A field as it is asked for this goal.
pub fn asked(flow: &Flow, profile: &Profile, field: &Field) -> Field {
    field.asked(template::is_for_class(flow, profile))
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

/// Takes a reply to the open card; gives the field it filled, or cleared. `opening` is the first message of an
/// interview.
pub fn reply(
    flow: &Flow,
    profile: &mut Profile,
    open: Option<&Card>,
    reply: &Reply,
    opening: bool,
) -> Result<Option<&'static str>, NoReply> {
    let asked = match open {
        None if opening => first_open(flow, profile),
        open => open.and_then(|card| card.field),
    };
    let (all, text) = match reply {
        Reply::Options(chosen) => (offered(open, chosen)?, ""),
        Reply::Both(chosen, text) => (offered(open, chosen)?, text.trim()),
        Reply::Words(text) if text.trim().is_empty() => return Err(NoReply::Empty),
        Reply::Words(text) => (Vec::new(), text.trim()),
        Reply::Skip if !open.ok_or(NoReply::NoCard)?.skip => return Err(NoReply::NotSkippable),
        Reply::Skip => (Vec::new(), ""),
    };
    let heard = heard(text).filter(|_| !text.is_empty());
    if let Some(field) = corrected(flow, profile, asked, (heard, text), opening && profile.is_empty()) {
        let new = correction(text).map(|said| said.new).filter(|new| answers(flow, field.name, new)).map(in_words);
        return match new {
            None if !profile.contains_key(field.name) => Ok(None),
            new => {
                let changed = set(flow, profile, field.name, new)?;
                take_others(flow, profile, changed, text);
                Ok(Some(changed))
            }
        };
    }
    let is_left = matches!(heard, Some(Heard::Leave | Heard::Skip));
    let Some(field) = asked.and_then(|name| flow.field(name)) else { return Ok(None) };
    let narrows = open.filter(|card| narrow::is_of(flow, card) && profile.contains_key(field.name));
    let is_whole = *reply == Reply::Skip || is_left || profile.get(field.name) == Some(&in_words(text));
    let said = match reply {
        _ if narrows.is_some() && is_whole => {
            FieldAnswer::Chosen(narrows.and_then(|card| card.options.last().cloned()).into_iter().collect())
        }
        _ if !all.is_empty() && (text.is_empty() || is_left) => FieldAnswer::Chosen(all),
        Reply::Skip => FieldAnswer::Skipped,
        Reply::Words(_) if is_left && field.skip => left(field, open, heard),
        Reply::Words(_) if answers(flow, field.name, text) => in_words(text),
        Reply::Words(_) => {
            // "I'm a beginner" is no topic, but says something.
            let others = if heard.is_none() { cues::said(flow, text) } else { Vec::new() };
            let other = others.into_iter().find(|(other, _)| !profile.contains_key(other.name));
            let Some((other, said)) = other else { return Ok(None) };
            return set(flow, profile, other.name, Some(said)).map(Some);
        }
        _ if heard.is_some() => return Ok(None),
        _ if all.iter().any(|one| one == text) => FieldAnswer::Chosen(all),
        _ => FieldAnswer::Chosen(all.into_iter().chain([text.to_owned()]).collect()),
    };
    if narrows.is_some() {
        // It is still about the same, so what depends on it stays.
        profile.insert(field.name.to_owned(), said);
        return Ok(Some(field.name));
    }
    let filled = set(flow, profile, field.name, Some(said))?;
    take_others(flow, profile, filled, text);
    Ok(Some(filled))
}

/// Takes the answers to other fields that a text holds which says what it is all about.
fn take_others(flow: &Flow, profile: &mut Profile, filled: &str, text: &str) {
    if flow.fields.first().is_some_and(|first| first.name == filled) {
        for (field, said) in cues::said(flow, text) {
            profile.entry(field.name.to_owned()).or_insert(said);
        }
    }
}

/// The answer of who leaves it to the guide: the default, where it is offered.
fn left(field: &Field, open: Option<&Card>, heard: Option<Heard>) -> FieldAnswer {
    let is_default = |option: &&String| heard == Some(Heard::Leave) && field.place(option) == Some(field.default);
    let offered = open.and_then(|card| card.options.iter().find(is_default));
    offered.map_or(FieldAnswer::Skipped, |option| FieldAnswer::Chosen(vec![option.clone()]))
}

/// The field that a step back clears, or that a correction changes.
fn corrected(
    flow: &Flow,
    profile: &Profile,
    asked: Option<&'static str>,
    (heard, text): (Option<Heard>, &str),
    begins: bool,
) -> Option<&'static Field> {
    if heard == Some(Heard::Back) {
        let before = flow.fields.iter().take_while(|field| asked != Some(field.name));
        let narrowed = asked.and_then(|name| flow.field(name));
        return before.chain(narrowed).filter(|field| profile.contains_key(field.name)).last();
    }
    let said = correction(text).filter(|_| heard.is_none_or(|kind| kind == Heard::Correction))?;
    if begins {
        return flow.fields.first().filter(|_| said.told);
    }
    heard::corrected(flow, profile, asked.and_then(|name| flow.field(name)), &said)
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
    if let Some(FieldAnswer::Words(text)) = &said {
        if text.trim().is_empty() {
            return Err(NoReply::Empty);
        }
        if !answers(flow, name, text) {
            return Err(NoReply::NoAnswer);
        }
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
    let mut known = TITLES.into_iter().chain([SKIPPED]);
    let is = |known: &Text| known.en == text || known.zh == text;
    known.find(is).map(|known| known.get(language))
}

#[cfg(test)]
mod tests;
