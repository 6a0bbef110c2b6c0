//! Pasting below a node.

use super::{SUBJECT, refresh, run_one, view_state};
use crate::edit::{self, Label};
use crate::effect::Effect;
use crate::{Model, Notice, notify};
use espalier_base::env::Env;
use espalier_base::text::truncate;
use espalier_command::history::Document;
use espalier_mindmap::commands::Paste;
use espalier_mindmap::copied_html;
use espalier_mindmap::target::MapTarget;
use espalier_mindmap::transfer;
use espalier_model::MapId;

/// Copied content, in the forms in which it is on the clipboard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clipping {
    /// Plain text.
    pub text: String,
    /// HTML, empty where there is none.
    pub html: String,
}

/// Pastes what is on the clipboard below the selection. Without a text, pastes the nodes that were copied last in a
/// map; without those, notifies of what helps.
pub(super) fn clipboard_read(
    model: &mut Model,
    env: &mut Env,
    map: MapId,
    clipping: Option<Clipping>,
    out: &mut Vec<Effect>,
) {
    let refused = clipping.is_none();
    let clipping = clipping.filter(|clipping| !clipping.text.trim().is_empty() || !clipping.html.is_empty());
    let copied = || model.maps.copied.as_ref().map(|(text, _)| Clipping { text: text.clone(), html: String::new() });
    match clipping.or_else(copied) {
        Some(clipping) => paste(model, env, map, &clipping, out),
        None => notify(model, if refused { Notice::PasteRefused } else { Notice::PasteEmpty }, true),
    }
}

/// Pastes text below the selection: the copied nodes where it is their text, else a node for each line of its outline,
/// or of its text where it has none.
pub(super) fn paste(
    model: &mut Model,
    env: &mut Env,
    map: MapId,
    Clipping { text, html }: &Clipping,
    out: &mut Vec<Effect>,
) {
    let Some(node) = model.maps.primary(map) else { return };
    let copied =
        model.maps.copied.as_ref().filter(|(copied, _)| copied.trim_end() == text.replace('\r', "").trim_end());
    let Some(trees) = copied.map(|(_, trees)| trees.clone()) else {
        let text = copied_html::outline(html).unwrap_or_else(|| text.clone());
        if text.trim().is_empty() {
            return notify(model, Notice::PasteEmpty, true);
        }
        run_one(model, env, map, Paste::new(node, text), out);
        return;
    };
    let Some(view) = model.maps.views.get(&map).cloned() else { return };
    let mut draft = model.workspace.draft();
    let Some(mut stage) = MapTarget::open(&mut draft, env, map, &view.tree) else { return };
    let made = transfer::put_below(&mut stage, node, None, &trees, &[]);
    let changes = draft.finish();
    let subject = trees.nodes.first().map(|node| truncate(&node.title, SUBJECT)).unwrap_or_default();
    let label = Label { document: Document::of(map), command: Paste::ID, subject };
    if edit::record(model, env, label, changes, out).is_none() {
        return;
    }
    refresh(model);
    if let Some(view) = model.maps.views.get(&map) {
        let tops = transfer::topmost(&view.tree, &made);
        view_state::select(model, map, tops, out);
    }
}
