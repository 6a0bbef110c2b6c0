//! Dragging entries of a timeline with the pointer, and moving them with keys.
//!
//! - H1 A press that hardly moves is a click: it opens an entry, or a form for a new one where nothing is.
//! - H2 An entry that is dragged moves; one that is dragged at an edge becomes longer or shorter. Escape leaves it.
//! - H3 Keys move by one step: up and down an entry, with Shift its end, with Alt its beginning; left and right by a day.
//! - H4 A finger that moves at once pans; one that stayed for [`HOLD`] drags.

use wasm_bindgen::JsCast;
use yew::prelude::*;

use super::layout::{STEP, TimelineLayout, snap};
use crate::store::Store;
use espalier_app::timelog::{Form, TimeMsg};
use espalier_app::{Model, Msg};
use espalier_base::time::Timestamp;
use espalier_model::{TimeEntry, TimeEntryId};
use espalier_timelog::calendar::{Calendar, Clock};
use espalier_timelog::commands::{Moment, MoveEntry, ResizeEntry};

/// How far a press may move and still be a click, in CSS pixels.
const SLOP: f64 = 5.0;
/// How far a finger may move and still tap, in CSS pixels.
const TOUCH_SLOP: f64 = 10.0;
/// Distance from an edge that grabs it, in CSS pixels.
const EDGE: f64 = 7.0;
/// Distance from an edge that grabs it with a finger, in CSS pixels.
const TOUCH_EDGE: f64 = 18.0;
/// Duration of a long press before a finger drags, in milliseconds (H4).
pub const HOLD: f64 = 350.0;
/// Length of a new entry made by a click, in seconds.
const LENGTH: i64 = 1_800;

/// Part of an entry that is dragged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Handle {
    /// The whole entry.
    All,
    /// Its beginning.
    Start,
    End,
    /// A new one.
    New,
}

/// A drag of an entry, or of a new one.
#[derive(Debug, Clone, PartialEq)]
pub struct Drag {
    /// The part of the entry that is held.
    pub handle: Handle,
    /// The entry; none for a new one.
    pub entry: Option<TimeEntryId>,
    /// The new span, in seconds.
    pub span: (i64, i64),
    /// The original span, in seconds.
    was: (i64, i64),
    /// The instant that was pressed.
    from: i64,
    point: (f64, f64),
    /// When a finger was put down, in milliseconds of the page.
    touched: Option<f64>,
    /// Whether it is more than a click (H1).
    pub moved: bool,
}

fn element_of(event: &Event) -> Option<web_sys::Element> {
    event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok())
}

/// The entry an event is on, and its element.
pub fn entry_of(event: &Event) -> Option<(TimeEntryId, web_sys::Element)> {
    let element = element_of(event)?.closest(".time-block[data-id]").ok().flatten()?;
    Some((element.get_attribute("data-id")?.parse().ok()?, element))
}

/// The instant under a pointer.
fn second_of(event: &MouseEvent, svg: &NodeRef, layout: &TimelineLayout) -> Option<i64> {
    let place = svg.cast::<web_sys::Element>()?.get_bounding_client_rect();
    let part = (f64::from(event.client_x()) - place.left()) / place.width().max(1.0);
    layout.second_at(part, f64::from(event.client_y()) - place.top())
}

/// A press begins a drag.
pub fn press(event: &PointerEvent, svg: &NodeRef, layout: &TimelineLayout, model: &Model) -> Option<Drag> {
    if event.button() != 0 || model.read_only.is_some() {
        return None;
    }
    let from = second_of(event, svg, layout)?;
    let point = (f64::from(event.client_x()), f64::from(event.client_y()));
    let touched = (event.pointer_type() == "touch").then(|| event.time_stamp());
    let Some((id, element)) = entry_of(event) else {
        let start = from.div_euclid(STEP) * STEP;
        let span = (start, start + LENGTH);
        return Some(Drag {
            handle: Handle::New,
            entry: None,
            span,
            was: (start, start),
            from: start,
            point,
            touched,
            moved: false,
        });
    };
    let entry = model.timelog.columns.get(id)?;
    let was = entry.seconds(model.now);
    let block = element.get_bounding_client_rect();
    let (above, below) = (point.1 - block.top(), block.bottom() - point.1);
    let edge = edge_of(block.height(), touched.is_some());
    let handle = if above < edge {
        Handle::Start
    } else if below < edge && !entry.is_running() {
        Handle::End
    } else if entry.is_running() {
        Handle::Start
    } else {
        Handle::All
    };
    Some(Drag { handle, entry: Some(id), span: was, was, from, point, touched, moved: false })
}

/// Returns the height of a block's edge handles; a third of a low block is left for moving it.
fn edge_of(height: f64, is_touch: bool) -> f64 {
    let edge = if is_touch { TOUCH_EDGE } else { EDGE };
    edge.min(height / 3.0)
}

impl Drag {
    /// Whether a finger does it.
    pub const fn is_touch(&self) -> bool {
        self.touched.is_some()
    }

    /// Whether a finger has stayed long enough by an instant (H4).
    pub fn holds(&self, ms: f64) -> bool {
        self.touched.is_some_and(|since| ms - since >= HOLD)
    }

    /// Follows the pointer (H2), and says whether it goes on: a finger that moves at once pans (H4).
    pub fn follow(&mut self, event: &PointerEvent, svg: &NodeRef, layout: &TimelineLayout) -> bool {
        let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
        let slop = if self.is_touch() { TOUCH_SLOP } else { SLOP };
        let has_moved = (x - self.point.0).hypot(y - self.point.1) >= slop;
        if has_moved && !self.moved && self.is_touch() && !self.holds(event.time_stamp()) {
            return false;
        }
        self.moved |= has_moved;
        if let Some(at) = second_of(event, svg, layout).filter(|_| self.moved) {
            self.span = moved(self.handle, self.was, at - self.from, at);
        }
        true
    }

    /// Returns the message at the end of the drag.
    pub fn end(&self, model: &Model) -> Option<TimeMsg> {
        let Some(entry) = self.entry else {
            let (start, end) = (Timestamp(self.span.0 * 1_000), Timestamp(self.span.1 * 1_000));
            return Some(TimeMsg::Open(Box::new(Form::new(model, start, Some(end)))));
        };
        if !self.moved {
            return Some(TimeMsg::Edit(entry));
        }
        if self.span == self.was {
            return None;
        }
        let (start, end) = (moment(self.span.0), moment(self.span.1));
        Some(TimeMsg::Do(match self.handle {
            Handle::Start => ResizeEntry { start: Some(start), ..ResizeEntry::new(entry) }.into(),
            Handle::End => ResizeEntry { end: Some(end), ..ResizeEntry::new(entry) }.into(),
            _ => MoveEntry::new(entry, start).into(),
        }))
    }
}

const fn moment(second: i64) -> Moment {
    Moment(Timestamp(second * 1_000))
}

/// Returns a span after the pointer moved by `by` seconds, to the instant `at`.
fn moved(handle: Handle, was: (i64, i64), by: i64, at: i64) -> (i64, i64) {
    match handle {
        Handle::All => {
            let start = snap(was.0 + by);
            (start, start + was.1 - was.0)
        }
        Handle::Start => (snap(was.0 + by).min(was.1), was.1),
        Handle::End => (was.0, snap(was.1 + by).max(was.0)),
        Handle::New => {
            let at = snap(at);
            if at < was.0 { (at, was.0) } else { (was.0, at.max(was.0 + STEP)) }
        }
    }
}

/// Returns the message of a key on the focused entry (H3).
pub fn key(event: &KeyboardEvent, store: &Store) -> Option<Msg> {
    let (id, _) = entry_of(event)?;
    if event.ctrl_key() || event.meta_key() {
        return None;
    }
    let key = event.key();
    if matches!(key.as_str(), "Enter" | " ") {
        return Some(Msg::Time(TimeMsg::Edit(id)));
    }
    store.read(|model| {
        let entry = model.timelog.columns.get(id)?;
        let calendar = model.timelog.columns.calendar();
        let msg = meant(&key, event.shift_key(), event.alt_key(), entry, calendar)?;
        (model.read_only.is_none()).then_some(Msg::Time(msg))
    })
}

fn meant(key: &str, shift: bool, alt: bool, entry: &TimeEntry, calendar: &Calendar) -> Option<TimeMsg> {
    let (start, end) = (entry.start.0.div_euclid(1_000), entry.end.map(|end| end.0.div_euclid(1_000)));
    let (step, days) = match key {
        "ArrowUp" => (-STEP, 0),
        "ArrowDown" => (STEP, 0),
        "ArrowLeft" => (0, -1),
        "ArrowRight" => (0, 1),
        _ => return None,
    };
    let id = entry.id;
    if days != 0 {
        let Clock { date, second } = calendar.clock(start);
        let start = calendar.instant(date.plus_days(days), second);
        return (end.is_some() && !shift && !alt).then(|| TimeMsg::Do(MoveEntry::new(id, moment(start)).into()));
    }
    if shift {
        let end = Some(moment((end? + step).max(start)));
        return Some(TimeMsg::Do(ResizeEntry { end, ..ResizeEntry::new(id) }.into()));
    }
    if alt || end.is_none() {
        let start = end.map_or(start + step, |end| (start + step).min(end));
        return Some(TimeMsg::Do(ResizeEntry { start: Some(moment(start)), ..ResizeEntry::new(id) }.into()));
    }
    Some(TimeMsg::Do(MoveEntry::new(id, moment(start + step)).into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use espalier_base::date::Weekday;
    use espalier_base::zone::Zone;

    #[test]
    fn h2_a_drag_moves_all_or_an_edge() {
        let was = (36_000, 39_600);
        assert_eq!(moved(Handle::All, was, 740, 0), (36_600, 40_200), "to the nearest step");
        assert_eq!(moved(Handle::Start, was, 9_000, 0), (39_600, 39_600), "not beyond its end");
        assert_eq!(moved(Handle::End, was, -9_000, 0), (36_000, 36_000));
        assert_eq!(moved(Handle::New, (36_000, 36_000), 0, 34_000), (33_900, 36_000), "upwards too");
    }

    #[test]
    fn h2_low_blocks_have_edges_too_and_fingers_wide_ones() {
        assert!(edge_of(100.0, true) > edge_of(100.0, false));
        for height in [3.0, 10.0, 20.0, 40.0] {
            let edges = [edge_of(height, false), edge_of(height, true)];
            assert!(edges.iter().all(|edge| *edge > 0.0 && height - 2.0 * edge >= height / 3.0 - 0.01), "{height}");
        }
    }

    #[test]
    fn h4_a_finger_holds_after_a_while() {
        let drag = |touched| Drag {
            handle: Handle::All,
            entry: None,
            span: (0, 1),
            was: (0, 1),
            from: 0,
            point: (0.0, 0.0),
            touched,
            moved: false,
        };
        assert!(!drag(Some(1_000.0)).holds(1_100.0) && drag(Some(1_000.0)).holds(1_000.0 + HOLD));
        assert!(!drag(None).holds(9_000.0), "a mouse drags at once");
    }

    #[test]
    fn h3_keys_move_by_a_step_or_a_day() {
        let calendar = Calendar::new(&Zone::new("Europe/Berlin"), Weekday::Monday);
        let start = Timestamp(calendar.instant("2026-03-28".parse().unwrap(), 36_000) * 1_000);
        let id = TimeEntryId::from_uuid(uuid::Uuid::from_u128(1));
        let mut entry = TimeEntry::new(id, start, Zone::new("Europe/Berlin"), start);
        entry.end = Some(start.plus_ms(3_600_000));
        let said = |key: &str, shift: bool, alt: bool| match meant(key, shift, alt, &entry, &calendar) {
            Some(TimeMsg::Do(call)) => format!("{} {}", call.id, call.text(1).or(call.text(2)).unwrap_or_default()),
            other => format!("{other:?}"),
        };
        assert_eq!(said("ArrowDown", false, false), "entry.move 2026-03-28T09:05:00.000Z");
        assert_eq!(said("ArrowUp", true, false), "entry.resize 2026-03-28T09:55:00.000Z");
        assert_eq!(said("ArrowUp", false, true), "entry.resize 2026-03-28T08:55:00.000Z");
        assert_eq!(said("ArrowRight", false, false), "entry.move 2026-03-29T08:00:00.000Z", "the same time of day");
        assert_eq!(said("a", false, false), "None");
    }
}
