//! Which provider, and whether a page can call it, said before a key is typed.

use std::collections::BTreeSet;

use yew::prelude::*;

use super::device::DeviceModels;
use super::drafts::Drafts;
use super::endpoint::EndpointForm;
use super::local::LocalSearch;
use super::permission::PermissionHelp;
use crate::kit::dom::origin;
use crate::kit::{Button, Field, Icon, IconButton, IconName, Select, SelectOption};
use crate::store::{use_dispatch, use_messages, use_selector, use_store};
use espalier_app::{Confirm, Dialog, Model, Msg, ProbeKind, ProbeState, connect};
use espalier_llm::provider::{self, BUILTIN, BrowserAccess, CUSTOM, DEVICE, PROVIDERS, Provider};
use espalier_model::settings::Language;
use espalier_model::{Endpoint, Slug};

/// Choice of the model: one found on this computer, or a provider and its connection.
#[component]
pub fn ProviderForm() -> Html {
    let words = use_messages();
    let in_use = use_selector(|model| model.provider().id);
    let shared = use_selector(|model| model.facts.shared_origin);
    let pointed = use_selector(|model| {
        let provider = model.pointed.as_ref()?.provider.as_ref()?;
        provider::by_id(provider.as_str()).map(|known| known.id)
    });
    let drafts = use_context::<Drafts>().unwrap_or_default();
    let chosen = use_state_eq(|| {
        let id = pointed.or_else(|| drafts.chosen()).unwrap_or(*in_use);
        drafts.choose(id);
        id
    });
    // Noted at once: the form may go before what was chosen is drawn.
    let onchoose = use_callback((chosen.setter(), drafts), |id: &'static str, (chosen, drafts)| {
        drafts.choose(id);
        chosen.set(id);
    });
    let choose = onchoose.clone();
    use_effect_with(*pointed, move |pointed| {
        if let Some(id) = pointed {
            choose.emit(id);
        }
    });
    // A model that was found on this computer was put to use: its provider is the one to look at then.
    let seen = use_mut_ref(|| *in_use);
    let choose = onchoose.clone();
    use_effect_with(*in_use, move |id| {
        if seen.replace(id) != *id {
            choose.emit(id);
        }
    });
    let known = provider::by_id(&chosen).unwrap_or_else(provider::builtin);
    let onadd = onchoose.reform(|known: &'static Provider| known.id);
    let endpoint = &words.settings.endpoint;
    html! {
        <>
            <p>{ endpoint.intro }</p>
            <LocalSearch />
            <ProviderSelect chosen={known.id} onchoose={onchoose.clone()} />
            <Connections {known} {onadd} />
            <ProviderNote provider={known.id} />
            <p class="settings-warning" data-testid="shared-origin" hidden={!*shared}>
                <Icon name={IconName::Warning} /><span>{ endpoint.shared_origin }</span>
            </p>
            if known.traits.on_device {
                <DeviceModels input="model-file" />
            } else {
                <div><EndpointForm key={known.id} provider={known.id} /></div>
            }
        </>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct ProviderSelectProps {
    chosen: &'static str,
    onchoose: Callback<&'static str>,
}

#[component]
fn ProviderSelect(props: &ProviderSelectProps) -> Html {
    let words = use_messages();
    let configured = use_selector(configured);
    let onchoose = props.onchoose.clone();
    let onchoose = Callback::from(move |id: String| {
        if let Some(provider) = provider::by_id(&id) {
            onchoose.emit(provider.id);
        }
    });
    let chosen = props.chosen;
    let named = use_selector(move |model| named(model, chosen));
    let options = named.iter().map(|(id, name)| {
        let mark = if configured.contains(*id) { "✓ " } else { "" };
        SelectOption::new(*id, format!("{mark}{name}"))
    });
    html! {
        <Field label={words.settings.endpoint.provider} hint={words.settings.endpoint.configured}>
            <Select test_id="provider" value={props.chosen} options={options.collect::<Vec<_>>()} {onchoose} />
        </Field>
    }
}

/// The connections with their names: each provider, followed by its further ones.
fn named(model: &Model, chosen: &'static str) -> Vec<(&'static str, String)> {
    let unsaved = provider::by_id(chosen).filter(|known| known.number().is_some());
    let all: BTreeSet<&str> = model.further_connections().chain(unsaved).map(|known| known.id).collect();
    let further = |first: &Provider| {
        let kind = first.id;
        all.iter().filter_map(|id| provider::by_id(id)).filter(move |known| known.kind() == kind)
    };
    let connections =
        in_order(model.language()).into_iter().flat_map(|first| std::iter::once(first).chain(further(first)));
    connections.map(|known| (known.id, model.connection_name(known))).collect()
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct ConnectionsProps {
    known: &'static Provider,
    onadd: Callback<&'static Provider>,
}

/// Buttons for a further connection to the same provider: one begins it, one removes it.
#[component]
fn Connections(props: &ConnectionsProps) -> Html {
    let words = use_messages();
    let store = use_store();
    let known = props.known;
    let is_saved = use_selector(move |model| model.workspace.get::<Endpoint>(&Slug::new(known.id)).is_some());
    let onadd = {
        let (store, onadd) = (store.clone(), props.onadd.clone());
        Callback::from(move |_: MouseEvent| {
            let next = store.read(|model| {
                let is_taken = |id: &str| model.workspace.get::<Endpoint>(&Slug::new(id)).is_some();
                provider::another(known.kind(), is_taken)
            });
            if let Some(next) = next {
                onadd.emit(next);
            }
        })
    };
    let onremove = Callback::from(move |_: MouseEvent| {
        let question = Confirm::RemoveConnection(Slug::new(known.id));
        store.dispatch(Msg::Dialog(Some(Dialog::Confirm(question))));
    });
    let endpoint = &words.settings.endpoint;
    html! {
        <div class="settings-actions" hidden={known.id == BUILTIN || known.traits.on_device || !*is_saved}>
            <Button label={endpoint.another} test_id="add-connection" onclick={onadd} />
            if known.number().is_some() {
                <Button label={endpoint.remove} test_id="remove-connection" onclick={onremove} />
            }
        </div>
    }
}

/// The providers in the order in which they are offered: in English those that a page can call come first.
fn in_order(language: Language) -> Vec<&'static Provider> {
    let mut providers: Vec<&Provider> = PROVIDERS.iter().collect();
    if language == Language::En {
        let last = |provider: &Provider| [BUILTIN, DEVICE, CUSTOM].contains(&provider.id);
        providers.sort_by_key(|provider| !last(provider) && provider.browser == BrowserAccess::No);
        providers.sort_by_key(|provider| last(provider));
    }
    providers
}

/// The providers that the user has set up.
fn configured(model: &Model) -> BTreeSet<String> {
    let saved = model.workspace.tables().endpoints.iter();
    let ready = saved.filter(|(id, row)| {
        provider::by_id(id.as_str()).is_none_or(|known| !connect::lacks_key(model, known, &row.base_url))
    });
    ready.map(|(id, _)| id).chain(model.keys.keys().map(|place| &place.provider)).map(Slug::to_string).collect()
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct ProviderNoteProps {
    provider: &'static str,
}

#[component]
fn ProviderNote(props: &ProviderNoteProps) -> Html {
    let words = use_messages();
    let language = use_selector(Model::language);
    let known = provider::by_id(props.provider).unwrap_or_else(provider::builtin);
    let id = known.id;
    // A server that has answered has the setting it needs.
    let works = use_selector(move |model| {
        matches!(model.probes.get(&(Slug::new(id), ProbeKind::Connection)), Some(ProbeState::Ok(_)))
    });
    let browser = if *works { BrowserAccess::Yes } else { known.browser };
    let endpoint = &words.settings.endpoint;
    let setting = (known.setting.is_some() && !*works).then(|| {
        html! { <><p>{ endpoint.setting }</p><SettingLine provider={known.id} test_id="provider-setting" /></> }
    });
    html! {
        <div class={classes!("settings-note", note_class(browser))} data-testid="provider-note">
            <p><strong>{ access(browser, endpoint) }</strong></p>
            <p>{ known.note.get(*language) }</p>
            <div>{ setting }</div>
            <div>{ (known.id != BUILTIN && !known.traits.on_device).then(|| html! { <PermissionHelp /> }) }</div>
        </div>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct SettingLineProps {
    /// The provider's id.
    pub provider: &'static str,
    /// The `data-testid` of the line.
    #[prop_or_default]
    pub test_id: Option<AttrValue>,
}

/// The line that starts a server so that it answers this page, to be copied.
#[component]
pub fn SettingLine(props: &SettingLineProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let here = use_state_eq(String::new);
    let set_here = here.setter();
    use_effect_with((), move |()| set_here.set(origin().unwrap_or_default()));
    let Some(line) = provider::by_id(props.provider).and_then(|known| known.setting_for(&here)) else {
        return Html::default();
    };
    let copied = line.clone();
    let onclick = dispatch.reform(move |_: MouseEvent| Msg::Copy(copied.clone()));
    html! {
        <p class="settings-command">
            <code data-testid={props.test_id.clone()} translate="no">{ line }</code>
            <IconButton icon={IconName::Copy} label={words.settings.endpoint.copy} {onclick} />
        </p>
    }
}

/// Whether a page can call it, in words.
pub(super) const fn access(browser: BrowserAccess, words: &espalier_i18n::settings::Endpoint) -> &'static str {
    match browser {
        BrowserAccess::Yes => words.browser_yes,
        BrowserAccess::No => words.browser_no,
        BrowserAccess::NeedsSetting => words.browser_setting,
        BrowserAccess::Unknown => words.browser_unknown,
    }
}

/// The class of a note on it.
pub(super) const fn note_class(browser: BrowserAccess) -> &'static str {
    match browser {
        BrowserAccess::Yes => "settings-note-good",
        BrowserAccess::No => "settings-note-bad",
        BrowserAccess::NeedsSetting | BrowserAccess::Unknown => "settings-note-open",
    }
}
