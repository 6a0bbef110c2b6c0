//! The JSON of one payload, as far as it is used. Every field may be missing or of the wrong kind.
//!
//! What must not be in here: anything that remembers an earlier payload.
//!
//! The larger parts are boxed: reading passes them on by value several times, which was a quarter of the whole cost.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use super::lenient::{List, Object, Text, Whole, absent};

/// One payload of a chat-completions stream, or a whole answer that was not streamed.
#[derive(Debug, Default, serde::Deserialize)]
#[serde(default)]
pub(super) struct Chunk<'a> {
    #[serde(borrow)]
    pub choices: List<Choice<'a>>,
    pub usage: Object<Box<WireUsage>>,
    pub x_groq: Object<GroqExtra>,
    pub error: Value,
    pub base_resp: Object<BaseResponse>,
}

#[derive(Debug, Default, serde::Deserialize)]
#[serde(default)]
pub(super) struct Choice<'a> {
    pub index: Whole,
    #[serde(borrow)]
    pub delta: Object<Box<Delta<'a>>>,
    #[serde(borrow)]
    pub message: Object<Box<Delta<'a>>>,
    #[serde(borrow)]
    pub text: Text<'a>,
    #[serde(borrow)]
    pub finish_reason: Text<'a>,
    pub usage: Object<Box<WireUsage>>,
}

#[derive(Debug, Default, serde::Deserialize)]
#[serde(default)]
pub(super) struct Delta<'a> {
    #[serde(borrow)]
    pub content: Content<'a>,
    #[serde(borrow)]
    pub refusal: Text<'a>,
    #[serde(borrow)]
    pub reasoning_content: Text<'a>,
    #[serde(borrow)]
    pub reasoning: Text<'a>,
    #[serde(borrow)]
    pub thinking_content: Text<'a>,
    #[serde(borrow)]
    pub thinking: Text<'a>,
    pub reasoning_details: Value,
    pub extra_content: Value,
    #[serde(borrow)]
    pub signature: Text<'a>,
    #[serde(borrow)]
    pub tool_calls: List<Fragment<'a>>,
    #[serde(borrow)]
    pub function_call: Object<Function<'a>>,
}

/// A piece of a tool call. Some servers leave out `function` and put its fields beside the id.
#[derive(Debug, Default, serde::Deserialize)]
#[serde(default)]
pub(super) struct Fragment<'a> {
    pub index: Whole,
    #[serde(borrow)]
    pub id: Text<'a>,
    #[serde(borrow)]
    pub function: Object<Function<'a>>,
    #[serde(borrow)]
    pub name: Text<'a>,
    #[serde(borrow)]
    pub arguments: Arguments<'a>,
    pub extra_content: Value,
}

#[derive(Debug, Default, serde::Deserialize)]
#[serde(default)]
pub(super) struct Function<'a> {
    #[serde(borrow)]
    pub name: Text<'a>,
    #[serde(borrow)]
    pub arguments: Arguments<'a>,
}

#[derive(Debug, Default, serde::Deserialize)]
#[serde(default)]
pub(super) struct WireUsage {
    pub prompt_tokens: Whole,
    pub input_tokens: Whole,
    pub completion_tokens: Whole,
    pub output_tokens: Whole,
    pub total_tokens: Whole,
    pub reasoning_tokens: Whole,
    pub prompt_cache_hit_tokens: Whole,
    pub prompt_tokens_details: Object<UsageDetails>,
    pub completion_tokens_details: Object<UsageDetails>,
}

#[derive(Debug, Default, serde::Deserialize)]
#[serde(default)]
pub(super) struct UsageDetails {
    pub cached_tokens: Whole,
    pub reasoning_tokens: Whole,
}

#[derive(Debug, Default, serde::Deserialize)]
#[serde(default)]
pub(super) struct GroqExtra {
    pub usage: Object<Box<WireUsage>>,
}

#[derive(Debug, Default, serde::Deserialize)]
#[serde(default)]
pub(super) struct BaseResponse {
    pub status_code: Whole,
}

impl<'a> Chunk<'a> {
    /// Reads a payload; `None` when it is no JSON object.
    pub fn parse(payload: &'a str) -> Option<Self> {
        match serde_json::from_str::<Object<Chunk<'a>>>(payload) {
            Ok(Object(chunk)) => chunk,
            Err(_) => Self::parse_by_value(payload),
        }
    }

    /// The slow way, for payloads that name a field twice or cut a surrogate pair in two.
    fn parse_by_value(payload: &str) -> Option<Self> {
        let value: Value =
            serde_json::from_str(payload).or_else(|_| serde_json::from_str(&without_lone_surrogates(payload))).ok()?;
        Object::<Chunk<'a>>::deserialize(value).ok()?.0
    }
}

/// The same JSON with U+FFFD for every half of a surrogate pair that has lost the other half. Servers that count in
/// UTF-16 cut such pairs when they stream.
fn without_lone_surrogates(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    let mut rest = json;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let kept = match (surrogate(rest), rest.get(6..).and_then(surrogate)) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 12,
            (Some(_), _) => {
                out.push_str("\\ufffd");
                rest = &rest[6..];
                continue;
            }
            // Any other escape: its second character is no beginning of another one.
            (None, _) => rest.char_indices().nth(2).map_or(rest.len(), |(end, _)| end),
        };
        out.push_str(&rest[..kept]);
        rest = &rest[kept..];
    }
    out.push_str(rest);
    out
}

/// The surrogate that the text begins with as an escape.
fn surrogate(text: &str) -> Option<u16> {
    let unit = u16::from_str_radix(text.strip_prefix("\\u")?.get(..4)?, 16).ok()?;
    (0xD800..=0xDFFF).contains(&unit).then_some(unit)
}

/// `content`: text, or a list of parts of which some may be reasoning.
#[derive(Debug, Default)]
pub(super) struct Content<'a> {
    pub text: Cow<'a, str>,
    pub thinking: String,
}

#[derive(Debug, Default, serde::Deserialize)]
#[serde(default)]
struct Part<'a> {
    #[serde(borrow, rename = "type")]
    kind: Text<'a>,
    #[serde(borrow)]
    text: Text<'a>,
    #[serde(borrow)]
    thinking: Box<Content<'a>>,
}

struct ContentVisitor;

impl<'de> Visitor<'de> for ContentVisitor {
    type Value = Content<'de>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("text or parts")
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Content { text: Cow::Borrowed(text), thinking: String::new() })
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Content { text: Cow::Owned(text.to_owned()), thinking: String::new() })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut all = Content::default();
        while let Some(part) = list.next_element::<Object<Part<'de>>>()? {
            let Some(part) = part.0 else { continue };
            all.thinking.push_str(&part.thinking.text);
            all.thinking.push_str(&part.thinking.thinking);
            match &*part.kind.0 {
                "thinking" | "reasoning" => all.thinking.push_str(&part.text.0),
                _ => all.text.to_mut().push_str(&part.text.0),
            }
        }
        Ok(all)
    }

    absent!(Content::default(); bool, number, null, object);
}

impl<'de: 'a, 'a> Deserialize<'de> for Content<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ContentVisitor)
    }
}

/// `arguments`: a piece of JSON text, or already the object it stands for.
#[derive(Debug, Default)]
pub(super) struct Arguments<'a>(pub Cow<'a, str>);

struct ArgumentsVisitor;

impl<'de> Visitor<'de> for ArgumentsVisitor {
    type Value = Arguments<'de>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("JSON text or an object")
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Arguments(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Arguments(Cow::Owned(text.to_owned())))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Self::Value, A::Error> {
        let mut fields = serde_json::Map::new();
        while let Some((name, value)) = object.next_entry::<String, Value>()? {
            fields.insert(name, value);
        }
        Ok(Arguments(Cow::Owned(Value::Object(fields).to_string())))
    }

    absent!(Arguments::default(); bool, number, null, list);
}

impl<'de: 'a, 'a> Deserialize<'de> for Arguments<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ArgumentsVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_payload_of_the_wrong_shape_is_still_read() {
        for payload in [
            "{}",
            r#"{"choices":null}"#,
            r#"{"choices":[null,3,{"delta":"x","index":"0","finish_reason":7}],"usage":[]}"#,
            r#"{"choices":{"delta":{"content":"x"}}}"#,
            r#"{"usage":{},"usage":null,"choices":[]}"#,
        ] {
            assert!(Chunk::parse(payload).is_some(), "{payload}");
        }
        for payload in ["", "[DONE]", "[]", "3", "{", r#"{"a":1}x"#] {
            assert!(Chunk::parse(payload).is_none(), "{payload}");
        }
    }

    #[test]
    fn a_cut_surrogate_pair_costs_one_character_only() {
        for (json, expect) in [
            (r"a\ud83cb", "a\u{fffd}b"),
            (r"\udf33 \ud83c\udf33", "\u{fffd} 🌳"),
            (r"\ud83c\ud83c\udf33", "\u{fffd}🌳"),
            (r"\\ud83c \n", "\\ud83c \n"),
            (r"\ud83c", "\u{fffd}"),
        ] {
            let payload = format!(r#"{{"choices":[{{"delta":{{"content":"{json}\ud800"}}}}]}}"#);
            let choices = Chunk::parse(&payload).unwrap().choices.0.unwrap();
            assert_eq!(choices[0].delta.0.as_ref().unwrap().content.text, format!("{expect}\u{fffd}"), "{json}");
        }
    }

    #[test]
    fn content_in_parts() {
        let content: Content<'_> = serde_json::from_str(
            r#"[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},{"type":"text","text":"a"},{"type":"reference"},{"text":"b"},"c"]"#,
        )
        .unwrap();
        assert_eq!((&*content.text, &*content.thinking), ("ab", "hm"));
        let content: Content<'_> = serde_json::from_str(r#"[{"type":"thinking","thinking":"hm"}]"#).unwrap();
        assert_eq!((&*content.text, &*content.thinking), ("", "hm"));
    }

    #[test]
    fn text_without_escapes_is_not_copied() {
        let chunk = Chunk::parse(r#"{"choices":[{"delta":{"content":"plain"}}]}"#).unwrap();
        let choices = chunk.choices.0.unwrap();
        let delta = choices[0].delta.0.as_ref().unwrap();
        assert!(matches!(delta.content.text, Cow::Borrowed("plain")));
    }
}
