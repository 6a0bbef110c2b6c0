//! The copy in a place of the person's own, which other devices change, too: a folder, a server.
//!
//! Each device writes bundles and never changes one, `1a2b3c4d-00000007-3f9a….bundle`: the device, a number, the SHA-256.
//! A bundle holds whole rows as they are on that device with what is known of their history
//! ([`Meta`](super::merge::Meta)), so it does no harm if it is read twice, late, or not at all: the next one that holds
//! the row says all of it again. Attached files lie beside the bundles under their hashes.
//!
//! - P1 A change is sent after it was stored here, and known to be sent only once the place has the bundle.
//! - P2 What other devices sent is merged row by row ([`State::merge`]) in commits that fail if anything else was
//!   committed meanwhile, and is then worked out anew.
//! - P3 A bundle is taken in only if its content is what its name says. A file that is damaged, foreign or half written is
//!   left alone and named; the others are taken in.
//! - P4 A device deletes nothing but its own bundles, and those only after one that holds all their rows is there.
//! - P5 Settings, endpoints and answers under way stay on their device.

mod name;
mod piece;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

pub use self::name::{BundleName, hash_of};
use self::piece::{Piece, read};
use super::folder::{Folder, FolderError};
use super::merge::{DeviceId, Meta, Stamp, State, TextVersion, place_all};
use super::mirror::MirrorError;
use super::sealed::is_seal;
use super::segment::{file_hash, file_name};
use espalier_attachments::hash::sha256;
use espalier_model::change::{Change, ChangeSet};
use espalier_model::conversation::FileHash;
use espalier_model::{Record, RecordKey, Table};
use espalier_storage::changes::{ChangeLog, Clock, CopyKind, Mark, Touched};
use espalier_storage::files::StoredFile;
use espalier_storage::port::{Commit, Copied, Durability, Loaded, Merged, OWNED, Query, Storage, StorageError};

/// The tables whose rows go to the place (P5).
pub const SHARED: [Table; 12] = [
    Table::Sessions,
    Table::Messages,
    Table::Personas,
    Table::Maps,
    Table::Nodes,
    Table::TimeEntries,
    Table::TimeCategories,
    Table::Goals,
    Table::Courses,
    Table::Scenes,
    Table::Shapes,
    Table::Links,
];

/// Rows that are merged, or stamped, in one commit.
const AT_ONCE: usize = 400;
/// Bytes from which on the next bundle is begun.
const PIECE: usize = 4 << 20;
/// Number of own bundles from which on they are put together.
const MANY: usize = 64;
/// Times that work is done anew because something else was committed meanwhile.
const TRIES: u32 = 20;

/// Facts about the place that this device keeps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlaceState {
    /// This device.
    pub device: DeviceId,
    /// Number of the next bundle.
    pub next: u32,
    /// Names of bundles of other devices that were taken in.
    #[serde(default)]
    pub taken: BTreeSet<String>,
    /// Attached files that rows name and that were not there.
    #[serde(default)]
    pub wanted: BTreeSet<String>,
}

/// Result of one synchronisation.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Report {
    /// Number of rows that were sent.
    pub sent: usize,
    /// Rows that changed here.
    pub changed: BTreeSet<RecordKey>,
    /// Number of texts of which there are two versions since.
    pub two_versions: usize,
    /// Number of rows that were removed on one device and stay, as another one had changed them.
    pub kept: usize,
    /// Files in the place that are damaged or half written.
    pub damaged: Vec<String>,
    /// Files in the place that are none of ours, or sealed with another password; hidden ones are passed over.
    pub foreign: Vec<String>,
    /// Attached files that are not in the place yet.
    pub waiting: usize,
}

/// A place, with the database that is kept in step with it.
#[derive(Debug)]
pub struct Place<S, F> {
    storage: S,
    folder: F,
}

/// A row of a table, by its key.
pub type At = (Table, String);

/// A text with two versions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    /// The row.
    pub at: At,
    /// The other version.
    pub version: TextVersion,
    /// The text that stands.
    pub here: String,
    /// The other one.
    pub other: String,
}

impl<S: Storage, F: Folder> Place<S, F> {
    /// The place in this folder.
    pub const fn new(storage: S, folder: F) -> Self {
        Self { storage, folder }
    }

    /// Sends what was changed here and takes in what others sent. The number, drawn at random, names this device where
    /// it was never here before.
    pub async fn synchronise(&self, random: u32) -> Result<Report, MirrorError> {
        let mut report = Report::default();
        let state = match self.state().await? {
            Some(state) => state,
            None => self.join(DeviceId(random), &mut report).await?,
        };
        self.send(state.device, &mut report).await?;
        self.take(state.device, &mut report).await?;
        // What was taken in may have brought something back that is to be sent.
        self.send(state.device, &mut report).await?;
        self.put_together(state.device).await?;
        Ok(report)
    }

    /// Number of rows that were changed and not sent yet.
    pub async fn unsent(&self) -> Result<usize, MirrorError> {
        let log = self.log().await?;
        let rows: BTreeSet<_> = unsent(&log).flat_map(|mark| &mark.touched).map(|one| (&one.store, &one.key)).collect();
        Ok(rows.len())
    }

    /// Forgets the place; what is in it stays there.
    pub async fn leave(&self) -> Result<(), MirrorError> {
        let log = self.log().await?;
        let stamps = self.storage.load(Query::StampsBelow(String::new())).await?.stamps;
        let stamps = stamps.into_iter().map(|(key, _)| (key, None)).collect();
        let merged = Merged { expects: log.clock, place: Some(String::new()), stamps, ..Merged::default() };
        self.commit(Commit { merged: Some(merged), ..Commit::default() }).await
    }

    /// Texts of which there are two versions that differ.
    pub async fn two_versions(&self) -> Result<Vec<Version>, MirrorError> {
        let stamps = self.storage.load(Query::StampsBelow(String::new())).await?.stamps;
        let mut found = Vec::new();
        for (key, json) in stamps {
            // Few rows have any, and many are read.
            let Some(at) = row_of(&key).filter(|_| json.contains("\"o\":")) else { continue };
            let Some(state) = self.states(std::slice::from_ref(&at)).await?.remove(&at) else { continue };
            for (version, other) in &state.meta.others {
                let here = state.row.get(&version.field).map(text_of).unwrap_or_default();
                let other = text_of(other);
                if state.meta.is_there() && here != other && !other.is_empty() {
                    found.push(Version { at: at.clone(), version: version.clone(), here, other });
                }
            }
        }
        Ok(found)
    }

    /// Drops another version of a text, on which the person has decided; with `use_other` it takes the place of the one
    /// that stands. Returns the rows that changed here.
    pub async fn decide(&self, at: &At, version: &TextVersion, use_other: bool) -> Result<Vec<RecordKey>, MirrorError> {
        for _ in 0..TRIES {
            let log = self.log().await?;
            let mut states = self.states(std::slice::from_ref(at)).await?;
            let Some(mut state) = states.remove(at) else { return Ok(Vec::new()) };
            let Some(other) = state.meta.decide(version) else { return Ok(Vec::new()) };
            let merged = Merged { expects: log.clock, stamps: vec![stamps_of(at, &state)], ..Merged::default() };
            match self.commit(Commit { merged: Some(merged), ..Commit::default() }).await {
                Err(MirrorError::Storage(StorageError::Stale)) => continue,
                done => done?,
            }
            let here = self.rows(std::slice::from_ref(at)).await?.remove(at);
            state.row.insert(version.field.clone(), other);
            let there = record(at.0, &state.row).filter(|_| use_other);
            if let Some((here, change)) = here
                .as_ref()
                .zip(there.as_ref())
                .and_then(|(here, there)| Some((here, Change::between(Some(here), Some(there))?)))
            {
                let changes = [(here.key(), change)].into_iter().collect();
                self.commit(Commit { changes, ..Commit::default() }).await?;
                return Ok(vec![here.key()]);
            }
            // It is sent as a change of a field that never changes.
            let touch = Touched {
                store: at.0.name().to_owned(),
                key: at.1.clone(),
                fields: vec!["id".to_owned()],
                ..Touched::default()
            };
            self.commit(Commit { touch: vec![touch], ..Commit::default() }).await?;
            return Ok(Vec::new());
        }
        Err(StorageError::Stale.into())
    }

    async fn log(&self) -> Result<Box<ChangeLog>, MirrorError> {
        Ok(self.storage.load(Query::Changes).await?.changes)
    }

    async fn state(&self) -> Result<Option<PlaceState>, MirrorError> {
        let log = self.log().await?;
        Ok(log.place.as_deref().and_then(|text| serde_json::from_str(text).ok()))
    }

    async fn commit(&self, commit: Commit) -> Result<(), MirrorError> {
        Ok(self.storage.commit(commit, Durability::Strict).await?)
    }

    /// Stamps all rows that are here and sends them.
    async fn join(&self, device: DeviceId, report: &mut Report) -> Result<PlaceState, MirrorError> {
        let log = self.log().await?;
        let clock = log.clock.unwrap_or_default();
        let mut state = PlaceState { device, next: 0, taken: BTreeSet::new(), wanted: BTreeSet::new() };
        let hashes = self.storage.load(Query::FileHashes).await?.keys;
        self.send_files(hashes.iter().filter_map(|hash| hash.parse().ok()).collect()).await?;
        let mut piece = Piece::default();
        for table in SHARED {
            let records = self.storage.load(Query::Tables(vec![table])).await?.records;
            for records in records.chunks(AT_ONCE) {
                let states: Vec<(At, State)> = records.iter().filter_map(begun).collect();
                let stamps = states.iter().map(|(at, state)| stamps_of(at, state)).collect();
                loop {
                    let expects = self.log().await?.clock;
                    let merged = Merged { expects, stamps: Vec::clone(&stamps), ..Merged::default() };
                    match self.commit(Commit { merged: Some(merged), ..Commit::default() }).await {
                        Err(MirrorError::Storage(StorageError::Stale)) => {}
                        done => break done?,
                    }
                }
                report.sent += states.len();
                for (at, one) in states {
                    piece.add(at, one);
                }
                if piece.bytes >= PIECE {
                    self.write(&mut state, std::mem::take(&mut piece)).await?;
                }
                self.folder.rest().await;
            }
        }
        if !piece.rows.is_empty() {
            self.write(&mut state, piece).await?;
        }
        // Whatever was changed since the beginning is sent next.
        self.note(&state, clock).await?;
        Ok(state)
    }

    /// Keeps the state, and that everything up to `clock` was sent.
    async fn note(&self, state: &PlaceState, clock: Clock) -> Result<(), MirrorError> {
        for _ in 0..TRIES {
            let log = self.log().await?;
            let merged = Merged { expects: log.clock, place: to_text(state), ..Merged::default() };
            let copied = Copied { by: CopyKind::Place, clock, marks: log.done(CopyKind::Place, clock) };
            let commit = Commit { merged: Some(merged), copied: Some(copied), ..Commit::default() };
            match self.commit(commit).await {
                Err(MirrorError::Storage(StorageError::Stale)) => {}
                done => return done,
            }
        }
        Err(StorageError::Stale.into())
    }

    /// Sends the rows that were changed here since the last time (P1).
    async fn send(&self, device: DeviceId, report: &mut Report) -> Result<(), MirrorError> {
        for _ in 0..TRIES {
            let log = self.log().await?;
            let Some(state) = log.place.as_deref().and_then(|text| serde_json::from_str::<PlaceState>(text).ok())
            else {
                return Ok(());
            };
            let Some(last) = log.marks.last().map(|mark| mark.clock).filter(|last| Some(*last) > log.placed) else {
                return Ok(());
            };
            match self.send_changes(device, &log, state, last, report).await {
                Err(MirrorError::Storage(StorageError::Stale)) => {}
                done => return done,
            }
        }
        Err(StorageError::Stale.into())
    }

    async fn send_changes(
        &self,
        device: DeviceId,
        log: &ChangeLog,
        mut state: PlaceState,
        last: Clock,
        report: &mut Report,
    ) -> Result<(), MirrorError> {
        let mut touched: BTreeMap<At, Vec<(Clock, &Touched)>> = BTreeMap::new();
        let mut files = BTreeSet::new();
        for mark in unsent(log) {
            for one in &mark.touched {
                match Table::from_name(&one.store) {
                    Some(table) if SHARED.contains(&table) => {
                        touched.entry((table, one.key.clone())).or_default().push((mark.clock, one));
                    }
                    Some(_) => {}
                    None => files.extend(one.key.parse::<FileHash>().ok()),
                }
            }
        }
        self.send_files(files).await?;
        let mut stamps = Vec::new();
        let mut piece = Piece::default();
        let keys: Vec<At> = touched.keys().cloned().collect();
        for keys in keys.chunks(AT_ONCE) {
            let mut states = self.states(keys).await?;
            let rows = self.rows(keys).await?;
            for at in keys {
                let marks = touched.get(at).map(Vec::as_slice).unwrap_or_default();
                let state = noted(at, states.remove(at), rows.get(at), marks, device);
                let Some(state) = state else { continue };
                stamps.push(stamps_of(at, &state));
                piece.add(at.clone(), state);
            }
            self.folder.rest().await;
        }
        report.sent += piece.rows.len();
        if !piece.rows.is_empty() {
            self.write(&mut state, piece).await?;
        }
        let merged = Merged { expects: log.clock, stamps, place: to_text(&state), ..Merged::default() };
        let copied = Copied { by: CopyKind::Place, clock: last, marks: log.done(CopyKind::Place, last) };
        self.commit(Commit { merged: Some(merged), copied: Some(copied), ..Commit::default() }).await
    }

    /// Sends attached files that are not there yet.
    async fn send_files(&self, files: BTreeSet<FileHash>) -> Result<(), MirrorError> {
        if files.is_empty() {
            return Ok(());
        }
        let there: BTreeSet<FileHash> = self.folder.list().await?.iter().filter_map(|name| file_hash(name)).collect();
        for hash in files.into_iter().filter(|hash| !there.contains(hash)) {
            let file = self.storage.load(Query::Files(vec![hash.clone()])).await?.files.pop();
            if let Some(file) = file {
                self.folder.write(&file_name(&hash), &file.bytes).await?;
            }
        }
        Ok(())
    }

    /// Writes a bundle.
    async fn write(&self, state: &mut PlaceState, piece: Piece) -> Result<(), MirrorError> {
        let bytes = piece.finish();
        let name = BundleName { device: state.device, number: state.next, hash: sha256(&bytes) };
        self.folder.write(&name.to_string(), &bytes).await?;
        state.next += 1;
        Ok(())
    }

    /// Takes in the bundles of other devices (P3).
    async fn take(&self, device: DeviceId, report: &mut Report) -> Result<(), MirrorError> {
        let names = self.folder.list().await?;
        let mut others: Vec<BundleName> = names.iter().filter_map(|name| name.parse().ok()).collect();
        others.retain(|name| name.device != device);
        others.sort_unstable();
        let is_ours = |name: &&String| name.parse::<BundleName>().is_ok() || file_hash(name).is_some();
        report.foreign =
            names.iter().filter(|name| !is_ours(name) && !is_seal(name) && !name.starts_with('.')).cloned().collect();
        let state = self.state().await?.ok_or(MirrorError::Changed)?;
        for name in &others {
            let text = name.to_string();
            if state.taken.contains(&text) {
                continue;
            }
            let bytes = match self.folder.read(&text).await {
                Ok(bytes) => bytes,
                // Its device has put it together with others meanwhile.
                Err(FolderError::NoFile(_)) => continue,
                Err(error) => return Err(error.into()),
            };
            match if sha256(&bytes) == name.hash { read(&bytes) } else { None } {
                Some(rows) => self.take_rows(device, &text, rows, report).await?,
                None => report.damaged.push(self.folder.shown(&text)),
            }
        }
        self.take_files(&names, report).await
    }

    async fn take_rows(
        &self,
        device: DeviceId,
        name: &str,
        rows: Vec<(At, State)>,
        report: &mut Report,
    ) -> Result<(), MirrorError> {
        let mut groups = rows.chunks(AT_ONCE).peekable();
        if groups.peek().is_none() {
            return self.note_taken(name).await;
        }
        while let Some(group) = groups.next() {
            let is_last = groups.peek().is_none();
            let mut tries = 0;
            loop {
                match self.merge(device, name, group, is_last, report).await {
                    Err(MirrorError::Storage(StorageError::Stale)) if tries < TRIES => tries += 1,
                    done => break done?,
                }
                // What was committed meanwhile has no stamps yet.
                self.send(device, report).await?;
            }
            self.folder.rest().await;
        }
        Ok(())
    }

    async fn note_taken(&self, name: &str) -> Result<(), MirrorError> {
        let log = self.log().await?;
        let Some(mut state) = self.state().await? else { return Err(MirrorError::Changed) };
        state.taken.insert(name.to_owned());
        let merged = Merged { expects: log.clock, place: to_text(&state), ..Merged::default() };
        self.commit(Commit { merged: Some(merged), ..Commit::default() }).await
    }

    /// Merges rows of another device in one commit (P2).
    async fn merge(
        &self,
        device: DeviceId,
        name: &str,
        theirs: &[(At, State)],
        is_last: bool,
        report: &mut Report,
    ) -> Result<(), MirrorError> {
        let log = self.log().await?;
        if unsent(&log).next().is_some() {
            return Err(StorageError::Stale.into());
        }
        let mut place: PlaceState =
            log.place.as_deref().and_then(|text| serde_json::from_str(text).ok()).ok_or(MirrorError::Changed)?;
        let keys: Vec<At> = theirs.iter().map(|(at, _)| at.clone()).collect();
        let mut states = self.states(&keys).await?;
        let mut rows = self.rows(&keys).await?;
        let mut after = Clock::default();
        let mut maps = BTreeSet::new();
        let (mut two_versions, mut kept) = (0, 0);
        for (at, their) in theirs {
            after = after.max(their.meta.latest());
            let before = states.get(at).map(|state| (state.meta.others.len(), state.meta.is_there()));
            let state = match states.remove(at) {
                Some(mut state) => {
                    state.merge(at.0, their);
                    state
                }
                None => their.clone(),
            };
            let (others, was_there) = before.unwrap_or((0, false));
            two_versions += state.meta.others.len().saturating_sub(others);
            let is_removed = before.is_some() && !was_there || !their.meta.is_there();
            kept += usize::from(is_removed && state.meta.is_there() && !state.meta.removed.is_empty());
            if at.0 == Table::Nodes {
                maps.extend(at.1.split('/').next().map(str::to_owned));
            }
            states.insert(at.clone(), state);
        }
        // Where a node stands depends on the moves of all others.
        for map in maps {
            self.place_nodes(&map, &mut states, &mut rows).await?;
        }
        let (changes, stamps, is_readable) = changes_of(&states, &rows, &mut place);
        let alive = states.iter().filter(|(_, state)| state.meta.is_there()).map(|(at, _)| at);
        let owners: BTreeSet<At> = alive.filter_map(owner).filter(|owner| !rows.contains_key(owner)).collect();
        if !is_readable {
            report.damaged.push(self.folder.shown(name));
        } else if is_last {
            place.taken.insert(name.to_owned());
        }
        let keys: Vec<RecordKey> = changes.keys().cloned().collect();
        let merged = Merged { expects: log.clock, after, stamps, place: to_text(&place) };
        self.commit(Commit { changes, merged: Some(merged), ..Commit::default() }).await?;
        report.changed.extend(keys);
        report.two_versions += two_versions;
        report.kept += kept;
        self.bring_back(device, &owners.into_iter().collect::<Vec<_>>(), report).await
    }

    /// Brings back removed rows that others belong to which were changed elsewhere meanwhile (V3): a conversation with a
    /// new message. This is a change of this device, and is sent.
    async fn bring_back(&self, device: DeviceId, owners: &[At], report: &mut Report) -> Result<(), MirrorError> {
        let states = self.states(owners).await?;
        let here = self.rows(owners).await?;
        let gone = states.iter().filter(|(at, state)| !here.contains_key(*at) && !state.meta.is_there());
        let back = gone.filter_map(|(at, state)| record(at.0, &state.row));
        let changes: ChangeSet = back.map(|row| (row.key(), Change::Added(row))).collect();
        if changes.is_empty() {
            return Ok(());
        }
        report.kept += changes.len();
        report.changed.extend(changes.keys().cloned());
        self.commit(Commit { changes, ..Commit::default() }).await?;
        self.send(device, report).await
    }

    /// Puts the nodes of a map where the moves of all of them have them.
    async fn place_nodes(
        &self,
        map: &str,
        states: &mut BTreeMap<At, State>,
        rows: &mut BTreeMap<At, Record>,
    ) -> Result<(), MirrorError> {
        let below = format!("{}/{map}/", Table::Nodes.name());
        let mut metas: BTreeMap<String, Meta> = BTreeMap::new();
        for (key, json) in self.storage.load(Query::StampsBelow(below)).await?.stamps {
            let at = row_of(&key).filter(|at| !states.contains_key(at));
            metas.extend(at.and_then(|at| Some((at.1, serde_json::from_str(&json).ok()?))));
        }
        let of_map = states.iter().filter(|(at, _)| at.0 == Table::Nodes && at.1.starts_with(map));
        metas.extend(of_map.map(|(at, state)| (at.1.clone(), state.meta.clone())));
        let id = |key: &str| key.rsplit('/').next().unwrap_or_default().to_owned();
        let ids: BTreeMap<String, &Meta> = metas.iter().map(|(key, meta)| (id(key), meta)).collect();
        let places = place_all(ids.iter().map(|(id, meta)| (id.as_str(), *meta)));
        let elsewhere: Vec<At> =
            metas.keys().map(|key| (Table::Nodes, key.clone())).filter(|at| !states.contains_key(at)).collect();
        for group in elsewhere.chunks(AT_ONCE) {
            let here = self.rows(group).await?;
            for (at, row) in here {
                let Some(place) = places.get(id(&at.1).as_str()) else { continue };
                let Some(mut fields) = fields(&row) else { continue };
                let before = fields.clone();
                place.put(&mut fields);
                if fields != before
                    && let Some(meta) = metas.get(&at.1)
                {
                    states.insert(at.clone(), State { meta: meta.clone(), row: fields });
                    rows.insert(at, row);
                }
            }
        }
        for (at, state) in states.iter_mut().filter(|(at, _)| at.0 == Table::Nodes && at.1.starts_with(map)) {
            if let Some(place) = places.get(id(&at.1).as_str()) {
                place.put(&mut state.row);
            }
        }
        Ok(())
    }

    /// Takes in attached files that rows name.
    async fn take_files(&self, names: &[String], report: &mut Report) -> Result<(), MirrorError> {
        let Some(mut state) = self.state().await?.filter(|state| !state.wanted.is_empty()) else { return Ok(()) };
        let here: BTreeSet<String> = self.storage.load(Query::FileHashes).await?.keys.into_iter().collect();
        let there: BTreeSet<FileHash> = names.iter().filter_map(|name| file_hash(name)).collect();
        let wanted = std::mem::take(&mut state.wanted);
        for hash in wanted.into_iter().filter(|hash| !here.contains(hash)) {
            let Ok(hash) = hash.parse::<FileHash>() else { continue };
            if there.contains(&hash) {
                let file = StoredFile { bytes: self.folder.read(&file_name(&hash)).await?.into(), hash: hash.clone() };
                if file.is_whole() {
                    self.commit(Commit { files: vec![file], ..Commit::default() }).await?;
                    continue;
                }
                report.damaged.push(self.folder.shown(&file_name(&hash)));
            }
            state.wanted.insert(hash.to_string());
        }
        report.waiting = state.wanted.len();
        let placed = self.log().await?.placed.unwrap_or_default();
        self.note(&state, placed).await
    }

    /// Puts own bundles together where there are many (P4), and sends everything again where none is left of them:
    /// someone has emptied the place.
    async fn put_together(&self, device: DeviceId) -> Result<(), MirrorError> {
        let names = self.folder.list().await?;
        let mut own: Vec<BundleName> = names.iter().filter_map(|name| name.parse().ok()).collect();
        own.retain(|name| name.device == device);
        let Some(mut state) = self.state().await? else { return Ok(()) };
        let is_emptied = own.is_empty() && state.next > 0;
        if own.len() < MANY && !is_emptied {
            return Ok(());
        }
        let keys = match self.rows_of(&own).await? {
            Some(keys) if !is_emptied => keys,
            _ => self.stamped().await?,
        };
        if is_emptied {
            let hashes = self.storage.load(Query::FileHashes).await?.keys;
            self.send_files(hashes.iter().filter_map(|hash| hash.parse().ok()).collect()).await?;
        }
        let mut piece = Piece::default();
        for keys in keys.chunks(AT_ONCE) {
            for (at, one) in self.states(keys).await? {
                piece.add(at, one);
            }
            if piece.bytes >= PIECE {
                self.write(&mut state, std::mem::take(&mut piece)).await?;
            }
            self.folder.rest().await;
        }
        if !piece.rows.is_empty() {
            self.write(&mut state, piece).await?;
        }
        let placed = self.log().await?.placed.unwrap_or_default();
        self.note(&state, placed).await?;
        for name in &own {
            self.folder.remove(&name.to_string()).await?;
        }
        Ok(())
    }

    /// Returns the rows that bundles hold; `None` where one of them is damaged.
    async fn rows_of(&self, bundles: &[BundleName]) -> Result<Option<Vec<At>>, MirrorError> {
        let mut keys = BTreeSet::new();
        for name in bundles {
            let bytes = self.folder.read(&name.to_string()).await?;
            let Some(rows) = Some(bytes).filter(|bytes| sha256(bytes) == name.hash).and_then(|bytes| read(&bytes))
            else {
                return Ok(None);
            };
            keys.extend(rows.into_iter().map(|(at, _)| at));
        }
        Ok(Some(keys.into_iter().collect()))
    }

    /// Returns all rows that have stamps.
    async fn stamped(&self) -> Result<Vec<At>, MirrorError> {
        let stamps = self.storage.load(Query::StampsBelow(String::new())).await?.stamps;
        Ok(stamps.iter().filter_map(|(key, _)| row_of(key)).collect())
    }

    /// Reads rows.
    async fn rows(&self, keys: &[At]) -> Result<BTreeMap<At, Record>, MirrorError> {
        let Loaded { records, .. } = self.storage.load(Query::Rows(keys.to_vec())).await?;
        let at = |record: &Record| (record.key().table(), record.key().row_key());
        Ok(records.into_iter().map(|record| (at(&record), record)).collect())
    }

    /// Reads rows with their stamps; rows without any are left out.
    async fn states(&self, keys: &[At]) -> Result<BTreeMap<At, State>, MirrorError> {
        let rows = self.rows(keys).await?;
        let stamps = self.storage.load(Query::Stamps(keys.iter().map(stamps_key).collect())).await?.stamps;
        let state = |(key, json): (String, String)| {
            let at = row_of(&key)?;
            let row = rows.get(&at).and_then(fields);
            Some((at, State::stored(serde_json::from_str(&json).ok()?, row)))
        };
        Ok(stamps.into_iter().filter_map(state).collect())
    }
}

/// The marks of this device that were not sent yet.
fn unsent(log: &ChangeLog) -> impl Iterator<Item = &Mark> {
    log.marks.iter().filter(|mark| !mark.merged && Some(mark.clock) > log.placed)
}

/// Takes the marks of a row in, given what is known of it; `None` where there is nothing to send.
fn noted(
    at: &At,
    state: Option<State>,
    row: Option<&Record>,
    marks: &[(Clock, &Touched)],
    device: DeviceId,
) -> Option<State> {
    // The values are those of now, or the last ones of a row that was removed since: its store has it no more.
    let last = || marks.iter().rev().find_map(|(_, one)| one.removed.as_deref());
    let values: Option<Map<String, Value>> = row.and_then(fields).or_else(|| serde_json::from_str(last()?).ok());
    let mut state = state;
    if let (Some(state), Some(values), None) = (&mut state, &values, row) {
        state.row.clone_from(values);
    }
    for (clock, touched) in marks {
        let stamp = Stamp { clock: *clock, device };
        match (&mut state, values.clone()) {
            (Some(state), _) if touched.removed.is_some() => state.removed(),
            (Some(state), Some(values)) => state.changed(at.0, values, &touched.fields, stamp),
            // A row that was removed before there was a place to keep it for.
            (Some(state), None) => state.removed(),
            (None, Some(values)) => {
                let mut begun = State::new(at.0, values, stamp);
                if touched.removed.is_some() {
                    begun.removed();
                }
                state = Some(begun);
            }
            (None, None) => {}
        }
    }
    state
}

/// The state of a row that was here before there was a place. Its stamp is made of its content, so the same row of
/// another device has the same one.
fn begun(record: &Record) -> Option<(At, State)> {
    let row = fields(record)?;
    let time = |field: &str| row.get(field).and_then(Value::as_u64);
    let clock = Clock(time("updated_at").or_else(|| time("created_at")).unwrap_or_default() << 16);
    let hash = sha256(Value::Object(row.clone()).to_string().as_bytes());
    let device = hash.get(..8).and_then(|digits| digits.parse().ok()).unwrap_or_default();
    let table = record.key().table();
    Some(((table, record.key().row_key()), State::new(table, row, Stamp { clock, device })))
}

/// Returns the fields of a row.
fn fields(record: &Record) -> Option<Map<String, Value>> {
    serde_json::from_str(&record.to_json().ok()?).ok()
}

/// Reads a row from its fields.
fn record(table: Table, row: &Map<String, Value>) -> Option<Record> {
    table.read(&serde_json::to_string(row).ok()?).ok()
}

fn stamps_key(at: &At) -> String {
    format!("{}/{}", at.0.name(), at.1)
}

/// Returns the row that stamps belong to.
fn row_of(key: &str) -> Option<At> {
    let (table, key) = key.split_once('/')?;
    Some((Table::from_name(table)?, key.to_owned()))
}

/// The changes that merged rows make here, their stamps, and whether all of them can be read. A row that cannot be read
/// here is left alone; its bundle stays to be taken in by a later version.
fn changes_of(
    states: &BTreeMap<At, State>,
    rows: &BTreeMap<At, Record>,
    place: &mut PlaceState,
) -> (ChangeSet, Vec<(String, Option<String>)>, bool) {
    let mut changes: Vec<(RecordKey, Change)> = Vec::new();
    let (mut stamps, mut is_readable) = (Vec::new(), true);
    for (at, state) in states {
        let here = rows.get(at);
        let there = state.to_stored().1.and_then(|row| record(at.0, row));
        if state.meta.is_there() && there.is_none() {
            is_readable = false;
            continue;
        }
        if let Some(Record::Messages(message)) = &there {
            place.wanted.extend(message.attachments().map(|file| file.hash.to_string()));
        }
        let key = there.as_ref().or(here).map(Record::key);
        changes.extend(key.zip(Change::between(here, there.as_ref())));
        stamps.push(stamps_of(at, state));
    }
    (changes.into_iter().collect(), stamps, is_readable)
}

fn stamps_of(at: &At, state: &State) -> (String, Option<String>) {
    (stamps_key(at), serde_json::to_string(&state.to_stored().0).ok())
}

/// Returns the words of a text, or of the parts of a message.
fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(parts) => {
            let texts = parts.iter().filter_map(|part| part.get("text")?.as_str());
            texts.collect::<Vec<_>>().join("\n\n")
        }
        _ => String::new(),
    }
}

fn to_text(state: &PlaceState) -> Option<String> {
    serde_json::to_string(state).ok()
}

/// Returns the row without which another one would never be seen.
fn owner(at: &At) -> Option<At> {
    let (_, owners) = OWNED.iter().find(|(owned, _)| *owned == at.0)?;
    Some((*owners, at.1.split('/').next()?.to_owned()))
}

#[cfg(test)]
mod tests;
