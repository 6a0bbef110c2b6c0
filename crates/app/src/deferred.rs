//! Deferred messages: kept while the code that handles them loads, and sent once it has.
//!
//! - W1 A message whose code has not loaded is kept in order, has the chunk fetched, and is handled as soon as that has
//!   loaded, as if it had been sent then; so nothing that was asked for or typed is lost.
//! - W2 Taking a step back is meant for what was shown: where another room is shown by now, it is not done.
//! - W3 Where a chunk cannot be fetched, one notice says so, and its messages stay deferred.

use std::fmt;

use super::assistant::AssistantMsg;
use super::attachments::Reader;
use super::chunks::{Chunk, ChunkError, DeferredMsg, LoadState};
use super::device::api::{DeviceApi, DeviceSlot};
use super::effect::{Effect, LoadTag, Probe, Resume};
use super::files::FileMsg;
use super::find::FindMsg;
use super::make::{MakeMsg, To};
use super::prompt::{TalkApi, TalkSlot};
use super::room::{self, Room};
use super::sessions::SessionMsg;
use super::today::TodayMsg;
use super::{Confirm, Dialog, Model, Msg, Notice, Refusal, edit, notify, undo, update as step};
use espalier_base::env::Env;
use espalier_command::history::{Document, Entry};
use espalier_model::{MessageKey, RecordKey, RoomId, Scope, SessionId};

/// Handler of everything with files, in and out.
pub type Files = fn(&mut Model, &mut Env, FileMsg, &mut Vec<Effect>);

/// Handler of messages about finding.
pub type Find = fn(&mut Model, &mut Env, FindMsg, &mut Vec<Effect>);

/// Handler of messages to Today.
pub type Today = fn(&mut Model, &mut Env, TodayMsg, &mut Vec<Effect>);

/// Handler of messages about making one thing of another.
pub type Make = fn(&mut Model, &mut Env, MakeMsg, &mut Vec<Effect>);

/// Handlers that come with the chunk `More`.
#[derive(Debug, Clone, Copy)]
pub struct MoreApi {
    /// Handler of files.
    pub files: Files,
    /// Handler of finding.
    pub find: Find,
    /// Handler of Today.
    pub today: Today,
    /// Handler of making one thing of another.
    pub make: Make,
}

/// The handlers of the chunk `More`.
pub static MORE: MoreApi = MoreApi {
    files: super::files::update,
    find: super::find::update,
    today: super::today::update,
    make: super::make::update,
};

/// Slot for [`MoreApi`], empty until its chunk has loaded.
#[derive(Debug)]
pub struct MoreSlot(Option<&'static MoreApi>);

impl Default for MoreSlot {
    fn default() -> Self {
        #[cfg(not(all(feature = "split", target_arch = "wasm32")))]
        let more = Some(&MORE);
        #[cfg(all(feature = "split", target_arch = "wasm32"))]
        let more = None;
        Self(more)
    }
}

/// Handlers of proposals, which come with the chunk `Talk`: they are shown, and answered, only there.
#[derive(Debug, Clone, Copy)]
pub struct ProposalApi {
    /// Handler of messages about them.
    pub update: fn(&mut Model, &mut Env, AssistantMsg, &mut Vec<Effect>),
    /// Makes the panels that are shown, and tries their operations on the rooms as they are.
    pub refresh: fn(&mut Model),
    /// Returns the news for a model with the next question.
    pub updates_for_model: fn(&Model, SessionId) -> Vec<(MessageKey, String)>,
}

/// The handlers of proposals.
pub static PROPOSALS: ProposalApi = ProposalApi {
    update: super::assistant::update,
    refresh: super::proposals::refresh,
    updates_for_model: super::proposals::updates_for_model,
};

/// Slot for [`ProposalApi`], empty until its chunk has loaded.
#[derive(Debug)]
pub struct ProposalSlot(pub Option<&'static ProposalApi>);

impl Default for ProposalSlot {
    fn default() -> Self {
        #[cfg(not(all(feature = "split", target_arch = "wasm32")))]
        let proposals = Some(&PROPOSALS);
        #[cfg(all(feature = "split", target_arch = "wasm32"))]
        let proposals = None;
        Self(proposals)
    }
}

/// Functions that a chunk adds to `update`; its components are the screen's.
#[derive(Clone, Copy, Default)]
pub struct ChunkExports {
    /// Functions that make answers.
    pub talk: Option<&'static dyn TalkApi>,
    /// Handlers of proposals.
    pub proposals: Option<&'static ProposalApi>,
    /// Handlers of files, of finding, of Today and of making.
    pub more: Option<&'static MoreApi>,
    /// The reader of attached files.
    pub reader: Option<&'static Reader>,
    /// Functions for models on this device.
    pub device: Option<&'static DeviceApi>,
    /// The code of a room.
    pub room: Option<&'static dyn Room>,
}

impl fmt::Debug for ChunkExports {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} {:?}", if self.more.is_some() { "more" } else { "" }, self.room.map(Room::id))
    }
}

/// A message about a chunk.
#[derive(Debug, Clone, Copy)]
pub enum ChunkMsg {
    /// The chunk is needed.
    Wanted(Chunk),
    /// The chunk was fetched, or could not be.
    Fetched(Chunk, Result<ChunkExports, ChunkError>),
    /// Load the page again, as the published version is another.
    Reload,
}

/// Handles a message about a chunk.
pub fn update(model: &mut Model, env: &mut Env, msg: ChunkMsg, out: &mut Vec<Effect>) {
    match msg {
        ChunkMsg::Wanted(chunk) => want(model, chunk, out),
        ChunkMsg::Fetched(chunk, Ok(exports)) => {
            model.chunks.set_state(chunk, LoadState::Ready);
            if let Some(room) = exports.room {
                room::keep(room);
                room::code_loaded(model, room, out);
            }
            if exports.talk.is_some() {
                model.talk = TalkSlot(exports.talk);
            }
            if exports.proposals.is_some() {
                model.proposals = ProposalSlot(exports.proposals);
            }
            if exports.device.is_some() {
                model.device.api = DeviceSlot(exports.device);
            }
            if exports.more.is_some() {
                model.more = MoreSlot(exports.more);
            }
            go_on(model, env, out);
        }
        ChunkMsg::Fetched(chunk, Err(error)) => {
            model.chunks.set_state(chunk, LoadState::Failed(error));
            if model.chunks.deferred.iter().any(|deferred| deferred.chunk == chunk) {
                notify(model, Notice::ChunkFailed(error), true);
            }
            // Files are where they were: nobody expects one that is opened or saved much later. What is looked for is
            // asked again.
            let is_over = |msg: &Msg| matches!(msg, Msg::Files(_) | Msg::Find(_));
            model.chunks.deferred.retain(|deferred| deferred.chunk != chunk || !is_over(&deferred.msg));
        }
        ChunkMsg::Reload => out.push(Effect::Reload(Resume::Nothing)),
    }
}

/// Fetches the chunks that failed for want of a network, now that there is one again.
pub fn back_online(model: &mut Model, out: &mut Vec<Effect>) {
    for chunk in Chunk::ALL {
        if model.chunks.state(chunk) == Some(LoadState::Failed(ChunkError::Offline)) {
            want(model, chunk, out);
        }
    }
}

/// Handles the deferred messages in their order; those that need another chunk stay deferred (W1).
fn go_on(model: &mut Model, env: &mut Env, out: &mut Vec<Effect>) {
    for deferred in std::mem::take(&mut model.chunks.deferred) {
        if is_step(&deferred.msg) && deferred.room != model.route.room() {
            // Another room is shown by now, whose last step is another one (W2).
            edit::refuse(model, Refusal::Stale);
        } else {
            out.extend(step(model, deferred.msg, env));
        }
    }
}

const fn is_step(msg: &Msg) -> bool {
    matches!(msg, Msg::Undo | Msg::Redo | Msg::AddCheckpoint(_))
}

/// Handles a file message, now or as soon as the handler has loaded.
pub fn files(model: &mut Model, env: &mut Env, msg: FileMsg, out: &mut Vec<Effect>) {
    match model.more.0 {
        Some(more) => (more.files)(model, env, msg, out),
        None => keep(model, Chunk::More, Msg::Files(msg), out),
    }
}

/// Handles a message about finding, now or as soon as the handler has loaded.
pub fn find(model: &mut Model, env: &mut Env, msg: FindMsg, out: &mut Vec<Effect>) {
    match model.more.0 {
        Some(more) => (more.find)(model, env, msg, out),
        None => keep(model, Chunk::More, Msg::Find(msg), out),
    }
}

/// Handles a message to Today, whose page comes with its handler.
pub fn today(model: &mut Model, env: &mut Env, msg: TodayMsg, out: &mut Vec<Effect>) {
    if let Some(more) = model.more.0 {
        (more.today)(model, env, msg, out);
    }
}

/// Handles a message about making, now or as soon as the handler has loaded.
pub fn make(model: &mut Model, env: &mut Env, msg: MakeMsg, out: &mut Vec<Effect>) {
    match model.more.0 {
        Some(more) => (more.make)(model, env, msg, out),
        None => keep(model, Chunk::More, Msg::Make(msg), out),
    }
}

/// Defers a message whose code has not loaded (W1), and returns any other.
pub fn hold(model: &mut Model, msg: Msg, out: &mut Vec<Effect>) -> Option<Msg> {
    match missing_chunk(model, &msg) {
        Some(chunk) => {
            if matches!(msg, Msg::Files(_)) {
                for chunk in model.rooms.all().filter_map(|info| info.chunk) {
                    want(model, chunk, out);
                }
            }
            keep(model, chunk, msg, out);
            None
        }
        None => Some(msg),
    }
}

fn want(model: &mut Model, chunk: Chunk, out: &mut Vec<Effect>) {
    if model.chunks.wants(chunk) {
        out.push(Effect::FetchChunk(chunk));
    }
}

fn keep(model: &mut Model, chunk: Chunk, msg: Msg, out: &mut Vec<Effect>) {
    if model.chunks.defer(DeferredMsg { chunk, room: model.route.room(), msg }) {
        out.push(Effect::FetchChunk(chunk));
    }
}

/// The chunk that a message needs and that has not loaded.
fn missing_chunk(model: &Model, msg: &Msg) -> Option<Chunk> {
    missing_room(model, msg).or_else(|| (model.talk.0.is_none() && is_about_message(model, msg)).then_some(Chunk::Talk))
}

/// Whether a message is about one of a conversation, whose code comes with what makes answers.
fn is_about_message(model: &Model, msg: &Msg) -> bool {
    match msg {
        Msg::Sessions(SessionMsg::Send(session, _)) => session.is_some(),
        Msg::Sessions(SessionMsg::SendQueued(_)) => true,
        Msg::Sessions(msg) => msg.message().is_some(),
        Msg::Confirmed => matches!(model.dialog, Some(Dialog::Confirm(Confirm::DeleteMessage(..)))),
        Msg::Loaded(LoadTag::Orphan(_), _)
        | Msg::Probed(_, Probe::Connection | Probe::ConnectionUnlimited, _)
        | Msg::Begin(_)
        | Msg::Stop(_)
        | Msg::RetryNow(_)
        | Msg::Resume(_)
        | Msg::Answer(..) => true,
        Msg::Assistant(msg) => !msg.is_of_time(),
        _ => false,
    }
}

/// The chunk of a room that a message needs and that has not loaded.
fn missing_room(model: &Model, msg: &Msg) -> Option<Chunk> {
    let rooms = model.rooms;
    if rooms.all().all(|info| (info.entry)().is_some()) {
        return None;
    }
    let about = |session: SessionId| match model.scope_of(session)? {
        // The helper answers with what the code of the rooms knows.
        Scope::WORKSPACE => model.helper.rooms.iter().find_map(|room| rooms.missing(*room)),
        scope => rooms.missing(scope.room()),
    };
    let of = |key: &MessageKey| about(key.session);
    let any = || rooms.all().find_map(|info| rooms.missing(info.id));
    let shown = || model.route.room().and_then(|room| rooms.missing(room));
    // What belongs to a room that is read later can be taken back only where the room knows whether it was read.
    let touched = |entry: &Entry| {
        let tables = || entry.changes.keys().map(RecordKey::table);
        let later = rooms.all().filter(|info| tables().any(|table| info.later.contains(&table)));
        later.map(|info| info.id).find_map(|room| rooms.missing(room))
    };
    let next = |scope: &[Document]| model.history.next_undo(scope).and_then(|(_, entry)| touched(entry));
    match msg {
        Msg::Maps(_) => rooms.missing(RoomId::Map),
        Msg::Time(_) => rooms.missing(RoomId::Time),
        Msg::Course(_) => rooms.missing(RoomId::Course),
        Msg::Scene(_) => rooms.missing(RoomId::Scene),
        Msg::Assistant(msg) => msg.answer().map_or_else(|| rooms.missing(RoomId::Time), of),
        Msg::Sessions(msg) => msg.session().and_then(about),
        Msg::Stop(key) | Msg::RetryNow(key) | Msg::Resume(key) | Msg::Answer(key, ..) | Msg::OwnerGone(key) => of(key),
        Msg::Loaded(LoadTag::Rows(document), _) => rooms.missing(document.room),
        Msg::Loaded(LoadTag::Orphan(key), _) => of(key),
        Msg::Undo => shown().or_else(|| next(&undo::undo_scope(model))),
        Msg::Redo => shown().or_else(|| {
            let entry = model.history.next_redo(&undo::redo_scope(model)).map(|(_, entry)| entry);
            entry.and_then(touched)
        }),
        Msg::AddCheckpoint(_) => shown(),
        Msg::UndoIn(document) => rooms.missing(document.room).or_else(|| next(&[*document])),
        Msg::UndoNotice(id) => {
            let toast = model.toasts.iter().find(|toast| toast.id == *id);
            let mut documents = toast.into_iter().flat_map(|toast| &toast.steps).map(|(document, _)| *document);
            documents.find_map(|document| rooms.missing(document.room).or_else(|| next(&[document])))
        }
        Msg::GoTo(document, _) => {
            let entries = || model.history.entries(*document).iter().find_map(touched);
            rooms.missing(document.room).or_else(entries)
        }
        Msg::Confirmed => match &model.dialog {
            Some(Dialog::Confirm(confirm)) => match confirm {
                Confirm::DeleteMessage(key, _) => of(key),
                Confirm::DeleteSession(id, _) => about(*id),
                _ => None,
            },
            _ => None,
        },
        Msg::Find(FindMsg::Begin(room)) => rooms.missing(*room),
        Msg::Make(MakeMsg::Make(_, To::Entries | To::Timer | To::Goal)) => rooms.missing(RoomId::Time),
        // A file may be of any room.
        Msg::Files(msg) if msg.is_file() || msg.is_of_all_rooms() => any(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connect::{ConnectMsg, ProbeKind, ProbeState};
    use crate::maps::MapMsg;
    use crate::room::{RoomInfo, Rooms};
    use crate::rooms::ROOMS;
    use espalier_base::time::Timestamp;
    use espalier_model::Slug;
    use espalier_storage::port::Loaded;

    /// An app whose chunks have yet to load.
    fn cut() -> (Model, Env) {
        let late = ROOMS.all().map(|info| RoomInfo {
            entry: match info.id {
                RoomId::Map => || room::kept(RoomId::Map),
                _ => info.entry,
            },
            ..*info
        });
        let late: Vec<RoomInfo> = late.collect();
        let mut model = Model { rooms: Rooms(Box::leak(late.into())), ..Model::default() };
        model.more = MoreSlot(None);
        let mut env = Env::deterministic(Timestamp(1_700_000_000_000), 1);
        let _ = step(&mut model, Msg::Started(Box::default()), &mut env);
        let _ = step(&mut model, Msg::Loaded(LoadTag::Boot, Ok(Loaded::default())), &mut env);
        (model, env)
    }

    fn fetches(model: &mut Model, env: &mut Env, msg: Msg) -> usize {
        step(model, msg, env).iter().filter(|effect| matches!(effect, Effect::FetchChunk(_))).count()
    }

    fn arrived(chunk: Chunk, exports: ChunkExports) -> Msg {
        Msg::Chunk(ChunkMsg::Fetched(chunk, Ok(exports)))
    }

    fn map_room() -> ChunkExports {
        ChunkExports { room: ROOMS.get(RoomId::Map), ..ChunkExports::default() }
    }

    fn notices(model: &Model) -> Vec<&Notice> {
        model.toasts.iter().map(|toast| &toast.text).collect()
    }

    #[test]
    fn what_is_coming_or_here_is_not_fetched_again() {
        let (mut model, mut env) = cut();
        let mut say = |msg| fetches(&mut model, &mut env, Msg::Chunk(msg));
        assert_eq!(say(ChunkMsg::Wanted(Chunk::Time)), 1);
        assert_eq!(say(ChunkMsg::Wanted(Chunk::Time)), 0);
        assert_eq!(say(ChunkMsg::Wanted(Chunk::Map)), 1);
        assert_eq!(say(ChunkMsg::Fetched(Chunk::Time, Ok(ChunkExports::default()))), 0);
        assert_eq!(say(ChunkMsg::Wanted(Chunk::Time)), 0);
        assert_eq!(model.chunks.state(Chunk::Time), Some(LoadState::Ready));
    }

    #[test]
    fn what_could_not_be_had_can_be_asked_for_again_and_comes_with_the_network() {
        let (mut model, mut env) = cut();
        for (error, by_itself) in [(ChunkError::Offline, 1), (ChunkError::Gone, 0)] {
            fetches(&mut model, &mut env, Msg::Chunk(ChunkMsg::Wanted(Chunk::Talk)));
            fetches(&mut model, &mut env, Msg::Chunk(ChunkMsg::Fetched(Chunk::Talk, Err(error))));
            assert_eq!(model.chunks.state(Chunk::Talk), Some(LoadState::Failed(error)));
            assert_eq!(fetches(&mut model, &mut env, Msg::Online), by_itself);
        }
        assert_eq!(fetches(&mut model, &mut env, Msg::Chunk(ChunkMsg::Wanted(Chunk::Talk))), 1);
    }

    #[test]
    fn w1_a_room_that_is_not_here_misses_nothing() {
        let (mut model, mut env) = cut();
        let mut fetched = fetches(&mut model, &mut env, Msg::Go(crate::navigate::Route::Map(None, None)));
        fetched += fetches(&mut model, &mut env, Msg::Maps(MapMsg::Create));
        assert_eq!(fetched, 1);
        assert!(model.maps.made().is_none(), "nothing of a room is made before its code is here");
        assert!(model.mind_maps().is_empty());
        assert!(!model.all_saved(), "what waits is not stored");
        let _ = step(&mut model, arrived(Chunk::Map, map_room()), &mut env);
        assert_eq!(model.mind_maps().len(), 1, "what was sent before is done");
        assert_eq!(model.route.map(), Some(model.mind_maps()[0].id), "and shown");
        assert!(model.chunks.deferred.is_empty());
    }

    #[test]
    fn w2_a_step_is_taken_back_only_where_it_was_asked_for() {
        let (mut model, mut env) = cut();
        let _ = step(&mut model, Msg::Go(crate::navigate::Route::Map(None, None)), &mut env);
        let _ = step(&mut model, Msg::Undo, &mut env);
        let _ = step(&mut model, Msg::Go(crate::navigate::Route::Chat(None, None)), &mut env);
        let _ = step(&mut model, arrived(Chunk::Map, map_room()), &mut env);
        assert_eq!(notices(&model), [&Notice::Refused(Refusal::Stale)]);
    }

    #[test]
    fn w3_what_cannot_be_done_is_said_and_goes_on_waiting() {
        let (mut model, mut env) = cut();
        fetches(&mut model, &mut env, Msg::Maps(MapMsg::Create));
        fetches(&mut model, &mut env, Msg::Chunk(ChunkMsg::Fetched(Chunk::Map, Err(ChunkError::Offline))));
        assert_eq!(notices(&model), [&Notice::ChunkFailed(ChunkError::Offline)]);
        assert_eq!(fetches(&mut model, &mut env, Msg::Online), 1);
        let _ = step(&mut model, arrived(Chunk::Map, map_room()), &mut env);
        assert_eq!(model.mind_maps().len(), 1);
    }

    /// An app without the code of conversations that has been asked something, with the effects.
    fn asked() -> (Model, Env, Vec<Effect>) {
        let (mut model, mut env) = cut();
        model.talk = TalkSlot(None);
        let effects = step(&mut model, Msg::Sessions(SessionMsg::Send(None, "Hello".to_owned())), &mut env);
        (model, env, effects)
    }

    fn talk() -> Msg {
        arrived(Chunk::Talk, ChunkExports { talk: Some(&crate::prompt::Talk), ..ChunkExports::default() })
    }

    #[test]
    fn w1_a_question_is_stored_at_once_and_answered_once_the_code_is_here() {
        let (mut model, mut env, effects) = asked();
        assert_eq!(model.sessions().len(), 1);
        assert!(effects.iter().any(|effect| matches!(effect, Effect::Commit(..))), "{effects:?}");
        assert!(effects.iter().any(|effect| matches!(effect, Effect::HoldTurn(_))), "other tabs leave it alone");
        assert!(effects.iter().any(|effect| matches!(effect, Effect::FetchChunk(Chunk::Talk))));
        assert!(!effects.iter().any(|effect| matches!(effect, Effect::CallModel(_))));
        assert!(!model.all_saved());
        let effects = step(&mut model, talk(), &mut env);
        assert!(effects.iter().any(|effect| matches!(effect, Effect::CallModel(_))));
        assert_eq!(model.running.len(), 1);
    }

    #[test]
    fn w1_a_question_that_was_taken_back_meanwhile_is_not_answered() {
        let (mut model, mut env, _) = asked();
        let _ = step(&mut model, Msg::Undo, &mut env);
        let effects = step(&mut model, talk(), &mut env);
        assert!(model.running.is_empty());
        assert!(effects.iter().any(|effect| matches!(effect, Effect::ReleaseTurn(_))), "{effects:?}");
    }

    #[test]
    fn w1_a_test_of_the_connection_waits_for_the_code_that_asks() {
        let (mut model, mut env) = cut();
        model.talk = TalkSlot(None);
        let provider = Slug::new("openai");
        assert_eq!(fetches(&mut model, &mut env, Msg::Connect(ConnectMsg::Test(provider.clone()))), 1);
        assert_eq!(model.probes.get(&(provider, ProbeKind::Connection)), Some(&ProbeState::Testing));
        let effects = step(&mut model, talk(), &mut env);
        assert!(effects.iter().any(|effect| matches!(effect, Effect::Probe(_))), "{effects:?}");
    }

    #[test]
    fn what_is_to_be_done_with_files_waits_for_it_in_order() {
        let (mut model, mut env) = cut();
        assert_eq!(fetches(&mut model, &mut env, Msg::Files(FileMsg::Choose("a"))), 1);
        assert_eq!(fetches(&mut model, &mut env, Msg::Files(FileMsg::Choose("b"))), 0);
        let exports = ChunkExports { more: Some(&MORE), ..ChunkExports::default() };
        let effects = step(&mut model, arrived(Chunk::More, exports), &mut env);
        let read = effects.iter().filter_map(|effect| match effect {
            Effect::ReadFile(input) => Some(*input),
            _ => None,
        });
        assert_eq!(read.collect::<Vec<_>>(), ["a", "b"]);
    }

    #[test]
    fn what_cannot_be_done_with_files_is_said_once() {
        let (mut model, mut env) = cut();
        fetches(&mut model, &mut env, Msg::Files(FileMsg::ExportAll));
        fetches(&mut model, &mut env, Msg::Chunk(ChunkMsg::Fetched(Chunk::More, Err(ChunkError::Gone))));
        assert_eq!(notices(&model), [&Notice::ChunkFailed(ChunkError::Gone)]);
        assert!(model.chunks.deferred.is_empty());
        assert_eq!(fetches(&mut model, &mut env, Msg::Files(FileMsg::ExportAll)), 1);
    }
}
