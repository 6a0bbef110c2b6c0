//! The dry run: what an import would do, row by row.

use std::collections::BTreeMap;

use super::detect::detect_text;
use super::{
    Format, FormatError, MAX_BYTES, Options, Question, Read, ReadRow, Reason, Table, encoding, read_as, solidtime,
};
use crate::row::{Kinds, Row};
use espalier_base::text::truncate;
use espalier_base::time::Timestamp;
use espalier_base::zip;
use espalier_model::timelog::{MAX_TAG, MAX_TAGS, whole_second};

/// The most characters of a note, and of a name.
const MAX_NOTE: usize = 20_000;
const MAX_NAME: usize = 200;

/// Outcome of one row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Would be added, perhaps with a remark.
    New(Row, Option<Reason>),
    /// Is there already.
    Known(Row),
    /// Stands in the file before, at this place.
    Repeated(Row, usize),
    /// Is left out.
    Skipped(Reason),
}

/// Outcome of an import that changes nothing yet (F2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DryRun {
    /// Format that the file was read as.
    pub format: Format,
    /// Every row with its place: the line of a table or calendar, the position in a list, from 1.
    pub rows: Vec<(usize, Outcome)>,
    /// Questions to ask first; until they are answered the rows they are about are left out.
    pub questions: Vec<Question>,
    /// Columns and kinds of data that have no place here.
    pub ignored: Vec<String>,
    /// The categories and goals of the file, where it says more of them than their names.
    pub kinds: Kinds,
    /// The columns of a table.
    pub table: Option<Table>,
}

impl DryRun {
    /// The rows that would be added.
    pub fn added(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter_map(|(_, outcome)| match outcome {
            Outcome::New(row, _) => Some(row),
            _ => None,
        })
    }

    /// Counts the rows that are new, there already or twice, and left out.
    pub fn counts(&self) -> (usize, usize, usize) {
        let (mut new, mut known, mut skipped) = (0, 0, 0);
        for (_, outcome) in &self.rows {
            match outcome {
                Outcome::New(..) => new += 1,
                Outcome::Known(_) | Outcome::Repeated(..) => known += 1,
                Outcome::Skipped(_) => skipped += 1,
            }
        }
        (new, known, skipped)
    }
}

/// Beginning and end of a row, in seconds.
type When = (i64, Option<i64>);

fn when(row: &Row) -> When {
    let second = |at: Timestamp| at.0.div_euclid(1_000);
    (second(row.start), row.end.map(second))
}

/// Reads a file and says what an import would do. A row is known if one of the same times says the same, whatever has
/// become of its category and goal since.
pub fn dry_run<'a>(
    bytes: &[u8],
    format: Option<Format>,
    options: &Options,
    known: impl IntoIterator<Item = &'a Row>,
) -> Result<DryRun, FormatError> {
    if bytes.len() > MAX_BYTES {
        return Err(FormatError::TooLarge);
    }
    let (format, read) = if zip::is_archive(bytes) {
        (Format::Solidtime, solidtime::read_archive(bytes, options)?)
    } else {
        let text = encoding::text(bytes)?;
        if text.trim().is_empty() {
            return Err(FormatError::Empty);
        }
        let format = format.map_or_else(|| detect_text(&text), Ok)?;
        (format, read_as(format, &text, options)?)
    };
    let Read { rows, questions, ignored, kinds, table } = read;
    let mut there: BTreeMap<When, Vec<&Row>> = BTreeMap::new();
    for row in known {
        there.entry(when(row)).or_default().push(row);
    }
    let mut seen: BTreeMap<When, Vec<usize>> = BTreeMap::new();
    let mut outcomes: Vec<(usize, Outcome)> = Vec::with_capacity(rows.len());
    for ReadRow { place, row, remark } in rows {
        let outcome = match row {
            Err(reason) => Outcome::Skipped(reason),
            Ok(row) => {
                let (row, was_cut) = tidy(row, options);
                judge(row, remark.or(was_cut.then_some(Reason::Cut)), &there, &mut seen, &outcomes)
            }
        };
        outcomes.push((place, outcome));
    }
    Ok(DryRun { format, rows: outcomes, questions, ignored, kinds, table })
}

/// Limit of rows compared that share their times: a file may have nothing but such rows.
const COMPARED: usize = 64;

fn judge(
    row: Row,
    remark: Option<Reason>,
    there: &BTreeMap<When, Vec<&Row>>,
    seen: &mut BTreeMap<When, Vec<usize>>,
    before: &[(usize, Outcome)],
) -> Outcome {
    let times = when(&row);
    let same_note = |other: &&&Row| other.note.trim() == row.note.trim();
    if there.get(&times).is_some_and(|there| there.iter().take(COMPARED).any(|other| same_note(&other))) {
        return Outcome::Known(row);
    }
    let earlier = seen.entry(times).or_default();
    let repeated = earlier.iter().take(COMPARED).filter_map(|at| before.get(*at)).find(|(_, outcome)| match outcome {
        Outcome::New(other, _) => other.is_same(&row),
        _ => false,
    });
    if let Some((place, _)) = repeated {
        return Outcome::Repeated(row, *place);
    }
    earlier.push(before.len());
    Outcome::New(row, remark)
}

/// The row as it can be kept, and whether something was cut.
fn tidy(mut row: Row, options: &Options) -> (Row, bool) {
    let mut was_cut = false;
    let mut cut = |text: &mut String, max: usize| {
        if text.chars().nth(max).is_some() {
            *text = truncate(text, max);
            was_cut = true;
        }
    };
    row.start = whole_second(row.start);
    row.end = row.end.map(whole_second);
    if row.zone.is_empty() {
        options.zone.as_str().clone_into(&mut row.zone);
    }
    let is_control = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    if row.note.contains(is_control) {
        row.note = row.note.replace("\r\n", "\n").replace(is_control, " ");
    }
    cut(&mut row.note, MAX_NOTE);
    for name in [&mut row.category, &mut row.goal].into_iter().flatten() {
        *name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        cut(name, MAX_NAME);
    }
    for name in [&mut row.category, &mut row.goal] {
        name.take_if(|name| name.is_empty());
    }
    let mut tags: Vec<String> = Vec::new();
    for tag in row.tags {
        let mut tag = tag.trim().trim_start_matches(['#', '＃']).trim().to_owned();
        cut(&mut tag, MAX_TAG);
        if !tag.is_empty() && !tags.contains(&tag) && tags.len() < MAX_TAGS {
            tags.push(tag);
        }
    }
    row.tags = tags;
    (row, was_cut)
}
