//! Dragging parts and chapters with the pointer: a mouse, a pen or a finger, all in one way.
//!
//! - D1 A drag begins only at the handle, and only from there a finger does not scroll.
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

/// How far a press may move before it becomes a drag, in CSS pixels.
const SLOP: f64 = 4.0;
/// Distance from the pane's edge at which it begins to scroll, in CSS pixels.
const EDGE: f64 = 40.0;
/// Step of scrolling, in CSS pixels.
const SCROLL: i32 = 8;
/// Interval of scrolling, in milliseconds.
const TICK: u32 = 20;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutlineItem {
    Section(SectionId),
    Chapter(ChapterId),
}

/// Place where a dragged item would be dropped.
#[derive(Debug, Clone, PartialEq)]
pub struct DropTarget {
    /// The edit that moves it there.
    pub edit: Edit,
    /// The item beside which it would be.
    pub beside: OutlineItem,
    /// Whether it would be after that item, not before.
    pub after: bool,
}

/// A dragged item with its drop target; without one it stays where it was.
#[derive(Debug, Clone, PartialEq)]
pub struct Drag {
    pub item: OutlineItem,
    pub target: Option<DropTarget>,
}

impl Drag {
    /// Returns an item's attributes during a drag: whether it is dragged, and the side on which the drop would be.
    pub fn marks(drag: Option<&Self>, item: OutlineItem) -> (Option<&'static str>, Option<&'static str>) {
        let Some(drag) = drag else { return (None, None) };
        let beside = drag.target.as_ref().filter(|target| target.beside == item);
        let side = beside.map(|target| if target.after { "after" } else { "before" });
        ((drag.item == item).then_some("true"), side)
    }
}

/// Upper and lower edge of an element, in CSS pixels.
type Span = (f64, f64);

/// Position of a part and its chapters on the screen.
#[derive(Debug, Clone, PartialEq)]
struct PartLayout {
    id: SectionId,
    span: Span,
    chapters: Vec<(ChapterId, Span)>,
}

/// Returns the index among rows for a height: after those whose middle is above it.
fn gap(rows: impl Iterator<Item = Span>, y: f64) -> usize {
    rows.filter(|(top, bottom)| (top + bottom) / 2.0 < y).count()
}

/// Returns the distance of a height from a span.
fn distance((top, bottom): Span, y: f64) -> f64 {
    (top - y).max(y - bottom).max(0.0)
}

/// Returns the item beside a position among others: before the one there, or after the last.
fn beside<T: Copy>(others: &[T], at: usize) -> Option<(T, bool)> {
    let before = others.get(at).map(|&other| (other, false));
    before.or_else(|| others.last().map(|&other| (other, true)))
}

/// Returns the drop target of an item at a height (D2).
fn drop_target(item: OutlineItem, parts: &[PartLayout], y: f64) -> Option<DropTarget> {
    match item {
        OutlineItem::Section(moved) => {
            let from = parts.iter().position(|part| part.id == moved)?;
            let others: Vec<&PartLayout> = parts.iter().filter(|part| part.id != moved).collect();
            let to = gap(others.iter().map(|part| part.span), y);
            let ids: Vec<SectionId> = others.iter().map(|part| part.id).collect();
            let (other, after) = beside(&ids, to).filter(|_| to != from)?;
            Some(DropTarget { edit: Edit::MoveSection(moved, to), beside: OutlineItem::Section(other), after })
        }
        OutlineItem::Chapter(moved) => {
            let nearer =
                |one: &&PartLayout, other: &&PartLayout| distance(one.span, y).total_cmp(&distance(other.span, y));
            let is_there = parts.iter().flat_map(|part| &part.chapters).any(|(id, _)| *id == moved);
            let part = parts.iter().filter(|_| is_there).min_by(nearer)?;
            let others: Vec<(ChapterId, Span)> = part.chapters.iter().filter(|(id, _)| *id != moved).copied().collect();
            let to = gap(others.iter().map(|(_, span)| *span), y);
            let from = part.chapters.iter().position(|(id, _)| *id == moved);
            let ids: Vec<ChapterId> = others.iter().map(|(id, _)| *id).collect();
            let (other, after) = beside(&ids, to).filter(|_| from != Some(to))?;
            Some(DropTarget { edit: Edit::MoveChapter(moved, part.id, to), beside: OutlineItem::Chapter(other), after })
        }
    }
}

/// Pointer event handlers of the list of parts.
pub struct Gestures {
    /// On the list of parts.
    pub down: Callback<PointerEvent>,
    pub moved: Callback<PointerEvent>,
    pub up: Callback<PointerEvent>,
    pub cancel: Callback<PointerEvent>,
}

/// A press on a handle.
#[derive(Debug)]
struct Press {
    item: OutlineItem,
    pointer: i32,
    from: (f64, f64),
    /// The height at which the pointer is.
    y: f64,
    target: Option<DropTarget>,
    /// Scrolls during the drag; none before the press has moved.
    scrolling: Option<Interval>,
}

type SharedPress = Rc<RefCell<Option<Press>>>;

/// Returns the pointer handlers of a list of parts, and the current drag.
#[hook]
pub fn use_drag(list: &NodeRef, edit: &Callback<Edit>, disabled: bool) -> (Gestures, Option<Drag>) {
    let drag = use_state_eq(|| None::<Drag>);
    // What the pointer did last must not wait for a drawing.
    let pressed: SharedPress = use_mut_ref(|| None);
    let down = {
        let (pressed, list) = (pressed.clone(), list.clone());
        Callback::from(move |event: PointerEvent| {
            if event.button() != 0 || disabled || pressed.borrow().is_some() {
                return;
            }
            let (Some(item), Some(list)) = (item_of(&event), list.cast::<Element>()) else { return };
            // A pointer that is gone already cannot be held, and need not be.
            let _ = list.set_pointer_capture(event.pointer_id());
            let from = (f64::from(event.client_x()), f64::from(event.client_y()));
            let pointer = event.pointer_id();
            *pressed.borrow_mut() = Some(Press { item, pointer, from, y: from.1, target: None, scrolling: None });
        })
    };
    let moved = {
        let (pressed, list, drag) = (pressed.clone(), list.clone(), drag.setter());
        Callback::from(move |event: PointerEvent| {
            if let Some(press) = pressed.borrow_mut().as_mut().filter(|press| press.pointer == event.pointer_id()) {
                let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
                if press.scrolling.is_none() && (x - press.from.0).hypot(y - press.from.1) < SLOP {
                    return;
                }
                press.y = y;
                press.scrolling.get_or_insert_with(|| scroll(&list, &pressed, &drag));
                drag.set(Some(press.update(&list)));
            }
        })
    };
    let up = {
        let (pressed, list, drag, edit) = (pressed.clone(), list.clone(), drag.setter(), edit.clone());
        Callback::from(move |event: PointerEvent| {
            let done = pressed.borrow_mut().take_if(|press| press.pointer == event.pointer_id());
            drag.set(None);
            if let Some(mut press) = done.filter(|press| press.scrolling.is_some())
                && let Some(target) = press.update(&list).target
            {
                edit.emit(target.edit);
            }
        })
    };
    let stop = use_callback(drag.setter(), move |(), drag| {
        pressed.borrow_mut().take();
        drag.set(None);
    });
    use_escape(stop.clone());
    let cancel = stop.reform(|_: PointerEvent| ());
    (Gestures { down, moved, up, cancel }, (*drag).clone())
}

impl Press {
    /// Updates the drop target and returns the drag.
    fn update(&mut self, list: &NodeRef) -> Drag {
        self.target = drop_target(self.item, &parts_of(list), self.y);
        Drag { item: self.item, target: self.target.clone() }
    }
}

/// Scrolls the list's pane while an item is dragged near its edge.
fn scroll(list: &NodeRef, pressed: &SharedPress, drag: &UseStateSetter<Option<Drag>>) -> Interval {
    let (list, pressed, drag) = (list.clone(), Rc::downgrade(pressed), drag.clone());
    Interval::new(TICK, move || {
        let Some(pressed) = pressed.upgrade() else { return };
        let mut press = pressed.borrow_mut();
        let pane = list.cast::<Element>().and_then(|list| list.closest(".course-outline").ok().flatten());
        let (Some(press), Some(pane)) = (&mut *press, pane) else { return };
        let edges = pane.get_bounding_client_rect();
        let by = if press.y < edges.top() + EDGE {
            -SCROLL
        } else if press.y > edges.bottom() - EDGE {
            SCROLL
        } else {
            return;
        };
        pane.set_scroll_top(pane.scroll_top() + by);
        drag.set(Some(press.update(&list)));
    })
}

/// Returns the item whose handle is pressed.
fn item_of(event: &PointerEvent) -> Option<OutlineItem> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    let row = target.closest(".course-grip").ok()??.closest("[data-id]").ok()??;
    let is_part = row.matches(".course-part").is_ok_and(|is_part| is_part);
    if is_part { id_of(&row).map(OutlineItem::Section) } else { id_of(&row).map(OutlineItem::Chapter) }
}

fn id_of<T>(row: &Element) -> Option<Id<T>> {
    row.get_attribute("data-id")?.parse().ok()
}

/// Returns the positions of the parts on the screen.
fn parts_of(list: &NodeRef) -> Vec<PartLayout> {
    let Some(list) = list.cast::<Element>() else { return Vec::new() };
    let part = |row: Element| {
        let chapters = rows_of(&row, "course-chapter");
        let chapters = chapters.iter().filter_map(|chapter| Some((id_of(chapter)?, span_of(chapter)))).collect();
        Some(PartLayout { id: id_of(&row)?, span: span_of(&row), chapters })
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
    fn parts(chapters: &[&[u128]]) -> Vec<PartLayout> {
        let part = |(at, chapters): (usize, &&[u128])| {
            let top = at as f64 * 100.0;
            let chapter = |(place, number): (usize, &u128)| {
                let top = top + 20.0 + place as f64 * 20.0;
                (id(*number), (top, top + 20.0))
            };
            PartLayout {
                id: id(at as u128),
                span: (top, top + 90.0),
                chapters: chapters.iter().enumerate().map(chapter).collect(),
            }
        };
        chapters.iter().enumerate().map(part).collect()
    }

    /// The ids after a drop, part by part.
    fn after(parts: &[PartLayout], target: Option<&DropTarget>) -> Vec<(u128, Vec<u128>)> {
        let number = |uuid: Uuid| uuid.as_u128();
        let mut rows: Vec<(u128, Vec<u128>)> = parts
            .iter()
            .map(|part| (number(part.id.uuid()), part.chapters.iter().map(|(id, _)| number(id.uuid())).collect()))
            .collect();
        match target.map(|target| &target.edit) {
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
            let target = drop_target(OutlineItem::Section(id(moved)), &parts, y);
            after(&parts, target.as_ref()).into_iter().map(|row| row.0).collect::<Vec<_>>()
        };
        assert_eq!(order(0, -50.0), [0, 1, 2]);
        assert_eq!(order(0, 140.0), [0, 1, 2], "before the middle of the next one");
        assert_eq!(order(0, 150.0), [1, 0, 2]);
        assert_eq!(order(0, 900.0), [1, 2, 0]);
        assert_eq!(order(2, 40.0), [2, 0, 1]);
        assert_eq!(order(2, 60.0), [0, 2, 1]);
        assert_eq!(order(1, 150.0), [0, 1, 2], "over itself");
        assert_eq!(order(7, 150.0), [0, 1, 2], "what is gone goes nowhere");
        let shown = drop_target(OutlineItem::Section(id(0)), &parts, 900.0).unwrap();
        assert_eq!((shown.beside, shown.after), (OutlineItem::Section(id(2)), true));
        let shown = drop_target(OutlineItem::Section(id(0)), &parts, 150.0).unwrap();
        assert_eq!((shown.beside, shown.after), (OutlineItem::Section(id(2)), false));
    }

    #[test]
    fn d2_a_chapter_goes_between_others_of_any_part() {
        let parts = parts(&[&[10, 11, 12], &[20, 21], &[30]]);
        let order = |moved: u128, y: f64| {
            let target = drop_target(OutlineItem::Chapter(id(moved)), &parts, y);
            after(&parts, target.as_ref()).into_iter().map(|row| row.1).collect::<Vec<_>>()
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
        let shown = drop_target(OutlineItem::Chapter(id(10)), &parts, 145.0).unwrap();
        assert_eq!((shown.beside, shown.after), (OutlineItem::Chapter(id(21)), false));
        let drag = Drag { item: OutlineItem::Chapter(id(10)), target: Some(shown) };
        assert_eq!(Drag::marks(Some(&drag), OutlineItem::Chapter(id(21))), (None, Some("before")));
        assert_eq!(Drag::marks(Some(&drag), OutlineItem::Chapter(id(10))), (Some("true"), None));
        assert_eq!(Drag::marks(None, OutlineItem::Chapter(id(10))), (None, None));
    }
}
