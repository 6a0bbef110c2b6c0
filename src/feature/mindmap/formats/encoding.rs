//! From bytes to text. Must not be in here: what the text means.

use std::borrow::Cow;

use super::FormatError;

/// The text of a file: UTF-8 with or without its mark, UTF-16 with it, or Latin-1 where XML says so.
pub fn text(bytes: &[u8]) -> Result<Cow<'_, str>, FormatError> {
    if let Some(rest) = bytes.strip_prefix(b"\xef\xbb\xbf") {
        return utf8(rest);
    }
    if let Some(rest) = bytes.strip_prefix(b"\xff\xfe") {
        return utf16(rest, u16::from_le_bytes);
    }
    if let Some(rest) = bytes.strip_prefix(b"\xfe\xff") {
        return utf16(rest, u16::from_be_bytes);
    }
    match utf8(bytes) {
        Err(_) if is_latin1(bytes) && !bytes.contains(&0) => {
            Ok(Cow::Owned(bytes.iter().copied().map(char::from).collect()))
        }
        read => read,
    }
}

fn utf8(bytes: &[u8]) -> Result<Cow<'_, str>, FormatError> {
    match std::str::from_utf8(bytes) {
        // Zeros are what UTF-16 without a mark, or no text at all, looks like.
        Ok(text) if !text.contains('\0') => Ok(Cow::Borrowed(text)),
        _ => Err(FormatError::Encoding),
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<Cow<'_, str>, FormatError> {
    if !bytes.len().is_multiple_of(2) {
        return Err(FormatError::Encoding);
    }
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    let text: Result<String, _> = char::decode_utf16(units).collect();
    match text {
        Ok(text) if !text.contains('\0') => Ok(Cow::Owned(text)),
        _ => Err(FormatError::Encoding),
    }
}

/// Whether an XML declaration names the one old encoding whose bytes are code points.
fn is_latin1(bytes: &[u8]) -> bool {
    let head: Vec<u8> = bytes.iter().take(120).map(u8::to_ascii_lowercase).collect();
    let head = String::from_utf8_lossy(&head).into_owned();
    head.starts_with("<?xml") && head.split("?>").next().is_some_and(|declaration| declaration.contains("iso-8859-1"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_and_declarations_are_heeded() {
        assert_eq!(text(b"\xef\xbb\xbfa").unwrap(), "a");
        assert_eq!(text(b"\xff\xfea\0\x3d\xd8\x00\xde").unwrap(), "a😀");
        assert_eq!(text(b"\xfe\xff\0a").unwrap(), "a");
        assert_eq!(text(b"<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\xe4").unwrap().chars().last(), Some('ä'));
    }

    #[test]
    fn anything_else_is_refused() {
        for bytes in [&b"\xff\xfea"[..], b"\xff\xfe\x3d\xd8", b"a\xe4", b"a\0b\0", b"\xef\xbb\xbf\xff"] {
            assert_eq!(text(bytes), Err(FormatError::Encoding), "{bytes:?}");
        }
    }
}
