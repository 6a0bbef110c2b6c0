//! Merging: several answers to one question made into one.
//!
//! - G1 The prompt has every answer whole, in its order, and no answer can end the place it stands in.

use std::fmt::Write as _;

/// The most answers that are compared and merged: the newest.
pub const MOST: usize = 4;

/// The request that follows the question.
pub const INSTRUCTION: &str = "Several answers to the message above follow. Write one answer that takes the best of \
    them: keep what is right, leave out what is wrong or said twice, and where they contradict each other, decide and \
    say why in a few words. Answer in the language of the message. Write only the answer, without a word on the others.";

/// Returns what is said after the question to have these answers merged.
pub fn prompt<'a>(answers: impl IntoIterator<Item = &'a str>) -> String {
    let mut prompt = format!("\n\n---\n{INSTRUCTION}");
    for (answer, number) in answers.into_iter().zip(1..) {
        let fence = fence(answer);
        let written = write!(prompt, "\n\nAnswer {number}:\n{fence}\n{answer}\n{fence}");
        debug_assert!(written.is_ok(), "a string takes everything");
    }
    prompt
}

/// A line of quotation marks longer than every run of them in a text (G1).
fn fence(text: &str) -> String {
    let mut longest = 0;
    let mut run = 0;
    for character in text.chars() {
        run = if character == '"' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    "\"".repeat(longest.max(2) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_instruction_comes_before_the_answers() {
        let prompt = prompt(["One.", "Two \"\"\"words\"\"\"."]);
        let (before, answers) = prompt.split_once("\n\nAnswer 1:\n").unwrap();
        assert_eq!(before, format!("\n\n---\n{INSTRUCTION}"));
        assert_eq!(answers, "\"\"\"\nOne.\n\"\"\"\n\nAnswer 2:\n\"\"\"\"\nTwo \"\"\"words\"\"\".\n\"\"\"\"");
    }

    proptest! {
        #[test]
        fn g1_every_answer_is_there_whole_and_ends_where_its_fence_does(answers in prop::collection::vec("[a\"\n]{0,12}", 2..5)) {
            let prompt = prompt(answers.iter().map(String::as_str));
            let mut rest = prompt.as_str();
            for (answer, number) in answers.iter().zip(1..) {
                let (_, after) = rest.split_once(&format!("\n\nAnswer {number}:\n")).unwrap();
                let (fence, after) = after.split_once('\n').unwrap();
                prop_assert!(!answer.contains(fence));
                let (read, after) = after.split_once(&format!("\n{fence}")).unwrap();
                prop_assert_eq!(read, answer);
                rest = after;
            }
            prop_assert_eq!(rest, "");
        }
    }
}
