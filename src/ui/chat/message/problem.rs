//! Why an answer is not complete, and the one button that helps.
//!
//! Must not be in here: the wording (`i18n::error`), which remedy fits (`llm::error`, `model::conversation`).

use yew::prelude::*;

use crate::app::navigate::Route;
use crate::app::sessions::SessionMsg;
use crate::app::{Dialog, Msg};
use crate::llm::error::{LlmError, Remedy};
use crate::model::persona::PersonaId;
use crate::model::{MessageId, MessageKey};
use crate::ui::kit::{Button, Icon, IconName};
use crate::ui::store::{use_messages, use_store};

/// See [`Problem`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ProblemProps {
    /// The answer.
    pub at: MessageKey,
    /// What went wrong.
    pub error: LlmError,
    /// The one button that helps.
    pub remedy: Option<Remedy>,
    /// The agent that answered.
    pub agent: Option<PersonaId>,
    /// Edits a message.
    pub onedit: Callback<Option<MessageId>>,
}

/// See the module.
#[component]
pub fn Problem(props: &ProblemProps) -> Html {
    let words = use_messages();
    let store = use_store();
    let error = &props.error;
    let button = props.remedy.map(|remedy| {
        let (at, agent, onedit) = (props.at, props.agent, props.onedit.clone());
        // What a room's own assistant may say is not for a person to set.
        let is_own = agent.is_some_and(|id| store.read(|model| model.persona(id).is_none()));
        let remedy = if is_own && remedy == Remedy::RaiseBudget { Remedy::Retry } else { remedy };
        let (label, store) = ((words.error.remedy)(remedy), store.clone());
        let onclick = Callback::from(move |_: MouseEvent| {
            let asked = store.read(|model| model.view(at.session).and_then(|view| view.tree.parent(at.id)));
            match msg(remedy, at, agent) {
                Some(msg) => store.dispatch(msg),
                None => onedit.emit(asked),
            }
        });
        html! { <Button {label} {onclick} /> }
    });
    let detail = (!error.detail.is_empty()).then(|| (words.error.endpoint_says)(&error.detail));
    html! {
        <div class="problem">
            <Icon name={IconName::Warning} />
            <div class="problem-text">
                <p>{ (words.error.llm)(error) }</p>
                <p class="problem-detail" hidden={detail.is_none()}>{ detail }</p>
            </div>
            <div>{ button }</div>
        </div>
    }
}

/// What a remedy sends; `None` for the one that edits the question.
fn msg(remedy: Remedy, at: MessageKey, agent: Option<PersonaId>) -> Option<Msg> {
    Some(match remedy {
        Remedy::EditPrompt => return None,
        Remedy::Retry => Msg::Sessions(SessionMsg::Regenerate(at)),
        Remedy::Continue => Msg::Sessions(SessionMsg::Continue(at)),
        Remedy::ShortenContext => Msg::Dialog(Some(Dialog::ContextPreview(at.session))),
        Remedy::RaiseBudget if agent.is_some() => Msg::Dialog(Some(Dialog::Persona(agent))),
        Remedy::RaiseBudget => Msg::Dialog(Some(Dialog::Personas)),
        Remedy::CheckKey
        | Remedy::OpenSettings
        | Remedy::SwitchModel
        | Remedy::AllowLocalNetwork
        | Remedy::AllowOrigin => Msg::Go(Route::Settings),
    })
}
