//! Changes that could not be stored, kept in the browser's store of texts until they are.
//!
//! Each tab keeps its own under a name of its own, and holds a lock as long as it lives, so that the next start takes
//! the changes a tab left behind and never those that one is still working on.

use std::cell::RefCell;

use super::local::BrowserStore;
use espalier_storage::port::Commit;
use espalier_web_storage::tabs::Lock;

const BEGINNING: &str = "espalier.unsaved.";

/// Changes that this tab could not store.
#[derive(Default)]
pub struct Unsaved {
    /// Name under which this tab keeps them, and the lock that shows that the tab lives.
    own: RefCell<Option<(String, Lock)>>,
    /// Names taken over from tabs that are gone.
    taken: RefCell<Vec<String>>,
}

impl Unsaved {
    /// Whether an earlier visit, or another tab, left changes.
    pub fn is_there() -> bool {
        !BrowserStore::Device.names(BEGINNING).is_empty()
    }

    /// Takes the changes that tabs left behind which are gone.
    pub async fn take(&self) -> Vec<Commit> {
        let mut commits = Vec::new();
        for name in BrowserStore::Device.names(BEGINNING) {
            if !Lock::is_free(&name).await {
                continue;
            }
            match BrowserStore::Device.value::<Vec<Commit>>(&name) {
                Some(left) => {
                    commits.extend(left);
                    self.taken.borrow_mut().push(name);
                }
                // Another version may read it.
                None => log::warn!("{name} cannot be read and stays"),
            }
        }
        commits
    }

    /// Keeps a text in place of the one before, or forgets it all; returns whether that went well.
    pub fn keep(&self, text: Option<&str>) -> bool {
        let Some(text) = text else {
            if let Some((name, _)) = self.own.take() {
                BrowserStore::Device.remove(&name);
            }
            self.forget_taken();
            return true;
        };
        let mut own = self.own.borrow_mut();
        let (name, _) = own.get_or_insert_with(|| {
            let number = (js_sys::Math::random() * 1e15) as u64;
            let name = format!("{BEGINNING}{number}");
            let lock = Lock::hold(&name);
            (name, lock)
        });
        let kept = BrowserStore::Device.set_text(name, text);
        if kept {
            // It includes what was taken over.
            self.forget_taken();
        }
        kept
    }

    fn forget_taken(&self) {
        for name in self.taken.take() {
            BrowserStore::Device.remove(&name);
        }
    }
}
