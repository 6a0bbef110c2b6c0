//! The field in which a title is edited, over its node.
//!
//! It is always there, so that a key that begins a word, or an input method, can be given to it while it is pressed.
//!
//! - F1 What is typed belongs to the node that the model says is edited at that moment: whenever that changes, the field
//!   is handed over at once ([`Viewport::hand_over`]), before the next key and long before anything is drawn.
//! - F2 Between that its text belongs to the browser: nothing here sets it while someone types.
//! - F3 It looks like the node it lies over: its ground, its words, its corners; the ring of the selection is the field's.

use gloo::timers::callback::Timeout;
use wasm_bindgen::JsCast;
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

use super::super::node::{coat_class, ink_class, own};
use super::super::render_tree::RenderTree;
use super::Viewport;
use crate::kit::dom::{has_focus, set_property, use_layout_effect};
use crate::kit::is_composing;
use crate::kit::shared::Shared;
use crate::shell::keys::pressed;
use crate::store::{Store, use_leaving, use_messages, use_store};
use espalier_app::Msg;
use espalier_app::maps::{Editing, MapMsg, Then};
use espalier_app::palette::is_of_app;
use espalier_base::text::truncate;
use espalier_mindmap::theme::is_light;
use espalier_model::mindmap::Color;
use espalier_model::{MapId, NodeId};

/// Length from which on a pasted text is no title, in characters.
const LONG: usize = 2_000;
/// Characters of it that stay in the title.
const HEAD: usize = 60;
/// Pause in typing after which the title of a new node is kept, in milliseconds.
const PAUSE_MS: u32 = 400;

#[derive(Clone, PartialEq, Properties)]
pub struct TitleFieldProps {
    pub map: MapId,
    pub viewport: Viewport,
    pub rendered: Option<Shared<RenderTree>>,
    pub editing: Option<Editing>,
}

/// Style of the edited node (F3).
#[derive(Debug, Clone, PartialEq)]
struct NodeStyle {
    class: Classes,
    /// The colour that was chosen for the node.
    color: Option<Color>,
    /// Radius of its corners.
    radius: f64,
}

impl NodeStyle {
    fn of(rendered: &RenderTree, node: NodeId) -> Option<Self> {
        let index = rendered.index(node)?;
        let (theme, ink, label) = (rendered.theme(), rendered.inks[index as usize], &rendered.labels[index as usize]);
        let color = own(ink);
        let class = classes!(
            ink_class(ink),
            coat_class(theme.coat(label.rank, rendered.node(index).color.is_some())),
            color.map(|color| if is_light(color) { "map-on-light" } else { "map-on-dark" }),
        );
        Some(Self { class, color, radius: theme.radius(label.rank, f64::from(label.height)) })
    }
}

#[component]
pub fn TitleField(props: &TitleFieldProps) -> Html {
    let words = use_messages();
    let store = use_store();
    let (map, viewport) = (props.map, props.viewport.clone());
    let node = props.editing.as_ref().map(|editing| editing.node);
    let pause = use_mut_ref(|| None::<Timeout>);
    let style = node.zip(props.rendered.as_ref()).and_then(|(node, rendered)| NodeStyle::of(rendered, node));
    use_effect_with((viewport.field.clone(), style.clone()), |(field, style)| paint(field, style.as_ref()));
    use_layout_effect((map, props.editing.clone()), {
        let (viewport, store) = (viewport.clone(), store.clone());
        move |_: &(MapId, Option<Editing>)| {
            viewport.place_field();
            viewport.hand_over(&store, map);
        }
    });
    let end = {
        let pause = pause.clone();
        use_callback(
            (store.clone(), map, viewport.clone()),
            move |(text, then): (String, Then), (store, map, viewport)| {
                pause.take();
                store.dispatch(Msg::Maps(MapMsg::EndEdit(*map, Some(text), then)));
                viewport.hand_over(store, *map);
            },
        )
    };
    use_leaving({
        let (store, viewport) = (store.clone(), viewport.clone());
        Callback::from(move |()| {
            if let Some(text) = viewport.edited_text(&store, map) {
                store.dispatch(Msg::Maps(MapMsg::KeepTitle(map, text)));
                viewport.hand_over(&store, map);
            }
        })
    });
    let onkeydown = use_callback((end.clone(), store.clone()), on_key);
    let onblur = use_callback(end, on_blur);
    let oninput = use_callback((store.clone(), map), move |event: InputEvent, (store, map)| {
        let field = event.target_unchecked_into::<HtmlTextAreaElement>();
        let (store, map) = (store.clone(), *map);
        let kept = Timeout::new(PAUSE_MS, move || {
            if has_focus(&field) {
                store.dispatch(Msg::Maps(MapMsg::Typed(map, field.value())));
            }
        });
        *pause.borrow_mut() = Some(kept);
    });
    let onpaste = use_callback((store, map), on_paste);
    html! {
        <textarea
            ref={viewport.field.clone()} class={classes!("map-field", style.map(|style| style.class))} rows="1" spellcheck="true" autocomplete="off" tabindex="-1"
            maxlength="20000" data-testid={node.map(|_| "node-title-input")} aria-label={words.map.title_field}
            aria-hidden={node.is_none().then_some("true")} {onkeydown} {onblur} {oninput} {onpaste}
            onpointerdown={Callback::from(|event: PointerEvent| event.stop_propagation())}
        />
    }
}

/// Gives the field the looks of the node.
fn paint(field: &NodeRef, style: Option<&NodeStyle>) {
    let color = style.and_then(|style| style.color).map(|color| color.to_string()).unwrap_or_default();
    let radius = style.map(|style| format!("{:.1}px", style.radius)).unwrap_or_default();
    set_property(field, "color", &color);
    set_property(field, "border-radius", &radius);
}

fn on_key(event: KeyboardEvent, (end, store): &(Callback<(String, Then)>, Store)) {
    // What the whole page knows, such as its palette, is there while a title is written too.
    if !store.read(|model| pressed(&event, model.facts.mac)).is_some_and(|keys| is_of_app(&keys)) {
        event.stop_propagation();
    }
    if is_composing(&event) {
        return;
    }
    let plain = !event.shift_key() && !event.alt_key();
    let then = match event.key().as_str() {
        "Enter" if plain => Then::Sibling,
        "Tab" if plain => Then::Child,
        "Escape" => Then::GiveUp,
        _ => return,
    };
    event.prevent_default();
    end.emit((event.target_unchecked_into::<HtmlTextAreaElement>().value(), then));
}

fn on_blur(event: FocusEvent, end: &Callback<(String, Then)>) {
    let field = event.target_unchecked_into::<HtmlTextAreaElement>();
    // When the whole window loses the focus, the field will have it again afterwards.
    if !has_focus(&field) {
        end.emit((field.value(), Then::Stay));
    }
}

/// Takes the first line of a long text as the title, and asks what becomes of the text.
fn on_paste(event: Event, (store, map): &(Store, MapId)) {
    let Some(event) = event.dyn_ref::<web_sys::ClipboardEvent>() else { return };
    let text = event.clipboard_data().and_then(|data| data.get_data("text/plain").ok());
    let Some(text) = text.filter(|text| text.chars().nth(LONG).is_some()) else { return };
    event.prevent_default();
    let field = event.target_unchecked_into::<HtmlTextAreaElement>();
    let head = truncate(text.trim_start().lines().next().unwrap_or_default(), HEAD);
    field.set_value(&format!("{}{head}", field.value()));
    store.dispatch(Msg::Maps(MapMsg::Typed(*map, field.value())));
    store.dispatch(Msg::Maps(MapMsg::LongText(*map, text)));
}
