//! Runs commands in a scene, as one step (S1 of the room).

use serde_json::Value;

use super::{SUBJECT, view_state};
use crate::edit::{self, Label};
use crate::effect::Effect;
use crate::{Model, Notice, notify, room};
use espalier_base::env::Env;
use espalier_base::text::truncate;
use espalier_command::call::{Call, CommandId};
use espalier_command::history::{Document, EntryId};
use espalier_command::transaction::{self, Applied, Operation, Reason};
use espalier_model::change::ChangeSet;
use espalier_model::scene::{SceneId, Shape, ShapeId, ShapeKey};
use espalier_model::workspace::Draft;
use espalier_scene::CATEGORIES;
use espalier_scene::REGISTRY;
use espalier_scene::target::SceneTarget;

/// Runs one command in a scene.
pub fn run_one(
    model: &mut Model,
    env: &mut Env,
    scene: SceneId,
    call: impl Into<Call>,
    out: &mut Vec<Effect>,
) -> Option<(Applied, EntryId)> {
    let call = call.into();
    run(model, env, scene, call.id, vec![call], out)
}

/// Runs several commands in a scene as one step, named after one of them (S1).
pub fn run(
    model: &mut Model,
    env: &mut Env,
    scene: SceneId,
    name: CommandId,
    calls: Vec<Call>,
    out: &mut Vec<Effect>,
) -> Option<(Applied, EntryId)> {
    if !model.scenes.worlds.contains_key(&scene) {
        return None;
    }
    let before = model.scenes.look(scene).selection.clone();
    let operations = Call::operations(calls);
    let subject = operations.first().map(|first| subject(model, scene, &first.params)).unwrap_or_default();
    let (applied, (), changes) = match try_run(model, env, scene, &operations, |_, _| ()) {
        Ok(ran) => ran,
        Err(reason) => {
            notify(model, Notice::Reason(reason), true);
            return None;
        }
    };
    let label = Label { document: Document::of(scene), command: name, subject };
    let entry = edit::record(model, env, label, changes, out)?;
    room::tell(model);
    model.scenes.last_step = Some(entry);
    let selected = applied.outcomes.iter().flat_map(|(_, outcome)| &outcome.select);
    let selected: Vec<ShapeId> = selected.map(|&id| ShapeId::from_uuid(id)).collect();
    if !selected.is_empty() {
        view_state::select(model, scene, selected, out);
    }
    view_state::keep_step(model, scene, entry, before);
    Some((applied, entry))
}

/// Runs several commands without making the changes; `read` looks at the records as they would be.
pub(super) fn try_run<T>(
    model: &Model,
    env: &mut Env,
    scene: SceneId,
    operations: &[Operation],
    read: impl FnOnce(&Draft<'_>, &Applied) -> T,
) -> Result<(Applied, T, ChangeSet), Reason> {
    let gone = || Reason::NotFound { kind: "scene", name: scene.to_string() };
    let mut draft = model.workspace.draft();
    let mut stage = SceneTarget::open(&mut draft, env, scene).ok_or_else(gone)?;
    let applied = transaction::run(&mut stage, &REGISTRY, CATEGORIES, operations).map_err(|failed| failed.reason)?;
    let seen = read(&draft, &applied);
    Ok((applied, seen, draft.finish()))
}

/// The subject of a command in the person's words: the name of a shape, or how many there are.
pub(super) fn subject(model: &Model, scene: SceneId, params: &Value) -> String {
    let words = &espalier_i18n::messages(model.language()).scene;
    let named = |name: &str| params.get(name);
    let first = named("shapeIds").or_else(|| named("shapeId"));
    let ids: Vec<&str> = match first {
        Some(Value::Array(ids)) => ids.iter().filter_map(Value::as_str).collect(),
        Some(Value::String(id)) => vec![id.as_str()],
        _ => Vec::new(),
    };
    let row = |id: &str| model.workspace.get::<Shape>(&ShapeKey { scene, id: id.parse().ok()? });
    match ids.as_slice() {
        [] => named("type").and_then(Value::as_str).map(words.type_named).unwrap_or_default().to_owned(),
        [id] => row(id).map(|row| truncate(&(words.label)(row), SUBJECT)).unwrap_or_default(),
        several => (words.count)(several.len()),
    }
}
