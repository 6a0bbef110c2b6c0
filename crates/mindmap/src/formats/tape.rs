//! JSON of any depth as one flat list: a value, its parts, then what follows it.

use std::borrow::Cow;

use super::FormatError;

/// The most values of a document.
const MAX_VALUES: usize = 4_000_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ValueKind {
    Other,
    String,
    Array,
    Object,
}

/// A value: its text, and the value after it and all its parts.
#[derive(Debug, Clone, Copy)]
struct Entry {
    kind: ValueKind,
    begin: u32,
    end: u32,
    next: u32,
}

/// A document.
#[derive(Debug)]
pub struct Tape<'a> {
    text: &'a str,
    entries: Vec<Entry>,
}

/// A value of a document.
#[derive(Debug, Clone, Copy)]
pub struct Value<'a> {
    tape: &'a Tape<'a>,
    at: usize,
}

impl<'a> Tape<'a> {
    /// Reads a document, which is shorter than 4 GB.
    pub fn new(text: &'a str) -> Result<Self, FormatError> {
        let mut parser = Parser { text, at: 0, entries: Vec::new(), open: Vec::new() };
        parser.document()?;
        Ok(Self { text, entries: parser.entries })
    }

    /// The value that is the document.
    pub fn root(&'a self) -> Value<'a> {
        Value { tape: self, at: 0 }
    }
}

impl<'a> Value<'a> {
    fn entry(self) -> Entry {
        self.tape.entries[self.at]
    }

    /// The text as it is written.
    pub fn raw(self) -> &'a str {
        let Entry { begin, end, .. } = self.entry();
        &self.tape.text[begin as usize..end as usize]
    }

    /// Whether it is a list.
    pub fn is_array(self) -> bool {
        self.entry().kind == ValueKind::Array
    }

    /// Value of a string; `None` for any other value.
    pub fn as_str(self) -> Option<Cow<'a, str>> {
        (self.entry().kind == ValueKind::String).then(|| unescape(self.raw()))
    }

    /// Items of a list; none for any other value.
    pub fn items(self) -> impl Iterator<Item = Self> + 'a {
        let end = if self.is_array() { self.entry().next as usize } else { 0 };
        let tape = self.tape;
        let mut at = self.at + 1;
        std::iter::from_fn(move || {
            let value = (at < end).then_some(Self { tape, at })?;
            at = value.entry().next as usize;
            Some(value)
        })
    }

    /// Names and values of an object; none for any other value.
    pub fn members(self) -> impl Iterator<Item = (Cow<'a, str>, Self)> + 'a {
        let end = if self.entry().kind == ValueKind::Object { self.entry().next as usize } else { 0 };
        let tape = self.tape;
        let mut at = self.at + 1;
        std::iter::from_fn(move || {
            let name = (at < end).then(|| Self { tape, at }.as_str())??;
            let value = Self { tape, at: at + 1 };
            at = value.entry().next as usize;
            Some((name, value))
        })
    }

    /// The first member with a name.
    pub fn get(self, name: &str) -> Option<Self> {
        self.members().find(|(found, _)| found == name).map(|(_, value)| value)
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    entries: Vec<Entry>,
    /// Lists and objects that are not closed yet.
    open: Vec<usize>,
}

impl Parser<'_> {
    fn document(&mut self) -> Result<(), FormatError> {
        self.value()?;
        while let Some(&container) = self.open.last() {
            let is_object = self.entries[container].kind == ValueKind::Object;
            let is_first = self.entries.len() == container + 1;
            self.space();
            if self.eat(if is_object { b'}' } else { b']' }) {
                self.open.pop();
                self.close(container);
                continue;
            }
            if !is_first {
                self.expect(b',')?;
                self.space();
            }
            if is_object {
                self.string()?;
                self.space();
                self.expect(b':')?;
            }
            self.value()?;
        }
        self.space();
        if self.at < self.text.len() { Err(self.error()) } else { Ok(()) }
    }

    /// Reads a value, or the beginning of a list or an object.
    fn value(&mut self) -> Result<(), FormatError> {
        self.space();
        let kind = match self.peek() {
            Some(b'"') => return self.string(),
            Some(b'{') => ValueKind::Object,
            Some(b'[') => ValueKind::Array,
            Some(_) => return self.plain(),
            None => return Err(self.error()),
        };
        let index = self.begin(kind)?;
        self.at += 1;
        self.open.push(index);
        Ok(())
    }

    fn begin(&mut self, kind: ValueKind) -> Result<usize, FormatError> {
        if self.entries.len() >= MAX_VALUES {
            return Err(FormatError::TooLarge);
        }
        self.entries.push(Entry { kind, begin: self.at as u32, end: 0, next: 0 });
        Ok(self.entries.len() - 1)
    }

    fn close(&mut self, index: usize) {
        let next = self.entries.len() as u32;
        let entry = &mut self.entries[index];
        (entry.end, entry.next) = (self.at as u32, next);
    }

    fn string(&mut self) -> Result<(), FormatError> {
        let index = self.begin(ValueKind::String)?;
        self.expect(b'"')?;
        loop {
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => {
                    self.at += 1;
                    self.escape()?;
                }
                // Control characters should be escaped, but not everyone does it.
                Some(byte) if byte != 0 => self.at += 1,
                _ => return Err(self.error()),
            }
        }
        self.at += 1;
        self.close(index);
        Ok(())
    }

    fn escape(&mut self) -> Result<(), FormatError> {
        match self.peek() {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => self.at += 1,
            Some(b'u') => {
                let digits = self.text.as_bytes().get(self.at + 1..self.at + 5);
                if !digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)) {
                    return Err(self.error());
                }
                self.at += 5;
            }
            _ => return Err(self.error()),
        }
        Ok(())
    }

    /// Reads a number, or one of the three words.
    fn plain(&mut self) -> Result<(), FormatError> {
        let index = self.begin(ValueKind::Other)?;
        let rest = &self.text[self.at..];
        let end =
            rest.find(|character: char| !character.is_ascii_alphanumeric() && !matches!(character, '-' | '+' | '.'));
        let word = &rest[..end.unwrap_or(rest.len())];
        let is_number =
            || word.starts_with(['-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']) && word.parse::<f64>().is_ok();
        if !matches!(word, "true" | "false" | "null") && !is_number() {
            return Err(self.error());
        }
        self.at += word.len();
        self.close(index);
        Ok(())
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, byte: u8) -> Result<(), FormatError> {
        if self.eat(byte) { Ok(()) } else { Err(self.error()) }
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn error(&self) -> FormatError {
        let before = &self.text.as_bytes()[..self.at.min(self.text.len())];
        let last = before.rsplit(|&byte| byte == b'\n').next().unwrap_or_default();
        let line = before.split(|&byte| byte == b'\n').count();
        let column = String::from_utf8_lossy(last).chars().count() + 1;
        FormatError::Json { line, column }
    }
}

/// The text of a string that was found to be well-formed; half a surrogate pair becomes a replacement character.
fn unescape(raw: &str) -> Cow<'_, str> {
    let inner = raw.get(1..raw.len() - 1).unwrap_or_default();
    if !inner.contains('\\') {
        return Cow::Borrowed(inner);
    }
    let mut text = String::with_capacity(inner.len());
    let mut rest = inner;
    while let Some((before, escape)) = rest.split_once('\\') {
        text.push_str(before);
        let mut length = 1;
        match escape.as_bytes().first() {
            Some(b'b') => text.push('\u{8}'),
            Some(b'f') => text.push('\u{c}'),
            Some(b'n') => text.push('\n'),
            Some(b'r') => text.push('\r'),
            Some(b't') => text.push('\t'),
            Some(b'u') => {
                length = 5;
                let mut units = vec![unit(escape)];
                if (0xd800..0xdc00).contains(&units[0]) && escape[5..].starts_with("\\u") {
                    let low = unit(&escape[6..]);
                    if (0xdc00..0xe000).contains(&low) {
                        units.push(low);
                        length = 11;
                    }
                }
                text.push_str(&String::from_utf16_lossy(&units));
            }
            _ => text.push_str(&escape[..1]),
        }
        rest = &escape[length..];
    }
    text.push_str(rest);
    Cow::Owned(text)
}

/// The number after the `u` a text begins with.
fn unit(text: &str) -> u16 {
    text.get(1..5).and_then(|digits| u16::from_str_radix(digits, 16).ok()).unwrap_or(0xfffd)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn values_are_found_by_name_and_place() {
        let text = r#" {"a": [1, "x", {"b": null}], "c\u0041": {"d": "\ud83d\ude00\n\ud800"}, "e": true} "#;
        let tape = Tape::new(text).unwrap();
        let root = tape.root();
        let items: Vec<&str> = root.get("a").unwrap().items().map(Value::raw).collect();
        assert_eq!(items, ["1", "\"x\"", "{\"b\": null}"]);
        assert_eq!(root.get("cA").unwrap().get("d").unwrap().as_str().unwrap(), "😀\n\u{fffd}");
        assert_eq!(root.members().count(), 3);
        assert!(root.get("e").unwrap().as_str().is_none() && root.get("f").is_none());
        assert_eq!(root.items().count(), 0);
    }

    #[test]
    fn what_is_no_json_is_refused() {
        for text in [
            "",
            "{",
            "[1",
            "[1,]",
            "{\"a\"}",
            "{\"a\":}",
            "{1:2}",
            "[1 2]",
            "nul",
            "\"a",
            "\"\\x\"",
            "\"\\u12\"",
            "1 2",
            "01x",
            "+1",
            "]",
        ] {
            assert!(matches!(Tape::new(text), Err(FormatError::Json { .. })), "{text}");
        }
        assert_eq!(Tape::new("[\n ä]").err(), Some(FormatError::Json { line: 2, column: 2 }));
    }

    #[test]
    fn depth_is_no_matter() {
        let text = "[".repeat(200_000) + &"]".repeat(200_000);
        assert_eq!(Tape::new(&text).unwrap().entries.len(), 200_000);
    }

    proptest! {
        #[test]
        fn strings_are_those_of_any_other_reader(text in "(?s).{0,20}") {
            let json = serde_json::to_string(&text).unwrap();
            let tape = Tape::new(&json).unwrap();
            prop_assert_eq!(tape.root().as_str().unwrap(), text);
        }

        #[test]
        fn what_others_refuse_is_refused(text in "[\\[\\]{}\",:1a\\\\ ]{0,12}") {
            let others = serde_json::from_str::<serde::de::IgnoredAny>(&text).is_ok();
            let own = Tape::new(&text).is_ok();
            // Some numbers, such as 011, are taken here although they should not be written.
            prop_assert!(own == others || own && text.contains("11"), "{}", text);
        }
    }
}
