//! Slot for a value that is made when it is first looked into.

use std::cell::OnceCell;
use std::fmt;
use std::ops::{Deref, DerefMut};

/// State of a room: made by the code that first looks into it, so that a model can exist without the room's code.
pub struct Slot<T>(OnceCell<Box<T>>);

impl<T> Slot<T> {
    /// The state, if it was looked into.
    pub fn made(&self) -> Option<&T> {
        self.0.get().map(|made| &**made)
    }
}

impl<T> Default for Slot<T> {
    fn default() -> Self {
        Self(OnceCell::new())
    }
}

impl<T> fmt::Debug for Slot<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(if self.0.get().is_some() { "made" } else { "empty" })
    }
}

impl<T: Default> Deref for Slot<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.0.get_or_init(Box::default)
    }
}

impl<T: Default> DerefMut for Slot<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.0.get_or_init(Box::default);
        let Some(made) = self.0.get_mut() else { unreachable!("it was made just now") };
        made
    }
}
