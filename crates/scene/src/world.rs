//! One opened scene: its shapes in arrays with the places of their corners, kept up to date shape by shape, so that
//! drawing, picking and queries never read records.
//!
//! - A1 A shape keeps its slot as long as it is there; slots of shapes that are gone are used again.
//! - A2 Whoever has seen a version can ask which slots changed since, as long as that is not too long ago.
//! - A3 Without changes in between, slots are in the order in which the shapes were made.

use std::collections::{HashMap, VecDeque};
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};

use glam::DVec3;

use super::geometry::{Corners, Ray};
use super::grid::Grid;
pub use super::grid::Slot;
use espalier_model::ShapeId;
use espalier_model::scene::Shape;

/// The number of the next world.
static NEXT_ID: AtomicU64 = AtomicU64::new(1);

/// Distances that differ by less than this part are the same.
const SAME: f64 = 1e-9;

/// Number of changed slots that are remembered.
const REMEMBERED: usize = 4_096;

/// A shape that is there, with what is worked out of it.
#[derive(Debug, Clone)]
pub struct Item {
    /// The record.
    pub row: Rc<Shape>,
    /// Corners in the world.
    pub corners: Corners,
    /// The middle of its bounding sphere.
    pub middle: DVec3,
    /// Radius of its bounding sphere.
    pub radius: f64,
}

impl Item {
    fn of(row: Rc<Shape>) -> Self {
        let corners = Corners::of(&row);
        let (middle, radius) = corners.sphere();
        Self { row, corners, middle, radius }
    }
}

/// The shapes of one scene.
#[derive(Debug, Default)]
pub struct World {
    items: Vec<Option<Item>>,
    slots: HashMap<ShapeId, Slot>,
    free: Vec<Slot>,
    grid: Grid,
    id: u64,
    version: u64,
    listed: u64,
    /// The slots that changed last, the latest at the end: one for each of the latest versions.
    recent: VecDeque<Slot>,
}

impl World {
    /// A world with these shapes, in their order.
    pub fn new(rows: impl IntoIterator<Item = Rc<Shape>>) -> Self {
        let items: Vec<Option<Item>> = rows.into_iter().map(|row| Some(Item::of(row))).collect();
        let slots = (0..).zip(&items).filter_map(|(slot, item)| Some((item.as_ref()?.row.id, slot))).collect();
        let spheres = (0..).zip(&items).filter_map(|(slot, item)| Some((slot, item.as_ref()?)));
        let grid = Grid::build(spheres.map(|(slot, item)| (slot, item.middle.to_array(), item.radius)));
        Self { items, slots, grid, id: NEXT_ID.fetch_add(1, Ordering::Relaxed), version: 1, ..Self::default() }
    }

    /// Number that tells this world from others that were made, of the same scene as well.
    pub const fn id(&self) -> u64 {
        self.id
    }

    /// Counts the changes.
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// Counts the changes that a list of types and names shows: shapes that came or went, or have another type or name.
    pub const fn listed(&self) -> u64 {
        self.listed
    }

    /// The slots that changed since a version (A2); none if that is too long ago or of another world.
    pub fn changed_since(&self, version: u64) -> Option<impl Iterator<Item = Slot>> {
        let count = usize::try_from(self.version.checked_sub(version)?).ok()?;
        (count <= self.recent.len()).then(|| self.recent.iter().copied().skip(self.recent.len() - count))
    }

    /// Number of shapes.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there are no shapes.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Number of slots, used or not.
    pub fn slot_count(&self) -> usize {
        self.items.len()
    }

    /// The shape in a slot.
    pub fn item(&self, slot: Slot) -> Option<&Item> {
        self.items.get(slot as usize)?.as_ref()
    }

    /// The slot of a shape.
    pub fn slot(&self, id: ShapeId) -> Option<Slot> {
        self.slots.get(&id).copied()
    }

    /// Returns a shape by its id.
    pub fn get(&self, id: ShapeId) -> Option<&Item> {
        self.item(self.slot(id)?)
    }

    /// All shapes with their slots, in the order of these (A3).
    pub fn items(&self) -> impl Iterator<Item = (Slot, &Item)> {
        (0..).zip(&self.items).filter_map(|(slot, item)| Some((slot, item.as_ref()?)))
    }

    /// Takes a shape as it is now: a new one, or one that changed.
    pub fn set(&mut self, row: Rc<Shape>) {
        let id = row.id;
        let is_same = self
            .get(id)
            .map(|item| &item.row)
            .is_some_and(|known| known.name == row.name && known.geometry.kind() == row.geometry.kind());
        self.listed += u64::from(!is_same);
        let slot = self.slots.get(&id).copied().or_else(|| self.free.pop()).unwrap_or_else(|| {
            self.items.push(None);
            self.items.len() as Slot - 1
        });
        self.slots.insert(id, slot);
        let item = Item::of(row);
        self.grid.insert(slot, item.middle.to_array(), item.radius);
        self.items[slot as usize] = Some(item);
        self.note(slot);
    }

    /// Removes a shape.
    pub fn remove(&mut self, id: ShapeId) {
        if let Some(slot) = self.slots.remove(&id) {
            self.items[slot as usize] = None;
            self.grid.remove(slot);
            self.free.push(slot);
            self.listed += 1;
            self.note(slot);
        }
    }

    fn note(&mut self, slot: Slot) {
        self.version += 1;
        if self.recent.len() == REMEMBERED {
            self.recent.pop_front();
        }
        self.recent.push_back(slot);
    }

    /// The nearest shape that a ray hits, and how far away; of several at the same distance the one that is drawn last.
    pub fn hit(&self, ray: &Ray) -> Option<(Slot, f64)> {
        let mut nearest: Option<(Slot, f64)> = None;
        self.grid.cast(ray.origin.to_array(), ray.direction.to_array(), &mut |slot| {
            let distance = self.item(slot)?.corners.hit(ray)?;
            let closer = nearest.is_none_or(|(other, least)| {
                distance < least * (1.0 - SAME) || (distance <= least * (1.0 + SAME) && slot > other)
            });
            if closer {
                nearest = Some((slot, distance));
            }
            // Cells with others at the same distance are still looked into.
            Some(distance * (1.0 + 2.0 * SAME))
        });
        nearest
    }

    /// The shapes of which something may be seen between planes (as [`super::camera::Camera::planes`] gives them).
    pub fn in_view(&self, planes: &[[f64; 4]]) -> Vec<Slot> {
        let mut slots = Vec::new();
        self.grid.in_view(planes, &mut slots);
        slots
    }

    /// The shapes whose middles are nearest to a point, the nearest first, with their distances; only those for which
    /// `keep` is true.
    pub fn nearest(&self, point: DVec3, count: usize, keep: &mut dyn FnMut(&Item) -> bool) -> Vec<(Slot, f64)> {
        self.grid.nearest(point.to_array(), count, &mut |slot| self.item(slot).is_some_and(&mut *keep))
    }

    /// The shapes whose middles are at most so far from a point.
    pub fn within(&self, point: DVec3, radius: f64) -> Vec<Slot> {
        let mut slots = Vec::new();
        self.grid.within(point.to_array(), radius, &mut slots);
        slots
    }

    /// The middle and radius of a sphere around all shapes; none where there are none.
    pub fn sphere(&self) -> Option<(DVec3, f64)> {
        sphere(self.items().map(|(_, item)| item))
    }

    /// The middle and radius of a sphere around these shapes; none where none of them is there.
    pub fn sphere_of(&self, shapes: &[ShapeId]) -> Option<(DVec3, f64)> {
        sphere(shapes.iter().filter_map(|id| self.get(*id)))
    }
}

fn sphere<'a>(items: impl Iterator<Item = &'a Item>) -> Option<(DVec3, f64)> {
    let items: Vec<&Item> = items.collect();
    let low = items.iter().map(|item| item.middle - item.radius).reduce(DVec3::min)?;
    let high = items.iter().map(|item| item.middle + item.radius).reduce(DVec3::max)?;
    let middle = (low + high) / 2.0;
    let radius = items.iter().map(|item| middle.distance(item.middle) + item.radius).fold(0.0, f64::max);
    Some((middle, radius))
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::geometry::tests::shape;
    use espalier_model::scene::{Geometry, ShapeType};

    fn row(id: u128, x: f64) -> Rc<Shape> {
        let mut shape = shape(Geometry::new(ShapeType::Square, 2.0), [x, 0.0, 0.0], [0.0; 3]);
        shape.id = ShapeId::from_uuid(Uuid::from_u128(id));
        Rc::new(shape)
    }

    fn id(id: u128) -> ShapeId {
        ShapeId::from_uuid(Uuid::from_u128(id))
    }

    #[test]
    fn a1_a2_slots_stay_and_changes_are_told() {
        let mut world = World::new([row(1, 0.0), row(2, 5.0), row(3, 10.0)]);
        let seen = world.version();
        assert_eq!((world.len(), world.slot(id(2))), (3, Some(1)));
        world.remove(id(1));
        world.set(row(2, 6.0));
        world.set(row(4, 20.0));
        assert_eq!(world.slot(id(4)), Some(0), "the free slot is used again");
        assert_eq!(world.slot(id(3)), Some(2));
        assert_eq!(world.changed_since(seen).unwrap().collect::<Vec<_>>(), [0, 1, 0]);
        assert_eq!(world.changed_since(world.version()).unwrap().count(), 0);
        assert_eq!(world.listed(), 2, "one that went and one that came; a move shows in no list");
        assert!(world.changed_since(world.version() + 1).is_none());
        for x in 0..REMEMBERED {
            world.set(row(2, x as f64));
        }
        assert!(world.changed_since(seen).is_none(), "too long ago");
    }

    #[test]
    fn what_is_hit_is_the_nearest_and_of_equals_the_latest() {
        let mut world = World::new([row(1, 0.0), row(2, 0.5)]);
        let down = Ray { origin: DVec3::new(0.2, 5.0, 0.0), direction: DVec3::NEG_Y };
        assert_eq!(world.hit(&down), Some((1, 5.0)));
        let mut high = Shape::clone(&row(1, 0.0));
        high.position[1] = 1.0;
        world.set(Rc::new(high));
        assert_eq!(world.hit(&down), Some((0, 4.0)));
        assert_eq!(world.hit(&Ray { origin: DVec3::new(9.0, 5.0, 0.0), ..down }), None);
    }

    #[test]
    fn the_sphere_is_around_what_is_asked_for() {
        let world = World::new([row(1, 0.0), row(2, 10.0)]);
        let (middle, radius) = world.sphere().unwrap();
        assert!((middle - DVec3::new(5.0, 0.0, 0.0)).length() < 1e-9 && radius >= 6.0, "{middle} {radius}");
        assert!(world.sphere_of(&[id(7)]).is_none());
    }
}
