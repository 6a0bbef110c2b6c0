//! A part of an outline with its chapters.
//!
//! - P1 Everything that the pointer can do can be done with keys: Alt with an arrow moves what has the focus.

use yew::prelude::*;

use super::drag::{Drag, OutlineItem};
use super::follow::NEW;
use super::in_place::InPlace;
use super::live::LivePart;
use crate::kit::{Button, ButtonKind, Checkbox, Icon, IconButton, IconName, Menu, MenuItem};
use crate::markdown::MarkdownView;
use crate::shell::copy_link::copy_link;
use crate::shell::make::make_item;
use crate::store::{use_dispatch, use_messages};
use espalier_app::Msg;
use espalier_app::course::{Activity, CourseMsg, Growing, PartDraft};
use espalier_app::make::Source;
use espalier_app::navigate::Route;
use espalier_course::commands::Edit;
use espalier_course::flow::MIN_SECTIONS;
use espalier_markdown::parse;
use espalier_model::course::{Chapter, ChapterId, Section, SectionId, Task};
use espalier_model::{CourseId, Thing};

/// Callbacks that change an outline.
#[derive(Debug, Clone, PartialEq)]
pub struct OutlineActions {
    /// Makes a change.
    pub edit: Callback<Edit>,
    /// Makes a change after which the element with this id has the focus, or what takes its place (`follow`).
    pub step: Callback<(String, Edit)>,
}

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct PartViewProps {
    pub course: CourseId,
    pub section: Section,
    pub at: usize,
    /// Number of parts.
    pub count: usize,
    /// Callbacks that change the outline.
    pub actions: OutlineActions,
    /// Activity of the model on the course.
    pub doing: Option<Activity>,
    /// Text arriving for it or one of its chapters.
    pub coming: Option<PartDraft>,
    pub drag: Option<Drag>,
    pub names: Names,
    pub read_only: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Names {
    /// A part: a module, a milestone.
    pub part: &'static str,
    /// A chapter, or a task.
    pub chapter: &'static str,
}

/// Returns the key handler that moves the focused item; `up` and `down` are the edits, where possible.
fn on_keys(actions: &OutlineActions, element: String, up: Option<Edit>, down: Option<Edit>) -> Callback<KeyboardEvent> {
    let step = actions.step.clone();
    Callback::from(move |event: KeyboardEvent| {
        let change = match event.key().as_str() {
            "ArrowUp" if event.alt_key() => &up,
            "ArrowDown" if event.alt_key() => &down,
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        if let Some(change) = change {
            step.emit((element.clone(), change.clone()));
        }
    })
}

/// Draws the drag handle; keys and the menu move without it.
fn handle(test_id: &'static str, label: &'static str) -> Html {
    html! {
        <span class="course-grip" data-testid={test_id} title={label} aria-hidden="true"><Icon name={IconName::Grip} /></span>
    }
}

/// Returns a menu item for an edit, disabled without one; the item at `element` keeps the focus.
fn item(label: &str, icon: IconName, actions: &OutlineActions, element: &str, change: Option<Edit>) -> MenuItem {
    let disabled = change.is_none();
    let (step, element) = (actions.step.clone(), element.to_owned());
    let onselect =
        Callback::from(move |()| change.iter().for_each(|change| step.emit((element.clone(), change.clone()))));
    MenuItem { disabled, ..MenuItem::new(label.to_owned(), icon, onselect) }
}

#[component]
pub fn PartView(props: &PartViewProps) -> Html {
    let say = &use_messages().course;
    let dispatch = use_dispatch();
    let (section, actions, course, at) = (&props.section, &props.actions, props.course, props.at);
    let id = section.id;
    if let Some(PartDraft::Section(_, sketch)) = &props.coming {
        return html! { <LivePart sketch={sketch.clone()} instead_of={(id, section.title.clone())} /> };
    }
    let element = format!("part-{id}");
    let up = at.checked_sub(1).map(|to| Edit::MoveSection(id, to));
    let down = (at + 1 < props.count).then_some(Edit::MoveSection(id, at + 1));
    let onkeydown = on_keys(actions, element.clone(), up.clone(), down.clone());
    let add_label = (say.add)(props.names.chapter);
    let add = Edit::AddChapter(id, section.chapters.len(), (say.new)(props.names.chapter));
    let items = vec![
        item(say.up, IconName::ChevronUp, actions, &element, up),
        item(say.down, IconName::ChevronDown, actions, &element, down),
        item(&add_label, IconName::New, actions, NEW, Some(add.clone())),
        item(
            say.remove,
            IconName::Trash,
            actions,
            &element,
            (props.count > MIN_SECTIONS).then_some(Edit::RemoveSection(id)),
        )
        .with_danger(),
    ];
    let remake = dispatch.reform(move |_: MouseEvent| Msg::Course(CourseMsg::Ask(course, Task::Section(id))));
    let works = props.doing == Some(Activity::Part(Task::Section(id)));
    let disabled = props.read_only;
    let (carried, side) = Drag::marks(props.drag.as_ref(), OutlineItem::Section(id));
    let onadd = actions.step.reform(move |_: MouseEvent| (NEW.to_owned(), add.clone()));
    html! {
        <li
            class="course-part" data-testid="outline-module" data-id={id.to_string()} aria-busy={works.then_some("true")}
            data-carried={carried} data-drop={side}
        >
            <div class="course-part-head" {onkeydown}>
                { (!disabled).then(|| handle("module-grip", say.carry)) }
                <h3>
                    <InPlace
                        id={element} value={section.title.clone()} label={say.name} {disabled}
                        onchange={actions.edit.reform(move |text| Edit::RenameSection(id, text))}
                    />
                </h3>
                { works.then(|| html! { <span class="course-note" role="status">{ say.working }</span> }) }
                <IconButton
                    icon={IconName::Refresh} label={format!("{}: {}", say.remake, section.title)} test_id="module-regenerate"
                    disabled={disabled || props.doing.is_some()} onclick={remake}
                />
                <Menu label={format!("{}: {}", say.more, section.title)} test_id="module-menu" {items} />
            </div>
            <ol class="course-chapters">{ for section.chapters.iter().enumerate().map(|(at, chapter)| view_chapter(props, at, chapter)) }</ol>
            <Button label={add_label} icon={IconName::New} kind={ButtonKind::Quiet} test_id="chapter-add" {disabled} onclick={onadd} />
        </li>
    }
}

fn view_chapter(props: &PartViewProps, at: usize, chapter: &Chapter) -> Html {
    let PartViewProps { section, actions, course, names, doing, read_only, .. } = props;
    let coming = match &props.coming {
        Some(PartDraft::Lesson(id, lesson)) if *id == chapter.id => Some(lesson.clone()),
        _ => None,
    };
    let marks = Drag::marks(props.drag.as_ref(), OutlineItem::Chapter(chapter.id));
    html! {
        <ChapterView
            key={chapter.id.to_string()} course={*course} section={section.id} {at} length={section.chapters.len()}
            chapter={chapter.clone()} actions={actions.clone()} names={*names} doing={*doing} {coming} {marks}
            read_only={*read_only}
        />
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct ChapterViewProps {
    course: CourseId,
    section: SectionId,
    at: usize,
    length: usize,
    chapter: Chapter,
    actions: OutlineActions,
    names: Names,
    doing: Option<Activity>,
    coming: Option<Growing>,
    marks: (Option<&'static str>, Option<&'static str>),
    read_only: bool,
}

#[component]
fn ChapterView(props: &ChapterViewProps) -> Html {
    let words = use_messages();
    let say = &words.course;
    let dispatch = use_dispatch();
    let (chapter, actions, course, section, at) =
        (&props.chapter, &props.actions, props.course, props.section, props.at);
    let id = chapter.id;
    let element = format!("chapter-{id}");
    let up = at.checked_sub(1).map(|to| Edit::MoveChapter(id, section, to));
    let down = (at + 1 < props.length).then_some(Edit::MoveChapter(id, section, at + 1));
    let onkeydown = on_keys(actions, element.clone(), up.clone(), down.clone());
    let lesson = dispatch.reform(move |()| Msg::Course(CourseMsg::Ask(course, Task::Lesson(id))));
    let lesson = MenuItem::new(say.make_lesson, IconName::Outline, lesson).with_test_id("chapter-expand");
    let below = Edit::AddChapter(section, at + 1, (say.new)(props.names.chapter));
    let make = make_item(words, &dispatch, Source::Thing(Thing::Chapter(course, id)));
    let items = vec![
        MenuItem { disabled: props.doing.is_some(), ..lesson },
        item(say.up, IconName::ChevronUp, actions, &element, up),
        item(say.down, IconName::ChevronDown, actions, &element, down),
        item(&(say.add)(props.names.chapter), IconName::New, actions, NEW, Some(below)),
        MenuItem { disabled: props.read_only, ..make },
        copy_link(words, &dispatch, Route::Course(Some(course), Some(id))),
        item(say.remove, IconName::Trash, actions, &element, (props.length > 1).then_some(Edit::RemoveChapter(id)))
            .with_danger(),
    ];
    let ontick = actions.edit.reform(move |done: bool| Edit::Done(id, done));
    let onchat = dispatch.reform(move |_: MouseEvent| Msg::Course(CourseMsg::Chat(course, id)));
    let works = props.doing == Some(Activity::Part(Task::Lesson(id)));
    let (carried, side) = props.marks;
    let disabled = props.read_only;
    html! {
        <li
            class="course-chapter" data-testid="outline-chapter" data-id={id.to_string()}
            data-done={if chapter.done { "yes" } else { "no" }} data-carried={carried} data-drop={side} {onkeydown}
        >
            <div class="course-chapter-head">
                { (!disabled).then(|| handle("chapter-grip", say.carry)) }
                <Checkbox
                    test_id="chapter-done" label={format!("{}: {}", say.done, chapter.title)} checked={chapter.done} {disabled}
                    {ontick}
                />
                <InPlace
                    id={element} value={chapter.title.clone()} label={say.name} {disabled}
                    onchange={actions.edit.reform(move |text| Edit::RenameChapter(id, text))}
                />
                { works.then(|| html! { <span class="course-note" role="status">{ say.working }</span> }) }
                <IconButton
                    icon={IconName::Chat} label={format!("{}: {}", say.talk_about, chapter.title)} test_id="chapter-chat"
                    {disabled} onclick={onchat}
                />
                <Menu label={format!("{}: {}", say.more, chapter.title)} test_id="chapter-menu" {items} />
            </div>
            <div class="course-snippet">
                <InPlace
                    value={chapter.snippet.clone()} label={say.snippet} hint={say.add_snippet} long=true {disabled}
                    onchange={actions.edit.reform(move |text| Edit::Snippet(id, text))}
                />
            </div>
            <Lesson {id} lesson={chapter.lesson.clone()} coming={props.coming.clone()} edit={actions.edit.clone()} {disabled} />
        </li>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct LessonProps {
    id: ChapterId,
    lesson: String,
    coming: Option<Growing>,
    edit: Callback<Edit>,
    disabled: bool,
}

/// The outline of a lesson; nothing where there is none.
#[component]
fn Lesson(props: &LessonProps) -> Html {
    let say = &use_messages().course;
    let id = props.id;
    let blocks = use_memo(props.lesson.clone(), |text| parse(text));
    // What was seen while it came does not fold away when it is there.
    let open = use_state_eq(|| false);
    let comes = props.coming.is_some();
    use_effect_with((comes, open.setter()), |(comes, open)| {
        if *comes {
            open.set(true);
        }
    });
    let node = use_node_ref();
    let ontoggle = {
        let (open, node) = (open.setter(), node.clone());
        Callback::from(move |_: Event| {
            open.set(node.cast::<web_sys::Element>().is_some_and(|element| element.has_attribute("open")));
        })
    };
    if props.lesson.is_empty() && !comes {
        return html! {};
    }
    let (shown, settled) = match &props.coming {
        Some(growing) => (growing.blocks.clone(), growing.settled),
        None => ((*blocks).clone(), blocks.len()),
    };
    let status = if comes { "streaming" } else { "done" };
    html! {
        <details
            ref={node} class="course-lesson" data-testid="chapter-lesson" data-status={status} open={*open}
            aria-busy={comes.then_some("true")} {ontoggle}
        >
            <summary>{ say.lesson }</summary>
            <MarkdownView {settled} blocks={shown} />
            <details hidden={comes}>
                <summary>{ say.edit_lesson }</summary>
                <InPlace
                    value={props.lesson.clone()} label={say.lesson} long=true disabled={props.disabled}
                    onchange={props.edit.reform(move |text| Edit::Lesson(id, text))}
                />
            </details>
        </details>
    }
}
