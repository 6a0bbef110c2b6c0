//! What choosing a command does: send something, ask for something first, or press what stands in the page.

use std::rc::Rc;

use super::Msg;

/// What choosing a line of the palette does.
pub enum CommandAction {
    /// This is sent.
    Send(Msg),
    /// Something is asked for first.
    Ask(Ask),
    /// The first of these controls that is there is pressed, by its name for scripts or its id.
    Press(&'static [&'static str]),
}

/// What a command asks for.
#[derive(Clone)]
pub enum Ask {
    /// One of these.
    Choose {
        /// What is asked.
        name: String,
        /// What can be chosen.
        choices: Vec<Choice>,
    },
    /// A text.
    Text {
        /// What is asked.
        name: String,
        /// What it is now.
        value: String,
        /// What the text is for.
        make: Rc<dyn Fn(String) -> CommandAction>,
    },
}

/// One thing to choose.
#[derive(Clone)]
pub struct Choice {
    /// What it says.
    pub name: String,
    /// What choosing it sends.
    pub make: Rc<dyn Fn() -> Msg>,
}
