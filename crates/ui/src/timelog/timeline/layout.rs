//! Layout of a timeline: the blocks of entries by day, side by side where they overlap.
//!
//! - P1 A day is as high as it is long: one of 23 or 25 hours has its own height, and its hours stand where the clock
//!   shows them.
//! - P2 What overlaps stands side by side, in as few lanes as can be; what does not has the whole width.
//! - P3 A place of the timeline is one instant, and back.

use std::rc::Rc;

use espalier_base::date::{DateRange, LocalDate};
use espalier_base::time::Timestamp;
use espalier_model::TimeEntry;
use espalier_timelog::calendar::Calendar;
use espalier_timelog::columns::Columns;

/// Height of an hour, in CSS pixels.
pub const HOUR: f64 = 44.0;
/// Times are moved in steps of so many seconds.
pub const STEP: i64 = 300;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Day {
    pub date: LocalDate,
    /// Its first second, since the epoch.
    pub from: i64,
    /// The first second after it.
    pub to: i64,
}

/// The block of an entry within one day.
#[derive(Debug, Clone, PartialEq)]
pub struct Block {
    pub entry: Rc<TimeEntry>,
    /// The place of its day.
    pub day: usize,
    /// Its first second, and the first after it, within the day.
    pub span: (i64, i64),
    /// Its lane, and the number of lanes (P2).
    pub lane: (usize, usize),
    /// Whether the entry begins here, or is seen here first.
    pub is_first: bool,
}

/// Layout of all blocks in a range of days.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TimelineLayout {
    pub days: Vec<Day>,
    /// The blocks, day by day.
    pub blocks: Vec<Block>,
}

impl Day {
    /// Returns the day's height, in CSS pixels.
    pub fn height(&self) -> f64 {
        (self.to - self.from) as f64 / 3_600.0 * HOUR
    }

    /// Returns the vertical position of an instant, in CSS pixels.
    pub fn y(&self, second: i64) -> f64 {
        (second.clamp(self.from, self.to) - self.from) as f64 / 3_600.0 * HOUR
    }

    /// Returns the full hours of the clock: their vertical positions, and which (P1).
    pub fn hours(&self, calendar: &Calendar) -> Vec<(f64, i32)> {
        let full = calendar.hours(self.from, self.to).filter(|piece| calendar.clock(piece.from).second % 3_600 == 0);
        full.map(|piece| (self.y(piece.from), i32::from(piece.hour))).collect()
    }

    /// Whether it has another number of hours than 24.
    pub const fn is_odd(&self) -> bool {
        self.to - self.from != 86_400
    }
}

impl TimelineLayout {
    /// Lays out the entries in a range of days; a running one lasts until now.
    pub fn new(columns: &Columns, range: DateRange, now: Timestamp) -> Self {
        let calendar = columns.calendar();
        let days: Vec<Day> = (0..range.days())
            .map(|at| {
                let date = range.first.plus_days(at);
                let (from, to) = calendar.span(DateRange::day(date));
                Day { date, from, to }
            })
            .collect();
        let (from, to) = calendar.span(range);
        let mut found: Vec<(i64, i64, Rc<TimeEntry>)> =
            columns.meeting(from, to, now).map(|found| (found.hot.start, found.hot.end, found.entry.clone())).collect();
        found.sort_unstable_by_key(|(start, end, entry)| (*start, std::cmp::Reverse(*end), entry.id));
        let mut blocks = Vec::new();
        for (place, day) in days.iter().enumerate() {
            let inside = found.iter().filter(|(start, end, _)| *start < day.to && *end > day.from);
            let spans: Vec<(i64, i64, &Rc<TimeEntry>)> =
                inside.map(|(start, end, entry)| ((*start).max(day.from), (*end).min(day.to), entry)).collect();
            let lanes = lanes(&spans.iter().map(|(start, end, _)| (*start, *end)).collect::<Vec<_>>());
            for ((start, end, entry), lane) in spans.into_iter().zip(lanes) {
                let begins = entry.start.0.div_euclid(1_000) >= day.from;
                let is_first = begins || place == 0;
                blocks.push(Block { entry: entry.clone(), day: place, span: (start, end), lane, is_first });
            }
        }
        Self { days, blocks }
    }

    /// Returns the height of the whole timeline, in CSS pixels.
    pub fn height(&self) -> f64 {
        self.days.iter().map(Day::height).fold(0.0, f64::max)
    }

    /// The instant at a place: so far to the right as a part of the width, so far down (P3).
    pub fn second_at(&self, part: f64, y: f64) -> Option<i64> {
        let place = (part * self.days.len() as f64).floor().clamp(0.0, (self.days.len().max(1) - 1) as f64) as usize;
        let day = self.days.get(place)?;
        Some((day.from + (y / HOUR * 3_600.0) as i64).clamp(day.from, day.to))
    }
}

/// An instant at the nearest step of the clock.
pub fn snap(second: i64) -> i64 {
    (second + STEP / 2).div_euclid(STEP) * STEP
}

/// The lane of each stretch, of how many; they are in order of their beginning (P2).
fn lanes(spans: &[(i64, i64)]) -> Vec<(usize, usize)> {
    let mut placed: Vec<(usize, usize)> = Vec::with_capacity(spans.len());
    let mut ends: Vec<i64> = Vec::new();
    let (mut begin, mut reach) = (0, i64::MIN);
    for (at, &(start, end)) in spans.iter().enumerate() {
        if start >= reach {
            close(&mut placed[begin..], ends.len());
            ends.clear();
            begin = at;
        }
        let lane = ends.iter().position(|busy| *busy <= start).unwrap_or(ends.len());
        if lane == ends.len() {
            ends.push(end);
        } else {
            ends[lane] = end;
        }
        reach = reach.max(end);
        placed.push((lane, 1));
    }
    close(&mut placed[begin..], ends.len());
    placed
}

fn close(group: &mut [(usize, usize)], lanes: usize) {
    for (_, count) in group {
        *count = lanes.max(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use espalier_base::date::Weekday;
    use espalier_base::zone::Zone;
    use espalier_model::TimeEntryId;
    use proptest::prelude::*;

    fn day(text: &str) -> LocalDate {
        text.parse().unwrap()
    }

    fn columns(spans: &[(&str, i32, &str, i32)]) -> Columns {
        let calendar = Calendar::new(&Zone::new("Europe/Berlin"), Weekday::Monday);
        let entries: Vec<Rc<TimeEntry>> = spans
            .iter()
            .enumerate()
            .map(|(at, (from, first, to, last))| {
                let instant = |date: &str, second: i32| Timestamp(calendar.instant(day(date), second) * 1_000);
                let id = TimeEntryId::from_uuid(uuid::Uuid::from_u128(at as u128 + 1));
                let start = instant(from, *first);
                let mut entry = TimeEntry::new(id, start, Zone::new("Europe/Berlin"), start);
                entry.end = Some(instant(to, *last));
                Rc::new(entry)
            })
            .collect();
        Columns::of(calendar, &entries)
    }

    #[test]
    fn an_entry_over_midnight_is_in_both_days() {
        let columns = columns(&[("2026-03-02", 82_800, "2026-03-03", 3_600)]);
        let layout = TimelineLayout::new(&columns, DateRange::new(day("2026-03-02"), day("2026-03-03")), Timestamp(0));
        let seen: Vec<_> =
            layout.blocks.iter().map(|block| (block.day, block.span.1 - block.span.0, block.is_first)).collect();
        assert_eq!(seen, [(0, 3_600, true), (1, 3_600, false)]);
        let second = TimelineLayout::new(&columns, DateRange::day(day("2026-03-03")), Timestamp(0));
        assert!(second.blocks[0].is_first, "what is seen first can be reached");
    }

    #[test]
    fn p1_days_are_as_high_as_they_are_long() {
        let columns = columns(&[]);
        let one = |date: &str| {
            let layout = TimelineLayout::new(&columns, DateRange::day(day(date)), Timestamp(0));
            let hours = layout.days[0].hours(columns.calendar());
            (
                layout.height() / HOUR,
                hours.len(),
                layout.days[0].is_odd(),
                hours.iter().filter(|(_, hour)| *hour == 2).count(),
            )
        };
        assert_eq!(one("2026-03-28"), (24.0, 24, false, 1));
        assert_eq!(one("2026-03-29"), (23.0, 23, true, 0));
        let (height, _, is_odd, _) = one("2026-10-25");
        assert_eq!((height, is_odd), (25.0, true));
    }

    proptest! {
        #[test]
        fn p2_nothing_lies_over_each_other_in_a_lane(raw in prop::collection::vec((0_i64..100, 1_i64..40), 0..30)) {
            let mut spans: Vec<(i64, i64)> = raw.into_iter().map(|(start, length)| (start, start + length)).collect();
            spans.sort_unstable();
            let lanes = lanes(&spans);
            prop_assert_eq!(lanes.len(), spans.len());
            for (at, (span, lane)) in spans.iter().zip(&lanes).enumerate() {
                prop_assert!(lane.0 < lane.1);
                for (other, place) in spans[..at].iter().zip(&lanes) {
                    let overlap = other.0 < span.1 && span.0 < other.1;
                    prop_assert!(!overlap || (place.0 != lane.0 && place.1 == lane.1));
                }
            }
        }

        #[test]
        fn p3_a_place_is_an_instant_and_back(part in 0.0_f64..1.0, minute in 0_i64..1_380) {
            let columns = columns(&[]);
            let layout = TimelineLayout::new(&columns, DateRange::new(day("2026-03-23"), day("2026-03-29")), Timestamp(0));
            let at = (part * 7.0).floor() as usize;
            let second = layout.days[at].from + minute * 60;
            prop_assert_eq!(layout.second_at((at as f64 + 0.5) / 7.0, layout.days[at].y(second) + 0.01), Some(second));
        }
    }
}
