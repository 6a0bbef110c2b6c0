//! A question after another one: what it leaves out is what was said before.

use super::Kind;
use super::grammar::{QuestionParts, Step};
use super::table::{self, Question};
use crate::phrase::Unit;
use crate::tools::{Group, Only};
use espalier_base::date::DateRange;

/// A question with all its parts.
#[derive(Clone)]
pub struct FullQuestion {
    pub question: &'static Question,
    pub dates: Vec<DateRange>,
    /// The words of each of them that is said.
    pub date_words: Vec<String>,
    pub only: Only,
    pub others: Vec<Only>,
    pub top: Option<usize>,
    pub least: Option<i64>,
    pub most: Option<i64>,
    pub which: Option<(String, Vec<String>)>,
    pub left: Vec<String>,
}

impl FullQuestion {
    /// Whether another question may go on from it.
    pub fn is_whole(&self) -> bool {
        self.which.is_none() && self.left.is_empty()
    }
}

/// The question with what the one before it says; nothing if it asks for nothing.
pub fn join(said: QuestionParts, before: Option<&FullQuestion>) -> Option<FullQuestion> {
    let has_topic = !said.only.is_of_all();
    let has_days = !said.dates.is_empty() || said.step.is_some();
    let names_something = !said.only.is_all() || has_days || said.which.is_some();
    let bare = said.kind.is_none() && said.left.is_empty();
    // A name with its days is a question of its own.
    let goes_on = said.follows || bare && names_something && !(has_topic && has_days);
    let before = before.filter(|_| goes_on && (!bare || names_something || said.bound != (None, None)));
    let kind = match (said.kind, before) {
        (Some(kind), _) => kind,
        (None, Some(before)) => kind_after(before, has_topic),
        (None, None) if !names_something => return None,
        (None, None) if said.bound != (None, None) => Kind::Entries,
        (None, None) if !said.only.is_all() || said.which.is_some() => Kind::Sum,
        (None, None) => Kind::Summary,
    };
    let (least, most) = said.bound;
    let lead = if said.follows && before.is_none() { vec!["…".to_owned()] } else { Vec::new() };
    let mut asked = FullQuestion {
        question: table::of(kind),
        dates: said.dates,
        date_words: said.date_words,
        only: said.only,
        others: said.others,
        top: said.top,
        least,
        most,
        which: said.which,
        left: [said.left, lead].concat(),
    };
    match (before, said.step) {
        (Some(before), step) => inherit(&mut asked, before, step, has_topic),
        (None, Some(step)) => asked.left.push(step.words),
        (None, None) => {}
    }
    Some(asked)
}

fn kind_after(before: &FullQuestion, has_topic: bool) -> Kind {
    match before.question.kind {
        Kind::Summary
        | Kind::Versus
        | Kind::By(Group::Category | Group::Client)
        | Kind::Most(Group::Category)
        | Kind::Least(Group::Category)
        | Kind::Grew
            if has_topic =>
        {
            Kind::Sum
        }
        kind => kind,
    }
}

fn inherit(asked: &mut FullQuestion, before: &FullQuestion, step: Option<Step>, has_topic: bool) {
    if let Some(step) = step {
        match before.dates.first().and_then(|range| moved(*range, &step)) {
            Some(range) => asked.dates = vec![range],
            None => asked.left.push(step.words),
        }
    } else if asked.dates.is_empty() {
        asked.dates.clone_from(&before.dates);
        asked.date_words.clone_from(&before.date_words);
    } else if asked.question.kind == Kind::Compare && before.question.kind != Kind::Compare && asked.dates.len() == 1 {
        asked.dates.extend(before.dates.first());
        asked.date_words.extend(before.date_words.first().cloned());
    }
    let new = std::mem::take(&mut asked.only);
    let mut only = if has_topic { Only::default() } else { before.only.clone() };
    if has_topic {
        (only.weekdays, only.clock) = (before.only.weekdays.clone(), before.only.clock);
        (only.category, only.goal, only.tag, only.text) = (new.category, new.goal, new.tag, new.text);
    } else if asked.others.is_empty() {
        asked.others.clone_from(&before.others);
    }
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
    asked.top = asked.top.or(before.top.filter(|_| asked.question == before.question));
    if asked.least.is_none() && asked.most.is_none() {
        (asked.least, asked.most) = (before.least, before.most);
    }
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
