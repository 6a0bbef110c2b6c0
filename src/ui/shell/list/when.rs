//! The time of a last change in a row, and the headings between rows: as short as the present day allows.
//!
//! Must not be in here: the present time.

use super::Listed;
use crate::base::date::LocalDate;
use crate::base::time::Timestamp;
use crate::feature::timelog::calendar::Calendar;
use crate::i18n::Messages;

/// The stretch of time that a heading names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// The present day, and what claims to be later.
    Today,
    /// The day before.
    Yesterday,
    /// The other days of the present week.
    Week,
    /// A month, by its first day.
    Month(LocalDate),
}

/// What stands in a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    /// A heading.
    Heading(Group),
    /// A row.
    Row(Listed),
}

impl Group {
    /// The group of a day.
    pub fn of(day: LocalDate, today: LocalDate, calendar: &Calendar) -> Self {
        match today.since(day) {
            ..=0 => Self::Today,
            1 => Self::Yesterday,
            _ if day >= today.week_start(calendar.week_start()) => Self::Week,
            _ => Self::Month(day.month_start()),
        }
    }

    /// The heading.
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
pub fn entries(rows: &[Listed], today: LocalDate, calendar: &Calendar) -> Vec<Entry> {
    let group = |row: &Listed| Group::of(calendar.day_of(row.1), today, calendar);
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
pub fn short(at: Timestamp, today: LocalDate, calendar: &Calendar, words: &Messages) -> String {
    let day = calendar.day_of(at);
    if day == today {
        let (hour, minute, _) = calendar.clock(at.0.div_euclid(1_000)).time();
        return format!("{hour:02}:{minute:02}");
    }
    match Group::of(day, today, calendar) {
        Group::Yesterday | Group::Week => words.time.weekday(day.weekday()).to_owned(),
        Group::Today | Group::Month(_) if day.year() == today.year() => words.time.short_day(day),
        Group::Today | Group::Month(_) => (words.shell.lists.of_year)(&words.time.short_day(day), day.year()),
    }
}
