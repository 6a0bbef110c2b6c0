//! The tree of a map, derived from the parents and order keys of its nodes, over flat arrays.
//!
//! Every function is total: data that is broken still gives one tree with every node in it, and says what was
//! repaired.
//! - T1 The places of the nodes are in pre-order: a subtree is a range, and the root has place 0.
//! - T2 When the root is missing or has a parent, or another node has none, or a parent is missing, what is left over
//!   becomes the last children of the root.
//! - T3 A cycle is cut at its oldest node, which becomes one of the last children of the root.
//! - T4 Of several nodes with one short id the oldest keeps it; the others get new ones.
//! - T5 Nothing here recurses, and building takes time in proportion to the number of nodes (times its logarithm).

use std::ops::Range;

use super::{MindMap, Node, NodeId, ShortId};

/// A repair of broken data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repair {
    /// The node that should be the root is not in the map; this one stands in for it.
    MissingRoot(NodeId),
    /// The root has a parent.
    RootHasParent(NodeId),
    /// A node other than the root has no parent.
    SecondRoot(NodeId),
    /// The node's parent is not in the map.
    MissingParent(NodeId),
    /// The node was its own ancestor.
    Cycle(NodeId),
    /// The node's short id is another's, or 0.
    ShortTaken(NodeId),
}

/// A place in the tree: the position of a node in pre-order.
pub type Place = u32;

const NONE: u32 = u32::MAX;

/// The tree of a map.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tree {
    /// The nodes in pre-order.
    ids: Vec<NodeId>,
    /// By place: the place of the parent, smaller than its own.
    parents: Vec<Place>,
    /// By place: the place after the last node below it.
    ends: Vec<Place>,
    /// By place: the number of ancestors.
    depths: Vec<u32>,
    /// By place: the short id, after repairs.
    shorts: Vec<ShortId>,
    /// The places in the order of ids, for looking up.
    by_id: Vec<Place>,
    /// The places in the order of short ids, for looking up.
    by_short: Vec<Place>,
    /// Repairs that were made.
    pub repairs: Vec<Repair>,
}

impl Tree {
    /// Builds the tree of these nodes, which come in the order of their ids.
    pub fn of<'a>(map: &MindMap, nodes: impl IntoIterator<Item = &'a Node>) -> Self {
        let nodes: Vec<&Node> = nodes.into_iter().collect();
        // Looking up in a list of ids of its own is several times faster than through the rows.
        let ids: Vec<NodeId> = nodes.iter().map(|node| node.id).collect();
        debug_assert!(ids.is_sorted(), "rows come in the order of their keys");
        let mut repairs = Vec::new();
        let Some(root) = find_root(map, &nodes, &ids, &mut repairs) else {
            return Self { repairs, ..Self::default() };
        };
        let parents = sound_parents(&nodes, &ids, root, &mut repairs);
        let mut tree = Self::walk(&nodes, root, &parents);
        tree.number(&nodes, map.last_short, &mut repairs);
        tree.repairs = repairs;
        tree
    }

    /// Puts the nodes into pre-order, given sound parents as indices of `nodes`.
    fn walk(nodes: &[&Node], root: usize, parents: &[Parent]) -> Self {
        let (starts, children) = children_of(nodes, parents);
        let below = |index: usize| &children[starts[index] as usize..starts[index + 1] as usize];
        let mut tree = Self { by_id: vec![0; nodes.len()], ..Self::default() };
        let mut work = vec![(root as u32, NONE)];
        while let Some((index, parent)) = work.pop() {
            let place = tree.ids.len() as Place;
            tree.ids.push(nodes[index as usize].id);
            tree.parents.push(parent);
            tree.depths.push(tree.depths.get(parent as usize).map_or(0, |depth| depth + 1));
            tree.by_id[index as usize] = place;
            work.extend(below(index as usize).iter().rev().map(|&child| (child, place)));
        }
        tree.ends = (1..=tree.ids.len() as Place).collect();
        for place in (1..tree.ids.len()).rev() {
            let (parent, end) = (tree.parents[place] as usize, tree.ends[place]);
            tree.ends[parent] = tree.ends[parent].max(end);
        }
        tree
    }

    /// Gives every node a short id of its own (T4).
    fn number(&mut self, nodes: &[&Node], last: ShortId, repairs: &mut Vec<Repair>) {
        self.shorts = vec![ShortId(0); nodes.len()];
        let mut order: Vec<(ShortId, u32)> = nodes.iter().zip(0..).map(|(node, index)| (node.short, index)).collect();
        order.sort_unstable();
        let most = order.last().map_or(ShortId(0), |(short, _)| *short);
        let mut next = most.max(last);
        let mut taken = ShortId(0);
        let mut repaired = Vec::new();
        for (short, index) in order {
            let place = self.by_id[index as usize];
            if short > taken {
                taken = short;
                self.by_short.push(place);
                self.shorts[place as usize] = short;
            } else {
                next = ShortId(next.0.saturating_add(1));
                repairs.push(Repair::ShortTaken(nodes[index as usize].id));
                repaired.push(place);
                self.shorts[place as usize] = next;
            }
        }
        self.by_short.extend(repaired);
    }

    /// Returns the number of nodes.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there are no nodes; then there is no root either.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// Returns the root.
    pub fn root(&self) -> Option<NodeId> {
        self.ids.first().copied()
    }

    /// Returns all nodes in pre-order; the position of a node is its place.
    pub fn ids(&self) -> &[NodeId] {
        &self.ids
    }

    /// By place: the place of the parent; for the root, a place that is none.
    pub fn parents(&self) -> &[Place] {
        &self.parents
    }

    /// By place: the number of ancestors.
    pub fn depths(&self) -> &[u32] {
        &self.depths
    }

    /// Returns the place of a node.
    pub fn place(&self, id: NodeId) -> Option<Place> {
        let found = self.by_id.binary_search_by_key(&id, |&place| self.ids[place as usize]);
        found.ok().map(|index| self.by_id[index])
    }

    /// Returns the node with a short id.
    pub fn by_short(&self, short: ShortId) -> Option<NodeId> {
        let found = self.by_short.binary_search_by_key(&short, |&place| self.shorts[place as usize]);
        found.ok().map(|index| self.ids[self.by_short[index] as usize])
    }

    /// Returns the short id of a node.
    pub fn short(&self, id: NodeId) -> Option<ShortId> {
        self.place(id).map(|place| self.shorts[place as usize])
    }

    /// Returns the highest short id in use.
    pub fn last_short(&self) -> ShortId {
        self.by_short.last().map_or(ShortId(0), |&place| self.shorts[place as usize])
    }

    /// Returns the node at a place.
    pub fn id(&self, place: Place) -> Option<NodeId> {
        self.ids.get(place as usize).copied()
    }

    /// Returns the places of the subtree that begins at a place, itself first.
    pub fn range(&self, place: Place) -> Range<Place> {
        place..self.ends.get(place as usize).copied().unwrap_or(place)
    }

    /// Returns a node and everything below it, in pre-order; empty when it is not in the tree.
    pub fn subtree(&self, id: NodeId) -> &[NodeId] {
        let range = self.place(id).map_or(0..0, |place| self.range(place));
        self.ids.get(range.start as usize..range.end as usize).unwrap_or_default()
    }

    /// Returns the parent of a node.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        let place = self.place(id)?;
        self.ids.get(self.parents[place as usize] as usize).copied()
    }

    /// Returns the places of the children of the node at a place, in their order.
    pub fn child_places(&self, place: Place) -> impl Iterator<Item = Place> + '_ {
        let range = self.range(place);
        let mut next = range.start + 1;
        std::iter::from_fn(move || {
            let child = next;
            if child >= range.end {
                return None;
            }
            next = self.ends[child as usize];
            Some(child)
        })
    }

    /// Returns the children of a node in their order.
    pub fn children(&self, id: NodeId) -> Vec<NodeId> {
        let places = self.place(id).into_iter().flat_map(|place| self.child_places(place));
        places.map(|place| self.ids[place as usize]).collect()
    }

    /// Returns the number of ancestors of a node.
    pub fn depth(&self, id: NodeId) -> Option<u32> {
        self.place(id).map(|place| self.depths[place as usize])
    }

    /// Returns the path from the root to a node; empty when it is not in the tree.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path = Vec::new();
        let mut place = self.place(id).unwrap_or(NONE);
        while let Some(&id) = self.ids.get(place as usize) {
            path.push(id);
            place = self.parents[place as usize];
        }
        path.reverse();
        path
    }
}

/// A node's parent by index, and whether it was repaired.
#[derive(Debug, Clone, Copy)]
struct Parent {
    index: u32,
    repaired: bool,
}

fn find_root(map: &MindMap, nodes: &[&Node], ids: &[NodeId], repairs: &mut Vec<Repair>) -> Option<usize> {
    if let Ok(root) = ids.binary_search(&map.root) {
        if nodes[root].parent.is_some() {
            repairs.push(Repair::RootHasParent(map.root));
        }
        return Some(root);
    }
    let stand_in =
        nodes.iter().position(|node| node.parent.is_none()).or(if nodes.is_empty() { None } else { Some(0) });
    if let Some(stand_in) = stand_in {
        repairs.push(Repair::MissingRoot(nodes[stand_in].id));
    }
    stand_in
}

/// Returns a parent for every node but the root, such that all ways up lead to the root (T2, T3).
fn sound_parents(nodes: &[&Node], ids: &[NodeId], root: usize, repairs: &mut Vec<Repair>) -> Vec<Parent> {
    let below_root = Parent { index: root as u32, repaired: true };
    let mut parents: Vec<Parent> = Vec::with_capacity(nodes.len());
    for (index, node) in nodes.iter().enumerate() {
        let found = node.parent.and_then(|parent| ids.binary_search(&parent).ok());
        parents.push(match (found, node.parent) {
            _ if index == root => Parent { index: NONE, repaired: false },
            (Some(parent), _) => Parent { index: parent as u32, repaired: false },
            (None, Some(_)) => {
                repairs.push(Repair::MissingParent(node.id));
                below_root
            }
            (None, None) => {
                repairs.push(Repair::SecondRoot(node.id));
                below_root
            }
        });
    }
    // Each way up is walked once: it ends at a node that an earlier walk passed, or comes back to its own.
    let mut walks: Vec<u32> = vec![0; nodes.len()];
    walks[root] = NONE;
    for start in 0..nodes.len() {
        let walk = start as u32 + 1;
        let mut current = start;
        while walks[current] == 0 {
            walks[current] = walk;
            current = parents[current].index as usize;
        }
        if walks[current] == walk {
            let oldest = oldest_of_cycle(&parents, current);
            repairs.push(Repair::Cycle(nodes[oldest].id));
            parents[oldest] = below_root;
        }
    }
    parents
}

fn oldest_of_cycle(parents: &[Parent], start: usize) -> usize {
    let mut oldest = start;
    let mut current = parents[start].index as usize;
    while current != start {
        oldest = oldest.min(current);
        current = parents[current].index as usize;
    }
    oldest
}

/// Returns the children of every node in their order: those of node `i` are at `starts[i]..starts[i + 1]`.
fn children_of(nodes: &[&Node], parents: &[Parent]) -> (Vec<u32>, Vec<u32>) {
    let mut starts: Vec<u32> = vec![0; nodes.len() + 1];
    for parent in parents.iter().filter(|parent| parent.index != NONE) {
        starts[parent.index as usize + 1] += 1;
    }
    for index in 1..starts.len() {
        starts[index] += starts[index - 1];
    }
    let mut free = starts.clone();
    let mut children: Vec<u32> = vec![0; nodes.len()];
    for (index, parent) in parents.iter().enumerate().filter(|(_, parent)| parent.index != NONE) {
        let slot = &mut free[parent.index as usize];
        children[*slot as usize] = index as u32;
        *slot += 1;
    }
    for range in starts.windows(2).filter(|range| range[1] - range[0] > 1) {
        children[range[0] as usize..range[1] as usize].sort_unstable_by(|&one, &other| {
            let key = |index: u32| (parents[index as usize].repaired, &nodes[index as usize].order, index);
            key(one).cmp(&key(other))
        });
    }
    (starts, children)
}

#[cfg(test)]
mod tests;
