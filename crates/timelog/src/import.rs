//! Entries from elsewhere become records: names become categories and goals, and what is there already is left out.
//!
//! - I1 Bringing in the same again adds nothing, also after entries were changed here: an entry's id follows from what
//!   it said when it came.
//! - I2 An entry that is here with the same times and the same note, however it came, is not added again.
//! - I3 At most one entry is running afterwards; of those that come running, one that would be the second is left out.
//! - I4 Categories and goals of which a file says more than their names are made as it says, also without entries; what
//!   is here stays as it is.
//! - I5 Projects of one name that belong to different clients stay two. Where a file names one without its client, its own
//!   list of categories says which is meant.

use std::collections::BTreeMap;
use std::rc::Rc;

use uuid::Builder;

use super::names;
use super::row::{CategoryRow, GoalRow, Kinds, Row};
use super::target::{LogTarget, plain_name};
use espalier_base::date::{DateRange, LocalDate};
use espalier_base::fnv::Fnv128;
use espalier_base::time::Timestamp;
use espalier_base::zone::Zone;
use espalier_model::mindmap::order::OrderKey;
use espalier_model::timelog::{Goal, GoalId, Tags, TimeCategory, TimeCategoryId, TimeEntry, TimeEntryId, whole_second};

/// Outcome of bringing entries in.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BroughtIn {
    /// New entries.
    pub added: Vec<TimeEntryId>,
    /// Places of those that were there already (I1, I2).
    pub known: Vec<usize>,
    /// Places of those that were left out (I3), or whose times no calendar knows.
    pub left_out: Vec<usize>,
    /// Names of categories that were made.
    pub categories: Vec<String>,
    /// Names of goals that were made.
    pub goals: Vec<String>,
}

/// Names and content known while rows come in.
struct Known {
    categories: BTreeMap<String, TimeCategoryId>,
    /// Names of the clients of projects.
    clients: BTreeMap<TimeCategoryId, String>,
    /// Goals by name, with their days.
    goals: BTreeMap<String, Vec<(DateRange, GoalId)>>,
    /// Number of rows with the same content so far (I1).
    same: BTreeMap<u128, u32>,
    /// Number of entries here with these times and this note that are not yet matched (I2).
    here: BTreeMap<(i64, Option<i64>, String), usize>,
    is_running: bool,
}

/// Counts the categories and the goals of a file that are not here (I4).
pub fn new_kinds(kinds: &Kinds, categories: &[Rc<TimeCategory>], goals: &[Rc<Goal>]) -> (usize, usize) {
    let known = Known::of(categories, goals);
    let categories = kinds.categories.iter().filter(|row| known.category(row).is_none());
    (categories.count(), kinds.goals.iter().filter(|row| !known.has_goal(row)).count())
}

/// Adds categories and goals, and entries, to the draft.
pub fn import(stage: &mut LogTarget<'_, '_>, rows: &[Row], kinds: &Kinds) -> BroughtIn {
    let mut done = BroughtIn::default();
    let mut known = Known::new(stage, rows);
    let mut last = stage.categories().pop().map(|row| row.order.clone());
    bring_kinds(stage, &mut known, &mut last, &mut done, kinds);
    let listed: Vec<GoalId> = known.goals.values().flatten().map(|(_, id)| *id).collect();
    for (place, row) in rows.iter().enumerate() {
        let (start, end) = (whole_second(row.start), row.end.map(whole_second));
        let possible =
            LogTarget::is_possible(start) && end.is_none_or(|end| end >= start && LogTarget::is_possible(end));
        if !possible || (end.is_none() && known.is_running) {
            done.left_out.push(place);
            continue;
        }
        let id = known.id(row, start, end);
        if stage.draft.get::<TimeEntry>(&id).is_some() || known.is_here(start, end, &row.note) {
            done.known.push(place);
            continue;
        }
        let zone = if row.zone.is_empty() { stage.zone() } else { Zone::new(&row.zone) };
        let mut entry = TimeEntry { end, note: row.note.clone(), ..TimeEntry::new(id, start, zone, stage.env.now) };
        entry.tags = Tags::new(row.tags.iter().map(String::as_str));
        entry.category =
            row.category.as_deref().and_then(|name| category(stage, &mut known, &mut last, &mut done, name));
        entry.goal = row.goal.as_deref().and_then(|name| goal(stage, &mut known, &mut done, name, start));
        known.is_running |= end.is_none();
        done.added.push(id);
        stage.draft.put(entry);
    }
    cover(stage, &done, &listed);
    done
}

/// Makes the categories and goals that are not here (I4).
fn bring_kinds(
    stage: &mut LogTarget<'_, '_>,
    known: &mut Known,
    last: &mut Option<OrderKey>,
    done: &mut BroughtIn,
    kinds: &Kinds,
) {
    let mut new = Vec::new();
    let mut named: BTreeMap<String, u32> = BTreeMap::new();
    for row in &kinds.categories {
        *named.entry(plain_name(&row.name)).or_default() += 1;
    }
    for row in &kinds.categories {
        let plain = plain_name(&row.name);
        if plain.is_empty() {
            continue;
        }
        let found = known.category(row);
        let id = found.unwrap_or_else(|| make(stage, last, done, &row.name));
        // From here on its names in the file mean this category (I5).
        if let Some(joined) = joined(row) {
            known.categories.insert(joined, id);
        }
        if named.get(&plain) == Some(&1) {
            known.categories.insert(plain, id);
        }
        if found.is_some() {
            continue;
        }
        // A name that stands for another category is none of its own.
        let own = row.aliases.iter().filter(|alias| !known.categories.contains_key(&plain_name(alias)));
        let aliases: Vec<String> = own.cloned().collect();
        for alias in &aliases {
            known.categories.insert(plain_name(alias), id);
        }
        stage.draft.update::<TimeCategory>(&id, |new| {
            (new.color, new.archived, new.aliases) = (row.color, row.archived, aliases);
            (new.rate, new.billable) = (row.rate, row.billable);
        });
        new.push((id, row.client.as_deref()));
    }
    // Clients may stand behind their projects, and are categories of their own.
    for (id, client) in new {
        let Some(client) = client.and_then(|name| category(stage, known, last, done, name)) else { continue };
        if stage.may_be_client(id, client) {
            stage.draft.update::<TimeCategory>(&id, |new| new.parent = Some(client));
        }
    }
    for row in &kinds.goals {
        if plain_name(&row.name).is_empty() || known.has_goal(row) {
            continue;
        }
        let category = row.category.as_deref().and_then(|name| category(stage, known, last, done, name));
        let (id, name) = (stage.env.id(), row.name.trim().to_owned());
        let DateRange { first: from, last: to } = row.days;
        known.goals.entry(plain_name(&name)).or_default().push((row.days, id));
        done.goals.push(name.clone());
        stage.draft.put(Goal { id, name, from, to, target_secs: row.target_secs, category });
    }
}

impl Known {
    fn of(categories: &[Rc<TimeCategory>], goals: &[Rc<Goal>]) -> Self {
        let mut known = Self {
            categories: BTreeMap::new(),
            clients: BTreeMap::new(),
            goals: BTreeMap::new(),
            same: BTreeMap::new(),
            here: BTreeMap::new(),
            is_running: false,
        };
        // Of equal names the first one counts, and a name counts before another's alias, both before `Client/Project`.
        for written in names::written(categories.iter().rev().map(AsRef::as_ref)) {
            known.categories.insert(plain_name(&written.name), written.row.id);
            known.clients.extend(written.client.map(|client| (written.row.id, plain_name(&client.name))));
        }
        for row in categories.iter().rev() {
            for alias in &row.aliases {
                known.categories.insert(plain_name(alias), row.id);
            }
        }
        for row in categories.iter().rev() {
            known.categories.insert(plain_name(&row.name), row.id);
        }
        for row in goals {
            known.goals.entry(plain_name(&row.name)).or_default().push((row.range(), row.id));
        }
        known
    }

    fn new(stage: &LogTarget<'_, '_>, rows: &[Row]) -> Self {
        let mut known = Self::of(&stage.categories(), &stage.goals());
        known.is_running = !stage.running().is_empty();
        let first = rows.iter().map(|row| row.start).min().unwrap_or_default();
        let last = rows.iter().map(|row| row.start).max().unwrap_or_default();
        for entry in stage.entries(|entry| entry.start >= whole_second(first) && entry.start <= last) {
            let times = (entry.start.0, entry.end.map(|end| end.0));
            *known.here.entry((times.0, times.1, entry.note.trim().to_owned())).or_default() += 1;
        }
        known
    }

    /// The category of a row: one of its name that is not another client's (I5).
    fn category(&self, row: &CategoryRow) -> Option<TimeCategoryId> {
        let own = || self.categories.get(&plain_name(&row.name)).copied();
        let (Some(client), Some(joined)) = (&row.client, joined(row)) else { return own() };
        let is_free = |id: &TimeCategoryId| self.clients.get(id).is_none_or(|known| *known == plain_name(client));
        self.categories.get(&joined).copied().or_else(|| own().filter(is_free))
    }

    /// Whether a goal of this name and these days is here.
    fn has_goal(&self, row: &GoalRow) -> bool {
        let named = self.goals.get(&plain_name(&row.name));
        named.is_some_and(|all| all.iter().any(|(days, _)| *days == row.days))
    }

    /// The goal of a name: of several the one that a day is in, which of several of these ends last.
    fn goal(&self, plain: &str, day: LocalDate) -> Option<GoalId> {
        let named = self.goals.get(plain)?.iter();
        named.max_by_key(|(days, _)| (days.contains(day), days.last)).map(|(_, id)| *id)
    }

    /// Whether one like it is here, which is then matched with this one (I2).
    fn is_here(&mut self, start: Timestamp, end: Option<Timestamp>, note: &str) -> bool {
        let key = (start.0, end.map(|end| end.0), note.trim().to_owned());
        match self.here.get_mut(&key) {
            Some(count) if *count > 0 => {
                *count -= 1;
                true
            }
            _ => false,
        }
    }

    /// The id of an entry that says this, for the first, second, … time (I1).
    fn id(&mut self, row: &Row, start: Timestamp, end: Option<Timestamp>) -> TimeEntryId {
        let mut hash = Fnv128::default();
        for number in [start.0, end.map_or(i64::MIN, |end| end.0)] {
            hash.add(&number.to_le_bytes());
        }
        let tags = Tags::new(row.tags.iter().map(String::as_str));
        let names = [row.category.as_deref(), row.goal.as_deref(), Some(row.note.trim())];
        for text in names.into_iter().map(Option::unwrap_or_default).chain(tags.iter()) {
            hash.add(text.as_bytes());
            hash.add(&[0xff]);
        }
        let count = self.same.entry(hash.0).or_default();
        hash.add(&count.to_le_bytes());
        *count += 1;
        let random: [u8; 16] = hash.0.to_le_bytes();
        let mut bytes = [0; 10];
        bytes.copy_from_slice(&random[..10]);
        let ms = start.0.clamp(0, (1 << 48) - 1).unsigned_abs();
        TimeEntryId::from_uuid(Builder::from_unix_timestamp_millis(ms, &bytes).into_uuid())
    }
}

fn category(
    stage: &mut LogTarget<'_, '_>,
    known: &mut Known,
    last: &mut Option<OrderKey>,
    done: &mut BroughtIn,
    name: &str,
) -> Option<TimeCategoryId> {
    let plain = plain_name(name);
    if plain.is_empty() {
        return None;
    }
    if let Some(id) = known.categories.get(&plain) {
        return Some(*id);
    }
    let id = make(stage, last, done, name);
    known.categories.insert(plain, id);
    Some(id)
}

fn make(
    stage: &mut LogTarget<'_, '_>,
    last: &mut Option<OrderKey>,
    done: &mut BroughtIn,
    name: &str,
) -> TimeCategoryId {
    let (id, name) = (stage.env.id(), name.trim().to_owned());
    let order = OrderKey::between(last.as_ref(), None).unwrap_or_default();
    *last = Some(order.clone());
    done.categories.push(name.clone());
    stage.draft.put(TimeCategory::new(id, name, order));
    id
}

/// The name of a project with that of its client.
fn joined(row: &CategoryRow) -> Option<String> {
    row.client.as_ref().map(|client| plain_name(&format!("{client}/{}", row.name)))
}

fn goal(
    stage: &mut LogTarget<'_, '_>,
    known: &mut Known,
    done: &mut BroughtIn,
    name: &str,
    start: Timestamp,
) -> Option<GoalId> {
    let plain = plain_name(name);
    if plain.is_empty() {
        return None;
    }
    let day = stage.calendar().day_of(start);
    if let Some(id) = known.goal(&plain, day) {
        return Some(id);
    }
    let (id, name) = (stage.env.id(), name.trim().to_owned());
    done.goals.push(name.clone());
    stage.draft.put(Goal { id, name, from: day, to: day, target_secs: None, category: None });
    known.goals.entry(plain).or_default().push((DateRange::day(day), id));
    Some(id)
}

/// Lets the goals that were made of a name alone last from their first entry to their last.
fn cover(stage: &mut LogTarget<'_, '_>, done: &BroughtIn, listed: &[GoalId]) {
    if done.goals.is_empty() {
        return;
    }
    let new: Vec<GoalId> = stage.goals().iter().map(|goal| goal.id).filter(|id| !listed.contains(id)).collect();
    for id in &done.added {
        let Some(entry) = stage.draft.get::<TimeEntry>(id) else { continue };
        let Some(goal) = entry.goal.filter(|goal| new.contains(goal)) else { continue };
        let first = stage.calendar().day_of(entry.start);
        let last = stage.calendar().day_of(entry.end.unwrap_or(entry.start));
        stage.draft.update::<Goal>(&goal, |row| (row.from, row.to) = (row.from.min(first), row.to.max(last)));
    }
}
