//! A connection of our own to the database, beside the one that reads and writes rows.
//!
//! It has what the other one lacks: it upgrades the structure without ever deleting a store, says when another tab
//! is in the way or wants us gone, flushes to disk, and finds out why a transaction failed.

mod stores;

use std::cell::{Cell, RefCell};
use std::pin::pin;
use std::rc::Rc;

use futures::channel::oneshot;
use futures::future::{Either, select};
use gloo::events::EventListener;
use gloo::timers::callback::Timeout;
use js_sys::{Function, Object, Reflect, Uint8Array};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, JsValue};
use web_sys::{
    DomException, Event, EventTarget, IdbDatabase, IdbFactory, IdbOpenDbRequest, IdbRequest, IdbTransaction,
};

use super::queue::Failure;
use super::{DatabaseSpec, Notice, Notify};
use espalier_storage::port::StorageError;
use espalier_storage::schema::META;

/// Milliseconds that an answer to an open request may take before it is asked again; some browsers forget the first
/// one.
const OPEN_TIMEOUT_MS: u32 = 4_000;
/// Milliseconds to wait for other tabs to let go of the database.
const BLOCKED_TIMEOUT_MS: u32 = 30_000;
/// The row that a flush writes.
const FLUSH_KEY: &str = "flush";
/// The row that a probe writes, and deletes again.
const PROBE_KEY: &str = "probe";

/// An open connection. It closes itself when another tab upgrades or deletes the database.
pub struct Connection {
    database: IdbDatabase,
    /// Mark that tells this database from one that takes its place under the same name.
    born: Option<String>,
    state: Rc<State>,
    flushes: Cell<u32>,
    _listeners: [EventListener; 2],
}

/// State of a connection.
#[derive(Default)]
struct State {
    closed: Cell<bool>,
    superseded: Cell<bool>,
    deleted: Cell<bool>,
}

/// Outcome of a request to open.
enum Opened {
    Ready(IdbDatabase),
    /// The database has a higher version.
    TooNew,
    Failed(String),
    /// No answer came in time; `blocked` when other tabs are the reason.
    Silent {
        blocked: bool,
    },
}

impl Connection {
    /// Opens the database, creating it or adding the stores that are missing. Data of a newer version is not touched.
    pub async fn open(place: &DatabaseSpec, notify: &Notify) -> Result<Self, StorageError> {
        for last_try in [false, true] {
            match request(place, Some(place.version), notify).await? {
                Opened::Ready(database) => return Self::complete(database, place, notify).await,
                Opened::TooNew => return Self::newer(place, notify).await,
                Opened::Silent { blocked: true } => return Err(StorageError::Blocked),
                Opened::Failed(reason) if last_try => return Err(StorageError::Unavailable(reason)),
                Opened::Failed(_) | Opened::Silent { .. } => {}
            }
        }
        Err(StorageError::Unavailable("the browser does not open it".to_owned()))
    }

    /// Makes the stores again that are missing, which takes a higher version of the structure; the rows' shape stays.
    async fn complete(database: IdbDatabase, place: &DatabaseSpec, notify: &Notify) -> Result<Self, StorageError> {
        if stores::is_complete(&database) {
            return Self::settle(database, notify).await;
        }
        let next = database.version() as u32 + 1;
        database.close();
        match request(place, Some(next), notify).await? {
            Opened::Ready(database) if stores::is_complete(&database) => Self::settle(database, notify).await,
            Opened::Silent { blocked: true } => Err(StorageError::Blocked),
            Opened::Failed(reason) => Err(StorageError::Unavailable(reason)),
            _ => Err(StorageError::Unavailable("a part of the database is missing".to_owned())),
        }
    }

    /// Opens a higher version of the structure: of a newer app, whose data is not touched, or with stores that were
    /// made again.
    async fn newer(place: &DatabaseSpec, notify: &Notify) -> Result<Self, StorageError> {
        let database = match request(place, None, notify).await? {
            Opened::Ready(database) => database,
            Opened::Failed(reason) => return Err(StorageError::Unavailable(reason)),
            _ => return Err(StorageError::Unavailable("the browser does not open it".to_owned())),
        };
        let found = database.version() as u32;
        let shape = stores::read_meta(&database, stores::SHAPE_KEY).await?.and_then(|shape| shape.parse().ok());
        if shape.is_some_and(|shape: u32| shape <= place.version) {
            return Box::pin(Self::complete(database, place, notify)).await;
        }
        database.close();
        Err(StorageError::TooNew { found, supported: place.version })
    }

    async fn settle(database: IdbDatabase, notify: &Notify) -> Result<Self, StorageError> {
        let state = Rc::new(State::default());
        let on_change = {
            let (state, database, notify) = (state.clone(), database.clone(), notify.clone());
            move |event: &Event| {
                let deleted = Reflect::get(event, &"newVersion".into()).is_ok_and(|version| version.is_null());
                state.closed.set(true);
                database.close();
                if deleted {
                    state.deleted.set(true);
                    notify(Notice::Cleared);
                } else {
                    state.superseded.set(true);
                    notify(Notice::Superseded);
                }
            }
        };
        let on_close = {
            let (state, notify) = (state.clone(), notify.clone());
            move |_: &Event| {
                state.closed.set(true);
                notify(Notice::Closed);
            }
        };
        let listeners = [
            EventListener::new(&database, "versionchange", on_change),
            EventListener::new(&database, "close", on_close),
        ];
        // Listening comes first: another tab may want us gone at any moment.
        let born = stores::read_meta(&database, stores::BORN_KEY).await.inspect_err(|_| database.close())?;
        Ok(Self { database, born, state, flushes: Cell::new(0), _listeners: listeners })
    }

    /// Returns the mark that tells this database from one that takes its place under the same name; databases of
    /// earlier versions have none.
    pub fn born(&self) -> Option<&str> {
        self.born.as_deref()
    }

    /// Returns the version of its structure.
    pub fn version(&self) -> u32 {
        self.database.version() as u32
    }

    /// Whether the database was deleted under us.
    pub fn is_deleted(&self) -> bool {
        self.state.deleted.get()
    }

    /// Whether another tab upgraded the database.
    pub fn is_superseded(&self) -> bool {
        self.state.superseded.get()
    }

    /// Whether the connection is of no use any more.
    pub fn is_closed(&self) -> bool {
        self.state.closed.get()
    }

    /// Closes the connection, because it turned out to be of no use.
    pub fn close(&self) {
        self.state.closed.set(true);
        self.database.close();
    }

    /// Returns when everything committed before is on disk. Writing the log of a database to disk writes all of it up
    /// to that point, so one small transaction carries every earlier one along.
    pub async fn flush(&self) -> Result<(), String> {
        let count = self.flushes.get().wrapping_add(1);
        self.flushes.set(count);
        let value = JsValue::from_str(&format!("{{\"flushes\":{count}}}"));
        self.write_meta("strict", &[(FLUSH_KEY, Some(value))]).await
    }

    /// Tries to write some `bytes` and returns why it fails, as the browser names it; `None` when it does not fail now.
    pub async fn probe(&self, bytes: usize) -> Option<String> {
        let value = Uint8Array::from(noise(bytes).as_slice()).into();
        let failed = self.write_meta("relaxed", &[(PROBE_KEY, Some(value))]).await.err();
        // Should the row stay, the next probe takes its place.
        self.write_meta("relaxed", &[(PROBE_KEY, None)]).await.err();
        failed
    }

    /// Keeps a single value.
    pub async fn keep(&self, key: &str, text: &str) -> Result<(), Failure> {
        let value = JsValue::from_str(text);
        self.write_meta("relaxed", &[(key, Some(value))]).await.map_err(|text| Failure::read(&text))
    }

    /// Returns a single value that was kept.
    pub async fn kept(&self, key: &str) -> Result<Option<String>, StorageError> {
        stores::read_meta(&self.database, key).await
    }

    async fn write_meta(&self, durability: &str, rows: &[(&str, Option<JsValue>)]) -> Result<(), String> {
        let done = {
            let transaction = self.transaction(META, durability).map_err(|error| text(&error))?;
            let done = settled(&transaction);
            let store = transaction.object_store(META).map_err(|error| text(&error))?;
            for (key, value) in rows {
                let key = JsValue::from_str(key);
                let request = match value {
                    Some(value) => store.put_with_key(value, &key),
                    None => store.delete(&key),
                };
                request.map_err(|error| text(&error))?;
            }
            done
        };
        done.await
    }

    /// Begins a transaction with a durability, an option the bindings lack.
    fn transaction(&self, store: &str, durability: &str) -> Result<IdbTransaction, JsValue> {
        let options = Object::new();
        Reflect::set(&options, &"durability".into(), &durability.into())?;
        let begin: Function = Reflect::get(&self.database, &"transaction".into())?.dyn_into()?;
        begin.call3(&self.database, &store.into(), &"readwrite".into(), &options)?.dyn_into()
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.database.close();
    }
}

/// Waits for the end of a transaction; the error is the browser's name for it with its text.
fn settled(transaction: &IdbTransaction) -> impl Future<Output = Result<(), String>> + use<> {
    let (sender, receiver) = oneshot::channel();
    let sender = Rc::new(RefCell::new(Some(sender)));
    let target: &EventTarget = transaction;
    let listeners = ["complete", "abort"].map(|kind| {
        let (sender, transaction) = (sender.clone(), transaction.clone());
        EventListener::new(target, kind, move |_| {
            let result = match kind {
                "complete" => Ok(()),
                _ => Err(transaction.error().map_or_else(|| "AbortError".to_owned(), |error| name_and_text(&error))),
            };
            if let Some(sender) = sender.borrow_mut().take() {
                // Nobody listens when the waiting future was dropped.
                let _ = sender.send(result);
            }
        })
    });
    async move {
        let result = receiver.await;
        drop(listeners);
        result.unwrap_or_else(|_| Err("AbortError".to_owned()))
    }
}

/// Asks the browser to open the database. The handlers stay with the request even if nobody waits any more: an
/// upgrade that comes late must still create the stores, and a connection that comes late must still be closed.
async fn request(place: &DatabaseSpec, version: Option<u32>, notify: &Notify) -> Result<Opened, StorageError> {
    let unavailable = |error: JsValue| StorageError::Unavailable(text(&error));
    let factory: IdbFactory = Reflect::get(&js_sys::global(), &"indexedDB".into())
        .and_then(JsValue::dyn_into)
        .map_err(|_| StorageError::Denied)?;
    let request = match version {
        Some(version) => factory.open_with_u32(&place.name, version),
        None => factory.open(&place.name),
    }
    .map_err(
        |error| if text(&error).starts_with("SecurityError") { StorageError::Denied } else { unavailable(error) },
    )?;

    let (sender, mut receiver) = oneshot::channel();
    let blocked = Rc::new(Cell::new(false));
    listen(&request, version.map(|_| place.version), sender, &blocked, notify);

    let mut waited_ms = 0;
    loop {
        match select(receiver, pin!(sleep(OPEN_TIMEOUT_MS))).await {
            Either::Left((answer, _)) => return Ok(answer.unwrap_or(Opened::Silent { blocked: false })),
            Either::Right(((), pending)) => receiver = pending,
        }
        waited_ms += OPEN_TIMEOUT_MS;
        if !blocked.get() || waited_ms >= BLOCKED_TIMEOUT_MS {
            return Ok(Opened::Silent { blocked: blocked.get() });
        }
    }
}

fn listen(
    request: &IdbOpenDbRequest,
    shape: Option<u32>,
    sender: oneshot::Sender<Opened>,
    blocked: &Rc<Cell<bool>>,
    notify: &Notify,
) {
    let sender = Rc::new(RefCell::new(Some(sender)));
    let answer = move |opened: Opened| {
        let unheard = sender.borrow_mut().take().map(|sender| sender.send(opened));
        // A connection that nobody waits for any more would only be in the way.
        if let Some(Err(Opened::Ready(database))) = unheard {
            database.close();
        }
    };
    let on_success = {
        let (request, answer) = (request.clone(), answer.clone());
        move |_: Event| answer(database(&request).map_or_else(Opened::Failed, Opened::Ready))
    };
    let on_error = {
        let (request, answer) = (request.clone(), answer);
        move |event: Event| {
            event.prevent_default();
            let error = request.error().ok().flatten();
            answer(match error {
                Some(error) if error.name() == "VersionError" => Opened::TooNew,
                Some(error) => Opened::Failed(name_and_text(&error)),
                None => Opened::Failed("no reason given".to_owned()),
            });
        }
    };
    let on_upgrade = {
        let (request, notify) = (request.clone(), notify.clone());
        move |event: Event| {
            if shape.is_none_or(|shape| stores::create(&request, shape).is_err()) {
                // Without its stores, or merely asked for its version, the database must not come into being.
                if let Some(transaction) = request.transaction() {
                    let _ = transaction.abort();
                }
            } else if Reflect::get(&event, &"oldVersion".into()).is_ok_and(|version| version.as_f64() == Some(0.0)) {
                notify(Notice::New);
            }
        }
    };
    let on_blocked = {
        let (blocked, notify) = (blocked.clone(), notify.clone());
        move |_: Event| {
            blocked.set(true);
            notify(Notice::Blocked);
        }
    };
    request.set_onsuccess(Some(Closure::once_into_js(on_success).unchecked_ref()));
    request.set_onerror(Some(Closure::once_into_js(on_error).unchecked_ref()));
    request.set_onupgradeneeded(Some(Closure::once_into_js(on_upgrade).unchecked_ref()));
    request.set_onblocked(Some(Closure::once_into_js(on_blocked).unchecked_ref()));
}

/// Makes bytes that cannot be compressed, as browsers do before they count (xorshift64*).
fn noise(bytes: usize) -> Vec<u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let next = || {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        (state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 56) as u8
    };
    std::iter::repeat_with(next).take(bytes).collect()
}

fn database(request: &IdbRequest) -> Result<IdbDatabase, String> {
    request.result().and_then(JsValue::dyn_into).map_err(|error| text(&error))
}

fn name_and_text(error: &DomException) -> String {
    format!("{}: {}", error.name(), error.message())
}

/// Returns the text of a thrown value.
pub fn text(error: &JsValue) -> String {
    match error.dyn_ref::<DomException>() {
        Some(error) => name_and_text(error),
        None => error
            .dyn_ref::<js_sys::Error>()
            .map_or_else(|| format!("{error:?}"), |error| String::from(error.to_string())),
    }
}

/// Waits for some milliseconds.
async fn sleep(ms: u32) {
    let (sender, receiver) = oneshot::channel::<()>();
    let _timeout = Timeout::new(ms, move || drop(sender));
    // Ends when the sender is dropped.
    let _ = receiver.await;
}
