//! Conversations as files: JSON that loses nothing, Markdown to be read.
//!
//! - E1 What is written as JSON reads back the same: export, import and export again give the same bytes.
//! - E2 An answer that is still coming is written as stopped; a file has nobody who would complete it.
//! - E3 Markdown contains every message of the path or of the tree, once, with its text unchanged.

mod markdown;

use std::rc::Rc;

use serde::Serialize;

pub use self::markdown::{fenced, path_to_markdown, tree_to_markdown};
use espalier_model::conversation::{Message, Session, Status};
use espalier_storage::files::StoredFile;

/// The format's name in its files.
pub const FORMAT: &str = "espalier.session";
/// The version that is written.
pub const VERSION: u32 = 1;

#[derive(Serialize)]
struct File<'a> {
    format: &'static str,
    v: u32,
    sessions: Vec<Item<'a>>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    files: &'a [StoredFile],
}

#[derive(Serialize)]
struct Item<'a> {
    session: &'a Session,
    messages: Vec<Message>,
}

/// Writes one session with its messages, and the content of the files in it.
pub fn to_json(session: &Session, messages: &[Rc<Message>], files: &[StoredFile]) -> Result<String, serde_json::Error> {
    all_to_json([(session, messages)], files)
}

/// Writes several sessions, each with its messages, and the content of the files in them.
pub fn all_to_json<'a>(
    sessions: impl IntoIterator<Item = (&'a Session, &'a [Rc<Message>])>,
    files: &'a [StoredFile],
) -> Result<String, serde_json::Error> {
    let item = |(session, messages): (&'a Session, &'a [Rc<Message>])| Item {
        session,
        messages: messages.iter().map(|message| at_rest(Message::clone(message))).collect(),
    };
    serde_json::to_string_pretty(&File {
        format: FORMAT,
        v: VERSION,
        sessions: sessions.into_iter().map(item).collect(),
        files,
    })
}

/// The message as it is where nothing runs (E2).
pub(super) fn at_rest(mut message: Message) -> Message {
    if matches!(message.status, Status::Streaming | Status::Waiting) {
        message.status = Status::Stopped;
    }
    message
}

#[cfg(test)]
mod tests;
