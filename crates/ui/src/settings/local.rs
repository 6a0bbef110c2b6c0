//! The search for a model on this computer.

use std::cell::RefCell;
use std::rc::Rc;

use yew::prelude::*;

use super::provider::SettingLine;
use crate::kit::{Button, Select, SelectOption};
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::connect::ConnectMsg;
use espalier_app::connect::local::{self, LocalServer};
use espalier_app::{Model, Msg, ProbeKind, ProbeState};
use espalier_i18n::settings::Local;
use espalier_llm::request::origin_of;
use espalier_model::Slug;

/// The button that looks for servers on this computer, and the servers found.
#[component]
pub fn LocalSearch() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let servers = use_selector(|model| model.local.clone());
    let say = &words.settings.local;
    let searching = servers.values().any(|server| *server == LocalServer::Asking);
    let nothing = !servers.is_empty() && servers.values().all(|server| *server == LocalServer::Absent);
    let onclick = dispatch.reform(|_: MouseEvent| Msg::Connect(ConnectMsg::FindLocal));
    let rows = local::providers().filter_map(|known| {
        let server = servers.get(known.id)?.clone();
        Some(html! { <LocalRow key={known.id} id={known.id} {server} /> })
    });
    let status = match () {
        () if searching => say.searching,
        () if nothing => say.nothing,
        () => "",
    };
    html! {
        <section class="settings-local" aria-label={say.heading}>
            <div class="settings-local-head">
                <div><h3>{ say.heading }</h3><p class="field-hint">{ say.hint }</p></div>
                <Button label={say.find} test_id="find-local" disabled={searching} {onclick} />
            </div>
            <ul class="settings-servers" hidden={servers.is_empty()}>{ for rows }</ul>
            <p class="settings-status" role="status" data-testid="local-status" hidden={status.is_empty()}>{ status }</p>
        </section>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct LocalRowProps {
    id: &'static str,
    server: LocalServer,
}

/// A server that was asked: its models to choose from, or how to make it answer.
#[component]
fn LocalRow(props: &LocalRowProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let language = use_selector(Model::language);
    let id = props.id;
    let in_use = use_selector(move |model| {
        let known = model.provider();
        let failed = matches!(model.probes.get(&(Slug::new(id), ProbeKind::Connection)), Some(ProbeState::Failed(_)));
        (known.id == id && !failed).then(|| model.endpoint(known).model)
    });
    // The button may be pressed before the choice is drawn.
    let chosen = use_mut_ref(|| None::<String>);
    let redraw = use_force_update();
    let Some(known) = local::providers().find(|known| known.id == id) else {
        return Html::default();
    };
    let say = &words.settings.local;
    let name = server_name(known.name.get(*language));
    let (state, rest) = match &props.server {
        LocalServer::Asking => ("asking", html! { <span class="field-hint">{ say.asking }</span> }),
        LocalServer::Absent => ("absent", html! { <span class="field-hint">{ say.absent }</span> }),
        LocalServer::Blocked => ("blocked", html! { <span class="field-hint">{ say.blocked }</span> }),
        LocalServer::Closed => {
            ("closed", html! { <><span class="field-hint">{ say.closed }</span><SettingLine provider={id} /></> })
        }
        LocalServer::Locked => ("locked", html! { <span class="field-hint">{ say.locked }</span> }),
        LocalServer::Other => {
            let port = origin_of(known.base_url).and_then(|origin| Some(origin.rsplit_once(':')?.1.to_owned()));
            let text = (say.other)(name, &port.unwrap_or_default());
            ("other", html! { <span class="field-hint">{ text }</span> })
        }
        LocalServer::Found(names) if names.is_empty() => {
            ("empty", html! { <span class="field-hint">{ say.no_models }</span> })
        }
        LocalServer::Found(names) => {
            let saved = (*in_use).as_ref().filter(|name| names.contains(name));
            ("found", found(id, names, saved, &chosen, redraw, say, &dispatch))
        }
    };
    html! {
        <li data-testid="local-server" data-id={id} data-state={state}>
            <strong>{ name }</strong>
            { rest }
        </li>
    }
}

/// The models of a server, and the button that uses one; `saved` is in use.
fn found(
    id: &'static str,
    names: &[String],
    saved: Option<&String>,
    chosen: &Rc<RefCell<Option<String>>>,
    redraw: UseForceUpdateHandle,
    say: &Local,
    dispatch: &Callback<Msg>,
) -> Html {
    let model = chosen.borrow().as_ref().or(saved).unwrap_or(&names[0]).clone();
    let is_used = saved == Some(&model);
    let options: Vec<_> = names.iter().map(|name| SelectOption::new(name.clone(), name.clone())).collect();
    let onchoose = {
        let chosen = chosen.clone();
        Callback::from(move |name: String| {
            *chosen.borrow_mut() = Some(name);
            redraw.force_update();
        })
    };
    let onclick = {
        let (chosen, model) = (chosen.clone(), model.clone());
        dispatch.reform(move |_: MouseEvent| {
            let name = chosen.borrow().clone().unwrap_or_else(|| model.clone());
            Msg::Connect(ConnectMsg::UseLocal(id, name))
        })
    };
    let label = if is_used { say.in_use } else { say.use_it };
    html! {
        <span class="settings-local-found">
            <Select label={say.models} test_id="local-models" value={model} {options} {onchoose} />
            <Button {label} test_id="use-local" disabled={is_used} {onclick} />
        </span>
    }
}

/// The name of the program without the place it runs at, which the heading says.
fn server_name(name: &'static str) -> &'static str {
    name.split_once(" (").or_else(|| name.split_once('（')).map_or(name, |(program, _)| program)
}
