//! The text of a tree without its markup: for search, titles and the voice of a screen reader.

use super::node::{Block, ImageSource, Inline};

/// Returns the text of blocks, one line for each paragraph, item, row or line of code.
pub fn plain_text<B: AsRef<Block>>(blocks: &[B]) -> String {
    let mut text = String::new();
    for block in blocks {
        write_block(block.as_ref(), &mut text);
    }
    text.truncate(text.trim_end().len());
    text
}

/// Returns the text of a run of inlines.
pub fn plain_inlines(inlines: &[Inline]) -> String {
    let mut text = String::new();
    write_inlines(inlines, &mut text);
    text
}

impl AsRef<Self> for Block {
    fn as_ref(&self) -> &Self {
        self
    }
}

fn write_block(block: &Block, text: &mut String) {
    match block {
        Block::Paragraph(content) | Block::Heading { content, .. } => write_inlines(content, text),
        Block::List(list) => list.items.iter().for_each(|item| write_blocks(&item.content, text)),
        Block::Quote(content) | Block::Footnote { content, .. } => write_blocks(content, text),
        Block::Code(code) => code.runs.iter().for_each(|run| text.push_str(run)),
        Block::Table(table) => {
            write_row(&table.head, text);
            table.rows.iter().for_each(|row| write_row(row, text));
        }
        Block::Rule => {}
        Block::HtmlAsText(source) => text.push_str(source),
        Block::Details { summary, content, .. } => {
            write_inlines(summary, text);
            end_line(text);
            for block in content {
                write_block(block, text);
            }
        }
    }
    end_line(text);
}

fn write_blocks(blocks: &[Block], text: &mut String) {
    for block in blocks {
        write_block(block, text);
    }
}

fn write_row(cells: &[Vec<Inline>], text: &mut String) {
    for (column, cell) in cells.iter().enumerate() {
        if column > 0 {
            text.push_str(", ");
        }
        write_inlines(cell, text);
    }
    end_line(text);
}

fn end_line(text: &mut String) {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
}

fn write_inlines(inlines: &[Inline], text: &mut String) {
    for inline in inlines {
        match inline {
            Inline::Text(words) | Inline::Code(words) | Inline::Math(words) => text.push_str(words),
            Inline::Emphasis(content)
            | Inline::Strong(content)
            | Inline::Strikethrough(content)
            | Inline::Element { content, .. } => {
                write_inlines(content, text);
            }
            Inline::Link { content, .. } => write_inlines(content, text),
            Inline::Image(card) if card.alt.is_empty() => match &card.source {
                ImageSource::Remote(link) => text.push_str(link.display_host()),
                ImageSource::Data { media_type, .. } => text.push_str(media_type),
                ImageSource::Other(address) => text.push_str(address),
            },
            Inline::Image(card) => text.push_str(&card.alt),
            Inline::FootnoteReference(label) => {
                text.push('[');
                text.push_str(label);
                text.push(']');
            }
            Inline::SoftBreak => text.push(' '),
            Inline::HardBreak => text.push('\n'),
        }
    }
}
