//! A text as the parser gets it: with marks where emphasis needs them (see [`super::cjk`]), and with formulas (see
//! [`super::math`]) written in characters without a meaning to it. All of them are taken back out of the parsed text.
//!
//! The characters are noncharacters: Unicode reserves them for use inside of programs, so they have no meaning in
//! anybody's text.

use std::borrow::Cow;

use super::{cjk, math};

/// A mark that makes emphasis possible at its place.
pub(super) const MARK: char = '\u{FDD0}';
/// A mark that begins a formula.
const OPEN: char = '\u{FDD1}';
/// A mark that ends a formula.
const CLOSE: char = '\u{FDD2}';
/// A mark that begins the marks of a formula's container at the start of a line.
const LEAD: char = '\u{FDE0}';
/// A mark that ends the marks of a container.
const LEAD_END: char = '\u{FDE1}';
/// The stand-in for the first character of [`MARKUP`]; the others follow.
const FIRST: u32 = 0xFDD3;
/// The characters of a formula that would be markup.
const MARKUP: &[u8; 13] = b"\n\\`*_[]<>&!~|";

/// A text with marks and stand-ins, as the parser gets it.
pub(super) struct Marked<'a> {
    pub text: Cow<'a, str>,
    edits: Vec<Edit>,
}

/// A place whose length differs from that in the source.
struct Edit {
    /// Place at which it begins in the marked text.
    at: usize,
    /// Bytes by which offsets behind it, and behind all edits before, are too large. Never below zero at the end of a
    /// line, where offsets are asked for, but it may be in between.
    excess: isize,
}

/// A piece of a marked text.
pub(super) enum Piece<'a> {
    Words(Cow<'a, str>),
    Formula(Cow<'a, str>),
}

impl<'a> Marked<'a> {
    /// Marks a text. The marks depend only on the lines before, see [`math`], and on the characters beside them;
    /// `is_last` says that nothing follows the text in its document. `fences` are places of fences that begin and end nothing.
    pub fn new(source: &'a str, is_last: bool, fences: &[usize]) -> Self {
        let formulas = math::find(source, is_last);
        let mut places = cjk::places(source);
        places.retain(|place| !formulas.iter().any(|formula| formula.range.contains(place)));
        if places.is_empty() && formulas.is_empty() && fences.is_empty() {
            return Self { text: Cow::Borrowed(source), edits: Vec::new() };
        }
        let mut marked =
            Writer { source, from: 0, text: String::with_capacity(source.len() * 5 / 4), edits: Vec::new() };
        let mut signs: Vec<_> = places.into_iter().map(|place| (place..place, MARK)).collect();
        signs.extend(fences.iter().filter_map(|fence| Some((*fence..*fence + 1, stand_in(b'`')?))));
        signs.sort_by_key(|(range, _)| range.start);
        let mut signs = signs.into_iter().peekable();
        for formula in formulas {
            while let Some((range, sign)) = signs.next_if(|(range, _)| range.start <= formula.range.start) {
                marked.replace(range, sign);
            }
            marked.formula(&formula);
        }
        for (range, sign) in signs {
            marked.replace(range, sign);
        }
        marked.text.push_str(&source[marked.from..]);
        Self { text: Cow::Owned(marked.text), edits: marked.edits }
    }

    /// Returns the offset in the source for an offset in the marked text.
    pub fn source_offset(&self, offset: usize) -> usize {
        let before = self.edits.partition_point(|edit| edit.at < offset);
        let excess = before.checked_sub(1).map_or(0, |last| self.edits[last].excess);
        offset.saturating_add_signed(-excess)
    }
}

struct Writer<'a> {
    source: &'a str,
    from: usize,
    text: String,
    edits: Vec<Edit>,
}

impl Writer<'_> {
    /// Copies the source up to a range and puts a character in place of it.
    fn replace(&mut self, range: std::ops::Range<usize>, with: char) {
        self.text.push_str(&self.source[self.from..range.start]);
        let before = self.edits.last().map_or(0, |edit| edit.excess);
        let excess = before.saturating_add_unsigned(with.len_utf8()).saturating_sub_unsigned(range.len());
        self.edits.push(Edit { at: self.text.len(), excess });
        self.text.push(with);
        self.from = range.end;
    }

    fn formula(&mut self, formula: &math::Formula) {
        let range = formula.range.clone();
        self.replace(range.start..range.start, OPEN);
        for (at, byte) in self.source.as_bytes()[range.clone()].iter().enumerate() {
            let at = range.start + at;
            let Some(stand_in) = stand_in(*byte) else { continue };
            if at < self.from {
                continue;
            }
            self.replace(at..at + 1, stand_in);
            let behind = self.behind_lead(at + 1, formula);
            if *byte == b'\n' && behind > at + 1 {
                self.replace(at + 1..at + 1, LEAD);
                self.replace(behind..behind, LEAD_END);
            }
        }
        self.replace(range.end..range.end, CLOSE);
    }

    /// Returns the place behind the marks of the container at the start of a line inside of a formula: they are not
    /// part of it.
    fn behind_lead(&self, line: usize, formula: &math::Formula) -> usize {
        let end = (line + formula.lead).min(formula.range.end);
        let lead =
            self.source.as_bytes()[line..end].iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'>')).count();
        line + lead
    }
}

fn stand_in(byte: u8) -> Option<char> {
    let index = MARKUP.iter().position(|markup| *markup == byte)?;
    char::from_u32(FIRST + u32::try_from(index).ok()?)
}

/// Meaning of a character of a marked text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meaning {
    /// The character stands for itself.
    Itself,
    /// The character stands for another one.
    StandIn(char),
    /// The character is a mark, and nothing in the text.
    Mark,
}

fn meaning(character: char) -> Meaning {
    if [MARK, OPEN, CLOSE, LEAD, LEAD_END].contains(&character) {
        return Meaning::Mark;
    }
    let index = u32::from(character).checked_sub(FIRST).and_then(|index| usize::try_from(index).ok());
    let markup = index.and_then(|index| MARKUP.get(index));
    markup.map_or(Meaning::Itself, |byte| Meaning::StandIn(char::from(*byte)))
}

fn plain(character: char) -> Option<char> {
    match meaning(character) {
        Meaning::Itself => Some(character),
        Meaning::StandIn(other) => Some(other),
        Meaning::Mark => None,
    }
}

/// Returns the original text.
pub(super) fn unmark(text: &str) -> Cow<'_, str> {
    if !text.contains(|character| meaning(character) != Meaning::Itself) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().filter_map(plain).collect())
}

/// Returns the words and formulas of a marked text, in their original form.
pub(super) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some((words, behind)) = rest.split_once(OPEN) {
        let Some((formula, behind)) = behind.split_once(CLOSE) else { break };
        push(&mut pieces, Piece::Words(unmark(words)));
        push(&mut pieces, Piece::Formula(without_leads(formula)));
        rest = behind;
    }
    push(&mut pieces, Piece::Words(unmark(rest)));
    pieces
}

/// Returns the source of a formula without the marks of the container around it.
fn without_leads(formula: &str) -> Cow<'_, str> {
    if !formula.contains(LEAD) {
        return unmark(formula);
    }
    let lines = formula.split(LEAD).enumerate().map(|(index, line)| match line.split_once(LEAD_END) {
        Some((_, line)) if index > 0 => line,
        _ => line,
    });
    Cow::Owned(unmark(&lines.collect::<String>()).into_owned())
}

fn push<'a>(pieces: &mut Vec<Piece<'a>>, piece: Piece<'a>) {
    let (Piece::Words(text) | Piece::Formula(text)) = &piece;
    if !text.is_empty() {
        pieces.push(piece);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formula_comes_back_as_it_was_written() {
        let source = "x \\(a_1 \\\\ *b*\\)\n- \\[\n  |y| & z\n  \\]\n末";
        let marked = Marked::new(source, true, &[]);
        assert!(!marked.text.contains(['\\', '*', '|', '&']), "{}", marked.text);
        assert_eq!(unmark(&marked.text), source);
        let last = marked.text.find('末').unwrap();
        assert_eq!(&source[marked.source_offset(last)..], "末");
        let formulas: Vec<String> = pieces(&marked.text)
            .into_iter()
            .filter_map(|piece| match piece {
                Piece::Formula(text) => Some(text.into_owned()),
                Piece::Words(_) => None,
            })
            .collect();
        assert_eq!(formulas, ["\\(a_1 \\\\ *b*\\)", "\\[\n|y| & z\n\\]"]);
    }

    #[test]
    fn offsets_come_back() {
        let source = "**一。**二\n**三。**四\n末";
        let marked = Marked::new(source, true, &[]);
        let end = marked.text.find('末').unwrap();
        assert_eq!(&source[marked.source_offset(end)..], "末");
        assert_eq!(marked.source_offset(marked.text.len()), source.len());
        assert_eq!(marked.source_offset(0), 0);
    }
}
