//! The list of maps: making, copying and deleting whole maps.

use super::{MapMsg, SUBJECT, opened_or_wait, refresh, view_state};
use crate::edit::{self, Label};
use crate::effect::Effect;
use crate::navigate::Route;
use crate::{Confirm, Dialog, Model, Notice, notify, room};
use espalier_base::env::Env;
use espalier_base::text::truncate;
use espalier_command::call::Call;
use espalier_command::history::Document;
use espalier_command::transaction;
use espalier_mindmap::REGISTRY;
use espalier_mindmap::maps::{CreateMap, DeleteMap, ListTarget};
use espalier_model::{MapId, MindMap};

pub(super) fn create(model: &mut Model, env: &mut Env, out: &mut Vec<Effect>) {
    let language = model.language();
    let name = espalier_i18n::messages(language).map.central;
    let Some(map) = begin(model, env, None, name, out) else { return };
    if let Some(root) = model.maps.primary(map) {
        view_state::begin_edit(model, map, root, None, None);
        if let Some(editing) = &mut model.maps.look(map).editing {
            editing.first = true;
        }
    }
}

/// Makes a map with this root, and shows it. An existing map of the given id is shown as it is.
pub(super) fn begin(
    model: &mut Model,
    env: &mut Env,
    id: Option<MapId>,
    title: &str,
    out: &mut Vec<Effect>,
) -> Option<MapId> {
    if let Some(map) = id.filter(|id| model.workspace.get::<MindMap>(id).is_some()) {
        room::go(model, Route::Map(Some(map), None), out);
        return Some(map);
    }
    let id = id.unwrap_or_else(|| env.id());
    let map = list(model, env, id, CreateMap { name: Some(title.to_owned()) }, out)?;
    model.maps.opened.insert(map);
    model.maps.stale.insert(map);
    refresh(model);
    room::go(model, Route::Map(Some(map), None), out);
    Some(map)
}

pub(super) fn delete(model: &mut Model, env: &mut Env, map: MapId, out: &mut Vec<Effect>) {
    // Its nodes are part of what is deleted, so that undo brings them back.
    if !opened_or_wait(model, MapMsg::Delete(map), map, out) {
        return;
    }
    let name = model.workspace.get::<MindMap>(&map).map(|row| row.name.clone()).unwrap_or_default();
    if list(model, env, map, DeleteMap::new(map), out).is_some() {
        notify(model, Notice::Done(DeleteMap::ID, name, Document::MAPS), false);
        if model.route.map() == Some(map) {
            room::go(model, Route::Map(None, None), out);
        }
    }
}

/// The question before a map is deleted.
pub fn ask_delete(model: &Model, map: MapId) -> Dialog {
    let count = model.map_view(map).map_or(0, |view| view.nodes.len());
    Dialog::Confirm(Confirm::DeleteMap(map, count))
}

/// Runs a command of the list of maps; returns the map it made or acted on. A new one gets this id.
pub(super) fn list(
    model: &mut Model,
    env: &mut Env,
    map: MapId,
    command: impl Into<Call>,
    out: &mut Vec<Effect>,
) -> Option<MapId> {
    let call = command.into();
    let id = call.id;
    let subject = model.workspace.get::<MindMap>(&map).map(|row| row.name.clone()).unwrap_or_default();
    let mut draft = model.workspace.draft();
    let mut stage = ListTarget { draft: &mut draft, env };
    let made = (id == CreateMap::ID).then(|| map.uuid());
    let result = transaction::run_making(
        &mut stage,
        &REGISTRY,
        espalier_mindmap::CATEGORIES,
        &Call::operations(vec![call]),
        made,
    );
    let applied = match result {
        Ok(applied) => applied,
        Err(failed) => {
            notify(model, Notice::Reason(failed.reason), true);
            return None;
        }
    };
    let changes = draft.finish();
    let label = Label { document: Document::MAPS, command: id, subject: truncate(&subject, SUBJECT) };
    edit::record(model, env, label, changes, out)?;
    let made = applied.outcomes.first().and_then(|(_, outcome)| outcome.made.first().copied());
    Some(made.map_or(map, MapId::from_uuid))
}
