//! Picks the next token.
//!
//! - S1 The same seed, settings and numbers give the same tokens, on every platform.
//! - S2 Never a token that is not allowed, nor one whose number is no number.
//! - S3 With a temperature above 0, only tokens of the smallest set of the likeliest that together reach `top_p`.

use crate::error::Error;
use crate::forward::exp;

/// Settings of the choice.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sampling {
    /// Temperature: the higher, the more even the chances; 0 always takes the likeliest token.
    pub temperature: f32,
    /// Share of the chances that is left in play, from the likeliest on; 1 leaves all.
    pub top_p: f32,
    /// Start of the random numbers.
    pub seed: u64,
}

impl Default for Sampling {
    fn default() -> Self {
        Self { temperature: 0.0, top_p: 1.0, seed: 0 }
    }
}

/// Set of tokens, one bit for each of the vocabulary.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TokenSet {
    words: Vec<u32>,
}

impl TokenSet {
    /// Makes a set from words of 32 tokens each, the first in the lowest bit.
    pub fn from_words(words: Vec<u32>) -> Self {
        Self { words }
    }

    /// Adds a token.
    pub fn insert(&mut self, token: u32) {
        let index = token as usize / 32;
        if self.words.len() <= index {
            self.words.resize(index + 1, 0);
        }
        if let Some(word) = self.words.get_mut(index) {
            *word |= 1 << (token % 32);
        }
    }

    /// Says whether a token is in it.
    pub fn contains(&self, token: u32) -> bool {
        self.words.get(token as usize / 32).is_some_and(|word| word >> (token % 32) & 1 == 1)
    }
}

impl FromIterator<u32> for TokenSet {
    fn from_iter<T: IntoIterator<Item = u32>>(tokens: T) -> Self {
        let mut set = Self::default();
        tokens.into_iter().for_each(|token| set.insert(token));
        set
    }
}

/// Chooser of tokens, with its random numbers.
#[derive(Debug, Clone)]
pub struct Sampler {
    sampling: Sampling,
    state: u64,
    candidates: Vec<(f32, u32)>,
}

impl Sampler {
    /// Makes a chooser. Settings that are no numbers count as 0 and 1.
    pub fn new(mut sampling: Sampling) -> Self {
        if !(sampling.temperature.is_finite() && sampling.temperature > 0.0) {
            sampling.temperature = 0.0;
        }
        if !(sampling.top_p > 0.0 && sampling.top_p < 1.0) {
            sampling.top_p = if sampling.top_p <= 0.0 { f32::MIN_POSITIVE } else { 1.0 };
        }
        Self { sampling, state: sampling.seed, candidates: Vec::new() }
    }

    /// Picks a token by the numbers of the model, among the allowed ones when a set is given.
    pub fn pick(&mut self, logits: &[f32], allowed: Option<&TokenSet>) -> Result<u32, Error> {
        let candidates = logits.iter().zip(0..);
        let candidates = candidates.filter(|(logit, _)| !logit.is_nan() && **logit > f32::NEG_INFINITY);
        let candidates = candidates.filter(|(_, token)| allowed.is_none_or(|allowed| allowed.contains(*token)));
        // Of equal ones the first, so that the choice is the same everywhere.
        let best = |best: Option<(f32, u32)>, (logit, token): (&f32, u32)| match best {
            Some(best) if best.0 >= *logit => Some(best),
            _ => Some((*logit, token)),
        };
        let (largest, token) = candidates.clone().fold(None, best).ok_or(Error::NoToken)?;
        if self.sampling.temperature <= 0.0 || largest == f32::INFINITY {
            return Ok(token);
        }
        let by = 1.0 / self.sampling.temperature;
        self.candidates.clear();
        self.candidates.extend(candidates.map(|(logit, token)| (exp((logit - largest) * by), token)));
        let total = self.candidates.iter().map(|(chance, _)| f64::from(*chance)).sum::<f64>();
        let wanted = f64::from(self.sampling.top_p) * total;
        if self.sampling.top_p < 1.0 {
            // A token below this chance cannot be of the set, even if all others are as unlikely; so few are sorted.
            let least = ((total - wanted) / self.candidates.len() as f64) as f32 * 0.999;
            self.candidates.retain(|(chance, token_)| *chance >= least || *token_ == token);
        }
        self.candidates.sort_unstable_by(|left, right| right.0.total_cmp(&left.0).then(left.1.cmp(&right.1)));
        let mut sum = 0.0;
        let mut count = 0;
        for (chance, _) in &self.candidates {
            sum += f64::from(*chance);
            count += 1;
            if sum >= wanted {
                break;
            }
        }
        self.candidates.truncate(count);
        let mut at = self.random() * sum;
        for (chance, token) in &self.candidates {
            at -= f64::from(*chance);
            if at < 0.0 {
                return Ok(*token);
            }
        }
        Ok(token)
    }

    /// Returns a number from 0 up to, not including, 1 (`SplitMix64`).
    fn random(&mut self) -> f64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.state ^ self.state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) >> 11) as f64 / (1_u64 << 53) as f64
    }
}
