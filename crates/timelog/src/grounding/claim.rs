//! The numbers and dates of a reply.

use std::ops::Range;

use crate::amount;
use crate::phrase::{self, Around};
use crate::scan::{Folded, Scan, is_cjk};
use espalier_base::date::{DateRange, LocalDate};

/// Claim of a reply about the data.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Claim {
    /// A length, and what its last place counts for, in seconds.
    Length {
        /// The length.
        secs: i64,
        /// The place.
        step: i64,
    },
    /// A part or a change in per cent, in thousandths of one, and what its last place counts for.
    Percent {
        /// Thousandths of a per cent.
        thousandths: i64,
        /// The place.
        step: i64,
    },
    /// Days.
    Days(DateRange),
    /// A time of day: minutes after midnight.
    Clock(i32),
    /// Any other number, in thousandths.
    Number(i64),
}

/// All claims in order, with their place in bytes. Names that were found are no claims, whatever numbers are in them.
pub fn find(reply: &str, names: &[&str], around: &Around) -> Vec<(Range<usize>, Claim)> {
    let folded = Folded::new(reply);
    let hidden = hidden(reply, &folded, names);
    let dates = phrase::find(reply, around);
    let mut claims = Vec::new();
    let mut at = 0;
    let mut dates = dates.into_iter().peekable();
    while at < folded.len() {
        let byte = folded.bytes(at..at + 1).start;
        while dates.next_if(|(range, _)| range.start < byte).is_some() {}
        // A comma after something that was read ends it, as in "24:00，8月5日".
        let ends = claims.last().is_some_and(|(range, _): &(Range<usize>, Claim)| {
            folded.bytes(at.saturating_sub(1)..at).start == range.end
        });
        if hidden[at] || (is_inside(&folded, at) && !ends) {
            at += 1;
            continue;
        }
        let date = dates.peek().filter(|(range, _)| range.start == byte).cloned();
        let length = claim(&folded, at).filter(|(end, _)| !hidden[at..*end].contains(&true));
        let date_end = date.as_ref().map(|(range, _)| chars_before(&folded, range.end));
        match (length, date, date_end) {
            // "2026-03-01" is a date and no number; "3 days" no length that a date could be.
            (Some((end, claim)), _, date_end) if date_end.is_none_or(|date_end| end > date_end) => {
                claims.push((folded.bytes(at..end), claim));
                at = end;
            }
            (_, Some((range, days)), Some(end)) if has_digit(&reply[range.clone()]) => {
                claims.push((range, Claim::Days(days)));
                at = end;
            }
            // "last week" is a date in words, of which the absolute one is checked.
            (_, _, Some(end)) => at = end.max(at + 1),
            (Some((end, claim)), ..) => {
                claims.push((folded.bytes(at..end), claim));
                at = end;
            }
            _ => at += 1,
        }
    }
    claims
}

fn has_digit(text: &str) -> bool {
    // "星期一" names no date by itself, "三月" does.
    let numeral = text.chars().any(is_numeral) && text.contains(['月', '号', '年']);
    numeral || text.chars().any(|c| c.is_ascii_digit() || ('０'..='９').contains(&c))
}

fn chars_before(folded: &Folded, byte: usize) -> usize {
    (0..=folded.len()).find(|at| folded.bytes(*at..*at).start >= byte).unwrap_or(folded.len())
}

/// Marks the characters of names, code, addresses and the numbers of lists.
fn hidden(reply: &str, folded: &Folded, names: &[&str]) -> Vec<bool> {
    let chars = folded.chars();
    let mut hidden = vec![false; chars.len()];
    for name in names {
        let name = Folded::new(name.trim());
        let is_name = name.chars().iter().any(|c| !c.is_ascii_digit() && !matches!(c, '-' | ':' | ' ' | '.'));
        if !is_name || name.len() > 200 {
            continue;
        }
        for at in 0..chars.len().saturating_sub(name.len() - 1) {
            if chars[at..].starts_with(name.chars()) {
                hidden[at..at + name.len()].fill(true);
            }
        }
    }
    for (from, to) in addresses(chars) {
        hidden[from..to].fill(true);
    }
    let mut code = None;
    let mut line_start = true;
    for at in 0..chars.len() {
        if chars[at] == '`' {
            if let Some(from) = code.take() {
                hidden[from..at].fill(true);
            } else {
                code = Some(at);
            }
        }
        if line_start && chars[at].is_ascii_digit() {
            let mut scan = folded.scan(at);
            let is_item = scan.digits().is_some() && (scan.char('.') || scan.char(')')) && scan.char(' ');
            if is_item {
                hidden[at..scan.at].fill(true);
            }
        }
        let is_end = reply[folded.bytes(at..at + 1)].starts_with('\n');
        line_start = is_end || (line_start && matches!(chars[at], ' ' | '#' | '*' | '>'));
    }
    hidden
}

/// Finds addresses: the target of a link or picture, and what begins with a scheme.
fn addresses(chars: &[char]) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let rest = &chars[at..];
        let end = if rest.starts_with(&[']', '(']) {
            rest.iter().position(|c| *c == ')')
        } else if rest.starts_with(&[':', '/', '/']) {
            Some(rest.iter().position(|c| c.is_whitespace() || matches!(c, ')' | '>' | '"')).unwrap_or(rest.len()))
        } else {
            None
        };
        match end {
            Some(end) => {
                found.push((at, at + end));
                at += end.max(1);
            }
            None => at += 1,
        }
    }
    found
}

/// Whether a number does not begin here.
pub fn is_inside(folded: &Folded, at: usize) -> bool {
    let chars = folded.chars();
    let (next, before) = (chars[at], at.checked_sub(1).map(|before| chars[before]));
    let digit = |c: char| c.is_ascii_digit();
    let letter = |c: char| c.is_alphabetic() && !is_cjk(c);
    let Some(before) = before else { return false };
    let two = at.checked_sub(2).map(|two| chars[two]);
    (digit(before) && digit(next))
        || (letter(before) && (digit(next) || letter(next)))
        || (matches!(before, '.' | ',') && two.is_some_and(digit) && digit(next))
}

/// A length, a part, a time of day or a number at this place, and where it ends.
fn claim(folded: &Folded, at: usize) -> Option<(usize, Claim)> {
    let scan = folded.scan(at);
    let first = scan.peek()?;
    if !first.is_ascii_digit() && !is_numeral(first) && !first.is_ascii_alphabetic() && first != '半' && first != '百'
    {
        return None;
    }
    if let Some((end, year)) = year_heading(scan) {
        return Some((end, Claim::Days(year)));
    }
    if let Some(claim) = percent(scan).or_else(|| clock(scan)) {
        return Some(claim);
    }
    let mut length = scan;
    if let Some(amount) = amount::read(&mut length) {
        return Some((length.at, Claim::Length { secs: amount.secs, step: amount.step_secs }));
    }
    number(scan)
}

/// `2025:`
pub fn year_heading(mut scan: Scan) -> Option<(usize, DateRange)> {
    let year = scan.digits_of(4..=4).filter(|year| (1_900..2_200).contains(year))?;
    let (first, last) = (LocalDate::new(year, 1, 1)?, LocalDate::new(year, 12, 31)?);
    matches!(scan.peek(), Some(':' | '：')).then(|| (scan.at, DateRange::new(first, last)))
}

/// `12.5%`, `百分之十二`, `12 percent`
fn percent(mut scan: Scan) -> Option<(usize, Claim)> {
    let chinese = scan.one_of(&["百分之"]);
    let (thousandths, places) = amount::decimal(&mut scan)?;
    let said = chinese || scan.spaced(&["%", "％", "percent", "per cent", "percentage points", "个百分点"]);
    let step = 1_000 / 10_i64.pow(places.min(3));
    said.then_some((scan.at, Claim::Percent { thousandths, step }))
}

/// `09:30` and `3pm`, but not `1:30h`.
fn clock(mut scan: Scan) -> Option<(usize, Claim)> {
    let hour = scan.digits_of(1..=2).filter(|hour| *hour <= 24)?;
    let has_minutes = scan.char(':');
    let minute = if has_minutes { scan.digits_of(2..=2).filter(|minute| *minute < 60)? } else { 0 };
    let mut ahead = scan;
    if has_minutes && (ahead.spaced(&["h", "hours", "hour", "小时"]) || (ahead.char(':') && ahead.digits().is_some()))
    {
        return None;
    }
    let mut half = scan;
    half.space();
    let Some(noon) = half.any(&[("am", 0), ("pm", 12)]) else {
        return has_minutes.then_some((scan.at, Claim::Clock(hour * 60 + minute)));
    };
    Some((half.at, Claim::Clock((hour % 12 + noon) * 60 + minute)))
}

/// Any other number: in digits, or as a Chinese numeral before a word that counts.
fn number(scan: Scan) -> Option<(usize, Claim)> {
    let mut digits = scan;
    if digits.peek().is_some_and(|c| c.is_ascii_digit()) {
        let Some((thousandths, _)) = amount::decimal(&mut digits) else {
            // A number of more digits than any sum has.
            let mut end = scan;
            while end.peek().is_some_and(|c| c.is_ascii_digit()) {
                end.at += 1;
            }
            return Some((end.at, Claim::Number(i64::MAX)));
        };
        // "1st", "2x" are claims as well, "3D" is none.
        let letter = digits.peek().is_some_and(|c| c.is_ascii_alphabetic());
        let counts = ["st", "nd", "rd", "th", "x"].iter().any(|end| digits.word(end));
        return (!letter || counts).then_some((digits.at, Claim::Number(thousandths)));
    }
    let mut numeral = scan;
    let value = numeral.chinese()?;
    let counted = numeral.one_of(&["天", "次", "条", "个", "周", "日", "项", "段", "处", "倍"]);
    // "一个" and "一次" mostly only mean that there is something.
    (counted && value > 1).then_some((numeral.at, Claim::Number(i64::from(value) * 1_000)))
}

fn is_numeral(c: char) -> bool {
    "零一二三四五六七八九十百千万两".contains(c)
}
