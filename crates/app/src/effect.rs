//! Effects: requests of `update` to the shell.
//!
//! Results come back as messages.

pub mod place;

use self::place::PlaceEffect;
use crate::Msg;
use crate::chunks::Chunk;
use crate::data_loss::RowCounts;
use crate::navigate::Route;
use espalier_agent::turn::TurnId;
use espalier_base::time::Timestamp;
use espalier_llm::request::{self, HttpRequest};
use espalier_llm::secret::Secret;
use espalier_model::change::ChangeSet;
use espalier_model::conversation::{Attachment, FileHash};
use espalier_model::settings::{Language, Theme};
use espalier_model::{Document, MapId, MessageKey, Record, SessionId, Slug};
use espalier_storage::port::{Commit, Durability, Query, Unreadable};
use serde::{Deserialize, Serialize};

/// A request to the shell.
#[derive(Debug)]
pub enum Effect {
    /// Read from storage; answered by `Msg::Loaded`.
    Load(LoadTag, Query),
    /// Write to storage; answered by `Msg::Committed`.
    Commit(CommitId, Commit, Durability),
    /// Keep words that are being typed in this place over a reload; with `None`, forget them.
    KeepWords(String, Option<String>),
    /// Keep these numbers outside the database.
    KeepRowCounts(RowCounts),
    /// Keep these addresses, the last place in each room, outside the database.
    KeepPlaces(Vec<String>),
    /// Keep these times outside the database.
    KeepElsewhere(ElsewhereTimes),
    /// Delete everything that the app keeps in this browser, and begin afresh.
    EraseEverything,
    /// Send a message once what waits was done, so that keys and the screen come first.
    Soon(Box<Msg>),
    /// Send `Msg::SaveAgain` after so many milliseconds.
    SaveAgainLater(u32),
    /// Keep this text, changes that are not stored, outside the database until it is told otherwise; with `None`,
    /// forget what was kept. Where the browser refuses, `Msg::NotKept` answers.
    KeepUnsaved(Option<String>),
    /// The database that was cleared may be written to again.
    AcceptCleared,
    /// An effect on the copy in a folder of the person's own.
    Place(PlaceEffect),
    /// Write the mirror from now on, once it is compared with the database; answered by `MirrorMsg::Compared` or `Off`,
    /// then by `Written` again and again.
    BeginMirror,
    /// Compare all tables with the mirror; answered by `MirrorMsg::Compared`.
    CompareMirror,
    /// Bring back what the database lacks and the mirror has; answered by `MirrorMsg::Restored`.
    RestoreMirror,
    /// Begin the mirror anew with what is in the database.
    RenewMirror,
    /// Pack what is stored when there is time, so that it is read fast; nothing answers.
    Pack,
    /// Ask the endpoint; answered by `Msg::Turn`.
    CallModel(Box<ModelCall>),
    /// Stop asking the endpoint.
    CancelCall(TurnId),
    /// Send `Msg::Turn(.., Wake)` after a while.
    Wake(TurnId, u32, u32),
    /// Hold the lock that says this tab makes this answer, for as long as the tab lives or until it is released.
    HoldTurn(MessageKey),
    /// Release that lock.
    ReleaseTurn(MessageKey),
    /// Answer with `Msg::OwnerGone` once no tab makes this answer any more.
    AwaitOwner(MessageKey),
    /// Ask an endpoint something small for the settings; answered by `Msg::Probed`.
    Probe(Box<ProbeCall>),
    /// Do something with models on this device.
    Device(DeviceEffect),
    /// Show an address.
    SetRoute(Route, bool),
    /// Keep a key in the browser, outside the records.
    StoreKey(KeyPlace, Secret, KeyKeeping),
    /// Keep the key of the first place for the second one as well: the person said so.
    CopyKey(KeyPlace, KeyPlace),
    /// Bind the key that an earlier version kept for a provider to this place.
    BindKey(KeyPlace),
    /// Forget all keys of a provider.
    ClearKey(Slug),
    /// Tell the page's start script which origins requests may go to; when the list differs from the one in force,
    /// the page has to be loaded again before requests can go there.
    AllowOrigins(Vec<String>),
    /// Remove the single configuration of earlier versions: it was taken over.
    ForgetOldConfiguration,
    /// Load the page again once everything is stored, and go on with this.
    Reload(Resume),
    /// Fetch this chunk; answered by `Msg::Chunk`.
    FetchChunk(Chunk),
    /// Use this language and theme.
    Appearance(Language, Theme),
    /// Read the file chosen in the input element with this id; answered by `Msg::FileRead`.
    ReadFile(&'static str),
    /// Read all files chosen in the input element with this id, for the next message of this conversation; answered by
    /// `AttachMsg::Reading` and `AttachMsg::Read` for each.
    TakeFiles(Option<SessionId>, &'static str),
    /// Read a stored file again; answered by `AttachMsg::Read` with this number.
    ReadStoredFile(Option<SessionId>, u64, Box<Attachment>),
    /// Draw the pages of a stored document; answered by `AttachMsg::Reading` and `AttachMsg::Read` for each, and by
    /// `AttachMsg::Drawn` with this number.
    DrawPages(Option<SessionId>, u64, Box<Attachment>),
    /// Make the content of a stored file, of this media type, reachable in the page; answered by `AttachMsg::Found`.
    FindFile(FileHash, String),
    /// Hand a stored file to the user.
    SaveStoredFile(Box<Attachment>),
    /// Delete the stored files that nothing names any more, when there is time; nothing answers.
    SweepFiles,
    /// Hand a file to the user.
    SaveFile {
        /// The file name.
        name: String,
        /// Its media type.
        mime: &'static str,
        /// The content.
        bytes: Vec<u8>,
    },
    /// Write a backup and hand it to the user; answered by `FileMsg::BackedUp` now and then, and by `BackupEnded`.
    SaveBackup(Box<BackupOrder>),
    /// Stop writing the backup.
    CancelBackup,
    /// Hand a picture to the user, as PNG; answered by `Msg::PictureSaved`.
    SavePicture {
        /// The file's name.
        name: String,
        /// The picture as SVG.
        svg: String,
        /// The size in CSS pixels.
        size: (f64, f64),
    },
    /// Put text on the clipboard; answered by `Msg::Copied`.
    Copy(String),
    /// Put a picture, as PNG, on the clipboard; answered by `Msg::Copied`.
    CopyPicture(Vec<u8>),
    /// Read text from the clipboard for a map; answered by `MapMsg::ClipboardRead`.
    ReadClipboard(MapId),
    /// Open an address in another tab.
    OpenLink(String),
    /// Print the page.
    Print,
    /// Mark the icon of the installed app, or no more: a timer is running.
    Badge(bool),
    /// Show the browser's question whether to install the app.
    Install,
    /// Measure the storage, and ask the browser to keep the data; answered by `Msg::StorageFacts`.
    MeasureStorage {
        /// Whether to ask for persistence.
        persist: bool,
    },
    /// Keep the unsent text of the composer over a reload.
    KeepDraft(Option<SessionId>, String),
    /// Announce a text to screen readers.
    Announce(String),
}

/// Times that tell when a reminder to save data outside this browser is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ElsewhereTimes {
    /// The last save of everything outside this browser.
    pub saved: Option<Timestamp>,
    /// The time since which there is something to save.
    pub filled: Option<Timestamp>,
    /// The last reminder.
    pub reminded: Option<Timestamp>,
}

/// A backup to be written.
#[derive(Debug)]
pub struct BackupOrder {
    /// Name of the file.
    pub name: String,
    /// Time at which it was asked for, as RFC 3339.
    pub at: String,
    /// Password; empty where it has none.
    pub password: Secret,
    /// Changes that are not stored.
    pub unsaved: ChangeSet,
    /// Rows in memory and rows that could not be read, to be written instead of those in the database.
    pub memory: Option<(Vec<Record>, Vec<Unreadable>)>,
}

/// An effect on models on this device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeviceEffect {
    /// List the files; answered by `DeviceMsg::Listed`.
    List,
    /// Take the files chosen in this input element; answered by `DeviceMsg::Given`.
    Take(&'static str),
    /// Keep the next file that was taken; answered by `DeviceMsg::Progress`, then `Added` or `Cancelled`.
    Add,
    /// Stop keeping the file, and drop those that were taken after it.
    Cancel,
    /// Delete a file; answered by `DeviceMsg::Listed`.
    Delete(String),
    /// End the program that runs the model.
    Free,
    /// An effect on the download of a file.
    Download(DownloadEffect),
}

/// An effect on the download of a model's file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DownloadEffect {
    /// Look for a part of a file; answered by `DownloadMsg::Found`.
    Look,
    /// Ask for the size of the file at this address; answered by `DownloadMsg::Sized`.
    Ask(String),
    /// Fetch what is missing of the file at this address, check it and keep it; answered by `DownloadMsg::Came` and `Checked`, then
    /// `Stopped` or `Ended`.
    Fetch(String),
    /// Stop fetching; what is there stays.
    Stop,
    /// Remove what is there; answered by `DownloadMsg::Removed`.
    Remove,
}

/// Purpose of a read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LoadTag {
    /// Start of the app.
    Boot,
    /// Rows of a document that is opened.
    Rows(Document),
    /// The journal of a document.
    Journal(Document),
    /// The steps of an earlier visit that may not have been stored.
    Unsaved,
    /// Rows that a step made, so that it can be taken back in these histories.
    Undo(Vec<Document>),
    /// An answer that no tab makes any more, to see whether it was finished.
    Orphan(MessageKey),
    /// Rows another tab changed, with the keys of those it asked for.
    Outside(Vec<espalier_model::RecordKey>, Vec<String>),
    /// The entries of the timer, of which nothing but their keys was known.
    Running(Vec<espalier_model::RecordKey>),
    /// Texts by which things are found; the rows that were asked for by their keys.
    Find(Vec<espalier_model::RecordKey>),
    /// Rows that links of what is shown lead to.
    Linked,
    /// Last messages of conversations, for Today; with an answer, the conversation in which it is to go on.
    Today(Option<MessageKey>),
    /// Rows that stored messages and nodes belong to and that are missing.
    Missing,
    /// All rows, to be written to a file.
    Export,
    /// The files of a conversation, to be written to a file with it.
    ExportSession(SessionId),
    /// Messages that may name files, to list these.
    Attachments,
    /// All rows, to be compared with an import.
    Import,
}

/// Number of a commit, to match its acknowledgement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CommitId(pub u64);

/// Lifetime of a stored key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyKeeping {
    /// Until the tab is closed.
    Session,
    /// In this browser until it is cleared.
    Device,
}

/// Destination of a key: one provider at one origin, and nowhere else.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct KeyPlace {
    /// The provider.
    pub provider: Slug,
    /// The origin; empty where the address it was kept with is none, so that it goes nowhere.
    pub origin: String,
}

impl KeyPlace {
    /// The place of a provider at a base URL.
    pub fn of(provider: &Slug, base_url: &str) -> Self {
        let origin = request::origin_of(base_url).unwrap_or_default();
        Self { provider: provider.clone(), origin }
    }
}

/// A request of a turn.
#[derive(Debug)]
pub struct ModelCall {
    /// The turn.
    pub turn: TurnId,
    /// The attempt; answers to an older one are dropped.
    pub step: u32,
    /// The provider, whose key is to be attached.
    pub provider: Slug,
    /// The request to send.
    pub request: CallBody,
}

/// Request of a turn, by who answers it.
#[derive(Debug)]
pub enum CallBody {
    /// A request to an endpoint.
    Http(HttpRequest),
    /// The built-in model's answer, made here, in pieces of a stream.
    Builtin(Vec<Vec<u8>>),
}

/// A small request of the settings.
#[derive(Debug)]
pub struct ProbeCall {
    /// The purpose.
    pub purpose: Probe,
    /// The provider.
    pub provider: Slug,
    /// The request to send.
    pub request: HttpRequest,
}

/// Task to go on with after the page reloaded itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Resume {
    /// Nothing.
    #[default]
    Nothing,
    /// Test the connection to this provider.
    Test(Slug),
    /// Look for a model server on this computer.
    FindLocal,
    /// Show the part of the settings on stored data.
    ShowData,
    /// Try the key of this provider.
    TryKey(Slug),
    /// Ask for the size of the model's file at this address.
    AskModel(String),
    /// Download the model's file at this address.
    Download(String),
}

/// Text of [`Resume::FindLocal`]; no provider has a name with a blank.
const FIND_LOCAL: &str = "find local";

/// Text of [`Resume::ShowData`].
const SHOW_DATA: &str = "show data";

/// Beginning of the text of [`Resume::TryKey`].
const TRY_KEY: &str = "try key ";

/// Beginning of the text of [`Resume::AskModel`].
const ASK_MODEL: &str = "ask model ";

/// Beginning of the text of [`Resume::Download`].
const DOWNLOAD: &str = "download ";

impl Resume {
    /// Writes the task as text, for the reload.
    pub fn to_text(&self) -> String {
        match self {
            Self::Nothing => String::new(),
            Self::Test(provider) => provider.to_string(),
            Self::FindLocal => FIND_LOCAL.to_owned(),
            Self::ShowData => SHOW_DATA.to_owned(),
            Self::TryKey(provider) => format!("{TRY_KEY}{provider}"),
            Self::AskModel(address) => format!("{ASK_MODEL}{address}"),
            Self::Download(address) => format!("{DOWNLOAD}{address}"),
        }
    }

    /// Reads the text that was kept over the reload.
    pub fn from_text(text: &str) -> Self {
        match text {
            "" => Self::Nothing,
            FIND_LOCAL => Self::FindLocal,
            SHOW_DATA => Self::ShowData,
            text => {
                let rest = |beginning| text.strip_prefix(beginning);
                let key = rest(TRY_KEY).map(|provider| Self::TryKey(Slug::new(provider)));
                key.or_else(|| rest(ASK_MODEL).map(|address| Self::AskModel(address.to_owned())))
                    .or_else(|| rest(DOWNLOAD).map(|address| Self::Download(address.to_owned())))
                    .unwrap_or_else(|| Self::Test(Slug::new(text)))
            }
        }
    }
}

/// Purpose of a small request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Probe {
    /// Test of a connection.
    Connection,
    /// Test of a connection without a limit to the answer's length, which was refused.
    ConnectionUnlimited,
    /// List of the models of an endpoint.
    Models,
    /// List of the models of a server on this computer, if there is one.
    Local,
    /// List of the models of an endpoint, to bring the one that is kept up to date; without it that one stays.
    Refresh,
}
