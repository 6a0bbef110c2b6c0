//! Scenes from files and back: records of what a file holds, and the file of what the records hold.

use espalier_base::env::Env;
use espalier_command::transaction::Reason;
use espalier_model::scene::{Scene, SceneId, Shape};
use espalier_model::workspace::Draft;

use super::formats::{FileShape, SceneFile};
use super::scenes::name_of;
use super::target::check;

/// Adds a scene with the shapes of a file, in their order. If one cannot be stored, the draft is to be thrown away.
pub fn new_scene(draft: &mut Draft<'_>, env: &mut Env, id: SceneId, file: &SceneFile) -> Result<(), Reason> {
    let now = env.now;
    draft.put(Scene { name: name_of(&file.name), ..Scene::new(id, now) });
    for shape in &file.shapes {
        let mut row = Shape {
            id: env.id(),
            scene: id,
            created_at: now,
            updated_at: now,
            name: name_of(&shape.name),
            geometry: shape.geometry,
            position: shape.position,
            rotation: shape.rotation,
            color: shape.color,
        };
        check(&mut row)?;
        draft.put(row);
    }
    Ok(())
}

/// A scene as a file holds it.
pub fn file_of<'a>(name: &str, rows: impl Iterator<Item = &'a Shape>) -> SceneFile {
    let shape = |row: &Shape| FileShape {
        name: row.name.clone(),
        geometry: row.geometry,
        position: row.position,
        rotation: row.rotation,
        color: row.color,
    };
    SceneFile { name: name.to_owned(), shapes: rows.map(shape).collect() }
}
