//! Times of day as people write them: `9`, `9:30`, `9am`, `0930`, `noon`, `下午3点半`, and two of them with a dash.
//!
//! Must not be in here: dates, instants.

use crate::base::date::LocalDate;
use crate::feature::timelog::phrase::{self, Around};
use crate::feature::timelog::scan::Scan;

/// Seconds of twelve hours.
const HALF_DAY: i32 = 43_200;
/// Seconds of a day.
const DAY: i32 = 86_400;

/// What hands of a clock say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hand {
    /// Seconds after midnight; more than a day for what belongs to the night after it.
    pub secs: i32,
    /// Which half of the day.
    pub half: Half,
    /// Whether it is written so that it cannot be just a number.
    pub is_marked: bool,
}

/// How sure the half of the day is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Half {
    /// It was not said.
    Open,
    /// It was said.
    Said,
    /// It is written with 24 hours.
    Full,
    /// The present.
    Now,
}

/// A part of the day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Dawn,
    Morning,
    Noon,
    Afternoon,
    Night,
}

/// Times of day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Times {
    /// From one to another, which may have a date of its own.
    Between(Hand, Option<LocalDate>, Hand),
    /// Since then.
    From(Hand),
    /// Until then.
    Until(Hand),
}

const PARTS: &[(&str, Part)] = &[
    ("凌晨", Part::Dawn),
    ("清晨", Part::Morning),
    ("早上", Part::Morning),
    ("早晨", Part::Morning),
    ("上午", Part::Morning),
    ("中午", Part::Noon),
    ("午后", Part::Afternoon),
    ("下午", Part::Afternoon),
    ("傍晚", Part::Afternoon),
    ("晚上", Part::Night),
    ("晚间", Part::Night),
    ("夜里", Part::Night),
    ("夜间", Part::Night),
    ("深夜", Part::Night),
    ("半夜", Part::Night),
    ("早", Part::Morning),
    ("晚", Part::Night),
    ("morning", Part::Morning),
    ("afternoon", Part::Afternoon),
    ("evening", Part::Night),
    ("night", Part::Night),
];

const AFTER: &[(&str, Part)] = &[
    ("am", Part::Dawn),
    ("a.m.", Part::Dawn),
    ("a.m", Part::Dawn),
    ("a", Part::Dawn),
    ("pm", Part::Afternoon),
    ("p.m.", Part::Afternoon),
    ("p.m", Part::Afternoon),
    ("p", Part::Afternoon),
    ("in the morning", Part::Morning),
    ("in the afternoon", Part::Afternoon),
    ("in the evening", Part::Night),
    ("at night", Part::Night),
];

const SEPARATORS: &[&str] = &["-", "--", "~", "..", "to", "until", "till", "til", "and", "到", "至"];
const FROM: &[&str] = &["from", "between", "at", "since", "start", "starting", "starting at", "从", "自", "在"];
const UNTIL: &[&str] = &["until", "till", "到", "至"];

/// The part of the day that a date said with it, like the last character of `昨晚`.
pub fn part_of_date(words: &[char]) -> Option<Part> {
    match words {
        [.., '晚' | '夜'] | [.., 'n', 'i', 'g', 'h', 't'] => Some(Part::Night),
        [.., '早'] => Some(Part::Morning),
        _ => None,
    }
}

/// Reads a part of the day, of which a time has to follow.
pub fn part(scan: &mut Scan) -> Option<Part> {
    scan.any(PARTS)
}

/// Reads times of day. Numbers that could be anything are times only at the beginning (`lead`); where nothing follows,
/// the second may still be missing.
pub fn read(scan: &mut Scan, part: Option<Part>, lead: bool, around: &Around) -> Option<Times> {
    let mut ahead = *scan;
    let from = ahead.one_of(FROM);
    ahead.space();
    if let Some(start) = hand(&mut ahead, part) {
        let mut end = ahead;
        if let Some((date, second)) = second_hand(&mut end, around)
            && (lead || from || start.is_marked || second.is_marked)
            && !(start.half == Half::Now)
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
    let end = hand(&mut ahead, part)?;
    *scan = ahead;
    Some(Times::Until(end))
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

fn second_hand(scan: &mut Scan, around: &Around) -> Option<(Option<LocalDate>, Hand)> {
    scan.space();
    if !scan.one_of(SEPARATORS) {
        return None;
    }
    scan.space();
    let mut dated = *scan;
    if let Some((date, _)) = phrase::single_day(&mut dated, around) {
        dated.space();
        if let Some(end) = hand(&mut dated, None) {
            *scan = dated;
            return Some((Some(date), end));
        }
    }
    let next_day = scan.one_of(&["次日", "第二天", "翌日", "隔天"]);
    scan.space();
    let mut end = hand(scan, None)?;
    if next_day && end.secs < DAY {
        end = Hand { secs: end.secs + DAY, half: Half::Said, ..end };
    }
    Some((None, end))
}

/// Reads one time of day.
fn hand(scan: &mut Scan, part: Option<Part>) -> Option<Hand> {
    let mut ahead = *scan;
    let hand = word(&mut ahead).or_else(|| number(&mut ahead, part))?;
    *scan = ahead;
    Some(hand)
}

fn word(scan: &mut Scan) -> Option<Hand> {
    let words = [
        ("noon", (HALF_DAY, Half::Said)),
        ("midday", (HALF_DAY, Half::Said)),
        ("正午", (HALF_DAY, Half::Said)),
        ("中午", (HALF_DAY, Half::Said)),
        ("midnight", (0, Half::Said)),
        ("午夜", (0, Half::Said)),
        ("零点", (0, Half::Said)),
        ("now", (0, Half::Now)),
        ("right now", (0, Half::Now)),
        ("现在", (0, Half::Now)),
        ("此刻", (0, Half::Now)),
        ("刚才", (0, Half::Now)),
    ];
    let mut ahead = *scan;
    let (secs, half) = ahead.any(&words)?;
    // "中午12点", "零点三十"
    let mut digits = ahead;
    digits.space();
    if digits.digits().is_some() || digits.chinese().is_some() {
        return None;
    }
    *scan = ahead;
    Some(Hand { secs, half, is_marked: false })
}

fn number(scan: &mut Scan, part: Option<Part>) -> Option<Hand> {
    let said = scan.any(PARTS);
    scan.space();
    let chinese = scan.peek().is_some_and(|c| !c.is_ascii_digit());
    let (hour, places) = if chinese { (scan.chinese()?, 0) } else { scan.digits()? };
    if places == 4 {
        let (hour, minute) = (hour / 100, hour % 100);
        return (hour <= 24 && minute < 60 && part_follows(scan).is_none())
            .then(|| Hand { secs: secs(hour, minute, 0), half: Half::Full, is_marked: false })
            .filter(|hand| hand.secs <= DAY);
    }
    if places > 2 || hour > 24 {
        return None;
    }
    let (minute, second, marked) = minutes(scan)?;
    if chinese && !marked {
        return None;
    }
    let after = part_follows(scan);
    let explicit = after.or(said);
    let part = explicit.or(part);
    let is_full = hour > 12 || hour == 0 || (places == 2 && hour < 10);
    let half = match part {
        Some(_) if hour <= 12 && hour > 0 => Half::Said,
        _ if is_full => Half::Full,
        _ => Half::Open,
    };
    let hour = part.map_or(hour, |part| part.hour(hour));
    let secs = secs(hour, minute, second);
    (secs <= DAY || part.is_some()).then_some(Hand { secs, half, is_marked: marked || explicit.is_some() })
}

fn secs(hour: i32, minute: i32, second: i32) -> i32 {
    hour * 3_600 + minute * 60 + second
}

/// What follows the hour: its minutes and seconds, and whether that marks it as a time.
fn minutes(scan: &mut Scan) -> Option<(i32, i32, bool)> {
    let mut ahead = *scan;
    let digit = |scan: Scan| scan.peek().is_some_and(|c| c.is_ascii_digit());
    if ahead.char(':') && digit(ahead) {
        let minute = ahead.digits_of(2..=2).filter(|minute| *minute < 60)?;
        let mut second = ahead;
        let seconds = if second.char(':') { second.digits_of(2..=2).filter(|second| *second < 60) } else { None };
        *scan = if seconds.is_some() { second } else { ahead };
        return Some((minute, seconds.unwrap_or(0), true));
    }
    let mut ahead = *scan;
    if ahead.one_of(&["点钟", "点整", "点", "时"]) && ahead.peek() != Some('间') {
        *scan = ahead;
        if ahead.one_of(&["半"]) {
            *scan = ahead;
            return Some((30, 0, true));
        }
        let quarters = [("一刻", 15), ("1刻", 15), ("三刻", 45), ("3刻", 45)];
        if let Some(minute) = ahead.any(&quarters) {
            *scan = ahead;
            return Some((minute, 0, true));
        }
        ahead.one_of(&["过"]);
        let minute = ahead.digits_of(1..=2).or_else(|| ahead.chinese()).filter(|minute| *minute < 60);
        let unit = ahead.one_of(&["分钟", "分"]);
        if let Some(minute) = minute.filter(|minute| unit || *minute >= 10) {
            *scan = ahead;
            return Some((minute, 0, true));
        }
        return Some((0, 0, true));
    }
    let mut ahead = *scan;
    if ahead.char('.')
        && let Some(minute) = ahead.digits_of(2..=2).filter(|minute| *minute < 60)
        && !ahead.peek().is_some_and(|c| c.is_alphanumeric() && !matches!(c, 'a' | 'p'))
    {
        *scan = ahead;
        return Some((minute, 0, false));
    }
    scan.spaced(&["o'clock", "oclock", "uhr"]);
    let goes_on = matches!(
        scan.peek(),
        Some('%' | '$' | '€' | '/' | '月' | '日' | '号' | '天' | '年' | '个' | '周' | '小' | '分')
    );
    (!goes_on && !scan.before_number_goes_on() && !letter_goes_on(*scan)).then_some((0, 0, false))
}

/// Whether a letter follows that is not the beginning of `am` or `pm`.
fn letter_goes_on(scan: Scan) -> bool {
    let mut part = scan;
    scan.peek().is_some_and(|c| c.is_ascii_alphabetic()) && part.any(AFTER).is_none()
}

fn part_follows(scan: &mut Scan) -> Option<Part> {
    let mut ahead = *scan;
    ahead.space();
    let near = ahead.at == scan.at;
    let begin = ahead;
    let part = ahead.any(AFTER)?;
    // "9 a book" is no time, "9a" is.
    if !near && ahead.at == begin.at + 1 {
        return None;
    }
    *scan = ahead;
    Some(part)
}

impl Part {
    /// The hour of a day, of up to 12 that were said; more than 24 for the night after it.
    fn hour(self, hour: i32) -> i32 {
        match (self, hour) {
            (_, 0 | 13..) => hour,
            (Self::Dawn, 12) => 0,
            (Self::Dawn | Self::Morning, _) => hour,
            (Self::Noon, 1..=4) => hour + 12,
            (Self::Noon, _) => hour,
            (Self::Afternoon, 12) => 12,
            (Self::Afternoon, _) => hour + 12,
            (Self::Night, 12) => 24,
            (Self::Night, 1..=4) => hour + 24,
            (Self::Night, _) => hour + 12,
        }
    }
}

/// The seconds after midnight at which something began and ended, of the readings of both the shortest that is
/// longer than nothing.
pub fn shortest(start: Hand, end: Hand, days_between: Option<i32>) -> Option<(i32, i32)> {
    let full = start.half == Half::Full || end.half == Half::Full;
    let halves = |hand: Hand, may: bool| if may && hand.half == Half::Open && !full { [0, HALF_DAY] } else { [0, 0] };
    let days = match days_between {
        Some(days) => [days, days],
        None => [0, 1],
    };
    let mut best: Option<(i32, i32)> = None;
    // "3-5pm" began in the afternoon too; "9-11" in the morning.
    for first in halves(start, end.half == Half::Said && end.secs < DAY).map(|half| start.secs + half) {
        for last in days.into_iter().flat_map(|day| halves(end, true).map(|half| end.secs + half + day * DAY)) {
            if last > first && best.is_none_or(|(from, to)| last - first < to - from) {
                best = Some((first, last));
            }
        }
    }
    best
}
