//! Preview of changes to a map: the map with the new nodes in it, and marks on nodes that would change, move or go.
//!
//! - O1 Nothing that is there disappears or moves in the picture; what is new stands where it would stand.
//! - O2 Every node that the changes touch so that a person would see it has one mark; no other node has one.
//! - O3 What is new is never hidden by a fold.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use espalier_model::change::{Change, ChangeSet};
use espalier_model::mindmap::tree::Tree;
use espalier_model::mindmap::{MindMap, Node, NodeId};
use espalier_model::{Field, NodeField, Record, RecordKey};

/// Mark of a node: the change it would undergo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mark {
    /// Added.
    Added,
    /// Changed in content; with the new title.
    Changed(String),
    /// Moved; with the title of the new parent.
    Moved(String),
    /// Removed.
    Removed,
}

impl Mark {
    /// Name of the mark for scripts and style sheets.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Changed(_) => "changed",
            Self::Moved(_) => "moved",
            Self::Removed => "removed",
        }
    }
}

/// Preview of changes to a map.
#[derive(Debug, Clone)]
pub struct ChangePreview {
    /// The tree with the new nodes.
    pub tree: Tree,
    /// The nodes in pre-order.
    pub nodes: Vec<Rc<Node>>,
    /// Marks by node.
    pub marks: BTreeMap<NodeId, Mark>,
}

/// Previews changes to a map.
pub fn of(map: &MindMap, nodes: &[Rc<Node>], changes: &ChangeSet) -> ChangePreview {
    let mut rows: BTreeMap<NodeId, Rc<Node>> = BTreeMap::new();
    for node in nodes {
        rows.insert(node.id, node.clone());
    }
    let mut marks = BTreeMap::new();
    let mut after: BTreeMap<NodeId, Node> = BTreeMap::new();
    for (key, change) in changes.iter() {
        let RecordKey::Nodes(key) = key else { continue };
        if key.map != map.id {
            continue;
        }
        match change {
            Change::Added(Record::Nodes(node)) => {
                rows.insert(node.id, node.clone());
                marks.insert(node.id, Mark::Added);
            }
            Change::Removed(_) => {
                marks.insert(key.id, Mark::Removed);
            }
            Change::Updated(edits) => {
                let Some(row) = rows.get(&key.id) else { continue };
                let mut changed = Node::clone(row);
                for edit in edits {
                    if let Field::Nodes(field) = &edit.to {
                        changed.assign(field.clone());
                    }
                }
                after.insert(key.id, changed);
            }
            Change::Added(_) => {}
        }
    }
    for (id, changed) in &after {
        let Some(before) = rows.get(id) else { continue };
        if let Some(mark) = mark_of(before, changed, &rows, &after) {
            marks.insert(*id, mark);
        }
    }
    unfold(&mut rows, &marks);
    let tree = Tree::of(map, rows.values().map(|node| &**node));
    let nodes = tree.ids().iter().filter_map(|id| rows.get(id).cloned()).collect();
    ChangePreview { tree, nodes, marks }
}

fn mark_of(
    before: &Node,
    changed: &Node,
    rows: &BTreeMap<NodeId, Rc<Node>>,
    after: &BTreeMap<NodeId, Node>,
) -> Option<Mark> {
    let differs = |edits: &[(NodeField, NodeField)]| {
        edits.iter().any(|(_, to)| {
            !matches!(
                to,
                NodeField::Parent(_)
                    | NodeField::Order(_)
                    | NodeField::Folded(_)
                    | NodeField::UpdatedAt(_)
                    | NodeField::Side(_)
                    | NodeField::Hue(_)
                    | NodeField::Short(_)
            )
        })
    };
    let edits = before.differences(changed);
    if differs(&edits) {
        return Some(Mark::Changed(changed.title.clone()));
    }
    let moved = before.parent != changed.parent || before.order != changed.order;
    let title = |id: NodeId| {
        after.get(&id).map(|node| node.title.clone()).or_else(|| rows.get(&id).map(|node| node.title.clone()))
    };
    moved.then(|| Mark::Moved(changed.parent.and_then(title).unwrap_or_default()))
}

/// Unfolds the ancestors of new nodes (O3).
fn unfold(rows: &mut BTreeMap<NodeId, Rc<Node>>, marks: &BTreeMap<NodeId, Mark>) {
    let mut above = BTreeSet::new();
    for id in marks.iter().filter(|(_, mark)| **mark == Mark::Added).map(|(id, _)| *id) {
        let mut next = rows.get(&id).and_then(|node| node.parent);
        while let Some(parent) = next.filter(|parent| above.insert(*parent)) {
            next = rows.get(&parent).and_then(|node| node.parent);
        }
    }
    for id in above {
        if let Some(row) = rows.get_mut(&id).filter(|row| row.folded) {
            let mut open = Node::clone(row);
            open.folded = false;
            *row = Rc::new(open);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::target::MapTarget;
    use crate::{PROPOSED, REGISTRY, indented, transfer};
    use espalier_base::env::Env;
    use espalier_base::time::Timestamp;
    use espalier_command::transaction::{self, Operation};
    use espalier_model::mindmap::MapId;
    use espalier_model::workspace::Workspace;

    fn preview(operations: &[(&str, Value)]) -> (ChangePreview, Vec<Rc<Node>>) {
        let mut env = Env::deterministic(Timestamp(1_000), 3);
        let map: MapId = env.id();
        let mut workspace = Workspace::default();
        let mut draft = workspace.draft();
        transfer::new_map(&mut draft, &mut env, map, "Plan", &indented::read("A\n\tB\n\t\tC\n\tD\n"));
        let changes = draft.finish();
        workspace.apply(&changes).unwrap();
        let row = workspace.get::<MindMap>(&map).cloned().unwrap();
        let nodes: Vec<Rc<Node>> = workspace.nodes(map).cloned().collect();
        let tree = Tree::of(&row, nodes.iter().map(|node| &**node));
        let mut draft = workspace.draft();
        let mut stage = MapTarget::open(&mut draft, &mut env, map, &tree).unwrap();
        let operations: Vec<Operation> = operations
            .iter()
            .enumerate()
            .map(|(at, (command, params))| Operation {
                id: at.to_string(),
                command: (*command).to_owned(),
                params: params.clone(),
                creates: None,
            })
            .collect();
        transaction::run(&mut stage, &REGISTRY, PROPOSED, &operations).unwrap();
        let changes = draft.finish();
        (of(&row, &nodes, &changes), nodes)
    }

    fn mark<'a>(preview: &'a ChangePreview, title: &str) -> Option<&'a Mark> {
        let node = preview.nodes.iter().find(|node| node.title == title).unwrap();
        preview.marks.get(&node.id)
    }

    #[test]
    fn each_kind_of_change_has_its_mark_and_nothing_else_has_one() {
        let (preview, before) = preview(&[
            ("node.addChild", json!(["n3", null, "New"])),
            ("node.updateTitle", json!(["n4", "Delta"])),
            ("node.delete", json!(["n2"])),
        ]);
        assert_eq!(mark(&preview, "D"), Some(&Mark::Changed("Delta".to_owned())));
        assert_eq!(mark(&preview, "B"), Some(&Mark::Removed));
        assert_eq!(mark(&preview, "C"), Some(&Mark::Removed));
        assert_eq!(mark(&preview, "A"), None);
        // What is added and deleted in the same breath never was.
        assert_eq!(preview.nodes.len(), before.len());
    }

    #[test]
    fn what_is_new_stands_where_it_would_even_below_a_fold() {
        let (preview, before) = preview(&[
            ("node.fold", json!(["n2"])),
            ("node.addChild", json!(["n2", 0, "New"])),
            ("node.moveTo", json!(["n4", "n2", null])),
        ]);
        assert_eq!(mark(&preview, "New"), Some(&Mark::Added));
        assert_eq!(mark(&preview, "D"), Some(&Mark::Moved("B".to_owned())));
        assert_eq!(mark(&preview, "B"), None);
        assert_eq!(preview.nodes.len(), before.len() + 1);
        let new = preview.nodes.iter().find(|node| node.title == "New").unwrap();
        let parent = preview.tree.parent(new.id).unwrap();
        let b = preview.nodes.iter().find(|node| node.title == "B").unwrap();
        assert_eq!((parent, b.folded), (b.id, false));
        assert_eq!(preview.tree.children(b.id).first(), Some(&new.id));
    }
}
