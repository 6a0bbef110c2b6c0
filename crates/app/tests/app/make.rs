//! Making one thing of another: what comes of it, what is kept when it is made again, what can be made of what.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use espalier_app::course::CourseMsg;
use espalier_app::make::{MakeMsg, Source, To, made, offers};
use espalier_app::maps::MapMsg;
use espalier_app::navigate::Route;
use espalier_app::scenes::SceneMsg;
use espalier_app::sessions::SessionMsg;
use espalier_app::timelog::files::ImportMsg;
use espalier_app::timelog::{LogQuery, Preset, TimeMsg};
use espalier_app::{Dialog, Msg};
use espalier_base::date::DateRange;
use espalier_command::call::Call;
use espalier_course::commands::Edit;
use espalier_mindmap::commands::{AddChild, Delete, UpdateTitle};
use espalier_model::{
    Course, CourseId, LinkKind, MapId, MessageKey, MindMap, Node, NodeId, NodeKey, Scene, Shape, Thing, TimeEntry,
};
use espalier_scene::commands::RenameShape;
use espalier_timelog::commands::EditGoal;

use crate::lab::Lab;

const ANSWER: &str = "Sure!\n\n## Harbour\n- cranes\n- ships\n  - tugs\n\n## Market\n- fish\n";

fn make(lab: &mut Lab, source: &Source, to: To) {
    lab.send(Msg::Make(MakeMsg::Make(source.clone(), to)));
}

fn last_message(lab: &Lab) -> Source {
    let row = lab.last();
    Source::Thing(Thing::Message(MessageKey { session: row.session, id: row.id }))
}

/// The nodes of a map as indented lines, with their notes.
fn lines(lab: &Lab, map: MapId) -> Vec<String> {
    let view = lab.model.map_view(map).unwrap();
    let line = |node: &std::rc::Rc<Node>| {
        let depth = std::iter::successors(view.tree.parent(node.id), |above| view.tree.parent(*above)).count();
        let note = if node.note.is_empty() { String::new() } else { format!(": {}", node.note) };
        format!("{}{}{note}", "-".repeat(depth), node.title)
    };
    view.nodes.iter().map(line).collect()
}

fn node(lab: &Lab, map: MapId, title: &str) -> NodeId {
    let view = lab.model.map_view(map).unwrap();
    view.nodes.iter().find(|node| node.title == title).unwrap().id
}

fn on_node(lab: &mut Lab, map: MapId, call: impl Into<Call>) {
    lab.send(Msg::Maps(MapMsg::Do(map, call.into())));
}

fn made_links(lab: &Lab) -> Vec<(Thing, Thing)> {
    let links = lab.model.workspace.tables().links.values();
    links.filter(|link| link.kind == LinkKind::Made).map(|link| (link.from, link.to)).collect()
}

fn shown_map(lab: &Lab) -> MapId {
    lab.model.route.map().unwrap()
}

#[test]
fn n1_an_answer_becomes_a_map_in_one_step_with_one_link() {
    let mut lab = Lab::new();
    lab.ask("Tell me about the town", ANSWER);
    let source = last_message(&lab);
    make(&mut lab, &source, To::Map);
    let map = shown_map(&lab);
    let expected = ["Tell me about the town: Sure!", "-Harbour", "--cranes", "--ships", "---tugs", "-Market", "--fish"];
    assert_eq!(lines(&lab, map), expected);
    let Source::Thing(message) = source else { panic!("it is a thing") };
    assert_eq!(made_links(&lab), [(message, Thing::Map(map))]);
    lab.send(Msg::Undo);
    assert!(lab.model.workspace.get::<MindMap>(&map).is_none());
    assert_eq!(made_links(&lab), []);
    lab.send(Msg::Redo);
    assert_eq!(lab.model.workspace.tables().links.len(), 1);
}

#[test]
fn n2_a_map_made_again_follows_its_source_and_keeps_what_a_person_did() {
    let mut lab = Lab::new();
    lab.ask("Tell me about the town", ANSWER);
    let source = last_message(&lab);
    let session = lab.session();
    make(&mut lab, &source, To::Map);
    let map = shown_map(&lab);
    let (cranes, ships, market) = (node(&lab, map, "cranes"), node(&lab, map, "ships"), node(&lab, map, "Market"));
    on_node(&mut lab, map, UpdateTitle::new(market, "Old market".to_owned()));
    on_node(&mut lab, map, Delete::new(cranes));
    on_node(&mut lab, map, AddChild { title: Some("mine".to_owned()), ..AddChild::new(ships) });
    let by_hand = lines(&lab, map);
    lab.send(Msg::Go(Route::Chat(Some(session), None)));
    let Source::Thing(Thing::Message(key)) = source else { panic!("it is a message") };
    let changed = ANSWER.replace("- ships", "- boats").replace("- fish", "- fish\n- bread");
    lab.send(Msg::Sessions(SessionMsg::EditInPlace(key, changed)));
    make(&mut lab, &source, To::Map);
    assert_eq!(lab.model.workspace.tables().maps.len(), 1, "it is the same map");
    let now = lines(&lab, map);
    let expected = [
        "Tell me about the town: Sure!",
        "-Harbour",
        "--boats",
        "---tugs",
        // The person's own node hangs on it.
        "--ships",
        "---mine",
        "-Old market",
        "--fish",
        "--bread",
    ];
    assert_eq!(now, expected);
    lab.send(Msg::Undo);
    assert_eq!(lines(&lab, map), by_hand, "one step takes all of it back");
    // The same where the nodes are not in memory.
    let mut lab = lab.visit_at(Route::Chat(Some(session), None));
    assert!(lab.model.map_view(map).is_none());
    make(&mut lab, &source, To::Map);
    assert_eq!(lines(&lab, map), expected);
}

#[test]
fn a_branch_becomes_a_course_that_keeps_what_is_done() {
    let mut lab = Lab::new();
    lab.ask("Tell me about the town", ANSWER);
    let source = last_message(&lab);
    make(&mut lab, &source, To::Map);
    let map = shown_map(&lab);
    let whole = Source::shown(&lab.model).unwrap();
    assert_eq!(whole, Source::Thing(Thing::Map(map)));
    make(&mut lab, &whole, To::Course);
    let course = lab.model.route.course().unwrap();
    let said = |lab: &Lab| {
        let outline = lab.model.workspace.get::<Course>(&course).and_then(|row| row.outline.clone()).unwrap();
        let chapters = outline.sections.iter().flat_map(|part| {
            part.chapters.iter().map(move |row| (part.title.clone(), row.title.clone(), row.lesson.clone(), row.done))
        });
        chapters.map(|(part, title, lesson, done)| format!("{part}/{title}/{lesson}/{done}")).collect::<Vec<_>>()
    };
    assert_eq!(said(&lab), ["Harbour/cranes//false", "Harbour/ships/- tugs/false", "Market/fish//false"]);
    let outline = lab.model.workspace.get::<Course>(&course).and_then(|row| row.outline.clone()).unwrap();
    lab.send(Msg::Course(CourseMsg::Edit(course, Edit::Done(outline.sections[0].chapters[0].id, true))));
    lab.send(Msg::Go(Route::Map(Some(map), None)));
    let (cranes, fish) = (node(&lab, map, "cranes"), node(&lab, map, "fish"));
    on_node(&mut lab, map, Delete::new(cranes));
    on_node(&mut lab, map, UpdateTitle::new(fish, "herring".to_owned()));
    make(&mut lab, &whole, To::Course);
    let expected = ["Harbour/cranes//true", "Harbour/ships/- tugs/false", "Market/herring//false"];
    assert_eq!(said(&lab), expected, "what was done stays, though its node is gone");
    lab.send(Msg::Undo);
    assert!(said(&lab).contains(&"Market/fish//false".to_owned()));
}

#[test]
fn a_map_becomes_a_scene_and_a_scene_a_map() {
    let mut lab = Lab::new();
    lab.ask("Tell me about the town", ANSWER);
    let source = last_message(&lab);
    make(&mut lab, &source, To::Scene);
    let scene = lab.model.route.scene().unwrap();
    let shapes = |lab: &Lab| {
        let rows = lab.model.workspace.tables().shapes.values().filter(|row| row.scene == scene);
        rows.map(|row| (row.name.clone(), row.position)).collect::<Vec<_>>()
    };
    let found = shapes(&lab);
    assert_eq!(found.len(), 7);
    let places: std::collections::BTreeSet<String> = found.iter().map(|(_, place)| format!("{place:?}")).collect();
    assert_eq!(places.len(), 7, "none stands in another one");
    let row = lab.model.workspace.tables().shapes.values().find(|row| row.name == "fish").unwrap().clone();
    lab.send(Msg::Scene(SceneMsg::Do(scene, RenameShape::new(row.id, "mine".to_owned()).into())));
    make(&mut lab, &source, To::Scene);
    let named = lab.model.workspace.get::<Shape>(&row.key()).map(|row| row.name.clone());
    assert_eq!((named.as_deref(), shapes(&lab).len()), (Some("mine"), 7));
    let whole = Source::shown(&lab.model).unwrap();
    make(&mut lab, &whole, To::Map);
    let map = shown_map(&lab);
    let mut said: Vec<String> = lab.model.map_view(map).unwrap().nodes.iter().map(|row| row.title.clone()).collect();
    said[1..].sort();
    let expected =
        ["Tell me about the town", "Harbour", "Market", "Tell me about the town", "cranes", "mine", "ships", "tugs"];
    assert_eq!(said, expected);
}

#[test]
fn days_become_a_map_whose_sums_are_those_of_the_log() {
    let mut lab = Lab::new();
    lab.send(Msg::Go(Route::Time(None)));
    for line in ["9-11 writing @work", "yesterday 22:00-1:00 reading @home", "14-14:30 mails @work"] {
        lab.send(Msg::Time(TimeMsg::QuickAdd(line.to_owned())));
    }
    lab.send(Msg::Time(TimeMsg::Ask(LogQuery { preset: Preset::Today, ..LogQuery::default() })));
    let today = lab.model.today();
    let days = DateRange { first: today, last: today };
    let source = Source::shown(&lab.model).unwrap();
    assert_eq!((&source, source.clone().named(&lab.model)), (&Source::ShownDays, Source::Days(days)));
    make(&mut lab, &source, To::Map);
    let map = shown_map(&lab);
    let said = lines(&lab, map);
    let seconds: i64 = lab
        .model
        .workspace
        .tables()
        .time_entries
        .values()
        .map(|row: &std::rc::Rc<TimeEntry>| {
            let calendar = lab.model.timelog.columns.calendar();
            let start = row.start.0.div_euclid(1_000).max(calendar.day_start(today));
            row.end.map_or(0, |end| end.0.div_euclid(1_000) - start)
        })
        .sum();
    assert_eq!(seconds, 3_600 * 7 / 2);
    assert!(said[0].ends_with(" · 3 h 30 min"), "{said:?}");
    let rest: Vec<&str> = said[1..].iter().map(String::as_str).collect();
    let expected =
        ["-home · 1 h", "--22:00–1:00 reading", "-work · 2 h 30 min", "--9:00–11:00 writing", "--14:00–14:30 mails"];
    assert_eq!(rest, expected);
    // Each entry is linked from its node, and the map from the first of them.
    assert_eq!(lab.model.workspace.tables().links.len(), 4);
    let days = DateRange { first: today.plus_days(-1), last: today };
    make(&mut lab, &Source::Days(days), To::Map);
    assert_ne!(shown_map(&lab), map, "other days are another map");
    let said = lines(&lab, shown_map(&lab));
    assert!(said[0].ends_with(" · 5 h 30 min"), "{said:?}");
}

#[test]
fn a_table_becomes_entries_after_a_look() {
    let mut lab = Lab::new();
    let table = "| date | start | end | note |\n|---|---|---|---|\n| 2023-11-13 | 9:00 | 10:30 | \"Talk\", first |\n\
        | 2023-11-14 | 14:00 | 15:00 | Mails |\n";
    lab.ask("My week?", &format!("Here:\n\n{table}\nThat is all."));
    let source = last_message(&lab);
    assert!(offers(&lab.model, &source).contains(&(To::Entries, false)));
    make(&mut lab, &source, To::Entries);
    assert_eq!(lab.model.workspace.tables().time_entries.len(), 0, "it is looked at first");
    assert!(lab.model.timelog.import.is_some());
    lab.send(Msg::Time(TimeMsg::Import(ImportMsg::Apply)));
    let mut notes: Vec<String> =
        lab.model.workspace.tables().time_entries.values().map(|row| row.note.clone()).collect();
    notes.sort();
    assert_eq!(notes, ["\"Talk\", first", "Mails"]);
    assert_eq!(made_links(&lab).len(), 2, "both lead back");
    lab.send(Msg::Undo);
    assert_eq!((lab.model.workspace.tables().time_entries.len(), made_links(&lab).len()), (0, 0));
    lab.send(Msg::Time(TimeMsg::QuickAdd("9-10 other".to_owned())));
    assert_eq!(made_links(&lab).len(), 0, "what follows is made of nothing");
}

#[test]
fn selected_words_and_a_file_become_maps_of_their_own() {
    let mut lab = Lab::new();
    let file = b"# Plan\n\n- first\n- second\n";
    crate::attachments::attach(&mut lab, None, 1, "plan.md", file);
    lab.send(Msg::Sessions(SessionMsg::Send(None, "Read this".to_owned())));
    lab.answer(ANSWER);
    let session = lab.session();
    let [question, answer] = [0, 1].map(|at| MessageKey { session, id: lab.path()[at].id });
    let hash = lab.path()[0].attachments().next().unwrap().hash.clone();
    make(&mut lab, &Source::File(question, hash.clone()), To::Map);
    assert_eq!(lines(&lab, shown_map(&lab)), ["Plan", "-first", "-second"]);
    assert_eq!(made_links(&lab), [(Thing::Message(question), Thing::Map(shown_map(&lab)))]);
    make(&mut lab, &Source::File(question, hash), To::Course);
    let course = lab.model.route.course().unwrap();
    let outline = lab.model.workspace.get::<Course>(&course).and_then(|row| row.outline.clone()).unwrap();
    let chapters: Vec<&str> = outline.sections.iter().flat_map(|part| &part.chapters).map(|row| &*row.title).collect();
    assert_eq!((outline.title.as_str(), chapters), ("Plan", vec!["first", "second"]));
    make(&mut lab, &Source::Words(answer, "cranes\nships".to_owned()), To::Map);
    assert_eq!(lines(&lab, shown_map(&lab)), ["Read this", "-cranes", "-ships"]);
    assert_eq!(lab.model.workspace.tables().maps.len(), 2);
}

/// An app that shows the example course.
fn example() -> (Lab, CourseId) {
    let mut lab = Lab::new();
    lab.send(Msg::Go(Route::Course(None, None)));
    lab.send(Msg::Course(CourseMsg::Example));
    let course = lab.model.route.course().unwrap();
    (lab, course)
}

#[test]
fn a_chapter_starts_the_timer_and_becomes_a_goal() {
    let (mut lab, course) = example();
    let outline = lab.model.workspace.get::<Course>(&course).and_then(|row| row.outline.clone()).unwrap();
    let chapter = &outline.sections[0].chapters[0];
    let thing = Thing::Chapter(course, chapter.id);
    let source = Source::Thing(thing);
    make(&mut lab, &source, To::Timer);
    let running = lab.model.workspace.tables().time_entries.values().find(|row| row.end.is_none()).unwrap().clone();
    assert_eq!(running.note, chapter.title);
    assert!(made_links(&lab).contains(&(thing, Thing::Entry(running.id))));
    make(&mut lab, &source, To::Goal);
    let goal = lab.model.workspace.tables().goals.values().next().unwrap().clone();
    assert_eq!((goal.name.as_str(), goal.to.since(goal.from)), (chapter.title.as_str(), 6));
    lab.do_time(EditGoal { name: Some("Mine".to_owned()), ..EditGoal::new(goal.id) });
    lab.send(Msg::Course(CourseMsg::Edit(course, Edit::RenameChapter(chapter.id, "Other".to_owned()))));
    make(&mut lab, &source, To::Goal);
    assert_eq!(
        lab.model.workspace.get(&goal.id).map(|row: &std::rc::Rc<espalier_model::Goal>| row.name.clone()).as_deref(),
        Some("Mine")
    );
    assert_eq!(lab.model.workspace.tables().goals.len(), 1);
}

#[test]
fn a_branch_is_talked_about_and_becomes_a_prompt() {
    let mut lab = Lab::new();
    lab.ask("Tell me about the town", ANSWER);
    let source = last_message(&lab);
    make(&mut lab, &source, To::Map);
    let map = shown_map(&lab);
    let harbour = Source::Branches(map, vec![node(&lab, map, "Harbour")]);
    make(&mut lab, &harbour, To::Chat);
    let session = lab.model.route.session().unwrap();
    let first = |lab: &Lab| lab.model.workspace.messages(session).next().map(|row| row.text()).unwrap_or_default();
    assert!(first(&lab).starts_with("# Harbour\n\n- cranes\n- ships\n  - tugs"), "{}", first(&lab));
    let tugs = node(&lab, map, "tugs");
    on_node(&mut lab, map, UpdateTitle::new(tugs, "pilots".to_owned()));
    make(&mut lab, &harbour, To::Chat);
    assert!(first(&lab).contains("- pilots"), "{}", first(&lab));
    assert_eq!(lab.model.route.session(), Some(session));
    lab.send(Msg::Draft(None, "Please read".to_owned()));
    make(&mut lab, &harbour, To::Prompt);
    assert_eq!(lab.model.route, Route::Chat(None, None));
    let typed = lab.model.drafts.get(&None).cloned().unwrap_or_default();
    assert!(typed.starts_with("Please read\n\n# Harbour\n"), "{typed}");
}

#[test]
fn every_cell_of_the_table_is_as_the_architecture_says() {
    let (mut lab, course) = example();
    let outline = lab.model.workspace.get::<Course>(&course).and_then(|row| row.outline.clone()).unwrap();
    let chapter = Source::Thing(Thing::Chapter(course, outline.sections[0].chapters[0].id));
    let names = |lab: &Lab, source: &Source| {
        offers(&lab.model, source).iter().map(|(to, _)| to.name()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(names(&lab, &Source::Thing(Thing::Course(course))), "map chat prompt scene");
    assert_eq!(names(&lab, &chapter), "map chat prompt timer goal");
    lab.send(Msg::Go(Route::Scene(None, None)));
    lab.send(Msg::Scene(SceneMsg::Example));
    let scene = Source::shown(&lab.model).unwrap();
    assert_eq!(names(&lab, &scene), "map course chat prompt");
    lab.send(Msg::Go(Route::Map(None, None)));
    lab.send(Msg::Maps(MapMsg::Example));
    let map = Source::shown(&lab.model).unwrap();
    assert_eq!(names(&lab, &map), "map course chat prompt scene");
    let view = lab.model.map_view(shown_map(&lab)).unwrap().clone();
    let root = view.tree.root().unwrap();
    let branch = view.tree.children(root)[0];
    lab.send(Msg::Maps(MapMsg::Select(shown_map(&lab), vec![branch])));
    let selected = Source::shown(&lab.model).unwrap();
    assert_eq!(names(&lab, &selected), "map course chat prompt scene timer goal");
    lab.send(Msg::Go(Route::Time(None)));
    lab.send(Msg::Time(TimeMsg::QuickAdd("9-11 writing".to_owned())));
    let entry = lab.model.workspace.tables().time_entries.values().next().unwrap().id;
    assert_eq!(names(&lab, &Source::Thing(Thing::Entry(entry))), "map chat prompt");
    assert_eq!(names(&lab, &Source::shown(&lab.model).unwrap()), "map chat prompt");
    lab.send(Msg::Go(Route::Chat(None, None)));
    lab.ask("Tell me", ANSWER);
    assert_eq!(names(&lab, &last_message(&lab)), "map course prompt scene");
    assert_eq!(names(&lab, &Source::shown(&lab.model).unwrap()), "map course prompt scene");
    // What was made is known before it is made again.
    let source = last_message(&lab);
    lab.send(Msg::Dialog(Some(Dialog::Make(source.clone()))));
    make(&mut lab, &source, To::Scene);
    assert!(lab.model.dialog.is_none());
    assert!(offers(&lab.model, &source).contains(&(To::Scene, true)));
    assert!(
        matches!(made(&lab.model, &source, To::Scene), Some(Thing::Scene(id)) if lab.model.workspace.get::<Scene>(&id).is_some())
    );
    let key = NodeKey { map: MapId::from_uuid(course.uuid()), id: NodeId::from_uuid(course.uuid()) };
    assert!(offers(&lab.model, &Source::Thing(Thing::Node(key))).is_empty(), "what is gone makes nothing");
}
