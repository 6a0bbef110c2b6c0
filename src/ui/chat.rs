//! To be filled in: the names that the frame relies on.
use yew::prelude::*;

#[component]
pub fn ChatRoom() -> Html {
    html! { <p></p> }
}

#[component]
pub fn ChatDialogs() -> Html {
    html! { <div></div> }
}
