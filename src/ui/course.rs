//! The Course room: the list of courses, the interview, what was answered, the outline.
//!
//! Must not be in here: the rules of interviews (`feature::course`), storage.

mod back;
mod begin;
mod card;
mod drag;
mod follow;
mod goals;
mod in_place;
mod interview;
mod list;
mod live;
mod outline;
mod part;
mod profile;

use yew::prelude::*;

pub use self::back::CourseLink;
use self::begin::Begin;
pub use self::goals::CourseGoals;
use self::interview::Interview;
use self::list::CourseList;
use self::outline::OutlinePane;
use self::profile::Profile;
use super::store::{use_dispatch, use_messages, use_selector};
use crate::app::course::CourseMsg;
use crate::app::navigate::Route;
use crate::app::{Model, Msg};
use crate::command::history::Document;
use crate::model::{Course, CourseId};
use crate::ui::kit::{Button, ButtonKind, IconButton, IconName};

#[derive(Debug, PartialEq)]
struct Shown {
    asked: Option<CourseId>,
    course: Option<CourseId>,
    title: String,
    outline: bool,
    /// Deleting a course was the last thing that was done to them.
    deleted: bool,
}

impl Shown {
    fn of(model: &Model) -> Self {
        let asked = model.route.course();
        let course = asked.filter(|id| model.workspace.get::<Course>(id).is_some());
        Self {
            asked,
            course,
            title: course.map(|id| model.course_title(id)).unwrap_or_default(),
            outline: model.courses.outline,
            deleted: model
                .history
                .next_undo(&[Document::COURSES])
                .is_some_and(|(_, last)| last.command == "course.delete"),
        }
    }
}

/// The room.
#[component]
pub fn CourseRoom() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let shown = use_selector(Shown::of);
    let drawer = use_state_eq(|| false);
    let onclose = use_callback(drawer.setter(), |(), drawer| drawer.set(false));
    let onscrim = onclose.reform(|_: MouseEvent| ());
    let ondrawer = {
        let drawer = drawer.clone();
        Callback::from(move |_: MouseEvent| drawer.set(!*drawer))
    };
    let onundo = dispatch.reform(|_: MouseEvent| Msg::UndoIn(Document::COURSES));
    let state = if shown.asked.is_some() {
        html! {
            <>
                <p role="status">{ words.course.gone }</p>
                <p class="course-gone">
                    if shown.deleted {
                        <Button label={words.command.undo} kind={ButtonKind::Primary} test_id="course-undelete" onclick={onundo} />
                    }
                    <a class="button button-quiet" data-testid="course-all" href={Route::Course(None).to_string()}>{ words.course.all }</a>
                </p>
            </>
        }
    } else {
        html! { <><p role="status">{ words.course.welcome }</p><Begin /></> }
    };
    let main = match shown.course {
        Some(course) => html! {
            <div key={course.to_string()} class="course-stage" data-view={if shown.outline { "outline" } else { "talk" }}>
                <header class="course-head">
                    <div class="drawer-button">
                        <IconButton icon={IconName::Menu} label={words.course.list} expanded={*drawer} onclick={ondrawer} />
                    </div>
                    <h1 title={shown.title.clone()}>{ shown.title.clone() }</h1>
                    <Views outline={shown.outline} />
                </header>
                <Profile {course} />
                <Interview {course} />
                <OutlinePane {course} />
            </div>
        },
        None => html! {
            <div key="welcome" class="listed-welcome">
                <h1>{ words.course.room }</h1>
                { state }
                <div class="listed-list"><CourseList open=true course={None} onclose={Callback::noop()} /></div>
            </div>
        },
    };
    let list = shown.course.map(|id| html! { <CourseList course={Some(id)} open={*drawer} {onclose} /> });
    html! {
        <div class={classes!("listed-room", "course-room", shown.course.is_none().then_some("listed-bare"))}>
            <div class="listed-place">{ list }</div>
            <div class="drawer-scrim" hidden={!*drawer} onclick={onscrim} aria-hidden="true" />
            <div class="course-main">{ main }</div>
        </div>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct ViewsProps {
    outline: bool,
}

/// In a narrow window: the conversation, or the outline.
#[component]
fn Views(props: &ViewsProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let views = [(false, "course-talk", words.course.talk), (true, "course-outline", words.course.plan)];
    let buttons = views.into_iter().map(|(outline, id, name)| {
        let onclick = dispatch.reform(move |_: MouseEvent| Msg::Course(CourseMsg::ShowOutline(outline)));
        let pressed = if props.outline == outline { "true" } else { "false" };
        html! {
            <button key={id} type="button" class="button button-quiet" data-testid={id} aria-pressed={pressed} {onclick}>{ name }</button>
        }
    });
    html! { <span class="course-views" role="group" aria-label={words.course.room}>{ for buttons }</span> }
}

#[cfg(test)]
mod tests;
