//! Commands without parameters: run on the selection.

use glam::{DVec2, DVec3};
use serde_json::json;

use super::files::PictureUse;
use super::{SceneMsg, list, run_one, update, view_state};
use crate::Model;
use crate::effect::Effect;
use espalier_base::env::Env;
use espalier_command::call::{Call, CommandId};
use espalier_command::spec::Spec;
use espalier_model::scene::{SceneId, ShapeId, ShapeType};
use espalier_scene::CATEGORIES;
use espalier_scene::REGISTRY;
use espalier_scene::camera::View;
use espalier_scene::commands::{
    self, AddCircle, AddSquare, AddTriangle, AlignShapes, ArrangeShapes, CopyPicture, DeleteShapes, DistributeShapes,
    DuplicateShapes, Fit, Focus, InvertSelection, MirrorShapes, MoveBack, MoveDown, MoveForward, MoveLeft, MoveRight,
    MoveShapes, MoveUp, NearestDown, NearestLeft, NearestRight, NearestUp, RenameShape, ResizeShape, RotateShapes,
    SavePicture, ScaleShapes, SelectAll, SelectNext, SelectNone, SelectPrevious, SetColor, ToggleSnap, ViewFront,
    ViewPerspective, ViewSide, ViewTop, ZoomIn, ZoomOut,
};
use espalier_scene::scenes::{CreateScene, DeleteScene, DuplicateScene, RenameScene};
use espalier_scene::world::World;

/// Distance that a key moves a shape, in units of the scene.
const NUDGE: f64 = 0.5;

/// The command of a key combination, written as in the registry.
pub fn shortcut(keys: &str) -> Option<&'static Spec> {
    REGISTRY.by_shortcut(keys, CATEGORIES).filter(|spec| is_here(spec))
}

/// Whether a command can be found by keys and in lists; not if only a form or a model has parameters for it.
pub fn is_here(spec: &Spec) -> bool {
    let needs = spec.params.iter().any(|param| param.required);
    let asks = matches!(
        spec.id,
        RenameShape::ID | SetColor::ID | ResizeShape::ID | ScaleShapes::ID | RotateShapes::ID | RenameScene::ID
    );
    !needs || asks || spec.id.as_str().starts_with("scene.") || least_selected(spec.id) > 0
}

/// The least number of selected shapes on which a command runs that needs no other input; 0 for other commands.
fn least_selected(id: CommandId) -> usize {
    match id {
        DeleteShapes::ID | DuplicateShapes::ID | MirrorShapes::ID => 1,
        AlignShapes::ID | DistributeShapes::ID | ArrangeShapes::ID => 2,
        _ => 0,
    }
}

/// Whether a command can run on the selection, without further parameters.
pub fn offers(model: &Model, scene: SceneId, spec: &Spec) -> bool {
    let Some(world) = model.world(scene) else { return false };
    let selected = model.scenes.looks.get(&scene).map_or(0, |look| look.selection.len());
    match spec.id {
        CreateScene::ID | DuplicateScene::ID | DeleteScene::ID => true,
        RenameScene::ID => false,
        SelectNone::ID | Focus::ID => selected > 0,
        AddSquare::ID | AddCircle::ID | AddTriangle::ID => model.read_only.is_none(),
        SelectAll::ID | SelectNext::ID | SelectPrevious::ID | InvertSelection::ID | Fit::ID => !world.is_empty(),
        id if least_selected(id) > 0 => selected >= least_selected(id),
        id if moved_by(id).is_some() => selected > 0 && model.read_only.is_none(),
        id if nearest_by(id).is_some() => !world.is_empty(),
        id => id.as_str().starts_with("scene."),
    }
}

/// Runs a command on the selection.
pub(super) fn perform(model: &mut Model, env: &mut Env, scene: SceneId, id: CommandId, out: &mut Vec<Effect>) {
    let add = |kind| Some(SceneMsg::Add(scene, kind, None));
    let view = |view| Some(SceneMsg::View(scene, view));
    let msg = match id {
        CreateScene::ID => Some(SceneMsg::Create),
        DuplicateScene::ID => Some(SceneMsg::Duplicate(scene)),
        DeleteScene::ID => {
            model.dialog = Some(list::ask_delete(model, scene));
            return;
        }
        AddSquare::ID => add(ShapeType::Square),
        AddCircle::ID => add(ShapeType::Circle),
        AddTriangle::ID => add(ShapeType::Triangle),
        ViewPerspective::ID => view(View::Perspective),
        ViewTop::ID => view(View::Top),
        ViewFront::ID => view(View::Front),
        ViewSide::ID => view(View::Side),
        ToggleSnap::ID => {
            let look = model.scenes.look(scene);
            look.snap = !look.snap;
            return;
        }
        SavePicture::ID => Some(SceneMsg::Draw(scene, PictureUse::Save)),
        CopyPicture::ID => Some(SceneMsg::Draw(scene, PictureUse::Copy)),
        SelectNone::ID => Some(SceneMsg::Select(scene, Vec::new())),
        _ => None,
    };
    if let Some(msg) = msg {
        return update(model, env, msg, out);
    }
    if least_selected(id) > 0
        && let Some(command) = commands::find(id)
    {
        return to_selected(model, env, scene, Call::new(command.spec.signature(), Vec::new()), out);
    }
    if let Some(direction) = moved_by(id) {
        return nudge(model, env, scene, direction, out);
    }
    look_around(model, scene, id, out);
}

/// Runs a command on all selected shapes, whatever shapes it names.
pub(super) fn to_selected(model: &mut Model, env: &mut Env, scene: SceneId, mut call: Call, out: &mut Vec<Effect>) {
    let selection = &model.scenes.look(scene).selection;
    if !selection.is_empty() {
        let others = call.values.into_iter().skip(1);
        call.values = std::iter::once(json!(selection)).chain(others).collect();
        run_one(model, env, scene, call, out);
    }
}

/// The direction in which a command moves shapes, in the axes of the picture: right, up, and towards the viewer.
fn moved_by(id: CommandId) -> Option<DVec3> {
    Some(match id {
        MoveLeft::ID => DVec3::NEG_X,
        MoveRight::ID => DVec3::X,
        MoveBack::ID => DVec3::NEG_Z,
        MoveForward::ID => DVec3::Z,
        MoveUp::ID => DVec3::Y,
        MoveDown::ID => DVec3::NEG_Y,
        _ => return None,
    })
}

/// The direction in the picture in which a command goes to the nearest shape.
fn nearest_by(id: CommandId) -> Option<DVec2> {
    Some(match id {
        NearestLeft::ID => DVec2::NEG_X,
        NearestRight::ID => DVec2::X,
        NearestUp::ID => DVec2::NEG_Y,
        NearestDown::ID => DVec2::Y,
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
    let moved = MoveShapes { dx: Some(by.x), dy: Some(by.y), dz: Some(by.z), shapes: selection };
    run_one(model, env, scene, moved, out);
}

fn nearest_axis(direction: DVec3) -> DVec3 {
    let axes = [DVec3::X, DVec3::Y, DVec3::Z].into_iter().flat_map(|axis| [axis, -axis]);
    axes.max_by(|one, other| one.dot(direction).total_cmp(&other.dot(direction))).unwrap_or(DVec3::X)
}

/// Runs a command that changes only the camera or the selection.
fn look_around(model: &mut Model, scene: SceneId, id: CommandId, out: &mut Vec<Effect>) {
    let Some(world) = model.scenes.worlds.get(&scene) else { return };
    let look = model.scenes.looks.get(&scene).cloned().unwrap_or_default();
    let ids = || world.items().map(|(_, item)| item.row.id);
    match id {
        SelectAll::ID => {
            let all = ids().collect();
            view_state::select(model, scene, all, out);
        }
        InvertSelection::ID => {
            let selected: std::collections::BTreeSet<ShapeId> = look.selection.iter().copied().collect();
            let rest = ids().filter(|id| !selected.contains(id)).collect();
            view_state::select(model, scene, rest, out);
        }
        SelectNext::ID | SelectPrevious::ID => {
            let next = step(world, look.primary(), id == SelectNext::ID);
            view_state::select(model, scene, next.into_iter().collect(), out);
        }
        Focus::ID | Fit::ID => {
            let sphere = if id == Fit::ID { world.sphere() } else { world.sphere_of(&look.selection) };
            if let Some(sphere) = sphere {
                model.scenes.look(scene).aim_at(sphere);
            }
        }
        ZoomIn::ID | ZoomOut::ID => {
            let mut camera = look.camera;
            camera.zoom(if id == ZoomIn::ID { 1.25 } else { 0.8 }, look.size / 2.0, look.size);
            model.scenes.look(scene).aim(camera);
        }
        _ => {
            if let Some(way) = nearest_by(id) {
                let found = nearest(world, &look, way);
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
fn nearest(world: &World, look: &super::SceneViewState, way: DVec2) -> Option<ShapeId> {
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
