//! Target of the commands of a map: its records in a draft, together with their tree.
//!
//! - G1 The shape and the records always say the same, and the map's tree is sound after every step.
//! - G2 Nodes get numbers that no node of the map had before, as long as the map's own count is kept.
//! - G3 What does not change anything leaves no trace, not even in the time of the last change.
//! - G4 A new node goes between its neighbours without touching them; only where order keys have become long, or give
//!   no room, some neighbours get new ones.
//! - G5 What runs as a proposal neither overwrites nor deletes what was written after the proposal was made.

mod keep;
mod repair;

use std::rc::Rc;

use uuid::Uuid;

pub use self::repair::repair;
use super::branches::Branches;
use super::commands::{self, Effect};
use super::maps;
use super::shape::Shape;
use espalier_base::env::Env;
use espalier_base::time::Timestamp;
use espalier_command::args::Args;
use espalier_command::schema;
use espalier_command::spec::{Spec, Text};
use espalier_command::transaction::{CommandTarget, Outcome, Reason};
use espalier_model::mindmap::order::OrderKey;
use espalier_model::mindmap::tree::Tree;
use espalier_model::mindmap::{MapId, MindMap, Node, NodeId, NodeKey, ShortId};
use espalier_model::workspace::Draft;

/// Names by which a model calls the node of its conversation, without case and punctuation.
const CURRENT: &[&str] = &["current", "currentnode", "currentnodeid", "this", "当前节点"];

const CHANGED_SINCE: Reason =
    Reason::Refused(Text::new("it was changed after this was suggested", "提出建议之后，该节点已被修改"));

/// Number of siblings on each side that get new order keys together.
const NEIGHBOURS: usize = 128;

/// A map being changed.
pub struct MapTarget<'s, 'w> {
    /// The records.
    pub draft: &'s mut Draft<'w>,
    /// The clock and new ids.
    pub env: &'s mut Env,
    /// The map.
    pub map: MapId,
    /// The tree.
    pub shape: Shape<'s>,
    /// The node that `current` names: the one a conversation is about.
    pub current: Option<NodeId>,
    /// Sides and colours of the main branches, once one of them changed.
    branches: Option<Branches>,
    /// Time of the proposal that runs here; content that was changed after it is not overwritten or deleted.
    pub proposed_at: Option<Timestamp>,
}

impl<'s, 'w> MapTarget<'s, 'w> {
    /// Opens a map whose nodes are in memory and have this tree; `None` where there is no such map. Flaws that the tree
    /// works around are repaired in the records first.
    pub fn open(draft: &'s mut Draft<'w>, env: &'s mut Env, map: MapId, tree: &'s Tree) -> Option<Self> {
        draft.get::<MindMap>(&map).filter(|_| !tree.is_empty())?;
        repair(draft, map, tree, env.now);
        Some(Self { draft, env, map, shape: Shape::new(tree), current: None, branches: None, proposed_at: None })
    }

    /// The key of a node of this map.
    pub const fn key(&self, id: NodeId) -> NodeKey {
        NodeKey { map: self.map, id }
    }

    /// The map.
    pub fn row(&self) -> Option<Rc<MindMap>> {
        self.draft.get(&self.map)
    }

    /// A node that exists.
    pub fn node(&self, id: NodeId) -> Result<Rc<Node>, Reason> {
        let row = self.draft.get::<Node>(&self.key(id)).filter(|_| self.shape.contains(id));
        row.ok_or_else(|| self.not_found(id))
    }

    /// Reason why a node cannot be used: it does not exist (any more).
    pub fn not_found(&self, id: NodeId) -> Reason {
        let short = self.shape.base().short(id);
        Reason::NotFound { kind: "node", name: short.map_or_else(|| id.to_string(), |short| short.to_string()) }
    }

    /// Whether a proposal leaves alone what a person wrote after it was made (G5).
    fn overwrites_nothing(&self, spec: &Spec, args: &Args) -> Result<(), Reason> {
        let (Some(since), Some(id)) = (self.proposed_at, args.id::<Node>("nodeId")) else { return Ok(()) };
        let before = self.draft.before();
        let is_newer = |id: NodeId| before.get::<Node>(&self.key(id)).is_some_and(|row| row.updated_at > since);
        let newer = match commands::effect_of(spec) {
            Effect::Writes => is_newer(id),
            Effect::Deletes { below: false } => is_newer(id),
            Effect::Deletes { below: true } => self.shape.base().subtree(id).iter().any(|&id| is_newer(id)),
            Effect::Other => false,
        };
        if newer { Err(CHANGED_SINCE) } else { Ok(()) }
    }

    /// Changes the map's own row, and its time of change (G3).
    pub fn update_map(&mut self, change: impl FnOnce(&mut MindMap)) {
        let Some(before) = self.row() else { return };
        let mut after = MindMap::clone(&before);
        change(&mut after);
        if after != *before {
            after.updated_at = self.env.now;
            self.draft.put(after);
        }
    }

    /// Changes the position of a node or how it is shown (G3).
    pub fn arrange(&mut self, id: NodeId, change: impl FnOnce(&mut Node)) {
        self.change(id, change, false);
    }

    /// Changes the content of a node, and its time of change (G3).
    pub fn write(&mut self, id: NodeId, change: impl FnOnce(&mut Node)) {
        self.change(id, change, true);
    }

    fn change(&mut self, id: NodeId, change: impl FnOnce(&mut Node), content: bool) {
        let Some(before) = self.draft.get::<Node>(&self.key(id)) else { return };
        let mut after = Node::clone(&before);
        change(&mut after);
        if after == *before {
            return;
        }
        if content {
            after.updated_at = self.env.now;
        }
        if after.title != before.title && self.shape.root() == Some(id) {
            self.rename_with_root(&before.title, &after.title);
        }
        self.draft.put(after);
        self.touch();
    }

    /// Renames the map along with its root, as long as the two have the same name.
    fn rename_with_root(&mut self, from: &str, to: &str) {
        self.update_map(|row| {
            if row.name == maps::name_of(from) {
                row.name = maps::name_of(to);
            }
        });
    }

    /// Sets the time of change of the map.
    pub fn touch(&mut self) {
        let now = self.env.now;
        self.draft.update::<MindMap>(&self.map, |row| row.updated_at = now);
    }

    /// Adds a node below another and returns its id; the position counts from 0, and `None` is the end.
    pub fn add(&mut self, id: Option<Uuid>, parent: NodeId, position: Option<usize>, title: &str) -> NodeId {
        let id = id.map_or_else(|| self.env.id(), NodeId::from_uuid);
        self.keep_branches(parent);
        let position = position.unwrap_or(usize::MAX).min(self.shape.children(parent).len());
        let order = self.room(parent, position, 1).pop().unwrap_or_default();
        let short = self.next_short();
        let mut node = Node::new(self.key(id), Some(parent), order, short, self.env.now);
        title.clone_into(&mut node.title);
        self.put(node, position);
        id
    }

    /// Adds a node that has its place and number, as the child at a position.
    pub fn put(&mut self, node: Node, position: usize) {
        let (id, parent) = (node.id, node.parent);
        if let Some(parent) = parent {
            self.keep_branches(parent);
            self.shape.insert(id, parent, position);
        }
        self.shape.name(node.short, id);
        self.draft.put(node);
        self.touch();
        if let Some(parent) = parent {
            self.join_branches(id, parent, None);
        }
    }

    /// Puts a node that is there below another, at a position among its children as they are without it.
    pub fn place(&mut self, id: NodeId, parent: NodeId, position: Option<usize>) {
        let before = (self.shape.parent(id), self.shape.position(id));
        self.shape.take_out(id);
        let position = position.unwrap_or(usize::MAX).min(self.shape.children(parent).len());
        if before == (Some(parent), Some(position)) {
            self.shape.insert(id, parent, position);
            return;
        }
        if let (Some(above), Some(at)) = before {
            self.shape.insert(id, above, at);
            self.keep_branches(above);
            self.keep_branches(parent);
            self.shape.take_out(id);
        }
        let order = self.room(parent, position, 1).pop().unwrap_or_default();
        self.shape.insert(id, parent, position);
        let leaves = before.0 != Some(parent);
        // One that comes up from a branch stays on its side.
        let side = before.0.and_then(|above| self.draft.get::<Node>(&self.key(above))).and_then(|row| row.side);
        self.arrange(id, |row| {
            row.parent = Some(parent);
            row.order = order;
            if leaves {
                (row.side, row.hue) = (None, None);
            }
        });
        if leaves {
            self.join_branches(id, parent, side);
        }
    }

    /// Puts the children of a node below that node's own parent, in their order, at its place.
    pub fn lift_children(&mut self, id: NodeId) {
        let (Some(parent), Some(position)) = (self.shape.parent(id), self.shape.position(id)) else { return };
        let children = self.shape.children(id).into_owned();
        self.keep_branches(parent);
        let side = self.draft.get::<Node>(&self.key(id)).and_then(|row| row.side);
        let keys = self.room(parent, position, children.len());
        for (offset, (&child, order)) in children.iter().zip(keys).enumerate() {
            self.shape.insert(child, parent, position + offset);
            self.arrange(child, |row| {
                row.parent = Some(parent);
                row.order = order;
            });
            self.join_branches(child, parent, side);
        }
        self.shape.reorder(id, Vec::new());
    }

    /// Puts the children of a node into another order, which has the same nodes in it.
    pub fn reorder(&mut self, parent: NodeId, children: Vec<NodeId>) {
        self.keep_branches(parent);
        let mut keys: Vec<OrderKey> = children.iter().filter_map(|&child| self.order(child)).collect();
        keys.sort_unstable();
        if keys.len() < children.len() || keys.windows(2).any(|pair| pair[0] == pair[1]) {
            keys = OrderKey::spread(None, None, children.len()).unwrap_or_default();
        }
        for (&child, key) in children.iter().zip(keys) {
            self.arrange(child, |row| row.order = key);
        }
        self.shape.reorder(parent, children);
    }

    /// Order keys for so many new children at a position (G4).
    pub fn room(&mut self, parent: NodeId, position: usize, count: usize) -> Vec<OrderKey> {
        let siblings = self.shape.children(parent);
        let low = position.checked_sub(1).and_then(|before| self.order(siblings[before]));
        let high = siblings.get(position).and_then(|&after| self.order(after));
        let keys = OrderKey::spread(low.as_ref(), high.as_ref(), count);
        if let Some(keys) = keys.filter(|keys| !keys.iter().any(OrderKey::is_long)) {
            return keys;
        }
        let siblings = siblings.into_owned();
        let (start, end) = (position.saturating_sub(NEIGHBOURS), (position + NEIGHBOURS).min(siblings.len()));
        self.renew(&siblings, start..end, position, count)
            .or_else(|| self.renew(&siblings, 0..siblings.len(), position, count))
            .unwrap_or_default()
    }

    /// Gives siblings new order keys, leaving room at a position, and returns the keys for new ones there.
    fn renew(
        &mut self,
        siblings: &[NodeId],
        range: std::ops::Range<usize>,
        position: usize,
        count: usize,
    ) -> Option<Vec<OrderKey>> {
        let low = range.start.checked_sub(1).and_then(|before| self.order(siblings[before]));
        let high = siblings.get(range.end).and_then(|&after| self.order(after));
        let mut keys = OrderKey::spread(low.as_ref(), high.as_ref(), range.len() + count)?;
        if range.len() < siblings.len() && keys.iter().any(OrderKey::is_long) {
            return None;
        }
        let before = position - range.start;
        let rest = keys.split_off(before + count);
        let made = keys.split_off(before);
        for (&id, key) in siblings[range].iter().zip(keys.into_iter().chain(rest)) {
            self.arrange(id, |row| row.order = key);
        }
        Some(made)
    }

    fn order(&self, id: NodeId) -> Option<OrderKey> {
        self.draft.get::<Node>(&self.key(id)).map(|row| row.order.clone())
    }

    /// A number that no node of the map has had (G2).
    pub fn next_short(&mut self) -> ShortId {
        let last = self.row().map_or(ShortId(0), |row| row.last_short).max(self.shape.base().last_short());
        let next = ShortId(last.0.saturating_add(1));
        self.draft.update::<MindMap>(&self.map, |row| row.last_short = next);
        next
    }

    /// Removes a node and everything below it.
    pub fn remove(&mut self, id: NodeId) {
        if let Some(parent) = self.shape.parent(id) {
            self.keep_branches(parent);
        }
        let subtree = self.shape.subtree(id);
        for &gone in &subtree {
            self.draft.remove::<Node>(&self.key(gone));
        }
        self.shape.remove(&subtree);
        let focus = self.row().and_then(|row| row.focus);
        if focus.is_some_and(|focus| !self.shape.contains(focus)) {
            self.update_map(|row| row.focus = None);
        }
        self.touch();
    }
}

impl CommandTarget for MapTarget<'_, '_> {
    fn resolve(&self, kind: &'static str, name: &str) -> Option<Uuid> {
        match kind {
            "node" if CURRENT.contains(&schema::plain(name).as_str()) => {
                self.current.filter(|&id| self.shape.contains(id)).map(NodeId::uuid)
            }
            "node" => resolve_node(&self.shape, name).map(NodeId::uuid),
            _ => None,
        }
    }

    fn new_id(&mut self) -> Uuid {
        self.env.id::<Node>().uuid()
    }

    fn check(&self, spec: &'static Spec, args: &Args) -> Result<(), Reason> {
        let command = commands::find(spec.id).ok_or_else(|| Reason::UnknownCommand(spec.id.to_string()))?;
        (command.when)(self, args)?;
        self.overwrites_nothing(spec, args)
    }

    fn run(&mut self, spec: &'static Spec, args: &Args) -> Result<Outcome, Reason> {
        let command = commands::find(spec.id).ok_or_else(|| Reason::UnknownCommand(spec.id.to_string()))?;
        (command.run)(self, args)
    }
}

/// The node that goes by an id or a short id; `root` is the root.
pub fn resolve_node(shape: &Shape<'_>, name: &str) -> Option<NodeId> {
    if let Ok(id) = name.parse::<NodeId>() {
        return Some(id).filter(|&id| shape.contains(id));
    }
    match name.parse::<ShortId>() {
        Ok(short) => shape.by_short(short),
        Err(_) => shape.root().filter(|_| name.eq_ignore_ascii_case("root")),
    }
}
