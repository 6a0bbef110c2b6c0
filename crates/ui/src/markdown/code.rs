//! A block of code with its language and a button that copies it.

use std::rc::Rc;

use yew::prelude::*;

use super::block::Scope;
use super::shared::PtrEqAll;
use super::{estimate, inline, spaced};
use crate::kit::{IconButton, IconName};
use crate::windowed::use_window;
use espalier_app::Msg;
use espalier_markdown::CodeBlock;

/// Code of more runs is long.
const LONG: usize = 24;

/// Draws a block of code, one element for each run, so that growing touches only the last.
pub(super) fn draw(place: Scope<'_>, code: &CodeBlock) -> Html {
    let words = place.context.0.words;
    let language = code.language.clone().map_or(AttrValue::from(words.code), AttrValue::from);
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
            <pre tabindex="0"><Runs runs={PtrEqAll(code.runs.clone())} />{ inline::cursor(place) }</pre>
        </div>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct RunsProps {
    runs: PtrEqAll<str>,
}

/// The code itself.
#[component]
fn Runs(props: &RunsProps) -> Html {
    let (node, all) = (use_node_ref(), &props.runs.0);
    let (seen, _) = use_window(&node, all.len(), (LONG, 1), |index| estimate::run(&all[index]));
    let range = seen.as_ref().map_or(0..all.len(), |seen| seen.range.clone());
    // It can be scrolled sideways as far as its longest line, wherever that is.
    let width = seen.as_ref().map_or(0, |_| all.iter().flat_map(|run| run.lines()).map(str::len).max().unwrap_or(0));
    let runs = range.map(|key| html! { <span {key}>{ AttrValue::from(Rc::clone(&all[key])) }</span> });
    let space = |key: &'static str, height: String| {
        let width = format!("{width}ch");
        html! { <svg {key} class="window-space" {width} {height} aria-hidden="true" /> }
    };
    html! { <code ref={node}>{ spaced(seen.as_ref(), runs, space) }</code> }
}
