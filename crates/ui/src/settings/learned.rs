//! Capabilities learned about endpoints, and a button to forget them.

use yew::prelude::*;

use super::Section;
use crate::kit::Button;
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::connect::ConnectMsg;
use espalier_app::{Model, Msg};
use espalier_i18n::Messages;
use espalier_llm::capability::{Capabilities, ChoiceForm, JsonForm, ReasoningReplay, TokenField};

#[component]
pub fn LearnedSection() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let rows = use_selector(rows);
    let learned = &words.settings.learned;
    let forget = dispatch.reform(|_: MouseEvent| Msg::Connect(ConnectMsg::ForgetLearned));
    let items = rows.iter().map(|(endpoint, known)| {
        html! {
            <li key={endpoint.clone()}>
                <code>{ endpoint.clone() }</code>
                <span>{ text(known, words) }</span>
            </li>
        }
    });
    html! {
        <Section title={learned.title}>
            <p>{ learned.intro }</p>
            <p hidden={!rows.is_empty()}>{ learned.nothing }</p>
            <ul class="settings-learned" hidden={rows.is_empty()}>{ for items }</ul>
            <div hidden={rows.is_empty()}><Button label={learned.forget} test_id="forget-learned" onclick={forget} /></div>
        </Section>
    }
}

fn rows(model: &Model) -> Vec<(String, Capabilities)> {
    let learned = model.workspace.tables().learned.iter();
    learned.map(|(key, row)| (key.to_string(), row.capabilities.clone())).collect()
}

fn text(known: &Capabilities, words: &Messages) -> String {
    let say = &words.settings.learned;
    let mut parts = Vec::new();
    match known.token_field {
        Some(TokenField::MaxTokens) => parts.push((say.token_field)("max_tokens")),
        Some(TokenField::MaxCompletionTokens) => parts.push((say.token_field)("max_completion_tokens")),
        Some(TokenField::Absent) => parts.push(say.no_token_field.to_owned()),
        None => {}
    }
    parts.extend(known.token_limit.map(say.token_limit));
    parts.extend(known.token_floor.map(say.token_floor));
    if !known.omitted.is_empty() {
        let names: Vec<&str> = known.omitted.iter().map(String::as_str).collect();
        parts.push((say.omitted)(&names.join(", ")));
    }
    if known.without_tools {
        parts.push(say.without_tools.to_owned());
        if known.ignores_prompted_tools {
            parts.push(say.ignores_prompted_tools.to_owned());
        }
    }
    if known.without_pictures {
        parts.push(say.without_pictures.to_owned());
    }
    if known.no_system {
        parts.push(say.no_system.to_owned());
    }
    if known.alternate {
        parts.push(say.alternate.to_owned());
    }
    parts.extend(known.context_limit.map(say.context_limit));
    if known.choice.is_some_and(|choice| choice > ChoiceForm::Named) {
        parts.push(say.choice.to_owned());
    }
    match known.json {
        Some(JsonForm::Object) => parts.push(say.no_schema.to_owned()),
        Some(JsonForm::Absent) => parts.push(say.no_json.to_owned()),
        Some(JsonForm::Schema) | None => {}
    }
    if known.replay == Some(ReasoningReplay::WithCalls) {
        parts.push(say.replay.to_owned());
    }
    parts.join(" · ")
}
