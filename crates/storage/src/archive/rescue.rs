//! The file that the page's rescue section writes when the app cannot start (`static/boot.js`), read back.
//!
//! It holds the stored rows, each as it lies there, whatever version the data has; chunks of packed rows are bytes in
//! base64. Every row that can be read comes in; the others are reported with their raw text.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::{Archive, ArchiveError, Broken};
use crate::files::StoredFile;
use crate::migrate;
use crate::packing::{self, Packed, Parts};
use crate::port::Unreadable;
use crate::schema;
use espalier_base::base64;
use espalier_model::{Shape, Table, TimeEntry};

/// Value of `format`.
pub const FORMAT: &str = "espalier-rescue";

#[derive(Deserialize)]
struct File {
    database: Database,
    stores: BTreeMap<String, Vec<Stored>>,
}

#[derive(Deserialize)]
struct Database {
    version: u32,
}

#[derive(Deserialize)]
struct Stored {
    #[serde(default)]
    key: Value,
    #[serde(default)]
    value: Value,
}

impl Stored {
    fn key(&self) -> String {
        self.key.as_str().map_or_else(|| self.key.to_string(), str::to_owned)
    }

    /// Returns the row as text; a row that is no text is written as the file has it.
    fn raw(&self) -> String {
        self.value.as_str().map_or_else(|| self.value.to_string(), str::to_owned)
    }

    fn bytes(&self) -> Option<Vec<u8>> {
        base64::decode(self.value.get("$bytes")?.as_str()?.trim_end_matches('='))
    }
}

/// Reads the text of a file.
pub fn read(text: &str) -> Result<Archive, ArchiveError> {
    let file: File = serde_json::from_str(text).map_err(|_| ArchiveError::NotOurs)?;
    let mut archive = Archive::default();
    for table in Table::ALL.iter().filter(|table| !packing::is_packed(**table)) {
        for row in file.stores.get(table.name()).into_iter().flatten() {
            archive.take_row(*table, row.key(), row.raw(), file.database.version);
        }
    }
    for row in file.stores.get(schema::FILES).into_iter().flatten() {
        let stored = row.key().parse().ok().zip(row.bytes());
        let stored = stored.map(|(hash, bytes)| StoredFile { hash, bytes: bytes.into() });
        archive.files.extend(stored.filter(StoredFile::is_whole));
    }
    packed::<TimeEntry>(&mut archive, &file);
    packed::<Shape>(&mut archive, &file);
    Ok(archive)
}

fn packed<P: Packed>(archive: &mut Archive, file: &File) {
    let stored = |store: &str| file.stores.get(store).into_iter().flatten();
    let mut parts = Parts::<P>::default();
    for row in stored(P::ROWS.name()) {
        let raw = row.raw();
        let json = if row.value.is_null() {
            Some(raw.clone())
        } else {
            migrate::row(P::ROWS.name(), &raw, file.database.version).ok().flatten()
        };
        parts.row(row.key(), json.as_deref().or(Some(&raw)));
    }
    for chunk in stored(P::CHUNKS) {
        parts.chunk(chunk.key(), chunk.bytes().as_deref());
    }
    let read = parts.unite();
    archive.records.extend(read.records);
    archive.broken.extend(read.unreadable.into_iter().map(broken));
}

/// Returns the report of a stored row that could not be read.
pub(super) fn broken(row: Unreadable) -> Broken {
    Broken { table: row.store.clone(), index: None, reason: row.reason.clone(), row: Some(row) }
}
