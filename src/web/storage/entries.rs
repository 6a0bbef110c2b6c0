//! Entries of the time log in the browser's database: rows, and chunks of packed ones (`storage::packing`).
//!
//! Must not be in here: what is packed when, what a chunk is made of.

use std::collections::BTreeMap;

use futures::future::{join, join_all};
use js_sys::Uint8Array;
use wasm_bindgen::{JsCast, JsValue};

use super::queue::Failure;
use super::{KeyRange, Open, Store, Transaction, TransactionMode, between, beyond, burst, text};
use crate::model::{Record, RecordKey, Table};
use crate::storage::packing::{self, MANY, Parts};
use crate::storage::port::{Commit, Loaded};
use crate::storage::schema::ENTRY_CHUNKS;
use crate::storage::writes::{self, Stored};

const ROWS: &str = Table::TimeEntries.name();

/// What is stored of that which a commit changes. All is asked for at once and waited for, because a request whose
/// future is dropped would throw when it is answered.
pub async fn stored(transaction: &Transaction, commit: &Commit) -> Result<Stored, Failure> {
    let needed = writes::needed(commit);
    let row = |key: &RecordKey| {
        let (store, key) = (transaction.store(key.table().name()), key.clone());
        async move {
            let value = store?.get(text(&key.row_key())).await?;
            Ok::<_, Failure>((key, value.and_then(|value| value.as_string())))
        }
    };
    let chunk = |key: &String| one_chunk(transaction, key.clone());
    let before = |key: &String| rows_before(transaction, key.clone());
    let rows = join_all(needed.rows.into_iter().map(row));
    let packed =
        join(join_all(needed.packed.chunks.iter().map(chunk)), join_all(needed.packed.before.iter().map(before)));
    let (rows, (chunks, before)) = join(rows, packed).await;
    let mut stored = Stored::default();
    for row in rows {
        let (key, json) = row?;
        stored.rows.extend(json.map(|json| (key, json)));
    }
    for chunk in chunks {
        let (key, bytes) = chunk?;
        stored.chunks.extend(bytes.map(|bytes| (key, bytes)));
    }
    for rows in before {
        let (key, rows) = rows?;
        stored.before.insert(key, rows);
    }
    Ok(stored)
}

/// All entries.
pub async fn all(transaction: &Transaction) -> Result<Loaded, Failure> {
    parts(transaction).await.map(Parts::unite)
}

/// The entries with these keys, by key; what could not be read is noted.
pub async fn some(
    transaction: &Transaction,
    keys: &[&str],
    loaded: &mut Loaded,
) -> Result<BTreeMap<String, Record>, Failure> {
    if keys.is_empty() {
        return Ok(BTreeMap::new());
    }
    // Many are found sooner by reading everything than by asking for each.
    let parts = if keys.len() > MANY { parts(transaction).await? } else { parts_of(transaction, keys).await? };
    let (found, unreadable) = parts.among(keys);
    loaded.unreadable.extend(unreadable);
    Ok(found)
}

async fn parts(transaction: &Transaction) -> Result<Parts, Failure> {
    let (rows, chunks) = (transaction.store(ROWS)?, transaction.store(ENTRY_CHUNKS)?);
    let (rows, chunks) = join(everything(&rows, None), everything(&chunks, None)).await;
    let mut parts = Parts::default();
    for (key, value) in rows? {
        parts.row(key, value.as_string().as_deref());
    }
    for (key, value) in chunks? {
        parts.chunk(key, bytes(&value).as_deref());
    }
    Ok(parts)
}

async fn parts_of(transaction: &Transaction, keys: &[&str]) -> Result<Parts, Failure> {
    let mut chunks: Vec<&str> = keys.iter().map(|key| packing::chunk_key(key)).collect();
    chunks.sort_unstable();
    chunks.dedup();
    let get = |name: &'static str, key: &str| {
        let (store, key) = (transaction.store(name), key.to_owned());
        async move {
            let value = store?.get(text(&key)).await?;
            Ok::<_, Failure>((key, value))
        }
    };
    let rows = join_all(keys.iter().map(|key| get(ROWS, key)));
    let (rows, chunks) = join(rows, join_all(chunks.iter().map(|key| get(ENTRY_CHUNKS, key)))).await;
    let mut parts = Parts::default();
    for row in rows {
        if let (key, Some(value)) = row? {
            parts.row(key, value.as_string().as_deref());
        }
    }
    for chunk in chunks {
        if let (key, Some(value)) = chunk? {
            parts.chunk(key, bytes(&value).as_deref());
        }
    }
    Ok(parts)
}

/// The keys and values of a store, or of a range of it.
async fn everything(store: &Store, keys: Option<KeyRange>) -> Result<Vec<(String, JsValue)>, Failure> {
    let (names, values) = join(store.get_all_keys(keys.clone(), None), store.get_all(keys, None)).await;
    let (names, values) = (names?, values?);
    // A key that is no text was not written by this app.
    Ok(names.iter().zip(values).filter_map(|(key, value)| Some((key.as_string()?, value))).collect())
}

/// A chunk, with its key; one that is no bytes is as good as empty bytes, which cannot be read either.
async fn one_chunk(transaction: &Transaction, key: String) -> Result<(String, Option<Vec<u8>>), Failure> {
    let value = transaction.store(ENTRY_CHUNKS)?.get(text(&key)).await?;
    Ok((key, value.map(|value| bytes(&value).unwrap_or_default())))
}

/// The rows before a chunk, with its key; one that is no text is as good as an empty one, which cannot be read either.
async fn rows_before(transaction: &Transaction, key: String) -> Result<(String, Vec<(String, String)>), Failure> {
    let rows = everything(&transaction.store(ROWS)?, Some(beginning_with(&key)?)).await?;
    let rows = rows.into_iter().map(|(key, value)| (key, value.as_string().unwrap_or_default()));
    Ok((key, rows.collect()))
}

/// The keys that begin with a text.
pub fn beginning_with(key: &str) -> Result<KeyRange, Failure> {
    between(key, &format!("{key}\u{ffff}"))
}

fn bytes(value: &JsValue) -> Option<Vec<u8>> {
    value.dyn_ref::<Uint8Array>().map(Uint8Array::to_vec)
}

/// Bytes as they are stored.
pub fn value(bytes: &[u8]) -> JsValue {
    Uint8Array::from(bytes).into()
}

impl Open {
    /// Packs the rows of one chunk, the first that has rows with keys after `after`, in one transaction; gives the key
    /// from which to go on, `None` when all is done.
    pub async fn pack_one(&self, after: &str) -> Result<Option<String>, Failure> {
        let transaction = self.transaction(&[ROWS, ENTRY_CHUNKS], TransactionMode::ReadWrite)?;
        let rows = transaction.store(ROWS)?;
        let first = rows.get_all_keys(Some(beyond(after)?), Some(1)).await?;
        let Some(first) = first.first().and_then(JsValue::as_string) else {
            return Ok(None);
        };
        let chunk = packing::chunk_key(&first).to_owned();
        let read = join(one_chunk(&transaction, chunk.clone()), rows_before(&transaction, chunk.clone())).await;
        let ((_, held), (_, rows)) = (read.0?, read.1?);
        if let Some(writes) = packing::pack(&chunk, held.as_deref(), &rows) {
            burst(transaction, &writes).await?;
        }
        // A key that is too short for a chunk was not written by this app; others may begin with it.
        Ok(Some(if chunk == first { first } else { format!("{chunk}\u{ffff}") }))
    }
}
