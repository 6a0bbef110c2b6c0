//! Sides and colours of main branches, which each branch keeps while others come and go.
//!
//! - B1 Where nothing is stored, both follow from the shape of the map alone, so that a map looks the same everywhere.
//! - B2 Before the branches change, what they show is stored; so nothing that happens to one changes another.

use super::layout::{NONE, Spacing, Tree, balanced_sides};
use super::theme::BRANCHES as COLOURS;
use espalier_model::mindmap::Side;

/// The side of each main branch of a tree given by the parents of its nodes in pre-order, the first one being the root;
/// `kept` has the stored sides (B1). All nodes count as equally high.
pub fn sides(parents: &[u32], kept: &[Option<Side>]) -> Vec<Option<Side>> {
    let ones = vec![1.0; parents.len()];
    let tree = Tree { parents, widths: &ones, heights: &ones, folded: &[], sides: kept };
    balanced_sides(&tree, &Spacing { level: 0.0, sibling: 0.0, branch: 0.0, main: 0.0, trunk: 0.0, indent: 0.0 })
}

/// The colour of each main branch, from the stored colours in order (B1): branches without one have the colour of their
/// position.
pub fn colours(kept: impl Iterator<Item = Option<u8>>) -> Vec<u8> {
    kept.enumerate().map(|(at, kept)| kept.unwrap_or((at % COLOURS) as u8)).collect()
}

/// Sides and colours of the main branches of a map, counted, so that a new branch gets its own.
#[derive(Debug, Clone)]
pub struct Branches {
    has_sides: bool,
    hues: [usize; COLOURS],
    /// Numbers of nodes right and left.
    sizes: [usize; 2],
}

impl Branches {
    /// Counts the branches; `sizes` has the number of nodes in each.
    pub fn new(has_sides: bool, hues: &[u8], sides: &[Option<Side>], sizes: &[usize]) -> Self {
        let mut all = Self { has_sides, hues: [0; COLOURS], sizes: [0; 2] };
        for &hue in hues {
            all.hues[usize::from(hue) % COLOURS] += 1;
        }
        for (side, size) in sides.iter().zip(sizes) {
            all.sizes[usize::from(*side == Some(Side::Left))] += size;
        }
        all
    }

    /// Counts a new branch; returns the colour that the fewest others have, and its side: the given one, else, where
    /// there are two, the one with fewer nodes.
    pub fn join(&mut self, said: Option<Side>) -> (u8, Option<Side>) {
        let hue = (0..COLOURS).min_by_key(|&hue| (self.hues[hue], hue)).unwrap_or(0);
        self.hues[hue] += 1;
        let lighter = if self.sizes[1] < self.sizes[0] { Side::Left } else { Side::Right };
        let side = said.or(self.has_sides.then_some(lighter));
        self.sizes[usize::from(side == Some(Side::Left))] += 1;
        (hue as u8, side)
    }
}

/// The colour of every node of a tree in pre-order, the root having the first one; `kept` has the stored colours.
pub fn all_colours(parents: &[u32], kept: &[Option<u8>]) -> Vec<u8> {
    let is_main = |index: usize| parents[index] == 0 && index > 0;
    let mains = (0..parents.len()).filter(|&index| is_main(index)).map(|index| kept.get(index).copied().flatten());
    let mut mains = colours(mains).into_iter();
    let mut all: Vec<u8> = Vec::with_capacity(parents.len());
    for (index, &parent) in parents.iter().enumerate() {
        let colour = match parent {
            _ if is_main(index) => mains.next(),
            NONE => None,
            parent => all.get(parent as usize).copied(),
        };
        all.push(colour.unwrap_or(0));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn b1_what_is_stored_is_kept_and_the_rest_follows_from_the_shape() {
        // Four branches, the first with three leaves.
        let parents = [NONE, 0, 1, 1, 1, 0, 0, 0];
        let free = sides(&parents, &[None; 8]);
        assert_eq!(free[1], Some(Side::Right));
        assert_eq!(free[7], Some(Side::Left));
        let mut kept = [None; 8];
        kept[1] = Some(Side::Left);
        assert_eq!(sides(&parents, &kept)[1], Some(Side::Left));
        assert_eq!(all_colours(&parents, &[None; 8]), [0, 0, 0, 0, 0, 1, 2, 3]);
        let mut hues = [None; 8];
        hues[1] = Some(4);
        assert_eq!(all_colours(&parents, &hues), [0, 4, 4, 4, 4, 1, 2, 3]);
    }

    #[test]
    fn a_new_branch_takes_the_colour_that_is_rarest_and_the_side_with_room() {
        let (right, left) = (Some(Side::Right), Some(Side::Left));
        let mut known = Branches::new(true, &[0, 1, 3], &[right, right, left], &[1, 1, 1]);
        assert_eq!(known.join(None), (2, left));
        assert_eq!(known.join(right), (4, right));
        assert_eq!((known.join(None), known.join(None)), ((5, left), (0, right)));
        assert_eq!(Branches::new(false, &[], &[], &[]).join(None), (0, None));
    }
}
