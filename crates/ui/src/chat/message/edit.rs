//! The form in which a message is changed: where it is, or as an alternative to it.

use gloo::timers::callback::Timeout;
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

use super::drafts::EditDrafts;
use crate::chat::growing::use_growing;
use crate::kit::dom::{focus, use_layout_effect};
use crate::kit::{Button, ButtonKind, is_composing};
use crate::store::{use_dispatch, use_kept_words, use_messages, use_selector};
use espalier_app::Msg;
use espalier_app::sessions::SessionMsg;
use espalier_model::persona::Role;
use espalier_model::{MessageId, MessageKey};

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct MessageEditProps {
    pub at: MessageKey,
    pub drafts: EditDrafts,
    pub onclose: Callback<Option<MessageId>>,
}

/// Delay after which the transcript has measured changed heights, in milliseconds.
const SETTLED_MS: u32 = 60;

/// How a changed text is saved.
#[derive(Clone, Copy, PartialEq)]
enum SaveMode {
    InPlace,
    AsBranch,
}

#[component]
pub fn MessageEdit(props: &MessageEditProps) -> Html {
    let words = use_messages();
    let at = props.at;
    let original = use_selector(move |model| model.message(at).map(|row| (row.own_text(), row.role)));
    let text = use_state_eq(|| {
        let kept = props.drafts.get(at.id);
        kept.or_else(|| original.as_ref().as_ref().map(|(text, _)| text.clone())).unwrap_or_default()
    });
    let node = use_node_ref();
    let used = use_kept_words(format!("edit.{}", at.id), &text, &node);
    use_growing(&node, &text);
    use_layout_effect(node.clone(), focus_at_end);
    use_in_sight(&node);
    let close = {
        let (onclose, drafts) = (props.onclose.clone(), props.drafts.clone());
        Callback::from(move |()| {
            used.emit(());
            drafts.forget(at.id);
            onclose.emit(None);
        })
    };
    let save = use_save(props, &text, &close);
    let oninput = use_callback((text.setter(), props.drafts.clone()), move |event: InputEvent, (text, drafts)| {
        let typed = event.target_unchecked_into::<HtmlTextAreaElement>().value();
        drafts.keep(at.id, typed.clone());
        text.set(typed);
    });
    let onkeydown = use_callback((save.clone(), close.clone()), on_key);
    let on = |mode: SaveMode| save.reform(move |_: MouseEvent| mode);
    let asks = original.as_ref().as_ref().is_some_and(|(_, role)| *role == Role::User);
    let empty = text.trim().is_empty();
    html! {
        <div class="message-edit">
            <textarea
                ref={node} class="edit-input" data-testid="edit-input" data-markdown="stays" aria-label={words.chat.edit.label}
                value={(*text).clone()} {oninput} {onkeydown}
            />
            <p class="edit-hint">{ if asks { words.chat.edit.hint_user } else { words.chat.edit.hint_other } }</p>
            <div class="edit-buttons">
                <Button
                    label={if asks { words.chat.edit.branch_user } else { words.chat.edit.branch_other }}
                    kind={ButtonKind::Primary} test_id="edit-branch" disabled={empty} onclick={on(SaveMode::AsBranch)}
                />
                <Button label={words.chat.edit.save} test_id="edit-save" disabled={empty} onclick={on(SaveMode::InPlace)} />
                <Button label={words.shell.cancel} kind={ButtonKind::Quiet} onclick={close.reform(|_: MouseEvent| ())} />
            </div>
        </div>
    }
}

fn on_key(event: KeyboardEvent, (save, close): &(Callback<SaveMode>, Callback<()>)) {
    if is_composing(&event) {
        return;
    }
    match event.key().as_str() {
        "Escape" => close.emit(()),
        "Enter" if event.ctrl_key() || event.meta_key() => save.emit(SaveMode::AsBranch),
        _ => return,
    }
    event.prevent_default();
    event.stop_propagation();
}

/// Brings the whole form with its buttons into sight, once the field has the height of its text.
#[hook]
fn use_in_sight(node: &NodeRef) {
    use_effect_with(node.clone(), |node| {
        let node = node.clone();
        let timer = Timeout::new(SETTLED_MS, move || {
            let form = node.cast::<web_sys::Element>().and_then(|field| field.closest(".message-edit").ok().flatten());
            if let Some(form) = form {
                let options = web_sys::ScrollIntoViewOptions::new();
                options.set_block(web_sys::ScrollLogicalPosition::Nearest);
                form.scroll_into_view_with_scroll_into_view_options(&options);
            }
        });
        move || drop(timer)
    });
}

fn focus_at_end(node: &NodeRef) {
    focus(node);
    if let Some(field) = node.cast::<HtmlTextAreaElement>() {
        let end = u32::try_from(field.value().encode_utf16().count()).unwrap_or(u32::MAX);
        // A field that cannot hold a selection keeps its own.
        let _ = field.set_selection_range(end, end);
    }
}

#[hook]
fn use_save(props: &MessageEditProps, text: &UseStateHandle<String>, close: &Callback<()>) -> Callback<SaveMode> {
    let dispatch = use_dispatch();
    let deps = (dispatch, props.at, (**text).clone(), props.drafts.clone(), close.clone());
    use_callback(deps, |mode: SaveMode, (dispatch, at, text, drafts, close)| {
        // The last letters may not be drawn yet.
        let text = drafts.get(at.id).unwrap_or_else(|| text.clone());
        if text.trim().is_empty() {
            return;
        }
        close.emit(());
        dispatch.emit(Msg::Sessions(match mode {
            SaveMode::InPlace => SessionMsg::EditInPlace(*at, text),
            SaveMode::AsBranch => SessionMsg::EditAsBranch(*at, text),
        }));
    })
}
