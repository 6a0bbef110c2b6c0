//! The nodes of one conversation, in an order in which parents come first.

use std::collections::{HashMap, VecDeque};

use super::content::MessageContent;
use espalier_base::time::Timestamp;
use espalier_model::persona::Role;

/// The largest number that fits beside an instant in an id.
const LAST_ORDER: u16 = 0x0fff;

/// Message of a file, with its links as they stand there.
#[derive(Debug, Default)]
pub struct Item {
    /// Id in the file.
    pub name: String,
    /// Id of the message it follows.
    pub parent: Option<String>,
    /// Ids of the messages that follow it; they only matter where those do not say themselves what they follow.
    pub children: Vec<String>,
    /// Content; `None` where there is no message.
    pub said: Option<MessageContent>,
    /// Milliseconds since 1970.
    pub time: Option<f64>,
}

/// Node of the graph.
pub struct Node {
    /// Id in the file.
    pub name: String,
    /// The index of the node it follows.
    pub parent: Option<usize>,
    /// Content of the message; `None` where the node has no message.
    pub said: Option<MessageContent>,
    /// Time of the message, or of the one it follows.
    pub at: Timestamp,
    /// Number that tells apart nodes of the same millisecond.
    pub order: u16,
    time: Option<f64>,
    children: Vec<usize>,
}

/// Graph of one conversation.
pub struct Graph {
    /// The nodes, in the order of the file.
    pub nodes: Vec<Node>,
    /// Indices by id.
    pub names: HashMap<String, usize>,
    /// All indices, parents before children.
    pub order: Vec<usize>,
    /// Number of nodes that could not be understood.
    pub unreadable: usize,
    /// Number of nodes that follow one that is not there.
    pub orphans: usize,
    /// Number of rings that were cut.
    pub rings: usize,
}

impl Graph {
    /// Links messages. Links to messages that are not there are ignored and rings are cut; both are counted, and so is
    /// a message whose id was there already, which is left out.
    pub fn new(items: Vec<Item>, created_at: Timestamp) -> Self {
        let mut graph = Self {
            nodes: Vec::with_capacity(items.len()),
            names: HashMap::with_capacity(items.len()),
            order: Vec::with_capacity(items.len()),
            unreadable: 0,
            orphans: 0,
            rings: 0,
        };
        let mut links: Vec<(Option<String>, Vec<String>)> = Vec::with_capacity(items.len());
        for Item { name, parent, children, said, time } in items {
            if graph.names.contains_key(&name) {
                graph.unreadable += 1;
                continue;
            }
            links.push((parent, children));
            graph.names.insert(name.clone(), graph.nodes.len());
            graph.nodes.push(Node { name, parent: None, said, at: created_at, order: 0, time, children: Vec::new() });
        }
        graph.link(&links);
        graph.sort();
        graph
    }

    /// The node that answers this one alone: the place for what was thought before.
    pub fn answered_by(&self, index: usize) -> Option<usize> {
        match self.nodes[index].children[..] {
            [next] => Some(next).filter(|&next| {
                let said = self.nodes[next].said.as_ref();
                said.is_some_and(|said| said.role == Role::Assistant && !said.hidden && !said.from_tool)
            }),
            _ => None,
        }
    }

    fn link(&mut self, links: &[(Option<String>, Vec<String>)]) {
        // The list of children only matters where a node does not say itself what it follows.
        for (index, (_, children)) in links.iter().enumerate() {
            for child in children.iter().filter_map(|name| self.names.get(name)) {
                self.nodes[*child].parent.get_or_insert(index);
            }
        }
        for (index, (parent, _)) in links.iter().enumerate() {
            if let Some(&parent) = parent.as_ref().and_then(|name| self.names.get(name)) {
                self.nodes[index].parent = Some(parent);
            }
        }
        for (index, (named, _)) in links.iter().enumerate() {
            match self.nodes[index].parent {
                Some(parent) => self.nodes[parent].children.push(index),
                None => self.orphans += usize::from(named.is_some()),
            }
        }
    }

    fn sort(&mut self) {
        let mut reached = vec![false; self.nodes.len()];
        let is_first = |&index: &usize| self.nodes[index].parent.is_none();
        let mut queue: VecDeque<usize> = (0..self.nodes.len()).filter(is_first).collect();
        for (place, &index) in queue.iter().enumerate() {
            let begun = self.nodes[index].at;
            self.nodes[index].date(begun, place);
        }
        let mut unreached = 0;
        loop {
            while let Some(index) = queue.pop_front() {
                if std::mem::replace(&mut reached[index], true) {
                    continue;
                }
                self.order.push(index);
                self.date_children(index);
                queue.extend(self.nodes[index].children.iter().filter(|&&child| !reached[child]));
            }
            // What is left follows itself; each such ring is cut at its first node in the file.
            while reached.get(unreached) == Some(&true) {
                unreached += 1;
            }
            if unreached == self.nodes.len() {
                return;
            }
            if let Some(parent) = self.nodes[unreached].parent.take() {
                self.nodes[parent].children.retain(|&child| child != unreached);
                self.rings += 1;
            }
            let begun = self.nodes[unreached].at;
            self.nodes[unreached].date(begun, 0);
            queue.push_back(unreached);
        }
    }

    /// Gives the children of a node their own time, or else that of the node and their place among each other. Those
    /// of the same millisecond stay in the order of the file.
    fn date_children(&mut self, index: usize) {
        let above = self.nodes[index].at;
        let mut free: HashMap<Timestamp, u16> = HashMap::new();
        for (place, child) in self.nodes[index].children.clone().into_iter().enumerate() {
            let node = &mut self.nodes[child];
            node.date(above, place);
            let free = free.entry(node.at).or_default();
            node.order = node.order.max(*free);
            *free = (node.order + 1).min(LAST_ORDER);
        }
    }
}

impl Node {
    fn date(&mut self, above: Timestamp, place: usize) {
        (self.at, self.order) = match self.time {
            Some(ms) => (Timestamp(ms as i64), (ms.fract() * 4_096.0) as u16),
            None => (above, (place as u16).min(LAST_ORDER)),
        };
    }
}
