//! How one provider is reached: a form whose drafts are local until they are saved.
//!
//! - F1 Testing and listing work on what is saved, so what is typed is saved first.
//! - F2 The key's draft is dropped the moment it is saved.
//! - F3 What is typed is kept while the settings are not on the screen ([`Drafts`]), and the address and model over a
//!   reload as well; a key never is before it was saved.
//! - F4 An address that cannot be used is neither saved nor asked, and a provider without the key it needs is not asked;
//!   both are said.

use serde_json::json;
use yew::prelude::*;

use super::connection::ConnectionStatus;
use super::drafts::Drafts;
use super::keeping::KeyFields;
use super::models::ModelField;
use crate::kit::dom::{focus, use_layout_effect};
use crate::kit::{Button, ButtonKind, Field, TextInput};
use crate::pointed::use_pointed;
use crate::store::{Store, use_dispatch, use_leaving, use_messages, use_selector, use_store};
use espalier_app::connect::{self, ConnectMsg, SettingsField};
use espalier_app::effect::KeyKeeping;
use espalier_app::{Model, Msg, NewKey};
use espalier_llm::models::TEST_QUESTION;
use espalier_llm::provider::{self, BUILTIN, Provider};
use espalier_llm::request::{BaseProblem, check_base, origin_of};
use espalier_llm::secret::Secret;
use espalier_model::{Endpoint, Slug};

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct EndpointFormProps {
    /// The provider's id; another provider needs another form.
    pub provider: &'static str,
}

/// The form as typed, before it is saved.
#[derive(Debug, Clone, PartialEq)]
pub struct Draft {
    /// Name of a further connection.
    name: String,
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
        Self { name: row.name, base_url: row.base_url, model: row.model, key: String::new(), keep, same_key: false }
    }

    /// Whether it differs from what is in use for this provider.
    fn differs(&self, saved: &Endpoint) -> bool {
        self.base_url.trim() != saved.base_url
            || self.name.trim() != saved.name
            || self.model.trim() != saved.model
            || !self.key.is_empty()
            || self.same_key
    }

    /// The part of it that is kept over a reload (F3); nothing where that is as it was saved. An address may carry a key in front
    /// of the host or behind the path, and is not kept then.
    fn words(&self, saved: &Endpoint) -> Option<String> {
        let is_typed = self.base_url.trim() != saved.base_url || self.model.trim() != saved.model;
        let is_plain = !self.base_url.contains(['@', '?', '#']);
        (is_typed && is_plain).then(|| json!([self.base_url, self.model]).to_string())
    }

    /// The fields with the values kept over a reload.
    fn with_words(self, words: &str) -> Self {
        match serde_json::from_str(words) {
            Ok((base_url, model)) => Self { base_url, model, ..self },
            Err(_) => self,
        }
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

/// Returns the key under which a provider's draft is kept.
fn place_of(provider: &str) -> String {
    format!("settings.endpoint.{provider}")
}

/// Reason why a draft cannot be saved.
#[derive(Debug, Clone, PartialEq)]
enum DraftError {
    Address(BaseProblem),
    NoKey,
}

#[component]
pub fn EndpointForm(props: &EndpointFormProps) -> Html {
    let words = use_messages();
    let id = props.provider;
    let known = provider::by_id(id).unwrap_or_else(provider::builtin);
    let saved = use_selector(move |model| model.endpoint(known));
    let draft = use_kept_draft(known, &saved);
    let refused = use_state_eq(|| None::<DraftError>);
    let differs = draft.differs(&saved);
    let save = use_save(&draft, &refused, known);
    let onask = use_ask(&draft, &refused, &save, known);
    let endpoint = &words.settings.endpoint;
    let onsubmit = {
        let save = save.clone();
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            // Where it could not, the form says so.
            save.emit(());
        })
    };
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
    let place = origin_of(&draft.base_url).unwrap_or_else(|| draft.base_url.trim().to_owned());
    let sends = (words.settings.connection.sends)(TEST_QUESTION, &place);
    let no_key = *refused == Some(DraftError::NoKey);
    let no_key = no_key.then(|| (endpoint.key_missing)(known.name.get(words.language)));
    html! {
        <form class="settings-form" data-provider={id} autocomplete="off" novalidate=true {onsubmit}>
            <div class="settings-form" hidden={builtin}>{ fields(&draft, &refused, known, onask, endpoint) }</div>
            <div class="settings-actions">
                <Button
                    label={if builtin { endpoint.choose } else { endpoint.save }} kind={ButtonKind::Primary}
                    test_id="save-endpoint" submit=true
                />
                <Button label={words.settings.connection.test} test_id="test-connection" onclick={test} />
                <span class="settings-unsaved">{ differs.then_some(endpoint.unsaved) }</span>
            </div>
            <p class="field-hint" hidden={builtin || place.is_empty()} data-testid="test-sends">{ sends }</p>
            <p class="field-hint" hidden={builtin}>{ endpoint.save_hint }</p>
            <p class="settings-wrong" role="alert" id="key-missing" data-testid="key-missing">{ no_key }</p>
            <ConnectionStatus provider={id} />
        </form>
    }
}

/// The draft of a provider's endpoint, which is kept where the form goes before it is saved.
#[hook]
fn use_kept_draft(known: &'static Provider, saved: &Endpoint) -> UseStateHandle<Draft> {
    let store = use_store();
    let drafts = use_context::<Drafts>().unwrap_or_default();
    let draft = use_state_eq(|| {
        let kept = |model: &Model| {
            let saved = Draft::of(model, known);
            let words = model.words.get(&place_of(known.id));
            words.map_or_else(|| saved.clone(), |words| saved.clone().with_words(words))
        };
        drafts.get(known.id).unwrap_or_else(|| store.read(kept))
    });
    let keep = {
        let (draft, drafts, store) = (draft.clone(), drafts.clone(), store.clone());
        Callback::from(move |()| {
            let saved = store.read(|model| model.endpoint(known));
            drafts.keep(known.id, draft.differs(&saved).then(|| (*draft).clone()));
            store.dispatch(Msg::Words(place_of(known.id), draft.words(&saved)));
        })
    };
    // The last letters may not be drawn yet when the form goes.
    use_leaving(keep.clone());
    use_effect_with((), move |()| move || keep.emit(()));
    use_effect_with((draft.differs(saved).then(|| (*draft).clone()), drafts), move |(typed, drafts)| {
        drafts.keep(known.id, typed.clone());
    });
    use_effect_with(draft.words(saved), move |words| {
        store.dispatch(Msg::Words(place_of(known.id), words.clone()));
    });
    draft
}

fn fields(
    draft: &UseStateHandle<Draft>,
    refused: &UseStateHandle<Option<DraftError>>,
    known: &'static Provider,
    onask: Callback<(), bool>,
    words: &'static espalier_i18n::settings::Endpoint,
) -> Html {
    let set = |change: fn(&mut Draft, String)| {
        let (draft, refused) = (draft.clone(), refused.setter());
        Callback::from(move |value: String| {
            let mut next = (*draft).clone();
            change(&mut next, value);
            draft.set(next);
            refused.set(None);
        })
    };
    let onkeep = {
        let draft = draft.clone();
        Callback::from(move |keep: bool| {
            draft.set(Draft { keep, ..(*draft).clone() });
        })
    };
    let problem = match &**refused {
        Some(DraftError::Address(problem)) => Some(problem.clone()),
        _ => None,
    };
    let onsame = {
        let draft = draft.clone();
        Callback::from(move |same_key: bool| {
            draft.set(Draft { same_key, ..(*draft).clone() });
        })
    };
    let name = known.number().is_some().then(|| {
        html! {
            <Field label={words.connection_name}>
                <TextInput
                    value={draft.name.clone()} test_id="connection-name" ontype={set(|draft, value| draft.name = value)}
                />
            </Field>
        }
    });
    html! {
        <>
            { name }
            <BaseUrl
                provider={known.id} typed={draft.base_url.clone()} {problem}
                ontype={set(|draft, value| (draft.base_url, draft.same_key) = (value, false))}
            />
            <KeyFields
                base_url={draft.base_url.clone()} same={draft.same_key} {onsame} provider={known.id} needed={known.needs_key} typed={draft.key.clone()} keep={draft.keep}
                missing={**refused == Some(DraftError::NoKey)} ontype={set(|draft, value| draft.key = value)} {onkeep}
            />
            <ModelField
                provider={known.id} typed={draft.model.clone()} ontype={set(|draft, value| draft.model = value)} {onask}
            />
        </>
    }
}

/// Saves what was typed and drops the key (F2); says whether it could (F4).
#[hook]
fn use_save(
    draft: &UseStateHandle<Draft>,
    refused: &UseStateHandle<Option<DraftError>>,
    known: &'static Provider,
) -> Callback<(), bool> {
    let store = use_store();
    let (draft, refused) = (draft.clone(), refused.setter());
    Callback::from(move |()| {
        let typed = (*draft).clone();
        if known.id != BUILTIN
            && let Err(problem) = check_base(&typed.base_url)
        {
            refused.set(Some(DraftError::Address(problem)));
            return false;
        }
        draft.set(Draft { key: String::new(), same_key: false, ..typed.clone() });
        let (base_url, name) = (typed.base_url.clone(), typed.name.clone());
        store.dispatch(typed.into_msg(known.id));
        if known.number().is_some() {
            store.dispatch(Msg::Connect(ConnectMsg::NameConnection(Slug::new(known.id), name)));
        }
        let no_key = store.read(|model| connect::lacks_key(model, known, &base_url));
        refused.set(no_key.then_some(DraftError::NoKey));
        true
    })
}

/// Saves where that is needed and says whether requests may go to the endpoint now (F1). Where they may not, the page
/// is being loaded again, and the test is done after that.
#[hook]
fn use_ask(
    draft: &UseStateHandle<Draft>,
    refused: &UseStateHandle<Option<DraftError>>,
    save: &Callback<(), bool>,
    known: &'static Provider,
) -> Callback<(), bool> {
    let store = use_store();
    let (draft, save, refused) = (draft.clone(), save.clone(), refused.setter());
    Callback::from(move |()| {
        if known.id == BUILTIN {
            return true;
        }
        let is_allowed = || store.read(|model| connect::is_allowed(model, &model.endpoint(known)));
        let as_saved = is_saved(&store, known) && !draft.differs(&store.read(|model| model.endpoint(known)));
        let is_ready = as_saved && is_allowed();
        if !is_ready && !save.emit(()) {
            return false;
        }
        let no_key = store.read(|model| connect::lacks_key(model, known, &model.endpoint(known).base_url));
        refused.set(no_key.then_some(DraftError::NoKey));
        !no_key && is_allowed()
    })
}

fn is_saved(store: &Store, known: &Provider) -> bool {
    store.read(|model| model.workspace.get::<Endpoint>(&Slug::new(known.id)).is_some())
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct BaseUrlProps {
    provider: &'static str,
    typed: AttrValue,
    problem: Option<BaseProblem>,
    ontype: Callback<String>,
}

#[component]
fn BaseUrl(props: &BaseUrlProps) -> Html {
    let words = use_messages();
    let language = use_selector(Model::language);
    let known = provider::by_id(props.provider).unwrap_or_else(provider::builtin);
    let endpoint = &words.settings.endpoint;
    let node = use_node_ref();
    use_pointed(SettingsField::BaseUrl, Some(known.id), &node);
    let field = node.clone();
    use_layout_effect(props.problem.clone(), move |problem| {
        if problem.is_some() {
            focus(&field);
        }
    });
    let problem = props.problem.as_ref().map(|problem| (endpoint.base_problem)(problem));
    let invalid = problem.is_some();
    let meant = props.problem.as_ref().and_then(|problem| match problem {
        BaseProblem::NoScheme(meant) => Some(meant.clone()),
        _ => None,
    });
    let meant = meant.map(|meant| {
        let typed = meant.clone();
        let onclick = props.ontype.reform(move |_: MouseEvent| typed.clone());
        html! { <Button label={(endpoint.base_use)(&meant)} test_id="base-url-meant" {onclick} /> }
    });
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
                <TextInput
                    {node} kind="url" {invalid} described_by="base-url-problem" value={props.typed.clone()}
                    placeholder="https://example.org/v1" verbatim=true test_id="base-url" ontype={props.ontype.clone()}
                />
            </Field>
            <div class="settings-wrong" role="alert" id="base-url-problem" data-testid="base-url-problem">{ problem }</div>
            <div>{ meant }</div>
            <div hidden={known.alternates.is_empty()}>
                <p class="field-hint">{ endpoint.alternates }</p>
                <ul class="settings-alternates">{ for others }</ul>
            </div>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(base_url: &str, key: &str) -> Draft {
        let (base_url, model) = (base_url.to_owned(), "m".to_owned());
        Draft { name: String::new(), base_url, model, key: key.to_owned(), keep: true, same_key: false }
    }

    #[test]
    fn the_address_and_the_model_are_kept_over_a_reload_and_no_key() {
        let known = provider::by_id("openai").expect("it is in the table");
        let model = Model::default();
        let saved = model.endpoint(known);
        let typed = draft("https://relay.example/v1", "sk-secret");
        let words = typed.words(&saved).expect("it is kept");
        assert!(!words.contains("secret"), "{words}");
        let again = Draft::of(&model, known).with_words(&words);
        assert_eq!((again.base_url.as_str(), again.model.as_str()), ("https://relay.example/v1", "m"));
        assert!(again.key.is_empty());
        let as_saved = Draft::of(&model, known);
        assert_eq!(Draft { key: "sk-secret".to_owned(), ..as_saved.clone() }.words(&saved), None);
        for address in ["https://me:secret@relay.example", "https://relay.example/v1?key=secret", "https://a/#secret"] {
            assert_eq!(draft(address, "").words(&saved), None, "{address}");
        }
        assert_eq!(as_saved.clone().with_words("[1]"), as_saved, "what cannot be read is left");
    }
}
