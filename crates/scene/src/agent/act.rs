//! Calls of the acting tools as commands of the room, and what has to be asked before.
//!
//! - A1 A call acts only on shapes that were found in the same turn, named by their ids or as all that a call found;
//!   anything else acts on nothing.
//! - A2 Deleting all shapes, more than [`FREE`] in a turn, one that is out of view, or any that the person has not asked
//!   to delete, is asked first.
//! - A3 A number that a model was told, which is rounded, and gives back is no change.

use std::collections::BTreeSet;

use glam::DVec3;
use serde_json::{Map, Value, json};

use super::perceive::perceive;
use super::sight::{Sight, short};
use super::toolbox::{ARRANGE, CREATE, DELETE, MODIFY, SELECTION, all_of, ids_of};
use super::{color, label, outside};
use crate::arrange::{Figure, arrange};
use crate::commands::{
    ArrangeShapes, CreateShape, DeleteShapes, MoveShapes, PlaceShape, RenameShape, ResizeShape, RotateShapes, SIZE,
    ScaleShapes, SetColor,
};
use crate::geometry::round;
use espalier_agent_api::ask::{Answer, Question, QuestionKind};
use espalier_agent_api::state::State;
use espalier_agent_api::tool::Arguments;
use espalier_base::language::Language;
use espalier_command::call::CommandId;
use espalier_command::spec::Text;
use espalier_command::transaction::Operation;
use espalier_model::scene::{Shape, ShapeId};

/// The most shapes that are deleted in a turn without being asked.
pub const FREE: usize = 5;

/// Commands with their parameters.
pub type Operations = Vec<Operation>;

/// Makes an operation of parameters by their names.
fn operation(command: CommandId, params: Value) -> Operation {
    Operation { command: command.to_string(), params, ..Operation::default() }
}

/// The shapes that a call names (A1), or what the model is told.
pub fn targets(
    sight: &Sight<'_>,
    state: &State,
    found: &BTreeSet<ShapeId>,
    arguments: &Arguments,
) -> Result<Vec<ShapeId>, String> {
    if let Some(set) = all_of(arguments) {
        return all_in(sight, state, set);
    }
    let mut ids = Vec::new();
    for text in ids_of(arguments) {
        let id = text.parse::<ShapeId>().ok().filter(|id| sight.world.get(*id).is_some());
        let Some(id) = id else {
            let names = sight.near_names(text);
            let near =
                if names.is_empty() { String::new() } else { format!(" The nearest names are: {}.", names.join(", ")) };
            return Err(format!("not_found: there is no shape with the id {text:?}. Nothing was done.{near}"));
        };
        if !found.contains(&id) {
            return Err(format!(
                "not_perceived: {text} was not found in this turn. Nothing was done. Look it up first, for example with \
                 getNearbyObjects or listShapes."
            ));
        }
        ids.push(id);
    }
    Ok(ids)
}

/// The shapes of a set, looked up anew: the result of the call that found them tells only of the first few.
pub fn all_in(sight: &Sight<'_>, state: &State, set: &str) -> Result<Vec<ShapeId>, String> {
    let ids = if set == SELECTION {
        sight.selection.to_vec()
    } else {
        let Some(call) = state.done(set).last() else {
            return Err(format!("not_perceived: {set} was not called in this turn. Nothing was done."));
        };
        let found = match call.answers.last() {
            Some(Answer::Text(answer)) => outside::found(sight, &call.arguments, answer)?,
            _ => perceive(sight, set, &call.arguments)?.0,
        };
        let told: Value = state.result(&call.id).and_then(|told| serde_json::from_str(told).ok()).unwrap_or_default();
        if told["total"] != found.shapes.len() {
            return Err(format!(
                "changed_meanwhile: {set} found {} shapes and would find {} now. Nothing was done. Call it again.",
                told["total"],
                found.shapes.len()
            ));
        }
        found.shapes.into_iter().map(|(id, _)| id).collect()
    };
    if ids.is_empty() { Err(format!("not_found: {set} has no shapes. Nothing was done.")) } else { Ok(ids) }
}

/// Words of a person who wants something deleted.
const DELETES: &str = "delete|remove|erase|clear|get rid|take away|throw|drop|destroy|wipe|删|移除|去掉|清空|清除|擦";

/// Whether a person's words ask for something to be deleted. In doubt they do not, and it is asked first (A2).
pub fn asks_to_delete(text: &str) -> bool {
    let text = text.to_lowercase();
    let is_question =
        ["?", "？", "吗", "don't", "don’t", "do not", "不要删", "别"].iter().any(|word| text.contains(word));
    !is_question && DELETES.split('|').any(|word| text.contains(word))
}

/// The question that has to be answered before shapes are deleted (A2); `before` were deleted in this turn already.
/// `wanted` says whether the person asked for it.
pub fn question(
    sight: &Sight<'_>,
    ids: &[ShapeId],
    before: usize,
    wanted: bool,
    language: Language,
) -> Option<Question> {
    let count = ids.len();
    let hidden = ids.iter().filter(|id| !sight.sees(**id)).count();
    let all = count > 1 && count == sight.world.len();
    if wanted && !all && before + count <= FREE && hidden == 0 {
        return None;
    }
    let named: Vec<String> = ids.iter().take(3).filter_map(|id| label(sight, *id, language)).collect();
    let named = named.join(Text::new(", ", "、").get(language));
    let what = match count {
        count if all => said!(language, "all {count} shapes", "全部{count}个图形"),
        ..=3 => named,
        count => said!(language, "{count} shapes ({named}, …)", "{count}个图形（{named}等）"),
    };
    let place = match hidden {
        0 => String::new(),
        1 if count == 1 => said!(language, " It is out of view.", "它不在视野内。"),
        hidden => said!(language, " {hidden} of them out of view.", "其中{hidden}个不在视野内。"),
    };
    let prompt = said!(language, "Delete {what}?{place}", "删除{what}？{place}");
    Some(Question { prompt, kind: QuestionKind::Confirm, options: Vec::new(), other: false, skip: false })
}

/// The commands that a call comes to; an error is for the model. `shape` gives a shape as it is.
pub fn operations<'a>(
    name: &str,
    arguments: &Arguments,
    ids: &[ShapeId],
    shape: impl Fn(ShapeId) -> Option<&'a Shape>,
) -> Result<Operations, String> {
    let params = arguments.get("params").and_then(Value::as_object).cloned().unwrap_or_default();
    match name {
        CREATE => {
            let mut given = params;
            given.insert("type".to_owned(), arguments.get("type").cloned().unwrap_or_default());
            written_color(&mut given)?;
            Ok(create(given))
        }
        DELETE => Ok(vec![operation(DeleteShapes::ID, json!({ "shapeIds": ids }))]),
        ARRANGE => {
            let mut given = Map::new();
            given.insert("shapeIds".to_owned(), json!(ids));
            for name in ["figure", "gap"] {
                given.insert(name.to_owned(), arguments.get(name).cloned().unwrap_or_default());
            }
            Ok(vec![operation(ArrangeShapes::ID, Value::Object(given))])
        }
        MODIFY => modify(params, ids, shape),
        other => Err(format!("{other} changes nothing.")),
    }
}

/// Makes one shape, or several around the place of one.
fn create(mut given: Map<String, Value>) -> Operations {
    let count = given.remove("count").and_then(|count| count.as_u64()).unwrap_or(1).max(1) as usize;
    let figure = given.remove("figure");
    if count == 1 {
        return vec![operation(CreateShape::ID, Value::Object(given))];
    }
    let number = |name: &str| given.get(name).and_then(Value::as_f64);
    let is_circle = given.get("type").and_then(Value::as_str) == Some("circle");
    let usual = if is_circle { SIZE / 2.0 } else { SIZE };
    let size = number("size").unwrap_or(usual) * if is_circle { 2.0 } else { 1.0 };
    let at = DVec3::new(number("x").unwrap_or(0.0), number("y").unwrap_or(0.0), number("z").unwrap_or(0.0));
    let half = DVec3::new(size, 0.0, size) / 2.0;
    let figure = match figure.as_ref().and_then(Value::as_str) {
        Some("grid") => Figure::Grid,
        Some("circle") => Figure::Circle,
        _ => Figure::Line,
    };
    let bounds = vec![(at - half, at + half); count];
    let moves = arrange(&bounds, figure, size / 4.0);
    moves
        .into_iter()
        .map(|by| {
            let place = at + by;
            let mut one = given.clone();
            for (name, value) in [("x", place.x), ("y", place.y), ("z", place.z)] {
                one.insert(name.to_owned(), json!(round(value)));
            }
            operation(CreateShape::ID, Value::Object(one))
        })
        .collect()
}

fn modify<'a>(
    mut params: Map<String, Value>,
    ids: &[ShapeId],
    shape: impl Fn(ShapeId) -> Option<&'a Shape>,
) -> Result<Operations, String> {
    written_color(&mut params)?;
    let mut operations: Operations = Vec::new();
    let has = |names: &[&str]| names.iter().any(|name| params.get(*name).is_some_and(|value| !value.is_null()));
    let value = |name: &str| params.get(name).cloned().unwrap_or_default();
    let place = has(&["x", "y", "z"]);
    if place && ids.len() > 1 {
        let axes = ["x", "y", "z"].iter().filter(|axis| has(&[axis])).count();
        if axes == 3 {
            return Err(
                "x, y, z: several shapes cannot be put at one point; use dx, dy, dz or arrangeShapes".to_owned()
            );
        }
    }
    for id in ids {
        let now = shape(*id);
        // A3
        let changed = |name: &str, told: Option<f64>| {
            let is_told = told.is_some_and(|told| value(name).as_f64() == Some(short(told)));
            if is_told { Value::Null } else { value(name) }
        };
        let [x, y, z] = [("x", 0), ("y", 1), ("z", 2)].map(|(axis, at)| changed(axis, now.map(|row| row.position[at])));
        if [&x, &y, &z].iter().any(|value| !value.is_null()) {
            operations.push(operation(PlaceShape::ID, json!({ "shapeId": id, "x": x, "y": y, "z": z })));
        }
        if !changed("size", now.map(|row| row.geometry.size())).is_null() {
            operations.push(operation(ResizeShape::ID, json!({ "shapeId": id, "size": value("size") })));
        }
        if let (Some(by), Some(row)) = (value("grow").as_f64(), now) {
            operations.push(operation(ResizeShape::ID, json!({ "shapeId": id, "size": row.geometry.size() + by })));
        }
        // Each about its own middle: "twice as big" does not push shapes apart.
        if has(&["factor"]) {
            operations.push(operation(ScaleShapes::ID, json!({ "shapeIds": [id], "factor": value("factor") })));
        }
        if has(&["rotate"]) {
            operations.push(operation(RotateShapes::ID, json!({ "shapeIds": [id], "degrees": value("rotate") })));
        }
        if has(&["name"]) {
            operations.push(operation(RenameShape::ID, json!({ "shapeId": id, "name": value("name") })));
        }
    }
    if has(&["dx", "dy", "dz"]) {
        let given = json!({ "shapeIds": ids, "dx": value("dx"), "dy": value("dy"), "dz": value("dz") });
        operations.push(operation(MoveShapes::ID, given));
    }
    if has(&["color"]) {
        operations.push(operation(SetColor::ID, json!({ "shapeIds": ids, "color": value("color") })));
    }
    Ok(operations)
}

/// Writes a colour that has a name as the commands take it.
fn written_color(params: &mut Map<String, Value>) -> Result<(), String> {
    let Some(text) = params.get("color").and_then(Value::as_str).map(str::to_lowercase) else { return Ok(()) };
    let named = color::COLORS.iter().find(|named| {
        let title = named.title.zh.trim_end_matches('色');
        named.name == text || named.title.zh == text || title == text
    });
    let alias = |text: &str| match text {
        "gray" => color::find("grey"),
        _ => None,
    };
    match named.or_else(|| alias(&text)) {
        Some(named) => params.insert("color".to_owned(), json!(named.color.to_string())),
        None if text.starts_with('#') => None,
        None => {
            let names: Vec<&str> = color::COLORS.iter().map(|named| named.name).collect();
            return Err(format!("color: {text:?} is not a colour; use #rrggbb or one of {}", names.join(", ")));
        }
    };
    Ok(())
}
