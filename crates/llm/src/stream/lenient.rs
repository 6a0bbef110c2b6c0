//! Types that read a JSON value of the wrong kind as absent instead of refusing the whole payload.
//!
//! Endpoints send `null`, empty strings, numbers as text and lists where others send an object.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// Text, or nothing. Borrowed from the payload where it has no escapes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Text<'a>(pub Cow<'a, str>);

impl Text<'_> {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// A whole number, also when it is written as text or with a fraction of zero.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Whole(pub Option<u64>);

/// An object, or nothing.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Object<T>(pub Option<T>);

/// A list of objects; a single object counts as a list of one.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct List<T>(pub Option<Vec<T>>);

impl<T> Default for Object<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self(None)
    }
}

/// Answers "absent" for every kind of value that a visitor does not name.
macro_rules! absent {
    ($value:expr; $($kind:ident),*) => { $(absent!(@one $kind, $value);)* };
    (@one bool, $value:expr) => {
        fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> { Ok($value) }
    };
    (@one number, $value:expr) => {
        fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> { Ok($value) }
        fn visit_u64<E>(self, _: u64) -> Result<Self::Value, E> { Ok($value) }
        fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> { Ok($value) }
    };
    (@one text, $value:expr) => {
        fn visit_str<E>(self, _: &str) -> Result<Self::Value, E> { Ok($value) }
    };
    (@one null, $value:expr) => {
        fn visit_unit<E>(self) -> Result<Self::Value, E> { Ok($value) }
        fn visit_none<E>(self) -> Result<Self::Value, E> { Ok($value) }
    };
    (@one list, $value:expr) => {
        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
            while list.next_element::<IgnoredAny>()?.is_some() {}
            Ok($value)
        }
    };
    (@one object, $value:expr) => {
        fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Self::Value, A::Error> {
            while object.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
            Ok($value)
        }
    };
}
pub(super) use absent;

struct TextVisitor;

impl<'de> Visitor<'de> for TextVisitor {
    type Value = Text<'de>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("text")
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Text(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Text(Cow::Owned(text.to_owned())))
    }

    fn visit_string<E>(self, text: String) -> Result<Self::Value, E> {
        Ok(Text(Cow::Owned(text)))
    }

    absent!(Text::default(); bool, number, null, list, object);
}

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TextVisitor)
    }
}

struct WholeVisitor;

impl<'de> Visitor<'de> for WholeVisitor {
    type Value = Whole;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a whole number")
    }

    fn visit_u64<E>(self, number: u64) -> Result<Self::Value, E> {
        Ok(Whole(Some(number)))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Self::Value, E> {
        Ok(Whole(u64::try_from(number).ok()))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Self::Value, E> {
        let whole = (0.0..9e15).contains(&number) && number.fract() == 0.0;
        Ok(Whole(whole.then_some(number as u64)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Whole(text.parse().ok()))
    }

    absent!(Whole(None); bool, null, list, object);
}

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(WholeVisitor)
    }
}

struct ObjectVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
    type Value = Object<T>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, object: A) -> Result<Self::Value, A::Error> {
        T::deserialize(MapAccessDeserializer::new(object)).map(|value| Object(Some(value)))
    }

    absent!(Object(None); bool, number, text, null, list);
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ObjectVisitor(PhantomData))
    }
}

struct ListVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ListVisitor<T> {
    type Value = List<T>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a list of objects")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element::<Object<T>>()? {
            items.extend(item.0);
        }
        Ok(List(Some(items)))
    }

    fn visit_map<A: MapAccess<'de>>(self, object: A) -> Result<Self::Value, A::Error> {
        T::deserialize(MapAccessDeserializer::new(object)).map(|value| List(Some(vec![value])))
    }

    absent!(List(None); bool, number, text, null);
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ListVisitor(PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Clone, PartialEq, serde::Deserialize)]
    struct Item {
        #[serde(default)]
        n: Whole,
    }

    #[test]
    fn a_value_of_the_wrong_kind_is_absent() {
        for json in ["null", "true", "3", "-1.5", "[1,{}]", r#"{"a":[{}]}"#] {
            assert!(serde_json::from_str::<Text<'_>>(json).unwrap().is_empty(), "{json}");
        }
        for json in ["null", "true", "-3", "1.5", "1e300", "\"x\"", "[1]", "{}"] {
            assert_eq!(serde_json::from_str::<Whole>(json).unwrap(), Whole(None), "{json}");
        }
        for json in ["3", "3.0", "\"3\""] {
            assert_eq!(serde_json::from_str::<Whole>(json).unwrap(), Whole(Some(3)), "{json}");
        }
        for json in ["null", "true", "3", "\"x\"", "[{}]"] {
            assert_eq!(serde_json::from_str::<Object<Item>>(json).unwrap(), Object(None), "{json}");
        }
        for json in ["null", "true", "3", "\"x\""] {
            assert_eq!(serde_json::from_str::<List<Item>>(json).unwrap(), List(None), "{json}");
        }
        let one = List(Some(vec![Item { n: Whole(Some(1)) }]));
        for json in [r#"[{"n":1}]"#, r#"{"n":1}"#, r#"[null,{"n":1},"x"]"#] {
            assert_eq!(serde_json::from_str::<List<Item>>(json).unwrap(), one, "{json}");
        }
    }
}
