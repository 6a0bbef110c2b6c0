//! The example of each room: made and removed with one step each, and never at the cost of what a person has.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops there")]

use espalier_app::course::CourseMsg;
use espalier_app::files::FileMsg;
use espalier_app::make::map_of;
use espalier_app::maps::MapMsg;
use espalier_app::navigate::Route;
use espalier_app::scenes::SceneMsg;
use espalier_app::sessions::SessionMsg;
use espalier_app::timelog::TimeMsg;
use espalier_app::{Confirm, Dialog, Msg};
use espalier_command::history::Document;
use espalier_course::commands::Edit;
use espalier_mindmap::commands::{AddChild, ToggleFold};
use espalier_model::example::is_example;
use espalier_model::{CourseId, MapId, RoomId, SceneId, SessionId, TimeEntry};
use espalier_storage::memory::MemoryStorage;
use espalier_timelog::commands::{AddEntry, CategoryRef, EditEntry, RenameCategory, StopEntry};

use crate::lab::{Lab, moment};

fn at(route: Route) -> Lab {
    Lab::on(MemoryStorage::default(), route)
}

/// Takes back what the last notice tells of, with the button in it.
fn undo_notice(lab: &mut Lab) {
    let id = lab.model.toasts.last().unwrap().id;
    lab.send(Msg::UndoNotice(id));
}

fn map() -> (Lab, MapId) {
    let mut lab = at(Route::Map(None, None));
    lab.send(Msg::Maps(MapMsg::Example));
    let map = lab.model.route.map().unwrap();
    (lab, map)
}

fn scene() -> (Lab, SceneId) {
    let mut lab = at(Route::Scene(None, None));
    lab.send(Msg::Scene(SceneMsg::Example));
    let scene = lab.model.route.scene().unwrap();
    (lab, scene)
}

#[test]
fn the_map_is_removed_without_a_question_and_one_undo_brings_all_of_it_back() {
    let (lab, map) = map();
    assert!(is_example(RoomId::Map, map) && lab.model.map_view(map).unwrap().nodes.len() >= 30);
    let rows = lab.rows();
    // The mark is where the row is, so it is there after the page was loaded again.
    let mut lab = lab.reload();
    assert_eq!(lab.rows(), rows);
    lab.send(Msg::Maps(MapMsg::RemoveExample(map)));
    assert_eq!((lab.rows(), lab.model.dialog.is_some()), (Vec::new(), false));
    assert_eq!(lab.model.route, Route::Map(None, None));
    undo_notice(&mut lab);
    assert_eq!(lab.rows(), rows);
    // Both its making and its deletion are steps of the list.
    assert_eq!(lab.model.history.entries(Document::MAPS).len(), 2);
}

#[test]
fn there_is_one_example_and_a_copy_of_it_is_none() {
    let (mut lab, map) = map();
    lab.send(Msg::Go(Route::Map(None, None)));
    lab.send(Msg::Maps(MapMsg::Example));
    assert_eq!((lab.model.route.map(), lab.model.mind_maps().len()), (Some(map), 1));
    lab.send(Msg::Maps(MapMsg::Duplicate(map)));
    let copy = lab.model.route.map().unwrap();
    assert!(copy != map && !is_example(RoomId::Map, copy));
    lab.send(Msg::Maps(MapMsg::RemoveExample(copy)));
    assert_eq!(lab.model.mind_maps().len(), 2);
}

#[test]
fn a_map_that_was_only_looked_at_goes_without_a_question_and_one_with_words_of_a_person_does_not() {
    let (mut lab, map) = map();
    let folded = lab.model.map_view(map).unwrap().nodes.iter().find(|node| node.folded).unwrap().id;
    lab.send(Msg::Maps(MapMsg::Reveal(map, folded)));
    lab.send(Msg::Maps(MapMsg::Do(map, ToggleFold::new(folded).into())));
    lab.send(Msg::Maps(MapMsg::RemoveExample(map)));
    assert_eq!((lab.model.dialog.clone(), lab.model.mind_maps().len()), (None, 0));
    undo_notice(&mut lab);
    lab.send(Msg::Go(Route::Map(Some(map), None)));
    lab.send(Msg::Maps(MapMsg::Do(map, AddChild { title: Some("mine".to_owned()), ..AddChild::new(folded) }.into())));
    let count = lab.model.map_view(map).unwrap().nodes.len();
    lab.send(Msg::Maps(MapMsg::RemoveExample(map)));
    assert_eq!(lab.model.dialog, Some(Dialog::Confirm(Confirm::DeleteMap(map, count))));
    assert_eq!(lab.model.mind_maps().len(), 1);
    lab.send(Msg::Confirmed);
    assert_eq!(lab.model.mind_maps().len(), 0);
}

#[test]
fn the_scene_is_removed_and_brought_back_and_asks_where_it_was_changed() {
    let (lab, scene) = scene();
    assert!(is_example(RoomId::Scene, scene));
    let rows = lab.rows();
    let mut lab = lab.reload();
    lab.send(Msg::Scene(SceneMsg::RemoveExample(scene)));
    assert_eq!((lab.rows(), lab.model.dialog.is_some()), (Vec::new(), false));
    undo_notice(&mut lab);
    assert_eq!(lab.rows(), rows);
    lab.send(Msg::Scene(SceneMsg::Example));
    assert_eq!(lab.model.route.scene(), Some(scene));
    lab.send(Msg::Scene(SceneMsg::Add(scene, espalier_model::scene::ShapeType::Circle, None)));
    lab.send(Msg::Scene(SceneMsg::RemoveExample(scene)));
    assert!(matches!(lab.model.dialog, Some(Dialog::Confirm(Confirm::DeleteScene(..)))));
    lab.send(Msg::Confirmed);
    assert_eq!(lab.rows(), Vec::<String>::new());
    undo_notice(&mut lab);
    assert!(lab.rows().len() > rows.len());
}

fn log() -> Lab {
    let mut lab = at(Route::Time(None));
    lab.send(Msg::Time(TimeMsg::Example));
    lab
}

/// The names of the categories that are there.
fn categories(lab: &Lab) -> Vec<String> {
    lab.model.time_categories().iter().map(|row| row.name.clone()).collect()
}

#[test]
fn the_log_reaches_over_two_months_up_to_a_timer_that_runs_and_goes_and_comes_back_whole() {
    let lab = log();
    let (rows, now) = (lab.rows(), lab.env.now);
    let entries = &lab.model.workspace.tables().time_entries;
    assert!(entries.len() > 100 && entries.keys().all(|id| is_example(RoomId::Time, *id)));
    let running: Vec<_> = entries.values().filter(|row| row.is_running()).collect();
    assert!(matches!(running.as_slice(), [row] if row.start < now));
    assert!(entries.values().map(|row| row.start).min().unwrap().0 < now.0 - 55 * 86_400_000);
    assert_eq!((categories(&lab).len(), lab.model.goals().len()), (5, 2));
    let mut lab = lab.reload();
    assert_eq!(lab.rows(), rows);
    // There is one already.
    lab.send(Msg::Time(TimeMsg::Example));
    assert_eq!(lab.rows(), rows);
    lab.send(Msg::Time(TimeMsg::RemoveExample(false)));
    assert_eq!((lab.rows(), lab.model.dialog.is_some()), (Vec::new(), false));
    undo_notice(&mut lab);
    assert_eq!(lab.rows(), rows);
    let mut lab = lab.reload();
    lab.send(Msg::Redo);
    lab.send(Msg::Time(TimeMsg::Example));
    assert_eq!(lab.model.workspace.tables().time_entries.len() + 7, rows.len(), "it can be made again");
}

#[test]
fn what_a_person_added_to_the_log_stays_with_the_categories_and_goals_it_uses() {
    let mut lab = log();
    let goal = lab.model.goals()[0].id;
    let entry = AddEntry::new(moment("2023-11-14T06:00:00Z"), moment("2023-11-14T06:30:00Z"));
    lab.do_time(AddEntry { category: Some(CategoryRef::Named("Home".to_owned())), ..entry });
    let entry = AddEntry::new(moment("2023-11-14T07:00:00Z"), moment("2023-11-14T07:30:00Z"));
    lab.do_time(AddEntry { goal: Some(goal), ..entry });
    let own = |lab: &Lab| -> Vec<TimeEntry> {
        let all = lab.model.workspace.tables().time_entries.values();
        all.filter(|row| !is_example(RoomId::Time, row.id)).map(|row| TimeEntry::clone(row)).collect()
    };
    let (rows, mine) = (lab.rows(), own(&lab));
    assert_eq!(mine.len(), 2);
    lab.send(Msg::Time(TimeMsg::RemoveExample(false)));
    assert_eq!(lab.model.dialog, None);
    assert_eq!((own(&lab), lab.model.workspace.tables().time_entries.len()), (mine, 2));
    // The goal that is used, its category, and the one that is used.
    assert_eq!(lab.model.goals().iter().map(|row| row.id).collect::<Vec<_>>(), [goal]);
    assert_eq!(categories(&lab).len(), 2);
    assert!(!lab.model.has_time_example());
    undo_notice(&mut lab);
    assert_eq!(lab.rows(), rows);
}

#[test]
fn a_log_that_was_changed_asks_before_the_example_goes() {
    for change in 0..3 {
        let mut lab = log();
        let entry = *lab.model.workspace.tables().time_entries.keys().next().unwrap();
        let category = lab.model.time_categories()[0].id;
        match change {
            0 => lab.do_time(EditEntry { note: Some("mine".to_owned()), ..EditEntry::new(entry) }),
            1 => lab.do_time(RenameCategory::new(category, "Office".to_owned())),
            _ => lab.send(Msg::Time(TimeMsg::Key(StopEntry::ID))),
        }
        assert!(!lab.model.toasts.iter().any(|toast| toast.error), "{change}");
        let rows = lab.rows();
        lab.send(Msg::Time(TimeMsg::RemoveExample(false)));
        assert_eq!(lab.model.dialog, Some(Dialog::Confirm(Confirm::RemoveExample)), "{change}");
        assert_eq!(lab.rows(), rows);
        lab.send(Msg::Confirmed);
        assert_eq!(lab.rows(), Vec::<String>::new());
        undo_notice(&mut lab);
        assert_eq!(lab.rows(), rows);
    }
}

#[test]
fn a_timer_that_runs_already_goes_on_and_the_example_starts_none() {
    let mut lab = at(Route::Time(None));
    lab.send(Msg::Time(TimeMsg::Start("reading".to_owned())));
    lab.send(Msg::Time(TimeMsg::Example));
    let running: Vec<_> = lab.model.timelog.columns.running().iter().map(|row| row.note.clone()).collect();
    assert_eq!(running, ["reading"]);
}

fn course() -> (Lab, CourseId) {
    let mut lab = at(Route::Course(None, None));
    lab.send(Msg::Course(CourseMsg::Example));
    let course = lab.model.route.course().unwrap();
    (lab, course)
}

#[test]
fn the_course_is_begun_and_goes_and_comes_back_and_asks_where_it_was_changed() {
    let (lab, id) = course();
    let outline = |lab: &Lab| lab.model.workspace.get::<espalier_model::Course>(&id).unwrap().outline.clone().unwrap();
    assert_eq!(outline(&lab).progress(), (4, 12));
    assert!(lab.model.course_is_known(id));
    let rows = lab.rows();
    let mut lab = lab.reload();
    lab.send(Msg::Course(CourseMsg::RemoveExample(id)));
    assert_eq!((lab.rows(), lab.model.dialog.is_some()), (Vec::new(), false));
    undo_notice(&mut lab);
    assert_eq!(lab.rows(), rows);
    lab.send(Msg::Course(CourseMsg::Example));
    assert_eq!((lab.model.route.course(), lab.model.courses().len()), (Some(id), 1));
    let chapter = outline(&lab).sections[2].chapters[0].id;
    lab.send(Msg::Course(CourseMsg::Edit(id, Edit::Done(chapter, true))));
    lab.send(Msg::Course(CourseMsg::RemoveExample(id)));
    assert_eq!(lab.model.dialog, Some(Dialog::Confirm(Confirm::DeleteCourse(id))));
    lab.send(Msg::Confirmed);
    assert_eq!(lab.rows(), Vec::<String>::new());
}

#[test]
fn what_is_made_of_the_course_elsewhere_is_no_example_there() {
    let (mut lab, id) = course();
    lab.send(map_of(id));
    let map = lab.model.route.map().unwrap();
    assert!(!is_example(RoomId::Map, map));
    lab.send(Msg::Maps(MapMsg::Example));
    assert_eq!(lab.model.mind_maps().len(), 2);
}

fn conversation() -> (Lab, SessionId) {
    let mut lab = at(Route::Chat(None, None));
    lab.use_custom_endpoint();
    lab.send(Msg::Go(Route::Chat(None, None)));
    lab.send(Msg::Files(FileMsg::Example));
    let session = lab.session();
    (lab, session)
}

#[test]
fn the_conversation_has_branches_and_goes_and_comes_back() {
    let (lab, id) = conversation();
    assert!(is_example(RoomId::Chat, id));
    assert_eq!((lab.shown().len(), lab.model.workspace.messages(id).count()), (6, 10));
    let fork = lab.path()[2].key();
    let rows = lab.rows();
    let mut lab = lab.reload();
    assert_eq!((lab.shown().len(), lab.rows()), (6, rows.clone()));
    // Looking at another branch changes nothing that a person would miss.
    lab.send(Msg::Sessions(SessionMsg::StepSibling(fork, false)));
    let seen = lab.rows();
    lab.send(Msg::Sessions(SessionMsg::RemoveExample(id)));
    assert!(lab.model.dialog.is_none() && lab.model.workspace.messages(id).count() == 0);
    undo_notice(&mut lab);
    assert_eq!(lab.rows(), seen);
    lab.send(Msg::Files(FileMsg::Example));
    assert_eq!((lab.model.route.session(), lab.model.sessions().len()), (Some(id), 1));
}

#[test]
fn a_conversation_in_which_something_was_said_asks_and_a_copy_is_an_ordinary_one() {
    let (mut lab, id) = conversation();
    lab.send(Msg::Sessions(SessionMsg::Duplicate(id)));
    let copy = lab.session();
    lab.send(Msg::Sessions(SessionMsg::RemoveExample(copy)));
    assert_eq!(lab.model.sessions().len(), 2);
    lab.send(Msg::Go(Route::Chat(Some(id), None)));
    lab.ask("And the way back?", "By train.");
    lab.send(Msg::Sessions(SessionMsg::RemoveExample(id)));
    assert_eq!(lab.model.dialog, Some(Dialog::Confirm(Confirm::DeleteSession(id, 12))));
    lab.send(Msg::Confirmed);
    assert_eq!(lab.model.sessions().iter().map(|row| row.id).collect::<Vec<_>>(), [copy]);
    undo_notice(&mut lab);
    assert_eq!(lab.model.workspace.messages(id).count(), 12);
    for name in ["", "Autumn"] {
        let (mut lab, id) = conversation();
        lab.send(Msg::Sessions(SessionMsg::Rename(id, name.to_owned())));
        lab.send(Msg::Sessions(SessionMsg::RemoveExample(id)));
        assert!(lab.model.dialog.is_some(), "{name:?}");
    }
}

#[test]
fn one_press_makes_the_example_of_every_room_and_one_undo_takes_all_back() {
    let mut lab = at(Route::Chat(None, None));
    lab.send(Msg::Files(FileMsg::Examples));
    let counts = |lab: &Lab| {
        let tables = lab.model.workspace.tables();
        let chats = tables.sessions.keys().filter(|id| is_example(RoomId::Chat, **id)).count();
        [tables.maps.len(), tables.courses.len(), tables.scenes.len(), usize::from(lab.model.has_time_example()), chats]
    };
    assert_eq!(counts(&lab), [1; 5]);
    assert!(matches!(lab.model.route, Route::Chat(Some(_), None)), "that of Chat is shown");
    undo_notice(&mut lab);
    assert_eq!(counts(&lab), [0; 5]);
    assert!(lab.model.workspace.tables().time_entries.is_empty());
    lab.send(Msg::Maps(MapMsg::Example));
    lab.send(Msg::Files(FileMsg::Examples));
    assert_eq!(counts(&lab), [1; 5], "no example is made twice");
    undo_notice(&mut lab);
    assert_eq!(counts(&lab), [1, 0, 0, 0, 0], "what was there stays");
}
