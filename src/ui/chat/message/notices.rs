//! What a person should know about how an answer came about. Must not be in here: what is noticed.

use yew::prelude::*;

use crate::i18n::helper::Helper;
use crate::model::Message;
use crate::ui::kit::shared::Shared;
use crate::ui::store::use_messages;

/// See [`Notices`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct NoticesProps {
    /// The answer.
    pub message: Shared<Message>,
}

/// See the module; empty where there is nothing to know.
#[component]
pub fn Notices(props: &NoticesProps) -> Html {
    let words = &use_messages().helper;
    let notices = &props.message.provenance.notices;
    let lines = notices.iter().filter_map(|name| {
        let text = text_of(name, words)?;
        let name = name.split(' ').next().unwrap_or_default().to_owned();
        Some(html! { <li key={name.clone()} class="message-note" data-notice={name}>{ text }</li> })
    });
    html! { <ul class="notices" hidden={notices.is_empty()}>{ for lines }</ul> }
}

fn text_of(name: &str, words: &Helper) -> Option<&'static str> {
    Some(match name.split(' ').next()? {
        "loop" => words.in_circles,
        "rounds" => words.all_rounds,
        "repaired" => words.repaired,
        "salvaged" => words.salvaged,
        "ladder" => words.ladder,
        "local" => words.local,
        _ => return None,
    })
}
