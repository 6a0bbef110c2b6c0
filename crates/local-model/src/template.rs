//! The text that a conversation is put into, by the chat template of the model's file.
//!
//! A template is a program from a stranger. It gets the conversation and nothing else; its steps and its text are
//! counted. The memory of a value within it is not: a text that is doubled forty times ends the worker, so its memory
//! needs a limit of its own.
//!
//! - R1 Rendering ends: after so many steps, or with too long a text, it is an error.
//! - R2 A system message is never lost: where a template refuses or passes over it, it stands in front of the first
//!   words of the person.
//! - R3 A file without a template gets `ChatML`, whose beginning does not change as a conversation grows.

use std::io;

use minijinja::{Environment, Error, ErrorKind, Value, context};

use crate::header::Header;
use crate::protocol::{ChatMessage, Role};
use crate::tokenizer::Tokenizer;

/// Steps that a template may take; a conversation of a thousand messages takes about 50,000.
const FUEL: u64 = 2_000_000;
/// Longest text beside the messages, each of which may come this often.
const TEXT: usize = 256 << 10;
const TIMES: usize = 4;
/// Longest template in bytes.
const LONGEST: usize = 256 << 10;
/// Macros within one another: the stack of a worker is small.
const DEPTH: usize = 60;
const NAME: &str = "chat";

/// Template for files that bring none.
pub const CHATML: &str = "{% for message in messages %}{{ '<|im_start|>' + message.role + '\n' + message.content + '<|im_end|>\n' }}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}";

/// Reason why a conversation could not be rendered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TemplateError {
    /// The template is no template, or too long to be one.
    #[error("the template cannot be read: {0}")]
    Syntax(String),
    /// It says that it does not take this conversation.
    #[error("the template refuses: {0}")]
    Refused(String),
    /// It takes too many steps, or makes too long a text.
    #[error("the template does not end")]
    Endless,
    /// It failed.
    #[error("the template failed: {0}")]
    Failed(String),
}

/// Chat template of a model.
#[derive(Debug)]
pub struct Template {
    environment: Environment<'static>,
    bos: String,
    eos: String,
    is_own: bool,
}

impl Template {
    /// Makes the template of a head that was read by [`Header::read_full`].
    ///
    /// # Errors
    ///
    /// [`TemplateError::Syntax`] if it cannot be read.
    pub fn new(header: &Header, tokenizer: &Tokenizer) -> Result<Self, TemplateError> {
        let text = |id: Option<u32>| id.map(|id| tokenizer.token_text(id)).unwrap_or_default();
        Self::from_source(header.text("tokenizer.chat_template"), &text(tokenizer.bos()), &text(tokenizer.eos()))
    }

    /// Makes a template of its source, or [`CHATML`], with the marks of beginning and end.
    ///
    /// # Errors
    ///
    /// [`TemplateError::Syntax`] if it cannot be read.
    pub fn from_source(source: Option<&str>, bos: &str, eos: &str) -> Result<Self, TemplateError> {
        let source = source.filter(|source| !source.trim().is_empty());
        let is_own = source.is_some();
        let source = source.unwrap_or(CHATML);
        if source.len() > LONGEST {
            return Err(TemplateError::Syntax("it is too long".to_owned()));
        }
        let mut environment = Environment::new();
        environment.set_trim_blocks(true);
        environment.set_lstrip_blocks(true);
        environment.set_fuel(Some(FUEL));
        environment.set_recursion_limit(DEPTH);
        environment.set_unknown_method_callback(minijinja_contrib::pycompat::unknown_method_callback);
        environment.add_function("raise_exception", |text: String| -> Result<Value, Error> {
            Err(Error::new(ErrorKind::InvalidOperation, [RAISED, &text].concat()))
        });
        // Most templates look first if there is a clock. Those that do not get no date rather than an error.
        if source.contains("strftime_now") && !source.contains("strftime_now is defined") {
            environment.add_function("strftime_now", |_: String| String::new());
        }
        environment
            .add_template_owned(NAME, source.to_owned())
            .map_err(|error| TemplateError::Syntax(error.to_string()))?;
        Ok(Self { environment, bos: bos.to_owned(), eos: eos.to_owned(), is_own })
    }

    /// Whether the file brought it.
    pub fn is_own(&self) -> bool {
        self.is_own
    }

    /// Returns the text of a conversation, up to where the model goes on if it is `open`.
    ///
    /// # Errors
    ///
    /// If the template refuses the conversation also without system messages of their own, fails, or does not end.
    pub fn render(&self, messages: &[ChatMessage], open: bool) -> Result<String, TemplateError> {
        let rendered = self.render_once(messages, open);
        let is_system = |message: &&ChatMessage| message.role == Role::System && !message.content.trim().is_empty();
        let mut system = messages.iter().filter(is_system).peekable();
        if system.peek().is_none() || matches!(&rendered, Err(TemplateError::Syntax(_) | TemplateError::Endless)) {
            return rendered;
        }
        match &rendered {
            Ok(text) if system.all(|message| text.contains(message.content.trim())) => rendered,
            _ => self.render_once(&without_system(messages), open),
        }
    }

    fn render_once(&self, messages: &[ChatMessage], open: bool) -> Result<String, TemplateError> {
        let template = self.environment.get_template(NAME).map_err(|error| failure(&error))?;
        let length: usize = messages.iter().map(|message| message.content.len()).sum();
        let mut out = Limited { bytes: Vec::new(), left: length.saturating_mul(TIMES).saturating_add(TEXT) };
        let values = context! {
            messages => messages,
            add_generation_prompt => open,
            bos_token => self.bos,
            eos_token => self.eos,
            tools => (),
        };
        template.render_captured_to(values, &mut out).map_err(|error| failure(&error))?;
        String::from_utf8(out.bytes).map_err(|error| TemplateError::Failed(error.to_string()))
    }
}

/// Beginning of the words of an error that the template itself raised.
const RAISED: &str = "raised: ";

fn failure(error: &Error) -> TemplateError {
    let detail = error.detail().unwrap_or_default();
    match error.kind() {
        ErrorKind::OutOfFuel | ErrorKind::WriteFailure => TemplateError::Endless,
        _ => match detail.strip_prefix(RAISED) {
            Some(text) => TemplateError::Refused(text.to_owned()),
            None => TemplateError::Failed(error.to_string()),
        },
    }
}

/// Puts system messages in front of the first words of the person, and joins messages of the same speaker, which
/// templates that refuse the one refuse as well.
fn without_system(messages: &[ChatMessage]) -> Vec<ChatMessage> {
    let system: Vec<&str> = messages
        .iter()
        .filter(|message| message.role == Role::System)
        .map(|message| message.content.as_str())
        .collect();
    let mut system = Some(system.join("\n\n"));
    let mut out: Vec<ChatMessage> = Vec::new();
    for message in messages.iter().filter(|message| message.role != Role::System) {
        let mut content = message.content.clone();
        if message.role == Role::User
            && let Some(system) = system.take()
        {
            content = [system.as_str(), "\n\n", &content].concat();
        }
        match out.last_mut() {
            Some(last) if last.role == message.role => {
                last.content.push_str("\n\n");
                last.content.push_str(&content);
            }
            _ => out.push(ChatMessage { role: message.role, content }),
        }
    }
    if let Some(system) = system {
        out.insert(0, ChatMessage { role: Role::User, content: system });
    }
    out
}

/// Text that may not be longer than a limit.
struct Limited {
    bytes: Vec<u8>,
    left: usize,
}

impl io::Write for Limited {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(left) = self.left.checked_sub(bytes.len()) else {
            return Err(io::Error::other("the text is too long"));
        };
        self.left = left;
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests;
