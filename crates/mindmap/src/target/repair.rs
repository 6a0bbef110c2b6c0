//! Putting right in the records what the tree of a map had to work around.

use espalier_base::time::Timestamp;
use espalier_model::mindmap::order::OrderKey;
use espalier_model::mindmap::tree::Tree;
use espalier_model::mindmap::{MapId, MindMap, Node, NodeKey, ShortId};
use espalier_model::workspace::Draft;

/// Writes into the records what a tree had to work around, so that they say what it shows. A map without nodes gets a
/// root.
pub fn repair(draft: &mut Draft<'_>, map: MapId, tree: &Tree, now: Timestamp) {
    let Some(root) = tree.root() else {
        if let Some(row) = draft.get::<MindMap>(&map) {
            let key = NodeKey { map, id: row.root };
            let title = row.name.clone();
            draft.put(Node { title, ..Node::new(key, None, OrderKey::default(), ShortId(1), now) });
        }
        return;
    };
    if tree.repairs.is_empty() {
        return;
    }
    draft.update::<MindMap>(&map, |row| {
        row.root = root;
        row.last_short = row.last_short.max(tree.last_short());
        row.focus = row.focus.filter(|&focus| tree.index_of(focus).is_some());
    });
    for place in 0..tree.len() as u32 {
        let Some(id) = tree.id(place) else { continue };
        let mut order: Option<Vec<OrderKey>> = None;
        let children = tree.children(id);
        let keys = children.iter().map(|&id| draft.get::<Node>(&NodeKey { map, id }).map(|row| row.order.clone()));
        let keys: Vec<OrderKey> = keys.map(Option::unwrap_or_default).collect();
        if keys.windows(2).any(|pair| pair[0] >= pair[1]) {
            order = OrderKey::spread(None, None, children.len());
        }
        let short = tree.short(id).unwrap_or_default();
        let parent = tree.parent(id);
        let key = NodeKey { map, id };
        if draft.get::<Node>(&key).is_some_and(|row| row.parent != parent || row.short != short) {
            draft.update::<Node>(&key, |row| (row.parent, row.short) = (parent, short));
        }
        for (&child, key) in children.iter().zip(order.into_iter().flatten()) {
            draft.update::<Node>(&NodeKey { map, id: child }, |row| row.order = key);
        }
    }
}
