//! Files of models in the page's private file system.
//!
//! - R1 A file gets its name once its copy was compared with it, byte by byte; until then it has another, by which it is
//!   no model.

use js_sys::{Function, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    File, FileSystemDirectoryHandle, FileSystemFileHandle, FileSystemGetFileOptions, FileSystemWritableFileStream,
};

use crate::web::{clock, quota};
use espalier_app::device::api::{Check, DeviceApi};
use espalier_app::device::{AddState, Expectation, FileRefusal, KeptModel};
use espalier_web_storage::private_files::{self, bytes, file_of, names, size_of, wait};

/// Name of the folder. The worker and the start script know it too.
const FOLDER: &str = "espalier-models";
/// Ending of a file that is being copied, or of a folder with pieces of one that is downloaded.
const PART: &str = ".part";
/// Bytes that are read first of a file, most heads are shorter.
const HEAD: u64 = 1 << 20;
/// Milliseconds after which a copy that was not finished is left over.
const LEFT_MS: f64 = 3_600_000.0;
/// Bytes that are copied at once.
const BLOCK: u64 = 4 << 20;

pub(super) async fn folder(create: bool) -> Result<FileSystemDirectoryHandle, JsValue> {
    private_files::folder(FOLDER, create).await
}

pub(super) async fn check(api: &DeviceApi, file: &File) -> Result<Expectation, FileRefusal> {
    let size = size_of(file);
    let mut wanted = HEAD.min(size);
    loop {
        let head = bytes(file, 0, wanted).await.map_err(|_| FileRefusal::Unreadable)?;
        match (api.check)(&head, size) {
            Check::Done(result) => return result,
            Check::NeedMore(more) if more > wanted && wanted < size => wanted = more.min(size),
            Check::NeedMore(_) => return Err(FileRefusal::Cut),
        }
    }
}

/// Lists the kept models by name, and deletes what is left of copies that were cut off.
pub async fn list(api: &DeviceApi) -> Vec<KeptModel> {
    // Where there is no folder, or no such file system, nothing is kept.
    let Ok(folder) = folder(false).await else { return Vec::new() };
    let mut kept = Vec::new();
    for name in names(&folder).await.unwrap_or_default() {
        let file = file_of(&folder, &name).await;
        if name.ends_with(PART) {
            // A younger one may be under way, here or in another tab.
            if file.is_ok_and(|file| clock::now().0 as f64 - file.last_modified() > LEFT_MS) {
                drop(JsFuture::from(folder.remove_entry(&name)).await);
            }
            continue;
        }
        let (bytes, check) = match &file {
            Ok(file) => (size_of(file), check(api, file).await),
            Err(_) => (0, Err(FileRefusal::Unreadable)),
        };
        kept.push(KeptModel { name, bytes, check });
    }
    kept
}

/// Deletes the file of a model.
pub async fn delete(name: &str) {
    if let Ok(folder) = folder(false).await
        && let Err(error) = JsFuture::from(folder.remove_entry(name)).await
    {
        log::warn!("not deleted: {error:?}");
    }
}

/// Keeps a file; `None` if that was stopped.
pub async fn add(
    api: &DeviceApi,
    file: &File,
    is_cancelled: impl Fn() -> bool,
    progress: impl Fn(AddState),
) -> Option<Result<Expectation, FileRefusal>> {
    let (name, size) = (file.name(), size_of(file));
    progress(AddState::Checking);
    let expected = match check(api, file).await {
        Ok(expected) => expected,
        Err(refusal) => return Some(Err(refusal)),
    };
    let Ok(folder) = folder(true).await else { return Some(Err(FileRefusal::NotKept)) };
    if names(&folder).await.is_ok_and(|names| names.contains(&name)) {
        return Some(Err(FileRefusal::Exists));
    }
    quota::persist().await;
    if let Some(estimate) = quota::estimate().await {
        let free = estimate.quota.saturating_sub(estimate.used);
        if free < size {
            return Some(Err(FileRefusal::Space(size, free)));
        }
    }
    let part = name.clone() + PART;
    let copied = copy(&folder, &part, file, &is_cancelled, &progress).await;
    let done = match copied {
        Ok(true) => rename(&folder, &part, &folder, &name).await.map_err(|_| FileRefusal::NotKept),
        Ok(false) => {
            drop(JsFuture::from(folder.remove_entry(&part)).await);
            return None;
        }
        Err(refusal) => Err(refusal),
    };
    if done.is_err() {
        drop(JsFuture::from(folder.remove_entry(&part)).await);
    }
    Some(done.map(|()| expected))
}

/// Copies a file and compares the copy (R1); returns whether it came to the end.
async fn copy(
    folder: &FileSystemDirectoryHandle,
    part: &str,
    file: &File,
    is_cancelled: &impl Fn() -> bool,
    progress: &impl Fn(AddState),
) -> Result<bool, FileRefusal> {
    let size = size_of(file);
    let options = FileSystemGetFileOptions::new();
    options.set_create(true);
    let not_kept = |_: JsValue| FileRefusal::NotKept;
    let handle: FileSystemFileHandle =
        wait(folder.get_file_handle_with_options(part, &options)).await.map_err(not_kept)?;
    let writable: FileSystemWritableFileStream = wait(handle.create_writable()).await.map_err(not_kept)?;
    let mut done = 0;
    while done < size {
        if is_cancelled() {
            drop(JsFuture::from(writable.abort()).await);
            return Ok(false);
        }
        let next = (done + BLOCK).min(size);
        let block = bytes(file, done, next).await.map_err(|_| FileRefusal::Unreadable)?;
        let written = writable.write_with_js_u8_array(&Uint8Array::from(block.as_slice())).map_err(not_kept)?;
        JsFuture::from(written).await.map_err(not_kept)?;
        done = next;
        progress(AddState::Copying(done, size));
    }
    JsFuture::from(writable.close()).await.map_err(not_kept)?;
    let kept: File = wait(handle.get_file()).await.map_err(not_kept)?;
    if size_of(&kept) != size {
        return Err(FileRefusal::Changed);
    }
    let mut done = 0;
    while done < size {
        if is_cancelled() {
            return Ok(false);
        }
        let next = (done + BLOCK).min(size);
        let here = bytes(file, done, next).await.map_err(|_| FileRefusal::Unreadable)?;
        let there = bytes(&kept, done, next).await.map_err(not_kept)?;
        if here != there {
            return Err(FileRefusal::Changed);
        }
        done = next;
        progress(AddState::Comparing(done, size));
    }
    Ok(true)
}

/// Gives a file its name, and moves it into a folder.
pub(super) async fn rename(
    folder: &FileSystemDirectoryHandle,
    from: &str,
    into: &FileSystemDirectoryHandle,
    to: &str,
) -> Result<(), JsValue> {
    let handle: FileSystemFileHandle = wait(folder.get_file_handle(from)).await?;
    // Not in the list of web-sys, as it is not in the standard yet; all browsers have it.
    let rename: Function = Reflect::get(&handle, &"move".into())?.dyn_into()?;
    let renamed = rename.call2(&handle, into, &to.into())?;
    JsFuture::from(js_sys::Promise::resolve(&renamed)).await.map(drop)
}
