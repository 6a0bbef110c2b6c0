//! JSON one level at a time: what is inside stays unparsed text until it is asked for, so that one bad part spoils
//! nothing else and a large file is never held twice.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

use super::Unknown;
use espalier_base::time::Timestamp;

/// Number of conversations that are looked at to tell the app a list is from.
pub const LOOKED_AT: usize = 5;

/// The members of an object in their order, unparsed.
#[derive(Debug, Default)]
pub struct Members<'a>(pub Vec<(String, &'a RawValue)>);

impl<'a> Members<'a> {
    /// The first member of that name.
    pub fn get(&self, name: &str) -> Option<&'a RawValue> {
        self.0.iter().find(|(known, _)| known == name).map(|&(_, value)| value)
    }

    /// A member that is a text.
    pub fn text(&self, name: &str) -> Option<String> {
        serde_json::from_str(self.get(name)?.get()).ok()
    }

    /// A member as a value; null if it is not there.
    pub fn value(&self, name: &str) -> Value {
        self.get(name).and_then(|raw| serde_json::from_str(raw.get()).ok()).unwrap_or_default()
    }

    /// Members of a member that is an object; none if it is something else.
    pub fn members(&self, name: &str) -> Members<'a> {
        self.get(name).and_then(|raw| serde_json::from_str(raw.get()).ok()).unwrap_or_default()
    }

    /// Items of a member that is a list; none if it is something else.
    pub fn list(&self, name: &str) -> Vec<&'a RawValue> {
        self.get(name).and_then(|raw| serde_json::from_str(raw.get()).ok()).unwrap_or_default()
    }

    /// A member that is an instant, in one of the forms of [`instant`].
    pub fn timestamp(&self, name: &str) -> Option<Timestamp> {
        timestamp(instant(&self.value(name)))
    }

    /// A member that is a number; one written as a text counts as well.
    pub fn number(&self, name: &str) -> Option<f64> {
        number(&serde_json::from_str::<Value>(self.get(name)?.get()).ok()?)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry::<String, &'de RawValue>()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Reader)
    }
}

/// The outermost level of a file.
#[derive(Debug)]
pub enum Top<'a> {
    /// A list.
    List(Vec<&'a RawValue>),
    /// An object: its whole text, and its members.
    Object(&'a str, Members<'a>),
    /// Several values below each other, as in JSON Lines.
    Lines(Vec<&'a RawValue>),
}

impl<'a> Top<'a> {
    /// Reads the outermost level of a file.
    pub fn read(text: &'a str) -> Result<Self, Unknown> {
        let top = if text.starts_with('{') {
            serde_json::from_str(text).map(|members| Self::Object(text, members)).or_else(|error| {
                let lines = serde_json::Deserializer::from_str(text).into_iter::<&RawValue>();
                lines.collect::<Result<_, _>>().map_or(Err(error), |lines| Ok(Self::Lines(lines)))
            })
        } else if text.starts_with('[') {
            serde_json::from_str(text).map(Self::List)
        } else {
            // What is not JSON from the first letter on was never meant to be.
            return serde_json::from_str(text).map(|one| Self::List(vec![one])).map_err(|_| Unknown::OtherText);
        };
        top.map_err(|error| Unknown::NotJson { line: error.line(), column: error.column() })
    }

    /// The values of a list, of lines, or of the member `conversations` of an object; else the object itself.
    pub fn values(&self) -> Vec<&'a str> {
        match self {
            Self::List(items) | Self::Lines(items) => items.iter().map(|raw| raw.get()).collect(),
            Self::Object(_, members) if members.get("conversations").is_some() => {
                members.list("conversations").into_iter().map(RawValue::get).collect()
            }
            Self::Object(whole, _) => vec![*whole],
        }
    }

    /// Whether one of the first values is an object with all these members.
    pub fn has(&self, names: &[&str]) -> bool {
        self.values().iter().take(LOOKED_AT).any(|raw| {
            let members: Members<'_> = serde_json::from_str(raw).unwrap_or_default();
            names.iter().all(|name| members.get(name).is_some())
        })
    }

    /// The member `format` of an object.
    pub fn format(&self) -> Option<String> {
        match self {
            Self::Object(_, members) => members.text("format"),
            Self::List(_) | Self::Lines(_) => None,
        }
    }
}

/// An instant of milliseconds since 1970.
pub fn timestamp(ms: Option<f64>) -> Option<Timestamp> {
    ms.map(|ms| Timestamp(ms as i64))
}

/// A number, or a text that is one.
pub fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
    .filter(|number: &f64| number.is_finite())
}

/// An instant of a file, in seconds since 1970, as milliseconds; some exporters write milliseconds.
fn milliseconds(seconds: f64) -> Option<f64> {
    const LATEST_SECONDS: f64 = 1e11;
    match seconds {
        seconds if seconds <= 0.0 => None,
        seconds if seconds < LATEST_SECONDS => Some(seconds * 1_000.0),
        milliseconds => Some(milliseconds),
    }
}

/// An instant, as milliseconds: seconds or milliseconds since 1970, or a text of RFC 3339.
pub fn instant(value: &Value) -> Option<f64> {
    match number(value) {
        Some(seconds) => milliseconds(seconds),
        None => Timestamp::from_rfc3339(value.as_str()?).map(|at| at.0 as f64),
    }
}
