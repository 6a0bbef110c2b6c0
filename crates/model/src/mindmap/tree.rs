//! The tree of a map, derived from the parents and order keys of its nodes, over flat arrays.
//!
//! Every function is total: data that is broken still gives one tree with every node in it, and says what was
//! repaired.
//! - T1 The indices of the nodes are in pre-order: a subtree is a range, and the root has index 0.
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

/// Index of a node in the tree: its position in pre-order.
pub type NodeIndex = u32;

const NONE: u32 = u32::MAX;

/// The tree of a map.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tree {
    /// The nodes in pre-order.
    ids: Vec<NodeId>,
    /// By index: the index of the parent, smaller than its own.
    parents: Vec<NodeIndex>,
    /// By index: the index after the last node below it.
    ends: Vec<NodeIndex>,
    /// By index: the number of ancestors.
    depths: Vec<u32>,
    /// By index: the short id, after repairs.
    shorts: Vec<ShortId>,
    /// The indices in the order of ids, for looking up.
    by_id: Vec<NodeIndex>,
    /// The indices in the order of short ids, for looking up.
    by_short: Vec<NodeIndex>,
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
        let below = |row: usize| &children[starts[row] as usize..starts[row + 1] as usize];
        let mut tree = Self { by_id: vec![0; nodes.len()], ..Self::default() };
        let mut work = vec![(root as u32, NONE)];
        while let Some((row, parent)) = work.pop() {
            let index = tree.ids.len() as NodeIndex;
            tree.ids.push(nodes[row as usize].id);
            tree.parents.push(parent);
            tree.depths.push(tree.depths.get(parent as usize).map_or(0, |depth| depth + 1));
            tree.by_id[row as usize] = index;
            work.extend(below(row as usize).iter().rev().map(|&child| (child, index)));
        }
        tree.ends = (1..=tree.ids.len() as NodeIndex).collect();
        for index in (1..tree.ids.len()).rev() {
            let (parent, end) = (tree.parents[index] as usize, tree.ends[index]);
            tree.ends[parent] = tree.ends[parent].max(end);
        }
        tree
    }

    /// Gives every node a short id of its own (T4).
    fn number(&mut self, nodes: &[&Node], last: ShortId, repairs: &mut Vec<Repair>) {
        self.shorts = vec![ShortId(0); nodes.len()];
        let mut order: Vec<(ShortId, u32)> = nodes.iter().zip(0..).map(|(node, row)| (node.short, row)).collect();
        order.sort_unstable();
        let most = order.last().map_or(ShortId(0), |(short, _)| *short);
        let mut next = most.max(last);
        let mut taken = ShortId(0);
        let mut repaired = Vec::new();
        for (short, row) in order {
            let index = self.by_id[row as usize];
            if short > taken {
                taken = short;
                self.by_short.push(index);
                self.shorts[index as usize] = short;
            } else {
                next = ShortId(next.0.saturating_add(1));
                repairs.push(Repair::ShortTaken(nodes[row as usize].id));
                repaired.push(index);
                self.shorts[index as usize] = next;
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

    /// Returns all nodes in pre-order; the position of a node is its index.
    pub fn ids(&self) -> &[NodeId] {
        &self.ids
    }

    /// By index: the index of the parent; for the root, an index that is none.
    pub fn parents(&self) -> &[NodeIndex] {
        &self.parents
    }

    /// By index: the number of ancestors.
    pub fn depths(&self) -> &[u32] {
        &self.depths
    }

    /// Returns the index of a node.
    pub fn index_of(&self, id: NodeId) -> Option<NodeIndex> {
        let found = self.by_id.binary_search_by_key(&id, |&index| self.ids[index as usize]);
        found.ok().map(|index| self.by_id[index])
    }

    /// Returns the node with a short id.
    pub fn by_short(&self, short: ShortId) -> Option<NodeId> {
        let found = self.by_short.binary_search_by_key(&short, |&index| self.shorts[index as usize]);
        found.ok().map(|index| self.ids[self.by_short[index] as usize])
    }

    /// Returns the short id of a node.
    pub fn short(&self, id: NodeId) -> Option<ShortId> {
        self.index_of(id).map(|index| self.shorts[index as usize])
    }

    /// Returns the highest short id in use.
    pub fn last_short(&self) -> ShortId {
        self.by_short.last().map_or(ShortId(0), |&index| self.shorts[index as usize])
    }

    /// Returns the node at an index.
    pub fn id(&self, index: NodeIndex) -> Option<NodeId> {
        self.ids.get(index as usize).copied()
    }

    /// Returns the indices of the subtree that begins at an index, itself first.
    pub fn range(&self, index: NodeIndex) -> Range<NodeIndex> {
        index..self.ends.get(index as usize).copied().unwrap_or(index)
    }

    /// Returns a node and everything below it, in pre-order; empty when it is not in the tree.
    pub fn subtree(&self, id: NodeId) -> &[NodeId] {
        let range = self.index_of(id).map_or(0..0, |index| self.range(index));
        self.ids.get(range.start as usize..range.end as usize).unwrap_or_default()
    }

    /// Returns the parent of a node.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        let index = self.index_of(id)?;
        self.ids.get(self.parents[index as usize] as usize).copied()
    }

    /// Returns the indices of the children of the node at an index, in their order.
    pub fn child_indices(&self, index: NodeIndex) -> impl Iterator<Item = NodeIndex> + '_ {
        let range = self.range(index);
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
        let indices = self.index_of(id).into_iter().flat_map(|index| self.child_indices(index));
        indices.map(|index| self.ids[index as usize]).collect()
    }

    /// Returns the number of ancestors of a node.
    pub fn depth(&self, id: NodeId) -> Option<u32> {
        self.index_of(id).map(|index| self.depths[index as usize])
    }

    /// Returns the path from the root to a node; empty when it is not in the tree.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path = Vec::new();
        let mut index = self.index_of(id).unwrap_or(NONE);
        while let Some(&id) = self.ids.get(index as usize) {
            path.push(id);
            index = self.parents[index as usize];
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
