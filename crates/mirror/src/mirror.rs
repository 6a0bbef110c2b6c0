//! The mirror: a copy of all rows and attached files in the browser's private files, which is as new as the database
//! but for the last second, and from which the database is healed.
//!
//! - M1 The mirror is written after the database. What a mark names is copied as it is then, so it does no harm if it
//!   is copied twice.
//! - M2 Nothing is written over, and nothing is removed before what takes its place is on the disk. Where the database
//!   lacks something, the mirror is left as it is until the person has decided.
//! - M3 A row that the database lacks, or has in another form, without a mark that says so, is lost there.
//! - M4 Bringing back is one commit: all of it or nothing. It adds and mends rows and never removes one; a row with a
//!   mark is newer than its copy and stays.
//! - M5 A bundle that is damaged is told, and the rest is used; then the copy is made anew.

use std::collections::{BTreeMap, BTreeSet};

use super::bundle::{Header, Part, Reader, Writer};
use super::folder::{Folder, FolderError};
use super::segment::{Generation, Role, Segment, file_hash, file_name};
use espalier_attachments::hash::sha256;
use espalier_base::time::Timestamp;
use espalier_model::change::{Change, ChangeSet};
use espalier_model::conversation::FileHash;
use espalier_model::{Record, RecordKey, Table};
use espalier_storage::changes::{ChangeLog, Clock, CopyKind};
use espalier_storage::files::StoredFile;
use espalier_storage::port::{Commit, Copied, Durability, Loaded, OWNED, Query, Storage, StorageError};
use espalier_storage::{migrate, packing, schema};

/// Number of bundles with changes from which on they are put together with what is before them.
pub const MANY: usize = 256;
/// Days for which a copy is kept that the database was not healed from.
const ASIDE_DAYS: i64 = 30;
/// Bytes from which on the next bundle of a copy of everything is begun.
const PIECE: usize = 4 << 20;
/// Rows that are read or written between two rests.
const ROWS_AT_ONCE: usize = 500;

/// Reason why the mirror failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MirrorError {
    /// The database failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// The folder failed.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The files are not those that were listed: another tab is at work.
    #[error("the mirror was changed meanwhile")]
    Changed,
}

/// Rows and files that the database lacks and the mirror has.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Lacking {
    /// Numbers of rows that are not there, by table.
    pub gone: BTreeMap<Table, usize>,
    /// Number of rows that are there as they were before.
    pub older: usize,
    /// Number of attached files.
    pub files: usize,
    /// Time of the last change that is in the mirror.
    pub at: Timestamp,
}

impl Lacking {
    fn is_nothing(&self) -> bool {
        self.gone.is_empty() && self.older == 0 && self.files == 0
    }
}

/// Result of comparing the database with its mirror.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// There is no mirror that could be compared.
    NoMirror,
    /// Everything in the mirror is in the database.
    Whole {
        /// Whether the mirror has to be made anew: it is damaged, or the database does not go on from it, as where the
        /// page went away before it could note that the first copy was there.
        is_old: bool,
    },
    /// The database lacks something.
    Lacking(Lacking),
}

/// Rows and files that came back.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Restored {
    /// Keys of the rows.
    pub rows: Vec<RecordKey>,
    /// Number of files.
    pub files: usize,
}

/// The mirror of a database in a folder.
#[derive(Debug)]
pub struct Mirror<S, F> {
    storage: S,
    folder: F,
}

/// Rows of the mirror by table and key; `None` where one is gone.
#[derive(Debug, Default)]
struct Image {
    rows: BTreeMap<Table, BTreeMap<String, Option<String>>>,
    files: BTreeSet<FileHash>,
    damaged: bool,
}

/// Work on the database: rows to be added or mended, and files.
#[derive(Debug)]
struct Repair {
    gone: Vec<Record>,
    older: Vec<(Record, Record)>,
    files: Vec<FileHash>,
}

impl<S: Storage, F: Folder> Mirror<S, F> {
    /// The mirror of this database in this folder.
    pub const fn new(storage: S, folder: F) -> Self {
        Self { storage, folder }
    }

    /// Compares the database with the mirror. Where that is not to be thorough and the database goes on from the
    /// mirror, tables of which there may be a hundred thousand rows are left out.
    pub async fn compare(&self, thorough: bool) -> Result<Verdict, MirrorError> {
        let Some((generation, names)) = self.latest().await? else { return Ok(Verdict::NoMirror) };
        let log = self.storage.load(Query::Changes).await?.changes;
        let goes_on = continues(&log, generation.clock());
        let tables: Vec<Table> =
            Table::ALL.iter().copied().filter(|table| thorough || !goes_on || !packing::is_packed(*table)).collect();
        let image = self.image(&generation, &names, &tables).await?;
        let repair = self.repair(&image, goes_on).await?;
        let mut lacking = Lacking { at: generation.clock().time(), ..Lacking::default() };
        for record in &repair.gone {
            *lacking.gone.entry(record.key().table()).or_default() += 1;
        }
        (lacking.older, lacking.files) = (repair.older.len(), repair.files.len());
        Ok(if lacking.is_nothing() {
            Verdict::Whole { is_old: image.damaged || !goes_on }
        } else {
            Verdict::Lacking(lacking)
        })
    }

    /// Brings back what the database lacks (M4).
    pub async fn restore(&self) -> Result<Restored, MirrorError> {
        let Some((generation, names)) = self.latest().await? else { return Ok(Restored::default()) };
        let image = self.image(&generation, &names, Table::ALL).await?;
        let log = self.storage.load(Query::Changes).await?.changes;
        let repair = self.repair(&image, continues(&log, generation.clock())).await?;
        let mut restored = Restored::default();
        // Files come first: without a row that names it, a file does no harm.
        for hash in repair.files {
            let file = StoredFile { bytes: self.folder.read(&file_name(&hash)).await?.into(), hash };
            if file.is_whole() {
                self.storage.commit(Commit { files: vec![file], ..Commit::default() }, Durability::Relaxed).await?;
                restored.files += 1;
            }
        }
        let added = repair.gone.into_iter().map(|row| (row.key(), Some(Change::Added(row))));
        let mended =
            repair.older.into_iter().map(|(here, there)| (here.key(), Change::between(Some(&here), Some(&there))));
        let changes: ChangeSet = added.chain(mended).filter_map(|(key, change)| Some((key, change?))).collect();
        restored.rows = changes.keys().cloned().collect();
        // Rows with a mark are copied after this commit, though their marks may have earlier clocks than the mirror.
        let log = self.storage.load(Query::Changes).await?.changes;
        let touch = log.marks.into_iter().flat_map(|mark| mark.touched).collect();
        let copied = Some(Copied { by: CopyKind::Mirror, clock: generation.clock(), marks: Vec::new() });
        self.storage.commit(Commit { changes, copied, touch, ..Commit::default() }, Durability::Strict).await?;
        Ok(restored)
    }

    /// Copies what was changed since the last time; returns the clock up to which the mirror is complete.
    pub async fn write_changes(&self) -> Result<Clock, MirrorError> {
        let log = self.storage.load(Query::Changes).await?.changes;
        let Some((generation, names)) = self.latest().await? else { return self.write_everything().await };
        if !continues(&log, generation.clock()) {
            return Err(MirrorError::Changed);
        }
        let marks = log.marks.iter().filter(|mark| mark.clock > generation.clock());
        let Some(last) = marks.clone().next_back() else { return Ok(generation.clock()) };
        let mut rows: BTreeMap<Table, BTreeSet<&str>> = BTreeMap::new();
        let mut files = BTreeSet::new();
        for touched in marks.flat_map(|mark| &mark.touched) {
            match Table::from_name(&touched.store) {
                Some(table) => drop(rows.entry(table).or_default().insert(&touched.key)),
                None => files.extend(touched.key.parse::<FileHash>().ok()),
            }
        }
        let mut writer = Writer::new(&Header { shape: schema::VERSION });
        for (table, keys) in rows {
            let keys: Vec<&str> = keys.into_iter().collect();
            for keys in keys.chunks(ROWS_AT_ONCE) {
                let wanted = keys.iter().map(|key| (table, (*key).to_owned())).collect();
                let loaded = self.storage.load(Query::Rows(wanted)).await?;
                add(&mut writer, table, keys, &loaded);
                self.folder.rest().await;
            }
        }
        let gone = self.copy_files(files, &names).await?;
        let index = generation.segments.last().map_or(0, |last| last.index + 1);
        let name =
            Segment { generation: generation.number, index, role: Role::More, clock: last.clock, hash: String::new() };
        self.write(name, writer.finish()).await?;
        for hash in gone {
            self.folder.remove(&file_name(&hash)).await?;
        }
        self.acknowledge(last.clock, &log).await?;
        if generation.changes() >= 8 * MANY {
            self.put_together().await?;
        }
        Ok(last.clock)
    }

    /// Copies everything anew. What is there is kept aside for a while.
    pub async fn write_everything(&self) -> Result<Clock, MirrorError> {
        let names = self.folder.list().await?;
        let number = next_generation(&names);
        let log = self.storage.load(Query::Changes).await?.changes;
        let clock = log.clock.unwrap_or_default();
        let mut pieces = Pieces::new(number, clock);
        for table in Table::ALL {
            let loaded = self.storage.load(Query::Tables(vec![*table])).await?;
            for records in loaded.records.chunks(ROWS_AT_ONCE) {
                for record in records {
                    // Rows are plain data, which always has a JSON form.
                    let Ok(json) = record.to_json() else { continue };
                    pieces.writer.row(table.name(), &record.key().row_key(), Some(&json));
                }
                self.piece(&mut pieces).await?;
            }
        }
        let files = self.storage.load(Query::FileHashes).await?.keys;
        let files = files.iter().filter_map(|hash| hash.parse().ok()).collect();
        self.copy_files(files, &names).await?;
        self.last_piece(pieces).await?;
        self.acknowledge(clock, &log).await?;
        self.clear_old(number, log.clock.unwrap_or_default().time()).await?;
        Ok(clock)
    }

    /// Puts the changes together with what is before them, where there are many.
    pub async fn tidy(&self) -> Result<(), MirrorError> {
        match self.latest().await? {
            Some((generation, _)) if generation.changes() >= MANY => self.put_together().await,
            _ => Ok(()),
        }
    }

    async fn put_together(&self) -> Result<(), MirrorError> {
        let Some((generation, names)) = self.latest().await? else { return Ok(()) };
        if generation.has_gap {
            return self.write_everything().await.map(drop);
        }
        let mut pieces = Pieces::new(next_generation(&names), generation.clock());
        let mut seen: BTreeMap<Table, BTreeSet<String>> = BTreeMap::new();
        // The latest comes first, and what was seen is older afterwards.
        for segment in generation.segments.iter().rev() {
            let ((_, tables), damaged) = self.parts(segment).await?;
            if damaged {
                return self.write_everything().await.map(drop);
            }
            for (table, rows) in tables {
                let seen = seen.entry(table).or_default();
                for (key, json) in rows {
                    if let Some(json) = json.filter(|_| !seen.contains(&key)) {
                        pieces.writer.row(table.name(), &key, Some(&json));
                    }
                    seen.insert(key);
                }
                self.piece(&mut pieces).await?;
            }
        }
        self.last_piece(pieces).await?;
        for segment in &generation.segments {
            self.folder.remove(&segment.to_string()).await?;
        }
        Ok(())
    }

    /// The latest generation, and all names of the folder.
    async fn latest(&self) -> Result<Option<(Generation, Vec<String>)>, MirrorError> {
        let names = self.folder.list().await?;
        Ok(Generation::latest(names.iter().map(String::as_str)).map(|generation| (generation, names)))
    }

    /// Reads the rows of a bundle, and whether it is damaged.
    async fn parts(&self, segment: &Segment) -> Result<(Parts, bool), MirrorError> {
        let bytes = self.folder.read(&segment.to_string()).await?;
        let mut damaged = !segment.is_whole(&bytes);
        let mut reader = Reader::new(schema::VERSION);
        reader.push(&bytes);
        let mut tables = Vec::new();
        while let Some(part) = reader.next_part() {
            match part {
                Ok(Part::Rows(store, rows)) => {
                    let rows = rows.into_iter().map(|row| (row.key, row.json));
                    tables.extend(Table::from_name(&store).map(|table| (table, rows.collect())));
                }
                Ok(Part::File(_)) => {}
                Err(_) => damaged = true,
            }
            self.folder.rest().await;
        }
        let shape = reader.shape();
        damaged |= reader.finish().is_err();
        Ok(((shape, tables), damaged))
    }

    /// Reads the latest rows of these tables.
    async fn image(&self, generation: &Generation, names: &[String], tables: &[Table]) -> Result<Image, MirrorError> {
        let files = names.iter().filter_map(|name| file_hash(name)).collect();
        let mut image = Image { files, damaged: generation.has_gap, ..Image::default() };
        for segment in &generation.segments {
            let ((shape, parts), damaged) = self.parts(segment).await?;
            image.damaged |= damaged;
            for (table, rows) in parts.into_iter().filter(|(table, _)| tables.contains(table)) {
                let into = image.rows.entry(table).or_default();
                for (key, json) in rows {
                    // Rows of an earlier shape go through the steps that those of the database went through.
                    let json = json.and_then(|json| migrate::row(table.name(), &json, shape).ok().flatten());
                    into.insert(key, json);
                }
            }
        }
        Ok(image)
    }

    /// Works out what the database lacks (M3); where it goes on from the mirror, what is there is as it should be.
    ///
    /// Work may go on meanwhile, so marks are read last: what was removed or changed between two reads has one by then.
    async fn repair(&self, image: &Image, goes_on: bool) -> Result<Repair, MirrorError> {
        let mut keys: BTreeMap<Table, BTreeSet<String>> = BTreeMap::new();
        let mut older = Vec::new();
        for (table, rows) in &image.rows {
            keys.insert(*table, self.storage.load(Query::Keys(*table)).await?.keys.into_iter().collect());
            if !goes_on {
                for here in self.storage.load(Query::Tables(vec![*table])).await?.records {
                    let there = rows.get(&here.key().row_key()).and_then(Option::as_ref);
                    let there = there.and_then(|json| table.read(json).ok()).filter(|there| *there != here);
                    older.extend(there.map(|there| (here, there)));
                }
            }
            self.folder.rest().await;
        }
        let files: BTreeSet<String> = self.storage.load(Query::FileHashes).await?.keys.into_iter().collect();
        let log = self.storage.load(Query::Changes).await?.changes;
        let marked: BTreeSet<(&str, &str)> = log
            .marks
            .iter()
            .flat_map(|mark| mark.touched.iter().map(|touched| (touched.store.as_str(), touched.key.as_str())))
            .collect();
        let is_marked = |table: Table, key: &str| marked.contains(&(table.name(), key));
        older.retain(|(here, _)| !is_marked(here.key().table(), &here.key().row_key()));
        let mut gone = Vec::new();
        for (table, rows) in &image.rows {
            for (key, json) in rows {
                let Some(json) = json else { continue };
                let is_here = keys.get(table).is_some_and(|here| here.contains(key));
                if is_here || is_marked(*table, key) || !owner_is_there(*table, key, &keys) {
                    continue;
                }
                if let Ok(record) = table.read(json) {
                    // It will be, so what belongs to it comes back, too.
                    keys.entry(*table).or_default().insert(key.clone());
                    gone.push(record);
                }
            }
        }
        let lacks =
            |hash: &&FileHash| !files.contains(hash.as_str()) && !marked.contains(&(schema::FILES, hash.as_str()));
        Ok(Repair { gone, older, files: image.files.iter().filter(lacks).cloned().collect() })
    }

    /// Copies files that are not in the folder yet, and returns those that the database has no more.
    async fn copy_files(&self, wanted: BTreeSet<FileHash>, names: &[String]) -> Result<Vec<FileHash>, MirrorError> {
        let there: BTreeSet<FileHash> = names.iter().filter_map(|name| file_hash(name)).collect();
        let mut gone = Vec::new();
        for hash in wanted {
            match self.storage.load(Query::Files(vec![hash.clone()])).await?.files.pop() {
                Some(file) => {
                    let name = file_name(&hash);
                    // What is there may have been cut off as it was written.
                    if !there.contains(&hash) || self.folder.read(&name).await? != *file.bytes {
                        self.folder.write(&name, &file.bytes).await?;
                    }
                }
                None => gone.push(hash),
            }
            self.folder.rest().await;
        }
        Ok(gone)
    }

    /// Writes a bundle under its name, to which its hash is added.
    async fn write(&self, mut name: Segment, bytes: Vec<u8>) -> Result<(), MirrorError> {
        name.hash = sha256(&bytes);
        Ok(self.folder.write(&name.to_string(), &bytes).await?)
    }

    /// Writes a piece of a copy of everything, once it is large enough.
    async fn piece(&self, pieces: &mut Pieces) -> Result<(), MirrorError> {
        self.folder.rest().await;
        if pieces.writer.ready() < PIECE {
            return Ok(());
        }
        let full = std::mem::replace(&mut pieces.writer, Writer::new(&Header { shape: schema::VERSION }));
        self.write(pieces.name(Role::Base), full.finish()).await
    }

    async fn last_piece(&self, mut pieces: Pieces) -> Result<(), MirrorError> {
        let name = pieces.name(Role::Last);
        self.write(name, pieces.writer.finish()).await
    }

    /// Notes in the database that the mirror holds everything up to `clock`, and drops the marks of it.
    async fn acknowledge(&self, clock: Clock, log: &ChangeLog) -> Result<(), MirrorError> {
        let copied = Copied { by: CopyKind::Mirror, clock, marks: log.done(CopyKind::Mirror, clock) };
        let commit = Commit { copied: Some(copied), ..Commit::default() };
        Ok(self.storage.commit(commit, Durability::Relaxed).await?)
    }

    /// Removes earlier generations that were never finished or are old.
    async fn clear_old(&self, number: u32, now: Timestamp) -> Result<(), MirrorError> {
        let names = self.folder.list().await?;
        let all: Vec<Segment> = names.iter().filter_map(|name| name.parse().ok()).collect();
        let finished: BTreeSet<u32> =
            all.iter().filter(|one| one.role == Role::Last).map(|one| one.generation).collect();
        let oldest = now.plus_ms(-ASIDE_DAYS * 24 * 60 * 60 * 1_000);
        for segment in all.iter().filter(|one| one.generation < number) {
            if !finished.contains(&segment.generation) || segment.clock.time() < oldest {
                self.folder.remove(&segment.to_string()).await?;
            }
        }
        Ok(())
    }
}

/// Version of the rows' shape in a bundle, and its rows by table.
type Parts = (u32, Vec<(Table, Vec<(String, Option<String>)>)>);

/// Bundles of a copy of everything, as they are written.
struct Pieces {
    writer: Writer,
    next: Segment,
}

impl Pieces {
    fn new(generation: u32, clock: Clock) -> Self {
        let next = Segment { generation, index: 0, role: Role::Base, clock, hash: String::new() };
        Self { writer: Writer::new(&Header { shape: schema::VERSION }), next }
    }

    fn name(&mut self, role: Role) -> Segment {
        let name = Segment { role, ..self.next.clone() };
        self.next.index += 1;
        name
    }
}

/// Drops all marks, where there can be no mirror that needs them.
pub async fn forget_marks(storage: &impl Storage) -> Result<(), StorageError> {
    let log = storage.load(Query::Changes).await?.changes;
    let Some(clock) = log.clock.filter(|_| !log.marks.is_empty()) else { return Ok(()) };
    let copied = Copied { by: CopyKind::Mirror, clock, marks: log.done(CopyKind::Mirror, clock) };
    storage.commit(Commit { copied: Some(copied), ..Commit::default() }, Durability::Relaxed).await
}

/// Returns the number of a generation after all that were begun.
fn next_generation(names: &[String]) -> u32 {
    let numbers = names.iter().filter_map(|name| name.parse().ok()).map(|one: Segment| one.generation);
    numbers.max().map_or(1, |number| number + 1)
}

/// Whether the database was mirrored up to `clock`: it says so, or still has that mark as the note of it was lost.
fn continues(log: &ChangeLog, clock: Clock) -> bool {
    log.mirrored == Some(clock) || log.marks.iter().any(|mark| mark.clock == clock)
}

/// Adds rows as they are now; one that cannot be read stays in the mirror as it was.
fn add(writer: &mut Writer, table: Table, keys: &[&str], loaded: &Loaded) {
    let rows: BTreeMap<String, &Record> = loaded.records.iter().map(|row| (row.key().row_key(), row)).collect();
    let broken: BTreeSet<&str> = loaded.unreadable.iter().map(|row| row.key.as_str()).collect();
    for key in keys.iter().filter(|key| !broken.contains(**key)) {
        let json = rows.get(*key).and_then(|row| row.to_json().ok());
        writer.row(table.name(), key, json.as_deref());
    }
}

/// Whether the row that another one belongs to is there, or will be: with it, what belongs to it may have gone as one.
fn owner_is_there(table: Table, key: &str, keys: &BTreeMap<Table, BTreeSet<String>>) -> bool {
    let Some((_, owners)) = OWNED.iter().find(|(owned, _)| *owned == table) else { return true };
    let owner = key.split('/').next().unwrap_or_default();
    keys.get(owners).is_some_and(|known| known.contains(owner))
}

#[cfg(test)]
mod tests;
