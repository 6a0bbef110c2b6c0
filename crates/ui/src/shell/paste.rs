//! Pasting the address of a place in the app: in a text in Markdown it becomes a link with the name of the place.

use gloo::events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{ClipboardEvent, Element, HtmlDocument};
use yew::prelude::*;

use super::palette::found::name;
use crate::store::{Store, use_store};
use espalier_app::navigate::Route;
use espalier_i18n::messages;

/// Fields whose text is Markdown.
const FIELDS: &str = "textarea[data-markdown]";

/// Turns pasted addresses into links for as long as the component is there.
#[hook]
pub fn use_named_links() {
    let store = use_store();
    use_effect_with((), move |()| {
        let document = web_sys::window().and_then(|window| window.document());
        let listener = document.map(|document| {
            let options = EventListenerOptions::enable_prevent_default();
            EventListener::new_with_options(&document, "paste", options, move |event| {
                let Some(event) = event.dyn_ref::<ClipboardEvent>() else { return };
                if let Some(link) = pasted(&store, event)
                    && insert(&link)
                {
                    event.prevent_default();
                }
            })
        });
        move || drop(listener)
    });
}

/// Returns the link for an address that is pasted alone into a field of Markdown.
fn pasted(store: &Store, event: &ClipboardEvent) -> Option<String> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    let text = event
        .clipboard_data()
        .filter(|_| target.matches(FIELDS).is_ok_and(|is_it| is_it))?
        .get_data("text/plain")
        .ok()?;
    store.read(|model| {
        let route = Route::of_link(&model.facts.address, &text)?;
        let name = name(model, route.thing()?, messages(model.language()));
        (!name.is_empty()).then(|| link(&name, route))
    })
}

/// Writes a link in Markdown.
pub fn link(name: &str, route: Route) -> String {
    let mut text = String::from("[");
    for letter in name.chars() {
        if matches!(letter, '[' | ']' | '\\' | '`' | '*' | '_' | '<' | '$') {
            text.push('\\');
        }
        text.push(letter);
    }
    text.push_str("](");
    text.push_str(&route.to_string());
    text.push(')');
    text
}

/// Inserts a text where one types, as one step that the field itself can undo; returns whether the browser could.
fn insert(text: &str) -> bool {
    let document = web_sys::window().and_then(|window| window.document());
    let document = document.and_then(|document| document.dyn_into::<HtmlDocument>().ok());
    document.is_some_and(|document| {
        document.exec_command_with_show_ui_and_value("insertText", false, text).is_ok_and(|is_done| is_done)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use espalier_markdown::{parse, plain_text};

    #[test]
    fn a_link_reads_as_its_name_whatever_is_in_it() {
        let Ok(route) = "#/map/0190163d-8694-739b-aea5-966c26f8ad91".parse::<Route>();
        for name in ["Ilse", "a [b] *c* `d` _e_ <f> \\ $g$", "港口"] {
            assert_eq!(plain_text(&parse(&link(name, route))).trim(), name);
        }
    }
}
