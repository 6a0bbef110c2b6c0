//! Reading of a file that was chosen.

use std::rc::Rc;

use espalier_attachments::{Kind, hash::sha256, inspect, parts::parts, pdf, prompt, text};
use espalier_model::conversation::{Attachment, AttachmentKind, FileHash};

pub use espalier_attachments::{Refusal, parts::PicturePart, pdf::PdfError};

/// The most characters of a file that a model is told.
pub const MAX_CHARS: usize = 200_000;

/// A file that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadFile {
    /// Description of the file, as a message names it.
    pub attachment: Attachment,
    /// Content to be stored; `None` where it is stored already.
    pub bytes: Option<Rc<[u8]>>,
}

/// Reason why a file can't be taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileProblem {
    /// The browser could not read it, or a picture in it.
    Unreadable,
    /// It has more bytes than the limit.
    TooLarge(u64),
    /// There are more files than go with one message.
    TooMany(usize),
    /// The code that reads files could not be fetched.
    NoReader,
    /// It is of no kind that can be read.
    Refused(Refusal),
    /// It is a document whose text can't be read.
    Pdf(PdfError),
    /// It is a document, of which the page with this number can't be drawn.
    NotDrawn(usize),
}

impl From<Refusal> for FileProblem {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<PdfError> for FileProblem {
    fn from(error: PdfError) -> Self {
        Self::Pdf(error)
    }
}

/// Content of a file, as far as it can be told from its bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    /// Kind of the file.
    pub kind: AttachmentKind,
    /// Its media type.
    pub mime: String,
    /// Number of pages of a document.
    pub pages: Option<u32>,
    /// Encoding that its text was read in, where it was assumed or chosen.
    pub encoding: Option<String>,
    /// Text that models are told.
    pub text: String,
}

/// Functions of the chunk that reads files.
#[derive(Debug, Clone, Copy)]
pub struct Reader {
    /// Reads a file with this name, declared media type and content.
    pub read: fn(&str, &str, &[u8]) -> Result<Content, FileProblem>,
    /// Returns the hash of a content.
    pub hash: fn(&[u8]) -> Option<FileHash>,
    /// Returns the encoding that text is likely in, as the Encoding Standard names it; `None` where it is UTF-8, says
    /// itself what it is in, or is no text.
    pub encoding: fn(&[u8]) -> Option<&'static str>,
    /// Returns the parts that a picture of this width and height goes in.
    pub parts: fn(u32, u32) -> Vec<PicturePart>,
}

/// The reader of files.
pub static READER: Reader = Reader { read, hash, encoding, parts };

impl FileProblem {
    /// Whether it is a document that says nothing, but can be shown: its pages go as pictures.
    pub const fn is_of_pictures(&self) -> bool {
        matches!(self, Self::Pdf(PdfError::NoText { .. } | PdfError::Unreadable { .. }))
    }
}

/// Name of the picture of a page of a document, counted from 1.
pub fn page_name(name: &str, page: usize, mime: &str) -> String {
    format!("{name} – page {page}.{}", ending(mime))
}

/// Name of a part of a picture, counted from 1.
pub fn part_name(name: &str, part: usize, mime: &str) -> String {
    format!("{name} – part {part}.{}", ending(mime))
}

fn ending(mime: &str) -> &'static str {
    if mime == "image/jpeg" { "jpg" } else { "png" }
}

fn read(name: &str, declared: &str, bytes: &[u8]) -> Result<Content, FileProblem> {
    let found = inspect(name, declared, bytes)?;
    let mut content =
        Content { kind: kind_of(found.kind), mime: found.media_type, pages: None, encoding: None, text: String::new() };
    let said = match found.kind {
        Kind::Picture => return Ok(content),
        Kind::Text | Kind::Table => text::decode(bytes)?,
        Kind::Pdf => {
            let document = pdf::read(bytes)?;
            content.pages = u32::try_from(document.total).ok();
            document.text()
        }
    };
    content.text = prompt::quote(name, found.kind, &said, MAX_CHARS);
    Ok(content)
}

const fn kind_of(kind: Kind) -> AttachmentKind {
    match kind {
        Kind::Picture => AttachmentKind::Picture,
        Kind::Text => AttachmentKind::Text,
        Kind::Table => AttachmentKind::Table,
        Kind::Pdf => AttachmentKind::Pdf,
    }
}

fn hash(bytes: &[u8]) -> Option<FileHash> {
    sha256(bytes).parse().ok()
}

fn encoding(bytes: &[u8]) -> Option<&'static str> {
    text::likely(bytes).map(text::Legacy::label)
}

impl ReadFile {
    /// Describes a file with its content, a picture with its size in pixels.
    pub fn new(name: &str, content: Content, size: Option<(u32, u32)>, hash: FileHash, bytes: Rc<[u8]>) -> Self {
        let attachment = Attachment {
            hash,
            name: name.chars().filter(|c| !c.is_control()).collect(),
            kind: content.kind,
            mime: content.mime,
            bytes: bytes.len() as u64,
            size,
            pages: content.pages,
            encoding: content.encoding,
            text: content.text,
        };
        Self { attachment, bytes: Some(bytes) }
    }
}
