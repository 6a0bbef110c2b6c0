//! The model: any text, with suggestions and what is known about the one that is named.

use yew::prelude::*;

use crate::kit::{Button, Field, Select, SelectOption, TextInput};
use crate::pointed::use_pointed;
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::connect::{ConnectMsg, SettingsField};
use espalier_app::{Model, Msg, ProbeKind, ProbeState};
use espalier_i18n::Messages;
use espalier_llm::provider::{self, CostLevel, ModelInfo};
use espalier_model::Slug;
use espalier_model::settings::Language;

const SUGGESTIONS: &str = "model-suggestions";

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ModelFieldProps {
    /// The provider's id.
    pub provider: &'static str,
    /// The model as typed.
    pub typed: AttrValue,
    pub ontype: Callback<String>,
    /// Saves first, where something is not saved; says whether requests may go to the endpoint in this visit.
    pub onask: Callback<(), bool>,
}

/// The field with its suggestions.
#[component]
pub fn ModelField(props: &ModelFieldProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let language = use_selector(Model::language);
    let id = props.provider;
    let listed =
        use_selector(move |model| provider::by_id(id).map(|known| model.endpoint(known).models).unwrap_or_default());
    let known = provider::by_id(id).unwrap_or_else(provider::builtin);
    let endpoint = &words.settings.endpoint;
    let node = use_node_ref();
    use_pointed(SettingsField::Model, Some(id), &node);
    let fetch = {
        let onask = props.onask.clone();
        Callback::from(move |_: MouseEvent| {
            if onask.emit(()) {
                dispatch.emit(Msg::Connect(ConnectMsg::FetchModels(Slug::new(id))));
            }
        })
    };
    let about = known.models.iter().find(|info| info.id == props.typed.trim());
    let hint = about.map(|info| describe(info, *language, words));
    let suggested = known.models.iter().map(|info| {
        html! { <option key={info.id} value={info.id} label={describe(info, *language, words)}></option> }
    });
    let others = listed.iter().filter(|name| known.models.iter().all(|info| info.id != name.as_str()));
    let others = others.map(|name| html! { <option key={name.clone()} value={name.clone()}></option> });
    let all: Vec<_> = listed.iter().map(|name| SelectOption::new(name.clone(), name.clone())).collect();
    let placeholder = if known.default_model.is_empty() { endpoint.model_optional } else { known.default_model };
    html! {
        <div class="settings-row">
            <Field label={endpoint.model} {hint}>
                <TextInput
                    {node} value={props.typed.clone()} list={SUGGESTIONS} {placeholder} verbatim=true test_id="model"
                    ontype={props.ontype.clone()}
                />
            </Field>
            <Button label={endpoint.fetch} test_id="fetch-models" onclick={fetch} />
            <datalist id={SUGGESTIONS}>{ for suggested }{ for others }</datalist>
            <FetchStatus provider={id} />
            <div class="settings-listed" hidden={listed.is_empty()}>
                <Field label={endpoint.listed}>
                    <Select
                        test_id="model-list" value={props.typed.clone()} options={all} prompt={endpoint.pick}
                        onchoose={props.ontype.clone()}
                    />
                </Field>
            </div>
        </div>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct FetchStatusProps {
    provider: &'static str,
}

#[component]
fn FetchStatus(props: &FetchStatusProps) -> Html {
    let words = use_messages();
    let id = props.provider;
    let state = use_selector(move |model| model.probes.get(&(Slug::new(id), ProbeKind::Models)).cloned());
    let text = match &*state {
        None => String::new(),
        Some(ProbeState::Testing) => words.settings.connection.testing.to_owned(),
        Some(ProbeState::Ok(count)) => (words.settings.endpoint.fetched)(count),
        Some(ProbeState::Failed(error)) => (words.error.llm)(error),
    };
    html! { <p class="settings-status" role="status" data-testid="models-status" hidden={text.is_empty()}>{ text }</p> }
}

fn describe(info: &ModelInfo, language: Language, words: &Messages) -> String {
    let endpoint = &words.settings.endpoint;
    let cost = match info.cost {
        CostLevel::VeryLow => endpoint.very_low,
        CostLevel::Low => endpoint.low,
        CostLevel::Medium => endpoint.medium,
        CostLevel::High => endpoint.high,
    };
    let mut parts = vec![info.description.get(language).to_owned(), cost.to_owned()];
    parts.extend(info.context_tokens.map(|tokens| (endpoint.reads)(tokens / 1000)));
    parts.join(" · ")
}
