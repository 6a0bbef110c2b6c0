//! From bytes to text.

use std::borrow::Cow;

use super::FormatError;
use espalier_base::text::looks_like_gbk;

/// The text of a file: UTF-8 with or without its mark, UTF-16 with it, or, of bytes that are none of these and look
/// like written text, the western European encoding of Windows.
///
/// Files in GBK are decoded before they come here, by the tables that browsers have ([`looks_like_gbk`]).
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
        Err(_) if is_western(bytes) => Ok(Cow::Owned(bytes.iter().copied().map(western).collect())),
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

/// Whether bytes can be text in the western European encoding of Windows: no control characters but those of lines,
/// mostly letters without accents, and not what an older Chinese text looks like.
fn is_western(bytes: &[u8]) -> bool {
    let control = |byte: &u8| (*byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c)) || *byte == 0x7f;
    let accented = bytes.iter().filter(|byte| !byte.is_ascii()).count();
    accented * 4 <= bytes.len()
        && !bytes.iter().any(|byte| control(byte) || matches!(byte, 0x81 | 0x8d | 0x8f | 0x90 | 0x9d))
        && !looks_like_gbk(bytes)
}

/// The character of a byte in Windows-1252: <https://encoding.spec.whatwg.org/index-windows-1252.txt>.
fn western(byte: u8) -> char {
    const UPPER: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘',
        '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9f => UPPER[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
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
    fn older_western_text_is_read_and_older_chinese_text_is_told_from_it() {
        assert_eq!(text(b"Im Caf\xe9 \x96 die T\xfcr ist \x84gr\xfcn\x93").unwrap(), "Im Café – die Tür ist „grün“");
        // 计划 and 日本旅行 in GBK, as a file has them.
        let chinese: &[u8] = b"# \xbc\xc6\xbb\xae\n- \xc8\xd5\xb1\xbe\xc2\xc3\xd0\xd0\n";
        assert!(looks_like_gbk(chinese));
        assert_eq!(text(chinese), Err(FormatError::Encoding));
        for western in [&b"Caf\xe9 cr\xe8me, gr\xfcn"[..], b"na\xefve", b"plain"] {
            assert!(!looks_like_gbk(western), "{western:?}");
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for bytes in
            [&b"\xff\xfea"[..], b"\xff\xfe\x3d\xd8", b"a\xe4\x01", b"a\0b\0", b"\xef\xbb\xbf\xff", b"\x89PNG\r\n\x1a\n"]
        {
            assert_eq!(text(bytes), Err(FormatError::Encoding), "{bytes:?}");
        }
    }
}
