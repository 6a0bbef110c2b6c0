//! Reading of the entries into memory.
//!
//! - R1 The entries are read when the room is first shown, or when a message needs them; the other rooms begin without
//!   them.
//! - R2 A message that needs the entries waits until they are in memory, and such messages are then handled in order.
//!   So nothing is ever worked out on a log that is not in memory, undo least of all.
//! - R3 Rows that another tab wrote while the entries were read are read after them.

use super::{TimeMsg, ensure, show};
use crate::effect::{Effect, LoadTag};
use crate::navigate::Route;
use crate::{BootState, Model, Msg, Refusal, edit, undo, update};
use espalier_base::env::Env;
use espalier_command::history::{Document, Entry};
use espalier_model::{Record, RecordKey, Table};
use espalier_storage::packing::WORTH_PACKING;
use espalier_storage::port::{Loaded, Query};

/// Load state of the entries, and the messages that wait for them.
#[derive(Debug, Default)]
pub struct Reading {
    /// Load state of the entries.
    pub entries: Entries,
    /// Messages that wait (R2); for undo and redo, with the histories they were meant for.
    waiting: Vec<(Option<Vec<Document>>, Msg)>,
    /// Rows that other tabs wrote while the entries were read (R3).
    late: Vec<RecordKey>,
}

/// Load state of the entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Entries {
    /// Only in storage.
    #[default]
    Away,
    /// Being read.
    Coming,
    /// In memory.
    Here,
}

/// Asks for the entries, unless they are in memory or being read.
pub fn read(model: &mut Model, out: &mut Vec<Effect>) {
    if model.timelog.reading.entries == Entries::Away {
        model.timelog.reading.entries = Entries::Coming;
        out.push(Effect::Load(LoadTag::Rows(Document::TIME_LOG), Query::Tables(vec![Table::TimeEntries])));
    }
}

/// Takes in the entries, and goes on with the messages that wait for them.
pub fn take_entries(model: &mut Model, env: &mut Env, loaded: Loaded, out: &mut Vec<Effect>) {
    // What this tab changed while they were read is newer than what was read.
    let known = |record: &Record| model.workspace.tables().record(&record.key()).is_some();
    let fresh: Vec<Record> = loaded.records.into_iter().filter(|record| !known(record)).collect();
    model.workspace.absorb(fresh);
    arrived(model, loaded.unpacked, out);
    ensure(model);
    if matches!(model.route, Route::Time(_)) {
        show(model, out);
    }
    go_on(model, env, out);
}

/// Handles the waiting messages, once the steps of the log are known too.
pub fn go_on(model: &mut Model, env: &mut Env, out: &mut Vec<Effect>) {
    if model.timelog.reading.entries != Entries::Here || model.reading.contains(&Document::TIME_LOG) {
        return;
    }
    for (scope, msg) in std::mem::take(&mut model.timelog.reading.waiting) {
        if scope.is_some_and(|scope| scope != undo::histories(model)) {
            // Another room is shown by now, whose last step is another one.
            edit::refuse(model, Refusal::Stale);
            continue;
        }
        out.extend(update(model, msg, env));
    }
}

impl Reading {
    /// Whether no message waits.
    pub fn is_idle(&self) -> bool {
        self.waiting.is_empty()
    }
}

/// Marks the entries as in memory, and asks for packing where enough rows are not packed.
pub fn arrived(model: &mut Model, unpacked: usize, out: &mut Vec<Effect>) {
    model.timelog.reading.entries = Entries::Here;
    model.whole.insert(Table::TimeEntries);
    if unpacked >= WORTH_PACKING && model.read_only.is_none() {
        out.push(Effect::Pack);
    }
    let late = std::mem::take(&mut model.timelog.reading.late);
    if !late.is_empty() {
        let keys = late.iter().map(|key| (key.table(), key.row_key())).collect();
        out.push(Effect::Load(LoadTag::Outside(late, Vec::new()), Query::Rows(keys)));
    }
}

/// Whether an entry that another tab wrote is to be read now; while the entries are read, it waits (R3).
pub fn concerns(model: &mut Model, key: &RecordKey) -> bool {
    let reading = &mut model.timelog.reading;
    if reading.entries == Entries::Coming {
        reading.late.push(key.clone());
    }
    // One that was brought in before the others were read is known all the same.
    reading.entries == Entries::Here || model.workspace.tables().record(key).is_some()
}

/// Keeps a message that needs the entries until they are in memory (R2), and returns any other.
pub fn hold(model: &mut Model, msg: Msg, out: &mut Vec<Effect>) -> Option<Msg> {
    if model.timelog.reading.entries == Entries::Here || model.boot != BootState::Ready || !needs(model, &msg) {
        return Some(msg);
    }
    let scope = matches!(msg, Msg::Undo | Msg::Redo).then(|| undo::histories(model));
    model.timelog.reading.waiting.push((scope, msg));
    read(model, out);
    None
}

fn needs(model: &Model, msg: &Msg) -> bool {
    let touches = |entry: &Entry| entry.changes.keys().any(|key| key.table() == Table::TimeEntries);
    let undoes = |scope: &[Document]| {
        // What is taken back next may be decided by what waits already.
        let next = model.history.next_undo(scope).is_some_and(|(_, entry)| touches(entry));
        next || scope.contains(&Document::TIME_LOG) || !model.timelog.reading.waiting.is_empty()
    };
    match msg {
        Msg::Time(msg) => !matches!(
            msg,
            TimeMsg::Tick
                | TimeMsg::Arrived
                | TimeMsg::Typed(_)
                | TimeMsg::Close
                | TimeMsg::Discard
                | TimeMsg::GoOn
                | TimeMsg::Ask(_)
                | TimeMsg::More
                | TimeMsg::Show(_)
                | TimeMsg::GoTo(_)
                | TimeMsg::Panel(_)
                | TimeMsg::Choose(_)
        ),
        Msg::Undo => undoes(&undo::undo_scope(model)),
        Msg::UndoIn(document) => undoes(&[*document]),
        Msg::UndoNotice(id) => {
            let toast = model.toasts.iter().find(|toast| toast.id == *id);
            toast.is_some_and(|toast| toast.steps.iter().any(|(document, _)| undoes(&[*document])))
        }
        Msg::Redo => {
            let scope = undo::redo_scope(model);
            let next = model.history.next_redo(&scope).is_some_and(|(_, entry)| touches(entry));
            next || undoes(&scope)
        }
        Msg::GoTo(document, _) => undoes(&[*document]) || model.history.entries(*document).iter().any(touches),
        Msg::Files(msg) => msg.is_file() && matches!(model.route, Route::Time(_)) || msg.is_of_all_rooms(),
        _ => false,
    }
}
