//! Scenes: opening them, running the commands of `espalier_scene`, their view state.
//!
//! - S1 Every change of a scene is one transaction of commands: one entry, one undo.
//! - S2 What is selected and from where one looks is no record: it is neither stored nor undone, and never clears redo.
//! - S3 The world of an opened scene follows the records shape by shape; it is never made again from all of them.

mod add;
pub mod agent;
mod asks;
pub mod entry;
pub mod files;
mod keys;
mod list;
mod operations;
pub mod protocol;
mod run;
mod texts;
mod view_state;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use glam::DVec2;

pub use self::files::PictureUse;
pub use self::keys::{is_here, offers, shortcut};
pub use self::list::ask_delete;
pub use self::operations::{describe, short};
pub use self::run::{run, run_one};
pub use self::view_state::SceneViewState;
use super::core::Changed;
use super::effect::{Effect, LoadTag};
use super::navigate::Route;
use super::{Model, Notice, journal, notify, room, undo};
use espalier_base::env::Env;
use espalier_command::call::{Call, CommandId};
use espalier_command::history::{Document, EntryId};
use espalier_model::scene::{Scene, SceneId, Shape, ShapeId, ShapeType, Vector};
use espalier_model::{Record, RecordKey};
use espalier_scene::camera::{Camera, View};
pub use espalier_scene::commands::Fit;
use espalier_scene::formats::Format;
use espalier_scene::scenes::{DuplicateScene, RenameScene};
use espalier_scene::world::World;
use espalier_storage::packing::WORTH_PACKING;
use espalier_storage::port::{Loaded, Query};

const SUBJECT: usize = 60;

/// The scenes that were opened.
#[derive(Debug, Default)]
pub struct Scenes {
    /// The shapes of each scene whose rows are in memory.
    pub worlds: BTreeMap<SceneId, World>,
    /// Scenes whose shapes are being read.
    opening: BTreeSet<SceneId>,
    /// View state of each (S2).
    pub looks: BTreeMap<SceneId, SceneViewState>,
    /// Scenes whose assistant has a client outside that perceives for it ([`protocol`]).
    clients: BTreeSet<SceneId>,
    /// Messages that wait for the shapes of a scene.
    waiting: BTreeMap<SceneId, SceneMsg>,
    /// Selections before and after each step that was done here, where they were not too large.
    steps: BTreeMap<EntryId, [Vec<ShapeId>; 2]>,
    /// The step that changed shapes last, unless they changed in another way since.
    last_step: Option<EntryId>,
}

/// A message to the Scene room.
#[derive(Debug, Clone, PartialEq)]
pub enum SceneMsg {
    /// Begin a scene.
    Create,
    /// Begin a scene and send this text to its assistant.
    Begin(String),
    /// Begin a scene with a given id and send this text to its assistant; an existing scene of that id is shown
    /// instead.
    BeginAs(SceneId, String),
    /// Name a scene.
    Rename(SceneId, String),
    /// Copy a scene.
    Duplicate(SceneId),
    /// Delete a scene.
    Delete(SceneId),
    /// Add a shape: at a position, or in a free place in the middle of the picture.
    Add(SceneId, ShapeType, Option<Vector>),
    /// Run a command.
    Do(SceneId, Call),
    /// Run a command whose first parameter is a list of shapes on all selected ones, its other parameters as given.
    ToSelected(SceneId, Call),
    /// Run a command on the selection.
    Key(SceneId, CommandId),
    /// Select these shapes and no others; the last one is at the keyboard.
    Select(SceneId, Vec<ShapeId>),
    /// Toggle a shape in the selection.
    Toggle(SceneId, ShapeId),
    /// Show the scene in another view.
    View(SceneId, View),
    /// Take in the camera and the size of the picture, after the person moved the camera.
    Looked(SceneId, Camera, DVec2),
    /// List only shapes with these words.
    Search(SceneId, String),
    /// Show the example, which is made where there is none.
    Example,
    /// Delete the example, unless something has to be asked first.
    RemoveExample(SceneId),
    /// Write a scene to a file.
    Export(SceneId, Format),
    /// Draw a picture of the scene as it is seen.
    Draw(SceneId, PictureUse),
    /// Take in the drawn picture, as PNG; empty where the browser could not draw it.
    Drawn(SceneId, PictureUse, Vec<u8>),
    /// Take back the last step, as its result cannot be drawn.
    NotDrawn(SceneId),
    /// A client outside perceives for the assistant of a scene from now on, or no longer.
    Attach(SceneId, bool),
    /// Undo so many steps of a scene, or (`true`) redo them.
    TakeBack(SceneId, usize, bool),
}

/// Handles a message to the room.
pub fn update(model: &mut Model, env: &mut Env, msg: SceneMsg, out: &mut Vec<Effect>) {
    match msg {
        SceneMsg::Create => {
            let id = env.id();
            let _ = list::create(model, env, id, out);
        }
        SceneMsg::Begin(text) => {
            let id = env.id();
            list::begin(model, env, id, &text, out);
        }
        SceneMsg::BeginAs(scene, text) => list::begin(model, env, scene, &text, out),
        SceneMsg::Rename(scene, name) => {
            let _ = list::list(model, env, scene, RenameScene::new(scene, name), out);
        }
        SceneMsg::Duplicate(scene) => {
            if opened_or_wait(model, SceneMsg::Duplicate(scene), scene, out)
                && let Some(copy) = list::list(model, env, scene, DuplicateScene::new(scene), out)
            {
                room::go(model, Route::Scene(Some(copy), None), out);
            }
        }
        SceneMsg::Delete(scene) => list::delete(model, env, scene, out),
        SceneMsg::Add(scene, kind, position) => add::add(model, env, scene, kind, position, out),
        SceneMsg::Do(scene, call) => drop(run_one(model, env, scene, call, out)),
        SceneMsg::ToSelected(scene, call) => keys::to_selected(model, env, scene, call, out),
        SceneMsg::Key(scene, command) => keys::perform(model, env, scene, command, out),
        SceneMsg::Select(scene, shapes) => view_state::select(model, scene, shapes, out),
        SceneMsg::Toggle(scene, shape) => view_state::toggle(model, scene, shape, out),
        SceneMsg::View(scene, view) => {
            let look = model.scenes.look(scene);
            look.aim(look.camera.seen(view));
        }
        SceneMsg::Looked(scene, camera, size) => {
            let scenes = &mut *model.scenes;
            scenes.looks.entry(scene).or_default().looked(camera, size, scenes.worlds.get(&scene));
        }
        SceneMsg::Search(scene, words) => model.scenes.look(scene).query = words,
        SceneMsg::Example => files::open_example(model, env, out),
        SceneMsg::RemoveExample(scene) => list::remove_example(model, env, scene, out),
        SceneMsg::Export(scene, format) => files::export(model, scene, format, out),
        SceneMsg::Draw(scene, wish) => {
            let look = model.scenes.look(scene);
            look.picture = (look.picture.0 + 1, Some(wish));
        }
        SceneMsg::Drawn(scene, wish, bytes) => files::picture(model, scene, wish, bytes, out),
        SceneMsg::NotDrawn(scene) => take_back(model, env, scene, out),
        SceneMsg::Attach(scene, true) => drop(model.scenes.clients.insert(scene)),
        SceneMsg::Attach(scene, false) => drop(model.scenes.clients.remove(&scene)),
        SceneMsg::TakeBack(scene, steps, again) => {
            let scope = [Document::of(scene)];
            for _ in 0..steps {
                if again {
                    undo::redo_in(model, &scope, out);
                } else {
                    undo::undo_in(model, env, &scope, out);
                }
            }
        }
    }
}

impl Scenes {
    /// View state of a scene.
    pub fn look(&mut self, scene: SceneId) -> &mut SceneViewState {
        self.looks.entry(scene).or_default()
    }
}

impl Model {
    /// All scenes, the one that changed last first.
    pub fn scene_rows(&self) -> Vec<Rc<Scene>> {
        let mut scenes: Vec<Rc<Scene>> = self.workspace.tables().scenes.values().cloned().collect();
        scenes.sort_unstable_by(|one, other| other.updated_at.cmp(&one.updated_at).then(other.id.cmp(&one.id)));
        scenes
    }

    /// The shapes of a scene, once it is opened.
    pub fn world(&self, scene: SceneId) -> Option<&World> {
        self.scenes.worlds.get(&scene)
    }
}

/// Shows a scene, with a shape selected.
fn show(model: &mut Model, scene: Option<SceneId>, shape: Option<ShapeId>, out: &mut Vec<Effect>) {
    let Some(scene) = scene else { return };
    if let Some(shape) = shape {
        let look = model.scenes.look(scene);
        if look.primary() != Some(shape) {
            look.choose(vec![shape]);
        }
    }
    opened_or_open(model, scene, out);
}

/// Opens the scene of the address as soon as it exists: undo, redo or another tab may bring it back.
fn open_shown(model: &mut Model, out: &mut Vec<Effect>) {
    if let Some(scene) = model.route.scene()
        && model.workspace.get::<Scene>(&scene).is_some()
        && !model.unread.contains(&Document::of(scene))
    {
        opened_or_open(model, scene, out);
    }
}

/// Whether the shapes of a scene are in memory; if not, reads them and keeps `msg` until then.
fn opened_or_wait(model: &mut Model, msg: SceneMsg, scene: SceneId, out: &mut Vec<Effect>) -> bool {
    let opened = opened_or_open(model, scene, out);
    if !opened {
        model.scenes.waiting.insert(scene, msg);
    }
    opened
}

/// Whether the shapes of a scene are in memory; if not, reads them.
pub fn opened_or_open(model: &mut Model, scene: SceneId, out: &mut Vec<Effect>) -> bool {
    if model.scenes.worlds.contains_key(&scene) {
        return true;
    }
    if model.scenes.opening.insert(scene) {
        out.push(Effect::Load(LoadTag::Rows(Document::of(scene)), Query::Inside(Document::of(scene))));
        out.push(journal::read_journal(Document::of(scene)));
    }
    false
}

/// Gives up on the messages that wait for the shapes of a scene, as those could not be read.
fn not_read(model: &mut Model, scene: SceneId) {
    model.scenes.opening.remove(&scene);
    model.scenes.waiting.remove(&scene);
    model.unread.insert(Document::of(scene));
}

/// Takes in the shapes of a scene.
fn opened(model: &mut Model, env: &mut Env, scene: SceneId, loaded: Loaded, out: &mut Vec<Effect>) {
    model.scenes.opening.remove(&scene);
    if loaded.unpacked >= WORTH_PACKING && model.read_only.is_none() {
        out.push(Effect::Pack);
    }
    let fresh = loaded.records.into_iter().filter(|record| model.workspace.tables().record(&record.key()).is_none());
    let fresh: Vec<Record> = fresh.collect();
    model.workspace.absorb(fresh);
    begin_world(model, scene);
    if let Some(msg) = model.scenes.waiting.remove(&scene) {
        update(model, env, msg, out);
    }
}

/// Undoes the step after which a scene cannot be drawn, and notifies of it. A change that came in another way, as from
/// another tab or by undo, stays: the step before it is not to blame.
fn take_back(model: &mut Model, env: &mut Env, scene: SceneId, out: &mut Vec<Effect>) {
    let document = Document::of(scene);
    let next = model.history.next_undo(&[document]).map(|(_, entry)| entry.id);
    if next.is_some() && next == model.scenes.last_step {
        undo::undo_in(model, env, &[document], out);
        notify(model, Notice::NotDrawn, true);
    }
}

/// Makes the world of a scene whose rows are all in memory.
fn begin_world(model: &mut Model, scene: SceneId) {
    let world = World::new(model.workspace.shapes(scene).cloned());
    let look = model.scenes.looks.entry(scene).or_default();
    look.drop_gone(&world);
    if let Some(sphere) = world.sphere().filter(|_| look.camera_calls == 0) {
        look.fit(sphere);
    }
    model.scenes.worlds.insert(scene, world);
}

/// Applies changes of records to the worlds (S3), and drops shapes that are gone from the selections.
fn follow(model: &mut Model, changed: &Changed) {
    let scenes = &mut *model.scenes;
    let mut gone = false;
    for row in &changed.rows {
        let RecordKey::Shapes(key) = &row.key else { continue };
        let Some(world) = scenes.worlds.get_mut(&key.scene) else { continue };
        scenes.last_step = None;
        if let Some(row) = model.core.workspace.get::<Shape>(key) {
            world.set(row.clone());
        } else {
            world.remove(key.id);
            gone = true;
        }
    }
    if gone {
        for (scene, look) in &mut scenes.looks {
            if let Some(world) = scenes.worlds.get(scene) {
                look.drop_gone(world);
            }
        }
    }
}
