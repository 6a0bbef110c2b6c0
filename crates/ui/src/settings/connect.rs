//! The dialog in which a model is connected from any room: ways to one, a page for each, and a last page.

use yew::prelude::*;

use super::connection::ConnectionStatus;
use super::device::DeviceModels;
use super::download::DownloadPage;
use super::local::LocalSearch;
use super::provider::{access, note_class};
use crate::kit::dom::{field_value, focus, use_autofocus, use_layout_effect};
use crate::kit::{Button, ButtonKind, Checkbox, Field, Icon, IconName, Modal, TextInput};
use crate::store::{use_dispatch, use_messages, use_selector, use_store};
use espalier_app::connect::local::LOCAL_PROVIDERS;
use espalier_app::connect::{self, ConnectMsg, ConnectPage, ModelScope};
use espalier_app::device::download;
use espalier_app::effect::KeyKeeping;
use espalier_app::navigate::Route;
use espalier_app::sessions::SessionMsg;
use espalier_app::{Dialog, Model, Msg, NewKey, ProbeKind, ProbeState};
use espalier_llm::error::ErrorKind;
use espalier_llm::provider::{self, BrowserAccess, PROVIDERS, Provider};
use espalier_llm::request::origin_of;
use espalier_llm::secret::Secret;
use espalier_model::Slug;

/// The id of the element in which files are chosen.
const INPUT: &str = "connect-file";

#[component]
pub fn ConnectDialog() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let page = *use_selector(|model| model.connecting.page);
    let say = &words.settings.connect;
    let content = match page {
        ConnectPage::Doors => html! { <Doors /> },
        ConnectPage::Local => html! { <LocalPage /> },
        ConnectPage::Key(chosen) => html! { <KeyPage {chosen} /> },
        ConnectPage::File => html! { <DeviceModels input={INPUT} /> },
        ConnectPage::Download => html! { <DownloadPage /> },
        ConnectPage::Ready => html! { <ReadyPage /> },
    };
    let onback = dispatch.reform(|_: MouseEvent| Msg::Connect(ConnectMsg::Show(ConnectPage::Doors)));
    let goes_back = !matches!(page, ConnectPage::Doors | ConnectPage::Ready);
    let onclose = dispatch.reform(|()| Msg::Dialog(None));
    html! {
        <Modal title={words.settings.local.title} test_id="connect" onclose={onclose.clone()}>
            <div class="connect">
                if goes_back {
                    <div class="connect-back">
                        <Button
                            label={say.back} icon={IconName::ChevronLeft} kind={ButtonKind::Quiet} test_id="connect-back"
                            focused={!matches!(page, ConnectPage::Key(_))} onclick={onback}
                        />
                    </div>
                }
                { content }
                if page != ConnectPage::Ready {
                    <p class="connect-foot">
                        <span class="field-hint">{ if page == ConnectPage::Doors { say.privacy } else { "" } }</span>
                        <a href={Route::Settings.to_string()} onclick={onclose.reform(|_: MouseEvent| ())}>{ say.all_settings }</a>
                    </p>
                }
            </div>
        </Modal>
    }
}

/// The ways to a model.
#[component]
fn Doors() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let say = &words.settings.connect;
    let first = use_node_ref();
    use_autofocus(&first, true);
    let doors = [
        ("local", say.local, ConnectPage::Local),
        ("key", say.key, ConnectPage::Key(None)),
        ("file", say.file, ConnectPage::File),
        ("download", say.download, ConnectPage::Download),
    ];
    let doors = doors.into_iter().enumerate().map(|(at, (door, (title, text), page))| {
        let onclick = dispatch.reform(move |_: MouseEvent| Msg::Connect(ConnectMsg::Show(page)));
        html! {
            <button
                key={door} ref={if at == 0 { first.clone() } else { NodeRef::default() }} type="button" class="connect-door" data-testid="connect-door" data-door={door} autofocus={at == 0}
                {onclick}
            >
                <span><strong>{ title }</strong><span class="field-hint">{ text }</span></span>
                <Icon name={IconName::ChevronRight} />
            </button>
        }
    });
    html! { <div class="connect-doors">{ for doors }</div> }
}

/// The servers on this computer, and the trial of the one that is used.
#[component]
fn LocalPage() -> Html {
    let in_use = use_selector(|model| LOCAL_PROVIDERS.into_iter().find(|id| *id == model.provider().id));
    html! {
        <>
            <LocalSearch />
            if let Some(provider) = *in_use {
                <ConnectionStatus {provider} in_dialog=true />
            }
        </>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct KeyPageProps {
    chosen: Option<&'static str>,
}

/// The providers that take a key, and the field for it.
#[component]
fn KeyPage(props: &KeyPageProps) -> Html {
    let words = use_messages();
    let language = use_selector(Model::language);
    let dispatch = use_dispatch();
    let say = &words.settings.connect;
    let first = use_node_ref();
    use_autofocus(&first, props.chosen.is_none());
    let group = |callable: bool| {
        let with_key =
            PROVIDERS.iter().filter(move |known| known.needs_key && callable == (known.browser == BrowserAccess::Yes));
        let buttons = with_key.enumerate().map(|(at, known)| {
            let id = known.id;
            let onclick = dispatch.reform(move |_: MouseEvent| Msg::Connect(ConnectMsg::Show(ConnectPage::Key(Some(id)))));
            let pressed = props.chosen == Some(id);
            let is_first = callable && at == 0;
            html! {
                <button
                    key={id} ref={if is_first { first.clone() } else { NodeRef::default() }} type="button" class="button button-plain" data-testid="connect-provider" data-provider={id}
                    aria-pressed={pressed.to_string()} autofocus={props.chosen.is_none() && is_first} {onclick}
                >
                    { known.name.get(*language) }
                </button>
            }
        });
        buttons.collect::<Html>()
    };
    let known = props.chosen.and_then(provider::by_id);
    html! {
        <>
            <h3>{ say.provider }</h3>
            <div class="settings-actions">{ group(true) }</div>
            <p class="field-hint">{ words.settings.endpoint.browser_unknown }</p>
            <div class="settings-actions">{ group(false) }</div>
            if let Some(known) = known {
                <KeyForm key={known.id} {known} />
            }
        </>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct KeyFormProps {
    known: &'static Provider,
}

/// The field for the key of a provider, which is tried as soon as one is pasted.
#[component]
fn KeyForm(props: &KeyFormProps) -> Html {
    let words = use_messages();
    let language = use_selector(Model::language);
    let known = props.known;
    let id = known.id;
    let probe = use_selector(move |model| model.probes.get(&(Slug::new(id), ProbeKind::Connection)).cloned());
    let host = use_selector(move |model| origin_of(&model.endpoint(known).base_url).unwrap_or_default());
    let KeyEntry { node, typed, keep, ontype, onsubmit, onpaste } = use_key_entry(known);
    let is_refused = matches!(&*probe, Some(ProbeState::Failed(error)) if error.kind == ErrorKind::Authentication);
    let field = node.clone();
    use_layout_effect(is_refused, move |is_refused| {
        if *is_refused {
            focus(&field);
        }
    });
    let (say, endpoint) = (&words.settings.connect, &words.settings.endpoint);
    let note = (known.browser != BrowserAccess::Yes).then(|| {
        html! {
            <div class={classes!("settings-note", note_class(known.browser))}>
                <p><strong>{ access(known.browser, endpoint) }</strong></p>
                <p>{ known.note.get(*language) }</p>
            </div>
        }
    });
    let key_page = known.key_page.map(|page| {
        html! { <a href={page} target="_blank" rel="noopener noreferrer">{ endpoint.create_key }</a> }
    });
    let host = host.split_once("://").map_or(host.as_str(), |(_, host)| host);
    html! {
        <form class="settings-form" autocomplete="off" novalidate=true {onsubmit} {onpaste}>
            { note }
            <div class="settings-row">
                <Field label={endpoint.api_key}>
                    <TextInput
                        {node} kind="password" focused=true invalid={is_refused} described_by="connect-status"
                        value={(*typed).clone()} verbatim=true test_id="connect-key" {ontype}
                    />
                </Field>
                <Button
                    label={say.check} test_id="connect-try" submit=true
                    disabled={matches!(&*probe, Some(ProbeState::Testing))}
                />
            </div>
            <div id="connect-status"><ConnectionStatus provider={id} in_dialog=true /></div>
            <p class="field-hint">{ (say.goes)(host) }{ " " }{ key_page }</p>
            <Field label={endpoint.keep} hint={endpoint.keep_hint} inline=true>
                <Checkbox checked={*keep} test_id="connect-keep" ontick={keep.setter()} />
            </Field>
        </form>
    }
}

/// The field of the form of a key, and the events that try the key.
struct KeyEntry {
    node: NodeRef,
    typed: UseStateHandle<String>,
    keep: UseStateHandle<bool>,
    ontype: Callback<String>,
    onsubmit: Callback<SubmitEvent>,
    onpaste: Callback<Event>,
}

#[hook]
fn use_key_entry(known: &'static Provider) -> KeyEntry {
    let store = use_store();
    let node = use_node_ref();
    let typed = use_state(String::new);
    let keep = use_state(|| store.read(|model| keeps(model, known)));
    let is_pasted = use_mut_ref(|| false);
    let try_key = {
        let (node, typed, keep) = (node.clone(), typed.setter(), *keep);
        move |key: &str| {
            if key.trim().is_empty() {
                return focus(&node);
            }
            typed.set(String::new());
            let keeping = if keep { KeyKeeping::Device } else { KeyKeeping::Session };
            let key = NewKey { secret: Secret::new(key), keeping };
            store.dispatch(Msg::Connect(ConnectMsg::TryKey(known.id, key)));
        }
    };
    let ontype = {
        let (try_key, typed, is_pasted) = (try_key.clone(), typed.setter(), is_pasted.clone());
        Callback::from(move |key: String| {
            if std::mem::take(&mut *is_pasted.borrow_mut()) {
                try_key(&key);
            } else {
                typed.set(key);
            }
        })
    };
    let onsubmit = {
        let node = node.clone();
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            try_key(&field_value(&node).unwrap_or_default());
        })
    };
    let onpaste = Callback::from(move |_: Event| *is_pasted.borrow_mut() = true);
    KeyEntry { node, typed, keep, ontype, onsubmit, onpaste }
}

/// Whether the key of a provider is kept, or one would be.
fn keeps(model: &Model, known: &Provider) -> bool {
    let keeping = connect::key_for(model, &Slug::new(known.id), &model.endpoint(known).base_url);
    keeping.map_or(!model.facts.shared_origin, |keeping| keeping == KeyKeeping::Device)
}

/// The model that answers from now on, and what can be done with it.
#[component]
fn ReadyPage() -> Html {
    let words = use_messages();
    let store = use_store();
    let dispatch = use_dispatch();
    let name = use_selector(|model| model.endpoint(model.provider()).model);
    let say = &words.settings.connect;
    let name = if name.is_empty() { words.settings.models.unnamed } else { download::name_of(&name) };
    let onstart = Callback::from(move |_: MouseEvent| {
        store.dispatch(Msg::Dialog(None));
        store.dispatch(Msg::Sessions(SessionMsg::New));
        store.dispatch(Msg::FocusComposer);
    });
    let onanother = dispatch.reform(|_: MouseEvent| Msg::Dialog(Some(Dialog::ChooseModel(ModelScope::Default))));
    html! {
        <div class="connect-ready" data-testid="connect-ready">
            <h3 role="status"><Icon name={IconName::Check} /><span>{ (say.ready)(name) }</span></h3>
            <div class="settings-actions">
                <Button
                    label={say.start} kind={ButtonKind::Primary} test_id="connect-start" focused=true onclick={onstart}
                />
                <Button label={say.another} test_id="connect-another" onclick={onanother} />
            </div>
        </div>
    }
}
