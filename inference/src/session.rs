//! A model with the tokens it has seen, run step by step.
//!
//! - N1 A session computes only what differs from what it has seen, and gives the same tokens as a fresh one.
//! - N2 A start that fails changes nothing.
//! - N3 The cache holds exactly the tokens that the session says it has seen, also after an error or a new start in the
//!   middle of an answer.

use std::sync::Arc;

use crate::error::Error;
use crate::forward::Cache;
use crate::repeat;
use crate::sample::{Sampler, Sampling, TokenSet};
use crate::weights::Model;

/// Count of tokens of a prompt that a step feeds.
pub const CHUNK: usize = 16;

/// Settings that an answer is made with.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Options {
    /// Sampling of tokens.
    pub sampling: Sampling,
    /// Most tokens of the answer.
    pub max_tokens: usize,
    /// Tokens that end the answer.
    pub ends: Vec<u32>,
    /// Tokens over which no repetition reaches; none if repetitions are left alone.
    pub breaks: Option<Arc<TokenSet>>,
}

/// Reason for which an answer ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// The model ended it with this token.
    Token(u32),
    /// It has as many tokens as were asked for.
    Limit,
    /// The context is full.
    Context,
}

/// Outcome of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Fed a part of the prompt.
    Prompt {
        /// Count of tokens that are fed, those that were known included.
        done: usize,
        /// Count of tokens of the prompt.
        total: usize,
    },
    /// Picked a token of the answer.
    Token(u32),
    /// The answer has ended. Further steps say so again.
    End(Reason),
}

/// Model that answers, one prompt at a time.
#[derive(Debug)]
pub struct Session {
    model: Model,
    cache: Cache,
    context: usize,
    /// Tokens in the cache.
    seen: Vec<u32>,
    /// Tokens to feed, the next one last.
    pending: Vec<u32>,
    total: usize,
    /// Tokens of the answer.
    answer: Vec<u32>,
    options: Options,
    sampler: Sampler,
    logits: Vec<f32>,
    /// Whether `logits` are those after the last seen token.
    fresh: bool,
    ended: Option<Reason>,
}

impl Session {
    /// Makes a session with a context of at most so many tokens; the model may allow fewer.
    pub fn new(model: Model, context: usize) -> Self {
        let context = context.min(model.measures().context);
        Self {
            model,
            cache: Cache::default(),
            context,
            seen: Vec::new(),
            pending: Vec::new(),
            total: 0,
            answer: Vec::new(),
            options: Options::default(),
            sampler: Sampler::new(Sampling::default()),
            logits: Vec::new(),
            fresh: false,
            ended: Some(Reason::Limit),
        }
    }

    /// Starts an answer to a prompt; an answer that was under way is over. Returns how many of the tokens need not be
    /// computed again. Computes nothing itself.
    pub fn start(&mut self, tokens: &[u32], options: Options) -> Result<usize, Error> {
        if tokens.is_empty() {
            return Err(Error::Empty);
        }
        if tokens.len() >= self.context {
            return Err(Error::Context { needed: tokens.len() + 1, limit: self.context });
        }
        let vocabulary = self.model.measures().vocabulary;
        if let Some(token) = tokens.iter().copied().find(|token| *token as usize >= vocabulary) {
            return Err(Error::Token { token, vocabulary });
        }
        let common = self.seen.iter().zip(tokens).take_while(|(seen, token)| seen == token).count();
        // The numbers after the last token are not kept, so it is always computed.
        let kept = common.min(tokens.len() - 1);
        self.forget(kept);
        self.pending = tokens.iter().skip(kept).rev().copied().collect();
        self.total = tokens.len();
        self.answer.clear();
        self.sampler = Sampler::new(options.sampling);
        self.options = options;
        self.fresh = false;
        self.ended = None;
        Ok(kept)
    }

    /// Does the next step: feeds a part of the prompt, or picks a token.
    pub fn step(&mut self) -> Result<Step, Error> {
        self.step_among(None)
    }

    /// Does the next step and picks, if it picks, an allowed token.
    pub fn step_among(&mut self, allowed: Option<&TokenSet>) -> Result<Step, Error> {
        if let Some(reason) = self.ended {
            return Ok(Step::End(reason));
        }
        if self.seen.len() < self.total {
            self.feed()?;
            return Ok(Step::Prompt { done: self.seen.len(), total: self.total });
        }
        if self.answer.len() >= self.options.max_tokens {
            return Ok(self.end(Reason::Limit));
        }
        if self.seen.len() + self.pending.len() >= self.context {
            return Ok(self.end(Reason::Context));
        }
        // More than once only after tokens that were added.
        while !self.fresh {
            self.feed()?;
        }
        if let Some(breaks) = &self.options.breaks {
            repeat::penalise(&self.answer, breaks, &mut self.logits);
        }
        let token = self.sampler.pick(&self.logits, allowed)?;
        if self.options.ends.contains(&token) {
            return Ok(self.end(Reason::Token(token)));
        }
        self.answer.push(token);
        self.pending.push(token);
        self.fresh = false;
        Ok(Step::Token(token))
    }

    /// Does a part of the computing that the next step needs, a layer of the model; `false` if the step needs no more of
    /// it. A step does by itself what was not done before.
    pub fn prepare(&mut self) -> Result<bool, Error> {
        let has_room =
            self.answer.len() < self.options.max_tokens && self.seen.len() + self.pending.len() < self.context;
        if self.ended.is_some() || self.fresh || !(self.is_reading() || has_room) {
            return Ok(false);
        }
        if self.compute()? {
            return Ok(true);
        }
        if self.is_reading() {
            // The step tells of the chunk.
            return Ok(false);
        }
        self.feed()?;
        Ok(!self.fresh)
    }

    /// Adds tokens to the answer that are not chosen, and returns how many there is room for. Computes nothing itself.
    pub fn add(&mut self, tokens: &[u32]) -> usize {
        if self.ended.is_some() || self.is_reading() {
            return 0;
        }
        let room = self.context.saturating_sub(self.seen.len() + self.pending.len());
        let added = tokens.get(..room.min(self.options.max_tokens - self.answer.len())).unwrap_or(tokens);
        self.pending.splice(..0, added.iter().rev().copied());
        self.answer.extend(added);
        self.fresh &= added.is_empty();
        added.len()
    }

    /// Says whether the next step feeds a part of the prompt, so that no set of tokens is needed for it.
    pub fn is_reading(&self) -> bool {
        self.ended.is_none() && self.seen.len() < self.total
    }

    /// Returns the tokens it has seen: those that another prompt can begin with for free.
    pub fn seen(&self) -> &[u32] {
        &self.seen
    }

    /// Returns the count of tokens that fit.
    pub fn context(&self) -> usize {
        self.context
    }

    /// Returns the model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Returns the numbers of the model for the token after the last one seen; empty before the prompt is fed.
    pub fn logits(&self) -> &[f32] {
        if self.fresh { &self.logits } else { &[] }
    }

    /// Returns the bytes of the cache.
    pub fn cache_bytes(&self) -> usize {
        self.cache.bytes()
    }

    fn end(&mut self, reason: Reason) -> Step {
        self.ended = Some(reason);
        Step::End(reason)
    }

    fn forget(&mut self, kept: usize) {
        self.seen.truncate(kept);
        self.cache.truncate(kept);
    }

    /// Lets a layer compute the next chunk of what is pending; `false` if all have.
    fn compute(&mut self) -> Result<bool, Error> {
        if self.cache.feeding().is_none() {
            let chunk: Vec<u32> = self.pending.iter().rev().take(CHUNK).copied().collect();
            self.model.begin(&mut self.cache, &chunk)?;
        }
        self.model.advance(&mut self.cache)
    }

    /// Feeds the next chunk of what is pending; with the last one come the numbers for the next token.
    fn feed(&mut self) -> Result<(), Error> {
        while self.compute()? {}
        let rest = self.pending.len().saturating_sub(self.cache.feeding().unwrap_or_default());
        let logits = (rest == 0).then_some(&mut self.logits);
        self.model.finish(&mut self.cache, logits)?;
        self.seen.extend(self.pending.drain(rest..).rev());
        self.fresh = rest == 0;
        Ok(())
    }
}
