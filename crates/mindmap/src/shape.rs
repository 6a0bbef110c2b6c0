//! The tree of a map while commands change it: the original tree, and the differences since.
//!
//! Asking costs no more than the parts that are asked for, so that a command in a map of a hundred thousand nodes does
//! not copy them.
//!
//! Whoever changes the shape changes the records with it ([`super::target`]).

use std::borrow::Cow;
use std::collections::BTreeMap;

use espalier_model::mindmap::tree::Tree;
use espalier_model::mindmap::{NodeId, ShortId};

/// A tree with differences.
#[derive(Debug, Clone)]
pub struct Shape<'t> {
    base: &'t Tree,
    /// Places of nodes that stand elsewhere than before.
    places: BTreeMap<NodeId, Standing>,
    /// Children of nodes whose children differ from before.
    children: BTreeMap<NodeId, Vec<NodeId>>,
    /// The short ids of new nodes.
    shorts: BTreeMap<ShortId, NodeId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Standing {
    Below(NodeId),
    Gone,
}

impl<'t> Shape<'t> {
    /// The shape of a tree.
    pub fn new(base: &'t Tree) -> Self {
        Self { base, places: BTreeMap::new(), children: BTreeMap::new(), shorts: BTreeMap::new() }
    }

    /// The original tree.
    pub const fn base(&self) -> &'t Tree {
        self.base
    }

    /// The root.
    pub fn root(&self) -> Option<NodeId> {
        self.base.root()
    }

    /// Whether a node is there.
    pub fn contains(&self, id: NodeId) -> bool {
        match self.places.get(&id) {
            Some(standing) => *standing != Standing::Gone,
            None => self.base.index_of(id).is_some(),
        }
    }

    /// The parent of a node; `None` for the root and for a node that does not exist.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        match self.places.get(&id) {
            Some(Standing::Below(parent)) => Some(*parent),
            Some(Standing::Gone) => None,
            None => self.base.parent(id),
        }
    }

    /// The children of a node in their order.
    pub fn children(&self, id: NodeId) -> Cow<'_, [NodeId]> {
        match self.children.get(&id) {
            Some(children) => Cow::Borrowed(children),
            None if self.contains(id) => Cow::Owned(self.base.children(id)),
            None => Cow::Borrowed(&[]),
        }
    }

    /// Whether a node has children.
    pub fn has_children(&self, id: NodeId) -> bool {
        match (self.children.get(&id), self.base.index_of(id)) {
            (Some(children), _) => !children.is_empty(),
            (None, Some(place)) => self.base.range(place).len() > 1,
            (None, None) => false,
        }
    }

    /// A node and everything below it, in pre-order; empty when it is not there.
    pub fn subtree(&self, id: NodeId) -> Vec<NodeId> {
        if !self.contains(id) {
            return Vec::new();
        }
        if self.places.is_empty() && self.children.is_empty() {
            return self.base.subtree(id).to_vec();
        }
        let mut found = Vec::new();
        let mut work = vec![id];
        while let Some(id) = work.pop() {
            found.push(id);
            work.extend(self.children(id).iter().rev());
        }
        found
    }

    /// The place of a node among its siblings, from 0.
    pub fn position(&self, id: NodeId) -> Option<usize> {
        self.children(self.parent(id)?).iter().position(|&sibling| sibling == id)
    }

    /// The sibling so many places further on; before it where `offset` is negative.
    pub fn sibling(&self, id: NodeId, offset: isize) -> Option<NodeId> {
        let siblings = self.children(self.parent(id)?);
        let position = siblings.iter().position(|&sibling| sibling == id)?;
        siblings.get(position.checked_add_signed(offset)?).copied()
    }

    /// Whether `id` is `ancestor` or below it.
    pub fn is_within(&self, id: NodeId, ancestor: NodeId) -> bool {
        let mut next = Some(id);
        while let Some(current) = next {
            if current == ancestor {
                return true;
            }
            next = self.parent(current);
        }
        false
    }

    /// The number of ancestors of a node.
    pub fn depth(&self, id: NodeId) -> usize {
        std::iter::successors(self.parent(id), |&parent| self.parent(parent)).count()
    }

    /// The node with a short id.
    pub fn by_short(&self, short: ShortId) -> Option<NodeId> {
        let found = self.shorts.get(&short).copied().or_else(|| self.base.by_short(short));
        found.filter(|&id| self.contains(id))
    }

    /// Registers the short id of a new node.
    pub fn name(&mut self, short: ShortId, id: NodeId) {
        self.shorts.insert(short, id);
    }

    /// Puts a node that is new, or was taken out, below another at a place among its children.
    pub fn insert(&mut self, id: NodeId, parent: NodeId, position: usize) {
        let siblings = self.children_mut(parent);
        siblings.insert(position.min(siblings.len()), id);
        self.places.insert(id, Standing::Below(parent));
    }

    /// Takes a node out of its parent's children; what is below it stays below it.
    pub fn take_out(&mut self, id: NodeId) {
        if let Some(parent) = self.parent(id) {
            self.children_mut(parent).retain(|&child| child != id);
        }
    }

    /// Removes nodes: a whole subtree.
    pub fn remove(&mut self, subtree: &[NodeId]) {
        if let Some(&top) = subtree.first() {
            self.take_out(top);
        }
        for &id in subtree {
            self.places.insert(id, Standing::Gone);
            self.children.remove(&id);
        }
    }

    /// Puts the children of a node into another order.
    pub fn reorder(&mut self, parent: NodeId, children: Vec<NodeId>) {
        self.children.insert(parent, children);
    }

    fn children_mut(&mut self, id: NodeId) -> &mut Vec<NodeId> {
        let base = self.base;
        self.children.entry(id).or_insert_with(|| base.children(id))
    }
}
