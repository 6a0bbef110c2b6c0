//! Reads JSON as models write it, one character after another, and tells a [`Shape`] what it found.
//!
//! Valid JSON is always read as what it says. Beyond that: comments, quotes and punctuation of any script, bare words,
//! literals of other languages, quotes and line breaks inside strings, and JSON that was escaped as a whole. No decision
//! depends on how the text was cut, and every character is looked at a bounded number of times.

mod ended;
mod literal;
mod quote;

use super::shape::{Bracket, Shape};
use ended::{Ended, Verdict};
use literal::{literal, value_of};
use quote::{closes, is_quote};

/// Position of the reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum State {
    /// Between values.
    #[default]
    Between,
    /// In a string that began with this quote.
    Text(char),
    /// After a backslash in such a string.
    Escape(char),
    /// In the hexadecimal digits of an escape: how many are missing, and their value.
    Digits(char, u8, u32),
    /// After a possible end of the string; `held` has everything since.
    Ended(char, Ended),
    /// In a value or key without quotes.
    Bare,
    /// After a slash that may begin a comment.
    Slash,
    LineComment,
    /// In a comment that ends with `*/`; whether the last character was the star.
    BlockComment(bool),
}

/// One level of escapes around the whole text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Layer {
    #[default]
    None,
    Escaped,
    AfterBackslash,
}

/// The reader of characters.
#[derive(Debug, Clone, Default)]
pub(super) struct Lexer {
    state: State,
    /// The string or bare word that is being read.
    text: String,
    /// Bytes of it that were handed on already.
    handed: usize,
    /// Whether it is handed on while it grows.
    streams: bool,
    /// Undecided characters: after a quote, or the digits of an escape.
    held: String,
    /// The first half of a character that takes two escapes.
    half: Option<u32>,
    /// Whether the last character was a carriage return, so that a line feed belongs to it.
    after_return: bool,
    layer: Layer,
    /// A quote before a list, with the depth of the brackets around it: it is no string, and its other half no key.
    stray: Option<(char, usize)>,
}

impl Lexer {
    /// Whether the next character is part of a string for sure.
    pub fn in_text(&self) -> bool {
        matches!(self.state, State::Text(_) | State::Escape(_) | State::Digits(..))
    }

    /// Reads on.
    pub fn push(&mut self, piece: &str, shape: &mut Shape<'_>) {
        let mut rest = piece;
        while let Some(c) = rest.chars().next() {
            let plain = self.plain(rest);
            if plain > 0 {
                self.text.push_str(&rest[..plain]);
                rest = &rest[plain..];
                continue;
            }
            self.layered(c, shape);
            rest = &rest[c.len_utf8()..];
        }
        self.hand_on(shape);
    }

    /// Ends the text: what was undecided is decided, and what is open stays open.
    pub fn finish(&mut self, shape: &mut Shape<'_>) {
        match self.state {
            // What would make operations is not complete because of a quote that may stand inside.
            State::Ended(..) if shape.holds_operations() => shape.cut_off(),
            State::Ended(..) => self.end_text(shape),
            State::Bare => self.end_bare(shape),
            State::Text(_) | State::Escape(_) | State::Digits(..) => shape.cut_off(),
            State::Between | State::Slash | State::LineComment | State::BlockComment(_) => {}
        }
        *self = Self::default();
    }

    /// Counts the bytes from here on that are nothing but the inside of a string.
    fn plain(&self, rest: &str) -> usize {
        let State::Text(quote) = self.state else { return 0 };
        if self.half.is_some() || self.after_return || self.layer != Layer::None {
            return 0;
        }
        if quote == '"' {
            let end = memchr::memchr3(b'"', b'\\', b'\r', rest.as_bytes());
            return end.unwrap_or(rest.len());
        }
        rest.find(|c: char| c == '\\' || c == '\r' || closes(quote, c)).unwrap_or(rest.len())
    }

    /// Takes off the escapes around the whole text, if there are any.
    fn layered(&mut self, c: char, shape: &mut Shape<'_>) {
        match self.layer {
            Layer::None if c == '\\' && self.state == State::Between && !shape.is_outside() => {
                self.layer = Layer::AfterBackslash;
            }
            Layer::None => self.step(c, shape),
            Layer::Escaped if c == '\\' => self.layer = Layer::AfterBackslash,
            Layer::Escaped => self.step(c, shape),
            Layer::AfterBackslash => {
                self.layer = Layer::Escaped;
                match c {
                    'n' => self.step('\n', shape),
                    't' => self.step('\t', shape),
                    'r' => self.step('\r', shape),
                    '"' | '\'' | '/' | '\\' => self.step(c, shape),
                    _ => {
                        self.step('\\', shape);
                        self.step(c, shape);
                    }
                }
            }
        }
        if self.layer == Layer::Escaped && shape.is_outside() {
            self.layer = Layer::None;
        }
    }

    fn step(&mut self, c: char, shape: &mut Shape<'_>) {
        match self.state {
            State::Between => self.between(c, shape),
            State::Text(quote) => self.inside(quote, c, shape),
            State::Escape(quote) => self.escape(quote, c),
            State::Digits(quote, missing, value) => self.digits(quote, missing, value, c, shape),
            State::Ended(quote, ended) => self.ended(quote, ended, c, shape),
            State::Bare => self.bare(c, shape),
            State::Slash => self.slash(c, shape),
            State::LineComment if c == '\n' => self.state = State::Between,
            State::LineComment => {}
            State::BlockComment(true) if c == '/' => self.state = State::Between,
            State::BlockComment(_) => self.state = State::BlockComment(c == '*'),
        }
    }

    fn between(&mut self, c: char, shape: &mut Shape<'_>) {
        if shape.is_outside() {
            return match c {
                '{' | '｛' => shape.open(Bracket::Curly),
                '[' | '［' => shape.open(Bracket::Square),
                '"' if shape.is_untouched() => self.begin_text('"', shape),
                _ => shape.outside(c),
            };
        }
        match c {
            '{' | '｛' => shape.open(Bracket::Curly),
            '[' | '［' => shape.open(Bracket::Square),
            '(' | '（' => shape.open(Bracket::Round),
            '}' | '｝' => shape.close(Bracket::Curly),
            ']' | '］' => shape.close(Bracket::Square),
            ')' | '）' => shape.close(Bracket::Round),
            ',' | '，' | ';' | '；' | '、' => shape.comma(),
            ':' | '：' => shape.colon(),
            '/' => self.state = State::Slash,
            '#' if !shape.wants_value() => self.state = State::LineComment,
            _ if is_blank(c) => {}
            _ if is_quote(c) && self.is_stray(c, shape) => self.stray = None,
            _ if is_quote(c) => self.begin_text(c, shape),
            _ => {
                self.state = State::Bare;
                self.text.push(c);
            }
        }
    }

    fn begin_text(&mut self, quote: char, shape: &Shape<'_>) {
        self.state = State::Text(quote);
        self.streams = shape.streams_text();
    }

    fn inside(&mut self, quote: char, c: char, shape: &mut Shape<'_>) {
        if std::mem::take(&mut self.after_return) && c == '\n' {
            return;
        }
        if c == '\\' {
            self.state = State::Escape(quote);
        } else if closes(quote, c) {
            if self.is_list_in_quotes(shape) {
                return self.open_list(quote, c, shape);
            }
            if shape.ends_text_at_once() {
                return self.end_text(shape);
            }
            self.held.push(c);
            self.state = State::Ended(quote, Ended::Quote);
        } else if c == '\r' {
            self.after_return = true;
            self.add('\n');
        } else {
            self.add(c);
        }
    }

    /// Whether the string is the beginning of a list of operations, put between quotes without escaping those inside.
    fn is_list_in_quotes(&self, shape: &Shape<'_>) -> bool {
        let begins = self.text.len() < 32 && self.text.contains('{') && !shape.is_outside() && shape.holds_operations();
        begins && self.text.chars().all(|c| matches!(c, '[' | '{') || is_blank(c))
    }

    fn open_list(&mut self, quote: char, c: char, shape: &mut Shape<'_>) {
        self.stray = Some((quote, shape.depth()));
        self.state = State::Between;
        for bracket in std::mem::take(&mut self.text).chars() {
            self.between(bracket, shape);
        }
        self.between(c, shape);
    }

    fn is_stray(&self, c: char, shape: &Shape<'_>) -> bool {
        self.stray.is_some_and(|(quote, depth)| closes(quote, c) && depth == shape.depth())
    }

    fn add(&mut self, c: char) {
        if self.half.take().is_some() {
            self.text.push(char::REPLACEMENT_CHARACTER);
        }
        self.text.push(c);
    }

    fn escape(&mut self, quote: char, c: char) {
        self.state = State::Text(quote);
        match c {
            'n' => self.add('\n'),
            't' => self.add('\t'),
            'r' => self.add('\r'),
            'b' => self.add('\u{8}'),
            'f' => self.add('\u{c}'),
            '"' | '\\' | '/' | '\'' | '`' => self.add(c),
            // A line that goes on.
            '\n' => {}
            'u' | 'x' => {
                self.held.push(c);
                self.state = State::Digits(quote, if c == 'u' { 4 } else { 2 }, 0);
            }
            _ if closes(quote, c) => self.add(c),
            // What is no escape is taken as it stands: a path, a formula.
            _ => {
                self.add('\\');
                self.add(c);
            }
        }
    }

    fn digits(&mut self, quote: char, missing: u8, value: u32, c: char, shape: &mut Shape<'_>) {
        let Some(digit) = c.to_digit(16) else {
            self.state = State::Text(quote);
            self.add('\\');
            let held = std::mem::take(&mut self.held);
            self.text.push_str(&held);
            return self.inside(quote, c, shape);
        };
        let value = value * 16 + digit;
        if missing > 1 {
            self.held.push(c);
            self.state = State::Digits(quote, missing - 1, value);
            return;
        }
        self.held.clear();
        self.state = State::Text(quote);
        match (self.half.take(), value) {
            (Some(high), 0xDC00..=0xDFFF) => {
                let code = 0x10000 + ((high - 0xD800) << 10) + (value - 0xDC00);
                self.text.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            (earlier, value) => {
                if earlier.is_some() {
                    self.text.push(char::REPLACEMENT_CHARACTER);
                }
                match value {
                    0xD800..=0xDBFF => self.half = Some(value),
                    _ => self.text.push(char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER)),
                }
            }
        }
    }

    fn ended(&mut self, quote: char, ended: Ended, c: char, shape: &mut Shape<'_>) {
        match ended.verdict(&self.held, c, shape) {
            Verdict::Wait(ended) => {
                self.held.push(c);
                self.state = State::Ended(quote, ended);
            }
            Verdict::Ended => {
                self.end_text(shape);
                self.step(c, shape);
            }
            Verdict::Inner => {
                let held = std::mem::take(&mut self.held);
                self.state = State::Text(quote);
                if self.half.take().is_some() {
                    self.text.push(char::REPLACEMENT_CHARACTER);
                }
                self.text.push_str(&held);
                self.inside(quote, c, shape);
            }
        }
    }

    /// Ends the string before the held characters, and reads those as what they are.
    fn end_text(&mut self, shape: &mut Shape<'_>) {
        if self.half.take().is_some() {
            self.text.push(char::REPLACEMENT_CHARACTER);
        }
        self.hand_on(shape);
        self.state = State::Between;
        let streamed = std::mem::take(&mut self.streams);
        self.handed = 0;
        self.after_return = false;
        shape.text(std::mem::take(&mut self.text), streamed);
        let held = std::mem::take(&mut self.held);
        for c in held.chars().skip(1) {
            self.step(c, shape);
        }
    }

    fn hand_on(&mut self, shape: &mut Shape<'_>) {
        if self.streams && self.handed < self.text.len() {
            shape.stream(&self.text[self.handed..]);
            self.handed = self.text.len();
        }
    }

    fn bare(&mut self, c: char, shape: &mut Shape<'_>) {
        let wants_key = shape.wants_key();
        let ends = match c {
            ',' | '，' | ';' | '；' | '}' | '｝' | ']' | '］' | '\n' => true,
            '{' | '[' | '｛' | '［' => true,
            ')' | '）' => shape.in_round(),
            ':' | '：' => wants_key,
            _ if is_blank(c) => !wants_key && literal(&self.text).is_some(),
            // An apostrophe belongs to its word.
            '\'' | '’' | '`' => self.text.ends_with(is_blank),
            '/' | '#' => self.text.ends_with(is_blank) && !wants_key,
            _ => is_quote(c),
        };
        if ends {
            self.end_bare(shape);
            self.step(c, shape);
        } else {
            self.text.push(c);
        }
    }

    fn end_bare(&mut self, shape: &mut Shape<'_>) {
        self.state = State::Between;
        let text = std::mem::take(&mut self.text);
        let word = text.trim_matches(is_blank);
        if shape.wants_key() {
            shape.text(word.to_owned(), false);
        } else if let Some(value) = value_of(word) {
            shape.scalar(value);
        }
    }

    fn slash(&mut self, c: char, shape: &mut Shape<'_>) {
        match c {
            '/' => self.state = State::LineComment,
            '*' => self.state = State::BlockComment(false),
            _ => {
                self.state = State::Bare;
                self.text.push('/');
                self.bare(c, shape);
            }
        }
    }
}

/// White space, and marks that are not seen.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{feff}' | '\u{200b}'..='\u{200d}' | '\u{2060}')
}
