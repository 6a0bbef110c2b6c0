//! Written form of the parts of a message.
//!
//! - P1 A piece of a kind that is not known here, as a later version may write, is kept as it is, and the message with
//!   it can be read.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::Part;

/// The issuer under which a piece of an unknown kind is carried along: it goes to no endpoint.
const UNKNOWN: &str = "espalier.unknown";
const KINDS: [&str; 7] = ["text", "reasoning", "toolCall", "toolResult", "opaque", "report", "attachment"];

impl<'de> Deserialize<'de> for Part {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        Self::deserialize(&value).or_else(|error| match value["kind"].as_str() {
            Some(kind) if !KINDS.contains(&kind) => {
                Ok(Self::Opaque { issuer: UNKNOWN.to_owned(), fields: value.to_string() })
            }
            _ => Err(D::Error::custom(error)),
        })
    }
}

impl Serialize for Part {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Self::Opaque { issuer, fields } = self
            && issuer == UNKNOWN
            && let Ok(value) = serde_json::from_str::<Value>(fields)
        {
            return value.serialize(serializer);
        }
        Self::serialize(self, serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p1_a_piece_of_an_unknown_kind_spoils_nothing_and_is_written_back_as_it_was() {
        let text = r#"[{"kind":"text","text":"said"},{"kind":"picture","url":"x","size":{"w":1}}]"#;
        let parts: Vec<Part> = serde_json::from_str(text).unwrap();
        assert_eq!(parts[0], Part::Text { text: "said".to_owned() });
        let written: Value = serde_json::to_value(&parts).unwrap();
        assert_eq!(written, serde_json::from_str::<Value>(text).unwrap());
        assert_eq!(serde_json::from_value::<Vec<Part>>(written).unwrap(), parts);
        assert!(serde_json::from_str::<Part>(r#"{"kind":"text"}"#).is_err(), "a known kind has to be whole");
    }
}
