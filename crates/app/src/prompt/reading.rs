//! Reading of answers while they stream in: proposed operations, and calls.

use super::SLICE;
use crate::Model;
use crate::proposals::{self, ProposalTarget};
use espalier_agent::turn::TurnId;
use espalier_llm::request::HttpRequest;
use espalier_llm::stream::CallDelta;
use espalier_markdown::StreamingDocument;
use espalier_model::Message;
use espalier_model::conversation::{Channel, Part};
use espalier_proposal::{ProposalEvent, ProposalReader};

/// Reader of an answer that may propose operations.
#[derive(Debug)]
pub(super) struct Reading {
    pub(super) reader: ProposalReader,
    /// The text of the answer as it came, operations included.
    pub(super) raw: String,
    pub(super) asked: Channel,
    /// Target of the operations.
    pub(super) place: ProposalTarget,
    /// Number of calls in the answer before this turn.
    pub(super) calls_before: usize,
    /// Request to send instead of the next one, by a better channel that was learned of.
    pub(super) instead: Option<HttpRequest>,
}

impl Reading {
    /// Continues after a message so far: its calls, and `text` of its words.
    pub(super) fn new((asked, place): (Channel, ProposalTarget), before: &Message, text: &str) -> Self {
        let mut reader = ProposalReader::new(asked, place.room.names());
        reader.push(text);
        let mut calls_before = 0;
        for part in &before.parts {
            if let Part::ToolCall { name, arguments, .. } = part {
                reader.call(calls_before, Some(name), arguments);
                calls_before += 1;
            }
        }
        Self { reader, raw: text.to_owned(), asked, place, calls_before, instead: None }
    }
}

/// The calls of an answer while they stream.
#[derive(Debug, Default)]
pub(super) struct Calling {
    /// The number of each call, its name, its arguments so far.
    calls: Vec<(usize, String, String)>,
    /// Whether the next fragment begins a new call, whatever its number.
    anew: bool,
}

impl Calling {
    pub(super) fn push(&mut self, delta: &CallDelta) {
        let anew = std::mem::take(&mut self.anew);
        if anew || self.calls.last().is_none_or(|(call, ..)| *call != delta.call) {
            self.calls.push((delta.call, String::new(), String::new()));
        }
        if let Some((_, name, text)) = self.calls.last_mut() {
            name.push_str(delta.name.as_deref().unwrap_or_default());
            text.push_str(&delta.arguments);
        }
    }

    /// Begins a new try: its calls take the place of those so far, which stay to be looked at.
    pub(super) const fn again(&mut self) {
        self.anew = true;
    }

    /// Every call that began: its name and its arguments so far.
    pub(super) fn all(&self) -> Vec<(String, String)> {
        self.calls.iter().map(|(_, name, text)| (name.clone(), text.clone())).collect()
    }

    pub(super) fn of<'a>(&'a self, tool: &'a str) -> impl Iterator<Item = &'a str> {
        self.calls.iter().filter(move |(_, name, _)| name == tool).map(|(.., text)| text.as_str())
    }
}

pub(super) fn document(text: &str) -> StreamingDocument {
    let mut document = StreamingDocument::new();
    document.append(text);
    document.refresh_some(SLICE);
    document
}

/// Shows what was read of an answer that may propose operations.
pub(super) fn read(model: &mut Model, id: TurnId, events: Vec<ProposalEvent>) {
    let mut changed = false;
    let Some(running) = model.running.get_mut(&id) else { return };
    for event in events {
        match event {
            ProposalEvent::Text(text) => running.document.append(&text),
            ProposalEvent::Opened | ProposalEvent::Operation(_) | ProposalEvent::Closed => changed = true,
        }
    }
    let answer = running.answer;
    let proposal = running.proposal.as_ref().map(|reading| reading.reader.proposal().clone());
    if let Some(proposal) = proposal.filter(|_| changed) {
        proposals::live(model, answer, &proposal);
    }
}
