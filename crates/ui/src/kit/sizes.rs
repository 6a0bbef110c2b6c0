//! The browser's observer of sizes, with what it watches.

use js_sys::Array;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, ResizeObserver};

/// A `ResizeObserver` with the elements it watches.
pub struct Sizes {
    observer: ResizeObserver,
    watched: Vec<Element>,
    /// The browser calls it for as long as it observes.
    _callback: Closure<dyn FnMut(Array)>,
}

impl Sizes {
    /// Watches no element yet; `changed` is called between layout and painting. `None` without browser support.
    pub fn watched_by(mut changed: impl FnMut(&Array) + 'static) -> Option<Self> {
        let callback = Closure::<dyn FnMut(Array)>::new(move |entries: Array| changed(&entries));
        let observer = ResizeObserver::new(callback.as_ref().unchecked_ref()).ok()?;
        Some(Self { observer, watched: Vec::new(), _callback: callback })
    }

    /// Watches exactly these elements from now on.
    pub fn watch(&mut self, elements: Vec<Element>) {
        for gone in self.watched.iter().filter(|watched| !elements.contains(watched)) {
            self.observer.unobserve(gone);
        }
        for new in elements.iter().filter(|element| !self.watched.contains(element)) {
            self.observer.observe(new);
        }
        self.watched = elements;
    }
}

impl Drop for Sizes {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}
