use proptest::prelude::*;

use super::*;

/// Renders the tree in a short notation, so that expectations can be read.
fn outline(blocks: &[Rc<Block>]) -> String {
    blocks.iter().map(|block| block_outline(block)).collect::<Vec<_>>().join(" ")
}

fn block_outline(block: &Block) -> String {
    match block {
        Block::Paragraph(content) => format!("p({})", inlines_outline(content)),
        Block::Heading { level, content } => format!("h{level}({})", inlines_outline(content)),
        Block::List(list) => {
            let kind = list.start.map_or("ul".to_owned(), |start| format!("ol{start}"));
            let items = list.items.iter().map(|item| {
                let task = item.task.map_or("", |done| if done { "[x]" } else { "[ ]" });
                format!("{task}{}", blocks_outline(&item.content))
            });
            format!("{kind}{}<{}>", if list.tight { "" } else { "~" }, items.collect::<Vec<_>>().join(" | "))
        }
        Block::Quote(content) => format!("q<{}>", blocks_outline(content)),
        Block::Code(code) => format!("code:{}({:?})", code.language.as_deref().unwrap_or(""), code.text()),
        Block::Table(table) => {
            let row =
                |cells: &[Vec<Inline>]| cells.iter().map(|cell| inlines_outline(cell)).collect::<Vec<_>>().join(",");
            let rows = table.rows.iter().map(|cells| row(cells)).collect::<Vec<_>>().join(";");
            format!("table{:?}({};{rows})", table.alignments, row(&table.head))
        }
        Block::Rule => "rule".to_owned(),
        Block::HtmlAsText(text) => format!("html({text:?})"),
        Block::Footnote { label, content } => format!("note:{label}<{}>", blocks_outline(content)),
        Block::Details { is_open, summary, content } => {
            format!("details{}({})<{}>", if *is_open { "!" } else { "" }, inlines_outline(summary), outline(content))
        }
    }
}

fn blocks_outline(blocks: &[Block]) -> String {
    blocks.iter().map(block_outline).collect::<Vec<_>>().join(" ")
}

fn inlines_outline(inlines: &[Inline]) -> String {
    inlines.iter().map(inline_outline).collect()
}

fn inline_outline(inline: &Inline) -> String {
    match inline {
        Inline::Text(text) => text.to_string(),
        Inline::Code(text) => format!("`{text}`"),
        Inline::Math(text) => format!("math({text})"),
        Inline::Emphasis(content) => format!("em({})", inlines_outline(content)),
        Inline::Strong(content) => format!("b({})", inlines_outline(content)),
        Inline::Strikethrough(content) => format!("s({})", inlines_outline(content)),
        Inline::Element { tag, content } => format!("{}({})", tag.name(), inlines_outline(content)),
        Inline::Link { target, content } => format!("a:{}({})", target.href(), inlines_outline(content)),
        Inline::Image(card) => match &card.source {
            ImageSource::Remote(link) => format!("img:{}({})", link.href(), card.alt),
            ImageSource::Data { media_type, bytes, shown } => {
                let shown = shown.as_ref().map_or(String::new(), |address| format!(":{address}"));
                format!("data:{media_type}:{bytes}{shown}({})", card.alt)
            }
            ImageSource::Other(address) => format!("other:{address}({})", card.alt),
        },
        Inline::FootnoteReference(label) => format!("note:{label}"),
        Inline::SoftBreak => "\\s".to_owned(),
        Inline::HardBreak => "\\n".to_owned(),
    }
}

fn check(text: &str, expect: &str) {
    assert_eq!(outline(&parse(text)), expect, "{text:?}");
}

#[test]
fn blocks() {
    check("# A\n\npara *em* **b** ~~s~~ `c`", "h1(A) p(para em(em) b(b) s(s) `c`)");
    check("> a\nb\n> - c", "q<p(a\\sb) ul<p(c)>>");
    check("3. a\n4. b", "ol3<p(a) | p(b)>");
    check("- a\n\n- b", "ul~<p(a) | p(b)>");
    check("- [x] a\n- [ ] b", "ul<[x]p(a) | [ ]p(b)>");
    check("- a\n  - b\n\n    c", "ul<p(a) ul~<p(b) p(c)>>");
    check("```rust,ignore x\na\n\nb\n```", "code:rust(\"a\\n\\nb\")");
    check("    a\n    b", "code:(\"a\\nb\")");
    check("| a | b |\n|:-:|--:|\n| *1* |", "table[Center, Right](a,b;em(1))");
    check("***", "rule");
    check("a[^n]\n\n[^n]: note\n\n    more", "p(anote:n) note:n<p(note) p(more)>");
    check("a[^n]", "p(a[^n])");
    check("a  \nb\\\nc\nd", "p(a\\nb\\nc\\sd)");
    check("🙂 中文 &amp; &#x1F600;", "p(🙂 中文 & 😀)");
}

#[test]
fn emphasis_beside_chinese() {
    check("**要点。**其余**更多**", "p(b(要点。)其余b(更多))");
    check("他说**“好”**了", "p(他说b(“好”)了)");
    check("**重点（a）**是`**。**x`", "p(b(重点（a）)是`**。**x`)");
    check("~~删除。~~后", "p(s(删除。)后)");
    check("```\n**一。**二\n```", "code:(\"**一。**二\")");
}

#[test]
fn m1_html_is_text() {
    check("<div onclick=x>\n*a*\n</div>", "html(\"<div onclick=x>\\n*a*\\n</div>\")");
    check("a <img src=x onerror=alert(1)> b", "p(a <img src=x onerror=alert(1)> b)");
    check("<script>\nalert(1)\n\n</script>", "html(\"<script>\\nalert(1)\\n\\n</script>\")");
}

#[test]
fn m1_a_line_break_is_the_only_tag_that_means_something() {
    check("|a|\n|-|\n|1<br>2<br/>3<BR />4|", "table[None](a;1\\n2\\n3\\n4)");
    check("H<sub>2</sub>O x<SUP>*n*</SUP>", "p(Hsub(2)O xsup(em(n)))");
    check("a <sub>b <kbd>c</sub> d</kbd>", "p(a sub(b <kbd>c) d</kbd>)");
    check("*a <sub>b* c</sub>", "p(em(a <sub>b) c</sub>)");
    check("a <sub onclick=x>b</sub> <sub/>c</sub>", "p(a <sub onclick=x>b</sub> <sub/>c</sub>)");
    check("|a|\n|-|\n|x<sup>2</sup>|", "table[None](a;xsup(2))");
    check("\\<kbd>a</kbd> `<kbd>b</kbd>`", "p(<kbd>a</kbd> `<kbd>b</kbd>`)");
    check("一<br>二 `<br>`", "p(一\\n二 `<br>`)");
    check("a <br onclick=x> <brx> </br> b", "p(a <br onclick=x> <brx> </br> b)");
}

#[test]
fn m1_details_hold_the_blocks_up_to_their_end() {
    check(
        "<details>\n<summary>T *e*</summary>\n\na **b**\n\n- c\n\n</details>\n\nd",
        "details(T em(e))<p(a b(b)) ul<p(c)>> p(d)",
    );
    check("<details><summary>T</summary>a *b*</details>", "details(T)<p(a em(b))>");
    check("<DETAILS open>\n<summary><b>T</b></summary>\n# h\n</DETAILS>\nd", "details!(T)<h1(h)> p(d)");
    check("<details>\n\n<summary>T</summary>\n\na</details>\n\nb", "details(T)<p(a)> p(b)");
    check(
        "<details>\n\na\n\n<details open>\n<summary>I</summary>\n\nb\n\n</details>\n</details>",
        "details()<p(a) details!(I)<p(b)>>",
    );
    check("> <details>\n> <summary>T</summary>\n>\n> a\n\nb", "q<details(T)<p(a)>> p(b)");
    check("- <details>\n  <summary>T</summary>\n\n  a\n  </details>\n- b", "ul~<details(T)<p(a)> | p(b)>");
    check("<details><summary>T", "details(T)<>");
    check("<details>\n<summary>T</summary>\n\n$a_1$\n\nx", "details(T)<p(math($a_1$)) p(x)>");
    assert_eq!(plain_text(&parse("<details>\n<summary>T</summary>\n\na\n\n</details>\nb")), "T\na\nb");
}

#[test]
fn m1_details_bring_no_other_html() {
    check(
        "<details ontoggle=alert(1) data-open style=\"x>y\">\n<summary onclick=x>T</summary>\n\na",
        "details(T)<p(a)>",
    );
    check(
        "<details><summary><img src=x onerror=alert(1)></summary>\n<script>x</script>\n</details>",
        "details(<img src=x onerror=alert(1)>)<html(\"<script>x</script>\")>",
    );
    check("<summary>T</summary>", "html(\"<summary>T</summary>\")");
    check("</details>\n\na <details>", "html(\"</details>\") p(a <details>)");
    check("<details-x>\na", "html(\"<details-x>\\na\")");
    check("```\n<details>\n```", "code:(\"<details>\")");
    check("<details title=\"open\">\n\na", "details()<p(a)>");
}

#[test]
fn m2_only_listed_addresses_become_links() {
    check("[a](https://x.example)", "p(a:https://x.example(a))");
    check("[a](#/chat/1)", "p(a:#/chat/1(a))");
    check("<me@x.example>", "p(a:mailto:me@x.example(me@x.example))");
    check("see https://x.example/y.", "p(see a:https://x.example/y(https://x.example/y).)");
    check("[https://x.example](https://x.example)", "p(a:https://x.example(https://x.example))");
    for address in [
        "javascript:alert(1)",
        "JaVaScRiPt&#58;alert(1)",
        "java&#10;script:x",
        "data:text/html,x",
        "&#1;javascript:x",
        "x.html",
        "#top",
    ] {
        check(&format!("[a *b*]({address})"), "p(a em(b))");
        check(&format!("[a *b*][r]\n\n[r]: {address}"), "p(a em(b))");
    }
}

#[test]
fn m3_images_are_cards() {
    check("![a *b*](https://x.example/p.png)", "p(img:https://x.example/p.png(a b))");
    check("![a](data:image/png;base64,AAAA)", "p(data:image/png:3:data:image/png;base64,AAAA(a))");
    check("![a](DATA:IMAGE/GIF;x=y;base64,AAAA)", "p(data:IMAGE/GIF:3:data:image/gif;base64,AAAA(a))");
    check("![a](data:image/png;base64,A%22A)", "p(data:image/png:3(a))");
    check("![a](data:image/svg+xml;base64,AAAA)", "p(data:image/svg+xml:3(a))");
    check("![a](data:image/svg+xml,<x>)", "p(data:image/svg+xml:3(a))");
    check("![a](javascript:x)", "p(other:javascript:x(a))");
    check(
        "[![a](https://x.example/p.png)](https://y.example)",
        "p(a:https://y.example(img:https://x.example/p.png(a)))",
    );
}

#[test]
fn m4_nesting_is_bounded_and_loses_no_text() {
    let depth = 100_000;
    for text in [
        format!("{}deep", ">".repeat(depth)),
        format!("{}deep", "> ".repeat(depth)),
        format!("{}deep", "- ".repeat(depth)),
        format!("{}deep", "1. ".repeat(depth)),
        format!("{}deep{}", "*a ".repeat(depth), "*".repeat(depth)),
        format!("{}deep{}", "[".repeat(depth), "](https://x.example)".repeat(10)),
        format!("{}deep{}", "![".repeat(depth), "](https://x.example)".repeat(depth)),
        format!("{}deep", "[^a]: ".repeat(depth)),
        format!("{}deep", "*_".repeat(depth)),
        format!("{}deep", "<details>".repeat(depth)),
        format!("{}deep", "<details>\n\n".repeat(1000)),
        format!("{}deep", "<details ".repeat(depth)),
        format!("{}<details>\n{}deep", "> ".repeat(38), ">".repeat(50)),
        format!("<details>{}deep", ">".repeat(depth)),
    ] {
        let blocks = parse(&text);
        assert!(plain_text(&blocks).contains("deep"), "{}", &text[..20]);
    }
    let list: Vec<String> = (0..60).map(|level| format!("{}- {level}\n", "  ".repeat(level))).collect();
    let text = plain_text(&parse(&list.concat()));
    assert_eq!(text, (0..60).map(|level| level.to_string()).collect::<Vec<_>>().join("\n"));
}

#[test]
fn m6_settled_blocks_stay_the_same_pointer() {
    let mut document = StreamingDocument::new();
    document.push("# One\n\nfirst [late]\n\nsecond\n\nthird\n\nfourth\n\n");
    let before = document.blocks().to_vec();
    let settled = document.settled();
    assert!(settled >= 3);
    document.push("fifth\n\n[late]: https://late.example\n\n");
    let same: Vec<bool> = before.iter().zip(document.blocks()).map(|(a, b)| Rc::ptr_eq(a, b)).collect();
    assert_eq!(same[..settled], [true, false, true, true][..settled]);
    assert_eq!(block_outline(&document.blocks()[1]), "p(first a:https://late.example(late))");
}

#[test]
fn a_line_of_bare_markup_is_held_back() {
    let mut document = StreamingDocument::new();
    document.push("Steps:\n-");
    assert_eq!(outline(document.blocks()), "p(Steps:)");
    document.push(" one");
    assert_eq!(outline(document.blocks()), "p(Steps:) ul<p(one)>");
    document.push("\n\nx\n-");
    document.finish();
    assert_eq!(outline(document.blocks()), "p(Steps:) ul~<p(one)> h2(x)".replace("ul~", "ul"));
}

#[test]
fn m7_formulas_are_their_source() {
    check("so \\(x_1 * y_2\\) *and* $\\{a\\}$", "p(so math(\\(x_1 * y_2\\)) em(and) math($\\{a\\}$))");
    check("1. a:\n   \\[\n   x \\\\\n   - y\n   \\]\n2. b", "ol1<p(a:\\smath(\\[\nx \\\\\n- y\n\\])) | p(b)>");
    check("| \\(|x|\\) | $a_b$ |\n|---|---|\n| $\\{$ |", "table[None, None](math(\\(|x|\\)),math($a_b$);math($\\{$))");
    check("**值$x$。**其余 $5 and $10", "p(b(值math($x$)。)其余 $5 and $10)");
    check("# $a_1$\n\n> \\[\n> x\n> \\]", "h1(math($a_1$)) q<p(math(\\[\nx\n\\]))>");
    check("`$x$`\n\n```\n\\[\n\\\\\n```", "p(`$x$`) code:(\"\\\\[\\n\\\\\\\\\")");
    assert_eq!(plain_text(&parse("*a* \\(x\\,y\\)")), "a \\(x\\,y\\)");
}

/// Pieces that may stand in a formula.
const FORMULA: &[&str] = &[
    "x",
    "_1",
    "^2",
    "\\\\",
    "\\{",
    "\\}",
    "\\,",
    "\\|",
    "*",
    "_",
    "**",
    "~~",
    "<b>",
    "&",
    "&amp;",
    "[a]",
    "](b)",
    "!",
    "|",
    "#",
    "-",
    "=",
    "中",
    " ",
    "\\frac{1}{2}",
    "https://x.example",
    "[^1]",
    "'",
    ".",
];

proptest! {
    #[test]
    fn m7_what_stands_in_a_formula_survives_byte_for_byte(
        words in prop::collection::vec(prop::sample::select(FORMULA), 0..12),
        lines in prop::collection::vec(prop::collection::vec(prop::sample::select(FORMULA), 1..6), 1..4),
    ) {
        let inner = format!("a{}b", words.concat());
        // A fence, which may be indented, ends a formula (F3).
        let without_fence = |line: String| match line.trim_start() {
            fence if fence.starts_with("~~~") => fence.trim_start_matches(['~', ' ']).to_owned(),
            _ => line,
        };
        let lines: Vec<String> = lines.iter().map(|words| without_fence(format!("{}c", words.concat()))).collect();
        let shown = [
            ("\\(", "\\)"), ("\\[", "\\]"), ("$", "$"), ("$$", "$$"),
        ];
        for (open, close) in shown {
            let formula = format!("{open}{inner}{close}");
            for around in ["", "so ", "- ", "1. a ", "> ", "# ", "**b** "] {
                let text = format!("{around}{formula}");
                let found = formulas(&parse(&text));
                prop_assert_eq!(found, vec![formula.clone()], "{}", text);
            }
        }
        for (open, close) in [("\\[", "\\]"), ("$$", "$$"), ("\\begin{align}", "\\end{align}")] {
            let formula = format!("{open}\n{}\n{close}", lines.join("\n"));
            prop_assert_eq!(formulas(&parse(&formula)), vec![formula.clone()]);
            let item = format!("- {}", formula.replace('\n', "\n  "));
            prop_assert_eq!(formulas(&parse(&item)), vec![formula.clone()], "{}", item);
        }
    }
}

fn formulas(blocks: &[Rc<Block>]) -> Vec<String> {
    fn inlines(content: &[Inline], found: &mut Vec<String>) {
        for inline in content {
            match inline {
                Inline::Math(source) => found.push(source.to_string()),
                Inline::Emphasis(inner)
                | Inline::Strong(inner)
                | Inline::Strikethrough(inner)
                | Inline::Element { content: inner, .. } => inlines(inner, found),
                Inline::Link { content, .. } => inlines(content, found),
                _ => {}
            }
        }
    }
    fn walk(block: &Block, found: &mut Vec<String>) {
        match block {
            Block::Paragraph(content) | Block::Heading { content, .. } => inlines(content, found),
            Block::Quote(inner) | Block::Footnote { content: inner, .. } => inner.iter().for_each(|b| walk(b, found)),
            Block::List(list) => list.items.iter().flat_map(|item| &item.content).for_each(|b| walk(b, found)),
            Block::Table(table) => {
                table.head.iter().chain(table.rows.iter().flat_map(|row| row.iter())).for_each(|c| inlines(c, found));
            }
            Block::Details { summary, content, .. } => {
                inlines(summary, found);
                for block in content {
                    walk(block, found);
                }
            }
            Block::Code(_) | Block::Rule | Block::HtmlAsText(_) => {}
        }
    }
    let mut found = Vec::new();
    for block in blocks {
        walk(block, &mut found);
    }
    found
}

#[test]
fn code_is_divided_at_lines() {
    let line = "x".repeat(CodeBlock::RUN_BYTES / 3) + "\n";
    let text = line.repeat(100);
    let code = CodeBlock::new(None, &text);
    assert_eq!(code.text(), text.trim_end());
    let (last, closed) = code.runs.split_last().unwrap();
    assert!(closed.len() > 10);
    assert!(closed.iter().all(|run| run.ends_with('\n') && run.len() >= CodeBlock::RUN_BYTES));
    assert!(last.len() < CodeBlock::RUN_BYTES + line.len());
    let longer = CodeBlock::new(None, &line.repeat(130));
    assert_eq!(longer.runs[..closed.len()], *closed);
}

#[test]
fn plain_text_has_no_markup() {
    let blocks = parse(
        "# T\n\n- *a* [b](https://x.example)\n- ![c](https://x.example/d)\n\n| h | i |\n|---|---|\n| j | k |\n\n```\nl\nm\n```\n\nn\no",
    );
    assert_eq!(plain_text(&blocks), "T\na b\nc\nh, i\nj, k\nl\nm\nn o");
}

#[test]
fn a_document_in_markdown_keeps_the_fences_within_it() {
    let code = |text: &str| match parse(text).first().map(AsRef::as_ref) {
        Some(Block::Code(code)) => (code.runs.concat(), parse(text).len()),
        other => panic!("{other:?}"),
    };
    let inside = "# Title\n\n```bash\nnpm i\n```\n\n1. Then\n   ```js\n   go()\n   ```\nend";
    assert_eq!(code(&format!("```markdown\n{inside}\n```\n\nSo *that* is it.\n")), (inside.to_owned(), 2));
    assert_eq!(code(&format!("```md title=x\n{inside}\n```\n")).0, inside);
    // A longer fence needs none of this, and other languages have no fences in them.
    assert_eq!(code(&format!("````mdx\n{inside}\n```\n````\nx")), (format!("{inside}\n```"), 2));
    assert_eq!(code("```text\n```bash\n```\nx").0, "```bash");
    // Two in a row, and one that does not come out even.
    assert_eq!(parse(&format!("```md\n{inside}\n```\n\n```md\n{inside}\n```\nx")).len(), 3);
    assert_eq!(code("```md\n```bash\n```\nprose\n"), ("```bash".to_owned(), 2));
}

#[test]
fn a_document_in_markdown_stays_open_while_it_arrives() {
    let mut document = StreamingDocument::new();
    for piece in ["```markdown\na\n", "```bash\nb\n", "```\n", "c\n\n```js\nd\n```\n"] {
        document.push(piece);
        assert_eq!(document.blocks().len(), 1, "{:?}", document.shown());
    }
    document.push("```\n\nend");
    assert_eq!(document.blocks().len(), 2);
    // Without an end it is read as the grammar says, once nothing more comes.
    let mut document = StreamingDocument::new();
    document.push("```markdown\n```bash\nb\n```\nprose\n");
    assert_eq!(document.blocks().len(), 1);
    document.finish();
    assert_eq!(document.blocks().len(), 2);
}
