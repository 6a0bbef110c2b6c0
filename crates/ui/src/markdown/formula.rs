//! A formula in a text: as its source until what reads it is here, and where it cannot be read.

use std::rc::Rc;

use yew::prelude::*;

use crate::chunks::{LazyPart, entry};
use crate::formula::{FormulaProps, source_of};
use crate::store::{use_dispatch, use_selector};
use espalier_app::Msg;
use espalier_app::chunks::Chunk;
use espalier_app::deferred::ChunkMsg;
use espalier_markdown::math::delimited;

#[derive(Clone, PartialEq, Properties)]
pub(super) struct FormulaViewProps {
    pub source: Rc<str>,
}

/// A formula. While it is still arriving it is its source, so that it does not jump with every token.
#[component]
pub(super) fn FormulaView(props: &FormulaViewProps) -> Html {
    let dispatch = use_dispatch();
    // Drawn anew when the chunk arrives.
    let _ = use_selector(|model| model.chunks.state(Chunk::Math));
    let whole = delimited(&props.source);
    let draw = entry(Chunk::Math);
    use_effect_with(whole.is_some() && draw.is_none(), move |missing| {
        if *missing {
            dispatch.emit(Msg::Chunk(ChunkMsg::Wanted(Chunk::Math)));
        }
    });
    match (whole, draw) {
        (Some(whole), Some(draw)) => {
            let props = FormulaProps { source: Rc::clone(&props.source), display: whole.display };
            draw(LazyPart::Formula(props))
        }
        _ => source_of(&props.source),
    }
}
