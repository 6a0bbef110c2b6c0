//! Whether a shape that was read can be stored (F3): the limits of `target::check`, with the field that is beyond them.

use super::{FileShape, Problem};
use crate::geometry::is_sound;
use crate::target::{FARTHEST, SIZES};
use espalier_model::scene::{Geometry, Vector};

/// The first field of a shape that cannot be stored, and why.
pub fn check(shape: &FileShape) -> Result<(), (&'static str, Problem)> {
    geometry(&shape.geometry).map_err(|problem| ("geometry", problem))?;
    let finite = |vector: &Vector| vector.iter().all(|value| value.is_finite());
    if !finite(&shape.position) {
        return Err(("position", Problem::NotANumber));
    }
    if shape.position.iter().any(|value| value.abs() > FARTHEST) {
        return Err(("position", Problem::TooFar));
    }
    if finite(&shape.rotation) { Ok(()) } else { Err(("rotation", Problem::NotANumber)) }
}

fn geometry(geometry: &Geometry) -> Result<(), Problem> {
    if let Geometry::Triangle { vertices } = geometry
        && !vertices.as_flattened().iter().all(|value| value.is_finite())
    {
        return Err(Problem::NotANumber);
    }
    if !(SIZES.0..=SIZES.1).contains(&geometry.size()) {
        return Err(Problem::Size);
    }
    if is_sound(geometry) { Ok(()) } else { Err(Problem::NoArea) }
}
