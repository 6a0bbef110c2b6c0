//! Scenes: each holds flat shapes in space.
//!
//! - P1 A shape has a plane of its own: the local x and z axes, seen from local +y. Without rotation it lies on the
//!   ground (world y is up), and its position is where the local origin is.
//! - P2 Lengths are in units of the scene; angles in degrees, turned about y first, then about the turned x, then about
//!   the turned z axis (intrinsic y-x-z order).
//! - P3 Every number that is stored is finite.

pub mod packed;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::conversation::Scope;
use super::mindmap::Color;
use super::record::record;
use super::room::{Document, RoomId};
use espalier_base::id::{Id, InvalidId};
use espalier_base::time::Timestamp;

/// Id of a [`Scene`].
pub type SceneId = Id<Scene>;
/// Id of a [`Shape`] within its scene.
pub type ShapeId = Id<Shape>;

/// Key of a stored shape: below its scene, so that one range holds one scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShapeKey {
    /// The scene.
    pub scene: SceneId,
    /// The shape.
    pub id: ShapeId,
}

impl fmt::Display for ShapeKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.scene, self.id)
    }
}

impl FromStr for ShapeKey {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, InvalidId> {
        let (scene, id) = text.split_once('/').ok_or_else(|| InvalidId(text.chars().take(80).collect()))?;
        Ok(Self { scene: scene.parse()?, id: id.parse()? })
    }
}

/// A point or a direction: x, y, z.
pub type Vector = [f64; 3];

/// The kinds of shapes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ShapeType {
    /// A square.
    Square,
    /// A disc.
    Circle,
    /// A triangle.
    Triangle,
}

impl ShapeType {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Square, Self::Circle, Self::Triangle];
    /// Their stored names, in the order of [`ShapeType::ALL`].
    pub const NAMES: &[&str] = &["square", "circle", "triangle"];

    /// Returns the stored name.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// Returns the kind of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// The type of a shape with its measures, in the shape's own axes (P1).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Geometry {
    /// A square around the origin.
    Square {
        /// The length of a side.
        side: f64,
    },
    /// A disc around the origin.
    Circle {
        /// The radius.
        radius: f64,
    },
    /// A triangle; its vertices need not lie in the plane of the other shapes.
    Triangle {
        /// The three vertices, relative to the position.
        vertices: [Vector; 3],
    },
}

impl Geometry {
    /// Makes a shape of a size as [`Geometry::size`] gives it; a triangle is equilateral, its first vertex towards -z.
    pub fn new(kind: ShapeType, size: f64) -> Self {
        match kind {
            ShapeType::Square => Self::Square { side: size },
            ShapeType::Circle => Self::Circle { radius: size },
            ShapeType::Triangle => {
                let around = size / 3_f64.sqrt();
                let vertices = [[0.0, 0.0, -around], [-size / 2.0, 0.0, around / 2.0], [size / 2.0, 0.0, around / 2.0]];
                Self::Triangle { vertices }
            }
        }
    }

    /// Returns the type.
    pub const fn kind(&self) -> ShapeType {
        match self {
            Self::Square { .. } => ShapeType::Square,
            Self::Circle { .. } => ShapeType::Circle,
            Self::Triangle { .. } => ShapeType::Triangle,
        }
    }

    /// Returns the side length of a square, the radius of a circle, the longest side of a triangle.
    pub fn size(&self) -> f64 {
        match self {
            Self::Square { side } => *side,
            Self::Circle { radius } => *radius,
            Self::Triangle { vertices: [a, b, c] } => {
                let length = |p: &Vector, q: &Vector| {
                    ((q[0] - p[0]).powi(2) + (q[1] - p[1]).powi(2) + (q[2] - p[2]).powi(2)).sqrt()
                };
                length(a, b).max(length(b, c)).max(length(c, a))
            }
        }
    }

    /// Returns the shape scaled by a factor.
    #[must_use]
    pub fn scaled(&self, factor: f64) -> Self {
        match *self {
            Self::Square { side } => Self::Square { side: side * factor },
            Self::Circle { radius } => Self::Circle { radius: radius * factor },
            Self::Triangle { vertices } => {
                Self::Triangle { vertices: vertices.map(|vertex| vertex.map(|value| value * factor)) }
            }
        }
    }
}

record! {
    /// A scene: a small row, so that the list of all of them is shown at once.
    Scene, SceneField, SceneId, |row| row.id;
    identity {
        /// The id.
        id: SceneId,
        /// Time at which it was begun.
        created_at: Timestamp,
    }
    fields {
        /// The name that the person gave it; may be empty.
        Name name: String,
        /// Time at which it or one of its shapes last changed.
        UpdatedAt updated_at: Timestamp,
    }
}

record! {
    /// One shape of a scene.
    Shape, ShapeField, ShapeKey, |row| ShapeKey { scene: row.scene, id: row.id };
    identity {
        /// The id.
        id: ShapeId,
        /// The scene it belongs to.
        scene: SceneId,
        /// Time at which it was made.
        created_at: Timestamp,
    }
    fields {
        /// Time at which it last changed.
        UpdatedAt updated_at: Timestamp,
        /// The name that the person gave it; may be empty.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        Name name: String,
        /// Its type and measures.
        Geometry geometry: Geometry,
        /// Position of its origin.
        Position position: Vector,
        /// Degrees about the x, y and z axes (P2).
        #[serde(default, skip_serializing_if = "is_zero")]
        Rotation rotation: Vector,
        /// Its colour.
        Color color: Color,
    }
}

fn is_zero(value: &Vector) -> bool {
    value.iter().all(|value| *value == 0.0)
}

impl Scene {
    /// Makes an empty scene without a name.
    pub const fn new(id: SceneId, now: Timestamp) -> Self {
        Self { id, created_at: now, name: String::new(), updated_at: now }
    }
}

impl Shape {
    /// Returns the key of the shape.
    pub const fn key(&self) -> ShapeKey {
        ShapeKey { scene: self.scene, id: self.id }
    }
}

impl Document {
    /// The list of scenes.
    pub const SCENES: Self = Self::list(RoomId::Scene, 0);
}

impl From<SceneId> for Document {
    fn from(id: SceneId) -> Self {
        Self::thing(RoomId::Scene, id.uuid())
    }
}

impl Scope {
    /// Makes the subject of a scene.
    pub const fn scene(scene: SceneId) -> Self {
        Self::of(RoomId::Scene, [scene.uuid(), Uuid::nil()])
    }

    /// Returns the scene that is the subject.
    pub fn as_scene(self) -> Option<SceneId> {
        self.ids_in(RoomId::Scene).map(|[scene, _]| SceneId::from_uuid(scene))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_of_a_shape_is_stored_like_this_and_reads_back() {
        let key: ShapeKey =
            "0190163d-8694-739b-aea5-966c26f8ad91/0190163d-8694-739b-aea5-966c26f8ad92".parse().unwrap();
        assert_eq!(key.to_string().parse::<ShapeKey>(), Ok(key));
        let mut shape = Shape {
            id: key.id,
            scene: key.scene,
            created_at: Timestamp(5),
            updated_at: Timestamp(6),
            name: String::new(),
            geometry: Geometry::Square { side: 5.0 },
            position: [10.0, 0.0, 0.1],
            rotation: [0.0; 3],
            color: Color { rgb: [255, 0, 0] },
        };
        assert_eq!(
            serde_json::to_string(&shape).unwrap(),
            format!(
                r##"{{"id":"{}","scene":"{}","created_at":5,"updated_at":6,"geometry":{{"type":"square","side":5.0}},"position":[10.0,0.0,0.1],"color":"#ff0000"}}"##,
                key.id, key.scene
            )
        );
        shape.geometry = Geometry::new(ShapeType::Triangle, 3.0);
        shape.rotation = [0.0, 45.0, -0.1];
        shape.name = "三角形".to_owned();
        let text = serde_json::to_string(&shape).unwrap();
        assert_eq!(serde_json::from_str::<Shape>(&text).unwrap(), shape);
    }

    #[test]
    fn sizes_are_what_was_asked_for_and_scale() {
        for kind in ShapeType::ALL {
            let shape = Geometry::new(kind, 4.0);
            assert!((shape.size() - 4.0).abs() < 1e-12, "{shape:?}");
            assert!((shape.scaled(2.5).size() - 10.0).abs() < 1e-12, "{shape:?}");
            assert_eq!((shape.kind(), ShapeType::from_name(kind.name())), (kind, Some(kind)));
        }
    }
}
