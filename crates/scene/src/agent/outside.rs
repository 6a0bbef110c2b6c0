//! Perception by a client outside: the perceiving tools that it runs itself, and what it answers.
//!
//! - X1 A client names shapes; what they are is looked up in the scene, which alone is true.

use serde_json::{Value, json};

use super::color;
use super::sight::{Filter, Found, Sight};
use super::toolbox::{IN_VIEW, LAST_CREATED, NEARBY};
use espalier_agent_api::ask::{Answer, Question, QuestionKind};
use espalier_agent_api::state::State;
use espalier_agent_api::tool::Arguments;
use espalier_model::scene::{ShapeId, ShapeType};

/// Whether a client runs this tool, if there is one.
pub fn is_perceived_outside(tool: &str) -> bool {
    matches!(tool, NEARBY | LAST_CREATED | IN_VIEW)
}

/// The parameters of such a tool that its definition for clients has; the rest is applied to what comes back.
pub fn parameters(tool: &str) -> &'static [&'static str] {
    match tool {
        NEARBY => &["x", "y", "z", "radius"],
        LAST_CREATED => &["type", "offset"],
        _ => &[],
    }
}

/// The question that a turn waits for until the client has answered it with a text of JSON.
pub fn question(tool: &str) -> Question {
    Question { prompt: tool.to_owned(), kind: QuestionKind::Text, options: Vec::new(), other: false, skip: false }
}

/// The shapes that an answer of a client names: a list of objects with `id`, one such object, or null. An error says
/// what is wrong with it.
pub fn read(sight: &Sight<'_>, answer: &Value) -> Result<Vec<ShapeId>, String> {
    let entries = match answer {
        Value::Null => &[],
        Value::Array(entries) => entries.as_slice(),
        one => std::slice::from_ref(one),
    };
    let id = |entry: &Value| {
        let text = entry["id"].as_str().ok_or("toolResult: each shape needs an id")?;
        let id = text.parse::<ShapeId>().ok().filter(|id| sight.world.get(*id).is_some());
        id.ok_or_else(|| format!("toolResult: there is no shape with the id {text:?} in this scene"))
    };
    let mut ids: Vec<ShapeId> = Vec::new();
    for entry in entries {
        let id = id(entry)?;
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    Ok(ids)
}

/// The result of a call that a client answered, for the model.
pub fn report(sight: &Sight<'_>, arguments: &Arguments, answer: &str) -> Result<Value, String> {
    let mut told = sight.report(&found(sight, arguments, answer)?, 0);
    told["perceived"] = json!("outside");
    Ok(told)
}

/// The shapes of an answer that fit the rest of the call's parameters.
pub fn found(sight: &Sight<'_>, arguments: &Arguments, answer: &str) -> Result<Found, String> {
    let answer: Value = serde_json::from_str(answer).map_err(|error| format!("toolResult: {error}"))?;
    let ids = read(sight, &answer)?;
    let text = |name: &str| arguments.get(name).and_then(Value::as_str);
    let number = |name: &str| arguments.get(name).and_then(Value::as_f64);
    let filter = Filter {
        kind: text("type").and_then(ShapeType::from_name),
        color: text("color").and_then(color::find).map(|color| color.name),
        name: None,
        ..Filter::default()
    };
    let sight = Sight { only: Some(&ids), ..*sight };
    if let [Some(x), Some(y), Some(z)] = ["x", "y", "z"].map(number) {
        return Ok(sight.nearby(glam::DVec3::new(x, y, z), 0.0, &filter));
    }
    let fits = |id: &&ShapeId| sight.world.get(**id).is_some_and(|item| filter.fits(&item.row));
    Ok(Found { shapes: ids.iter().filter(fits).map(|id| (*id, None)).collect(), radius: None })
}

/// The shapes that a client named for a call; `None` where no client was asked.
pub fn perceived(state: &State, call: &str) -> Option<Vec<ShapeId>> {
    let call = state.call(call).filter(|call| is_perceived_outside(&call.name))?;
    let Answer::Text(text) = call.answers.last()? else { return None };
    let answer: Value = serde_json::from_str(text).ok()?;
    let entries = match &answer {
        Value::Array(entries) => entries.as_slice(),
        one => std::slice::from_ref(one),
    };
    Some(entries.iter().filter_map(|entry| entry["id"].as_str()?.parse().ok()).collect())
}
