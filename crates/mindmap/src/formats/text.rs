//! Indented text: one node a line, deeper by tabs or spaces. It is also what goes through the clipboard.

use super::{FormatError, MAX_NODES, MapFile};
use crate::node_tree::NodeTree;
use espalier_model::mindmap::Task;

/// Deepest indentation; deeper nodes stand at it, so that a long chain does not become mostly tabs.
pub const MAX_INDENT: usize = 256;
/// The columns from one tab stop to the next.
const TAB: usize = 4;
/// Characters that are trimmed from lines; the last one is a UTF-8 mark that was not at the beginning.
const SPACE: [char; 3] = [' ', '\t', '\u{feff}'];
/// Title of a node without text, because an empty line is none.
const BLANK: &str = "\u{a0}";
/// Beginnings of task titles.
const TASKS: [(&str, Task); 3] = [("[ ] ", Task::Open), ("[x] ", Task::Done), ("[X] ", Task::Done)];
/// Marks that other programs put before every line.
const BULLETS: [&str; 4] = ["- ", "* ", "\u{2022} ", "\u{2022}\t"];

/// Reads indented text. `[ ]` and `[x]` begin tasks. A bullet before every line is taken away.
pub fn from_text(text: &str) -> Result<MapFile, FormatError> {
    let lines = || text.split(['\n', '\r']).map(split).filter(|(_, title)| !title.is_empty());
    let bullet = BULLETS.into_iter().find(|bullet| lines().all(|(_, title)| title.starts_with(bullet)));
    let mut tree = NodeTree::default();
    // The nodes down to the last one, with their columns.
    let mut path: Vec<(usize, usize)> = Vec::new();
    for (column, title) in lines() {
        if tree.nodes.len() >= MAX_NODES {
            return Err(FormatError::TooManyNodes);
        }
        while path.last().is_some_and(|&(above, _)| above >= column) {
            path.pop();
        }
        let title = bullet.and_then(|bullet| title.strip_prefix(bullet)).unwrap_or(title).trim_matches(SPACE);
        let task = TASKS.iter().find_map(|(mark, task)| Some((title.strip_prefix(mark)?, *task)));
        let (title, task) = task.unwrap_or((title, Task::None));
        let title = title.trim_matches(SPACE);
        let node = tree.push(path.last().map(|&(_, node)| node), if title == BLANK { "" } else { title });
        tree.nodes[node].task = task;
        path.push((column, node));
    }
    if tree.nodes.is_empty() {
        return Err(FormatError::Empty);
    }
    Ok(MapFile { tree, ..MapFile::default() })
}

/// Writes the titles, each indented by tabs. Lines within a title are joined.
pub fn to_text(tree: &NodeTree) -> String {
    let titles: Vec<String> =
        tree.nodes.iter().map(|node| task_mark(node.task).to_owned() + &one_line(&node.title)).collect();
    // If all begin with the same bullet, one more is added, because it will be taken away.
    let bullet = BULLETS.into_iter().find(|bullet| titles.iter().all(|title| title.starts_with(bullet))).unwrap_or("");
    let mut text = String::new();
    for (title, depth) in titles.iter().zip(tree.depths()) {
        text.extend(std::iter::repeat_n('\t', depth.min(MAX_INDENT)));
        text.push_str(bullet);
        text.push_str(title);
        text.push('\n');
    }
    text
}

fn task_mark(task: Task) -> &'static str {
    match task {
        Task::None => "",
        Task::Open => "[ ] ",
        Task::Done => "[x] ",
    }
}

fn one_line(title: &str) -> String {
    let lines: Vec<&str> = title.split(['\n', '\r']).map(|line| line.trim_matches(SPACE)).collect();
    let line = lines.join(" ");
    let line = line.trim_matches(SPACE);
    if line.is_empty() { BLANK.to_owned() } else { line.to_owned() }
}

/// The column at which a line begins, and the rest of it without white space at the end.
fn split(line: &str) -> (usize, &str) {
    let mut column = 0;
    for (at, character) in line.char_indices() {
        match character {
            ' ' => column += 1,
            '\u{feff}' => {}
            '\t' => column = (column / TAB + 1) * TAB,
            _ => return (column, line[at..].trim_end_matches(SPACE)),
        }
    }
    (column, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &[(usize, &str)]) {
        let map = from_text(text).unwrap();
        let depths = map.tree.depths();
        let found: Vec<(usize, &str)> =
            map.tree.nodes.iter().zip(depths).map(|(node, depth)| (depth, node.title.as_str())).collect();
        assert_eq!(found, expect, "{text:?}");
        assert!(map.tree.is_pre_order());
    }

    #[test]
    fn tabs_and_spaces_indent() {
        check("a\n\tb\n\t\tc\r\n\n\td  \ne", &[(0, "a"), (1, "b"), (2, "c"), (1, "d"), (0, "e")]);
        check("  a\n    b\n   c\n  d", &[(0, "a"), (1, "b"), (1, "c"), (0, "d")]);
        check("a\n    b\n\tc", &[(0, "a"), (1, "b"), (1, "c")]);
    }

    #[test]
    fn a_bullet_before_every_line_is_no_text() {
        check("- a\n  - b", &[(0, "a"), (1, "b")]);
        check("a\n  - b", &[(0, "a"), (1, "- b")]);
        let map = from_text("- - a").unwrap();
        assert_eq!(to_text(&map.tree), "- - a\n");
    }

    #[test]
    fn titles_without_text_stay() {
        let mut tree = NodeTree::default();
        let root = tree.push(None, "");
        tree.push(Some(root), "two\nlines");
        let text = to_text(&tree);
        check(&text, &[(0, ""), (1, "two lines")]);
    }

    #[test]
    fn a_long_chain_stays_small() {
        let mut tree = NodeTree::default();
        let mut last = None;
        for _ in 0..20_000 {
            last = Some(tree.push(last, "x"));
        }
        assert!(to_text(&tree).len() < 20_000 * (MAX_INDENT + 2));
    }
}
