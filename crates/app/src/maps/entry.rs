//! The entry of the Map room.

use super::proposals::MapProposals;
use super::view_state::Panel;
use super::{MapMsg, asks, files, follow, not_read, open_shown, opened, opened_or_open, refresh, show, texts, update};
use crate::command::{Command, CommandAction, command_table};
use crate::core::Changed;
use crate::effect::Effect;
use crate::navigate::Route;
use crate::room::{OpenedFile, Proposals, Room, RoomMsg, RoomRows};
use crate::{Model, Msg};
use espalier_base::env::Env;
use espalier_command::history::{Document, Step};
use espalier_command::spec::Spec;
use espalier_find::Passage;
use espalier_mindmap::REGISTRY;
use espalier_mindmap::commands::{Assist, Search};
use espalier_mindmap::formats;
use espalier_model::{MapId, MindMap, Record, RecordKey, RoomId, Scope, SessionId, Thing};
use espalier_storage::port::Loaded;

/// The Map room.
#[derive(Debug)]
pub struct MapRoom;

command_table! {
    /// Commands of the room that are no operations on a map.
    COMMANDS {
        EXAMPLE "map.example" = |m| m.shell.example.see => |model| {
            matches!(model.route, Route::Map(..)).then_some(Msg::Maps(MapMsg::Example))
        };
    }
}

/// The Map room, as its code is linked in.
pub fn room() -> Option<&'static dyn Room> {
    Some(&MapRoom)
}

fn map_of(document: Document) -> Option<MapId> {
    document.thing_of(RoomId::Map).map(MapId::from_uuid)
}

impl RoomRows for MapRoom {
    fn texts(&self, record: &Record, add: &mut dyn FnMut(Thing, Passage<'_>)) {
        texts::of(record, add);
    }

    fn changed(&self, model: &mut Model, changed: &Changed) {
        for row in &changed.rows {
            match &row.key {
                RecordKey::Maps(map) => drop(model.maps.stale.insert(*map)),
                RecordKey::Nodes(key) => drop(model.maps.stale.insert(key.map)),
                _ => {}
            }
        }
    }

    fn refresh(&self, model: &mut Model) {
        refresh(model);
    }

    fn after(&self, model: &mut Model, _: &mut Env, out: &mut Vec<Effect>) {
        open_shown(model, out);
    }

    fn booted(&self, model: &mut Model, _: usize, _: &mut Vec<Effect>) {
        let maps = &mut *model.maps;
        maps.stale.extend(maps.opened.iter().copied());
    }

    fn loaded(&self, model: &mut Model, env: &mut Env, of: Document, loaded: Loaded, out: &mut Vec<Effect>) {
        if let Some(map) = map_of(of) {
            opened(model, env, map, loaded, out);
        }
    }

    fn failed(&self, model: &mut Model, of: Document) {
        if let Some(map) = map_of(of) {
            not_read(model, map);
        }
    }

    fn fetch(&self, model: &mut Model, of: Document, out: &mut Vec<Effect>) -> bool {
        map_of(of).is_none_or(|map| model.unread.contains(&of) || opened_or_open(model, map, out))
    }

    fn concerns(&self, model: &mut Model, key: &RecordKey) -> bool {
        // Nodes written while a map is read may not be in what was read.
        let is_here = |map: &MapId| model.maps.opened.contains(map) || model.maps.opening.contains(map);
        matches!(key, RecordKey::Nodes(key) if is_here(&key.map))
    }
}

impl Room for MapRoom {
    fn id(&self) -> RoomId {
        RoomId::Map
    }

    fn show(&self, model: &mut Model, route: Route, out: &mut Vec<Effect>) {
        if let Route::Map(map, node) = route {
            show(model, map, node, out);
        }
    }

    fn place_of(&self, model: &mut Model, scope: Scope, _: SessionId) -> Option<Route> {
        let (map, node) = scope.as_node()?;
        model.maps.look(map).panel = Panel::Assistant;
        Some(Route::Map(Some(map), Some(node)))
    }

    fn title(&self, model: &Model, route: Route) -> Option<String> {
        model.workspace.get::<MindMap>(&route.map()?).map(|row| row.name.clone())
    }

    fn scope(&self, model: &Model) -> Option<Scope> {
        let map = model.route.map()?;
        let look = model.maps.looks.get(&map)?;
        let node = model.maps.primary(map)?;
        (look.panel == Panel::Assistant).then_some(Scope::node(map, node))
    }

    fn undo_scope(&self, model: &Model) -> Vec<Document> {
        let open = model.route.map().filter(|map| model.workspace.get::<MindMap>(map).is_some());
        std::iter::once(Document::MAPS).chain(open.map(Document::of)).collect()
    }

    fn is_shown(&self, model: &Model, key: &RecordKey) -> bool {
        matches!(key, RecordKey::Maps(id) if model.route.map() == Some(*id))
    }

    fn stepped(&self, model: &mut Model, step: &Step, out: &mut Vec<Effect>) {
        if let Some(map) = map_of(step.document) {
            follow(model, map, step, out);
        }
    }

    fn perform(&self, model: &mut Model, env: &mut Env, msg: RoomMsg, out: &mut Vec<Effect>) {
        if let Ok(msg) = msg.downcast::<MapMsg>() {
            update(model, env, *msg, out);
        }
    }

    fn specs(&self) -> &'static [&'static Spec] {
        REGISTRY.specs()
    }

    fn action(&self, model: &Model, spec: &'static Spec) -> Option<CommandAction> {
        let map = model.route.map()?;
        if super::applies(model, map, spec) {
            return Some(CommandAction::Send(Msg::Maps(MapMsg::Key(map, spec.id))));
        }
        asks::of_map(model, map, spec).map(CommandAction::Ask)
    }

    fn commands(&self) -> &'static [Command] {
        COMMANDS
    }

    fn key(&self, model: &Model, keys: &str, anywhere: bool) -> Option<Msg> {
        let map = model.route.map().filter(|map| anywhere && model.map_view(*map).is_some())?;
        let spec = super::shortcut(keys).filter(|spec| matches!(spec.id, Assist::ID | Search::ID))?;
        Some(Msg::Maps(MapMsg::Key(map, spec.id)))
    }

    fn import(&self, model: &mut Model, env: &mut Env, file: &OpenedFile<'_>, out: &mut Vec<Effect>) -> bool {
        if !file.foreign {
            return false;
        }
        let read = formats::read(file.bytes, file.name);
        let here = matches!(model.route, Route::Map(..));
        let takes = here || read.is_ok() && matches!(model.route, Route::Settings);
        if takes {
            files::import(model, env, file.name, read, out);
        }
        takes
    }

    fn takes_proposals(&self) -> bool {
        true
    }

    fn proposals(&self, scope: Scope) -> Option<&'static dyn Proposals> {
        scope.as_node().is_some().then_some(&MapProposals as &'static dyn Proposals)
    }
}
