//! Several answers to one question: asked at once, compared, made into one.
//!
//! - V1 What is asked of several models at once is one step: one undo takes all answers back, also while they are made.
//! - V2 They are made side by side: stopping one, or leaving the page, does to each what it does to one alone.
//! - V3 An answer is merged from those before it, the newest [`MOST`] of them, none of which is still coming.
//! - V4 Keeping one of them, as the next thing that is done after asking, is part of that step, whichever is kept: one undo
//!   takes back the choice and the answers.

use super::{add_answer, table, tree_command};
use crate::effect::Effect;
use crate::{Model, Refusal, edit, prompt};
use espalier_base::env::Env;
use espalier_chat::commands;
use espalier_chat::merge::MOST;
use espalier_command::history::{Document, Entry};
use espalier_model::settings::ModelChoice;
use espalier_model::{MessageId, MessageKey, RecordKey};

/// Answers again with each of these models, at the same time, as one step (V1), and shows the answers side by side.
pub(super) fn ask(
    model: &mut Model,
    env: &mut Env,
    key: MessageKey,
    mut choices: Vec<ModelChoice>,
    out: &mut Vec<Effect>,
) {
    model.dialog = None;
    choices.truncate(MOST);
    if choices.is_empty() {
        return;
    }
    let done = tree_command(model, env, table::ANSWER_SEVERAL, key, out, |draft, env| {
        choices
            .into_iter()
            .map(|choice| add_answer(draft, env, key, Some(choice), false))
            .collect::<Result<Vec<_>, _>>()
    });
    let Some((answers, entry)) = done else { return };
    model.compared = answers.first().copied();
    for answer in answers {
        prompt::start(model, env, answer, entry, out);
    }
}

/// Has the model of the conversation make one answer of those to a question (V3).
pub(super) fn merge(model: &mut Model, env: &mut Env, key: MessageKey, out: &mut Vec<Effect>) {
    let siblings = model.view(key.session).map_or_else(Vec::new, |view| view.tree.siblings(key.id).to_vec());
    if siblings.len() < 2 {
        return edit::refuse(model, Refusal::NotHere);
    }
    if model.running.values().any(|running| siblings.contains(&running.answer.id)) {
        return edit::refuse(model, Refusal::Busy);
    }
    let done = tree_command(model, env, table::MERGE, key, out, |draft, env| add_answer(draft, env, key, None, true));
    if let Some((answer, entry)) = done {
        model.compared = None;
        prompt::start(model, env, answer, entry, out);
    }
}

/// Shows one of several answers and ends the comparison (V4).
pub(super) fn keep(model: &mut Model, env: &mut Env, key: MessageKey, out: &mut Vec<Effect>) {
    let document = Document::of(key.session);
    let siblings = model.view(key.session).map_or(&[][..], |view| view.tree.siblings(key.id));
    let made_here = |entry: &&Entry| {
        let made = |&id: &MessageId| entry.changes.get(&RecordKey::Messages(MessageKey { id, ..key })).is_some();
        entry.command == table::ANSWER_SEVERAL && !entry.undone && siblings.iter().any(made)
    };
    let asked = model.history.entries(document).last().filter(made_here).map(|entry| entry.id);
    let Some(asked) = asked.filter(|_| model.read_only.is_none()) else {
        return super::switch_to(model, env, key, out);
    };
    let interview = model.interview_of(key.session);
    let mut done = Ok(());
    edit::amend_entry(model, document, asked, out, |draft| {
        let switched = commands::switch_to(draft, key).map_err(Refusal::from);
        let shown = |_| interview.map_or(Ok(()), |interview| interview.branch_shown(draft, env, key.session));
        done = switched.and_then(shown);
    });
    match done {
        Ok(()) => model.compared = None,
        Err(reason) => edit::refuse(model, reason),
    }
}
