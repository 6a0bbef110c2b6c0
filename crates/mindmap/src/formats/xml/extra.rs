//! Extra content that no field holds: attributes under `prefix:name`, elements under `prefix:<name>` with their whole
//! text. Content from elsewhere is checked before it is written, so that a file stays well-formed.

use std::collections::BTreeSet;

use super::{Start, Tokens, Writer, is_element, is_name};
use crate::formats::FormatError;

/// The key of an element.
pub fn element_key(prefix: &str, name: &str) -> String {
    format!("{prefix}<{name}>")
}

/// The name in the key of an element.
pub fn element_name<'a>(prefix: &str, key: &'a str) -> Option<&'a str> {
    key.strip_prefix(prefix)?.strip_prefix('<')?.strip_suffix('>')
}

/// The whole text of an element whose start was just read.
pub fn raw(start: &Start<'_>, tokens: &mut Tokens<'_>) -> Result<String, FormatError> {
    let mut writer = Writer::default();
    writer.copy(start, tokens)?;
    Ok(writer.finish())
}

/// Writes the attributes that were kept, each once, but for those in `own`.
pub fn write_attributes(writer: &mut Writer, prefix: &str, extra: &[(String, String)], own: &[&str]) {
    let mut seen: BTreeSet<&str> = own.iter().copied().collect();
    for (key, value) in extra {
        if let Some(name) = key.strip_prefix(prefix)
            && is_name(name)
            && seen.insert(name)
        {
            writer.attribute(name, value);
        }
    }
}

/// Writes the elements that were kept, but for those in `own`.
pub fn write_elements(writer: &mut Writer, prefix: &str, extra: &[(String, String)], own: &[&str]) {
    for (key, raw) in extra {
        if element_name(prefix, key).is_some_and(|name| !own.contains(&name)) && is_element(raw) {
            writer.raw(raw);
        }
    }
}
