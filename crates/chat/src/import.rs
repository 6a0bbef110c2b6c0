//! Conversations and agents from files: what a file is, and what is in it.
//!
//! - I1 Nothing is changed by reading: the result is a list of rows and a report for each conversation or agent.
//! - I2 A conversation that cannot be read is skipped with its reason; the others are read.
//! - I3 Reading the same file again gives the same rows with the same ids, so an import can be repeated.
//! - I4 No input makes it panic, loop, or take more than linear time; a file that is too large is refused unread.
//! - I5 Nothing that is read is still streaming.

mod chatgpt;
mod json;
mod own;
mod stable;

use espalier_model::{Record, Table};
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
    /// `conversations.json` of a ChatGPT data export, or one conversation of it.
    ChatGpt,
    /// A file of another kind.
    Unknown(Unknown),
}

/// Reason why a file cannot be imported, as far as it can be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unknown {
    /// The file is empty.
    #[error("the file is empty")]
    Empty,
    /// A ZIP archive, such as ChatGPT sends; `conversations.json` is inside.
    #[error("the file is a ZIP archive; the JSON file inside is wanted")]
    Zip,
    /// A web page, such as `chat.html`.
    #[error("the file is a web page; the JSON file beside it is wanted")]
    Html,
    /// Not UTF-8.
    #[error("the file is not UTF-8 text")]
    NotText,
    /// Not JSON, or cut off.
    #[error("the file is not JSON (line {line}, column {column})")]
    NotJson {
        /// Line, counted from 1.
        line: usize,
        /// Column, counted from 1.
        column: usize,
    },
    /// JSON of a shape that is not known.
    #[error("the file is JSON, but neither an export of this app nor of ChatGPT")]
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
    /// The file was written by a newer version of the app.
    #[error("the file has version {found}, this app knows version {known}")]
    Newer {
        /// The file's version.
        found: u32,
        /// The newest version that is known.
        known: u32,
    },
}

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
    /// The conversation does not have the expected shape; the reason is the reader's own.
    Malformed(String),
}

/// Detects the kind of a file from its first bytes and its outermost names.
pub fn detect(bytes: &[u8]) -> ImportFormat {
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
    let top = text_of(bytes).and_then(json::Top::read)?;
    match kind_of(&top) {
        ImportFormat::Unknown(reason) => Err(reason.into()),
        ImportFormat::Archive => own::archive(&top),
        ImportFormat::Rescue => own::rescue(&top),
        ImportFormat::Sessions => own::sessions(&top),
        ImportFormat::Agents => own::agents(&top),
        ImportFormat::ChatGpt => Ok(chatgpt::read(&top)),
    }
}

fn text_of(bytes: &[u8]) -> Result<&str, Unknown> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if bytes.starts_with(b"PK\x03\x04") {
        return Err(Unknown::Zip);
    }
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
        _ if chatgpt::recognises(top) => Some(ImportFormat::ChatGpt),
        _ => None,
    };
    kind.unwrap_or(ImportFormat::Unknown(match top {
        json::Top::List(items) if items.is_empty() => Unknown::Empty,
        _ => Unknown::OtherJson,
    }))
}

fn entry(title: &str, outcome: Outcome) -> Entry {
    Entry { title: espalier_base::text::title(title, MAX_TITLE_CHARS), outcome }
}

#[cfg(test)]
mod tests;
