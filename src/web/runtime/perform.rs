//! The table of effects: for each, the act of the browser.

use std::rc::Rc;

use gloo::timers::callback::Timeout;

use super::attach::Task;
use super::mirror::Order;
use super::{Boot, Runtime, lock_name, spawn};
use crate::web::{chunks, clock, files, keys, page, quota};
use espalier_agent::turn::TurnInput;
use espalier_app::chunks::Chunk;
use espalier_app::deferred::ChunkMsg;
use espalier_app::effect::{Effect, LoadTag};
use espalier_app::files::FileMsg;
use espalier_app::maps::{Clipping, MapMsg};
use espalier_app::{Msg, StorageUsage};
use espalier_model::MessageKey;
use espalier_storage::port::{Query, Storage as _};
use espalier_web_storage::tabs::Lock;

impl Runtime {
    #[expect(clippy::too_many_lines, reason = "one line per effect")]
    pub(super) fn perform(self: &Rc<Self>, effect: Effect) {
        match effect {
            // The database.
            Effect::Load(tag, query) => self.load(tag, query),
            Effect::Commit(id, commit, durability) => self.commit(id, commit, durability),
            Effect::Soon(msg) => self.later(0, *msg),
            Effect::SaveAgainLater(after_ms) => self.later(after_ms, Msg::RetrySaving),
            Effect::Place(effect) => self.place(effect),
            Effect::BeginMirror => self.begin_mirror(),
            Effect::CompareMirror => self.mirror.order(Order::Compare),
            Effect::RestoreMirror => self.mirror.order(Order::Restore),
            Effect::RenewMirror => self.mirror.order(Order::Renew),
            Effect::Pack => self.pack(),
            Effect::SweepFiles => self.sweep_files(),
            Effect::AcceptCleared => {
                if let Some(Ok(storage)) = self.storage.peek() {
                    storage.accept_cleared();
                }
            }
            Effect::EraseEverything => page::erase(),
            Effect::MeasureStorage { persist } => self.measure_storage(persist),

            // What is kept beside the database.
            Effect::KeepUnsaved(text) => {
                if !self.unsaved.keep(text.as_deref()) {
                    self.dispatch(Msg::NotKept);
                }
            }
            Effect::KeepWords(place, text) => {
                page::keep_words(place, text);
                self.copy_typed();
            }
            Effect::KeepDraft(session, text) => {
                page::keep_draft(session, &text);
                self.copy_typed();
            }
            Effect::KeepRowCounts(row_counts) => page::keep_row_counts(&row_counts),
            Effect::KeepElsewhere(times) => page::keep_elsewhere(&times),
            Effect::KeepPlaces(places) => page::keep_places(&places),
            Effect::ForgetOldConfiguration => page::forget_old_configuration(),

            // Models on this device.
            Effect::Device(effect) => self.device(effect),

            // Turns of a model.
            Effect::CallModel(call) => self.call(*call),
            Effect::CancelCall(turn) => drop(self.calls.borrow_mut().remove(&turn)),
            Effect::Wake(turn, step, after_ms) => self.later(after_ms, Msg::Turn(turn, step, TurnInput::Wake)),
            Effect::HoldTurn(key) => drop(self.locks.borrow_mut().insert(key, Lock::hold(&lock_name(key)))),
            Effect::ReleaseTurn(key) => self.release_turn(key),
            Effect::AwaitOwner(key) => self.answer(async move {
                Lock::when_free(&lock_name(key)).await;
                Msg::OwnerGone(key)
            }),

            // Endpoints and their keys.
            Effect::Probe(probe) => self.probe(*probe),
            Effect::AllowOrigins(origins) => page::allow_origins(&origins),
            Effect::StoreKey(place, secret, keeping) => {
                if !keys::store(&place, &secret, keeping) {
                    self.dispatch(Msg::KeyNotKept(place));
                }
            }
            Effect::CopyKey(from, to) => keys::copy(&from, &to),
            Effect::BindKey(place) => keys::bind(&place),
            Effect::ClearKey(provider) => keys::clear(&provider),

            // The page.
            Effect::SetRoute(route, replace) => page::set_route(route, replace),
            Effect::Reload(resume) => {
                *self.resume.borrow_mut() = resume;
                self.reload_asked.set(true);
                self.reload_if_saved();
            }
            Effect::FetchChunk(chunk) => self.fetch_chunk(chunk),
            Effect::Appearance(language, theme) => page::appearance(language, theme),
            Effect::OpenLink(address) => page::open_link(&address),
            Effect::Print => {
                // The page may have to close a list first.
                Timeout::new(0, page::print).forget();
            }
            Effect::Badge(on) => spawn(page::badge(on)),
            Effect::Install => page::install(),
            Effect::Announce(text) => page::announce(&text),

            // Files and the clipboard.
            Effect::ReadFile(input) => self.read_files(files::chosen(input)),
            Effect::TakeFiles(place, input) => self.attach(place, files::chosen(input)),
            Effect::ReadStoredFile(place, id, file) => self.do_task(place, id, Task::Stored(*file)),
            Effect::DrawPages(place, id, file) => self.do_task(place, id, Task::Pages(*file)),
            Effect::FindFile(hash, mime) => self.find_file(hash, mime),
            Effect::SaveStoredFile(file) => self.save_stored(*file),
            Effect::SaveFile { name, mime, bytes } => files::save(&name, mime, &bytes),
            Effect::SaveBackup(order) => self.save_backup(*order),
            Effect::CancelBackup => self.backup_cancelled.set(true),
            Effect::SavePicture { name, svg, size } => self.answer(async move {
                let saved = files::save_picture(&name, &svg, size).await;
                Msg::PictureSaved(name, saved)
            }),
            Effect::Copy(text) => self.answer(async move { Msg::Copied(page::copy(&text).await) }),
            Effect::CopyPicture(bytes) => self.answer(async move { Msg::Copied(page::copy_picture(&bytes).await) }),
            Effect::ReadClipboard(map) => {
                self.answer(async move {
                    let clipping = page::pasted().await.map(|(text, html)| Clipping { text, html });
                    Msg::Maps(MapMsg::ClipboardRead(map, clipping))
                });
            }
        }
    }

    fn load(self: &Rc<Self>, tag: LoadTag, query: Query) {
        let (runtime, opening) = (self.clone(), self.storage.clone());
        if tag == LoadTag::Boot {
            self.boot.set(Boot::Reading);
        }
        spawn(async move {
            let start = clock::since_start_ms();
            let result = match opening.await {
                Ok(storage) => storage.load(query).await,
                Err(error) => Err(error),
            };
            clock::measure("store.load", start);
            // A database that was new a moment ago has nothing to add, unless it could not be made.
            if tag == LoadTag::Boot && runtime.boot.replace(Boot::Answered) == Boot::Answered && result.is_ok() {
                return;
            }
            runtime.dispatch(Msg::Loaded(tag, result));
        });
    }

    fn measure_storage(self: &Rc<Self>, persist: bool) {
        let runtime = self.clone();
        spawn(async move {
            if persist {
                quota::persist().await;
            }
            if let Some(estimate) = quota::estimate().await {
                let persisted = quota::persisted().await;
                let usage = StorageUsage { used: estimate.used, quota: estimate.quota, persisted };
                runtime.dispatch(Msg::StorageFacts(usage));
            }
        });
    }

    fn release_turn(&self, key: MessageKey) {
        let (lock, opening) = (self.locks.borrow_mut().remove(&key), self.storage.clone());
        spawn(async move {
            // Another tab that sees the lock free must also see how the answer ended.
            if let Ok(storage) = opening.await
                && let Err(error) = storage.flush().await
            {
                log::warn!("flush: {error}");
            }
            drop(lock);
        });
    }

    fn fetch_chunk(self: &Rc<Self>, chunk: Chunk) {
        self.answer(async move {
            let fetched = chunks::fetch(chunk).await.map(|()| espalier_ui::chunks::arrived(chunk));
            Msg::Chunk(ChunkMsg::Fetched(chunk, fetched))
        });
    }

    /// Reads files that were chosen or dropped.
    pub(super) fn read_files(self: &Rc<Self>, chosen: Vec<web_sys::File>) {
        if chosen.is_empty() {
            return;
        }
        let runtime = self.clone();
        self.answer(async move {
            let mut read = Vec::with_capacity(chosen.len());
            for file in chosen {
                let name = file.name();
                match files::read(file).await {
                    Some(file) => {
                        if let Some(encoding) = file.encoding {
                            runtime.dispatch(Msg::Files(FileMsg::ReadAs(name.clone(), encoding)));
                        }
                        read.push((name, file.bytes));
                    }
                    None => runtime.dispatch(Msg::Files(FileMsg::Unreadable(name))),
                }
            }
            Msg::Files(match <[_; 1]>::try_from(read) {
                Ok([(name, bytes)]) => FileMsg::Read(name, bytes),
                Err(several) => FileMsg::ReadSeveral(several),
            })
        });
    }
}
