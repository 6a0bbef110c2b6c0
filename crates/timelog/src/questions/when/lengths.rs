//! Lengths that something must have.

use crate::amount;
use crate::scan::Scan;

const DAY_SECS: i64 = 86_400;

/// A bound and whether what is equal to it counts: least, then most.
pub type Bound = (Option<i64>, Option<i64>);

#[derive(Clone, Copy)]
enum Side {
    Over,
    AtLeast,
    Under,
    AtMost,
}

const BEFORE: &[(&str, Side)] = &[
    ("longer than", Side::Over),
    ("more than", Side::Over),
    ("over", Side::Over),
    ("at least", Side::AtLeast),
    ("no less than", Side::AtLeast),
    ("shorter than", Side::Under),
    ("less than", Side::Under),
    ("under", Side::Under),
    ("at most", Side::AtMost),
    ("no more than", Side::AtMost),
    ("超过", Side::Over),
    ("多于", Side::Over),
    ("不少于", Side::AtLeast),
    ("至少", Side::AtLeast),
    ("不到", Side::Under),
    ("不足", Side::Under),
    ("少于", Side::Under),
    ("小于", Side::Under),
    ("不超过", Side::AtMost),
];

const AFTER: &[(&str, Side)] = &[
    ("or more", Side::AtLeast),
    ("or longer", Side::AtLeast),
    ("or less", Side::AtMost),
    ("or shorter", Side::AtMost),
    ("以上", Side::AtLeast),
];

/// Reads a length; also of days and weeks.
fn length(scan: &mut Scan) -> Option<i64> {
    if let Some(amount) = amount::read(scan) {
        return Some(amount.secs);
    }
    let mut ahead = *scan;
    let half = ahead.one_of(&["half"]);
    ahead.space();
    let number = ahead.number()?;
    ahead.space();
    let units = [
        ("days", DAY_SECS),
        ("day", DAY_SECS),
        ("weeks", 7 * DAY_SECS),
        ("week", 7 * DAY_SECS),
        ("个星期", 7 * DAY_SECS),
        ("星期", 7 * DAY_SECS),
        ("周", 7 * DAY_SECS),
        ("天", DAY_SECS),
    ];
    let unit = ahead.any(&units)?;
    *scan = ahead;
    Some(i64::from(number) * unit / if half { 2 } else { 1 })
}

/// Reads "longer than two hours" and the like.
pub fn bound(scan: &mut Scan) -> Option<Bound> {
    let mut ahead = *scan;
    let side = ahead.any(BEFORE);
    ahead.space();
    let secs = length(&mut ahead)?;
    let side = side.or_else(|| {
        ahead.space();
        ahead.any(AFTER)
    })?;
    *scan = ahead;
    Some(match side {
        Side::Over => (Some(secs + 1), None),
        Side::AtLeast => (Some(secs), None),
        Side::Under => (None, Some(secs - 1)),
        Side::AtMost => (None, Some(secs)),
    })
}
