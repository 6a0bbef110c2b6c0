//! Code: lines in, spans with a kind out.
//!
//! A language is a row of a table ([`table`]) that one reader follows; markup, diffs and prose have readers of their own.
//! Colours are a help for the eye: where a language would need a parser, a guess is good enough, and what is in doubt
//! stays plain. Operators and punctuation have no kind, for they are half of all tokens and look like ink. It may depend
//! on nothing of Espalier. Must not be in here: Yew, colours.
//!
//! - H1 Spans are in order, don't overlap, are not empty, lie on the boundaries of characters and within one line.
//! - H2 Code that comes in pieces of whole lines has the spans of the whole.
//! - H3 Any text is read, in time that grows with its length; a line beyond [`MAX_LINE`] stays plain.

mod code;
mod lines;
mod markup;
pub mod names;
mod table;

use std::ops::Range;

use self::table::Syntax;

/// Longer lines are left plain, in bytes: they are data, or made by a program.
pub const MAX_LINE: usize = 10_000;

/// Kind of a span.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Token {
    /// A remark.
    Comment,
    /// A string, a character, a pattern.
    Text,
    /// A number.
    Number,
    /// A word of the language.
    Keyword,
    /// A type, a class, a tag.
    Type,
    /// A function or a macro where it is made or called.
    Function,
    /// A value with a name: `true`, `null`, `MAX_SIZE`.
    Constant,
    /// A key, an attribute, a variable that is marked as one.
    Property,
    /// Words to the compiler: attributes, annotations, directives.
    Meta,
    /// A line that was added.
    Inserted,
    /// A line that was taken away.
    Deleted,
}

impl Token {
    /// All kinds, in the order of their numbers.
    pub const ALL: [Self; 11] = [
        Self::Comment,
        Self::Text,
        Self::Number,
        Self::Keyword,
        Self::Type,
        Self::Function,
        Self::Constant,
        Self::Property,
        Self::Meta,
        Self::Inserted,
        Self::Deleted,
    ];

    /// Name of the kind in style sheets.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Comment => "comment",
            Self::Text => "text",
            Self::Number => "number",
            Self::Keyword => "keyword",
            Self::Type => "type",
            Self::Function => "function",
            Self::Constant => "constant",
            Self::Property => "property",
            Self::Meta => "meta",
            Self::Inserted => "inserted",
            Self::Deleted => "deleted",
        }
    }
}

/// A part of the code and its kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// The bytes, counted from the beginning of the text that was read.
    pub range: Range<usize>,
    /// Their kind.
    pub token: Token,
}

/// Reader of one block of code; a clone of it goes on from the same place.
#[derive(Debug, Clone)]
pub struct Highlighter(Reader);

#[derive(Debug, Clone)]
enum Reader {
    Code(code::CodeReader),
    Markup(markup::MarkupReader),
    Markdown(lines::MarkdownReader),
    Diff,
    Latex(lines::LatexReader),
}

impl Highlighter {
    /// Returns a reader for a language by any of its names; `None` if it is not known.
    pub fn new(language: &str) -> Option<Self> {
        let name = names::find(language)?;
        Some(Self(match table::syntax(name.id) {
            Syntax::Code(code) => Reader::Code(code::CodeReader::new(code)),
            Syntax::Html => Reader::Markup(markup::MarkupReader::new(true)),
            Syntax::Xml => Reader::Markup(markup::MarkupReader::new(false)),
            Syntax::Markdown => Reader::Markdown(lines::MarkdownReader::default()),
            Syntax::Diff => Reader::Diff,
            Syntax::Latex => Reader::Latex(lines::LatexReader::default()),
        }))
    }

    /// Reads lines, each to its end, and adds their spans. The last one counts as whole without a line end, too.
    pub fn read(&mut self, text: &str, spans: &mut Vec<Span>) {
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let body = line.strip_suffix('\n').unwrap_or(line);
            let body = body.strip_suffix('\r').unwrap_or(body);
            if body.len() <= MAX_LINE {
                let mut paint = Paint { start, spans };
                match &mut self.0 {
                    Reader::Code(reader) => reader.line(body, &mut paint),
                    Reader::Markup(reader) => reader.line(body, &mut paint),
                    Reader::Markdown(reader) => reader.line(body, &mut paint),
                    Reader::Diff => lines::diff(body, &mut paint),
                    Reader::Latex(reader) => reader.line(body, &mut paint),
                }
            }
            start += line.len();
        }
    }
}

/// Place that takes the spans of one line.
struct Paint<'a> {
    /// Start of the line.
    start: usize,
    spans: &'a mut Vec<Span>,
}

impl Paint<'_> {
    /// Adds a span, or lengthens the one before it.
    fn add(&mut self, range: Range<usize>, token: Token) {
        if range.is_empty() {
            return;
        }
        let range = self.start + range.start..self.start + range.end;
        match self.spans.last_mut() {
            Some(last) if last.token == token && last.range.end == range.start => last.range.end = range.end,
            _ => self.spans.push(Span { range, token }),
        }
    }

    /// Returns the place for what begins further on in the line.
    fn from(&mut self, offset: usize) -> Paint<'_> {
        Paint { start: self.start + offset, spans: self.spans }
    }
}

/// The byte at a place, or zero behind the end.
fn byte(text: &str, at: usize) -> u8 {
    text.as_bytes().get(at).copied().unwrap_or_default()
}

/// The text behind a place; nothing where a character would be cut.
fn rest(text: &str, at: usize) -> &str {
    text.get(at..).unwrap_or_default()
}

/// The end of the bytes, from a place on, that fulfil a condition.
fn end_of(text: &str, at: usize, mut is_part: impl FnMut(u8) -> bool) -> usize {
    let count = text.as_bytes().iter().skip(at).take_while(|byte| is_part(**byte)).count();
    at + count
}

/// Whether a byte is a part of a word. All of a character beyond ASCII are.
const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

#[cfg(test)]
mod tests;
