//! How an answer was made: by which agent and model, how many tokens, how long.

use yew::prelude::*;

use crate::chat::format::count;
use crate::kit::Moment;
use crate::kit::shared::Shared;
use crate::store::use_messages;
use espalier_base::words::elapsed;
use espalier_i18n::Messages;
use espalier_llm::provider;
use espalier_model::Message;
use espalier_model::conversation::{Provenance, Status};
use espalier_model::persona::Role;

/// Properties of [`Foot`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct FootProps {
    /// The message.
    pub message: Shared<Message>,
}

/// The line with an answer's agent, model, tokens and duration.
#[component]
pub fn Foot(props: &FootProps) -> Html {
    let words = use_messages();
    let message = &props.message;
    let made = matches!(message.status, Status::Done | Status::Stopped | Status::Error);
    let items: Vec<String> =
        if message.role == Role::Assistant && made { facts(&message.provenance, words) } else { Vec::new() };
    let items = items.into_iter().enumerate().map(|(index, fact)| html! { <li key={index}>{ fact }</li> });
    html! {
        <ul class="message-facts">
            { for items }
            <li key="at"><Moment at={message.created_at} /></li>
        </ul>
    }
}

fn facts(made: &Provenance, words: &Messages) -> Vec<String> {
    let is_builtin = made.provider.as_ref().is_some_and(|id| id.as_str() == provider::builtin().id);
    let model = if is_builtin { Some(words.chat.builtin.to_owned()) } else { made.model.clone() };
    let tokens = made.completion_tokens.filter(|tokens| *tokens > 0);
    let tokens = tokens.map(|tokens| (words.chat.tokens)(&count(tokens as usize)));
    let speed = made.total_ms.map(|ms| elapsed(ms, words.language));
    model.into_iter().chain(tokens).chain(speed).filter(|fact| !fact.is_empty()).collect()
}
