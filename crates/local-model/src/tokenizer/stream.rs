//! Bytes of tokens, given out as whole characters: a character may be spread over several tokens.
//!
//! - C1 However bytes are cut, the text is that of all of them at once, with U+FFFD for those that are none.

/// Bytes of a character that has not ended.
#[derive(Clone, Debug, Default)]
pub struct Decoder {
    held: Vec<u8>,
}

impl Decoder {
    /// Takes the bytes of a token; returns all text that is whole now.
    pub fn push(&mut self, bytes: &[u8]) -> String {
        self.held.extend_from_slice(bytes);
        let (mut text, mut taken) = (String::new(), 0);
        for chunk in self.held.utf8_chunks() {
            text.push_str(chunk.valid());
            taken += chunk.valid().len();
            let bad = chunk.invalid();
            let may_go_on = std::str::from_utf8(bad).is_err_and(|error| error.error_len().is_none());
            if bad.is_empty() || (may_go_on && taken + bad.len() == self.held.len()) {
                break;
            }
            taken += bad.len();
            text.push(char::REPLACEMENT_CHARACTER);
        }
        self.held.drain(..taken);
        text
    }

    /// Returns the text of the bytes held back, at the end of an answer.
    pub fn finish(&mut self) -> String {
        String::from_utf8_lossy(&std::mem::take(&mut self.held)).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_character_over_several_tokens_comes_whole() {
        let mut decoder = Decoder::default();
        let [one, two, three, four] = "😀".as_bytes() else { panic!("four bytes") };
        assert_eq!(decoder.push(&[b'a', *one]), "a");
        assert_eq!(decoder.push(&[*two, *three]), "");
        assert_eq!(decoder.push(&[*four, b'b']), "😀b");
        assert_eq!(decoder.push(&[0xc3]), "");
        assert_eq!((decoder.finish(), decoder.finish()), ("\u{fffd}".to_owned(), String::new()));
        assert_eq!(decoder.push(&[0xff, b'x']), "\u{fffd}x");
    }

    proptest! {
        #[test]
        fn c1_cuts_change_nothing(parts in proptest::collection::vec(
            prop_oneof![".{0,3}".prop_map(String::into_bytes), proptest::collection::vec(any::<u8>(), 0..4)], 0..12,
        ), size in 1..5_usize) {
            let all = parts.concat();
            let mut decoder = Decoder::default();
            let mut text: String = all.chunks(size).map(|chunk| decoder.push(chunk)).collect();
            text.push_str(&decoder.finish());
            prop_assert_eq!(text, String::from_utf8_lossy(&all));
        }
    }
}
