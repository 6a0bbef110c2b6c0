//! Parts and chapters that are carried about by the pointer: a mouse, a pen or a finger, all in one way.
//!
//! - D1 Only the grip takes something up, and only from there a finger does not scroll.
//! - D2 A part goes between other parts; a chapter between other chapters, of its own part or of another one. Where it
//!   would stay what it is, nothing happens.
//! - D3 Escape, or a pointer that goes away, leaves everything as it was.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::timers::callback::Interval;
use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;

use crate::kit::dom::use_escape;
use espalier_base::id::Id;
use espalier_course::commands::Edit;
use espalier_model::course::{ChapterId, SectionId};

/// How far a press may move before it carries something, in CSS pixels.
const SLOP: f64 = 4.0;
/// How near the edge of what scrolls it begins to scroll, in CSS pixels.
const EDGE: f64 = 40.0;
/// How far it scrolls at once, in CSS pixels.
const SCROLL: i32 = 8;
/// How often it scrolls, in milliseconds.
const TICK: u32 = 20;

/// A part or a chapter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Thing {
    /// A part.
    Section(SectionId),
    /// A chapter.
    Chapter(ChapterId),
}

/// Where something would be laid down.
#[derive(Debug, Clone, PartialEq)]
pub struct Landing {
    /// The edit that moves it there.
    pub edit: Edit,
    /// What it would lie beside.
    pub beside: Thing,
    /// It would lie after that, not before.
    pub after: bool,
}

/// Something that is carried, and where it would be laid down; nowhere is where it was.
#[derive(Debug, Clone, PartialEq)]
pub struct Carry {
    /// The part or chapter that is dragged.
    pub what: Thing,
    /// Where it would be dropped.
    pub landing: Option<Landing>,
}

impl Carry {
    /// How something looks meanwhile: whether it is carried, and on which of its sides what is carried would come.
    pub fn marks(carry: Option<&Self>, thing: Thing) -> (Option<&'static str>, Option<&'static str>) {
        let Some(carry) = carry else { return (None, None) };
        let beside = carry.landing.as_ref().filter(|landing| landing.beside == thing);
        let side = beside.map(|landing| if landing.after { "after" } else { "before" });
        ((carry.what == thing).then_some("true"), side)
    }
}

/// From where to where something reaches, downwards.
type Span = (f64, f64);

/// A part as it lies on the screen.
#[derive(Debug, Clone, PartialEq)]
struct Part {
    id: SectionId,
    span: Span,
    chapters: Vec<(ChapterId, Span)>,
}

/// The place among rows that a height is at: behind those whose middle is above it.
fn gap(rows: impl Iterator<Item = Span>, y: f64) -> usize {
    rows.filter(|(top, bottom)| (top + bottom) / 2.0 < y).count()
}

/// How far a height is from something.
fn distance((top, bottom): Span, y: f64) -> f64 {
    (top - y).max(y - bottom).max(0.0)
}

/// What a place among others lies beside: before the one that is there, or after the last.
fn beside<T: Copy>(others: &[T], at: usize) -> Option<(T, bool)> {
    let before = others.get(at).map(|&other| (other, false));
    before.or_else(|| others.last().map(|&other| (other, true)))
}

/// Where something would be laid down at a height (D2).
fn landing(what: Thing, parts: &[Part], y: f64) -> Option<Landing> {
    match what {
        Thing::Section(moved) => {
            let from = parts.iter().position(|part| part.id == moved)?;
            let others: Vec<&Part> = parts.iter().filter(|part| part.id != moved).collect();
            let to = gap(others.iter().map(|part| part.span), y);
            let ids: Vec<SectionId> = others.iter().map(|part| part.id).collect();
            let (other, after) = beside(&ids, to).filter(|_| to != from)?;
            Some(Landing { edit: Edit::MoveSection(moved, to), beside: Thing::Section(other), after })
        }
        Thing::Chapter(moved) => {
            let nearer = |one: &&Part, other: &&Part| distance(one.span, y).total_cmp(&distance(other.span, y));
            let is_there = parts.iter().flat_map(|part| &part.chapters).any(|(id, _)| *id == moved);
            let part = parts.iter().filter(|_| is_there).min_by(nearer)?;
            let others: Vec<(ChapterId, Span)> = part.chapters.iter().filter(|(id, _)| *id != moved).copied().collect();
            let to = gap(others.iter().map(|(_, span)| *span), y);
            let from = part.chapters.iter().position(|(id, _)| *id == moved);
            let ids: Vec<ChapterId> = others.iter().map(|(id, _)| *id).collect();
            let (other, after) = beside(&ids, to).filter(|_| from != Some(to))?;
            Some(Landing { edit: Edit::MoveChapter(moved, part.id, to), beside: Thing::Chapter(other), after })
        }
    }
}

/// What listens to the pointer.
pub struct Gestures {
    /// On the list of parts.
    pub down: Callback<PointerEvent>,
    /// The pointer moved.
    pub moved: Callback<PointerEvent>,
    /// The pointer was released.
    pub up: Callback<PointerEvent>,
    /// The browser took the pointer away.
    pub cancel: Callback<PointerEvent>,
}

/// A press on a grip.
#[derive(Debug)]
struct Hand {
    what: Thing,
    pointer: i32,
    from: (f64, f64),
    /// The height at which the pointer is.
    y: f64,
    landing: Option<Landing>,
    /// Scrolls while it is carried; nothing is carried before it has moved.
    scrolling: Option<Interval>,
}

type Held = Rc<RefCell<Option<Hand>>>;

/// The pointer on a list of parts, and what it carries.
#[hook]
pub fn use_carry(list: &NodeRef, edit: &Callback<Edit>, disabled: bool) -> (Gestures, Option<Carry>) {
    let carry = use_state_eq(|| None::<Carry>);
    // What the pointer did last must not wait for a drawing.
    let held: Held = use_mut_ref(|| None);
    let down = {
        let (held, list) = (held.clone(), list.clone());
        Callback::from(move |event: PointerEvent| {
            if event.button() != 0 || disabled || held.borrow().is_some() {
                return;
            }
            let (Some(what), Some(list)) = (thing_of(&event), list.cast::<Element>()) else { return };
            // A pointer that is gone already cannot be held, and need not be.
            let _ = list.set_pointer_capture(event.pointer_id());
            let from = (f64::from(event.client_x()), f64::from(event.client_y()));
            let pointer = event.pointer_id();
            *held.borrow_mut() = Some(Hand { what, pointer, from, y: from.1, landing: None, scrolling: None });
        })
    };
    let moved = {
        let (held, list, carry) = (held.clone(), list.clone(), carry.setter());
        Callback::from(move |event: PointerEvent| {
            if let Some(hand) = held.borrow_mut().as_mut().filter(|hand| hand.pointer == event.pointer_id()) {
                let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
                if hand.scrolling.is_none() && (x - hand.from.0).hypot(y - hand.from.1) < SLOP {
                    return;
                }
                hand.y = y;
                hand.scrolling.get_or_insert_with(|| scroll(&list, &held, &carry));
                carry.set(Some(hand.look(&list)));
            }
        })
    };
    let up = {
        let (held, list, carry, edit) = (held.clone(), list.clone(), carry.setter(), edit.clone());
        Callback::from(move |event: PointerEvent| {
            let done = held.borrow_mut().take_if(|hand| hand.pointer == event.pointer_id());
            carry.set(None);
            if let Some(mut hand) = done.filter(|hand| hand.scrolling.is_some())
                && let Some(landing) = hand.look(&list).landing
            {
                edit.emit(landing.edit);
            }
        })
    };
    let stop = use_callback(carry.setter(), move |(), carry| {
        held.borrow_mut().take();
        carry.set(None);
    });
    use_escape(stop.clone());
    let cancel = stop.reform(|_: PointerEvent| ());
    (Gestures { down, moved, up, cancel }, (*carry).clone())
}

impl Hand {
    /// Looks where it would be laid down now.
    fn look(&mut self, list: &NodeRef) -> Carry {
        self.landing = landing(self.what, &parts_of(list), self.y);
        Carry { what: self.what, landing: self.landing.clone() }
    }
}

/// Scrolls what the list is in while something is carried near its edge.
fn scroll(list: &NodeRef, held: &Held, carry: &UseStateSetter<Option<Carry>>) -> Interval {
    let (list, held, carry) = (list.clone(), Rc::downgrade(held), carry.clone());
    Interval::new(TICK, move || {
        let Some(held) = held.upgrade() else { return };
        let mut hand = held.borrow_mut();
        let pane = list.cast::<Element>().and_then(|list| list.closest(".course-outline").ok().flatten());
        let (Some(hand), Some(pane)) = (&mut *hand, pane) else { return };
        let edges = pane.get_bounding_client_rect();
        let by = if hand.y < edges.top() + EDGE {
            -SCROLL
        } else if hand.y > edges.bottom() - EDGE {
            SCROLL
        } else {
            return;
        };
        pane.set_scroll_top(pane.scroll_top() + by);
        carry.set(Some(hand.look(&list)));
    })
}

/// What a press on a grip takes up.
fn thing_of(event: &PointerEvent) -> Option<Thing> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    let row = target.closest(".course-grip").ok()??.closest("[data-id]").ok()??;
    let is_part = row.matches(".course-part").is_ok_and(|is_part| is_part);
    if is_part { id_of(&row).map(Thing::Section) } else { id_of(&row).map(Thing::Chapter) }
}

fn id_of<T>(row: &Element) -> Option<Id<T>> {
    row.get_attribute("data-id")?.parse().ok()
}

/// The parts as they lie on the screen.
fn parts_of(list: &NodeRef) -> Vec<Part> {
    let Some(list) = list.cast::<Element>() else { return Vec::new() };
    let part = |row: Element| {
        let chapters = rows_of(&row, "course-chapter");
        let chapters = chapters.iter().filter_map(|chapter| Some((id_of(chapter)?, span_of(chapter)))).collect();
        Some(Part { id: id_of(&row)?, span: span_of(&row), chapters })
    };
    rows_of(&list, "course-part").into_iter().filter_map(part).collect()
}

fn rows_of(element: &Element, class: &str) -> Vec<Element> {
    let found = element.get_elements_by_class_name(class);
    (0..found.length()).filter_map(|at| found.item(at)).collect()
}

fn span_of(element: &Element) -> Span {
    let place = element.get_bounding_client_rect();
    (place.top(), place.bottom())
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn id<T>(number: u128) -> Id<T> {
        Id::from_uuid(Uuid::from_u128(number))
    }

    /// Parts of 100 pixels each, one below the other, with chapters of 20 pixels from 20 pixels on.
    fn parts(chapters: &[&[u128]]) -> Vec<Part> {
        let part = |(at, chapters): (usize, &&[u128])| {
            let top = at as f64 * 100.0;
            let chapter = |(place, number): (usize, &u128)| {
                let top = top + 20.0 + place as f64 * 20.0;
                (id(*number), (top, top + 20.0))
            };
            Part {
                id: id(at as u128),
                span: (top, top + 90.0),
                chapters: chapters.iter().enumerate().map(chapter).collect(),
            }
        };
        chapters.iter().enumerate().map(part).collect()
    }

    /// The ids after a landing, part by part.
    fn after(parts: &[Part], landing: Option<&Landing>) -> Vec<(u128, Vec<u128>)> {
        let number = |uuid: Uuid| uuid.as_u128();
        let mut rows: Vec<(u128, Vec<u128>)> = parts
            .iter()
            .map(|part| (number(part.id.uuid()), part.chapters.iter().map(|(id, _)| number(id.uuid())).collect()))
            .collect();
        match landing.map(|landing| &landing.edit) {
            Some(Edit::MoveSection(moved, to)) => {
                let from = rows.iter().position(|row| row.0 == number(moved.uuid())).unwrap();
                let row = rows.remove(from);
                rows.insert(*to, row);
            }
            Some(Edit::MoveChapter(moved, section, to)) => {
                for row in &mut rows {
                    row.1.retain(|id| *id != number(moved.uuid()));
                }
                let row = rows.iter_mut().find(|row| row.0 == number(section.uuid())).unwrap();
                row.1.insert(*to, number(moved.uuid()));
            }
            None => {}
            other => panic!("{other:?}"),
        }
        rows
    }

    #[test]
    fn d2_a_part_goes_between_the_others() {
        let parts = parts(&[&[10], &[20], &[30]]);
        let order = |moved: u128, y: f64| {
            let landing = landing(Thing::Section(id(moved)), &parts, y);
            after(&parts, landing.as_ref()).into_iter().map(|row| row.0).collect::<Vec<_>>()
        };
        assert_eq!(order(0, -50.0), [0, 1, 2]);
        assert_eq!(order(0, 140.0), [0, 1, 2], "before the middle of the next one");
        assert_eq!(order(0, 150.0), [1, 0, 2]);
        assert_eq!(order(0, 900.0), [1, 2, 0]);
        assert_eq!(order(2, 40.0), [2, 0, 1]);
        assert_eq!(order(2, 60.0), [0, 2, 1]);
        assert_eq!(order(1, 150.0), [0, 1, 2], "over itself");
        assert_eq!(order(7, 150.0), [0, 1, 2], "what is gone goes nowhere");
        let shown = landing(Thing::Section(id(0)), &parts, 900.0).unwrap();
        assert_eq!((shown.beside, shown.after), (Thing::Section(id(2)), true));
        let shown = landing(Thing::Section(id(0)), &parts, 150.0).unwrap();
        assert_eq!((shown.beside, shown.after), (Thing::Section(id(2)), false));
    }

    #[test]
    fn d2_a_chapter_goes_between_others_of_any_part() {
        let parts = parts(&[&[10, 11, 12], &[20, 21], &[30]]);
        let order = |moved: u128, y: f64| {
            let landing = landing(Thing::Chapter(id(moved)), &parts, y);
            after(&parts, landing.as_ref()).into_iter().map(|row| row.1).collect::<Vec<_>>()
        };
        let same = [vec![10, 11, 12], vec![20, 21], vec![30]];
        assert_eq!(order(10, 30.0), same, "over itself");
        assert_eq!(order(10, 49.0), same);
        assert_eq!(order(10, 51.0)[0], [11, 10, 12]);
        assert_eq!(order(10, 89.0)[0], [11, 12, 10], "below the last of its part");
        assert_eq!(order(12, -20.0)[0], [12, 10, 11], "above everything is in the first part");
        assert_eq!(order(10, 121.0), [vec![11, 12], vec![10, 20, 21], vec![30]]);
        assert_eq!(order(10, 145.0), [vec![11, 12], vec![20, 10, 21], vec![30]]);
        assert_eq!(order(10, 999.0), [vec![11, 12], vec![20, 21], vec![30, 10]]);
        assert_eq!(order(77, 145.0), same, "what is gone goes nowhere");
        let shown = landing(Thing::Chapter(id(10)), &parts, 145.0).unwrap();
        assert_eq!((shown.beside, shown.after), (Thing::Chapter(id(21)), false));
        let carry = Carry { what: Thing::Chapter(id(10)), landing: Some(shown) };
        assert_eq!(Carry::marks(Some(&carry), Thing::Chapter(id(21))), (None, Some("before")));
        assert_eq!(Carry::marks(Some(&carry), Thing::Chapter(id(10))), (Some("true"), None));
        assert_eq!(Carry::marks(None, Thing::Chapter(id(10))), (None, None));
    }
}
