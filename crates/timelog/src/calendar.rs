//! Days, weeks and hours of a zone: where they begin, which an instant belongs to, and how a stretch of time is split
//! at their ends.
//!
//! - D1 A day begins at the instant at which the clock first shows 00:00 of its date, or a later time where 00:00 is
//!   skipped, and lasts until the next one begins. So days follow each other without gap or overlap, also where clocks
//!   are set back over midnight; one that is skipped altogether is empty.
//! - D2 How long a piece is, is the difference of its instants: real seconds, whatever clocks did meanwhile.
//! - D3 The pieces of a stretch are the stretch: nothing is lost, nothing is there twice.
//! - D4 An hour is what the clock shows: the one that is repeated has 7,200 seconds that day.
//!
//! The rules are those of the IANA database as the crate `jiff` brings it, laid out once as a table. Before 1900 and
//! after 2199 the nearest rule goes on.

use std::cell::Cell;

use jiff::tz::{Offset, TimeZone, TimeZoneDatabase};

use espalier_base::date::{DateRange, LocalDate, Weekday};
use espalier_base::time::Timestamp;
use espalier_base::zone::Zone;

/// Seconds of a day on which no clock is set.
pub const DAY: i64 = 86_400;
/// The first second that an entry may begin at: 1900-01-01 in UTC.
pub const FIRST_SECOND: i64 = -2_208_988_800;
/// The first second that is too late: 2200-01-01 in UTC.
pub const END_SECOND: i64 = 7_258_118_400;
/// No clock differs more than this from UTC.
const MAX_OFFSET: i64 = 26 * 3_600;

/// The days of a zone, and the weeks of a person.
#[derive(Debug, Clone)]
pub struct Calendar {
    zone: Zone,
    is_known: bool,
    week_start: Weekday,
    segments: Vec<Segment>,
    /// Index of the last answer; the next one is mostly there too.
    hint: Cell<usize>,
}

/// A time in which the clock is not set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Segment {
    /// First second of the segment.
    from: i64,
    /// Seconds that the clock is ahead of UTC.
    offset: i64,
    /// The last day that had begun before it (D1).
    before: i32,
    /// The last day that has begun when it ends.
    reach: i32,
}

/// Reading of a clock: a date and a time of day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Clock {
    /// The date.
    pub date: LocalDate,
    /// Seconds since 00:00 as the clock counts them, below 86,400.
    pub second: i32,
}

/// The instants at which a clock shows a date and a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockReading {
    /// The clock shows it once.
    Once(i64),
    /// Twice, because the clock is set back.
    Twice(i64, i64),
    /// Never, because the clock is set ahead: when that happens, and when it would have been so much later.
    Never {
        /// Instant at which the clock is set.
        at: i64,
        /// The instant that is as long after [`ClockReading::Never::at`] as the time is after the one at which the clock was set.
        shifted: i64,
    },
}

impl ClockReading {
    /// Returns the first instant, or the shifted one; what RFC 5545 asks for.
    pub const fn first(self) -> i64 {
        match self {
            Self::Once(at) | Self::Twice(at, _) => at,
            Self::Never { shifted, .. } => shifted,
        }
    }

    /// Returns the last instant, or the one at which the clock is set.
    pub const fn last(self) -> i64 {
        match self {
            Self::Once(at) | Self::Twice(_, at) | Self::Never { at, .. } => at,
        }
    }
}

impl Clock {
    /// The hour, 0 to 23.
    pub const fn hour(self) -> i32 {
        self.second / 3_600
    }

    /// Returns hour, minute and second.
    pub const fn time(self) -> (i32, i32, i32) {
        (self.second / 3_600, self.second / 60 % 60, self.second % 60)
    }
}

/// A part of a stretch of time that lies in one day, or in one hour of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// The day (D1).
    pub day: LocalDate,
    /// The hour that the clock shows in it; 0 where only days are split.
    pub hour: u8,
    /// First second of the piece.
    pub from: i64,
    /// The first second after it.
    pub to: i64,
}

impl Piece {
    /// Length of the piece in seconds.
    pub const fn seconds(&self) -> i64 {
        self.to - self.from
    }
}

impl Calendar {
    /// The calendar of a zone. A name may also be an offset such as `+05:30`; one that is not known is taken for UTC.
    pub fn new(zone: &Zone, week_start: Weekday) -> Self {
        let rules = rules(zone.as_str());
        let is_known = rules.is_some();
        let segments = segments(&rules.unwrap_or(TimeZone::UTC));
        Self { zone: zone.clone(), is_known, week_start, segments, hint: Cell::new(0) }
    }

    /// The zone.
    pub const fn zone(&self) -> &Zone {
        &self.zone
    }

    /// Whether the zone's rules are known; otherwise they are those of UTC.
    pub const fn is_known(&self) -> bool {
        self.is_known
    }

    /// The day that weeks begin with.
    pub const fn week_start(&self) -> Weekday {
        self.week_start
    }

    fn segment(&self, second: i64) -> (&Segment, i64) {
        let holds = |index: usize| {
            let end = self.segments.get(index + 1).map_or(i64::MAX, |next| next.from);
            self.segments.get(index).filter(|segment| segment.from <= second && second < end).map(|found| (found, end))
        };
        if let Some(found) = holds(self.hint.get()) {
            return found;
        }
        let index = self.segments.partition_point(|segment| segment.from <= second).saturating_sub(1);
        self.hint.set(index);
        holds(index).unwrap_or((&UTC, i64::MAX))
    }

    /// Returns the seconds that the clock is ahead of UTC.
    pub fn offset(&self, second: i64) -> i64 {
        self.segment(second).0.offset
    }

    /// Returns what the clock shows at an instant.
    pub fn clock(&self, second: i64) -> Clock {
        let shown = second.saturating_add(self.offset(second));
        Clock { date: LocalDate(shown.div_euclid(DAY) as i32), second: shown.rem_euclid(DAY) as i32 }
    }

    /// The day an instant belongs to (D1).
    pub fn day(&self, second: i64) -> LocalDate {
        let (segment, _) = self.segment(second);
        segment.day(second)
    }

    /// The day an instant belongs to.
    pub fn day_of(&self, at: Timestamp) -> LocalDate {
        self.day(at.0.div_euclid(1_000))
    }

    /// The first second of a day (D1).
    pub fn day_start(&self, day: LocalDate) -> i64 {
        // Mostly it is where the last answer was.
        let guess = self.hint.get();
        let is_in = |index: usize| {
            let segment = self.segments.get(index)?;
            (segment.before < day.0 && day.0 <= segment.reach).then_some(segment)
        };
        let found = is_in(guess).or_else(|| {
            let index = self.segments.partition_point(|segment| segment.reach < day.0);
            self.hint.set(index);
            self.segments.get(index)
        });
        let segment = found.unwrap_or(&UTC);
        (i64::from(day.0) * DAY - segment.offset).max(segment.from)
    }

    /// The first second of a range of days, and the first after it.
    pub fn span(&self, range: DateRange) -> (i64, i64) {
        (self.day_start(range.first), self.day_start(range.last.plus_days(1)))
    }

    /// The instants at which the clock shows a date and a time.
    pub fn instants(&self, clock: Clock) -> ClockReading {
        let shown = i64::from(clock.date.0) * DAY + i64::from(clock.second);
        let first = self.segments.partition_point(|segment| segment.from <= shown - MAX_OFFSET).saturating_sub(1);
        let mut found: Option<ClockReading> = None;
        for (index, segment) in self.segments.iter().enumerate().skip(first) {
            if segment.from > shown + MAX_OFFSET {
                break;
            }
            let (at, end) = (shown - segment.offset, self.segments.get(index + 1).map_or(i64::MAX, |next| next.from));
            if segment.from <= at && at < end {
                found = Some(match found {
                    Some(ClockReading::Once(earlier) | ClockReading::Twice(earlier, _)) => {
                        ClockReading::Twice(earlier, at)
                    }
                    _ => ClockReading::Once(at),
                });
            } else if at >= end && !matches!(found, Some(ClockReading::Once(_) | ClockReading::Twice(..))) {
                // It would have been shown if the clock had not been set; the next segment may still show it.
                found = Some(ClockReading::Never { at: end, shifted: at });
            }
        }
        found.unwrap_or(ClockReading::Once(shown))
    }

    /// The instant at which the clock first shows a date and a time ([`ClockReading::first`]).
    pub fn instant(&self, date: LocalDate, second: i32) -> i64 {
        self.instants(Clock { date, second }).first()
    }

    /// The first day of the week of a day.
    pub const fn week_of(&self, day: LocalDate) -> LocalDate {
        day.week_start(self.week_start)
    }

    /// The parts of `from..to` that lie in one day each (D2, D3).
    pub fn days(&self, from: i64, to: i64) -> impl Iterator<Item = Piece> + '_ {
        let mut at = from;
        std::iter::from_fn(move || {
            if at >= to {
                return None;
            }
            let day = self.day(at);
            let end = self.day_start(day.plus_days(1)).min(to);
            let piece = Piece { day, hour: 0, from: at, to: end };
            at = end;
            Some(piece)
        })
    }

    /// The parts of `from..to` that lie in one hour of one day each (D2, D3, D4).
    pub fn hours(&self, from: i64, to: i64) -> impl Iterator<Item = Piece> + '_ {
        let mut at = from;
        std::iter::from_fn(move || {
            if at >= to {
                return None;
            }
            let (segment, segment_end) = self.segment(at);
            let day = segment.day(at);
            let shown = at + segment.offset;
            let hour_end = at + 3_600 - shown.rem_euclid(3_600);
            let end = self.day_start(day.plus_days(1)).min(hour_end).min(segment_end).min(to);
            let hour = (shown.rem_euclid(DAY) / 3_600) as u8;
            let piece = Piece { day, hour, from: at, to: end };
            at = end;
            Some(piece)
        })
    }
}

impl PartialEq for Calendar {
    fn eq(&self, other: &Self) -> bool {
        self.zone == other.zone && self.week_start == other.week_start
    }
}

const UTC: Segment = Segment { from: i64::MIN, offset: 0, before: i32::MIN, reach: i32::MAX };

impl Segment {
    fn day(&self, second: i64) -> LocalDate {
        let shown = second.saturating_add(self.offset).div_euclid(DAY);
        LocalDate((shown as i32).max(self.before))
    }
}

/// The names of zones that people live in, and of UTC, in their order.
pub fn zones() -> Vec<String> {
    let all = TimeZoneDatabase::bundled();
    // "Etc/GMT+8" and the like are offsets under names that mislead.
    let lived_in = |name: &str| name == "UTC" || (name.contains('/') && !name.starts_with("Etc/"));
    let mut names: Vec<String> =
        all.available().map(|name| name.as_str().to_owned()).filter(|name| lived_in(name)).collect();
    names.sort_unstable();
    names
}

fn rules(name: &str) -> Option<TimeZone> {
    let fixed = || offset(name).map(TimeZone::fixed);
    TimeZoneDatabase::bundled().get(name).ok().or_else(fixed)
}

/// Reads `+05:30`, `-0800`, `+9`.
fn offset(name: &str) -> Option<Offset> {
    let (sign, digits) = match name.as_bytes() {
        [b'+', ..] => (1, &name[1..]),
        [b'-', ..] => (-1, &name[1..]),
        _ => return None,
    };
    let digits: String = digits.chars().filter(|c| *c != ':').collect();
    if digits.is_empty() || digits.len() > 4 || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let (hours, minutes) = if digits.len() > 2 { digits.split_at(digits.len() - 2) } else { (digits.as_str(), "0") };
    let (hours, minutes): (i32, i32) = (hours.parse().ok()?, minutes.parse().ok()?);
    let seconds = hours * 3_600 + minutes * 60;
    (minutes < 60 && hours < 24).then(|| Offset::from_seconds(sign * seconds).ok())?
}

/// The times between which clocks are not set, with the first and last rule going on for ever.
fn segments(rules: &TimeZone) -> Vec<Segment> {
    let at = |second| jiff::Timestamp::from_second(second).unwrap_or_default();
    let first = i64::from(rules.to_offset(at(FIRST_SECOND)).seconds());
    let mut segments = vec![Segment { from: i64::MIN, offset: first, ..UTC }];
    for transition in rules.following(at(FIRST_SECOND)) {
        let (from, offset) = (transition.timestamp().as_second(), i64::from(transition.offset().seconds()));
        if from >= END_SECOND {
            break;
        }
        if segments.last().is_some_and(|last| last.offset != offset) {
            segments.push(Segment { from, offset, ..UTC });
        }
    }
    let mut before = i32::MIN;
    for index in 0..segments.len() {
        let end = segments.get(index + 1).map(|next| next.from);
        let segment = &mut segments[index];
        segment.before = before;
        // The last second before the next segment says which day it got to.
        segment.reach = end.map_or(i32::MAX, |end| segment.day(end - 1).0);
        before = segment.reach;
    }
    segments
}

#[cfg(test)]
mod tests;
