//! The list that opens on a node with the right mouse button.
//!
//! Must not be in here: what a command does.

use yew::prelude::*;

use crate::app::Msg;
use crate::app::maps::{self, MapMsg, REGISTRY};
use crate::model::MapId;
use crate::ui::kit::{Anchor, IconName, MenuItem, MenuList};
use crate::ui::store::{use_dispatch, use_messages, use_store};

const ITEMS: &[(&str, IconName)] = &[
    ("node.addChild", IconName::New),
    ("node.addSiblingAfter", IconName::ChevronDown),
    ("node.addParent", IconName::ChevronLeft),
    ("node.editTitle", IconName::Edit),
    ("node.editNote", IconName::Menu),
    ("node.setTask", IconName::Check),
    ("node.toggleFold", IconName::EyeOff),
    ("map.focus", IconName::Eye),
    ("node.openLink", IconName::External),
    ("node.copy", IconName::Copy),
    ("node.cut", IconName::Close),
    ("node.duplicate", IconName::Branch),
    ("node.delete", IconName::Trash),
];

/// See [`NodeMenu`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct NodeMenuProps {
    /// The map.
    pub map: MapId,
    /// Where it opens.
    pub anchor: Anchor,
    /// It was closed.
    pub onclose: Callback<()>,
}

/// See the module.
#[component]
pub fn NodeMenu(props: &NodeMenuProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let store = use_store();
    let map = props.map;
    let specs = ITEMS.iter().filter_map(|&(id, icon)| Some((REGISTRY.by_id(id)?, icon)));
    let items = specs.filter(|(spec, _)| store.read(|model| maps::applies(model, map, spec))).map(|(spec, icon)| {
        let dispatch = dispatch.clone();
        let onselect = Callback::from(move |()| dispatch.emit(Msg::Maps(MapMsg::Key(map, spec.id))));
        let item = MenuItem::new(spec.name.get(words.language), icon, onselect);
        if spec.id == "node.delete" { item.with_danger() } else { item }
    });
    html! {
        <MenuList
            label={words.map.room} items={items.collect::<Vec<_>>()} anchor={props.anchor.clone()}
            onclose={props.onclose.clone()}
        />
    }
}
