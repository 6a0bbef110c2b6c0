//! Downloads of models' files into the page's private file system.
//!
//! What came lies in a folder of its own, in pieces: a file that is being written is stored only once it is closed, and
//! to go on with one that was stored means to copy it. What is there can be gone on with from the pieces alone.
//!
//! - G1 A request for a file carries no cookie, no referrer and no key, and asks for a range at most. `If-Range` would
//!   have the browser ask the place for a permission first, which the places of large files do not give, so that a file
//!   is still the same is seen from the answer (`judge`).
//! - G2 A piece counts once it is stored; a file gets its name once it was checked.

use std::cell::Cell;

use js_sys::{Object, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    AbortController, AbortSignal, FileSystemDirectoryHandle, FileSystemFileHandle, FileSystemGetDirectoryOptions,
    FileSystemGetFileOptions, FileSystemWritableFileStream, ReadableStreamDefaultReader, RequestInit, RequestMode,
    Response,
};

use super::files::{check, folder, rename};
use crate::web::page::window;
use crate::web::transport::address_space;
use crate::web::{clock, quota};
use espalier_app::device::FileRefusal;
use espalier_app::device::api::{Check, DeviceApi};
use espalier_app::device::download::{Answer, DownloadMsg, DownloadProblem, Partial, Plan, Source};
use espalier_web_storage::private_files::{bytes, file_of, names, size_of, wait};
use espalier_web_storage::tabs::Lock;

/// Name of the folder with the pieces. It ends as what is being copied does, so it is no model.
const PIECES: &str = ".download.part";
/// Name of the file that is made of the pieces.
const WHOLE: &str = ".whole.part";
/// Name of the note on what the pieces are of.
const NOTE: &str = "note";
/// Name of the lock that a tab holds while it downloads.
const LOCK: &str = "espalier download";
/// Bytes of a piece.
const PIECE: usize = 8 << 20;
/// Bytes that are checked at once: some milliseconds of work.
const BLOCK: u64 = 1 << 20;
/// Milliseconds between two news of progress.
const NEWS_MS: f64 = 200.0;

type Tell<'t> = &'t dyn Fn(DownloadMsg);

fn no_files(_: JsValue) -> DownloadProblem {
    DownloadProblem::NoFiles
}

async fn pieces_folder(create: bool) -> Result<FileSystemDirectoryHandle, JsValue> {
    let options = FileSystemGetDirectoryOptions::new();
    options.set_create(create);
    wait(folder(create).await?.get_directory_handle_with_options(PIECES, &options)).await
}

/// Returns what is there of a file, if there is any.
pub async fn look(api: &DeviceApi) -> Option<Partial> {
    let folder = pieces_folder(false).await.ok()?;
    read(api, &folder).await.map(|(partial, _)| partial)
}

/// Reads the note, and the names of the pieces in order with their lengths.
async fn read(api: &DeviceApi, folder: &FileSystemDirectoryHandle) -> Option<(Partial, Vec<(String, u64)>)> {
    let note = file_of(folder, NOTE).await.ok()?;
    let text = String::from_utf8(bytes(&note, 0, size_of(&note)).await.ok()?).ok()?;
    let mut partial = (api.read_note)(&text)?;
    let mut pieces = Vec::new();
    for name in names(folder).await.ok()?.into_iter().filter(|name| name != NOTE && name != WHOLE) {
        let size = size_of(&file_of(folder, &name).await.ok()?);
        partial.have += size;
        pieces.push((name, size));
    }
    Some((partial, pieces))
}

/// Removes what is there of a file.
pub async fn remove() {
    let Ok(folder) = folder(false).await else { return };
    let options = web_sys::FileSystemRemoveOptions::new();
    options.set_recursive(true);
    if let Err(error) = JsFuture::from(folder.remove_entry_with_options(PIECES, &options)).await {
        log::warn!("no pieces removed: {error:?}");
    }
}

/// Asks a place for the size of a file.
pub async fn ask(address: &str) -> Result<Option<u64>, DownloadProblem> {
    let response = send(address, "HEAD", 0, None).await?;
    let nothing = Partial { address: address.to_owned(), mark: None, total: None, have: 0 };
    // Some places answer no such question; the download itself tells then.
    if matches!(response.status(), 403 | 405 | 501) {
        return Ok(None);
    }
    let api = super::api().await.map_err(|_| DownloadProblem::File(FileRefusal::NoCode))?;
    match (api.judge)(&nothing, &answer_of(&response)) {
        Plan::Take(partial) => Ok(partial.total),
        Plan::Anew => Ok(None),
        Plan::Fail(problem) => Err(problem),
    }
}

/// Fetches what is missing of a file and keeps it; `false` if that was stopped.
pub async fn fetch(
    api: &DeviceApi,
    address: &str,
    controller: &AbortController,
    tell: impl Fn(DownloadMsg),
) -> Result<bool, DownloadProblem> {
    let source = (api.source)(address).ok_or(DownloadProblem::Address)?;
    if !Lock::is_free(LOCK).await {
        return Err(DownloadProblem::OtherTab);
    }
    let _lock = Lock::hold(LOCK);
    let signal = controller.signal();
    let result = fetch_all(api, &source, &signal, &tell).await;
    if result.is_err() && signal.aborted() {
        return Ok(false);
    }
    // The place may still be sending what is not wanted.
    controller.abort();
    if result.is_ok() || result.as_ref().is_err_and(DownloadProblem::spoils) {
        remove().await;
    }
    result.map(|()| true)
}

async fn fetch_all(
    api: &DeviceApi,
    source: &Source,
    signal: &AbortSignal,
    tell: Tell<'_>,
) -> Result<(), DownloadProblem> {
    let models = folder(true).await.map_err(no_files)?;
    if names(&models).await.map_err(no_files)?.contains(&source.file) {
        return Err(DownloadProblem::File(FileRefusal::Exists));
    }
    quota::persist().await;
    let mut folder = pieces_folder(true).await.map_err(no_files)?;
    let nothing = Partial { address: source.address.clone(), mark: None, total: None, have: 0 };
    let read_before = read(api, &folder).await.filter(|(partial, _)| partial.address == source.address);
    let (mut partial, mut count) =
        read_before.map_or((nothing.clone(), 0), |(partial, pieces)| (partial, pieces.len()));
    let mut is_second = false;
    while partial.total.is_none_or(|total| partial.have < total) || partial.have == 0 {
        let response = send(&source.address, "GET", partial.have, Some(signal)).await?;
        match (api.judge)(&partial, &answer_of(&response)) {
            Plan::Fail(problem) => return Err(problem),
            // What it sends is not wanted.
            Plan::Anew if !is_second => {
                is_second = true;
                drop(response.body().map(|body| body.cancel()));
                partial = nothing.clone();
            }
            Plan::Anew => return Err(DownloadProblem::Interrupted),
            Plan::Take(taken) => {
                if taken.have == 0 {
                    remove().await;
                    folder = pieces_folder(true).await.map_err(no_files)?;
                    count = 0;
                }
                partial = taken;
                has_space(&partial).await?;
                let note = (api.write_note)(&partial);
                write(&folder, NOTE, note.as_bytes()).await.map_err(|_| DownloadProblem::NoFiles)?;
                receive(api, &response, &folder, &mut partial, count, tell).await?;
                break;
            }
        }
    }
    whole(api, source, signal, &folder, tell).await?;
    let whole = file_of(&folder, WHOLE).await.map_err(no_files)?;
    check(api, &whole).await.map_err(DownloadProblem::File)?;
    drop(whole);
    rename(&folder, WHOLE, &models, &source.file).await.map_err(|_| DownloadProblem::File(FileRefusal::NotKept))
}

/// Sees whether there is space for the rest, and for the file that is made of the pieces.
async fn has_space(partial: &Partial) -> Result<(), DownloadProblem> {
    let (Some(total), Some(estimate)) = (partial.total, quota::estimate().await) else { return Ok(()) };
    let needed = (2 * total).saturating_sub(partial.have);
    let free = estimate.quota.saturating_sub(estimate.used);
    if free < needed { Err(DownloadProblem::Space(needed, free)) } else { Ok(()) }
}

/// Stores the content of an answer behind the pieces that are there.
async fn receive(
    api: &DeviceApi,
    response: &Response,
    folder: &FileSystemDirectoryHandle,
    partial: &mut Partial,
    mut count: usize,
    tell: Tell<'_>,
) -> Result<(), DownloadProblem> {
    let Some(body) = response.body() else { return Err(DownloadProblem::Interrupted) };
    let reader: ReadableStreamDefaultReader = body.get_reader().unchecked_into();
    let told = Cell::new(f64::MIN);
    let mut piece = Vec::new();
    loop {
        let read = JsFuture::from(reader.read()).await;
        let next = read.as_ref().ok().and_then(|read| Reflect::get(read, &"value".into()).ok());
        let next = next.filter(|value| !value.is_undefined()).map(|value| Uint8Array::new(&value));
        let is_end = next.is_none();
        if let Some(next) = next {
            let at = piece.len();
            piece.resize(at + next.length() as usize, 0);
            next.copy_to(&mut piece[at..]);
        }
        // What came is stored as well where it breaks off or is stopped.
        if piece.len() >= PIECE || (is_end && !piece.is_empty()) {
            let is_first = partial.have == 0;
            store(folder, count, &piece, partial).await?;
            count += 1;
            partial.have += piece.len() as u64;
            if is_first {
                // What is no model, or none that can run, is not downloaded to its end.
                begins_well(api, &piece, partial.total)?;
            }
            piece.clear();
        }
        let now = clock::since_start_ms();
        if is_end || now - told.get() >= NEWS_MS {
            told.set(now);
            tell(DownloadMsg::Came(partial.have + piece.len() as u64, partial.total, now));
        }
        if read.is_err() {
            return Err(interrupted());
        }
        if is_end {
            return match partial.total {
                Some(total) if total != partial.have => Err(DownloadProblem::Length(total, partial.have)),
                _ => Ok(()),
            };
        }
    }
}

fn begins_well(api: &DeviceApi, piece: &[u8], total: Option<u64>) -> Result<(), DownloadProblem> {
    if piece.len() >= 4 && !piece.starts_with(b"GGUF") {
        return Err(DownloadProblem::NotAModel);
    }
    match total.map(|total| (api.check)(piece, total)) {
        Some(Check::Done(Err(refusal))) => Err(DownloadProblem::File(refusal)),
        _ => Ok(()),
    }
}

/// Stores a piece (G2); where it does not fit, says how much space there is.
async fn store(
    folder: &FileSystemDirectoryHandle,
    number: usize,
    piece: &[u8],
    partial: &Partial,
) -> Result<(), DownloadProblem> {
    if write(folder, &format!("{number:06}"), piece).await.is_ok() {
        return Ok(());
    }
    has_space(partial).await?;
    Err(DownloadProblem::File(FileRefusal::NotKept))
}

/// Makes one file of the pieces and checks it, block by block.
async fn whole(
    api: &DeviceApi,
    source: &Source,
    signal: &AbortSignal,
    folder: &FileSystemDirectoryHandle,
    tell: Tell<'_>,
) -> Result<(), DownloadProblem> {
    let not_kept = |_: JsValue| DownloadProblem::File(FileRefusal::NotKept);
    let (partial, pieces) = read(api, folder).await.ok_or(DownloadProblem::NoFiles)?;
    if let Some(total) = partial.total.filter(|total| *total != partial.have) {
        return Err(DownloadProblem::Length(total, partial.have));
    }
    let writable = open(folder, WHOLE).await.map_err(not_kept)?;
    let mut digest = (api.digest)();
    let (mut done, mut told) = (0, f64::MIN);
    for (name, size) in pieces {
        let piece = file_of(folder, &name).await.map_err(not_kept)?;
        let mut at = 0;
        while at < size {
            if signal.aborted() {
                drop(JsFuture::from(writable.abort()).await);
                return Err(DownloadProblem::Interrupted);
            }
            let next = (at + BLOCK).min(size);
            let block = bytes(&piece, at, next).await.map_err(not_kept)?;
            (api.take)(&mut digest, &block);
            append(&writable, &block).await.map_err(not_kept)?;
            done += next - at;
            at = next;
            let now = clock::since_start_ms();
            if now - told >= NEWS_MS {
                told = now;
                tell(DownloadMsg::Checked(done, partial.have));
            }
        }
    }
    JsFuture::from(writable.close()).await.map_err(not_kept)?;
    match source.sha256 {
        Some(expected) if !(api.is_digest)(digest, expected) => Err(DownloadProblem::Digest),
        _ => Ok(()),
    }
}

async fn open(folder: &FileSystemDirectoryHandle, name: &str) -> Result<FileSystemWritableFileStream, JsValue> {
    let options = FileSystemGetFileOptions::new();
    options.set_create(true);
    let handle: FileSystemFileHandle = wait(folder.get_file_handle_with_options(name, &options)).await?;
    wait(handle.create_writable()).await
}

async fn append(writable: &FileSystemWritableFileStream, bytes: &[u8]) -> Result<(), JsValue> {
    JsFuture::from(writable.write_with_js_u8_array(&Uint8Array::from(bytes))?).await.map(drop)
}

async fn write(folder: &FileSystemDirectoryHandle, name: &str, bytes: &[u8]) -> Result<(), JsValue> {
    let writable = open(folder, name).await?;
    append(&writable, bytes).await?;
    JsFuture::from(writable.close()).await.map(drop)
}

/// Sends a request for a file, or for what is behind its first bytes (G1).
async fn send(
    address: &str,
    method: &str,
    from: u64,
    signal: Option<&AbortSignal>,
) -> Result<Response, DownloadProblem> {
    let window = window().ok_or(DownloadProblem::Unreachable)?;
    let init = RequestInit::new();
    init.set_method(method);
    init.set_mode(RequestMode::Cors);
    init.set_signal(signal);
    let set = |target: &JsValue, name: &str, value: &str| {
        Reflect::set(target, &name.into(), &value.into()).map(drop).map_err(|_| DownloadProblem::Unreachable)
    };
    for (name, value) in
        [("credentials", "omit"), ("referrerPolicy", "no-referrer"), ("redirect", "follow"), ("cache", "no-store")]
    {
        set(&init, name, value)?;
    }
    if from > 0 {
        let headers = Object::new();
        set(&headers, "Range", &format!("bytes={from}-"))?;
        init.set_headers(&headers);
    }
    if let Some(space) = address_space(address) {
        set(&init, "targetAddressSpace", space)?;
    }
    match JsFuture::from(window.fetch_with_str_and_init(address, &init)).await {
        Ok(response) => Ok(response.unchecked_into()),
        Err(_) if is_offline() => Err(DownloadProblem::Offline),
        Err(_) => Err(DownloadProblem::Unreachable),
    }
}

fn is_offline() -> bool {
    window().is_some_and(|window| !window.navigator().on_line())
}

fn interrupted() -> DownloadProblem {
    if is_offline() { DownloadProblem::Offline } else { DownloadProblem::Interrupted }
}

/// Head of an answer. Of its length, type and date a page may see every place's; of the rest only what is exposed.
fn answer_of(response: &Response) -> Answer {
    let headers = response.headers();
    let header = |name: &str| headers.get(name).ok().flatten();
    Answer {
        status: response.status(),
        kind: header("content-type"),
        length: header("content-length").and_then(|length| length.parse().ok()),
        range: header("content-range"),
        etag: header("etag"),
        modified: header("last-modified"),
    }
}
