//! Words that look like a time, a day or a length and are none: `25:99-26:00`, `2026-02-30`, `0m`, `999999999h`.
//!
//! They stay in the note, and are reported.

use super::{Kind, LENGTHS, Line, Trouble};
use crate::amount;
use crate::scan::Folded;
use espalier_base::date::LocalDate;

const UNITS: &[&str] =
    &["h", "hr", "hrs", "hour", "hours", "m", "min", "mins", "minute", "minutes", "小时", "个小时", "分钟", "分"];

impl Line<'_> {
    /// Keeps such words from being read as something else.
    pub(super) fn read_troubles(&mut self) {
        let chars = self.folded.chars();
        let words: Vec<(usize, usize)> = words(chars);
        let (first, last) = (words.first().copied(), words.last().copied());
        for (from, to) in words {
            if !self.is_free(from..to) {
                continue;
            }
            let word: String = chars[from..to].iter().collect();
            let is_outer = [first, last].contains(&Some((from, to)));
            let kind = if is_no_date(&word) {
                Kind::Date
            } else if is_no_time(&word) && is_outer {
                Kind::Time
            } else if is_no_length(&word) && is_outer {
                Kind::Length
            } else {
                continue;
            };
            self.blocked[from..to].fill(true);
            self.troubles.push(Trouble { range: self.folded.bytes(from..to), kind });
        }
    }
}

/// Splits a text into words: where each begins and ends.
fn words(chars: &[char]) -> Vec<(usize, usize)> {
    let mut words = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let end = chars[at..].iter().position(|c| *c == ' ').map_or(chars.len(), |space| at + space);
        if end > at {
            words.push((at, end));
        }
        at = end + 1;
    }
    words
}

/// `2026-02-30`
fn is_no_date(word: &str) -> bool {
    let parts: Vec<&str> = word.trim_end_matches([',', ':', '.']).split(['-', '/']).collect();
    let [year, month, day] = parts.as_slice() else { return false };
    let number = |text: &str, most: usize| if text.len() <= most { text.parse::<i32>().ok() } else { None };
    let (Some(year), Some(month), Some(day)) = (number(year, 4), number(month, 2), number(day, 2)) else {
        return false;
    };
    parts[0].len() == 4 && LocalDate::new(year, month, day).is_none()
}

/// `25:99`, `26:00-27:00`
fn is_no_time(word: &str) -> bool {
    let word = word.trim_end_matches([',', '.', 'a', 'p', 'm']);
    let sides: Vec<&str> = word.split(['-', '~']).collect();
    let clock = |side: &str| {
        let (hour, rest) = side.split_once(':')?;
        let minute = rest.split(':').next()?;
        let is_two = |text: &str| (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        (is_two(hour) && is_two(minute) && minute.len() == 2)
            .then_some((hour.parse::<i32>().ok()?, minute.parse::<i32>().ok()?))
    };
    let clocks: Vec<(i32, i32)> = sides.iter().filter_map(|side| clock(side)).collect();
    sides.len() <= 2
        && clocks.len() == sides.len()
        && clocks.iter().any(|(hour, minute)| *minute > 59 || *hour > 24 || (*hour == 24 && *minute > 0))
}

/// `0m`, `999999999h`, `1e9m`
fn is_no_length(word: &str) -> bool {
    let word = word.trim_end_matches([',', '.']);
    let number: String = word.chars().take_while(|c| c.is_ascii_digit() || matches!(c, '.' | 'e')).collect();
    if !number.starts_with(|c: char| c.is_ascii_digit()) || !UNITS.contains(&&word[number.len()..]) {
        return false;
    }
    let folded = Folded::new(word);
    let mut scan = folded.scan(0);
    amount::read(&mut scan).is_none_or(|amount| !LENGTHS.contains(&amount.secs) || !scan.is_end())
}
