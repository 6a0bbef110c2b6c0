use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::*;
use crate::columns::Columns;
use crate::testing::{Random, calendar};
use crate::{CATEGORIES, REGISTRY, moment};
use espalier_base::date::Weekday;
use espalier_base::env::Env;
use espalier_base::language::Language;
use espalier_command::history::{Document, Entry, History};
use espalier_command::registry::Registry;
use espalier_command::transaction::{self, Applied, CommandTarget, Operation};
use espalier_model::change::ChangeSet;
use espalier_model::timelog::Overlap;
use espalier_model::workspace::Workspace;

/// 2026-03-02 12:00 in Berlin, a Monday.
const NOON: i64 = 1_772_449_200_000;

/// A log on which every transaction is applied, taken back and applied again (C2).
struct Lab {
    workspace: Workspace,
    columns: Columns,
    history: History,
    env: Env,
    registry: &'static Registry,
    random: Random,
    overlap: Overlap,
    proposed_at: Option<Timestamp>,
}

fn operation(command: &str, params: Value) -> Operation {
    Operation { id: "op".to_owned(), command: command.to_owned(), params, creates: None }
}

fn bytes(workspace: &Workspace) -> Vec<String> {
    workspace.tables().records().map(|record| record.to_json().unwrap()).collect()
}

impl Lab {
    fn new() -> Self {
        Self {
            workspace: Workspace::default(),
            columns: Columns::new(calendar("Europe/Berlin", Weekday::Monday)),
            history: History::default(),
            env: Env::deterministic(Timestamp(NOON), 7),
            registry: &REGISTRY,
            random: Random(0x9e37_79b9_7f4a_7c15),
            overlap: Overlap::Allow,
            proposed_at: None,
        }
    }

    fn apply(&mut self, changes: &ChangeSet) {
        self.workspace.apply(changes).unwrap();
        self.columns.follow(&self.workspace, changes);
    }

    fn attempt(&mut self, operations: &[Operation]) -> Result<(Applied, ChangeSet), String> {
        let before = bytes(&self.workspace);
        let mut draft = self.workspace.draft();
        let mut stage = LogTarget::open(&mut draft, &mut self.env, &self.columns, self.overlap);
        stage.proposed_at = self.proposed_at;
        let result = transaction::run(&mut stage, self.registry, CATEGORIES, operations);
        let changes = draft.finish();
        let applied = match result {
            Ok(applied) => applied,
            Err(failed) => {
                assert!(changes.is_empty() || operations.len() > 1, "{failed} after {operations:?} left {changes:?}");
                return Err(failed.reason.to_string());
            }
        };
        self.apply(&changes);
        let after = bytes(&self.workspace);
        self.apply(&changes.invert());
        assert_eq!(bytes(&self.workspace), before, "taking back {operations:?}");
        self.apply(&changes);
        assert_eq!(bytes(&self.workspace), after);
        self.check();
        Ok((applied, changes))
    }

    /// Asserts the invariants of a log.
    fn check(&self) {
        let rows = self.workspace.tables().time_entries.values();
        assert!(rows.clone().filter(|row| row.is_running()).count() <= 1, "two are running");
        for row in rows.clone() {
            assert!(row.end.is_none_or(|end| end >= row.start), "{row:?}");
            assert!(row.start.0 % 1_000 == 0 && row.end.is_none_or(|end| end.0 % 1_000 == 0), "{row:?}");
            let tables = self.workspace.tables();
            assert!(row.category.is_none_or(|category| tables.time_categories.contains_key(&category)));
            assert!(row.goal.is_none_or(|goal| tables.goals.contains_key(&goal)));
        }
        assert_eq!(self.columns, Columns::of(self.columns.calendar().clone(), rows));
    }

    fn keep(&mut self, changes: ChangeSet) {
        if !changes.is_empty() {
            let (id, command) = (self.env.id(), "test".to_owned());
            let entry = Entry {
                id,
                command,
                subject: String::new(),
                at: self.env.now,
                changes,
                undone: false,
                aside: false,
                checkpoint: None,
            };
            self.history.record(Document::TIME_LOG, entry);
        }
    }

    fn run(&mut self, command: &str, params: Value) -> Applied {
        let (applied, changes) = self.attempt(&[operation(command, params)]).unwrap();
        self.keep(changes);
        applied
    }

    fn refused(&mut self, command: &str, params: Value) -> String {
        self.attempt(&[operation(command, params)]).unwrap_err()
    }

    fn add(&mut self, start: &str, end: &str, note: &str) -> String {
        let applied = self.run("entry.add", json!({ "start": start, "end": end, "note": note }));
        applied.outcomes[0].1.made[0].to_string()
    }

    fn step(&mut self, undo: bool) -> bool {
        let scope = [Document::TIME_LOG];
        let plan = if undo {
            self.history.plan_undo(&self.workspace, &scope)
        } else {
            self.history.plan_redo(&self.workspace, &scope)
        };
        let Some(step) = plan else { return false };
        assert_eq!(step.conflicts, []);
        self.apply(&step.changes);
        self.history.confirm(&step).is_some()
    }

    /// The entries by start, one a line.
    fn log(&self) -> Vec<String> {
        let mut rows: Vec<&Rc<TimeEntry>> = self.workspace.tables().time_entries.values().collect();
        rows.sort_by_key(|row| (row.start, row.id));
        let clock = |at: Timestamp| moment::write(at, self.columns.calendar())[5..16].replace('T', " ");
        let name = |row: &TimeEntry| {
            let category = row.category.and_then(|id| self.workspace.get::<TimeCategory>(&id));
            category.map(|row| format!(" !{}", row.name)).unwrap_or_default()
        };
        let line = |row: &Rc<TimeEntry>| {
            let end = row.end.map_or("…".to_owned(), clock);
            format!("{}–{end} {}{}", clock(row.start), row.note, name(row)).trim_end().to_owned()
        };
        rows.into_iter().map(line).collect()
    }
}

#[test]
fn a_timer_is_started_stopped_and_resumed_and_only_one_runs() {
    let mut lab = Lab::new();
    lab.run("entry.start", json!({ "note": "one" }));
    lab.env.now = lab.env.now.plus_ms(600_500);
    lab.run("entry.start", json!({ "note": "two" }));
    assert_eq!(lab.log(), ["03-02 12:00–03-02 12:10 one", "03-02 12:10–… two"]);
    lab.env.now = lab.env.now.plus_ms(600_000);
    lab.run("entry.stop", json!({}));
    assert_eq!(lab.refused("entry.stop", json!({})), "no timer is running");
    lab.env.now = lab.env.now.plus_ms(600_000);
    lab.run("entry.resume", json!({}));
    assert_eq!(lab.log()[1..], ["03-02 12:10–03-02 12:20 two", "03-02 12:30–… two"]);
    assert_eq!(lab.refused("entry.start", json!({ "start": "2026-03-03 09:00" })), "a timer can’t start in the future");
    lab.run("entry.edit", json!({ "entryId": "running", "note": "three" }));
    assert_eq!(lab.log()[2], "03-02 12:30–… three");
    // A timer that was forgotten begins where it should have, and ends the one that ran.
    lab.run("entry.start", json!({ "start": "12:30", "note": "four" }));
    assert_eq!(lab.log()[2..], ["03-02 12:30–03-02 12:30 three", "03-02 12:30–… four"]);
}

#[test]
fn entries_are_added_over_midnight_and_where_clocks_are_set() {
    let mut lab = Lab::new();
    lab.add("2026-03-01 23:00", "2026-03-02 01:00", "late");
    let id = lab.add("2026-03-29 01:30", "2026-03-29T03:30", "short night");
    let row = lab.workspace.get::<TimeEntry>(&id.parse().unwrap()).unwrap();
    assert_eq!(row.seconds(lab.env.now).1 - row.seconds(lab.env.now).0, 3_600);
    assert_eq!(lab.refused("entry.add", json!({ "start": "10:00", "end": "9:00" })), "the end must be after the start");
    let bad = lab.refused("entry.add", json!({ "start": "tomorrow", "end": "9:00" }));
    assert!(bad.starts_with("enter a date and time"), "{bad}");
}

#[test]
fn clients_have_projects_and_those_have_none() {
    let mut lab = Lab::new();
    for name in ["Acme", "Logo", "Site", "Bolt"] {
        lab.run("category.create", json!({ "name": name }));
    }
    let of = |lab: &Lab| -> Vec<(String, String)> {
        let rows = &lab.workspace.tables().time_categories;
        let name = |id: TimeCategoryId| rows.get(&id).map_or("gone".to_owned(), |row| row.name.clone());
        let mut all: Vec<_> = rows.values().filter_map(|row| Some((name(row.parent?), row.name.clone()))).collect();
        all.sort();
        all
    };
    let pair = |client: &str, project: &str| (client.to_owned(), project.to_owned());
    for project in ["Logo", "Site"] {
        lab.run("category.setClient", json!({ "categoryId": project, "client": "Acme" }));
    }
    assert_eq!(of(&lab), [pair("Acme", "Logo"), pair("Acme", "Site")]);
    for (project, client) in [("Acme", "Bolt"), ("Bolt", "Logo"), ("Bolt", "Bolt"), ("Acme", "Logo")] {
        let said = lab.refused("category.setClient", json!({ "categoryId": project, "client": client }));
        assert!(said.contains("project"), "{project} of {client}: {said}");
    }
    lab.run("category.setRate", json!({ "categoryId": "Acme", "rate": 8_050, "billable": true }));
    let acme = lab.workspace.tables().time_categories.values().find(|row| row.name == "Acme").unwrap().clone();
    assert_eq!((acme.rate, acme.billable), (Some(8_050), Some(true)));
    lab.run("category.merge", json!({ "categoryId": "Acme", "into": "Bolt" }));
    assert_eq!(of(&lab), [pair("Bolt", "Logo"), pair("Bolt", "Site")], "projects go with their client");
    lab.run("category.merge", json!({ "categoryId": "Bolt", "into": "Site" }));
    assert_eq!(of(&lab), [pair("Site", "Logo")], "a project that takes over is a client");
    lab.run("category.delete", json!({ "categoryId": "Site" }));
    assert_eq!(of(&lab), [], "what a client leaves stands by itself");
    assert!(lab.step(true));
    assert_eq!(of(&lab), [pair("Site", "Logo")]);
}

#[test]
fn a_category_is_made_whole_and_its_name_is_its_own_within_its_client() {
    let mut lab = Lab::new();
    lab.run("category.create", json!({ "name": "Acme", "rate": 8_050, "billable": true, "color": "#36c" }));
    lab.run("category.create", json!({ "name": "Beta" }));
    let site = json!({ "name": "Website", "parent": "acme", "rate": "0", "billable": false, "aliases": ["site"] });
    lab.run("category.create", site);
    let rows = lab.workspace.tables().time_categories.clone();
    let row = |name: &str| rows.values().find(|row| row.name == name).unwrap();
    assert_eq!((row("Acme").parent, row("Acme").rate, row("Acme").billable), (None, Some(8_050), Some(true)));
    assert_eq!((row("Beta").rate, row("Beta").billable), (None, None));
    let site = row("Website");
    assert_eq!((site.parent, site.rate, site.billable), (Some(row("Acme").id), Some(0), Some(false)));
    let again = |client: &str| json!({ "name": "website", "client": client });
    assert_eq!(lab.refused("category.create", again("Acme")), "this name is already taken");
    assert!(lab.refused("category.create", again("Website")).contains("project"), "a project has no projects");
    lab.run("category.create", again("Beta"));
    lab.run("category.create", json!({ "name": "Website" }));
    let other = lab.workspace.tables().time_categories.values().find(|row| row.name == "website").unwrap().id;
    let taken = lab.refused("category.setClient", json!({ "categoryId": other, "client": "Acme" }));
    assert_eq!(taken, "this name is already taken");
    assert!(lab.step(true) && lab.step(true) && lab.step(true));
    assert_eq!(lab.workspace.tables().time_categories.len(), 2, "each is one step");
}

#[test]
fn c4_what_is_in_the_way_gives_way_as_the_policy_says() {
    let check = |policy: &str, expect: &[&str]| {
        let mut lab = Lab::new();
        lab.add("09:00", "12:00", "long");
        lab.add("10:30", "11:30", "short");
        let params = json!({ "start": "10:00", "end": "11:00", "note": "new", "overlap": policy });
        if lab.attempt(&[operation("entry.add", params)]).is_err() {
            assert_eq!(expect, ["refused"]);
            return;
        }
        let log: Vec<String> = lab.log().into_iter().map(|line| line.replace("03-02 ", "")).collect();
        assert_eq!(log, expect);
    };
    check("allow", &["09:00–12:00 long", "10:00–11:00 new", "10:30–11:30 short"]);
    check("crop", &["09:00–10:00 long", "10:00–11:00 new", "11:00–11:30 short"]);
    check("split", &["09:00–10:00 long", "10:00–11:00 new", "11:00–12:00 long", "11:00–11:30 short"]);
    check("forbid", &["refused"]);
}

#[test]
fn entries_are_moved_resized_split_merged_copied_and_deleted() {
    let mut lab = Lab::new();
    let id = lab.add("09:00", "10:00", "a");
    lab.run("entry.move", json!({ "entryId": id, "start": "2026-03-01 23:30" }));
    assert_eq!(lab.log(), ["03-01 23:30–03-02 00:30 a"]);
    lab.run("entry.resize", json!({ "entryId": id, "end": "2026-03-02 01:00" }));
    lab.run("entry.split", json!({ "entryId": id, "at": "00:00" }));
    assert_eq!(lab.log(), ["03-01 23:30–03-02 00:00 a", "03-02 00:00–03-02 01:00 a"]);
    assert_eq!(lab.refused("entry.split", json!({ "entryId": id, "at": "00:00" })), "that time isn’t within the entry");
    let other = lab.run("entry.duplicate", json!({ "entryId": id })).outcomes[0].1.made[0].to_string();
    lab.run("entry.edit", json!({ "entryId": other, "note": "b", "tags": ["x"] }));
    lab.run("entry.merge", json!({ "entryIds": [other, id] }));
    assert_eq!(lab.log(), ["03-01 23:30–03-02 00:30 a\nb", "03-02 00:00–03-02 01:00 a"]);
    let all: Vec<String> = lab.workspace.tables().time_entries.keys().map(ToString::to_string).collect();
    lab.run("entry.delete", json!({ "entryIds": all }));
    assert!(lab.log().is_empty());
    assert_eq!(lab.refused("entry.delete", json!({ "entryIds": [] })), "no entries were given");
}

#[test]
fn c4_what_lies_between_merged_entries_gives_way_as_the_policy_says() {
    let check = |policy: Overlap, expect: &[&str]| {
        let mut lab = Lab::new();
        let ids = [lab.add("08:00", "09:00", "a"), lab.add("10:00", "11:00", "b")];
        lab.add("08:30", "10:30", "between");
        lab.overlap = policy;
        if lab.attempt(&[operation("entry.merge", json!({ "entryIds": ids }))]).is_err() {
            assert_eq!(expect, ["refused"]);
            return;
        }
        let log: Vec<String> = lab.log().into_iter().map(|line| line.replace("03-02 ", "")).collect();
        assert_eq!(log, expect);
    };
    check(Overlap::Allow, &["08:00–11:00 a\nb", "08:30–10:30 between"]);
    check(Overlap::Crop, &["08:00–11:00 a\nb"]);
    check(Overlap::Forbid, &["refused"]);
    let mut lab = Lab::new();
    lab.overlap = Overlap::Forbid;
    let ids = [lab.add("08:00", "09:00", "a"), lab.add("10:00", "11:00", "b")];
    lab.run("entry.merge", json!({ "entryIds": ids }));
    assert_eq!(lab.log(), ["03-02 08:00–03-02 11:00 a\nb"], "they are not in their own way");
}

#[test]
fn a_timer_does_not_begin_before_the_one_it_stops() {
    let mut lab = Lab::new();
    lab.run("entry.start", json!({ "start": "10:00", "note": "a" }));
    assert_eq!(
        lab.refused("entry.start", json!({ "start": "09:30" })),
        "the running timer started later; stop it first"
    );
    lab.run("entry.start", json!({ "start": "10:30", "note": "b" }));
    assert_eq!(lab.log()[0], "03-02 10:00–03-02 10:30 a");
    // What runs can be split now.
    let id = lab.workspace.tables().time_entries.values().find(|row| row.is_running()).unwrap().id;
    lab.run("entry.split", json!({ "entryId": id, "at": "12:00" }));
    let running: Vec<i64> =
        lab.workspace.tables().time_entries.values().filter(|row| row.is_running()).map(|row| row.start.0).collect();
    assert_eq!(running, [NOON]);
}

#[test]
fn categories_take_over_from_each_other() {
    let mut lab = Lab::new();
    lab.run("category.create", json!({ "name": "Study", "color": "#36c", "aliases": ["学习"] }));
    lab.run("category.create", json!({ "name": "Reading" }));
    assert_eq!(lab.refused("category.create", json!({ "name": " study " })), "this name is already taken");
    lab.run("entry.add", json!({ "start": "08:00", "end": "09:00", "category": "学习", "note": "a" }));
    lab.run("entry.add", json!({ "start": "09:00", "end": "10:00", "category": "reading", "note": "b" }));
    lab.run("category.merge", json!({ "categoryId": "Reading", "into": "Study" }));
    assert_eq!(lab.log(), ["03-02 08:00–03-02 09:00 a !Study", "03-02 09:00–03-02 10:00 b !Study"]);
    lab.run("entry.add", json!({ "start": "10:00", "end": "11:00", "category": "Reading", "note": "c" }));
    assert_eq!(lab.log()[2], "03-02 10:00–03-02 11:00 c !Study");
    lab.run("category.rename", json!({ "categoryId": "Study", "name": "Learning" }));
    lab.run("category.archive", json!({ "categoryId": "Learning" }));
    assert_eq!(lab.refused("category.archive", json!({ "categoryId": "Learning" })), "it’s already archived");
    lab.run("category.delete", json!({ "categoryId": "Learning" }));
    assert_eq!(lab.log()[0], "03-02 08:00–03-02 09:00 a");
}

#[test]
fn goals_bring_their_category_and_let_go_of_their_entries() {
    let mut lab = Lab::new();
    lab.run("category.create", json!({ "name": "Study" }));
    let thesis = json!({
        "name": "Thesis", "from": "2026-03-01", "to": "2026-03-31", "targetMinutes": 600, "category": "Study",
    });
    lab.run("goal.create", thesis);
    lab.run("entry.add", json!({ "start": "08:00", "end": "09:00", "goal": "thesis" }));
    assert_eq!(lab.log(), ["03-02 08:00–03-02 09:00  !Study"]);
    let before = "the last day can’t be before the first";
    assert_eq!(lab.refused("goal.edit", json!({ "goalId": "Thesis", "to": "2026-02-01" })), before);
    lab.run("goal.edit", json!({ "goalId": "Thesis", "to": "2026-04-30", "clear": ["target"] }));
    let goal = lab.workspace.tables().goals.values().next().unwrap();
    assert_eq!((goal.to.to_string().as_str(), goal.target_secs), ("2026-04-30", None));
    lab.run("goal.delete", json!({ "goalId": "Thesis" }));
    assert!(lab.workspace.tables().time_entries.values().all(|row| row.goal.is_none()));
}

#[test]
fn importing_again_adds_nothing_also_after_changes_here() {
    let mut lab = Lab::new();
    lab.add("2026-03-01 09:00", "2026-03-01 10:00", "by hand");
    let rows = json!([
        { "start": "2026-03-01 09:00", "end": "2026-03-01 10:00", "note": "by hand" },
        { "start": "2026-03-01 11:00", "end": "2026-03-01 12:00", "note": "twice", "category": "New", "goal": "G" },
        { "start": "2026-03-01 11:00", "end": "2026-03-01 12:00", "note": "twice", "category": "New", "goal": "G" },
        { "start": "2026-02-20 11:00", "end": "2026-02-20 12:00", "note": "x", "category": "new", "goal": "g" },
        { "start": "2026-03-02 11:00", "note": "runs" },
        { "start": "2026-03-02 11:30", "note": "runs too" },
    ]);
    let added = lab.run("entry.import", json!({ "rows": rows })).outcomes[0].1.made.len();
    assert_eq!(added, 4);
    assert_eq!(lab.workspace.tables().time_categories.len(), 1);
    let goal = lab.workspace.tables().goals.values().next().unwrap();
    assert_eq!((goal.from.to_string(), goal.to.to_string()), ("2026-02-20".to_owned(), "2026-03-01".to_owned()));
    let twice = lab.workspace.tables().time_entries.values().find(|row| row.note == "twice").unwrap().id.to_string();
    lab.run("entry.edit", json!({ "entryId": twice, "note": "changed", "start": "2026-03-01 10:30" }));
    let again = lab.attempt(&[operation("entry.import", json!({ "rows": rows }))]).unwrap();
    assert!(again.1.is_empty(), "{:?}", again.1);
}

#[test]
fn g3_a_proposal_leaves_alone_what_was_changed_since() {
    let mut lab = Lab::new();
    let id = lab.add("09:00", "10:00", "a");
    lab.proposed_at = Some(lab.env.now);
    lab.env.now = lab.env.now.plus_ms(1_000);
    assert!(lab.attempt(&[operation("entry.edit", json!({ "entryId": id, "note": "b" }))]).is_ok());
    lab.env.now = lab.env.now.plus_ms(1_000);
    let changed = "it was changed after this was suggested";
    assert_eq!(lab.refused("entry.edit", json!({ "entryId": id, "note": "c" })), changed);
    assert_eq!(lab.refused("entry.delete", json!({ "entryIds": [id] })), changed);
}

#[test]
fn every_command_is_described_in_both_languages_and_found_by_its_own_names() {
    let (registry, specs) = (&*REGISTRY, REGISTRY.specs());
    let (mut ids, mut shortcuts) = (BTreeSet::new(), BTreeSet::new());
    for spec in specs {
        assert!(ids.insert(spec.id.as_str()), "{} is there twice", spec.id.as_str());
        assert!(CATEGORIES.contains(&spec.category), "{}", spec.id.as_str());
        for text in spec.params.iter().map(|param| param.description).chain([spec.name, spec.description]) {
            for language in [Language::En, Language::Zh] {
                assert!(!text.get(language).trim().is_empty(), "{} lacks words", spec.id.as_str());
            }
        }
        assert!(spec.description.en.ends_with('.') && spec.description.zh.ends_with('。'), "{}", spec.id.as_str());
        for keys in spec.shortcuts {
            assert!(shortcuts.insert(*keys), "{keys} is taken twice, by {} too", spec.id.as_str());
        }
        for name in spec.aliases.iter().chain([&spec.id.as_str()]) {
            assert_eq!(registry.find(name).map(|found| found.id), Some(spec.id), "{name}");
        }
        let names: BTreeSet<String> = spec
            .params
            .iter()
            .flat_map(|param| param.aliases.iter().chain([&param.name]))
            .map(|name| espalier_command::schema::plain(name))
            .collect();
        let count: usize = spec.params.iter().map(|param| 1 + param.aliases.len()).sum();
        assert_eq!(names.len(), count, "two parameters of {} share a name", spec.id.as_str());
    }
    assert!(ids.len() >= 24, "only {} commands", ids.len());
}

/// Random parameters, made from the commands' own schemas.
impl Lab {
    fn below(&mut self, limit: usize) -> usize {
        self.random.below(limit as i64) as usize
    }

    fn any(&mut self, schema: &Schema, name: &str) -> Value {
        match schema {
            Schema::Bool => (self.below(2) == 0).into(),
            Schema::Int { .. } => [0, 1, 2, 60][self.below(4)].into(),
            Schema::Number { .. } => [0.0, 0.5, -2.0][self.below(3)].into(),
            Schema::Text { .. } => self.any_text(name).into(),
            Schema::Choice(words) => words[self.below(words.len())].into(),
            Schema::Reference(kind) => self.any_reference(kind).into(),
            Schema::List { items, .. } => (0..self.below(4)).map(|_| self.any(items, name)).collect::<Vec<_>>().into(),
            Schema::Object(params) => self.any_params(params),
            Schema::Tree { .. } => Value::Null,
            Schema::AtLeast(_, inner) | Schema::Nullable(inner) | Schema::Lenient(inner) | Schema::Taken(inner, _) => {
                self.any(inner, name)
            }
        }
    }

    fn any_text(&mut self, name: &str) -> String {
        let (day, hour) = (1 + self.below(3), self.below(24));
        match name {
            "start" | "end" | "at" => format!("2026-03-0{day} {hour:02}:{}0", self.below(6)),
            "from" | "to" => format!("2026-03-0{day}"),
            "color" => ["#123456", "red"][self.below(2)].to_owned(),
            "zone" => ["Asia/Tokyo", "UTC"][self.below(2)].to_owned(),
            _ => ["x", "茶", " y  z ", "x", "two\r\nlines"][self.below(5)].to_owned(),
        }
    }

    fn any_reference(&mut self, kind: &str) -> String {
        let tables = self.workspace.tables();
        let ids: Vec<String> = match kind {
            "entry" => tables.time_entries.keys().map(ToString::to_string).collect(),
            "category" => tables.time_categories.keys().map(ToString::to_string).collect(),
            _ => tables.goals.keys().map(ToString::to_string).collect(),
        };
        let which = self.below(ids.len() + 1);
        ids.get(which).cloned().unwrap_or_else(|| ["running", "x", "nobody"][self.below(3)].to_owned())
    }

    fn any_params(&mut self, params: &[Param]) -> Value {
        let mut given = serde_json::Map::new();
        for param in params {
            if param.required || self.below(3) > 0 {
                given.insert(param.name.to_owned(), self.any(&param.schema, param.name));
            }
        }
        given.into()
    }
}

/// Random sessions over all commands: what [`Lab::attempt`] checks holds of each, every command was done and taken
/// back, and every condition said no at least once; at the end everything is taken back and done again.
#[test]
fn every_command_can_be_taken_back_and_refuses_what_it_cannot_do() {
    let specs = REGISTRY.specs();
    let mut changed: BTreeMap<&str, usize> = BTreeMap::new();
    let mut refused: BTreeSet<&str> = BTreeSet::new();
    for seed in 1..=12 {
        let mut lab = Lab::new();
        lab.random = Random(lab.random.0.wrapping_mul(2 * seed + 1));
        lab.overlap = [Overlap::Allow, Overlap::Crop, Overlap::Split, Overlap::Forbid][seed as usize % 4];
        let initial = bytes(&lab.workspace);
        for _ in 0..200 {
            lab.env.now = lab.env.now.plus_ms(lab.random.below(500_000));
            let seldom: Vec<&'static Spec> = specs
                .iter()
                .copied()
                .filter(|spec| changed.get(spec.id.as_str()).is_none_or(|&count| count < 3))
                .collect();
            let among = if !seldom.is_empty() && lab.below(3) == 0 { &seldom[..] } else { specs };
            let spec = among[lab.below(among.len())];
            let params = lab.any_params(spec.params);
            match lab.attempt(&[operation(spec.id.as_str(), params)]) {
                Ok((_, changes)) => {
                    if !changes.is_empty() {
                        *changed.entry(spec.id.as_str()).or_default() += 1;
                    }
                    lab.keep(changes);
                }
                Err(_) => drop(refused.insert(spec.id.as_str())),
            }
        }
        let end = bytes(&lab.workspace);
        while lab.step(true) {}
        assert_eq!(bytes(&lab.workspace), initial, "seed {seed}");
        while lab.step(false) {}
        assert_eq!(bytes(&lab.workspace), end, "seed {seed}");
    }
    for spec in specs {
        assert!(changed.contains_key(spec.id.as_str()), "{} was never done and taken back", spec.id.as_str());
        assert!(refused.contains(spec.id.as_str()), "the condition of {} never said no", spec.id.as_str());
    }
}

#[test]
fn names_resolve_only_where_they_are_one() {
    let mut lab = Lab::new();
    lab.run("category.create", json!({ "name": "A", "aliases": ["both"] }));
    lab.run("category.create", json!({ "name": "B", "aliases": ["both"] }));
    let mut draft = lab.workspace.draft();
    let stage = LogTarget::open(&mut draft, &mut lab.env, &lab.columns, Overlap::Allow);
    assert!(stage.resolve("category", " a ").is_some());
    assert_eq!(stage.resolve("category", "both"), None);
    assert_eq!(stage.resolve("entry", "running"), None);
    assert_eq!(stage.resolve("planet", "a"), None);
}

#[test]
fn projects_resolve_by_their_clients() {
    let mut lab = Lab::new();
    for name in ["Acme", "Beta"] {
        lab.run("category.create", json!({ "name": name, "aliases": [format!("{name} Ltd")] }));
        lab.run("category.create", json!({ "name": "Website", "client": name }));
    }
    lab.run("category.create", json!({ "name": "Logo", "client": "Acme" }));
    lab.run("entry.add", json!({ "start": "8:00", "end": "9:00", "category": "beta ltd/Website", "note": "a" }));
    lab.run("entry.add", json!({ "start": "9:00", "end": "10:00", "category": "Acme / website", "note": "b" }));
    lab.run("entry.add", json!({ "start": "10:00", "end": "11:00", "category": "logo", "note": "c" }));
    let tables = lab.workspace.tables();
    let client = |note: &str| {
        let entry = tables.time_entries.values().find(|row| row.note == note).unwrap();
        let project = &tables.time_categories[&entry.category.unwrap()];
        format!("{}/{}", tables.time_categories[&project.parent.unwrap()].name, project.name)
    };
    assert_eq!(["a", "b", "c"].map(client), ["Beta/Website", "Acme/Website", "Acme/Logo"]);
    for name in ["Website", "Beta/Logo", "Acme/Web", "/Website"] {
        lab.refused("entry.add", json!({ "start": "12:00", "end": "13:00", "category": name, "note": "d" }));
    }
}
