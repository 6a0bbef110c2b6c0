//! The history: what was done, what is taken back, and the way to any state between.
//!
//! Must not be in here: undoing (`app::undo`).

use yew::prelude::*;

use crate::app::{Model, Msg, palette, undo};
use crate::base::time::Timestamp;
use crate::command::history::{Document, EntryId};
use crate::i18n::Messages;
use crate::model::RoomId;
use crate::ui::kit::{Button, ButtonKind, Icon, IconName, Modal, Moment};
use crate::ui::store::{use_dispatch, use_messages, use_selector};

/// How many more steps of a document are listed at a time.
const PAGE: usize = 200;

/// The steps of one document, latest first.
#[derive(Debug, Clone, PartialEq)]
struct Group {
    document: Document,
    rows: Vec<Row>,
    /// How many steps that were read are not listed.
    older: usize,
    /// Whether there are still older ones that were not read.
    partial: bool,
}

#[derive(Debug, Clone, PartialEq)]
struct Row {
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

/// The panel.
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
    html! {
        <Modal title={words.command.history} test_id="history-panel" onclose={close}>
            <p>{ text }</p>
            <CheckpointForm disabled={groups.is_empty()} />
            <div>{ for groups.iter().map(|group| view_group(group, words, &go, &older)) }</div>
        </Modal>
    }
}

fn view_group(
    group: &Group,
    words: &'static Messages,
    go: &Callback<(Document, EntryId)>,
    older: &Callback<Document>,
) -> Html {
    let document = group.document;
    let history = &words.shell.history;
    let heading = match group.document {
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
    };
    let rows = group.rows.iter().map(|row| view_row(group.document, row, words, go));
    html! {
        <section key={group.document.to_string()} class="history-group">
            <h3>{ heading }</h3>
            <ol class="history-list" reversed=true>{ for rows }</ol>
            if group.older > 0 || group.partial {
                <Button
                    label={(history.older)(group.older, group.partial)} kind={ButtonKind::Quiet}
                    onclick={older.reform(move |_| document)}
                />
            }
        </section>
    }
}

fn view_row(document: Document, row: &Row, words: &'static Messages, go: &Callback<(Document, EntryId)>) -> Html {
    let id = row.id;
    let onclick = go.reform(move |_: MouseEvent| (document, id));
    let history = &words.shell.history;
    let state = match row {
        Row { now: true, .. } => Some(history.now),
        Row { aside: true, .. } => Some(history.aside),
        Row { undone, .. } => undone.then_some(history.undone),
    };
    let checkpoint = row.checkpoint.as_ref().map(|name| {
        html! { <span class="history-checkpoint"><Icon name={IconName::Flag} />{ name.clone() }</span> }
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
                    <Moment at={row.at} />
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
    let name = use_state(String::new);
    let oninput = {
        let name = name.setter();
        Callback::from(move |event: InputEvent| {
            name.set(event.target_unchecked_into::<web_sys::HtmlInputElement>().value());
        })
    };
    let fallback = words.shell.history.checkpoint;
    let onsubmit = {
        let name = name.clone();
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let typed = name.trim();
            let chosen = if typed.is_empty() { fallback } else { typed };
            dispatch.emit(Msg::AddCheckpoint(chosen.to_owned()));
            name.set(String::new());
        })
    };
    html! {
        <form class="checkpoint" {onsubmit}>
            <input
                type="text" value={(*name).clone()} maxlength="80" aria-label={words.shell.history.checkpoint_name}
                placeholder={words.shell.history.checkpoint_name} data-testid="checkpoint-name" {oninput}
            />
            <Button
                label={words.shell.history.checkpoint_add} icon={IconName::Flag} test_id="checkpoint-add" submit=true
                disabled={props.disabled}
            />
        </form>
    }
}

fn groups(model: &Model, shown: usize) -> Vec<Group> {
    let scope = undo::histories(model);
    // The document on the screen comes first.
    scope.iter().rev().map(|&document| group(model, document, shown)).filter(|group| !group.rows.is_empty()).collect()
}

fn group(model: &Model, document: Document, shown: usize) -> Group {
    let entries = model.history.entries(document);
    let now = entries.iter().rev().find(|entry| !entry.undone).map(|entry| entry.id);
    let room = model.rooms.get(document.room);
    let rows = entries.iter().rev().take(shown).map(|entry| Row {
        id: entry.id,
        command: entry.command.clone(),
        subject: entry.subject.clone(),
        at: entry.at,
        undone: entry.undone,
        aside: entry.aside,
        now: now == Some(entry.id),
        checkpoint: entry.checkpoint.clone(),
        details: room.map(|room| room.describe(model, entry)).unwrap_or_default(),
    });
    let older = entries.len().saturating_sub(shown);
    Group { document, rows: rows.collect(), older, partial: model.history.older(document).is_some() }
}
