//! Preview of a request: the exact messages, tools and settings, with where each comes from, what it costs, and what is
//! left out.
//!
//! It is made by the same turn as the request.

use std::rc::Rc;

use gloo::timers::callback::Timeout;
use yew::prelude::*;

use super::format::count;
use crate::kit::Modal;
use crate::kit::shared::Shared;
use crate::store::{use_dispatch, use_messages, use_selector, use_store};
use espalier_agent::context::{Excluded, Origin};
use espalier_app::Msg;
use espalier_app::prompt::{Preview, Recipient, SentMessage, SentTool};
use espalier_app::selector::SessionView;
use espalier_i18n::Messages;
use espalier_model::{MessageId, SessionId};

/// Most items listed; of a longer list the last ones, and every preset.
const LISTED: usize = 120;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct PreviewDialogProps {
    pub session: SessionId,
}

/// The dialog with the preview of a request.
#[component]
pub fn PreviewDialog(props: &PreviewDialogProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let preview = use_preview_of(props.session);
    let onclose = use_callback(dispatch, |(), dispatch| dispatch.emit(Msg::Dialog(None)));
    let list = use_node_ref();
    use_at_end(&list);
    let say = &words.chat.preview;
    let (context, typed) = (&preview.context, preview.typed);
    let (messages, tools, format) = (preview.messages(), preview.tools(), preview.format());
    let (hidden, listed) = listed(&messages);
    let items = listed.map(|(index, item)| {
        let class = classes!("sent", item.why_excluded.is_some().then_some("sent-not"));
        html! { <li key={index} {class}>{ view(item, typed, words) }</li> }
    });
    let sent = messages.iter().filter(|row| row.why_excluded.is_none()).map(|row| row.tokens).sum::<usize>();
    let for_tools = tools.iter().map(|tool| tool.tokens).sum::<usize>();
    let for_format = format.as_ref().map_or(0, |(_, tokens)| *tokens);
    let whom = match preview.asked {
        Recipient::Nobody => Some(say.nobody),
        Recipient::BuiltIn => Some(say.built_in),
        Recipient::Endpoint { in_words: true, .. } => Some(say.in_words),
        Recipient::Endpoint { .. } => tools.is_empty().then_some(say.no_tools),
    };
    let offered = (!tools.is_empty()).then(|| (say.tools)(tools.len(), &count(for_tools)));
    html! {
        <Modal title={say.title} wide=true {onclose}>
            <p class="preview-sum" data-testid="preview-total">
                <strong>{ (say.total)(&count(sent + for_tools + for_format)) }</strong>
            </p>
            <p class="preview-sum">{ summary(&preview, &messages, sent, words) }</p>
            <p class="preview-warning" hidden={!context.over_budget}>{ say.over }</p>
            <p class="preview-sum" hidden={whom.is_none()}>{ whom }</p>
            <p class="preview-sum" hidden={hidden == 0}>{ (say.more)(hidden) }</p>
            <ol ref={list} class="sent-list">{ for items }</ol>
            <p class="preview-sum" hidden={offered.is_none()}>{ offered }</p>
            { for tools.iter().map(|tool| view_tool(tool, words)) }
            { for format.map(|(schema, tokens)| details("preview-format", (say.format)(&count(tokens)).into(), &schema)) }
            { for preview.settings().map(|settings| details("preview-settings", say.settings.into(), &settings)) }
        </Modal>
    }
}

/// A tool: its name, and once opened its description and schema.
fn view_tool(tool: &SentTool, words: &Messages) -> Html {
    let title = html! { <><code>{ tool.name.clone() }</code>{ " " }<span>{ (words.chat.tokens)(&count(tool.tokens)) }</span></> };
    details("preview-tool", title, &format!("{}\n\n{}", tool.description, tool.schema))
}

fn details(test_id: &'static str, title: Html, text: &str) -> Html {
    html! {
        <details class="sent" data-testid={test_id}>
            <summary class="sent-head">{ title }</summary>
            <pre class="sent-text" tabindex="0">{ text.to_owned() }</pre>
        </details>
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
fn use_preview_of(session: SessionId) -> Rc<Preview> {
    let store = use_store();
    // It is long to make; it is made again only when the conversation or the agent is another one.
    let stamp = use_selector(move |model| {
        let view: Option<Shared<SessionView>> = model.view(session).map(Shared::from);
        let running = model.running.values().filter(|running| running.answer.session == session).count();
        let draft = model.drafts.get(&Some(session)).cloned();
        (view, model.persona_of(Some(session)).id, running, draft)
    });
    use_memo((store, session, stamp), |(store, session, _)| {
        store.read(|model| model.request_preview(*session)).unwrap_or_default()
    })
}

/// Returns the number of items left out, and the listed ones.
fn listed(messages: &[SentMessage]) -> (usize, impl Iterator<Item = (usize, &SentMessage)>) {
    let surplus = messages.len().saturating_sub(LISTED);
    let is_listed =
        move |index: usize, item: &SentMessage| index >= surplus || !matches!(item.origin, Some(Origin::Message(_)));
    let hidden = messages.iter().enumerate().filter(|(index, item)| !is_listed(*index, item)).count();
    (hidden, messages.iter().enumerate().filter(move |(index, item)| is_listed(*index, item)))
}

fn summary(preview: &Preview, messages: &[SentMessage], tokens: usize, words: &Messages) -> String {
    let sent = messages.iter().filter(|row| row.why_excluded.is_none()).count();
    let budget = preview.context.budget_tokens.map(count);
    (words.chat.preview.summary)(sent, &count(tokens), budget.as_deref())
}

fn view(item: &SentMessage, typed: Option<MessageId>, words: &Messages) -> Html {
    let preview = &words.chat.preview;
    let origin = match item.origin {
        Some(Origin::Preset(_)) => preview.preset,
        Some(Origin::Message(id)) if Some(id) == typed => preview.draft,
        Some(Origin::Message(_)) => preview.message,
        Some(Origin::Instruction) => preview.instruction,
        None => preview.added,
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
                <code>{ item.role.clone() }</code>
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

    #[test]
    fn a_long_list_shows_its_end_and_every_preset() {
        let item = |origin| SentMessage {
            origin: Some(origin),
            role: "user".to_owned(),
            text: "x".to_owned(),
            tokens: 5,
            why_excluded: None,
        };
        let id = MessageId::from_uuid(uuid::Uuid::nil());
        let mut items = vec![item(Origin::Preset(0))];
        items.extend(std::iter::repeat_n(item(Origin::Message(id)), 1_000));
        let (hidden, listed) = listed(&items);
        let listed: Vec<usize> = listed.map(|(index, _)| index).collect();
        assert_eq!(hidden + listed.len(), 1_001);
        assert_eq!((listed[0], listed[listed.len() - 1], listed.len()), (0, 1_000, LISTED + 1));
    }
}
