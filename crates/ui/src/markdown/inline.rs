//! Running text.

use std::cell::Cell;
use std::rc::Rc;

use yew::prelude::*;
use yew::virtual_dom::VNode;

use super::block::{Scope, keyed};
use super::footnote;
use super::formula::FormulaView;
use crate::kit::{Icon, IconName};
use espalier_app::{Dialog, Msg};
use espalier_markdown::cjk::is_cjk;
use espalier_markdown::link::revealed;
use espalier_markdown::marks::{self, Piece};
use espalier_markdown::{ImageCard, ImageSource, Inline, InlineTag, LinkKind, SafeLink};

/// Draws a run of text, and behind it a cursor while it grows.
pub(super) fn draw(place: Scope<'_>, content: &[Inline]) -> Html {
    let mut nodes = draw_nodes(place, content, false);
    if place.grows {
        nodes.push(html! { <key="cursor">{ cursor(place) }</> });
    }
    nodes.into_iter().collect()
}

thread_local! {
    /// Number of the last cursor.
    static CURSOR: Cell<usize> = const { Cell::new(0) };
}

/// The cursor where text is being added. Each drawing has one of its own, so that it blinks only while nothing arrives.
pub(super) fn cursor(place: Scope<'_>) -> Html {
    if place.grows {
        let key = CURSOR.get().wrapping_add(1);
        CURSOR.set(key);
        html! { <span {key} class="text-cursor" aria-hidden="true"></span> }
    } else {
        html! {}
    }
}

fn draw_nodes(place: Scope<'_>, content: &[Inline], in_link: bool) -> Vec<VNode> {
    let nodes = content.iter().enumerate().map(|(key, inline)| match inline {
        Inline::Text(text) if in_link && let Some(text) = revealed(text) => keyed(key, html! { text }),
        Inline::Text(text) if marks::has(text) => keyed(key, draw_marked(place, text)),
        Inline::Text(text) => keyed(key, html! { AttrValue::from(Rc::clone(text)) }),
        Inline::Code(text) => html! { <code {key}>{ AttrValue::from(Rc::clone(text)) }</code> },
        Inline::Math(source) if marks::has(source) => {
            html! { <span {key} class="math" translate="no">{ draw_marked(place, source) }</span> }
        }
        Inline::Math(source) => {
            let before = place.context.0.defined.clone();
            html! { <FormulaView {key} source={Rc::clone(source)} {before} /> }
        }
        Inline::Emphasis(inner) => html! { <em {key}>{ for draw_nodes(place, inner, in_link) }</em> },
        Inline::Strong(inner) => html! { <strong {key}>{ for draw_nodes(place, inner, in_link) }</strong> },
        Inline::Strikethrough(inner) => html! { <del {key}>{ for draw_nodes(place, inner, in_link) }</del> },
        Inline::Element { tag, content } => {
            let content = draw_nodes(place, content, in_link);
            match tag {
                InlineTag::Sub => html! { <sub {key}>{ for content }</sub> },
                InlineTag::Sup => html! { <sup {key}>{ for content }</sup> },
                InlineTag::Kbd => html! { <kbd {key}>{ for content }</kbd> },
            }
        }
        Inline::Link { target, content } => {
            let content = draw_nodes(place, content, true).into_iter().collect();
            keyed(key, draw_link(place, target, content))
        }
        Inline::Image(card) => keyed(key, draw_card(place, card, in_link)),
        Inline::FootnoteReference(label) => keyed(key, footnote::reference(place, label)),
        Inline::SoftBreak => keyed(key, html! { if joins_words(content, key) { { "\n" } } }),
        Inline::HardBreak => html! { <br {key} /> },
    });
    nodes.collect()
}

fn draw_marked(place: Scope<'_>, text: &str) -> Html {
    let pieces =
        marks::pieces(text).into_iter().enumerate().map(|(key, piece)| match (piece, &place.context.0.marks) {
            (Piece::Marked(number, text), Some(marks)) => keyed(key, (marks.0)(number, text)),
            (Piece::Marked(_, text) | Piece::Plain(text), _) => keyed(key, html! { text.to_owned() }),
        });
    pieces.collect()
}

/// Whether a line break in the source is a space: not between two Chinese, Japanese or Korean characters.
fn joins_words(content: &[Inline], index: usize) -> bool {
    let text = |inline: Option<&Inline>| match inline {
        Some(Inline::Text(text)) => Some(Rc::clone(text)),
        _ => None,
    };
    let before = text(index.checked_sub(1).and_then(|before| content.get(before)));
    let after = text(content.get(index + 1));
    let (Some(before), Some(after)) = (before, after) else {
        return true;
    };
    !(before.chars().next_back().is_some_and(is_cjk) && after.chars().next().is_some_and(is_cjk))
}

/// A link out of the app has no address: it could be opened unseen, say with the middle button. It asks to be shown.
fn draw_link(place: Scope<'_>, target: &SafeLink, content: Html) -> Html {
    let href = target.href().to_owned();
    if target.kind() == LinkKind::InApp {
        return html! { <a class="link" {href}>{ content }</a> };
    }
    let show = {
        let href = href.clone();
        place.context.0.dispatch.reform(move |()| Msg::Dialog(Some(Dialog::Link(href.clone()))))
    };
    let onclick = show.reform(|_: MouseEvent| ());
    let onkeydown = Callback::from(move |event: KeyboardEvent| {
        if event.key() == "Enter" {
            event.prevent_default();
            show.emit(());
        }
    });
    let host = target.warnings().text_names_other_host.then(|| format!(" [{}]", target.display_host()));
    html! {
        <>
            <a class="link" role="link" tabindex="0" title={href} {onclick} {onkeydown}>{ content }</a>
            if let Some(host) = host { <span class="link-host">{ host }</span> }
        </>
    }
}

fn draw_card(place: Scope<'_>, card: &ImageCard, in_link: bool) -> Html {
    let words = place.context.0.words;
    let alt = if card.alt.is_empty() { AttrValue::from(words.image) } else { AttrValue::from(Rc::clone(&card.alt)) };
    if let ImageSource::Data { shown: Some(address), .. } = &card.source {
        return html! { <img class="image-data" data-testid="image-data" src={AttrValue::from(Rc::clone(address))} {alt} /> };
    }
    let source = match &card.source {
        ImageSource::Remote(link) if in_link => html! { link.href().to_owned() },
        ImageSource::Remote(link) => draw_link(place, link, html! { link.href().to_owned() }),
        ImageSource::Data { media_type, bytes, .. } => html! { (words.image_in_text)(media_type, *bytes) },
        ImageSource::Other(address) => html! { AttrValue::from(Rc::clone(address)) },
    };
    let note = matches!(card.source, ImageSource::Remote(_)).then_some(words.image_not_loaded);
    html! {
        <span class="image-card" data-testid="image-card">
            <Icon name={IconName::EyeOff} />
            <span class="image-text">
                <strong>{ alt }</strong>
                <span class="image-source">{ source }</span>
                <small>{ note }</small>
            </span>
        </span>
    }
}
