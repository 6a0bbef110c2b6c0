//! Search hits within one listed thing, each with its surroundings and a link to it.

use uuid::Uuid;
use yew::prelude::*;

use super::ListKind;
use crate::kit::shared::Shared;
use crate::store::{use_messages, use_selector};
use espalier_app::Model;
use espalier_app::find::{Answer, Asker};
use espalier_app::navigate::Route;
use espalier_find::{Found, Snippet};
use espalier_model::Thing;
use std::rc::Rc;

/// Most hits shown of one thing.
const SHOWN: usize = 5;

/// Returns the answer to a search in the contents of a room.
pub fn answer<'a>(model: &'a Model, kind: &ListKind, query: &str) -> Option<&'a Rc<Answer>> {
    model.find.made()?.answer(Asker::List(kind.room), query)
}

/// Returns the id of the listed thing in which something was found.
pub fn listed_in(found: &Found<Thing>) -> Option<Uuid> {
    Some(match found.key.whole().unwrap_or(found.key) {
        Thing::Session(id) => id.uuid(),
        Thing::Map(id) => id.uuid(),
        Thing::Course(id) => id.uuid(),
        Thing::Scene(id) => id.uuid(),
        _ => return None,
    })
}

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct HitsProps {
    pub kind: &'static ListKind,
    pub id: Uuid,
    pub query: String,
    pub onopen: Callback<()>,
}

/// The list of search hits in a thing.
#[component]
pub fn Hits(props: &HitsProps) -> Html {
    let words = use_messages();
    let (kind, query) = (props.kind, props.query.clone());
    let found = use_selector(move |model| answer(model, kind, &query).map(Shared::from));
    let all = found.as_ref().as_ref().map(|answer| answer.groups.as_slice()).unwrap_or_default();
    let hits = all.iter().flat_map(|group| &group.hits);
    let is_within = |found: &&Found<Thing>| {
        // The name of the thing itself is above.
        let is_part = found.key.whole().is_some() || !found.is_name;
        is_part && listed_in(found) == Some(props.id)
    };
    let found: Vec<&Found<Thing>> = hits.filter(is_within).collect();
    let more = found.len().saturating_sub(SHOWN);
    let items = found.iter().take(SHOWN).enumerate().map(|(index, found)| {
        let href = Route::to(found.key).map(|route| route.to_string());
        let onclick = props.onopen.reform(|_: MouseEvent| ());
        html! { <li key={index}><a class="hit" {href} {onclick}>{ view_snippet(&found.snippet) }</a></li> }
    });
    html! {
        <div class="hits" hidden={found.is_empty()}>
            <ul>{ for items }</ul>
            <p class="hits-more" hidden={more == 0}>{ (words.chat.sidebar.more_hits)(more) }</p>
        </div>
    }
}

/// Draws a piece of text with its matches marked.
pub fn view_snippet(snippet: &Snippet) -> Html {
    let part = |(index, (text, is_match)): (usize, (&str, bool))| {
        if is_match {
            html! { <mark key={index}>{ text.to_owned() }</mark> }
        } else {
            html! { <span key={index}>{ text.to_owned() }</span> }
        }
    };
    snippet.parts().into_iter().enumerate().map(part).collect()
}
