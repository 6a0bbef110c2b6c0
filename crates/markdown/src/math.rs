//! Formulas in a text: `\(…\)`, `\[…\]`, `$…$`, `$$…$$` and `\begin{…}…\end{…}`. They are kept from the parser, for
//! which `\\`, `\{`, `_` and `*` would be markup, and stay their source; `espalier-math` reads them.
//!
//! - F1 The extent of a formula depends on the text before its end and, while it is open, on nothing but the end of the
//!   text: so a text that is still arriving never changes a block that was settled (rule M5).
//! - F2 A formula without an end reaches to the end of the text, as long as it could still end; one that was given up
//!   is no formula.
//! - F3 A formula never crosses the fence of code. It crosses lines that could begin a block only if it is displayed and
//!   begins its line, and a blank line only if it stood alone on its line.
//! - F4 Amounts of money are no formulas.

use std::ops::Range;

/// Greatest length of a formula; a longer one was never meant as one.
const MAX_BYTES: usize = 4000;
/// Greatest length of an environment's name.
const MAX_NAME_BYTES: usize = 30;

/// A formula without what opens and closes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delimited<'a> {
    /// The LaTeX; an environment is whole.
    pub latex: &'a str,
    /// Whether it stands on lines of its own.
    pub display: bool,
}

/// Takes the source of a formula apart; `None` while its end has not arrived.
pub fn delimited(source: &str) -> Option<Delimited<'_>> {
    if let Some(name) = source.strip_prefix("\\begin{").and_then(|rest| rest.split_once('}')).map(|(name, _)| name) {
        let is_whole = source.trim_end().ends_with(&format!("\\end{{{name}}}"));
        return is_whole.then_some(Delimited { latex: source, display: true });
    }
    for (opening, closing, display) in
        [("\\(", "\\)", false), ("\\[", "\\]", true), ("$$", "$$", true), ("$", "$", false)]
    {
        if let Some(rest) = source.strip_prefix(opening) {
            let latex = rest.strip_suffix(closing)?;
            return Some(Delimited { latex, display });
        }
    }
    None
}

/// Returns the LaTeX of a formula that defines commands for those behind it; `None` of any other.
pub fn defining(source: &str) -> Option<&str> {
    let defines =
        ["\\newcommand", "\\renewcommand", "\\providecommand", "\\def\\", "\\gdef\\", "\\DeclareMathOperator"];
    delimited(source).map(|whole| whole.latex).filter(|latex| defines.iter().any(|name| latex.contains(name)))
}

/// A formula with its opening and closing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Formula {
    pub range: Range<usize>,
    /// Bytes before it on its line: so much of the later lines is indentation or the marks of a quote.
    pub lead: usize,
}

/// Finds the formulas of a text that begins at the start of a line, in order. `is_last` says that nothing follows the
/// text in its document, so that a formula may be open at its end.
pub(super) fn find(source: &str, is_last: bool) -> Vec<Formula> {
    let bytes = source.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = bytes[at..].iter().position(|byte| matches!(byte, b'\\' | b'$' | b'`')) {
        let start = at + next;
        at = match bytes[start] {
            b'`' => behind_code(source, start),
            _ => match Opening::at(source, start, is_last) {
                Some(opening) => match opening.end() {
                    Some(end) => {
                        found.push(Formula { range: start..end, lead: opening.prefix().len() });
                        end
                    }
                    None => start + opening.len,
                },
                None => behind_escape(bytes, start),
            },
        };
    }
    found
}

/// Returns the place behind code that closes on its line, else behind the marks alone.
fn behind_code(source: &str, start: usize) -> usize {
    let ticks = |from: usize| source.as_bytes()[from..].iter().take_while(|byte| **byte == b'`').count();
    let length = ticks(start);
    let end = line_end(source, start);
    let mut at = start + length;
    while let Some(next) = source[at..end].find('`') {
        let run = ticks(at + next);
        at += next + run;
        if run == length {
            return at;
        }
    }
    start + length
}

/// Returns the place behind a backslash and the character it escapes, or behind dollars that open nothing.
fn behind_escape(bytes: &[u8], start: usize) -> usize {
    if bytes[start] == b'$' {
        return start + bytes[start..].iter().take_while(|byte| **byte == b'$').count();
    }
    let escapes = bytes.get(start + 1).is_some_and(u8::is_ascii_punctuation);
    start + if escapes { 2 } else { 1 }
}

fn line_end(source: &str, from: usize) -> usize {
    source[from..].find('\n').map_or(source.len(), |newline| from + newline)
}

/// The opening of a formula.
struct Opening<'a> {
    source: &'a str,
    start: usize,
    /// Length of the opening.
    len: usize,
    closing: String,
    /// Whether nothing follows the source.
    is_last: bool,
}

impl<'a> Opening<'a> {
    fn at(source: &'a str, start: usize, is_last: bool) -> Option<Self> {
        let rest = &source[start..];
        let (len, closing) = if rest.starts_with("\\(") {
            (2, "\\)".to_owned())
        } else if rest.starts_with("\\[") {
            (2, "\\]".to_owned())
        } else if let Some(name) = rest.strip_prefix("\\begin{") {
            let name = &name[..name.find('}').filter(|end| *end <= MAX_NAME_BYTES)?];
            let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'*');
            (is_name.then_some("\\begin{}".len() + name.len())?, format!("\\end{{{name}}}"))
        } else {
            let dollars = rest.bytes().take_while(|byte| *byte == b'$').count();
            match dollars {
                1 | 2 => (dollars, "$".repeat(dollars)),
                _ => return None,
            }
        };
        Some(Self { source, start, len, closing, is_last })
    }

    /// Returns the text before it on its line.
    fn prefix(&self) -> &'a str {
        let before = &self.source[..self.start];
        &before[before.rfind('\n').map_or(0, |newline| newline + 1)..]
    }

    /// Returns the text behind it on its line.
    fn behind(&self) -> &'a str {
        &self.source[self.start + self.len..line_end(self.source, self.start)]
    }

    /// Finds the end of the formula; nothing if this does not begin one. The line of a fence has none.
    fn end(&self) -> Option<usize> {
        let is_mark = |character: char| " \t>-*+.)".contains(character) || character.is_ascii_digit();
        let before = self.prefix().trim_start_matches(is_mark);
        if before.starts_with("```") || before.starts_with("~~~") {
            return None;
        }
        if self.closing == "$" {
            return self.end_of_dollars();
        }
        let end = if self.may_cross_blocks() { self.end_across_blocks() } else { self.end_within_paragraph() }?;
        (end - self.start <= MAX_BYTES).then_some(end)
    }

    /// Whether nothing but marks of containers stands before it, or it is displayed and the last on its line.
    fn may_cross_blocks(&self) -> bool {
        let prefix = self.prefix();
        let is_alone = self.behind().trim().is_empty();
        if self.closing == "\\)" {
            return false;
        }
        let is_mark = |character: char| " \t>-*+.)".contains(character) || character.is_ascii_digit();
        let is_lead = (prefix.is_empty() || prefix.ends_with([' ', '\t', '>'])) && prefix.chars().all(is_mark);
        if is_lead {
            // A list of price levels has dollars behind its bullets.
            return self.closing != "$$" || is_alone || prefix.chars().all(|character| " \t>".contains(character));
        }
        is_alone && self.closing == "\\]" && !prefix.contains('|')
    }

    /// Finds the end over all lines, whatever block they would begin.
    fn end_across_blocks(&self) -> Option<usize> {
        let is_quoted = self.prefix().contains('>');
        let is_alone = self.behind().trim().is_empty() && !self.prefix().contains(char::is_alphabetic);
        self.scan(|line| {
            let bare = line.trim_start_matches([' ', '\t', '>']);
            let is_fence = bare.starts_with("```") || bare.starts_with("~~~");
            let is_in_quote = !is_quoted || line.trim_start().starts_with('>');
            !is_fence && is_in_quote && (is_alone || !bare.trim().is_empty())
        })
    }

    /// Finds the end over lines that surely go on with the paragraph.
    fn end_within_paragraph(&self) -> Option<usize> {
        let line = &self.source[self.start - self.prefix().len()..line_end(self.source, self.start)];
        let is_one_line = line.contains('|') || line.trim_start().starts_with('#');
        let has_code = |line: &str| {
            let closing = closing_at(line, &self.closing).unwrap_or(line.len());
            line[..closing].contains('`')
        };
        if has_code(self.behind()) {
            return None;
        }
        self.scan(|line| !is_one_line && !may_begin_block(line) && !has_code(line))
    }

    /// Scans the lines from the opening on; `goes_on` says of each but the first whether it belongs to the formula.
    fn scan(&self, goes_on: impl Fn(&str) -> bool) -> Option<usize> {
        let mut from = self.start + self.len;
        loop {
            let end = line_end(self.source, from);
            if let Some(closing) = closing_at(&self.source[from..end], &self.closing) {
                return Some(from + closing + self.closing.len());
            }
            if end + 1 >= self.source.len() {
                return self.is_last.then(|| self.source.trim_end().len().max(self.start + self.len));
            }
            if end - self.start > MAX_BYTES {
                return None;
            }
            from = end + 1;
            if !goes_on(&self.source[from..line_end(self.source, from)]) {
                return None;
            }
        }
    }

    /// Finds the end of a formula in single dollars, which are money more often than not.
    fn end_of_dollars(&self) -> Option<usize> {
        let before = self.prefix().bytes().next_back();
        let behind = self.behind();
        if before.is_some_and(|byte| byte.is_ascii_alphanumeric()) || !behind.starts_with(|c: char| !c.is_whitespace())
        {
            return None;
        }
        let is_last_line = self.is_last && line_end(self.source, self.start) == self.source.len();
        let Some(closing) = closing_at(behind, "$") else {
            let is_formula = behind.contains(['\\', '{']) && !behind.contains('`');
            return (is_last_line && is_formula).then(|| self.source.trim_end().len());
        };
        let inner = &behind[..closing];
        let is_row = self.prefix().trim_start().starts_with('|') && inner.contains(" | ");
        let ends_well = !inner.ends_with(char::is_whitespace)
            && !behind[closing + 1..].starts_with(|c: char| c.is_ascii_alphanumeric() || c == '$');
        let is_formula = ends_well && !inner.contains('`') && !is_row && !is_money(inner);
        is_formula.then_some(self.start + self.len + closing + 1)
    }
}

/// Finds the closing in a line, but for escaped characters.
fn closing_at(line: &str, closing: &str) -> Option<usize> {
    let bytes = line.as_bytes();
    let mut at = 0;
    loop {
        at += bytes.get(at..)?.iter().position(|byte| matches!(byte, b'\\' | b'$'))?;
        if bytes[at..].starts_with(closing.as_bytes()) {
            return Some(at);
        }
        at += if bytes[at] == b'\\' && bytes.get(at + 1).is_some_and(u8::is_ascii) { 2 } else { 1 };
    }
}

/// Whether a line could begin a block in the middle of a paragraph, or is the line under a heading or a head of a table.
fn may_begin_block(line: &str) -> bool {
    let line = line.trim();
    let behind_number = line.trim_start_matches(|character: char| character.is_ascii_digit());
    line.is_empty()
        || line.starts_with(['-', '*', '+', '#', '>', '|', '~', '_', '<', ':', '`'])
        || line.starts_with("[^")
        || line.bytes().all(|byte| byte == b'=')
        || (behind_number.len() < line.len() && behind_number.starts_with(['.', ')']))
}

/// Whether this reads like an amount with words behind it: a number, then words, and nothing that only formulas have.
fn is_money(inner: &str) -> bool {
    let is_word = |word: &str| word.len() >= 3 && word.bytes().all(|byte| byte.is_ascii_alphabetic());
    inner.starts_with(|character: char| character.is_ascii_digit())
        && !inner.contains('\\')
        && inner.split_ascii_whitespace().skip(1).any(is_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, expect: &[&str]) {
        let found: Vec<&str> = find(source, true).into_iter().map(|formula| &source[formula.range]).collect();
        assert_eq!(found, expect, "{source:?}");
    }

    #[test]
    fn every_way_to_write_one() {
        check("so \\(x^2\\) and $y_1$, $$z$$", &["\\(x^2\\)", "$y_1$", "$$z$$"]);
        check("\\[\na \\\\\n- b\n\\]\nnext", &["\\[\na \\\\\n- b\n\\]"]);
        check("- $$\n  a\n  $$\n- b", &["$$\n  a\n  $$"]);
        check("\\begin{align*}\na &= b \\\\\n\\end{align*}", &["\\begin{align*}\na &= b \\\\\n\\end{align*}"]);
        check("设$x$为 \\(y\\)。", &["$x$", "\\(y\\)"]);
        check("a \\(b\nc\\) d", &["\\(b\nc\\)"]);
        check("> \\[\n> x\n> \\]", &["\\[\n> x\n> \\]"]);
    }

    #[test]
    fn f2_an_open_one_reaches_to_the_end() {
        check("so \\(x^", &["\\(x^"]);
        check("\\[\na\n\n", &["\\[\na"]);
        check("so $\\frac{1", &["$\\frac{1"]);
        check("it costs $5", &[]);
        check("so \\(x\n\nnext", &[]);
        check("so \\(x\n- next", &[]);
    }

    #[test]
    fn f3_code_is_left_alone() {
        check("`$a$` and `\\(b\\)`", &[]);
        check("$$\na\n```\n$$\n```", &[]);
        check("`$a` and `b$`", &[]);
        check("```\n$a$\n```", &["$a$"]);
        check("```\\[\n\\]```", &[]);
        check("\\[\n\na\n\n\\]", &["\\[\n\na\n\n\\]"]);
        check("\\[ x\n\na\n\n\\]", &[]);
    }

    #[test]
    fn f4_money_is_none() {
        for text in [
            "between $5 and $10",
            "$5-$10",
            "$5, $10 and $20",
            "US$5 and A$6",
            "\\$5 and 6$",
            "$5 and 10$ more",
            "| $5 | $6 |",
            "- $: cheap\n- $$: fair\n- $$$: dear",
            "$HOME and $PATH",
            "a \\\\(b\\\\)",
        ] {
            check(text, &[]);
        }
        check("$5, $10, and $x$", &["$x$"]);
    }
}
