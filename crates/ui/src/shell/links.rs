//! Links in texts that are being written: a pasted address of a place becomes one, and `[[` lists what can be linked to.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{ClipboardEvent, Element, HtmlDocument, HtmlTextAreaElement};
use yew::prelude::*;

use super::palette::found::name;
use crate::store::{Store, use_selector, use_store};
use espalier_app::find::linked::by_hand;
use espalier_app::navigate::Route;
use espalier_app::{Dialog, Msg};
use espalier_i18n::messages;
use espalier_model::Thing;

/// Fields whose text is Markdown.
const FIELDS: &str = "textarea[data-markdown]";

/// Fields that stay while the list of things is open.
const FIELDS_THAT_STAY: &str = "textarea[data-markdown=stays]";

/// Signs that open the list, also as Chinese input methods write them.
const SIGNS: [&str; 2] = ["[[", "【【"];

/// A link on its way into a field.
#[derive(Debug)]
struct Insertion {
    field: HtmlTextAreaElement,
    /// Place of the sign that it takes, in UTF-16 units.
    sign: (u32, u32),
    /// The link, once it is chosen.
    link: Option<String>,
}

/// Turns pasted addresses and signs into links for as long as the component is there; returns the callback for the thing
/// that is chosen in the list.
#[hook]
pub fn use_links_in_texts() -> Callback<Thing> {
    let store = use_store();
    let insertion = use_mut_ref(|| None::<Insertion>);
    use_effect_with((), {
        let (store, insertion) = (store.clone(), insertion.clone());
        move |()| {
            let document = web_sys::window().and_then(|window| window.document());
            let listeners =
                document.map(|document| [on_paste(&document, &store), on_sign(&document, store, insertion)]);
            move || drop(listeners)
        }
    });
    let is_open = *use_selector(|model| model.dialog.is_some());
    use_effect_with(is_open, {
        let insertion = insertion.clone();
        // The field can have the focus again once the list is gone.
        move |is_open| {
            if !is_open && let Some(Insertion { field, sign, link: Some(link) }) = insertion.take() {
                let is_there = field.focus().and_then(|()| field.set_selection_range(sign.0, sign.1)).is_ok();
                if !(is_there && insert(&link)) {
                    log::warn!("a link could not be inserted");
                }
            }
        }
    });
    Callback::from(move |thing: Thing| {
        let by_hand = store.read(|model| {
            let name_of = |thing| name(model, thing, messages(model.language()));
            if model.dialog == Some(Dialog::LinkTo { in_text: false }) {
                return by_hand(model, thing, name_of);
            }
            if let Some(insertion) = insertion.borrow_mut().as_mut() {
                insertion.link = Route::to(thing).map(|route| route.link_in_text(&name_of(thing)));
            }
            None
        });
        store.dispatch(by_hand.unwrap_or(Msg::Dialog(None)));
    })
}

fn on_paste(document: &web_sys::Document, store: &Store) -> EventListener {
    let (options, store) = (EventListenerOptions::enable_prevent_default(), store.clone());
    EventListener::new_with_options(document, "paste", options, move |event| {
        let Some(event) = event.dyn_ref::<ClipboardEvent>() else { return };
        if let Some(link) = pasted(&store, event)
            && insert(&link)
        {
            event.prevent_default();
        }
    })
}

fn on_sign(document: &web_sys::Document, store: Store, insertion: Rc<RefCell<Option<Insertion>>>) -> EventListener {
    EventListener::new(document, "input", move |event| {
        let is_typed = event.dyn_ref::<InputEvent>().is_some_and(|event| event.input_type().starts_with("insert"));
        let field = event.target().and_then(|target| target.dyn_into::<HtmlTextAreaElement>().ok());
        let field = field.filter(|field| is_typed && field.matches(FIELDS_THAT_STAY).is_ok_and(|is_it| is_it));
        let Some((field, end)) = field.and_then(|field| Some((field.clone(), field.selection_start().ok()??))) else {
            return;
        };
        let before: Vec<u16> = field.value().encode_utf16().take(end as usize).collect();
        let before = String::from_utf16_lossy(&before);
        if SIGNS.iter().any(|sign| before.ends_with(sign)) {
            *insertion.borrow_mut() = Some(Insertion { field, sign: (end - 2, end), link: None });
            store.dispatch(Msg::Dialog(Some(Dialog::LinkTo { in_text: true })));
        }
    })
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
        (!name.is_empty()).then(|| route.link_in_text(&name))
    })
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
        for name in ["Ilse", "*c* `d` _e_ <f> \\ $g$", "港口"] {
            assert_eq!(plain_text(&parse(&route.link_in_text(name))).trim(), name);
        }
        assert_eq!(plain_text(&parse(&route.link_in_text("a [b]"))).trim(), "a (b)");
    }
}
