//! The alternatives to a message: which one is shown, and the way to the others.

use yew::prelude::*;

use crate::kit::{IconButton, IconName};
use crate::store::{use_dispatch, use_messages};
use espalier_app::Msg;
use espalier_app::sessions::SessionMsg;
use espalier_model::MessageKey;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct BranchesProps {
    pub at: MessageKey,
    /// The place among the alternatives, from 0, and their number.
    pub place: (usize, usize),
    /// Whether the alternatives can be shown side by side.
    pub can_compare: bool,
}

/// Buttons that step through the alternatives to a message; empty where there is none.
#[component]
pub fn Branches(props: &BranchesProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let (place, count) = props.place;
    let step = |forward: bool| {
        let (dispatch, at) = (dispatch.clone(), props.at);
        Callback::from(move |_: MouseEvent| dispatch.emit(Msg::Sessions(SessionMsg::StepSibling(at, forward))))
    };
    let at = props.at;
    let compare = props.can_compare.then(|| {
        let onclick = dispatch.reform(move |_: MouseEvent| Msg::Sessions(SessionMsg::Compare(Some(at))));
        html! { <IconButton icon={IconName::Columns} label={words.chat.columns.compare} test_id="compare" {onclick} /> }
    });
    let inner = (count > 1).then(|| {
        html! {
            <>
                <IconButton
                    icon={IconName::ChevronLeft} label={words.chat.branch_before} test_id="branch-prev"
                    disabled={place == 0} onclick={step(false)}
                />
                <span class="branches-label" data-testid="branch-label" title={(words.chat.branch_place)(place + 1, count)}>
                    { format!("{}/{count}", place + 1) }
                </span>
                <IconButton
                    icon={IconName::ChevronRight} label={words.chat.branch_after} test_id="branch-next"
                    disabled={place + 1 == count} onclick={step(true)}
                />
                { compare }
            </>
        }
    });
    html! { <div class="branches" hidden={inner.is_none()}>{ inner }</div> }
}
