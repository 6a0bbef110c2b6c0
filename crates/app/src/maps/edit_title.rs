//! End of editing a title, and the continuation of the key that ended it.
//!
//! - T1 Enter after the title of a new node adds the next one; after the title of an old node it only ends.
//! - T2 Tab ends and adds a child. In a new node that has no title yet it makes that node the child of the one before.
//! - T3 A new node that gets no title is taken back, and the keyboard is where it was.
//! - T4 Escape ends. It never throws a first title away: what was typed into a new node, or into the root of a new map,
//!   stays. An old title is as it was.
//! - T5 Looking at another tab does not end the title of a new node, and takes no new node back.

use super::{Then, keys, refresh, run_one, view_state};
use crate::effect::Effect;
use crate::maps::view_state::Editing;
use crate::{Model, Notice, edit, notify, undo};
use espalier_base::env::Env;
use espalier_command::call::Call;
use espalier_command::history::{Document, EntryId};
use espalier_command::transaction;
use espalier_mindmap::REGISTRY;
use espalier_mindmap::commands::{AddChild, AddSiblingAfter, Indent, MAX_NOTE, UpdateNote, UpdateTitle};
use espalier_mindmap::target::MapTarget;
use espalier_mindmap::{CATEGORIES, shape::Shape};
use espalier_model::{MapId, Node, NodeId, NodeKey};

/// Ends editing; without a text the title stays as it was.
pub fn end(model: &mut Model, env: &mut Env, map: MapId, text: Option<String>, then: Then, out: &mut Vec<Effect>) {
    let Some(editing) = model.maps.look(map).editing.take() else { return };
    let key = NodeKey { map, id: editing.node };
    let Some(row) = model.workspace.get::<Node>(&key).cloned() else { return };
    let text = text.map(|text| text.replace('\r', ""));
    let is_new = editing.entry.is_some();
    let is_empty = text.as_ref().is_none_or(|text| text.trim().is_empty());
    if is_new && is_empty {
        return without_title(model, env, map, editing, then, out);
    }
    if then == Then::GiveUp && !is_new && (is_empty || !editing.first) {
        return;
    }
    match (text, editing.entry) {
        (Some(text), Some(entry)) if text != row.title => name(model, env, key, entry, text, out),
        (Some(text), None) if text != row.title => {
            run_one(model, env, map, UpdateTitle::new(key.id, text), out);
        }
        _ => {}
    }
    match then {
        Then::Sibling if is_new => keys::perform(model, env, map, AddSiblingAfter::ID, out),
        Then::Child => keys::perform(model, env, map, AddChild::ID, out),
        Then::Stay | Then::Sibling | Then::GiveUp => {}
    }
}

/// Stores the text so far in the field of a new node as its title, so that a page that is left loses none of it.
pub(super) fn typed(model: &mut Model, env: &Env, map: MapId, text: &str, out: &mut Vec<Effect>) {
    let Some(Editing { node, entry: Some(entry), .. }) = model.maps.look(map).editing.clone() else { return };
    name(model, env, NodeKey { map, id: node }, entry, text.replace('\r', ""), out);
}

/// Keeps the text in the field of a page that is hidden: the title of a new node goes on when it is shown again (T5).
pub(super) fn keep(model: &mut Model, env: &mut Env, map: MapId, text: String, out: &mut Vec<Effect>) {
    if model.maps.look(map).editing.as_ref().is_none_or(|editing| editing.entry.is_none()) {
        end(model, env, map, Some(text), Then::Stay, out);
    } else if !text.trim().is_empty() {
        typed(model, env, map, &text, out);
    }
}

/// Gives a new node its title, as part of the step that made it.
fn name(model: &mut Model, env: &Env, key: NodeKey, entry: EntryId, text: String, out: &mut Vec<Effect>) {
    let now = env.now;
    edit::amend_entry(model, Document::of(key.map), entry, out, |draft| {
        draft.update::<Node>(&key, |row| (row.title, row.updated_at) = (text, now));
    });
    refresh(model);
}

/// Puts a text that is too long for a title into the note of the edited node.
pub(super) fn long_text(model: &mut Model, env: &mut Env, map: MapId, text: &str, out: &mut Vec<Effect>) {
    let Some(editing) = model.maps.look(map).editing.clone() else { return };
    let key = NodeKey { map, id: editing.node };
    let Some(row) = model.workspace.get::<Node>(&key).cloned() else { return };
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let note = if row.note.is_empty() { text } else { format!("{}\n\n{text}", row.note) };
    if note.chars().count() > MAX_NOTE {
        return notify(model, Notice::LongText(false), true);
    }
    match editing.entry {
        Some(entry) => {
            let now = env.now;
            edit::amend_entry(model, Document::of(map), entry, out, |draft| {
                draft.update::<Node>(&key, |row| (row.note, row.updated_at) = (note, now));
            });
            refresh(model);
        }
        None => drop(run_one(model, env, map, UpdateNote::new(key.id, note), out)),
    }
    // The field goes on with the title.
    model.maps.look(map).editing = Some(editing);
    notify(model, Notice::LongText(true), false);
}

fn without_title(model: &mut Model, env: &mut Env, map: MapId, editing: Editing, then: Then, out: &mut Vec<Effect>) {
    let (node, entry) = (editing.node, editing.entry);
    match (then, entry) {
        (Then::Sibling, _) => model.maps.look(map).editing = Some(editing),
        (Then::Child, Some(entry)) => {
            indent(model, env, map, node, entry, out);
            view_state::begin_edit(model, map, node, None, Some(entry));
        }
        _ => {
            let near = near(model, map, node);
            if model.history.next_undo(&[Document::of(map)]).is_some_and(|(_, last)| Some(last.id) == entry) {
                undo::take_back(model, env, out);
                refresh(model);
                view_state::show(model, map, near.into_iter().collect(), out);
            }
        }
    }
}

/// The node at the keyboard after a node is taken back: the sibling before it, else the parent.
fn near(model: &Model, map: MapId, node: NodeId) -> Option<NodeId> {
    let shape = Shape::new(&model.map_view(map)?.tree);
    shape.sibling(node, -1).or_else(|| shape.parent(node))
}

fn indent(model: &mut Model, env: &mut Env, map: MapId, node: NodeId, entry: EntryId, out: &mut Vec<Effect>) {
    let Some(view) = model.map_view(map).cloned() else { return };
    let operations = Call::operations(vec![Indent::new(node).into()]);
    edit::amend_entry(model, Document::of(map), entry, out, |draft| {
        if let Some(mut stage) = MapTarget::open(draft, env, map, &view.tree) {
            // The first child has nothing to be indented below, and stays where it is.
            let _ = transaction::run(&mut stage, &REGISTRY, CATEGORIES, &operations);
        }
    });
    refresh(model);
}
