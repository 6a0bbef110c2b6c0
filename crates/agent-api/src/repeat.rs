//! Notices that a model goes round in circles.
//!
//! - R1 Counted, not timed: the same call three times in a row, or a run of two to four calls twice in a row.
//! - R2 A text goes round when its last 1,200 bytes are the same up to 300 bytes over and over.

/// The longest run of calls whose repetition is noticed.
pub const LONGEST_PERIOD: usize = 4;

/// Bytes at the end of a text that are looked at (R2).
const TAIL: usize = 1_200;
/// The longest run of bytes whose repetition is noticed (R2).
const LONGEST_REFRAIN: usize = 300;
/// Bytes after which the end is looked at again.
const LOOK_EVERY: usize = 128;

/// Notices a text that goes round (R2), as it arrives.
#[derive(Debug, Default)]
pub struct Refrain {
    tail: Vec<u8>,
    new: usize,
}

impl Refrain {
    /// Takes more of the text; returns whether it goes round by now. A few hundred bytes at a time are looked at,
    /// however long the text is.
    pub fn push(&mut self, text: &str) -> bool {
        self.tail.extend_from_slice(text.as_bytes());
        self.new += text.len();
        if self.new < LOOK_EVERY {
            return false;
        }
        self.new = 0;
        let surplus = self.tail.len().saturating_sub(TAIL);
        self.tail.drain(..surplus);
        let tail = &self.tail;
        tail.len() == TAIL && (1..=LONGEST_REFRAIN).any(|period| tail[period..] == tail[..TAIL - period])
    }
}

/// Returns the period in which the last calls repeat, if they do; each call is a number that is the same for the same
/// call.
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

/// Hashes a text to a number: the same for the same text (FNV-1a, 64 bits).
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
    fn r2_a_text_that_goes_round_is_noticed_however_it_is_cut() {
        let round = "I am here to share a story of a story.\n\n".repeat(40);
        for cut in [1, 7, 128, 5_000] {
            let mut refrain = Refrain::default();
            let pieces: Vec<&[u8]> = round.as_bytes().chunks(cut).collect();
            assert!(pieces.iter().any(|piece| refrain.push(str::from_utf8(piece).unwrap())), "{cut}");
        }
        assert!(Refrain::default().push(&"\n".repeat(2_000)));
        let list = (0..400).map(|line| format!("- item {line}\n")).collect::<Vec<_>>().concat();
        let (mut refrain, mut table) = (Refrain::default(), Refrain::default());
        assert!(!list.split_inclusive('\n').any(|line| refrain.push(line)));
        assert!(!table.push(&"| 0 | 0 |\n".repeat(100)), "too short to say");
    }

    #[test]
    fn the_mark_of_nothing_is_the_offset_of_the_hash() {
        assert_eq!((mark(""), mark("a")), (0xcbf2_9ce4_8422_2325, 0xaf63_dc4c_8601_ec8c));
    }
}
