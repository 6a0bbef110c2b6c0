//! `conversations.json` of a ChatGPT data export.
//!
//! The format is not documented by its maker; what is known of it comes from exports people have described. A file is
//! a list of conversations; each has a `mapping` of node ids to nodes with a `parent`, `children` and perhaps a
//! `message`, and a `current_node`. A single conversation, and an object with a list `conversations`, are read too.
//! - G1 The whole tree is read, and the branch that was shown there is shown here.
//! - G2 A node without text, and one that was hidden there, is left out; what follows it follows what it followed.
//! - G3 What a model thought belongs to the answer that comes next; where none comes it is a message of its own.
//! - G4 Nothing that is not text vanishes: it is named in brackets.
//! - G5 Custom instructions are kept, but switched off, because this app's agents have their own.
//! - G6 Cycles, missing nodes, unknown roles and contents, and parts of the wrong type are tolerated.

mod content;
mod graph;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use serde_json::value::RawValue;

use self::content::MessageContent;
use self::graph::Graph;
use super::json::{Members, Top};
use super::{Contents, Counts, Entry, ImportFormat, Outcome, Skipped, entry, stable};
use crate::commands::MAX_NAME_CHARS;
use espalier_base::text;
use espalier_base::time::Timestamp;
use espalier_model::Record;
use espalier_model::conversation::tree::Tree;
use espalier_model::conversation::{Message, MessageId, Part, Session, SessionId, Status};
use espalier_model::persona::Role;

/// Whether a file looks like one of these.
pub fn recognises(top: &Top<'_>) -> bool {
    const LOOKED_AT: usize = 5;
    conversations(top).iter().take(LOOKED_AT).any(|raw| {
        let members: Members<'_> = serde_json::from_str(raw).unwrap_or_default();
        members.get("mapping").is_some()
    })
}

/// Reads a file.
pub fn read(top: &Top<'_>) -> Contents {
    let mut seen = BTreeSet::new();
    let mut records = Vec::new();
    let report = conversations(top).into_iter().map(|raw| conversation(raw, &mut seen, &mut records)).collect();
    Contents { kind: ImportFormat::ChatGpt, records, report, broken: Vec::new(), files: Vec::new() }
}

fn conversations<'a>(top: &Top<'a>) -> Vec<&'a str> {
    let texts = |items: &[&'a RawValue]| items.iter().map(|raw| raw.get()).collect();
    match top {
        Top::List(items) => texts(items),
        Top::Object(whole, members) if members.get("mapping").is_some() => vec![*whole],
        Top::Object(_, members) => members
            .get("conversations")
            .and_then(|list| serde_json::from_str::<Vec<&RawValue>>(list.get()).ok())
            .map(|items| texts(&items))
            .unwrap_or_default(),
    }
}

fn conversation(raw: &str, seen: &mut BTreeSet<SessionId>, records: &mut Vec<Record>) -> Entry {
    let malformed =
        |title: &str, error: &serde_json::Error| entry(title, Outcome::Skipped(Skipped::Malformed(error.to_string())));
    let members: Members<'_> = match serde_json::from_str(raw) {
        Ok(members) => members,
        Err(error) => return malformed("", &error),
    };
    let title = members.text("title").unwrap_or_default();
    let mapping = members.get("mapping").map_or("{}", RawValue::get);
    let nodes: Members<'_> = match serde_json::from_str(mapping) {
        Ok(nodes) => nodes,
        Err(error) => return malformed(&title, &error),
    };
    let created_at = instant(members.number("create_time")).unwrap_or_default();
    let first_node = nodes.0.first().map(|(id, _)| id.clone()).unwrap_or_default();
    let name = members.text("conversation_id").or_else(|| members.text("id")).unwrap_or(first_node);
    let id = stable::id(created_at.0, 0, &["chatgpt", &name]);
    if seen.contains(&id) {
        return entry(&title, Outcome::Skipped(Skipped::Duplicate));
    }

    let mut reading = Reading {
        session: id,
        session_name: id.to_string(),
        default_model: members.text("default_model_slug"),
        made: BTreeMap::new(),
        counts: Counts::default(),
    };
    let graph = Graph::read(nodes, created_at);
    reading.counts =
        Counts { unreadable: graph.unreadable, orphans: graph.orphans, rings: graph.rings, ..Counts::default() };
    let shown = reading.walk(graph, members.text("current_node").as_deref());
    if reading.made.is_empty() {
        return entry(&title, Outcome::Skipped(Skipped::Empty));
    }
    seen.insert(id);
    let times = [instant(members.number("create_time")), instant(members.number("update_time"))];
    reading.finish(&title, times, shown, records)
}

fn instant(seconds: Option<f64>) -> Option<Timestamp> {
    graph::milliseconds(seconds?).map(|ms| Timestamp(ms as i64))
}

/// A conversation while it is read.
struct Reading {
    session: SessionId,
    session_name: String,
    default_model: Option<String>,
    made: BTreeMap<MessageId, Message>,
    counts: Counts,
}

impl Reading {
    /// Makes the messages, parents first, and gives the one that stands for `current`.
    fn walk(&mut self, mut graph: Graph, current: Option<&str>) -> Option<MessageId> {
        // For each node the message that what comes below it follows.
        let mut stands_for: Vec<Option<MessageId>> = vec![None; graph.nodes.len()];
        let mut thought: Vec<String> = vec![String::new(); graph.nodes.len()];
        for index in std::mem::take(&mut graph.order) {
            let above = graph.nodes[index].parent.and_then(|parent| stands_for[parent]);
            let said = graph.nodes[index].said.take();
            let before = std::mem::take(&mut thought[index]);
            stands_for[index] = match said {
                None | Some(MessageContent { hidden: true, .. }) => {
                    let hidden = said.is_some_and(|said| !said.text.is_empty() || !said.reasoning.is_empty());
                    self.counts.hidden += usize::from(hidden);
                    above
                }
                Some(mut said) => {
                    said.reasoning = join(before, &said.reasoning);
                    let only_thought = said.text.is_empty();
                    match graph.answered_by(index).filter(|_| only_thought && said.role == Role::Assistant) {
                        Some(next) => {
                            thought[next] = said.reasoning;
                            above
                        }
                        None => self.message(&graph, index, said, above),
                    }
                }
            };
        }
        let current = current.and_then(|name| graph.names.get(name).copied());
        current.and_then(|index| stands_for[index])
    }

    fn message(
        &mut self,
        graph: &Graph,
        index: usize,
        said: MessageContent,
        above: Option<MessageId>,
    ) -> Option<MessageId> {
        if said.text.is_empty() && said.reasoning.is_empty() {
            return above;
        }
        let node = &graph.nodes[index];
        let id = stable::id(node.at.0, node.order, &["chatgpt", &self.session_name, &node.name]);
        let mut message = Message::new(id, self.session, above, said.role, &said.text, node.at);
        if !said.reasoning.is_empty() {
            message.parts.insert(0, Part::Reasoning { text: said.reasoning });
        }
        message.enabled = said.enabled;
        if said.role == Role::Assistant {
            message.provenance.model = said.model.or_else(|| self.default_model.clone());
            message.provenance.truncated = said.finish.as_deref() == Some("max_tokens");
            message.provenance.finish = said.finish;
            if said.cut_off {
                message.status = Status::Stopped;
            }
        }
        self.made.insert(id, message);
        Some(id)
    }

    fn finish(
        self,
        title: &str,
        [created_at, updated_at]: [Option<Timestamp>; 2],
        shown: Option<MessageId>,
        records: &mut Vec<Record>,
    ) -> Entry {
        let times = || self.made.values().map(|message| message.created_at);
        let created_at = created_at.or_else(|| times().min()).unwrap_or_default();
        let updated_at = updated_at.or_else(|| times().max()).unwrap_or(created_at);
        let tree = Tree::of(self.made.values());
        let mut session = Session::new(self.session, created_at);
        session.name = text::truncate(title.trim(), MAX_NAME_CHARS);
        session.updated_at = updated_at;
        session.active_leaf = shown;
        session.active_leaf = tree.active_leaf(&session);
        if let Some(leaf) = session.active_leaf {
            session.choices.extend(tree.choices_to(leaf));
        }
        let leaf = |id: &&MessageId| tree.children(Some(**id)).is_empty();
        let counts =
            Counts { messages: self.made.len(), branches: self.made.keys().filter(leaf).count(), ..self.counts };
        records.push(Record::Sessions(Rc::new(session)));
        records.extend(self.made.into_values().map(|message| Record::Messages(Rc::new(message))));
        entry(title, Outcome::Read(counts))
    }
}

fn join(mut before: String, after: &str) -> String {
    if !before.is_empty() && !after.is_empty() {
        before.push_str("\n\n");
    }
    before.push_str(after);
    before
}
