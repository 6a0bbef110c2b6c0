//! View state of a map: selection, title editor, panel, camera.

use super::reveal;
use crate::Model;
use crate::effect::Effect;
use crate::navigate::Route;
use espalier_command::history::EntryId;
use espalier_model::{MapId, Node, NodeId, NodeKey};

/// Number of selections to go back to.
const TRAIL: usize = 100;

/// View state of a map.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MapViewState {
    /// The selected nodes; the last one is at the keyboard.
    pub selection: Vec<NodeId>,
    /// The title editor.
    pub editing: Option<Editing>,
    /// The node from which a line is being drawn by hand.
    pub line_from: Option<NodeId>,
    /// Whether a tap on a node toggles it in the selection.
    pub choosing: bool,
    /// The panel beside the map.
    pub panel: Panel,
    /// Number of requests to write the note, since the panel was opened.
    pub note_calls: u64,
    /// Whether the map is shown as an outline.
    pub outline: bool,
    /// Text that is searched for, while the search is open.
    pub query: Option<String>,
    /// Number of requests for a picture, and whether the last one is for PNG.
    pub picture: (u64, bool),
    /// Number of camera requests, and the last one: by the number, two equal requests differ.
    pub camera: (u64, Option<Camera>),
    back: Vec<NodeId>,
    forward: Vec<NodeId>,
}

/// The most nodes of a selection that is kept with a step.
const MAX_KEPT: usize = 200;

/// Editor of a title.
#[derive(Debug, Clone, PartialEq)]
pub struct Editing {
    /// The node.
    pub node: NodeId,
    /// Text of the field at first.
    pub text: String,
    /// Whether all of it is selected at first.
    pub all: bool,
    /// The step that made the node, while its first title is written.
    pub entry: Option<EntryId>,
    /// Whether the present title only stands in for the first one, as in the root of a new map.
    pub first: bool,
    /// Number of times that editing began, over all maps, by which the field tells editors apart.
    pub call: u64,
}

/// Panel beside a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Panel {
    /// None.
    #[default]
    None,
    /// The note of the selected node.
    Note,
    /// The conversation about the selected node.
    Assistant,
    /// Other attributes of the selected node.
    Details,
}

/// Request to the camera.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Camera {
    /// Zoom in.
    In,
    /// Zoom out.
    Out,
    /// Show the map in its own size.
    Reset,
    /// Show the whole map.
    Fit,
    /// Put a node in the middle.
    Center(NodeId),
    /// Put a node in the middle, large enough to be read.
    Read(NodeId),
}

impl MapViewState {
    /// Opens a panel, without a request to write in it.
    pub const fn open(&mut self, panel: Panel) {
        (self.panel, self.note_calls) = (panel, 0);
    }

    /// Sends a request to the camera.
    pub fn aim(&mut self, camera: Camera) {
        self.camera = (self.camera.0 + 1, Some(camera));
    }
}

/// Selects nodes, and puts the last one into the address.
pub fn select(model: &mut Model, map: MapId, nodes: Vec<NodeId>, out: &mut Vec<Effect>) {
    let before = model.maps.primary(map);
    let look = model.maps.look(map);
    if look.selection == nodes {
        return;
    }
    if let Some(before) = before.filter(|before| nodes.last() != Some(before)) {
        look.back.push(before);
        let surplus = look.back.len().saturating_sub(TRAIL);
        look.back.drain(..surplus);
        look.forward.clear();
    }
    show(model, map, nodes, out);
}

/// Keeps the selections before and after a step.
pub(super) fn keep_step(model: &mut Model, map: MapId, entry: EntryId, before: Vec<NodeId>) {
    let after = model.maps.look(map).selection.clone();
    if before.len().max(after.len()) > MAX_KEPT {
        return;
    }
    // Typing that goes on is the same step: it began where its first letter was typed.
    let known = model.maps.steps.entry(entry).or_insert_with(|| [before, Vec::new()]);
    known[1] = after;
}

/// Selection before a step, or else after it; empty where it is not known.
pub(super) fn of_step(model: &Model, entry: EntryId, before: bool) -> Vec<NodeId> {
    model.maps.steps.get(&entry).map(|kept| kept[usize::from(!before)].clone()).unwrap_or_default()
}

/// Selects nodes without adding to the trail, and puts the last one into the address.
pub(super) fn show(model: &mut Model, map: MapId, mut nodes: Vec<NodeId>, out: &mut Vec<Effect>) {
    if let Some(view) = model.maps.views.get(&map) {
        nodes = reveal::in_view(view, &nodes);
    }
    let look = model.maps.look(map);
    if look.editing.as_ref().is_some_and(|editing| nodes.last() != Some(&editing.node)) {
        look.editing = None;
    }
    look.selection = nodes;
    if let Some(node) = model.maps.primary(map)
        && model.route.map() == Some(map)
    {
        model.route = Route::Map(Some(map), Some(node));
        out.push(Effect::SetRoute(model.route, true));
    }
}

/// Goes back to an earlier selection, or forward again.
pub fn travel(model: &mut Model, map: MapId, back: bool, out: &mut Vec<Effect>) {
    let Some(here) = model.maps.primary(map) else { return };
    let Some(view) = model.maps.views.get(&map).cloned() else { return };
    let look = model.maps.look(map);
    let (from, to) = if back { (&mut look.back, &mut look.forward) } else { (&mut look.forward, &mut look.back) };
    while let Some(node) = from.pop() {
        if view.tree.index_of(node).is_some() && node != here {
            to.push(here);
            return show(model, map, vec![node], out);
        }
    }
}

/// Begins to edit a title in place.
pub fn begin_edit(model: &mut Model, map: MapId, node: NodeId, text: Option<String>, entry: Option<EntryId>) {
    let Some(row) = model.workspace.get::<Node>(&NodeKey { map, id: node }) else { return };
    if model.read_only.is_some() {
        return;
    }
    let all = text.is_none();
    let text = text.unwrap_or_else(|| row.title.clone());
    model.maps.edits += 1;
    let call = model.maps.edits;
    let look = model.maps.look(map);
    (look.selection, look.choosing) = (vec![node], false);
    // A letter may come before the field of a new node is drawn; the node stays new, and its title part of its step.
    let before = look.editing.take().filter(|editing| editing.node == node);
    let first = before.as_ref().is_some_and(|editing| editing.first);
    let entry = entry.or(before.and_then(|editing| editing.entry));
    look.editing = Some(Editing { node, text, all, entry, first, call });
}
