use std::cell::RefCell;
use std::rc::Rc;

use futures::executor::block_on;
use proptest::prelude::*;

use super::*;
use crate::folder::MemoryFolder;
use crate::testing::{self, Act, commit, everything, row};
use espalier_storage::memory::MemoryStorage;

type Lab = Mirror<Rc<MemoryStorage>, MemoryFolder>;

fn lab() -> (Rc<MemoryStorage>, MemoryFolder, Lab) {
    let (storage, folder) = (Rc::new(MemoryStorage::default()), MemoryFolder::default());
    storage.now.set(Timestamp(1_800_000_000_000));
    (storage.clone(), folder.clone(), Mirror::new(storage, folder))
}

const WHOLE: Verdict = Verdict::Whole { is_old: false };
/// One thing done to the database, or to its mirror.
#[derive(Debug, Clone)]
enum Step {
    Act(Act),
    Mirror,
    PutTogether,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        9 => testing::change().prop_map(Step::Act),
        1 => (0..4_u8).prop_map(|number| Step::Act(Act::File(number))),
        3 => Just(Step::Mirror),
        1 => Just(Step::PutTogether),
    ];
    prop::collection::vec(step, 1..40)
}

fn step(storage: &MemoryStorage, mirror: &Lab, step: &Step) {
    match step {
        Step::Act(act) => drop(testing::act(storage, act)),
        Step::Mirror => drop(block_on(mirror.write_changes()).unwrap()),
        Step::PutTogether => block_on(mirror.put_together()).unwrap(),
    }
}

/// A database in which something else is done after every read.
struct Busy(Rc<MemoryStorage>, RefCell<Vec<Act>>);

impl Storage for Busy {
    async fn load(&self, query: Query) -> Result<Loaded, StorageError> {
        let loaded = self.0.load(query).await;
        if let Some(act) = self.1.borrow_mut().pop() {
            testing::act(&self.0, &act);
        }
        loaded
    }

    async fn commit(&self, commit: Commit, durability: Durability) -> Result<(), StorageError> {
        self.0.commit(commit, durability).await
    }

    async fn pack(&self) -> Result<(), StorageError> {
        self.0.pack().await
    }

    async fn sweep_files(&self, now: Timestamp) -> Result<(), StorageError> {
        self.0.sweep_files(now).await
    }
}

proptest! {
    #[test]
    fn m3_what_is_removed_while_it_is_compared_is_not_lost(
        steps in steps(),
        meanwhile in prop::collection::vec(testing::change(), 1..40),
    ) {
        let (storage, folder, mirror) = lab();
        for one in &steps {
            step(&storage, &mirror, one);
        }
        block_on(mirror.write_changes()).unwrap();
        let busy = Mirror::new(Busy(storage.clone(), RefCell::new(meanwhile)), folder);
        prop_assert_eq!(block_on(busy.compare(true)).unwrap(), WHOLE);
        prop_assert_eq!(block_on(busy.restore()).unwrap(), Restored::default());
    }

    #[test]
    fn m3_m4_a_database_that_is_gone_comes_back_from_its_mirror(steps in steps()) {
        let (storage, folder, mirror) = lab();
        for one in &steps {
            step(&storage, &mirror, one);
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
    fn m3_rows_that_are_gone_or_older_are_told_and_come_back(steps in steps(), late in steps(), gone in any::<prop::sample::Index>()) {
        let (storage, folder, mirror) = lab();
        for one in &steps {
            step(&storage, &mirror, one);
        }
        // The state that the database falls back to: what was done since, and mirrored, is lost there.
        let old = Rc::new(MemoryStorage::default());
        old.now.set(storage.now.get());
        for one in steps.iter().filter(|step| matches!(step, Step::Act(_))) {
            step(&old, &mirror, one);
        }
        for one in &late {
            step(&storage, &mirror, one);
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
        let marked = |key: &str| marks.marks.iter().flat_map(|mark| &mark.touched).any(|touched| key.contains(&touched.key) || touched.key.split('/').all(|id| key.contains(id)));
        for row in before.iter().filter(|(key, _)| !marked(key)) {
            prop_assert!(after.contains(row), "{:?} is not in {:?}", row, after);
        }
    }

    #[test]
    fn m2_m5_a_mirror_that_fails_at_any_write_loses_nothing(steps in steps(), fails in 0..12_u32) {
        let (storage, folder, mirror) = lab();
        block_on(mirror.write_changes()).unwrap();
        folder.fails_after.set(Some(fails));
        for one in &steps {
            match one {
                Step::Mirror => drop(block_on(mirror.write_changes())),
                Step::PutTogether => drop(block_on(mirror.put_together())),
                Step::Act(_) => step(&storage, &mirror, one),
            }
        }
        folder.fails_after.set(None);
        let verdict = block_on(mirror.compare(true)).unwrap();
        let Verdict::Whole { is_old } = verdict else { panic!("{verdict:?}") };
        if is_old {
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
                matches!(block_on(mirror.compare(true)).unwrap(), Verdict::Whole { is_old } if is_old || length.is_none()),
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
fn where_there_is_no_mirror_marks_do_not_pile_up() {
    let (storage, _, _) = lab();
    let row = row(Table::Sessions, 1, "x");
    commit(&storage, vec![(row.key(), Change::Added(row))]);
    assert_eq!(block_on(storage.load(Query::Changes)).unwrap().changes.marks.len(), 1);
    block_on(forget_marks(&storage)).unwrap();
    assert_eq!(block_on(storage.load(Query::Changes)).unwrap().changes.marks.len(), 0);
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

#[test]
fn m1_a_first_copy_that_the_database_has_no_note_of_is_made_anew() {
    let (_, folder, mirror) = lab();
    block_on(mirror.write_changes()).unwrap();
    // The page went away before the note was written.
    let storage = Rc::new(MemoryStorage::default());
    storage.now.set(Timestamp(1_800_000_000_000));
    let mirror = Mirror::new(storage.clone(), folder.clone());
    assert_eq!(block_on(mirror.compare(true)).unwrap(), Verdict::Whole { is_old: true });
    let row = row(Table::Sessions, 1, "Kept");
    commit(&storage, vec![(row.key(), Change::Added(row))]);
    block_on(mirror.write_everything()).unwrap();
    assert_eq!(block_on(mirror.compare(true)).unwrap(), WHOLE);
    let empty = Rc::new(MemoryStorage::default());
    block_on(Mirror::new(empty.clone(), folder).restore()).unwrap();
    assert_eq!(everything(&empty), everything(&storage));
}
