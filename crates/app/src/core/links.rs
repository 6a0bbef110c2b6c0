//! Rows of links, kept in step with what the records say.
//!
//! - K2 A text that gets the address of a thing gets the row of the link in the same change, and one that has it no more
//!   loses it: what takes the text back, or brings it elsewhere, does the same with the link.
//! - K3 A thing that has the id of the one it was made of is linked to it, also where it was made before there were
//!   rows of links ([`join`]).
//! - K4 While a command makes something of a thing ([`Core::made_of`]), what it adds is linked to that thing.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::{Core, edit};
use crate::effect::Effect;
use crate::navigate::Route;
use espalier_base::in_app::{Piece, in_app_links};
use espalier_base::text::title;
use espalier_base::time::Timestamp;
use espalier_model::change::{Change, ChangeSet};
use espalier_model::mindmap::NodeLink;
use espalier_model::{
    GoalId, Link, LinkId, LinkKind, MapId, Message, MessageKey, Record, RecordKey, Scope, Session, SessionId, Thing,
};
use espalier_storage::port::Durability;

/// Most characters of a name in a link.
const NAME: usize = 80;

/// Returns a change set with the links that follow from it (K2, K3). It was not applied yet.
pub fn with_links(core: &Core, changes: ChangeSet) -> ChangeSet {
    let mut links = core.workspace.draft();
    let mut new = made_by(core, &changes);
    for (key, change) in changes.iter().filter(|(key, _)| !is_of_helper(core, &changes, key)) {
        let (before, after) = match change {
            Change::Added(record) => (None, record.clone()),
            Change::Removed(_) => continue,
            Change::Updated(edits) => {
                let Some(before) = core.workspace.tables().record(key) else { continue };
                let mut after = before.clone();
                for edit in edits {
                    after.set(edit.to.clone());
                }
                (Some(before), after)
            }
        };
        let had = before.map(|before| in_texts(&before, core.now)).unwrap_or_default();
        let has = in_texts(&after, core.now);
        for id in had.keys().filter(|id| !has.contains_key(id)) {
            links.remove::<Link>(id);
        }
        new.extend(has.into_iter().filter(|(id, _)| !had.contains_key(id)).map(|(_, link)| link));
    }
    for link in new {
        if links.get::<Link>(&link.id).is_none() {
            links.put(link);
        }
    }
    let links = links.finish();
    // A file that is imported brings its own.
    let links = links.iter().filter(|(key, _)| changes.get(key).is_none());
    let links: ChangeSet = links.map(|(key, change)| (key.clone(), change.clone())).collect();
    if links.is_empty() { changes } else { changes.squash(links) }
}

/// Whether a row is a message in a conversation with the helper that sees all rooms: what it lists is linked to nothing.
fn is_of_helper(core: &Core, changes: &ChangeSet, key: &RecordKey) -> bool {
    let RecordKey::Messages(key) = key else { return false };
    let stored = core.workspace.get::<Session>(&key.session).map(|row| row.scope);
    let scope = stored.or_else(|| match changes.get(&RecordKey::Sessions(key.session)) {
        Some(Change::Added(Record::Sessions(row))) => Some(row.scope),
        _ => None,
    });
    scope == Some(Scope::WORKSPACE)
}

/// Links what has the id of the thing it was made of, where no row says so yet (K3).
pub fn join(core: &mut Core, out: &mut Vec<Effect>) {
    let links = of_courses(core, &ChangeSet::default());
    let is_new = |link: &Link| core.workspace.get::<Link>(&link.id).is_none();
    let links: Vec<Link> = links.into_iter().filter(is_new).collect();
    if !links.is_empty() {
        edit::change(core, Durability::Relaxed, out, |draft| links.into_iter().for_each(|link| draft.put(link)));
    }
}

/// Returns the links that the texts of a row hold.
fn in_texts(record: &Record, at: Timestamp) -> BTreeMap<LinkId, Link> {
    let mut links = BTreeMap::new();
    let mut add = |from: Thing, name: &str, text: &str| {
        for piece in in_app_links(text) {
            if let Piece::Link(to_name, address) = piece {
                add_link(&mut links, (from, name), (address, &to_name), at);
            }
        }
    };
    match record {
        Record::Messages(row) => {
            let text = row.text();
            add(Thing::Message(row.key()), &text, &text);
        }
        Record::Nodes(row) => {
            let from = Thing::Node(row.key());
            add(from, &row.title, &row.title);
            add(from, &row.title, &row.note);
            if let Some(NodeLink::Url { url }) = &row.link
                && let Some(hash) = url.find("#/")
            {
                add_link(&mut links, (from, &row.title), (&url[hash..], ""), at);
            }
        }
        Record::TimeEntries(row) => add(Thing::Entry(row.id), &row.note, &row.note),
        Record::Courses(row) => {
            for chapter in row.outline.iter().flat_map(|outline| &outline.sections).flat_map(|part| &part.chapters) {
                let from = Thing::Chapter(row.id, chapter.id);
                add(from, &chapter.title, &chapter.snippet);
                add(from, &chapter.title, &chapter.lesson);
            }
        }
        _ => {}
    }
    links
}

fn add_link(
    links: &mut BTreeMap<LinkId, Link>,
    (from, from_name): (Thing, &str),
    (address, to_name): (&str, &str),
    at: Timestamp,
) {
    let Some(to) = Route::of_link("", address).and_then(Route::thing).filter(|to| *to != from) else { return };
    let link = Link::new(from, to, LinkKind::Text, at);
    links.entry(link.id).or_insert_with(|| link.named(&title(from_name, NAME), &title(to_name, NAME)));
}

/// Returns the links from what things were made of to those that a change set adds.
fn made_by(core: &Core, changes: &ChangeSet) -> Vec<Link> {
    let mut made = BTreeMap::new();
    for (_, change) in changes.iter() {
        let (thing, uuid, name) = match change {
            Change::Added(Record::Maps(row)) => (Thing::Map(row.id), row.id.uuid(), &*row.name),
            Change::Added(Record::Courses(row)) => (Thing::Course(row.id), row.id.uuid(), row.title()),
            Change::Added(Record::Scenes(row)) => (Thing::Scene(row.id), row.id.uuid(), &*row.name),
            Change::Added(Record::TimeEntries(row)) => (Thing::Entry(row.id), row.id.uuid(), &*row.note),
            _ => continue,
        };
        made.insert(uuid, (thing, name));
    }
    let of_answer = |(key, row): (&MessageKey, &Rc<Message>)| {
        let (to, name) = made.get(&key.id.uuid())?;
        Some(
            Link::new(Thing::Message(*key), *to, LinkKind::Made, core.now)
                .named(&title(&row.text(), NAME), &title(name, NAME)),
        )
    };
    // Most commands change a conversation or a map and add none.
    let is_of_course = |(_, change): (&RecordKey, &Change)| {
        matches!(change, Change::Added(Record::Maps(_) | Record::Sessions(_) | Record::Goals(_)))
    };
    let mut links = if changes.iter().any(is_of_course) { of_courses(core, changes) } else { Vec::new() };
    if !made.is_empty() {
        links.extend(core.workspace.tables().messages.iter().filter_map(of_answer));
    }
    if let Some((from, from_name)) = &core.made_of {
        let link = |(to, name): &(Thing, &str)| {
            Link::new(*from, *to, LinkKind::Made, core.now).named(from_name, &title(name, NAME))
        };
        links.extend(made.values().map(link));
    }
    links
}

/// Returns the links from courses and their chapters to the maps, goals and conversations that were made of them, also by
/// a change set that was not applied yet.
fn of_courses(core: &Core, changes: &ChangeSet) -> Vec<Link> {
    let found = |thing: Thing| match changes.get(&thing.row()) {
        Some(Change::Added(record)) => Some(record.clone()),
        Some(Change::Removed(_)) => None,
        _ => core.workspace.tables().record(&thing.row()),
    };
    let mut links = Vec::new();
    let mut add = |from: Thing, from_name: &str, to: Thing| {
        let name = match found(to) {
            Some(Record::Maps(row)) => title(&row.name, NAME),
            Some(Record::Goals(row)) => title(&row.name, NAME),
            Some(Record::Sessions(row)) => title(&row.name, NAME),
            _ => return,
        };
        links.push(Link::new(from, to, LinkKind::Made, core.now).named(&title(from_name, NAME), &name));
    };
    for row in core.workspace.tables().courses.values() {
        let course = Thing::Course(row.id);
        add(course, row.title(), Thing::Map(MapId::from_uuid(row.id.uuid())));
        for part in row.outline.iter().flat_map(|outline| &outline.sections) {
            add(course, row.title(), Thing::Goal(GoalId::from_uuid(part.id.uuid())));
            for chapter in &part.chapters {
                let from = Thing::Chapter(row.id, chapter.id);
                add(from, &chapter.title, Thing::Session(SessionId::from_uuid(chapter.id.uuid())));
            }
        }
    }
    links
}
