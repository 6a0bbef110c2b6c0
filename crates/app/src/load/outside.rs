//! Writes of other tabs.

use std::collections::BTreeSet;

use crate::core::ChangedRow;
use crate::effect::{Effect, LoadTag};
use crate::room::Room;
use crate::{Model, clock, journal, prompt};
use espalier_base::collect;
use espalier_command::history::parse_journal_key;
use espalier_model::{Record, RecordKey, SessionId};
use espalier_storage::port::Announcement;
use espalier_storage::port::{Loaded, Query};

/// Reads the rows of an announcement that concern this tab.
pub fn outside(model: &mut Model, announcement: Announcement, out: &mut Vec<Effect>) {
    let rooms = model.rooms;
    let timer = clock::wanted(model, &announcement.rows);
    let mut concerns = |key: &RecordKey| {
        let is_later = rooms.all().any(|info| info.later.contains(&key.table()));
        // A room that is not here reads everything when it comes, but for what is in memory already.
        let is_known = model.workspace.tables().record(key).is_some();
        let is_timer = matches!(key, RecordKey::TimeEntries(id) if timer.contains(id));
        let lacks = |table| rooms.all().any(|info| info.later.contains(&table) && (info.entry)().is_none());
        let is_wanted = rooms.here().any(|room| room.concerns(model, key)) || is_timer;
        !is_later || is_wanted || is_known && lacks(key.table())
    };
    let (rows, others): (Vec<RecordKey>, Vec<RecordKey>) = announcement.rows.into_iter().partition(|key| concerns(key));
    if let Some(unindexed) = &mut model.unindexed {
        unindexed.outside.extend(others);
    }
    if !rows.is_empty() {
        let keys = rows.iter().map(|key| (key.table(), key.row_key())).collect();
        out.push(Effect::Load(LoadTag::Outside(rows, Vec::new()), Query::Rows(keys)));
    }
    if !announcement.journal.is_empty() {
        let keys = announcement.journal;
        out.push(Effect::Load(LoadTag::Outside(Vec::new(), keys.clone()), Query::JournalRows(keys)));
    }
    for key in announcement.dropped {
        if let Some((document, entry)) = parse_journal_key(&key) {
            model.history.forget(document, entry);
        }
    }
}

pub(super) fn absorb(model: &mut Model, rows: &[RecordKey], journal: &[String], loaded: Loaded, out: &mut Vec<Effect>) {
    let found: BTreeSet<RecordKey> = collect::set(loaded.records.iter().map(Record::key));
    for key in rows {
        if !found.contains(key) {
            model.workspace.forget(key);
        }
        model.changed.rows.push(ChangedRow::whole(key.clone()));
    }
    model.workspace.absorb(loaded.records);
    let mut sessions: Vec<SessionId> = rows.iter().filter_map(session_of).collect();
    sessions.dedup();
    for session in sessions {
        prompt::await_owners(model, session, out);
    }
    for (document, entry) in journal::entries(&loaded.journal).filter(|_| !journal.is_empty()) {
        model.history.absorb(document, [entry]);
        if model.rooms.get(document.room).is_some_and(Room::takes_proposals) {
            // Whether a proposal counts as applied depends on the steps of its room.
            model.assistant.panels.retain(|_, panel| panel.as_ref().is_none_or(|panel| panel.state.status().is_open()));
        }
    }
}

const fn session_of(key: &RecordKey) -> Option<SessionId> {
    match key {
        RecordKey::Messages(key) => Some(key.session),
        _ => None,
    }
}
