//! Gathers the operations of an answer into one proposal, and notes its warnings.

use std::collections::BTreeSet;
use std::rc::Rc;

use serde_json::Value;

use super::commands::{CommandNames, NoCommands};
use super::fields::{Field, field};
use super::operation::{self, Operation, Params};
use super::shape;
use super::{Proposal, ProposalEvent, Warning};

/// The proposal as far as it is known.
#[derive(Clone)]
pub(super) struct Collector {
    pub proposal: Proposal,
    pub events: Vec<ProposalEvent>,
    /// Whether a bracket or a string was open when its text ended.
    pub cut_off: bool,
    names: Rc<dyn CommandNames>,
    used: BTreeSet<String>,
    next: usize,
}

impl Default for Collector {
    fn default() -> Self {
        Self::new(Rc::new(NoCommands))
    }
}

impl Collector {
    pub fn new(names: Rc<dyn CommandNames>) -> Self {
        Self {
            proposal: Proposal::default(),
            events: Vec::new(),
            cut_off: false,
            names,
            used: BTreeSet::new(),
            next: 1,
        }
    }

    /// Returns the names by which commands are found.
    pub fn names(&self) -> Rc<dyn CommandNames> {
        Rc::clone(&self.names)
    }

    /// Returns the id of the command that goes by this name.
    pub fn canonical(&self, name: &str) -> Option<String> {
        self.names.canonical(name)
    }

    /// Adds text that people see.
    pub fn show(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        self.proposal.explanation.push_str(text);
        match self.events.last_mut() {
            Some(ProposalEvent::Text(all)) => all.push_str(text),
            _ => self.events.push(ProposalEvent::Text(text.to_owned())),
        }
    }

    /// Adds an explanation that came inside the JSON of an answer which has its own text.
    pub fn explained(&mut self, text: &str) {
        if self.proposal.summary.is_empty() {
            text.clone_into(&mut self.proposal.summary);
        }
    }

    pub fn warn(&mut self, warning: Warning) {
        if !self.proposal.warnings.contains(&warning) {
            self.proposal.warnings.push(warning);
        }
    }

    pub fn not_an_operation(&mut self) {
        self.warn(Warning::NotAnOperation);
    }

    /// Takes a complete object that may be an operation; `direct` is the command whose arguments it may be.
    pub fn candidate(&mut self, entries: Vec<(String, Value)>, direct: Option<&str>) {
        if let Some(command) = direct
            && !entries.iter().any(|(key, _)| field(key) == Field::Command)
        {
            let params = Params::Named(shape::object(entries));
            return self.add(Operation { command_id: command.to_owned(), params, ..Operation::default() });
        }
        let is_report = entries.iter().any(|(key, _)| matches!(field(key), Field::Explanation | Field::Summary));
        let found = operation::operations(entries, &*self.names);
        if found.is_empty() && !is_report {
            self.not_an_operation();
        }
        for operation in found {
            self.add(operation);
        }
    }

    /// Gives the operation an id of its own, and tells that it is there.
    fn add(&mut self, mut operation: Operation) {
        if operation.id.is_empty() || !self.used.insert(operation.id.clone()) {
            self.next = self.next.max(self.proposal.operations.len() + 1);
            let mut id = format!("op-{}", self.next);
            while !self.used.insert(id.clone()) {
                self.next += 1;
                id = format!("op-{}", self.next);
            }
            self.next += 1;
            let written = std::mem::replace(&mut operation.id, id);
            if !written.is_empty() {
                operation.written_id = Some(written);
                self.warn(Warning::Renumbered);
            }
        }
        self.events.push(ProposalEvent::Operation(self.proposal.operations.len()));
        self.proposal.operations.push(operation);
    }
}
