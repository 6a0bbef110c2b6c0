//! Markdown on the screen.
//!
//! - D1 A block that is the same `Rc` as before is not drawn again: top-level blocks are components, as are runs of list
//!   items and table rows, so a long answer costs a frame no more than a short one.
//! - D4 Of a long document, list, table or block of code only what is near the window is in the page (`ui::windowed`).
//! - D2 Everything in a row of siblings has a key, for the framework compares siblings without keys from the last.
//! - D3 Nothing here can load or open anything: a link has no address of its own but asks the app to show it, an image is a
//!   card with its address in words, HTML is text. A link within the app is a plain anchor.

mod block;
mod code;
mod estimate;
mod footnote;
mod formula;
mod inline;
mod shared;

use std::rc::Rc;

use yew::prelude::*;

use self::block::Scope;
use self::footnote::FootnoteMark;
pub use self::shared::Marks;
pub(crate) use self::shared::PtrEqAll;
use self::shared::{Context, Contexts, DocumentContext, PtrEq};
use crate::store::{use_dispatch, use_messages};
use crate::windowed::{VisibleRange, Window, use_window};
use espalier_markdown::math::defining;
use espalier_markdown::{Block, Inline};

/// Number of top-level blocks compared as one.
const BLOCKS_IN_PART: usize = 16;
/// A document of more blocks is a long one.
const LONG: usize = 160;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct MarkdownViewProps {
    /// The blocks, of `markdown::parse` or of a `StreamingDocument`.
    pub blocks: Vec<Rc<Block>>,
    /// Number of settled blocks. While the text grows some are not, and a cursor blinks behind the last one.
    pub settled: usize,
    /// Renderer of marks in the text (`markdown::marks`).
    #[prop_or_default]
    pub marks: Option<Marks>,
}

/// A Markdown document; of a long one only the part near the window is mounted.
#[component]
pub fn MarkdownView(props: &MarkdownViewProps) -> Html {
    let words = &use_messages().markdown;
    let dispatch = use_dispatch();
    let (node, count) = (use_node_ref(), props.blocks.len());
    let (seen, window) =
        use_window(&node, count, (LONG, BLOCKS_IN_PART), |index| estimate::block(&props.blocks[index]));
    let seek = use_seek(&node, &window, seen.is_some().then_some(&props.blocks));
    let defined = definitions(&props.blocks);
    let contexts = use_memo((words.code, dispatch, props.marks.clone(), defined), |(_, dispatch, marks, defined)| {
        let first = std::iter::once((0, None));
        let all = first.chain(defined.iter().map(|(from, latex)| (*from, Some(Rc::clone(latex)))));
        let context = |defined| {
            let (dispatch, marks, seek) = (dispatch.clone(), marks.clone(), seek.clone());
            PtrEq(Rc::new(DocumentContext { words, dispatch, marks, defined, seek }))
        };
        Contexts(all.map(|(from, defined)| (from, context(defined))).collect())
    });
    let grows = props.settled < count;
    let last = count.saturating_sub(1) / BLOCKS_IN_PART;
    let range = seen.as_ref().map_or(0..count, |seen| seen.range.clone());
    let parts = range.clone().step_by(BLOCKS_IN_PART).map(|first| {
        let index = first / BLOCKS_IN_PART;
        let blocks = PtrEqAll(props.blocks[first..(first + BLOCKS_IN_PART).min(range.end)].to_vec());
        html! { <Part key={index} {blocks} {first} grows={grows && index == last} contexts={contexts.clone()} /> }
    });
    let space = |key: &'static str, height: String| {
        html! { <svg {key} class="window-space" width="1" {height} aria-hidden="true" /> }
    };
    let parts = spaced(seen.as_ref(), parts, space);
    let all = seen.is_some_and(|seen| seen.all);
    html! { <div ref={node} class={classes!("markdown", all.then_some("markdown-all"))}>{ parts }</div> }
}

/// Most bytes of definitions that hold for the formulas behind them.
const MAX_DEFINED: usize = 8 * 1024;

/// Finds the paragraphs of nothing but formulas that define commands; gives the place behind each, and all that is
/// defined there.
fn definitions(blocks: &[Rc<Block>]) -> Vec<(usize, Rc<str>)> {
    let mut found: Vec<(usize, Rc<str>)> = Vec::new();
    for (index, block) in blocks.iter().enumerate() {
        let Block::Paragraph(content) = block.as_ref() else { continue };
        let is_formula = |inline: &Inline| match inline {
            Inline::Math(_) | Inline::SoftBreak => true,
            Inline::Text(text) => text.trim().is_empty(),
            _ => false,
        };
        if !content.iter().all(is_formula) {
            continue;
        }
        let here = content.iter().filter_map(|inline| match inline {
            Inline::Math(source) => defining(source),
            _ => None,
        });
        let mut all = found.last().map_or_else(String::new, |(_, latex)| latex.to_string());
        let before = all.len();
        here.for_each(|latex| all.push_str(latex));
        if all.len() > before && all.len() <= MAX_DEFINED {
            found.push((index + 1, all.into()));
        }
    }
    found
}

/// Draws the mounted parts, with the spaces that stand for the rest.
fn spaced(
    seen: Option<&VisibleRange>,
    parts: impl Iterator<Item = Html>,
    space: impl Fn(&'static str, String) -> Html,
) -> Html {
    let Some(seen) = seen else { return parts.collect() };
    let [before, after] = seen.attributes();
    std::iter::once(space("before", before)).chain(parts).chain([space("after", after)]).collect()
}

/// Goes to the other mark of a footnote that is too far away to be in the page.
#[hook]
fn use_seek(node: &NodeRef, window: &Rc<Window>, blocks: Option<&Vec<Rc<Block>>>) -> Callback<FootnoteMark> {
    let all = use_mut_ref(Vec::new);
    let sought = use_mut_ref(|| None::<FootnoteMark>);
    *all.borrow_mut() = blocks.cloned().unwrap_or_default();
    use_effect({
        let (sought, node) = (sought.clone(), node.clone());
        move || {
            let mark = sought.borrow_mut().take();
            if let Some(mark) = mark.filter(|mark| !footnote::go_to(&node, mark)) {
                *sought.borrow_mut() = Some(mark);
            }
        }
    });
    let window = window.clone();
    Callback::from(move |mark: FootnoteMark| {
        let place = all.borrow().iter().position(|block| mark.is_in(block));
        if let Some(place) = place {
            *sought.borrow_mut() = Some(mark);
            window.reveal(place);
        }
    })
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct PartProps {
    blocks: PtrEqAll<Block>,
    /// The place of the first one.
    first: usize,
    grows: bool,
    contexts: Rc<Contexts>,
}

/// Some blocks in a row, without an element around them.
#[component]
fn Part(props: &PartProps) -> Html {
    let last = props.blocks.0.len().saturating_sub(1);
    let blocks = props.blocks.0.iter().enumerate().filter_map(|(index, block)| {
        let (block, context) = (PtrEq(Rc::clone(block)), props.contexts.at(props.first + index)?.clone());
        Some(html! { <Top key={index} {block} grows={props.grows && index == last} {context} /> })
    });
    html! { <>{ for blocks }</> }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct TopProps {
    block: PtrEq<Block>,
    grows: bool,
    context: Context,
}

/// A top-level block.
#[component]
fn Top(props: &TopProps) -> Html {
    let place = Scope { context: &props.context, grows: props.grows };
    block::draw(place, &props.block.0)
}

#[cfg(test)]
mod tests;
