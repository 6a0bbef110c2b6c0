//! The shape of the database as data: its name, its version, its stores.
//!
//! Rows are JSON texts under text keys, so a store holds whatever the record is; the version says how to read it. A
//! change of the records' shape raises [`VERSION`] and adds one step to the list in `migrate`. Must not be in here:
//! opening a database.

use crate::model::Table;

/// The name of the database.
pub const DATABASE: &str = "espalier";
/// The version of the structure and of the records' shape. Data with a higher one is never touched.
pub const VERSION: u32 = 1;
/// The store of journal entries; the keys are `document/entry`.
pub const JOURNAL: &str = "journal";
/// The store of single values: the counter of the durability barrier.
pub const META: &str = "meta";

/// All stores of the current version. An upgrade deletes every store that is not listed, so nothing may ever be
/// taken off this list without a migration that moved its rows.
pub fn stores() -> impl Iterator<Item = &'static str> {
    Table::ALL.iter().map(|table| table.name()).chain([JOURNAL, META])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_store_of_version_one_is_still_listed() {
        let stores: Vec<_> = stores().collect();
        for name in [
            "sessions",
            "messages",
            "personas",
            "endpoints",
            "learned",
            "preferences",
            "journal",
            "meta",
        ] {
            assert!(stores.contains(&name), "an upgrade would delete {name:?}");
        }
    }
}
