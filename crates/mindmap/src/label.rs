//! Label of a node: its lines of text, its marks, and the size they take.
//!
//! - F1 A title that fits is one line; a longer one breaks between words, between Chinese or Japanese characters, and
//!   inside a word only where the word alone is too long. No character is lost, only spaces at a break.
//! - F2 The size depends on nothing but the node and the measure of text.
//!
//! Lengths are CSS pixels at zoom 1.

use espalier_model::mindmap::{Node, Task};

/// Font size of a title, from the third level on.
pub const FONT: f32 = 14.0;
/// Font size of a main branch's title.
pub const MAIN_FONT: f32 = 15.5;
/// Font size of the root's title.
pub const ROOT_FONT: f32 = 21.0;
/// Font size of tags.
pub const TAG_FONT: f32 = 11.0;
/// Font size of marks.
pub const MARK_FONT: f32 = 14.0;
/// Height of a line, as a multiple of its font size.
pub const LEADING: f32 = 1.4;
/// Width of the widest line.
pub const MAX_LINE: f32 = 260.0;
/// Width of a mark: the box of a task, an icon, the signs of a note and a link.
pub const MARK: f32 = 23.0;
/// Height of the row of tags.
pub const TAG_ROW: f32 = 18.0;
/// Space between the text of a tag and its border.
pub const TAG_PAD: f32 = 6.0;
/// Space between two tags.
pub const TAG_GAP: f32 = 4.0;
const MIN_TEXT: f32 = 24.0;
const MAX_LINES: usize = 24;
/// The most characters that are measured: more than the most lines can hold.
const MAX_SHOWN: usize = 3_000;

/// Rank of a node in the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Rank {
    /// The root.
    Root,
    /// A child of the root.
    Main,
    /// Any node below those.
    #[default]
    Leaf,
}

impl Rank {
    /// Font size of the title.
    pub const fn font(self) -> f32 {
        match self {
            Self::Root => ROOT_FONT,
            Self::Main => MAIN_FONT,
            Self::Leaf => FONT,
        }
    }

    /// Font weight of a font size; the sizes of the ranks differ.
    pub const fn weight_of(size: f32) -> u32 {
        if size >= ROOT_FONT {
            700
        } else if size >= MAIN_FONT {
            600
        } else {
            400
        }
    }

    /// Space between the text and the border, left and right.
    pub const fn pad_x(self) -> f32 {
        match self {
            Self::Root => 24.0,
            Self::Main => 15.0,
            Self::Leaf => 8.0,
        }
    }

    /// Space between the text and the border, above and below.
    pub const fn pad_y(self) -> f32 {
        match self {
            Self::Root => 11.0,
            Self::Main => 6.0,
            Self::Leaf => 3.5,
        }
    }
}

/// Label of a node.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct NodeLabel {
    /// The lines of its title.
    pub lines: Vec<String>,
    /// The tags with their widths.
    pub tags: Vec<(String, f32)>,
    /// Number of marks before the title.
    pub before: usize,
    /// Number of marks behind it.
    pub behind: usize,
    /// Rank of the node.
    pub rank: Rank,
    /// Width of the widest line.
    pub text: f32,
    /// Width of the box.
    pub width: f32,
    /// Height of the box.
    pub height: f32,
}

impl NodeLabel {
    /// Label of a node; `width_of` measures a text in a font size.
    pub fn of(node: &Node, rank: Rank, width_of: &mut dyn FnMut(&str, f32) -> f32) -> Self {
        let font = rank.font();
        let end = node.title.char_indices().nth(MAX_SHOWN).map(|(end, _)| end);
        let shown = &node.title[..end.unwrap_or(node.title.len())];
        let mut lines = wrap(shown, MAX_LINE, &mut |text| width_of(text, font));
        if lines.len() > MAX_LINES || end.is_some() {
            lines.truncate(MAX_LINES);
            if let Some(last) = lines.last_mut() {
                last.push('…');
            }
        }
        let text = lines.iter().map(|line| width_of(line, font)).fold(MIN_TEXT, f32::max).min(MAX_LINE + font);
        let before = usize::from(node.task != Task::None) + node.icons.len();
        let behind = usize::from(!node.note.is_empty()) + usize::from(node.link.is_some());
        let tags: Vec<(String, f32)> = node
            .tags
            .iter()
            .map(|tag| (tag.clone(), (width_of(tag, TAG_FONT) + 2.0 * TAG_PAD).min(MAX_LINE)))
            .collect();
        let tag_row = tags.iter().map(|(_, width)| width + TAG_GAP).sum::<f32>();
        let marks = (before + behind) as f32 * MARK;
        let height = lines.len().max(1) as f32 * (font * LEADING) + if tags.is_empty() { 0.0 } else { TAG_ROW };
        Self {
            width: ((text + marks).max(tag_row) + 2.0 * rank.pad_x()).ceil(),
            height: (height + 2.0 * rank.pad_y()).ceil(),
            lines,
            tags,
            before,
            behind,
            rank,
            text,
        }
    }

    /// Left edge of the text, from the left of the box.
    pub fn text_x(&self) -> f32 {
        self.rank.pad_x() + self.before as f32 * MARK
    }

    /// Whether the lines are centred, and the x of their anchor: their middle or their left.
    pub fn anchor(&self) -> (bool, f32) {
        match self.rank {
            // A row of tags that is wider than the title does not leave it at the side.
            Rank::Root | Rank::Main => (true, self.text_x() + self.room() / 2.0),
            Rank::Leaf => (false, self.text_x()),
        }
    }

    /// Baseline of a line, from the top of the box.
    pub fn baseline(&self, line: usize) -> f32 {
        self.rank.pad_y() + (line as f32 * LEADING + 1.05) * self.rank.font()
    }

    /// Left edge of the row of tags, from the left of the box.
    pub fn tags_x(&self) -> f32 {
        let row = self.tags.iter().map(|(_, width)| width + TAG_GAP).sum::<f32>() - TAG_GAP;
        match self.rank {
            Rank::Root | Rank::Main => (self.width - row) / 2.0,
            Rank::Leaf => self.rank.pad_x(),
        }
    }

    /// Upper edge of the row of tags, from the top of the box.
    pub fn tags_y(&self) -> f32 {
        self.height - self.rank.pad_y() - TAG_ROW + 3.0
    }

    /// The width that the lines can take.
    pub fn room(&self) -> f32 {
        self.width - 2.0 * self.rank.pad_x() - (self.before + self.behind) as f32 * MARK
    }

    /// Whether a label of `before` does not fit `after`.
    pub fn needs(before: &Node, after: &Node) -> bool {
        before.title != after.title
            || before.tags != after.tags
            || before.icons.len() != after.icons.len()
            || (before.task == Task::None) != (after.task == Task::None)
            || before.note.is_empty() != after.note.is_empty()
            || before.link.is_some() != after.link.is_some()
    }
}

/// Breaks a text into lines no wider than `max` (F1).
pub fn wrap(text: &str, max: f32, width_of: &mut dyn FnMut(&str) -> f32) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let paragraph = paragraph.trim_end();
        if paragraph.chars().count() <= 4 || width_of(paragraph) <= max {
            lines.push(paragraph.to_owned());
            continue;
        }
        let mut line = String::new();
        for piece in pieces(paragraph) {
            let longer = format!("{line}{piece}");
            if width_of(longer.trim_end()) <= max {
                line = longer;
                continue;
            }
            if !line.trim().is_empty() {
                lines.push(line.trim_end().to_owned());
            }
            piece.trim_start().clone_into(&mut line);
            while width_of(line.trim_end()) > max {
                let at = fitting(&line, max, width_of);
                let rest = line.split_off(at);
                lines.push(std::mem::replace(&mut line, rest));
            }
        }
        if !line.trim().is_empty() || lines.is_empty() {
            lines.push(line.trim_end().to_owned());
        }
    }
    lines
}

/// Parts of a text that must not be broken: words with the spaces behind them, single characters where a script has no
/// spaces.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut before: Option<char> = None;
    for (at, next) in text.char_indices() {
        let may_break = before.is_some_and(|before| {
            (before.is_whitespace() && !next.is_whitespace())
                || (is_ideographic(before) && !is_closing(next) && !next.is_whitespace())
                || (is_ideographic(next) && !is_closing(next) && !is_opening(before) && !before.is_whitespace())
        });
        if may_break && at > start {
            pieces.push(&text[start..at]);
            start = at;
        }
        before = Some(next);
    }
    pieces.push(&text[start..]);
    pieces
}

fn is_ideographic(letter: char) -> bool {
    matches!(letter as u32, 0x2e80..=0x9fff | 0xac00..=0xd7a3 | 0xf900..=0xfaff | 0xff00..=0xffef | 0x2_0000..=0x3_ffff)
}

fn is_closing(letter: char) -> bool {
    "、。，．：；？！）］｝」』】〉》”’…,.:;?!)]}".contains(letter)
}

fn is_opening(letter: char) -> bool {
    "（［｛「『【〈《“‘([{".contains(letter)
}

/// Number of bytes of a word that fit, one character at least.
fn fitting(word: &str, max: f32, width_of: &mut dyn FnMut(&str) -> f32) -> usize {
    let ends: Vec<usize> = word.char_indices().map(|(at, letter)| at + letter.len_utf8()).collect();
    let fits = ends.partition_point(|&end| width_of(&word[..end]) <= max);
    ends.get(fits.max(1) - 1).copied().unwrap_or(word.len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Every letter is ten pixels wide, an ideograph twenty.
    fn ten(text: &str) -> f32 {
        text.chars().map(|letter| if is_ideographic(letter) { 20.0 } else { 10.0 }).sum()
    }

    fn check(text: &str, expect: &[&str]) {
        assert_eq!(wrap(text, 100.0, &mut ten), expect, "{text}");
    }

    #[test]
    fn f1_titles_break_where_their_script_does() {
        check("", &[""]);
        check("short", &["short"]);
        check("two words here", &["two words", "here"]);
        check("one\ntwo", &["one", "two"]);
        check("思维导图很有用。", &["思维导图很", "有用。"]);
        check("思维导图很。有用", &["思维导图", "很。有用"]);
        check("incomprehensible", &["incomprehe", "nsible"]);
        check("a incomprehensible b", &["a", "incomprehe", "nsible b"]);
    }

    proptest! {
        #[test]
        fn f1_no_letter_is_lost_and_no_line_is_too_long(text in "[a-c思维。 \n]{0,80}") {
            let lines = wrap(&text, 100.0, &mut ten);
            let letters = |text: &str| text.chars().filter(|letter| !letter.is_whitespace()).collect::<String>();
            prop_assert_eq!(letters(&lines.concat()), letters(&text));
            for line in &lines {
                prop_assert!(ten(line) <= 100.0, "{:?}", line);
            }
        }
    }
}
