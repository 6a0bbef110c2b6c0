use std::rc::Rc;

use futures::executor::block_on;
use proptest::prelude::*;

use super::*;
use crate::folder::MemoryFolder;
use espalier_base::env::Env;
use espalier_base::zone::Zone;
use espalier_model::{MindMap, NodeKey, RecordKey, Session, TimeEntry};
use espalier_storage::memory::MemoryStorage;

type Lab = Mirror<Rc<MemoryStorage>, MemoryFolder>;

fn lab() -> (Rc<MemoryStorage>, MemoryFolder, Lab) {
    let (storage, folder) = (Rc::new(MemoryStorage::default()), MemoryFolder::default());
    storage.now.set(Timestamp(1_800_000_000_000));
    (storage.clone(), folder.clone(), Mirror::new(storage, folder))
}

/// Row number `number` of a table, with a text.
fn row(table: Table, number: u8, text: &str) -> Record {
    let now = Timestamp(1_700_000_000_000);
    let mut env = Env::deterministic(now, u64::from(number) + 1);
    match table {
        Table::Sessions => Record::Sessions(Rc::new(Session { name: text.to_owned(), ..Session::new(env.id(), now) })),
        Table::Maps => {
            Record::Maps(Rc::new(MindMap { name: text.to_owned(), ..MindMap::new(env.id(), env.id(), now) }))
        }
        Table::Nodes => {
            let map = Env::deterministic(now, u64::from(number % 3) + 1).id();
            let key = NodeKey { map, id: env.id() };
            let json = format!(
                r#"{{"id":"{}","map":"{}","created_at":5,"parent":null,"order":"a0","short":1,"updated_at":5,"title":{}}}"#,
                key.id,
                key.map,
                serde_json::to_string(text).unwrap()
            );
            table.read(&json).unwrap()
        }
        _ => {
            let mut entry = TimeEntry::new(env.id(), now, Zone::new("UTC"), now);
            entry.note = text.to_owned();
            Record::TimeEntries(Rc::new(entry))
        }
    }
}

const WHOLE: Verdict = Verdict::Whole { damaged: false };
const TABLES: [Table; 4] = [Table::Sessions, Table::Maps, Table::Nodes, Table::TimeEntries];

/// One thing done to the database.
#[derive(Debug, Clone)]
enum Act {
    Put(Table, u8, String),
    Remove(Table, u8),
    File(u8),
    Mirror,
    PutTogether,
    Pack,
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let table = prop::sample::select(&TABLES[..]);
    let act = prop_oneof![
        6 => (table.clone(), 0..9_u8, "[a-c]{0,3}").prop_map(|(table, number, text)| Act::Put(table, number, text)),
        2 => (table, 0..9_u8).prop_map(|(table, number)| Act::Remove(table, number)),
        1 => (0..4_u8).prop_map(Act::File),
        3 => Just(Act::Mirror),
        1 => Just(Act::PutTogether),
        1 => Just(Act::Pack),
    ];
    prop::collection::vec(act, 1..40)
}

fn everything(storage: &MemoryStorage) -> Vec<(String, String)> {
    let loaded = block_on(storage.load(Query::Everything)).unwrap();
    let rows = loaded.records.iter().map(|row| (format!("{:?}", row.key()), row.to_json().unwrap()));
    let files = loaded.files.iter().map(|file| (file.hash.to_string(), format!("{:?}", file.bytes)));
    let mut all: Vec<_> = rows.chain(files).collect();
    all.sort();
    all
}

fn commit(storage: &MemoryStorage, changes: Vec<(RecordKey, Change)>) {
    let commit = Commit { changes: changes.into_iter().collect(), ..Commit::default() };
    block_on(storage.commit(commit, Durability::Strict)).unwrap();
}

/// Does one thing; nodes come only to maps that are there, and go with them, as in the app.
fn act(storage: &MemoryStorage, lab: &Lab, act: &Act) {
    let here = |key: &RecordKey| {
        let rows = vec![(key.table(), key.row_key())];
        block_on(storage.load(Query::Rows(rows))).unwrap().records.pop()
    };
    match act {
        Act::Put(table, number, text) => {
            let row = row(*table, *number, text);
            let key = row.key();
            if let RecordKey::Nodes(node) = &key
                && here(&RecordKey::Maps(node.map)).is_none()
            {
                return;
            }
            let change = Change::between(here(&key).as_ref(), Some(&row));
            commit(storage, change.map(|change| (key, change)).into_iter().collect());
        }
        Act::Remove(table, number) => {
            let key = row(*table, *number, "").key();
            let Some(row) = here(&key) else { return };
            let mut gone = vec![(key.clone(), Change::Removed(row))];
            if let RecordKey::Maps(map) = key {
                let nodes = block_on(storage.load(Query::Tables(vec![Table::Nodes]))).unwrap().records;
                let nodes = nodes.into_iter().map(|row| (row.key(), Change::Removed(row)));
                gone.extend(nodes.filter(|(key, _)| matches!(key, RecordKey::Nodes(key) if key.map == map)));
            }
            commit(storage, gone);
        }
        Act::File(number) => {
            let bytes: Rc<[u8]> = vec![*number; 10].into();
            let file = StoredFile { hash: sha256(&bytes).parse().unwrap(), bytes };
            block_on(storage.commit(Commit { files: vec![file], ..Commit::default() }, Durability::Strict)).unwrap();
        }
        Act::Mirror => drop(block_on(lab.write_changes()).unwrap()),
        Act::PutTogether => block_on(lab.put_together()).unwrap(),
        Act::Pack => block_on(storage.pack()).unwrap(),
    }
}

proptest! {
    #[test]
    fn m3_m4_a_database_that_is_gone_comes_back_from_its_mirror(acts in acts()) {
        let (storage, folder, mirror) = lab();
        for one in &acts {
            act(&storage, &mirror, one);
        }
        let verdict = block_on(mirror.compare(true)).unwrap();
        let nothing_lacks = verdict == Verdict::NoMirror || verdict == WHOLE;
        prop_assert!(nothing_lacks, "{:?}", verdict);
        block_on(mirror.write_changes()).unwrap();
        prop_assert_eq!(block_on(mirror.compare(true)).unwrap(), WHOLE);
        let before = everything(&storage);
        let empty = Rc::new(MemoryStorage::default());
        let healed = Mirror::new(empty.clone(), folder);
        let verdict = block_on(healed.compare(false)).unwrap();
        prop_assert_eq!(matches!(verdict, Verdict::Lacking(_)), !before.is_empty());
        let restored = block_on(healed.restore()).unwrap();
        prop_assert_eq!(restored.rows.len() + restored.files, before.len());
        prop_assert_eq!(everything(&empty), before);
        prop_assert_eq!(block_on(healed.compare(true)).unwrap(), WHOLE);
    }

    #[test]
    fn m3_rows_that_are_gone_or_older_are_told_and_come_back(acts in acts(), late in acts(), gone in any::<prop::sample::Index>()) {
        let (storage, folder, mirror) = lab();
        for one in &acts {
            act(&storage, &mirror, one);
        }
        // The state that the database falls back to: what was done since, and mirrored, is lost there.
        let old = Rc::new(MemoryStorage::default());
        old.now.set(storage.now.get());
        for one in acts.iter().filter(|act| !matches!(act, Act::Mirror | Act::PutTogether)) {
            act(&old, &mirror, one);
        }
        for one in &late {
            act(&storage, &mirror, one);
        }
        block_on(mirror.write_changes()).unwrap();
        let before = everything(&storage);
        if !before.is_empty() {
            let table = row_tables(&storage);
            if !table.is_empty() {
                let (table, key) = gone.get(&table).clone();
                storage.remove_raw(table.name(), &key);
                let lost = before.len() - everything(&storage).len();
                prop_assume!(lost == 1);
                let verdict = block_on(mirror.compare(true)).unwrap();
                let Verdict::Lacking(lacking) = verdict else { panic!("{verdict:?}") };
                prop_assert!(lacking.gone.values().sum::<usize>() == 1 && lacking.gone.contains_key(&table));
                block_on(mirror.restore()).unwrap();
                prop_assert_eq!(everything(&storage), before.clone());
            }
        }
        let fallen = Mirror::new(old.clone(), folder);
        block_on(fallen.restore()).unwrap();
        let after = everything(&old);
        // Everything that was there comes back as it was, unless a mark says that the row is newer.
        let marks = block_on(old.load(Query::Changes)).unwrap().changes;
        let marked = |key: &str| marks.marks.iter().flat_map(|mark| &mark.touched).any(|touched| key.contains(&touched.1) || touched.1.split('/').all(|id| key.contains(id)));
        for row in before.iter().filter(|(key, _)| !marked(key)) {
            prop_assert!(after.contains(row), "{:?} is not in {:?}", row, after);
        }
    }

    #[test]
    fn m2_m5_a_mirror_that_fails_at_any_write_loses_nothing(acts in acts(), fails in 0..12_u32) {
        let (storage, folder, mirror) = lab();
        block_on(mirror.write_changes()).unwrap();
        folder.fails_after.set(Some(fails));
        for one in &acts {
            match one {
                Act::Mirror => drop(block_on(mirror.write_changes())),
                Act::PutTogether => drop(block_on(mirror.put_together())),
                other => act(&storage, &mirror, other),
            }
        }
        folder.fails_after.set(None);
        let verdict = block_on(mirror.compare(true)).unwrap();
        let Verdict::Whole { damaged } = verdict else { panic!("{verdict:?}") };
        if damaged {
            block_on(mirror.write_everything()).unwrap();
        }
        block_on(mirror.write_changes()).unwrap();
        let empty = Rc::new(MemoryStorage::default());
        block_on(Mirror::new(empty.clone(), folder).restore()).unwrap();
        prop_assert_eq!(everything(&empty), everything(&storage));
    }
}

/// Keys of the rows that lie in a store of their own.
fn row_tables(storage: &MemoryStorage) -> Vec<(Table, String)> {
    let keys = |table: Table| block_on(storage.load(Query::Keys(table))).unwrap().keys;
    let tables = [Table::Sessions, Table::Nodes];
    tables.into_iter().flat_map(|table| keys(table).into_iter().map(move |key| (table, key))).collect()
}

#[test]
fn m5_every_truncation_and_any_bundle_gone_is_told_and_the_rest_is_used() {
    let (storage, folder, mirror) = lab();
    block_on(mirror.write_changes()).unwrap();
    for number in 0..6 {
        commit(
            &storage,
            vec![(row(Table::Sessions, number, "x").key(), Change::Added(row(Table::Sessions, number, "x")))],
        );
        block_on(mirror.write_changes()).unwrap();
    }
    let names = block_on(folder.list()).unwrap();
    assert_eq!(names.len(), 7);
    for name in names {
        let whole = folder.files.borrow()[&name].clone();
        for length in (0..whole.len()).map(Some).chain([None]) {
            match length {
                Some(length) => drop(folder.files.borrow_mut().insert(name.clone(), whole[..length].to_vec())),
                None => drop(folder.files.borrow_mut().remove(&name)),
            }
            // A last bundle that is gone is one that was never written: the database does not go on from it, and has
            // all that is left.
            assert!(
                matches!(block_on(mirror.compare(true)).unwrap(), Verdict::Whole { damaged } if damaged || length.is_none()),
                "{name} {length:?}"
            );
            let empty = Rc::new(MemoryStorage::default());
            block_on(Mirror::new(empty.clone(), folder.clone()).restore()).unwrap();
            assert!(everything(&empty).len() >= 5, "{name} {length:?}");
        }
        folder.files.borrow_mut().insert(name, whole);
    }
}

#[test]
fn m2_a_mirror_of_another_database_is_not_written_to() {
    let (storage, folder, mirror) = lab();
    let add = |storage: &MemoryStorage, number| {
        let row = row(Table::Sessions, number, "x");
        commit(storage, vec![(row.key(), Change::Added(row))]);
    };
    add(&storage, 1);
    block_on(mirror.write_changes()).unwrap();
    let before = folder.files.borrow().clone();
    let other = Rc::new(MemoryStorage::default());
    add(&other, 2);
    let found = Mirror::new(other.clone(), folder.clone());
    assert_eq!(block_on(found.write_changes()), Err(MirrorError::Changed));
    assert_eq!(*folder.files.borrow(), before);
    // The person goes on without it: it is kept aside, and a new one is begun.
    block_on(found.write_everything()).unwrap();
    assert!(before.keys().all(|name| folder.files.borrow().contains_key(name)));
    assert_eq!(block_on(found.compare(true)).unwrap(), WHOLE);
    // After a month it goes.
    other.now.set(Timestamp(1_800_000_000_000 + 31 * 86_400_000));
    add(&other, 3);
    block_on(found.write_everything()).unwrap();
    assert!(!before.keys().any(|name| folder.files.borrow().contains_key(name)));
}
