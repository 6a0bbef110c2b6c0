//! Notices at the edge of the page: reports of commands, or reasons why they failed.

use super::Core;
use crate::chunks;
use crate::effect::place::PlaceProblem;
use espalier_chat::commands::ChatError;
use espalier_command::call::CommandId;
use espalier_command::history::{Document, EntryId};
use espalier_command::spec::Text;
use espalier_command::transaction::Reason;
use espalier_llm::provider::Bilingual;
use espalier_llm::request::BaseProblem;
use espalier_mindmap::formats::{FormatError, Lost};
use espalier_model::Table;
use espalier_storage::port::StorageError;

/// A notice.
#[derive(Debug, Clone, PartialEq)]
pub struct Toast {
    /// Id of the notice.
    pub id: u64,
    /// Content.
    pub text: Notice,
    /// Whether it is bad news.
    pub error: bool,
    /// Steps it tells of, the oldest first; its button undoes these.
    pub steps: Vec<(Document, EntryId)>,
}

impl Toast {
    /// Whether it goes away by itself, as news and refusals of commands do. Notices of possible data loss, or of a file
    /// that was refused or whose encoding was assumed, stay until they are closed.
    pub const fn passes(&self) -> bool {
        use Notice::{BaseUrl, CopyFailed, PictureFailed, ReadAs, Reason, Refused, TabsApart};
        !self.error && !matches!(self.text, TabsApart | ReadAs(..))
            || matches!(self.text, Refused(_) | Reason(_) | CopyFailed | PictureFailed | BaseUrl(_))
    }
}

/// Content of a notice; worded at the edge.
#[derive(Debug, Clone, PartialEq)]
pub enum Notice {
    /// The file of a model is kept on this device.
    ModelAdded(String, bool),
    /// A command that can be taken back was done (its id, its subject, the history it joined).
    Done(CommandId, String, Document),
    /// A command was done so many times in a row (its id, the history it joined).
    DoneAgain(CommandId, usize, Document),
    /// Every room has its example.
    Examples,
    /// The folder of the person's own cannot be used.
    PlaceFailed(PlaceProblem),
    /// So many texts have two versions since devices were brought in step.
    TwoVersions(usize),
    /// So many rows that another device removed stay, as they were changed here.
    KeptFromRemoval(usize),
    /// So many rows and files were brought back from the mirror.
    Restored(usize),
    /// For long, nothing was saved outside this browser.
    NothingElsewhere,
    /// A step was taken back.
    Undone(String, usize),
    /// A step was taken back that had made something of this name, which can be restored.
    TakenBack(String, String),
    /// A step was done again.
    Redone(String, usize),
    /// Several steps were taken back, one after the other.
    UndoneSteps(usize),
    /// Several steps were done again.
    RedoneSteps(usize),
    /// There is nothing to undo.
    NothingToUndo,
    /// There is nothing to redo.
    NothingToRedo,
    /// Text was copied.
    Copied,
    /// The clipboard refused.
    CopyFailed,
    /// The clipboard may not be read.
    PasteRefused,
    /// There is no text on the clipboard.
    PasteEmpty,
    /// The code of a command could not be fetched.
    ChunkFailed(chunks::ChunkError),
    /// A picture could not be drawn.
    PictureFailed,
    /// A text that is too long for a title went into the note, or was too long for that as well.
    LongText(bool),
    /// A file was written (its name).
    Exported(String),
    /// An import was done (how many rows).
    Imported(usize),
    /// Maps were imported: how many, with how many nodes.
    ImportedMaps(usize, usize),
    /// A picture of pixels is smaller than the map, so much in percent.
    PictureShrunk(espalier_model::MapId, u32),
    /// An import of a file of everything was done (how many rows of which tables); it can be taken back.
    ImportedAll(Vec<(Table, usize)>),
    /// An import failed.
    ImportFailed(espalier_chat::import::ImportError),
    /// A command was refused.
    Refused(Refusal),
    /// A command could not be done, for a reason of its room.
    Reason(Reason),
    /// A file was written without these parts of the map.
    Losses(Vec<Lost>),
    /// A file (its name) was read in an encoding that was assumed (its name in the Encoding Standard).
    ReadAs(String, &'static str),
    /// A file holds no map that can be read.
    MapFile(FormatError),
    /// A file holds no scene that can be read.
    SceneFile(espalier_scene::formats::FormatError),
    /// A scene was imported, with so many shapes.
    ImportedShapes(usize),
    /// A step was taken back because its result could not be drawn.
    NotDrawn,
    /// A file holds no entries that can be read.
    TimeFile(espalier_timelog::formats::FormatError),
    /// Storage failed.
    Storage(StorageError),
    /// There was no space for the copy of what was deleted.
    ErasedForGood,
    /// A file was written from what this tab has in memory (its name).
    ExportedFromMemory(String),
    /// Rows could not be read (how many).
    Unreadable(usize),
    /// A document was put in order: the kind of its rows, its name, how many places, and whether rows are missing.
    Repaired(Table, String, usize, bool),
    /// Everything in memory was written back; the names of things that were not, and a number of time entries.
    NotWrittenBack(Vec<String>, usize),
    /// Conversations, maps and scenes were made again around what was left of them (how many of each).
    Recovered(usize, usize, usize),
    /// Tabs cannot know of each other here.
    TabsApart,
    /// The address leads nowhere.
    NoSuchPlace,
    /// The settings were saved.
    SettingsSaved,
    /// The settings were saved, and the connection is being tested.
    SavedAndTesting,
    /// The tested connection works (the name of the provider).
    Connected(Bilingual),
    /// The tested connection fails; the settings say why (the name of the provider).
    NotConnected(Bilingual),
    /// An endpoint was not saved: its address is none.
    BaseUrl(BaseProblem),
    /// The browser did not keep a key.
    KeyNotKept,
    /// A key was cleared.
    KeyCleared,
    /// An answer is missing before something can be made (its name).
    Unanswered(Text),
    /// A running answer of another tab.
    RunsElsewhere,
    /// Only so many pages of a document were attached, of all it has.
    PagesLeft(usize, usize),
}

/// Reason why a command was not done.
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
    /// The command does not apply to this message.
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

/// Shows a notice. One that passes takes the place of the one before; what is done or taken back several times in a row
/// is counted. Of those that stay until they are closed a few are kept.
pub fn notify(core: &mut Core, text: Notice, error: bool) {
    const KEPT: usize = 4;
    let mut steps = Vec::new();
    if let Notice::Done(_, _, document) = &text {
        let last = core.history.next_undo(&[*document]).map(|(document, entry)| (document, entry.id));
        steps.extend(last);
    }
    let before = core.toasts.iter().position(|toast| toast.error == error && toast.passes());
    let joined = before.and_then(|at| merge(&core.toasts[at].text, &text));
    if joined.is_some()
        && let Some(at) = before
    {
        let earlier = std::mem::take(&mut core.toasts[at].steps);
        steps.splice(..0, earlier);
    }
    core.last_toast += 1;
    let toast = Toast { id: core.last_toast, text: joined.unwrap_or(text), error, steps };
    let (passes, same) = (toast.passes(), toast.text.clone());
    core.toasts.retain(|other| other.text != same && !(passes && other.passes()));
    core.toasts.push(toast);
    let surplus = core.toasts.len().saturating_sub(KEPT);
    core.toasts.drain(..surplus);
}

/// The notice that is shown: the latest that goes away by itself, or else the last of those that stay.
pub fn shown(core: &Core) -> Option<&Toast> {
    core.toasts.iter().find(|toast| toast.passes()).or_else(|| core.toasts.last())
}

/// Joins two notices into one that says what both say, if there is one.
fn merge(last: &Notice, next: &Notice) -> Option<Notice> {
    match (last, next) {
        (Notice::Done(one, _, at), Notice::Done(other, _, also)) if one == other && at == also => {
            Some(Notice::DoneAgain(*one, 2, *at))
        }
        (Notice::DoneAgain(one, times, at), Notice::Done(other, _, also)) if one == other && at == also => {
            Some(Notice::DoneAgain(*one, times + 1, *at))
        }
        (Notice::Undone(_, 0), Notice::Undone(_, 0)) => Some(Notice::UndoneSteps(2)),
        (Notice::UndoneSteps(steps), Notice::Undone(_, 0)) => Some(Notice::UndoneSteps(steps + 1)),
        (Notice::Redone(_, 0), Notice::Redone(_, 0)) => Some(Notice::RedoneSteps(2)),
        (Notice::RedoneSteps(steps), Notice::Redone(_, 0)) => Some(Notice::RedoneSteps(steps + 1)),
        _ => (last == next).then(|| next.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DELETE: CommandId = CommandId::new("node.delete");

    #[test]
    fn steps_that_are_taken_back_are_counted() {
        let mut model = Core::default();
        for command in ["a", "b", "c"] {
            notify(&mut model, Notice::Undone(command.to_owned(), 0), false);
        }
        assert_eq!(shown(&model).map(|toast| &toast.text), Some(&Notice::UndoneSteps(3)));
        let done = || Notice::Done(DELETE, "a".to_owned(), Document::MAPS);
        for times in 1..=3 {
            notify(&mut model, done(), false);
            let expected = if times == 1 { done() } else { Notice::DoneAgain(DELETE, times, Document::MAPS) };
            assert_eq!(texts(&model), [expected]);
        }
        notify(&mut model, Notice::Done(CommandId::new("map.delete"), String::new(), Document::MAPS), false);
        assert_eq!(texts(&model), [Notice::Done(CommandId::new("map.delete"), String::new(), Document::MAPS)]);
    }

    fn texts(model: &Core) -> Vec<Notice> {
        model.toasts.iter().map(|toast| toast.text.clone()).collect()
    }

    #[test]
    fn there_is_one_notice_that_passes_and_grave_ones_wait_behind_it() {
        let mut model = Core::default();
        let grave = Notice::Storage(StorageError::Quota);
        notify(&mut model, Notice::TabsApart, false);
        notify(&mut model, grave.clone(), true);
        notify(&mut model, Notice::Copied, false);
        notify(&mut model, Notice::Refused(Refusal::Busy), true);
        notify(&mut model, grave.clone(), true);
        assert_eq!(texts(&model), [Notice::TabsApart, Notice::Refused(Refusal::Busy), grave.clone()]);
        let seen = |model: &Core| shown(model).map(|toast| toast.text.clone());
        assert_eq!(seen(&model), Some(Notice::Refused(Refusal::Busy)));
        model.toasts.retain(|toast| !toast.passes());
        assert_eq!(seen(&model), Some(grave));
        model.toasts.pop();
        assert_eq!(seen(&model), Some(Notice::TabsApart));
    }
}
