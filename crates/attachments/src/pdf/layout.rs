//! Lines and words out of placed glyphs.
//!
//! Glyphs come as they are drawn. A line with letters that are read from right to left is put into the order of reading
//! if it was drawn as it looks.

use std::ops::Range;

use super::bidi::{self, Class, Page};

/// Largest gap within a word, in parts of the size of the text.
const WORD_GAP: f64 = 0.2;

/// Largest distance between the baselines of one line, in parts of the size; indices stay in their line.
const SAME_LINE: f64 = 0.55;

/// As much for stops of East Asia, in columns.
const STOP_IN_LINE: f64 = 0.9;

/// Smallest distance between lines that parts paragraphs, in parts of the size.
const PARAGRAPH: f64 = 1.9;

/// Ways from a character to the next below it in a column, in parts of the size.
const COLUMN_STEP: Range<f64> = 0.7..1.4;

/// Most pieces of a line that are put into another order.
const MAX_PIECES: usize = 4_096;

/// A glyph where it is drawn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Placed {
    /// Place of its origin.
    pub at: (f64, f64),
    /// Way from its origin to that of the next glyph.
    pub advance: (f64, f64),
    /// Direction of the line, of length one.
    pub along: (f64, f64),
    /// Size of the text.
    pub size: f64,
    /// Whether it is seen as in a mirror, so that its line runs the other way.
    pub is_mirrored: bool,
    /// Whether the document itself says what its text is.
    pub is_given: bool,
}

impl Placed {
    fn end(&self) -> (f64, f64) {
        (self.at.0 + self.advance.0, self.at.1 + self.advance.1)
    }

    /// Returns how far a place is from another along the line, and how far below the line.
    fn way(&self, from: (f64, f64), to: (f64, f64)) -> (f64, f64) {
        let (x, y) = (to.0 - from.0, to.1 - from.1);
        (x * self.along.0 + y * self.along.1, x * self.along.1 - y * self.along.0)
    }
}

/// A glyph of the line that is being drawn.
#[derive(Debug)]
struct Piece {
    placed: Placed,
    class: Class,
    /// Its text within that of the line.
    text: Range<usize>,
    /// Gap or break between it and the one before.
    between: Between,
}

/// Gap or break between two glyphs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Between {
    Nothing,
    Gap,
    /// As nothing, to the left of the line so far.
    Back,
    Line,
    Paragraph,
}

/// Text of a page while it grows.
#[derive(Debug, Default)]
pub(super) struct Lines {
    text: String,
    page: Page,
    /// Break between the line that is being drawn and those before.
    before: Option<Between>,
    line: Line,
}

/// Line that is being drawn.
#[derive(Debug, Default)]
struct Line {
    pieces: Vec<Piece>,
    text: String,
    /// Whether it has letters that are read from right to left.
    is_rightward: bool,
    /// Whether it is a column of upright characters.
    is_column: bool,
    /// Place along the line at which it begins.
    start: f64,
}

impl Lines {
    /// Adds the text of a glyph; one without text belongs to that before.
    pub(super) fn push(&mut self, glyph: Placed, text: &str) {
        if !glyph.at.0.is_finite() || !glyph.at.1.is_finite() {
            return;
        }
        let Some(last) = self.line.pieces.last_mut() else {
            return self.line.add(glyph, text, Between::Nothing);
        };
        if text.is_empty() {
            let end = glyph.end();
            last.placed.advance = (end.0 - last.placed.at.0, end.1 - last.placed.at.1);
            return;
        }
        let last = last.placed;
        if self.line.is_bold_copy(last, glyph, text) {
            return;
        }
        if self.line.is_column && self.line.is_beside(last, glyph, text) {
            self.part_column();
        }
        let between = self.line.between(last, glyph, text);
        if matches!(between, Between::Line | Between::Paragraph) {
            self.end_line();
            self.before.get_or_insert(between);
        } else if self.line.pieces.len() >= MAX_PIECES {
            let is_blank = self.line.last_text() == " ";
            self.end_line();
            self.before.get_or_insert(if is_blank { Between::Gap } else { between });
        }
        self.line.add(glyph, text, between);
    }

    /// Begins a line with the last character of what seemed to be a column.
    fn part_column(&mut self) {
        let Some(last) = self.line.pieces.pop() else { return };
        let text = self.line.text.split_off(last.text.start);
        self.end_line();
        self.before.get_or_insert(Between::Line);
        self.line.add(last.placed, &text, Between::Nothing);
    }

    /// Puts the line that was drawn to the text, without blanks at its ends.
    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        let text = line.finish(&mut self.page);
        let text = text.trim_matches(' ');
        if text.is_empty() {
            return;
        }
        match self.before.take() {
            _ if self.text.is_empty() => {}
            Some(Between::Gap) => self.text.push(' '),
            Some(Between::Line) => self.text.push('\n'),
            Some(Between::Paragraph) => self.text.push_str("\n\n"),
            Some(Between::Nothing | Between::Back) | None => {}
        }
        self.text.push_str(text);
    }

    /// Returns the text, without blanks at the ends of its lines.
    pub(super) fn finish(mut self) -> String {
        self.end_line();
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text
    }
}

impl Line {
    fn add(&mut self, placed: Placed, text: &str, between: Between) {
        if text.is_empty() {
            return;
        }
        let begin = self.text.len();
        self.text.push_str(if text.chars().all(char::is_whitespace) { " " } else { text });
        let class = Class::of(text);
        let along = self.pieces.first().map_or(placed.along, |first| first.placed.along);
        let start = [placed.at, placed.end()].map(|at| at.0 * along.0 + at.1 * along.1);
        let start = start[0].min(start[1]);
        self.start = if self.pieces.is_empty() { start } else { self.start.min(start) };
        self.is_rightward |= class.is_rightward();
        self.pieces.push(Piece { placed, class, text: begin..self.text.len(), between });
    }

    fn text_of(&self, piece: &Piece) -> &str {
        self.text.get(piece.text.clone()).unwrap_or_default()
    }

    fn last_text(&self) -> &str {
        self.pieces.last().map_or("", |last| self.text_of(last))
    }

    /// Whether a glyph is drawn over the same one, a hair aside, to look bold.
    fn is_bold_copy(&self, last: Placed, glyph: Placed, text: &str) -> bool {
        let (x, y) = (glyph.at.0 - last.at.0, glyph.at.1 - last.at.1);
        x.hypot(y) < 0.08 * glyph.size && self.last_text() != " " && self.last_text().ends_with(text)
    }

    /// Whether a character stands beside another of a column, as in a line.
    fn is_beside(&self, last: Placed, glyph: Placed, text: &str) -> bool {
        let (along, below) = last.way(last.end(), glyph.at);
        let size = last.size.max(glyph.size);
        along.abs() < 0.5 * size && below.abs() < 0.2 * size && is_wide(self.last_text()) && is_wide(text)
    }

    /// Tells what is between the last glyph and the next.
    fn between(&mut self, last: Placed, glyph: Placed, text: &str) -> Between {
        let size = last.size.max(glyph.size).max(0.01);
        let (along, below) = last.way(last.end(), glyph.at);
        let turned = last.along.0 * glyph.along.0 + last.along.1 * glyph.along.1 < 0.9;
        let (aside, down) = last.way(last.at, glyph.at);
        let may_stand = self.is_column || self.pieces.len() == 1 && is_wide(self.last_text()) && is_wide(text);
        if may_stand && !turned && aside.abs() < 0.7 * size && COLUMN_STEP.contains(&(down / size)) {
            self.is_column = true;
            return Between::Nothing;
        }
        let mut across = below.abs();
        if self.is_column {
            // Digits that are turned or stand side by side are part of the column.
            let (aside, down) = self.pieces.first().map_or((aside, down), |first| {
                (first.placed.way(first.placed.at, glyph.at).0, first.placed.way(last.at, glyph.at).1)
            });
            if aside.abs() < 0.9 * size && (-0.3 * size..2.0 * size).contains(&down) {
                return Between::Nothing;
            }
            across = aside.abs();
        }
        let same_line = if is_stop(text) || is_stop(self.last_text()) { STOP_IN_LINE } else { SAME_LINE } * size;
        let goes_back = along < -1.5 * size;
        if goes_back && !turned && below.abs() < 0.2 * size && (self.is_rightward || Class::of(text).is_rightward()) {
            let line = self.pieces.first().map_or(last.along, |first| first.placed.along);
            let end = [glyph.at, glyph.end()].map(|at| at.0 * line.0 + at.1 * line.1);
            if end[0].max(end[1]) < self.start + 0.3 * size {
                return Between::Back;
            }
        }
        if turned || across > same_line || goes_back || self.is_column {
            if across > PARAGRAPH * size { Between::Paragraph } else { Between::Line }
        } else if along > WORD_GAP * size && !joins(self.last_text(), text, along / size) {
            Between::Gap
        } else {
            Between::Nothing
        }
    }

    /// Whether a line is drawn as it looks: letters that are read from right to left come from left to right.
    fn is_drawn_as_it_looks(&self) -> bool {
        let mut balance = 0_isize;
        for pair in self.pieces.windows(2) {
            let [one, other] = pair else { continue };
            let is_of_letters = [one, other].iter().any(|piece| piece.class.is_rightward())
                && [one, other].iter().all(|piece| piece.class != Class::Mark);
            let step =
                one.placed.way(one.placed.at, other.placed.at).0 * if one.placed.is_mirrored { -1.0 } else { 1.0 };
            if is_of_letters && step.abs() > 0.05 * one.placed.size {
                balance += if step > 0.0 { 1 } else { -1 };
            }
        }
        balance > 0
    }

    /// Returns the text of the line in the order of reading, and tells the page of it.
    fn finish(&self, page: &mut Page) -> String {
        let mut text = String::with_capacity(self.text.len() + 8);
        let is_turned = if self.is_rightward { self.is_drawn_as_it_looks() } else { page.goes_on_with(&self.text) };
        if is_turned {
            bidi::in_reading_order(&self.as_it_looks(), page)
                .split(' ')
                .filter(|word| !word.is_empty())
                .for_each(|word| text.extend([" ", word]));
            return text;
        }
        let mut last: Option<&Piece> = None;
        for piece in &self.pieces {
            page.count(piece.class);
            // Where letters come from right to left, so do gaps.
            let gap_to_right = last.is_some_and(|last| {
                let (one, other) = (last.placed, piece.placed);
                self.is_rightward && one.way(other.end(), one.at).0 > WORD_GAP * one.size.max(other.size)
            });
            let is_parted = piece.between == Between::Gap || gap_to_right;
            let own = self.text_of(piece);
            if is_parted && own != " " && !text.ends_with(' ') {
                text.push(' ');
            }
            if own != " " || !text.ends_with(' ') {
                text.push_str(own);
            }
            last = Some(piece);
        }
        text
    }

    /// Returns the pieces from left to right, with blanks where there are gaps.
    fn as_it_looks(&self) -> Vec<bidi::Piece<'_>> {
        let place = |piece: &Piece| piece.placed.at.0 * piece.placed.along.0 + piece.placed.at.1 * piece.placed.along.1;
        let mut parts: Vec<&[Piece]> = self.pieces.chunk_by(|_, next| next.between != Between::Back).collect();
        parts.sort_by(|one, other| {
            let [one, other] = [one, other].map(|part| part.first().map_or(0.0, place));
            one.total_cmp(&other)
        });
        let mut seen = Vec::with_capacity(self.pieces.len());
        let mut end: Option<Placed> = None;
        for part in parts {
            for (at, piece) in part.iter().enumerate() {
                let is_parted = piece.between == Between::Gap
                    || at == 0
                        && end.is_some_and(|end| end.way(end.end(), piece.placed.at).0 > WORD_GAP * piece.placed.size);
                if is_parted {
                    seen.push(bidi::Piece { text: " ", is_given: false });
                }
                seen.push(bidi::Piece { text: self.text_of(piece), is_given: piece.placed.is_given });
                end = Some(piece.placed);
            }
        }
        seen
    }
}

/// Whether a character is one of East Asia, as wide as it is high.
fn is_wide(text: &str) -> bool {
    text.chars().next_back().is_some_and(|c| {
        matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{fe10}'..='\u{fe4f}' | '\u{ff00}'..='\u{ffef}' | '\u{20000}'..='\u{3ffff}')
    })
}

/// Whether a character is a stop of East Asia, which stands in a corner of its place.
fn is_stop(text: &str) -> bool {
    matches!(text, "、" | "。" | "，" | "．" | "：" | "；" | "！" | "？" | "︑" | "︒" | "︐")
}

/// Whether two characters are written without a gap, so that one of less than a character is for the eye only.
fn joins(before: &str, after: &str, gap: f64) -> bool {
    gap < 0.8 && is_wide(before) && is_wide(after)
}

#[cfg(test)]
#[path = "layout_tests.rs"]
mod tests;
