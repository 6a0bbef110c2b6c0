//! What will be sent: the exact list of messages, with where each comes from, what it costs, and what is left out.
//!
//! It is made by the same function as the request. Must not be in here: that function (`agent::context`).

use std::rc::Rc;

use gloo::timers::callback::Timeout;
use yew::prelude::*;

use super::format::count;
use super::message::role_name;
use crate::agent::context::{Context, ContextItem, Excluded, Origin};
use crate::app::Msg;
use crate::app::selector::SessionView;
use crate::i18n::Messages;
use crate::model::conversation::Scope;
use crate::model::{Session, SessionId};
use crate::ui::kit::Modal;
use crate::ui::kit::shared::Shared;
use crate::ui::store::{use_dispatch, use_messages, use_selector, use_store};

/// How many items are listed at once; of a longer list the last ones, and every preset.
const LISTED: usize = 120;

/// See [`PreviewDialog`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct PreviewDialogProps {
    /// The conversation.
    pub session: SessionId,
}

/// See the module.
#[component]
pub fn PreviewDialog(props: &PreviewDialogProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let context = use_context_of(props.session);
    let onclose = use_callback(dispatch, |(), dispatch| dispatch.emit(Msg::Dialog(None)));
    let session = props.session;
    let is_talk =
        use_selector(move |model| model.workspace.get::<Session>(&session).is_some_and(|row| row.scope == Scope::CHAT));
    let list = use_node_ref();
    use_at_end(&list);
    let (hidden, listed) = listed(&context);
    let items = listed.map(|(index, item)| {
        html! { <li key={index} class={classes!("sent", (!item.included).then_some("sent-not"))}>{ view(item, words) }</li> }
    });
    html! {
        <Modal title={words.chat.preview.title} wide=true {onclose}>
            <p class="preview-sum">{ summary(&context, words) }</p>
            <p class="preview-warning" hidden={!context.over_budget}>{ words.chat.preview.over }</p>
            <p class="preview-sum" hidden={hidden == 0}>{ (words.chat.preview.more)(hidden) }</p>
            <p class="preview-sum" hidden={!*is_talk}>{ words.chat.preview.no_tools }</p>
            <ol ref={list} class="sent-list">{ for items }</ol>
        </Modal>
    }
}

/// Opens the list at its end: what was said last, and what is about to be.
#[hook]
fn use_at_end(list: &NodeRef) {
    use_effect_with(list.clone(), |list| {
        // The dialog around it opens after this.
        let list = list.clone();
        let timer = Timeout::new(0, move || {
            if let Some(last) = list.cast::<web_sys::Element>().and_then(|list| list.last_element_child()) {
                last.scroll_into_view_with_bool(false);
            }
        });
        move || drop(timer)
    });
}

#[hook]
fn use_context_of(session: SessionId) -> Rc<Context> {
    let store = use_store();
    // The list is long to make; it is made again only when the conversation or the agent is another one.
    let stamp = use_selector(move |model| {
        let view: Option<Shared<SessionView>> = model.view(session).map(Shared::from);
        let running = model.running.values().filter(|running| running.answer.session == session).count();
        let draft = model.drafts.get(&Some(session)).cloned();
        (view, model.persona_of(Some(session)).id, running, draft)
    });
    use_memo((store, session, stamp), |(store, session, _)| store.read(|model| model.context_preview(*session)))
}

/// How many items are not listed, and those that are.
fn listed(context: &Context) -> (usize, impl Iterator<Item = (usize, &ContextItem)>) {
    let surplus = context.items.len().saturating_sub(LISTED);
    let is_listed =
        move |index: usize, item: &ContextItem| index >= surplus || matches!(item.origin, Origin::Preset(_));
    let hidden = context.items.iter().enumerate().filter(|(index, item)| !is_listed(*index, item)).count();
    (hidden, context.items.iter().enumerate().filter(move |(index, item)| is_listed(*index, item)))
}

fn summary(context: &Context, words: &Messages) -> String {
    let sent = context.included().count();
    let budget = context.budget_tokens.map(count);
    (words.chat.preview.summary)(sent, &count(context.total_tokens), budget.as_deref())
}

fn view(item: &ContextItem, words: &Messages) -> Html {
    let preview = &words.chat.preview;
    let origin = match item.origin {
        Origin::Preset(_) => preview.preset,
        Origin::Message(id) if id.uuid().is_max() => preview.draft,
        Origin::Message(_) => preview.message,
        Origin::Instruction => preview.instruction,
    };
    let why = item.why_excluded.map(|why| match why {
        Excluded::Disabled => preview.disabled,
        Excluded::Budget => preview.budget,
        Excluded::Empty => preview.empty,
        Excluded::PresetOff => preview.preset_off,
    });
    html! {
        <>
            <div class="sent-head">
                <code>{ role_name(item.role) }</code>
                <span>{ origin }</span>
                <span>{ (words.chat.tokens)(&count(item.tokens)) }</span>
                <strong hidden={why.is_none()}>{ why }</strong>
            </div>
            <div class="sent-text" tabindex="0">{ item.text.clone() }</div>
        </>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::persona::Role;

    #[test]
    fn a_long_list_shows_its_end_and_every_preset() {
        let item = |origin| ContextItem {
            origin,
            role: Role::User,
            text: "x".into(),
            messages: Vec::new(),
            tokens: 5,
            included: true,
            why_excluded: None,
        };
        let id = crate::model::MessageId::from_uuid(uuid::Uuid::nil());
        let mut items = vec![item(Origin::Preset(0))];
        items.extend(std::iter::repeat_n(item(Origin::Message(id)), 1_000));
        let context = Context { items, ..Context::default() };
        let (hidden, listed) = listed(&context);
        let listed: Vec<usize> = listed.map(|(index, _)| index).collect();
        assert_eq!(hidden + listed.len(), 1_001);
        assert_eq!((listed[0], listed[listed.len() - 1], listed.len()), (0, 1_000, LISTED + 1));
    }
}
