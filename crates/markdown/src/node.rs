//! The nodes. Leaves are `Rc<str>` so that a view takes them without copying. No parsing and no drawing here.

use std::rc::Rc;

use super::link::SafeLink;

/// A block of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// Running text between blank lines; in a tight list also the bare text of an item.
    Paragraph(Vec<Inline>),
    /// A heading of level 1 to 6.
    Heading {
        /// 1 for the outermost level.
        level: u8,
        /// Text of the heading.
        content: Vec<Inline>,
    },
    /// An ordered, unordered or task list.
    List(List),
    /// A block quote (`>`) with the blocks in it.
    Quote(Vec<Block>),
    /// A code block, fenced or indented.
    Code(CodeBlock),
    /// A table (GitHub's extension of Markdown).
    Table(Table),
    /// A thematic break (`---`).
    Rule,
    /// The source of an HTML block, to be shown as text.
    HtmlAsText(Rc<str>),
    /// The definition of a footnote, where it stands in the text.
    Footnote {
        /// Label between `[^` and `]`, without them.
        label: Rc<str>,
        /// Blocks of the note.
        content: Vec<Block>,
    },
    /// A disclosure (`<details>`).
    Details {
        /// Whether it is to be open at first.
        is_open: bool,
        /// Text that stays in sight; may be empty.
        summary: Vec<Inline>,
        /// Blocks that are shown while it is open.
        content: Vec<Rc<Block>>,
    },
}

/// An ordered or unordered list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List {
    /// The number of the first item; `None` for bullets.
    pub start: Option<u64>,
    /// Whether no blank line is between the items: paragraphs are drawn without space between them.
    pub tight: bool,
    /// Items from first to last.
    pub items: Vec<Rc<Item>>,
}

/// One item of a list.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Item {
    /// Whether the box is ticked, in a task list.
    pub task: Option<bool>,
    /// Blocks of the item, nested lists among them.
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
    /// Alignments of the columns, which also give their number.
    pub alignments: Vec<Alignment>,
    /// Cells of the head row.
    pub head: Vec<Vec<Inline>>,
    /// Rows below the head, each a list of cells.
    pub rows: Vec<Rc<Vec<Vec<Inline>>>>,
}

/// Alignment of a column's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alignment {
    /// No alignment is given (`---`).
    None,
    /// `:---`
    Left,
    /// `:---:`
    Center,
    /// `---:`
    Right,
}

/// A piece of running text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inline {
    /// Words, with entities and escapes resolved; inline HTML is here as its source.
    Text(Rc<str>),
    /// A code span, without its backticks.
    Code(Rc<str>),
    /// The source of a formula, with what opens and closes it.
    Math(Rc<str>),
    /// Text between single `*` or `_`.
    Emphasis(Vec<Inline>),
    /// Text between double `**` or `__`.
    Strong(Vec<Inline>),
    /// Text between tildes, to be shown struck through.
    Strikethrough(Vec<Inline>),
    /// Text between `<sub>`, `<sup>` or `<kbd>` and its end.
    Element {
        /// Name of the element.
        tag: InlineTag,
        /// Text in it; no other such element is in it.
        content: Vec<Inline>,
    },
    /// A link whose address passed the allow-list; of a refused one only the text remains.
    Link {
        /// Checked address.
        target: Rc<SafeLink>,
        /// Text of the link; no other link is in it.
        content: Vec<Inline>,
    },
    /// An image, as a card in its place.
    Image(Rc<ImageCard>),
    /// A reference to a footnote that is defined in the document.
    FootnoteReference(Rc<str>),
    /// A line end of the source within a paragraph.
    SoftBreak,
    /// A line break to be kept: two spaces or a backslash at the line end, or `<br>`.
    HardBreak,
}

/// An element of HTML that is drawn as what it means. It has no attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InlineTag {
    /// Lowered text.
    Sub,
    /// Raised text.
    Sup,
    /// A key of the keyboard.
    Kbd,
}

impl InlineTag {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Sub, Self::Sup, Self::Kbd];

    /// Name of the element.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sub => "sub",
            Self::Sup => "sup",
            Self::Kbd => "kbd",
        }
    }
}

/// An image that was named and not loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImageCard {
    /// Alternative text, in plain words; may be empty.
    pub alt: Rc<str>,
    /// Address that the image was named by.
    pub source: ImageSource,
}

/// Source of an image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImageSource {
    /// An address that a person may choose to open.
    Remote(Rc<SafeLink>),
    /// A `data:` address.
    Data {
        /// Declared media type, such as `image/png`.
        media_type: Rc<str>,
        /// Decoded size in bytes.
        bytes: usize,
        /// The address, put together anew, of a picture of pixels that a page can show; `None` of anything else, of which
        /// nothing more is kept.
        shown: Option<Rc<str>>,
    },
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
