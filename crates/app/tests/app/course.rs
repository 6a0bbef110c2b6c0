//! The Course room: the interview with the built-in model and with endpoints of every kind, its outline, undo, reload,
//! and the ways to the other rooms.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on stops")]

use espalier_agent::turn::TurnInput;
use espalier_app::assistant::AssistantMsg;
use espalier_app::course::Schedule;
use espalier_app::course::{CourseMsg, PartDraft};
use espalier_app::effect::CallBody;
use espalier_app::make::map_of;
use espalier_app::navigate::Route;
use espalier_app::sessions::SessionMsg;
use espalier_app::{Msg, Notice};
use espalier_command::history::Document;
use espalier_course::commands::Edit;
use espalier_course::flow::FLOWS;
use espalier_course::sketch::SketchSection;
use espalier_llm::error::from_response;
use espalier_model::conversation::{Part, Status};
use espalier_model::course::{Difficulty, FieldAnswer, Outline, Task};
use espalier_model::{Course, CourseId, MessageKey, Preferences};
use espalier_storage::memory::MemoryStorage;
use serde_json::{Value, json};

use crate::lab::Lab;

fn begin(mut lab: Lab, flow: &str) -> (Lab, CourseId) {
    lab.send(Msg::Course(CourseMsg::New(flow.to_owned())));
    let id = lab.model.route.course().expect("the course is shown");
    (lab, id)
}

fn offline(flow: &str) -> (Lab, CourseId) {
    begin(Lab::on(MemoryStorage::default(), Route::Course(None, None)), flow)
}

fn online(flow: &str) -> (Lab, CourseId) {
    let mut lab = Lab::on(MemoryStorage::default(), Route::Course(None, None));
    lab.use_custom_endpoint();
    begin(lab, flow)
}

fn course(lab: &Lab, id: CourseId) -> &Course {
    lab.model.workspace.get::<Course>(&id).expect("the course is there")
}

fn outline(lab: &Lab, id: CourseId) -> &Outline {
    course(lab, id).outline.as_ref().expect("there is an outline")
}

fn say(lab: &mut Lab, text: &str) {
    let session = lab.session();
    lab.send(Msg::Sessions(SessionMsg::Send(Some(session), text.to_owned())));
}

/// The field of the open card, with its options.
fn card(lab: &Lab, id: CourseId) -> (Option<&'static str>, Vec<String>) {
    let asked = lab.model.course_card(id).expect("a card is open");
    (asked.card.field, asked.card.options)
}

fn choose(lab: &mut Lab, id: CourseId, count: usize) {
    let options = card(lab, id).1.into_iter().take(count).collect();
    lab.send(Msg::Course(CourseMsg::Choose(id, options)));
}

fn known(lab: &Lab, id: CourseId) -> Vec<&str> {
    course(lab, id).profile.keys().map(String::as_str).collect()
}

/// Makes goals as they are proposed.
fn goals(lab: &mut Lab, id: CourseId) {
    let schedule = Schedule::proposed(&lab.model, id).expect("there is an outline");
    lab.send(Msg::Course(CourseMsg::ToGoals(id, schedule)));
}

/// The first options, until the outline is there.
fn finish_offline(lab: &mut Lab, id: CourseId) {
    say(lab, "Chinese history");
    lab.built_in();
    while course(lab, id).outline.is_none() {
        choose(lab, id, 1);
        lab.built_in();
    }
}

#[test]
fn the_built_in_interviewer_asks_three_times_and_makes_an_outline() {
    for flow in FLOWS {
        let (mut lab, id) = offline(flow.id);
        assert!(lab.model.course_card(id).is_none(), "nothing was said yet");
        say(&mut lab, "Chinese history");
        assert!(lab.model.course_card(id).is_none(), "the model works");
        lab.built_in();
        let asked = lab.model.course_card(id).expect("a question").card.question;
        assert!(lab.last().text().ends_with(&asked), "{}", lab.last().text());
        let first = flow.fields[0].name;
        assert_eq!(course(&lab, id).profile[first], FieldAnswer::Words("Chinese history".to_owned()));
        assert_eq!(known(&lab, id), [first], "what one begins with is the first answer");
        for (at, field) in flow.fields.iter().enumerate().skip(1) {
            assert_eq!(card(&lab, id).0, Some(field.name));
            match at {
                1 => say(&mut lab, "I read a book"),
                2 if field.several => choose(&mut lab, id, 2),
                _ => lab.send(Msg::Course(CourseMsg::Skip(id))),
            }
            assert_eq!(known(&lab, id).len(), at + 1);
            lab.built_in();
        }
        assert!(lab.model.course_card(id).is_none());
        assert_eq!(lab.status(), Status::Done);
        let chapters: usize = outline(&lab, id).sections.iter().map(|section| section.chapters.len()).sum();
        assert_eq!(lab.last().provenance.notices, [format!("changes added={chapters}")]);
        assert_eq!(
            (outline(&lab, id).title.as_str(), outline(&lab, id).sections.len() >= 4),
            ("Chinese history", true)
        );
        assert_eq!(lab.model.sessions().len(), 0, "it is not among the conversations of Chat");
    }
}

#[test]
fn what_is_ticked_and_what_is_written_answer_together() {
    let (mut lab, id) = offline("course");
    say(&mut lab, "Go");
    lab.built_in();
    choose(&mut lab, id, 1);
    lab.built_in();
    let options = card(&lab, id).1;
    let tick = |lab: &mut Lab, at: usize, on| lab.send(Msg::Course(CourseMsg::Tick(id, options[at].clone(), on)));
    for (at, on) in [(2, true), (0, true), (1, true), (1, false)] {
        tick(&mut lab, at, on);
    }
    assert_eq!(lab.model.course_ticked(id), [options[0].clone(), options[2].clone()]);
    let all = FieldAnswer::Chosen(vec![options[0].clone(), options[2].clone(), "And a cat".to_owned()]);
    say(&mut lab, " And a cat ");
    assert_eq!(course(&lab, id).profile["targetOutcome"], all);
    assert_eq!(lab.path()[4].text(), format!("{}, {}, And a cat", options[0], options[2]));
    // Undone, the ticks are there again, and the button takes what is written along.
    lab.send(Msg::Undo);
    assert_eq!(lab.model.course_ticked(id).len(), 2);
    tick(&mut lab, 2, false);
    lab.send(Msg::Draft(Some(lab.session()), "And a cat".to_owned()));
    choose(&mut lab, id, 1);
    assert_eq!(
        course(&lab, id).profile["targetOutcome"],
        FieldAnswer::Chosen(vec![options[0].clone(), "And a cat".to_owned()])
    );
    lab.built_in();
    assert!(lab.model.course_ticked(id).is_empty(), "another card begins without ticks");
    // A question back fills nothing.
    let options = card(&lab, id).1;
    lab.send(Msg::Course(CourseMsg::Tick(id, options[0].clone(), true)));
    say(&mut lab, "What is that?");
    assert_eq!(known(&lab, id).len(), 3);
}

/// The last notice, if it can be taken back: the command and what it was done to.
fn last_done(lab: &Lab) -> Option<(&'static str, &str, Document)> {
    match &lab.model.toasts.last()?.text {
        Notice::Done(command, subject, document) => Some((command.as_str(), subject, *document)),
        _ => None,
    }
}

#[test]
fn answers_that_go_with_another_are_told_and_come_back() {
    let (mut lab, id) = offline("course");
    finish_offline(&mut lab, id);
    let all = course(&lab, id).profile.clone();
    lab.send(Msg::Course(CourseMsg::SetField(id, "cognitiveStyle".to_owned(), None)));
    assert_eq!(last_done(&lab), None, "nothing else went");
    lab.send(Msg::Undo);
    lab.send(Msg::Course(CourseMsg::SetField(id, "goal".to_owned(), Some(FieldAnswer::Words("Baking".to_owned())))));
    assert_eq!(last_done(&lab), Some(("course.cleared", "Background, Outcome", Document::of(id))));
    assert!(!lab.model.course_card(id).expect("a card").local, "the built-in interviewer has no other options");
    lab.send(Msg::UndoIn(Document::of(id)));
    assert_eq!(course(&lab, id).profile, all);
    // The same where the answer was given.
    let key = lab.path()[0].key();
    lab.send(Msg::Sessions(SessionMsg::EditInPlace(key, "Baking".to_owned())));
    assert_eq!(last_done(&lab), Some(("course.cleared", "Background, Outcome", Document::of(key.session))));
    lab.send(Msg::UndoIn(Document::of(key.session)));
    assert_eq!(course(&lab, id).profile, all);
}

#[test]
fn a_part_that_took_the_place_of_another_is_told_named_and_taken_back() {
    let (mut lab, id) = offline("course");
    finish_offline(&mut lab, id);
    let before = outline(&lab, id).clone();
    let title = before.sections[1].title.clone();
    lab.send(Msg::Course(CourseMsg::Ask(id, Task::Section(before.sections[1].id))));
    assert_eq!(last_done(&lab), None, "not before it is there");
    lab.built_in();
    let session = Document::of(Course::session(id));
    assert_eq!(last_done(&lab), Some(("course.remake", title.as_str(), session)));
    assert_eq!(outline(&lab, id).remade, title);
    assert_eq!(lab.model.history.entries(session).last().map(|entry| entry.command.as_str()), Some("course.remake"));
    lab.send(Msg::UndoIn(session));
    assert_eq!(outline(&lab, id), &before);
    // What is written about it replaces nothing.
    let count = lab.model.toasts.len();
    lab.send(Msg::Course(CourseMsg::Ask(id, Task::Lesson(before.sections[0].chapters[0].id))));
    lab.built_in();
    assert_eq!(lab.model.toasts.len(), count);
}

#[test]
fn an_outline_is_not_made_anew_while_an_answer_is_missing_and_the_card_is_shown() {
    let (mut lab, id) = offline("course");
    finish_offline(&mut lab, id);
    lab.send(Msg::Course(CourseMsg::ShowOutline(true)));
    lab.send(Msg::Course(CourseMsg::SetField(id, "background".to_owned(), None)));
    let count = lab.path().len();
    lab.send(Msg::Course(CourseMsg::Generate(id)));
    let toast = lab.model.toasts.last().expect("it is said");
    assert!(matches!(toast.text, Notice::Unanswered(name) if name.en == "Background") && !toast.error, "{toast:?}");
    assert_eq!((lab.path().len(), lab.model.courses.outline, lab.model.courses.card_calls), (count, false, 1));
    assert_eq!(card(&lab, id).0, Some("background"));
}

#[test]
fn a_sentence_to_begin_with_is_the_goal_and_its_topic_names_the_course() {
    for (flow, said, question, topic) in [
        ("course", "I want to learn watercolour painting.", "How much do you already know?", "Watercolour painting"),
        ("project", "I want to move house", "Are there any constraints?", "Move house"),
    ] {
        let (mut lab, id) = offline(flow);
        say(&mut lab, said);
        let first = course(&lab, id).profile.values().next().cloned();
        assert_eq!(first, Some(FieldAnswer::Words(said.to_owned())), "at once, and as it was said");
        lab.built_in();
        let asked = lab.model.course_card(id).expect("a card");
        assert_eq!(asked.card.question, question);
        assert!(lab.last().text().starts_with(question), "{}", lab.last().text());
        assert_eq!(lab.model.course_title(id), topic);
        while course(&lab, id).outline.is_none() {
            choose(&mut lab, id, 1);
            lab.built_in();
        }
        assert_eq!(outline(&lab, id).title, topic);
        let titles: Vec<&str> = outline(&lab, id).sections.iter().map(|section| section.title.as_str()).collect();
        assert!(titles.iter().all(|title| !title.contains(topic)), "a topic fits into no title: {titles:?}");
    }
}

#[test]
fn what_is_about_nothing_is_answered_and_the_goal_is_asked_for_without_suggestions() {
    for (is_online, text) in [(false, "hi"), (false, "What can you do?"), (false, "帮助"), (true, "hi"), (true, "help")]
    {
        let (mut lab, id) = if is_online { online("course") } else { offline("course") };
        say(&mut lab, text);
        if is_online {
            let body = lab.last_request();
            assert!(body.get("tools").is_none() && body.get("response_format").is_none(), "{body}");
            // A card that nobody asked for is not shown.
            let arguments = json!({ "question": "Which one", "options": ["Cooking", "Go"], "targetField": "goal" });
            lab.tools("Hello! What is it?", &[("c", "presentOptions", &arguments.to_string())]);
            while lab.model.course_works(id) {
                lab.answer("Hello! What would you like to learn?");
            }
        } else {
            lab.built_in();
        }
        let asked = lab.model.course_card(id).expect("a card");
        assert_eq!((asked.card.field, asked.card.options.len(), asked.local), (Some("goal"), 0, false), "{text}");
        assert_eq!(known(&lab, id), Vec::<&str>::new());
        say(&mut lab, "Learn to bake sourdough bread");
        assert_eq!(course(&lab, id).profile["goal"], FieldAnswer::Words("Learn to bake sourdough bread".to_owned()));
    }
}

#[test]
fn a_model_that_shows_no_card_leaves_the_question_after_the_goal() {
    let (mut lab, id) = online("course");
    say(&mut lab, "Chinese history");
    // The page goes away while the answer comes.
    let mut lab = lab.reload();
    let asked = lab.model.course_card(id).expect("a card");
    assert_eq!((asked.local, asked.card.question.as_str()), (true, "How much do you already know?"));
    assert_eq!(known(&lab, id), ["goal"]);
    choose(&mut lab, id, 1);
    assert_eq!(known(&lab, id), ["background", "goal"]);
}

#[test]
fn of_two_cards_in_one_answer_the_valid_one_is_shown_under_its_own_field() {
    let card_of = |field: &str, options: &[&str]| {
        json!({ "question": "Which one", "options": options, "targetField": field }).to_string()
    };
    let outcome = card_of("targetOutcome", &["考试", "兴趣"]);
    let style = card_of("cognitiveStyle", &["故事", "时间线"]);
    let other = card_of("outcome", &["考试", "兴趣"]);
    for calls in [
        vec![("a", "presentOptions", outcome.as_str()), ("b", "presentOptions", style.as_str())],
        vec![("a", "presentOptions", style.as_str()), ("b", "presentOptions", outcome.as_str())],
        vec![("a", "presentOptions", outcome.as_str()), ("b", "presentOptions", outcome.as_str())],
        vec![("a", "presentOptions", other.as_str()), ("b", "presentOptions", style.as_str())],
        vec![
            ("a", "presentOptions", outcome.as_str()),
            ("b", "presentOptions", style.as_str()),
            ("c", "generateOutline", "{}"),
        ],
    ] {
        let (mut lab, id) = online("course");
        say(&mut lab, "中国通史");
        lab.tools("好", &[("c", "presentOptions", &card_of("background", &["零基础", "略知"]))]);
        choose(&mut lab, id, 1);
        lab.tools("好", &calls);
        assert_eq!(card(&lab, id), (Some("targetOutcome"), vec!["考试".to_owned(), "兴趣".to_owned()]), "{calls:?}");
        let refused = lab.last().parts.iter().any(|part| {
            matches!(part, Part::ToolCall { arguments, .. } if arguments.contains("故事") && !arguments.contains("cognitiveStyle"))
        });
        assert!(!refused, "what was refused stays as it came");
        choose(&mut lab, id, 1);
        assert_eq!(course(&lab, id).profile["targetOutcome"], FieldAnswer::Chosen(vec!["考试".to_owned()]));
        assert_eq!(known(&lab, id), ["background", "goal", "targetOutcome"]);
    }
}

#[test]
fn corrections_steps_back_and_no_answers_are_what_they_mean() {
    let (mut lab, id) = offline("course");
    let turn = |lab: &mut Lab, text: &str| {
        say(lab, text);
        lab.built_in();
        lab.last().text()
    };
    turn(&mut lab, "Rust");
    assert!(turn(&mut lab, "idk").contains("I’m new to it"), "it says what it took");
    assert_eq!((known(&lab, id), card(&lab, id).0), (vec!["background", "goal"], Some("targetOutcome")));
    turn(&mut lab, "sorry, go back please");
    assert_eq!((known(&lab, id), card(&lab, id).0), (vec!["goal"], Some("background")));
    assert!(turn(&mut lab, "Actually I meant Go, not Rust").contains("Go"));
    assert_eq!(course(&lab, id).profile["goal"], FieldAnswer::Words("Go".to_owned()));
    assert_eq!(lab.model.course_title(id), "Go");
    for text in ["I have no experience", "whatever", "都行"] {
        turn(&mut lab, text);
    }
    assert_eq!((outline(&lab, id).title.as_str(), outline(&lab, id).difficulty), ("Go", Difficulty::Beginner));
    // Beside the conversation, too.
    let before = course(&lab, id).profile.clone();
    for text in ["idk", "随便", "no, I meant this"] {
        let said = Some(FieldAnswer::Words(text.to_owned()));
        lab.send(Msg::Course(CourseMsg::SetField(id, "background".to_owned(), said)));
        assert_eq!(course(&lab, id).profile, before, "{text}");
    }
}

#[test]
fn a_wide_goal_is_narrowed_by_cards_and_what_was_said_is_not_asked_again() {
    for (said, at, title) in [
        ("history", 1, "World history"),
        ("我想学历史", 0, "Chinese history"),
        ("learn something", 3, "Cooking for every day"),
    ] {
        let (mut lab, id) = offline("course");
        say(&mut lab, said);
        lab.built_in();
        let (field, options) = card(&lab, id);
        assert_eq!((field, options.len()), (Some("goal"), 4), "{said}");
        let mut lab = lab.reload();
        assert_eq!(card(&lab, id).1, options, "{said}");
        lab.send(Msg::Course(CourseMsg::Choose(id, vec![options[at].clone()])));
        lab.built_in();
        assert_eq!(card(&lab, id).0, Some("background"), "{said}");
        assert_eq!(lab.model.course_title(id), title);
    }
    // Skipped, it is the whole of it.
    let (mut lab, id) = offline("course");
    say(&mut lab, "art");
    lab.built_in();
    lab.send(Msg::Course(CourseMsg::Skip(id)));
    lab.built_in();
    assert_eq!(
        (lab.model.course_title(id).as_str(), card(&lab, id).0),
        ("An overview of the arts", Some("background"))
    );
    // What the sentence says needs no card.
    let (mut lab, id) = online("course");
    say(
        &mut lab,
        "I'm a complete beginner and want to learn Excel so that I can make the rota. I learn best from short exercises.",
    );
    assert_eq!(known(&lab, id), ["background", "cognitiveStyle", "goal", "targetOutcome"]);
    assert_eq!(lab.model.course_title(id), "Excel");
    assert_eq!(lab.last_request()["tool_choice"]["function"]["name"], "generateOutline");
}

#[test]
fn a_choice_and_its_field_are_one_change_and_one_undo() {
    let (mut lab, id) = offline("course");
    say(&mut lab, "Go");
    lab.built_in();
    lab.trace.clear();
    choose(&mut lab, id, 1);
    let place = |name: &str| lab.trace.iter().position(|effect| effect == name);
    assert!(place("Commit").is_some() && place("Commit") < place("CallModel"), "{:?}", lab.trace);
    assert_eq!((known(&lab, id), lab.path().len()), (vec!["background", "goal"], 4));
    lab.built_in();
    let mut lab = lab.reload();
    assert_eq!(card(&lab, id).0, Some("targetOutcome"));
    lab.send(Msg::Undo);
    assert_eq!((known(&lab, id), lab.path().len()), (vec!["goal"], 2));
    assert_eq!(card(&lab, id).0, Some("background"));
    lab.send(Msg::Redo);
    assert_eq!((known(&lab, id), lab.path().len()), (vec!["background", "goal"], 4));
    lab.send(Msg::Undo);
    lab.send(Msg::Undo);
    assert_eq!(known(&lab, id).len(), 0, "what one began with goes with its field");
}

#[test]
fn a_reload_in_the_middle_goes_on() {
    let (mut lab, id) = offline("project");
    say(&mut lab, "Move house");
    // The page goes away while the answer comes: it is stopped, and the form of the field takes its place.
    let mut lab = lab.reload();
    assert_eq!(lab.status(), Status::Stopped);
    assert_eq!(card(&lab, id).0, Some("constraints"));
    choose(&mut lab, id, 2);
    lab.built_in();
    let mut lab = lab.reload();
    assert_eq!((known(&lab, id), card(&lab, id).0), (vec!["aim", "constraints"], Some("deadline")));
    choose(&mut lab, id, 1);
    lab.built_in();
    choose(&mut lab, id, 1);
    lab.built_in();
    assert_eq!(outline(&lab.reload(), id).sections.len(), 4);
}

#[test]
fn an_earlier_answer_is_changed_by_a_branch_and_the_fields_follow_the_branch() {
    let (mut lab, id) = offline("course");
    finish_offline(&mut lab, id);
    let all = course(&lab, id).profile.clone();
    assert_eq!(all.len(), 4);
    let answer = lab.path().into_iter().filter(|row| row.text() == "I’m new to it").map(|row| row.key()).next();
    let key = answer.expect("the second answer");
    lab.send(Msg::Sessions(SessionMsg::EditAsBranch(key, "I know it well".to_owned())));
    lab.built_in();
    assert_eq!(known(&lab, id), ["background", "goal"]);
    assert_eq!(course(&lab, id).profile["background"], FieldAnswer::Chosen(vec!["I know it well".to_owned()]));
    assert_eq!(card(&lab, id).0, Some("targetOutcome"));
    let edited = lab.path()[2].key();
    lab.send(Msg::Sessions(SessionMsg::StepSibling(edited, false)));
    assert_eq!(course(&lab, id).profile, all, "the other branch knows what it knew");
    lab.send(Msg::Undo);
    assert_eq!(known(&lab, id), ["background", "goal"]);
    lab.send(Msg::Sessions(SessionMsg::Delete1(edited)));
    assert_eq!(course(&lab, id).profile, all);
}

#[test]
fn an_earlier_answer_is_changed_in_place_and_its_field_with_it() {
    let (mut lab, id) = offline("course");
    finish_offline(&mut lab, id);
    let all = course(&lab, id).profile.clone();
    let made = outline(&lab, id).clone();
    let at = |lab: &Lab, place: usize| lab.path()[place].clone();
    let edit = |lab: &mut Lab, place: usize, text: &str| {
        let key = at(lab, place).key();
        lab.send(Msg::Sessions(SessionMsg::EditInPlace(key, text.to_owned())));
    };
    let words = |text: &str| FieldAnswer::Words(text.to_owned());
    // The last answer depends on nothing and nothing on it. It was chosen; now it is in words of one's own.
    let last = lab.path().len() - 2;
    assert!(matches!(all["cognitiveStyle"], FieldAnswer::Chosen(_)));
    edit(&mut lab, last, "  With pictures ");
    assert_eq!(course(&lab, id).profile["cognitiveStyle"], words("With pictures"));
    assert_eq!((known(&lab, id).len(), outline(&lab, id)), (4, &made));
    // A question, a noise and nothing at all leave it.
    edit(&mut lab, last, "what do you mean?");
    assert_eq!(at(&lab, last).text(), "what do you mean?");
    for text in ["…", "!!", "", "  "] {
        edit(&mut lab, last, text);
        assert_eq!(at(&lab, last).text(), "what do you mean?", "{text}");
        assert!(lab.model.toasts.last().is_some_and(|toast| toast.error), "{text}");
    }
    assert_eq!(course(&lab, id).profile["cognitiveStyle"], words("With pictures"));
    // Others depend on the first answer, and are asked again.
    edit(&mut lab, 0, "Japanese history");
    assert_eq!(known(&lab, id), ["cognitiveStyle", "goal"]);
    assert_eq!(course(&lab, id).profile["goal"], words("Japanese history"));
    assert_eq!(card(&lab, id).0, Some("background"));
    // Each is one step, after a reload too.
    let mut lab = lab.reload();
    assert_eq!(known(&lab, id).len(), 2);
    lab.send(Msg::Undo);
    assert_eq!((known(&lab, id).len(), at(&lab, 0).text().as_str()), (4, "Chinese history"));
    assert_eq!(course(&lab, id).profile["goal"], all["goal"]);
    lab.send(Msg::Undo);
    lab.send(Msg::Undo);
    assert_eq!(course(&lab, id).profile, all);
    lab.send(Msg::Redo);
    assert_eq!(course(&lab, id).profile["cognitiveStyle"], words("With pictures"));
}

#[test]
fn an_answer_changed_in_place_leaves_what_was_said_about_its_field_since() {
    let (mut lab, id) = offline("course");
    say(&mut lab, "Go");
    let first = lab.path()[0].key();
    let edit = |text: &str| Msg::Sessions(SessionMsg::EditInPlace(first, text.to_owned()));
    lab.send(edit("Chess"));
    assert_ne!(lab.path()[0].text(), "Chess", "not while the model works");
    lab.built_in();
    choose(&mut lab, id, 1);
    lab.built_in();
    lab.send(Msg::Course(CourseMsg::SetField(id, "goal".to_owned(), Some(FieldAnswer::Words("Beside".to_owned())))));
    let beside = course(&lab, id).profile.clone();
    lab.send(edit("Chess"));
    assert_eq!(lab.path()[0].text(), "Chess");
    assert_eq!(course(&lab, id).profile, beside);
    // On a branch from there the answer is what it says now.
    let second = lab.path()[2].key();
    lab.send(Msg::Sessions(SessionMsg::EditAsBranch(second, "I’m new to it".to_owned())));
    assert_eq!(course(&lab, id).profile["goal"], FieldAnswer::Words("Chess".to_owned()));
}

#[test]
fn fields_are_edited_and_cleared_and_what_depended_on_them_is_asked_again() {
    let (mut lab, id) = offline("course");
    finish_offline(&mut lab, id);
    let first = outline(&lab, id).clone();
    let set = |lab: &mut Lab, said| lab.send(Msg::Course(CourseMsg::SetField(id, "goal".to_owned(), said)));
    set(&mut lab, Some(FieldAnswer::Words("Baking".to_owned())));
    assert_eq!(known(&lab, id), ["cognitiveStyle", "goal"]);
    assert_eq!(card(&lab, id).0, Some("background"), "the form is open without a word of the model");
    set(&mut lab, None);
    assert_eq!(card(&lab, id).0, Some("goal"));
    lab.send(Msg::Undo);
    lab.send(Msg::Undo);
    assert_eq!(known(&lab, id).len(), 4);
    lab.send(Msg::Redo);
    while known(&lab, id).len() < 4 {
        choose(&mut lab, id, 1);
        lab.built_in();
    }
    assert_eq!((outline(&lab, id).title.as_str(), course(&lab, id).versions.len()), ("Baking", 1));
    lab.send(Msg::Course(CourseMsg::Restore(id, 0)));
    assert_eq!((outline(&lab, id), course(&lab, id).versions.len()), (&first, 1));
}

#[test]
fn questions_and_noise_fill_nothing() {
    let (mut lab, id) = offline("course");
    say(&mut lab, "Go");
    lab.built_in();
    for text in ["what do you mean?", "什么意思？", "…", "!!"] {
        say(&mut lab, text);
        lab.built_in();
        assert_eq!((known(&lab, id).len(), card(&lab, id).0), (1, Some("background")), "{text}");
    }
}

#[test]
fn a_part_is_made_anew_a_lesson_is_outlined_and_all_of_it_is_undone() {
    let (mut lab, id) = offline("course");
    finish_offline(&mut lab, id);
    let before = outline(&lab, id).clone();
    let (section, chapter) = (before.sections[1].id, before.sections[0].chapters[0].id);
    lab.send(Msg::Course(CourseMsg::Ask(id, Task::Section(section))));
    lab.built_in();
    let after = outline(&lab, id).clone();
    assert_ne!(after.sections[1].chapters, before.sections[1].chapters);
    assert_eq!(
        (&after.sections[0], &after.sections[2], after.sections[1].id),
        (&before.sections[0], &before.sections[2], section)
    );
    assert!(lab.last().provenance.notices.iter().any(|notice| notice.starts_with("changes ")));
    lab.send(Msg::Course(CourseMsg::Ask(id, Task::Lesson(chapter))));
    lab.built_in();
    assert!(outline(&lab, id).sections[0].chapters[0].lesson.contains("**Steps**"));
    assert_eq!(lab.last().provenance.notices, ["changes changed=1"]);
    assert_eq!(known(&lab, id).len(), 4, "neither fills or clears a field");
    let mut lab = lab.reload();
    lab.send(Msg::Undo);
    lab.send(Msg::Undo);
    assert_eq!(outline(&lab, id), &before);
}

#[test]
fn the_outline_is_edited_by_hand_and_every_step_is_undone() {
    let (mut lab, id) = offline("course");
    finish_offline(&mut lab, id);
    let before = outline(&lab, id).clone();
    let (first, second) = (before.sections[0].clone(), before.sections[1].clone());
    let edits = [
        Edit::Title("Mine".to_owned()),
        Edit::AddSection(4, "Extra".to_owned()),
        Edit::MoveSection(second.id, 0),
        Edit::MoveChapter(first.chapters[0].id, second.id, 1),
        Edit::Done(first.chapters[0].id, true),
        Edit::RemoveChapter(first.chapters[1].id),
        Edit::Lesson(first.chapters[2].id, "- a".to_owned()),
    ];
    let count = edits.len();
    for edit in edits {
        lab.send(Msg::Course(CourseMsg::Edit(id, edit)));
    }
    assert_eq!((outline(&lab, id).title.as_str(), outline(&lab, id).progress().0), ("Mine", 1));
    let mut lab = lab.reload();
    for _ in 0..count {
        lab.send(Msg::Undo);
    }
    assert_eq!(outline(&lab, id), &before);
    lab.send(Msg::Course(CourseMsg::Edit(id, Edit::Title("  ".to_owned()))));
    assert_eq!(outline(&lab, id), &before, "nothing is named nothing");
}

#[test]
fn courses_are_copied_named_and_deleted_with_their_conversation() {
    let (mut lab, id) = offline("course");
    finish_offline(&mut lab, id);
    lab.send(Msg::Course(CourseMsg::Rename(id, "My course".to_owned())));
    lab.send(Msg::Course(CourseMsg::Duplicate(id)));
    let copy = lab.model.route.course().expect("the copy is shown");
    assert_ne!(copy, id);
    assert_eq!(lab.model.course_title(copy), "My course (2)");
    // The conversation of the first is not in memory after a reload; it is read before it goes.
    let mut lab = lab.reload();
    let rows = lab.rows();
    lab.send(Msg::Course(CourseMsg::Delete(id)));
    assert_eq!(lab.model.courses().len(), 1);
    assert!(!lab.rows().iter().any(|row| row.contains("Built-in interviewer")));
    lab.send(Msg::UndoIn(Document::COURSES));
    assert_eq!(lab.model.courses().len(), 2);
    assert!(rows.iter().all(|row| lab.rows().contains(row)));
    lab.send(Msg::Go(Route::Course(Some(id), None)));
    assert_eq!(lab.path().len(), 8);
}

#[test]
fn from_an_outline_to_the_other_rooms() {
    let (mut lab, id) = offline("course");
    finish_offline(&mut lab, id);
    lab.send(map_of(id));
    assert!(matches!(lab.model.route, Route::Map(Some(_), _)));
    assert_eq!(lab.model.workspace.tables().nodes.len(), 1 + 4 + 13);
    lab.send(Msg::UndoIn(Document::MAPS));
    assert_eq!((lab.model.workspace.tables().nodes.len(), lab.model.workspace.tables().maps.len()), (0, 0));
    goals(&mut lab, id);
    assert_eq!(lab.model.route, Route::Time(None));
    let goals: Vec<_> = lab.model.workspace.tables().goals.values().cloned().collect();
    assert_eq!((goals.len(), goals.iter().filter_map(|goal| goal.target_secs).sum::<i64>()), (4, 390 * 60));
    assert_eq!(lab.model.history.entries(Document::TIME_LOG).len(), 1);
    lab.send(Msg::Undo);
    assert_eq!(lab.model.workspace.tables().goals.len(), 0);
    let names: Vec<String> = outline(&lab, id).sections.iter().map(|section| section.title.clone()).collect();
    lab.send(Msg::Redo);
    let goals: Vec<_> = lab.model.goals();
    assert!(goals.iter().zip(&names).all(|(goal, name)| goal.name.ends_with(name)), "in the order of the parts");
    let chapter = outline(&lab, id).sections[0].chapters[1].clone();
    let talk = || Msg::Course(CourseMsg::Chat(id, chapter.id));
    lab.send(talk());
    assert!(lab.path()[0].text().contains(&chapter.title));
    let session = lab.session();
    assert!(lab.model.drafts[&Some(session)].contains(&chapter.title), "there is something to ask");
    // There is one conversation about a chapter, also after a reload.
    let mut lab = lab.reload();
    lab.send(Msg::Go(Route::Course(Some(id), None)));
    let calls = lab.model.composer_calls;
    lab.send(talk());
    assert_eq!((lab.session(), lab.model.sessions().len(), lab.model.composer_calls), (session, 1, calls + 1));
    assert!(lab.path()[0].text().contains(&chapter.title));
    lab.use_custom_endpoint();
    say(&mut lab, "Tell me more");
    assert!(
        lab.sent().iter().any(|sent| sent.starts_with("system: ") && sent.contains(&chapter.title)),
        "{:?}",
        lab.sent()
    );
}

#[test]
fn a_conversation_of_a_course_is_found_and_leads_to_its_room() {
    let (mut lab, id) = offline("course");
    finish_offline(&mut lab, id);
    lab.send(Msg::Go(Route::Chat(Some(Course::session(id)), None)));
    assert_eq!(lab.model.route, Route::Course(Some(id), None));
    // The assistant of the Time room has nothing to do with it.
    lab.send(Msg::Assistant(AssistantMsg::Time(true)));
    assert_eq!(lab.session(), Course::session(id));
}

#[test]
fn a_course_is_written_to_files_and_read_back() {
    use espalier_app::course::files::Format;
    use espalier_app::files::FileMsg;
    let (mut lab, id) = offline("project");
    finish_offline(&mut lab, id);
    lab.send(Msg::Course(CourseMsg::Export(id, Format::Markdown)));
    let (name, text) = lab.saved_files.pop().expect("a file");
    assert!(name.contains(".md") && text.contains("## When, where, who") && text.contains("- **Goal**: "), "{text}");
    lab.send(Msg::Course(CourseMsg::Export(id, Format::Json)));
    let (name, text) = lab.saved_files.pop().expect("a file");
    lab.send(Msg::Files(FileMsg::Read(name, text.into_bytes())));
    let copy = lab.model.route.course().expect("it is shown");
    assert_ne!(copy, id);
    assert_eq!((&course(&lab, copy).profile, outline(&lab, copy).progress()), (&course(&lab, id).profile, (0, 10)));
    lab.send(Msg::UndoIn(Document::COURSES));
    assert_eq!(lab.model.courses().len(), 1);
    let mut lab = lab.reload();
    lab.send(Msg::Redo);
    assert_eq!(known(&lab, copy).len(), 4);
    // Another file is what it always was.
    lab.send(Msg::Files(FileMsg::Read("x.json".to_owned(), b"{}".to_vec())));
    assert_eq!(lab.model.courses().len(), 2);
}

/// Capabilities of an endpoint and its model.
#[derive(Debug, Clone, Copy)]
struct Can {
    tools: bool,
    forced: bool,
    schema: bool,
    object: bool,
    thinking: bool,
}

/// Arguments that fit what is asked for.
fn fitting(system: &str) -> Value {
    if let Some((_, rest)) = system.split_once("targetField \"") {
        let field = rest.split('"').next().unwrap_or_default();
        return json!({ "question": "Which one", "options": ["One", "Two"], "targetField": field });
    }
    let part =
        |inner: &str| json!([{ "title": "A", inner: [{ "title": "a" }] }, { "title": "B", inner: [{ "title": "b" }] }]);
    let (name, inner) = if system.contains("generatePlan") { ("milestones", "tasks") } else { ("modules", "chapters") };
    json!({
        "title": "T", "description": "d", "difficulty": "beginner", "estimatedMinutes": 60, name: part(inner), "reason": "r",
    })
}

/// Lets an endpoint answer until the turn is over.
fn serve(lab: &mut Lab, can: Can) {
    let address = "http://127.0.0.1:9/v1/chat/completions";
    for _ in 0..12 {
        let Some(call) = lab.calls.pop() else { return };
        let CallBody::Http(request) = &call.request else { panic!("an endpoint is asked") };
        let body: Value = serde_json::from_str(&request.body).expect("JSON");
        let refuse = |message: &str| TurnInput::Failed(from_response(400, &[], message, address));
        let system = body["messages"].as_array().expect("messages").iter();
        let system: String =
            system.filter(|one| one["role"] == "system").filter_map(|one| one["content"].as_str()).collect();
        let arguments = fitting(&system).to_string();
        let form = body["response_format"]["type"].as_str();
        let refused = match form {
            _ if body["tools"].is_array() && !can.tools => {
                Some(r#"{"error":{"message":"this model does not support tools"}}"#)
            }
            _ if body.get("tool_choice").is_some_and(|choice| choice != "auto") && !can.forced => {
                Some(r#"{"error":{"message":"tool_choice: only auto is supported","param":"tool_choice"}}"#)
            }
            Some("json_schema") if !can.schema => {
                Some(r#"{"error":{"message":"not supported","param":"response_format"}}"#)
            }
            Some("json_object") if !can.object => {
                Some(r#"{"error":{"message":"not supported","param":"response_format"}}"#)
            }
            _ => None,
        };
        lab.calls.push(call);
        let before = lab.calls.len();
        if let Some(message) = refused {
            lab.input(refuse(message));
        } else {
            if can.thinking {
                let delta = json!({"choices": [{"index": 0, "delta": {"reasoning_content": "hm"}}]});
                lab.input(TurnInput::Chunk(format!("data: {delta}\n\n").into_bytes()));
            }
            if body["tools"].is_array() {
                let name = body["tools"][0]["function"]["name"].as_str().expect("a tool").to_owned();
                lab.tools("", &[("c", &name, &arguments)]);
            } else if form.is_some() {
                lab.answer(&arguments);
            } else {
                lab.answer("Let us just talk.");
            }
        }
        if lab.calls.len() == before {
            // Nothing else was asked.
            lab.calls.clear();
            return;
        }
    }
    panic!("the turn does not end");
}

#[test]
fn the_interview_finishes_on_every_kind_of_endpoint() {
    for bits in 0_u8..32 {
        let bit = |number: u8| bits >> number & 1 == 1;
        let can = Can { tools: bit(0), forced: bit(1), schema: bit(2), object: bit(3), thinking: bit(4) };
        let able = can.tools || can.schema || can.object;
        for flow in FLOWS {
            let (mut lab, id) = online(flow.id);
            say(&mut lab, "Chinese history");
            serve(&mut lab, can);
            for field in &flow.fields[1..] {
                assert_eq!(lab.status(), Status::Done, "{can:?}");
                assert_eq!(card(&lab, id).0, Some(field.name), "{can:?}");
                assert!(!lab.last().text().trim().is_empty(), "{can:?}");
                let local = lab.model.course_card(id).is_some_and(|asked| asked.local);
                assert_eq!(local, !able, "{can:?}");
                choose(&mut lab, id, 1);
                serve(&mut lab, can);
            }
            assert_eq!((lab.status(), outline(&lab, id).completed_here), (Status::Done, !able), "{can:?}");
        }
    }
}

#[test]
fn the_outline_is_shown_as_it_comes_and_never_less_of_it() {
    let (mut lab, id) = online("course");
    for field in FLOWS[0].fields {
        lab.send(Msg::Course(CourseMsg::SetField(id, field.name.to_owned(), Some(FieldAnswer::Words("x".to_owned())))));
    }
    lab.send(Msg::Course(CourseMsg::Generate(id)));
    let text = fitting("").to_string();
    let (mut last, mut shown) = (0, 0);
    lab.input(piece(0, Some("generateOutline"), ""));
    for chunk in text.as_bytes().chunks(7) {
        lab.input(piece(0, None, std::str::from_utf8(chunk).expect("ASCII")));
        let sketch = lab.model.course_sketch(id);
        let size = sketch.map_or(0, |sketch| {
            sketch.title.len()
                + sketch.sections.iter().map(|part| 1 + part.title.len() + part.chapters.len()).sum::<usize>()
        });
        assert!(size >= last, "{size} after {last}");
        shown += usize::from(size > last);
        last = size;
    }
    assert!(shown > 3, "it comes in pieces");
    let end = json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]});
    lab.input(TurnInput::Chunk(format!("data: {end}\n\ndata: [DONE]\n\n").into_bytes()));
    lab.input(TurnInput::Ended);
    assert_eq!(outline(&lab, id).sections.len(), 2);
    assert!(lab.model.course_sketch(id).is_none());
    lab.send(Msg::Undo);
    assert!(course(&lab, id).outline.is_none(), "question, answer and outline are one step");
}

fn piece(index: usize, name: Option<&str>, arguments: &str) -> TurnInput {
    let function = json!({ "name": name, "arguments": arguments });
    let call = json!({ "index": index, "id": name.map(|_| "c"), "type": "function", "function": function });
    let delta = json!({"choices": [{"index": 0, "delta": {"tool_calls": [call]}}]});
    TurnInput::Chunk(format!("data: {delta}\n\n").into_bytes())
}

/// The stream breaks off; the next try begins.
fn break_off(lab: &mut Lab) {
    let before = lab.calls.len();
    lab.input(TurnInput::Failed(from_response(503, &[], "{}", "http://127.0.0.1:9/v1/chat/completions")));
    if lab.calls.len() == before {
        let (turn, step, _) = lab.wakes.pop().expect("the next try is waited for");
        lab.env.now = lab.env.now.plus_ms(60_000);
        lab.send(Msg::Turn(turn, step, TurnInput::Wake));
    }
}

#[test]
fn a_part_made_anew_is_shown_in_its_place_as_it_comes() {
    let (mut lab, id) = offline("course");
    finish_offline(&mut lab, id);
    lab.use_custom_endpoint();
    let before = outline(&lab, id).clone();
    let section = before.sections[2].id;
    lab.send(Msg::Course(CourseMsg::Ask(id, Task::Section(section))));
    assert_eq!(lab.model.course_coming(id), None, "until something comes the part is shown as it is");
    let text = json!({ "title": "Anew", "chapters": [
        { "title": "first", "contentSnippet": "what it is" }, { "title": "second" }, { "title": "third" },
    ] })
    .to_string();
    let mut last: Option<SketchSection> = None;
    let mut steps = 0;
    let mut see = |lab: &Lab| {
        let now = match lab.model.course_coming(id) {
            Some(PartDraft::Section(part, sketch)) if part == section => sketch,
            None if last.is_none() => return,
            other => panic!("{other:?}"),
        };
        if let Some(last) = &last {
            assert!(
                now.title.starts_with(&last.title) && now.chapters.len() >= last.chapters.len(),
                "{now:?} {last:?}"
            );
            for (now, last) in now.chapters.iter().zip(&last.chapters) {
                assert!(now.0.starts_with(&last.0) && now.1.starts_with(&last.1), "{now:?} {last:?}");
            }
        }
        steps += usize::from(last.as_ref() != Some(&now));
        last = Some(now);
        assert_eq!(outline(lab, id), &before, "nothing is changed before it is there");
    };
    // The first try breaks off; the second brings the same and goes on.
    for end in [text.len() * 2 / 3, text.len()] {
        lab.input(piece(0, Some("generateModule"), ""));
        see(&lab);
        for chunk in text.as_bytes()[..end].chunks(7) {
            lab.input(piece(0, None, std::str::from_utf8(chunk).expect("ASCII")));
            see(&lab);
        }
        if end < text.len() {
            break_off(&mut lab);
            see(&lab);
        }
    }
    assert!(steps > 5, "it comes in pieces");
    let end = json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]});
    lab.input(TurnInput::Chunk(format!("data: {end}\n\ndata: [DONE]\n\n").into_bytes()));
    lab.input(TurnInput::Ended);
    assert_eq!(lab.model.course_coming(id), None);
    let after = outline(&lab, id);
    assert_eq!((after.sections[2].title.as_str(), after.sections[2].chapters.len()), ("Anew", 3));
    assert_eq!((&after.sections[..2], &after.sections[3..]), (&before.sections[..2], &before.sections[3..]));
}

#[test]
fn a_lesson_is_shown_in_its_place_as_it_comes() {
    let (mut lab, id) = offline("course");
    finish_offline(&mut lab, id);
    lab.use_custom_endpoint();
    let chapter = outline(&lab, id).sections[1].chapters[1].id;
    lab.send(Msg::Course(CourseMsg::Ask(id, Task::Lesson(chapter))));
    assert_eq!(lab.model.course_coming(id), None);
    let text = "- **Aim**: bread\n- **Steps**\n  - knead\n  - bake\n- **Check**: taste it";
    let mut last = String::new();
    let mut see = |lab: &Lab| {
        let now = match lab.model.course_coming(id) {
            Some(PartDraft::Lesson(at, growing)) if at == chapter => growing.text,
            None if last.is_empty() => return,
            other => panic!("{other:?}"),
        };
        assert!(now.starts_with(&last), "{now} after {last}");
        last = now;
    };
    // Before a word is said a try may fail; after that none begins anew.
    break_off(&mut lab);
    for chunk in text.as_bytes().chunks(5) {
        lab.text(std::str::from_utf8(chunk).expect("ASCII"));
        see(&lab);
    }
    assert_eq!(last, text);
    lab.end();
    assert_eq!(lab.model.course_coming(id), None);
    assert_eq!(outline(&lab, id).sections[1].chapters[1].lesson, text);
}

#[test]
fn a_lesson_that_was_stopped_is_whole_once_it_is_continued() {
    let (mut lab, id) = offline("course");
    finish_offline(&mut lab, id);
    lab.use_custom_endpoint();
    let chapter = outline(&lab, id).sections[0].chapters[0].id;
    lab.send(Msg::Course(CourseMsg::Ask(id, Task::Lesson(chapter))));
    lab.text("- **Aim**: bread\n");
    let key = lab.last().key();
    lab.send(Msg::Stop(key));
    assert_eq!(outline(&lab, id).sections[0].chapters[0].lesson, "", "half a lesson is none");
    lab.send(Msg::Sessions(SessionMsg::Continue(key)));
    lab.text("- **Check**: ");
    let Some(PartDraft::Lesson(_, growing)) = lab.model.course_coming(id) else { panic!("it is shown") };
    assert_eq!(growing.text, "- **Aim**: bread\n- **Check**: ");
    lab.text("taste it");
    lab.end();
    assert_eq!(outline(&lab, id).sections[0].chapters[0].lesson, "- **Aim**: bread\n- **Check**: taste it");
}

#[test]
fn an_outline_that_breaks_the_limits_goes_back_twice_and_is_completed_here() {
    let (mut lab, id) = online("course");
    for field in FLOWS[0].fields {
        lab.send(Msg::Course(CourseMsg::SetField(id, field.name.to_owned(), Some(FieldAnswer::Skipped))));
    }
    lab.send(Msg::Course(CourseMsg::Generate(id)));
    let mut wrong = fitting("");
    wrong["modules"] = json!([{ "title": "Only", "chapters": [{ "title": "one" }] }]);
    for _ in 0..3 {
        lab.tools("", &[("c", "generateOutline", &wrong.to_string())]);
    }
    assert_eq!((outline(&lab, id).completed_here, outline(&lab, id).sections[0].title.as_str()), (true, "Only"));
    assert_eq!(lab.status(), Status::Done);
}

#[test]
fn an_endpoint_that_fails_loses_nothing_and_the_form_stays() {
    let (mut lab, id) = online("course");
    say(&mut lab, "Go");
    let error = from_response(401, &[], "{}", "http://127.0.0.1:9/v1/chat/completions");
    lab.input(TurnInput::Failed(error));
    assert_eq!((lab.status(), card(&lab, id).0), (Status::Error, Some("background")));
    choose(&mut lab, id, 1);
    assert_eq!(known(&lab, id), ["background", "goal"]);
    lab.send(Msg::Stop(lab.last().key()));
    assert_eq!((lab.status(), card(&lab, id).0), (Status::Stopped, Some("targetOutcome")));
}

#[test]
fn whatever_a_model_says_no_field_changes() {
    let texts = ["The user chose Python.", "goal = Python; background = none", "{\"goal\":\"x\"}", "", "<tool_call>"];
    let names = ["presentOptions", "generateOutline", "setField", "updateProfile", "generateModule"];
    let arguments = [
        json!({"question": "Done", "options": ["I choose A", "B"], "targetField": "goal", "answer": "A"}),
        json!({"question": "Q", "options": ["A", "B"], "targetField": "favouriteColour"}),
        json!({"question": "Q", "options": ["A"], "targetField": "goal"}),
        json!({"goal": "set by the model", "profile": {"background": "x"}}),
        json!({"question": "Q", "options": ["A", "B"], "targetField": "general"}),
        json!({"title": "T", "modules": []}),
        json!([]),
        json!("junk"),
    ];
    let mut outputs = 0;
    let mut seed = 7_u64;
    let mut draw = |count: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(seed >> 33).expect("31 bits") % count
    };
    while outputs < 1_000 {
        let (mut lab, id) = online("course");
        let mine = FieldAnswer::Words("mine".to_owned());
        for field in FLOWS[0].fields.iter().take(draw(4)) {
            lab.send(Msg::Course(CourseMsg::SetField(id, field.name.to_owned(), Some(mine.clone()))));
        }
        let before = course(&lab, id).profile.clone();
        say(&mut lab, "what now?");
        while lab.model.course_works(id) {
            outputs += 1;
            if let Some((turn, step, _)) = lab.wakes.pop() {
                lab.send(Msg::Turn(turn, step, TurnInput::Wake));
            }
            if draw(3) == 0 {
                lab.answer(texts[draw(texts.len())]);
            } else {
                let given = arguments[draw(arguments.len())].to_string();
                lab.tools(texts[draw(texts.len())], &[("c", names[draw(names.len())], &given)]);
            }
        }
        assert_eq!(course(&lab, id).profile, before);
        let asked = lab.model.course_card(id).expect("a card is open while something is missing");
        let count = asked.card.options.len();
        assert!(if before.is_empty() { count == 0 } else { (2..=4).contains(&count) });
        // The interview still comes to its end.
        assert!(asked.card.field.is_none_or(|name| FLOWS[0].field(name).is_some()));
    }
}

#[test]
fn everything_that_is_exported_carries_courses() {
    use espalier_app::files::FileMsg;
    let (mut lab, id) = offline("course");
    finish_offline(&mut lab, id);
    lab.send(Msg::Files(FileMsg::ExportAll));
    let (_, archive) = lab.saved_files.pop().expect("a file");
    let mut other = Lab::on(MemoryStorage::default(), Route::Settings);
    other.send(Msg::Files(FileMsg::Read("all.json".to_owned(), archive.into_bytes())));
    other.send(Msg::Files(FileMsg::Apply));
    assert_eq!(course(&other, id), course(&lab, id));
    other.send(Msg::Go(Route::Course(Some(id), None)));
    assert_eq!(other.path().len(), lab.path().len());
}

#[test]
fn calls_are_kept_with_the_answer_that_made_them() {
    let (mut lab, _) = offline("course");
    say(&mut lab, "Go");
    lab.built_in();
    let last = lab.last();
    let key = MessageKey { session: lab.session(), id: last.id };
    assert!(last.parts.iter().any(|part| matches!(part, Part::ToolCall { name, .. } if name == "presentOptions")));
    assert!(lab.model.tool(key, "presentOptions").is_some());
    assert!(
        lab.model.workspace.tables().preferences.values().all(|row: &std::rc::Rc<Preferences>| row.provider.is_none())
    );
}

#[test]
fn goals_of_a_course_do_not_hide_the_steps_that_the_log_had() {
    let (mut lab, id) = offline("course");
    finish_offline(&mut lab, id);
    goals(&mut lab, id);
    lab.send(Msg::Go(Route::Course(Some(id), None)));
    let mut lab = lab.reload();
    // The log was not shown since, so its steps are stored and not read yet. Made again, they are brought up to date.
    let proposed = Schedule::proposed(&lab.model, id).expect("there is an outline");
    lab.send(Msg::Course(CourseMsg::ToGoals(id, Schedule { minutes: 30, ..proposed })));
    assert_eq!(lab.model.workspace.tables().goals.len(), 4);
    assert_eq!(lab.model.history.entries(Document::TIME_LOG).len(), 2);
    lab.send(Msg::Undo);
    lab.send(Msg::Undo);
    assert_eq!(lab.model.workspace.tables().goals.len(), 0);
    lab.send(Msg::Go(Route::Course(Some(id), None)));
    let mut lab = lab.reload();
    // What was undone is not done again after another step, though that was made before it was read.
    goals(&mut lab, id);
    lab.send(Msg::Redo);
    assert_eq!(lab.model.workspace.tables().goals.len(), 4);
    let lab = lab.reload();
    let entries = lab.model.history.entries(Document::TIME_LOG);
    assert_eq!((entries.len(), entries.iter().filter(|entry| entry.aside).count()), (3, 2), "they can be restored");
}

#[test]
fn a_map_made_again_is_brought_up_to_date_and_ticks_follow() {
    use espalier_model::mindmap::Task as Mark;
    use espalier_model::{MapId, Node, NodeId, NodeKey};
    let (mut lab, id) = offline("course");
    finish_offline(&mut lab, id);
    lab.send(map_of(id));
    let Route::Map(Some(map), _) = lab.model.route else { panic!("the map is shown") };
    assert_eq!(map, MapId::from_uuid(id.uuid()));
    lab.send(Msg::Go(Route::Course(Some(id), None)));
    let part = outline(&lab, id).sections[0].clone();
    let key = |chapter: usize| NodeKey { map, id: NodeId::from_uuid(part.chapters[chapter].id.uuid()) };
    let mark = |lab: &Lab, chapter| lab.model.workspace.get::<Node>(&key(chapter)).map(|row| row.task);
    lab.send(Msg::Course(CourseMsg::Edit(id, Edit::Done(part.chapters[0].id, true))));
    assert_eq!(mark(&lab, 0), Some(Mark::Done));
    lab.send(Msg::Undo);
    assert_eq!(mark(&lab, 0), Some(Mark::Open));
    // The same where the nodes are not in memory.
    let mut lab = lab.reload();
    assert_eq!(mark(&lab, 1), None);
    lab.send(Msg::Course(CourseMsg::Edit(id, Edit::Done(part.chapters[1].id, true))));
    assert_eq!(mark(&lab, 1), Some(Mark::Done));
    lab.send(Msg::Course(CourseMsg::Edit(id, Edit::RenameChapter(part.chapters[0].id, "Another".to_owned()))));
    lab.send(Msg::Course(CourseMsg::Edit(id, Edit::AddChapter(part.id, 3, "More".to_owned()))));
    lab.send(map_of(id));
    assert_eq!((lab.model.workspace.tables().maps.len(), lab.model.workspace.tables().nodes.len()), (1, 19));
    assert!(lab.model.workspace.get::<Node>(&key(0)).is_some_and(|row| row.title == "Another"));
    assert_eq!(lab.model.course_behind(map.uuid()), Some(id), "it leads back");
}

#[test]
fn goals_ask_for_what_is_left_and_begin_on_track() {
    use espalier_timelog::insight::progress;
    let (mut lab, id) = offline("course");
    finish_offline(&mut lab, id);
    let parts = outline(&lab, id).sections.clone();
    for chapter in &parts[0].chapters {
        lab.send(Msg::Course(CourseMsg::Edit(id, Edit::Done(chapter.id, true))));
    }
    lab.send(Msg::Course(CourseMsg::Edit(id, Edit::Done(parts[1].chapters[0].id, true))));
    goals(&mut lab, id);
    let all = lab.model.goals();
    assert_eq!(all.len(), 3, "what is done makes no goal");
    assert_eq!(all[0].target_secs, Some(60 * 60), "two of three chapters are left");
    let done = progress(&lab.model.timelog.columns, &all[0], lab.env.now);
    assert_eq!((done.expected_secs, done.seconds), (Some(0), 0), "nobody is late on the first day");
    assert_eq!(lab.model.course_behind(all[0].id.uuid()), Some(id));
}

#[test]
fn a_course_begins_with_its_first_sentence_and_each_answer_is_named_in_the_history() {
    let mut lab = Lab::on(MemoryStorage::default(), Route::Course(None, None));
    lab.send(Msg::Course(CourseMsg::Begin("course".to_owned(), "I want to learn Rust".to_owned())));
    let id = lab.model.route.course().expect("the course is shown");
    lab.built_in();
    assert_eq!((lab.path().len(), lab.model.course_title(id).as_str()), (2, "Rust"));
    let first = lab.model.history.entries(Document::of(Course::session(id))).last().map(|entry| entry.subject.clone());
    assert_eq!(first.as_deref(), Some("Goal: I want to learn Rust"));
    lab.send(Msg::Course(CourseMsg::Skip(id)));
    lab.built_in();
    let session = Document::of(Course::session(id));
    let last = lab.model.history.entries(session).last().map(|entry| (entry.command.clone(), entry.subject.clone()));
    assert_eq!(last, Some(("course.reply".to_owned(), "Background: no preference".to_owned())));
}

#[test]
fn a_part_that_goes_while_it_is_made_anew_leaves_the_outline_alone() {
    let (mut lab, id) = offline("course");
    finish_offline(&mut lab, id);
    lab.use_custom_endpoint();
    let section = outline(&lab, id).sections[0].id;
    lab.send(Msg::Course(CourseMsg::Ask(id, Task::Section(section))));
    assert!(lab.model.course_works(id));
    lab.send(Msg::Course(CourseMsg::SetField(id, "goal".to_owned(), None)));
    assert!(course(&lab, id).profile.contains_key("goal"), "what the turn is for stays while it runs");
    lab.send(Msg::Course(CourseMsg::Edit(id, Edit::RemoveSection(section))));
    let left = outline(&lab, id).clone();
    lab.answer("Sorry.");
    assert_eq!(outline(&lab, id), &left);
}

#[test]
fn words_in_a_finished_course_make_nothing_anew() {
    let (mut lab, id) = offline("course");
    finish_offline(&mut lab, id);
    let before = outline(&lab, id).clone();
    say(&mut lab, "Thanks!");
    lab.built_in();
    assert_eq!(outline(&lab, id), &before);
    assert_eq!(lab.last().provenance.notices, ["unchanged"]);
    lab.send(Msg::Course(CourseMsg::Generate(id)));
    lab.built_in();
    assert_ne!(outline(&lab, id), &before);
}

#[test]
fn a_first_answer_clears_nothing_that_was_said_without_it() {
    let (mut lab, id) = offline("course");
    for field in ["background", "goal"] {
        let said = FieldAnswer::Words(format!("my {field}"));
        lab.send(Msg::Course(CourseMsg::SetField(id, field.to_owned(), Some(said))));
    }
    assert_eq!(course(&lab, id).profile.len(), 2);
    lab.send(Msg::Course(CourseMsg::SetField(id, "goal".to_owned(), Some(FieldAnswer::Words("another".to_owned())))));
    assert_eq!(course(&lab, id).profile.len(), 1);
}

/// An outline as a model would write it, in two modules: titles come before what is below them.
fn whole() -> String {
    let chapter = |title: &str| format!(r#"{{"title": "{title}", "contentSnippet": "what it is"}}"#);
    let module = |title: &str, chapters: &[&str]| {
        let chapters: Vec<String> = chapters.iter().map(|title| chapter(title)).collect();
        format!(r#"{{"title": "{title}", "chapters": [{}]}}"#, chapters.join(", "))
    };
    let modules = [module("Ownership", &["Moves", "Borrows", "Lifetimes"]), module("Traits", &["Methods", "Generics"])];
    let head = r#""title": "Rust", "description": "d", "difficulty": "beginner", "estimatedMinutes": 120"#;
    format!(r#"{{{head}, "modules": [{}], "reason": "r"}}"#, modules.join(", "))
}

/// Everything is answered, the outline is asked for, and its answer came up to the second module.
fn half(lab: &mut Lab, id: CourseId) -> usize {
    for field in FLOWS[0].fields {
        lab.send(Msg::Course(CourseMsg::SetField(id, field.name.to_owned(), Some(FieldAnswer::Words("x".to_owned())))));
    }
    lab.send(Msg::Course(CourseMsg::Generate(id)));
    let text = whole();
    let end = text.find("Methods").expect("it is there") + 3;
    let said = json!({"choices": [{"index": 0, "delta": {"content": "Great, here it comes."}}]});
    lab.input(TurnInput::Chunk(format!("data: {said}\n\n").into_bytes()));
    lab.input(piece(0, Some("generateOutline"), ""));
    for chunk in text.as_bytes()[..end].chunks(9) {
        lab.env.now = lab.env.now.plus_ms(200);
        lab.input(piece(0, None, std::str::from_utf8(chunk).expect("ASCII")));
    }
    end
}

/// Outline so far, as it is kept.
fn check_half(lab: &Lab, id: CourseId) {
    let kept = outline(lab, id);
    assert!(kept.unfinished.is_some() && !kept.completed_here);
    let titles: Vec<(&str, usize)> =
        kept.sections.iter().map(|part| (part.title.as_str(), part.chapters.len())).collect();
    assert_eq!(titles, [("Ownership", 3), ("Traits", 1)]);
    assert_eq!(kept.sections[1].chapters[0].title, "Met", "what was shown is kept as it was shown");
}

#[test]
fn an_outline_that_is_stopped_is_kept_completed_and_undone_in_one_step() {
    let (mut lab, id) = online("course");
    half(&mut lab, id);
    lab.send(Msg::Stop(lab.last().key()));
    check_half(&lab, id);
    let mut lab = lab.reload();
    check_half(&lab, id);
    lab.send(Msg::Course(CourseMsg::Ask(id, Task::Rest)));
    let body = lab.last_request();
    assert_eq!(body["tools"][0]["function"]["name"], "addModules");
    let rest = json!({ "modules": [{ "title": "Traits", "chapters": [{ "title": "Methods" }, { "title": "Generics" }] },
        { "title": "Async", "chapters": [{ "title": "Futures" }] }] });
    lab.tools("", &[("c", "addModules", &rest.to_string())]);
    let done = outline(&lab, id);
    let titles: Vec<&str> =
        done.sections.iter().flat_map(|part| &part.chapters).map(|chapter| chapter.title.as_str()).collect();
    assert_eq!(
        (titles.as_slice(), done.unfinished),
        (&["Moves", "Borrows", "Lifetimes", "Methods", "Generics", "Futures"][..], None)
    );
    lab.send(Msg::Undo);
    check_half(&lab, id);
    lab.send(Msg::Course(CourseMsg::Fill(id)));
    let filled = outline(&lab, id);
    assert!(filled.unfinished.is_none() && filled.completed_here && filled.sections.len() > 2);
    lab.send(Msg::Undo);
    lab.send(Msg::Undo);
    assert!(course(&lab, id).outline.is_none(), "the question goes with what came of it");
}

#[test]
fn an_outline_that_was_coming_when_the_page_went_is_kept() {
    let (mut lab, id) = online("course");
    half(&mut lab, id);
    let mut lab = lab.reload();
    assert_eq!(lab.status(), Status::Stopped);
    let kept = outline(&lab, id);
    assert!(kept.unfinished.is_some() && kept.sections[0].chapters.len() == 3, "{kept:?}");
    lab.send(Msg::Undo);
    assert!(course(&lab, id).outline.is_none(), "one step");
    lab.send(Msg::Redo);
    // It goes on with what is missing, and nothing is said twice.
    lab.send(Msg::Sessions(SessionMsg::Continue(lab.last().key())));
    assert_eq!(lab.last_request()["tools"][0]["function"]["name"], "addModules");
    let rest = json!({ "modules": [{ "title": "Traits", "chapters": [{ "title": "Methods" }] }] }).to_string();
    lab.tools("Great, here it comes.", &[("c", "addModules", &rest)]);
    assert_eq!((outline(&lab, id).unfinished, outline(&lab, id).sections.len()), (None, 2));
    assert_eq!(lab.last().text(), "Great, here it comes.");
}

#[test]
fn an_outline_whose_connection_broke_is_kept_and_continued_without_doubled_words() {
    let (mut lab, id) = online("course");
    half(&mut lab, id);
    lab.input(TurnInput::Failed(espalier_llm::error::LlmError::network(espalier_llm::error::NetworkKind::Interrupted)));
    assert_eq!(lab.status(), Status::Error);
    check_half(&lab, id);
    lab.send(Msg::Sessions(SessionMsg::Continue(lab.last().key())));
    let rest =
        json!({ "modules": [{ "title": "Traits", "chapters": [{ "title": "Methods" }, { "title": "Generics" }] }] });
    lab.tools("Great, here it comes.", &[("c", "addModules", &rest.to_string())]);
    assert_eq!((lab.last().text().as_str(), lab.status()), ("Great, here it comes.", Status::Done));
    assert_eq!(outline(&lab, id).sections[1].chapters.len(), 2);
}

#[test]
fn an_outline_that_is_too_long_is_named_so_and_kept() {
    use espalier_llm::error::ErrorKind;
    let (mut lab, id) = online("course");
    let end = half(&mut lab, id);
    let cut = json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "length"}]});
    let cut = || TurnInput::Chunk(format!("data: {cut}\n\ndata: [DONE]\n\n").into_bytes());
    lab.input(cut());
    lab.input(TurnInput::Ended);
    // With more room it is asked once more.
    assert_eq!(lab.last_request()["max_tokens"], 16_384);
    lab.input(piece(0, Some("generateOutline"), &whole()[..end]));
    lab.input(cut());
    lab.input(TurnInput::Ended);
    assert_eq!(lab.status(), Status::Error);
    assert_eq!(lab.last().provenance.error.clone().map(|error| error.kind), Some(ErrorKind::Length));
    check_half(&lab, id);
    // A whole outline is not replaced by one that broke off.
    lab.send(Msg::Course(CourseMsg::Fill(id)));
    let filled = outline(&lab, id).clone();
    lab.send(Msg::Course(CourseMsg::Generate(id)));
    lab.input(piece(0, Some("generateOutline"), &whole()[..end]));
    lab.send(Msg::Stop(lab.last().key()));
    assert_eq!(outline(&lab, id), &filled);
    assert!(course(&lab, id).versions[0].unfinished.is_some());
}

#[test]
fn a_model_that_cannot_show_a_card_is_asked_everything_once_and_then_once_a_question() {
    let (mut lab, id) = online("course");
    say(&mut lab, "Go");
    let junk = |lab: &mut Lab| {
        let mut asked = 0;
        while let Some(call) = lab.calls.last() {
            asked += 1;
            let (turn, before) = (call.turn, lab.calls.len());
            lab.answer("Let us just talk.");
            if lab.calls.len() <= before
                && lab.calls.last().is_none_or(|next| next.turn != turn || lab.model.running.is_empty())
            {
                lab.calls.clear();
            }
            if lab.model.running.is_empty() {
                lab.calls.clear();
            }
        }
        asked
    };
    assert!(junk(&mut lab) > 2, "every way is tried once");
    for _ in 0..2 {
        choose(&mut lab, id, 1);
        assert!(junk(&mut lab) <= 2);
        assert!(lab.model.course_card(id).expect("a card").local);
    }
    // Whoever wants can have it asked again in every way.
    lab.send(Msg::Course(CourseMsg::AskModel(id)));
    let field = card_field_asked(&lab);
    assert!(lab.last_request()["tools"].is_array());
    let arguments = json!({ "question": "Which one", "options": ["One", "Two"], "targetField": field, "mood": "warm" });
    lab.tools("", &[("c", "presentOptions", &arguments.to_string())]);
    assert!(!lab.model.course_card(id).expect("a card").local, "a word too many does no harm");
}

/// The field that the last request asks for.
fn card_field_asked(lab: &Lab) -> String {
    let body = lab.last_request();
    let words = body["tools"][0]["function"]["parameters"]["properties"]["targetField"]["enum"].clone();
    assert_eq!(words.as_array().map(Vec::len), Some(1), "{words}");
    assert_eq!(body["tools"][0]["function"]["parameters"]["properties"]["options"]["minItems"], 2);
    words[0].as_str().expect("a field").to_owned()
}

#[test]
fn a_card_for_another_field_is_asked_for_again_and_an_invented_one_is_taken_for_the_one_asked() {
    let (mut lab, id) = online("course");
    say(&mut lab, "Go");
    assert_eq!(card_field_asked(&lab), "background");
    let show = |lab: &mut Lab, question: &str, field: &str| {
        let arguments = json!({ "question": question, "options": ["One", "Two"], "targetField": field });
        lab.tools("", &[("c", "presentOptions", &arguments.to_string())]);
    };
    let before = lab.calls.len();
    show(&mut lab, "How do you learn", "cognitiveStyle");
    assert!(lab.calls.len() > before && lab.model.course_card(id).is_none(), "it is asked again");
    show(&mut lab, "About background", "cognitiveStyle");
    assert_eq!(card(&lab, id).0, Some("background"));
    choose(&mut lab, id, 1);
    assert_eq!(known(&lab, id), ["background", "goal"]);
    show(&mut lab, "What should you be able to do", "level");
    assert_eq!((card(&lab, id).0, lab.model.course_card(id).expect("a card").local), (Some("targetOutcome"), false));
}

#[test]
fn an_outline_whose_answers_changed_is_marked_and_a_new_one_keeps_what_was_done() {
    let (mut lab, id) = offline("course");
    finish_offline(&mut lab, id);
    let stale = |lab: &Lab| outline(lab, id).is_stale(&course(lab, id).profile);
    assert!(!stale(&lab));
    let chapter = outline(&lab, id).sections[0].chapters[0].clone();
    lab.send(Msg::Course(CourseMsg::Edit(id, Edit::Done(chapter.id, true))));
    lab.send(Msg::Course(CourseMsg::Edit(id, Edit::Lesson(chapter.id, "- a".to_owned()))));
    let set = |lab: &mut Lab, text: &str| {
        lab.send(Msg::Course(CourseMsg::SetField(
            id,
            "cognitiveStyle".to_owned(),
            Some(FieldAnswer::Words(text.to_owned())),
        )));
    };
    set(&mut lab, "By singing");
    assert!(stale(&lab));
    lab.send(Msg::Course(CourseMsg::Keep(id)));
    assert!(!stale(&lab));
    set(&mut lab, "By reading");
    lab.send(Msg::Course(CourseMsg::Generate(id)));
    lab.built_in();
    assert_eq!(last_done(&lab).map(|told| told.0), Some("course.rewritten"));
    let kept = outline(&lab, id).chapter(chapter.id).expect("the chapter stays");
    assert!(kept.done && kept.lesson == "- a" && !stale(&lab));
    lab.send(Msg::Undo);
    assert!(stale(&lab));
}

#[test]
fn what_a_person_said_is_nowhere_stored_cut() {
    let (mut lab, id) = offline("course");
    let long = format!("Prepare for an interview {}at a bank", "very well ".repeat(40));
    say(&mut lab, &long);
    assert_eq!(course(&lab, id).profile["goal"], FieldAnswer::Words(long.clone()));
    lab.built_in();
    while course(&lab, id).outline.is_none() {
        choose(&mut lab, id, 1);
        lab.built_in();
    }
    assert_eq!(outline(&lab, id).title, long);
}
