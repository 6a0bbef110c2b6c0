//! The parts of a line that say when: a day, a length, times of day.

use super::clock::{self, Times};
use super::{Interpretation, Kind, LENGTH_WORDS, LENGTHS, Line, tail, time_of_day};
use crate::amount::{self, Amount};
use crate::phrase;
use crate::scan::{Scan, is_cjk};

impl Line<'_> {
    /// Reads the part that begins here and returns where it ends, if it is one.
    pub(super) fn component(&mut self, at: usize, lead: bool) -> Option<usize> {
        self.read_date(at, lead)
            .or_else(|| self.read_french(at, lead))
            .or_else(|| self.read_length(at, lead))
            .or_else(|| self.read_clock(at, lead))
    }

    fn read_date(&mut self, at: usize, lead: bool) -> Option<usize> {
        if self.date.is_some() {
            return None;
        }
        let mut scan = self.folded.scan(at);
        let on = scan.one_of(&["on", "在", "于"]);
        scan.space();
        let begin = scan.at;
        if let Some(part) = tail::part_of_today(&mut scan) {
            let wanted = self.times.is_some() || {
                let before = self.part.replace(part);
                let follows = self.time_follows(scan);
                self.part = before;
                follows
            };
            return wanted.then(|| {
                (self.date, self.part) = (Some(self.around.today), Some(part));
                self.take(at..scan.at, Kind::Date);
                scan.at
            });
        }
        let (date, is_plain) = phrase::single_day(&mut scan, &self.around)?;
        let end = scan.at;
        let is_last = self.is_last(end);
        let wanted =
            if is_plain { lead || is_last || on } else { (lead || on) && (is_last || self.time_follows(scan)) };
        if !wanted || !self.is_free(at..end) {
            return None;
        }
        self.date = Some(date);
        self.part = time_of_day::part_of_date(self.folded.scan(begin).until(end));
        // "yesterday evening" without a time says nothing more than the day.
        let mut ahead = scan;
        ahead.space();
        if self.part.is_none()
            && let Some(part) = time_of_day::part(&mut ahead)
            && self.time_follows(ahead)
        {
            self.part = Some(part);
            scan = ahead;
        }
        self.take(at..scan.at, Kind::Date);
        Some(scan.at)
    }

    fn time_follows(&self, mut scan: Scan) -> bool {
        scan.space();
        scan.one_of(&[",", "的"]);
        scan.space();
        let mut length = scan;
        amount::read(&mut length).is_some() || clock::read(&mut scan, self.part, true, &self.around).is_some()
    }

    fn read_length(&mut self, at: usize, lead: bool) -> Option<usize> {
        if self.length.is_some() || matches!(self.times, Some(Times::Between(..))) {
            return None;
        }
        let mut scan = self.folded.scan(at);
        let said = scan.one_of(LENGTH_WORDS);
        scan.space();
        let words = scan;
        if time_of_day::ago(&mut scan.clone()).is_some() {
            return None;
        }
        let read = amount::read(&mut scan).or_else(|| self.colon_length(&mut scan, lead));
        let amount = read.filter(|amount| LENGTHS.contains(&amount.secs))?;
        // "一分耕耘" is a proverb.
        let proverb =
            words.until(scan.at).first().is_some_and(|c| is_cjk(*c)) && words.until(scan.at).last() == Some(&'分');
        if !(said || lead || self.is_last(scan.at)) || proverb || !self.is_free(at..scan.at) {
            return None;
        }
        scan.spaced(&["of"]);
        self.length = Some(amount);
        self.take(at..scan.at, Kind::Length);
        Some(scan.at)
    }

    /// `1:30` as a length, where that is asked for.
    fn colon_length(&self, scan: &mut Scan, lead: bool) -> Option<Amount> {
        let (hours, _) = scan.digits().filter(|_| lead && self.interpretation == Interpretation::Length)?;
        let minutes = if scan.char(':') { scan.digits_of(2..=2)? } else { return None };
        Some(Amount { secs: i64::from(hours) * 3_600 + i64::from(minutes) * 60, step_secs: 60 })
    }

    fn read_french(&mut self, at: usize, lead: bool) -> Option<usize> {
        let mut scan = self.folded.scan(at);
        let times = clock::french_range(&mut scan).filter(|_| lead && self.times.is_none() && self.length.is_none())?;
        if !self.is_free(at..scan.at) {
            return None;
        }
        self.times = Some(times);
        self.take(at..scan.at, Kind::Time);
        Some(scan.at)
    }

    fn read_clock(&mut self, at: usize, lead: bool) -> Option<usize> {
        if self.times.is_some() {
            return None;
        }
        let mut scan = self.folded.scan(at);
        let times = clock::read(&mut scan, self.part, lead, &self.around)?;
        if !self.is_free(at..scan.at) || (self.length.is_some() && matches!(times, Times::Between(..))) {
            return None;
        }
        self.times = Some(times);
        self.take(at..scan.at, Kind::Time);
        Some(scan.at)
    }
}
