use proptest::{prelude::*, sample::select};

use super::*;
use crate::{parse, parse_arriving};

/// Documents of our own, each with a difficulty for streaming.
const CORPUS: &[&str] = &[
    include_str!("../corpus/answer.md"),
    include_str!("../corpus/chinese.md"),
    include_str!("../corpus/code.md"),
    include_str!("../corpus/details.md"),
    include_str!("../corpus/lists.md"),
    include_str!("../corpus/references.md"),
    include_str!("../corpus/tables.md"),
    include_str!("../corpus/tricky.md"),
];

/// Pieces of markup that meet in random order.
const TOKENS: &[&str] = &[
    "\n",
    "\n",
    "\n",
    "\n\n",
    "\n\n",
    "\n \t\n",
    "\r\n",
    " ",
    "  ",
    "    ",
    "\t",
    "a",
    "word ",
    "two words",
    "中文",
    "。",
    "“引”",
    "🙂",
    "- ",
    "-",
    "* ",
    "+ ",
    "1. ",
    "2) ",
    "10. ",
    "- [ ] ",
    "- [x] ",
    "> ",
    ">",
    "# ",
    "### ",
    "#",
    "---",
    "===",
    "***",
    "```",
    "```rust",
    "```md",
    "\n```markdown\n",
    "\n```\n",
    "````mdx",
    "~~~",
    "`",
    "``",
    "**",
    "*",
    "_",
    "__",
    "~~",
    "|",
    "| a | b |",
    "|---|---|",
    "--|--",
    "| 1 | 2 |",
    "[foo]",
    "[foo][]",
    "[x][bar]",
    "[foo]: /url",
    "[foo]: https://a.example",
    "[foo]: https://b.example",
    "[bar]: https://c.example \"title",
    "\"",
    "'",
    "[bar]:",
    "[^1]",
    "[^1]: ",
    "[^n]:",
    "![alt](https://i.example/p.png)",
    "[t](https://t.example)",
    "](",
    "[",
    "]",
    "(",
    ")",
    "!",
    "\\",
    "<div>",
    "</div>",
    "<!--",
    "-->",
    "<b>",
    "<script>",
    "</script>",
    "<https://auto.example>",
    "https://bare.example/x",
    "&amp;",
    "&#106;",
    "javascript:",
    "\u{feff}",
    "\u{fdd0}",
    "\0",
    "\u{200b}",
    "<details>",
    "<details open>",
    "</details>",
    "<summary>",
    "</summary>",
    "\\*",
    "$",
    "$",
    "$$",
    "$$",
    "\\(",
    "\\)",
    "\\[",
    "\\]",
    "\\begin{a}",
    "\\end{a}",
    "x_1",
    "\\{",
    "\\\\",
    "a | b",
];

/// Whole lines, for documents with more order in them.
const LINES: &[&str] = &[
    "",
    "",
    "",
    "word",
    "[foo] and [bar]",
    "text[^1]",
    "- a",
    "- b [foo]",
    "- [ ] c",
    "  - d",
    "  e",
    "-",
    "- ```",
    "  ```",
    "  code",
    "1. one",
    "2. two",
    "   deep",
    "   - deeper [bar]",
    "> q",
    "> - r",
    ">",
    "# h",
    "---",
    "===",
    "```",
    "```js",
    "```js",
    "```markdown",
    "```md",
    "````mdx",
    "   ```",
    "~~~",
    "let x = 1;",
    "    indented",
    "| a | b |",
    "|---|---|",
    "| [foo] | 2 |",
    "| x |",
    "[foo]: https://a.example",
    "[foo]: https://z.example",
    "[bar]:",
    "https://b.example",
    "'title",
    "more'",
    "[^1]: note",
    "    of more",
    "<div>",
    "</div>",
    "<!--",
    "-->",
    "<details>",
    "<details open class=\"a>b\">",
    "<summary>S *s*</summary>",
    "<details><summary>[foo]</summary>",
    "</details>",
    "end</details>",
    "> <details>",
    "- <details>",
    "  </details>",
    "**中文。**后",
    "***",
    "$$",
    "\\[",
    "\\]",
    "  \\[",
    "- \\[",
    "> $$",
    "so \\(x",
    "y\\) and $z$",
    "a \\[ | b",
    "= c \\\\",
    "\\begin{a}",
    "\\end{a}",
    "price $5 and $",
];

/// Feeds `text` in pieces and checks rule M5 after each of them.
fn check(text: &str, mut piece_bytes: impl FnMut() -> usize) {
    let mut document = StreamingDocument::new();
    let mut rest = text;
    while !rest.is_empty() {
        let mut end = piece_bytes().clamp(1, rest.len());
        while !rest.is_char_boundary(end) {
            end += 1;
        }
        document.push(&rest[..end]);
        rest = &rest[end..];
        assert_eq!(document.blocks(), parse_arriving(document.shown()), "shown: {:?}", document.shown());
    }
    document.finish();
    assert_eq!(document.shown(), with_plain_line_ends(text));
    assert_eq!(document.blocks(), parse(text), "whole: {text:?}");
}

fn document() -> impl Strategy<Value = String> {
    prop::collection::vec(select(TOKENS), 0..40).prop_map(|tokens| tokens.concat())
}

fn lines() -> impl Strategy<Value = String> {
    prop::collection::vec(select(LINES), 0..30).prop_map(|lines| lines.join("\n"))
}

#[test]
fn m5_every_piece_size_gives_the_whole() {
    for text in CORPUS {
        for size in [1, 2, 3, 7, 64, 1000] {
            check(text, || size);
        }
    }
}

#[test]
fn every_kind_of_line_end_is_one() {
    for text in ["*\n+\n+\r\r>\n*x\n-", "a\r\nb\r\n\r\n- c\r- d", "\r\n\r", "```\r\na\rb\r\n```\r\n"] {
        for size in [1, 2, 3, 7] {
            check(text, || size);
        }
        let mut document = StreamingDocument::new();
        text.chars().for_each(|c| document.append(c.encode_utf8(&mut [0; 4])));
        assert_eq!(document.text(), text.replace("\r\n", "\n").replace('\r', "\n"));
    }
}

// PROPTEST_CASES=100000 gives a long run.
proptest! {
    #[test]
    fn m5_random_markup_in_random_pieces(text in document(), sizes in prop::collection::vec(1_usize..20, 1..20)) {
        let mut sizes = sizes.into_iter().cycle();
        check(&text, || sizes.next().unwrap_or(1));
    }

    #[test]
    fn m5_random_markup_by_the_byte(text in document()) {
        check(&text, || 1);
    }

    #[test]
    fn m5_random_lines_in_random_pieces(text in lines(), sizes in prop::collection::vec(1_usize..20, 1..20)) {
        let mut sizes = sizes.into_iter().cycle();
        check(&text, || sizes.next().unwrap_or(1));
    }
}

#[test]
fn a_text_that_came_at_once_is_worked_off_in_slices_and_gives_the_same() {
    let part = "# Title\n\nA *paragraph* with [a link][here] and\nanother line\n\n- one\n- two\n\n```rust\nfn main() {}\n```\n\n| a | b |\n|---|---|\n| 1 | 你好 |\n\n";
    let text = format!("{}{}\n\n[here]: https://example.com\n", part.repeat(40), "一二三 ".repeat(400));
    for slice in [7, 64, 500, 4_096] {
        let mut document = StreamingDocument::new();
        document.append(&text);
        let mut slices = 1;
        while document.refresh_some(slice) {
            let shown = document.shown().len();
            assert!(shown <= slices * slice, "{shown} bytes after {slices} slices of {slice}");
            slices += 1;
        }
        document.finish();
        assert_eq!(document.blocks(), parse(&text), "slices of {slice}");
    }
}
