//! A shared value that is compared by where it is, not by what is in it: rows and derived views are replaced when they
//! change, so the same address is the same content, and comparing costs nothing however long a message is.

use std::ops::Deref;
use std::rc::Rc;

/// A shared value, compared by address.
#[derive(Debug, Default)]
pub struct Shared<T: ?Sized>(pub Rc<T>);

impl<T: ?Sized> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T: ?Sized> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl<T: ?Sized> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: ?Sized> From<&Rc<T>> for Shared<T> {
    fn from(value: &Rc<T>) -> Self {
        Self(value.clone())
    }
}
