//! The name of a time zone, and a pool in which equal values are kept once.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt;
use std::rc::Rc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The longest name that is kept; IANA's are shorter than 40 characters.
const MAX_NAME: usize = 64;
/// Number of values from which on a pool looks for some that nobody uses any more.
const MIN_SWEEP: usize = 1_024;

/// The name of a time zone as the IANA database has it, such as `Europe/Berlin`. Cloning is cheap.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Zone(Rc<str>);

/// Pool of values of which equal ones are kept once, for as long as someone has them.
#[derive(Debug)]
pub struct Pool<T: ?Sized + Ord> {
    known: BTreeSet<Rc<T>>,
    sweep_at: usize,
}

impl<T: ?Sized + Ord> Pool<T> {
    /// Makes a pool with nothing in it.
    pub const fn new() -> Self {
        Self { known: BTreeSet::new(), sweep_at: MIN_SWEEP }
    }

    /// Returns the shared value that equals `value`.
    pub fn share(&mut self, value: &T) -> Rc<T>
    where
        Rc<T>: for<'a> From<&'a T>,
    {
        if let Some(known) = self.known.get(value) {
            return known.clone();
        }
        if self.known.len() >= self.sweep_at {
            self.known.retain(|known| Rc::strong_count(known) > 1);
            self.sweep_at = (2 * self.known.len()).max(MIN_SWEEP);
        }
        let shared: Rc<T> = value.into();
        self.known.insert(shared.clone());
        shared
    }
}

impl<T: ?Sized + Ord> Default for Pool<T> {
    fn default() -> Self {
        Self::new()
    }
}

thread_local! {
    static NAMES: RefCell<Pool<str>> = const { RefCell::new(Pool::new()) };
}

impl Zone {
    /// Makes the zone of that name, which need not be one that is known here; too long a name is cut.
    pub fn new(name: &str) -> Self {
        let end = name.char_indices().nth(MAX_NAME).map_or(name.len(), |(index, _)| index);
        Self(NAMES.with_borrow_mut(|names| names.share(&name[..end])))
    }

    /// Returns the name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Default for Zone {
    fn default() -> Self {
        Self::new("UTC")
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for Zone {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Zone {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        Ok(Self::new(&name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_zones_are_kept_once_and_read_back() {
        let zone = Zone::new("Europe/Berlin");
        let read: Zone = serde_json::from_str("\"Europe/Berlin\"").unwrap();
        assert_eq!(read, zone);
        assert!(Rc::ptr_eq(&zone.0, &read.0));
        assert_eq!(Zone::new(&"x".repeat(1_000)).as_str().len(), MAX_NAME);
    }

    #[test]
    fn a_pool_forgets_what_nobody_has() {
        let mut pool = Pool::<str>::new();
        let kept = pool.share("kept");
        for number in 0..10 * MIN_SWEEP {
            pool.share(&number.to_string());
        }
        assert!(pool.known.len() <= 2 * MIN_SWEEP);
        assert!(Rc::ptr_eq(&kept, &pool.share("kept")));
    }
}
