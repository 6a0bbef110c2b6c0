//! Footnote marks: links from the text to the note and back.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

use super::block::Scope;
use espalier_markdown::{Block, Inline};

/// One end of a footnote.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum FootnoteMark {
    /// In the text.
    Reference(Rc<str>),
    /// Before the note.
    Note(Rc<str>),
}

impl FootnoteMark {
    /// Whether a top-level block has it.
    pub(super) fn is_in(&self, block: &Block) -> bool {
        match self {
            Self::Reference(label) => refers(block, label),
            Self::Note(label) => notes(block, label),
        }
    }

    const fn attribute(&self) -> &'static str {
        match self {
            Self::Reference(_) => "data-note-ref",
            Self::Note(_) => "data-note",
        }
    }

    const fn label(&self) -> &Rc<str> {
        let (Self::Reference(label) | Self::Note(label)) = self;
        label
    }
}

fn inner(block: &Block) -> Vec<&Block> {
    match block {
        Block::Quote(content) | Block::Footnote { content, .. } => content.iter().collect(),
        Block::List(list) => list.items.iter().flat_map(|item| &item.content).collect(),
        Block::Details { content, .. } => content.iter().map(AsRef::as_ref).collect(),
        _ => Vec::new(),
    }
}

fn notes(block: &Block, label: &str) -> bool {
    matches!(block, Block::Footnote { label: own, .. } if is_same(own, label))
        || inner(block).into_iter().any(|block| notes(block, label))
}

fn refers(block: &Block, label: &str) -> bool {
    let in_text = match block {
        Block::Paragraph(content) | Block::Heading { content, .. } | Block::Details { summary: content, .. } => {
            names(content, label)
        }
        Block::Table(table) => {
            table.head.iter().chain(table.rows.iter().flat_map(|row| row.iter())).any(|cell| names(cell, label))
        }
        _ => false,
    };
    in_text || inner(block).into_iter().any(|block| refers(block, label))
}

fn names(content: &[Inline], label: &str) -> bool {
    content.iter().any(|inline| match inline {
        Inline::FootnoteReference(own) => is_same(own, label),
        Inline::Emphasis(inner)
        | Inline::Strong(inner)
        | Inline::Strikethrough(inner)
        | Inline::Element { content: inner, .. } => names(inner, label),
        Inline::Link { content, .. } => names(content, label),
        _ => false,
    })
}

fn is_same(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

/// The mark in the text, which leads to its note.
pub(super) fn reference(place: Scope<'_>, label: &Rc<str>) -> Html {
    let name = (place.context.0.words.footnote)(label);
    let mark = mark(place, name, &FootnoteMark::Reference(label.clone()), FootnoteMark::Note(label.clone()));
    html! { <sup class="footnote-label">{ mark }</sup> }
}

/// The mark of the note, which leads back to the text.
pub(super) fn note(place: Scope<'_>, label: &Rc<str>) -> Html {
    let name = (place.context.0.words.footnote_back)(label);
    let mark = mark(place, name, &FootnoteMark::Note(label.clone()), FootnoteMark::Reference(label.clone()));
    html! { <sup class="footnote-label">{ mark }</sup> }
}

fn mark(place: Scope<'_>, name: String, own: &FootnoteMark, other: FootnoteMark) -> Html {
    let seek = place.context.0.seek.clone();
    let onclick = Callback::from(move |event: MouseEvent| {
        let target = event.target_dyn_into::<Element>();
        let document = target.and_then(|mark| mark.closest(".markdown").ok().flatten());
        if document.is_some_and(|document| !go_to_in(&document, &other)) {
            seek.emit(other.clone());
        }
    });
    let shown = AttrValue::from(Rc::clone(own.label()));
    let reference = matches!(own, FootnoteMark::Reference(_)).then(|| shown.clone());
    let note = matches!(own, FootnoteMark::Note(_)).then(|| shown.clone());
    html! {
        <button
            type="button" class="footnote-mark" title={name.clone()} aria-label={name} data-note-ref={reference}
            data-note={note} {onclick}
        >{ shown }</button>
    }
}

/// Goes to a mark in the document; says whether it is there.
pub(super) fn go_to(document: &NodeRef, mark: &FootnoteMark) -> bool {
    document.cast::<Element>().is_some_and(|document| go_to_in(&document, mark))
}

/// Labels are compared as text: in a selector one could say more.
fn go_to_in(document: &Element, mark: &FootnoteMark) -> bool {
    let attribute = mark.attribute();
    let Ok(marks) = document.query_selector_all(&format!("[{attribute}]")) else { return false };
    let marks = (0..marks.length()).filter_map(|index| marks.get(index)?.dyn_into::<HtmlElement>().ok());
    let same = |found: &HtmlElement| found.get_attribute(attribute).is_some_and(|own| is_same(&own, mark.label()));
    let Some(found) = marks.into_iter().find(same) else { return false };
    reveal(&found);
    let options = web_sys::ScrollIntoViewOptions::new();
    options.set_block(web_sys::ScrollLogicalPosition::Center);
    found.scroll_into_view_with_scroll_into_view_options(&options);
    // Where the focus cannot be, the place is in sight all the same.
    let _ = found.focus();
    true
}

/// Opens the disclosures around an element.
fn reveal(found: &Element) {
    let mut inner = found.closest("details").ok().flatten();
    while let Some(details) = inner {
        // A page always has room for an attribute.
        let _ = details.set_attribute("open", "");
        inner = details.parent_element().and_then(|around| around.closest("details").ok().flatten());
    }
}
