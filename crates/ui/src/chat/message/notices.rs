//! Notices about how an answer came about.

use yew::prelude::*;

use crate::kit::shared::Shared;
use crate::store::use_messages;
use espalier_model::Message;

/// Properties of [`Notices`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct NoticesProps {
    /// The answer.
    pub message: Shared<Message>,
}

/// The notices of an answer; empty where there are none.
#[component]
pub fn Notices(props: &NoticesProps) -> Html {
    let words = &use_messages().helper;
    let notices = &props.message.provenance.notices;
    let mut said: Vec<&str> = notices.iter().filter_map(|name| name.split(' ').next()).collect();
    said.sort_unstable();
    // Two tools that were repaired are one thing to know.
    said.dedup();
    let lines = said.into_iter().filter_map(|name| {
        let text = words.notice(name)?;
        let name = name.to_owned();
        Some(html! { <li key={name.clone()} class="message-note" data-notice={name}>{ text }</li> })
    });
    html! { <ul class="notices" hidden={notices.is_empty()}>{ for lines }</ul> }
}
