//! Diagrams in Mermaid's notation: mind maps and flowcharts, read only.
//!
//! Syntax: <https://mermaid.js.org/syntax/mindmap.html> and <https://mermaid.js.org/syntax/flowchart.html>. A flowchart
//! is a graph: the first arrow to a box makes it a child, the others become lines. What only looks (styles, classes,
//! directions, clicks) is passed over.

use std::collections::BTreeMap;

use super::{FormatError, MAX_BYTES, MapFile};
use crate::node_tree::{FlatLine, NodeTree};

/// The most boxes of a diagram: each arrow is followed back to see whether it closes a ring.
const MAX_BOXES: usize = 5_000;
/// Kinds of diagrams that a map can be made of, by their first word.
const FLOWCHARTS: [&str; 3] = ["flowchart", "flowchart-elk", "graph"];
const MINDMAP: &str = "mindmap";
/// First words of lines that say how a flowchart looks.
const LOOKS: [&str; 8] = ["style", "classDef", "class", "click", "linkStyle", "direction", "accTitle", "accDescr"];

/// Reads a mind map or a flowchart.
pub fn from_mermaid(text: &str) -> Result<MapFile, FormatError> {
    if text.len() > MAX_BYTES {
        return Err(FormatError::TooLarge);
    }
    let (title, body) = front_matter(text);
    let mut lines = body.lines().map(without_comment).filter(|line| !line.trim().is_empty());
    let first = lines.next().ok_or(FormatError::Empty)?;
    let (word, rest) = first.trim().split_once([' ', ';', '\t']).unwrap_or((first.trim(), ""));
    let tree = if word == MINDMAP {
        mind_map(lines)?
    } else if FLOWCHARTS.contains(&word) {
        // The direction stands first; statements may follow on the same line.
        let rest = rest.split_once(';').map_or("", |(_, rest)| rest);
        Flowchart::read(std::iter::once(rest).chain(lines))?.into_tree()
    } else {
        return Err(FormatError::Unknown);
    };
    if tree.nodes.is_empty() {
        return Err(FormatError::Empty);
    }
    let title = title.unwrap_or_else(|| tree.nodes.first().map(|node| node.title.clone()).unwrap_or_default());
    Ok(MapFile { title, arrangement: None, tree })
}

/// Splits off the front matter; returns the title in it and the rest.
fn front_matter(text: &str) -> (Option<String>, &str) {
    let text = text.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
    let Some((head, rest)) = text.strip_prefix("---\n").and_then(|text| text.split_once("\n---")) else {
        return (None, text);
    };
    let title = head.lines().find_map(|line| line.trim().strip_prefix("title:"));
    let title = title.map(|title| title.trim().trim_matches(['"', '\'']).to_owned());
    (title.filter(|title| !title.is_empty()), rest)
}

fn without_comment(line: &str) -> &str {
    if line.trim_start().starts_with("%%") { "" } else { line }
}

/// Reads the lines of a mind map: deeper by their indentation.
fn mind_map<'a>(lines: impl Iterator<Item = &'a str>) -> Result<NodeTree, FormatError> {
    let mut tree = NodeTree::default();
    let mut path: Vec<(usize, usize)> = Vec::new();
    for line in lines {
        let words = line.trim();
        // An icon or a class of the node above.
        if words.starts_with("::") {
            continue;
        }
        if tree.nodes.len() >= MAX_BOXES {
            return Err(FormatError::TooManyNodes);
        }
        let column = line.chars().take_while(|c| c.is_whitespace()).map(|c| if c == '\t' { 4 } else { 1 }).sum();
        while path.last().is_some_and(|&(above, _)| above >= column) {
            path.pop();
        }
        let mut cursor = Cursor { rest: words };
        let shape = |c: char| matches!(c, '[' | '(' | '{' | ')');
        let id = cursor.take_until(shape);
        let title = cursor.shape().unwrap_or_else(|| words.to_owned());
        let title = if title.is_empty() { clean(id) } else { title };
        let node = tree.push(path.last().map(|&(_, node)| node), title);
        path.push((column, node));
    }
    Ok(tree)
}

/// A text of a diagram as a title: without marks, with line breaks as such.
fn clean(text: &str) -> String {
    let text = text.trim().trim_matches('"').trim_matches('`');
    let mut clean = text.to_owned();
    for (mark, meaning) in [
        ("<br/>", "\n"),
        ("<br />", "\n"),
        ("<br>", "\n"),
        ("\\n", "\n"),
        ("#quot;", "\""),
        ("#amp;", "&"),
        ("#35;", "#"),
    ] {
        clean = clean.replace(mark, meaning);
    }
    clean.trim().to_owned()
}

fn starts_with_any(text: &str, beginnings: &[&str]) -> bool {
    beginnings.iter().any(|beginning| text.starts_with(beginning))
}

/// Rest of a line.
struct Cursor<'a> {
    rest: &'a str,
}

impl<'a> Cursor<'a> {
    fn skip(&mut self, skipped: impl Fn(char) -> bool) {
        self.rest = self.rest.trim_start_matches(skipped);
    }

    fn take_until(&mut self, ends: impl Fn(char) -> bool) -> &'a str {
        let at = self.rest.find(ends).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(at);
        self.rest = rest;
        taken
    }

    fn takes(&mut self, text: &str) -> bool {
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Takes a shape, `[text]`, `((text))`, `{{text}}`, `>text]` and their like, and returns its text.
    fn shape(&mut self) -> Option<String> {
        let opens = |c: char| matches!(c, '[' | '(' | '{' | '>' | ')');
        if !self.rest.starts_with(opens) {
            return None;
        }
        self.skip(|c| opens(c) || matches!(c, '/' | '\\'));
        let closes = |c: char| matches!(c, ']' | ')' | '}' | '(');
        let text = if self.takes("\"") {
            let text = self.take_until(|c| c == '"');
            self.skip(|c| c == '"');
            text
        } else {
            self.take_until(closes)
        };
        self.skip(|c| closes(c) || matches!(c, '/' | '\\'));
        Some(clean(text.trim_end_matches(['/', '\\'])))
    }

    /// Takes the name of a box: letters, digits and what is between them.
    fn name(&mut self) -> &'a str {
        let mut before: Option<char> = None;
        let mut end = 0;
        let mut characters = self.rest.char_indices().peekable();
        while let Some((at, c)) = characters.next() {
            let next = characters.peek().map(|(_, next)| *next);
            let is_between = matches!(c, '-' | '.')
                && before.is_some_and(char::is_alphanumeric)
                && next.is_some_and(char::is_alphanumeric);
            if !(c.is_alphanumeric() || c == '_' || is_between) {
                break;
            }
            end = at + c.len_utf8();
            before = Some(c);
        }
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest;
        name
    }

    /// Takes a link between boxes, such as `-->`, `-.->`, `== text ==>` or `---|text|`, and returns its text.
    fn link(&mut self) -> Option<String> {
        let is_line = |c: char| matches!(c, '-' | '=' | '.' | '~');
        let start = self.rest;
        for head in ["<", "x", "o"] {
            if self.rest.strip_prefix(head).is_some_and(|rest| starts_with_any(rest, &["--", "==", "-."])) {
                self.takes(head);
            }
        }
        if !starts_with_any(self.rest, &["--", "==", "-.", "~~"]) {
            self.rest = start;
            return None;
        }
        let line = self.take_until(|c| !is_line(c)).len();
        let mut label = String::new();
        if !self.head() && line <= 2 {
            // The text stands within the line.
            let end = ["--", "==", ".-", "-."].iter().filter_map(|mark| self.rest.find(mark)).min();
            let Some(end) = end else {
                self.rest = start;
                return None;
            };
            let (text, rest) = self.rest.split_at(end);
            label = clean(text);
            self.rest = rest;
            self.skip(is_line);
            self.head();
        }
        self.skip(char::is_whitespace);
        if self.takes("|") {
            label = clean(self.take_until(|c| c == '|'));
            self.takes("|");
        }
        Some(label)
    }

    /// Takes the head of an arrow.
    fn head(&mut self) -> bool {
        if self.takes(">") {
            return true;
        }
        let ends = |rest: &str| rest.is_empty() || rest.starts_with([' ', '\t', '|']);
        for head in ["x", "o"] {
            if self.rest.strip_prefix(head).is_some_and(ends) {
                return self.takes(head);
            }
        }
        false
    }
}

/// Boxes and arrows in the order in which they are named.
#[derive(Default)]
struct Flowchart {
    titles: Vec<String>,
    places: BTreeMap<String, usize>,
    arrows: Vec<(usize, usize, String)>,
}

impl Flowchart {
    fn read<'a>(lines: impl Iterator<Item = &'a str>) -> Result<Self, FormatError> {
        let mut chart = Self::default();
        for line in lines {
            let mut cursor = Cursor { rest: line.trim() };
            let word = cursor.rest.split([' ', '\t', ':']).next().unwrap_or_default();
            if LOOKS.contains(&word) || matches!(word, "subgraph" | "end") {
                continue;
            }
            while !cursor.rest.is_empty() {
                chart.statement(&mut cursor)?;
                // What is not understood is passed over up to the next statement.
                cursor.take_until(|c| c == ';');
                cursor.skip(|c| c == ';' || c.is_whitespace());
            }
        }
        Ok(chart)
    }

    /// Reads `A & B --> C --> D`.
    fn statement(&mut self, cursor: &mut Cursor<'_>) -> Result<(), FormatError> {
        let mut from = self.group(cursor)?;
        while !from.is_empty() {
            cursor.skip(char::is_whitespace);
            let Some(label) = cursor.link() else { break };
            cursor.skip(char::is_whitespace);
            let to = self.group(cursor)?;
            if self.arrows.len() + from.len() * to.len() > 4 * MAX_BOXES {
                return Err(FormatError::TooManyNodes);
            }
            for &start in &from {
                self.arrows.extend(to.iter().map(|&end| (start, end, label.clone())));
            }
            from = to;
        }
        Ok(())
    }

    fn group(&mut self, cursor: &mut Cursor<'_>) -> Result<Vec<usize>, FormatError> {
        let mut group = Vec::new();
        loop {
            cursor.skip(char::is_whitespace);
            let name = cursor.name();
            if name.is_empty() {
                return Ok(group);
            }
            let mut title = cursor.shape();
            if cursor.takes("@{") {
                let about = cursor.take_until(|c| c == '}');
                cursor.takes("}");
                let label = about.split_once("label:").map(|(_, label)| label.trim_start().trim_start_matches('"'));
                title = label.map(|label| clean(label.split(['"', ',']).next().unwrap_or_default())).or(title);
            }
            if cursor.takes(":::") {
                cursor.name();
            }
            group.push(self.place(name, title)?);
            cursor.skip(char::is_whitespace);
            if !cursor.takes("&") {
                return Ok(group);
            }
        }
    }

    fn place(&mut self, name: &str, title: Option<String>) -> Result<usize, FormatError> {
        let next = self.titles.len();
        let at = *self.places.entry(name.to_owned()).or_insert(next);
        if at == next {
            if next >= MAX_BOXES {
                return Err(FormatError::TooManyNodes);
            }
            self.titles.push(name.to_owned());
        }
        if let (Some(title), Some(known)) = (title.filter(|title| !title.is_empty()), self.titles.get_mut(at)) {
            *known = title;
        }
        Ok(at)
    }

    /// Makes a forest: a box hangs at the first arrow that leads to it, unless that would close a ring.
    fn into_tree(self) -> NodeTree {
        let count = self.titles.len();
        let mut parents: Vec<Option<(usize, String)>> = vec![None; count];
        let mut others = Vec::new();
        for (from, to, label) in self.arrows {
            let mut above = Some(from);
            let mut is_ring = false;
            while let Some(at) = above {
                is_ring |= at == to;
                above = if is_ring { None } else { parents.get(at).and_then(|up| up.as_ref().map(|(up, _)| *up)) };
            }
            match parents.get_mut(to) {
                Some(slot @ None) if !is_ring => *slot = Some((from, label)),
                _ => others.push((from, to, label)),
            }
        }
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); count];
        let mut stack = Vec::new();
        for (at, parent) in parents.iter().enumerate().rev() {
            match parent.as_ref().and_then(|(up, _)| children.get_mut(*up)) {
                // In reverse, so that the first one is taken from the stack first.
                Some(below) => below.push(at),
                None => stack.push((at, None)),
            }
        }
        let mut tree = NodeTree::default();
        let mut places = vec![0; count];
        while let Some((at, parent)) = stack.pop() {
            let title = self.titles.get(at).map(String::as_str).unwrap_or_default();
            let label = parents.get(at).and_then(|up| up.as_ref().map(|(_, label)| label.as_str())).unwrap_or_default();
            let title = if label.is_empty() { title.to_owned() } else { format!("{label}: {title}") };
            let node = tree.push(parent, title);
            if let Some(place) = places.get_mut(at) {
                *place = node;
            }
            stack.extend(children.get(at).into_iter().flatten().map(|&child| (child, Some(node))));
        }
        let place = |at: usize| places.get(at).copied().unwrap_or_default();
        let lines = others.into_iter().filter(|(from, to, _)| from != to);
        tree.lines = lines
            .map(|(from, to, label)| FlatLine { from: place(from), to: place(to), label, ..FlatLine::default() })
            .collect();
        tree
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shown(text: &str) -> Vec<String> {
        let map = from_mermaid(text).unwrap();
        assert!(map.tree.is_pre_order());
        let depths = map.tree.depths();
        map.tree.nodes.iter().zip(depths).map(|(node, depth)| format!("{depth} {}", node.title)).collect()
    }

    #[test]
    fn a_mind_map_is_read_by_its_indentation_whatever_the_shapes() {
        let text = "mindmap\n  root((The garden))\n    Beds\n      ::icon(fa fa-leaf)\n      a[\"Beans (runner)\"]\n      \
                    b))Peas((\n    %% later\n    c{{Water}}\n    d(Tools<br/>and seeds)\n    e)Cloud(";
        let expected =
            ["0 The garden", "1 Beds", "2 Beans (runner)", "2 Peas", "1 Water", "1 Tools\nand seeds", "1 Cloud"];
        assert_eq!(shown(text), expected);
    }

    #[test]
    fn the_first_arrow_makes_a_child_and_the_others_lines() {
        let text = "---\ntitle: Shop\n---\nflowchart TD\n  A[Start] --> B{Paid?}\n  B -->|yes| C[\"Send; now\"]\n  B -- no --> D(Ask)\n  \
                    D -.-> B\n  C & D ==> E([End]):::done\n  style A fill:#f9f\n  subgraph one\n  E --- F>Flag]\n  end";
        let expected = ["0 Start", "1 Paid?", "2 yes: Send; now", "3 End", "4 Flag", "2 no: Ask"];
        assert_eq!(shown(text), expected);
        let map = from_mermaid(text).unwrap();
        assert_eq!(map.title, "Shop");
        let lines: Vec<(usize, usize)> = map.tree.lines.iter().map(|line| (line.from, line.to)).collect();
        assert_eq!(lines, [(5, 1), (5, 3)]);
    }

    #[test]
    fn statements_may_share_a_line_and_names_may_have_hyphens() {
        assert_eq!(
            shown("graph LR;my-node-->B;B-->C & D;a--text-->b"),
            ["0 my-node", "1 B", "2 C", "2 D", "0 a", "1 text: b"]
        );
        assert_eq!(shown("graph TD\n A@{ shape: rect, label: \"One\" } --> 中文[节点]"), ["0 One", "1 节点"]);
        assert_eq!(shown("graph TD\n A --> A\n A --> B --> A"), ["0 A", "1 B"]);
    }

    #[test]
    fn other_diagrams_are_refused() {
        assert_eq!(from_mermaid("sequenceDiagram\n A->>B: hi"), Err(FormatError::Unknown));
        for text in ["", "  \n%% only this", "mindmap", "graph TD"] {
            assert_eq!(from_mermaid(text), Err(FormatError::Empty), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn whatever_is_written_makes_a_tree_or_an_error(
            kind in prop::sample::select(vec!["mindmap", "graph TD", "flowchart LR;"]),
            pieces in prop::collection::vec(
                prop::sample::select(vec![
                    "A", "b-c", "中", "[", "]", "((", "))", "{", "}", "\"", "-->", "--", "-.->", "==", "|", "&", ";", "\n", "  ", ">",
                    "x", "o", ":::", "@{", "::icon(", "%%", "end", "subgraph", "~~~", "<",
                ]),
                0..60,
            ),
        ) {
            let text = format!("{kind}\n{}", pieces.concat());
            if let Ok(map) = from_mermaid(&text) {
                prop_assert!(map.tree.is_pre_order());
                let count = map.tree.nodes.len();
                prop_assert!(map.tree.lines.iter().all(|line| line.from < count && line.to < count));
            }
        }
    }
}
