//! The head of a map, and what stands in a corner of it: adding by hand and zooming.

use yew::prelude::*;

use super::focus_map;
use super::style::StyleMenu;
use crate::course::CourseLink;
use crate::kit::{Drawer, FileTools, IconButton, IconName, MenuItem};
use crate::shell::head::RoomHead;
use crate::store::{use_dispatch, use_messages, use_selector, use_store};
use espalier_app::files::FileMsg;
use espalier_app::maps::{self, MapMsg, Panel};
use espalier_app::{Model, Msg, palette};
use espalier_command::call::CommandId;
use espalier_mindmap::commands::{AddChild, AddSiblingAfter, Assist, Delete, Fit, Search, ZoomIn, ZoomOut};
use espalier_mindmap::formats::Format;
use espalier_mindmap::maps::{DeleteMap, DuplicateMap};
use espalier_model::MapId;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ToolbarProps {
    /// The map; without one the head of the empty room.
    pub map: Option<MapId>,
    pub drawer: Drawer,
}

#[derive(Debug, PartialEq)]
struct ToolbarState {
    name: String,
    count: usize,
    panel: Panel,
    read_only: bool,
}

impl ToolbarState {
    fn of(model: &Model, map: Option<MapId>) -> Self {
        let view = map.and_then(|map| model.map_view(map));
        let look = map.and_then(|map| model.maps.looks.get(&map));
        Self {
            name: view.map(|view| view.row.name.clone()).unwrap_or_default(),
            count: view.map_or(0, |view| view.nodes.len()),
            panel: look.map(|look| look.panel).unwrap_or_default(),
            read_only: model.read_only.is_some(),
        }
    }
}

/// The head of the room.
#[component]
pub fn Toolbar(props: &ToolbarProps) -> Html {
    let words = use_messages();
    let (dispatch, store) = (use_dispatch(), use_store());
    let state = use_selector({
        let map = props.map;
        move |model| ToolbarState::of(model, map)
    });
    let files = html! { <Files map={props.map} read_only={state.read_only} /> };
    let Some(map) = props.map else {
        return html! { <RoomHead title={words.map.room} {files} /> };
    };
    let label = |id: CommandId| palette::name_of(id.as_str(), words).to_owned();
    let panel = |panel: Panel| {
        let next = if state.panel == panel { Panel::None } else { panel };
        dispatch.reform(move |()| Msg::Maps(MapMsg::Panel(map, next)))
    };
    let pinned = {
        let open = state.panel == Panel::Assistant;
        let onselect = dispatch.reform(move |()| {
            Msg::Maps(if open { MapMsg::Panel(map, Panel::None) } else { MapMsg::Key(map, Assist::ID) })
        });
        MenuItem { checked: Some(open), ..MenuItem::new(words.map.assistant, IconName::Agent, onselect) }
    };
    let note = MenuItem {
        checked: Some(state.panel == Panel::Note),
        ..MenuItem::new(words.map.note, IconName::Note, panel(Panel::Note))
    };
    let details = MenuItem {
        checked: Some(state.panel == Panel::Details),
        ..MenuItem::new(words.map.details.title, IconName::Tag, panel(Panel::Details))
    };
    let search = MenuItem::new(
        label(Search::ID),
        IconName::Search,
        dispatch.reform(move |()| Msg::Maps(MapMsg::Key(map, Search::ID))),
    );
    let changes = |item: MenuItem| MenuItem { disabled: state.read_only, ..item };
    let onduplicate = dispatch.reform(move |()| Msg::Maps(MapMsg::Duplicate(map)));
    let ondelete =
        Callback::from(move |()| store.dispatch(Msg::Dialog(Some(store.read(|model| maps::ask_delete(model, map))))));
    let items = vec![
        changes(MenuItem::new(label(DuplicateMap::ID), IconName::Duplicate, onduplicate)),
        changes(MenuItem::new(label(DeleteMap::ID), IconName::Trash, ondelete).with_danger()),
    ];
    let onrename =
        (!state.read_only).then(|| dispatch.reform(move |name: String| Msg::Maps(MapMsg::Rename(map, name))));
    let title = if state.name.is_empty() { words.map.untitled.to_owned() } else { state.name.clone() };
    html! {
        <RoomHead
            {title} {onrename} list={(words.map.list, props.drawer.clone())} pinned={pinned.with_test_id("map-assistant")}
            actions={vec![search, details.with_test_id("map-details"), note]} {items} {files}
            beside={html! { <><CourseLink of={map.uuid()} /><span class="room-count">{ (words.map.count)(state.count) }</span></> }}
        >
            <StyleMenu {map} />
        </RoomHead>
    }
}

/// Sends something to do; pressed by hand it leaves the keyboard at the map, where the next key is meant.
fn on_map(dispatch: &Callback<Msg>, msg: impl Fn() -> Msg + 'static) -> Callback<MouseEvent> {
    let dispatch = dispatch.clone();
    Callback::from(move |event: MouseEvent| {
        if event.detail() > 0 {
            focus_map();
        }
        dispatch.emit(msg());
    })
}

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct CornerProps {
    pub map: MapId,
}

/// The buttons in a corner of the map: adding and deleting nodes without a keyboard, and zooming.
#[component]
pub fn Corner(props: &CornerProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let map = props.map;
    let fixed = *use_selector(move |model| {
        let at_root = model.map_view(map).is_some_and(|view| model.maps.primary(map) == view.tree.root());
        (model.read_only.is_some(), at_root)
    });
    let (read_only, at_root) = fixed;
    let key = |id: CommandId| on_map(&dispatch, move || Msg::Maps(MapMsg::Key(map, id)));
    let label = |id: CommandId| palette::name_of(id.as_str(), words).to_owned();
    html! {
        <div class="map-corner" role="toolbar" aria-label={words.map.tools}>
            <span class="map-add">
                <IconButton icon={IconName::New} label={label(AddChild::ID)} test_id="map-add-child" disabled={read_only} onclick={key(AddChild::ID)} />
                <span class="map-by-hand">
                    <IconButton icon={IconName::AddBelow} label={label(AddSiblingAfter::ID)} test_id="map-add-sibling" disabled={read_only || at_root} onclick={key(AddSiblingAfter::ID)} />
                    <IconButton icon={IconName::Trash} label={label(Delete::ID)} test_id="map-delete-node" disabled={read_only || at_root} onclick={key(Delete::ID)} />
                </span>
            </span>
            <span class="map-zoom">
                <IconButton icon={IconName::ZoomOut} label={label(ZoomOut::ID)} onclick={key(ZoomOut::ID)} />
                <IconButton icon={IconName::Fit} label={label(Fit::ID)} test_id="map-fit" onclick={key(Fit::ID)} />
                <IconButton icon={IconName::ZoomIn} label={label(ZoomIn::ID)} onclick={key(ZoomIn::ID)} />
            </span>
        </div>
    }
}

/// A form that a map can be saved in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ExportFormat {
    File(Format),
    /// A picture, of pixels or of shapes.
    Picture(bool),
}

const FORMS: [(ExportFormat, &str, &str); 9] = [
    (ExportFormat::File(Format::Json), "json", "Espalier (JSON)"),
    (ExportFormat::File(Format::Freemind), "mm", "FreeMind (.mm)"),
    (ExportFormat::File(Format::Opml), "opml", "OPML"),
    (ExportFormat::File(Format::Markdown), "markdown", "Markdown"),
    (ExportFormat::File(Format::Text), "text", "Text"),
    (ExportFormat::File(Format::Xmind), "xmind", "XMind"),
    (ExportFormat::File(Format::Xmind8), "xmind8", "XMind 8"),
    (ExportFormat::Picture(false), "svg", "SVG"),
    (ExportFormat::Picture(true), "png", "PNG"),
];

/// The id of the element in which a file is chosen.
pub const IMPORT_INPUT: &str = "import-map";

#[derive(Debug, Clone, PartialEq, Properties)]
struct FilesProps {
    map: Option<MapId>,
    read_only: bool,
}

/// Taking the map along as a file, and bringing maps in.
#[component]
fn Files(props: &FilesProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let formats: Vec<_> = FORMS
        .iter()
        .map(|(_, value, name)| (*value, if *value == "text" { words.map.plain_text } else { *name }))
        .collect();
    let onexport = {
        let (dispatch, map) = (dispatch.clone(), props.map);
        Callback::from(move |value: &'static str| {
            let form = FORMS.iter().find(|(_, name, _)| *name == value).map(|(form, ..)| *form);
            if let (Some(map), Some(form)) = (map, form) {
                dispatch.emit(Msg::Maps(match form {
                    ExportFormat::File(format) => MapMsg::Export(map, format),
                    ExportFormat::Picture(pixels) => MapMsg::Draw(map, pixels),
                }));
            }
        })
    };
    let onimport = dispatch.reform(|()| Msg::Files(FileMsg::Choose(IMPORT_INPUT)));
    html! {
        <FileTools
            {formats} format={words.map.format} export={words.map.export} import={words.map.import}
            accept=".json,.mm,.opml,.xml,.md,.markdown,.txt,.xmind" input={IMPORT_INPUT} empty={props.map.is_none()}
            read_only={props.read_only} {onexport} {onimport}
        />
    }
}
