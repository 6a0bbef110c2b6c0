//! Fields that a person adds to the body of every request.

use serde_json::{Map, Value};

/// Fields that the app itself decides, so that they can't be set by hand.
pub const RESERVED: &[&str] = &["messages", "stream", "model", "tools", "tool_choice"];

/// Reason why a text does not name fields of a body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExtraProblem {
    /// The text is not JSON.
    NotJson,
    /// It is JSON, but no object.
    NotObject,
    /// It sets a field that the app itself decides.
    Reserved(String),
}

/// Reads the text of a JSON object; an empty text is an object without fields.
pub fn read_extra(text: &str) -> Result<Map<String, Value>, ExtraProblem> {
    if text.trim().is_empty() {
        return Ok(Map::new());
    }
    match serde_json::from_str(text) {
        Ok(Value::Object(fields)) => match RESERVED.iter().find(|name| fields.contains_key(**name)) {
            Some(name) => Err(ExtraProblem::Reserved((*name).to_owned())),
            None => Ok(fields),
        },
        Ok(_) => Err(ExtraProblem::NotObject),
        Err(_) => Err(ExtraProblem::NotJson),
    }
}

/// Puts the fields into a body: an object joins the one that is there, `null` takes a field away, anything else replaces
/// it. Reserved fields stay as they are.
pub(super) fn merge(body: &mut Map<String, Value>, extra: &Map<String, Value>) {
    let own = extra.iter().filter(|(name, _)| !RESERVED.contains(&name.as_str()));
    for (name, value) in own {
        match (body.get_mut(name), value) {
            (_, Value::Null) => drop(body.remove(name)),
            (Some(Value::Object(there)), Value::Object(more)) => there.extend(more.clone()),
            _ => drop(body.insert(name.clone(), value.clone())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn an_object_is_read_and_the_rest_refused_with_a_reason() {
        assert_eq!(read_extra("  "), Ok(Map::new()));
        assert_eq!(read_extra(r#"{"top_k": 40}"#).unwrap(), *json!({"top_k": 40}).as_object().unwrap());
        for text in ["top_k=40", "{", "{'a': 1}"] {
            assert_eq!(read_extra(text), Err(ExtraProblem::NotJson), "{text}");
        }
        for text in ["[]", "3", "null", "\"a\""] {
            assert_eq!(read_extra(text), Err(ExtraProblem::NotObject), "{text}");
        }
        for name in RESERVED {
            let text = json!({"a": 1, *name: true}).to_string();
            assert_eq!(read_extra(&text), Err(ExtraProblem::Reserved((*name).to_owned())));
        }
    }

    #[test]
    fn objects_join_and_null_takes_away() {
        let mut body = json!({"model": "m", "a": {"x": 1, "y": 1}, "b": 1, "c": 1}).as_object().unwrap().clone();
        let extra = json!({"model": "other", "a": {"y": 2}, "b": null, "c": [2], "d": {}});
        merge(&mut body, extra.as_object().unwrap());
        assert_eq!(Value::Object(body), json!({"model": "m", "a": {"x": 1, "y": 2}, "c": [2], "d": {}}));
    }

    proptest! {
        #[test]
        fn no_text_reaches_a_reserved_field(name in "[a-z_]{1,12}", reserved in 0..RESERVED.len(), value in any::<i32>()) {
            let text = json!({ name: value, RESERVED[reserved]: value }).to_string();
            prop_assert!(read_extra(&text).is_err());
            let mut body = json!({ RESERVED[reserved]: "own" }).as_object().unwrap().clone();
            merge(&mut body, serde_json::from_str::<Value>(&text).unwrap().as_object().unwrap());
            prop_assert_eq!(&body[RESERVED[reserved]], "own");
        }
    }
}
