//! Text from the clipboard as nodes: Markdown as the importer reads it, everything else line by line, and addresses as
//! links.

use super::formats::{self, Format};
use super::indented;
use super::node_tree::{FlatLink, FlatNode, NodeTree};

/// Reads what was pasted.
pub fn read(text: &str) -> NodeTree {
    let markdown = || formats::read_as(Format::Markdown, text.as_bytes(), "").ok()?.maps.into_iter().next();
    let read = is_markdown(text).then(markdown).flatten().map(|map| map.tree);
    let mut trees = read.unwrap_or_else(|| indented::read(text));
    for node in &mut trees.nodes {
        link(node);
    }
    trees
}

/// Whether a text has what only Markdown has: a heading, a fence, a quotation, a table or a numbered list. Bullets
/// alone are indented text.
fn is_markdown(text: &str) -> bool {
    text.lines().any(|line| {
        let line = line.trim_start();
        let heading = line.trim_start_matches('#');
        let level = line.len() - heading.len();
        let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
        ((1..=6).contains(&level) && heading.starts_with(' '))
            || line.starts_with("```")
            || line.starts_with("~~~")
            || line.starts_with("> ")
            || (line.starts_with('|') && line.trim_end().ends_with('|') && line.len() > 2)
            || (digits.len() < line.len() && (digits.starts_with(". ") || digits.starts_with(") ")))
    })
}

/// A title that is nothing but an address leads there.
fn link(node: &mut FlatNode) {
    let title = node.title.trim();
    let is_address = ["https://", "http://"].iter().any(|start| {
        title.get(..start.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(start)) && title.len() > start.len()
    });
    if is_address && node.link.is_none() && !title.contains(char::is_whitespace) {
        node.link = Some(FlatLink::Url(title.to_owned()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outline(text: &str) -> Vec<String> {
        let trees = read(text);
        let depths = trees.depths();
        trees.nodes.iter().zip(depths).map(|(node, depth)| format!("{}{}", "-".repeat(depth), node.title)).collect()
    }

    #[test]
    fn markdown_is_read_as_the_importer_reads_it() {
        let text = "# Plan\n\nSome words.\n\n## First\n1. one\n2. two\n   - below\n\n```js\nlet a = 1;\n```\n## Second";
        assert_eq!(outline(text), ["Plan", "-First", "--one", "--two", "---below", "-Second"]);
        let trees = read(text);
        assert_eq!(trees.nodes[0].note, "Some words.");
        assert!(trees.nodes.iter().any(|node| node.note.contains("let a = 1;")), "code is a note and no node");
    }

    #[test]
    fn lines_stay_lines() {
        assert_eq!(outline("a\n\tb\nc"), ["a", "-b", "c"]);
        assert_eq!(outline("- a\n  - b\n#tag"), ["a", "-b", "#tag"]);
        assert_eq!(outline("#hash is no heading"), ["#hash is no heading"]);
    }

    #[test]
    fn an_address_is_a_link() {
        let trees = read("https://a.example/x?y=1\nnot https://b.example here\n\tHTTP://c.example");
        let links: Vec<bool> = trees.nodes.iter().map(|node| node.link.is_some()).collect();
        assert_eq!(links, [true, false, true]);
        assert_eq!(trees.nodes[0].title, "https://a.example/x?y=1");
    }
}
