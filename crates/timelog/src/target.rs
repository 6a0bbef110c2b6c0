//! Stage of the commands of the time log: its records as a draft has them, and an index to find entries by time.
//!
//! - G1 Entries begin and end at whole seconds within the years that calendars know, and never end before they begin.
//! - G2 What does not change anything leaves no trace, not even in the time of the last change.
//! - G3 What runs as a proposal neither overwrites nor deletes what was written after the proposal was made.

use std::rc::Rc;

use uuid::Uuid;

use super::calendar::{Calendar, END_SECOND, FIRST_SECOND};
use super::columns::Columns;
use super::commands;
use super::names::{self, Found, How, Named, SLASH, Written};
use super::overlap::{self, Adjust, Span};
use espalier_base::date::LocalDate;
use espalier_base::env::Env;
use espalier_base::time::Timestamp;
use espalier_base::zone::Zone;
use espalier_command::args::Args;
use espalier_command::spec::{Spec, Text};
use espalier_command::transaction::{CommandTarget, Outcome, Reason};
use espalier_model::timelog::{
    Goal, GoalId, Overlap, TimeCategory, TimeCategoryId, TimeEntry, TimeEntryId, whole_second,
};
use espalier_model::workspace::Draft;

const CHANGED_SINCE: Reason =
    Reason::Refused(Text::new("it was changed after this was suggested", "提出建议之后，它已被修改"));
const OVERLAPS: Reason = Reason::Refused(Text::new("it would overlap another entry", "它会与另一条记录重叠"));
const NOT_A_TIME: Reason = Reason::Refused(Text::new(
    "enter a date and time between 1900 and 2199, such as 2026-03-01 09:30",
    "请输入1900到2199年之间的日期和时间，例如2026-03-01 09:30",
));

/// The time log being changed.
pub struct LogTarget<'s, 'w> {
    /// The records.
    pub draft: &'s mut Draft<'w>,
    /// The clock and new ids.
    pub env: &'s mut Env,
    /// All entries as they are without the draft, by time.
    pub columns: &'s Columns,
    /// Policy for overlapping entries, unless a command says otherwise.
    pub overlap: Overlap,
    /// Time at which what runs here was proposed (G3).
    pub proposed_at: Option<Timestamp>,
}

impl<'s, 'w> LogTarget<'s, 'w> {
    /// Opens the log. Its columns must be those of the draft's workspace.
    pub const fn open(draft: &'s mut Draft<'w>, env: &'s mut Env, columns: &'s Columns, overlap: Overlap) -> Self {
        Self { draft, env, columns, overlap, proposed_at: None }
    }

    /// The days that the person who does this sees.
    pub const fn calendar(&self) -> &'s Calendar {
        self.columns.calendar()
    }

    /// The zone that new entries are made in.
    pub fn zone(&self) -> Zone {
        self.calendar().zone().clone()
    }

    /// Today.
    pub fn today(&self) -> LocalDate {
        self.calendar().day_of(self.env.now)
    }

    /// Now, at a whole second.
    pub const fn now(&self) -> Timestamp {
        whole_second(self.env.now)
    }

    /// An entry that is there.
    pub fn entry(&self, id: TimeEntryId) -> Result<Rc<TimeEntry>, Reason> {
        let missing = || Reason::NotFound { kind: "entry", name: id.to_string() };
        self.draft.get::<TimeEntry>(&id).ok_or_else(missing)
    }

    /// The entries that are running, the earliest first.
    pub fn running(&self) -> Vec<Rc<TimeEntry>> {
        let before = self.columns.running().iter().filter_map(|entry| self.draft.get::<TimeEntry>(&entry.id));
        let mut running: Vec<Rc<TimeEntry>> = before.chain(self.draft.touched::<TimeEntry>()).collect();
        running.retain(|entry| entry.is_running());
        running.sort_unstable_by_key(|entry| (entry.start, entry.id));
        running.dedup_by_key(|entry| entry.id);
        running
    }

    /// The entries that have a second in common with a stretch, by start.
    pub fn overlapping(&self, span: Span) -> Vec<Rc<TimeEntry>> {
        let end = span.end.unwrap_or(i64::MAX);
        let before = self.columns.meeting(span.start, end, Timestamp(END_SECOND * 1_000));
        let before = before.filter_map(|found| self.draft.get::<TimeEntry>(&found.entry.id));
        let mut found: Vec<Rc<TimeEntry>> = before.chain(self.draft.touched::<TimeEntry>()).collect();
        found.retain(|entry| overlap::overlaps(span, span_of(entry)));
        found.sort_unstable_by_key(|entry| (entry.start, entry.id));
        found.dedup_by_key(|entry| entry.id);
        found
    }

    /// The entries for which something holds, as the draft has them.
    pub fn entries(&self, holds: impl Fn(&TimeEntry) -> bool) -> Vec<Rc<TimeEntry>> {
        let before = self.draft.before().tables().time_entries.values();
        let before = before.filter_map(|entry| self.draft.get::<TimeEntry>(&entry.id));
        let mut found: Vec<Rc<TimeEntry>> = before.filter(|entry| holds(entry)).collect();
        found.extend(self.draft.touched::<TimeEntry>().filter(|entry| holds(entry)));
        found.sort_unstable_by_key(|entry| entry.id);
        found.dedup_by_key(|entry| entry.id);
        found
    }

    /// Whether a category can be the client of another, so that there stay two levels (T5 of `model::timelog`).
    pub fn may_be_client(&self, project: TimeCategoryId, client: TimeCategoryId) -> bool {
        let categories = self.categories();
        let is_top = categories.iter().any(|row| row.id == client && row.parent.is_none());
        project != client && is_top && !categories.iter().any(|row| row.parent == Some(project))
    }

    /// Changes an entry, and notes when (G2).
    pub fn write(&mut self, id: TimeEntryId, change: impl FnOnce(&mut TimeEntry)) {
        let Some(before) = self.draft.get::<TimeEntry>(&id) else { return };
        let mut after = TimeEntry::clone(&before);
        change(&mut after);
        if after != *before {
            after.updated_at = self.env.now;
            self.draft.put(after);
        }
    }

    /// Makes room for an entry that is at `span` from now on, as the policy says.
    pub fn make_room(&mut self, id: TimeEntryId, span: Span, policy: Overlap) -> Result<(), Reason> {
        let new = self.until_now(span);
        let there = self.others(&[id], new);
        let spans: Vec<Span> = there.iter().map(|entry| span_of(entry)).collect();
        for (place, adjust) in overlap::preview(policy, new, &spans).ok_or(OVERLAPS)? {
            let entry = &there[place];
            match adjust {
                Adjust::Gone => {
                    self.draft.remove::<TimeEntry>(&entry.id);
                }
                Adjust::To(span) => self.write(entry.id, |row| set_span(row, span)),
                Adjust::Both(first, second) => {
                    self.write(entry.id, |row| set_span(row, first));
                    let id = self.env.id_at(Timestamp(second.start * 1_000));
                    let mut rest = TimeEntry { id, updated_at: self.env.now, ..TimeEntry::clone(entry) };
                    set_span(&mut rest, second);
                    self.draft.put(rest);
                }
            }
        }
        Ok(())
    }

    /// Whether there is room for an entry as the policy says.
    pub fn has_room(&self, id: Option<TimeEntryId>, span: Span, policy: Overlap) -> Result<(), Reason> {
        self.has_room_beside(id.as_slice(), span, policy)
    }

    /// Whether there is room for what takes the place of some entries, as the policy says.
    pub fn has_room_beside(&self, ids: &[TimeEntryId], span: Span, policy: Overlap) -> Result<(), Reason> {
        let is_free = policy != Overlap::Forbid || self.others(ids, self.until_now(span)).is_empty();
        if is_free { Ok(()) } else { Err(OVERLAPS) }
    }

    /// Ends a running stretch at the present, so that it does not reach into the future.
    fn until_now(&self, span: Span) -> Span {
        let end = span.end.unwrap_or_else(|| (self.now().0 / 1_000).max(span.start));
        Span { start: span.start, end: Some(end) }
    }

    fn others(&self, ids: &[TimeEntryId], span: Span) -> Vec<Rc<TimeEntry>> {
        let mut there = self.overlapping(span);
        there.retain(|entry| !ids.contains(&entry.id));
        there
    }

    /// The instant that a parameter says, at a whole second (G1).
    pub fn moment(&self, args: &Args, param: &str) -> Result<Option<Timestamp>, Reason> {
        let Some(text) = args.text(param) else { return Ok(None) };
        let at = super::moment::read(text, self.calendar(), self.today()).map(whole_second);
        at.map(Some).ok_or(NOT_A_TIME)
    }

    /// Whether an instant can be one of an entry (G1).
    pub const fn is_possible(at: Timestamp) -> bool {
        at.0 >= FIRST_SECOND * 1_000 && at.0 < END_SECOND * 1_000
    }

    /// The policy that a command asks for, or the usual one.
    pub fn policy(&self, args: &Args) -> Overlap {
        match args.text("overlap") {
            Some("allow") => Overlap::Allow,
            Some("crop") => Overlap::Crop,
            Some("split") => Overlap::Split,
            Some("forbid") => Overlap::Forbid,
            _ => self.overlap,
        }
    }

    /// All categories in their order.
    pub fn categories(&self) -> Vec<Rc<TimeCategory>> {
        let before = self.draft.before().tables().time_categories.keys();
        let before = before.filter_map(|id| self.draft.get::<TimeCategory>(id));
        let mut found: Vec<Rc<TimeCategory>> = before.chain(self.draft.touched::<TimeCategory>()).collect();
        found.sort_unstable_by(|one, other| (&one.order, one.id).cmp(&(&other.order, other.id)));
        found.dedup_by_key(|row| row.id);
        found
    }

    /// All goals, the earliest first.
    pub fn goals(&self) -> Vec<Rc<Goal>> {
        let before = self.draft.before().tables().goals.keys();
        let before = before.filter_map(|id| self.draft.get::<Goal>(id));
        let mut found: Vec<Rc<Goal>> = before.chain(self.draft.touched::<Goal>()).collect();
        found.sort_unstable_by_key(|row| (row.from, row.id));
        found.dedup_by_key(|row| row.id);
        found
    }

    /// The one entry whose id ends so, as tools give ids.
    fn entry_ending(&self, end: &str) -> Option<Uuid> {
        let is_end = end.len() == super::look_up::SHORT && end.bytes().all(|byte| byte.is_ascii_hexdigit());
        let mut ids = self.draft.before().tables().time_entries.keys().filter(|id| {
            let tail = id.uuid().as_bytes()[12..].iter().fold(0_u32, |tail, byte| tail << 8 | u32::from(*byte));
            is_end && u32::from_str_radix(end, 16) == Ok(tail)
        });
        let found = ids.next()?;
        let gone = self.draft.get::<TimeEntry>(found).is_none();
        (ids.next().is_none() && !gone).then(|| found.uuid())
    }

    fn is_newer(&self, id: TimeEntryId, since: Timestamp) -> bool {
        self.draft.before().get::<TimeEntry>(&id).is_some_and(|row| row.updated_at > since)
    }

    /// Whether a proposal leaves alone what a person wrote after it was made (G3).
    fn overwrites_nothing(&self, args: &Args) -> Result<(), Reason> {
        let Some(since) = self.proposed_at else { return Ok(()) };
        let one = args.id::<TimeEntry>("entryId").into_iter();
        let many = args.list("entryIds").iter().filter_map(|id| id.as_str()?.parse().ok());
        if one.chain(many).any(|id| self.is_newer(id, since)) { Err(CHANGED_SINCE) } else { Ok(()) }
    }
}

/// The stretch of an entry.
pub fn span_of(entry: &TimeEntry) -> Span {
    Span { start: entry.start.0.div_euclid(1_000), end: entry.end.map(|end| end.0.div_euclid(1_000)) }
}

/// Gives an entry another stretch.
pub fn set_span(entry: &mut TimeEntry, span: Span) {
    entry.start = Timestamp(span.start * 1_000);
    entry.end = span.end.map(|end| Timestamp(end.max(span.start) * 1_000));
}

/// A name without case and space around it, as names are compared.
pub fn plain_name(name: &str) -> String {
    name.trim().to_lowercase()
}

impl CommandTarget for LogTarget<'_, '_> {
    /// Entries go by their id or the end of it, or as the one that is `running`; categories and goals by their id or by a name that no
    /// other has, projects also as `Client/Project`.
    fn resolve(&self, kind: &'static str, name: &str) -> Option<Uuid> {
        let wanted = plain_name(name);
        match kind {
            "entry" => {
                if let Ok(id) = name.parse::<TimeEntryId>() {
                    return self.draft.get::<TimeEntry>(&id).map(|row| row.id.uuid());
                }
                if let Some(found) = self.entry_ending(&wanted) {
                    return Some(found);
                }
                let running = self.running();
                (matches!(wanted.as_str(), "running" | "current") && running.len() == 1).then(|| running[0].id.uuid())
            }
            "category" => {
                if let Ok(id) = name.parse::<TimeCategoryId>() {
                    return self.draft.get::<TimeCategory>(&id).map(|row| row.id.uuid());
                }
                let all = self.categories();
                only(all.iter().filter(|row| plain_name(&row.name) == wanted).map(|row| row.id.uuid()))
                    .or_else(|| {
                        let has = |row: &&Rc<TimeCategory>| row.aliases.iter().any(|alias| plain_name(alias) == wanted);
                        only(all.iter().filter(has).map(|row| row.id.uuid()))
                    })
                    .or_else(|| {
                        let all = names::written(all.iter().map(AsRef::as_ref));
                        let named: Vec<Named<'_>> = all.iter().map(Written::named).collect();
                        match names::find(name, &named) {
                            Found::One(at, How::Exact | How::Alias) if name.contains(SLASH) => {
                                Some(all[at].row.id.uuid())
                            }
                            _ => None,
                        }
                    })
            }
            "goal" => {
                if let Ok(id) = name.parse::<GoalId>() {
                    return self.draft.get::<Goal>(&id).map(|row| row.id.uuid());
                }
                let all = self.goals();
                only(all.iter().filter(|row| plain_name(&row.name) == wanted).map(|row| row.id.uuid()))
            }
            _ => None,
        }
    }

    fn new_id(&mut self) -> Uuid {
        self.env.id::<TimeEntry>().uuid()
    }

    fn check(&self, spec: &'static Spec, args: &Args) -> Result<(), Reason> {
        let command = commands::find(spec.id).ok_or_else(|| Reason::UnknownCommand(spec.id.to_string()))?;
        (command.when)(self, args)?;
        self.overwrites_nothing(args)
    }

    fn run(&mut self, spec: &'static Spec, args: &Args) -> Result<Outcome, Reason> {
        let command = commands::find(spec.id).ok_or_else(|| Reason::UnknownCommand(spec.id.to_string()))?;
        (command.run)(self, args)
    }
}

/// The only one of them.
fn only<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    items.next().filter(|_| items.next().is_none())
}
