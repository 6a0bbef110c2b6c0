//! A block of code: its language, and buttons that wrap its lines, copy it, save it.

use std::ops::Range;
use std::rc::Rc;

use yew::prelude::*;

use super::block::Scope;
use super::shared::{Context, PtrEqAll};
use super::{estimate, inline, spaced};
use crate::chunks::{LazyPart, entry};
use crate::highlight::HighlightProps;
use crate::kit::{Button, ButtonKind, IconButton, IconName};
use crate::store::{use_dispatch, use_selector};
use crate::windowed::use_window;
use espalier_app::Msg;
use espalier_app::chunks::Chunk;
use espalier_app::deferred::ChunkMsg;
use espalier_app::maps::MapMsg;
use espalier_highlight::names;
use espalier_markdown::CodeBlock;

/// Code of more runs is long.
const LONG: usize = 24;
/// The name of a file with code of no known language.
const PLAIN_FILE: &str = "code.txt";

/// Draws a block of code, one element for each run, so that growing touches only the last.
pub(super) fn draw(place: Scope<'_>, code: &CodeBlock) -> Html {
    let (language, runs) = (code.language.clone(), PtrEqAll(code.runs.clone()));
    html! { <CodeView {language} {runs} grows={place.grows} context={place.context.clone()} /> }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct CodeViewProps {
    language: Option<Rc<str>>,
    runs: PtrEqAll<str>,
    grows: bool,
    context: Context,
}

#[component]
fn CodeView(props: &CodeViewProps) -> Html {
    let (words, dispatch) = (props.context.0.words, &props.context.0.dispatch);
    let wrap = *use_selector(|model| model.wrap_code);
    let known = props.language.as_deref().and_then(names::find);
    let title = match (known, &props.language) {
        (Some(name), _) => AttrValue::from(name.title),
        (None, Some(language)) => AttrValue::from(Rc::clone(language)),
        (None, None) => AttrValue::from(words.code),
    };
    let copy = {
        let runs = props.runs.clone();
        dispatch.reform(move |_: MouseEvent| Msg::Copy(runs.0.concat()))
    };
    let save = {
        let (runs, file) = (props.runs.clone(), known.map_or(PLAIN_FILE, |name| name.file));
        // A file of lines ends with a line end.
        dispatch.reform(move |_: MouseEvent| Msg::SaveCode(file, runs.0.concat() + "\n"))
    };
    let onwrap = dispatch.reform(move |_: MouseEvent| Msg::WrapCode(!wrap));
    let diagram = (!props.grows && is_diagram(props.language.as_deref(), &props.runs.0)).then(|| {
        let runs = props.runs.clone();
        let open = dispatch.reform(move |_: MouseEvent| Msg::Maps(MapMsg::OpenDiagram(runs.0.concat())));
        html! { <Button label={words.open_as_map} kind={ButtonKind::Quiet} test_id="code-map" onclick={open} /> }
    });
    let place = Scope { context: &props.context, grows: props.grows };
    html! {
        <div class={classes!("code", wrap.then_some("code-wrapped"))}>
            <div class="code-head">
                <span class="code-language">{ title }</span>
                { diagram }
                <IconButton icon={IconName::Wrap} label={words.wrap_code} test_id="code-wrap" pressed={wrap} onclick={onwrap} />
                <IconButton icon={IconName::Copy} label={words.copy_code} test_id="code-copy" onclick={copy} />
                <IconButton icon={IconName::Download} label={words.save_code} test_id="code-save" onclick={save} />
            </div>
            <pre tabindex="0">
                <Runs runs={props.runs.clone()} {wrap} language={props.language.clone().filter(|_| known.is_some())} grows={props.grows} />
                { inline::cursor(place) }
            </pre>
        </div>
    }
}

/// Whether a map can be made of the code: of a mind map or a flowchart in Mermaid's notation.
fn is_diagram(language: Option<&str>, runs: &[Rc<str>]) -> bool {
    let is_kind = |line: &str| ["mindmap", "flowchart", "graph"].iter().any(|kind| line.starts_with(kind));
    language == Some("mermaid") && runs.iter().flat_map(|run| run.lines()).any(|line| is_kind(line.trim()))
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct RunsProps {
    runs: PtrEqAll<str>,
    /// The language, if it can be read.
    language: Option<Rc<str>>,
    wrap: bool,
    grows: bool,
}

/// The code itself.
#[component]
fn Runs(props: &RunsProps) -> Html {
    let (node, all) = (use_node_ref(), &props.runs.0);
    let (seen, _) = use_window(&node, all.len(), (LONG, 1), |index| estimate::run(&all[index]));
    let range = seen.as_ref().map_or(0..all.len(), |seen| seen.range.clone());
    // It can be scrolled sideways as far as its longest line, wherever that is, unless that is wrapped.
    let width = seen
        .as_ref()
        .filter(|_| !props.wrap)
        .map_or(0, |_| all.iter().flat_map(|run| run.lines()).map(str::len).max().unwrap_or(0));
    let runs = range.clone().map(|key| html! { <span {key}>{ AttrValue::from(Rc::clone(&all[key])) }</span> });
    let space = |key: &'static str, height: String| {
        let width = format!("{width}ch");
        html! { <svg {key} class="window-space" {width} {height} aria-hidden="true" /> }
    };
    html! {
        <>
            <code ref={node.clone()}>{ spaced(seen.as_ref(), runs, space) }</code>
            if let Some(language) = props.language.clone() {
                <Colours {language} {node} runs={props.runs.clone()} {range} spaced={seen.is_some()} grows={props.grows} />
            }
        </>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct ColoursProps {
    language: Rc<str>,
    node: NodeRef,
    runs: PtrEqAll<str>,
    range: Range<usize>,
    spaced: bool,
    grows: bool,
}

/// The colours of the runs in the page, once their chunk is here. They have no element of their own.
#[component]
fn Colours(props: &ColoursProps) -> Html {
    let dispatch = use_dispatch();
    // Drawn anew when the chunk arrives.
    let _ = use_selector(|model| model.chunks.state(Chunk::Code));
    let draw = entry(Chunk::Code);
    use_effect_with(draw.is_none(), move |missing| {
        if *missing {
            dispatch.emit(Msg::Chunk(ChunkMsg::Wanted(Chunk::Code)));
        }
    });
    let ColoursProps { language, node, runs, range, spaced, grows } = props.clone();
    draw.map_or_else(Html::default, |draw| {
        draw(LazyPart::Highlight(HighlightProps { language, node, runs, range, spaced, grows }))
    })
}
