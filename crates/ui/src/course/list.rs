//! The list of courses, with the kinds of which a new one can be. Where no course is open, new ones begin in the field
//! above it.

use yew::prelude::*;

use crate::kit::{Select, SelectOption};
use crate::shell::list::{ListKind, ListPane, ListTestIds, ListWords, RowContent};
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::course::CourseMsg;
use espalier_app::navigate::Route;
use espalier_app::{Confirm, Dialog, Model, Msg};
use espalier_course::flow::{FLOWS, flow};
use espalier_model::course::Outline;
use espalier_model::{Course, CourseId, RoomId};

static COURSES: ListKind = ListKind {
    names: ListTestIds {
        new: "course-new",
        search: "course-search",
        item: "course-item",
        menu: "course-menu",
        rename: "course-rename",
        rename_input: "course-name",
        duplicate: "course-duplicate",
        delete: "course-delete",
    },
    words: |words| ListWords {
        list: words.course.list,
        rename: words.course.commands.rename,
        duplicate: words.course.commands.duplicate,
        delete: words.course.commands.delete,
        untitled: "",
        search: words.course.search,
        empty: "",
        busy: "",
    },
    count: |model| model.workspace.tables().courses.len(),
    rows: |model| model.courses().iter().map(|row| (row.id.uuid(), row.updated_at)).collect(),
    content: |model, id| {
        let id = CourseId::from_uuid(id);
        let Some(row) = model.workspace.get::<Course>(&id) else { return RowContent::default() };
        let done = row.outline.as_ref().map(Outline::progress);
        let note = done.map(|(done, all)| format!("{done}/{all}"));
        RowContent { title: model.course_title(id), note, at: Some(row.updated_at), ..RowContent::default() }
    },
    route: |id| Route::Course(Some(CourseId::from_uuid(id)), None),
    rename: |id, name| Msg::Course(CourseMsg::Rename(CourseId::from_uuid(id), name)),
    duplicate: |id| Msg::Course(CourseMsg::Duplicate(CourseId::from_uuid(id))),
    delete: |_, id| Some(Msg::Dialog(Some(Dialog::Confirm(Confirm::DeleteCourse(CourseId::from_uuid(id)))))),
    extras: |_| Vec::new(),
    search_from: 1,
    room: RoomId::Course,
};

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct CourseListProps {
    pub course: Option<CourseId>,
    /// Whether it is open, where it is a drawer.
    pub open: bool,
    /// Closes it, where it is a drawer.
    pub onclose: Callback<()>,
}

#[component]
pub fn CourseList(props: &CourseListProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let shown = use_selector(|model| (last_flow(model), model.read_only.is_some()));
    let (last, read_only) = *shown;
    let picked = use_state_eq(|| None::<&'static str>);
    // The kind that was made last, until another one is picked.
    let flow = flow(picked.unwrap_or(last)).unwrap_or(FLOWS[0]);
    let onnew = dispatch.reform(|()| Msg::Course(CourseMsg::New(flow.id.to_owned())));
    let onflow = {
        let picked = picked.setter();
        Callback::from(move |value: String| picked.set(self::flow(&value).map(|kind| kind.id)))
    };
    let flows: Vec<SelectOption> =
        FLOWS.iter().map(|one| SelectOption::new(one.id, one.title.get(words.language))).collect();
    let kinds = props.course.is_some().then(|| {
        html! {
            <Select
                test_id="course-flow" label={words.course.flow} options={flows} value={flow.id} disabled={read_only}
                onchoose={onflow}
            />
        }
    });
    html! {
        <ListPane
            kind={&COURSES} current={props.course.map(CourseId::uuid)} open={props.open} onclose={props.onclose.clone()}
            new={props.course.map(|_| flow.begin.get(words.language))} {onnew}
        >
            { kinds }
        </ListPane>
    }
}

fn last_flow(model: &Model) -> &'static str {
    let all = model.courses();
    let last = all.iter().max_by_key(|course| course.created_at).and_then(|course| flow(&course.flow));
    last.unwrap_or(FLOWS[0]).id
}
