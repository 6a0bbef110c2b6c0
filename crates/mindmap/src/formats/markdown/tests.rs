//! Markdown documents as people write them, and as they come back.

use proptest::prelude::*;

use super::*;
use crate::formats::MapFile;
use crate::node_tree::FlatLink;
use espalier_model::mindmap::Task;

/// Each node as its depth in dots, its title, and its note behind a bar.
fn outline(map: &MapFile) -> Vec<String> {
    let line = |(node, depth): (&crate::node_tree::FlatNode, usize)| {
        let note = if node.note.is_empty() { String::new() } else { format!("|{}", node.note) };
        format!("{}{}{note}", ".".repeat(depth), node.title)
    };
    map.tree.nodes.iter().zip(map.tree.depths()).map(line).collect()
}

fn check(text: &str, expect: &[&str]) {
    let map = read(text).unwrap();
    assert_eq!(outline(&map), expect, "{text}");
    assert!(map.tree.is_pre_order());
    let written = write(&map);
    assert_eq!(read(&written).unwrap(), map, "{written}");
}

#[test]
fn headings_and_lists_are_nodes() {
    check("# A\n## B\n- c\n  - d\n- e\n### F\n## G", &["A", ".B", "..c", "...d", "..e", "..F", ".G"]);
    check("A\n===\nB\n---\n\ntext\nmore\n", &["A", ".B|text\nmore"]);
    check("- a\n\t- b\n* c\n1. d\n   1) e\n  - f", &["a", ".b", "c", "d", ".e", ".f"]);
    check("## B\n# A ##\n#### C #", &["B", "A", ".C"]);
}

#[test]
fn everything_else_is_a_note() {
    check(
        "intro\n\n# A\ntext\n\n\nmore *text*\n\n```\n# no heading\n- no item\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> quote\n> - x\n\n---\n",
        &[
            "A|intro\n\ntext\n\n\nmore *text*\n\n```\n# no heading\n- no item\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> quote\n> - x\n\n---",
        ],
    );
    check("- a\n\n  text\n\n      code\n  ```\n  - x\n  ```\n- b", &["a|text\n\n    code\n```\n- x\n```", "b"]);
    check("only text", &["|only text"]);
    check("# A\n<!-- note\n# x -->\n<div>\n# y\n\n# B", &["A|<!-- note\n# x -->\n<div>\n# y", "B"]);
}

#[test]
fn text_that_goes_on_belongs_to_its_paragraph() {
    check("- a\nb\n  c\n- d  \n  e\n", &["a b c", "d\ne"]);
    check("# A\n- a\n\ntext", &["A|text", ".a"]);
    check("-\n  a", &["a"]);
    check("- ```js\n  x\n  ```\n", &["|```js\nx\n```"]);
}

#[test]
fn tasks_links_and_folding_are_understood() {
    let map = read("# A\n- [x] a\n- [ ] [b](http://c)\n- d <!-- markmap: fold -->\n  - e\n").unwrap();
    let nodes = &map.tree.nodes;
    assert_eq!((nodes[1].task, nodes[2].task), (Task::Done, Task::Open));
    assert_eq!(nodes[2].link, Some(FlatLink::Url("http://c".to_owned())));
    assert!(nodes[3].folded && !nodes[4].folded);
    assert_eq!(read(&write(&map)).unwrap(), map);
}

#[test]
fn front_matter_is_kept() {
    let text = "---\ntitle: \"T\"\nx: 1\n---\n\n# A\n";
    let map = read(text).unwrap();
    assert_eq!((map.title.as_str(), outline(&map)), ("T", vec!["A".to_owned()]));
    assert_eq!(write(&map), text);
    check("---\n\n# A", &["A|---"]);
}

#[test]
fn a_note_with_headings_and_lists_stays_a_note() {
    let note = "# head\n- item\n<!-- /note -->\n\n\n  ```\nopen";
    let mut map = MapFile::default();
    let root = map.tree.push(None, "A");
    let child = map.tree.push(Some(root), "b");
    let leaf = map.tree.push(Some(child), "c");
    for node in [root, child, leaf] {
        note.clone_into(&mut map.tree.nodes[node].note);
    }
    let text = write(&map);
    assert_eq!(read(&text).unwrap(), map, "{text}");
}

#[test]
fn a_long_chain_is_read_and_written() {
    let mut map = MapFile::default();
    let mut last = None;
    for _ in 0..3000 {
        last = Some(map.tree.push(last, "x"));
    }
    let text = write(&map);
    assert!(text.len() < 3000 * (2 * crate::formats::text::MAX_INDENT + 8));
    let found = read(&text).unwrap();
    assert_eq!(found.tree.nodes.len(), 3000);
    assert_eq!(found.tree.nodes[..250], map.tree.nodes[..250]);
}

/// Lines of all the kinds there are.
fn documents() -> impl Strategy<Value = String> {
    let line = prop::sample::select(vec![
        "# A",
        "## B",
        "### C #",
        "- a",
        "- b  ",
        "  - c",
        "    - d",
        "1. e",
        "   text",
        "text",
        "",
        "",
        "    code",
        "```",
        "~~~",
        "---",
        "===",
        "***",
        "> q",
        "| t |",
        "<!-- x -->",
        "<!-- note -->",
        "<!-- /note -->",
        "<!--",
        "-->",
        "<div>",
        "- ",
        "-",
        "- ```",
        "\t- f",
        "\ttab",
        "- [ ] g",
        "# [h](i)",
        "- `j\\`",
        "\\# k",
        "[l]: m",
        "  # n",
        "a\\",
        "- o\r",
        "#",
        "- - p",
        "--- x",
    ]);
    prop::collection::vec(line, 0..14).prop_map(|lines| lines.join("\n"))
}

proptest! {
    #[test]
    fn what_was_read_comes_back(text in documents()) {
        if let Ok(map) = read(&text) {
            let written = write(&map);
            prop_assert_eq!(read(&written).unwrap(), map, "{}\n----\n{}", text, written);
        }
    }

    #[test]
    fn m1_every_word_is_somewhere(text in documents()) {
        let Ok(map) = read(&text) else { return Ok(()) };
        let everything: String = map.tree.nodes.iter().flat_map(|node| {
            let link = match &node.link { Some(FlatLink::Url(url)) => url.clone(), _ => String::new() };
            [node.title.clone(), node.note.clone(), link]
        }).chain(map.tree.extra.iter().map(|(_, value)| value.clone())).collect();
        let letters = |text: &str| {
            let mut letters: Vec<char> = text.chars().filter(char::is_ascii_alphabetic).collect();
            letters.sort_unstable();
            letters.into_iter().collect::<String>()
        };
        // But for the marks around notes.
        let source = text.replace("<!-- note -->", "").replace("<!-- /note -->", "");
        let found = everything.replace("<!-- note -->", "").replace("<!-- /note -->", "");
        prop_assert_eq!(letters(&found), letters(&source), "{}", text);
    }
}
