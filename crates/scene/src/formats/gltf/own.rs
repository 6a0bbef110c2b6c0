//! The app's own data in the `extras` of glTF: the shape that a node is, to the last digit (F5).

use glam::{DMat4, DQuat, DVec3};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::formats::FileShape;
use crate::geometry::{degrees, is_sound, rotation};
use espalier_model::mindmap::Color;
use espalier_model::scene::{Geometry, Vector};

/// The newest version of what is below.
pub const VERSION: u64 = 1;

/// The `extras` of anything.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Extras<T> {
    /// The app's own data.
    pub espalier: T,
}

/// The app's own data of a scene.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OwnScene {
    /// Version of the data of the scene and of its nodes.
    pub version: u64,
}

/// The app's own data of a node.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OwnShape {
    /// The type and measures.
    #[serde(flatten)]
    pub geometry: Geometry,
    /// Position of its origin.
    pub position: Vector,
    /// Degrees about the x, y and z axes.
    pub rotation: Vector,
    /// The colour.
    pub color: Color,
}

/// The app's own data in some `extras`; none where they are those of another program.
pub fn of<'a, T: Deserialize<'a>>(extras: Option<&'a RawValue>) -> Option<T> {
    serde_json::from_str::<Extras<T>>(extras?.get()).ok().map(|extras| extras.espalier)
}

impl OwnShape {
    /// The shape at the place where its node is now (F6); none where its node is stretched or mirrored, so that only
    /// its mesh still says what it looks like.
    pub fn at(self, world: DMat4, name: String, color: Option<Color>) -> Option<FileShape> {
        let Self { geometry, position, rotation: angles, color: own } = self;
        let (size, at) = (geometry.size(), DVec3::from_array(position));
        let color = color.unwrap_or(own);
        if !is_sound(&geometry) {
            return None;
        }
        if is_close(world, placed(size, rotation(angles), at)) {
            return Some(FileShape { name, geometry, position, rotation: angles, color });
        }
        let (scale, turned, at) = world.to_scale_rotation_translation();
        if !is_close(world, placed(scale.x, turned, at)) {
            return None;
        }
        let geometry = geometry.scaled(scale.x / size);
        Some(FileShape { name, geometry, position: at.to_array(), rotation: degrees(turned), color })
    }
}

/// The matrix of a shape's node.
fn placed(size: f64, rotation: DQuat, at: DVec3) -> DMat4 {
    DMat4::from_scale_rotation_translation(DVec3::splat(size), rotation, at)
}

/// Whether two matrices are the same but for the rounding of programs that count in single precision.
fn is_close(one: DMat4, other: DMat4) -> bool {
    let axes = [(one.x_axis, other.x_axis), (one.y_axis, other.y_axis), (one.z_axis, other.z_axis)];
    let far = one.w_axis.length() * 5e-7;
    one.w_axis.distance(other.w_axis) <= far && axes.iter().all(|(a, b)| a.distance(*b) <= 1e-5 * b.length())
}
