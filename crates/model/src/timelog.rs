//! The time log: entries, and the categories and goals they count for.
//!
//! - T1 An entry begins and ends at whole seconds, and never ends before it begins. One without an end is running.
//! - T2 Instants are UTC. The zone an entry was made in is kept beside them and changes nothing about how long it is.
//! - T3 The id of an entry begins with the instant at which it was made by hand, or at which it began where many are
//!   made at once, so that rows are stored about in the order of time; it stays when the entry is moved.
//! - T4 A category or goal that is gone counts as none; deleting one takes it out of its entries in the same command.
//! - T5 Categories have two levels: one with a parent is no parent. What says otherwise is read one step up.

pub mod packed;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::mindmap::Color;
use super::mindmap::order::OrderKey;
use super::record::record;
use super::room::{Document, RoomId};
use espalier_base::date::{DateRange, LocalDate, Weekday};
use espalier_base::id::Id;
use espalier_base::time::Timestamp;
use espalier_base::zone::{Pool, Zone};

/// Id of a [`TimeEntry`].
pub type TimeEntryId = Id<TimeEntry>;
/// Id of a [`TimeCategory`].
pub type TimeCategoryId = Id<TimeCategory>;
/// Id of a [`Goal`].
pub type GoalId = Id<Goal>;

/// The most tags of an entry.
pub const MAX_TAGS: usize = 50;
/// The most characters of a tag.
pub const MAX_TAG: usize = 100;

/// The tags of an entry: without `#`, each once, in order. Cloning is cheap, and equal ones are kept once.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tags(Rc<[Box<str>]>);

/// Rule for a new entry that would overlap others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Overlap {
    /// Both stay.
    #[default]
    Allow,
    /// The others are shortened to make room, and removed where nothing is left of them.
    Crop,
    /// As cropping; an entry with parts left on both sides becomes two.
    Split,
    /// The new entry is refused.
    Forbid,
}

/// The choices of the Time room.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TimePreferences {
    /// The day that weeks begin with.
    pub week_start: Weekday,
    /// Rule for entries that would overlap.
    pub overlap: Overlap,
    /// The zone that days are seen in; `None` is the one of the browser.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zone: Option<Zone>,
    /// Currency of rates, an ISO 4217 code; `None` is the usual one of the language, or none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
    /// Columns of tables that were imported: their names, and the meaning of each.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub columns: BTreeMap<String, Vec<String>>,
}

thread_local! {
    static TAGS: RefCell<Pool<[Box<str>]>> = const { RefCell::new(Pool::new()) };
}

impl Tags {
    /// Makes tags without `#` and space around them; empty and excess ones are left out.
    pub fn new<'a>(tags: impl IntoIterator<Item = &'a str>) -> Self {
        let plain = |tag: &'a str| -> Option<Box<str>> {
            let tag = tag.trim_start_matches(|c: char| matches!(c, '#' | '＃') || c.is_whitespace());
            let end = tag.char_indices().nth(MAX_TAG).map_or(tag.len(), |(index, _)| index);
            let tag = tag[..end].trim_end();
            (!tag.is_empty()).then(|| tag.into())
        };
        let mut tags: Vec<Box<str>> = tags.into_iter().filter_map(plain).take(MAX_TAGS).collect();
        tags.sort_unstable();
        tags.dedup();
        Self(TAGS.with_borrow_mut(|known| known.share(&tags)))
    }

    /// Whether there are no tags.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the tags in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        self.0.iter().map(AsRef::as_ref)
    }

    /// Whether a tag is among them.
    pub fn contains(&self, tag: &str) -> bool {
        self.0.binary_search_by(|known| known.as_ref().cmp(tag)).is_ok()
    }

    /// Returns the address in memory: the same for equal tags for as long as someone has them.
    pub fn address(&self) -> usize {
        Rc::as_ptr(&self.0).cast::<()>() as usize
    }

    /// Returns the union of both.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self::new(self.iter().chain(other.iter()))
    }
}

impl Default for Tags {
    fn default() -> Self {
        Self::new([])
    }
}

impl Serialize for Tags {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Tags {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let tags = Vec::<String>::deserialize(deserializer)?;
        Ok(Self::new(tags.iter().map(String::as_str)))
    }
}

record! {
    /// A stretch of time that was spent on something.
    TimeEntry, TimeEntryField, TimeEntryId, |row| row.id;
    identity {
        /// The id (T3).
        id: TimeEntryId,
    }
    fields {
        /// Time at which it begins (T1).
        Start start: Timestamp,
        /// Time at which it ends; `None` while it is running.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        End end: Option<Timestamp>,
        /// Category it counts for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        Category category: Option<TimeCategoryId>,
        /// Goal it counts for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        Goal goal: Option<GoalId>,
        /// Its tags.
        #[serde(default, skip_serializing_if = "Tags::is_empty")]
        Tags tags: Tags,
        /// Note on the activity.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        Note note: String,
        /// The zone it was made in (T2).
        #[serde(default)]
        Zone zone: Zone,
        /// Time at which it last changed.
        #[serde(default)]
        UpdatedAt updated_at: Timestamp,
    }
}

record! {
    /// A category of activities.
    TimeCategory, TimeCategoryField, TimeCategoryId, |row| row.id;
    identity {
        /// The id.
        id: TimeCategoryId,
    }
    fields {
        /// Its name.
        Name name: String,
        /// Its colour; `None` is chosen by the screen.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        Color color: Option<Color>,
        /// Other names of it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        Aliases aliases: Vec<String>,
        /// Its place in lists.
        Order order: OrderKey,
        /// Whether it is kept for old entries only.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        Archived archived: bool,
        /// Client that it is a project of, which is no project itself (T5).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        Parent parent: Option<TimeCategoryId>,
        /// Price of an hour in minor units of the log's currency; `None` is the one of its client.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        Rate rate: Option<i64>,
        /// Whether its time is billed; `None` is as its client, and without one where an hour has a price.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        Billable billable: Option<bool>,
    }
}

record! {
    /// A goal to be reached within some days.
    Goal, GoalField, GoalId, |row| row.id;
    identity {
        /// The id.
        id: GoalId,
    }
    fields {
        /// Its name.
        Name name: String,
        /// The first day, in whatever zone one looks.
        From from: LocalDate,
        /// The last day.
        To to: LocalDate,
        /// Seconds to be spent on it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        TargetSecs target_secs: Option<i64>,
        /// The category of entries that are made for it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        Category category: Option<TimeCategoryId>,
    }
}

/// Rounds an instant down to a whole second (T1).
pub const fn whole_second(at: Timestamp) -> Timestamp {
    Timestamp(at.0.div_euclid(1_000) * 1_000)
}

impl TimeEntry {
    /// Makes an entry that is running since an instant, with nothing else set.
    pub fn new(id: TimeEntryId, start: Timestamp, zone: Zone, now: Timestamp) -> Self {
        Self {
            id,
            start: whole_second(start),
            end: None,
            category: None,
            goal: None,
            tags: Tags::default(),
            note: String::new(),
            zone,
            updated_at: now,
        }
    }

    /// Whether the entry is running.
    pub const fn is_running(&self) -> bool {
        self.end.is_none()
    }

    /// Returns its first second, and the first after it, since 1970; a running entry has gone on until `now`.
    pub fn seconds(&self, now: Timestamp) -> (i64, i64) {
        let start = self.start.0.div_euclid(1_000);
        let end = self.end.unwrap_or(now).0.div_euclid(1_000);
        (start, end.max(start))
    }
}

impl TimeCategory {
    /// Makes a category with nothing but its name.
    pub const fn new(id: TimeCategoryId, name: String, order: OrderKey) -> Self {
        Self {
            id,
            name,
            color: None,
            aliases: Vec::new(),
            order,
            archived: false,
            parent: None,
            rate: None,
            billable: None,
        }
    }
}

impl Goal {
    /// Returns the days of the goal.
    pub fn range(&self) -> DateRange {
        DateRange::new(self.from, self.to)
    }
}

impl Document {
    /// The time log with its categories and goals.
    pub const TIME_LOG: Self = Self::list(RoomId::Time, 0);
}

#[cfg(test)]
mod tests {
    use super::*;
    use espalier_base::env::Env;

    #[test]
    fn tags_are_plain_and_there_once() {
        let tags = Tags::new(["#b", " a ", "b", "", "#", "＃茶"]);
        assert_eq!(tags.iter().collect::<Vec<_>>(), ["a", "b", "茶"]);
        assert_eq!(Tags::new(["# #x", " # "]), Tags::new(["x"]), "what is a tag stays one");
        assert!(tags.contains("茶") && !tags.contains("c"));
        assert_eq!(Tags::new(["x".repeat(200).as_str()]).iter().next().map(str::len), Some(MAX_TAG));
        assert!(Rc::ptr_eq(&tags.0, &Tags::new(["茶", "a", "b"]).0));
        assert_eq!(tags.and(&Tags::new(["c"])), Tags::new(["a", "b", "c", "茶"]));
    }

    #[test]
    fn rows_say_only_what_is_there_and_read_back() {
        let mut env = Env::deterministic(Timestamp(5), 1);
        let mut entry = TimeEntry::new(env.id(), Timestamp(1_999), Zone::new("Europe/Berlin"), env.now);
        let text = serde_json::to_string(&entry).unwrap();
        let expected = format!(r#"{{"id":"{}","start":1000,"zone":"Europe/Berlin","updated_at":5}}"#, entry.id);
        assert_eq!(text, expected);
        (entry.end, entry.tags, entry.goal) = (Some(Timestamp(4_000)), Tags::new(["a"]), Some(env.id()));
        let text = serde_json::to_string(&entry).unwrap();
        assert_eq!(serde_json::from_str::<TimeEntry>(&text).unwrap(), entry);
        let goal = Goal {
            id: env.id(),
            name: "Thesis".to_owned(),
            from: LocalDate(0),
            to: LocalDate(10),
            target_secs: Some(3_600),
            category: None,
        };
        let text = serde_json::to_string(&goal).unwrap();
        assert!(text.contains(r#""from":"1970-01-01""#), "{text}");
        assert_eq!(serde_json::from_str::<Goal>(&text).unwrap(), goal);
    }

    #[test]
    fn seconds_are_whole_and_never_negative() {
        let mut entry =
            TimeEntry::new(TimeEntryId::from_uuid(uuid::Uuid::nil()), Timestamp(5_000), Zone::default(), Timestamp(0));
        assert_eq!(entry.seconds(Timestamp(7_999)), (5, 7));
        assert_eq!(entry.seconds(Timestamp(1)), (5, 5), "the clock may be wrong");
        entry.end = Some(Timestamp(6_000));
        assert_eq!(entry.seconds(Timestamp(7_999)), (5, 6));
    }
}
