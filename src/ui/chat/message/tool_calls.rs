//! The tools an answer called, with what it asked them. Must not be in here: running a tool.

use yew::prelude::*;

use crate::agent::proposal::TOOL_NAME;
use crate::model::Message;
use crate::model::conversation::Part;
use crate::ui::kit::shared::Shared;
use crate::ui::store::use_messages;

/// See [`ToolCalls`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ToolCallsProps {
    /// The answer.
    pub message: Shared<Message>,
}

/// See the module; empty where none was called.
#[component]
pub fn ToolCalls(props: &ToolCallsProps) -> Html {
    let words = use_messages();
    let calls: Vec<Html> = props
        .message
        .parts
        .iter()
        .filter_map(|part| match part {
            // What is proposed has a panel of its own.
            Part::ToolCall { name, .. } if name == TOOL_NAME => None,
            Part::ToolCall { call_id, name, arguments, .. } => Some((call_id, name, arguments)),
            _ => None,
        })
        .map(|(call_id, name, arguments)| {
            html! {
                <details
                    key={call_id.clone()} class="tool-call" data-testid="tool-call" data-tool={name.clone()}
                    data-call-id={call_id.clone()}
                >
                    <summary>{ (words.chat.tool_called)(name) }</summary>
                    <pre class="tool-arguments">{ arguments.clone() }</pre>
                </details>
            }
        })
        .collect();
    html! { <div class="tool-calls" hidden={calls.is_empty()}>{ calls }</div> }
}
