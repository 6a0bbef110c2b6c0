//! The head of a course: its title, what can be made of its outline, and the whole of it as a file.

use yew::prelude::*;

use super::follow::focus_room;
use crate::kit::{Drawer, FileTools, IconName, MenuItem};
use crate::shell::head::RoomHead;
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::course::CourseMsg;
use espalier_app::course::files::Format;
use espalier_app::files::FileMsg;
use espalier_app::make;
use espalier_app::navigate::Route;
use espalier_app::{Confirm, Dialog, Model, Msg};
use espalier_i18n::Messages;
use espalier_model::{Course, CourseId, MapId};

/// The id of the element in which a file is chosen.
pub const IMPORT_INPUT: &str = "import-course";
const FORMATS: [(Format, &str, &str); 2] = [(Format::Markdown, "markdown", "Markdown"), (Format::Json, "json", "JSON")];

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct CourseHeadProps {
    /// The course; without one the head of the empty room.
    pub course: Option<CourseId>,
    /// Its title, or that of the room.
    pub title: AttrValue,
    pub drawer: Drawer,
    /// Whether a narrow page shows the outline.
    pub outline: bool,
}

#[derive(Debug, PartialEq)]
struct HeadState {
    has_outline: bool,
    /// The model is at work on the outline.
    busy: bool,
    /// The map that was made of it.
    map: Option<MapId>,
    /// Whether goals were made of it.
    goals: bool,
    read_only: bool,
}

impl HeadState {
    fn of(model: &Model, course: Option<CourseId>) -> Self {
        let row = course.and_then(|course| model.workspace.get::<Course>(&course));
        Self {
            has_outline: row.is_some_and(|row| row.outline.is_some()),
            busy: course.is_some_and(|course| model.course_doing(course).is_some()),
            map: course.and_then(|course| model.course_map(course)),
            goals: course.is_some_and(|course| model.course_has_goals(course)),
            read_only: model.read_only.is_some(),
        }
    }
}

#[component]
pub fn CourseHead(props: &CourseHeadProps) -> Html {
    let words = use_messages();
    let say = &words.course;
    let dispatch = use_dispatch();
    let course = props.course;
    let state = use_selector(move |model| HeadState::of(model, course));
    let HeadState { has_outline, read_only, .. } = *state;
    let onexport = {
        let dispatch = dispatch.clone();
        Callback::from(move |value: &'static str| {
            let format = FORMATS.iter().find(|(_, name, _)| *name == value).map(|(format, ..)| *format);
            if let (Some(course), Some(format)) = (course, format) {
                dispatch.emit(Msg::Course(CourseMsg::Export(course, format)));
            }
        })
    };
    let onimport = dispatch.reform(|()| Msg::Files(FileMsg::Choose(IMPORT_INPUT)));
    let files = html! {
        <FileTools
            formats={FORMATS.iter().map(|(_, value, name)| (*value, *name)).collect::<Vec<_>>()} format={say.format}
            export={say.export} import={say.import} accept=".json,.md,.markdown,application/json,text/markdown"
            input={IMPORT_INPUT} empty={!has_outline} {read_only} {onexport} {onimport}
        />
    };
    let Some(course) = course else {
        return html! { <RoomHead title={props.title.clone()} {files} /> };
    };
    let changes = |item: MenuItem| MenuItem { disabled: read_only, ..item };
    let onduplicate = dispatch.reform(move |()| Msg::Course(CourseMsg::Duplicate(course)));
    let ondelete = dispatch.reform(move |()| Msg::Dialog(Some(Dialog::Confirm(Confirm::DeleteCourse(course)))));
    let (actions, mut items) = outline_actions(course, &state, words, &dispatch);
    items.extend([
        changes(MenuItem::new(say.commands.duplicate, IconName::Duplicate, onduplicate)),
        changes(MenuItem::new(say.commands.delete, IconName::Trash, ondelete).with_danger()),
    ]);
    let onrename =
        (!read_only).then(|| dispatch.reform(move |name: String| Msg::Course(CourseMsg::Rename(course, name))));
    html! {
        <RoomHead
            title={props.title.clone()} {onrename} list={(say.list, props.drawer.clone())} {actions} named=true {items} {files}
        >
            <Views outline={props.outline} />
        </RoomHead>
    }
}

/// The actions on the outline as a whole: those in sight, and those behind "…".
fn outline_actions(
    course: CourseId,
    state: &HeadState,
    words: &'static Messages,
    dispatch: &Callback<Msg>,
) -> (Vec<MenuItem>, Vec<MenuItem>) {
    if !state.has_outline {
        return (Vec::new(), Vec::new());
    }
    let say = &words.course;
    let item = |label: &'static str, icon: IconName, id: &'static str, onselect: Callback<()>| {
        MenuItem::new(label, icon, onselect).with_test_id(id)
    };
    let changes = |item: MenuItem| MenuItem { disabled: state.read_only, ..item };
    let onmap = dispatch.reform(move |()| {
        // The button goes with the room.
        focus_room();
        make::map_of(course)
    });
    let ongoals = dispatch.reform(move |()| Msg::Dialog(Some(Dialog::CourseGoals(course))));
    let onagain = dispatch.reform(move |()| Msg::Course(CourseMsg::Generate(course)));
    let to_goals = if state.goals { say.update_goals } else { say.to_goals };
    let goals = changes(item(to_goals, IconName::Target, "outline-to-goals", ongoals));
    let again = item(say.again, IconName::Refresh, "course-generate", onagain);
    let again = MenuItem { disabled: state.read_only || state.busy, ..again };
    let mut rest = vec![again];
    let map = match state.map {
        None => changes(item(say.to_map, IconName::Map, "outline-to-map", onmap)),
        Some(map) => {
            rest.insert(0, changes(item(say.update_map, IconName::Map, "outline-to-map", onmap)));
            let onopen = dispatch.reform(move |()| {
                focus_room();
                Msg::Go(Route::Map(Some(map), None))
            });
            item(say.open_map, IconName::Map, "outline-map", onopen)
        }
    };
    (vec![map, goals], rest)
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
