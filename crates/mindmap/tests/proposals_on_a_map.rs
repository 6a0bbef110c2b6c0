//! Proposals on a map, without a screen: read while a model answers, tried, ticked, applied as one, undone as one.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on stops")]

use std::rc::Rc;

use espalier_base::env::Env;
use espalier_base::language::Language;
use espalier_base::time::Timestamp;
use espalier_command::registry::Registry;
use espalier_command::transaction::{self, Operation, Reason, Tried};
use espalier_llm::builtin::BuiltinInput;
use espalier_mindmap::builtin::{Named, Surroundings, answer};
use espalier_mindmap::target::MapTarget;
use espalier_mindmap::{PROPOSED, REGISTRY, indented, transfer};
use espalier_model::change::ChangeSet;
use espalier_model::mindmap::tree::Tree;
use espalier_model::mindmap::{MapId, MindMap};
use espalier_model::workspace::Workspace;
use espalier_proposal::report::outcome_text;
use espalier_proposal::state::{Decision, ProposalState, Status};
use espalier_proposal::{Channel, Offered, Params, ProposalReader, TOOL_NAME};

/// A map, and a proposal that is being decided on.
struct Lab {
    workspace: Workspace,
    env: Env,
    map: MapId,
    registry: &'static Registry,
}

impl Lab {
    /// A map of indented text; its nodes are n1, n2, … in their order.
    fn new(text: &str) -> Self {
        let mut env = Env::deterministic(Timestamp(1_000), 7);
        let map = env.id();
        let mut workspace = Workspace::default();
        let mut draft = workspace.draft();
        transfer::new_map(&mut draft, &mut env, map, "Map", &indented::read(text));
        let changes = draft.finish();
        workspace.apply(&changes).unwrap();
        Self { workspace, env, map, registry: &REGISTRY }
    }

    fn names(&self) -> Rc<Offered> {
        Rc::new(Offered { registry: self.registry, categories: PROPOSED })
    }

    fn tree(&self) -> Tree {
        let row = self.workspace.get::<MindMap>(&self.map).unwrap();
        Tree::of(row, self.workspace.nodes(self.map).map(|node| &**node))
    }

    fn outline(&self) -> String {
        indented::write(&transfer::whole(&self.workspace, self.map, &self.tree())).trim_end().replace('\t', " ")
    }

    /// Tries operations; nothing is changed.
    fn tried(&mut self, operations: &[Operation]) -> Vec<Tried> {
        let tree = self.tree();
        let mut draft = self.workspace.draft();
        let mut stage = MapTarget::open(&mut draft, &mut self.env, self.map, &tree).unwrap();
        transaction::try_each(&mut stage, self.registry, PROPOSED, operations)
    }

    fn examine(&mut self, state: &mut ProposalState) {
        state.examine(&mut |operations| self.tried(operations));
    }

    /// Reads the answer of a model, in small pieces, as a proposal.
    fn propose(&mut self, channel: Channel, said: &str) -> ProposalState {
        let mut reader = ProposalReader::new(channel, self.names());
        let pieces = said.as_bytes().chunks(5).map(|piece| String::from_utf8(piece.to_vec()).unwrap());
        if channel == Channel::Tool {
            reader.call(0, Some(TOOL_NAME), "");
        }
        for piece in pieces {
            if channel == Channel::Tool {
                reader.call(0, None, &piece)
            } else {
                reader.push(&piece)
            };
        }
        reader.finish();
        let mut state = ProposalState::new(reader.proposal());
        self.examine(&mut state);
        state
    }

    /// Carries out what is ticked, all or nothing.
    fn apply(&mut self, state: &mut ProposalState) -> Option<(Decision, ChangeSet)> {
        let operations = state.begin().unwrap();
        let tree = self.tree();
        let mut draft = self.workspace.draft();
        let mut stage = MapTarget::open(&mut draft, &mut self.env, self.map, &tree).unwrap();
        let result = transaction::run(&mut stage, self.registry, PROPOSED, &operations);
        let changes = draft.finish();
        match result {
            Ok(_) => {
                self.workspace.apply(&changes).unwrap();
                Some((state.applied(Timestamp(2_000)).unwrap(), changes))
            }
            Err(failed) => {
                state.failed(failed).unwrap();
                None
            }
        }
    }

    /// A person changes the map by hand.
    fn by_hand(&mut self, command: &str, params: serde_json::Value) {
        let tree = self.tree();
        let mut draft = self.workspace.draft();
        let mut stage = MapTarget::open(&mut draft, &mut self.env, self.map, &tree).unwrap();
        let operation = Operation { id: "x".into(), command: command.into(), params, creates: None };
        transaction::run(&mut stage, self.registry, PROPOSED, &[operation]).unwrap();
        let changes = draft.finish();
        self.workspace.apply(&changes).unwrap();
    }
}

fn shown(state: &ProposalState) -> String {
    let mark = |row: &espalier_proposal::state::Row| match (row.ticked, &row.reason) {
        (true, _) => 'x',
        (false, Some(_)) => '!',
        (false, None) => '-',
    };
    state.rows().iter().map(mark).collect()
}

const MAP: &str = "Trip\n  Budget\n    Rent\n  Route";

const OPERATIONS: &str = r#"[
  {"id": "op-1", "commandId": "node.addChild", "params": ["n1", null, "Food"], "tempId": "food", "description": "Add Food"},
  {"id": "op-2", "commandId": "add_child", "params": {"parent": "food", "title": "Bread"}},
  {"id": "op-3", "commandId": "rename", "params": ["n2", "Costs"]},
  {"id": "op-4", "commandId": "node.delete", "params": ["n4"]},
  {"id": "op-5", "commandId": "node.delete", "params": ["n99"]},
  {"id": "op-6", "commandId": "node.moveTo", "params": ["n3", "food", "0"]},
  {"id": "op-7", "commandId": "node.explode", "params": []}
]"#;

#[test]
fn each_channel_leads_to_the_same_panel_and_the_same_map() {
    let text = format!("I suggest this.\n\nSummary: x.\n\n<operations>\n{OPERATIONS}\n</operations>");
    let json = format!("{{\"explanation\": \"I suggest this.\", \"operations\": {OPERATIONS}}}");
    for (channel, said) in [(Channel::Text, &text), (Channel::Json, &json), (Channel::Tool, &json)] {
        let mut lab = Lab::new(MAP);
        let mut state = lab.propose(channel, said);
        assert_eq!(shown(&state), "xxxx!x!", "{channel:?}");
        let reason = |index: usize| state.rows()[index].reason.as_ref().map(|reason| reason.text(Language::En));
        assert_eq!(reason(4).unwrap(), "node not found: n99");
        assert_eq!(reason(6).unwrap(), "there is no command “node.explode”");

        let before = lab.workspace.clone();
        let (decision, changes) = lab.apply(&mut state).unwrap();
        assert_eq!(lab.outline(), "Trip\n Costs\n Food\n  Rent\n  Bread");
        assert_eq!(decision.applied_operation_ids, ["op-1", "op-2", "op-3", "op-4", "op-6"]);
        let report = outcome_text(&state, Language::En).unwrap();
        assert!(report.starts_with("applied: 5 of 7 operations\n- op-1 node.addChild: Add Food\n"), "{report}");
        assert!(report.ends_with("- op-7 node.explode: there is no command “node.explode”"), "{report}");

        lab.workspace.apply(&changes.invert()).unwrap();
        state.undone().unwrap();
        assert_eq!((lab.outline().as_str(), state.status()), ("Trip\n Budget\n  Rent\n Route", Status::Undone));
        assert_eq!(
            lab.workspace.nodes(lab.map).collect::<Vec<_>>(),
            before.nodes(lab.map).collect::<Vec<_>>(),
            "one undo takes all of it back"
        );
    }
}

#[test]
fn a_subset_is_applied_and_what_depends_on_the_rest_goes_with_it() {
    let mut lab = Lab::new(MAP);
    let mut state = lab.propose(Channel::Text, &format!("<operations>{OPERATIONS}</operations>"));
    state.tick(0, false);
    lab.examine(&mut state);
    assert_eq!(shown(&state), "--xx!-!");
    assert_eq!((state.blocked_by(1), state.blocked_by(5)), (Some(0), Some(0)));
    lab.apply(&mut state).unwrap();
    assert_eq!(lab.outline(), "Trip\n Costs\n  Rent");
}

#[test]
fn what_no_longer_fits_is_marked_and_the_person_s_edits_stay() {
    let mut lab = Lab::new(MAP);
    let mut state = lab.propose(Channel::Text, &format!("<operations>{OPERATIONS}</operations>"));
    lab.by_hand("node.delete", serde_json::json!(["n2"]));
    lab.examine(&mut state);
    assert_eq!(shown(&state), "xx!x!!!");
    lab.apply(&mut state).unwrap();
    assert_eq!(lab.outline(), "Trip\n Food\n  Bread");
}

#[test]
fn what_fails_changes_nothing_and_can_be_mended() {
    let mut lab = Lab::new(MAP);
    let mut state = lab.propose(
        Channel::Text,
        r#"<operations>[{"commandId":"node.addChild","params":["n1",null,"A"]},{"commandId":"node.updateTitle","params":["n2","B"]}]</operations>"#,
    );
    assert_eq!(shown(&state), "xx");
    // The map changes in between, and nobody asked again.
    lab.by_hand("node.delete", serde_json::json!(["n2"]));
    assert!(lab.apply(&mut state).is_none());
    let failure = state.failure().unwrap();
    assert_eq!((failure.operation.as_str(), state.status()), ("op-2", Status::Failed));
    assert!(matches!(failure.reason, Reason::NotFound { .. }));
    assert_eq!(lab.outline(), "Trip\n Route");
    state.edit(1, Params::Positional(vec!["n4".into(), "B".into()])).unwrap();
    lab.examine(&mut state);
    lab.apply(&mut state).unwrap();
    assert_eq!(lab.outline(), "Trip\n B\n A");
}

#[test]
fn the_built_in_guide_proposes_through_the_same_channel() {
    let named = |id: &str, title: &str| Named { id: id.to_owned(), title: title.to_owned() };
    let around = Surroundings {
        node: named("n2", "Budget"),
        note: String::new(),
        parent: Some(named("n1", "Trip")),
        children: vec![named("n3", "Rent")],
        siblings: vec![named("n4", "Route")],
    };
    let check = |text: &str, expect: &str| {
        let mut lab = Lab::new(MAP);
        let input = BuiltinInput { last_user_text: text.to_owned(), history_len: 2, language: Language::En };
        let said = answer(&input, &around).unwrap();
        let mut reader = ProposalReader::new(Channel::Text, lab.names());
        reader.push(&said);
        reader.finish();
        let mut state = ProposalState::new(reader.proposal());
        lab.examine(&mut state);
        lab.apply(&mut state).unwrap();
        assert_eq!(lab.outline(), expect, "{text}");
    };
    check("add children: a, b", "Trip\n Budget\n  Rent\n  a\n  b\n Route");
    check("add siblings: a, b", "Trip\n Budget\n  Rent\n a\n b\n Route");
    check("add:\n- a\n  - b\n- c", "Trip\n Budget\n  Rent\n  a\n   b\n  c\n Route");
    check("rename to Costs", "Trip\n Costs\n  Rent\n Route");
    check("删除所有子节点", "Trip\n Budget\n Route");
    check("delete Route", "Trip\n Budget\n  Rent");
    check("ask why", "Trip\n Budget\n  Rent\n  Why\n   What is it good for?\n   What happens without it?\n Route");
}
