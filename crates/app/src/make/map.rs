//! Maps made of something.

use std::collections::BTreeMap;

use super::content::{Content, task_name};
use super::merge::{self, Made, Row, state_of};
use super::{MAKE_MAP, MAKE_UPDATE, Making, NAME, Source, To, show};
use crate::effect::Effect;
use crate::{Model, Refusal, edit, maps};
use espalier_base::env::Env;
use espalier_base::text::truncate;
use espalier_command::history::Document;
use espalier_mindmap::maps::name_of;
use espalier_mindmap::node_tree::{FlatLink, FlatNode};
use espalier_mindmap::target::MapTarget;
use espalier_mindmap::transfer;
use espalier_model::mindmap::{NodeLink, Task};
use espalier_model::{MapId, MindMap, NodeId, Thing};
use uuid::Uuid;

/// Makes a map, or brings the one up to date that was made before.
pub fn make(model: &mut Model, env: &mut Env, source: Source, content: &Content, out: &mut Vec<Effect>) {
    let map = MapId::from_uuid(source.made_id(To::Map));
    let Some(making) = Making::new(model, &source, content, Thing::Map(map)) else {
        return edit::refuse(model, Refusal::Gone);
    };
    let rows = content.rows(map.uuid());
    if model.workspace.get::<MindMap>(&map).is_some() {
        if !maps::opened_or_open(model, map, out) {
            model.making = Some((Document::of(map), source, To::Map));
            return;
        }
        return update(model, env, map, (content, &rows, making), out);
    }
    let label = edit::Label { document: Document::MAPS, command: MAKE_MAP, subject: truncate(&content.name, NAME) };
    let ids: Vec<NodeId> = rows.iter().map(|row| NodeId::from_uuid(row.id)).collect();
    let done = edit::run(model, env, label, out, |draft, env| {
        transfer::new_map_of(draft, env, map, &name_of(&content.name), (&content.tree, &ids));
        making.put(draft, state_of(&rows));
        Ok(())
    });
    if done.is_some() {
        show(model, Thing::Map(map), (MAKE_MAP, Document::MAPS), &content.name, out);
    }
}

fn update(
    model: &mut Model,
    env: &mut Env,
    map: MapId,
    (content, rows, making): (&Content, &[Row], Making),
    out: &mut Vec<Effect>,
) {
    maps::refresh(model);
    let Some(view) = model.maps.views.get(&map).cloned() else { return edit::refuse(model, Refusal::Gone) };
    let document = Document::of(map);
    let label = edit::Label { document, command: MAKE_UPDATE, subject: truncate(&content.name, NAME) };
    let done = edit::run(model, env, label, out, |draft, env| {
        let flats = rows.iter().zip(&content.tree.nodes).map(|(row, flat)| (row.id, flat)).collect();
        let stage = MapTarget::open(draft, env, map, &view.tree).ok_or(Refusal::Gone)?;
        let mut nodes = Nodes { stage, flats };
        merge::update(&mut nodes, rows, &making.last);
        making.put(draft, state_of(rows));
        Ok(())
    });
    if done.is_some() {
        show(model, Thing::Map(map), (MAKE_UPDATE, document), &content.name, out);
    }
}

/// The nodes of a map that was made.
struct Nodes<'a, 's, 'w> {
    stage: MapTarget<'s, 'w>,
    flats: BTreeMap<Uuid, &'a FlatNode>,
}

impl Made for Nodes<'_, '_, '_> {
    fn fields(&self, id: Uuid) -> Option<Vec<String>> {
        let row = self.stage.node(NodeId::from_uuid(id)).ok()?;
        Some(vec![row.title.clone(), row.note.clone(), task_name(row.task).to_owned()])
    }

    fn add(&mut self, row: &Row, position: usize) {
        let (Some(parent), Some(flat)) = (row.parent.map(NodeId::from_uuid), self.flats.get(&row.id)) else { return };
        let id = self.stage.add(Some(row.id), parent, Some(position), &flat.title);
        self.stage.write(id, |node| {
            node.note.clone_from(&flat.note);
            node.task = flat.task;
            node.color = flat.color;
            if let Some(FlatLink::Url(url)) = &flat.link {
                node.link = Some(NodeLink::Url { url: url.clone() });
            }
        });
    }

    fn write(&mut self, id: Uuid, field: usize, text: &str) {
        self.stage.write(NodeId::from_uuid(id), |node| match field {
            0 => text.clone_into(&mut node.title),
            1 => text.clone_into(&mut node.note),
            _ => {
                let named = [Task::None, Task::Open, Task::Done].into_iter().find(|task| task_name(*task) == text);
                node.task = named.unwrap_or_default();
            }
        });
    }

    fn remove(&mut self, id: Uuid) -> bool {
        let node = NodeId::from_uuid(id);
        let is_free = self.stage.shape.contains(node) && self.stage.shape.children(node).is_empty();
        if is_free {
            self.stage.remove(node);
        }
        is_free
    }
}
