//! The way to the page's own rescue section (`index.html`, `static/boot.js`), which can write every stored record to a
//! file even when the app cannot: when the records cannot be opened, and when the app has come to a state it was never
//! meant to be in.

use std::panic;

use yew::prelude::*;

use crate::kit::dom::show_rescue;
use crate::store::use_messages;
use espalier_storage::port::StorageError;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct RescueProps {
    /// Why the records cannot be opened.
    pub error: StorageError,
}

/// Says why; the runtime says it in the rescue section.
#[component]
pub fn Rescue(props: &RescueProps) -> Html {
    let words = use_messages();
    let reason = (words.error.storage)(&props.error);
    html! { <p class="loading" role="alert">{ reason }</p> }
}

/// Shows the rescue section when the app panics: it will not answer any more, and silence would look like lost data.
#[hook]
pub fn use_boundary() {
    use_effect_with((), |()| {
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            report(info);
            show_rescue(&info.to_string());
        }));
    });
}
