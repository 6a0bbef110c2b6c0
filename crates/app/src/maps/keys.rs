//! Commands without parameters: run on the selection.

use serde_json::json;

use super::view_state::{self, Camera, Panel};
use super::{MapMsg, run, run_one};
use crate::effect::Effect;
use crate::navigate::Route;
use crate::{Dialog, Model, Notice, edit, notify, room};
use espalier_base::env::Env;
use espalier_command::call::{Call, CommandId};
use espalier_command::spec::Spec;
use espalier_mindmap::REGISTRY;
use espalier_mindmap::commands::{
    self, AddChild, AddLine, AddLink, AddParent, AddSiblingAfter, AddSiblingBefore, AddTag, Assist, Center, Copy, Cut,
    Delete, EditNote, EditTitle, Fit, Focus, GoBack, GoForward, MoveDown, OpenLink, Outdent, Paste, RemoveLine,
    RemoveLink, RemoveTag, RunsOn, Search, SelectAll, SetTask, ShowOutline, ToggleFold, ZoomIn, ZoomOut, ZoomReset,
};
use espalier_mindmap::maps::{CreateMap, DeleteMap, DuplicateMap};
use espalier_mindmap::{indented, transfer};
use espalier_model::mindmap::{NodeLink, Task};
use espalier_model::{MapId, Node, NodeId, NodeKey};

/// The command of a key combination, written as in the registry.
pub fn shortcut(keys: &str) -> Option<&'static Spec> {
    REGISTRY.by_shortcut(keys, espalier_mindmap::CATEGORIES).filter(|spec| is_here(spec))
}

/// Whether a command can be found by keys and in lists.
pub fn is_here(spec: &Spec) -> bool {
    commands::find(spec.id).is_none_or(|command| command.runs_on != RunsOn::Choice)
}

/// Whether a command can run on the selection, without further parameters.
pub fn applies(model: &Model, map: MapId, spec: &Spec) -> bool {
    let command = commands::find(spec.id);
    if command.is_some_and(|command| matches!(command.runs_on, RunsOn::Choice | RunsOn::Neighbour)) {
        return false;
    }
    let Some(view) = model.map_view(map) else { return false };
    let asks = spec.params.iter().skip(1).any(|param| param.required);
    let about_node = spec.params.first().is_none_or(|param| !param.required || param.name.ends_with("Id"));
    let is_root = model.maps.primary(map) == view.tree.root();
    let row = model.maps.primary(map).and_then(|id| model.workspace.get::<Node>(&NodeKey { map, id }));
    match spec.id {
        Paste::ID => return model.read_only.is_none(),
        OpenLink::ID => return row.is_some_and(|row| row.link.is_some()),
        _ => {}
    }
    let has_parent = !is_root || command.is_none_or(|command| !command.needs_parent);
    about_node && (!asks || spec.id == SetTask::ID) && has_parent
}

/// Runs a command on the selection.
pub fn perform(model: &mut Model, env: &mut Env, map: MapId, id: CommandId, out: &mut Vec<Effect>) {
    let Some(view) = model.map_view(map).cloned() else { return };
    let Some(node) = model.maps.primary(map) else { return };
    let is_root = view.tree.root() == Some(node);
    match id {
        AddParent::ID => add(model, env, map, AddParent::new(node), out),
        AddSiblingAfter::ID if !is_root => add(model, env, map, AddSiblingAfter::new(node), out),
        AddSiblingBefore::ID if !is_root => add(model, env, map, AddSiblingBefore::new(node), out),
        AddChild::ID | AddSiblingAfter::ID | AddSiblingBefore::ID => add(model, env, map, AddChild::new(node), out),
        EditTitle::ID => view_state::begin_edit(model, map, node, None, None),
        EditNote::ID => {
            let look = model.maps.look(map);
            look.panel = Panel::Note;
            look.note_calls += 1;
        }
        // What a link leads to is entered in the details.
        AddLink::ID => model.maps.look(map).panel = Panel::Details,
        Assist::ID => {
            model.maps.look(map).panel = Panel::Assistant;
            model.composer_calls += 1;
        }
        CreateMap::ID => super::update(model, env, MapMsg::Create, out),
        DuplicateMap::ID => super::update(model, env, MapMsg::Duplicate(map), out),
        DeleteMap::ID => model.dialog = Some(super::ask_delete(model, map)),
        Search::ID => model.maps.look(map).query = Some(String::new()),
        SetTask::ID => {
            let task = view.tree.index_of(node).map(|place| view.nodes[place as usize].task);
            let next = match task {
                Some(Task::None) => Task::Open,
                Some(Task::Open) => Task::Done,
                _ => Task::None,
            };
            each(model, env, map, |node| SetTask::new(node, next), out);
        }
        Copy::ID => copy(model, map, out),
        Cut::ID => {
            copy(model, map, out);
            each(model, env, map, Delete::new, out);
        }
        Paste::ID => out.push(Effect::ReadClipboard(map)),
        OpenLink::ID => open_link(model, map, node, out),
        GoBack::ID => view_state::travel(model, map, true, out),
        GoForward::ID => view_state::travel(model, map, false, out),
        SelectAll::ID => {
            let mut all = view.tree.ids().to_vec();
            all.retain(|&other| other != node);
            all.push(node);
            view_state::select(model, map, all, out);
        }
        Focus::ID => {
            let branch = Some(node).filter(|_| view.row.focus != Some(node) && !is_root);
            run_one(model, env, map, Focus { branch }, out);
        }
        _ => match commands::find(id) {
            Some(command) if command.runs_on == RunsOn::Selection => {
                each(model, env, map, |node| Call::new(command.spec.signature(), vec![json!(node)]), out);
            }
            Some(command) => seen(model, env, map, &command.spec, node, out),
            None => {}
        },
    }
}

/// Runs a command that changes only the view, or else runs it on the node at the keyboard.
fn seen(model: &mut Model, env: &mut Env, map: MapId, spec: &Spec, node: NodeId, out: &mut Vec<Effect>) {
    let look = model.maps.look(map);
    match spec.id {
        ZoomIn::ID => look.aim(Camera::In),
        ZoomOut::ID => look.aim(Camera::Out),
        ZoomReset::ID => look.aim(Camera::Reset),
        Fit::ID => look.aim(Camera::Fit),
        Center::ID => look.aim(Camera::Center(node)),
        ShowOutline::ID => look.outline = !look.outline,
        _ => {
            // Without its parameter a command that could do with a branch means the whole map.
            let takes = spec.params.first().is_some_and(|param| param.required);
            let values = takes.then(|| json!(node)).into_iter().collect();
            let done = run_one(model, env, map, Call::new(spec.signature(), values), out);
            if let Some((applied, _)) = done {
                look_after(model, env, map, &applied.after, out);
            }
        }
    }
}

/// Carries out the operations that change only the view, after those that change the map.
pub fn look_after(
    model: &mut Model,
    env: &mut Env,
    map: MapId,
    after: &[espalier_command::transaction::Prepared],
    out: &mut Vec<Effect>,
) {
    for prepared in after {
        go(model, env, map, prepared, out);
    }
}

/// Moves the selection as a command of navigation says.
fn go(
    model: &mut Model,
    env: &mut Env,
    map: MapId,
    prepared: &espalier_command::transaction::Prepared,
    out: &mut Vec<Effect>,
) {
    use espalier_command::transaction::CommandTarget as _;
    let Some(view) = model.map_view(map).cloned() else { return };
    let mut draft = model.workspace.draft();
    let Some(mut stage) = espalier_mindmap::target::MapTarget::open(&mut draft, env, map, &view.tree) else { return };
    match stage.run(prepared.spec, &prepared.args) {
        Ok(outcome) if !outcome.select.is_empty() => {
            let nodes = outcome.select.into_iter().map(NodeId::from_uuid).collect();
            view_state::select(model, map, nodes, out);
        }
        Ok(_) => {}
        Err(reason) => notify(model, Notice::Reason(reason), true),
    }
}

fn add(model: &mut Model, env: &mut Env, map: MapId, command: impl Into<Call>, out: &mut Vec<Effect>) {
    // It is stored once there is a word in it.
    let done = edit::with_deferred_commit(model, |model| run_one(model, env, map, command, out));
    let Some((applied, entry)) = done else { return };
    let made = applied.outcomes.first().and_then(|(_, outcome)| outcome.made.first().copied());
    if let Some(made) = made.map(NodeId::from_uuid) {
        view_state::begin_edit(model, map, made, None, Some(entry));
    }
}

/// Runs a command on every selected node as one step, where the node it names is one of them; leaves out nodes it
/// cannot run on.
pub(super) fn to_selected(model: &mut Model, env: &mut Env, map: MapId, call: Call, out: &mut Vec<Effect>) {
    let selection = model.maps.look(map).selection.clone();
    let named = call.text(0).and_then(|text| text.parse::<NodeId>().ok());
    let target = call.text(1).unwrap_or_default();
    if selection.len() < 2 || named.is_none_or(|named| !selection.contains(&named)) {
        run_one(model, env, map, call, out);
        return;
    }
    let applies = |id: &NodeId| {
        let Some(row) = model.workspace.get::<Node>(&NodeKey { map, id: *id }) else { return false };
        match call.id {
            RemoveTag::ID => row.tags.iter().any(|tag| tag == target),
            AddTag::ID => !row.tags.iter().any(|tag| tag == target),
            RemoveLink::ID => row.link.is_some(),
            RemoveLine::ID => row.lines.iter().any(|line| line.to.to_string() == target),
            AddLine::ID => row.id.to_string() != target,
            _ => true,
        }
    };
    let with = |id: NodeId| {
        let mut call = call.clone();
        if let Some(first) = call.values.first_mut() {
            *first = json!(id);
        }
        call
    };
    let calls: Vec<_> = selection.iter().filter(|id| applies(id)).map(|&id| with(id)).collect();
    if !calls.is_empty() && run(model, env, map, call.id, calls, out).is_some() {
        view_state::select(model, map, selection, out);
    }
}

/// Ends a line that was begun; its label is entered in the details.
pub(super) fn end_line(model: &mut Model, env: &mut Env, map: MapId, to: Option<NodeId>, out: &mut Vec<Effect>) {
    let (Some(from), Some(to)) = (model.maps.look(map).line_from.take(), to) else { return };
    if from != to && run_one(model, env, map, AddLine::new(from, to), out).is_some() {
        model.maps.look(map).open(Panel::Details);
    }
}

fn selected(model: &Model, map: MapId) -> Vec<NodeId> {
    let Some(view) = model.map_view(map) else { return Vec::new() };
    let nodes = model.maps.looks.get(&map).map(|look| look.selection.as_slice()).unwrap_or_default();
    transfer::topmost(&view.tree, nodes)
}

/// Runs a command on each selected node, as one step.
fn each<C: Into<Call>>(
    model: &mut Model,
    env: &mut Env,
    map: MapId,
    command: impl Fn(NodeId) -> C,
    out: &mut Vec<Effect>,
) {
    let mut nodes = selected(model, map);
    let Some(id) = nodes.first().map(|&node| command(node).into().id) else { return };
    if id == ToggleFold::ID
        && let Some(view) = model.map_view(map)
    {
        // There is nothing to be said of a leaf: the key simply does nothing there.
        nodes.retain(|&node| view.nodes.iter().any(|row| row.parent == Some(node) || (row.id == node && row.folded)));
    }
    if nodes.is_empty() {
        return;
    }
    // What moves down must not meet those before it.
    if matches!(id, MoveDown::ID | Outdent::ID) {
        nodes.reverse();
    }
    run(model, env, map, id, nodes.into_iter().map(|node| command(node).into()).collect(), out);
}

fn copy(model: &mut Model, map: MapId, out: &mut Vec<Effect>) {
    let Some(view) = model.map_view(map) else { return };
    let trees = transfer::branches(&model.workspace, map, &view.tree, &selected(model, map));
    let text = indented::write(&trees);
    model.maps.copied = Some((text.clone(), trees));
    out.push(Effect::Copy(text));
}

fn open_link(model: &mut Model, map: MapId, node: NodeId, out: &mut Vec<Effect>) {
    let link = model.workspace.get::<Node>(&NodeKey { map, id: node }).and_then(|row| row.link.clone());
    match link {
        Some(NodeLink::Url { url }) => match Route::of_link(&model.facts.address, &url) {
            Some(route) => room::go(model, route, out),
            None => model.dialog = Some(Dialog::Link(url)),
        },
        Some(NodeLink::Node { node }) => super::reveal::reveal(model, map, node, out),
        None => {}
    }
}
