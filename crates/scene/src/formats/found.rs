//! The shapes that are found in a file of triangles.

use glam::DVec3;

use super::{FileShape, FormatError, MAX_SHAPES, limits};
use espalier_model::mindmap::Color;
use espalier_model::scene::Geometry;

/// Limit of items looked at: for each shape a node, a primitive and a triangle, and some that turn out to be nothing.
const MOST: usize = 4 * MAX_SHAPES;

/// The shapes found so far.
#[derive(Debug)]
pub struct Found {
    shapes: Vec<FileShape>,
    left: usize,
}

impl Default for Found {
    fn default() -> Self {
        Self { shapes: Vec::new(), left: MOST }
    }
}

impl Found {
    /// Counts an item that is looked at, so that a file that repeats itself comes to an end (F2).
    pub fn look(&mut self) -> Result<(), FormatError> {
        self.left = self.left.checked_sub(1).ok_or(FormatError::TooMany)?;
        Ok(())
    }

    /// Adds a shape; says whether it can be stored (F3).
    pub fn shape(&mut self, shape: FileShape) -> Result<bool, FormatError> {
        if limits::check(&shape).is_err() {
            return Ok(false);
        }
        if self.shapes.len() >= MAX_SHAPES {
            return Err(FormatError::TooMany);
        }
        self.shapes.push(shape);
        Ok(true)
    }

    /// Adds a triangle around its centroid; passes over one that cannot be seen or is too far out.
    pub fn triangle(&mut self, corners: [DVec3; 3], name: &str, color: Color) -> Result<(), FormatError> {
        self.look()?;
        let [a, b, c] = corners;
        let middle = (a + b + c) / 3.0;
        let vertices = corners.map(|corner| (corner - middle).to_array());
        let geometry = Geometry::Triangle { vertices };
        let (name, position) = (name.to_owned(), middle.to_array());
        self.shape(FileShape { name, geometry, position, rotation: [0.0; 3], color }).map(drop)
    }

    /// Returns all shapes, at least one.
    pub fn all(self) -> Result<Vec<FileShape>, FormatError> {
        if self.shapes.is_empty() { Err(FormatError::Nothing) } else { Ok(self.shapes) }
    }

    /// Returns all shapes, even if there are none.
    pub fn any(self) -> Vec<FileShape> {
        self.shapes
    }
}
