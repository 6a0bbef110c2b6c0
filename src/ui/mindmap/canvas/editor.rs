//! The field in which a title is edited, over its node.
//!
//! It is always there, so that a key that begins a word, or an input method, can be given to it while it is pressed.
//! Its text belongs to the browser: nothing here sets it while someone types.
//!
//! Must not be in here: what the end of editing does (`app::maps`).

use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

use super::Stage;
use crate::app::Msg;
use crate::app::maps::{Editing, MapMsg, Then};
use crate::model::MapId;
use crate::ui::kit::is_composing;
use crate::ui::store::{use_dispatch, use_leaving, use_messages};

/// See [`TitleField`].
#[derive(Clone, PartialEq, Properties)]
pub struct TitleFieldProps {
    /// The map.
    pub map: MapId,
    /// What the canvas is made of.
    pub stage: Stage,
    /// What is edited.
    pub editing: Option<Editing>,
}

/// See the module.
#[component]
pub fn TitleField(props: &TitleFieldProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let (map, stage) = (props.map, props.stage.clone());
    let node = props.editing.as_ref().map(|editing| editing.node);
    use_effect_with((node, props.editing.clone()), {
        let stage = stage.clone();
        move |(node, editing): &(Option<_>, Option<Editing>)| {
            let Some(field) = stage.field.cast::<HtmlTextAreaElement>() else { return };
            match (node, editing) {
                (Some(_), Some(editing)) => begin(&stage, &field, editing),
                _ => leave(&stage, &field),
            }
        }
    });
    let end = use_callback((dispatch, map), |(text, then): (Option<String>, Then), (dispatch, map)| {
        dispatch.emit(Msg::Maps(MapMsg::EndEdit(*map, text, then)));
    });
    use_leaving({
        let (end, stage, edited) = (end.clone(), stage.clone(), node.is_some());
        Callback::from(move |()| {
            if let Some(field) = stage.field.cast::<HtmlTextAreaElement>().filter(|_| edited) {
                end.emit((Some(field.value()), Then::Stay));
            }
        })
    });
    let onkeydown = use_callback(end.clone(), |event: KeyboardEvent, end| {
        // The page goes round its regions from here too.
        if event.key() != "F6" {
            event.stop_propagation();
        }
        if is_composing(&event) {
            return;
        }
        let text = event.target_unchecked_into::<HtmlTextAreaElement>().value();
        let plain = !event.shift_key() && !event.alt_key();
        match event.key().as_str() {
            "Enter" if plain => end.emit((Some(text), Then::Sibling)),
            "Tab" if plain => end.emit((Some(text), Then::Child)),
            "Escape" => end.emit((None, Then::Stay)),
            _ => return,
        }
        event.prevent_default();
    });
    let onblur = use_callback(end, |event: FocusEvent, end| {
        let field = event.target_unchecked_into::<HtmlTextAreaElement>();
        // When the whole window loses the focus, the field will have it again afterwards.
        if !has_focus(&field) {
            end.emit((Some(field.value()), Then::Stay));
        }
    });
    html! {
        <textarea
            ref={stage.field.clone()} class="map-field" rows="1" spellcheck="true" autocomplete="off" tabindex="-1"
            data-testid={node.map(|_| "node-title-input")} aria-label={words.map.title_field}
            aria-hidden={node.is_none().then_some("true")} {onkeydown} {onblur}
            onpointerdown={Callback::from(|event: PointerEvent| event.stop_propagation())}
        />
    }
}

fn begin(stage: &Stage, field: &HtmlTextAreaElement, editing: &Editing) {
    stage.place_field();
    // A key that was given to the field has put its letter there already.
    if !editing.all && has_focus(field) {
        return;
    }
    field.set_value(&editing.text);
    // Focusing an element of the page does not fail.
    let _ = field.focus();
    if editing.all {
        field.select();
    }
}

fn has_focus(field: &HtmlTextAreaElement) -> bool {
    let document = web_sys::window().and_then(|window| window.document());
    document.and_then(|page| page.active_element()).is_some_and(|active| active == ***field)
}

fn leave(stage: &Stage, field: &HtmlTextAreaElement) {
    field.set_value("");
    if has_focus(field) {
        // Leaving the field ends editing, which has ended; the node takes the keyboard back.
        stage.return_focus();
    }
}
