//! The bar above a scene: its name, what can be added, and from where it is seen.
//!
//! Must not be in here: what a command does.

use web_sys::HtmlSelectElement;
use yew::prelude::*;

use crate::app::files::FileMsg;
use crate::app::scenes::{PictureUse, SceneMsg};
use crate::app::{Model, Msg, palette};
use crate::feature::scene::camera::View;
use crate::feature::scene::formats::Format;
use crate::feature::scene::world::World;
use crate::model::scene::ShapeType;
use crate::model::{Scene, SceneId};
use crate::ui::kit::{Icon, IconButton, IconName, Menu, MenuItem};
use crate::ui::store::{use_dispatch, use_messages, use_selector};

/// See [`Toolbar`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ToolbarProps {
    /// The scene.
    pub scene: SceneId,
    /// Opens and closes the list, where it is a drawer.
    pub ondrawer: Callback<MouseEvent>,
    /// Whether it is open.
    pub drawer: bool,
    /// Opens and closes the assistant.
    pub onassistant: Callback<MouseEvent>,
    /// Whether it is open.
    pub assistant: bool,
}

#[derive(Debug, PartialEq)]
struct Shown {
    name: String,
    count: usize,
    selected: usize,
    view: View,
    snap: bool,
    read_only: bool,
}

impl Shown {
    fn of(model: &Model, scene: SceneId) -> Self {
        let look = model.scenes.looks.get(&scene);
        Self {
            name: model.workspace.get::<Scene>(&scene).map(|row| row.name.clone()).unwrap_or_default(),
            count: model.world(scene).map_or(0, World::len),
            selected: look.map_or(0, |look| look.selection.len()),
            view: look.map_or(View::default(), |look| look.camera.view),
            snap: look.is_none_or(|look| look.snap),
            read_only: model.read_only.is_some(),
        }
    }
}

/// The icons of the types, in their order.
pub const ICONS: [IconName; 3] = [IconName::Square, IconName::Circle, IconName::Triangle];
const ADD: [&str; 3] = ["scene.addSquare", "scene.addCircle", "scene.addTriangle"];
const FIGURES: [&str; 3] = ["line", "grid", "circle"];

/// The bar.
#[component]
pub fn Toolbar(props: &ToolbarProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let scene = props.scene;
    let shown = use_selector(move |model| Shown::of(model, scene));
    let key = |id: &'static str| dispatch.reform(move |_: MouseEvent| Msg::Scene(SceneMsg::Key(scene, id)));
    let label = |id: &'static str| palette::name_of(id, words).to_owned();
    let add = ShapeType::ALL.into_iter().map(|kind| {
        let command = ADD[kind as usize];
        html! {
            <button
                key={kind.name()} type="button" class="button button-icon button-quiet" data-testid="scene-add"
                data-type={kind.name()} aria-label={label(command)} title={label(command)} disabled={shown.read_only}
                onclick={key(command)}
            ><Icon name={ICONS[kind as usize]} /></button>
        }
    });
    let onview = dispatch.reform(move |event: Event| {
        let value = event.target_unchecked_into::<HtmlSelectElement>().value();
        Msg::Scene(SceneMsg::View(scene, View::from_name(&value).unwrap_or_default()))
    });
    let views = View::ALL.into_iter().zip(words.scene.views).map(|(view, name)| {
        html! { <option value={view.name()} selected={view == shown.view}>{ name }</option> }
    });
    let none = shown.selected == 0 || shown.read_only;
    html! {
        <div class="scene-tools" role="toolbar" aria-label={words.scene.tools}>
            <span class="drawer-button">
                <IconButton icon={IconName::Menu} label={words.scene.list} pressed={Some(props.drawer)} onclick={props.ondrawer.clone()} />
            </span>
            <h1 class="scene-name" title={shown.name.clone()}>{ shown.name.clone() }</h1>
            <span class="scene-number">{ (words.scene.count)(shown.count) }</span>
            <span class="scene-gap"></span>
            <span class="scene-group">{ for add }</span>
            <span class="scene-group">
                <IconButton icon={IconName::Copy} label={label("shape.duplicate")} test_id="scene-duplicate" disabled={none} onclick={key("shape.duplicate")} />
                <IconButton icon={IconName::Trash} label={label("shape.delete")} test_id="scene-delete" disabled={none} onclick={key("shape.delete")} />
                <IconButton icon={IconName::Grid} label={label("scene.toggleSnap")} test_id="scene-snap" pressed={Some(shown.snap)} onclick={key("scene.toggleSnap")} />
                <Arrange {scene} selected={shown.selected} read_only={shown.read_only} />
            </span>
            <span class="scene-by-hand">
                <IconButton icon={IconName::Undo} label={words.command.undo} test_id="scene-undo" onclick={dispatch.reform(|_: MouseEvent| Msg::Undo)} />
                <IconButton icon={IconName::Redo} label={words.command.redo} test_id="scene-redo" onclick={dispatch.reform(|_: MouseEvent| Msg::Redo)} />
            </span>
            <span class="scene-group">
                <select class="scene-choice" data-testid="scene-view" aria-label={words.scene.view} title={words.scene.view} onchange={onview}>
                    { for views }
                </select>
                <IconButton icon={IconName::ZoomOut} label={label("scene.zoomOut")} onclick={key("scene.zoomOut")} />
                <IconButton icon={IconName::ZoomIn} label={label("scene.zoomIn")} onclick={key("scene.zoomIn")} />
                <IconButton icon={IconName::Fit} label={label("scene.fit")} test_id="scene-fit" disabled={shown.count == 0} onclick={key("scene.fit")} />
            </span>
            <Files {scene} />
            <IconButton
                icon={IconName::Agent} label={words.scene.assistant} test_id="scene-assistant"
                pressed={Some(props.assistant)} onclick={props.onassistant.clone()}
            />
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
    let item = |label: &str, icon: IconName, command: &'static str, params: serde_json::Value| {
        let onselect = dispatch.reform(move |()| Msg::Scene(SceneMsg::ToSelected(scene, command, params.clone())));
        MenuItem { disabled: !several, ..MenuItem::new(label.to_owned(), icon, onselect) }
    };
    let say = &words.scene.arrange;
    let mut items: Vec<MenuItem> = Vec::new();
    for (figure, label) in FIGURES.into_iter().zip(say.figures) {
        items.push(item(label, IconName::Arrange, "shape.arrange", serde_json::json!({ "figure": figure })));
    }
    for (axis, label) in ["x", "y", "z"].into_iter().zip(say.align) {
        items.push(item(label, IconName::Grip, "shape.align", serde_json::json!({ "axis": axis })));
    }
    for (axis, label) in ["x", "y", "z"].into_iter().zip(say.distribute) {
        items.push(item(label, IconName::More, "shape.distribute", serde_json::json!({ "axis": axis })));
    }
    for (axis, label) in ["x", "z"].into_iter().zip(say.mirror) {
        let mut mirror = item(label, IconName::Branch, "shape.mirror", serde_json::json!({ "axis": axis }));
        mirror.disabled = props.selected == 0 || props.read_only;
        items.push(mirror);
    }
    html! { <Menu label={say.title} icon={IconName::Arrange} test_id="scene-arrange" {items} /> }
}

/// The formats of files, with their names.
const FORMATS: [(Format, &str); 4] =
    [(Format::Json, "Espalier (JSON)"), (Format::Glb, "GLB"), (Format::Gltf, "glTF"), (Format::Stl, "STL")];

#[derive(Debug, Clone, PartialEq, Properties)]
struct FilesProps {
    scene: SceneId,
}

/// Taking the scene along as a file or a picture, and bringing scenes in.
#[component]
fn Files(props: &FilesProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let scene = props.scene;
    // None is a picture.
    let chosen = use_state_eq(|| Some(Format::Json));
    let format = *chosen;
    let onchange = {
        let chosen = chosen.setter();
        Callback::from(move |event: Event| {
            chosen.set(Format::from_name(&event.target_unchecked_into::<HtmlSelectElement>().value()));
        })
    };
    let onexport = dispatch.reform(move |_: MouseEvent| {
        Msg::Scene(match format {
            Some(format) => SceneMsg::Export(scene, format),
            None => SceneMsg::Draw(scene, PictureUse::Save),
        })
    });
    let options = FORMATS.iter().map(|(option, name)| {
        html! { <option value={option.name()} selected={Some(*option) == format}>{ *name }</option> }
    });
    html! {
        <span class="scene-group">
            <select class="scene-choice" data-testid="export-format" aria-label={words.scene.format} {onchange}>
                { for options }
                <option value="png" selected={format.is_none()}>{ "PNG" }</option>
            </select>
            <IconButton icon={IconName::Download} label={words.scene.export} test_id="export" onclick={onexport} />
            <Import />
        </span>
    }
}

/// The id of the element in which a file is chosen.
const IMPORT_INPUT: &str = "import-scene";

/// Chooses a file that holds a scene.
#[component]
pub fn Import() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let onchange = dispatch.reform(|_: Event| Msg::Files(FileMsg::Choose(IMPORT_INPUT)));
    html! {
        <label class="import button button-icon button-quiet" title={words.scene.import}>
            <Icon name={IconName::Upload} />
            <input
                id={IMPORT_INPUT} class="visually-hidden" type="file" data-testid="import-file"
                accept=".json,.gltf,.glb,.stl" aria-label={words.scene.import} {onchange}
            />
        </label>
    }
}
