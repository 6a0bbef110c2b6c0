//! JSON that is still arriving: what can be shown of it.
//!
//! - S1 What was shown never goes away: more text only adds to it, as long as it goes on being JSON.
//! - S2 Of complete JSON everything is shown.

use serde_json::{Map, Number, Value};

/// Depth down to which values are read.
const DEPTH: usize = 32;

/// The value that a beginning of JSON is, without what could still turn out otherwise: of a text its beginning, of
/// numbers and words nothing before they end, of two values of one name the first.
pub fn so_far(text: &str) -> Value {
    let mut reader = Reader { text, at: 0 };
    reader.value(0).unwrap_or_default()
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&mut self) -> Option<u8> {
        let rest = &self.text.as_bytes()[self.at..];
        self.at += rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        self.text.as_bytes().get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// Reads a value as far as it came; `None` where nothing came.
    fn value(&mut self, depth: usize) -> Option<Value> {
        if depth > DEPTH {
            self.at = self.text.len();
            return None;
        }
        match self.peek()? {
            b'{' => Some(self.object(depth)),
            b'[' => Some(self.list(depth)),
            b'"' => Some(Value::String(self.string().0)),
            _ => self.word(),
        }
    }

    fn object(&mut self, depth: usize) -> Value {
        let mut fields = Map::new();
        self.at += 1;
        while self.peek() == Some(b'"') {
            let (name, whole) = self.string();
            if !whole || !self.take(b':') {
                break;
            }
            let value = self.value(depth + 1);
            if let Some(value) = value {
                fields.entry(name).or_insert(value);
            }
            if !self.take(b',') {
                break;
            }
        }
        self.close(b'}');
        Value::Object(fields)
    }

    fn list(&mut self, depth: usize) -> Value {
        let mut items = Vec::new();
        self.at += 1;
        while self.peek().is_some_and(|byte| byte != b']') {
            match self.value(depth + 1) {
                Some(item) => items.push(item),
                None => break,
            }
            if !self.take(b',') {
                break;
            }
        }
        self.close(b']');
        Value::Array(items)
    }

    /// Reads a closing bracket; where another byte stands, nothing after it is read.
    fn close(&mut self, byte: u8) {
        if !self.take(byte) {
            self.at = self.text.len();
        }
    }

    /// A text as far as it came, and whether it is whole.
    fn string(&mut self) -> (String, bool) {
        let mut text = String::new();
        let mut rest = &self.text[self.at + 1..];
        while let Some(at) = rest.find(['"', '\\']) {
            text.push_str(&rest[..at]);
            let escape = &rest[at + 1..];
            if rest[at..].starts_with('"') {
                self.at = self.text.len() - escape.len();
                return (text, true);
            }
            let Some((read, length)) = escaped(escape) else {
                rest = "";
                break;
            };
            text.push(read);
            rest = &escape[length..];
        }
        text.push_str(rest);
        self.at = self.text.len();
        (text, false)
    }

    /// A number, `true`, `false` or `null`, once something stands behind it.
    fn word(&mut self) -> Option<Value> {
        let rest = &self.text[self.at..];
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.')));
        let Some(end) = end.filter(|end| *end > 0) else {
            self.at = self.text.len();
            return None;
        };
        self.at += end;
        let word = &rest[..end];
        match word {
            "true" => Some(Value::Bool(true)),
            "false" => Some(Value::Bool(false)),
            "null" => Some(Value::Null),
            _ => word.parse::<Number>().ok().map(Value::Number),
        }
    }
}

/// Reads what stands behind a backslash: the character, and the length of what stands for it. `None` where that is not
/// complete, or no escape.
fn escaped(rest: &str) -> Option<(char, usize)> {
    let plain = rest.chars().next()?;
    match plain {
        'n' => Some(('\n', 1)),
        't' => Some(('\t', 1)),
        'r' => Some(('\r', 1)),
        'b' => Some(('\u{8}', 1)),
        'f' => Some(('\u{c}', 1)),
        'u' => {
            let high = unit(rest)?;
            let lone = Some((char::from_u32(high).unwrap_or(char::REPLACEMENT_CHARACTER), 5));
            if !(0xd800..0xdc00).contains(&high) {
                return lone;
            }
            // A second half may follow, or not have come yet.
            let after = &rest[5..];
            if after.len() < 2 && "\\u".starts_with(after) {
                return None;
            }
            let Some(second) = after.strip_prefix('\\').filter(|second| second.starts_with('u')) else { return lone };
            let low = unit(second)?;
            if (0xdc00..0xe000).contains(&low) {
                char::from_u32(0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00)).map(|read| (read, 11))
            } else {
                lone
            }
        }
        other => Some((other, other.len_utf8())),
    }
}

/// The number in four hexadecimal digits after a `u`.
fn unit(rest: &str) -> Option<u32> {
    let digits = rest.get(1..5).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
    u32::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn json_value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<String>().prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 24, 5, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
                prop::collection::btree_map(any::<String>(), inner, 0..5)
                    .prop_map(|fields| Value::Object(fields.into_iter().collect())),
            ]
        })
    }

    /// Whether `later` says all that `earlier` does.
    fn grew(earlier: &Value, later: &Value) -> bool {
        match (earlier, later) {
            (Value::String(earlier), Value::String(later)) => later.starts_with(earlier.as_str()),
            (Value::Array(earlier), Value::Array(later)) => {
                earlier.len() <= later.len() && earlier.iter().zip(later).all(|(earlier, later)| grew(earlier, later))
            }
            (Value::Object(earlier), Value::Object(later)) => {
                earlier.iter().all(|(name, value)| later.get(name).is_some_and(|later| grew(value, later)))
            }
            (Value::Null, _) => true,
            (earlier, later) => earlier == later,
        }
    }

    #[test]
    fn half_a_character_costs_no_more_than_itself() {
        let value = |text: &str| so_far(&format!("[\"{text}"))[0].take();
        assert_eq!(value(r"a\ud83d\ude00b"), "a😀b");
        assert_eq!(value(r"a\ud83db"), "a\u{fffd}b");
        assert_eq!(value(r"a\ud83d\nb"), "a\u{fffd}\nb");
        assert_eq!(value(r"a\ud83d\u0041b"), "a\u{fffd}Ab");
        assert_eq!(value(r"a\ude00b"), "a\u{fffd}b");
        for coming in [r"a\", r"a\u", r"a\ud83", r"a\ud83d", r"a\ud83d\", r"a\ud83d\u", r"a\ud83d\ude0"] {
            assert_eq!(value(coming), "a", "{coming}");
        }
    }

    proptest! {
        #[test]
        fn s1_what_was_shown_never_goes_away(value in json_value(), ascii in any::<bool>()) {
            let mut text = value.to_string();
            if ascii {
                text = text.chars().map(|c| if c.is_ascii() { c.to_string() } else {
                    let mut units = [0; 2];
                    c.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")).collect::<Vec<_>>().concat()
                }).collect::<Vec<_>>().concat();
            }
            let mut earlier = Value::Null;
            for end in (0..=text.len()).filter(|end| text.is_char_boundary(*end)) {
                let now = so_far(&text[..end]);
                prop_assert!(grew(&earlier, &now), "{earlier} {now}");
                earlier = now;
            }
            if value.is_object() || value.is_array() {
                prop_assert_eq!(earlier, value);
            }
        }

        #[test]
        fn it_never_panics(text in any::<String>(), junk in "[\\[\\]{}\",:\\\\u0-9a-f ]{0,40}") {
            so_far(&text);
            so_far(&junk);
        }
    }
}
