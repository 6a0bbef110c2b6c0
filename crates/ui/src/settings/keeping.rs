//! The key: typed once, never shown again.

use yew::prelude::*;

use crate::kit::dom::{focus, use_layout_effect};
use crate::kit::{Button, Checkbox, Field, TextInput};
use crate::pointed::use_pointed;
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::Msg;
use espalier_app::connect::{self, ConnectMsg, KeyPlace, SettingsField};
use espalier_app::effect::KeyKeeping;
use espalier_llm::provider;
use espalier_model::Slug;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct KeyFieldsProps {
    /// The provider's id.
    pub provider: &'static str,
    /// The base URL as it was typed: a key belongs to its origin.
    pub base_url: AttrValue,
    /// Whether the key of another origin goes to this one too.
    pub same: bool,
    /// Called with the choice whether it does.
    pub onsame: Callback<bool>,
    /// Whether the provider asks for a key.
    pub needed: bool,
    /// The key as typed.
    pub typed: AttrValue,
    /// Whether it was to be saved without a key, which is needed.
    pub missing: bool,
    /// Whether it is to be kept.
    pub keep: bool,
    pub ontype: Callback<String>,
    /// Called with the choice whether to keep it.
    pub onkeep: Callback<bool>,
}

/// The field for the key, the choice how long to keep it, and the way to get rid of it.
#[component]
pub fn KeyFields(props: &KeyFieldsProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let id = props.provider;
    let typed = props.base_url.clone();
    let kept = use_selector(move |model| connect::key_for(model, &Slug::new(id), &typed));
    let any = use_selector(move |model| model.keys.keys().any(|place| place.provider.as_str() == id));
    let typed = props.base_url.clone();
    let elsewhere = use_selector(move |model| {
        let found = connect::key_elsewhere(model, &Slug::new(id), &typed)?;
        Some((found.origin.clone(), KeyPlace::of(&found.provider, &typed).origin))
    });
    let endpoint = &words.settings.endpoint;
    let node = use_node_ref();
    use_pointed(SettingsField::Key, Some(id), &node);
    let field = node.clone();
    use_layout_effect(props.missing, move |missing| {
        if *missing {
            focus(&field);
        }
    });
    let placeholder = match *kept {
        Some(KeyKeeping::Device) => endpoint.key_kept,
        Some(KeyKeeping::Session) => endpoint.key_session,
        None if props.needed => "",
        None => endpoint.api_key_optional,
    };
    let clear = dispatch.reform(move |_: MouseEvent| Msg::Connect(ConnectMsg::ClearKey(Slug::new(id))));
    let same_key = (*elsewhere).as_ref().map(|(from, to)| {
        html! {
            <Field label={endpoint.same_key} hint={(endpoint.key_elsewhere)(from, to)} inline=true>
                <Checkbox checked={props.same} test_id="same-key" ontick={props.onsame.clone()} />
            </Field>
        }
    });
    let key_page = provider::by_id(id).and_then(|known| known.key_page).map(|page| {
        html! {
            <p class="field-hint">
                <a href={page} target="_blank" rel="noopener noreferrer" data-testid="key-page">{ endpoint.create_key }</a>
            </p>
        }
    });
    html! {
        <>
            <div class="settings-row">
                <Field label={endpoint.api_key}>
                    <TextInput
                        {node} invalid={props.missing} described_by="key-missing" kind="password" value={props.typed.clone()} {placeholder} verbatim=true test_id="api-key"
                        ontype={props.ontype.clone()}
                    />
                </Field>
                <Button label={endpoint.clear_key} test_id="clear-key" disabled={!*any} onclick={clear} />
            </div>
            { key_page }
            <div hidden={elsewhere.is_none() || !props.typed.is_empty()}>{ same_key }</div>
            <Field label={endpoint.keep} hint={endpoint.keep_hint} inline=true>
                <Checkbox checked={props.keep} test_id="key-keep" ontick={props.onkeep.clone()} />
            </Field>
        </>
    }
}
