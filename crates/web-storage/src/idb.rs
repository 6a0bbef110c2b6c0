//! The store of the page, in the browser's database (W3C Indexed Database API 3.0).
//!
//! - B1 A commit is one readwrite transaction over exactly the stores it touches: first the rows that fields are
//!   changed in are read, then everything is written in one burst, and only the browser's word that the transaction
//!   was committed counts.
//! - B2 Commits run one after another, in tasks of their own: a caller that goes away never leaves a transaction half
//!   done.
//! - B3 A strict commit is acknowledged after a flush that began when it was committed; commits that wait together
//!   share one flush.
//! - B4 When the browser lost the database under us, it is opened again, and the work under way is done once more; so
//!   is a commit that was rolled back for no reason.
//! - B5 After another tab upgraded the database nothing is read or written any more.
//! - B6 A database that was deleted under us, and the empty one that takes its place, is neither read nor written until
//!   that is accepted.
//! - B7 A database that is being made is announced before it is there: nothing is in it, so nothing has to be read.
//! - B8 Writing transactions never overlap, in this tab or another: each of them claims [`META`]. Chromium's `LevelDB`
//!   engine keeps the locks of transactions that a crash cuts off, takes the one on the database's name again for each
//!   of them, exclusively, and deletes all data of the site when two of them want it.
//!
//! This is the only file that names `rexie`.

mod connection;
mod files;
mod handles;
mod journal;
mod packed;
mod queue;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::pin::pin;
use std::rc::Rc;

use futures::future::{LocalBoxFuture, join, join_all, maybe_done};
use futures::poll;
use rexie::{KeyRange, ObjectStore, Rexie, Store, Transaction, TransactionMode, TransactionResult};
use wasm_bindgen::JsValue;

use self::connection::Connection;
pub use self::handles::{keep_handle, kept_handle};
pub use self::queue::{DatabaseSpec, Notice, Notify, Spawn};
use self::queue::{Failure, Queue};
use espalier_base::fold::Prefilter;
use espalier_base::time::Timestamp;
use espalier_model::{Record, SessionId, Shape, Table, TimeEntry};
use espalier_storage::changes::ChangeLog;
use espalier_storage::migrate::{self, BATCH_ROWS, PROGRESS_KEY, Progress, Step};
use espalier_storage::packing;
use espalier_storage::port::{Commit, Durability, Loaded, OWNED, Query, Storage, StorageError, Unreadable};
use espalier_storage::schema::{self, CHANGES, JOURNAL, META, STAMPS};
use espalier_storage::writes::{self, Writes};

/// Reason given for a row that was not written by this app.
const NOT_A_TEXT: &str = "not a text";
/// The most bytes that are written to find out why writing failed.
const MAX_PROBE_BYTES: usize = 64 << 20;

/// The row of single values that holds words nobody has sent yet.
const TYPED_KEY: &str = "typed";

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
        Self::open_at(DatabaseSpec::default(), spawn, notify).await
    }

    /// Opens a database under a name and a version of its own.
    pub async fn open_at(place: DatabaseSpec, spawn: Spawn, notify: Notify) -> Result<Self, StorageError> {
        let queue = Queue::open(place, spawn, notify).await?;
        Ok(Self { queue })
    }

    /// Allows writing to the database after it was cleared.
    pub fn accept_cleared(&self) {
        self.queue.accept_cleared();
    }

    /// Keeps the words that nobody has sent or committed yet, as one text in place of the one before. It outlives the
    /// browser's process as soon as this returns.
    pub async fn keep_typed(&self, text: String) -> Result<(), StorageError> {
        self.queue.clone().keep(TYPED_KEY, text).await
    }

    /// Returns the words that were kept last.
    pub async fn typed(&self) -> Result<Option<String>, StorageError> {
        self.queue.clone().kept(TYPED_KEY).await
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

    async fn pack(&self) -> Result<(), StorageError> {
        self.queue.clone().pack().await?;
        self.flush().await
    }

    async fn sweep_files(&self, now: Timestamp) -> Result<(), StorageError> {
        self.queue.clone().sweep_files(now).await
    }
}

impl Open {
    async fn connect(place: &DatabaseSpec, notify: &Notify) -> Result<Self, StorageError> {
        let own = Connection::open(place, notify).await?;
        // The version is there by now, so this opens without an upgrade. All stores are listed all the same.
        let builder = schema::stores().fold(Rexie::builder(&place.name).version(own.version()), |builder, store| {
            builder.add_object_store(ObjectStore::new(store))
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
        let transaction = self.writing(&stores)?;
        let stored = packed::stored(&transaction, commit).await?;
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
        while steps.iter().any(|step| step.row.is_some()) {
            let transaction = self.writing(&stores)?;
            let progress = transaction.store(META)?.get(text(PROGRESS_KEY)).await?;
            let progress = progress.and_then(|value| serde_json::from_str(&value.as_string()?).ok());
            let mut progress: Progress = progress.unwrap_or_default();
            let Some((step, store)) = progress.next(steps, &migrate::stores()) else {
                break;
            };
            let (rows, full) = after(&transaction.store(store)?, progress.after.as_deref()).await?;
            let writes = migrate::batch(&progress, step, store, rows, full)?;
            burst(transaction, &writes).await?;
        }
        Ok(())
    }

    /// Finds out why writing so much was rolled back. The bindings keep the browser's reason to themselves, so it has
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
            Query::Tables(tables) => self.read_tables(tables, &mut loaded).await?,
            Query::Inside(_) => {
                let Some((table, owner)) = query.below() else { return Ok(loaded) };
                let stores: Vec<&str> = packing::stores([table]).into_iter().collect();
                if let Some(transaction) = self.reading(&stores)? {
                    loaded = within(&transaction, table, below(&owner, None)?).await?;
                }
            }
            Query::Containing { sessions, words } => self.read_containing(sessions, words, &mut loaded).await?,
            Query::Rows(rows) => self.read_rows(rows, &mut loaded).await?,
            Query::Journal { document, before, limit } => {
                let keys = below(document, before.as_deref())?;
                if let (Some(transaction), Some(keys)) = (self.reading(&[JOURNAL])?, keys) {
                    loaded.journal = journal::last_rows(&transaction.store(JOURNAL)?, keys, *limit).await?;
                }
            }
            Query::Missing => self.read_missing(&mut loaded).await?,
            Query::Keys(table) => loaded.keys = self.keys(*table).await?,
            Query::FileHashes => loaded.keys = self.hashes().await?.iter().map(ToString::to_string).collect(),
            Query::Changes => self.read_changes(&mut loaded).await?,
            Query::Stamps(keys) => {
                if let Some(transaction) = self.reading(&[STAMPS])? {
                    let stamps = transaction.store(STAMPS)?;
                    let values = join_all(keys.iter().map(|key| stamps.get(text(key)))).await;
                    for (key, value) in keys.iter().zip(values) {
                        let json = value?.and_then(|value| value.as_string());
                        loaded.stamps.extend(json.map(|json| (key.clone(), json)));
                    }
                }
            }
            Query::StampsBelow(prefix) => {
                if let Some(transaction) = self.reading(&[STAMPS])? {
                    let keys = packed::beginning_with(prefix)?;
                    let stamps = transaction.store(STAMPS)?;
                    loaded.stamps = texts(packed::everything(&stamps, Some(keys)).await?).collect();
                }
            }
            Query::Files(hashes) => loaded.files = self.files(hashes).await?,
            Query::Everything => {
                loaded = Box::pin(self.read(&Query::Tables(Table::ALL.to_vec()))).await?;
                loaded.files = self.files(&self.hashes().await?).await?;
            }
            Query::JournalRows(keys) => {
                if let Some(transaction) = self.reading(&[JOURNAL])? {
                    loaded.journal = journal::rows(&transaction.store(JOURNAL)?, keys).await?;
                }
            }
        }
        Ok(loaded)
    }

    /// Reads whole tables.
    async fn read_tables(&self, tables: &[Table], loaded: &mut Loaded) -> Result<(), Failure> {
        let stores: Vec<&str> = packing::stores(tables.iter().copied()).into_iter().collect();
        let Some(transaction) = self.reading(&stores)? else {
            return Ok(());
        };
        for part in join_all(tables.iter().map(|table| within(&transaction, *table, None))).await {
            let part = part?;
            loaded.records.extend(part.records);
            loaded.unreadable.extend(part.unreadable);
            loaded.unpacked += part.unpacked;
        }
        Ok(())
    }

    /// Reads the messages of conversations that may have words in them.
    async fn read_containing(
        &self,
        sessions: &[SessionId],
        words: &[String],
        loaded: &mut Loaded,
    ) -> Result<(), Failure> {
        let Some(transaction) = self.reading(&[Table::Messages.name()])? else { return Ok(()) };
        let prefilter = RefCell::new(Prefilter::new(words));
        let one = async |session: &SessionId| {
            let keys = below(&session.to_string(), None)?;
            range(&transaction, Table::Messages, keys, |json| prefilter.borrow_mut().lets_through(json)).await
        };
        for part in join_all(sessions.iter().map(one)).await {
            let part = part?;
            loaded.records.extend(part.records);
            loaded.unreadable.extend(part.unreadable);
        }
        Ok(())
    }

    /// Finds the owners that rows belong to and that are not there.
    async fn read_missing(&self, loaded: &mut Loaded) -> Result<(), Failure> {
        for (owned, owners) in OWNED {
            let rows: Vec<&str> = packing::stores([owned]).into_iter().collect();
            let stores: Vec<&str> = rows.iter().copied().chain([owners.name()]).collect();
            if let Some(transaction) = self.reading(&stores)? {
                let mut gone = BTreeSet::new();
                for rows in rows {
                    gone.extend(missing(&transaction, rows, owners).await?);
                }
                loaded.missing.extend(gone.into_iter().map(|key| (owners, key)));
            }
        }
        Ok(())
    }

    /// Reads the log of changes.
    async fn read_changes(&self, loaded: &mut Loaded) -> Result<(), Failure> {
        let Some(transaction) = self.reading(&[CHANGES, META])? else { return Ok(()) };
        let (marks, values) = (transaction.store(CHANGES)?, transaction.store(META)?);
        let singles = join_all(ChangeLog::KEYS.map(|key| values.get(text(key))));
        let (marks, singles) = join(packed::everything(&marks, None), singles).await;
        let mut found: [Option<String>; 4] = Default::default();
        for (into, value) in found.iter_mut().zip(singles) {
            *into = value?.and_then(|value| value.as_string());
        }
        *loaded.changes = ChangeLog::read(texts(marks?), found);
        Ok(())
    }

    /// Reads the keys of all rows of a table.
    async fn keys(&self, table: Table) -> Result<Vec<String>, Failure> {
        let stores: Vec<&str> = packing::stores([table]).into_iter().collect();
        let Some(transaction) = self.reading(&stores)? else { return Ok(Vec::new()) };
        if packing::is_packed(table) {
            return Ok(packing::keys(&within(&transaction, table, None).await?));
        }
        let keys = transaction.store(table.name())?.get_all_keys(None, None).await?;
        Ok(keys.iter().filter_map(JsValue::as_string).collect())
    }

    async fn read_rows(&self, rows: &[(Table, String)], loaded: &mut Loaded) -> Result<(), Failure> {
        let stores = packing::stores(rows.iter().map(|(table, _)| *table));
        let Some(transaction) = self.reading(&stores.into_iter().collect::<Vec<_>>())? else {
            return Ok(());
        };
        let get = |(table, key): &(Table, String)| {
            let (store, key) = (transaction.store(table.name()), JsValue::from_str(key));
            let elsewhere = packing::is_packed(*table);
            async move { if elsewhere { Ok(None) } else { store?.get(key).await } }
        };
        // All are asked for at once, or the transaction would be over before the second.
        let values = join_all(rows.iter().map(get));
        let packed = join(packed::some::<TimeEntry>(&transaction, rows), packed::some::<Shape>(&transaction, rows));
        let (values, (entries, shapes)) = join(values, packed).await;
        let ((mut entries, broken), (mut shapes, also_broken)) = (entries?, shapes?);
        loaded.unreadable.extend(broken);
        loaded.unreadable.extend(also_broken);
        for ((table, key), value) in rows.iter().zip(values) {
            match table {
                Table::TimeEntries => loaded.records.extend(entries.remove(key)),
                Table::Shapes => loaded.records.extend(shapes.remove(key)),
                _ => {}
            }
            let Some(value) = value? else { continue };
            match record(*table, &value) {
                Ok(record) => loaded.records.push(record),
                Err(reason) => loaded.unreadable.push(unreadable(*table, key.clone(), reason, &value)),
            }
        }
        Ok(())
    }

    /// Begins writing, when every other transaction that writes has ended (B8).
    fn writing(&self, stores: &[&str]) -> Result<Transaction, Failure> {
        let mut stores = stores.to_vec();
        if !stores.contains(&META) {
            stores.push(META);
        }
        self.transaction(&stores, TransactionMode::ReadWrite)
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

/// Issues the requests in order when first polled; failures are added to `errors`.
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
    for (store, prefix) in &writes.cleared {
        let (store, keys) = (transaction.store(store)?, packed::beginning_with(prefix)?);
        // What deletes one key deletes a range of them as well.
        requests.push(Box::pin(async move { note(store.delete(keys.into()).await) }));
    }
    for (store, key) in &writes.deletes {
        let store = transaction.store(store)?;
        requests.push(Box::pin(async move { note(store.delete(text(key)).await) }));
    }
    for (store, rows) in &writes.puts {
        let store = transaction.store(store)?;
        let rows = rows.iter().map(|(key, json)| (text(json), Some(text(key))));
        requests.push(Box::pin(async move { note(store.put_all(rows).await) }));
    }
    for (store, key, bytes) in &writes.chunks {
        let store = transaction.store(store)?;
        requests.push(Box::pin(async move {
            note(store.put_all(std::iter::once((packed::value(bytes), Some(text(key))))).await);
        }));
    }
    Ok(async move {
        join_all(requests).await;
    })
}

/// Returns the keys and texts of rows; what is no text was not written by this app.
fn texts(rows: Vec<(String, JsValue)>) -> impl Iterator<Item = (String, String)> {
    rows.into_iter().filter_map(|(key, value)| Some((key, value.as_string()?)))
}

fn text(text: &str) -> JsValue {
    JsValue::from_str(text)
}

/// Reads all rows of a table, packed ones too, or those whose keys lie in a range.
async fn within(transaction: &Transaction, table: Table, keys: Option<KeyRange>) -> Result<Loaded, Failure> {
    match table {
        Table::TimeEntries => packed::all::<TimeEntry>(transaction, keys).await,
        Table::Shapes => packed::all::<Shape>(transaction, keys).await,
        _ => range(transaction, table, keys, |_| true).await,
    }
}

/// Reads all readable rows of a table within a range of keys that are `wanted`, with a note of the others.
async fn range(
    transaction: &Transaction,
    table: Table,
    keys: Option<KeyRange>,
    wanted: impl Fn(&str) -> bool,
) -> Result<Loaded, Failure> {
    let store = transaction.store(table.name())?;
    let mut loaded = Loaded::default();
    let mut broken = Vec::new();
    for (index, value) in store.get_all(keys.clone(), None).await?.iter().enumerate() {
        let read = match value.as_string() {
            Some(json) if !wanted(&json) => continue,
            Some(json) => table.read(&json).map_err(|error| error.to_string()),
            None => Err(NOT_A_TEXT.to_owned()),
        };
        match read {
            Ok(record) => loaded.records.push(record),
            Err(reason) => broken.push((index, reason, value.clone())),
        }
    }
    if broken.is_empty() {
        return Ok(loaded);
    }
    // Rows know their own key, unless they cannot be read.
    let keys = store.get_all_keys(keys, None).await?;
    for (index, reason, value) in broken {
        let key = keys.get(index).and_then(JsValue::as_string).unwrap_or_default();
        loaded.unreadable.push(unreadable(table, key, reason, &value));
    }
    Ok(loaded)
}

/// Returns the missing rows that those of a store, rows or chunks, belong to. One key of each owner is looked at, not
/// all.
async fn missing(transaction: &Transaction, owned: &str, owners: Table) -> Result<Vec<String>, Failure> {
    let (rows, owners) = (transaction.store(owned)?, transaction.store(owners.name())?);
    let mut gone = Vec::new();
    let mut after = String::new();
    while let Some(key) = rows.get_all_keys(Some(beyond(&after)?), Some(1)).await?.first().and_then(JsValue::as_string)
    {
        let Some((owner, _)) = key.split_once('/') else {
            after = key;
            continue;
        };
        if !owners.key_exists(text(owner)).await? {
            gone.push(owner.to_owned());
        }
        // `0` is the character after `/`.
        after = format!("{owner}0");
    }
    Ok(gone)
}

/// Reads the rows of a store after a key, as many as go into a batch, and whether there may be more.
async fn after(store: &Store, key: Option<&str>) -> Result<(Vec<(String, String)>, bool), Failure> {
    let range = key.map(beyond).transpose()?;
    let keys = store.get_all_keys(range.clone(), Some(BATCH_ROWS));
    let (keys, values) = join(keys, store.get_all(range, Some(BATCH_ROWS))).await;
    let (keys, values) = (keys?, values?);
    let full = keys.len() >= BATCH_ROWS as usize;
    let rows = keys.iter().zip(&values);
    // A key or value that is no text was not written by this app.
    let rows = rows.filter_map(|(key, value)| Some((key.as_string()?, value.as_string()?)));
    Ok((rows.collect(), full))
}

/// Returns the range of keys below `document/`, or only of those before one of them; `None` when there can be none.
fn below(document: &str, before: Option<&str>) -> Result<Option<KeyRange>, Failure> {
    let from = format!("{document}/");
    // `0` is the character after `/`.
    let end = format!("{document}0");
    let to = before.filter(|before| **before < *end).unwrap_or(&end);
    if *to <= *from {
        return Ok(None);
    }
    between(&from, to).map(Some)
}

/// Returns the range of keys from one on to before another.
fn between(from: &str, to: &str) -> Result<KeyRange, Failure> {
    let range = KeyRange::bound(&text(from), &text(to), Some(false), Some(true));
    Ok(range.map_err(rexie::Error::from)?)
}

/// Returns the range of keys from one through another.
fn through(first: &JsValue, last: &JsValue) -> Result<KeyRange, Failure> {
    Ok(KeyRange::bound(first, last, None, None).map_err(rexie::Error::from)?)
}

/// Returns the range of keys after one.
fn beyond(key: &str) -> Result<KeyRange, Failure> {
    Ok(KeyRange::lower_bound(&text(key), Some(true)).map_err(rexie::Error::from)?)
}

fn record(table: Table, value: &JsValue) -> Result<Record, String> {
    let json = value.as_string().ok_or(NOT_A_TEXT)?;
    table.read(&json).map_err(|error| error.to_string())
}

fn unreadable(table: Table, key: String, reason: String, value: &JsValue) -> Unreadable {
    // What is no text was not written by this app; the browser says what it can of it.
    let raw = value.as_string().or_else(|| js_sys::JSON::stringify(value).ok().map(String::from)).unwrap_or_default();
    Unreadable { store: table.name().to_owned(), key, reason, raw }
}

/// Returns the text of an error, including the browser's name for it.
fn describe(error: &rexie::Error) -> String {
    std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string)
}
