//! A block of code with its language and a button that copies it. Must not be in here: the clipboard.

use std::rc::Rc;

use yew::prelude::*;

use super::block::Place;
use super::inline;
use crate::app::Msg;
use crate::markdown::CodeBlock;
use crate::ui::kit::{IconButton, IconName};

/// Draws a block of code, one element for each run, so that growing touches only the last.
pub(super) fn draw(place: Place<'_>, code: &CodeBlock) -> Html {
    let words = place.context.0.words;
    let language = code.language.clone().map_or(AttrValue::from(words.code), AttrValue::from);
    let runs = code.runs.iter().enumerate();
    let runs = runs.map(|(key, run)| html! { <span {key}>{ AttrValue::from(Rc::clone(run)) }</span> });
    let copy = {
        let code = code.clone();
        place.context.0.dispatch.reform(move |_: MouseEvent| Msg::Copy(code.text()))
    };
    html! {
        <div class="code">
            <div class="code-head">
                <span class="code-language">{ language }</span>
                <IconButton icon={IconName::Copy} label={words.copy_code} test_id="code-copy" onclick={copy} />
            </div>
            <pre tabindex="0"><code>{ for runs }</code>{ inline::cursor(place) }</pre>
        </div>
    }
}
