//! The bar above a map: its name, what is often done, how it is arranged and coloured.
//!
//! Must not be in here: what a command does.

use serde_json::json;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::focus_map;
use crate::app::files::FileMsg;
use crate::app::maps::{MapMsg, Panel};
use crate::app::{Model, Msg, palette};
use crate::feature::mindmap::formats::Format;
use crate::model::MapId;
use crate::model::mindmap::{Layout, Palette};
use crate::ui::course::CourseLink;
use crate::ui::kit::{Icon, IconButton, IconName};
use crate::ui::store::{use_dispatch, use_messages, use_selector};

const LAYOUTS: [(Layout, &str); 5] = [
    (Layout::Right, "right"),
    (Layout::Left, "left"),
    (Layout::Both, "both"),
    (Layout::OrgChart, "org-chart"),
    (Layout::Outline, "outline"),
];
/// So many levels can be chosen to be shown.
const LEVELS: u32 = 6;
const THEMES: [(Palette, &str); 6] = [
    (Palette::Plain, "plain"),
    (Palette::Rainbow, "rainbow"),
    (Palette::Ocean, "ocean"),
    (Palette::Forest, "forest"),
    (Palette::Sunset, "sunset"),
    (Palette::Ink, "ink"),
];

/// See [`Toolbar`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ToolbarProps {
    /// The map.
    pub map: MapId,
    /// Opens and closes the list, where it is a drawer.
    pub ondrawer: Callback<MouseEvent>,
    /// Whether it is open.
    pub drawer: bool,
}

#[derive(Debug, PartialEq)]
struct Shown {
    name: String,
    count: usize,
    layout: Layout,
    palette: Palette,
    outline: bool,
    panel: Panel,
    read_only: bool,
    at_root: bool,
}

impl Shown {
    fn of(model: &Model, map: MapId) -> Self {
        let view = model.map_view(map);
        let look = model.maps.looks.get(&map);
        Self {
            name: view.map(|view| view.row.name.clone()).unwrap_or_default(),
            count: view.map_or(0, |view| view.nodes.len()),
            layout: view.map(|view| view.row.layout).unwrap_or_default(),
            palette: view.map(|view| view.row.palette).unwrap_or_default(),
            outline: look.is_some_and(|look| look.outline),
            panel: look.map(|look| look.panel).unwrap_or_default(),
            read_only: model.read_only.is_some(),
            at_root: view.is_some_and(|view| model.maps.primary(map) == view.tree.root()),
        }
    }
}

/// See the module.
#[component]
pub fn Toolbar(props: &ToolbarProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let map = props.map;
    let shown = use_selector(move |model| Shown::of(model, map));
    let key = |id: &'static str| on_map(&dispatch, move || Msg::Maps(MapMsg::Key(map, id)));
    let label = |id: &'static str| palette::name_of(id, words).to_owned();
    let choose = |command: &'static str| {
        dispatch.reform(move |value: String| Msg::Maps(MapMsg::Do(map, command, json!([value]))))
    };
    let note = if shown.panel == Panel::Note { Panel::None } else { Panel::Note };
    let onnote = dispatch.reform(move |_: MouseEvent| Msg::Maps(MapMsg::Panel(map, note)));
    let details = if shown.panel == Panel::Details { Panel::None } else { Panel::Details };
    let ondetails = dispatch.reform(move |_: MouseEvent| Msg::Maps(MapMsg::Panel(map, details)));
    let assists = shown.panel == Panel::Assistant;
    let onassist = dispatch.reform(move |_: MouseEvent| {
        Msg::Maps(if assists { MapMsg::Panel(map, Panel::None) } else { MapMsg::Key(map, "ai.assist") })
    });
    let onlevel = dispatch.reform(move |event: Event| {
        let select = event.target_unchecked_into::<HtmlSelectElement>();
        let level: u32 = select.value().parse().unwrap_or(1);
        // It is something to do, not a state: the same level may be chosen again.
        select.set_value("");
        Msg::Maps(MapMsg::Do(map, "map.foldLevel", json!([level])))
    });
    let levels = (1..=LEVELS).map(|level| html! { <option value={level.to_string()}>{ level }</option> });
    let layouts: Vec<_> = LAYOUTS.iter().map(|(_, value)| *value).zip(words.map.layouts).collect();
    let themes: Vec<_> = THEMES.iter().map(|(_, value)| *value).zip(words.map.themes).collect();
    let layout = LAYOUTS.iter().find(|(layout, _)| *layout == shown.layout).map_or("", |(_, value)| *value);
    let theme = THEMES.iter().find(|(theme, _)| *theme == shown.palette).map_or("", |(_, value)| *value);
    html! {
        <div class="map-tools" role="toolbar" aria-label={words.map.tools}>
            <span class="drawer-button">
                <IconButton icon={IconName::Menu} label={words.map.list} pressed={Some(props.drawer)} onclick={props.ondrawer.clone()} />
            </span>
            <h1 class="map-name" title={shown.name.clone()}>{ shown.name.clone() }</h1>
            <CourseLink of={map.uuid()} />
            <span class="map-number">{ (words.map.count)(shown.count) }</span>
            <span class="map-gap"></span>
            <IconButton icon={IconName::New} label={label("node.addChild")} disabled={shown.read_only} onclick={key("node.addChild")} />
            <span class="map-by-hand">
                <IconButton icon={IconName::ChevronDown} label={label("node.addSiblingAfter")} test_id="map-add-sibling" disabled={shown.read_only || shown.at_root} onclick={key("node.addSiblingAfter")} />
                <IconButton icon={IconName::Trash} label={label("node.delete")} test_id="map-delete-node" disabled={shown.read_only || shown.at_root} onclick={key("node.delete")} />
                <IconButton icon={IconName::Undo} label={words.command.undo} test_id="map-undo" onclick={on_map(&dispatch, || Msg::Undo)} />
                <IconButton icon={IconName::Redo} label={words.command.redo} test_id="map-redo" onclick={on_map(&dispatch, || Msg::Redo)} />
            </span>
            <IconButton icon={IconName::Search} label={label("map.search")} onclick={key("map.search")} />
            <IconButton
                icon={IconName::Agent} label={words.map.assistant} test_id="map-assistant"
                pressed={Some(shown.panel == Panel::Assistant)} onclick={onassist}
            />
            <IconButton icon={IconName::Note} label={words.map.note} pressed={Some(shown.panel == Panel::Note)} onclick={onnote} />
            <IconButton
                icon={IconName::Flag} label={words.map.details.title} test_id="map-details"
                pressed={Some(shown.panel == Panel::Details)} onclick={ondetails}
            />
            <IconButton
                icon={IconName::Outline} label={label("view.outline")} test_id="map-outline" pressed={Some(shown.outline)}
                onclick={key("view.outline")}
            />
            <Choice
                test_id="map-layout" label={words.map.layout} value={layout} options={layouts} disabled={shown.read_only}
                onchoose={choose("map.setLayout")}
            />
            <Choice
                test_id="map-theme" label={words.map.theme} value={theme} options={themes} disabled={shown.read_only}
                onchoose={choose("map.setTheme")}
            />
            <select
                class="map-choice" data-testid="map-levels" aria-label={label("map.foldLevel")} disabled={shown.read_only}
                onchange={onlevel}
            >
                <option value="" selected=true hidden=true>{ words.map.levels }</option>
                { for levels }
            </select>
            <Files {map} />
        </div>
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
struct ChoiceProps {
    test_id: &'static str,
    label: &'static str,
    /// What the map has.
    value: &'static str,
    /// What can be chosen, with its name.
    options: Vec<(&'static str, &'static str)>,
    disabled: bool,
    onchoose: Callback<String>,
}

/// A choice that always shows what the map has: what is chosen shows once the map has it.
#[component]
fn Choice(props: &ChoiceProps) -> Html {
    let field = use_node_ref();
    use_effect_with((field.clone(), props.value, props.options.clone()), |(field, value, _)| {
        if let Some(select) = field.cast::<HtmlSelectElement>() {
            select.set_value(value);
        }
    });
    let (value, onchoose) = (props.value, props.onchoose.clone());
    let onchange = Callback::from(move |event: Event| {
        let select = event.target_unchecked_into::<HtmlSelectElement>();
        let chosen = select.value();
        select.set_value(value);
        onchoose.emit(chosen);
    });
    let options = props.options.iter().map(|(value, name)| html! { <option value={*value}>{ *name }</option> });
    html! {
        <select
            ref={field} class="map-choice" data-testid={props.test_id} aria-label={props.label} title={props.label}
            disabled={props.disabled} {onchange}
        >{ for options }</select>
    }
}

/// See [`Zoom`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ZoomProps {
    /// The map.
    pub map: MapId,
}

/// How near the map is; in a corner of it, so that its name has room in the bar.
#[component]
pub fn Zoom(props: &ZoomProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let map = props.map;
    let key = |id: &'static str| on_map(&dispatch, move || Msg::Maps(MapMsg::Key(map, id)));
    let label = |id: &'static str| palette::name_of(id, words).to_owned();
    html! {
        <span class="map-zoom">
            <IconButton icon={IconName::ZoomOut} label={label("view.zoomOut")} onclick={key("view.zoomOut")} />
            <IconButton icon={IconName::Fit} label={label("view.fit")} onclick={key("view.fit")} />
            <IconButton icon={IconName::ZoomIn} label={label("view.zoomIn")} onclick={key("view.zoomIn")} />
        </span>
    }
}

/// What a map can be saved as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    File(Format),
    /// A picture, of pixels or of shapes.
    Picture(bool),
}

const FORMS: [(Form, &str, &str); 9] = [
    (Form::File(Format::Json), "json", "Espalier"),
    (Form::File(Format::Freemind), "mm", "FreeMind (.mm)"),
    (Form::File(Format::Opml), "opml", "OPML"),
    (Form::File(Format::Markdown), "markdown", "Markdown"),
    (Form::File(Format::Text), "text", "Text"),
    (Form::File(Format::Xmind), "xmind", "XMind"),
    (Form::File(Format::Xmind8), "xmind8", "XMind 8"),
    (Form::Picture(false), "svg", "SVG"),
    (Form::Picture(true), "png", "PNG"),
];

/// Taking the map along as a file, and bringing maps in.
#[component]
fn Files(props: &ZoomProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let chosen = use_state_eq(|| Form::File(Format::Json));
    let (map, format) = (props.map, *chosen);
    let onchange = {
        let chosen = chosen.setter();
        Callback::from(move |event: Event| {
            let value = event.target_unchecked_into::<HtmlSelectElement>().value();
            if let Some((format, ..)) = FORMS.iter().find(|(_, name, _)| *name == value) {
                chosen.set(*format);
            }
        })
    };
    let onexport = dispatch.reform(move |_: MouseEvent| {
        Msg::Maps(match format {
            Form::File(format) => MapMsg::Export(map, format),
            Form::Picture(pixels) => MapMsg::Draw(map, pixels),
        })
    });
    let options = FORMS.iter().map(|(option, value, name)| {
        let name = if *value == "text" { words.map.plain_text } else { *name };
        html! { <option value={*value} selected={*option == format}>{ name }</option> }
    });
    html! {
        <span class="map-files">
            <select class="map-choice" data-testid="export-format" aria-label={words.map.format} {onchange}>{ for options }</select>
            <IconButton icon={IconName::Download} label={words.map.export} test_id="export" onclick={onexport} />
            <Import />
        </span>
    }
}

/// The id of the element in which a file is chosen.
const IMPORT_INPUT: &str = "import-map";

/// Chooses a file that holds maps.
#[component]
pub fn Import() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let onchange = dispatch.reform(|_: Event| Msg::Files(FileMsg::Choose(IMPORT_INPUT)));
    html! {
        <label class="import button button-icon button-quiet" title={words.map.import}>
            <Icon name={IconName::Upload} />
            <input
                id={IMPORT_INPUT} class="visually-hidden" type="file" data-testid="import-file"
                accept=".json,.mm,.opml,.xml,.md,.markdown,.txt,.xmind" aria-label={words.map.import} {onchange}
            />
        </label>
    }
}
