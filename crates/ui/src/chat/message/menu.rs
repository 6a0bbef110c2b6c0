//! The menu of a message: its actions in words. The one that a button opens leaves out those that stand beside the
//! button.

use yew::prelude::*;

use super::action::{Action, ActionSet};
use crate::kit::{Anchor, MenuItem, MenuList};
use crate::shell::copy_link::copy_link;
use crate::shell::make::make_item;
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::make::Source;
use espalier_app::navigate::Route;
use espalier_model::{MessageId, MessageKey, Thing};

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct MessageMenuProps {
    pub at: MessageKey,
    pub anchor: Anchor,
    pub onact: Callback<(MessageId, Action)>,
    pub onclose: Callback<()>,
}

#[component]
pub fn MessageMenu(props: &MessageMenuProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let at = props.at;
    let shown = use_selector(move |model| {
        let message = model.message(at);
        let offered = message.map(|message| ActionSet::of(model, message));
        let enabled = message.is_none_or(|message| message.enabled);
        (offered.unwrap_or_default(), enabled, message.map(|message| message.role))
    });
    let (offered, enabled, role) = *shown;
    let read_only = use_selector(|model| model.read_only.is_some());
    let offered = match (&props.anchor, role) {
        (Anchor::Element(_), Some(role)) => offered.split(role).1,
        _ => offered,
    };
    let mut items: Vec<MenuItem> = offered.iter().map(|action| item(props, words, action, enabled)).collect();
    let place = items.iter().position(|item| item.danger).unwrap_or(items.len());
    items.insert(place, copy_link(words, &dispatch, Route::Chat(Some(at.session), Some(at.id))));
    if !*read_only {
        let source = selected(at).map_or(Source::Thing(Thing::Message(at)), |words| Source::Words(at, words));
        items.insert(place, make_item(words, &dispatch, source));
    }
    html! {
        <MenuList label={words.chat.actions.title} {items} anchor={props.anchor.clone()} onclose={props.onclose.clone()} />
    }
}

/// Returns the words that are selected in a message.
fn selected(at: MessageKey) -> Option<String> {
    let selection = web_sys::window()?.get_selection().ok()??;
    let words = String::from(selection.to_string());
    let message = format!("[data-testid=message][data-id='{}']", at.id);
    let is_inside = |node: Option<web_sys::Node>| {
        let element = node.and_then(|node| node.parent_element());
        element.is_some_and(|element| element.closest(&message).is_ok_and(|found| found.is_some()))
    };
    let is_all_inside = is_inside(selection.anchor_node()) && is_inside(selection.focus_node());
    (is_all_inside && !words.trim().is_empty()).then_some(words)
}

fn item(props: &MessageMenuProps, words: &espalier_i18n::Messages, action: Action, enabled: bool) -> MenuItem {
    let (id, onact) = (props.at.id, props.onact.clone());
    let onselect = Callback::from(move |()| onact.emit((id, action)));
    let item = MenuItem::new(action.label(words, enabled), action.icon(enabled), onselect);
    if action == Action::Delete { item.with_danger() } else { item }
}
