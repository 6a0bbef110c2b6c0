//! State of a scrolled list, known without asking the browser: rows, heights, mounted range, anchor.
//!
//! - L1 What is added at the end of the list is followed, and so is a new answer in a new branch.
//! - L2 When the list changes elsewhere, the row that was first on the screen stays mounted; if it is gone, the place
//!   where the lists part is.
//! - L3 Another width makes what was measured worthless, another list does not.
//! - L4 While something is held in place, the end is not followed.

use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use super::follow::Follow;
use crate::windowed::heights::{Heights, Viewport};
use espalier_model::MessageId;

/// Differences below this are rounding, in CSS pixels.
pub const SAME_PX: f64 = 0.5;
/// The height of a row that was never measured, in CSS pixels.
const ESTIMATE_PX: f64 = 132.0;
/// The height assumed until the view was measured, in CSS pixels.
const VIEW_PX: f64 = 900.0;

/// A row that is kept where it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Anchor {
    /// The row.
    pub id: MessageId,
    /// How far below the upper edge of the view it begins.
    pub offset: f64,
    /// How far the view was scrolled then.
    pub scrolled: f64,
}

/// State of a scrolled list: its rows, their heights and the mounted range.
#[derive(Debug)]
pub struct ScrollState {
    /// The rows.
    pub path: Rc<Vec<MessageId>>,
    known: HashMap<MessageId, f64>,
    pub heights: Heights,
    /// The rows that are mounted.
    pub mounted: Range<usize>,
    /// Whether the end is followed.
    pub follow: Follow,
    /// The first row on the screen.
    pub anchor: Option<Anchor>,
    /// The row to go to as soon as it is mounted.
    pub aim: Option<MessageId>,
    /// Whether the anchor is held in place whatever happens at the end, as while a message is edited.
    pub held: bool,
    /// Width and height of the view.
    pub size: (f64, f64),
    /// Whether the end of the list is about on the screen.
    pub at_end: bool,
}

impl Default for ScrollState {
    fn default() -> Self {
        Self {
            path: Rc::default(),
            known: HashMap::new(),
            heights: Heights::default(),
            mounted: 0..0,
            follow: Follow::default(),
            anchor: None,
            aim: None,
            held: false,
            size: (0.0, VIEW_PX),
            at_end: true,
        }
    }
}

impl ScrollState {
    /// Whether the end is to be shown (L4).
    pub fn follows(&self) -> bool {
        self.follow.following && !self.held
    }

    /// The place of a row in the list.
    pub fn row(&self, id: MessageId) -> Option<usize> {
        let mounted = self.path.get(self.mounted.clone()).unwrap_or_default();
        let near = mounted.iter().position(|known| *known == id);
        near.map(|row| row + self.mounted.start).or_else(|| self.path.iter().position(|known| *known == id))
    }

    /// Returns the heights of the unmounted rows, before and after the mounted ones.
    pub fn spaces(&self) -> [f64; 2] {
        let end = self.heights.total() - self.heights.offset(self.mounted.end);
        [self.heights.offset(self.mounted.start), end.max(0.0)]
    }

    /// Takes another list of rows; its last one may be an answer that is coming.
    pub fn take(&mut self, path: &Rc<Vec<MessageId>>, coming: bool) {
        let longer = self.path.len() < path.len() && path.starts_with(&self.path);
        let grew = longer || (coming && path.last().is_some_and(|last| !self.path.contains(last)));
        let parting = self.path.iter().zip(path.iter()).take_while(|(old, new)| old == new).count();
        self.path = path.clone();
        self.reset_heights();
        self.aim = self.aim.filter(|id| !grew && path.contains(id));
        self.follow.following |= grew;
        self.held &= !grew;
        self.mount(parting);
    }

    /// Chooses the rows to mount, whatever is mounted; the row `parting` is among them if nothing else is known.
    pub fn mount(&mut self, parting: usize) {
        self.mounted = if self.follows() { self.heights.range_at_end(self.size.1) } else { self.range_kept(parting) };
    }

    /// The rows to mount so that the anchor is among them (L2).
    fn range_kept(&self, parting: usize) -> Range<usize> {
        let kept = self.anchor.and_then(|anchor| Some((self.row(anchor.id)?, anchor.offset)));
        let Some((row, offset)) = kept else {
            let row = parting.min(self.path.len().saturating_sub(1));
            return self.heights.range_around(row, self.size.1);
        };
        let viewport = Viewport { top: self.heights.offset(row) - offset, height: self.size.1 };
        let range = self.heights.range(viewport);
        range.start.min(row)..range.end.max(row + 1)
    }

    /// Chooses the rows to mount when the view begins at `top`; says whether those that are mounted will do.
    pub fn choose(&mut self, top: f64) -> bool {
        let viewport = Viewport { top, height: self.size.1 };
        if self.aim.is_some() || self.heights.covers(&self.mounted, viewport) {
            return true;
        }
        let range = self.heights.range(viewport);
        let same = range == self.mounted;
        self.mounted = range;
        same
    }

    /// The view was measured; says whether heights have to be measured anew (L3).
    pub fn resize(&mut self, (width, height): (f64, f64)) -> bool {
        let changed = (self.size.0 - width).abs() > 1.0 && !self.known.is_empty();
        self.size = (width, if height > 0.0 { height } else { VIEW_PX });
        if changed {
            self.known.clear();
            self.reset_heights();
        }
        changed
    }

    /// A row was measured. One without a height is not shown at all, as in a hidden page.
    pub fn set_height(&mut self, id: MessageId, height: f64) {
        let same = self.known.get(&id).is_some_and(|known| (known - height).abs() < SAME_PX);
        if height <= 0.0 || same {
            return;
        }
        self.known.insert(id, height);
        if let Some(row) = self.row(id) {
            self.heights.set(row, height);
        }
    }

    fn reset_heights(&mut self) {
        let known = |id| self.known.get(id).copied().unwrap_or(ESTIMATE_PX);
        self.heights = self.path.iter().map(known).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(number: usize) -> MessageId {
        MessageId::from_uuid(uuid::Uuid::from_u128(number as u128))
    }

    fn list(numbers: impl IntoIterator<Item = usize>) -> Rc<Vec<MessageId>> {
        Rc::new(numbers.into_iter().map(id).collect())
    }

    fn anchor(row: usize, offset: f64) -> Anchor {
        Anchor { id: id(row), offset, scrolled: 0.0 }
    }

    /// A list in the middle of which the reader is.
    fn reading(at: usize) -> ScrollState {
        let mut state = ScrollState::default();
        state.take(&list(0..1_000), false);
        state.follow.following = false;
        state.anchor = Some(anchor(at, -10.0));
        state.choose(state.heights.offset(at) + 10.0);
        assert!(state.mounted.contains(&at), "{:?}", state.mounted);
        let rows = state.heights.offset(state.mounted.end) - state.heights.offset(state.mounted.start);
        assert!((state.spaces().iter().sum::<f64>() + rows - state.heights.total()).abs() < SAME_PX);
        state
    }

    #[test]
    fn l1_a_list_opens_at_its_end_and_follows_what_is_added() {
        let mut state = ScrollState::default();
        state.take(&list(0..1_000), false);
        assert_eq!(state.mounted.end, 1_000);
        state.follow.following = false;
        state.anchor = Some(anchor(10, 0.0));
        state.take(&list(0..1_002), false);
        assert_eq!((state.mounted.end, state.follow.following), (1_002, true));
        state.follow.following = false;
        state.take(&list((0..900).chain([2_000])), true);
        assert_eq!((state.mounted.end, state.follow.following), (901, true), "an answer in a new branch");
    }

    #[test]
    fn l2_the_row_on_the_screen_stays_mounted_when_another_branch_is_shown() {
        let mut state = reading(500);
        state.take(&list((0..600).chain(2_000..2_005)), false);
        assert!(state.mounted.contains(&500) && !state.follow.following);
        state.take(&list((0..300).chain(3_000..3_900)), false);
        assert!(state.mounted.contains(&300), "where the lists part: {:?}", state.mounted);
        state.take(&list([]), false);
        assert_eq!(state.mounted, 0..0);
    }

    #[test]
    fn l2_a_list_that_was_all_in_sight_on_paper_mounts_what_the_screen_shows() {
        let mut state = reading(500);
        let on_screen = state.mounted.clone();
        state.resize((0.0, 1e6));
        state.choose(0.0);
        assert_eq!(state.mounted, 0..1_000, "on paper");
        state.resize((0.0, VIEW_PX));
        state.choose(state.heights.offset(500) + 10.0);
        assert_eq!(state.mounted, 0..1_000, "what is mounted stays while one scrolls");
        state.mount(0);
        assert!(state.mounted.contains(&500) && state.mounted.len() <= on_screen.len(), "{:?}", state.mounted);
        state.follow.following = true;
        state.mount(0);
        assert!(state.mounted.end == 1_000 && state.mounted.len() <= on_screen.len(), "{:?}", state.mounted);
    }

    #[test]
    fn l3_what_was_measured_is_kept_for_the_width_it_was_measured_in() {
        let mut state = reading(500);
        state.resize((800.0, 600.0));
        state.set_height(id(500), 40.0);
        let before = state.heights.offset(501);
        state.take(&list(0..900), false);
        assert!((state.heights.offset(501) - before).abs() < SAME_PX);
        state.set_height(id(500), 0.0);
        assert!((state.heights.offset(501) - before).abs() < SAME_PX, "a hidden page measures nothing");
        state.resize((400.0, 600.0));
        assert!((state.heights.offset(501) - 501.0 * ESTIMATE_PX).abs() < SAME_PX);
    }

    #[test]
    fn l4_what_is_held_stays_until_something_is_added() {
        let mut state = ScrollState::default();
        state.take(&list(0..1_000), false);
        state.held = true;
        state.anchor = Some(anchor(995, 0.0));
        assert!(!state.follows());
        state.take(&list(0..1_001), false);
        assert!(state.follows());
    }

    #[test]
    fn an_aim_is_given_up_when_its_row_is_gone() {
        let mut state = reading(500);
        state.aim = Some(id(700));
        assert!(state.choose(0.0), "nothing else is chosen meanwhile");
        state.take(&list(0..600), false);
        assert_eq!(state.aim, None);
    }
}
