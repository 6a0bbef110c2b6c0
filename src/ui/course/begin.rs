//! The field that a course begins with, where there is none to be seen. Must not be in here: the interview.

use yew::prelude::*;

use super::head::IMPORT_INPUT;
use crate::app::course::CourseMsg;
use crate::app::{Model, Msg};
use crate::feature::course::flow::{FLOWS, flow};
use crate::ui::kit::dom::press_element;
use crate::ui::kit::{Button, ButtonKind, IconName, Select, SelectOption, TextInput};
use crate::ui::store::{use_dispatch, use_messages, use_selector};

/// Whether nothing can be changed, and the kind that was made last.
fn shown(model: &Model) -> (bool, &'static str) {
    let last = model.courses().into_iter().max_by_key(|course| course.created_at);
    (model.read_only.is_some(), last.and_then(|course| flow(&course.flow)).unwrap_or(FLOWS[0]).id)
}

/// The field, the kinds, and the other ways to begin.
#[component]
pub fn Begin() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let shown = use_selector(shown);
    let (read_only, last) = *shown;
    let picked = use_state_eq(|| None::<&'static str>);
    let kind = picked.unwrap_or(last);
    let text = use_state_eq(String::new);
    let onexample = dispatch.reform(|_: MouseEvent| Msg::Course(CourseMsg::Example));
    let onsubmit = {
        let (kind, text, dispatch) = (kind.to_owned(), (*text).clone(), dispatch);
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let (kind, text) = (kind.clone(), text.clone());
            // Without a sentence the interview asks for one.
            let msg = if text.trim().is_empty() { CourseMsg::New(kind) } else { CourseMsg::Begin(kind, text) };
            dispatch.emit(Msg::Course(msg));
        })
    };
    let onkind = {
        let picked = picked.setter();
        Callback::from(move |value: String| picked.set(flow(&value).map(|flow| flow.id)))
    };
    let kinds: Vec<SelectOption> =
        FLOWS.iter().map(|flow| SelectOption::new(flow.id, flow.name.get(words.language))).collect();
    let onimport = Callback::from(|_: MouseEvent| press_element(IMPORT_INPUT));
    html! {
        <>
            <form class="listed-begin" {onsubmit}>
                <TextInput
                    test_id="course-begin" placeholder={words.course.begin_hint} label={words.course.begin_label}
                    value={(*text).clone()} disabled={read_only} ontype={text.setter()}
                />
                <Select
                    test_id="course-flow" label={words.course.flow} options={kinds} value={kind} disabled={read_only}
                    onchoose={onkind}
                />
                <Button
                    label={words.course.begin} kind={ButtonKind::Primary} submit=true test_id="course-new" disabled={read_only}
                />
            </form>
            <p class="listed-more">
                <Button label={words.shell.example.see} kind={ButtonKind::Quiet} test_id="example" disabled={read_only} onclick={onexample} />
                <Button label={words.course.import} icon={IconName::Upload} kind={ButtonKind::Quiet} disabled={read_only} onclick={onimport} />
            </p>
        </>
    }
}
