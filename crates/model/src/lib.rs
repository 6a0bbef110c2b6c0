//! The records of the workspace and their invariants.
//!
//! Every kind of row is declared once with `record!` and listed once in `records!`; the enums that change sets, storage
//! and other tabs work with are generated from that list. It may depend on base and llm. Must not be in here: async
//! code, untyped JSON, prompts, anything of one room's behaviour.

pub mod change;
pub mod conversation;
pub mod course;
pub mod decision;
pub mod evidence;
pub mod example;
pub mod link;
pub mod mindmap;
pub mod persona;
mod record;
pub mod room;
pub mod scene;
pub mod settings;
pub mod thing;
pub mod timelog;
pub mod turn;
pub mod workspace;

pub use self::conversation::{Message, MessageField, MessageId, MessageKey, Scope, Session, SessionField, SessionId};
pub use self::course::{Course, CourseField, CourseId};
pub use self::decision::Decision;
pub use self::evidence::Grounding;
pub use self::link::{Link, LinkField, LinkId, LinkKind};
pub use self::mindmap::{MapId, MindMap, MindMapField, Node, NodeField, NodeId, NodeKey};
pub use self::persona::{Persona, PersonaField, PersonaId};
pub use self::record::Row;
pub use self::room::{Document, DocumentKey, RoomId};
pub use self::scene::{Scene, SceneField, SceneId, Shape, ShapeField, ShapeId, ShapeKey};
pub use self::settings::{Endpoint, EndpointField, Learned, LearnedField, Preferences, PreferencesField, Slug};
pub use self::thing::Thing;
pub use self::timelog::{
    Goal, GoalField, GoalId, TimeCategory, TimeCategoryField, TimeCategoryId, TimeEntry, TimeEntryField, TimeEntryId,
};
pub use self::turn::{KeptTurn, KeptTurnField, TurnId};

record::records! {
    Sessions sessions "sessions": Session(SessionId), SessionField;
    Messages messages "messages": Message(MessageKey), MessageField;
    Personas personas "personas": Persona(PersonaId), PersonaField;
    Endpoints endpoints "endpoints": Endpoint(Slug), EndpointField;
    Learned learned "learned": Learned(Slug), LearnedField;
    Preferences preferences "preferences": Preferences(Slug), PreferencesField;
    Maps maps "maps": MindMap(MapId), MindMapField;
    Nodes nodes "nodes": Node(NodeKey), NodeField;
    TimeEntries time_entries "timeEntries": TimeEntry(TimeEntryId), TimeEntryField;
    TimeCategories time_categories "timeCategories": TimeCategory(TimeCategoryId), TimeCategoryField;
    Goals goals "goals": Goal(GoalId), GoalField;
    Turns turns "turns": KeptTurn(TurnId), KeptTurnField;
    Courses courses "courses": Course(CourseId), CourseField;
    Scenes scenes "scenes": Scene(SceneId), SceneField;
    Shapes shapes "shapes": Shape(ShapeKey), ShapeField;
    Links links "links": Link(LinkId), LinkField;
}
