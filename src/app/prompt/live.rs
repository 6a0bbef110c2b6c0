//! What the screen shows of answers that are being made.
//!
//! Must not be in here: changing anything.

use std::rc::Rc;

use super::ask::{context_of, messages_of, target};
use crate::agent::context::Context;
use crate::agent::progress::{Entered, Phase, Phases};
use crate::app::Model;
use crate::base::time::Timestamp;
use crate::markdown::Block;
use crate::model::{MessageKey, SessionId};

/// What the screen shows of an answer that is being made; equal when nothing arrived in between.
#[derive(Debug, Clone)]
pub struct LiveView {
    /// Counts what arrived.
    pub version: u64,
    /// What the model is doing.
    pub phase: Phase,
    /// The phases so far.
    pub phases: Vec<PhaseView>,
    /// The blocks of the answer.
    pub blocks: Vec<Rc<Block>>,
    /// How many of the blocks will not change any more.
    pub settled: usize,
    /// What the model thinks.
    pub reasoning: Rc<str>,
    /// The next try, while one is waited for.
    pub retry: Option<RetryView>,
}

/// A phase of an answer that is being made.
#[derive(Debug, Clone, PartialEq)]
pub struct PhaseView {
    /// What the model is doing.
    pub phase: Phase,
    /// For how many milliseconds.
    pub ms: i64,
    /// The tools with their arguments in words; empty for the other phases.
    pub words: String,
}

/// A next try that is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetryView {
    /// When it begins.
    pub at: Timestamp,
    /// The number of tries so far.
    pub attempt: u32,
}

impl PartialEq for LiveView {
    fn eq(&self, other: &Self) -> bool {
        self.version == other.version && self.phase == other.phase && self.retry == other.retry
    }
}

fn phases(phases: &Phases, now: Timestamp) -> Vec<PhaseView> {
    let view = |((phase, ms), entered): ((Phase, i64), &Entered)| PhaseView { phase, ms, words: entered.words.clone() };
    phases.elapsed(now).into_iter().zip(phases.entered()).map(view).collect()
}

impl Model {
    /// The answer as it grows, if it is being made in this tab.
    pub fn live(&self, key: MessageKey) -> Option<LiveView> {
        let running = self.running.values().find(|running| running.answer == key)?;
        Some(LiveView {
            version: running.version,
            phase: running.turn.phases.current(),
            phases: phases(&running.turn.phases, self.now),
            blocks: running.document.blocks().to_vec(),
            settled: running.document.settled(),
            reasoning: running.reasoning.as_str().into(),
            retry: running.turn.waiting_until().map(|at| RetryView { at, attempt: running.turn.attempt() }),
        })
    }

    /// What would be sent if the conversation were continued now.
    pub fn context_preview(&self, session: SessionId) -> Context {
        let path = self.view(session).map(|view| view.path.clone()).unwrap_or_default();
        let persona = self.persona_of(Some(session));
        let target = target(self, &persona);
        context_of(&messages_of(self, session, &path), &persona, &target, None)
    }

    /// Whether everything that arrived and was changed so far is stored.
    /// The browser cleared the database under this tab.
    pub fn is_cleared(&self) -> bool {
        self.saving.problem == Some(crate::storage::port::StorageError::Cleared)
    }

    /// Whether everything is stored.
    pub fn all_saved(&self) -> bool {
        self.saving.all_saved() && self.timelog.reading.is_idle() && self.running.values().all(|running| !running.dirty)
    }
}
