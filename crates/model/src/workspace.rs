//! The records in memory, and the only ways to change them.
//!
//! - W1 A change set is applied whole or not at all.
//! - W2 Taking a change back restores a field only where it still has the value the change gave it; the rest is
//!   reported as a conflict and left alone. Times and counts that every change sets are left alone without a word.
//! - W3 A draft collects changes that later steps of the same command already see, and leaves the workspace untouched.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::rc::Rc;

use uuid::Uuid;

use super::change::{Change, ChangeSet, Edit};
use super::{
    MapId, Message, MessageId, MessageKey, Node, NodeId, NodeKey, Record, RecordKey, Row, SceneId, SessionId, Shape,
    ShapeId, ShapeKey, Tables,
};

/// The records in memory.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Workspace {
    tables: Tables,
}

/// Reason why a change set does not fit the workspace.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ApplyError {
    /// A row to be added is already there.
    #[error("{0:?} already exists")]
    Exists(RecordKey),
    /// A row to be changed or removed is not there.
    #[error("{0:?} does not exist")]
    Missing(RecordKey),
    /// A field does not have the value the change starts from.
    #[error("{0:?} has changed since")]
    Stale(RecordKey),
}

/// A change that could not be taken back because the row was changed since.
#[derive(Debug, Clone, PartialEq)]
pub struct Conflict {
    /// The row.
    pub key: RecordKey,
}

impl Workspace {
    /// Returns the records.
    pub const fn tables(&self) -> &Tables {
        &self.tables
    }

    /// Finds a row.
    pub fn get<R: Row>(&self, key: &R::Key) -> Option<&Rc<R>> {
        R::table(&self.tables).get(key)
    }

    /// Returns the messages of one session, in the order they were made.
    pub fn messages(&self, session: SessionId) -> impl Iterator<Item = &Rc<Message>> {
        self.tables.messages.range(keys_of_session(session)).map(|(_, row)| row)
    }

    /// Returns the nodes of one map, in the order they were made.
    pub fn nodes(&self, map: MapId) -> impl Iterator<Item = &Rc<Node>> {
        self.tables.nodes.range(keys_of_map(map)).map(|(_, row)| row)
    }

    /// Returns the shapes of one scene, in the order they were made.
    pub fn shapes(&self, scene: SceneId) -> impl Iterator<Item = &Rc<Shape>> {
        self.tables.shapes.range(keys_of_scene(scene)).map(|(_, row)| row)
    }

    /// Applies a change set, or says why not and changes nothing (W1).
    pub fn apply(&mut self, changes: &ChangeSet) -> Result<(), ApplyError> {
        self.check(changes)?;
        for (key, change) in changes.iter() {
            match change {
                Change::Added(record) => self.tables.put(record.clone()),
                Change::Removed(_) => self.tables.delete(key),
                Change::Updated(edits) => {
                    for edit in edits {
                        self.tables.set_field(key, edit.to.clone());
                    }
                }
            }
        }
        Ok(())
    }

    fn check(&self, changes: &ChangeSet) -> Result<(), ApplyError> {
        for (key, change) in changes.iter() {
            match (change, self.tables.record(key)) {
                (Change::Added(_), Some(_)) => return Err(ApplyError::Exists(key.clone())),
                (Change::Added(_), None) => {}
                (_, None) => return Err(ApplyError::Missing(key.clone())),
                (Change::Removed(record), Some(current)) if *record != current => {
                    return Err(ApplyError::Stale(key.clone()));
                }
                (Change::Removed(_), Some(_)) => {}
                (Change::Updated(edits), Some(current)) => {
                    if edits.iter().any(|edit| current.field(&edit.from).as_ref() != Some(&edit.from)) {
                        return Err(ApplyError::Stale(key.clone()));
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the part of `changes` that can be applied now, with the conflicts (W2).
    pub fn fit(&self, changes: &ChangeSet) -> (ChangeSet, Vec<Conflict>) {
        let mut fitting = ChangeSet::default();
        let mut conflicts = Vec::new();
        for (key, change) in changes.iter() {
            let conflict = || Conflict { key: key.clone() };
            match (change, self.tables.record(key)) {
                (Change::Added(_), Some(_)) | (Change::Updated(_), None) => conflicts.push(conflict()),
                (Change::Added(record), None) => fitting.push(key.clone(), Change::Added(record.clone())),
                // What is removed is what is there now, so that putting it back loses nothing.
                (Change::Removed(_), Some(current)) => fitting.push(key.clone(), Change::Removed(current)),
                (Change::Removed(_), None) => {}
                (Change::Updated(edits), Some(current)) => {
                    let fits = |edit: &&Edit| current.field(&edit.from).as_ref() == Some(&edit.from);
                    let kept: Vec<Edit> = edits.iter().filter(fits).cloned().collect();
                    if edits.iter().any(|edit| !fits(&edit) && !edit.from.is_bookkeeping()) {
                        conflicts.push(conflict());
                    }
                    if !kept.is_empty() {
                        fitting.push(key.clone(), Change::Updated(kept));
                    }
                }
            }
        }
        (fitting, conflicts)
    }

    /// Takes rows as storage or another tab has them, without checks.
    pub fn absorb(&mut self, rows: impl IntoIterator<Item = Record>) {
        for record in rows {
            self.tables.put(record);
        }
    }

    /// Forgets a row that another tab removed.
    pub fn forget(&mut self, key: &RecordKey) {
        self.tables.delete(key);
    }

    /// Starts collecting changes.
    pub fn draft(&self) -> Draft<'_> {
        Draft { workspace: self, touched: BTreeMap::new() }
    }
}

fn keys_of_session(session: SessionId) -> RangeInclusive<MessageKey> {
    let key = |uuid| MessageKey { session, id: MessageId::from_uuid(uuid) };
    key(Uuid::nil())..=key(Uuid::max())
}

fn keys_of_map(map: MapId) -> RangeInclusive<NodeKey> {
    let key = |uuid| NodeKey { map, id: NodeId::from_uuid(uuid) };
    key(Uuid::nil())..=key(Uuid::max())
}

fn keys_of_scene(scene: SceneId) -> RangeInclusive<ShapeKey> {
    let key = |uuid| ShapeKey { scene, id: ShapeId::from_uuid(uuid) };
    key(Uuid::nil())..=key(Uuid::max())
}

/// Changes being collected on top of a workspace (W3).
#[derive(Debug)]
pub struct Draft<'a> {
    workspace: &'a Workspace,
    touched: BTreeMap<RecordKey, Option<Record>>,
}

impl<'a> Draft<'a> {
    /// Returns the workspace without the draft's changes.
    pub const fn before(&self) -> &'a Workspace {
        self.workspace
    }

    /// Returns one row as the draft has it.
    pub fn get<R: Row>(&self, key: &R::Key) -> Option<Rc<R>> {
        match self.touched.get(&R::record_key(key.clone())) {
            Some(record) => record.as_ref().and_then(R::from_record),
            None => self.workspace.get::<R>(key).cloned(),
        }
    }

    /// Returns the messages of one session as the draft has them, in the order they were made.
    pub fn messages(&self, session: SessionId) -> Vec<Rc<Message>> {
        self.rows_in(keys_of_session(session))
    }

    /// Returns the nodes of one map as the draft has them, in the order they were made.
    pub fn nodes(&self, map: MapId) -> Vec<Rc<Node>> {
        self.rows_in(keys_of_map(map))
    }

    /// Returns the shapes of one scene as the draft has them, in the order they were made.
    pub fn shapes(&self, scene: SceneId) -> Vec<Rc<Shape>> {
        self.rows_in(keys_of_scene(scene))
    }

    fn rows_in<R: Row>(&self, keys: RangeInclusive<R::Key>) -> Vec<Rc<R>> {
        let (first, last) = keys.clone().into_inner();
        let mut touched = self.touched.range(R::record_key(first)..=R::record_key(last)).peekable();
        let mut rows: Vec<Rc<R>> = Vec::new();
        for (key, row) in R::table(&self.workspace.tables).range(keys) {
            let key = R::record_key(key.clone());
            while let Some((_, added)) = touched.next_if(|(touched, _)| **touched < key) {
                rows.extend(added.as_ref().and_then(R::from_record));
            }
            match touched.next_if(|(touched, _)| **touched == key) {
                Some((_, changed)) => rows.extend(changed.as_ref().and_then(R::from_record)),
                None => rows.push(row.clone()),
            }
        }
        rows.extend(touched.filter_map(|(_, added)| added.as_ref().and_then(R::from_record)));
        rows
    }

    /// Returns the rows of one kind that the draft has touched and that are still there, in key order.
    pub fn touched<R: Row>(&self) -> impl Iterator<Item = Rc<R>> {
        self.touched.values().filter_map(|record| record.as_ref().and_then(R::from_record))
    }

    /// Adds or replaces a row.
    pub fn put<R: Row>(&mut self, row: R) {
        self.touched.insert(R::record_key(row.key()), Some(R::into_record(Rc::new(row))));
    }

    /// Changes a row; returns whether it is there.
    pub fn update<R: Row>(&mut self, key: &R::Key, change: impl FnOnce(&mut R)) -> bool {
        let record_key = R::record_key(key.clone());
        // What the draft has is taken out of it, so that a row that is changed again is not copied again.
        let row = match self.touched.remove(&record_key) {
            Some(record) => record.as_ref().and_then(R::from_record),
            None => self.workspace.get::<R>(key).cloned(),
        };
        let Some(mut row) = row else {
            if self.workspace.get::<R>(key).is_some() {
                self.touched.insert(record_key, None);
            }
            return false;
        };
        change(Rc::make_mut(&mut row));
        self.touched.insert(record_key, Some(R::into_record(row)));
        true
    }

    /// Removes a row; returns whether it was there.
    pub fn remove<R: Row>(&mut self, key: &R::Key) -> bool {
        let there = self.get::<R>(key).is_some();
        self.touched.insert(R::record_key(key.clone()), None);
        there
    }

    /// Takes over a change set, whether or not it fits; a row that is gone stays gone.
    pub fn apply(&mut self, changes: &ChangeSet) {
        for (key, change) in changes.iter() {
            let after = match change {
                Change::Added(record) => Some(record.clone()),
                Change::Removed(_) => None,
                Change::Updated(edits) => {
                    let current = self.touched.get(key).cloned();
                    let mut current = current.unwrap_or_else(|| self.workspace.tables.record(key));
                    for edit in edits {
                        if let Some(record) = &mut current {
                            record.set(edit.to.clone());
                        }
                    }
                    current
                }
            };
            self.touched.insert(key.clone(), after);
        }
    }

    /// Returns the changes of the draft.
    pub fn finish(self) -> ChangeSet {
        let workspace = self.workspace;
        self.touched
            .into_iter()
            .filter_map(|(key, after)| {
                Change::between(workspace.tables.record(&key).as_ref(), after.as_ref()).map(|change| (key, change))
            })
            .collect()
    }
}
