//! Stage of the commands of a scene: its records as a draft has them.
//!
//! - S1 What does not change anything leaves no trace, not even in the time of the last change.
//! - S2 Numbers that are stored are finite, within [`FARTHEST`], and free of the noise of the last binary digits.

use std::rc::Rc;

use uuid::Uuid;

use super::commands;
use super::geometry::{is_sound, round};
use espalier_base::env::Env;
use espalier_command::args::Args;
use espalier_command::spec::{Spec, Text};
use espalier_command::transaction::{CommandTarget, Outcome, Reason};
use espalier_model::scene::{Scene, SceneId, Shape, ShapeId, ShapeKey, Vector};
use espalier_model::workspace::Draft;

/// The greatest coordinate, in units of the scene; farther out, single precision shows shapes in the wrong place.
pub const FARTHEST: f64 = 1e6;
/// The smallest and the greatest size of a shape.
pub const SIZES: (f64, f64) = (1e-3, 1e5);

const TOO_FAR: Reason =
    Reason::Refused(Text::new("that is too far out: coordinates go up to 1,000,000", "太远了：坐标最大为1,000,000"));
const UNSOUND: Reason = Reason::Refused(Text::new(
    "a shape needs an area: a size from 0.001 to 100,000, and vertices that are not in one line",
    "图形必须有面积：大小在0.001到100,000之间，三个顶点不能在一条直线上",
));

/// A scene being changed.
pub struct SceneTarget<'s, 'w> {
    /// The records.
    pub draft: &'s mut Draft<'w>,
    /// The clock and new ids.
    pub env: &'s mut Env,
    /// The scene.
    pub scene: SceneId,
}

impl<'s, 'w> SceneTarget<'s, 'w> {
    /// Opens a scene whose shapes are in memory; `None` where there is no such scene.
    pub fn open(draft: &'s mut Draft<'w>, env: &'s mut Env, scene: SceneId) -> Option<Self> {
        draft.get::<Scene>(&scene)?;
        Some(Self { draft, env, scene })
    }

    /// A shape that is there.
    pub fn shape(&self, id: ShapeId) -> Result<Rc<Shape>, Reason> {
        let row = self.draft.get::<Shape>(&ShapeKey { scene: self.scene, id });
        row.ok_or_else(|| Reason::NotFound { kind: "shape", name: id.to_string() })
    }

    /// Adds a shape, or says why it cannot be.
    pub fn add(&mut self, mut shape: Shape) -> Result<ShapeId, Reason> {
        check(&mut shape)?;
        let id = shape.id;
        self.draft.put(shape);
        self.touch();
        Ok(id)
    }

    /// Changes a shape, and notes when (S1).
    pub fn change(&mut self, id: ShapeId, change: impl FnOnce(&mut Shape)) -> Result<(), Reason> {
        let before = self.shape(id)?;
        let mut after = Shape::clone(&before);
        change(&mut after);
        check(&mut after)?;
        if after != *before {
            after.updated_at = self.env.now;
            self.draft.put(after);
            self.touch();
        }
        Ok(())
    }

    /// Removes a shape.
    pub fn remove(&mut self, id: ShapeId) {
        self.draft.remove::<Shape>(&ShapeKey { scene: self.scene, id });
        self.touch();
    }

    fn touch(&mut self) {
        let now = self.env.now;
        if self.draft.get::<Scene>(&self.scene).is_some_and(|row| row.updated_at != now) {
            self.draft.update::<Scene>(&self.scene, |row| row.updated_at = now);
        }
    }
}

/// Puts the numbers of a shape into the form they are stored in (S2), or says why it cannot be stored.
pub fn check(shape: &mut Shape) -> Result<(), Reason> {
    let size = shape.geometry.size();
    if !is_sound(&shape.geometry) || !(SIZES.0..=SIZES.1).contains(&size) {
        return Err(UNSOUND);
    }
    let all = |vector: &Vector, most: f64| vector.iter().all(|value| value.is_finite() && value.abs() <= most);
    if !all(&shape.position, FARTHEST) || !all(&shape.rotation, f64::MAX) {
        return Err(TOO_FAR);
    }
    shape.position = shape.position.map(round);
    shape.rotation = shape.rotation.map(super::geometry::tidy_angle);
    Ok(())
}

impl CommandTarget for SceneTarget<'_, '_> {
    fn resolve(&self, kind: &'static str, name: &str) -> Option<Uuid> {
        let id: ShapeId = name.parse().ok().filter(|_| kind == "shape")?;
        self.shape(id).ok().map(|row| row.id.uuid())
    }

    fn new_id(&mut self) -> Uuid {
        self.env.id::<Shape>().uuid()
    }

    fn check(&self, spec: &'static Spec, args: &Args) -> Result<(), Reason> {
        let command = commands::find(spec.id).ok_or_else(|| Reason::UnknownCommand(spec.id.to_string()))?;
        (command.when)(self, args)
    }

    fn run(&mut self, spec: &'static Spec, args: &Args) -> Result<Outcome, Reason> {
        let command = commands::find(spec.id).ok_or_else(|| Reason::UnknownCommand(spec.id.to_string()))?;
        (command.run)(self, args)
    }
}
