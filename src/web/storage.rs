//! The store of the page, in the browser's database (W3C Indexed Database API 3.0).
//!
//! - B1 A commit is one readwrite transaction over exactly the stores it touches: first the rows that fields are
//!   changed in are read, then everything is written in one burst, and only the browser's word that the transaction
//!   was committed counts.
//! - B2 Commits run one after another, in tasks of their own: a caller that goes away never leaves a transaction half
//!   done.
//! - B3 A strict commit is acknowledged after a flush that began when it was committed; commits that wait together
//!   share one flush.
//! - B4 When the browser lost the database under us, it is opened again, and what was under way is done once more; so
//!   is a commit that was rolled back for no reason.
//! - B5 After another tab upgraded or deleted the database nothing is read or written any more.
//!
//! This is the only file that uses `rexie`. Must not be in here: what to store when.

mod connection;
mod queue;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::pin::pin;
use std::rc::Rc;

use futures::future::{LocalBoxFuture, join, join_all, maybe_done};
use futures::poll;
use rexie::{KeyRange, Rexie, Store, Transaction, TransactionMode, TransactionResult};
use wasm_bindgen::JsValue;

use self::connection::Connection;
use self::queue::{Failure, Queue};
pub use self::queue::{Notice, Notify, Place, Spawn};
use crate::base::gather;
use crate::model::{Record, RecordKey, Table};
use crate::storage::migrate::{self, BATCH_ROWS, PROGRESS_KEY, Progress, Step};
use crate::storage::port::{Commit, Durability, JournalRow, Loaded, Query, Storage, StorageError, Unreadable};
use crate::storage::schema::{self, JOURNAL, META};
use crate::storage::writes::{self, Writes};

/// The most that is written to find out why writing failed.
const MAX_PROBE_BYTES: usize = 64 << 20;

/// The records of the page in its database. Cloning is cheap.
#[derive(Clone)]
pub struct IdbStorage {
    queue: Rc<Queue>,
}

/// The two connections; `own` is opened first and does what upgrading there is to do.
struct Open {
    rows: Option<Rexie>,
    own: Connection,
}

impl Drop for Open {
    fn drop(&mut self) {
        // Left to itself the connection would stay open, with a handler that is gone.
        if let Some(rows) = self.rows.take() {
            rows.close();
        }
    }
}

impl From<rexie::Error> for Failure {
    fn from(error: rexie::Error) -> Self {
        Self::read(&describe(&error))
    }
}

impl IdbStorage {
    /// Opens the database of the app.
    pub async fn open(spawn: Spawn, notify: Notify) -> Result<Self, StorageError> {
        Self::open_at(Place::default(), spawn, notify).await
    }

    /// Opens a database under a name and a version of its own.
    pub async fn open_at(place: Place, spawn: Spawn, notify: Notify) -> Result<Self, StorageError> {
        let queue = Queue::open(place, spawn, notify).await?;
        Ok(Self { queue })
    }

    /// Returns when everything committed so far, or waiting to be, is on disk.
    pub async fn flush(&self) -> Result<(), StorageError> {
        self.commit(Commit::default(), Durability::Strict).await
    }
}

impl Storage for IdbStorage {
    async fn load(&self, query: Query) -> Result<Loaded, StorageError> {
        self.queue.clone().load(query).await
    }

    async fn commit(&self, commit: Commit, durability: Durability) -> Result<(), StorageError> {
        self.queue.clone().commit(commit, durability).await
    }
}

impl Open {
    async fn connect(place: &Place, notify: &Notify) -> Result<Self, StorageError> {
        let own = Connection::open(place, notify).await?;
        // The version is there by now, so this opens without an upgrade. All stores are listed all the same.
        let builder = schema::stores().fold(Rexie::builder(&place.name).version(place.version), |builder, store| {
            builder.add_object_store(rexie::ObjectStore::new(store))
        });
        let rows = builder.build().await.map_err(|error| StorageError::Unavailable(describe(&error)))?;
        Ok(Self { rows: Some(rows), own })
    }

    fn transaction(&self, stores: &[&str], mode: TransactionMode) -> Result<Transaction, Failure> {
        let rows = self.rows.as_ref().ok_or_else(|| Failure::Dead("closed".to_owned()))?;
        Ok(rows.transaction(stores, mode)?)
    }

    /// Writes a commit in one transaction (B1). Between its beginning and its end nothing else may be waited for than
    /// its own requests, or the browser would end it early.
    async fn write(&self, commit: &Commit) -> Result<(), Failure> {
        let stores: Vec<&str> = writes::touched(commit).into_iter().collect();
        if stores.is_empty() {
            return Ok(());
        }
        let transaction = self.transaction(&stores, TransactionMode::ReadWrite)?;
        let stored = stored_rows(&transaction, commit).await?;
        let writes = match Writes::of(commit, &stored) {
            Ok(writes) => writes,
            Err(error) => {
                transaction.abort().await?;
                return Err(error.into());
            }
        };
        burst(transaction, &writes).await
    }

    /// Brings stored rows to the current shape, batch by batch.
    async fn migrate(&self, steps: &[Step]) -> Result<(), Failure> {
        let stores: Vec<&str> = schema::stores().collect();
        while !steps.is_empty() {
            let transaction = self.transaction(&stores, TransactionMode::ReadWrite)?;
            let progress = transaction.store(META)?.get(text(PROGRESS_KEY)).await?;
            let progress = progress.and_then(|value| serde_json::from_str(&value.as_string()?).ok());
            let progress: Progress = progress.unwrap_or_default();
            let Some((step, store)) = progress.next(steps, &migrate::stores()) else {
                break;
            };
            let (rows, full) = after(&transaction.store(store)?, progress.after.as_deref()).await?;
            let writes = migrate::batch(&progress, step, store, rows, full)?;
            burst(transaction, &writes).await?;
        }
        Ok(())
    }

    /// Why writing so much was rolled back. The bindings keep what the browser says about it to themselves, so it has
    /// to be found out by trying.
    async fn explain(&self, bytes: usize) -> StorageError {
        let failure = match self.own.probe(bytes.min(MAX_PROBE_BYTES)).await {
            Some(found) => Failure::read(&found),
            None => Failure::Unexplained { bytes },
        };
        failure.into()
    }

    async fn read(&self, query: &Query) -> Result<Loaded, Failure> {
        let mut loaded = Loaded::default();
        match query {
            Query::Tables(_) | Query::TimeLog => {
                let tables = query.tables();
                let stores: Vec<&str> = tables.iter().map(|table| table.name()).collect();
                let Some(transaction) = self.reading(&stores)? else {
                    return Ok(loaded);
                };
                let parts = tables.iter().map(|table| range(&transaction, *table, None));
                for part in join_all(parts).await {
                    let part = part?;
                    loaded.records.extend(part.records);
                    loaded.unreadable.extend(part.unreadable);
                }
            }
            Query::Session(_) | Query::Map(_) => {
                let Some((table, owner)) = query.below() else { return Ok(loaded) };
                if let Some(transaction) = self.reading(&[table.name()])? {
                    loaded = range(&transaction, table, below(&owner, None)?).await?;
                }
            }
            Query::Rows(rows) => self.read_rows(rows, &mut loaded).await?,
            Query::Journal { document, before, limit } => {
                let keys = below(document, before.as_deref())?;
                if let (Some(transaction), Some(keys)) = (self.reading(&[JOURNAL])?, keys) {
                    loaded.journal = last_rows(&transaction.store(JOURNAL)?, keys, *limit).await?;
                }
            }
            Query::JournalRows(keys) => {
                let Some(transaction) = self.reading(&[JOURNAL])? else {
                    return Ok(loaded);
                };
                let journal = transaction.store(JOURNAL)?;
                let values = join_all(keys.iter().map(|key| journal.get(key.into()))).await;
                for (key, value) in keys.iter().zip(values) {
                    if let Some(json) = value?.and_then(|value| value.as_string()) {
                        loaded.journal.push(JournalRow { key: key.clone(), json });
                    }
                }
            }
        }
        Ok(loaded)
    }

    async fn read_rows(&self, rows: &[(Table, String)], loaded: &mut Loaded) -> Result<(), Failure> {
        let stores = gather::set(rows.iter().map(|(table, _)| table.name()));
        let Some(transaction) = self.reading(&stores.into_iter().collect::<Vec<_>>())? else {
            return Ok(());
        };
        let get = |(table, key): &(Table, String)| {
            let (store, key) = (transaction.store(table.name()), JsValue::from_str(key));
            async move { store?.get(key).await }
        };
        for ((table, key), value) in rows.iter().zip(join_all(rows.iter().map(get)).await) {
            let Some(value) = value? else { continue };
            match record(*table, &value) {
                Ok(record) => loaded.records.push(record),
                Err(reason) => loaded.unreadable.push(unreadable(*table, key.clone(), reason)),
            }
        }
        Ok(())
    }

    /// Begins reading; `None` when there is nothing to read, for which there are no transactions.
    fn reading(&self, stores: &[&str]) -> Result<Option<Transaction>, Failure> {
        if stores.is_empty() {
            return Ok(None);
        }
        self.transaction(stores, TransactionMode::ReadOnly).map(Some)
    }
}

/// Issues all writes at once and waits for the browser's word that they were committed.
async fn burst(transaction: Transaction, writes: &Writes<'_>) -> Result<(), Failure> {
    let errors = RefCell::new(Vec::new());
    let mut requests = pin!(maybe_done(requests(&transaction, writes, &errors)?));
    // One poll issues every request; an error now is one that the transaction would not notice by itself.
    let _ = poll!(&mut requests);
    if errors.borrow().is_empty() {
        match join(requests, transaction.done()).await.1 {
            Ok(TransactionResult::Committed) => return Ok(()),
            Ok(TransactionResult::Aborted) => {}
            Err(error) => errors.borrow_mut().push(describe(&error)),
        }
    } else {
        join(requests, transaction.abort()).await.1?;
    }
    let bytes = writes.bytes();
    match errors.take().join("; ") {
        told if told.contains("Error: ") && !told.contains("AbortError: ") => Err(Failure::read(&told)),
        _ => Err(Failure::Unexplained { bytes }),
    }
}

/// The requests, issued in order when first polled; what goes wrong is added to `errors`.
fn requests<'r>(
    transaction: &Transaction,
    writes: &'r Writes<'_>,
    errors: &'r RefCell<Vec<String>>,
) -> Result<impl Future<Output = ()> + use<'r>, Failure> {
    let note = |result: rexie::Result<()>| {
        if let Err(error) = result {
            errors.borrow_mut().push(describe(&error));
        }
    };
    let mut requests: Vec<LocalBoxFuture<'r, ()>> = Vec::new();
    for (store, key) in &writes.deletes {
        let store = transaction.store(store)?;
        requests.push(Box::pin(async move { note(store.delete(text(key)).await) }));
    }
    for (store, rows) in &writes.puts {
        let store = transaction.store(store)?;
        let rows = rows.iter().map(|(key, json)| (text(json), Some(text(key))));
        requests.push(Box::pin(async move { note(store.put_all(rows).await) }));
    }
    Ok(async move {
        join_all(requests).await;
    })
}

fn text(text: &str) -> JsValue {
    JsValue::from_str(text)
}

/// The rows in which single fields are changed, as they are stored now (S2).
async fn stored_rows(
    transaction: &Transaction,
    commit: &Commit,
) -> Result<BTreeMap<RecordKey, Option<String>>, Failure> {
    let get = |key: &RecordKey| {
        let (store, key) = (transaction.store(key.table().name()), key.clone());
        async move {
            let value = store?.get(text(&key.row_key())).await?;
            Ok((key, value.and_then(|value| value.as_string())))
        }
    };
    // All are waited for, because a request whose future is dropped would throw when it is answered.
    join_all(writes::changed(commit).map(get)).await.into_iter().collect()
}

/// All readable rows of a table within a range of keys, with a note of the others.
async fn range(transaction: &Transaction, table: Table, keys: Option<KeyRange>) -> Result<Loaded, Failure> {
    let store = transaction.store(table.name())?;
    let mut loaded = Loaded::default();
    let mut broken = Vec::new();
    for (index, value) in store.get_all(keys.clone(), None).await?.iter().enumerate() {
        match record(table, value) {
            Ok(record) => loaded.records.push(record),
            Err(reason) => broken.push((index, reason)),
        }
    }
    if broken.is_empty() {
        return Ok(loaded);
    }
    // Rows know their own key, unless they cannot be read.
    let keys = store.get_all_keys(keys, None).await?;
    for (index, reason) in broken {
        let key = keys.get(index).and_then(JsValue::as_string).unwrap_or_default();
        loaded.unreadable.push(unreadable(table, key, reason));
    }
    Ok(loaded)
}

/// The last rows of a range, oldest first. Listing the keys and then reading only what is wanted is much faster than
/// walking backwards.
async fn last_rows(journal: &Store, keys: KeyRange, limit: u32) -> Result<Vec<JournalRow>, Failure> {
    let names = journal.get_all_keys(Some(keys), None).await?;
    let names = &names[names.len().saturating_sub(limit as usize)..];
    let (Some(first), Some(last)) = (names.first(), names.last()) else {
        return Ok(Vec::new());
    };
    let wanted = KeyRange::bound(first, last, None, None).map_err(rexie::Error::from)?;
    let values = journal.get_all(Some(wanted), None).await?;
    let rows = names.iter().zip(values);
    Ok(rows.filter_map(|(key, value)| Some(JournalRow { key: key.as_string()?, json: value.as_string()? })).collect())
}

/// The rows of a store after a key, as many as go into a batch, and whether there may be more.
async fn after(store: &Store, key: Option<&str>) -> Result<(Vec<(String, String)>, bool), Failure> {
    let range = key.map(|key| KeyRange::lower_bound(&text(key), Some(true)));
    let range = range.transpose().map_err(rexie::Error::from)?;
    let keys = store.get_all_keys(range.clone(), Some(BATCH_ROWS));
    let (keys, values) = join(keys, store.get_all(range, Some(BATCH_ROWS))).await;
    let (keys, values) = (keys?, values?);
    let full = keys.len() >= BATCH_ROWS as usize;
    let rows = keys.iter().zip(&values);
    // A key or value that is no text was not written by this app.
    let rows = rows.filter_map(|(key, value)| Some((key.as_string()?, value.as_string()?)));
    Ok((rows.collect(), full))
}

/// The keys below `document/`, or only those before one of them; `None` when there can be none.
fn below(document: &str, before: Option<&str>) -> Result<Option<KeyRange>, Failure> {
    let from = format!("{document}/");
    // `0` is the character after `/`.
    let end = format!("{document}0");
    let to = before.filter(|before| **before < *end).unwrap_or(&end);
    if *to <= *from {
        return Ok(None);
    }
    let range = KeyRange::bound(&from.as_str().into(), &to.into(), Some(false), Some(true));
    Ok(Some(range.map_err(rexie::Error::from)?))
}

fn record(table: Table, value: &JsValue) -> Result<Record, String> {
    let json = value.as_string().ok_or("not a text")?;
    table.read(&json).map_err(|error| error.to_string())
}

fn unreadable(table: Table, key: String, reason: String) -> Unreadable {
    Unreadable { store: table.name().to_owned(), key, reason }
}

/// What an error says, including the browser's name for it.
fn describe(error: &rexie::Error) -> String {
    std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string)
}
