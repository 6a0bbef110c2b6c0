//! Adding a shape where the person looks.

use glam::DVec3;

use super::run_one;
use crate::Model;
use crate::effect::Effect;
use espalier_base::env::Env;
use espalier_model::scene::{SceneId, ShapeType, Vector};
use espalier_scene::commands::{CreateShape, SIZE};
use espalier_scene::world::World;

/// Distance between the places that are tried.
const STEP: f64 = SIZE * 1.25;
/// Number of places that are tried.
const TRIES: usize = 400;

/// Adds a shape at a position, or in a free place in the middle of the picture.
pub(super) fn add(
    model: &mut Model,
    env: &mut Env,
    scene: SceneId,
    kind: ShapeType,
    position: Option<Vector>,
    out: &mut Vec<Effect>,
) {
    let Some(world) = model.scenes.worlds.get(&scene) else { return };
    let look = model.scenes.looks.get(&scene).cloned().unwrap_or_default();
    let [x, y, z] = position.unwrap_or_else(|| free_place(world, look.camera.target).to_array());
    let create = CreateShape { x: Some(x), y: Some(y), z: Some(z), ..CreateShape::new(kind.name()) };
    run_one(model, env, scene, create, out);
}

/// A free place on the ground near a point, on whole units.
pub(super) fn free_place(world: &World, near: DVec3) -> DVec3 {
    let near = near.with_y(0.0).round();
    let is_free = |place: &DVec3| {
        let near = world.nearest(*place, 1, &mut |_| true);
        near.first().is_none_or(|(_, distance)| *distance >= STEP * 0.9)
    };
    spiral().take(TRIES).map(|(x, z)| near + DVec3::new(x, 0.0, z) * STEP).find(is_free).unwrap_or(near)
}

/// Whole points from the middle outwards, first to the right: (0,0), (1,0), (1,1), (0,1), …
fn spiral() -> impl Iterator<Item = (f64, f64)> {
    let (mut at, mut by, mut left, mut length, mut turns) = ((0_i32, 0_i32), (1, 0), 1, 1, 0);
    std::iter::repeat_with(move || {
        let here = at;
        at = (at.0 + by.0, at.1 + by.1);
        left -= 1;
        if left == 0 {
            by = (-by.1, by.0);
            turns += 1;
            length += i32::from(turns % 2 == 0);
            left = length;
        }
        (f64::from(here.0), f64::from(here.1))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spiral_goes_round_without_a_gap() {
        let first: Vec<_> = spiral().take(25).collect();
        assert_eq!(first[..4], [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]);
        for x in -2..=2 {
            for z in -2..=2 {
                assert_eq!(first.iter().filter(|at| **at == (f64::from(x), f64::from(z))).count(), 1, "{x} {z}");
            }
        }
    }
}
