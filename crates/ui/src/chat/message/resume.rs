//! Going on with an answer that was interrupted between its steps.

use yew::prelude::*;

use crate::kit::{Button, ButtonKind, IconName};
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::Msg;
use espalier_model::MessageKey;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ResumeProps {
    pub at: MessageKey,
    pub stopped: bool,
}

/// The button that resumes an answer; empty where it cannot be resumed.
#[component]
pub fn Resume(props: &ResumeProps) -> Html {
    let words = &use_messages().helper;
    let dispatch = use_dispatch();
    let (at, stopped) = (props.at, props.stopped);
    let offered = use_selector(move |model| stopped && model.read_only.is_none() && model.can_resume(at));
    let onclick = dispatch.reform(move |_: MouseEvent| Msg::Resume(at));
    html! {
        <div class="resume" hidden={!*offered}>
            if *offered {
                <p class="message-note">{ words.resumable }</p>
                <Button label={words.resume} icon={IconName::Play} kind={ButtonKind::Plain} test_id="resume" {onclick} />
            }
        </div>
    }
}
