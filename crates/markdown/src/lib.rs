//! Markdown as data: text in, a small tree of blocks and inlines out, whole or while it is still arriving.
//!
//! Nothing here draws, loads or opens anything, and there is no node that could carry HTML, a script address or a
//! remote image source; whoever draws the tree cannot make a mistake that the tree does not allow. It may depend on
//! nothing of Espalier. Must not be in here: Yew, words of the interface, storage.
//!
//! Rules
//! - M1 HTML, block or inline, is text; only `<br>` within text breaks the line, as models write it in tables, `<sub>`,
//!   `<sup>` and `<kbd>` without attributes hold the text up to their end, and `<details>` with its `<summary>` holds the
//!   blocks up to its end, or to the end of what it stands in. Of attributes only `open` counts.
//! - M2 A link has an address on the allow-list of [`link::SafeLink`], or it is only its text.
//! - M3 An image is a card that names its address; nothing in the tree loads it.
//! - M4 Nesting deeper than a bound is flattened: no text is lost and no walk over the tree can overflow the stack.
//! - M5 However a text is cut into pieces, [`StreamingDocument`] ends with exactly the blocks of [`parse`]; and after every
//!   piece it has exactly the blocks of [`parse_arriving`] of [`StreamingDocument::shown`]. (Blocks of code that hold fences
//!   are found up to a number that no answer reaches, in a text or in what of it is still open.)
//! - M6 A block that a later piece does not change stays the same `Rc`, so a view may compare pointers.
//! - M7 A formula is its source, byte for byte (see [`math`]).
//!
//! The grammar is `CommonMark` 0.31 with the tables, strikethrough, task lists and footnotes of GitHub, bare `http(s)://`
//! addresses, formulas, and emphasis that works beside Chinese, Japanese and Korean text (see [`cjk`]), and fences within
//! blocks of Markdown as code.

pub mod cjk;
pub mod link;
pub mod marks;
pub mod math;
pub mod node;
pub mod stream;

mod autolink;
mod build;
mod details;
mod fragment;
mod label;
mod marked;
mod nested;
mod plain;

use std::rc::Rc;

pub use link::{LinkKind, SafeLink};
pub use node::{Alignment, Block, CodeBlock, ImageCard, ImageSource, Inline, InlineTag, Item, List, Table};
pub use plain::{plain_inlines, plain_text};
pub use stream::StreamingDocument;

/// Parses a whole text into blocks.
pub fn parse(text: &str) -> Vec<Rc<Block>> {
    parse_to(text, fragment::End::Last)
}

/// Parses a text that more may follow: a block of Markdown as code, with fences in it, goes on as long as its end may come.
pub fn parse_arriving(text: &str) -> Vec<Rc<Block>> {
    parse_to(text, fragment::End::Arriving)
}

fn parse_to(text: &str, end: fragment::End) -> Vec<Rc<Block>> {
    let nothing_known = label::Definitions::default();
    let text = stream::with_plain_line_ends(text);
    let fragment = fragment::Fragment::parse("", &text, end, label::Scope::settled(&nothing_known));
    details::fold(fragment.blocks.into_iter().map(|placed| placed.block).collect())
}

#[cfg(test)]
mod tests;
