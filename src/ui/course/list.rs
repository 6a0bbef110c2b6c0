//! The list of courses: new ones of either kind, old ones with what can be done to each. Where no course is open, new
//! ones begin in the field above it.
//!
//! Must not be in here: a course itself.

use yew::prelude::*;

use crate::app::course::CourseMsg;
use crate::app::navigate::Route;
use crate::app::{Confirm, Dialog, Model, Msg};
use crate::base::time::Timestamp;
use crate::feature::course::flow::{FLOWS, flow};
use crate::model::CourseId;
use crate::model::course::Outline;
use crate::ui::kit::{Button, IconName, Menu, MenuItem, Moment, RenameField, Select, SelectOption, TextInput};
use crate::ui::store::{use_dispatch, use_messages, use_selector};

/// See [`CourseList`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct CourseListProps {
    /// The course that is shown.
    pub course: Option<CourseId>,
    /// Whether it is open, where it is a drawer.
    pub open: bool,
    /// Closes it, where it is a drawer.
    pub onclose: Callback<()>,
}

#[derive(Debug, Clone, PartialEq)]
struct Row {
    id: CourseId,
    title: String,
    at: Timestamp,
    done: Option<(usize, usize)>,
}

fn rows(model: &Model) -> (Vec<Row>, bool, &'static str) {
    let row = |id: CourseId, at, done| Row { id, title: model.course_title(id), at, done };
    let all = model.courses();
    let last = all.iter().max_by_key(|course| course.created_at).and_then(|course| flow(&course.flow));
    let all =
        all.iter().map(|course| row(course.id, course.updated_at, course.outline.as_ref().map(Outline::progress)));
    (all.collect(), model.read_only.is_some(), last.unwrap_or(FLOWS[0]).id)
}

/// The courses in whose outlines or lessons a text stands.
fn found_within(model: &Model, wanted: &str) -> Vec<CourseId> {
    if wanted.is_empty() {
        return Vec::new();
    }
    let has = |outline: &Outline| outline.contains(wanted);
    model.courses().iter().filter(|course| course.outline.as_ref().is_some_and(has)).map(|course| course.id).collect()
}

/// See the module.
#[component]
pub fn CourseList(props: &CourseListProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let rows = use_selector(rows);
    let (courses, read_only, last) = &*rows;
    let query = use_state_eq(String::new);
    let picked = use_state_eq(|| None::<&'static str>);
    // The kind that was made last, until another one is picked.
    let flow = flow(picked.unwrap_or(*last)).unwrap_or(FLOWS[0]);
    let onnew =
        use_callback((dispatch.clone(), props.onclose.clone(), flow.id), |_: MouseEvent, (dispatch, onclose, flow)| {
            dispatch.emit(Msg::Course(CourseMsg::New((*flow).to_owned())));
            onclose.emit(());
        });
    let onflow = {
        let picked = picked.setter();
        Callback::from(move |value: String| picked.set(self::flow(&value).map(|kind| kind.id)))
    };
    let flows: Vec<SelectOption> =
        FLOWS.iter().map(|one| SelectOption::new(one.id, one.title.get(words.language))).collect();
    let wanted = query.trim().to_lowercase();
    let within = use_selector({
        let wanted = wanted.clone();
        move |model| found_within(model, &wanted)
    });
    let is_found = |row: &&Row| row.title.to_lowercase().contains(&wanted) || within.contains(&row.id);
    let found: Vec<&Row> = courses.iter().filter(is_found).collect();
    let items = found.iter().map(|row| {
        let current = props.course == Some(row.id);
        html! {
            <Item key={row.id.to_string()} row={(*row).clone()} {current} read_only={*read_only} onopen={props.onclose.clone()} />
        }
    });
    let new = props.course.is_some().then(|| {
        html! {
            <>
                <Select
                    test_id="course-flow" label={words.course.flow} options={flows} value={flow.id} disabled={*read_only}
                    onchoose={onflow}
                />
                <Button
                    label={flow.begin.get(words.language)} icon={IconName::New} test_id="course-new"
                    disabled={*read_only} onclick={onnew}
                />
            </>
        }
    });
    html! {
        <nav class={classes!("sidebar", props.open.then_some("sidebar-open"))} aria-label={words.course.list}>
            <div class="sidebar-head">
                { new }
                { (!courses.is_empty()).then(|| html! {
                    <TextInput
                        class="session-search" kind="search" test_id="course-search" placeholder={words.course.search}
                        label={words.course.search} value={(*query).clone()} ontype={query.setter()}
                    />
                }) }
            </div>
            <div class="session-list">
                <ul>{ for items }</ul>
                <p class="session-note" role="status" hidden={courses.is_empty() || !found.is_empty()}>{ words.course.nothing }</p>
            </div>
        </nav>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct ItemProps {
    row: Row,
    current: bool,
    read_only: bool,
    onopen: Callback<()>,
}

#[component]
fn Item(props: &ItemProps) -> Html {
    let words = use_messages();
    let say = &words.course;
    let dispatch = use_dispatch();
    let renaming = use_state_eq(|| false);
    let Row { id, title, at, done } = props.row.clone();
    let onrename = {
        let renaming = renaming.setter();
        Callback::from(move |()| renaming.set(true))
    };
    let onduplicate = dispatch.reform(move |()| Msg::Course(CourseMsg::Duplicate(id)));
    let ondelete = dispatch.reform(move |()| Msg::Dialog(Some(Dialog::Confirm(Confirm::DeleteCourse(id)))));
    let items = vec![
        MenuItem::new(say.commands.rename, IconName::Edit, onrename.clone()).with_test_id("course-rename"),
        MenuItem::new(say.commands.duplicate, IconName::Copy, onduplicate).with_test_id("course-duplicate"),
        MenuItem::new(say.commands.delete, IconName::Trash, ondelete).with_danger().with_test_id("course-delete"),
    ];
    let finish = {
        let (dispatch, renaming) = (dispatch.clone(), renaming.setter());
        Callback::from(move |name: Option<String>| {
            if let Some(name) = name {
                dispatch.emit(Msg::Course(CourseMsg::Rename(id, name)));
            }
            renaming.set(false);
        })
    };
    let name = if *renaming {
        html! { <RenameField value={title.clone()} label={say.commands.rename} onfinish={finish} /> }
    } else {
        html! {
            <a
                class="session-link" href={Route::Course(Some(id)).to_string()} title={title.clone()}
                aria-current={props.current.then_some("page")} onclick={props.onopen.reform(|_: MouseEvent| ())}
                ondblclick={onrename.reform(|_: MouseEvent| ())}
            >
                <span class="session-title">{ title.clone() }</span>
                <span class="listed-when">{ done.map(|(done, all)| format!("{done}/{all}")) }<Moment {at} /></span>
            </a>
        }
    };
    let tools = (!props.read_only && !*renaming)
        .then(|| html! { <Menu label={title.clone()} test_id="course-menu" {items} /> });
    html! {
        <li
            class={classes!("session-item", props.current.then_some("session-current"))} data-testid="course-item"
            data-id={id.to_string()}
        >
            <div class="session-row">{ name }<div class="session-tools">{ tools }</div></div>
        </li>
    }
}
