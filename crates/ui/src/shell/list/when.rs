//! The time of a last change in a row, and the headings between rows: as short as the present day allows.

use super::Listed;
use espalier_app::Model;
use espalier_base::date::{LocalDate, Weekday};
use espalier_base::time::Timestamp;
use espalier_base::words::TimeFormat;
use espalier_i18n::Messages;

/// Days as the clock of this device has them. The zones of the world, which the time log knows, would be a part of every
/// first visit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Days {
    pub week_start: Weekday,
    /// The form of times of day.
    pub format: TimeFormat,
}

impl Days {
    /// The days of the person.
    pub fn of(model: &Model) -> Self {
        Self { week_start: model.time_choices().week_start, format: model.time_format() }
    }

    /// The day of an instant, and the minute of that day.
    pub fn local(at: Timestamp) -> (LocalDate, i32) {
        let second = at.0.div_euclid(1_000).saturating_add(ahead(at));
        (LocalDate(second.div_euclid(86_400) as i32), (second.rem_euclid(86_400) / 60) as i32)
    }

    /// The day of an instant.
    pub fn day(at: Timestamp) -> LocalDate {
        Self::local(at).0
    }
}

/// The seconds by which the clock is ahead of universal time at an instant; none without a browser.
fn ahead(at: Timestamp) -> i64 {
    if !cfg!(target_arch = "wasm32") {
        return 0;
    }
    let date = js_sys::Date::new(&wasm_bindgen::JsValue::from_f64(at.0 as f64));
    -(date.get_timezone_offset() * 60.0) as i64
}

/// The stretch of time that a heading names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// The present day, and any later one.
    Today,
    /// The day before.
    Yesterday,
    /// The other days of the present week.
    Week,
    /// A month, by its first day.
    Month(LocalDate),
}

/// An entry of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    Heading(Group),
    Row(Listed),
}

impl Group {
    /// The group of a day.
    pub fn of(day: LocalDate, today: LocalDate, days: Days) -> Self {
        match today.since(day) {
            ..=0 => Self::Today,
            1 => Self::Yesterday,
            _ if day >= today.week_start(days.week_start) => Self::Week,
            _ => Self::Month(day.month_start()),
        }
    }

    /// Returns the group's heading.
    pub fn heading(self, words: &Messages) -> String {
        let say = &words.shell.lists;
        match self {
            Self::Today => say.today.to_owned(),
            Self::Yesterday => say.yesterday.to_owned(),
            Self::Week => say.week.to_owned(),
            Self::Month(first) => words.time.month_of(first),
        }
    }
}

/// Rows with a heading before each group, or none where there is one group.
pub fn entries(rows: &[Listed], today: LocalDate, days: Days) -> Vec<Entry> {
    let group = |row: &Listed| Group::of(Days::day(row.1), today, days);
    let (first, last) = (rows.first().map(group), rows.last().map(group));
    let mut before = first.filter(|_| first == last);
    let mut all = Vec::with_capacity(rows.len() + 4);
    for row in rows {
        let here = Some(group(row));
        if before != here {
            all.extend(here.map(Entry::Heading));
            before = here;
        }
        all.push(Entry::Row(*row));
    }
    all
}

/// The time of a change: `10:25` today, `Mon` this week and yesterday, `24 Nov` this year, else with the year.
pub fn short(at: Timestamp, today: LocalDate, days: Days, words: &Messages) -> String {
    let (day, minute) = Days::local(at);
    if day == today {
        return days.format.time(minute / 60, minute % 60);
    }
    match Group::of(day, today, days) {
        Group::Yesterday | Group::Week => words.time.weekday(day.weekday()).to_owned(),
        Group::Today | Group::Month(_) if day.year() == today.year() => words.time.short_day(day),
        Group::Today | Group::Month(_) => (words.shell.lists.of_year)(&words.time.short_day(day), day.year()),
    }
}
