//! Types written as JSON Schema, and in words.

use serde_json::{Map, Value, json};

use super::{CHILDREN, Param, Schema};
use espalier_base::language::Language;

/// Dialect of JSON Schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Dialect {
    /// Parameters that may be missing are not listed as required.
    #[default]
    Plain,
    /// As the plain one, without parameters that are seldom needed.
    Short,
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
    for param in params.iter().filter(|param| !(param.rare && dialect == Dialect::Short)) {
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

/// Names parameters, with a question mark those that may be missing: `id, kind?`.
pub fn parameter_names(params: &[Param]) -> String {
    list(params, |param, mark| format!("{}{mark}", param.name))
}

/// Names parameters with their types, in a tenth of the space of their JSON Schema: `id: string, kind?: "a" | "b"`.
pub fn signature(params: &[Param]) -> String {
    list(params, |param, mark| format!("{}{mark}: {}", param.name, param.schema.in_words()))
}

fn list(params: &[Param], write: impl Fn(&Param, &str) -> String) -> String {
    let write = |param: &Param| write(param, if param.required { "" } else { "?" });
    params.iter().filter(|param| !param.rare).map(write).collect::<Vec<_>>().join(", ")
}

impl Schema {
    /// Returns the type in a few words that a model understands in any language.
    pub fn in_words(&self) -> String {
        match self {
            Self::Bool => "boolean".into(),
            Self::Int { min, max } if *max >= i64::from(i32::MAX) => format!("integer >= {min}"),
            Self::Int { min, max } => format!("integer {min}..{max}"),
            Self::Number { min, max } => format!("number {min}..{max}"),
            Self::Text { .. } => "string".into(),
            Self::Choice(words) => words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(" | "),
            Self::Reference(kind) => format!("{kind} id"),
            Self::List { items, .. } => format!("list of {}", items.in_words()),
            Self::Object(params) => format!("{{{}}}", parameter_names(params)),
            Self::Tree { node, .. } => format!("{{{}, {CHILDREN}?: [...]}}", parameter_names(node)),
            Self::Nullable(inner) => format!("{} | null", inner.in_words()),
            Self::AtLeast(_, inner) | Self::Lenient(inner) | Self::Taken(inner, _) => inner.in_words(),
        }
    }
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
