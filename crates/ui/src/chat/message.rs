//! One message: who says it, what it says, how it went, what can be done to it.

pub mod action;
mod body;
mod branches;
mod columns;
pub mod drafts;
pub mod edit;
mod foot;
mod handover;
pub mod menu;
mod notices;
mod phases;
mod problem;
mod resume;
mod retry;
mod thinking;
mod tool_calls;
mod toolbar;

use web_sys::Node;
use yew::prelude::*;

use self::action::{Action, ActionSet};
use self::body::Body;
use self::branches::Branches;
use self::columns::Columns;
use self::drafts::EditDrafts;
use self::edit::MessageEdit;
use self::foot::Foot;
use self::toolbar::Toolbar;
use crate::kit::dom::focus;
use crate::kit::shared::Shared;
use crate::kit::{Anchor, IconButton, IconName};
use crate::store::{use_messages, use_selector};
use espalier_app::Model;
use espalier_course::interview::reworded;
use espalier_i18n::Messages;
use espalier_model::conversation::Status;
use espalier_model::persona::Role;
use espalier_model::{Message, MessageId, MessageKey};

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct MessageRowProps {
    pub at: MessageKey,
    #[prop_or_default]
    pub last: bool,
    /// Whether the address points at it.
    #[prop_or_default]
    pub target: bool,
    /// Whether it is left out because the context is limited.
    #[prop_or_default]
    pub beyond: bool,
    #[prop_or_default]
    pub editing: bool,
    #[prop_or_default]
    pub drafts: EditDrafts,
    /// Edits a message, or ends that.
    #[prop_or_default]
    pub onedit: Callback<Option<MessageId>>,
    #[prop_or_default]
    pub onact: Callback<(MessageId, Action)>,
    #[prop_or_default]
    pub onmenu: Callback<(MessageId, Anchor)>,
}

/// The slice of the model that a message row draws.
#[derive(Debug, PartialEq)]
struct MessageState {
    message: Shared<Message>,
    /// The place among the alternatives, from 0, and their number.
    place: (usize, usize),
    /// Whether it is shown beside its alternatives.
    is_compared: bool,
    /// Whether the answer before it is by the same speaker.
    is_same: bool,
    offered: ActionSet,
}

impl MessageState {
    fn of(model: &Model, at: MessageKey) -> Option<Self> {
        let message = model.message(at)?;
        let siblings = model.view(at.session).map_or(&[][..], |view| view.tree.siblings(at.id));
        let place = siblings.iter().position(|id| *id == at.id).unwrap_or(0);
        Some(Self {
            message: Shared::from(message),
            place: (place, siblings.len()),
            is_compared: message.role == Role::Assistant
                && siblings.len() > 1
                && model.compared.is_some_and(|key| siblings.contains(&key.id)),
            is_same: answer_before(model, message)
                .is_some_and(|before| before.provenance.persona_name == message.provenance.persona_name),
            offered: ActionSet::of(model, message),
        })
    }
}

/// The last answer before an answer.
fn answer_before<'a>(model: &'a Model, message: &Message) -> Option<&'a Message> {
    let before = |message: &Message| model.message(MessageKey { session: message.session, id: message.parent? });
    let first = before(message).filter(|_| message.role == Role::Assistant);
    std::iter::successors(first, |message| before(message))
        .find(|message| message.role == Role::Assistant)
        .map(AsRef::as_ref)
}

/// A message with its head, body, foot and tools.
#[component]
pub fn MessageRow(props: &MessageRowProps) -> Html {
    let words = use_messages();
    let at = props.at;
    let state = use_selector(move |model| MessageState::of(model, at));
    let node = use_node_ref();
    let (active, attention) = use_attention(&node);
    let is_compared = state.as_ref().as_ref().is_some_and(|state| state.is_compared);
    use_return(&node, props.editing || is_compared);
    let Some(state) = &*state else {
        // Gone from the records a moment before it goes from the list.
        return html! { <article ref={node} class="message" hidden=true /> };
    };
    let message = &state.message;
    let class = classes_of(props, state);
    if is_compared {
        return html! {
            <article
                ref={node} {class} tabindex="-1" aria-label={speaker(message, words)}
                data-testid="message" data-id={at.id.to_string()} data-role={role_name(message.role)}
                data-status={status_name(message.status)}
            >
                <Columns {at} onedit={props.onedit.clone()} />
            </article>
        };
    }
    let can_compare = message.role == Role::Assistant;
    let content = if props.editing {
        html! { <MessageEdit {at} drafts={props.drafts.clone()} onclose={props.onedit.clone()} /> }
    } else {
        html! { <Body {at} message={message.clone()} onedit={props.onedit.clone()} /> }
    };
    let open = props.last || active;
    let (main, rest) = state.offered.split(message.role);
    let more = open.then(|| {
        html! {
            <Toolbar
                id={at.id} offered={rest} enabled={message.enabled} label={words.chat.more} onact={props.onact.clone()}
            />
        }
    });
    html! {
        <article
            ref={node} {class} tabindex="-1" aria-label={speaker(message, words)}
            data-testid="message" data-id={at.id.to_string()} data-role={role_name(message.role)}
            data-status={status_name(message.status)}
            onpointerenter={attention.enter} onpointerleave={attention.leave}
            onfocusin={attention.focus} onfocusout={attention.blur}
        >
            <Head message={message.clone()} beyond={props.beyond} />
            <div class="message-body">{ content }</div>
            <footer class="message-foot" hidden={props.editing}>
                <Branches {at} place={state.place} {can_compare} />
                <Tools
                    {at} offered={main} enabled={message.enabled} {open} has_more={rest != ActionSet::default()}
                    onact={props.onact.clone()} onmenu={props.onmenu.clone()}
                />
                <Foot message={message.clone()} />
                <div class="message-rest">{ more }</div>
            </footer>
        </article>
    }
}

fn classes_of(props: &MessageRowProps, state: &MessageState) -> Classes {
    classes!(
        "message",
        class_of(state.message.role),
        (props.beyond || !state.message.enabled).then_some("message-off"),
        props.last.then_some("message-last"),
        props.target.then_some("message-target"),
        state.is_same.then_some("message-same"),
        state.is_compared.then_some("message-compared")
    )
}

const fn class_of(role: Role) -> &'static str {
    match role {
        Role::User => "message-user",
        Role::Assistant => "message-assistant",
        Role::System => "message-system",
    }
}

/// Returns a role's value of the `data-role` attribute.
pub const fn role_name(role: Role) -> &'static str {
    match role {
        Role::User => "user",
        Role::Assistant => "assistant",
        Role::System => "system",
    }
}

const fn status_name(status: Status) -> &'static str {
    match status {
        Status::Streaming => "streaming",
        Status::Waiting => "waiting",
        Status::Done => "done",
        Status::Stopped => "stopped",
        Status::Error => "error",
    }
}

/// Returns the speaker: for an answer, the agent that made it.
fn speaker(message: &Message, words: &Messages) -> AttrValue {
    match message.role {
        Role::User => words.chat.you.into(),
        Role::System => words.chat.system.into(),
        Role::Assistant => {
            let agent = message.provenance.persona_name.clone().filter(|name| !name.is_empty());
            match agent {
                None => words.chat.assistant.into(),
                Some(name) => reworded(&name, words.language).map_or_else(|| name.clone().into(), AttrValue::from),
            }
        }
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct HeadProps {
    message: Shared<Message>,
    beyond: bool,
}

#[component]
fn Head(props: &HeadProps) -> Html {
    let words = use_messages();
    let message = &props.message;
    html! {
        <header class="message-head">
            <span class="message-speaker">{ speaker(message, words) }</span>
            <span class="message-badge" hidden={message.enabled}>{ words.chat.left_out }</span>
            <span class="message-badge" hidden={!props.beyond}>{ words.chat.beyond }</span>
            <span class="message-badge" hidden={message.edited_at.is_none()}>{ words.chat.edited }</span>
        </header>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct ToolsProps {
    at: MessageKey,
    offered: ActionSet,
    enabled: bool,
    open: bool,
    /// Whether there are more actions than those offered here.
    has_more: bool,
    onact: Callback<(MessageId, Action)>,
    onmenu: Callback<(MessageId, Anchor)>,
}

/// The toolbar is there where somebody looks; elsewhere one button stands for it, which keeps long lists light.
#[component]
fn Tools(props: &ToolsProps) -> Html {
    let words = use_messages();
    let node = use_node_ref();
    let onclick =
        use_callback((props.at.id, node.clone(), props.onmenu.clone()), |_: MouseEvent, (id, node, onmenu)| {
            onmenu.emit((*id, Anchor::Element(node.clone())));
        });
    let toolbar = props.open.then(|| {
        html! {
            <Toolbar
                id={props.at.id} offered={props.offered} enabled={props.enabled} label={words.chat.actions.title}
                onact={props.onact.clone()}
            />
        }
    });
    html! {
        <div class="message-tools">
            <div>{ toolbar }</div>
            if props.has_more {
                <IconButton icon={IconName::More} label={words.chat.more} {node} {onclick} />
            }
        </div>
    }
}

/// Gives the focus back to the message when its form is closed.
#[hook]
fn use_return(node: &NodeRef, editing: bool) {
    use_effect_with((node.clone(), editing), |(node, editing)| {
        let closed = editing.then(|| node.clone());
        move || {
            if let Some(node) = closed {
                focus(&node);
            }
        }
    });
}

/// Event handlers that mark a message as hovered or focused.
struct AttentionHandlers {
    enter: Callback<PointerEvent>,
    leave: Callback<PointerEvent>,
    focus: Callback<FocusEvent>,
    blur: Callback<FocusEvent>,
}

/// Whether the pointer is over the element or the focus in it.
#[hook]
fn use_attention(node: &NodeRef) -> (bool, AttentionHandlers) {
    let over = use_state_eq(|| false);
    let within = use_state_eq(|| false);
    let attention = AttentionHandlers {
        enter: use_callback(over.setter(), |_, over| over.set(true)),
        leave: use_callback(over.setter(), |_, over| over.set(false)),
        focus: use_callback(within.setter(), |_, within| within.set(true)),
        blur: use_callback((within.setter(), node.clone()), |event: FocusEvent, (within, node)| {
            let to = event.related_target().and_then(|target| wasm_bindgen::JsCast::dyn_into::<Node>(target).ok());
            within.set(node.get().is_some_and(|node| node.contains(to.as_ref())));
        }),
    };
    (*over || *within, attention)
}
