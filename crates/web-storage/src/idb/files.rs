//! Attached files in the browser's database (`storage::files`).

use futures::future::{join, join_all};
use wasm_bindgen::JsValue;

use super::queue::Failure;
use super::{META, Open, after, burst, packed, text};
use espalier_base::time::Timestamp;
use espalier_model::Table;
use espalier_model::conversation::FileHash;
use espalier_storage::files::{StoredFile, UNUSED_KEY, Unused, remove_referenced};
use espalier_storage::schema::{CHANGES, FILES, JOURNAL};
use espalier_storage::writes::Writes;

impl Open {
    /// Reads files; missing ones are left out.
    pub async fn files(&self, hashes: &[FileHash]) -> Result<Vec<StoredFile>, Failure> {
        let Some(transaction) = self.reading(&[FILES])?.filter(|_| !hashes.is_empty()) else { return Ok(Vec::new()) };
        let store = transaction.store(FILES)?;
        let values = join_all(hashes.iter().map(|hash| store.get(text(hash.as_str())))).await;
        let mut files = Vec::new();
        for (hash, value) in hashes.iter().zip(values) {
            let bytes = value?.and_then(|value| packed::bytes(&value));
            files.extend(bytes.map(|bytes| StoredFile { hash: hash.clone(), bytes: bytes.into() }));
        }
        Ok(files)
    }

    /// Lists the stored files.
    pub async fn hashes(&self) -> Result<Vec<FileHash>, Failure> {
        let Some(transaction) = self.reading(&[FILES])? else { return Ok(Vec::new()) };
        let keys = transaction.store(FILES)?.get_all_keys(None, None).await?;
        Ok(keys.iter().filter_map(|key| key.as_string()?.parse().ok()).collect())
    }

    /// Looks for files that nothing names, without being in the way of writers, and writes down what comes of it.
    pub async fn sweep_files(&self, now: Timestamp) -> Result<(), Failure> {
        let mut unnamed = self.hashes().await?;
        if unnamed.is_empty() {
            return Ok(());
        }
        for store in [Table::Messages.name(), JOURNAL, META] {
            let mut key: Option<String> = None;
            let mut more = true;
            while more {
                let Some(transaction) = self.reading(&[store])? else { break };
                let (rows, full) = after(&transaction.store(store)?, key.as_deref()).await?;
                for (key, row) in &rows {
                    if (store, key.as_str()) != (META, UNUSED_KEY) {
                        remove_referenced(row, &mut unnamed);
                    }
                }
                key = rows.into_iter().last().map(|(key, _)| key);
                more = full && key.is_some();
            }
        }
        // The notes are read where they are written: a file that was stored meanwhile has none.
        let transaction = self.writing(&[FILES, CHANGES])?;
        let noted = transaction.store(META)?;
        let (noted, clock) = join(noted.get(text(UNUSED_KEY)), packed::clock(&transaction)).await;
        let noted = noted?;
        let noted = noted.as_ref().and_then(JsValue::as_string);
        let sweep = Unused::read(noted.as_deref()).sweep(&unnamed, now);
        let mut writes = Writes::default();
        writes.sweep_files(&sweep, clock?.0, now)?;
        burst(transaction, &writes).await
    }
}
