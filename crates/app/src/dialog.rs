//! Dialogs over the page, and questions before a command.

use std::rc::Rc;

use crate::connect::ModelScope;
use crate::make::Source;
use espalier_model::conversation::Attachment;
use espalier_model::persona::PersonaId;
use espalier_model::{CourseId, MapId, MessageKey, RoomId, SceneId, SessionId, Slug};

/// A dialog.
#[derive(Debug, Clone, PartialEq)]
pub enum Dialog {
    /// The command palette.
    Palette,
    /// The palette as a list of things to link to, for the text that is being written, or from what is shown.
    LinkTo {
        /// Whether it is for a text.
        in_text: bool,
    },
    /// The links of what is shown.
    Links,
    /// The list of what can be made of something.
    Make(Source),
    /// The help sheet of shortcuts.
    Help,
    /// The history of steps.
    History,
    /// A question before a command.
    Confirm(Confirm),
    /// The full address of a link before it is opened.
    Link(String),
    /// The next request.
    ContextPreview(SessionId),
    /// The whole tree of a conversation.
    Tree(SessionId),
    /// An agent's editor; `None` is a new one.
    Persona(Option<PersonaId>),
    /// The list of agents.
    Personas,
    /// The parameters of the assistant of a room.
    RoomParameters(RoomId),
    /// The form that connects a model.
    Connect,
    /// The list from which the model for a scope is chosen.
    ChooseModel(ModelScope),
    /// A file that came with a message.
    File(Rc<Attachment>),
    /// The form that makes goals of a course.
    CourseGoals(CourseId),
}

/// A question before a command; answering yes carries it out.
#[derive(Debug, Clone, PartialEq)]
pub enum Confirm {
    /// Delete a message and what follows it; the number of messages in all.
    DeleteMessage(MessageKey, usize),
    /// Delete a conversation; the number of its messages.
    DeleteSession(SessionId, usize),
    /// Delete an agent.
    DeletePersona(PersonaId),
    /// Remove a further connection to a provider.
    RemoveConnection(Slug),
    /// Delete the file of a model on this device.
    DeleteModel(String),
    /// Delete a course.
    DeleteCourse(CourseId),
    /// Delete a map; the number of its nodes.
    DeleteMap(MapId, usize),
    /// Delete a scene; the number of its shapes.
    DeleteScene(SceneId, usize),
    /// Delete everything; `true` for the second question.
    EraseEverything(bool),
    /// Delete a category or a goal of the time log.
    RemoveFromLog(super::timelog::Removed),
    /// Remove the example from the time log, although something of it was changed.
    RemoveExample,
}

impl Confirm {
    /// Whether the step can be undone, which the question then says.
    pub const fn is_undoable(&self) -> bool {
        !matches!(self, Self::RemoveConnection(_) | Self::DeleteModel(_) | Self::EraseEverything(_))
    }
}
