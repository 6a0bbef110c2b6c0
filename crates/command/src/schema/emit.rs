//! Types written as JSON Schema, and in short.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::{CHILDREN, Param, Schema};
use espalier_base::language::Language;

/// Dialect of JSON Schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Dialect {
    /// Parameters that may be missing are not listed as required.
    #[default]
    Plain,
    /// For endpoints with strict schemas: all parameters are listed as required, and those that may be missing may be
    /// null.
    Strict,
}

/// Levels of a tree that are written out; some endpoints refuse a schema that refers to itself.
const TREE_LEVELS: usize = 3;

impl Schema {
    /// Writes the type as JSON Schema.
    pub fn json_schema(&self, dialect: Dialect, language: Language) -> Value {
        match self {
            Self::Bool => json!({ "type": "boolean" }),
            Self::Int { min, max } => json!({ "type": "integer", "minimum": min, "maximum": max }),
            Self::Number { min, max } => json!({ "type": "number", "minimum": min, "maximum": max }),
            Self::Text { min: 0, max } => json!({ "type": "string", "maxLength": max }),
            Self::Text { min, max } => json!({ "type": "string", "minLength": min, "maxLength": max }),
            Self::Choice(words) => json!({ "type": "string", "enum": words }),
            Self::Reference(_) => json!({ "type": "string", "minLength": 1, "maxLength": 200 }),
            Self::List { items, max } => {
                json!({ "type": "array", "items": items.json_schema(dialect, language), "maxItems": max })
            }
            Self::AtLeast(min, list) => {
                let mut schema = list.json_schema(dialect, language);
                if let Value::Object(schema) = &mut schema {
                    schema.insert("minItems".to_owned(), (*min).into());
                }
                schema
            }
            Self::Object(params) => object(params, dialect, language),
            Self::Tree { node, .. } => tree(node, dialect, language, TREE_LEVELS),
            Self::Nullable(inner) => nullable(inner.json_schema(dialect, language)),
            Self::Lenient(inner) | Self::Taken(inner, _) => inner.json_schema(dialect, language),
        }
    }
}

/// Writes parameters as the JSON Schema of an object.
pub fn object(params: &[Param], dialect: Dialect, language: Language) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for param in params {
        let mut schema = param.schema.json_schema(dialect, language);
        if dialect == Dialect::Strict && !param.required {
            schema = nullable(schema);
        }
        if let Value::Object(schema) = &mut schema {
            schema.insert("description".to_owned(), param.description.get(language).into());
        }
        if param.required || dialect == Dialect::Strict {
            required.push(param.name);
        }
        properties.insert(param.name.to_owned(), schema);
    }
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

/// Writes parameters in a tenth of the space of their JSON Schema, for a model that cannot leave it anyway:
/// `(id: text, kind?: note|task, tags?: [text])`. The limits are left out.
pub fn signature(params: &[Param]) -> String {
    let mut text = String::new();
    write_params(params, ['(', ')'], &mut text);
    text
}

impl Schema {
    fn write_short(&self, text: &mut String) {
        match self {
            Self::Bool => text.push_str("true|false"),
            Self::Int { .. } => text.push_str("integer"),
            Self::Number { .. } => text.push_str("number"),
            Self::Text { .. } | Self::Reference(_) => text.push_str("text"),
            Self::Choice(words) => text.push_str(&words.join("|")),
            Self::List { items, .. } => {
                text.push('[');
                items.write_short(text);
                text.push(']');
            }
            Self::Object(params) => write_params(params, ['{', '}'], text),
            Self::Tree { node, .. } => {
                write_params(node, ['{', ','], text);
                let _ = write!(text, " {CHILDREN}?: [...]}}");
            }
            Self::AtLeast(_, inner) | Self::Nullable(inner) | Self::Lenient(inner) | Self::Taken(inner, _) => {
                inner.write_short(text);
            }
        }
    }
}

fn write_params(params: &[Param], [open, close]: [char; 2], text: &mut String) {
    text.push(open);
    for (at, param) in params.iter().enumerate() {
        let comma = if at == 0 { "" } else { ", " };
        let mark = if param.required { "" } else { "?" };
        let _ = write!(text, "{comma}{}{mark}: ", param.name);
        param.schema.write_short(text);
    }
    text.push(close);
}

fn tree(node: &[Param], dialect: Dialect, language: Language, levels: usize) -> Value {
    let mut schema = object(node, dialect, language);
    let items = if levels > 1 { tree(node, dialect, language, levels - 1) } else { json!({ "type": "object" }) };
    let mut children = json!({ "type": "array", "items": items });
    if dialect == Dialect::Strict {
        if levels == 1 {
            // A strict schema cannot leave an object open; the deepest level has no children.
            return schema;
        }
        children = nullable(children);
        if let Some(required) = schema["required"].as_array_mut() {
            required.push(CHILDREN.into());
        }
    }
    schema["properties"][CHILDREN] = children;
    schema
}

fn nullable(mut schema: Value) -> Value {
    if let Some(words) = schema.get_mut("enum").and_then(Value::as_array_mut) {
        words.push(Value::Null);
    }
    if schema["type"].is_string() {
        schema["type"] = json!([schema["type"], "null"]);
    }
    schema
}
