//! The head of a scene, and the tools above its picture: shapes to add, and views to see it from.

use yew::prelude::*;

use crate::kit::{Drawer, FileTools, Icon, IconButton, IconName, Menu, MenuItem, Select, SelectOption};
use crate::shell::head::RoomHead;
use crate::store::{use_dispatch, use_messages, use_selector, use_store};
use espalier_app::files::FileMsg;
use espalier_app::scenes::{self, PictureUse, SceneMsg};
use espalier_app::{Model, Msg, palette};
use espalier_command::call::{Call, CommandId};
use espalier_model::scene::ShapeType;
use espalier_model::{Scene, SceneId};
use espalier_scene::camera::View;
use espalier_scene::commands::{
    AddCircle, AddSquare, AddTriangle, AlignShapes, ArrangeShapes, CopyPicture, DeleteShapes, DistributeShapes,
    DuplicateShapes, Fit, MirrorShapes, ToggleSnap, ZoomIn, ZoomOut,
};
use espalier_scene::formats::Format;
use espalier_scene::scenes::{DeleteScene, DuplicateScene};
use espalier_scene::world::World;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct HeadProps {
    /// The scene; without one the head of the empty room.
    pub scene: Option<SceneId>,
    pub drawer: Drawer,
    pub onassistant: Callback<()>,
    /// Whether it is open.
    pub assistant: bool,
}

#[component]
pub fn Head(props: &HeadProps) -> Html {
    let words = use_messages();
    let (dispatch, store) = (use_dispatch(), use_store());
    let state = use_selector({
        let scene = props.scene;
        move |model: &Model| {
            let name = scene.and_then(|scene| Some(model.workspace.get::<Scene>(&scene)?.name.clone()));
            let count = scene.and_then(|scene| model.world(scene)).map_or(0, World::len);
            (name.unwrap_or_default(), count, model.read_only.is_some())
        }
    });
    let (name, count, read_only) = &*state;
    let files = html! { <Files scene={props.scene} read_only={*read_only} /> };
    let Some(scene) = props.scene else {
        return html! { <RoomHead title={words.scene.room} {files} /> };
    };
    let label = |id: CommandId| palette::name_of(id.as_str(), words).to_owned();
    let changes = |item: MenuItem| MenuItem { disabled: *read_only, ..item };
    let onduplicate = dispatch.reform(move |()| Msg::Scene(SceneMsg::Duplicate(scene)));
    let ondelete = Callback::from(move |()| {
        store.dispatch(Msg::Dialog(Some(store.read(|model| scenes::ask_delete(model, scene)))));
    });
    let oncopy = dispatch.reform(move |()| Msg::Scene(SceneMsg::Key(scene, CopyPicture::ID)));
    let items = vec![
        changes(MenuItem::new(label(DuplicateScene::ID), IconName::Duplicate, onduplicate)),
        MenuItem::new(label(CopyPicture::ID), IconName::Picture, oncopy),
        changes(MenuItem::new(label(DeleteScene::ID), IconName::Trash, ondelete).with_danger()),
    ];
    let onrename = (!read_only).then(|| dispatch.reform(move |name: String| Msg::Scene(SceneMsg::Rename(scene, name))));
    let pinned = MenuItem {
        checked: Some(props.assistant),
        ..MenuItem::new(words.scene.assistant, IconName::Agent, props.onassistant.clone())
    };
    html! {
        <RoomHead
            title={name.clone()} {onrename} list={(words.scene.list, props.drawer.clone())} pinned={pinned.with_test_id("scene-assistant")}
            {items} {files} beside={html! { <span class="room-count">{ (words.scene.count)(*count) }</span> }}
        />
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ToolsProps {
    pub scene: SceneId,
}

#[derive(Debug, PartialEq)]
struct ToolsState {
    is_empty: bool,
    selected: usize,
    view: View,
    snap: bool,
    read_only: bool,
}

impl ToolsState {
    fn of(model: &Model, scene: SceneId) -> Self {
        let look = model.scenes.looks.get(&scene);
        Self {
            is_empty: model.world(scene).map_or(0, World::len) == 0,
            selected: look.map_or(0, |look| look.selection.len()),
            view: look.map_or(View::default(), |look| look.camera.view),
            snap: look.is_none_or(|look| look.snap),
            read_only: model.read_only.is_some(),
        }
    }
}

/// The icons of the types, in their order.
pub const ICONS: [IconName; 3] = [IconName::Square, IconName::Circle, IconName::Triangle];
const ADD: [CommandId; 3] = [AddSquare::ID, AddCircle::ID, AddTriangle::ID];
const FIGURES: [&str; 3] = ["line", "grid", "circle"];

/// The tools above the picture.
#[component]
pub fn Tools(props: &ToolsProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let scene = props.scene;
    let state = use_selector(move |model| ToolsState::of(model, scene));
    let key = |id: CommandId| dispatch.reform(move |_: MouseEvent| Msg::Scene(SceneMsg::Key(scene, id)));
    let label = |id: CommandId| palette::name_of(id.as_str(), words).to_owned();
    let add = ShapeType::ALL.into_iter().map(|kind| {
        let command = ADD[kind as usize];
        html! {
            <button
                key={kind.name()} type="button" class="button button-icon button-quiet" data-testid="scene-add"
                data-type={kind.name()} aria-label={label(command)} title={label(command)} disabled={state.read_only}
                onclick={key(command)}
            ><Icon name={ICONS[kind as usize]} /></button>
        }
    });
    let onview = dispatch
        .reform(move |value: String| Msg::Scene(SceneMsg::View(scene, View::from_name(&value).unwrap_or_default())));
    let views = View::ALL.into_iter().zip(words.scene.views).map(|(view, name)| SelectOption::new(view.name(), name));
    let none = state.selected == 0 || state.read_only;
    html! {
        <div class="scene-tools" role="toolbar" aria-label={words.scene.tools}>
            <span class="scene-group">{ for add }</span>
            <span class="scene-group">
                <IconButton icon={IconName::Duplicate} label={label(DuplicateShapes::ID)} test_id="scene-duplicate" disabled={none} onclick={key(DuplicateShapes::ID)} />
                <IconButton icon={IconName::Trash} label={label(DeleteShapes::ID)} test_id="scene-delete" disabled={none} onclick={key(DeleteShapes::ID)} />
                <IconButton icon={IconName::Grid} label={label(ToggleSnap::ID)} test_id="scene-snap" pressed={Some(state.snap)} onclick={key(ToggleSnap::ID)} />
                <Arrange {scene} selected={state.selected} read_only={state.read_only} />
            </span>
            <span class="scene-group">
                <Select
                    class="scene-choice" test_id="scene-view" label={words.scene.view} value={state.view.name()}
                    options={views.collect::<Vec<_>>()} onchoose={onview}
                />
                <IconButton icon={IconName::ZoomOut} label={label(ZoomOut::ID)} onclick={key(ZoomOut::ID)} />
                <IconButton icon={IconName::ZoomIn} label={label(ZoomIn::ID)} onclick={key(ZoomIn::ID)} />
                <IconButton icon={IconName::Fit} label={label(Fit::ID)} test_id="scene-fit" disabled={state.is_empty} onclick={key(Fit::ID)} />
            </span>
        </div>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct ArrangeProps {
    scene: SceneId,
    selected: usize,
    read_only: bool,
}

/// The list of ways to place several shapes.
#[component]
fn Arrange(props: &ArrangeProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let scene = props.scene;
    let several = props.selected > 1 && !props.read_only;
    let item = |label: &str, icon: IconName, call: Call| {
        let onselect = dispatch.reform(move |()| Msg::Scene(SceneMsg::ToSelected(scene, call.clone())));
        MenuItem { disabled: !several, ..MenuItem::new(label.to_owned(), icon, onselect) }
    };
    let say = &words.scene.arrange;
    let mut items: Vec<MenuItem> = Vec::new();
    for (figure, label) in FIGURES.into_iter().zip(say.figures) {
        items.push(item(
            label,
            IconName::Arrange,
            ArrangeShapes { figure: Some(figure), ..ArrangeShapes::new(Vec::new()) }.into(),
        ));
    }
    for (axis, label) in ["x", "y", "z"].into_iter().zip(say.align) {
        items.push(item(
            label,
            IconName::Align,
            AlignShapes { axis: Some(axis), ..AlignShapes::new(Vec::new()) }.into(),
        ));
    }
    for (axis, label) in ["x", "y", "z"].into_iter().zip(say.distribute) {
        items.push(item(label, IconName::Distribute, DistributeShapes { shapes: Vec::new(), axis: Some(axis) }.into()));
    }
    for (axis, label) in ["x", "z"].into_iter().zip(say.mirror) {
        let mut mirror = item(label, IconName::Mirror, MirrorShapes { shapes: Vec::new(), axis: Some(axis) }.into());
        mirror.disabled = props.selected == 0 || props.read_only;
        items.push(mirror);
    }
    html! { <Menu label={say.title} icon={IconName::Arrange} test_id="scene-arrange" {items} /> }
}

/// The formats of files, with their names; one more is a picture.
const FORMATS: [(Format, &str); 4] =
    [(Format::Json, "Espalier (JSON)"), (Format::Glb, "GLB"), (Format::Gltf, "glTF"), (Format::Stl, "STL")];
/// The value of the picture among the formats.
const PICTURE: &str = "png";

/// The id of the element in which a file is chosen.
pub const IMPORT_INPUT: &str = "import-scene";

#[derive(Debug, Clone, PartialEq, Properties)]
struct FilesProps {
    scene: Option<SceneId>,
    read_only: bool,
}

/// Taking the scene along as a file or a picture, and bringing scenes in.
#[component]
fn Files(props: &FilesProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let mut formats: Vec<_> = FORMATS.iter().map(|(format, name)| (format.name(), *name)).collect();
    formats.push((PICTURE, "PNG"));
    let onexport = {
        let (dispatch, scene) = (dispatch.clone(), props.scene);
        Callback::from(move |value: &'static str| {
            if let Some(scene) = scene {
                dispatch.emit(Msg::Scene(match Format::from_name(value) {
                    Some(format) => SceneMsg::Export(scene, format),
                    None => SceneMsg::Draw(scene, PictureUse::Save),
                }));
            }
        })
    };
    let onimport = dispatch.reform(|()| Msg::Files(FileMsg::Choose(IMPORT_INPUT)));
    html! {
        <FileTools
            {formats} format={words.scene.format} export={words.scene.export} import={words.scene.import}
            accept=".json,.gltf,.glb,.stl" input={IMPORT_INPUT} empty={props.scene.is_none()} read_only={props.read_only}
            {onexport} {onimport}
        />
    }
}
