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

/// Whether a text is written in Markdown, by what only Markdown has: a heading, a fence with its end, a table, or lines
/// most of which are quotations or a list that counts from 1. Bullets alone are indented text, and one line that looks
/// like more is one line: read as Markdown, the others would run together and its number would go.
fn is_markdown(text: &str) -> bool {
    let lines: Vec<&str> = text.lines().map(str::trim_start).filter(|line| !line.is_empty()).collect();
    let count = |is: &dyn Fn(&str) -> bool| lines.iter().filter(|line| is(line)).count();
    let is_heading = |line: &str| {
        let heading = line.trim_start_matches('#');
        (1..=6).contains(&(line.len() - heading.len())) && heading.starts_with(' ')
    };
    let is_rule = |line: &str| line.contains("--") && line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '));
    let is_table = |pair: &[&str]| pair[0].starts_with('|') && pair[1].starts_with('|') && is_rule(pair[1]);
    let counted = counted(&lines);
    count(&is_heading) > 0
        || count(&|line| line.starts_with("```")) > 1
        || count(&|line| line.starts_with("~~~")) > 1
        || lines.windows(2).any(is_table)
        || count(&|line| line.starts_with("> ")) * 2 > lines.len()
        || counted > 1 && counted * 2 > lines.len()
}

/// Number of lines that begin with "1.", "2." and so on; another 1 begins another list.
fn counted(lines: &[&str]) -> usize {
    let numbers = lines.iter().filter_map(|line| {
        let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let is_item = line[digits..].starts_with(". ") || line[digits..].starts_with(") ");
        line[..digits].parse::<usize>().ok().filter(|_| is_item)
    });
    let (mut next, mut counted) = (1, 0);
    for number in numbers {
        if number != 1 && number != next {
            return 0;
        }
        (next, counted) = (number + 1, counted + 1);
    }
    counted
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
    fn one_line_does_not_decide_how_the_others_are_read() {
        for text in [
            "Buy milk\n2. May call the bank\nPay rent",
            "3. October\n24. December",
            "1. floor\nkitchen\nbath\nhall",
            "price\n> 5 apples\ntotal",
            "```\nhalf a fence\nmore",
            "| a bar |\nof music",
            "2024. A year\n2025. Another",
        ] {
            assert_eq!(outline(text), text.lines().collect::<Vec<_>>());
        }
        assert_eq!(outline("1. one\n2. two\n3. three"), ["one", "two", "three"]);
        assert_eq!(outline("1) one\n2) two"), ["one", "two"]);
    }

    #[test]
    fn cells_and_bullets_with_tabs_are_taken_apart() {
        assert_eq!(outline("Task\tOwner\tDays\nPaint\tX\t2"), ["Task", "-Owner", "-Days", "Paint", "-X", "-2"]);
        assert_eq!(outline("•\tone\n•\ttwo"), ["one", "two"]);
    }

    #[test]
    fn an_address_is_a_link() {
        let trees = read("https://a.example/x?y=1\nnot https://b.example here\n\tHTTP://c.example");
        let links: Vec<bool> = trees.nodes.iter().map(|node| node.link.is_some()).collect();
        assert_eq!(links, [true, false, true]);
        assert_eq!(trees.nodes[0].title, "https://a.example/x?y=1");
    }
}
