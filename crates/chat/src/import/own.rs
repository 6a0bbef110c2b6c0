//! The app's own files: of sessions, of agents, and of everything.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::json::{Members, Top};
use super::{Contents, Counts, Entry, ImportError, ImportFormat, Outcome, Skipped, Unknown, entry};
use crate::commands::session_title;
use crate::{export, personas};
use espalier_llm::request::read_extra;
use espalier_model::conversation::tree::{Repair, Tree};
use espalier_model::conversation::{Message, MessageId, Session, SessionId};
use espalier_model::persona::{Persona, Role};
use espalier_model::{MapId, Record, SceneId, Table};
use espalier_storage::archive::{self, Archive, ArchiveError};
use espalier_storage::files::StoredFile;

pub const SESSIONS: &str = export::FORMAT;
pub const AGENTS: &str = personas::FORMAT;
pub const ARCHIVE: &str = archive::FORMAT;
pub const RESCUE: &str = archive::rescue::FORMAT;

/// Reads a file of sessions.
pub fn sessions(top: &Top<'_>) -> Result<Contents, ImportError> {
    let items = items(top, "sessions", export::VERSION)?;
    let mut seen = BTreeSet::new();
    let mut records = Vec::new();
    let mut report: Vec<Entry> = items.into_iter().map(|item| session(item, &mut seen, &mut records)).collect();
    let (files, broken) = StoredFile::read_all(files_of(top).iter().map(|file| file.get()));
    report.extend(
        broken.into_iter().map(|(index, reason)| {
            entry(&format!("files {}", index + 1), Outcome::Skipped(Skipped::Malformed(reason)))
        }),
    );
    Ok(Contents { kind: ImportFormat::Sessions, records, report, broken: Vec::new(), files })
}

/// Reads a file of agents.
pub fn agents(top: &Top<'_>) -> Result<Contents, ImportError> {
    let items = items(top, "agents", personas::VERSION)?;
    let mut seen = BTreeSet::new();
    let mut records = Vec::new();
    let report = items
        .into_iter()
        .map(|item| match serde_json::from_str::<Persona>(item.get()) {
            Ok(persona) if !seen.insert(persona.id) => entry(&persona.name, Outcome::Skipped(Skipped::Duplicate)),
            Ok(persona) if read_extra(&persona.parameters.extra).is_err() => {
                let reason = "parameters.extra is not a JSON object of fields that may be set".to_owned();
                entry(&persona.name, Outcome::Skipped(Skipped::Malformed(reason)))
            }
            Ok(persona) => {
                let read = entry(&persona.name, Outcome::Read(Counts::default()));
                records.push(Record::Personas(Rc::new(persona)));
                read
            }
            Err(error) => malformed(item, "name", &error),
        })
        .collect();
    Ok(Contents { kind: ImportFormat::Agents, records, report, broken: Vec::new(), files: Vec::new() })
}

/// Reads a file of everything.
pub fn archive(top: &Top<'_>) -> Result<Contents, ImportError> {
    let Top::Object(whole, _) = top else {
        return Err(Unknown::OtherJson.into());
    };
    let read = archive::read(whole).map_err(|error| match error {
        ArchiveError::NotJson { line, column } => Unknown::NotJson { line, column }.into(),
        ArchiveError::NotOurs => Unknown::OtherJson.into(),
        ArchiveError::Newer { found, known } => ImportError::Newer { found, known },
    })?;
    Ok(whole_file(ImportFormat::Archive, read))
}

/// Reads what the rescue page saved.
pub fn rescue(top: &Top<'_>) -> Result<Contents, ImportError> {
    let Top::Object(whole, _) = top else {
        return Err(Unknown::OtherJson.into());
    };
    let read = archive::rescue::read(whole).map_err(|_| Unknown::OtherJson)?;
    Ok(whole_file(ImportFormat::Rescue, read))
}

/// Returns what a file of everything holds, with the report on it.
pub fn whole_file(kind: ImportFormat, read: Archive) -> Contents {
    let mut messages: BTreeMap<SessionId, Vec<Rc<Message>>> = BTreeMap::new();
    let mut nodes: BTreeMap<MapId, usize> = BTreeMap::new();
    let mut shapes: BTreeMap<SceneId, usize> = BTreeMap::new();
    for record in &read.records {
        match record {
            Record::Messages(message) => messages.entry(message.session).or_default().push(message.clone()),
            Record::Nodes(node) => *nodes.entry(node.map).or_default() += 1,
            Record::Shapes(shape) => *shapes.entry(shape.scene).or_default() += 1,
            _ => {}
        }
    }
    // Settings are not reported one by one: the app has them whether or not a file does.
    let named = |record: &Record| match record {
        Record::Sessions(session) => Some(whole_session(session, messages.get(&session.id).map_or(&[], Vec::as_slice))),
        Record::Personas(row) => Some(entry(&row.name, Outcome::Row(Table::Personas, 0))),
        Record::Maps(row) => {
            let nodes = nodes.get(&row.id).copied().unwrap_or_default();
            Some(entry(&row.name, Outcome::Row(Table::Maps, nodes)))
        }
        Record::Courses(row) => Some(entry(&row.name, Outcome::Row(Table::Courses, 0))),
        Record::Scenes(row) => {
            let shapes = shapes.get(&row.id).copied().unwrap_or_default();
            Some(entry(&row.name, Outcome::Row(Table::Scenes, shapes)))
        }
        Record::Goals(row) => Some(entry(&row.name, Outcome::Row(Table::Goals, 0))),
        _ => None,
    };
    let mut report: Vec<Entry> = read.records.iter().filter_map(named).collect();
    report.extend(read.broken.iter().map(|broken| {
        if let (archive::PART, Some(index)) = (broken.table.as_str(), broken.index) {
            return entry("", Outcome::Skipped(Skipped::DamagedPart(index + 1)));
        }
        // Places are counted from 1 where people read them.
        let place = broken.index.map(|index| (index + 1).to_string());
        let place = place.or_else(|| broken.row.as_ref().map(|row| row.key.clone()));
        let title = place.map_or(broken.table.clone(), |place| format!("{} {place}", broken.table));
        entry(&title, Outcome::Skipped(Skipped::Malformed(broken.reason.clone())))
    }));
    let broken = read.broken.into_iter().filter_map(|broken| broken.row).collect();
    Contents { kind, records: read.records, report, broken, files: read.files }
}

fn whole_session(session: &Session, messages: &[Rc<Message>]) -> Entry {
    entry(&title(session, messages), Outcome::Read(count(messages)))
}

fn title(session: &Session, messages: &[Rc<Message>]) -> String {
    let first = messages.iter().find(|message| message.role == Role::User).map(|message| message.text());
    session_title(session, first.as_deref())
}

fn count(messages: &[Rc<Message>]) -> Counts {
    let tree = Tree::of(messages.iter().map(|message| &**message));
    let branches = messages.iter().filter(|row| tree.children(Some(row.id)).is_empty()).count();
    let orphans = tree.repairs.iter().filter(|repair| matches!(repair, Repair::MissingParent(_))).count();
    let rings = tree.repairs.len() - orphans;
    Counts { messages: messages.len(), branches, orphans, rings, ..Counts::default() }
}

fn items<'a>(top: &Top<'a>, list: &str, known: u32) -> Result<Vec<&'a RawValue>, ImportError> {
    let Top::Object(_, members) = top else {
        return Err(Unknown::OtherJson.into());
    };
    let found = members.number("v").ok_or(Unknown::OtherJson)? as u32;
    if found > known {
        return Err(ImportError::Newer { found, known });
    }
    let list = members.get(list).ok_or(Unknown::OtherJson)?;
    let items: Vec<&RawValue> = serde_json::from_str(list.get()).map_err(|_| Unknown::OtherJson)?;
    if items.is_empty() {
        return Err(Unknown::Empty.into());
    }
    Ok(items)
}

/// Returns the attached files in a file of sessions; older versions wrote none.
fn files_of<'a>(top: &Top<'a>) -> Vec<&'a RawValue> {
    let Top::Object(_, members) = top else { return Vec::new() };
    members.get("files").and_then(|list| serde_json::from_str(list.get()).ok()).unwrap_or_default()
}

#[derive(Deserialize)]
struct Item<'a> {
    session: Session,
    #[serde(borrow)]
    messages: Vec<&'a RawValue>,
}

fn session(raw: &RawValue, seen: &mut BTreeSet<SessionId>, records: &mut Vec<Record>) -> Entry {
    let item: Item<'_> = match serde_json::from_str(raw.get()) {
        Ok(item) => item,
        Err(error) => return malformed(raw, "session", &error),
    };
    let mut unreadable = 0;
    let mut ids: BTreeSet<MessageId> = BTreeSet::new();
    let mut messages = Vec::with_capacity(item.messages.len());
    for raw in item.messages {
        match serde_json::from_str::<Message>(raw.get()) {
            Ok(mut message) if ids.insert(message.id) => {
                // A message is where its session is, whatever it says.
                message.session = item.session.id;
                messages.push(Rc::new(export::at_rest(message)));
            }
            Ok(_) | Err(_) => unreadable += 1,
        }
    }
    let counts = Counts { unreadable, ..count(&messages) };
    let title = title(&item.session, &messages);
    if !seen.insert(item.session.id) {
        return entry(&title, Outcome::Skipped(Skipped::Duplicate));
    }
    records.push(Record::Sessions(Rc::new(item.session)));
    records.extend(messages.into_iter().map(Record::Messages));
    entry(&title, Outcome::Read(counts))
}

fn malformed(raw: &RawValue, name: &str, error: &serde_json::Error) -> Entry {
    let members: Members<'_> = serde_json::from_str(raw.get()).unwrap_or_default();
    let inner = members.get(name).and_then(|inner| serde_json::from_str::<Members<'_>>(inner.get()).ok());
    let title = members.text(name).or_else(|| inner?.text("name")).unwrap_or_default();
    entry(&title, Outcome::Skipped(Skipped::Malformed(error.to_string())))
}
