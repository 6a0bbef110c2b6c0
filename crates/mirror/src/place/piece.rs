//! Bundles with rows and what is known of their history: writing and reading them.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::{At, Meta, SHARED, State, row_of, stamps_key};
use crate::bundle::{Header, Part, Reader, Writer};
use espalier_model::Table;
use espalier_storage::{migrate, schema};

/// Rows of a bundle that is being made.
#[derive(Default)]
pub struct Piece {
    pub rows: BTreeMap<At, (Option<String>, String)>,
    /// Length of all their texts.
    pub bytes: usize,
}

impl Piece {
    /// Adds a row with its state.
    pub fn add(&mut self, at: At, state: State) {
        let (meta, row) = state.to_stored();
        // Plain data always has a JSON form.
        let row = row.and_then(|row| serde_json::to_string(row).ok());
        let meta = serde_json::to_string(&meta).unwrap_or_default();
        self.bytes += row.as_ref().map_or(0, String::len) + meta.len();
        self.rows.insert(at, (row, meta));
    }

    /// Writes the bundle.
    pub fn finish(self) -> Vec<u8> {
        let mut writer = Writer::new(&Header { shape: schema::VERSION });
        for ((table, key), (row, _)) in &self.rows {
            writer.row(table.name(), key, row.as_deref());
        }
        for (at, (_, meta)) in &self.rows {
            writer.row(schema::STAMPS, &stamps_key(at), Some(meta));
        }
        writer.finish()
    }
}

/// Reads a bundle; `None` where it is not whole.
pub fn read(bytes: &[u8]) -> Option<Vec<(At, State)>> {
    let mut reader = Reader::new(schema::VERSION);
    reader.push(bytes);
    let mut rows: BTreeMap<At, Map<String, Value>> = BTreeMap::new();
    let mut metas: Vec<(At, Meta)> = Vec::new();
    while let Some(part) = reader.next_part() {
        let Part::Rows(store, lines) = part.ok()? else { continue };
        for line in lines {
            if store == schema::STAMPS {
                metas.extend(row_of(&line.key).zip(serde_json::from_str(&line.json?).ok()));
            } else if let (Some(table), Some(json)) = (Table::from_name(&store), line.json) {
                let json = migrate::row(&store, &json, reader.shape()).ok().flatten();
                rows.extend(json.and_then(|json| Some(((table, line.key), serde_json::from_str(&json).ok()?))));
            }
        }
    }
    reader.finish().ok()?;
    let state = |(at, meta): (At, Meta)| {
        let row = rows.remove(&at);
        SHARED.contains(&at.0).then(|| (at, State::stored(meta, row)))
    };
    Some(metas.into_iter().filter_map(state).collect())
}
