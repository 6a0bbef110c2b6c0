//! The handles around what is selected: arrows along the axes, a ring to turn, a knob to scale. Where they are drawn,
//! which one is at a point of the picture, and what dragging it means.
//!
//! - Z1 Handles have the same size in the picture, however near the shapes are.
//! - Z2 A drag that comes back to where it began changes nothing.

use glam::{DAffine3, DMat4, DQuat, DVec2, DVec3};

use super::arrange::Axis;
use super::camera::{Camera, project};

/// A part of the gizmo that can be dragged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Handle {
    /// Moves along an axis.
    Move(Axis),
    /// Turns about the vertical axis.
    Turn,
    /// Scales.
    Scale,
}

impl Handle {
    /// All handles, in the order in which they are drawn.
    pub const ALL: [Self; 5] = [Self::Turn, Self::Move(Axis::X), Self::Move(Axis::Y), Self::Move(Axis::Z), Self::Scale];
}

/// The length of an arrow and the radius of the ring, in pixels of the picture.
const ARROW: f64 = 84.0;
const RING: f64 = 58.0;
/// Distance from a handle at which a press still takes it, in pixels: with a mouse, with a finger.
const NEAR: (f64, f64) = (7.0, 18.0);
/// Number of lines that the ring is drawn with.
const SEGMENTS: u32 = 40;
/// Moves keep to multiples of this, and turns to multiples of that many degrees, where they keep to the grid.
const STEPS: (f64, f64) = (0.5, 15.0);
/// The least and the greatest factor of one drag.
const FACTORS: (f64, f64) = (0.05, 50.0);

/// The change that a drag of a handle makes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Drag {
    /// Moves by so much.
    Move(DVec3),
    /// Turns by so many degrees about the vertical axis.
    Turn(f64),
    /// Makes so many times as large.
    Scale(f64),
}

impl Drag {
    /// The change as a map of points, around the middle of what is changed.
    pub fn transform(self, middle: DVec3) -> DAffine3 {
        let around = |inner: DAffine3| DAffine3::from_translation(middle) * inner * DAffine3::from_translation(-middle);
        match self {
            Self::Move(by) => DAffine3::from_translation(by),
            Self::Turn(degrees) => around(DAffine3::from_quat(DQuat::from_rotation_y(degrees.to_radians()))),
            Self::Scale(factor) => around(DAffine3::from_scale(DVec3::splat(factor))),
        }
    }

    /// Whether it changes nothing.
    pub fn is_nothing(self) -> bool {
        match self {
            Self::Move(by) => by.length() < 1e-9,
            Self::Turn(degrees) => degrees.abs() < 1e-9,
            Self::Scale(factor) => (factor - 1.0).abs() < 1e-9,
        }
    }
}

/// A vector on the grid that moves keep to.
pub fn on_grid(by: DVec3) -> DVec3 {
    (by / STEPS.0).round() * STEPS.0
}

/// The handles of a selection in a picture.
#[derive(Debug, Clone, Copy)]
pub struct Gizmo {
    /// The middle of what is selected.
    pub middle: DVec3,
    camera: Camera,
    size: DVec2,
    matrix: DMat4,
    /// The length of a pixel at the middle.
    pixel: f64,
}

impl Gizmo {
    /// The gizmo around a point.
    pub fn new(middle: DVec3, camera: Camera, size: DVec2) -> Self {
        Self { middle, camera, size, matrix: camera.matrix(size), pixel: camera.pixel_at(middle, size) }
    }

    fn drawn(&self, point: DVec3) -> Option<DVec2> {
        project(&self.matrix, point, self.size)
    }

    /// The points of a handle's line in the picture; none where it is not seen.
    pub fn line(&self, handle: Handle) -> Option<Vec<DVec2>> {
        let middle = self.drawn(self.middle)?;
        match handle {
            Handle::Move(axis) => {
                let end = self.drawn(self.middle + axis.unit() * ARROW * self.pixel)?;
                // An arrow towards the viewer cannot be dragged.
                (end.distance(middle) > 12.0).then(|| vec![middle, end])
            }
            Handle::Turn => {
                let turn = |step: u32| std::f64::consts::TAU * f64::from(step) / f64::from(SEGMENTS);
                let at = |angle: f64| DVec3::new(angle.sin(), 0.0, angle.cos()) * RING * self.pixel;
                let tilt = self.camera.axes()[2].y.abs();
                let points = (0..=SEGMENTS).map(|step| self.drawn(self.middle + at(turn(step)))).collect::<Option<_>>();
                points.filter(|_| tilt > 0.12)
            }
            Handle::Scale => Some(vec![middle + DVec2::new(RING, -RING) * 0.85]),
        }
    }

    /// The handle at a point of the picture.
    pub fn handle_at(&self, pixel: DVec2, is_finger: bool) -> Option<Handle> {
        let near = if is_finger { NEAR.1 } else { NEAR.0 };
        let away = |handle: Handle| {
            let line = self.line(handle)?;
            let least = match line.as_slice() {
                [point] => point.distance(pixel) - 4.0,
                line => line.windows(2).map(|ends| to_segment(pixel, ends[0], ends[1])).fold(f64::INFINITY, f64::min),
            };
            Some((least, handle))
        };
        // The end of an arrow's first third belongs to the shape, which is dragged freely there.
        let free = self.drawn(self.middle).is_some_and(|middle| middle.distance(pixel) < ARROW / 5.0);
        let found = Handle::ALL.into_iter().filter_map(away).filter(|(away, _)| *away <= near && !free);
        found.min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, handle)| handle)
    }

    /// The change that dragging a handle from one point of the picture to another makes.
    pub fn drag(&self, handle: Handle, from: DVec2, to: DVec2, snap: bool) -> Option<Drag> {
        match handle {
            Handle::Move(axis) => {
                let by = self.along(axis.unit(), to)? - self.along(axis.unit(), from)?;
                let by = axis.unit() * by;
                Some(Drag::Move(if snap { on_grid(by) } else { by }))
            }
            Handle::Turn => {
                let angle = |pixel: DVec2| {
                    let ray = self.camera.ray(pixel, self.size);
                    let point = ray.at(ray.meets(self.middle, DVec3::Y)?) - self.middle;
                    Some(point.x.atan2(point.z).to_degrees())
                };
                let by = super::geometry::tidy_angle(angle(to)? - angle(from)?);
                Some(Drag::Turn(if snap { (by / STEPS.1).round() * STEPS.1 } else { by }))
            }
            Handle::Scale => {
                let middle = self.drawn(self.middle)?;
                let factor = middle.distance(to) / middle.distance(from).max(1.0);
                let factor = factor.clamp(FACTORS.0, FACTORS.1);
                Some(Drag::Scale(if snap { (factor * 10.0).round().max(1.0) / 10.0 } else { factor }))
            }
        }
    }

    /// Returns the place along a line through the middle of the point that is nearest to the ray through a pixel.
    fn along(&self, direction: DVec3, pixel: DVec2) -> Option<f64> {
        let ray = self.camera.ray(pixel, self.size);
        let (between, mixed) = (ray.origin - self.middle, direction.dot(ray.direction));
        let apart = 1.0 - mixed * mixed;
        (apart > 1e-6).then(|| (between.dot(direction) - mixed * between.dot(ray.direction)) / apart)
    }
}

/// The distance of a point from the line between two others.
fn to_segment(point: DVec2, from: DVec2, to: DVec2) -> f64 {
    let along = to - from;
    let part = ((point - from).dot(along) / along.length_squared().max(1e-12)).clamp(0.0, 1.0);
    point.distance(from + along * part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::camera::View;

    const SIZE: DVec2 = DVec2::new(800.0, 600.0);

    fn gizmo(view: View) -> Gizmo {
        Gizmo::new(DVec3::new(1.0, 2.0, -3.0), Camera::default().seen(view), SIZE)
    }

    #[test]
    fn z1_every_handle_that_is_drawn_is_found_where_it_is_drawn_and_nowhere_else() {
        for view in View::ALL {
            let gizmo = gizmo(view);
            for handle in Handle::ALL {
                let Some(line) = gizmo.line(handle) else { continue };
                let end = line[line.len() - 1];
                assert_eq!(gizmo.handle_at(end, false), Some(handle), "{view:?} {handle:?}");
            }
            assert_eq!(gizmo.handle_at(DVec2::new(5.0, 5.0), true), None);
        }
        let far = Camera { distance: 400.0, ..Camera::default() };
        let length = |camera: Camera| {
            let line = Gizmo::new(DVec3::ZERO, camera, SIZE).line(Handle::Move(Axis::Y)).unwrap();
            line[0].distance(line[1])
        };
        assert!((length(far) - length(Camera::default())).abs() < 4.0);
    }

    #[test]
    fn z2_a_drag_follows_the_pointer_and_back_is_nothing() {
        let gizmo = gizmo(View::Perspective);
        for handle in Handle::ALL {
            let line = gizmo.line(handle).unwrap();
            let from = line[line.len() - 1];
            assert!(gizmo.drag(handle, from, from, false).unwrap().is_nothing(), "{handle:?}");
            assert!(!gizmo.drag(handle, from, from + DVec2::new(40.0, 30.0), false).unwrap().is_nothing());
        }
        let Some(line) = gizmo.line(Handle::Move(Axis::X)) else { panic!("an arrow") };
        let to = line[0] + (line[1] - line[0]) * 1.5;
        let Some(Drag::Move(by)) = gizmo.drag(Handle::Move(Axis::X), line[1], to, false) else { panic!("a move") };
        let moved = gizmo.drawn(gizmo.middle + by + DVec3::X * ARROW * gizmo.pixel).unwrap();
        assert!(moved.distance(to) < 2.0 && by.y == 0.0 && by.z == 0.0, "{by} {moved} {to}");
        let Some(Drag::Move(by)) = gizmo.drag(Handle::Move(Axis::X), line[1], to, true) else { panic!("a move") };
        assert!((by.x / 0.5).fract().abs() < 1e-12, "{by}");
    }

    #[test]
    fn changes_are_around_the_middle() {
        let middle = DVec3::new(1.0, 0.0, 0.0);
        for drag in [Drag::Turn(90.0), Drag::Scale(3.0)] {
            assert!((drag.transform(middle).transform_point3(middle) - middle).length() < 1e-12);
        }
        let turned = Drag::Turn(90.0).transform(middle).transform_point3(DVec3::new(2.0, 0.0, 0.0));
        assert!((turned - DVec3::new(1.0, 0.0, -1.0)).length() < 1e-12, "{turned}");
    }
}
