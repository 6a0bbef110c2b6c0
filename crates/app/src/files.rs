//! Files in and out: exports, and imports with a dry run.
//!
//! - F1 What an import did is what its report said: it is worked out anew when it is to be done, over what is stored by
//!   then, and where the numbers are others it is only told again.
//! - F2 A backup that is cancelled, or that fails, leaves no file. A wrong password changes nothing.

use std::collections::BTreeSet;

use super::course::CourseMsg;
use super::edit::{self, Label};
use super::effect::{BackupOrder, Effect, LoadTag};
use super::maps::MapMsg;
use super::room::OpenedFile;
use super::scenes::SceneMsg;
use super::timelog::TimeMsg;
use super::{Model, Msg, Notice, Refusal, connect, data_loss, elsewhere, notify, sessions, update as step};
use espalier_base::collect;
use espalier_base::env::Env;
use espalier_base::time::Timestamp;
use espalier_chat::example::example;
use espalier_chat::{export, import, personas};
use espalier_command::history::Document;
use espalier_llm::secret::Secret;
use espalier_mirror::backup;
use espalier_mirror::bundle::{self, Damage};
use espalier_mirror::seal::SealError;
use espalier_model::conversation::FileHash;
use espalier_model::persona::PersonaId;
use espalier_model::{Persona, Record, RecordKey, Session, SessionId, Table};
use espalier_storage::archive::{self, ConflictPolicy, OriginChange, Plan, Target};
use espalier_storage::files::StoredFile;
use espalier_storage::port::{Loaded, Query, StorageError, Unreadable};

pub use espalier_chat::import::{ImportError, Unknown};

/// A message about files.
#[derive(Debug)]
pub enum FileMsg {
    /// Show the example conversation, which is made where there is none: its text comes with the code of files.
    Example,
    /// Make the example of every room, and show that of Chat.
    Examples,
    /// Read the files chosen in this input element.
    Choose(&'static str),
    /// A file was read: its name and its bytes.
    Read(String, Vec<u8>),
    /// Several files were read: their names and bytes.
    ReadSeveral(Vec<(String, Vec<u8>)>),
    /// The file with this name, read next, is in no encoding it says itself; it was read in this one.
    ReadAs(String, &'static str),
    /// A file could not be read.
    Unreadable(String),
    /// Apply the import that was reported.
    Apply,
    /// Cancel the import.
    Cancel,
    /// Choose the policy for rows that are here already and differ.
    SetPolicy(ConflictPolicy),
    /// Choose whether a part of the file that says where prompts go is imported.
    Take(Target, bool),
    /// Write the rows of the file that cannot be read to a file of their own.
    SaveBroken,
    /// Write the stored rows that cannot be read to a file.
    SaveUnreadable,
    /// Write one session to a file.
    ExportSession(SessionId, ExportKind),
    /// Write one session with the content of its files, which were read, to a file that can be imported again.
    ExportWithFiles(SessionId, Vec<StoredFile>),
    /// Write everything to a file.
    ExportAll,
    /// Write everything to one file as a stream, sealed with this password unless it is empty.
    Backup(Secret),
    /// So many rows of the backup are written; sent where it takes longer than a moment.
    BackedUp(usize),
    /// The backup was handed to the user, or not: `None` where it was cancelled.
    BackupEnded(Result<Option<String>, StorageError>),
    /// Cancel the backup.
    CancelBackup,
    /// Open the file that waits for its password.
    Unlock(Secret),
    /// Write agents to a file.
    ExportPersonas(Vec<PersonaId>),
    /// Everything that is stored was read, to be written to a file.
    Export(Loaded),
    /// Write what is in memory to a file, as storage cannot be read.
    ExportFromMemory,
    /// Everything that is stored was read, to be compared with an import.
    Compare(Loaded),
}

/// Form of an exported session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportKind {
    /// A file that can be imported again, with all branches.
    Json,
    /// The path that is shown, for reading.
    Markdown,
    /// All branches, for reading.
    MarkdownTree,
}

/// Backups that are on their way.
#[derive(Debug, Default)]
pub struct Backups {
    /// Rows that are written, while one is written.
    pub written: Option<usize>,
    /// File that waits for its password.
    pub locked: Option<LockedFile>,
}

/// A backup that waits for its password.
#[derive(Debug)]
pub struct LockedFile {
    /// Name of the file.
    pub name: String,
    bytes: Vec<u8>,
    /// Whether a password was tried that is not the right one.
    pub refused: bool,
}

/// An import that waits for a decision.
#[derive(Debug, Clone)]
pub struct ImportState {
    /// Name of the file, or names of the files.
    pub file: String,
    /// Contents of the file, and how they were read.
    pub contents: import::Contents,
    /// Plan of the import; `None` while the records it is compared with are being read.
    pub plan: Option<Plan>,
    /// Policy for rows that are here already and differ.
    pub policy: ConflictPolicy,
    /// Parts that say where prompts go and may be imported: none, until the person ticks it.
    pub taken: BTreeSet<Target>,
    /// Questions about those parts.
    pub asked: Vec<OriginChange>,
    /// The records it was compared with.
    present: Vec<Record>,
    /// Whether it is to be applied, once it was compared with what is stored by now.
    pub applying: bool,
    /// Whether it was to be applied, but would have done something else than was reported (F1).
    pub differs: bool,
    /// Whether the end of the file is missing.
    pub cut: bool,
}

impl FileMsg {
    /// Whether it brings files that were opened.
    pub const fn is_file(&self) -> bool {
        matches!(self, Self::Read(..) | Self::ReadSeveral(_))
    }

    /// Whether it makes something in every room.
    pub const fn is_of_all_rooms(&self) -> bool {
        matches!(self, Self::Examples)
    }
}

/// Makes the examples of all rooms that have none; one notice takes all of them back.
fn examples(model: &mut Model, env: &mut Env, out: &mut Vec<Effect>) {
    const HISTORIES: [Document; 5] =
        [Document::MAPS, Document::TIME_LOG, Document::COURSES, Document::SCENES, Document::SESSIONS];
    let last = |model: &Model| {
        HISTORIES.map(|history| model.history.next_undo(&[history]).map(|(document, entry)| (document, entry.id)))
    };
    let before = last(model);
    for msg in [
        Msg::Maps(MapMsg::Example),
        Msg::Time(TimeMsg::Example),
        Msg::Course(CourseMsg::Example),
        Msg::Scene(SceneMsg::Example),
    ] {
        out.extend(step(model, msg, env));
    }
    sessions::open_example(model, env, example, out);
    let made = last(model).into_iter().zip(before).filter(|(now, before)| now != before);
    let steps: Vec<_> = made.filter_map(|(now, _)| now).collect();
    if !steps.is_empty() {
        notify(model, Notice::Examples, false);
        if let Some(toast) = model.toasts.last_mut() {
            toast.steps = steps;
        }
    }
}

/// Handles a message about files.
pub fn update(model: &mut Model, env: &mut Env, msg: FileMsg, out: &mut Vec<Effect>) {
    match msg {
        FileMsg::Example => sessions::open_example(model, env, example, out),
        FileMsg::Examples => examples(model, env, out),
        FileMsg::Choose(input) => out.push(Effect::ReadFile(input)),
        FileMsg::Read(name, bytes) => {
            // No room reads a backup, whatever it makes of bytes that are no text.
            let is_backup = bytes.starts_with(bundle::MAGIC.as_bytes());
            if is_backup || !taken(model, env, &OpenedFile { name: &name, bytes: &bytes, foreign: false }, out) {
                read(model, env, name, bytes, out);
            }
        }
        FileMsg::ReadSeveral(files) => read_several(model, env, &files, out),
        FileMsg::ReadAs(name, encoding) => notify(model, Notice::ReadAs(name, encoding), false),
        FileMsg::Unreadable(name) => notify(model, Notice::ImportFailed(ImportError::Unreadable(name)), true),
        FileMsg::Apply => {
            if let Some(state) = model.import.as_mut().filter(|state| state.plan.is_some() && !state.applying) {
                state.applying = true;
                out.push(compare());
            }
        }
        FileMsg::Cancel => (model.import, model.backups.locked) = (None, None),
        FileMsg::Backup(password) => back_up(model, env, password, out),
        FileMsg::BackedUp(rows) => model.backups.written = model.backups.written.map(|_| rows),
        FileMsg::BackupEnded(done) => backed_up(model, done, out),
        FileMsg::CancelBackup => out.push(Effect::CancelBackup),
        FileMsg::Unlock(password) => {
            if let Some(file) = model.backups.locked.take() {
                open_backup(model, file, Some(password), out);
            }
        }
        FileMsg::SetPolicy(policy) => choose(model, |state| state.policy = policy),
        FileMsg::Take(target, taken) => choose(model, |state| {
            let _ = if taken { state.taken.insert(target) } else { state.taken.remove(&target) };
        }),
        FileMsg::SaveBroken => {
            let rows = model.import.as_ref().map(|state| state.contents.broken.clone()).unwrap_or_default();
            save_raw(model, &rows, env.now, out);
        }
        FileMsg::SaveUnreadable => save_raw(model, &model.unreadable.clone(), env.now, out),
        FileMsg::ExportSession(id, kind) => match files_in(model, id) {
            files if kind == ExportKind::Json && !files.is_empty() => {
                out.push(Effect::Load(LoadTag::ExportSession(id), Query::Files(files)));
            }
            _ => export_session(model, id, kind, &[], env.now, out),
        },
        FileMsg::ExportWithFiles(id, files) => export_session(model, id, ExportKind::Json, &files, env.now, out),
        FileMsg::ExportAll if model.is_cleared() => export_from_memory(model, env, out),
        FileMsg::ExportAll => out.push(Effect::Load(LoadTag::Export, Query::Everything)),
        FileMsg::Export(loaded) => export_loaded(model, env, loaded, out),
        FileMsg::ExportFromMemory => export_from_memory(model, env, out),
        FileMsg::Compare(loaded) => import_loaded(model, env, loaded, out),
        FileMsg::ExportPersonas(ids) => export_personas(model, &ids, env.now, out),
    }
}

fn backed_up(model: &mut Model, done: Result<Option<String>, StorageError>, out: &mut Vec<Effect>) {
    model.backups.written = None;
    match done {
        Ok(Some(name)) if model.is_cleared() => notify(model, Notice::ExportedFromMemory(name), false),
        Ok(Some(name)) => {
            elsewhere::saved(model, out);
            notify(model, Notice::Exported(name), false);
        }
        Ok(None) => {}
        Err(error) => notify(model, Notice::Storage(error), true),
    }
}

/// Changes the choices of an import.
fn choose(model: &mut Model, change: impl FnOnce(&mut ImportState)) {
    if let Some(state) = &mut model.import {
        change(state);
        state.choose();
    }
}

fn export_personas(model: &mut Model, ids: &[PersonaId], now: Timestamp, out: &mut Vec<Effect>) {
    let all: Vec<Persona> = ids.iter().filter_map(|&id| model.persona(id)).map(|row| (*row).clone()).collect();
    let name = format!("espalier-agents-{}.json", date(now));
    match personas::to_json(&all) {
        Ok(text) => save(model, name, "application/json", text, out),
        Err(_) => edit::refuse(model, Refusal::Stale),
    }
}

/// Offers a file to the rooms; returns whether one took it.
fn taken(model: &mut Model, env: &mut Env, file: &OpenedFile<'_>, out: &mut Vec<Effect>) -> bool {
    model.rooms.here().any(|room| room.import(model, env, file, out))
}

/// Asks for a backup.
fn back_up(model: &mut Model, env: &mut Env, password: Secret, out: &mut Vec<Effect>) {
    if model.backups.written.is_some() {
        return;
    }
    model.backups.written = Some(0);
    let memory = model.is_cleared().then(|| (model.workspace.tables().records().collect(), model.unreadable.clone()));
    out.push(Effect::SaveBackup(Box::new(BackupOrder {
        name: format!("espalier-{}.{}", date(env.now), backup::EXTENSION),
        at: env.now.to_rfc3339(),
        password,
        // What could not be stored is in no other place any more.
        unsaved: model.saving.unsaved(),
        memory,
    })));
}

/// Reads a backup, or has its password asked for.
fn open_backup(model: &mut Model, file: LockedFile, password: Option<Secret>, out: &mut Vec<Effect>) {
    match backup::read(&file.bytes, password.as_ref().map(Secret::expose)) {
        Ok(read) => {
            begin(model, file.name, import::whole_file(import::ImportFormat::Archive, read.archive), out);
            if let Some(state) = &mut model.import {
                state.cut = read.cut;
            }
        }
        Err(Damage::Locked) => {
            model.import = None;
            model.backups.locked = Some(file);
        }
        Err(Damage::WrongPassword) => model.backups.locked = Some(LockedFile { refused: true, ..file }),
        Err(damage) => notify(model, Notice::ImportFailed(refusal(&damage)), true),
    }
}

/// Returns the reason why nothing of a backup can be read.
fn refusal(damage: &Damage) -> ImportError {
    match damage {
        Damage::Newer(found) => ImportError::Newer { found: *found, known: archive::VERSION },
        Damage::Seal(SealError::TooCostly) => ImportError::TooCostly,
        _ => Unknown::Backup.into(),
    }
}

/// Reads a file by its content; the room that is shown only decides whose error is reported.
fn read(model: &mut Model, env: &mut Env, file: String, bytes: Vec<u8>, out: &mut Vec<Effect>) {
    if bytes.starts_with(bundle::MAGIC.as_bytes()) {
        return open_backup(model, LockedFile { name: file, bytes, refused: false }, None, out);
    }
    let bytes = bytes.as_slice();
    let contents = import::read(bytes);
    if contents.is_err() && taken(model, env, &OpenedFile { name: &file, bytes, foreign: true }, out) {
        return;
    }
    match contents {
        Err(error) => notify(model, Notice::ImportFailed(error), true),
        Ok(contents) => begin(model, file, contents, out),
    }
}

/// Reads several files, each by its content; what is imported of them is reported together.
fn read_several(model: &mut Model, env: &mut Env, files: &[(String, Vec<u8>)], out: &mut Vec<Effect>) {
    let mut batch = import::Batch::default();
    let mut names = Vec::new();
    for (name, bytes) in files {
        if bytes.starts_with(bundle::MAGIC.as_bytes()) {
            let error = ImportError::InFile { name: name.clone(), error: Box::new(ImportError::BackupAlone) };
            notify(model, Notice::ImportFailed(error), true);
            continue;
        }
        // The dialog of a log of times is about one file.
        let is_free = model.timelog.import.is_none();
        let mut is_taken = |foreign| is_free && taken(model, env, &OpenedFile { name, bytes, foreign }, out);
        if is_taken(false) {
            continue;
        }
        let error = match batch.read(bytes) {
            Ok(()) => {
                names.push(name.as_str());
                continue;
            }
            Err(_) if is_taken(true) => continue,
            Err(error) => {
                if is_free {
                    error
                } else {
                    ImportError::OneAtATime
                }
            }
        };
        let error = ImportError::InFile { name: name.clone(), error: Box::new(error) };
        notify(model, Notice::ImportFailed(error), true);
    }
    if !names.is_empty() {
        begin(model, names.join(", "), batch.contents, out);
    }
}

fn begin(model: &mut Model, file: String, contents: import::Contents, out: &mut Vec<Effect>) {
    model.backups.locked = None;
    model.import = Some(ImportState {
        file,
        contents,
        plan: None,
        policy: ConflictPolicy::KeepMine,
        taken: BTreeSet::new(),
        asked: Vec::new(),
        present: Vec::new(),
        applying: false,
        differs: false,
        cut: false,
    });
    out.push(compare());
}

/// Reads everything that is stored, for an import.
fn compare() -> Effect {
    Effect::Load(LoadTag::Import, Query::Tables(Table::ALL.to_vec()))
}

/// Plans the import against everything that is stored, and applies it where that was confirmed (F1).
fn import_loaded(model: &mut Model, env: &mut Env, loaded: Loaded, out: &mut Vec<Effect>) {
    let Some(state) = &mut model.import else { return };
    state.present = model.core.saving.unsaved().over(loaded.records);
    let said = state.plan.take();
    state.compare();
    if !std::mem::take(&mut state.applying) {
        return;
    }
    let tables = |plan: Option<&Plan>| plan.map(|plan| plan.tables.clone());
    state.differs = tables(said.as_ref()) != tables(state.plan.as_ref());
    if !state.differs {
        apply(model, env, out);
    }
}

/// Gives up on an import, as storage could not be read.
pub fn import_failed(model: &mut Model) {
    if let Some(state) = &mut model.import {
        state.applying = false;
    }
}

fn apply(model: &mut Model, env: &mut Env, out: &mut Vec<Effect>) {
    let Some(state) = model.import.take() else { return };
    let Some(plan) = state.plan else { return };
    let counts: Vec<(Table, usize)> =
        plan.tables.iter().map(|(table, counts)| (*table, counts.added + counts.replaced)).collect();
    let endpoints = plan.changes.keys().any(|key| matches!(key, RecordKey::Endpoints(_)));
    // Rows of sessions that were not opened come into memory only for as long as the command runs.
    let touched: Vec<_> = plan.changes.keys().cloned().collect();
    model.workspace.absorb(state.present.into_iter().filter(|record| touched.contains(&record.key())));
    // Before the messages that name them.
    edit::store_files(model, state.contents.files, out);
    let label = Label { document: Document::SESSIONS, command: sessions::table::IMPORT, subject: state.file };
    let done = edit::run(model, env, label, out, |draft, _| {
        archive::apply(&plan, draft);
        Ok(())
    });
    match done {
        Some(_) => {
            data_loss::accept(model);
            notify(model, Notice::ImportedAll(counts), false);
            if endpoints {
                connect::allow_imported(model, out);
            }
        }
        None => edit::refuse(model, Refusal::Stale),
    }
}

impl ImportState {
    /// Plans anew after another choice.
    fn choose(&mut self) {
        (self.applying, self.differs) = (false, false);
        if self.plan.is_some() {
            self.compare();
        }
    }

    fn compare(&mut self) {
        let records = &self.contents.records;
        self.asked = archive::asked(records, &self.present, &self.taken);
        self.plan = Some(archive::plan_with(records, &self.present, self.policy, &self.taken));
    }
}

/// Writes rows as they are stored, so that nothing is lost that somebody may still read.
fn save_raw(model: &mut Model, rows: &[Unreadable], now: Timestamp, out: &mut Vec<Effect>) {
    if let Ok(text) = serde_json::to_string_pretty(rows)
        && !rows.is_empty()
    {
        save(model, format!("espalier-unreadable-{}.json", date(now)), "application/json", text, out);
    }
}

/// Writes everything that is stored to a file.
fn export_loaded(model: &mut Model, env: &mut Env, loaded: Loaded, out: &mut Vec<Effect>) {
    // What could not be stored is in no other place any more.
    let records = model.saving.unsaved().over(loaded.records);
    let text = archive::write_with(&records, &loaded.unreadable, &loaded.files, env.now);
    save(model, format!("espalier-{}.json", date(env.now)), "application/json", text, out);
    elsewhere::saved(model, out);
}

/// Writes what is in memory to a file, as storage cannot be read.
fn export_from_memory(model: &mut Model, env: &mut Env, out: &mut Vec<Effect>) {
    let records: Vec<Record> = model.workspace.tables().records().collect();
    let text = archive::write_with(&records, &model.unreadable, &[], env.now);
    let name = format!("espalier-{}.json", date(env.now));
    notify(model, Notice::ExportedFromMemory(name.clone()), false);
    out.push(Effect::SaveFile { name, mime: "application/json", bytes: text.into_bytes() });
}

/// Files that came with messages of a session.
fn files_in(model: &Model, id: SessionId) -> Vec<FileHash> {
    let files = model.workspace.messages(id).flat_map(|message| message.attachments());
    collect::set(files.map(|file| file.hash.clone())).into_iter().collect()
}

fn export_session(
    model: &mut Model,
    id: SessionId,
    kind: ExportKind,
    files: &[StoredFile],
    now: Timestamp,
    out: &mut Vec<Effect>,
) {
    let Some(session) = model.workspace.get::<Session>(&id).cloned() else {
        return edit::refuse(model, Refusal::Gone);
    };
    if !model.opened.contains(&id) {
        return edit::refuse(model, Refusal::NotLoaded);
    }
    let messages: Vec<_> = model.workspace.messages(id).cloned().collect();
    let title = model.title(&session);
    let name = file_name(&title, now);
    let language = model.language();
    let (name, mime, text) = match kind {
        ExportKind::Json => match export::to_json(&session, &messages, files) {
            Ok(text) => (name + ".json", "application/json", text),
            Err(_) => return edit::refuse(model, Refusal::Stale),
        },
        ExportKind::Markdown => {
            (name + ".md", "text/markdown", export::path_to_markdown(&session, &messages, &title, language))
        }
        ExportKind::MarkdownTree => {
            (name + "-tree.md", "text/markdown", export::tree_to_markdown(&session, &messages, &title, language))
        }
    };
    save(model, name, mime, text, out);
}

fn save(model: &mut Model, name: String, mime: &'static str, text: String, out: &mut Vec<Effect>) {
    notify(model, Notice::Exported(name.clone()), false);
    out.push(Effect::SaveFile { name, mime, bytes: text.into_bytes() });
}

fn date(now: Timestamp) -> String {
    now.to_rfc3339().chars().take(10).collect()
}

fn file_name(title: &str, now: Timestamp) -> String {
    let safe: String = title.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).take(40).collect();
    format!("{}-{}", safe.trim_matches('-'), date(now))
}
