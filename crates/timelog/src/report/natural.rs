//! The grouping of a report while nobody chose one.

use super::{Dimension, Key, Query, report};
use crate::columns::Columns;
use espalier_base::time::Timestamp;

/// Chooses categories; but tags where no entry of the query has a category and some have tags.
pub fn natural(columns: &Columns, query: &Query, now: Timestamp) -> Dimension {
    let is_used = |dimension: Dimension| {
        let rows = report(columns, &query.clone().by(&[dimension]), now).rows;
        rows.iter().any(|row| matches!(row.keys.first(), Some(Key::Category(Some(_)) | Key::Tag(Some(_)))))
    };
    if is_used(Dimension::Category) || !is_used(Dimension::Tag) { Dimension::Category } else { Dimension::Tag }
}
