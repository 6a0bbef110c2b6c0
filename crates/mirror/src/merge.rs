//! Rows that several devices change, and how their changes are put together.
//!
//! Each field of a row has a stamp: when it was written, by a hybrid logical clock, and by which device. The state of a
//! row is its fields with their stamps ([`Meta`]); two states are merged field by field, the later stamp wins. Merging
//! is commutative, associative and idempotent, so devices agree whatever order, and however often, states reach them.
//!
//! - V1 Two devices that change different fields of a row both keep their change.
//! - V2 Where both changed the same text without knowing of each other, the later one stands and the other is kept
//!   beside it ([`Meta::others`]) until a person has decided.
//! - V3 A removal covers what its device had seen of the row. A change it had not seen brings the row back. So values of
//!   removed rows are kept for a while, too.
//! - V4 A node of a map that is moved by two devices never comes below itself: moves are done in the order of their
//!   stamps, and one that would make a cycle is left out (Kleppmann et al., “A highly-available move operation for
//!   replicated trees”, 2022). Of each node the last [`MOVES`] are kept.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use espalier_model::Table;
use espalier_storage::changes::Clock;

/// Number of moves that are kept of each node.
pub const MOVES: usize = 8;
/// The field that holds the node above one.
const PARENT: &str = "parent";
/// The field that holds a node's place among its siblings.
const ORDER: &str = "order";
/// A field that every row has and that never changes; its stamp says that the row is there.
const ID: &str = "id";

/// The fields of a table that are texts of a person, of which no version is dropped (V2).
const fn texts(table: Table) -> &'static [&'static str] {
    match table {
        Table::Messages => &["parts"],
        Table::Nodes => &["title", "note"],
        Table::TimeEntries => &["note"],
        // A map is called after its root, whose title is kept.
        Table::Sessions | Table::Scenes | Table::Courses => &["name"],
        _ => &[],
    }
}

/// A device, by a number drawn at random.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct DeviceId(pub u32);

impl fmt::Display for DeviceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}", self.0)
    }
}

impl FromStr for DeviceId {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        u32::from_str_radix(text, 16).map(Self)
    }
}

/// The moment at which a device wrote something. No two are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Stamp {
    /// The clock of the device.
    pub clock: Clock,
    /// The device.
    pub device: DeviceId,
}

impl fmt::Display for Stamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.clock, self.device)
    }
}

impl FromStr for Stamp {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (clock, device) = text.split_once('.').unwrap_or((text, ""));
        Ok(Self { clock: clock.parse()?, device: device.parse()? })
    }
}

macro_rules! serde_as_text {
    ($($type:ty),+) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
            }
        }
    )+};
}

serde_as_text!(DeviceId, Stamp, TextVersion);

/// A version vector: of each device, everything up to this clock was seen.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seen(pub BTreeMap<DeviceId, Clock>);

impl Seen {
    /// Whether this was seen.
    pub fn covers(&self, stamp: Stamp) -> bool {
        self.0.get(&stamp.device).is_some_and(|clock| stamp.clock <= *clock)
    }

    fn add(&mut self, stamp: Stamp) {
        let clock = self.0.entry(stamp.device).or_default();
        *clock = stamp.clock.max(*clock);
    }

    fn join(&mut self, other: &Self) {
        for (device, clock) in &other.0 {
            self.add(Stamp { clock: *clock, device: *device });
        }
    }

    /// Whether nothing was seen.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// A move of a node: when, below which node, at which place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Move(Stamp, Value, Value);

/// A version of a text: when it was written, and the field.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct TextVersion {
    /// The moment at which it was written.
    pub stamp: Stamp,
    /// The field.
    pub field: String,
}

impl fmt::Display for TextVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.stamp, self.field)
    }
}

impl FromStr for TextVersion {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (stamp, field) = text.split_once('/').unwrap_or((text, ""));
        Ok(Self { stamp: stamp.parse()?, field: field.to_owned() })
    }
}

/// The stamps of a row, and what else is known of its history. It is stored beside the row.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Meta {
    /// Stamp of all fields that are not listed; no other stamp is earlier.
    #[serde(rename = "b")]
    pub base: Stamp,
    /// Stamps of fields.
    #[serde(rename = "f", default, skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: BTreeMap<String, Stamp>,
    /// Versions of texts that are known, beside the one that stands; those that are not among `others` were written
    /// over, or decided on.
    #[serde(rename = "k", default, skip_serializing_if = "BTreeMap::is_empty")]
    pub known: BTreeMap<String, Seen>,
    /// Versions of the row that the devices which removed it had seen.
    #[serde(rename = "g", default, skip_serializing_if = "Seen::is_empty")]
    pub removed: Seen,
    /// The last moves of a node, by their stamps.
    #[serde(rename = "m", default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<Move>,
    /// Other versions of texts, on which nobody has decided (V2).
    #[serde(rename = "o", default, skip_serializing_if = "BTreeMap::is_empty")]
    pub others: BTreeMap<TextVersion, Value>,
    /// The fields of a removed row; they are in its own store otherwise.
    #[serde(rename = "r", default, skip_serializing_if = "Map::is_empty")]
    pub row: Map<String, Value>,
}

/// A row with its stamps.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct State {
    /// The stamps; `row` is empty in it.
    pub meta: Meta,
    /// The fields; one that has its default may be left out.
    pub row: Map<String, Value>,
}

impl Meta {
    /// Returns the stamp of a field.
    pub fn stamp(&self, field: &str) -> Stamp {
        self.fields.get(field).copied().unwrap_or(self.base)
    }

    /// Whether the row is there: something of it was not seen by those who removed it (V3).
    pub fn is_there(&self) -> bool {
        !self.removed.covers(self.base) || self.fields.values().any(|stamp| !self.removed.covers(*stamp))
    }

    /// Returns the latest clock of all stamps.
    pub fn latest(&self) -> Clock {
        let mut seen = self.seen();
        seen.join(&self.removed);
        seen.0.into_values().max().unwrap_or_default()
    }

    /// Drops another version of a text, on which a person has decided, and returns it.
    pub fn decide(&mut self, version: &TextVersion) -> Option<Value> {
        self.others.remove(version)
    }

    /// Returns everything that is seen of the row by one who sees this.
    fn seen(&self) -> Seen {
        let mut seen = Seen::default();
        seen.add(self.base);
        self.fields.values().for_each(|stamp| seen.add(*stamp));
        self.known.values().for_each(|known| seen.join(known));
        self.moves.iter().for_each(|one| seen.add(one.0));
        seen
    }

    /// Returns the versions of a text that are known.
    fn known(&self, text: &str) -> Seen {
        let mut known = self.known.get(text).cloned().unwrap_or_default();
        known.add(self.stamp(text));
        known
    }

    /// Keeps the versions of a text that are known; the one that stands goes without saying.
    fn set_known(&mut self, text: &str, mut known: Seen) {
        let stamp = self.stamp(text);
        if known.0.get(&stamp.device).is_some_and(|clock| *clock <= stamp.clock) {
            known.0.remove(&stamp.device);
        }
        if known.is_empty() {
            self.known.remove(text);
        } else {
            self.known.insert(text.to_owned(), known);
        }
    }

    fn set_stamp(&mut self, field: &str, stamp: Stamp) {
        if stamp == self.base {
            self.fields.remove(field);
        } else {
            self.fields.insert(field.to_owned(), stamp);
        }
    }

    fn add_moves(&mut self, moves: impl IntoIterator<Item = Move>) {
        self.moves.extend(moves);
        self.moves.sort_by_key(|one| one.0);
        self.moves.dedup_by_key(|one| one.0);
        let surplus = self.moves.len().saturating_sub(MOVES);
        self.moves.drain(..surplus);
    }
}

impl State {
    /// The state of a row that was never changed since all of it was stamped.
    pub fn new(table: Table, row: Map<String, Value>, base: Stamp) -> Self {
        let mut state = Self { meta: Meta { base, ..Meta::default() }, row };
        state.note_move(table, base);
        state
    }

    /// Puts a stored row and its stamps together; the row of one that is removed is among the stamps.
    pub fn stored(mut meta: Meta, row: Option<Map<String, Value>>) -> Self {
        let kept = std::mem::take(&mut meta.row);
        Self { meta, row: row.unwrap_or(kept) }
    }

    /// Takes the row apart into the stamps that are stored, and the row, if it is there.
    pub fn to_stored(&self) -> (Meta, Option<&Map<String, Value>>) {
        if self.meta.is_there() {
            return (self.meta.clone(), Some(&self.row));
        }
        (Meta { row: self.row.clone(), ..self.meta.clone() }, None)
    }

    /// Takes in a change of this device: the row as it is now, and the fields that were changed; none where all of it
    /// is new.
    pub fn changed(&mut self, table: Table, row: Map<String, Value>, fields: &[String], stamp: Stamp) {
        if fields.is_empty() {
            let known: Vec<Seen> = texts(table).iter().map(|text| self.meta.known(text)).collect();
            self.meta.base = stamp;
            self.meta.fields.clear();
            for (text, known) in texts(table).iter().zip(known) {
                self.meta.set_known(text, known);
            }
            self.row = row;
            return self.note_move(table, stamp);
        }
        let mut is_moved = false;
        for field in fields {
            let known = self.meta.known(field);
            self.meta.set_stamp(field, stamp);
            if texts(table).contains(&field.as_str()) {
                self.meta.set_known(field, known);
            }
            match row.get(field) {
                Some(value) => drop(self.row.insert(field.clone(), value.clone())),
                None => drop(self.row.remove(field)),
            }
            is_moved |= field == PARENT || field == ORDER;
        }
        if is_moved {
            self.note_move(table, stamp);
        }
    }

    /// Takes in that this device removed the row.
    pub fn removed(&mut self) {
        self.meta.removed = self.meta.seen();
    }

    /// Brings a removed row back, with the values it had.
    pub fn revive(&mut self, stamp: Stamp) {
        self.meta.set_stamp(ID, stamp);
    }

    fn note_move(&mut self, table: Table, stamp: Stamp) {
        if table == Table::Nodes {
            let value = |field: &str| self.row.get(field).cloned().unwrap_or_default();
            let one = Move(stamp, value(PARENT), value(ORDER));
            self.meta.add_moves([one]);
        }
    }

    /// Merges the state that another device has of the row.
    pub fn merge(&mut self, table: Table, other: &Self) {
        let (mine, theirs) = (self.meta.clone(), &other.meta);
        let base = mine.base.max(theirs.base);
        let mut names: BTreeSet<&str> = self.row.keys().chain(other.row.keys()).map(String::as_str).collect();
        names.extend(mine.fields.keys().chain(theirs.fields.keys()).map(String::as_str));
        names.extend(texts(table));
        let mut merged = Meta { base, ..Meta::default() };
        let mut row = Map::new();
        for field in names {
            let here = (mine.stamp(field), self.row.get(field));
            let there = (theirs.stamp(field), other.row.get(field));
            if texts(table).contains(&field) {
                let (stamp, value) = merge_text(&mut merged, field, (&mine, here.1), (theirs, there.1));
                merged.set_stamp(field, stamp);
                let mut known = mine.known(field);
                known.join(&theirs.known(field));
                merged.set_known(field, known);
                row.extend(value.map(|value| (field.to_owned(), value)));
                continue;
            }
            // The same stamp has the same value, but for a field of which a move decides.
            let is_mine = (here.0, here.1.map(Value::to_string)) >= (there.0, there.1.map(Value::to_string));
            let (stamp, value) = if is_mine { here } else { there };
            merged.set_stamp(field, stamp);
            row.extend(value.map(|value| (field.to_owned(), value.clone())));
        }
        merged.removed = mine.removed;
        merged.removed.join(&theirs.removed);
        merged.add_moves(mine.moves.into_iter().chain(theirs.moves.clone()));
        (self.meta, self.row) = (merged, row);
    }
}

/// Merges the versions of a text: those stay that both have, or that the other one does not know. Returns the one that
/// stands; the others are added to `merged`.
fn merge_text(
    merged: &mut Meta,
    field: &str,
    (mine, here): (&Meta, Option<&Value>),
    (theirs, there): (&Meta, Option<&Value>),
) -> (Stamp, Option<Value>) {
    let versions = |meta: &Meta, value: Option<&Value>| -> BTreeMap<Stamp, Option<Value>> {
        let others = meta.others.iter().filter(|(version, _)| version.field == field);
        let others = others.map(|(version, value)| (version.stamp, Some(value.clone())));
        others.chain([(meta.stamp(field), value.cloned())]).collect()
    };
    let (mut one, mut other) = (versions(mine, here), versions(theirs, there));
    let stays = |stamp: &Stamp, elsewhere: &BTreeMap<Stamp, Option<Value>>, known: &Seen| {
        elsewhere.contains_key(stamp) || !known.covers(*stamp)
    };
    let (known_here, known_there) = (mine.known(field), theirs.known(field));
    let all_here = one.clone();
    one.retain(|stamp, _| stays(stamp, &other, &known_there));
    other.retain(|stamp, _| stays(stamp, &all_here, &known_here));
    one.append(&mut other);
    // The latest of all is always among them.
    let (stamp, value) = one.pop_last().unwrap_or_default();
    let kept =
        one.into_iter().filter_map(|(stamp, value)| Some((TextVersion { stamp, field: field.to_owned() }, value?)));
    merged.others.extend(kept);
    (stamp, value)
}

/// The place of a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placed {
    /// The id of the node above it, or null.
    pub parent: Value,
    /// Its place among its siblings.
    pub order: Value,
}

impl Placed {
    /// Puts the node, given by its fields, into its place.
    pub fn put(&self, row: &mut Map<String, Value>) {
        row.insert(PARENT.to_owned(), self.parent.clone());
        row.insert(ORDER.to_owned(), self.order.clone());
    }
}

/// Does the moves of all nodes of a map, by the ids of the nodes, in the order of their stamps (V4).
pub fn place_all<'a>(nodes: impl IntoIterator<Item = (&'a str, &'a Meta)>) -> BTreeMap<&'a str, Placed> {
    let mut moves: Vec<(&Move, &str)> = Vec::new();
    for (id, meta) in nodes {
        moves.extend(meta.moves.iter().map(|one| (one, id)));
    }
    moves.sort_by_key(|(one, id)| (one.0, *id));
    let mut places: BTreeMap<&str, Placed> = BTreeMap::new();
    for (Move(_, parent, order), id) in moves {
        let place = Placed { parent: parent.clone(), order: order.clone() };
        let mut above = parent.as_str();
        while let Some(one) = above.filter(|one| *one != id) {
            above = places.get(one).and_then(|place| place.parent.as_str());
        }
        if above.is_none() {
            places.insert(id, place);
        } else {
            // Of a node whose earlier moves are forgotten, the first that is left may be one that cannot be done.
            places.entry(id).or_insert(Placed { parent: Value::Null, ..place });
        }
    }
    places
}

#[cfg(test)]
mod tests;
