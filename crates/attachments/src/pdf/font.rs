//! Fonts, as far as they tell characters and widths.

use std::collections::HashMap;

use hayro_cmap::{BfString, CMap, WritingMode};
use hayro_syntax::object::{Array, Dict, Name, Object, Stream};

use super::names;
use super::stream::Budget;

/// Most widths that a font lists one by one; there are 65,536 glyphs in a font at most.
const MAX_WIDTHS: usize = 1 << 16;

/// A code of a string as a glyph.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Glyph {
    /// Text it stands for; `None` where the document does not tell.
    pub text: Option<String>,
    /// Way to the next glyph in thousandths of the size; downwards it is negative.
    pub width: f64,
}

/// A font of a document.
#[derive(Debug)]
pub(super) struct Font {
    to_unicode: Option<CMap>,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// One byte is one glyph.
    Simple { texts: Vec<Option<String>>, widths: Vec<f64> },
    /// Codes of several bytes choose among many glyphs.
    Composite { codes: Codes, widths: HashMap<u32, f64>, default_width: f64, vertical: bool },
}

/// Way in which a string is taken apart into codes.
#[derive(Debug)]
enum Codes {
    /// Two bytes, the number of the glyph.
    Identity,
    /// UTF-16, under the names that start with `Uni`.
    Unicode,
    /// As the document itself says.
    Own(Box<CMap>),
    /// One or two bytes, as in the encodings of East Asia; which characters they are is not known here.
    EastAsian,
}

impl Font {
    /// Reads a font; what it does not tell, its glyphs don't. `left` is the number of widths that may still be kept.
    pub(super) fn read(dict: &Dict<'_>, bytes: &mut Budget, left: &mut usize) -> Self {
        let to_unicode = dict.get::<Stream<'_>>(b"ToUnicode").and_then(|stream| cmap(&stream, bytes));
        let is_composite = dict.get::<Name<'_>>(b"Subtype").is_some_and(|kind| kind.as_ref() == b"Type0");
        let kind = if is_composite { composite(dict, bytes, left) } else { simple(dict, bytes) };
        Self { to_unicode, kind }
    }

    /// Whether its lines go downwards.
    pub(super) fn is_vertical(&self) -> bool {
        matches!(self.kind, Kind::Composite { vertical: true, .. })
    }

    /// Returns the first glyph of a string and the number of its bytes, which is one at least.
    pub(super) fn next(&self, bytes: &[u8]) -> Option<(Glyph, usize)> {
        let first = *bytes.first()?;
        let (code, length, own) = match &self.kind {
            Kind::Simple { texts, .. } => (u32::from(first), 1, texts.get(usize::from(first)).cloned().flatten()),
            Kind::Composite { codes, .. } => codes.next(first, bytes),
        };
        let mapped = self.to_unicode.as_ref().and_then(|map| map.lookup_bf_string(code)).map(|found| match found {
            BfString::Char(c) => c.to_string(),
            BfString::String(text) => text,
        });
        let text = mapped.filter(|text| is_text(text)).or(own).map(with_plain_ligatures);
        Some((Glyph { text, width: self.width(code) }, length))
    }

    fn width(&self, code: u32) -> f64 {
        match &self.kind {
            Kind::Simple { widths, .. } => widths.get(code as usize).copied().unwrap_or(500.0),
            Kind::Composite { codes, widths, default_width, .. } => {
                let id = match codes {
                    Codes::Own(map) => (1..=4).find_map(|length| map.lookup_cid_code(code, length)).unwrap_or(0),
                    _ => code,
                };
                widths.get(&id).copied().unwrap_or(*default_width)
            }
        }
    }
}

impl Codes {
    /// Returns the first code, its bytes, and the text that follows from the encoding alone.
    fn next(&self, first: u8, bytes: &[u8]) -> (u32, usize, Option<String>) {
        let pair = |at: usize| {
            let (high, low) = (bytes.get(at)?, bytes.get(at + 1)?);
            Some(u16::from_be_bytes([*high, *low]))
        };
        match self {
            Self::Identity => (pair(0).map_or(u32::from(first), u32::from), bytes.len().min(2), None),
            Self::Unicode => {
                let units = [pair(0).unwrap_or(0), pair(2).unwrap_or(0)];
                let c = char::decode_utf16(units).next().and_then(Result::ok);
                let length = c.map_or(2, |c| c.len_utf16() * 2);
                (u32::from(units[0]), length.min(bytes.len()), c.filter(|c| *c != '\0').map(String::from))
            }
            Self::Own(map) => {
                let mut code = 0_u32;
                for (place, byte) in (1_u8..=4).zip(bytes) {
                    code = code << 8 | u32::from(*byte);
                    if map.lookup_cid_code(code, place).is_some() {
                        return (code, usize::from(place), None);
                    }
                }
                (u32::from(first), 1, None)
            }
            Self::EastAsian => {
                let length = if first < 0x80 { 1 } else { bytes.len().min(2) };
                let own = first.is_ascii_graphic() || first == b' ';
                let code = if length == 2 { pair(0).map_or(u32::from(first), u32::from) } else { u32::from(first) };
                (code, length, (length == 1 && own).then(|| char::from(first).to_string()))
            }
        }
    }
}

/// Whether a mapping names characters, not the lack of one.
fn is_text(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| !matches!(c, '\0' | '\u{fffd}' | '\u{e000}'..='\u{f8ff}'))
}

/// Writes the ligatures of print as the letters they are.
fn with_plain_ligatures(text: String) -> String {
    if !text.contains(|c| matches!(c, '\u{fb00}'..='\u{fb06}' | '\u{a0}' | '\u{ad}') || c.is_control()) {
        return text;
    }
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\u{fb00}' => plain.push_str("ff"),
            '\u{fb01}' => plain.push_str("fi"),
            '\u{fb02}' => plain.push_str("fl"),
            '\u{fb03}' => plain.push_str("ffi"),
            '\u{fb04}' => plain.push_str("ffl"),
            '\u{fb05}' | '\u{fb06}' => plain.push_str("st"),
            '\u{ad}' => plain.push('-'),
            c if c == '\u{a0}' || c.is_control() => plain.push(' '),
            c => plain.push(c),
        }
    }
    plain
}

fn cmap(stream: &Stream<'_>, bytes: &mut Budget) -> Option<CMap> {
    CMap::parse(&bytes.decode(stream)?, |_| None)
}

fn composite(dict: &Dict<'_>, bytes: &mut Budget, left: &mut usize) -> Kind {
    let (codes, vertical) = match dict.get::<Object<'_>>(b"Encoding") {
        Some(Object::Stream(stream)) => match cmap(&stream, bytes) {
            Some(map) => {
                let vertical = map.metadata().writing_mode == Some(WritingMode::Vertical);
                (Codes::Own(Box::new(map)), vertical)
            }
            None => (Codes::Identity, false),
        },
        Some(Object::Name(name)) => {
            let vertical = name.as_ref().ends_with(b"-V");
            let name = name.as_str();
            let codes = match name {
                _ if name.starts_with("Identity") => Codes::Identity,
                _ if name.starts_with("Uni") && (name.contains("UCS2") || name.contains("UTF16")) => Codes::Unicode,
                _ => Codes::EastAsian,
            };
            (codes, vertical)
        }
        _ => (Codes::Identity, false),
    };
    let descendant = dict.get::<Array<'_>>(b"DescendantFonts").and_then(|fonts| fonts.iter::<Dict<'_>>().next());
    let descendant = descendant.unwrap_or_default();
    if vertical {
        let default_width = descendant.get::<[f64; 2]>(b"DW2").map_or(-1000.0, |[_, width]| width);
        return Kind::Composite { codes, widths: HashMap::new(), default_width, vertical };
    }
    let default_width = descendant.get::<f64>(b"DW").unwrap_or(1000.0);
    let widths = descendant.get::<Array<'_>>(b"W").map(|widths| widths_of(&widths, left)).unwrap_or_default();
    Kind::Composite { codes, widths, default_width, vertical }
}

/// Reads `first [w w w]` and `first last w`.
fn widths_of(array: &Array<'_>, left: &mut usize) -> HashMap<u32, f64> {
    let mut widths = HashMap::new();
    let mut pending: Vec<f64> = Vec::new();
    // A width that is given anew costs as much as another.
    let mut room = MAX_WIDTHS.min(*left);
    for object in array.iter::<Object<'_>>() {
        if room == 0 {
            break;
        }
        match (object, pending.as_slice()) {
            (Object::Array(listed), [first]) => {
                let first = *first as u32;
                for (place, width) in (0..).zip(listed.iter::<f64>().take(room)) {
                    widths.insert(first.saturating_add(place), width);
                    room -= 1;
                    *left -= 1;
                }
                pending.clear();
            }
            (Object::Number(width), [first, last]) => {
                for id in (*first as u32..=*last as u32).take(room) {
                    widths.insert(id, width.as_f64());
                    room -= 1;
                    *left -= 1;
                }
                pending.clear();
            }
            (Object::Number(number), _) => pending.push(number.as_f64()),
            _ => pending.clear(),
        }
    }
    widths
}

fn simple(dict: &Dict<'_>, bytes: &mut Budget) -> Kind {
    let base_font = dict.get::<Name<'_>>(b"BaseFont").map(|name| name.as_str().to_owned()).unwrap_or_default();
    let descriptor = dict.get::<Dict<'_>>(b"FontDescriptor").unwrap_or_default();
    let encoding = dict.get::<Object<'_>>(b"Encoding");
    let (base, differences) = match &encoding {
        Some(Object::Name(name)) => (Some(name.as_str().to_owned()), None),
        Some(Object::Dict(own)) => (
            own.get::<Name<'_>>(b"BaseEncoding").map(|name| name.as_str().to_owned()),
            own.get::<Array<'_>>(b"Differences"),
        ),
        _ => (None, None),
    };
    let is_type1 = dict.get::<Name<'_>>(b"Subtype").is_some_and(|kind| matches!(kind.as_ref(), b"Type1" | b"MMType1"));
    let by_code: fn(u8) -> Option<char> = match base.as_deref() {
        Some("MacRomanEncoding") => names::mac_roman,
        Some("WinAnsiEncoding") => names::win_ansi,
        Some("StandardEncoding") => names::standard,
        _ if base_font.contains("Symbol") => names::symbol,
        _ if is_type1 => names::standard,
        _ => names::win_ansi,
    };
    let mut texts: Vec<Option<String>> = (0..=255).map(|code| by_code(code).map(String::from)).collect();
    if base.is_none() && is_type1 {
        let program = descriptor
            .get::<Stream<'_>>(b"FontFile")
            .and_then(|stream| bytes.decode(&stream).map(|data| built_in(&data)));
        for (code, name) in program.into_iter().flatten() {
            set(&mut texts, code, names::text_of(&name));
        }
    }
    if let Some(differences) = differences {
        let mut code = 0_usize;
        for object in differences.iter::<Object<'_>>().take(1024) {
            match object {
                Object::Number(number) => code = usize::try_from(number.as_i64()).unwrap_or(256),
                Object::Name(name) => {
                    set(&mut texts, code, names::text_of(name.as_str()));
                    code = code.saturating_add(1);
                }
                _ => {}
            }
        }
    }
    Kind::Simple { texts, widths: simple_widths(dict, &descriptor, &base_font) }
}

fn set(texts: &mut [Option<String>], code: usize, text: Option<String>) {
    if let Some(place) = texts.get_mut(code) {
        *place = text;
    }
}

/// Reads `dup 65 /A put` in the open part of a Type 1 program.
fn built_in(program: &[u8]) -> Vec<(usize, String)> {
    let end = memchr::memmem::find(program, b"eexec").unwrap_or(program.len()).min(1 << 16);
    let open = String::from_utf8_lossy(program.get(..end).unwrap_or_default());
    let words: Vec<&str> = open.split_ascii_whitespace().collect();
    let entries = words.windows(4).filter_map(|entry| match entry {
        ["dup", code, name, "put"] => Some((code.parse().ok()?, name.strip_prefix('/')?.to_owned())),
        _ => None,
    });
    entries.take(256).collect()
}

fn simple_widths(dict: &Dict<'_>, descriptor: &Dict<'_>, base_font: &str) -> Vec<f64> {
    let missing = descriptor.get::<f64>(b"MissingWidth");
    let Some(listed) = dict.get::<Array<'_>>(b"Widths") else {
        return (0..=255).map(|code| missing.unwrap_or_else(|| names::standard_width(base_font, code))).collect();
    };
    // Glyphs of Type 3 are drawn in units of their own.
    let unit = match dict.get::<[f64; 6]>(b"FontMatrix") {
        Some([unit, ..]) if unit.is_finite() && unit > 0.0 => unit * 1000.0,
        _ => 1.0,
    };
    let first = dict.get::<u32>(b"FirstChar").unwrap_or(0) as usize;
    let mut widths = vec![missing.unwrap_or(0.0); 256];
    for (place, width) in widths.iter_mut().skip(first).zip(listed.iter::<f64>()) {
        *place = width * unit;
    }
    widths
}
