//! Content of what something is made of: a tree with a key for each node that stays the same when it is made again.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::Source;
use super::merge::{Row, state_of};
use crate::Model;
use crate::course::abroad::content_of;
use crate::navigate::Route;
use espalier_attachments::prompt::unquoted;
use espalier_base::date::{DateRange, LocalDate};
use espalier_base::fnv::uuid_of;
use espalier_base::text::title;
use espalier_base::time::Timestamp;
use espalier_i18n::{Messages, messages};
use espalier_markdown::{Block, Inline, plain_inlines};
use espalier_mindmap::formats::markdown;
use espalier_mindmap::node_tree::{FlatLink, FlatNode, NodeTree};
use espalier_mindmap::transfer;
use espalier_model::conversation::AttachmentKind;
use espalier_model::course::Outline;
use espalier_model::link::LastState;
use espalier_model::mindmap::Task;
use espalier_model::persona::Role;
use espalier_model::scene::Shape;
use espalier_model::{
    Course, CourseId, Message, MessageKey, MindMap, Scene, SceneId, Session, SessionId, Thing, TimeCategory, TimeEntry,
    TimeEntryId,
};
use uuid::Uuid;

/// Most characters of a title that is the beginning of a longer text.
const TITLE: usize = 80;

/// Content of what something is made of.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Content {
    /// Name of what is made.
    pub name: String,
    /// Name of what it is made of.
    pub source: String,
    /// The tree, with one root.
    pub tree: NodeTree,
    /// Keys of the nodes, each once.
    keys: Vec<String>,
    /// Whether the keys are the ids that the nodes get.
    is_own: bool,
    /// The text as it was written, where it is one.
    pub text: Option<String>,
    /// The first table in the text, as CSV.
    pub table: Option<String>,
    /// States that it may have been made with before states were kept.
    pub before: Vec<LastState>,
}

impl Content {
    /// Begins with a root.
    fn new(name: &str) -> Self {
        let mut content = Self { name: name.to_owned(), source: name.to_owned(), ..Self::default() };
        content.push(None, name, "root".to_owned());
        content
    }

    /// Adds a node; a key that is there already is counted on.
    fn push(&mut self, parent: Option<usize>, title: &str, key: String) -> usize {
        let again = self.keys.iter().filter(|known| **known == key).count();
        let key = if again > 0 { format!("{key} {again}") } else { key };
        self.keys.push(key);
        self.tree.push(parent, title)
    }

    /// Adds what a text says below a node: a node for each heading and item, with the rest as notes. What stands before
    /// them is the note of the node itself.
    fn add_text(&mut self, parent: usize, text: &str, key: &str) {
        // Below a heading of its own, what stands first is known from what belongs to the first node.
        let Ok(read) = markdown::read(&format!("# {key}\n\n{text}")) else { return };
        let mut places: Vec<usize> = Vec::with_capacity(read.tree.nodes.len());
        let mut paths: Vec<String> = Vec::with_capacity(read.tree.nodes.len());
        for (at, node) in read.tree.nodes.iter().enumerate() {
            let (mut place, mut path) = (parent, key.to_owned());
            if at > 0 {
                let above = node.parent.unwrap_or(0);
                path = format!("{}/{}", paths[above], node.title);
                place = self.push(Some(places[above]), &node.title, path.clone());
            }
            let own = &mut self.tree.nodes[place];
            if own.note.is_empty() {
                own.note.clone_from(&node.note);
            }
            if at > 0 {
                own.task = node.task;
                own.link = node.link.clone().filter(|link| matches!(link, FlatLink::Url(_)));
            }
            places.push(place);
            paths.push(path);
        }
    }

    /// Gives the root the title of the only node below it, where that has more below it, and removes that one.
    fn lift_single(&mut self) {
        let mut below = self.tree.nodes.iter().filter(|node| node.parent == Some(0));
        let is_single = below.next().is_some() && below.next().is_none() && self.tree.nodes.len() > 2;
        if !is_single || !self.tree.nodes[0].note.is_empty() {
            return;
        }
        let single = self.tree.nodes.remove(1);
        self.keys.remove(1);
        self.name = title(&single.title, TITLE);
        self.tree.nodes[0] = FlatNode { parent: None, ..single };
        for node in &mut self.tree.nodes[1..] {
            node.parent = node.parent.map(|above| above.saturating_sub(1));
        }
    }

    /// Returns the ids of the nodes in what is made.
    pub fn ids(&self, made: Uuid) -> Vec<Uuid> {
        let id = |key: &String| key.parse().ok().filter(|_| self.is_own);
        self.keys.iter().map(|key| id(key).unwrap_or_else(|| uuid_of(&format!("{made} {key}")))).collect()
    }

    /// Returns the rows of nodes: title, note and task.
    pub fn rows(&self, made: Uuid) -> Vec<Row> {
        let ids = self.ids(made);
        let row = |(node, id): (&FlatNode, &Uuid)| Row {
            id: *id,
            parent: node.parent.map(|above| ids[above]),
            fields: vec![node.title.clone(), node.note.clone(), task_name(node.task).to_owned()],
        };
        self.tree.nodes.iter().zip(&ids).map(row).collect()
    }

    /// Returns it as Markdown: the text as it was written, or the tree as a list.
    pub fn markdown(&self) -> String {
        self.text.clone().unwrap_or_else(|| {
            let depths = self.tree.depths();
            let mut lines: Vec<String> = Vec::new();
            for (node, depth) in self.tree.nodes.iter().zip(depths) {
                let (indent, line) = ("  ".repeat(depth.saturating_sub(1)), node.title.replace('\n', " "));
                if depth == 0 {
                    lines.extend([format!("# {line}"), String::new(), node.note.clone(), String::new()]);
                    continue;
                }
                lines.push(format!("{indent}- {line}"));
                lines.extend(node.note.lines().map(|line| format!("{indent}  {line}")));
            }
            if self.tree.nodes.first().is_some_and(|root| root.note.is_empty()) {
                lines.drain(2..4);
            }
            let text = lines.join("\n");
            text.trim_end().to_owned()
        })
    }
}

/// Name of the state of a task, as a field that is compared.
pub const fn task_name(task: Task) -> &'static str {
    match task {
        Task::None => "",
        Task::Open => "open",
        Task::Done => "done",
    }
}

/// Returns the content of a source; `None` where it is gone, is not in memory, or says nothing.
pub fn of(model: &Model, source: &Source) -> Option<Content> {
    let words = messages(model.language());
    let rows = &model.workspace;
    match source {
        Source::Thing(Thing::Message(key)) => of_message(model, *key),
        Source::Thing(Thing::Session(session)) => of_session(model, *session, words),
        Source::Thing(Thing::Map(map)) => {
            let view = model.map_view(*map)?;
            Some(of_nodes(transfer::whole(rows, *map, &view.tree), view.tree.ids().iter().map(ToString::to_string), ""))
        }
        Source::Thing(Thing::Node(key)) => of(model, &Source::Branches(key.map, vec![key.id])),
        Source::Branches(map, nodes) => {
            let view = model.map_view(*map)?;
            let tops = transfer::topmost(&view.tree, nodes);
            let ids = tops.iter().flat_map(|top| view.tree.subtree(*top)).map(ToString::to_string);
            let name = rows.get::<MindMap>(map).map(|row| row.name.clone()).unwrap_or_default();
            (!tops.is_empty()).then(|| of_nodes(transfer::branches(rows, *map, &view.tree, nodes), ids, &name))
        }
        Source::Thing(Thing::Entry(id)) => of_entry(model, *id, words),
        Source::Days(days) => of_days(model, *days, words),
        Source::ShownDays => of_days(model, model.time_range(), words),
        Source::Thing(Thing::Course(id)) => {
            let row = rows.get::<Course>(id)?;
            Some(of_outline(row.title(), row.outline.as_ref()?, *id, &row.versions))
        }
        Source::Thing(Thing::Chapter(course, chapter)) => {
            let row = rows.get::<Course>(course)?;
            let chapter = row.outline.as_ref()?.chapter(*chapter)?;
            let mut content = Content::new(&chapter.title);
            chapter.snippet.trim().clone_into(&mut content.tree.nodes[0].note);
            content.add_text(0, &chapter.lesson, "lesson");
            Some(content)
        }
        Source::Thing(Thing::Scene(id)) => {
            let row = rows.get::<Scene>(id)?;
            let name = if row.name.trim().is_empty() { words.scene.untitled } else { &row.name };
            Some(of_scene(model, name, *id, words))
        }
        Source::File(key, hash) => {
            let message = rows.get::<Message>(key)?;
            let file = message.attachments().find(|file| file.hash == *hash && !file.text.trim().is_empty())?;
            let stem = file.name.rsplit_once('.').map_or(file.name.as_str(), |(stem, _)| stem);
            let mut content = Content::new(stem);
            let text = unquoted(&file.text);
            content.add_text(0, text, "text");
            content.lift_single();
            if content.tree.nodes.len() == 1 {
                content.tree.nodes[0].note = String::new();
                add_pieces(&mut content, text, "\n\n");
            }
            content.table = table(text).or_else(|| (file.kind == AttachmentKind::Table).then(|| text.to_owned()));
            content.text = Some(file.text.clone());
            Some(content)
        }
        Source::Words(key, words) => {
            let mut content = Content { text: Some(words.clone()), ..Content::new(&of_message(model, *key)?.name) };
            add_pieces(&mut content, words, "\n");
            Some(content)
        }
        Source::Thing(Thing::Persona(_) | Thing::Category(_) | Thing::Goal(_) | Thing::Shape(_)) => None,
    }
}

/// Adds a node for each piece of a text without structure.
fn add_pieces(content: &mut Content, text: &str, between: &str) {
    let text = text.replace("\r\n", "\n");
    for piece in text.split(between).map(str::trim).filter(|piece| !piece.is_empty()) {
        let name = title(piece, TITLE);
        let place = content.push(Some(0), &name, format!("text/{name}"));
        if name != piece {
            piece.clone_into(&mut content.tree.nodes[place].note);
        }
    }
}

fn of_message(model: &Model, key: MessageKey) -> Option<Content> {
    let message = model.message(key)?;
    let text = message.text();
    if text.trim().is_empty() {
        return None;
    }
    // An answer is about what was asked, which says more than how it begins.
    let above = message.parent.and_then(|id| model.message(MessageKey { id, ..key }));
    let asked = above.filter(|row| message.role == Role::Assistant && row.role == Role::User).map(|row| row.text());
    let mut content = Content::new(&title(asked.as_deref().unwrap_or(&text), TITLE));
    content.source = title(&text, TITLE);
    content.add_text(0, &text, "text");
    content.lift_single();
    content.table = table(&text);
    content.text = Some(text);
    Some(content)
}

/// The branch that is shown of a conversation: a node for each question, with what the answer says below it.
fn of_session(model: &Model, id: SessionId, words: &Messages) -> Option<Content> {
    let row = model.workspace.get::<Session>(&id)?;
    let name = model.title(row);
    let mut content = Content::new(if name.trim().is_empty() { words.chat.new_session } else { &name });
    let mut place = 0;
    for &id in model.view(row.id)?.path.iter() {
        let Some(message) = model.message(MessageKey { session: row.id, id }) else { continue };
        let text = message.text();
        match message.role {
            Role::System => {}
            Role::User => {
                let name = title(&text, TITLE);
                place = content.push(Some(0), &name, id.to_string());
                if name != text.trim() {
                    content.tree.nodes[place].note = text;
                }
            }
            Role::Assistant => content.add_text(place, &text, &id.to_string()),
        }
    }
    (content.tree.nodes.len() > 1).then_some(content)
}

/// Nodes of a map; several branches are put below one that has the name of the map.
fn of_nodes(tree: NodeTree, keys: impl Iterator<Item = String>, name: &str) -> Content {
    let tops = tree.nodes.iter().filter(|node| node.parent.is_none()).count();
    let mut content = if tops > 1 { Content::new(name) } else { Content::default() };
    let offset = content.tree.nodes.len();
    content.keys.extend(keys);
    content.tree.lines = tree.lines;
    for line in &mut content.tree.lines {
        (line.from, line.to) = (line.from + offset, line.to + offset);
    }
    for mut node in tree.nodes {
        node.parent = node.parent.map(|above| above + offset).or((offset > 0).then_some(0));
        if let Some(FlatLink::Node(to)) = &mut node.link {
            *to += offset;
        }
        content.tree.nodes.push(node);
    }
    content.name = content.tree.nodes.first().map(|node| title(&node.title, TITLE)).unwrap_or_default();
    content.source.clone_from(&content.name);
    content
}

/// The entries that lie in some days, by their day, each with the seconds that it lasts on it.
pub fn entries(model: &Model, days: DateRange) -> Vec<(LocalDate, Rc<TimeEntry>, i64)> {
    let calendar = model.timelog.columns.calendar();
    let (first, last) = calendar.span(days);
    let mut found = Vec::new();
    for row in model.workspace.tables().time_entries.values() {
        let (from, to) = (row.start.0.div_euclid(1_000), row.end.unwrap_or(model.now).0.div_euclid(1_000));
        if from >= last || to < first {
            continue;
        }
        let pieces = calendar.days(from, to).filter(|piece| days.contains(piece.day));
        found.extend(pieces.map(|piece| (piece.day, row.clone(), piece.to - piece.from)));
    }
    found.sort_by_key(|(day, row, _)| (*day, row.start, row.id));
    found
}

/// An entry, and seconds of it.
type Spent = (Rc<TimeEntry>, i64);

/// The log of some days: by day where there are several, then by category.
fn of_days(model: &Model, days: DateRange, words: &Messages) -> Option<Content> {
    let say = &words.time;
    let found = entries(model, days);
    let mut content = Content::new(&say.days(days));
    let total: i64 = found.iter().map(|(.., seconds)| seconds).sum();
    content.tree.nodes[0].title = format!("{} · {}", content.name, say.length(total));
    let mut by_day: BTreeMap<LocalDate, BTreeMap<String, Vec<Spent>>> = BTreeMap::new();
    for (day, row, seconds) in found {
        let category = row.category.and_then(|id| model.workspace.get::<TimeCategory>(&id));
        let category = category.map_or_else(String::new, |row| row.name.clone());
        by_day.entry(day).or_default().entry(category).or_default().push((row, seconds));
    }
    let sum = |rows: &[Spent]| say.length(rows.iter().map(|(_, seconds)| seconds).sum());
    for (day, categories) in &by_day {
        let mut place = 0;
        if days.days() > 1 {
            let all: i64 = categories.values().flatten().map(|(_, seconds)| seconds).sum();
            let name = format!("{} · {}", say.short_day(*day), say.length(all));
            place = content.push(Some(0), &name, day.to_string());
        }
        for (category, rows) in categories {
            let name = if category.is_empty() { say.none } else { category };
            let name = format!("{name} · {}", sum(rows));
            let place = content.push(Some(place), &name, format!("{day}/{category}"));
            for (row, _) in rows {
                let place = content.push(Some(place), &entry_line(model, row, words), format!("{day}/{}", row.id));
                content.tree.nodes[place].link =
                    Some(FlatLink::Url(Route::Time(Some(row.id)).link(&model.facts.address)));
            }
        }
    }
    (content.tree.nodes.len() > 1).then_some(content)
}

/// `9:00–10:30 Writing`
fn entry_line(model: &Model, row: &TimeEntry, words: &Messages) -> String {
    let clock = |at: Timestamp| {
        let second = model.timelog.columns.calendar().clock(at.0.div_euclid(1_000)).second;
        format!("{}:{:02}", second / 3_600, second / 60 % 60)
    };
    let end = row.end.map_or_else(|| words.time.now.to_owned(), clock);
    let note = if row.note.trim().is_empty() { words.time.untitled } else { &row.note };
    format!("{}–{end} {}", clock(row.start), title(note, TITLE))
}

fn of_entry(model: &Model, id: TimeEntryId, words: &Messages) -> Option<Content> {
    let row = model.workspace.get::<TimeEntry>(&id)?;
    let category = row.category.and_then(|id| model.workspace.get::<TimeCategory>(&id));
    let name = [&*row.note, category.map_or("", |row| &row.name)].into_iter().find(|name| !name.trim().is_empty());
    let mut content = Content::new(&title(name.unwrap_or(words.time.untitled), TITLE));
    let day = model.timelog.columns.calendar().day_of(row.start);
    content.tree.nodes[0].link = Some(FlatLink::Url(Route::Time(Some(id)).link(&model.facts.address)));
    let end = row.end.unwrap_or(model.now);
    let length = words.time.length((end.0 - row.start.0).div_euclid(1_000));
    for (key, text) in [
        ("when", format!("{} {}", words.time.short_day(day), entry_line(model, row, words))),
        ("length", length),
        ("category", category.map(|row| row.name.clone()).unwrap_or_default()),
        ("tags", row.tags.iter().map(|tag| format!("#{tag}")).collect::<Vec<_>>().join(" ")),
    ] {
        if !text.is_empty() {
            content.push(Some(0), &text, key.to_owned());
        }
    }
    Some(content)
}

/// An outline: its nodes have the ids of its parts.
fn of_outline(name: &str, outline: &Outline, id: CourseId, versions: &[Outline]) -> Content {
    let mut content = Content { is_own: true, ..Content::new(name) };
    content.keys[0] = id.to_string();
    content.tree.nodes[0].note.clone_from(&outline.description);
    for section in &outline.sections {
        let above = content.push(Some(0), &section.title, section.id.to_string());
        for chapter in &section.chapters {
            let at = content.push(Some(above), &chapter.title, chapter.id.to_string());
            content.tree.nodes[at].note = content_of(chapter);
            content.tree.nodes[at].task = if chapter.done { Task::Done } else { Task::Open };
        }
    }
    let state = |version| state_of(&of_outline(name, version, id, &[]).rows(id.uuid()));
    content.before = versions.iter().chain((!versions.is_empty()).then_some(outline)).map(state).collect();
    content
}

/// Shapes of a scene; many of them below their kinds.
fn of_scene(model: &Model, name: &str, id: SceneId, words: &Messages) -> Content {
    /// Most shapes that stand beside each other.
    const FEW: usize = 12;
    let mut content = Content::new(name);
    let mut shapes: Vec<Rc<Shape>> =
        model.workspace.tables().shapes.values().filter(|row| row.scene == id).cloned().collect();
    shapes.sort_by_key(|row| (row.geometry.kind(), row.created_at, row.id));
    let mut group = (None, 0);
    for row in &shapes {
        let kind = row.geometry.kind();
        if shapes.len() > FEW && group.0 != Some(kind) {
            group = (Some(kind), content.push(Some(0), words.scene.types[kind as usize], kind.name().to_owned()));
        }
        let place = content.push(Some(group.1), &(words.scene.label)(row), row.id.to_string());
        let [x, y, z] = row.position.map(|value| (value * 100.0).round() / 100.0);
        content.tree.nodes[place].note = format!("({x}, {y}, {z})");
        content.tree.nodes[place].color = Some(row.color);
    }
    content
}

/// Returns the first table of a text as CSV.
fn table(text: &str) -> Option<String> {
    let blocks = espalier_markdown::parse(text);
    let table = blocks.iter().find_map(|block| if let Block::Table(table) = &**block { Some(table) } else { None })?;
    let cell = |inlines: &Vec<Inline>| format!("\"{}\"", plain_inlines(inlines).trim().replace('"', "\"\""));
    let line = |cells: &[Vec<Inline>]| cells.iter().map(cell).collect::<Vec<_>>().join(",");
    let lines = std::iter::once(line(&table.head)).chain(table.rows.iter().map(|row| line(row)));
    Some(lines.collect::<Vec<_>>().join("\n"))
}
