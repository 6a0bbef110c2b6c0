//! To be filled in: the names that the frame relies on.
use yew::prelude::*;

use crate::app::Dialog;

#[component]
pub fn Chat() -> Html {
    html! { <p></p> }
}

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ChatDialogProps {
    /// A dialog of the room: what will be sent, the tree, the agents.
    pub dialog: Dialog,
}

#[component]
pub fn ChatDialog(props: &ChatDialogProps) -> Html {
    html! { <p hidden=true>{ format!("{:?}", props.dialog) }</p> }
}
