//! Mind maps: opening them, running the commands of `espalier_mindmap`, their view state.
//!
//! - M1 Every change of a map is one transaction of commands: one entry, one undo.
//! - M2 What is selected, edited and looked at is no record: it is neither stored nor undone, and never clears redo.
//! - M3 A new node and the first title it is given are one step of the history, and stored together: a page that is
//!   left before anything was typed leaves no empty node behind.

mod asks;
mod edit_title;
pub mod entry;
mod example;
pub mod files;
mod keys;
mod list;
mod paste;
mod proposals;
mod reveal;
mod run;
mod texts;
mod view_state;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

pub use self::asks::{COLOURS, ICONS};
pub use self::keys::{applies, is_here, look_after, shortcut};
pub use self::list::ask_delete;
pub use self::paste::Clipping;
pub use self::proposals::Preview;
pub use self::run::{run, run_one};
pub use self::view_state::{Camera, Editing, MapViewState, Panel};
use super::edit;
use super::effect::{Effect, LoadTag};
use super::navigate::Route;
use super::{Model, Notice, journal, notify, room};
use espalier_base::env::Env;
use espalier_command::call::{Call, CommandId};
use espalier_command::history::{Document, EntryId, Step};
use espalier_mindmap::formats::Format;
use espalier_mindmap::maps::{DuplicateMap, RenameMap};
use espalier_mindmap::node_tree::NodeTree;
use espalier_mindmap::target;
use espalier_mindmap::transfer;
use espalier_model::mindmap::tree::{Repair, Tree};
use espalier_model::{MapId, MindMap, Node, NodeId, NodeKey, Record, RecordKey, Table};
use espalier_storage::port::{Durability, Loaded, Query};

const SUBJECT: usize = 60;

/// Tree and rows of an opened map.
#[derive(Debug, Clone)]
pub struct MapView {
    /// The map.
    pub row: Rc<MindMap>,
    /// Its tree.
    pub tree: Tree,
    /// The nodes in pre-order.
    pub nodes: Vec<Rc<Node>>,
    /// Version, counted up with every change.
    pub version: u64,
}

/// A picture of a map.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// The picture as SVG.
    pub svg: String,
    /// Its size in CSS pixels.
    pub size: (f64, f64),
    /// Whether it is to be saved as PNG.
    pub pixels: bool,
}

/// The maps that were opened.
#[derive(Debug, Default)]
pub struct Maps {
    /// Copied nodes: as text, and with everything that text cannot hold.
    pub copied: Option<(String, NodeTree)>,
    /// Tree and rows of each.
    pub views: BTreeMap<MapId, Rc<MapView>>,
    /// Maps whose nodes are in memory.
    pub opened: BTreeSet<MapId>,
    /// Maps whose nodes are being read.
    pub opening: BTreeSet<MapId>,
    /// Maps whose tree has to be made again.
    pub stale: BTreeSet<MapId>,
    /// Number of times that the editing of a title began.
    pub edits: u64,
    /// View state of each (M2).
    pub looks: BTreeMap<MapId, MapViewState>,
    /// Messages that wait for the nodes of a map.
    waiting: BTreeMap<MapId, MapMsg>,
    /// Preview of the open proposal in the conversation that is shown.
    pub preview: Option<Preview>,
    /// Selections before and after each step that was done here, where they were not too large.
    steps: BTreeMap<EntryId, [Vec<NodeId>; 2]>,
}

/// Continuation after a title was edited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Then {
    /// None.
    Stay,
    /// Add another sibling, after the first title of a new node.
    Sibling,
    /// Add a child.
    Child,
    /// None; an old title stays as it was, and a new node without a title is removed.
    GiveUp,
}

/// A message to the Map room.
#[derive(Debug, Clone, PartialEq)]
pub enum MapMsg {
    /// Begin a map, and edit the title of its root.
    Create,
    /// Begin a map with this idea in the middle.
    Begin(String),
    /// Make a map of a diagram in Mermaid's notation.
    OpenDiagram(String),
    /// Begin a map with a given id; an existing map of that id is shown instead.
    BeginAs(MapId, String),
    /// Name a map.
    Rename(MapId, String),
    /// Copy a map.
    Duplicate(MapId),
    /// Delete a map.
    Delete(MapId),
    /// Show the example, which is made where there is none.
    Example,
    /// Delete the example, unless something has to be asked first.
    RemoveExample(MapId),
    /// Run a command.
    Do(MapId, Call),
    /// Run a command whose first parameter is a node on every selected node, where that node is one of them.
    ToSelected(MapId, Call),
    /// Write a map to a file.
    Export(MapId, Format),
    /// Run several commands as one step, named after one of them.
    DoAll(MapId, CommandId, Vec<Call>),
    /// Run a command on the selection.
    Key(MapId, CommandId),
    /// Select nodes; the last one is where the keyboard is.
    Select(MapId, Vec<NodeId>),
    /// Select a node that may be hidden: what hides it is unfolded first.
    Reveal(MapId, NodeId),
    /// Edit the title of a node in its place; with a text, that replaces it.
    BeginEdit(MapId, NodeId, Option<String>),
    /// End the editing of a title with this text, or (without a text) leave the title as it was.
    EndEdit(MapId, Option<String>, Then),
    /// Take in the text so far in the title field of a new node.
    Typed(MapId, String),
    /// Keep the text in the title field, as the page is hidden and may not come back.
    KeepTitle(MapId, String),
    /// Put a text that is too long for the edited title into the note.
    LongText(MapId, String),
    /// Paste text below the selection.
    Paste(MapId, Clipping),
    /// Draw a picture of the map: PNG, or (`false`) SVG.
    Draw(MapId, bool),
    /// Take in the drawn picture.
    Drawn(MapId, Picture),
    /// Show something beside the map, or nothing.
    Panel(MapId, Panel),
    /// Draw a line from a node: the next node that is pressed is where it ends.
    BeginLine(MapId, NodeId),
    /// End the line at this node, or give it up.
    EndLine(MapId, Option<NodeId>),
    /// Set whether a tap on a node toggles it in the selection.
    Choose(MapId, bool),
    /// Paste the text of the clipboard below the selection; `None` where it could not be read.
    ClipboardRead(MapId, Option<Clipping>),
    /// Search for a text; empty ends the search.
    Search(MapId, Option<String>),
}

/// Handles a message to the room.
pub fn update(model: &mut Model, env: &mut Env, msg: MapMsg, out: &mut Vec<Effect>) {
    match msg {
        MapMsg::Create => list::create(model, env, out),
        MapMsg::OpenDiagram(text) => files::open_diagram(model, env, &text, out),
        MapMsg::Begin(title) => drop(list::begin(model, env, None, &title, out)),
        MapMsg::BeginAs(map, title) => drop(list::begin(model, env, Some(map), &title, out)),
        MapMsg::Rename(map, name) => drop(list::list(model, env, map, RenameMap::new(map, name), out)),
        MapMsg::Duplicate(map) => {
            if opened_or_wait(model, MapMsg::Duplicate(map), map, out)
                && let Some(copy) = list::list(model, env, map, DuplicateMap::new(map), out)
            {
                room::go(model, Route::Map(Some(copy), None), out);
            }
        }
        MapMsg::Delete(map) => list::delete(model, env, map, out),
        MapMsg::Example => example::open(model, env, out),
        MapMsg::RemoveExample(map) => example::remove(model, env, map, out),
        MapMsg::Do(map, call) => drop(run_one(model, env, map, call, out)),
        MapMsg::ToSelected(map, call) => keys::to_selected(model, env, map, call, out),
        MapMsg::Export(map, format) => files::export(model, map, format, out),
        MapMsg::DoAll(map, name, calls) => drop(run(model, env, map, name, calls, out)),
        MapMsg::Key(map, command) => keys::perform(model, env, map, command, out),
        MapMsg::Select(map, mut nodes) => {
            // What a proposal would add can be seen but not selected.
            nodes.retain(|&node| model.map_view(map).is_some_and(|view| view.tree.index_of(node).is_some()));
            if !nodes.is_empty() {
                view_state::select(model, map, nodes, out);
            }
        }
        MapMsg::Reveal(map, node) => {
            reveal::reveal(model, map, node, out);
            // What was looked for belongs in the middle, where the eyes are.
            model.maps.look(map).aim(Camera::Read(node));
        }
        MapMsg::BeginEdit(map, node, text) => view_state::begin_edit(model, map, node, text, None),
        MapMsg::EndEdit(map, text, then) => edit_title::end(model, env, map, text, then, out),
        MapMsg::Typed(map, text) => edit_title::typed(model, env, map, &text, out),
        MapMsg::KeepTitle(map, text) => edit_title::keep(model, env, map, text, out),
        MapMsg::LongText(map, text) => edit_title::long_text(model, env, map, &text, out),
        MapMsg::Paste(map, clipping) => paste::paste(model, env, map, &clipping, out),
        MapMsg::Draw(map, pixels) => {
            let look = model.maps.look(map);
            look.picture = (look.picture.0 + 1, pixels);
        }
        MapMsg::Drawn(map, picture) => files::save_picture(model, map, picture, out),
        MapMsg::Panel(map, panel) => model.maps.look(map).open(panel),
        MapMsg::BeginLine(map, node) => model.maps.look(map).line_from = Some(node),
        MapMsg::EndLine(map, to) => keys::end_line(model, env, map, to, out),
        MapMsg::Choose(map, choosing) => model.maps.look(map).choosing = choosing,
        MapMsg::ClipboardRead(map, clipping) => paste::clipboard_read(model, env, map, clipping, out),
        MapMsg::Search(map, query) => model.maps.look(map).query = query,
    }
}

impl Maps {
    /// View state of a map.
    pub fn look(&mut self, map: MapId) -> &mut MapViewState {
        self.looks.entry(map).or_default()
    }

    /// The node at the keyboard.
    pub fn primary(&self, map: MapId) -> Option<NodeId> {
        let selected = self.looks.get(&map).and_then(|look| look.selection.last().copied());
        let view = self.views.get(&map)?;
        selected.filter(|&node| view.tree.index_of(node).is_some()).or_else(|| view.tree.root())
    }
}

impl Model {
    /// All maps, the one that changed last first.
    pub fn mind_maps(&self) -> Vec<Rc<MindMap>> {
        let mut maps: Vec<Rc<MindMap>> = self.workspace.tables().maps.values().cloned().collect();
        maps.sort_unstable_by(|one, other| other.updated_at.cmp(&one.updated_at).then(other.id.cmp(&one.id)));
        maps
    }

    /// Tree and rows of a map, once it is opened.
    pub fn map_view(&self, map: MapId) -> Option<&Rc<MapView>> {
        self.maps.views.get(&map)
    }
}

/// Shows a map, and a node of it.
pub fn show(model: &mut Model, map: Option<MapId>, node: Option<NodeId>, out: &mut Vec<Effect>) {
    for (_, look) in model.maps.looks.iter_mut().filter(|(other, _)| Some(**other) != map) {
        look.choosing = false;
    }
    let Some(map) = map else { return };
    if let Some(node) = node
        && model.maps.primary(map) != Some(node)
    {
        model.maps.look(map).selection = vec![node];
        reveal::uncover(model, map, node, out);
    }
    opened_or_open(model, map, out);
}

/// Opens the map of the address as soon as it exists: undo, redo or another tab may bring it back.
pub fn open_shown(model: &mut Model, out: &mut Vec<Effect>) {
    if let Some(map) = model.route.map()
        && model.workspace.get::<MindMap>(&map).is_some()
        && !model.unread.contains(&Document::of(map))
    {
        opened_or_open(model, map, out);
    }
}

/// Whether the nodes of a map are in memory; if not, reads them and keeps `msg` until then.
fn opened_or_wait(model: &mut Model, msg: MapMsg, map: MapId, out: &mut Vec<Effect>) -> bool {
    let opened = opened_or_open(model, map, out);
    if !opened {
        model.maps.waiting.insert(map, msg);
    }
    opened
}

/// Whether the nodes of a map are in memory; if not, reads them.
pub fn opened_or_open(model: &mut Model, map: MapId, out: &mut Vec<Effect>) -> bool {
    if model.maps.opened.contains(&map) {
        return true;
    }
    if model.maps.opening.insert(map) {
        out.push(Effect::Load(LoadTag::Rows(Document::of(map)), Query::Inside(Document::of(map))));
        out.push(journal::read_journal(Document::of(map)));
    }
    false
}

/// Gives up on the messages that wait for the nodes of a map, as those could not be read.
pub fn not_read(model: &mut Model, map: MapId) {
    model.maps.opening.remove(&map);
    model.maps.waiting.remove(&map);
    model.unread.insert(Document::of(map));
}

/// Takes in the nodes of a map.
pub fn opened(model: &mut Model, env: &mut Env, map: MapId, loaded: Loaded, out: &mut Vec<Effect>) {
    model.maps.opening.remove(&map);
    let fresh = loaded.records.into_iter().filter(|record| model.workspace.tables().record(&record.key()).is_none());
    let fresh: Vec<Record> = fresh.collect();
    model.workspace.absorb(fresh);
    model.maps.opened.insert(map);
    model.maps.stale.insert(map);
    let wanted = model.maps.looks.get(&map).and_then(|look| look.selection.last().copied());
    refresh(model);
    let Some(row) = model.workspace.get::<MindMap>(&map).cloned() else { return };
    let tree = Tree::of(&row, model.workspace.nodes(map).map(|node| &**node));
    if !tree.repairs.is_empty() || tree.is_empty() {
        // Two tabs may number new nodes alike at the same moment, which is put right and no damage.
        let is_damage = |repair: &&Repair| !matches!(repair, Repair::ShortTaken(_));
        let damage = tree.repairs.iter().filter(is_damage).count().max(usize::from(tree.is_empty()));
        if damage > 0 {
            let is_lost = |repair: &Repair| matches!(repair, Repair::MissingRoot(_) | Repair::MissingParent(_));
            let lost = tree.is_empty() || tree.repairs.iter().any(is_lost);
            notify(model, Notice::Repaired(Table::Nodes, row.name.clone(), damage, lost), lost);
        }
        let now = env.now;
        edit::change(model, Durability::Relaxed, out, |draft| target::repair(draft, map, &tree, now));
    }
    if let Some(node) = wanted.filter(|&node| tree.index_of(node).is_some()) {
        reveal::reveal(model, map, node, out);
    }
    if let Some(msg) = model.maps.waiting.remove(&map) {
        update(model, env, msg, out);
    }
}

/// Makes stale trees again, and drops nodes that are gone from the selections.
pub fn refresh(model: &mut Model) {
    room::tell(model);
    for map in std::mem::take(&mut model.maps.stale) {
        let Some(row) = model.workspace.get::<MindMap>(&map).cloned() else {
            // It stays opened: when it comes back by undo or redo, its nodes come with it.
            model.maps.views.remove(&map);
            model.maps.looks.remove(&map);
            continue;
        };
        if !model.maps.opened.contains(&map) {
            continue;
        }
        let tree = Tree::of(&row, model.workspace.nodes(map).map(|node| &**node));
        let nodes = tree.ids().iter().filter_map(|&id| model.workspace.get(&NodeKey { map, id }).cloned()).collect();
        let version = model.maps.views.get(&map).map_or(0, |view| view.version) + 1;
        let view = MapView { row, tree, nodes, version };
        let look = model.maps.looks.entry(map).or_default();
        look.selection = reveal::in_view(&view, &look.selection);
        if look.selection.is_empty() {
            look.selection
                .extend(view.row.focus.filter(|&node| view.tree.index_of(node).is_some()).or(view.tree.root()));
        }
        look.editing.take_if(|editing| view.tree.index_of(editing.node).is_none());
        model.maps.views.insert(map, Rc::new(view));
    }
}

/// Restores the selection after a step was undone or redone, unless it has nothing to do with what changed; then
/// selects what changed.
pub fn follow(model: &mut Model, map: MapId, step: &Step, out: &mut Vec<Effect>) {
    refresh(model);
    if model.maps.look(map).panel == Panel::Assistant {
        // Another node has another conversation, and the one that is read is to stay.
        return;
    }
    let Some(view) = model.maps.views.get(&map) else { return };
    let is_there = |node: &NodeId| view.tree.index_of(*node).is_some();
    let node = |key: &RecordKey| if let RecordKey::Nodes(key) = key { Some(key.id) } else { None };
    let changed: Vec<NodeId> = step.changes.keys().filter_map(node).filter(is_there).collect();
    let mut selected = view_state::of_step(model, step.entry, step.undo);
    selected.retain(is_there);
    if selected.is_empty() || !(changed.is_empty() || selected.iter().any(|node| changed.contains(node))) {
        selected = transfer::topmost(&view.tree, &changed);
    }
    if !selected.is_empty() {
        model.maps.look(map).editing = None;
        view_state::show(model, map, selected, out);
    }
}
