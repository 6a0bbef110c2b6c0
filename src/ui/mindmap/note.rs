//! The note of the selected node: Markdown beside the map, as it is written and as it reads.
//!
//! The field takes the focus when it was asked for by a command; Escape gives it back to the map.
//!
//! Must not be in here: rendering of Markdown (`ui::markdown`).

use std::cell::Cell;
use std::rc::Rc;

use gloo::timers::callback::Timeout;
use serde_json::json;
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

use crate::app::Msg;
use crate::app::maps::{MapMsg, Panel};
use crate::markdown::{Block, Inline, parse};
use crate::model::{MapId, Node, NodeId, NodeKey};
use crate::ui::kit::dom::focus;
use crate::ui::kit::{IconButton, IconName, is_composing};
use crate::ui::markdown::MarkdownView;
use crate::ui::store::{use_dispatch, use_leaving, use_messages, use_selector};

/// What was typed is kept after a pause of so long.
const PAUSE_MS: u32 = 350;

/// See [`NotePanel`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct NotePanelProps {
    /// The map.
    pub map: MapId,
    /// Gives the focus back to the map.
    #[prop_or_default]
    pub onleave: Callback<()>,
}

/// See the module. What was typed is kept when the field is left, or another node is selected.
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
    let Some((id, title, note, read_only, calls)) = (*shown).clone() else { return html! {} };
    let onclose = {
        let (dispatch, onleave) = (dispatch.clone(), props.onleave.clone());
        Callback::from(move |_: MouseEvent| {
            dispatch.emit(Msg::Maps(MapMsg::Panel(map, Panel::None)));
            onleave.emit(());
        })
    };
    let title = if title.is_empty() { words.map.untitled.to_owned() } else { title };
    html! {
        <section class="map-note" aria-label={words.map.note}>
            <div class="map-note-head">
                <h2>{ title }</h2>
                <IconButton icon={IconName::Close} label={words.shell.close} onclick={onclose} />
            </div>
            <NoteField
                key={id.to_string()} {map} node={id} note={note.clone()} {read_only} {calls} {answered}
                onleave={props.onleave.clone()}
            />
            <NoteShown {note} />
        </section>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct NoteShownProps {
    note: String,
}

/// The note as it reads, where that differs from how it is written.
#[component]
fn NoteShown(props: &NoteShownProps) -> Html {
    let blocks = use_memo(props.note.clone(), |note| parse(note));
    let is_plain = blocks.iter().all(|block| match &**block {
        Block::Paragraph(inlines) => inlines.iter().all(|inline| matches!(inline, Inline::Text(_) | Inline::SoftBreak)),
        _ => false,
    });
    if is_plain {
        return html! {};
    }
    html! {
        <div class="map-note-shown"><MarkdownView settled={blocks.len()} blocks={(*blocks).clone()} /></div>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct NoteFieldProps {
    map: MapId,
    node: NodeId,
    note: String,
    read_only: bool,
    /// How often the field was asked for, and how many of these calls it has answered: each once, whichever node it is.
    calls: u64,
    answered: Rc<Cell<u64>>,
    onleave: Callback<()>,
}

#[component]
fn NoteField(props: &NoteFieldProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let (map, node) = (props.map, props.node);
    let field = use_node_ref();
    let typed = use_mut_ref(|| None::<String>);
    let keep = {
        let typed = typed.clone();
        Callback::from(move |()| {
            if let Some(note) = typed.borrow_mut().take() {
                dispatch.emit(Msg::Maps(MapMsg::Do(map, "node.updateNote", json!([node, note]))));
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
    use_effect_with(props.calls, {
        let (field, answered) = (field.clone(), props.answered.clone());
        move |&calls| {
            if answered.replace(calls) < calls {
                focus(&field);
            }
        }
    });
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
    html! {
        <textarea
            ref={field} class="map-note-field" data-testid="node-note" aria-label={words.map.note}
            placeholder={words.map.note_hint} readonly={props.read_only} {oninput} {onkeydown}
            onblur={keep.reform(|_: FocusEvent| ())}
        />
    }
}
