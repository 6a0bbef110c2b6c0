//! Recognises a tag one character after another: `<operations>` and `<think>` with their kin, and where tools are
//! offered the tags that models write around a call as text.

/// The most characters of a tag's attributes.
const ATTRIBUTES_LIMIT: u8 = 64;

const REASONING: [&str; 3] = ["think", "thinking", "thought"];
const OPERATIONS: [&str; 2] = ["operations", "operation"];
/// Tags around a call that a server should have read.
const CALLS: [&str; 2] = ["tool_call", "function_calls"];

/// A complete tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tag {
    /// `<operations>`
    Opening,
    /// `<operations/>`
    Empty,
    /// `</operations>`
    Closing,
    /// `<operation>`, around a single operation.
    Single,
    /// Around a call that was written as text.
    Call,
    /// The end of either; some models also write it at the end of all operations.
    SingleEnd,
    /// `<think>` or one of its kin.
    Reasoning(&'static str),
    /// The end of one of them.
    ReasoningEnd(&'static str),
}

/// Outcome of reading one character of a tag.
pub(super) enum Step {
    /// The text can still become a tag.
    Unfinished,
    Tag(Tag),
    /// The text is no tag, and this character does not belong to it.
    None,
}

/// The tag that is being read, from after its `<`.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct TagReader {
    /// Whether a call written as text counts like the tag itself.
    calls: bool,
    closing: bool,
    /// `<\/` as in escaped JSON.
    backslash: bool,
    name: [u8; 14],
    length: u8,
    /// Number of characters of white space and attributes after the name.
    attributes: u8,
    after_slash: bool,
}

impl TagReader {
    /// Makes a reader at a `<`; `calls` says whether tools are offered.
    pub fn new(calls: bool) -> Self {
        Self { calls, ..Self::default() }
    }

    /// Reads the next character.
    pub fn read(&mut self, c: char) -> Step {
        if c == '>' {
            return self.end();
        }
        if self.attributes > 0 || self.after_slash {
            self.attributes = self.attributes.saturating_add(1);
            self.after_slash = c == '/';
            let fits = self.attributes <= ATTRIBUTES_LIMIT && !matches!(c, '<' | '\n' | '{' | '[');
            return if fits { Step::Unfinished } else { Step::None };
        }
        match c {
            '\\' if self.length == 0 && !self.closing && !self.backslash => self.backslash = true,
            '/' if self.length == 0 && !self.closing => self.closing = true,
            '/' if self.is_operations() && !self.closing => self.after_slash = true,
            ' ' | '\t' if self.is_operations() => self.attributes = 1,
            'a'..='z' | 'A'..='Z' | '_'
                if usize::from(self.length) < self.name.len() && (self.closing || !self.backslash) =>
            {
                self.name[usize::from(self.length)] = c.to_ascii_lowercase() as u8;
                self.length += 1;
                let name = self.name();
                if !self.known().any(|known| known.as_bytes().starts_with(name)) {
                    return Step::None;
                }
            }
            _ => return Step::None,
        }
        Step::Unfinished
    }

    fn end(self) -> Step {
        let reasoning = REASONING.iter().find(|known| known.as_bytes() == self.name());
        match reasoning {
            Some(name) if self.closing => Step::Tag(Tag::ReasoningEnd(name)),
            Some(name) => Step::Tag(Tag::Reasoning(name)),
            None if !self.is_operations() => Step::None,
            None if self.name() != OPERATIONS[0].as_bytes() => {
                Step::Tag(match self.name() == OPERATIONS[1].as_bytes() {
                    _ if self.closing => Tag::SingleEnd,
                    true => Tag::Single,
                    false => Tag::Call,
                })
            }
            None if self.closing => Step::Tag(Tag::Closing),
            None if self.after_slash => Step::Tag(Tag::Empty),
            None => Step::Tag(Tag::Opening),
        }
    }

    fn known(&self) -> impl Iterator<Item = &'static &'static str> + use<> {
        let calls = if self.calls { &CALLS[..] } else { &[] };
        OPERATIONS.iter().chain(&REASONING).chain(calls)
    }

    /// Whether the text so far is the name of one of our tags.
    fn is_operations(&self) -> bool {
        let calls = if self.calls { &CALLS[..] } else { &[] };
        OPERATIONS.iter().chain(calls).any(|known| known.as_bytes() == self.name())
    }

    fn name(&self) -> &[u8] {
        &self.name[..usize::from(self.length)]
    }
}
