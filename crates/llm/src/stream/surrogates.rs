//! Characters that a server cut in two: it counts in UTF-16 and streams half a surrogate pair at a time.
//!
//! JSON cannot be read with half a pair in it, so each half is read as a private character ([`mark`]) and joined with
//! the other half when that arrives, in whatever payload it does. A half that stays alone becomes U+FFFD.

use std::borrow::Cow;

/// The first of the 2,048 private characters that stand for halves, U+D800 to U+DFFF.
const FIRST: u32 = 0x10_F000;

/// Returns the private character that stands for half a pair.
pub(super) fn mark(unit: u16) -> char {
    char::from_u32(FIRST + (u32::from(unit) - 0xD800)).unwrap_or(char::REPLACEMENT_CHARACTER)
}

fn half(c: char) -> Option<u32> {
    (FIRST..FIRST + 0x800).contains(&u32::from(c)).then(|| u32::from(c) - FIRST + 0xD800)
}

/// The first half of a pair at the end of one text, waiting for the text to go on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Half(Option<u32>);

impl Half {
    /// Joins the halves in the next piece of the text; a first half at its end waits.
    pub fn join(&mut self, text: &mut Cow<'_, str>) {
        if text.is_empty() || (self.0.is_none() && !text.chars().any(|c| half(c).is_some())) {
            return;
        }
        let mut joined = String::with_capacity(text.len());
        for c in text.chars() {
            let found = half(c);
            match (self.0.take(), found) {
                (Some(first), Some(second @ 0xDC00..)) => {
                    let code = 0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00);
                    joined.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
                    continue;
                }
                (Some(_), _) => joined.push(char::REPLACEMENT_CHARACTER),
                (None, _) => {}
            }
            match found {
                Some(first @ ..0xDC00) => self.0 = Some(first),
                Some(_) => joined.push(char::REPLACEMENT_CHARACTER),
                None => joined.push(c),
            }
        }
        *text = Cow::Owned(joined);
    }

    /// Ends the text; returns whether a half was left alone.
    pub fn is_left(&mut self) -> bool {
        self.0.take().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_meet_across_pieces_and_a_lone_one_costs_one_character() {
        let (first, second) = (mark(0xD83D), mark(0xDE00));
        for (pieces, expect) in [
            (vec![format!("a{first}"), format!("{second}b")], "a😀b"),
            (vec![format!("{first}{second}")], "😀"),
            (vec![format!("{first}"), String::new(), format!("{second}")], "😀"),
            (vec![format!("{first}"), "b".to_owned()], "\u{fffd}b"),
            (vec![format!("{second}{first}"), format!("{first}{second}")], "\u{fffd}\u{fffd}😀"),
            (vec![format!("{first}")], "\u{fffd}"),
        ] {
            let (mut waiting, mut all) = (Half::default(), String::new());
            for piece in &pieces {
                let mut text = Cow::Borrowed(piece.as_str());
                waiting.join(&mut text);
                all.push_str(&text);
            }
            if waiting.is_left() {
                all.push('\u{fffd}');
            }
            assert_eq!(all, expect, "{pieces:?}");
        }
    }
}
