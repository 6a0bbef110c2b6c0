//! All agents: which one answers, and the way to change, copy, delete, take along and bring in.
//!
//! Must not be in here: the form of one agent (`editor`).

pub mod editor;
mod form;
mod presets;

use std::rc::Rc;

use yew::prelude::*;

use crate::app::files::FileMsg;
use crate::app::{Confirm, Dialog, Model, Msg};
use crate::feature::chat::personas::is_shipped;
use crate::model::Persona;
use crate::model::persona::PersonaId;
use crate::ui::kit::shared::Shared;
use crate::ui::kit::{Button, ButtonKind, Icon, IconButton, IconName, Modal};
use crate::ui::store::{use_dispatch, use_messages, use_selector, use_store};

/// The id of the element in which a file of agents is chosen.
const IMPORT_INPUT: &str = "import-agents";

/// What of the model decides what is drawn here.
#[derive(Debug, PartialEq)]
struct Shown {
    agents: Vec<Agent>,
    chosen: PersonaId,
    read_only: bool,
}

#[derive(Debug, Clone, PartialEq)]
struct Agent {
    id: PersonaId,
    name: String,
    icon: String,
    description: String,
    /// Whether it is stored, rather than as it ships.
    stored: bool,
}

impl Shown {
    fn of(model: &Model) -> Self {
        let agent = |row: &Rc<Persona>| Agent {
            id: row.id,
            name: row.name.clone(),
            icon: row.icon.clone(),
            description: row.description.clone(),
            stored: model.workspace.get::<Persona>(&row.id).is_some(),
        };
        Self {
            agents: model.personas().iter().map(agent).collect(),
            chosen: model.persona_of(None).id,
            read_only: model.read_only.is_some(),
        }
    }
}

/// See the module.
#[component]
pub fn AgentsDialog() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let shown = use_selector(Shown::of);
    let onclose = use_callback(dispatch.clone(), |(), dispatch| dispatch.emit(Msg::Dialog(None)));
    let onnew = use_callback(dispatch, |_: MouseEvent, dispatch| {
        dispatch.emit(Msg::Dialog(Some(Dialog::Persona(None))));
    });
    let rows = shown.agents.iter().map(|agent| {
        html! {
            <AgentRow
                key={agent.id.to_string()} agent={Shared(Rc::new(agent.clone()))}
                chosen={agent.id == shown.chosen} read_only={shown.read_only}
            />
        }
    });
    html! {
        <Modal title={words.command.agents} wide=true {onclose}>
            <p class="agents-intro">{ words.chat.agents.intro }</p>
            <ul class="agents">{ for rows }</ul>
            <div class="agents-buttons">
                <Button
                    label={words.command.new_agent} icon={IconName::New} kind={ButtonKind::Primary}
                    disabled={shown.read_only} onclick={onnew}
                />
                <Transfer />
            </div>
        </Modal>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct AgentRowProps {
    agent: Shared<Agent>,
    chosen: bool,
    read_only: bool,
}

#[component]
fn AgentRow(props: &AgentRowProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let agent = &props.agent;
    let id = agent.id;
    let onchoose = use_callback((dispatch, id), |_: MouseEvent, (dispatch, id)| {
        dispatch.emit(Msg::ChoosePersona(*id));
    });
    html! {
        <li class={classes!("agent", props.chosen.then_some("agent-chosen"))} data-id={id.to_string()}>
            <button
                type="button" class="agent-choose" aria-pressed={if props.chosen { "true" } else { "false" }}
                disabled={props.read_only} onclick={onchoose}
            >
                <span class="agent-icon" aria-hidden="true">{ agent.icon.clone() }</span>
                <span class="agent-words">
                    <strong>{ agent.name.clone() }</strong>
                    <span class="agent-description">{ agent.description.clone() }</span>
                </span>
                <span class="agent-mark" hidden={!props.chosen}>{ words.chat.agents.chosen }</span>
            </button>
            <AgentTools {id} stored={agent.stored} read_only={props.read_only} />
        </li>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct AgentToolsProps {
    id: PersonaId,
    stored: bool,
    read_only: bool,
}

#[component]
fn AgentTools(props: &AgentToolsProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let id = props.id;
    let on = |msg: fn(PersonaId) -> Msg| {
        let dispatch = dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.emit(msg(id)))
    };
    let (remove_label, remove_icon) = if is_shipped(id) {
        (words.chat.agents.reset, IconName::Undo)
    } else {
        (words.command.delete_agent, IconName::Trash)
    };
    html! {
        <div class="agent-tools">
            <IconButton
                icon={IconName::Edit} label={words.chat.agents.edit} disabled={props.read_only}
                onclick={on(|id| Msg::Dialog(Some(Dialog::Persona(Some(id)))))}
            />
            <IconButton
                icon={IconName::Copy} label={words.command.duplicate_agent} disabled={props.read_only}
                onclick={on(Msg::DuplicatePersona)}
            />
            <IconButton
                icon={IconName::Download} label={words.chat.agents.export}
                onclick={on(|id| Msg::Files(FileMsg::ExportPersonas(vec![id])))}
            />
            <IconButton
                icon={remove_icon} label={remove_label} disabled={props.read_only || !props.stored}
                onclick={on(|id| Msg::Dialog(Some(Dialog::Confirm(Confirm::DeletePersona(id)))))}
            />
        </div>
    }
}

/// Files of agents, in and out.
#[component]
fn Transfer() -> Html {
    let words = use_messages();
    let store = use_store();
    let dispatch = use_dispatch();
    let onchange = use_callback(dispatch, |_: Event, dispatch| {
        dispatch.emit(Msg::Files(FileMsg::Choose(IMPORT_INPUT)));
    });
    let onexport = use_callback(store, |_: MouseEvent, store| {
        let own = store.read(|model| model.workspace.tables().personas.keys().copied().collect::<Vec<_>>());
        let all =
            if own.is_empty() { store.read(|model| model.personas().iter().map(|row| row.id).collect()) } else { own };
        store.dispatch(Msg::Files(FileMsg::ExportPersonas(all)));
    });
    html! {
        <>
            <label class="import button button-plain">
                <Icon name={IconName::Upload} />
                <span>{ words.chat.agents.import }</span>
                <input
                    id={IMPORT_INPUT} class="visually-hidden" type="file" accept=".json,application/json"
                    aria-label={words.chat.agents.import} {onchange}
                />
            </label>
            <Button label={words.chat.agents.export_all} icon={IconName::Download} onclick={onexport} />
        </>
    }
}
