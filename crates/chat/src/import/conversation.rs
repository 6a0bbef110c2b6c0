//! A conversation of another app, and what it becomes.
//!
//! - C1 The whole tree is read, and the branch that was shown there is shown here.
//! - C2 A message without text, and one that was hidden there, is left out; what follows it follows what it followed.
//! - C3 What a model thought belongs to the answer that comes next; where none comes it is a message of its own.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::content::MessageContent;
use super::graph::{Graph, Item};
use super::{Counts, Entry, Outcome, Skipped, entry, stable};
use crate::commands::MAX_NAME_CHARS;
use espalier_base::text;
use espalier_base::time::Timestamp;
use espalier_model::Record;
use espalier_model::conversation::tree::Tree;
use espalier_model::conversation::{Message, MessageId, Part, Session, SessionId, Status};
use espalier_model::persona::Role;

/// A conversation as it stands in a file of another app.
#[derive(Debug, Default)]
pub struct Conversation {
    /// Name of the app in the ids that are made.
    pub app: &'static str,
    /// Id there; if it is empty, that of the first message stands for it.
    pub id: String,
    /// Title; may be empty.
    pub title: String,
    /// Time of its beginning. It is part of the id, so it must be the same in a later file.
    pub created_at: Option<Timestamp>,
    /// Time of its last change.
    pub updated_at: Option<Timestamp>,
    /// Id of the last message that was shown there.
    pub current: Option<String>,
    /// Model of the answers that name none.
    pub default_model: Option<String>,
    /// The messages.
    pub items: Vec<Item>,
    /// Number of messages that could not be understood.
    pub unreadable: usize,
}

impl Conversation {
    /// Makes rows of it; returns what is reported.
    pub fn finish(self, seen: &mut BTreeSet<SessionId>, records: &mut Vec<Record>) -> Entry {
        let created_at = self.created_at.unwrap_or_default();
        let first = self.items.first().map_or("", |item| &item.name);
        let id = stable::id(created_at.0, 0, &[self.app, if self.id.is_empty() { first } else { &self.id }]);
        if seen.contains(&id) {
            return entry(&self.title, Outcome::Skipped(Skipped::Duplicate));
        }
        let graph = Graph::new(self.items, created_at);
        let mut reading = Reading {
            app: self.app,
            session: id,
            session_name: id.to_string(),
            default_model: self.default_model,
            made: BTreeMap::new(),
            counts: Counts {
                unreadable: self.unreadable + graph.unreadable,
                orphans: graph.orphans,
                rings: graph.rings,
                ..Counts::default()
            },
        };
        let shown = reading.walk(graph, self.current.as_deref());
        if reading.made.is_empty() {
            return entry(&self.title, Outcome::Skipped(Skipped::Empty));
        }
        seen.insert(id);
        reading.finish(&self.title, [self.created_at, self.updated_at], shown, records)
    }
}

/// A conversation while it is read.
struct Reading {
    app: &'static str,
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
        let id = stable::id(node.at.0, node.order, &[self.app, &self.session_name, &node.name]);
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
