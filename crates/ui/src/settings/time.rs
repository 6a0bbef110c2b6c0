//! The choices of the Time room.

use yew::prelude::*;

use super::Section;
use crate::store::use_messages;
use crate::timelog::TimeChoices;

#[component]
pub fn TimeSection() -> Html {
    let words = use_messages();
    html! { <Section title={words.time.room}><TimeChoices /></Section> }
}
