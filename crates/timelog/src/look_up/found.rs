//! Findings of the tools besides sums by groups.

use super::{LookUpError, MAX_DETAILS, MAX_ROWS, TOP_GOALS, World, dimension, finding, grouped, sums, whole};
use crate::insight;
use crate::report::{self, Dimension, Filter};
use crate::tools::{Finding, Found, Group, Only, Order, Sums};
use espalier_base::date::DateRange;
use espalier_base::time::Timestamp;

/// Finds categories, the top goals, then the entries in the order that is asked for; the latter have a beginning.
pub fn query(
    world: &World<'_>,
    range: DateRange,
    filter: &Filter,
    order: Order,
    (offset, details): (usize, usize),
) -> Finding {
    let query = whole(range, filter);
    let (report, mut rows) = grouped(world, &query.clone().by(&[Dimension::Category]), MAX_ROWS);
    let (_, goals) = grouped(world, &query.clone().by(&[Dimension::Goal]), TOP_GOALS + 1);
    rows.extend(goals.into_iter().filter(|row| row.keys != [""]).take(TOP_GOALS).map(|mut row| {
        // A goal is told from a category by its place in the keys.
        row.keys.insert(0, String::new());
        row
    }));
    let found = report::evidence(world.columns, &query, &[], world.now);
    let mut found: Vec<_> = found.iter().map(|row| (row, report::counted(world.columns, &query, row))).collect();
    found.sort_unstable_by_key(|(row, cut)| {
        let first = match order {
            Order::Latest => -row.hot.start,
            Order::Earliest => row.hot.start,
            Order::Longest => -cut,
            Order::Shortest => *cut,
        };
        (first, row.hot.start, row.entry.id)
    });
    for (row, cut) in found.into_iter().skip(offset).take(details) {
        let entry = row.entry;
        rows.push(Found {
            keys: vec![world.category_name(entry.category), world.goal_name(entry.goal)],
            sums: Sums { secs: cut, count: 1, ..Sums::default() },
            start: Some(entry.start),
            end: entry.end,
            note: entry.note.clone(),
            entries: vec![entry.id],
            ..Found::default()
        });
    }
    finding(world, &query, &report.total, rows)
}

pub fn compare(world: &World<'_>, one: DateRange, other: DateRange, group: Option<Group>, filter: &Filter) -> Finding {
    let clients = world.clients();
    let compared = insight::compare(world.columns, &clients, one, other, filter, group.map(dimension), world.now);
    let rows = compared.rows.iter().take(MAX_ROWS).map(|(key, here, there)| Found {
        keys: vec![world.key_text(key)],
        sums: sums(here),
        other: Some(sums(there)),
        entries: match group {
            Some(group) => {
                let query = whole(one, filter).by(&[dimension(group)]).with_clients(clients.clone());
                report::evidence_ids(world.columns, &query, std::slice::from_ref(key), world.now)
            }
            None => Vec::new(),
        },
        ..Found::default()
    });
    let mut found = finding(world, &whole(one, filter), &compared.total.0, rows.collect());
    (found.other, found.other_total) = (Some(other), Some(sums(&compared.total.1)));
    found
}

fn stretch(from: i64, to: i64) -> Found {
    let sums = Sums { secs: to - from, count: 1, ..Sums::default() };
    let at = |second: i64| Some(Timestamp(second * 1_000));
    Found { sums, start: at(from), end: at(to), ..Found::default() }
}

fn of_stretches(world: &World<'_>, range: DateRange, rows: Vec<Found>, count: usize) -> Finding {
    let secs = rows.iter().map(|row| row.sums.secs).sum();
    let total = Sums { secs, count: count as u32, days: range.days() as u32, ..Sums::default() };
    let entries = rows.iter().flat_map(|row| row.entries.iter().copied()).collect();
    let logged = report::logged(world.columns, range, world.now);
    Finding { range, logged, other: None, total, other_total: None, rows, entries, only: Only::default() }
}

pub fn gaps(world: &World<'_>, range: DateRange, least: i64) -> Finding {
    let gaps = insight::gaps(world.columns, range, &Filter::default(), least, None, world.now);
    let rows: Vec<Found> = gaps.iter().map(|gap| stretch(gap.from, gap.to)).collect();
    let count = rows.len();
    of_stretches(world, range, rows, count)
}

pub fn overlaps(world: &World<'_>, range: DateRange) -> Finding {
    let (pairs, count) = insight::overlaps(world.columns, range, MAX_DETAILS, world.now);
    let row = |pair: &insight::Overlapping| {
        let mut row = stretch(pair.from, pair.to);
        row.entries = vec![pair.first, pair.second];
        let note = |id| world.columns.get(id).map(|entry| entry.note.clone()).unwrap_or_default();
        row.note = format!("{} / {}", note(pair.first), note(pair.second));
        row
    };
    of_stretches(world, range, pairs.iter().map(row).collect(), count)
}

pub fn goals(world: &World<'_>, range: DateRange, name: Option<&str>) -> Result<Finding, LookUpError> {
    let wanted = name.map(|name| world.goals_named(name)).transpose()?;
    let mut goals: Vec<_> = world.workspace.tables().goals.values().collect();
    goals.retain(|goal| match &wanted {
        Some(wanted) => wanted.contains(&goal.id),
        None => goal.from <= range.last && range.first <= goal.to,
    });
    goals.sort_unstable_by_key(|goal| (goal.from, goal.id));
    let mut rows = Vec::new();
    for goal in goals.into_iter().take(MAX_ROWS) {
        let filter = Filter { goals: vec![Some(goal.id)], ..Filter::default() };
        let query = whole(goal.range(), &filter);
        let (report, _) = grouped(world, &query, 0);
        rows.push(Found {
            keys: vec![goal.name.clone(), goal.from.to_string(), goal.to.to_string()],
            sums: sums(&report.total),
            target_secs: goal.target_secs,
            entries: report::evidence_ids(world.columns, &query, &[], world.now),
            ..Found::default()
        });
    }
    let total = rows.iter().fold(Sums::default(), |sum, row| Sums {
        secs: sum.secs + row.sums.secs,
        count: sum.count + row.sums.count,
        days: range.days() as u32,
        ..sum
    });
    let entries = rows.iter().flat_map(|row| row.entries.iter().copied()).collect();
    let logged = report::logged(world.columns, range, world.now);
    Ok(Finding { range, logged, other: None, total, other_total: None, rows, entries, only: Only::default() })
}
