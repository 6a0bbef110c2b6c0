//! The arguments of a tool become a call.
//!
//! Must not be in here: answering it.

use serde_json::{Map, Value};

use super::{LookUpError, OFFERS, World};
use crate::base::date::DateRange;
use crate::command::schema;
use crate::feature::timelog::phrase;
use crate::feature::timelog::tools::{Call, Group, Only};

/// Reads the arguments of a tool (L1).
pub fn read(world: &World<'_>, tool: &str, arguments: &Value) -> Result<(Call, usize), LookUpError> {
    let offer = OFFERS.iter().find(|offer| offer.name == tool);
    let offer = offer.ok_or_else(|| LookUpError::UnknownTool(tool.chars().take(64).collect()))?;
    let args = schema::read_params(offer.params, arguments).map_err(LookUpError::Arguments)?;
    let text = |name: &str| args.get(name).and_then(Value::as_str);
    let days = |name: &str| phrase::resolve(text(name).unwrap_or_default(), &world.around());
    let only = only(&args);
    let call = match offer.name {
        "query_time_entries" => Call::Query(start_to_end(world, &args)?, only),
        "aggregate" => Call::Aggregate(days("range")?, groups(&args), only),
        "compare" => {
            let one = days("range_a")?;
            let other = if text("range_b").is_some() { days("range_b")? } else { one.previous() };
            Call::Compare(one, other, text("group_by").and_then(group), only)
        }
        "find_gaps" => Call::Gaps(days("range")?),
        "find_overlaps" => Call::Overlaps(days("range")?),
        "list_categories" => Call::Categories,
        _ => Call::Goals(start_to_end(world, &args)?, text("goal").map(str::to_owned)),
    };
    let offset = args.get("offset").and_then(Value::as_u64).unwrap_or_default();
    Ok((call, offset as usize))
}

fn start_to_end(world: &World<'_>, args: &Map<String, Value>) -> Result<DateRange, LookUpError> {
    let days = |name: &str| args.get(name).and_then(Value::as_str).map(|text| phrase::resolve(text, &world.around()));
    let start = days("start_date").transpose()?.unwrap_or_else(|| DateRange::day(world.today()));
    let end = days("end_date").transpose()?.unwrap_or(start);
    Ok(if end.last < start.first {
        DateRange::new(start.first, end.last)
    } else {
        DateRange { first: start.first, last: end.last }
    })
}

fn only(args: &Map<String, Value>) -> Only {
    let text = |name: &str| {
        let text = args.get(name).and_then(Value::as_str).map(|text| text.trim().trim_start_matches('#').to_owned());
        text.filter(|text| !text.is_empty())
    };
    Only { category: text("category"), goal: text("goal"), tag: text("tag"), text: text("text") }
}

fn group(name: &str) -> Option<Group> {
    let all =
        [Group::Day, Group::Week, Group::Month, Group::Category, Group::Goal, Group::Tag, Group::Hour, Group::Weekday];
    all.into_iter().find(|group| group.name() == name)
}

fn groups(args: &Map<String, Value>) -> Vec<Group> {
    let list = args.get("group_by").and_then(Value::as_array).into_iter().flatten();
    let mut groups: Vec<Group> = Vec::new();
    for group in list.filter_map(|name| group(name.as_str()?)) {
        if !groups.contains(&group) {
            groups.push(group);
        }
    }
    groups
}
