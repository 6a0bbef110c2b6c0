//! What a turn is doing, and for how long: preparing, thinking, using a tool, answering.
//!
//! Must not be in here: the wording.

use crate::base::time::Timestamp;

/// What a turn is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The request is on its way.
    Preparing,
    /// The model is thinking.
    Thinking,
    /// A tool is running.
    Tool,
    /// The answer is arriving.
    Answering,
}

impl Phase {
    /// Its name for scripts and style sheets.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Preparing => "preparing",
            Self::Thinking => "thinking",
            Self::Tool => "tool",
            Self::Answering => "answering",
        }
    }
}

/// The phases of a turn in order; a phase that is entered again right away is the same one.
#[derive(Debug, Clone, PartialEq)]
pub struct Phases {
    entered: Vec<(Phase, Timestamp)>,
    ended: Option<Timestamp>,
}

impl Phases {
    /// A turn that has just begun.
    pub fn new(now: Timestamp) -> Self {
        Self { entered: vec![(Phase::Preparing, now)], ended: None }
    }

    /// Notes what the turn is doing now.
    pub fn enter(&mut self, phase: Phase, now: Timestamp) {
        if self.current() != phase {
            self.entered.push((phase, now));
        }
    }

    /// Notes the end.
    pub fn end(&mut self, now: Timestamp) {
        self.ended = Some(now);
    }

    /// What the turn is doing.
    pub fn current(&self) -> Phase {
        self.entered.last().map_or(Phase::Preparing, |(phase, _)| *phase)
    }

    /// Each phase with its milliseconds; the last one until the end, or until `now`.
    pub fn elapsed(&self, now: Timestamp) -> Vec<(Phase, i64)> {
        let ends = self.entered.iter().skip(1).map(|(_, at)| *at).chain([self.ended.unwrap_or(now)]);
        self.entered.iter().zip(ends).map(|((phase, from), to)| (*phase, to.since_ms(*from))).collect()
    }
}
