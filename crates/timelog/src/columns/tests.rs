use std::collections::BTreeMap;

use super::*;
use crate::testing::{Maker, calendar};
use espalier_base::date::Weekday;
use espalier_base::env::Env;
use espalier_model::Record;
use espalier_model::change::Change;

const YEAR: i64 = 365 * 86_400;
/// 2025-01-01 in UTC.
const FROM: i64 = 1_735_689_600;

type Rows = BTreeMap<TimeEntryId, Rc<TimeEntry>>;

/// Makes one random change; gives the id.
fn change(maker: &mut Maker, rows: &mut Rows) -> TimeEntryId {
    let known: Option<TimeEntryId> = {
        let index = maker.random.below(rows.len() as i64) as usize;
        rows.keys().nth(index).copied()
    };
    match (maker.random.below(10), known) {
        (0..2, Some(id)) => {
            rows.remove(&id);
            id
        }
        (2..6, Some(id)) => {
            let mut entry = TimeEntry::clone(&rows[&id]);
            if maker.random.below(2) == 0 {
                entry.start = maker.entry().start;
            }
            maker.fill(&mut entry);
            rows.insert(id, Rc::new(entry));
            id
        }
        _ => {
            let entry = maker.entry();
            rows.insert(entry.id, entry.clone());
            entry.id
        }
    }
}

#[test]
fn c1_after_100_000_changes_they_are_what_they_would_be_if_built_anew() {
    for (seed, zone) in [(1, "Europe/Berlin"), (2, "America/Los_Angeles"), (3, "Asia/Kolkata"), (4, "America/St_Johns")]
    {
        let mut maker = Maker::new(seed, FROM, 2 * YEAR);
        let mut rows = Rows::new();
        let mut columns = Columns::new(calendar(zone, Weekday::Monday));
        for step in 1..=25_000 {
            let id = change(&mut maker, &mut rows);
            columns.set(id, rows.get(&id));
            // Looking in between must not spoil anything.
            if step % 64 == 0 {
                let day = columns.calendar().day(FROM + maker.random.below(2 * YEAR)).0;
                for number in 0..=columns.dictionary().categories() {
                    columns.days(number).map(|days| days.sum(day, day + 30));
                }
            }
            if rows.len() > 600 {
                for id in rows.keys().copied().take(300).collect::<Vec<_>>() {
                    rows.remove(&id);
                    columns.set(id, None);
                }
            }
            if step % 2_500 == 0 {
                let anew = Columns::of(calendar(zone, Weekday::Monday), rows.values());
                assert_eq!(columns, anew, "{zone} after {step}");
                let mut other = Columns::of(calendar("Asia/Tokyo", Weekday::Sunday), rows.values());
                other.set_calendar(calendar(zone, Weekday::Monday));
                assert_eq!(other, anew);
                for number in 0..=columns.dictionary().categories() {
                    let Some(days) = columns.days(number) else { continue };
                    let sum: i64 = days.content().iter().map(|(_, day)| day.seconds).sum();
                    assert_eq!(days.sum(i32::MIN / 2, i32::MAX / 2).0, sum);
                }
            }
        }
    }
}

#[test]
fn change_sets_are_followed_and_taken_back() {
    let mut maker = Maker::new(7, FROM, YEAR);
    let mut workspace = Workspace::default();
    let mut columns = Columns::new(calendar("UTC", Weekday::Monday));
    let entries: Vec<Rc<TimeEntry>> = (0..50).map(|_| maker.entry()).collect();
    let added =
        |entry: &Rc<TimeEntry>| (RecordKey::TimeEntries(entry.id), Change::Added(Record::TimeEntries(entry.clone())));
    let changes: ChangeSet = entries.iter().map(added).collect();
    workspace.apply(&changes).unwrap();
    columns.follow(&workspace, &changes);
    assert_eq!(columns.len(), 50);
    assert_eq!(columns.get(entries[3].id), Some(&entries[3]));
    let mut draft = workspace.draft();
    draft.update::<TimeEntry>(&entries[3].id, |row| row.start = row.start.plus_ms(-90_000_000));
    let moved = draft.finish();
    workspace.apply(&moved).unwrap();
    columns.follow(&workspace, &moved);
    assert_eq!(columns.get(entries[3].id), workspace.get::<TimeEntry>(&entries[3].id));
    for changes in [moved, changes] {
        workspace.apply(&changes.invert()).unwrap();
        columns.follow(&workspace, &changes);
    }
    assert!(columns.is_empty());
    assert_eq!(columns, Columns::new(calendar("UTC", Weekday::Monday)));
}

#[test]
fn ranges_meet_what_is_in_them_and_long_entries_from_before() {
    let mut env = Env::deterministic(Timestamp(0), 1);
    let entry = |env: &mut Env, start: i64, end: Option<i64>| {
        let start = Timestamp(start * 1_000);
        let mut entry = TimeEntry::new(env.id_at(start), start, espalier_base::zone::Zone::default(), start);
        entry.end = end.map(|end| Timestamp(end * 1_000));
        Rc::new(entry)
    };
    let month = 30 * 86_400;
    let long = entry(&mut env, FROM, Some(FROM + 5 * month));
    let short = entry(&mut env, FROM + 4 * month, Some(FROM + 4 * month + 60));
    let running = entry(&mut env, FROM + 4 * month + 30, None);
    let columns = Columns::of(calendar("UTC", Weekday::Monday), [&long, &short, &running]);
    let found = |from: i64, to: i64| -> Vec<TimeEntryId> {
        columns.meeting(from, to, Timestamp((FROM + 4 * month + 90) * 1_000)).map(|found| found.entry.id).collect()
    };
    assert_eq!(found(FROM + 4 * month, FROM + 4 * month + 1), [long.id, short.id]);
    assert_eq!(found(FROM + 4 * month + 60, FROM + 4 * month + 61), [long.id, running.id]);
    assert_eq!(found(FROM + 4 * month + 90, FROM + 4 * month + 91), [long.id]);
    assert_eq!(found(FROM + 5 * month, FROM + 6 * month), []);
}
