//! Messages that wait for the answer that is coming, above the composer.

use espalier_app::Msg;
use espalier_app::sessions::SessionMsg;
use espalier_model::SessionId;
use yew::prelude::*;

use crate::kit::{Button, ButtonKind, IconButton, IconName};
use crate::store::{use_dispatch, use_messages, use_selector};

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct QueuedProps {
    pub session: SessionId,
}

/// The messages, each with the way back into the composer.
#[component]
pub fn Queued(props: &QueuedProps) -> Html {
    let words = &use_messages().chat.composer;
    let dispatch = use_dispatch();
    let session = props.session;
    let state = use_selector(move |model| {
        let runs = model.running.values().any(|running| running.answer.session == session);
        (model.queues.of(session).cloned(), runs)
    });
    let (Some(queue), runs) = &*state else { return Html::default() };
    let items = queue.messages.iter().map(|message| {
        let id = message.id;
        let onclick = dispatch.reform(move |_: MouseEvent| Msg::Sessions(SessionMsg::TakeBack(session, id)));
        html! {
            <li key={id.to_string()} class="queue-item" data-testid="queue-item">
                <span class="queue-text">{ message.text.clone() }</span>
                <IconButton icon={IconName::Edit} label={words.take_back} test_id="queue-take-back" {onclick} />
            </li>
        }
    });
    let onsend = dispatch.reform(move |_: MouseEvent| Msg::Sessions(SessionMsg::SendQueued(session)));
    html! {
        <section class="queue" aria-label={words.queue}>
            <div class="queue-head">
                <span role="status">{ if queue.is_paused { words.queue_paused } else { words.queue_waits } }</span>
                if queue.is_paused && !runs {
                    <Button label={words.send_now} test_id="queue-send" kind={ButtonKind::Plain} onclick={onsend} />
                }
            </div>
            <ol class="queue-items">{ for items }</ol>
        </section>
    }
}
