//! The browser's side of the engine: messages, the file of the model, the time. Runs in a dedicated worker, whose script
//! (`static/model-worker.js`) hands over each message of the page.
//!
//! - B1 Nothing here reaches a network.
//! - B2 Between two steps of an answer the worker listens, so that it can be cancelled.

use std::cell::RefCell;
use std::io::{self, Read, Seek, SeekFrom};

use espalier_local_model::protocol::{FromWorker, LocalError, ToWorker};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{
    DedicatedWorkerGlobalScope, DomException, FileSystemDirectoryHandle, FileSystemReadWriteOptions,
    FileSystemSyncAccessHandle, MessageChannel,
};

use crate::runner::{PROGRESS, Request, Runner};
use crate::sample::Sampling;

/// Folder of models in the browser's storage of files.
const FOLDER: &str = "espalier-models";
/// Bytes that are read at once where little is asked for.
const BUFFER: usize = 256 << 10;

#[wasm_bindgen]
extern "C" {
    /// File in the browser's storage, which can be opened with options that `web-sys` does not know yet.
    type Stored;
    #[wasm_bindgen(method, catch, js_name = createSyncAccessHandle)]
    fn open(this: &Stored, options: &JsValue) -> Result<js_sys::Promise, JsValue>;
}

/// State of the worker.
#[derive(Default)]
struct Worker {
    runner: Option<Runner>,
    /// Number of the last model that was asked for; one that is opened for an older number is dropped.
    asked: u64,
    turns: Option<MessageChannel>,
}

thread_local! {
    static WORKER: RefCell<Worker> = RefCell::default();
}

/// Makes the worker ready; `crashed` is told if the program ends.
#[wasm_bindgen]
pub fn start(crashed: js_sys::Function) -> Result<(), JsValue> {
    std::panic::set_hook(Box::new(move |info| {
        // There is nobody left to tell of a failure to tell.
        let _ = crashed.call1(&JsValue::NULL, &JsValue::from_str(&info.to_string()));
    }));
    let turns = MessageChannel::new()?;
    let turn = Closure::<dyn FnMut()>::new(turn);
    turns.port1().set_onmessage(Some(turn.into_js_value().unchecked_ref()));
    WORKER.with_borrow_mut(|worker| worker.turns = Some(turns));
    Ok(())
}

/// Takes a message of the page.
#[wasm_bindgen]
pub fn receive(message: &str) {
    match serde_json::from_str(message) {
        Ok(message) => take(message),
        Err(error) => fail(None, LocalError::Crashed { detail: error.to_string() }),
    }
}

fn take(message: ToWorker) {
    match message {
        ToWorker::Open { name, context } => {
            let asked = close();
            spawn_local(open(asked, name, context));
        }
        ToWorker::Generate { id, messages, max_tokens, temperature, top_p, seed, stop, context, grammar } => {
            let sampling = Sampling { temperature, top_p, seed };
            generate(Request { id, messages, max_tokens, sampling, stop, context, grammar });
        }
        ToWorker::Cancel { id } => cancel(Some(id)),
        ToWorker::Close => {
            close();
        }
    }
}

fn generate(request: Request) {
    let id = request.id;
    let started = WORKER.with_borrow_mut(|worker| match &mut worker.runner {
        Some(runner) => runner.start(request, now()),
        None => Err(LocalError::NotReady),
    });
    match started {
        Ok(()) => next_turn(),
        Err(error) => fail(Some(id), error),
    }
}

fn cancel(id: Option<u64>) {
    WORKER.with_borrow_mut(|worker| {
        if let Some(runner) = &mut worker.runner {
            runner.cancel(id, now(), &mut |message| tell(&message));
        }
    });
}

/// Ends what is under way and lets go of the model; returns the number for the next one.
fn close() -> u64 {
    cancel(None);
    WORKER.with_borrow_mut(|worker| {
        worker.runner = None;
        worker.asked += 1;
        worker.asked
    })
}

/// Does one step, then lets the worker listen before the next.
fn turn() {
    let goes_on = WORKER.with_borrow_mut(|worker| {
        let Some(runner) = &mut worker.runner else { return false };
        runner.step(&now, &mut |message| tell(&message));
        runner.is_running()
    });
    if goes_on {
        next_turn();
    }
}

/// A message to oneself comes after those that wait already; a timer would be slowed down.
fn next_turn() {
    let posted = WORKER.with_borrow(|worker| match &worker.turns {
        Some(turns) => turns.port2().post_message(&JsValue::NULL),
        None => Err(JsValue::from_str("the worker was not started")),
    });
    if let Err(error) = posted {
        fail(None, LocalError::Crashed { detail: words(&error) });
    }
}

async fn open(asked: u64, name: String, context: Option<u64>) {
    let handle = handle(&name).await;
    // Another model, or none, was asked for meanwhile.
    let is_wanted = WORKER.with_borrow(|worker| worker.asked == asked);
    let handle = match handle {
        Ok(handle) if is_wanted => handle,
        Ok(handle) => return handle.close(),
        Err(error) if is_wanted => return fail(None, error),
        Err(_) => return,
    };
    let opened = read(&handle, context);
    handle.close();
    match opened {
        Ok((runner, ready)) => {
            WORKER.with_borrow_mut(|worker| worker.runner = Some(runner));
            tell(&ready);
        }
        Err(error) => fail(None, error),
    }
}

/// Opens the file; reading is shared between tabs where the browser can do that.
async fn handle(name: &str) -> Result<FileSystemSyncAccessHandle, LocalError> {
    let folder =
        JsFuture::from(scope().navigator().storage().get_directory()).await.map_err(|error| refusal(&error))?;
    let folder: FileSystemDirectoryHandle = folder.unchecked_into();
    let folder = JsFuture::from(folder.get_directory_handle(FOLDER)).await.map_err(|error| refusal(&error))?;
    let folder: FileSystemDirectoryHandle = folder.unchecked_into();
    let file = JsFuture::from(folder.get_file_handle(name)).await.map_err(|error| refusal(&error))?;
    let file: Stored = file.unchecked_into();
    let options = js_sys::Object::new();
    js_sys::Reflect::set(&options, &"mode".into(), &"read-only".into()).map_err(|error| refusal(&error))?;
    let shared = match file.open(&options) {
        Ok(shared) => JsFuture::from(shared).await,
        Err(error) => Err(error),
    };
    let handle = match shared {
        // A browser that has modes, but not this one.
        Err(error) if error.is_instance_of::<js_sys::TypeError>() => {
            let alone = file.open(&JsValue::UNDEFINED).map_err(|error| refusal(&error))?;
            JsFuture::from(alone).await
        }
        other => other,
    };
    handle.map(JsCast::unchecked_into).map_err(|error| refusal(&error))
}

fn read(handle: &FileSystemSyncAccessHandle, context: Option<u64>) -> Result<(Runner, FromWorker), LocalError> {
    let size = handle.get_size().map_err(|error| refusal(&error))?;
    let mut file = File { handle, size: whole(size), at: 0, buffer: Vec::new(), used: 0 };
    let mut told = now();
    Runner::open(&mut file, context, |done, total| {
        if now() - told >= PROGRESS || done == total {
            told = now();
            tell(&FromWorker::Loading { done, total });
        }
    })
}

/// File that is open in the browser.
struct File<'a> {
    handle: &'a FileSystemSyncAccessHandle,
    size: u64,
    /// Place in the file, behind the buffer.
    at: u64,
    buffer: Vec<u8>,
    used: usize,
}

impl File<'_> {
    fn fetch(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let options = FileSystemReadWriteOptions::new();
        options.set_at(self.at as f64);
        let count = self.handle.read_with_u8_array_and_options(to, &options);
        let count = count.map_err(|error| io::Error::other(words(&error)))?;
        self.at += whole(count);
        Ok(usize::try_from(whole(count)).unwrap_or(0).min(to.len()))
    }
}

impl Read for File<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        if self.used >= self.buffer.len() {
            // Much goes straight to its place.
            if to.len() >= BUFFER {
                return self.fetch(to);
            }
            let mut buffer = std::mem::take(&mut self.buffer);
            buffer.resize(BUFFER, 0);
            let count = self.fetch(&mut buffer)?;
            buffer.truncate(count);
            (self.buffer, self.used) = (buffer, 0);
        }
        let rest = self.buffer.get(self.used..).unwrap_or_default();
        let count = rest.len().min(to.len());
        to.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
        self.used += count;
        Ok(count)
    }
}

impl Seek for File<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let here = self.at - self.buffer.len().saturating_sub(self.used) as u64;
        let place = match to {
            SeekFrom::Start(place) => Some(place),
            SeekFrom::End(off) => self.size.checked_add_signed(off),
            SeekFrom::Current(off) => here.checked_add_signed(off),
        };
        let place = place.ok_or(io::ErrorKind::InvalidInput)?;
        if place != here {
            self.buffer.clear();
            self.used = 0;
            self.at = place;
        }
        Ok(place)
    }
}

fn tell(message: &FromWorker) {
    match serde_json::to_string(message) {
        // A worker that cannot send has nobody to tell.
        Ok(json) => drop(scope().post_message(&JsValue::from_str(&json))),
        Err(error) => fail(None, LocalError::Crashed { detail: error.to_string() }),
    }
}

fn fail(id: Option<u64>, error: LocalError) {
    tell(&FromWorker::Failed { id, error });
}

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

fn now() -> f64 {
    scope().performance().map_or(0.0, |performance| performance.now())
}

/// Returns a size or a place in a file, which the browser has as a number with a fraction.
fn whole(number: f64) -> u64 {
    number as u64
}

/// Reason why a file cannot be opened.
fn refusal(error: &JsValue) -> LocalError {
    let name = error.dyn_ref::<DomException>().map(DomException::name).unwrap_or_default();
    match name.as_str() {
        "NotFoundError" | "TypeMismatchError" | "NotAllowedError" | "SecurityError" => LocalError::NotThere,
        "NoModificationAllowedError" | "InvalidStateError" => LocalError::InUse,
        _ => LocalError::Read { detail: words(error) },
    }
}

fn words(error: &JsValue) -> String {
    match error.dyn_ref::<js_sys::Error>() {
        Some(error) => error.to_string().into(),
        None => error.as_string().unwrap_or_else(|| format!("{error:?}")),
    }
}
