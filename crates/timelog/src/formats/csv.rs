//! Comma-separated values as RFC 4180 has them, read leniently: other separators, other ends of lines, quotes that were
//! never closed.
//!
//! - A cell that a spreadsheet would run as a formula is written with an apostrophe before it, which reading takes off
//!   again (the advice of the OWASP on CSV injection).

/// The rows of a text with the number of the line each begins in, from 1. Empty lines are left out.
pub fn read(text: &str, separator: char) -> Vec<(usize, Vec<String>)> {
    let mut rows = Vec::new();
    let mut chars = text.chars().peekable();
    let mut line = 1;
    while chars.peek().is_some() {
        let begin = line;
        let row = record(&mut chars, separator, &mut line);
        if row.iter().any(|cell| !cell.is_empty()) {
            rows.push((begin, row));
        }
    }
    rows
}

type Chars<'a> = std::iter::Peekable<std::str::Chars<'a>>;

fn record(chars: &mut Chars, separator: char, line: &mut usize) -> Vec<String> {
    let mut row = Vec::new();
    loop {
        let mut cell = String::new();
        if chars.peek() == Some(&'"') {
            chars.next();
            quoted(chars, &mut cell, line);
        }
        // Also what wrongly stands behind a quoted cell.
        let end = loop {
            match chars.next() {
                Some('\r') if chars.peek() == Some(&'\n') => {}
                Some(end @ ('\n' | '\r')) => break Some(end),
                Some(next) if next == separator => break Some(next),
                Some(next) => cell.push(next),
                None => break None,
            }
        };
        row.push(cell);
        if end != Some(separator) {
            *line += usize::from(end.is_some());
            return row;
        }
    }
}

fn quoted(chars: &mut Chars, cell: &mut String, line: &mut usize) {
    while let Some(next) = chars.next() {
        match next {
            '"' if chars.peek() == Some(&'"') => {
                chars.next();
                cell.push('"');
            }
            '"' => return,
            '\r' if chars.peek() == Some(&'\n') => {}
            next => {
                *line += usize::from(next == '\n');
                cell.push(next);
            }
        }
    }
}

/// The separator that the first line has most of.
pub fn separator(text: &str) -> char {
    let line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let count = |separator: char| line.matches(separator).count();
    [',', ';', '\t', '|'].into_iter().rev().max_by_key(|separator| count(*separator)).unwrap_or(',')
}

/// Appends a row.
pub fn write(out: &mut String, row: &[&str]) {
    for (at, cell) in row.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        let cell = safe(cell);
        if cell.contains([',', '"', '\n', '\r', ';', '\t']) || cell.starts_with(' ') || cell.ends_with(' ') {
            out.push('"');
            out.push_str(&cell.replace('"', "\"\""));
            out.push('"');
        } else {
            out.push_str(&cell);
        }
    }
    out.push_str("\r\n");
}

/// Whether a spreadsheet would run it, or whether it begins with the sign that says it would.
fn is_formula(cell: &str) -> bool {
    cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\'', '＝', '＋', '－', '＠'])
}

fn safe(cell: &str) -> std::borrow::Cow<'_, str> {
    if is_formula(cell) { format!("'{cell}").into() } else { cell.into() }
}

/// The cell without the apostrophe that [`write`] puts before a formula.
pub fn plain(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|rest| is_formula(rest)).unwrap_or(cell)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cells(text: &str) -> Vec<Vec<String>> {
        read(text, separator(text)).into_iter().map(|(_, row)| row).collect()
    }

    #[test]
    fn rows_are_read_leniently() {
        assert_eq!(cells("a,b\r\n1,\"x,\"\"y\"\"\"\r\n"), [["a", "b"], ["1", "x,\"y\""]]);
        assert_eq!(cells("a;b\n1;2"), [["a", "b"], ["1", "2"]]);
        assert_eq!(cells("a\tb\r1\t2\r\r"), [["a", "b"], ["1", "2"]]);
        assert_eq!(cells("a,b\n\"never closed,\n2"), [vec!["a", "b"], vec!["never closed,\n2"]]);
        assert_eq!(cells("a\n\"b\"c"), [["a"], ["bc"]]);
        assert_eq!(read("a\n\n\"b\nc\"\nd", ',').iter().map(|row| row.0).collect::<Vec<_>>(), [1, 3, 5]);
        assert!(cells("").is_empty());
    }

    #[test]
    fn formulas_are_made_harmless() {
        let mut out = String::new();
        write(&mut out, &["=1+1", "@x", "-3", "'a", "ok", ""]);
        assert_eq!(out, "'=1+1,'@x,'-3,''a,ok,\r\n");
        assert_eq!(plain("'tis"), "'tis", "what nobody escaped");
    }

    proptest! {
        #[test]
        fn rows_come_back(row in prop::collection::vec("[^\r\0]{0,12}", 1..6)) {
            prop_assume!(row.iter().any(|cell| !cell.is_empty()));
            let mut out = String::new();
            write(&mut out, &row.iter().map(String::as_str).collect::<Vec<_>>());
            let read = read(&out, ',');
            prop_assert_eq!(read.len(), 1);
            let cells: Vec<&str> = read[0].1.iter().map(|cell| plain(cell)).collect();
            prop_assert_eq!(cells, row);
        }

        #[test]
        fn any_text_is_read(text in any::<String>()) {
            let count: usize = read(&text, separator(&text)).len();
            prop_assert!(count <= text.len() + 1);
        }
    }
}
