//! Ways to make a model call one tool, when it does not do so by itself.
//!
//! From top to bottom: naming the tool; requiring some tool and offering this one alone; offering it alone; asking for
//! it in words besides; an answer that follows its JSON Schema; an answer that is a JSON object; an answer with JSON
//! somewhere in it; at last a form that the person fills in. A model that ignores a rung is asked again one rung lower;
//! the rung that worked is remembered for the endpoint and the model, and the next time one begins there.
//!
//! - F1 A rung that is known not to work is not tried.
//! - F2 Every ladder ends.

use std::fmt::Write as _;

use serde_json::Value;

use espalier_agent_api::tool::Tool;
use espalier_base::language::Language;
use espalier_llm::capability::{Capabilities, ChoiceForm, JsonForm, Rung};
use espalier_llm::message::{ChatMessage, Role};
use espalier_llm::request::{ModelRequest, ResponseFormat, ToolChoice};
use espalier_model::conversation::Channel;

const ALL: [Rung; 8] =
    [Rung::Named, Rung::Required, Rung::Only, Rung::Nudge, Rung::Schema, Rung::Object, Rung::Text, Rung::Form];

/// Returns the first rung that may work.
pub fn first(request: &ModelRequest, known: &Capabilities) -> Rung {
    from(known.forced.unwrap_or_default(), request, known)
}

/// Returns the next rung below that may work.
pub fn below(rung: Rung, request: &ModelRequest, known: &Capabilities) -> Rung {
    let next = ALL.into_iter().find(|other| *other > rung).unwrap_or(Rung::Form);
    from(next, request, known)
}

fn from(start: Rung, request: &ModelRequest, known: &Capabilities) -> Rung {
    let form = request.choice_form(known);
    ALL.into_iter().find(|rung| *rung >= start && may_work(*rung, form, known)).unwrap_or(Rung::Form)
}

fn may_work(rung: Rung, form: ChoiceForm, known: &Capabilities) -> bool {
    let tools = !known.without_tools;
    let json = known.json.unwrap_or_default();
    match rung {
        Rung::Named => tools && form == ChoiceForm::Named,
        Rung::Required => tools && form <= ChoiceForm::Required,
        Rung::Only | Rung::Nudge => tools,
        Rung::Schema => json == JsonForm::Schema,
        Rung::Object => json <= JsonForm::Object,
        Rung::Text | Rung::Form => true,
    }
}

/// Returns the channel of operations, which a model proposes only where it has some: the first of the rungs that force
/// nothing.
pub fn channel(known: &Capabilities) -> Channel {
    let first =
        [Rung::Only, Rung::Schema, Rung::Object].into_iter().find(|rung| may_work(*rung, ChoiceForm::Auto, known));
    match first {
        Some(Rung::Only) => Channel::Tool,
        Some(_) => Channel::Json,
        None => Channel::Text,
    }
}

/// Whether the answer's text is to be the arguments.
pub fn answers_in_text(rung: Rung) -> bool {
    matches!(rung, Rung::Schema | Rung::Object | Rung::Text)
}

/// Remarks on the arguments that are wanted.
#[derive(Debug, Default)]
pub struct Hints<'a> {
    /// Fault of the answer before.
    pub problem: Option<&'a str>,
    /// Valid arguments, for a model on this device: larger ones would keep too close to them.
    pub example: Option<&'a str>,
}

/// Makes a request that asks for this tool on this rung.
pub fn apply(request: &mut ModelRequest, tool: &Tool, rung: Rung, hints: &Hints<'_>, language: Language) {
    if rung >= Rung::Required {
        request.tools.retain(|offered| offered.name == tool.name);
    }
    request.tool_choice = match rung {
        Rung::Named => ToolChoice::Named(tool.name.to_owned()),
        Rung::Required => ToolChoice::Required,
        _ => ToolChoice::Auto,
    };
    let name = tool.name;
    if rung == Rung::Nudge {
        request.messages.push(ChatMessage::new(Role::User, format!("Call the tool {name} now, without any text.")));
    }
    if !answers_in_text(rung) {
        return;
    }
    request.tools.clear();
    let mut schema = tool.parameters(language);
    if request.is_on_device() {
        shorten(&mut schema);
    }
    let mut demand = "Answer now with nothing but one JSON object, without any text around it".to_owned();
    // What the model is held to need not be said in full.
    let _ = match rung {
        Rung::Schema if request.is_on_device() => {
            match hints.example {
                // Words that describe the parameters would be repeated as their values.
                Some(example) => write!(demand, ", in the form of this one: {example}"),
                None => write!(demand, ", with the parameters of {}", tool.summary(language)),
            }
        }
        _ => write!(demand, ": {} It must follow this JSON Schema: {schema}", tool.description.get(language)),
    };
    if let Some(problem) = hints.problem {
        demand.push_str("\nYour last answer did not: ");
        demand.push_str(problem);
    }
    request.messages.push(ChatMessage::new(Role::User, demand));
    request.response_format = match rung {
        Rung::Schema => Some(ResponseFormat::JsonSchema { name: name.to_owned(), schema }),
        Rung::Object => Some(ResponseFormat::JsonObject),
        _ => None,
    };
}

/// The most items of a list that a model on this device is held to: left the choice, a small one goes on until its answer
/// is cut off.
const SHORT_LIST: u64 = 5;
/// The most characters of a text that it is held to.
const SHORT_TEXT: u64 = 120;

/// Leaves of a schema what a small model can fill: what is required, in short lists and short texts.
fn shorten(schema: &mut Value) {
    for (least, most, short) in [("minLength", "maxLength", SHORT_TEXT), ("minItems", "maxItems", SHORT_LIST)] {
        let short = short.max(schema[least].as_u64().unwrap_or_default());
        if schema[most].as_u64().is_some_and(|limit| limit > short) {
            schema[most] = short.into();
        }
    }
    if let Some(items) = schema.get_mut("items") {
        shorten(items);
    }
    let required = schema.get("required").cloned().unwrap_or_default();
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.retain(|name, _| required.as_array().is_some_and(|names| names.iter().any(|known| known == name)));
        properties.values_mut().for_each(shorten);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_a_small_model_is_held_to_is_short() {
        let text = |max: u64| json!({ "type": "string", "maxLength": max });
        let mut schema = json!({ "type": "object", "required": ["list", "flag"], "properties": {
            "list": { "type": "array", "minItems": 7, "maxItems": 20, "items": {
                "type": "array", "maxItems": 40, "items": text(200)
            } },
            "flag": text(9), "more": text(9),
        } });
        shorten(&mut schema);
        assert_eq!(
            schema["properties"],
            json!({
                "list": { "type": "array", "minItems": 7, "maxItems": 7, "items": {
                    "type": "array", "maxItems": 5, "items": text(120)
                } },
                "flag": text(9),
            })
        );
    }

    #[test]
    fn f1_what_is_known_not_to_work_is_skipped() {
        let request = ModelRequest::new("custom", "http://localhost/v1", "m", Vec::new());
        let rungs = |known: &Capabilities| {
            let mut rungs = vec![first(&request, known)];
            while let Some(last) = rungs.last().copied().filter(|last| *last != Rung::Form) {
                rungs.push(below(last, &request, known));
            }
            rungs
        };
        assert_eq!(rungs(&Capabilities::default()), ALL);
        let no_tools = Capabilities { without_tools: true, ..Capabilities::default() };
        assert_eq!(rungs(&no_tools), [Rung::Schema, Rung::Object, Rung::Text, Rung::Form]);
        let auto =
            Capabilities { choice: Some(ChoiceForm::Auto), json: Some(JsonForm::Object), ..Capabilities::default() };
        assert_eq!(rungs(&auto), [Rung::Only, Rung::Nudge, Rung::Object, Rung::Text, Rung::Form]);
        let bare = Capabilities { without_tools: true, json: Some(JsonForm::Absent), ..Capabilities::default() };
        assert_eq!(rungs(&bare), [Rung::Text, Rung::Form]);
        let learned = Capabilities { forced: Some(Rung::Object), ..Capabilities::default() };
        assert_eq!(rungs(&learned), [Rung::Object, Rung::Text, Rung::Form]);
    }
}
