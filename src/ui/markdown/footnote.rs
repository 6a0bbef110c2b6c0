//! The marks of footnotes: from the text to the note and back. Must not be in here: what a note says.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

use super::block::Place;

/// The mark in the text, which leads to its note.
pub(super) fn reference(place: Place<'_>, label: &Rc<str>) -> Html {
    let name = (place.context.0.words.footnote)(label);
    html! { <sup class="footnote-label">{ mark(label, name, "data-note-ref", "data-note") }</sup> }
}

/// The mark of the note, which leads back to the text.
pub(super) fn note(place: Place<'_>, label: &Rc<str>) -> Html {
    let name = (place.context.0.words.footnote_back)(label);
    html! { <sup class="footnote-label">{ mark(label, name, "data-note", "data-note-ref") }</sup> }
}

fn mark(label: &Rc<str>, name: String, own: &'static str, other: &'static str) -> Html {
    let onclick = {
        let label = Rc::clone(label);
        Callback::from(move |event: MouseEvent| jump(&event, other, &label))
    };
    let shown = AttrValue::from(Rc::clone(label));
    let reference = (own == "data-note-ref").then(|| shown.clone());
    let note = (own == "data-note").then(|| shown.clone());
    html! {
        <button
            type="button" class="footnote-mark" title={name.clone()} aria-label={name} data-note-ref={reference}
            data-note={note} {onclick}
        >{ shown }</button>
    }
}

/// Goes to the mark with this label in the same document. Labels are compared as text: in a selector one could say more.
fn jump(event: &MouseEvent, attribute: &str, label: &str) {
    let Some(document) = event
        .current_target()
        .and_then(|target| target.dyn_into::<Element>().ok())
        .and_then(|mark| mark.closest(".markdown").ok().flatten())
    else {
        return;
    };
    let Ok(marks) = document.query_selector_all(&format!("[{attribute}]")) else { return };
    let marks = (0..marks.length()).filter_map(|index| marks.get(index)?.dyn_into::<HtmlElement>().ok());
    let same = |mark: &HtmlElement| {
        mark.get_attribute(attribute).is_some_and(|found| found.to_lowercase() == label.to_lowercase())
    };
    if let Some(mark) = marks.into_iter().find(same) {
        let options = web_sys::ScrollIntoViewOptions::new();
        options.set_block(web_sys::ScrollLogicalPosition::Center);
        mark.scroll_into_view_with_scroll_into_view_options(&options);
        // Where the focus cannot be, the place is in sight all the same.
        let _ = mark.focus();
    }
}
