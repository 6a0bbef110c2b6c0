//! The field that a course begins with, where there is none to be seen. Must not be in here: the interview.

use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use crate::app::Msg;
use crate::app::course::CourseMsg;
use crate::feature::course::flow::{FLOWS, flow};
use crate::ui::kit::{Button, ButtonKind};
use crate::ui::store::{use_dispatch, use_messages, use_selector};

/// See the module.
#[component]
pub fn Begin() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let read_only = use_selector(|model| model.read_only.is_some());
    let kind = use_state_eq(|| FLOWS[0].id);
    let text = use_state_eq(String::new);
    let oninput = {
        let text = text.setter();
        Callback::from(move |event: InputEvent| text.set(event.target_unchecked_into::<HtmlInputElement>().value()))
    };
    let onchange = {
        let kind = kind.setter();
        Callback::from(move |event: Event| {
            let chosen = flow(&event.target_unchecked_into::<HtmlSelectElement>().value());
            kind.set(chosen.map_or(FLOWS[0].id, |flow| flow.id));
        })
    };
    let onsubmit = {
        let (kind, text, dispatch) = (*kind, (*text).clone(), dispatch);
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            dispatch.emit(Msg::Course(CourseMsg::Begin(kind.to_owned(), text.clone())));
        })
    };
    let kinds = FLOWS.iter().map(|flow| {
        html! { <option key={flow.id} value={flow.id} selected={flow.id == *kind}>{ flow.title.get(words.language) }</option> }
    });
    html! {
        <form class="course-begin" {onsubmit}>
            <input
                type="text" data-testid="course-begin" placeholder={words.course.begin_label} aria-label={words.course.begin_label}
                value={(*text).clone()} disabled={*read_only} {oninput}
            />
            <select data-testid="course-begin-kind" aria-label={words.course.flow} disabled={*read_only} {onchange}>{ for kinds }</select>
            <Button
                label={words.course.begin} kind={ButtonKind::Primary} submit=true test_id="course-begin-go"
                disabled={*read_only || text.trim().is_empty()}
            />
        </form>
    }
}
