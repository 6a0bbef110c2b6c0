//! To be filled in.
use yew::prelude::*;
#[component]
pub fn Settings() -> Html {
    html! { <p></p> }
}
