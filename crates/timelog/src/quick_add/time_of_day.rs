//! One time of day: `9`, `9:30`, `9am`, `0930`, `noon`, `half past nine`, `9h30`, `下午3点半`, `an hour ago`.

use crate::amount;
use crate::scan::Scan;

/// Seconds of twelve hours.
pub const HALF_DAY: i32 = 43_200;
/// Seconds of a day.
pub const DAY: i32 = 86_400;

/// Time of day as it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeOfDay {
    /// Seconds after midnight; more than a day for what belongs to the night after it.
    pub secs: i32,
    /// Certainty of the half of the day.
    pub half: Half,
    /// Whether it is written so that it cannot be just a number.
    pub is_marked: bool,
}

/// Certainty of the half of the day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Half {
    /// The half was not said.
    Open,
    /// The half was said.
    Said,
    /// The time is written with 24 hours.
    Full,
    /// The time is written like `11:45`, which a clock with 24 hours shows too: that hour, unless words say another
    /// half.
    Clock,
    /// The present.
    Now,
    /// A number of seconds before the present.
    Ago,
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

const HOURS: &[(&str, i32)] = &[
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
];

/// Minutes that are said before the hour.
const BEFORE: &[(&str, i32)] = &[
    ("half past", 30),
    ("quarter past", 15),
    ("a quarter past", 15),
    ("quarter after", 15),
    ("quarter to", -15),
    ("a quarter to", -15),
    ("five past", 5),
    ("ten past", 10),
    ("twenty past", 20),
    ("twenty-five past", 25),
];

/// Minutes that are said behind the hour.
const BEHIND: &[(&str, i32)] =
    &[("o'clock", 0), ("oclock", 0), ("fifteen", 15), ("thirty", 30), ("forty-five", 45), ("forty five", 45)];

/// Reads one time of day.
pub fn time_of_day(scan: &mut Scan, part: Option<Part>) -> Option<TimeOfDay> {
    let mut ahead = *scan;
    let time = word(&mut ahead)
        .or_else(|| ago(&mut ahead))
        .or_else(|| spoken(&mut ahead, part))
        .or_else(|| number(&mut ahead, part))?;
    *scan = ahead;
    Some(time)
}

fn word(scan: &mut Scan) -> Option<TimeOfDay> {
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
    Some(TimeOfDay { secs, half, is_marked: false })
}

/// `1h ago`, `半小时前`, `1小时前开始`
pub fn ago(scan: &mut Scan) -> Option<TimeOfDay> {
    let mut ahead = *scan;
    let amount = amount::read(&mut ahead).filter(|amount| (1..=7 * i64::from(DAY)).contains(&amount.secs))?;
    ahead.space();
    // "前台" is a place.
    if !ahead.one_of(&["ago", "前", "以前", "之前"]) || ahead.peek() == Some('台') {
        return None;
    }
    ahead.one_of(&["开始的", "开始", "起"]);
    *scan = ahead;
    Some(TimeOfDay { secs: i32::try_from(amount.secs).ok()?, half: Half::Ago, is_marked: true })
}

/// `half past nine`, `quarter to 10`, `nine thirty`, `ten`
fn spoken(scan: &mut Scan, part: Option<Part>) -> Option<TimeOfDay> {
    let mut ahead = *scan;
    let before = ahead.any(BEFORE);
    ahead.space();
    let digits = if before.is_some() { ahead.digits_of(1..=2) } else { None };
    let hour = digits.or_else(|| ahead.any(HOURS)).filter(|hour| (1..=12).contains(hour))?;
    let mut behind = ahead;
    behind.space();
    let behind_hour = behind.any(BEHIND).filter(|_| before.is_none());
    if behind_hour.is_some() {
        ahead = behind;
    }
    let after = part_follows(&mut ahead);
    let is_marked = before.or(behind_hour).is_some() || after.is_some();
    // "one to one" is a talk.
    if !is_marked && hour == 1 {
        return None;
    }
    *scan = ahead;
    Some(set(hour, before.or(behind_hour).unwrap_or(0) * 60, after.or(part), is_marked))
}

/// An hour of up to 12 and seconds after it, in a part of the day.
fn set(hour: i32, more: i32, part: Option<Part>, is_marked: bool) -> TimeOfDay {
    let half = if part.is_some() { Half::Said } else { Half::Open };
    let hour = part.map_or(hour, |part| part.hour(hour));
    TimeOfDay { secs: hour * 3_600 + more, half, is_marked }
}

/// `9h`, `10h30`: hours as they are written in French, which are read only where two of them make a range.
pub fn french(scan: &mut Scan) -> Option<TimeOfDay> {
    let mut ahead = *scan;
    let hour = ahead.digits_of(1..=2).filter(|hour| *hour <= 24)?;
    if !ahead.char('h') {
        return None;
    }
    let minute = if ahead.peek().is_some_and(|c| c.is_ascii_digit()) {
        ahead.digits_of(2..=2).filter(|minute| *minute < 60)?
    } else {
        0
    };
    if ahead.peek().is_some_and(char::is_alphanumeric) {
        return None;
    }
    *scan = ahead;
    Some(TimeOfDay { secs: secs(hour, minute, 0), half: Half::Full, is_marked: false }).filter(|time| time.secs <= DAY)
}

/// The minutes of `10 30`, where nothing else can be counted with them.
pub fn spaced_minutes(scan: &mut Scan) -> Option<i32> {
    let mut ahead = *scan;
    ahead.space();
    let begin = ahead;
    let minute = ahead.digits_of(2..=2).filter(|minute| *minute < 60 && minute % 5 == 0)?;
    let mut counted = begin;
    let is_counted = amount::read(&mut counted).is_some() || ahead.peek().is_some_and(|c| c != ' ');
    if begin.at == scan.at || is_counted {
        return None;
    }
    *scan = ahead;
    Some(minute)
}

impl TimeOfDay {
    /// Places the time in a part of the day that was said elsewhere.
    pub fn within(self, part: Part) -> Self {
        let (hour, more) = (self.secs / 3_600, self.secs % 3_600);
        if matches!(self.half, Half::Open | Half::Clock) { set(hour, more, Some(part), self.is_marked) } else { self }
    }

    /// Whether it is counted from the present.
    pub const fn is_relative(self) -> bool {
        matches!(self.half, Half::Now | Half::Ago)
    }
}

fn number(scan: &mut Scan, part: Option<Part>) -> Option<TimeOfDay> {
    let said = scan.any(PARTS);
    scan.space();
    let chinese = scan.peek().is_some_and(|c| !c.is_ascii_digit());
    let (hour, places) = if chinese { (scan.chinese()?, 0) } else { scan.digits()? };
    // "2026-02-30" is no time.
    if places == 4 {
        let (hour, minute) = (hour / 100, hour % 100);
        return (hour <= 24 && minute < 60 && part_follows(scan).is_none())
            .then(|| TimeOfDay { secs: secs(hour, minute, 0), half: Half::Full, is_marked: false })
            .filter(|time| time.secs <= DAY);
    }
    if places > 2 || hour > 24 {
        return None;
    }
    let is_clock = places == 2 && (10..=12).contains(&hour) && scan.peek() == Some(':');
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
        _ if is_clock && marked => Half::Clock,
        _ => Half::Open,
    };
    let hour = part.map_or(hour, |part| part.hour(hour));
    let secs = secs(hour, minute, second);
    (secs <= DAY || part.is_some()).then_some(TimeOfDay { secs, half, is_marked: marked || explicit.is_some() })
}

fn secs(hour: i32, minute: i32, second: i32) -> i32 {
    hour * 3_600 + minute * 60 + second
}

/// Reads the minutes and seconds after the hour, and whether they mark it as a time.
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
