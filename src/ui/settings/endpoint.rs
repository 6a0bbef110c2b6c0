//! How one provider is reached: a form whose drafts are local until they are saved.
//!
//! - F1 Testing and listing work on what is saved, so what is typed is saved first.
//! - F2 The key's draft is dropped the moment it is saved.
//!
//! Must not be in here: choosing the provider.

use yew::prelude::*;

use super::connection::ConnectionStatus;
use super::keeping::KeyFields;
use super::models::ModelField;
use crate::app::connect::{self, ConnectMsg};
use crate::app::effect::KeyKeeping;
use crate::app::{Model, Msg, NewKey};
use crate::llm::provider::{self, BUILTIN, Provider};
use crate::llm::secret::Secret;
use crate::model::{Endpoint, Slug};
use crate::ui::kit::{Button, ButtonKind, Field};
use crate::ui::store::{Store, use_dispatch, use_messages, use_selector, use_store};

/// See [`EndpointForm`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct EndpointFormProps {
    /// The provider's id; another provider needs another form.
    pub provider: &'static str,
}

/// What was typed.
#[derive(Debug, Clone, PartialEq)]
struct Draft {
    base_url: String,
    model: String,
    key: String,
    keep: bool,
    /// The key of the address used so far is to go to the one that was typed.
    same_key: bool,
}

impl Draft {
    fn of(model: &Model, provider: &Provider) -> Self {
        let row = model.endpoint(provider);
        let keep = match connect::key_for(model, &Slug::new(provider.id), &row.base_url) {
            Some(keeping) => keeping == KeyKeeping::Device,
            None => !model.facts.shared_origin,
        };
        Self { base_url: row.base_url, model: row.model, key: String::new(), keep, same_key: false }
    }

    /// Whether it differs from what is in use for this provider.
    fn differs(&self, saved: &Endpoint) -> bool {
        self.base_url.trim() != saved.base_url
            || self.model.trim() != saved.model
            || !self.key.is_empty()
            || self.same_key
    }

    fn into_msg(self, provider: &str) -> Msg {
        let keeping = if self.keep { KeyKeeping::Device } else { KeyKeeping::Session };
        let key = (!self.key.trim().is_empty()).then(|| NewKey { secret: Secret::new(&self.key), keeping });
        Msg::Connect(ConnectMsg::SaveEndpoint {
            provider: Slug::new(provider),
            base_url: self.base_url,
            model: self.model,
            key,
            same_key: self.same_key,
        })
    }
}

/// The form.
#[component]
pub fn EndpointForm(props: &EndpointFormProps) -> Html {
    let words = use_messages();
    let store = use_store();
    let id = props.provider;
    let known = provider::by_id(id).unwrap_or_else(provider::builtin);
    let draft = use_state_eq(|| store.read(|model| Draft::of(model, known)));
    let saved = use_selector(move |model| model.endpoint(known));
    let save = use_save(&draft, known);
    let onask = use_ask(&draft, &save, known);
    let endpoint = &words.settings.endpoint;
    let onsubmit = save.reform(|event: SubmitEvent| event.prevent_default());
    let dispatch = use_dispatch();
    let test = {
        let onask = onask.clone();
        Callback::from(move |_: MouseEvent| {
            if onask.emit(()) {
                dispatch.emit(Msg::Connect(ConnectMsg::Test(Slug::new(id))));
            }
        })
    };
    let builtin = id == BUILTIN;
    let unsaved = draft.differs(&saved).then_some(endpoint.unsaved);
    html! {
        <form class="settings-form" autocomplete="off" {onsubmit}>
            <div class="settings-form" hidden={builtin}>{ fields(&draft, known, onask) }</div>
            <div class="settings-actions">
                <Button
                    label={if builtin { endpoint.choose } else { endpoint.save }} kind={ButtonKind::Primary}
                    test_id="save-endpoint" submit=true
                />
                <Button label={words.settings.connection.test} test_id="test-connection" onclick={test} />
                <span class="settings-unsaved">{ unsaved }</span>
            </div>
            <ConnectionStatus provider={id} />
        </form>
    }
}

fn fields(draft: &UseStateHandle<Draft>, known: &'static Provider, onask: Callback<(), bool>) -> Html {
    let set = |change: fn(&mut Draft, String)| {
        let draft = draft.clone();
        Callback::from(move |value: String| {
            let mut next = (*draft).clone();
            change(&mut next, value);
            draft.set(next);
        })
    };
    let onkeep = {
        let draft = draft.clone();
        Callback::from(move |keep: bool| {
            draft.set(Draft { keep, ..(*draft).clone() });
        })
    };
    let onsame = {
        let draft = draft.clone();
        Callback::from(move |same_key: bool| {
            draft.set(Draft { same_key, ..(*draft).clone() });
        })
    };
    html! {
        <>
            <BaseUrl provider={known.id} typed={draft.base_url.clone()} ontype={set(|draft, value| (draft.base_url, draft.same_key) = (value, false))} />
            <KeyFields
                base_url={draft.base_url.clone()} same={draft.same_key} {onsame} provider={known.id} needed={known.needs_key} typed={draft.key.clone()} keep={draft.keep}
                ontype={set(|draft, value| draft.key = value)} {onkeep}
            />
            <ModelField
                provider={known.id} typed={draft.model.clone()} ontype={set(|draft, value| draft.model = value)} {onask}
            />
        </>
    }
}

/// Saves what was typed and drops the key (F2).
#[hook]
fn use_save(draft: &UseStateHandle<Draft>, known: &'static Provider) -> Callback<()> {
    let dispatch = use_dispatch();
    let draft = draft.clone();
    Callback::from(move |()| {
        let typed = (*draft).clone();
        draft.set(Draft { key: String::new(), same_key: false, ..typed.clone() });
        dispatch.emit(typed.into_msg(known.id));
    })
}

/// Saves where that is needed and says whether requests may go to the endpoint now (F1). Where they may not, the page
/// is being loaded again, and the test is done after that.
#[hook]
fn use_ask(draft: &UseStateHandle<Draft>, save: &Callback<()>, known: &'static Provider) -> Callback<(), bool> {
    let store = use_store();
    let (draft, save) = (draft.clone(), save.clone());
    Callback::from(move |()| {
        if known.id == BUILTIN {
            return true;
        }
        if !is_saved(&store, known) || draft.differs(&store.read(|model| model.endpoint(known))) {
            save.emit(());
        }
        store.read(|model| connect::is_allowed(model, &model.endpoint(known)))
    })
}

fn is_saved(store: &Store, known: &Provider) -> bool {
    store.read(|model| model.workspace.get::<Endpoint>(&Slug::new(known.id)).is_some())
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct BaseUrlProps {
    provider: &'static str,
    typed: AttrValue,
    ontype: Callback<String>,
}

#[component]
fn BaseUrl(props: &BaseUrlProps) -> Html {
    let words = use_messages();
    let language = use_selector(Model::language);
    let known = provider::by_id(props.provider).unwrap_or_else(provider::builtin);
    let endpoint = &words.settings.endpoint;
    let oninput =
        props.ontype.reform(|event: InputEvent| event.target_unchecked_into::<web_sys::HtmlInputElement>().value());
    let others = known.alternates.iter().map(|other| {
        let onclick = props.ontype.reform(move |_: MouseEvent| other.base_url.to_owned());
        html! {
            <li key={other.base_url}>
                <Button label={other.base_url} kind={ButtonKind::Quiet} {onclick} />
                <span class="field-hint">{ other.note.get(*language) }</span>
            </li>
        }
    });
    html! {
        <div>
            <Field label={endpoint.base_url} hint={endpoint.base_url_hint}>
                <input
                    type="url" value={props.typed.clone()} placeholder="https://example.org/v1" autocomplete="off"
                    autocapitalize="off" spellcheck="false" data-testid="base-url" {oninput}
                />
            </Field>
            <div hidden={known.alternates.is_empty()}>
                <p class="field-hint">{ endpoint.alternates }</p>
                <ul class="settings-alternates">{ for others }</ul>
            </div>
        </div>
    }
}
