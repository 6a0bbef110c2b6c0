//! Commands of the Time room that ask for something first, chosen in the palette of that room and of others.

#![allow(clippy::panic, reason = "a test that cannot go on stops there")]

use espalier_app::navigate::Route;
use espalier_app::palette::{self, Ask, CommandAction};
use espalier_app::timelog::{Entries, TimeMsg};
use espalier_app::{Msg, Notice};
use espalier_base::time::Timestamp;
use espalier_model::TimeEntry;
use espalier_model::settings::Language;
use espalier_storage::memory::MemoryStorage;
use espalier_timelog::commands::EditEntry;

use crate::lab::Lab;

const NOON: i64 = 1_772_449_200_000;

fn lab() -> Lab {
    let mut lab = Lab::on(MemoryStorage::default(), Route::Time(None));
    lab.env.now = Timestamp(NOON);
    lab.send(Msg::Tick);
    lab
}

fn deed(lab: &Lab, id: &str) -> Option<CommandAction> {
    palette::entries(&lab.model)
        .iter()
        .find(|entry| entry.id().as_str() == id)
        .and_then(|entry| entry.action(&lab.model))
}

fn asked(lab: &Lab, id: &str) -> Ask {
    match deed(lab, id) {
        Some(CommandAction::Ask(ask)) => ask,
        _ => panic!("{id} asks for nothing"),
    }
}

/// The question of a command, and the text in its field.
fn question(lab: &Lab, id: &str) -> (String, String) {
    match asked(lab, id) {
        Ask::Text { name, value, .. } => (name, value),
        Ask::Choose { .. } => panic!("{id} asks for a choice"),
    }
}

fn type_in(lab: &mut Lab, id: &str, text: &str) {
    let Ask::Text { make, .. } = asked(lab, id) else { panic!("{id} asks for a choice") };
    let CommandAction::Send(msg) = make(text.to_owned()) else { panic!("{id} asks for more") };
    lab.send(msg);
}

fn choose(lab: &mut Lab, id: &str, choice: &str) {
    let Ask::Choose { choices, .. } = asked(lab, id) else { panic!("{id} asks for a text") };
    let found = choices.iter().find(|one| one.name == choice);
    let Some(found) = found else { panic!("no {choice}") };
    let msg = (found.make)();
    lab.send(msg);
}

fn line(lab: &mut Lab, text: &str) {
    lab.send(Msg::Time(TimeMsg::QuickAdd(text.to_owned())));
}

/// The entries by their start: note, category, tags.
fn entries(lab: &Lab) -> Vec<(String, String, String)> {
    let mut rows: Vec<&TimeEntry> = lab.model.workspace.tables().time_entries.values().map(|row| &**row).collect();
    rows.sort_by_key(|row| row.start);
    let categories = lab.model.time_categories();
    let name = |row: &TimeEntry| {
        let found = categories.iter().find(|known| Some(known.id) == row.category);
        found.map(|row| row.name.clone()).unwrap_or_default()
    };
    let tags = |row: &TimeEntry| row.tags.iter().collect::<Vec<_>>().join(" ");
    rows.into_iter().map(|row| (row.note.clone(), name(row), tags(row))).collect()
}

fn entry(note: &str, category: &str, tags: &str) -> (String, String, String) {
    (note.to_owned(), category.to_owned(), tags.to_owned())
}

#[test]
fn the_room_asks_for_the_names_of_what_is_new() {
    let mut lab = lab();
    type_in(&mut lab, "category.create", "Work");
    type_in(&mut lab, "goal.create", " Thesis ");
    let names: Vec<String> = lab.model.time_categories().iter().map(|row| row.name.clone()).collect();
    assert_eq!(names, ["Work"]);
    let goals = lab.model.goals();
    assert_eq!((goals[0].name.as_str(), goals[0].range().days(), goals[0].from), ("Thesis", 30, lab.model.today()));
    lab.send(Msg::Undo);
    assert!(lab.model.goals().is_empty() && lab.model.time_categories().len() == 1, "each is one step");
    type_in(&mut lab, "category.create", " ");
    assert_eq!(lab.model.time_categories().len(), 1);
    assert!(matches!(lab.model.toasts.last().map(|toast| &toast.text), Some(Notice::Reason(_))));
}

#[test]
fn categories_and_goals_are_archived_restored_and_deleted_after_a_question() {
    let mut lab = lab();
    assert!(deed(&lab, "category.archive").is_none() && deed(&lab, "goal.delete").is_none(), "there is none");
    type_in(&mut lab, "category.create", "Work");
    assert!(deed(&lab, "category.restore").is_none());
    choose(&mut lab, "category.archive", "Work");
    assert!(lab.model.time_categories()[0].archived && deed(&lab, "category.archive").is_none());
    choose(&mut lab, "category.restore", "Work");
    assert!(!lab.model.time_categories()[0].archived);
    choose(&mut lab, "category.delete", "Work");
    assert!(lab.model.dialog.is_some() && lab.model.time_categories().len() == 1, "it is asked about first");
    lab.send(Msg::Dialog(None));
    type_in(&mut lab, "goal.create", "Thesis");
    choose(&mut lab, "goal.delete", "Thesis");
    assert!(lab.model.dialog.is_some() && lab.model.goals().len() == 1);
}

#[test]
fn what_is_selected_is_changed_else_what_runs_else_what_ended_last() {
    let mut lab = lab();
    assert!(deed(&lab, "time.setCategory").is_none(), "there is nothing to change");
    line(&mut lab, "8-9 mail");
    line(&mut lab, "9-10 writing");
    type_in(&mut lab, "category.create", "Work");
    lab.model.timelog.look.at = None;
    assert_eq!(question(&lab, "time.addTags").0, "Add tags to a time entry: writing");
    choose(&mut lab, "time.setCategory", "Work");
    assert_eq!(entries(&lab), [entry("mail", "", ""), entry("writing", "Work", "")]);
    type_in(&mut lab, "time.startWith", "reading");
    lab.model.timelog.look.at = None;
    type_in(&mut lab, "time.addTags", "#book, night");
    type_in(&mut lab, "time.addTags", " , ");
    let mail = lab.model.workspace.tables().time_entries.values().min_by_key(|row| row.start).map(|row| row.id);
    lab.send(Msg::Time(TimeMsg::Select(mail.into_iter().collect())));
    assert_eq!(question(&lab, "time.setNote"), ("Set the note of a time entry: mail".to_owned(), "mail".to_owned()));
    type_in(&mut lab, "time.setNote", "letters");
    let all = [entry("letters", "", ""), entry("writing", "Work", ""), entry("reading", "", "book night")];
    assert_eq!(entries(&lab), all);
    lab.send(Msg::Undo);
    lab.send(Msg::Undo);
    assert_eq!(entries(&lab)[2], entry("reading", "", ""), "each change is one step, and no tags are none");
    let all: Vec<_> = lab.model.workspace.tables().time_entries.keys().copied().collect();
    lab.send(Msg::Time(TimeMsg::Select(all)));
    assert!(deed(&lab, "time.setNote").is_none(), "several notes are not written over");
    choose(&mut lab, "time.setCategory", "None");
    assert!(entries(&lab).iter().all(|(_, category, _)| category.is_empty()));
    lab.send(Msg::Undo);
    assert_eq!(entries(&lab)[1], entry("writing", "Work", ""));
}

#[test]
fn the_lines_of_a_note_below_the_first_stay() {
    let mut lab = lab();
    line(&mut lab, "9-10 writing");
    let id = *lab.model.workspace.tables().time_entries.keys().next().unwrap();
    lab.do_time(EditEntry { note: Some("writing\nchapter 1\nchapter 2".to_owned()), ..EditEntry::new(id) });
    assert_eq!(question(&lab, "time.setNote").1, "writing");
    type_in(&mut lab, "time.setNote", "drafting");
    assert_eq!(entries(&lab)[0].0, "drafting\nchapter 1\nchapter 2");
}

/// A visit that begins in another room, so that the log is not read.
fn elsewhere(mut lab: Lab, route: Route) -> Lab {
    lab.send(Msg::Go(route));
    let mut lab = lab.reload();
    lab.send(Msg::Tick);
    assert_eq!(lab.model.timelog.reading.entries, Entries::Away);
    lab
}

#[test]
fn other_rooms_change_what_runs_without_a_log() {
    for route in [Route::Chat(None, None), Route::Map(None, None), Route::Settings] {
        let mut lab = lab();
        type_in(&mut lab, "category.create", "Work");
        line(&mut lab, "9-10 mail");
        type_in(&mut lab, "time.startWith", "writing");
        let mut lab = elsewhere(lab, route);
        for id in ["category.create", "goal.create", "entry.start", "time.startWith"] {
            assert!(deed(&lab, id).is_none(), "{id} is the room's own");
        }
        assert_eq!(question(&lab, "time.setNote").1, "writing");
        type_in(&mut lab, "time.setNote", "drafting");
        choose(&mut lab, "time.setCategory", "Work");
        type_in(&mut lab, "time.addTags", "thesis");
        assert_eq!(entries(&lab), [entry("mail", "", ""), entry("drafting", "Work", "thesis")]);
        assert_eq!(lab.model.route, route);
        let Some(toast) = lab.model.toasts.last().map(|toast| toast.id) else { panic!("it is told") };
        lab.send(Msg::UndoNotice(toast));
        assert_eq!(entries(&lab)[1].2, "", "the notice takes it back");
    }
}

#[test]
fn other_rooms_change_what_ended_last_and_make_categories_and_goals() {
    let mut lab = lab();
    line(&mut lab, "8-9 mail");
    line(&mut lab, "9-10 writing");
    let mut lab = elsewhere(lab, Route::Chat(None, None));
    assert!(deed(&lab, "time.setNote").is_none(), "a note that is not here is not written over unseen");
    assert_eq!(question(&lab, "time.addTags").0, "Add tags to a time entry: the last one");
    type_in(&mut lab, "time.addTags", "thesis");
    assert_eq!(entries(&lab), [entry("mail", "", ""), entry("writing", "", "thesis")]);
    assert_eq!(question(&lab, "time.setNote").1, "writing");
    type_in(&mut lab, "time.newCategory", "Work");
    type_in(&mut lab, "time.newGoal", "Thesis");
    assert_eq!((lab.model.time_categories().len(), lab.model.goals().len()), (1, 1));
}

#[test]
fn a_log_without_entries_says_so() {
    let mut lab = elsewhere(lab(), Route::Chat(None, None));
    type_in(&mut lab, "time.addTags", "thesis");
    assert!(matches!(lab.model.toasts.last().map(|toast| &toast.text), Some(Notice::Reason(_))));
    assert!(deed(&lab, "time.addTags").is_none());
}

#[test]
fn every_question_is_asked_in_both_languages() {
    for (language, words) in [(Language::En, "writing"), (Language::Zh, "设置时间记录的备注：writing")] {
        let mut lab = lab();
        lab.model.facts.visit_language = Some(language);
        line(&mut lab, "9-10 writing");
        assert!(question(&lab, "time.setNote").0.contains(words));
    }
}
