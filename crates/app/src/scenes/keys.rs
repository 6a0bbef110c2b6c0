//! Commands without parameters: run on the selection.

use glam::{DVec2, DVec3};
use serde_json::{Value, json};

use super::files::PictureUse;
use super::{REGISTRY, SceneMsg, list, run_one, update, view_state};
use crate::Model;
use crate::effect::Effect;
use espalier_base::env::Env;
use espalier_command::spec::Spec;
use espalier_model::scene::{SceneId, ShapeId, ShapeType};
use espalier_scene::CATEGORIES;
use espalier_scene::camera::View;
use espalier_scene::world::World;

/// Commands that run on all selected shapes at once and need no other input.
const TO_SELECTED: &[&str] = &["shape.delete", "shape.duplicate", "shape.mirror"];
/// Commands that place several shapes and need no other input.
const TO_SEVERAL: &[&str] = &["shape.align", "shape.distribute", "shape.arrange"];
/// Distance that a key moves a shape, in units of the scene.
const NUDGE: f64 = 0.5;

/// The command of a key combination, written as in the registry.
pub fn shortcut(keys: &str) -> Option<&'static Spec> {
    REGISTRY.by_shortcut(keys, CATEGORIES).filter(|spec| is_here(spec))
}

/// Whether a command can be found by keys and in lists; not if only a form or a model has parameters for it.
pub fn is_here(spec: &Spec) -> bool {
    let asks = ["shape.rename", "shape.setColor", "shape.resize", "shape.scale", "shape.rotate", "scene.rename"];
    let needs = spec.params.iter().any(|param| param.required);
    !needs
        || spec.id.as_str().starts_with("scene.")
        || asks.contains(&spec.id.as_str())
        || is_to_selected(spec.id.as_str())
}

fn is_to_selected(id: &str) -> bool {
    TO_SELECTED.contains(&id) || TO_SEVERAL.contains(&id)
}

/// Whether a command can run on the selection, without further parameters.
pub fn offers(model: &Model, scene: SceneId, spec: &Spec) -> bool {
    let Some(world) = model.world(scene) else { return false };
    let selected = model.scenes.looks.get(&scene).map_or(0, |look| look.selection.len());
    match spec.id.as_str() {
        "scene.create" | "scene.duplicate" | "scene.delete" => true,
        "scene.rename" => false,
        id if TO_SELECTED.contains(&id) => selected > 0,
        id if TO_SEVERAL.contains(&id) => selected > 1,
        "scene.selectNone" | "scene.focus" => selected > 0,
        "scene.addSquare" | "scene.addCircle" | "scene.addTriangle" => model.read_only.is_none(),
        id if id.starts_with("scene.move") => selected > 0 && model.read_only.is_none(),
        id if id.starts_with("scene.nearest") || id.starts_with("scene.select") => !world.is_empty(),
        "scene.invertSelection" | "scene.fit" => !world.is_empty(),
        id => id.starts_with("scene."),
    }
}

/// Runs a command on the selection.
pub(super) fn perform(model: &mut Model, env: &mut Env, scene: SceneId, id: &'static str, out: &mut Vec<Effect>) {
    let add = |kind| Some(SceneMsg::Add(scene, kind, None));
    let view = |view| Some(SceneMsg::View(scene, view));
    let msg = match id {
        "scene.create" => Some(SceneMsg::Create),
        "scene.duplicate" => Some(SceneMsg::Duplicate(scene)),
        "scene.delete" => {
            model.dialog = Some(list::ask_delete(model, scene));
            return;
        }
        "scene.addSquare" => add(ShapeType::Square),
        "scene.addCircle" => add(ShapeType::Circle),
        "scene.addTriangle" => add(ShapeType::Triangle),
        "scene.viewPerspective" => view(View::Perspective),
        "scene.viewTop" => view(View::Top),
        "scene.viewFront" => view(View::Front),
        "scene.viewSide" => view(View::Side),
        "scene.toggleSnap" => {
            let look = model.scenes.look(scene);
            look.snap = !look.snap;
            return;
        }
        "scene.savePicture" => Some(SceneMsg::Draw(scene, PictureUse::Save)),
        "scene.copyPicture" => Some(SceneMsg::Draw(scene, PictureUse::Copy)),
        "scene.selectNone" => Some(SceneMsg::Select(scene, Vec::new())),
        _ => None,
    };
    if let Some(msg) = msg {
        return update(model, env, msg, out);
    }
    if is_to_selected(id) {
        return to_selected(model, env, scene, id, json!({}), out);
    }
    if let Some(direction) = id.strip_prefix("scene.move").and_then(direction_of) {
        return nudge(model, env, scene, direction, out);
    }
    look_around(model, scene, id, out);
}

/// Runs a command on all selected shapes, with these other parameters.
pub(super) fn to_selected(
    model: &mut Model,
    env: &mut Env,
    scene: SceneId,
    id: &'static str,
    mut params: Value,
    out: &mut Vec<Effect>,
) {
    let selection = model.scenes.look(scene).selection.clone();
    if !selection.is_empty() {
        params["shapeIds"] = json!(selection);
        run_one(model, env, scene, id, params, out);
    }
}

/// The direction in the name of a command that moves, in the axes of the picture: right, up, and towards the viewer.
fn direction_of(name: &str) -> Option<DVec3> {
    Some(match name {
        "Left" => DVec3::NEG_X,
        "Right" => DVec3::X,
        "Back" => DVec3::NEG_Z,
        "Forward" => DVec3::Z,
        "Up" => DVec3::Y,
        "Down" => DVec3::NEG_Y,
        _ => return None,
    })
}

/// Moves the selection along the axis of the scene that is nearest to a direction of the picture.
fn nudge(model: &mut Model, env: &mut Env, scene: SceneId, direction: DVec3, out: &mut Vec<Effect>) {
    let look = model.scenes.look(scene);
    let selection = look.selection.clone();
    if selection.is_empty() {
        return;
    }
    let [right, up, _] = look.camera.axes();
    let by = match look.camera.view {
        // Seen from above, up in the picture is away from the viewer.
        View::Perspective | View::Top if direction.y == 0.0 => {
            let away = if look.camera.view == View::Top { up } else { DVec3::Y.cross(right) };
            nearest_axis(right * direction.x - away * direction.z)
        }
        View::Perspective | View::Top => direction,
        View::Front | View::Side => nearest_axis(right * direction.x + DVec3::Y * (direction.y - direction.z)),
    } * NUDGE;
    let params = json!({ "shapeIds": selection, "dx": by.x, "dy": by.y, "dz": by.z });
    run_one(model, env, scene, "shape.move", params, out);
}

fn nearest_axis(direction: DVec3) -> DVec3 {
    let axes = [DVec3::X, DVec3::Y, DVec3::Z].into_iter().flat_map(|axis| [axis, -axis]);
    axes.max_by(|one, other| one.dot(direction).total_cmp(&other.dot(direction))).unwrap_or(DVec3::X)
}

/// Runs a command that changes only the camera or the selection.
fn look_around(model: &mut Model, scene: SceneId, id: &'static str, out: &mut Vec<Effect>) {
    let Some(world) = model.scenes.worlds.get(&scene) else { return };
    let look = model.scenes.looks.get(&scene).cloned().unwrap_or_default();
    let ids = || world.items().map(|(_, item)| item.row.id);
    match id {
        "scene.selectAll" => {
            let all = ids().collect();
            view_state::select(model, scene, all, out);
        }
        "scene.invertSelection" => {
            let selected: std::collections::BTreeSet<ShapeId> = look.selection.iter().copied().collect();
            let rest = ids().filter(|id| !selected.contains(id)).collect();
            view_state::select(model, scene, rest, out);
        }
        "scene.selectNext" | "scene.selectPrevious" => {
            let next = step(world, look.primary(), id == "scene.selectNext");
            view_state::select(model, scene, next.into_iter().collect(), out);
        }
        "scene.focus" | "scene.fit" => {
            let sphere = if id == "scene.fit" { world.sphere() } else { world.sphere_of(&look.selection) };
            if let Some(sphere) = sphere {
                model.scenes.look(scene).aim_at(sphere);
            }
        }
        "scene.zoomIn" | "scene.zoomOut" => {
            let mut camera = look.camera;
            camera.zoom(if id == "scene.zoomIn" { 1.25 } else { 0.8 }, look.size / 2.0, look.size);
            model.scenes.look(scene).aim(camera);
        }
        _ => {
            if let Some(direction) = id.strip_prefix("scene.nearest") {
                let found = nearest(world, &look, direction);
                if found.is_some() {
                    view_state::select(model, scene, found.into_iter().collect(), out);
                }
            }
        }
    }
}

/// The next or previous shape in the order of the list, beginning anew at the end.
fn step(world: &World, from: Option<ShapeId>, forward: bool) -> Option<ShapeId> {
    let from = from.and_then(|id| world.slot(id));
    let others = |slots: &mut dyn DoubleEndedIterator<Item = u32>| {
        let mut items = slots.filter_map(|slot| world.item(slot)).map(|item| item.row.id);
        if forward { items.next() } else { items.next_back() }
    };
    let count = world.slot_count() as u32;
    let beyond = match from {
        Some(from) if forward => others(&mut (from + 1..count)),
        Some(from) => others(&mut (0..from)),
        None => None,
    };
    beyond.or_else(|| others(&mut (0..count)))
}

/// The nearest shape in a direction of the picture from the one at the keyboard; without one, from the middle.
fn nearest(world: &World, look: &super::SceneViewState, direction: &str) -> Option<ShapeId> {
    let way = match direction {
        "Left" => DVec2::NEG_X,
        "Right" => DVec2::X,
        "Up" => DVec2::NEG_Y,
        _ => DVec2::Y,
    };
    let matrix = look.camera.matrix(look.size);
    let drawn = |point: DVec3| espalier_scene::camera::project(&matrix, point, look.size);
    let from = look.primary();
    let at = from.and_then(|id| world.get(id)).and_then(|item| drawn(item.middle)).unwrap_or(look.size / 2.0);
    let cost = |point: DVec2| {
        let (along, aside) = ((point - at).dot(way), (point - at).perp_dot(way).abs());
        // A shape that is more to the side than ahead lies in another direction.
        (along > 1.0 && aside <= along).then_some(along + 2.0 * aside)
    };
    let others = world.items().filter(|(_, item)| Some(item.row.id) != from);
    let costs = others.filter_map(|(_, item)| Some((cost(drawn(item.middle)?)?, item.row.id)));
    costs.min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, id)| id)
}
