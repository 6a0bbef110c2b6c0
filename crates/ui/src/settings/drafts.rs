//! Drafts of endpoints, typed and not saved yet, kept while the settings are closed.
//!
//! In memory alone: a key that was typed and not saved goes with the page. What is kept over a reload is kept by the
//! form.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::endpoint::Draft;

/// The drafts by provider, and the provider that was looked at.
#[derive(Debug, Clone, Default)]
pub struct Drafts(Rc<RefCell<DraftMap>>);

#[derive(Debug, Default)]
struct DraftMap {
    drafts: BTreeMap<&'static str, Draft>,
    chosen: Option<&'static str>,
}

impl PartialEq for Drafts {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Drafts {
    pub(super) fn get(&self, provider: &str) -> Option<Draft> {
        self.0.borrow().drafts.get(provider).cloned()
    }

    /// Keeps a draft, or forgets it where it is saved.
    pub(super) fn keep(&self, provider: &'static str, draft: Option<Draft>) {
        let mut kept = self.0.borrow_mut();
        match draft {
            Some(draft) => kept.drafts.insert(provider, draft),
            None => kept.drafts.remove(provider),
        };
    }

    /// The provider that was looked at, where something is typed for it.
    pub(super) fn chosen(&self) -> Option<&'static str> {
        let kept = self.0.borrow();
        kept.chosen.filter(|id| kept.drafts.contains_key(id))
    }

    /// Notes which provider is looked at.
    pub(super) fn choose(&self, provider: &'static str) {
        self.0.borrow_mut().chosen = Some(provider);
    }
}
