//! Files that come with a message.
//!
//! - F1 A message names a file by the hash of its content; the content is stored once, beside the records, and never
//!   changes.
//! - F2 The text that a model is told of a file is part of the message: what was asked can be read without the file.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// SHA-256 of a file's content, as 64 lowercase hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct FileHash(String);

/// A text that is no [`FileHash`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a hash of a file")]
pub struct InvalidHash;

impl FileHash {
    /// Returns the digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for FileHash {
    type Err = InvalidHash;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_hash = text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if is_hash { Ok(Self(text.to_owned())) } else { Err(InvalidHash) }
    }
}

impl TryFrom<String> for FileHash {
    type Error = InvalidHash;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<FileHash> for String {
    fn from(hash: FileHash) -> Self {
        hash.0
    }
}

impl fmt::Display for FileHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Kind of a file, by what can be done with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum AttachmentKind {
    /// A picture, sent as such to models that see.
    Picture,
    /// Text or source code.
    Text,
    /// Rows of values, such as CSV.
    Table,
    /// A PDF document, of which the text is sent.
    Pdf,
}

/// A file that came with a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attachment {
    /// Hash of the stored content (F1).
    pub hash: FileHash,
    /// Name of the file.
    pub name: String,
    /// Kind of the file.
    #[serde(rename = "type")]
    pub kind: AttachmentKind,
    /// Media type of the stored content.
    pub mime: String,
    /// Size of the stored content in bytes.
    pub bytes: u64,
    /// Width and height of a picture in pixels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<(u32, u32)>,
    /// Number of pages of a document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pages: Option<u32>,
    /// Encoding that its text was read in, as the Encoding Standard names it, where it was assumed or chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub encoding: Option<String>,
    /// Text that models are told (F2); empty for a picture.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conversation::Part;

    fn picture() -> Attachment {
        Attachment {
            hash: "ab".repeat(32).parse().unwrap(),
            name: "a.png".to_owned(),
            kind: AttachmentKind::Picture,
            mime: "image/png".to_owned(),
            bytes: 7,
            size: Some((3, 2)),
            pages: None,
            encoding: None,
            text: String::new(),
        }
    }

    #[test]
    fn a_part_is_written_and_read_back() {
        let part = Part::Attachment(Box::new(picture()));
        let json = serde_json::to_string(&part).unwrap();
        let hash = "ab".repeat(32);
        let expected = format!(
            r#"{{"kind":"attachment","hash":"{hash}","name":"a.png","type":"picture","mime":"image/png","bytes":7,"size":[3,2]}}"#
        );
        assert_eq!(json, expected);
        assert_eq!(serde_json::from_str::<Part>(&json).unwrap(), part);
    }

    #[test]
    fn an_assumed_encoding_is_written_down() {
        let file = Attachment { encoding: Some("windows-1251".to_owned()), ..picture() };
        let json = serde_json::to_string(&file).unwrap();
        assert!(json.contains(r#""encoding":"windows-1251""#), "{json}");
        assert_eq!(serde_json::from_str::<Attachment>(&json).unwrap(), file);
    }

    #[test]
    fn f1_a_hash_is_64_lowercase_digits() {
        for text in ["", "ab", &"AB".repeat(32), &"g".repeat(64), &"a".repeat(65)] {
            assert_eq!(text.parse::<FileHash>(), Err(InvalidHash), "{text}");
        }
        assert!(serde_json::from_str::<FileHash>(r#""../x""#).is_err());
    }
}
