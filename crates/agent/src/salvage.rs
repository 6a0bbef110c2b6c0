//! Calls that a model wrote into its text, because its server does not read its own model's notation.
//!
//! Eight families of notation are known: bare JSON, `<tool_call>` (Hermes, Qwen), `<function=…>` (Llama, Qwen Coder),
//! DeepSeek's and Kimi's section markers, `<|python_tag|>`, `<invoke>` (with MiniMax's and other wrappers around it),
//! and Mistral's `[TOOL_CALLS]`.
//!
//! - L1 Text that may be the beginning of a call is held back, and shown after all if it is none.
//! - L2 It is a call only if every name in it is that of a tool on offer and its arguments are an object; bare JSON also
//!   has to be the whole answer.
//! - L3 Nothing inside of a code fence or inline code is a call.
//! - L4 The result is the same however the text is cut.

mod notation;

use self::notation::OPENERS;
pub use self::notation::calls as calls_in;
use espalier_agent_api::tool::Tool;

/// A call found in text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leaked {
    /// The tool.
    pub name: String,
    /// The JSON text of the arguments.
    pub arguments: String,
}

/// Holds back what may be a call.
#[derive(Debug, Clone, Default)]
pub struct LeakFilter {
    /// Text not shown yet.
    held: String,
    /// Whether the held text begins with a whole opener.
    opened: bool,
    /// Whether anything but white space was shown.
    spoke: bool,
    /// Whether the text is inside of a code fence.
    fenced: bool,
    /// Whether the text is inside of inline code.
    inline: bool,
    /// Back ticks at the beginning of this line so far; `None` after anything else.
    ticks: Option<usize>,
    begun: bool,
}

impl LeakFilter {
    /// Reads the next piece and returns what may be shown (L1).
    pub fn push(&mut self, piece: &str) -> String {
        if !std::mem::replace(&mut self.begun, true) {
            self.ticks = Some(0);
        }
        self.held.push_str(piece);
        let mut text = std::mem::take(&mut self.held);
        let mut at = 0;
        if std::mem::take(&mut self.opened) {
            if notation::plausible(&text) {
                (self.held, self.opened) = (text, true);
                return String::new();
            }
            // It cannot become a call any more: its first character is no opener.
            at = self.pass_first(&text);
        }
        while let Some(c) = text[at..].chars().next() {
            let rest = &text[at..];
            let opens = self.opens(rest, c);
            if opens == Some(false) || (opens == Some(true) && notation::plausible(rest)) {
                self.opened = opens == Some(true);
                self.held = text.split_off(at);
                return text;
            }
            at += self.pass_first(&text[at..]);
        }
        text
    }

    fn pass_first(&mut self, text: &str) -> usize {
        text.chars().next().map_or(0, |c| {
            self.pass(c);
            c.len_utf8()
        })
    }

    /// Ends the text: returns the calls in it, or the rest of what is to be shown.
    pub fn finish(&mut self, tools: &[&Tool]) -> (Vec<Leaked>, String) {
        let held = std::mem::take(&mut self.held);
        let calls = if std::mem::take(&mut self.opened) { notation::calls(&held, tools) } else { None };
        calls.map_or((Vec::new(), held), |calls| (calls, String::new()))
    }

    /// Whether a call may begin here; `true` inside when its opener is whole, `false` when the text ends within it.
    fn opens(&self, rest: &str, first: char) -> Option<bool> {
        if self.fenced || self.inline {
            return None;
        }
        if !self.spoke && first == '{' {
            return Some(true);
        }
        if !self.spoke && first == '[' && !rest.starts_with("[TOOL") {
            let next = rest[1..].trim_start();
            if next.is_empty() {
                return Some(false);
            }
            if next.starts_with('{') {
                return Some(true);
            }
        }
        if !matches!(first, '<' | '[') {
            return None;
        }
        if OPENERS.iter().any(|opener| rest.starts_with(opener)) {
            return Some(true);
        }
        OPENERS.iter().any(|opener| opener.starts_with(rest)).then_some(false)
    }

    /// Keeps track of code by a character that is shown (L3).
    fn pass(&mut self, c: char) {
        self.spoke |= !c.is_whitespace();
        match (c, self.ticks) {
            ('\n', _) => (self.ticks, self.inline) = (Some(0), false),
            ('`', Some(ticks)) => {
                self.ticks = Some(ticks + 1);
                if ticks + 1 == 3 {
                    (self.fenced, self.inline) = (!self.fenced, false);
                } else if ticks < 3 {
                    self.inline = !self.inline;
                }
            }
            (' ', Some(0)) => {}
            ('`', None) if !self.fenced => self.inline = !self.inline,
            _ => self.ticks = None,
        }
    }
}

#[cfg(test)]
mod tests;
