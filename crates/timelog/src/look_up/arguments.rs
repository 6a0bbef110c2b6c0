//! The arguments of a tool become a call.

use serde_json::{Map, Value};

use super::{LookUpError, OFFERS, World};
use crate::phrase;
use crate::tools::{Call, Group, GroupFilter, Missing, Only, Order, weekday_name};
use espalier_base::date::{DateRange, Weekday};
use espalier_command::schema::{self, Problem, Wrong};

/// Reads the arguments of a tool (L1).
pub fn read(world: &World<'_>, tool: &str, arguments: &Value) -> Result<(Call, usize), LookUpError> {
    let offer = OFFERS.iter().find(|offer| offer.name == tool);
    let offer = offer.ok_or_else(|| LookUpError::UnknownTool(tool.chars().take(64).collect()))?;
    let args = schema::read_params(offer.params, arguments).map_err(LookUpError::Arguments)?;
    let text = |name: &str| args.get(name).and_then(Value::as_str);
    let days = |name: &str| phrase::resolve(text(name).unwrap_or_default(), &world.around());
    let only = only(&args)?;
    let call = match offer.name {
        "query_time_entries" => Call::Query(start_to_end(world, &args)?, only, order(&args)),
        "aggregate" => Call::Aggregate(days("range")?, groups(&args), only, kept(&args)?),
        "compare" => {
            let one = days("range_a")?;
            let other = if text("range_b").is_some() { days("range_b")? } else { one.previous() };
            Call::Compare(one, other, text("group_by").and_then(group), only)
        }
        "find_gaps" => Call::Gaps(days("range")?, args.get("min_seconds").and_then(Value::as_i64)),
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

/// Reads the filter; what cannot be read is an error, as leaving it out would give the figure of something else.
fn only(args: &Map<String, Value>) -> Result<Only, LookUpError> {
    let text = |name: &str| {
        let text = args.get(name).and_then(Value::as_str).map(|text| text.trim().trim_start_matches('#').to_owned());
        text.filter(|text| !text.is_empty())
    };
    let secs = |name: &str| args.get(name).and_then(Value::as_i64);
    let list = |name: &str| args.get(name).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    let named: Vec<&str> = list("weekdays").collect();
    let clock = args
        .get("clock")
        .and_then(Value::as_str)
        .filter(|text| !text.trim().is_empty())
        .map(|text| clock(text).ok_or_else(|| LookUpError::Arguments(Problem::at("clock", Wrong::NotTimes))));
    let (min_secs, max_secs) = (secs("min_entry_seconds"), secs("max_entry_seconds"));
    in_order("max_entry_seconds", min_secs, max_secs)?;
    Ok(Only {
        category: text("category"),
        goal: text("goal"),
        tag: text("tag"),
        text: text("text"),
        without: list("without_category").map(str::to_owned).collect(),
        lacking: Missing::ALL
            .into_iter()
            .filter(|(name, _)| list("lacking").any(|one| one == *name))
            .map(|(_, lack)| lack)
            .collect(),
        weekdays: Weekday::ALL.into_iter().filter(|day| named.contains(&weekday_name(*day))).collect(),
        clock: clock.transpose()?,
        billable: args.get("billable").and_then(Value::as_bool).unwrap_or_default(),
        min_secs,
        max_secs,
    })
}

/// A least above the most fits nothing, and is a mistake.
fn in_order(name: &str, least: Option<i64>, most: Option<i64>) -> Result<(), LookUpError> {
    match (least, most) {
        (Some(least), Some(most)) if least > most => {
            Err(LookUpError::Arguments(Problem::at(name, Wrong::OutOfRange(least, i64::from(u32::MAX)))))
        }
        _ => Ok(()),
    }
}

/// Reads two times of the day: `09:00-12:30`, also `9am-12:30pm`, `9-12` and `09:00 to 12:30`, in minutes.
fn clock(text: &str) -> Option<(i32, i32)> {
    let (from, to) = ["-", "–", "~", "..", " to ", "到", "至"].into_iter().find_map(|joint| text.split_once(joint))?;
    let minutes = |text: &str| {
        let text = text.trim().to_ascii_lowercase().replace('：', ":");
        let half = [("am", 0), ("pm", 720)].into_iter().find_map(|(word, half)| Some((text.strip_suffix(word)?, half)));
        let (text, half) = half.map_or((text.as_str(), None), |(text, half)| (text.trim(), Some(half)));
        let (hour, minute) = text.split_once(':').unwrap_or((text, "0"));
        // Seconds are of no use here.
        let minute = minute.split_once(':').map_or(minute, |(minute, _)| minute);
        let (hour, minute): (i32, i32) = (hour.parse().ok()?, minute.parse().ok()?);
        let hour = match half {
            Some(_) if !(1..=12).contains(&hour) => return None,
            Some(half) => return Some(hour % 12 * 60 + half + minute).filter(|_| (0..60).contains(&minute)),
            None => hour,
        };
        let at = hour * 60 + minute;
        ((0..60).contains(&minute) && (0..=1_440).contains(&at)).then_some(at)
    };
    let (from, to) = (minutes(from)?, minutes(to)?);
    (from % 1_440 != to % 1_440 || (from, to) == (0, 1_440)).then_some((from % 1_440, to))
}

fn order(args: &Map<String, Value>) -> Order {
    let name = args.get("order").and_then(Value::as_str);
    Order::ALL.iter().find(|(one, _)| Some(*one) == name).map(|(_, order)| *order).unwrap_or_default()
}

fn kept(args: &Map<String, Value>) -> Result<GroupFilter, LookUpError> {
    let secs = |name: &str| args.get(name).and_then(Value::as_i64);
    let (min_secs, max_secs) = (secs("min_group_seconds"), secs("max_group_seconds"));
    in_order("max_group_seconds", min_secs, max_secs)?;
    let is_set = |name: &str| args.get(name).and_then(Value::as_bool).unwrap_or_default();
    Ok(GroupFilter { empty: is_set("empty_groups"), min_secs, max_secs, edges: is_set("first_and_last") })
}

fn group(name: &str) -> Option<Group> {
    Group::ALL.into_iter().find(|group| group.name() == name)
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
