//! A question before something is done.

use yew::prelude::*;

use crate::kit::{Button, ButtonKind, Modal};
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::navigate::Route;
use espalier_app::timelog::{Removal, Removed};
use espalier_app::{Confirm, Model, Msg};
use espalier_base::text::truncate;
use espalier_i18n::Messages;
use espalier_llm::provider;
use espalier_model::{MindMap, Persona, Scene, Session};

/// Longer names are cut in the question.
const NAME: usize = 80;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ConfirmDialogProps {
    pub question: Confirm,
}

#[component]
pub fn ConfirmDialog(props: &ConfirmDialogProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let close = dispatch.reform(|()| Msg::Dialog(None));
    let no = dispatch.reform(|_| Msg::Dialog(None));
    let yes = dispatch.reform(|_| Msg::Confirmed);
    let confirm = &words.shell.confirm;
    let question = props.question.clone();
    let name = use_selector(move |model| name(model, &question));
    let title = match name.as_str() {
        _ if props.question == Confirm::RemoveExample => words.shell.example.title.to_owned(),
        "" => confirm.title.to_owned(),
        name => (confirm.title_named)(name),
    };
    let erase = if let Confirm::EraseEverything(asked) = props.question { Some(asked) } else { None };
    let label = match erase {
        None if props.question == Confirm::RemoveExample => words.shell.example.remove,
        None => confirm.delete,
        Some(false) => confirm.erase_next,
        Some(true) => confirm.erase_now,
    };
    html! {
        <Modal {title} test_id="confirm" onclose={close}>
            <p key={i32::from(erase == Some(true))}>
                { text(&props.question, words) }{ " " }{ props.question.is_undoable().then_some(confirm.undoable) }
            </p>
            <div class="dialog-actions">
                <Button label={words.shell.cancel} test_id="confirm-no" onclick={no} />
                <Button key={i32::from(erase == Some(true))} label={label} kind={ButtonKind::Danger} test_id="confirm-yes" focused={erase.is_none()} onclick={yes} />
            </div>
        </Modal>
    }
}

/// Returns the title of what is deleted; empty where it has none.
fn name(model: &Model, question: &Confirm) -> String {
    let workspace = &model.workspace;
    let name = match question {
        Confirm::DeleteMessage(key, _) => model.message(*key).map(|message| message.text()),
        Confirm::DeleteSession(id, _) => workspace.get::<Session>(id).map(|row| model.title(row)),
        Confirm::DeletePersona(id) => workspace.get::<Persona>(id).map(|row| row.name.clone()),
        Confirm::RemoveConnection(id) => provider::by_id(id.as_str()).map(|known| model.connection_name(known)),
        Confirm::DeleteModel(name) => Some(name.clone()),
        Confirm::DeleteMap(id, _) => workspace.get::<MindMap>(id).map(|row| row.name.clone()),
        Confirm::DeleteScene(id, _) => workspace.get::<Scene>(id).map(|row| row.name.clone()),
        Confirm::DeleteCourse(id) => model.title_of(Route::Course(Some(*id), None)),
        Confirm::RemoveFromLog(removed) => Some(removed.name.clone()),
        Confirm::EraseEverything(_) | Confirm::RemoveExample => None,
    };
    let name = name.unwrap_or_default();
    truncate(name.lines().find(|line| !line.trim().is_empty()).unwrap_or_default().trim(), NAME)
}

fn text(question: &Confirm, words: &Messages) -> String {
    let confirm = &words.shell.confirm;
    match question {
        Confirm::DeleteMessage(_, count) => (confirm.delete_message)(*count),
        Confirm::DeleteSession(_, count) => (confirm.delete_session)(*count),
        Confirm::EraseEverything(false) => confirm.erase.to_owned(),
        Confirm::EraseEverything(true) => confirm.erase_really.to_owned(),
        Confirm::DeletePersona(_) => confirm.delete_persona.to_owned(),
        Confirm::RemoveConnection(_) => confirm.remove_connection.to_owned(),
        Confirm::DeleteModel(_) => confirm.delete_model.to_owned(),
        Confirm::DeleteMap(_, count) => (words.map.confirm_delete)(*count),
        Confirm::DeleteScene(_, count) => (words.scene.confirm_delete)(*count),
        Confirm::DeleteCourse(_) => words.course.confirm_delete.to_owned(),
        Confirm::RemoveExample => words.shell.example.confirm.to_owned(),
        Confirm::RemoveFromLog(Removed { removal: Removal::Category(..), name, count, to }) => {
            (words.time.kinds.confirm_category)(name, *count, to.as_deref())
        }
        Confirm::RemoveFromLog(Removed { name, count, .. }) => (words.time.kinds.confirm_goal)(name, *count),
    }
}
