//! Writing Markdown.

use super::read::is_note;
use super::{FRONT_MATTER, note_mark, title};
use crate::formats::MapFile;
use crate::formats::text::MAX_INDENT;
use crate::node_tree::NodeTree;

/// Writes a document: roots and main branches are headings, everything below them lists.
pub fn write(map: &MapFile) -> String {
    let mut text = String::new();
    for (_, yaml) in map.tree.extra.iter().filter(|(key, _)| key == FRONT_MATTER).take(1) {
        if !yaml.contains('\r') && !yaml.lines().any(|line| matches!(line.trim_end(), "---" | "...")) {
            text.extend(["---\n", yaml, "\n---\n\n"]);
        }
    }
    let depths = map.tree.depths();
    let levels = heading_levels(&map.tree, &depths);
    for (node, depth) in map.tree.nodes.iter().zip(depths) {
        let is_heading = depth < levels;
        let source = title::write(node, is_heading);
        let indent = "  ".repeat(depth.saturating_sub(levels).min(MAX_INDENT));
        if is_heading {
            separate(&mut text);
            text.extend([&"#".repeat(depth + 1), " ", &source, "\n\n"]);
        } else {
            text.extend([&indent, "- ", &source, "\n"]);
        }
        if !node.note.is_empty() {
            separate(&mut text);
            let indent = if is_heading { String::new() } else { indent + "  " };
            write_note(&mut text, &node.note, &indent, !is_heading);
            text.push('\n');
        }
    }
    text.truncate(text.trim_end_matches('\n').len());
    text.push('\n');
    text
}

/// Number of levels that are headings: the roots, and the main branches if there is anything below them.
fn heading_levels(tree: &NodeTree, depths: &[usize]) -> usize {
    let has_more = tree.nodes.iter().zip(depths).any(|(node, &depth)| depth > 1 || depth == 1 && !node.note.is_empty());
    if has_more { 2 } else { 1 }
}

/// Ends with an empty line, unless there is nothing yet.
fn separate(text: &mut String) {
    if !text.is_empty() && !text.ends_with("\n\n") {
        text.push('\n');
    }
}

fn write_note(text: &mut String, note: &str, indent: &str, is_item: bool) {
    let is_plain = is_note(note, is_item);
    // One mark that does not stand in the note.
    let number = (0..10).find(|&number| !note.contains(&note_mark(true, number))).unwrap_or(0);
    let mut line = |content: &str| {
        if !content.is_empty() {
            text.push_str(indent);
            text.push_str(content);
        }
        text.push('\n');
    };
    if !is_plain {
        line(&note_mark(false, number));
    }
    note.split('\n').for_each(&mut line);
    if !is_plain {
        line(&note_mark(true, number));
    }
}
