//! Today: what a person can go on with, and in which order.
//!
//! - T1 Most of it is in memory from the start. Of the conversations that grew last, the last message is read, and
//!   nothing else; a conversation is read if its last answer is not finished, or is gone on with.
//! - T2 What waits for a person is found in the last message of a conversation: who wrote on has decided.
//!
//! The code comes with the chunk `More`.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::effect::{Effect, LoadTag};
use crate::navigate::Route;
use crate::proposals::ProposalTarget;
use crate::sessions::SessionMsg;
use crate::{Model, Msg, Notice, clock, conversation, data_loss, find, journal, notify, update as step};
use espalier_base::env::Env;
use espalier_base::time::Timestamp;
use espalier_chat::commands::can_continue;
use espalier_command::history::Document;
use espalier_model::conversation::Status;
use espalier_model::course::ChapterId;
use espalier_model::persona::Role;
use espalier_model::{CourseId, Message, MessageId, MessageKey, Record, RoomId, Session, SessionId, Table, Thing};
use espalier_storage::port::{Loaded, Query, StorageError};

/// Number of the latest things.
const LATEST: usize = 5;
/// Most courses with a chapter to come.
const COURSES: usize = 3;
/// Conversations whose last message is looked at.
const CONVERSATIONS: usize = 40;
/// Milliseconds for which an answer that broke off is listed.
const BROKEN_OFF_MS: i64 = 7 * 86_400_000;

/// A message to Today.
#[derive(Debug)]
pub enum TodayMsg {
    /// The page opens: read what it shows and may have changed.
    Open,
    /// Read what it shows and was not read yet.
    Read,
    /// Rows that were asked for: the last messages, or the conversation of an answer that goes on.
    Loaded(Option<MessageKey>, Result<Loaded, StorageError>),
    /// Go on with an answer that broke off.
    Continue(MessageKey),
}

/// The last messages of conversations that are not in memory; `None` for one that is on its way, or could not be read.
#[derive(Debug, Default)]
pub struct LastMessages {
    rows: BTreeMap<SessionId, (MessageId, Option<Rc<Message>>)>,
}

/// Reason why a conversation waits for a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum WaitsFor {
    /// The answer to a question.
    Answer,
    /// The decision on what is proposed.
    Decision,
    /// The rest of an answer that broke off.
    Rest,
}

/// A message that waits for a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Waiting {
    /// Reason of the wait.
    pub waits_for: WaitsFor,
    /// The message.
    pub at: MessageKey,
    /// The room of its conversation.
    pub room: RoomId,
}

/// Handles a message to Today.
pub fn update(model: &mut Model, env: &mut Env, msg: TodayMsg, out: &mut Vec<Effect>) {
    match msg {
        TodayMsg::Open => {
            model.today.rows.clear();
            open_unfinished(model, out);
            read(model, out);
        }
        TodayMsg::Read => read(model, out),
        TodayMsg::Loaded(None, Ok(loaded)) => take(model, loaded, out),
        TodayMsg::Loaded(None, Err(error)) => notify(model, Notice::Storage(error), true),
        TodayMsg::Loaded(Some(at), result) => {
            let opened = Msg::Loaded(LoadTag::Rows(Document::of(at.session)), result);
            out.extend(step(model, opened, env));
            go_on(model, env, at, out);
        }
        TodayMsg::Continue(at) if model.opened.contains(&at.session) => go_on(model, env, at, out),
        TodayMsg::Continue(at) => {
            let document = Document::of(at.session);
            if model.opening.insert(at.session) {
                out.push(Effect::Load(LoadTag::Today(Some(at)), Query::Inside(document)));
                out.push(journal::read_journal(document));
            }
        }
    }
}

/// Shows an answer, and goes on with it.
fn go_on(model: &mut Model, env: &mut Env, at: MessageKey, out: &mut Vec<Effect>) {
    out.extend(step(model, Msg::Go(Route::Chat(Some(at.session), Some(at.id))), env));
    if model.opened.contains(&at.session) {
        out.extend(step(model, Msg::Sessions(SessionMsg::Continue(at)), env));
    }
}

/// The conversations that grew last, the latest first.
fn latest_sessions(model: &Model) -> Vec<&Rc<Session>> {
    let mut all: Vec<&Rc<Session>> = model.workspace.tables().sessions.values().collect();
    let order = |row: &&Rc<Session>| std::cmp::Reverse((row.updated_at, row.id));
    if all.len() > CONVERSATIONS {
        all.select_nth_unstable_by_key(CONVERSATIONS, order);
        all.truncate(CONVERSATIONS);
    }
    all.sort_unstable_by_key(order);
    all
}

/// The last messages that are to be read (T1).
pub fn missing(model: &Model) -> Vec<MessageKey> {
    let is_known = |row: &Session, id| {
        let known = model.today.made().and_then(|read| read.rows.get(&row.id));
        known.is_some_and(|(known, _)| *known == id)
    };
    let away = latest_sessions(model).into_iter().filter(|row| !model.opened.contains(&row.id));
    let keys = away.filter_map(|row| Some((row, row.active_leaf?))).filter(|(row, id)| !is_known(row, *id));
    keys.map(|(row, id)| MessageKey { session: row.id, id }).collect()
}

fn read(model: &mut Model, out: &mut Vec<Effect>) {
    let keys = missing(model);
    if !keys.is_empty() {
        let rows = keys.iter().map(|key| (Table::Messages, key.to_string())).collect();
        out.push(Effect::Load(LoadTag::Today(None), Query::Rows(rows)));
        model.today.rows.extend(keys.into_iter().map(|key| (key.session, (key.id, None))));
    }
}

/// Takes in the last messages of conversations.
fn take(model: &mut Model, loaded: Loaded, out: &mut Vec<Effect>) {
    for record in loaded.records {
        let Record::Messages(row) = record else { continue };
        let asked = model.today.rows.get_mut(&row.session).filter(|(id, _)| *id == row.id);
        if let Some((_, known)) = asked {
            *known = Some(row);
        }
    }
    open_unfinished(model, out);
    // Whether something is proposed says the code of the room.
    let rooms: BTreeSet<RoomId> = last_messages(model)
        .filter(|(row, message)| !row.scope.is_chat() && is_undecided(message))
        .map(|(row, _)| row.scope.room())
        .collect();
    for chunk in rooms.into_iter().filter_map(|room| model.rooms.missing(room)) {
        if model.chunks.wants(chunk) {
            out.push(Effect::FetchChunk(chunk));
        }
    }
}

/// Reads the conversations whose last answer is not finished, so that it is seen whether any tab still makes it, and
/// what it asks.
fn open_unfinished(model: &mut Model, out: &mut Vec<Effect>) {
    let kept = model.workspace.tables().turns.values().map(|turn| turn.session);
    let is_coming = |message: &Message| matches!(message.status, Status::Streaming | Status::Waiting);
    let coming = last_messages(model).filter(|(_, message)| is_coming(message)).map(|(row, _)| row.id);
    let sessions: BTreeSet<SessionId> = kept.chain(coming).collect();
    for session in sessions {
        if model.workspace.get::<Session>(&session).is_some() && !model.unread.contains(&Document::of(session)) {
            conversation::open(model, session, out);
        }
    }
}

/// The conversations that grew last with their last messages, as far as these are known.
fn last_messages(model: &Model) -> impl Iterator<Item = (&Rc<Session>, &Rc<Message>)> {
    latest_sessions(model).into_iter().filter_map(|row| {
        if model.opened.contains(&row.id) {
            let id = *model.view(row.id)?.path.last()?;
            return Some((row, model.message(MessageKey { session: row.id, id })?));
        }
        let (id, message) = model.today.made()?.rows.get(&row.id)?;
        Some((row, message.as_ref().filter(|_| row.active_leaf == Some(*id))?))
    })
}

fn is_undecided(message: &Message) -> bool {
    message.role == Role::Assistant && message.status == Status::Done && message.decision.is_none()
}

/// Messages that wait for the person: questions, then proposals, then answers that broke off, the latest of each first (T2).
pub fn waiting(model: &Model) -> Vec<Waiting> {
    let found = last_messages(model).filter_map(|(row, message)| {
        let waits_for = waits_for(model, row, message)?;
        Some(Waiting { waits_for, at: message.key(), room: row.scope.room() })
    });
    let mut found: Vec<Waiting> = found.collect();
    found.sort_by_key(|one| one.waits_for);
    found
}

fn waits_for(model: &Model, row: &Session, message: &Message) -> Option<WaitsFor> {
    let asks = || {
        let mut turns = model.workspace.tables().turns.values();
        message.status == Status::Waiting && turns.any(|turn| turn.answer() == message.key() && turn.parked)
    };
    let proposes = || {
        let place = ProposalTarget::of_stored(model, row.scope, message)?;
        (is_undecided(message) && !place.read(model, message).operations.is_empty()).then_some(())
    };
    if asks() {
        Some(WaitsFor::Answer)
    } else if proposes().is_some() {
        Some(WaitsFor::Decision)
    } else {
        let is_recent = model.now.since_ms(row.updated_at) < BROKEN_OFF_MS;
        (is_recent && can_continue(message)).then_some(WaitsFor::Rest)
    }
}

/// The latest things of all rooms, each with its time, without the entry that runs, which has a row of its own.
pub fn latest(model: &Model) -> Vec<(Timestamp, Thing)> {
    let running = clock::running(model).map(|running| Thing::Entry(running.id));
    let mut latest = find::latest(model);
    latest.retain(|(_, thing)| Some(*thing) != running);
    latest.truncate(LATEST);
    latest
}

/// The next chapter of each of the courses that changed last.
pub fn next_chapters(model: &Model) -> Vec<(CourseId, ChapterId)> {
    let next = model.courses().into_iter().filter_map(|row| {
        let mut chapters = row.outline.as_ref()?.sections.iter().flat_map(|section| &section.chapters);
        Some((row.id, chapters.find(|chapter| !chapter.done)?.id))
    });
    next.take(COURSES).collect()
}

/// Whether there is nothing to go on with, so that the doors of the rooms are shown.
pub fn is_first_visit(model: &Model) -> bool {
    data_loss::is_empty(model) && model.workspace.tables().goals.is_empty() && clock::running(model).is_none()
}
