//! The dialogs of the room; they can be opened from everywhere, so they stand beside the rooms.

use yew::prelude::*;

use super::agents::AgentsDialog;
use super::attachments::FileDialog;
use super::preview::PreviewDialog;
use super::tree::TreeDialog;
use crate::chat::agents::editor::AgentDialog;
use crate::chat::agents::room::RoomParametersDialog;
use crate::course::CourseGoals;
use crate::settings::{ChooseModel, ConnectDialog};
use crate::store::use_selector;
use espalier_app::Dialog;

/// The open dialog, where it is one of these.
#[component]
pub fn ChatDialogs() -> Html {
    let dialog = use_selector(|model| model.dialog.clone());
    let shown = match &*dialog {
        Some(Dialog::Tree(session)) => html! { <TreeDialog key="tree" session={*session} /> },
        Some(Dialog::ContextPreview(session)) => html! { <PreviewDialog key="preview" session={*session} /> },
        Some(Dialog::CourseGoals(course)) => html! { <CourseGoals key="course-goals" course={*course} /> },
        Some(Dialog::ChooseModel(scope)) => html! { <ChooseModel key="choose-model" scope={*scope} /> },
        Some(Dialog::RoomParameters(room)) => html! { <RoomParametersDialog key="room-parameters" room={*room} /> },
        Some(Dialog::Connect) => html! { <ConnectDialog key="connect" /> },
        Some(Dialog::File(file)) => html! { <FileDialog key="file" file={file.clone()} /> },
        Some(Dialog::Personas) => html! { <AgentsDialog key="agents" /> },
        Some(Dialog::Persona(agent)) => {
            let key = agent.map_or_else(|| "new".to_owned(), |id| id.to_string());
            html! { <AgentDialog {key} agent={*agent} /> }
        }
        _ => Html::default(),
    };
    html! { <div>{ shown }</div> }
}
