//! Reading: the start, opening a conversation, the writes of other tabs.

mod missing;
mod outside;

use std::collections::BTreeMap;

pub use self::outside::outside;

use super::core::links;
use super::data_loss::{self, RowCounts};
use super::effect::place::PlaceEffect;
use super::effect::{Effect, ElsewhereTimes, KeyKeeping, LoadTag, Resume};
use super::files::FileMsg;
use super::find::FindMsg;
use super::make::MakeMsg;
use super::navigate::Route;
use super::places::{self, Places};
use super::today::TodayMsg;
use super::{
    BootState, Facts, Model, Notice, attachments, clock, connect, deferred, device, edit, elsewhere, files, journal,
    notify, prompt, room, sessions, undo,
};
use espalier_base::env::Env;
use espalier_command::history::Entry;
use espalier_model::{SessionId, Slug, Table};
use espalier_storage::port::{Commit, Loaded, Query, StorageError};

/// Facts that the shell hands over at the start.
#[derive(Debug, Default)]
pub struct Start {
    /// Facts about the browser.
    pub facts: Facts,
    /// Places of the stored keys.
    pub keys: BTreeMap<connect::KeyPlace, KeyKeeping>,
    /// Providers whose key an earlier version kept without its origin.
    pub unbound_keys: Vec<(Slug, KeyKeeping)>,
    /// Commits that could not be stored in an earlier visit.
    pub unsaved: Vec<Commit>,
    /// Row counts that were kept last.
    pub row_counts: Option<RowCounts>,
    /// Times of saving outside this browser that were kept last.
    pub elsewhere: Option<ElsewhereTimes>,
    /// Unsent texts of the composer.
    pub drafts: BTreeMap<Option<SessionId>, String>,
    /// Words that were being typed, by place.
    pub words: BTreeMap<String, String>,
    /// The place of the address; `None` where the page is opened at its bare address.
    pub route: Option<Route>,
    /// The last place in each room.
    pub places: Places,
    /// Whether earlier visits were on other days; known where the page is opened at its bare address.
    pub new_day: bool,
    /// Task to go on with, where the page reloaded itself.
    pub reloaded_for: Option<Resume>,
}

/// Begins the start: reads the small tables.
pub fn started(model: &mut Model, start: Start, out: &mut Vec<Effect>) {
    model.facts = start.facts;
    model.keys = start.keys;
    model.unbound_keys = start.unbound_keys;
    data_loss::start(model, start.row_counts);
    elsewhere::start(model, start.elsewhere, out);
    model.drafts = start.drafts;
    model.words = start.words;
    attachments::begin(model);
    sessions::queue::begin(model);
    model.places = start.places;
    // An address wins; without one it goes on where it was, if that is still there (`booted`).
    model.places.unsure = start.route.is_none();
    model.places.new_day = start.new_day;
    model.route = start.route.unwrap_or_else(|| model.places.newest());
    model.after_reload = start.reloaded_for;
    out.push(Effect::SetRoute(model.route, true));
    if start.unsaved.is_empty() {
        begin(model, out);
    } else {
        edit::save::resume(model, start.unsaved, out);
    }
}

/// Goes on with the start, once the commits of an earlier visit were written or could not be.
pub fn go_on(model: &mut Model, out: &mut Vec<Effect>) {
    if edit::save::start_waited(model) {
        begin(model, out);
    }
}

fn begin(model: &mut Model, out: &mut Vec<Effect>) {
    let route = model.route;
    let infos = model.rooms.all();
    let away = infos.flat_map(|info| {
        let is_shown = route.room() == Some(info.id) && model.rooms.get(info.id).is_some();
        let first: &[Table] = if is_shown { info.at_start } else { &[] };
        info.later.iter().filter(|table| !first.contains(table))
    });
    let away: Vec<Table> = away.copied().collect();
    if let Some(room) = model.room() {
        room.starts(model);
    }
    let small = Table::ALL.iter().copied().filter(|table| !away.contains(table)).collect();
    out.push(Effect::Load(LoadTag::Boot, Query::Tables(small)));
    room::show(model, route, out);
}

/// Takes in the result of a read.
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
        LoadTag::Rows(document) => {
            data_loss::rows_read(model, document, loaded.records.len());
            if let Some(room) = model.rooms.get(document.room) {
                room.loaded(model, env, document, loaded, out);
            }
            for room in model.rooms.here() {
                room.read(model, env, document, out);
            }
            if model.making.is_some() {
                deferred::make(model, env, MakeMsg::Read(document), out);
            }
        }
        LoadTag::Journal(document) => {
            model.reading.remove(&document);
            let read: Vec<Entry> = journal::entries(&loaded.journal).map(|(_, entry)| entry).collect();
            let broken = loaded.journal.len() - read.len();
            if broken > 0 {
                notify(model, Notice::Unreadable(broken), true);
            }
            model.history.add_read(document, read);
            edit::tidy(model, document, out);
            let first = loaded.journal.first().filter(|_| loaded.journal.len() >= journal::JOURNAL_PAGE as usize);
            model.history.set_partial(document, first.map(|row| row.key.clone()));
            journal::read_ahead(model, document, out);
            data_loss::read(model, document);
            for room in model.rooms.here() {
                room.journal_read(model, env, document, out);
            }
        }
        LoadTag::Missing => missing::found(model, env, loaded.missing, out),
        LoadTag::Unsaved => edit::save::resumed(model, &loaded.journal, out),
        LoadTag::Undo(scope) => undo::fetched(model, env, &scope, loaded, out),
        LoadTag::Orphan(key) => prompt::orphan_loaded(model, env, key, loaded, out),
        LoadTag::Outside(rows, journal) => outside::absorb(model, &rows, &journal, loaded, out),
        LoadTag::Running(_) => clock::take_rows(model, loaded.records),
        LoadTag::Find(keys) => deferred::find(model, env, FindMsg::Read(keys, Some(loaded.records)), out),
        LoadTag::Linked => deferred::find(model, env, FindMsg::Linked(loaded.records), out),
        LoadTag::Today(answer) => deferred::today(model, env, TodayMsg::Loaded(answer, Ok(loaded)), out),
        LoadTag::Export => deferred::files(model, env, FileMsg::Export(loaded), out),
        LoadTag::ExportSession(id) => deferred::files(model, env, FileMsg::ExportWithFiles(id, loaded.files), out),
        LoadTag::Attachments => attachments::listed(model, &loaded.records),
        LoadTag::Import => deferred::files(model, env, FileMsg::Compare(loaded), out),
    }
}

fn failed(model: &mut Model, env: &mut Env, tag: &LoadTag, error: StorageError, out: &mut Vec<Effect>) {
    match tag {
        LoadTag::Export => deferred::files(model, env, FileMsg::ExportFromMemory, out),
        LoadTag::Boot | LoadTag::Unsaved => model.boot = BootState::Failed(error),
        LoadTag::Rows(document) => {
            for room in model.rooms.here() {
                room.failed(model, *document);
            }
            notify(model, Notice::Storage(error), true);
        }
        LoadTag::Journal(document) => {
            model.reading.remove(document);
            model.history.not_read(*document);
            data_loss::read(model, *document);
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
        LoadTag::Find(keys) => {
            notify(model, Notice::Storage(error), true);
            deferred::find(model, env, FindMsg::Read(keys.clone(), None), out);
        }
        LoadTag::Today(answer) => deferred::today(model, env, TodayMsg::Loaded(*answer, Err(error)), out),
        _ => notify(model, Notice::Storage(error), true),
    }
}

fn booted(model: &mut Model, loaded: Loaded, out: &mut Vec<Effect>) {
    model.workspace.absorb(loaded.records);
    unblocked(model);
    if let Some(place) = places::instead(model) {
        out.push(Effect::SetRoute(place, true));
        room::show(model, place, out);
    }
    connect::bind_old_keys(model, out);
    if connect::allows_too_little(model, out) {
        return;
    }
    model.boot = BootState::Ready;
    links::join(model, out);
    out.extend(data_loss::lists(model).map(journal::read_journal));
    out.push(Effect::Appearance(model.language(), model.theme()));
    out.push(Effect::MeasureStorage { persist: false });
    out.push(Effect::SweepFiles);
    out.push(Effect::BeginMirror);
    out.push(Effect::Place(PlaceEffect::Begin));
    attachments::read_again(model, out);
    let views: Vec<SessionId> = model.opened.iter().copied().collect();
    model.stale_views.extend(views);
    for room in model.rooms.here() {
        room.booted(model, loaded.unpacked, out);
    }
    clock::begin(model, out);
    connect::migrate_old(model, out);
    device::resume(model, out);
    connect::resume(model, out);
}

/// Goes on with the start, now that the tab that blocked the data is gone.
pub fn unblocked(model: &mut Model) {
    if model.read_only == Some(StorageError::Blocked) {
        model.read_only = None;
    }
}
