//! Times that stand last: `meeting 2-3`, `breakfast 8am 30min`, `swim 6-7am friday`.

use super::clock::{self, Times};
use super::time_of_day::{Half, Part};
use super::{Interpretation, Line};
use crate::amount;
use crate::phrase;
use crate::scan::Scan;
use espalier_base::date::LocalDate;

/// Nouns that are counted or numbered: "pages 9-11".
const COUNTED: &[&str] = &[
    "page",
    "pages",
    "p",
    "pp",
    "chapter",
    "chapters",
    "ch",
    "no",
    "nr",
    "number",
    "numbers",
    "exercise",
    "exercises",
    "ex",
    "problem",
    "problems",
    "question",
    "questions",
    "q",
    "level",
    "levels",
    "room",
    "set",
    "sets",
    "step",
    "steps",
    "unit",
    "units",
    "lesson",
    "lessons",
    "part",
    "parts",
    "section",
    "sections",
    "week",
    "weeks",
    "day",
    "days",
    "item",
    "items",
    "task",
    "tasks",
    "score",
    "won",
    "lost",
    "vol",
    "volume",
    "version",
    "v",
    "grade",
    "grades",
    "year",
    "years",
    "age",
    "ages",
    "episode",
    "episodes",
    "ep",
    "season",
    "line",
    "lines",
    "slide",
    "slides",
    "act",
    "verse",
    "verses",
    "row",
    "rows",
    "figure",
    "table",
    "top",
    "页",
    "章",
    "第",
    "节",
    "题",
    "课",
    "集",
    "级",
    "班",
    "号",
    "回",
    "单元",
    "练习",
];

/// Parts of today that are said like a day.
const PARTS_OF_TODAY: &[(&str, Part)] = &[
    ("this morning", Part::Morning),
    ("this noon", Part::Noon),
    ("this afternoon", Part::Afternoon),
    ("this evening", Part::Night),
];

/// The longest that numbers without a sign may mean where they stand last.
const LONGEST: i32 = 9 * 3_600;

/// Reads a part of today.
pub(super) fn part_of_today(scan: &mut Scan) -> Option<Part> {
    scan.any(PARTS_OF_TODAY)
}

impl Line<'_> {
    /// Returns the place from which the rest of the line is nothing but times, days and lengths.
    pub(super) fn tail(&self) -> usize {
        let chars = self.folded.chars();
        let begins = |at: &usize| chars[*at] != ' ' && self.is_free(*at..*at + 1) && self.is_boundary(*at);
        (0..chars.len()).filter(begins).find(|at| self.is_all_times(*at)).unwrap_or(chars.len())
    }

    fn is_all_times(&self, at: usize) -> bool {
        let mut scan = self.folded.scan(at);
        let (mut date, mut times, mut length) = (None::<LocalDate>, false, false);
        let mut part = None;
        loop {
            while let Some(c) = scan.peek()
                && (self.used[scan.at] || matches!(c, ' ' | ',' | '.' | '!' | ';' | '的'))
            {
                scan.at += 1;
            }
            if scan.is_end() {
                return times || length;
            }
            if date.is_none() && self.day_at(&mut scan, &mut part).is_some_and(|day| date.replace(day).is_none()) {
                continue;
            }
            if !length && Self::length_at(&mut scan) {
                length = true;
                continue;
            }
            let begin = scan.at;
            if times || !self.times_at(&mut scan, part) || !self.is_free(begin..scan.at) {
                return false;
            }
            times = true;
        }
    }

    fn day_at(&self, scan: &mut Scan, part: &mut Option<Part>) -> Option<LocalDate> {
        let mut ahead = *scan;
        ahead.one_of(&["on", "在", "于"]);
        ahead.space();
        let day = match part_of_today(&mut ahead) {
            Some(said) => {
                *part = Some(said);
                self.around.today
            }
            None => phrase::single_day(&mut ahead, &self.around)?.0,
        };
        *scan = ahead;
        Some(day)
    }

    fn length_at(scan: &mut Scan) -> bool {
        let mut ahead = *scan;
        ahead.one_of(super::LENGTH_WORDS);
        ahead.space();
        if super::time_of_day::ago(&mut ahead.clone()).is_some() || clock::french_range(&mut ahead.clone()).is_some() {
            return false;
        }
        let found = amount::read(&mut ahead).is_some_and(|amount| super::LENGTHS.contains(&amount.secs));
        if found {
            *scan = ahead;
        }
        found
    }

    fn times_at(&self, scan: &mut Scan, part: Option<Part>) -> bool {
        let begin = *scan;
        let mut said = begin;
        let found = clock::french_range(scan).or_else(|| clock::read(scan, part.or(self.part), true, &self.around));
        match found {
            Some(Times::Between(start, _, end)) => {
                let is_bare = !start.is_marked && !end.is_marked && end.half != Half::Now;
                let short = clock::spans(start, end, None).first().is_some_and(|(from, to)| to - from <= LONGEST);
                !is_bare || self.interpretation == Interpretation::Bare || (short && !self.is_counted(begin.at))
            }
            // A bare number that a word or a sign makes a time is one at any place; "9-" is not.
            Some(Times::From(time) | Times::Until(time)) => {
                time.is_marked || clock::read(&mut said, part, false, &self.around).is_some()
            }
            None => false,
        }
    }

    /// Whether a word stands before it that says what is counted.
    fn is_counted(&self, at: usize) -> bool {
        let before = &self.folded.chars()[..at];
        let text: String = before[before.len().saturating_sub(12)..].iter().collect();
        let text = text.trim_end_matches([' ', '.', ':', '-']);
        let word = text.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
        COUNTED.contains(&word) || COUNTED.iter().any(|counted| !counted.is_ascii() && text.ends_with(counted))
    }
}
