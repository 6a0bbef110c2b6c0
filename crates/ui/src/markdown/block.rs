//! Blocks.

use std::rc::Rc;

use yew::prelude::*;
use yew::virtual_dom::VNode;

use super::code;
use super::estimate;
use super::footnote;
use super::inline;
use super::shared::{Context, Contexts, PtrEq, PtrEqAll};
use super::{Part, spaced};
use crate::windowed::use_window;
use espalier_markdown::{Alignment, Block, Inline, Item, List, Table, marks, plain_text};

/// Number of list items, or table rows, compared as one.
const PARTS_IN_RUN: usize = 12;
/// A list of more items, or a table of more rows, is a long one.
const LONG: usize = 96;

/// Context in which an element is drawn.
#[derive(Clone, Copy)]
pub(super) struct Scope<'a> {
    /// The document's context.
    pub context: &'a Context,
    /// Whether text is still being added at its end.
    pub grows: bool,
}

impl Scope<'_> {
    /// Returns the scope of a child; only the last one of a growing parent grows.
    fn child(self, is_last: bool) -> Self {
        Self { grows: self.grows && is_last, ..self }
    }
}

pub(super) fn draw(place: Scope<'_>, block: &Block) -> Html {
    match block {
        Block::Paragraph(content) => html! { <p>{ inline::draw(place, content) }</p> },
        Block::Heading { level, content } => heading(place, *level, content),
        Block::List(list) => draw_list(place, list),
        Block::Quote(content) => html! { <blockquote>{ draw_all(place, content, false) }</blockquote> },
        Block::Code(code) => code::draw(place, code),
        Block::Table(table) => draw_table(place, table),
        Block::Rule => html! { <hr /> },
        Block::HtmlAsText(source) => html! {
            <p class="html-as-text">{ AttrValue::from(Rc::clone(source)) }{ inline::cursor(place) }</p>
        },
        Block::Footnote { label, content } => html! {
            <div class="footnote">
                { footnote::note(place, label) }
                <div>{ draw_all(place, content, false) }</div>
            </div>
        },
        Block::Details { is_open, summary, content } => draw_details(place, *is_open, summary, content),
    }
}

/// A disclosure. While it is still arriving it is open, and so it is where a mark is in it.
fn draw_details(place: Scope<'_>, is_open: bool, summary: &[Inline], content: &[Rc<Block>]) -> Html {
    let has_mark = || place.context.0.marks.is_some() && marks::has(&plain_text(content));
    let open = is_open || place.grows || has_mark();
    let words = place.context.0.words;
    let summary = if summary.is_empty() {
        html! { words.details }
    } else {
        inline::draw(place.child(false), summary)
    };
    let (blocks, grows) = (PtrEqAll(content.to_vec()), place.grows);
    let contexts = Rc::new(Contexts(vec![(0, place.context.clone())]));
    html! {
        <details class="disclosure" data-testid="disclosure" {open}>
            <summary>{ summary }</summary>
            <div class="disclosure-content">
                <Part {blocks} first=0 {grows} {contexts} />
                if content.is_empty() { { inline::cursor(place) } }
            </div>
        </details>
    }
}

/// Blocks in a row. In a tight list a paragraph is only its text.
fn draw_all(place: Scope<'_>, blocks: &[Block], tight: bool) -> Html {
    let last = blocks.len().saturating_sub(1);
    let children = blocks.iter().enumerate().map(|(index, block)| {
        let place = place.child(index == last);
        let drawn = match block {
            Block::Paragraph(content) if tight => inline::draw(place, content),
            block => draw(place, block),
        };
        keyed(index, drawn)
    });
    let mut children: Vec<VNode> = children.collect();
    if blocks.is_empty() {
        children.push(keyed(0, inline::cursor(place)));
    }
    children.into_iter().collect()
}

/// A node with a key, whatever it is.
pub(super) fn keyed(key: usize, node: Html) -> Html {
    html! { <key={key}>{ node }</> }
}

/// Headings of a document stand below those of the page.
fn heading(place: Scope<'_>, level: u8, content: &[Inline]) -> Html {
    let content = inline::draw(place, content);
    match level {
        1 => html! { <h3 class="heading-1">{ content }</h3> },
        2 => html! { <h4 class="heading-2">{ content }</h4> },
        3 => html! { <h5 class="heading-3">{ content }</h5> },
        _ => html! { <h6 class="heading-4">{ content }</h6> },
    }
}

fn draw_list(place: Scope<'_>, list: &List) -> Html {
    let (items, tight, start, grows) = (PtrEqAll(list.items.clone()), list.tight, list.start, place.grows);
    html! { <AllItems {items} {tight} {start} {grows} context={place.context.clone()} /> }
}

/// A list.
#[component]
fn AllItems(props: &ItemsProps) -> Html {
    let (node, all) = (use_node_ref(), &props.items.0);
    let (seen, _) = use_window(&node, all.len(), (LONG, PARTS_IN_RUN), |index| estimate::item(&all[index]));
    let last = all.len().saturating_sub(1) / PARTS_IN_RUN;
    let range = seen.as_ref().map_or(0..all.len(), |seen| seen.range.clone());
    let runs = range.clone().step_by(PARTS_IN_RUN).map(|first| {
        let (index, tight) = (first / PARTS_IN_RUN, props.tight);
        let items = PtrEqAll(all[first..(first + PARTS_IN_RUN).min(range.end)].to_vec());
        let number = || props.start.map(|start| start.saturating_add(first as u64));
        // Where items are missing before it, an item cannot count them.
        let start = seen.is_some().then(number).flatten();
        let grows = props.grows && index == last;
        html! { <Items key={index} {items} {tight} {start} {grows} context={props.context.clone()} /> }
    });
    let space = |key: &'static str, height: String| {
        html! { <li {key} class="window-space" aria-hidden="true"><svg width="1" {height} /></li> }
    };
    let items = spaced(seen.as_ref(), runs, space);
    match props.start {
        None => html! { <ul ref={node}>{ items }</ul> },
        Some(1) => html! { <ol ref={node}>{ items }</ol> },
        Some(start) => html! { <ol ref={node} start={start.to_string()}>{ items }</ol> },
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct ItemsProps {
    items: PtrEqAll<Item>,
    tight: bool,
    /// The number of the first one.
    start: Option<u64>,
    grows: bool,
    context: Context,
}

/// Items of a list in a row.
#[component]
fn Items(props: &ItemsProps) -> Html {
    let place = Scope { context: &props.context, grows: props.grows };
    let last = props.items.0.len().saturating_sub(1);
    let items = props.items.0.iter().enumerate();
    let items = items.map(|(index, item)| {
        let number = props.start.map(|start| start.saturating_add(index as u64).to_string());
        draw_item((index, number), place.child(index == last), item, props.tight)
    });
    html! { <>{ for items }</> }
}

fn draw_item((key, value): (usize, Option<String>), place: Scope<'_>, item: &Item, tight: bool) -> Html {
    let content = draw_all(place, &item.content, tight);
    let Some(done) = item.task else {
        return html! { <li {key} {value}>{ content }</li> };
    };
    let words = place.context.0.words;
    let label = if done { words.task_done } else { words.task_open };
    html! {
        <li {key} {value} class="task">
            <input key="box" type="checkbox" disabled=true checked={done} aria-label={label} />
            <key="content">{ content }</>
        </li>
    }
}

fn draw_table(place: Scope<'_>, table: &Table) -> Html {
    let alignments = PtrEq(Rc::new(table.alignments.clone()));
    let head = table.head.iter().enumerate().map(|(index, cell)| {
        let class = alignment(&table.alignments, index);
        let place = place.child(false);
        html! { <th key={index} scope="col" {class}>{ inline::draw(place, cell) }</th> }
    });
    let (rows, grows) = (PtrEqAll(table.rows.clone()), place.grows);
    html! {
        <div class="table-scroll" tabindex="0">
            <table>
                <thead><tr>{ for head }</tr></thead>
                <AllRows {rows} {alignments} {grows} context={place.context.clone()} />
            </table>
        </div>
    }
}

#[derive(Debug, Clone, Properties)]
struct RowsProps {
    rows: PtrEqAll<Vec<Vec<Inline>>>,
    alignments: PtrEq<Vec<Alignment>>,
    grows: bool,
    context: Context,
}

impl PartialEq for RowsProps {
    fn eq(&self, other: &Self) -> bool {
        self.rows == other.rows
            && self.alignments.0 == other.alignments.0
            && self.grows == other.grows
            && self.context == other.context
    }
}

/// All rows of a table but the first.
#[component]
fn AllRows(props: &RowsProps) -> Html {
    let (node, all) = (use_node_ref(), &props.rows.0);
    let (seen, _) = use_window(&node, all.len(), (LONG, PARTS_IN_RUN), |index| estimate::row(&all[index]));
    let last = all.len().saturating_sub(1) / PARTS_IN_RUN;
    let range = seen.as_ref().map_or(0..all.len(), |seen| seen.range.clone());
    let runs = range.clone().step_by(PARTS_IN_RUN).map(|first| {
        let (index, alignments) = (first / PARTS_IN_RUN, props.alignments.clone());
        let rows = PtrEqAll(all[first..(first + PARTS_IN_RUN).min(range.end)].to_vec());
        let grows = props.grows && index == last;
        html! { <Rows key={index} {rows} {alignments} {grows} context={props.context.clone()} /> }
    });
    let space = |key: &'static str, height: String| {
        html! { <tr {key} class="window-space" aria-hidden="true"><td><svg width="1" {height} /></td></tr> }
    };
    let rows = spaced(seen.as_ref(), runs, space);
    html! { <tbody ref={node}>{ rows }</tbody> }
}

/// Rows of a table in a row.
#[component]
fn Rows(props: &RowsProps) -> Html {
    let place = Scope { context: &props.context, grows: props.grows };
    let last = props.rows.0.len().saturating_sub(1);
    let rows = props.rows.0.iter().enumerate();
    let rows = rows.map(|(index, row)| draw_row(index, place.child(index == last), row, &props.alignments.0));
    html! { <>{ for rows }</> }
}

/// A row; its empty end is one cell.
fn draw_row(key: usize, place: Scope<'_>, row: &[Vec<Inline>], alignments: &[Alignment]) -> Html {
    let last = row.len().saturating_sub(1);
    let cells = row.iter().enumerate().map(|(index, cell)| {
        let class = alignment(alignments, index);
        html! { <td key={index} {class}>{ inline::draw(place.child(index == last), cell) }</td> }
    });
    let missing = alignments.len().saturating_sub(row.len());
    let rest = (missing > 0).then(|| html! { <td key="rest" colspan={missing.to_string()}></td> });
    html! { <tr {key}>{ for cells.chain(rest) }</tr> }
}

fn alignment(alignments: &[Alignment], column: usize) -> Option<&'static str> {
    match alignments.get(column) {
        Some(Alignment::Left) => Some("align-left"),
        Some(Alignment::Center) => Some("align-center"),
        Some(Alignment::Right) => Some("align-right"),
        Some(Alignment::None) | None => None,
    }
}
