//! The tools an answer called: what it asked them in words, and what they answered, folded away.

use serde_json::Value;
use yew::prelude::*;

use crate::kit::shared::Shared;
use crate::store::{use_messages, use_store};
use espalier_agent_api::tool::{Arguments, ToolKind, Undone};
use espalier_app::Model;
use espalier_base::language::Language;
use espalier_i18n::Messages;
use espalier_model::conversation::Part;
use espalier_model::{Message, MessageKey};
use espalier_proposal::TOOL_NAME;

/// The most characters of a result that are shown.
const MAX_RESULT: usize = 20_000;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ToolCallsProps {
    pub at: MessageKey,
    pub message: Shared<Message>,
}

/// A call in words.
#[derive(Debug, PartialEq)]
struct CallView {
    id: String,
    name: String,
    title: Option<&'static str>,
    words: String,
    arguments: String,
    result: Option<(String, bool)>,
    /// The result in one line, for people.
    summary: Option<String>,
    /// The steps of an agent that worked on it: the tool, its arguments in words, and the outcome of each.
    steps: Vec<[String; 3]>,
    /// Whether the call only shows data, so that no result is awaited.
    shows: bool,
}

/// The tool calls of an answer, folded; empty where it called none.
#[component]
pub fn ToolCalls(props: &ToolCallsProps) -> Html {
    let words = use_messages();
    let store = use_store();
    let calls = use_memo((props.at, props.message.clone(), words.language), |(at, message, _)| {
        store.read(|model| calls_of(model, *at, message))
    });
    let calls: Vec<Html> = calls.iter().map(|call| draw(call, words)).collect();
    html! { <div class="tool-calls" hidden={calls.is_empty()}>{ calls }</div> }
}

fn calls_of(model: &Model, at: MessageKey, message: &Message) -> Vec<CallView> {
    let language = model.language();
    let mut calls: Vec<CallView> = Vec::new();
    for part in &message.parts {
        match part {
            // What is proposed has a panel of its own.
            Part::ToolCall { name, .. } if name == TOOL_NAME => {}
            Part::ToolCall { call_id, name, arguments, .. } => {
                let tool = model.tool(at, name);
                // So has what is proposed or asked.
                if tool.is_some_and(|tool| matches!(tool.kind, ToolKind::Propose | ToolKind::Ask(_))) {
                    continue;
                }
                let given = serde_json::from_str::<Arguments>(arguments).ok();
                let said = tool.zip(given.as_ref()).map(|(tool, given)| (tool.words)(given, language));
                calls.push(CallView {
                    id: call_id.clone(),
                    name: name.clone(),
                    title: tool.map(|tool| tool.title.get(language)),
                    words: said.unwrap_or_default(),
                    arguments: pretty(arguments),
                    result: None,
                    summary: None,
                    steps: Vec::new(),
                    shows: tool.is_some_and(|tool| matches!(tool.kind, ToolKind::Show)),
                });
            }
            Part::ToolResult { call_id, content, is_error } => {
                if let Some(call) = calls.iter_mut().rev().find(|call| call.id == *call_id && call.result.is_none()) {
                    call.result = Some((espalier_base::text::truncate(content, MAX_RESULT), *is_error));
                    call.summary = summary(content, language);
                    call.steps = steps(model, at, content);
                }
            }
            _ => {}
        }
    }
    // What was to be shown and was refused is between the app and the model: it was made again, or in another way, and
    // the notes below the answer say so.
    calls.retain(|call| !(call.shows && call.result.as_ref().is_some_and(|(_, is_error)| *is_error)));
    // What is shown under words that the answer says itself would say them twice.
    let own = message.own_text();
    calls.retain(|call| !(call.shows && !call.words.is_empty() && own.contains(&call.words)));
    calls
}

/// Arguments as they are read best; what is no JSON as it came.
fn pretty(arguments: &str) -> String {
    let value = serde_json::from_str::<Value>(arguments).ok();
    value.and_then(|value| serde_json::to_string_pretty(&value).ok()).unwrap_or_else(|| arguments.to_owned())
}

fn draw(call: &CallView, words: &'static Messages) -> Html {
    let title = call.title.map_or_else(|| (words.chat.tool_called)(&call.name), str::to_owned);
    let said = (!call.words.is_empty()).then(|| html! { <span class="tool-words">{ call.words.clone() }</span> });
    let failed = call.result.as_ref().is_some_and(|(_, is_error)| *is_error);
    let undone = call.result.as_ref().and_then(|(text, _)| Undone::of(text));
    let state = match &call.result {
        Some(_) if undone.is_some() => undone.map(words.helper.undone),
        Some(_) if failed => Some(words.helper.failed),
        None if !call.shows => Some(words.helper.pending),
        _ => None,
    };
    let step = |[tool, words, result]: &[String; 3]| {
        html! {
            <li data-testid="agent-step">
                <span class="tool-title">{ tool.clone() }</span>
                <span class="tool-words">{ words.clone() }</span>
                <span class="tool-summary">{ result.clone() }</span>
            </li>
        }
    };
    // The steps of an agent say all that its task and its report do.
    let is_raw = call.steps.is_empty();
    let steps = (!is_raw).then(|| html! { <ol class="tool-steps">{ for call.steps.iter().map(step) }</ol> });
    let first = call.summary.clone().filter(|_| undone.is_none());
    let result = call.result.as_ref().filter(|_| is_raw).map(|(text, _)| {
        html! {
            <>
                <h4 class="tool-part">{ words.helper.result }</h4>
                <pre class="tool-result">{ text.clone() }</pre>
            </>
        }
    });
    html! {
        <details
            key={call.id.clone()} class={classes!("tool-call", failed.then_some("tool-failed"))} data-testid="tool-call"
            data-tool={call.name.clone()} data-call-id={call.id.clone()}
        >
            <summary>
                <span class="tool-title">{ title }</span>
                { said }
                { state.map(|state| html! { <span class="message-badge">{ state }</span> }) }
                { first.map(|first| html! { <span class="tool-summary">{ first }</span> }) }
            </summary>
            { steps }
            { is_raw.then(|| html! {
                <>
                    <h4 class="tool-part">{ words.helper.arguments }</h4>
                    <pre class="tool-arguments">{ call.arguments.clone() }</pre>
                </>
            }) }
            { result }
        </details>
    }
}

/// The steps of an agent, from its report.
fn steps(model: &Model, at: MessageKey, report: &str) -> Vec<[String; 3]> {
    if !report.starts_with('{') {
        return Vec::new();
    }
    let report: Value = serde_json::from_str(report).unwrap_or_default();
    let text = |value: &Value| match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let step = |step: &Value| {
        let name = step["tool"].as_str().unwrap_or_default();
        let tool = model.tool(at, name);
        let given = step["arguments"].as_object().filter(|given| !given.is_empty());
        let said = tool.zip(given).map(|(tool, given)| (tool.words)(given, model.language()));
        let said = said.filter(|said| !said.is_empty()).or_else(|| Some(text(&Value::Object(given?.clone()))));
        let result =
            ["summary", "error", "answer"].into_iter().map(|name| text(&step[name])).find(|text| !text.is_empty());
        let title = tool.map_or(name, |tool| tool.title.get(model.language()));
        [title.to_owned(), said.unwrap_or_default(), result.unwrap_or_default()]
    };
    report["steps"].as_array().into_iter().flatten().map(step).collect()
}

/// A result in one line: its own summary, or the total, where there is one.
fn summary(result: &str, language: Language) -> Option<String> {
    const LONGEST: usize = 100;
    if result.starts_with('{') {
        let told: Value = serde_json::from_str(result).unwrap_or_default();
        return told["summary"].as_str().map(|text| espalier_base::text::truncate(text, LONGEST));
    }
    if language != Language::En {
        // Other results are written for the model, in English; elsewhere they wait inside.
        return None;
    }
    let mut lines = result.lines().filter(|line| !line.trim().is_empty());
    let line = lines.clone().find(|line| line.starts_with("Total: ")).or_else(|| lines.next())?;
    Some(espalier_base::text::truncate(line.trim_start_matches("Total: "), LONGEST))
}
