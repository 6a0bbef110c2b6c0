//! The list of maps.

use yew::prelude::*;

use crate::shell::list::{ListKind, ListPane, ListTestIds, ListWords, MANY, RowContent};
use crate::store::{use_dispatch, use_messages};
use espalier_app::maps::{self, MapMsg};
use espalier_app::navigate::Route;
use espalier_app::{Msg, palette};
use espalier_mindmap::maps::{CreateMap, DeleteMap, DuplicateMap, RenameMap};
use espalier_model::{MapId, MindMap, RoomId};

static MAPS: ListKind = ListKind {
    names: ListTestIds {
        new: "map-new",
        search: "map-list-search",
        item: "map-item",
        menu: "map-item-menu",
        rename: "map-item-rename",
        rename_input: "map-item-name",
        duplicate: "map-item-duplicate",
        delete: "map-item-delete",
    },
    words: |words| ListWords {
        list: words.map.list,
        rename: palette::name_of(RenameMap::ID.as_str(), words),
        duplicate: palette::name_of(DuplicateMap::ID.as_str(), words),
        delete: palette::name_of(DeleteMap::ID.as_str(), words),
        untitled: words.map.untitled,
        search: words.shell.lists.search,
        empty: "",
        busy: "",
    },
    count: |model| model.workspace.tables().maps.len(),
    rows: |model| model.mind_maps().iter().map(|row| (row.id.uuid(), row.updated_at)).collect(),
    content: |model, id| {
        let row = model.workspace.get::<MindMap>(&MapId::from_uuid(id));
        row.map(|row| RowContent { title: row.name.clone(), at: Some(row.updated_at), ..RowContent::default() })
            .unwrap_or_default()
    },
    route: |id| Route::Map(Some(MapId::from_uuid(id)), None),
    rename: |id, name| Msg::Maps(MapMsg::Rename(MapId::from_uuid(id), name)),
    duplicate: |id| Msg::Maps(MapMsg::Duplicate(MapId::from_uuid(id))),
    delete: |model, id| Some(Msg::Dialog(Some(maps::ask_delete(model, MapId::from_uuid(id))))),
    extras: |_| Vec::new(),
    search_from: MANY,
    room: RoomId::Map,
};

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct MapListProps {
    pub map: Option<MapId>,
    /// Whether it is open, where it is a drawer.
    pub open: bool,
    /// Closes it, where it is a drawer.
    pub onclose: Callback<()>,
}

/// The list. Where no map is open, the room begins with a field for a new one.
#[component]
pub fn MapList(props: &MapListProps) -> Html {
    let words = use_messages();
    let new = props.map.map(|_| palette::name_of(CreateMap::ID.as_str(), words));
    let onnew = use_dispatch().reform(|()| Msg::Maps(MapMsg::Create));
    html! {
        <ListPane
            kind={&MAPS} current={props.map.map(MapId::uuid)} open={props.open} onclose={props.onclose.clone()} {new} {onnew}
        />
    }
}
