//! Characters by the codes and names that fonts of PDF documents give them.

/// Windows-1252 from 0x80 on, as far as it differs from Latin 1; spaces are undefined.
const WIN_ANSI: &str = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

/// Mac OS Roman from 0x80 on.
const MAC_ROMAN: &str = "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»… ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ";

/// Adobe's standard encoding from 0xA1 on.
const STANDARD: &str = "¡¢£⁄¥ƒ§¤'“«‹›ﬁﬂ –†‡· ¶•‚„”»…‰ ¿ `´ˆ˜¯˘˙¨ ˚¸ ˝˛ˇ—                Æ ª    ŁØŒº     æ   ı  łøœß";

/// The letters of the font Symbol, from `A` and from `a` on.
const SYMBOL_UPPER: &str = "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ";
const SYMBOL_LOWER: &str = "αβχδεφγηιϕκλμνοπθρστυϖωξψζ";

/// Returns the character after the place, unless it is undefined there.
fn at(table: &str, place: u8) -> Option<char> {
    table.chars().nth(usize::from(place)).filter(|c| *c != ' ')
}

/// Returns the character of a code in Windows-1252.
pub(super) fn win_ansi(code: u8) -> Option<char> {
    match code {
        0x20..=0x7E | 0xA1..=0xFF => Some(char::from(code)),
        0x80..=0x9F => at(WIN_ANSI, code - 0x80),
        0xA0 => Some(' '),
        _ => None,
    }
}

/// Returns the character of a code in Mac OS Roman.
pub(super) fn mac_roman(code: u8) -> Option<char> {
    match code {
        0x20..=0x7E => Some(char::from(code)),
        0xCA => Some(' '),
        0x80.. => at(MAC_ROMAN, code - 0x80),
        _ => None,
    }
}

/// Returns the character of a code in Adobe's standard encoding.
pub(super) fn standard(code: u8) -> Option<char> {
    match code {
        b'\'' => Some('’'),
        b'`' => Some('‘'),
        0x20..=0x7E => Some(char::from(code)),
        0xA1.. => at(STANDARD, code - 0xA1),
        _ => None,
    }
}

/// Returns the character of a code in the font Symbol.
pub(super) fn symbol(code: u8) -> Option<char> {
    match code {
        b'A'..=b'Z' => at(SYMBOL_UPPER, code - b'A'),
        b'a'..=b'z' => at(SYMBOL_LOWER, code - b'a'),
        0xA3 => Some('≤'),
        0xA5 => Some('∞'),
        0xAE => Some('→'),
        0xB1 => Some('±'),
        0xB3 => Some('≥'),
        0xB4 => Some('×'),
        0xB7 => Some('•'),
        0xB9 => Some('≠'),
        0xBB => Some('≈'),
        0xD5 => Some('∏'),
        0xD6 => Some('√'),
        0xE5 => Some('∑'),
        0xF2 => Some('∫'),
        0x20..=0x3F | b'[' | b']' | b'{' | b'|' | b'}' => Some(char::from(code)),
        _ => None,
    }
}

/// Names of glyphs, as Adobe and TeX spell them.
const NAMES: &[(&str, &str)] = &[
    ("space", " "),
    ("nbspace", " "),
    ("visiblespace", " "),
    ("exclam", "!"),
    ("quotedbl", "\""),
    ("numbersign", "#"),
    ("dollar", "$"),
    ("percent", "%"),
    ("ampersand", "&"),
    ("quotesingle", "'"),
    ("parenleft", "("),
    ("parenright", ")"),
    ("asterisk", "*"),
    ("plus", "+"),
    ("comma", ","),
    ("hyphen", "-"),
    ("sfthyphen", "-"),
    ("hyphenchar", "-"),
    ("minus", "−"),
    ("period", "."),
    ("slash", "/"),
    ("zero", "0"),
    ("one", "1"),
    ("two", "2"),
    ("three", "3"),
    ("four", "4"),
    ("five", "5"),
    ("six", "6"),
    ("seven", "7"),
    ("eight", "8"),
    ("nine", "9"),
    ("colon", ":"),
    ("semicolon", ";"),
    ("less", "<"),
    ("equal", "="),
    ("greater", ">"),
    ("question", "?"),
    ("at", "@"),
    ("bracketleft", "["),
    ("backslash", "\\"),
    ("bracketright", "]"),
    ("asciicircum", "^"),
    ("underscore", "_"),
    ("grave", "`"),
    ("braceleft", "{"),
    ("bar", "|"),
    ("braceright", "}"),
    ("asciitilde", "~"),
    ("exclamdown", "¡"),
    ("cent", "¢"),
    ("sterling", "£"),
    ("currency", "¤"),
    ("yen", "¥"),
    ("brokenbar", "¦"),
    ("section", "§"),
    ("dieresis", "¨"),
    ("copyright", "©"),
    ("ordfeminine", "ª"),
    ("guillemotleft", "«"),
    ("guillemotright", "»"),
    ("logicalnot", "¬"),
    ("registered", "®"),
    ("macron", "¯"),
    ("degree", "°"),
    ("plusminus", "±"),
    ("acute", "´"),
    ("mu", "µ"),
    ("paragraph", "¶"),
    ("periodcentered", "·"),
    ("cedilla", "¸"),
    ("ordmasculine", "º"),
    ("onequarter", "¼"),
    ("onehalf", "½"),
    ("threequarters", "¾"),
    ("questiondown", "¿"),
    ("multiply", "×"),
    ("divide", "÷"),
    ("AE", "Æ"),
    ("ae", "æ"),
    ("OE", "Œ"),
    ("oe", "œ"),
    ("Oslash", "Ø"),
    ("oslash", "ø"),
    ("germandbls", "ß"),
    ("Eth", "Ð"),
    ("eth", "ð"),
    ("Thorn", "Þ"),
    ("thorn", "þ"),
    ("Lslash", "Ł"),
    ("lslash", "ł"),
    ("dotlessi", "ı"),
    ("dotlessj", "ȷ"),
    ("quoteleft", "‘"),
    ("quoteright", "’"),
    ("quotesinglbase", "‚"),
    ("quotedblleft", "“"),
    ("quotedblright", "”"),
    ("quotedblbase", "„"),
    ("guilsinglleft", "‹"),
    ("guilsinglright", "›"),
    ("endash", "–"),
    ("emdash", "—"),
    ("bullet", "•"),
    ("ellipsis", "…"),
    ("dagger", "†"),
    ("daggerdbl", "‡"),
    ("perthousand", "‰"),
    ("trademark", "™"),
    ("Euro", "€"),
    ("florin", "ƒ"),
    ("fraction", "⁄"),
    ("circumflex", "ˆ"),
    ("tilde", "˜"),
    ("caron", "ˇ"),
    ("breve", "˘"),
    ("ring", "˚"),
    ("ff", "ff"),
    ("fi", "fi"),
    ("fl", "fl"),
    ("ffi", "ffi"),
    ("ffl", "ffl"),
    ("alpha", "α"),
    ("beta", "β"),
    ("gamma", "γ"),
    ("delta", "δ"),
    ("epsilon", "ε"),
    ("epsilon1", "ϵ"),
    ("zeta", "ζ"),
    ("eta", "η"),
    ("theta", "θ"),
    ("iota", "ι"),
    ("kappa", "κ"),
    ("lambda", "λ"),
    ("nu", "ν"),
    ("xi", "ξ"),
    ("omicron", "ο"),
    ("pi", "π"),
    ("rho", "ρ"),
    ("sigma", "σ"),
    ("tau", "τ"),
    ("upsilon", "υ"),
    ("phi", "φ"),
    ("phi1", "ϕ"),
    ("chi", "χ"),
    ("psi", "ψ"),
    ("omega", "ω"),
    ("Gamma", "Γ"),
    ("Delta", "Δ"),
    ("Theta", "Θ"),
    ("Lambda", "Λ"),
    ("Xi", "Ξ"),
    ("Pi", "Π"),
    ("Sigma", "Σ"),
    ("Upsilon", "Υ"),
    ("Phi", "Φ"),
    ("Psi", "Ψ"),
    ("Omega", "Ω"),
    ("summation", "∑"),
    ("summationtext", "∑"),
    ("summationdisplay", "∑"),
    ("product", "∏"),
    ("integral", "∫"),
    ("integraltext", "∫"),
    ("integraldisplay", "∫"),
    ("partialdiff", "∂"),
    ("radical", "√"),
    ("infinity", "∞"),
    ("lessequal", "≤"),
    ("greaterequal", "≥"),
    ("notequal", "≠"),
    ("approxequal", "≈"),
    ("equivalence", "≡"),
    ("similar", "∼"),
    ("element", "∈"),
    ("arrowright", "→"),
    ("arrowleft", "←"),
    ("arrowup", "↑"),
    ("arrowdown", "↓"),
    ("arrowdblright", "⇒"),
    ("universal", "∀"),
    ("existential", "∃"),
    ("logicaland", "∧"),
    ("logicalor", "∨"),
    ("intersection", "∩"),
    ("union", "∪"),
    ("emptyset", "∅"),
    ("asteriskmath", "∗"),
    ("dotmath", "⋅"),
    ("prime", "′"),
    ("nabla", "∇"),
    ("gradient", "∇"),
    ("lozenge", "◊"),
    ("checkmark", "✓"),
];

/// Endings of names for letters with marks, and the marks.
const MARKS: &[(&str, char)] = &[
    ("hungarumlaut", '\u{30b}'),
    ("commaaccent", '\u{327}'),
    ("circumflex", '\u{302}'),
    ("dotaccent", '\u{307}'),
    ("dieresis", '\u{308}'),
    ("cedilla", '\u{327}'),
    ("ogonek", '\u{328}'),
    ("macron", '\u{304}'),
    ("caron", '\u{30c}'),
    ("breve", '\u{306}'),
    ("tilde", '\u{303}'),
    ("grave", '\u{300}'),
    ("acute", '\u{301}'),
    ("ring", '\u{30a}'),
];

/// Letters with marks that are one character in Latin 1, under the letter and the mark.
const COMPOSED: &[(char, &str, &str)] = &[
    ('\u{300}', "AEIOUaeiou", "ÀÈÌÒÙàèìòù"),
    ('\u{301}', "AEIOUYaeiouyCcNnSsZz", "ÁÉÍÓÚÝáéíóúýĆćŃńŚśŹź"),
    ('\u{302}', "AEIOUaeiou", "ÂÊÎÔÛâêîôû"),
    ('\u{303}', "ANOano", "ÃÑÕãñõ"),
    ('\u{308}', "AEIOUYaeiouy", "ÄËÏÖÜŸäëïöüÿ"),
    ('\u{30a}', "AaUu", "ÅåŮů"),
    ('\u{327}', "CcSs", "ÇçŞş"),
    ('\u{30c}', "CcSsZzEeRrDNn", "ČčŠšŽžĚěŘřĎŇň"),
    ('\u{328}', "AaEe", "ĄąĘę"),
];

/// Returns the text of a glyph by its name.
pub(super) fn text_of(name: &str) -> Option<String> {
    let name = name.split('.').next().filter(|name| !name.is_empty())?;
    if let Some(text) = known(name) {
        return Some(text);
    }
    // A ligature names its parts.
    name.contains('_').then(|| name.split('_').map(known).collect())?
}

fn known(name: &str) -> Option<String> {
    if let Some((_, text)) = NAMES.iter().find(|(known, _)| *known == name) {
        return Some((*text).to_owned());
    }
    let mut chars = name.chars();
    if let (Some(letter), None) = (chars.next(), chars.next()) {
        return letter.is_ascii_alphabetic().then(|| letter.to_string());
    }
    if let Some(digits) = name.strip_prefix("uni").filter(|digits| digits.len() >= 4 && digits.len() % 4 == 0) {
        let units = (0..digits.len() / 4).map(|at| u16::from_str_radix(digits.get(at * 4..at * 4 + 4)?, 16).ok());
        return String::from_utf16(&units.collect::<Option<Vec<_>>>()?).ok();
    }
    if let Some(digits) = name.strip_prefix('u').filter(|digits| (4..=6).contains(&digits.len())) {
        return u32::from_str_radix(digits, 16).ok().and_then(char::from_u32).map(String::from);
    }
    marked(name)
}

/// Reads names such as `eacute`.
fn marked(name: &str) -> Option<String> {
    let (letter, mark) = MARKS.iter().find_map(|(ending, mark)| Some((name.strip_suffix(ending)?, *mark)))?;
    let mut chars = letter.chars();
    let (Some(letter), None) = (chars.next().filter(char::is_ascii_alphabetic), chars.next()) else { return None };
    let composed = COMPOSED.iter().find(|(composed, ..)| *composed == mark).and_then(|(_, letters, whole)| {
        let place = letters.chars().position(|known| known == letter)?;
        whole.chars().nth(place)
    });
    Some(composed.map_or_else(|| [letter, mark].iter().collect(), String::from))
}

/// Widths of the printable ASCII characters of Helvetica and Times, in thousandths.
const HELVETICA: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
    556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
    260, 334, 584,
];
const TIMES: [u16; 95] = [
    250, 333, 408, 500, 500, 833, 778, 180, 333, 333, 500, 564, 250, 333, 250, 278, 500, 500, 500, 500, 500, 500, 500,
    500, 500, 500, 278, 278, 564, 564, 564, 444, 921, 722, 667, 667, 722, 611, 556, 722, 722, 333, 389, 722, 611, 889,
    722, 722, 556, 722, 667, 556, 611, 722, 722, 944, 722, 722, 611, 333, 278, 333, 469, 500, 333, 444, 500, 444, 500,
    444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500, 500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444, 480,
    200, 480, 541,
];

/// Returns the width that a standard font gives a code, or nearly that.
pub(super) fn standard_width(font: &str, code: u8) -> f64 {
    if font.contains("Courier") {
        return 600.0;
    }
    let table = if font.contains("Times") { &TIMES } else { &HELVETICA };
    let width = code.checked_sub(0x20).and_then(|place| table.get(usize::from(place)));
    width.map_or(500.0, |width| f64::from(*width))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_in_step() {
        assert_eq!((WIN_ANSI.chars().count(), MAC_ROMAN.chars().count(), STANDARD.chars().count()), (32, 128, 91));
        assert_eq!((SYMBOL_UPPER.chars().count(), SYMBOL_LOWER.chars().count()), (26, 26));
        for (_, letters, whole) in COMPOSED {
            assert_eq!(letters.chars().count(), whole.chars().count(), "{whole}");
        }
        assert_eq!((win_ansi(0x80), win_ansi(0x97), win_ansi(0x9F)), (Some('€'), Some('—'), Some('Ÿ')));
        assert_eq!((mac_roman(0x8A), mac_roman(0xDE), mac_roman(0xFF)), (Some('ä'), Some('ﬁ'), Some('ˇ')));
        assert_eq!((standard(0xAE), standard(0xD0), standard(0xFB)), (Some('ﬁ'), Some('—'), Some('ß')));
        assert_eq!((standard(0xE1), standard(0xF5), standard(0xB4)), (Some('Æ'), Some('ı'), Some('·')));
    }

    #[test]
    fn names_of_glyphs() {
        for (name, expect) in [
            ("A", Some("A")),
            ("seven", Some("7")),
            ("ffi", Some("ffi")),
            ("f_f_i.alt", Some("ffi")),
            ("eacute", Some("é")),
            ("zdotaccent", Some("z\u{307}")),
            ("uni4E2D6587", Some("\u{4e2d}\u{6587}")),
            ("u1F600", Some("😀")),
            ("g17", None),
            (".notdef", None),
        ] {
            assert_eq!(text_of(name).as_deref(), expect, "{name}");
        }
    }
}
