//! The answers to one question side by side.
//!
//! - K1 Of more than [`MOST`] answers the newest are shown.
//! - K2 Letters that act on the message with the focus do nothing here, where several have it in turn.

mod column;
mod words;

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

use self::column::Column;
use super::action::Action;
use crate::kit::dom::{is_typing, use_escape, use_layout_effect};
use crate::kit::shared::Shared;
use crate::kit::{Button, IconName, is_composing};
use crate::store::{use_dispatch, use_messages, use_selector, use_store};
use espalier_app::connect::ModelScope;
use espalier_app::sessions::SessionMsg;
use espalier_app::{Model, Msg, palette};
use espalier_chat::merge::MOST;
use espalier_llm::provider;
use espalier_model::conversation::Status;
use espalier_model::{Message, MessageId, MessageKey};

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ColumnsProps {
    /// The answer that is shown in the conversation.
    pub at: MessageKey,
    #[prop_or_default]
    pub onedit: Callback<Option<MessageId>>,
}

/// The slice of the model that the columns draw.
#[derive(Debug, PartialEq)]
struct ColumnsState {
    answers: Vec<Shared<Message>>,
    /// Number of all answers to the question.
    count: usize,
    /// Place of the answer that the others are compared with.
    base: usize,
    /// Whether there may be a merged answer.
    can_merge: bool,
    may_write: bool,
}

impl ColumnsState {
    fn of(model: &Model, at: MessageKey) -> Self {
        let siblings = model.view(at.session).map_or(&[][..], |view| view.tree.siblings(at.id));
        let newest = &siblings[siblings.len().saturating_sub(MOST)..];
        let answers = newest.iter().filter_map(|&id| model.message(MessageKey { id, ..at }));
        let answers: Vec<Shared<Message>> = answers.map(Shared::from).collect();
        let base = answers.iter().position(|answer| model.compared == Some(answer.key())).unwrap_or_default();
        let is_chat = model.scope_of(at.session).is_some_and(|scope| scope.is_chat());
        let by = model.chosen_model(ModelScope::Session(at.session)).provider;
        let can_merge = is_chat && model.read_only.is_none() && by.as_str() != provider::BUILTIN;
        Self { answers, count: siblings.len(), base, can_merge, may_write: model.read_only.is_none() }
    }
}

/// Whether an answer is still being made or waits.
const fn is_coming(status: Status) -> bool {
    matches!(status, Status::Streaming | Status::Waiting)
}

/// The answers to one question side by side, or one at a time where there is no room, with what can be done to all.
#[component]
pub fn Columns(props: &ColumnsProps) -> Html {
    let words = use_messages();
    let say = &words.chat.columns;
    let at = props.at;
    let state = use_selector(move |model| ColumnsState::of(model, at));
    let dispatch = use_dispatch();
    let track = use_node_ref();
    let place = use_state_eq(|| 0_usize);
    use_first_focus(&track);
    let onend = dispatch.reform(|()| Msg::Sessions(SessionMsg::Compare(None)));
    use_end(&onend);
    let onkeydown = use_keys(&track, &onend);
    let onscroll = use_callback((track.clone(), place.setter()), |_: Event, (track, place)| {
        place.set(track.cast::<HtmlElement>().map_or(0, |track| place_of(&track)));
    });
    let count = state.answers.len();
    let base = state.answers.get(state.base);
    let columns = state.answers.iter().enumerate().map(|(place, answer)| {
        let base = base.filter(|_| place != state.base).cloned();
        html! {
            <Column
                key={answer.id.to_string()} message={answer.clone()} place={(place, count)} {base}
                may_write={state.may_write} onedit={props.onedit.clone()}
            />
        }
    });
    let are_coming = state.answers.iter().any(|answer| is_coming(answer.status));
    let onmerge = dispatch.reform(move |event: MouseEvent| {
        keep_focus(&event);
        Msg::Sessions(SessionMsg::Merge(at))
    });
    html! {
        <section class="columns" aria-label={(say.title)(count)} {onkeydown}>
            <p class="message-note" hidden={state.count == count}>{ (say.newest)(count, state.count) }</p>
            <div ref={track} class="columns-track" {onscroll}>{ for columns }</div>
            <footer class="columns-foot">
                <span class="columns-place" aria-hidden="true">{ format!("{}/{count}", *place + 1) }</span>
                if state.can_merge {
                    <Button
                        label={say.merge} icon={IconName::Agent} test_id="merge" disabled={are_coming} onclick={onmerge}
                    />
                }
                <Button
                    label={say.end} icon={IconName::Close} test_id="compare-end"
                    onclick={onend.reform(|_: MouseEvent| ())}
                />
            </footer>
        </section>
    }
}

/// Gives the focus to the conversation, as the button that has it goes away with all columns.
fn keep_focus(event: &MouseEvent) {
    let button = event.target_dyn_into::<Element>();
    let transcript = button.and_then(|button| button.closest("[data-testid=transcript]").ok()).flatten();
    if let Some(transcript) = transcript.and_then(|transcript| transcript.dyn_into::<HtmlElement>().ok()) {
        // It takes the focus, as keys scroll it.
        let _ = transcript.focus();
    }
}

/// Place of the column that is in sight where they are shown one at a time.
fn place_of(track: &HtmlElement) -> usize {
    let columns = track.children();
    let from = track.scroll_left();
    let near = |place: &u32| {
        let column = columns.item(*place).and_then(|column| column.dyn_into::<HtmlElement>().ok());
        column.map_or(i32::MAX, |column| (column.offset_left() - track.offset_left() - from).abs())
    };
    (0..columns.length()).min_by_key(near).map_or(0, |place| place as usize)
}

/// Gives the focus to the first column when the columns are opened, unless something else has it.
#[hook]
fn use_first_focus(track: &NodeRef) {
    use_layout_effect(track.clone(), |track| {
        let page = web_sys::window().and_then(|window| window.document());
        let active = page.and_then(|page| page.active_element());
        if active.is_none_or(|active| active.tag_name() == "BODY") {
            step(track, |_, _| 0);
        }
    });
}

/// Ends the comparison by Escape, wherever the keyboard is, where the key has no other meaning.
#[hook]
fn use_end(onend: &Callback<()>) {
    let store = use_store();
    let escaped = use_callback((store, onend.clone()), |(), (store, onend)| {
        if store.read(|model| model.dialog.is_none() && palette::running(model).is_none()) {
            onend.emit(());
        }
    });
    use_escape(escaped);
}

/// Keys on the columns: arrows go from one to the next, Escape ends.
#[hook]
fn use_keys(track: &NodeRef, onend: &Callback<()>) -> Callback<KeyboardEvent> {
    use_callback((track.clone(), onend.clone()), |event: KeyboardEvent, (track, onend)| {
        let modified = event.ctrl_key() || event.meta_key() || event.alt_key();
        if modified || is_composing(&event) || is_typing(&event) {
            return;
        }
        match event.key().as_str() {
            "Escape" => onend.emit(()),
            "ArrowLeft" => step(track, |at, _| at.map_or(0, |at| at.saturating_sub(1))),
            "ArrowRight" => step(track, |at, count| at.map_or(0, |at| (at + 1).min(count.saturating_sub(1)))),
            // (K2)
            key if Action::of_key(key).is_some() => {}
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
    })
}

/// Moves the focus among the columns; `next` gets the place of the one it is in, and their number.
fn step(track: &NodeRef, next: impl Fn(Option<usize>, usize) -> usize) {
    let Some(track) = track.cast::<Element>() else { return };
    let columns = track.children();
    let columns: Vec<HtmlElement> =
        (0..columns.length()).filter_map(|place| columns.item(place)?.dyn_into().ok()).collect();
    let active = track.owner_document().and_then(|page| page.active_element());
    let at = columns.iter().position(|column| column.contains(active.as_ref().map(AsRef::as_ref)));
    if let Some(column) = columns.get(next(at, columns.len())) {
        // A column takes the focus.
        let _ = column.focus();
    }
}
