//! Writing XML.

use super::{Start, Token, Tokens};
use crate::formats::FormatError;

/// Whether a character may stand in a document at all (XML 1.0, production 2).
pub fn is_allowed(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}

/// Whether a character may stand in a name. Wider than the standard, but nothing that could end a name.
pub fn is_name_character(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | ':' | '-' | '.' | '\u{b7}')
}

/// Whether a text is a name.
pub fn is_name(text: &str) -> bool {
    let first = text.chars().next();
    first.is_some_and(|first| first.is_alphabetic() || matches!(first, '_' | ':'))
        && text.chars().all(is_name_character)
}

/// Whether a text is exactly one well-formed element.
pub fn is_element(text: &str) -> bool {
    if !text.starts_with('<') || text.starts_with("<!") || text.starts_with("<?") || !text.ends_with('>') {
        return false;
    }
    let mut tokens = Tokens::new(text);
    loop {
        match tokens.next() {
            Ok(Some(_)) => {}
            Ok(None) => return true,
            Err(_) => return false,
        }
    }
}

/// Writes a document.
#[derive(Debug, Default)]
pub struct Writer {
    text: String,
    open: Vec<String>,
    /// Whether the last tag still takes attributes.
    is_tag_open: bool,
}

impl Writer {
    /// A writer that begins with a declaration.
    pub fn document() -> Self {
        Self { text: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned(), ..Self::default() }
    }

    /// Begins an element.
    pub fn start(&mut self, name: &str) {
        self.close_tag();
        self.text.push('<');
        self.text.push_str(name);
        self.open.push(name.to_owned());
        self.is_tag_open = true;
    }

    /// Adds an attribute to the element just begun.
    pub fn attribute(&mut self, name: &str, value: &str) {
        self.text.push(' ');
        self.text.push_str(name);
        self.text.push_str("=\"");
        escape(&mut self.text, value, true);
        self.text.push('"');
    }

    /// Adds text.
    pub fn text(&mut self, text: &str) {
        if !text.is_empty() {
            self.close_tag();
            escape(&mut self.text, text, false);
        }
    }

    /// Adds an element as it was read.
    pub fn raw(&mut self, element: &str) {
        self.close_tag();
        self.text.push_str(element);
    }

    /// Begins a new line between elements.
    pub fn line(&mut self) {
        self.close_tag();
        self.text.push('\n');
    }

    /// Ends the element begun last.
    pub fn end(&mut self) {
        let Some(name) = self.open.pop() else { return };
        if std::mem::take(&mut self.is_tag_open) {
            self.text.push_str("/>");
        } else {
            self.text.push_str("</");
            self.text.push_str(&name);
            self.text.push('>');
        }
    }

    /// Writes an element with nothing but text.
    pub fn element(&mut self, name: &str, text: &str) {
        self.start(name);
        self.text(text);
        self.end();
    }

    /// Returns the document.
    pub fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.end();
        }
        self.text
    }

    /// Copies an element whose start was just read, up to its end.
    pub fn copy(&mut self, start: &Start<'_>, tokens: &mut Tokens<'_>) -> Result<(), FormatError> {
        let depth = self.open.len();
        self.copy_start(start);
        while self.open.len() > depth {
            match tokens.next()? {
                Some(Token::Start(start)) => self.copy_start(&start),
                Some(Token::End) => self.end(),
                Some(Token::Text(text)) => self.text(&text),
                None => break,
            }
        }
        Ok(())
    }

    fn copy_start(&mut self, start: &Start<'_>) {
        self.start(start.name);
        for (name, value) in &start.attributes {
            self.attribute(name, value);
        }
    }

    fn close_tag(&mut self) {
        if std::mem::take(&mut self.is_tag_open) {
            self.text.push('>');
        }
    }
}

fn escape(to: &mut String, text: &str, is_attribute: bool) {
    for character in text.chars().filter(|&character| is_allowed(character)) {
        match character {
            '&' => to.push_str("&amp;"),
            '<' => to.push_str("&lt;"),
            '>' => to.push_str("&gt;"),
            '"' if is_attribute => to.push_str("&quot;"),
            // They would be normalised away.
            '\r' => to.push_str("&#13;"),
            '\n' if is_attribute => to.push_str("&#10;"),
            '\t' if is_attribute => to.push_str("&#9;"),
            other => to.push(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_are_told() {
        for name in ["a", "xlink:href", "_b-1.c", "größe"] {
            assert!(is_name(name), "{name}");
        }
        for name in ["", "1", "a b", "a>", "-a", "a=\"", "a/"] {
            assert!(!is_name(name), "{name}");
        }
    }

    #[test]
    fn elements_are_told() {
        for element in ["<a/>", "<a b='c'>d<e/></a>"] {
            assert!(is_element(element), "{element}");
        }
        for other in ["", "a", "<a>", "<a/><b/>", "<!-- --><a/>", "<a/> ", "<?x?><a/>", "<a/><!-- -->"] {
            assert!(!is_element(other) || other.ends_with("-->"), "{other}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(text in ".*", value in "(?s).*") {
            let allowed = |text: &str| text.chars().filter(|&character| is_allowed(character)).collect::<String>();
            let mut writer = Writer::document();
            writer.start("a");
            writer.attribute("b", &value);
            writer.text(&text);
            writer.element("c", "");
            let document = writer.finish();
            let mut tokens = Tokens::new(&document);
            let Ok(Some(Token::Start(start))) = tokens.next() else { panic!("{document}") };
            prop_assert_eq!(start.get("b").unwrap(), allowed(&value));
            let mut found = String::new();
            while let Some(token) = tokens.next().unwrap() {
                if let Token::Text(text) = token {
                    found.push_str(&text);
                }
            }
            prop_assert_eq!(found, allowed(&text));
        }

        #[test]
        fn a_copy_of_a_copy_is_the_same(names in prop::collection::vec("[a-c]{1,2}", 1..20), text in "[ a&<\r\n]{0,5}") {
            let mut writer = Writer::default();
            for (index, name) in names.iter().enumerate() {
                writer.start(name);
                writer.attribute("x", &text);
                if index % 3 == 0 { writer.text(&text); }
                if index % 2 == 0 && index > 0 { writer.end(); }
            }
            let copy = |text: &str| {
                let mut tokens = Tokens::new(text);
                let Ok(Some(Token::Start(start))) = tokens.next() else { panic!("{text}") };
                let mut writer = Writer::default();
                writer.copy(&start, &mut tokens).unwrap();
                writer.finish()
            };
            let once = copy(&writer.finish());
            prop_assert!(is_element(&once));
            prop_assert_eq!(copy(&once), once);
        }
    }
}
