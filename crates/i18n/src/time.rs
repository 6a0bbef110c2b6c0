//! The words of the Time room, with dates and lengths as they are said.

mod en;
mod quick;
mod said;
mod zh;

pub(super) use self::en::EN;
pub use self::quick::Quick;
pub(super) use self::zh::ZH;
use espalier_model::settings::Language;
use espalier_timelog::formats::{FormatError, Reason};

words_ahead! {
    /// The words of the Time room.
    Time {
        /// Name of the room.
        room: &'static str = room,
        /// A way into the room.
        way: &'static str = way,
        /// The running timer, for those who hear it.
        runs: fn(&str, &str) -> String = runs,
        /// Error of a file.
        file_error: fn(&FormatError) -> String = file_error,
    }
}

/// The words of the Time room.
#[derive(Debug)]
pub struct Words {
    /// The language these words are in.
    pub language: Language,
    /// Name of the room.
    pub room: &'static str,
    /// Purpose of the room in one sentence, for links to it.
    pub way: &'static str,
    /// The timer.
    pub timer: &'static str,
    /// Button that starts the timer.
    pub start: &'static str,
    /// Button that stops the running entry and starts another.
    pub switch: &'static str,
    /// Button that adds the entry of the line.
    pub add: &'static str,
    /// Button that stops the timer.
    pub stop: &'static str,
    /// Link to what runs from another room, with its note and duration.
    pub runs: fn(&str, &str) -> String,
    /// Button that goes on with the last entry.
    pub resume: &'static str,
    /// Name of a running entry without a note.
    pub running: &'static str,
    /// The line for quick adding.
    pub line: &'static str,
    /// Example of a line.
    pub line_hint: &'static str,
    /// Reading of the line, for screen readers.
    pub understood: &'static str,
    /// Reading of a line that would run from now.
    pub from_now: &'static str,
    /// Reading of a line that would run from an instant.
    pub since: fn(&str) -> String,
    /// Reading of a line that lacks its end.
    pub open: &'static str,
    /// Doubt about a name in the line that is unknown or ambiguous.
    pub doubt: fn(&str) -> String,
    /// Words about the line while it is typed.
    pub quick: Quick,
    /// Question in an empty room.
    pub first: &'static str,
    /// Example of a line that can be typed there.
    pub first_example: &'static str,
    /// Today, this week, this month.
    pub quick_presets: [&'static str; 3],
    /// The day of the timeline.
    pub date: &'static str,
    /// Changes of all ticked entries: category, goal, tags, shift, doing it.
    pub bulk: [&'static str; 5],
    /// Note that merging also counts the time between the entries.
    pub merge_gap: fn(&str) -> String,
    /// Names of the lines of the average and of a goal, beside a chart.
    pub marks: [&'static str; 2],
    /// The line of the average in a chart.
    pub average: fn(&str) -> String,
    /// The line of a goal in a chart.
    pub goal_line: fn(&str) -> String,
    /// The choice of days.
    pub period: &'static str,
    /// The choices, as `Preset` lists them.
    pub presets: [&'static str; 10],
    /// The first day.
    pub from: &'static str,
    /// The last day.
    pub to: &'static str,
    /// The filter.
    pub filter: &'static str,
    /// Button of the filter, with the number of filters in use.
    pub filters: fn(usize) -> String,
    /// Button that removes all filters.
    pub clear: &'static str,
    /// No filter of this kind.
    pub every: &'static str,
    /// Text to look for.
    pub text: &'static str,
    /// Without a category, goal or tag.
    pub none: &'static str,
    /// The log.
    pub log: &'static str,
    /// Views of the log: list, day, week.
    pub views: [&'static str; 3],
    /// Today, in the timeline.
    pub today: &'static str,
    /// Button to the day or week before.
    pub before: &'static str,
    /// Button to the day or week after.
    pub after: &'static str,
    /// Text of a log without entries.
    pub empty: &'static str,
    /// Text of days without entries.
    pub nothing: &'static str,
    /// Button that shows more entries, with their number.
    pub more: fn(usize) -> String,
    /// Number of ticked entries.
    pub selected: fn(usize) -> String,
    /// Box that ticks an entry.
    pub select: fn(&str) -> String,
    /// Button that unticks all.
    pub unselect: &'static str,
    /// Name of the list of actions on an entry.
    pub actions: &'static str,
    /// An entry without a note.
    pub untitled: &'static str,
    /// End of an entry that goes on until now.
    pub now: &'static str,
    /// The form.
    pub form: Form,
    /// The report.
    pub report: Report,
    /// The timesheet.
    pub sheet: Sheet,
    /// Categories and goals.
    pub kinds: Kinds,
    /// Files.
    pub files: Files,
    /// The choices of the room.
    pub choices: Choices,
    /// The timeline.
    pub line_view: Timeline,
    /// Reason why a file was not read.
    pub file_error: fn(&FormatError) -> String,
    /// Reason why a row was left out, or a remark on it.
    pub reason: fn(&Reason) -> String,
}

/// The words of the form of an entry.
#[derive(Debug)]
pub struct Form {
    /// Title for a new entry.
    pub add: &'static str,
    /// Title for an entry that is there.
    pub edit: &'static str,
    /// The beginning.
    pub start: &'static str,
    /// The end.
    pub end: &'static str,
    /// Hint that the end is empty while the entry runs.
    pub end_hint: &'static str,
    /// The category.
    pub category: &'static str,
    /// Hint that a new name makes a new category.
    pub category_hint: &'static str,
    /// The goal.
    pub goal: &'static str,
    /// The tags.
    pub tags: &'static str,
    /// The note.
    pub note: &'static str,
    /// Choice for entries in the way.
    pub overlap: &'static str,
    /// Option as chosen for the room.
    pub usual: &'static str,
    /// Allow, crop, split, forbid.
    pub policies: [&'static str; 4],
    /// Question whether to give up the typed values.
    pub leaving: &'static str,
    /// Button that gives them up.
    pub discard: &'static str,
    /// Button that keeps them.
    pub go_on: &'static str,
    /// Heading of the entries in the way.
    pub in_the_way: &'static str,
    /// Text of an entry that is refused.
    pub refused: &'static str,
    /// Text of a running entry that began at this time, which is later than the one to be started.
    pub runs_later: fn(&str) -> String,
    /// Text of an entry in the way that stays.
    pub stays: fn(&str) -> String,
    /// Text of an entry in the way that becomes this stretch.
    pub becomes: fn(&str, &str) -> String,
    /// Text of an entry in the way that becomes two.
    pub becomes_two: fn(&str, &str, &str) -> String,
    /// Text of an entry in the way that is removed.
    pub goes: fn(&str) -> String,
    /// Choice of a time that the clock shows twice: the question, the first, the second.
    pub twice: [&'static str; 3],
    /// Note on a time that the clock never shows, with the time used instead.
    pub never: fn(&str) -> String,
    /// Error of a text that is no time.
    pub unclear: &'static str,
    /// Error of an end before the beginning.
    pub backwards: &'static str,
    /// Button that saves.
    pub save: &'static str,
    /// Time at which an entry is split.
    pub split_at: &'static str,
    /// Button that splits an entry.
    pub split: &'static str,
    /// Button that splits an entry in its middle.
    pub split_middle: &'static str,
    /// Button that splits the running entry.
    pub split_now: &'static str,
    /// Button that merges an entry with the next one.
    pub merge_next: &'static str,
    /// Button that merges an entry with the next one, counting the time between.
    pub merge_next_over: fn(&str) -> String,
    /// Button that merges the ticked entries.
    pub merge: &'static str,
    /// Button that deletes an entry.
    pub delete: &'static str,
}

/// The words of the report.
#[derive(Debug)]
pub struct Report {
    /// The report.
    pub title: &'static str,
    /// Choice of the grouping.
    pub group_by: &'static str,
    /// Groupings, in the order of the list in `ui::timelog::report`.
    pub groups: [&'static str; 11],
    /// Columns: time, part, mean a day, entries.
    pub columns: [&'static str; 4],
    /// Columns of what is billed: its time, the amount.
    pub billed: [&'static str; 2],
    /// Sums of what is billed: the time, the amount, and the time without a rate.
    pub bill: fn(&str, &str, Option<&str>) -> String,
    /// Numbers of days with entries, of all days, and of the longest run of days with entries.
    pub days: fn(u32, u32, u32) -> String,
    /// The mean of a day, the day since when where that is not the whole period, and the median.
    pub mean: fn(&str, Option<&str>, &str) -> String,
    /// Comparison with as many days before: their sum, the difference.
    pub previous: fn(&str, &str) -> String,
    /// Text of an empty report.
    pub nothing: &'static str,
    /// Link to the entries of a group.
    pub entries: fn(&str) -> String,
    /// Button that prints the report.
    pub print: &'static str,
    /// The charts: bars, ring, year, week.
    pub charts: [&'static str; 4],
    /// The numbers behind a chart.
    pub numbers: &'static str,
    /// Other groups, together.
    pub rest: &'static str,
}

/// The words of the timesheet.
#[derive(Debug)]
pub struct Sheet {
    /// The timesheet.
    pub title: &'static str,
    /// Button that saves it as a table.
    pub save: &'static str,
    /// Columns: from when to when, client and project, note, time, price of an hour, amount.
    pub columns: [&'static str; 6],
    /// Sums of all lines.
    pub total: &'static str,
}

/// The words of categories and goals.
#[derive(Debug)]
pub struct Kinds {
    /// The categories.
    pub categories: &'static str,
    /// The goals.
    pub goals: &'static str,
    /// Title of categories and goals together.
    pub both: &'static str,
    /// Button that adds a category.
    pub new_category: &'static str,
    /// Button that adds a goal.
    pub new_goal: &'static str,
    /// Name of a category or goal.
    pub name: &'static str,
    /// Colour of a category.
    pub colour: &'static str,
    /// Option that lets the app choose the colour.
    pub automatic: &'static str,
    /// Other names of a category.
    pub aliases: &'static str,
    /// Client of a category.
    pub client: &'static str,
    /// Choice of no client.
    pub no_client: &'static str,
    /// Price of an hour.
    pub rate: &'static str,
    /// Error of a text that is no price.
    pub no_rate: &'static str,
    /// Whether time is billed, and the choices: as the client, yes, no.
    pub billable: &'static str,
    /// Choices of whether time is billed.
    pub billables: [&'static str; 3],
    /// Heading of archived categories.
    pub archived: &'static str,
    /// Button that archives a category.
    pub archive: &'static str,
    /// Button that brings a category back.
    pub restore: &'static str,
    /// Choice of where the entries of a deleted category go.
    pub reassign: &'static str,
    /// Button that merges a category into another.
    pub merge_into: &'static str,
    /// Button that deletes a category or goal.
    pub delete: &'static str,
    /// Button that edits a category or goal.
    pub edit: &'static str,
    /// Button that saves.
    pub save: &'static str,
    /// Hours that are to be spent.
    pub target: &'static str,
    /// Text where there are no categories.
    pub no_categories: &'static str,
    /// Text where there are no goals.
    pub no_goals: &'static str,
    /// Progress: the time spent, the target, and per cent.
    pub progress: fn(&str, &str, i64) -> String,
    /// Pace of a goal that is neither ahead nor behind.
    pub on_track: &'static str,
    /// Time by which a goal is ahead of an even pace.
    pub ahead: fn(&str) -> String,
    /// Time by which a goal is behind an even pace.
    pub behind: fn(&str) -> String,
    /// Time needed on each day that is left.
    pub needed: fn(&str) -> String,
    /// Day on which a goal was reached, or, if that is false, would be at the pace so far.
    pub reached: fn(&str, bool) -> String,
    /// The question before a category goes: its name, how many entries it has, and where they go.
    pub confirm_category: fn(&str, usize, Option<&str>) -> String,
    /// The question before a goal goes: its name, and how many entries it has.
    pub confirm_goal: fn(&str, usize) -> String,
    /// Button that moves a category up the list.
    pub up: &'static str,
    /// Button that moves a category down the list.
    pub down: &'static str,
}

/// The words around files.
#[derive(Debug)]
pub struct Files {
    /// Button that writes the log to a file.
    pub export: &'static str,
    /// The format.
    pub format: &'static str,
    /// The formats, as `Format::ALL` has them.
    pub formats: [&'static str; 8],
    /// Button that reads a file.
    pub import: &'static str,
    /// Title of the report on the import.
    pub title: &'static str,
    /// Format that the file was read as.
    pub read_as: &'static str,
    /// Number of new entries that lie over others.
    pub overlapping: fn(usize) -> String,
    /// Numbers of new categories and goals.
    pub kinds: fn(usize, usize) -> String,
    /// Numbers of entries that are new, known, and left out.
    pub counts: fn(usize, usize, usize) -> String,
    /// Text of a file without new entries.
    pub nothing: &'static str,
    /// Columns that are ignored.
    pub ignored: fn(&str) -> String,
    /// Question for the number of a date that is the day, with an example.
    pub order: fn(&str) -> String,
    /// Orders: day first, month first.
    pub orders: [&'static str; 2],
    /// Question for the days in which repeating events are wanted, with their number.
    pub repeats: fn(usize) -> String,
    /// Days in which repeating events were read.
    pub repeating: &'static str,
    /// Button that reads the file again.
    pub again: &'static str,
    /// Place of a row.
    pub row: fn(usize) -> String,
    /// Remark on a row that is here already.
    pub known: &'static str,
    /// Remark on a row that is equal to an earlier one, with its place.
    pub repeated: fn(usize) -> String,
    /// Rows that are left out or remarkable.
    pub rows: &'static str,
    /// Number of further rows.
    pub more: fn(usize) -> String,
    /// Button that imports the file.
    pub apply: &'static str,
    /// Words of the columns' form: the question, the required ones, no meaning, reading it so.
    pub columns: [&'static str; 4],
    /// Meanings of a column, as `Role::OFFERED` has them.
    pub roles: [&'static str; 10],
}

/// The words of the room's choices.
#[derive(Debug)]
pub struct Choices {
    /// The first day of the week.
    pub week_start: &'static str,
    /// The zone in which days are seen.
    pub zone: &'static str,
    /// Error of a text that names no zone.
    pub no_zone: &'static str,
    /// Option of the browser's zone, with its name.
    pub browser: fn(&str) -> String,
    /// The usual overlap policy.
    pub overlap: &'static str,
    /// The currency of rates.
    pub currency: &'static str,
    /// Option of the usual currency of the language.
    pub usual_currency: &'static str,
}

/// The words of the timeline.
#[derive(Debug)]
pub struct Timeline {
    /// The timeline.
    pub title: &'static str,
    /// Explanation of the keys.
    pub hint: &'static str,
    /// Name of an entry for screen readers: the note, from, to, the length.
    pub entry: fn(&str, &str, &str, &str) -> String,
    /// Note on a day of 23 or 25 hours.
    pub odd_day: fn(&str) -> String,
}
