//! One style sheet out of all files in `static/css`: one request on the first visit, and a new file takes part
//! without being registered anywhere.

use std::path::{Path, PathBuf};

use crate::shell::{Result, files_below, read};

/// These come first, in this order; the others follow by name. Every file puts its rules into a layer,
/// and `reset.css` declares the order of the layers, so the order of the files matters to nobody else.
const FIRST: [&str; 5] = ["reset.css", "tokens.css", "base.css", "kit.css", "shell.css"];

/// Returns the style sheet of the page.
pub fn bundle(folder: &Path) -> Result<String> {
    let mut all = String::new();
    for file in in_order(files_below(folder)?) {
        all.push_str(&compact(&read(&file)?));
        all.push('\n');
    }
    Ok(all)
}

fn in_order(files: Vec<PathBuf>) -> Vec<PathBuf> {
    let name = |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let rank = |path: &PathBuf| FIRST.iter().position(|first| *first == name(path)).unwrap_or(FIRST.len());
    let mut files: Vec<PathBuf> =
        files.into_iter().filter(|path| path.extension().is_some_and(|end| end == "css")).collect();
    files.sort_by_key(|path| (rank(path), name(path)));
    files
}

/// Drops comments, indentation and empty lines; everything else stays as written.
fn compact(css: &str) -> String {
    let bare = blank(css, Blank::Comments);
    bare.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// Parts of a style sheet that [`blank`] takes out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Blank {
    Comments,
    CommentsAndStrings,
}

/// Returns the style sheet with spaces in place of the unwanted parts: lines and positions stay.
pub fn blank(css: &str, what: Blank) -> String {
    let mut kept = String::with_capacity(css.len());
    let mut at = 0;
    while let Some(character) = css[at..].chars().next() {
        let (end, hidden) = match character {
            '/' if css[at..].starts_with("/*") => {
                (css[at + 2..].find("*/").map_or(css.len(), |end| at + end + 4), true)
            }
            '"' | '\'' => (string_end(css, at, character), what == Blank::CommentsAndStrings),
            _ => (at + character.len_utf8(), false),
        };
        if hidden {
            kept.extend(css[at..end].bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
        } else {
            kept.push_str(&css[at..end]);
        }
        at = end;
    }
    kept
}

/// Returns the place just after the string that opens at `start`.
fn string_end(css: &str, start: usize, quote: char) -> usize {
    let mut escaped = false;
    for (index, character) in css[start + 1..].char_indices() {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if character == quote => return start + 1 + index + 1,
            _ => {}
        }
    }
    css.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_indentation_go_and_strings_stay() {
        let css = "/* head's */\n.a {\n  content: \"/* kept */\";\n}\n\n/* tail";
        assert_eq!(compact(css), ".a {\ncontent: \"/* kept */\";\n}");
    }

    #[test]
    fn positions_stay() {
        let css = "a /* é\n */ { b: 'x\\'y' }/*";
        let blanked = blank(css, Blank::CommentsAndStrings);
        assert_eq!(blanked, "a      \n    { b:        }  ");
        assert_eq!(blanked.len(), css.len());
    }

    #[test]
    fn foundation_comes_first_then_by_name() {
        let files = ["zoo.css", "chat.css", "tokens.css", "reset.css", "notes.txt"].map(PathBuf::from).to_vec();
        let names = ["reset.css", "tokens.css", "chat.css", "zoo.css"].map(PathBuf::from);
        assert_eq!(in_order(files), names);
    }
}
