//! The entry of the Scene room.

use super::agent::{SceneRoomAgent, session_of};
use super::view_state::follow_step;
use super::{
    SceneMsg, asks, begin_world, describe, files, follow, not_read, open_shown, opened, opened_or_open, show, texts,
    update,
};
use crate::command::{Command, CommandAction, command_table};
use crate::core::Changed;
use crate::effect::Effect;
use crate::navigate::Route;
use crate::room::{OpenedFile, Room, RoomMsg, RoomRows};
use crate::room_agent::RoomAgent;
use crate::{BootState, Model, Msg};
use espalier_base::env::Env;
use espalier_command::history::{Document, Entry, Step};
use espalier_command::spec::Spec;
use espalier_find::Passage;
use espalier_model::scene::{Scene, SceneId};
use espalier_model::{Record, RecordKey, RoomId, Scope, SessionId, Thing};
use espalier_scene::REGISTRY;
use espalier_scene::formats;
use espalier_storage::port::Loaded;

/// The Scene room.
#[derive(Debug)]
pub struct SceneRoom;

command_table! {
    /// Commands of the room that are no operations on a scene.
    COMMANDS {
        EXAMPLE "scene.example" = |m| m.shell.example.see => |model| {
            matches!(model.route, Route::Scene(..)).then_some(Msg::Scene(SceneMsg::Example))
        };
        IMPORT "scene.import" = |m| m.scene.import_step;
        ASSISTED "scene.assisted" = |m| m.scene.assistant;
    }
}

/// The Scene room, as its code is linked in.
pub fn room() -> Option<&'static dyn Room> {
    Some(&SceneRoom)
}

fn scene_of(document: Document) -> Option<SceneId> {
    document.thing_of(RoomId::Scene).map(SceneId::from_uuid)
}

impl RoomRows for SceneRoom {
    fn texts(&self, record: &Record, add: &mut dyn FnMut(Thing, Passage<'_>)) {
        texts::of(record, add);
    }

    fn changed(&self, model: &mut Model, changed: &Changed) {
        follow(model, changed);
    }

    fn after(&self, model: &mut Model, _: &mut Env, out: &mut Vec<Effect>) {
        open_shown(model, out);
    }

    fn booted(&self, model: &mut Model, _: usize, _: &mut Vec<Effect>) {
        let opened: Vec<SceneId> = model.scenes.worlds.keys().copied().collect();
        for scene in opened {
            begin_world(model, scene);
        }
    }

    fn loaded(&self, model: &mut Model, env: &mut Env, of: Document, loaded: Loaded, out: &mut Vec<Effect>) {
        if let Some(scene) = scene_of(of) {
            opened(model, env, scene, loaded, out);
        }
    }

    fn failed(&self, model: &mut Model, of: Document) {
        if let Some(scene) = scene_of(of) {
            not_read(model, scene);
        }
    }

    fn fetch(&self, model: &mut Model, of: Document, out: &mut Vec<Effect>) -> bool {
        scene_of(of).is_none_or(|scene| model.unread.contains(&of) || opened_or_open(model, scene, out))
    }

    fn concerns(&self, model: &mut Model, key: &RecordKey) -> bool {
        // Shapes written while a scene is read may not be in what was read.
        let is_here = |scene: &SceneId| model.scenes.worlds.contains_key(scene) || model.scenes.opening.contains(scene);
        matches!(key, RecordKey::Shapes(key) if is_here(&key.scene))
    }
}

impl Room for SceneRoom {
    fn id(&self) -> RoomId {
        RoomId::Scene
    }

    fn show(&self, model: &mut Model, route: Route, out: &mut Vec<Effect>) {
        if let Route::Scene(scene, shape) = route {
            show(model, scene, shape, out);
        }
    }

    fn title(&self, model: &Model, route: Route) -> Option<String> {
        model.workspace.get::<Scene>(&route.scene()?).map(|row| row.name.clone())
    }

    fn place_of(&self, _: &mut Model, scope: Scope, _: SessionId) -> Option<Route> {
        Some(Route::Scene(Some(scope.as_scene()?), None))
    }

    fn scope(&self, model: &Model) -> Option<Scope> {
        let scene = model.route.scene().filter(|scene| model.workspace.get::<Scene>(scene).is_some());
        scene.map(Scope::scene)
    }

    fn session(&self, _: &Model, scope: Scope) -> Option<SessionId> {
        scope.as_scene().map(session_of)
    }

    fn choose_session(&self, model: &mut Model, _: &mut Env, scope: Scope) -> Option<SessionId> {
        scope.as_scene().map(session_of).filter(|_| model.boot == BootState::Ready)
    }

    fn agent(&self, _: Scope) -> Option<&'static dyn RoomAgent> {
        Some(&SceneRoomAgent)
    }

    fn undo_scope(&self, model: &Model) -> Vec<Document> {
        let open = model.route.scene().filter(|scene| model.workspace.get::<Scene>(scene).is_some());
        std::iter::once(Document::SCENES).chain(open.map(Document::of)).collect()
    }

    fn is_shown(&self, model: &Model, key: &RecordKey) -> bool {
        matches!(key, RecordKey::Scenes(id) if model.route.scene() == Some(*id))
    }

    fn stepped(&self, model: &mut Model, step: &Step, out: &mut Vec<Effect>) {
        if let Some(scene) = scene_of(step.document) {
            follow_step(model, scene, step, out);
        }
    }

    fn describe(&self, model: &Model, entry: &Entry) -> Vec<String> {
        describe(model, entry)
    }

    fn perform(&self, model: &mut Model, env: &mut Env, msg: RoomMsg, out: &mut Vec<Effect>) {
        if let Ok(msg) = msg.downcast::<SceneMsg>() {
            update(model, env, *msg, out);
        }
    }

    fn specs(&self) -> &'static [&'static Spec] {
        REGISTRY.specs()
    }

    fn action(&self, model: &Model, spec: &'static Spec) -> Option<CommandAction> {
        let scene = model.route.scene()?;
        if super::offers(model, scene, spec) {
            return Some(CommandAction::Send(Msg::Scene(SceneMsg::Key(scene, spec.id))));
        }
        asks::of_scene(model, scene, spec).map(CommandAction::Ask)
    }

    fn commands(&self) -> &'static [Command] {
        COMMANDS
    }

    fn key(&self, model: &Model, keys: &str, anywhere: bool) -> Option<Msg> {
        let scene = model.route.scene().filter(|_| !anywhere)?;
        let spec = super::shortcut(keys).filter(|spec| super::offers(model, scene, spec))?;
        Some(Msg::Scene(SceneMsg::Key(scene, spec.id)))
    }

    fn import(&self, model: &mut Model, env: &mut Env, file: &OpenedFile<'_>, out: &mut Vec<Effect>) -> bool {
        if !file.foreign {
            return false;
        }
        let here = matches!(model.route, Route::Scene(..));
        if !here && !matches!(model.route, Route::Settings) {
            return false;
        }
        let read = formats::read(file.bytes, file.name);
        let takes = here || read.is_ok();
        if takes {
            files::import(model, env, file.name, read, out);
        }
        takes
    }
}
