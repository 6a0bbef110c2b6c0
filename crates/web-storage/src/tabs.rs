//! Other tabs: telling them of commits, and knowing whether one of them is at work.
//!
//! - O1 A tab is told the keys of changed rows, never the content; it reads the rest itself.
//! - O2 A lock is held by the tab that makes an answer and is free once that tab is gone, however it went.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use futures::channel::oneshot;
use gloo::events::EventListener;
use js_sys::{Function, Object, Promise, Reflect};
use serde::{Deserialize, Serialize};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{BroadcastChannel, MessageEvent};

use espalier_model::{RecordKey, Table};
use espalier_storage::port::Announcement;

const CHANNEL: &str = "espalier";

/// Channel to the other tabs.
pub struct Tabs {
    channel: BroadcastChannel,
    _listener: EventListener,
}

#[derive(Serialize, Deserialize)]
struct Wire {
    rows: Vec<(String, String)>,
    journal: Vec<String>,
    dropped: Vec<String>,
}

impl Tabs {
    /// Opens the channel; `on_news` gets the announcements of other tabs.
    pub fn open(on_news: impl Fn(Announcement) + 'static) -> Option<Self> {
        let channel = BroadcastChannel::new(CHANNEL).ok()?;
        let listener = EventListener::new(&channel, "message", move |event| {
            let text = event.dyn_ref::<MessageEvent>().and_then(|event| event.data().as_string());
            // Another version of the app may speak otherwise; what it wrote is read at the next start.
            if let Some(wire) = text.and_then(|text| serde_json::from_str::<Wire>(&text).ok()) {
                on_news(read(wire));
            }
        });
        Some(Self { channel, _listener: listener })
    }

    /// Announces a commit to the other tabs.
    pub fn announce(&self, announcement: &Announcement) {
        let row = |key: &RecordKey| (key.table().name().to_owned(), key.row_key());
        let wire = Wire {
            rows: announcement.rows.iter().map(row).collect(),
            journal: announcement.journal.clone(),
            dropped: announcement.dropped.clone(),
        };
        let posted = serde_json::to_string(&wire)
            .map_err(|error| error.to_string())
            .and_then(|text| self.channel.post_message(&text.into()).map_err(|error| format!("{error:?}")));
        if let Err(error) = posted {
            log::warn!("other tabs were not told: {error}");
        }
    }
}

fn read(wire: Wire) -> Announcement {
    let key = |(table, key): (String, String)| Table::from_name(&table).and_then(|table| table.key(&key));
    Announcement { rows: wire.rows.into_iter().filter_map(key).collect(), journal: wire.journal, dropped: wire.dropped }
}

/// A lock that this tab holds; it is free once this is dropped.
pub struct Lock {
    state: Rc<RefCell<LockState>>,
}

/// Stage of a lock.
enum LockState {
    /// The lock was asked for.
    Asked,
    /// The lock is ours until this is called.
    Ours(Function),
    /// The lock is not wanted any more.
    Dropped,
}

impl Lock {
    /// Whether the browser has locks; it has none where a page is not served securely.
    pub fn is_there() -> bool {
        locks().is_some()
    }

    /// Takes a lock, as soon as no other tab has it.
    pub fn hold(name: &str) -> Self {
        Self::ask(name, || ())
    }

    /// Takes a lock, and returns once no other tab has it; `None` where the browser has no locks.
    pub async fn taken(name: &str) -> Option<Self> {
        let (sender, receiver) = oneshot::channel();
        let lock = Self::ask(name, move || drop(sender));
        locks()?;
        // Ends when the sender is dropped.
        let _: Result<(), _> = receiver.await;
        Some(lock)
    }

    fn ask(name: &str, on_granted: impl FnOnce() + 'static) -> Self {
        let state = Rc::new(RefCell::new(LockState::Asked));
        let granted = state.clone();
        // The lock is held until the promise that this function returns is resolved.
        let held = Closure::once_into_js(move |_lock: JsValue| {
            on_granted();
            Promise::new(&mut |resolve, _reject| {
                let mut state = granted.borrow_mut();
                if matches!(*state, LockState::Dropped) {
                    drop(resolve.call0(&JsValue::UNDEFINED));
                } else {
                    *state = LockState::Ours(resolve);
                }
            })
        });
        drop(request(name, held.unchecked_ref()));
        Self { state }
    }

    /// Whether no tab holds the lock; where there are no locks, none does.
    pub async fn is_free(name: &str) -> bool {
        let free = Rc::new(Cell::new(true));
        let answer = free.clone();
        let take = Closure::once_into_js(move |lock: JsValue| answer.set(!lock.is_null()));
        let options = Object::new();
        let asked = Reflect::set(&options, &"ifAvailable".into(), &true.into()).ok().and_then(|_| locks());
        let asked = asked.and_then(|(locks, request)| request.call3(&locks, &name.into(), &options, &take).ok());
        if let Some(promise) = asked {
            drop(JsFuture::from(Promise::from(promise)).await);
        }
        free.get()
    }

    /// Returns once no tab holds the lock.
    pub async fn when_free(name: &str) {
        let nothing = Closure::once_into_js(|_lock: JsValue| JsValue::UNDEFINED);
        if let Some(promise) = request(name, nothing.unchecked_ref()) {
            // It fails only where the page is going away.
            drop(JsFuture::from(promise).await);
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if let LockState::Ours(release) = self.state.replace(LockState::Dropped) {
            drop(release.call0(&JsValue::UNDEFINED));
        }
    }
}

/// Calls `navigator.locks.request(name, callback)`; `None` where the browser has no locks.
fn request(name: &str, callback: &Function) -> Option<Promise> {
    let (locks, request) = locks()?;
    request.call2(&locks, &name.into(), callback).ok().map(Promise::from)
}

/// Returns the browser's locks, with the function that requests one.
fn locks() -> Option<(Object, Function)> {
    let navigator = web_sys::window()?.navigator();
    let locks = Reflect::get(&navigator, &"locks".into()).ok()?.dyn_into::<Object>().ok()?;
    let request = Reflect::get(&locks, &"request".into()).ok()?.dyn_into::<Function>().ok()?;
    Some((locks, request))
}
