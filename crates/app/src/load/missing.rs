//! Messages, nodes and shapes whose conversation, map or scene is not stored any more.
//!
//! - O1 Around what is left a conversation, map or scene is made again, under its old id and with a name that says so.
//!   Nothing is written over: not a row that cannot be read, not one that this tab knows and has still to store.

use crate::effect::Effect;
use crate::{Model, Notice, edit, notify};
use espalier_base::env::Env;
use espalier_i18n::messages;
use espalier_model::{MindMap, RecordKey, Scene, Session, Table};
use espalier_storage::port::Durability;

/// Makes missing conversations, maps and scenes again (O1).
pub fn found(model: &mut Model, env: &mut Env, missing: Vec<(Table, String)>, out: &mut Vec<Effect>) {
    let unsaved = model.saving.unsaved();
    let is_lost = |key: &RecordKey| model.workspace.tables().record(key).is_none() && unsaved.get(key).is_none();
    let keys = missing.into_iter().filter_map(|(table, key)| table.key(&key));
    let lost: Vec<RecordKey> = keys.filter(is_lost).collect();
    if lost.is_empty() || model.read_only.is_some() {
        return;
    }
    let say = &messages(model.language()).shell.notice;
    let (mut sessions, mut maps, mut scenes) = (0, 0, 0);
    edit::change(model, Durability::Strict, out, |draft| {
        for key in lost {
            match key {
                RecordKey::Sessions(id) => {
                    sessions += 1;
                    draft.put(Session { name: say.recovered_session.to_owned(), ..Session::new(id, env.now) });
                }
                RecordKey::Maps(id) => {
                    maps += 1;
                    // Which node is the root is found out as the map is opened.
                    let row = MindMap::new(id, env.id(), env.now);
                    draft.put(MindMap { name: say.recovered_map.to_owned(), ..row });
                }
                RecordKey::Scenes(id) => {
                    scenes += 1;
                    draft.put(Scene { name: say.recovered_scene.to_owned(), ..Scene::new(id, env.now) });
                }
                _ => {}
            }
        }
    });
    notify(model, Notice::Recovered(sessions, maps, scenes), true);
}
