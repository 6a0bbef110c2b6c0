//! Attached files beside the rows, and which of them are not needed any more.
//!
//! - W1 A file is named by its hash wherever a text has these 64 digits: in a message, in a step that can be undone, in
//!   words that are not sent. What looks like a name counts as one, so that no file is deleted too early.
//! - W2 A file is deleted only where it was not named at two looks at least [`KEPT_MS`] apart, and none was stored
//!   between the two: one that was just chosen is not named yet.

use std::collections::BTreeMap;
use std::rc::Rc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use espalier_attachments::hash::sha256;
use espalier_base::base64;
use espalier_base::time::Timestamp;
use espalier_model::conversation::FileHash;

/// Milliseconds for which a file that nothing names is kept.
pub const KEPT_MS: i64 = 24 * 60 * 60 * 1_000;

/// The row of the store of single values that holds the files that were not named, each with the time at which that was
/// seen first.
pub const UNUSED_KEY: &str = "unusedFiles";

/// A file with its content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredFile {
    /// Hash of the content.
    pub hash: FileHash,
    /// The content, in base64 where it is written as text.
    #[serde(serialize_with = "to_base64", deserialize_with = "from_base64")]
    pub bytes: Rc<[u8]>,
}

impl StoredFile {
    /// Whether the content is what the hash says.
    pub fn is_whole(&self) -> bool {
        sha256(&self.bytes) == self.hash.as_str()
    }

    /// Reads files from JSON texts; those that can't be read or are not whole come back as their place in the list with
    /// the reason.
    pub fn read_all<'a>(texts: impl IntoIterator<Item = &'a str>) -> (Vec<Self>, Vec<(usize, String)>) {
        let (mut files, mut broken) = (Vec::new(), Vec::new());
        for (index, text) in texts.into_iter().enumerate() {
            match serde_json::from_str::<Self>(text) {
                Ok(file) if file.is_whole() => files.push(file),
                Ok(_) => broken.push((index, "the content is not what the hash says".to_owned())),
                Err(error) => broken.push((index, error.to_string())),
            }
        }
        (files, broken)
    }
}

fn to_base64<S: Serializer>(bytes: &Rc<[u8]>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&base64::encode(bytes))
}

fn from_base64<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Rc<[u8]>, D::Error> {
    let text = String::deserialize(deserializer)?;
    base64::decode(&text).map(Rc::from).ok_or_else(|| serde::de::Error::custom("not base64"))
}

/// Files that were not named, by the time at which that was seen first.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Unused(BTreeMap<String, i64>);

/// Outcome of a look at the files.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sweep {
    /// Files to delete.
    pub delete: Vec<FileHash>,
    /// Files to look at again.
    pub unused: Unused,
}

impl Unused {
    /// Reads the row; one that cannot be read is as good as none, which only postpones deletions.
    pub fn read(row: Option<&str>) -> Self {
        row.and_then(|row| serde_json::from_str(row).ok()).unwrap_or_default()
    }

    /// Returns the row as text; empty where there is nothing to note.
    pub fn to_text(&self) -> String {
        if self.0.is_empty() { String::new() } else { serde_json::to_string(&self.0).unwrap_or_default() }
    }

    /// Works out what becomes of the stored files, of which these are not named now (W2).
    pub fn sweep(&self, unnamed: &[FileHash], now: Timestamp) -> Sweep {
        let mut sweep = Sweep::default();
        for hash in unnamed {
            match self.0.get(hash.as_str()) {
                // A clock that was set back begins anew.
                Some(since) if (KEPT_MS..).contains(&now.0.saturating_sub(*since)) => sweep.delete.push(hash.clone()),
                Some(since) if *since <= now.0 => drop(sweep.unused.0.insert(hash.to_string(), *since)),
                _ => drop(sweep.unused.0.insert(hash.to_string(), now.0)),
            }
        }
        sweep
    }
}

/// Takes the files that a text names out of `unnamed` (W1).
pub fn remove_referenced(text: &str, unnamed: &mut Vec<FileHash>) {
    let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let bytes = text.as_bytes();
    let mut at = 0;
    // The last digit a name beginning at `at` would have is looked at first: most texts are passed over in strides.
    while let Some(last) = bytes.get(at + 63) {
        if !is_digit(*last) {
            at += 64;
            continue;
        }
        let Some(window) = bytes.get(at..at + 64) else { return };
        if let Some(other) = window.iter().rposition(|byte| !is_digit(*byte)) {
            at += other + 1;
            continue;
        }
        if let Some(name) = text.get(at..at + 64) {
            unnamed.retain(|hash| hash.as_str() != name);
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn hash(number: u8) -> FileHash {
        format!("{number:02x}").repeat(32).parse().unwrap()
    }

    proptest! {
        #[test]
        fn w1_a_name_is_found_wherever_it_stands(
            before in "[ -~é0-9a-f]{0,150}", after in "[ -~é0-9a-f]{0,150}", number in any::<u8>(),
        ) {
            let mut unnamed = vec![hash(number), hash(number.wrapping_add(1))];
            remove_referenced(&format!("{before}{}{after}", hash(number)), &mut unnamed);
            prop_assert!(!unnamed.contains(&hash(number)));
        }

        #[test]
        fn w1_a_text_without_the_name_strikes_nothing(text in "[ -~é]{0,300}") {
            let mut unnamed = vec![hash(0xab)];
            remove_referenced(&text, &mut unnamed);
            prop_assert_eq!(unnamed.len(), usize::from(!text.contains(hash(0xab).as_str())));
        }
    }

    #[test]
    fn w2_a_file_is_deleted_at_the_second_look_a_day_later() {
        let unnamed = [hash(1)];
        let first = Unused::default().sweep(&unnamed, Timestamp(1_000));
        assert_eq!((first.delete.len(), first.unused.0[hash(1).as_str()]), (0, 1_000));
        let row = first.unused.to_text();
        let soon = Unused::read(Some(&row)).sweep(&unnamed, Timestamp(999 + KEPT_MS));
        assert_eq!((soon.delete.len(), soon.unused.0[hash(1).as_str()]), (0, 1_000));
        let later = Unused::read(Some(&row)).sweep(&unnamed, Timestamp(1_000 + KEPT_MS));
        assert_eq!((later.delete, later.unused), (vec![hash(1)], Unused::default()));
        // Named again meanwhile, or stored again, which removes the note.
        assert_eq!(Unused::read(Some(&row)).sweep(&[], Timestamp(1_000 + KEPT_MS)), Sweep::default());
        assert_eq!(Unused::read(None).sweep(&unnamed, Timestamp(1_000 + KEPT_MS)).delete, []);
        let set_back = Unused::read(Some(&row)).sweep(&unnamed, Timestamp(5));
        assert_eq!((set_back.delete.len(), set_back.unused.0[hash(1).as_str()]), (0, 5));
    }

    #[test]
    fn a_file_is_written_as_text_and_read_back() {
        let file = StoredFile { hash: hash(7), bytes: Rc::from([0_u8, 255, 3].as_slice()) };
        let json = serde_json::to_string(&file).unwrap();
        assert_eq!(serde_json::from_str::<StoredFile>(&json).unwrap(), file);
        assert!(serde_json::from_str::<StoredFile>(&json.replace("AP8D", "!")).is_err());
    }
}
