//! The panel in which the layout, the colours and the folding of a map are chosen by small pictures.

use web_sys::HtmlSelectElement;
use yew::prelude::*;

use crate::kit::{IconName, Popover};
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::maps::MapMsg;
use espalier_app::{Model, Msg, palette};
use espalier_command::call::CommandId;
use espalier_mindmap::commands::{FoldLevel, SetLayout, SetTheme, ShowOutline};
use espalier_model::MapId;
use espalier_model::mindmap::{Layout, Palette};

/// The layouts with their values and the lines of their pictures, in a box of 40 by 28.
const LAYOUTS: [(Layout, &str, &str); 5] = [
    (Layout::Right, "right", "M4 14h8M12 14c5 0 3-9 8-9h14M12 14h22M12 14c5 0 3 9 8 9h14"),
    (Layout::Left, "left", "M36 14h-8M28 14c-5 0-3-9-8-9H6M28 14H6M28 14c-5 0-3 9-8 9H6"),
    (
        Layout::Both,
        "both",
        "M16 14h8M24 14c4 0 2-8 6-8h6M24 14c4 0 2 8 6 8h6M16 14c-4 0-2-8-6-8H4M16 14c-4 0-2 8-6 8H4",
    ),
    (Layout::OrgChart, "org-chart", "M14 5h12M20 5v9M7 20v-6h26v6M20 14v6M3 22h8M16 22h8M29 22h8"),
    (Layout::Outline, "outline", "M5 5h16M9 5v18M9 11h6M16 11h16M9 17h6M16 17h12M9 23h6M16 23h16"),
];
const THEMES: [(Palette, &str); 6] = [
    (Palette::Plain, "plain"),
    (Palette::Rainbow, "rainbow"),
    (Palette::Ocean, "ocean"),
    (Palette::Forest, "forest"),
    (Palette::Sunset, "sunset"),
    (Palette::Ink, "ink"),
];
/// Number of levels offered to be shown.
const LEVELS: u32 = 6;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct StyleMenuProps {
    pub map: MapId,
}

/// The part of the model that is drawn here.
#[derive(Debug, PartialEq)]
struct StyleState {
    layout: Layout,
    palette: Palette,
    outline: bool,
    /// Number of levels below the root.
    levels: u32,
    read_only: bool,
}

impl StyleState {
    fn of(model: &Model, map: MapId) -> Self {
        let view = model.map_view(map);
        Self {
            layout: view.map(|view| view.row.layout).unwrap_or_default(),
            palette: view.map(|view| view.row.palette).unwrap_or_default(),
            outline: model.maps.looks.get(&map).is_some_and(|look| look.outline),
            levels: view.and_then(|view| view.tree.depths().iter().max().copied()).unwrap_or_default(),
            read_only: model.read_only.is_some(),
        }
    }
}

/// The button and its panel.
#[component]
pub fn StyleMenu(props: &StyleMenuProps) -> Html {
    let words = use_messages();
    let say = &words.map;
    let dispatch = use_dispatch();
    let map = props.map;
    let state = use_selector(move |model| StyleState::of(model, map));
    let onlayout = dispatch.reform(move |value: &'static str| {
        let layout = LAYOUTS.iter().find(|(_, known, _)| *known == value).map(|(layout, ..)| *layout);
        Msg::Maps(MapMsg::Do(map, SetLayout::new(layout.unwrap_or_default()).into()))
    });
    let ontheme = dispatch.reform(move |value: &'static str| {
        let theme = THEMES.iter().find(|(_, known)| *known == value).map(|(theme, _)| *theme);
        Msg::Maps(MapMsg::Do(map, SetTheme::new(theme.unwrap_or_default()).into()))
    });
    let label = |id: CommandId| palette::name_of(id.as_str(), words);
    let layouts = LAYOUTS.iter().zip(say.layouts).map(|((layout, value, lines), name)| PictureChoice {
        value,
        name,
        chosen: *layout == state.layout,
        picture: html! { <path d={*lines} /> },
    });
    let themes = THEMES.iter().zip(say.themes).map(|((theme, value), name)| PictureChoice {
        value,
        name,
        chosen: *theme == state.palette,
        picture: theme_picture(*theme),
    });
    let levels = (1..=LEVELS).map(|level| {
        let onclick = dispatch.reform(move |_: MouseEvent| Msg::Maps(MapMsg::Do(map, FoldLevel::new(level).into())));
        html! {
            <button key={level} type="button" class="button button-plain" aria-label={(say.to_level)(level)} disabled={state.read_only || level > state.levels} {onclick}>
                { level }
            </button>
        }
    });
    let onoutline = dispatch.reform(move |_: MouseEvent| Msg::Maps(MapMsg::Key(map, ShowOutline::ID)));
    html! {
        <Popover id="map-style" label={say.style} icon={IconName::Style} test_id="map-style" named=true>
            <div class="style">
                <Pictures
                    test_id="map-layout" label={say.layout} choices={layouts.collect::<Vec<_>>()} disabled={state.read_only}
                    onchoose={onlayout}
                />
                <Pictures
                    test_id="map-theme" label={say.theme} choices={themes.collect::<Vec<_>>()} disabled={state.read_only}
                    onchoose={ontheme}
                />
                <div class="style-levels" role="group" aria-label={label(FoldLevel::ID)} data-testid="map-levels">
                    <span class="style-label">{ label(FoldLevel::ID) }</span>
                    { for levels }
                </div>
                <label class="style-outline">
                    <input
                        type="checkbox" data-testid="map-outline" checked={state.outline}
                        onclick={onoutline}
                    />
                    <span>{ label(ShowOutline::ID) }</span>
                </label>
            </div>
        </Popover>
    }
}

/// A root with two branches on the ground of a theme.
fn theme_picture(theme: Palette) -> Html {
    html! {
        <g class={format!("map-theme-{}", theme as u8)}>
            <rect class="style-paper" x="0" y="0" width="40" height="28" rx="4" />
            <path class="style-first" d="M14 14c6 0 4-7 10-7h10" />
            <path class="style-second" d="M14 14h20" />
            <path class="style-third" d="M14 14c6 0 4 7 10 7h10" />
            <rect class="style-root" x="5" y="10" width="10" height="8" rx="3" />
        </g>
    }
}

/// A choice shown as a picture.
#[derive(Debug, Clone, PartialEq)]
struct PictureChoice {
    value: &'static str,
    name: &'static str,
    chosen: bool,
    picture: Html,
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct PicturesProps {
    test_id: &'static str,
    label: &'static str,
    choices: Vec<PictureChoice>,
    disabled: bool,
    onchoose: Callback<&'static str>,
}

/// A choice of one by pictures. The keyboard and screen readers have it as a list, which is not drawn; what is marked is
/// always what the map has.
#[component]
fn Pictures(props: &PicturesProps) -> Html {
    let field = use_node_ref();
    let value = props.choices.iter().find(|choice| choice.chosen).map_or("", |choice| choice.value);
    use_effect_with((field.clone(), value), |(field, value)| {
        if let Some(select) = field.cast::<HtmlSelectElement>() {
            select.set_value(value);
        }
    });
    let onchange = {
        let (choices, onchoose) = (props.choices.clone(), props.onchoose.clone());
        Callback::from(move |event: Event| {
            let select = event.target_unchecked_into::<HtmlSelectElement>();
            let chosen = select.value();
            select.set_value(value);
            if let Some(choice) = choices.iter().find(|choice| choice.value == chosen) {
                onchoose.emit(choice.value);
            }
        })
    };
    let options = props
        .choices
        .iter()
        .map(|choice| html! { <option key={choice.value} value={choice.value}>{ choice.name }</option> });
    let pictures = props.choices.iter().map(|choice| {
        let value = choice.value;
        let onclick = props.onchoose.reform(move |_: MouseEvent| value);
        html! {
            <button
                key={value} type="button" class={classes!("style-picture", choice.chosen.then_some("style-chosen"))} tabindex="-1"
                title={choice.name} aria-pressed={if choice.chosen { "true" } else { "false" }} disabled={props.disabled} {onclick}
            >
                <svg viewBox="0 0 40 28">{ choice.picture.clone() }</svg>
                <span>{ choice.name }</span>
            </button>
        }
    });
    html! {
        <div class="style-choice">
            <label>
                <span class="style-label">{ props.label }</span>
                <select ref={field} class="visually-hidden" data-testid={props.test_id} disabled={props.disabled} {onchange}>{ for options }</select>
            </label>
            <div class="style-pictures" aria-hidden="true">{ for pictures }</div>
        </div>
    }
}
