//! Reader of HTML and XML, with the scripts and styles in it.

use super::code::CodeReader;
use super::{Paint, Token, byte, end_of, is_space, is_word, rest, table};

/// Reader of markup.
#[derive(Debug, Clone)]
pub struct MarkupReader {
    /// Whether scripts and styles are in it.
    html: bool,
    place: Place,
}

/// State of the reader at the end of a line.
#[derive(Debug, Clone)]
enum Place {
    Text,
    /// Between these two.
    Between(&'static str, Token),
    /// In a tag, which may begin something else.
    Tag(Option<Inside>),
    /// In the value of an attribute, within a tag.
    Value(u8, Option<Inside>),
    /// In a script or a style.
    Inside(Inside, Box<CodeReader>),
}

/// An element whose content is no markup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Inside {
    Script,
    Style,
}

impl Inside {
    const fn end(self) -> &'static str {
        match self {
            Self::Script => "</script",
            Self::Style => "</style",
        }
    }

    fn reader(self) -> CodeReader {
        CodeReader::new(match self {
            Self::Script => &table::JAVASCRIPT,
            Self::Style => &table::CSS,
        })
    }
}

impl MarkupReader {
    /// Returns a reader at the beginning of a document.
    pub const fn new(html: bool) -> Self {
        Self { html, place: Place::Text }
    }

    /// Reads a line.
    pub fn line(&mut self, text: &str, paint: &mut Paint<'_>) {
        let mut at = 0;
        while at < text.len() {
            let (place, end) = match std::mem::replace(&mut self.place, Place::Text) {
                Place::Text => self.text(text, at, paint),
                Place::Between(close, token) => {
                    let found = rest(text, at).find(close).map(|found| at + found + close.len());
                    let end = found.unwrap_or(text.len());
                    paint.add(at..end, token);
                    (found.map_or(Place::Between(close, token), |_| Place::Text), end)
                }
                Place::Tag(inside) => tag(text, at, inside, paint),
                Place::Value(quote, inside) => {
                    let end = end_of(text, at, |byte| byte != quote);
                    paint.add(at..(end + 1).min(text.len()), Token::Text);
                    if end < text.len() { (Place::Tag(inside), end + 1) } else { (Place::Value(quote, inside), end) }
                }
                Place::Inside(inside, mut reader) => {
                    let found = find_end(rest(text, at), inside.end());
                    let end = found.map_or(text.len(), |found| at + found);
                    reader.line(text.get(at..end).unwrap_or_default(), &mut paint.from(at));
                    if found.is_some() { (Place::Text, end) } else { (Place::Inside(inside, reader), end) }
                }
            };
            (self.place, at) = (place, end);
        }
    }

    fn text(&self, text: &str, at: usize, paint: &mut Paint<'_>) -> (Place, usize) {
        let start = end_of(text, at, |byte| !matches!(byte, b'<' | b'&'));
        let next = rest(text, start);
        for (open, close, token) in [
            ("<!--", "-->", Token::Comment),
            ("<![CDATA[", "]]>", Token::Text),
            ("<!", ">", Token::Meta),
            ("<?", "?>", Token::Meta),
        ] {
            if next.starts_with(open) {
                paint.add(start..start + open.len(), token);
                return (Place::Between(close, token), start + open.len());
            }
        }
        if next.starts_with('&') {
            let end = end_of(text, start + 1, |byte| byte.is_ascii_alphanumeric() || byte == b'#');
            if byte(text, end) == b';' {
                paint.add(start..end + 1, Token::Constant);
                return (Place::Text, end + 1);
            }
            return (Place::Text, end);
        }
        let name = start + if next.starts_with("</") { 2 } else { 1 };
        let end = end_of(text, name, |byte| is_word(byte) || matches!(byte, b'-' | b':' | b'.'));
        if end == name || next.is_empty() {
            return (Place::Text, (start + 1).min(text.len()));
        }
        paint.add(name..end, Token::Type);
        let called = text.get(name..end).unwrap_or_default();
        let inside = match () {
            () if !self.html || name == start + 2 => None,
            () if called.eq_ignore_ascii_case("script") => Some(Inside::Script),
            () if called.eq_ignore_ascii_case("style") => Some(Inside::Style),
            () => None,
        };
        (Place::Tag(inside), end)
    }
}

/// Reads a part of a tag, up to its end.
fn tag(text: &str, at: usize, inside: Option<Inside>, paint: &mut Paint<'_>) -> (Place, usize) {
    match byte(text, at) {
        b'>' => {
            let place = inside.map_or(Place::Text, |inside| Place::Inside(inside, Box::new(inside.reader())));
            (place, at + 1)
        }
        b'/' if byte(text, at + 1) == b'>' => (Place::Text, at + 2),
        quote @ (b'"' | b'\'') => {
            paint.add(at..at + 1, Token::Text);
            (Place::Value(quote, inside), at + 1)
        }
        b'=' => {
            let from = end_of(text, at + 1, is_space);
            let end = end_of(text, from, |byte| !is_space(byte) && !matches!(byte, b'>' | b'"' | b'\''));
            paint.add(from..end, Token::Text);
            (Place::Tag(inside), end)
        }
        _ => {
            let end = end_of(text, at, |byte| !is_space(byte) && !matches!(byte, b'>' | b'/' | b'=' | b'"' | b'\''));
            paint.add(at..end, Token::Property);
            (Place::Tag(inside), end.max(at + 1))
        }
    }
}

/// Returns the place at which an end tag begins, in large or small letters.
fn find_end(text: &str, end: &str) -> Option<usize> {
    let is_end = |window: &[u8]| window.eq_ignore_ascii_case(end.as_bytes());
    text.as_bytes().windows(end.len()).position(is_end)
}
