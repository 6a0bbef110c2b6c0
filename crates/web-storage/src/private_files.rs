//! The page's private file system (WHATWG File System Standard): folders of files that only this site sees.

use js_sys::{ArrayBuffer, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Blob, File, FileSystemDirectoryHandle, FileSystemFileHandle, FileSystemGetDirectoryOptions, FileSystemRemoveOptions,
};

use espalier_mirror::folder::FolderError;

/// Waits for what a browser's function promises.
pub async fn wait<T: JsCast>(promise: js_sys::Promise) -> Result<T, JsValue> {
    JsFuture::from(promise).await.map(JsCast::unchecked_into)
}

/// Returns the folder of this name.
pub async fn folder(name: &str, create: bool) -> Result<FileSystemDirectoryHandle, JsValue> {
    let manager = web_sys::window().ok_or(JsValue::NULL)?.navigator().storage();
    let root: FileSystemDirectoryHandle = wait(manager.get_directory()).await?;
    let options = FileSystemGetDirectoryOptions::new();
    options.set_create(create);
    wait(root.get_directory_handle_with_options(name, &options)).await
}

/// Removes the folder of this name with everything in it; one that is not there is no error.
pub async fn remove_folder(name: &str) -> Result<(), JsValue> {
    let manager = web_sys::window().ok_or(JsValue::NULL)?.navigator().storage();
    let root: FileSystemDirectoryHandle = wait(manager.get_directory()).await?;
    let options = FileSystemRemoveOptions::new();
    options.set_recursive(true);
    match JsFuture::from(root.remove_entry_with_options(name, &options)).await {
        Err(error) if !is_named(&error, "NotFoundError") => Err(error),
        _ => Ok(()),
    }
}

/// Whether an error has this name.
pub fn is_named(error: &JsValue, name: &str) -> bool {
    Reflect::get(error, &"name".into()).is_ok_and(|value| value.as_string().as_deref() == Some(name))
}

/// Returns a file.
pub async fn file_of(folder: &FileSystemDirectoryHandle, name: &str) -> Result<File, JsValue> {
    let handle: FileSystemFileHandle = wait(folder.get_file_handle(name)).await?;
    wait(handle.get_file()).await
}

/// Lists the names of a folder, sorted.
pub async fn names(folder: &FileSystemDirectoryHandle) -> Result<Vec<String>, JsValue> {
    let keys = folder.keys();
    let mut names = Vec::new();
    loop {
        let next = JsFuture::from(keys.next()?).await?;
        if Reflect::get(&next, &"done".into())?.is_truthy() {
            names.sort_unstable();
            return Ok(names);
        }
        names.extend(Reflect::get(&next, &"value".into())?.as_string());
    }
}

/// Reads bytes of a file.
pub async fn bytes(file: &File, from: u64, to: u64) -> Result<Vec<u8>, JsValue> {
    let part: Blob = file.slice_with_f64_and_f64(from as f64, to as f64)?;
    let buffer: ArrayBuffer = wait(part.array_buffer()).await?;
    Ok(Uint8Array::new(&buffer).to_vec())
}

/// Returns the size of a file in bytes.
pub fn size_of(file: &File) -> u64 {
    file.size() as u64
}

/// Reads the reason out of a thrown value.
pub fn failed(error: &JsValue) -> FolderError {
    let text = |key: &str| Reflect::get(error, &key.into()).ok().and_then(|value| value.as_string());
    reason(&format!("{}: {}", text("name").unwrap_or_default(), text("message").unwrap_or_default()))
}

/// Reads the reason out of the text of an error.
pub fn reason(text: &str) -> FolderError {
    if text.starts_with("QuotaExceededError") { FolderError::Full } else { FolderError::Failed(text.to_owned()) }
}
