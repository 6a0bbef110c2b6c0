//! The list of scenes.

use yew::prelude::*;

use crate::shell::list::{ListKind, ListPane, ListTestIds, ListWords, MANY, RowContent};
use crate::store::{use_dispatch, use_messages};
use espalier_app::navigate::Route;
use espalier_app::scenes::{self, SceneMsg};
use espalier_app::{Msg, palette};
use espalier_model::{RoomId, Scene, SceneId};
use espalier_scene::scenes::{CreateScene, DeleteScene, DuplicateScene, RenameScene};

static SCENES: ListKind = ListKind {
    names: ListTestIds {
        new: "scene-new",
        search: "scene-list-search",
        item: "scene-item",
        menu: "scene-item-menu",
        rename: "scene-item-rename",
        rename_input: "scene-item-name",
        duplicate: "scene-item-duplicate",
        delete: "scene-item-delete",
    },
    words: |words| ListWords {
        list: words.scene.list,
        rename: palette::name_of(RenameScene::ID.as_str(), words),
        duplicate: palette::name_of(DuplicateScene::ID.as_str(), words),
        delete: palette::name_of(DeleteScene::ID.as_str(), words),
        untitled: words.scene.untitled,
        search: words.shell.lists.search,
        empty: "",
        busy: "",
    },
    count: |model| model.workspace.tables().scenes.len(),
    rows: |model| model.scene_rows().iter().map(|row| (row.id.uuid(), row.updated_at)).collect(),
    content: |model, id| {
        let row = model.workspace.get::<Scene>(&SceneId::from_uuid(id));
        row.map(|row| RowContent { title: row.name.clone(), at: Some(row.updated_at), ..RowContent::default() })
            .unwrap_or_default()
    },
    route: |id| Route::Scene(Some(SceneId::from_uuid(id)), None),
    rename: |id, name| Msg::Scene(SceneMsg::Rename(SceneId::from_uuid(id), name)),
    duplicate: |id| Msg::Scene(SceneMsg::Duplicate(SceneId::from_uuid(id))),
    delete: |model, id| Some(Msg::Dialog(Some(scenes::ask_delete(model, SceneId::from_uuid(id))))),
    extras: |_| Vec::new(),
    search_from: MANY,
    room: RoomId::Scene,
};

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct SceneListProps {
    pub scene: Option<SceneId>,
    /// Whether it is open, where it is a drawer.
    pub open: bool,
    /// Closes it, where it is a drawer.
    pub onclose: Callback<()>,
}

/// The list. Where no scene is open, the room begins with a field for a new one.
#[component]
pub fn SceneList(props: &SceneListProps) -> Html {
    let words = use_messages();
    let new = props.scene.map(|_| palette::name_of(CreateScene::ID.as_str(), words));
    let onnew = use_dispatch().reform(|()| Msg::Scene(SceneMsg::Create));
    html! {
        <ListPane
            kind={&SCENES} current={props.scene.map(SceneId::uuid)} open={props.open} onclose={props.onclose.clone()} {new}
            {onnew}
        />
    }
}
