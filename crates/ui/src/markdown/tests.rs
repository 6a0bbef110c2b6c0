use super::*;
use crate::testing::{draw, ready};
use espalier_markdown::{StreamingDocument, parse};
use espalier_model::settings::Language;

fn html_of(blocks: Vec<Rc<Block>>, settled: usize) -> String {
    draw(ready(Language::En), html! { <MarkdownView {blocks} {settled} /> })
}

fn check(text: &str, expect: &str) {
    let blocks = parse(text);
    let settled = blocks.len();
    let html = html_of(blocks, settled);
    assert_eq!(html, format!("<div class=\"markdown\">{expect}</div>"), "{text:?}");
}

#[test]
fn blocks_and_inlines() {
    check("# A *b*\n\nc `d`", "<h3 class=\"heading-1\">A <em>b</em></h3><p>c <code>d</code></p>");
    check("- a\n- b", "<ul><li>a</li><li>b</li></ul>");
    check("3. a\n\n4. b", "<ol start=\"3\"><li><p>a</p></li><li><p>b</p></li></ol>");
    check("> a\n\n***", "<blockquote><p>a</p></blockquote><hr>");
    check("a  \nb\nc\n中\n文", "<p>a<br>b\nc\n中文</p>");
}

#[test]
fn tasks_have_labels() {
    check(
        "- [x] a\n- [ ] b",
        "<ul><li class=\"task\"><input checked type=\"checkbox\" aria-label=\"Done\" disabled=\"disabled\">a</li>\
         <li class=\"task\"><input type=\"checkbox\" aria-label=\"Not done\" disabled=\"disabled\">b</li></ul>",
    );
}

#[test]
fn tables_scroll_and_keep_their_shape() {
    check(
        "| a | b |\n|---|--:|\n| 1 |",
        "<div tabindex=\"0\" class=\"table-scroll\"><table><thead><tr><th scope=\"col\">a</th>\
         <th scope=\"col\" class=\"align-right\">b</th></tr></thead><tbody><tr><td>1</td><td colspan=\"1\"></td></tr></tbody>\
         </table></div>",
    );
}

#[test]
fn details_are_open_while_they_arrive() {
    let of = |open: &str, content: &str| {
        format!("<details data-testid=\"disclosure\" class=\"disclosure\"{open}>{content}</div></details>")
    };
    check(
        "<details><summary>A *b*</summary>\n\nc\n</details>",
        &of("", "<summary>A <em>b</em></summary><div class=\"disclosure-content\"><p>c</p>"),
    );
    check("<details>\n\nc", &of("", "<summary>Details</summary><div class=\"disclosure-content\"><p>c</p>"));
    let open = |text: &str| html_of(parse(text), parse(text).len()).contains("open");
    assert!(open("<details open>\n\nc") && !open("<details class=open>\n\nc"));
    let mut document = StreamingDocument::new();
    for (token, is_open) in
        [("a\n\n<details>", true), ("\n<summary>S</summary>\n\nc", true), ("\n\n</details>\n\nd", false)]
    {
        document.push(token);
        let html = html_of(document.blocks().to_vec(), document.settled());
        assert_eq!(html.contains("open"), is_open, "{html}");
        assert_eq!(html.matches("text-cursor").count(), 1, "{html}");
    }
}

#[test]
fn formulas_are_mathml_with_their_source() {
    check(
        "so \\(a_1\\)",
        "<p>so <span translate=\"no\" data-testid=\"formula\" class=\"formula\"><math><msub><mi>a</mi><mn>1</mn></msub></math>\
         <span aria-hidden=\"true\" class=\"formula-source\">\\(a_1\\)</span></span></p>",
    );
}

#[test]
fn formulas_define_commands_for_those_behind_them() {
    let text = "a $\\QQ$\n\n$$\\newcommand{\\QQ}{q}$$\n\n- b $\\QQ$\n\n<details>\n\nc $\\QQ$\n\n</details>\n\n$\\def\\QQ{r}$\n\nd $\\QQ$\n";
    let html = html_of(parse(text), usize::MAX);
    assert_eq!(html.matches("<merror><mtext>\\QQ</mtext></merror>").count(), 1, "before it is defined: {html}");
    assert_eq!(html.matches("<mi>q</mi>").count(), 2, "{html}");
    assert_eq!(html.matches("<mi>r</mi>").count(), 1, "{html}");
    assert!(!html_of(parse("$x$ $\\QQ$"), 1).contains("<mi>q</mi>"));
}

#[test]
fn formulas_that_are_not_known_are_their_source() {
    for source in ["\\(a_1 \\begin{x} *b*\\)", "$x \\begin{picture}y$", "\\[ \\frac{1}{ \\]"] {
        check(&format!("so {source}"), &format!("<p>so <span translate=\"no\" class=\"math\">{source}</span></p>"));
    }
}

#[test]
fn a_formula_leads_nowhere() {
    let html = html_of(parse("so $x \\href{javascript:alert(1)}{y}$"), 1);
    assert!(html.contains("<mi>y</mi>") && !html.contains("href="), "{html}");
}

#[test]
fn formulas_that_are_still_arriving_are_their_source() {
    let mut document = StreamingDocument::new();
    for token in ["so $x", "^2", "$ end"] {
        document.push(token);
        let html = html_of(document.blocks().to_vec(), 0);
        assert_eq!(html.contains("<math"), token == "$ end", "{html}");
    }
}

#[test]
fn marks_of_footnotes_lead_both_ways() {
    let blocks = parse("a[^n]\n\n[^n]: note");
    let html = html_of(blocks, 2);
    assert!(html.contains("aria-label=\"Footnote n\" data-note-ref=\"n\""), "{html}");
    assert!(html.contains("data-note=\"n\""), "{html}");
}

#[test]
fn what_turns_the_words_of_a_link_round_is_spelled_out() {
    let html = html_of(parse("[bank\u{202e}tset](https://evil.test)"), 1);
    assert!(html.contains(">bank[U+202E]tset</a>"), "{html}");
    assert!(!html.contains('\u{202e}'), "{html}");
}

#[test]
fn code_has_the_name_of_its_language_and_buttons() {
    for (fence, title) in
        [("rs", "Rust"), ("JavaScript", "JavaScript"), ("c++", "C++"), ("klingon", "klingon"), ("", "Code")]
    {
        let html = html_of(parse(&format!("```{fence}\nfn main() {{}}\n```")), 1);
        crate::testing::assert_names(&html, &["code-wrap", "code-copy", "code-save"]);
        assert!(html.contains(&format!("<span class=\"code-language\">{title}</span>")), "{html}");
        assert!(html.contains("<code><span>fn main() "), "{html}");
    }
}

#[test]
fn code_is_wrapped_where_the_model_says_so() {
    for wrap_code in [false, true] {
        let model = espalier_app::Model { wrap_code, ..ready(Language::Zh) };
        let html = draw(model, html! { <MarkdownView blocks={parse("```\na\n```")} settled=1 /> });
        assert_eq!(html.contains("code-wrapped"), wrap_code, "{html}");
        assert!(html.contains(&format!("aria-pressed=\"{wrap_code}\"")), "{html}");
    }
}

/// D3
#[test]
fn d3_nothing_loads_or_opens() {
    let text = include_str!("../../../markdown/src/corpus/tricky.md").to_owned()
        + include_str!("../../../markdown/src/corpus/answer.md")
        + include_str!("../../../markdown/src/corpus/details.md")
        + "\n![](https://image.example/a.png) [in](#/chat/1) [![x](https://image.example/b.png)](https://y.example)\n";
    for end in (0..=text.len()).filter(|end| text.is_char_boundary(*end)) {
        // Every state that the screen can be in while the text arrives.
        if end % 7 != 0 && end != text.len() {
            continue;
        }
        let mut document = StreamingDocument::new();
        document.push(&text[..end]);
        let html = html_of(document.blocks().to_vec(), document.settled());
        // A picture is in the text itself.
        let pictures = html.matches("<img data-testid=\"image-data\" src=\"data:image/png;base64,").count();
        assert_eq!(html.matches("<img").count(), pictures, "{html}");
        for forbidden in
            ["<script", "<b>inline", "style=", "<iframe", "<div onclick", "onerror=\"", "href=\"http", "href=\"java"]
        {
            assert!(!html.contains(forbidden), "{forbidden} in {html}");
        }
    }
    let html = html_of(parse(&text), usize::MAX);
    assert!(html.contains("href=\"#/chat/1\""), "{html}");
    assert!(html.contains("title=\"https://evil.example\""), "{html}");
    assert!(html.contains("[evil.example]"), "{html}");
    assert!(html.contains("data-testid=\"image-card\""), "{html}");
}

#[test]
fn a_cursor_blinks_only_where_text_grows() {
    let cursor = "text-cursor";
    for text in [
        "a",
        "- a\n  - b",
        "> a\n> b",
        "```\na",
        "| a |\n|---|\n| b |",
        "# a",
        "a\n\n1. b\n\n   c",
        "- ",
        "<details>\n\na",
    ] {
        let blocks = parse(text);
        let settled = blocks.len() - 1;
        assert_eq!(html_of(blocks.clone(), settled).matches(cursor).count(), 1, "{text:?}");
        assert_eq!(html_of(blocks, settled + 1).matches(cursor).count(), 0, "{text:?}");
    }
}

#[test]
fn parts_compare_by_identity() {
    let blocks = parse("a\n\nb");
    let again = parse("a\n\nb");
    assert_eq!(PtrEqAll(blocks.clone()), PtrEqAll(blocks.clone()));
    assert_ne!(PtrEqAll(blocks.clone()), PtrEqAll(again));
    assert_ne!(PtrEqAll(blocks[..1].to_vec()), PtrEqAll(blocks));
}
