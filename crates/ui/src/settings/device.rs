//! Models on this device: the files that are kept, adding and deleting them.

use yew::prelude::*;

use crate::chat::format::size;
use crate::kit::{Button, DropRegion, FileButton, IconButton, IconName};
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::connect::ConnectMsg;
use espalier_app::device::{AddState, DeviceMsg, KeptModel};
use espalier_app::{Confirm, Dialog, Model, Msg};
use espalier_i18n::settings::Device;
use espalier_llm::provider::{self, DEVICE};
use espalier_model::Slug;

use super::connection::ConnectionStatus;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct DeviceModelsProps {
    /// The id of the element in which files are chosen.
    pub input: &'static str,
}

/// The kept models, and what is done with them.
#[component]
pub fn DeviceModels(props: &DeviceModelsProps) -> Html {
    let input = props.input;
    let words = use_messages();
    let dispatch = use_dispatch();
    let kept = use_selector(|model| model.device.kept.clone());
    let adding = use_selector(|model| model.device.adding.clone());
    let waiting = use_selector(|model| model.device.waiting.len());
    let refused = use_selector(|model| model.device.refused.clone());
    let in_use = use_selector(in_use);
    use_effect_with(dispatch.clone(), |dispatch| dispatch.emit(Msg::Device(DeviceMsg::List)));
    let say = &words.settings.device;
    let onchoose = dispatch.reform(move |()| Msg::Device(DeviceMsg::Choose(input)));
    let test = dispatch.reform(|_: MouseEvent| Msg::Connect(ConnectMsg::Test(Slug::new(DEVICE))));
    let is_empty = kept.as_ref().as_ref().is_some_and(Vec::is_empty);
    let rows =
        kept.as_ref().iter().flatten().map(|one| html! { <KeptRow key={one.name.clone()} model={one.clone()} /> });
    let refused = refused
        .iter()
        .enumerate()
        .map(|(at, (name, why))| html! { <p key={at}>{ (say.refused)(name, why, size) }</p> });
    let is_adding = adding.is_some();
    html! {
        <DropRegion class="settings-local" label={say.heading} test_id="device-models">
            <div class="settings-local-head">
                <div><h3>{ say.heading }</h3><p class="field-hint">{ say.hint }</p></div>
                <div class="settings-give">
                    <FileButton {input} label={say.add} accept=".gguf" multiple=true test_id="add-model" {onchoose} />
                    <p class="field-hint settings-drop">{ say.drop }</p>
                </div>
            </div>
            <p class="field-hint" hidden={!is_empty || is_adding}>{ say.none }</p>
            <ul class="settings-servers" hidden={is_empty || kept.is_none()}>{ for rows }</ul>
            if let Some((name, state)) = &*adding {
                <AddProgress name={name.clone()} state={*state} waiting={*waiting} />
            }
            <div class="settings-wrong" role="alert" data-testid="model-refused">{ for refused }</div>
            if in_use.is_some() {
                <div class="settings-actions">
                    <Button label={words.settings.connection.test} test_id="test-connection" onclick={test} />
                </div>
                <ConnectionStatus provider={DEVICE} />
            }
        </DropRegion>
    }
}

/// Name of the kept model that answers at present.
pub fn in_use(model: &Model) -> Option<String> {
    let known = provider::by_id(DEVICE)?;
    (model.provider().id == DEVICE).then(|| model.endpoint(known).model)
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct KeptRowProps {
    model: KeptModel,
}

#[component]
fn KeptRow(props: &KeptRowProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let say = &words.settings.device;
    let name = props.model.name.clone();
    let answers = {
        let name = name.clone();
        use_selector(move |model| in_use(model).as_deref() == Some(name.as_str()))
    };
    let in_memory = {
        let name = name.clone();
        use_selector(move |model| model.device.in_memory.as_deref() == Some(name.as_str()))
    };
    let onuse = {
        let name = name.clone();
        dispatch.reform(move |_: MouseEvent| Msg::Device(DeviceMsg::Use(name.clone())))
    };
    let ondelete = {
        let name = name.clone();
        dispatch.reform(move |_: MouseEvent| Msg::Dialog(Some(Dialog::Confirm(Confirm::DeleteModel(name.clone())))))
    };
    let onfree = dispatch.reform(|_: MouseEvent| Msg::Device(DeviceMsg::Free));
    let runs = props.model.check.is_ok();
    html! {
        <li data-testid="kept-model" data-model={name.clone()}>
            <div>
                <strong translate="no">{ name.clone() }</strong>
                <p class="field-hint">{ about(&props.model, say) }</p>
                <p class="field-hint" hidden={!*in_memory}>{ say.in_memory }</p>
            </div>
            <div class="settings-actions">
                <span class="settings-status" hidden={!*answers}>{ say.in_use }</span>
                if runs && !*answers {
                    <Button label={say.use_it} test_id="use-model" onclick={onuse} />
                }
                if *in_memory {
                    <Button label={say.free} test_id="free-model" onclick={onfree} />
                }
                <IconButton icon={IconName::Trash} label={(say.delete)(&name)} test_id="delete-model" onclick={ondelete} />
            </div>
        </li>
    }
}

/// Expectations of a kept model, or the reason why it does not run.
fn about(model: &KeptModel, say: &Device) -> String {
    let expected = match &model.check {
        Ok(expected) => expected,
        Err(refusal) => return (say.refused)(&model.name, refusal, size),
    };
    let (file, memory) = (size(model.bytes), size(expected.memory));
    let text = (say.expected)(&file, expected.context, &memory, expected.tokens_per_second);
    if expected.has_template { text } else { [text.as_str(), say.no_template].join(" ") }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct AddProgressProps {
    name: AttrValue,
    state: AddState,
    waiting: usize,
}

#[component]
fn AddProgress(props: &AddProgressProps) -> Html {
    let words = use_messages();
    let say = &words.settings.device;
    let oncancel = use_dispatch().reform(|_: MouseEvent| Msg::Device(DeviceMsg::Cancel));
    let percent = |done: u64, total: u64| done.saturating_mul(100) / total.max(1);
    let (text, done) = match props.state {
        AddState::Checking => ((say.checking)(&props.name), None),
        AddState::Copying(done, total) => {
            ((say.copying)(&props.name, percent(done, total)), Some(percent(done, total)))
        }
        AddState::Comparing(done, total) => {
            ((say.comparing)(&props.name, percent(done, total)), Some(percent(done, total)))
        }
    };
    html! {
        <div class="settings-actions" data-testid="adding-model">
            <label class="settings-adding">
                <span>{ text }</span>
                <progress max="100" value={done.map(|done| done.to_string())}></progress>
            </label>
            <span class="field-hint" hidden={props.waiting == 0}>{ (say.waiting)(props.waiting) }</span>
            <Button label={say.cancel} test_id="cancel-adding" onclick={oncancel} />
        </div>
    }
}
