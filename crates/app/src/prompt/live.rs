//! What the screen shows of answers that are being made.

use std::rc::Rc;

use super::ask::{context_of, messages_of, target};
use crate::Model;
use espalier_agent::context::Context;
use espalier_agent::progress::{Entered, Phase, Phases};
use espalier_agent::turn::Turn;
use espalier_base::time::Timestamp;
use espalier_llm::error::LlmError;
use espalier_markdown::Block;
use espalier_model::persona::Role;
use espalier_model::{Message, MessageId, MessageKey, SessionId};

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
    /// For how many milliseconds, as long as it is over.
    pub ms: i64,
    /// Since when, where it still goes on.
    pub since: Option<Timestamp>,
    /// The tools with their arguments in words; empty for the other phases.
    pub words: String,
}

/// A next try that is waited for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RetryView {
    /// When it begins.
    pub at: Timestamp,
    /// Which of the tries it is, and how many there are at most.
    pub next: (u32, u32),
    /// Why the last one failed.
    pub why: LlmError,
}

impl PartialEq for LiveView {
    fn eq(&self, other: &Self) -> bool {
        self.version == other.version && self.phase == other.phase && self.retry == other.retry
    }
}

fn phases(phases: &Phases, now: Timestamp) -> Vec<PhaseView> {
    let last = phases.entered().len().saturating_sub(1);
    let elapsed = phases.elapsed(now).into_iter().zip(phases.entered()).enumerate();
    let view = |(index, ((phase, ms), entered)): (usize, ((Phase, i64), &Entered))| PhaseView {
        phase,
        ms,
        since: (index == last).then_some(entered.since),
        words: entered.words.clone(),
    };
    elapsed.map(view).collect()
}

fn retry(turn: &Turn) -> Option<RetryView> {
    let (why, most) = turn.waiting_for()?;
    Some(RetryView { at: turn.waiting_until()?, next: (turn.attempt() + 1, most), why: why.clone() })
}

impl Model {
    /// The answer as it grows, if it is being made in this tab.
    pub fn live(&self, key: MessageKey) -> Option<LiveView> {
        let running = self.running.values().find(|running| running.answer == key)?;
        Some(LiveView {
            version: running.version,
            phase: running.turn().phases.current(),
            phases: phases(&running.turn().phases, self.now),
            blocks: running.document.blocks().to_vec(),
            settled: running.document.settled(),
            reasoning: running.reasoning.as_str().into(),
            retry: running.sub_agents.turns().find_map(|(_, turn)| retry(turn)),
        })
    }

    /// What would be sent if the conversation were continued now.
    pub fn context_preview(&self, session: SessionId) -> Context {
        let path = self.view(session).map(|view| view.path.clone()).unwrap_or_default();
        let persona = self.persona_of(Some(session));
        let target = target(self, &persona);
        let mut messages = messages_of(self, session, &path);
        messages.extend(self.draft_message(session, &path));
        context_of(self, &messages, &persona, &target, None)
    }

    /// What is written in the composer, as the message that it would be.
    fn draft_message(&self, session: SessionId, path: &[MessageId]) -> Option<Rc<Message>> {
        let text = self.drafts.get(&Some(session)).filter(|text| !text.trim().is_empty())?;
        let id = MessageId::from_uuid(uuid::Uuid::max());
        let parent = path.last().copied();
        Some(Rc::new(Message::new(id, session, parent, Role::User, text, self.now)))
    }

    /// Whether everything that arrived and was changed so far is stored.
    pub fn all_saved(&self) -> bool {
        self.saving.all_saved()
            && !self.is_cleared()
            && self.chunks.deferred.is_empty()
            && self.rooms.here().all(|room| room.is_idle(self))
            && self.running.values().all(|running| !running.dirty)
    }
}
