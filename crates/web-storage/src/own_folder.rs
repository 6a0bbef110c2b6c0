//! A folder of the person's own, through the browser's picker of folders (WICG File System Access).
//!
//! Files are written and never changed, and read back before they count as written: the browser does not say whether
//! they are on the disk.

use gloo::timers::future::TimeoutFuture;
use js_sys::{Function, Object, Promise, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    FileSystemDirectoryHandle, FileSystemFileHandle, FileSystemGetFileOptions, FileSystemWritableFileStream, window,
};

use crate::idb::{keep_handle, kept_handle};
use crate::private_files::{self, bytes, failed, file_of, is_named, names, size_of, wait};
use espalier_mirror::folder::{Folder, FolderError};

/// Name under which the handle is kept.
const KEPT: &str = "place";
/// Private folder of the files that the person carries to other devices.
const CARRIED: &str = "espalier-carried";

/// A folder of the person's own.
#[derive(Debug, Clone)]
pub struct OwnFolder(pub FileSystemDirectoryHandle);

/// Whether the browser lets a page use folders.
pub fn is_there() -> bool {
    picker().is_some()
}

fn picker() -> Option<Function> {
    let window = window()?;
    Reflect::get(&window, &"showDirectoryPicker".into()).ok()?.dyn_into().ok()
}

fn options(pairs: &[(&str, &str)]) -> Object {
    let options = Object::new();
    for (name, value) in pairs {
        // Setting a field of a plain object does not fail.
        let _ = Reflect::set(&options, &(*name).into(), &(*value).into());
    }
    options
}

impl OwnFolder {
    /// Lets the person choose a folder, and keeps it; `None` where none was chosen. It has to be called at a press.
    pub async fn choose() -> Result<Option<Self>, String> {
        let asked = picker().zip(window());
        let Some((picker, window)) = asked else { return Err("no folders".to_owned()) };
        let asked = picker.call1(&window, &options(&[("id", "espalier"), ("mode", "readwrite")]));
        let chosen = match asked.and_then(JsCast::dyn_into::<Promise>) {
            Ok(promise) => JsFuture::from(promise).await,
            Err(error) => Err(error),
        };
        let handle = match chosen {
            Ok(handle) => handle,
            Err(error) if is_named(&error, "AbortError") => return Ok(None),
            Err(error) => return Err(failed(&error).to_string()),
        };
        keep_handle(KEPT, Some(&handle)).await.map_err(|error| error.to_string())?;
        Ok(Some(Self(handle.unchecked_into())))
    }

    /// Returns the folder that was chosen before.
    pub async fn kept() -> Option<Self> {
        let handle = kept_handle(KEPT).await.inspect_err(|error| log::warn!("no folder: {error}")).ok()??;
        Some(Self(handle.unchecked_into()))
    }

    /// Returns the private folder of the files that the person carries to other devices.
    pub async fn carried() -> Result<Self, FolderError> {
        private_files::folder(CARRIED, true).await.map(Self).map_err(|error| reason(&error))
    }

    /// Deletes the private folder of the files that the person carries.
    pub async fn drop_carried() {
        if let Err(error) = private_files::remove_folder(CARRIED).await {
            log::warn!("the files to carry are not deleted: {error:?}");
        }
    }

    /// Forgets the folder.
    pub async fn forget() {
        if let Err(error) = keep_handle(KEPT, None).await {
            log::warn!("the folder is not forgotten: {error}");
        }
    }

    /// Returns its name.
    pub fn name(&self) -> String {
        self.0.name()
    }

    /// Whether it may be used; at a press, the person is asked where that is needed.
    pub async fn is_allowed(&self, ask: bool) -> bool {
        let name = if ask { "requestPermission" } else { "queryPermission" };
        let asked = Reflect::get(&self.0, &name.into()).and_then(JsCast::dyn_into::<Function>);
        let asked = asked.and_then(|asked| asked.call1(&self.0, &options(&[("mode", "readwrite")])));
        match asked.and_then(JsCast::dyn_into::<Promise>) {
            Ok(promise) => {
                JsFuture::from(promise).await.is_ok_and(|said| said.as_string().as_deref() == Some("granted"))
            }
            // Where nothing is to be asked, nothing is forbidden.
            Err(_) => true,
        }
    }
}

/// Reads the reason; a folder that is gone or forbidden is as good as none.
fn reason(error: &JsValue) -> FolderError {
    if ["NotFoundError", "NotAllowedError", "SecurityError"].iter().any(|name| is_named(error, name)) {
        FolderError::Absent
    } else {
        failed(error)
    }
}

impl Folder for OwnFolder {
    async fn list(&self) -> Result<Vec<String>, FolderError> {
        names(&self.0).await.map_err(|error| reason(&error))
    }

    async fn read(&self, name: &str) -> Result<Vec<u8>, FolderError> {
        let file = file_of(&self.0, name).await.map_err(|error| match reason(&error) {
            FolderError::Absent => FolderError::NoFile(name.to_owned()),
            other => other,
        })?;
        bytes(&file, 0, size_of(&file)).await.map_err(|error| reason(&error))
    }

    async fn write(&self, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
        let write = async || -> Result<(), JsValue> {
            let options = FileSystemGetFileOptions::new();
            options.set_create(true);
            let handle: FileSystemFileHandle = wait(self.0.get_file_handle_with_options(name, &options)).await?;
            let writable: FileSystemWritableFileStream = wait(handle.create_writable()).await?;
            JsFuture::from(writable.write_with_js_u8_array(&Uint8Array::from(bytes))?).await?;
            JsFuture::from(writable.close()).await.map(drop)
        };
        write().await.map_err(|error| reason(&error))?;
        if self.read(name).await? == bytes { Ok(()) } else { Err(FolderError::Failed(format!("{name} is cut off"))) }
    }

    async fn remove(&self, name: &str) -> Result<(), FolderError> {
        match JsFuture::from(self.0.remove_entry(name)).await {
            Err(error) if !is_named(&error, "NotFoundError") => Err(reason(&error)),
            _ => Ok(()),
        }
    }

    async fn rest(&self) {
        TimeoutFuture::new(0).await;
    }
}
