//! Parts of Rust text, as far as the rules need them: code, comments, strings, and where the tests begin.

use super::{Text, line_at};

/// A Rust file.
#[derive(Debug, Clone)]
pub struct Source {
    /// Path from the root of the repository.
    pub name: String,
    pub text: String,
    /// The code, as long as `text`, but with spaces for comments and the insides of strings.
    pub code: String,
    pub literals: Vec<Literal>,
    /// Start of the tests at the bottom; the end if there are none, 0 if all of it is tests.
    pub tests_at: usize,
}

/// A string literal: where its text begins, and the text as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Literal {
    pub at: usize,
    pub text: String,
}

impl Source {
    pub fn new(file: Text) -> Self {
        let (code, literals) = split(&file.text);
        let tests_at = if is_test_file(&file.name) { 0 } else { tests_at(&code) };
        Self { name: file.name, text: file.text, code, literals, tests_at }
    }

    /// Returns the code that ships.
    pub fn shipped(&self) -> &str {
        &self.code[..self.tests_at]
    }

    pub fn line(&self, position: usize) -> usize {
        line_at(&self.text, position)
    }
}

fn is_test_file(name: &str) -> bool {
    let tests = |part: &str| part == "tests" || part == "tests.rs" || part.ends_with("_tests.rs");
    name.split('/').any(tests)
}

/// Finds the first `#[cfg(test)]` at the margin whose item is a module with a body.
fn tests_at(code: &str) -> usize {
    const MARK: &str = "#[cfg(test)]";
    let starts = code.match_indices(MARK).map(|(at, _)| at).filter(|at| *at == 0 || code.as_bytes()[at - 1] == b'\n');
    for at in starts {
        let rest = &code[at + MARK.len()..];
        let end = rest.find([';', '{']).unwrap_or(rest.len());
        if rest[end..].starts_with('{') && rest[..end].split_whitespace().any(|word| word == "mod") {
            return at;
        }
    }
    code.len()
}

/// Separates code from comments and strings.
fn split(text: &str) -> (String, Vec<Literal>) {
    let mut scanner = Scanner { bytes: text.as_bytes(), at: 0, code: text.as_bytes().to_vec(), spans: Vec::new() };
    scanner.scan();
    let literals =
        scanner.spans.iter().map(|(start, end)| Literal { at: *start, text: text[*start..*end].to_owned() }).collect();
    // Only whole characters are blanked, so this is still UTF-8; the fallback cannot be reached.
    (String::from_utf8(scanner.code).unwrap_or_default(), literals)
}

struct Scanner<'text> {
    bytes: &'text [u8],
    at: usize,
    code: Vec<u8>,
    spans: Vec<(usize, usize)>,
}

impl Scanner<'_> {
    fn scan(&mut self) {
        while self.at < self.bytes.len() {
            let rest = &self.bytes[self.at..];
            match rest {
                [b'/', b'/', ..] => {
                    let end = self.find(self.at, b"\n");
                    self.blank_to(end);
                }
                [b'/', b'*', ..] => self.block_comment(),
                [b'"', ..] => self.string(),
                [b'r', ..] if !self.inside_word() && self.hashes(self.at + 1).is_some() => self.raw_string(self.at + 1),
                [b'b', b'r', ..] if !self.inside_word() && self.hashes(self.at + 2).is_some() => {
                    self.raw_string(self.at + 2);
                }
                [b'\'', ..] => self.quote(),
                _ => self.at += 1,
            }
        }
    }

    fn inside_word(&self) -> bool {
        self.at > 0 && (self.bytes[self.at - 1].is_ascii_alphanumeric() || self.bytes[self.at - 1] == b'_')
    }

    /// Returns the number of `#` if a raw string opens at this place.
    fn hashes(&self, from: usize) -> Option<usize> {
        let count = self.bytes[from.min(self.bytes.len())..].iter().take_while(|byte| **byte == b'#').count();
        (self.bytes.get(from + count) == Some(&b'"')).then_some(count)
    }

    fn find(&self, from: usize, needle: &[u8]) -> usize {
        let rest = &self.bytes[from.min(self.bytes.len())..];
        rest.windows(needle.len()).position(|window| window == needle).map_or(self.bytes.len(), |found| from + found)
    }

    fn blank_to(&mut self, end: usize) {
        for byte in &mut self.code[self.at..end] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
        self.at = end;
    }

    fn block_comment(&mut self) {
        let mut depth = 0_usize;
        let mut end = self.at;
        while end < self.bytes.len() {
            match &self.bytes[end..] {
                [b'/', b'*', ..] => (depth, end) = (depth + 1, end + 2),
                [b'*', b'/', ..] => (depth, end) = (depth - 1, end + 2),
                _ => end += 1,
            }
            if depth == 0 {
                break;
            }
        }
        self.blank_to(end);
    }

    fn string(&mut self) {
        let start = self.at + 1;
        let mut end = start;
        while end < self.bytes.len() && self.bytes[end] != b'"' {
            end += if self.bytes[end] == b'\\' { 2 } else { 1 };
        }
        self.literal(start, end.min(self.bytes.len()), 1);
    }

    fn raw_string(&mut self, from: usize) {
        let hashes = self.hashes(from).unwrap_or(0);
        let start = from + hashes + 1;
        let close: Vec<u8> = std::iter::once(b'"').chain(std::iter::repeat_n(b'#', hashes)).collect();
        self.literal(start, self.find(start, &close), close.len());
    }

    fn literal(&mut self, start: usize, end: usize, closing: usize) {
        self.spans.push((start, end));
        self.at = start;
        self.blank_to(end);
        self.at = (end + closing).min(self.bytes.len());
    }

    /// Blanks a character literal, because it may hold a quote; a lifetime is code.
    fn quote(&mut self) {
        let rest = &self.bytes[self.at + 1..];
        let length = match rest {
            [b'\\', b'u', ..] => rest.iter().position(|byte| *byte == b'}').map(|end| end + 1),
            [b'\\', b'x', ..] => Some(4),
            [b'\\', ..] => Some(2),
            [first, ..] => Some(match first {
                0..0x80 => 1,
                0x80..0xe0 => 2,
                0xe0..0xf0 => 3,
                _ => 4,
            }),
            [] => None,
        };
        match length {
            Some(length) if rest.get(length) == Some(&b'\'') => {
                self.at += 1;
                self.blank_to(self.at + length);
                self.at += 1;
            }
            _ => self.at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub fn source(name: &str, text: &str) -> Source {
        Source::new(Text { name: name.to_owned(), text: text.to_owned() })
    }

    #[test]
    fn comments_and_strings_are_not_code() {
        let source = source(
            "src/a.rs",
            "a(\"crate::ui\"); // crate::web\n/* x /* y */ z */ b('\"', '\\'', 'é', r#\"q\"w\"#); fn f<'a>() {}",
        );
        assert_eq!(source.code.len(), source.text.len());
        assert!(!source.code.contains("crate"), "{}", source.code);
        assert!(!source.code.contains('z') && source.code.contains("fn f<'a>() {}"), "{}", source.code);
        let texts: Vec<&str> = source.literals.iter().map(|literal| literal.text.as_str()).collect();
        assert_eq!(texts, ["crate::ui", "q\"w"]);
    }

    #[test]
    fn escapes_do_not_end_a_string() {
        let source = source("src/a.rs", r#"f("a\"b\\", 1)"#);
        assert_eq!(source.literals, [Literal { at: 3, text: r#"a\"b\\"#.to_owned() }]);
    }

    #[test]
    fn tests_at_the_bottom_do_not_ship() {
        let text = "use a;\n#[cfg(test)]\nmod other;\nfn f() {}\n#[cfg(test)]\nmod tests {\n    use b;\n}\n";
        assert_eq!(source("src/a.rs", text).shipped(), "use a;\n#[cfg(test)]\nmod other;\nfn f() {}\n");
        assert_eq!(source("src/a/tests.rs", text).shipped(), "");
        assert_eq!(source("tests/e2e/main.rs", text).shipped(), "");
    }

    #[test]
    fn broken_text_ends_without_panic() {
        for text in ["\"", "'", "r#\"", "/*", "'\\", "b'", "\"\\", "r", "br#", "'\\u{", "\"é"] {
            assert_eq!(source("src/a.rs", text).code.len(), text.len(), "{text}");
        }
    }
}
