//! The line under the composer: which model will answer, how long a long message is, why nothing can be sent.

use gloo::timers::callback::Timeout;
use yew::prelude::*;

use crate::chat::format::count;
use crate::kit::shared::Shared;
use crate::kit::{Icon, IconName};
use crate::store::{use_messages, use_selector, use_store};
use espalier_app::Model;
use espalier_app::navigate::Route;
use espalier_app::selector::SessionView;
use espalier_base::text::estimate_tokens;
use espalier_llm::provider::{self, Provider};
use espalier_model::SessionId;

/// From how many tokens on a message is called long.
const LONG: usize = 200;

/// Idle time before the context is counted, in milliseconds.
const QUIET_MS: u32 = 400;
/// From which part of the context on it is shown, as one in so many.
const SHOWN_FROM: usize = 10;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ComposerHintProps {
    pub session: Option<SessionId>,
}

/// The slice of the model that the hint draws.
#[derive(Debug, PartialEq)]
struct HintState {
    /// The model that will answer; none for the built-in one.
    model: Option<Answering>,
    /// Whether nothing was said yet.
    begins: bool,
    tokens: Option<usize>,
    loading: bool,
    /// Whether a draft waits for the end of an answer.
    waits: bool,
    /// Whether it can be sent all the same, to wait as a message.
    queues: bool,
}

impl HintState {
    fn of(model: &Model, session: Option<SessionId>) -> Self {
        let draft = model.drafts.get(&session).map_or("", String::as_str);
        // Short texts are not measured at every key.
        let tokens = (draft.len() > LONG).then(|| estimate_tokens(draft)).filter(|tokens| *tokens >= LONG);
        let loading = session.is_some_and(|session| !model.opened.contains(&session));
        let runs = model.running.values().any(|running| Some(running.answer.session) == session);
        let waits = runs && !draft.trim().is_empty();
        let begins = session.and_then(|session| model.view(session)).is_none_or(|view| view.path.is_empty());
        Self { model: Answering::of(model, session), begins, tokens, loading, waits, queues: model.can_queue(session) }
    }
}

/// The connected model that will answer.
#[derive(Debug, PartialEq)]
struct Answering {
    /// Name of its connection.
    connection: String,
    /// Its name under the field: the model, after the name of the connection where the person gave it one.
    name: String,
}

impl Answering {
    /// Returns the model that will answer; `None` for the built-in one.
    fn of(model: &Model, session: Option<SessionId>) -> Option<Self> {
        let (_, own, name) = model.answering(session);
        let own: Option<&'static Provider> = own.as_ref().and_then(|id| provider::by_id(id.as_str()));
        let used = own.unwrap_or_else(|| model.provider());
        if used.id == provider::builtin().id {
            return None;
        }
        let (connection, endpoint) = (model.connection_name(used), model.endpoint(used));
        let name = match name.filter(|name| !name.is_empty()).unwrap_or(endpoint.model) {
            name if name.is_empty() => connection.clone(),
            name if endpoint.name.is_empty() => name,
            name => format!("{connection} · {name}"),
        };
        Some(Self { connection, name })
    }
}

/// The tokens of a conversation and of the model's context, where enough of it is used to be of interest. Counting means
/// reading everything, so it is done when an answer has ended or another branch is shown, and nothing else is going on.
#[hook]
fn use_context_used(session: Option<SessionId>) -> Option<(usize, usize)> {
    let store = use_store();
    let stamp = use_selector(move |model| {
        let view: Option<Shared<SessionView>> = session.and_then(|session| model.view(session)).map(Shared::from);
        let busy = model.running.values().any(|running| Some(running.answer.session) == session);
        (view, busy, model.answering(session))
    });
    let counted = use_state_eq(|| (session, None));
    let set = counted.setter();
    use_effect_with((store, session, stamp), move |(store, session, stamp)| {
        let (store, session) = (store.clone(), *session);
        let quiet = (!stamp.1).then(|| {
            Timeout::new(QUIET_MS, move || {
                let used = session.and_then(|session| store.read(|model| model.context_used(session)));
                set.set((session, used.filter(|(used, window)| used * SHOWN_FROM > *window)));
            })
        });
        move || drop(quiet)
    });
    let (of, used) = *counted;
    used.filter(|_| of == session)
}

/// The line under the composer.
#[component]
pub fn ComposerHint(props: &ComposerHintProps) -> Html {
    let words = use_messages();
    let session = props.session;
    let state = use_selector(move |model| HintState::of(model, session));
    let (model, title) = match &state.model {
        None => (words.chat.builtin_label.to_owned(), words.chat.choose_model.to_owned()),
        Some(Answering { name, connection }) => (name.clone(), format!("{} · {connection}", words.chat.choose_model)),
    };
    let store = use_store();
    let onchoose = Callback::from(move |event: MouseEvent| {
        event.prevent_default();
        store.dispatch(store.read(|model| model.model_choice(session)));
    });
    let tokens = state.tokens.map(|tokens| (words.chat.about_tokens)(&count(tokens)));
    let used = use_context_used(session).map(|(used, window)| {
        let (value, max) = (used.min(window).to_string(), window.to_string());
        html! {
            <span class="composer-context" data-testid="context-used" title={words.chat.context_bar}>
                <meter aria-label={words.chat.context_bar} min="0" {max} {value} />
                { (words.chat.context_used)(&count(used), &count(window)) }
            </span>
        }
    });
    let waits = if state.queues { words.chat.composer.queues } else { words.chat.composer.waits };
    html! {
        <p class="composer-hint">
            <a
                href={Route::Settings.to_string()} class="composer-chip" {title} data-testid="model-picker"
                aria-haspopup="dialog" onclick={onchoose}
            >
                <span>{ model }</span>
                <Icon name={IconName::ChevronDown} />
            </a>
            <span hidden={tokens.is_none()}>{ tokens }</span>
            { used }
            <span hidden={!state.loading}>{ words.chat.loading }</span>
            <span class="composer-waits" role="status">{ state.waits.then_some(waits) }</span>
            <span class="composer-keys" hidden={state.waits || !state.begins}>{ words.chat.composer.keys }</span>
        </p>
    }
}
