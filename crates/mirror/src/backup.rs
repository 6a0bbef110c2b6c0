//! Backups: everything in one file, a bundle that is written and read as a stream.
//!
//! - B1 What was written reads back the same, also rows that could not be read (archive A7) and attached files (A8).
//! - B2 The writer never has more in memory than one conversation, map or scene, one table of another kind, one attached
//!   file, and the keys of one table.
//! - B3 Later rows of a file count more than earlier ones.
//! - B4 What is damaged is told with its place, and a cut file as such; the rest is read. A wrong password reads nothing.

use std::collections::{BTreeMap, BTreeSet};

use super::bundle::{self, Damage, Details, Header, Part, Reader, Writer};
use super::seal::Key;
use espalier_model::change::ChangeSet;
use espalier_model::conversation::FileHash;
use espalier_model::{Document, MapId, Record, RecordKey, SceneId, SessionId, Table};
use espalier_storage::archive::{Archive, Broken, PART};
use espalier_storage::port::{Loaded, OWNED, Query, Storage, StorageError, Unreadable};
use espalier_storage::schema;

/// End of the name of a file.
pub const EXTENSION: &str = "espalier";
/// Store of the rows that could not be read, in a bundle.
const UNREADABLE: &str = "unreadable";
/// Bytes from which on they are handed over.
const PIECE: usize = 1 << 20;
/// Rows between two rests.
const ROWS_AT_ONCE: usize = 500;

/// Place where the bytes of a file go.
#[allow(async_fn_in_trait, reason = "every shell runs on one thread, no Send bound is wanted")]
pub trait Output {
    /// Takes the next bytes.
    async fn take(&mut self, bytes: Vec<u8>);
    /// Lets other work go first, so many rows having been written; returns whether to go on.
    async fn rest(&mut self, rows: usize) -> bool;
}

/// Rows that are written.
#[derive(Debug)]
pub enum Source<'a, S> {
    /// Those of a database, with changes that are not stored.
    Stored(&'a S, &'a ChangeSet),
    /// Those in memory, where there is no database.
    Memory(&'a [Record], &'a [Unreadable]),
}

/// A backup on its way.
struct Backup<'a, O> {
    writer: Writer,
    output: &'a mut O,
    rows: usize,
    /// Rows since the last rest.
    since: usize,
    unreadable: Vec<Unreadable>,
}

/// Reason to end before the end.
enum Stop {
    Cancelled,
    Failed(StorageError),
}

impl From<StorageError> for Stop {
    fn from(error: StorageError) -> Self {
        Self::Failed(error)
    }
}

/// Writes everything; returns the number of rows, or `None` where the output said to stop.
pub async fn write<S: Storage, O: Output>(
    source: Source<'_, S>,
    details: &Details,
    key: Option<Key>,
    output: &mut O,
) -> Result<Option<usize>, StorageError> {
    let writer = Writer::backup(&Header { shape: schema::VERSION }, details, key);
    let mut backup = Backup { writer, output, rows: 0, since: 0, unreadable: Vec::new() };
    let done = match source {
        Source::Stored(storage, unsaved) => backup.stored(storage, unsaved).await,
        Source::Memory(records, unreadable) => {
            backup.unreadable = unreadable.to_vec();
            backup.records(records).await
        }
    };
    let done = match done {
        Ok(()) => backup.finish().await,
        Err(stop) => Err(stop),
    };
    match done {
        Ok(rows) => Ok(Some(rows)),
        Err(Stop::Cancelled) => Ok(None),
        Err(Stop::Failed(error)) => Err(error),
    }
}

impl<O: Output> Backup<'_, O> {
    async fn stored<S: Storage>(&mut self, storage: &S, unsaved: &ChangeSet) -> Result<(), Stop> {
        for table in Table::ALL {
            if OWNED.iter().all(|(owned, _)| owned != table) {
                let loaded = storage.load(Query::Tables(vec![*table])).await?;
                self.loaded(loaded, unsaved, |key| key.table() == *table).await?;
                continue;
            }
            let (documents, others) = inside(*table, storage.load(Query::Keys(*table)).await?.keys, unsaved);
            for document in documents {
                let loaded = storage.load(Query::Inside(document)).await?;
                self.loaded(loaded, unsaved, |key| key.inside() == Some(document)).await?;
            }
            for keys in others.chunks(ROWS_AT_ONCE) {
                let rows = keys.iter().map(|key| (*table, key.clone())).collect();
                let loaded = storage.load(Query::Rows(rows)).await?;
                self.loaded(loaded, unsaved, |_| false).await?;
            }
        }
        for hash in storage.load(Query::FileHashes).await?.keys {
            let Ok(hash) = hash.parse::<FileHash>() else { continue };
            for file in storage.load(Query::Files(vec![hash])).await?.files {
                self.writer.file(&file);
            }
            self.piece().await?;
        }
        Ok(())
    }

    /// Writes what was read, as it is with the changes that are not stored.
    async fn loaded(
        &mut self,
        loaded: Loaded,
        unsaved: &ChangeSet,
        concerns: impl Fn(&RecordKey) -> bool,
    ) -> Result<(), Stop> {
        let changes = unsaved.iter().filter(|(key, _)| concerns(key));
        let changes: ChangeSet = changes.map(|(key, change)| (key.clone(), change.clone())).collect();
        self.unreadable.extend(loaded.unreadable);
        self.records(&changes.over(loaded.records)).await
    }

    async fn records(&mut self, records: &[Record]) -> Result<(), Stop> {
        for record in records {
            let key = record.key();
            // Rows are plain data, which always has a JSON form.
            let Ok(json) = record.to_json() else { continue };
            self.writer.row(key.table().name(), &key.row_key(), Some(&json));
            self.rows += 1;
            self.since += 1;
            if self.since >= ROWS_AT_ONCE {
                self.piece().await?;
            }
        }
        Ok(())
    }

    /// Hands over what is ready, and rests.
    async fn piece(&mut self) -> Result<(), Stop> {
        self.since = 0;
        if self.writer.ready() >= PIECE {
            self.output.take(self.writer.take()).await;
        }
        if self.output.rest(self.rows).await { Ok(()) } else { Err(Stop::Cancelled) }
    }

    async fn finish(mut self) -> Result<usize, Stop> {
        for row in std::mem::take(&mut self.unreadable) {
            // Plain data always has a JSON form.
            let json = serde_json::to_string(&row).unwrap_or_default();
            self.writer.row(UNREADABLE, &format!("{}/{}", row.store, row.key), Some(&json));
        }
        self.piece().await?;
        self.output.take(self.writer.finish()).await;
        Ok(self.rows)
    }
}

/// Returns the documents that the rows of a table are inside of, and the keys of rows that are inside of none.
fn inside(table: Table, keys: Vec<String>, unsaved: &ChangeSet) -> (BTreeSet<Document>, Vec<String>) {
    let document = |key: &str| {
        let (owner, _) = key.split_once('/')?;
        match table {
            Table::Messages => owner.parse::<SessionId>().ok().map(Document::of),
            Table::Nodes => owner.parse::<MapId>().ok().map(Document::of),
            Table::Shapes => owner.parse::<SceneId>().ok().map(Document::of),
            _ => None,
        }
    };
    let mut documents: BTreeSet<Document> =
        unsaved.keys().filter(|key| key.table() == table).filter_map(RecordKey::inside).collect();
    let mut others = Vec::new();
    for key in keys {
        match document(&key) {
            Some(document) => drop(documents.insert(document)),
            None => others.push(key),
        }
    }
    (documents, others)
}

/// Content of a backup that was read.
#[derive(Debug, Clone, PartialEq)]
pub struct Content {
    /// The rows and files, with what is damaged.
    pub archive: Archive,
    /// Whether the end is missing.
    pub cut: bool,
}

/// Reads a backup, with its password where it has one (B4).
pub fn read(bytes: &[u8], password: Option<&str>) -> Result<Content, Damage> {
    let details = bundle::details(bytes).ok_or(Damage::NotOurs)??;
    let key = match (&details.seal, password) {
        (Some(seal), Some(password)) => Some(seal.key(password)?),
        _ => None,
    };
    let mut reader = Reader::new(schema::VERSION).with_key(key);
    let mut archive = Archive::default();
    let mut rows: BTreeMap<RecordKey, Record> = BTreeMap::new();
    let mut unknown = BTreeSet::new();
    for piece in bytes.chunks(PIECE) {
        reader.push(piece);
        while let Some(part) = reader.next_part() {
            match part {
                Ok(Part::File(file)) => archive.files.push(file),
                Ok(Part::Rows(store, found)) => {
                    let version = reader.shape();
                    let found = found.into_iter().filter_map(|row| Some((row.key, row.json?)));
                    if store == UNREADABLE {
                        for (_, json) in found {
                            match serde_json::from_str::<Unreadable>(&json) {
                                Ok(row) => archive.take_unreadable(row, version),
                                Err(error) => archive.broken.push(broken(UNREADABLE.to_owned(), error.to_string())),
                            }
                        }
                    } else if let Some(table) = Table::from_name(&store) {
                        found.for_each(|(key, json)| archive.take_row(table, key, json, version));
                    } else if unknown.insert(store.clone()) {
                        archive.broken.push(broken(store, "unknown table".to_owned()));
                    }
                    rows.extend(archive.records.drain(..).map(|record| (record.key(), record)));
                }
                Err(Damage::Part(part)) => {
                    let reason = Damage::Part(part + 1).to_string();
                    archive.broken.push(Broken { index: Some(part as usize), ..broken(PART.to_owned(), reason) });
                }
                Err(damage) => return Err(damage),
            }
        }
    }
    archive.records = rows.into_values().collect();
    // The end of a file with a damaged part does not fit either.
    let cut = reader.is_cut();
    Ok(Content { archive, cut })
}

fn broken(table: String, reason: String) -> Broken {
    Broken { table, index: None, reason, row: None }
}

#[cfg(test)]
mod tests;
