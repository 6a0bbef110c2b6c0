//! A formula as `MathML`, or as its source where a part of it is not known.

use std::rc::Rc;

use yew::prelude::*;
use yew::virtual_dom::VTag;

use espalier_markdown::math::delimited;
use espalier_math::{Element, Node};

/// Properties of [`Formula`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct FormulaProps {
    /// The source, with what opens and closes it.
    pub source: Rc<str>,
    /// Whether it stands on a line of its own.
    pub display: bool,
}

/// A formula. Its source lies beside it unseen: that is what a selection copies.
#[component]
pub fn Formula(props: &FormulaProps) -> Html {
    let tree = use_memo(Rc::clone(&props.source), |source| {
        delimited(source).and_then(|whole| espalier_math::read(whole.latex, whole.display).ok())
    });
    let Some(tree) = &*tree else { return source_of(&props.source) };
    let source = AttrValue::from(Rc::clone(&props.source));
    // A long formula is scrolled sideways, which the keyboard can do too.
    let tabindex = props.display.then_some("0");
    html! {
        <span class={classes!("formula", props.display.then_some("formula-display"))} translate="no" {tabindex} data-testid="formula">
            { draw(tree) }
            <span class="formula-source" aria-hidden="true">{ source }</span>
        </span>
    }
}

/// The source of a formula.
pub fn source_of(source: &Rc<str>) -> Html {
    html! { <span class="math" translate="no">{ AttrValue::from(Rc::clone(source)) }</span> }
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
