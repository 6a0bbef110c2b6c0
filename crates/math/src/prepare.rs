//! Preparation of LaTeX for the reader: commands it lacks are written in others, and nesting is bounded.

use std::fmt::{self, Write};

use super::MathError;

/// Greatest nesting. A brace, an environment, a fence, and each command or script that may take the next as its argument
/// is a level.
const MAX_DEPTH: usize = 32;
/// Greatest length in bytes.
const MAX_BYTES: usize = 4096;

/// Environments that are written as others. The bare name is without a star; the flag says that a number of columns
/// follows the name.
const ENVIRONMENTS: &[(&str, &str, bool)] = &[
    ("split", "aligned", false),
    ("alignedat", "aligned", true),
    ("alignat", "align", true),
    ("smallmatrix", "matrix", false),
    ("eqnarray", "align", false),
];

/// Environments in which a line may have a tag.
const NUMBERED: &[&str] = &["equation", "align", "gather", "multline"];

/// Rewrites a formula.
pub fn prepare(latex: &str, display: bool) -> Result<String, MathError> {
    check_nesting(latex)?;
    let mut out = String::with_capacity(latex.len() + 32);
    let mut rest = latex;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let name = command(rest);
        let after = &rest[1 + name.len()..];
        rest = match name {
            "text" | "textrm" | "textbf" | "textit" if let Some((inside, after)) = group(after) => {
                push_words(&mut out, name, inside);
                after
            }
            "textup" | "textmd" | "textnormal" | "mbox" | "hbox" | "clap" | "llap" | "rlap"
                if let Some((inside, after)) = group(after) =>
            {
                push_words(&mut out, "text", inside);
                after
            }
            "fbox" if let Some((inside, after)) = group(after) => {
                out.push_str("\\boxed{");
                push_words(&mut out, "text", inside);
                out.push('}');
                after
            }
            "begin" | "end" if let Some((environment, after)) = group(after) => {
                push_environment(&mut out, name, environment, after)
            }
            "textcolor" if let Some((color, inside, after)) = two_groups(after) => {
                push(&mut out, format_args!("{{\\color{{{color}}}{}}}", prepare(inside, false)?));
                after
            }
            // Where a line may break is left to the browser.
            "allowbreak" | "nobreak" | "relax" | "DOTSB" | "DOTSI" | "DOTSX" => after,
            "tag"
                if let Some(after) = after.strip_prefix('*')
                    && let Some((inside, after)) = group(after) =>
            {
                out.push_str("\\qquad");
                push_words(&mut out, "text", inside);
                after
            }
            // An address is not part of a formula; what leads there is.
            "href" if let Some((_, inside, after)) = two_groups(after) => {
                push(&mut out, format_args!("{{{}}}", prepare(inside, false)?));
                after
            }
            "label" if let Some((_, after)) = group(after) => after,
            "" => {
                // An escaped character, whatever it is.
                let length = 1 + after.chars().next().map_or(0, char::len_utf8);
                out.push_str(&rest[..length]);
                &rest[length..]
            }
            _ => {
                out.push_str(&rest[..=name.len()]);
                after
            }
        };
    }
    out.push_str(rest);
    Ok(if display { numbered(out) } else { out })
}

/// A formula with a tag, in an environment in which it may have one.
fn numbered(latex: String) -> String {
    let has = |name: &&str| ["", "*"].iter().any(|star| latex.contains(&format!("\\begin{{{name}{star}}}")));
    if latex.contains("\\tag") && !NUMBERED.iter().any(has) {
        return format!("\\begin{{equation}}{latex}\\end{{equation}}");
    }
    latex
}

/// Returns the letters of the command that a text begins with.
pub fn command(text: &str) -> &str {
    let name = text.get(1..).unwrap_or_default();
    let end = name.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(name.len());
    &name[..end]
}

/// Returns the insides of two groups that a text begins with, and what follows them.
fn two_groups(text: &str) -> Option<(&str, &str, &str)> {
    let (first, after) = group(text)?;
    let (second, after) = group(after)?;
    Some((first, second, after))
}

/// Returns the inside of the braces that a text begins with, and what follows them.
pub fn group(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start().strip_prefix('{')?;
    let (mut depth, mut escaped) = (1_usize, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '{' => depth += 1,
            '}' => {
                depth -= 1;
                if depth == 0 {
                    return Some((&text[..at], &text[at + 1..]));
                }
            }
            _ => {}
        }
    }
    None
}

/// Writes words that may have formulas between dollars in them.
fn push_words(out: &mut String, name: &str, inside: &str) {
    let escaped = inside.replace("\\$", "\u{1}");
    let parts: Vec<&str> = escaped.split('$').collect();
    if parts.len().is_multiple_of(2) {
        push(out, format_args!("\\{name}{{{inside}}}"));
        return;
    }
    for (index, part) in parts.iter().enumerate().filter(|(_, part)| !part.is_empty()) {
        let part = part.replace('\u{1}', "\\$");
        if index % 2 == 0 {
            push(out, format_args!("\\{name}{{{part}}}"));
        } else {
            push(out, format_args!("{{{part}}}"));
        }
    }
}

/// Writes the beginning or end of an environment; returns what follows it.
fn push_environment<'a>(out: &mut String, name: &str, environment: &str, after: &'a str) -> &'a str {
    let bare = environment.trim_end_matches('*');
    let star = &environment[bare.len()..];
    let Some((_, instead, counted)) = ENVIRONMENTS.iter().find(|(own, ..)| *own == bare) else {
        push(out, format_args!("\\{name}{{{environment}}}"));
        return after;
    };
    push(out, format_args!("\\{name}{{{instead}{star}}}"));
    match group(after) {
        Some((_, behind)) if *counted && name == "begin" => behind,
        _ => after,
    }
}

fn push(out: &mut String, text: fmt::Arguments<'_>) {
    // Writing to a string does not fail.
    let _ = out.write_fmt(text);
}

/// Refuses what is nested too deep to be read (E3).
fn check_nesting(latex: &str) -> Result<(), MathError> {
    // The level at each open brace, and the commands since then of which each may be the argument of the one before.
    let (mut open, mut run) = (vec![0_usize], 0);
    let mut chars = latex.char_indices();
    while let Some((at, c)) = chars.next() {
        let name = if c == '\\' { command(&latex[at..]) } else { "" };
        let level = open.last().copied().unwrap_or_default() + run;
        if level > MAX_DEPTH {
            return Err(MathError::TooDeep);
        }
        match (c, name) {
            ('{', _) | ('\\', "begin" | "left") => {
                open.push(level + 1);
                run = 0;
            }
            ('}', _) | ('\\', "end" | "right") => {
                open.pop();
                run = 0;
            }
            ('\\', "") => run = 0,
            ('\\' | '^' | '_', _) => run += 1,
            ('[', _) if run > 0 => run += 1,
            _ if c.is_whitespace() => {}
            _ => run = 0,
        }
        // The letters of a command, or the character that is escaped, stand for nothing by themselves.
        for _ in 0..if c == '\\' { name.len().max(1) } else { 0 } {
            chars.next();
        }
    }
    if latex.len() > MAX_BYTES { Err(MathError::TooDeep) } else { Ok(()) }
}
