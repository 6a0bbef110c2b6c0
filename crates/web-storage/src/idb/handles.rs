//! Handles of folders that the person chose, in a database of their own: they are objects of the browser, and no rows.

use wasm_bindgen::JsValue;

use super::queue::Failure;
use super::{ObjectStore, Rexie, TransactionMode, text};
use espalier_storage::port::StorageError;

/// Name of the database; `static/boot.js` deletes it with everything else.
const DATABASE: &str = "espalier-handles";
const STORE: &str = "handles";

async fn open() -> Result<Rexie, Failure> {
    Ok(Rexie::builder(DATABASE).version(1).add_object_store(ObjectStore::new(STORE)).build().await?)
}

/// Keeps a handle under a name; `None` forgets it.
pub async fn keep_handle(name: &str, handle: Option<&JsValue>) -> Result<(), StorageError> {
    let keep = async || -> Result<(), Failure> {
        let database = open().await?;
        let transaction = database.transaction(&[STORE], TransactionMode::ReadWrite)?;
        let store = transaction.store(STORE)?;
        match handle {
            Some(handle) => drop(store.put(handle, Some(&text(name))).await?),
            None => store.delete(text(name)).await?,
        }
        transaction.done().await?;
        database.close();
        Ok(())
    };
    Ok(keep().await?)
}

/// Returns the handle that is kept under a name.
pub async fn kept_handle(name: &str) -> Result<Option<JsValue>, StorageError> {
    let read = async || -> Result<Option<JsValue>, Failure> {
        let database = open().await?;
        let transaction = database.transaction(&[STORE], TransactionMode::ReadOnly)?;
        let handle = transaction.store(STORE)?.get(text(name)).await?;
        database.close();
        Ok(handle)
    };
    Ok(read().await?)
}
