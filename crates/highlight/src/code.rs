//! The reader that follows a row of the table.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::rc::Rc;

use super::table::{Code, Features, Quote};
use super::{Paint, Token, byte, end_of, is_space, is_word, rest};

/// Strings in code in strings …, deeper than which no code is found.
const MOST_NESTED: usize = 12;
/// Comments in comments, deeper than which nothing is counted.
const MOST_COMMENTS: u32 = 1_000;
/// Here-documents that one line may begin.
const MOST_DOCUMENTS: usize = 4;

/// Reader of code.
#[derive(Debug, Clone)]
pub struct CodeReader {
    code: &'static Code,
    /// The words of the language, in order.
    words: Rc<[(&'static str, Token)]>,
    /// The parts that the reader is inside of, the innermost last.
    stack: Vec<Frame>,
    /// Last lines of the here-documents that have begun.
    documents: VecDeque<Box<str>>,
    /// The indent of the line that began a text by indent.
    indented: Option<usize>,
}

/// Part of the code that is read in a way of its own.
#[derive(Debug, Clone)]
enum Frame {
    Comment {
        close: Cow<'static, str>,
        open: &'static str,
        depth: u32,
    },
    Quote {
        quote: &'static Quote,
        close: Cow<'static, str>,
        /// Whether nothing in it has another meaning.
        raw: bool,
        token: Token,
    },
    /// Code in a string, until as many brackets are closed as were opened.
    Hole {
        open: u8,
        close: u8,
        depth: u32,
    },
}

/// State of the line, as far as it decides how the rest is read.
#[derive(Debug, Default)]
struct Line {
    /// Whether a value has just ended, so that `/` divides and `<` compares.
    after_value: bool,
    /// Kind of the name that the word before announces.
    announced: Option<Token>,
    /// Whether no pattern ends in the rest of the line.
    without_pattern: bool,
    /// Whether the value of a property of a style comes.
    in_value: bool,
    /// End of the selector of a style.
    selector: usize,
}

impl CodeReader {
    /// Returns a reader at the beginning of some code.
    pub fn new(code: &'static Code) -> Self {
        let lists = [
            (code.keywords, Token::Keyword),
            (code.types, Token::Type),
            (code.constants, Token::Constant),
            (code.functions, Token::Function),
        ];
        let of = |(list, token): (&'static str, Token)| list.split_ascii_whitespace().map(move |word| (word, token));
        let mut words: Vec<(&'static str, Token)> = lists.into_iter().flat_map(of).collect();
        words.sort_by_key(|(word, _)| *word);
        Self { code, words: words.into(), stack: Vec::new(), documents: VecDeque::new(), indented: None }
    }

    #[cfg(test)]
    pub fn words(&self) -> &[(&'static str, Token)] {
        &self.words
    }

    fn has(&self, feature: Features) -> bool {
        self.code.features.has(feature)
    }

    /// Reads a line.
    pub fn line(&mut self, text: &str, paint: &mut Paint<'_>) {
        if let Some(last) = self.documents.front() {
            if text.trim_start_matches(['\t', ' ']) == &**last {
                self.documents.pop_front();
            }
            return paint.add(0..text.len(), Token::Text);
        }
        let indent = end_of(text, 0, is_space);
        if let Some(least) = self.indented {
            if indent > least || indent == text.len() {
                return paint.add(indent..text.len(), Token::Text);
            }
            self.indented = None;
        }
        let mut at = if self.stack.is_empty() { self.begin(text, indent, paint) } else { 0 };
        let mut line = Line::default();
        while at < text.len() {
            at = match self.stack.pop() {
                Some(Frame::Comment { close, open, depth }) => self.comment(text, at, (close, open, depth), paint),
                Some(Frame::Quote { quote, close, raw, token }) => {
                    line.after_value = true;
                    self.quote(text, at, (quote, close, raw, token), paint)
                }
                Some(Frame::Hole { open, close, depth }) => self.hole(text, at, (open, close, depth), &mut line, paint),
                None => self.token(text, at, &mut line, paint),
            };
        }
        // A string that may not have several lines ends here, with all that is in it.
        let is_short = |frame: &Frame| matches!(frame, Frame::Quote { quote, .. } if !quote.lines);
        let goes_on = text.ends_with('\\') && self.has(Features::CONTINUED);
        if let Some(short) = self.stack.iter().position(is_short).filter(|_| !goes_on) {
            self.stack.truncate(short);
        }
        if self.has(Features::INDENTED_TEXT) && self.stack.is_empty() && begins_indented(text) {
            let is_mark = |byte| is_space(byte) || byte == b'-';
            self.indented = Some(if text.contains(':') { end_of(text, indent, is_mark) } else { indent });
        }
    }

    /// Reads what only the beginning of a line can be, and returns where the rest begins.
    fn begin(&mut self, text: &str, indent: usize, paint: &mut Paint<'_>) -> usize {
        let first = byte(text, indent);
        if self.has(Features::DIRECTIVES) && first == b'#' {
            let name = end_of(text, indent + 1, is_space);
            let end = end_of(text, name, is_word);
            paint.add(indent..end, Token::Meta);
            let path = end_of(text, end, is_space);
            if byte(text, path) == b'<' {
                let close = end_of(text, path, |byte| byte != b'>');
                let close = (close + 1).min(text.len());
                paint.add(path..close, Token::Text);
                return close;
            }
            return end;
        }
        if self.has(Features::SECTIONS) && first == b'[' {
            let end = end_of(text, indent, |byte| !matches!(byte, b'#' | b';'));
            let end = text.get(indent..end).map_or(indent, |head| indent + head.trim_end().len());
            paint.add(indent..end, Token::Type);
            return end;
        }
        if self.has(Features::TARGETS) && first != b'#' && byte(text, 0) != b'\t' {
            let end = end_of(text, indent, |byte| !matches!(byte, b':' | b'=' | b'#' | b'?' | b'+' | b'!' | b'"'));
            let head = text.get(indent..end).unwrap_or_default().trim_end();
            let sets = byte(text, end) != b':' || byte(text, end + 1) == b'=' || rest(text, end).starts_with("::=");
            let is_assignment = sets && rest(text, end).trim_start_matches(['?', '+', '!', ':']).starts_with('=');
            if is_assignment && !head.contains(' ') {
                paint.add(indent..indent + head.len(), Token::Property);
                return end;
            }
            if !sets {
                paint.add(indent..indent + head.len(), Token::Function);
                return end;
            }
        }
        if self.code.key != 0 {
            // The marks of a list's items come before a key.
            let dashes = |byte| is_space(byte) || byte == b'-' && self.has(Features::INDENTED_TEXT);
            let start = end_of(text, indent, dashes);
            let key = self.code.key;
            let end = end_of(text, start, |byte| {
                byte != key && (is_word(byte) || matches!(byte, b'-' | b'.' | b' ' | b'/' | b'$' | b'@' | b'<'))
            });
            let follows = byte(text, end + 1);
            if byte(text, end) == key && (key != b':' || matches!(follows, b' ' | b'\t' | 0)) {
                let head = text.get(start..end).unwrap_or_default().trim_end();
                paint.add(start..start + head.len(), Token::Property);
                return end;
            }
        }
        indent
    }

    fn comment(
        &mut self,
        text: &str,
        from: usize,
        (close, open, mut depth): (Cow<'static, str>, &'static str, u32),
        paint: &mut Paint<'_>,
    ) -> usize {
        let mut at = from;
        while at < text.len() {
            let next = text.as_bytes().get(at..).unwrap_or_default();
            if next.starts_with(close.as_bytes()) {
                at += close.len();
                if depth == 0 {
                    paint.add(from..at, Token::Comment);
                    return at;
                }
                depth -= 1;
            } else if self.has(Features::NESTED) && next.starts_with(open.as_bytes()) {
                at += open.len();
                depth = (depth + 1).min(MOST_COMMENTS);
            } else {
                at += 1;
            }
        }
        paint.add(from..text.len(), Token::Comment);
        self.stack.push(Frame::Comment { close, open, depth });
        text.len()
    }

    fn quote(
        &mut self,
        text: &str,
        from: usize,
        (quote, close, raw, token): (&'static Quote, Cow<'static, str>, bool, Token),
        paint: &mut Paint<'_>,
    ) -> usize {
        let mut at = from;
        while at < text.len() {
            let next = text.as_bytes().get(at..).unwrap_or_default();
            if next.starts_with(close.as_bytes()) {
                at += close.len();
                if quote.doubled && text.as_bytes().get(at..).unwrap_or_default().starts_with(close.as_bytes()) {
                    at += close.len();
                    continue;
                }
                paint.add(from..at, token);
                return at;
            }
            if let Some((open, first, last)) = quote.hole.filter(|_| !raw && self.stack.len() < MOST_NESTED)
                && next.starts_with(open.as_bytes())
            {
                at += open.len();
                paint.add(from..at, token);
                self.stack.push(Frame::Quote { quote, close, raw, token });
                self.stack.push(Frame::Hole { open: first, close: last, depth: 0 });
                return at;
            }
            at += if !raw && quote.escape != 0 && next.first() == Some(&quote.escape) { 2 } else { 1 };
        }
        paint.add(from..text.len(), token);
        self.stack.push(Frame::Quote { quote, close, raw, token });
        text.len()
    }

    /// Code in a string. The frame that holds the string is below.
    fn hole(
        &mut self,
        text: &str,
        at: usize,
        (open, close, depth): (u8, u8, u32),
        line: &mut Line,
        paint: &mut Paint<'_>,
    ) -> usize {
        let byte = byte(text, at);
        if byte == close && depth == 0 {
            paint.add(at..at + 1, Token::Text);
            return at + 1;
        }
        let depth = match byte {
            _ if byte == open => depth.saturating_add(1),
            _ if byte == close => depth - 1,
            _ => depth,
        };
        self.stack.push(Frame::Hole { open, close, depth });
        self.token(text, at, line, paint)
    }

    /// Reads a token, and returns where it ends.
    fn token(&mut self, text: &str, at: usize, line: &mut Line, paint: &mut Paint<'_>) -> usize {
        let first = byte(text, at);
        if is_space(first) {
            return at + 1;
        }
        let next = rest(text, at);
        let before = at.checked_sub(1).map_or(b' ', |before| byte(text, before));
        if let Some(end) = self.begins_comment(text, at, before, paint) {
            return end;
        }
        if let Some(end) = self.begins_quote(text, at, before, paint) {
            return end;
        }
        if let Some(end) = self.mark(text, at, line, paint) {
            return end;
        }
        if first.is_ascii_digit() {
            let end = number(text, at);
            paint.add(at..end, Token::Number);
            (line.after_value, line.announced) = (true, None);
            return end;
        }
        if self.is_part(first) {
            return self.word(text, at, line, paint);
        }
        if first == b'/' && self.has(Features::PATTERNS) && !line.after_value && !line.without_pattern {
            if let Some(end) = pattern(text, at) {
                paint.add(at..end, Token::Text);
                line.after_value = true;
                return end;
            }
            line.without_pattern = true;
        }
        if self.has(Features::STYLE) {
            match first {
                b';' | b'{' | b'}' => line.in_value = false,
                _ => {}
            }
        }
        if !matches!(first, b'*' | b'&') {
            line.announced = None;
        }
        line.after_value = matches!(first, b')' | b']' | b'}');
        at + next.chars().next().map_or(1, char::len_utf8)
    }

    fn begins_comment(&mut self, text: &str, at: usize, before: u8, paint: &mut Paint<'_>) -> Option<usize> {
        let next = rest(text, at);
        if let Some((open, close)) =
            self.code.blocks.iter().find(|(open, _)| next.starts_with(open) && (at == 0 || !open.starts_with('=')))
        {
            // `--[==[` is closed by `]==]`.
            let levels = open
                .strip_suffix('[')
                .map_or(0, |_| end_of(text, at + open.len(), |byte| byte == b'=') - at - open.len());
            let behind = at + open.len() + levels;
            let has_level = !self.has(Features::LEVELS) || byte(text, behind) == b'[';
            if has_level {
                let is_leveled = self.has(Features::LEVELS);
                let close = if is_leveled { Cow::Owned(leveled(levels)) } else { Cow::Borrowed(*close) };
                paint.add(at..behind, Token::Comment);
                self.stack.push(Frame::Comment { close, open, depth: 0 });
                return Some(behind);
            }
        }
        let is_open = |open: &&&str| {
            let apart = !open.starts_with('#') || !self.has(Features::APART) || is_space(before) || before == b';';
            next.starts_with(**open) && apart
        };
        self.code.comments.iter().find(is_open)?;
        // In Haskell `-->` is an operator.
        if self.has(Features::PRIMES)
            && next.trim_start_matches('-').starts_with(['>', '|', '<'])
            && !next.starts_with("-- ")
        {
            return Some(end_of(text, at, |byte| byte == b'-'));
        }
        paint.add(at..text.len(), Token::Comment);
        Some(text.len())
    }

    fn begins_quote(&mut self, text: &str, at: usize, before: u8, paint: &mut Paint<'_>) -> Option<usize> {
        let next = rest(text, at);
        if self.has(Features::LEVELS) && next.starts_with('[') {
            let levels = end_of(text, at + 1, |byte| byte == b'=') - at - 1;
            if byte(text, at + 1 + levels) == b'[' {
                let end = at + levels + 2;
                return Some(self.open(&RAW, leveled(levels).into(), true, text, (at, end), paint));
            }
        }
        if next.starts_with('\'') && self.has(Features::LETTERS) {
            if let Some(end) = letter(text, at) {
                paint.add(at..end, Token::Text);
                return Some(end);
            }
            if self.has(Features::LIFETIMES) {
                let end = end_of(text, at + 1, is_word);
                paint.add(at..end, Token::Meta);
                return Some(end);
            }
        }
        let quote = self.code.quotes.iter().find(|quote| next.starts_with(quote.open))?;
        let is_apart = self.has(Features::APART) || self.has(Features::TAGS) && quote.open == "'";
        if is_apart && (is_word(before) || before == b'\\') {
            return None;
        }
        Some(self.open(quote, quote.close.into(), false, text, (at, at + quote.open.len()), paint))
    }

    fn open(
        &mut self,
        quote: &'static Quote,
        close: Cow<'static, str>,
        raw: bool,
        text: &str,
        (from, to): (usize, usize),
        paint: &mut Paint<'_>,
    ) -> usize {
        let is_key = self.has(Features::TEXT_KEYS) && is_key(text, to, quote);
        let token = if is_key { Token::Property } else { quote.token };
        paint.add(from..to, token);
        self.stack.push(Frame::Quote { quote, close, raw, token });
        to
    }

    /// Reads what begins with a mark: variables, annotations, attributes, here-documents, tags, symbols.
    fn mark(&mut self, text: &str, at: usize, line: &mut Line, paint: &mut Paint<'_>) -> Option<usize> {
        let first = byte(text, at);
        let second = byte(text, at + 1);
        let mut add = |end: usize, token: Token| {
            paint.add(at..end, token);
            Some(end)
        };
        if self.code.sigils.as_bytes().contains(&first) && (is_word(second) || matches!(second, b'{' | b'(' | b'@')) {
            line.after_value = true;
            let end = match second {
                b'{' => (end_of(text, at, |byte| byte != b'}') + 1).min(text.len()),
                b'(' if self.has(Features::TARGETS) => (end_of(text, at, |byte| byte != b')') + 1).min(text.len()),
                b'(' => return None,
                _ => end_of(text, at + 1, |byte| is_word(byte) || byte == b'@'),
            };
            return add(end, Token::Property);
        }
        match first {
            b'@' if self.has(Features::ANNOTATIONS) && is_word(second) => {
                add(end_of(text, at + 1, |byte| is_word(byte) || matches!(byte, b'.' | b'-')), Token::Meta)
            }
            b'#' if self.has(Features::LIFETIMES) && (second == b'[' || rest(text, at).starts_with("#![")) => {
                add((last_bracket(text, at) + 1).min(text.len()), Token::Meta)
            }
            b'#' if self.has(Features::STYLE) => {
                let end = end_of(text, at + 1, |byte| is_word(byte) || byte == b'-');
                add(end, if line.in_value { Token::Number } else { Token::Type })
            }
            b'.' if self.has(Features::STYLE) && !second.is_ascii_digit() => {
                add(end_of(text, at + 1, |byte| is_word(byte) || byte == b'-'), Token::Type)
            }
            b'!' if self.has(Features::STYLE) => {
                add(end_of(text, at + 1, |byte| byte.is_ascii_alphabetic()), Token::Keyword)
            }
            b':' if self.has(Features::SYMBOLS)
                && is_word(second)
                && at
                    .checked_sub(1)
                    .is_none_or(|before| !is_word(byte(text, before)) && byte(text, before) != b':') =>
            {
                line.after_value = true;
                add(end_of(text, at + 1, is_word), Token::Constant)
            }
            b'&' | b'*' if self.has(Features::INDENTED_TEXT) && is_word(second) => {
                add(end_of(text, at + 1, |byte| is_word(byte) || byte == b'-'), Token::Meta)
            }
            b'<' if self.has(Features::DOCUMENTS) && second == b'<' => self.document(text, at, paint),
            b'<' if self.has(Features::TAGS) && (!line.after_value || second == b'/') => {
                line.after_value = true;
                let name = at + if second == b'/' { 2 } else { 1 };
                let end = end_of(text, name, |byte| is_word(byte) || matches!(byte, b'.' | b'-'));
                paint.add(name..end, Token::Type);
                Some(end.max(at + 1))
            }
            b'<' if rest(text, at).starts_with("<?") && self.has(Features::OPENED) => {
                add(end_of(text, at + 2, is_word), Token::Meta)
            }
            b'?' if second == b'>' && self.has(Features::OPENED) => add(at + 2, Token::Meta),
            b'\\' => Some((at + 2).min(text.len())).filter(|end| text.is_char_boundary(*end)),
            _ => None,
        }
    }

    /// Reads the beginning of a here-document: `<<-'END'`.
    fn document(&mut self, text: &str, at: usize, paint: &mut Paint<'_>) -> Option<usize> {
        let start = end_of(text, at + 2, |byte| matches!(byte, b'-' | b'~' | b'\'' | b'"' | b' '));
        let end = end_of(text, start, is_word);
        let last =
            text.get(start..end).filter(|last| last.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'))?;
        // In Ruby and PHP `<<` also shifts and appends.
        let is_plain = start == at + 2 || byte(text, at + 2) == b' ';
        if is_plain && self.has(Features::SYMBOLS) && last.bytes().any(|byte| byte.is_ascii_lowercase())
            || self.documents.len() >= MOST_DOCUMENTS
        {
            return None;
        }
        let end = end_of(text, end, |byte| matches!(byte, b'\'' | b'"'));
        self.documents.push_back(last.into());
        paint.add(at..end, Token::Meta);
        Some(end)
    }

    fn is_part(&self, byte: u8) -> bool {
        is_word(byte) || self.code.in_words.as_bytes().contains(&byte)
    }

    /// Reads a word, or a string with a word before it.
    fn word(&mut self, text: &str, at: usize, line: &mut Line, paint: &mut Paint<'_>) -> usize {
        let end = end_of(text, at, |byte| self.is_part(byte) || byte == b'\'' && self.has(Features::PRIMES));
        let word = text.get(at..end).unwrap_or_default();
        let follows = byte(text, end);
        if word.len() <= 3
            && matches!(follows, b'"' | b'\'' | b'#')
            && self.code.prefixes.split(' ').any(|prefix| prefix.eq_ignore_ascii_case(word))
            && let Some(end) = self.prefixed(text, at, end, paint)
        {
            return end;
        }
        let token = self.kind(text, (at, end), line);
        let mut end = end;
        if let Some(token) = token {
            if token == Token::Function && follows == b'!' && self.has(Features::MACROS) {
                end += 1;
            }
            paint.add(at..end, token);
        }
        line.announced = if token == Some(Token::Keyword) { announces(word) } else { None };
        // Behind these a value begins, and with it a pattern.
        line.after_value = token != Some(Token::Keyword) || matches!(word, "this" | "self" | "super" | "end");
        end
    }

    fn kind(&self, text: &str, (at, end): (usize, usize), line: &mut Line) -> Option<Token> {
        let word = text.get(at..end).unwrap_or_default();
        let follows = byte(text, end);
        let before = at.checked_sub(1).map_or(0, |before| byte(text, before));
        let is_field = before == b'.' && at.checked_sub(2).is_none_or(|two| byte(text, two) != b'.') && word != "await";
        if self.has(Features::STYLE) {
            let colon = end_of(text, end, is_space);
            if !line.in_value && at >= line.selector && byte(text, colon) == b':' {
                let stop = end_of(text, colon, |byte| !matches!(byte, b';' | b'{' | b'}'));
                line.in_value = byte(text, stop) != b'{' && !text.trim_end().ends_with(',');
                line.selector = stop;
                if line.in_value {
                    return Some(Token::Property);
                }
            }
            return match () {
                () if word.starts_with("--") => Some(Token::Property),
                () if follows == b'(' => Some(Token::Function),
                () => None,
            };
        }
        let known = if self.has(Features::ANY_CASE) {
            let lower = if word.len() <= 24 { word.to_ascii_lowercase() } else { String::new() };
            self.find(&lower)
        } else {
            self.find(word)
        };
        if let Some(token) = known.filter(|_| !is_field) {
            return Some(token);
        }
        if let Some(announced) = line.announced {
            return Some(announced);
        }
        if follows == b'!' && self.has(Features::MACROS) && matches!(byte(text, end + 1), b'(' | b'[' | b'{' | b' ') {
            return Some(Token::Function);
        }
        if follows == b'(' && self.has(Features::CALLS) {
            return Some(Token::Function);
        }
        if self.has(Features::CAPITALS) && word.starts_with(|c: char| c.is_ascii_uppercase()) {
            let is_shouted = word.len() > 1 && !word.bytes().any(|byte| byte.is_ascii_lowercase());
            return Some(if is_shouted { Token::Constant } else { Token::Type });
        }
        None
    }

    fn find(&self, word: &str) -> Option<Token> {
        let place = self.words.binary_search_by(|(one, _)| (*one).cmp(word)).ok()?;
        self.words.get(place).map(|(_, token)| *token)
    }

    /// Reads the opening of a string that begins with letters: `br#"`, `f"""`, `R"x(`.
    fn prefixed(&mut self, text: &str, at: usize, end: usize, paint: &mut Paint<'_>) -> Option<usize> {
        let prefix = text.get(at..end).unwrap_or_default();
        let is_raw = prefix.contains(['r', 'R']);
        let next = rest(text, end);
        if is_raw && self.has(Features::LIFETIMES) {
            let hashes = end_of(text, end, |byte| byte == b'#') - end;
            if byte(text, end + hashes) != b'"' || hashes > 255 {
                return None;
            }
            let close = String::from("\"") + &"#".repeat(hashes);
            return Some(self.open(&RAW, close.into(), true, text, (at, end + hashes + 1), paint));
        }
        if is_raw && self.has(Features::DIRECTIVES) {
            let length =
                next.bytes().skip(1).take(17).position(|byte| byte == b'(').filter(|_| next.starts_with('"'))?;
            let name = end + 1 + length;
            let between = text.get(end + 1..name)?;
            let close = String::from(")") + between + "\"";
            return Some(self.open(&RAW, close.into(), true, text, (at, name + 1), paint));
        }
        if byte(text, end) == b'\'' && self.has(Features::LETTERS) {
            let end = letter(text, end)?;
            paint.add(at..end, Token::Text);
            return Some(end);
        }
        let quote = self.code.quotes.iter().find(|quote| next.starts_with(quote.open))?;
        Some(self.open(quote, quote.close.into(), is_raw, text, (at, end + quote.open.len()), paint))
    }
}

/// A string in which nothing has another meaning.
static RAW: Quote =
    Quote { open: "", close: "", escape: 0, doubled: false, lines: true, hole: None, token: Token::Text };

/// Whether a colon follows a string that begins at a place.
fn is_key(text: &str, at: usize, quote: &Quote) -> bool {
    let close = byte(quote.close, 0);
    let mut end = at;
    while end < text.len() && byte(text, end) != close {
        end += if byte(text, end) == b'\\' { 2 } else { 1 };
    }
    byte(text, end_of(text, end + 1, is_space)) == b':'
}

/// Closing mark of a bracket of so many levels.
fn leveled(levels: usize) -> String {
    String::from("]") + &"=".repeat(levels) + "]"
}

/// Kind of the name behind a word that makes something.
fn announces(word: &str) -> Option<Token> {
    match word {
        "fn" | "def" | "defp" | "defmacro" | "function" | "func" | "fun" | "sub" => Some(Token::Function),
        "class" | "struct" | "enum" | "interface" | "trait" | "type" | "protocol" | "object" | "union" | "message" => {
            Some(Token::Type)
        }
        _ => None,
    }
}

/// The end of a number.
fn number(text: &str, at: usize) -> usize {
    let mut end = at;
    loop {
        end = end_of(text, end, |byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let last = byte(text, end.saturating_sub(1));
        let goes_on = match byte(text, end) {
            b'.' => byte(text, end + 1).is_ascii_digit(),
            b'+' | b'-' => {
                let is_hex = text.get(at..end).is_some_and(|number| number.starts_with("0x"));
                matches!(last, b'e' | b'E') && !is_hex && byte(text, end + 1).is_ascii_digit()
            }
            _ => false,
        };
        if !goes_on {
            return end;
        }
        end += 1;
    }
}

/// The end of a character in quotes, if it is one.
fn letter(text: &str, at: usize) -> Option<usize> {
    let next = rest(text, at + 1);
    let length = match next.chars().next()? {
        '\\' => {
            let end = next.bytes().skip(2).take(10).position(|byte| byte == b'\'')? + 2;
            return Some(at + 1 + end + 1).filter(|end| text.is_char_boundary(*end));
        }
        '\'' => return None,
        other => other.len_utf8(),
    };
    (byte(text, at + 1 + length) == b'\'').then_some(at + length + 2)
}

/// The end of a pattern, with its flags, if it ends in this line.
fn pattern(text: &str, at: usize) -> Option<usize> {
    let (mut in_class, mut end) = (false, at + 1);
    loop {
        match byte(text, end) {
            0 if end >= text.len() => return None,
            b'\\' => end += 1,
            b'[' => in_class = true,
            b']' => in_class = false,
            b'/' if !in_class => break,
            _ => {}
        }
        end += 1;
    }
    Some(end_of(text, end + 1, |byte| byte.is_ascii_alphabetic()))
}

/// Whether the lines below are a text if they are indented: `key: |`.
fn begins_indented(text: &str) -> bool {
    let head = text.trim_end().trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-'));
    let before = head.strip_suffix(['|', '>']).map(str::trim_end);
    before.is_some_and(|before| before.ends_with([':', '-']))
}

/// Where the bracket is closed that an attribute opens, or the end of the line.
fn last_bracket(text: &str, at: usize) -> usize {
    let mut depth = 0_u32;
    end_of(text, at, |byte| {
        depth = match byte {
            b'[' => depth + 1,
            b']' => depth.saturating_sub(1),
            _ => depth,
        };
        byte != b']' || depth > 0
    })
}
