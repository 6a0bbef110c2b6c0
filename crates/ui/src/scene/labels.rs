//! Names of shapes over the picture, as text of the page, so that every script and every zoom shows well.
//!
//! The elements are made and moved here and not by the component: they follow the camera frame by frame. Of names that
//! would lie over each other the first is shown.

use std::collections::BTreeMap;

use glam::DVec2;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

use super::painter::Frame;
use espalier_model::ShapeId;
use espalier_scene::camera::project;
use espalier_scene::world::Item;

/// Most names shown.
const MOST: usize = 60;
/// In a scene with more shapes only what is selected or below the pointer is named.
const SMALL: usize = 2_000;

/// The names that are in the page.
#[derive(Default)]
pub struct Labels {
    shown: BTreeMap<ShapeId, (String, HtmlElement)>,
    /// The numbers of shapes between which the person is asked to choose.
    numbers: Vec<(ShapeId, HtmlElement)>,
}

impl Labels {
    /// Takes all names out of the page.
    pub fn clear(&mut self) {
        self.number(None, &[]);
        for (_, element) in std::mem::take(&mut self.shown).into_values() {
            element.remove();
        }
    }

    /// Shows the names of a frame in their places.
    pub fn place(&mut self, overlay: &NodeRef, frame: &Frame<'_>) {
        let Some(overlay) = overlay.cast::<HtmlElement>() else { return };
        let named = named(frame);
        let gone: Vec<ShapeId> =
            self.shown.keys().copied().filter(|id| !named.iter().any(|item| item.row.id == *id)).collect();
        for (_, element) in gone.iter().filter_map(|id| self.shown.remove(id)) {
            element.remove();
        }
        let matrix = frame.camera.matrix(frame.size);
        self.number(Some(&overlay), frame.candidates);
        for (id, element) in &self.numbers {
            let at = frame.world.get(*id).and_then(|item| project(&matrix, item.middle, frame.size));
            let at = at.filter(|at| at.cmpge(DVec2::ZERO).all() && at.cmple(frame.size).all());
            element.set_hidden(at.is_none());
            if let Some(at) = at {
                // The element's own style can always be written to.
                let _ = element.style().set_property("translate", &format!("{:.1}px {:.1}px", at.x, at.y));
            }
        }
        let mut taken: Vec<(DVec2, DVec2)> = Vec::new();
        for item in named {
            let preview = frame.preview.filter(|preview| preview.shapes.contains(&item.row.id));
            let middle = preview.map_or(item.middle, |preview| preview.by.transform_point3(item.middle));
            let Some(at) = project(&matrix, middle, frame.size) else { continue };
            let Some(element) = self.element(&overlay, item) else { continue };
            let inside = at.cmpge(DVec2::ZERO).all() && at.cmple(frame.size).all();
            let place = (at, at + room_of(&item.row.name));
            let is_free = taken.iter().all(|other| !overlap(place, *other));
            element.set_hidden(!inside || !is_free);
            if inside && is_free {
                taken.push(place);
            }
            // The element's own style can always be written to.
            let _ = element.style().set_property("translate", &format!("{:.1}px {:.1}px", at.x, at.y));
        }
    }

    /// Makes the numbers of candidates, unless they are there.
    fn number(&mut self, overlay: Option<&HtmlElement>, candidates: &[ShapeId]) {
        if self.numbers.iter().map(|(id, _)| id).eq(candidates) {
            return;
        }
        for (_, element) in self.numbers.drain(..) {
            element.remove();
        }
        for (index, id) in candidates.iter().enumerate() {
            let element = overlay.and_then(|overlay| {
                let element = overlay.owner_document()?.create_element("span").ok()?;
                element.set_class_name("scene-candidate");
                element.set_text_content(Some(&(index + 1).to_string()));
                element.set_attribute("data-testid", "candidate").ok()?;
                element.set_attribute("data-id", &id.to_string()).ok()?;
                overlay.append_child(&element).ok()?;
                element.dyn_into().ok()
            });
            self.numbers.extend(element.map(|element| (*id, element)));
        }
    }

    /// The element with the name of a shape.
    fn element(&mut self, overlay: &HtmlElement, item: &Item) -> Option<&HtmlElement> {
        let id = item.row.id;
        if self.shown.get(&id).is_none_or(|(name, _)| *name != item.row.name) {
            if let Some((_, old)) = self.shown.remove(&id) {
                old.remove();
            }
            let element = overlay.owner_document()?.create_element("span").ok()?;
            element.set_class_name("scene-label");
            element.set_text_content(Some(&item.row.name));
            overlay.append_child(&element).ok()?;
            self.shown.insert(id, (item.row.name.clone(), element.dyn_into().ok()?));
        }
        self.shown.get(&id).map(|(_, element)| element)
    }
}

/// About the room that a name takes, in CSS pixels; measuring it would lay the page out for every name.
fn room_of(name: &str) -> DVec2 {
    let width: f64 = name.chars().map(|letter| if letter.is_ascii() { 7.0 } else { 13.0 }).sum();
    DVec2::new(width.min(192.0) + 10.0, 20.0)
}

fn overlap((low, high): (DVec2, DVec2), (from, to): (DVec2, DVec2)) -> bool {
    low.cmplt(to).all() && from.cmplt(high).all()
}

/// The shapes whose names are shown: the one below the pointer, those selected, then the first others.
fn named<'a>(frame: &'a Frame<'_>) -> Vec<&'a Item> {
    let world = frame.world;
    let others = (world.len() <= SMALL).then(|| world.items().map(|(_, item)| item));
    let chosen = frame.hovered.iter().chain(frame.selected.iter().take(MOST)).filter_map(|id| world.get(*id));
    let mut named: Vec<&Item> = Vec::new();
    for item in chosen.chain(others.into_iter().flatten()).filter(|item| !item.row.name.is_empty()) {
        if named.len() >= MOST {
            break;
        }
        if !named.iter().any(|known| known.row.id == item.row.id) {
            named.push(item);
        }
    }
    named
}
