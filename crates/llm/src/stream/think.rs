//! Splitting of an answer into reasoning and text where a server leaves `<think>` tags in the text.
//!
//! Rules, each with a test of its name:
//! - K1 A tag may be cut anywhere; no part of it is ever shown, and text that turns out to be no tag is shown after
//!   all.
//! - K2 There may be several blocks; `think`, `thinking` and `thought` are known, and a block ends with its own tag.
//! - K3 A closing tag without an opening one means that everything before it was reasoning (some templates put the
//!   opening tag into the prompt). This happens once, and only while nothing else was reasoning.
//! - K4 A block that is never closed stays reasoning.
//! - K5 Inside a code fence or inline code a tag is text. Inside reasoning the closing tag always counts, because an
//!   unclosed fence there would otherwise swallow the answer.
//! - K6 White space around a block does not become the beginning of the answer or of the reasoning.

use std::borrow::Cow;

const TAGS: &[&str] = &["think", "thinking", "thought"];

/// A piece found by the splitter, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part<'a> {
    Text(&'a str),
    Reasoning(&'a str),
    /// A block of reasoning begins.
    Opened,
    /// All text so far was reasoning (rule K3).
    TextWasReasoning,
}

/// The splitter. It holds back at most one unfinished tag and the white space before the answer.
#[derive(Debug, Clone, Default)]
pub(super) struct ThinkSplitter {
    /// The tag of the block we are in.
    inside: Option<&'static str>,
    /// Beginning of a possible tag.
    held: String,
    /// White space that is shown only if something follows it.
    blank: String,
    /// Whether text other than white space was shown since the beginning or since the last block that began the answer.
    has_text: bool,
    /// Whether reasoning other than line breaks was found in the current block.
    has_reasoning: bool,
    /// Whether a block was seen, or reasoning came another way: rule K3 is off.
    has_block: bool,
    code: CodeTracker,
}

enum Tag {
    Opening(&'static str, usize),
    Closing(usize),
    /// The input ends before it can be told.
    Unfinished,
    None,
}

impl ThinkSplitter {
    /// Notes that reasoning came in a field of its own, so that a closing tag alone is just text.
    pub fn reasoning_came_elsewhere(&mut self) {
        self.has_block = true;
    }

    /// Returns the number of bytes of white space that are held back.
    pub fn held_bytes(&self) -> usize {
        self.blank.len()
    }

    /// Reads the next piece of the answer's content.
    pub fn push(&mut self, piece: &str, sink: &mut impl FnMut(Part<'_>)) {
        let input: Cow<'_, str> = if self.held.is_empty() {
            Cow::Borrowed(piece)
        } else {
            let mut joined = std::mem::take(&mut self.held);
            joined.push_str(piece);
            Cow::Owned(joined)
        };
        self.read(&input, sink);
    }

    /// Ends the content: the held rest is shown.
    pub fn finish(&mut self, sink: &mut impl FnMut(Part<'_>)) {
        let held = std::mem::take(&mut self.held);
        self.emit(&held, sink);
        let blank = std::mem::take(&mut self.blank);
        if !blank.is_empty() && !self.has_block {
            sink(Part::Text(&blank));
        }
    }

    fn read(&mut self, input: &str, sink: &mut impl FnMut(Part<'_>)) {
        let mut start = 0;
        let mut at = 0;
        while let Some(tag_at) = self.next_candidate(input, at) {
            match self.tag(&input[tag_at..]) {
                Tag::None => at = tag_at + 1,
                Tag::Unfinished => {
                    self.emit(&input[start..tag_at], sink);
                    self.held.push_str(&input[tag_at..]);
                    return;
                }
                Tag::Opening(name, length) => {
                    self.emit(&input[start..tag_at], sink);
                    self.open(name, sink);
                    start = tag_at + length;
                    at = start;
                }
                Tag::Closing(length) => {
                    self.emit(&input[start..tag_at], sink);
                    self.close(sink);
                    start = tag_at + length;
                    at = start;
                }
            }
        }
        self.emit(&input[start..], sink);
    }

    /// Finds the next `<` that may begin a tag. In text this also follows code, which costs a look at every byte.
    fn next_candidate(&mut self, input: &str, from: usize) -> Option<usize> {
        let bytes = input.as_bytes();
        if self.inside.is_some() {
            return memchr::memchr(b'<', &bytes[from..]).map(|at| from + at);
        }
        for (offset, &byte) in bytes[from..].iter().enumerate() {
            if byte == b'<' && !self.code.is_code() {
                let at = from + offset;
                if !matches!(self.tag(&input[at..]), Tag::None) {
                    return Some(at);
                }
            }
            self.code.read(byte);
        }
        None
    }

    fn tag(&self, input: &str) -> Tag {
        let mut unfinished = false;
        for name in TAGS {
            if let Some(open) = self.inside {
                if open != *name {
                    continue;
                }
            } else {
                match compare(input, ["<", name, ">"]) {
                    Match::Whole(length) => return Tag::Opening(name, length),
                    Match::Beginning => unfinished = true,
                    Match::No => {}
                }
            }
            if self.inside.is_some() || !self.has_block {
                match compare(input, ["</", name, ">"]) {
                    Match::Whole(length) => return Tag::Closing(length),
                    Match::Beginning => unfinished = true,
                    Match::No => {}
                }
            }
        }
        if unfinished { Tag::Unfinished } else { Tag::None }
    }

    fn open(&mut self, name: &'static str, sink: &mut impl FnMut(Part<'_>)) {
        self.inside = Some(name);
        self.has_block = true;
        self.has_reasoning = false;
        sink(Part::Opened);
    }

    fn close(&mut self, sink: &mut impl FnMut(Part<'_>)) {
        if self.inside.take().is_none() {
            self.has_block = true;
            self.has_text = false;
            sink(Part::TextWasReasoning);
        }
        self.blank.clear();
        self.code = CodeTracker::default();
    }

    fn emit(&mut self, piece: &str, sink: &mut impl FnMut(Part<'_>)) {
        if self.inside.is_some() {
            let piece = if self.has_reasoning { piece } else { piece.trim_start_matches(['\n', '\r']) };
            if !piece.is_empty() {
                self.has_reasoning = true;
                sink(Part::Reasoning(piece));
            }
            return;
        }
        if self.has_text {
            if !piece.is_empty() {
                sink(Part::Text(piece));
            }
            return;
        }
        let shown = piece.trim_start();
        let blank = &piece[..piece.len() - shown.len()];
        if !self.has_block {
            self.blank.push_str(blank);
        }
        if shown.is_empty() {
            return;
        }
        self.has_text = true;
        let blank = std::mem::take(&mut self.blank);
        if !blank.is_empty() {
            sink(Part::Text(&blank));
        }
        sink(Part::Text(shown));
    }
}

enum Match {
    Whole(usize),
    Beginning,
    No,
}

fn compare(input: &str, parts: [&str; 3]) -> Match {
    let mut rest = input;
    for part in parts {
        if let Some(after) = rest.strip_prefix(part) {
            rest = after;
        } else if part.starts_with(rest) {
            return Match::Beginning;
        } else {
            return Match::No;
        }
    }
    Match::Whole(input.len() - rest.len())
}

/// Follows Markdown just closely enough to know whether a byte is inside a fence or inline code.
///
/// Inline code is taken to end with its line: a lone backtick must not hide a tag for ever.
#[derive(Debug, Clone, Default)]
pub struct CodeTracker {
    /// The byte and the length of the open fence.
    fence: Option<(u8, usize)>,
    /// The length of the backtick run that opened inline code; 0 outside.
    inline: usize,
    /// The run of equal fence bytes that is being read.
    run: (u8, usize),
    /// Whether the run began where a fence may begin.
    run_begins_line: bool,
    /// Whether anything but up to three spaces was seen in this line.
    in_line: bool,
    indent: usize,
    /// A run that closes the fence if the line has nothing else.
    closing: bool,
    after_backslash: bool,
}

impl CodeTracker {
    /// Whether the next byte is inside code.
    pub fn is_code(&mut self) -> bool {
        self.end_run();
        self.fence.is_some() || self.inline > 0
    }

    /// Follows one byte of text.
    pub fn read(&mut self, byte: u8) {
        if matches!(byte, b'`' | b'~') && (self.run.1 == 0 || self.run.0 == byte) {
            if self.run.1 == 0 {
                if self.after_backslash && self.inline == 0 {
                    self.after_backslash = false;
                    self.in_line = true;
                    return;
                }
                self.run_begins_line = !self.in_line;
            }
            self.run = (byte, self.run.1 + 1);
            self.in_line = true;
            return;
        }
        self.end_run();
        self.after_backslash = byte == b'\\';
        match byte {
            b'\n' => {
                if self.closing {
                    self.fence = None;
                }
                *self = Self { fence: self.fence, ..Self::default() };
            }
            b' ' if !self.in_line && self.indent < 3 => self.indent += 1,
            b' ' | b'\t' | b'\r' if self.in_line => {}
            b'`' | b'~' => {
                self.closing = false;
                self.run = (byte, 1);
            }
            _ => {
                self.in_line = true;
                self.closing = false;
            }
        }
    }

    fn end_run(&mut self) {
        let (byte, length) = std::mem::take(&mut self.run);
        if length == 0 {
            return;
        }
        let begins_line = std::mem::take(&mut self.run_begins_line);
        if let Some((fence, least)) = self.fence {
            self.closing = begins_line && byte == fence && length >= least;
            return;
        }
        if begins_line && length >= 3 {
            self.fence = Some((byte, length));
        } else if byte == b'`' {
            if self.inline == 0 {
                self.inline = length;
            } else if self.inline == length {
                self.inline = 0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Renders text as it is, reasoning in `[`…`]`, a reclassification as `^`.
    fn split(pieces: &[&str]) -> String {
        let mut splitter = ThinkSplitter::default();
        let mut out: Vec<(char, String)> = Vec::new();
        let mut sink = |part: Part<'_>| {
            let (kind, text) = match part {
                Part::Text(text) => ('t', text),
                Part::Reasoning(text) => ('r', text),
                Part::Opened => ('o', ""),
                Part::TextWasReasoning => ('w', ""),
            };
            match out.last_mut() {
                Some((last, all)) if *last == kind => all.push_str(text),
                _ => out.push((kind, text.to_owned())),
            }
        };
        for piece in pieces {
            splitter.push(piece, &mut sink);
        }
        splitter.finish(&mut sink);
        out.into_iter()
            .map(|(kind, text)| match kind {
                't' => text,
                'r' => format!("[{text}]"),
                'o' => String::new(),
                _ => "^".to_owned(),
            })
            .collect()
    }

    fn check(input: &str, expect: &str) {
        assert_eq!(split(&[input]), expect, "{input:?} whole");
        let cuts: Vec<usize> = input.char_indices().map(|(at, _)| at).chain([input.len()]).collect();
        for (position, &first) in cuts.iter().enumerate() {
            for &second in &cuts[position..] {
                let pieces = [&input[..first], &input[first..second], &input[second..]];
                assert_eq!(split(&pieces), expect, "{input:?} cut at {first} and {second}");
            }
        }
        let chars: Vec<String> = input.chars().map(String::from).collect();
        let chars: Vec<&str> = chars.iter().map(String::as_str).collect();
        assert_eq!(split(&chars), expect, "{input:?} by character");
    }

    #[test]
    fn k1_a_tag_is_never_shown_and_a_false_one_always() {
        check("<think>hm</think>yes", "[hm]yes");
        check("a < b <thin <thinker> </thin> <", "a < b <thin <thinker> </thin> <");
        check("<<think>a</think>b", "<[a]b");
        check("x <think", "x <think");
    }

    #[test]
    fn k2_several_blocks_of_several_names() {
        check("<think>a</think>b<think>c</think>d", "[a]b[c]d");
        check("<thinking>a</think>b</thinking>c", "[a</think>b]c");
        check("<thought>a</thought>b", "[a]b");
        check("<think>a<think>b</think>c", "[a<think>b]c");
    }

    #[test]
    fn k3_only_a_closing_tag() {
        check("hm, well</think>\n\nyes", "hm, well^yes");
        check("</think>yes", "^yes");
        check("<think>a</think>b</think>c", "[a]b</think>c");
        check("a</think>b</think>c", "a^b</think>c");
    }

    #[test]
    fn k4_an_unclosed_block_stays_reasoning() {
        check("<think>hm", "[hm]");
        check("<think>hm </thi", "[hm </thi]");
    }

    #[test]
    fn k5_a_tag_in_code_is_text() {
        check("Use `<think>` so", "Use `<think>` so");
        check("Use ``a ` <think>`` so", "Use ``a ` <think>`` so");
        check("```html\n<think>x</think>\n```\n<think>y</think>", "```html\n<think>x</think>\n```\n[y]");
        check("~~~\n```\n<think>\n~~~\n<think>y", "~~~\n```\n<think>\n~~~\n[y]");
        check("```\n```rust\n<think>\n```", "```\n```rust\n<think>\n```");
        check("a ` b\n<think>y", "a ` b\n[y]");
        check("\\`<think>y", "\\`[y]");
        check("`</think>` is a tag", "`</think>` is a tag");
        check("<think>```\n</think>yes", "[```\n]yes");
        check("a~~<think>y", "a~~[y]");
    }

    #[test]
    fn k6_white_space_around_a_block() {
        check("<think>\n\n</think>\n\nyes", "yes");
        check("\n <think>\nhm\n</think>\n\nyes\n", "[hm\n]yes\n");
        check("  yes", "  yes");
        check(" \n", " \n");
        check("a\n<think>b</think>\nc", "a\n[b]\nc");
    }

    proptest! {
        #[test]
        fn any_cutting_gives_the_same_parts(
            words in prop::collection::vec(
                prop::sample::select(vec![
                    "<think>", "</think>", "<thinking>", "</thinking>", "<", ">", "/", "thi", "nk", "`", "```", "~~~", "\n", " ", "x", "世", "\\",
                ]),
                0..30,
            ),
            size in 1_usize..9,
        ) {
            let whole = words.concat();
            let mut pieces = Vec::new();
            let mut rest = whole.as_str();
            while !rest.is_empty() {
                let end = rest.char_indices().nth(size).map_or(rest.len(), |(at, _)| at);
                pieces.push(&rest[..end]);
                rest = &rest[end..];
            }
            let expect = split(&[&whole]);
            prop_assert_eq!(&split(&pieces), &expect);
            prop_assert_eq!(&split(&words), &expect);
        }
    }
}
