//! Packed rows in the browser's database: rows, and chunks of those that are packed (`storage::packing`).

use std::collections::BTreeMap;

use futures::future::{join, join_all};
use js_sys::Uint8Array;
use wasm_bindgen::{JsCast, JsValue};

use super::queue::Failure;
use super::{KeyRange, META, Open, Store, Transaction, between, beyond, burst, text};
use espalier_base::collect;
use espalier_base::time::Timestamp;
use espalier_model::{Record, RecordKey, Table};
use espalier_storage::changes::{CLOCK_KEY, Clock, CopyKind};
use espalier_storage::packing::{self, MANY, Packed, Parts, RowAddress};
use espalier_storage::port::{Commit, Loaded, Unreadable};
use espalier_storage::writes::{self, Stored};

/// Reads the stored rows and chunks that a commit changes. All are asked for at once and waited for, because a request
/// whose future is dropped would throw when it is answered.
pub async fn stored(transaction: &Transaction, commit: &Commit) -> Result<Stored, Failure> {
    let needed = writes::needed(commit);
    let row = |key: &RecordKey| {
        let (store, key) = (transaction.store(key.table().name()), key.clone());
        async move {
            let value = store?.get(text(&key.row_key())).await?;
            Ok::<_, Failure>((key, value.and_then(|value| value.as_string())))
        }
    };
    let packing::Needed { chunks, whole, before } = needed.packed;
    let rows = join_all(needed.rows.into_iter().map(row));
    let chunks = join_all(chunks.into_iter().map(|place| one_chunk(transaction, place)));
    let whole = join_all(whole.into_iter().map(|place| chunks_of(transaction, place)));
    let before = join_all(before.into_iter().map(|place| rows_before(transaction, place)));
    let packed = join(chunks, join(whole, before));
    let (clock, (rows, (chunks, (whole, before)))) = join(clock(transaction), join(rows, packed)).await;
    let (clock, has_place) = clock?;
    let mut stored = Stored { clock, has_place, now: now(), ..Stored::default() };
    for row in rows {
        let (key, json) = row?;
        stored.rows.extend(json.map(|json| (key, json)));
    }
    for chunk in chunks {
        let (place, bytes) = chunk?;
        stored.chunks.extend(bytes.map(|bytes| (place, bytes)));
    }
    for range in whole {
        let (store, chunks) = range?;
        stored.chunks.extend(chunks.into_iter().map(|(key, bytes)| ((store, key), bytes)));
    }
    for rows in before {
        let (place, rows) = rows?;
        stored.before.insert(place, rows);
    }
    Ok(stored)
}

/// Reads the clock of the last commit, and whether there is a place that other devices change, too.
pub async fn clock(transaction: &Transaction) -> Result<(Option<Clock>, bool), Failure> {
    let values = transaction.store(META)?;
    let (clock, placed) = join(values.get(text(CLOCK_KEY)), values.key_exists(text(CopyKind::Place.key()))).await;
    Ok((clock?.and_then(|value| value.as_string()?.parse().ok()), placed?))
}

/// Returns the time of day.
pub fn now() -> Timestamp {
    Timestamp(js_sys::Date::now() as i64)
}

/// Reads all rows of a kind, or those whose keys lie in a range.
pub async fn all<P: Packed>(transaction: &Transaction, keys: Option<KeyRange>) -> Result<Loaded, Failure> {
    let mut parts = Parts::<P>::default();
    add(&mut parts, transaction, keys).await?;
    Ok(parts.unite())
}

/// Reads those of these rows that are of this kind, by key, with a note of the unreadable ones.
pub async fn some<P: Packed>(
    transaction: &Transaction,
    rows: &[(Table, String)],
) -> Result<(BTreeMap<String, Record>, Vec<Unreadable>), Failure> {
    let keys = rows.iter().filter(|(table, _)| *table == P::ROWS);
    let keys: Vec<&str> = keys.map(|(_, key)| key.as_str()).collect();
    if keys.is_empty() {
        return Ok(Default::default());
    }
    // Many are found sooner by reading everything around them than by asking for each.
    let parts =
        if keys.len() > MANY { around(transaction, &keys).await? } else { parts_of(transaction, &keys).await? };
    Ok(Parts::<P>::among(parts, &keys))
}

/// Adds all rows and chunks within a range of keys.
async fn add<P: Packed>(
    parts: &mut Parts<P>,
    transaction: &Transaction,
    keys: Option<KeyRange>,
) -> Result<(), Failure> {
    let (rows, chunks) = (transaction.store(P::ROWS.name())?, transaction.store(P::CHUNKS)?);
    let (rows, chunks) = join(everything(&rows, keys.clone()), everything(&chunks, keys)).await;
    for (key, value) in rows? {
        parts.row(key, value.as_string().as_deref());
    }
    for (key, value) in chunks? {
        parts.chunk(key, bytes(&value).as_deref());
    }
    Ok(())
}

/// Reads all rows and chunks in the ranges that these keys lie in.
async fn around<P: Packed>(transaction: &Transaction, keys: &[&str]) -> Result<Parts<P>, Failure> {
    let mut parts = Parts::default();
    for range in collect::set(keys.iter().map(|key| P::range(key))) {
        add(&mut parts, transaction, Some(beginning_with(range)?)).await?;
    }
    Ok(parts)
}

async fn parts_of<P: Packed>(transaction: &Transaction, keys: &[&str]) -> Result<Parts<P>, Failure> {
    let chunks = collect::set(keys.iter().map(|key| P::chunk_key(key)));
    let get = |name: &'static str, key: String| {
        let store = transaction.store(name);
        async move {
            let value = store?.get(text(&key)).await?;
            Ok::<_, Failure>((key, value))
        }
    };
    let rows = join_all(collect::set(keys).into_iter().map(|key| get(P::ROWS.name(), (*key).to_owned())));
    let (rows, chunks) = join(rows, join_all(chunks.into_iter().map(|key| get(P::CHUNKS, key)))).await;
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

/// Reads the keys and values of a store, or of a range of it.
pub async fn everything(store: &Store, keys: Option<KeyRange>) -> Result<Vec<(String, JsValue)>, Failure> {
    let (names, values) = join(store.get_all_keys(keys.clone(), None), store.get_all(keys, None)).await;
    let (names, values) = (names?, values?);
    // A key that is no text was not written by this app.
    Ok(names.iter().zip(values).filter_map(|(key, value)| Some((key.as_string()?, value))).collect())
}

/// The name of a store of chunks.
type Chunks = &'static str;

/// Reads a chunk, with its place; one that is no bytes is as good as empty bytes, which cannot be read either.
async fn one_chunk(
    transaction: &Transaction,
    place: RowAddress<Chunks>,
) -> Result<(RowAddress<Chunks>, Option<Vec<u8>>), Failure> {
    let value = transaction.store(place.0)?.get(text(&place.1)).await?;
    Ok((place, value.map(|value| bytes(&value).unwrap_or_default())))
}

/// Reads the chunks of a range, with their store, as [`one_chunk`] has each.
async fn chunks_of(
    transaction: &Transaction,
    (store, range): RowAddress<Chunks>,
) -> Result<(Chunks, BTreeMap<String, Vec<u8>>), Failure> {
    let chunks = everything(&transaction.store(store)?, Some(beginning_with(&range)?)).await?;
    let chunks = chunks.into_iter().map(|(key, value)| (key, bytes(&value).unwrap_or_default()));
    Ok((store, collect::map(chunks)))
}

/// Keys and texts of rows.
type Rows = Vec<(String, String)>;

/// Reads the rows of a range, with its place; one that is no text is as good as an empty one, which cannot be read
/// either.
async fn rows_before(
    transaction: &Transaction,
    place: RowAddress<Table>,
) -> Result<(RowAddress<Table>, Rows), Failure> {
    let rows = everything(&transaction.store(place.0.name())?, Some(beginning_with(&place.1)?)).await?;
    let rows = rows.into_iter().map(|(key, value)| (key, value.as_string().unwrap_or_default()));
    Ok((place, rows.collect()))
}

/// Returns the range of keys that begin with a text.
pub fn beginning_with(key: &str) -> Result<KeyRange, Failure> {
    between(key, &format!("{key}\u{ffff}"))
}

pub fn bytes(value: &JsValue) -> Option<Vec<u8>> {
    value.dyn_ref::<Uint8Array>().map(Uint8Array::to_vec)
}

/// Returns bytes as they are stored.
pub fn value(bytes: &[u8]) -> JsValue {
    Uint8Array::from(bytes).into()
}

impl Open {
    /// Packs the rows of one range, the first that has rows with keys after `after`, in one transaction; returns the
    /// key from which to go on, `None` when all is done.
    pub async fn pack_one<P: Packed>(&self, after: &str) -> Result<Option<String>, Failure> {
        let transaction = self.writing(&[P::ROWS.name(), P::CHUNKS])?;
        let rows = transaction.store(P::ROWS.name())?;
        let first = rows.get_all_keys(Some(beyond(after)?), Some(1)).await?;
        let Some(first) = first.first().and_then(JsValue::as_string) else {
            return Ok(None);
        };
        let range = P::range(&first).to_owned();
        let rows = rows_before(&transaction, (P::ROWS, range.clone()));
        let (chunks, rows) = join(chunks_of(&transaction, (P::CHUNKS, range.clone())), rows).await;
        let ((_, chunks), (_, rows)) = (chunks?, rows?);
        if let Some(writes) = packing::pack::<P>(&range, &chunks, &rows) {
            burst(transaction, &writes).await?;
        }
        // A key that is too short for a range was not written by this app; others may begin with it.
        Ok(Some(if range == first { first } else { format!("{range}\u{ffff}") }))
    }
}
