//! Reading XML.

use std::borrow::Cow;

use crate::formats::{FormatError, XmlProblem};

/// An attribute, and its value with all references resolved.
pub type Attribute<'a> = (&'a str, Cow<'a, str>);

/// A token of a document.
#[derive(Debug, Clone, PartialEq)]
pub enum Token<'a> {
    /// Start of an element. One without content also ends: a [`Token::End`] always follows.
    Start(Start<'a>),
    /// End of the element that was begun last.
    End,
    /// Text inside an element.
    Text(Cow<'a, str>),
}

/// Start of an element.
#[derive(Debug, Clone, PartialEq)]
pub struct Start<'a> {
    /// The name, with a prefix if it has one.
    pub name: &'a str,
    /// The attributes in their order.
    pub attributes: Vec<Attribute<'a>>,
}

impl Start<'_> {
    /// The value of an attribute.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(found, _)| *found == name).map(|(_, value)| &**value)
    }
}

/// Tokeniser of a document. An error is the last thing it returns.
pub struct Tokens<'a> {
    text: &'a str,
    at: usize,
    open: Vec<&'a str>,
    /// Whether the element that was just begun is already over.
    is_empty_element: bool,
    has_root: bool,
}

impl<'a> Tokens<'a> {
    /// Starts before the document.
    pub fn new(text: &'a str) -> Self {
        Self { text, at: 0, open: Vec::new(), is_empty_element: false, has_root: false }
    }

    /// Number of open elements.
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// The next token, `None` at the end.
    pub fn next(&mut self) -> Result<Option<Token<'a>>, FormatError> {
        if std::mem::take(&mut self.is_empty_element) {
            self.open.pop();
            return Ok(Some(Token::End));
        }
        while self.at < self.text.len() {
            let rest = &self.text[self.at..];
            if !rest.starts_with('<') {
                if let Some(text) = self.text_before_tag(rest)? {
                    return Ok(Some(Token::Text(text)));
                }
            } else if rest.starts_with("<!--") {
                self.pass("<!--", "-->")?;
            } else if let Some(data) = rest.strip_prefix("<![CDATA[") {
                let begin = self.text.len() - data.len();
                self.pass("<![CDATA[", "]]>")?;
                if self.open.is_empty() {
                    return Err(self.error(XmlProblem::Syntax));
                }
                return Ok(Some(Token::Text(allowed(&self.text[begin..self.at - 3]))));
            } else if rest.starts_with("<?") {
                self.pass("<?", "?>")?;
            } else if rest.starts_with("<!") {
                self.document_type()?;
            } else if rest.starts_with("</") {
                return self.end_tag(rest).map(Some);
            } else {
                return self.start_tag().map(Some);
            }
        }
        if self.open.is_empty() && self.has_root { Ok(None) } else { Err(self.error(XmlProblem::Unfinished)) }
    }

    /// Error at the position of the reader.
    pub fn error(&self, problem: XmlProblem) -> FormatError {
        let before = &self.text[..self.at];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
        FormatError::Xml { line, column: before[line_start..].chars().count() + 1, problem }
    }

    /// Text up to the next tag; nothing for the space around the root.
    fn text_before_tag(&mut self, rest: &'a str) -> Result<Option<Cow<'a, str>>, FormatError> {
        let text = &rest[..rest.find('<').unwrap_or(rest.len())];
        if self.open.is_empty() {
            if !text.trim().is_empty() {
                return Err(self.error(XmlProblem::Syntax));
            }
            self.at += text.len();
            return Ok(None);
        }
        self.at += text.len();
        Ok(Some(resolve(text, false)))
    }

    fn pass(&mut self, start: &str, end: &str) -> Result<(), FormatError> {
        let begin = self.at + start.len();
        match self.text.get(begin..).and_then(|rest| rest.find(end)) {
            Some(found) => self.at = begin + found + end.len(),
            None => return Err(self.error(XmlProblem::Unfinished)),
        }
        Ok(())
    }

    fn document_type(&mut self) -> Result<(), FormatError> {
        let rest = &self.text[self.at..];
        let end = rest.find('>').ok_or_else(|| self.error(XmlProblem::Unfinished))?;
        if rest[..end].contains('[') {
            return Err(self.error(XmlProblem::Entities));
        }
        if self.has_root {
            return Err(self.error(XmlProblem::Syntax));
        }
        self.at += end + 1;
        Ok(())
    }

    fn end_tag(&mut self, rest: &'a str) -> Result<Token<'a>, FormatError> {
        let end = rest.find('>').ok_or_else(|| self.error(XmlProblem::Unfinished))?;
        match self.open.last() {
            Some(open) if *open == rest[2..end].trim_end() => {}
            _ => return Err(self.error(XmlProblem::Mismatch)),
        }
        self.open.pop();
        self.at += end + 1;
        Ok(Token::End)
    }

    fn start_tag(&mut self) -> Result<Token<'a>, FormatError> {
        if self.open.is_empty() && self.has_root {
            return Err(self.error(XmlProblem::Syntax));
        }
        self.at += 1;
        let name = self.name()?;
        let mut attributes: Vec<Attribute<'a>> = Vec::new();
        loop {
            let space = self.space();
            let rest = &self.text[self.at..];
            if rest.starts_with('>') {
                self.at += 1;
                break;
            }
            if rest.starts_with("/>") {
                self.at += 2;
                self.is_empty_element = true;
                break;
            }
            if !space {
                return Err(self.error(if rest.is_empty() { XmlProblem::Unfinished } else { XmlProblem::Syntax }));
            }
            let attribute = self.attribute()?;
            // Past that many, a file is not meant to be read; until then, looking at all is quick.
            if attributes.len() >= MAX_ATTRIBUTES || attributes.iter().any(|(found, _)| *found == attribute.0) {
                return Err(self.error(XmlProblem::Duplicate));
            }
            attributes.push(attribute);
        }
        self.has_root = true;
        self.open.push(name);
        Ok(Token::Start(Start { name, attributes }))
    }

    fn attribute(&mut self) -> Result<Attribute<'a>, FormatError> {
        let name = self.name()?;
        self.space();
        if !self.text[self.at..].starts_with('=') {
            return Err(self.error(XmlProblem::Syntax));
        }
        self.at += 1;
        self.space();
        let rest = &self.text[self.at..];
        let quote = rest.chars().next().filter(|quote| matches!(quote, '"' | '\''));
        let Some(quote) = quote else { return Err(self.error(XmlProblem::Syntax)) };
        let Some(end) = rest[1..].find(quote) else { return Err(self.error(XmlProblem::Unfinished)) };
        let value = &rest[1..=end];
        if value.contains('<') {
            return Err(self.error(XmlProblem::Syntax));
        }
        self.at += end + 2;
        Ok((name, resolve(value, true)))
    }

    fn name(&mut self) -> Result<&'a str, FormatError> {
        let rest = &self.text[self.at..];
        let name = &rest[..rest.find(|character| !super::write::is_name_character(character)).unwrap_or(rest.len())];
        if !super::is_name(name) {
            return Err(self.error(if rest.is_empty() { XmlProblem::Unfinished } else { XmlProblem::Syntax }));
        }
        self.at += name.len();
        Ok(name)
    }

    /// Skips white space; returns whether there was any.
    fn space(&mut self) -> bool {
        let rest = &self.text[self.at..];
        let length = rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
        self.at += length;
        length > 0
    }
}

/// The most attributes of an element.
const MAX_ATTRIBUTES: usize = 256;

/// The text, with a replacement for characters that may not stand in a document.
fn allowed(text: &str) -> Cow<'_, str> {
    // All bytes such characters are made of, and begin with.
    let may_not = |byte: u8| byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r') || byte == 0xef;
    if !text.bytes().any(may_not) || text.chars().all(super::write::is_allowed) {
        return Cow::Borrowed(text);
    }
    let replace = |character| if super::write::is_allowed(character) { character } else { '\u{fffd}' };
    Cow::Owned(text.chars().map(replace).collect())
}

/// Text with its references resolved.
pub fn resolved(text: &str) -> Cow<'_, str> {
    resolve(text, false)
}

/// Resolves references and normalises line ends; in attributes, line ends that are written as such are spaces.
fn resolve(text: &str, is_attribute: bool) -> Cow<'_, str> {
    let is_plain = |byte: u8| !(matches!(byte, b'&' | b'\r') || is_attribute && matches!(byte, b'\n' | b'\t'));
    let text = allowed(text);
    if text.bytes().all(is_plain) {
        return text;
    }
    let mut resolved = String::with_capacity(text.len());
    let mut rest = &*text;
    while let Some(at) = rest.find(|character: char| !character.is_ascii() || !is_plain(character as u8)) {
        let (before, from) = rest.split_at(at);
        resolved.push_str(before);
        let Some(character) = from.chars().next() else { break };
        rest = &from[character.len_utf8()..];
        match character {
            '&' => {
                let (found, length) = reference(rest);
                resolved.push(found);
                rest = &rest[length..];
            }
            '\r' => {
                rest = rest.strip_prefix('\n').unwrap_or(rest);
                resolved.push(if is_attribute { ' ' } else { '\n' });
            }
            '\n' | '\t' if is_attribute => resolved.push(' '),
            other => resolved.push(other),
        }
    }
    resolved.push_str(rest);
    Cow::Owned(resolved)
}

/// The character after an ampersand, and the length of what stands for it; the ampersand itself if nothing does.
fn reference(text: &str) -> (char, usize) {
    // The longest one that is known is a number with some leading zeros.
    let end = text.bytes().take(12).position(|byte| byte == b';');
    let Some(name) = end.and_then(|end| text.get(..end)) else { return ('&', 0) };
    let number = match name.strip_prefix('#') {
        Some(digits) => match digits.strip_prefix(['x', 'X']) {
            Some(digits) => u32::from_str_radix(digits, 16).ok(),
            None => digits.parse().ok(),
        },
        None => None,
    };
    let found = match (name, number) {
        ("amp", _) => '&',
        ("lt", _) => '<',
        ("gt", _) => '>',
        ("quot", _) => '"',
        ("apos", _) => '\'',
        ("nbsp", _) => '\u{a0}',
        (_, Some(number)) => {
            char::from_u32(number).filter(|&character| super::write::is_allowed(character)).unwrap_or('\u{fffd}')
        }
        _ => return ('&', 0),
    };
    (found, name.len() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Result<Vec<String>, FormatError> {
        let mut tokens = Tokens::new(text);
        let mut found = Vec::new();
        while let Some(token) = tokens.next()? {
            found.push(match token {
                Token::Start(start) => {
                    let attributes: Vec<String> =
                        start.attributes.iter().map(|(name, value)| format!(" {name}={value}")).collect();
                    format!("<{}{}", start.name, attributes.concat())
                }
                Token::End => ">".to_owned(),
                Token::Text(text) => text.into_owned(),
            });
        }
        Ok(found)
    }

    fn problem(text: &str) -> XmlProblem {
        match all(text) {
            Err(FormatError::Xml { problem, .. }) => problem,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn elements_attributes_and_text_are_read() {
        let text =
            "<?xml version=\"1.0\"?>\n<!DOCTYPE a>\n<a b = 'x&amp;y&#10;z'><!-- < --><c/>t&lt;<![CDATA[<&>]]></a >\n";
        assert_eq!(all(text).unwrap(), ["<a b=x&y\nz", "<c", ">", "t<", "<&>", ">"]);
    }

    #[test]
    fn references_are_resolved_once() {
        assert_eq!(
            all("<a>&amp;lt; &#x41;&#66; &nbsp;&unknown; &; &#0;&#xD800; & &#99999999999;</a>").unwrap()[1],
            "&lt; AB \u{a0}&unknown; &; \u{fffd}\u{fffd} & &#99999999999;"
        );
        assert_eq!(all("<a b='1\r\n2\t3&#9;4'>x\r\ny\rz</a>").unwrap(), ["<a b=1 2 3\t4", "x\ny\nz", ">"]);
    }

    #[test]
    fn what_is_not_well_formed_is_refused() {
        use XmlProblem::{Duplicate, Entities, Mismatch, Syntax, Unfinished};
        let cases = [
            ("", Unfinished),
            ("<a>", Unfinished),
            ("<a", Unfinished),
            ("<a b", Syntax),
            ("<a b=1>", Syntax),
            ("<a b='<'>", Syntax),
            ("<a b='1'c='2'/>", Syntax),
            ("<a b='1' b='2'/>", Duplicate),
            ("<a></b>", Mismatch),
            ("</a>", Mismatch),
            ("<a/><b/>", Syntax),
            ("x<a/>", Syntax),
            ("<a/>x", Syntax),
            ("<1/>", Syntax),
            ("<a><!-- ", Unfinished),
            ("<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>", Entities),
        ];
        for (text, expect) in cases {
            assert_eq!(problem(text), expect, "{text}");
        }
    }

    #[test]
    fn an_error_says_where() {
        assert_eq!(all("<a>\n ä</b>"), Err(FormatError::Xml { line: 2, column: 3, problem: XmlProblem::Mismatch }));
    }
}
