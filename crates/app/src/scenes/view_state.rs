//! View state of a scene: camera, selection, search.

use std::collections::BTreeSet;

use glam::{DVec2, DVec3};

use super::files::PictureUse;
use crate::Model;
use crate::effect::Effect;
use crate::navigate::Route;
use espalier_command::history::EntryId;
use espalier_command::history::Step;
use espalier_model::RecordKey;
use espalier_model::scene::{SceneId, ShapeId};
use espalier_scene::camera::Camera;
use espalier_scene::world::World;

/// View state of a scene, which is no record.
#[derive(Debug, Clone, PartialEq)]
pub struct SceneViewState {
    /// The selected shapes in the order of selection; the last one is at the keyboard.
    pub selection: Vec<ShapeId>,
    /// Number of changes of the selection.
    pub selections: u64,
    /// The camera.
    pub camera: Camera,
    /// Number of times that a command, not the hand, moved the camera.
    pub camera_calls: u64,
    /// The size of the picture, in CSS pixels.
    pub size: DVec2,
    /// The camera from which all of the scene is seen as it was opened; one that nobody moved since follows the size.
    pub fitted: Option<Camera>,
    /// Words that the list is filtered by.
    pub query: String,
    /// Whether shapes that are moved by hand snap to the grid.
    pub snap: bool,
    /// Number of requests for a picture, and the use of the last one.
    pub picture: (u64, Option<PictureUse>),
}

impl Default for SceneViewState {
    fn default() -> Self {
        Self {
            selection: Vec::new(),
            selections: 0,
            camera: Camera::default(),
            camera_calls: 0,
            size: DVec2::new(800.0, 600.0),
            fitted: None,
            query: String::new(),
            snap: true,
            picture: (0, None),
        }
    }
}

/// Colours to choose from, in the order of their names.
pub const COLORS: [&str; 8] = ["#cf4130", "#d9822b", "#c9a227", "#2c7f43", "#13788c", "#3563d6", "#8d43b8", "#6b7280"];

/// The most shapes of a selection that is kept with a step.
const MAX_KEPT: usize = 200;

impl SceneViewState {
    /// The shape at the keyboard.
    pub fn primary(&self) -> Option<ShapeId> {
        self.selection.last().copied()
    }

    /// Selects these shapes.
    pub fn choose(&mut self, shapes: Vec<ShapeId>) {
        if self.selection != shapes {
            self.selection = shapes;
            self.selections += 1;
        }
    }

    /// Moves the camera.
    pub fn aim(&mut self, camera: Camera) {
        self.camera = camera;
        self.camera_calls += 1;
    }

    /// Moves the camera so that all of a sphere is seen.
    pub fn aim_at(&mut self, (middle, radius): (DVec3, f64)) {
        let mut camera = self.camera;
        camera.look_at(middle, radius, self.size);
        self.aim(camera);
    }

    /// Shows all of a scene that is opened.
    pub(super) fn fit(&mut self, sphere: (DVec3, f64)) {
        self.aim_at(sphere);
        self.fitted = Some(self.camera);
    }

    /// Takes in the camera, and the size of the picture.
    pub(super) fn looked(&mut self, camera: Camera, size: DVec2, world: Option<&World>) {
        let resized = std::mem::replace(&mut self.size, size) != size;
        self.camera = camera;
        if let Some(sphere) = world.and_then(World::sphere).filter(|_| resized && self.fitted == Some(camera)) {
            self.fit(sphere);
        }
    }

    /// Drops shapes that are gone from the selection.
    pub(super) fn drop_gone(&mut self, world: &World) {
        let mut kept = self.selection.clone();
        kept.retain(|shape| world.slot(*shape).is_some());
        self.choose(kept);
    }
}

/// Selects shapes that are there, each once, and puts the last one into the address.
pub(super) fn select(model: &mut Model, scene: SceneId, shapes: Vec<ShapeId>, out: &mut Vec<Effect>) {
    let Some(world) = model.scenes.worlds.get(&scene) else { return };
    let mut seen = BTreeSet::new();
    let there: Vec<ShapeId> =
        shapes.into_iter().filter(|shape| world.slot(*shape).is_some() && seen.insert(*shape)).collect();
    let look = model.scenes.look(scene);
    look.choose(there);
    let route = Route::Scene(Some(scene), look.primary());
    if model.route.scene() == Some(scene) && model.route != route {
        model.route = route;
        out.push(Effect::SetRoute(route, true));
    }
}

/// Toggles a shape in the selection.
pub(super) fn toggle(model: &mut Model, scene: SceneId, shape: ShapeId, out: &mut Vec<Effect>) {
    let mut selection = model.scenes.look(scene).selection.clone();
    let before = selection.len();
    selection.retain(|other| *other != shape);
    if selection.len() == before {
        selection.push(shape);
    }
    select(model, scene, selection, out);
}

/// Keeps the selections before and after a step.
pub(super) fn keep_step(model: &mut Model, scene: SceneId, entry: EntryId, before: Vec<ShapeId>) {
    let after = model.scenes.look(scene).selection.clone();
    if before.len().max(after.len()) <= MAX_KEPT {
        model.scenes.steps.insert(entry, [before, after]);
    }
}

/// Restores the selection after a step was undone or redone, or else selects what changed.
pub(super) fn follow_step(model: &mut Model, scene: SceneId, step: &Step, out: &mut Vec<Effect>) {
    crate::room::tell(model);
    let kept = model.scenes.steps.get(&step.entry).map(|kept| kept[usize::from(!step.undo)].clone());
    let changed = || {
        let id = |key: &RecordKey| if let RecordKey::Shapes(key) = key { Some(key.id) } else { None };
        step.changes.keys().filter_map(id).take(MAX_KEPT).collect()
    };
    select(model, scene, kept.unwrap_or_else(changed), out);
}
