//! All agents: which one answers, and the way to change, copy, delete, take along and bring in.

pub mod editor;
mod form;
mod more;
mod presets;
pub mod room;

use std::rc::Rc;

use yew::prelude::*;

use crate::kit::shared::Shared;
use crate::kit::{Button, ButtonKind, Icon, IconName, Menu, MenuItem, Modal};
use crate::store::{use_dispatch, use_messages, use_selector, use_store};
use espalier_app::files::FileMsg;
use espalier_app::{Confirm, Dialog, Model, Msg};
use espalier_chat::personas::is_shipped;
use espalier_model::Persona;
use espalier_model::persona::PersonaId;

/// The id of the element in which a file of agents is chosen.
const IMPORT_INPUT: &str = "import-agents";

/// The slice of the model that the dialog of agents draws.
#[derive(Debug, PartialEq)]
struct AgentsState {
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

impl AgentsState {
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

#[component]
pub fn AgentsDialog() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let state = use_selector(AgentsState::of);
    let onclose = use_callback(dispatch.clone(), |(), dispatch| dispatch.emit(Msg::Dialog(None)));
    let onnew = use_callback(dispatch, |_: MouseEvent, dispatch| {
        dispatch.emit(Msg::Dialog(Some(Dialog::Persona(None))));
    });
    let rows = state.agents.iter().map(|agent| {
        html! {
            <AgentRow
                key={agent.id.to_string()} agent={Shared(Rc::new(agent.clone()))}
                chosen={agent.id == state.chosen} read_only={state.read_only}
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
                    disabled={state.read_only} onclick={onnew}
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
    let icon = if agent.icon.is_empty() {
        html! { <Icon name={IconName::Agent} /> }
    } else {
        html! { agent.icon.clone() }
    };
    html! {
        <li class={classes!("agent", props.chosen.then_some("agent-chosen"))} data-id={id.to_string()}>
            <button
                type="button" class="agent-choose" aria-pressed={if props.chosen { "true" } else { "false" }}
                disabled={props.read_only} onclick={onchoose}
            >
                <span class="agent-icon" aria-hidden="true">{ icon }</span>
                <span class="agent-words">
                    <strong>{ agent.name.clone() }</strong>
                    <span class="agent-description">{ agent.description.clone() }</span>
                </span>
                <span class="agent-mark" hidden={!props.chosen}>{ words.chat.agents.chosen }</span>
            </button>
            <AgentTools {id} name={agent.name.clone()} stored={agent.stored} read_only={props.read_only} />
        </li>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct AgentToolsProps {
    id: PersonaId,
    name: AttrValue,
    stored: bool,
    read_only: bool,
}

#[component]
fn AgentTools(props: &AgentToolsProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let id = props.id;
    let item = |label: &'static str, icon: IconName, msg: fn(PersonaId) -> Msg| {
        MenuItem::new(label, icon, dispatch.reform(move |()| msg(id)))
    };
    let changes = |item: MenuItem| MenuItem { disabled: props.read_only, ..item };
    let agents = &words.chat.agents;
    let (remove_label, remove_icon) =
        if is_shipped(id) { (agents.reset, IconName::Undo) } else { (words.command.delete_agent, IconName::Trash) };
    let mut items = vec![
        changes(item(agents.edit, IconName::Edit, |id| Msg::Dialog(Some(Dialog::Persona(Some(id)))))),
        changes(item(words.command.duplicate_agent, IconName::Duplicate, Msg::DuplicatePersona)),
        item(agents.export, IconName::Download, |id| Msg::Files(FileMsg::ExportPersonas(vec![id]))),
    ];
    // One that is as it ships has nothing to be taken back.
    if props.stored {
        let remove = |id| Msg::Dialog(Some(Dialog::Confirm(Confirm::DeletePersona(id))));
        items.push(changes(item(remove_label, remove_icon, remove).with_danger()));
    }
    let label = format!("{}: {}", words.chat.more, props.name);
    html! { <div class="agent-tools"><Menu {label} {items} test_id="agent-menu" /></div> }
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
                    id={IMPORT_INPUT} class="visually-hidden" type="file" multiple=true accept=".espalier,.json,.jsonl,.zip,.png,.charx,application/json"
                    aria-label={words.chat.agents.import} {onchange}
                />
            </label>
            <Button label={words.chat.agents.export_all} icon={IconName::Download} onclick={onexport} />
        </>
    }
}
