//! English. Must not be in here: anything but words.

use super::{Choices, Files, Form, Kinds, Report, Time, Timeline};
use crate::feature::timelog::formats::FormatError;
use crate::model::settings::Language;

fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

pub const EN: Time = Time {
    language: Language::En,
    room: "Time",
    way: "Keep a log of your hours, see where they go, and reach your goals.",
    timer: "Timer",
    start: "Start",
    stop: "Stop",
    resume: "Resume last",
    idle: "Nothing is running",
    running: "Running",
    line: "Quick add",
    line_hint: "9-11:30 writing #thesis · 45m standup · what are you doing now?",
    understood: "Understood",
    from_now: "starts now",
    since: |time| format!("running since {time}"),
    open: "the end is missing",
    doubt: |name| format!("{name} is not one known name; it stays in the note"),
    new_category: |name| format!("New category “{name}”"),
    period: "Period",
    presets: [
        "Today",
        "Yesterday",
        "This week",
        "Last week",
        "Last 30 days",
        "This month",
        "Last month",
        "This year",
        "All time",
        "From … to …",
    ],
    from: "From",
    to: "To",
    filter: "Filter",
    every: "All",
    text: "Search notes and tags",
    none: "None",
    log: "Log",
    views: ["List", "Day", "Week"],
    today: "Today",
    before: "Earlier",
    after: "Later",
    empty: "Nothing is logged yet. Start the timer, or write what you did, such as “9-10:30 reading”.",
    nothing: "Nothing in these days. Choose other days, or take the filter away.",
    more: |number| format!("Show more ({})", count(number, "entry", "entries")),
    selected: |number| format!("{} selected", count(number, "entry", "entries")),
    select: |name| format!("Select {name}"),
    unselect: "Clear selection",
    actions: "Actions",
    untitled: "No note",
    now: "now",
    form: Form {
        add: "Add entry",
        edit: "Edit entry",
        start: "Start",
        end: "End",
        end_hint: "Empty while it is running.",
        category: "Category",
        category_hint: "A new name makes a new category.",
        goal: "Goal",
        tags: "Tags",
        note: "Note",
        overlap: "If it overlaps",
        usual: "As usual",
        policies: ["Keep both", "Shorten the others", "Split the others", "Refuse"],
        in_the_way: "It overlaps:",
        refused: "It cannot be saved there: overlapping is set to be refused.",
        runs_later: |time| format!("What is running began at {time}: stop it first."),
        stays: |name| format!("{name} stays as it is"),
        becomes: |name, span| format!("{name} becomes {span}"),
        becomes_two: |name, one, other| format!("{name} becomes two: {one} and {other}"),
        goes: |name| format!("{name} is removed"),
        twice: ["The clock shows this time twice that day:", "the first time", "the second time"],
        never: |time| format!("The clock skips this time that day; it is taken for {time}."),
        unclear: "This is not a date and time.",
        backwards: "It would end before it begins.",
        save: "Save",
        split_at: "Split at",
        split: "Split",
        split_middle: "Split in the middle",
        split_now: "Split now",
        merge_next: "Merge with the next",
        merge: "Merge",
        delete: "Delete",
    },
    report: Report {
        title: "Report",
        group_by: "Group by",
        groups: ["Category", "Day", "Week", "Month", "Goal", "Tag", "Hour of day", "Weekday", "Quarter", "Year"],
        columns: ["Time", "Share", "Mean a day", "Entries"],
        days: |active, all, streak| {
            let row = if streak > 1 { format!(", {streak} in a row") } else { String::new() };
            format!("{active} of {} with entries{row}", count(all as usize, "day", "days"))
        },
        mean: |mean, median| format!("Mean a day {mean}; median of the days with entries {median}"),
        previous: |length, difference| format!("The period before: {length} ({difference})"),
        nothing: "Nothing was logged in these days.",
        entries: |name| format!("Show the entries of {name}"),
        print: "Print",
        charts: ["Over time", "Shares", "The year", "Hours of the week"],
        numbers: "Numbers",
        rest: "Other",
    },
    kinds: Kinds {
        categories: "Categories",
        goals: "Goals",
        new_category: "New category",
        new_goal: "New goal",
        name: "Name",
        colour: "Colour",
        automatic: "Chosen by the app",
        aliases: "Other names",
        archived: "Archived",
        archive: "Archive",
        restore: "Restore",
        reassign: "Its entries go to",
        merge_into: "Merge into",
        delete: "Delete",
        edit: "Edit",
        save: "Save",
        target: "Target hours",
        no_categories: "No categories yet. A new name in an entry makes one.",
        no_goals: "No goals yet. A goal is a name, some days and perhaps a number of hours.",
        progress: |done, target, share| format!("{done} of {target} ({share} %)"),
        on_track: "On track",
        ahead: |length| format!("{length} ahead of an even pace"),
        behind: |length| format!("{length} behind an even pace"),
        needed: |length| format!("{length} a day to get there"),
        reached: |day, is_reached| {
            if is_reached { format!("reached on {day}") } else { format!("at this pace reached on {day}") }
        },
        confirm_category: |name, number, to| {
            let then = to.map_or_else(
                || format!("{} in the log, without a category", if number == 1 { "stays" } else { "stay" }),
                |to| format!("{} to “{to}”", if number == 1 { "goes" } else { "go" }),
            );
            match number {
                0 => format!("Delete the category “{name}”? No entry has it."),
                _ => format!("Delete the category “{name}”? Its {} {then}.", count(number, "entry", "entries")),
            }
        },
        confirm_goal: |name, number| {
            let stay = if number == 1 { "stays" } else { "stay" };
            match number {
                0 => format!("Delete the goal “{name}”? No entry is for it."),
                _ => {
                    format!("Delete the goal “{name}”? Its {} {stay} in the log.", count(number, "entry", "entries"))
                }
            }
        },
        up: "Move up",
        down: "Move down",
    },
    files: Files {
        export: "Export the log",
        format: "File format",
        formats: ["JSON", "CSV", "Toggl CSV", "Clockify CSV", "Timewarrior", "ActivityWatch", "iCalendar"],
        import: "Import entries",
        title: "Import entries",
        read_as: "Read as",
        overlapping: |number| {
            let lie = if number == 1 { "lies" } else { "lie" };
            format!("{} {lie} over others; all are kept as they are.", count(number, "new entry", "new entries"))
        },
        kinds: |categories, goals| {
            format!("New: {}, {}", count(categories, "category", "categories"), count(goals, "goal", "goals"))
        },
        counts: |new, known, skipped| {
            format!("{} new, {known} already here, {skipped} left out", count(new, "entry", "entries"))
        },
        nothing: "Nothing in this file is new.",
        ignored: |names| format!("Not taken over: {names}"),
        order: |example| format!("Which number of {example} is the day?"),
        orders: ["The first: day/month", "The second: month/day"],
        repeats: |number| {
            format!("{} again and again. Which days do you want?", count(number, "event comes", "events come"))
        },
        repeating: "Events that come again and again are read in these days:",
        again: "Read these days",
        row: |place| format!("Row {place}"),
        known: "already here",
        repeated: |place| format!("the same as row {place}"),
        rows: "Rows to look at",
        more: |number| format!("and {number} more"),
        apply: "Import",
    },
    choices: Choices {
        week_start: "Weeks begin on",
        zone: "Days are those of",
        browser: |zone| format!("The browser’s zone ({zone})"),
        overlap: "Where entries would overlap",
    },
    line_view: Timeline {
        title: "Timeline",
        hint: "Arrow keys move an entry by 5 minutes, with Shift its end, with Alt its beginning; Enter opens it.",
        entry: |what, from, to, length| format!("{what}, {from} – {to}, {length}"),
        odd_day: |hours| format!("This day has {hours} hours: the clock changes."),
    },
    file_error: |error| match error {
        FormatError::Unknown => {
            "This is no log that can be read: Toggl, Clockify, Timewarrior, ActivityWatch, iCalendar, CSV or Espalier."
                .to_owned()
        }
        FormatError::Newer { .. } => "The file was written by a newer version of Espalier.".to_owned(),
        other => format!("Nothing was imported: {other}."),
    },
    reason: ToString::to_string,
};
