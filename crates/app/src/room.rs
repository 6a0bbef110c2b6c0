//! What a room is to everything that is not one: a row of data that is always there, and one entry to its code.
//!
//! - R1 Nothing but `app::rooms` (the table), `app::bridge` and the root of the app names a room: what happens is handed
//!   to the rooms through [`Room`].
//! - R2 A room whose code is not here yet misses nothing: what is sent to it is kept in order, it is shown when it comes,
//!   and it reads the records as they are then.

use std::any::Any;
use std::cell::Cell;
use std::fmt;
use std::rc::Rc;

use serde_json::{Map, Value};

use super::chunks::Chunk;
use super::command::Ask;
use super::core::Changed;
use super::effect::Effect;
use super::navigate::Route;
use super::room_agent::RoomAgent;
use super::{Model, Msg, Notice, Refusal, clock};
use espalier_base::env::Env;
use espalier_base::time::Timestamp;
use espalier_command::history::{Document, Entry, Step};
use espalier_command::registry::Registry;
use espalier_command::spec::{Category, Spec, Text};
use espalier_command::transaction::{CommandTarget, Prepared};
use espalier_llm::builtin::BuiltinInput;
use espalier_model::change::ChangeSet;
use espalier_model::workspace::{Conflict, Draft};
use espalier_model::{Message, MessageId, MessageKey, Persona, RecordKey, RoomId, Scope, Session, SessionId, Table};
use espalier_proposal::{CommandNames, Proposal};
use espalier_storage::port::Loaded;

/// A message to a room, of a type that only the room knows.
pub type RoomMsg = Box<dyn Any>;

thread_local! {
    /// The rooms whose code came in a chunk: a part of the program, not of what it works on.
    static CAME: [Cell<Option<&'static dyn Room>>; RoomId::ALL.len()] =
        const { [const { Cell::new(None) }; RoomId::ALL.len()] };
}

/// The code of a room came in a chunk.
pub fn keep(room: &'static dyn Room) {
    CAME.with(|came| came[room.id() as usize].set(Some(room)));
}

/// The code of a room that comes in a chunk, once it is here.
pub fn kept(id: RoomId) -> Option<&'static dyn Room> {
    CAME.with(|came| came[id as usize].get())
}

/// What is known of a room without its code.
#[derive(Clone, Copy)]
pub struct RoomInfo {
    /// Its name in routes, scopes and documents.
    pub id: RoomId,
    /// What it is called.
    pub title: Text,
    /// The tables of which a row stands for a whole thing of the room, as a map or a course.
    pub whole: &'static [Table],
    /// Tables that are not read at the start, but once something is shown or asked for.
    pub later: &'static [Table],
    /// Those of them that are read at the start where the room is shown then.
    pub at_start: &'static [Table],
    /// Histories of lists that are read at every start.
    pub lists: &'static [Document],
    /// The chunk its code comes in; none where it is part of the start.
    pub chunk: Option<Chunk>,
    /// Its code, once it is here.
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
    /// All of them.
    pub fn all(self) -> impl Iterator<Item = &'static RoomInfo> {
        self.0.iter()
    }

    /// Those whose code is here.
    pub fn here(self) -> impl Iterator<Item = &'static dyn Room> {
        self.0.iter().filter_map(|info| (info.entry)())
    }

    /// What is known of one without its code.
    pub fn info(self, id: RoomId) -> Option<&'static RoomInfo> {
        self.0.iter().find(|info| info.id == id)
    }

    /// One room, if its code is here.
    pub fn get(self, id: RoomId) -> Option<&'static dyn Room> {
        self.info(id).and_then(|info| (info.entry)())
    }

    /// The chunk with a room's code, while it is not here.
    pub fn missing(self, id: RoomId) -> Option<Chunk> {
        self.info(id).filter(|info| (info.entry)().is_none()).and_then(|info| info.chunk)
    }
}

/// A file that a person opened.
#[derive(Debug, Clone, Copy)]
pub struct OpenedFile<'a> {
    /// Its name.
    pub name: &'a str,
    /// What is in it.
    pub bytes: &'a [u8],
    /// It is none of the app's own, so that every room may see whether it is one of its.
    pub foreign: bool,
}

/// The code of a room. What a room has no use for it leaves as it is.
///
/// The first group is about what is in memory, the second about what is shown, the third about history, the fourth about
/// what is asked of the room, the last about its conversations.
pub trait Room: Sync {
    /// Its name.
    fn id(&self) -> RoomId;

    /// Records were changed, here or in another tab: notes what of its own is stale.
    fn changed(&self, _: &mut Model, _: &Changed) {}
    /// Works out again what is stale.
    fn refresh(&self, _: &mut Model) {}
    /// A message was handled: sees to it that what is shown is read.
    fn after(&self, _: &mut Model, _: &mut Env, _: &mut Vec<Effect>) {}
    /// The app is ready: the rows of the start were read, so many of which are not packed.
    fn booted(&self, _: &mut Model, _: usize, _: &mut Vec<Effect>) {}
    /// The start began to read its tables with everything else.
    fn starts(&self, _: &mut Model) {}
    /// Its rows were read.
    fn loaded(&self, _: &mut Model, _: &mut Env, _: Document, _: Loaded, _: &mut Vec<Effect>) {}
    /// They could not be read: what waited for them is not done.
    fn failed(&self, _: &mut Model, _: Document) {}
    /// The journal of a document was read.
    fn journal_read(&self, _: &mut Model, _: &mut Env, _: Document, _: &mut Vec<Effect>) {}
    /// The rows of a document, of this room or another one, are in memory now.
    fn read(&self, _: &mut Model, _: &mut Env, _: Document, _: &mut Vec<Effect>) {}
    /// Whether a row that another tab wrote is to be read; asked only for rows of tables that are read later.
    fn concerns(&self, _: &mut Model, _: &RecordKey) -> bool {
        false
    }
    /// Keeps a message that cannot be handled before more was read, or gives it back.
    fn hold(&self, _: &mut Model, msg: Msg, _: &mut Vec<Effect>) -> Option<Msg> {
        Some(msg)
    }
    /// Whether nothing that a person asked for waits.
    fn is_idle(&self, _: &Model) -> bool {
        true
    }

    /// Shows what the address says.
    fn show(&self, _: &mut Model, _: Route, _: &mut Vec<Effect>) {}
    /// Where a conversation of the room is shown, which is then open there.
    fn place_of(&self, _: &mut Model, _: Scope, _: SessionId) -> Option<Route> {
        None
    }
    /// What a place in the room is called; nothing where that is the room itself, or does not exist.
    fn title(&self, _: &Model, _: Route) -> Option<String> {
        None
    }
    /// What the conversation that is open beside it, or in it, is about.
    fn scope(&self, _: &Model) -> Option<Scope> {
        None
    }
    /// The conversation that is shown about something.
    fn session(&self, _: &Model, scope: Scope) -> Option<SessionId> {
        scope.own_session()
    }
    /// Chooses a conversation where there are several about the same.
    fn choose_session(&self, model: &mut Model, _: &mut Env, scope: Scope) -> Option<SessionId> {
        self.session(model, scope)
    }

    /// The histories that have to do with what it shows: its list first, then what is open.
    fn undo_scope(&self, model: &Model) -> Vec<Document>;
    /// Whether a whole thing is the one that is shown.
    fn is_shown(&self, _: &Model, _: &RecordKey) -> bool {
        false
    }
    /// Sentences on what a step did and who asked for it, for the history.
    fn describe(&self, _: &Model, _: &Entry) -> Vec<String> {
        Vec::new()
    }
    /// A step was taken back or done again.
    fn stepped(&self, _: &mut Model, _: &Step, _: &mut Vec<Effect>) {}

    /// Does what a message asks for.
    fn perform(&self, model: &mut Model, env: &mut Env, msg: RoomMsg, out: &mut Vec<Effect>);
    /// Its commands as data.
    fn commands(&self) -> &'static [&'static Spec] {
        &[]
    }
    /// Whether a command can be found by keys and in lists.
    fn lists(&self, _: &Spec) -> bool {
        false
    }
    /// Whether a command can be done now to what is selected, without asking for anything.
    fn offers(&self, _: &Model, _: &Spec) -> bool {
        false
    }
    /// What a command asks for first; nothing if it asks for nothing here, or cannot be done.
    fn asks(&self, _: &Model, _: &'static Spec) -> Option<Ask> {
        None
    }
    /// What does a command to what is selected.
    fn command(&self, _: &Model, _: &'static str) -> Option<Msg> {
        None
    }
    /// Whether a command of the app that is about what the room shows can be done now.
    fn takes(&self, _: &Model, _: &str) -> bool {
        false
    }
    /// What a combination of keys does wherever the focus is.
    fn key(&self, _: &Model, _: &str) -> Option<Msg> {
        None
    }
    /// What a key does wherever nothing is typed.
    fn plain_key(&self, _: &Model, _: &str) -> Option<Msg> {
        None
    }
    /// Takes in a file that was opened; says whether it did.
    fn import(&self, _: &mut Model, _: &mut Env, _: &OpenedFile<'_>, _: &mut Vec<Effect>) -> bool {
        false
    }

    /// The assistant with tools that answers about something.
    fn agent(&self, _: Scope) -> Option<&'static dyn RoomAgent> {
        None
    }
    /// Where operations apply that are proposed in a conversation about something.
    fn proposals(&self, _: Scope) -> Option<&'static dyn Proposals> {
        None
    }
    /// Whether operations can be proposed for it.
    fn takes_proposals(&self) -> bool {
        false
    }
    /// What a message of the person means, before it is sent; may change the words.
    fn before_send(&self, _: &Model, _: SessionId, text: String) -> (Option<Box<dyn Meaning>>, String) {
        (None, text)
    }
    /// What a message means that takes the place of an earlier one.
    fn before_branch(&self, _: &Model, _: MessageKey, _: &str) -> Option<Box<dyn Meaning>> {
        None
    }
    /// What it means that a message says other words from now on.
    fn before_rewording(&self, _: &Model, _: MessageKey, _: &str) -> Result<Option<Box<dyn Rewording>>, Refusal> {
        Ok(None)
    }
    /// Another branch of a conversation of the room may be shown.
    fn branch_shown(&self, _: &mut Draft<'_>, _: &Env, _: SessionId) -> Result<(), Refusal> {
        Ok(())
    }
    /// A turn has ended, and everything it brought is stored.
    fn on_turn_end(&self, _: &mut Model, _: MessageKey, _: Timestamp) {}
    /// No tab makes an answer any more; these calls had come.
    fn on_broken_off(&self, _: &mut Model, _: &mut Env, _: MessageKey, _: &[(String, String)], _: &mut Vec<Effect>) {}
}

/// What a message of a person means in its room.
pub trait Meaning: fmt::Debug {
    /// The command that it is, for the history.
    fn command(&self) -> &'static str;
    /// What that is done to, for the history.
    fn subject(&self, model: &Model, text: &str) -> String;
    /// Writes what it means, in the change that adds the message.
    fn take(&self, draft: &mut Draft<'_>, env: &Env, message: MessageId) -> Result<(), Refusal>;
}

/// What it means that a message says other words.
pub trait Rewording: fmt::Debug {
    /// Writes it, in the change of the words.
    fn take(&self, draft: &mut Draft<'_>, env: &Env) -> Result<(), Refusal>;
    /// Says what else became of it.
    fn done(&self, model: &mut Model);
}

/// Where the operations of proposals apply.
pub trait Proposals: Sync {
    /// The history that applying joins.
    fn document(&self, scope: Scope) -> Document;
    /// The commands there are.
    fn registry(&self) -> &'static Registry;
    /// Those that may be proposed.
    fn categories(&self) -> &'static [Category];
    /// Those that the model is told of.
    fn exposed_commands(&self) -> &'static [Category] {
        self.categories()
    }
    /// Their names.
    fn names(&self) -> Rc<dyn CommandNames>;
    /// Changes whenever something changes that operations are tried on; `None` while it is not in memory.
    fn version(&self, model: &Model, scope: Scope) -> Option<u64>;
    /// Opens the place for operations that were proposed at some time; says whether it could be opened.
    fn with_target(
        &self,
        model: &Model,
        scope: Scope,
        on: (&mut Draft<'_>, &mut Env, Timestamp),
        act: &mut dyn FnMut(&mut dyn CommandTarget),
    ) -> bool;
    /// Reads what a stored message proposes, as it was asked for.
    fn read(&self, message: &Message) -> Proposal;
    /// What a step of the history is done to, where the proposal does not say.
    fn subject(&self, _: &Model, _: Scope) -> String {
        String::new()
    }
    /// The title of something operations name.
    fn title(&self, model: &Model, scope: Scope, kind: &str, id: uuid::Uuid) -> Option<String>;
    /// How many things go with one that is deleted.
    fn below(&self, _: &Model, _: Scope, _: Option<uuid::Uuid>) -> usize {
        0
    }
    /// What is there already at the time at which an operation puts something, by name.
    fn overlaps(&self, _: &Model, _command: &str, _params: &Map<String, Value>) -> Vec<String> {
        Vec::new()
    }
    /// What a parameter can be set to that names something: the value, how deep it stands, and its title.
    fn choices(&self, model: &Model, scope: Scope, kind: &str) -> Vec<(String, usize, String)>;
    /// What of these changes can be made without taking away what others stand on, and what cannot.
    fn fit(&self, _: &Model, _: Scope, changes: ChangeSet) -> (ChangeSet, Vec<Conflict>) {
        (changes, Vec::new())
    }
    /// Operations were carried out: does those that only change what is seen.
    fn applied(&self, _: &mut Model, _: &mut Env, _: Scope, _: &[Prepared], _: &mut Vec<Effect>) {}
    /// Shows what an open proposal would do, or nothing.
    fn preview(&self, _: &mut Model, _: Scope, _: Option<(MessageKey, Timestamp)>) {}
    /// The agent that answers, where the room has no assistant with tools.
    fn persona(&self, _: &Model, _: Scope) -> Option<Persona> {
        None
    }
    /// What the built-in model says, where the room has no assistant with tools.
    fn built_in(&self, _: &Model, _: Scope, _: &BuiltinInput) -> Option<String> {
        None
    }
}

impl Model {
    /// What a place in a room is called.
    pub fn title_of(&self, route: Route) -> Option<String> {
        self.rooms.get(route.room()?)?.title(self, route).filter(|title| !title.is_empty())
    }

    /// The code of the room that is shown, if it is one.
    pub fn room(&self) -> Option<&'static dyn Room> {
        self.rooms.get(self.route.room()?)
    }

    /// The code of the room that a conversation belongs to.
    pub fn room_of(&self, session: SessionId) -> Option<&'static dyn Room> {
        self.rooms.get(self.scope_of(session)?.room())
    }
}

/// Tells every room what was changed since it was told last.
pub fn tell(model: &mut Model) {
    while !model.changed.is_empty() {
        let changed = std::mem::take(&mut model.changed);
        clock::changed(model, &changed);
        for room in model.rooms.here() {
            room.changed(model, &changed);
        }
    }
}

/// Works out again what the rooms derive from records.
pub fn refresh(model: &mut Model) {
    tell(model);
    for room in model.rooms.here() {
        room.refresh(model);
    }
}

/// Does what a message asks of a room whose code is here; what is not is waited for (`app::pieces`) before that.
pub fn send(model: &mut Model, env: &mut Env, id: RoomId, msg: RoomMsg, out: &mut Vec<Effect>) {
    if let Some(room) = model.rooms.get(id) {
        room.perform(model, env, msg, out);
    }
}

/// The code of a room is here: it reads the records as they are now, and is shown where it is asked for (R2).
pub fn came(model: &mut Model, room: &'static dyn Room, out: &mut Vec<Effect>) {
    if model.boot == super::BootState::Ready {
        room.booted(model, 0, out);
    }
    show(model, model.route, out);
}

/// Goes somewhere: shows it and puts it into the address.
pub fn go(model: &mut Model, route: Route, out: &mut Vec<Effect>) {
    out.push(Effect::SetRoute(route, false));
    show(model, route, out);
}

/// Shows what the address says.
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

/// Asks for the code of a room.
fn want(model: &mut Model, id: RoomId, out: &mut Vec<Effect>) {
    if let Some(chunk) = model.rooms.info(id).and_then(|info| info.chunk)
        && model.chunks.wants(chunk)
    {
        out.push(Effect::FetchChunk(chunk));
    }
}
