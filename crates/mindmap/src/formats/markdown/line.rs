//! Kinds of lines in Markdown.

use super::title;

/// The columns from one tab stop to the next.
const TAB: usize = 4;

/// Whether a line begins something even right below text.
pub fn is_start(text: &str, goes_on: bool) -> bool {
    let is_comment = text.starts_with("<!--");
    fence(text).is_some() || is_rule(text) || text.starts_with(['>', '|']) || is_comment || !goes_on && is_html(text)
}

/// The level and the source of a heading.
pub fn heading(text: &str) -> Option<(usize, &str)> {
    let rest = text.trim_start_matches('#');
    let level = text.len() - rest.len();
    ((1..=6).contains(&level) && (rest.is_empty() || rest.starts_with([' ', '\t']))).then(|| (level, title::trim(rest)))
}

/// The source of a heading without the number signs that close it.
pub fn without_closing(source: &str) -> &str {
    let rest = source.trim_end_matches('#');
    if rest.is_empty() || rest.ends_with([' ', '\t']) { title::trim(rest) } else { source }
}

/// The width of a list mark, and what follows it.
pub fn marker(text: &str) -> Option<(usize, &str)> {
    let digits = text.len() - text.trim_start_matches(|character: char| character.is_ascii_digit()).len();
    let mark = text[digits..].chars().next()?;
    let is_mark = match mark {
        '-' | '*' | '+' => digits == 0,
        '.' | ')' => (1..=9).contains(&digits),
        _ => false,
    };
    let rest = text.get(digits + 1..)?;
    (is_mark && (rest.is_empty() || rest.starts_with([' ', '\t']))).then_some((digits + 1, rest))
}

/// The mark and the length of the fence that begins code.
pub fn fence(text: &str) -> Option<(char, usize)> {
    let mark = text.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
    let rest = text.trim_start_matches(mark);
    let length = text.len() - rest.len();
    (length >= 3 && !(mark == '`' && rest.contains('`'))).then_some((mark, length))
}

/// Whether a line is a rule across the page.
pub fn is_rule(text: &str) -> bool {
    let Some(mark) = text.chars().next().filter(|mark| matches!(mark, '-' | '*' | '_')) else { return false };
    let marks = text.chars().filter(|character| *character == mark).count();
    marks >= 3 && text.chars().all(|character| character == mark || matches!(character, ' ' | '\t' | '\r'))
}

/// Whether a line begins with a tag.
pub fn is_html(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('<') else { return false };
    let name = rest.strip_prefix('/').unwrap_or(rest);
    let end = name.find(|character: char| !character.is_ascii_alphanumeric() && character != '-').unwrap_or(name.len());
    name.starts_with(|first: char| first.is_ascii_alphabetic()) && !name[end..].starts_with([':', '@', '.', '+'])
}

/// The column at which a line begins, and the rest of it without white space at the end.
pub fn split(line: &str) -> (usize, &str) {
    let mut column = 0;
    for (at, character) in line.char_indices() {
        match character {
            ' ' => column += 1,
            '\t' => column = (column / TAB + 1) * TAB,
            _ => return (column, line[at..].trim_end_matches([' ', '\t', '\r'])),
        }
    }
    (column, "")
}

/// A line without its first columns, as far as they are empty.
pub fn dedent(line: &str, columns: usize) -> String {
    let mut column = 0;
    for (at, character) in line.char_indices() {
        if column >= columns {
            return " ".repeat(column - columns) + &line[at..];
        }
        match character {
            ' ' => column += 1,
            '\t' => column = (column / TAB + 1) * TAB,
            _ => return line[at..].to_owned(),
        }
    }
    " ".repeat(column.saturating_sub(columns))
}
