//! The history: what was done, what is taken back, and the way to any state between.
//!
//! - H1 Steps stand under the day they were made on, with the time alone.
//! - H2 Steps that only change how something looks are folded away, unless the state that is shown is among them.

use std::rc::Rc;

use yew::prelude::*;

use crate::kit::moment::{time_of, written};
use crate::kit::{Button, ButtonKind, Icon, IconName, Modal, TextInput};
use crate::store::{use_dispatch, use_messages, use_selector, use_store};
use espalier_app::{Model, Msg, palette, undo};
use espalier_base::text::truncate;
use espalier_base::time::Timestamp;
use espalier_command::call::CommandId;
use espalier_command::history::{Document, Entry, EntryId};
use espalier_i18n::Messages;
use espalier_mindmap::commands::{Focus, Fold, FoldAll, FoldLevel, SetLayout, SetTheme, ToggleFold, Unfold, UnfoldAll};
use espalier_model::change::Change;
use espalier_model::{Course, MindMap, Persona, Record, RecordKey, RoomId, Scene, Session};

/// The longest name of a checkpoint, in letters.
const LONGEST: usize = 80;
/// Steps of a document listed at a time.
const PAGE: usize = 200;
/// The commands that only change how something looks (H2).
const VIEWS: &[CommandId] = &[
    SetTheme::ID,
    SetLayout::ID,
    Focus::ID,
    FoldLevel::ID,
    FoldAll::ID,
    UnfoldAll::ID,
    Fold::ID,
    Unfold::ID,
    ToggleFold::ID,
];

/// The steps of one document, latest first.
#[derive(Debug, Clone, PartialEq)]
struct StepGroup {
    document: Document,
    /// The name of the document, where it is not a list.
    name: String,
    rows: Vec<StepRow>,
    /// Number of loaded steps that are not listed.
    older: usize,
    /// Whether there are still older ones that were not read.
    partial: bool,
}

#[derive(Debug, Clone, PartialEq)]
struct StepRow {
    id: EntryId,
    command: String,
    subject: String,
    at: Timestamp,
    undone: bool,
    /// Whether it was taken back before other steps were made, and can be restored by itself.
    aside: bool,
    /// Whether the state right after it is the one that is shown.
    now: bool,
    checkpoint: Option<String>,
    /// Sentences of its room on it.
    details: Vec<String>,
}

/// The panel with a document's history.
#[component]
pub fn HistoryPanel() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let pages = use_state(|| 1_usize);
    let shown = *pages * PAGE;
    let groups = use_selector(move |model| groups(model, shown));
    let older = {
        let (dispatch, pages) = (dispatch.clone(), pages.clone());
        Callback::from(move |document| {
            dispatch.emit(Msg::OlderSteps(document));
            pages.set(*pages + 1);
        })
    };
    let close = dispatch.reform(|()| Msg::Dialog(None));
    let go = dispatch.reform(|(document, entry)| Msg::GoTo(document, entry));
    let text = if groups.is_empty() { words.shell.history.empty } else { words.shell.history.intro };
    let views = groups.iter().map(|group| {
        let (go, older) = (go.clone(), older.clone());
        html! { <GroupView key={group.document.to_string()} group={group.clone()} {go} {older} /> }
    });
    html! {
        <Modal title={words.command.history} test_id="history-panel" onclose={close}>
            <p>{ text }</p>
            <CheckpointForm disabled={groups.is_empty()} />
            <div>{ for views }</div>
        </Modal>
    }
}

/// The heading of a document's steps.
fn heading(document: Document, words: &Messages) -> &'static str {
    let history = &words.shell.history;
    match document {
        Document::SESSIONS => history.sessions,
        Document::PERSONAS => history.personas,
        Document::MAPS => history.maps,
        Document::COURSES => history.courses,
        Document::SCENES => history.scenes,
        Document { room: RoomId::Chat, .. } => history.session,
        Document { room: RoomId::Map, .. } => history.map,
        Document { room: RoomId::Time, .. } => history.timelog,
        Document { room: RoomId::Course, .. } => history.course,
        Document { room: RoomId::Scene, .. } => history.scene,
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct GroupViewProps {
    group: StepGroup,
    go: Callback<(Document, EntryId)>,
    older: Callback<Document>,
}

/// The steps of one document, day by day (H1).
#[component]
fn GroupView(props: &GroupViewProps) -> Html {
    let words = use_messages();
    let group = &props.group;
    let document = group.document;
    let history = &words.shell.history;
    let times = use_days(group.rows.iter().map(|row| row.at).collect());
    let mut days: Vec<(AttrValue, Vec<Html>, Vec<Html>, bool)> = Vec::new();
    for (row, (day, time)) in group.rows.iter().zip(times) {
        if days.last().is_none_or(|(last, ..)| *last != day) {
            days.push((day, Vec::new(), Vec::new(), false));
        }
        let Some((_, steps, views, open)) = days.last_mut() else { continue };
        let is_view = VIEWS.iter().any(|view| view.as_str() == row.command) && row.checkpoint.is_none();
        *open |= is_view && row.now;
        let step = view_row(document, row, time, words, &props.go);
        if is_view { views.push(step) } else { steps.push(step) }
    }
    let days = days.into_iter().map(|(day, steps, views, open)| {
        let count = views.len();
        let views = (count > 0).then(|| {
            html! {
                <details class="history-views" {open}>
                    <summary>{ (history.views)(count) }</summary>
                    <ol class="history-list" reversed=true>{ for views }</ol>
                </details>
            }
        });
        html! {
            <div key={day.to_string()}>
                <h4 class="history-day">{ day.clone() }</h4>
                <ol class="history-list" reversed=true>{ for steps }</ol>
                { views }
            </div>
        }
    });
    html! {
        <section class="history-group">
            <h3>
                { heading(document, words) }
                { (!group.name.is_empty()).then(|| html! { <span class="history-subject">{ group.name.clone() }</span> }) }
            </h3>
            { for days }
            if group.older > 0 || group.partial {
                <Button
                    label={(history.older)(group.older, group.partial)} kind={ButtonKind::Quiet}
                    onclick={props.older.reform(move |_| document)}
                />
            }
        </section>
    }
}

/// The day and the time of moments, as the person's place and language write them.
#[hook]
fn use_days(all: Rc<[Timestamp]>) -> Vec<(AttrValue, AttrValue)> {
    let words = use_messages();
    let now = use_store().read(|model| model.now);
    let format = *use_selector(Model::time_format);
    let named = use_memo((all, words.lang, format), |(all, lang, format)| {
        let day = |at: Timestamp| {
            let parts = [("weekday", "short"), ("day", "numeric"), ("month", "short"), ("year", "numeric")];
            written(at, lang, &parts)
        };
        let today = day(now);
        let named = |at: &Timestamp| {
            let date = day(*at)?;
            Some(if today.as_ref() == Some(&date) { words.time.today.to_owned() } else { date })
        };
        // Without a browser it is written in universal time.
        let universal = |at: &Timestamp| {
            let text = at.to_rfc3339();
            text.split_once('T').map_or("", |(day, _)| day).to_owned()
        };
        let day = |at| AttrValue::from(named(at).unwrap_or_else(|| universal(at)));
        all.iter().map(|at| (day(at), AttrValue::from(time_of(*at, *format)))).collect::<Vec<_>>()
    });
    (*named).clone()
}

fn view_row(
    document: Document,
    row: &StepRow,
    time: AttrValue,
    words: &'static Messages,
    go: &Callback<(Document, EntryId)>,
) -> Html {
    let id = row.id;
    let onclick = go.reform(move |_: MouseEvent| (document, id));
    let history = &words.shell.history;
    let state = match row {
        StepRow { now: true, .. } => Some(history.now),
        StepRow { aside: true, .. } => Some(history.aside),
        StepRow { undone, .. } => undone.then_some(history.undone),
    };
    let checkpoint = row.checkpoint.as_ref().map(|name| {
        html! { <span class="history-checkpoint"><Icon name={IconName::Bookmark} />{ name.clone() }</span> }
    });
    html! {
        <li key={id.to_string()}>
            <button
                type="button" class={classes!("history-item", row.undone.then_some("history-undone"))}
                data-testid="history-item" data-id={id.to_string()} title={if row.aside { history.restore } else { history.go }}
                aria-current={row.now.then_some("step")} {onclick}
            >
                <span class="history-what">
                    <strong>{ palette::name_of(&row.command, words) }</strong>
                    <span class="history-subject">{ row.subject.clone() }</span>
                    { checkpoint }
                    { for row.details.iter().map(|line| html! { <span class="history-detail">{ line.clone() }</span> }) }
                </span>
                <span class="history-when">
                    <span class="history-state">{ state }</span>
                    <time datetime={row.at.to_rfc3339()}>{ time }</time>
                </span>
            </button>
        </li>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct CheckpointFormProps {
    disabled: bool,
}

/// Names the present state.
#[component]
fn CheckpointForm(props: &CheckpointFormProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let name = use_state_eq(String::new);
    let known = use_selector(|model| {
        let last = model.history.next_undo(&undo::undo_scope(model));
        last.and_then(|(_, entry)| entry.checkpoint.clone())
    });
    let typed = name.trim();
    let chosen = if typed.is_empty() { words.shell.history.checkpoint.to_owned() } else { truncate(typed, LONGEST) };
    // To name a state as it is named already would show nothing.
    let disabled = props.disabled || (*known).as_ref() == Some(&chosen);
    let onsubmit = {
        let name = name.clone();
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            dispatch.emit(Msg::AddCheckpoint(chosen.clone()));
            name.set(String::new());
        })
    };
    html! {
        <form class="checkpoint" {onsubmit}>
            <TextInput
                value={(*name).clone()} label={words.shell.history.checkpoint_name}
                placeholder={words.shell.history.checkpoint_name} test_id="checkpoint-name" ontype={name.setter()}
            />
            <Button
                label={words.shell.history.checkpoint_add} icon={IconName::Bookmark} test_id="checkpoint-add" submit=true
                {disabled}
            />
        </form>
    }
}

fn groups(model: &Model, shown: usize) -> Vec<StepGroup> {
    let scope = undo::histories(model);
    // The document on the screen comes first.
    scope.iter().rev().map(|&document| group(model, document, shown)).filter(|group| !group.rows.is_empty()).collect()
}

fn group(model: &Model, document: Document, shown: usize) -> StepGroup {
    let entries = model.history.entries(document);
    let now = entries.iter().rev().find(|entry| !entry.undone).map(|entry| entry.id);
    let room = model.rooms.get(document.room);
    let rows = entries.iter().rev().take(shown).map(|entry| StepRow {
        id: entry.id,
        command: entry.command.clone(),
        subject: subject(model, entry),
        at: entry.at,
        undone: entry.undone,
        aside: entry.aside,
        now: now == Some(entry.id),
        checkpoint: entry.checkpoint.clone(),
        details: room.map(|room| room.describe(model, entry)).unwrap_or_default(),
    });
    let older = entries.len().saturating_sub(shown);
    let is_list = model.rooms.all().any(|info| info.lists.contains(&document));
    let name = if is_list { String::new() } else { model.title_of(model.route).unwrap_or_default() };
    StepGroup { document, name, rows: rows.collect(), older, partial: model.history.older(document).is_some() }
}

/// The subject of a step: as it was noted, else the names that the conversations, maps, courses, scenes and agents it
/// touched have now, or had when it took them away.
fn subject(model: &Model, entry: &Entry) -> String {
    if !entry.subject.is_empty() {
        return entry.subject.clone();
    }
    let names = entry.changes.iter().filter_map(|(key, change)| named(model, key, change));
    names.take(3).collect::<Vec<_>>().join(", ")
}

fn named(model: &Model, key: &RecordKey, change: &Change) -> Option<String> {
    let rows = &model.workspace;
    let now = match key {
        RecordKey::Sessions(id) => rows.get::<Session>(id).map(|row| row.name.clone()),
        RecordKey::Maps(id) => rows.get::<MindMap>(id).map(|row| row.name.clone()),
        RecordKey::Scenes(id) => rows.get::<Scene>(id).map(|row| row.name.clone()),
        RecordKey::Courses(id) => rows.get::<Course>(id).map(|row| model.course_name(row.id)),
        RecordKey::Personas(id) => rows.get::<Persona>(id).map(|row| row.name.clone()),
        _ => None,
    };
    let then = || match change {
        Change::Removed(Record::Sessions(row)) | Change::Added(Record::Sessions(row)) => Some(row.name.clone()),
        Change::Removed(Record::Maps(row)) | Change::Added(Record::Maps(row)) => Some(row.name.clone()),
        Change::Removed(Record::Scenes(row)) | Change::Added(Record::Scenes(row)) => Some(row.name.clone()),
        Change::Removed(Record::Courses(row)) | Change::Added(Record::Courses(row)) => Some(row.title().to_owned()),
        Change::Removed(Record::Personas(row)) | Change::Added(Record::Personas(row)) => Some(row.name.clone()),
        _ => None,
    };
    now.or_else(then).filter(|name| !name.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{draw, ready};
    use espalier_app::maps::MapMsg;
    use espalier_app::update;
    use espalier_base::env::Env;
    use espalier_model::mindmap::Palette;
    use espalier_model::settings::Language;

    #[test]
    fn h2_what_only_changes_a_look_is_folded_away_until_it_is_the_state_that_is_shown() {
        let fold = |undone: bool| {
            let mut model = ready(Language::En);
            let mut env = Env::deterministic(Timestamp(1_000), 5);
            drop(update(&mut model, Msg::Maps(MapMsg::Create), &mut env));
            let map = model.route.map().unwrap();
            let theme = MapMsg::Do(map, SetTheme::new(Palette::Ocean).into());
            drop(update(&mut model, Msg::Maps(theme), &mut env));
            if undone {
                drop(update(&mut model, Msg::Undo, &mut env));
            }
            let html = draw(model, html! { <HistoryPanel /> });
            let from = html.find("<details").unwrap_or_else(|| panic!("no fold in {html}"));
            html[from..].split_once("</summary>").map(|(head, _)| head.to_owned()).unwrap_or_default()
        };
        let shown = fold(false);
        assert!(shown.contains("View changes (1)") && shown.contains(" open"), "{shown}");
        let shown = fold(true);
        assert!(!shown.contains(" open"), "{shown}");
    }

    #[test]
    fn a_step_without_words_of_its_own_names_what_it_touched() {
        let mut model = ready(Language::En);
        let mut env = Env::deterministic(Timestamp(1_000), 5);
        drop(update(&mut model, Msg::Maps(MapMsg::Create), &mut env));
        let map = model.route.map().unwrap();
        drop(update(&mut model, Msg::Maps(MapMsg::Rename(map, "Garden".to_owned())), &mut env));
        let made = model.history.entries(Document::MAPS)[0].clone();
        let made = Entry { subject: String::new(), ..made };
        assert_eq!(subject(&model, &made), "Garden");
    }
}
