//! Tidy trees of nodes with different sizes, after A. van der Ploeg, "Drawing non-layered tidy trees in linear time"
//! (2014), with siblings placed as close as they can be, which makes the result the same from both ends.
//!
//! "Along" is the direction in which the tree grows, "across" the one in which siblings stand beside each other. Along,
//! a node takes the space from the end of its parent to its own end, so that what leads to it is kept free as well.

use super::{NONE, Spacing};

/// Extent of a place before it is put into the tree.
#[derive(Clone, Copy)]
pub(super) struct Extent {
    /// Its size across.
    pub breadth: f64,
    /// End along.
    pub end: f64,
    /// The parent, or [`NONE`] for a root.
    pub parent: u32,
    /// Whether it is one of the children of a root that are placed without regard to the others.
    pub is_second_half: bool,
}

/// A place while the tree is put together, with the links of its contours.
#[derive(Clone, Copy)]
struct Spot {
    /// Beginning across, before it and its ancestors are moved.
    start: f64,
    /// Move of the place and everything below it.
    moved: f64,
    /// End along.
    end: f64,
    breadth: f32,
    parent: u32,
    /// The next place of the contour on the side of the first sibling: the first child, or at the end of a branch
    /// where the contour goes on in a longer one.
    low: u32,
    /// The next place of the contour on the side of the last sibling.
    high: u32,
}

/// The last places of a branch's two contours, and the sum of what moves them up to the branch itself.
#[derive(Clone, Copy)]
struct Reach {
    low: u32,
    high: u32,
    low_moved: f64,
    high_moved: f64,
}

/// A sibling that can be seen from the next one, down to where it ends.
#[derive(Clone, Copy)]
struct Seen {
    ordinal: usize,
    end: f64,
}

/// Moves that are shared out evenly among siblings: from one on, each is moved by another `share`; `change` takes back
/// what has added up.
#[derive(Clone, Copy, Default)]
struct Spread {
    share: f64,
    change: f64,
}

/// Puts trees together, children before parents.
struct Tidy {
    spacing: Spacing,
    /// Gap between the siblings being put together, and between the nodes below them.
    sibling_gap: f64,
    branch_gap: f64,
    spots: Vec<Spot>,
    /// The next sibling.
    next: Vec<u32>,
    reach: Vec<Reach>,
    /// The siblings being put together that can be seen.
    seen: Vec<Seen>,
    spread: Vec<Spread>,
    is_spread: bool,
}

/// Passes the beginning across of every place to `set`, in order; the centre of every root is at 0.
pub(super) fn place(spacing: &Spacing, extents: &[Extent], mut set: impl FnMut(usize, f64)) {
    let count = extents.len();
    let mut tidy = Tidy {
        spacing: *spacing,
        sibling_gap: spacing.sibling,
        branch_gap: spacing.branch,
        spots: Vec::with_capacity(count),
        next: vec![NONE; count],
        reach: Vec::with_capacity(count),
        seen: Vec::new(),
        spread: Vec::new(),
        is_spread: false,
    };
    let mut second_halves: Vec<(u32, u32, u32)> = Vec::new();
    for extent in extents {
        tidy.add(extent, &mut second_halves);
    }
    for place in (0..count).rev() {
        tidy.join(place, tidy.spots[place].low);
    }
    for (root, first, _) in second_halves {
        tidy.join_second_half(root as usize, first);
    }
    for place in 0..count {
        let Spot { start, moved, breadth, parent, .. } = tidy.spots[place];
        // From here on, `moved` is the sum of all moves.
        let moved = match tidy.spots.get(parent as usize) {
            Some(above) => above.moved + moved,
            None => -start - f64::from(breadth) / 2.0,
        };
        tidy.spots[place].moved = moved;
        set(place, start + moved);
    }
}

impl Tidy {
    fn add(&mut self, extent: &Extent, second_halves: &mut Vec<(u32, u32, u32)>) {
        let Extent { breadth, end, parent, is_second_half } = *extent;
        let place = self.spots.len() as u32;
        let mut ends = match self.spots.get(parent as usize) {
            Some(above) => (above.low, above.high),
            None => (NONE, NONE),
        };
        if is_second_half {
            if second_halves.last().is_none_or(|half| half.0 != parent) {
                second_halves.push((parent, NONE, NONE));
            }
            if let Some((_, first, last)) = second_halves.last_mut() {
                ends = (*first, *last);
                *first = if *first == NONE { place } else { *first };
                *last = place;
            }
        } else if let Some(above) = self.spots.get_mut(parent as usize) {
            above.low = if ends.0 == NONE { place } else { ends.0 };
            above.high = place;
        }
        if let Some(next) = self.next.get_mut(ends.1 as usize) {
            *next = place;
        }
        let breadth = breadth as f32;
        self.spots.push(Spot { start: 0.0, moved: 0.0, end, breadth, parent, low: NONE, high: NONE });
        self.reach.push(Reach { low: place, high: place, low_moved: 0.0, high_moved: 0.0 });
    }

    fn join_second_half(&mut self, root: usize, first: u32) {
        let start = self.spots[root].start;
        self.join(root, first);
        let back = start - std::mem::replace(&mut self.spots[root].start, start);
        let mut child = first;
        while child != NONE {
            self.spots[child as usize].moved += back;
            child = self.next[child as usize];
        }
    }

    /// Places the children of a place, of which `first` is the first, beside each other, and the place in their middle.
    fn join(&mut self, place: usize, first: u32) {
        if first == NONE {
            return;
        }
        let is_root = self.spots[place].parent == NONE;
        let Spacing { main, sibling, branch, .. } = self.spacing;
        (self.sibling_gap, self.branch_gap) = if is_root { (main, main.max(branch)) } else { (sibling, branch) };
        let mut last = first;
        if self.next[first as usize] != NONE {
            last = self.join_siblings(first);
        }
        let middle = f64::midpoint(self.centre(first), self.centre(last));
        let spot = &mut self.spots[place];
        spot.start = middle - f64::from(spot.breadth) / 2.0;
        let (low, high) = (self.reach[first as usize], self.reach[last as usize]);
        self.reach[place] =
            Reach { low: low.low, low_moved: low.low_moved, high: high.high, high_moved: high.high_moved };
    }

    /// Places siblings beside each other; returns the last of them.
    fn join_siblings(&mut self, first: u32) -> u32 {
        self.seen.clear();
        self.spread.clear();
        self.spread.push(Spread::default());
        self.seen.push(Seen { ordinal: 0, end: self.spots[self.reach[first as usize].low as usize].end });
        let mut last = first;
        loop {
            let next = self.next[last as usize];
            if next == NONE {
                break;
            }
            let end = self.spots[self.reach[next as usize].high as usize].end;
            let ordinal = self.spread.len();
            self.spread.push(Spread::default());
            self.separate(first, last, next);
            while self.seen.last().is_some_and(|seen| seen.end <= end) {
                self.seen.pop();
            }
            self.seen.push(Seen { ordinal, end });
            last = next;
        }
        if self.is_spread {
            self.share_out(first);
        }
        last
    }

    fn centre(&self, place: u32) -> f64 {
        let spot = &self.spots[place as usize];
        spot.start + spot.moved + f64::from(spot.breadth) / 2.0
    }

    /// Moves the branch `next` as close as it can stand to the branches before it, the latest of which is `last`.
    fn separate(&mut self, first: u32, last: u32, next: u32) {
        let (mut before, mut after) = (last, next);
        let (mut left, mut right) = (self.spots[last as usize], self.spots[next as usize]);
        // At first, whatever is between the two is taken away.
        let mut by = left.moved + left.start + f64::from(left.breadth) + self.sibling_gap - right.moved - right.start;
        let (mut left_moved, mut right_moved) = (left.moved, right.moved + by);
        let mut at = self.seen.len() - 1;
        loop {
            let (left_end, right_end) = (left.end, right.end);
            if left_end <= right_end {
                before = left.high;
                if let Some(&spot) = self.spots.get(before as usize) {
                    left = spot;
                    left_moved += left.moved;
                }
            }
            if left_end >= right_end {
                after = right.low;
                if let Some(&spot) = self.spots.get(after as usize) {
                    right = spot;
                    right_moved += right.moved;
                }
            }
            if before == NONE || after == NONE {
                break;
            }
            while at > 0 && left.end > self.seen[at].end {
                at -= 1;
            }
            let gap = if left.parent == right.parent { self.sibling_gap } else { self.branch_gap };
            let overlap = left_moved + left.start + f64::from(left.breadth) + gap - right_moved - right.start;
            if overlap > 0.0 {
                by += overlap;
                right_moved += overlap;
                self.share(self.seen[at].ordinal, overlap);
            }
        }
        self.spots[next as usize].moved += by;
        let reach = &mut self.reach[next as usize];
        reach.low_moved += by;
        reach.high_moved += by;
        // The shorter side goes on along the longer one, so that no later walk starts over.
        if before == NONE && after != NONE {
            let (end, longer) = (self.reach[first as usize], self.reach[next as usize]);
            self.spots[end.low as usize].low = after;
            self.thread(end.low, right_moved - self.spots[after as usize].moved - end.low_moved);
            let shorter = &mut self.reach[first as usize];
            (shorter.low, shorter.low_moved) = (longer.low, longer.low_moved);
        } else if before != NONE && after == NONE {
            let (end, longer) = (self.reach[next as usize], self.reach[last as usize]);
            self.spots[end.high as usize].high = before;
            self.thread(end.high, left_moved - self.spots[before as usize].moved - end.high_moved);
            let shorter = &mut self.reach[next as usize];
            (shorter.high, shorter.high_moved) = (longer.high, longer.high_moved);
        }
    }

    /// Corrects the moves along the contour beyond a place without children by a difference; the place itself stays.
    fn thread(&mut self, place: u32, difference: f64) {
        let spot = &mut self.spots[place as usize];
        spot.moved += difference;
        spot.start -= difference;
    }

    /// Shares a move evenly among the siblings between the latest one and the one it is moved away from.
    fn share(&mut self, from: usize, by: f64) {
        let ordinal = self.spread.len() - 1;
        if from + 1 < ordinal {
            let share = by / (ordinal - from) as f64;
            self.spread[from + 1].share += share;
            self.spread[ordinal].share -= share;
            self.spread[ordinal].change -= by - share;
            self.is_spread = true;
        }
    }

    /// Carries out the shared moves. The moved siblings are hidden between others, so no contour has to be corrected.
    fn share_out(&mut self, first: u32) {
        let (mut child, mut share, mut moved) = (first, 0.0, 0.0);
        for spread in &self.spread {
            share += spread.share;
            moved += share + spread.change;
            self.spots[child as usize].moved += moved;
            child = self.next[child as usize];
        }
        self.is_spread = false;
    }
}
