//! Several answers to one question: asked at once, compared, made into one.
//!
//! - V1 What is asked of several models at once is one step: one undo takes all answers back, also while they are made.
//! - V2 They are made side by side: stopping one, or leaving the page, does to each what it does to one alone.
//! - V3 An answer is merged from those before it, the newest [`MOST`] of them, none of which is still coming.

use super::{add_answer, tree_command};
use crate::effect::Effect;
use crate::{Model, Refusal, edit, prompt};
use espalier_base::env::Env;
use espalier_chat::merge::MOST;
use espalier_model::MessageKey;
use espalier_model::settings::ModelChoice;

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
    let done = tree_command(model, env, "chat.answerSeveral", key, out, |draft, env| {
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
    let done = tree_command(model, env, "chat.merge", key, out, |draft, env| add_answer(draft, env, key, None, true));
    if let Some((answer, entry)) = done {
        model.compared = None;
        prompt::start(model, env, answer, entry, out);
    }
}
