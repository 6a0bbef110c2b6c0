//! The outline of a course: its parts and chapters to be edited, moved and ticked, and what can be made of it.

use yew::prelude::*;

use super::drag::{Drag, OutlineItem, use_drag};
use super::follow::{NEW, TITLE, use_arrival, use_made, use_outline_actions};
use super::in_place::InPlace;
use super::live::LiveOutline;
use super::part::{Names, PartView};
use crate::kit::moment::use_local_times;
use crate::kit::shared::Shared;
use crate::kit::{Button, ButtonKind, Field, IconName, Menu, MenuItem, Select, SelectOption, TextInput};
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::course::{Activity, CourseMsg, PartDraft};
use espalier_app::{Model, Msg};
use espalier_base::words::length;
use espalier_course::commands::Edit;
use espalier_course::flow::{COURSE, MIN_MINUTES, flow};
use espalier_course::sketch::Sketch;
use espalier_model::course::{Difficulty, Outline, Section, Task};
use espalier_model::{Course, CourseId};

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct OutlinePaneProps {
    pub course: CourseId,
}

#[derive(Debug, PartialEq)]
struct OutlineState {
    row: Option<Shared<Course>>,
    sketch: Option<Sketch>,
    coming: Option<PartDraft>,
    doing: Option<Activity>,
    read_only: bool,
}

/// The outline, or the part of it received so far.
#[component]
pub fn OutlinePane(props: &OutlinePaneProps) -> Html {
    let words = use_messages();
    let course = props.course;
    let state = use_selector(move |model: &Model| OutlineState {
        row: model.workspace.get::<Course>(&course).map(Shared::from),
        sketch: model.course_sketch(course),
        coming: model.course_coming(course),
        doing: model.course_doing(course),
        read_only: model.read_only.is_some(),
    });
    use_made(course);
    let outline = state.row.as_ref().and_then(|row| row.outline.clone().map(|outline| (row.clone(), outline)));
    let view = match (&state.sketch, outline) {
        (Some(sketch), _) => html! { <LiveOutline key="live" sketch={sketch.clone()} /> },
        (None, Some((row, outline))) => {
            let (doing, read_only, coming) = (state.doing, state.read_only, state.coming.clone());
            html! { <OutlineView key="done" {row} {outline} {doing} {coming} {read_only} /> }
        }
        (None, None) => {
            let text =
                if state.doing == Some(Activity::Outline) { words.course.coming } else { words.course.no_outline };
            html! { <p key="none" class="course-note" role="status">{ text }</p> }
        }
    };
    html! { <section class="course-outline" aria-label={words.course.plan}>{ view }</section> }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct OutlineViewProps {
    row: Shared<Course>,
    outline: Outline,
    doing: Option<Activity>,
    coming: Option<PartDraft>,
    read_only: bool,
}

#[component]
fn OutlineView(props: &OutlineViewProps) -> Html {
    let words = use_messages();
    let say = &words.course;
    let dispatch = use_dispatch();
    let (id, outline) = (props.row.id, &props.outline);
    let shape = flow(&props.row.flow).unwrap_or(&COURSE).shape;
    let names = Names { part: shape.section.get(words.language), chapter: shape.chapter.get(words.language) };
    let edit = dispatch.reform(move |edit: Edit| Msg::Course(CourseMsg::Edit(id, edit)));
    let actions = use_outline_actions(&edit, outline);
    use_arrival();
    let list = use_node_ref();
    let (gestures, drag) = use_drag(&list, &edit, props.read_only);
    let count = outline.sections.len();
    let parts = outline.sections.iter().enumerate().map(|(at, section)| {
        let coming = props.coming.clone().filter(|coming| is_for(coming, section));
        let drag = drag.clone().filter(|drag| concerns(drag, section));
        html! {
            <PartView
                key={section.id.to_string()} course={id} section={section.clone()} {at} {count} actions={actions.clone()} {names}
                doing={props.doing} {coming} {drag} read_only={props.read_only}
            />
        }
    });
    let onadd = {
        let title = (say.new)(names.part);
        actions.step.reform(move |_: MouseEvent| (NEW.to_owned(), Edit::AddSection(count, title.clone())))
    };
    let note = match (outline.template, outline.completed_here) {
        (true, _) => Some(say.from_template),
        (false, true) => Some(say.completed),
        (false, false) => None,
    };
    let disabled = props.read_only;
    html! {
        <article class="course-paper" data-testid="outline" data-status="done">
            <h2 class="course-title">
                <InPlace id={TITLE} value={outline.title.clone()} label={say.title} {disabled} onchange={edit.reform(Edit::Title)} />
            </h2>
            <div class="course-facts">
                <Facts
                    edit={edit.clone()} difficulty={shape.levels.then_some(outline.difficulty)}
                    minutes={outline.estimated_minutes} progress={outline.progress()} {disabled}
                />
                <Versions row={props.row.clone()} />
            </div>
            <State row={props.row.clone()} outline={outline.clone()} disabled={props.read_only || props.doing.is_some()} />
            <div class="course-about">
                <InPlace
                    value={outline.description.clone()} label={say.description} hint={say.add_snippet} long=true {disabled}
                    onchange={edit.reform(Edit::Description)}
                />
            </div>
            { note.map(|note| html! { <p class="course-note" data-testid="outline-completed">{ note }</p> }) }
            { (!outline.reason.is_empty()).then(|| html! { <p class="course-reason">{ outline.reason.clone() }</p> }) }
            <ol
                ref={list} class="course-parts" onpointerdown={gestures.down} onpointermove={gestures.moved}
                onpointerup={gestures.up} onpointercancel={gestures.cancel}
            >{ for parts }</ol>
            <Button label={(say.add)(names.part)} icon={IconName::New} kind={ButtonKind::Quiet} test_id="module-add" {disabled} onclick={onadd} />
        </article>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct StateProps {
    row: Shared<Course>,
    outline: Outline,
    disabled: bool,
}

/// Problem of an outline with its remedy: it broke off, or answers changed since.
#[component]
fn State(props: &StateProps) -> Html {
    let say = &use_messages().course;
    let dispatch = use_dispatch();
    let (id, disabled) = (props.row.id, props.disabled);
    let send = |msg: CourseMsg| dispatch.reform(move |_: MouseEvent| Msg::Course(msg.clone()));
    if props.outline.unfinished.is_some() {
        return html! {
            <div class="course-state" data-testid="outline-unfinished" role="status">
                <p>{ say.unfinished }</p>
                <Button label={say.complete} kind={ButtonKind::Primary} test_id="outline-complete" {disabled} onclick={send(CourseMsg::Ask(id, Task::Rest))} />
                <Button label={say.fill} kind={ButtonKind::Quiet} test_id="outline-fill" {disabled} onclick={send(CourseMsg::Fill(id))} />
            </div>
        };
    }
    if props.outline.is_stale(&props.row.profile) {
        return html! {
            <div class="course-state" data-testid="outline-stale" role="status">
                <p>{ say.stale }</p>
                <Button label={say.rewrite} test_id="outline-rewrite" {disabled} onclick={send(CourseMsg::Generate(id))} />
                <Button label={say.keep} kind={ButtonKind::Quiet} test_id="outline-keep" {disabled} onclick={send(CourseMsg::Keep(id))} />
            </div>
        };
    }
    html! {}
}

/// Whether the incoming text belongs to a part.
fn is_for(coming: &PartDraft, section: &Section) -> bool {
    match coming {
        PartDraft::Section(id, _) => *id == section.id,
        PartDraft::Lesson(id, _) => section.chapters.iter().any(|chapter| chapter.id == *id),
    }
}

/// Whether the dragged item or its drop target is in a part.
fn concerns(drag: &Drag, section: &Section) -> bool {
    let is_in = |item: OutlineItem| match item {
        OutlineItem::Section(id) => id == section.id,
        OutlineItem::Chapter(id) => section.chapters.iter().any(|chapter| chapter.id == id),
    };
    is_in(drag.item) || drag.target.as_ref().is_some_and(|target| is_in(target.beside))
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct FactsProps {
    edit: Callback<Edit>,
    difficulty: Option<Difficulty>,
    minutes: u32,
    /// Number of done chapters, and of all.
    progress: (usize, usize),
    disabled: bool,
}

/// Line with difficulty, duration and progress; it opens the form for the first two.
#[component]
fn Facts(props: &FactsProps) -> Html {
    const LEVELS: [Difficulty; 3] = [Difficulty::Beginner, Difficulty::Intermediate, Difficulty::Advanced];
    let words = use_messages();
    let say = &words.course;
    let onlevel = props.edit.reform(|value: String| {
        let level = value.parse::<usize>().ok().and_then(|at| LEVELS.get(at).copied());
        Edit::Difficulty(level.unwrap_or_default())
    });
    let minutes = props.minutes;
    let onminutes = props.edit.reform(move |value: String| Edit::Minutes(value.trim().parse().unwrap_or(minutes)));
    let at = props.difficulty.map(|level| LEVELS.iter().position(|one| *one == level).unwrap_or_default());
    let levels = at.map(|at| {
        let options = say.levels.iter().enumerate().map(|(at, name)| SelectOption::new(at.to_string(), *name));
        html! {
            <Field label={say.difficulty}>
                <Select
                    options={options.collect::<Vec<_>>()} value={at.to_string()} test_id="outline-difficulty"
                    disabled={props.disabled} onchoose={onlevel}
                />
            </Field>
        }
    });
    let (done, all) = props.progress;
    let progress = (say.progress)(done, all);
    html! {
        <>
            <details class="course-meta">
                <summary data-testid="outline-facts">
                    { at.map(|at| html! { <span>{ say.levels[at] }</span> }) }
                    <span data-testid="outline-time">{ length(i64::from(minutes) * 60, words.language) }</span>
                    <span data-testid="outline-progress">{ progress.clone() }</span>
                </summary>
                <div class="course-meta-form">
                    { levels }
                    <Field label={say.minutes}>
                        <TextInput
                            kind="number" min={MIN_MINUTES.to_string()} step="15" test_id="outline-minutes"
                            value={minutes.to_string()} disabled={props.disabled} oncommit={onminutes}
                        />
                    </Field>
                </div>
            </details>
            <progress class="course-progress" value={done.to_string()} max={all.to_string()} aria-label={progress} />
        </>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct VersionsProps {
    row: Shared<Course>,
}

/// The earlier versions of the outline.
#[component]
fn Versions(props: &VersionsProps) -> Html {
    let say = &use_messages().course;
    let dispatch = use_dispatch();
    let id = props.row.id;
    let times = use_local_times(props.row.versions.iter().map(|version| version.made_at).collect());
    let versions = props.row.versions.iter().zip(times).enumerate().map(|(at, (version, when))| {
        let onselect = dispatch.reform(move |()| Msg::Course(CourseMsg::Restore(id, at)));
        let name = match (&version.remade, version.unfinished) {
            (_, Some(_)) => (say.remade_unfinished)(&version.title),
            (remade, None) if remade.is_empty() => version.title.clone(),
            (remade, None) => (say.remade)(remade),
        };
        MenuItem::new(format!("{name} · {when}"), IconName::History, onselect).with_test_id("outline-version")
    });
    let mut versions: Vec<MenuItem> = versions.collect();
    if versions.is_empty() {
        let none = MenuItem::new(say.no_versions, IconName::History, Callback::noop());
        versions.push(MenuItem { disabled: true, ..none });
    }
    html! { <Menu icon={IconName::History} label={say.versions} test_id="outline-versions" items={versions} /> }
}
