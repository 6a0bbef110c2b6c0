//! The content lines of RFC 5545: folding, names, parameters, escapes.

use std::borrow::Cow;

/// One line after unfolding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The number of its first line in the file, from 1.
    pub place: usize,
    /// Name in upper case.
    pub name: String,
    /// Parameters: names in upper case, values without quotes.
    pub params: Vec<(String, String)>,
    /// Value with its escapes.
    pub value: String,
}

impl Line {
    /// The value of a parameter.
    pub fn param(&self, name: &str) -> Option<&str> {
        self.params.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// The lines of a calendar, unfolded one by one; what is no content line is left out.
pub fn read(text: &str) -> impl Iterator<Item = Line> + '_ {
    let mut lines = text.lines().enumerate().peekable();
    std::iter::from_fn(move || {
        loop {
            let (index, first) = lines.next()?;
            let mut whole = Cow::Borrowed(first);
            while let Some((_, next)) = lines.next_if(|(_, next)| next.starts_with([' ', '\t'])) {
                whole.to_mut().push_str(&next[1..]);
            }
            if let Some(line) = line(index + 1, &whole) {
                return Some(line);
            }
        }
    })
}

fn line(place: usize, text: &str) -> Option<Line> {
    let end = text.find([':', ';'])?;
    let name = text[..end].trim().to_ascii_uppercase();
    let mut rest = &text[end..];
    let mut params = Vec::new();
    while let Some(param) = rest.strip_prefix(';') {
        let end = param.find(['=', ':', ';'])?;
        let key = param[..end].trim().to_ascii_uppercase();
        let Some(value) = param[end..].strip_prefix('=') else {
            rest = &param[end..];
            continue;
        };
        let (value, after) = match value.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"')?,
            None => value.split_at(value.find([':', ';'])?),
        };
        params.push((key, value.to_owned()));
        rest = after;
    }
    let value = rest.strip_prefix(':')?.to_owned();
    (!name.is_empty()).then_some(Line { place, name, params, value })
}

/// The text of a value.
pub fn unescape(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut chars = value.chars();
    while let Some(next) = chars.next() {
        match next {
            '\\' => match chars.next() {
                Some('n' | 'N') => text.push('\n'),
                Some(escaped) => text.push(escaped),
                None => text.push('\\'),
            },
            next => text.push(next),
        }
    }
    text
}

/// The texts of a value with commas between them.
pub fn split(value: &str) -> Vec<String> {
    let (mut parts, mut begin, mut escaped) = (Vec::new(), 0, false);
    for (at, c) in value.char_indices() {
        match c {
            '\\' => escaped = !escaped,
            ',' if !escaped => {
                parts.push(unescape(&value[begin..at]));
                begin = at + 1;
            }
            _ => escaped = false,
        }
    }
    parts.push(unescape(&value[begin..]));
    parts
}

/// Escapes a text as a value.
pub fn escape(text: &str) -> String {
    let mut value = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | ',' | ';' => value.extend(['\\', c]),
            '\n' => value.push_str("\\n"),
            '\r' => {}
            c => value.push(c),
        }
    }
    value
}

/// Appends a line, folded after 75 bytes.
pub fn write(out: &mut String, name: &str, value: &str) {
    let line = format!("{name}:{value}");
    let (mut rest, mut room) = (line.as_str(), 75);
    while rest.len() > room {
        let at = rest.floor_char_boundary(room);
        out.push_str(&rest[..at]);
        out.push_str("\r\n ");
        (rest, room) = (&rest[at..], 74);
    }
    out.push_str(rest);
    out.push_str("\r\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lines_are_unfolded_and_taken_apart() {
        let text = "BEGIN:VEVENT\r\ndtstart;TZID=\"Europe/Berlin\";VALUE=DATE-TIME:2026\r\n 0301T0\n\t90000\nnonsense\nSUMMARY:a\\, b\\nc: d\r\n";
        let lines: Vec<Line> = read(text).collect();
        assert_eq!(lines.len(), 3);
        assert_eq!(
            (lines[1].name.as_str(), lines[1].value.as_str(), lines[1].place),
            ("DTSTART", "20260301T090000", 2)
        );
        assert_eq!(lines[1].param("TZID"), Some("Europe/Berlin"));
        assert_eq!(unescape(&lines[2].value), "a, b\nc: d");
        assert_eq!(split("a\\,b,c\\\\,d"), ["a,b", "c\\", "d"]);
    }

    proptest! {
        #[test]
        fn texts_come_back(text in "[^\r\0]{0,200}") {
            let text: String = text.chars().filter(|c| !c.is_control() || *c == '\n').collect();
            let mut out = String::new();
            write(&mut out, "X", &escape(&text));
            prop_assert!(out.lines().all(|line| line.len() <= 75));
            let lines: Vec<Line> = read(&out).collect();
            prop_assert_eq!(lines.len(), 1);
            prop_assert_eq!(unescape(&lines[0].value), text.clone());
            prop_assert_eq!(split(&escape(&text)), [text]);
        }

        #[test]
        fn any_text_is_read(text in any::<String>(), likely in "[A-Z;:=\", \n\\\\]{0,80}") {
            for text in [text, likely] {
                let _ = (read(&text).count(), split(&text), unescape(&text));
            }
        }
    }
}
