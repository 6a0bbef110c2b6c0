//! Emphasis beside Chinese, Japanese and Korean text.
//!
//! `CommonMark` decides by the characters around a run of `*` whether it may open or close emphasis, and was made for
//! scripts with spaces between words: in `**要点。**其余` the closing run stands between punctuation and a letter and counts as
//! opening. Following the reasoning of the "CJK-friendly emphasis" amendment
//! (<https://github.com/tats-u/markdown-cjk-friendly>), a mark that is neither space nor punctuation is put between the run
//! and the punctuation, which makes the run fit to open and close, and is taken out of the finished text again.
//! Must not be in here: anything about blocks.

use std::borrow::Cow;

/// A noncharacter: Unicode reserves it for use inside of programs, so it has no meaning in anybody's text.
pub const MARK: char = '\u{FDD0}';

/// A text with marks put in, and where they are.
pub(super) struct Marked<'a> {
    pub text: Cow<'a, str>,
    /// Offsets in the marked text, ascending.
    marks: Vec<usize>,
}

impl<'a> Marked<'a> {
    /// Puts marks where emphasis needs them. What is put in depends only on the characters of the same line.
    pub fn new(source: &'a str) -> Self {
        let places = places(source);
        if places.is_empty() {
            return Self { text: Cow::Borrowed(source), marks: Vec::new() };
        }
        let mut text = String::with_capacity(source.len() + places.len() * MARK.len_utf8());
        let mut marks = Vec::with_capacity(places.len());
        let mut from = 0;
        for place in places {
            text.push_str(&source[from..place]);
            marks.push(text.len());
            text.push(MARK);
            from = place;
        }
        text.push_str(&source[from..]);
        Self { text: Cow::Owned(text), marks }
    }

    /// The offset in the source for an offset in the marked text.
    pub fn source_offset(&self, offset: usize) -> usize {
        offset - self.marks.partition_point(|mark| *mark < offset) * MARK.len_utf8()
    }
}

/// The text without marks.
pub fn unmark(text: &str) -> Cow<'_, str> {
    if text.contains(MARK) { Cow::Owned(text.replace(MARK, "")) } else { Cow::Borrowed(text) }
}

/// Whether a character belongs to Chinese, Japanese or Korean writing, punctuation included.
pub fn is_cjk(character: char) -> bool {
    matches!(u32::from(character),
        0x1100..=0x11FF | 0x2E80..=0x9FFF | 0xA960..=0xA97F | 0xAC00..=0xD7FF | 0xF900..=0xFAFF
        | 0xFE30..=0xFE4F | 0xFF00..=0xFFEF | 0x2_0000..=0x3_FFFF)
}

fn places(source: &str) -> Vec<usize> {
    let mut places = Vec::new();
    // Almost every text without such characters is told apart by its bytes alone.
    if source.is_ascii() {
        return places;
    }
    let bytes = source.as_bytes();
    let mut at = 0;
    while let Some(found) = bytes[at..].iter().position(|byte| matches!(byte, b'*' | b'~')) {
        let start = at + found;
        let delimiter = bytes[start];
        let length = bytes[start..].iter().take_while(|byte| **byte == delimiter).count();
        at = start + length;
        let before = source[..start].chars().next_back();
        let after = source[at..].chars().next();
        let (Some(before), Some(after)) = (before, after) else {
            continue;
        };
        if is_closing_beside_cjk(before, after) {
            places.push(start);
        } else if is_opening_beside_cjk(before, after) {
            places.push(at);
        }
    }
    places
}

fn is_closing_beside_cjk(before: char, after: char) -> bool {
    is_punctuation(before) && after.is_alphanumeric() && (is_cjk(before) || is_cjk(after)) && !opens(before)
}

fn is_opening_beside_cjk(before: char, after: char) -> bool {
    is_punctuation(after) && before.is_alphanumeric() && (is_cjk(before) || is_cjk(after)) && !closes(after)
}

/// Neither letter, digit nor space. A backslash before a run is an escape and must stay beside it.
fn is_punctuation(character: char) -> bool {
    !character.is_alphanumeric()
        && !character.is_whitespace()
        && !character.is_control()
        && !matches!(character, '\\' | '*' | '~' | '_' | MARK)
}

fn opens(character: char) -> bool {
    matches!(
        character,
        '(' | '['
            | '{'
            | '<'
            | '“'
            | '‘'
            | '（'
            | '［'
            | '｛'
            | '＜'
            | '《'
            | '〈'
            | '「'
            | '『'
            | '【'
            | '〔'
            | '〖'
    )
}

fn closes(character: char) -> bool {
    matches!(
        character,
        ')' | ']'
            | '}'
            | '>'
            | '”'
            | '’'
            | '）'
            | '］'
            | '｝'
            | '＞'
            | '》'
            | '〉'
            | '」'
            | '』'
            | '】'
            | '〕'
            | '〗'
            | '，'
            | '。'
            | '、'
            | '；'
            | '：'
            | '？'
            | '！'
            | ','
            | '.'
            | ';'
            | ':'
            | '?'
            | '!'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, marked: &str) {
        let found = Marked::new(source);
        assert_eq!(found.text.replace(MARK, "‸"), marked);
        assert_eq!(unmark(&found.text), source);
    }

    #[test]
    fn marks_only_where_the_standard_rule_fails() {
        check("**要点。**其余", "**要点。‸**其余");
        check("他说**“好”**了", "他说**‸“好”‸**了");
        check("**bold** and 中文", "**bold** and 中文");
        check("中文**重点**中文", "中文**重点**中文");
        check("**重点(a)**是", "**重点(a)‸**是");
        check("~~删除。~~后", "~~删除。‸~~后");
        check("（**注**）", "（**注**）");
        check("价格\\**不是", "价格\\**不是");
        check("plain **a.**b", "plain **a.**b");
    }

    #[test]
    fn offsets_come_back() {
        let source = "**一。**二\n**三。**四\n末";
        let marked = Marked::new(source);
        let end = marked.text.find('末').unwrap();
        assert_eq!(&source[marked.source_offset(end)..], "末");
        assert_eq!(marked.source_offset(marked.text.len()), source.len());
        assert_eq!(marked.source_offset(0), 0);
    }
}
