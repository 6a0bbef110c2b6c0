//! Notices at the edge of the page: that something was done, or why it was not.
//!
//! Must not be in here: the wording (`ui::shell`).

use super::{Model, files};
use crate::command::history::Document;
use crate::command::spec::Text;
use crate::command::transaction::Reason;
use crate::feature::chat::commands::ChatError;
use crate::feature::mindmap::formats::{FormatError, Lost};
use crate::model::Table;
use crate::storage::port::StorageError;

/// A notice.
#[derive(Debug, Clone, PartialEq)]
pub struct Toast {
    /// Names it.
    pub id: u64,
    /// What it says.
    pub text: Notice,
    /// Whether it is bad news.
    pub error: bool,
}

impl Toast {
    /// Whether it goes away by itself: news, and why a command was not done. What may cost data, or what a file was
    /// refused for, stays until it was read.
    pub const fn passes(&self) -> bool {
        use Notice::{CopyFailed, NotAnOperation, PictureFailed, Reason, Refused};
        !self.error || matches!(self.text, Refused(_) | Reason(_) | NotAnOperation | CopyFailed | PictureFailed)
    }
}

/// What a notice says; worded at the edge.
#[derive(Debug, Clone, PartialEq)]
pub enum Notice {
    /// A command that can be taken back was done (its id, its subject, the history it joined).
    Done(&'static str, String, Document),
    /// A step was taken back.
    Undone(String, usize),
    /// A step was done again.
    Redone(String, usize),
    /// There is nothing to undo.
    NothingToUndo,
    /// There is nothing to redo.
    NothingToRedo,
    /// Text was copied.
    Copied,
    /// The clipboard refused.
    CopyFailed,
    /// A picture could not be drawn.
    PictureFailed,
    /// A file was written (its name).
    Exported(String),
    /// An import was done (how many rows).
    Imported(usize),
    /// An import of a file of everything was done (how many rows of which tables); it can be taken back.
    ImportedAll(Vec<(Table, usize)>),
    /// An import failed.
    ImportFailed(files::ImportError),
    /// Something could not be done; the reason is the model's own word.
    Refused(Refusal),
    /// A command could not be done, for a reason of its room.
    Reason(Reason),
    /// What a file that was written does not hold.
    Losses(Vec<Lost>),
    /// A text is no operation.
    NotAnOperation,
    /// A file holds no map that can be read.
    MapFile(FormatError),
    /// A file holds no entries that can be read.
    TimeFile(crate::feature::timelog::formats::FormatError),
    /// Storage failed.
    Storage(StorageError),
    /// There was no space for the copy of what was deleted.
    ErasedForGood,
    /// A file was written from what this tab has in memory (its name).
    ExportedFromMemory(String),
    /// Rows could not be read (how many).
    Unreadable(usize),
    /// A conversation's data was repaired (how many places).
    Repaired(usize),
    /// The settings were saved.
    SettingsSaved,
    /// The browser did not keep a key.
    KeyNotKept,
    /// A key was cleared.
    KeyCleared,
    /// An answer is missing before something can be made (its name).
    Unanswered(Text),
    /// A running answer of another tab.
    RunsElsewhere,
}

/// Why a command was not done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The thing it names is gone.
    Gone,
    /// The conversation is still being read.
    NotLoaded,
    /// An answer is being made; it has to be stopped first.
    Busy,
    /// Nothing may be changed in this tab.
    ReadOnly,
    /// There is nothing to say.
    Empty,
    /// An answer needs a word in it.
    NoAnswer,
    /// The change did not fit; nothing was changed.
    Stale,
    /// It cannot be done to this message.
    NotHere,
    /// There is room for no more.
    Full,
    /// The last one cannot be removed.
    Last,
    /// A time is missing, is none, or ends before it begins.
    NotATime,
}

impl From<ChatError> for Refusal {
    fn from(error: ChatError) -> Self {
        match error {
            ChatError::NoSession(_) | ChatError::NoMessage(_) => Self::Gone,
            ChatError::Empty => Self::Empty,
            ChatError::StillAnswering(_) => Self::Busy,
            ChatError::NotAnswerable(_) | ChatError::NothingToContinue(_) | ChatError::NoSibling(_) => Self::NotHere,
        }
    }
}

/// Shows a notice; only the last few stay.
pub fn notify(model: &mut Model, text: Notice, error: bool) {
    const SHOWN: usize = 4;
    model.last_toast += 1;
    model.toasts.push(Toast { id: model.last_toast, text, error });
    let surplus = model.toasts.len().saturating_sub(SHOWN);
    model.toasts.drain(..surplus);
}
