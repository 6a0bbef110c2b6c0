//! What lies over the page, and what is asked before something is done.

use espalier_model::persona::PersonaId;
use espalier_model::{CourseId, MapId, MessageKey, SceneId, SessionId};

/// A dialog.
#[derive(Debug, Clone, PartialEq)]
pub enum Dialog {
    /// All commands.
    Palette,
    /// All shortcuts.
    Help,
    /// What can be undone.
    History,
    /// A question before something is done.
    Confirm(Confirm),
    /// The full address of a link before it is opened.
    Link(String),
    /// What will be sent.
    ContextPreview(SessionId),
    /// The whole tree of a conversation.
    Tree(SessionId),
    /// An agent's editor; `None` is a new one.
    Persona(Option<PersonaId>),
    /// The list of agents.
    Personas,
    /// Where a model is connected.
    Connect,
    /// What goals are made of a course.
    CourseGoals(CourseId),
}

/// A question before something is done; answering yes sends the message.
#[derive(Debug, Clone, PartialEq)]
pub enum Confirm {
    /// Delete a message and what follows it; the number of messages in all.
    DeleteMessage(MessageKey, usize),
    /// Delete a conversation; the number of its messages.
    DeleteSession(SessionId, usize),
    /// Delete an agent.
    DeletePersona(PersonaId),
    /// Delete a course.
    DeleteCourse(CourseId),
    /// Delete a map; the number of its nodes.
    DeleteMap(MapId, usize),
    /// Delete a scene; the number of its shapes.
    DeleteScene(SceneId, usize),
    /// Delete everything; `true` when it was asked once already.
    EraseEverything(bool),
    /// Delete a category or a goal of the time log.
    RemoveFromLog(super::timelog::Removed),
    /// Remove the example from the time log, although something of it was changed.
    RemoveExample,
}
