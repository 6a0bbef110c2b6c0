//! A text field as high as its text; the style sheet says how high at most.

use gloo::timers::callback::Timeout;
use web_sys::HtmlElement;
use yew::prelude::*;

use crate::kit::dom::set_property;
use crate::kit::set_px;

/// Fits the field to its text after every change of it.
#[hook]
pub fn use_growing(node: &NodeRef, text: &str) {
    use_effect_with((node.clone(), text.to_owned()), |(node, _)| {
        let later = (!fit(node)).then(|| {
            // A field in a dialog that opens just now has no height yet.
            let node = node.clone();
            Timeout::new(0, move || {
                fit(&node);
            })
        });
        move || drop(later)
    });
}

/// Fits the field; says whether it could be measured.
fn fit(node: &NodeRef) -> bool {
    // Without a height of its own the field says how high its text is.
    set_property(node, "height", "auto");
    let Some(field) = node.cast::<HtmlElement>() else {
        return true;
    };
    let height = field.scroll_height();
    if height == 0 {
        return false;
    }
    let borders = field.offset_height() - field.client_height();
    set_px(node, "height", f64::from(height + borders));
    true
}
