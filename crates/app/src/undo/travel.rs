//! Going to any state of a history, and restoring steps that were set aside in it.

use super::perform;
use crate::edit::refuse;
use crate::effect::Effect;
use crate::{Model, Refusal, notify, prompt};
use espalier_base::env::Env;
use espalier_command::history::{Document, EntryId};
use espalier_model::RecordKey;

/// Goes to the state right after an entry, by undoing or redoing the steps between.
pub fn go_to(model: &mut Model, env: &mut Env, document: Document, target: EntryId, out: &mut Vec<Effect>) {
    let Some(entry) = model.history.entry(document, target) else {
        return refuse(model, Refusal::Gone);
    };
    let undone = entry.undone;
    if entry.aside {
        return restore(model, document, target, out);
    }
    loop {
        let step = if undone {
            model.history.plan_redo(&model.workspace, &[document]).filter(|step| step.entry <= target)
        } else {
            let touched: Vec<RecordKey> = model
                .history
                .next_undo(&[document])
                .filter(|(_, entry)| entry.id > target)
                .map(|(_, entry)| entry.changes.keys().cloned().collect())
                .unwrap_or_default();
            prompt::stop_touched(model, env, &touched, out);
            model.history.plan_undo(&model.workspace, &[document]).filter(|step| step.entry > target)
        };
        let Some(step) = step else { return };
        let confirmed = model.history.entry(document, step.entry).map(|entry| entry.undone);
        let notice = perform(model, &step, out);
        if model.history.entry(document, step.entry).map(|entry| entry.undone) == confirmed {
            return;
        }
        if let Some(notice) = notice {
            notify(model, notice, false);
        }
    }
}

/// Redoes one step that was undone long ago, and leaves later steps as they are.
fn restore(model: &mut Model, document: Document, target: EntryId, out: &mut Vec<Effect>) {
    let Some(step) = model.history.plan_restore(&model.workspace, document, target) else { return };
    if step.changes.is_empty() {
        return refuse(model, Refusal::Stale);
    }
    if let Some(notice) = perform(model, &step, out) {
        notify(model, notice, false);
    }
}
