//! One of several answers side by side.

use yew::prelude::*;

use super::words::Words;
use super::{is_coming, keep_focus};
use crate::chat::message::action::Action;
use crate::chat::message::body::Body;
use crate::chat::message::foot::Foot;
use crate::chat::message::{speaker, status_name};
use crate::kit::shared::Shared;
use crate::kit::{Button, IconButton, IconName};
use crate::store::{Store, use_dispatch, use_messages, use_store};
use espalier_app::Msg;
use espalier_app::sessions::SessionMsg;
use espalier_i18n::Messages;
use espalier_llm::provider;
use espalier_model::{Message, MessageId};

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ColumnProps {
    pub message: Shared<Message>,
    /// Its place among those shown, from 0, and their number.
    pub place: (usize, usize),
    /// The answer it is compared with, unless it is that one.
    pub base: Option<Shared<Message>>,
    /// Whether anything may be changed.
    pub may_write: bool,
    pub onedit: Callback<Option<MessageId>>,
}

/// An answer with its model, its text, and what can be done to it.
#[component]
pub fn Column(props: &ColumnProps) -> Html {
    let words = use_messages();
    let say = &words.chat.columns;
    let (dispatch, store) = (use_dispatch(), use_store());
    let differs = use_state_eq(|| false);
    let message = &props.message;
    let at = message.key();
    let (place, count) = props.place;
    let name = name(message, words);
    let is_coming = is_coming(message.status);
    let base = props.base.as_ref().filter(|base| !is_coming && !super::is_coming(base.status));
    let content = match base.filter(|_| *differs) {
        Some(base) => html! { <Words old={base.clone()} new={message.clone()} /> },
        None => html! { <Body {at} message={message.clone()} onedit={props.onedit.clone()} /> },
    };
    html! {
        <section
            class="column" tabindex="0" aria-label={(say.column)(place + 1, count, &name)}
            data-testid="answer-column" data-id={at.id.to_string()} data-status={status_name(message.status)}
        >
            <header class="message-head">
                <span class="message-speaker">{ name }</span>
                <span class="message-badge" hidden={!message.provenance.merged}>{ say.merged }</span>
                <span class="message-badge" hidden={props.base.is_some()}>{ say.base }</span>
            </header>
            <div>{ content }</div>
            <Foot message={message.clone()} />
            <div class="column-tools">
                { tools(props, base.is_some(), &differs, &dispatch, &store, words) }
            </div>
        </section>
    }
}

/// The buttons of an answer; `has_base` says whether it can be compared.
fn tools(
    props: &ColumnProps,
    has_base: bool,
    differs: &UseStateHandle<bool>,
    dispatch: &Callback<Msg>,
    store: &Store,
    words: &Messages,
) -> Html {
    let (message, say) = (&props.message, &words.chat.columns);
    let at = message.key();
    let onstop = dispatch.reform(move |_: MouseEvent| Msg::Stop(at));
    let onkeep = dispatch.reform(move |event: MouseEvent| {
        keep_focus(&event);
        Msg::Sessions(SessionMsg::Keep(at))
    });
    let oncopy = {
        let (dispatch, store) = (dispatch.clone(), store.clone());
        Callback::from(move |_: MouseEvent| {
            if let Some(msg) = store.read(|model| Action::Copy.msg(model, at)) {
                dispatch.emit(msg);
            }
        })
    };
    let onwords = {
        let differs = differs.clone();
        Callback::from(move |_: MouseEvent| differs.set(!*differs))
    };
    html! {
        <>
            if is_coming(message.status) {
                <Button
                    label={words.chat.composer.stop} icon={IconName::Stop} test_id="column-stop"
                    onclick={onstop}
                />
            } else if props.may_write {
                <Button
                    label={say.keep} icon={IconName::Check} test_id="column-keep"
                    onclick={onkeep}
                />
            }
            if !message.parts.is_empty() {
                <IconButton
                    icon={IconName::Copy} label={words.chat.actions.copy} test_id="column-copy" onclick={oncopy}
                />
            }
            if has_base {
                <button
                    type="button" class="button button-quiet" data-testid="column-words"
                    aria-pressed={if **differs { "true" } else { "false" }} onclick={onwords}
                >{ say.words }</button>
            }
        </>
    }
}

/// The model that makes an answer; where it is not known yet, the agent.
fn name(message: &Message, words: &Messages) -> AttrValue {
    let made = &message.provenance;
    if made.provider.as_ref().is_some_and(|id| id.as_str() == provider::BUILTIN) {
        return words.chat.builtin.into();
    }
    let model = made.model.clone().filter(|model| !model.is_empty());
    model.map_or_else(|| speaker(message, words), AttrValue::from)
}
