//! Messages of Chat that wait for the answer that is coming.
//!
//! - Q1 A message that waits is kept over a reload, like words that are being typed, until it is sent or taken back into
//!   the composer. It is saved once it would outlive the loss of power.
//! - Q2 The first one is sent as soon as the answer is done. After an answer that was stopped or failed, and after a
//!   reload, they wait for the person.
//! - Q3 Each is kept in a place of its own and is sent under the id that it waited with: tabs that have read the same
//!   messages overwrite nothing of each other, and what one of them has sent waits in the other no more.

use std::collections::BTreeMap;

use super::{Words, deliver};
use crate::effect::Effect;
use crate::{Model, edit, keep_words, prompt};
use espalier_base::env::Env;
use espalier_model::conversation::{Scope, Status};
use espalier_model::persona::Role;
use espalier_model::{MessageId, MessageKey, SessionId};
use espalier_storage::port::{Commit, Durability};

/// Beginning of the places at which messages that wait are kept over a reload.
const KEPT: &str = "queue/";

/// Messages that wait, by conversation.
#[derive(Debug, Default)]
pub struct Queues(BTreeMap<SessionId, Queue>);

/// Messages of a conversation that wait.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Queue {
    /// The messages in the order in which they were written; never empty.
    pub messages: Vec<QueuedMessage>,
    /// Whether they wait for the person, not for an answer.
    pub is_paused: bool,
}

/// A message that waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueuedMessage {
    /// Id that the message will have in its conversation.
    pub id: MessageId,
    /// Its text.
    pub text: String,
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

/// Goes on with the messages that waited before the page was loaded again (Q2), or with the ones of a newer copy of them.
pub fn begin(model: &mut Model) {
    model.queues.0.retain(|session, queue| {
        queue.messages.retain(|message| model.words.contains_key(&place(*session, message.id)));
        !queue.messages.is_empty()
    });
    for (at, text) in &model.words {
        let key = at.strip_prefix(KEPT).and_then(|key| key.split_once('/'));
        let Some((Ok(session), Ok(id))) = key.map(|(session, id)| (session.parse(), id.parse())) else { continue };
        let paused = || Queue { is_paused: true, ..Queue::default() };
        let messages = &mut model.queues.0.entry(session).or_insert_with(paused).messages;
        if messages.iter().all(|message| message.id != id) {
            messages.push(QueuedMessage { id, text: text.clone() });
        }
    }
}

/// Has a message wait, which is no draft any more.
pub(super) fn add(model: &mut Model, env: &mut Env, session: SessionId, text: String, out: &mut Vec<Effect>) {
    if text.trim().is_empty() {
        return;
    }
    let id = env.id();
    keep_words(model, place(session, id), Some(text.clone()), out);
    let queue = model.queues.0.entry(session).or_default();
    queue.messages.push(QueuedMessage { id, text });
    queue.is_paused = false;
    model.drafts.remove(&Some(session));
    out.push(Effect::KeepDraft(Some(session), String::new()));
    // There are no rows to write: it stands for the words, and is acknowledged when they are on the disk.
    edit::commit(model, Commit::default(), Durability::Strict, out);
}

/// Takes a message back into the composer, above what is written there.
pub(super) fn take_back(model: &mut Model, session: SessionId, id: MessageId, out: &mut Vec<Effect>) {
    let queue = model.queues.of(session);
    let Some(message) = queue.and_then(|queue| queue.messages.iter().find(|message| message.id == id)) else { return };
    let text = message.text.clone();
    let draft = model.drafts.entry(Some(session)).or_default();
    *draft = if draft.trim().is_empty() { text } else { format!("{text}\n\n{draft}") };
    // The draft is kept first, so that the words are always somewhere.
    out.push(Effect::KeepDraft(Some(session), draft.clone()));
    remove(model, session, id, out);
    model.composer_calls += 1;
}

/// Sends the first message now; the others follow its answer.
pub(super) fn send(model: &mut Model, env: &mut Env, session: SessionId, out: &mut Vec<Effect>) {
    let Some(queue) = model.queues.0.get_mut(&session) else { return };
    // Until it is sent: what is refused waits for the person.
    queue.is_paused = true;
    let Some(QueuedMessage { id, text }) = queue.messages.first().cloned() else { return };
    let words = Words { id, text: &text, files: Vec::new() };
    let Some((answer, entry)) = deliver(model, env, session, words, None, out) else { return };
    remove(model, session, id, out);
    if let Some(queue) = model.queues.0.get_mut(&session) {
        queue.is_paused = false;
    }
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

/// Forgets the messages that another tab has sent (Q3).
pub fn forget_sent(model: &mut Model, out: &mut Vec<Effect>) {
    let queued = model.queues.0.iter().flat_map(|(session, queue)| {
        queue.messages.iter().map(|message| MessageKey { session: *session, id: message.id })
    });
    let sent: Vec<MessageKey> = queued.filter(|key| model.message(*key).is_some()).collect();
    for key in sent {
        remove(model, key.session, key.id, out);
    }
}

/// Forgets a message, here and for the next visit.
fn remove(model: &mut Model, session: SessionId, id: MessageId, out: &mut Vec<Effect>) {
    if let Some(queue) = model.queues.0.get_mut(&session) {
        queue.messages.retain(|message| message.id != id);
        if queue.messages.is_empty() {
            model.queues.0.remove(&session);
        }
    }
    keep_words(model, place(session, id), None, out);
}

/// Place at which a message that waits is kept over a reload (Q1).
fn place(session: SessionId, id: MessageId) -> String {
    format!("{KEPT}{session}/{id}")
}
