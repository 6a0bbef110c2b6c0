//! A formula as `MathML`, or as its source where a part of it is not known.

mod copied;

use std::cell::OnceCell;
use std::rc::Rc;

use gloo::events::{EventListener, EventListenerOptions};
use gloo::utils::document;
use wasm_bindgen::JsCast;
use web_sys::{ClipboardEvent, Event};
use yew::prelude::*;
use yew::virtual_dom::VTag;

use espalier_markdown::math::delimited;
use espalier_math::{Element, Node};

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct FormulaProps {
    /// The source, with its delimiters.
    pub source: Rc<str>,
    /// LaTeX before it that defines commands.
    #[prop_or_default]
    pub before: Option<Rc<str>>,
}

/// A formula. Its source lies beside it unseen: that is what a selection copies.
#[component]
pub fn Formula(props: &FormulaProps) -> Html {
    let tree = use_memo((Rc::clone(&props.source), props.before.clone()), |(source, before)| {
        let whole = delimited(source)?;
        let before = before.as_deref().unwrap_or_default();
        Some((espalier_math::read_after(before, whole.latex, whole.display).ok()?, whole.display))
    });
    use_effect_with((), |()| copy_as_source());
    let Some((tree, display)) = &*tree else { return source_of(&props.source) };
    let source = AttrValue::from(Rc::clone(&props.source));
    // A long formula is scrolled sideways, which the keyboard can do too.
    let tabindex = display.then_some("0");
    html! {
        <span class={classes!("formula", display.then_some("formula-display"))} translate="no" {tabindex} data-testid="formula">
            { draw(tree) }
            <span class="formula-source" aria-hidden="true">{ source }</span>
        </span>
    }
}

/// The source of a formula.
pub fn source_of(source: &Rc<str>) -> Html {
    html! { <span class="math" translate="no">{ AttrValue::from(Rc::clone(source)) }</span> }
}

/// Makes copies of formulas their source, from the first formula on.
fn copy_as_source() {
    thread_local! {
        static LISTENER: OnceCell<EventListener> = const { OnceCell::new() };
    }
    let options = EventListenerOptions::enable_prevent_default();
    LISTENER.with(|listener| {
        listener.get_or_init(|| EventListener::new_with_options(&document(), "copy", options, on_copy));
    });
}

/// Where a formula is selected, puts the text with its source on the clipboard, and the selection as clean HTML.
/// Everything else the browser does.
fn on_copy(event: &Event) {
    let data = event.dyn_ref::<ClipboardEvent>().and_then(ClipboardEvent::clipboard_data);
    let selection = gloo::utils::window().get_selection().ok().flatten();
    let (Some(data), Some(selection)) = (data, selection) else { return };
    let Ok(formulas) = document().query_selector_all(".formula") else { return };
    let mut formulas = (0..formulas.length()).filter_map(|index| formulas.get(index));
    let is_selected = |node| selection.contains_node_with_allow_partial_containment(&node, true).unwrap_or(false);
    if selection.is_collapsed() || !formulas.any(is_selected) {
        return;
    }
    let Some(classes) = document().document_element().map(|root| root.class_list()) else { return };
    if classes.add_1("copying-formulas").is_err() {
        return;
    }
    let text = String::from(selection.to_string());
    let html = selection.get_range_at(0).ok().and_then(|range| copied::html_of(&range));
    // The class that was added can be removed.
    let _ = classes.remove_1("copying-formulas");
    if data.set_data("text/plain", &text).is_ok() {
        if let Some(html) = html {
            // Without it the text is pasted.
            let _ = data.set_data("text/html", &html);
        }
        event.prevent_default();
    }
}

fn draw(element: &Element) -> Html {
    let mut tag = VTag::new(element.tag);
    for (name, value) in &element.attributes {
        tag.add_attribute(name, value.clone());
    }
    if !element.classes.is_empty() {
        tag.add_attribute("class", element.classes.join(" "));
    }
    tag.add_children(element.children.iter().map(|child| match child {
        Node::Element(element) => draw(element),
        Node::Text(text) => html! { text.clone() },
    }));
    tag.into()
}
