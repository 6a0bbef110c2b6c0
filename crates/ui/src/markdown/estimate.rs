//! Estimated heights of blocks, in CSS pixels, so that the page can be scrolled as if everything were in it.

use espalier_markdown::{Block, Inline, Item};

/// The height of a line of text.
const LINE: f64 = 25.0;
/// The height of a line of code.
const CODE_LINE: f64 = 22.0;
/// The space between blocks.
const SPACE: f64 = 12.0;
/// The height of a table's row.
const ROW: f64 = 32.0;
/// Latin letters in a line.
const LETTERS: usize = 84;

/// A top-level block with the space around it.
pub(super) fn block(block: &Block) -> f64 {
    match block {
        Block::Paragraph(content) => lines(letters(content)) + SPACE,
        Block::Heading { content, .. } => lines(letters(content)) + 3.0 * SPACE,
        Block::List(list) => list.items.iter().map(|one| item(one)).sum::<f64>() + SPACE,
        Block::Quote(content) | Block::Footnote { content, .. } => content.iter().map(self::block).sum(),
        Block::Code(code) => code.runs.iter().map(|text| run(text)).sum::<f64>() + 5.0 * SPACE,
        Block::Table(table) => ROW * count(table.rows.len() + 1) + SPACE,
        Block::Rule => 3.0 * SPACE,
        Block::HtmlAsText(source) => lines(cells(source)) + SPACE,
        Block::Details { is_open: false, .. } => LINE + 3.0 * SPACE,
        Block::Details { content, .. } => {
            LINE + 3.0 * SPACE + content.iter().map(|content| self::block(content)).sum::<f64>()
        }
    }
}

/// An item of a list.
pub(super) fn item(item: &Item) -> f64 {
    let content = item.content.iter().map(|content| match content {
        Block::Paragraph(content) => lines(letters(content)),
        content => block(content),
    });
    content.sum::<f64>().max(LINE)
}

/// A row of a table.
pub(super) fn row(cells: &[Vec<Inline>]) -> f64 {
    let most = cells.iter().map(|cell| letters(cell)).max().unwrap_or(0) * cells.len();
    lines(most).max(ROW)
}

/// Some lines of code.
pub(super) fn run(text: &str) -> f64 {
    CODE_LINE * count(text.bytes().filter(|byte| *byte == b'\n').count().max(1))
}

fn lines(letters: usize) -> f64 {
    LINE * count(letters.div_ceil(LETTERS).max(1))
}

fn letters(content: &[Inline]) -> usize {
    let of = |inline: &Inline| match inline {
        Inline::Text(text) | Inline::Code(text) | Inline::Math(text) => cells(text),
        Inline::Emphasis(inner)
        | Inline::Strong(inner)
        | Inline::Strikethrough(inner)
        | Inline::Element { content: inner, .. } => letters(inner),
        Inline::Link { content, .. } => letters(content),
        Inline::Image(_) => 2 * LETTERS,
        Inline::FootnoteReference(_) | Inline::SoftBreak => 1,
        Inline::HardBreak => LETTERS / 2,
    };
    content.iter().map(of).sum()
}

/// Returns a text's width in letters: most non-Latin ones are two wide, and three bytes long.
fn cells(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.len() * 2 / 3 }
}

#[expect(clippy::cast_precision_loss)] // nothing in a text is counted beyond what fits
const fn count(number: usize) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use espalier_markdown::parse;

    fn of(text: &str) -> f64 {
        parse(text).iter().map(|one| block(one)).sum()
    }

    #[test]
    fn more_is_higher() {
        let one = of("A line.");
        assert!((one - LINE - SPACE).abs() < 0.1);
        assert!(of(&"word ".repeat(100)) > 4.0 * one);
        assert!(of("- a\n- b\n- c") > of("- a\n- b"));
        assert!(of("```\na\nb\nc\nd\n```") > of("```\na\n```"));
        assert!(of(&"字".repeat(200)) > of(&"a".repeat(200)));
        assert!(of("| a |\n|---|\n| b |\n| c |") > of("| a |\n|---|\n| b |"));
    }
}
