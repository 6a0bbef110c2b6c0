//! The rows of a list; a very long list mounts only what is near the viewport.
//!
//! - L1 Without a search everything is listed, in groups by the time of the last change.
//! - L2 With a search, that is listed whose name has the words, and that in which they were found.

use std::ops::Range;

use uuid::Uuid;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

use super::hits::{answer, listed_in};
use super::order::Order;
use super::row::ListRow;
use super::when::{Days, Entry, entries};
use super::{ListKind, Listed};
use crate::kit::set_px;
use crate::store::{use_messages, use_selector};
use espalier_app::Model;
use espalier_base::collect;
use espalier_base::date::LocalDate;

/// Up to this many entries are all mounted.
const WHOLE: usize = 60;
/// Number of entries mounted beyond the viewport, on each side.
const EXTRA: usize = 10;
/// The height assumed for an entry until one was measured, in CSS pixels. Headings are as high as rows.
const ROW_PX: f64 = 36.0;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct RowsProps {
    pub kind: &'static ListKind,
    pub current: Option<Uuid>,
    /// Whether the list is open, where it is a drawer.
    pub open: bool,
    /// The words that are looked for; empty is no search.
    pub query: String,
    pub onopen: Callback<()>,
}

/// The part of the model that is drawn here.
#[derive(Debug, PartialEq)]
struct RowsState {
    rows: Vec<Listed>,
    days: Days,
    today: LocalDate,
    busy: bool,
    left_out: bool,
}

impl RowsState {
    fn of(model: &Model, kind: &ListKind, query: &str) -> Self {
        let (mut rows, days) = ((kind.rows)(model), Days::of(model));
        let today = Days::day(model.now);
        if query.is_empty() {
            return Self { rows, days, today, busy: false, left_out: false };
        }
        let answer = answer(model, kind, query);
        let hits = answer.iter().flat_map(|answer| &answer.groups).flat_map(|group| &group.hits);
        let within = collect::set(hits.filter_map(listed_in));
        let wanted = query.to_lowercase();
        let known = collect::set(rows.iter().map(|(id, _)| *id));
        rows.retain(|(id, _)| within.contains(id) || (kind.content)(model, *id).title.to_lowercase().contains(&wanted));
        // What belongs to other rooms is listed only where something was found in it.
        let others = within.iter().filter(|id| !known.contains(id));
        rows.extend(others.filter_map(|id| Some((*id, (kind.content)(model, *id).at?))));
        let (busy, left_out) = answer.map_or((true, false), |answer| (answer.busy, answer.left_out));
        Self { rows, days, today, busy, left_out }
    }
}

#[component]
pub fn Rows(props: &RowsProps) -> Html {
    let words = use_messages();
    let kind = props.kind;
    let state = {
        let query = props.query.clone();
        use_selector(move |model| RowsState::of(model, kind, &query))
    };
    let order = use_mut_ref(Order::default);
    // Reckoned once for each change, not once for each step of scrolling.
    let entries = use_memo((props.current, props.open, props.query.clone(), state.clone()), |deps| {
        let (current, open, query, state) = deps;
        let mut order = order.borrow_mut();
        let rows = order.update((*current, *open, query.clone()), &state.rows);
        if query.is_empty() {
            entries(rows, state.today, state.days)
        } else {
            rows.iter().copied().map(Entry::Row).collect()
        }
    });
    let node = use_node_ref();
    let (range, onscroll, spaces) = use_window(&node, entries.len());
    let onkeydown = use_callback(node.clone(), |event: KeyboardEvent, node| on_key(&event, node));
    let first = || {
        entries.iter().find_map(|entry| match entry {
            Entry::Row((id, _)) => Some(*id),
            Entry::Heading(_) => None,
        })
    };
    let tab_stop = props.current.filter(|id| state.rows.iter().any(|(other, _)| other == id)).or_else(first);
    let items = entries.get(range).unwrap_or_default().iter().map(|entry| match entry {
        Entry::Heading(group) => {
            let heading = group.heading(words);
            html! { <li key={heading.clone()} class="list-group">{ heading }</li> }
        }
        Entry::Row((id, _)) => html! {
            <ListRow
                key={id.to_string()} {kind} id={*id} current={props.current == Some(*id)}
                tab_stop={tab_stop == Some(*id)} query={props.query.clone()} days={state.days} today={state.today} onopen={props.onopen.clone()}
            />
        },
    });
    let say = (kind.words)(words);
    let nothing = if props.query.is_empty() { say.empty } else { words.shell.lists.nothing };
    html! {
        <div ref={node} class="list-rows" {onscroll} {onkeydown}>
            <div ref={spaces.0} aria-hidden="true" />
            <ul>{ for items }</ul>
            <div ref={spaces.1} aria-hidden="true" />
            <p class="list-note" role="status" hidden={!entries.is_empty() || state.busy || nothing.is_empty()}>{ nothing }</p>
            <p class="list-note" hidden={!state.busy} role="status">{ words.chat.sidebar.searching }</p>
            <p class="list-note" hidden={!state.left_out || state.busy}>{ words.chat.sidebar.left_out }</p>
        </div>
    }
}

/// Returns the entries to mount, the scroll handler, and the spaces before and after the entries.
#[hook]
fn use_window(node: &NodeRef, count: usize) -> (Range<usize>, Callback<Event>, (NodeRef, NodeRef)) {
    let first = use_state_eq(|| 0_usize);
    let visible = use_state_eq(|| 20_usize);
    let spaces = (use_node_ref(), use_node_ref());
    let range = if count <= WHOLE { 0..count } else { window(*first, *visible, count) };
    let onscroll =
        use_callback((node.clone(), first.setter(), visible.setter()), |_: Event, (node, first, visible)| {
            let Some(list) = node.cast::<HtmlElement>() else { return };
            let row = row_height(&list);
            let step = EXTRA / 2;
            // In steps, so that scrolling by a little draws nothing.
            first.set((f64::from(list.scroll_top()) / row) as usize / step * step);
            visible.set((f64::from(list.client_height()) / row).ceil() as usize + step);
        });
    use_effect_with((node.clone(), spaces.clone(), range.clone(), count), |(node, spaces, range, count)| {
        let Some(list) = node.cast::<HtmlElement>() else { return };
        let row = row_height(&list);
        set_px(&spaces.0, "height", range.start as f64 * row);
        set_px(&spaces.1, "height", (count - range.end) as f64 * row);
    });
    (range, onscroll, spaces)
}

fn window(first: usize, visible: usize, count: usize) -> Range<usize> {
    let end = (first + visible + EXTRA).min(count);
    first.saturating_sub(EXTRA).min(end)..end
}

fn row_height(list: &Element) -> f64 {
    let row = list.query_selector(".list-item").ok().flatten();
    row.map(|row| row.get_bounding_client_rect().height()).filter(|height| *height > 1.0).unwrap_or(ROW_PX)
}

/// Arrows go from row to row.
fn on_key(event: &KeyboardEvent, node: &NodeRef) {
    let Some(list) = node.cast::<Element>() else { return };
    let is_link = |target: &Element| target.matches(".list-link").unwrap_or(false);
    let Some(target) = event.target_dyn_into::<Element>().filter(is_link) else {
        return;
    };
    let Ok(found) = list.query_selector_all(".list-link") else {
        return;
    };
    let links: Vec<HtmlElement> = (0..found.length()).filter_map(|index| found.get(index)?.dyn_into().ok()).collect();
    let Some(at) = links.iter().position(|link| link.is_same_node(Some(&target))) else {
        return;
    };
    let next = match event.key().as_str() {
        "ArrowDown" => at + 1,
        "ArrowUp" => at.saturating_sub(1),
        "Home" => 0,
        "End" => links.len() - 1,
        _ => return,
    };
    event.prevent_default();
    if let Some(link) = links.get(next) {
        // A link takes the focus.
        let _ = link.focus();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_covers_what_is_seen_and_stays_within_the_list() {
        assert_eq!(window(0, 20, 1_000), 0..30);
        assert_eq!(window(500, 20, 1_000), 490..530);
        assert_eq!(window(990, 20, 1_000), 980..1_000);
        assert_eq!(window(990, 20, 100), 100..100, "the list became shorter");
    }
}
