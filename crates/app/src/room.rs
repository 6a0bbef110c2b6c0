//! The interface of a room: a row of data that is always there, and one entry to its code.
//!
//! - R1 Nothing but `app::rooms` (the table), `app::bridge` and the root of the app names a room: what happens is
//!   handed to the rooms through [`Room`].
//! - R2 A room whose code is not here yet misses nothing: what is sent to it is kept in order, it is shown when it
//!   comes, and it reads the records as they are then.

use std::any::Any;
use std::cell::Cell;
use std::fmt;
use std::ops::Range;
use std::rc::Rc;

use serde_json::{Map, Value};

use super::chunks::{Chunk, LoadState};
use super::command::{Command, CommandAction};
use super::core::Changed;
use super::effect::Effect;
use super::navigate::Route;
use super::room_agent::RoomAgent;
use super::{Model, Msg, Notice, Refusal, clock, data_loss};
use espalier_base::env::Env;
use espalier_base::time::Timestamp;
use espalier_command::call::CommandId;
use espalier_command::history::{Document, Entry, Step};
use espalier_command::registry::Registry;
use espalier_command::spec::{Category, Spec, Text};
use espalier_command::transaction::{CommandTarget, Prepared};
use espalier_find::Passage;
use espalier_llm::builtin::BuiltinInput;
use espalier_model::change::ChangeSet;
use espalier_model::workspace::{Conflict, Draft};
use espalier_model::{
    Message, MessageId, MessageKey, Persona, Record, RecordKey, RoomId, Scope, Session, SessionId, Table, Thing,
};
use espalier_proposal::{CommandNames, Proposal};
use espalier_storage::port::Loaded;

/// A message to a room, of a type that only the room knows.
pub type RoomMsg = Box<dyn Any>;

thread_local! {
    /// The rooms whose code came in a chunk: part of the program, so not in the model.
    static CAME: [Cell<Option<&'static dyn Room>>; RoomId::ALL.len()] =
        const { [const { Cell::new(None) }; RoomId::ALL.len()] };
}

/// Registers the code of a room that came in a chunk.
pub fn keep(room: &'static dyn Room) {
    CAME.with(|came| came[room.id() as usize].set(Some(room)));
}

/// The code of a room that comes in a chunk, once it has loaded.
pub fn kept(id: RoomId) -> Option<&'static dyn Room> {
    CAME.with(|came| came[id as usize].get())
}

/// Facts about a room that are known without its code.
#[derive(Clone, Copy)]
pub struct RoomInfo {
    /// Name in routes, scopes and documents.
    pub id: RoomId,
    /// Name for people.
    pub title: Text,
    /// Tables whose rows each stand for a whole thing of the room, such as a map or a course.
    pub whole: &'static [Table],
    /// Tables that are not read at the start, but once the room shows or needs something of them.
    pub later: &'static [Table],
    /// Later tables that are read at the start where the room is shown then.
    pub at_start: &'static [Table],
    /// Histories of lists, read at every start.
    pub lists: &'static [Document],
    /// The chunk with its code; `None` where the code is part of the start.
    pub chunk: Option<Chunk>,
    /// Its code, once that has loaded.
    pub entry: fn() -> Option<&'static dyn Room>,
}

impl fmt::Debug for RoomInfo {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:?}", self.id)
    }
}

/// The table of rooms.
#[derive(Debug, Clone, Copy)]
pub struct Rooms(pub &'static [RoomInfo]);

impl Rooms {
    /// All rooms.
    pub fn all(self) -> impl Iterator<Item = &'static RoomInfo> {
        self.0.iter()
    }

    /// The rooms whose code has loaded.
    pub fn here(self) -> impl Iterator<Item = &'static dyn Room> {
        self.0.iter().filter_map(|info| (info.entry)())
    }

    /// Facts about a room.
    pub fn info(self, id: RoomId) -> Option<&'static RoomInfo> {
        self.0.iter().find(|info| info.id == id)
    }

    /// The code of a room, if it has loaded.
    pub fn get(self, id: RoomId) -> Option<&'static dyn Room> {
        self.info(id).and_then(|info| (info.entry)())
    }

    /// The chunk with the code of a room, while that has not loaded.
    pub fn missing(self, id: RoomId) -> Option<Chunk> {
        self.info(id).filter(|info| (info.entry)().is_none()).and_then(|info| info.chunk)
    }
}

/// A file that a person opened.
#[derive(Debug, Clone, Copy)]
pub struct OpenedFile<'a> {
    /// The file name.
    pub name: &'a str,
    /// The content.
    pub bytes: &'a [u8],
    /// Whether it is in none of the app's own formats, so that each room may try to read it.
    pub foreign: bool,
}

/// The rows of a room: what of them is in memory, and what is derived from them. Each default does nothing, for rooms
/// that have no use for the call.
pub trait RoomRows: Sync {
    /// Marks derived data as stale after records changed, here or in another tab.
    fn changed(&self, _: &mut Model, _: &Changed) {}
    /// Brings stale derived data up to date.
    fn refresh(&self, _: &mut Model) {}
    /// Has what is shown read; called after every message.
    fn after(&self, _: &mut Model, _: &mut Env, _: &mut Vec<Effect>) {}
    /// Takes note that the app is ready and the rows of the start were read, so many of which are not packed.
    fn booted(&self, _: &mut Model, _: usize, _: &mut Vec<Effect>) {}
    /// Takes note that the start reads the room's later tables along with everything else.
    fn starts(&self, _: &mut Model) {}
    /// Takes in the rows of a document of the room.
    fn loaded(&self, _: &mut Model, _: &mut Env, _: Document, _: Loaded, _: &mut Vec<Effect>) {}
    /// Gives up on whatever waited for the rows of a document: they could not be read.
    fn failed(&self, _: &mut Model, _: Document) {}
    /// Takes note that the journal of a document was read.
    fn journal_read(&self, _: &mut Model, _: &mut Env, _: Document, _: &mut Vec<Effect>) {}
    /// Takes note that the rows of a document, of this room or another one, are in memory now.
    fn read(&self, _: &mut Model, _: &mut Env, _: Document, _: &mut Vec<Effect>) {}
    /// Has the rows of a document read; returns whether they are in memory, or cannot be had.
    fn fetch(&self, _: &mut Model, _: Document, _: &mut Vec<Effect>) -> bool {
        true
    }
    /// Whether a row that another tab wrote is to be read; asked only for rows of tables that are read later.
    fn concerns(&self, _: &mut Model, _: &RecordKey) -> bool {
        false
    }
    /// Keeps a message that cannot be handled before more was read, or gives it back.
    fn hold(&self, _: &mut Model, msg: Msg, _: &mut Vec<Effect>) -> Option<Msg> {
        Some(msg)
    }
    /// Whether no request of a person waits.
    fn is_idle(&self, _: &Model) -> bool {
        true
    }

    /// Passes on the texts of a row by which the things in it can be found.
    fn texts(&self, _: &Record, _: &mut dyn FnMut(Thing, Passage<'_>)) {}
}

/// The code of a room. Each default does nothing, for rooms that have no use for the call.
///
/// The first group is about what is shown, the second about history, the third about what is asked of the room, the
/// last about its conversations.
pub trait Room: RoomRows {
    /// Name of the room.
    fn id(&self) -> RoomId;

    /// Shows the place of the address.
    fn show(&self, _: &mut Model, _: Route, _: &mut Vec<Effect>) {}
    /// Opens a conversation of the room, and returns the place that shows it.
    fn place_of(&self, _: &mut Model, _: Scope, _: SessionId) -> Option<Route> {
        None
    }
    /// Name of a place in the room; `None` for the room itself and for a place that does not exist.
    fn title(&self, _: &Model, _: Route) -> Option<String> {
        None
    }
    /// Scope of the conversation that is open beside the room, or in it.
    fn scope(&self, _: &Model) -> Option<Scope> {
        None
    }
    /// The conversation that is shown for a scope.
    fn session(&self, _: &Model, scope: Scope) -> Option<SessionId> {
        scope.own_session()
    }
    /// Chooses the conversation for a scope that has several.
    fn choose_session(&self, model: &mut Model, _: &mut Env, scope: Scope) -> Option<SessionId> {
        self.session(model, scope)
    }

    /// Histories of what is shown: of the list first, then of what is open.
    fn undo_scope(&self, model: &Model) -> Vec<Document>;
    /// Whether the thing that a row stands for is the one shown.
    fn is_shown(&self, _: &Model, _: &RecordKey) -> bool {
        false
    }
    /// Sentences for the history: the effect of a step, and who asked for it.
    fn describe(&self, _: &Model, _: &Entry) -> Vec<String> {
        Vec::new()
    }
    /// Takes note that a step was undone or redone.
    fn stepped(&self, _: &mut Model, _: &Step, _: &mut Vec<Effect>) {}

    /// Handles a message to the room.
    fn perform(&self, model: &mut Model, env: &mut Env, msg: RoomMsg, out: &mut Vec<Effect>);
    /// Commands on the records of the room.
    fn specs(&self) -> &'static [&'static Spec] {
        &[]
    }
    /// Effect of choosing one of those commands; `None` if it cannot run here on what is selected.
    fn action(&self, _: &Model, _: &'static Spec) -> Option<CommandAction> {
        None
    }
    /// Commands of the room besides those.
    fn commands(&self) -> &'static [Command] {
        &[]
    }
    /// Message of a key combination for one of the [`Room::specs`]: of one that works wherever the focus is, or of one
    /// that works only where nothing is typed.
    fn key(&self, _: &Model, _keys: &str, _anywhere: bool) -> Option<Msg> {
        None
    }
    /// Imports an opened file; returns whether the file is one of the room.
    fn import(&self, _: &mut Model, _: &mut Env, _: &OpenedFile<'_>, _: &mut Vec<Effect>) -> bool {
        false
    }

    /// The day before the one of an instant, by so many days: its first instant, and that of the next one. The room that
    /// has the calendar knows it.
    fn day_before(&self, _: &Model, _: Timestamp, _: i32) -> Option<Range<Timestamp>> {
        None
    }

    /// The agent that answers in conversations of a scope.
    fn agent(&self, _: Scope) -> Option<&'static dyn RoomAgent> {
        None
    }
    /// The target of operations that are proposed in conversations of a scope.
    fn proposals(&self, _: Scope) -> Option<&'static dyn Proposals> {
        None
    }
    /// Whether operations can be proposed for the room.
    fn takes_proposals(&self) -> bool {
        false
    }
    /// The room's part in its conversations, where it gives what is said a meaning of its own.
    fn interview(&self) -> Option<&'static dyn Interview> {
        None
    }
}

/// Conversations whose messages mean something to their room, beyond the answer that they are given.
pub trait Interview: Sync {
    /// Interprets a message of the person before it is sent; may change its text.
    fn before_send(&self, model: &Model, session: SessionId, text: String) -> (Option<Box<dyn Meaning>>, String);
    /// Interprets a message that takes the place of an earlier one.
    fn before_branch(&self, model: &Model, key: MessageKey, text: &str) -> Option<Box<dyn Meaning>>;
    /// Interprets new words of a message that stays where it is.
    fn before_rewording(
        &self,
        model: &Model,
        key: MessageKey,
        text: &str,
    ) -> Result<Option<Box<dyn Rewording>>, Refusal>;
    /// Adapts records to another branch of a conversation being shown.
    fn branch_shown(&self, draft: &mut Draft<'_>, env: &Env, session: SessionId) -> Result<(), Refusal>;
    /// Takes note that a turn has ended and everything it brought is stored.
    fn on_turn_end(&self, model: &mut Model, answer: MessageKey, now: Timestamp);
    /// Salvages the calls of an answer that no tab makes any more.
    fn on_broken_off(
        &self,
        model: &mut Model,
        env: &mut Env,
        answer: MessageKey,
        calls: &[(String, String)],
        out: &mut Vec<Effect>,
    );
}

/// Meaning of a message of a person in its room.
pub trait Meaning: fmt::Debug {
    /// Command of the history entry.
    fn command(&self) -> CommandId;
    /// Subject of the history entry.
    fn subject(&self, model: &Model, text: &str) -> String;
    /// Writes the meaning, in the change that adds the message.
    fn take(&self, draft: &mut Draft<'_>, env: &Env, message: MessageId) -> Result<(), Refusal>;
}

/// Meaning of new words for a message.
pub trait Rewording: fmt::Debug {
    /// Writes the meaning, in the change of the words.
    fn take(&self, draft: &mut Draft<'_>, env: &Env) -> Result<(), Refusal>;
    /// Notifies of further effects of the change.
    fn done(&self, model: &mut Model);
}

/// Operations of proposals in a room: which there are, how they are tried and carried out.
pub trait Proposals: Sync {
    /// The history that carrying out joins.
    fn document(&self, scope: Scope) -> Document;
    /// All commands.
    fn registry(&self) -> &'static Registry;
    /// Categories of commands that may be proposed.
    fn categories(&self) -> &'static [Category];
    /// Categories of commands that the model is told of.
    fn exposed_commands(&self) -> &'static [Category] {
        self.categories()
    }
    /// Ids that a small model may refer to, the nearest first; none if any may be.
    fn references(&self, _: &Model, _: Scope) -> Vec<String> {
        Vec::new()
    }
    /// Names of the commands.
    fn names(&self) -> Rc<dyn CommandNames>;
    /// Version of the data that operations are tried on; `None` while it is not in memory.
    fn version(&self, model: &Model, scope: Scope) -> Option<u64>;
    /// Calls `act` with a target for operations that were proposed at some time; returns whether one could be opened.
    fn with_target(
        &self,
        model: &Model,
        scope: Scope,
        on: (&mut Draft<'_>, &mut Env, Timestamp),
        act: &mut dyn FnMut(&mut dyn CommandTarget),
    ) -> bool;
    /// Reads the proposal of a stored message.
    fn read(&self, message: &Message) -> Proposal;
    /// Subject of the history entry, where the proposal has none.
    fn subject(&self, _: &Model, _: Scope) -> String {
        String::new()
    }
    /// Title of a thing that operations name.
    fn title(&self, model: &Model, scope: Scope, kind: &str, id: uuid::Uuid) -> Option<String>;
    /// Number of things that are deleted along with one.
    fn below(&self, _: &Model, _: Scope, _: Option<uuid::Uuid>) -> usize {
        0
    }
    /// Names of what lies at the same time as that which an operation puts there.
    fn overlaps(&self, _: &Model, _command: &str, _params: &Map<String, Value>) -> Vec<String> {
        Vec::new()
    }
    /// Values of a parameter that names a thing: each with its depth and its title.
    fn choices(&self, model: &Model, scope: Scope, kind: &str) -> Vec<(String, usize, String)>;
    /// Splits changes into those that can be made without removing what others depend on, and the conflicts.
    fn fit(&self, _: &Model, _: Scope, changes: ChangeSet) -> (ChangeSet, Vec<Conflict>) {
        (changes, Vec::new())
    }
    /// Carries out the operations that only change the view, after the others.
    fn applied(&self, _: &mut Model, _: &mut Env, _: Scope, _: &[Prepared], _: &mut Vec<Effect>) {}
    /// Shows the effect of an open proposal, or of none.
    fn preview(&self, _: &mut Model, _: Scope, _: Option<(MessageKey, Timestamp)>) {}
    /// The agent that answers, where the room has no [`RoomAgent`].
    fn persona(&self, _: &Model, _: Scope) -> Option<Persona> {
        None
    }
    /// Text of the built-in model, where the room has no [`RoomAgent`].
    fn built_in(&self, _: &Model, _: Scope, _: &BuiltinInput) -> Option<String> {
        None
    }
}

impl Model {
    /// Name of a place in a room.
    pub fn title_of(&self, route: Route) -> Option<String> {
        self.rooms.get(route.room()?)?.title(self, route).filter(|title| !title.is_empty())
    }

    /// The code of the room that is shown, if a room is.
    pub fn room(&self) -> Option<&'static dyn Room> {
        self.rooms.get(self.route.room()?)
    }

    /// The room's part in a conversation, where it gives what is said a meaning of its own.
    pub fn interview_of(&self, session: SessionId) -> Option<&'static dyn Interview> {
        self.room_of(session)?.interview()
    }

    /// The code of the room that a conversation belongs to.
    pub fn room_of(&self, session: SessionId) -> Option<&'static dyn Room> {
        self.rooms.get(self.scope_of(session)?.room())
    }
}

/// Tells every room of the changes since the last call.
pub fn tell(model: &mut Model) {
    while !model.changed.is_empty() {
        let changed = std::mem::take(&mut model.changed);
        clock::changed(model, &changed);
        data_loss::changed(model, changed.rows.iter().filter(|row| row.moved).map(|row| &row.key));
        if let Some(unindexed) = &mut model.unindexed {
            unindexed.here.extend(changed.rows.iter().map(|row| row.key.clone()));
        }
        for room in model.rooms.here() {
            room.changed(model, &changed);
        }
    }
}

/// Has the rooms bring what they derive from records up to date.
pub fn refresh(model: &mut Model) {
    tell(model);
    for room in model.rooms.here() {
        room.refresh(model);
    }
}

/// Has a room whose code has loaded handle a message; `app::deferred` keeps messages to any other before that.
pub fn send(model: &mut Model, env: &mut Env, id: RoomId, msg: RoomMsg, out: &mut Vec<Effect>) {
    if let Some(room) = model.rooms.get(id) {
        room.perform(model, env, msg, out);
    }
}

/// Introduces a room whose code has just loaded: it reads the records as they are now, and is shown if the route says
/// so (R2).
pub fn code_loaded(model: &mut Model, room: &'static dyn Room, out: &mut Vec<Effect>) {
    if model.boot == super::BootState::Ready {
        room.booted(model, 0, out);
    }
    show(model, model.route, out);
}

/// Goes to a place: shows it and puts it into the address.
pub fn go(model: &mut Model, route: Route, out: &mut Vec<Effect>) {
    out.push(Effect::SetRoute(route, false));
    show(model, route, out);
}

/// Shows the place of the address.
pub fn show(model: &mut Model, route: Route, out: &mut Vec<Effect>) {
    // What could not be read is tried again when a person asks for it.
    model.unread.clear();
    if model.route.room() != route.room() {
        // What was done in a room, or could not be, means nothing in another one; how a test ends does.
        let is_awaited = |notice: &Notice| *notice == Notice::SavedAndTesting;
        model.toasts.retain(|toast| !toast.passes() || is_awaited(&toast.text));
    }
    // A dialog belongs to the place it was opened in, and to nothing that arrives there later.
    if model.route != route {
        model.dialog = None;
    }
    model.route = route;
    if let Some(session) = route.session()
        && let Some(scope) = model.workspace.get::<Session>(&session).map(|row| row.scope)
    {
        let Some(room) = model.rooms.get(scope.room()) else { return want(model, scope.room(), out) };
        if let Some(place) = room.place_of(model, scope, session) {
            // It is shown elsewhere, in place of this address, so that going back does not lead here again.
            out.push(Effect::SetRoute(place, true));
            return show(model, place, out);
        }
    }
    match (model.room(), route.room()) {
        (Some(room), _) => room.show(model, route, out),
        (None, Some(id)) => want(model, id, out),
        (None, None) => {}
    }
}

/// Has the rows of a document read, and before them the code of its room; returns whether they are in memory, or cannot
/// be had.
pub fn fetch(model: &mut Model, document: Document, out: &mut Vec<Effect>) -> bool {
    let id = document.room;
    if let Some(room) = model.rooms.get(id) {
        return room.fetch(model, document, out);
    }
    let chunk = model.rooms.info(id).and_then(|info| info.chunk);
    let has_failed = chunk.is_some_and(|chunk| matches!(model.chunks.state(chunk), Some(LoadState::Failed(_))));
    if !has_failed {
        want(model, id, out);
    }
    has_failed
}

/// Asks for the chunk of a room, unless it is here.
pub fn want(model: &mut Model, id: RoomId, out: &mut Vec<Effect>) {
    if let Some(chunk) = model.rooms.missing(id)
        && model.chunks.wants(chunk)
    {
        out.push(Effect::FetchChunk(chunk));
    }
}
