//! Links that a person makes and takes away by hand.

use super::effect::Effect;
use super::undo::undo_scope;
use super::{Model, edit};
use espalier_base::env::Env;
use espalier_command::call::CommandId;
use espalier_model::workspace::Draft;
use espalier_model::{Link, LinkId};

/// Id of `link.add`, a name for the history.
pub const ADD_LINK: CommandId = CommandId::new("link.add");
/// Id of `link.remove`, a name for the history.
pub const REMOVE_LINK: CommandId = CommandId::new("link.remove");

/// Links two things, as a step of what is shown.
pub fn add(model: &mut Model, env: &mut Env, link: Link, out: &mut Vec<Effect>) {
    model.dialog = None;
    let subject = link.to_name.clone();
    if model.workspace.get::<Link>(&link.id).is_none() {
        run(model, env, ADD_LINK, subject, out, |draft| draft.put(link));
    }
}

/// Takes a link away, as a step of what is shown.
pub fn remove(model: &mut Model, env: &mut Env, id: LinkId, out: &mut Vec<Effect>) {
    let Some(subject) = model.workspace.get::<Link>(&id).map(|link| link.to_name.clone()) else { return };
    run(model, env, REMOVE_LINK, subject, out, |draft| {
        draft.remove::<Link>(&id);
    });
}

fn run(
    model: &mut Model,
    env: &mut Env,
    command: CommandId,
    subject: String,
    out: &mut Vec<Effect>,
    change: impl FnOnce(&mut Draft<'_>),
) {
    let Some(document) = undo_scope(model).pop() else { return };
    edit::run(model, env, edit::Label { document, command, subject }, out, |draft, _| {
        change(draft);
        Ok(())
    });
}
