//! The loop of the page: messages in, effects out, results back as messages.
//!
//! Read it in this order: [`start`] mounts the screen and hands over what the browser kept; [`Runtime::dispatch`] is the
//! loop; `perform` does what `update` asked for, effect by effect, and dispatches what comes of it.
//!
//! One queue, one thread. This is the only place that spawns. The screen is told once per drain; when nothing but
//! streamed text arrived, at most once per frame.

mod ask;
mod attach;
mod backup;
mod device;
mod listen;
mod mirror;
mod perform;
mod pieces;
mod place;
mod store;

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::pin::Pin;
use std::rc::{Rc, Weak};

use futures::FutureExt;
use futures::future::{LocalBoxFuture, Shared};
use gloo::timers::callback::Timeout;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use super::device::DeviceHost;
use super::transport::Call;
use super::unsaved::Unsaved;
use super::{chunks, clock, keys, page};
use espalier_agent::turn::{TurnId, TurnInput};
use espalier_app::chunks::Chunk;
use espalier_app::deferred::ChunkMsg;
use espalier_app::effect::LoadTag;
use espalier_app::load::Start;
use espalier_app::{BootState, Model, Msg, update};
use espalier_base::env::Env;
use espalier_base::zone::Zone;
use espalier_i18n::messages;
use espalier_model::MessageKey;
use espalier_storage::port::{Commit, Loaded, StorageError};
use espalier_ui::app::{App, AppProps};
use espalier_ui::kit::dom::show_rescue;
use espalier_ui::store::Store;
use espalier_web_storage::idb::{IdbStorage, Notice};
use espalier_web_storage::tabs::{Lock, Tabs};

/// The least time between two drawings of an answer that arrives, in milliseconds: every second frame of most screens.
const DRAWING_MS: f64 = 25.0;

/// The first read, which need not be waited for when the database is new.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Boot {
    /// The read was not asked for.
    #[default]
    Before,
    /// The read is under way.
    Reading,
    /// The read is answered.
    Answered,
}

type Opening = Shared<LocalBoxFuture<'static, Result<Rc<IdbStorage>, StorageError>>>;

struct Runtime {
    store: RefCell<Option<Store>>,
    queue: RefCell<VecDeque<Msg>>,
    draining: Cell<bool>,
    frame_asked: Cell<bool>,
    /// Time at which a part of an answer was drawn last, in milliseconds since the start.
    drawn_at: Cell<f64>,
    /// State in the page's attributes: whether it is ready, whether all is stored.
    marked: Cell<Option<(std::mem::Discriminant<BootState>, bool)>>,
    env: RefCell<Env>,
    storage: Opening,
    /// Stage of the first read.
    boot: Cell<Boot>,
    tabs: RefCell<Option<Tabs>>,
    /// Whether tabs cannot know of each other.
    apart: Cell<bool>,
    calls: RefCell<BTreeMap<TurnId, Call>>,
    locks: RefCell<BTreeMap<MessageKey, Lock>>,
    resume: RefCell<espalier_app::effect::Resume>,
    commits_under_way: Cell<u32>,
    /// Time at which the last commit was done, or the first of those under way began.
    last_commit_done: Cell<f64>,
    unsaved: Unsaved,
    reload_asked: Cell<bool>,
    /// Whether the words that nobody has sent yet are about to be copied into the database.
    copy_asked: Cell<bool>,
    /// Host of the models on this device.
    device: DeviceHost,
    /// Number of the last question to a model on this device.
    device_asked: Cell<u64>,
    /// Number of the last file that was chosen for a message.
    last_file: Cell<u64>,
    /// Loop that keeps a folder of the person's own in step.
    place: place::PlaceHost,
    /// Loop that writes the mirror.
    mirror: mirror::MirrorHost,
    /// Whether the backup that is written was cancelled.
    backup_cancelled: Cell<bool>,
    /// Whether the page is being left, or was about to be.
    leaving: Cell<bool>,
}

/// Starts the app in the page.
pub fn start() {
    console_error_panic_hook::set_once();
    let runtime = Rc::new_cyclic(Runtime::new);
    let weak = Rc::downgrade(&runtime);
    let store = Store::new(Model::default(), move |msg| {
        if let Some(runtime) = weak.upgrade() {
            runtime.dispatch(msg);
        }
    });
    *runtime.store.borrow_mut() = Some(store.clone());
    runtime.listen();
    if Unsaved::is_there() {
        let starting = runtime.clone();
        spawn(async move {
            let unsaved = starting.unsaved.take().await;
            starting.begin(unsaved);
        });
    } else {
        runtime.begin(Vec::new());
    }
    let root = page::window().and_then(|window| window.document()).and_then(|page| page.get_element_by_id("app"));
    if let Some(root) = root {
        let draw = async move { drop(yew::Renderer::<App>::with_root_and_props(root, AppProps { store }).render()) };
        // The browser opens the database while the page draws: it is asked for by a task that the first one spawned.
        spawn(async move { spawn(draw) });
    }
    // The page lives as long as the tab.
    std::mem::forget(runtime);
}

/// Spawns a future; the one place that does.
fn spawn(future: impl Future<Output = ()> + 'static) {
    wasm_bindgen_futures::spawn_local(future);
}

fn spawn_boxed(future: Pin<Box<dyn Future<Output = ()>>>) {
    spawn(future);
}

impl Runtime {
    fn new(weak: &Weak<Self>) -> Self {
        let (notices, opened) = (weak.clone(), weak.clone());
        let begun = page::typed().unwrap_or_default();
        let opening = async move {
            let notify = Rc::new(move |notice: Notice| {
                let Some(runtime) = notices.upgrade() else { return };
                match notice {
                    Notice::New => runtime.nothing_stored(),
                    Notice::Blocked => runtime.dispatch(Msg::Superseded(StorageError::Blocked)),
                    Notice::Superseded => runtime.dispatch(Msg::Superseded(StorageError::Superseded)),
                    Notice::Reopened => runtime.dispatch(Msg::Unblocked),
                    Notice::Cleared => {
                        runtime.dispatch(Msg::Cleared);
                        // Whatever deletes the database waits until both our handles are closed.
                        runtime.flush();
                    }
                    // Whether the database is still there shows when it is opened again.
                    Notice::Closed => runtime.flush(),
                }
            });
            let storage = Rc::new(IdbStorage::open(spawn_boxed, notify).await?);
            // Before anything else is read or written: what is done with words goes on with the latest ones.
            if let Some(runtime) = opened.upgrade() {
                runtime.take_typed(&storage, begun).await;
            }
            Ok(storage)
        };
        Self {
            store: RefCell::default(),
            queue: RefCell::default(),
            draining: Cell::new(false),
            frame_asked: Cell::new(false),
            drawn_at: Cell::new(0.0),
            marked: Cell::new(None),
            env: RefCell::new(clock::env()),
            storage: opening.boxed_local().shared(),
            boot: Cell::default(),
            tabs: RefCell::default(),
            apart: Cell::new(false),
            calls: RefCell::default(),
            locks: RefCell::default(),
            resume: RefCell::default(),
            commits_under_way: Cell::new(0),
            last_commit_done: Cell::new(0.0),
            unsaved: Unsaved::default(),
            reload_asked: Cell::new(false),
            copy_asked: Cell::new(false),
            device: DeviceHost::default(),
            device_asked: Cell::new(0),
            last_file: Cell::new(0),
            place: place::PlaceHost::default(),
            mirror: mirror::MirrorHost::default(),
            backup_cancelled: Cell::new(false),
            leaving: Cell::new(false),
        }
    }

    /// Takes a message up: `update` changes the model, its effects are performed, the screen is told.
    ///
    /// A message that comes while another is handled waits in the queue.
    fn dispatch(self: &Rc<Self>, msg: Msg) {
        self.queue.borrow_mut().push_back(msg);
        if self.draining.replace(true) {
            return;
        }
        let Some(store) = self.store.borrow().clone() else {
            return;
        };
        let mut only_streaming = true;
        loop {
            let Some(msg) = self.queue.borrow_mut().pop_front() else {
                break;
            };
            only_streaming &=
                matches!(msg, Msg::Turn(_, _, TurnInput::Chunk(_) | TurnInput::Wake) | Msg::Committed(..));
            let effects = {
                let mut env = self.env.borrow_mut();
                env.now = clock::now();
                store.change(|model| update(model, msg, &mut env))
            };
            for effect in effects {
                self.perform(effect);
            }
        }
        self.draining.set(false);
        self.mark(&store);
        if only_streaming {
            self.ask_for_frame(store);
        } else {
            store.notify();
        }
    }

    /// Spawns work whose outcome is a message.
    fn answer(self: &Rc<Self>, work: impl Future<Output = Msg> + 'static) {
        let runtime = self.clone();
        spawn(async move { runtime.dispatch(work.await) });
    }

    /// Dispatches a message after so many milliseconds.
    fn later(self: &Rc<Self>, after_ms: u32, msg: Msg) {
        let runtime = self.clone();
        Timeout::new(after_ms, move || runtime.dispatch(msg)).forget();
    }

    /// Hands over what the browser kept from earlier visits.
    fn begin(self: &Rc<Self>, unsaved: Vec<Commit>) {
        let route = page::route();
        let start = Start {
            facts: page::facts(),
            keys: keys::present(),
            unbound_keys: keys::unbound(),
            drafts: page::drafts(),
            words: page::words(),
            new_day: route.is_none() && page::begins_day(),
            route,
            places: page::places(),
            reloaded_for: page::take_reloaded(),
            row_counts: page::row_counts(),
            elsewhere: page::elsewhere(),
            unsaved,
        };
        // The route takes the place of the address at once.
        let known = page::is_known_place();
        self.dispatch(Msg::Started(Box::new(start)));
        if !known {
            self.dispatch(Msg::NoSuchPlace);
        }
        if self.apart.get() {
            self.dispatch(Msg::TabsApart);
        }
        // What the first question and the first press of a key need is to be there by then.
        if cfg!(feature = "split") {
            let runtime = self.clone();
            spawn(async move {
                chunks::rest().await;
                for piece in [Chunk::Talk, Chunk::More] {
                    runtime.dispatch(Msg::Chunk(ChunkMsg::Wanted(piece)));
                }
            });
        }
    }

    /// Answers the first read before the database is made: nothing is in it.
    fn nothing_stored(self: &Rc<Self>) {
        if self.boot.get() == Boot::Reading {
            self.boot.set(Boot::Answered);
            self.dispatch(Msg::Loaded(LoadTag::Boot, Ok(Loaded::default())));
        }
    }

    fn flush(&self) {
        let opening = self.storage.clone();
        spawn(async move {
            if let Ok(storage) = opening.await
                && let Err(error) = storage.flush().await
            {
                log::warn!("flush: {error}");
            }
        });
    }

    fn on_visibility(self: &Rc<Self>) {
        if page::window().and_then(|window| window.document()).is_some_and(|document| document.hidden()) {
            self.dispatch(Msg::Leaving);
            self.flush();
            return;
        }
        if let Some(zone) = page::zone() {
            self.dispatch(Msg::ZoneSeen(Zone::new(&zone)));
        }
        self.dispatch(Msg::RetrySaving);
        if let Some(store) = &*self.store.borrow() {
            store.notify();
        }
    }

    /// Shows the state of the page in the attributes that scripts and style sheets read.
    fn mark(&self, store: &Store) {
        let (stage, saved) = store.read(|model| (model.boot.clone(), model.all_saved()));
        // Every piece of an answer comes by here; most change nothing of this.
        let now = (std::mem::discriminant(&stage), saved);
        if self.marked.replace(Some(now)) == Some(now) {
            return;
        }
        page::mark("data-saved", if saved { "yes" } else { "no" });
        match stage {
            BootState::Loading => {}
            BootState::Ready => {
                if page::root().and_then(|root| root.get_attribute("data-app")).as_deref() != Some("ready") {
                    page::mark("data-app", "ready");
                    clock::measure("boot", 0.0);
                }
            }
            // The reason comes with the mark: the rescue section is never shown without one.
            BootState::Failed(error) => {
                let words = messages(store.read(Model::language));
                show_rescue(&(words.error.storage)(&error));
            }
        }
    }

    /// Draws what arrived of an answer, at most once in [`DRAWING_MS`]: what is read needs fewer pictures a second than
    /// what moves, and each costs the browser a layout and a painting.
    fn ask_for_frame(self: &Rc<Self>, store: Store) {
        if self.frame_asked.replace(true) {
            return;
        }
        let pause = self.drawn_at.get() + DRAWING_MS - clock::since_start_ms();
        let runtime = self.clone();
        if pause > 0.0 {
            Timeout::new(pause.ceil() as u32, move || runtime.draw_with_frame(store)).forget();
        } else {
            runtime.draw_with_frame(store);
        }
    }

    fn draw_with_frame(self: Rc<Self>, store: Store) {
        let runtime = self.clone();
        let frame = Closure::once_into_js(move || {
            runtime.frame_asked.set(false);
            let start = clock::since_start_ms();
            runtime.drawn_at.set(start);
            store.notify();
            clock::measure("chat.frame", start);
        });
        let asked = page::window().map(|window| window.request_animation_frame(frame.unchecked_ref()));
        if !matches!(asked, Some(Ok(_))) {
            self.frame_asked.set(false);
        }
    }
}

fn lock_name(key: MessageKey) -> String {
    format!("espalier.turn.{key}")
}
