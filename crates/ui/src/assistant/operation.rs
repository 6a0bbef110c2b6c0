//! One operation of a proposal.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::operation_form::OperationForm;
use crate::kit::{IconButton, IconName};
use crate::store::{use_dispatch, use_messages};
use espalier_app::assistant::{AssistantMsg, Summary};
use espalier_app::{Msg, rooms};
use espalier_i18n::Messages;
use espalier_model::MessageKey;
use espalier_model::settings::Language;
use espalier_proposal::state::Row;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct OperationRowProps {
    /// The message that proposes it.
    pub at: MessageKey,
    pub index: usize,
    /// The operation.
    pub row: Row,
    /// Effect of the operation in the app's words, once it is known.
    pub summary: Option<Summary>,
    /// Why it can't be done, in words.
    pub reason: Option<String>,
    /// Whether it can still be decided on.
    pub open: bool,
    /// The operation it needs and that is not ticked.
    pub blocked: Option<String>,
}

/// Row of an operation: first its effect in the app's own words, below it the model's description.
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
    let text = summary(row, props.summary.as_ref(), words.language);
    let deletes = props.summary.as_ref().is_some_and(|summary| summary.deletes);
    let said = said(row, &text, words);
    let preview = row.operation.preview.clone().filter(|preview| !preview.trim().is_empty() && *preview != text);
    let percent = row.operation.confidence.map(|sure| (sure.clamp(0.0, 1.0) * 100.0).round() as u32);
    let reason_id = format!("reason-{}-{index}", at.id);
    let form = (*editing && props.open)
        .then(|| html! { <OperationForm {at} {index} operation={row.operation.clone()} {onclose} /> });
    let known = rooms::spec(&row.operation.command_id).is_some_and(|spec| !spec.params.is_empty());
    let edit = (props.open && known).then(|| html! {
        <IconButton icon={IconName::Edit} label={words.map.assist.edit} test_id="operation-edit" expanded={*editing} onclick={onedit} />
    });
    html! {
        <li
            class={classes!("operation", (!valid).then_some("operation-invalid"), deletes.then_some("operation-deletes"))}
            data-testid="operation" data-id={row.operation.id.clone()} data-command={row.operation.command_id.clone()}
            data-valid={valid.to_string()}
        >
            <label class="operation-line">
                <input
                    type="checkbox" checked={row.ticked} disabled={!props.open || !valid}
                    aria-describedby={(!valid).then(|| reason_id.clone())} {onchange}
                />
                <span class="operation-text">
                    <span class="operation-summary">{ line(row, props.summary.as_ref(), text) }</span>
                    { said }
                    { preview.map(|preview| html! { <span class="operation-preview">{ preview }</span> }) }
                    { row.operation.reasoning.clone().map(|why| html! { <span class="operation-why">{ why }</span> }) }
                </span>
            </label>
            <span class="operation-side">
                { row.edited.then(|| html! { <span class="message-badge">{ words.map.assist.edited }</span> }) }
                { percent.map(|percent| html! { <span class="operation-sure">{ (words.map.assist.confidence)(percent) }</span> }) }
                { edit }
            </span>
            { props.reason.clone().map(|reason| html! {
                <p id={reason_id} class="operation-reason" data-testid="operation-reason">{ reason }</p>
            }) }
            { form }
        </li>
    }
}

/// The model's own description, where it says more than the summary.
fn said(row: &Row, text: &str, words: &Messages) -> Option<Html> {
    // Of what the person changed the model's words are not true any more.
    let said = Some(row.operation.description.trim()).filter(|said| !row.edited && !repeats(said, text));
    said.map(|said| {
        html! {
            <span class="operation-said">
                <span class="visually-hidden">{ words.map.assist.model_says }{ " " }</span>{ said.to_owned() }
            </span>
        }
    })
}

/// The line of an operation: what is new as a sign with its name and place, anything else as the sentence.
fn line(row: &Row, summary: Option<&Summary>, sentence: String) -> Html {
    let makes = rooms::spec(&row.operation.command_id).is_some_and(|spec| spec.creates.is_some());
    let made = summary.filter(|made| makes && !made.values.is_empty() && made.more == 0 && made.over.is_empty());
    let Some(made) = made else { return html! { sentence } };
    let place = made.target.as_ref().map(|target| html! { <small class="operation-place">{ " · " }{ target }</small> });
    html! {
        <>
            <span class="visually-hidden">{ &made.command }{ ": " }</span>
            <span aria-hidden="true">{ "+ " }</span>
            { made.values.join(" · ") }{ place }
        </>
    }
}

/// Whether a description says no more than the sentence does: its words but for the name of the command are in it.
fn repeats(said: &str, sentence: &str) -> bool {
    const COMMANDS: [&str; 14] = [
        "add", "create", "new", "rename", "delete", "remove", "move", "a", "the", "node", "child", "to", "as", "under",
    ];
    let bare = |text: &str| text.to_lowercase().replace(|c: char| !c.is_alphanumeric(), " ");
    let (said, sentence) = (bare(said), bare(sentence));
    let known: Vec<&str> = sentence.split_whitespace().collect();
    said.split_whitespace().all(|word| COMMANDS.contains(&word) || known.contains(&word))
}

/// Returns the operation's effect in a sentence, or at least the name of its command.
fn summary(row: &Row, summary: Option<&Summary>, language: Language) -> String {
    let id = row.operation.command_id.as_str();
    let name = || rooms::spec(id).map_or(id, |spec| spec.name.get(language)).to_owned();
    summary.map_or_else(name, |summary| summary.sentence(language))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_that_says_nothing_new_is_left_out() {
        for (said, repeated) in [
            ("Add “Food”", true),
            ("Add a node “Food” to “Trip”", true),
            ("", true),
            ("Add Food, since everybody eats", false),
            ("Rename “Costs”", false),
        ] {
            assert_eq!(repeats(said, "Add child: “Trip” → Food"), repeated, "{said}");
        }
        assert!(repeats("Delete “Route”", "Delete: “Route”"));
    }
}
