//! Cells of tables: what stands between `&`, `\\` and the ends of an environment.
//!
//! math-core drops a separator that it meets inside of something else, be it a group, an argument or what follows
//! `\displaystyle`. A command that reaches to the end of its cell is put into a group with it, and where a
//! separator would be dropped, the formula is refused.

use super::MathError;
use super::prepare::{command, group};

/// Commands that hold from where they stand to the end of the cell.
const SWITCHES: &[&str] = &["displaystyle", "textstyle", "scriptstyle", "scriptscriptstyle", "color"];
/// Commands between two halves of a cell.
const INFIXES: &[&str] = &["over", "atop", "brace", "brack", "choose"];
/// Commands that belong to a line of a table and not to the cell they stand in; each with whether a group follows.
const OF_LINE: &[(&str, bool)] =
    &[("hline", false), ("hdashline", false), ("notag", false), ("nonumber", false), ("tag", true)];

/// Formula whose tables are written in two ways.
pub struct Tables {
    /// The formula, where each command that reaches to the end of its cell is in a group.
    pub latex: String,
    /// The formula with each cell in a group: it is understood if and only if no cell takes the separator after it as a
    /// part. Absent where there are no tables.
    pub check: Option<String>,
}

/// Table or group whose end has not come yet.
enum Open {
    Table {
        /// Beginning of the cell in [`Tables::latex`].
        start: usize,
        /// Beginning of what is put into a group there.
        scope: Option<usize>,
    },
    Group,
}

/// Splits the tables of a formula into cells.
///
/// # Errors
///
/// If a separator stands in a group or between `\left` and `\right` inside of a table.
pub fn split(latex: &str) -> Result<Tables, MathError> {
    let mut written = Written {
        latex: String::with_capacity(latex.len()),
        check: String::with_capacity(latex.len() * 2),
        has_tables: false,
    };
    let mut open: Vec<Open> = Vec::new();
    let mut is_stack = false;
    let mut rest = latex;
    while let Some(c) = rest.chars().next() {
        let name = if c == '\\' { command(rest) } else { "" };
        let token = token(rest, name);
        let mut length = token.len();
        let was_stack = is_stack;
        is_stack = name == "substack" || was_stack && c.is_whitespace();
        match (token, name) {
            ("{", _) | (_, "left") => {
                written.push(token);
                open.push(if was_stack && token == "{" { written.begin() } else { Open::Group });
            }
            ("}", _) | (_, "right" | "end") => {
                if let Some(Open::Table { scope, .. }) = open.pop() {
                    written.end(scope);
                }
                if name == "end" {
                    length = rest.len() - group(&rest[length..]).map_or(&rest[length..], |(_, after)| after).len();
                }
                written.push(&rest[..length]);
            }
            (_, "begin") => {
                length = rest.len() - after_begin(&rest[length..]).len();
                written.push(&rest[..length]);
                open.push(written.begin());
            }
            ("&" | "\\\\" | "\\newline", _) => {
                let is_table = |open: &Open| matches!(open, Open::Table { .. });
                if let Some(Open::Table { start, scope }) = open.last_mut() {
                    length = written.separate(rest, token, scope.take());
                    *start = written.latex.len();
                } else if open.iter().any(is_table) {
                    return Err(MathError::Unknown(format!("{token} inside of a cell")));
                } else {
                    written.push(token);
                }
            }
            (_, name) if let Some((_, has_group)) = OF_LINE.iter().find(|(own, _)| *own == name) => {
                if *has_group && let Some((_, after)) = group(&rest[length..]) {
                    length = rest.len() - after.len();
                }
                written.of_line(&rest[..length], open.last_mut());
            }
            (_, name) => {
                written.reach_on(name, open.last_mut());
                written.push(token);
            }
        }
        rest = &rest[length..];
    }
    Ok(Tables { latex: written.latex, check: written.has_tables.then_some(written.check) })
}

/// The command of a name, or the character, that a text begins with.
fn token<'a>(text: &'a str, name: &str) -> &'a str {
    if !name.is_empty() {
        return &text[..=name.len()];
    }
    let mut characters = text.chars();
    if characters.next() == Some('\\') {
        characters.next();
    }
    &text[..text.len() - characters.as_str().len()]
}

/// The text after the name of an environment and, of an array, its columns.
fn after_begin(after: &str) -> &str {
    let (environment, after) = group(after).unwrap_or(("", after));
    match environment {
        "array" | "subarray" => group(after).map_or(after, |(_, after)| after),
        _ => after,
    }
}

/// The beginning of a formula, written in both ways.
struct Written {
    latex: String,
    check: String,
    has_tables: bool,
}

impl Written {
    fn push(&mut self, text: &str) {
        self.latex.push_str(text);
        self.check.push_str(text);
    }

    fn begin(&mut self) -> Open {
        self.has_tables = true;
        self.check.push('{');
        Open::Table { start: self.latex.len(), scope: None }
    }

    fn end(&mut self, scope: Option<usize>) {
        if let Some(scope) = scope {
            self.latex.insert(scope, '{');
            self.latex.push('}');
        }
        self.check.push('}');
    }

    /// Ends a cell at the separator that a text begins with, and begins the next one; returns the length of the
    /// separator and the distance to the next line.
    fn separate(&mut self, text: &str, separator: &str, scope: Option<usize>) -> usize {
        self.end(scope);
        let mut length = separator.len();
        if separator != "&"
            && let Some(inside) = text[length..].trim_start().strip_prefix('[')
            && let Some(at) = inside.find(']')
        {
            length = text.len() - inside[at + 1..].len();
        }
        self.push(&text[..length]);
        self.check.push('{');
        length
    }

    /// Notes a command that reaches to the end of its cell.
    fn reach_on(&self, name: &str, open: Option<&mut Open>) {
        if let Some(Open::Table { start, scope }) = open {
            if INFIXES.contains(&name) {
                *scope = Some(*start);
            } else if SWITCHES.contains(&name) {
                scope.get_or_insert(self.latex.len());
            }
        }
    }

    /// Writes a command of a line; the cell begins after it.
    fn of_line(&mut self, text: &str, open: Option<&mut Open>) {
        self.latex.push_str(text);
        if let Some(Open::Table { start, .. }) = open
            && self.latex[*start..self.latex.len() - text.len()].trim().is_empty()
        {
            *start = self.latex.len();
        }
    }
}
