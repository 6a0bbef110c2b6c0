//! Split points of the runtime: what only some ever ask of it comes with the chunk that they fetch for it.

#![allow(unsafe_code)]

use std::rc::Rc;

use futures::future::LocalBoxFuture;
use web_sys::AbortController;

use super::{Runtime, attach, backup, device, mirror, place};
use crate::web::chunks;
use espalier_agent::turn::TurnId;
use espalier_app::attachments::ComposerPlace;
use espalier_app::chunks::{Chunk, ChunkError};
use espalier_app::effect::{BackupOrder, DeviceEffect, ProbeCall};
use espalier_llm::error::LlmError;
use espalier_llm::request::HttpRequest;
use espalier_storage::port::StorageError;

/// Name of the file, or `None` where it was cancelled.
pub type BackedUp = Result<Option<String>, StorageError>;

type Outcome<'a, T> = LocalBoxFuture<'a, Result<T, LlmError>>;

type Answer = for<'a> fn(&'a Rc<Runtime>, (TurnId, u32), &'a HttpRequest, &'a AbortController) -> Outcome<'a, ()>;

/// Functions of the runtime for models on this device.
pub struct DevicePiece {
    /// Performs an effect.
    pub perform: fn(&Rc<Runtime>, DeviceEffect),
    /// Has a model answer a request of a turn.
    pub answer: Answer,
    /// Asks a model for the test of the connection.
    pub probe: for<'a> fn(&'a Rc<Runtime>, &'a ProbeCall) -> Outcome<'a, String>,
}

/// Functions of the runtime for attached files.
pub struct AttachPiece {
    /// Reads a file for a message.
    pub read: fn(Rc<Runtime>, ComposerPlace, u64, attach::Task) -> LocalBoxFuture<'static, ()>,
}

/// Functions of the runtime for copies of everything: the mirror, and backups.
pub struct MirrorPiece {
    /// Writes the mirror for as long as the tab lives.
    pub run: fn(Rc<Runtime>) -> LocalBoxFuture<'static, ()>,
    /// Keeps a folder of the person's own in step for as long as the tab lives.
    pub place: fn(Rc<Runtime>) -> LocalBoxFuture<'static, ()>,
    /// Writes a backup.
    pub backup: fn(Rc<Runtime>, BackupOrder) -> LocalBoxFuture<'static, BackedUp>,
}

static MIRROR: MirrorPiece = MirrorPiece {
    run: |runtime| Box::pin(mirror::run(runtime)),
    place: |runtime| Box::pin(place::run(runtime)),
    backup: |runtime, order| Box::pin(backup::save(runtime, order)),
};

static DEVICE: DevicePiece = DevicePiece {
    perform: device::perform,
    answer: |runtime, key, request, controller| Box::pin(device::answer(runtime, key, request, controller)),
    probe: |runtime, probe| Box::pin(device::probe(runtime, probe)),
};

static ATTACH: AttachPiece =
    AttachPiece { read: |runtime, place, id, task| Box::pin(attach::reading::read_for(runtime, place, id, task)) };

/// Returns the functions for models on this device, once their code is here.
pub async fn device() -> Result<&'static DevicePiece, ChunkError> {
    chunks::fetch(Chunk::Device).await?;
    Ok(cut::device())
}

/// Returns the functions for attached files, once their code is here.
pub async fn attach() -> Result<&'static AttachPiece, ChunkError> {
    chunks::fetch(Chunk::Attach).await?;
    Ok(cut::attach())
}

/// Returns the functions for the mirror and backups, once their code is here.
pub async fn mirror() -> Result<&'static MirrorPiece, ChunkError> {
    chunks::fetch(Chunk::More).await?;
    Ok(cut::mirror())
}

#[cfg(not(all(feature = "split", target_arch = "wasm32")))]
mod cut {
    pub fn mirror() -> &'static super::MirrorPiece {
        &super::MIRROR
    }

    pub fn device() -> &'static super::DevicePiece {
        &super::DEVICE
    }

    pub fn attach() -> &'static super::AttachPiece {
        &super::ATTACH
    }
}

#[cfg(all(feature = "split", target_arch = "wasm32"))]
mod cut {
    pub use attach::entry as attach;
    pub use device::entry as device;
    pub use more::entry as mirror;

    espalier_ui::cut!(
        more,
        super::super::MirrorPiece,
        super::super::MIRROR,
        "__wasm_split_00more00_import_00000000000000000000000000000013",
        "__wasm_split_00more00_export_00000000000000000000000000000013"
    );

    espalier_ui::cut!(
        device,
        super::super::DevicePiece,
        super::super::DEVICE,
        "__wasm_split_00device00_import_00000000000000000000000000000011",
        "__wasm_split_00device00_export_00000000000000000000000000000011"
    );
    espalier_ui::cut!(
        attach,
        super::super::AttachPiece,
        super::super::ATTACH,
        "__wasm_split_00attach00_import_00000000000000000000000000000012",
        "__wasm_split_00attach00_export_00000000000000000000000000000012"
    );
}
