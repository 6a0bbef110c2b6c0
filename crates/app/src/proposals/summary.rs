//! Summaries of proposed operations in the app's own words: the command, its target, its values. They are made from the
//! parameters alone; what the model says of an operation has no part in them.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::ProposalTarget;
use crate::Model;
use espalier_base::env::Env;
use espalier_base::language::Language;
use espalier_base::text::truncate;
use espalier_command::history::EntryId;
use espalier_command::schema::{self, CHILDREN, Schema};
use espalier_command::transaction::{CommandTarget, Reason, TEMP_ID};
use espalier_model::change::Change;
use espalier_model::{MessageKey, Record, RecordKey};
use espalier_proposal::Operation;
use espalier_proposal::state::Row;

/// The most characters of a title or a text.
const TEXT: usize = 80;
/// The most texts that a summary names.
const NAMED: usize = 3;

/// Summary of an operation.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Summary {
    /// Name of the command; as the model wrote it where there is no such command.
    pub command: String,
    /// Title of the target; the first where there are several.
    pub target: Option<String>,
    /// Number of further targets.
    pub more: usize,
    /// Number of nodes that are deleted along with the target.
    pub below: usize,
    /// Texts that it writes, or the place it moves something to.
    pub values: Vec<String>,
    /// Whether it deletes something.
    pub deletes: bool,
    /// Names of what lies there already at the same time.
    pub over: Vec<String>,
}

/// Summaries of the operations of a proposal, in their order. `applied` is the step that carried them out, from which
/// things that are gone are still named.
pub fn summaries(model: &Model, place: ProposalTarget, rows: &[Row], applied: Option<EntryId>) -> Vec<Summary> {
    let mut draft = model.workspace.draft();
    // The ids that are drawn here are thrown away with the draft.
    let mut env = Env::deterministic(model.now, 1);
    let mut made = Vec::new();
    place.with_target(model, &mut draft, &mut env, model.now, &mut |stage| {
        let mut titles = Titles { model, place, stage, applied, new: BTreeMap::new() };
        made = rows.iter().map(|row| titles.summary(&row.operation)).collect();
    });
    made
}

/// Lookup of the titles of things that operations name.
struct Titles<'a> {
    model: &'a Model,
    place: ProposalTarget,
    stage: &'a dyn CommandTarget,
    applied: Option<EntryId>,
    /// Titles of things that earlier operations make, by the names they give them.
    new: BTreeMap<String, String>,
}

impl Titles<'_> {
    fn summary(&mut self, operation: &Operation) -> Summary {
        let language = self.model.language();
        let known = self.place.room.registry().find_in(&operation.command_id, self.place.room.categories());
        let Some(spec) = known else {
            return Summary { command: operation.command_id.clone(), ..Summary::default() };
        };
        let params = schema::by_name(spec.params, &operation.params.clone().into());
        let mut summary = Summary {
            command: spec.name.get(language).to_owned(),
            deletes: spec.id.as_str().ends_with(".delete") || spec.id.as_str().ends_with(".deleteKeepChildren"),
            ..Summary::default()
        };
        for (index, param) in spec.params.iter().enumerate() {
            let Some(value) = params.get(param.name) else { continue };
            match (reference(&param.schema), value) {
                (Some(kind), Value::Array(names)) => {
                    let first = names.first().and_then(Value::as_str);
                    summary.target = first.map(|name| self.title(kind, name));
                    summary.more = names.len().saturating_sub(1);
                }
                (Some(kind), value) => {
                    let title = self.title(kind, value.as_str().unwrap_or_default());
                    if index == 0 {
                        summary.target = Some(title);
                    } else {
                        summary.values.push(title);
                    }
                }
                (None, value) => summary.values.extend(said(value)),
            }
        }
        summary.over = self.place.room.overlaps(self.model, spec.id.as_str(), &params);
        if spec.id.as_str() == "node.delete" {
            summary.below = self.below(&params);
        }
        let title = summary.values.first().cloned().unwrap_or_default();
        let names = operation.creates.iter().chain([&operation.id]).filter(|_| spec.creates.is_some());
        for name in names {
            self.new.insert(name.clone(), title.clone());
        }
        for value in params.values() {
            self.learn(value);
        }
        summary
    }

    /// Remembers the titles of branches.
    fn learn(&mut self, value: &Value) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| self.learn(item)),
            Value::Object(node) => {
                if let (Some(name), Some(title)) = (text_of(node, TEMP_ID), text_of(node, "title")) {
                    self.new.insert(name.to_owned(), truncate(title, TEXT));
                }
                node.get(CHILDREN).into_iter().for_each(|children| self.learn(children));
            }
            _ => {}
        }
    }

    /// Number of things that are deleted along with the target.
    fn below(&self, params: &Map<String, Value>) -> usize {
        let id = text_of(params, "nodeId").and_then(|name| self.stage.resolve("node", name));
        self.place.room.below(self.model, self.place.scope, id)
    }

    /// Title of a thing: its present one, the one an earlier operation gives it, or the one before the proposal deleted
    /// it. An id that belongs to nothing is no title.
    fn title(&self, kind: &'static str, name: &str) -> String {
        let id = self.stage.resolve(kind, name);
        let found = id.and_then(|id| self.title_of(kind, id)).or_else(|| self.new.get(name).cloned());
        let before = || uuid::Uuid::parse_str(name).ok().and_then(|id| self.title_before(id));
        let known = found.or_else(before);
        let known = known.map(|title| if title.trim().is_empty() { untitled(self.model.language()) } else { title });
        known.unwrap_or_else(|| if is_id(name) { gone(kind, self.model.language()) } else { truncate(name, TEXT) })
    }

    fn title_of(&self, kind: &'static str, id: uuid::Uuid) -> Option<String> {
        self.place.room.title(self.model, self.place.scope, kind, id).map(|title| one_line(&title))
    }

    fn title_before(&self, id: uuid::Uuid) -> Option<String> {
        let entry = self.model.history.entry(self.place.document(), self.applied?)?;
        entry.changes.iter().find_map(|(key, change)| match (key, change) {
            (RecordKey::Nodes(key), Change::Removed(Record::Nodes(row))) if key.id.uuid() == id => {
                Some(one_line(&row.title))
            }
            (RecordKey::TimeEntries(key), Change::Removed(Record::TimeEntries(row))) if key.uuid() == id => {
                Some(one_line(&row.note))
            }
            _ => None,
        })
    }
}

/// The kind of object that a value of this type names.
fn reference(schema: &Schema) -> Option<&'static str> {
    match schema {
        Schema::Reference(kind) => Some(kind),
        Schema::Nullable(inner) | Schema::Lenient(inner) | Schema::List { items: inner, .. } => reference(inner),
        _ => None,
    }
}

/// Texts of a value. A place among siblings has none, as it says nothing to a person.
fn said(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![one_line(text)],
        Value::Array(items) => {
            let texts = items.iter().flat_map(said);
            let mut texts: Vec<String> = texts.collect();
            let more = texts.len().saturating_sub(NAMED);
            texts.truncate(NAMED);
            texts.extend((more > 0).then(|| format!("+{more}")));
            texts
        }
        Value::Object(node) => {
            let below = node.get(CHILDREN).and_then(Value::as_array).map_or(0, |all| all.iter().map(size).sum());
            let title = one_line(text_of(node, "title").unwrap_or_default());
            vec![if below == 0 { title } else { format!("{title} (+{below})") }]
        }
        _ => Vec::new(),
    }
}

/// Number of nodes in a branch.
fn size(node: &Value) -> usize {
    1 + node.get(CHILDREN).and_then(Value::as_array).map_or(0, |all| all.iter().map(size).sum())
}

fn text_of<'a>(values: &'a Map<String, Value>, name: &str) -> Option<&'a str> {
    values.get(name).and_then(Value::as_str)
}

fn one_line(text: &str) -> String {
    truncate(&text.split_whitespace().collect::<Vec<_>>().join(" "), TEXT)
}

/// Whether a name is a bare id, which says nothing to a person.
fn is_id(name: &str) -> bool {
    uuid::Uuid::parse_str(name.trim()).is_ok()
}

fn untitled(language: Language) -> String {
    espalier_i18n::messages(language).map.untitled.to_owned()
}

/// Words for a thing that is gone.
fn gone(kind: &str, language: Language) -> String {
    let words = match (kind, language) {
        ("node", Language::En) => "a node that no longer exists",
        ("node", Language::Zh) => "已不存在的节点",
        (_, Language::En) => "something that no longer exists",
        (_, Language::Zh) => "已不存在的内容",
    };
    words.to_owned()
}

/// Reason why an operation can't be done, for people: with titles in the place of ids.
pub fn reason(reason: &Reason, rows: &[Row], summaries: &[Summary], language: Language) -> String {
    match reason {
        Reason::NotFound { kind, name } if is_id(name) => match (*kind, language) {
            ("node", Language::En) => "This node no longer exists.".to_owned(),
            ("node", Language::Zh) => "这个节点已不存在。".to_owned(),
            (_, Language::En) => "The item no longer exists.".to_owned(),
            (_, Language::Zh) => "它所针对的内容已不存在。".to_owned(),
        },
        Reason::Needs(id) => {
            let row = rows.iter().position(|row| row.operation.id == *id);
            let summary = row.and_then(|row| summaries.get(row)).map(|summary| summary.sentence(language));
            match (summary, language) {
                (Some(summary), Language::En) => format!("It needs “{summary}”, which can’t be done."),
                (Some(summary), Language::Zh) => format!("它依赖“{summary}”，而该操作无法执行。"),
                (None, _) => reason.text(language),
            }
        }
        Reason::UnknownCommand(name) => match language {
            Language::En => format!("Espalier has no command “{name}”."),
            Language::Zh => format!("没有“{name}”这个命令。"),
        },
        other => other.text(language),
    }
}

impl Summary {
    /// The summary as one line.
    pub fn sentence(&self, language: Language) -> String {
        let words = &espalier_i18n::messages(language).map.assist;
        let colon = if language == Language::En { ": " } else { "：" };
        let mut text = self.command.clone();
        if let Some(target) = &self.target {
            text.push_str(colon);
            text.extend(["“", target.as_str(), "”"]);
            if self.more > 0 {
                text.push_str(&(words.and_more)(self.more));
            }
            if self.below > 0 {
                text.push_str(&(words.below)(self.below));
            }
        }
        if !self.values.is_empty() {
            text.push_str(if self.target.is_some() { " → " } else { colon });
            text.push_str(&self.values.join(" · "));
        }
        if !self.over.is_empty() {
            text.push_str(&(words.over)(&self.over));
        }
        text
    }
}

/// Options of a parameter that names a thing: the stored value and its title. The present value is among them as it is
/// written.
pub fn choices(
    model: &Model,
    place: ProposalTarget,
    key: MessageKey,
    kind: &'static str,
    present: &str,
) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = Vec::new();
    let panel = model.panel(key);
    let rows = panel.iter().flat_map(|panel| panel.state.rows().iter().zip(panel.summaries.iter()));
    for (row, summary) in rows {
        let makes = place.room.registry().by_id(&row.operation.command_id).and_then(|spec| spec.creates) == Some(kind);
        if let Some(title) = summary.values.first().filter(|_| makes) {
            let name = row.operation.creates.clone().unwrap_or_else(|| row.operation.id.clone());
            all.push((name, format!("+ {title}")));
        }
    }
    all.extend(place.room.choices(model, place.scope, kind).into_iter().map(|(value, depth, title)| {
        let indent = "\u{2003}".repeat(depth.min(8));
        let title = if title.trim().is_empty() { untitled(model.language()) } else { one_line(&title) };
        (value, format!("{indent}{title}"))
    }));
    if !present.is_empty() && all.iter().all(|(value, _)| value != present) {
        name_present(model, place, kind, present, &mut all);
    }
    all
}

/// Writes the present value to the option that it means, as it is spelled; adds an option where none fits.
fn name_present(
    model: &Model,
    place: ProposalTarget,
    kind: &'static str,
    present: &str,
    all: &mut Vec<(String, String)>,
) {
    let mut draft = model.workspace.draft();
    let mut env = Env::deterministic(model.now, 1);
    let mut meant = None;
    place.with_target(model, &mut draft, &mut env, model.now, &mut |stage| {
        meant = stage.resolve(kind, present).map(|id| id.to_string());
    });
    match all.iter_mut().find(|(value, _)| meant.as_ref() == Some(value)) {
        Some((value, _)) => present.clone_into(value),
        None if is_id(present) => all.insert(0, (present.to_owned(), gone(kind, model.language()))),
        None => all.insert(0, (present.to_owned(), present.to_owned())),
    }
}
