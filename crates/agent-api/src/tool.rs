//! Tools that a model may call, the reading of their arguments, and the outcomes of a call.
//!
//! - B1 Arguments are read by the tool's own types; one that does not fit is explained with its place and the expected
//!   type, and never becomes an empty object.
//! - B2 Harmless corrections of arguments are recorded.
//! - B3 Only names that are offered are tools.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::ask::Question;
use espalier_base::language::Language;
use espalier_command::schema::{self, Dialect, Param};
use espalier_command::spec::Text;
use espalier_llm::request::ToolSpec;
use espalier_llm::stream::{ArgumentsError, AssembledCall};

/// Arguments that were read.
pub type Arguments = Map<String, Value>;

/// Effect of a tool, which decides how its calls are run.
#[derive(Debug, Clone, Copy)]
pub enum ToolKind {
    /// A lookup, which may run beside others of its kind.
    Read,
    /// A change: it runs when all calls before it are done, and those after it wait.
    Write,
    /// A question to the person, made of the arguments; the answer is the result.
    Ask(fn(&Arguments) -> Question),
    /// A proposal shown to the person, who answers with a message of theirs. The turn ends with it, without a result.
    Show,
    /// As [`ToolKind::Show`], but whoever shows it reads its arguments, as far as they came and whatever is wrong.
    Propose,
}

/// A tool.
#[derive(Debug, Clone, Copy)]
pub struct Tool {
    /// Its name for the model.
    pub name: &'static str,
    /// Its name for people.
    pub title: Text,
    /// Purpose of the tool and when to use it, for the model.
    pub description: Text,
    /// Its parameters.
    pub params: &'static [Param],
    /// Check of the arguments besides their types; the error says for the model what is wrong.
    pub check: fn(&Arguments) -> Result<(), String>,
    /// Effect of a call.
    pub kind: ToolKind,
    /// Words for a call of it, for people, without the title; empty where there is nothing to add.
    pub words: fn(&Arguments, Language) -> String,
}

/// One call that is to be run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolRun {
    /// Id of the call within its turn.
    pub call_id: String,
    /// The tool's name.
    pub name: String,
    /// The arguments, read.
    pub arguments: Arguments,
    /// The person's answers to the questions of this call so far, oldest first.
    pub answers: Vec<crate::ask::Answer>,
}

/// The outcome of running a tool.
#[derive(Debug, Clone, PartialEq)]
pub enum Reply {
    /// Result for the model.
    Result(String),
    /// Question to the person. Nothing was done yet; the call is run again with the answer.
    Ask(Question),
}

/// Reason why a tool brought nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ToolError {
    /// A message for the model, which may do better.
    #[error("{0}")]
    RespondToModel(String),
    /// A failure after which the turn cannot go on.
    #[error("{0}")]
    Fatal(String),
}

/// The outcome of a call, or why there is none.
pub type ToolResult = Result<Reply, ToolError>;

/// A correction of an argument that changes nothing of its meaning (B2).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Coercion {
    /// The parameter.
    pub name: String,
    /// The value as it came.
    pub from: Value,
}

impl Tool {
    /// Whether the tool changes something.
    pub const fn writes(&self) -> bool {
        matches!(self.kind, ToolKind::Write)
    }

    /// Whether the tool is only shown, whatever its arguments are.
    pub const fn proposes(&self) -> bool {
        matches!(self.kind, ToolKind::Propose)
    }

    /// Returns the tool as it is offered.
    pub fn spec(&self, language: Language) -> ToolSpec {
        ToolSpec {
            name: self.name.to_owned(),
            description: self.description.get(language).to_owned(),
            parameters: self.parameters(language),
        }
    }

    /// Returns the JSON Schema of the arguments.
    pub fn parameters(&self, language: Language) -> Value {
        schema::object(self.params, Dialect::Plain, language)
    }

    /// Returns the JSON Schema of the arguments without those that are seldom needed.
    pub fn common_parameters(&self, language: Language) -> Value {
        schema::object(self.params, Dialect::Short, language)
    }

    /// Returns the tool in a few lines, for a model whose calls are held to the JSON Schema: its name and parameters, its
    /// description, and those of the parameters that it cannot do without.
    pub fn summary(&self, language: Language) -> String {
        let (name, parameters, description) =
            (self.name, schema::signature(self.params), self.description.get(language));
        let mut text = format!("{name}({parameters}): {description}");
        for param in self.params.iter().filter(|param| param.required) {
            text.extend(["\n  ", param.name, ": ", param.description.get(language)]);
        }
        text
    }

    /// Reads arguments, or says for the model what is wrong with them (B1).
    pub fn read(&self, given: &Arguments) -> Result<(Arguments, Vec<Coercion>), String> {
        let mut value = Value::Object(given.clone());
        if matches!(self.kind, ToolKind::Show) {
            // What is only shown loses nothing by a word too many; of what is looked up or written it may be a condition.
            schema::without_unknown(self.params, &mut value);
        }
        let read = schema::read_params(self.params, &value);
        let read = read.map_err(|problem| problem.text(Language::En))?;
        (self.check)(&read)?;
        let mut coercions = Vec::new();
        for (name, from) in given {
            let kept = read.get(name) == Some(from) || (from.is_null() && !read.contains_key(name));
            if !kept {
                coercions.push(Coercion { name: name.clone(), from: from.clone() });
            }
        }
        Ok((read, coercions))
    }

    /// Returns the message for the model about arguments that do not fit.
    pub fn explain(&self, problem: &str) -> String {
        let schema = self.parameters(Language::En);
        format!("Invalid arguments for {}: {problem}. Nothing was done. Expected JSON Schema: {schema}", self.name)
    }
}

/// Result of a call for a model that goes round in circles, the first time.
pub const GOES_ROUND: &str =
    "Not run: you are repeating the same calls. Try something else, or answer with what you have.";
/// Result of a call for a model that still goes round in circles.
pub const GOES_ROUND_STILL: &str = "Not run: you are still repeating the same calls. No more calls are possible.";

/// Reason why a call was not done, for people: the result for the model is not meant for them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Undone {
    /// An equal call was made before.
    Repeated,
    /// Its arguments do not fit.
    Misfit,
    /// There is no such tool.
    Unknown,
    /// The person did not want it.
    Declined,
    /// The answer ended before the call was done.
    Stopped,
}

impl Undone {
    /// Reads the reason from the result for the model; `None` for a result, and for what a tool itself says.
    pub fn of(told: &str) -> Option<Self> {
        let beginnings = [
            ("Not run", Self::Repeated),
            ("Invalid arguments for ", Self::Misfit),
            ("There is no tool ", Self::Unknown),
            ("This tool is not there", Self::Unknown),
            ("Not done: the user stopped", Self::Stopped),
            ("Not done: the answer ended", Self::Stopped),
            ("Not done: the user", Self::Declined),
        ];
        beginnings.into_iter().find(|(beginning, _)| told.starts_with(beginning)).map(|(_, undone)| undone)
    }
}

/// Accepts all arguments, for a tool with no rule besides the types.
pub const fn unchecked(_: &Arguments) -> Result<(), String> {
    Ok(())
}

/// Finds the tool of that name (B3).
pub fn named<'a>(tools: &[&'a Tool], name: &str) -> Option<&'a Tool> {
    tools.iter().find(|tool| tool.name == name).copied()
}

/// Returns the result, for the model, of a call of an unknown tool.
pub fn explain_unknown(tools: &[&Tool], name: &str) -> String {
    let names: Vec<&str> = tools.iter().map(|tool| tool.name).collect();
    if names.is_empty() {
        return format!("There is no tool {name:?}, and no tool may be called now. Answer in words.");
    }
    format!("There is no tool {name:?}. There are: {}.", names.join(", "))
}

/// Returns the arguments of a call as one object, or the reason why they are none.
pub fn object_of(call: &AssembledCall) -> Result<&Arguments, String> {
    call.arguments.as_ref().map_err(|error| match error {
        ArgumentsError::Malformed(what) => format!("they are not valid JSON ({what})"),
        ArgumentsError::NotAnObject => "they are not a JSON object".to_owned(),
        ArgumentsError::Unplaced => "their pieces could not be put together".to_owned(),
    })
}

/// Returns a text that is equal for calls that ask the same: the name and the arguments, whatever the order of their
/// names.
pub fn signature(name: &str, arguments: &Arguments) -> String {
    let mut text = name.to_owned();
    text.push(' ');
    write_canonical(&Value::Object(arguments.clone()), &mut text);
    text
}

fn write_canonical(value: &Value, text: &mut String) {
    match value {
        Value::Object(fields) => {
            let mut names: Vec<&String> = fields.keys().collect();
            names.sort_unstable();
            text.push('{');
            for name in names {
                text.push_str(&Value::from(name.as_str()).to_string());
                text.push(':');
                write_canonical(&fields[name], text);
                text.push(',');
            }
            text.push('}');
        }
        Value::Array(items) => {
            text.push('[');
            for item in items {
                write_canonical(item, text);
                text.push(',');
            }
            text.push(']');
        }
        other => text.push_str(&other.to_string()),
    }
}

/// A JSON object somewhere in the text: the first one that can be read to its end.
pub fn object_in(text: &str) -> Option<Map<String, Value>> {
    let mut from = 0;
    while let Some(at) = text[from..].find('{') {
        let mut values = serde_json::Deserializer::from_str(&text[from + at..]).into_iter::<Value>();
        if let Some(Ok(Value::Object(object))) = values.next() {
            return Some(object);
        }
        from += at + 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_meant_for_the_model_is_told_from_results() {
        for (told, undone) in [
            (GOES_ROUND, Some(Undone::Repeated)),
            (GOES_ROUND_STILL, Some(Undone::Repeated)),
            ("Not run again: this is the same call as c1. Use the result of that one.", Some(Undone::Repeated)),
            ("Invalid arguments for f: no. Nothing was done. Expected JSON Schema: {}", Some(Undone::Misfit)),
            (&explain_unknown(&[], "f"), Some(Undone::Unknown)),
            ("Not done: the user stopped here.", Some(Undone::Stopped)),
            ("Not done: the answer ended before.", Some(Undone::Stopped)),
            ("Not done: the user does not want it.", Some(Undone::Declined)),
            ("Total: 2 h", None),
            ("there is no category \"x\"", None),
        ] {
            assert_eq!(Undone::of(told), undone, "{told}");
        }
    }

    #[test]
    fn the_order_of_names_does_not_matter() {
        let object = |text: &str| serde_json::from_str::<Arguments>(text).unwrap();
        let one = signature("f", &object(r#"{"a":1,"b":{"c":[1,2],"d":null}}"#));
        assert_eq!(one, signature("f", &object(r#"{"b":{"d":null,"c":[1,2]},"a":1}"#)));
        assert_ne!(one, signature("f", &object(r#"{"a":1,"b":{"c":[2,1],"d":null}}"#)));
        assert_ne!(signature("f", &object(r#"{"a":"1"}"#)), signature("f", &object(r#"{"a":1}"#)));
    }
}
