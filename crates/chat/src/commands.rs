//! Everything a person can do to a conversation, each as one function that makes the whole change on a draft.
//!
//! - C1 Regenerating adds a sibling (below a user message: another answer) and changes no existing message.
//! - C2 Editing as a branch leaves the original and everything below it as it was; editing in place changes one
//!   message's text and notes when.
//! - C3 Whatever is new is shown: the active leaf is the last message that was added.
//! - C4 Going back to a branch shows the leaf one was at there; forks on the way are remembered on leaving and arriving.
//! - C5 Deleting takes the whole subtree, and nothing else; if the shown leaf was in it, the next sibling's branch is
//!   shown, else the previous one's, else what was answered.
//! - C6 A copy of a session has the same tree, leaf and choices under new ids, and nothing in it is still streaming.
//! - C7 Nothing is added after, and nobody edits, an answer that is still coming; only an answer that was cut off
//!   can be continued.
//! - C8 On broken data (cycles, orphans, a leaf that is gone) every command does what the repaired tree suggests.
//! - C9 A command that fails has not changed the draft; a command that succeeds is one change set whose inverse
//!   restores every row byte for byte.
//! - C10 Looking around (switching, stepping, branching from) does not make a session look recently used.

mod open;

use std::collections::BTreeMap;
use std::rc::Rc;

use self::open::Conversation;
use espalier_base::collect;
use espalier_base::env::Env;
use espalier_base::text;
use espalier_model::conversation::tree;
use espalier_model::conversation::{Message, MessageId, MessageKey, Part, Provenance, Session, SessionId, Status};
use espalier_model::persona::{PersonaId, Role};
use espalier_model::workspace::Draft;

/// The most characters of a session's name.
pub const MAX_NAME_CHARS: usize = 200;

/// Reason why a command cannot be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ChatError {
    /// The session does not exist.
    #[error("session {0} does not exist")]
    NoSession(SessionId),
    /// The message does not exist.
    #[error("message {0} does not exist")]
    NoMessage(MessageKey),
    /// The text is empty.
    #[error("the text is empty")]
    Empty,
    /// The answer is still coming.
    #[error("message {0} is still being answered")]
    StillAnswering(MessageId),
    /// Only a user's message or an answer can be answered again.
    #[error("message {0} is neither a user's message nor an answer")]
    NotAnswerable(MessageId),
    /// The answer is complete, or not an answer.
    #[error("message {0} was not cut off")]
    NothingToContinue(MessageId),
    /// The message has no branch on that side.
    #[error("message {0} has no sibling on that side")]
    NoSibling(MessageId),
}

/// The outcome of a command.
pub type Result<T> = std::result::Result<T, ChatError>;

/// Messages added by sending.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sent {
    /// The user's message.
    pub user: MessageId,
    /// The answer to it, empty and streaming.
    pub answer: MessageId,
}

/// Messages added by editing as a branch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edited {
    /// The sibling with the new text.
    pub message: MessageId,
    /// The answer to it, empty and streaming, if the message is the user's.
    pub answer: Option<MessageId>,
}

/// Returns the title of a session: its name, or else the first words the user said in it; empty when there are none.
pub fn session_title(session: &Session, first_user_text: Option<&str>) -> String {
    const TITLE_CHARS: usize = 60;
    match session.name.trim() {
        "" => text::title(first_user_text.unwrap_or_default(), TITLE_CHARS),
        name => name.to_owned(),
    }
}

/// Adds an empty session.
pub fn new_session(draft: &mut Draft<'_>, env: &mut Env, persona: Option<PersonaId>) -> SessionId {
    let id = env.id();
    let mut session = Session::new(id, env.now);
    session.persona = persona;
    draft.put(session);
    id
}

/// Names a session; an empty name shows its first words instead.
pub fn rename_session(draft: &mut Draft<'_>, id: SessionId, name: &str) -> Result<()> {
    let name = text::truncate(name.trim(), MAX_NAME_CHARS);
    let there = draft.update::<Session>(&id, |row| row.name = name);
    there.then_some(()).ok_or(ChatError::NoSession(id))
}

/// Copies a session with its whole tree (C6). Its messages must be in memory.
pub fn duplicate_session(draft: &mut Draft<'_>, env: &mut Env, id: SessionId, name: &str) -> Result<SessionId> {
    let room = Conversation::open(draft, id)?;
    let copy: SessionId = env.id();
    // Ids increase, so taking the messages in their order keeps siblings in theirs.
    let ids: BTreeMap<MessageId, MessageId> = collect::map(room.messages.keys().map(|&old| (old, env.id())));
    let mut session = Session::clone(&room.session);
    session.id = copy;
    session.created_at = env.now;
    session.updated_at = env.now;
    session.name = text::truncate(name.trim(), MAX_NAME_CHARS);
    session.active_leaf = room.leaf().and_then(|leaf| ids.get(&leaf).copied());
    session.choices = room
        .session
        .choices
        .iter()
        .filter_map(|(fork, choice)| {
            let fork = if *fork == tree::nil() { Some(tree::nil()) } else { ids.get(fork).copied() };
            Some((fork?, ids.get(choice).copied()?))
        })
        .collect();
    draft.put(session);
    for (old, message) in &room.messages {
        let Some(&new) = ids.get(old) else { continue };
        let mut message = Message::clone(message);
        message.id = new;
        message.session = copy;
        message.parent = room.tree.parent(*old).and_then(|parent| ids.get(&parent).copied());
        if is_coming(message.status) {
            message.status = Status::Stopped;
        }
        draft.put(message);
    }
    Ok(copy)
}

/// Deletes a session and says how many messages went with it. Its messages must be in memory.
pub fn delete_session(draft: &mut Draft<'_>, id: SessionId) -> Result<usize> {
    let messages = draft.messages(id);
    if !draft.remove::<Session>(&id) {
        return Err(ChatError::NoSession(id));
    }
    for message in &messages {
        draft.remove::<Message>(&message.key());
    }
    Ok(messages.len())
}

/// Adds the user's message after the shown leaf, and the answer to be filled.
pub fn send(draft: &mut Draft<'_>, env: &mut Env, session: SessionId, text: &str) -> Result<Sent> {
    said(text)?;
    let key = MessageKey { session, id: env.id() };
    send_parts(draft, env, key, vec![Part::Text { text: text.to_owned() }])
}

/// Like [`send`], of any parts, under a key that no message has yet.
pub fn send_parts(draft: &mut Draft<'_>, env: &mut Env, key: MessageKey, parts: Vec<Part>) -> Result<Sent> {
    let MessageKey { session, id } = key;
    let mut room = Conversation::open(draft, session)?;
    let leaf = room.leaf();
    if let Some(leaf) = leaf {
        room.complete(leaf)?;
    }
    let mut user = Message::new(id, session, leaf, Role::User, "", env.now);
    user.parts = parts;
    let answer = blank_answer(env, session, Some(user.id));
    let sent = Sent { user: user.id, answer: answer.id };
    room.add(draft, env, [user, answer]);
    Ok(sent)
}

/// Adds another answer: beside an answer, or below a user's message (C1).
pub fn regenerate(draft: &mut Draft<'_>, env: &mut Env, key: MessageKey) -> Result<MessageId> {
    let mut room = Conversation::open(draft, key.session)?;
    let parent = match room.message(key)?.role {
        Role::Assistant => room.tree.parent(key.id),
        Role::User => Some(key.id),
        Role::System => return Err(ChatError::NotAnswerable(key.id)),
    };
    let answer = blank_answer(env, key.session, parent);
    let id = answer.id;
    room.add(draft, env, [answer]);
    Ok(id)
}

/// Replaces the text of a message (C2). The same text changes nothing.
pub fn edit_in_place(draft: &mut Draft<'_>, env: &mut Env, key: MessageKey, text: &str) -> Result<()> {
    said(text)?;
    let room = Conversation::open(draft, key.session)?;
    room.complete(key.id)?;
    let message = room.message(key)?;
    if message.text() == text {
        return Ok(());
    }
    let (parts, now) = (message.with_text(text), env.now);
    draft.update::<Message>(&key, |row| {
        row.parts = parts;
        row.edited_at = Some(now);
        row.grounding = None;
    });
    draft.update::<Session>(&key.session, |row| row.updated_at = now);
    Ok(())
}

/// Adds a sibling with another text; a user's message also gets an answer to be filled (C2).
pub fn edit_as_branch(draft: &mut Draft<'_>, env: &mut Env, key: MessageKey, text: &str) -> Result<Edited> {
    said(text)?;
    let mut room = Conversation::open(draft, key.session)?;
    let original = room.message(key)?;
    let parent = room.tree.parent(key.id);
    let mut message = Message::new(env.id(), key.session, parent, original.role, text, env.now);
    let kept = original.parts.iter().filter(|part| matches!(part, Part::Report { .. } | Part::Attachment(_)));
    message.parts.splice(0..0, kept.cloned());
    message.edited_at = Some(env.now);
    // What was measured belongs to the original alone.
    message.provenance = Box::new(Provenance {
        provider: original.provenance.provider.clone(),
        model: original.provenance.model.clone(),
        persona: original.provenance.persona,
        persona_name: original.provenance.persona_name.clone(),
        ..Provenance::default()
    });
    let answer = (message.role == Role::User).then(|| blank_answer(env, key.session, Some(message.id)));
    let edited = Edited { message: message.id, answer: answer.as_ref().map(|answer| answer.id) };
    room.add(draft, env, std::iter::once(message).chain(answer));
    Ok(edited)
}

/// Shows the conversation up to this message; what is sent next begins a branch there.
pub fn branch_from(draft: &mut Draft<'_>, key: MessageKey) -> Result<()> {
    let room = Conversation::open(draft, key.session)?;
    room.message(key)?;
    room.show(draft, Some(key.id));
    Ok(())
}

/// Shows the branch of this message, at the leaf one was at there (C4), and gives that leaf.
pub fn switch_to(draft: &mut Draft<'_>, key: MessageKey) -> Result<MessageId> {
    let room = Conversation::open(draft, key.session)?;
    room.message(key)?;
    let choices = room.remembered();
    let on_path = room.tree.path(room.leaf()).contains(&key.id);
    let leaf = match room.leaf() {
        Some(leaf) if on_path && leaf != key.id => leaf,
        _ => room.tree.leaf_below(key.id, &choices),
    };
    room.show(draft, Some(leaf));
    Ok(leaf)
}

/// Shows the sibling before or after this message, and gives it.
pub fn step_sibling(draft: &mut Draft<'_>, key: MessageKey, forward: bool) -> Result<MessageId> {
    let room = Conversation::open(draft, key.session)?;
    room.message(key)?;
    let siblings = room.tree.siblings(key.id);
    let position = siblings.iter().position(|&sibling| sibling == key.id);
    let neighbour =
        position.and_then(|position| if forward { position.checked_add(1) } else { position.checked_sub(1) });
    let Some(&sibling) = neighbour.and_then(|neighbour| siblings.get(neighbour)) else {
        return Err(ChatError::NoSibling(key.id));
    };
    room.show(draft, Some(room.tree.leaf_below(sibling, &room.remembered())));
    Ok(sibling)
}

/// Deletes a message with everything below it (C5), and says how many messages that were.
pub fn delete_message(draft: &mut Draft<'_>, key: MessageKey) -> Result<usize> {
    let mut room = Conversation::open(draft, key.session)?;
    room.message(key)?;
    let gone = collect::set(room.tree.subtree(key.id));
    let leaf = match room.leaf() {
        Some(leaf) if gone.contains(&leaf) => room.tree.leaf_without(key.id, &room.remembered()),
        leaf => leaf,
    };
    for &id in &gone {
        draft.remove::<Message>(&MessageKey { id, ..key });
        room.messages.remove(&id);
    }
    room.rebuild();
    let session = Rc::make_mut(&mut room.session);
    session.active_leaf = leaf;
    session.choices.retain(|fork, choice| !gone.contains(fork) && !gone.contains(choice));
    room.show(draft, leaf);
    Ok(gone.len())
}

/// Switches a message on or off for the context.
pub fn set_enabled(draft: &mut Draft<'_>, key: MessageKey, enabled: bool) -> Result<()> {
    let there = draft.update::<Message>(&key, |row| row.enabled = enabled);
    there.then_some(()).ok_or(ChatError::NoMessage(key))
}

/// Whether an answer was cut off, so that it can be continued.
pub fn can_continue(message: &Message) -> bool {
    let cut_off = match message.status {
        Status::Stopped => true,
        // Where nothing was said there is nothing to go on from.
        Status::Error => !message.text().trim().is_empty(),
        Status::Done => message.provenance.truncated,
        Status::Streaming | Status::Waiting => false,
    };
    message.role == Role::Assistant && cut_off
}

/// Opens an answer that was cut off for more text (C7).
pub fn continue_answer(draft: &mut Draft<'_>, key: MessageKey) -> Result<()> {
    let message = draft.get::<Message>(&key).ok_or(ChatError::NoMessage(key))?;
    if is_coming(message.status) {
        return Err(ChatError::StillAnswering(key.id));
    }
    if !can_continue(&message) {
        return Err(ChatError::NothingToContinue(key.id));
    }
    draft.update::<Message>(&key, |row| {
        row.status = Status::Streaming;
        row.provenance.truncated = false;
        row.provenance.error = None;
        row.provenance.finish = None;
    });
    Ok(())
}

/// Marks every answer in memory that was coming when the page went away as stopped, and names them.
///
/// For use right after loading, before anything streams. An answer that waits for a person (its last part is a tool
/// call) goes on waiting.
pub fn interrupted(draft: &mut Draft<'_>) -> Vec<MessageKey> {
    let mut keys: Vec<MessageKey> = draft.before().tables().messages.values().map(|row| row.key()).collect();
    keys.retain(|key| {
        let Some(message) = draft.get::<Message>(key) else {
            return false;
        };
        let asks = matches!(message.parts.last(), Some(Part::ToolCall { .. }));
        match message.status {
            Status::Streaming => true,
            Status::Waiting => !asks,
            Status::Done | Status::Stopped | Status::Error => false,
        }
    });
    for key in &keys {
        draft.update::<Message>(key, |row| row.status = Status::Stopped);
    }
    keys
}

fn said(text: &str) -> Result<()> {
    (!text.trim().is_empty()).then_some(()).ok_or(ChatError::Empty)
}

const fn is_coming(status: Status) -> bool {
    matches!(status, Status::Streaming | Status::Waiting)
}

fn blank_answer(env: &mut Env, session: SessionId, parent: Option<MessageId>) -> Message {
    let mut answer = Message::new(env.id(), session, parent, Role::Assistant, "", env.now);
    answer.status = Status::Streaming;
    answer
}

#[cfg(test)]
mod tests;
