//! Offers of the guide below its answers: a press makes the thing in its room, once, and undo there takes it back.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on stops there")]

use espalier_app::handover::{made, make, question};
use espalier_app::navigate::Route;
use espalier_app::sessions::SessionMsg;
use espalier_app::timelog::{Entries, TimeMsg};
use espalier_app::{Dialog, Msg, Notice};
use espalier_base::language::Language;
use espalier_base::time::Timestamp;
use espalier_chat::builtin::handover::{Handover, offered};
use espalier_command::history::Document;
use espalier_i18n::messages;
use espalier_model::timelog::TimePreferences;
use espalier_model::{Course, MessageKey, RoomId, TimeEntry};
use espalier_storage::memory::MemoryStorage;
use espalier_timelog::commands::{AddEntry, CreateCategory, CreateGoal};

use crate::lab::Lab;

const EVENING: i64 = 1_772_474_400_000;

/// A visit without a key in which the guide was asked this, its answer, and what is offered below it.
fn asked(text: &str) -> (Lab, MessageKey, Handover) {
    let mut lab = Lab::on(MemoryStorage::default(), Route::default());
    lab.env.now = Timestamp(EVENING);
    lab.send(Msg::Sessions(SessionMsg::Send(None, text.to_owned())));
    lab.built_in();
    let at = lab.last().key();
    let offer = offer(&lab, at).expect("it is offered");
    (lab, at, offer)
}

fn offer(lab: &Lab, at: MessageKey) -> Option<Handover> {
    let (question, is_of_guide) = question(&lab.model, at)?;
    offered(&question.own_text(), is_of_guide).into_iter().next()
}

fn press(lab: &mut Lab, at: MessageKey, offer: &Handover) {
    assert_eq!(made(&lab.model, at.id, offer), None, "it is made by the press alone");
    lab.send(make(at.id, offer.clone()));
}

#[test]
fn a_map_is_made_shown_and_taken_back_there() {
    let (mut lab, at, offer) = asked("Make a mind map about gardening");
    assert!(lab.last().text().contains("**Map**"), "{}", lab.last().text());
    press(&mut lab, at, &offer);
    let maps = lab.model.mind_maps();
    assert_eq!((maps.len(), maps[0].name.as_str()), (1, "Gardening"));
    let place = Route::Map(Some(maps[0].id), None);
    assert_eq!((lab.model.route, made(&lab.model, at.id, &offer)), (place, Some(place)));
    lab.send(Msg::Go(Route::Chat(Some(at.session), None)));
    lab.send(make(at.id, offer.clone()));
    assert_eq!((lab.model.mind_maps().len(), lab.model.route), (1, place), "a second press leads there");
    let mut lab = lab.reload();
    assert_eq!(made(&lab.model, at.id, &offer), Some(place));
    lab.send(Msg::Undo);
    assert!(lab.model.mind_maps().is_empty());
    assert_eq!(made(&lab.model, at.id, &offer), None, "it is offered again");
    lab.send(make(at.id, offer.clone()));
    assert_eq!(lab.model.mind_maps().len(), 1);
}

#[test]
fn hours_are_logged_in_chat_and_the_notice_takes_them_back() {
    let (mut lab, at, offer) = asked("I worked on my thesis from 9 to 11");
    lab.send(Msg::Time(TimeMsg::Choose(TimePreferences {
        zone: Some(espalier_base::zone::Zone::new("Europe/Berlin")),
        ..lab.model.time_choices()
    })));
    press(&mut lab, at, &offer);
    let rows: Vec<TimeEntry> =
        lab.model.workspace.tables().time_entries.values().map(|row| TimeEntry::clone(row)).collect();
    assert_eq!((rows.len(), rows[0].note.as_str()), (1, "thesis"));
    let hours = rows[0].end.map(|end| (end.0 - rows[0].start.0) / 3_600_000);
    assert_eq!(hours, Some(2));
    assert_eq!(lab.model.route, Route::Chat(Some(at.session), None), "one stays in Chat");
    assert_eq!(made(&lab.model, at.id, &offer), Some(Route::Time(Some(rows[0].id))));
    let toast = lab.model.toasts.last().cloned().expect("it is told");
    assert_eq!(toast.text, Notice::Done(AddEntry::ID, "thesis".to_owned(), Document::TIME_LOG));
    lab.send(Msg::UndoNotice(toast.id));
    assert_eq!(made(&lab.model, at.id, &offer), None);
    press(&mut lab, at, &offer);
    let mut lab = lab.reload();
    assert_eq!(lab.model.timelog.reading.entries, Entries::Away);
    lab.send(make(at.id, offer.clone()));
    assert_eq!(lab.model.workspace.tables().time_entries.len(), 1, "it is not logged twice after a reload");
    assert_eq!(lab.model.route, Route::Time(None));
    lab.send(Msg::Undo);
    assert!(lab.model.workspace.tables().time_entries.is_empty());
}

#[test]
fn hours_that_have_to_be_asked_about_open_the_form() {
    let (mut lab, at, offer) = asked("log 23:30-23:45 film");
    press(&mut lab, at, &offer);
    assert!(lab.model.workspace.tables().time_entries.is_empty());
    let form = lab.model.timelog.look.form.clone().expect("the form is open");
    assert_eq!((form.note.as_str(), lab.model.route), ("film", Route::Time(None)));
}

#[test]
fn the_timer_is_started_once() {
    let (mut lab, at, offer) = asked("start a timer for reading");
    press(&mut lab, at, &offer);
    let running = espalier_app::clock::running(&lab.model).expect("it runs");
    assert_eq!(running.what, "reading");
    let mut lab = lab.reload();
    assert_eq!(
        made(&lab.model, at.id, &offer),
        Some(Route::Time(Some(running.id))),
        "what runs is known without the log"
    );
    lab.send(make(at.id, offer));
    assert_eq!(lab.model.workspace.tables().time_entries.len(), 1);
    lab.send(Msg::Undo);
    assert!(espalier_app::clock::running(&lab.model).is_none());
}

#[test]
fn a_course_begins_with_the_sentence_and_is_taken_back_there() {
    let (mut lab, at, offer) = asked("I want to learn to bake sourdough");
    press(&mut lab, at, &offer);
    let id = lab.model.route.course().expect("the course is shown");
    lab.built_in();
    assert_eq!(lab.path()[0].text(), "I want to learn to bake sourdough");
    assert_eq!(made(&lab.model, at.id, &offer), Some(Route::Course(Some(id), None)));
    lab.send(Msg::Go(Route::Chat(Some(at.session), None)));
    lab.send(make(at.id, offer.clone()));
    assert_eq!(lab.model.workspace.tables().courses.len(), 1);
    lab.send(Msg::Undo);
    lab.send(Msg::Undo);
    assert!(lab.model.workspace.get::<Course>(&id).is_none());
    assert_eq!(made(&lab.model, at.id, &offer), None);
}

#[test]
fn a_scene_is_drawn_by_its_assistant_and_taken_back_there() {
    for (text, count) in [
        ("draw a red square and two blue circles", 3),
        ("Add 3 green triangles and a circle", 4),
        ("画两个蓝色的圆和一个三角形", 3),
        ("画一个红色方块", 1),
        ("draw three blue circles in a row", 3),
        ("three yellow circles in a row please", 3),
        ("draw a square next to a circle", 2),
        ("put a green square on top of a yellow circle", 2),
        ("put a big green square behind a small circle", 2),
        ("a square with a triangle on top", 2),
        ("draw a tiny blue triangle to the left of a square", 2),
        ("draw three big red squares side by side", 3),
        ("画三个蓝色的圆排成一排", 3),
        ("画五个三角形围成一圈", 5),
        ("画三个大红色的圆", 3),
        ("画一个绿色的三角形放在红色方块上面", 2),
        ("画一个蓝色正方形，上面放个红色三角形", 2),
        ("左边一个红色的圆右边一个蓝色的方块", 2),
    ] {
        let (mut lab, at, offer) = asked(text);
        press(&mut lab, at, &offer);
        let scene = lab.model.route.scene().expect("the scene is shown");
        while !lab.calls.is_empty() {
            lab.built_in();
        }
        assert_eq!(lab.model.workspace.shapes(scene).count(), count, "{text}: {}", lab.last().text());
        assert_eq!(made(&lab.model, at.id, &offer), Some(Route::Scene(Some(scene), None)));
        lab.send(make(at.id, offer.clone()));
        assert_eq!(lab.model.scene_rows().len(), 1);
        lab.send(Msg::Undo);
        assert_eq!(lab.model.workspace.shapes(scene).count(), 0);
        lab.send(Msg::Undo);
        assert!(lab.model.scene_rows().is_empty());
    }
}

#[test]
fn what_only_a_model_can_answer_leads_to_connecting_one_or_to_the_settings() {
    let shows = |lab: &Lab| (lab.model.route == Route::Settings, lab.model.dialog == Some(Dialog::Connect));
    for (text, expect, place) in [
        ("What is the capital of France?", Handover::Connect, (false, true)),
        ("How do I add my API key?", Handover::Connect, (false, true)),
        ("How do I switch to dark mode?", Handover::Settings, (true, false)),
    ] {
        let (mut lab, at, offer) = asked(text);
        assert_eq!(offer, expect);
        lab.send(make(at.id, offer));
        assert_eq!(shows(&lab), place, "{text}");
    }
}

#[test]
fn below_an_answer_of_a_model_only_what_a_room_can_carry_out_is_offered() {
    let mut lab = Lab::new();
    lab.ask("Make a mind map about gardening", "Here is one.");
    let (asked, answer) = (lab.path()[0].key(), lab.last().key());
    assert_eq!((offer(&lab, asked), offer(&lab, answer)), (None, Some(Handover::Map("Gardening".to_owned()))));
    for said in ["Explain photosynthesis", "What can you do?", "How do I add my API key?"] {
        lab.ask(said, "Here you are.");
        assert_eq!(offer(&lab, lab.last().key()), None, "{said}");
    }
}

#[test]
fn lengths_are_logged_as_the_log_reads_them() {
    for (text, note, minutes) in [
        ("Worked 45 minutes on emails", "emails", 45),
        ("I worked 2 hours on my thesis", "thesis", 120),
        ("log 45 min call with the accountant", "call with the accountant", 45),
        ("45m reading", "reading", 45),
        ("花了45分钟写邮件", "写邮件", 45),
        ("写了两个小时论文", "写论文", 120),
        ("今天上午改简历模板，3个小时，记一下", "上午改简历模板", 180),
    ] {
        let (mut lab, at, offer) = asked(text);
        press(&mut lab, at, &offer);
        let rows: Vec<TimeEntry> =
            lab.model.workspace.tables().time_entries.values().map(|row| TimeEntry::clone(row)).collect();
        let read: Vec<(&str, i64)> = rows
            .iter()
            .map(|row| (row.note.as_str(), row.end.map_or(0, |end| (end.0 - row.start.0) / 60_000)))
            .collect();
        assert_eq!(read, [(note, minutes)], "{text}: {offer:?}");
    }
}

#[test]
fn the_log_is_asked_once_and_the_timer_stopped() {
    let (mut lab, at, offer) = asked("How many hours did I work this week?");
    press(&mut lab, at, &offer);
    assert_eq!(lab.model.route, Route::Time(None));
    lab.built_in();
    assert_eq!(lab.path()[0].text(), "How many hours did I work this week");
    assert_eq!(made(&lab.model, at.id, &offer), Some(Route::Time(None)));
    let count = lab.model.workspace.tables().sessions.len();
    lab.send(make(at.id, offer));
    assert_eq!(lab.model.workspace.tables().sessions.len(), count, "it is shown again");
    let (mut lab, at, offer) = asked("stop the timer");
    lab.send(Msg::Time(TimeMsg::Start("reading".to_owned())));
    press(&mut lab, at, &offer);
    assert!(espalier_app::clock::running(&lab.model).is_none());
    lab.send(make(at.id, offer));
    assert_eq!(lab.model.route, Route::Time(None), "without one that runs, the log is shown");
}

/// Answer of the guide to a question about the app.
fn said(text: &str) -> String {
    let mut lab = Lab::on(MemoryStorage::default(), Route::default());
    lab.send(Msg::Sessions(SessionMsg::Send(None, text.to_owned())));
    lab.built_in();
    lab.last().text()
}

#[test]
fn the_guide_tells_of_todays_app() {
    let rooms = said("What rooms are there?");
    for room in RoomId::ALL {
        assert!(rooms.contains(&format!("**{room:?}**")), "{room:?}: {rooms}");
    }
    let (formats, hint) = (said("What can I import?"), messages(Language::En).settings.data.import_hint);
    let names = hint.split_once("conversations from ").and_then(|(_, rest)| rest.split_once(", also"));
    let names = names.expect("the hint names the apps").0.replace(" and ", ", ");
    for app in names.split(", ") {
        assert!(formats.contains(app), "{app}: {formats}");
    }
    // It names the ways to connect a model as the dialog does.
    for (language, asked) in [(Language::En, "How do I connect a model?"), (Language::Zh, "怎么连接模型？")] {
        let (answer, doors) = (said(asked), &messages(language).settings.connect);
        for (door, _) in [doors.local, doors.key, doors.file] {
            assert!(answer.contains(door), "{door}: {answer}");
        }
    }
    // Each mark means in the log what is said of it.
    let marks = said("How do I use the time log?");
    let mut lab = Lab::on(MemoryStorage::default(), Route::Time(None));
    lab.env.now = Timestamp(EVENING);
    lab.do_time(CreateCategory::new("Work".to_owned()));
    lab.do_time(CreateGoal::new("Thesis".to_owned(), "2026-03-01".to_owned(), "2026-03-31".to_owned()));
    for (mark, names) in [
        ("`#` marks a tag", "#deep"),
        ("`@` a category or a goal", "@Work"),
        ("@", "@Thesis"),
        ("`!` always a category", "!Work"),
    ] {
        assert!(marks.contains(mark), "{mark}: {marks}");
        lab.send(Msg::Time(TimeMsg::QuickAdd(format!("yesterday 9-10 reading {names}"))));
        let entries = &lab.model.workspace.tables().time_entries;
        let entry = entries.values().max_by_key(|entry| entry.id).expect("it is logged");
        let is_so = match names {
            "#deep" => entry.tags.iter().any(|tag| tag == "deep"),
            "@Thesis" => entry.goal.is_some(),
            _ => entry.category.is_some(),
        };
        assert!(is_so, "{names}: {entry:?}");
        lab.send(Msg::Undo);
    }
}
