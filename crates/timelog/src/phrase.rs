//! Phrases for stretches of days, in English and Chinese: "last week", "3月", "前三周", "Q1", "since Monday", "去年".
//!
//! - D1 A phrase becomes an absolute range of local dates, never instants: zones and changes of the clock do not matter.
//! - D2 What can mean two things is an error with both; what is not understood is an error that says what would be.
//! - D3 A month, a date, a weekday or a quarter without a year or a week is the latest that has begun: a log looks back.
//! - D4 "last 3 weeks", "最近三周" are the 21 days that end today; "previous 3 weeks", "前三周" the three whole weeks
//!   before this one.

mod absolute;
mod days;
mod holiday;
mod period;
mod relative;
mod understood;

use std::ops::Range;

pub use days::{Around, Unit, YEARS};
pub use understood::UNDERSTOOD;

use super::scan::{Folded, Scan, is_cjk};
use days::{plus_days, span};
use espalier_base::date::{DateRange, LocalDate};
use espalier_base::language::Language;

/// Reason why a phrase is no range.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text(Language::En))]
pub enum PhraseError {
    /// The phrase is not understood.
    Unknown {
        /// The phrase.
        text: String,
    },
    /// The phrase can be read in two ways.
    Ambiguous {
        /// The phrase.
        text: String,
        /// Days with the month read first.
        first: DateRange,
        /// Days with the day read first.
        second: DateRange,
    },
    /// There is no such day, or it lies outside the years that are dealt with.
    Impossible {
        /// The phrase.
        text: String,
    },
}

impl PhraseError {
    /// Returns the message: what is wrong, and what can be written instead.
    pub fn text(&self, language: Language) -> String {
        let (from, to) = (YEARS.start(), YEARS.end());
        match (self, language) {
            (Self::Unknown { text }, Language::En) => {
                format!(
                    "I can't read “{text}” as a date or a range of dates. Try something like: {}",
                    UNDERSTOOD.join(", ")
                )
            }
            (Self::Unknown { text }, Language::Zh) => {
                format!("看不出“{text}”是哪一天或哪段时间。可以这样写：{}", UNDERSTOOD.join("、"))
            }
            (Self::Ambiguous { text, first, second }, Language::En) => {
                format!("“{text}” could be {} or {}. Write the one you mean", echo(*first), echo(*second))
            }
            (Self::Ambiguous { text, first, second }, Language::Zh) => {
                format!("“{text}”可能是{}，也可能是{}，请写明是哪一个", echo(*first), echo(*second))
            }
            (Self::Impossible { text }, Language::En) => {
                format!("“{text}” isn't in the calendar. Days from {from} to {to} can be used")
            }
            (Self::Impossible { text }, Language::Zh) => {
                format!("日历里没有“{text}”。可用的日期从{from}年到{to}年")
            }
        }
    }
}

/// Reading of a phrase, before it is known whether all of the text was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reading {
    Days(DateRange, Loose),
    Either(DateRange, DateRange),
    Impossible,
}

/// Part of a range's end that may be moved to put the two ends in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Loose {
    /// No part; it was said in full.
    No,
    /// A weekday without its week.
    Week,
    /// A month or date without its year.
    Year,
}

impl Reading {
    fn of(days: Option<DateRange>) -> Self {
        Self::loose(days, Loose::No)
    }

    fn loose(days: Option<DateRange>, loose: Loose) -> Self {
        days.map_or(Self::Impossible, |days| Self::Days(days, loose))
    }
}

type Reader = fn(&mut Scan, &Around) -> Option<Reading>;

const READERS: &[Reader] = &[
    absolute::iso,
    absolute::slashes,
    absolute::chinese,
    absolute::english,
    absolute::day_span,
    period::season,
    period::quarter,
    period::week_number,
    holiday::holiday,
    period::rolling,
    period::ago,
    period::part,
    period::all,
    relative::day,
    relative::unit,
    relative::weekday,
];

/// The range that a phrase stands for.
pub fn resolve(text: &str, around: &Around) -> Result<DateRange, PhraseError> {
    let folded = Folded::new(text);
    let mut scan = folded.scan(0);
    let text = || text.trim().to_owned();
    skip_lead(&mut scan);
    let Some(reading) = range(&mut scan, around) else {
        return Err(PhraseError::Unknown { text: text() });
    };
    skip_tail(&mut scan);
    if !scan.is_end() {
        return Err(PhraseError::Unknown { text: text() });
    }
    match reading {
        Reading::Days(days, _) => Ok(days),
        Reading::Either(first, second) => Err(PhraseError::Ambiguous { text: text(), first, second }),
        Reading::Impossible => Err(PhraseError::Impossible { text: text() }),
    }
}

/// The absolute range, as it is echoed: `2026-03-01` or `2026-03-01..2026-03-31`.
pub fn echo(range: DateRange) -> String {
    if range.first == range.last {
        return range.first.to_string();
    }
    format!("{}..{}", range.first, range.last)
}

/// Every phrase in a sentence, in order: where it stands and what it stands for. What is ambiguous or impossible is not
/// listed, nor "each Monday", which is no date.
pub fn find(text: &str, around: &Around) -> Vec<(Range<usize>, DateRange)> {
    // Nothing goes on from one line into the next: "9 November" and "- Tuesday" are no range.
    let mut begin = 0;
    let mut found = Vec::new();
    for line in text.split_inclusive('\n') {
        let of_line = find_in_line(line, around).into_iter();
        found.extend(of_line.map(|(range, days)| (range.start + begin..range.end + begin, days)));
        begin += line.len();
    }
    found
}

fn find_in_line(text: &str, around: &Around) -> Vec<(Range<usize>, DateRange)> {
    let folded = Folded::new(text);
    let (mut found, mut at) = (Vec::new(), 0);
    while at < folded.len() {
        let mut scan = folded.scan(at);
        match prefix(&mut scan, around) {
            Some(days) if scan.at > at && !is_each(&folded, at) => {
                found.push((folded.bytes(at..scan.at), days));
                at = scan.at;
            }
            _ => at += 1,
        }
    }
    found
}

/// The Chinese characters that a phrase begins with.
const BEGINNINGS: &str =
    "今昨前大明后本这当上下去周星礼第零一二三四五六七八九十百千万两最过近之未接从自由截到全所有历在于春夏秋冬国元圣复";

/// Reads a phrase at the cursor, which must not be inside a word or a number.
pub(super) fn prefix(scan: &mut Scan, around: &Around) -> Option<DateRange> {
    let joined = |a: char, b: char| (a.is_ascii_digit() && b.is_ascii_digit()) || (letter(a) && letter(b));
    let inside = |scan: &Scan| scan.before().zip(scan.peek()).is_some_and(|(a, b)| joined(a, b));
    if inside(scan) || !scan.peek().is_some_and(|c| c.is_ascii_alphanumeric() || BEGINNINGS.contains(c)) {
        return None;
    }
    let mut ahead = *scan;
    match range(&mut ahead, around)? {
        Reading::Days(days, _) if !inside(&ahead) => {
            *scan = ahead;
            Some(days)
        }
        _ => None,
    }
}

/// Reads one day as people say it, and whether it can hardly be anything else: "Sun" and "3号" can.
pub(super) fn single_day(scan: &mut Scan, around: &Around) -> Option<(LocalDate, bool)> {
    let (mut ahead, mut plain) = (*scan, *scan);
    let Reading::Days(days, _) = item(&mut ahead, around)? else { return None };
    if days.first != days.last {
        return None;
    }
    longest(&mut plain, around, &[relative::day, absolute::iso]);
    let said = scan.until(ahead.at);
    let strokes = said.iter().filter(|c| matches!(c, '/' | '.')).count();
    let is_plain = plain.at == ahead.at || strokes == 2 || said.contains(&'月');
    *scan = ahead;
    Some((days.first, is_plain))
}

fn letter(c: char) -> bool {
    c.is_alphabetic() && !is_cjk(c)
}

/// Whether "every", "each", "per", "on" (of "on Mondays") or "每" stands before it.
fn is_each(folded: &Folded, at: usize) -> bool {
    let before: String = folded.chars()[at.saturating_sub(6)..at].iter().collect();
    let before = before.trim_end();
    ["every", "each", "per", "每", "每个", "逐", "各"].iter().any(|word| before.ends_with(word))
}

fn skip_lead(scan: &mut Scan) {
    scan.space();
    while scan.one_of(&["in", "during", "for", "on", "over", "within", "of", "在", "于", ",", "\""]) {
        scan.space();
    }
}

fn skip_tail(scan: &mut Scan) {
    scan.space();
    while scan.one_of(&["里面", "里", "之内", "以内", "内", "期间", "中", "的", "时候", ".", ",", "?", "!", "\""])
    {
        scan.space();
    }
}

const TO: &[&str] = &["..", "...", "-", "~", "/", "to", "until", "till", "through", "thru", "到", "至"];
/// With a word before the first of the two these stand between them as well; alone they only list.
const AND: &[&str] = &["and", "和", "与"];
const FROM: &[&str] = &["between", "from", "从", "自从", "自", "由"];
const SINCE: &[&str] = &["since", "ever since", "starting", "from", "after the beginning of"];
const UNTIL_NOW: &[&str] = &[
    "以来",
    "至今",
    "到现在",
    "到今天",
    "到目前",
    "起",
    "开始",
    "so far",
    "to date",
    "until now",
    "till now",
    "to now",
    "until today",
    "onwards",
    "onward",
    "and later",
];

/// A phrase, or two with "to" between them, or one that is open at an end.
fn range(scan: &mut Scan, around: &Around) -> Option<Reading> {
    // "from 2 to 8 February" is a stretch with two ends and not one that is open.
    let readings: [Reader; 4] = [between, item, since, bounded];
    longest(scan, around, &readings)
}

/// The reading of the reader that comes furthest.
fn longest(scan: &mut Scan, around: &Around, readers: &[Reader]) -> Option<Reading> {
    let mut best: Option<(usize, Reading)> = None;
    for reader in readers {
        let mut ahead = *scan;
        if let Some(reading) = reader(&mut ahead, around)
            && best.is_none_or(|(at, _)| ahead.at > at)
        {
            best = Some((ahead.at, reading));
        }
    }
    let (at, reading) = best?;
    scan.at = at;
    Some(reading)
}

/// Reads one phrase.
fn item(scan: &mut Scan, around: &Around) -> Option<Reading> {
    longest(scan, around, READERS)
}

/// `from A to B`, `A - B`, `3月5日到8日`
fn between(scan: &mut Scan, around: &Around) -> Option<Reading> {
    let from = scan.one_of(FROM);
    scan.space();
    let start = item(scan, around)?;
    scan.space();
    if !(scan.one_of(TO) || (from && scan.one_of(AND))) {
        return None;
    }
    scan.space();
    scan.word("the");
    scan.space();
    let end = match start {
        Reading::Days(start, loose) if start.first == start.last => {
            let mut bare = *scan;
            let mut full = *scan;
            let day = absolute::day_after(&mut bare, start.first).map(|days| Reading::Days(days, loose));
            let other = item(&mut full, around);
            let use_day = day.is_some() && (other.is_none() || bare.at >= full.at);
            *scan = if use_day { bare } else { full };
            if use_day { day? } else { other? }
        }
        _ => item(scan, around)?,
    };
    scan.spaced(&["为止"]);
    match (start, end) {
        (Reading::Days(start, loose), Reading::Days(end, _)) => Some(in_order(start, end, loose)),
        (Reading::Impossible, _) | (_, Reading::Impossible) => Some(Reading::Impossible),
        (either @ Reading::Either(..), _) | (_, either @ Reading::Either(..)) => Some(either),
    }
}

/// Joins two ranges from the first day of one to the last of the other; what was said without its week or year moves
/// back.
fn in_order(start: DateRange, end: DateRange, loose: Loose) -> Reading {
    let moved = match loose {
        _ if start.first <= end.last => Some(start.first),
        Loose::No => None,
        Loose::Week => plus_days(start.first, -7),
        Loose::Year => days::plus_months(start.first, -12),
    };
    Reading::loose(moved.and_then(|first| span(first, end.last)), loose)
}

/// `since A`, `A 以来`, `A so far`
fn since(scan: &mut Scan, around: &Around) -> Option<Reading> {
    let mut ahead = *scan;
    let said = ahead.one_of(SINCE) || ahead.one_of(FROM);
    ahead.space();
    let start = item(&mut ahead, around)?;
    let until_now = ahead.spaced(UNTIL_NOW);
    if !said && !until_now {
        return None;
    }
    *scan = ahead;
    Some(match start {
        Reading::Days(start, loose) => Reading::loose(span(start.first, around.today), loose),
        other => other,
    })
}

/// `before A`, `until A`, `after A`, `A 之前`, `截至 A`
fn bounded(scan: &mut Scan, around: &Around) -> Option<Reading> {
    #[derive(Clone, Copy)]
    enum Bound {
        Before,
        Until,
        After,
    }
    let words = [
        ("before", Bound::Before),
        ("until", Bound::Until),
        ("up to", Bound::Until),
        ("till", Bound::Until),
        ("截至", Bound::Until),
        ("截止", Bound::Until),
        ("after", Bound::After),
    ];
    let after = [
        ("之前", Bound::Before),
        ("以前", Bound::Before),
        ("前", Bound::Before),
        ("为止", Bound::Until),
        ("之后", Bound::After),
        ("以后", Bound::After),
    ];
    let bound = scan.any(&words);
    scan.one_of(&["到"]);
    scan.space();
    let reading = item(scan, around)?;
    let place = *scan;
    let bound = bound.or_else(|| scan.any(&after))?;
    // "上个月前三名" are the first three of last month.
    let is_before = place.until(scan.at) == ['前'];
    if is_before && scan.peek().is_some_and(|c| c.is_ascii_digit() || "一二三四五六七八九十两几".contains(c))
    {
        return None;
    }
    let Reading::Days(days, loose) = reading else { return Some(reading) };
    let earliest = around.earliest.unwrap_or(around.today);
    let range = match bound {
        Bound::Before => plus_days(days.first, -1).map(|last| (earliest.min(last), last)),
        Bound::Until => Some((earliest.min(days.last), days.last)),
        Bound::After => plus_days(days.last, 1).map(|first| (first, around.today)),
    };
    Some(Reading::loose(range.and_then(|(first, last)| span(first, last)), loose))
}

#[cfg(test)]
mod tests;
