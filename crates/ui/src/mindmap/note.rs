//! The note of the selected node: Markdown beside the map. It is shown as it reads; a click, Enter or the pencil opens
//! the field in which it is written, and a note that is empty is a field from the start.
//!
//! The field takes the focus when it was asked for by a command; Escape gives it back to the map.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use gloo::timers::callback::Timeout;
use wasm_bindgen::JsCast;
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

use crate::kit::dom::{focus, has_focus, use_layout_effect};
use crate::kit::{IconButton, IconName, PanelHead, is_composing};
use crate::markdown::MarkdownView;
use crate::store::{use_dispatch, use_leaving, use_messages, use_selector};
use espalier_app::Msg;
use espalier_app::maps::{MapMsg, Panel};
use espalier_markdown::parse;
use espalier_mindmap::commands::UpdateNote;
use espalier_model::{MapId, Node, NodeId, NodeKey};

/// Pause in typing after which the note is kept, in milliseconds.
const PAUSE_MS: u32 = 350;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct NotePanelProps {
    pub map: MapId,
    /// Gives the focus back to the map.
    #[prop_or_default]
    pub onleave: Callback<()>,
}

/// The note beside the map. What was typed is kept when the field is left, or another node is selected.
#[component]
pub fn NotePanel(props: &NotePanelProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let map = props.map;
    let shown = use_selector(move |model| {
        let id = model.maps.primary(map)?;
        let row = model.workspace.get::<Node>(&NodeKey { map, id })?;
        let calls = model.maps.looks.get(&map).map_or(0, |look| look.note_calls);
        Some((id, row.title.clone(), row.note.clone(), model.read_only.is_some(), calls))
    });
    let answered = (*use_memo((), |()| Rc::<Cell<u64>>::default())).clone();
    let writing = use_state_eq(|| None::<NodeId>);
    let Some((id, title, note, read_only, calls)) = (*shown).clone() else { return html! {} };
    let onclose = {
        let (dispatch, onleave) = (dispatch.clone(), props.onleave.clone());
        Callback::from(move |()| {
            dispatch.emit(Msg::Maps(MapMsg::Panel(map, Panel::None)));
            onleave.emit(());
        })
    };
    // The field that a node's note is written in, while one writes; of another node it is the note that is read.
    let onwrite = {
        let writing = writing.clone();
        Callback::from(move |wanted: bool| writing.set(wanted.then_some(id)))
    };
    let is_writing = *writing == Some(id);
    let edit = (!note.is_empty() && !is_writing && !read_only).then(|| {
        let onclick = onwrite.reform(|_: MouseEvent| true);
        html! { <IconButton icon={IconName::Edit} label={words.map.edit_note} test_id="note-edit" {onclick} /> }
    });
    let title = if title.is_empty() { words.map.untitled.to_owned() } else { title };
    html! {
        <section class="map-note" aria-label={words.map.note}>
            <PanelHead {title} {onclose}>{ edit }</PanelHead>
            <NoteField
                key={id.to_string()} {map} node={id} {note} {read_only} {calls} {answered} writing={is_writing} {onwrite}
                onleave={props.onleave.clone()}
            />
        </section>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct NoteShownProps {
    note: String,
    /// Begins to write.
    onwrite: Callback<bool>,
    onleave: Callback<()>,
}

/// The note as it reads.
#[component]
fn NoteShown(props: &NoteShownProps) -> Html {
    let words = use_messages();
    let blocks = use_memo(props.note.clone(), |note| parse(note));
    let onclick = {
        let onwrite = props.onwrite.clone();
        Callback::from(move |event: MouseEvent| {
            let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
            let pressed = target.and_then(|target| target.closest("a, button, summary, input").ok().flatten());
            // One who marks words wants to copy them.
            let marks = web_sys::window().and_then(|window| window.get_selection().ok().flatten());
            if pressed.is_none() && marks.is_none_or(|marks| marks.is_collapsed()) {
                onwrite.emit(true);
            }
        })
    };
    let onkeydown = {
        let (onwrite, onleave) = (props.onwrite.clone(), props.onleave.clone());
        Callback::from(move |event: KeyboardEvent| {
            // Only where the note itself has the keyboard, not a link in it.
            if event.target() != event.current_target() {
                return;
            }
            match event.key().as_str() {
                "Enter" => onwrite.emit(true),
                "Escape" => onleave.emit(()),
                _ => return,
            }
            event.prevent_default();
            event.stop_propagation();
        })
    };
    html! {
        <div
            class="map-note-shown" role="region" tabindex="0" aria-label={words.map.note} data-testid="note-shown" {onclick} {onkeydown}
        >
            <MarkdownView settled={blocks.len()} blocks={(*blocks).clone()} />
        </div>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct NoteFieldProps {
    map: MapId,
    node: NodeId,
    note: String,
    read_only: bool,
    /// Number of calls for the field; each is answered once, whichever node it is.
    calls: u64,
    answered: Rc<Cell<u64>>,
    /// Whether the field is open though there is a note to be read.
    writing: bool,
    onwrite: Callback<bool>,
    onleave: Callback<()>,
}

/// The field, and the note as it reads while nobody writes.
#[component]
fn NoteField(props: &NoteFieldProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let field = use_node_ref();
    let (typed, keep) = use_typed(props, &field, dispatch);
    use_calls(props, &field);
    let pause = use_mut_ref(|| None::<Timeout>);
    let oninput = {
        let keep = keep.clone();
        Callback::from(move |event: InputEvent| {
            *typed.borrow_mut() = Some(event.target_unchecked_into::<HtmlTextAreaElement>().value());
            let keep = keep.clone();
            *pause.borrow_mut() = Some(Timeout::new(PAUSE_MS, move || keep.emit(())));
        })
    };
    let onkeydown = {
        let (keep, onleave) = (keep.clone(), props.onleave.clone());
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Escape" && !is_composing(&event) {
                event.prevent_default();
                keep.emit(());
                onleave.emit(());
            }
        })
    };
    let onblur = {
        let (keep, onwrite) = (keep.clone(), props.onwrite.clone());
        Callback::from(move |event: FocusEvent| {
            keep.emit(());
            // When the whole window loses the focus, the field will have it again afterwards.
            if !has_focus(&event.target_unchecked_into::<web_sys::Element>()) {
                onwrite.emit(false);
            }
        })
    };
    let onfocus = props.onwrite.reform(|_: FocusEvent| true);
    let reading = !props.writing && !props.note.is_empty();
    let read = reading.then(|| {
        let onwrite = props.onwrite.clone();
        let onwrite = if props.read_only { Callback::noop() } else { onwrite };
        html! { <NoteShown key="read" note={props.note.clone()} {onwrite} onleave={props.onleave.clone()} /> }
    });
    html! {
        <>
            <textarea
                key="field" ref={field} class={if reading { "visually-hidden" } else { "map-note-field" }}
                data-testid="node-note" data-markdown="stays" aria-label={words.map.note}
                placeholder={words.map.note_hint} readonly={props.read_only} {oninput} {onkeydown} {onblur} {onfocus}
            />
            { read }
        </>
    }
}

/// The text that is typed and not stored yet, and what stores it, also when the page or the node is left.
#[hook]
fn use_typed(
    props: &NoteFieldProps,
    field: &NodeRef,
    dispatch: Callback<Msg>,
) -> (Rc<RefCell<Option<String>>>, Callback<()>) {
    let (map, node) = (props.map, props.node);
    let typed = use_mut_ref(|| None::<String>);
    let keep = {
        let typed = typed.clone();
        Callback::from(move |()| {
            if let Some(note) = typed.borrow_mut().take() {
                dispatch.emit(Msg::Maps(MapMsg::Do(map, UpdateNote::new(node, note).into())));
            }
        })
    };
    // The field's text belongs to the browser while someone types; it is set only when the stored note changed besides.
    use_effect_with(props.note.clone(), {
        let (field, typed) = (field.clone(), typed.clone());
        move |note| {
            if let Some(field) = field.cast::<HtmlTextAreaElement>().filter(|_| typed.borrow().is_none())
                && field.value() != *note
            {
                field.set_value(note);
            }
        }
    });
    use_leaving(keep.clone());
    use_effect_with((), {
        let keep = keep.clone();
        move |()| move || keep.emit(())
    });
    (typed, keep)
}

/// Gives the field the focus when it is called, or the note is to be written.
#[hook]
fn use_calls(props: &NoteFieldProps, field: &NodeRef) {
    use_layout_effect(props.calls, {
        let (field, answered, onwrite) = (field.clone(), props.answered.clone(), props.onwrite.clone());
        move |&calls| {
            if answered.replace(calls) < calls {
                onwrite.emit(true);
                focus(&field);
            }
        }
    });
    use_layout_effect(props.writing, {
        let field = field.clone();
        move |&writing| {
            if writing {
                focus(&field);
            }
        }
    });
}
