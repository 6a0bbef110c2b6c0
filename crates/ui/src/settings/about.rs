//! Privacy notes, version and license.

use yew::prelude::*;

use super::Section;
use crate::store::use_messages;

/// The sections on privacy and on this app.
#[component]
pub fn AboutSection() -> Html {
    let words = use_messages();
    let about = &words.settings.about;
    let notes = about.notes.iter().map(|note| html! { <li key={*note}>{ *note }</li> });
    html! {
        <>
            <Section title={about.privacy}><ul class="settings-notes">{ for notes }</ul></Section>
            <Section title={about.title}>
                <p>{ (about.text)(env!("CARGO_PKG_VERSION"), env!("CARGO_PKG_LICENSE")) }</p>
            </Section>
        </>
    }
}
