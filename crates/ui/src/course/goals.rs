//! The dialog in which goals are made of a course: from when on, how much a day, which parts.

use yew::prelude::*;

use crate::kit::{Button, ButtonKind, Checkbox, Field, Modal, TextInput};
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::course::CourseMsg;
use espalier_app::course::abroad::{Schedule, left_of};
use espalier_app::{Model, Msg};
use espalier_base::words::length;
use espalier_model::course::{Outline, SectionId};
use espalier_model::settings::Language;
use espalier_model::{Course, CourseId};

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct CourseGoalsProps {
    pub course: CourseId,
}

/// The dialog that makes goals of a course.
#[component]
pub fn CourseGoals(props: &CourseGoalsProps) -> Html {
    let words = use_messages();
    let say = &words.course;
    let dispatch = use_dispatch();
    let course = props.course;
    let found = use_selector(move |model: &Model| {
        let outline = model.workspace.get::<Course>(&course).and_then(|row| row.outline.clone());
        outline.zip(Schedule::proposed(model, course))
    });
    let changed = use_state(|| None::<Schedule>);
    let close = dispatch.reform(|()| Msg::Dialog(None));
    let Some((outline, proposed)) = &*found else { return html! {} };
    let schedule = (*changed).clone().unwrap_or_else(|| proposed.clone());
    let onstart = changing(&changed, &schedule, |next, text: String| next.start = text.parse().unwrap_or(next.start));
    let onminutes = changing(&changed, &schedule, |next, text: String| next.minutes = text.parse().unwrap_or(0));
    let toggle = changing(&changed, &schedule, |next, part: SectionId| {
        if next.parts.contains(&part) {
            next.parts.retain(|one| *one != part);
        } else {
            next.parts.push(part);
        }
    });
    let parts = parts(outline, &schedule, words.language, say.part_done, &toggle);
    let days = schedule.days(outline);
    let end = days.last().map(|(.., last)| (say.goals_end)(&words.time.day(*last)));
    let disabled = schedule.parts.is_empty() || schedule.minutes == 0;
    let onsubmit = {
        let schedule = schedule.clone();
        dispatch.reform(move |event: SubmitEvent| {
            event.prevent_default();
            Msg::Course(CourseMsg::ToGoals(course, schedule.clone()))
        })
    };
    html! {
        <Modal title={say.goals_title} test_id="course-goals" onclose={close}>
            <form class="course-goals" {onsubmit}>
                <p>{ say.goals_intro }</p>
                <Field label={say.goals_start}>
                    <TextInput kind="date" test_id="course-goals-start" value={schedule.start.to_string()} ontype={onstart} />
                </Field>
                <Field label={say.goals_minutes}>
                    <TextInput
                        kind="number" min="5" max="1440" step="5" test_id="course-goals-minutes"
                        value={schedule.minutes.to_string()} ontype={onminutes}
                    />
                </Field>
                <fieldset class="course-goals-parts"><legend>{ say.goals_parts }</legend>{ for parts }</fieldset>
                <p class="course-note" role="status">{ end }</p>
                <div class="dialog-actions"><Button label={say.goals_make} kind={ButtonKind::Primary} submit=true test_id="course-goals-make" {disabled} /></div>
            </form>
        </Modal>
    }
}

/// A callback that changes the schedule by a value.
fn changing<V: 'static>(
    changed: &UseStateHandle<Option<Schedule>>,
    schedule: &Schedule,
    change: fn(&mut Schedule, V),
) -> Callback<V> {
    let (changed, schedule) = (changed.setter(), schedule.clone());
    Callback::from(move |value: V| {
        let mut next = schedule.clone();
        change(&mut next, value);
        changed.set(Some(next));
    })
}

fn parts<'a>(
    outline: &'a Outline,
    schedule: &'a Schedule,
    language: Language,
    done: &'static str,
    toggle: &'a Callback<SectionId>,
) -> impl Iterator<Item = Html> + 'a {
    outline.sections.iter().map(move |part| {
        let (id, left) = (part.id, left_of(outline, part));
        let how = if left == 0 { done.to_owned() } else { length(i64::from(left) * 60, language) };
        let ontick = toggle.reform(move |_: bool| id);
        html! {
            <label key={id.to_string()} class="course-goals-part">
                <Checkbox checked={schedule.parts.contains(&id)} {ontick} />
                <span>{ part.title.clone() }</span><small>{ how }</small>
            </label>
        }
    })
}
