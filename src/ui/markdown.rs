//! Markdown on the screen.
//!
//! - D1 A block that is the same `Rc` as before is not drawn again: top-level blocks are components, as are runs of list
//!   items and table rows, so a long answer costs a frame no more than a short one.
//! - D4 A long document is put into the page in slices (`gradual`), and the browser draws only what is near the window.
//! - D2 Everything in a row of siblings has a key, for the framework compares siblings without keys from the last.
//! - D3 Nothing here can load or open anything: a link has no address of its own but asks the app to show it, an image is a
//!   card with its address in words, HTML is text. A link within the app is a plain anchor.
//!
//! Must not be in here: parsing, and the decision what may be a link (`markdown::link`).

mod block;
mod code;
mod footnote;
mod gradual;
mod inline;
mod shared;

use std::rc::Rc;

use yew::prelude::*;

use self::block::Place;
use self::gradual::use_gradual;
pub use self::shared::Marks;
use self::shared::{Context, Same, SameAll, Surroundings};
use crate::markdown::Block;
use crate::ui::store::{use_dispatch, use_messages};

/// So many top-level blocks are compared as one.
const BLOCKS_IN_PART: usize = 16;
/// So many parts come to the page at once.
const PARTS_IN_SLICE: usize = 6;
/// A document of more blocks is a long one.
const LONG: usize = 200;

/// See [`MarkdownView`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct MarkdownViewProps {
    /// The blocks, of `markdown::parse` or of a `StreamingDocument`.
    pub blocks: Vec<Rc<Block>>,
    /// How many of them are settled. While the text grows some are not, and a cursor blinks behind the last one.
    pub settled: usize,
    /// What marks in the text stand for (`markdown::marks`).
    #[prop_or_default]
    pub marks: Option<Marks>,
}

/// A document.
#[component]
pub fn MarkdownView(props: &MarkdownViewProps) -> Html {
    let words = &use_messages().markdown;
    let dispatch = use_dispatch();
    let context = use_memo((words.code, dispatch, props.marks.clone()), |(_, dispatch, marks)| Surroundings {
        words,
        dispatch: dispatch.clone(),
        marks: marks.clone(),
    });
    let grows = props.settled < props.blocks.len();
    let last = props.blocks.len().saturating_sub(1) / BLOCKS_IN_PART;
    let here = use_gradual(props.blocks.len().div_ceil(BLOCKS_IN_PART), PARTS_IN_SLICE);
    let parts = props.blocks.chunks(BLOCKS_IN_PART).take(here).enumerate().map(|(index, blocks)| {
        let blocks = SameAll(blocks.to_vec());
        html! { <Part key={index} {blocks} grows={grows && index == last} context={Same(Rc::clone(&context))} /> }
    });
    let is_long = props.blocks.len() > LONG;
    html! { <div class={classes!("markdown", is_long.then_some("markdown-long"))}>{ for parts }</div> }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct PartProps {
    blocks: SameAll<Block>,
    grows: bool,
    context: Context,
}

/// Some blocks in a row, without an element around them.
#[component]
fn Part(props: &PartProps) -> Html {
    let last = props.blocks.0.len().saturating_sub(1);
    let blocks = props.blocks.0.iter().enumerate().map(|(index, block)| {
        let block = Same(Rc::clone(block));
        html! { <Top key={index} {block} grows={props.grows && index == last} context={props.context.clone()} /> }
    });
    html! { <>{ for blocks }</> }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct TopProps {
    block: Same<Block>,
    grows: bool,
    context: Context,
}

/// One top-level block.
#[component]
fn Top(props: &TopProps) -> Html {
    let place = Place { context: &props.context, grows: props.grows };
    block::draw(place, &props.block.0)
}

#[cfg(test)]
mod tests;
