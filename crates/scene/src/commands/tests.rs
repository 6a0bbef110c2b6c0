//! Tests of the commands of a scene.

#![allow(clippy::float_cmp, reason = "what is stored is free of noise (S2 of the target)")]

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::geometry::{Corners, rotation};
use crate::{CATEGORIES, REGISTRY};
use espalier_base::env::Env;
use espalier_base::language::Language;
use espalier_base::time::Timestamp;
use espalier_command::registry::Registry;
use espalier_command::transaction::{self, Operation};
use espalier_model::scene::{Geometry, Scene, SceneId, ShapeKey};
use espalier_model::workspace::Workspace;

/// A workspace with one scene.
struct Lab {
    workspace: Workspace,
    env: Env,
    scene: SceneId,
    registry: &'static Registry,
}

impl Lab {
    fn new() -> Self {
        let mut env = Env::deterministic(Timestamp(1_000), 7);
        let mut workspace = Workspace::default();
        let scene = env.id();
        let mut draft = workspace.draft();
        draft.put(Scene::new(scene, env.now));
        let changes = draft.finish();
        workspace.apply(&changes).unwrap();
        Self { workspace, env, scene, registry: &REGISTRY }
    }

    /// Does a command and takes it back, which leaves no trace (C2); then does it again and gives what it made.
    fn run(&mut self, command: &str, params: Value) -> Result<Vec<ShapeId>, String> {
        let before = self.workspace.clone();
        self.env.now = Timestamp(self.env.now.0 + 1);
        let mut draft = self.workspace.draft();
        let mut stage = SceneTarget::open(&mut draft, &mut self.env, self.scene).unwrap();
        let operation = Operation { id: "1".to_owned(), command: command.to_owned(), params, creates: None };
        let done = transaction::run(&mut stage, self.registry, CATEGORIES, &[operation]);
        let applied = done.map_err(|failed| failed.reason.text(Language::En))?;
        let changes = draft.finish();
        self.workspace.apply(&changes).unwrap();
        let after = self.workspace.clone();
        self.workspace.apply(&changes.invert()).unwrap();
        assert_eq!(self.workspace, before, "{command} is taken back byte for byte");
        self.workspace = after;
        Ok(applied.outcomes[0].1.made.iter().map(|id| ShapeId::from_uuid(*id)).collect())
    }

    fn add(&mut self, params: Value) -> ShapeId {
        self.run("shape.create", params).unwrap()[0]
    }

    fn row(&self, id: ShapeId) -> Rc<Shape> {
        self.workspace.get::<Shape>(&ShapeKey { scene: self.scene, id }).unwrap().clone()
    }

    fn refused(&mut self, command: &str, params: Value) -> String {
        let before = self.workspace.clone();
        let reason = self.run(command, params).unwrap_err();
        assert_eq!(self.workspace, before);
        reason
    }
}

#[test]
fn a_shape_is_made_as_it_was_asked_for() {
    let mut lab = Lab::new();
    let id = lab.add(json!({"type": "square", "x": 10, "z": 10, "side": 5, "color": "#f00", "name": " red \n"}));
    let row = lab.row(id);
    assert_eq!(row.geometry, Geometry::Square { side: 5.0 });
    assert_eq!((row.position, row.rotation, row.name.as_str()), ([10.0, 0.0, 10.0], [0.0; 3], "red"));
    assert_eq!(row.color.to_string(), "#ff0000");
    let circle = lab.add(json!({"type": "Circle", "radius": "1.5", "rotationY": 270}));
    assert_eq!(lab.row(circle).geometry, Geometry::Circle { radius: 1.5 });
    assert_eq!(lab.row(circle).rotation, [0.0, -90.0, 0.0]);
    let vertices = json!([[0, 0, 0], [3, 0, 0], [0, 4, 0]]);
    let triangle = lab.add(json!({"type": "triangle", "vertices": vertices}));
    assert!((lab.row(triangle).geometry.size() - 5.0).abs() < 1e-12);
    let plain = lab.add(json!({"type": "triangle"}));
    assert!((lab.row(plain).geometry.size() - SIZE).abs() < 1e-12);
    assert_eq!(lab.row(plain).color, COLORS[2]);
}

#[test]
fn c2_what_makes_no_sense_is_refused_with_a_reason() {
    let mut lab = Lab::new();
    let id = lab.add(json!({"type": "square"}));
    for (command, params, words) in [
        ("shape.create", json!({"type": "cube"}), "square, circle, triangle"),
        ("shape.create", json!({"type": "square", "size": -1}), "needs an area"),
        ("shape.create", json!({"type": "square", "size": 0}), "needs an area"),
        ("shape.create", json!({"type": "square", "x": 2e6}), "too far out"),
        ("shape.create", json!({"type": "square", "x": "here"}), "must be a number"),
        ("shape.create", json!({"type": "square", "color": "red"}), "#3366cc"),
        ("shape.create", json!({"type": "circle", "vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0]]}), "only a triangle"),
        ("shape.create", json!({"type": "triangle", "vertices": [[0, 0, 0], [1, 1, 1], [2, 2, 2]]}), "needs an area"),
        ("shape.create", json!({"type": "triangle", "vertices": [[0, 0, 0], [1, 1, 1]]}), "at least 3"),
        ("shape.resize", json!({"shapeId": id, "size": 0}), "needs an area"),
        ("shape.scale", json!({"shapeIds": [id], "factor": 0}), "greater than 0"),
        ("shape.scale", json!({"shapeIds": [id], "factor": 1e6}), "needs an area"),
        ("shape.place", json!({"shapeId": "nobody", "x": 1}), "shape not found"),
        ("shape.delete", json!({"shapeIds": [id, "0190163d-8694-739b-aea5-966c26f8ad91"]}), "shape not found"),
        ("shape.delete", json!({"shapeIds": []}), "no shape was named"),
        ("shape.setVertices", json!({"shapeId": id, "vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0]]}), "only a triangle"),
        ("shape.align", json!({"shapeIds": [id, id]}), "at least two"),
    ] {
        let reason = lab.refused(command, params.clone());
        assert!(reason.contains(words), "{command} {params}: {reason}");
    }
}

#[test]
fn shapes_are_changed_and_nothing_else() {
    let mut lab = Lab::new();
    let (one, other) = (lab.add(json!({"type": "square"})), lab.add(json!({"type": "circle", "x": 4})));
    lab.run("shape.place", json!([one, 1, null, 2])).unwrap();
    assert_eq!(lab.row(one).position, [1.0, 0.0, 2.0]);
    lab.run("shape.move", json!({"shapeIds": [one, other], "dy": 0.1})).unwrap();
    lab.run("shape.move", json!({"shapeIds": [one, other], "dy": 0.2})).unwrap();
    assert_eq!((lab.row(one).position[1], lab.row(other).position[1]), (0.3, 0.3), "no noise of binary digits");
    lab.run("shape.resize", json!([one, 7])).unwrap();
    assert_eq!(lab.row(one).geometry, Geometry::Square { side: 7.0 });
    lab.run("shape.setColor", json!([[one, other], "#00ff00"])).unwrap();
    assert_eq!((lab.row(one).color, lab.row(other).color.to_string()), (lab.row(other).color, "#00ff00".to_owned()));
    lab.run("shape.setRotation", json!({"shapeId": one, "y": 370})).unwrap();
    assert_eq!(lab.row(one).rotation, [0.0, 10.0, 0.0]);
    lab.run("shape.rename", json!([one, "床"])).unwrap();
    assert_eq!(lab.row(one).name, "床");
    let before = lab.row(one);
    lab.run("shape.rename", json!([one, "床"])).unwrap();
    assert_eq!(lab.row(one), before, "not even the time of the last change");
    let copies = lab.run("shape.duplicate", json!([[one, other]])).unwrap();
    assert_eq!(copies.len(), 2);
    assert_eq!(lab.row(copies[0]).name, "床");
    lab.run("shape.delete", json!([[one, copies[1]]])).unwrap();
    assert_eq!(lab.workspace.shapes(lab.scene).count(), 2);
}

#[test]
fn several_turn_and_scale_around_their_middle() {
    let mut lab = Lab::new();
    let ids = [-3.0, 3.0].map(|x| lab.add(json!({"type": "square", "x": x})));
    lab.run("shape.rotate", json!({"shapeIds": ids, "degrees": 90})).unwrap();
    assert_eq!(ids.map(|id| lab.row(id).position), [[0.0, 0.0, 3.0], [0.0, 0.0, -3.0]]);
    assert_eq!(lab.row(ids[0]).rotation, [0.0, 90.0, 0.0]);
    lab.run("shape.scale", json!({"shapeIds": ids, "factor": 2})).unwrap();
    assert_eq!(ids.map(|id| lab.row(id).position), [[0.0, 0.0, 6.0], [0.0, 0.0, -6.0]]);
    assert!((lab.row(ids[0]).geometry.size() - 4.0).abs() < 1e-12);
}

#[test]
fn several_are_placed_in_relation() {
    let mut lab = Lab::new();
    let ids = [[0.0, 0.0], [4.0, 3.0], [20.0, 1.0]].map(|[x, z]| lab.add(json!({"type": "square", "x": x, "z": z})));
    lab.run("shape.align", json!({"shapeIds": ids, "axis": "z", "edge": "low"})).unwrap();
    assert!(ids.iter().all(|id| lab.row(*id).position[2] == 0.0));
    lab.run("shape.distribute", json!({"shapeIds": ids, "axis": "x"})).unwrap();
    assert_eq!(ids.map(|id| lab.row(id).position[0]), [0.0, 10.0, 20.0]);
    lab.run("shape.arrange", json!({"shapeIds": ids, "figure": "line", "gap": 1})).unwrap();
    assert_eq!(ids.map(|id| lab.row(id).position[0]), [7.0, 10.0, 13.0]);
}

proptest! {
    #[test]
    fn a_mirrored_shape_is_the_mirror_image_and_twice_is_once(
        kind in 0..3_usize, axis in 0..3_usize, x in -80.0..80.0_f64, y in -180.0..180.0_f64, z in -180.0..180.0_f64,
    ) {
        let mut lab = Lab::new();
        let kind = ["square", "circle", "triangle"][kind];
        let id = lab.add(json!({"type": kind, "x": 1, "rotationX": x, "rotationY": y, "rotationZ": z}));
        let other = lab.add(json!({"type": "circle", "x": 9, "y": 2, "z": -3}));
        let name = ["x", "y", "z"][axis];
        let before = [id, other].map(|id| Corners::of(&lab.row(id)).bounds());
        let middle = (before[0].0.min(before[1].0) + before[0].1.max(before[1].1)) / 2.0;
        let outline = Corners::of(&lab.row(id)).outline(12);
        lab.run("shape.mirror", json!({"shapeIds": [id, other], "axis": name})).unwrap();
        let after = Corners::of(&lab.row(id));
        let mut plane = glam::DVec3::ZERO;
        plane[axis] = 1.0;
        for point in outline {
            let image = point - plane * (2.0 * (point - middle).dot(plane));
            let onto = after.normal();
            prop_assert!((image - after.points[0]).dot(onto).abs() < 1e-5, "in the plane");
            let (low, high) = after.bounds();
            prop_assert!(image.cmpge(low - 1e-5).all() && image.cmple(high + 1e-5).all(), "within the bounds");
        }
        let turned = rotation(lab.row(id).rotation);
        lab.run("shape.mirror", json!({"shapeIds": [id, other], "axis": name})).unwrap();
        lab.run("shape.mirror", json!({"shapeIds": [id, other], "axis": name})).unwrap();
        let again = rotation(lab.row(id).rotation);
        prop_assert!(turned.angle_between(again) < 1e-4);
    }
}

#[test]
fn every_command_is_listed_once_and_found_by_its_other_names() {
    let registry: &Registry = &REGISTRY;
    let mut ids: Vec<&str> = registry.specs().iter().map(|spec| spec.id.as_str()).collect();
    ids.sort_unstable();
    let count = ids.len();
    ids.dedup();
    assert_eq!(ids.len(), count);
    let mut keys: Vec<&str> = all().flat_map(|command| command.spec.shortcuts.iter().copied()).collect();
    keys.sort_unstable();
    let count = keys.len();
    keys.dedup();
    assert_eq!(keys.len(), count, "no key does two things");
    for (name, id) in [("createShape", "shape.create"), ("deleteShape", "shape.delete"), ("moveTo", "shape.place")] {
        assert_eq!(registry.find(name).map(|spec| spec.id.as_str()), Some(id));
    }
}
