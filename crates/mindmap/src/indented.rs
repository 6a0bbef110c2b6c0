//! Indented text: one node a line, deeper lines below. Other programs read and write it, so it is put on the clipboard.

use super::node_tree::NodeTree;
use espalier_model::mindmap::Task;

const BULLETS: &[&str] = &["- ", "* ", "+ ", "• ", "◦ ", "▪ ", "· ", "– "];
const MARKS: &[(&str, Task)] =
    &[("[ ] ", Task::Open), ("[x] ", Task::Done), ("[X] ", Task::Done), ("☐ ", Task::Open), ("☑ ", Task::Done)];
/// Width of a tab, in spaces.
const TAB: usize = 4;

/// Reads lines as trees. A line is below the nearest line above that is indented less; bullets are dropped, and cells of a
/// table are below the first one of their row.
pub fn read(text: &str) -> NodeTree {
    let mut trees = NodeTree::default();
    let mut path: Vec<(usize, usize)> = Vec::new();
    for line in text.lines() {
        let content = line.trim_start();
        if content.trim().is_empty() {
            continue;
        }
        let depth = indentation(&line[..line.len() - content.len()]);
        while path.last().is_some_and(|&(above, _)| above >= depth) {
            path.pop();
        }
        let mut cells = content.trim_end().split('\t').map(str::trim).filter(|cell| !cell.is_empty());
        let mut line = format!("{} ", cells.next().unwrap_or_default());
        if BULLETS.contains(&line.as_str()) {
            line.extend(cells.next().into_iter().flat_map(|cell| [cell, " "]));
        }
        let content = BULLETS.iter().find_map(|bullet| line.strip_prefix(bullet)).unwrap_or(&line);
        let marked = MARKS.iter().find_map(|(mark, task)| Some((content.strip_prefix(mark)?, *task)));
        let (title, task) = marked.unwrap_or((content, Task::None));
        let place = trees.push(path.last().map(|&(_, place)| place), title.trim());
        trees.nodes[place].task = task;
        for cell in cells {
            trees.push(Some(place), cell);
        }
        path.push((depth, place));
    }
    trees
}

/// Writes titles and tasks as lines, with a tab for each level.
pub fn write(trees: &NodeTree) -> String {
    let mut text = String::new();
    for (node, depth) in trees.nodes.iter().zip(trees.depths()) {
        text.extend(std::iter::repeat_n('\t', depth));
        let title = node.title.split_whitespace().collect::<Vec<_>>().join(" ");
        let mark = match node.task {
            Task::None => "",
            Task::Open => "[ ] ",
            Task::Done => "[x] ",
        };
        // What would be taken for a bullet is written behind one, and so is nothing at all.
        let line = format!("{mark}{title} ");
        if line == " " || BULLETS.iter().any(|bullet| line.starts_with(bullet)) {
            text.push_str("- ");
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn indentation(space: &str) -> usize {
    space.chars().fold(0, |width, character| match character {
        '\t' => (width / TAB + 1) * TAB,
        '\u{3000}' => width + 2,
        _ => width + 1,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(text: &str, expect: &[(usize, &str)]) {
        let trees = read(text);
        let titles: Vec<(usize, &str)> =
            trees.depths().into_iter().zip(trees.nodes.iter().map(|node| node.title.as_str())).collect();
        assert_eq!(titles, expect, "{text:?}");
        assert!(trees.is_pre_order());
    }

    #[test]
    fn lines_are_below_the_nearest_line_that_is_indented_less() {
        check("a\n  b\n    c\n  d\n\ne", &[(0, "a"), (1, "b"), (2, "c"), (1, "d"), (0, "e")]);
        check("a\n\tb\n    c\n\t\td", &[(0, "a"), (1, "b"), (1, "c"), (2, "d")]);
        check("    a\n  b\n   c\nd", &[(0, "a"), (0, "b"), (1, "c"), (0, "d")]);
        check("- 春\r\n  * 茶 \r\n\u{3000}\u{3000}\u{3000}+ 花", &[(0, "春"), (1, "茶"), (2, "花")]);
        check("-\n- - x\n-x\n1. y", &[(0, ""), (0, "- x"), (0, "-x"), (0, "1. y")]);
        check(" \n\t", &[]);
    }

    #[test]
    fn marks_are_tasks() {
        let trees = read("- [ ] a\n[x] b\n☑ c\n[x]\n[y] d");
        let tasks: Vec<(Task, &str)> = trees.nodes.iter().map(|node| (node.task, node.title.as_str())).collect();
        assert_eq!(
            tasks,
            [(Task::Open, "a"), (Task::Done, "b"), (Task::Done, "c"), (Task::Done, ""), (Task::None, "[y] d")]
        );
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back(
            nodes in prop::collection::vec((0_usize..6, "([-*+] )?[a-z春\\[\\]x]{0,4}( [a-z])?", 0_usize..3), 0..30),
        ) {
            let mut trees = NodeTree::default();
            let mut path: Vec<usize> = Vec::new();
            for (depth, title, task) in nodes {
                path.truncate(depth);
                let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
                let place = trees.push(path.last().copied(), title);
                trees.nodes[place].task = [Task::None, Task::Open, Task::Done][task];
                path.push(place);
            }
            // A title that begins like the mark of a task becomes one.
            prop_assume!(!trees.nodes.iter().any(|node| MARKS.iter().any(|(mark, _)| format!("{} ", node.title).contains(mark))));
            prop_assert_eq!(read(&write(&trees)), trees);
        }
    }
}
