//! Files for messages: reading chosen ones, finding and saving stored ones.
//!
//! - P1 A picture is encoded anew, at most [`MAX_SIDE`] pixels wide or high: nothing of its file is stored or sent but
//!   what one sees, no place and no camera.

use std::rc::Rc;

use gloo::file::Blob;
use gloo::file::futures::read_as_bytes;
use gloo::timers::callback::Timeout;
use web_sys::{TextDecoder, Url};

use super::{Runtime, clock, spawn};
use crate::web::{chunks, files};
use espalier_app::Msg;
use espalier_app::attachments::{
    AttachMsg, ComposerPlace, Content, FileProblem, MAX_BYTES, MAX_FILES, ReadFile, Reader, Refusal,
};
use espalier_app::chunks::Chunk;
use espalier_model::conversation::{Attachment, AttachmentKind, FileHash};
use espalier_storage::port::{Query, Storage as _};

/// The longer side of a stored picture in pixels, at most: models scale larger ones down.
const MAX_SIDE: f64 = 2_048.0;
/// The most bytes of a picture as PNG; a larger one becomes a JPEG.
const MAX_PNG: usize = 1_500_000;
/// Milliseconds after which unused files are looked for once that was asked for.
const SWEEP_AFTER_MS: u32 = 20_000;

impl Runtime {
    /// Reads files for the next message of a conversation.
    pub(super) fn attach(self: &Rc<Self>, place: ComposerPlace, files: Vec<web_sys::File>) {
        for (at, file) in files.into_iter().enumerate() {
            let id = self.last_file.get() + 1;
            self.last_file.set(id);
            self.dispatch(Msg::Attach(AttachMsg::Reading(place, id, file.name())));
            if at >= MAX_FILES {
                let problem = FileProblem::TooMany(MAX_FILES);
                self.dispatch(Msg::Attach(AttachMsg::Read(place, id, Err(problem))));
                continue;
            }
            self.answer(async move {
                let (name, declared) = (file.name(), file.type_());
                let blob = Blob::from(web_sys::Blob::from(file));
                Msg::Attach(AttachMsg::Read(place, id, read(&name, &declared, &blob).await.map(Box::new)))
            });
        }
    }

    /// Reads a file that was chosen before the page was loaded again, once the page has nothing else to do.
    pub(super) fn attach_stored(self: &Rc<Self>, place: ComposerPlace, id: u64, file: Attachment) {
        let runtime = self.clone();
        self.answer(async move {
            chunks::rest().await;
            let read = match runtime.stored(&file.hash).await {
                Some(bytes) => content(&file.name, &file.mime, &bytes)
                    .await
                    .map(|content| ReadFile { attachment: Attachment { text: content.text, ..file }, bytes: None }),
                None => Err(FileProblem::Unreadable),
            };
            Msg::Attach(AttachMsg::Read(place, id, read.map(Box::new)))
        });
    }

    /// Makes the content of a stored file reachable in the page.
    pub(super) fn find_file(self: &Rc<Self>, hash: FileHash, mime: String) {
        let runtime = self.clone();
        self.answer(async move {
            let bytes = runtime.stored(&hash).await;
            let address = bytes.and_then(|bytes| {
                let blob = Blob::new_with_options(&*bytes, Some(&mime));
                Url::create_object_url_with_blob(blob.as_ref()).ok()
            });
            Msg::Attach(AttachMsg::Found(hash, address))
        });
    }

    /// Hands a stored file to the user.
    pub(super) fn save_stored(self: &Rc<Self>, file: Attachment) {
        let runtime = self.clone();
        spawn(async move {
            match runtime.stored(&file.hash).await {
                Some(bytes) => files::save(&file.name, &file.mime, &bytes),
                None => runtime.dispatch(Msg::Attach(AttachMsg::Found(file.hash, None))),
            }
        });
    }

    /// Returns the content of a stored file; `None` where it is missing or can't be read.
    pub(super) async fn stored(&self, hash: &FileHash) -> Option<Rc<[u8]>> {
        let storage = self.storage.clone().await.ok()?;
        let find = async || match storage.load(Query::Files(vec![hash.clone()])).await {
            Ok(loaded) => loaded.files.into_iter().next().map(|file| file.bytes),
            Err(error) => {
                log::warn!("a file can't be read: {error}");
                None
            }
        };
        if let Some(bytes) = find().await {
            return Some(bytes);
        }
        // It may be on its way to the database.
        storage.flush().await.ok()?;
        find().await
    }

    /// Deletes the stored files that nothing names any more, once the page has come to rest.
    pub(super) fn sweep_files(&self) {
        let opening = self.storage.clone();
        let later = move || {
            spawn(async move {
                let swept = match opening.await {
                    Ok(storage) => storage.sweep_files(clock::now()).await,
                    Err(error) => Err(error),
                };
                if let Err(error) = swept {
                    log::warn!("files were not looked through: {error}");
                }
            });
        };
        Timeout::new(SWEEP_AFTER_MS, later).forget();
    }
}

async fn reader() -> Result<&'static Reader, FileProblem> {
    chunks::fetch(Chunk::Attach).await.map_err(|_| FileProblem::NoReader)?;
    espalier_ui::chunks::arrived(Chunk::Attach).reader.ok_or(FileProblem::NoReader)
}

/// Reads a file: what is stored of it, and its description.
async fn read(name: &str, declared: &str, blob: &Blob) -> Result<ReadFile, FileProblem> {
    if blob.size() > MAX_BYTES {
        return Err(FileProblem::TooLarge(MAX_BYTES));
    }
    let bytes = read_as_bytes(blob).await.map_err(|_| FileProblem::Unreadable)?;
    let mut content = content(name, declared, &bytes).await?;
    let (bytes, size) = if content.kind == AttachmentKind::Picture {
        let drawn = draw(blob, &content.mime).await.map_err(|error| {
            log::warn!("a picture can't be drawn: {error:?}");
            FileProblem::Unreadable
        })?;
        drawn.mime.clone_into(&mut content.mime);
        (drawn.bytes, Some(drawn.size))
    } else {
        (bytes, None)
    };
    let hash = (reader().await?.hash)(&bytes).ok_or(FileProblem::Unreadable)?;
    Ok(ReadFile::new(name, content, size, hash, bytes.into()))
}

/// Reads the content of a file; text in an older encoding by the tables that are in every browser.
async fn content(name: &str, declared: &str, bytes: &[u8]) -> Result<Content, FileProblem> {
    let reader = reader().await?;
    match (reader.read)(name, declared, bytes) {
        Err(FileProblem::Refused(Refusal::Encoding { likely })) => {
            let decoded =
                TextDecoder::new_with_label(likely.label()).and_then(|decoder| decoder.decode_with_u8_array(bytes));
            let text = decoded.map_err(|_| FileProblem::Unreadable)?;
            (reader.read)(name, declared, text.as_bytes())
        }
        read => read,
    }
}

struct Drawn {
    bytes: Vec<u8>,
    mime: &'static str,
    size: (u32, u32),
}

/// Encodes a picture anew (P1): as JPEG what was one, otherwise as PNG, unless that takes too much room.
async fn draw(blob: &Blob, mime: &str) -> Result<Drawn, wasm_bindgen::JsValue> {
    let image = files::decode_picture(blob).await?;
    let (width, height) = (f64::from(image.natural_width()), f64::from(image.natural_height()));
    let scale = (MAX_SIDE / width.max(height).max(1.0)).min(1.0);
    let size = ((width * scale).round().max(1.0), (height * scale).round().max(1.0));
    let pixels = (size.0 as u32, size.1 as u32);
    if mime != "image/jpeg" {
        let bytes = files::encode_picture(&image, size, "image/png").await?;
        if bytes.len() <= MAX_PNG {
            return Ok(Drawn { bytes, mime: "image/png", size: pixels });
        }
    }
    let bytes = files::encode_picture(&image, size, "image/jpeg").await?;
    Ok(Drawn { bytes, mime: "image/jpeg", size: pixels })
}
