//! A question after another one: what it leaves out is what was said before.

use super::said::{Said, Step};
use super::table::{self, Question};
use super::{Kind, Known};
use crate::phrase::Unit;
use crate::tools::{Group, Only};
use espalier_base::date::DateRange;

/// A question with all its parts.
#[derive(Clone)]
pub struct Asked {
    pub question: &'static Question,
    pub dates: Vec<DateRange>,
    pub than: Option<usize>,
    pub only: Only,
    pub others: Vec<Only>,
    pub top: Option<usize>,
    pub least: Option<i64>,
    pub most: Option<i64>,
    pub bound_words: Vec<String>,
    pub counted: bool,
    pub date_words: Vec<String>,
    pub which: Option<(String, Vec<String>)>,
    pub left: Vec<String>,
    pub corrected: Vec<(String, String)>,
}

impl Asked {
    /// Whether another question may go on from it.
    pub fn is_whole(&self) -> bool {
        self.which.is_none() && self.left.is_empty()
    }
}

/// The question with what the one before it says; nothing if it asks for nothing.
pub fn join(said: Said, before: Option<&Asked>, known: &Known) -> Option<Asked> {
    let names_something = !said.only.is_all() || !said.dates.is_empty() || said.which.is_some() || said.step.is_some();
    let bare = said.question.is_none();
    let before =
        before.filter(|_| said.follows && (!bare || names_something || said.top.is_some()) || bare && names_something);
    let has_topic = !said.only.is_of_all();
    let question = match (said.question, before) {
        (Some(question), _) => question,
        (None, Some(before)) => kind_after(before, has_topic, said.others.len()),
        // What is left over may be anything.
        (None, None) if !names_something || (!said.left.is_empty() && said.dates.is_empty() && !has_topic) => {
            return None;
        }
        // "everything longer than 3 hours in May"
        (None, None) if said.least.is_some() || said.most.is_some() => table::of(Kind::Entries),
        (None, None) if has_topic || said.which.is_some() => table::of(Kind::Sum),
        (None, None) => table::of(Kind::Summary),
    };
    let mut asked = Asked {
        question,
        dates: said.dates,
        than: said.than,
        only: said.only,
        others: said.others,
        top: said.top,
        least: said.least,
        most: said.most,
        bound_words: said.bound_words,
        counted: said.counted,
        date_words: said.date_words,
        which: said.which,
        left: said.left,
        corrected: said.corrected,
    };
    match (before, said.step) {
        (Some(before), step) => inherit(&mut asked, before, step, has_topic, known),
        (None, Some(step)) => asked.left.push(step.words),
        (None, None) => {}
    }
    Some(asked)
}

fn kind_after(before: &Asked, has_topic: bool, others: usize) -> &'static Question {
    match before.question.kind {
        Kind::Versus if has_topic && others == 0 => table::of(Kind::Sum),
        Kind::Summary
        | Kind::By(Group::Category)
        | Kind::Most(Group::Category)
        | Kind::Least(Group::Category)
        | Kind::Grew
            if has_topic =>
        {
            table::of(Kind::Sum)
        }
        _ => before.question,
    }
}

fn inherit(asked: &mut Asked, before: &Asked, step: Option<Step>, has_topic: bool, known: &Known) {
    if let Some(step) = step {
        match before.dates.first().and_then(|range| moved(*range, &step)) {
            Some(range) => asked.dates = vec![range],
            None => asked.left.push(step.words),
        }
    } else if asked.dates.is_empty() {
        (asked.dates, asked.than) = (before.dates.clone(), before.than);
        asked.date_words.clone_from(&before.date_words);
    } else if asked.question.kind == Kind::Compare && before.question.kind != Kind::Compare && asked.dates.len() == 1 {
        asked.dates.extend(before.dates.first());
        asked.date_words.extend(before.date_words.first().cloned());
        asked.than = None;
    }
    let new = std::mem::take(&mut asked.only);
    let mut only = if has_topic { Only::default() } else { before.only.clone() };
    if has_topic {
        (only.weekdays, only.clock) = (before.only.weekdays.clone(), before.only.clock);
    } else if asked.others.is_empty() {
        asked.others.clone_from(&before.others);
    }
    only.category = new.category.or(only.category);
    only.goal = new.goal.or(only.goal);
    only.tag = new.tag.or(only.tag);
    only.text = new.text.or(only.text);
    if !new.without.is_empty() {
        only.without = new.without;
    }
    if !new.lacking.is_empty() {
        only.lacking = new.lacking;
    }
    if !new.weekdays.is_empty() {
        only.weekdays = new.weekdays;
    }
    only.clock = new.clock.or(only.clock);
    asked.only = only;
    if asked.question == before.question {
        asked.top = asked.top.or(before.top);
        asked.counted |= before.counted;
        if asked.least.is_none() && asked.most.is_none() {
            (asked.least, asked.most) = (before.least, before.most);
            asked.bound_words.clone_from(&before.bound_words);
        }
    }
    let _ = known;
}

/// The days so many units before or after others.
fn moved(range: DateRange, step: &Step) -> Option<DateRange> {
    let offset = step.offset;
    Some(match step.unit {
        Unit::Day if offset < 0 => DateRange::day(range.first.plus_days(offset)),
        Unit::Day => DateRange::day(range.last.plus_days(offset)),
        Unit::Week => DateRange::new(range.first.plus_days(7 * offset), range.last.plus_days(7 * offset)),
        Unit::Month => {
            let first = if offset < 0 { range.first } else { range.last }.month_start().plus_months(offset);
            DateRange { first, last: first.month_end() }
        }
        Unit::Year => {
            let last = range.last.plus_months(12 * offset);
            let is_end = range.last == range.last.month_end();
            DateRange::new(range.first.plus_months(12 * offset), if is_end { last.month_end() } else { last })
        }
        _ => return None,
    })
}
