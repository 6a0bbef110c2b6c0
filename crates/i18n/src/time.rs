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

/// The words of the Time room.
#[derive(Debug)]
pub struct Time {
    /// The language these words are in.
    pub language: Language,
    /// The room.
    pub room: &'static str,
    /// The way to the room from elsewhere, and what one finds there.
    pub way: &'static str,
    /// The timer.
    pub timer: &'static str,
    /// Starts it.
    pub start: &'static str,
    /// Stops what runs and starts something else.
    pub switch: &'static str,
    /// Adds what the line says.
    pub add: &'static str,
    /// Stops it.
    pub stop: &'static str,
    /// Stops it from another room: what runs, and for how long.
    pub stop_running: fn(&str, &str) -> String,
    /// Goes on with the last entry.
    pub resume: &'static str,
    /// Something runs, without a note.
    pub running: &'static str,
    /// The line for quick adding.
    pub line: &'static str,
    /// What it may look like.
    pub line_hint: &'static str,
    /// What was understood, for those who hear it.
    pub understood: &'static str,
    /// It would run from now, from an instant, or lacks its end.
    pub from_now: &'static str,
    /// See [`Time::from_now`].
    pub since: fn(&str) -> String,
    /// See [`Time::from_now`].
    pub open: &'static str,
    /// A name in the line is not known, or not one.
    pub doubt: fn(&str) -> String,
    /// What is said about the line while it is typed.
    pub quick: Quick,
    /// What is asked in an empty room.
    pub first: &'static str,
    /// A line that can be typed there.
    pub first_example: &'static str,
    /// Today, this week, this month.
    pub quick_presets: [&'static str; 3],
    /// The day of the timeline.
    pub date: &'static str,
    /// Changes of all that is ticked: category, goal, tags, shift, doing it.
    pub bulk: [&'static str; 5],
    /// What merging counts besides the entries.
    pub merge_gap: fn(&str) -> String,
    /// The lines of the average and of a goal, beside a chart.
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
    /// So many filters.
    pub filters: fn(usize) -> String,
    /// Takes all filters away.
    pub clear: &'static str,
    /// No filter of this kind.
    pub every: &'static str,
    /// A text to look for.
    pub text: &'static str,
    /// Without a category, goal or tag.
    pub none: &'static str,
    /// The log.
    pub log: &'static str,
    /// The ways to see it: list, day, week.
    pub views: [&'static str; 3],
    /// Today, in the timeline.
    pub today: &'static str,
    /// The day or week before, and after.
    pub before: &'static str,
    /// See [`Time::before`].
    pub after: &'static str,
    /// There are no entries at all.
    pub empty: &'static str,
    /// There are none in these days.
    pub nothing: &'static str,
    /// So many more entries.
    pub more: fn(usize) -> String,
    /// So many are ticked.
    pub selected: fn(usize) -> String,
    /// Ticks an entry.
    pub select: fn(&str) -> String,
    /// Unticks all.
    pub unselect: &'static str,
    /// What can be done with an entry.
    pub actions: &'static str,
    /// An entry without a note.
    pub untitled: &'static str,
    /// It goes on until now.
    pub now: &'static str,
    /// The form.
    pub form: Form,
    /// The report.
    pub report: Report,
    /// Categories and goals.
    pub kinds: Kinds,
    /// Files.
    pub files: Files,
    /// The choices of the room.
    pub choices: Choices,
    /// The timeline.
    pub line_view: Timeline,
    /// Why a file was not read.
    pub file_error: fn(&FormatError) -> String,
    /// Why a row was left out, or what is remarkable about it.
    pub reason: fn(&Reason) -> String,
}

/// The words of the form of an entry.
#[derive(Debug)]
pub struct Form {
    /// A new one.
    pub add: &'static str,
    /// One that is there.
    pub edit: &'static str,
    /// The beginning.
    pub start: &'static str,
    /// The end.
    pub end: &'static str,
    /// Empty while it runs.
    pub end_hint: &'static str,
    /// The category.
    pub category: &'static str,
    /// A new name makes a new category.
    pub category_hint: &'static str,
    /// The goal.
    pub goal: &'static str,
    /// The tags.
    pub tags: &'static str,
    /// The note.
    pub note: &'static str,
    /// What happens with entries in the way.
    pub overlap: &'static str,
    /// As chosen for the room.
    pub usual: &'static str,
    /// Allow, crop, split, forbid.
    pub policies: [&'static str; 4],
    /// Whether what was typed is to be given up.
    pub leaving: &'static str,
    /// It is.
    pub discard: &'static str,
    /// It is not.
    pub go_on: &'static str,
    /// What is in the way.
    pub in_the_way: &'static str,
    /// It is refused.
    pub refused: &'static str,
    /// What runs began at this time, which is later than what is to be started.
    pub runs_later: fn(&str) -> String,
    /// An entry stays, becomes this stretch, becomes two, or goes.
    pub stays: fn(&str) -> String,
    /// See [`Form::stays`].
    pub becomes: fn(&str, &str) -> String,
    /// See [`Form::stays`].
    pub becomes_two: fn(&str, &str, &str) -> String,
    /// See [`Form::stays`].
    pub goes: fn(&str) -> String,
    /// The clock shows this time twice: the first, the second.
    pub twice: [&'static str; 3],
    /// The clock never shows this time.
    pub never: fn(&str) -> String,
    /// It is no time.
    pub unclear: &'static str,
    /// The end lies before the beginning.
    pub backwards: &'static str,
    /// Saves.
    pub save: &'static str,
    /// Where it is split.
    pub split_at: &'static str,
    /// Splits it.
    pub split: &'static str,
    /// Splits it in its middle.
    pub split_middle: &'static str,
    /// Splits what runs.
    pub split_now: &'static str,
    /// Merges it with the next one.
    pub merge_next: &'static str,
    /// The same where something lies between, which is counted then.
    pub merge_next_over: fn(&str) -> String,
    /// Merges those that are ticked.
    pub merge: &'static str,
    /// Deletes it.
    pub delete: &'static str,
}

/// The words of the report.
#[derive(Debug)]
pub struct Report {
    /// The report.
    pub title: &'static str,
    /// The way to group.
    pub group_by: &'static str,
    /// The ways, in the order of the list in `ui::timelog::report`.
    pub groups: [&'static str; 10],
    /// The columns: time, part, mean a day, entries.
    pub columns: [&'static str; 4],
    /// Days with some time, and how many of them in a row.
    pub days: fn(u32, u32, u32) -> String,
    /// The mean of a day, and the median.
    pub mean: fn(&str, &str) -> String,
    /// Compared with as many days before: what they came to, the difference.
    pub previous: fn(&str, &str) -> String,
    /// There is nothing.
    pub nothing: &'static str,
    /// Leads to the entries of a group.
    pub entries: fn(&str) -> String,
    /// Prints it.
    pub print: &'static str,
    /// The charts: bars, ring, year, week.
    pub charts: [&'static str; 4],
    /// The numbers behind a chart.
    pub numbers: &'static str,
    /// Other groups, together.
    pub rest: &'static str,
}

/// The words of categories and goals.
#[derive(Debug)]
pub struct Kinds {
    /// The categories.
    pub categories: &'static str,
    /// The goals.
    pub goals: &'static str,
    /// Both.
    pub both: &'static str,
    /// A new category.
    pub new_category: &'static str,
    /// A new goal.
    pub new_goal: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Its colour.
    pub colour: &'static str,
    /// Whether the app chooses it.
    pub automatic: &'static str,
    /// Its other names.
    pub aliases: &'static str,
    /// Those that are archived.
    pub archived: &'static str,
    /// Archives, and brings back.
    pub archive: &'static str,
    /// See [`Kinds::archive`].
    pub restore: &'static str,
    /// Where its entries go when it is deleted.
    pub reassign: &'static str,
    /// Merges it into another.
    pub merge_into: &'static str,
    /// Deletes it.
    pub delete: &'static str,
    /// Edits it.
    pub edit: &'static str,
    /// Saves.
    pub save: &'static str,
    /// Hours that are to be spent.
    pub target: &'static str,
    /// There are no categories.
    pub no_categories: &'static str,
    /// There are no goals.
    pub no_goals: &'static str,
    /// How far: of how much, in per cent.
    pub progress: fn(&str, &str, i64) -> String,
    /// Neither ahead of an even pace nor behind it.
    pub on_track: &'static str,
    /// Ahead of an even pace, or behind it, by so much.
    pub ahead: fn(&str) -> String,
    /// See [`Kinds::ahead`].
    pub behind: fn(&str) -> String,
    /// What is needed each day that is left.
    pub needed: fn(&str) -> String,
    /// When it was reached, or, if that is false, would be at the pace so far.
    pub reached: fn(&str, bool) -> String,
    /// The question before a category goes: its name, how many entries it has, and where they go.
    pub confirm_category: fn(&str, usize, Option<&str>) -> String,
    /// The question before a goal goes: its name, and how many entries it has.
    pub confirm_goal: fn(&str, usize) -> String,
    /// Moves it up and down the list.
    pub up: &'static str,
    /// See [`Kinds::up`].
    pub down: &'static str,
}

/// The words around files.
#[derive(Debug)]
pub struct Files {
    /// Writes the log to a file.
    pub export: &'static str,
    /// The format.
    pub format: &'static str,
    /// The formats, as `Format::ALL` has them.
    pub formats: [&'static str; 8],
    /// Reads a file.
    pub import: &'static str,
    /// The report of what it would do.
    pub title: &'static str,
    /// What the file was read as.
    pub read_as: &'static str,
    /// So many new entries lie over others.
    pub overlapping: fn(usize) -> String,
    /// So many new categories and goals.
    pub kinds: fn(usize, usize) -> String,
    /// New, known, left out.
    pub counts: fn(usize, usize, usize) -> String,
    /// Nothing is new.
    pub nothing: &'static str,
    /// Columns that are ignored.
    pub ignored: fn(&str) -> String,
    /// Which number is the day.
    pub order: fn(&str) -> String,
    /// Day first, month first.
    pub orders: [&'static str; 2],
    /// Events repeat: in which days are they wanted?
    pub repeats: fn(usize) -> String,
    /// The days in which events that repeat were read.
    pub repeating: &'static str,
    /// Reads it again.
    pub again: &'static str,
    /// A row: its place.
    pub row: fn(usize) -> String,
    /// It is there already.
    pub known: &'static str,
    /// It is in the file before.
    pub repeated: fn(usize) -> String,
    /// Rows that are left out or remarkable.
    pub rows: &'static str,
    /// So many more.
    pub more: fn(usize) -> String,
    /// Does it.
    pub apply: &'static str,
    /// What columns hold: the question, what is needed, nothing, reading it so.
    pub columns: [&'static str; 4],
    /// What a column can hold, as `Role::OFFERED` has them.
    pub roles: [&'static str; 10],
}

/// The words of the room's choices.
#[derive(Debug)]
pub struct Choices {
    /// The first day of the week.
    pub week_start: &'static str,
    /// The zone in which days are seen.
    pub zone: &'static str,
    /// No zone is called what is typed.
    pub no_zone: &'static str,
    /// The one of the browser, which is this.
    pub browser: fn(&str) -> String,
    /// The usual overlap policy.
    pub overlap: &'static str,
}

/// The words of the timeline.
#[derive(Debug)]
pub struct Timeline {
    /// The timeline.
    pub title: &'static str,
    /// What keys do.
    pub hint: &'static str,
    /// An entry, for those who hear it: what, from, to, how long.
    pub entry: fn(&str, &str, &str, &str) -> String,
    /// A day of 23 or 25 hours.
    pub odd_day: fn(&str) -> String,
}
