//! The camera of a scene: where one looks from, and the way between points of the scene and of the picture.
//!
//! - C1 A point of the picture that a ray goes through is where points of that ray are drawn.
//! - C2 Zooming at a pointer leaves the point of the ground below it where it is.
//!
//! Pixels count from the top left corner of the picture.

use glam::{DMat4, DVec2, DVec3, DVec4};

use super::geometry::Ray;

/// The views one can choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum View {
    /// From a free angle, with perspective.
    #[default]
    Perspective,
    /// From above, without perspective; -z is up in the picture.
    Top,
    /// From +z, without perspective.
    Front,
    /// From +x, without perspective.
    Side,
}

impl View {
    /// All views.
    pub const ALL: [Self; 4] = [Self::Perspective, Self::Top, Self::Front, Self::Side];

    /// The name in the page.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Perspective => "perspective",
            Self::Top => "top",
            Self::Front => "front",
            Self::Side => "side",
        }
    }

    /// The view of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|view| view.name() == name)
    }
}

/// The vertical angle of view of a perspective, in radians.
const ANGLE: f64 = 0.8;
/// The greatest pitch: just short of straight down, where a heading would mean nothing.
const STEEPEST: f64 = 1.55;
const NEAREST: f64 = 0.05;
const FARTHEST: f64 = 5e6;

/// Viewpoint of a scene.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Camera {
    /// The kind of view.
    pub view: View,
    /// The point in the middle of the picture.
    pub target: DVec3,
    /// Distance of the target; without perspective it decides how much is seen.
    pub distance: f64,
    /// The heading in radians: 0 looks towards -z, and more turns the camera to the right around the target.
    pub yaw: f64,
    /// Angle of the camera above the target, in radians.
    pub pitch: f64,
}

impl Default for Camera {
    fn default() -> Self {
        Self { view: View::Perspective, target: DVec3::ZERO, distance: 28.0, yaw: 0.6, pitch: 0.62 }
    }
}

impl Camera {
    /// Returns the camera at the same place in another kind of view.
    #[must_use]
    pub const fn seen(self, view: View) -> Self {
        Self { view, ..self }
    }

    /// The heading and the pitch in this view.
    const fn angles(&self) -> (f64, f64) {
        match self.view {
            View::Perspective => (self.yaw, self.pitch),
            View::Top => (0.0, std::f64::consts::FRAC_PI_2),
            View::Front => (0.0, 0.0),
            View::Side => (std::f64::consts::FRAC_PI_2, 0.0),
        }
    }

    /// The directions to the right, up and back (towards the eye) of the picture.
    pub fn axes(&self) -> [DVec3; 3] {
        let (yaw, pitch) = self.angles();
        let back = DVec3::new(yaw.sin() * pitch.cos(), pitch.sin(), yaw.cos() * pitch.cos());
        let right = DVec3::new(yaw.cos(), 0.0, -yaw.sin());
        [right, back.cross(right), back]
    }

    /// Position of the eye.
    pub fn eye(&self) -> DVec3 {
        self.target + self.axes()[2] * self.distance
    }

    /// Whether near things look larger.
    pub const fn has_perspective(&self) -> bool {
        matches!(self.view, View::Perspective)
    }

    /// The height of what is seen at the target, in units of the scene.
    fn height(&self) -> f64 {
        2.0 * self.distance * (ANGLE / 2.0).tan()
    }

    /// The length of a pixel at a point, in units of the scene, in a picture of this size.
    pub fn pixel_at(&self, point: DVec3, size: DVec2) -> f64 {
        let pixel = self.height() / size.y.max(1.0);
        if !self.has_perspective() {
            return pixel;
        }
        let depth = (self.eye() - point).dot(self.axes()[2]);
        pixel * depth.max(self.distance * 1e-3) / self.distance
    }

    /// The way from the scene to clip space (x and y from -1 to 1, y up) of a picture of this size in pixels.
    pub fn matrix(&self, size: DVec2) -> DMat4 {
        let [right, up, back] = self.axes();
        let eye = self.eye();
        let view = DMat4::from_cols(
            DVec4::new(right.x, up.x, back.x, 0.0),
            DVec4::new(right.y, up.y, back.y, 0.0),
            DVec4::new(right.z, up.z, back.z, 0.0),
            DVec4::new(-right.dot(eye), -up.dot(eye), -back.dot(eye), 1.0),
        );
        let aspect = size.x.max(1.0) / size.y.max(1.0);
        let projection = if self.has_perspective() {
            perspective(ANGLE, aspect, self.distance * 0.01, self.distance * 400.0 + 2_000.0)
        } else {
            let (half, depth) = (self.height() / 2.0, self.distance * 100.0 + 20_000.0);
            orthographic(half * aspect, half, self.distance - depth, depth)
        };
        projection * view
    }

    /// Projects a point to the picture, in pixels; `None` if it is behind the camera.
    pub fn project(&self, point: DVec3, size: DVec2) -> Option<DVec2> {
        project(&self.matrix(size), point, size)
    }

    /// The ray through a point of the picture (C1).
    pub fn ray(&self, pixel: DVec2, size: DVec2) -> Ray {
        let [right, up, back] = self.axes();
        let scale = self.height() / size.y.max(1.0);
        let (x, y) = ((pixel.x - size.x / 2.0) * scale, (size.y / 2.0 - pixel.y) * scale);
        let on_plane = self.target + right * x + up * y;
        if self.has_perspective() {
            let origin = self.eye();
            Ray { origin, direction: (on_plane - origin).normalize_or(-back) }
        } else {
            Ray { origin: on_plane + back * (self.distance * 100.0 + 10_000.0), direction: -back }
        }
    }

    /// The planes around what is seen: `a x + b y + c z + d >= 0` inside, (a, b, c) of length 1.
    pub fn planes(&self, size: DVec2) -> [[f64; 4]; 6] {
        let matrix = self.matrix(size).transpose();
        let [x, y, z, w] = [matrix.x_axis, matrix.y_axis, matrix.z_axis, matrix.w_axis];
        [w + x, w - x, w + y, w - y, w + z, w - z].map(|plane| {
            let length = plane.truncate().length();
            if length > 0.0 { (plane / length).to_array() } else { [0.0; 4] }
        })
    }

    /// Turns around the target by so many radians; from a view without perspective it goes to one with it.
    pub fn orbit(&mut self, yaw: f64, pitch: f64) {
        if !self.has_perspective() {
            let (from_yaw, from_pitch) = self.angles();
            (self.view, self.yaw, self.pitch) = (View::Perspective, from_yaw, from_pitch);
        }
        self.yaw = (self.yaw + yaw).rem_euclid(std::f64::consts::TAU);
        self.pitch = (self.pitch + pitch).clamp(-STEEPEST, STEEPEST);
    }

    /// Moves the picture by so many pixels with the pointer.
    pub fn pan(&mut self, by: DVec2, size: DVec2) {
        let [right, up, _] = self.axes();
        let scale = self.height() / size.y.max(1.0);
        self.target += (up * by.y - right * by.x) * scale;
    }

    /// Goes nearer (a factor above 1) or farther, leaving the point below the pointer where it is (C2).
    pub fn zoom(&mut self, factor: f64, pointer: DVec2, size: DVec2) {
        let fixed = self.point_on_focus(pointer, size);
        let distance = (self.distance / factor).clamp(NEAREST, FARTHEST);
        let kept = distance / self.distance;
        self.distance = distance;
        self.target = fixed + (self.target - fixed) * kept;
    }

    /// The point below the pointer in the plane of the picture through the target.
    fn point_on_focus(&self, pointer: DVec2, size: DVec2) -> DVec3 {
        let [right, up, _] = self.axes();
        let scale = self.height() / size.y.max(1.0);
        self.target + right * ((pointer.x - size.x / 2.0) * scale) + up * ((size.y / 2.0 - pointer.y) * scale)
    }

    /// The point of the ground plane below a point of the picture; where the ground is edge-on or behind, the point at the
    /// target's depth.
    pub fn ground(&self, pixel: DVec2, size: DVec2) -> DVec3 {
        let ray = self.ray(pixel, size);
        let met = ray.meets(DVec3::ZERO, DVec3::Y).filter(|_| ray.direction.y.abs() > 1e-3);
        let far = self.distance * 50.0 + 1_000.0;
        match met.filter(|distance| !self.has_perspective() || *distance < far) {
            Some(distance) => ray.at(distance),
            None => self.point_on_focus(pixel, size),
        }
    }

    /// Looks at a sphere so that all of it is seen.
    pub fn look_at(&mut self, middle: DVec3, radius: f64, size: DVec2) {
        let aspect = (size.x / size.y.max(1.0)).clamp(0.2, 1.0);
        self.target = middle;
        self.distance = (radius.max(0.5) * 1.15 / (ANGLE / 2.0).sin() / aspect).clamp(NEAREST, FARTHEST);
    }
}

/// Projects with perspective: `angle` is the vertical angle of view in radians.
fn perspective(angle: f64, aspect: f64, near: f64, far: f64) -> DMat4 {
    let scale = 1.0 / (angle / 2.0).tan();
    DMat4::from_cols(
        DVec4::new(scale / aspect, 0.0, 0.0, 0.0),
        DVec4::new(0.0, scale, 0.0, 0.0),
        DVec4::new(0.0, 0.0, (far + near) / (near - far), -1.0),
        DVec4::new(0.0, 0.0, 2.0 * far * near / (near - far), 0.0),
    )
}

/// Projects without perspective what is so far to each side, and from `near` to `far` in front of the eye.
fn orthographic(half_width: f64, half_height: f64, near: f64, far: f64) -> DMat4 {
    DMat4::from_cols(
        DVec4::new(1.0 / half_width, 0.0, 0.0, 0.0),
        DVec4::new(0.0, 1.0 / half_height, 0.0, 0.0),
        DVec4::new(0.0, 0.0, -2.0 / (far - near), 0.0),
        DVec4::new(0.0, 0.0, -(far + near) / (far - near), 1.0),
    )
}

/// Projects a point by a matrix of a camera, in pixels.
pub fn project(matrix: &DMat4, point: DVec3, size: DVec2) -> Option<DVec2> {
    let clip = *matrix * point.extend(1.0);
    let at = DVec2::new(clip.x, -clip.y) / clip.w;
    (clip.w > 1e-9 && at.is_finite()).then(|| (at + DVec2::ONE) / 2.0 * size)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SIZE: DVec2 = DVec2::new(800.0, 600.0);

    fn any_camera() -> impl Strategy<Value = Camera> {
        let place = [-50.0..50.0_f64, -50.0..50.0, -50.0..50.0];
        (0..4_usize, place, 1.0..500.0_f64, 0.0..6.3_f64, -1.5..1.5_f64).prop_map(
            |(view, target, distance, yaw, pitch)| Camera {
                view: View::ALL[view],
                target: DVec3::from_array(target),
                distance,
                yaw,
                pitch,
            },
        )
    }

    proptest! {
        #[test]
        fn c1_points_of_a_ray_are_drawn_where_the_ray_goes_through(
            camera in any_camera(), x in 0.0..800.0_f64, y in 0.0..600.0_f64, part in 0.1..1.5_f64,
        ) {
            let pixel = DVec2::new(x, y);
            let ray = camera.ray(pixel, SIZE);
            let reach = (camera.target - ray.origin).length();
            let drawn = camera.project(ray.at(reach * part), SIZE).unwrap();
            prop_assert!(drawn.distance(pixel) < 1e-4, "{drawn} {pixel}");
        }

        #[test]
        fn c2_zoom_keeps_the_point_below_the_pointer(
            camera in any_camera(), x in 0.0..800.0_f64, y in 0.0..600.0_f64, factor in 0.3..3.0_f64,
        ) {
            let pixel = DVec2::new(x, y);
            let point = camera.point_on_focus(pixel, SIZE);
            let mut nearer = camera;
            nearer.zoom(factor, pixel, SIZE);
            prop_assert!(nearer.project(point, SIZE).unwrap().distance(pixel) < 1e-3);
        }

        #[test]
        fn what_is_between_the_planes_is_in_the_picture(camera in any_camera(), point in [-80.0..80.0_f64, -80.0..80.0, -80.0..80.0]) {
            let point = DVec3::from_array(point);
            let distances = camera.planes(SIZE).map(|[a, b, c, d]| a * point.x + b * point.y + c * point.z + d);
            let inside = distances[..4].iter().all(|distance| *distance >= 0.0);
            let near_edge = distances.iter().any(|distance| distance.abs() < 1e-6);
            let drawn = camera.project(point, SIZE).is_some_and(|at| at.cmpge(DVec2::ZERO).all() && at.cmple(SIZE).all());
            prop_assert!(near_edge || inside == drawn, "{distances:?}");
        }
    }

    #[test]
    fn a_view_without_perspective_shows_what_its_name_says() {
        let camera = Camera { target: DVec3::ZERO, ..Camera::default() };
        let drawn = |view: View, point: DVec3| camera.seen(view).project(point, SIZE).unwrap() - SIZE / 2.0;
        assert!(drawn(View::Top, DVec3::X).x > 1.0 && drawn(View::Top, DVec3::Z).y > 1.0);
        assert!(drawn(View::Front, DVec3::X).x > 1.0 && drawn(View::Front, DVec3::Y).y < -1.0);
        assert!(drawn(View::Side, DVec3::Z).x < -1.0 && drawn(View::Side, DVec3::Y).y < -1.0);
        assert!(drawn(View::Top, DVec3::Y).length() < 1e-9, "nothing is drawn larger or elsewhere for being near");
    }

    #[test]
    fn all_of_what_is_looked_at_is_seen() {
        for view in View::ALL {
            for size in [SIZE, DVec2::new(390.0, 700.0)] {
                let mut camera = Camera::default().seen(view);
                camera.look_at(DVec3::new(5.0, 1.0, 2.0), 30.0, size);
                for side in [DVec3::X, DVec3::Y, DVec3::Z, DVec3::NEG_X, DVec3::NEG_Y, DVec3::NEG_Z] {
                    let at = camera.project(DVec3::new(5.0, 1.0, 2.0) + side * 30.0, size).unwrap();
                    assert!(at.cmpge(DVec2::ZERO).all() && at.cmple(size).all(), "{view:?} {side} {at}");
                }
            }
        }
    }

    #[test]
    fn the_ground_below_a_pixel_is_drawn_there() {
        let camera = Camera::default();
        let pixel = DVec2::new(420.0, 400.0);
        let ground = camera.ground(pixel, SIZE);
        assert!(ground.y.abs() < 1e-9 && camera.project(ground, SIZE).unwrap().distance(pixel) < 1e-6);
    }
}
