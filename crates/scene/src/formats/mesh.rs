//! Shapes as triangles, in their own axes; counterclockwise as seen from the side they face.

use glam::DVec3;

use espalier_model::scene::{Geometry, ShapeType, Vector};

/// Number of triangles that a circle is cut into.
pub const SEGMENTS: usize = 64;

/// A shape of size 1, as points and the triangles between them.
#[derive(Debug, Clone, PartialEq)]
pub struct Mesh {
    /// The points.
    pub points: Vec<DVec3>,
    /// Three points for each triangle.
    pub triangles: Vec<[u16; 3]>,
    /// The direction it faces, of length 1.
    pub normal: DVec3,
}

impl Mesh {
    /// The mesh of a geometry divided by its size, so that all squares share one, and so do all circles.
    pub fn unit(geometry: &Geometry) -> Self {
        match geometry {
            Geometry::Triangle { vertices } => triangle(vertices, geometry.size()),
            Geometry::Square { .. } => square(),
            Geometry::Circle { .. } => circle(),
        }
    }

    /// The corners of all triangles.
    pub fn corners(&self) -> impl Iterator<Item = [DVec3; 3]> {
        let point = |index: u16| self.points.get(usize::from(index)).copied().unwrap_or_default();
        self.triangles.iter().map(move |corners| corners.map(point))
    }

    /// Number of triangles of a shape.
    pub const fn count(kind: ShapeType) -> usize {
        match kind {
            ShapeType::Square => 2,
            ShapeType::Circle => SEGMENTS,
            ShapeType::Triangle => 1,
        }
    }
}

fn square() -> Mesh {
    let points = [(-0.5, -0.5), (-0.5, 0.5), (0.5, 0.5), (0.5, -0.5)].map(|(x, z)| DVec3::new(x, 0.0, z));
    Mesh { points: points.to_vec(), triangles: vec![[0, 1, 2], [0, 2, 3]], normal: DVec3::Y }
}

/// A fan around the middle.
fn circle() -> Mesh {
    let around = (0..SEGMENTS).map(|step| {
        let angle = std::f64::consts::TAU * step as f64 / SEGMENTS as f64;
        DVec3::new(angle.cos(), 0.0, angle.sin())
    });
    let last = SEGMENTS as u16;
    let triangles = (1..=last).map(|step| [0, if step == last { 1 } else { step + 1 }, step]);
    Mesh { points: [DVec3::ZERO].into_iter().chain(around).collect(), triangles: triangles.collect(), normal: DVec3::Y }
}

fn triangle(vertices: &[Vector; 3], size: f64) -> Mesh {
    // The difference is taken first: far from the origin, little is left of it afterwards.
    let [a, b, c] = vertices.map(DVec3::from_array);
    let normal = (b - a).cross(c - a).normalize_or(DVec3::Y);
    Mesh { points: [a, b, c].map(|point| point / size).to_vec(), triangles: vec![[0, 1, 2]], normal }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meshes_face_up_and_have_the_area_of_their_shape() {
        for (kind, area) in [(ShapeType::Square, 1.0), (ShapeType::Circle, 3.1366), (ShapeType::Triangle, 0.4330)] {
            let mesh = Mesh::unit(&Geometry::new(kind, 1.0));
            let cross = |[a, b, c]: [DVec3; 3]| (b - a).cross(c - a) / 2.0;
            assert!(mesh.corners().map(cross).all(|cross| cross.y > 0.0), "{kind:?}");
            assert!((mesh.corners().map(cross).sum::<DVec3>() - DVec3::Y * area).length() < 1e-4, "{kind:?}");
            assert_eq!((mesh.triangles.len(), mesh.normal), (Mesh::count(kind), DVec3::Y));
        }
    }
}
