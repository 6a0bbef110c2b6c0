use proptest::prelude::*;

use super::*;
use crate::mindmap::order::OrderKey;
use crate::mindmap::{MapId, NodeKey};
use espalier_base::time::Timestamp;

fn id(number: u128) -> NodeId {
    NodeId::from_uuid(uuid::Uuid::from_u128(number))
}

fn map(root: u128) -> MindMap {
    MindMap::new(MapId::from_uuid(uuid::Uuid::nil()), id(root), Timestamp(0))
}

/// Makes nodes numbered from 1 on with these parents, in this order below each.
fn nodes(parents: &[Option<u128>]) -> Vec<Node> {
    let keys = OrderKey::spread(None, None, parents.len()).unwrap();
    let rows = parents.iter().zip(keys).enumerate();
    rows.map(|(index, (parent, order))| {
        let key = NodeKey { map: map(1).id, id: id(index as u128 + 1) };
        Node::new(key, parent.map(id), order, ShortId(index as u32 + 1), Timestamp(0))
    })
    .collect()
}

fn check(parents: &[Option<u128>], expect: &[u128], repairs: &[Repair]) {
    let tree = Tree::of(&map(1), &nodes(parents));
    assert_eq!(tree.ids(), expect.iter().map(|&number| id(number)).collect::<Vec<_>>());
    assert_eq!(tree.repairs, repairs);
}

#[test]
fn t1_nodes_are_in_pre_order_with_siblings_by_their_keys() {
    check(&[None, Some(1), Some(1), Some(2), Some(2)], &[1, 2, 4, 5, 3], &[]);
    let mut rows = nodes(&[None, Some(1), Some(1), Some(2), Some(2)]);
    rows[1].order = "\"b00\"".parse::<serde_json::Value>().and_then(serde_json::from_value).unwrap();
    let tree = Tree::of(&map(1), &rows);
    assert_eq!(tree.ids(), [1, 3, 2, 4, 5].map(id));
    assert_eq!(tree.subtree(id(2)), [2, 4, 5].map(id));
    assert_eq!(tree.children(id(1)), [3, 2].map(id));
    assert_eq!(tree.path(id(5)), [1, 2, 5].map(id));
    assert_eq!((tree.parent(id(4)), tree.parent(id(1)), tree.depth(id(4))), (Some(id(2)), None, Some(2)));
    assert_eq!((tree.by_short(ShortId(4)), tree.short(id(4))), (Some(id(4)), Some(ShortId(4))));
    assert!(tree.subtree(id(9)).is_empty() && tree.path(id(9)).is_empty() && tree.children(id(9)).is_empty());
}

#[test]
fn equal_keys_are_ordered_by_age() {
    let mut rows = nodes(&[None, Some(1), Some(1), Some(1)]);
    for row in &mut rows {
        row.order = OrderKey::default();
    }
    assert_eq!(Tree::of(&map(1), &rows).ids(), [1, 2, 3, 4].map(id));
}

#[test]
fn t2_what_hangs_nowhere_comes_last_below_the_root() {
    check(
        &[None, None, Some(1), Some(9), Some(4)],
        &[1, 3, 2, 4, 5],
        &[Repair::SecondRoot(id(2)), Repair::MissingParent(id(4))],
    );
    check(&[Some(2), None, Some(2)], &[1, 2, 3], &[Repair::RootHasParent(id(1)), Repair::SecondRoot(id(2))]);
}

#[test]
fn t2_a_missing_root_is_stood_in_for() {
    let rows = nodes(&[Some(2), None, Some(2)]);
    let tree = Tree::of(&map(7), &rows);
    assert_eq!(tree.ids(), [2, 1, 3].map(id));
    assert_eq!(tree.repairs, [Repair::MissingRoot(id(2))]);
    let tree = Tree::of(&map(7), &nodes(&[Some(2), Some(1)]));
    assert_eq!(tree.ids(), [1, 2].map(id));
    assert_eq!(Tree::of(&map(7), &[]), Tree::default());
}

#[test]
fn t3_a_cycle_is_cut_at_its_oldest_node() {
    check(&[None, Some(4), Some(2), Some(3), Some(4)], &[1, 2, 3, 4, 5], &[Repair::Cycle(id(2))]);
    check(&[None, Some(2)], &[1, 2], &[Repair::Cycle(id(2))]);
}

#[test]
fn t4_short_ids_are_unique() {
    let mut rows = nodes(&[None, Some(1), Some(1), Some(1)]);
    rows[2].short = ShortId(2);
    rows[3].short = ShortId(0);
    let tree = Tree::of(&map(1), &rows);
    assert_eq!(tree.by_short(ShortId(2)), Some(id(2)));
    assert_eq!([3, 4].map(|node| tree.short(id(node))), [Some(ShortId(4)), Some(ShortId(3))]);
    assert_eq!(tree.last_short(), ShortId(4));
    assert_eq!(tree.repairs, [Repair::ShortTaken(id(4)), Repair::ShortTaken(id(3))]);
}

#[test]
fn t5_a_chain_of_a_hundred_thousand_is_walked_without_recursion() {
    let parents: Vec<Option<u128>> = (0..100_000).map(|parent| (parent > 0).then_some(parent)).collect();
    let tree = Tree::of(&map(1), &nodes(&parents));
    assert_eq!(tree.depth(id(100_000)), Some(99_999));
    assert_eq!(tree.path(id(100_000)).len(), 100_000);
}

proptest! {
    /// Checks that every node is in the tree once, below a parent that comes before it, whatever the rows are.
    #[test]
    fn no_node_is_ever_lost(
        rows in prop::collection::vec((prop::option::of(0_u128..24), 0_u32..9, "[a-b]?[0-9]{0,2}"), 0..20), root in 0_u128..24,
    ) {
        let mut given = nodes(&rows.iter().map(|row| row.0).collect::<Vec<_>>());
        for (node, (_, short, order)) in given.iter_mut().zip(&rows) {
            node.short = ShortId(*short);
            node.order = serde_json::from_value(order.as_str().into()).unwrap();
        }
        let tree = Tree::of(&map(root), &given);
        let mut reached = tree.ids().to_vec();
        reached.sort_unstable();
        prop_assert_eq!(reached, given.iter().map(|node| node.id).collect::<Vec<_>>());
        let mut shorts = std::collections::BTreeSet::new();
        for (index, &id) in tree.ids().iter().enumerate() {
            prop_assert_eq!(tree.index_of(id), Some(index as NodeIndex));
            let path = tree.path(id);
            prop_assert_eq!(path.last(), Some(&id));
            prop_assert_eq!(path.first().copied(), tree.root());
            prop_assert_eq!(tree.depth(id).unwrap() as usize + 1, path.len());
            let children = tree.children(id);
            prop_assert!(children.iter().all(|&child| tree.parent(child) == Some(id)));
            let below: usize = children.iter().map(|&child| tree.subtree(child).len()).sum();
            prop_assert_eq!(tree.subtree(id).len(), 1 + below);
            let short = tree.short(id).unwrap();
            prop_assert!(short.0 > 0 && shorts.insert(short));
            prop_assert_eq!(tree.by_short(short), Some(id));
        }
        let sound = tree.repairs.is_empty();
        let same = |index: NodeIndex| {
            let node = given.iter().find(|node| Some(node.id) == tree.id(index)).unwrap();
            node.parent == tree.parent(node.id) && Some(node.short) == tree.short(node.id)
        };
        prop_assert_eq!(sound || given.is_empty(), (0..given.len() as NodeIndex).all(same) && tree.root().is_none_or(|root| map_root(&tree, root)));

        fn map_root(tree: &Tree, root: NodeId) -> bool {
            !tree.repairs.iter().any(|repair| matches!(repair, Repair::MissingRoot(id) if *id == root))
        }
    }
}
