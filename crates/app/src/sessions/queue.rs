//! Messages of Chat that wait for the answer that is coming.
//!
//! - Q1 A message that waits is kept over a reload, like words that are being typed, until it is sent or taken back into
//!   the composer.
//! - Q2 The first one is sent as soon as the answer is done. After an answer that was stopped or failed, and after a
//!   reload, they wait for the person.
//! - Q3 Two tabs may have read the same messages; what one of them has sent waits in the other no more.

use std::collections::BTreeMap;

use super::deliver;
use crate::effect::Effect;
use crate::{Model, keep_words, prompt};
use espalier_base::env::Env;
use espalier_base::time::Timestamp;
use espalier_model::conversation::{Scope, Status};
use espalier_model::persona::Role;
use espalier_model::{MessageKey, SessionId};

/// Beginning of the places at which messages that wait are kept over a reload.
const KEPT: &str = "queue/";

/// Messages that wait, by conversation.
#[derive(Debug, Default)]
pub struct Queues(BTreeMap<SessionId, Queue>);

/// Messages of a conversation that wait, in their order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Queue {
    /// Their texts; never empty.
    pub texts: Vec<String>,
    /// Whether they wait for the person, not for an answer.
    pub is_paused: bool,
    /// Time up to which this tab knows what was sent, where another one may have read the same messages.
    read_at: Option<Timestamp>,
}

impl Queues {
    /// Messages of a conversation that wait, if there are any.
    pub fn of(&self, session: SessionId) -> Option<&Queue> {
        self.0.get(&session)
    }
}

impl Model {
    /// Whether a message written in this conversation now would wait: an answer is coming there, and nothing but words is
    /// to be sent. What is said in the other rooms has a meaning at that moment.
    pub fn can_queue(&self, session: Option<SessionId>) -> bool {
        let Some(id) = session else { return false };
        self.read_only.is_none()
            && self.scope_of(id) == Some(Scope::CHAT)
            && self.attachments.chosen(session).is_empty()
            && is_answering(self, id)
    }
}

fn is_answering(model: &Model, session: SessionId) -> bool {
    model.running.values().any(|running| running.answer.session == session)
}

/// Takes note that this tab sends a message, which is no other tab's (Q3).
pub(super) fn sent_here(model: &mut Model, session: SessionId) {
    let now = model.now;
    if let Some(queue) = model.queues.0.get_mut(&session) {
        queue.read_at = queue.read_at.map(|_| now);
    }
}

/// Goes on with the messages that waited before the page was loaded again (Q2).
pub fn begin(model: &mut Model) {
    let kept = model.words.iter().filter_map(|(at, text)| {
        let session: SessionId = at.strip_prefix(KEPT)?.parse().ok()?;
        let texts: Vec<String> = serde_json::from_str(text).ok()?;
        (!texts.is_empty()).then_some((session, Queue { texts, is_paused: true, read_at: Some(model.now) }))
    });
    for (session, queue) in kept.collect::<Vec<_>>() {
        model.queues.0.entry(session).or_insert(queue);
    }
}

/// Has a message wait, which is no draft any more.
pub(super) fn add(model: &mut Model, session: SessionId, text: String, out: &mut Vec<Effect>) {
    if text.trim().is_empty() {
        return;
    }
    let queue = model.queues.0.entry(session).or_default();
    queue.texts.push(text);
    queue.is_paused = false;
    keep(model, session, out);
    model.drafts.remove(&Some(session));
    out.push(Effect::KeepDraft(Some(session), String::new()));
}

/// Takes a message back into the composer, above what is written there.
pub(super) fn take_back(model: &mut Model, session: SessionId, index: usize, out: &mut Vec<Effect>) {
    let Some(text) = remove(model, session, index) else { return };
    let draft = model.drafts.entry(Some(session)).or_default();
    *draft = if draft.trim().is_empty() { text } else { format!("{text}\n\n{draft}") };
    // The draft is kept first, so that the words are always somewhere.
    out.push(Effect::KeepDraft(Some(session), draft.clone()));
    keep(model, session, out);
    model.composer_calls += 1;
}

/// Sends the first message now; the others follow its answer.
pub(super) fn send(model: &mut Model, env: &mut Env, session: SessionId, out: &mut Vec<Effect>) {
    let Some(queue) = model.queues.0.get_mut(&session) else { return };
    // Until it is sent: what is refused waits for the person.
    queue.is_paused = true;
    let Some(text) = queue.texts.first().cloned() else { return };
    let Some((answer, entry)) = deliver(model, env, session, &text, Vec::new(), None, out) else { return };
    remove(model, session, 0);
    if let Some(queue) = model.queues.0.get_mut(&session) {
        queue.is_paused = false;
    }
    keep(model, session, out);
    prompt::start(model, env, answer, entry, out);
}

/// Sends what waits for an answer that is done, and pauses what waits for one that came to another end (Q2).
pub fn go_on(model: &mut Model, env: &mut Env, out: &mut Vec<Effect>) {
    let waiting: Vec<SessionId> =
        model.queues.0.iter().filter(|(_, queue)| !queue.is_paused).map(|(session, _)| *session).collect();
    for session in waiting {
        if is_answering(model, session) {
            continue;
        }
        let last = model.view(session).and_then(|view| view.path.last().copied());
        let last = last.and_then(|id| model.message(MessageKey { session, id }));
        match last.filter(|message| message.role == Role::Assistant).map(|message| message.status) {
            Some(Status::Done) => send(model, env, session, out),
            // Another tab answers, or the code for it is on its way.
            Some(Status::Streaming) => {}
            _ => {
                if let Some(queue) = model.queues.0.get_mut(&session) {
                    queue.is_paused = true;
                }
            }
        }
    }
}

/// Forgets the messages that another tab has sent since they were read (Q3).
pub fn forget_sent(model: &mut Model, out: &mut Vec<Effect>) {
    for session in model.queues.0.keys().copied().collect::<Vec<_>>() {
        forget_sent_in(model, session, out);
    }
}

fn forget_sent_in(model: &mut Model, session: SessionId, out: &mut Vec<Effect>) {
    let Some(read_at) = model.queues.of(session).and_then(|queue| queue.read_at) else { return };
    let Some(view) = model.view(session).cloned() else { return };
    for id in view.path.iter() {
        let sent = model.message(MessageKey { session, id: *id });
        let sent = sent.filter(|message| message.role == Role::User && message.created_at > read_at);
        let Some(text) = sent.map(|message| message.text()) else { continue };
        if model.queues.of(session).is_some_and(|queue| queue.texts.first() == Some(&text)) {
            remove(model, session, 0);
            keep(model, session, out);
        }
    }
}

fn remove(model: &mut Model, session: SessionId, index: usize) -> Option<String> {
    let queue = model.queues.0.get_mut(&session)?;
    if index >= queue.texts.len() {
        return None;
    }
    let text = queue.texts.remove(index);
    if queue.texts.is_empty() {
        model.queues.0.remove(&session);
    }
    Some(text)
}

/// Keeps what waits over a reload (Q1).
fn keep(model: &mut Model, session: SessionId, out: &mut Vec<Effect>) {
    let texts = model.queues.of(session).and_then(|queue| serde_json::to_string(&queue.texts).ok());
    keep_words(model, format!("{KEPT}{session}"), texts, out);
}
