//! Words without quotes: the literals of several languages, numbers, or a text as it stands.

use serde_json::{Number, Value};

/// Whether a name without quotes may contain this character.
pub fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | '-')
}

/// Reads a word as a value; nothing for dots that stand for "and so on".
pub fn value_of(word: &str) -> Option<Value> {
    if word.chars().all(|c| matches!(c, '.' | '…')) {
        return None;
    }
    Some(literal(word).unwrap_or_else(|| Value::String(word.to_owned())))
}

/// Reads a word that stands for something else than its letters.
pub fn literal(word: &str) -> Option<Value> {
    match word {
        "true" | "True" | "TRUE" => Some(Value::Bool(true)),
        "false" | "False" | "FALSE" => Some(Value::Bool(false)),
        "null" | "None" | "Null" | "NULL" | "nil" | "undefined" | "NaN" | "Infinity" | "-Infinity" => Some(Value::Null),
        _ => number(word).map(Value::Number),
    }
}

/// Reads a number of JSON, or as other languages write it: `+1`, `.5`, `1.`, `1_000`, `0x1F`, full-width digits.
pub fn number(word: &str) -> Option<Number> {
    let first = word.chars().next()?;
    if !matches!(first, '0'..='9' | '-' | '+' | '.' | '０'..='９' | '－') {
        return None;
    }
    if let Ok(number) = serde_json::from_str(word) {
        return Some(number);
    }
    let plain: String = word.chars().filter(|c| *c != '_').map(narrow).collect();
    let unsigned = plain.strip_prefix('+').unwrap_or(&plain);
    if let Some(digits) = unsigned.strip_prefix("0x").or_else(|| unsigned.strip_prefix("0X")) {
        return i64::from_str_radix(digits, 16).ok().map(Number::from);
    }
    let digits = unsigned.trim_start_matches('-');
    // A name such as 007 is not the number 7.
    if digits.len() > 1 && digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    if let Ok(whole) = unsigned.parse::<i64>() {
        return Some(Number::from(whole));
    }
    let numeric = unsigned.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'-' | b'+' | b'e' | b'E'));
    unsigned.parse::<f64>().ok().filter(|_| numeric).and_then(Number::from_f64)
}

fn narrow(c: char) -> char {
    match c {
        '０'..='９' => char::from_u32(c as u32 - 0xFF10 + 0x30).unwrap_or(c),
        '．' => '.',
        '－' => '-',
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn words_of_several_languages() {
        for (word, expect) in [
            ("True", json!(true)),
            ("None", json!(null)),
            ("3", json!(3)),
            ("-2.5e3", json!(-2500.0)),
            ("+1", json!(1)),
            (".5", json!(0.5)),
            ("1.", json!(1.0)),
            ("1_000", json!(1000)),
            ("0x1F", json!(31)),
            ("１２", json!(12)),
            ("007", json!("007")),
            ("3rd", json!("3rd")),
            ("node.addChild", json!("node.addChild")),
        ] {
            assert_eq!(value_of(word), Some(expect), "{word}");
        }
        assert_eq!(value_of("..."), None);
    }
}
