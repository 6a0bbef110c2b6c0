//! The field that a course begins with, where there is none to be seen.

use yew::prelude::*;

use super::head::IMPORT_INPUT;
use crate::kit::{Select, SelectOption};
use crate::shell::begin::BeginForm;
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::course::CourseMsg;
use espalier_app::{Model, Msg};
use espalier_course::flow::{FLOWS, flow};

/// Whether nothing can be changed, and the kind that was made last.
fn shown(model: &Model) -> (bool, &'static str) {
    let last = model.courses().into_iter().max_by_key(|course| course.created_at);
    (model.read_only.is_some(), last.and_then(|course| flow(&course.flow)).unwrap_or(FLOWS[0]).id)
}

/// One field for the goal, the kind of interview, the example, and importing.
#[component]
pub fn Begin() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let shown = use_selector(shown);
    let (disabled, last) = *shown;
    let picked = use_state_eq(|| None::<&'static str>);
    let kind = picked.unwrap_or(last);
    // Without a sentence the interview asks for one.
    let chosen = picked.clone();
    let onbegin = dispatch.reform(move |text: String| {
        // What was picked last may not be drawn yet.
        let kind = chosen.unwrap_or(last).to_owned();
        Msg::Course(if text.is_empty() { CourseMsg::New(kind) } else { CourseMsg::Begin(kind, text) })
    });
    let onkind = {
        let picked = picked.setter();
        Callback::from(move |value: String| picked.set(flow(&value).map(|flow| flow.id)))
    };
    let kinds: Vec<SelectOption> =
        FLOWS.iter().map(|flow| SelectOption::new(flow.id, flow.name.get(words.language))).collect();
    let say = &words.course;
    html! {
        <BeginForm
            label={say.begin_label} placeholder={say.begin_hint} test_id="course-begin" button={say.begin}
            button_id="course-new" import={say.import} import_input={IMPORT_INPUT} {onbegin}
            onexample={dispatch.reform(|()| Msg::Course(CourseMsg::Example))}
        >
            <Select test_id="course-flow" label={say.flow} options={kinds} value={kind} {disabled} onchoose={onkind} />
        </BeginForm>
    }
}
