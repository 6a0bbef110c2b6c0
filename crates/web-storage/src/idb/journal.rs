//! Journal rows in the browser's database.

use futures::future::join_all;

use super::queue::Failure;
use super::{KeyRange, Store, text, through};
use espalier_storage::port::JournalRow;

/// Reads the rows with these keys, in their order; missing ones are left out.
pub async fn rows(journal: &Store, keys: &[String]) -> Result<Vec<JournalRow>, Failure> {
    let values = join_all(keys.iter().map(|key| journal.get(text(key)))).await;
    let mut rows = Vec::new();
    for (key, value) in keys.iter().zip(values) {
        if let Some(json) = value?.and_then(|value| value.as_string()) {
            rows.push(JournalRow { key: key.clone(), json });
        }
    }
    Ok(rows)
}

/// Reads the last rows of a range, oldest first. Listing the keys and then reading only the wanted rows is much faster
/// than walking backwards.
pub async fn last_rows(journal: &Store, keys: KeyRange, limit: u32) -> Result<Vec<JournalRow>, Failure> {
    let names = journal.get_all_keys(Some(keys), None).await?;
    let names = &names[names.len().saturating_sub(limit as usize)..];
    let (Some(first), Some(last)) = (names.first(), names.last()) else {
        return Ok(Vec::new());
    };
    let values = journal.get_all(Some(through(first, last)?), None).await?;
    let rows = names.iter().zip(values);
    Ok(rows.filter_map(|(key, value)| Some(JournalRow { key: key.as_string()?, json: value.as_string()? })).collect())
}
