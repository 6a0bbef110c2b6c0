//! One style sheet out of all files in `static/css`: one request on the first visit, and a new file takes part
//! without being registered anywhere.
//!
//! Must not be here: what the styles say.

use std::path::{Path, PathBuf};

use crate::shell::{Result, files_below, read};

/// These come first, in this order; the others follow by name. Every file puts its rules into a layer,
/// and `reset.css` declares the order of the layers, so the order of the files matters to nobody else.
const FIRST: [&str; 5] = ["reset.css", "tokens.css", "base.css", "kit.css", "shell.css"];

/// The style sheet of the page.
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
    let rank = |path: &PathBuf| {
        FIRST
            .iter()
            .position(|first| *first == name(path))
            .unwrap_or(FIRST.len())
    };
    let mut files: Vec<PathBuf> = files
        .into_iter()
        .filter(|path| path.extension().is_some_and(|end| end == "css"))
        .collect();
    files.sort_by_key(|path| (rank(path), name(path)));
    files
}

/// Drops comments, indentation and empty lines; everything else stays as written.
fn compact(css: &str) -> String {
    let bare = without_comments(css);
    bare.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect::<Vec<_>>()
        .join("\n")
}

/// The style sheet without its comments.
pub fn without_comments(css: &str) -> String {
    let mut kept = String::with_capacity(css.len());
    let mut rest = css;
    while let Some(start) = comment_start(rest) {
        kept.push_str(&rest[..start]);
        let inside = &rest[start + 2..];
        rest = inside.find("*/").map_or("", |end| &inside[end + 2..]);
    }
    kept.push_str(rest);
    kept
}

/// Where the next comment begins that is not inside a string.
fn comment_start(css: &str) -> Option<usize> {
    let mut quote = None;
    let mut escaped = false;
    for (index, character) in css.char_indices() {
        match quote {
            Some(_) if escaped => escaped = false,
            Some(_) if character == '\\' => escaped = true,
            Some(open) if character == open => quote = None,
            Some(_) => {}
            None if character == '"' || character == '\'' => quote = Some(character),
            None if css[index..].starts_with("/*") => return Some(index),
            None => {}
        }
    }
    None
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
    fn foundation_comes_first_then_by_name() {
        let files = ["zoo.css", "chat.css", "tokens.css", "reset.css", "notes.txt"]
            .map(PathBuf::from)
            .to_vec();
        let names = ["reset.css", "tokens.css", "chat.css", "zoo.css"].map(PathBuf::from);
        assert_eq!(in_order(files), names);
    }
}
