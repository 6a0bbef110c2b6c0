//! Conversations and agents from files: what a file is, and what is in it.
//!
//! - I1 Nothing is changed by reading: the result is a list of rows and a report for each conversation or agent.
//! - I2 A conversation that cannot be read is skipped with its reason; the others are read.
//! - I3 Reading the same file again gives the same rows with the same ids, so an import can be repeated.
//! - I4 No input makes it panic, loop, or take more than linear time; a file that is too large is refused unread.
//! - I5 Nothing that is read is still streaming.

mod bigagi;
mod card;
mod chatgpt;
mod claude;
mod content;
mod conversation;
mod graph;
mod json;
mod librechat;
mod llama;
mod openwebui;
mod own;
mod sillytavern;
mod stable;
mod zip;

use std::collections::{BTreeMap, BTreeSet};

use self::conversation::Conversation;
use espalier_base::zip as archive;
use espalier_model::{Record, RecordKey, Table};
use espalier_storage::files::StoredFile;
use espalier_storage::port::Unreadable;

/// The largest file that is read, in bytes.
pub const MAX_BYTES: usize = 512 * 1024 * 1024;
/// The most characters of a title in a report.
const MAX_TITLE_CHARS: usize = 120;

/// Format of a file to be imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportFormat {
    /// An export of everything from this app.
    Archive,
    /// A file saved by the rescue page of this app.
    Rescue,
    /// One session or several from this app.
    Sessions,
    /// Agents from this app.
    Agents,
    /// Conversations of another app.
    Foreign(App),
    /// A character card, which becomes an agent.
    Card,
    /// Several files, or a ZIP archive with them, such as ChatGPT, Claude and llama.cpp write.
    Several,
    /// A file of another kind.
    Unknown(Unknown),
}

/// Another app whose conversations are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum App {
    /// ChatGPT: `conversations.json` of a data export, or one conversation of it.
    ChatGpt,
    /// Claude: `conversations.json` of a data export.
    Claude,
    /// Open WebUI: exported chats.
    OpenWebUi,
    /// LibreChat: an exported conversation.
    LibreChat,
    /// The web UI of llama.cpp: exported conversations.
    LlamaCpp,
    /// SillyTavern: a chat.
    SillyTavern,
    /// big-AGI: exported conversations.
    BigAgi,
}

/// Reason why a file cannot be imported, as far as it can be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unknown {
    /// The file is empty.
    #[error("the file is empty")]
    Empty,
    /// A ZIP archive without a file that can be imported, or a damaged one.
    #[error("the ZIP archive has no file that can be imported")]
    Zip,
    /// A web page, such as `chat.html`.
    #[error("the file is a web page; the JSON file beside it is wanted")]
    Html,
    /// A picture without a character card.
    #[error("the picture has no character card")]
    NoCard,
    /// Not UTF-8.
    #[error("the file is not UTF-8 text")]
    NotText,
    /// Text that is neither JSON nor anything else that is known.
    #[error("the file is text of no kind that is known")]
    OtherText,
    /// Not JSON, or cut off.
    #[error("the file is not JSON (line {line}, column {column})")]
    NotJson {
        /// Line, counted from 1.
        line: usize,
        /// Column, counted from 1.
        column: usize,
    },
    /// A backup of this app whose beginning is damaged.
    #[error("the beginning of the backup is damaged")]
    Backup,
    /// JSON of a shape that is not known.
    #[error("the file is JSON, but no export that is known")]
    OtherJson,
}

/// Error of reading a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// The browser could not read the file of this name.
    #[error("the file {0:?} could not be read")]
    Unreadable(String),
    /// The file is larger than [`MAX_BYTES`].
    #[error("the file is too large ({0} bytes)")]
    TooLarge(usize),
    /// The file holds nothing that can be imported.
    #[error(transparent)]
    Unknown(#[from] Unknown),
    /// One of several files cannot be imported.
    #[error("{name}: {error}")]
    InFile {
        /// Name of the file.
        name: String,
        /// The reason.
        error: Box<ImportError>,
    },
    /// Another of the files has other versions of the same rows.
    #[error("another of the files has other versions of the same items")]
    Conflict,
    /// Another file waits for a decision, and such files are imported one at a time.
    #[error("another file is being imported")]
    OneAtATime,
    /// A backup is imported alone, as it may need a password.
    #[error("a backup is imported alone")]
    BackupAlone,
    /// The backup asks for more memory to check its password than a page may take.
    #[error("the password of the backup takes too much memory to check")]
    TooCostly,
    /// The file was written by a newer version of the app.
    #[error("the file has version {found}, this app knows version {known}")]
    Newer {
        /// The file's version.
        found: u32,
        /// The newest version that is known.
        known: u32,
    },
}

pub use self::own::whole_file;

/// Content of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Contents {
    /// Format of the file.
    pub kind: ImportFormat,
    /// The rows, sessions before their messages.
    pub records: Vec<Record>,
    /// Outcome of each conversation or agent, in the order of the file.
    pub report: Vec<Entry>,
    /// Stored rows that cannot be read, as they are in the file.
    pub broken: Vec<Unreadable>,
    /// Attached files.
    pub files: Vec<StoredFile>,
}

/// Report on one conversation or agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Title; may be empty.
    pub title: String,
    /// Outcome of reading it.
    pub outcome: Outcome,
}

/// Outcome of reading one conversation or agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The conversation was read.
    Read(Counts),
    /// A row of this table was read; of maps, the number of nodes.
    Row(Table, usize),
    /// The conversation or agent was skipped.
    Skipped(Skipped),
}

/// Numbers of what was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Messages that were read.
    pub messages: usize,
    /// Number of ways from the first message to a last one.
    pub branches: usize,
    /// Messages with text that the other app did not show, which are left out.
    pub hidden: usize,
    /// Messages that could not be understood, which are left out.
    pub unreadable: usize,
    /// Messages that follow one that is not there: each begins a branch of its own.
    pub orphans: usize,
    /// Rings of messages that follow themselves, which were cut.
    pub rings: usize,
}

/// Reason why a conversation or agent was skipped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Skipped {
    /// The conversation has no message.
    Empty,
    /// The file contains it twice; the first one was read.
    Duplicate,
    /// The part of a backup with this number, counted from 1, is damaged; the entry has no title.
    DamagedPart(usize),
    /// The conversation does not have the expected shape; the reason is the reader's own.
    Malformed(String),
}

/// Detects the kind of a file from its first bytes and its outermost names.
pub fn detect(bytes: &[u8]) -> ImportFormat {
    if archive::is_archive(bytes) {
        return ImportFormat::Several;
    }
    if card::is_picture(bytes) {
        return card::in_picture(bytes).map_or_else(ImportFormat::Unknown, |_| ImportFormat::Card);
    }
    match text_of(bytes).and_then(json::Top::read) {
        Ok(top) => kind_of(&top),
        Err(reason) => ImportFormat::Unknown(reason),
    }
}

/// Reads a file.
pub fn read(bytes: &[u8]) -> Result<Contents, ImportError> {
    if bytes.len() > MAX_BYTES {
        return Err(ImportError::TooLarge(bytes.len()));
    }
    if !archive::is_archive(bytes) {
        return read_json(bytes);
    }
    let mut batch = Batch::default();
    zip::read(bytes, &mut batch)?;
    Ok(batch.contents)
}

/// Files that are imported together.
#[derive(Debug)]
pub struct Batch {
    /// Rows and reports of the files so far.
    pub contents: Contents,
    rows: BTreeMap<RecordKey, Record>,
}

impl Default for Batch {
    fn default() -> Self {
        let kind = ImportFormat::Several;
        let contents =
            Contents { kind, records: Vec::new(), report: Vec::new(), broken: Vec::new(), files: Vec::new() };
        Self { contents, rows: BTreeMap::new() }
    }
}

impl Batch {
    /// Reads another file. Rows that are there already are left out. A file that cannot be read, or that has another
    /// version of a row, is refused and changes nothing.
    pub fn read(&mut self, bytes: &[u8]) -> Result<(), ImportError> {
        if bytes.len() > MAX_BYTES {
            return Err(ImportError::TooLarge(bytes.len()));
        }
        if archive::is_archive(bytes) { zip::read(bytes, self) } else { self.read_json(bytes) }
    }

    fn read_json(&mut self, bytes: &[u8]) -> Result<(), ImportError> {
        let file = read_json(bytes)?;
        self.add(file)
    }

    fn add(&mut self, mut file: Contents) -> Result<(), ImportError> {
        let rows = &self.rows;
        if file.records.iter().any(|record| rows.get(&record.key()).is_some_and(|known| known != record)) {
            return Err(ImportError::Conflict);
        }
        file.records.retain(|record| !rows.contains_key(&record.key()));
        self.rows.extend(file.records.iter().map(|record| (record.key(), record.clone())));
        self.contents.records.extend(file.records);
        self.contents.report.extend(file.report);
        self.contents.broken.extend(file.broken);
        self.contents.files.extend(file.files);
        Ok(())
    }
}

/// Reads a JSON file, or one inside a picture.
fn read_json(bytes: &[u8]) -> Result<Contents, ImportError> {
    let inside = if card::is_picture(bytes) { Some(card::in_picture(bytes)?) } else { None };
    let top = text_of(inside.as_deref().unwrap_or(bytes)).and_then(json::Top::read)?;
    match kind_of(&top) {
        ImportFormat::Unknown(reason) => Err(reason.into()),
        ImportFormat::Several => Err(Unknown::Zip.into()),
        ImportFormat::Archive => own::archive(&top),
        ImportFormat::Rescue => own::rescue(&top),
        ImportFormat::Sessions => own::sessions(&top),
        ImportFormat::Agents => own::agents(&top),
        ImportFormat::Card => Ok(card::read(&top)),
        ImportFormat::Foreign(app) => Ok(foreign(app, &top)),
    }
}

/// Reads conversations of another app.
fn foreign(app: App, top: &json::Top<'_>) -> Contents {
    let (mut seen, mut records) = (BTreeSet::new(), Vec::new());
    let keep = |read: Result<Conversation, Entry>| match read {
        Ok(conversation) => conversation.finish(&mut seen, &mut records),
        Err(skipped) => skipped,
    };
    let report = match (app, top) {
        (App::ChatGpt, top) => each(top, chatgpt::conversation).map(keep).collect(),
        (App::Claude, top) => each(top, |members| Ok(claude::conversation(members))).map(keep).collect(),
        (App::OpenWebUi, top) => each(top, |members| Ok(openwebui::conversation(members))).map(keep).collect(),
        (App::LibreChat, top) => each(top, librechat::conversation).map(keep).collect(),
        (App::BigAgi, top) => each(top, |members| Ok(bigagi::conversation(members))).map(keep).collect(),
        (App::LlamaCpp, json::Top::Lines(lines)) => llama::sessions(lines).into_iter().map(Ok).map(keep).collect(),
        (App::LlamaCpp, top) => each(top, |members| Ok(llama::conversation(members))).map(keep).collect(),
        (App::SillyTavern, top) => [Ok(sillytavern::conversation(top))].into_iter().map(keep).collect(),
    };
    Contents { kind: ImportFormat::Foreign(app), records, report, broken: Vec::new(), files: Vec::new() }
}

/// Reads each conversation of a file; one that cannot be read is reported.
fn each<'a>(
    top: &json::Top<'a>,
    read: fn(&json::Members<'a>) -> serde_json::Result<Conversation>,
) -> impl Iterator<Item = Result<Conversation, Entry>> {
    top.values().into_iter().map(move |raw| {
        let members: json::Members<'a> = serde_json::from_str(raw).map_err(|error| malformed("", &error))?;
        let title = || members.text("title").or_else(|| members.text("name")).unwrap_or_default();
        read(&members).map_err(|error| malformed(&title(), &error))
    })
}

fn text_of(bytes: &[u8]) -> Result<&str, Unknown> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = std::str::from_utf8(bytes).map_err(|_| Unknown::NotText)?.trim();
    match text.as_bytes().first() {
        None => Err(Unknown::Empty),
        Some(b'<') => Err(Unknown::Html),
        Some(_) => Ok(text),
    }
}

fn kind_of(top: &json::Top<'_>) -> ImportFormat {
    let kind = match top.format().as_deref() {
        Some(own::SESSIONS) => Some(ImportFormat::Sessions),
        Some(own::AGENTS) => Some(ImportFormat::Agents),
        Some(own::ARCHIVE) => Some(ImportFormat::Archive),
        Some(own::RESCUE) => Some(ImportFormat::Rescue),
        _ if card::recognises(top) => Some(ImportFormat::Card),
        _ => app_of(top).map(ImportFormat::Foreign),
    };
    kind.unwrap_or(ImportFormat::Unknown(match top {
        json::Top::List(items) if items.is_empty() => Unknown::Empty,
        _ => Unknown::OtherJson,
    }))
}

/// Tells whether a file looks like one of an app.
type Recognise = fn(&json::Top<'_>) -> bool;

fn app_of(top: &json::Top<'_>) -> Option<App> {
    const APPS: [(App, Recognise); 7] = [
        (App::ChatGpt, chatgpt::recognises),
        (App::Claude, claude::recognises),
        (App::OpenWebUi, openwebui::recognises),
        (App::LibreChat, librechat::recognises),
        (App::LlamaCpp, llama::recognises),
        (App::SillyTavern, sillytavern::recognises),
        (App::BigAgi, bigagi::recognises),
    ];
    APPS.iter().find(|(_, recognises)| recognises(top)).map(|&(app, _)| app)
}

fn entry(title: &str, outcome: Outcome) -> Entry {
    Entry { title: espalier_base::text::title(title, MAX_TITLE_CHARS), outcome }
}

fn malformed(title: &str, error: &serde_json::Error) -> Entry {
    entry(title, Outcome::Skipped(Skipped::Malformed(error.to_string())))
}

#[cfg(test)]
mod foreign_tests;
#[cfg(test)]
mod tests;
