//! The field that a course begins with, where there is none to be seen. Must not be in here: the interview.

use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use super::head::IMPORT_INPUT;
use crate::app::course::CourseMsg;
use crate::app::{Model, Msg};
use crate::feature::course::flow::{FLOWS, flow};
use crate::ui::kit::dom::press_element;
use crate::ui::kit::{Button, ButtonKind, IconName};
use crate::ui::store::{use_dispatch, use_messages, use_selector};

/// Whether nothing can be changed, and the kind that was made last.
fn shown(model: &Model) -> (bool, &'static str) {
    let last = model.courses().into_iter().max_by_key(|course| course.created_at);
    (model.read_only.is_some(), last.and_then(|course| flow(&course.flow)).unwrap_or(FLOWS[0]).id)
}

/// See the module.
#[component]
pub fn Begin() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let shown = use_selector(shown);
    let (read_only, last) = *shown;
    let picked = use_state_eq(|| None::<&'static str>);
    let kind = picked.unwrap_or(last);
    let text = use_state_eq(String::new);
    let oninput = {
        let text = text.setter();
        Callback::from(move |event: InputEvent| text.set(event.target_unchecked_into::<HtmlInputElement>().value()))
    };
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
        Callback::from(move |event: Event| {
            picked.set(flow(&event.target_unchecked_into::<HtmlSelectElement>().value()).map(|flow| flow.id));
        })
    };
    let kinds = FLOWS.iter().map(|flow| {
        html! { <option key={flow.id} value={flow.id} selected={flow.id == kind}>{ flow.name.get(words.language) }</option> }
    });
    let onimport = Callback::from(|_: MouseEvent| press_element(IMPORT_INPUT));
    html! {
        <>
            <form class="listed-begin" {onsubmit}>
            <input
                type="text" data-testid="course-begin" placeholder={words.course.begin_hint} aria-label={words.course.begin_label}
                value={(*text).clone()} disabled={read_only} {oninput}
            />
            <select data-testid="course-flow" aria-label={words.course.flow} disabled={read_only} onchange={onkind}>{ for kinds }</select>
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
