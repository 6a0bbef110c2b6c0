//! The folder of the mirror, in the page's private file system. A worker writes, as only there a file can be flushed to
//! the disk; everything else is done here.

use futures::StreamExt;
use futures::channel::mpsc::{UnboundedReceiver, unbounded};
use futures::lock::Mutex;
use gloo::timers::future::TimeoutFuture;
use js_sys::{Array, Object, Reflect, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{FileSystemDirectoryHandle, MessageEvent, Worker};

use espalier_mirror::folder::{Folder, FolderError};
use espalier_web_storage::private_files::{bytes, failed, file_of, folder, names, reason, size_of};

/// Name of the folder; `static/boot.js` deletes it with everything else.
const FOLDER: &str = "espalier-mirror";

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = espalier, js_name = mirrorWorker)]
    fn mirror_worker() -> Result<Worker, JsValue>;
}

/// The folder, with the worker that writes into it.
pub struct PrivateFolder {
    folder: FileSystemDirectoryHandle,
    worker: Mutex<FileWriter>,
}

/// The worker, and its answers; `None` where it has ended.
struct FileWriter {
    worker: Worker,
    answers: UnboundedReceiver<Option<String>>,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut()>,
}

impl Drop for FileWriter {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

impl PrivateFolder {
    /// Opens the folder; fails where the browser has none for this page.
    pub async fn open() -> Result<Self, JsValue> {
        let folder = folder(FOLDER, true).await?;
        Ok(Self { folder, worker: Mutex::new(FileWriter::start()?) })
    }
}

impl FileWriter {
    fn start() -> Result<Self, JsValue> {
        let worker = mirror_worker()?;
        let (sender, answers) = unbounded();
        let to = sender.clone();
        // Nobody listens where nothing is waited for.
        let on_message = Closure::new(move |event: MessageEvent| {
            drop(to.unbounded_send(Some(event.data().as_string().unwrap_or_default())));
        });
        let on_error = Closure::new(move || drop(sender.unbounded_send(None)));
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        Ok(Self { worker, answers, _on_message: on_message, _on_error: on_error })
    }

    async fn write(&mut self, name: &str, bytes: &[u8]) -> Result<String, JsValue> {
        let (message, bytes) = (Object::new(), Uint8Array::from(bytes));
        Reflect::set(&message, &"folder".into(), &FOLDER.into())?;
        Reflect::set(&message, &"name".into(), &name.into())?;
        Reflect::set(&message, &"bytes".into(), &bytes)?;
        self.worker.post_message_with_transfer(&message, &Array::of1(&bytes.buffer()))?;
        self.answers.next().await.flatten().ok_or_else(|| "the worker has ended".into())
    }
}

impl Folder for PrivateFolder {
    async fn list(&self) -> Result<Vec<String>, FolderError> {
        names(&self.folder).await.map_err(|error| failed(&error))
    }

    async fn read(&self, name: &str) -> Result<Vec<u8>, FolderError> {
        let file = file_of(&self.folder, name).await.map_err(|_| FolderError::NoFile(name.to_owned()))?;
        bytes(&file, 0, size_of(&file)).await.map_err(|error| failed(&error))
    }

    async fn write(&self, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
        let mut writer = self.worker.lock().await;
        match writer.write(name, bytes).await {
            Ok(text) if text.is_empty() => Ok(()),
            Ok(text) => Err(reason(&text)),
            Err(error) => {
                // What a worker leaves behind as it ends says nothing of the next file.
                *writer = FileWriter::start().map_err(|error| failed(&error))?;
                Err(failed(&error))
            }
        }
    }

    async fn remove(&self, name: &str) -> Result<(), FolderError> {
        match JsFuture::from(self.folder.remove_entry(name)).await {
            Ok(_) => Ok(()),
            Err(error) => match failed(&error) {
                FolderError::Failed(text) if text.starts_with("NotFoundError") => Ok(()),
                error => Err(error),
            },
        }
    }

    async fn rest(&self) {
        TimeoutFuture::new(0).await;
    }
}
