//! The place of a formula in a text: its source until the chunk that reads it is here.

use yew::prelude::*;

use crate::chunks::{LazyPart, entry};
use crate::formula::{FormulaProps, source_of};
use crate::store::{use_dispatch, use_selector};
use espalier_app::Msg;
use espalier_app::chunks::Chunk;
use espalier_app::deferred::ChunkMsg;
use espalier_markdown::math::delimited;

/// A formula. While it is still arriving it is its source, so that it does not jump with every token.
#[component]
pub(super) fn FormulaView(props: &FormulaProps) -> Html {
    let dispatch = use_dispatch();
    // Drawn anew when the chunk arrives.
    let _ = use_selector(|model| model.chunks.state(Chunk::Math));
    let is_whole = delimited(&props.source).is_some();
    let draw = entry(Chunk::Math);
    use_effect_with(is_whole && draw.is_none(), move |missing| {
        if *missing {
            dispatch.emit(Msg::Chunk(ChunkMsg::Wanted(Chunk::Math)));
        }
    });
    match draw {
        Some(draw) if is_whole => draw(LazyPart::Formula(props.clone())),
        _ => source_of(&props.source),
    }
}
