//! Parameters of a command after they were read: every value has the type its spec asks for, and every reference is the
//! id of an object.

use serde_json::{Map, Value};
use uuid::Uuid;

use espalier_base::id::Id;

/// Parameters that were read and resolved.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Args {
    values: Map<String, Value>,
    /// Id for the object that the command makes; a new one where there is none.
    pub creates: Option<Uuid>,
}

impl Args {
    /// Parameters that were read and resolved.
    pub const fn new(values: Map<String, Value>, creates: Option<Uuid>) -> Self {
        Self { values, creates }
    }

    /// Returns all values by name.
    pub const fn values(&self) -> &Map<String, Value> {
        &self.values
    }

    /// Returns a value; `None` where it is missing or null.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.values.get(name).filter(|value| !value.is_null())
    }

    /// Returns a text or a word.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.get(name)?.as_str()
    }

    /// Returns a whole number that is not negative.
    pub fn number(&self, name: &str) -> Option<usize> {
        self.get(name)?.as_u64()?.try_into().ok()
    }

    /// Returns a number with a fraction.
    pub fn decimal(&self, name: &str) -> Option<f64> {
        self.get(name)?.as_f64()
    }

    /// Returns a truth value; missing is false.
    pub fn flag(&self, name: &str) -> bool {
        self.get(name).and_then(Value::as_bool).unwrap_or_default()
    }

    /// Returns the id of an object.
    pub fn id<Kind>(&self, name: &str) -> Option<Id<Kind>> {
        self.text(name)?.parse().ok()
    }

    /// Returns a list; missing is empty.
    pub fn list(&self, name: &str) -> &[Value] {
        self.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }
}
