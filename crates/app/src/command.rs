//! Commands that are no operations on records: a row of a table for each, with what it does when it is chosen.

use std::rc::Rc;

use super::{Model, Msg};
use espalier_command::call::CommandId;
use espalier_i18n::Messages;

/// A command of the app or of a room.
#[derive(Debug)]
pub struct Command {
    /// Id, as the history stores it.
    pub id: CommandId,
    /// Name in lists and in the history.
    pub name: fn(&Messages) -> &'static str,
    /// The shortcut: `Mod` is Ctrl, or Cmd on a Mac. Empty where there is none.
    pub shortcut: &'static str,
    /// Effect of choosing it.
    pub run: Run,
}

/// Effect of choosing a command. A function that makes `None` says that the command does not apply now.
#[derive(Debug)]
pub enum Run {
    /// Nothing: the command is a name for the history, run from a message or a form, or by the page itself.
    Elsewhere,
    /// Sends a message.
    Send(fn(&Model) -> Option<Msg>),
    /// Asks for input first, or presses a control.
    Act(fn(&Model) -> Option<CommandAction>),
}

impl Command {
    /// Returns the message of the command, if it applies now and needs nothing else.
    pub fn message(&self, model: &Model) -> Option<Msg> {
        if let Run::Send(make) = self.run { make(model) } else { None }
    }

    /// Returns what choosing the command does, if it applies now.
    pub fn action(&self, model: &Model) -> Option<CommandAction> {
        match self.run {
            Run::Elsewhere => None,
            Run::Send(make) => make(model).map(CommandAction::Send),
            Run::Act(make) => make(model),
        }
    }
}

/// Declares a table of commands and a constant for the id of each, in one of these forms:
///
/// - `ID "id" = name;` is run elsewhere
/// - `ID "id" = name, "shortcut" => message;` sends a message; the shortcut may be left out
/// - `ID "id" = name, act action;` asks first, or presses a control
///
/// Without the text, `ID` is a constant of the module that does it.
macro_rules! command_table {
    ($(#[$about:meta])* $table:ident { $(
        $constant:ident $($id:literal)? = $name:expr $(, $keys:literal)? $(, act $act:expr)? $(=> $send:expr)?;
    )+ }) => {
        $($(
            #[doc = concat!("Id of `", $id, "`.")]
            pub const $constant: espalier_command::call::CommandId = espalier_command::call::CommandId::new($id);
        )?)+

        $(#[$about])*
        pub static $table: &[$crate::command::Command] = &[$($crate::command::Command {
            id: $constant,
            name: $name,
            shortcut: concat!($($keys)?),
            run: command_table!(@run $(act $act)? $(send $send)?),
        }),+];
    };
    (@run) => { $crate::command::Run::Elsewhere };
    (@run act $act:expr) => { $crate::command::Run::Act($act) };
    (@run send $send:expr) => { $crate::command::Run::Send($send) };
}
pub(crate) use command_table;

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
