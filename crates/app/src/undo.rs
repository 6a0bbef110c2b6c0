//! Undo and redo.
//!
//! - E3 Undoing or redoing stops running answers that it touches first.

mod scope;
mod travel;

use self::scope::gone;
pub use self::scope::{histories, redo_scope, undo_scope};
pub use self::travel::go_to;
use super::effect::{Effect, LoadTag};
use super::{Model, Notice, Refusal, edit, notify, prompt, proposals};
use espalier_base::env::Env;
use espalier_command::history::{Document, Entry, Step};
use espalier_model::change::Change;
use espalier_model::{Record, RecordKey, Table};
use espalier_storage::port::{Loaded, Query};

/// Undoes the last step.
pub fn undo(model: &mut Model, env: &mut Env, out: &mut Vec<Effect>) {
    undo_in(model, env, &undo_scope(model), out);
}

/// Undoes the last step of these histories.
pub fn undo_in(model: &mut Model, env: &mut Env, scope: &[Document], out: &mut Vec<Effect>) {
    if let Some(notice) = take_back_in(model, env, scope, out) {
        notify(model, notice, false);
    }
}

/// Undoes the steps of which a notice tells, the last one first, as long as nothing was done after them.
pub fn undo_notice(model: &mut Model, env: &mut Env, id: u64, out: &mut Vec<Effect>) {
    let Some(at) = model.toasts.iter().position(|toast| toast.id == id) else { return };
    for (document, entry) in model.toasts.remove(at).steps.into_iter().rev() {
        if model.history.next_undo(&[document]).is_none_or(|(_, next)| next.id != entry) {
            return notify(model, Notice::Refused(Refusal::Stale), true);
        }
        undo_in(model, env, &[document], out);
    }
}

/// Undoes the last step; returns its notice, or notifies at once if something is in the way.
pub fn take_back(model: &mut Model, env: &mut Env, out: &mut Vec<Effect>) -> Option<Notice> {
    take_back_in(model, env, &undo_scope(model), out)
}

fn take_back_in(model: &mut Model, env: &mut Env, scope: &[Document], out: &mut Vec<Effect>) -> Option<Notice> {
    let Some((_, entry)) = model.history.next_undo(scope) else {
        return Some(Notice::NothingToUndo);
    };
    let away = rows_away(model, entry);
    if !away.is_empty() && model.fetched != Some(entry.id) {
        model.fetched = Some(entry.id);
        out.push(Effect::Load(LoadTag::Undo(scope.to_vec()), Query::Rows(away)));
        return None;
    }
    let touched: Vec<RecordKey> = entry.changes.keys().cloned().collect();
    prompt::stop_touched(model, env, &touched, out);
    let step = model.history.plan_undo(&model.workspace, scope)?;
    perform(model, &step, out)
}

/// Rows that a step made or changed and that are in storage alone: those of conversations, maps and scenes that were
/// not opened since. Without them it would be undone by half.
fn rows_away(model: &Model, entry: &Entry) -> Vec<(Table, String)> {
    let tables = model.workspace.tables();
    let left = |(key, change): (&RecordKey, &Change)| {
        let inside = matches!(key, RecordKey::Messages(_) | RecordKey::Nodes(_) | RecordKey::Shapes(_));
        let away = inside && !matches!(change, Change::Removed(_)) && tables.record(key).is_none();
        away.then(|| (key.table(), key.row_key()))
    };
    entry.changes.iter().filter_map(left).collect()
}

/// Undoes a step, now that the rows it needs were read.
pub fn fetched(model: &mut Model, env: &mut Env, scope: &[Document], loaded: Loaded, out: &mut Vec<Effect>) {
    let fresh = |record: &Record| model.workspace.tables().record(&record.key()).is_none();
    let fresh: Vec<Record> = loaded.records.into_iter().filter(fresh).collect();
    model.workspace.absorb(fresh);
    undo_in(model, env, scope, out);
    model.fetched = None;
}

/// Redoes the step that was undone last.
pub fn redo(model: &mut Model, out: &mut Vec<Effect>) {
    let scope = redo_scope(model);
    redo_in(model, &scope, out);
}

/// Redoes the step that was undone last in one of these histories.
pub fn redo_in(model: &mut Model, scope: &[Document], out: &mut Vec<Effect>) {
    let Some(step) = model.history.plan_redo(&model.workspace, scope) else {
        return notify(model, Notice::NothingToRedo, false);
    };
    if let Some(notice) = perform(model, &step, out) {
        notify(model, notice, false);
    }
}

/// Carries out a step and returns its notice; conflicts are notified at once.
fn perform(model: &mut Model, step: &Step, out: &mut Vec<Effect>) -> Option<Notice> {
    let command = edit::perform(model, step, out)?;
    proposals::set_undone(model, step.entry, step.undo);
    for room in model.rooms.here() {
        room.stepped(model, step, out);
    }
    let conflicts = step.conflicts.len();
    let notice = match gone(&step.changes) {
        Some(name) if step.undo && conflicts == 0 => Notice::TakenBack(command, name),
        _ if step.undo => Notice::Undone(command, conflicts),
        _ => Notice::Redone(command, conflicts),
    };
    if conflicts > 0 {
        notify(model, notice.clone(), true);
    }
    Some(notice).filter(|_| conflicts == 0)
}

/// Names the present state, so that one can return to it.
pub fn add_checkpoint(model: &mut Model, name: &str, out: &mut Vec<Effect>) {
    let scope = undo_scope(model);
    if !edit::add_checkpoint(model, &scope, name, out) {
        notify(model, Notice::NothingToUndo, false);
    }
}
