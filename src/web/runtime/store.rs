//! Writing commits, and loading the page again when all is written.

use std::rc::Rc;

use gloo::timers::callback::Timeout;

use super::{Runtime, spawn};
use crate::web::{clock, page};
use espalier_app::Msg;
use espalier_app::effect::CommitId;
use espalier_storage::port::Announcement;
use espalier_storage::port::{Commit, Durability, Storage as _, StorageError};
use espalier_web_storage::idb::IdbStorage;

/// Milliseconds after which the packing of rows begins once it was asked for.
const PACK_AFTER_MS: u32 = 4_000;
/// Milliseconds for which words may be typed before a copy of them is written.
const COPY_AFTER_MS: u32 = 300;

impl Runtime {
    /// Writes, tells the other tabs, and answers. A commit of nothing stands for the words that nobody has sent yet.
    pub(super) fn commit(self: &Rc<Self>, id: CommitId, commit: Commit, durability: Durability) {
        let announcement = Announcement {
            rows: commit.changes.keys().cloned().collect(),
            journal: commit.journal.iter().map(|row| row.key.clone()).collect(),
            dropped: commit.drop_journal.clone(),
        };
        if self.commits_under_way.get() == 0 {
            self.last_commit_done.set(clock::since_start_ms());
        }
        self.commits_under_way.set(self.commits_under_way.get() + 1);
        let (runtime, opening) = (self.clone(), self.storage.clone());
        spawn(async move {
            let start = clock::since_start_ms();
            let is_of_words = commit == Commit::default();
            let result = match opening.await {
                // Commits are written in their order, so no other one may wait for the words.
                Ok(storage) if is_of_words => flush_typed(&storage).await,
                Ok(storage) => storage.commit(commit, durability).await,
                Err(error) => Err(error),
            };
            clock::measure("store.commit", start);
            match result {
                Ok(()) if is_of_words => {}
                Ok(()) => {
                    runtime.mirror.committed();
                    runtime.place.committed();
                    if let Some(tabs) = &*runtime.tabs.borrow() {
                        tabs.announce(&announcement);
                    }
                }
                // It may be joined with others when it is tried again, and the words stand beside them.
                Err(_) if is_of_words => runtime.copy_typed(),
                Err(_) => {}
            }
            runtime.commits_under_way.set(runtime.commits_under_way.get() - 1);
            runtime.last_commit_done.set(clock::since_start_ms());
            runtime.dispatch(Msg::Committed(id, result));
            runtime.reload_if_saved();
        });
    }

    /// Whether data would be lost if the page went away now: a commit failed, or has waited for so long that it must be
    /// blocked.
    pub(super) fn would_lose(&self) -> bool {
        const LONG_MS: f64 = 2_000.0;
        if page::is_erased() || self.reload_asked.get() {
            return false;
        }
        let failed =
            self.store.borrow().as_ref().is_some_and(|store| store.read(|model| model.saving.problem.is_some()));
        let waits = self.commits_under_way.get() > 0;
        failed || waits && clock::since_start_ms() - self.last_commit_done.get() > LONG_MS
    }

    /// Copies the words that nobody has sent yet into the database, soon: those typed meanwhile go with them.
    pub(super) fn copy_typed(self: &Rc<Self>) {
        if self.copy_asked.replace(true) {
            return;
        }
        let runtime = self.clone();
        let copy = move || {
            runtime.copy_asked.set(false);
            let opening = runtime.storage.clone();
            spawn(async move {
                if let Ok(storage) = opening.await
                    && let Err(error) = keep_typed(&storage).await
                {
                    log::warn!("words are only in the small store: {error}");
                }
            });
        };
        Timeout::new(COPY_AFTER_MS, copy).forget();
    }

    /// Takes the copy of those words, where the browser lost the latest ones of its small store: `begun` is what it had
    /// when the page began.
    pub(super) async fn take_typed(self: &Rc<Self>, storage: &IdbStorage, begun: page::Typed) {
        match storage.typed().await {
            Ok(text) => {
                // A copy that cannot be read is of another version, which may read it.
                let copy = text.and_then(|text| serde_json::from_str(&text).ok());
                if copy.is_some_and(|copy| page::take_typed(begun, copy)) {
                    self.dispatch(Msg::TypedCopy(page::drafts(), page::words()));
                }
            }
            Err(error) => log::warn!("no copy of the words: {error}"),
        }
    }

    /// Packs the stored rows once the page has come to rest.
    pub(super) fn pack(&self) {
        let opening = self.storage.clone();
        let later = move || {
            spawn(async move {
                let packed = match opening.await {
                    Ok(storage) => storage.pack().await,
                    Err(error) => Err(error),
                };
                if let Err(error) = packed {
                    log::warn!("not packed: {error}");
                }
            });
        };
        Timeout::new(PACK_AFTER_MS, later).forget();
    }

    /// Loads the page again, if that was asked for and nothing is under way.
    pub(super) fn reload_if_saved(&self) {
        if self.reload_asked.get() && self.commits_under_way.get() == 0 {
            self.reload_asked.set(false);
            page::reload(&self.resume.borrow());
        }
    }
}

/// Keeps a copy of the words that nobody has sent yet.
async fn keep_typed(storage: &IdbStorage) -> Result<(), StorageError> {
    let typed = page::typed().filter(|_| !page::is_erased());
    match typed.and_then(|typed| serde_json::to_string(&typed).ok()) {
        Some(text) => storage.keep_typed(text).await,
        None => Ok(()),
    }
}

/// Returns once the words that nobody has sent yet are on the disk.
async fn flush_typed(storage: &IdbStorage) -> Result<(), StorageError> {
    keep_typed(storage).await?;
    storage.flush().await
}
