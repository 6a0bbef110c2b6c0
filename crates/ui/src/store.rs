//! How components read the model and send messages.
//!
//! A component reads through [`use_selector`] and is drawn again only when what it selected has changed; it changes
//! nothing itself but sends a [`Msg`] through [`use_dispatch`].

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use gloo::events::{EventListener, EventListenerOptions};
use yew::prelude::*;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::kit::dom::{field_value, use_layout_effect};
use espalier_app::{Model, Msg};
use espalier_i18n::{Messages, messages};

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
    pub(crate) fn dispatch(&self, msg: Msg) {
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
pub(crate) fn use_store() -> Store {
    use_context::<Store>().unwrap_or_else(|| EMPTY.with(Store::clone))
}

thread_local! {
    /// Empty store, shared by all components without a context.
    static EMPTY: Store = Store::new(Model::default(), |_| {});
}

#[hook]
pub(crate) fn use_dispatch() -> Callback<Msg> {
    let store = use_store();
    (*use_memo(store, |store| {
        let store = store.clone();
        Callback::from(move |msg| store.dispatch(msg))
    }))
    .clone()
}

/// Returns what `select` takes from the model; the component is drawn again when that changes.
#[hook]
pub(crate) fn use_selector<T, F>(select: F) -> Rc<T>
where
    T: PartialEq + 'static,
    F: Fn(&Model) -> T + 'static,
{
    let value = use_selected(Rc::new(move |model, known| {
        let fresh = select(model);
        match known.and_then(<dyn Any>::downcast_ref::<T>) {
            Some(known) if *known == fresh => None,
            _ => Some(Rc::new(fresh)),
        }
    }));
    value.downcast().unwrap_or_else(|_| unreachable!("a selector keeps its type"))
}

/// A selector without its type: reads the model, and returns the value where it differs from the known one.
type Select = Rc<dyn Fn(&Model, Option<&dyn Any>) -> Option<Rc<dyn Any>>>;

/// Selects untyped: nearly every component has a selector, so all that does not depend on its type is here, once.
#[hook]
fn use_selected(select: Select) -> Rc<dyn Any> {
    let store = use_store();
    let redraw = use_force_update();
    let last = use_mut_ref(|| None::<Rc<dyn Any>>);
    let selector = use_mut_ref(|| select.clone());

    let look = move |store: &Store, select: &Select, last: &RefCell<Option<Rc<dyn Any>>>| {
        let fresh = store.read(|model| select(model, last.borrow().as_deref()));
        fresh.map(|fresh| *last.borrow_mut() = Some(fresh)).is_some()
    };
    look(&store, &select, &last);
    *selector.borrow_mut() = select;
    let value = last.borrow().clone();

    use_effect_with(store, move |store| {
        let reader = store.clone();
        let listener: Listener = Rc::new(move || {
            let select = selector.borrow().clone();
            if look(&reader, &select, &last) {
                redraw.force_update();
            }
        });
        let subscription = store.subscribe(listener.clone());
        // The page may have gone on between the drawing and its effects: Yew lets events in after 16 ms of work.
        listener();
        move || drop(subscription)
    });
    value.unwrap_or_else(|| Rc::new(()))
}

/// The words of the interface in the current language.
#[hook]
pub(crate) fn use_messages() -> &'static Messages {
    messages(*use_selector(Model::language))
}

/// Does something when the page is left, perhaps for good: it is hidden, loaded again, or closed.
#[hook]
pub(crate) fn use_leaving(leave: Callback<()>) {
    let latest = use_mut_ref(|| leave.clone());
    *latest.borrow_mut() = leave;
    use_layout_effect((), move |()| {
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

/// Finishes with what is in a field when its place goes away or the page is left. The first of the callbacks that are
/// returned hands the text on, once; the second one gives it up.
#[hook]
pub(crate) fn use_finish(node: &NodeRef, finish: Callback<String>) -> (Callback<String>, Callback<()>) {
    let open = use_mut_ref(|| true);
    let latest = use_mut_ref(|| finish.clone());
    *latest.borrow_mut() = finish;
    let end = {
        let open = open.clone();
        Callback::from(move |text: String| {
            if open.replace(false) {
                latest.borrow().emit(text);
            }
        })
    };
    let leave = {
        let (end, node) = (end.clone(), node.clone());
        Callback::from(move |()| {
            if let Some(text) = field_value(&node) {
                end.emit(text);
            }
        })
    };
    use_layout_effect((), {
        let leave = leave.clone();
        move |()| move || leave.emit(())
    });
    use_leaving(leave);
    let give_up = Callback::from(move |()| *open.borrow_mut() = false);
    (end, give_up)
}

/// Keeps what is being typed, over other places of the app and over a reload, until it is used or given up, which the
/// callback says. What is as it began is not kept. `now` gives what is typed at the moment, `drawn` what was drawn last.
#[hook]
fn use_kept(
    place: String,
    drawn: String,
    now: Rc<dyn Fn() -> Option<String>>,
    restore: Callback<String>,
) -> Callback<()> {
    let store = use_store();
    let latest = use_mut_ref(|| (drawn.clone(), now.clone()));
    *latest.borrow_mut() = (drawn.clone(), now);
    let begun = use_mut_ref(|| drawn.clone());
    let used = use_mut_ref(|| None::<String>);
    if used.borrow().as_ref().is_some_and(|used| *used != drawn) {
        *used.borrow_mut() = None;
    }
    let typed = {
        let latest = latest.clone();
        // The last letters may not be drawn yet; words that are given back may not be in the field yet.
        move || {
            let (drawn, now) = latest.borrow().clone();
            now().filter(|typed| !typed.is_empty()).unwrap_or(drawn)
        }
    };
    let keep = {
        let (store, place, typed, used) = (store.clone(), place.clone(), typed.clone(), used.clone());
        move || {
            let words = typed();
            let is_open = words != *begun.borrow() && used.borrow().as_ref() != Some(&words);
            store.dispatch(Msg::Words(place.clone(), is_open.then_some(words)));
        }
    };
    use_layout_effect((), {
        let (store, place, keep) = (store.clone(), place.clone(), keep.clone());
        move |()| {
            if let Some(words) = store.read(|model| model.words.get(&place).cloned()) {
                restore.emit(words);
            }
            move || keep()
        }
    });
    use_leaving(Callback::from(move |()| keep()));
    Callback::from(move |()| {
        *used.borrow_mut() = Some(typed());
        store.dispatch(Msg::Words(place.clone(), None));
    })
}

/// Keeps the words that are being typed into a field; see [`use_kept`].
#[hook]
pub(crate) fn use_kept_words(place: String, text: &UseStateHandle<String>, field: &NodeRef) -> Callback<()> {
    let restore = {
        let text = text.setter();
        Callback::from(move |words: String| text.set(words))
    };
    let field = field.clone();
    use_kept(place, (**text).clone(), Rc::new(move || field_value(&field)), restore)
}

/// Content of a form at the moment: the last letters may not be drawn yet.
pub(crate) struct FormHandle<T> {
    now: Rc<RefCell<T>>,
    redraw: UseForceUpdateHandle,
}

impl<T> Clone for FormHandle<T> {
    fn clone(&self) -> Self {
        Self { now: self.now.clone(), redraw: self.redraw.clone() }
    }
}

impl<T: Clone + 'static> FormHandle<T> {
    pub(crate) fn get(&self) -> T {
        self.now.borrow().clone()
    }

    pub fn change(&self, change: impl FnOnce(&mut T)) {
        change(&mut self.now.borrow_mut());
        self.redraw.force_update();
    }

    /// A callback that changes the form by a value of one of its fields.
    pub(crate) fn on<V: 'static>(&self, set: fn(&mut T, V)) -> Callback<V> {
        let form = self.clone();
        Callback::from(move |value| form.change(|now| set(now, value)))
    }
}

/// Keeps what is being filled into a form; see [`use_kept`].
#[hook]
pub(crate) fn use_kept_form<T>(place: String, begin: impl FnOnce() -> T) -> (FormHandle<T>, Callback<()>)
where
    T: Serialize + DeserializeOwned + Clone + 'static,
{
    let form = FormHandle { now: use_mut_ref(begin), redraw: use_force_update() };
    let restore = {
        let form = form.clone();
        Callback::from(move |words: String| {
            // What another version kept is no form of this one.
            if let Ok(kept) = serde_json::from_str(&words) {
                form.change(|now| *now = kept);
            }
        })
    };
    let written = {
        let now = form.now.clone();
        move || serde_json::to_string(&*now.borrow()).ok()
    };
    let used = use_kept(place, written().unwrap_or_default(), Rc::new(written), restore);
    (form, used)
}
