//! Answers of the person, field by field; each can be changed or cleared.

use wasm_bindgen::JsCast;
use yew::prelude::*;

use super::in_place::InPlace;
use crate::kit::{IconButton, IconName};
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::course::CourseMsg;
use espalier_app::{Model, Msg};
use espalier_course::interview;
use espalier_model::CourseId;
use espalier_model::course::FieldAnswer;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ProfileProps {
    pub course: CourseId,
}

#[derive(Debug, PartialEq)]
struct AnswerRow {
    name: &'static str,
    title: &'static str,
    said: Option<String>,
}

fn rows(model: &Model, course: CourseId) -> (Vec<AnswerRow>, bool) {
    let language = model.language();
    let Some((flow, profile)) = model.course_flow(course).zip(model.course_profile(course)) else {
        return (Vec::new(), true);
    };
    let row = |field: &espalier_course::flow::Field| AnswerRow {
        name: field.name,
        title: field.title.get(language),
        said: profile.get(field.name).map(|said| interview::answer_text(said, language)),
    };
    (flow.fields.iter().map(row).collect(), model.read_only.is_some())
}

/// The keyboard goes from the button, which goes with its answer, to the place of the answer.
fn keep_focus(event: &MouseEvent) {
    let button = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    let place = button.and_then(|button| button.closest("li").ok()??.query_selector(".in-place").ok()?);
    if let Some(place) = place.and_then(|place| place.dyn_into::<web_sys::HtmlElement>().ok()) {
        // A button can take the focus.
        let _ = place.focus();
    }
}

/// The list of the answers.
#[component]
pub fn Profile(props: &ProfileProps) -> Html {
    let say = &use_messages().course;
    let dispatch = use_dispatch();
    let course = props.course;
    let shown = use_selector(move |model| rows(model, course));
    let (rows, read_only) = &*shown;
    let rows = rows.iter().map(|row| {
        let name = row.name;
        let set = dispatch
            .reform(move |said: Option<FieldAnswer>| Msg::Course(CourseMsg::SetField(course, name.to_owned(), said)));
        let onchange = set.reform(|text: String| (!text.trim().is_empty()).then_some(FieldAnswer::Words(text)));
        let label = format!("{}: {}", row.title, say.edit_answer);
        let clear = row.said.is_some().then(|| {
            let label = format!("{}: {}", row.title, say.clear_answer);
            html! {
                <IconButton
                    icon={IconName::Close} {label} test_id="profile-clear" disabled={*read_only}
                    onclick={set.reform(|event: MouseEvent| {
                        keep_focus(&event);
                        None
                    })}
                />
            }
        });
        html! {
            <li
                key={name} class="course-field" data-testid="profile-field" data-field={name}
                data-filled={if row.said.is_some() { "yes" } else { "no" }}
            >
                <span class="course-field-name">{ row.title }</span>
                <InPlace
                    value={row.said.clone().unwrap_or_default()} {label}
                    long={row.said.as_ref().is_some_and(|said| said.contains('\n'))} hint={say.open_field} pencil=true
                    disabled={*read_only} {onchange}
                />
                { clear }
            </li>
        }
    });
    html! {
        <section class="course-profile" aria-label={say.profile}>
            <h2 class="visually-hidden">{ say.profile }</h2>
            <ul>{ for rows }</ul>
        </section>
    }
}
