//! Making one thing of another, in the same room or another one.
//!
//! - N1 What is made is one step of one history, and one link leads to it from what it was made of.
//! - N2 It has the id that follows from what it was made of, so making it again brings it up to date: what has changed
//!   there is changed here, and what a person has changed or removed here stays as it is ([`merge`]).
//! - N3 What is made again and not in memory is read first.

mod chat;
mod content;
mod log;
mod map;
mod merge;
mod outline;
mod scene;

use std::fmt;

use self::content::Content;
use super::effect::Effect;
use super::navigate::Route;
use super::{Model, Msg, Notice, Refusal, edit, notify, room};
use espalier_base::date::DateRange;
use espalier_base::env::Env;
use espalier_base::fnv::uuid_of;
use espalier_base::text::{title, truncate};
use espalier_command::call::CommandId;
use espalier_command::history::Document;
use espalier_model::conversation::FileHash;
use espalier_model::link::LastState;
use espalier_model::workspace::Draft;
use espalier_model::{
    Course, CourseId, Goal, GoalId, Link, LinkKind, MapId, MessageKey, MindMap, NodeId, NodeKey, Scene, SceneId,
    Session, SessionId, Thing,
};
use uuid::Uuid;

/// Id of `make.map`, a name for the history.
pub const MAKE_MAP: CommandId = CommandId::new("make.map");
/// Id of `make.course`, a name for the history.
pub const MAKE_COURSE: CommandId = CommandId::new("make.course");
/// Id of `make.chat`, a name for the history.
pub const MAKE_CHAT: CommandId = CommandId::new("make.chat");
/// Id of `make.scene`, a name for the history.
pub const MAKE_SCENE: CommandId = CommandId::new("make.scene");
/// Id of `make.goal`, a name for the history.
pub const MAKE_GOAL: CommandId = CommandId::new("make.goal");
/// Id of `make.update`, a name for the history.
pub const MAKE_UPDATE: CommandId = CommandId::new("make.update");

/// Most characters of the name of what is made.
const NAME: usize = 80;

/// Things that another one is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// A thing, with everything in it.
    Thing(Thing),
    /// Nodes of a map, each with what is below it.
    Branches(MapId, Vec<NodeId>),
    /// Days of the time log.
    Days(DateRange),
    /// The days of the time log that are shown: they are only worked out by what makes something of them, as that takes
    /// the calendar with all time zones along.
    ShownDays,
    /// A file that came with a message.
    File(MessageKey, FileHash),
    /// Words of a message, selected by a person.
    Words(MessageKey, String),
}

/// Kinds of things that can be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum To {
    /// A mind map.
    Map,
    /// A course.
    Course,
    /// A conversation that knows it.
    Chat,
    /// A text in the composer, to be sent or written over.
    Prompt,
    /// A scene.
    Scene,
    /// Entries of the time log, from a table.
    Entries,
    /// The running timer.
    Timer,
    /// A goal of the time log.
    Goal,
}

impl To {
    /// All kinds, in the order in which they are offered.
    pub const ALL: [Self; 8] =
        [Self::Map, Self::Course, Self::Chat, Self::Prompt, Self::Scene, Self::Entries, Self::Timer, Self::Goal];

    /// Name of the kind, as attributes of the page have it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Map => "map",
            Self::Course => "course",
            Self::Chat => "chat",
            Self::Prompt => "prompt",
            Self::Scene => "scene",
            Self::Entries => "entries",
            Self::Timer => "timer",
            Self::Goal => "goal",
        }
    }
}

/// A message about making.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MakeMsg {
    /// Make something, or bring it up to date.
    Make(Source, To),
    /// The rows of a document are in memory now, or cannot be read.
    Read(Document),
}

/// A thing to be made once rows are read (N3): the document they are of, and what is to be made then.
pub type Waiting = Option<(Document, Source, To)>;

/// Handles a message about making.
pub fn update(model: &mut Model, env: &mut Env, msg: MakeMsg, out: &mut Vec<Effect>) {
    match msg {
        MakeMsg::Make(source, to) => {
            model.dialog = None;
            make(model, env, source, to, out);
        }
        MakeMsg::Read(document) => {
            if let Some((_, source, to)) = model.making.take_if(|(waits, ..)| *waits == document)
                && !model.unread.contains(&document)
            {
                make(model, env, source, to, out);
            }
        }
    }
}

fn make(model: &mut Model, env: &mut Env, source: Source, to: To, out: &mut Vec<Effect>) {
    let source = source.named(model);
    let Some(content) = content::of(model, &source) else { return edit::refuse(model, Refusal::Gone) };
    match to {
        To::Map => map::make(model, env, source, &content, out),
        To::Course => outline::make(model, env, &source, &content, out),
        To::Chat => chat::make(model, env, &source, &content, out),
        To::Prompt => chat::prompt(model, &content, out),
        To::Scene => scene::make(model, env, source, &content, out),
        To::Entries => log::entries(model, env, &source, &content, out),
        To::Timer => log::timer(model, env, &source, &content, out),
        To::Goal => log::goal(model, env, &source, &content, out),
    }
}

/// Returns the message that makes the map of a course.
pub const fn map_of(course: CourseId) -> Msg {
    Msg::Make(MakeMsg::Make(Source::Thing(Thing::Course(course)), To::Map))
}

/// Returns what can be made of something that is shown, each with whether it is there already.
pub fn offers(model: &Model, source: &Source) -> Vec<(To, bool)> {
    let source = source.clone().named(model);
    let Some(content) = content::of(model, &source).filter(|_| model.read_only.is_none()) else { return Vec::new() };
    let offered = To::ALL.into_iter().filter(|to| applies(&source, &content, *to));
    offered.map(|to| (to, made(model, &source, to).is_some())).collect()
}

/// Whether something can be made of something else; the table in `ARCHITECTURE.md` says why not.
fn applies(source: &Source, content: &Content, to: To) -> bool {
    let has_parts = content.tree.nodes.len() > 1;
    let is_of_log = matches!(source, Source::Days(_) | Source::Thing(Thing::Entry(_)));
    match (source, to) {
        (_, To::Map | To::Prompt) => true,
        (Source::Thing(Thing::Course(_) | Thing::Chapter(..)), To::Course)
        | (Source::Thing(Thing::Scene(_)), To::Scene) => false,
        (_, To::Course | To::Scene) => has_parts && !is_of_log,
        (Source::Thing(Thing::Message(_) | Thing::Session(_)) | Source::Words(..), To::Chat) => false,
        (_, To::Chat) => true,
        (_, To::Entries) => content.table.is_some(),
        (Source::Thing(Thing::Chapter(..) | Thing::Node(_)) | Source::Branches(..), To::Timer | To::Goal) => true,
        (_, To::Timer | To::Goal) => false,
    }
}

impl Source {
    /// Returns what can be made something of in what is shown: what is selected, or all of it.
    pub fn shown(model: &Model) -> Option<Self> {
        Some(match model.route {
            Route::Map(Some(map), _) => {
                let root = model.map_view(map)?.tree.root();
                let selected = model.maps.looks.get(&map).map(|look| look.selection.clone()).unwrap_or_default();
                if selected.is_empty() || selected.iter().any(|node| Some(*node) == root) {
                    return Some(Self::Thing(Thing::Map(map)));
                }
                Self::Branches(map, selected)
            }
            Route::Time(None) => model.timelog.made().filter(|log| log.ready).map(|_| Self::ShownDays)?,
            Route::Scene(Some(scene), _) => Self::Thing(Thing::Scene(scene)),
            Route::Chat(Some(session), _) => Self::Thing(Thing::Session(session)),
            route => Self::Thing(route.thing()?),
        })
    }

    /// Returns it with the days that are shown by their dates.
    #[must_use]
    pub fn named(self, model: &Model) -> Self {
        if self == Self::ShownDays { Self::Days(model.time_range()) } else { self }
    }

    /// The thing that a link to what is made of it begins at; `None` where it is gone.
    fn thing(&self, model: &Model) -> Option<Thing> {
        Some(match self {
            Self::Thing(thing) => *thing,
            Self::Branches(map, nodes) => match nodes[..] {
                [id] => Thing::Node(NodeKey { map: *map, id }),
                _ => Thing::Map(*map),
            },
            Self::Days(days) => Thing::Entry(content::entries(model, *days).first()?.1.id),
            Self::File(message, _) | Self::Words(message, _) => Thing::Message(*message),
            Self::ShownDays => return None,
        })
    }

    /// Returns the id of what is made of it (N2). What is made of a course has the course's own.
    fn made_id(&self, to: To) -> Uuid {
        match (self, to) {
            (Self::Thing(Thing::Course(id)), To::Map) => id.uuid(),
            (Self::Thing(Thing::Chapter(_, id)), To::Chat) => id.uuid(),
            _ => uuid_of(&format!("{self} {}", to.name())),
        }
    }
}

impl fmt::Display for Source {
    /// Writes a text that is the same for the same source.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Thing(thing) => thing.fmt(f),
            Self::Branches(map, nodes) => {
                if let [id] = nodes[..] {
                    return Thing::Node(NodeKey { map: *map, id }).fmt(f);
                }
                let mut nodes = nodes.clone();
                nodes.sort_unstable();
                nodes.iter().try_fold((), |(), node| write!(f, "{node} "))?;
                write!(f, "of map:{map}")
            }
            Self::Days(days) => write!(f, "days:{}/{}", days.first, days.last),
            Self::ShownDays => f.write_str("days"),
            Self::File(message, hash) => write!(f, "file:{message}/{hash}"),
            Self::Words(message, words) => write!(f, "words:{message}/{words}"),
        }
    }
}

/// Returns what was made of something, if it is there.
pub fn made(model: &Model, source: &Source, to: To) -> Option<Thing> {
    let (id, rows) = (source.made_id(to), &model.workspace);
    match to {
        To::Map => rows.get::<MindMap>(&MapId::from_uuid(id)).map(|row| Thing::Map(row.id)),
        To::Course => rows.get::<Course>(&CourseId::from_uuid(id)).map(|row| Thing::Course(row.id)),
        To::Chat => rows.get::<Session>(&SessionId::from_uuid(id)).map(|row| Thing::Session(row.id)),
        To::Scene => rows.get::<Scene>(&SceneId::from_uuid(id)).map(|row| Thing::Scene(row.id)),
        To::Goal => rows.get::<Goal>(&GoalId::from_uuid(id)).map(|row| Thing::Goal(row.id)),
        To::Prompt | To::Entries | To::Timer => None,
    }
}

/// The link to what is being made.
struct Making {
    link: Link,
    /// States that it was made with, the last one first (N2).
    last: Vec<LastState>,
}

impl Making {
    fn new(model: &Model, source: &Source, content: &Content, made: Thing) -> Option<Self> {
        let from = source.thing(model)?;
        let rows = model.workspace.tables();
        // Days are linked by their first entry, which may be another one by now.
        let known = || rows.links.values().find(|link| link.to == made && !link.state.is_empty()).cloned();
        let link = Link::new(from, made, LinkKind::Made, model.now);
        let link = rows.links.get(&link.id).map(|row| (**row).clone()).or_else(|| known().map(|row| (*row).clone()));
        let link = link.unwrap_or_else(|| Link::new(from, made, LinkKind::Made, model.now));
        let link = link.named(&title(&content.source, NAME), &title(&content.name, NAME));
        let mut last: Vec<LastState> = [&link.state].into_iter().filter(|state| !state.is_empty()).cloned().collect();
        if last.is_empty() {
            last.extend(content.before.iter().cloned());
        }
        Some(Self { link, last })
    }

    /// Writes the link, with the state that what is made has now.
    fn put(mut self, draft: &mut Draft<'_>, state: LastState) {
        self.link.state = state;
        draft.put(self.link);
    }
}

/// Shows what was made and tells of it.
fn show(model: &mut Model, made: Thing, (command, document): (CommandId, Document), name: &str, out: &mut Vec<Effect>) {
    room::go(model, Route::to(made).unwrap_or(Route::of(made.room())), out);
    notify(model, Notice::Done(command, truncate(name, NAME), document), false);
}
