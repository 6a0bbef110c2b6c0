//! Actions of commands: send a message, ask for input first, or press a control of the page.

use std::rc::Rc;

use super::Msg;

/// Action of a line of the palette.
pub enum CommandAction {
    /// Send a message.
    Send(Msg),
    /// Ask for input first.
    Ask(Ask),
    /// Press the first of these controls that the page has, by its test id or its id.
    Press(&'static [&'static str]),
}

/// Input that a command asks for.
#[derive(Clone)]
pub enum Ask {
    /// A choice.
    Choose {
        /// The question.
        name: String,
        /// The options.
        choices: Vec<Choice>,
    },
    /// A text.
    Text {
        /// The question.
        name: String,
        /// The present value.
        value: String,
        /// Makes the action from the text.
        make: Rc<dyn Fn(String) -> CommandAction>,
    },
}

/// An option of a choice.
#[derive(Clone)]
pub struct Choice {
    /// The label.
    pub name: String,
    /// Makes the message that choosing it sends.
    pub make: Rc<dyn Fn() -> Msg>,
}
