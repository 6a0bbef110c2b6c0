//! Words at the end of a run.

use crate::shell::{Failure, Result, say};

/// Words for the end of the run, good or bad.
#[derive(Default)]
pub struct Report {
    /// Steps that were left out.
    pub skipped: Vec<Skipped>,
    /// The runners' last words, each with its step.
    pub words: Vec<(&'static str, String)>,
    /// Lines about the slowest browser tests.
    pub slowest: Vec<String>,
    /// Words about browser tests that failed among the others and passed by themselves.
    pub flaky: Vec<String>,
}

/// A step that was left out, with the reason.
pub struct Skipped {
    step: &'static str,
    why: Failure,
}

impl Report {
    pub fn say(&self) {
        for (step, word) in &self.words {
            say(&format!("{step:>10}  {word}"));
        }
        for line in &self.slowest {
            say(&format!("   slowest  {line}"));
        }
        for words in &self.flaky {
            say(&format!("     FLAKY  {}", words.replace('\n', "\n            ")));
        }
    }
}

/// Returns the tool that a step needs, if this machine can have it; otherwise the step is skipped, which is printed at
/// once.
pub fn find_or_skip<T>(step: &'static str, found: Result<T>, skipped: &mut Vec<Skipped>) -> Option<T> {
    match found {
        Ok(found) => Some(found),
        Err(why) => {
            say(&format!("==> {step}: SKIPPED, because what it needs cannot be had here: {why}"));
            skipped.push(Skipped { step, why });
            None
        }
    }
}

/// Returns the first words of a good end: a step that was skipped has not passed.
pub fn verdict(skipped: &[Skipped]) -> String {
    if skipped.is_empty() {
        return "Every step passed".to_owned();
    }
    let names: Vec<String> = skipped.iter().map(|Skipped { step, why }| format!("{step} ({why})")).collect();
    format!("SKIPPED: {}\nEvery other step passed", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_whose_needs_cannot_be_had_is_skipped_by_name_and_has_not_passed() {
        let mut skipped = Vec::new();
        assert_eq!(find_or_skip("real-model", Ok(7), &mut skipped), Some(7));
        assert_eq!(verdict(&skipped), "Every step passed");
        assert_eq!(find_or_skip::<u8>("real-model", Err("no Python here".into()), &mut skipped), None);
        assert_eq!(verdict(&skipped), "SKIPPED: real-model (no Python here)\nEvery other step passed");
    }
}
