//! Files for messages: reading chosen ones, finding and saving stored ones.

pub(super) mod reading;

use std::rc::Rc;

use gloo::file::Blob;
use gloo::timers::callback::Timeout;
use web_sys::Url;

use super::{Runtime, clock, pieces, spawn};
use crate::web::{chunks, files};
use espalier_app::attachments::{AttachMsg, ComposerPlace, FileProblem, MAX_FILES};
use espalier_app::{Model, Msg};
use espalier_model::conversation::{Attachment, FileHash};
use espalier_storage::port::{Query, Storage as _};

/// Milliseconds after which unused files are looked for once that was asked for.
const SWEEP_AFTER_MS: u32 = 20_000;

/// A task on a file for a message.
pub enum Task {
    /// Reads a chosen file.
    Chosen(web_sys::File),
    /// Reads a stored file that was chosen before the page was loaded again.
    Stored(Attachment),
    /// Attaches the pages of a stored document as pictures.
    Pages(Attachment),
}

impl Runtime {
    /// Reads files for the next message of a conversation.
    pub(super) fn attach(self: &Rc<Self>, place: ComposerPlace, files: Vec<web_sys::File>) {
        for (at, file) in files.into_iter().enumerate() {
            let id = self.begin_reading(place, file.name());
            if at >= MAX_FILES {
                let problem = FileProblem::TooMany(MAX_FILES);
                self.dispatch(Msg::Attach(AttachMsg::Read(place, id, Err(problem))));
                continue;
            }
            self.do_task(place, id, Task::Chosen(file));
        }
    }

    /// Does what is to be done with a file for a message, once the code for it is here.
    pub(super) fn do_task(self: &Rc<Self>, place: ComposerPlace, id: u64, task: Task) {
        let runtime = self.clone();
        spawn(async move {
            if let Task::Stored(_) = task {
                // The page was loaded again, and has other things to do first.
                chunks::rest().await;
            }
            match pieces::attach().await {
                Ok(piece) => (piece.read)(runtime, place, id, task).await,
                Err(_) => runtime.dispatch(Msg::Attach(match task {
                    Task::Pages(_) => AttachMsg::Drawn(place, id, Err(FileProblem::NoReader)),
                    _ => AttachMsg::Read(place, id, Err(FileProblem::NoReader)),
                })),
            }
        });
    }

    /// Shows that a file of this name is being read, and returns its number.
    fn begin_reading(self: &Rc<Self>, place: ComposerPlace, name: String) -> u64 {
        let id = self.last_file.get() + 1;
        self.last_file.set(id);
        self.dispatch(Msg::Attach(AttachMsg::Reading(place, id, name)));
        id
    }

    fn with_model<T: Default>(&self, look: impl FnOnce(&Model) -> T) -> T {
        self.store.borrow().as_ref().map(|store| store.read(look)).unwrap_or_default()
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
