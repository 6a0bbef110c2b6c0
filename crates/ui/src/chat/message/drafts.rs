//! Texts of messages that are being edited, kept while their form is not on the screen.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use espalier_model::MessageId;

/// Changed texts that were neither saved nor given up.
#[derive(Debug, Clone, Default)]
pub struct EditDrafts(Rc<RefCell<HashMap<MessageId, String>>>);

impl PartialEq for EditDrafts {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl EditDrafts {
    /// The changed text of a message.
    pub fn get(&self, id: MessageId) -> Option<String> {
        self.0.borrow().get(&id).cloned()
    }

    /// Keeps a changed text.
    pub fn keep(&self, id: MessageId, text: String) {
        self.0.borrow_mut().insert(id, text);
    }

    /// Forgets it: it was saved, or given up.
    pub fn forget(&self, id: MessageId) {
        self.0.borrow_mut().remove(&id);
    }
}
