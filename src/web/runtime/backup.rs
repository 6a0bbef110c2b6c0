//! Backups: written in pieces, which the browser keeps on the disk, and handed over once all are there.

use std::rc::Rc;

use gloo::file::Blob;
use gloo::timers::future::TimeoutFuture;
use js_sys::{Array, Uint8Array};
use web_sys::BlobPropertyBag;

use super::pieces::{self, BackedUp};
use super::{Runtime, spawn};
use crate::web::{clock, files};
use espalier_app::Msg;
use espalier_app::effect::BackupOrder;
use espalier_app::files::FileMsg;
use espalier_mirror::backup::{self, Output, Source};
use espalier_mirror::bundle::Details;
use espalier_mirror::seal::{SALT, Seal};
use espalier_storage::port::StorageError;
use espalier_web_storage::idb::IdbStorage;

/// Milliseconds that pass without a word, and between two of them.
const QUIET_MS: f64 = 1_000.0;
/// Milliseconds of work between two rests.
const WORK_MS: f64 = 12.0;
/// Media type of a backup.
const MIME: &str = "application/octet-stream";

impl Runtime {
    pub(super) fn save_backup(self: &Rc<Self>, order: BackupOrder) {
        self.backup_cancelled.set(false);
        let runtime = self.clone();
        spawn(async move {
            let done = match pieces::mirror().await {
                Ok(piece) => (piece.backup)(runtime.clone(), order).await,
                Err(_) => Err(StorageError::Unavailable("the program of backups is not there".to_owned())),
            };
            runtime.dispatch(Msg::Files(FileMsg::BackupEnded(done)));
        });
    }
}

/// Pieces of a file.
struct Pieces {
    runtime: Rc<Runtime>,
    blobs: Array,
    /// Time of the last rest.
    rested: f64,
    /// Time of the last word, or of the beginning.
    told: f64,
    /// Error of the browser as it took a piece.
    failed: Option<StorageError>,
}

impl Output for Pieces {
    async fn take(&mut self, bytes: Vec<u8>) {
        // The bytes of a part alone would stay in memory.
        let parts = Array::of1(&Uint8Array::from(bytes.as_slice()));
        match web_sys::Blob::new_with_u8_array_sequence(&parts) {
            Ok(blob) => drop(self.blobs.push(&blob)),
            Err(error) => self.failed = Some(StorageError::Unavailable(format!("{error:?}"))),
        }
    }

    async fn rest(&mut self, rows: usize) -> bool {
        let now = clock::since_start_ms();
        if now - self.told > QUIET_MS {
            self.told = now;
            self.runtime.dispatch(Msg::Files(FileMsg::BackedUp(rows)));
        }
        if now - self.rested > WORK_MS {
            TimeoutFuture::new(0).await;
            self.rested = clock::since_start_ms();
        }
        self.failed.is_none() && !self.runtime.backup_cancelled.get()
    }
}

/// Writes a backup and hands it to the user.
pub async fn save(runtime: Rc<Runtime>, order: BackupOrder) -> BackedUp {
    let start = clock::since_start_ms();
    let mut output = Pieces { runtime: runtime.clone(), blobs: Array::new(), rested: start, told: start, failed: None };
    let seal = (!order.password.is_empty()).then(|| {
        let mut salt = [0; SALT];
        clock::fill(&mut salt);
        Seal::new(salt)
    });
    let key = match &seal {
        Some(seal) => {
            // The page is drawn first.
            TimeoutFuture::new(0).await;
            let key = seal.key(order.password.expose());
            Some(key.map_err(|error| StorageError::Unavailable(error.to_string()))?)
        }
        None => None,
    };
    let details = Details { exported_at: Some(order.at), seal };
    let rows = if let Some((records, unreadable)) = &order.memory {
        let source = Source::<Rc<IdbStorage>>::Memory(records, unreadable);
        backup::write(source, &details, key, &mut output).await?
    } else {
        let storage = runtime.storage.clone().await?;
        backup::write(Source::Stored(&storage, &order.unsaved), &details, key, &mut output).await?
    };
    if let Some(error) = output.failed {
        return Err(error);
    }
    if rows.is_none() || runtime.backup_cancelled.get() {
        return Ok(None);
    }
    let options = BlobPropertyBag::new();
    options.set_type(MIME);
    let blob = web_sys::Blob::new_with_blob_sequence_and_options(&output.blobs, &options);
    let blob = blob.map_err(|error| StorageError::Unavailable(format!("{error:?}")))?;
    files::hand_over(&order.name, &Blob::from(blob));
    clock::measure("backup.write", start);
    Ok(Some(order.name))
}
