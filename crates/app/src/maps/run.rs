//! Runs commands in a map, as one step (M1 of the room).

use super::{SUBJECT, refresh, view_state};
use crate::edit::{self, Label};
use crate::effect::Effect;
use crate::{Model, Notice, notify};
use espalier_base::env::Env;
use espalier_base::text::truncate;
use espalier_command::call::{Call, CommandId};
use espalier_command::history::{Document, EntryId};
use espalier_command::transaction::{self, Applied};
use espalier_mindmap::REGISTRY;
use espalier_mindmap::commands::{LAYOUTS, PALETTES, SetLayout, SetTheme};
use espalier_mindmap::target::MapTarget;
use espalier_model::{MapId, Node, NodeId, NodeKey};

/// Runs one command in a map.
pub fn run_one(
    model: &mut Model,
    env: &mut Env,
    map: MapId,
    call: impl Into<Call>,
    out: &mut Vec<Effect>,
) -> Option<(Applied, EntryId)> {
    let call = call.into();
    run(model, env, map, call.id, vec![call], out)
}

/// Runs several commands in a map as one step, named after one of them (M1).
pub fn run(
    model: &mut Model,
    env: &mut Env,
    map: MapId,
    name: CommandId,
    calls: Vec<Call>,
    out: &mut Vec<Effect>,
) -> Option<(Applied, EntryId)> {
    refresh(model);
    let view = model.maps.views.get(&map).cloned()?;
    let before = model.maps.look(map).selection.clone();
    let subject = calls.first().map(|first| subject(model, map, name, first)).unwrap_or_default();
    let mut draft = model.workspace.draft();
    let mut stage = MapTarget::open(&mut draft, env, map, &view.tree)?;
    let applied = match transaction::run(&mut stage, &REGISTRY, espalier_mindmap::CATEGORIES, &Call::operations(calls))
    {
        Ok(applied) => applied,
        Err(failed) => {
            notify(model, Notice::Reason(failed.reason), true);
            return None;
        }
    };
    let changes = draft.finish();
    let label = Label { document: Document::of(map), command: name, subject };
    let entry = edit::record(model, env, label, changes, out)?;
    refresh(model);
    let selected = applied.outcomes.iter().flat_map(|(_, outcome)| &outcome.select).map(|&id| NodeId::from_uuid(id));
    let mut selected: Vec<NodeId> = selected.collect();
    if let Some(view) = model.maps.views.get(&map) {
        selected.retain(|&node| view.tree.index_of(node).is_some());
    }
    if !selected.is_empty() {
        view_state::select(model, map, selected, out);
    }
    view_state::keep_step(model, map, entry, before);
    Some((applied, entry))
}

/// Subject of a command, in the person's words: the title of the node it names first.
fn subject(model: &Model, map: MapId, name: CommandId, call: &Call) -> String {
    let words = &espalier_i18n::messages(model.language()).map;
    let chosen = |ids: &[&str], names: &[&'static str]| {
        let at = ids.iter().position(|id| call.text(0) == Some(id));
        at.and_then(|at| names.get(at)).copied().unwrap_or_default().to_owned()
    };
    match name {
        SetLayout::ID => return chosen(LAYOUTS, &words.layouts),
        SetTheme::ID => return chosen(PALETTES, &words.themes),
        _ => {}
    }
    let node = call.text(0).and_then(|text| text.parse().ok());
    let node = node.and_then(|id| model.workspace.get::<Node>(&NodeKey { map, id }));
    node.map(|node| truncate(node.title.trim(), SUBJECT)).unwrap_or_default()
}
