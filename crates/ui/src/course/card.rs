//! The card of the last answer: options to click, and a way to leave the question open.
//!
//! - C1 What is chosen is sent as the person's message; words of their own go into the field below, and with them what
//!   is ticked here.
//! - C2 A new card takes the keyboard from the conversation it belongs to, and where nothing else has it, so that an
//!   interview can be held with it alone; whoever writes goes on writing. One that has to be answered before something
//!   can be made takes it in any case.
//! - C3 A card without options is only the question: it is answered in words, in the field below.

use wasm_bindgen::JsCast;
use yew::prelude::*;

use super::in_place::{is_beside, is_in_field};
use crate::assistant::question::OptionRow;
use crate::kit::dom::use_layout_effect;
use crate::kit::{Button, ButtonKind};
use crate::store::{use_dispatch, use_messages, use_selector, use_store};
use espalier_agent_api::ask::Choice;
use espalier_app::Msg;
use espalier_app::course::{CourseMsg, OpenCard};
use espalier_course::interview;
use espalier_model::CourseId;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct CardViewProps {
    pub course: CourseId,
    pub asked: OpenCard,
    /// The place of the question in the interview, from 1, and the number of questions.
    pub place: Option<(usize, usize)>,
    pub disabled: bool,
}

/// The card of the last answer. To be keyed by its message and field.
#[component]
pub fn CardView(props: &CardViewProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let store = use_store();
    let course = props.course;
    let card = &props.asked.card;
    let question = props.asked.question.clone();
    // In the order in which they are shown.
    let all = use_selector(move |model| model.course_ticked(course));
    let toggle = dispatch.reform(move |(option, on)| Msg::Course(CourseMsg::Tick(course, option, on)));
    let node = use_node_ref();
    use_keyboard(&node);
    let choose = dispatch.reform(move |options| Msg::Course(CourseMsg::Choose(course, options)));
    let pick = choose.reform(|option: String| vec![option]);
    let options = card.options.iter().map(|option| {
        let ticked = card.several.then(|| all.contains(option));
        let choice = Choice { id: option.clone(), label: interview::shown(option), detail: String::new() };
        html! { <OptionRow key={option.clone()} option={choice} {ticked} pick={pick.clone()} toggle={toggle.clone()} /> }
    });
    let submit = (card.several && !card.options.is_empty()).then(|| {
        let (disabled, store) = (all.is_empty(), store.clone());
        // What was ticked last may not be drawn yet.
        let onclick = choose.reform(move |_: MouseEvent| store.read(|model| model.course_ticked(course)));
        html! { <Button label={words.helper.submit} kind={ButtonKind::Primary} test_id="option-submit" {disabled} {onclick} /> }
    });
    let quiet = |label: &'static str, test_id: &'static str, msg: fn(CourseId) -> CourseMsg| {
        let onclick = dispatch.reform(move |_: MouseEvent| Msg::Course(msg(course)));
        html! { <Button {label} kind={ButtonKind::Quiet} {test_id} {onclick} /> }
    };
    let skip = card.skip.then(|| quiet(words.helper.skip, "option-skip", CourseMsg::Skip));
    let again = props.asked.local.then(|| quiet(words.course.ask_model, "card-ask-model", CourseMsg::AskModel));
    let in_words = card.options.is_empty();
    let hint = match (in_words, props.asked.local) {
        (true, _) => words.course.write_below,
        (false, true) => words.course.local_card,
        (false, false) => words.course.chosen_for,
    };
    let kind = match (in_words, card.several) {
        (true, _) => "words",
        (false, true) => "choose",
        (false, false) => "options",
    };
    html! {
        <fieldset
            ref={node} class="question course-card" data-testid="question" data-call-id={props.asked.message.to_string()}
            data-kind={kind} data-status="open" data-field={card.field.unwrap_or("general")}
            aria-label={question.clone()} disabled={props.disabled}
        >
            <p class="question-text">
                { question.clone() }
                if let Some((place, all)) = props.place {
                    <small class="course-place">{ (words.course.place)(place, all) }</small>
                }
            </p>
            if !in_words {
                <div class="course-options" role="group" aria-label={question.clone()}>{ for options }</div>
            }
            <div class="question-foot">{ submit }{ skip }{ again }<small>{ hint }</small></div>
        </fieldset>
    }
}

/// Takes the keyboard for a new card (C2).
#[hook]
fn use_keyboard(node: &NodeRef) {
    let calls = use_selector(|model| model.courses.card_calls);
    let answered = use_mut_ref(|| *calls);
    use_layout_effect((node.clone(), *calls), move |(node, calls)| {
        let is_asked = answered.replace(*calls) != *calls;
        let option =
            node.cast::<web_sys::Element>().and_then(|card| card.query_selector("[data-testid=option]").ok()?);
        if let Some(option) = option.and_then(|option| option.dyn_into::<web_sys::HtmlElement>().ok())
            && (is_asked || !(is_in_field() || is_beside()))
        {
            // An option that is shown can take the focus.
            let _ = option.focus();
        }
    });
}
