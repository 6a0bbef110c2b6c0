//! Files of other programs and our own, as rows, and back.
//!
//! - F1 Reading what was written gives the same rows, as far as the format can hold them.
//! - F2 Nothing is added by reading: the outcome is a report of every row, with the reason where one is left out.
//! - F3 A row that is there already, or twice in the file, is recognised, so that reading a file again adds nothing.
//! - F4 Whether the day or the month comes first is decided for the whole file, and asked where nothing in it tells.
//! - F5 No input makes a reader panic, recurse without end, or take more than linear time or memory.

mod activitywatch;
pub(crate) mod csv;
mod detect;
mod encoding;
mod icalendar;
mod json;
mod report;
mod role;
mod solidtime;
mod table;
mod timewarrior;
mod when;

use espalier_base::date::DateRange;
use espalier_base::time::Timestamp;
use espalier_base::zone::Zone;

use super::names::Named;
use super::row::{Kinds, Row};

pub use detect::detect;
pub use report::{DryRun, Outcome, dry_run};
pub use role::{Role, Table};
pub use when::DayOrder;

/// The largest file that is read, in bytes.
pub const MAX_BYTES: usize = 64 * 1024 * 1024;
/// The most rows a file may have.
pub const MAX_ROWS: usize = 1_000_000;

/// A kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// The app's own, which holds everything.
    Json,
    /// The app's own table, and any other with columns that are recognised.
    Csv,
    /// A detailed report of Toggl Track.
    Toggl,
    /// A detailed report of Clockify.
    Clockify,
    /// The export of solidtime: an archive of tables.
    Solidtime,
    /// `timew export`.
    Timewarrior,
    /// An export of `ActivityWatch` buckets.
    ActivityWatch,
    /// iCalendar, RFC 5545.
    Icalendar,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 8] = [
        Self::Json,
        Self::Csv,
        Self::Toggl,
        Self::Clockify,
        Self::Solidtime,
        Self::Timewarrior,
        Self::ActivityWatch,
        Self::Icalendar,
    ];
    /// Formats that can be written.
    pub const WRITTEN: [Self; 4] = [Self::Json, Self::Csv, Self::Icalendar, Self::Timewarrior];

    /// Extension of its file names.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Json | Self::Timewarrior | Self::ActivityWatch => "json",
            Self::Csv | Self::Toggl | Self::Clockify => "csv",
            Self::Solidtime => "zip",
            Self::Icalendar => "ics",
        }
    }

    /// The media type of its files.
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Json | Self::Timewarrior | Self::ActivityWatch => "application/json",
            Self::Csv | Self::Toggl | Self::Clockify => "text/csv",
            Self::Solidtime => "application/zip",
            Self::Icalendar => "text/calendar",
        }
    }
}

/// Settings that reading depends on besides the file.
#[derive(Clone)]
pub struct Options<'a> {
    /// The zone of times that do not say theirs.
    pub zone: Zone,
    /// The answer to [`Question::DayOrder`].
    pub day_order: Option<DayOrder>,
    /// The answer to [`Question::Occurrences`].
    pub range: Option<DateRange>,
    /// Roles of columns by [`Table::key`], where a person assigned them.
    pub columns: &'a [(String, Vec<Option<Role>>)],
    /// The known categories: where a format has tags only, a tag of that name is one.
    pub categories: &'a [Named<'a>],
}

/// Question to be answered before all rows can be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Question {
    /// Which of the first two numbers of a date is the day (F4).
    DayOrder {
        /// A date of the file.
        example: String,
    },
    /// Which columns say when something was ([`DryRun::table`]).
    Columns,
    /// In which days the occurrences of events are wanted that repeat.
    Occurrences {
        /// Number of events that repeat.
        events: usize,
    },
}

/// Reason why a row is left out, or a remark on it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// The row has no beginning.
    #[error("there is no start time")]
    NoStart,
    /// The row has no length.
    #[error("there is no end time or duration")]
    NoEnd,
    /// The text is no date.
    #[error("“{0}” isn’t a date")]
    NotADate(String),
    /// The text is no time of day.
    #[error("“{0}” isn’t a time")]
    NotATime(String),
    /// The zone is not known.
    #[error("unknown time zone “{0}”")]
    UnknownZone(String),
    /// The end is not after the start.
    #[error("it ends before it starts")]
    EndBeforeStart,
    /// The row lies in years that are not dealt with.
    #[error("it’s outside the years 1900 to 2199")]
    OutOfYears,
    /// The event takes a whole day.
    #[error("it’s an all-day event")]
    AllDay,
    /// The event was cancelled.
    #[error("it was cancelled")]
    Cancelled,
    /// The rule of repetition is not understood.
    #[error("the repeat rule “{0}” isn’t understood")]
    Rule(String),
    /// The event repeats more often than is read.
    #[error("it repeats too often")]
    TooOften,
    /// The event repeats, and the days in which occurrences are wanted are not known yet.
    #[error("it repeats: choose the days to import")]
    Repeats,
    /// The day order is not known yet.
    #[error("it’s unclear which number is the day")]
    Unclear,
    /// The row is not in the form of its format.
    #[error("it doesn’t match its file format")]
    Malformed,
    /// The row says nothing about what was done, such as being away.
    #[error("it isn’t an activity")]
    NoActivity,
    /// The length that is written is not that from start to end.
    #[error("the stated duration differs from start and end")]
    LengthDiffers,
    /// The row gives its day and length, but no time of day.
    #[error("no time of day is given, so it was placed after 9:00")]
    NoTimeOfDay,
    /// Too long a text or too many tags were cut.
    #[error("some text was shortened")]
    Cut,
}

/// Error of reading a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// The file is empty.
    #[error("the file is empty")]
    Empty,
    /// The file is larger than [`MAX_BYTES`].
    #[error("the file is too large")]
    TooLarge,
    /// The file has more than [`MAX_ROWS`] rows.
    #[error("the file has too many rows")]
    TooManyRows,
    /// The file is neither UTF-8 nor UTF-16 with its mark.
    #[error("the file isn’t text in a known encoding")]
    Encoding,
    /// The file is in none of the known formats.
    #[error("the file isn’t in a known format")]
    Unknown,
    /// The file is not JSON.
    #[error("invalid JSON in line {line}, column {column}")]
    Json {
        /// Line, counted from 1.
        line: usize,
        /// Column in bytes, counted from 1.
        column: usize,
    },
    /// A required part is missing.
    #[error("the file has no {0}")]
    Missing(&'static str),
    /// The file was written by a newer version of the app.
    #[error("the file has version {found}, this app knows version {known}")]
    Newer {
        /// The file's version.
        found: u32,
        /// The newest version that is known.
        known: u32,
    },
}

impl FormatError {
    fn of_json(error: &serde_json::Error) -> Self {
        Self::Json { line: error.line(), column: error.column() }
    }
}

/// One row as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
struct ReadRow {
    /// The line of a table or a calendar, the place in a list; from 1.
    place: usize,
    row: Result<Row, Reason>,
    remark: Option<Reason>,
}

impl ReadRow {
    fn new(place: usize, row: Result<Row, Reason>) -> Self {
        Self { place, row, remark: None }
    }
}

/// Result of a reader.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Read {
    rows: Vec<ReadRow>,
    questions: Vec<Question>,
    /// Columns and kinds of data that have no place here.
    ignored: Vec<String>,
    /// The categories and goals of the file, where it says more of them than their names.
    kinds: Kinds,
    /// The columns of a table.
    table: Option<Table>,
}

fn read_as(format: Format, text: &str, options: &Options) -> Result<Read, FormatError> {
    match format {
        Format::Json => json::read(text),
        Format::Csv | Format::Toggl | Format::Clockify => table::read(text, options),
        Format::Solidtime => solidtime::read(text, options),
        Format::Timewarrior => timewarrior::read(text, options),
        Format::ActivityWatch => activitywatch::read(text),
        Format::Icalendar => icalendar::read(text, options),
    }
}

/// Makes a file of rows. Only our own says more of categories and goals than their names; `now` is when, which only a
/// calendar says.
pub fn write(format: Format, rows: &[Row], kinds: &Kinds, now: Timestamp) -> String {
    match format {
        Format::Json | Format::ActivityWatch => json::write(rows, kinds),
        Format::Csv | Format::Toggl | Format::Clockify | Format::Solidtime => table::write(rows),
        Format::Timewarrior => timewarrior::write(rows),
        Format::Icalendar => icalendar::write(rows, now),
    }
}

#[cfg(test)]
mod tests;
