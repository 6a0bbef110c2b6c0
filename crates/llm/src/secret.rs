//! A key, wrapped so that it can't slip into a log, a record or an export.
//!
//! It must not have `Display`, `Serialize`, or a `Debug` that tells anything.

use std::fmt;

/// A key of an endpoint.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Wraps a key without the white space that comes with copying.
    pub fn new(key: impl AsRef<str>) -> Self {
        Self(key.as_ref().trim().to_owned())
    }

    /// Whether the key is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the key itself: for the header of a request and for the browser's own storage, and for nothing else.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// Returns the text with every occurrence of the key replaced, for anything that an endpoint may have echoed.
    pub fn redact(&self, text: &str) -> String {
        if self.0.len() < 4 { text.to_owned() } else { text.replace(&self.0, "…") }
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Secret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_never_shows() {
        let key = Secret::new("  abcdef-123456\n");
        assert_eq!(key.expose(), "abcdef-123456");
        assert_eq!(format!("{key:?} {:?}", Some(&key)), "Secret(…) Some(Secret(…))");
        assert_eq!(key.redact("wrong key abcdef-123456!"), "wrong key …!");
        assert!(Secret::new(" ").is_empty());
        assert_eq!(Secret::new("").redact("text"), "text");
    }
}
