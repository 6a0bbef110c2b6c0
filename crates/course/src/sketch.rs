//! An outline while it streams: what can be read of arguments that are not complete yet.
//!
//! - S1 What was shown never goes away: more text only adds to it, as long as it goes on being JSON.
//! - S2 Of complete arguments everything is shown.

use serde_json::{Map, Number, Value};

use super::tools;
use espalier_agent_api::tool::Arguments;
use espalier_model::course::Outline;

/// Depth down to which values are read.
const DEPTH: usize = 32;

/// A part of an outline, as far as it came.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SketchSection {
    /// Title of the part.
    pub title: String,
    /// Titles and contents of its chapters.
    pub chapters: Vec<(String, String)>,
}

/// An outline, as far as it came.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sketch {
    /// Title of the outline.
    pub title: String,
    /// Description of the outline.
    pub description: String,
    /// Parts of the outline.
    pub sections: Vec<SketchSection>,
}

impl Sketch {
    /// Makes the sketch of a whole outline.
    pub fn of_outline(outline: &Outline) -> Self {
        let sections = outline.sections.iter().map(|part| SketchSection {
            title: part.title.clone(),
            chapters: part.chapters.iter().map(|row| (row.title.clone(), row.snippet.clone())).collect(),
        });
        Self { title: outline.title.clone(), description: outline.description.clone(), sections: sections.collect() }
    }

    /// Appends the rest of the outline; a part that is in both is one, and one whose title had not come is what the
    /// rest begins with.
    #[must_use]
    pub fn with(mut self, rest: Self) -> Self {
        let untitled = self.sections.len().checked_sub(1).filter(|last| self.sections[*last].title.is_empty());
        for (at, part) in rest.sections.into_iter().enumerate() {
            let same = self.sections.iter().position(|known| !part.title.is_empty() && known.title == part.title);
            let place = same.or(untitled.filter(|_| at == 0));
            match place.and_then(|place| self.sections.get_mut(place)) {
                Some(known) => {
                    known.title = part.title;
                    let more = part
                        .chapters
                        .into_iter()
                        .filter(|(title, _)| known.chapters.iter().all(|(one, _)| one != title));
                    let more: Vec<_> = more.collect();
                    known.chapters.extend(more);
                }
                None => self.sections.push(part),
            }
        }
        self
    }

    /// Measures the sketch: the number of parts and chapters, then the length of their words.
    pub fn size(&self) -> (usize, usize) {
        let own = (0, self.title.len() + self.description.len());
        self.sections.iter().map(SketchSection::size).fold(own, |sum, size| (sum.0 + 1 + size.0, sum.1 + size.1))
    }
}

impl SketchSection {
    /// Measures the part: the number of chapters, then the length of the words.
    pub fn size(&self) -> (usize, usize) {
        let words = self.chapters.iter().map(|(title, snippet)| title.len() + snippet.len());
        (self.chapters.len(), self.title.len() + words.sum::<usize>())
    }
}

/// Reads an outline from the arguments so far.
pub fn sketch(text: &str) -> Sketch {
    let Value::Object(arguments) = so_far(text) else { return Sketch::default() };
    of_arguments(&arguments)
}

/// Reads one part from its arguments so far.
pub fn sketch_section(text: &str) -> SketchSection {
    section(&so_far(text))
}

/// Reads an outline from arguments.
pub fn of_arguments(arguments: &Arguments) -> Sketch {
    Sketch {
        title: text(arguments.get("title")),
        description: text(arguments.get("description")),
        sections: tools::sections(arguments).1.iter().map(section).collect(),
    }
}

fn section(given: &Value) -> SketchSection {
    let chapter = |given: &Value| (text(given.get("title")), text(given.get("contentSnippet")));
    SketchSection { title: text(given.get("title")), chapters: tools::chapters(given).iter().map(chapter).collect() }
}

fn text(value: Option<&Value>) -> String {
    value.and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// The value that a beginning of JSON is, without what could still turn out otherwise: of a text its beginning, of
/// numbers and words nothing before they end, of two values of one name the first.
pub fn so_far(text: &str) -> Value {
    let mut reader = Reader { text, at: 0 };
    reader.value(0).unwrap_or_default()
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&mut self) -> Option<u8> {
        let rest = &self.text.as_bytes()[self.at..];
        self.at += rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        self.text.as_bytes().get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// Reads a value as far as it came; `None` where nothing came.
    fn value(&mut self, depth: usize) -> Option<Value> {
        if depth > DEPTH {
            self.at = self.text.len();
            return None;
        }
        match self.peek()? {
            b'{' => Some(self.object(depth)),
            b'[' => Some(self.list(depth)),
            b'"' => Some(Value::String(self.string().0)),
            _ => self.word(),
        }
    }

    fn object(&mut self, depth: usize) -> Value {
        let mut fields = Map::new();
        self.at += 1;
        while self.peek() == Some(b'"') {
            let (name, whole) = self.string();
            if !whole || !self.take(b':') {
                break;
            }
            let value = self.value(depth + 1);
            if let Some(value) = value {
                fields.entry(name).or_insert(value);
            }
            if !self.take(b',') {
                break;
            }
        }
        self.close(b'}');
        Value::Object(fields)
    }

    fn list(&mut self, depth: usize) -> Value {
        let mut items = Vec::new();
        self.at += 1;
        while self.peek().is_some_and(|byte| byte != b']') {
            match self.value(depth + 1) {
                Some(item) => items.push(item),
                None => break,
            }
            if !self.take(b',') {
                break;
            }
        }
        self.close(b']');
        Value::Array(items)
    }

    /// Reads a closing bracket; where another byte stands, nothing after it is read.
    fn close(&mut self, byte: u8) {
        if !self.take(byte) {
            self.at = self.text.len();
        }
    }

    /// A text as far as it came, and whether it is whole.
    fn string(&mut self) -> (String, bool) {
        self.at += 1;
        let mut text = String::new();
        let rest = &self.text[self.at..];
        let mut characters = rest.char_indices();
        while let Some((at, c)) = characters.next() {
            match c {
                '"' => {
                    self.at += at + 1;
                    return (text, true);
                }
                '\\' => {
                    let Some((_, escape)) = characters.next() else { break };
                    let read = match escape {
                        'n' => '\n',
                        't' => '\t',
                        'r' => '\r',
                        'b' => '\u{8}',
                        'f' => '\u{c}',
                        'u' => match unicode(&mut characters) {
                            Some(read) => read,
                            None => break,
                        },
                        other => other,
                    };
                    text.push(read);
                }
                c => text.push(c),
            }
        }
        self.at = self.text.len();
        (text, false)
    }

    /// A number, `true`, `false` or `null`, once something stands behind it.
    fn word(&mut self) -> Option<Value> {
        let rest = &self.text[self.at..];
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.')));
        let Some(end) = end.filter(|end| *end > 0) else {
            self.at = self.text.len();
            return None;
        };
        self.at += end;
        let word = &rest[..end];
        match word {
            "true" => Some(Value::Bool(true)),
            "false" => Some(Value::Bool(false)),
            "null" => Some(Value::Null),
            _ => word.parse::<Number>().ok().map(Value::Number),
        }
    }
}

/// The character of a `\u` escape, whose second half may follow; `None` where it is not complete or none.
fn unicode(characters: &mut std::str::CharIndices<'_>) -> Option<char> {
    let mut unit = || (0..4).try_fold(0_u32, |unit, _| Some(unit * 16 + characters.next()?.1.to_digit(16)?));
    let first = unit()?;
    if !(0xd800..0xdc00).contains(&first) {
        return Some(char::from_u32(first).unwrap_or('\u{fffd}'));
    }
    if characters.next()?.1 != '\\' || characters.next()?.1 != 'u' {
        return None;
    }
    let mut unit = || (0..4).try_fold(0_u32, |unit, _| Some(unit * 16 + characters.next()?.1.to_digit(16)?));
    let second = unit()?;
    char::from_u32(0x1_0000 + ((first - 0xd800) << 10) + (second.checked_sub(0xdc00)? & 0x3ff))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn json_value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<String>().prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 24, 5, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
                prop::collection::btree_map(any::<String>(), inner, 0..5)
                    .prop_map(|fields| Value::Object(fields.into_iter().collect())),
            ]
        })
    }

    /// Whether `later` says all that `earlier` does.
    fn grew(earlier: &Value, later: &Value) -> bool {
        match (earlier, later) {
            (Value::String(earlier), Value::String(later)) => later.starts_with(earlier.as_str()),
            (Value::Array(earlier), Value::Array(later)) => {
                earlier.len() <= later.len() && earlier.iter().zip(later).all(|(earlier, later)| grew(earlier, later))
            }
            (Value::Object(earlier), Value::Object(later)) => {
                earlier.iter().all(|(name, value)| later.get(name).is_some_and(|later| grew(value, later)))
            }
            (Value::Null, _) => true,
            (earlier, later) => earlier == later,
        }
    }

    proptest! {
        #[test]
        fn s1_what_was_shown_never_goes_away(value in json_value(), ascii in any::<bool>()) {
            let mut text = value.to_string();
            if ascii {
                text = text.chars().map(|c| if c.is_ascii() { c.to_string() } else {
                    let mut units = [0; 2];
                    c.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")).collect::<Vec<_>>().concat()
                }).collect::<Vec<_>>().concat();
            }
            let mut earlier = Value::Null;
            for end in (0..=text.len()).filter(|end| text.is_char_boundary(*end)) {
                let now = so_far(&text[..end]);
                prop_assert!(grew(&earlier, &now), "{earlier} {now}");
                earlier = now;
            }
            if value.is_object() || value.is_array() {
                prop_assert_eq!(earlier, value);
            }
        }

        #[test]
        fn it_never_panics(text in any::<String>(), junk in "[\\[\\]{}\",:\\\\u0-9a-f ]{0,40}") {
            so_far(&text);
            so_far(&junk);
        }
    }

    #[test]
    fn s2_an_outline_appears_as_it_comes() {
        let text = r#"{"title":"Rust","modules":[{"title":"One","chapters":[{"title":"a","contentSnippet":"b"}]}]}"#;
        let half = sketch(&text[..text.find("\"a\"").unwrap()]);
        assert_eq!((half.sections.len(), half.sections[0].title.as_str()), (1, "One"));
        assert_eq!(sketch(text), of_arguments(&serde_json::from_str(text).unwrap()));
        assert_eq!(sketch(text).sections[0].chapters, [("a".to_owned(), "b".to_owned())]);
        assert_eq!(sketch(&"[".repeat(100_000)), Sketch::default());
        let part = sketch_section(r#"{"title":"One","tasks":[{"title":"a"},{"title":"b"#);
        assert_eq!((part.title.as_str(), part.size()), ("One", (2, 5)));
    }
}
