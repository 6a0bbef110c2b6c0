//! Cost of rendering a streamed answer: `cargo bench --bench markdown`.
//!
//! Each document is cut into pieces of four bytes, about a token, and each piece is pushed and made visible. Printed are
//! microseconds for each piece over the whole document and over its last tenth; equal figures mean that the cost does not
//! grow with the length. "From scratch" parses the finished document once, which is what each piece would cost otherwise.

#![allow(clippy::disallowed_methods)] // a benchmark is what a clock is for
#![allow(clippy::print_stdout)] // and its output is its result

use std::{hint::black_box, time::Instant};

use espalier_markdown::{StreamingDocument, parse};

const PIECE_BYTES: usize = 4;
const DOCUMENT_BYTES: usize = 100 * 1024;
const ROUNDS: usize = 5;

fn main() {
    println!(
        "{:<16} {:>9} {:>9} {:>9} {:>14} {:>15}",
        "document", "p50 us", "p99 us", "max us", "last tenth p50", "from scratch us"
    );
    for (name, text) in documents() {
        measure(name, &text);
    }
    println!("\n{:<16} {:>9}", "hostile", "whole ms");
    for (name, text) in hostile_documents() {
        let best = (0..ROUNDS).map(|_| microseconds_for_whole(&text)).fold(f64::INFINITY, f64::min);
        println!("{name:<16} {:>9.2}", best / 1e3);
    }
}

fn measure(name: &str, text: &str) {
    let mut pieces = Vec::new();
    for _ in 0..ROUNDS {
        // The fastest of the rounds for each piece: the machine does other things as well.
        for (index, microseconds) in stream(text).into_iter().enumerate() {
            match pieces.get_mut(index) {
                Some(best) => *best = microseconds.min(*best),
                None => pieces.push(microseconds),
            }
        }
    }
    let whole = (0..ROUNDS * 4).map(|_| microseconds_for_whole(text)).fold(f64::INFINITY, f64::min);
    let last_tenth = quantile(&pieces[pieces.len() * 9 / 10..], 0.5);
    let (p50, p99, max) = (quantile(&pieces, 0.5), quantile(&pieces, 0.99), quantile(&pieces, 1.0));
    println!("{name:<16} {p50:>9.2} {p99:>9.2} {max:>9.1} {last_tenth:>14.2} {whole:>15.0}");
}

fn microseconds_for_whole(text: &str) -> f64 {
    let start = Instant::now();
    black_box(parse(black_box(text)));
    start.elapsed().as_secs_f64() * 1e6
}

fn stream(text: &str) -> Vec<f64> {
    let mut document = StreamingDocument::new();
    let mut times = Vec::with_capacity(text.len() / PIECE_BYTES + 1);
    let mut rest = text;
    while !rest.is_empty() {
        let mut end = PIECE_BYTES.min(rest.len());
        while !rest.is_char_boundary(end) {
            end += 1;
        }
        let start = Instant::now();
        document.push(&rest[..end]);
        black_box(document.blocks());
        times.push(start.elapsed().as_secs_f64() * 1e6);
        rest = &rest[end..];
    }
    times
}

fn quantile(values: &[f64], part: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[((sorted.len() - 1) as f64 * part) as usize]
}

fn documents() -> Vec<(&'static str, String)> {
    let words =
        "Some words with *emphasis*, `code` and a [link](https://example.com/path), and then a few more of them. ";
    let chinese = "**要点。**其余的内容在后面，参见[文档](https://example.com)，然后继续说明。";
    let answer = format!(
        "## A heading\n\n{words}{words}\n\n- one `thing`\n- another **thing**\n  - below it\n\n```rust\nfn main() {{\n    \
         run();\n}}\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> {words}\n\n{chinese}\n\n"
    );
    let code_line = "    let value = compute(first, second); // and a remark\n";
    let references = fill("", "A [reference] and [another one][label], and a note[^1].\n\n");
    vec![
        ("answer", fill("", &answer)),
        ("paragraphs", fill("", &format!("{words}{words}{words}\n\n"))),
        ("chinese", fill("", &format!("{chinese}{chinese}\n\n"))),
        ("one list", fill("", &format!("- {words}\n"))),
        ("loose list", fill("", &format!("1. **Point.** {words}\n\n   More.\n\n"))),
        ("one table", fill("| a | b |\n|---|---|\n", "| cell one | **cell** two |\n")),
        ("one code block", fill("```rust\n", code_line)),
        ("references", references + "[reference]: https://example.com\n[^1]: Note.\n"),
        // The only shape whose cost grows: emphasis may span a whole paragraph. Nobody writes one of 10 KB.
        ("10 KB paragraph", words.repeat(100)),
    ]
}

fn fill(opening: &str, part: &str) -> String {
    opening.to_owned() + &part.repeat((DOCUMENT_BYTES - opening.len()) / part.len() + 1)
}

fn hostile_documents() -> Vec<(&'static str, String)> {
    let repeat = |part: &str| part.repeat(DOCUMENT_BYTES / part.len());
    let wide_table = format!("{}\n{}\n{}", "|a".repeat(2000), "|-".repeat(2000), "a\n".repeat(2000));
    let mut documents: Vec<_> = [
        ">",
        "[",
        "![",
        "*a_ ",
        "*a **a ",
        "](",
        "`a``a",
        "<!--a",
        "<a ",
        "&amp;",
        "- ",
        "[^a]: ",
        "[a]: b\n",
        "[a] ",
        "https://a.b ",
        "。**字",
        "[a](<b",
        "- a\n\n",
        "> a\n",
        "\\",
        "_a__",
        "~~a~",
        "|a",
        "<![CDATA[",
        "<?",
    ]
    .into_iter()
    .map(|part| (part.escape_debug().to_string(), repeat(part)))
    .collect();
    documents.push(("wide table".to_owned(), wide_table));
    documents.into_iter().map(|(name, text)| (&*name.leak(), text)).collect()
}
