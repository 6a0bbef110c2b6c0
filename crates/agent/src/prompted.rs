//! Tool calls asked for in the prompt, for endpoints that take no tools.
//!
//! The tools stand in the system's words with the JSON Schemas of their arguments, and every message of the model is one
//! JSON object: a call, `{"name": …, "parameters": {…}}`, or the answer, `{"answer": …}`. Where the endpoint takes
//! `response_format`, the schema of that object is sent with it.
//!
//! - J1 The conversation is shown in the same form, so that the model follows its own example: one call a message, each
//!   followed by its result as a message of the user.
//! - J2 A reply in any known notation of calls is a call; whether the tool exists and the arguments fit is judged as for
//!   any other call.
//! - J3 The answer can be shown while it arrives: what is shown only grows.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use crate::salvage;
use espalier_agent_api::partial::so_far;
use espalier_agent_api::tool::{Arguments, Tool, named, object_in};
use espalier_base::language::Language;
use espalier_llm::message::{ChatMessage, Role, ToolCall};
use espalier_llm::request::{ModelRequest, ResponseFormat};

/// The key of the answer's text.
const ANSWER: &str = "answer";
/// Name of the object in `response_format`.
const FORMAT: &str = "reply";

const RULES: [&str; 2] = [
    "## Tools\n\n\
     This conversation is held in JSON. Each of your messages is exactly one JSON object and nothing else:\n\
     - {\"name\": \"TOOL\", \"parameters\": {…}} calls a tool; its result is the next message.\n\
     - {\"answer\": \"…\"} answers the user, once no tool is needed any more.\n\
     Call one tool at a time. Look up with a tool what only a tool can know, and say that something was done only after a \
     result says so.",
    "## 工具\n\n\
     本对话使用JSON。你的每条消息只能是一个JSON对象，不含其他内容：\n\
     - {\"name\": \"工具名\", \"parameters\": {参数}}：调用一个工具；下一条消息就是它的结果。\n\
     - {\"answer\": \"回答内容\"}：回答用户，在不再需要工具时使用。\n\
     一次只调用一个工具。只有工具才知道的内容必须用工具查询；结果确认之后，才能说已经完成。",
];
const OFFERED: [&str; 2] =
    ["\n\nThe tools, each with the JSON Schema of its parameters:\n", "\n\n可用工具，附参数的JSON Schema：\n"];
const OFFERED_BRIEFLY: [&str; 2] = [
    "\n\nThe tools, each with its parameters; those with a question mark may be left out:\n",
    "\n\n可用工具及其参数；带问号的参数可以省略：\n",
];
const NONE_OFFERED: [&str; 2] = ["\n\nNo tool may be called any more.\n", "\n\n不能再调用任何工具。\n"];
const MISSED: &str = "Your last message was not one JSON object of either form. Send it again as one, with nothing \
                      before or after it.";

/// A message of the model, read.
#[derive(Debug, Clone, PartialEq)]
pub enum Reply {
    /// Calls of tools: the names as they came and the arguments.
    Calls(Vec<(String, Arguments)>),
    /// The answer for the user.
    Answer(String),
}

/// Kind of reply that is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// A call or an answer.
    Any,
    /// A call.
    Call,
    /// A reply in place of the last message, which was none. `response_format` is left out, since it may be what spoils
    /// it.
    Repeated,
}

/// Makes a request that asks for calls of these tools in the prompt.
pub fn apply(request: &mut ModelRequest, tools: &[&'static Tool], expected: Expected, language: Language) {
    request.tools.clear();
    request.messages = converted(std::mem::take(&mut request.messages));
    if expected == Expected::Repeated {
        request.messages.push(ChatMessage::new(Role::User, MISSED));
        request.response_format = None;
        return;
    }
    let schema = schema(tools, expected == Expected::Any, request.is_on_device(), language);
    request.response_format = Some(ResponseFormat::JsonSchema { name: FORMAT.to_owned(), schema });
}

/// Returns the instructions for the system's words; briefly for a model whose replies are held to the schema.
pub fn instructions(tools: &[&'static Tool], brief: bool, language: Language) -> String {
    let say = |texts: [&'static str; 2]| if language == Language::En { texts[0] } else { texts[1] };
    let mut text = say(RULES).to_owned();
    text.push_str(say(match (tools.is_empty(), brief) {
        (true, _) => NONE_OFFERED,
        (false, true) => OFFERED_BRIEFLY,
        (false, false) => OFFERED,
    }));
    for tool in tools {
        if brief {
            let _ = writeln!(text, "- {}", tool.summary(language));
            continue;
        }
        let (description, parameters) = (tool.description.get(language), tool.parameters(language));
        let _ = writeln!(text, "- {}: {description}\n  {parameters}", tool.name);
    }
    text
}

/// Returns the JSON Schema of a reply, which may be an answer or not; `brief` leaves out what is seldom needed.
fn schema(tools: &[&'static Tool], may_answer: bool, brief: bool, language: Language) -> Value {
    let object = |properties: Value, required: Value| json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false });
    let call = |tool: &&Tool| {
        // In the order in which they are written: a grammar made of the schema has the tool chosen first.
        let parameters = if brief { tool.common_parameters(language) } else { tool.parameters(language) };
        let properties = json!({ "name": { "enum": [tool.name] }, "parameters": parameters });
        object(properties, json!(["name", "parameters"]))
    };
    let answer = may_answer.then(|| object(json!({ ANSWER: { "type": "string" } }), json!([ANSWER])));
    let forms: Vec<Value> = answer.into_iter().chain(tools.iter().map(call)).collect();
    json!({ "anyOf": forms })
}

/// Returns the messages with calls, results and answers in the form of replies (J1).
fn converted(messages: Vec<ChatMessage>) -> Vec<ChatMessage> {
    let mut told = Vec::with_capacity(messages.len());
    let mut results: Vec<ChatMessage> = Vec::new();
    let mut calls = Vec::new();
    for mut message in messages {
        if message.role == Role::Tool {
            results.push(message);
            continue;
        }
        pair(&mut told, &mut calls, &mut results);
        if message.role != Role::Assistant {
            told.push(message);
            continue;
        }
        calls = std::mem::take(&mut message.tool_calls);
        if calls.is_empty() {
            told.push(ChatMessage::new(Role::Assistant, json!({ ANSWER: message.content }).to_string()));
        }
    }
    pair(&mut told, &mut calls, &mut results);
    told
}

/// Adds each call with its result after it.
fn pair(told: &mut Vec<ChatMessage>, calls: &mut Vec<ToolCall>, results: &mut Vec<ChatMessage>) {
    for call in calls.drain(..) {
        let arguments = serde_json::from_str(&call.arguments).unwrap_or_else(|_| Value::from(call.arguments.as_str()));
        let reply = json!({ "name": call.name, "parameters": arguments });
        told.push(ChatMessage::new(Role::Assistant, reply.to_string()));
        let at = results.iter().position(|result| result.tool_call_id.as_deref() == Some(call.id.as_str()));
        let result = at.map(|at| results.remove(at).content).unwrap_or_default();
        told.push(ChatMessage::new(Role::User, format!("Result of {}: {result}", call.name)));
    }
    results.clear();
}

/// Reads a message of the model; `None` where it is no reply (J2).
pub fn read(text: &str, tools: &[&'static Tool]) -> Option<Reply> {
    if let Some(calls) = salvage::calls_in(text, tools) {
        let read = |leaked: salvage::Leaked| {
            let arguments = serde_json::from_str(&leaked.arguments).unwrap_or_default();
            (leaked.name, arguments)
        };
        return Some(Reply::Calls(calls.into_iter().map(read).collect()));
    }
    match object_in(text).and_then(|object| of_object(object, tools)) {
        Some(reply) => Some(reply),
        // Its end is missing, or it holds what JSON does not allow, such as line breaks.
        None => answer_so_far(text).map(Reply::Answer),
    }
}

fn of_object(mut object: Map<String, Value>, tools: &[&'static Tool]) -> Option<Reply> {
    let given = |value: Option<Value>| match value {
        Some(Value::Object(arguments)) => Some(arguments),
        None | Some(Value::Null) => Some(Arguments::new()),
        Some(_) => None,
    };
    let name = object.get("name").and_then(Value::as_str).map(str::to_owned);
    match name {
        Some(name) if name != ANSWER => {
            let arguments = object.remove("parameters").or_else(|| object.remove("arguments"));
            // An object with a name need not be a call: it may be what was to be read of broken arguments.
            arguments.as_ref().map(|_| ()).or_else(|| named(tools, &name).map(|_| ()))?;
            return Some(Reply::Calls(vec![(name, given(arguments)?)]));
        }
        Some(_) => {
            // The answer as if it were a tool.
            let mut arguments = given(object.remove("parameters").or_else(|| object.remove("arguments")))?;
            let text = arguments.remove(ANSWER).or_else(|| arguments.into_iter().next().map(|(_, text)| text))?;
            return text.as_str().map(|text| Reply::Answer(text.to_owned()));
        }
        None => {}
    }
    if let Some(text) = object.get(ANSWER).and_then(Value::as_str) {
        return Some(Reply::Answer(text.to_owned()));
    }
    // The tool's name as the key of its arguments.
    let (name, arguments) = object.into_iter().next()?;
    named(tools, &name)?;
    Some(Reply::Calls(vec![(name, given(Some(arguments))?)]))
}

/// Returns the answer's text as far as it came, while the message is an answer (J3).
pub fn answer_so_far(message: &str) -> Option<String> {
    let rest = message.trim_start().strip_prefix('{')?.trim_start().strip_prefix('"')?;
    rest.strip_prefix(ANSWER)?.strip_prefix('"')?;
    so_far(message).get(ANSWER)?.as_str().map(str::to_owned)
}

#[cfg(test)]
mod tests;
