//! Notices about how an answer came about.

use yew::prelude::*;

use crate::kit::shared::Shared;
use crate::kit::{Button, ButtonKind};
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::{Msg, scenes};
use espalier_model::{Message, MessageKey};

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct NoticesProps {
    pub message: Shared<Message>,
}

/// The notices of an answer; empty where there are none.
#[component]
pub fn Notices(props: &NoticesProps) -> Html {
    let words = use_messages();
    let notices = &props.message.provenance.notices;
    let kind = |name: &str| name.split(' ').next().unwrap_or_default().to_owned();
    let mut said: Vec<&String> = notices.iter().collect();
    said.sort_unstable();
    // Two tools that were repaired are one thing to know.
    said.dedup_by_key(|name| kind(name));
    let lines = said.into_iter().filter_map(|name| {
        let text = words.helper.notice(name)?;
        let undo = name.starts_with("changes").then(|| html! { <UndoChanges answer={props.message.key()} /> });
        let kind = kind(name);
        let count = changes(name);
        let test_id = count.map(|_| "changed");
        let count = count.map(|count| count.to_string());
        Some(html! {
            <li key={kind.clone()} class="message-note" data-notice={kind} data-testid={test_id} data-count={count}>{ text }{ undo }</li>
        })
    });
    html! { <ul class="notices" hidden={notices.is_empty()}>{ for lines }</ul> }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct UndoChangesProps {
    answer: MessageKey,
}

/// The button that takes back what an answer changed, while that is the latest step.
#[component]
fn UndoChanges(props: &UndoChangesProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let answer = props.answer;
    let undoable = use_selector(move |model| scenes::agent::undoable(model, answer));
    let Some(document) = *undoable else { return html! {} };
    let onclick = dispatch.reform(move |_: MouseEvent| Msg::UndoIn(document));
    html! { <Button label={words.command.undo} kind={ButtonKind::Quiet} test_id="answer-undo" {onclick} /> }
}

/// Number of changes that a notice tells of; `None` for one about something else.
fn changes(name: &str) -> Option<u64> {
    if name == "unchanged" {
        return Some(0);
    }
    let counts =
        name.strip_prefix("changes")?.split(' ').filter_map(|word| word.split_once('=')?.1.parse::<u64>().ok());
    Some(counts.sum())
}
