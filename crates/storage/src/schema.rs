//! The shape of the database as data: its name, its version, its stores.
//!
//! Rows are JSON texts under text keys, so a store holds any record; the version decides how to read it. Only
//! [`ENTRY_CHUNKS`], [`SHAPE_CHUNKS`], whose bytes name their own version, and [`FILES`] hold bytes. A change that older
//! rows do not read as raises [`VERSION`] and adds one step to the list in `migrate`; a field with a default does not.

/// The name of the database.
pub const DATABASE: &str = "espalier";
/// The version of the structure and of the records' shape. Data with a higher one is never touched.
pub const VERSION: u32 = 10;
/// The store of journal entries; the keys are `document/entry`.
pub const JOURNAL: &str = "journal";
/// The store of packed entries of the time log (`packing`): bytes, not texts.
pub const ENTRY_CHUNKS: &str = "entryChunks";
/// The store of packed shapes of scenes (`packing`): bytes, not texts.
pub const SHAPE_CHUNKS: &str = "shapeChunks";
/// The store of attached files: bytes under the hash of them.
pub const FILES: &str = "files";
/// The store of marks: the rows of each commit that the mirror does not have yet (`changes`).
pub const CHANGES: &str = "changes";
/// The store of stamps: what is known of the history of rows that other devices change, too (`espalier-mirror`).
pub const STAMPS: &str = "stamps";
/// The store of single values: the counter of the durability barrier.
pub const META: &str = "meta";

/// The stores that each version added, from version 1 on. Stores are only ever added; one that is not used any more
/// stays empty.
const ADDED: &[&[&str]] = &[
    &["sessions", "messages", "personas", "endpoints", "learned", "preferences", JOURNAL, META],
    &["maps", "nodes"],
    &["timeEntries", "timeCategories", "goals"],
    &["turns", "courses"],
    &[ENTRY_CHUNKS],
    &["scenes", "shapes"],
    &[SHAPE_CHUNKS],
    &[FILES],
    &[CHANGES, STAMPS],
    &["links"],
];

/// Returns all stores of the current version.
pub fn stores() -> impl Iterator<Item = &'static str> {
    ADDED.iter().copied().flatten().copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use espalier_model::Table;

    #[test]
    fn the_version_counts_the_lists_of_stores() {
        assert_eq!(ADDED.len(), VERSION as usize);
    }

    #[test]
    fn every_table_has_a_store_and_every_store_is_listed_once() {
        let mut listed: Vec<_> = stores().collect();
        let mut wanted: Vec<_> = Table::ALL.iter().map(|table| table.name()).collect();
        wanted.extend([JOURNAL, META, ENTRY_CHUNKS, SHAPE_CHUNKS, FILES, CHANGES, STAMPS]);
        listed.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(listed, wanted);
    }
}
