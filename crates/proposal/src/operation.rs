//! One operation: a command with its parameters, as the model wrote it.
//!
//! - O1 Nothing is invented: what is missing stays missing, references stay as they were written.
//! - O2 Only what names a command is an operation.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::commands::CommandNames;
use super::fields::{Field, field};
use super::shape;
use espalier_command::schema::plain;
use espalier_command::transaction;

/// Greatest number of wrappings, of any name, around operations.
const MAX_WRAPPINGS: usize = 3;

/// The parameters of an operation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Value", into = "Value")]
pub enum Params {
    /// Values in the order of the command's own list.
    Positional(Vec<Value>),
    /// Values by their names.
    Named(Map<String, Value>),
}

impl Default for Params {
    fn default() -> Self {
        Self::Positional(Vec::new())
    }
}

impl From<Params> for Value {
    fn from(params: Params) -> Self {
        match params {
            Params::Positional(list) => Self::Array(list),
            Params::Named(map) => Self::Object(map),
        }
    }
}

/// Error of a value that is neither a list nor an object, so no parameters.
#[derive(Debug, thiserror::Error)]
#[error("parameters are a list or an object")]
pub struct NotParams;

impl TryFrom<Value> for Params {
    type Error = NotParams;

    fn try_from(value: Value) -> Result<Self, NotParams> {
        match value {
            Value::Array(list) => Ok(Self::Positional(list)),
            Value::Object(map) => Ok(Self::Named(map)),
            _ => Err(NotParams),
        }
    }
}

impl Params {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Positional(list) => list.is_empty(),
            Self::Named(map) => map.is_empty(),
        }
    }

    /// Returns the values in the order in which they stand.
    pub fn values(&self) -> Vec<&Value> {
        match self {
            Self::Positional(list) => list.iter().collect(),
            Self::Named(map) => map.values().collect(),
        }
    }
}

/// A proposed operation.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Operation {
    /// Id of the operation in this proposal; no two have the same.
    pub id: String,
    /// Id that the model wrote, if the operation had to be renumbered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub written_id: Option<String>,
    /// The command's id if it is known, otherwise what the model wrote.
    pub command_id: String,
    /// Parameters as the model wrote them.
    pub params: Params,
    /// Description for people; may be empty.
    pub description: String,
    /// Result in a few words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preview: Option<String>,
    /// Confidence of the model, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f32>,
    /// Reason the model gives for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<String>,
    /// The temporary id by which later operations refer to what this one makes.
    #[serde(rename = "tempId", skip_serializing_if = "Option::is_none")]
    pub creates: Option<String>,
}

impl Operation {
    /// Returns the operation in the form in which it is carried out.
    pub fn to_command(&self) -> transaction::Operation {
        transaction::Operation {
            id: self.id.clone(),
            command: self.command_id.clone(),
            params: self.params.clone().into(),
            creates: self.creates.clone(),
        }
    }

    /// Returns the operation as JSON, as it is kept when the person changed it.
    pub fn to_text(&self) -> String {
        let shown = Self { written_id: None, ..self.clone() };
        serde_json::to_string_pretty(&shown).unwrap_or_default()
    }
}

/// Returns the operations that an object stands for: itself, or those wrapped in it.
pub(super) fn operations(entries: Vec<(String, Value)>, names: &dyn CommandNames) -> Vec<Operation> {
    find(entries, names, 0)
}

fn find(entries: Vec<(String, Value)>, names: &dyn CommandNames, wrappings: usize) -> Vec<Operation> {
    if let Some(at) = command_at(&entries, names, wrappings > 0) {
        return vec![read(entries, at, names)];
    }
    if wrappings == MAX_WRAPPINGS {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (key, value) in entries {
        match value {
            Value::Object(_) | Value::Array(_) if field(&key) == Field::Other && names.canonical(&key).is_some() => {
                let entries = vec![("commandId".to_owned(), Value::String(key)), ("params".to_owned(), value)];
                found.push(read(entries, 0, names));
            }
            Value::Object(inner) => {
                let mut inside = find(inner.into_iter().collect(), names, wrappings + 1);
                // An object of operations by their ids.
                if let [only] = inside.as_mut_slice()
                    && only.id.is_empty()
                    && field(&key) == Field::Other
                {
                    only.id = key;
                }
                found.append(&mut inside);
            }
            Value::Array(items) => {
                for item in items {
                    if let Value::Object(inner) = item {
                        found.append(&mut find(inner.into_iter().collect(), names, wrappings + 1));
                    }
                }
            }
            _ => {}
        }
    }
    found
}

/// Finds the entry that names the command. Inside a wrapping a name alone is not enough: a title is also called a name.
fn command_at(entries: &[(String, Value)], names: &dyn CommandNames, wrapped: bool) -> Option<usize> {
    let text_of = |sort: Field| {
        entries
            .iter()
            .position(|(key, value)| field(key) == sort && value.as_str().is_some_and(|text| !text.trim().is_empty()))
    };
    if let Some(at) = text_of(Field::Command) {
        return Some(at);
    }
    let has_params = entries.iter().any(|(key, value)| field(key) == Field::Params && !value.is_null());
    let known = |at: &usize| entries[*at].1.as_str().is_some_and(|text| names.canonical(text).is_some());
    let doer = text_of(Field::Doer);
    let name = text_of(Field::Name);
    let any_known = doer.filter(known).or_else(|| {
        let mut named = (0..entries.len()).filter(|at| field(&entries[*at].0) == Field::Name);
        named.find(known)
    });
    match any_known {
        Some(at) if has_params || !wrapped => Some(at),
        Some(_) => None,
        None if has_params => doer.or(name),
        None => doer.filter(|_| !wrapped),
    }
}

fn read(entries: Vec<(String, Value)>, command_at: usize, names: &dyn CommandNames) -> Operation {
    let mut operation = Operation::default();
    let mut params = None;
    let mut summary = None;
    let mut others = Vec::new();
    for (at, (key, value)) in entries.into_iter().enumerate() {
        match field(&key) {
            _ if at == command_at => {
                let written = text(&value).unwrap_or_default();
                operation.command_id = names.canonical(&written).unwrap_or(written);
            }
            Field::Id => operation.id = text(&value).unwrap_or_default(),
            Field::Params => params = params_of(value).or(params),
            Field::Description => operation.description = text(&value).unwrap_or_default(),
            Field::Summary | Field::Explanation => summary = text(&value),
            Field::Preview => operation.preview = preview(value),
            Field::Metadata => metadata(value, &mut operation),
            Field::Confidence => operation.confidence = confidence(&value),
            Field::Reasoning => operation.reasoning = text(&value),
            Field::Creates => operation.creates = text(&value),
            Field::Name if plain(&key) != "name" => {}
            _ => others.push((key, value)),
        }
    }
    operation.params = params.filter(|params| !params.is_empty()).unwrap_or_else(|| match others.len() {
        0 => Params::default(),
        _ => Params::Named(shape::object(others)),
    });
    if operation.description.is_empty() {
        operation.description = summary.unwrap_or_default();
    }
    if let Params::Named(map) = &mut operation.params
        && let Some(key) = map.keys().find(|key| is_temporary_id(key)).cloned()
        && let Some(name) = map.remove(&key).as_ref().and_then(text)
    {
        operation.creates.get_or_insert(name);
    }
    operation
}

fn is_temporary_id(key: &str) -> bool {
    matches!(plain(key).as_str(), "tempid" | "temporaryid" | "tmpid" | "临时id")
}

/// Reads a text, or a number as a text; nothing if it is empty.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

fn params_of(value: Value) -> Option<Params> {
    match value {
        Value::Array(list) => Some(list_of_params(list)),
        Value::Object(map) => Some(Params::Named(map)),
        Value::Null => None,
        Value::String(text) => {
            // Tools take their arguments as a text of JSON, and models mix that up.
            let holds_json = text.trim_start().starts_with(['{', '[']);
            let inside = if holds_json { shape::value(&text) } else { None };
            match inside {
                Some(Value::Array(list)) => Some(list_of_params(list)),
                Some(Value::Object(map)) => Some(Params::Named(map)),
                _ if text.trim().is_empty() => None,
                _ => Some(Params::Positional(vec![Value::String(text)])),
            }
        }
        scalar => Some(Params::Positional(vec![scalar])),
    }
}

/// Reads a list of parameters. One with nothing but one object has named parameters; so has a list of names with
/// values.
fn list_of_params(mut list: Vec<Value>) -> Params {
    if let [Value::Object(map)] = list.as_mut_slice() {
        let pair = name_and_value(map);
        return Params::Named(match pair {
            Some((name, value)) => shape::object(vec![(name, value)]),
            None => std::mem::take(map),
        });
    }
    let pairs: Option<Vec<_>> = list.iter().map(|item| name_and_value(item.as_object()?)).collect();
    match pairs {
        Some(pairs) if !pairs.is_empty() => Params::Named(shape::object(pairs)),
        _ => Params::Positional(list),
    }
}

fn name_and_value(map: &Map<String, Value>) -> Option<(String, Value)> {
    let name = map.get("name").or_else(|| map.get("key"))?.as_str()?;
    let value = map.get("value")?;
    let rest = map.keys().all(|key| matches!(key.as_str(), "name" | "key" | "value" | "type"));
    rest.then(|| (name.to_owned(), value.clone()))
}

fn preview(value: Value) -> Option<String> {
    match value {
        Value::Object(map) => map.get("summary").or_else(|| map.values().next()).and_then(text),
        other => text(&other),
    }
}

fn metadata(value: Value, operation: &mut Operation) {
    let Value::Object(map) = value else { return };
    for (key, value) in map {
        match field(&key) {
            Field::Confidence => operation.confidence = confidence(&value),
            Field::Reasoning => operation.reasoning = text(&value),
            Field::Creates => operation.creates = text(&value),
            _ => {}
        }
    }
}

/// Reads a confidence from 0 to 1; per cent are understood, words are not.
fn confidence(value: &Value) -> Option<f32> {
    let number = match value {
        Value::Number(number) => number.as_f64()?,
        Value::String(text) => {
            let text = text.trim();
            match text.strip_suffix(['%', '％']) {
                Some(percent) => percent.trim().parse::<f64>().ok()? / 100.0,
                None => text.parse().ok()?,
            }
        }
        _ => return None,
    };
    let part = if number > 1.0 { number / 100.0 } else { number };
    (0.0..=1.0).contains(&part).then_some(part as f32)
}
