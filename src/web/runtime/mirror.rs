//! The loop that keeps the mirror as new as the database. One tab runs it, for all.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use futures::channel::oneshot;
use gloo::timers::future::TimeoutFuture;

use super::{Runtime, spawn};
use crate::web::local::BrowserStore;
use crate::web::mirror::PrivateFolder;
use crate::web::{chunks, clock, page};
use espalier_app::Msg;
use espalier_app::mirror::MirrorMsg;
use espalier_mirror::mirror::{Mirror, MirrorError, Verdict, forget_marks};
use espalier_storage::port::{Announcement, StorageError};
use espalier_web_storage::idb::IdbStorage;
use espalier_web_storage::tabs::Lock;

/// Lock of the tab that writes the mirror.
const LOCK: &str = "espalier.mirror";
/// Milliseconds after a commit until it is mirrored; those that follow go with it.
const AFTER_MS: u32 = 400;
/// Milliseconds after which it is tried again when that failed, which double with each further time.
const AGAIN_MS: u32 = 500;
/// Most milliseconds until it is tried again.
const MOST_AGAIN_MS: u32 = 30_000;
/// Time of the last thorough comparison, in milliseconds.
const COMPARED: &str = "espalier.compared";
/// Milliseconds after which the next comparison is a thorough one.
const COMPARE_MS: f64 = 24.0 * 60.0 * 60.0 * 1_000.0;

/// An order to the loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Compare all tables.
    Compare,
    /// Bring back what the database lacks.
    Restore,
    /// Begin the mirror anew.
    Renew,
}

/// State of the loop, as the rest of the runtime sees it.
#[derive(Debug, Default)]
pub struct MirrorHost {
    /// Whether this tab runs the loop.
    runs: Cell<bool>,
    /// Whether something was committed since the last copy began.
    dirty: Cell<bool>,
    order: Cell<Option<Order>>,
    /// Wakes the loop.
    wake: RefCell<Option<oneshot::Sender<()>>>,
}

impl MirrorHost {
    /// Takes note of a commit, of this tab or another one.
    pub fn committed(&self) {
        self.dirty.set(true);
        if self.runs.get() {
            page::mark("data-mirrored", "no");
        }
        self.wake();
    }

    /// Gives an order.
    pub fn order(&self, order: Order) {
        self.order.set(Some(order));
        self.wake();
    }

    fn wake(&self) {
        if let Some(sleeping) = self.wake.take() {
            // It may have gone on by itself.
            let _ = sleeping.send(());
        }
    }

    /// Waits for a commit or an order.
    async fn sleep(&self) {
        let (sender, receiver) = oneshot::channel();
        *self.wake.borrow_mut() = Some(sender);
        if !self.dirty.get() && self.order.get().is_none() {
            let _ = receiver.await;
        }
    }
}

/// Next thing that the loop does.
enum Stage {
    Compare { thorough: bool },
    Everything,
    Changes,
    Decide,
}

impl Runtime {
    /// Begins the loop once the page has nothing else to do.
    pub(super) fn begin_mirror(self: &Rc<Self>) {
        let runtime = self.clone();
        spawn(async move {
            chunks::rest().await;
            match super::pieces::mirror().await {
                Ok(piece) => (piece.run)(runtime).await,
                Err(_) => runtime.dispatch(Msg::Mirror(MirrorMsg::NotCompared)),
            }
        });
    }
}

/// Runs the loop for as long as the tab lives.
pub async fn run(runtime: Rc<Runtime>) {
    let opened = open(&runtime).await;
    let Some((storage, mirror, _lock)) = opened else {
        if let Ok(storage) = runtime.storage.clone().await
            && let Err(error) = forget_marks(&storage).await
        {
            log::warn!("marks that nobody needs: {error}");
        }
        return runtime.dispatch(Msg::Mirror(MirrorMsg::Off));
    };
    let host = &runtime.mirror;
    host.runs.set(true);
    let last = BrowserStore::Device.text(COMPARED).and_then(|text| text.parse::<f64>().ok()).unwrap_or_default();
    let mut stage = Stage::Compare { thorough: (clock::now().0 as f64 - last).abs() > COMPARE_MS };
    let mut again_ms = AGAIN_MS;
    while !page::is_erased() {
        let done = step(&runtime, &storage, &mirror, &stage).await;
        if done.is_ok() {
            again_ms = AGAIN_MS;
        }
        stage = match done {
            Ok(next) => next,
            Err(MirrorError::Changed) => Stage::Compare { thorough: true },
            Err(error) => {
                log::warn!("the mirror is not written: {error}");
                TimeoutFuture::new(again_ms).await;
                again_ms = (again_ms * 2).min(MOST_AGAIN_MS);
                stage
            }
        };
    }
}

type Opened = (Rc<IdbStorage>, Mirror<Rc<IdbStorage>, PrivateFolder>, Lock);

async fn open(runtime: &Rc<Runtime>) -> Option<Opened> {
    if !Lock::is_free(LOCK).await {
        runtime.dispatch(Msg::Mirror(MirrorMsg::NotCompared));
    }
    let lock = Lock::taken(LOCK).await?;
    let storage = runtime.storage.clone().await.ok()?;
    let folder = PrivateFolder::open().await.inspect_err(|error| log::warn!("no mirror: {error:?}")).ok()?;
    Some((storage.clone(), Mirror::new(storage, folder), lock))
}

/// Does one thing and returns the next.
async fn step(
    runtime: &Rc<Runtime>,
    storage: &Rc<IdbStorage>,
    mirror: &Mirror<Rc<IdbStorage>, PrivateFolder>,
    stage: &Stage,
) -> Result<Stage, MirrorError> {
    let host = &runtime.mirror;
    match stage {
        Stage::Compare { thorough } => {
            let start = clock::since_start_ms();
            let verdict = mirror.compare(*thorough).await?;
            clock::measure("mirror.compare", start);
            if *thorough {
                // Where it is not kept, the next one is thorough, too.
                let _ = BrowserStore::Device.set_text(COMPARED, &clock::now().0.to_string());
            }
            let lacking = if let Verdict::Lacking(lacking) = &verdict { Some(lacking.clone()) } else { None };
            runtime.dispatch(Msg::Mirror(MirrorMsg::Compared(lacking)));
            match verdict {
                Verdict::NoMirror | Verdict::Whole { is_old: true } => Ok(Stage::Everything),
                Verdict::Lacking(_) => Ok(Stage::Decide),
                Verdict::Whole { is_old: false } => {
                    mirror.tidy().await?;
                    Ok(Stage::Changes)
                }
            }
        }
        Stage::Everything | Stage::Changes => {
            let start = clock::since_start_ms();
            host.dirty.set(false);
            match stage {
                Stage::Changes => mirror.write_changes().await?,
                _ => mirror.write_everything().await?,
            };
            clock::measure("mirror.write", start);
            if !host.dirty.get() {
                page::mark("data-mirrored", "yes");
                runtime.dispatch(Msg::Mirror(MirrorMsg::Written));
            }
            host.sleep().await;
            match host.order.take() {
                Some(Order::Compare) => return Ok(Stage::Compare { thorough: true }),
                Some(Order::Renew) => return Ok(Stage::Everything),
                Some(Order::Restore) | None => {}
            }
            TimeoutFuture::new(AFTER_MS).await;
            Ok(Stage::Changes)
        }
        Stage::Decide => {
            page::mark("data-mirrored", "no");
            host.dirty.set(false);
            host.sleep().await;
            match host.order.take() {
                Some(Order::Renew) => return Ok(Stage::Everything),
                Some(Order::Restore) => restore(runtime, storage, mirror).await,
                // A backup may have been imported.
                Some(Order::Compare) | None => TimeoutFuture::new(AFTER_MS).await,
            }
            Ok(Stage::Compare { thorough: true })
        }
    }
}

async fn restore(runtime: &Rc<Runtime>, storage: &Rc<IdbStorage>, mirror: &Mirror<Rc<IdbStorage>, PrivateFolder>) {
    let restored = match mirror.restore().await {
        Ok(restored) => {
            let number = restored.rows.len() + restored.files;
            let announcement = Announcement { rows: restored.rows, ..Announcement::default() };
            if let Some(tabs) = &*runtime.tabs.borrow() {
                tabs.announce(&announcement);
            }
            runtime.dispatch(Msg::Outside(announcement));
            storage.flush().await.map(|()| number)
        }
        Err(MirrorError::Storage(error)) => Err(error),
        Err(error) => Err(StorageError::Unavailable(error.to_string())),
    };
    runtime.dispatch(Msg::Mirror(MirrorMsg::Restored(restored)));
}
