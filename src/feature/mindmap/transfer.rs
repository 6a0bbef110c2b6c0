//! Between the records of a map and a [`NodeTree`]: what import, export, copying, pasting and duplicating share.
//!
//! - T1 What goes out and comes in again is the same, except for ids, numbers and times.
//! - T2 A link or line out of the part that is taken is kept by the id it leads to under [`OUTSIDE`], and leads there
//!   again where that node is there.
//!
//! Must not be in here: file formats.

use std::collections::HashMap;
use std::rc::Rc;

use super::node_tree::{FlatLine, FlatLink, FlatNode, NodeTree};
use super::stage::MapStage;
use crate::base::env::Env;
use crate::model::mindmap::order::OrderKey;
use crate::model::mindmap::tree::Tree;
use crate::model::mindmap::{Line, Link, MapId, MindMap, Node, NodeId, NodeKey, ShortId};
use crate::model::workspace::{Draft, Workspace};

/// The name under which a node keeps the id that a link out of the copied part leads to.
pub const OUTSIDE: &str = "espalier:link";

/// The whole map, as it is shown.
pub fn whole(workspace: &Workspace, map: MapId, tree: &Tree) -> NodeTree {
    let node = |id| workspace.get::<Node>(&NodeKey { map, id }).cloned();
    let parents = tree.parents().iter().map(|&parent| tree.id(parent));
    let mut taken = take(tree.ids().iter().copied().zip(parents), &node);
    if let Some(row) = workspace.get::<MindMap>(&map) {
        taken.extra.clone_from(&row.extra);
    }
    taken
}

/// Some nodes, each with everything below it; what is below another of them comes with that one alone.
pub fn branches(workspace: &Workspace, map: MapId, tree: &Tree, nodes: &[NodeId]) -> NodeTree {
    let node = |id| workspace.get::<Node>(&NodeKey { map, id }).cloned();
    let tops = topmost(tree, nodes);
    let below = tops
        .iter()
        .flat_map(|&top| tree.subtree(top).iter().map(move |&id| (id, (id != top).then(|| tree.parent(id)).flatten())));
    take(below, &node)
}

/// Those of some nodes that are not below another of them, in their order on the map.
pub fn topmost(tree: &Tree, nodes: &[NodeId]) -> Vec<NodeId> {
    let mut places: Vec<u32> = nodes.iter().filter_map(|&id| tree.place(id)).collect();
    places.sort_unstable();
    let mut end = 0;
    places.retain(|&place| {
        let is_top = place >= end;
        if is_top {
            end = tree.range(place).end;
        }
        is_top
    });
    places.dedup();
    places.into_iter().filter_map(|place| tree.id(place)).collect()
}

/// Takes nodes in pre-order, each with the node it stands below.
fn take(order: impl Iterator<Item = (NodeId, Option<NodeId>)>, node: &dyn Fn(NodeId) -> Option<Rc<Node>>) -> NodeTree {
    let rows: Vec<(Rc<Node>, Option<NodeId>)> = order.filter_map(|(id, parent)| Some((node(id)?, parent))).collect();
    let places: HashMap<NodeId, usize> = rows.iter().enumerate().map(|(place, (row, _))| (row.id, place)).collect();
    let mut taken = NodeTree::default();
    for (place, (row, parent)) in rows.iter().enumerate() {
        let mut flat = FlatNode {
            parent: parent.and_then(|parent| places.get(&parent).copied()).filter(|&parent| parent < place),
            title: row.title.clone(),
            note: row.note.clone(),
            icons: row.icons.clone(),
            color: row.color,
            tags: row.tags.clone(),
            task: row.task,
            link: None,
            folded: row.folded,
            side: row.side,
            extra: row.extra.clone(),
        };
        match &row.link {
            Some(Link::Url { url }) => flat.link = Some(FlatLink::Url(url.clone())),
            Some(Link::Node { node }) => match places.get(node) {
                Some(&place) => flat.link = Some(FlatLink::Node(place)),
                None => flat.extra.push((OUTSIDE.to_owned(), node.to_string())),
            },
            None => {}
        }
        taken.nodes.push(flat);
        for line in &row.lines {
            if let Some(&to) = places.get(&line.to) {
                let (label, extra) = (line.label.clone(), line.extra.clone());
                taken.lines.push(FlatLine { from: place, to, label, extra });
            }
        }
    }
    taken
}

/// Puts trees below a node at a position, and gives all new nodes in their order; `ids` are those some of them are to
/// have.
pub fn put_below(
    stage: &mut MapStage<'_, '_>,
    parent: NodeId,
    position: Option<usize>,
    trees: &NodeTree,
    ids: &[Option<NodeId>],
) -> Vec<NodeId> {
    let known = |index: usize| ids.get(index).copied().flatten();
    let made: Vec<NodeId> =
        (0..trees.nodes.len()).map(|index| known(index).unwrap_or_else(|| stage.env.id())).collect();
    let first = position.unwrap_or(usize::MAX).min(stage.shape.children(parent).len());
    let tops = trees.nodes.iter().filter(|node| node.parent.is_none()).count();
    let mut orders = Orders::new(trees, stage.room(parent, first, tops));
    let mut position = first;
    for (index, flat) in trees.nodes.iter().enumerate() {
        let above = flat.parent.and_then(|above| made.get(above).copied());
        let order = orders.next(flat.parent);
        let short = stage.next_short();
        let mut node = Node::new(stage.key(made[index]), Some(above.unwrap_or(parent)), order, short, stage.env.now);
        fill(&mut node, flat, &made, &|id| stage.shape.contains(id));
        let at = if above.is_none() { position } else { usize::MAX };
        position += usize::from(above.is_none());
        stage.put(node, at);
    }
    for line in &trees.lines {
        let (Some(&from), Some(&to)) = (made.get(line.from), made.get(line.to)) else { continue };
        let line = Line { to, label: line.label.clone(), extra: line.extra.clone() };
        stage.arrange(from, |row| row.lines.push(line));
    }
    made
}

/// Makes a map of trees. A single tree is the map; several become the main branches of a root with the map's name.
pub fn new_map(draft: &mut Draft<'_>, env: &mut Env, map: MapId, name: &str, trees: &NodeTree) {
    let single = trees.nodes.iter().filter(|node| node.parent.is_none()).count() == 1;
    let made: Vec<NodeId> = trees.nodes.iter().map(|_| env.id()).collect();
    let first = made.first().copied().filter(|_| single);
    let root = first.unwrap_or_else(|| env.id());
    let mut row = MindMap::new(map, root, env.now);
    name.clone_into(&mut row.name);
    row.extra.clone_from(&trees.extra);
    let mut short = ShortId(0);
    let mut count = || {
        short = ShortId(short.0 + 1);
        short
    };
    let tops = trees.nodes.iter().filter(|node| node.parent.is_none()).count();
    let mut orders = Orders::new(trees, OrderKey::spread(None, None, tops).unwrap_or_default());
    let mut nodes: Vec<Node> = Vec::with_capacity(made.len() + 1);
    if !single {
        let node = Node::new(NodeKey { map, id: root }, None, OrderKey::default(), count(), env.now);
        nodes.push(Node { title: name.to_owned(), ..node });
    }
    let offset = nodes.len();
    for (index, flat) in trees.nodes.iter().enumerate() {
        let above = flat.parent.and_then(|above| made.get(above).copied()).or((!single).then_some(root));
        let key = NodeKey { map, id: made[index] };
        let mut node = Node::new(key, above, orders.next(flat.parent), count(), env.now);
        fill(&mut node, flat, &made, &|_| false);
        nodes.push(node);
    }
    for line in &trees.lines {
        if let (Some(from), Some(&to)) = (nodes.get_mut(line.from + offset), made.get(line.to)) {
            from.lines.push(Line { to, label: line.label.clone(), extra: line.extra.clone() });
        }
    }
    row.last_short = nodes.last().map_or(ShortId(0), |node| node.short);
    draft.put(row);
    for node in nodes {
        draft.put(node);
    }
}

fn fill(node: &mut Node, flat: &FlatNode, made: &[NodeId], is_there: &dyn Fn(NodeId) -> bool) {
    node.title.clone_from(&flat.title);
    node.note.clone_from(&flat.note);
    node.icons.clone_from(&flat.icons);
    node.color = flat.color;
    node.tags.clone_from(&flat.tags);
    node.task = flat.task;
    node.folded = flat.folded;
    node.side = flat.side;
    node.extra.clone_from(&flat.extra);
    node.link = match &flat.link {
        Some(FlatLink::Url(url)) => Some(Link::Url { url: url.clone() }),
        Some(FlatLink::Node(place)) => made.get(*place).map(|&node| Link::Node { node }),
        None => None,
    };
    let outside = node.extra.iter().position(|(name, _)| name == OUTSIDE).filter(|_| node.link.is_none());
    if let Some(at) = outside
        && let Some(there) = node.extra[at].1.parse().ok().filter(|&id| is_there(id))
    {
        node.extra.remove(at);
        node.link = Some(Link::Node { node: there });
    }
}

/// Order keys for the nodes of trees, handed out in pre-order.
struct Orders {
    tops: std::vec::IntoIter<OrderKey>,
    last: Vec<Option<OrderKey>>,
}

impl Orders {
    fn new(trees: &NodeTree, tops: Vec<OrderKey>) -> Self {
        Self { tops: tops.into_iter(), last: vec![None; trees.nodes.len()] }
    }

    fn next(&mut self, parent: Option<usize>) -> OrderKey {
        let Some(last) = parent.and_then(|parent| self.last.get_mut(parent)) else {
            return self.tops.next().unwrap_or_default();
        };
        let key = OrderKey::between(last.as_ref(), None).unwrap_or_default();
        *last = Some(key.clone());
        key
    }
}
