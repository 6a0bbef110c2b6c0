//! Finding anything by its words: what is found when, in what is read, and after changes.

use std::rc::Rc;

use espalier_app::course::CourseMsg;
use espalier_app::find::{Answer, Asker, FindMsg};
use espalier_app::maps::MapMsg;
use espalier_app::navigate::Route;
use espalier_app::sessions::SessionMsg;
use espalier_app::timelog::TimeMsg;
use espalier_app::{Dialog, Msg};
use espalier_model::{Course, RecordKey, RoomId, SessionId, Thing};
use espalier_storage::port::Announcement;

use crate::lab::Lab;

const PALETTE: Asker = Asker::Palette(None);
const CHAT: Asker = Asker::List(RoomId::Chat);

fn ask(lab: &mut Lab, asker: Asker, query: &str) -> Rc<Answer> {
    lab.send(Msg::Find(FindMsg::Ask(asker, query.to_owned())));
    answer(lab, asker, query)
}

fn answer(lab: &Lab, asker: Asker, query: &str) -> Rc<Answer> {
    lab.model.find.answer(asker, query).cloned().unwrap_or_default()
}

fn lines(answer: &Answer) -> Vec<String> {
    answer.groups.iter().flat_map(|group| &group.hits).map(|found| found.snippet.text.clone()).collect()
}

fn names(answer: &Answer) -> Vec<(&'static str, String)> {
    answer.names.iter().map(|found| (found.key.kind(), found.snippet.text.clone())).collect()
}

/// Conversations about `0` to `count`, each with a question and an answer.
fn conversations(count: usize) -> Lab {
    let mut lab = Lab::new();
    for number in 0..count {
        lab.send(Msg::Sessions(SessionMsg::New));
        lab.env.now = lab.env.now.plus_ms(1_000);
        lab.ask(&format!("Question {number}"), &format!("the \"Answer\"\nto {number}"));
    }
    lab
}

#[test]
fn every_conversation_is_searched_whether_it_is_in_memory_or_not() {
    let mut lab = conversations(30);
    let mut all = lines(&ask(&mut lab, CHAT, "answer"));
    all.sort();
    assert_eq!(all.len(), 30);
    let mut lab = lab.reload();
    let found = ask(&mut lab, CHAT, "answer");
    assert!(!found.busy && lab.model.find.is_whole());
    let mut again = lines(&found);
    again.sort();
    assert_eq!(again, all);
    assert_eq!(
        lines(&ask(&mut lab, CHAT, "\"ANSWER to 17\"")),
        Vec::<String>::new(),
        "there is a quotation mark between"
    );
    assert_eq!(lines(&ask(&mut lab, CHAT, "\"to 17\"")), ["the \"Answer\" to 17"]);
}

#[test]
fn what_is_in_memory_is_found_before_anything_is_read_and_nothing_is_read_twice() {
    let mut lab = conversations(30).reload();
    let newest = lab.model.sessions()[0].id;
    lab.send(Msg::Go(Route::Chat(Some(newest), None)));
    lab.hold_loads = true;
    assert_eq!(lines(&ask(&mut lab, CHAT, "answer")).len(), 1);
    lab.release_held();
    assert_eq!(lines(&answer(&lab, CHAT, "answer")).len(), 9);
    // Other words, while rows are on their way.
    let busy = ask(&mut lab, CHAT, "question 27");
    assert!(busy.busy);
    lab.hold_loads = false;
    lab.release_loads();
    let found = answer(&lab, CHAT, "question 27");
    assert!(!found.busy);
    assert!(lines(&found).iter().all(|line| line == "Question 27"), "{found:?}");
    lab.trace.clear();
    ask(&mut lab, PALETTE, "answer");
    ask(&mut lab, CHAT, "answer to");
    assert!(!lab.trace.contains(&"Load".to_owned()), "{:?}", lab.trace);
}

#[test]
fn names_come_first_and_things_of_all_rooms_are_found_where_they_are() {
    let mut lab = conversations(1);
    lab.send(Msg::Go(Route::Map(None, None)));
    lab.send(Msg::Maps(MapMsg::Create));
    let map = lab.model.mind_maps()[0].id;
    lab.send(Msg::Maps(MapMsg::Rename(map, "Answers".to_owned())));
    lab.send(Msg::Time(TimeMsg::QuickAdd("9-10 answering letters #post".to_owned())));
    let lab = &mut lab.reload();
    let found = ask(lab, PALETTE, "answer");
    assert_eq!(names(&found)[0], ("map", "Answers".to_owned()));
    let rooms: Vec<RoomId> = found.groups.iter().map(|group| group.room).collect();
    assert_eq!(rooms, [RoomId::Map, RoomId::Chat, RoomId::Time][1..], "{found:?}");
    let found = ask(lab, PALETTE, "letters");
    assert_eq!(lines(&found), ["answering letters #post"]);
    assert!(matches!(found.groups[0].hits[0].key, Thing::Entry(_)));
    let found = ask(lab, PALETTE, "anwsers");
    assert_eq!(names(&found), [("map", "Answers".to_owned())], "a letter may be wrong in a name");
    let found = ask(lab, Asker::Palette(Some(RoomId::Chat)), "answer");
    assert!(found.names.iter().all(|found| found.key.room() == RoomId::Chat) && found.groups.len() == 1, "{found:?}");
}

#[test]
fn a_chapter_is_found_by_its_title_and_the_list_of_courses_looks_into_outlines() {
    let mut lab = Lab::new();
    lab.send(Msg::Course(CourseMsg::New("course".to_owned())));
    let course = lab.model.route.course().unwrap();
    lab.send(Msg::Course(CourseMsg::Template(course)));
    let outline = lab.model.workspace.get::<Course>(&course).unwrap().outline.clone().unwrap();
    let chapter = &outline.sections[2].chapters[0];
    let query = format!("\"{}\"", &chapter.title.to_uppercase());
    let found = ask(&mut lab, PALETTE, &query);
    assert!(found.names.iter().any(|found| found.key == Thing::Chapter(course, chapter.id)), "{found:?}");
    let list = Asker::List(RoomId::Course);
    assert!(!ask(&mut lab, list, &query).groups[0].hits.is_empty());
    assert!(ask(&mut lab, list, "nowhere in it").groups[0].hits.is_empty());
}

#[test]
fn what_is_changed_removed_and_brought_back_is_followed() {
    let mut lab = conversations(2);
    assert_eq!(names(&ask(&mut lab, PALETTE, "\"question 1\"")), [("session", "Question 1".to_owned())]);
    let session = lab.session();
    lab.send(Msg::Sessions(SessionMsg::Rename(session, "Herons".to_owned())));
    assert_eq!(names(&ask(&mut lab, PALETTE, "herons")), [("session", "Herons".to_owned())]);
    lab.ask("Where do herons sleep?", "In trees.");
    assert_eq!(lines(&ask(&mut lab, PALETTE, "sleep")), ["Where do herons sleep?"]);
    lab.send(Msg::Sessions(SessionMsg::Delete(session)));
    let gone = ask(&mut lab, PALETTE, "herons");
    assert!(gone.names.is_empty() && gone.groups.is_empty(), "{gone:?}");
    lab.send(Msg::Undo);
    let back = ask(&mut lab, PALETTE, "herons");
    assert_eq!((names(&back).len(), lines(&back).len()), (1, 1));
}

#[test]
fn what_another_tab_wrote_is_read_before_the_next_answer() {
    let mut lab = conversations(2).reload();
    ask(&mut lab, PALETTE, "question");
    // The other tab adds a conversation to the same storage.
    let mut other = lab.visit();
    let second = other.session();
    other.send(Msg::Sessions(SessionMsg::New));
    other.ask("Where are the gulls?", "At sea.");
    let rows: Vec<RecordKey> = other.model.workspace.tables().records().map(|row| row.key()).collect();
    assert_ne!(other.session(), second);
    let mut lab = other.reload();
    ask(&mut lab, PALETTE, "question");
    lab.send(Msg::Outside(Announcement { rows, ..Announcement::default() }));
    let found = ask(&mut lab, PALETTE, "gulls");
    // Its first message has the same words, which are not listed twice.
    assert_eq!(names(&found), [("session", "Where are the gulls?".to_owned())]);
    assert!(found.groups.is_empty(), "{found:?}");
}

#[test]
fn nothing_to_look_for_ends_a_search() {
    let mut lab = conversations(3).reload();
    ask(&mut lab, CHAT, "answer");
    lab.send(Msg::Find(FindMsg::Ask(CHAT, " \" ".to_owned())));
    assert!(lab.model.find.answer(CHAT, "answer").is_none());
}

#[test]
fn a_search_that_cannot_read_says_so_and_reads_again_when_asked_again() {
    let mut lab = conversations(12).reload();
    lab.fail_loads = true;
    ask(&mut lab, CHAT, "a");
    ask(&mut lab, CHAT, "answer");
    assert!(!lab.model.toasts.is_empty() && !lab.model.find.is_whole());
    lab.fail_loads = false;
    assert_eq!(lines(&ask(&mut lab, CHAT, "answer")).len(), 12);
}

#[test]
fn the_latest_things_of_all_rooms_come_first_without_the_one_that_is_shown() {
    let mut lab = conversations(10);
    lab.env.now = lab.env.now.plus_ms(1_000);
    lab.send(Msg::Go(Route::Map(None, None)));
    lab.send(Msg::Maps(MapMsg::Create));
    lab.send(Msg::Go(Route::Time(None)));
    lab.send(Msg::Dialog(Some(Dialog::Palette)));
    lab.send(Msg::Find(FindMsg::Open));
    let latest = lab.model.find.latest().clone();
    assert_eq!(latest.len(), 8);
    assert!(matches!(latest[0], Thing::Map(_)) && matches!(latest[1], Thing::Session(_)), "{latest:?}");
    let newest: SessionId = lab.model.sessions()[0].id;
    lab.send(Msg::Go(Route::Chat(Some(newest), None)));
    lab.send(Msg::Find(FindMsg::Open));
    assert!(!lab.model.find.latest().contains(&Thing::Session(newest)));
}
