//! The parts of a chart by keyboard: one stop of Tab for each chart, arrow keys go from part to part, Enter opens.
//!
//! - P1 Up and Down go through all parts in their order; Left and Right go to the nearest part of the next column, which
//!   is the next part where each column has one.
//! - P2 A part has a name that says what it stands for and how much that is.

use wasm_bindgen::JsCast;
use web_sys::{Element, SvgElement};
use yew::prelude::*;

/// Position of a part: its column and its line there.
pub type GridPosition = (i32, i32);

/// The attributes of a part that opens something.
pub struct Attributes {
    /// Its name for screen readers.
    pub role: &'static str,
    /// Whether Tab leads to it.
    pub tabindex: &'static str,
    /// Its number.
    pub part: String,
    pub onclick: Callback<MouseEvent>,
}

/// The parts of one chart that open something, by column and line.
pub struct Parts {
    stop: UseStateHandle<usize>,
    root: NodeRef,
    places: Vec<GridPosition>,
    opens: Vec<Callback<()>>,
}

impl Parts {
    /// Creates the parts of a chart in which Tab leads to the part with the number of `stop`.
    pub const fn new(stop: UseStateHandle<usize>, root: NodeRef) -> Self {
        Self { stop, root, places: Vec::new(), opens: Vec::new() }
    }

    /// Adds a part behind all that are there.
    fn add(&mut self, place: GridPosition, open: Callback<()>) {
        self.places.push(place);
        self.opens.push(open);
    }

    /// Whether Tab leads to the last part that was added.
    fn is_stop(&self, count: usize) -> bool {
        self.places.len() - 1 == (*self.stop).min(count - 1)
    }

    /// Returns the attributes of the next of `count` parts, with the callback that opens it.
    pub fn part(&mut self, count: usize, place: GridPosition, open: Callback<()>) -> Attributes {
        self.add(place, open.clone());
        Attributes {
            role: "button",
            tabindex: if self.is_stop(count) { "0" } else { "-1" },
            part: (self.places.len() - 1).to_string(),
            onclick: open.reform(|_: MouseEvent| ()),
        }
    }

    /// A part of so many that stand in a row, behind all that are there.
    pub fn in_row(&mut self, count: usize, open: Callback<()>) -> Attributes {
        let column = i32::try_from(self.places.len()).unwrap_or(i32::MAX);
        self.part(count, (column, 0), open)
    }

    /// The picture of a chart whose parts were all added.
    pub fn picture(self, class: &'static str, view_box: String, label: String, content: Html) -> Html {
        let Self { stop, root, places, opens } = self;
        // Bars are as high everywhere, however wide they are.
        let fit = (class == "time-plot").then_some("none");
        if places.is_empty() {
            return html! { <svg {class} viewBox={view_box} preserveAspectRatio={fit} role="img" aria-label={label}>{ content }</svg> };
        }
        let onfocusin = Callback::from(move |event: FocusEvent| {
            if let Some(part) = part_of(&event) {
                stop.set(part);
            }
        });
        let onkeydown = {
            let root = root.clone();
            Callback::from(move |event: KeyboardEvent| {
                let Some(at) = part_of(&event).filter(|at| *at < places.len()) else { return };
                if event.ctrl_key() || event.meta_key() || event.alt_key() {
                    return;
                }
                match event.key().as_str() {
                    "Enter" | " " => opens[at].emit(()),
                    key => match step(&places, at, key) {
                        Some(next) => focus(&root, next),
                        None => return,
                    },
                }
                event.prevent_default();
                event.stop_propagation();
            })
        };
        html! { <svg ref={root} {class} viewBox={view_box} preserveAspectRatio={fit} role="group" aria-label={label} {onfocusin} {onkeydown}>{ content }</svg> }
    }
}

fn part_of(event: &Event) -> Option<usize> {
    event.target()?.dyn_into::<Element>().ok()?.get_attribute("data-part")?.parse().ok()
}

fn focus(root: &NodeRef, part: usize) {
    let found = root.cast::<Element>().and_then(|root| root.query_selector(&format!("[data-part=\"{part}\"]")).ok()?);
    if let Some(part) = found.and_then(|part| part.dyn_into::<SvgElement>().ok()) {
        // A part with a tabindex takes the focus.
        let _ = part.focus();
    }
}

/// The part that a key leads to (P1); the same one at an end, nothing for any other key.
fn step(places: &[GridPosition], at: usize, key: &str) -> Option<usize> {
    let last = places.len().checked_sub(1)?;
    let (column, line) = *places.get(at)?;
    let nearest = |to: Option<i32>| {
        let inside = places.iter().enumerate().filter(|(_, place)| Some(place.0) == to);
        inside.min_by_key(|(_, place)| (place.1 - line).abs()).map_or(at, |(at, _)| at)
    };
    let columns = || places.iter().map(|place| place.0);
    Some(match key {
        "Home" => 0,
        "End" => last,
        "ArrowUp" => at.saturating_sub(1),
        "ArrowDown" => (at + 1).min(last),
        "ArrowLeft" => nearest(columns().filter(|other| *other < column).max()),
        "ArrowRight" => nearest(columns().filter(|other| *other > column).min()),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn arrows_go_along_a_row_of_parts_both_ways() {
        let row: Vec<GridPosition> = (0..3).map(|at| (at, 0)).collect();
        let go = |at: usize, key: &str| step(&row, at, key);
        assert_eq!(["ArrowRight", "ArrowDown", "End"].map(|key| go(0, key)), [Some(1), Some(1), Some(2)]);
        assert_eq!(["ArrowLeft", "ArrowUp", "Home"].map(|key| go(2, key)), [Some(1), Some(1), Some(0)]);
        assert_eq!((go(0, "ArrowLeft"), go(2, "ArrowRight"), go(1, "a")), (Some(0), Some(2), None));
        assert_eq!(step(&[], 0, "Home"), None);
    }

    #[test]
    fn arrows_go_to_the_nearest_day_of_another_week() {
        // Weeks without days are passed over.
        let days = [(0, 1), (0, 5), (2, 2), (2, 6), (3, 0)];
        assert_eq!(step(&days, 1, "ArrowRight"), Some(3));
        assert_eq!(step(&days, 0, "ArrowRight"), Some(2));
        assert_eq!(step(&days, 3, "ArrowLeft"), Some(1));
        assert_eq!((step(&days, 3, "ArrowDown"), step(&days, 2, "ArrowUp")), (Some(4), Some(1)));
    }

    proptest! {
        #[test]
        fn a_key_goes_the_way_it_says_and_every_part_is_reached(
            days in proptest::collection::btree_set((0..53_i32, 0..7_i32), 1..60),
        ) {
            let places: Vec<GridPosition> = days.into_iter().collect();
            for at in 0..places.len() {
                let to = |key: &str| places[step(&places, at, key).unwrap()];
                prop_assert!(to("ArrowLeft").0 < places[at].0 || to("ArrowLeft") == places[at]);
                prop_assert!(to("ArrowRight").0 > places[at].0 || to("ArrowRight") == places[at]);
                prop_assert_eq!(to("ArrowLeft") == places[at], places[at].0 == places[0].0);
            }
            let mut at = step(&places, places.len() - 1, "Home").unwrap();
            for expected in 0..places.len() {
                prop_assert_eq!(at, expected);
                at = step(&places, at, "ArrowDown").unwrap();
            }
        }
    }
}
