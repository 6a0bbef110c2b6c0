//! Follow-up questions below the last answer of the built-in model, asked with one press, and a form in which any other
//! is put together. One can be typed at any time.

mod form;

use yew::prelude::*;

use self::form::QuestionForm;
use crate::kit::shared::Shared;
use crate::store::{use_dispatch, use_messages, use_selector, use_store};
use espalier_app::sessions::SessionMsg;
use espalier_app::timelog::TimeMsg;
use espalier_app::timelog::agent::offers;
use espalier_app::{Model, Msg};
use espalier_model::timelog::TimeCategory;
use espalier_model::{Message, MessageKey};
use espalier_timelog::agent::offers::Offer;
use espalier_timelog::commands::SetAliases;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct OffersProps {
    pub at: MessageKey,
    pub message: Shared<Message>,
}

/// The buttons of the follow-up questions and the form; empty where nothing is offered.
#[component]
pub fn Offers(props: &OffersProps) -> Html {
    let (at, store) = (props.at, use_store());
    let words = &use_messages().helper;
    let dispatch = use_dispatch();
    let is_last = *use_selector(move |model| {
        let leaf = model.view(at.session).and_then(|view| view.path.last().copied());
        leaf == Some(at.id) && model.read_only.is_none() && model.timelog.ready
    });
    // A name that is kept is offered no more.
    let kept = *use_selector(|model: &Model| {
        let rows = model.workspace.tables().time_categories.values();
        rows.map(|row| row.aliases.len()).sum::<usize>()
    });
    let all = use_memo((at, props.message.clone(), is_last, kept), |(at, _, is_last, _)| {
        if *is_last { store.read(|model| offers(model, *at)) } else { Vec::new() }
    });
    let buttons = all.iter().map(|offer| {
        let (label, msg) = match offer.clone() {
            Offer::Say(text) => (text.clone(), OfferAction::Text(text)),
            Offer::Alias(category, word) => ((words.alias)(&word, &category), OfferAction::Alias(category, word)),
        };
        let (dispatch, store) = (dispatch.clone(), store.clone());
        let onclick = Callback::from(move |_: MouseEvent| match &msg {
            OfferAction::Text(text) => dispatch.emit(Msg::Sessions(SessionMsg::Send(Some(at.session), text.clone()))),
            OfferAction::Alias(category, word) => {
                if let Some(step) = store.read(|model| keep(model, category, word)) {
                    dispatch.emit(step);
                }
            }
        });
        html! {
            <li key={label.clone()}><button type="button" class="quick" data-testid="offer" {onclick}>{ label }</button></li>
        }
    });
    html! {
        <>
            if !all.is_empty() {
                <ul class="quick-list" aria-label={words.offers}>{ for buttons }</ul>
            }
            if is_last {
                <QuestionForm key={at.id.to_string()} {at} message={props.message.clone()} />
            }
        </>
    }
}

enum OfferAction {
    Text(String),
    Alias(String, String),
}

/// The step that gives a category one more name.
fn keep(model: &Model, category: &str, word: &str) -> Option<Msg> {
    let row: &TimeCategory = model.workspace.tables().time_categories.values().find(|row| row.name == category)?;
    let aliases = row.aliases.iter().map(String::as_str).chain([word]).map(str::to_owned).collect();
    Some(Msg::Time(TimeMsg::Do(SetAliases { category: row.id, aliases: Some(aliases) }.into())))
}
