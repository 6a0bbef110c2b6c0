//! Stores of the database: creating missing ones, and the notes on the database in one of them.

use wasm_bindgen::prelude::JsValue;
use web_sys::{IdbDatabase, IdbOpenDbRequest};

use super::{database, settled, text};
use espalier_storage::port::StorageError;
use espalier_storage::schema::{self, META};

/// Key of the row with the version of the rows' shape; the version of the structure can be higher.
pub(super) const SHAPE_KEY: &str = "shape";
/// Key of the row that tells a database from one that takes its place.
pub(super) const BORN_KEY: &str = "born";

/// Creates the stores that are not there. No store is ever deleted.
pub(super) fn create(request: &IdbOpenDbRequest, shape: u32) -> Result<(), JsValue> {
    let database = database(request).map_err(|reason| JsValue::from_str(&reason))?;
    let names = database.object_store_names();
    for store in schema::stores().filter(|store| !names.contains(store)) {
        database.create_object_store(store)?;
    }
    let change = request.transaction().ok_or("no transaction")?;
    let meta = change.object_store(META)?;
    meta.put_with_key(&shape.to_string().into(), &SHAPE_KEY.into())?;
    if !names.contains(META) {
        let number = (js_sys::Math::random() * 1e15) as u64;
        meta.put_with_key(&format!("{} {number}", js_sys::Date::now() as u64).into(), &BORN_KEY.into())?;
    }
    Ok(())
}

pub(super) fn is_complete(database: &IdbDatabase) -> bool {
    let names = database.object_store_names();
    schema::stores().all(|store| names.contains(store))
}

/// Reads a text in the store of single values; `None` when there is none under this key. A failure is no answer: a
/// database that can't be read at this moment must not be taken for one without the row.
pub(super) async fn read_meta(database: &IdbDatabase, key: &str) -> Result<Option<String>, StorageError> {
    let unavailable = |error: JsValue| StorageError::Unavailable(text(&error));
    if !database.object_store_names().contains(META) {
        return Ok(None);
    }
    let (request, done) = {
        let transaction = database.transaction_with_str(META).map_err(unavailable)?;
        let done = settled(&transaction);
        let store = transaction.object_store(META).map_err(unavailable)?;
        (store.get(&key.into()).map_err(unavailable)?, done)
    };
    done.await.map_err(StorageError::Unavailable)?;
    Ok(request.result().map_err(unavailable)?.as_string())
}
