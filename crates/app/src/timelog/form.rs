//! Form of an entry: typed times and texts, and saving.
//!
//! - F1 What was not touched stays as it is, times to the second, also where it has changed since the form was opened.
//! - F2 A category that is not known is made in the same step.
//! - F3 A time that the clock shows twice says which of the two it is.
//! - F4 What was typed is kept over a reload, and given up only where the person says so.

use std::rc::Rc;

use serde::{Deserialize, Serialize};

use super::line::category;
use super::{ensure, notify, run};
use crate::effect::Effect;
use crate::{Model, Notice, Refusal, keep_words};
use espalier_base::date::LocalDate;
use espalier_base::env::Env;
use espalier_base::time::Timestamp;
use espalier_command::call::Call;
use espalier_model::timelog::{Overlap, Tags};
use espalier_model::{GoalId, TimeCategory, TimeEntry, TimeEntryId};
use espalier_timelog::calendar::{Calendar, Clock, ClockReading};
use espalier_timelog::commands::{AddEntry, EditEntry, Moment, StartEntry};
use espalier_timelog::overlap::{self, Adjust, Span};
use espalier_timelog::row::Row;
use espalier_timelog::target::span_of;

/// Key of the form among the kept words (F4).
const PLACE: &str = "time.form";

/// A time in a field, such as `2026-03-01T09:30`, and which of the two is meant where the clock shows it twice.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Typed {
    /// The text of the field.
    pub text: String,
    /// Whether the second of two is meant (F3).
    pub later: bool,
    /// Instant that the field was filled in from, and the text it gave (F1).
    was: Option<(Timestamp, String)>,
}

/// Form of an entry.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Form {
    /// The entry; `None` is a new one.
    pub entry: Option<TimeEntryId>,
    /// The beginning.
    pub start: Typed,
    /// The end; empty while it runs.
    pub end: Typed,
    /// The name of the category.
    pub category: String,
    /// The goal.
    pub goal: Option<GoalId>,
    /// The tags, with spaces or commas between them.
    pub tags: String,
    /// The note.
    pub note: String,
    /// Policy where it would overlap; `None` is the preference.
    pub overlap: Option<Overlap>,
    /// The form as it was opened (F1, F4).
    pub opened: Option<Box<Form>>,
}

/// Meaning of a typed time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meant {
    /// Nothing: the field is empty.
    Nothing,
    /// No time that can be understood.
    Unclear,
    /// An instant, and whether the clock shows that time twice or never.
    At(Timestamp, Doubt),
}

/// Doubt about a time on the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doubt {
    /// Nothing.
    None,
    /// The clock shows it twice.
    Twice,
    /// The clock never shows it.
    Never,
}

impl Typed {
    /// Field of an instant.
    pub fn of(at: Timestamp, calendar: &Calendar) -> Self {
        let second = at.0.div_euclid(1_000);
        let clock = calendar.clock(second);
        let text = local_text(clock);
        let later = matches!(calendar.instants(clock), ClockReading::Twice(_, later) if later == second);
        Self { was: Some((at, text.clone())), text, later }
    }

    /// Field after its text changed.
    #[must_use]
    pub fn with_text(&self, text: String) -> Self {
        Self { text, ..self.clone() }
    }

    /// Field with the first or the second of two times meant.
    #[must_use]
    pub fn with_later(&self, later: bool) -> Self {
        Self { later, ..self.clone() }
    }

    /// Meaning of the text.
    pub fn meant(&self, calendar: &Calendar) -> Meant {
        let text = self.text.trim();
        if text.is_empty() {
            return Meant::Nothing;
        }
        let Some(clock) = read_local(text) else { return Meant::Unclear };
        let shown = calendar.instants(clock);
        let (second, doubt) = match shown {
            ClockReading::Once(second) => (second, Doubt::None),
            ClockReading::Twice(first, later) => (if self.later { later } else { first }, Doubt::Twice),
            ClockReading::Never { shifted, .. } => (shifted, Doubt::Never),
        };
        let at = Timestamp(second * 1_000);
        match &self.was {
            Some((was, known)) if known == text && doubt == Doubt::None => Meant::At(*was, doubt),
            _ => Meant::At(at, doubt),
        }
    }

    fn instant(&self, calendar: &Calendar) -> Option<Timestamp> {
        match self.meant(calendar) {
            Meant::At(at, _) => Some(at),
            _ => None,
        }
    }
}

/// Local time as `2026-03-01T09:30`, with seconds where there are some.
fn local_text(clock: Clock) -> String {
    let (hour, minute, second) = clock.time();
    let seconds = if second == 0 { String::new() } else { format!(":{second:02}") };
    format!("{}T{hour:02}:{minute:02}{seconds}", clock.date)
}

fn read_local(text: &str) -> Option<Clock> {
    let (date, time) = text.split_once(['T', ' '])?;
    let date: LocalDate = date.trim().parse().ok()?;
    let mut parts = time.trim().split(':').map(|part| part.parse::<i32>().ok());
    let (hour, minute, second) = (parts.next()??, parts.next()??, parts.next().unwrap_or(Some(0))?);
    let possible = (0..24).contains(&hour) && (0..60).contains(&minute) && (0..60).contains(&second);
    possible.then_some(Clock { date, second: hour * 3_600 + minute * 60 + second })
}

impl Form {
    /// The form of a new entry between two instants.
    pub fn new(model: &Model, start: Timestamp, end: Option<Timestamp>) -> Self {
        let calendar = model.timelog.columns.calendar();
        let end = end.map(|end| Typed::of(end, calendar)).unwrap_or_default();
        Self { start: Typed::of(start, calendar), end, ..Self::default() }
    }

    /// The form of a new entry that ends now, an hour long.
    pub fn blank(model: &Model) -> Self {
        const STEP: i64 = 300_000;
        let end = Timestamp(model.now.0.div_euclid(STEP) * STEP);
        Self::new(model, end.plus_ms(-3_600_000), Some(end))
    }

    /// The form of a typed line.
    pub fn of_row(model: &Model, row: &Row) -> Self {
        Self {
            category: row.category.clone().unwrap_or_default(),
            goal: super::line::content(model, row).goal,
            tags: row.tags.join(", "),
            note: row.note.clone(),
            ..Self::new(model, row.start, row.end)
        }
    }

    /// The form of an entry.
    pub fn of(model: &Model, entry: &TimeEntry) -> Self {
        let category = entry.category.and_then(|id| model.workspace.get::<TimeCategory>(&id));
        Self {
            entry: Some(entry.id),
            category: category.map(|row| row.name.clone()).unwrap_or_default(),
            goal: entry.goal,
            tags: entry.tags.iter().collect::<Vec<_>>().join(", "),
            note: entry.note.clone(),
            ..Self::new(model, entry.start, entry.end)
        }
    }

    /// Whether something was typed into the form since it was opened.
    pub fn is_changed(&self) -> bool {
        let content = |form: &Self| Self { entry: None, opened: None, ..form.clone() };
        self.opened.as_deref().is_some_and(|opened| content(opened) != content(self))
    }

    /// Span of the form, if both times are understood and in order.
    pub fn span(&self, calendar: &Calendar) -> Option<Span> {
        let start = self.start.instant(calendar)?.0.div_euclid(1_000);
        let end = match self.end.meant(calendar) {
            Meant::Nothing => None,
            Meant::At(end, _) => Some(end.0.div_euclid(1_000)),
            Meant::Unclear => return None,
        };
        (end.is_none_or(|end| end >= start)).then_some(Span { start, end })
    }

    fn tags(&self) -> Tags {
        Tags::new(self.tags.split([',', '，', ' ', '、']))
    }
}

/// An entry that overlaps a new span, with its adjustment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InTheWay {
    /// Note of the entry, else its category.
    pub name: String,
    /// Its present span.
    pub span: Span,
    /// Its adjustment; `None` where both entries stay.
    pub adjust: Option<Adjust>,
}

/// Entries that overlap a new span with their adjustments under a policy; `false` if the policy refuses the span.
pub fn in_the_way(model: &Model, entry: Option<TimeEntryId>, new: Span, policy: Overlap) -> (Vec<InTheWay>, bool) {
    // What is started stops what runs before room is made for it.
    let starts = entry.is_none() && new.end.is_none();
    let end = new.end.unwrap_or_else(|| model.now.0.div_euclid(1_000).max(new.start));
    let new = Span { start: new.start, end: Some(end) };
    let found = model.timelog.columns.meeting(new.start, end, Timestamp(i64::MAX / 2));
    let is_in_the_way = |row: &Rc<TimeEntry>| Some(row.id) != entry && !(starts && row.is_running());
    let there: Vec<_> = found.map(|found| found.entry.clone()).filter(is_in_the_way).collect();
    let spans: Vec<Span> = there.iter().map(|row| span_of(row)).collect();
    let adjusted = overlap::preview(policy, new, &spans);
    let name = |row: &TimeEntry| {
        let category = row.category.and_then(|id| model.workspace.get::<TimeCategory>(&id));
        if row.note.is_empty() { category.map(|row| row.name.clone()).unwrap_or_default() } else { row.note.clone() }
    };
    let fits = adjusted.is_some();
    let adjusted = adjusted.unwrap_or_default();
    let all = there.iter().zip(&spans).enumerate().filter(|(_, (_, span))| overlap::overlaps(new, **span));
    let list = all.map(|(place, (row, span))| InTheWay {
        name: name(row),
        span: *span,
        adjust: adjusted.iter().find(|(at, _)| *at == place).map(|(_, adjust)| *adjust),
    });
    (list.collect(), fits)
}

/// Opens a form, or closes the one that is open.
pub(super) fn open(model: &mut Model, form: Option<Form>) {
    let look = &mut model.timelog.look;
    look.leaving = false;
    look.form = form.map(|mut form| {
        if form.opened.is_none() {
            form.opened = Some(Box::new(form.clone()));
        }
        Box::new(form)
    });
}

/// Takes in the open form after something was typed into it.
pub(super) fn typed(model: &mut Model, form: Box<Form>) {
    let look = &mut model.timelog.look;
    if look.form.is_some() {
        (look.form, look.leaving) = (Some(form), false);
    }
}

/// Closes the form, or asks first if something was typed (F4). A second request while the question is open keeps the
/// form open.
pub(super) fn close(model: &mut Model) {
    let look = &mut model.timelog.look;
    if look.form.as_ref().is_some_and(|form| form.is_changed()) {
        look.leaving = !look.leaving;
    } else {
        open(model, None);
    }
}

/// Keeps the form for the next visit, or forgets it (F4).
pub(super) fn keep(model: &mut Model, out: &mut Vec<Effect>) {
    let changed = model.timelog.look.form.as_deref().filter(|form| form.is_changed());
    let words = changed.and_then(|form| serde_json::to_string(form).ok());
    keep_words(model, PLACE.to_owned(), words, out);
}

/// Restores the form that an earlier visit left open (F4).
pub(super) fn restore(model: &mut Model) {
    if std::mem::replace(&mut model.timelog.form_asked, true) || model.timelog.look.form.is_some() {
        return;
    }
    let kept = model.words.get(PLACE).and_then(|words| serde_json::from_str::<Form>(words).ok());
    if let Some(mut form) = kept {
        form.entry.take_if(|id| model.timelog.columns.get(*id).is_none());
        open(model, Some(form));
    }
}

/// Saves the form and runs a further command, as one step; closes the form if that succeeds.
pub(super) fn save(model: &mut Model, env: &mut Env, form: &Form, then: Option<Call>, out: &mut Vec<Effect>) {
    ensure(model);
    let Some(mut steps) = steps(model, form) else {
        return notify(model, Notice::Refused(Refusal::NotATime), true);
    };
    steps.extend(then);
    let name = steps.last().map_or(EditEntry::ID, |call| call.id);
    if steps.is_empty() || run(model, env, name, steps, out).is_some() {
        open(model, None);
    }
}

/// Commands that save the form; `None` where its times aren't understood.
fn steps(model: &Model, form: &Form) -> Option<Vec<Call>> {
    let span = form.span(model.timelog.columns.calendar())?;
    let instant = |second: i64| Moment(Timestamp(second * 1_000));
    let tags = |tags: Tags| tags.iter().map(str::to_owned).collect::<Vec<_>>();
    let mut steps = Vec::new();
    let Some(entry) = form.entry else {
        let (start, category) = (instant(span.start), category(model, form.category.trim(), &mut steps));
        let (goal, overlap) = (form.goal, form.overlap);
        let (tags, note) = (Some(tags(form.tags())), Some(form.note.clone()));
        steps.push(match span.end {
            Some(end) => AddEntry { category, goal, tags, note, overlap, ..AddEntry::new(start, instant(end)) }.into(),
            None => StartEntry { category, goal, tags, note, start: Some(start), overlap }.into(),
        });
        return Some(steps);
    };
    let was = form.opened.as_deref();
    let mut is_touched = false;
    let mut touched = |is_same: fn(&Form, &Form) -> bool| {
        let differs = was.is_none_or(|was| !is_same(was, form));
        is_touched |= differs;
        differs
    };
    let mut edit = EditEntry { overlap: form.overlap, ..EditEntry::new(entry) };
    let mut clear = Vec::new();
    if touched(|was, is| was.start == is.start) {
        edit.start = Some(instant(span.start));
    }
    if touched(|was, is| was.end == is.end) {
        edit.end = or_clear(span.end.map(instant), "end", &mut clear);
    }
    if touched(|was, is| was.category.trim() == is.category.trim()) {
        edit.category = or_clear(category(model, form.category.trim(), &mut steps), "category", &mut clear);
    }
    if touched(|was, is| was.goal == is.goal) {
        edit.goal = or_clear(form.goal, "goal", &mut clear);
    }
    if touched(|was, is| was.tags() == is.tags()) {
        edit.tags = or_clear(Some(form.tags()).filter(|tags| !tags.is_empty()).map(tags), "tags", &mut clear);
    }
    if touched(|was, is| was.note == is.note) {
        edit.note = Some(form.note.clone());
    }
    if is_touched {
        steps.push(EditEntry { clear: Some(clear), ..edit }.into());
    }
    Some(steps)
}

/// A value as a parameter; where there is none, the parameter is cleared.
fn or_clear<T>(value: Option<T>, name: &'static str, clear: &mut Vec<&'static str>) -> Option<T> {
    clear.extend(value.is_none().then_some(name));
    value
}
