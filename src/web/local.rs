//! The browser's small stores of texts: one that stays, one for this tab.
//!
//! A browser that blocks the data of a site refuses to hand them out, or has them and refuses to write. Then nothing is
//! found and nothing is kept, and the page works all the same.

use serde::Serialize;
use serde::de::DeserializeOwned;
use web_sys::Storage;

use super::page::window;

/// The store a value is kept in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BrowserStore {
    /// The store that stays on this device.
    Device,
    /// The store that goes with the tab.
    Session,
}

impl BrowserStore {
    fn store(self) -> Option<Storage> {
        let window = window()?;
        let store = match self {
            Self::Device => window.local_storage(),
            Self::Session => window.session_storage(),
        };
        store.ok().flatten()
    }

    /// Returns a text.
    pub fn text(self, name: &str) -> Option<String> {
        self.store()?.get_item(name).ok().flatten()
    }

    /// Keeps a text; returns whether the browser did.
    pub fn set_text(self, name: &str, text: &str) -> bool {
        // What is being erased in this very moment is not to be written again.
        !super::page::is_erased() && self.store().is_some_and(|store| store.set_item(name, text).is_ok())
    }

    /// Returns a value that was kept as JSON.
    pub fn value<T: DeserializeOwned>(self, name: &str) -> Option<T> {
        serde_json::from_str(&self.text(name)?).ok()
    }

    /// Keeps a value as JSON.
    pub fn set_value<T: Serialize>(self, name: &str, value: &T) {
        let kept = serde_json::to_string(value).is_ok_and(|text| self.set_text(name, &text));
        if !kept {
            log::warn!("the browser does not keep {name}");
        }
    }

    /// Forgets a value.
    pub fn remove(self, name: &str) {
        if let Some(store) = self.store() {
            // What cannot be removed cannot be read either.
            let _ = store.remove_item(name);
        }
    }

    /// Returns the names that begin so.
    pub fn names(self, beginning: &str) -> Vec<String> {
        let Some(store) = self.store() else { return Vec::new() };
        let names = (0..store.length().unwrap_or(0)).filter_map(|index| store.key(index).ok().flatten());
        names.filter(|name| name.starts_with(beginning)).collect()
    }
}
