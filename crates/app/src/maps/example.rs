//! The example of the room: made, opened, and removed again.

use super::{MapMsg, SUBJECT, entry, list, opened_or_wait, refresh};
use crate::edit::{self, Label};
use crate::effect::Effect;
use crate::navigate::Route;
use crate::{Model, room};
use espalier_base::env::Env;
use espalier_base::text::truncate;
use espalier_command::history::Document;
use espalier_mindmap::example::example;
use espalier_mindmap::maps::name_of;
use espalier_mindmap::transfer;
use espalier_model::example::{is_example, marked};
use espalier_model::{MapId, MindMap, RoomId, Session};

/// Shows the example, which is made where there is none.
pub(super) fn open(model: &mut Model, env: &mut Env, out: &mut Vec<Effect>) {
    let there = model.workspace.tables().maps.keys().copied().find(|id| is_example(RoomId::Map, *id));
    if let Some(map) = there {
        return room::go(model, Route::Map(Some(map), None), out);
    }
    let tree = example(model.language());
    let name = tree.nodes.first().map(|root| name_of(&root.title)).unwrap_or_default();
    let id: MapId = marked(RoomId::Map, env.id());
    let label = Label { document: Document::MAPS, command: entry::EXAMPLE, subject: truncate(&name, SUBJECT) };
    let made = edit::run(model, env, label, out, |draft, env| {
        transfer::new_map(draft, env, id, &name, &tree);
        Ok(())
    });
    if made.is_some() {
        model.maps.opened.insert(id);
        model.maps.stale.insert(id);
        refresh(model);
        room::go(model, Route::Map(Some(id), None), out);
    }
}

/// Deletes the example, or asks first where a person wrote something in it.
pub(super) fn remove(model: &mut Model, env: &mut Env, map: MapId, out: &mut Vec<Effect>) {
    if !is_example(RoomId::Map, map) || !opened_or_wait(model, MapMsg::RemoveExample(map), map, out) {
        return;
    }
    if is_changed(model, map) {
        model.dialog = Some(list::ask_delete(model, map));
    } else {
        list::delete(model, env, map, out);
    }
}

/// Whether the example was edited since it was made. Positions and folds do not count.
fn is_changed(model: &Model, map: MapId) -> bool {
    let Some(row) = model.workspace.get::<MindMap>(&map) else { return false };
    let at = row.created_at;
    let mut sessions = model.workspace.tables().sessions.values();
    let mut nodes = model.workspace.nodes(map);
    let root = model.workspace.nodes(map).find(|node| node.id == row.root);
    root.is_none_or(|root| name_of(&root.title) != row.name)
        || nodes.any(|node| node.created_at != at || node.updated_at != at)
        || sessions.any(|row: &std::rc::Rc<Session>| row.scope.as_node().is_some_and(|(of, _)| of == map))
}
