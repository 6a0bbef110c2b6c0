//! The perceiving tools: the shapes that each finds, and its result for the model.

use glam::DVec3;
use serde_json::{Value, json};

use super::color;
use super::sight::{Filter, Found, RADIUS, Sight, short};
use super::toolbox::{BY_ID, IN_VIEW, LAST_CREATED, LIST, MEASURE, NEARBY, ids_of};
use espalier_agent_api::tool::Arguments;
use espalier_model::scene::{ShapeId, ShapeType};

/// The shapes that a call of a perceiving tool finds, and its result; an error is for the model too.
pub fn perceive(sight: &Sight<'_>, name: &str, arguments: &Arguments) -> Result<(Found, Value), String> {
    let text = |name: &str| arguments.get(name).and_then(Value::as_str);
    let number = |name: &str| arguments.get(name).and_then(Value::as_f64);
    let whole = |name: &str| arguments.get(name).and_then(Value::as_u64).map_or(0, |value| value as usize);
    let filter = |kind, color, name| Filter {
        kind: text(kind).and_then(ShapeType::from_name),
        color: text(color).and_then(color::find).map(|color| color.name),
        name: text(name).map(str::to_owned),
        not: Vec::new(),
    };
    let not = filter("exceptType", "exceptColor", "exceptName");
    let filter = Filter {
        not: (not != Filter::default()).then_some(not).into_iter().collect(),
        ..filter("type", "color", "name")
    };
    let found = match name {
        NEARBY => {
            let [x, y, z] = ["x", "y", "z"].map(|name| number(name).unwrap_or_default());
            sight.nearby(DVec3::new(x, y, z), number("radius").unwrap_or(RADIUS), &filter)
        }
        LAST_CREATED => {
            let latest = sight.latest(&filter).shapes;
            let shapes = latest.into_iter().skip(whole("offset")).take(1).collect();
            Found { shapes, radius: None }
        }
        IN_VIEW => sight.in_view(&filter),
        LIST => {
            let found = sight.latest(&filter);
            if let Some(name) = filter.name.filter(|_| found.shapes.is_empty()) {
                let told = json!({ "total": 0, "shapes": [], "nearestNames": sight.near_names(&name) });
                return Ok((found, told));
            }
            found
        }
        BY_ID | MEASURE => {
            let shapes: Result<Vec<_>, String> = ids_of(arguments).into_iter().map(|id| one(sight, id)).collect();
            let found = Found { shapes: shapes?, radius: None };
            if name == MEASURE {
                let told = measured(sight, &found)?;
                return Ok((found, told));
            }
            found
        }
        other => return Err(format!("{other} looks nothing up.")),
    };
    let told = sight.report(&found, whole("cursor"));
    Ok((found, told))
}

fn one(sight: &Sight<'_>, text: &str) -> Result<(ShapeId, Option<f64>), String> {
    let id = text.parse::<ShapeId>().ok().filter(|id| sight.world.get(*id).is_some());
    id.map(|id| (id, None)).ok_or_else(|| {
        let near = sight.near_names(text);
        let near =
            if near.is_empty() { String::new() } else { format!(" The nearest names are: {}.", near.join(", ")) };
        format!("not_found: there is no shape with the id {text:?}.{near}")
    })
}

fn measured(sight: &Sight<'_>, found: &Found) -> Result<Value, String> {
    let [(one, _), (other, _)] = found.shapes.as_slice() else {
        return Err("ids: exactly two different ids are needed".to_owned());
    };
    let middle = |id: ShapeId| sight.world.get(id).map(|item| item.middle).unwrap_or_default();
    let mut told = sight.report(found, 0);
    told["distance"] = json!(short(middle(*one).distance(middle(*other))));
    Ok(told)
}
