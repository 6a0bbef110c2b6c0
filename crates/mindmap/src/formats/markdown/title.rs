//! From the source of a title to a title and back.

use super::FOLD;
use crate::node_tree::{FlatLink, FlatNode};
use espalier_model::mindmap::Task;

/// Title of a node without text.
const BLANK: &str = "\u{a0}";
const BREAK: &str = "<br>";

/// Sets title, link, task and fold from the source of a title.
pub fn read(node: &mut FlatNode, source: &str) {
    let mut rest = trim(source);
    for fold in [FOLD, "<!-- markmap: foldAll -->"] {
        if let Some(before) = rest.strip_suffix(fold)
            && !is_escaped(before)
        {
            rest = trim(before);
            node.folded = true;
        }
    }
    for (mark, task) in [("[ ]", Task::Open), ("[x]", Task::Done), ("[X]", Task::Done)] {
        if let Some(after) = rest.strip_prefix(mark)
            && (after.is_empty() || after.starts_with([' ', '\t']))
        {
            rest = trim(after);
            node.task = task;
            break;
        }
    }
    if let Some((text, url)) = link(rest) {
        rest = text;
        node.link = Some(FlatLink::Url(url.to_owned()));
    }
    node.title = if rest == BLANK { String::new() } else { unescape(rest) };
}

/// The source of a title; `is_heading` is for places where number signs at the end would be taken away.
pub fn write(node: &FlatNode, is_heading: bool) -> String {
    let mut source = match node.task {
        Task::None => String::new(),
        Task::Open => "[ ] ".to_owned(),
        Task::Done => "[x] ".to_owned(),
    };
    let title = if node.title.is_empty() { BLANK.to_owned() } else { escape(&node.title) };
    match &node.link {
        Some(FlatLink::Url(url)) => {
            let is_simple = |character: char| !character.is_whitespace() && !matches!(character, '(' | ')' | '<' | '>');
            let in_brackets =
                if !url.is_empty() && url.chars().all(is_simple) { url.clone() } else { format!("<{url}>") };
            let linked = format!("[{title}]({in_brackets})");
            // One that would not be read as the same stays a title.
            let is_read = link(&linked).is_some_and(|(text, found)| text == title && found == url);
            source.push_str(if is_read { &linked } else { &title });
        }
        _ => source.push_str(&title),
    }
    if is_heading && source.strip_suffix('#').is_some_and(|before| !is_escaped(before)) {
        source.insert(source.len() - 1, '\\');
    }
    if node.folded {
        source.push(' ');
        source.push_str(FOLD);
    }
    source
}

/// Whether a text ends with a backslash that belongs to what follows.
fn is_escaped(before: &str) -> bool {
    !(before.len() - before.trim_end_matches('\\').len()).is_multiple_of(2)
}

/// Without spaces and tabs at the ends; other white space is text.
pub fn trim(text: &str) -> &str {
    text.trim_matches([' ', '\t'])
}

/// Text and address of a source that is one link and nothing else.
fn link(source: &str) -> Option<(&str, &str)> {
    let inner = source.strip_prefix('[')?.strip_suffix(')')?;
    let end = closing_bracket(inner)?;
    let url = inner[end + 1..].strip_prefix('(')?;
    let (url, is_in_brackets) = match url.strip_prefix('<').and_then(|url| url.strip_suffix('>')) {
        Some(url) => (url, true),
        None => (url, false),
    };
    let is_bad = |character: char| match character {
        '<' | '>' | '\n' | '\r' => true,
        '(' | ')' | '"' | '\\' => !is_in_brackets,
        other => !is_in_brackets && other.is_whitespace(),
    };
    let is_url = !url.contains(is_bad) && (is_in_brackets || !url.is_empty());
    (is_url && !inner[..end].is_empty()).then_some((&inner[..end], url))
}

/// Index of the bracket that closes the one before a text; `None` if there are others in it.
fn closing_bracket(text: &str) -> Option<usize> {
    let mut spans = Spans::new(text);
    while let Some(piece) = spans.next() {
        if let Piece::Character(at, character) = piece {
            match character {
                ']' => return Some(at),
                '[' => return None,
                _ => {}
            }
        }
    }
    None
}

/// A piece of a source.
enum Piece<'a> {
    /// A code span with its backticks.
    Code(&'a str),
    /// A punctuation mark after a backslash.
    Escaped(char),
    /// Any other character, and its index.
    Character(usize, char),
}

/// Iterator over the pieces of a source. A code span does not go over the end of a line.
struct Spans<'a> {
    text: &'a str,
    at: usize,
    /// Index up to which backticks close nothing.
    plain_until: usize,
}

impl<'a> Spans<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, at: 0, plain_until: 0 }
    }

    fn next(&mut self) -> Option<Piece<'a>> {
        let rest = &self.text[self.at..];
        let character = rest.chars().next()?;
        let at = self.at;
        if character == '`' && at >= self.plain_until {
            let run = rest.len() - rest.trim_start_matches('`').len();
            if let Some(length) = span(rest, run) {
                self.at += length;
                return Some(Piece::Code(&rest[..length]));
            }
            self.plain_until = at + run;
        }
        if character == '\\'
            && let Some(next) = rest[1..].chars().next().filter(char::is_ascii_punctuation)
        {
            self.at += 2;
            return Some(Piece::Escaped(next));
        }
        self.at += character.len_utf8();
        Some(Piece::Character(at, character))
    }
}

/// The length of the code span a text begins with, which opens with so many backticks.
fn span(text: &str, run: usize) -> Option<usize> {
    let line = text.split('\n').next().unwrap_or_default();
    let mut at = run;
    while let Some(found) = line[at..].find('`') {
        at += found;
        let closing = line[at..].len() - line[at..].trim_start_matches('`').len();
        at += closing;
        if closing == run {
            return Some(at);
        }
    }
    None
}

fn unescape(source: &str) -> String {
    let mut title = String::with_capacity(source.len());
    let mut spans = Spans::new(source);
    while let Some(piece) = spans.next() {
        match piece {
            Piece::Code(code) => title.push_str(code),
            Piece::Escaped(character) => title.push(character),
            Piece::Character(at, '<') => match break_length(&source[at..]) {
                Some(length) => {
                    title.push('\n');
                    spans.at = at + length;
                }
                None => title.push('<'),
            },
            Piece::Character(_, character) => title.push(character),
        }
    }
    title
}

fn escape(title: &str) -> String {
    let mut source = String::with_capacity(title.len() + 8);
    let mut rest = leading(title, &mut source);
    while let Some(character) = rest.chars().next() {
        let next = rest[character.len_utf8()..].chars().next();
        let mut length = character.len_utf8();
        match character {
            '\n' => source.push_str(BREAK),
            '\r' if next == Some('\n') => {}
            '\r' => source.push_str(BREAK),
            '`' => {
                let run = rest.len() - rest.trim_start_matches('`').len();
                if let Some(span) = span(rest, run) {
                    source.push_str(&rest[..span]);
                    length = span;
                } else {
                    source.push_str(&"\\`".repeat(run));
                    length = run;
                }
            }
            // Also at the end, where a bracket may follow.
            '\\' if next.is_none_or(|next| next.is_ascii_punctuation() || next == '\n') => source.push_str("\\\\"),
            '<' if break_length(rest).is_some() || rest.starts_with("<!--") => source.push_str("\\<"),
            '[' | ']' => source.extend(['\\', character]),
            other => source.push(other),
        }
        rest = &rest[length..];
    }
    source
}

/// Escapes what would make the beginning of a title something else, and gives the rest.
fn leading<'a>(title: &'a str, source: &mut String) -> &'a str {
    let digits = title.len() - title.trim_start_matches(|character: char| character.is_ascii_digit()).len();
    let mark = title[digits..].chars().next();
    let is_mark = match mark {
        Some('.' | ')') => digits > 0,
        Some('#' | '>' | '+' | '-' | '*' | '=' | '|' | '~' | '_') => digits == 0,
        Some('`') => digits == 0 && title.starts_with("```"),
        _ => false,
    };
    // A word in emphasis is no list.
    let is_emphasis =
        matches!(mark, Some('*' | '_')) && !title[1..].starts_with([' ', '\t']) && title[1..].contains(['*', '_']);
    match mark.filter(|_| is_mark && !is_emphasis) {
        Some(mark) => {
            source.push_str(&title[..digits]);
            source.extend(['\\', mark]);
            &title[digits + 1..]
        }
        None => title,
    }
}

/// The length of `<br>`, `<br/>` or `<br />` at the beginning of a text.
fn break_length(text: &str) -> Option<usize> {
    let start = text.get(..3).filter(|start| start.eq_ignore_ascii_case("<br"))?;
    let rest = text[start.len()..].trim_start_matches(' ');
    let rest = rest.strip_prefix('/').unwrap_or(rest).strip_prefix('>')?;
    Some(text.len() - rest.len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn node(source: &str) -> FlatNode {
        let mut node = FlatNode::default();
        read(&mut node, source);
        node
    }

    #[test]
    fn titles_are_read() {
        let check = |source: &str, title: &str| assert_eq!(node(source).title, title, "{source}");
        check("**bold** and *x*", "**bold** and *x*");
        check(r"a \* b \\d", r"a * b \d");
        check(r"`\d+\.` and `a", r"`\d+\.` and `a");
        check("a<br>b<BR />c", "a\nb\nc");
        check("[a](b) c", "[a](b) c");
        check("\u{a0}", "");
        assert_eq!(node("[x] done").task, Task::Done);
        assert_eq!(node("[ ]").task, Task::Open);
        assert_eq!(node("[-] x").title, "[-] x");
        assert!(node(&format!("a {FOLD}")).folded);
    }

    #[test]
    fn a_title_that_is_a_link_is_one() {
        let check = |source: &str, title: &str, url: &str| {
            let node = node(source);
            assert_eq!((node.title.as_str(), node.link), (title, Some(FlatLink::Url(url.to_owned()))), "{source}");
        };
        check("[a](http://x)", "a", "http://x");
        check(r"[a \[b\]](<http://x y>)", "a [b]", "http://x y");
        assert_eq!(node("[a](b) [c](d)").link, None);
        assert_eq!(node("[a](b \"c\")").link, None);
    }

    #[test]
    fn common_titles_are_written_as_they_are() {
        for title in ["Plan 2025", "**bold**", "*word* x", "a - b", "C++", "f(x) = `y`", "é — ü", "a_b"] {
            assert_eq!(escape(title), title);
        }
        assert_eq!(escape("1. first"), r"1\. first");
        assert_eq!(escape("# x"), r"\# x");
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(
            title in "[ab `\\\\<>br/#*.1\\-\\[\\]()!\n_~|+=]{0,12}",
            url in prop::option::of("[ab ()<>\\\\\"é:/]{0,6}"),
            is_heading in any::<bool>(),
            folded in any::<bool>(),
            task in prop::sample::select(vec![Task::None, Task::Open, Task::Done]),
        ) {
            let title = trim(&title).to_owned();
            let written = FlatNode { title, folded, task, link: url.map(FlatLink::Url), ..FlatNode::default() };
            let mut source = write(&written, is_heading);
            prop_assert!(!source.contains('\n'));
            if is_heading && !written.folded {
                // As a reader of headings does.
                let end = source.trim_end_matches('#');
                if end.ends_with([' ', '\t']) { source.truncate(end.len()); }
            }
            let mut found = node(&source);
            if found.link.is_none() {
                found.link.clone_from(&written.link);
            }
            prop_assert_eq!(found, written, "{}", source);
        }
    }
}
