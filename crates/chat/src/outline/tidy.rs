//! The lanes of a tidy drawing, after Buchheim, Jünger and Leipert.

use std::ops::Range;

/// The lane of each node: siblings and cousins at least 1 apart, parents centred, the smallest lane 0.
///
/// Nodes are in breadth-first order; `children[i]` are the nodes below `i`, a run of indices. Several roots are laid
/// out as if below one that is not there.
pub fn lanes(parents: &[Option<usize>], children: &[Range<usize>]) -> Vec<f64> {
    let roots = parents.iter().take_while(|parent| parent.is_none()).count();
    let mut walk = Walk::new(parents, children, roots);
    walk.up();
    walk.down()
}

struct Walk<'a> {
    children: &'a [Range<usize>],
    roots: usize,
    /// The parent of each node; that of a root is the number of nodes.
    parents: Vec<usize>,
    /// Place on its own, relative to the parent.
    prelim: Vec<f64>,
    /// Distance that everything below is moved by.
    modifier: Vec<f64>,
    shift: Vec<f64>,
    change: Vec<f64>,
    /// Node at which the contour goes on below one without children.
    thread: Vec<Option<usize>>,
    ancestor: Vec<usize>,
    /// Child that stands for the shifted forest, by parent.
    default_ancestor: Vec<usize>,
}

impl<'a> Walk<'a> {
    fn new(parents: &[Option<usize>], children: &'a [Range<usize>], roots: usize) -> Self {
        let count = parents.len();
        let mut default_ancestor: Vec<usize> = children.iter().map(|range| range.start).collect();
        default_ancestor.push(0);
        Self {
            children,
            roots,
            parents: parents.iter().map(|parent| parent.unwrap_or(count)).collect(),
            prelim: vec![0.0; count],
            modifier: vec![0.0; count],
            shift: vec![0.0; count],
            change: vec![0.0; count],
            thread: vec![None; count],
            ancestor: (0..count).collect(),
            default_ancestor,
        }
    }

    fn below(&self, parent: usize) -> Range<usize> {
        self.children.get(parent).cloned().unwrap_or(0..self.roots)
    }

    fn left_sibling(&self, node: usize) -> Option<usize> {
        (node > self.below(self.parents[node]).start).then(|| node - 1)
    }

    /// Places every node relative to its parent, children first.
    fn up(&mut self) {
        // The second time a node is on top, everything below it is placed.
        let mut open: Vec<(usize, bool)> = (0..self.roots).rev().map(|root| (root, false)).collect();
        while let Some((node, placed)) = open.pop() {
            if placed {
                self.place(node);
                self.apportion(node);
            } else {
                open.push((node, true));
                open.extend(self.children[node].clone().rev().map(|child| (child, false)));
            }
        }
        self.execute_shifts(0..self.roots);
    }

    fn place(&mut self, node: usize) {
        let below = self.children[node].clone();
        self.execute_shifts(below.clone());
        let middle =
            if below.is_empty() { 0.0 } else { f64::midpoint(self.prelim[below.start], self.prelim[below.end - 1]) };
        match self.left_sibling(node) {
            Some(left) => {
                self.prelim[node] = self.prelim[left] + 1.0;
                self.modifier[node] = self.prelim[node] - middle;
            }
            None => self.prelim[node] = middle,
        }
    }

    /// Moves a subtree away from those to its left, following both contours downwards.
    fn apportion(&mut self, node: usize) {
        let parent = self.parents[node];
        let Some(left) = self.left_sibling(node) else {
            return;
        };
        let (mut inner_right, mut outer_right) = (node, node);
        let (mut inner_left, mut outer_left) = (left, self.below(parent).start);
        let mut sum_inner_right = self.modifier[inner_right];
        let mut sum_outer_right = self.modifier[outer_right];
        let mut sum_inner_left = self.modifier[inner_left];
        let mut sum_outer_left = self.modifier[outer_left];
        while let (Some(next_left), Some(next_right)) = (self.last_below(inner_left), self.first_below(inner_right)) {
            inner_left = next_left;
            inner_right = next_right;
            // Outer contours are at least as deep as the inner ones.
            outer_left = self.first_below(outer_left).unwrap_or(outer_left);
            outer_right = self.last_below(outer_right).unwrap_or(outer_right);
            self.ancestor[outer_right] = node;
            let overlap = self.prelim[inner_left] + sum_inner_left + 1.0 - self.prelim[inner_right] - sum_inner_right;
            if overlap > 0.0 {
                let ancestor = self.ancestor[inner_left];
                let own = self.parents[ancestor] == parent;
                let from = if own { ancestor } else { self.default_ancestor[parent] };
                self.move_subtree(from, node, overlap);
                sum_inner_right += overlap;
                sum_outer_right += overlap;
            }
            sum_inner_left += self.modifier[inner_left];
            sum_inner_right += self.modifier[inner_right];
            sum_outer_left += self.modifier[outer_left];
            sum_outer_right += self.modifier[outer_right];
        }
        if let (Some(next), None) = (self.last_below(inner_left), self.last_below(outer_right)) {
            self.thread[outer_right] = Some(next);
            self.modifier[outer_right] += sum_inner_left - sum_outer_right;
        }
        if let (Some(next), None) = (self.first_below(inner_right), self.first_below(outer_left)) {
            self.thread[outer_left] = Some(next);
            self.modifier[outer_left] += sum_inner_right - sum_outer_left;
            self.default_ancestor[parent] = node;
        }
    }

    fn first_below(&self, node: usize) -> Option<usize> {
        let below = &self.children[node];
        if below.is_empty() { self.thread[node] } else { Some(below.start) }
    }

    fn last_below(&self, node: usize) -> Option<usize> {
        let below = &self.children[node];
        if below.is_empty() { self.thread[node] } else { Some(below.end - 1) }
    }

    /// Moves `node`, and notes that the siblings between it and `from` are to be spread.
    fn move_subtree(&mut self, from: usize, node: usize, by: f64) {
        // Siblings have consecutive indices.
        let share = by / (node - from) as f64;
        self.change[node] -= share;
        self.shift[node] += by;
        self.change[from] += share;
        self.prelim[node] += by;
        self.modifier[node] += by;
    }

    fn execute_shifts(&mut self, siblings: Range<usize>) {
        let (mut shift, mut change) = (0.0, 0.0);
        for node in siblings.rev() {
            self.prelim[node] += shift;
            self.modifier[node] += shift;
            change += self.change[node];
            shift += self.shift[node] + change;
        }
    }

    /// Adds up what each node is moved by, parents first.
    fn down(self) -> Vec<f64> {
        let count = self.parents.len();
        let mut moved = vec![0.0; count];
        let mut lanes = vec![0.0; count];
        for node in 0..count {
            let above = self.parents[node];
            if above < count {
                moved[node] = moved[above] + self.modifier[above];
            }
            lanes[node] = self.prelim[node] + moved[node];
        }
        let least = lanes.iter().copied().fold(f64::INFINITY, f64::min);
        for lane in &mut lanes {
            *lane -= least;
        }
        lanes
    }
}
