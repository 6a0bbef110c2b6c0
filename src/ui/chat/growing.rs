//! A text field as high as its text; the style sheet says how high at most.
//!
//! Must not be in here: what is typed.

use web_sys::HtmlElement;
use yew::prelude::*;

use crate::ui::kit::dom::set_property;
use crate::ui::kit::set_px;

/// Fits the field to its text after every change of it.
#[hook]
pub fn use_growing(node: &NodeRef, text: &str) {
    use_effect_with((node.clone(), text.to_owned()), |(node, _)| fit(node));
}

fn fit(node: &NodeRef) {
    // Without a height of its own the field says how high its text is.
    set_property(node, "height", "auto");
    let Some(field) = node.cast::<HtmlElement>() else {
        return;
    };
    let borders = field.offset_height() - field.client_height();
    set_px(node, "height", f64::from(field.scroll_height() + borders));
}
