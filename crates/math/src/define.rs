//! Commands that a formula, or one before it, defines: `\newcommand`, `\renewcommand`, `\providecommand`, `\def` and
//! `\DeclareMathOperator`. They are expanded before anything else is read.
//!
//! A definition holds from where it stands to the end; groups do not end it. What is no definition as it should be, or
//! expands without end, is an error.

use std::collections::BTreeMap;

use super::MathError;
use super::prepare::{command, group};

/// Greatest number of expansions in a formula and the definitions before it.
const MAX_EXPANSIONS: usize = 500;
/// Greatest length in bytes of what is being expanded.
const MAX_BYTES: usize = 16 * 1024;
/// Greatest number of parameters.
const MAX_PARAMETERS: usize = 9;

/// A command that was defined.
#[derive(Debug, Clone)]
struct Definition {
    parameters: usize,
    /// The first argument where none is given in brackets.
    default: Option<String>,
    body: String,
}

/// Definitions so far.
#[derive(Debug, Default)]
pub struct Definitions {
    known: BTreeMap<String, Definition>,
    expansions: usize,
}

impl Definitions {
    /// Takes the definitions out of a formula, and expands what is defined.
    pub fn expand(&mut self, latex: &str) -> Result<String, MathError> {
        if latex.len() > MAX_BYTES {
            return Err(MathError::TooDeep);
        }
        let mut out = String::with_capacity(latex.len());
        let mut rest = latex.to_owned();
        while let Some(at) = rest.find('\\') {
            out.push_str(&rest[..at]);
            let from = &rest[at..];
            let name = command(from);
            let after = &from[1 + name.len()..];
            rest = match name {
                "newcommand" | "renewcommand" | "providecommand" => {
                    let (name, definition, after) = new_command(after).ok_or_else(|| malformed(name))?;
                    self.known.insert(name, definition);
                    after.to_owned()
                }
                "def" | "gdef" => {
                    let (name, definition, after) = def(after).ok_or_else(|| malformed(name))?;
                    self.known.insert(name, definition);
                    after.to_owned()
                }
                "DeclareMathOperator" => {
                    let (name, definition, after) = operator(after).ok_or_else(|| malformed(name))?;
                    self.known.insert(name, definition);
                    after.to_owned()
                }
                "" => {
                    let length = 1 + after.chars().next().map_or(0, char::len_utf8);
                    out.push_str(&from[..length]);
                    from[length..].to_owned()
                }
                _ => match self.known.get(name) {
                    None => {
                        out.push_str(&from[..=name.len()]);
                        after.to_owned()
                    }
                    Some(definition) => {
                        let (text, after) = definition.apply(after).ok_or_else(|| malformed(name))?;
                        self.expansions += 1;
                        let is_script = out.trim_end().ends_with(['^', '_']);
                        let rest = if is_script { format!("{{{text}}}{after}") } else { joined(text, after) };
                        if self.expansions > MAX_EXPANSIONS || out.len() + rest.len() > MAX_BYTES {
                            return Err(MathError::TooDeep);
                        }
                        rest
                    }
                },
            };
        }
        out.push_str(&rest);
        Ok(out)
    }
}

impl Definition {
    /// Takes the arguments that a text begins with; returns what the command stands for, and what follows.
    fn apply<'a>(&self, after: &'a str) -> Option<(String, &'a str)> {
        let mut arguments = Vec::with_capacity(self.parameters);
        let mut rest = after;
        if let Some(default) = &self.default {
            let (given, behind) = bracket(rest).unwrap_or((default, rest));
            arguments.push(given);
            rest = behind;
        }
        while arguments.len() < self.parameters {
            let (given, behind) = argument(rest)?;
            arguments.push(given);
            rest = behind;
        }
        let mut text = String::with_capacity(self.body.len());
        let mut body = self.body.as_str();
        while let Some((before, behind)) = body.split_once('#') {
            text.push_str(before);
            let escaped = before.len() - before.trim_end_matches('\\').len();
            let sign = behind.chars().next();
            let number = sign.and_then(|sign| sign.to_digit(10)).and_then(|digit| usize::try_from(digit).ok());
            body = match (sign, number.and_then(|number| arguments.get(number.checked_sub(1)?))) {
                _ if escaped % 2 == 1 => {
                    text.push('#');
                    behind
                }
                (_, Some(argument)) => {
                    // The letters of an argument do not become part of the command before it.
                    let with_argument = joined(std::mem::take(&mut text), argument);
                    text = with_argument;
                    let behind = &behind[1..];
                    if ends_in_command(&text) && behind.starts_with(|c: char| c.is_ascii_alphabetic()) {
                        text.push(' ');
                    }
                    behind
                }
                (Some('#'), None) => {
                    text.push('#');
                    &behind[1..]
                }
                _ => return None,
            };
            if text.len() > MAX_BYTES {
                return None;
            }
        }
        text.push_str(body);
        Some((text, rest))
    }
}

fn malformed(name: &str) -> MathError {
    MathError::Unknown(format!("\\{name}"))
}

/// Joins two texts so that a command at the end of the first keeps its name.
fn joined(mut text: String, after: &str) -> String {
    if ends_in_command(&text) && after.starts_with(|c: char| c.is_ascii_alphabetic()) {
        text.push(' ');
    }
    text.push_str(after);
    text
}

fn ends_in_command(text: &str) -> bool {
    let before = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let signs = before.len() - before.trim_end_matches('\\').len();
    before.len() < text.len() && signs % 2 == 1
}

/// Reads the name of a command, in braces or alone.
fn target(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    if let Some((inside, after)) = group(text) {
        let inside = inside.trim();
        let name = inside.starts_with('\\').then(|| command(inside))?;
        return (!name.is_empty() && inside.len() == 1 + name.len()).then_some((name, after));
    }
    let name = text.starts_with('\\').then(|| command(text))?;
    (!name.is_empty()).then(|| (name, &text[1 + name.len()..]))
}

/// Reads `{\name}[n][default]{body}`.
fn new_command(text: &str) -> Option<(String, Definition, &str)> {
    let text = text.trim_start();
    let (name, mut rest) = target(text.strip_prefix('*').unwrap_or(text))?;
    let (mut parameters, mut default) = (0, None);
    if let Some((count, after)) = bracket(rest) {
        parameters = count.trim().parse().ok().filter(|count| *count <= MAX_PARAMETERS)?;
        rest = after;
        if let Some((first, after)) = bracket(rest).filter(|_| parameters > 0) {
            default = Some(first.to_owned());
            rest = after;
        }
    }
    let (body, after) = group(rest)?;
    Some((name.to_owned(), Definition { parameters, default, body: body.to_owned() }, after))
}

/// Reads `\name#1#2{body}`.
fn def(text: &str) -> Option<(String, Definition, &str)> {
    let text = text.trim_start();
    let name = text.starts_with('\\').then(|| command(text)).filter(|name| !name.is_empty())?;
    let mut rest = text[1 + name.len()..].trim_start();
    let mut parameters = 0;
    while let Some(number) = rest.strip_prefix('#') {
        parameters += 1;
        let digit = u32::try_from(parameters).ok().and_then(|number| char::from_digit(number, 10))?;
        rest = number.strip_prefix(digit)?;
    }
    let (body, after) = rest.starts_with('{').then(|| group(rest))??;
    Some((name.to_owned(), Definition { parameters, default: None, body: body.to_owned() }, after))
}

/// Reads `{\name}{words}`; with a star, limits stand above and below.
fn operator(text: &str) -> Option<(String, Definition, &str)> {
    let text = text.trim_start();
    let (star, text) = text.strip_prefix('*').map_or(("", text), |text| ("*", text));
    let (name, rest) = target(text)?;
    let (words, after) = group(rest)?;
    let body = format!("\\operatorname{star}{{{words}}}");
    Some((name.to_owned(), Definition { parameters: 0, default: None, body }, after))
}

/// Returns the inside of the brackets that a text begins with, and what follows.
fn bracket(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start().strip_prefix('[')?;
    let (mut depth, mut escaped) = (0_usize, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '{' => depth += 1,
            '}' => depth = depth.checked_sub(1)?,
            ']' if depth == 0 => return Some((&text[..at], &text[at + 1..])),
            _ => {}
        }
    }
    None
}

/// Returns the argument that a text begins with: a group, a command or a character.
fn argument(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    if let Some(group) = group(text) {
        return Some(group);
    }
    let first = text.chars().next().filter(|first| !matches!(first, '{' | '}' | '&'))?;
    let length = if first == '\\' {
        let name = command(text).len();
        1 + if name > 0 { name } else { text[1..].chars().next()?.len_utf8() }
    } else {
        first.len_utf8()
    };
    Some(text.split_at(length))
}
