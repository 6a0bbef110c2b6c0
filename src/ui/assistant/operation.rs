//! One operation of a proposal.
//!
//! Must not be in here: what it does.

use web_sys::{HtmlInputElement, HtmlTextAreaElement};
use yew::prelude::*;

use crate::agent::proposal::state::Row;
use crate::app::Msg;
use crate::app::assistant::{self, AssistantMsg};
use crate::model::MessageKey;
use crate::model::settings::Language;
use crate::ui::kit::{Button, ButtonKind, IconButton, IconName};
use crate::ui::store::{use_dispatch, use_messages, use_store};

/// See [`OperationRow`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct OperationRowProps {
    /// The message that proposes it.
    pub at: MessageKey,
    /// Its place among the operations.
    pub index: usize,
    /// The operation.
    pub row: Row,
    /// Whether it can still be decided on.
    pub open: bool,
    /// The operation it needs and that is not ticked.
    pub blocked: Option<String>,
}

/// See the module.
#[component]
pub fn OperationRow(props: &OperationRowProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let editing = use_state_eq(|| false);
    let (at, index, row) = (props.at, props.index, &props.row);
    let valid = row.reason.is_none();
    let onchange = dispatch.reform(move |event: Event| {
        let ticked = event.target_unchecked_into::<HtmlInputElement>().checked();
        Msg::Assistant(AssistantMsg::Tick(at, index, ticked))
    });
    let onedit = {
        let editing = editing.clone();
        Callback::from(move |_: MouseEvent| editing.set(!*editing))
    };
    let onclose = use_callback(editing.setter(), |(), editing| editing.set(false));
    let text = description(row, words.language);
    let preview = row.operation.preview.clone().filter(|preview| !preview.trim().is_empty() && *preview != text);
    let percent = row.operation.confidence.map(|sure| (sure.clamp(0.0, 1.0) * 100.0).round() as u32);
    let reason_id = format!("reason-{}-{index}", at.id);
    let reason = row.reason.as_ref().map(|reason| reason.text(words.language));
    let form =
        (*editing && props.open).then(|| html! { <Editor {at} {index} text={row.operation.to_text()} {onclose} /> });
    let edit = props.open.then(|| html! {
        <IconButton icon={IconName::Edit} label={words.map.assist.edit} test_id="operation-edit" expanded={*editing} onclick={onedit} />
    });
    html! {
        <li
            class={classes!("operation", (!valid).then_some("operation-invalid"))} data-testid="operation"
            data-id={row.operation.id.clone()} data-command={row.operation.command_id.clone()} data-valid={valid.to_string()}
        >
            <label class="operation-line">
                <input
                    type="checkbox" checked={row.ticked} disabled={!props.open || !valid}
                    aria-describedby={(!valid).then(|| reason_id.clone())} {onchange}
                />
                <span class="operation-text">
                    <span>{ text }</span>
                    { preview.map(|preview| html! { <span class="operation-preview">{ preview }</span> }) }
                    { row.operation.reasoning.clone().map(|why| html! { <span class="operation-why">{ why }</span> }) }
                </span>
            </label>
            <span class="operation-side">
                { row.edited.then(|| html! { <span class="message-badge">{ words.map.assist.edited }</span> }) }
                { percent.map(|percent| html! { <span class="operation-sure">{ (words.map.assist.confidence)(percent) }</span> }) }
                { edit }
            </span>
            { reason.map(|reason| html! {
                <p id={reason_id} class="operation-reason" data-testid="operation-reason">{ reason }</p>
            }) }
            { form }
        </li>
    }
}

/// What it does: in the model's words, else in the command's own.
fn description(row: &Row, language: Language) -> String {
    let said = row.operation.description.trim();
    if !said.is_empty() {
        return said.to_owned();
    }
    let spec = assistant::spec(&row.operation.command_id);
    let name = spec.map_or(row.operation.command_id.as_str(), |spec| spec.name.get(language));
    let values = row.operation.params.values();
    let subject = values
        .iter()
        .filter_map(|value| value.as_str())
        .rfind(|text| text.len() < 200 && uuid::Uuid::parse_str(text).is_err());
    subject.map_or_else(|| name.to_owned(), |subject| format!("{name}: {subject}"))
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct EditorProps {
    at: MessageKey,
    index: usize,
    text: String,
    onclose: Callback<()>,
}

/// The operation as text, to be changed before it is carried out.
#[component]
fn Editor(props: &EditorProps) -> Html {
    let words = use_messages();
    let store = use_store();
    let field = use_node_ref();
    let (at, index) = (props.at, props.index);
    let onsave = {
        let (field, onclose) = (field.clone(), props.onclose.clone());
        Callback::from(move |_: MouseEvent| {
            let version = || store.read(|model| model.panel(at).map(|panel| panel.version));
            let before = version();
            if let Some(field) = field.cast::<HtmlTextAreaElement>() {
                store.dispatch(Msg::Assistant(AssistantMsg::Edit(at, index, field.value())));
            }
            // A text that was not understood stays, to be put right.
            if version() != before {
                onclose.emit(());
            }
        })
    };
    let onleave = props.onclose.reform(|_: MouseEvent| ());
    html! {
        <div class="operation-form">
            <textarea ref={field} class="operation-field" rows="8" aria-label={words.map.assist.text} value={props.text.clone()} spellcheck="false" />
            <span class="proposal-decide">
                <Button label={words.map.assist.save} kind={ButtonKind::Primary} onclick={onsave} />
                <Button label={words.map.assist.leave} kind={ButtonKind::Quiet} onclick={onleave} />
            </span>
        </div>
    }
}
