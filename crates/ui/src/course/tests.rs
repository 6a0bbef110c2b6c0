use yew::prelude::*;

use super::*;
use crate::testing::{assert_names, draw, ready};
use espalier_agent::turn::TurnInput;
use espalier_app::course::CourseMsg;
use espalier_app::effect::{CallBody, Effect};
use espalier_app::navigate::Route;
use espalier_app::update;
use espalier_base::env::Env;
use espalier_base::time::Timestamp;
use espalier_model::course::Task;
use espalier_model::settings::Language;

#[test]
fn an_empty_room_says_what_can_be_done() {
    for (language, words, kinds) in [
        (Language::En, "One sentence", [">Course</option>", ">Project</option>"]),
        (Language::Zh, "写一句话", [">课程</option>", ">项目</option>"]),
    ] {
        let mut model = ready(language);
        model.route = Route::Course(None, None);
        let html = draw(model, html! { <CourseRoom /> });
        assert!(html.contains(words), "{html}");
        assert_names(&html, &["course-new", "course-flow", "course-begin", "import-file"]);
        assert!(kinds.iter().all(|kind| html.contains(kind)), "{html}");
        let welcome = html.split_once("listed-welcome").unwrap().1;
        assert_eq!((welcome.matches("button-primary").count(), welcome.matches("<select").count()), (1, 1), "{html}");
    }
}

#[test]
fn a_course_has_its_fields_its_conversation_and_its_outline() {
    for (flow, field) in [("course", "goal"), ("project", "aim")] {
        let mut model = ready(Language::En);
        let mut env = Env::deterministic(Timestamp(1_000), 5);
        drop(update(&mut model, Msg::Course(CourseMsg::New(flow.to_owned())), &mut env));
        let id = model.route.course().unwrap();
        drop(update(&mut model, Msg::Course(CourseMsg::Template(id)), &mut env));
        let html = draw(model, html! { <CourseRoom /> });
        assert_names(&html, &["course-item", "profile-field", "assistant", "composer", "outline", "outline-module"]);
        assert_names(
            &html,
            &["outline-chapter", "chapter-done", "chapter-chat", "module-regenerate", "outline-to-map"],
        );
        assert_names(&html, &["outline-to-goals", "outline-versions", "module-grip", "chapter-grip"]);
        assert!(html.contains(&format!("data-field=\"{field}\"")) && html.contains("data-status=\"done\""), "{html}");
        assert!(html.contains("data-scope=\"course\""), "{html}");
    }
}

#[test]
fn a_project_is_named_as_one_and_is_neither_easy_nor_hard() {
    for (flow, begin, has_levels) in [("course", "New course", true), ("project", "New project", false)] {
        let mut model = ready(Language::En);
        let mut env = Env::deterministic(Timestamp(1_000), 5);
        drop(update(&mut model, Msg::Course(CourseMsg::New(flow.to_owned())), &mut env));
        let id = model.route.course().unwrap();
        drop(update(&mut model, Msg::Course(CourseMsg::Template(id)), &mut env));
        let html = draw(model, html! { <CourseRoom /> });
        assert!(html.contains(begin), "the kind that was made last is offered again: {html}");
        assert_eq!(html.contains("data-testid=\"outline-difficulty\""), has_levels);
    }
}

#[test]
fn what_is_made_anew_is_drawn_in_its_place_as_it_comes() {
    let mut model = ready(Language::En);
    let mut env = Env::deterministic(Timestamp(1_000), 5);
    drop(update(&mut model, Msg::Course(CourseMsg::New("course".to_owned())), &mut env));
    let id = model.route.course().unwrap();
    drop(update(&mut model, Msg::Course(CourseMsg::Template(id)), &mut env));
    let outline = model.workspace.get::<Course>(&id).unwrap().outline.clone().unwrap();
    let section = outline.sections[1].id;
    let effects = update(&mut model, Msg::Course(CourseMsg::Ask(id, Task::Section(section))), &mut env);
    let call = effects.into_iter().find_map(|effect| match effect {
        Effect::CallModel(call) => Some(call),
        _ => None,
    });
    let call = call.unwrap();
    let CallBody::Builtin(pieces) = call.request else { panic!("the built-in model answers") };
    let place = format!("data-id=\"{section}\" data-status=\"streaming\"");
    let mut pieces = pieces.into_iter();
    while model.course_coming(id).is_none() {
        let piece = pieces.next().expect("something of it is seen before its end");
        drop(update(&mut model, Msg::Turn(call.turn, call.step, TurnInput::Chunk(piece)), &mut env));
    }
    let html = draw(model, html! { <CourseRoom /> });
    assert!(html.contains(&place), "{html}");
    assert_eq!(html.matches("data-testid=\"outline-module\"").count(), outline.sections.len());
}
