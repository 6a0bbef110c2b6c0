//! The steps from the rows of one version to those of the next.
//!
//! A step is a pure function on one row, one file each below `migrate/`. Stored data goes through them batch by batch,
//! each batch in one transaction together with a note of how far it got ([`Progress`]), so that nothing is migrated
//! twice and a tab may close at any time. Rows of older files go through the same steps one by one ([`row`]).
//!
//! Nothing is read for versions that only added stores, nor written: every new database would pay for all of them.
//!
//! - G1 The steps lead from version 1 to [`schema::VERSION`] without a gap.
//! - G2 A row that a step cannot read stays as it is.

use serde::{Deserialize, Serialize};

use super::port::StorageError;
use super::schema;
use super::writes::Writes;

/// A change of the rows' shape by one version.
#[derive(Debug, Clone, Copy)]
pub struct Step {
    /// The version it leads to, from the one before.
    pub to: u32,
    /// Gives the new form of a row of a store; `None` for a version that left rows as they were.
    pub row: Option<RowStep>,
}

/// The row of the store of single values that holds the progress.
pub const PROGRESS_KEY: &str = "progress";

/// Function of a step on a row: the store, the JSON text. `None` where the row is not needed any more; the error says
/// what is wrong with the row.
pub type RowStep = fn(&str, &str) -> Result<Option<String>, String>;

/// All steps. Version 1 is the first, so none leads to it.
pub const STEPS: &[Step] = &[
    // Mind maps came as stores of their own.
    Step { to: 2, row: None },
    // The time log came as stores of its own.
    Step { to: 3, row: None },
    // Turns that are not over, and courses, came as stores of their own.
    Step { to: 4, row: None },
    // Packed entries came as a store of their own.
    Step { to: 5, row: None },
    // Scenes came as stores of their own.
    Step { to: 6, row: None },
    // Packed shapes came as a store of their own.
    Step { to: 7, row: None },
    // Attached files came as a store of their own.
    Step { to: 8, row: None },
    // Marks of what was changed, and stamps, came as stores of their own.
    Step { to: 9, row: None },
    // Links came as a store of their own; those of what rows have in common are made by the app once they are read.
    Step { to: 10, row: None },
];

/// Number of rows in one transaction.
pub const BATCH_ROWS: u32 = 500;

/// Progress of a migration, kept beside the data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// The version that all rows have at least.
    pub version: u32,
    /// The store on its way to the next version; those before it in the schema are done.
    pub store: usize,
    /// The last key of that store that is done.
    pub after: Option<String>,
}

impl Default for Progress {
    /// Returns the progress of data of the first version.
    fn default() -> Self {
        Self { version: 1, store: 0, after: None }
    }
}

impl Progress {
    /// Goes past the versions that left rows as they were, and returns what is to be done to rows next, with the store
    /// whose next rows it is for; `None` when all is done.
    pub fn next(&mut self, steps: &[Step], stores: &[&'static str]) -> Option<(RowStep, &'static str)> {
        loop {
            let step = steps.iter().find(|step| step.to > self.version)?;
            if self.version + 1 < step.to {
                *self = Self { version: step.to - 1, store: 0, after: None };
            }
            if let Some(row) = step.row {
                return stores.get(self.store).map(|store| (row, *store));
            }
            *self = Self { version: step.to, store: 0, after: None };
        }
    }

    /// Returns the progress after a batch of which `last` is the last key; `full` says that there may be more.
    #[must_use]
    pub fn advance(&self, stores: &[&'static str], last: Option<String>, full: bool) -> Self {
        if full {
            return Self { after: last, ..self.clone() };
        }
        let store = self.store + 1;
        if store < stores.len() {
            return Self { version: self.version, store, after: None };
        }
        Self { version: self.version + 1, store: 0, after: None }
    }
}

/// Returns the changes of a batch of rows (keys and texts), with the progress after it; `full` says that there may be
/// more.
pub fn batch(
    progress: &Progress,
    step: RowStep,
    store: &'static str,
    rows: Vec<(String, String)>,
    full: bool,
) -> Result<Writes<'static>, StorageError> {
    let last = rows.last().map(|(key, _)| key.clone());
    let mut writes = Writes::default();
    for (key, json) in rows {
        match step(store, &json) {
            Ok(Some(changed)) if changed == json => {}
            Ok(Some(changed)) => writes.put(store, key.into(), changed.into()),
            Ok(None) => writes.deletes.push((store, key.into())),
            Err(reason) => log::warn!("a row of {store:?} stays as it is: {reason}"),
        }
    }
    let next = serde_json::to_string(&progress.advance(&stores(), last, full))
        .map_err(|error| StorageError::Aborted(error.to_string()))?;
    writes.put(schema::META, PROGRESS_KEY.into(), next.into());
    Ok(writes)
}

/// Returns the stores whose rows have a shape; packed rows have a version of their own and must stay at the end of the
/// schema or after it, because progress counts these stores.
pub fn stores() -> Vec<&'static str> {
    let shaped =
        |store: &&str| !matches!(*store, schema::META | schema::FILES | schema::ENTRY_CHUNKS | schema::SHAPE_CHUNKS);
    schema::stores().filter(shaped).collect()
}

/// Returns a row of an older version in the current shape; `None` where it is not needed any more.
pub fn row(store: &str, json: &str, version: u32) -> Result<Option<String>, String> {
    through(STEPS, store, json, version)
}

fn through(steps: &[Step], store: &str, json: &str, version: u32) -> Result<Option<String>, String> {
    let mut json = json.to_owned();
    for step in steps.iter().filter(|step| step.to > version).filter_map(|step| step.row) {
        match step(store, &json)? {
            Some(changed) => json = changed,
            None => return Ok(None),
        }
    }
    Ok(Some(json))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn g1_the_steps_lead_to_the_current_version_without_a_gap() {
        let versions: Vec<u32> = STEPS.iter().map(|step| step.to).collect();
        let wanted: Vec<u32> = (1..schema::VERSION).map(|from| from + 1).collect();
        assert_eq!(versions, wanted);
    }

    const STORES: [&str; 3] = ["a", "b", "c"];
    const TEST_STEPS: [Step; 5] = [
        Step {
            to: 2,
            row: Some(|_, json| match json {
                "broken" => Err("not a row".to_owned()),
                "gone" => Ok(None),
                json => Ok(Some(format!("{json}+2"))),
            }),
        },
        Step { to: 3, row: None },
        Step { to: 4, row: None },
        Step { to: 5, row: Some(|store, json| Ok(Some(format!("{json}+{store}5")))) },
        Step { to: 6, row: None },
    ];

    type Rows = BTreeMap<(&'static str, String), String>;

    /// Migrates one batch, as a store does it in one transaction.
    fn one_batch(rows: &mut Rows, progress: &mut Progress, limit: usize) -> Option<Progress> {
        let (step, store) = progress.next(&TEST_STEPS, &STORES)?;
        let wanted = |key: &&(&'static str, String)| {
            key.0 == store && progress.after.as_ref().is_none_or(|after| key.1 > *after)
        };
        let keys: Vec<_> = rows.keys().filter(wanted).take(limit).cloned().collect();
        for key in &keys {
            match step(store, &rows[key]) {
                Ok(Some(json)) => drop(rows.insert(key.clone(), json)),
                Ok(None) => drop(rows.remove(key)),
                Err(_) => {}
            }
        }
        let last = keys.last().map(|key| key.1.clone());
        Some(progress.advance(&STORES, last, keys.len() == limit))
    }

    #[test]
    fn every_row_goes_through_every_step_once_whatever_the_size_of_a_batch() {
        for limit in 1..8 {
            let mut rows: Rows = (0..6)
                .map(|n| (("a", n.to_string()), format!("a{n}")))
                .chain((0..3).map(|n| (("c", n.to_string()), format!("c{n}"))))
                .collect();
            let mut progress = Progress::default();
            let mut batches = 0;
            while let Some(next) = one_batch(&mut rows, &mut progress, limit) {
                // What is kept of it is text.
                let kept = serde_json::to_string(&next).unwrap();
                progress = serde_json::from_str(&kept).unwrap();
                batches += 1;
                assert!(batches < 100, "it ends");
            }
            assert_eq!(progress, Progress { version: 6, store: 0, after: None });
            for ((store, key), json) in &rows {
                assert_eq!(*json, format!("{store}{key}+2+{store}5"));
            }
            assert_eq!(rows.len(), 9);
        }
    }

    #[test]
    fn what_was_begun_for_a_version_without_rows_to_change_is_left() {
        let mut begun = Progress { version: 3, store: 2, after: Some("k".to_owned()) };
        let (_, store) = begun.next(&TEST_STEPS, &STORES).unwrap();
        assert_eq!((store, begun), ("a", Progress { version: 4, store: 0, after: None }));
    }

    #[test]
    fn g2_a_row_that_cannot_be_read_stays_and_one_not_needed_goes() {
        let mut rows: Rows = [("1", "broken"), ("2", "gone"), ("3", "x")]
            .map(|(key, json)| (("b", key.to_owned()), json.to_owned()))
            .into();
        let mut progress = Progress::default();
        while progress.version < 2 {
            progress = one_batch(&mut rows, &mut progress, 2).unwrap();
        }
        let left: Vec<&str> = rows.values().map(String::as_str).collect();
        assert_eq!(left, ["broken", "x+2"]);
    }

    #[test]
    fn a_row_of_a_file_goes_through_the_steps_after_its_version() {
        assert_eq!(through(&TEST_STEPS, "a", "x", 1), Ok(Some("x+2+a5".to_owned())));
        assert_eq!(through(&TEST_STEPS, "a", "x", 2), Ok(Some("x+a5".to_owned())));
        assert_eq!(through(&TEST_STEPS, "a", "x", 5), Ok(Some("x".to_owned())));
        assert_eq!(through(&TEST_STEPS, "a", "gone", 1), Ok(None));
        assert!(through(&TEST_STEPS, "a", "broken", 1).is_err());
    }
}
