//! Reading the steps of earlier visits.

use super::Core;
use crate::effect::{Effect, LoadTag};
use espalier_command::history::{Document, Entry, parse_journal_key};
use espalier_storage::port::{JournalRow, Query};

/// Steps of a document that are read at once.
pub const JOURNAL_PAGE: u32 = 500;

/// Steps that can be undone and are kept in memory, if there are as many.
const STEPS_AHEAD: usize = 50;

/// Reads the last steps of a document.
pub fn read_journal(document: Document) -> Effect {
    journal_page(document, None)
}

/// Reads the steps before those that are known, unless there are none or they are being read.
pub fn read_older(core: &mut Core, document: Document, out: &mut Vec<Effect>) {
    let before = core.history.older(document).map(str::to_owned);
    if before.is_some() && core.reading.insert(document) {
        out.push(journal_page(document, before));
    }
}

/// Reads older steps as soon as few are left to be taken back.
pub fn read_ahead(core: &mut Core, document: Document, out: &mut Vec<Effect>) {
    if core.history.entries(document).iter().filter(|entry| !entry.undone).nth(STEPS_AHEAD).is_none() {
        read_older(core, document, out);
    }
}

fn journal_page(document: Document, before: Option<String>) -> Effect {
    let query = Query::Journal { document: document.to_string(), before, limit: JOURNAL_PAGE };
    Effect::Load(LoadTag::Journal(document), query)
}

/// The steps in rows that can be read, each with its document.
pub fn entries(rows: &[JournalRow]) -> impl Iterator<Item = (Document, Entry)> + '_ {
    rows.iter().filter_map(|row| {
        let (document, _) = parse_journal_key(&row.key)?;
        Some((document, serde_json::from_str(&row.json).ok()?))
    })
}
