//! Treatment of entries over which another one is laid.
//!
//! - V1 After cropping or splitting nothing lies over the new entry; what lies outside it is as it was, except that
//!   cropping keeps one side only of what lies on both.
//! - V2 What only touches does not overlap; an entry without length overlaps nothing.
//! - V3 An entry that is running goes on running after what is laid over it.

use espalier_model::timelog::Overlap;

/// A stretch of time, in seconds; what is running has no end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// The first second.
    pub start: i64,
    /// The first second after it.
    pub end: Option<i64>,
}

/// Change of an existing entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Adjust {
    /// Becomes shorter.
    To(Span),
    /// Becomes two.
    Both(Span, Span),
    /// Is deleted, as nothing of it is left.
    Gone,
}

/// Whether two stretches have a second in common (V2).
pub fn overlaps(one: Span, other: Span) -> bool {
    let end = |span: Span| span.end.unwrap_or(i64::MAX);
    one.start < end(other) && other.start < end(one) && one.start < end(one) && other.start < end(other)
}

/// Returns the change of each existing stretch, by its place in the list; those that stay are left out. `None` says
/// that the new one is refused.
pub fn preview(policy: Overlap, new: Span, there: &[Span]) -> Option<Vec<(usize, Adjust)>> {
    let mut adjusted = Vec::new();
    for (place, &span) in there.iter().enumerate().filter(|(_, span)| overlaps(new, **span)) {
        match policy {
            Overlap::Allow => {}
            Overlap::Forbid => return None,
            Overlap::Crop | Overlap::Split => adjusted.push((place, adjust(policy, new, span))),
        }
    }
    Some(adjusted)
}

/// Counts the new stretches that lie over another one, a new one or one that is there; all have ends, and neither list
/// is in any order.
pub fn count_overlapping(new: &[(i64, i64)], there: impl IntoIterator<Item = (i64, i64)>) -> usize {
    let mut all: Vec<(i64, i64, bool)> = new.iter().map(|&(start, end)| (start, end, true)).collect();
    all.extend(there.into_iter().map(|(start, end)| (start, end, false)));
    all.retain(|(start, end, _)| start < end);
    all.sort_unstable();
    let (mut count, mut reach) = (0, i64::MIN);
    for (at, &(start, end, is_new)) in all.iter().enumerate() {
        // Of those before it the one that reaches farthest tells, of those behind it the next one.
        let overlaps = start < reach || all.get(at + 1).is_some_and(|next| next.0 < end);
        count += usize::from(is_new && overlaps);
        reach = reach.max(end);
    }
    count
}

fn adjust(policy: Overlap, new: Span, span: Span) -> Adjust {
    let before = (span.start < new.start).then_some(Span { start: span.start, end: Some(new.start) });
    let after = new.end.filter(|&end| span.end.is_none_or(|last| end < last));
    let after = after.map(|start| Span { start, end: span.end });
    match (before, after) {
        (Some(before), Some(after)) if policy == Overlap::Split => Adjust::Both(before, after),
        // Of what is running, the running end is kept (V3); else the longer side, of equal ones the first.
        (Some(before), Some(after)) => Adjust::To(if length(after) > length(before) { after } else { before }),
        (Some(one), None) | (None, Some(one)) => Adjust::To(one),
        (None, None) => Adjust::Gone,
    }
}

fn length(span: Span) -> i64 {
    span.end.map_or(i64::MAX, |end| end - span.start)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const fn span(start: i64, end: i64) -> Span {
        Span { start, end: Some(end) }
    }

    /// The thirteen relations of two stretches (Allen, 1983) under each policy: the new one is 10..20.
    #[test]
    fn every_relation_has_an_outcome() {
        let check = |there: Span, crop: Option<Adjust>, split: Option<Adjust>| {
            let new = span(10, 20);
            let outcome = |policy| preview(policy, new, &[there]).map(|list| list.first().map(|(_, adjust)| *adjust));
            assert_eq!(outcome(Overlap::Crop), Some(crop), "{there:?}");
            assert_eq!(outcome(Overlap::Split), Some(split), "{there:?}");
            assert_eq!(outcome(Overlap::Allow), Some(None));
            assert_eq!(outcome(Overlap::Forbid).is_none(), crop.is_some(), "{there:?}");
        };
        let same = |there: Span, adjust: Option<Adjust>| check(there, adjust, adjust);
        same(span(0, 5), None);
        same(span(25, 30), None);
        same(span(0, 10), None);
        same(span(20, 30), None);
        same(span(5, 15), Some(Adjust::To(span(5, 10))));
        same(span(15, 25), Some(Adjust::To(span(20, 25))));
        same(span(10, 15), Some(Adjust::Gone));
        same(span(10, 25), Some(Adjust::To(span(20, 25))));
        same(span(12, 18), Some(Adjust::Gone));
        same(span(15, 20), Some(Adjust::Gone));
        same(span(5, 20), Some(Adjust::To(span(5, 10))));
        same(span(10, 20), Some(Adjust::Gone));
        check(span(0, 25), Some(Adjust::To(span(0, 10))), Some(Adjust::Both(span(0, 10), span(20, 25))));
        check(span(8, 40), Some(Adjust::To(span(20, 40))), Some(Adjust::Both(span(8, 10), span(20, 40))));
        let running = |start| Span { start, end: None };
        check(running(5), Some(Adjust::To(running(20))), Some(Adjust::Both(span(5, 10), running(20))));
        same(running(15), Some(Adjust::To(running(20))));
        same(running(20), None);
        same(span(15, 15), None);
    }

    fn any_span() -> impl Strategy<Value = Span> {
        (0_i64..40, prop::option::of(0_i64..20))
            .prop_map(|(start, length)| Span { start, end: length.map(|length| start + length) })
    }

    proptest! {
        #[test]
        fn those_that_lie_over_others_are_counted(
            new in prop::collection::vec((0_i64..60, 0_i64..12), 0..12),
            there in prop::collection::vec((0_i64..60, 0_i64..12), 0..12),
        ) {
            let spans = |list: &[(i64, i64)]| -> Vec<(i64, i64)> { list.iter().map(|(at, long)| (*at, at + long)).collect() };
            let (new, there) = (spans(&new), spans(&there));
            let all: Vec<Span> = new.iter().chain(&there).map(|&(start, end)| span(start, end)).collect();
            let is_over = |at: usize| all.iter().enumerate().any(|(place, other)| place != at && overlaps(all[at], *other));
            prop_assert_eq!(count_overlapping(&new, there.iter().copied()), (0..new.len()).filter(|at| is_over(*at)).count());
        }

        #[test]
        fn v1_what_is_outside_stays_and_what_is_inside_goes(
            new in any_span(), there in prop::collection::vec(any_span(), 0..8),
        ) {
            let has = |span: Span, second: i64| span.start <= second && span.end.is_none_or(|end| second < end);
            for policy in [Overlap::Crop, Overlap::Split] {
                let adjusted = preview(policy, new, &there).unwrap();
                for (place, span) in there.iter().enumerate() {
                    let adjust = adjusted.iter().find(|(known, _)| *known == place).map(|(_, adjust)| *adjust);
                    for second in 0..80 {
                        let after = match adjust {
                            None => has(*span, second),
                            Some(Adjust::To(one)) => has(one, second),
                            Some(Adjust::Both(one, other)) => has(one, second) || has(other, second),
                            Some(Adjust::Gone) => false,
                        };
                        let inside = has(new, second) && overlaps(new, *span);
                        prop_assert!(!(after && inside), "{span:?} {adjust:?}");
                        prop_assert!(!after || has(*span, second));
                        if policy == Overlap::Split {
                            prop_assert_eq!(after, has(*span, second) && !inside);
                        }
                    }
                    let running = |span: Span| span.end.is_none();
                    if running(*span) && new.end.is_some() {
                        let stays = match adjust {
                            None => true,
                            Some(Adjust::To(one) | Adjust::Both(_, one)) => running(one),
                            Some(Adjust::Gone) => false,
                        };
                        prop_assert!(stays);
                    }
                }
            }
        }
    }
}
