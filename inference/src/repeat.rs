//! Makes an answer that goes round unlikely: a small model that repeats itself does so until it is stopped.
//!
//! The longer the run of tokens that a choice would repeat, the more is taken off its number, as in the sampler "DRY"
//! of p-e-w (<https://github.com/oobabooga/text-generation-webui/pull/5677>), but only from a run on that a good answer
//! rarely repeats.
//!
//! - R1 Nothing is taken off before [`ALLOWED`] tokens in a row came twice.
//! - R2 A run does not reach over a break, so that the lines of a table and the objects of a list may begin alike.

use crate::sample::TokenSet;

/// Length of a run that may come again.
pub const ALLOWED: usize = 5;
/// Tokens that are looked back.
const WINDOW: usize = 512;
/// Greatest length of a run that counts.
const LONGEST: usize = 20;
const SIZE: f32 = 0.8;
const GROWTH: f32 = 1.75;

/// Takes off the numbers of the tokens that would go on with a repetition in the answer so far.
pub fn penalise(answer: &[u32], breaks: &TokenSet, logits: &mut [f32]) {
    let answer = answer.get(answer.len().saturating_sub(WINDOW)..).unwrap_or_default();
    let mut runs: Vec<(u32, usize)> = Vec::new();
    for (at, token) in answer.iter().enumerate() {
        let before = answer.get(..at).unwrap_or_default();
        let alike = before.iter().rev().zip(answer.iter().rev());
        let alike = alike.take_while(|(left, right)| left == right && !breaks.contains(**left));
        let run = alike.take(LONGEST).count();
        if run < ALLOWED || breaks.contains(*token) {
            continue;
        }
        match runs.iter_mut().find(|(other, _)| other == token) {
            Some((_, longest)) => *longest = run.max(*longest),
            None => runs.push((*token, run)),
        }
    }
    for (token, run) in runs {
        if let Some(logit) = logits.get_mut(token as usize) {
            *logit -= SIZE * GROWTH.powi((run - ALLOWED) as i32);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn taken(answer: &[u32], breaks: &[u32]) -> Vec<f32> {
        let mut logits = vec![0.0; 10];
        penalise(answer, &breaks.iter().copied().collect(), &mut logits);
        logits
    }

    #[test]
    fn r1_a_run_that_comes_again_gets_ever_less_likely() {
        let round = [1, 2, 3, 4, 5, 6, 7];
        let twice = [round, round].concat();
        let at = |count: usize| taken(&twice[..count], &[]);
        assert_eq!(at(7 + 4), vec![0.0; 10]);
        assert_eq!(at(7 + 5).iter().position(|number| *number < 0.0), Some(6));
        assert!(at(7 + 6)[7] < at(7 + 5)[6], "{:?}", at(7 + 6));
        let long = taken(&round.repeat(60), &[]);
        assert!(long[1] < -1_000.0 && long[1].is_finite());
    }

    #[test]
    fn r2_a_break_ends_a_run() {
        let line = [1, 2, 3, 4, 0, 5, 6, 7, 8, 0];
        assert_eq!(taken(&line.repeat(3), &[0]), vec![0.0; 10]);
        assert_ne!(taken(&line.repeat(3), &[]), vec![0.0; 10]);
    }

    proptest! {
        #[test]
        fn r1_an_answer_in_which_no_run_comes_twice_is_left_alone(answer in prop::collection::vec(0_u32..10, 0..60)) {
            let twice = answer.windows(ALLOWED).enumerate().any(|(at, run)| {
                answer[at + 1..].windows(ALLOWED).any(|other| other == run)
            });
            let taken = taken(&answer, &[]);
            prop_assert!(taken.iter().all(|number| *number <= 0.0));
            prop_assert!(twice || taken.iter().all(|number| *number == 0.0), "{taken:?}");
        }
    }
}
