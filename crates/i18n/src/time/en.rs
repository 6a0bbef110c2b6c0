//! English.

use super::{Choices, Files, Form, Kinds, Report, Sheet, Timeline, Words};
use espalier_model::settings::Language;
use espalier_timelog::formats::FormatError;

fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

pub const EN: Words = Words {
    language: Language::En,
    room: "Time",
    way: "Keep a log of your hours, see where they go, and reach your goals.",
    timer: "Timer",
    start: "Start",
    switch: "Switch",
    add: "Add",
    stop: "Stop",
    runs: |what, time| match what {
        "" => format!("Running: {time}"),
        _ => format!("Running: {what}, {time}"),
    },
    resume: "Resume last",
    running: "Running",
    line: "Quick add",
    line_hint: "9-11:30 writing @work #thesis · 45m standup · what are you doing now?",
    understood: "Understood",
    from_now: "starts now",
    since: |time| format!("running since {time}"),
    open: "the end is missing",
    doubt: |name| format!("“{name}” doesn’t match exactly one name, so it stays in the note."),
    quick: super::quick::EN,
    first: "What are you doing, or what did you do?",
    first_example: "9-11 writing #thesis",
    quick_presets: ["Today", "This week", "This month"],
    date: "Go to a date",
    bulk: ["Set category", "Set goal", "Add tags", "Shift by minutes", "Apply"],
    merge_gap: |length| format!("Merging also counts the {length} in between."),
    marks: ["Average", "Goal"],
    average: |length| format!("Average {length}"),
    goal_line: |length| format!("Goal {length}"),
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
        "Custom",
    ],
    from: "From",
    to: "To",
    filter: "Filter",
    filters: |count| format!("Filter ({count})"),
    clear: "Clear filters",
    every: "All",
    text: "Search notes and tags",
    none: "None",
    log: "Log",
    views: ["List", "Day", "Week"],
    today: "Today",
    before: "Earlier",
    after: "Later",
    empty: "No entries yet. Start the timer, or type what you did above, such as “9-10:30 reading”.",
    nothing: "No entries in this period. Choose another period or clear the filters.",
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
        end_hint: "Leave empty while the timer runs.",
        category: "Category",
        category_hint: "Type a new name to create a category.",
        goal: "Goal",
        tags: "Tags",
        note: "Note",
        overlap: "If it overlaps",
        usual: "Same as in Settings",
        policies: ["Keep both", "Shorten the others", "Split the others", "Refuse"],
        leaving: "Discard your changes?",
        discard: "Discard",
        go_on: "Keep editing",
        in_the_way: "Overlaps with:",
        refused: "This overlaps, and your settings don’t allow overlaps. Choose another time, or choose above what to do.",
        runs_later: |time| format!("The running timer started at {time}. Stop it first."),
        stays: |name| format!("{name} stays unchanged"),
        becomes: |name, span| format!("{name} becomes {span}"),
        becomes_two: |name, one, other| format!("{name} becomes two: {one} and {other}"),
        goes: |name| format!("{name} is deleted"),
        twice: ["The clock shows this time twice that day:", "the first time", "the second time"],
        never: |time| format!("This time doesn’t exist that day (the clock skips it), so {time} is used."),
        unclear: "Enter a date and a time.",
        backwards: "The end must be after the start.",
        save: "Save",
        split_at: "Split at",
        split: "Split",
        split_middle: "Split in the middle",
        split_now: "Split now",
        merge_next: "Merge with the next",
        merge_next_over: |length| format!("Merge with the next and count the {length} in between"),
        merge: "Merge",
        delete: "Delete",
    },
    report: Report {
        title: "Report",
        group_by: "Group by",
        groups: [
            "Category",
            "Day",
            "Week",
            "Month",
            "Goal",
            "Tag",
            "Hour of day",
            "Weekday",
            "Quarter",
            "Year",
            "Client",
        ],
        billed: ["Billable", "Amount"],
        bill: |length, amount, unpriced| {
            let unpriced = unpriced.map(|length| format!(" · {length} without a rate")).unwrap_or_default();
            format!("Billable {length} · {amount}{unpriced}")
        },
        columns: ["Time", "Share", "Average per day", "Entries"],
        days: |active, all, streak| {
            let row = if streak > 1 { format!(" · longest streak {streak} days") } else { String::new() };
            format!("Entries on {active} of {}{row}", count(all as usize, "day", "days"))
        },
        mean: |mean, since, median| {
            let since = since.map(|day| format!(" since {day}")).unwrap_or_default();
            format!("Average {mean} a day{since} · typical active day {median}")
        },
        previous: |length, difference| format!("{difference} compared with {length} in the previous period"),
        nothing: "No entries in this period.",
        entries: |name| format!("Show entries: {name}"),
        print: "Print",
        charts: ["Over time", "Shares", "Year", "Hours of the week"],
        numbers: "Numbers",
        rest: "Other",
    },
    sheet: Sheet {
        title: "Timesheet",
        save: "Save as CSV",
        columns: ["Time", "Client / project", "Note", "Hours", "Rate", "Amount"],
        total: "Total",
    },
    kinds: Kinds {
        categories: "Categories",
        goals: "Goals",
        both: "Goals and categories",
        new_category: "New category",
        new_goal: "New goal",
        name: "Name",
        colour: "Colour",
        automatic: "Chosen by the app",
        aliases: "Other names",
        client: "Client",
        no_client: "None",
        rate: "Hourly rate",
        no_rate: "Enter a price such as 80 or 80.50.",
        billable: "Billable",
        billables: ["Like its client", "Yes", "No"],
        archived: "Archived",
        archive: "Archive",
        restore: "Restore",
        reassign: "Move its entries to",
        merge_into: "Merge into",
        delete: "Delete",
        edit: "Edit",
        save: "Save",
        target: "Target hours",
        no_categories: "No categories yet. Type a new name in an entry to create one.",
        no_goals: "No goals yet. Give one a name, dates and, if you like, hours.",
        progress: |done, target, share| format!("{done} of {target} ({share}%)"),
        on_track: "On track",
        ahead: |length| format!("{length} ahead of schedule"),
        behind: |length| format!("{length} behind schedule"),
        needed: |length| format!("{length} a day to reach it"),
        reached: |day, is_reached| {
            if is_reached { format!("reached on {day}") } else { format!("at this pace, done by {day}") }
        },
        confirm_category: |name, number, to| {
            let then = to.map_or_else(
                || format!("{} in the log, without a category", if number == 1 { "stays" } else { "stay" }),
                |to| format!("{} to “{to}”", if number == 1 { "goes" } else { "go" }),
            );
            match number {
                0 => format!("Delete the category “{name}”? No entries use it."),
                _ => format!("Delete the category “{name}”? Its {} {then}.", count(number, "entry", "entries")),
            }
        },
        confirm_goal: |name, number| {
            let stay = if number == 1 { "stays" } else { "stay" };
            match number {
                0 => format!("Delete the goal “{name}”? No entries belong to it."),
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
        formats: ["JSON", "CSV", "Toggl CSV", "Clockify CSV", "solidtime", "Timewarrior", "ActivityWatch", "iCalendar"],
        import: "Import entries",
        title: "Import entries",
        read_as: "Read as",
        overlapping: |number| {
            let overlap = if number == 1 { "overlaps" } else { "overlap" };
            format!("{} {overlap} others. All are kept as they are.", count(number, "new entry", "new entries"))
        },
        kinds: |categories, goals| {
            format!("New: {}, {}", count(categories, "category", "categories"), count(goals, "goal", "goals"))
        },
        counts: |new, known, skipped| {
            format!("{}, {known} already here, {skipped} left out", count(new, "new entry", "new entries"))
        },
        nothing: "Nothing in this file is new.",
        ignored: |names| format!("Not imported: {names}"),
        order: |example| format!("Which number in {example} is the day?"),
        orders: ["The first: day/month", "The second: month/day"],
        repeats: |number| {
            format!("{}. Which days should be imported?", count(number, "event repeats", "events repeat"))
        },
        repeating: "Repeating events are read for these days:",
        again: "Use these days",
        row: |place| format!("Row {place}"),
        known: "already here",
        repeated: |place| format!("the same as row {place}"),
        rows: "Rows to check",
        more: |number| format!("and {number} more"),
        apply: "Import",
        columns: [
            "What is in each column?",
            "A start is required, or a date and a duration. Files with the same columns will be read the same way next time.",
            "Leave out",
            "Read these columns",
        ],
        roles: ["Start", "End", "Date", "End date", "Duration", "Note", "Category", "Tags", "Goal", "Time zone"],
    },
    choices: Choices {
        week_start: "First day of the week",
        zone: "Time zone",
        no_zone: "No time zone matches. Try a city, a country or UTC+8.",
        currency: "Currency of rates",
        usual_currency: "None",
        browser: |zone| format!("The browser’s zone ({zone})"),
        overlap: "When entries overlap",
    },
    line_view: Timeline {
        title: "Timeline",
        hint: "Arrow keys move an entry by 5 minutes; hold Shift to move its end, Alt to move its start. Enter opens it.",
        entry: |what, from, to, length| format!("{what}, {from} – {to}, {length}"),
        odd_day: |hours| format!("This day has {hours} hours because the clock changes."),
    },
    file_error: |error| {
        match error {
        FormatError::Empty => "The file is empty.".to_owned(),
        FormatError::TooLarge => "The file is too large. Split it into several.".to_owned(),
        FormatError::TooManyRows => "The file has too many rows. Split it into several.".to_owned(),
        FormatError::Encoding => "The text of this file can’t be read. Save it as UTF-8 and import it again.".to_owned(),
        FormatError::Unknown => {
            "This isn’t a time log Espalier can read. Choose a file from Toggl, Clockify, Harvest, solidtime, Timewarrior, ActivityWatch, iCalendar or Espalier, or any CSV."
                .to_owned()
        }
        FormatError::Newer { .. } => "The file was written by a newer version of Espalier. Reload the page to get that version.".to_owned(),
        other => format!("Nothing was imported: {other}."),
    }
    },
    reason: ToString::to_string,
};
