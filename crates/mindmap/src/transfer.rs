//! Transfer between the records of a map and a [`NodeTree`], for import, export, copying, pasting and duplicating.
//!
//! - T1 What goes out and comes in again is the same, except for ids, numbers and times.
//! - T2 A link or line out of the part that is taken is kept by the id it leads to under [`OUTSIDE`], and leads there
//!   again where that node is there.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use super::node_tree::{FlatLine, FlatLink, FlatNode, NodeTree};
use super::target::MapTarget;
use espalier_base::collect;
use espalier_base::env::Env;
use espalier_model::mindmap::order::OrderKey;
use espalier_model::mindmap::tree::Tree;
use espalier_model::mindmap::{Line, MapId, MindMap, Node, NodeId, NodeKey, NodeLink, ShortId};
use espalier_model::workspace::{Draft, Workspace};

/// The name under which a node keeps the id that a link out of the copied part leads to.
pub const OUTSIDE: &str = "espalier:link";

/// The whole map.
pub fn whole(workspace: &Workspace, map: MapId, tree: &Tree) -> NodeTree {
    let node = |id| workspace.get::<Node>(&NodeKey { map, id }).cloned();
    let parents = tree.parents().iter().map(|&parent| tree.id(parent));
    let mut taken = take(tree.ids().iter().copied().zip(parents), &node);
    if let Some(row) = workspace.get::<MindMap>(&map) {
        taken.extra.clone_from(&row.extra);
    }
    taken
}

/// Some nodes, each with everything below it; a node below another of them comes with that one alone.
pub fn branches(workspace: &Workspace, map: MapId, tree: &Tree, nodes: &[NodeId]) -> NodeTree {
    let node = |id| workspace.get::<Node>(&NodeKey { map, id }).cloned();
    let tops = topmost(tree, nodes);
    let below = tops
        .iter()
        .flat_map(|&top| tree.subtree(top).iter().map(move |&id| (id, (id != top).then(|| tree.parent(id)).flatten())));
    take(below, &node)
}

/// The nodes among some that are not below another of them, in their order on the map.
pub fn topmost(tree: &Tree, nodes: &[NodeId]) -> Vec<NodeId> {
    let mut places: Vec<u32> = nodes.iter().filter_map(|&id| tree.index_of(id)).collect();
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

/// Collects nodes in pre-order, each with its parent.
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
            Some(NodeLink::Url { url }) => flat.link = Some(FlatLink::Url(url.clone())),
            Some(NodeLink::Node { node }) => match places.get(node) {
                Some(&place) => flat.link = Some(FlatLink::Node(place)),
                None => flat.extra.push((OUTSIDE.to_owned(), node.to_string())),
            },
            None => {}
        }
        taken.nodes.push(flat);
        for line in &row.lines {
            if let Some(&to) = places.get(&line.to) {
                let (label, extra) = (line.label.clone(), line.extra.clone());
                taken.lines.push(FlatLine { from: place, to, label, tips: line.tips, extra });
            }
        }
    }
    taken
}

/// The positions with which nodes, moved one after the other to one parent, come to stand in a row at a slot.
///
/// `children` are the parent's children as they are, `slot` counts those that are not moved. A position counts the
/// children that are there at that moment, the node itself left out.
pub fn positions(children: &[NodeId], moved: &[NodeId], slot: usize) -> Vec<usize> {
    let going: BTreeSet<NodeId> = collect::set(moved.iter().copied());
    let mut staying = 0;
    let mut before: BTreeSet<NodeId> = BTreeSet::new();
    for child in children {
        if !going.contains(child) {
            staying += 1;
        } else if staying < slot {
            before.insert(*child);
        }
    }
    let position = |(at, node): (usize, &NodeId)| {
        before.remove(node);
        slot + at + before.len()
    };
    moved.iter().enumerate().map(position).collect()
}

/// Puts trees below a node at a position, and returns all new nodes in their order; `ids` are given ones for some of
/// them.
pub fn put_below(
    stage: &mut MapTarget<'_, '_>,
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
        let line = Line { to, label: line.label.clone(), tips: line.tips, extra: line.extra.clone() };
        stage.arrange(from, |row| row.lines.push(line));
    }
    made
}

/// Makes a map of trees. A single tree is the map; several become the main branches of a root with the map's name.
pub fn new_map(draft: &mut Draft<'_>, env: &mut Env, map: MapId, name: &str, trees: &NodeTree) {
    let made: Vec<NodeId> = trees.nodes.iter().map(|_| env.id()).collect();
    new_map_of(draft, env, map, name, (trees, &made));
}

/// Makes a map of trees, with an id for each node.
pub fn new_map_of(draft: &mut Draft<'_>, env: &mut Env, map: MapId, name: &str, (trees, made): (&NodeTree, &[NodeId])) {
    let single = trees.nodes.iter().filter(|node| node.parent.is_none()).count() == 1;
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
        fill(&mut node, flat, made, &|_| false);
        nodes.push(node);
    }
    for line in &trees.lines {
        if let (Some(from), Some(&to)) = (nodes.get_mut(line.from + offset), made.get(line.to)) {
            from.lines.push(Line { to, label: line.label.clone(), tips: line.tips, extra: line.extra.clone() });
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
        Some(FlatLink::Url(url)) => Some(NodeLink::Url { url: url.clone() }),
        Some(FlatLink::Node(place)) => made.get(*place).map(|&node| NodeLink::Node { node }),
        None => None,
    };
    let outside = node.extra.iter().position(|(name, _)| name == OUTSIDE).filter(|_| node.link.is_none());
    if let Some(at) = outside
        && let Some(there) = node.extra[at].1.parse().ok().filter(|&id| is_there(id))
    {
        node.extra.remove(at);
        node.link = Some(NodeLink::Node { node: there });
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use espalier_base::time::Timestamp;
    use espalier_model::mindmap::{Side, Task, Tips};

    struct Lab {
        workspace: Workspace,
        env: Env,
        map: MapId,
    }

    impl Lab {
        fn new(trees: &NodeTree) -> Self {
            let mut lab = Self {
                workspace: Workspace::default(),
                env: Env::deterministic(Timestamp(1_000), 3),
                map: MapId::from_uuid(uuid::Uuid::nil()),
            };
            lab.map = lab.env.id();
            let mut draft = lab.workspace.draft();
            new_map(&mut draft, &mut lab.env, lab.map, "Name", trees);
            let changes = draft.finish();
            lab.workspace.apply(&changes).unwrap();
            lab
        }

        fn tree(&self) -> Tree {
            let row = self.workspace.get::<MindMap>(&self.map).unwrap();
            let tree = Tree::of(row, self.workspace.nodes(self.map).map(|node| &**node));
            assert_eq!(tree.repairs, []);
            tree
        }

        fn whole(&self) -> NodeTree {
            whole(&self.workspace, self.map, &self.tree())
        }

        fn put(&mut self, trees: &NodeTree) -> Vec<NodeId> {
            let tree = self.tree();
            let mut draft = self.workspace.draft();
            let mut stage = MapTarget::open(&mut draft, &mut self.env, self.map, &tree).unwrap();
            let made = put_below(&mut stage, tree.root().unwrap(), Some(0), trees, &[]);
            let changes = draft.finish();
            self.workspace.apply(&changes).unwrap();
            made
        }
    }

    fn any_trees() -> impl Strategy<Value = NodeTree> {
        let node = (0_usize..5, "[a-z\n春]{0,4}", any::<bool>(), 0_usize..3, prop::option::of(0_usize..40), 0_u8..4);
        let lines = prop::collection::vec((0_usize..40, 0_usize..40, "[a-z]{0,2}"), 0..4);
        (prop::collection::vec(node, 1..30), lines).prop_map(|(nodes, lines)| {
            let mut trees = NodeTree::default();
            let mut path: Vec<usize> = Vec::new();
            let count = nodes.len();
            for (depth, text, flag, pick, link, few) in nodes {
                path.truncate(depth);
                let place = trees.push(path.last().copied(), text.clone());
                path.push(place);
                let node = &mut trees.nodes[place];
                node.note.clone_from(&text);
                node.folded = flag;
                node.task = [Task::None, Task::Open, Task::Done][pick];
                node.side = [None, Some(Side::Left), Some(Side::Right)][pick];
                node.icons = vec!["icon".to_owned(); usize::from(few)];
                node.tags = (0..few).map(|tag| tag.to_string()).collect();
                node.color = "#123456".parse().ok().filter(|_| flag);
                node.extra = (0..few).map(|name| (format!("mm:{name}"), text.clone())).collect();
                node.link = link.map(|to| if flag { FlatLink::Url(text) } else { FlatLink::Node(to % count) });
            }
            let line = |(from, to, label): (usize, usize, String)| FlatLine {
                from: from % count,
                to: to % count,
                tips: Tips::of(from % 2 == 0, to % 2 == 0),
                extra: vec![("mm:COLOR".to_owned(), label.clone())],
                label,
            };
            trees.lines = lines.into_iter().map(line).collect();
            trees.lines.sort_by_key(|line| line.from);
            trees
        })
    }

    /// The trees without the root that several of them were given.
    fn below_root(mut all: NodeTree) -> NodeTree {
        all.nodes.remove(0);
        for node in &mut all.nodes {
            node.parent = node.parent.and_then(|parent| parent.checked_sub(1));
            if let Some(FlatLink::Node(to)) = &mut node.link {
                *to -= 1;
            }
        }
        for line in &mut all.lines {
            (line.from, line.to) = (line.from - 1, line.to - 1);
        }
        all
    }

    proptest! {
        #[test]
        fn what_is_moved_together_stands_together(count in 1usize..12, picks in any::<u16>(), slot in 0usize..12) {
            let mut env = Env::deterministic(Timestamp(1_000), 3);
            let children: Vec<NodeId> = (0..count).map(|_| env.id()).collect();
            let is_moved = |at: usize| picks & (1 << at) != 0;
            let moved: Vec<NodeId> = children.iter().enumerate().filter(|(at, _)| is_moved(*at)).map(|(_, id)| *id).collect();
            let mut expected: Vec<NodeId> = children.iter().copied().filter(|id| !moved.contains(id)).collect();
            let slot = slot.min(expected.len());
            let mut list = children.clone();
            for (node, position) in moved.iter().zip(positions(&children, &moved, slot)) {
                list.retain(|id| id != node);
                prop_assert!(position <= list.len());
                list.insert(position, *node);
            }
            expected.splice(slot..slot, moved);
            prop_assert_eq!(list, expected);
        }

        #[test]
        fn t1_a_map_is_what_it_was_made_of(trees in any_trees()) {
            let single = trees.nodes.iter().filter(|node| node.parent.is_none()).count() == 1;
            let all = Lab::new(&trees).whole();
            prop_assert_eq!(if single { all } else { below_root(all) }, trees);
        }

        #[test]
        fn t1_what_is_put_below_a_node_comes_out_again(trees in any_trees()) {
            let mut start = NodeTree::default();
            let root = start.push(None, "root");
            start.push(Some(root), "after");
            let mut lab = Lab::new(&start);
            let made = lab.put(&trees);
            prop_assert_eq!(branches(&lab.workspace, lab.map, &lab.tree(), &made), trees);
            prop_assert_eq!(lab.whole().nodes.last().map(|node| node.title.clone()), Some("after".to_owned()));
        }
    }

    #[test]
    fn t2_a_link_out_of_a_branch_leads_there_again() {
        let mut start = NodeTree::default();
        let root = start.push(None, "root");
        let from = start.push(Some(root), "from");
        let to = start.push(Some(root), "to");
        start.nodes[from].link = Some(FlatLink::Node(to));
        let mut lab = Lab::new(&start);
        let tree = lab.tree();
        let taken = branches(&lab.workspace, lab.map, &tree, &tree.ids()[from..to]);
        assert_eq!(taken.nodes[0].extra, [(OUTSIDE.to_owned(), tree.ids()[to].to_string())]);
        lab.put(&taken);
        let links: Vec<_> = lab.whole().nodes.into_iter().map(|node| (node.title, node.link)).collect();
        assert_eq!(links[1], ("from".to_owned(), Some(FlatLink::Node(3))));
        // In another map there is no such node, and the link stays what it was.
        let elsewhere = Lab::new(&taken).whole();
        assert_eq!(elsewhere.nodes[0].extra.len(), 1);
    }

    #[test]
    fn what_is_below_another_chosen_node_is_taken_once() {
        let trees = super::super::indented::read("root\n a\n  a1\n  a2\n b");
        let lab = Lab::new(&trees);
        let tree = lab.tree();
        let chosen = [tree.ids()[4], tree.ids()[2], tree.ids()[1], tree.ids()[1]];
        assert_eq!(topmost(&tree, &chosen), [tree.ids()[1], tree.ids()[4]]);
        let taken = branches(&lab.workspace, lab.map, &tree, &chosen);
        assert_eq!(super::super::indented::write(&taken), "a\n\ta1\n\ta2\nb\n");
    }
}
