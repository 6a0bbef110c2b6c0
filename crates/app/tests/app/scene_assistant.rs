//! The assistant of a scene: commands without a model, questions, tools for a model, and one undo.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops there")]

use std::collections::BTreeSet;

use espalier_agent_api::ask::Answer;
use espalier_app::Msg;
use espalier_app::files::FileMsg;
use espalier_app::navigate::Route;
use espalier_app::scenes::agent::{candidates, session_of};
use espalier_app::scenes::{SceneMsg, describe};
use espalier_app::sessions::SessionMsg;
use espalier_command::history::Document;
use espalier_model::conversation::{Part, Status};
use espalier_model::scene::{SceneId, Shape, ShapeType};
use espalier_scene::commands::{DeleteShapes, ResizeShape};
use espalier_storage::memory::MemoryStorage;
use serde_json::{Value, json};

use crate::lab::Lab;

fn room() -> (Lab, SceneId) {
    let mut lab = Lab::on(MemoryStorage::default(), Route::Scene(None, None));
    lab.send(Msg::Scene(SceneMsg::Create));
    let scene = lab.model.route.scene().unwrap();
    (lab, scene)
}

fn add(lab: &mut Lab, scene: SceneId, kind: ShapeType, at: [f64; 3]) {
    lab.send(Msg::Scene(SceneMsg::Add(scene, kind, Some(at))));
}

fn shapes(lab: &Lab, scene: SceneId) -> Vec<Shape> {
    lab.model.workspace.shapes(scene).map(|row| Shape::clone(row)).collect()
}

fn places(lab: &Lab, scene: SceneId) -> Vec<[f64; 3]> {
    shapes(lab, scene).iter().map(|row| row.position).collect()
}

/// Says something in the scene's conversation.
fn say(lab: &mut Lab, scene: SceneId, text: &str) {
    lab.send(Msg::Sessions(SessionMsg::Send(Some(session_of(scene)), text.to_owned())));
}

/// Lets the built-in model answer until it is done, or asks.
fn answered(lab: &mut Lab) -> String {
    for _ in 0..40 {
        if lab.calls.is_empty() {
            break;
        }
        lab.built_in();
    }
    lab.last().text()
}

fn tell(lab: &mut Lab, scene: SceneId, text: &str) -> String {
    say(lab, scene, text);
    answered(lab)
}

/// Answers the question that is open.
fn choose(lab: &mut Lab, answer: impl FnOnce(&espalier_app::prompt::OpenQuestion) -> Answer) -> String {
    let at = lab.last().key();
    let open = lab.model.questions(at);
    assert_eq!(open.len(), 1, "{open:?}");
    let answer = answer(&open[0]);
    lab.send(Msg::Answer(at, open[0].call_id.clone(), answer));
    answered(lab)
}

#[test]
fn explicit_commands_are_done_without_a_model_each_as_one_undo() {
    let (mut lab, scene) = room();
    let said = tell(&mut lab, scene, "在 (10,0,10) 画一个边长 5 的红色正方形");
    assert_eq!(said, "已创建位于(10, 0, 10)的红色正方形。", "{:?}", lab.last());
    let all = shapes(&lab, scene);
    assert_eq!((all.len(), all[0].position, all[0].geometry.size()), (1, [10.0, 0.0, 10.0], 5.0));
    assert_eq!(lab.model.scenes.looks[&scene].selection, [all[0].id], "one sees what was made");

    let said = tell(&mut lab, scene, "move it to (1, 2, 3)");
    assert_eq!(said, "Changed red square at (1, 2, 3).");
    let said = tell(&mut lab, scene, "draw three blue circles in a row");
    assert_eq!(said, "Created 3 shapes.");
    assert_eq!(shapes(&lab, scene).len(), 4);
    let entry = lab.model.history.next_undo(&[Document::of(scene)]).unwrap().1.clone();
    assert!(describe(&lab.model, &entry).last().is_some_and(|who| who.contains("assistant")), "{entry:?}");
    lab.send(Msg::Undo);
    assert_eq!(shapes(&lab, scene).len(), 1, "one undo for all three");

    let said = tell(&mut lab, scene, "撤销");
    assert_eq!(said, "已撤销。");
    assert_eq!(places(&lab, scene), [[10.0, 0.0, 10.0]]);
    let said = tell(&mut lab, scene, "redo");
    assert_eq!(said, "Done again.");
    assert_eq!(places(&lab, scene), [[1.0, 2.0, 3.0]]);
    // The answers stay, whatever was taken back.
    assert_eq!(lab.path().len(), 10);
}

#[test]
fn several_commands_of_one_message_are_one_undo() {
    let (mut lab, scene) = room();
    let said = tell(&mut lab, scene, "画一个红色正方形，然后把它移动到(1,2,3)，再把它涂成蓝色");
    assert!(said.starts_with("已创建") && said.ends_with("已修改位于(1, 2, 3)的蓝色正方形。"), "{said}");
    lab.send(Msg::Undo);
    assert!(shapes(&lab, scene).is_empty());
}

#[test]
fn where_several_shapes_fit_it_asks_and_the_question_outlives_a_reload() {
    let (mut lab, scene) = room();
    add(&mut lab, scene, ShapeType::Triangle, [10.0, 0.0, 10.0]);
    add(&mut lab, scene, ShapeType::Triangle, [11.0, 0.0, 10.0]);
    say(&mut lab, scene, "delete the triangle near (10.4, 0, 10)");
    answered(&mut lab);
    assert_eq!(lab.status(), Status::Waiting);
    assert_eq!(shapes(&lab, scene).len(), 2, "nothing was done");
    let numbered = candidates(&lab.model, scene);
    assert_eq!(numbered.len(), 2);

    let mut lab = lab.reload();
    assert_eq!(candidates(&lab.model, scene), numbered);
    let second = numbered[1];
    let said = choose(&mut lab, |open| {
        assert!(open.question.options[0].label.starts_with("1. "), "{open:?}");
        Answer::Chosen(vec![second.to_string()])
    });
    assert!(said.starts_with("Deleted"), "{said}");
    assert_eq!(shapes(&lab, scene).iter().map(|row| row.id).collect::<Vec<_>>(), [numbered[0]]);
    assert!(candidates(&lab.model, scene).is_empty());
}

#[test]
fn what_was_chosen_counts_though_only_another_shape_is_left() {
    let (mut lab, scene) = room();
    add(&mut lab, scene, ShapeType::Triangle, [10.0, 0.0, 10.0]);
    add(&mut lab, scene, ShapeType::Triangle, [11.0, 0.0, 10.0]);
    tell(&mut lab, scene, "delete the triangle");
    let [first, second] = candidates(&lab.model, scene)[..] else { panic!("two were expected") };
    lab.send(Msg::Scene(SceneMsg::Do(scene, DeleteShapes::new(vec![first]).into())));
    let said = choose(&mut lab, |_| Answer::Chosen(vec![first.to_string()]));
    assert!(said.contains("gone"), "{said}");
    assert_eq!(shapes(&lab, scene).iter().map(|row| row.id).collect::<Vec<_>>(), [second]);
}

#[test]
fn deleting_many_or_all_or_what_is_out_of_view_is_asked_first() {
    let (mut lab, scene) = room();
    for at in 0..6 {
        add(&mut lab, scene, ShapeType::Circle, [f64::from(at), 0.0, 0.0]);
    }
    add(&mut lab, scene, ShapeType::Square, [5_000.0, 0.0, 0.0]);
    for (text, left) in [("delete all circles", 7), ("清空场景", 7), ("delete the square", 7)] {
        tell(&mut lab, scene, text);
        assert_eq!(shapes(&lab, scene).len(), left, "{text}");
        let said = choose(&mut lab, |_| Answer::Confirmed(false));
        assert!(said.contains("nothing was changed") || said.contains("未作改动"), "{said}");
    }
    tell(&mut lab, scene, "delete all circles");
    let said = choose(&mut lab, |_| Answer::Confirmed(true));
    assert_eq!((said.as_str(), shapes(&lab, scene).len()), ("Deleted 6 shapes.", 1));
}

#[test]
fn changes_are_shown_first_and_only_what_is_ticked_is_done() {
    use espalier_agent_api::ask::QuestionKind;
    use espalier_app::connect::ConnectMsg;
    use espalier_app::scenes::agent::{Change, ghosts};
    use espalier_model::settings::SceneReview;
    let (mut lab, scene) = room();
    lab.send(Msg::Connect(ConnectMsg::SetSceneReview(SceneReview::Always)));
    tell(&mut lab, scene, "draw three blue circles in a row at (0, 0, 0)");
    assert!(shapes(&lab, scene).is_empty(), "nothing is made before it is agreed to");
    let shown = ghosts(&lab.model, scene);
    assert_eq!(shown.iter().map(|ghost| ghost.change).collect::<Vec<_>>(), [Change::Added; 3]);
    let mut lab = lab.reload();
    assert_eq!(ghosts(&lab.model, scene), shown, "the same after a reload");
    choose(&mut lab, |open| {
        assert_eq!((open.question.kind, open.question.options.len()), (QuestionKind::Review { ticked: true }, 3));
        Answer::Chosen(vec!["1".to_owned(), "3".to_owned()])
    });
    let made = shapes(&lab, scene);
    let middle = |ghost: &espalier_app::scenes::agent::Ghost| ghost.corners.sphere().0.x;
    let xs: Vec<f64> = made.iter().map(|row| row.position[0]).collect();
    assert_eq!(xs.len(), 2);
    for (x, at) in xs.iter().zip([0, 2]) {
        assert!((x - middle(&shown[at])).abs() < 1e-9, "{xs:?}");
    }
    assert!(ghosts(&lab.model, scene).is_empty());

    tell(&mut lab, scene, "paint all circles green");
    assert_eq!(ghosts(&lab.model, scene).len(), 2);
    let first = made[0].id;
    choose(&mut lab, |_| Answer::Chosen(vec![first.to_string()]));
    let painted = shapes(&lab, scene).iter().filter(|row| row.color != made[0].color).count();
    assert_eq!(painted, 1);

    lab.send(Msg::Connect(ConnectMsg::SetSceneReview(SceneReview::Deletions)));
    tell(&mut lab, scene, "draw a square at (20, 0, 20)");
    assert_eq!(shapes(&lab, scene).len(), 3, "only deletions are shown first");
    tell(&mut lab, scene, "delete all circles");
    assert!(ghosts(&lab.model, scene).iter().all(|ghost| ghost.change == Change::Removed));
    let said = choose(&mut lab, |open| {
        assert_eq!(open.question.kind, QuestionKind::Review { ticked: false }, "deletions are not ticked beforehand");
        Answer::Cancelled
    });
    assert_eq!((said.as_str(), shapes(&lab, scene).len()), ("All right, nothing was changed.", 3));
    tell(&mut lab, scene, "delete all circles");
    choose(&mut lab, |_| Answer::Chosen(vec![first.to_string()]));
    assert!(shapes(&lab, scene).len() == 2 && shapes(&lab, scene).iter().all(|row| row.id != first));
    lab.send(Msg::Undo);
    assert_eq!(shapes(&lab, scene).len(), 3);

    lab.send(Msg::Connect(ConnectMsg::SetSceneReview(SceneReview::Always)));
    tell(&mut lab, scene, "draw 30 circles in a grid");
    assert_eq!(ghosts(&lab.model, scene).len(), 30);
    choose(&mut lab, |open| {
        assert_eq!(open.question.kind, QuestionKind::Confirm, "so many are not ticked one by one");
        Answer::Confirmed(true)
    });
    assert_eq!(shapes(&lab, scene).len(), 33);
}

#[test]
fn what_is_not_understood_changes_nothing_and_says_what_can_be_done() {
    let (mut lab, scene) = room();
    add(&mut lab, scene, ShapeType::Circle, [0.0; 3]);
    let said = tell(&mut lab, scene, "delete everything except the hexagon");
    assert!(said.contains("“except”") && said.matches("\n- ").count() == 3, "{said}");
    let said = tell(&mut lab, scene, "删除名为“月亮”的圆");
    assert!(said.contains("月亮") && said.contains("未作改动"), "{said}");
    assert_eq!(shapes(&lab, scene).len(), 1);
}

#[test]
fn a_model_acts_only_on_what_it_found_in_the_same_turn() {
    let (mut lab, scene) = room();
    add(&mut lab, scene, ShapeType::Triangle, [10.0, 0.0, 10.0]);
    lab.send(Msg::Scene(SceneMsg::Select(scene, Vec::new())));
    lab.use_custom_endpoint();
    let id = shapes(&lab, scene)[0].id;
    say(&mut lab, scene, "delete the triangle near (10,0,10)");
    assert_eq!(lab.last_request()["tools"].as_array().map(Vec::len), Some(13));
    let delete = json!({ "id": id }).to_string();
    lab.tools("", &[("c1", "deleteShape", &delete)]);
    let told = lab.sent().pop().unwrap();
    assert!(told.contains("not_perceived"), "{told}");
    assert_eq!(shapes(&lab, scene).len(), 1);
    lab.tools("", &[("c2", "getNearbyObjects", r#"{"x":10,"y":0,"z":10}"#)]);
    let told = lab.sent().pop().unwrap();
    let found: Value = serde_json::from_str(told.trim_start_matches("tool: ")).unwrap();
    assert_eq!((&found["total"], &found["shapes"][0]["id"]), (&json!(1), &json!(id)));
    lab.tools("", &[("c3", "deleteShape", r#"{"id":"triangle 1"}"#)]);
    assert!(lab.sent().pop().unwrap().contains("not_found"));
    lab.tools("", &[("c4", "deleteShape", &delete)]);
    assert!(shapes(&lab, scene).is_empty());
    lab.text("Deleted.");
    lab.end();
    let calls = lab.last().parts.iter().filter(|part| matches!(part, Part::ToolCall { .. })).count();
    assert_eq!((calls, lab.status()), (4, Status::Done));
    lab.send(Msg::Undo);
    assert_eq!(shapes(&lab, scene).len(), 1);
}

#[test]
fn under_an_answer_stands_what_was_changed_whatever_it_says() {
    let (mut lab, scene) = room();
    add(&mut lab, scene, ShapeType::Triangle, [10.0, 0.0, 10.0]);
    lab.use_custom_endpoint();
    let delete = json!({ "id": shapes(&lab, scene)[0].id }).to_string();
    let paint = json!({ "id": shapes(&lab, scene)[0].id, "params": { "color": "red" } }).to_string();
    // The triangle is selected, so that it may be acted upon at once.
    for (tool, arguments, said, told) in [
        ("", "", "I've deleted the triangle.", "unchanged"),
        ("", "", "我把三角形去掉了。", "unchanged"),
        ("modifyShape", r#"{"id":"nothing"}"#, "It is red now.", "unchanged"),
        ("modifyShape", &*paint, "I've deleted the triangle.", "changes changed=1"),
        ("modifyShape", &*paint, "It is red now.", "unchanged"),
        ("deleteShape", &*delete, "已删除该三角形。", "changes deleted=1"),
        ("createShape", r#"{"type":"square"}"#, "Nothing happened.", "changes added=1"),
    ] {
        say(&mut lab, scene, "delete it");
        if !tool.is_empty() {
            lab.tools("", &[("c", tool, arguments)]);
        }
        lab.text(said);
        lab.end();
        let notices = &lab.last().provenance.notices;
        assert!(notices.iter().any(|notice| notice == told), "{said} {notices:?}");
        let undoable = espalier_app::scenes::agent::undoable(&lab.model, lab.last().key());
        assert_eq!(undoable.is_some(), told != "unchanged", "{said}");
    }
    assert_eq!(shapes(&lab, scene).len(), 1);
}

/// A scene with so many circles in rows, red and blue in turn, and one square.
fn large(count: usize) -> (Lab, SceneId) {
    let (mut lab, _) = room();
    let figure = |at: usize| {
        let color = if at.is_multiple_of(2) { "#e03131" } else { "#1971c2" };
        let place = json!([at % 100, 0, at / 100]);
        json!({ "geometry": { "type": "circle", "radius": 0.4 }, "position": place, "color": color })
    };
    let mut all: Vec<Value> = (0..count).map(figure).collect();
    all.push(json!({ "geometry": { "type": "square", "side": 1 }, "position": [-5, 0, -5], "color": "#868e96" }));
    let text = json!({ "format": "espalier-scene", "version": 1, "name": "Large", "shapes": all }).to_string();
    lab.send(Msg::Files(FileMsg::Read("large.json".to_owned(), text.into_bytes())));
    let scene = lab.model.route.scene().unwrap();
    assert_eq!(shapes(&lab, scene).len(), count + 1);
    (lab, scene)
}

#[test]
fn nothing_ends_at_a_thousand_shapes() {
    let (mut lab, scene) = large(2_400);
    let colors = |lab: &Lab| shapes(lab, scene).iter().map(|row| row.color.to_string()).collect::<BTreeSet<_>>().len();
    assert_eq!(tell(&mut lab, scene, "make all circles green"), "Changed 2400 shapes.");
    assert_eq!(colors(&lab), 2, "the circles and the square");
    lab.send(Msg::Undo);
    assert_eq!(colors(&lab), 3);
    assert_eq!(tell(&mut lab, scene, "把所有圆涂成绿色"), "已修改2400个图形。");
    lab.send(Msg::Undo);
    // What is told apart by what it is not, and what is selected.
    tell(&mut lab, scene, "select everything except the red ones");
    assert_eq!(lab.model.scenes.looks[&scene].selection.len(), 1_201);
    assert_eq!(tell(&mut lab, scene, "move the selected shapes up by 1"), "Changed 1201 shapes.");
    assert_eq!(shapes(&lab, scene).iter().filter(|row| row.position[1] > 0.5).count(), 1_201);
    tell(&mut lab, scene, "delete all circles");
    assert_eq!(choose(&mut lab, |_| Answer::Confirmed(true)), "Deleted 2400 shapes.");
    assert_eq!(shapes(&lab, scene).len(), 1);
    assert!(lab.last().parts.iter().all(|part| serde_json::to_string(part).unwrap().len() < 4_000), "no list of ids");
}

#[test]
fn a_model_names_a_set_that_is_still_what_it_was() {
    let (mut lab, scene) = large(1_500);
    lab.use_custom_endpoint();
    let all = r#"{"allOf":"listShapes","params":{"color":"green"}}"#;
    say(&mut lab, scene, "paint the circles");
    lab.tools("", &[("a", "modifyShape", all)]);
    assert!(lab.sent().pop().unwrap().contains("not_perceived"), "it looks first");
    lab.tools("", &[("b", "listShapes", r#"{"type":"circle","exceptColor":"red"}"#)]);
    lab.tools("", &[("c", "createShape", r#"{"type":"circle","params":{"color":"blue","x":40}}"#)]);
    lab.tools("", &[("d", "modifyShape", all)]);
    assert!(lab.sent().pop().unwrap().contains("changed_meanwhile"), "{:?}", lab.sent().pop());
    lab.tools("", &[("e", "listShapes", r#"{"exceptColor":"red","type":"circle","cursor":0}"#)]);
    lab.tools("", &[("f", "modifyShape", r##"{"allOf":"listShapes","params":{"color":"#2f9e44"}}"##)]);
    assert_eq!(shapes(&lab, scene).iter().filter(|row| row.color.to_string() == "#2f9e44").count(), 751);
}

#[test]
fn numbers_no_shape_can_have_are_refused_in_words() {
    for (text, words) in [
        ("draw a square with side -5", "size"),
        ("make the circle 1000000 times as big", "factor"),
        ("画一个边长-5的正方形", "大小"),
        ("draw a circle with radius 9999999", "size"),
    ] {
        let (mut lab, scene) = room();
        add(&mut lab, scene, ShapeType::Circle, [0.0; 3]);
        let said = tell(&mut lab, scene, text);
        assert!(said.contains(words), "{text}: {said}");
        assert!(said.contains("Nothing was changed") || said.contains("未作改动"), "{text}: {said}");
        assert!(!said.contains("Schema") && !said.contains('{'), "{text}: {said}");
        assert_eq!(shapes(&lab, scene).len(), 1, "{text}");
    }
}

#[test]
fn several_deletions_of_a_step_are_one_question() {
    for yes in [true, false] {
        let (mut lab, scene) = room();
        (0..8).for_each(|at| add(&mut lab, scene, ShapeType::Square, [f64::from(at) * 3.0, 0.0, 0.0]));
        lab.use_custom_endpoint();
        say(&mut lab, scene, "delete the squares");
        lab.tools("", &[("look", "listShapes", "{}")]);
        let ids: Vec<String> = shapes(&lab, scene).iter().map(|row| json!({ "id": row.id }).to_string()).collect();
        let names: Vec<String> = (0..8).map(|at| format!("d{at}")).collect();
        let calls: Vec<_> =
            names.iter().zip(&ids).map(|(name, id)| (name.as_str(), "deleteShape", id.as_str())).collect();
        lab.tools("", &calls);
        assert_eq!(shapes(&lab, scene).len(), 8, "nothing goes before it is answered");
        let mut lab = lab.reload();
        let said = |open: &espalier_app::prompt::OpenQuestion| {
            assert!(open.question.prompt.starts_with("Delete all 8 shapes?"), "{:?}", open.question);
            Answer::Confirmed(yes)
        };
        let at = lab.last().key();
        let open = lab.model.questions(at);
        assert_eq!(open.len(), 1, "{open:?}");
        lab.send(Msg::Answer(at, open[0].call_id.clone(), said(&open[0])));
        assert_eq!(shapes(&lab, scene).len(), if yes { 0 } else { 8 });
        assert!(lab.model.questions(lab.last().key()).is_empty());
    }
}

#[test]
fn numbers_that_a_model_was_told_and_gives_back_change_nothing() {
    let (mut lab, scene) = room();
    let exact = [1.234_56, -2.987_65, 1.234_56];
    add(&mut lab, scene, ShapeType::Circle, exact);
    let id = shapes(&lab, scene)[0].id;
    lab.send(Msg::Scene(SceneMsg::Do(scene, ResizeShape::new(id, 1.234_56).into())));
    lab.use_custom_endpoint();
    say(&mut lab, scene, "make it green");
    let params = json!({ "color": "green", "x": 1.23, "y": -2.99, "z": 1.23, "size": 1.23 });
    lab.tools("", &[("c", "modifyShape", &json!({ "id": id, "params": params }).to_string())]);
    let row = &shapes(&lab, scene)[0];
    assert_eq!((row.position, row.geometry.size()), (exact, 1.234_56));
    // Where one number is another, the others stay.
    lab.tools("", &[("d", "modifyShape", &json!({ "id": id, "params": { "x": 1.23, "y": 5.0 } }).to_string())]);
    let [x, y, z] = shapes(&lab, scene)[0].position;
    assert_eq!((x, y, z), (1.234_56, 5.0, 1.234_56));
}

#[test]
fn what_the_person_has_not_asked_to_delete_is_asked_first() {
    // A model that obeys what it reads in a name deletes in the turn of a question, and of another command.
    for (text, asks) in [
        ("how many triangles are there?", true),
        ("did you delete the triangle?", true),
        ("make the triangle red", true),
        ("三角形在哪里", true),
        ("要不要删除三角形？", true),
        ("don't remove anything", true),
        ("delete the triangle", false),
        ("please get rid of it", false),
        ("把三角形删掉", false),
    ] {
        let (mut lab, scene) = room();
        add(&mut lab, scene, ShapeType::Triangle, [10.0, 0.0, 10.0]);
        lab.use_custom_endpoint();
        let delete = json!({ "id": shapes(&lab, scene)[0].id }).to_string();
        say(&mut lab, scene, text);
        lab.tools("", &[("c", "deleteShape", &delete)]);
        assert_eq!(shapes(&lab, scene).len(), usize::from(asks), "{text}");
        assert_eq!(!lab.model.questions(lab.last().key()).is_empty(), asks, "{text}");
    }
}

#[test]
fn wrong_parameters_are_errors_a_model_can_mend() {
    let (mut lab, scene) = room();
    lab.use_custom_endpoint();
    say(&mut lab, scene, "draw something");
    for (index, arguments) in [
        r#"{"type":"hexagon"}"#,
        r#"{"type":"square","params":{"size":-5}}"#,
        r#"{"type":"circle","params":{"color":"octarine"}}"#,
    ]
    .into_iter()
    .enumerate()
    {
        lab.tools("", &[(&format!("c{index}"), "createShape", arguments)]);
        let told = lab.sent().pop().unwrap();
        assert!(told.contains("Invalid arguments") || told.contains("is not a colour"), "{told}");
    }
    lab.tools("", &[("ok", "createShape", r#"{"type":"square","params":{"side":5,"color":"red","x":1,"y":0,"z":2}}"#)]);
    let all = shapes(&lab, scene);
    assert_eq!((all.len(), all[0].position, all[0].geometry.size()), (1, [1.0, 0.0, 2.0], 5.0));
}

/// A scene to be worked on.
fn stocked() -> (Lab, SceneId) {
    let (mut lab, scene) = room();
    for (at, kind) in
        [ShapeType::Triangle, ShapeType::Triangle, ShapeType::Circle, ShapeType::Square].iter().enumerate()
    {
        add(&mut lab, scene, *kind, [10.0 + at as f64, 0.0, 10.0]);
    }
    (lab, scene)
}

/// Says something and takes the first candidate, or yes, wherever it is asked; the page is loaded again before the step
/// of this number. Gives how many steps it took.
fn drive(mut lab: Lab, scene: SceneId, text: &str, reload_at: Option<usize>) -> (Lab, usize) {
    say(&mut lab, scene, text);
    for step in 0..60 {
        if reload_at == Some(step) {
            lab = lab.reload();
            let last = lab.last();
            if lab.model.can_resume(last.key()) {
                lab.send(Msg::Resume(last.key()));
            }
        }
        let at = lab.last().key();
        if !lab.calls.is_empty() {
            lab.built_in();
        } else if let Some(open) = lab.model.questions(at).into_iter().next() {
            let first = open.question.options.first();
            let answer = first.map_or(Answer::Confirmed(true), |option| Answer::Chosen(vec![option.id.clone()]));
            lab.send(Msg::Answer(at, open.call_id, answer));
        } else {
            return (lab, step);
        }
    }
    panic!("{text} does not come to an end: {:?}", lab.last());
}

/// The outcome of a run: the shapes without their ids, and how many steps the history has.
fn outcome(lab: &Lab, scene: SceneId) -> (Vec<String>, usize) {
    let show = |row: &Shape| format!("{:?} {:?} {} {:?}", row.geometry, row.position, row.color, row.rotation);
    let mut all: Vec<String> = shapes(lab, scene).iter().map(show).collect();
    all.sort_unstable();
    (all, lab.model.history.entries(Document::of(scene)).len())
}

#[test]
fn what_is_told_is_done_exactly_once_whenever_the_page_goes_away() {
    let commands = [
        "在 (1,0,1) 画一个边长 5 的红色正方形",
        "draw three blue circles in a row at (0, 0, 0)",
        "delete the triangle near (10.4, 0, 10)",
        "删除所有三角形",
        "clear the scene",
        "make the last circle twice as big",
        "move the square to (1, 2, 3)",
        "把圆形向左移动3，然后把它涂成紫色",
        "在(5,0,5)画一个三角形，然后把它旋转45度，再删除正方形",
        "rotate the triangle nearest to (10, 0, 10) 30 degrees",
        "delete the triangle and delete the circle",
        "把所有三角形排成一圈",
        "paint all triangles yellow and then delete the square",
        "把所有圆形改成绿色",
        "在 (3,0,3) 画一个半径 2 的蓝色圆，然后在 (6,0,6) 画一个三角形",
        "arrange all shapes in a grid",
        "把正方形放大两倍",
        "delete the circle and then paint the square red and then move it 2 up",
        "rename the square to \"Box\"",
        "draw a square at (1, 1, 1), draw a circle at (2, 2, 2), draw a triangle at (3, 3, 3)",
    ];
    let mut runs = 0;
    for text in commands {
        let (lab, scene) = stocked();
        let (lab, steps) = drive(lab, scene, text, None);
        let expected = outcome(&lab, scene);
        assert_eq!(lab.status(), Status::Done, "{text}");
        assert_eq!(expected.1, 5, "{text}: one step for the whole answer");
        // Twice each: the second time the page goes away once more, at the end.
        for reload_at in 0..=steps {
            for again in [false, true] {
                let (lab, scene) = stocked();
                let (mut lab, _) = drive(lab, scene, text, Some(reload_at));
                if again {
                    lab = lab.reload();
                }
                assert_eq!(outcome(&lab, scene), expected, "{text}, reloaded before step {reload_at}");
                runs += 1;
            }
        }
    }
    assert!(runs >= 200, "{runs} runs");
}
