//! The parameters of the assistant of a room, in the form of an agent.

use yew::prelude::*;

use super::editor::{PartProps, blank, problem, text};
use super::form::{AgentForm, FormEdit, FormField};
use super::more::More;
use crate::kit::{Button, ButtonKind, Modal};
use crate::shell::palette::found::room_title;
use crate::store::{use_dispatch, use_kept_form, use_messages, use_selector, use_store};
use espalier_app::connect::ConnectMsg;
use espalier_app::{Model, Msg};
use espalier_i18n::Messages;
use espalier_model::{Persona, RoomId};

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct RoomParametersProps {
    pub room: RoomId,
}

/// The form with the parameters of a room's assistant.
#[component]
pub fn RoomParametersDialog(props: &RoomParametersProps) -> Html {
    let words = use_messages();
    let say = &words.settings.room_parameters;
    let (dispatch, store) = (use_dispatch(), use_store());
    let room = props.room;
    let begin = || AgentForm::of(&store.read(|model| assistant(model, room, words)));
    let (handle, used) = use_kept_form(format!("room.{room:?}"), begin);
    let form = handle.get();
    let (tried, emptied) = (use_state_eq(|| false), use_state_eq(|| false));
    let read_only = use_selector(|model| model.read_only.is_some());
    let onclose = dispatch.reform(|()| Msg::Dialog(None));
    let oncancel = {
        let used = used.clone();
        onclose.reform(move |_: MouseEvent| used.emit(()))
    };
    let onsubmit = {
        let (handle, tried) = (handle.clone(), tried.setter());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            tried.set(true);
            if let Ok(persona) = handle.get().persona() {
                used.emit(());
                dispatch.emit(Msg::Connect(ConnectMsg::SetRoomParameters(room, Box::new(persona.parameters))));
            }
        })
    };
    let onreset = {
        let (handle, emptied) = (handle.clone(), emptied.setter());
        Callback::from(move |_: MouseEvent| {
            handle.change(|form| form.apply(FormEdit::Reset));
            emptied.set(true);
        })
    };
    let wrong = form.persona().err().filter(|_| *tried);
    let part = PartProps { form: form.clone(), onedit: handle.on(AgentForm::apply), wrong };
    let name = room_title(room, words);
    let status = (*emptied && form.sets_nothing() && form.is_changed()).then_some(say.emptied);
    html! {
        <Modal title={(say.title)(name)} wide=true test_id="room-parameters" onclose={onclose.clone()}>
            <form class="agent-form" {onsubmit}>
                <p class="agents-intro">{ (say.intro)(name) }</p>
                <div class="agent-grid">
                    { parameters(&part, words) }
                </div>
                <More ..part.clone() />
                <p class="agent-wrong" role="alert">{ wrong.map(|field| problem(&form, field, words)) }</p>
                <p class="agents-intro" role="status">{ status }</p>
                <div class="agents-buttons">
                    <Button
                        label={say.save} kind={ButtonKind::Primary} submit=true test_id="room-parameters-save"
                        disabled={*read_only || !form.is_changed()}
                    />
                    <Button
                        label={say.reset} test_id="room-parameters-reset" disabled={*read_only || form.sets_nothing()}
                        onclick={onreset}
                    />
                    <Button label={words.shell.cancel} onclick={oncancel} />
                </div>
            </form>
        </Modal>
    }
}

/// The fields of the parameters that are set most.
fn parameters(part: &PartProps, words: &Messages) -> Html {
    let (say, agents) = (&words.settings.room_parameters, &words.chat.agents);
    let fields = [
        (FormField::Temperature, agents.temperature, say.temperature_hint),
        (FormField::MaxTokens, agents.max_tokens, say.max_tokens_hint),
        (FormField::ContextTokens, agents.context_tokens, agents.context_tokens_hint),
    ];
    let view = |(field, label, hint)| html! { <div>{ text(part, field, label, Some(hint), "decimal", None) }</div> };
    fields.into_iter().map(view).collect()
}

/// The assistant as the form edits it: its parameters are those that the person set.
fn assistant(model: &Model, room: RoomId, words: &Messages) -> Persona {
    let parameters = model.room_parameters(room).cloned().unwrap_or_default();
    Persona { name: room_title(room, words).to_owned(), parameters, ..blank(model) }
}
