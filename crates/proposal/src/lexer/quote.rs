//! Quotes of several scripts.

/// Whether a string may begin with this character.
pub fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\'' | '“' | '”' | '„' | '＂' | '‘' | '’' | '＇' | '「' | '『' | '«' | '`')
}

/// Whether a string that began with one quote may end with another. JSON's own quote ends with itself alone, so that
/// valid JSON is read as it is.
pub fn closes(open: char, c: char) -> bool {
    match open {
        '“' | '”' | '„' | '＂' => matches!(c, '”' | '“' | '"' | '＂'),
        '‘' | '’' | '＇' => matches!(c, '’' | '‘' | '\'' | '＇'),
        '「' => c == '」',
        '『' => c == '』',
        '«' => c == '»',
        _ => c == open,
    }
}
