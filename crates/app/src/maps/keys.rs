//! Commands without parameters: run on the selection.

use serde_json::{Value, json};

use super::view_state::{self, Camera, Panel};
use super::{MapMsg, REGISTRY, run, run_one};
use crate::effect::Effect;
use crate::navigate::Route;
use crate::{Dialog, Model, Notice, edit, notify, room};
use espalier_base::env::Env;
use espalier_command::spec::Spec;
use espalier_mindmap::commands::GEOMETRIC;
use espalier_mindmap::{indented, transfer};
use espalier_model::mindmap::{NodeLink, Task};
use espalier_model::{MapId, Node, NodeId, NodeKey};

/// Commands that run on each selected node that is not below another.
const TO_EACH: &[&str] = &[
    "node.delete",
    "node.deleteKeepChildren",
    "node.indent",
    "node.outdent",
    "node.moveUp",
    "node.moveDown",
    "node.fold",
    "node.unfold",
    "node.toggleFold",
    "node.duplicate",
    "node.sortChildren",
];

/// The command of a key combination, written as in the registry.
pub fn shortcut(keys: &str) -> Option<&'static Spec> {
    REGISTRY.by_shortcut(keys, espalier_mindmap::CATEGORIES).filter(|spec| is_here(spec))
}

/// Commands that need a choice, that only the layout can carry out, or that this version does not have.
const ELSEWHERE: &[&str] = &["node.setIcon", "node.setColor", "node.setSide", "map.export"];

/// Whether a command can be found by keys and in lists.
pub fn is_here(spec: &Spec) -> bool {
    !ELSEWHERE.contains(&spec.id.as_str())
}

/// Whether a command can run on the selection, without further parameters.
pub fn applies(model: &Model, map: MapId, spec: &Spec) -> bool {
    if !is_here(spec) || GEOMETRIC.contains(&spec.id.as_str()) {
        return false;
    }
    let Some(view) = model.map_view(map) else { return false };
    let asks = spec.params.iter().skip(1).any(|param| param.required);
    let about_node = spec.params.first().is_none_or(|param| !param.required || param.name.ends_with("Id"));
    let needs_parent = ["node.delete", "node.indent", "node.outdent", "node.moveUp", "node.moveDown", "node.cut"];
    let is_root = model.maps.primary(map) == view.tree.root();
    let row = model.maps.primary(map).and_then(|id| model.workspace.get::<Node>(&NodeKey { map, id }));
    match spec.id.as_str() {
        "node.paste" => return model.read_only.is_none(),
        "node.openLink" => return row.is_some_and(|row| row.link.is_some()),
        _ => {}
    }
    about_node
        && (!asks || spec.id.as_str() == "node.setTask")
        && !(is_root && needs_parent.contains(&spec.id.as_str()))
}

/// Runs a command on the selection.
pub fn perform(model: &mut Model, env: &mut Env, map: MapId, id: &'static str, out: &mut Vec<Effect>) {
    let Some(view) = model.map_view(map).cloned() else { return };
    let Some(node) = model.maps.primary(map) else { return };
    let is_root = view.tree.root() == Some(node);
    match id {
        "node.addChild" | "node.addSiblingAfter" | "node.addSiblingBefore" | "node.addParent" => {
            let id = if is_root && id != "node.addParent" { "node.addChild" } else { id };
            add(model, env, map, id, node, out);
        }
        "node.editTitle" => view_state::begin_edit(model, map, node, None, None),
        "node.editNote" => {
            let look = model.maps.look(map);
            look.panel = Panel::Note;
            look.note_calls += 1;
        }
        // What a link leads to is entered in the details.
        "node.addLink" => model.maps.look(map).panel = Panel::Details,
        "ai.assist" => {
            model.maps.look(map).panel = Panel::Assistant;
            model.composer_calls += 1;
        }
        "map.create" => super::update(model, env, MapMsg::Create, out),
        "map.duplicate" => super::update(model, env, MapMsg::Duplicate(map), out),
        "map.delete" => model.dialog = Some(super::ask_delete(model, map)),
        "map.search" => model.maps.look(map).query = Some(String::new()),
        "node.setTask" => {
            let task = view.tree.index_of(node).map(|place| view.nodes[place as usize].task);
            let next = match task {
                Some(Task::None) => "open",
                Some(Task::Open) => "done",
                _ => "none",
            };
            each(model, env, map, id, |node| json!([node, next]), out);
        }
        "node.copy" => copy(model, map, out),
        "node.cut" => {
            copy(model, map, out);
            each(model, env, map, "node.delete", |node| json!([node]), out);
        }
        "node.paste" => out.push(Effect::ReadClipboard(map)),
        "node.openLink" => open_link(model, map, node, out),
        "nav.back" => view_state::travel(model, map, true, out),
        "nav.forward" => view_state::travel(model, map, false, out),
        "nav.selectAll" => {
            let mut all = view.tree.ids().to_vec();
            all.retain(|&other| other != node);
            all.push(node);
            view_state::select(model, map, all, out);
        }
        "map.focus" => {
            let focus = if view.row.focus == Some(node) || is_root { Value::Null } else { json!(node) };
            run_one(model, env, map, id, json!([focus]), out);
        }
        _ if TO_EACH.contains(&id) => each(model, env, map, id, |node| json!([node]), out),
        _ => seen(model, env, map, id, node, out),
    }
}

/// Runs a command that changes only the view, or else runs it on the node at the keyboard.
fn seen(model: &mut Model, env: &mut Env, map: MapId, id: &'static str, node: NodeId, out: &mut Vec<Effect>) {
    let look = model.maps.look(map);
    match id {
        "view.zoomIn" => look.aim(Camera::In),
        "view.zoomOut" => look.aim(Camera::Out),
        "view.zoomReset" => look.aim(Camera::Reset),
        "view.fit" => look.aim(Camera::Fit),
        "view.center" => look.aim(Camera::Center(node)),
        "view.outline" => look.outline = !look.outline,
        _ => {
            // Without its parameter a command that could do with a branch means the whole map.
            let takes = REGISTRY.by_id(id).is_some_and(|spec| spec.params.first().is_some_and(|param| param.required));
            let params = if takes { json!([node]) } else { json!([]) };
            let done = run_one(model, env, map, id, params, out);
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

fn add(model: &mut Model, env: &mut Env, map: MapId, id: &'static str, node: NodeId, out: &mut Vec<Effect>) {
    // It is stored once there is a word in it.
    let done = edit::with_deferred_commit(model, |model| run_one(model, env, map, id, json!([node]), out));
    let Some((applied, entry)) = done else { return };
    let made = applied.outcomes.first().and_then(|(_, outcome)| outcome.made.first().copied());
    if let Some(made) = made.map(NodeId::from_uuid) {
        view_state::begin_edit(model, map, made, None, Some(entry));
    }
}

/// Runs a command on every selected node as one step, where the node it names is one of them; leaves out nodes it
/// cannot run on.
pub(super) fn to_selected(
    model: &mut Model,
    env: &mut Env,
    map: MapId,
    command: &'static str,
    params: Value,
    out: &mut Vec<Effect>,
) {
    let selection = model.maps.look(map).selection.clone();
    let named = params.get(0).and_then(Value::as_str).and_then(|text| text.parse::<NodeId>().ok());
    let target = params.get(1).and_then(Value::as_str).unwrap_or_default().to_owned();
    if selection.len() < 2 || named.is_none_or(|named| !selection.contains(&named)) {
        run_one(model, env, map, command, params, out);
        return;
    }
    let applies = |id: &NodeId| {
        let Some(row) = model.workspace.get::<Node>(&NodeKey { map, id: *id }) else { return false };
        match command {
            "node.removeTag" => row.tags.contains(&target),
            "node.addTag" => !row.tags.contains(&target),
            "node.removeLink" => row.link.is_some(),
            "node.removeLine" => row.lines.iter().any(|line| line.to.to_string() == target),
            "node.addLine" => row.id.to_string() != target && row.short.to_string() != target,
            _ => true,
        }
    };
    let with = |id: NodeId| {
        let mut params = params.clone();
        if let Some(first) = params.get_mut(0) {
            *first = json!(id);
        }
        (command, params)
    };
    let operations: Vec<_> = selection.iter().filter(|id| applies(id)).map(|&id| with(id)).collect();
    if !operations.is_empty() && run(model, env, map, command, operations, out).is_some() {
        view_state::select(model, map, selection, out);
    }
}

/// Ends a line that was begun; its label is entered in the details.
pub(super) fn end_line(model: &mut Model, env: &mut Env, map: MapId, to: Option<NodeId>, out: &mut Vec<Effect>) {
    let (Some(from), Some(to)) = (model.maps.look(map).line_from.take(), to) else { return };
    if from != to && run_one(model, env, map, "node.addLine", json!([from, to]), out).is_some() {
        model.maps.look(map).open(Panel::Details);
    }
}

fn selected(model: &Model, map: MapId) -> Vec<NodeId> {
    let Some(view) = model.map_view(map) else { return Vec::new() };
    let nodes = model.maps.looks.get(&map).map(|look| look.selection.as_slice()).unwrap_or_default();
    transfer::topmost(&view.tree, nodes)
}

/// Runs a command on each selected node, as one step.
fn each(
    model: &mut Model,
    env: &mut Env,
    map: MapId,
    id: &'static str,
    params: impl Fn(NodeId) -> Value,
    out: &mut Vec<Effect>,
) {
    let mut nodes = selected(model, map);
    if id == "node.toggleFold"
        && let Some(view) = model.map_view(map)
    {
        // There is nothing to be said of a leaf: the key simply does nothing there.
        nodes.retain(|&node| view.nodes.iter().any(|row| row.parent == Some(node) || (row.id == node && row.folded)));
    }
    if nodes.is_empty() {
        return;
    }
    // What moves down must not meet those before it.
    if matches!(id, "node.moveDown" | "node.outdent") {
        nodes.reverse();
    }
    run(model, env, map, id, nodes.into_iter().map(|node| (id, params(node))).collect(), out);
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
