//! The part of a scene that the assistant perceives: looked up locally, a few shapes at a time.
//!
//! - G1 A report on a scene has the same length whatever its size: the total, then the first few shapes.
//! - G2 The order of findings follows from the records alone, so that the same question finds the same.

use glam::{DVec2, DVec3};
use serde_json::{Map, Value, json};

use super::color;
use crate::camera::Camera;
use crate::geometry::round;
use crate::world::{Item, World};
use espalier_base::fold::folded;
use espalier_model::scene::{Shape, ShapeId, ShapeType};

/// The most shapes that one result tells of (G1).
pub const MOST: usize = 10;
/// The radius of [`Sight::nearby`] where none is said, in units of the scene.
pub const RADIUS: f64 = 5.0;
/// Number of times that the radius is doubled where nothing is found.
pub const WIDENINGS: u32 = 3;

/// A scene as the assistant perceives it.
#[derive(Debug, Clone, Copy)]
pub struct Sight<'a> {
    /// The shapes.
    pub world: &'a World,
    /// The person's camera.
    pub camera: Camera,
    /// The size of the picture, in CSS pixels.
    pub size: DVec2,
    /// The selected shapes.
    pub selection: &'a [ShapeId],
    /// The shapes that were made or mentioned together in the conversation, the latest first.
    pub mentioned: &'a [Vec<ShapeId>],
    /// The only shapes there are for this command, where a client outside perceived them.
    pub only: Option<&'a [ShapeId]>,
}

/// A condition on shapes.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Filter {
    /// Only this type.
    pub kind: Option<ShapeType>,
    /// Only this colour, by its name in [`color::COLORS`].
    pub color: Option<&'static str>,
    /// Only with this name, letter case and width aside.
    pub name: Option<String>,
    /// Only what fits none of these.
    pub not: Vec<Filter>,
}

/// Shapes that were found.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Found {
    /// All shapes that were found, in order, with the distance where there is one.
    pub shapes: Vec<(ShapeId, Option<f64>)>,
    /// The radius that was looked at in the end.
    pub radius: Option<f64>,
}

impl Filter {
    /// Whether a shape fits.
    pub fn fits(&self, row: &Shape) -> bool {
        self.kind.is_none_or(|kind| row.geometry.kind() == kind)
            && self.color.is_none_or(|name| color::name_of(row.color) == name)
            && self.name.as_ref().is_none_or(|name| folded(&row.name) == folded(name))
            && !self.not.iter().any(|not| not.fits(row))
    }
}

impl Sight<'_> {
    /// The shapes whose middles are within a radius of a point, the nearest first; where there are none the radius is
    /// doubled up to [`WIDENINGS`] times.
    pub fn nearby(&self, point: DVec3, radius: f64, filter: &Filter) -> Found {
        if self.only.is_some() {
            // Whoever perceived them has decided what is near.
            return Found { shapes: Self::by_distance(self.items(filter), point), radius: None };
        }
        let mut radius = radius;
        for _ in 0..=WIDENINGS {
            let slots = self.world.within(point, radius);
            let items = slots.into_iter().filter_map(|slot| self.world.item(slot));
            let shapes = Self::by_distance(items.filter(|item| filter.fits(&item.row)), point);
            if !shapes.is_empty() {
                return Found { shapes, radius: Some(radius) };
            }
            radius *= 2.0;
        }
        Found { shapes: Vec::new(), radius: Some(radius / 2.0) }
    }

    /// The shapes that may be seen, the nearest to the middle of the view first.
    pub fn in_view(&self, filter: &Filter) -> Found {
        if self.only.is_some() {
            return Found { shapes: Self::by_distance(self.items(filter), self.camera.target), radius: None };
        }
        let slots = self.world.in_view(&self.camera.planes(self.size));
        let items = slots.into_iter().filter_map(|slot| self.world.item(slot));
        let shapes = Self::by_distance(items.filter(|item| filter.fits(&item.row)), self.camera.target);
        Found { shapes, radius: None }
    }

    /// The shapes that fit, the one that was made last first.
    pub fn latest(&self, filter: &Filter) -> Found {
        let mut rows: Vec<&Shape> = self.items(filter).map(|item| &*item.row).collect();
        rows.sort_unstable_by(|one, other| other.created_at.cmp(&one.created_at).then_with(|| other.id.cmp(&one.id)));
        Found { shapes: rows.into_iter().map(|row| (row.id, None)).collect(), radius: None }
    }

    /// The shapes there are that fit.
    fn items<'s>(&'s self, filter: &'s Filter) -> impl Iterator<Item = &'s Item> {
        let all = self.only.is_none().then(|| self.world.items().map(|(_, item)| item));
        let some = self.only.into_iter().flatten().filter_map(|id| self.world.get(*id));
        all.into_iter().flatten().chain(some).filter(|item| filter.fits(&item.row))
    }

    /// Whether something of a shape may be seen.
    pub fn sees(&self, id: ShapeId) -> bool {
        if let Some(only) = self.only {
            return only.contains(&id);
        }
        let planes = self.camera.planes(self.size);
        self.world.get(id).is_some_and(|item| {
            planes.iter().all(|[x, y, z, w]| item.middle.dot(DVec3::new(*x, *y, *z)) + w >= -item.radius)
        })
    }

    fn by_distance<'i>(items: impl Iterator<Item = &'i Item>, point: DVec3) -> Vec<(ShapeId, Option<f64>)> {
        let mut shapes: Vec<(ShapeId, f64)> = items.map(|item| (item.row.id, item.middle.distance(point))).collect();
        shapes.sort_by(|one, other| one.1.total_cmp(&other.1).then(one.0.cmp(&other.0)));
        shapes.into_iter().map(|(id, distance)| (id, Some(distance))).collect()
    }

    /// A shape as a model is told of it.
    pub fn describe(&self, id: ShapeId, distance: Option<f64>) -> Option<Value> {
        Some(describe(&self.world.get(id)?.row, distance))
    }

    /// A page of the found shapes, from a place on, as a model is told of it (G1).
    pub fn report(&self, found: &Found, from: usize) -> Value {
        let page = found.shapes.iter().skip(from).take(MOST);
        let shapes: Vec<Value> = page.filter_map(|(id, distance)| self.describe(*id, *distance)).collect();
        let next = from + shapes.len();
        let mut report = json!({ "total": found.shapes.len(), "shapes": shapes });
        if let Some(radius) = found.radius {
            report["radius"] = json!(short(radius));
        }
        if next < found.shapes.len() {
            report["cursor"] = json!(next);
        }
        report
    }

    /// The names nearest to a name that no shape has: those that contain it or are contained in it, then those with
    /// most letters in common.
    pub fn near_names(&self, name: &str) -> Vec<String> {
        let wanted = folded(name);
        let mut names: Vec<(usize, &str)> = Vec::new();
        for (_, item) in self.world.items().filter(|(_, item)| !item.row.name.is_empty()) {
            let known = folded(&item.row.name);
            let common = known.chars().filter(|letter| wanted.contains(*letter)).count();
            let within = known.contains(&wanted) || wanted.contains(&known);
            let score = common * 100 / known.chars().count().max(wanted.chars().count()).max(1);
            names.push((if within { 1_000 } else { score }, &item.row.name));
        }
        names.sort_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(other.1)));
        names.dedup();
        names.into_iter().take(3).map(|(_, name)| name.chars().take(60).collect()).collect()
    }
}

/// A shape as a model is told of it.
pub fn describe(row: &Shape, distance: Option<f64>) -> Value {
    let Shape { id, scene: _, created_at: _, updated_at: _, name, geometry, position, rotation: _, color } = row;
    let mut fields = Map::new();
    fields.insert("id".to_owned(), json!(id));
    fields.insert("type".to_owned(), json!(geometry.kind().name()));
    if !name.is_empty() {
        fields.insert("name".to_owned(), json!(name.chars().take(60).collect::<String>()));
    }
    fields.insert("color".to_owned(), json!(color::name_of(*color)));
    fields.insert("position".to_owned(), json!(position.map(short)));
    fields.insert("size".to_owned(), json!(short(geometry.size())));
    if let Some(distance) = distance {
        fields.insert("distance".to_owned(), json!(short(distance)));
    }
    Value::Object(fields)
}

/// A number with at most two decimals.
pub fn short(value: f64) -> f64 {
    round((value * 100.0).round() / 100.0)
}
