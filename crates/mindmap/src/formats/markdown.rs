//! Markdown: headings and list items are nodes, everything else is the note of the node above it.
//!
//! - M1 No text is dropped: what is no heading and no item stands in a note as it is written.
//! - M2 A title is the source of its line without the escapes before punctuation. A title that is one link becomes a
//!   title and a link, `[ ]` and `[x]` a task, `<br>` a new line, and `<!-- markmap: fold -->` folds.
//! - M3 A note that would not be read as one stands between `<!-- note -->` and `<!-- /note -->`.
//! - M4 YAML before the text is kept and comes back out.

mod line;
mod read;
mod title;
mod write;

pub use read::read;
pub use write::write;

/// Key of the YAML before the text.
const FRONT_MATTER: &str = "markdown:front-matter";
/// Mark of a folded node.
const FOLD: &str = "<!-- markmap: fold -->";

/// The line that begins, or ends, a note that would not be read as one; `number` is counted up for notes with such
/// lines.
fn note_mark(is_end: bool, number: usize) -> String {
    let slash = if is_end { "/" } else { "" };
    if number == 0 { format!("<!-- {slash}note -->") } else { format!("<!-- {slash}note {number} -->") }
}

#[cfg(test)]
mod tests;
