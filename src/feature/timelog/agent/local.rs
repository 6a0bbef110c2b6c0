//! What the built-in model says: questions are understood by rules and answered with the same tools a model has.
//!
//! - B1 Each number it says is one that a tool of the turn found.
//! - B2 What could mean several things is asked back, with the choices.
//! - B3 What is not understood is said to be, with examples of what is.
//!
//! Must not be in here: the rules themselves (`questions`), running a turn.

use serde_json::{Value, json};

use super::toolbox::{ASK, PROPOSE_ENTRIES};
use crate::agent::ask::Answer;
use crate::agent::turn::State;
use crate::base::language::Language;
use crate::feature::timelog::look_up::{self, MAX_DETAILS, World};
use crate::feature::timelog::moment;
use crate::feature::timelog::names::Named;
use crate::feature::timelog::questions::{self, Known, PROMPTS, Plan, Understood};
use crate::feature::timelog::quick_add::{self, Timed};
use crate::feature::timelog::tools::Finding;
use crate::model::timelog::{Goal, TimeCategory};

/// What is said next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// The answer.
    Text(String),
    /// A call, with words before it: its id, the tool, the arguments.
    Call(String, String, &'static str, Value),
}

/// What comes next for a question, as the turn stands; `instead` of a model that cannot call tools.
pub fn next(world: &World<'_>, text: &str, state: &State, language: Language, instead: bool) -> Said {
    let categories: Vec<&TimeCategory> = world.workspace.tables().time_categories.values().map(AsRef::as_ref).collect();
    let goals: Vec<&Goal> = world.workspace.tables().goals.values().map(AsRef::as_ref).collect();
    let categories: Vec<Named<'_>> =
        categories.iter().map(|row| Named { name: &row.name, aliases: &row.aliases }).collect();
    let goals: Vec<Named<'_>> = goals.iter().map(|row| Named { name: &row.name, aliases: &[] }).collect();
    let calendar = world.columns.calendar();
    let known = Known { around: world.around(), calendar, categories: &categories, goals: &goals };
    if text.trim().is_empty() {
        return Said::Text(noted(language).to_owned());
    }
    let told = entry_in(world, text, &known, language);
    told.unwrap_or_else(|| match understood(text, state, &known, language) {
        Ok(Some(plan)) => look_up_all(world, &plan, state, &known, language),
        Ok(None) => Said::Text(help(language, instead)),
        Err(said) => said,
    })
}

/// The plan of a question, once it is clear what it is about (B2).
fn understood(text: &str, state: &State, known: &Known<'_>, language: Language) -> Result<Option<Plan>, Said> {
    let (said, choices) = match questions::understand(text, known) {
        None => return Ok(None),
        Some(Understood::Plan(plan)) => return Ok(Some(plan)),
        Some(Understood::Which(said, choices)) => (said, choices),
    };
    let back = questions::ask_back(&said, &choices, language);
    let name = match state.done(ASK).last().and_then(|call| call.answers.last()) {
        None => {
            let arguments = json!({ "question": back, "options": choices });
            return Err(Said::Call(String::new(), "which".to_owned(), ASK, arguments));
        }
        Some(Answer::Chosen(ids)) => ids.first().cloned().unwrap_or_default(),
        Some(Answer::Text(name)) => name.clone(),
        Some(_) => return Err(Said::Text(back)),
    };
    match questions::understand(&text.replace(&said, &name), known) {
        None => Ok(None),
        Some(Understood::Plan(plan)) => Ok(Some(plan)),
        // It is as unclear as before.
        Some(Understood::Which(..)) => Err(Said::Text(back)),
    }
}

/// The next call of a plan, or once all were made the answer (B1).
fn look_up_all(world: &World<'_>, plan: &Plan, state: &State, known: &Known<'_>, language: Language) -> Said {
    let mut findings: Vec<Finding> = Vec::new();
    for (at, call) in plan.calls.iter().enumerate() {
        let id = format!("local-{}", at + 1);
        if state.call(&id).is_none() {
            return Said::Call(String::new(), id, call.tool(), call.arguments().into());
        }
        match look_up::answer(world, call, 0, MAX_DETAILS) {
            Ok(answer) => findings.push(answer.finding),
            Err(error) => return Said::Text(error.to_string()),
        }
    }
    let answer = questions::answer(plan, &findings, known, language);
    Said::Text(answer.unwrap_or_else(|| help(language, false)))
}

/// Words of a question.
const ASKS: [&str; 14] =
    ["?", "？", "what", "how", "when", "which", "did i", "什么", "多少", "多久", "哪", "几", "吗", "总结"];
/// Words with which a person tells what is to be added.
const TELLS: [&str; 6] = ["add ", "log ", "record ", "添加", "记录", "记"];

/// A stretch of time that is told is proposed as an entry: when comes first, or a word that says so.
fn entry_in(world: &World<'_>, text: &str, known: &Known<'_>, language: Language) -> Option<Said> {
    let plain = text.trim().to_lowercase();
    if text.len() > 400 || ASKS.iter().any(|word| plain.contains(word)) {
        return None;
    }
    let told = TELLS.iter().find(|word| plain.starts_with(**word));
    let text = text.trim().get(told.map_or(0, |word| word.len())..)?.trim_start();
    let calendar = known.calendar;
    let known = quick_add::Known { now: world.now, calendar, categories: known.categories, goals: known.goals };
    let mut read = quick_add::read(text, &known);
    let is_time = |span: &quick_add::Span| matches!(span.kind, quick_add::Kind::Time);
    let placed = if read.spans.iter().any(is_time) { None } else { day_part(text) };
    if let Some(line) = &placed {
        read = quick_add::read(line, &known);
    }
    let first = read.spans.first().is_some_and(|span| span.range.start == 0);
    let timed = read.spans.iter().any(|span| matches!(span.kind, quick_add::Kind::Time | quick_add::Kind::Length));
    if read.timed != Timed::Between || !timed || !(first || told.is_some()) {
        return None;
    }
    let row = read.row;
    let at = |at| moment::write(at, calendar)[..16].to_owned();
    let mut entry = json!({ "start": at(row.start), "end": at(row.end?), "note": row.note });
    for (name, value) in [("category", row.category), ("goal", row.goal)] {
        if let Some(value) = value {
            entry[name] = value.into();
        }
    }
    if !row.tags.is_empty() {
        entry["tags"] = row.tags.into();
    }
    let words = match (language, placed.is_some()) {
        (Language::En, false) => "This is the entry I understood; tick it to add it.",
        (Language::En, true) => {
            "No time was said, so I took a usual one for that part of the day; change it if it was another, and tick the entry to add it."
        }
        (Language::Zh, false) => "这是我理解的记录，勾选后即可添加。",
        (Language::Zh, true) => "没有说具体时间，我按这个时段的常用时间填写；如有不同请修改，勾选后即可添加。",
    };
    Some(Said::Call(words.to_owned(), "entry".to_owned(), PROPOSE_ENTRIES, json!({ "entries": [entry] })))
}

/// The parts of a day, and when something in them is taken to have begun where no time is said.
const PARTS: [(&str, &str); 13] = [
    ("morning", "9:00"),
    ("noon", "12:00"),
    ("afternoon", "14:00"),
    ("evening", "19:00"),
    ("night", "21:00"),
    ("凌晨", "2:00"),
    ("早上", "8:00"),
    ("上午", "9:00"),
    ("中午", "12:00"),
    ("下午", "14:00"),
    ("傍晚", "18:00"),
    ("晚上", "19:00"),
    ("夜里", "22:00"),
];
/// The words before a part that say the day, and what the line says for them.
const DAYS: [(&str, &str); 19] = [
    ("yesterday", "yesterday"),
    ("last", "yesterday"),
    ("this", "today"),
    ("today", "today"),
    ("in the", "today"),
    ("monday", "monday"),
    ("tuesday", "tuesday"),
    ("wednesday", "wednesday"),
    ("thursday", "thursday"),
    ("friday", "friday"),
    ("saturday", "saturday"),
    ("sunday", "sunday"),
    ("前天", "前天"),
    ("昨天", "昨天"),
    ("今天", "今天"),
    ("昨日", "昨天"),
    ("今日", "今天"),
    ("昨", "昨天"),
    ("今", "今天"),
];

/// The line with a time in place of "yesterday evening" or "昨天晚上", put first; nothing where none of these is said.
fn day_part(text: &str) -> Option<String> {
    // Letters keep their places.
    let lower = text.to_ascii_lowercase();
    PARTS.iter().find_map(|(part, time)| {
        let at = lower.rfind(part)?;
        let before = lower[..at].trim_end();
        let (day, said) = DAYS.iter().find_map(|(word, said)| Some((before.strip_suffix(word)?, *said)))?;
        let note = text[..day.len()].trim();
        let note = note.strip_suffix(" on").unwrap_or(note);
        Some(format!("{said} {time} {note} {}", text[at + part.len()..].trim()))
    })
}

const fn noted(language: Language) -> &'static str {
    match language {
        Language::En => "Noted.",
        Language::Zh => "已知悉。",
    }
}

/// What can be asked (B3).
fn help(language: Language, instead: bool) -> String {
    let lead = match (language, instead) {
        (Language::En, false) => "I did not understand this. I answer by rules, offline, questions such as:",
        (Language::En, true) => "The app by itself did not understand this. It answers questions such as:",
        (Language::Zh, false) => "我没有理解。我按规则离线回答，例如：",
        (Language::Zh, true) => "应用自身没有理解这个问题。它能回答例如：",
    };
    let mut text = format!("{lead}\n");
    for prompt in PROMPTS {
        text.push_str("\n- ");
        text.push_str(prompt.get(language));
    }
    text
}
