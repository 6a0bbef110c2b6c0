//! The contract of packed entries of the time log: a store that packs them shows no difference but speed.

use std::collections::BTreeMap;

use espalier_base::env::Env;
use espalier_base::time::Timestamp;
use espalier_base::zone::Zone;
use espalier_model::change::{Change, ChangeSet};
use espalier_model::timelog::{Tags, packed};
use espalier_model::{Field, Record, RecordKey, Row, Table, TimeEntry, TimeEntryField, TimeEntryId};
use espalier_storage::archive::{self, ConflictPolicy};
use espalier_storage::packing::{MANY, Packed as _};
use espalier_storage::port::{Commit, Durability, Query, Storage, StorageError};
use futures::future::{join, join_all};

use super::{Lab, added, changes, dice, edit, env, read, write};

const STORE: &str = "entryChunks";
const DAY_MS: i64 = 86_400_000;
/// Milliseconds in which the entries of one chunk are made.
const CHUNK_MS: i64 = 1 << 32;

/// Makes an entry that was made at an instant.
fn entry_at(env: &mut Env, at: i64, note: &str) -> TimeEntry {
    let start = Timestamp(at);
    let mut entry = TimeEntry::new(env.id_at(start), start, Zone::new("Europe/Berlin"), env.now);
    entry.end = Some(start.plus_ms(1_800_000));
    note.clone_into(&mut entry.note);
    entry
}

/// Makes entries a day apart, which lie in several chunks with less than [`MANY`] in each.
pub fn entries(env: &mut Env, count: i64) -> Vec<TimeEntry> {
    let from = 1_690_000_000_000;
    (0..count).map(|number| entry_at(env, from + number * DAY_MS, &format!("day {number}"))).collect()
}

/// Makes entries of one chunk.
fn neighbours(env: &mut Env, count: usize) -> Vec<TimeEntry> {
    let from = 400 * CHUNK_MS;
    (0_i64..).take(count).map(|number| entry_at(env, from + number * 60_000, &format!("{number}"))).collect()
}

/// Makes entries as of one who logs twenty a day, with the usual fields.
#[allow(dead_code, reason = "only the store in a browser is tried with so many")]
pub fn many(env: &mut Env, count: i64) -> Vec<TimeEntry> {
    let tags = [Tags::default(), Tags::new(["deep"]), Tags::new(["deep", "home"])];
    let notes = ["", "Reading a paper", "写论文 draft"];
    let (category, goal) = (env.id(), env.id());
    let one = |number: i64| {
        let mut entry = entry_at(env, 1_200_000_000_000 + number * DAY_MS / 20, notes[number as usize % 3]);
        entry.tags = tags[number as usize % 3].clone();
        (entry.category, entry.goal) = (Some(category), (number % 2 == 0).then_some(goal));
        entry
    };
    (0..count).map(one).collect()
}

fn chunk_of(entry: &TimeEntry) -> String {
    TimeEntry::chunk_key(&entry.id.to_string())
}

fn records(entries: &[TimeEntry]) -> Vec<Record> {
    let mut records: Vec<Record> = entries.iter().map(|entry| Record::TimeEntries(entry.clone().into())).collect();
    records.sort_by_key(Record::key);
    records
}

fn noted(entry: &TimeEntry, note: &str) -> ChangeSet {
    let field = |note: &str| Field::TimeEntries(TimeEntryField::Note(note.to_owned()));
    edit(entry, field(&entry.note), field(note))
}

fn tagged(entry: &TimeEntry, tag: &str) -> ChangeSet {
    let field = |tags: Tags| Field::TimeEntries(TimeEntryField::Tags(tags));
    edit(entry, field(entry.tags.clone()), field(Tags::new([tag])))
}

async fn pack(store: &impl Storage) {
    store.pack().await.expect("the entries are packed");
}

/// Returns all entries, none of which is unreadable, and how many rows there are.
async fn all(store: &impl Storage) -> (Vec<Record>, usize) {
    let loaded = read(store, Query::Tables(vec![Table::TimeEntries])).await;
    assert_eq!(loaded.unreadable, []);
    (loaded.records, loaded.unpacked)
}

async fn one(store: &impl Storage, id: TimeEntryId) -> Option<Record> {
    let mut loaded = read(store, Query::Rows(vec![(Table::TimeEntries, id.to_string())])).await;
    assert_eq!(loaded.unreadable, []);
    loaded.records.pop()
}

async fn raw(lab: &impl Lab, entry: &TimeEntry) -> Option<String> {
    lab.get_raw(Table::TimeEntries.name(), &entry.id.to_string()).await
}

pub async fn s4_packed_entries_are_read_as_rows_are(lab: &impl Lab) {
    let (store, other, mut env) = (lab.open().await, lab.open().await, env());
    let some = entries(&mut env, 120);
    write(&store, changes(added(some.clone()))).await;
    assert_eq!(all(&store).await, (records(&some), 120));
    pack(&store).await;
    assert_eq!(all(&other).await, (records(&some), 0));
    assert_eq!(raw(lab, &some[7]).await, None);
    let held =
        packed::unpack(&lab.get_chunk(STORE, &chunk_of(&some[7])).await.expect("a chunk")).expect("packed entries");
    assert!(held.contains(&some[7].clone().into()));
    let later = entry_at(&mut env, 1_690_000_000_000 + DAY_MS / 2, "between");
    write(&store, changes(added([later.clone()]))).await;
    let mut expected = some.clone();
    expected.push(later.clone());
    assert_eq!(all(&other).await, (records(&expected), 1));
    let missing: TimeEntryId = env.id_at(Timestamp(1_690_000_000_000));
    let keys = [later.id, missing, some[3].id, some[119].id].map(|id| (Table::TimeEntries, id.to_string()));
    let loaded = read(&other, Query::Rows(keys.to_vec())).await;
    let expected = [&later, &some[3], &some[119]].map(|entry| Record::TimeEntries(entry.clone().into()));
    assert_eq!(loaded.records, expected, "in the order in which they were asked for");
    let every = some.iter().rev().map(|entry| (Table::TimeEntries, entry.id.to_string())).collect();
    let mut found = read(&other, Query::Rows(every)).await.records;
    found.reverse();
    assert_eq!(found, records(&some));
}

pub async fn s4_a_change_of_a_packed_entry_is_made_to_what_is_stored(lab: &impl Lab) {
    let (store, other, mut env) = (lab.open().await, lab.open().await, env());
    let mut some = entries(&mut env, 90);
    write(&store, changes(added(some.clone()))).await;
    pack(&store).await;
    write(&store, changes(noted(&some[40], "changed"))).await;
    "changed".clone_into(&mut some[40].note);
    assert_eq!(all(&other).await, (records(&some), 1));
    write(&other, changes(tagged(&some[40], "deep"))).await;
    some[40].tags = Tags::new(["deep"]);
    assert_eq!(one(&store, some[40].id).await, Some(Record::TimeEntries(some[40].clone().into())));
    pack(&other).await;
    assert_eq!(all(&store).await, (records(&some), 0));
}

pub async fn s4_two_tabs_that_change_different_fields_of_a_packed_entry_both_keep_their_change(lab: &impl Lab) {
    let (one_tab, other, mut env) = (lab.open().await, lab.open().await, env());
    let some = entries(&mut env, 50);
    write(&one_tab, changes(added(some.clone()))).await;
    pack(&one_tab).await;
    let both = join(
        one_tab.commit(changes(noted(&some[9], "new")), Durability::Relaxed),
        other.commit(changes(tagged(&some[9], "home")), Durability::Strict),
    );
    assert_eq!(both.await, (Ok(()), Ok(())));
    let expected = TimeEntry { note: "new".to_owned(), tags: Tags::new(["home"]), ..some[9].clone() };
    assert_eq!(one(&one_tab, expected.id).await, Some(Record::TimeEntries(expected.into())));
}

pub async fn s4_a_packed_entry_that_is_removed_stays_away_and_can_come_back(lab: &impl Lab) {
    let (store, other, mut env) = (lab.open().await, lab.open().await, env());
    let some = entries(&mut env, 60);
    write(&store, changes(added(some.clone()))).await;
    pack(&store).await;
    let removal = added([some[20].clone()]).invert();
    write(&store, changes(removal.clone())).await;
    let rest: Vec<TimeEntry> = some.iter().filter(|entry| entry.id != some[20].id).cloned().collect();
    assert_eq!(all(&other).await.0, records(&rest));
    assert_eq!(one(&other, some[20].id).await, None);
    write(&other, changes(noted(&some[20], "late"))).await;
    assert_eq!(one(&store, some[20].id).await, None, "a change does not bring it back");
    write(&other, changes(removal.clone())).await;
    assert_eq!(one(&store, some[20].id).await, None);
    pack(&store).await;
    assert_eq!(all(&other).await, (records(&rest), 0));
    write(&store, changes(removal.invert())).await;
    assert_eq!(all(&other).await.0, records(&some));
    write(&store, changes(removal.clone())).await;
    write(&store, changes(removal.invert())).await;
    pack(&store).await;
    assert_eq!(all(&other).await, (records(&some), 0));
    write(&store, changes(added([entry_at(&mut env, 5_000, "alone")]))).await;
    let alone = entry_at(&mut env, 5_000 * CHUNK_MS, "of a chunk without others");
    write(&store, changes(added([alone.clone()]))).await;
    write(&store, changes(added([alone.clone()]).invert())).await;
    assert_eq!(raw(lab, &alone).await, None, "no mark is kept where there is no chunk");
}

pub async fn s4_packing_again_changes_nothing(lab: &impl Lab) {
    let (store, mut env) = (lab.open().await, env());
    let some = entries(&mut env, 100);
    write(&store, changes(added(some.clone()))).await;
    pack(&store).await;
    let mut keys: Vec<String> = some.iter().map(chunk_of).collect();
    keys.dedup();
    let chunks = async || join_all(keys.iter().map(|key| lab.get_chunk(STORE, key))).await;
    let before = chunks().await;
    assert!(before.len() > 2 && before.iter().all(Option::is_some));
    pack(&store).await;
    assert_eq!(chunks().await, before);
    // The same rows make the same bytes, whether or not they were packed before.
    write(&store, changes(added(some.clone()))).await;
    pack(&store).await;
    assert_eq!(chunks().await, before);
    assert_eq!(all(&store).await, (records(&some), 0));
}

pub async fn s4_packing_goes_on_beside_commits_of_another_tab(lab: &impl Lab) {
    let (store, other, mut env) = (lab.open().await, lab.open().await, env());
    let mut some = entries(&mut env, 200);
    for slice in some.chunks(30) {
        write(&store, changes(added(slice.to_vec()))).await;
    }
    let edits = join_all(some.iter().step_by(7).map(|entry| {
        let durability = if entry.start.0 % 2 == 0 { Durability::Strict } else { Durability::Relaxed };
        other.commit(changes(noted(entry, "meanwhile")), durability)
    }));
    let ((one, second), edits) = join(join(store.pack(), other.pack()), edits).await;
    assert_eq!((one, second), (Ok(()), Ok(())));
    assert!(edits.into_iter().all(|done| done == Ok(())));
    for entry in some.iter_mut().step_by(7) {
        "meanwhile".clone_into(&mut entry.note);
    }
    assert_eq!(all(&store).await.0, records(&some));
    pack(&store).await;
    assert_eq!(all(&other).await, (records(&some), 0));
}

pub async fn s4_many_entries_are_packed_as_they_are_written(lab: &impl Lab) {
    let (store, other, mut env) = (lab.open().await, lab.open().await, env());
    let mut some = neighbours(&mut env, 3 * MANY);
    let first = some[5].clone();
    write(&store, changes(added([first.clone()]))).await;
    write(&store, changes(added([first.clone()]).invert())).await;
    write(&store, changes(added(some.clone()))).await;
    assert_eq!(all(&other).await, (records(&some), 0));
    assert!(lab.get_chunk(STORE, &chunk_of(&first)).await.is_some());
    let notes: ChangeSet = some
        .iter()
        .take(2 * MANY)
        .flat_map(|entry| {
            noted(entry, "all").iter().map(|(key, change)| (key.clone(), change.clone())).collect::<Vec<_>>()
        })
        .collect();
    write(&other, changes(notes)).await;
    for entry in some.iter_mut().take(2 * MANY) {
        "all".clone_into(&mut entry.note);
    }
    assert_eq!(all(&store).await, (records(&some), 0));
    write(&store, changes(added([some[0].clone()]).invert())).await;
    write(&store, changes(added(some[1..].to_vec()).invert())).await;
    assert_eq!(all(&store).await, (Vec::new(), 0));
    assert_eq!(lab.get_chunk(STORE, &chunk_of(&first)).await, None);
    write(&store, changes(added(some.clone()))).await;
    assert_eq!(all(&other).await, (records(&some), 0));
}

pub async fn s4_a_chunk_that_cannot_be_read_is_reported_and_never_written_over(lab: &impl Lab) {
    let mut env = env();
    let some = neighbours(&mut env, MANY + 10);
    let key = chunk_of(&some[0]);
    let whole = packed::pack(&some.iter().take(3).map(|entry| entry.clone().into()).collect::<Vec<_>>());
    let mut damaged = whole.clone();
    damaged[20] ^= 1;
    let mut newer = whole.clone();
    newer[3] += 1;
    let elsewhere = packed::pack(&[entry_at(&mut env, 5, "of another chunk").into()]);
    for bytes in [damaged, newer, elsewhere, b"nonsense".to_vec(), Vec::new()] {
        let store = lab.open().await;
        lab.put_chunk(STORE, &key, bytes.clone()).await;
        let row = &some[5];
        write(&store, changes(added([row.clone()]))).await;
        write(&store, changes(noted(row, "a row is a row"))).await;
        // What may be in the chunk is not known, so nothing is done as if it were not.
        let change = store.commit(changes(noted(&some[1], "lost?")), Durability::Relaxed).await;
        assert!(matches!(change, Err(StorageError::Aborted(_))), "{change:?}");
        write(&store, changes(added([some[2].clone()]).invert())).await;
        write(&store, changes(added(some[4..].to_vec()))).await;
        pack(&store).await;
        let loaded = read(&store, Query::Tables(vec![Table::TimeEntries])).await;
        assert_eq!(loaded.records, records(&some[4..]));
        let [note] = loaded.unreadable.as_slice() else {
            panic!("one chunk cannot be read, not {:?}", loaded.unreadable);
        };
        assert_eq!((note.store.as_str(), note.key.as_str()), (STORE, key.as_str()));
        assert!(!note.reason.is_empty());
        assert_eq!(lab.get_chunk(STORE, &key).await, Some(bytes));
        assert_eq!(raw(lab, &some[2]).await.as_deref(), Some("null"), "gone, should the chunk be read again");
        // Once it can be read, all is there.
        lab.put_chunk(STORE, &key, whole.clone()).await;
        let mut expected = some[..2].to_vec();
        expected.extend_from_slice(&some[3..]);
        expected.remove(2);
        expected.sort_by_key(|entry| entry.id);
        let found = all(&store).await.0;
        assert_eq!(found.len(), expected.len());
        assert_eq!(found, records(&expected));
        write(&store, changes(added(some[3..].to_vec()).invert())).await;
        pack(&store).await;
    }
}

pub async fn s4_a_row_that_cannot_be_read_is_not_packed_and_hides_what_was(lab: &impl Lab) {
    let (store, mut env) = (lab.open().await, env());
    let some = neighbours(&mut env, 20);
    write(&store, changes(added(some.clone()))).await;
    pack(&store).await;
    let (broken, name) = (&some[4], Table::TimeEntries.name());
    lab.put_raw(name, &broken.id.to_string(), "{\"id\":1}").await;
    write(&store, changes(noted(&some[5], "beside it"))).await;
    for _ in 0..2 {
        let loaded = read(&store, Query::Tables(vec![Table::TimeEntries])).await;
        assert_eq!(loaded.records.len(), 19);
        let notes: Vec<_> = loaded.unreadable.iter().map(|note| (note.store.as_str(), note.key.clone())).collect();
        assert_eq!(notes, [(name, broken.id.to_string())]);
        assert_eq!(raw(lab, broken).await.as_deref(), Some("{\"id\":1}"));
        let loaded = read(&store, Query::Rows(vec![(Table::TimeEntries, broken.id.to_string())])).await;
        assert_eq!((loaded.records.len(), loaded.unreadable.len()), (0, 1));
        let change = store.commit(changes(noted(broken, "x")), Durability::Relaxed).await;
        assert!(matches!(change, Err(StorageError::Aborted(_))), "{change:?}");
        pack(&store).await;
        assert_eq!(raw(lab, &some[5]).await, None, "its neighbour was packed");
    }
    write(&store, changes(added([broken.clone()]))).await;
    pack(&store).await;
    let (found, rows) = all(&store).await;
    assert_eq!((found.len(), rows), (20, 0));
    assert!(found.contains(&Record::TimeEntries(broken.clone().into())));
}

pub async fn s4_keys_that_are_no_ids_are_left_alone(lab: &impl Lab) {
    let (store, mut env) = (lab.open().await, env());
    let (some, name) = (neighbours(&mut env, 5), Table::TimeEntries.name());
    write(&store, changes(added(some.clone()))).await;
    let text = raw(lab, &some[0]).await.expect("a row");
    let upper = some[0].id.to_string().to_uppercase();
    for (key, text) in [("0", "null"), ("é", "null"), (&chunk_of(&some[0]), "null"), (&upper, &text)] {
        lab.put_raw(name, key, text).await;
    }
    pack(&store).await;
    let loaded = read(&store, Query::Tables(vec![Table::TimeEntries])).await;
    assert_eq!(loaded.records, records(&some));
    assert_eq!((loaded.unreadable.len(), loaded.unpacked), (4, 4));
    for key in ["0", "é", &chunk_of(&some[0]), &upper] {
        assert!(lab.get_raw(name, key).await.is_some(), "{key}");
    }
}

pub async fn s4_an_export_holds_every_entry_and_comes_in_again(lab: &impl Lab) {
    let (store, mut env) = (lab.open().await, env());
    let some = entries(&mut env, 70);
    write(&store, changes(added(some.clone()))).await;
    pack(&store).await;
    write(&store, changes(noted(&some[3], "changed")).clone()).await;
    write(&store, changes(added([some[4].clone()]).invert())).await;
    let everything = read(&store, Query::Tables(Table::ALL.to_vec())).await.records;
    let file = archive::write(&everything, env.now);
    let back = archive::read(&file).expect("our own file");
    assert_eq!(back.records, everything);
    assert_eq!(back.records.len(), 69);
    let plan = archive::plan(&back.records, &everything, ConflictPolicy::TakeTheirs);
    assert!(plan.changes.is_empty(), "all of it is here");
    let all_of_it = archive::plan(&back.records, &[], ConflictPolicy::TakeTheirs);
    write(&store, changes(all_of_it.changes)).await;
    assert_eq!(all(&store).await.0, everything);
}

pub async fn s4_whatever_is_done_is_found_again(lab: &impl Lab) {
    let (tabs, mut env) = ([lab.open().await, lab.open().await], env());
    let mut expected: BTreeMap<TimeEntryId, TimeEntry> = BTreeMap::new();
    let mut below = dice();
    for step in 0..120 {
        let tab = &tabs[below(2)];
        let mut changes = ChangeSet::default();
        let count = [1, 1, 3, 10, 2 * MANY][below(5)];
        for number in 0..count {
            let ids: Vec<TimeEntryId> = expected.keys().copied().collect();
            let picked = if ids.is_empty() { None } else { Some(ids[below(ids.len())]) };
            let picked = picked.filter(|id| changes.get(&RecordKey::TimeEntries(*id)).is_none());
            let before = picked.and_then(|id| expected.get(&id).cloned());
            let after = match (below(5), &before) {
                (0, Some(_)) => None,
                (1 | 2, Some(entry)) => Some(TimeEntry { note: format!("{step} {number}"), ..entry.clone() }),
                (3, Some(entry)) => Some(TimeEntry { end: None, tags: Tags::new(["t"]), ..entry.clone() }),
                _ => {
                    let second =
                        [300, 301, 302][below(3)] * CHUNK_MS / 1_000 + i64::try_from(below(1_000_000)).unwrap();
                    let at = second * 1_000;
                    Some(entry_at(&mut env, at, "new"))
                }
            };
            let added = after.as_ref().is_some_and(|after| before.as_ref().is_none_or(|before| before.id != after.id));
            let before = before.filter(|_| !added);
            let record = |entry: &TimeEntry| Record::TimeEntries(entry.clone().into());
            let change = Change::between(before.as_ref().map(record).as_ref(), after.as_ref().map(record).as_ref());
            let Some(id) = after.as_ref().or(before.as_ref()).map(Row::key) else { continue };
            let Some(change) = change else { continue };
            changes.push(RecordKey::TimeEntries(id), change);
            match after {
                Some(after) => drop(expected.insert(id, after)),
                None => drop(expected.remove(&id)),
            }
        }
        let commit = Commit { changes, ..Commit::default() };
        if below(6) == 0 {
            let both = join(tabs[0].commit(commit, Durability::Relaxed), tabs[1].pack()).await;
            assert_eq!(both, (Ok(()), Ok(())));
        } else {
            write(tab, commit).await;
        }
        if step % 10 == 9 {
            let found = all(&tabs[below(2)]).await.0;
            let wanted: Vec<Record> =
                expected.values().map(|entry| Record::TimeEntries(entry.clone().into())).collect();
            assert_eq!(found, wanted, "step {step}");
        }
    }
    pack(&tabs[0]).await;
    let found = all(&tabs[1]).await;
    let wanted: Vec<Record> = expected.values().map(|entry| Record::TimeEntries(entry.clone().into())).collect();
    assert_eq!(found, (wanted, 0));
}
