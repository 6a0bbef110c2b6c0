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

/// Properties of [`MessageMenu`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct MessageMenuProps {
    /// The message.
    pub at: MessageKey,
    /// Where the menu opens.
    pub anchor: Anchor,
    /// Does something to the message.
    pub onact: Callback<(MessageId, Action)>,
    /// The menu is to be taken away.
    pub onclose: Callback<()>,
}

/// The context menu of a message.
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
        items.insert(place, make_item(words, &dispatch, Source::Thing(Thing::Message(at))));
    }
    html! {
        <MenuList label={words.chat.actions.title} {items} anchor={props.anchor.clone()} onclose={props.onclose.clone()} />
    }
}

fn item(props: &MessageMenuProps, words: &espalier_i18n::Messages, action: Action, enabled: bool) -> MenuItem {
    let (id, onact) = (props.at.id, props.onact.clone());
    let onselect = Callback::from(move |()| onact.emit((id, action)));
    let item = MenuItem::new(action.label(words, enabled), action.icon(enabled), onselect);
    if action == Action::Delete { item.with_danger() } else { item }
}
