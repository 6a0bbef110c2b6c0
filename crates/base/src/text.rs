//! Measures and small operations on text.

use super::in_app::{Piece, in_app_links};

/// Shortens `text` to at most `max` characters, with an ellipsis where something was cut.
pub fn truncate(text: &str, max: usize) -> String {
    if text.char_indices().nth(max).is_none() {
        return text.to_owned();
    }
    let end = text.char_indices().nth(max.saturating_sub(1)).map_or(0, |(index, _)| index);
    format!("{}…", text[..end].trim_end())
}

/// Returns the first line that is not blank, with the names of its links within the app, as a title of at most `max`
/// characters.
pub fn title(text: &str, max: usize) -> String {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let line = line.trim_start_matches(['#', '>', '*', '-', '`', ' ']);
    let pieces = in_app_links(line).into_iter().map(|piece| match piece {
        Piece::Text(text) => text.to_owned(),
        Piece::Link(name, _) => name,
    });
    truncate(&pieces.collect::<String>(), max)
}

/// Whether a character is a Chinese one of the usual blocks.
pub const fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}')
}

/// Estimates the number of tokens: one for every CJK character, one for about four others.
///
/// No vocabulary is shipped; the figure is for budgets and for the reader, and is within about a fifth of the common
/// tokenisers for prose.
pub fn estimate_tokens(text: &str) -> usize {
    let (mut wide, mut narrow) = (0_usize, 0_usize);
    for character in text.chars() {
        match u32::from(character) {
            0x2e80..=0x9fff | 0xac00..=0xd7af | 0xf900..=0xfaff | 0xff00..=0xffef | 0x1f000..=0x3ffff => wide += 1,
            _ => narrow += 1,
        }
    }
    wide + narrow.div_ceil(4)
}

/// Scores how well `needle` matches `haystack` as a subsequence, ignoring case: higher is better, `None` is no match.
///
/// Runs of adjacent characters and starts of words count more, so that `rg` finds "Regenerate" before "argue".
pub fn fuzzy_score(needle: &str, haystack: &str) -> Option<i32> {
    let mut score = 0_i32;
    let mut previous_matched = false;
    let mut at_word_start = true;
    let mut wanted = needle.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).peekable();
    for character in haystack.chars().flat_map(char::to_lowercase) {
        let Some(next) = wanted.peek() else { break };
        if *next == character {
            score += 1 + 3 * i32::from(previous_matched) + 4 * i32::from(at_word_start);
            previous_matched = true;
            wanted.next();
        } else {
            previous_matched = false;
        }
        at_word_start = !character.is_alphanumeric();
    }
    // Letters taken together, best at the start of a word, say more than the same letters here and there.
    let (whole, wanted_whole) = (haystack.to_lowercase(), needle.trim().to_lowercase());
    if let Some(at) = whole.find(&wanted_whole).filter(|_| !wanted_whole.is_empty()) {
        let begins = |at: usize| !whole[..at].ends_with(char::is_alphanumeric);
        score += if whole.match_indices(&wanted_whole).any(|(at, _)| begins(at)) { 80 } else { 40 };
        score -= i32::from(at > 0);
    }
    wanted.peek().is_none().then_some(score * 16 - i32::try_from(haystack.chars().count().min(64)).unwrap_or(64))
}

/// Whether bytes that are no UTF-8 look like Chinese text in GBK: everything beyond ASCII is pairs, and most of the
/// pairs are in the part of the table where the characters in daily use are.
pub fn looks_like_gbk(bytes: &[u8]) -> bool {
    if bytes.contains(&0) {
        return false;
    }
    let (mut pairs, mut common, mut at) = (0_usize, 0_usize, 0);
    while let Some(&lead) = bytes.get(at) {
        if lead < 0x80 {
            at += 1;
            continue;
        }
        let Some(&trail) = bytes.get(at + 1) else { return false };
        if lead == 0x80 || lead == 0xff || !(0x40..=0xfe).contains(&trail) || trail == 0x7f {
            return false;
        }
        pairs += 1;
        // Punctuation, letters of full width, and the characters of GB 2312.
        common += usize::from((0xa1..=0xf7).contains(&lead) && trail >= 0xa1);
        at += 2;
    }
    pairs > 0 && common * 10 >= pairs * 9
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn truncation_counts_characters_not_bytes() {
        assert_eq!(truncate("今天下午三点", 4), "今天下…");
        assert_eq!(truncate("abc", 3), "abc");
    }

    #[test]
    fn a_title_is_the_first_line_that_says_something() {
        assert_eq!(title("\n\n## Plan for May\nmore", 40), "Plan for May");
        assert_eq!(
            title("- see [the \\*map\\*](#/map/1-a), [site](https://a.b)", 40),
            "see the *map*, [site](https://a.b)"
        );
    }

    #[test]
    fn tokens_are_estimated_for_both_scripts() {
        assert_eq!(estimate_tokens("hello world!"), 3);
        assert_eq!(estimate_tokens("你好"), 2);
    }

    #[test]
    fn letters_taken_together_come_before_the_same_letters_here_and_there() {
        let score = |haystack| fuzzy_score("tree", haystack).unwrap();
        assert!(score("Export the tree as Markdown") > score("chat.regenerate"));
        assert!(score("Show the tree") > score("Streetlights"));
        assert!(fuzzy_score("复制", "复制对话") > fuzzy_score("复制", "重复此操作并限制"));
    }

    #[test]
    fn fuzzy_matching_prefers_word_starts() {
        let score = |haystack| fuzzy_score("re", haystack).unwrap();
        assert!(score("Regenerate") > score("Share"));
        assert_eq!(fuzzy_score("xyz", "Regenerate"), None);
    }
}
