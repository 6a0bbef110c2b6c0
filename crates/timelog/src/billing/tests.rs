//! Against sums that are made entry by entry, and rounded in another way.

use std::rc::Rc;

use super::*;
use crate::report::Filter;
use crate::testing::{Maker, calendar};
use espalier_base::date::{DateRange, Weekday};
use espalier_base::env::Env;
use espalier_model::mindmap::order::OrderKey;
use espalier_model::timelog::TimeEntry;

/// 2025-03-01 in UTC.
const FROM: i64 = 1_740_787_200;
const DAYS: i64 = 60;

fn category(id: TimeCategoryId) -> TimeCategory {
    TimeCategory::new(id, id.to_string(), OrderKey::default())
}

#[test]
fn what_a_project_does_not_say_its_client_says() {
    let mut env = Env::deterministic(Timestamp(5), 1);
    let ids: Vec<TimeCategoryId> = (0..6).map(|_| env.id()).collect();
    let client = TimeCategory { rate: Some(9_000), ..category(ids[0]) };
    let of = |at: usize| TimeCategory { parent: Some(ids[0]), ..category(ids[at]) };
    let rows = [
        client,
        of(1),
        TimeCategory { rate: Some(10_000), ..of(2) },
        TimeCategory { billable: Some(false), ..of(3) },
        category(ids[4]),
        TimeCategory { billable: Some(true), ..category(ids[5]) },
    ];
    let expected = [(ids[0], Some(9_000)), (ids[1], Some(9_000)), (ids[2], Some(10_000)), (ids[5], None)];
    assert_eq!(terms(&rows), expected.into_iter().collect());
    assert_eq!(clients(&rows), [1, 2, 3].map(|at| (ids[at], ids[0])).into_iter().collect());
    // Two that name each other, and one whose client is gone, are none's project.
    let odd = |at: usize, parent: usize| TimeCategory { parent: Some(ids[parent]), ..category(ids[at]) };
    assert_eq!(clients(&[odd(0, 1), odd(1, 0), odd(2, 5), odd(3, 3)]), Clients::new());
}

#[test]
fn prices_are_written_and_read_back() {
    let (euro, yen) = (Some("EUR"), Some("JPY"));
    assert_eq!(
        [money(123_450, euro), money(99, None), money(1_234_567, yen)],
        ["EUR 1,234.50", "0.99", "JPY 1,234,567"]
    );
    for (text, minor) in [("80", 8_000), ("80.5", 8_050), (" 80,50 ", 8_050), ("0", 0)] {
        assert_eq!(read_price(text, euro), Some(minor), "{text}");
    }
    for text in ["", "-1", "80.505", "1.234,50", "1e3", ".5", "80 €", "99999999999999999999"] {
        assert_eq!(read_price(text, euro), None, "{text}");
    }
    assert_eq!((read_price("80", yen), read_price("80.5", yen)), (Some(80), None));
    for minor in [0, 1, 99, 100, 8_050, MAX_RATE] {
        for currency in [euro, yen, None] {
            assert_eq!(read_price(&price(minor, currency), currency), Some(minor));
        }
    }
}

#[test]
fn amounts_are_rounded_entry_by_entry() {
    assert_eq!([amount(3_600, 8_050), amount(1_800, 8_050), amount(1, 1_800), amount(1, 1_799)], [8_050, 4_025, 1, 0]);
    // Three times twenty minutes at 1.00: 33 each, and not a third of 100 three times.
    assert_eq!(3 * amount(1_200, 100), 99);
}

#[test]
fn any_bill_is_what_adding_up_entries_gives() {
    for seed in 1..40 {
        let mut maker = Maker::new(seed, FROM, DAYS * 86_400);
        let mut entries: Vec<Rc<TimeEntry>> = (0..120).map(|_| maker.entry()).collect();
        entries.retain(|entry| entry.end.is_some());
        let columns = Columns::of(calendar("UTC", Weekday::Monday), &entries);
        let all = maker.categories.clone();
        let mut rates = Terms::new();
        for id in &all {
            match maker.random.below(3) {
                0 => {}
                1 => drop(rates.insert(*id, None)),
                _ => drop(rates.insert(*id, Some(maker.random.below(20_000)))),
            }
        }
        let begin = columns.calendar().day(FROM).plus_days(maker.random.below(DAYS) as i32);
        let range = DateRange { first: begin, last: begin.plus_days(maker.random.below(30) as i32) };
        let only: Vec<_> = all.iter().take(maker.random.below(4) as usize).map(|id| Some(*id)).collect();
        let query = Query::new(range).of(Filter { categories: only.clone(), ..Filter::default() });
        let (from, to) = (i64::from(range.first.0) * 86_400, (i64::from(range.last.0) + 1) * 86_400);
        let mut expected: BTreeMap<TimeCategoryId, Bill> = BTreeMap::new();
        for entry in entries.iter().filter(|entry| only.is_empty() || only.contains(&entry.category)) {
            let seconds = (from..to).start.max(entry.start.0 / 1_000);
            let seconds = to.min(entry.end.unwrap().0 / 1_000) - seconds;
            let Some(rate) = entry.category.and_then(|id| rates.get(&id)).filter(|_| seconds > 0) else { continue };
            let sum = expected.entry(entry.category.unwrap()).or_default();
            sum.seconds += seconds;
            match rate {
                Some(rate) => {
                    let (whole, rest) = (seconds * rate / 3_600, seconds * rate % 3_600);
                    sum.amount += whole + i64::from(2 * rest >= 3_600);
                }
                None => sum.unpriced += seconds,
            }
        }
        assert_eq!(bills(&columns, &query, &rates, Timestamp((FROM + DAYS * 86_400) * 1_000)), expected, "{seed}");
    }
}
