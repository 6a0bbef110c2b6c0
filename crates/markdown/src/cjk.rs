//! Emphasis beside Chinese, Japanese and Korean text.
//!
//! `CommonMark` decides by the characters around a run of `*` whether it may open or close emphasis, and was made for
//! scripts with spaces between words: in `**要点。**其余` the closing run stands between punctuation and a letter and counts
//! as opening. Following the reasoning of the "CJK-friendly emphasis" amendment
//! (<https://github.com/tats-u/markdown-cjk-friendly>), a mark that is neither space nor punctuation is put between the
//! run and the punctuation, which makes the run fit to open and close, and is taken out of the finished text again.

use super::marked::MARK;

/// Whether a character belongs to Chinese, Japanese or Korean writing, punctuation included.
pub fn is_cjk(character: char) -> bool {
    matches!(u32::from(character),
        0x1100..=0x11FF | 0x2E80..=0x9FFF | 0xA960..=0xA97F | 0xAC00..=0xD7FF | 0xF900..=0xFAFF
        | 0xFE30..=0xFE4F | 0xFF00..=0xFFEF | 0x2_0000..=0x3_FFFF)
}

/// Returns the places where emphasis needs marks, in ascending order; they depend only on the characters of the same
/// line.
pub(super) fn places(source: &str) -> Vec<usize> {
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

/// Whether a character is neither letter, digit nor space. A backslash before a run is an escape and must stay beside
/// it.
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
    use crate::marked::{Marked, unmark};

    fn check(source: &str, marked: &str) {
        let found = Marked::new(source, true, &[]);
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
}
