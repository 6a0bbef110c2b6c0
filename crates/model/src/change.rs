//! Change sets, the one form of every change.
//!
//! A [`ChangeSet`] lists the rows added, the fields changed with their old and new values, and the rows removed. It is
//! applied, inverted for undo, written to the journal, and squashed.

use std::collections::BTreeMap;
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use super::{
    CourseField, Field, MindMapField, NodeField, Record, RecordKey, SceneField, SessionField, Shape, ShapeField, Table,
    TimeEntry, TimeEntryField, scene, timelog,
};
use espalier_base::base64;

/// A change of one field.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Edit {
    /// The value before.
    pub from: Field,
    /// The value after.
    pub to: Field,
}

impl Field {
    /// Whether the field only keeps count of changes, so that nobody misses it when it is not taken back.
    pub const fn is_bookkeeping(&self) -> bool {
        matches!(
            self,
            Self::Sessions(SessionField::UpdatedAt(_))
                | Self::Maps(MindMapField::UpdatedAt(_) | MindMapField::LastShort(_))
                | Self::Nodes(NodeField::UpdatedAt(_) | NodeField::Hue(_))
                | Self::TimeEntries(TimeEntryField::UpdatedAt(_))
                | Self::Courses(CourseField::UpdatedAt(_))
                | Self::Scenes(SceneField::UpdatedAt(_))
                | Self::Shapes(ShapeField::UpdatedAt(_))
        )
    }
}

/// A change of one row.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Change {
    /// The row is new.
    Added(Record),
    /// Some fields were changed.
    Updated(Vec<Edit>),
    /// The row was removed; it is kept here so that it can come back.
    Removed(Record),
}

impl Change {
    /// Returns the change that takes this one back.
    #[must_use]
    pub fn invert(&self) -> Self {
        match self {
            Self::Added(record) => Self::Removed(record.clone()),
            Self::Removed(record) => Self::Added(record.clone()),
            Self::Updated(edits) => {
                Self::Updated(edits.iter().map(|edit| Edit { from: edit.to.clone(), to: edit.from.clone() }).collect())
            }
        }
    }

    /// Returns the change from `before` to `after`; `None` when they are the same.
    pub fn between(before: Option<&Record>, after: Option<&Record>) -> Option<Self> {
        match (before, after) {
            (None, None) => None,
            (None, Some(after)) => Some(Self::Added(after.clone())),
            (Some(before), None) => Some(Self::Removed(before.clone())),
            (Some(before), Some(after)) => {
                let edits = before.diff(after);
                (!edits.is_empty()).then_some(Self::Updated(edits))
            }
        }
    }

    /// Returns this change followed by `next`, as one; `None` when they cancel out.
    fn squash(self, next: Self) -> Option<Self> {
        match (self, next) {
            (Self::Added(mut record), Self::Updated(edits)) => {
                for edit in edits {
                    record.set(edit.to);
                }
                Some(Self::Added(record))
            }
            (Self::Added(_), Self::Removed(_)) => None,
            (Self::Updated(edits), Self::Removed(mut record)) => {
                for edit in edits {
                    record.set(edit.from);
                }
                Some(Self::Removed(record))
            }
            (Self::Updated(first), Self::Updated(second)) => squash_edits(first, second),
            (Self::Removed(before), Self::Added(after)) => Self::between(Some(&before), Some(&after)),
            // The remaining pairs cannot follow each other on one row; the later one stands.
            (_, next) => Some(next),
        }
    }
}

fn squash_edits(mut edits: Vec<Edit>, later: Vec<Edit>) -> Option<Change> {
    for edit in later {
        match edits.iter_mut().find(|earlier| earlier.to.names_same(&edit.from)) {
            Some(earlier) => earlier.to = edit.to,
            None => edits.push(edit),
        }
    }
    edits.retain(|edit| edit.from != edit.to);
    (!edits.is_empty()).then_some(Change::Updated(edits))
}

/// A set of changes, at most one for each row, in key order.
///
/// It is a sorted list and no tree: histories keep thousands of sets of two or three changes.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ChangeSet {
    changes: Vec<(RecordKey, Change)>,
}

impl ChangeSet {
    /// Whether nothing changes.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// Returns the number of rows that change.
    pub fn len(&self) -> usize {
        self.changes.len()
    }

    /// Returns the changes in key order.
    pub fn iter(&self) -> impl Iterator<Item = (&RecordKey, &Change)> {
        self.changes.iter().map(|(key, change)| (key, change))
    }

    /// Returns the keys of the rows that change.
    pub fn keys(&self) -> impl Iterator<Item = &RecordKey> {
        self.changes.iter().map(|(key, _)| key)
    }

    /// Returns the change of one row.
    pub fn get(&self, key: &RecordKey) -> Option<&Change> {
        let found = self.changes.binary_search_by(|(known, _)| known.cmp(key));
        found.ok().map(|index| &self.changes[index].1)
    }

    /// Adds a change after those already in the set. Many are better collected.
    pub fn push(&mut self, key: RecordKey, change: Change) {
        match self.changes.binary_search_by(|(known, _)| known.cmp(&key)) {
            Ok(index) => {
                let (key, earlier) = self.changes.remove(index);
                if let Some(merged) = earlier.squash(change) {
                    self.changes.insert(index, (key, merged));
                }
            }
            Err(index) => self.changes.insert(index, (key, change)),
        }
    }

    /// Returns the set that takes this one back.
    #[must_use]
    pub fn invert(&self) -> Self {
        Self { changes: self.changes.iter().map(|(key, change)| (key.clone(), change.invert())).collect() }
    }

    /// Returns these records as they are after the changes. A row that is not among them and was only changed in fields
    /// is gone.
    pub fn over(&self, records: Vec<Record>) -> Vec<Record> {
        if self.is_empty() {
            return records;
        }
        let mut rows: BTreeMap<RecordKey, Record> = BTreeMap::new();
        for record in records {
            rows.insert(record.key(), record);
        }
        for (key, change) in self.iter() {
            match change {
                Change::Added(record) => drop(rows.insert(key.clone(), record.clone())),
                Change::Removed(_) => drop(rows.remove(key)),
                Change::Updated(edits) => {
                    let Some(row) = rows.get_mut(key) else { continue };
                    for edit in edits {
                        row.set(edit.to.clone());
                    }
                }
            }
        }
        rows.into_values().collect()
    }

    /// Returns this set followed by `next`, as one.
    #[must_use]
    pub fn squash(mut self, next: Self) -> Self {
        self.changes.extend(next.changes);
        self.changes.into_iter().collect()
    }
}

impl FromIterator<(RecordKey, Change)> for ChangeSet {
    /// Collects changes; several of one row count in their order.
    fn from_iter<I: IntoIterator<Item = (RecordKey, Change)>>(changes: I) -> Self {
        let mut given: Vec<(RecordKey, Change)> = changes.into_iter().collect();
        given.sort_by(|(one, _), (other, _)| one.cmp(other));
        let mut changes: Vec<(RecordKey, Change)> = Vec::with_capacity(given.len());
        for (key, change) in given {
            match changes.pop_if(|(known, _)| *known == key) {
                Some((_, earlier)) => changes.extend(earlier.squash(change).map(|merged| (key, merged))),
                None => changes.push((key, change)),
            }
        }
        changes.shrink_to_fit();
        Self { changes }
    }
}

/// Number of rows from which on they are written packed, as an import makes them.
const PACKED_FROM: usize = 64;

/// The written form: a list, because the keys of a JSON object must be texts. Many rows of a [`Bulk`] table that come or
/// go are one, in their packed form as base64, because a history that holds an import is read at every start.
#[derive(Deserialize)]
struct Row {
    table: String,
    #[serde(default)]
    key: String,
    #[serde(default)]
    change: Option<Change>,
    #[serde(default)]
    added: Option<String>,
    #[serde(default)]
    removed: Option<String>,
}

#[derive(Serialize)]
struct Borrowed<'a> {
    table: &'static str,
    #[serde(skip_serializing_if = "String::is_empty")]
    key: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    change: Option<&'a Change>,
    #[serde(skip_serializing_if = "Option::is_none")]
    added: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    removed: Option<String>,
}

/// A kind of rows that come and go by the thousand.
trait Bulk: Sized + 'static {
    const TABLE: Table;
    fn of(record: &Record) -> Option<&Rc<Self>>;
    fn pack(rows: &[&Rc<Self>]) -> Vec<u8>;
    fn unpack(bytes: &[u8]) -> Result<Vec<Record>, String>;
}

impl Bulk for TimeEntry {
    const TABLE: Table = Table::TimeEntries;

    fn of(record: &Record) -> Option<&Rc<Self>> {
        if let Record::TimeEntries(row) = record { Some(row) } else { None }
    }

    fn pack(rows: &[&Rc<Self>]) -> Vec<u8> {
        timelog::packed::pack(rows.iter().copied())
    }

    fn unpack(bytes: &[u8]) -> Result<Vec<Record>, String> {
        let rows = timelog::packed::unpack(bytes).map_err(|error| error.to_string())?;
        Ok(rows.into_iter().map(Record::TimeEntries).collect())
    }
}

impl Bulk for Shape {
    const TABLE: Table = Table::Shapes;

    fn of(record: &Record) -> Option<&Rc<Self>> {
        if let Record::Shapes(row) = record { Some(row) } else { None }
    }

    fn pack(rows: &[&Rc<Self>]) -> Vec<u8> {
        scene::packed::pack(rows.iter().copied())
    }

    fn unpack(bytes: &[u8]) -> Result<Vec<Record>, String> {
        let rows = scene::packed::unpack(bytes).map_err(|error| error.to_string())?;
        Ok(rows.into_iter().map(Record::Shapes).collect())
    }
}

/// Returns the rows of one kind in a set, where there are enough of them to be packed.
fn packed<B: Bulk>(set: &ChangeSet) -> Option<Borrowed<'static>> {
    let (mut added, mut removed) = (Vec::new(), Vec::new());
    for (_, change) in set.iter() {
        match change {
            Change::Added(record) => added.extend(B::of(record)),
            Change::Removed(record) => removed.extend(B::of(record)),
            Change::Updated(_) => {}
        }
    }
    let pack = |rows: &[&Rc<B>]| (rows.len() >= PACKED_FROM).then(|| base64::encode(&B::pack(rows)));
    let (added, removed) = (pack(&added), pack(&removed));
    let some = added.is_some() || removed.is_some();
    some.then(|| Borrowed { table: B::TABLE.name(), key: String::new(), change: None, added, removed })
}

impl Serialize for ChangeSet {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let packed = [packed::<TimeEntry>(self), packed::<Shape>(self)];
        let is_packed = |key: &RecordKey, change: &Change| {
            let of = packed.iter().flatten().find(|row| row.table == key.table().name());
            of.is_some_and(|row| match change {
                Change::Added(_) => row.added.is_some(),
                Change::Removed(_) => row.removed.is_some(),
                Change::Updated(_) => false,
            })
        };
        let mut rows: Vec<Borrowed<'_>> = Vec::new();
        for (key, change) in self.iter().filter(|(key, change)| !is_packed(key, change)) {
            let (table, key) = (key.table().name(), key.row_key());
            rows.push(Borrowed { table, key, change: Some(change), added: None, removed: None });
        }
        rows.extend(packed.into_iter().flatten());
        serializer.collect_seq(rows)
    }
}

impl Row {
    /// Adds the changes of the row to `changes`, or returns the kind of it that cannot be read.
    fn read(self, changes: &mut Vec<(RecordKey, Change)>) -> Result<(), String> {
        let table = Table::from_name(&self.table);
        let unknown = || format!("unknown row {:?} {:?}", self.table, self.key);
        if let Some(change) = self.change {
            let key = table.and_then(|table| table.key(&self.key)).ok_or_else(unknown)?;
            changes.push((key, change));
            return Ok(());
        }
        for (text, gone) in [(self.added, false), (self.removed, true)] {
            let Some(text) = text else { continue };
            let bytes = base64::decode(&text).ok_or("packed rows are no base64")?;
            let records = match table {
                Some(Table::TimeEntries) => TimeEntry::unpack(&bytes)?,
                Some(Table::Shapes) => Shape::unpack(&bytes)?,
                _ => return Err(format!("packed rows of {:?}", self.table)),
            };
            changes.extend(
                records
                    .into_iter()
                    .map(|record| (record.key(), if gone { Change::Removed(record) } else { Change::Added(record) })),
            );
        }
        Ok(())
    }
}

impl<'de> Deserialize<'de> for ChangeSet {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut changes = Vec::new();
        for row in Vec::<Row>::deserialize(deserializer)? {
            row.read(&mut changes).map_err(serde::de::Error::custom)?;
        }
        Ok(changes.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use espalier_base::env::Env;
    use espalier_base::time::Timestamp;
    use espalier_base::zone::Zone;

    #[test]
    fn many_entries_are_written_packed_and_read_back_with_the_rest() {
        let mut env = Env::deterministic(Timestamp(1_700_000_000_000), 3);
        for count in [1, PACKED_FROM - 1, PACKED_FROM, 3 * PACKED_FROM] {
            for gone in [false, true] {
                let mut set = ChangeSet::default();
                for number in 0..count {
                    let mut entry = TimeEntry::new(env.id(), env.now, Zone::new("UTC"), env.now);
                    entry.note = format!("“{number}”");
                    let (key, record) = (RecordKey::TimeEntries(entry.id), Record::TimeEntries(entry.into()));
                    let other = gone && number % 2 == 0;
                    set.push(key, if other { Change::Removed(record) } else { Change::Added(record) });
                }
                let session = crate::Session::new(env.id(), env.now);
                set.push(RecordKey::Sessions(session.id), Change::Added(Record::Sessions(session.into())));
                let text = serde_json::to_string(&set).unwrap();
                assert_eq!(serde_json::from_str::<ChangeSet>(&text).unwrap(), set);
                let alike = if gone { count.div_ceil(2) } else { count };
                assert_eq!(text.contains("“0”"), alike < PACKED_FROM, "{text}");
                let damaged = text.replace("ded\":\"RV", "ded\":\"RW").replace("ved\":\"RV", "ved\":\"RW");
                assert_eq!(serde_json::from_str::<ChangeSet>(&damaged).is_err(), damaged != text);
            }
        }
    }

    #[test]
    fn many_shapes_are_written_packed_beside_entries_and_changed_fields() {
        let mut env = Env::deterministic(Timestamp(1_700_000_000_000), 4);
        let scene_id = env.id();
        for (count, packed) in [(PACKED_FROM - 1, 0), (PACKED_FROM, 1), (2 * PACKED_FROM, 2)] {
            let mut set = ChangeSet::default();
            for number in 0..count {
                let entry = TimeEntry::new(env.id(), env.now, Zone::new("UTC"), env.now);
                let shape = Shape {
                    id: env.id(),
                    scene: scene_id,
                    created_at: env.now,
                    updated_at: env.now,
                    name: format!("“{number}”"),
                    geometry: scene::Geometry::Circle { radius: 0.1 + number as f64 },
                    position: [0.3, -0.0, number as f64 / 3.0],
                    rotation: [0.0; 3],
                    color: crate::mindmap::Color { rgb: [1, 2, 3] },
                };
                let (key, record) = (RecordKey::Shapes(shape.key()), Record::Shapes(shape.into()));
                let gone = packed == 2 && number % 2 == 0;
                set.push(key, if gone { Change::Removed(record) } else { Change::Added(record) });
                set.push(RecordKey::TimeEntries(entry.id), Change::Added(Record::TimeEntries(entry.into())));
            }
            let field = |radius| Field::Shapes(ShapeField::Geometry(scene::Geometry::Circle { radius }));
            let edit = Edit { from: field(1.0), to: field(2.0) };
            let key = RecordKey::Shapes(scene::ShapeKey { scene: scene_id, id: env.id() });
            set.push(key, Change::Updated(vec![edit]));
            let text = serde_json::to_string(&set).unwrap();
            assert_eq!(serde_json::from_str::<ChangeSet>(&text).unwrap(), set);
            assert_eq!(text.matches("\":\"RVNI").count(), packed, "{text}");
            assert_eq!(text.contains("“0”"), packed == 0);
            let damaged = text.replace("\":\"RVNI", "\":\"RVNJ");
            assert_eq!(serde_json::from_str::<ChangeSet>(&damaged).is_err(), packed > 0);
        }
        let misplaced = r#"[{"table":"sessions","added":""}]"#;
        assert!(serde_json::from_str::<ChangeSet>(misplaced).is_err());
    }
}
