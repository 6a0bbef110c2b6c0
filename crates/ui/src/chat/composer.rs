//! Where a message is written and sent, or the answer to it stopped.
//!
//! - C1 Enter sends, Shift+Enter breaks the line, and no key of an input method does either.
//! - C2 What was typed is kept for each conversation until it is sent.
//! - C3 While an answer is coming nothing is sent: a button stops the answer, and in Chat what is written waits for its end.

mod hint;

use std::sync::atomic::{AtomicU64, Ordering};

use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

use self::hint::ComposerHint;
use super::attachments::{AttachButton, ChosenFilesProps};
use super::growing::use_growing;
use super::queued::QueuedProps;
use crate::chunks::{Lazy, LazyPart};
use crate::kit::dom::{focus, has_first_words, use_layout_effect};
use crate::kit::{ButtonKind, IconButton, IconName, is_composing, use_media};
use crate::store::{Store, use_dispatch, use_messages, use_selector, use_store};
use espalier_app::sessions::SessionMsg;
use espalier_app::{Model, Msg};
use espalier_model::persona::Role;
use espalier_model::{MessageId, MessageKey, SessionId};

/// The last time the field was asked to take the focus that one did: it may be asked for before it is there.
static ANSWERED: AtomicU64 = AtomicU64::new(0);

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ComposerProps {
    /// The conversation; without one, sending begins it.
    pub session: Option<SessionId>,
    #[prop_or_default]
    pub onedit: Callback<Option<MessageId>>,
    /// Whether it takes the focus only when it is asked for, since it stands beside something that has it.
    #[prop_or_default]
    pub calm: bool,
    /// Whether it takes no focus when it appears, as it was there from the start.
    #[prop_or_default]
    pub still: bool,
    /// Controls below the field.
    #[prop_or_default]
    pub tools: Html,
}

/// The slice of the model that the composer draws.
#[derive(Debug, PartialEq)]
struct ComposerState {
    draft: String,
    running: Option<MessageKey>,
    read_only: bool,
    loading: bool,
    /// Whether files are a message without words.
    has_files: bool,
    /// Whether a file was chosen, whatever became of it.
    has_chosen: bool,
    /// Whether a file is still being read.
    is_reading: bool,
    /// Whether messages wait for an answer.
    has_queue: bool,
    /// Whether a message would wait as well.
    queues: bool,
}

impl ComposerState {
    fn of(model: &Model, session: Option<SessionId>) -> Self {
        let draft = model.drafts.get(&session).cloned().unwrap_or_default();
        let mut running = model.running.values().filter(|running| Some(running.answer.session) == session);
        Self {
            // What is typed while a question is open answers it.
            running: running
                .find(|running| draft.trim().is_empty() || !running.is_parked())
                .map(|running| running.answer),
            draft,
            read_only: model.read_only.is_some(),
            loading: session.is_some_and(|session| !model.opened.contains(&session)),
            has_files: model.files_speak(session),
            has_chosen: !model.attachments.chosen(session).is_empty(),
            is_reading: model.attachments.is_reading(session),
            has_queue: session.is_some_and(|session| model.queues.of(session).is_some()),
            queues: model.can_queue(session),
        }
    }

    /// Whether only the answer that is coming is in the way.
    fn waits(&self) -> bool {
        !self.draft.trim().is_empty() && self.running.is_some() && !self.read_only
    }

    /// Whether the draft would wait for the answer that is coming.
    fn can_queue(&self) -> bool {
        self.waits() && self.queues
    }

    fn can_send(&self) -> bool {
        let says_something = !self.draft.trim().is_empty() || self.has_files;
        says_something && !self.is_reading && self.running.is_none() && !self.read_only && !self.loading
    }
}

/// The field for a message, with its buttons and the hint below.
#[component]
pub fn Composer(props: &ComposerProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let session = props.session;
    let state = use_selector(move |model| ComposerState::of(model, session));
    let node = use_node_ref();
    use_growing(&node, &state.draft);
    use_focus(&node, session, props.calm, props.still);
    let send = use_send(session);
    let oninput = use_callback((dispatch.clone(), session), |event: InputEvent, (dispatch, session)| {
        let text = event.target_unchecked_into::<HtmlTextAreaElement>().value();
        dispatch.emit(Msg::Draft(*session, text));
    });
    let onkeydown = use_keys(session, send.clone(), props.onedit.clone());
    let onsubmit = use_callback(send, |event: SubmitEvent, send| {
        event.prevent_default();
        send.emit(());
    });
    let running = state.running;
    let onstop = use_callback((dispatch, running, node.clone()), |_: MouseEvent, (dispatch, running, node)| {
        if let Some(answer) = running {
            dispatch.emit(Msg::Stop(*answer));
        }
        focus(node);
    });
    let placeholder = if state.read_only { words.chat.composer.read_only } else { words.chat.composer.placeholder };
    html! {
        <form class="composer" data-attach={session.map(|id| id.to_string()).unwrap_or_default()} {onsubmit}>
            if state.has_chosen {
                <Lazy part={LazyPart::ChosenFiles(ChosenFilesProps { session })} />
            }
            if let Some(session) = session.filter(|_| state.has_queue) {
                <Lazy part={LazyPart::Queued(QueuedProps { session })} />
            }
            <div class="composer-box">
                <AttachButton {session} disabled={state.read_only} />
                <textarea
                    ref={node} class="composer-text" data-testid="composer" data-markdown="stays" rows="1" {placeholder}
                    aria-label={words.chat.composer.label} disabled={state.read_only} enterkeyhint="send"
                    value={state.draft.clone()} {oninput} {onkeydown}
                />
                <Buttons
                    can_send={state.can_send()} can_queue={state.can_queue()} running={running.is_some()} {onstop}
                />
            </div>
            <div class="composer-foot">{ props.tools.clone() }<ComposerHint {session} /></div>
        </form>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct ButtonsProps {
    can_send: bool,
    can_queue: bool,
    running: bool,
    onstop: Callback<MouseEvent>,
}

#[component]
fn Buttons(props: &ButtonsProps) -> Html {
    let words = use_messages();
    let label = if props.can_queue { words.chat.composer.send_later } else { words.chat.composer.send };
    html! {
        <div class="composer-buttons">
            if props.running {
                <IconButton
                    key="stop" icon={IconName::Stop} label={words.chat.composer.stop} test_id="stop"
                    kind={ButtonKind::Plain} onclick={props.onstop.clone()}
                />
            }
            if !props.running || props.can_queue {
                <button
                    key="send" type="submit" class="button button-icon button-primary" data-testid="send"
                    aria-label={label} title={label} disabled={!props.can_send && !props.can_queue}
                >
                    <crate::kit::Icon name={IconName::Send} />
                </button>
            }
        </div>
    }
}

/// Puts the focus into the field when it is asked for, and when another conversation is opened; the latter not where that
/// would open a keyboard on the screen.
#[hook]
fn use_focus(node: &NodeRef, session: Option<SessionId>, calm: bool, still: bool) {
    let has_keyboard = use_media("(hover: hover) and (pointer: fine)");
    use_layout_effect((node.clone(), session, has_keyboard && !calm), |(node, _, takes)| {
        if *takes && !has_first_words() {
            focus(node);
        }
    });
    let calls = use_selector(|model| model.composer_calls);
    // One that has just been opened beside something was opened to be written in.
    let is_new = use_mut_ref(|| calm && !still);
    use_layout_effect((node.clone(), *calls), move |(node, calls)| {
        if ANSWERED.swap(*calls, Ordering::Relaxed) != *calls || is_new.replace(false) {
            focus(node);
        }
    });
}

#[hook]
fn use_send(session: Option<SessionId>) -> Callback<()> {
    let store = use_store();
    use_callback((store, session), |(), (store, session)| {
        let state = store.read(|model| ComposerState::of(model, *session));
        let msg = match session {
            Some(session) if state.can_queue() => SessionMsg::Queue(*session, state.draft),
            // While an answer comes it is refused, which says why nothing happens and leaves the text where it is.
            _ if state.can_send() || state.waits() => SessionMsg::Send(*session, state.draft),
            _ => return,
        };
        store.dispatch(Msg::Sessions(msg));
    })
}

#[hook]
fn use_keys(
    session: Option<SessionId>,
    send: Callback<()>,
    onedit: Callback<Option<MessageId>>,
) -> Callback<KeyboardEvent> {
    let store = use_store();
    use_callback((store, session, send, onedit), |event: KeyboardEvent, (store, session, send, onedit)| {
        if is_composing(&event) || event.alt_key() {
            return;
        }
        match event.key().as_str() {
            "Enter" if !event.shift_key() => send.emit(()),
            "ArrowUp" if !event.shift_key() => match (last_queued(store, *session), last_question(store, *session)) {
                (Some(msg), _) => store.dispatch(Msg::Sessions(msg)),
                (None, Some(id)) => onedit.emit(Some(id)),
                (None, None) => return,
            },
            _ => return,
        }
        event.prevent_default();
    })
}

/// Takes the last message that waits back, when nothing is typed.
fn last_queued(store: &Store, session: Option<SessionId>) -> Option<SessionMsg> {
    store.read(|model| {
        let is_empty = model.drafts.get(&session).is_none_or(String::is_empty);
        let queue = model.queues.of(session?).filter(|_| is_empty && model.read_only.is_none())?;
        Some(SessionMsg::TakeBack(session?, queue.messages.last()?.id))
    })
}

/// The last message of the user, when nothing is typed.
fn last_question(store: &Store, session: Option<SessionId>) -> Option<MessageId> {
    store.read(|model| {
        let session = session?;
        if !model.drafts.get(&Some(session)).is_none_or(String::is_empty) || model.read_only.is_some() {
            return None;
        }
        let path = model.view(session)?.path.clone();
        let is_question =
            |id: &&MessageId| model.message(MessageKey { session, id: **id }).is_some_and(|row| row.role == Role::User);
        path.iter().rev().find(is_question).copied()
    })
}
