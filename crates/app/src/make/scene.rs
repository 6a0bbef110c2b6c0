//! Scenes made of something: a shape for each node of a tree, a row of them for each level.

use super::content::Content;
use super::merge::{self, Made, Row, state_of};
use super::{MAKE_SCENE, MAKE_UPDATE, Making, NAME, Source, To, show};
use crate::effect::Effect;
use crate::{Model, Refusal, edit, scenes};
use espalier_base::env::Env;
use espalier_base::text::{title, truncate};
use espalier_base::time::Timestamp;
use espalier_command::history::Document;
use espalier_model::Thing;
use espalier_model::mindmap::Color;
use espalier_model::scene::{Geometry, Scene, SceneId, Shape, ShapeId, ShapeKey, ShapeType, Vector};
use espalier_model::workspace::Draft;
use uuid::Uuid;

/// Distance between the middles of two shapes in a row, and between rows.
const STEP: f64 = 3.0;
/// Size of the shapes, smaller with each level.
const SIZES: [f64; 3] = [1.2, 1.6, 1.4];
/// Colours of the main branches.
const COLORS: [Color; 6] = [
    Color { rgb: [0x35, 0x63, 0xd6] },
    Color { rgb: [0xcf, 0x41, 0x30] },
    Color { rgb: [0x2c, 0x7f, 0x43] },
    Color { rgb: [0xb5, 0x76, 0x14] },
    Color { rgb: [0x7d, 0x4a, 0xb8] },
    Color { rgb: [0x12, 0x7c, 0x8c] },
];

/// Makes a scene, or brings the one up to date that was made before.
pub fn make(model: &mut Model, env: &mut Env, source: Source, content: &Content, out: &mut Vec<Effect>) {
    let id = SceneId::from_uuid(source.made_id(To::Scene));
    let Some(making) = Making::new(model, &source, content, Thing::Scene(id)) else {
        return edit::refuse(model, Refusal::Gone);
    };
    let is_known = model.workspace.get::<Scene>(&id).is_some();
    if is_known && !scenes::opened_or_open(model, id, out) {
        model.making = Some((Document::of(id), source, To::Scene));
        return;
    }
    let rows: Vec<Row> =
        content.rows(id.uuid()).into_iter().map(|row| Row { fields: row.fields[..1].to_vec(), ..row }).collect();
    let command = if is_known { MAKE_UPDATE } else { MAKE_SCENE };
    let document = if is_known { Document::of(id) } else { Document::SCENES };
    let label = edit::Label { document, command, subject: truncate(&content.name, NAME) };
    let done = edit::run(model, env, label, out, |draft, env| {
        if !is_known {
            draft.put(Scene { name: title(&content.name, NAME), ..Scene::new(id, env.now) });
        }
        let places = places(content, &rows);
        let mut shapes = Shapes { scene: id, now: env.now, draft, places: &places };
        merge::update(&mut shapes, &rows, &making.last);
        draft.update::<Scene>(&id, |row| row.updated_at = env.now);
        making.put(draft, state_of(&rows));
        Ok(())
    });
    if done.is_some() {
        show(model, Thing::Scene(id), (command, document), &content.name, out);
    }
}

/// Place and looks of a shape.
struct Place {
    id: Uuid,
    geometry: Geometry,
    position: Vector,
    color: Color,
}

/// Returns where the shapes stand: leaves side by side, what is above some in the middle of them.
fn places(content: &Content, rows: &[Row]) -> Vec<Place> {
    let (nodes, depths) = (&content.tree.nodes, content.tree.depths());
    let mut spans: Vec<Option<(f64, f64)>> = vec![None; nodes.len()];
    let mut leaves = 0.0;
    // Children come after their parents, so their places are known first from the end.
    for at in (0..nodes.len()).rev() {
        let span = *spans[at].get_or_insert_with(|| {
            leaves -= STEP;
            (leaves, leaves)
        });
        let middle = f64::midpoint(span.0, span.1);
        if let Some(above) = nodes[at].parent {
            let known = spans[above].unwrap_or((middle, middle));
            spans[above] = Some((known.0.min(middle), known.1.max(middle)));
        }
    }
    let shift = -f64::midpoint(leaves, -STEP);
    let mut branch = 0;
    let place = |(at, row): (usize, &Row)| {
        let depth = depths[at];
        branch += usize::from(depth == 1);
        let (from, to) = spans[at].unwrap_or_default();
        let kind = ShapeType::ALL[[1, 0, 2][depth.min(2)]];
        let color = nodes[at].color.unwrap_or(COLORS[if depth == 0 { 0 } else { (branch - 1) % COLORS.len() }]);
        Place {
            id: row.id,
            geometry: Geometry::new(kind, SIZES[depth.min(2)]),
            position: [f64::midpoint(from, to) + shift, 0.0, depth as f64 * STEP],
            color,
        }
    };
    rows.iter().enumerate().map(place).collect()
}

/// The shapes of a scene that was made: their names.
struct Shapes<'a, 'w> {
    scene: SceneId,
    now: Timestamp,
    draft: &'a mut Draft<'w>,
    places: &'a [Place],
}

impl Shapes<'_, '_> {
    fn key(&self, id: Uuid) -> ShapeKey {
        ShapeKey { scene: self.scene, id: ShapeId::from_uuid(id) }
    }
}

impl Made for Shapes<'_, '_> {
    fn fields(&self, id: Uuid) -> Option<Vec<String>> {
        self.draft.get::<Shape>(&self.key(id)).map(|row| vec![row.name.clone()])
    }

    fn add(&mut self, row: &Row, _: usize) {
        let Some(place) = self.places.iter().find(|place| place.id == row.id) else { return };
        self.draft.put(Shape {
            id: ShapeId::from_uuid(row.id),
            scene: self.scene,
            created_at: self.now,
            updated_at: self.now,
            name: row.fields.first().map(|name| title(name, NAME)).unwrap_or_default(),
            geometry: place.geometry,
            position: place.position,
            rotation: [0.0; 3],
            color: place.color,
        });
    }

    fn write(&mut self, id: Uuid, _: usize, text: &str) {
        let (key, now) = (self.key(id), self.now);
        self.draft.update::<Shape>(&key, |row| {
            row.name = title(text, NAME);
            row.updated_at = now;
        });
    }

    fn remove(&mut self, id: Uuid) -> bool {
        let key = self.key(id);
        let is_there = self.draft.get::<Shape>(&key).is_some();
        if is_there {
            self.draft.remove::<Shape>(&key);
        }
        is_there
    }
}
