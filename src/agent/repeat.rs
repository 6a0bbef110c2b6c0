//! Notices that a model goes round in circles.
//!
//! - R1 Counted, not timed: the same call three times in a row, or a run of two to four calls twice in a row.
//!
//! Must not be in here: what is done about it.

/// The longest run of calls whose repetition is noticed.
pub const LONGEST_PERIOD: usize = 4;

/// The period in which the last calls repeat, if they do; each call is a number that is the same for the same call.
pub fn period(marks: &[u64]) -> Option<usize> {
    let repeats = |period: usize, times: usize| {
        let needed = period * times;
        marks.len() >= needed && {
            let tail = &marks[marks.len() - needed..];
            tail[period..].iter().zip(tail).all(|(later, earlier)| later == earlier)
        }
    };
    (1..=LONGEST_PERIOD).find(|&period| repeats(period, if period == 1 { 3 } else { 2 }))
}

/// A number for a text: the same for the same text (FNV-1a, 64 bits).
pub fn mark(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r1_cycles_of_one_to_four_calls_are_noticed() {
        for (marks, expected) in [
            (&[1, 1][..], None),
            (&[1, 1, 1], Some(1)),
            (&[1, 2, 1], None),
            (&[1, 2, 1, 2], Some(2)),
            (&[9, 1, 2, 3, 1, 2, 3], Some(3)),
            (&[1, 2, 3, 4, 1, 2, 3, 4], Some(4)),
            (&[1, 2, 3, 4, 5, 1, 2, 3, 4, 5], None),
            (&[1, 2, 3, 1, 2, 4], None),
            (&[], None),
        ] {
            assert_eq!(period(marks), expected, "{marks:?}");
        }
    }

    #[test]
    fn the_mark_of_nothing_is_the_offset_of_the_hash() {
        assert_eq!((mark(""), mark("a")), (0xcbf2_9ce4_8422_2325, 0xaf63_dc4c_8601_ec8c));
    }
}
