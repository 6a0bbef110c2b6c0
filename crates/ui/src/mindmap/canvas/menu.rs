//! The list that opens on a node with the right mouse button.

use yew::prelude::*;

use crate::kit::{Anchor, IconName, MenuItem, MenuList};
use crate::shell::copy_link::copy_link;
use crate::shell::keys::printed;
use crate::shell::make::make_item;
use crate::store::{use_dispatch, use_messages, use_store};
use espalier_app::Msg;
use espalier_app::make::Source;
use espalier_app::maps::{self, MapMsg, Panel};
use espalier_app::navigate::Route;
use espalier_command::call::CommandId;
use espalier_mindmap::commands::{
    self, AddChild, AddParent, AddSiblingAfter, Assist, Copy, Cut, Delete, Duplicate, EditNote, EditTitle, Focus,
    OpenLink, Paste, SetTask, ToggleFold,
};
use espalier_model::MapId;

/// Commands that are often wanted of a node.
const ITEMS: &[(CommandId, IconName)] = &[
    (AddChild::ID, IconName::New),
    (AddSiblingAfter::ID, IconName::AddBelow),
    (EditTitle::ID, IconName::Edit),
    (EditNote::ID, IconName::Note),
    (ToggleFold::ID, IconName::Fold),
    (Assist::ID, IconName::Agent),
    (Delete::ID, IconName::Trash),
];
/// The others.
const REST: &[(CommandId, IconName)] = &[
    (AddParent::ID, IconName::AddParent),
    (SetTask::ID, IconName::Check),
    (Focus::ID, IconName::Eye),
    (OpenLink::ID, IconName::External),
    (Copy::ID, IconName::Copy),
    (Cut::ID, IconName::Cut),
    (Paste::ID, IconName::Paste),
    (Duplicate::ID, IconName::Duplicate),
];

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct NodeMenuProps {
    pub map: MapId,
    pub anchor: Anchor,
    pub onclose: Callback<()>,
}

#[component]
pub fn NodeMenu(props: &NodeMenuProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let store = use_store();
    let map = props.map;
    let mac = store.read(|model| model.facts.mac);
    let list = |commands: &[(CommandId, IconName)]| {
        let specs = commands.iter().filter_map(|&(id, icon)| Some((&commands::find(id)?.spec, icon)));
        let specs = specs.filter(|(spec, _)| store.read(|model| maps::applies(model, map, spec)));
        let items = specs.map(|(spec, icon)| {
            let dispatch = dispatch.clone();
            let onselect = Callback::from(move |()| dispatch.emit(Msg::Maps(MapMsg::Key(map, spec.id))));
            let keys = spec.shortcuts.first().map(|keys| printed(keys, mac).join("\u{202f}"));
            let item = MenuItem::new(spec.name.get(words.language), icon, onselect).with_keys(keys);
            if spec.id == Delete::ID { item.with_danger() } else { item }
        });
        items.collect::<Vec<_>>()
    };
    let (mut items, mut rest) = (list(ITEMS), list(REST));
    let (primary, read_only) = store.read(|model| (model.maps.primary(map), model.read_only.is_some()));
    let details = dispatch.reform(move |()| Msg::Maps(MapMsg::Panel(map, Panel::Details)));
    items.insert(items.len().saturating_sub(1), MenuItem::new(words.map.details.title, IconName::Tag, details));
    if let Some(node) = primary.filter(|_| !read_only) {
        let draw = dispatch.reform(move |()| Msg::Maps(MapMsg::BeginLine(map, node)));
        rest.push(MenuItem::new(words.map.draw_line, IconName::Line, draw));
    }
    if let Some(source) = store.read(Source::shown).filter(|_| !read_only) {
        rest.push(make_item(words, &dispatch, source));
    }
    if let Some(node) = primary {
        rest.push(copy_link(words, &dispatch, Route::Map(Some(map), Some(node))));
    }
    let choose = dispatch.reform(move |()| Msg::Maps(MapMsg::Choose(map, true)));
    rest.push(MenuItem::new(words.map.select_more, IconName::Marquee, choose));
    html! {
        <MenuList
            label={words.map.room} {items} {rest} anchor={props.anchor.clone()}
            onclose={props.onclose.clone()}
        />
    }
}
