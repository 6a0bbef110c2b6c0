//! The nodes. Leaves are `Rc<str>` so that a view takes them without copying. No parsing and no drawing here.

use std::rc::Rc;

use super::link::SafeLink;

/// A block of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    Paragraph(Vec<Inline>),
    /// A heading of level 1 to 6.
    Heading {
        level: u8,
        content: Vec<Inline>,
    },
    List(List),
    Quote(Vec<Block>),
    Code(CodeBlock),
    Table(Table),
    Rule,
    /// The source of an HTML block, to be shown as text.
    HtmlAsText(Rc<str>),
    Footnote {
        label: Rc<str>,
        content: Vec<Block>,
    },
}

/// An ordered or unordered list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List {
    /// The number of the first item; `None` for bullets.
    pub start: Option<u64>,
    /// Whether no blank line is between the items: paragraphs are drawn without space between them.
    pub tight: bool,
    pub items: Vec<Rc<Item>>,
}

/// One item of a list.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Item {
    /// Whether the box is ticked, in a task list.
    pub task: Option<bool>,
    pub content: Vec<Block>,
}

/// Code, fenced or indented.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeBlock {
    /// The first word after the fence.
    pub language: Option<Rc<str>>,
    /// The text in runs of whole lines, each of [`CodeBlock::RUN_BYTES`] or a little more. A run never changes when text
    /// is added behind it, so a view that draws one text node for each run touches only the last.
    pub runs: Vec<Rc<str>>,
}

/// A table. It has as many columns as alignments; empty cells at the end of a row are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    pub alignments: Vec<Alignment>,
    pub head: Vec<Vec<Inline>>,
    pub rows: Vec<Rc<Vec<Vec<Inline>>>>,
}

/// Alignment of a column's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alignment {
    None,
    Left,
    Center,
    Right,
}

/// A piece of running text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inline {
    Text(Rc<str>),
    Code(Rc<str>),
    /// The source of a formula, with what opens and closes it.
    Math(Rc<str>),
    Emphasis(Vec<Inline>),
    Strong(Vec<Inline>),
    Strikethrough(Vec<Inline>),
    Link {
        target: Rc<SafeLink>,
        content: Vec<Inline>,
    },
    Image(Rc<ImageCard>),
    /// A reference to a footnote that is defined in the document.
    FootnoteReference(Rc<str>),
    SoftBreak,
    HardBreak,
}

/// An image that was named and not loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImageCard {
    pub alt: Rc<str>,
    pub source: ImageSource,
}

/// Source of an image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImageSource {
    /// An address that a person may choose to open.
    Remote(Rc<SafeLink>),
    /// A `data:` address: its declared type, and its decoded size in bytes.
    Data { media_type: Rc<str>, bytes: usize },
    /// Any other address, shown as it is written.
    Other(Rc<str>),
}

impl CodeBlock {
    /// Least length of a closed run, in bytes: it is closed at the next line end (few in tests, whose code is short).
    pub const RUN_BYTES: usize = if cfg!(test) { 8 } else { 2048 };

    /// Divides code into runs, without the line end that closes the last line.
    pub fn new(language: Option<Rc<str>>, text: &str) -> Self {
        let text = text.strip_suffix('\n').unwrap_or(text);
        let mut runs = Vec::with_capacity(text.len() / Self::RUN_BYTES + 1);
        let mut rest = text;
        while let Some(end) = Self::run_end(rest) {
            let (run, after) = rest.split_at(end);
            runs.push(run.into());
            rest = after;
        }
        if !rest.is_empty() {
            runs.push(rest.into());
        }
        Self { language, runs }
    }

    /// Returns the whole text, as it would be copied.
    pub fn text(&self) -> String {
        self.runs.concat()
    }

    /// Returns the end of the run that `text` begins with, if it is closed.
    pub(super) fn run_end(text: &str) -> Option<usize> {
        let from = Self::RUN_BYTES - 1;
        let line_end = text.as_bytes().get(from..)?.iter().position(|byte| *byte == b'\n')?;
        Some(from + line_end + 1)
    }
}
