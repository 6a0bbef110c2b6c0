//! Text of files, in whichever encoding they are.

use crate::inspect::Refusal;

/// An encoding older than Unicode. Browsers read it; how is handed in, because its tables are heavy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Legacy {
    /// Chinese: GB 18030, with GBK and GB 2312 in it.
    Gb18030,
    /// Japanese: Shift JIS.
    ShiftJis,
    /// Western European: Windows-1252, with ISO 8859-1 in it.
    Windows1252,
}

impl Legacy {
    /// Returns the name by which the Encoding Standard knows it.
    pub fn label(self) -> &'static str {
        match self {
            Self::Gb18030 => "gb18030",
            Self::ShiftJis => "shift_jis",
            Self::Windows1252 => "windows-1252",
        }
    }
}

/// Reads UTF-8, or UTF-16 with its mark, as text with `\n` at the ends of lines and without a mark.
pub fn decode(bytes: &[u8]) -> Result<String, Refusal> {
    decode_with(bytes, |_, _| None)
}

/// Reads text as [`decode`] does, and hands any in another encoding to `legacy` with the likeliest one. It returns
/// `None` where the bytes are none of it.
pub fn decode_with(bytes: &[u8], legacy: impl FnOnce(Legacy, &[u8]) -> Option<String>) -> Result<String, Refusal> {
    if bytes.is_empty() {
        return Err(Refusal::Empty);
    }
    let text = match bytes {
        [0xEF, 0xBB, 0xBF, rest @ ..] => utf8(rest).ok_or(Refusal::Damaged)?,
        [0xFF, 0xFE, rest @ ..] => utf16(rest, u16::from_le_bytes)?,
        [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes)?,
        _ => utf8(bytes).map_or_else(
            || {
                let encoding = guess(bytes).ok_or(Refusal::UnknownBinary)?;
                legacy(encoding, bytes).ok_or(Refusal::Encoding { likely: encoding })
            },
            Ok,
        )?,
    };
    if text.chars().any(is_control) {
        return Err(Refusal::UnknownBinary);
    }
    Ok(with_plain_ends(text))
}

fn utf8(bytes: &[u8]) -> Option<String> {
    std::str::from_utf8(bytes).ok().map(str::to_owned)
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, Refusal> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    if !rest.is_empty() {
        return Err(Refusal::Damaged);
    }
    char::decode_utf16(pairs.iter().map(|pair| unit(*pair))).collect::<Result<_, _>>().map_err(|_| Refusal::Damaged)
}

/// Whether a character is none of text. Terminals write escapes and old printers form feeds, so these are.
fn is_control(c: char) -> bool {
    matches!(c, '\0'..='\u{8}' | '\u{b}' | '\u{e}'..='\u{1a}' | '\u{1c}'..='\u{1f}' | '\u{7f}')
}

fn with_plain_ends(text: String) -> String {
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text }
}

/// Returns the encoding that bytes outside of UTF-8 most likely are in; `None` where they are no text at all.
fn guess(bytes: &[u8]) -> Option<Legacy> {
    if bytes.iter().any(|byte| is_control(char::from(*byte))) {
        return None;
    }
    // An encoding that explains fewer byte sequences, or more of them by common characters, comes first.
    let chinese = gb18030(bytes);
    let japanese = shift_jis(bytes);
    match (chinese, japanese) {
        (Some(common), Some(kana)) if kana > common => Some(Legacy::ShiftJis),
        (Some(common), _) if common > 0 => Some(Legacy::Gb18030),
        (None, Some(kana)) if kana > 0 => Some(Legacy::ShiftJis),
        // Every byte is a character there, but for five.
        _ if !bytes.iter().any(|byte| matches!(byte, 0x81 | 0x8D | 0x8F | 0x90 | 0x9D)) => Some(Legacy::Windows1252),
        (Some(_), _) => Some(Legacy::Gb18030),
        (_, Some(_)) => Some(Legacy::ShiftJis),
        _ => None,
    }
}

/// Counts characters of GB 2312's first level, which make up Chinese text, and its punctuation; `None` where a byte does
/// not fit.
fn gb18030(bytes: &[u8]) -> Option<usize> {
    let (mut rest, mut common) = (bytes, 0);
    loop {
        rest = match rest {
            [] => return Some(common),
            [0..=0x7F, rest @ ..] => rest,
            [0x81..=0xFE, 0x30..=0x39, 0x81..=0xFE, 0x30..=0x39, rest @ ..] => rest,
            [first @ 0x81..=0xFE, second @ (0x40..=0x7E | 0x80..=0xFE), rest @ ..] => {
                common += usize::from(matches!((first, second), (0xB0..=0xD7 | 0xA1 | 0xA3, 0xA1..=0xFE)));
                rest
            }
            _ => return None,
        }
    }
}

/// Counts kana, which no Japanese text is without; `None` where a byte does not fit.
fn shift_jis(bytes: &[u8]) -> Option<usize> {
    let (mut rest, mut kana) = (bytes, 0);
    loop {
        rest = match rest {
            [] => return Some(kana),
            [0..=0x7F | 0xA1..=0xDF, rest @ ..] => rest,
            [first @ (0x81..=0x9F | 0xE0..=0xFC), second @ (0x40..=0x7E | 0x80..=0xFC), rest @ ..] => {
                kana += usize::from(matches!((first, second), (0x82, 0x9F..=0xF1) | (0x83, 0x40..=0x96)));
                rest
            }
            _ => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn marks_and_line_ends_are_taken_away() {
        assert_eq!(decode(b"\xEF\xBB\xBFa\r\nb\rc\n").as_deref(), Ok("a\nb\nc\n"));
        assert_eq!(decode(b"\xFF\xFEa\0\r\0\n\0\x2D\x4E").as_deref(), Ok("a\n中"));
        assert_eq!(decode(b"\xFE\xFF\x4E\x2D\0a").as_deref(), Ok("中a"));
        assert_eq!(decode(b"\xFF\xFEa"), Err(Refusal::Damaged));
        assert_eq!(decode(b"\xFF\xFE\0\xD8"), Err(Refusal::Damaged), "half of a pair");
    }

    #[test]
    fn what_is_no_text_is_refused() {
        assert_eq!(decode(b""), Err(Refusal::Empty));
        assert_eq!(decode(b"a\0b"), Err(Refusal::UnknownBinary));
        assert_eq!(decode(b"\xFF\xFEa\0\0\0"), Err(Refusal::UnknownBinary), "a NUL in UTF-16");
        assert_eq!(decode(b"\xEF\xBB\xBF\xFF"), Err(Refusal::Damaged));
        assert_eq!(decode("\u{1b}[31mred\u{1b}[0m\n".as_bytes()).as_deref(), Ok("\u{1b}[31mred\u{1b}[0m\n"));
    }

    #[test]
    fn old_encodings_are_told_apart() {
        // 你好，世界。 / 日本語です / Schöne Grüße / naïve café
        for (bytes, expect) in [
            (&b"\xC4\xE3\xBA\xC3\xA3\xAC\xCA\xC0\xBD\xE7\xA1\xA3"[..], Legacy::Gb18030),
            (b"x = 1 # \xD7\xA2\xCA\xCD", Legacy::Gb18030),
            (b"\x93\xFA\x96{\x8C\xEA\x82\xC5\x82\xB7", Legacy::ShiftJis),
            (b"Sch\xF6ne Gr\xFC\xDFe", Legacy::Windows1252),
            (b"na\xEFve caf\xE9", Legacy::Windows1252),
            (b"\x93quoted\x94 \x96 text", Legacy::Windows1252),
        ] {
            assert_eq!(decode(bytes), Err(Refusal::Encoding { likely: expect }));
            let read = decode_with(bytes, |encoding, _| (encoding == expect).then(|| "a\r\nb".to_owned()));
            assert_eq!(read.as_deref(), Ok("a\nb"));
        }
    }

    proptest! {
        #[test]
        fn f1_no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = decode_with(&bytes, |_, bytes| String::from_utf8(bytes.to_vec()).ok());
        }

        #[test]
        fn text_comes_back(text in "[ -~\\t\\n中文é😀]{1,80}") {
            prop_assert_eq!(decode(text.as_bytes()).unwrap(), text.clone());
            let mut wide = vec![0xFF, 0xFE];
            wide.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
            prop_assert_eq!(decode(&wide).unwrap(), text);
        }
    }
}
