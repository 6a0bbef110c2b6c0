//! A list of a file, of which no more is kept than a file may have: a few bytes of JSON can ask for hundreds of bytes
//! of memory (F2).

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, IgnoredAny, SeqAccess, Visitor};

use super::{FormatError, MAX_SHAPES};

/// The most items that are kept: a shape can need a node, a mesh and two accessors.
const MOST: usize = 2 * MAX_SHAPES + 1000;

/// A list that stops growing.
#[derive(Debug)]
pub struct List<T> {
    items: Vec<T>,
    cut: bool,
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self { items: Vec::new(), cut: false }
    }
}

impl<T> List<T> {
    /// All items, or an error where there were too many.
    pub fn whole(self) -> Result<Vec<T>, FormatError> {
        if self.cut { Err(FormatError::TooMany) } else { Ok(self.items) }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Items<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Items<T> {
            type Value = List<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<List<T>, A::Error> {
                let mut items = Vec::new();
                while items.len() < MOST {
                    let Some(item) = list.next_element()? else { return Ok(List { items, cut: false }) };
                    items.push(item);
                }
                let mut cut = false;
                while list.next_element::<IgnoredAny>()?.is_some() {
                    cut = true;
                }
                Ok(List { items, cut })
            }
        }

        deserializer.deserialize_seq(Items(PhantomData))
    }
}
