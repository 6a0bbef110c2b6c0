//! The JSON of one payload, as far as it is used. Every field may be missing or of the wrong kind.
//!
//! The larger parts are boxed: reading passes them on by value several times, which was a quarter of the whole cost.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use super::lenient::{List, Object, Text, Whole, absent};
use super::surrogates;

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
    /// Whether some text holds half a surrogate pair, see [`surrogates`](super::surrogates).
    #[serde(skip)]
    pub halved: bool,
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
    pub cost: Value,
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

    /// Reads a payload the slow way, for those that name a field twice, cut a surrogate pair in two or count in `NaN`.
    fn parse_by_value(payload: &str) -> Option<Self> {
        if let Ok(value) = serde_json::from_str::<Value>(payload) {
            return Object::<Chunk<'a>>::deserialize(value).ok()?.0;
        }
        let (mended, halved) = with_marked_halves(payload);
        let value = serde_json::from_str::<Value>(&mended)
            .or_else(|_| serde_json::from_str(&without_bare_words(&mended)))
            .ok()?;
        Object::<Chunk<'a>>::deserialize(value).ok()?.0.map(|chunk| Self { halved, ..chunk })
    }
}

/// Returns the JSON with a private character for every half of a surrogate pair that has lost the other half, and
/// whether there was one. Servers that count in UTF-16 cut such pairs when they stream.
fn with_marked_halves(json: &str) -> (String, bool) {
    let mut out = String::with_capacity(json.len());
    let mut rest = json;
    let mut halved = false;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let kept = match (surrogate(rest), rest.get(6..).and_then(surrogate)) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 12,
            (Some(unit), _) => {
                halved = true;
                out.push(surrogates::mark(unit));
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
    (out, halved)
}

/// Returns the JSON with `null` for the numbers that Python and JavaScript write and JSON does not know.
fn without_bare_words(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    let (mut in_text, mut escaped) = (false, false);
    let mut rest = json;
    while let Some(c) = rest.chars().next() {
        let word = ["NaN", "-Infinity", "Infinity"].into_iter().find(|word| !in_text && rest.starts_with(word));
        if let Some(word) = word {
            out.push_str("null");
            rest = &rest[word.len()..];
            continue;
        }
        in_text ^= c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        out.push(c);
        rest = &rest[c.len_utf8()..];
    }
    out
}

/// Reads the surrogate that the text begins with as an escape.
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
