//! Why an answer is not complete, and the button that helps.

use yew::prelude::*;

use crate::kit::{Button, ButtonKind, Icon, IconName};
use crate::store::{use_messages, use_store};
use espalier_app::connect::{ConnectMsg, SettingsField};
use espalier_app::sessions::SessionMsg;
use espalier_app::{Dialog, Model, Msg, prompt};
use espalier_llm::error::{LlmError, Remedy};
use espalier_model::persona::PersonaId;
use espalier_model::{MessageId, MessageKey, RoomId, Scope};

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ProblemProps {
    pub at: MessageKey,
    pub error: LlmError,
    /// The one button that helps.
    pub remedy: Option<Remedy>,
    pub agent: Option<PersonaId>,
    pub onedit: Callback<Option<MessageId>>,
}

/// The reason why an answer is incomplete, with the buttons that help.
#[component]
pub fn Problem(props: &ProblemProps) -> Html {
    let words = use_messages();
    let store = use_store();
    let error = &props.error;
    let button = |remedy: Remedy, kind: ButtonKind| {
        let (at, onedit) = (props.at, props.onedit.clone());
        // A room's own assistant is none of the agents.
        let agent = props.agent.filter(|id| store.read(|model| model.persona(*id).is_some()));
        let is_anyones = agent.is_some() || store.read(|model| assistant_room(model, at)).is_some();
        let remedy = if !is_anyones && remedy == Remedy::RaiseBudget { Remedy::Retry } else { remedy };
        let fits = remedy == Remedy::ShortenContext && store.read(|model| can_shorten(model, at, agent));
        let label = if fits { words.error.shorten_and_retry } else { (words.error.remedy)(remedy) };
        let store = store.clone();
        let onclick = Callback::from(move |_: MouseEvent| {
            let asked = store.read(|model| model.view(at.session).and_then(|view| view.tree.parent(at.id)));
            match store.read(|model| msg(model, remedy, at, agent)) {
                Some(msg) => store.dispatch(msg),
                None => onedit.emit(asked),
            }
        });
        html! { <Button {label} {kind} {onclick} /> }
    };
    let first = props.remedy.map(|remedy| button(remedy, ButtonKind::Plain));
    let other = error.other_remedy().filter(|other| props.remedy != Some(*other));
    let other = other.map(|remedy| button(remedy, ButtonKind::Quiet));
    let detail = error.endpoint_words().map(words.error.endpoint_says);
    html! {
        <div class="problem">
            <Icon name={IconName::Warning} />
            <div class="problem-text">
                <p>{ (words.error.llm)(error) }</p>
                <p class="problem-detail" hidden={detail.is_none()}>{ detail }</p>
            </div>
            <div class="problem-ways">{ first }{ other }</div>
        </div>
    }
}

/// The room whose own assistant gave an answer.
fn assistant_room(model: &Model, at: MessageKey) -> Option<RoomId> {
    model.scope_of(at.session).filter(|scope| !scope.is_chat()).map(Scope::room)
}

/// Whether less can be sent at once: the endpoint named its limit, or it is a room's own assistant, and something was
/// said before.
fn can_shorten(model: &Model, at: MessageKey, agent: Option<PersonaId>) -> bool {
    prompt::can_fit_context(model, at) || agent.is_none() && !prompt::older_half(model, at).is_empty()
}

/// Returns the message a remedy sends; `None` for the one that edits the question.
fn msg(model: &Model, remedy: Remedy, at: MessageKey, agent: Option<PersonaId>) -> Option<Msg> {
    let provider = model.message(at).and_then(|message| message.provenance.provider.clone());
    let point = |place: SettingsField| Msg::Connect(ConnectMsg::Point { place, provider: provider.clone(), agent });
    let has_own_model = || {
        let persona = agent.and_then(|id| model.persona(id));
        persona.is_some_and(|persona| persona.model.as_ref().is_some_and(|name| !name.is_empty()))
    };
    Some(match remedy {
        Remedy::EditPrompt => return None,
        Remedy::Retry => Msg::Sessions(SessionMsg::Regenerate(at)),
        Remedy::Continue => Msg::Sessions(SessionMsg::Continue(at)),
        Remedy::ShortenContext if can_shorten(model, at, agent) => Msg::Sessions(SessionMsg::Shorten(at)),
        Remedy::ShortenContext if agent.is_none() => Msg::Dialog(Some(Dialog::ContextPreview(at.session))),
        Remedy::ShortenContext => point(SettingsField::ContextLength),
        Remedy::RaiseBudget if agent.is_none() => Msg::Dialog(Some(Dialog::RoomParameters(assistant_room(model, at)?))),
        Remedy::RaiseBudget => point(SettingsField::AnswerLength),
        Remedy::SwitchModel if has_own_model() => point(SettingsField::AgentModel),
        Remedy::SwitchModel => point(SettingsField::Model),
        Remedy::CheckKey => point(SettingsField::Key),
        Remedy::CheckAddress | Remedy::OpenSettings => point(SettingsField::BaseUrl),
        Remedy::AllowLocalNetwork | Remedy::AllowOrigin => point(SettingsField::Permission),
        Remedy::Reload => Msg::Connect(ConnectMsg::Reload),
        Remedy::LeaveOutPictures => Msg::Sessions(SessionMsg::LeaveOutPictures(at)),
    })
}
