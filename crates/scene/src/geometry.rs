//! Shapes as points in space: corners, bounds, outlines, and where a ray hits.
//!
//! - G1 A hit is exact: a point is in a shape if it is inside its outline, not only inside its bounds.

use glam::{DQuat, DVec3, EulerRot};

use espalier_model::scene::{Geometry, Shape, ShapeType, Vector};

/// A half-line with a direction of length 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ray {
    /// Beginning of the ray.
    pub origin: DVec3,
    /// Direction of the ray.
    pub direction: DVec3,
}

impl Ray {
    /// The point at a distance from the origin.
    pub fn at(&self, distance: f64) -> DVec3 {
        self.origin + self.direction * distance
    }

    /// The distance at which it meets a plane given by a point and a normal; none if it never does.
    pub fn meets(&self, point: DVec3, normal: DVec3) -> Option<f64> {
        let slope = self.direction.dot(normal);
        let distance = (point - self.origin).dot(normal) / slope;
        (slope.abs() > 1e-12 && distance.is_finite() && distance >= 0.0).then_some(distance)
    }
}

/// The rotation of a shape, from its degrees about x, y and z (P2 of `model::scene`).
pub fn rotation(degrees: Vector) -> DQuat {
    let [x, y, z] = degrees.map(f64::to_radians);
    DQuat::from_euler(EulerRot::YXZ, y, x, z)
}

/// The degrees about x, y and z of a rotation: the inverse of [`rotation`], each in (-180, 180].
pub fn degrees(rotation: DQuat) -> Vector {
    let (y, x, z) = rotation.to_euler(EulerRot::YXZ);
    [x, y, z].map(|angle| tidy_angle(angle.to_degrees()))
}

/// Reduces an angle to (-180, 180], without the noise of the last binary digits.
pub fn tidy_angle(degrees: f64) -> f64 {
    let turned = degrees.rem_euclid(360.0);
    let turned = if turned > 180.0 { turned - 360.0 } else { turned };
    round(turned)
}

/// A number without the noise of the last binary digits: to nine decimal places.
pub fn round(value: f64) -> f64 {
    let rounded = (value * 1e9).round() / 1e9;
    // Beyond 2^53 / 10^9 the product is no more exact than the value itself; -0 becomes 0.
    if value.abs() < 1e6 { rounded + 0.0 } else { value }
}

/// The corners of a shape in the world. A square and the square around a circle have four, in order around it; a triangle
/// repeats its last one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Corners {
    /// The type of the shape.
    pub kind: ShapeType,
    /// The corners.
    pub points: [DVec3; 4],
}

impl Corners {
    /// The corners of a shape.
    pub fn of(shape: &Shape) -> Self {
        let turned = rotation(shape.rotation);
        let at = DVec3::from_array(shape.position);
        let place = |x: f64, y: f64, z: f64| at + turned * DVec3::new(x, y, z);
        let around = |half: f64| {
            [place(-half, 0.0, -half), place(half, 0.0, -half), place(half, 0.0, half), place(-half, 0.0, half)]
        };
        let points = match shape.geometry {
            Geometry::Square { side } => around(side / 2.0),
            Geometry::Circle { radius } => around(radius),
            Geometry::Triangle { vertices: [a, b, c] } => [a, b, c, c].map(|[x, y, z]| place(x, y, z)),
        };
        Self { kind: shape.geometry.kind(), points }
    }

    /// The middle of what is drawn and the radius of a sphere around it that holds all of it.
    pub fn sphere(&self) -> (DVec3, f64) {
        let [a, b, c, d] = self.points;
        match self.kind {
            ShapeType::Square => ((a + c) / 2.0, a.distance(c) / 2.0),
            ShapeType::Circle => ((a + c) / 2.0, a.distance(b) / 2.0),
            ShapeType::Triangle => {
                let middle = (a + b + c) / 3.0;
                (middle, [a, b, d].map(|corner| middle.distance(corner)).into_iter().fold(0.0, f64::max))
            }
        }
    }

    /// The least and the greatest coordinates of the shape.
    pub fn bounds(&self) -> (DVec3, DVec3) {
        if self.kind == ShapeType::Circle {
            let (middle, radius) = self.sphere();
            // A disc reaches as far along an axis as the sine of the angle between that axis and its normal.
            let reach = (DVec3::ONE - self.normal() * self.normal()).max(DVec3::ZERO).map(f64::sqrt) * radius;
            return (middle - reach, middle + reach);
        }
        let first = self.points[0];
        self.points.iter().fold((first, first), |(low, high), point| (low.min(*point), high.max(*point)))
    }

    /// The direction the shape faces, of length 1; zero for a shape without an area.
    pub fn normal(&self) -> DVec3 {
        let [a, b, c, d] = self.points;
        let across = if self.kind == ShapeType::Triangle { (b - a).cross(c - a) } else { (d - a).cross(b - a) };
        across.normalize_or_zero()
    }

    /// The distance at which a ray hits the shape, from either side (G1).
    pub fn hit(&self, ray: &Ray) -> Option<f64> {
        let [a, b, c, d] = self.points;
        let distance = ray.meets(a, self.normal())?;
        let point = ray.at(distance);
        let inside = if self.kind == ShapeType::Triangle {
            in_triangle(point - a, [b - a, c - a])
        } else {
            let (middle, across, along) = ((a + c) / 2.0, (b - a) / 2.0, (d - a) / 2.0);
            let right = (point - middle).dot(across) / across.length_squared();
            let ahead = (point - middle).dot(along) / along.length_squared();
            match self.kind {
                ShapeType::Circle => right * right + ahead * ahead <= 1.0,
                _ => right.abs() <= 1.0 && ahead.abs() <= 1.0,
            }
        };
        inside.then_some(distance)
    }

    /// Returns points around the outline, a circle with so many of them.
    pub fn outline(&self, segments: usize) -> Vec<DVec3> {
        let [a, b, c, d] = self.points;
        match self.kind {
            ShapeType::Square => self.points.to_vec(),
            ShapeType::Triangle => vec![a, b, c],
            ShapeType::Circle => {
                let (middle, across, along) = ((a + c) / 2.0, (b - a) / 2.0, (d - a) / 2.0);
                let turn = |step: usize| std::f64::consts::TAU * step as f64 / segments as f64;
                (0..segments).map(|step| middle + across * turn(step).cos() + along * turn(step).sin()).collect()
            }
        }
    }
}

/// Whether a point of the plane of a triangle is in it; the point and the sides are seen from its first vertex. Works out
/// the point's barycentric coordinates.
fn in_triangle(point: DVec3, [one, other]: [DVec3; 2]) -> bool {
    let (square, mixed, other_square) = (one.dot(one), one.dot(other), other.dot(other));
    let area = square * other_square - mixed * mixed;
    let first = (other_square * point.dot(one) - mixed * point.dot(other)) / area;
    let second = (square * point.dot(other) - mixed * point.dot(one)) / area;
    first >= 0.0 && second >= 0.0 && first + second <= 1.0
}

/// Whether a geometry has an area that can be seen: positive lengths, and vertices that are not in one line.
pub fn is_sound(geometry: &Geometry) -> bool {
    match geometry {
        Geometry::Square { side: length } | Geometry::Circle { radius: length } => length.is_finite() && *length > 0.0,
        Geometry::Triangle { vertices } => {
            let [a, b, c] = vertices.map(DVec3::from_array);
            let area = (b - a).cross(c - a).length() / 2.0;
            let longest = geometry.size();
            area.is_finite() && longest > 0.0 && area > longest * longest * 1e-9
        }
    }
}

/// Comparisons of geometry, for tests.
#[cfg(test)]
pub mod tests {
    use proptest::prelude::*;

    use super::*;
    use espalier_base::time::Timestamp;
    use espalier_model::mindmap::Color;

    /// A shape for tests.
    pub fn shape(geometry: Geometry, position: Vector, rotation: Vector) -> Shape {
        Shape {
            id: espalier_base::id::Id::from_uuid(uuid::Uuid::nil()),
            scene: espalier_base::id::Id::from_uuid(uuid::Uuid::nil()),
            created_at: Timestamp(0),
            updated_at: Timestamp(0),
            name: String::new(),
            geometry,
            position,
            rotation,
            color: Color { rgb: [0; 3] },
        }
    }

    fn down(x: f64, z: f64) -> Ray {
        Ray { origin: DVec3::new(x, 10.0, z), direction: DVec3::NEG_Y }
    }

    #[test]
    fn without_rotation_a_shape_lies_on_the_ground_and_faces_up() {
        for kind in ShapeType::ALL {
            let corners = Corners::of(&shape(Geometry::new(kind, 2.0), [5.0, 1.0, 3.0], [0.0; 3]));
            assert!((corners.normal() - DVec3::Y).length() < 1e-12, "{kind:?} {:?}", corners.normal());
            assert_eq!(corners.hit(&down(5.0, 3.0)), Some(9.0), "{kind:?}");
        }
    }

    #[test]
    fn g1_what_is_hit_is_inside_the_outline() {
        let hits = |geometry: Geometry, x: f64, z: f64| {
            Corners::of(&shape(geometry, [0.0; 3], [0.0; 3])).hit(&down(x, z)).is_some()
        };
        let square = Geometry::Square { side: 2.0 };
        assert!(hits(square, 0.99, 0.99) && !hits(square, 1.01, 0.0));
        let circle = Geometry::Circle { radius: 1.0 };
        assert!(hits(circle, 0.7, 0.7) && !hits(circle, 0.72, 0.72));
        let triangle = Geometry::Triangle { vertices: [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 0.0, 4.0]] };
        assert!(hits(triangle, 1.9, 1.9) && !hits(triangle, 2.1, 2.1) && !hits(triangle, -0.1, 1.0));
        // From below as well; never behind the ray, nor along the plane.
        let up = Ray { origin: DVec3::new(0.0, -3.0, 0.0), direction: DVec3::Y };
        let corners = Corners::of(&shape(square, [0.0; 3], [0.0; 3]));
        assert_eq!(corners.hit(&up), Some(3.0));
        assert_eq!(corners.hit(&Ray { direction: DVec3::NEG_Y, ..up }), None);
        assert_eq!(corners.hit(&Ray { direction: DVec3::X, ..up }), None);
    }

    #[test]
    fn shapes_without_an_area_are_not_sound() {
        for sound in ShapeType::ALL.map(|kind| Geometry::new(kind, 0.01)) {
            assert!(is_sound(&sound), "{sound:?}");
        }
        for unsound in [
            Geometry::Square { side: 0.0 },
            Geometry::Circle { radius: -1.0 },
            Geometry::Circle { radius: f64::NAN },
            Geometry::Triangle { vertices: [[0.0; 3], [1.0, 1.0, 1.0], [2.0, 2.0, 2.0]] },
            Geometry::Triangle { vertices: [[1.0; 3]; 3] },
            Geometry::Triangle { vertices: [[0.0; 3], [f64::INFINITY, 0.0, 0.0], [0.0, 1.0, 0.0]] },
        ] {
            assert!(!is_sound(&unsound), "{unsound:?}");
        }
    }

    proptest! {
        #[test]
        fn angles_read_back_as_the_same_rotation(x in -89.0..89.0_f64, y in -180.0..180.0_f64, z in -180.0..180.0_f64) {
            let there = degrees(rotation([x, y, z]));
            let difference = rotation(there).angle_between(rotation([x, y, z]));
            prop_assert!(difference < 1e-6, "{there:?} {difference}");
            prop_assert!(there.iter().all(|angle| *angle > -180.0 && *angle <= 180.0));
        }

        #[test]
        fn sphere_and_bounds_hold_the_outline(
            kind in 0..3_usize, size in 0.1..50.0_f64, x in -180.0..180.0_f64, y in -180.0..180.0_f64, z in -180.0..180.0_f64,
        ) {
            let geometry = Geometry::new(ShapeType::ALL[kind], size);
            let corners = Corners::of(&shape(geometry, [1.0, -2.0, 3.0], [x, y, z]));
            let (middle, radius) = corners.sphere();
            let (low, high) = corners.bounds();
            for point in corners.outline(24) {
                prop_assert!(middle.distance(point) <= radius * (1.0 + 1e-9));
                prop_assert!(point.cmpge(low - 1e-9).all() && point.cmple(high + 1e-9).all());
            }
        }
    }
}
