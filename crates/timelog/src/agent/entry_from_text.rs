//! Stretches of time that a person tells, which are proposed as entries.

use serde_json::json;

use super::local::{LocalReply, noted};
use super::toolbox::{ASK, PROPOSE_ENTRIES};
use crate::calendar::Calendar;
use crate::look_up::World;
use crate::moment;
use crate::names::{self, Named, Written};
use crate::phrase::{self, Around};
use crate::questions::{self, Known};
use crate::quick_add::{self, QuickAdd, Sure, Timed};
use espalier_agent_api::ask::Answer;
use espalier_agent_api::state::State;
use espalier_base::date::LocalDate;
use espalier_base::language::Language;
use espalier_base::time::Timestamp;
use espalier_base::words;

/// Words of a question.
const ASKS: [&str; 14] =
    ["?", "？", "what", "how", "when", "which", "did i", "什么", "多少", "多久", "哪", "几", "吗", "总结"];
/// Words with which a person tells what is to be added.
const TELLS: [&str; 6] = ["add ", "log ", "record ", "添加", "记录", "记"];

/// Proposes an entry for a stretch of time that is told: when comes first, or a word that says so. Where it can be
/// meant in several ways that are not alike, it is asked which (B2).
pub fn entry_in(
    world: &World<'_>,
    text: &str,
    state: &State,
    known: &Known<'_>,
    language: Language,
) -> Option<LocalReply> {
    let plain = text.trim().to_lowercase();
    if text.len() > 400 || ASKS.iter().any(|word| plain.contains(word)) {
        return None;
    }
    let told = TELLS.iter().find(|word| plain.starts_with(**word));
    let text = text.trim().get(told.map_or(0, |word| word.len())..)?.trim_start();
    let (calendar, around) = (known.calendar, known.around);
    let rows = names::written(world.workspace.tables().time_categories.values().map(AsRef::as_ref));
    let names: Vec<Named<'_>> = rows.iter().map(Written::named).collect();
    let known = quick_add::Known { now: world.now, calendar, categories: &names, goals: known.goals };
    let line = day_first(text, told.is_some(), &around);
    let text = line.as_str();
    let mut read = quick_add::read(text, &known);
    if let Sure::Asked(_) = read.sure
        && (told.is_some() || read.spans.first().is_some_and(|span| span.range.start == 0))
        && let Some(asked) = which_stretch(text, state, &known, around.today, language)
    {
        match asked {
            Ok(chosen) => read = chosen,
            Err(said) => return Some(said),
        }
    }
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
    let mut row = read.row;
    // A proposal names what there is; a new category is the person's to make.
    if read.new_category
        && let Some(name) = row.category.take()
    {
        row.note = format!("{} @{name}", row.note);
    }
    row.note = row.note.trim_start_matches("of ").trim().to_owned();
    if row.category.is_none()
        && let names::Found::One(at, names::How::Exact | names::How::Alias) = names::find(&row.note, &names)
    {
        row.category = Some(names[at].name.to_owned());
    }
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
    let words = offered(placed.is_some(), language);
    Some(LocalReply::Call(words.to_owned(), "entry".to_owned(), PROPOSE_ENTRIES, json!({ "entries": [entry] })))
}

/// The stretch of a line that was chosen of those it can mean, or the question which one; nothing if there is none.
fn which_stretch(
    text: &str,
    state: &State,
    known: &quick_add::Known<'_>,
    today: LocalDate,
    language: Language,
) -> Option<Result<QuickAdd, LocalReply>> {
    let all: Vec<QuickAdd> =
        quick_add::readings(text, known).into_iter().filter(|read| read.timed == Timed::Between).collect();
    let labels: Vec<String> =
        all.iter().filter_map(|read| stretch(read.row.start, read.row.end?, known.calendar, today, language)).collect();
    let back = match language {
        Language::En => "When was it?",
        Language::Zh => "是什么时候？",
    };
    let chosen = match state.done(ASK).last().and_then(|call| call.answers.last()) {
        None if labels.is_empty() => return None,
        None => {
            let arguments = json!({ "question": back, "options": labels });
            return Some(Err(LocalReply::Call(String::new(), "when".to_owned(), ASK, arguments)));
        }
        Some(Answer::Chosen(ids)) => ids.first().cloned().unwrap_or_default(),
        // Said in other words, it is read as another line.
        Some(Answer::Text(line)) => {
            let read = quick_add::read(line, known);
            return Some(if read.timed == Timed::Between { Ok(read) } else { Err(LocalReply::Text(back.to_owned())) });
        }
        Some(_) => return Some(Err(LocalReply::Text(noted(language).to_owned()))),
    };
    let at = labels.iter().position(|label| *label == chosen)?;
    all.into_iter().nth(at).map(Ok)
}

/// Words a stretch as a person would say it, with its length.
fn stretch(
    start: Timestamp,
    end: Timestamp,
    calendar: &Calendar,
    today: LocalDate,
    language: Language,
) -> Option<String> {
    let clock = |at: Timestamp| {
        let (hour, minute, _) = calendar.clock(at.0.div_euclid(1_000)).time();
        format!("{hour:02}:{minute:02}")
    };
    let day = questions::day_in_words(calendar.day_of(start), today, language);
    let length = words::length(end.since_ms(start) / 1_000, language);
    let joint = if language == Language::En { ", " } else { "，" };
    (end > start).then(|| format!("{day} {}–{}{joint}{length}", clock(start), clock(end)))
}

/// The sentence about an entry that is proposed.
const fn offered(is_placed: bool, language: Language) -> &'static str {
    match (language, is_placed) {
        (Language::En, false) => "This is the entry as I understood it. Tick it to add it.",
        (Language::En, true) => {
            "You gave no time, so I used a typical one for that part of the day. Change it if needed, then tick the entry to add it."
        }
        (Language::Zh, false) => "这是我理解的记录，勾选后即可添加。",
        (Language::Zh, true) => "没有说具体时间，我按这个时段的常用时间填写；如有不同请修改，勾选后即可添加。",
    }
}

/// A line with its day at the beginning, where it is said last: "2 hours of study yesterday at 3pm".
fn day_first(text: &str, told: bool, around: &Around) -> String {
    let days: Vec<_> = phrase::find(text, around).into_iter().filter(|(_, days)| days.days() == 1).collect();
    let [(range, _)] = &days[..] else { return text.to_owned() };
    // A part of the day goes with the day.
    let lower = text.to_lowercase();
    if !told || range.start == 0 || PARTS.iter().any(|(part, _)| lower.contains(part)) {
        return text.to_owned();
    }
    let before = text[..range.start].trim_end();
    let before = before.strip_suffix(" on").unwrap_or(before);
    format!("{} {before} {}", text[range.clone()].trim_start_matches("on "), text[range.end..].trim_start())
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
