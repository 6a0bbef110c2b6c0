//! Kinds of files by their bytes.

use crate::picture;
use crate::text::{self, Legacy};

/// Largest picture or PDF that is taken, in bytes.
pub const MAX_FILE_BYTES: usize = 32 << 20;

/// Largest text that is taken, in bytes; a hundred times what a model reads.
pub const MAX_TEXT_BYTES: usize = 8 << 20;

/// Part of a file in which what tells its kind is looked for.
const HEAD_BYTES: usize = 1 << 16;

/// Kind of a file, by what is done with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A picture of pixels.
    Picture,
    /// Text, code included.
    Text,
    /// Text of rows and columns.
    Table,
    /// A PDF document.
    Pdf,
}

/// A file that is taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inspected {
    /// Kind of the file.
    pub kind: Kind,
    /// Media type as the bytes say, whatever was declared.
    pub media_type: String,
    /// Width of a picture in pixels.
    pub width: Option<u32>,
    /// Height of a picture in pixels.
    pub height: Option<u32>,
}

/// Reason why a file is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// There is nothing in it.
    Empty,
    /// It is larger than what is taken.
    TooLarge {
        /// The largest size of this kind in bytes.
        limit: usize,
    },
    /// It is an archive; the files in it may be given one by one.
    Archive {
        /// Name of the format.
        format: &'static str,
    },
    /// It is a document of an office program, which can save it as PDF or text.
    Office {
        /// Name of the format.
        format: &'static str,
    },
    /// It is a picture in a format that browsers don't show.
    ForeignPicture {
        /// Name of the format.
        format: &'static str,
    },
    /// It is a program.
    Executable,
    /// It is a recording of sound.
    Audio,
    /// It is a film.
    Video,
    /// It is text in an encoding that could not be read.
    Encoding {
        /// Likeliest encoding.
        likely: Legacy,
    },
    /// It starts like a known format and does not go on like it.
    Damaged,
    /// It is neither text nor any known format.
    UnknownBinary,
}

/// Tells the kind of a file. Its name and declared media type only choose among kinds of text.
pub fn inspect(name: &str, declared_type: &str, bytes: &[u8]) -> Result<Inspected, Refusal> {
    if bytes.is_empty() {
        return Err(Refusal::Empty);
    }
    if let Some((media_type, size)) = picture::read(bytes) {
        within(bytes, MAX_FILE_BYTES)?;
        let (width, height) = size.ok_or(Refusal::Damaged)?;
        return Ok(Inspected {
            kind: Kind::Picture,
            media_type: media_type.to_owned(),
            width: Some(width),
            height: Some(height),
        });
    }
    let head = bytes.get(..HEAD_BYTES).unwrap_or(bytes);
    let start = head.get(..1024).unwrap_or(head);
    if contains(start, b"%PDF-") {
        within(bytes, MAX_FILE_BYTES)?;
        return Ok(plain(Kind::Pdf, "application/pdf"));
    }
    if let Some(refusal) = foreign(head) {
        return Err(refusal);
    }
    within(bytes, MAX_TEXT_BYTES)?;
    match text::decode(bytes) {
        Ok(_) | Err(Refusal::Encoding { .. }) => Ok(kind_of_text(name, declared_type)),
        Err(refusal) => Err(refusal),
    }
}

fn within(bytes: &[u8], limit: usize) -> Result<(), Refusal> {
    if bytes.len() > limit { Err(Refusal::TooLarge { limit }) } else { Ok(()) }
}

fn plain(kind: Kind, media_type: &str) -> Inspected {
    Inspected { kind, media_type: media_type.to_owned(), width: None, height: None }
}

fn contains(bytes: &[u8], needle: &[u8]) -> bool {
    bytes.windows(needle.len()).any(|window| window == needle)
}

/// Returns the ending of a name in lower case, without its dot.
pub(crate) fn ending(name: &str) -> String {
    name.rsplit_once('.').map(|(_, ending)| ending.trim().to_lowercase()).unwrap_or_default()
}

fn kind_of_text(name: &str, declared_type: &str) -> Inspected {
    let declared = declared_type.split(';').next().unwrap_or_default().trim().to_lowercase();
    match (ending(name).as_str(), declared.as_str()) {
        ("csv", _) | (_, "text/csv") => plain(Kind::Table, "text/csv"),
        ("tsv" | "tab", _) | (_, "text/tab-separated-values") => plain(Kind::Table, "text/tab-separated-values"),
        ("md" | "markdown", _) => plain(Kind::Text, "text/markdown"),
        ("json", _) => plain(Kind::Text, "application/json"),
        // Markup is text here, and never shown as what it describes.
        _ => plain(Kind::Text, "text/plain"),
    }
}

/// Beginnings of files that are not taken.
const FOREIGN: &[(&[u8], Refusal)] = &[
    (b"Rar!\x1a\x07", Refusal::Archive { format: "RAR" }),
    (b"7z\xBC\xAF\x27\x1C", Refusal::Archive { format: "7z" }),
    (b"\x1F\x8B", Refusal::Archive { format: "gzip" }),
    (b"\xFD7zXZ\0", Refusal::Archive { format: "xz" }),
    (b"BZh", Refusal::Archive { format: "bzip2" }),
    (b"\x28\xB5\x2F\xFD", Refusal::Archive { format: "Zstandard" }),
    (b"MSCF\0\0\0\0", Refusal::Archive { format: "CAB" }),
    (b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", Refusal::Office { format: "Microsoft Office 97–2003" }),
    (b"{\\rtf", Refusal::Office { format: "RTF" }),
    (b"\x7FELF", Refusal::Executable),
    (b"\0asm", Refusal::Executable),
    (b"\xCA\xFE\xBA\xBE", Refusal::Executable),
    (b"\xFE\xED\xFA\xCE", Refusal::Executable),
    (b"\xFE\xED\xFA\xCF", Refusal::Executable),
    (b"\xCE\xFA\xED\xFE", Refusal::Executable),
    (b"\xCF\xFA\xED\xFE", Refusal::Executable),
    (b"dex\n03", Refusal::Executable),
    (b"ID3\x02", Refusal::Audio),
    (b"ID3\x03", Refusal::Audio),
    (b"ID3\x04", Refusal::Audio),
    (b"\xFF\xFB", Refusal::Audio),
    (b"\xFF\xF3", Refusal::Audio),
    (b"\xFF\xF1", Refusal::Audio),
    (b"fLaC", Refusal::Audio),
    (b"OggS\0", Refusal::Audio),
    (b"MThd\0\0", Refusal::Audio),
    (b"#!AMR", Refusal::Audio),
    (b"\x1A\x45\xDF\xA3", Refusal::Video),
    (b"FLV\x01", Refusal::Video),
    (b"\0\0\x01\xBA", Refusal::Video),
    (b"\0\0\x01\xB3", Refusal::Video),
    (b"\x30\x26\xB2\x75\x8E\x66\xCF\x11", Refusal::Video),
];

/// Returns why a file of a known format is not taken.
fn foreign(head: &[u8]) -> Option<Refusal> {
    if let Some(format) = picture::foreign(head) {
        return Some(Refusal::ForeignPicture { format });
    }
    if head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06") {
        return Some(zip(head));
    }
    let at = |place: usize, magic: &[u8]| head.get(place..).is_some_and(|rest| rest.starts_with(magic));
    if at(4, b"ftyp") {
        let is_sound = at(8, b"M4A") || at(8, b"M4B") || at(8, b"F4A");
        return Some(if is_sound { Refusal::Audio } else { Refusal::Video });
    }
    if at(0, b"RIFF") {
        return match head.get(8..12) {
            Some(b"WAVE") => Some(Refusal::Audio),
            Some(b"AVI ") => Some(Refusal::Video),
            _ => None,
        };
    }
    if at(257, b"ustar") {
        return Some(Refusal::Archive { format: "TAR" });
    }
    if let Some((magic, refusal)) = FOREIGN.iter().find(|(magic, _)| head.starts_with(magic)) {
        // Letters alone may begin a text as well.
        let is_text = magic.iter().all(u8::is_ascii_graphic) && !magic.starts_with(b"{") && !head.contains(&0);
        return (!is_text).then_some(*refusal);
    }
    (head.starts_with(b"MZ") && head.contains(&0)).then_some(Refusal::Executable)
}

/// Tells documents and programs among ZIP archives by the names of the files in them.
fn zip(head: &[u8]) -> Refusal {
    let table: &[(&[u8], &str)] = &[
        (b"mimetypeapplication/epub+zip", "EPUB"),
        (b"mimetypeapplication/vnd.oasis.opendocument.text", "OpenDocument text"),
        (b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet", "OpenDocument spreadsheet"),
        (b"mimetypeapplication/vnd.oasis.opendocument.presentation", "OpenDocument presentation"),
        (b"word/", "Word"),
        (b"xl/", "Excel"),
        (b"ppt/", "PowerPoint"),
        (b"Index/Document.iwa", "Apple iWork"),
    ];
    if let Some((_, format)) = table.iter().find(|(name, _)| contains(head, name)) {
        return Refusal::Office { format };
    }
    let is_program = contains(head, b"AndroidManifest.xml") || contains(head, b"META-INF/MANIFEST.MF");
    if is_program { Refusal::Executable } else { Refusal::Archive { format: "ZIP" } }
}

#[cfg(test)]
#[path = "inspect_tests.rs"]
mod tests;
