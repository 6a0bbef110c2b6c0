//! Lines and words out of placed glyphs.

/// Largest gap within a word, in parts of the size of the text.
const WORD_GAP: f64 = 0.2;

/// Largest distance between the baselines of one line, in parts of the size; indices stay in their line.
const SAME_LINE: f64 = 0.55;

/// Smallest distance between lines that parts paragraphs, in parts of the size.
const PARAGRAPH: f64 = 1.9;

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
}

/// Text of a page while it grows.
#[derive(Debug, Default)]
pub(super) struct Lines {
    text: String,
    last: Option<Placed>,
    /// Whether the last character was drawn, not put between.
    drawn: bool,
}

impl Lines {
    /// Adds the text of a glyph.
    pub(super) fn push(&mut self, glyph: Placed, text: &str) {
        if text.is_empty() || !glyph.at.0.is_finite() || !glyph.at.1.is_finite() {
            return;
        }
        if let Some(last) = self.last {
            if self.is_bold_copy(last, glyph, text) {
                return;
            }
            self.part(last, glyph, text);
        }
        let blank = text.chars().all(char::is_whitespace);
        if !blank {
            self.text.push_str(text);
            self.drawn = true;
        } else if !self.text.is_empty() && !self.text.ends_with([' ', '\n']) {
            self.text.push(' ');
            self.drawn = false;
        }
        self.last = Some(glyph);
    }

    /// Whether a glyph is drawn over the same one, a hair aside, to look bold.
    fn is_bold_copy(&self, last: Placed, glyph: Placed, text: &str) -> bool {
        let (x, y) = (glyph.at.0 - last.at.0, glyph.at.1 - last.at.1);
        self.drawn && x.hypot(y) < 0.08 * glyph.size && self.text.ends_with(text)
    }

    /// Puts what parts two glyphs between them.
    fn part(&mut self, last: Placed, glyph: Placed, text: &str) {
        if self.text.is_empty() || self.text.ends_with('\n') {
            return;
        }
        let end = (last.at.0 + last.advance.0, last.at.1 + last.advance.1);
        let (x, y) = (glyph.at.0 - end.0, glyph.at.1 - end.1);
        let along = x * last.along.0 + y * last.along.1;
        let across = (x * last.along.1 - y * last.along.0).abs();
        let size = last.size.max(glyph.size).max(0.01);
        let turned = last.along.0 * glyph.along.0 + last.along.1 * glyph.along.1 < 0.9;
        if turned || across > SAME_LINE * size || along < -1.5 * size {
            while self.text.ends_with(' ') {
                self.text.pop();
            }
            self.text.push_str(if across > PARAGRAPH * size { "\n\n" } else { "\n" });
        } else if along > WORD_GAP * size && !self.text.ends_with(' ') && !joins(&self.text, text, along / size) {
            self.text.push(' ');
        }
    }

    /// Returns the text, without blanks at the ends of its lines.
    pub(super) fn finish(self) -> String {
        let mut text = self.text;
        let length = text.trim_end().len();
        text.truncate(length);
        if !text.is_empty() {
            text.push('\n');
        }
        text
    }
}

/// Whether two characters are written without a gap, so that one of less than a character is for the eye only.
fn joins(before: &str, after: &str, gap: f64) -> bool {
    let wide = |c: Option<char>| {
        c.is_some_and(|c| matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ffef}' | '\u{20000}'..='\u{3ffff}'))
    };
    gap < 0.8 && wide(before.chars().next_back()) && wide(after.chars().next())
}
