//! Live views: answers as the screen shows them while they stream in.

use std::rc::Rc;

use super::ask::{context_of, messages_of, reads, target};
use crate::Model;
use crate::device::Preparation;
use espalier_agent::context::Context;
use espalier_agent::progress::{Entered, Phase, Phases};
use espalier_agent::turn::Turn;
use espalier_base::time::Timestamp;
use espalier_llm::error::LlmError;
use espalier_markdown::Block;
use espalier_model::persona::Role;
use espalier_model::{Message, MessageId, MessageKey, SessionId};

/// Live view of an answer; equal to another while nothing arrived in between.
#[derive(Debug, Clone)]
pub struct LiveView {
    /// Version, counted up whenever something arrives.
    pub version: u64,
    /// The present phase.
    pub phase: Phase,
    /// All phases so far.
    pub phases: Vec<PhaseView>,
    /// The blocks of the answer.
    pub blocks: Vec<Rc<Block>>,
    /// Number of blocks that will not change any more.
    pub settled: usize,
    /// Reasoning of the model.
    pub reasoning: Rc<str>,
    /// The next retry, while one is waited for.
    pub retry: Option<RetryView>,
}

/// A phase of an answer in progress.
#[derive(Debug, Clone, PartialEq)]
pub struct PhaseView {
    /// The phase.
    pub phase: Phase,
    /// Duration in milliseconds, once it is over.
    pub ms: i64,
    /// Beginning, while it still goes on.
    pub since: Option<Timestamp>,
    /// Tools with their arguments, in words; empty for the other phases.
    pub words: String,
}

/// A retry that is waited for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RetryView {
    /// Time of the retry.
    pub at: Timestamp,
    /// Number of the try, and the most tries there are.
    pub next: (u32, u32),
    /// Error of the last try.
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

/// Tokens of the path that would be sent, estimated, and of the model's context, where that is known. It reads every
/// message, so it is not for each key.
pub(super) fn context_used(model: &Model, session: SessionId) -> Option<(usize, usize)> {
    let persona = model.persona_of(Some(session));
    let target = target(model, &persona);
    let window = reads(model, &target)?;
    let path = model.view(session)?.path.clone();
    let context = context_of(model, &messages_of(model, session, &path), &persona, &target, None);
    Some((context.total_tokens, window))
}

impl Model {
    /// Live view of an answer, if it is being made in this tab.
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

    /// Preparation of an answer by a model on this device, until there is text of it.
    pub fn preparation(&self, key: MessageKey) -> Option<Preparation> {
        let (turn, preparation) = self.device.preparing?;
        let running = self.running.values().find(|running| running.answer == key)?;
        running.sub_agents.turn(turn).map(|_| preparation)
    }

    /// Context of the request if the conversation were continued now.
    pub fn context_preview(&self, session: SessionId) -> Context {
        let path = self.view(session).map(|view| view.path.clone()).unwrap_or_default();
        let persona = self.persona_of(Some(session));
        let target = target(self, &persona);
        let mut messages = messages_of(self, session, &path);
        messages.extend(self.draft_message(session, &path));
        context_of(self, &messages, &persona, &target, None)
    }

    /// Message that the text in the composer would become.
    fn draft_message(&self, session: SessionId, path: &[MessageId]) -> Option<Rc<Message>> {
        let files = self.attachments.parts(Some(session));
        let text = self.drafts.get(&Some(session)).map(String::as_str).unwrap_or_default();
        if text.trim().is_empty() && files.is_empty() {
            return None;
        }
        let id = MessageId::from_uuid(uuid::Uuid::max());
        let parent = path.last().copied();
        let mut message = Message::new(id, session, parent, Role::User, text, self.now);
        message.parts.splice(0..0, files);
        Some(Rc::new(message))
    }
}
