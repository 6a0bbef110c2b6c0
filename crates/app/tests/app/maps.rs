//! Maps in the app: what is seen of them, and what comes back by redo and after a reload.

#![allow(clippy::expect_used, reason = "a test that cannot go on stops")]

use std::collections::BTreeMap;

use espalier_agent::turn::TurnInput;
use espalier_app::assistant::{self, AssistantMsg};
use espalier_app::connect::ConnectMsg;
use espalier_app::maps::{Camera, Clipping, MapMsg, Panel, Then};
use espalier_app::navigate::Route;
use espalier_app::sessions::SessionMsg;
use espalier_app::{Msg, Notice};
use espalier_base::language::Language;
use espalier_command::call::Call;
use espalier_command::history::Document;
use espalier_llm::error::from_response;
use espalier_mindmap::commands::{
    AddChild, AddParent, AddSiblingAfter, AddTag, Copy, Delete, EditNote, Focus, FoldAll, MoveTo, MoveUp, Outdent,
    Paste, SetLayout, SetTask, ToggleFold,
};
use espalier_model::mindmap::{Layout, NodeKey, Side, Task};
use espalier_model::{MapId, MessageKey, Node, NodeId};
use espalier_proposal::Params;
use serde_json::json;

use crate::lab::Lab;

/// The command that adds a child of this title.
fn child(parent: NodeId, title: &str) -> Call {
    AddChild { title: Some(title.to_owned()), ..AddChild::new(parent) }.into()
}

struct Map {
    lab: Lab,
    map: MapId,
}

impl Map {
    /// A root with a child, which has a child.
    fn new() -> Self {
        let mut lab = Lab::new();
        lab.send(Msg::Maps(MapMsg::Create));
        let map = lab.model.route.map().expect("the new map is shown");
        let mut new = Self { lab, map };
        new.send(MapMsg::EndEdit(map, Some("Root".to_owned()), Then::Stay));
        for title in ["Branch", "Leaf"] {
            let parent = new.at();
            new.send(MapMsg::Do(map, child(parent, title)));
        }
        new
    }

    fn send(&mut self, msg: MapMsg) {
        self.lab.send(Msg::Maps(msg));
    }

    fn at(&self) -> NodeId {
        self.lab.model.maps.primary(self.map).expect("something is selected")
    }

    fn title(&self, node: NodeId) -> String {
        let nodes = self.lab.model.workspace.nodes(self.map).cloned();
        nodes.into_iter().find(|row| row.id == node).map(|row| Node::clone(&row).title).unwrap_or_default()
    }

    fn node(&self, title: &str) -> NodeId {
        let nodes: Vec<_> = self.lab.model.workspace.nodes(self.map).cloned().collect();
        nodes.iter().find(|row| row.title == title).expect("there is such a node").id
    }

    fn is_folded(&self, title: &str) -> bool {
        let id = self.node(title);
        self.lab.model.workspace.nodes(self.map).any(|row| row.id == id && row.folded)
    }
}

#[test]
fn what_a_fold_hides_is_not_selected_and_folding_all_begins_at_the_root() {
    let mut map = Map::new();
    assert_eq!(map.title(map.at()), "Leaf");
    map.send(MapMsg::Key(map.map, FoldAll::ID));
    assert!(map.is_folded("Branch"));
    assert_eq!(map.title(map.at()), "Branch");
    let (leaf, before) = (map.node("Leaf"), map.lab.model.history.entries(Document::of(map.map)).len());
    map.lab.send(Msg::Undo);
    map.lab.send(Msg::Redo);
    map.send(MapMsg::Reveal(map.map, leaf));
    assert_eq!((map.at(), map.is_folded("Branch")), (leaf, false));
    assert_eq!(map.lab.model.maps.look(map.map).camera.1, Some(Camera::Read(leaf)));
    // Uncovering is no step.
    assert_eq!(map.lab.model.history.entries(Document::of(map.map)).len(), before);
}

#[test]
fn details_are_given_to_all_selected_nodes_in_one_step() {
    let mut map = Map::new();
    let nodes = [map.node("Branch"), map.node("Leaf")];
    let tasks = |map: &Map| {
        nodes.map(|id| map.lab.model.workspace.get::<Node>(&NodeKey { map: map.map, id }).expect("it is there").task)
    };
    map.send(MapMsg::Select(map.map, nodes.to_vec()));
    map.send(MapMsg::ToSelected(map.map, SetTask::new(nodes[1], Task::Done).into()));
    assert_eq!(tasks(&map), [Task::Done; 2]);
    assert_eq!(map.lab.model.maps.look(map.map).selection, nodes, "they stay selected");
    map.lab.send(Msg::Undo);
    assert_eq!(tasks(&map), [Task::None; 2]);
    // The panel may still show a node that is selected no longer: then it is about that one alone.
    map.send(MapMsg::Select(map.map, vec![nodes[0]]));
    map.send(MapMsg::ToSelected(map.map, SetTask::new(nodes[1], Task::Done).into()));
    assert_eq!(tasks(&map), [Task::None, Task::Done]);
}

#[test]
fn a_branch_in_focus_is_left_by_a_link_and_not_by_the_keyboard() {
    let mut map = Map::new();
    let (root, branch, leaf) = (map.node("Root"), map.node("Branch"), map.node("Leaf"));
    map.send(MapMsg::Do(map.map, Focus { branch: Some(leaf) }.into()));
    map.send(MapMsg::Select(map.map, vec![root]));
    assert_eq!(map.at(), leaf);
    map.send(MapMsg::Reveal(map.map, branch));
    assert_eq!(map.at(), branch);
    assert_eq!(map.lab.model.map_view(map.map).expect("it is opened").row.focus, None);
}

#[test]
fn a_map_whose_making_is_done_again_can_be_used() {
    let mut map = Map::new();
    for _ in 0..6 {
        map.lab.send(Msg::Undo);
    }
    assert!(map.lab.model.map_view(map.map).is_none(), "the last thing that is taken back is its making");
    map.lab.send(Msg::Redo);
    map.lab.send(Msg::Go(Route::Map(Some(map.map), None)));
    for _ in 0..6 {
        map.lab.send(Msg::Redo);
    }
    let view = map.lab.model.map_view(map.map).expect("it is shown again");
    assert_eq!(view.tree.len(), 3);
}

#[test]
fn in_a_map_undo_takes_back_what_was_done_in_it_and_never_another_map() {
    let mut map = Map::new();
    let first = map.map;
    map.lab.send(Msg::Maps(MapMsg::Create));
    let second = map.lab.model.route.map().expect("the new map is shown");
    let root = map.lab.model.maps.primary(second).expect("it has a root");
    map.lab.send(Msg::Maps(MapMsg::Do(second, child(root, "Precious"))));
    map.lab.send(Msg::Go(Route::Map(Some(first), None)));
    for _ in 0..10 {
        map.lab.send(Msg::Undo);
    }
    assert_eq!(map.lab.model.mind_maps().len(), 2);
    assert_eq!(map.lab.model.map_view(first).expect("it is shown").tree.len(), 1);
    for _ in 0..10 {
        map.lab.send(Msg::Redo);
    }
    assert_eq!(map.lab.model.map_view(first).expect("it is shown").tree.len(), 3);
    // A name in the list concerns no other document's existence, and is taken back from anywhere in the room.
    map.lab.send(Msg::Maps(MapMsg::Rename(second, "Renamed".to_owned())));
    map.lab.send(Msg::Undo);
    assert!(map.lab.model.mind_maps().iter().all(|row| row.name != "Renamed"));
    assert_eq!(map.lab.model.map_view(first).expect("it is shown").tree.len(), 3);
}

#[test]
fn a_map_whose_making_was_taken_back_can_be_restored_after_others_were_made() {
    let map = Map::new();
    let (first, mut lab) = (map.map, map.lab);
    lab.send(Msg::Go(Route::Map(None, None)));
    lab.send(Msg::Undo);
    assert_eq!(lab.model.mind_maps().len(), 0);
    let said = &lab.model.toasts.last().expect("it is said").text;
    assert!(matches!(said, Notice::TakenBack(_, name) if name == "Root"), "{said:?}");
    let entry = lab.model.history.entries(Document::MAPS).last().expect("it is kept").id;
    for _ in 0..3 {
        lab.send(Msg::Maps(MapMsg::Create));
    }
    lab.send(Msg::Go(Route::Map(None, None)));
    lab.send(Msg::Redo);
    assert_eq!(lab.model.mind_maps().len(), 3, "redo does not mix it in");
    let mut lab = lab.reload();
    lab.send(Msg::GoTo(Document::MAPS, entry));
    assert_eq!(lab.model.mind_maps().len(), 4);
    lab.send(Msg::Go(Route::Map(Some(first), None)));
    assert_eq!(lab.model.map_view(first).expect("it is back with all that was in it").tree.len(), 3);
}

#[test]
fn a_map_that_is_not_opened_yet_is_deleted_and_copied_after_it_was_read() {
    let map = Map::new();
    let id = map.map;
    let mut lab = map.lab.reload();
    lab.send(Msg::Go(Route::Map(None, None)));
    lab.send(Msg::Maps(MapMsg::Duplicate(id)));
    assert_eq!(lab.model.mind_maps().len(), 2);
    assert_ne!(lab.model.route.map(), Some(id));
    let mut lab = lab.reload();
    lab.send(Msg::Maps(MapMsg::Delete(id)));
    assert_eq!(lab.model.mind_maps().len(), 1);
    lab.send(Msg::UndoIn(Document::MAPS));
    lab.send(Msg::Go(Route::Map(Some(id), None)));
    assert_eq!(lab.model.map_view(id).expect("it is back").tree.len(), 3);
}

#[test]
fn a_letter_that_comes_before_the_field_is_drawn_belongs_to_the_new_node() {
    let mut map = Map::new();
    let before = map.lab.model.history.entries(Document::of(map.map)).len();
    map.send(MapMsg::Key(map.map, AddChild::ID));
    let new = map.at();
    map.send(MapMsg::BeginEdit(map.map, new, Some(String::new())));
    map.send(MapMsg::EndEdit(map.map, Some("Quick".to_owned()), Then::Stay));
    assert_eq!(map.title(new), "Quick");
    // Making it and naming it are one step.
    assert_eq!(map.lab.model.history.entries(Document::of(map.map)).len(), before + 1);
}

#[test]
fn a_map_that_cannot_be_read_is_not_asked_for_again_and_again_and_nothing_waits_for_it() {
    let map = Map::new();
    let id = map.map;
    let mut lab = map.lab.reload();
    lab.send(Msg::Go(Route::Map(None, None)));
    let mut lab = lab.reload();
    lab.fail_loads = true;
    lab.send(Msg::Maps(MapMsg::Delete(id)));
    lab.send(Msg::Go(Route::Map(Some(id), None)));
    assert!(lab.model.map_view(id).is_none());
    // Reading works again: the map opens, and is not deleted because someone once asked for that.
    lab.fail_loads = false;
    lab.send(Msg::Go(Route::Map(Some(id), None)));
    assert_eq!(lab.model.map_view(id).expect("it is opened").tree.len(), 3);
}

#[test]
fn every_kept_step_can_be_taken_back_after_a_reload() {
    let mut map = Map::new();
    let (id, leaf) = (map.map, map.node("Leaf"));
    let begin = map.lab.model.history.entries(Document::of(id)).len();
    for step in 0..620 {
        let tag = format!("tag {step}");
        map.send(MapMsg::Do(id, AddTag::new(leaf, tag).into()));
    }
    assert_eq!(map.lab.model.history.entries(Document::of(id)).len(), begin + 620);
    let mut lab = map.lab.reload();
    let read = lab.model.history.entries(Document::of(id)).len();
    assert!(read < 620, "not all is read at once: {read}");
    for _ in 0..621 {
        lab.send(Msg::UndoIn(Document::of(id)));
    }
    let view = lab.model.map_view(id).expect("it is shown");
    assert_eq!(view.tree.len(), 2, "the step before the first of them is taken back too");
    // What was taken back before a reload is not in the way of reading further.
    let mut lab = lab.reload();
    for _ in 0..621 {
        lab.send(Msg::Redo);
    }
    assert_eq!(lab.model.map_view(id).expect("it is shown").tree.len(), 3);
    lab.send(Msg::UndoIn(Document::of(id)));
    assert_eq!(lab.model.map_view(id).expect("it is shown").tree.len(), 3);
}

#[test]
fn undo_selects_what_was_selected_before_the_step_and_redo_what_was_after_it() {
    let mut map = Map::new();
    let (id, branch, leaf) = (map.map, map.node("Branch"), map.node("Leaf"));
    map.send(MapMsg::Select(id, vec![branch, leaf]));
    map.send(MapMsg::Do(id, child(branch, "New")));
    let new = map.at();
    map.send(MapMsg::Select(id, vec![leaf]));
    map.lab.send(Msg::Undo);
    assert_eq!(map.lab.model.maps.looks[&id].selection, [branch, leaf]);
    map.lab.send(Msg::Redo);
    assert_eq!(map.lab.model.maps.looks[&id].selection, [new]);
    // What was dragged without being selected is what one sees.
    map.send(MapMsg::Do(id, MoveTo::new(leaf, map.node("Root")).into()));
    map.send(MapMsg::Select(id, vec![branch]));
    map.lab.send(Msg::Undo);
    assert_eq!(map.lab.model.maps.looks[&id].selection, [leaf]);
}

#[test]
fn a_sibling_that_is_given_up_leaves_the_step_before_it_to_be_undone() {
    let mut map = Map::new();
    let id = map.map;
    map.send(MapMsg::Key(id, AddParent::ID));
    map.send(MapMsg::EndEdit(id, Some("Between".to_owned()), Then::Sibling));
    map.send(MapMsg::EndEdit(id, None, Then::Stay));
    assert_eq!(map.title(map.at()), "Between");
    map.lab.send(Msg::Undo);
    assert_eq!(map.title(map.at()), "Leaf");
    assert_eq!(map.lab.model.map_view(id).expect("it is shown").tree.len(), 3);
}

#[test]
fn space_on_a_leaf_does_nothing_and_a_refusal_stays_in_its_room() {
    let mut map = Map::new();
    let (id, steps) = (map.map, map.lab.model.history.entries(Document::of(map.map)).len());
    map.send(MapMsg::Key(id, ToggleFold::ID));
    assert!(!map.lab.model.toasts.iter().any(|toast| toast.error));
    assert_eq!(map.lab.model.history.entries(Document::of(id)).len(), steps);
    // With a branch beside it, the branch alone is folded.
    let both = vec![map.node("Leaf"), map.node("Branch")];
    map.send(MapMsg::Select(id, both));
    map.send(MapMsg::Key(id, ToggleFold::ID));
    assert!(map.is_folded("Branch"));
    map.send(MapMsg::Select(id, vec![map.node("Root")]));
    map.send(MapMsg::Key(id, MoveUp::ID));
    assert!(map.lab.model.toasts.iter().any(|toast| toast.error && toast.passes()));
    map.lab.send(Msg::Go(Route::Map(None, None)));
    assert!(map.lab.model.toasts.iter().any(|toast| toast.error), "it is the same room");
    map.lab.send(Msg::Go(Route::Time(None)));
    assert!(!map.lab.model.toasts.iter().any(|toast| toast.error));
}

#[test]
fn a_note_that_is_asked_for_again_is_called_again_until_its_panel_is_closed() {
    let mut map = Map::new();
    let id = map.map;
    for calls in 1..=2 {
        map.send(MapMsg::Key(id, EditNote::ID));
        let look = &map.lab.model.maps.looks[&id];
        assert_eq!((look.panel, look.note_calls), (Panel::Note, calls));
    }
    map.send(MapMsg::Panel(id, Panel::None));
    map.send(MapMsg::Panel(id, Panel::Note));
    assert_eq!(map.lab.model.maps.looks[&id].note_calls, 0, "the toolbar only shows it");
}

/// The body of a question about a node of a small map, in bytes, and whether what is said of the commands stands in it
/// twice.
fn question(language: Language, refused: &[&str]) -> (usize, String) {
    let mut map = Map::new();
    map.lab.send(Msg::Connect(ConnectMsg::SetLanguage(Some(language))));
    for title in ["Food", "Flowers", "Music", "Guests", "Place", "Invitations", "Budget", "Photos"] {
        let root = map.node("Root");
        map.send(MapMsg::Do(map.map, child(root, title)));
    }
    map.send(MapMsg::Panel(map.map, Panel::Assistant));
    let (node, of) = (map.at(), map.map);
    let session = espalier_model::conversation::Scope::node(of, node).own_session();
    map.lab.send(Msg::Sessions(SessionMsg::Send(session, "What is missing here?".to_owned())));
    for words in refused {
        let body = format!(r#"{{"error":{{"message":"{words}"}}}}"#);
        let error = from_response(400, &[], &body, "http://127.0.0.1:9/v1/chat/completions");
        map.lab.input(TurnInput::Failed(error));
    }
    let body = map.lab.last_request();
    let text = body.to_string();
    (text.len(), text)
}

#[test]
fn a_question_about_a_small_map_is_short_and_says_the_commands_once() {
    let no_tools = "tools is not supported by this model";
    let no_format = "response_format is not supported";
    for language in [Language::En, Language::Zh] {
        for (refused, mark) in [
            (&[][..], "\"tools\""),
            (&[no_tools], "response_format"),
            (&[no_tools, no_format, no_format], "<operations>"),
        ] {
            let (bytes, text) = question(language, refused);
            println!("{language:?} {mark} {bytes}");
            assert!(text.contains(mark), "{text}");
            assert!(bytes <= 8_000, "{language:?} {refused:?}: {bytes} bytes\n{text}");
            assert_eq!(text.matches("node.addChildTrees(").count(), 1, "{text}");
            assert!(!text.contains("nav."), "{text}");
        }
    }
}

/// Asks the assistant of the root, and has it propose these operations.
fn proposed(map: &mut Map, operations: &serde_json::Value) -> MessageKey {
    let root = map.node("Root");
    map.send(MapMsg::Select(map.map, vec![root]));
    map.send(MapMsg::Panel(map.map, Panel::Assistant));
    let session = espalier_model::conversation::Scope::node(map.map, root).own_session();
    map.lab.send(Msg::Sessions(SessionMsg::Send(session, "Tidy up".to_owned())));
    let arguments = json!({ "summary": "All in order", "operations": operations }).to_string();
    map.lab.tools("Some words.", &[("c1", "propose_operations", &arguments)]);
    *map.lab.model.assistant.panels.iter().find(|(_, panel)| panel.is_some()).expect("it is proposed").0
}

#[test]
fn an_operation_is_said_in_the_words_of_the_app_and_not_in_those_of_the_model() {
    let mut map = Map::new();
    let (branch, leaf) = (map.node("Branch").to_string(), map.node("Leaf").to_string());
    let said = |params: serde_json::Value, command: &str| json!({ "id": format!("op-{command}-{params}"), "commandId": command, "params": params, "description": "Fix a typo" });
    let operations = json!([
        said(json!({ "nodeId": leaf, "title": "EdgePath" }), "node.updateTitle"),
        { "id": "a", "commandId": "addChild", "params": [branch, null, "New one"], "description": "x", "tempId": "t1" },
        said(json!({ "parentId": "t1", "title": "Below" }), "node.addChild"),
        said(json!({ "parentId": branch, "trees": [{ "title": "A", "children": [{ "title": "B" }] }, { "title": "C" }] }), "node.addChildTrees"),
        said(json!({ "nodeId": "n1", "parentId": leaf }), "node.moveTo"),
        said(json!({ "nodeId": "01a204c9-0000-7000-8000-000000000000" }), "node.delete"),
        said(json!({ "nodeId": branch }), "node.delete"),
    ]);
    let key = proposed(&mut map, &operations);
    let panel = map.lab.model.panel(key).cloned().expect("it is there");
    let lines: Vec<String> = panel.summaries.iter().map(|summary| summary.sentence(Language::En)).collect();
    assert_eq!(
        lines,
        [
            "Change title: “Leaf” → EdgePath",
            "Add child: “Branch” → New one",
            "Add child: “New one” → Below",
            "Add branches: “Branch” → A (+1) · C",
            "Move to: “Root” → Leaf",
            "Delete: “a node that no longer exists”",
            "Delete: “Branch” and 1 node below it",
        ]
    );
    assert!(panel.summaries[6].deletes && !panel.summaries[0].deletes);
    let reasons: Vec<Option<String>> = panel
        .state
        .rows()
        .iter()
        .map(|row| {
            let rows = panel.state.rows();
            row.reason.as_ref().map(|reason| assistant::reason(reason, rows, &panel.summaries, Language::En))
        })
        .collect();
    assert_eq!(reasons[5].as_deref(), Some("This node no longer exists."));
    for reason in reasons.iter().flatten() {
        assert!(!reason.contains("-7000-"), "an id is no word for a person: {reason}");
    }
}

#[test]
fn under_an_answer_without_a_proposal_stands_that_nothing_was_changed() {
    let mut map = Map::new();
    let branch = map.node("Branch").to_string();
    let key =
        proposed(&mut map, &json!([{ "id": "a", "commandId": "node.delete", "params": [branch], "description": "x" }]));
    let notices = |map: &Map, key| map.lab.model.message(key).expect("an answer").provenance.notices.clone();
    assert!(notices(&map, key).is_empty(), "the proposal says what became of it");
    map.lab.send(Msg::Sessions(SessionMsg::Send(Some(key.session), "Delete it".to_owned())));
    map.lab.text("I have deleted the branch.");
    map.lab.end();
    let view = map.lab.model.view(key.session).expect("it is open");
    let id = *view.path.last().expect("an answer");
    assert_eq!(notices(&map, MessageKey { id, ..key }), ["unchanged"]);
}

#[test]
fn what_a_person_changed_in_an_operation_is_done_and_told() {
    let mut map = Map::new();
    let branch = map.node("Branch").to_string();
    let operations = json!([
        { "id": "a", "commandId": "node.addChild", "params": [branch, null, "Flowers"], "description": "Add flowers" },
    ]);
    let key = proposed(&mut map, &operations);
    let params = json!({ "parentId": branch, "title": "Roses \"red\", {braces}" });
    map.lab.send(Msg::Assistant(AssistantMsg::Edit(key, 0, Params::try_from(params).expect("parameters"))));
    map.lab.send(Msg::Assistant(AssistantMsg::Apply(key)));
    map.node("Roses \"red\", {braces}");
    let told = map.lab.sent().last().cloned().expect("it is told");
    assert!(told.contains("edited by the person to") && told.contains("Roses"), "{told}");
    assert!(!told.contains("Add flowers"), "{told}");
}

fn titles(map: &Map) -> Vec<String> {
    let view = map.lab.model.map_view(map.map).expect("it is shown");
    view.nodes.iter().map(|row| row.title.clone()).collect()
}

#[test]
fn escape_keeps_a_first_title_takes_an_empty_new_node_away_and_leaves_an_old_title() {
    let mut map = Map::new();
    let id = map.map;
    map.send(MapMsg::Key(id, AddChild::ID));
    map.send(MapMsg::EndEdit(id, Some("Yen in cash".to_owned()), Then::GiveUp));
    assert_eq!(titles(&map), ["Root", "Branch", "Leaf", "Yen in cash"]);
    assert_eq!(map.title(map.at()), "Yen in cash");
    assert!(map.lab.model.maps.looks[&id].editing.is_none(), "nothing is edited any more");
    let steps = |map: &Map| map.lab.model.history.entries(Document::of(id)).iter().filter(|one| !one.undone).count();
    let before = steps(&map);
    // A node without letters goes, also where some stood there for a while, and leaves nothing to be undone.
    for typed in [None, Some("Half a wor".to_owned())] {
        map.send(MapMsg::Key(id, AddSiblingAfter::ID));
        if let Some(typed) = typed {
            map.send(MapMsg::Typed(id, typed));
        }
        map.send(MapMsg::EndEdit(id, Some(" ".to_owned()), Then::GiveUp));
        assert_eq!(titles(&map), ["Root", "Branch", "Leaf", "Yen in cash"]);
        assert_eq!(map.title(map.at()), "Yen in cash");
        assert_eq!(steps(&map), before);
    }
    // An old title is left as it was.
    map.send(MapMsg::BeginEdit(id, map.node("Leaf"), None));
    map.send(MapMsg::EndEdit(id, Some("other".to_owned()), Then::GiveUp));
    assert_eq!(steps(&map), before);
    // A node and its title are one step.
    map.lab.send(Msg::Undo);
    assert_eq!(titles(&map), ["Root", "Branch", "Leaf"]);
}

#[test]
fn escape_keeps_the_first_title_of_a_new_map_and_restores_its_second_one() {
    let mut lab = Map::new().lab;
    lab.send(Msg::Maps(MapMsg::Create));
    let id = lab.model.route.map().expect("the new map is shown");
    let mut map = Map { lab, map: id };
    let stand_in = titles(&map);
    map.send(MapMsg::EndEdit(id, Some(String::new()), Then::GiveUp));
    assert_eq!(titles(&map), stand_in);
    map.lab.send(Msg::Maps(MapMsg::Create));
    let id = map.lab.model.route.map().expect("the new map is shown");
    map.map = id;
    map.send(MapMsg::EndEdit(id, Some("Japan".to_owned()), Then::GiveUp));
    assert_eq!(titles(&map), ["Japan"]);
    map.send(MapMsg::BeginEdit(id, map.node("Japan"), None));
    map.send(MapMsg::EndEdit(id, Some("Korea".to_owned()), Then::GiveUp));
    assert_eq!(titles(&map), ["Japan"]);
}

#[test]
fn a_page_that_is_left_while_a_node_is_named_keeps_the_words_or_leaves_no_empty_node() {
    let mut map = Map::new();
    let id = map.map;
    map.send(MapMsg::Key(id, AddChild::ID));
    let mut lab = map.lab.reload();
    lab.send(Msg::Go(Route::Map(Some(id), None)));
    let mut map = Map { lab, map: id };
    assert_eq!(titles(&map), ["Root", "Branch", "Leaf"]);
    map.send(MapMsg::Select(id, vec![map.node("Leaf")]));
    map.send(MapMsg::Key(id, AddChild::ID));
    map.send(MapMsg::Typed(id, "Half a wor".to_owned()));
    let mut lab = map.lab.reload();
    lab.send(Msg::Go(Route::Map(Some(id), None)));
    let mut map = Map { lab, map: id };
    assert_eq!(titles(&map), ["Root", "Branch", "Leaf", "Half a wor"]);
    map.lab.send(Msg::Undo);
    assert_eq!(titles(&map), ["Root", "Branch", "Leaf"], "making it and naming it are one step");
}

#[test]
fn a_title_goes_on_after_a_look_at_another_tab() {
    let mut map = Map::new();
    let id = map.map;
    let before = map.lab.model.history.entries(Document::of(id)).len();
    map.send(MapMsg::Key(id, AddChild::ID));
    map.send(MapMsg::KeepTitle(id, String::new()));
    assert!(map.lab.model.maps.looks[&id].editing.is_some(), "a new node without a title is not taken back");
    map.send(MapMsg::KeepTitle(id, "Half".to_owned()));
    assert_eq!(titles(&map), ["Root", "Branch", "Leaf", "Half"]);
    map.send(MapMsg::EndEdit(id, Some("Half done".to_owned()), Then::Stay));
    assert_eq!(titles(&map), ["Root", "Branch", "Leaf", "Half done"]);
    assert_eq!(map.lab.model.history.entries(Document::of(id)).len(), before + 1, "one step");
    // An old title has no step of its own yet, so it ends: its words are kept.
    let leaf = map.node("Leaf");
    map.send(MapMsg::BeginEdit(id, leaf, None));
    map.send(MapMsg::KeepTitle(id, "Leaflet".to_owned()));
    assert!(map.lab.model.maps.looks[&id].editing.is_none());
    assert_eq!(titles(&map), ["Root", "Branch", "Leaflet", "Half done"]);
}

#[test]
fn a_text_that_is_no_title_goes_into_the_note() {
    let mut map = Map::new();
    let id = map.map;
    let leaf = map.node("Leaf");
    let long = "word ".repeat(20_000);
    map.send(MapMsg::BeginEdit(id, leaf, None));
    map.send(MapMsg::LongText(id, long.clone()));
    map.send(MapMsg::EndEdit(id, Some("word".to_owned()), Then::Stay));
    let row = map.lab.model.workspace.nodes(id).find(|row| row.id == leaf).expect("it is there").clone();
    assert_eq!((row.title.as_str(), row.note.len()), ("word", long.len()));
    map.send(MapMsg::Key(id, AddChild::ID));
    map.send(MapMsg::LongText(id, "x".repeat(2_000_000)));
    assert!(map.lab.model.toasts.iter().any(|toast| toast.error));
}

/// A root with so many branches, each with a leaf, on both sides.
fn two_sided(count: usize) -> Map {
    let mut map = Map::new();
    let id = map.map;
    let root = map.node("Root");
    map.send(MapMsg::Do(id, Delete::new(map.node("Branch")).into()));
    for at in 0..count {
        map.send(MapMsg::Do(id, child(root, &format!("B{at}"))));
        map.send(MapMsg::Do(id, child(map.node(&format!("B{at}")), &format!("L{at}"))));
    }
    map.send(MapMsg::Do(id, SetLayout::new(Layout::Both).into()));
    map
}

/// The side and colour of each main branch, by title.
fn branches(map: &Map) -> BTreeMap<String, (Option<Side>, u8)> {
    let view = map.lab.model.map_view(map.map).expect("it is shown");
    let (kept, hues) = view.nodes.iter().map(|row| (row.side, row.hue)).collect::<(Vec<_>, Vec<_>)>();
    let sides = espalier_mindmap::branches::sides(view.tree.parents(), &kept);
    let hues = espalier_mindmap::branches::all_colours(view.tree.parents(), &hues);
    let mains = (0..view.nodes.len()).filter(|&at| view.nodes[at].parent == Some(view.nodes[0].id));
    mains.map(|at| (view.nodes[at].title.clone(), (sides[at], hues[at]))).collect()
}

#[test]
fn branches_keep_their_side_and_colour_while_others_come_and_go() {
    let mut map = two_sided(6);
    let id = map.map;
    let before = branches(&map);
    assert_eq!(before.values().filter(|(side, _)| *side == Some(Side::Right)).count(), 3);
    let kept = |map: &Map, what: &str| {
        for (title, now) in branches(map) {
            if let Some(then) = before.get(&title) {
                assert_eq!(&now, then, "{title}, {what}");
            }
        }
    };
    for at in 0..12 {
        map.send(MapMsg::Do(id, child(map.node("B0"), &format!("more {at}"))));
    }
    kept(&map, "after one became large");
    map.send(MapMsg::Do(id, MoveTo::new(map.node("B1"), map.node("B4")).into()));
    kept(&map, "after one was moved away");
    map.send(MapMsg::Do(id, Delete::new(map.node("B2")).into()));
    kept(&map, "after one was deleted");
    map.send(MapMsg::Do(
        id,
        AddSiblingAfter { title: Some("New".to_owned()), ..AddSiblingAfter::new(map.node("B3")) }.into(),
    ));
    kept(&map, "after one was added");
    assert_eq!(branches(&map)["New"].0, before["B3"].0, "beside a branch is on its side");
    map.send(MapMsg::Do(id, MoveUp::new(map.node("B5")).into()));
    kept(&map, "after one was moved up");
    map.send(MapMsg::Do(id, Outdent::new(map.node("L4")).into()));
    kept(&map, "after a leaf became a branch");
    assert_eq!(branches(&map)["L4"].0, before["B4"].0, "it stays where it was");
    for _ in 0..30 {
        map.lab.send(Msg::Undo);
    }
    for _ in 0..30 {
        map.lab.send(Msg::Redo);
    }
    kept(&map, "after all was undone and done again");
}

fn plain(text: &str) -> Clipping {
    Clipping { text: text.to_owned(), html: String::new() }
}

#[test]
fn the_command_pastes_what_the_clipboard_has_else_what_was_copied_else_says_what_helps() {
    let mut map = Map::new();
    let titles = |map: &Map| map.lab.model.workspace.nodes(map.map).count();
    let told = |map: &Map| map.lab.model.toasts.last().map(|toast| toast.text.clone());
    map.send(MapMsg::Key(map.map, Paste::ID));
    assert!(map.lab.trace.contains(&"ReadClipboard".to_owned()), "the clipboard is read first");
    map.send(MapMsg::ClipboardRead(map.map, None));
    assert_eq!((titles(&map), told(&map)), (3, Some(Notice::PasteRefused)));
    map.send(MapMsg::ClipboardRead(map.map, Some(plain(" \n"))));
    assert_eq!((titles(&map), told(&map)), (3, Some(Notice::PasteEmpty)));
    let leaf = map.node("Leaf");
    map.send(MapMsg::ClipboardRead(map.map, Some(plain("- One\n  - Two\n- Three"))));
    assert_eq!(titles(&map), 6);
    let parent = map.lab.model.workspace.nodes(map.map).find(|row| row.title == "One").and_then(|row| row.parent);
    assert_eq!(parent, Some(leaf), "it goes below what is selected");
    map.lab.send(Msg::Undo);
    assert_eq!(titles(&map), 3, "it is one step");
    let html = "<ul><li>One<ul><li>Two</ul><li>Three</ul>".to_owned();
    map.send(MapMsg::Paste(map.map, Clipping { text: "One\nTwo\nThree".to_owned(), html }));
    let row = |title: &str| map.lab.model.workspace.nodes(map.map).find(|row| row.title == title).expect("it is there");
    assert_eq!(row("Two").parent, Some(row("One").id), "copied HTML keeps its nesting");
    map.lab.send(Msg::Undo);
    let branch = map.node("Branch");
    map.send(MapMsg::Select(map.map, vec![branch]));
    map.send(MapMsg::Key(map.map, Copy::ID));
    map.send(MapMsg::ClipboardRead(map.map, None));
    assert_eq!(titles(&map), 5, "what was copied here needs no permission");
}

#[test]
fn choosing_nodes_ends_with_done_with_another_map_and_with_a_title() {
    let mut map = Map::new();
    let is_choosing = |map: &Map| map.lab.model.maps.looks[&map.map].choosing;
    let (branch, leaf) = (map.node("Branch"), map.node("Leaf"));
    map.send(MapMsg::Choose(map.map, true));
    map.send(MapMsg::Select(map.map, vec![branch, leaf]));
    assert!(is_choosing(&map));
    map.send(MapMsg::Choose(map.map, false));
    assert_eq!(map.lab.model.maps.looks[&map.map].selection, [branch, leaf], "what was chosen stays selected");
    assert!(!is_choosing(&map));
    map.send(MapMsg::Choose(map.map, true));
    map.lab.send(Msg::Go(Route::Map(Some(map.map), None)));
    assert!(is_choosing(&map), "it is the same map");
    map.send(MapMsg::BeginEdit(map.map, leaf, None));
    assert!(!is_choosing(&map));
    map.send(MapMsg::EndEdit(map.map, None, Then::GiveUp));
    map.send(MapMsg::Choose(map.map, true));
    map.lab.send(Msg::Maps(MapMsg::Create));
    assert!(!is_choosing(&map), "another map is open");
}
