//! Readers of what is made of lines rather than of tokens: differences, Markdown, LaTeX.

use super::{Paint, Token, byte, end_of, rest};

/// A line of a difference.
pub fn diff(text: &str, paint: &mut Paint<'_>) {
    let heads = ["+++", "---", "diff ", "index ", "@@", "***", "similarity ", "rename ", "new file", "deleted file"];
    let token = match byte(text, 0) {
        _ if heads.iter().any(|head| text.starts_with(head)) => Token::Meta,
        b'+' | b'>' => Token::Inserted,
        b'-' | b'<' => Token::Deleted,
        _ => return,
    };
    paint.add(0..text.len(), token);
}

/// Reader of Markdown.
#[derive(Debug, Clone, Default)]
pub struct MarkdownReader {
    /// Mark of the open fence, and the number of marks that close it.
    fence: Option<(u8, usize)>,
}

impl MarkdownReader {
    /// Reads a line.
    pub fn line(&mut self, text: &str, paint: &mut Paint<'_>) {
        let start = end_of(text, 0, |byte| byte == b' ');
        let mark = byte(text, start);
        let count = end_of(text, start, |byte| byte == mark) - start;
        if let Some((kind, least)) = self.fence {
            let closes = mark == kind && count >= least && rest(text, start + count).trim().is_empty();
            if closes {
                self.fence = None;
            }
            return paint.add(0..text.len(), if closes { Token::Meta } else { Token::Text });
        }
        match mark {
            b'`' | b'~' if count >= 3 => {
                self.fence = Some((mark, count));
                paint.add(start..text.len(), Token::Meta);
            }
            b'#' if count <= 6 && matches!(byte(text, start + count), b' ' | 0) => {
                paint.add(start..text.len(), Token::Keyword);
            }
            b'>' => {
                paint.add(start..start + 1, Token::Meta);
                inline(text, start + 1, paint);
            }
            b'-' | b'*' | b'+' if byte(text, start + 1) == b' ' => {
                paint.add(start..start + 1, Token::Meta);
                inline(text, start + 1, paint);
            }
            _ => inline(text, start, paint),
        }
    }
}

/// Code, addresses of links and HTML in a line of Markdown.
fn inline(text: &str, from: usize, paint: &mut Paint<'_>) {
    let mut at = from;
    // Once there is none of its kind to the end of the line, none is sought again.
    let mut missing = [false; 3];
    while at < text.len() {
        let (open, close, kind, token) = match byte(text, at) {
            b'`' => (1, b'`', 0, Token::Text),
            b']' if byte(text, at + 1) == b'(' => (2, b')', 1, Token::Property),
            b'<' if byte(text, at + 1).is_ascii_alphabetic() || byte(text, at + 1) == b'/' => (1, b'>', 2, Token::Type),
            b'\\' => {
                at += 2;
                continue;
            }
            _ => {
                at += 1;
                continue;
            }
        };
        let end = if missing[kind] { text.len() } else { end_of(text, at + open, |byte| byte != close) };
        if end < text.len() {
            let outside = if kind == 1 { (at + open, end) } else { (at, end + 1) };
            paint.add(outside.0..outside.1, token);
            at = end + 1;
        } else {
            missing[kind] = true;
            at += 1;
        }
    }
}

/// Reader of LaTeX.
#[derive(Debug, Clone, Default)]
pub struct LatexReader {
    /// Whether the lines belong to an environment that is shown as it is written.
    verbatim: bool,
}

impl LatexReader {
    /// Reads a line.
    pub fn line(&mut self, text: &str, paint: &mut Paint<'_>) {
        if self.verbatim && !text.contains("\\end{verbatim}") && !text.contains("\\end{lstlisting}") {
            return paint.add(0..text.len(), Token::Text);
        }
        self.verbatim = text.contains("\\begin{verbatim}") || text.contains("\\begin{lstlisting}");
        let mut at = 0;
        while at < text.len() {
            let start = at;
            match byte(text, at) {
                b'%' => {
                    paint.add(start..text.len(), Token::Comment);
                    return;
                }
                b'\\' => {
                    at = end_of(text, at + 1, |byte| byte.is_ascii_alphabetic() || byte == b'@');
                    if at == start + 1 {
                        // One character, of whatever length.
                        at += rest(text, at).chars().next().map_or(0, char::len_utf8);
                    }
                    let command = text.get(start..at).unwrap_or_default();
                    paint.add(start..at, if is_structure(command) { Token::Meta } else { Token::Keyword });
                    if matches!(command, "\\begin" | "\\end") && byte(text, at) == b'{' {
                        let end = end_of(text, at + 1, |byte| byte.is_ascii_alphabetic() || byte == b'*');
                        paint.add(at + 1..end, Token::Type);
                        at = end;
                    }
                }
                b'$' => {
                    at = end_of(text, at, |byte| byte == b'$');
                    paint.add(start..at, Token::Text);
                }
                b'0'..=b'9' => {
                    at = end_of(text, at, |byte| byte.is_ascii_digit() || byte == b'.');
                    paint.add(start..at, Token::Number);
                }
                b'&' => {
                    at += 1;
                    paint.add(start..at, Token::Meta);
                }
                _ => at += 1,
            }
        }
    }
}

fn is_structure(command: &str) -> bool {
    matches!(
        command,
        "\\begin" | "\\end" | "\\documentclass" | "\\usepackage" | "\\newcommand" | "\\input" | "\\include"
    )
}
