//! Last steps of a report: means need days, medians need an order, and rows too.

use super::cells::Places;
use super::keys::Keys;
use super::scan::Sums;
use super::window::Window;
use super::{Cell, Dimension, Query, Report, Row, logged};
use crate::columns::Columns;
use espalier_base::date::DateRange;
use espalier_base::time::Timestamp;

/// Works out what is left and puts the groups into their order.
pub fn finish(columns: &Columns, query: &Query, mut sums: Sums<'_>, now: Timestamp) -> Report {
    count_days(query, logged(columns, query.range, now), &mut sums);
    let Sums { keys, places, mut cells, days, seconds, mut total, total_days, .. } = sums;
    if query.by_day {
        let mut by_group: Vec<Vec<(u32, i64)>> = vec![Vec::new(); cells.len()];
        for (key, seconds) in days.keys().iter().zip(&seconds) {
            by_group[(key >> 32) as usize].push((*key as u32, *seconds));
        }
        for ((cell, _), mut days) in cells.iter_mut().zip(by_group) {
            days.sort_unstable();
            by_day(cell, &days);
        }
        let days = total_days.iter().enumerate().map(|(day, seconds)| (day as u32, *seconds));
        by_day(&mut total, &days.collect::<Vec<_>>());
    }
    let mut order: Vec<(u64, usize)> = places.keys().iter().copied().zip(0..).collect();
    order.retain(|(_, place)| cells[*place].0.seconds > 0);
    let ranks = ranks(columns, query, keys, &order, &cells);
    order.sort_unstable_by_key(|(key, _)| -> [u64; 3] {
        std::array::from_fn(|place| {
            let number = Keys::number(*key, place);
            ranks[place].get(number as usize).copied().unwrap_or(u64::from(number))
        })
    });
    let row = |(key, place): (u64, usize)| Row { keys: keys.unpack(key, columns.dictionary()), cell: cells[place].0 };
    Report { total, rows: order.into_iter().map(row).collect() }
}

/// Ranks the numbers of each way of grouping that has no order of its own: the most time first.
fn ranks(
    columns: &Columns,
    query: &Query,
    keys: &Keys,
    order: &[(u64, usize)],
    cells: &[(Cell, u32)],
) -> [Vec<u64>; 3] {
    std::array::from_fn(|place| {
        let dictionary = columns.dictionary();
        let numbers = match query.dimensions().get(place) {
            Some(Dimension::Category) => dictionary.categories(),
            Some(Dimension::Client) => keys.clients(dictionary),
            Some(Dimension::Goal) => dictionary.goals(),
            Some(Dimension::Tag) => dictionary.tags(),
            _ => return Vec::new(),
        };
        let mut totals: Vec<(i64, u32)> = (0..=numbers).map(|number| (0, number)).collect();
        for (key, group) in order {
            totals[Keys::number(*key, place) as usize].0 -= cells[*group].0.seconds;
        }
        let dimension = query.dimensions()[place];
        let order_of = |first: u32, second: u32| match dimension {
            Dimension::Category => dictionary.category(first).cmp(&dictionary.category(second)),
            Dimension::Client => keys.client(dictionary, first).cmp(&keys.client(dictionary, second)),
            Dimension::Goal => dictionary.goal(first).cmp(&dictionary.goal(second)),
            _ => dictionary.tag(first).cmp(&dictionary.tag(second)),
        };
        totals.sort_unstable_by(|(one, first), (other, second)| one.cmp(other).then_with(|| order_of(*first, *second)));
        let mut ranks = vec![0; totals.len()];
        for (rank, (_, number)) in totals.into_iter().enumerate() {
            ranks[number as usize] = rank as u64;
        }
        ranks
    })
}

/// Says of each group how many days it is about, and how many of those its mean is over (R4).
fn count_days(query: &Query, logged: DateRange, sums: &mut Sums<'_>) {
    let window = Window::of(&query.filter, query.range);
    let count = |day: i32| {
        let day = query.range.first.plus_days(day);
        let counts = window.is_none_or(|window| window.has_day(day));
        (u32::from(counts), u32::from(counts && logged.contains(day)))
    };
    let sum = |one: (u32, u32), other: (u32, u32)| (one.0 + other.0, one.1 + other.1);
    let all = (0..query.range.days()).map(count).fold((0, 0), sum);
    (sums.total.days, sums.total.mean_days) = all;
    if !sums.keys.has_days {
        for (cell, _) in &mut sums.cells {
            (cell.days, cell.mean_days) = all;
        }
        return;
    }
    let mut places = Places::new();
    let mut counts: Vec<(u32, u32)> = Vec::new();
    for (day, key) in (0..).zip(sums.keys.days()) {
        let place = places.place(*key);
        if counts.len() <= place {
            counts.push((0, 0));
        }
        counts[place] = sum(counts[place], count(day));
    }
    for (key, (cell, _)) in sums.places.keys().iter().zip(&mut sums.cells) {
        let place = places.place(sums.keys.day_part(*key));
        (cell.days, cell.mean_days) = counts.get(place).copied().unwrap_or_default();
    }
}

/// Fills the parts of a cell that follow from its days, which are in order.
fn by_day(cell: &mut Cell, days: &[(u32, i64)]) {
    let mut lengths: Vec<i64> = Vec::with_capacity(days.len());
    let (mut run, mut last) = (0, u32::MAX);
    for &(day, seconds) in days.iter().filter(|(_, seconds)| *seconds > 0) {
        lengths.push(seconds);
        run = if last != u32::MAX && day == last + 1 { run + 1 } else { 1 };
        last = day;
        cell.streak = cell.streak.max(run);
    }
    cell.active_days = lengths.len() as u32;
    cell.median_secs = median(&mut lengths);
}

/// The median; of an even number the mean of the two in the middle, rounded down, and 0 of none.
fn median(numbers: &mut [i64]) -> i64 {
    let middle = numbers.len() / 2;
    if numbers.is_empty() {
        return 0;
    }
    let even = numbers.len().is_multiple_of(2);
    let (below, &mut upper, _) = numbers.select_nth_unstable(middle);
    if even { i64::midpoint(below.iter().copied().max().unwrap_or(upper), upper) } else { upper }
}
