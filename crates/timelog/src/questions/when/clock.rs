//! Times of day.

use crate::scan::{Scan, is_cjk};

const PARTS: &[(&str, (i32, i32))] = &[
    ("morning", (360, 720)),
    ("mornings", (360, 720)),
    ("afternoon", (720, 1_080)),
    ("afternoons", (720, 1_080)),
    ("evening", (1_080, 1_440)),
    ("evenings", (1_080, 1_440)),
    ("night", (1_320, 360)),
    ("nights", (1_320, 360)),
    ("凌晨", (0, 360)),
    ("清晨", (300, 540)),
    ("早晨", (360, 600)),
    ("早上", (360, 600)),
    ("上午", (360, 720)),
    ("中午", (660, 840)),
    ("下午", (720, 1_080)),
    ("傍晚", (1_020, 1_140)),
    ("晚上", (1_080, 1_440)),
    ("晚间", (1_080, 1_440)),
    ("夜里", (1_320, 360)),
    ("夜间", (1_320, 360)),
    ("深夜", (1_320, 360)),
    ("半夜", (0, 360)),
];

/// The half of the day of which twelve o'clock is midnight.
const NIGHT: i32 = 1_441;

/// A time of day, and whether it can be nothing else.
fn time(scan: &mut Scan, half: Option<i32>) -> Option<(i32, bool, Option<i32>)> {
    let mut ahead = *scan;
    let words = [("noon", 720), ("midday", 720), ("midnight", 1_440)];
    if let Some(at) = ahead.any(&words) {
        *scan = ahead;
        return Some((at, true, None));
    }
    let halves = [
        ("上午", 0),
        ("早上", 0),
        ("凌晨", 0),
        ("下午", 720),
        ("晚上", NIGHT),
        ("傍晚", 720),
        ("中午", 720),
        ("夜里", NIGHT),
        ("深夜", NIGHT),
    ];
    let half = ahead.any(&halves).or(half);
    let cjk = ahead.peek().is_some_and(is_cjk);
    let hour = if cjk { ahead.chinese()? } else { ahead.digits_of(1..=2)? };
    let mut minute = 0;
    let mut sure = false;
    if ahead.char(':') {
        minute = ahead.digits_of(2..=2)?;
        sure = true;
    } else if ahead.one_of(&["点钟", "点", "时"]) {
        sure = true;
        minute = minute_of_hour(&mut ahead);
    } else if cjk {
        return None;
    }
    let mut suffix = ahead;
    suffix.space();
    let noon = suffix.any(&[("am", 0), ("a.m.", 0), ("pm", 720), ("p.m.", 720), ("o'clock", -1)]);
    if noon.is_some() {
        ahead = suffix;
        sure = true;
    }
    if !(0..60).contains(&minute) || !(0..=24).contains(&hour) {
        return None;
    }
    *scan = ahead;
    let at = match noon.filter(|noon| *noon >= 0).or(half) {
        // "晚上12点" ends the day.
        Some(NIGHT) if hour == 12 => 1_440,
        Some(NIGHT) if hour < 12 => (hour + 12) * 60 + minute,
        Some(noon) if hour <= 12 => {
            (hour % 12) * 60 + noon + minute + if noon == 0 && hour == 12 && half.is_some() { 720 } else { 0 }
        }
        _ => hour * 60 + minute,
    };
    Some((at.min(1_440), sure, half))
}

/// The minute after "点".
fn minute_of_hour(scan: &mut Scan) -> i32 {
    if scan.one_of(&["半"]) {
        return 30;
    }
    if scan.one_of(&["一刻"]) {
        return 15;
    }
    // "八点一共" is no minute past eight.
    let mut minutes = *scan;
    let begins_full = minutes.peek() == Some('零');
    let found = minutes.digits_of(1..=2).or_else(|| minutes.chinese());
    let is_said = minutes.one_of(&["分"]) || begins_full || found.is_some_and(|found| found > 9);
    let Some(found) = found.filter(|_| is_said) else { return 0 };
    *scan = minutes;
    found
}

/// Words that make a number before them one of a date.
const DATE_AFTER: &[&str] = &[
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec", "st", "nd", "rd", "th", "of",
    "days", "weeks", "months", "/", ".", "月", "日", "号",
];

fn between(scan: &mut Scan) -> Option<(i32, i32)> {
    let mut ahead = *scan;
    let lead = ahead.one_of(&["between", "from", "从"]);
    ahead.space();
    let (from, first_sure, half) = time(&mut ahead, None)?;
    ahead.space();
    if !ahead.one_of(&["and", "to", "until", "till", "-", "~", "到", "至"]) {
        return None;
    }
    ahead.space();
    let (to, sure, _) = time(&mut ahead, half)?;
    let mut after = ahead;
    after.space();
    let rest = tail(after);
    let is_date = DATE_AFTER.iter().any(|word| rest.starts_with(word));
    if !(first_sure || sure) && (!lead || is_date) {
        return None;
    }
    *scan = ahead;
    // "from 2 to 4 pm"
    let to = if to == 720 && from > 720 { 1_440 } else { to };
    let from = if !first_sure && sure && from < 720 && to > 720 && from + 720 < to { from + 720 } else { from };
    Some((from % 1_440, if to % 1_440 == 0 { 1_440 } else { to }))
}

/// The next few characters.
fn tail(mut scan: Scan) -> String {
    let mut text = String::new();
    while let Some(c) = scan.peek().filter(|_| text.len() < 6) {
        text.push(c);
        scan.at += 1;
    }
    text
}

fn open(scan: &mut Scan) -> Option<(i32, i32)> {
    let mut ahead = *scan;
    let side = ahead.any(&[("after", 1), ("later than", 1), ("before", 0), ("earlier than", 0)]);
    ahead.space();
    let (at, sure, _) = time(&mut ahead, None)?;
    let side =
        side.or_else(|| ahead.any(&[("以后", 1), ("之后", 1), ("后", 1), ("以前", 0), ("之前", 0), ("前", 0)]))?;
    // What is after midnight has no end.
    if !sure || (side == 1 && at == 1_440) {
        return None;
    }
    *scan = ahead;
    Some(if side == 1 { (at, 1_440) } else { (0, at) })
}

/// Reads a part of the day: "in the evening", "the night of", "Friday nights", "上午".
fn part(scan: &mut Scan, after_weekday: bool) -> Option<(i32, i32)> {
    let mut ahead = *scan;
    // What has to follow.
    let lead = ahead.any(&[("in the", ""), ("during the", ""), ("at", ""), ("on the", "of"), ("the", "of")]);
    ahead.space();
    let cjk = ahead.peek().is_some_and(is_cjk);
    let part = ahead.any(PARTS)?;
    // "上午之前" and "晚上之后" leave open where the part ends.
    let open = ahead.one_of(&["之前", "以前", "之后", "以后", "前", "后", "还是", "和", "多还是", "忙还是"]);
    let ends = {
        let mut after = ahead;
        after.space();
        let goes_on = after.one_of(&["or", "and", "vs", "vs.", "versus", "before", "after"]);
        !goes_on && lead.map_or(cjk || after_weekday, |next| next.is_empty() || after.word(next))
    };
    (!open && ends).then(|| {
        *scan = ahead;
        part
    })
}

/// Reads a part of each day, or of the days of the week that were said just before it.
pub fn clock(scan: &mut Scan, after_weekday: bool) -> Option<(i32, i32)> {
    between(scan).or_else(|| open(scan)).or_else(|| part(scan, after_weekday))
}
