//! From bytes to text.

use std::borrow::Cow;

use super::FormatError;

/// The text of a file: UTF-8 with or without its mark, or UTF-16 with it.
pub fn text(bytes: &[u8]) -> Result<Cow<'_, str>, FormatError> {
    let text = match bytes {
        [0xef, 0xbb, 0xbf, rest @ ..] => Cow::Borrowed(std::str::from_utf8(rest).map_err(|_| FormatError::Encoding)?),
        [0xff, 0xfe, rest @ ..] => Cow::Owned(utf16(rest, u16::from_le_bytes)?),
        [0xfe, 0xff, rest @ ..] => Cow::Owned(utf16(rest, u16::from_be_bytes)?),
        _ => Cow::Borrowed(std::str::from_utf8(bytes).map_err(|_| FormatError::Encoding)?),
    };
    // Zeros are what UTF-16 without a mark, or no text at all, looks like.
    if text.contains('\0') { Err(FormatError::Encoding) } else { Ok(text) }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, FormatError> {
    if !bytes.len().is_multiple_of(2) {
        return Err(FormatError::Encoding);
    }
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    char::decode_utf16(units).collect::<Result<String, _>>().map_err(|_| FormatError::Encoding)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_heeded_and_anything_else_refused() {
        assert_eq!(text(b"\xef\xbb\xbfa").unwrap(), "a");
        assert_eq!(text(b"\xff\xfea\0\x3d\xd8\x00\xde").unwrap(), "a😀");
        assert_eq!(text(b"\xfe\xff\0a").unwrap(), "a");
        for bytes in [&b"\xff\xfea"[..], b"\xff\xfe\x3d\xd8", b"a\xe4", b"a\0b\0"] {
            assert_eq!(text(bytes), Err(FormatError::Encoding), "{bytes:?}");
        }
    }
}
