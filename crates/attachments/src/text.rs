//! Text of files, in whichever encoding they are.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::Encoding;
use memchr::memmem;

use crate::inspect::Refusal;

/// Bytes from which an encoding is told; more take time and tell no more.
const LOOKED_AT_BYTES: usize = 1 << 18;

/// An encoding other than UTF-8, by its name in the Encoding Standard. Browsers read it; how is handed in, because its
/// tables are heavy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Legacy(&'static str);

impl Legacy {
    /// Returns the name by which the Encoding Standard knows it.
    pub const fn label(self) -> &'static str {
        self.0
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
        _ => match (likely(bytes), utf8(bytes)) {
            (Some(encoding), _) => legacy(encoding, bytes).ok_or(Refusal::Encoding { likely: encoding })?,
            (None, text) => text.ok_or(Refusal::UnknownBinary)?,
        },
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

/// Returns the encoding that bytes most likely are in; `None` where they are UTF-8, say by a mark what they are, or are no
/// text at all.
pub fn likely(bytes: &[u8]) -> Option<Legacy> {
    if bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") || bytes.starts_with(b"\xEF\xBB\xBF") {
        return None;
    }
    if bytes.iter().any(|byte| is_control(char::from(*byte))) {
        // No other text has such bytes.
        return unmarked_utf16(bytes);
    }
    if std::str::from_utf8(bytes).is_err() {
        let western = || has_signs_only(bytes).then_some(Legacy("windows-1252"));
        return Some(declared(bytes).or_else(western).unwrap_or_else(|| by_letters(bytes)));
    }
    // Seven bits: escapes that no terminal knows lead over to Japanese.
    let has_kanji = [&b"\x1b$B"[..], b"\x1b$@"].iter().any(|escape| memmem::find(bytes, escape).is_some());
    has_kanji.then_some(Legacy("iso-2022-jp"))
}

/// Returns the order of bytes in which they are UTF-16; `None` where they are text in neither.
fn unmarked_utf16(bytes: &[u8]) -> Option<Legacy> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    // Words of ASCII in a file of a program are Chinese characters in UTF-16; half of the bytes of a text are not ASCII.
    let plain = bytes.iter().filter(|byte| byte.is_ascii_graphic()).count();
    if !rest.is_empty() || pairs.len() < 2 || plain * 4 > bytes.len() * 3 {
        return None;
    }
    let little = oddity(pairs, u16::from_le_bytes).map(|oddity| (oddity, Legacy("utf-16le")));
    let big = oddity(pairs, u16::from_be_bytes).map(|oddity| (oddity, Legacy("utf-16be")));
    // The stranger reading of two may be of common characters too: Latin letters become Chinese ones.
    [little, big].into_iter().flatten().min_by_key(|(oddity, _)| *oddity).map(|(_, order)| order)
}

/// Counts the characters that hardly any text has, and those that few have; `None` where this can't be text.
fn oddity(pairs: &[[u8; 2]], unit: fn([u8; 2]) -> u16) -> Option<(usize, usize)> {
    let (mut odd, mut far) = (0, 0);
    for c in char::decode_utf16(pairs.iter().map(|pair| unit(*pair))) {
        match c.ok()? {
            c if is_control(c) => return None,
            '\t'..='\u{5ff}' | '\u{2000}'..='\u{206f}' | '\u{3000}'..='\u{30ff}' | '\u{ff00}'..='\u{ffef}' => {}
            c if c.is_alphanumeric() => far += 1,
            '\u{2070}'..='\u{27bf}' | '\u{10000}'.. => far += 1,
            _ => odd += 1,
        }
    }
    (odd * 20 <= pairs.len()).then_some((odd, far))
}

/// Returns the encoding that markup says it is in.
fn declared(bytes: &[u8]) -> Option<Legacy> {
    let head = bytes.get(..1024).unwrap_or(bytes);
    if !head.trim_ascii_start().starts_with(b"<") {
        return None;
    }
    let after = |word: &[u8]| memmem::find(head, word).and_then(|at| head.get(at + word.len()..));
    let value = after(b"encoding=").or_else(|| after(b"charset="))?;
    let label = value.split(|byte| !matches!(byte, b'-' | b'_' | b':') && !byte.is_ascii_alphanumeric());
    let encoding = label.take(2).find(|label| !label.is_empty()).and_then(Encoding::for_label)?;
    // It would say nothing of these bytes.
    (encoding.is_ascii_compatible() && encoding != encoding_rs::UTF_8).then(|| named(encoding))
}

/// Whether all that is not ASCII are signs between other characters, such as of money and measures: these are the same in
/// most encodings of one byte, and no letters to tell one by.
fn has_signs_only(bytes: &[u8]) -> bool {
    bytes.iter().enumerate().filter(|(_, byte)| !byte.is_ascii()).all(|(at, byte)| {
        let before = at.checked_sub(1).and_then(|at| bytes.get(at)).unwrap_or(&b' ');
        let after = bytes.get(at + 1).unwrap_or(&b' ');
        before.is_ascii()
            && after.is_ascii()
            && match byte {
                // € … quotes, dashes ™, unless two bytes are a character of Shift JIS.
                0x80 | 0x85 | 0x91..=0x97 | 0x99 => *after < 0x40,
                // £ ± before a number; Polish letters elsewhere.
                0xA3 | 0xB1 => matches!(after, b' ' | b'0'..=b'9'),
                // A space, § © « ® ° ² µ · »
                0xA0 | 0xA7 | 0xA9 | 0xAB | 0xAE | 0xB0 | 0xB2 | 0xB5 | 0xB7 | 0xBB => true,
                _ => false,
            }
    })
}

/// Returns the encoding in which the bytes are the commonest letters in the commonest order.
fn by_letters(bytes: &[u8]) -> Legacy {
    let first = bytes.iter().position(|byte| !byte.is_ascii()).unwrap_or_default();
    let telling = bytes.get(first.saturating_sub(64)..).unwrap_or_default();
    let looked_at = telling.get(..LOOKED_AT_BYTES).unwrap_or(telling);
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(looked_at, looked_at.len() == telling.len());
    named(detector.guess(None, Utf8Detection::Deny))
}

fn named(encoding: &'static Encoding) -> Legacy {
    // GB 18030 is GBK and more.
    Legacy(if encoding == encoding_rs::GBK { "gb18030" } else { encoding.name() })
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

    /// Texts of 60 to 200 bytes, as sentences and as rows, with the encodings they are found in.
    const SAMPLES: &[(&str, &[&str])] = &[
        ("Завтра мы поедем в город, чтобы купить новые книги для школы.", &["windows-1251", "koi8-r", "ibm866"]),
        ("Имя;Город;Сумма\nИван;Москва;100\nОльга;Санкт-Петербург;250\n", &["windows-1251", "koi8-r"]),
        ("Сьогодні в Києві тепло, а ввечері їдемо до Львова потягом.", &["windows-1251", "koi8-u"]),
        ("Dziękuję bardzo, proszę przyjść jutro o ósmej. Książka leży na półce.", &["windows-1250", "iso-8859-2"]),
        ("Příliš žluťoučký kůň úpěl ďábelské ódy a všichni ho slyšeli.", &["windows-1250", "iso-8859-2"]),
        ("Καλημέρα σας, αύριο θα πάμε στην αγορά για να ψωνίσουμε.", &["windows-1253", "iso-8859-7"]),
        ("Öğrenciler yarın sabah okula gidecek; şehirde çok güzel bir müze açıldı.", &["windows-1254"]),
        ("שלום לכולם, מחר ניפגש בבית הספר בשעה שמונה בבוקר.", &["windows-1255"]),
        ("السلام عليكم، سنذهب غدا إلى المدرسة في الساعة الثامنة صباحا.", &["windows-1256"]),
        ("Die Prüfung über Größen wird nächste Woche früh geschrieben; schöne Grüße!", &["windows-1252"]),
        ("Name;Stadt;Preis\nMüller;Köln;€ 5,00\nGroß;Düsseldorf;€ 7,50\nWeiß;München;€ 1,25\n", &["windows-1252"]),
        (
            "L’été dernier, nous avons passé des vacances à la mer près de Nîmes ; c’était très agréable.",
            &["windows-1252"],
        ),
        ("Mañana iré a la biblioteca; ¿qué libros debería leer el niño pequeño?", &["windows-1252"]),
        ("Temp;Size;Price\n25 °C;3 µm;£5\n±2 °C;14 m²;£7 – £9\n", &["windows-1252"]),
        ("Łódź;Kraków;100\nPaweł;Michał;250\nŁomża;Ełk;75\n", &["windows-1250"]),
        ("明天早上我们去图书馆借书，然后一起吃午饭，下午再讨论项目的进展。", &["gb18030"]),
        ("姓名,城市,备注\n张三,北京,你好世界\n李四,上海,测试数据\n", &["gb18030"]),
        ("明天早上我們去圖書館借書，然後一起吃午飯，下午再討論專案的進展。", &["big5"]),
        ("내일 아침에 도서관에 가서 책을 빌리고 점심을 같이 먹자.", &["euc-kr"]),
        ("이름,도시,비고\n김철수,서울,안녕하세요\n이영희,부산,시험 자료\n", &["euc-kr"]),
        ("明日の朝、図書館へ本を借りに行きます。それから昼ご飯を食べましょう。", &["shift_jis", "euc-jp"]),
        ("名前,都市,備考\n山田太郎,東京,こんにちは\n鈴木花子,大阪,テストデータ\n", &["shift_jis", "euc-jp"]),
    ];

    fn in_utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes).collect()
    }

    fn read_as(likely: Legacy, bytes: &[u8]) -> String {
        let encoding = Encoding::for_label(likely.label().as_bytes()).unwrap();
        encoding.decode_without_bom_handling(bytes).0.into_owned()
    }

    #[test]
    fn the_encoding_of_a_text_is_told_by_its_letters() {
        let mut wrong = Vec::new();
        for (text, encodings) in SAMPLES {
            for name in *encodings {
                let (bytes, _, failed) = Encoding::for_label(name.as_bytes()).unwrap().encode(text);
                assert!(!failed, "{text} isn't in {name}");
                assert!((30..=200).contains(&bytes.len()), "{} bytes: {text}", bytes.len());
                let likely = likely(&bytes).unwrap();
                if read_as(likely, &bytes) != *text {
                    wrong.push(format!("{name} as {}: {}", likely.label(), read_as(likely, &bytes)));
                }
            }
            for (bytes, name) in
                [(in_utf16(text, u16::to_le_bytes), "utf-16le"), (in_utf16(text, u16::to_be_bytes), "utf-16be")]
            {
                assert_eq!(likely(&bytes), Some(Legacy(name)), "{text}");
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn a_text_in_a_likely_encoding_is_handed_on() {
        let bytes = b"Sch\xF6ne Gr\xFC\xDFe";
        assert_eq!(decode(bytes), Err(Refusal::Encoding { likely: Legacy("windows-1252") }));
        assert_eq!(decode_with(bytes, |_, _| Some("a\r\nb".to_owned())).as_deref(), Ok("a\nb"));
        let wide = b"N\0a\0m\0e\0\n\0";
        assert_eq!(decode(wide), Err(Refusal::Encoding { likely: Legacy("utf-16le") }));
    }

    #[test]
    fn a_few_letters_get_a_name_at_least() {
        // 世界 / 日本 / é / Привет
        for bytes in [&b"\xCA\xC0\xBD\xE7"[..], b"\x93\xFA\x96{", b"caf\xE9", b"\xCF\xF0\xE8\xE2\xE5\xF2", b"\xFF"] {
            assert!(likely(bytes).is_some(), "{bytes:?}");
        }
    }

    #[test]
    fn what_markup_and_escapes_say_is_heeded() {
        let markup = b"<?xml version=\"1.0\" encoding='ISO-8859-5'?><a>\xB0</a>";
        assert_eq!(likely(markup), Some(Legacy("ISO-8859-5")));
        assert_eq!(likely(b"<meta charset=koi8-r><p>\xC1"), Some(Legacy("KOI8-R")));
        assert_eq!(likely(b"\x1b$BF|K\\\x1b(B"), Some(Legacy("iso-2022-jp")));
        assert_eq!(likely("<meta charset=koi8-r>я".as_bytes()), None, "UTF-8 all the same");
    }

    #[test]
    fn bytes_of_programs_are_in_no_encoding() {
        let numbers: Vec<u8> = (0..64_u32).flat_map(|n| (n * 77).to_le_bytes()).collect();
        let noise: Vec<u8> = (0..256_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
        for bytes in [&numbers[..], &noise, b"\x7FELF\x02\x01\x01\0\0\0\0\0", b"\0\0\0\0", b"a\0"] {
            assert_eq!(likely(bytes), None, "{bytes:?}");
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
