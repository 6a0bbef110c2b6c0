//! The Scene room in the loop, over a store: every change one step, also after the page was loaded again.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops there")]

use espalier_app::files::FileMsg;
use espalier_app::navigate::Route;
use espalier_app::scenes::{SceneMsg, describe};
use espalier_app::{Msg, Notice};
use espalier_model::scene::{SceneId, ShapeId, ShapeType};
use espalier_scene::commands::{
    DeleteShapes, InvertSelection, MoveUp, NearestDown, NearestRight, NearestUp, PlaceShape, RenameShape, ResizeShape,
    SelectNext, SelectNone, SelectPrevious, SetColor, ViewTop,
};
use espalier_scene::formats::Format;
use espalier_scene::world::World;
use espalier_storage::memory::MemoryStorage;

use crate::lab::Lab;

/// A new scene with one shape of each type.
fn room() -> (Lab, SceneId) {
    let mut lab = Lab::on(MemoryStorage::default(), Route::Scene(None, None));
    lab.send(Msg::Scene(SceneMsg::Create));
    let scene = lab.model.route.scene().unwrap();
    for kind in ShapeType::ALL {
        lab.send(Msg::Scene(SceneMsg::Add(scene, kind, None)));
    }
    (lab, scene)
}

fn ids(lab: &Lab, scene: SceneId) -> Vec<ShapeId> {
    lab.model.world(scene).unwrap().items().map(|(_, item)| item.row.id).collect()
}

/// The world says the same as the records.
fn assert_follows(lab: &Lab, scene: SceneId) {
    let world = lab.model.world(scene).unwrap();
    let mut rows: Vec<_> = world.items().map(|(_, item)| item.row.clone()).collect();
    rows.sort_by_key(|row| row.id);
    let stored: Vec<_> = lab.model.workspace.shapes(scene).cloned().collect();
    assert_eq!(rows, stored);
}

#[test]
fn shapes_that_are_added_do_not_hide_each_other_and_the_last_one_is_selected() {
    let (lab, scene) = room();
    let world = lab.model.world(scene).unwrap();
    let places: Vec<_> = world.items().map(|(_, item)| item.row.position).collect();
    assert_eq!(places, [[0.0, 0.0, 0.0], [2.5, 0.0, 0.0], [2.5, 0.0, 2.5]]);
    let last = ids(&lab, scene)[2];
    assert_eq!(lab.model.route, Route::Scene(Some(scene), Some(last)));
    assert_follows(&lab, scene);
}

#[test]
fn s1_every_change_is_one_undo_also_after_a_reload() {
    let (mut lab, scene) = room();
    let all = ids(&lab, scene);
    lab.send(Msg::Scene(SceneMsg::Select(scene, all.clone())));
    lab.send(Msg::Scene(SceneMsg::ToSelected(scene, SetColor::new(Vec::new(), "#123456".to_owned()).into())));
    lab.send(Msg::Scene(SceneMsg::Key(scene, MoveUp::ID)));
    lab.send(Msg::Scene(SceneMsg::Key(scene, DeleteShapes::ID)));
    assert!(ids(&lab, scene).is_empty());
    let mut lab = lab.reload();
    assert!(lab.model.world(scene).is_some_and(World::is_empty));
    lab.send(Msg::Undo);
    assert_eq!(ids(&lab, scene).len(), 3);
    assert_follows(&lab, scene);
    let row = |lab: &Lab| lab.model.world(scene).unwrap().get(all[0]).unwrap().row.clone();
    assert_eq!((row(&lab).position[1], row(&lab).color.to_string()), (0.5, "#123456".to_owned()));
    lab.send(Msg::Undo);
    assert_eq!((row(&lab).position[1], row(&lab).color.to_string()), (0.0, "#123456".to_owned()));
    lab.send(Msg::Undo);
    assert_eq!(row(&lab).color.to_string(), "#3563d6");
    for _ in 0..3 {
        lab.send(Msg::Undo);
    }
    assert!(ids(&lab, scene).is_empty());
    for _ in 0..4 {
        lab.send(Msg::Redo);
    }
    assert_eq!((ids(&lab, scene).len(), row(&lab).color.to_string()), (3, "#123456".to_owned()));
    assert_follows(&lab, scene);
}

#[test]
fn a_refused_command_says_why_and_leaves_no_step() {
    let (mut lab, scene) = room();
    let (steps, first) = (lab.model.history.entries(scene.into()).len(), ids(&lab, scene)[0]);
    lab.send(Msg::Scene(SceneMsg::Do(scene, ResizeShape::new(first, -1.0).into())));
    assert_eq!(lab.model.history.entries(scene.into()).len(), steps);
    assert!(lab.model.toasts.iter().any(|toast| toast.error));
    assert_follows(&lab, scene);
}

#[test]
fn whole_scenes_are_copied_deleted_and_come_back() {
    let (mut lab, scene) = room();
    lab.send(Msg::Scene(SceneMsg::Duplicate(scene)));
    let copy = lab.model.route.scene().unwrap();
    assert_ne!(copy, scene);
    let mut lab = lab.reload();
    assert_eq!(ids(&lab, copy).len(), 3);
    lab.send(Msg::Scene(SceneMsg::Delete(scene)));
    assert_eq!(lab.model.scene_rows().len(), 1);
    lab.send(Msg::Go(Route::Scene(None, None)));
    lab.send(Msg::Undo);
    lab.send(Msg::Go(Route::Scene(Some(scene), None)));
    assert_eq!(ids(&lab, scene).len(), 3);
}

#[test]
fn keys_walk_through_the_shapes() {
    let (mut lab, scene) = room();
    let all = ids(&lab, scene);
    let key = |lab: &mut Lab, id| {
        lab.send(Msg::Scene(SceneMsg::Key(scene, id)));
        lab.model.scenes.looks[&scene].primary()
    };
    assert_eq!(key(&mut lab, SelectNext::ID), Some(all[0]));
    assert_eq!(key(&mut lab, SelectPrevious::ID), Some(all[2]));
    assert_eq!(key(&mut lab, SelectNone::ID), None);
    lab.send(Msg::Scene(SceneMsg::Select(scene, vec![all[0]])));
    key(&mut lab, ViewTop::ID);
    assert_eq!(key(&mut lab, NearestRight::ID), Some(all[1]));
    assert_eq!(key(&mut lab, NearestDown::ID), Some(all[2]));
    assert_eq!(key(&mut lab, NearestDown::ID), Some(all[2]), "there is nothing farther down");
    assert_eq!(key(&mut lab, NearestUp::ID), Some(all[1]));
    assert_eq!(key(&mut lab, InvertSelection::ID), Some(all[2]));
}

#[test]
fn the_history_says_what_a_step_did_and_who() {
    let (mut lab, scene) = room();
    let first = ids(&lab, scene)[0];
    lab.send(Msg::Scene(SceneMsg::Do(scene, RenameShape::new(first, "Tisch".to_owned()).into())));
    lab.send(Msg::Scene(SceneMsg::Do(scene, PlaceShape { x: Some(1.5), ..PlaceShape::new(first) }.into())));
    lab.send(Msg::Scene(SceneMsg::Select(scene, ids(&lab, scene))));
    lab.send(Msg::Scene(SceneMsg::Key(scene, DeleteShapes::ID)));
    let said: Vec<Vec<String>> =
        lab.model.history.entries(scene.into()).iter().map(|entry| describe(&lab.model, entry)).collect();
    assert_eq!(said[0], ["Added Square (0, 0, 0), size 2", "by you"]);
    assert_eq!(said[3], ["A deleted shape: Name “” → “Tisch”", "by you"]);
    assert_eq!(said[4], ["A deleted shape: Position (0, 0, 0) → (1.5, 0, 0)", "by you"]);
    assert_eq!(said[5].len(), 4, "three shapes and who: {:?}", said[5]);
    assert!(said[5][0].starts_with("Deleted Tisch (1.5, 0, 0)"), "{:?}", said[5]);
}

#[test]
fn files_make_scenes_of_their_own_and_bad_ones_change_nothing() {
    let (mut lab, scene) = room();
    for format in [Format::Json, Format::Gltf] {
        lab.send(Msg::Scene(SceneMsg::Export(scene, format)));
        let (name, bytes) = lab.saved_files.pop().unwrap();
        lab.send(Msg::Files(FileMsg::Read(name, bytes.into())));
        let made = lab.model.route.scene().unwrap();
        assert_ne!(made, scene, "{format:?}");
        let measures = |lab: &Lab, scene| -> Vec<_> {
            let rows = lab.model.workspace.shapes(scene);
            rows.map(|row| (row.geometry, row.position, row.rotation, row.color, row.name.clone())).collect()
        };
        assert_eq!(measures(&lab, made), measures(&lab, scene), "{format:?}");
        assert_follows(&lab, made);
        lab.send(Msg::Go(Route::Scene(Some(scene), None)));
    }
    let before = lab.model.scene_rows().len();
    for (name, content) in [
        (
            "a.json",
            r##"{"format":"espalier-scene","version":1,"name":"",
                "shapes":[{"geometry":{"type":"square","side":-1},"position":[0,0,0],"color":"#ffffff"}]}"##,
        ),
        ("b.glb", "glTF but not really"),
        ("c.stl", "solid nothing"),
        ("d.json", "[1, 2"),
    ] {
        lab.model.toasts.clear();
        lab.send(Msg::Files(FileMsg::Read(name.to_owned(), content.as_bytes().to_vec())));
        assert_eq!(lab.model.scene_rows().len(), before, "{name}");
        assert!(lab.model.toasts.iter().any(|toast| toast.error), "{name} says why");
    }
}

#[test]
fn the_example_is_a_scene_like_any_other_and_one_undo() {
    let mut lab = Lab::on(MemoryStorage::default(), Route::Scene(None, None));
    lab.send(Msg::Scene(SceneMsg::Example));
    let scene = lab.model.route.scene().unwrap();
    assert!(ids(&lab, scene).len() > 10);
    assert_follows(&lab, scene);
    lab.send(Msg::Go(Route::Scene(None, None)));
    lab.send(Msg::Undo);
    assert!(lab.model.scene_rows().is_empty());
    assert_eq!(lab.model.workspace.shapes(scene).count(), 0);
}

#[test]
fn a_step_that_cannot_be_drawn_is_taken_back() {
    let (mut lab, scene) = room();
    lab.send(Msg::Scene(SceneMsg::NotDrawn(scene)));
    assert_eq!(ids(&lab, scene).len(), 2);
    assert!(lab.model.toasts.iter().any(|toast| toast.text == Notice::NotDrawn));
    lab.send(Msg::Redo);
    assert_eq!(ids(&lab, scene).len(), 3);
    // Undo and redo are the person's; a step before them is not taken back as well.
    lab.send(Msg::Scene(SceneMsg::NotDrawn(scene)));
    assert_eq!(ids(&lab, scene).len(), 3);
}
