//! Mind maps: a map holds a tree of nodes.
//!
//! Must not be in here: commands, layout, file formats, anything of the screen.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Whether a node is something to be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Task {
    /// Not a task.
    #[default]
    None,
    /// To be done.
    Open,
    /// Done.
    Done,
}

/// The side of the root on which a branch stands, in a layout that has two sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Left of the root.
    Left,
    /// Right of the root.
    Right,
}

/// An opaque sRGB colour; being numbers, it can never carry anything else into a style.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Color {
    /// Red, green and blue.
    pub rgb: [u8; 3],
}

/// Why a text is not a colour.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not a colour: {0:?}")]
pub struct InvalidColor(pub String);

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.rgb;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

impl FromStr for Color {
    type Err = InvalidColor;

    /// Reads `#rgb` and `#rrggbb`, in either case.
    fn from_str(text: &str) -> Result<Self, InvalidColor> {
        let invalid = || InvalidColor(text.chars().take(40).collect());
        let digits = text.trim().strip_prefix('#').ok_or_else(invalid)?;
        if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(invalid());
        }
        let value = u32::from_str_radix(digits, 16).map_err(|_| invalid())?;
        let [_, red, green, blue] = value.to_be_bytes();
        match digits.len() {
            6 => Ok(Self { rgb: [red, green, blue] }),
            3 => {
                let [_, _, high, low] = value.to_be_bytes();
                Ok(Self { rgb: [high * 17, (low >> 4) * 17, (low & 15) * 17] })
            }
            _ => Err(invalid()),
        }
    }
}

impl Serialize for Color {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Color {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_in_both_lengths_and_written_in_one() {
        assert_eq!("#0AF".parse::<Color>().unwrap().to_string(), "#00aaff");
        assert_eq!("#12aB9f".parse::<Color>().unwrap().to_string(), "#12ab9f");
        for bad in ["", "#", "#12", "#1234", "#+12345", "#-1", "red", "#12345g", "url(x)"] {
            assert!(bad.parse::<Color>().is_err(), "{bad}");
        }
    }
}
