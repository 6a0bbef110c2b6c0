//! Marks in a text: places that are told apart from the rest, kept through parsing by characters that no text has.
//! - N2 Taking marks out again gives the text, whatever the places were.
//! - N1 A text with characters for private use is left as it is: its own would be mistaken for marks.
//! - N2 Taking marks out again gives the text, whatever the places were.
//! - N3 A mark never spans markup: one that would is several with the same number.

/// The character that begins a mark; its number follows.
const OPEN: char = '\u{E000}';
/// The character that ends a mark.
const CLOSE: char = '\u{E001}';
/// The character for the number 0.
const FIRST: u32 = 0xE100;
/// Greatest count of numbers.
const NUMBERS: u32 = 0x1700;

/// A piece of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece<'a> {
    /// A text without a mark.
    Plain(&'a str),
    /// A text with the mark of this number.
    Marked(usize, &'a str),
}

const fn is_private(character: char) -> bool {
    matches!(character, '\u{E000}'..='\u{F8FF}')
}

/// Whether a character can be markup, so that no mark may lie over it.
const fn is_markup(character: char) -> bool {
    matches!(
        character,
        '*' | '_' | '~' | '`' | '[' | ']' | '(' | ')' | '<' | '>' | '|' | '\\' | '!' | '&' | '#' | '\n' | '\r'
    )
}

/// Returns a text with marks at these places, given in bytes and in order.
pub fn insert(text: &str, places: &[(usize, usize)]) -> String {
    if text.chars().any(is_private) {
        return text.to_owned();
    }
    let mut marked = String::with_capacity(text.len() + places.len() * 9);
    let mut done = 0;
    for (number, &(from, to)) in places.iter().enumerate() {
        let Some(symbol) = u32::try_from(number).ok().filter(|number| *number < NUMBERS) else { break };
        let Some(symbol) = char::from_u32(FIRST + symbol) else { break };
        let (Some(before), Some(inside)) = (text.get(done..from), text.get(from..to)) else { continue };
        marked.push_str(before);
        for run in inside.split_inclusive(is_markup) {
            let (words, markup) = match run.chars().next_back() {
                Some(last) if is_markup(last) => run.split_at(run.len() - last.len_utf8()),
                _ => (run, ""),
            };
            let bare = words.trim();
            let lead = words.len() - words.trim_start().len();
            marked.push_str(&words[..lead]);
            if !bare.is_empty() {
                marked.extend([OPEN, symbol]);
                marked.push_str(bare);
                marked.push(CLOSE);
            }
            marked.push_str(&words[lead + bare.len()..]);
            marked.push_str(markup);
        }
        done = to;
    }
    marked.push_str(text.get(done..).unwrap_or_default());
    marked
}

/// Whether a text has a mark.
pub fn has(text: &str) -> bool {
    text.contains([OPEN, CLOSE])
}

/// Splits a text into its pieces.
pub fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(open) = rest.find(OPEN) {
        let after = &rest[open + OPEN.len_utf8()..];
        let number = after.chars().next().and_then(|symbol| (symbol as u32).checked_sub(FIRST));
        let (Some(number), Some(close)) = (number.filter(|number| *number < NUMBERS), after.find(CLOSE)) else { break };
        let symbol = after.chars().next().map_or(0, char::len_utf8);
        if open > 0 {
            pieces.push(Piece::Plain(&rest[..open]));
        }
        if close > symbol {
            pieces.push(Piece::Marked(number as usize, &after[symbol..close]));
        }
        rest = &after[close + CLOSE.len_utf8()..];
    }
    if !rest.is_empty() {
        pieces.push(Piece::Plain(rest));
    }
    pieces
}

/// Returns a text without its marks.
pub fn without(text: &str) -> String {
    pieces(text)
        .iter()
        .map(|piece| match piece {
            Piece::Plain(text) | Piece::Marked(_, text) => *text,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Block, Inline, parse};

    fn texts(inlines: &[Inline], all: &mut String) {
        for inline in inlines {
            match inline {
                Inline::Text(text) => all.push_str(text),
                Inline::Strong(inner)
                | Inline::Emphasis(inner)
                | Inline::Strikethrough(inner)
                | Inline::Element { content: inner, .. } => {
                    all.push('(');
                    texts(inner, all);
                    all.push(')');
                }
                _ => {}
            }
        }
    }

    fn shown(text: &str, places: &[(usize, usize)]) -> Vec<String> {
        let blocks = parse(&insert(text, places));
        let Block::Paragraph(inlines) = &*blocks[0] else { panic!("{blocks:?}") };
        let mut all = String::new();
        texts(inlines, &mut all);
        pieces(&all)
            .iter()
            .map(|piece| match piece {
                Piece::Plain(text) => (*text).to_owned(),
                Piece::Marked(number, text) => format!("{number}:{text}"),
            })
            .collect()
    }

    #[test]
    fn marks_survive_parsing_and_leave_emphasis_as_it_was() {
        assert_eq!(shown("It took 2 h today.", &[(8, 11)]), ["It took ", "0:2 h", " today."]);
        assert_eq!(shown("It took **2 h** today.", &[(10, 13)]), ["It took (", "0:2 h", ") today."]);
        assert_eq!(shown("**2 h** 5 m", &[(0, 11)]), ["(", "0:2 h", ") ", "0:5 m"]);
        assert_eq!(shown("共**60%**是", &[(5, 8)]), ["共(", "0:60%", ")是"]);
    }

    #[test]
    fn n1_characters_for_private_use_are_not_mistaken() {
        assert_eq!(insert("\u{E000}2 h", &[(3, 6)]), "\u{E000}2 h");
    }

    proptest! {
        #[test]
        fn n2_without_its_marks_a_text_is_what_it_was(text in "[a-z0-9 *_|\\n]{0,40}", cuts in prop::collection::vec(0_usize..45, 0..8)) {
            let mut cuts: Vec<usize> = cuts;
            cuts.sort_unstable();
            let places: Vec<(usize, usize)> = cuts.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
            prop_assert_eq!(without(&insert(&text, &places)), text);
        }
    }
}
