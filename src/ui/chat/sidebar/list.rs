//! The entries of the list of conversations; a very long list mounts only what is near the viewport.
//!
//! - L1 Without a search every conversation is listed, the one that grew last first.
//! - L2 With a search, those are listed whose title has the words, and those in which they were found.
//!
//! Must not be in here: one entry (`item`).

use std::ops::Range;
use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

use super::hits::Hits;
use super::item::SessionItem;
use crate::app::Model;
use crate::base::gather;
use crate::feature::chat::search::Hit;
use crate::model::{Session, SessionId};
use crate::ui::kit::set_px;
use crate::ui::kit::shared::Shared;
use crate::ui::store::{use_messages, use_selector};

/// Up to this many entries are all mounted.
const WHOLE: usize = 60;
/// How many entries are mounted beyond the viewport, on each side.
const EXTRA: usize = 10;
/// The height assumed for an entry until one was measured, in CSS pixels.
const ROW_PX: f64 = 44.0;

/// See [`SessionList`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct SessionListProps {
    /// The conversation that is shown.
    pub session: Option<SessionId>,
    /// What is looked for; empty is no search.
    pub query: String,
    /// A conversation was opened.
    pub onopen: Callback<()>,
}

/// What of the model decides what is drawn here.
#[derive(Debug, PartialEq)]
struct Shown {
    ids: Vec<SessionId>,
    hits: Shared<Vec<Hit>>,
    searching: bool,
    left_out: bool,
}

impl Shown {
    fn of(model: &Model, query: &str) -> Self {
        let search = &model.search;
        let current = !query.is_empty() && search.query == query;
        let hits = if current { search.hits.clone() } else { Rc::default() };
        let found = gather::set(hits.iter().map(|hit| hit.session));
        let wanted = query.to_lowercase();
        let sessions = model.sessions();
        let listed = sessions.iter().filter(|row| {
            wanted.is_empty() || found.contains(&row.id) || model.title(row).to_lowercase().contains(&wanted)
        });
        // Conversations of other rooms are listed only where something was found in them.
        let elsewhere = found.iter().filter_map(|id| model.workspace.get::<Session>(id));
        let elsewhere = elsewhere.filter(|row| !row.scope.is_chat());
        let ids = listed.map(|row| row.id).chain(elsewhere.map(|row| row.id)).collect();
        Self {
            ids,
            hits: Shared(hits),
            searching: !query.is_empty() && (!current || search.busy),
            left_out: current && search.left_out,
        }
    }
}

/// See the module.
#[component]
pub fn SessionList(props: &SessionListProps) -> Html {
    let words = use_messages();
    let query = props.query.clone();
    let shown = use_selector(move |model| Shown::of(model, &query));
    let node = use_node_ref();
    let (range, onscroll, spaces) = use_window(&node, shown.ids.len());
    let onkeydown = use_callback(node.clone(), |event: KeyboardEvent, node| on_key(&event, node));
    let tab_stop = props.session.filter(|id| shown.ids.contains(id)).or_else(|| shown.ids.first().copied());
    let rows = shown.ids.get(range).unwrap_or_default().iter().map(|&id| {
        let hits = (!shown.hits.is_empty()).then(|| {
            html! { <Hits session={id} hits={shown.hits.clone()} onopen={props.onopen.clone()} /> }
        });
        html! {
            <SessionItem
                key={id.to_string()} {id} current={props.session == Some(id)} tab_stop={tab_stop == Some(id)}
                onopen={props.onopen.clone()}
            >
                { hits }
            </SessionItem>
        }
    });
    let nothing = if props.query.is_empty() { words.chat.sidebar.empty } else { words.chat.sidebar.nothing };
    html! {
        <div ref={node} class="session-list" {onscroll} {onkeydown}>
            <div ref={spaces.0} aria-hidden="true" />
            <ul>{ for rows }</ul>
            <div ref={spaces.1} aria-hidden="true" />
            <p class="session-note" hidden={!shown.ids.is_empty() || shown.searching}>{ nothing }</p>
            <p class="session-note" hidden={!shown.searching} role="status">{ words.chat.sidebar.searching }</p>
            <p class="session-note" hidden={!shown.left_out || shown.searching}>{ words.chat.sidebar.left_out }</p>
        </div>
    }
}

/// The entries to mount, what follows the scrolling, and the spaces before and after them.
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
    let row = list.query_selector(".session-item").ok().flatten();
    row.map(|row| row.get_bounding_client_rect().height()).filter(|height| *height > 1.0).unwrap_or(ROW_PX)
}

/// Arrows go from conversation to conversation.
fn on_key(event: &KeyboardEvent, node: &NodeRef) {
    let Some(list) = node.cast::<Element>() else { return };
    let is_link = |target: &Element| target.matches(".session-link").unwrap_or(false);
    let Some(target) = event.target_dyn_into::<Element>().filter(is_link) else {
        return;
    };
    let Ok(found) = list.query_selector_all(".session-link") else {
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
