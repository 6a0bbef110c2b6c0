//! How components read the model and send messages.
//!
//! A component reads through [`use_selector`] and is drawn again only when what it selected has changed; it changes
//! nothing itself but sends a [`Msg`] through [`use_dispatch`]. Must not be in here: effects, storage, spawning.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use gloo::events::{EventListener, EventListenerOptions};
use yew::prelude::*;

use crate::app::{Model, Msg};
use crate::i18n::{Messages, messages};

type Listener = Rc<dyn Fn()>;

/// The model, shared by all components, and the way to the loop that changes it.
#[derive(Clone)]
pub struct Store(Rc<Inner>);

struct Inner {
    model: RefCell<Model>,
    listeners: RefCell<BTreeMap<u64, Listener>>,
    next: Cell<u64>,
    sink: Box<dyn Fn(Msg)>,
}

impl PartialEq for Store {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Store {
    /// A store whose messages go to `sink`.
    pub fn new(model: Model, sink: impl Fn(Msg) + 'static) -> Self {
        Self(Rc::new(Inner {
            model: RefCell::new(model),
            listeners: RefCell::default(),
            next: Cell::new(0),
            sink: Box::new(sink),
        }))
    }

    /// Reads the model.
    pub fn read<T>(&self, read: impl FnOnce(&Model) -> T) -> T {
        read(&self.0.model.borrow())
    }

    /// Changes the model; for the loop alone.
    pub fn change<T>(&self, change: impl FnOnce(&mut Model) -> T) -> T {
        change(&mut self.0.model.borrow_mut())
    }

    /// Sends a message to the loop.
    pub fn dispatch(&self, msg: Msg) {
        (self.0.sink)(msg);
    }

    /// Tells every component to look whether what it selected has changed; for the loop alone.
    pub fn notify(&self) {
        let listeners: Vec<Listener> = self.0.listeners.borrow().values().cloned().collect();
        for listener in listeners {
            listener();
        }
    }

    fn subscribe(&self, listener: Listener) -> Subscription {
        let id = self.0.next.get();
        self.0.next.set(id + 1);
        self.0.listeners.borrow_mut().insert(id, listener);
        Subscription { store: self.clone(), id }
    }
}

struct Subscription {
    store: Store,
    id: u64,
}

impl Drop for Subscription {
    fn drop(&mut self) {
        self.store.0.listeners.borrow_mut().remove(&self.id);
    }
}

/// The store of the page.
///
/// A component outside [`ContextProvider<Store>`] gets an empty one, which shows nothing and swallows messages.
#[hook]
pub fn use_store() -> Store {
    let context = use_context::<Store>();
    let fallback = use_memo((), |()| Store::new(Model::default(), |_| {}));
    context.unwrap_or_else(|| (*fallback).clone())
}

/// A function that sends messages.
#[hook]
pub fn use_dispatch() -> Callback<Msg> {
    let store = use_store();
    (*use_memo(store, |store| {
        let store = store.clone();
        Callback::from(move |msg| store.dispatch(msg))
    }))
    .clone()
}

/// What `select` takes from the model; the component is drawn again when that changes.
#[hook]
pub fn use_selector<T, F>(select: F) -> Rc<T>
where
    T: PartialEq + 'static,
    F: Fn(&Model) -> T + 'static,
{
    let store = use_store();
    let last = use_mut_ref(|| None::<Rc<T>>);
    let selector = use_mut_ref(|| None::<Rc<dyn Fn(&Model) -> T>>);
    let redraw = use_force_update();

    let select: Rc<dyn Fn(&Model) -> T> = Rc::new(select);
    let fresh = store.read(|model| select(model));
    *selector.borrow_mut() = Some(select);
    let value = match &*last.borrow() {
        Some(known) if **known == fresh => known.clone(),
        _ => Rc::new(fresh),
    };
    *last.borrow_mut() = Some(value.clone());

    use_effect_with(store, move |store| {
        let reader = store.clone();
        let subscription = store.subscribe(Rc::new(move || {
            let Some(select) = selector.borrow().clone() else {
                return;
            };
            let fresh = reader.read(|model| select(model));
            let changed = last.borrow().as_ref().is_none_or(|known| **known != fresh);
            if changed {
                *last.borrow_mut() = Some(Rc::new(fresh));
                redraw.force_update();
            }
        }));
        move || drop(subscription)
    });
    value
}

/// The words of the interface in the current language.
#[hook]
pub fn use_messages() -> &'static Messages {
    messages(*use_selector(Model::language))
}

/// Does something when the page is left, perhaps for good: it is hidden, loaded again, or closed.
#[hook]
pub fn use_leaving(leave: Callback<()>) {
    let latest = use_mut_ref(|| leave.clone());
    *latest.borrow_mut() = leave;
    use_effect_with((), move |()| {
        let window = web_sys::window();
        let hidden = || web_sys::window().and_then(|window| window.document()).is_some_and(|page| page.hidden());
        let (once, again) = (latest.clone(), latest.clone());
        // Capturing, so that it comes before the loop keeps what is on its way.
        let options = EventListenerOptions::run_in_capture_phase();
        let page = window.as_ref().and_then(web_sys::Window::document);
        let listeners = (
            window.map(|window| {
                EventListener::new_with_options(&window, "pagehide", options, move |_| once.borrow().emit(()))
            }),
            page.map(|page| {
                EventListener::new_with_options(&page, "visibilitychange", options, move |_| {
                    if hidden() {
                        again.borrow().emit(());
                    }
                })
            }),
        );
        move || drop(listeners)
    });
}

/// Keeps words that are being typed in a place over a reload, and gives them back when the place is shown again.
#[hook]
pub fn use_kept_words(place: String, text: &UseStateHandle<String>) {
    let store = use_store();
    use_effect_with((), {
        let (store, place, text) = (store.clone(), place.clone(), text.clone());
        move |()| {
            if let Some(words) = store.read(|model| model.words.get(&place).cloned()) {
                text.set(words);
            }
            // Where the place goes away while the page stays, the words were used, or given up.
            move || store.dispatch(Msg::Words(place, None))
        }
    });
    let words = (**text).clone();
    use_leaving(Callback::from(move |()| store.dispatch(Msg::Words(place.clone(), Some(words.clone())))));
}
