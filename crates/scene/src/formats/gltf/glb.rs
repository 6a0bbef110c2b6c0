//! GLB, the binary container of glTF 2.0 (section 4 of the specification): a header, a chunk of JSON, a chunk of bytes.

use crate::formats::{FormatError, Problem};

const MAGIC: [u8; 4] = *b"glTF";
const VERSION: u32 = 2;
const JSON: [u8; 4] = *b"JSON";
const BIN: [u8; 4] = *b"BIN\0";
const HEADER_LENGTH: usize = 12;

/// Whether it begins like such a file.
pub fn is_binary(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// The JSON, and the bytes where there are any.
pub fn parts(bytes: &[u8]) -> Result<(&str, Option<&[u8]>), FormatError> {
    let unfinished = || FormatError::wrong("GLB", Problem::Unfinished);
    let (version, length) = number(bytes, 4).zip(number(bytes, 8)).ok_or_else(unfinished)?;
    if version > VERSION {
        return Err(FormatError::Newer { found: version.into(), known: VERSION.into() });
    }
    if version < VERSION {
        return Err(FormatError::Unsupported(format!("GLB {version}")));
    }
    let whole = bytes.get(HEADER_LENGTH..length as usize).ok_or_else(unfinished)?;
    let (json, rest) = chunk(whole, JSON).ok_or_else(unfinished)?;
    let text = std::str::from_utf8(json).map_err(|_| FormatError::wrong("GLB", Problem::Invalid))?;
    Ok((text, chunk(rest, BIN).map(|(buffer, _)| buffer)))
}

/// The content of a chunk of a kind, and what follows it.
fn chunk(bytes: &[u8], kind: [u8; 4]) -> Option<(&[u8], &[u8])> {
    let length = number(bytes, 0)? as usize;
    (bytes.get(4..8)? == kind.as_slice()).then(|| bytes.get(8..)?.split_at_checked(length)).flatten()
}

fn number(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().map(|bytes| u32::from_le_bytes(*bytes))
}

/// Puts JSON and bytes together; no chunk of bytes where there are none.
pub fn write(json: &[u8], buffer: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEADER_LENGTH + json.len() + buffer.len() + 24);
    bytes.extend_from_slice(&MAGIC);
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    bytes.extend_from_slice(&[0; 4]);
    append(&mut bytes, JSON, json, b' ');
    if !buffer.is_empty() {
        append(&mut bytes, BIN, buffer, 0);
    }
    let length = (bytes.len() as u32).to_le_bytes();
    if let Some(place) = bytes.get_mut(8..HEADER_LENGTH) {
        place.copy_from_slice(&length);
    }
    bytes
}

fn append(bytes: &mut Vec<u8>, kind: [u8; 4], content: &[u8], filling: u8) {
    let length = content.len().next_multiple_of(4);
    bytes.extend_from_slice(&(length as u32).to_le_bytes());
    bytes.extend_from_slice(&kind);
    bytes.extend_from_slice(content);
    bytes.resize(bytes.len() + length - content.len(), filling);
}
