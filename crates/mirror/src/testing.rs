//! Changes of a database in memory, and devices that merge theirs through folders, for tests.

#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::panic,
    reason = "only tests use it, and one that cannot go on stops"
)]

mod schedule;

use std::rc::Rc;

use futures::FutureExt as _;
use proptest::prelude::*;

pub use self::schedule::{DEVICES, Device, Schedule, schedule};

use espalier_attachments::hash::sha256;
use espalier_base::env::Env;
use espalier_base::time::Timestamp;
use espalier_base::zone::Zone;
use espalier_model::change::{Change, ChangeSet};
use espalier_model::{Field, MindMap, NodeField, NodeId, NodeKey, Record, RecordKey, Session, Table, TimeEntry};
use espalier_storage::files::StoredFile;
use espalier_storage::memory::MemoryStorage;
use espalier_storage::port::{Commit, Durability, Query, Storage};

/// Returns what a future of the store in memory gives, which never waits.
fn at_once<T>(future: impl Future<Output = T>) -> T {
    future.now_or_never().unwrap()
}

/// Row number `number` of a table, with a text.
pub fn row(table: Table, number: u8, text: &str) -> Record {
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
            text.clone_into(&mut entry.note);
            Record::TimeEntries(Rc::new(entry))
        }
    }
}

/// The tables in which something happens.
pub const TABLES: [Table; 4] = [Table::Sessions, Table::Maps, Table::Nodes, Table::TimeEntries];

/// A change of the database.
#[derive(Debug, Clone)]
pub enum Act {
    Put(Table, u8, String),
    Remove(Table, u8),
    /// Moves one node below another one of its map.
    Move(u8, u8),
    File(u8),
    Pack,
}

/// A change of rows.
pub fn change() -> impl Strategy<Value = Act> {
    let table = prop::sample::select(&TABLES[..]);
    prop_oneof![
        6 => (table.clone(), 0..9_u8, "[a-c]{0,3}").prop_map(|(table, number, text)| Act::Put(table, number, text)),
        2 => (table, 0..9_u8).prop_map(|(table, number)| Act::Remove(table, number)),
        4 => (0..9_u8, 0..3_u8).prop_map(|(number, step)| Act::Move(number, (number + 3 * step) % 9)),
        1 => Just(Act::Pack),
    ]
}

/// All rows and files, as texts.
pub fn everything(storage: &MemoryStorage) -> Vec<(String, String)> {
    let loaded = at_once(storage.load(Query::Everything)).unwrap();
    let rows = loaded.records.iter().map(|row| (format!("{:?}", row.key()), row.to_json().unwrap()));
    let files = loaded.files.iter().map(|file| (file.hash.to_string(), format!("{:?}", file.bytes)));
    let mut all: Vec<_> = rows.chain(files).collect();
    all.sort();
    all
}

/// All rows of tables.
fn rows(storage: &MemoryStorage, tables: &[Table]) -> Vec<Record> {
    at_once(storage.load(Query::Tables(tables.to_vec()))).unwrap().records
}

/// Commits changes, and returns them.
pub fn commit(storage: &MemoryStorage, changes: impl IntoIterator<Item = (RecordKey, Change)>) -> ChangeSet {
    let changes: ChangeSet = changes.into_iter().collect();
    let commit = Commit { changes: changes.clone(), ..Commit::default() };
    at_once(storage.commit(commit, Durability::Strict)).unwrap();
    changes
}

/// Makes a change, and returns what it did to rows; nodes come only to maps that are there, and go with them, as in the app.
pub fn act(storage: &MemoryStorage, act: &Act) -> ChangeSet {
    let nothing = ChangeSet::default();
    let here = |key: &RecordKey| {
        let rows = vec![(key.table(), key.row_key())];
        at_once(storage.load(Query::Rows(rows))).unwrap().records.pop()
    };
    match act {
        Act::Put(table, number, text) => {
            let row = row(*table, *number, text);
            let key = row.key();
            if let RecordKey::Nodes(node) = &key
                && here(&RecordKey::Maps(node.map)).is_none()
            {
                return nothing;
            }
            let before = here(&key);
            let mut row = row;
            if let (Some(Record::Nodes(node)), Record::Nodes(new)) = (&before, &mut row) {
                Rc::make_mut(new).parent = node.parent;
            }
            let change = Change::between(before.as_ref(), Some(&row));
            commit(storage, change.map(|change| (key, change)))
        }
        Act::Remove(table, number) => {
            let key = row(*table, *number, "").key();
            let Some(row) = here(&key) else { return nothing };
            let mut gone = vec![(key.clone(), Change::Removed(row))];
            if let RecordKey::Maps(map) = key {
                let nodes = rows(storage, &[Table::Nodes]).into_iter().map(|row| (row.key(), Change::Removed(row)));
                gone.extend(nodes.filter(|(key, _)| matches!(key, RecordKey::Nodes(key) if key.map == map)));
            }
            commit(storage, gone)
        }
        Act::File(number) => {
            let bytes: Rc<[u8]> = vec![*number; 10].into();
            let file = StoredFile { hash: sha256(&bytes).parse().unwrap(), bytes };
            at_once(storage.commit(Commit { files: vec![file], ..Commit::default() }, Durability::Strict)).unwrap();
            nothing
        }
        Act::Move(number, below) => {
            let (key, below) = (row(Table::Nodes, *number, "").key(), row(Table::Nodes, *below, "").key());
            let (RecordKey::Nodes(moved), RecordKey::Nodes(above)) = (&key, &below) else { return nothing };
            let parent = |id: NodeId| match here(&RecordKey::Nodes(NodeKey { map: moved.map, id })) {
                Some(Record::Nodes(node)) => Some(node.parent),
                _ => None,
            };
            let mut up = Some(above.id);
            while let Some(id) = up.filter(|id| *id != moved.id) {
                up = parent(id).flatten();
            }
            let (Some(before), None, Some(_)) = (here(&key), up, parent(above.id)) else { return nothing };
            let mut after = before.clone();
            after.set(Field::Nodes(NodeField::Parent(Some(above.id))));
            commit(storage, Change::between(Some(&before), Some(&after)).map(|change| (key, change)))
        }
        Act::Pack => {
            at_once(storage.pack()).unwrap();
            nothing
        }
    }
}
