//! The words by which one answer differs from another.

use yew::prelude::*;

use crate::kit::shared::Shared;
use espalier_chat::difference::{Fate, difference};
use espalier_model::Message;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct WordsProps {
    /// The answer that is compared with.
    pub old: Shared<Message>,
    /// The answer that is shown.
    pub new: Shared<Message>,
}

/// The text of an answer as it was written, with what the other one has and this one has not, and the other way round.
#[component]
pub fn Words(props: &WordsProps) -> Html {
    let pieces = use_memo(props.clone(), |props| {
        let (old, new) = (props.old.text(), props.new.text());
        let pieces = difference(&old, &new).into_iter();
        pieces.map(|(fate, text)| (fate, AttrValue::from(text.to_owned()))).collect::<Vec<_>>()
    });
    let pieces = pieces.iter().map(|(fate, text)| match fate {
        Fate::Kept => html! { <span>{ text.clone() }</span> },
        Fate::Removed => html! { <del>{ text.clone() }</del> },
        Fate::Added => html! { <ins>{ text.clone() }</ins> },
    });
    html! { <p class="content content-plain differing" data-testid="content">{ for pieces }</p> }
}
