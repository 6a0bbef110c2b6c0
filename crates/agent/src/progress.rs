//! Phases of a turn and their durations: preparing, thinking, using a tool, answering.

use espalier_base::time::Timestamp;

/// A phase of a turn.
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
    /// Name of the phase for scripts and style sheets.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Preparing => "preparing",
            Self::Thinking => "thinking",
            Self::Tool => "tool",
            Self::Answering => "answering",
        }
    }
}

/// A phase that a turn has entered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entered {
    /// The phase.
    pub phase: Phase,
    /// Time at which it began.
    pub since: Timestamp,
    /// Tools and their arguments in words; empty for the other phases.
    pub words: String,
}

/// The phases of a turn in order; a phase that is entered again right away is the same one.
#[derive(Debug, Clone, PartialEq)]
pub struct Phases {
    entered: Vec<Entered>,
    ended: Option<Timestamp>,
}

impl Phases {
    /// Makes the phases of a turn that has just begun.
    pub fn new(now: Timestamp) -> Self {
        let first = Entered { phase: Phase::Preparing, since: now, words: String::new() };
        Self { entered: vec![first], ended: None }
    }

    /// Notes the phase that the turn is in now.
    pub fn enter(&mut self, phase: Phase, now: Timestamp) {
        self.enter_with(phase, String::new(), now);
    }

    /// Notes which tool the turn is using now.
    pub fn enter_with(&mut self, phase: Phase, words: String, now: Timestamp) {
        let same = self.entered.last().is_some_and(|last| last.phase == phase && last.words == words);
        if !same {
            self.entered.push(Entered { phase, since: now, words });
        }
    }

    /// Notes the end.
    pub fn end(&mut self, now: Timestamp) {
        self.ended = Some(now);
    }

    /// Returns the phase that the turn is in.
    pub fn current(&self) -> Phase {
        self.entered.last().map_or(Phase::Preparing, |last| last.phase)
    }

    /// Returns the phases so far.
    pub fn entered(&self) -> &[Entered] {
        &self.entered
    }

    /// Returns each phase with its milliseconds; the last one until the end, or until `now`.
    pub fn elapsed(&self, now: Timestamp) -> Vec<(Phase, i64)> {
        let ends = self.entered.iter().skip(1).map(|next| next.since).chain([self.ended.unwrap_or(now)]);
        self.entered.iter().zip(ends).map(|(entered, to)| (entered.phase, to.since_ms(entered.since))).collect()
    }
}
