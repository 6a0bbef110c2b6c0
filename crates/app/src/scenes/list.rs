//! The list of scenes: making, copying and deleting whole scenes.

use super::{SUBJECT, SceneMsg, begin_world, opened_or_wait};
use crate::edit::{self, Label};
use crate::effect::Effect;
use crate::navigate::Route;
use crate::{Confirm, Dialog, Model, Notice, conversation, notify, room, sessions};
use espalier_base::env::Env;
use espalier_base::text::truncate;
use espalier_command::call::Call;
use espalier_command::history::Document;
use espalier_command::transaction;
use espalier_model::example::is_example;
use espalier_model::scene::{Scene, SceneId};
use espalier_model::{RoomId, Session};
use espalier_scene::CATEGORIES;
use espalier_scene::REGISTRY;
use espalier_scene::scenes::{CreateScene, DeleteScene, ListTarget};

/// Makes an empty scene with a name that no other has, and shows it.
pub(super) fn create(model: &mut Model, env: &mut Env, id: SceneId, out: &mut Vec<Effect>) -> Option<SceneId> {
    let words = &espalier_i18n::messages(model.language()).scene;
    let is_taken = |name: &str| model.workspace.tables().scenes.values().any(|row| row.name == name);
    let most = model.workspace.tables().scenes.len() + 1;
    let name = (1..=most).map(words.new_name).find(|name| !is_taken(name)).unwrap_or_default();
    let scene = list(model, env, id, CreateScene { name: Some(name) }, out)?;
    begin_world(model, scene);
    room::go(model, Route::Scene(Some(scene), None), out);
    Some(scene)
}

/// Makes a scene with this id and sends a text to its assistant; an existing scene of that id is shown as it is.
pub(super) fn begin(model: &mut Model, env: &mut Env, id: SceneId, text: &str, out: &mut Vec<Effect>) {
    if model.workspace.get::<Scene>(&id).is_some() {
        return room::go(model, Route::Scene(Some(id), None), out);
    }
    let Some(scene) = create(model, env, id, out) else { return };
    // Its conversation is empty, and so in memory.
    conversation::open_shown(model, env, out);
    sessions::send(model, env, Some(super::agent::session_of(scene)), text, None, out);
}

pub(super) fn delete(model: &mut Model, env: &mut Env, scene: SceneId, out: &mut Vec<Effect>) {
    // Its shapes are part of what is deleted, so that undo brings them back.
    if !opened_or_wait(model, SceneMsg::Delete(scene), scene, out) {
        return;
    }
    let name = model.workspace.get::<Scene>(&scene).map(|row| row.name.clone()).unwrap_or_default();
    if list(model, env, scene, DeleteScene::new(scene), out).is_some() {
        notify(model, Notice::Done(DeleteScene::ID, name, Document::SCENES), false);
        if model.route.scene() == Some(scene) {
            room::go(model, Route::Scene(None, None), out);
        }
    }
}

/// Deletes the example, or asks first where a person changed it or said something about it.
pub(super) fn remove_example(model: &mut Model, env: &mut Env, scene: SceneId, out: &mut Vec<Effect>) {
    let message = SceneMsg::RemoveExample(scene);
    if !is_example(RoomId::Scene, scene) || !opened_or_wait(model, message, scene, out) {
        return;
    }
    let row = model.workspace.get::<Scene>(&scene);
    let is_told = model.workspace.get::<Session>(&super::agent::session_of(scene)).is_some();
    if is_told || row.is_some_and(|row| row.updated_at != row.created_at) {
        model.dialog = Some(ask_delete(model, scene));
    } else {
        delete(model, env, scene, out);
    }
}

/// The question before a scene is deleted.
pub fn ask_delete(model: &Model, scene: SceneId) -> Dialog {
    let count = model.world(scene).map_or(0, super::World::len);
    Dialog::Confirm(Confirm::DeleteScene(scene, count))
}

/// Runs a command of the list of scenes; returns the scene it made or acted on. A new one gets this id.
pub(super) fn list(
    model: &mut Model,
    env: &mut Env,
    scene: SceneId,
    command: impl Into<Call>,
    out: &mut Vec<Effect>,
) -> Option<SceneId> {
    let call = command.into();
    let id = call.id;
    let subject = model.workspace.get::<Scene>(&scene).map(|row| row.name.clone()).unwrap_or_default();
    let mut draft = model.workspace.draft();
    let mut stage = ListTarget { draft: &mut draft, env };
    let made = (id == CreateScene::ID).then(|| scene.uuid());
    let result = transaction::run_making(&mut stage, &REGISTRY, CATEGORIES, &Call::operations(vec![call]), made);
    let applied = match result {
        Ok(applied) => applied,
        Err(failed) => {
            notify(model, Notice::Reason(failed.reason), true);
            return None;
        }
    };
    let changes = draft.finish();
    let label = Label { document: Document::SCENES, command: id, subject: truncate(&subject, SUBJECT) };
    edit::record(model, env, label, changes, out)?;
    let made = applied.outcomes.first().and_then(|(_, outcome)| outcome.made.first().copied());
    Some(made.map_or(scene, SceneId::from_uuid))
}
