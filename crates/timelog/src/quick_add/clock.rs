//! Times of day as people write them, one or two with a dash.

use super::time_of_day::{self, DAY, HALF_DAY, Half, Part, TimeOfDay, time_of_day};
use crate::amount;
use crate::phrase::{self, Around};
use crate::scan::Scan;
use espalier_base::date::LocalDate;

/// Times of day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Times {
    /// From one to another, which may have a date of its own.
    Between(TimeOfDay, Option<LocalDate>, TimeOfDay),
    /// Since then.
    From(TimeOfDay),
    /// Until then.
    Until(TimeOfDay),
}

impl Times {
    /// Places the times in a part of the day that was said elsewhere.
    pub fn within(self, part: Part) -> Self {
        match self {
            Self::Between(start, date, end) if matches!(end.half, Half::Open | Half::Clock) => {
                Self::Between(start.within(part), date, end)
            }
            Self::From(start) => Self::From(start.within(part)),
            other => other,
        }
    }
}

const SEPARATORS: &[&str] = &["-", "--", "~", "..", "to", "until", "till", "til", "and", "到", "至"];
const FROM: &[&str] = &[
    "from",
    "between",
    "at",
    "since",
    "since about",
    "start",
    "started",
    "starting",
    "starting at",
    "began",
    "from about",
    "at about",
    "about",
    "从",
    "自",
    "在",
];
const UNTIL: &[&str] = &["until", "till", "到", "至"];

/// Reads times of day. Numbers that could be anything are times only at the beginning (`lead`); where nothing follows,
/// the second may still be missing.
pub fn read(scan: &mut Scan, part: Option<Part>, lead: bool, around: &Around) -> Option<Times> {
    let mut ahead = *scan;
    let from = ahead.one_of(FROM);
    ahead.space();
    if let Some(mut start) = time_of_day(&mut ahead, part) {
        let mut end = ahead;
        // "9 30 to 10"
        let mut spaced = ahead;
        if (lead || from)
            && !start.is_marked
            && matches!(start.half, Half::Open | Half::Full)
            && start.secs % 3_600 == 0
            && let Some(minute) = time_of_day::spaced_minutes(&mut spaced)
            && second_time(&mut spaced.clone(), around).is_some()
        {
            start.secs += minute * 60;
            end = spaced;
        }
        if let Some((date, second)) = second_time(&mut end, around)
            && (lead || from || start.is_marked || second.is_marked)
            && start.half != Half::Now
        {
            *scan = end;
            return Some(Times::Between(start, date, second));
        }
        let half_typed = lead && trailing_separator(&mut ahead);
        let said = start.is_marked && (lead || from || is_last(ahead)) && start.half != Half::Now;
        let bare = !start.is_marked && half_typed && start.half == Half::Open;
        let word = start.half == Half::Said && !start.is_marked && (from || (lead && half_typed));
        let hour = from && !start.is_marked && start.half == Half::Open;
        if said || bare || word || hour || (start.half == Half::Now && from) {
            *scan = ahead;
            return Some(Times::From(start));
        }
        return None;
    }
    let mut ahead = *scan;
    if !ahead.one_of(UNTIL) {
        return None;
    }
    ahead.space();
    let end = time_of_day(&mut ahead, part)?;
    *scan = ahead;
    Some(Times::Until(end))
}

/// `9h-10h30`
pub fn french_range(scan: &mut Scan) -> Option<Times> {
    let mut ahead = *scan;
    let start = time_of_day::french(&mut ahead)?;
    ahead.space();
    if !ahead.one_of(SEPARATORS) && !ahead.one_of(&["à", "a"]) {
        return None;
    }
    ahead.space();
    let end = time_of_day::french(&mut ahead).or_else(|| time_of_day(&mut ahead, None))?;
    *scan = ahead;
    Some(Times::Between(start, None, end))
}

fn is_last(mut scan: Scan) -> bool {
    scan.space();
    while scan.char('.') || scan.char(',') {}
    scan.space();
    scan.is_end()
}

/// `9-` where nothing follows yet.
fn trailing_separator(scan: &mut Scan) -> bool {
    let mut ahead = *scan;
    ahead.space();
    let found = ahead.one_of(SEPARATORS) && is_last(ahead);
    if found {
        *scan = ahead;
    }
    found
}

fn second_time(scan: &mut Scan, around: &Around) -> Option<(Option<LocalDate>, TimeOfDay)> {
    scan.space();
    if !scan.one_of(SEPARATORS) {
        return None;
    }
    scan.space();
    let mut dated = *scan;
    if let Some((date, _)) = phrase::single_day(&mut dated, around) {
        dated.space();
        if let Some(end) = time_of_day(&mut dated, None) {
            *scan = dated;
            return Some((Some(date), end));
        }
    }
    let next_day = scan.one_of(&["次日", "第二天", "翌日", "隔天"]);
    scan.space();
    let begin = *scan;
    let mut end = time_of_day(scan, None)?;
    // "2-3 hours" is no time of day.
    if !end.is_marked && end.half != Half::Now && amount::read(&mut begin.clone()).is_some() {
        return None;
    }
    if !end.is_marked && matches!(end.half, Half::Open | Half::Full) && end.secs % 3_600 == 0 {
        end.secs += time_of_day::spaced_minutes(scan).unwrap_or(0) * 60;
    }
    if next_day && end.secs < DAY {
        end = TimeOfDay { secs: end.secs + DAY, half: Half::Said, ..end };
    }
    Some((None, end))
}

/// The seconds after midnight at which something may have begun and ended: of all readings of both those that are the
/// shortest and longer than nothing, as it is written first.
pub fn spans(start: TimeOfDay, end: TimeOfDay, days_between: Option<i32>) -> Vec<(i32, i32)> {
    let full = start.half == Half::Full || end.half == Half::Full;
    let said = start.half == Half::Said || end.half == Half::Said;
    let halves = |time: TimeOfDay, may: bool| {
        // "10:30-11:30pm" is an hour; "11:45-1:15" began before noon.
        let is_open = time.half == Half::Open || (said && time.half == Half::Clock);
        let both = may && is_open && !full && time.secs <= HALF_DAY + 3_599;
        [Some(time.secs), both.then_some(time.secs + HALF_DAY)].into_iter().flatten()
    };
    let days = match days_between {
        Some(days) => [Some(days), None],
        None => [Some(0), Some(1)],
    };
    // "3-5pm" began in the afternoon too; "9-11" in the morning.
    let both = end.half != Half::Said || end.secs < DAY;
    let mut all: Vec<(i32, i32)> = Vec::new();
    for first in halves(start, start.half != Half::Said && both) {
        for day in days.into_iter().flatten() {
            all.extend(halves(end, true).map(|last| (first, last + day * DAY)).filter(|(_, last)| *last > first));
        }
    }
    let shortest = all.iter().map(|(first, last)| last - first).min();
    all.retain(|(first, last)| Some(last - first) == shortest);
    all
}
