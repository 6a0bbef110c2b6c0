//! The messages of an agent in the form: what is said before and after the conversation, in order.
//!
//! The order is changed with buttons or by dragging.

use yew::prelude::*;

use super::form::FormEdit;
use crate::chat::growing::use_growing;
use crate::chat::message::role_name;
use crate::kit::{Button, Checkbox, Icon, IconButton, IconName, Select, SelectOption, TextArea};
use crate::store::use_messages;
use espalier_i18n::Messages;
use espalier_model::persona::{Preset, Role};

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct PresetsProps {
    /// The messages, each with the number that names it.
    pub presets: Vec<(u32, Preset)>,
    /// Whether the place for the conversation is among them.
    pub has_history: bool,
    pub onedit: Callback<FormEdit>,
}

/// The list of an agent's preset messages, editable and in order.
#[component]
pub fn Presets(props: &PresetsProps) -> Html {
    let words = use_messages();
    let dragged = use_state_eq(|| None::<u32>);
    let add = |edit: FormEdit| props.onedit.reform(move |_: MouseEvent| edit.clone());
    let last = props.presets.len().saturating_sub(1);
    let rows = props.presets.iter().enumerate().map(|(index, (id, preset))| {
        html! {
            <PresetRow
                key={*id} id={*id} preset={preset.clone()} first={index == 0} last={index == last}
                dragged={dragged.clone()} onedit={props.onedit.clone()}
            />
        }
    });
    html! {
        <fieldset class="presets">
            <legend>{ words.chat.agents.presets }</legend>
            <p class="field-hint">{ words.chat.agents.presets_hint }</p>
            <ol class="preset-list">{ for rows }</ol>
            <div class="agents-buttons">
                <Button label={words.chat.agents.add_message} icon={IconName::New} onclick={add(FormEdit::Add)} />
                <Button
                    label={words.chat.agents.add_history} icon={IconName::Chat} disabled={props.has_history}
                    onclick={add(FormEdit::AddHistory)}
                />
            </div>
        </fieldset>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct PresetRowProps {
    id: u32,
    preset: Preset,
    first: bool,
    last: bool,
    dragged: UseStateHandle<Option<u32>>,
    onedit: Callback<FormEdit>,
}

#[component]
fn PresetRow(props: &PresetRowProps) -> Html {
    let words = use_messages();
    let id = props.id;
    let ondragstart = use_callback(props.dragged.setter(), move |event: DragEvent, dragged| {
        if let Some(data) = event.data_transfer() {
            // Some browsers drag nothing without data; what it is does not matter.
            let _ = data.set_data("text/plain", "preset");
        }
        dragged.set(Some(id));
    });
    let ondragover = use_callback(props.dragged.clone(), |event: DragEvent, dragged| {
        if dragged.is_some() {
            event.prevent_default();
        }
    });
    let ondrop =
        use_callback((props.dragged.clone(), props.onedit.clone()), move |event: DragEvent, (dragged, onedit)| {
            if let Some(from) = **dragged {
                event.prevent_default();
                dragged.set(None);
                onedit.emit(FormEdit::Move(from, id));
            }
        });
    let ondragend = use_callback(props.dragged.setter(), |_: DragEvent, dragged| dragged.set(None));
    let content = match &props.preset {
        Preset::ChatHistory => html! { <p class="preset-history">{ words.chat.agents.history }</p> },
        Preset::Message { role, text, enabled } => html! {
            <PresetMessage {id} role={*role} text={text.clone()} enabled={*enabled} onedit={props.onedit.clone()} />
        },
    };
    html! {
        <li class={classes!("preset", (*props.dragged == Some(id)).then_some("preset-dragged"))} {ondragover} {ondrop}>
            <span class="preset-handle" draggable="true" title={words.chat.agents.drag} {ondragstart} {ondragend}><Icon name={IconName::Grip} /></span>
            <div class="preset-body">{ content }</div>
            <Moves {id} first={props.first} last={props.last} onedit={props.onedit.clone()} />
        </li>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct MovesProps {
    id: u32,
    first: bool,
    last: bool,
    onedit: Callback<FormEdit>,
}

#[component]
fn Moves(props: &MovesProps) -> Html {
    let words = use_messages();
    let on = |edit: FormEdit| props.onedit.reform(move |_: MouseEvent| edit.clone());
    let id = props.id;
    html! {
        <div class="preset-moves">
            <IconButton
                icon={IconName::ChevronUp} label={words.chat.agents.up} disabled={props.first}
                onclick={on(FormEdit::Shift(id, false))}
            />
            <IconButton
                icon={IconName::ChevronDown} label={words.chat.agents.down} disabled={props.last}
                onclick={on(FormEdit::Shift(id, true))}
            />
            <IconButton icon={IconName::Trash} label={words.chat.agents.remove} onclick={on(FormEdit::Remove(id))} />
        </div>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct PresetMessageProps {
    id: u32,
    role: Role,
    text: String,
    enabled: bool,
    onedit: Callback<FormEdit>,
}

#[component]
fn PresetMessage(props: &PresetMessageProps) -> Html {
    let words = use_messages();
    let id = props.id;
    let node = use_node_ref();
    use_growing(&node, &props.text);
    let onrole = props.onedit.reform(move |name: String| FormEdit::SetRole(id, role_of(&name)));
    let ontick = props.onedit.reform(move |_: bool| FormEdit::Toggle(id));
    let ontype = props.onedit.reform(move |text: String| FormEdit::SetText(id, text));
    let roles = ROLES.iter().map(|role| SelectOption::new(role_name(*role), role_word(*role, words)));
    html! {
        <>
            <div class="preset-head">
                <Select
                    label={words.chat.agents.role} options={roles.collect::<Vec<_>>()} value={role_name(props.role)} onchoose={onrole}
                />
                <label class="field-inline">
                    <span class="field-label">{ words.chat.agents.enabled }</span>
                    <Checkbox checked={props.enabled} {ontick} />
                </label>
            </div>
            <TextArea {node} class="preset-text" label={words.chat.agents.text} value={props.text.clone()} {ontype} />
        </>
    }
}

const ROLES: [Role; 3] = [Role::System, Role::User, Role::Assistant];

fn role_of(name: &str) -> Role {
    ROLES.into_iter().find(|role| role_name(*role) == name).unwrap_or(Role::System)
}

fn role_word(role: Role, words: &Messages) -> &'static str {
    match role {
        Role::System => words.chat.system,
        Role::User => words.chat.you,
        Role::Assistant => words.chat.assistant,
    }
}
