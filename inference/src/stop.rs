//! Texts that end an answer before them, found while it streams.
//!
//! - E1 However the text is cut, the same comes out of it, and the answer ends at the same place: before the text that
//!   is whole first.
//! - E2 What comes out can no longer become one of the texts.

/// Finder of texts that end an answer.
#[derive(Debug, Clone, Default)]
pub struct StopTexts {
    stops: Vec<String>,
    held: String,
}

impl StopTexts {
    /// Makes a finder; empty texts end nothing.
    pub fn new(stops: Vec<String>) -> Self {
        Self { stops: stops.into_iter().filter(|stop| !stop.is_empty()).collect(), held: String::new() }
    }

    /// Takes the next text; returns what can be shown of the answer, and whether it has ended.
    pub fn push(&mut self, text: &str) -> (String, bool) {
        self.held.push_str(text);
        let whole = |stop: &String| self.held.find(stop.as_str()).map(|at| (at + stop.len(), at));
        if let Some((_, at)) = self.stops.iter().filter_map(whole).min() {
            let mut held = std::mem::take(&mut self.held);
            held.truncate(at);
            return (held, true);
        }
        let longest = self.stops.iter().map(String::len).max().unwrap_or(0);
        let may_become = |rest: &str| self.stops.iter().any(|stop| stop.starts_with(rest));
        let from = self.held.len().saturating_sub(longest);
        let places = self.held.char_indices().map(|(at, _)| at).skip_while(|at| *at < from);
        let kept = places.into_iter().find(|at| self.held.get(*at..).is_some_and(may_become));
        let rest = self.held.split_off(kept.unwrap_or(self.held.len()));
        (std::mem::replace(&mut self.held, rest), false)
    }

    /// Returns what was held back, when the answer has ended otherwise.
    pub fn finish(&mut self) -> String {
        std::mem::take(&mut self.held)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn stream(stops: &[&str], pieces: &[&str]) -> (String, bool) {
        let mut texts = StopTexts::new(stops.iter().map(|stop| (*stop).to_owned()).collect());
        let mut all = String::new();
        for piece in pieces {
            let (text, ended) = texts.push(piece);
            all.push_str(&text);
            if ended {
                return (all, true);
            }
        }
        all.push_str(&texts.finish());
        (all, false)
    }

    #[test]
    fn an_answer_ends_before_a_text_that_comes_in_pieces() {
        assert_eq!(stream(&["\nUser:"], &["Hi.\n", "Us", "er", ": what"]), ("Hi.".to_owned(), true));
        assert_eq!(stream(&["\nUser:"], &["Hi.\n", "Use it"]), ("Hi.\nUse it".to_owned(), false));
        assert_eq!(stream(&["。。"], &["好。", "的。", "。"]), ("好。的".to_owned(), true));
        assert_eq!(stream(&[""], &["a", "b"]), ("ab".to_owned(), false));
        assert_eq!(stream(&["abcd", "bc"], &["abcd"]), ("a".to_owned(), true));
    }

    proptest! {
        #[test]
        fn e1_cuts_change_nothing(
            text in "[abé]{0,30}", stops in prop::collection::vec("[abé]{0,4}", 0..3), size in 1_usize..5,
        ) {
            let stops: Vec<&str> = stops.iter().map(String::as_str).collect();
            let characters: Vec<char> = text.chars().collect();
            let pieces: Vec<String> = characters.chunks(size).map(|piece| piece.iter().collect()).collect();
            let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
            prop_assert_eq!(stream(&stops, &pieces), stream(&stops, &[&text]));
        }

        #[test]
        fn e2_what_comes_out_becomes_no_stop(text in "[ab]{0,30}", stop in "[ab]{1,4}", size in 1_usize..5) {
            let mut texts = StopTexts::new(vec![stop.clone()]);
            let mut shown = String::new();
            for piece in text.as_bytes().chunks(size) {
                let (out, ended) = texts.push(std::str::from_utf8(piece).unwrap());
                shown.push_str(&out);
                prop_assert!(!shown.contains(&stop));
                if ended {
                    prop_assert_eq!(text.find(&stop), Some(shown.len()));
                    return Ok(());
                }
            }
            prop_assert_eq!(shown + &texts.finish(), text);
        }
    }
}
