use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::*;
use crate::maps::ListTarget;
use crate::node_tree::NodeTree;
use crate::{CATEGORIES, REGISTRY, indented, transfer};
use espalier_base::env::Env;
use espalier_base::language::Language;
use espalier_base::time::Timestamp;
use espalier_command::history::{Document, Entry, History};
use espalier_command::registry::Registry;
use espalier_command::spec::Category;
use espalier_command::transaction::{self, Applied, Operation, Tried};
use espalier_model::change::ChangeSet;
use espalier_model::mindmap::tree::Tree;
use espalier_model::mindmap::{MapId, MindMap, Node, NodeKey, Task, Tips};
use espalier_model::workspace::Workspace;

/// A map in a workspace, on which every transaction is applied, undone and applied again (C2).
struct Lab {
    workspace: Workspace,
    history: History,
    env: Env,
    map: MapId,
    registry: &'static Registry,
    random: u64,
    /// Whether random nodes are named by their ids alone.
    by_id: bool,
}

impl Lab {
    /// A map of indented text.
    fn new(text: &str) -> Self {
        let mut lab = Self {
            workspace: Workspace::default(),
            history: History::default(),
            env: Env::deterministic(Timestamp(1_000), 7),
            map: MapId::from_uuid(uuid::Uuid::nil()),
            registry: &REGISTRY,
            random: 0x9e37_79b9_7f4a_7c15,
            by_id: false,
        };
        lab.map = lab.env.id();
        let mut draft = lab.workspace.draft();
        transfer::new_map(&mut draft, &mut lab.env, lab.map, "Map", &indented::read(text));
        let changes = draft.finish();
        lab.workspace.apply(&changes).unwrap();
        lab
    }

    fn tree(&self) -> Tree {
        let row = self.workspace.get::<MindMap>(&self.map).unwrap();
        Tree::of(row, self.workspace.nodes(self.map).map(|node| &**node))
    }

    fn node(&self, short: &str) -> &Node {
        let id = self.tree().by_short(short.parse().unwrap()).unwrap();
        self.workspace.get::<Node>(&NodeKey { map: self.map, id }).unwrap()
    }

    fn outline(&self) -> String {
        indented::write(&self.whole()).trim_end().replace('\t', " ")
    }

    fn whole(&self) -> NodeTree {
        transfer::whole(&self.workspace, self.map, &self.tree())
    }

    /// Runs operations as one, and checks everything that must hold of them.
    fn attempt(&mut self, operations: &[Operation]) -> Result<(Applied, ChangeSet), String> {
        self.env.now = self.env.now.plus_ms(10);
        let before = bytes(&self.workspace);
        let tree = self.tree();
        let in_list = operations.iter().any(|operation| {
            super::super::maps::COMMANDS.iter().any(|command| command.spec.id.as_str() == operation.command)
        });
        let mut draft = self.workspace.draft();
        let result = if in_list {
            let mut stage = ListTarget { draft: &mut draft, env: &mut self.env };
            transaction::run(&mut stage, self.registry, CATEGORIES, operations)
        } else {
            let mut stage = MapTarget::open(&mut draft, &mut self.env, self.map, &tree).unwrap();
            let result = transaction::run(&mut stage, self.registry, CATEGORIES, operations);
            check_shape(&stage);
            result
        };
        let changes = draft.finish();
        let applied = match result {
            Ok(applied) => applied,
            Err(failed) => {
                let untouched = changes.is_empty() || operations.len() > 1;
                assert!(untouched, "{failed} after {operations:?} left {changes:?}");
                assert_eq!(bytes(&self.workspace), before);
                return Err(failed.to_string());
            }
        };
        self.workspace.apply(&changes).unwrap();
        let after = bytes(&self.workspace);
        self.workspace.apply(&changes.invert()).unwrap();
        assert_eq!(bytes(&self.workspace), before, "taking back {operations:?}");
        self.workspace.apply(&changes).unwrap();
        assert_eq!(bytes(&self.workspace), after);
        if self.workspace.get::<MindMap>(&self.map).is_some() {
            let repairs = self.tree().repairs;
            assert_eq!(repairs, [], "{operations:?}");
        }
        Ok((applied, changes))
    }

    fn run(&mut self, operations: &[Operation]) -> Applied {
        let (applied, changes) = self.attempt(operations).unwrap();
        self.keep(changes);
        applied
    }

    /// Adds what was done to the history.
    fn keep(&mut self, changes: ChangeSet) {
        if !changes.is_empty() {
            let entry = Entry {
                id: self.env.id(),
                command: "test".to_owned(),
                subject: String::new(),
                at: self.env.now,
                changes,
                undone: false,
                aside: false,
                checkpoint: None,
            };
            self.history.record(Document::of(self.map), entry);
        }
    }

    fn undo(&mut self) -> bool {
        let scope = [Document::of(self.map)];
        let Some(step) = self.history.plan_undo(&self.workspace, &scope) else { return false };
        assert_eq!(step.conflicts, []);
        self.workspace.apply(&step.changes).unwrap();
        self.history.confirm(&step).is_some()
    }

    fn redo(&mut self) -> bool {
        let scope = [Document::of(self.map)];
        let Some(step) = self.history.plan_redo(&self.workspace, &scope) else { return false };
        assert_eq!(step.conflicts, []);
        self.workspace.apply(&step.changes).unwrap();
        self.history.confirm(&step).is_some()
    }

    /// Reads every row from storage again, as after a reload.
    fn reload(&mut self) {
        let records = self
            .workspace
            .tables()
            .records()
            .map(|record| record.key().table().read(&record.to_json().unwrap()).unwrap());
        let mut fresh = Workspace::default();
        fresh.absorb(records.collect::<Vec<_>>());
        self.workspace = fresh;
    }

    fn below(&mut self, limit: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random % limit.max(1) as u64) as usize
    }
}

fn bytes(workspace: &Workspace) -> Vec<String> {
    workspace.tables().records().map(|record| record.to_json().unwrap()).collect()
}

/// The shape says what the records say (G1 of the target).
fn check_shape(stage: &MapTarget<'_, '_>) {
    let rows = stage.draft.nodes(stage.map);
    let tree = Tree::of(&stage.row().unwrap(), rows.iter().map(|node| &**node));
    assert_eq!(stage.shape.subtree(tree.root().unwrap()), tree.ids());
    for &id in tree.ids() {
        assert_eq!(stage.shape.children(id), tree.children(id));
        assert_eq!(stage.shape.parent(id), tree.parent(id));
        assert_eq!(stage.shape.by_short(tree.short(id).unwrap()), Some(id));
    }
}

fn operation(command: &str, params: Value) -> Operation {
    Operation { id: String::new(), command: command.to_owned(), params, creates: None }
}

fn done(start: &str, operations: &[(&str, Value)], expect: &str) -> Lab {
    let operations: Vec<Operation> =
        operations.iter().map(|(command, params)| operation(command, params.clone())).collect();
    let mut lab = Lab::new(start);
    let before = lab.outline();
    lab.run(&operations);
    assert_eq!(lab.outline(), expect, "{operations:?}");
    lab.reload();
    assert_eq!(lab.outline(), expect, "after a reload");
    if lab.undo() {
        assert_eq!(lab.outline(), before);
        lab.redo();
        assert_eq!(lab.outline(), expect);
    }
    lab
}

fn refused(start: &str, operations: &[(&str, Value)], expect: &str) {
    let operations: Vec<Operation> =
        operations.iter().map(|(command, params)| operation(command, params.clone())).collect();
    let reason = Lab::new(start).attempt(&operations).unwrap_err();
    assert!(reason.ends_with(expect), "{reason:?} should end with {expect:?}");
}

/// Numbers are given in pre-order: a is n1, b n2, c n3, d n4.
const ABCD: &str = "a\n b\n  c\n d";

#[test]
fn three_children_added_at_the_end_keep_their_order_after_a_reload() {
    let add = |title: &str| ("node.addChild", json!(["n1", null, title]));
    done(ABCD, &[add("x"), add("y"), add("z")], "a\n b\n  c\n d\n x\n y\n z");
}

#[test]
fn a_rename_and_a_delete_of_one_node_are_taken_back() {
    done(ABCD, &[("node.updateTitle", json!(["n2", "B"])), ("node.delete", json!(["n2"]))], "a\n d");
}

#[test]
fn a_delete_of_a_parent_and_then_of_its_child_are_taken_back() {
    done(ABCD, &[("node.delete", json!(["n2"])), ("node.delete", json!(["n3"]))], "a\n d");
    done(ABCD, &[("node.delete", json!(["n3"])), ("node.delete", json!(["n2"]))], "a\n d");
}

#[test]
fn an_operation_refers_to_a_node_that_an_earlier_one_makes() {
    let mut lab = Lab::new(ABCD);
    let named = |command: &str, params: Value, creates: &str| Operation {
        creates: Some(creates.to_owned()),
        ..operation(command, params)
    };
    lab.run(&[
        named("addChild", json!({"parentId": "n4", "title": "x"}), "new-1"),
        named("addSiblingAfter", json!({"nodeId": "new-1", "title": "y"}), "new-2"),
        operation("moveTo", json!({"nodeId": "n2", "parentId": "new-2"})),
        operation("addChildTrees", json!(["new-1", [{"title": "t", "tempId": "k"}, "u"]])),
        operation("updateNote", json!(["k", "note"])),
    ]);
    assert_eq!(lab.outline(), "a\n d\n  x\n   t\n   u\n  y\n   b\n    c");
    assert_eq!(lab.whole().nodes[3].note, "note");
    assert!(lab.undo());
    assert_eq!(lab.outline(), "a\n b\n  c\n d");
}

#[test]
fn c1_a_condition_looks_at_the_node_that_is_named() {
    refused(ABCD, &[("node.delete", json!(["n1"]))], "the root can’t be deleted, moved or given siblings");
    refused(ABCD, &[("node.delete", json!(["root"]))], "the root can’t be deleted, moved or given siblings");
    refused(ABCD, &[("node.moveTo", json!(["n2", "n3"]))], "a node can’t be moved below itself");
    refused(ABCD, &[("node.moveTo", json!(["n2", "n2"]))], "a node can’t be moved below itself");
    refused(ABCD, &[("node.indent", json!(["n2"]))], "there is no sibling before this node");
    refused(ABCD, &[("node.outdent", json!(["n2"]))], "the node is already below the root");
    refused(ABCD, &[("node.fold", json!(["n3"]))], "this node has no children");
    refused(ABCD, &[("node.setColor", json!(["n3", "red"]))], "enter a colour such as #3366cc");
    refused(ABCD, &[("node.addLink", json!(["n3"]))], "a link leads to a web address or to a node, not both");
}

#[test]
fn what_is_not_there_is_said_by_its_name_and_nothing_is_done() {
    let gone = "0190163d-8694-739b-aea5-966c26f8ad91";
    refused(ABCD, &[("node.updateTitle", json!([gone, "x"]))], &format!("node not found: {gone}"));
    refused(ABCD, &[("node.updateTitle", json!(["n9", "x"]))], "node not found: n9");
    refused(ABCD, &[("node.updateTitle", json!(["b", "x"]))], "node not found: b");
    let edits = [("node.delete", json!(["n2"])), ("node.updateTitle", json!(["n3", "x"]))];
    refused(ABCD, &edits, "operation 2 (): node not found: n3");
}

#[test]
fn nodes_are_named_by_their_id_as_by_their_short_id() {
    let lab = Lab::new(ABCD);
    let id = lab.node("n3").id.to_string();
    done(ABCD, &[("node.updateTitle", json!([id, "C"]))], "a\n b\n  C\n d");
}

#[test]
fn nodes_are_added_where_they_are_wanted() {
    done(ABCD, &[("node.addChild", json!(["n1", 0, "x"]))], "a\n x\n b\n  c\n d");
    done(ABCD, &[("node.addChild", json!(["n1", "1", "x"]))], "a\n b\n  c\n x\n d");
    done(ABCD, &[("node.addChild", json!(["n1", 99, "x"]))], "a\n b\n  c\n d\n x");
    done(ABCD, &[("node.addChild", json!(["n1", "x"]))], "a\n b\n  c\n d\n x");
    done(ABCD, &[("node.addSiblingBefore", json!(["n4", "x"]))], "a\n b\n  c\n x\n d");
    done(ABCD, &[("node.addSiblingAfter", json!(["n2", "x"]))], "a\n b\n  c\n x\n d");
    done(ABCD, &[("node.addParent", json!(["n2", "x"]))], "a\n x\n  b\n   c\n d");
    done(
        ABCD,
        &[("node.paste", json!({"parentId": "n4", "text": "x\n  y\nz", "position": 0}))],
        "a\n b\n  c\n d\n  x\n   y\n  z",
    );
    done(ABCD, &[("node.duplicate", json!(["n2"]))], "a\n b\n  c\n b\n  c\n d");
}

#[test]
fn nodes_are_moved_and_deleted() {
    done(ABCD, &[("node.moveTo", json!(["n3", "n1", 0]))], "a\n c\n b\n d");
    done(ABCD, &[("node.moveTo", json!(["n2", "n1", 1]))], "a\n d\n b\n  c");
    done(ABCD, &[("node.moveTo", json!(["n2", "n1", 0]))], "a\n b\n  c\n d");
    done(ABCD, &[("node.moveDown", json!(["n2"]))], "a\n d\n b\n  c");
    done(ABCD, &[("node.moveUp", json!(["n4"]))], "a\n d\n b\n  c");
    done(ABCD, &[("node.indent", json!(["n4"]))], "a\n b\n  c\n  d");
    done(ABCD, &[("node.outdent", json!(["n3"]))], "a\n b\n c\n d");
    done(ABCD, &[("node.delete", json!(["n2"]))], "a\n d");
    done("a\n b\n  c\n  d\n e", &[("node.deleteKeepChildren", json!(["n2"]))], "a\n c\n d\n e");
    done("a\n b10\n c\n B2", &[("node.sortChildren", json!(["n1"]))], "a\n B2\n b10\n c");
    done("a\n b10\n c\n B2", &[("node.sortChildren", json!(["n1", "title", true]))], "a\n c\n b10\n B2");
    done("a\n [x] b\n c\n [ ] d", &[("node.sortChildren", json!(["n1", "task"]))], "a\n [ ] d\n c\n [x] b");
}

#[test]
fn a_copy_leads_within_itself_where_the_original_did() {
    let mut lab = Lab::new(ABCD);
    lab.run(&[
        operation("addLink", json!({"nodeId": "n3", "targetId": "n2"})),
        operation("addLine", json!(["n2", "n3", "why"])),
        operation("addLine", json!(["n3", "n4"])),
        operation("node.duplicate", json!(["n2"])),
    ]);
    let (copy, below) = (lab.node("n5").clone(), lab.node("n6").clone());
    assert_eq!((copy.lines[0].to, copy.lines[0].label.as_str()), (below.id, "why"));
    assert_eq!(below.link, Some(espalier_model::mindmap::NodeLink::Node { node: copy.id }));
    assert_eq!(below.lines[0].to, lab.node("n4").id);
}

#[test]
fn a_line_has_arrowheads_where_it_is_told_to() {
    let mut lab = Lab::new(ABCD);
    let line = |lab: &Lab| {
        let line = &lab.node("n2").lines[0];
        (line.label.clone(), line.tips)
    };
    lab.run(&[operation("addLine", json!(["n2", "n3", "why"]))]);
    assert_eq!(line(&lab), ("why".to_owned(), Tips::End));
    lab.run(&[operation("addLine", json!({"fromId": "n2", "toId": "n3", "tips": "both"}))]);
    assert_eq!(line(&lab), ("why".to_owned(), Tips::Both), "the text stays");
    lab.run(&[operation("addLine", json!(["n2", "n3", ""]))]);
    assert_eq!(line(&lab), (String::new(), Tips::Both), "the arrowheads stay");
    lab.run(&[operation("addLine", json!({"fromId": "n2", "toId": "n3", "arrows": "none"}))]);
    assert_eq!(line(&lab).1, Tips::None);
}

#[test]
fn folding_to_a_level_shows_so_many_levels() {
    let mut lab = Lab::new("a\n b\n  c\n   d\n e");
    let folded = |lab: &Lab| -> Vec<bool> { lab.whole().nodes.iter().map(|node| node.folded).collect() };
    lab.run(&[operation("map.foldLevel", json!([2]))]);
    assert_eq!(folded(&lab), [false, false, true, false, false]);
    lab.run(&[operation("map.foldAll", json!(null))]);
    assert_eq!(folded(&lab), [false, true, true, false, false]);
    lab.run(&[operation("map.unfoldAll", json!(["n3"]))]);
    assert_eq!(folded(&lab), [false, true, false, false, false]);
    lab.run(&[operation("toggleFold", json!(["n1"]))]);
    assert_eq!(folded(&lab), [true, true, false, false, false]);
}

#[test]
fn text_is_replaced_everywhere_or_in_a_branch() {
    done("tea\n Tea a\n teal\n x", &[("map.replace", json!(["tea", "茶"]))], "茶\n 茶 a\n 茶l\n x");
    let whole = json!({"find": "tea", "replace": "茶", "wholeWords": true, "nodeId": "n1"});
    done("tea\n Tea a\n teal\n x", &[("map.replace", whole)], "茶\n 茶 a\n teal\n x");
    refused(ABCD, &[("map.replace", json!(["zzz", ""]))], "that text wasn’t found");
}

#[test]
fn content_is_set_and_unset() {
    let mut lab = Lab::new(ABCD);
    lab.run(&[
        operation("setColor", json!(["n2", "#Ff0000"])),
        operation("setIcon", json!(["n2", "⭐"])),
        operation("addTag", json!(["n2", "#todo"])),
        operation("addTag", json!(["n2", "todo"])),
        operation("setTask", json!(["n2", "Done"])),
        operation("updateNote", json!(["n2", "**x**\r\ny"])),
        operation("setSide", json!(["n2", "left"])),
    ]);
    let node = lab.node("n2").clone();
    assert_eq!(node.color.map(|color| color.to_string()), Some("#ff0000".into()));
    assert_eq!((node.icons.join(" "), node.tags.join(" ")), ("⭐".into(), "todo".into()));
    assert_eq!((node.task, node.note.as_str()), (Task::Done, "**x**\ny"));
    let same = [operation("setTask", json!(["n2", "done"])), operation("addTag", json!(["n2", "todo"]))];
    assert!(lab.attempt(&same).unwrap().1.is_empty(), "what does not change anything leaves no trace");
    lab.run(&[
        operation("setColor", json!(["n2"])),
        operation("setIcon", json!(["n2", null])),
        operation("removeTag", json!(["n2", "todo"])),
    ]);
    let node = lab.node("n2");
    assert_eq!((node.color, node.icons.len(), node.tags.len()), (None, 0, 0));
}

#[test]
fn the_name_of_a_map_follows_its_root_until_it_is_given_one() {
    let mut lab = Lab::new(ABCD);
    let name = |lab: &Lab| lab.workspace.get::<MindMap>(&lab.map).unwrap().name.clone();
    let rename = |lab: &Lab, to: &str| operation("map.rename", json!([lab.map.to_string(), to]));
    lab.run(&[rename(&lab, "a")]);
    lab.run(&[operation("updateTitle", json!(["root", "Plan\nof all"]))]);
    assert_eq!(name(&lab), "Plan");
    lab.run(&[rename(&lab, "Mine")]);
    lab.run(&[operation("updateTitle", json!(["root", "b"]))]);
    assert_eq!(name(&lab), "Mine");
}

#[test]
fn deleting_the_focused_branch_shows_the_whole_map() {
    let mut lab = Lab::new(ABCD);
    let focus = |lab: &Lab| lab.workspace.get::<MindMap>(&lab.map).unwrap().focus;
    lab.run(&[operation("map.focus", json!(["n3"]))]);
    assert_eq!(focus(&lab), Some(lab.node("n3").id));
    lab.run(&[operation("node.delete", json!(["n2"]))]);
    assert_eq!(focus(&lab), None);
    lab.undo();
    assert_eq!(focus(&lab), Some(lab.node("n3").id));
}

#[test]
fn numbers_are_not_given_again_after_a_delete() {
    let mut lab = Lab::new(ABCD);
    lab.run(&[operation("node.delete", json!(["n4"]))]);
    lab.run(&[operation("node.addChild", json!(["n1", null, "x"]))]);
    assert_eq!(lab.node("n5").title, "x");
}

#[test]
fn into_one_gap_ever_again_keeps_the_order_and_keys_short() {
    let mut lab = Lab::new("a\n first\n last");
    for number in 0..1_500 {
        let tree = lab.tree();
        let mut draft = lab.workspace.draft();
        let mut stage = MapTarget::open(&mut draft, &mut lab.env, lab.map, &tree).unwrap();
        stage.add(None, tree.root().unwrap(), Some(1), &number.to_string());
        let changes = draft.finish();
        assert!(changes.len() <= 2 + 2 * 128, "{number}: {}", changes.len());
        lab.workspace.apply(&changes).unwrap();
    }
    let titles: Vec<String> = lab.whole().nodes.iter().skip(2).map(|node| node.title.clone()).collect();
    let expect: Vec<String> = (0..1_500).rev().map(|number: usize| number.to_string()).chain(["last".into()]).collect();
    assert_eq!(titles, expect);
    assert!(lab.workspace.nodes(lab.map).all(|node| !node.order.is_long()));
}

#[test]
fn a_broken_map_is_repaired_by_the_first_command() {
    let mut lab = Lab::new(ABCD);
    let stray = lab.node("n3").clone();
    let rows: Vec<Node> = ["n2", "n4"].map(|short| lab.node(short).clone()).to_vec();
    let broken = [
        Node { parent: Some(NodeId::from_uuid(uuid::Uuid::max())), ..stray },
        Node { parent: Some(rows[0].id), order: rows[1].order.clone(), ..rows[0].clone() },
        Node { short: rows[0].short, ..rows[1].clone() },
    ];
    lab.workspace.absorb(broken.map(|row| espalier_model::Record::Nodes(std::rc::Rc::new(row))));
    assert_eq!(lab.tree().repairs.len(), 3);
    let before = lab.outline();
    let tree = lab.tree();
    let mut draft = lab.workspace.draft();
    super::super::target::repair(&mut draft, lab.map, &tree, lab.env.now);
    let changes = draft.finish();
    lab.workspace.apply(&changes).unwrap();
    assert_eq!(lab.tree().repairs, []);
    assert_eq!(lab.outline(), before);
    lab.run(&[operation("node.addChild", json!(["n1", 1, "x"]))]);
}

#[test]
fn what_was_changed_after_a_proposal_was_made_is_not_overwritten() {
    let mut lab = Lab::new("a\n b\n  c\n d");
    lab.env.now = lab.env.now.plus_ms(1_000);
    let proposed_at = lab.env.now;
    lab.run(&[operation("updateTitle", json!(["n3", "mine"]))]);
    let mut check = |command: &str, params: Value, expect: bool| {
        let tree = lab.tree();
        let mut draft = lab.workspace.draft();
        let mut stage = MapTarget::open(&mut draft, &mut lab.env, lab.map, &tree).unwrap();
        stage.proposed_at = Some(proposed_at);
        let tried = transaction::try_each(&mut stage, lab.registry, CATEGORIES, &[operation(command, params.clone())]);
        let reason = tried[0].result.as_ref().err().map(ToString::to_string);
        let changed = Some("it was changed after this was suggested".to_owned());
        assert_eq!(reason, changed.filter(|_| expect), "{command} {params}");
    };
    check("updateTitle", json!(["n3", "theirs"]), true);
    check("updateTitle", json!(["n4", "theirs"]), false);
    check("node.delete", json!(["n3"]), true);
    check("node.delete", json!(["n2"]), true);
    check("deleteKeepChildren", json!(["n2"]), false);
    check("moveTo", json!(["n3", "n4"]), false);
    check("addChild", json!(["n3"]), false);
    // Two proposed edits of one node are no conflict.
    let tree = lab.tree();
    let mut draft = lab.workspace.draft();
    lab.env.now = lab.env.now.plus_ms(5_000);
    let mut stage = MapTarget::open(&mut draft, &mut lab.env, lab.map, &tree).unwrap();
    stage.proposed_at = Some(proposed_at);
    stage.current = tree.by_short("n4".parse().unwrap());
    let both =
        [operation("updateTitle", json!(["current", "x"])), operation("updateNote", json!(["{{currentNodeId}}", "y"]))];
    assert!(transaction::run(&mut stage, lab.registry, CATEGORIES, &both).is_ok());
}

#[test]
fn taking_back_a_node_below_which_another_tab_wrote_loses_no_text() {
    let mut lab = Lab::new(ABCD);
    lab.run(&[operation("node.addChild", json!(["n1", null, "mine"]))]);
    let (theirs, _) = lab.attempt(&[operation("node.addChild", json!(["n5", null, "theirs"]))]).unwrap();
    let step = lab.history.plan_undo(&lab.workspace, &[Document::of(lab.map)]).unwrap();
    assert_eq!(step.conflicts, [], "times and counts are nobody's loss");
    lab.workspace.apply(&step.changes).unwrap();
    assert_eq!(theirs.outcomes.len(), 1);
    assert_eq!(lab.outline(), "a\n b\n  c\n d\n theirs");
    assert_eq!(lab.tree().repairs.len(), 1);
}

mod any;
