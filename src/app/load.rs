//! Reading: the start, opening a conversation, what other tabs wrote.
//!
//! Must not be in here: writing.

mod outside;

use std::collections::BTreeMap;

pub use self::outside::outside;

use super::effect::{Effect, KeyKeeping, LoadTag};
use super::files::FileMsg;
use super::navigate::Route;
use super::pulse::{self, Pulse};
use super::timelog::Entries;
use super::{
    Facts, Model, Notice, Stage, connect, course, edit, files, maps, notify, pieces, prompt, sessions, timelog,
};
use crate::base::env::Env;
use crate::base::zone::Zone;
use crate::command::history::{Document, Entry, parse_journal_key};
use crate::model::{Record, RecordKey, Scope, Session, SessionId, Slug, Table};
use crate::storage::port::{Commit, Durability, JournalRow, Loaded, Query, StorageError};

/// How many steps of a document are read at once.
const JOURNAL_PAGE: u32 = 500;

/// So many steps that can be taken back are known, if there are as many.
const STEPS_AHEAD: usize = 50;

/// What the shell hands over when it has started.
#[derive(Debug, Default)]
pub struct Start {
    /// What it knows about the browser.
    pub facts: Facts,
    /// Which keys there are.
    pub keys: BTreeMap<connect::KeyPlace, KeyKeeping>,
    /// The providers whose key an earlier version kept without its origin.
    pub unbound_keys: Vec<(Slug, KeyKeeping)>,
    /// What could not be stored in an earlier visit.
    pub unsaved: Vec<Commit>,
    /// How much there was when the app was last seen well.
    pub pulse: Option<Pulse>,
    /// Unsent texts.
    pub drafts: BTreeMap<Option<SessionId>, String>,
    /// Words that were being typed, by place.
    pub words: BTreeMap<String, String>,
    /// What the address says.
    pub route: Route,
    /// The page was loaded again by itself, to test this provider's connection; an empty name stands for no test.
    pub reloaded_for: Option<Slug>,
}

/// What another tab says it wrote.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Announcement {
    /// Rows it changed or removed.
    pub rows: Vec<RecordKey>,
    /// Journal rows it wrote.
    pub journal: Vec<String>,
    /// Journal rows it dropped.
    pub dropped: Vec<String>,
}

/// The shell has started: read the small tables.
pub fn started(model: &mut Model, start: Start, out: &mut Vec<Effect>) {
    model.facts = start.facts;
    model.keys = start.keys;
    model.unbound_keys = start.unbound_keys;
    pulse::start(model, start.pulse);
    model.drafts = start.drafts;
    model.words = start.words;
    model.route = start.route;
    model.after_reload = start.reloaded_for.map(|slug| slug.0);
    out.push(Effect::SetRoute(start.route, true));
    if start.unsaved.is_empty() {
        begin(model, out);
    } else {
        edit::save::resume(model, start.unsaved, out);
    }
}

/// What waited from an earlier visit was written, or could not be: now the start goes on.
pub fn go_on(model: &mut Model, out: &mut Vec<Effect>) {
    if edit::save::start_waited(model) {
        begin(model, out);
    }
}

fn begin(model: &mut Model, out: &mut Vec<Effect>) {
    let route = model.route;
    let log = route == Route::Time;
    let first = |table: &Table| match table {
        Table::Messages | Table::Nodes => false,
        Table::TimeEntries => log,
        _ => true,
    };
    if log {
        model.timelog.reading.entries = Entries::Coming;
    }
    let small = Table::ALL.iter().copied().filter(first).collect();
    out.push(Effect::Load(LoadTag::Boot, Query::Tables(small)));
    show(model, route, out);
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
    if std::mem::discriminant(&model.route) != std::mem::discriminant(&route) {
        // Why something could not be done in a room means nothing in another one.
        model.toasts.retain(|toast| !(toast.error && toast.passes()));
    }
    model.route = route;
    model.dialog = None;
    if let Some(session) = route.session() {
        match model.workspace.get::<Session>(&session).map(|row| row.scope) {
            Some(Scope::Node { map, node }) => {
                model.maps.look(map).panel = maps::Panel::Assistant;
                return instead(model, Route::Map(Some(map), Some(node)), out);
            }
            Some(Scope::Time) => {
                model.assistant.time = Some(session);
                model.timelog.look.panel = true;
                return instead(model, Route::Time, out);
            }
            Some(Scope::Course { course }) => return instead(model, Route::Course(Some(course)), out),
            Some(Scope::Chat) | None => {}
        }
        open(model, session, out);
    }
    if let Route::Map(map, node) = route {
        maps::show(model, map, node, out);
    }
    if let Route::Course(id) = route {
        course::show(model, id, out);
    }
    if route == Route::Time && model.stage == Stage::Ready {
        timelog::show(model, out);
    }
}

/// Shows something else than the address says, in its place, so that going back does not lead here again.
fn instead(model: &mut Model, route: Route, out: &mut Vec<Effect>) {
    out.push(Effect::SetRoute(route, true));
    show(model, route, out);
}

/// Reads a session's messages and journal, unless they are here.
pub fn open(model: &mut Model, session: SessionId, out: &mut Vec<Effect>) {
    if model.opened.contains(&session) || !model.opening.insert(session) {
        return;
    }
    out.push(Effect::Load(LoadTag::Session(session), Query::Session(session)));
    out.push(read_journal(Document::Session(session)));
}

/// Reads the last steps of a document.
pub fn read_journal(document: Document) -> Effect {
    journal_page(document, None)
}

/// Reads the steps before those that are known, unless there are none or they are being read.
pub fn read_older(model: &mut Model, document: Document, out: &mut Vec<Effect>) {
    let before = model.history.older(document).map(str::to_owned);
    if before.is_some() && model.reading.insert(document) {
        out.push(journal_page(document, before));
    }
}

/// Reads older steps as soon as few are left to be taken back.
pub fn read_ahead(model: &mut Model, document: Document, out: &mut Vec<Effect>) {
    if model.history.entries(document).iter().filter(|entry| !entry.undone).nth(STEPS_AHEAD).is_none() {
        read_older(model, document, out);
    }
}

fn journal_page(document: Document, before: Option<String>) -> Effect {
    let query = Query::Journal { document: document.to_string(), before, limit: JOURNAL_PAGE };
    Effect::Load(LoadTag::Journal(document), query)
}

/// A read is done.
pub fn loaded(
    model: &mut Model,
    env: &mut Env,
    tag: LoadTag,
    result: Result<Loaded, StorageError>,
    out: &mut Vec<Effect>,
) {
    let mut loaded = match result {
        Ok(loaded) => loaded,
        Err(error) => return failed(model, env, &tag, error, out),
    };
    loaded.records = edit::save::over(model, &tag, loaded.records);
    if !loaded.unreadable.is_empty() {
        notify(model, Notice::Unreadable(loaded.unreadable.len()), true);
        model.unreadable.extend(loaded.unreadable.iter().cloned());
    }
    match tag {
        LoadTag::Boot => booted(model, loaded, out),
        LoadTag::Session(session) => {
            opened(model, session, loaded, out);
            course::opened(model, env, session, out);
        }
        LoadTag::Map(map) => maps::opened(model, env, map, loaded, out),
        LoadTag::TimeLog => timelog::reading::came(model, env, loaded, out),
        LoadTag::Journal(document) => {
            model.reading.remove(&document);
            let read: Vec<Entry> = entries(&loaded.journal).map(|(_, entry)| entry).collect();
            let broken = loaded.journal.len() - read.len();
            if broken > 0 {
                notify(model, Notice::Unreadable(broken), true);
            }
            model.history.add_read(document, read);
            edit::tidy(model, document, out);
            let first = loaded.journal.first().filter(|_| loaded.journal.len() >= JOURNAL_PAGE as usize);
            model.history.set_partial(document, first.map(|row| row.key.clone()));
            read_ahead(model, document, out);
            pulse::read(model, document);
            if document == Document::TimeLog {
                timelog::reading::go_on(model, env, out);
            }
        }
        LoadTag::Unsaved => edit::save::resumed(model, &loaded.journal, out),
        LoadTag::Undo(scope) => edit::fetched(model, env, &scope, loaded, out),
        LoadTag::Orphan(key) => prompt::orphan_loaded(model, env, key, loaded, out),
        LoadTag::Outside(rows, journal) => outside::absorb(model, &rows, &journal, loaded, out),
        LoadTag::Search(query) => sessions::search_in(model, &query, &loaded.records),
        LoadTag::Export => pieces::files(model, env, FileMsg::Export(loaded), out),
        LoadTag::Import => pieces::files(model, env, FileMsg::Compare(loaded), out),
    }
}

fn failed(model: &mut Model, env: &mut Env, tag: &LoadTag, error: StorageError, out: &mut Vec<Effect>) {
    match tag {
        LoadTag::Export => pieces::files(model, env, FileMsg::ExportFromMemory, out),
        LoadTag::Boot | LoadTag::Unsaved => model.stage = Stage::Failed(error),
        LoadTag::TimeLog => timelog::reading::failed(model, error),
        LoadTag::Map(map) => {
            maps::not_read(model, *map);
            notify(model, Notice::Storage(error), true);
        }
        LoadTag::Session(session) => {
            model.opening.remove(session);
            // What waited for it is not done another time by itself.
            model.courses.leaving = None;
            model.unread.insert(Document::Session(*session));
            notify(model, Notice::Storage(error), true);
        }
        LoadTag::Journal(document) => {
            model.reading.remove(document);
            model.history.not_read(*document);
            pulse::read(model, *document);
            notify(model, Notice::Storage(error), true);
        }
        LoadTag::Undo(_) => {
            model.fetched = None;
            notify(model, Notice::Storage(error), true);
        }
        LoadTag::Import => {
            files::import_failed(model);
            notify(model, Notice::Storage(error), true);
        }
        LoadTag::Search(_) => {
            model.search.busy = false;
            notify(model, Notice::Storage(error), true);
        }
        _ => notify(model, Notice::Storage(error), true),
    }
}

fn booted(model: &mut Model, loaded: Loaded, out: &mut Vec<Effect>) {
    model.workspace.absorb(loaded.records);
    if model.timelog.reading.entries == Entries::Coming {
        timelog::reading::arrived(model, loaded.unpacked, out);
    }
    unblocked(model);
    connect::bind_old_keys(model, out);
    if connect::allows_too_little(model, out) {
        return;
    }
    model.stage = Stage::Ready;
    out.extend(pulse::READ_AT_START.map(read_journal));
    out.push(Effect::Appearance(model.language(), model.theme()));
    out.push(Effect::MeasureStorage { persist: false });
    model.stale_views.extend(model.opened.iter().copied());
    model.maps.stale.extend(model.maps.opened.iter().copied());
    if model.route == Route::Time {
        timelog::show(model, out);
    }
    if matches!(model.route, Route::Chat(Some(_), _) | Route::Course(_)) {
        // Now it is known what that conversation is about, and which courses there are.
        show(model, model.route, out);
    }
    connect::migrate_old(model, out);
    connect::resume_test(model, out);
}

fn opened(model: &mut Model, session: SessionId, loaded: Loaded, out: &mut Vec<Effect>) {
    model.opening.remove(&session);
    // What this tab changed while it was read is newer than what was read.
    let fresh = loaded.records.into_iter().filter(|record| model.workspace.tables().record(&record.key()).is_none());
    let fresh: Vec<Record> = fresh.collect();
    model.workspace.absorb(fresh);
    model.opened.insert(session);
    model.stale_views.insert(session);
    prompt::await_owners(model, session, out);
    repair(model, session, out);
}

/// The browser's clock is in another zone than it was: days are those of the new one.
pub fn zone_seen(model: &mut Model, zone: Zone) {
    if model.facts.zone.as_ref() != Some(&zone) {
        model.facts.zone = Some(zone);
        timelog::zone_changed(model);
    }
}

/// The tab that kept the data from this one is gone.
pub fn unblocked(model: &mut Model) {
    if model.read_only == Some(StorageError::Blocked) {
        model.read_only = None;
    }
}

/// Points a session at a leaf that exists, when its own does not (the tree itself is repaired as it is read).
fn repair(model: &mut Model, session: SessionId, out: &mut Vec<Effect>) {
    let tree = crate::model::conversation::tree::Tree::of(model.workspace.messages(session).map(|message| &**message));
    let Some(row) = model.workspace.get::<Session>(&session) else {
        return;
    };
    let leaf = tree.active_leaf(row);
    let repairs = tree.repairs.len() + usize::from(leaf != row.active_leaf);
    if repairs == 0 {
        return;
    }
    notify(model, Notice::Repaired(repairs), false);
    edit::change(model, Durability::Relaxed, out, |draft| {
        draft.update::<Session>(&session, |row| row.active_leaf = leaf);
    });
}

fn entries(rows: &[JournalRow]) -> impl Iterator<Item = (Document, Entry)> + '_ {
    rows.iter().filter_map(|row| {
        let (document, _) = parse_journal_key(&row.key)?;
        Some((document, serde_json::from_str(&row.json).ok()?))
    })
}
