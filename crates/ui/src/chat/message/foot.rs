//! How an answer was made: by which agent and model, how many tokens, how long.

use yew::prelude::*;

use crate::chat::format::{count, dollars};
use crate::kit::Moment;
use crate::kit::shared::Shared;
use crate::store::use_messages;
use espalier_base::words::elapsed;
use espalier_i18n::Messages;
use espalier_llm::provider;
use espalier_model::Message;
use espalier_model::conversation::{Part, Provenance, Status};
use espalier_model::persona::Role;

/// The shortest time over which a speed is worked out, in milliseconds: what comes at once has none.
const MEASURED_MS: i64 = 200;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct FootProps {
    pub message: Shared<Message>,
}

/// The line with an answer's agent, model, tokens and duration.
#[component]
pub fn Foot(props: &FootProps) -> Html {
    let words = use_messages();
    let message = &props.message;
    let made = matches!(message.status, Status::Done | Status::Stopped | Status::Error);
    let made = made && message.role == Role::Assistant;
    let items = if made { facts(&message.provenance, words) } else { Vec::new() };
    let items = items.into_iter().enumerate().map(|(index, fact)| html! { <li key={index}>{ fact }</li> });
    let took = message.provenance.total_ms.filter(|_| made).map(|ms| elapsed(ms, words.language));
    let took = took.map(|took| {
        let figures = figures(message, words);
        if figures.is_empty() {
            return html! { <li key="took">{ took }</li> };
        }
        html! {
            <li key="took">
                <details class="message-figures">
                    <summary title={words.chat.figures} data-testid="message-figures">{ took }</summary>
                    { figures.join(" · ") }
                </details>
            </li>
        }
    });
    html! {
        <ul class="message-facts">
            { for items }
            { took }
            <li key="at"><Moment at={message.created_at} /></li>
        </ul>
    }
}

fn facts(made: &Provenance, words: &Messages) -> Vec<String> {
    let is_builtin = made.provider.as_ref().is_some_and(|id| id.as_str() == provider::builtin().id);
    let model = if is_builtin { Some(words.chat.builtin.to_owned()) } else { made.model.clone() };
    let tokens = made.completion_tokens.filter(|tokens| *tokens > 0);
    let tokens = tokens.map(|tokens| (words.chat.tokens)(&count(tokens as usize)));
    model.into_iter().chain(tokens).filter(|fact| !fact.is_empty()).collect()
}

/// Speed and cost of an answer.
fn figures(message: &Message, words: &Messages) -> Vec<String> {
    let (made, say) = (&message.provenance, &words.chat);
    let first = made.first_token_ms.map(|ms| (say.first_after)(&elapsed(ms, words.language)));
    let speed = speed(message).map(|speed| (say.speed)(&speed.to_string()));
    let sent = made.prompt_tokens.filter(|tokens| *tokens > 0).map(|tokens| (say.sent_tokens)(&count(tokens as usize)));
    let cost = made.cost.map(|cost| (say.cost)(&dollars(cost)));
    first.into_iter().chain(speed).chain(sent).chain(cost).collect()
}

/// Tokens per second from the first piece to the last. Tools take time of their own, so with them there is none.
fn speed(message: &Message) -> Option<i64> {
    let made = &message.provenance;
    let tokens = made.completion_tokens.filter(|tokens| *tokens > 0)?;
    let span = made.total_ms? - made.first_token_ms?;
    let calls = message.parts.iter().any(|part| matches!(part, Part::ToolCall { .. }));
    (span >= MEASURED_MS && !calls).then(|| (i64::from(tokens) * 1_000 / span).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use espalier_base::time::Timestamp;
    use espalier_i18n::messages;
    use espalier_model::settings::Language;
    use espalier_model::{MessageId, SessionId};

    fn answer(made: Provenance) -> Message {
        let (id, session) = (MessageId::from_uuid(uuid::Uuid::nil()), SessionId::from_uuid(uuid::Uuid::nil()));
        let row = Message::new(id, session, None, Role::Assistant, "x", Timestamp(0));
        Message { provenance: Box::new(made), ..row }
    }

    #[test]
    fn figures_of_an_answer() {
        let made = Provenance {
            prompt_tokens: Some(1_234),
            completion_tokens: Some(100),
            first_token_ms: Some(500),
            total_ms: Some(2_500),
            cost: Some(2_100_000),
            ..Provenance::default()
        };
        let full = answer(made.clone());
        let expect = ["first word after 0.5 s", "50 tokens per second", "1.2k tokens sent", "about $0.0021"];
        assert_eq!(figures(&full, messages(Language::En)), expect);
        assert_eq!(
            figures(&full, messages(Language::Zh)),
            ["首字延迟0.5秒", "50 token/秒", "发送1.2k token", "约$0.0021"]
        );
        assert_eq!(speed(&answer(Provenance { total_ms: Some(600), ..made.clone() })), None, "it came at once");
        let mut tools = full;
        let (call_id, name) = (String::new(), String::new());
        tools.parts.push(Part::ToolCall { call_id, name, arguments: String::new(), opaque: String::new() });
        assert_eq!(speed(&tools), None);
        assert_eq!(figures(&answer(Provenance::default()), messages(Language::En)), Vec::<String>::new());
    }
}
