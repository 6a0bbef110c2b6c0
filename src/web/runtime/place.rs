//! The loop that keeps the database in step with a folder of the person's own. One tab runs it, for all.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use futures::channel::oneshot;
use futures::future::{Either, select};
use gloo::timers::future::TimeoutFuture;

use super::{Runtime, spawn};
use crate::web::own_folder::{self, OwnFolder};
use crate::web::{chunks, page};
use espalier_app::Msg;
use espalier_app::place::{Decision, InStep, PlaceEffect, PlaceMsg, PlaceProblem, PlaceState, TwoVersions};
use espalier_mirror::folder::FolderError;
use espalier_mirror::mirror::MirrorError;
use espalier_mirror::place::{Place, Version};
use espalier_storage::port::Announcement;
use espalier_web_storage::idb::IdbStorage;
use espalier_web_storage::tabs::Lock;

/// Lock of the tab that runs the loop.
const LOCK: &str = "espalier.place";
/// Milliseconds after a commit until it is sent; those that follow go with it.
const AFTER_MS: u32 = 2_000;
/// Milliseconds after which the folder is looked at for changes of other devices, and a failure is tried again.
const LOOK_MS: u32 = 60_000;

/// State of the loop, as the rest of the runtime sees it.
#[derive(Debug, Default)]
pub struct PlaceHost {
    orders: RefCell<VecDeque<PlaceEffect>>,
    /// Whether something was committed since the last time.
    dirty: Cell<bool>,
    wake: RefCell<Option<oneshot::Sender<()>>>,
    /// Texts with two versions, once they were looked for: that reads what is known of every row.
    versions: RefCell<Option<Vec<TwoVersions>>>,
}

impl PlaceHost {
    /// Takes note of a commit, of this tab or another one.
    pub fn committed(&self) {
        self.dirty.set(true);
        self.wake();
    }

    fn order(&self, order: PlaceEffect) {
        self.orders.borrow_mut().push_back(order);
        self.wake();
    }

    fn wake(&self) {
        if let Some(sleeping) = self.wake.take() {
            // It may have gone on by itself.
            let _ = sleeping.send(());
        }
    }

    /// Waits for a commit, an order, or the time to look again.
    async fn sleep(&self) {
        let (sender, receiver) = oneshot::channel();
        *self.wake.borrow_mut() = Some(sender);
        if !self.dirty.get() && self.orders.borrow().is_empty() {
            match select(receiver, TimeoutFuture::new(LOOK_MS)).await {
                Either::Left(_) | Either::Right(_) => {}
            }
        }
    }
}

impl Runtime {
    /// Performs an effect on the folder.
    pub(super) fn place(self: &Rc<Self>, effect: PlaceEffect) {
        if effect != PlaceEffect::Begin {
            return self.place.order(effect);
        }
        let runtime = self.clone();
        spawn(async move {
            chunks::rest().await;
            match super::pieces::mirror().await {
                Ok(piece) => (piece.place)(runtime).await,
                Err(_) => runtime.tell_place(PlaceState::Unknown, ""),
            }
        });
    }

    fn tell_place(self: &Rc<Self>, state: PlaceState, name: &str) {
        self.dispatch(Msg::Place(PlaceMsg::State(state, name.to_owned())));
    }
}

/// Runs the loop for as long as the tab lives.
pub async fn run(runtime: Rc<Runtime>) {
    if !own_folder::is_there() {
        return runtime.tell_place(PlaceState::Unavailable, "");
    }
    if !Lock::is_free(LOCK).await {
        runtime.tell_place(PlaceState::Elsewhere, "");
    }
    let Some(_lock) = Lock::taken(LOCK).await else { return runtime.tell_place(PlaceState::Unavailable, "") };
    let Ok(storage) = runtime.storage.clone().await else { return };
    let mut folder = OwnFolder::kept().await;
    match &folder {
        None => runtime.tell_place(PlaceState::Nothing, ""),
        Some(folder) if !folder.is_allowed(false).await => runtime.tell_place(PlaceState::Locked, &folder.name()),
        Some(_) => runtime.place.dirty.set(true),
    }
    let host = &runtime.place;
    while !page::is_erased() {
        host.sleep().await;
        let order = host.orders.borrow_mut().pop_front();
        let is_asked = order.is_some();
        match order {
            Some(PlaceEffect::Choose) => match OwnFolder::choose().await {
                Ok(Some(chosen)) => folder = Some(chosen),
                Ok(None) => continue,
                Err(reason) => {
                    runtime.tell_place(PlaceState::Failed(PlaceProblem::Other(reason)), "");
                    continue;
                }
            },
            Some(PlaceEffect::Leave) => {
                if let Some(folder) = folder.take()
                    && let Err(error) = Place::new(storage.clone(), folder).leave().await
                {
                    log::warn!("the folder is not forgotten: {error}");
                }
                OwnFolder::forget().await;
                runtime.tell_place(PlaceState::Nothing, "");
                continue;
            }
            Some(PlaceEffect::Decide(text, decision)) => {
                if let Some(folder) = &folder {
                    decide(&runtime, &storage, folder, &text, decision).await;
                }
            }
            Some(PlaceEffect::SaveNow | PlaceEffect::Begin) => {}
            // Commits that follow go with it.
            None => TimeoutFuture::new(if host.dirty.get() { AFTER_MS } else { 0 }).await,
        }
        let Some(folder) = &folder else {
            host.dirty.set(false);
            continue;
        };
        host.dirty.set(false);
        if !folder.is_allowed(is_asked).await {
            runtime.tell_place(PlaceState::Locked, &folder.name());
            continue;
        }
        bring_in_step(&runtime, &storage, folder).await;
    }
}

/// Sends what was changed here and takes in what others sent, and tells the app.
async fn bring_in_step(runtime: &Rc<Runtime>, storage: &Rc<IdbStorage>, folder: &OwnFolder) {
    let place = Place::new(storage.clone(), folder.clone());
    let name = folder.name();
    match place.unsent().await {
        Ok(rows) => runtime.dispatch(Msg::Place(PlaceMsg::Unsent(rows))),
        Err(error) => log::warn!("not counted: {error}"),
    }
    runtime.tell_place(PlaceState::Working, &name);
    let random = (js_sys::Math::random() * f64::from(u32::MAX)) as u32;
    match place.synchronise(random).await {
        Ok(report) => {
            if !report.changed.is_empty() {
                let rows = report.changed.iter().cloned().collect();
                let announcement = Announcement { rows, ..Announcement::default() };
                if let Some(tabs) = &*runtime.tabs.borrow() {
                    tabs.announce(&announcement);
                }
                runtime.mirror.committed();
                runtime.dispatch(Msg::Outside(announcement));
            }
            let is_known = runtime.place.versions.borrow().is_some();
            if !is_known || report.two_versions > 0 || !report.changed.is_empty() {
                match place.two_versions().await {
                    Ok(found) => *runtime.place.versions.borrow_mut() = Some(found.into_iter().map(shown).collect()),
                    Err(error) => log::warn!("texts with two versions: {error}"),
                }
            }
            let two_versions = runtime.place.versions.borrow().clone().unwrap_or_default();
            let done =
                InStep { two_versions, new_versions: report.two_versions, kept: report.kept, damaged: report.damaged };
            runtime.dispatch(Msg::Place(PlaceMsg::Unsent(0)));
            runtime.dispatch(Msg::Place(PlaceMsg::Done(Box::new(done))));
            page::mark("data-placed", if runtime.place.dirty.get() { "no" } else { "yes" });
        }
        Err(error) => {
            let problem = match error {
                MirrorError::Folder(FolderError::Absent | FolderError::NoFile(_)) => PlaceProblem::Absent,
                MirrorError::Folder(FolderError::Full) => PlaceProblem::Full,
                error => PlaceProblem::Other(error.to_string()),
            };
            page::mark("data-placed", "no");
            runtime.tell_place(PlaceState::Failed(problem), &name);
        }
    }
}

async fn decide(
    runtime: &Rc<Runtime>,
    storage: &Rc<IdbStorage>,
    folder: &OwnFolder,
    text: &TwoVersions,
    decision: Decision,
) {
    let place = Place::new(storage.clone(), folder.clone());
    let at = (text.table, text.key.clone());
    runtime.place.versions.take();
    match place.decide(&at, &text.version, decision == Decision::UseOther).await {
        Ok(rows) if rows.is_empty() => {}
        Ok(rows) => {
            let announcement = Announcement { rows, ..Announcement::default() };
            if let Some(tabs) = &*runtime.tabs.borrow() {
                tabs.announce(&announcement);
            }
            runtime.dispatch(Msg::Outside(announcement));
        }
        Err(error) => log::warn!("not decided: {error}"),
    }
}

fn shown(version: Version) -> TwoVersions {
    let Version { at: (table, key), version, here, other } = version;
    TwoVersions { table, key, version, here, other }
}
