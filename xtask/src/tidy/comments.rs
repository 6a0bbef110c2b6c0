//! How a doc comment begins: with the thing or the act, not with a question about it.
//!
//! That a public item has a comment at all is seen to by rustc (`missing_docs`).

use super::Problem;
use super::rust::Source;

/// Beginnings that put off the noun a reader looks for.
const RIDDLES: [&str; 7] =
    ["What ", "Whether what ", "Of what ", "Does one.", "See the module", "The same.", "Something "];

pub fn check(source: &Source) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut before = "";
    for (at, line) in source.text.lines().enumerate() {
        let marker = ["///", "//!"].into_iter().find(|marker| line.trim_start().starts_with(marker)).unwrap_or("");
        let begins = !marker.is_empty() && marker != before;
        before = marker;
        let text = line.trim_start().trim_start_matches(marker).trim_start();
        if let Some(riddle) = RIDDLES.iter().find(|riddle| begins && text.starts_with(**riddle)) {
            let text = format!("a comment that begins with “{}”: name the thing, or say what it does", riddle.trim());
            problems.push(Problem::new(&source.name, at + 1, text));
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::super::Text;
    use super::*;

    fn lines(text: &str) -> Vec<usize> {
        let source = Source::new(Text { name: "crates/a/src/lib.rs".to_owned(), text: text.to_owned() });
        check(&source).iter().map(|problem| problem.line).collect()
    }

    #[test]
    fn a_riddle_at_the_head_is_refused() {
        assert_eq!(
            lines("//! What it is.\n\n/// What came of it.\nfn f() {}\n    /// Whether what is there fits.\n"),
            [1, 3, 5]
        );
    }

    #[test]
    fn a_noun_a_verb_and_later_lines_are_fine() {
        let text =
            "//! Rows.\n//!\n//! What follows.\n\n/// Whether it is open.\n/// What else.\nfn f() {}\n// What for?\n";
        assert_eq!(lines(text), [] as [usize; 0]);
    }
}
