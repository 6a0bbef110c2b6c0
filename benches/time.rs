//! Cost of sums of the time log, on this machine: `cargo bench --bench time`.
//!
//! Logs of 100,000 and 1,000,000 entries: writing and reading them, building the columns, any range with any filter and
//! grouping, and one change with the totals after it. The same code runs in the page.
#![allow(clippy::disallowed_methods)] // a bench asks the clock
#![allow(clippy::print_stdout)] // and prints what it found

use std::hint::black_box;
use std::rc::Rc;
use std::time::{Duration, Instant};

use espalier_base::date::{DateRange, LocalDate, Weekday};
use espalier_base::env::Env;
use espalier_base::time::Timestamp;
use espalier_base::zone::Zone;
use espalier_model::change::{Change, ChangeSet, Edit};
use espalier_model::timelog::packed::{pack, unpack};
use espalier_model::timelog::{GoalId, Tags, TimeCategoryId, TimeEntry, TimeEntryField};
use espalier_model::workspace::Workspace;
use espalier_model::{Field, Record, RecordKey, Table};
use espalier_storage::memory::MemoryStorage;
use espalier_storage::port::{self, Commit, Durability, Storage as _};
use espalier_timelog::calendar::Calendar;
use espalier_timelog::columns::Columns;
use espalier_timelog::report::{Dimension, Filter, Query, report};
use futures::executor::block_on;

/// The instant 2000-01-01 in UTC, in seconds.
const FROM: i64 = 946_684_800;
/// Approximate entries a day of someone who logs everything.
const PER_DAY: i64 = 100;
const WORDS: [&str; 5] = ["", "Reading a paper", "写论文 draft", "call with Ann", "standup"];
const TAGS: [&[&str]; 5] = [&[], &[], &["deep"], &["deep", "home"], &["a", "deep", "x"]];
const ALL: [Dimension; 10] = [
    Dimension::Day,
    Dimension::Week,
    Dimension::Month,
    Dimension::Quarter,
    Dimension::Year,
    Dimension::Weekday,
    Dimension::Hour,
    Dimension::Category,
    Dimension::Goal,
    Dimension::Tag,
];

struct Bench {
    env: Env,
    random: u64,
    categories: Vec<TimeCategoryId>,
    goals: Vec<GoalId>,
    entries: Vec<Rc<TimeEntry>>,
    per_day: i64,
}

impl Bench {
    fn new(count: usize, per_day: i64) -> Self {
        let mut env = Env::deterministic(Timestamp(FROM * 1_000), 7);
        let categories = (0..16).map(|_| env.id()).collect();
        let goals = (0..4_096).map(|_| env.id()).collect();
        let mut bench =
            Self { env, random: 0x9e37_79b9_7f4a_7c15, categories, goals, entries: Vec::with_capacity(count), per_day };
        for number in 0..i64::try_from(count).unwrap_or_default() {
            let entry = bench.entry(number);
            bench.entries.push(entry);
        }
        bench
    }

    fn below(&mut self, limit: i64) -> i64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random % limit.max(1).unsigned_abs()).cast_signed()
    }

    fn pick(&mut self, length: usize) -> usize {
        self.below(i64::try_from(length).unwrap_or(1)) as usize
    }

    fn entry(&mut self, number: i64) -> Rc<TimeEntry> {
        let slot = 86_400 / self.per_day;
        let start = Timestamp((FROM + number * slot + self.below(slot)) * 1_000);
        let mut entry = TimeEntry::new(self.env.id_at(start), start, Zone::new("Europe/Berlin"), start);
        entry.end = Some(start.plus_ms(self.below(2 * slot) * 1_000));
        let category = self.pick(self.categories.len());
        entry.category = Some(self.categories[category]);
        if self.below(3) > 0 {
            let goal = self.pick(self.goals.len());
            entry.goal = Some(self.goals[goal]);
        }
        let (tags, words) = (self.pick(TAGS.len()), self.pick(WORDS.len()));
        entry.tags = Tags::new(TAGS[tags].iter().copied());
        WORDS[words].clone_into(&mut entry.note);
        Rc::new(entry)
    }

    fn query(&mut self, days: i32, group_by: &[Dimension], by_day: bool) -> Query {
        let first = LocalDate((FROM / 86_400) as i32);
        let from = self.below(days.into()) as i32;
        let length = [1, 7, 30, 90, 365, days][self.pick(6)];
        let range = DateRange { first: first.plus_days(from), last: first.plus_days((from + length - 1).min(days)) };
        let range = DateRange::new(range.first, range.last);
        let mut filter = Filter::default();
        match self.below(6) {
            0 => filter.categories = vec![Some(self.categories[3]), Some(self.categories[7])],
            1 => filter.goals = (0..20).map(|goal| Some(self.goals[goal])).collect(),
            2 => filter.tags = vec!["home".to_owned()],
            3 => "paper".clone_into(&mut filter.text),
            _ => {}
        }
        Query { filter, group_by: group_by.to_vec(), by_day, ..Query::new(range) }
    }
}

fn line(name: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |share: usize| times[(times.len() * share / 1_000).min(times.len() - 1)].as_secs_f64() * 1e3;
    println!("  {name:<44} p50 {:>8.3} ms   p99 {:>8.3} ms   worst {:>8.3} ms", at(500), at(990), at(1_000));
}

fn timed<T>(run: impl FnOnce() -> T) -> (T, Duration) {
    let begin = Instant::now();
    let result = run();
    (result, begin.elapsed())
}

/// Returns the bytes that the process has in memory; nothing where the system does not say.
fn resident_bytes() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse::<usize>().ok().map(|kilobytes| kilobytes * 1024)
}

/// Measures from the stored rows to the first chart, as at a start of the page, without the time of the database
/// itself.
fn start(bench: &Bench, first: &Query, now: Timestamp) {
    let key = |entry: &Rc<TimeEntry>| RecordKey::TimeEntries(entry.id);
    let storage = MemoryStorage::default();
    let all = bench.entries.iter().map(|entry| (key(entry), Change::Added(Record::TimeEntries(entry.clone()))));
    let commit = |changes: ChangeSet| {
        let commit = Commit { changes, ..Commit::default() };
        timed(|| block_on(storage.commit(commit, Durability::Strict))).1.as_secs_f64() * 1e3
    };
    let show = |name: &str, ms: f64| println!("  {name:<44} {ms:>12.3} ms");
    show("all of it written as one commit", commit(all.collect()));
    let before = resident_bytes();
    let (_kept, took) = timed(|| {
        let loaded = block_on(storage.load(port::Query::Tables(vec![Table::TimeEntries]))).unwrap_or_default();
        let mut workspace = Workspace::default();
        workspace.absorb(loaded.records);
        let columns = Columns::of(berlin(), workspace.tables().time_entries.values());
        black_box(report(&columns, first, now));
        (workspace, columns)
    });
    show("stored entries to the first chart", took.as_secs_f64() * 1e3);
    if let (Some(before), Some(after)) = (before, resident_bytes()) {
        println!("  {:<44} {:>12.1} MB", "entries and columns in memory", (after - before) as f64 / 1e6);
    }
    let entry = &bench.entries[bench.entries.len() / 2];
    let field = |note: &str| Field::TimeEntries(TimeEntryField::Note(note.to_owned()));
    let mut edit = ChangeSet::default();
    edit.push(key(entry), Change::Updated(vec![Edit { from: field(&entry.note), to: field("changed") }]));
    show("one packed entry changed in storage", commit(edit));
    show("packed again", timed(|| block_on(storage.pack())).1.as_secs_f64() * 1e3);
}

fn berlin() -> Calendar {
    Calendar::new(&Zone::new("Europe/Berlin"), Weekday::Monday)
}

fn run(count: usize, per_day: i64) {
    let mut bench = Bench::new(count, per_day);
    println!("{count} entries, {per_day} a day");
    let (calendar, took) = timed(berlin);
    println!("  {:<44} {:>12.3} ms", "the calendar of a zone", took.as_secs_f64() * 1e3);
    let (mut columns, took) = timed(|| Columns::of(calendar, &bench.entries));
    println!("  {:<44} {:>12.3} ms", "columns built", took.as_secs_f64() * 1e3);
    // As storage keeps them: about a month in each row.
    let month = usize::try_from(30 * per_day).unwrap_or(1);
    let (packed, took) = timed(|| bench.entries.chunks(month).map(pack).collect::<Vec<_>>());
    println!("  {:<44} {:>12.3} ms", "packed by months", took.as_secs_f64() * 1e3);
    let bytes: usize = packed.iter().map(Vec::len).sum();
    let (rows, took) =
        timed(|| packed.iter().filter_map(|bytes| unpack(bytes).ok()).map(|rows| rows.len()).sum::<usize>());
    println!("  {:<44} {:>12.3} ms, {rows} of {} bytes", "unpacked", took.as_secs_f64() * 1e3, bytes / rows.max(1));
    let days = (i64::try_from(count).unwrap_or(0) / per_day) as i32 + 1;
    let now = Timestamp((FROM + i64::from(days) * 86_400) * 1_000);
    let whole = DateRange { first: LocalDate((FROM / 86_400) as i32), last: LocalDate((FROM / 86_400) as i32 + days) };
    let first = Query::new(whole).by(&[Dimension::Month, Dimension::Category]);
    let (_, took) = timed(|| black_box(report(&columns, &first, now)));
    println!("  {:<44} {:>12.3} ms", "the first chart, month by category", took.as_secs_f64() * 1e3);
    start(&bench, &first, now);
    let mut all = Vec::new();
    for _ in 0..2_000 {
        let mut group_by = Vec::new();
        for _ in 0..bench.below(4) {
            group_by.push(ALL[bench.pick(ALL.len())]);
        }
        group_by.dedup();
        let by_day = bench.below(4) == 0;
        let query = bench.query(days, &group_by, by_day);
        all.push(timed(|| black_box(report(&columns, &query, now))).1);
    }
    line("any range, filter and grouping", all);
    for (name, group_by, by_day) in [
        ("  the whole log by day and category", vec![Dimension::Day, Dimension::Category], false),
        ("  the whole log by weekday and hour", vec![Dimension::Weekday, Dimension::Hour], false),
        ("  the whole log by goal", vec![Dimension::Goal], false),
        ("  the whole log by category, with streaks", vec![Dimension::Category], true),
        ("  the whole log by goal, with streaks", vec![Dimension::Goal], true),
    ] {
        let query = Query { by_day, ..Query::new(whole).by(&group_by) };
        line(name, (0..20).map(|_| timed(|| black_box(report(&columns, &query, now))).1).collect());
    }
    let query = Query::new(whole).by(&[Dimension::Month, Dimension::Category]);
    let mut edits = Vec::new();
    for _ in 0..1_000 {
        let place = bench.pick(bench.entries.len());
        let mut entry = TimeEntry::clone(&bench.entries[place]);
        entry.end = Some(entry.start.plus_ms(bench.below(7_200) * 1_000));
        let entry = Rc::new(entry);
        let took = timed(|| {
            columns.set(entry.id, Some(&entry));
            black_box(report(&columns, &query, now))
        });
        edits.push(took.1);
        bench.entries[place] = entry;
    }
    line("one change, and the totals of all months", edits);
}

fn main() {
    run(100_000, 20);
    run(100_000, PER_DAY);
    run(1_000_000, PER_DAY);
}
