//! Search hits in one conversation, each with its surroundings and a link to it.

use yew::prelude::*;

use crate::kit::shared::Shared;
use crate::store::{use_messages, use_selector};
use espalier_app::navigate::Route;
use espalier_chat::search::Hit;
use espalier_model::SessionId;

/// Most hits shown of one conversation.
const SHOWN: usize = 5;

/// Properties of [`Hits`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct HitsProps {
    /// The conversation.
    pub session: SessionId,
    /// The words that are looked for.
    pub query: String,
    /// A conversation was opened.
    pub onopen: Callback<()>,
}

/// The list of search hits in a conversation.
#[component]
pub fn Hits(props: &HitsProps) -> Html {
    let words = use_messages();
    let query = props.query.clone();
    let hits = use_selector(move |model| (model.search.query == query).then(|| Shared::from(&model.search.hits)));
    let all = hits.as_ref().as_ref().map(|hits| hits.as_slice()).unwrap_or_default();
    let found: Vec<&Hit> = all.iter().filter(|hit| hit.session == props.session && hit.message.is_some()).collect();
    let more = found.len().saturating_sub(SHOWN);
    let items = found.iter().take(SHOWN).enumerate().map(|(index, hit)| {
        let href = Route::Chat(Some(hit.session), hit.message.map(|(id, _)| id)).to_string();
        let onclick = props.onopen.reform(|_: MouseEvent| ());
        html! { <li key={index}><a class="hit" {href} {onclick}>{ snippet(hit) }</a></li> }
    });
    html! {
        <div class="hits" hidden={found.is_empty()}>
            <ul>{ for items }</ul>
            <p class="hits-more" hidden={more == 0}>{ (words.chat.sidebar.more_hits)(more) }</p>
        </div>
    }
}

fn snippet(hit: &Hit) -> Html {
    let part = |(index, (text, matches)): (usize, (&str, bool))| {
        if matches {
            html! { <mark key={index}>{ text.to_owned() }</mark> }
        } else {
            html! { <span key={index}>{ text.to_owned() }</span> }
        }
    };
    hit.snippet.parts().into_iter().enumerate().map(part).collect()
}
