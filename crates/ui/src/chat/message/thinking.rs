//! Reasoning of a model before its answer: open while it thinks, folded afterwards.

use std::rc::Rc;

use yew::prelude::*;

use crate::store::use_messages;
use espalier_base::words::elapsed;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ThinkingProps {
    /// The thoughts; nothing is shown without any.
    pub text: Rc<str>,
    /// Whether the model is thinking now.
    pub open: bool,
    /// How long it thought, once that is known.
    pub ms: Option<i64>,
}

/// The reasoning of a model, foldable.
#[component]
pub fn Thinking(props: &ThinkingProps) -> Html {
    let words = use_messages();
    if props.text.trim().is_empty() {
        return html! { <div hidden=true /> };
    }
    let summary = match (props.open, props.ms) {
        (true, _) => words.chat.thinking.to_owned(),
        (false, Some(ms)) => (words.chat.thought_for)(&elapsed(ms, words.language)),
        (false, None) => words.chat.thought.to_owned(),
    };
    let paragraphs = paragraphs(&props.text).enumerate().map(|(index, text)| html! { <p key={index}>{ text }</p> });
    html! {
        <details class="thinking" data-testid="thinking" open={props.open}>
            <summary>{ summary }</summary>
            <div class="thinking-text">{ for paragraphs }</div>
        </details>
    }
}

/// The paragraphs; only the last one changes while thoughts arrive, and only that is laid out again.
fn paragraphs(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split("\n\n")
        .filter(|paragraph| !paragraph.trim().is_empty())
        .map(|paragraph| paragraph.trim_matches('\n').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thoughts_are_divided_at_blank_lines() {
        let found: Vec<String> = paragraphs("one\ntwo\n\n\n\nthree\n").collect();
        assert_eq!(found, ["one\ntwo", "three"]);
    }
}
