//! A document in any pieces: nothing panics, every state is safe, and the pieces give what the whole gives.
//! The first byte chooses how the rest is cut.

#![no_main]

use espalier_markdown::{Block, ImageSource, Inline, SafeLink, StreamingDocument, parse, parse_arriving, plain_text};
use libfuzzer_sys::fuzz_target;

const MAX_BYTES: usize = 2000;
const MAX_DEPTH: usize = 100;

fuzz_target!(|data: &[u8]| {
    let Some((cut, bytes)) = data.split_first() else { return };
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(MAX_BYTES)]);
    let mut document = StreamingDocument::new();
    let mut seed = u32::from(*cut);
    let mut rest = text.as_ref();
    while !rest.is_empty() {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let mut end = (1 + (seed >> 24) as usize % (1 + usize::from(*cut) / 4)).min(rest.len());
        while !rest.is_char_boundary(end) {
            end += 1;
        }
        document.push(&rest[..end]);
        rest = &rest[end..];
        document.blocks().iter().for_each(|block| check_block(block, 0));
        assert_eq!(document.blocks(), parse_arriving(document.shown()));
    }
    document.finish();
    assert_eq!(document.blocks(), parse(&text));
    let _ = plain_text(document.blocks());
});

fn check_block(block: &Block, depth: usize) {
    assert!(depth < MAX_DEPTH);
    let inner = |blocks: &[Block]| blocks.iter().for_each(|block| check_block(block, depth + 1));
    match block {
        Block::Paragraph(content) | Block::Heading { content, .. } => check_inlines(content, depth),
        Block::List(list) => list.items.iter().for_each(|item| inner(&item.content)),
        Block::Quote(content) | Block::Footnote { content, .. } => inner(content),
        Block::Table(table) => {
            table
                .head
                .iter()
                .chain(table.rows.iter().flat_map(|row| row.iter()))
                .for_each(|cell| check_inlines(cell, depth));
        }
        Block::Details { summary, content, .. } => {
            check_inlines(summary, depth);
            content.iter().for_each(|block| check_block(block, depth + 1));
        }
        Block::Code(_) | Block::Rule | Block::HtmlAsText(_) => {}
    }
}

fn check_inlines(inlines: &[Inline], depth: usize) {
    assert!(depth < MAX_DEPTH);
    for inline in inlines {
        match inline {
            Inline::Emphasis(content)
            | Inline::Strong(content)
            | Inline::Strikethrough(content)
            | Inline::Element { content, .. } => {
                check_inlines(content, depth + 1);
            }
            Inline::Link { target, content } => {
                check_link(target);
                check_inlines(content, depth + 1);
            }
            Inline::Image(card) => {
                if let ImageSource::Remote(link) = &card.source {
                    check_link(link);
                }
            }
            Inline::Text(_)
            | Inline::Code(_)
            | Inline::Math(_)
            | Inline::FootnoteReference(_)
            | Inline::SoftBreak
            | Inline::HardBreak => {}
        }
    }
}

fn check_link(link: &SafeLink) {
    let href = link.href();
    assert!(["https://", "http://", "mailto:", "#/"].iter().any(|start| href.starts_with(start)), "{href:?}");
    assert!(!href.chars().any(|character| character.is_control() || character.is_whitespace()), "{href:?}");
}
