//! Dragging nodes: which are dragged together, and where a drop moves them.

use super::Viewport;
use crate::store::Store;
use espalier_app::Msg;
use espalier_app::maps::MapMsg;
use espalier_base::collect;
use espalier_command::call::Call;
use espalier_mindmap::commands::{MoveTo, SetSide};
use espalier_mindmap::layout::{Drag, DropTarget};
use espalier_mindmap::transfer::{positions, topmost};
use espalier_model::{MapId, NodeId};

/// Begins a drag of the pressed node, or of all selected ones if it is among them.
pub fn begin_drag(node: NodeId, map: MapId, viewport: &Viewport, store: &Store) -> Option<(Drag, Vec<NodeId>)> {
    let rendered = viewport.rendered()?;
    let selected = store.read(|model| model.maps.looks.get(&map).map(|look| look.selection.clone()))?;
    if store.read(|model| model.read_only.is_some()) {
        return None;
    }
    let nodes = if selected.contains(&node) { selected } else { vec![node] };
    let indices: Vec<u32> = nodes.iter().filter_map(|&node| rendered.index(node)).collect();
    let drag = Drag::new(&rendered.layout, &indices)?;
    Some((drag, topmost(&rendered.view.tree, &nodes)))
}

/// Moves the nodes to a drop target, as one step.
pub fn drop_nodes(nodes: &[NodeId], target: &DropTarget, map: MapId, viewport: &Viewport, store: &Store) {
    let Some(rendered) = viewport.rendered() else { return };
    let Some(view) = store.read(|model| model.map_view(map).cloned()) else { return };
    let parent = rendered.node(target.parent).id;
    if view.tree.index_of(parent).is_none() {
        return;
    }
    // What is only proposed is drawn, but has no place among the children yet.
    let slot = target.index.map(|index| {
        let going = collect::set(nodes.iter().copied());
        let staying = rendered.view.tree.children(parent).into_iter().filter(|child| !going.contains(child));
        staying.take(index).filter(|&child| view.tree.index_of(child).is_some()).count()
    });
    let positions = slot.map(|slot| positions(&view.tree.children(parent), nodes, slot));
    let mut calls: Vec<Call> = Vec::new();
    for (at, node) in nodes.iter().enumerate() {
        let position = positions.as_ref().and_then(|positions| positions.get(at)).copied();
        calls.push(MoveTo { node: *node, parent, position }.into());
        if let Some(side) = target.side.filter(|_| view.tree.root() == Some(parent)) {
            calls.push(SetSide { node: *node, side: Some(side) }.into());
        }
    }
    store.dispatch(Msg::Maps(MapMsg::DoAll(map, MoveTo::ID, calls)));
}
