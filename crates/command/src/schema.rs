//! The types of parameters: one description that checks a JSON value, puts it into its plain form, and is written as
//! JSON Schema for a model.
//!
//! - S1 A value is read if the JSON Schema allows it, or if [`Schema::Lenient`] does besides.
//! - S2 Reading is total and says where a value is wrong and what was expected; it invents nothing.
//! - S3 A value that was read reads again as itself.

mod emit;
mod problem;

use serde_json::{Map, Value};

pub use self::emit::{Dialect, object, parameter_names, signature};
pub use self::problem::{Problem, Wrong};
use super::spec::Text;

/// Greatest depth of a [`Schema::Tree`].
pub const MAX_TREE_DEPTH: usize = 64;
/// Key under which a node of a [`Schema::Tree`] has its children.
pub const CHILDREN: &str = "children";

/// The type of a value.
#[derive(Debug, Clone, Copy)]
pub enum Schema {
    /// Yes or no.
    Bool,
    /// A whole number in a range, both ends included.
    Int {
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// A number in a range, both ends included.
    Number {
        /// The least.
        min: f64,
        /// The greatest.
        max: f64,
    },
    /// A text of so many characters.
    Text {
        /// Least number of characters.
        min: usize,
        /// Greatest number of characters.
        max: usize,
    },
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A reference to an object of this kind (`node`, `map`): its id, its short id, or the temporary id that an earlier
    /// operation gives to the object it makes.
    Reference(&'static str),
    /// A list.
    List {
        /// The schema of the items.
        items: &'static Schema,
        /// Greatest number of items.
        max: usize,
    },
    /// A list with at least so many items.
    AtLeast(usize, &'static Schema),
    /// Named values.
    Object(&'static [Param]),
    /// Named values, with more of the same kind under [`CHILDREN`].
    Tree {
        /// Values of each node besides its children.
        node: &'static [Param],
        /// Greatest number of nodes in all.
        max: usize,
    },
    /// This type, or null.
    Nullable(&'static Schema),
    /// This type; also a number or a truth value as a text, a text as a number, one item for a list of one, words in
    /// any case, and for a node of a tree its first value alone.
    Lenient(&'static Schema),
    /// A value asked for as the first type, and read as the second, which takes more.
    Taken(&'static Schema, &'static Schema),
}

/// A parameter: a named value.
#[derive(Debug, Clone, Copy)]
pub struct Param {
    /// Its name.
    pub name: &'static str,
    /// Other names of it.
    pub aliases: &'static [&'static str],
    /// Its type; a parameter that is not required may also be null.
    pub schema: Schema,
    /// Whether it must be there.
    pub required: bool,
    /// Purpose of the parameter.
    pub description: Text,
    /// Whether it is left out where parameters are listed in short, for a model that much to choose from confuses.
    pub rare: bool,
}

impl Param {
    /// Makes a parameter that must be there.
    pub const fn required(name: &'static str, schema: Schema, description: Text) -> Self {
        Self { name, aliases: &[], schema, required: true, description, rare: false }
    }

    /// Makes a parameter that may be missing.
    pub const fn optional(name: &'static str, schema: Schema, description: Text) -> Self {
        Self { name, aliases: &[], schema, required: false, description, rare: false }
    }

    /// Returns the parameter with other names.
    #[must_use]
    pub const fn or_called(mut self, aliases: &'static [&'static str]) -> Self {
        self.aliases = aliases;
        self
    }

    /// Returns the parameter as one that is seldom needed.
    #[must_use]
    pub const fn rarely(mut self) -> Self {
        self.rare = true;
        self
    }

    /// Whether the parameter has this name, in any case and with any punctuation.
    fn is_called(&self, name: &str) -> bool {
        let name = plain(name);
        std::iter::once(&self.name).chain(self.aliases).any(|known| plain(known) == name)
    }
}

/// Returns a name without case and punctuation: `parent_id`, `parentId` and `Parent ID` are the same.
pub fn plain(name: &str) -> String {
    name.chars().filter(|character| character.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

impl Schema {
    /// Returns the value in its plain form, or the problem with it (S2).
    pub fn read(&self, value: &Value) -> Result<Value, Problem> {
        self.read_with(value, false)
    }

    fn read_with(&self, value: &Value, lenient: bool) -> Result<Value, Problem> {
        match self {
            Self::Bool => read_bool(value, lenient),
            Self::Int { min, max } => {
                let number = whole_number(value, lenient).ok_or(Wrong::NotAWholeNumber)?;
                if number < *min || number > *max {
                    Err(Wrong::OutOfRange(*min, *max).into())
                } else {
                    Ok(number.into())
                }
            }
            Self::Number { min, max } => {
                let number = number(value, lenient).ok_or(Wrong::NotANumber)?;
                if number < *min || number > *max {
                    Err(Wrong::NotBetween(min.to_string(), max.to_string()).into())
                } else {
                    Ok(number.into())
                }
            }
            Self::Text { min, max } => read_text(value, *min, *max, lenient).map(Value::from),
            Self::Choice(words) => read_choice(value, words, lenient),
            Self::Reference(_) => match value {
                Value::String(text) if !text.trim().is_empty() && text.len() <= 200 => Ok(text.trim().into()),
                _ => Err(Wrong::NotAReference.into()),
            },
            Self::List { items, max } => read_list(value, items, *max, lenient),
            Self::AtLeast(min, list) => {
                let read = list.read_with(value, lenient)?;
                let enough = read.as_array().is_none_or(|items| items.len() >= *min);
                if enough { Ok(read) } else { Err(Wrong::TooFew(*min).into()) }
            }
            Self::Object(params) => match value {
                Value::Object(_) => read_params(params, value).map(Value::Object),
                _ => Err(Wrong::NotAnObject.into()),
            },
            Self::Tree { node, max } => {
                let mut left = *max;
                read_tree(value, node, lenient, &mut left, 1)
            }
            Self::Nullable(_) if value.is_null() => Ok(Value::Null),
            Self::Nullable(inner) => inner.read_with(value, lenient),
            Self::Lenient(inner) => inner.read_with(value, true),
            Self::Taken(_, inner) => inner.read_with(value, lenient),
        }
    }
}

/// Removes unknown parameters, at any depth.
pub fn without_unknown(params: &[Param], value: &mut Value) {
    let Value::Object(fields) = value else { return };
    fields.retain(|name, _| params.iter().any(|param| param.name == name || param.is_called(name)));
    for (name, value) in fields.iter_mut() {
        if let Some(param) = params.iter().find(|param| param.name == name || param.is_called(name)) {
            param.schema.without_unknown(value);
        }
    }
}

impl Schema {
    fn without_unknown(&self, value: &mut Value) {
        match self {
            Self::Object(params) => without_unknown(params, value),
            Self::List { items, .. } => {
                for item in value.as_array_mut().into_iter().flatten() {
                    items.without_unknown(item);
                }
            }
            Self::AtLeast(_, inner) | Self::Nullable(inner) | Self::Lenient(inner) | Self::Taken(_, inner) => {
                inner.without_unknown(value);
            }
            _ => {}
        }
    }
}

/// Reads the parameters of a command: an object of them by name, a list of them in their order, or nothing.
///
/// In a list, a value that does not fit a parameter which may be missing is taken for the next one, as if null stood
/// before it.
pub fn read_params(params: &[Param], value: &Value) -> Result<Map<String, Value>, Problem> {
    let mut read = Map::new();
    match value {
        Value::Object(given) => {
            for (name, value) in given {
                let exact = params.iter().find(|param| param.name == name);
                let param = exact.or_else(|| params.iter().find(|param| param.is_called(name)));
                let param = param.ok_or_else(|| Problem::at(name, Wrong::Unknown(names(params))))?;
                if read.contains_key(param.name) {
                    return Err(Problem::at(name, Wrong::Twice));
                }
                if let Some(value) = read_param(param, value)? {
                    read.insert(param.name.to_owned(), value);
                }
            }
        }
        Value::Array(given) => read_in_order(params, given, &mut read)?,
        Value::Null => {}
        _ => return Err(Wrong::NotParams.into()),
    }
    let missing = params.iter().find(|param| param.required && !read.contains_key(param.name));
    missing.map_or(Ok(read), |param| Err(Problem::at(param.name, Wrong::Missing)))
}

/// Returns the values that a list or an object gives to the parameters of a command, by the parameters' names: as
/// [`read_params`] where they can be read, and where they cannot, whatever stands in the place of each.
pub fn by_name(params: &[Param], value: &Value) -> Map<String, Value> {
    if let Ok(read) = read_params(params, value) {
        return read;
    }
    let given: Vec<(&Param, &Value)> = match value {
        Value::Object(given) => {
            let param = |name: &str| {
                let exact = params.iter().find(|param| param.name == name);
                exact.or_else(|| params.iter().find(|param| param.is_called(name)))
            };
            given.iter().filter_map(|(name, value)| Some((param(name)?, value))).collect()
        }
        Value::Array(given) => params.iter().zip(given).collect(),
        _ => Vec::new(),
    };
    given
        .into_iter()
        .filter(|(_, value)| !value.is_null())
        .map(|(param, value)| (param.name.to_owned(), param.schema.read(value).unwrap_or_else(|_| value.clone())))
        .collect()
}

fn read_in_order(params: &[Param], given: &[Value], read: &mut Map<String, Value>) -> Result<(), Problem> {
    let mut params = params.iter();
    for (index, value) in given.iter().enumerate() {
        let mut first_problem = None;
        loop {
            let Some(param) = params.next() else {
                if value.is_null() {
                    break;
                }
                let too_many = || Problem::at(&format!("[{index}]"), Wrong::TooManyParams);
                return Err(first_problem.unwrap_or_else(too_many));
            };
            match read_param(param, value) {
                Ok(value) => {
                    read.extend(value.map(|value| (param.name.to_owned(), value)));
                    break;
                }
                Err(problem) if param.required => return Err(first_problem.unwrap_or(problem)),
                Err(problem) => drop(first_problem.get_or_insert(problem)),
            }
        }
    }
    Ok(())
}

fn read_param(param: &Param, value: &Value) -> Result<Option<Value>, Problem> {
    if value.is_null() && !param.required {
        return Ok(None);
    }
    param.schema.read(value).map(Some).map_err(|problem| problem.below(param.name))
}

fn names(params: &[Param]) -> String {
    params.iter().map(|param| param.name).collect::<Vec<_>>().join(", ")
}

fn whole_number(value: &Value, lenient: bool) -> Option<i64> {
    match value {
        Value::Number(number) => number.as_i64().or_else(|| {
            // JSON does not tell 3 from 3.0.
            let number = number.as_f64().filter(|number| number.fract() == 0.0 && number.abs() < 9e15)?;
            Some(number as i64)
        }),
        Value::String(text) if lenient => text.trim().parse().ok(),
        _ => None,
    }
}

/// Reads a finite number.
fn number(value: &Value, lenient: bool) -> Option<f64> {
    let number = match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) if lenient => text.trim().parse().ok(),
        _ => None,
    };
    number.filter(|number| number.is_finite())
}

fn read_bool(value: &Value, lenient: bool) -> Result<Value, Problem> {
    let read = match value {
        Value::Bool(value) => Some(*value),
        Value::String(text) if lenient => match text.trim().to_lowercase().as_str() {
            "true" | "yes" | "1" => Some(true),
            "false" | "no" | "0" => Some(false),
            _ => None,
        },
        Value::Number(_) if lenient => whole_number(value, false).filter(|n| (0..=1).contains(n)).map(|n| n == 1),
        _ => None,
    };
    read.map(Value::Bool).ok_or_else(|| Wrong::NotABool.into())
}

fn read_text(value: &Value, min: usize, max: usize, lenient: bool) -> Result<String, Problem> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) if lenient => number.to_string(),
        Value::Bool(value) if lenient => value.to_string(),
        _ => return Err(Wrong::NotAText.into()),
    };
    let length = text.chars().take(max + 1).count();
    if length > max {
        return Err(Wrong::TooLong(max).into());
    }
    if length < min {
        return Err(Wrong::TooShort(min).into());
    }
    Ok(text)
}

fn read_choice(value: &Value, words: &[&str], lenient: bool) -> Result<Value, Problem> {
    let text = value.as_str().unwrap_or_default();
    let exact = words.iter().find(|word| **word == text);
    let found = exact.or_else(|| words.iter().find(|word| lenient && !text.is_empty() && plain(word) == plain(text)));
    found.map(|word| Value::from(*word)).ok_or_else(|| Wrong::NoSuchChoice(words.join(", ")).into())
}

fn read_list(value: &Value, items: &Schema, max: usize, lenient: bool) -> Result<Value, Problem> {
    let given = match value {
        Value::Array(given) => given.as_slice(),
        Value::Null if lenient => &[],
        single if lenient => std::slice::from_ref(single),
        _ => return Err(Wrong::NotAList.into()),
    };
    if given.len() > max {
        return Err(Wrong::TooMany(max).into());
    }
    let read = given
        .iter()
        .enumerate()
        .map(|(index, item)| items.read_with(item, lenient).map_err(|problem| problem.below(&format!("[{index}]"))));
    read.collect::<Result<_, _>>().map(Value::Array)
}

fn read_tree(value: &Value, node: &[Param], lenient: bool, left: &mut usize, depth: usize) -> Result<Value, Problem> {
    *left = left.checked_sub(1).ok_or(Wrong::TooManyNodes)?;
    if depth > MAX_TREE_DEPTH {
        return Err(Wrong::TooDeep(MAX_TREE_DEPTH).into());
    }
    let given = match value {
        Value::Object(given) => given,
        Value::String(_) if lenient => {
            return read_params(node, &Value::Array(vec![value.clone()])).map(Value::Object);
        }
        _ => return Err(Wrong::NotAnObject.into()),
    };
    let own: Map<String, Value> =
        given.iter().filter(|(name, _)| *name != CHILDREN).map(|(name, value)| (name.clone(), value.clone())).collect();
    let mut read = read_params(node, &Value::Object(own))?;
    match given.get(CHILDREN) {
        None | Some(Value::Null) => {}
        Some(Value::Array(children)) => {
            let children = children.iter().enumerate().map(|(index, child)| {
                let place = || format!("{CHILDREN}[{index}]");
                read_tree(child, node, lenient, left, depth + 1).map_err(|problem| problem.below(&place()))
            });
            let children = children.collect::<Result<Vec<_>, _>>()?;
            read.insert(CHILDREN.to_owned(), children.into());
        }
        Some(_) => return Err(Problem::at(CHILDREN, Wrong::NotAList)),
    }
    Ok(Value::Object(read))
}

#[cfg(test)]
mod tests;
