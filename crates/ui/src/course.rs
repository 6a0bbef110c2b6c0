//! The Course room: the list of courses, the interview, what was answered, the outline.

mod back;
mod begin;
mod card;
mod drag;
mod follow;
mod goals;
mod head;
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
use self::head::CourseHead;
use self::interview::Interview;
use self::list::CourseList;
use self::outline::OutlinePane;
use self::profile::Profile;
use super::store::{use_dispatch, use_messages, use_selector};
use crate::kit::{Button, ButtonKind, Scrim, use_drawer};
use crate::shell::picture::RoomPicture;
use espalier_app::course::{Activity, table};
use espalier_app::navigate::Route;
use espalier_app::{Model, Msg};
use espalier_command::history::Document;
use espalier_model::{Course, CourseId, RoomId};

#[derive(Debug, PartialEq)]
struct CourseRoomState {
    asked: Option<CourseId>,
    course: Option<CourseId>,
    title: String,
    outline: bool,
    /// Whether its interview goes on, without an outline so far.
    asking: bool,
    /// Deleting a course was the last thing that was done to them.
    deleted: bool,
}

impl CourseRoomState {
    fn of(model: &Model) -> Self {
        let asked = model.route.course();
        let course = asked.filter(|id| model.workspace.get::<Course>(id).is_some());
        Self {
            asked,
            course,
            title: course.map(|id| model.course_title(id)).unwrap_or_default(),
            outline: model.courses.outline,
            asking: course.is_some_and(|id| is_asking(model, id)),
            deleted: model
                .history
                .next_undo(&[Document::COURSES])
                .is_some_and(|(_, last)| last.command == table::DELETE),
        }
    }
}

/// Whether there is no outline, and none is coming.
fn is_asking(model: &Model, course: CourseId) -> bool {
    let is_bare = model.workspace.get::<Course>(&course).is_some_and(|row| row.outline.is_none());
    is_bare && model.course_sketch(course).is_none() && model.course_doing(course) != Some(Activity::Outline)
}

/// The Course room: the list of courses and the current one.
#[component]
pub fn CourseRoom() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let selected = use_selector(CourseRoomState::of);
    let drawer = use_drawer();
    let onundo = dispatch.reform(|_: MouseEvent| Msg::UndoIn(Document::COURSES));
    let state = if selected.asked.is_some() {
        html! {
            <>
                <p role="status">{ words.course.gone }</p>
                <p class="course-gone">
                    if selected.deleted {
                        <Button label={words.command.undo} kind={ButtonKind::Primary} test_id="course-undelete" onclick={onundo} />
                    }
                    <a class="button button-quiet" data-testid="course-all" href={Route::Course(None, None).to_string()}>{ words.course.all }</a>
                </p>
            </>
        }
    } else {
        html! {
            <>
                <RoomPicture room={RoomId::Course} />
                <h2>{ words.course.begin_label }</h2>
                <p role="status">{ words.course.welcome }</p>
                <Begin />
            </>
        }
    };
    let main = match selected.course {
        Some(course) => html! {
            <div key={course.to_string()} class="course-stage" data-view={if selected.outline { "outline" } else { "talk" }} data-asking={selected.asking.then_some("")}>
                <CourseHead course={Some(course)} title={selected.title.clone()} drawer={drawer.clone()} outline={selected.outline} />
                <Profile {course} />
                <Interview {course} />
                <OutlinePane {course} />
            </div>
        },
        None => html! {
            <div key="welcome" class="room-frame">
                <CourseHead course={None::<CourseId>} title={words.course.room} drawer={drawer.clone()} outline=false />
                <div class="listed-welcome">
                    { state }
                    <div class="listed-list"><CourseList open=true course={None} onclose={Callback::noop()} /></div>
                </div>
            </div>
        },
    };
    let list = selected
        .course
        .map(|id| html! { <CourseList course={Some(id)} open={drawer.open} onclose={drawer.onclose.clone()} /> });
    html! {
        <div class={classes!("listed-room", "course-room", selected.course.is_none().then_some("listed-bare"))}>
            <div class="listed-place">{ list }</div>
            <Scrim {drawer} />
            <div class="course-main">{ main }</div>
        </div>
    }
}

#[cfg(test)]
mod tests;
