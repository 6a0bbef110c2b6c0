//! The file formats of mind maps, as functions between bytes and [`NodeTree`].
//!
//! - F1 Reading a file that was written from what was read gives the same again.
//! - F2 Content of a file that a map has no field for is kept in `extra` and comes back out of the same format.
//! - F3 What a format cannot hold is listed: every written file is read again and compared.
//! - F4 No input makes a reader panic, recurse, or take more than linear time or memory; entities are never expanded
//!   and an archive is never unpacked beyond a limit.

mod detect;
mod encoding;
mod freemind;
mod json;
mod losses;
pub mod markdown;
mod mermaid;
mod opml;
mod rich;
mod smm;
pub mod svg;
mod tape;
mod text;
mod xmind;
mod xml;

use super::node_tree::NodeTree;
use espalier_base::zip::ArchiveError;
use espalier_model::mindmap::Layout as Arrangement;

pub use detect::detect;
pub use losses::{Loss, Lost};
pub use mermaid::from_mermaid;
pub use text::{from_text, to_text};
pub(crate) use xml::resolved;

pub use espalier_base::zip::{ArchiveProblem, pack as pack_archive};

/// The largest file that is read, in bytes.
pub const MAX_BYTES: usize = 64 * 1024 * 1024;
/// The most nodes a file may have.
pub const MAX_NODES: usize = 250_000;

/// A file format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// The app's own format, which holds everything.
    Json,
    /// FreeMind and Freeplane.
    Freemind,
    /// Outline Processor Markup Language 2.0.
    Opml,
    /// Headings and lists.
    Markdown,
    /// Text with one node a line, indented by tabs or spaces.
    Text,
    /// XMind since 2020.
    Xmind,
    /// XMind 8.
    Xmind8,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 7] =
        [Self::Json, Self::Freemind, Self::Opml, Self::Markdown, Self::Text, Self::Xmind, Self::Xmind8];

    /// File name extensions, the usual one first.
    pub fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Json => &["json"],
            Self::Freemind => &["mm"],
            Self::Opml => &["opml"],
            Self::Markdown => &["md", "markdown"],
            Self::Text => &["txt"],
            Self::Xmind | Self::Xmind8 => &["xmind"],
        }
    }

    /// The media type.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::Freemind => "application/x-freemind",
            Self::Opml => "text/x-opml",
            Self::Markdown => "text/markdown",
            Self::Text => "text/plain",
            Self::Xmind | Self::Xmind8 => "application/vnd.xmind.workbook",
        }
    }
}

/// A map in a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MapFile {
    /// The title; may be empty.
    pub title: String,
    /// The arrangement, where the file says one.
    pub arrangement: Option<Arrangement>,
    /// The nodes; several roots if the file has several.
    pub tree: NodeTree,
}

/// The content of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imported {
    /// The format that was read.
    pub format: Format,
    /// The maps, at least one, each with at least one node.
    pub maps: Vec<MapFile>,
}

/// An exported file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportedFile {
    /// The content.
    pub bytes: Vec<u8>,
    /// Parts of the map that are not in it.
    pub losses: Vec<Loss>,
}

/// Error of reading a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// The file is empty.
    #[error("the file is empty")]
    Empty,
    /// The file is larger than [`MAX_BYTES`], or becomes so when it is unpacked.
    #[error("the file is too large")]
    TooLarge,
    /// The file has more than [`MAX_NODES`] nodes.
    #[error("the file has too many nodes")]
    TooManyNodes,
    /// The bytes are neither UTF-8 nor UTF-16 with its mark, nor the encoding that the file declares.
    #[error("the file isn’t text in a known encoding")]
    Encoding,
    /// The format is none of the known ones.
    #[error("the file isn’t in a known format")]
    Unknown,
    /// The file is not well-formed XML.
    #[error("invalid XML in line {line}, column {column}: {problem}")]
    Xml {
        /// Line, counted from 1.
        line: usize,
        /// Column in characters, counted from 1.
        column: usize,
        /// The problem.
        problem: XmlProblem,
    },
    /// The file is not JSON.
    #[error("invalid JSON in line {line}, column {column}")]
    Json {
        /// Line, counted from 1.
        line: usize,
        /// Column in characters, counted from 1.
        column: usize,
    },
    /// The file is well-formed, but has no map in the way of its format.
    #[error("it has no map ({0} is missing)")]
    Missing(&'static str),
    /// The file was written by a newer version of the app.
    #[error("the file has version {found}, this app knows version {known}")]
    Newer {
        /// The file's version.
        found: u32,
        /// The newest version that is known.
        known: u32,
    },
    /// The archive is damaged or lies about itself.
    #[error("the archive is damaged: {0}")]
    Archive(ArchiveProblem),
}

impl From<ArchiveError> for FormatError {
    fn from(error: ArchiveError) -> Self {
        match error {
            ArchiveError::TooLarge => Self::TooLarge,
            ArchiveError::Problem(problem) => Self::Archive(problem),
        }
    }
}

/// Problem of XML.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum XmlProblem {
    /// The file ends too early.
    #[error("the end is missing")]
    Unfinished,
    /// An end tag does not fit its start tag.
    #[error("an end tag doesn’t match")]
    Mismatch,
    /// A tag or text that is not allowed there.
    #[error("a tag or text that isn’t allowed there")]
    Syntax,
    /// An attribute is there twice.
    #[error("an attribute appears twice")]
    Duplicate,
    /// Definitions of entities, which are never expanded.
    #[error("it defines entities")]
    Entities,
}

/// Reads a file; its name helps to detect the format, and names the map where nothing else does.
pub fn read(bytes: &[u8], name: &str) -> Result<Imported, FormatError> {
    let format = detect(bytes, name)?;
    read_as(format, bytes, name)
}

/// Reads a file of a known format.
pub fn read_as(format: Format, bytes: &[u8], name: &str) -> Result<Imported, FormatError> {
    if bytes.len() > MAX_BYTES {
        return Err(FormatError::TooLarge);
    }
    let mut maps = match format {
        Format::Xmind => xmind::read(bytes)?,
        Format::Xmind8 => xmind::read_8(bytes)?,
        Format::Json => {
            let text = encoding::text(bytes)?;
            if json::is_own(&text) || !smm::is_such(&text) { json::read(&text)? } else { smm::read(&text)? }
        }
        Format::Freemind => vec![freemind::read(&encoding::text(bytes)?)?],
        Format::Opml => vec![opml::read(&encoding::text(bytes)?)?],
        Format::Markdown => vec![markdown::read(&encoding::text(bytes)?)?],
        Format::Text => vec![from_text(&encoding::text(bytes)?)?],
    };
    for map in &mut maps {
        if map.title.trim().is_empty() {
            map.title = title(map, name);
        }
        // A text without a heading or an item gets one.
        if let ([root], Format::Markdown) = (&mut map.tree.nodes[..], format)
            && root.title.is_empty()
        {
            root.title.clone_from(&map.title);
        }
    }
    Ok(Imported { format, maps })
}

/// Writes a map as a file, and lists what is not in it.
pub fn write(map: &MapFile, format: Format) -> ExportedFile {
    let bytes = match format {
        Format::Json => json::write(map).into_bytes(),
        Format::Freemind => freemind::write(map).into_bytes(),
        Format::Opml => opml::write(map).into_bytes(),
        Format::Markdown => markdown::write(map).into_bytes(),
        Format::Text => to_text(&map.tree).into_bytes(),
        Format::Xmind => xmind::write(map),
        Format::Xmind8 => xmind::write_8(map),
    };
    let losses = losses::find(map, &bytes, format);
    ExportedFile { bytes, losses }
}

/// The first line of the only root, or else the file's name.
fn title(map: &MapFile, name: &str) -> String {
    let mut roots = map.tree.nodes.iter().filter(|node| node.parent.is_none());
    if let (Some(root), None) = (roots.next(), roots.next()) {
        let line = root.title.lines().next().unwrap_or_default().trim();
        if !line.is_empty() {
            return line.to_owned();
        }
    }
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned()
}

#[cfg(test)]
mod tests;
