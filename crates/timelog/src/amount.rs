//! Lengths of time as people write them: `45m`, `2h15`, `1.5 hours`, `half an hour`, `3小时20分`, `一个半小时`.

use super::scan::Scan;

/// The longest that is read, in seconds: a hundred years.
const MAX_SECS: i64 = 100 * 366 * 86_400;

/// A length of time as it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Amount {
    /// Length in seconds, rounded to the nearest.
    pub secs: i64,
    /// Value of the last place written, in seconds: 3,600 in `3h`, 360 in `3.3h`, 60 in `3h20`.
    pub step_secs: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Hour,
    Minute,
    Second,
}

impl Part {
    fn secs(self) -> i64 {
        match self {
            Self::Hour => 3_600,
            Self::Minute => 60,
            Self::Second => 1,
        }
    }
}

const PARTS: &[(&str, Part)] = &[
    ("hours", Part::Hour),
    ("hour", Part::Hour),
    ("hrs", Part::Hour),
    ("hr", Part::Hour),
    ("h", Part::Hour),
    ("个小时", Part::Hour),
    ("小时", Part::Hour),
    ("个钟头", Part::Hour),
    ("钟头", Part::Hour),
    ("minutes", Part::Minute),
    ("minute", Part::Minute),
    ("mins", Part::Minute),
    ("min", Part::Minute),
    ("m", Part::Minute),
    ("分钟", Part::Minute),
    ("分", Part::Minute),
    ("seconds", Part::Second),
    ("second", Part::Second),
    ("secs", Part::Second),
    ("sec", Part::Second),
    ("s", Part::Second),
    ("秒钟", Part::Second),
    ("秒", Part::Second),
];

const WHOLE: &[(&str, i64)] = &[
    ("half an hour", 1_800),
    ("half hour", 1_800),
    ("a half hour", 1_800),
    ("an hour and a half", 5_400),
    ("one and a half hours", 5_400),
    ("a quarter of an hour", 900),
    ("quarter of an hour", 900),
    ("quarter hour", 900),
    ("three quarters of an hour", 2_700),
    ("an hour", 3_600),
    ("a minute", 60),
    ("半个小时", 1_800),
    ("半小时", 1_800),
    ("半个钟头", 1_800),
    ("一刻钟", 900),
    ("三刻钟", 2_700),
];

/// Reads a length of time.
pub fn read(scan: &mut Scan) -> Option<Amount> {
    let mut ahead = *scan;
    let amount = whole(&mut ahead).or_else(|| clock_hours(&mut ahead)).or_else(|| parts(&mut ahead))?;
    if amount.secs > MAX_SECS {
        return None;
    }
    *scan = ahead;
    Some(amount)
}

fn whole(scan: &mut Scan) -> Option<Amount> {
    let mut ahead = *scan;
    let secs = ahead.any(WHOLE)?;
    let mut more = ahead;
    more.space();
    // "an hour 20 minutes", "an hour and 20 minutes"
    more.word("and");
    more.space();
    if secs == 3_600
        && let Some(rest) = parts(&mut more).filter(|rest| rest.secs < 3_600)
    {
        *scan = more;
        return Some(Amount { secs: secs + rest.secs, ..rest });
    }
    *scan = ahead;
    Some(Amount { secs, step_secs: if secs == 3_600 { 3_600 } else { 60 } })
}

/// `1:30h`, `2:05 hours`
fn clock_hours(scan: &mut Scan) -> Option<Amount> {
    let mut ahead = *scan;
    let (hours, _) = ahead.digits()?;
    if !ahead.char(':') {
        return None;
    }
    let minutes = ahead.digits_of(2..=2).filter(|minutes| *minutes < 60)?;
    ahead.space();
    if ahead.any(PARTS) != Some(Part::Hour) {
        return None;
    }
    *scan = ahead;
    Some(Amount { secs: i64::from(hours) * 3_600 + i64::from(minutes) * 60, step_secs: 60 })
}

/// `1h30m`, `1 hour and 20 minutes`, `2小时15分30秒`, `2h15`, `一个半小时`, `1小时半`
fn parts(scan: &mut Scan) -> Option<Amount> {
    let (first, mut amount) = part(scan)?;
    let mut last = first;
    loop {
        let mut ahead = *scan;
        if last == Part::Hour && ahead.one_of(&["半"]) {
            *scan = ahead;
            return Some(Amount { secs: amount.secs + 1_800, step_secs: 60 });
        }
        ahead.space();
        ahead.one_of(&["and", ",", "零", "又"]);
        ahead.space();
        let begin = ahead;
        if let Some((next, more)) = part(&mut ahead)
            && next.secs() < last.secs()
        {
            // Only the last part may have a fraction, and a part is less than one of the part before.
            if amount.step_secs < last.secs() || more.secs >= last.secs() {
                return Some(amount);
            }
            amount = Amount { secs: amount.secs + more.secs, step_secs: more.step_secs };
            last = next;
            *scan = ahead;
            continue;
        }
        // The minutes of "2h15" have no unit.
        ahead = begin;
        if begin.at == scan.at
            && last == Part::Hour
            && amount.step_secs == 3_600
            && let Some(minutes) = ahead.digits_of(1..=2).filter(|minutes| *minutes < 60)
            && !ahead.peek().is_some_and(|c| c.is_alphanumeric() || matches!(c, ':' | '-'))
        {
            *scan = ahead;
            return Some(Amount { secs: amount.secs + i64::from(minutes) * 60, step_secs: 60 });
        }
        return Some(amount);
    }
}

/// Reads one number with its unit.
fn part(scan: &mut Scan) -> Option<(Part, Amount)> {
    let mut ahead = *scan;
    let (thousandths, places) = decimal(&mut ahead)?;
    let half = ahead.one_of(&["个半"]);
    if ahead.peek() == Some(' ') {
        ahead.space();
    }
    ahead.char('-');
    let part = unit(&mut ahead)?;
    let step = part.secs() * 1_000 / 10_i64.pow(places.min(3));
    let mut secs = (thousandths * part.secs() + 500) / 1_000;
    if half {
        secs += part.secs() / 2;
    }
    *scan = ahead;
    Some((part, Amount { secs, step_secs: if half { 60 } else { step.div_euclid(1_000).max(1) } }))
}

/// A unit, which of a word of letters is all of it, but may have digits behind it.
fn unit(scan: &mut Scan) -> Option<Part> {
    let mut ahead = *scan;
    let part = ahead.any(PARTS)?;
    // "5分之3" is a fraction, "3分" of a game no time, but who could tell.
    if ahead.peek() == Some('之') {
        return None;
    }
    *scan = ahead;
    Some(part)
}

/// A number with up to three places, in thousandths, and the number of its places. A comma is read as the one of
/// thousands if three digits follow it, else as a point.
pub fn decimal(scan: &mut Scan) -> Option<(i64, u32)> {
    let mut ahead = *scan;
    let Some((whole, count)) = ahead.digits() else {
        let number = scan.number()?;
        return Some((i64::from(number) * 1_000, 0));
    };
    let mut whole = i64::from(whole);
    if count <= 3 {
        loop {
            let mut group = ahead;
            if !group.char(',') {
                break;
            }
            let Some(thousands) = group.digits_of(3..=3).filter(|_| whole < 1_000_000) else { break };
            whole = whole * 1_000 + i64::from(thousands);
            ahead = group;
        }
    }
    let mut fraction = ahead;
    if (fraction.char('.') || fraction.char(','))
        && let Some((value, places)) = fraction.digits()
        && places <= 3
    {
        *scan = fraction;
        let places = places as u32;
        return Some((whole * 1_000 + i64::from(value) * 10_i64.pow(3 - places), places));
    }
    *scan = ahead;
    Some((whole * 1_000, 0))
}

#[cfg(test)]
mod tests {
    use super::super::scan::Folded;
    use super::*;
    use proptest::prelude::*;

    fn check(text: &str, secs: i64, step_secs: i64) {
        let folded = Folded::new(text);
        let mut scan = folded.scan(0);
        assert_eq!(read(&mut scan), Some(Amount { secs, step_secs }), "{text}");
        assert!(scan.is_end(), "{text}");
    }

    #[test]
    fn lengths_are_read() {
        check("45m", 2_700, 60);
        check("45 minutes", 2_700, 60);
        check("2h15", 8_100, 60);
        check("2h 15m", 8_100, 60);
        check("1 hour and 20 minutes", 4_800, 60);
        check("1h2m3s", 3_723, 1);
        check("1.5h", 5_400, 360);
        check("1,5 h", 5_400, 360);
        check("3.25 hours", 11_700, 36);
        check("1,234 h", 4_442_400, 3_600);
        check("half an hour", 1_800, 60);
        check("an hour", 3_600, 3_600);
        check("an hour and a half", 5_400, 60);
        check("an hour and 20 minutes", 4_800, 60);
        check("1:30h", 5_400, 60);
        check("90-minute", 5_400, 60);
        check("3小时20分", 12_000, 60);
        check("３小时２０分钟", 12_000, 60);
        check("一个半小时", 5_400, 60);
        check("两个小时", 7_200, 3_600);
        check("1小时半", 5_400, 60);
        check("半小时", 1_800, 60);
        check("十五分钟", 900, 60);
        check("三刻钟", 2_700, 60);
    }

    #[test]
    fn other_things_are_not_lengths() {
        for text in ["45", "mm", "5 cars", "10km", "3分之一", "h", "3 meters"] {
            assert_eq!(read(&mut Folded::new(text).scan(0)), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn hours_and_minutes_come_back(hours in 1_i64..500, minutes in 1_i64..60) {
            let secs = hours * 3_600 + minutes * 60;
            for text in [format!("{hours}h{minutes}m"), format!("{hours} h {minutes} min"), format!("{hours}小时{minutes}分")] {
                prop_assert_eq!(read(&mut Folded::new(&text).scan(0)), Some(Amount { secs, step_secs: 60 }));
            }
        }

        #[test]
        fn any_text_is_read(text in "[0-9hm,.: 半个小时分零一二十]{0,12}") {
            read(&mut Folded::new(&text).scan(0));
        }
    }
}
