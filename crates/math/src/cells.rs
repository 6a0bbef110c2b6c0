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
    let mut out = String::with_capacity(latex.len());
    let mut check = String::with_capacity(latex.len() * 2);
    let mut open: Vec<Open> = Vec::new();
    let (mut tables, mut has_tables) = (0_usize, false);
    let mut is_stack = false;
    let mut rest = latex;
    while let Some(c) = rest.chars().next() {
        let name = if c == '\\' { command(rest) } else { "" };
        let mut length = match c {
            '\\' if name.is_empty() => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
            '\\' => 1 + name.len(),
            _ => c.len_utf8(),
        };
        let token = &rest[..length];
        let is_separator = matches!(token, "&" | "\\\\" | "\\newline");
        let was_stack = is_stack;
        is_stack = name == "substack" || was_stack && c.is_whitespace();
        match (token, name) {
            ("{", _) if was_stack => {
                push(&mut out, &mut check, token);
                begin(&mut open, &out, &mut check);
                (tables, has_tables) = (tables + 1, true);
            }
            ("{", _) | (_, "left") => {
                open.push(Open::Group);
                push(&mut out, &mut check, token);
            }
            ("}", _) | (_, "right" | "end") => {
                if let Some(Open::Table { scope, .. }) = open.pop() {
                    end(scope, &mut out, &mut check);
                    tables = tables.saturating_sub(1);
                }
                if name == "end" {
                    length = rest.len() - group(&rest[length..]).map_or(&rest[length..], |(_, after)| after).len();
                }
                push(&mut out, &mut check, &rest[..length]);
            }
            (_, "begin") => {
                let after = &rest[length..];
                let (environment, after) = group(after).unwrap_or(("", after));
                let after = match environment {
                    "array" | "subarray" => group(after).map_or(after, |(_, after)| after),
                    _ => after,
                };
                length = rest.len() - after.len();
                push(&mut out, &mut check, &rest[..length]);
                begin(&mut open, &out, &mut check);
                (tables, has_tables) = (tables + 1, true);
            }
            _ if is_separator => match open.last_mut() {
                Some(Open::Table { start, scope }) => {
                    end(scope.take(), &mut out, &mut check);
                    // The distance to the next line.
                    let after = &rest[length..];
                    if token != "&"
                        && let Some(inside) = after.trim_start().strip_prefix('[')
                        && let Some(at) = inside.find(']')
                    {
                        length = rest.len() - inside[at + 1..].len();
                    }
                    push(&mut out, &mut check, &rest[..length]);
                    *start = out.len();
                    check.push('{');
                }
                _ if tables > 0 => return Err(MathError::Unknown(format!("{token} inside of a cell"))),
                _ => push(&mut out, &mut check, token),
            },
            (_, name) if let Some((_, has_group)) = OF_LINE.iter().find(|(own, _)| *own == name) => {
                if *has_group && let Some((_, after)) = group(&rest[length..]) {
                    length = rest.len() - after.len();
                }
                out.push_str(&rest[..length]);
                if let Some(Open::Table { start, .. }) = open.last_mut()
                    && out[*start..out.len() - length].trim().is_empty()
                {
                    *start = out.len();
                }
            }
            (_, name) => {
                if let Some(Open::Table { start, scope }) = open.last_mut() {
                    if INFIXES.contains(&name) {
                        *scope = Some(*start);
                    } else if SWITCHES.contains(&name) {
                        scope.get_or_insert(out.len());
                    }
                }
                push(&mut out, &mut check, token);
            }
        }
        rest = &rest[length..];
    }
    Ok(Tables { latex: out, check: has_tables.then_some(check) })
}

fn push(out: &mut String, check: &mut String, text: &str) {
    out.push_str(text);
    check.push_str(text);
}

fn begin(open: &mut Vec<Open>, out: &str, check: &mut String) {
    open.push(Open::Table { start: out.len(), scope: None });
    check.push('{');
}

fn end(scope: Option<usize>, out: &mut String, check: &mut String) {
    if let Some(scope) = scope {
        out.insert(scope, '{');
        out.push('}');
    }
    check.push('}');
}
