//! Index of the texts of a workspace, and the search in it.
//!
//! All texts lie in memory, folded, one behind the other; a search goes through them from the beginning, in steps. It
//! may depend on base alone. Must not be in here: records, rooms, storage.
//!
//! - F1 A text is found when it contains every word of the query. A word is found inside others too, so Chinese, which
//!   has no spaces, is found as well. Words in double quotes are looked for as one.
//! - F2 Case, marks on letters, full-width forms and kinds of space don't matter.
//! - F3 A name is also found when each word of the query differs from the beginning of one of its words by a letter
//!   more, less, another or two exchanged, where the word has four letters or more.
//! - F4 The result does not depend on the size of the steps, nor on whether a search was begun anew or narrowed.
//! - F5 Every hit shows where it is: a snippet around the first match, with the ranges of all matches in it.

mod index;
mod query;
mod search;
mod snippet;
mod typo;

pub use self::index::{Index, Passage};
pub use self::query::Query;
pub use self::search::{Filter, Found, Search};
pub use self::snippet::Snippet;
