//! Nodes of a map outside the workspace: imported, exported, pasted, or proposed ones.
//!
//! - T1 The nodes stand in pre-order, each with the index of its parent, which is always smaller than its own; so
//!   nothing here recurses, and a file of any depth can be held and dropped.
//! - T2 There may be several nodes without a parent: a pasted text is a forest.

use espalier_model::mindmap::{Color, Extra, Side, Task, Tips};

/// A forest of nodes in pre-order (T1, T2).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NodeTree {
    /// The nodes, parents before children, siblings in their order.
    pub nodes: Vec<FlatNode>,
    /// Associative lines between nodes.
    pub lines: Vec<FlatLine>,
    /// Content of the file about the map as a whole that no field here holds, as ordered pairs of a qualified name
    /// (`mm:ENCRYPTED_CONTENT`, `opml:category`) and an opaque value.
    pub extra: Extra,
}

/// A node.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FlatNode {
    /// The index of the parent, smaller than the node's own; `None` begins a tree.
    pub parent: Option<usize>,
    /// Plain text, of one or more lines.
    pub title: String,
    /// Note in Markdown.
    pub note: String,
    /// Icon names, in their order.
    pub icons: Vec<String>,
    /// The colour of the node.
    pub color: Option<Color>,
    /// Tags without a leading `#`, in their order.
    pub tags: Vec<String>,
    /// State of the task, if the node is one.
    pub task: Task,
    /// Target of its link.
    pub link: Option<FlatLink>,
    /// Whether its children are hidden.
    pub folded: bool,
    /// The side of the root it stands on, where that was chosen.
    pub side: Option<Side>,
    /// Content of the file about the node that no field here holds; written again in the same format.
    pub extra: Extra,
}

/// Target of a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FlatLink {
    /// An address.
    Url(String),
    /// The index of another node.
    Node(usize),
}

/// A line between two nodes that are not parent and child.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FlatLine {
    /// The index of the node it begins at.
    pub from: usize,
    /// The index of the node it ends at.
    pub to: usize,
    /// Label of the line.
    pub label: String,
    /// Ends with an arrowhead.
    pub tips: Tips,
    /// Content of the file about the line that no field here holds.
    pub extra: Extra,
}

impl NodeTree {
    /// Adds a node below `parent`, after everything that is already there, and returns its index. To keep the order
    /// (T1), `parent` must be the last node or one of its ancestors; [`Self::is_pre_order`] checks.
    pub fn push(&mut self, parent: Option<usize>, title: impl Into<String>) -> usize {
        self.nodes.push(FlatNode { parent, title: title.into(), ..FlatNode::default() });
        self.nodes.len() - 1
    }

    /// The number of ancestors of each node.
    pub fn depths(&self) -> Vec<usize> {
        let mut depths: Vec<usize> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            depths.push(node.parent.and_then(|parent| depths.get(parent)).map_or(0, |depth| depth + 1));
        }
        depths
    }

    /// Whether the nodes stand in pre-order, and all links and lines lead to nodes.
    pub fn is_pre_order(&self) -> bool {
        let mut path: Vec<usize> = Vec::new();
        for (index, node) in self.nodes.iter().enumerate() {
            while path.last().is_some_and(|&last| Some(last) != node.parent) {
                path.pop();
            }
            if node.parent != path.last().copied() {
                return false;
            }
            path.push(index);
        }
        let is_node = |index: usize| index < self.nodes.len();
        let links = self.nodes.iter().all(|node| !matches!(node.link, Some(FlatLink::Node(to)) if !is_node(to)));
        links && self.lines.iter().all(|line| is_node(line.from) && is_node(line.to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pre_order_is_told_from_other_orders() {
        let mut tree = NodeTree::default();
        let root = tree.push(None, "root");
        let first = tree.push(Some(root), "first");
        tree.push(Some(first), "leaf");
        tree.push(Some(root), "second");
        tree.push(None, "another root");
        assert!(tree.is_pre_order());
        assert_eq!(tree.depths(), [0, 1, 2, 1, 0]);
        // A child of a branch that was already left.
        tree.push(Some(first), "late");
        assert!(!tree.is_pre_order());
    }

    #[test]
    fn a_link_to_no_node_is_told() {
        let mut tree = NodeTree::default();
        let root = tree.push(None, "root");
        tree.nodes[root].link = Some(FlatLink::Node(1));
        assert!(!tree.is_pre_order());
    }
}
