//! Finding and reading for the helper's tools, in the rooms that it may look into (E1, E3).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::ops::Range;
use std::rc::Rc;

use crate::Model;
use crate::find::Asker;
use crate::navigate::Route;
use espalier_base::text::{title, truncate};
use espalier_base::time::Timestamp;
use espalier_command::history::Document;
use espalier_model::conversation::tree::Tree as Branches;
use espalier_model::course::{Chapter, Course};
use espalier_model::example::is_example;
use espalier_model::mindmap::tree::Tree;
use espalier_model::persona::Role;
use espalier_model::timelog::{TimeCategory, TimeEntry};
use espalier_model::{
    MapId, Message, MindMap, Node, NodeKey, RecordKey, RoomId, Scene, SceneId, Session, SessionId, Shape, Thing,
};

/// The most hits.
pub(super) const MAX_HITS: usize = 10;
/// The most characters of a name, and of a line.
const NAME: usize = 80;
const LINE: usize = 200;
/// The most bytes that are read at once.
const MAX_TEXT: usize = 8_000;

/// A hit.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Hit {
    pub thing: Thing,
    pub room: RoomId,
    /// Whether the line is its name.
    pub is_name: bool,
    pub line: String,
}

/// The hits of the last question in these rooms, names first, and whether there are more.
pub(super) fn hits(model: &Model, text: &str, rooms: &BTreeSet<RoomId>) -> (Vec<Hit>, bool) {
    let Some(answer) = model.find.answer(Asker::Helper, text) else { return (Vec::new(), false) };
    let found = answer.names.iter().chain(answer.groups.iter().flat_map(|group| &group.hits));
    let hits = found.filter_map(|found| {
        let room = model.room_that_holds(found.key).filter(|room| rooms.contains(room))?;
        Route::to(found.key)?;
        Some(Hit { thing: found.key, room, is_name: found.is_name, line: truncate(&found.snippet.text, LINE) })
    });
    let mut hits: Vec<Hit> = hits.take(MAX_HITS + 1).collect();
    let has_more = hits.len() > MAX_HITS;
    hits.truncate(MAX_HITS);
    (hits, has_more)
}

/// Things that were changed or written in these rooms in a stretch of time, the latest first, and whether there are more.
/// Of what is in a thing, the rows in memory count.
pub(super) fn changed(model: &Model, span: &Range<Timestamp>, rooms: &BTreeSet<RoomId>) -> (Vec<Thing>, bool) {
    let tables = model.workspace.tables();
    let both = |thing, made, changed| [(made, thing), (changed, thing)];
    let sessions =
        tables.sessions.values().flat_map(|row| both(Thing::Session(row.id), row.created_at, row.updated_at));
    let maps = tables.maps.values().flat_map(|row| both(Thing::Map(row.id), row.created_at, row.updated_at));
    let courses = tables.courses.values().flat_map(|row| both(Thing::Course(row.id), row.created_at, row.updated_at));
    let scenes = tables.scenes.values().flat_map(|row| both(Thing::Scene(row.id), row.created_at, row.updated_at));
    let messages = tables.messages.values().map(|row| (row.created_at, Thing::Session(row.session)));
    let nodes = tables.nodes.values().map(|row| (row.updated_at, Thing::Map(row.map)));
    let shapes = tables.shapes.values().map(|row| (row.updated_at, Thing::Scene(row.scene)));
    let all = sessions.chain(maps).chain(courses).chain(scenes).chain(messages).chain(nodes).chain(shapes);
    let mut last: BTreeMap<Thing, Timestamp> = BTreeMap::new();
    for (at, thing) in all.filter(|(at, thing)| span.contains(at) && example_made(model, *thing) != Some(*at)) {
        let known = last.entry(thing).or_insert(at);
        *known = at.max(*known);
    }
    last.retain(|thing, _| model.room_that_holds(*thing).is_some_and(|room| rooms.contains(&room)));
    let mut things: Vec<(Timestamp, Thing)> = last.into_iter().map(|(thing, at)| (at, thing)).collect();
    things.sort_unstable_by(|one, other| other.cmp(one));
    let has_more = things.len() > MAX_HITS;
    (things.into_iter().map(|(_, thing)| thing).take(MAX_HITS).collect(), has_more)
}

/// The time at which the app made an example.
fn example_made(model: &Model, thing: Thing) -> Option<Timestamp> {
    let rows = &model.workspace;
    match thing {
        Thing::Session(id) if is_example(RoomId::Chat, id) => Some(rows.get::<Session>(&id)?.created_at),
        Thing::Map(id) if is_example(RoomId::Map, id) => Some(rows.get::<MindMap>(&id)?.created_at),
        Thing::Course(id) if is_example(RoomId::Course, id) => Some(rows.get::<Course>(&id)?.created_at),
        Thing::Scene(id) if is_example(RoomId::Scene, id) => Some(rows.get::<Scene>(&id)?.created_at),
        _ => None,
    }
}

/// The document in which the rows of a thing are; `None` where they are in memory from the start.
pub(super) fn document(thing: Thing) -> Option<Document> {
    match thing {
        Thing::Session(session) => Some(Document::of(session)),
        Thing::Map(map) => Some(Document::of(map)),
        Thing::Scene(scene) => Some(Document::of(scene)),
        _ => thing.row().inside(),
    }
}

/// Whether there is such a thing, as far as its whole says.
pub(super) fn is_there(model: &Model, thing: Thing) -> bool {
    let rows = model.workspace.tables();
    let whole = thing.whole().unwrap_or(thing);
    matches!(whole.row(), RecordKey::TimeEntries(_)) || rows.record(&whole.row()).is_some()
}

/// Name of a thing, or of what it is in.
pub(super) fn name(model: &Model, thing: Thing) -> String {
    let rows = &model.workspace;
    let name = match thing.whole().unwrap_or(thing) {
        Thing::Session(id) => rows.get::<Session>(&id).map(|row| model.title(row)),
        Thing::Map(id) => rows.get::<MindMap>(&id).map(|row| row.name.clone()),
        Thing::Course(id) => rows.get::<Course>(&id).map(|row| row.title().to_owned()),
        Thing::Scene(id) => rows.get::<Scene>(&id).map(|row| row.name.clone()),
        Thing::Entry(id) => rows.get::<TimeEntry>(&id).map(|row| row.note.clone()),
        _ => None,
    };
    title(&name.unwrap_or_default(), NAME)
}

/// The text of a thing whose rows are in memory, and whether it goes on; `None` where there is none.
pub(super) fn read(model: &Model, thing: Thing) -> Option<(String, bool)> {
    let text = match thing {
        Thing::Session(session) => conversation(model, session)?,
        Thing::Message(key) => said(model.message(key)?),
        Thing::Map(map) => outline(model, map, None)?,
        Thing::Node(key) => outline(model, key.map, Some(key))?,
        Thing::Entry(id) => entry(model, model.workspace.get::<TimeEntry>(&id)?),
        Thing::Course(id) => course(model.workspace.get::<Course>(&id)?),
        Thing::Chapter(course, id) => {
            let course = model.workspace.get::<Course>(&course)?;
            chapter(course.outline.as_ref()?.chapter(id)?)
        }
        Thing::Scene(scene) => shapes(model, scene)?,
        Thing::Shape(key) => shape(model.workspace.get::<Shape>(&key)?),
        Thing::Persona(_) | Thing::Category(_) | Thing::Goal(_) => return None,
    };
    let end = text.floor_char_boundary(MAX_TEXT);
    Some((text[..end].to_owned(), end < text.len()))
}

fn said(message: &Message) -> String {
    let who = if message.role == Role::User { "User" } else { "Assistant" };
    format!("{who}: {}\n", message.text().trim())
}

/// The branch of a conversation that is shown.
fn conversation(model: &Model, session: SessionId) -> Option<String> {
    let row = model.workspace.get::<Session>(&session)?;
    let messages: Vec<&Rc<Message>> = model.workspace.messages(session).collect();
    let tree = Branches::of(messages.iter().map(|message| &***message));
    let path = tree.path(tree.active_leaf(row));
    let on_path = path.iter().filter_map(|id| messages.iter().find(|message| message.id == *id));
    Some(on_path.map(|message| said(message)).collect())
}

/// A map, or a branch of it, as an outline with the ids of the nodes.
fn outline(model: &Model, map: MapId, below: Option<NodeKey>) -> Option<String> {
    let row = model.workspace.get::<MindMap>(&map)?;
    let tree = Tree::of(row, model.workspace.nodes(map).map(|node| &**node));
    let ids = match below {
        Some(key) => tree.subtree(key.id),
        None => tree.ids(),
    };
    let top = ids.first().and_then(|id| tree.depth(*id))?;
    let mut text = String::new();
    for &id in ids {
        let node = model.workspace.get::<Node>(&NodeKey { map, id })?;
        let indent = "  ".repeat((tree.depth(id).unwrap_or(top) - top) as usize);
        let _ = writeln!(text, "{indent}- {} [{id}]", title(&node.title, LINE));
        for line in node.note.lines() {
            let _ = writeln!(text, "{indent}  {line}");
        }
    }
    Some(text)
}

fn entry(model: &Model, row: &TimeEntry) -> String {
    let category = row.category.and_then(|id| model.workspace.get::<TimeCategory>(&id));
    let mut text = category.map(|row| format!("{}\n", row.name)).unwrap_or_default();
    for tag in row.tags.iter() {
        let _ = write!(text, "#{tag} ");
    }
    text.push_str(&row.note);
    text
}

fn chapter(chapter: &Chapter) -> String {
    format!("{}\n{}\n{}\n", chapter.title, chapter.snippet, chapter.lesson)
}

fn course(row: &Course) -> String {
    let mut text = format!("{}\n", row.title());
    let Some(outline) = &row.outline else { return text };
    let _ = writeln!(text, "{}", outline.description);
    for section in &outline.sections {
        let _ = writeln!(text, "# {}", section.title);
        for chapter in &section.chapters {
            let done = if chapter.done { "x" } else { " " };
            let _ =
                writeln!(text, "- [{done}] {}: {} [chapter:{}/{}]", chapter.title, chapter.snippet, row.id, chapter.id);
        }
    }
    text
}

fn shape(row: &Shape) -> String {
    format!("{:?} {} [{}]\n", row.geometry.kind(), title(&row.name, LINE), row.id)
}

fn shapes(model: &Model, scene: SceneId) -> Option<String> {
    let row = model.workspace.get::<Scene>(&scene)?;
    let all: String = model.workspace.shapes(scene).map(|row| shape(row)).collect();
    Some(format!("{}\n{all}", row.name))
}
