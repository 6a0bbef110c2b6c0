//! The list from which a model is chosen, for a conversation, for one answer, or for all that begins from now on. For
//! another answer several can be ticked, which are asked at once.

use std::collections::BTreeMap;
use std::rc::Rc;

use web_sys::{HtmlElement, HtmlInputElement};
use yew::prelude::*;

use crate::chat::format::count;
use crate::kit::{
    Button, ButtonKind, Checkbox, Icon, IconButton, IconName, Modal, TextInput, is_composing, step_focus,
};
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::connect::{ConnectMsg, ModelOption, ModelScope};
use espalier_app::navigate::Route;
use espalier_app::sessions::SessionMsg;
use espalier_app::{Dialog, Model, Msg};
use espalier_base::fold::folded;
use espalier_chat::merge::MOST;
use espalier_i18n::Messages;
use espalier_i18n::settings::Models;
use espalier_llm::provider;
use espalier_model::settings::ModelChoice;
use espalier_model::{MessageKey, RoomId};

/// The most models that are drawn at once; the others are found by typing.
const DRAWN: usize = 60;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ChooseModelProps {
    /// The answers that it is for.
    pub scope: ModelScope,
}

/// The slice of the model that the list draws.
#[derive(Debug, PartialEq)]
struct ChooseModelState {
    options: Vec<ModelOption>,
    chosen: ModelChoice,
    /// Whether the conversation has a model of its own.
    is_own: bool,
    /// The room whose assistant it is about.
    room: Option<RoomId>,
}

impl ChooseModelState {
    fn of(model: &Model, scope: ModelScope) -> Self {
        let own = if let ModelScope::Session(session) = scope { model.session_model(session) } else { None };
        let room = model.route.room().filter(|room| scope == ModelScope::Default && *room != RoomId::Chat);
        Self { options: model.model_options(), chosen: model.chosen_model(scope), is_own: own.is_some(), room }
    }
}

/// The dialog with the list.
#[component]
pub fn ChooseModel(props: &ChooseModelProps) -> Html {
    let words = use_messages();
    let say = &words.settings.models;
    let dispatch = use_dispatch();
    let scope = props.scope;
    let state = use_selector(move |model| ChooseModelState::of(model, scope));
    let query = use_state(String::new);
    let list = use_node_ref();
    // A favourite is first the next time: no row moves under the hand.
    let order = use_memo((), |()| {
        let choices = state.options.iter().map(|option| option.choice.clone());
        choices.zip(0..).collect::<BTreeMap<ModelChoice, usize>>()
    });
    let mut found = matching(&state.options, &query, words);
    found.sort_by_key(|option| order.get(&option.choice).copied().unwrap_or(usize::MAX));
    let onclose = dispatch.reform(|()| Msg::Dialog(None));
    let Ticks { ticked, ontick, choose } = use_ticks(scope);
    let ontype = query.setter();
    let onkeydown = keys(list.clone(), found.first().map(|option| option.choice.clone()), choose.clone());
    let title = match scope {
        ModelScope::Default => say.for_all,
        ModelScope::Session(_) => say.for_session,
        ModelScope::Answer(_) => say.for_answer,
    };
    let rows = found.iter().take(DRAWN).map(|option| {
        let is_chosen = option.choice == state.chosen;
        let is_ticked = ticked.contains(&option.choice);
        let tick = matches!(scope, ModelScope::Answer(_))
            .then(|| tick(option, is_ticked, ticked.len() >= MOST, words, &ontick));
        html! {
            <ModelRow
                key={key(&option.choice)} option={Rc::new((*option).clone())} {is_chosen} onchoose={choose.clone()}
                tick={tick.unwrap_or_default()}
            />
        }
    });
    let status = match found.len() {
        0 => say.nothing.to_owned(),
        count if count > DRAWN => (say.more)(count - DRAWN),
        _ => String::new(),
    };
    html! {
        <Modal {title} test_id="choose-model" {onclose}>
            <div class="models" {onkeydown}>
                <div class="palette-field">
                    <Icon name={IconName::Search} />
                    <TextInput
                        focused=true class="palette-input" test_id="model-search" verbatim=true label={say.search}
                        placeholder={say.search} {ontype}
                    />
                </div>
                <ul ref={list} class="palette-list">{ for rows }</ul>
                <p class="palette-nothing" role="status">{ status }</p>
                <div class="models-foot">{ foot(&state, scope, &ticked, &choose, words, &dispatch) }</div>
            </div>
        </Modal>
    }
}

/// The models that are ticked, and what a press on a box and on a name does.
struct Ticks {
    ticked: UseStateHandle<Vec<ModelChoice>>,
    ontick: Callback<ModelChoice>,
    choose: Callback<Option<ModelChoice>>,
}

#[hook]
fn use_ticks(scope: ModelScope) -> Ticks {
    let dispatch = use_dispatch();
    let ticked = use_state(Vec::<ModelChoice>::new);
    let ontick = {
        let ticked = ticked.clone();
        Callback::from(move |choice: ModelChoice| ticked.set(toggled(&ticked, choice)))
    };
    // Once one is ticked, the others are added to it: no press on a name throws the ticks away.
    let choose = {
        let (adds, ontick) = (!ticked.is_empty(), ontick.clone());
        Callback::from(move |choice| match choice {
            Some(choice) if adds => ontick.emit(choice),
            choice => dispatch.emit(Msg::Sessions(SessionMsg::ChooseModel(scope, choice))),
        })
    };
    Ticks { ticked, ontick, choose }
}

/// The foot of the list: the buttons for several and for the model of all, and the ways to more.
fn foot(
    state: &ChooseModelState,
    scope: ModelScope,
    ticked: &[ModelChoice],
    choose: &Callback<Option<ModelChoice>>,
    words: &Messages,
    dispatch: &Callback<Msg>,
) -> Html {
    let say = &words.settings.models;
    let several =
        if let ModelScope::Answer(key) = scope { several(key, ticked, say, dispatch) } else { Html::default() };
    let parameters = state.room.map(|room| {
        let onclick = dispatch.reform(move |_: MouseEvent| Msg::Dialog(Some(Dialog::RoomParameters(room))));
        html! { <Button label={words.command.room_parameters} test_id="model-parameters" {onclick} /> }
    });
    html! {
        <>
            { several }
            if state.is_own {
                <Button label={say.follow} test_id="model-follow" onclick={choose.reform(|_: MouseEvent| None)} />
            }
            { parameters }
            <a href={Route::Settings.to_string()} onclick={dispatch.reform(|_: MouseEvent| Msg::Dialog(None))}>{ say.manage }</a>
        </>
    }
}

/// Handles keys: Enter in the field takes the first model, the others go through the list.
fn keys(list: NodeRef, first: Option<ModelChoice>, choose: Callback<Option<ModelChoice>>) -> Callback<KeyboardEvent> {
    Callback::from(move |event: KeyboardEvent| {
        let is_typing = event.target_dyn_into::<HtmlInputElement>().is_some();
        match (event.key().as_str(), &first) {
            _ if is_composing(&event) => return,
            ("Enter", Some(first)) if is_typing => choose.emit(Some(first.clone())),
            // These move in the text that is typed.
            ("Home" | "End", _) if is_typing => return,
            (key, _) => {
                if !list.cast::<HtmlElement>().is_some_and(|list| step_focus(&list, key)) {
                    return;
                }
            }
        }
        event.prevent_default();
    })
}

/// The box that has one more model answer.
fn tick(option: &ModelOption, checked: bool, is_full: bool, words: &Messages, ontick: &Callback<ModelChoice>) -> Html {
    let choice = option.choice.clone();
    let label = (words.settings.models.tick)(&name(option, words));
    let ontick = ontick.reform(move |_: bool| choice.clone());
    html! { <Checkbox {checked} disabled={is_full && !checked} test_id="model-tick" {label} {ontick} /> }
}

/// The button that asks all models that are ticked.
fn several(key: MessageKey, ticked: &[ModelChoice], say: &Models, dispatch: &Callback<Msg>) -> Html {
    let (label, disabled, choices) = ((say.ask)(ticked.len()), ticked.is_empty(), ticked.to_vec());
    let onclick =
        dispatch.reform(move |_: MouseEvent| Msg::Sessions(SessionMsg::AnswerBySeveral(key, choices.clone())));
    html! {
        <>
            <p class="models-detail">{ (say.several)(MOST) }</p>
            <Button {label} kind={ButtonKind::Primary} test_id="model-ask" {disabled} {onclick} />
        </>
    }
}

#[derive(Clone, PartialEq, Properties)]
struct ModelRowProps {
    option: Rc<ModelOption>,
    is_chosen: bool,
    onchoose: Callback<Option<ModelChoice>>,
    /// The box that adds it to those asked at once.
    tick: Html,
}

#[component]
fn ModelRow(props: &ModelRowProps) -> Html {
    let words = use_messages();
    let say = &words.settings.models;
    let dispatch = use_dispatch();
    let option = &props.option;
    let onclick = {
        let choice = option.choice.clone();
        props.onchoose.reform(move |_: MouseEvent| Some(choice.clone()))
    };
    let onfavourite = {
        let choice = option.choice.clone();
        dispatch.reform(move |_: MouseEvent| Msg::Connect(ConnectMsg::ToggleFavourite(choice.clone())))
    };
    let name = name(option, words);
    let label = if option.is_favourite { say.unfavourite } else { say.favourite };
    html! {
        <li class="models-row" data-testid="model-option" data-provider={option.choice.provider.to_string()} data-model={option.choice.model.clone()}>
            { props.tick.clone() }
            <button
                type="button" class="menu-item models-name" aria-current={props.is_chosen.then_some("true")} {onclick}
            >
                <Icon name={if props.is_chosen { IconName::Check } else { IconName::Agent }} />
                <span class="models-words">
                    <span>{ name.clone() }</span>
                    <span class="models-detail">{ detail(option, words) }</span>
                </span>
            </button>
            <IconButton
                icon={IconName::Pin} label={label(&name)} pressed={option.is_favourite} test_id="model-favourite"
                onclick={onfavourite}
            />
        </li>
    }
}

/// The ticked models with one more, or one less.
fn toggled(ticked: &[ModelChoice], choice: ModelChoice) -> Vec<ModelChoice> {
    let mut ticked = ticked.to_vec();
    match ticked.iter().position(|known| *known == choice) {
        Some(at) => drop(ticked.remove(at)),
        None if ticked.len() < MOST => ticked.push(choice),
        None => {}
    }
    ticked
}

fn key(choice: &ModelChoice) -> String {
    format!("{} {}", choice.provider, choice.model)
}

fn name(option: &ModelOption, words: &Messages) -> String {
    if option.choice.provider.as_str() == provider::BUILTIN {
        return words.settings.models.builtin.to_owned();
    }
    if option.choice.model.is_empty() { words.settings.models.unnamed.to_owned() } else { option.choice.model.clone() }
}

/// The provider, and what is known of the model.
fn detail(option: &ModelOption, words: &Messages) -> String {
    let say = &words.settings.models;
    let traits = &option.traits;
    let able = [(traits.tools, say.tools), (traits.pictures, say.pictures), (traits.thinking, say.thinking)];
    let mut parts = Vec::new();
    if option.choice.provider.as_str() != provider::BUILTIN {
        parts.push(option.provider.clone());
    }
    parts.extend(traits.context_tokens.map(|tokens| (say.context)(&count(tokens as usize))));
    parts.extend(able.into_iter().filter(|(able, _)| *able == Some(true)).map(|(_, word)| word.to_owned()));
    parts.join(" · ")
}

/// The models that have every word that is typed, in their order.
fn matching<'o>(options: &'o [ModelOption], query: &str, words: &Messages) -> Vec<&'o ModelOption> {
    let query = folded(query);
    let typed: Vec<&str> = query.split_whitespace().collect();
    let has_all = |option: &&ModelOption| {
        let text = folded(&format!("{} {}", name(option, words), detail(option, words)));
        typed.iter().all(|word| text.contains(word))
    };
    options.iter().filter(has_all).collect()
}
