//! State of a proposal in its panel: the ticks, the reasons against them, and the outcome.
//!
//! - S1 A valid operation is ticked at first, unless it takes something away ([`ProposalState::hold_back`]); one that
//!   is not valid has its reason and can't be ticked.
//! - S2 Who unticks an operation unticks what depends on it; who ticks one ticks what it depends on.
//! - S3 A proposal is applied or cancelled once. While it is being applied nothing can be changed; one that failed can
//!   be tried again; one that was applied can be undone and redone.
//! - S4 Whether an operation is possible is asked anew whenever something changed: the ticks, an operation's parameters, or
//!   the map itself. A choice of the person outlives that.

use std::collections::BTreeMap;

use super::{Operation, Params, Proposal};
use espalier_base::time::Timestamp;
use espalier_command::transaction::{self, Failed, Reason, Tried};
pub use espalier_model::decision::Decision;

/// Stage of a proposal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// Nothing has happened yet.
    Pending,
    /// Its operations are being carried out.
    Applying,
    /// The operations were carried out.
    Applied,
    /// The person wants none of them.
    Cancelled,
    /// Carrying them out failed, and nothing was changed.
    Failed,
    /// The operations were carried out and taken back.
    Undone,
}

impl Status {
    /// Name of the status for scripts and style sheets.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Applying => "applying",
            Self::Applied => "applied",
            Self::Cancelled => "cancelled",
            Self::Failed => "failed",
            Self::Undone => "undone",
        }
    }

    /// Whether the person can still choose.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Pending | Self::Failed)
    }
}

/// An operation in the panel.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Operation as proposed, or as the person changed it.
    pub operation: Operation,
    /// Reason why the operation can't be done.
    pub reason: Option<Reason>,
    /// Rows, all before this one, that it can't be done without.
    pub needs: Vec<usize>,
    /// Whether it is ticked, so that it would be carried out.
    pub ticked: bool,
    /// Whether the person changed its parameters.
    pub edited: bool,
    /// Whether it is not ticked unless the person ticks it.
    held_back: bool,
    /// Tick set by the person, if any.
    choice: Option<bool>,
}

impl Row {
    const fn new(operation: Operation) -> Self {
        Self { operation, reason: None, needs: Vec::new(), ticked: true, edited: false, held_back: false, choice: None }
    }

    fn is_wanted(&self) -> bool {
        self.choice.unwrap_or(!self.held_back)
    }
}

/// Error of a step that can't be done in this status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not possible while the proposal is {}", .0.name())]
pub struct NotNow(pub Status);

/// Tries operations in their order, leaving out what fails, and changes nothing.
pub type Trial<'a> = dyn FnMut(&[transaction::Operation]) -> Vec<Tried> + 'a;

/// The panel's state.
#[derive(Debug, Clone, PartialEq)]
pub struct ProposalState {
    rows: Vec<Row>,
    status: Status,
    failure: Option<Failed>,
    /// Ids of the operations that are being carried out, or were.
    chosen: Vec<String>,
}

impl ProposalState {
    /// Makes the state of a proposal nobody decided on.
    pub fn new(proposal: &Proposal) -> Self {
        Self {
            rows: proposal.operations.iter().cloned().map(Row::new).collect(),
            status: Status::Pending,
            failure: None,
            chosen: Vec::new(),
        }
    }

    /// Makes the state of a proposal as it was left; `undone` says that its changes are taken back at the moment.
    pub fn restored(operations: &[Operation], decision: &Decision, undone: bool) -> Self {
        let mut rows: Vec<Row> = operations.iter().cloned().map(Row::new).collect();
        let status = match (decision.operations_cancelled, decision.operations_applied) {
            (true, _) => Status::Cancelled,
            (false, true) if undone => Status::Undone,
            (false, true) => Status::Applied,
            (false, false) => Status::Pending,
        };
        if status != Status::Pending {
            for row in &mut rows {
                row.ticked = decision.applied_operation_ids.contains(&row.operation.id);
            }
        }
        Self { rows, status, failure: None, chosen: decision.applied_operation_ids.clone() }
    }

    /// Sets which operations a person has to tick themselves, by their place. Then ask what is possible.
    pub fn hold_back(&mut self, is_held: impl Fn(usize) -> bool) {
        for (index, row) in self.rows.iter_mut().enumerate() {
            row.held_back = is_held(index);
        }
        if self.status.is_open() {
            self.settle();
        }
    }

    /// Adds an operation that has arrived.
    pub fn add(&mut self, operation: Operation) {
        if self.status.is_open() {
            self.rows.push(Row::new(operation));
        }
    }

    /// Returns the operations that have arrived, in the order of the proposal.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Returns the stage of the proposal (S3).
    pub const fn status(&self) -> Status {
        self.status
    }

    /// Reason why carrying it out failed the last time.
    pub const fn failure(&self) -> Option<&Failed> {
        self.failure.as_ref()
    }

    /// Counts the operations that are ticked; once they were carried out, those.
    pub fn count(&self) -> usize {
        if self.status.is_open() { self.ticked().count() } else { self.chosen.len() }
    }

    /// Returns the operations that are ticked.
    pub fn ticked(&self) -> impl Iterator<Item = &Operation> {
        self.rows.iter().filter(|row| row.ticked).map(|row| &row.operation)
    }

    /// Returns the row because of which this one is not ticked although it is possible.
    pub fn blocked_by(&self, index: usize) -> Option<usize> {
        let row = self.rows.get(index)?;
        row.needs.iter().copied().find(|&need| self.rows.get(need).is_some_and(|row| !row.ticked))
    }

    /// Ticks or unticks one operation (S2). Answers whether anything changed; then ask again what is possible.
    pub fn tick(&mut self, index: usize, ticked: bool) -> bool {
        if !self.status.is_open() || index >= self.rows.len() {
            return false;
        }
        if self.rows[index].ticked == ticked || (ticked && self.rows[index].reason.is_some()) {
            return false;
        }
        self.rows[index].choice = Some(ticked);
        let mut needed = vec![false; index + 1];
        needed[index] = ticked;
        for at in (0..=index).rev().filter(|_| ticked) {
            if needed[at] {
                self.rows[at].choice = Some(true);
                for &need in self.rows[at].needs.iter().filter(|&&need| need < at) {
                    needed[need] = true;
                }
            }
        }
        self.settle();
        true
    }

    /// Ticks all that is possible, or nothing.
    pub fn tick_all(&mut self, ticked: bool) {
        if !self.status.is_open() {
            return;
        }
        for row in &mut self.rows {
            row.choice = Some(ticked);
        }
        self.settle();
    }

    /// Asks which operations are possible (S1, S4).
    ///
    /// Unwanted operations are tried too, so that it can be said whether they may be ticked: together with everything
    /// at first, and where that fails, without the other unwanted ones.
    pub fn examine(&mut self, trial: &mut Trial<'_>) {
        if !self.status.is_open() || self.rows.is_empty() {
            return;
        }
        let all: Vec<usize> = (0..self.rows.len()).collect();
        let tried = self.try_rows(&all, trial);
        for (row, tried) in self.rows.iter_mut().zip(tried) {
            row.reason = tried.result.err();
            row.needs = tried.needs;
        }
        let mut wanted = vec![true; self.rows.len()];
        for index in 0..self.rows.len() {
            let row = &self.rows[index];
            wanted[index] = row.is_wanted() && row.needs.iter().all(|&need| wanted[need]);
        }
        if wanted.iter().any(|wanted| !wanted) {
            let only: Vec<usize> = all.iter().copied().filter(|&index| wanted[index]).collect();
            let tried = self.try_rows(&only, trial);
            for (&index, tried) in only.iter().zip(tried) {
                self.rows[index].reason = tried.result.err();
            }
            let second: Vec<usize> =
                all.into_iter().filter(|&index| wanted[index] || self.rows[index].reason.is_some()).collect();
            if second.len() > only.len() {
                let tried = self.try_rows(&second, trial);
                for (&index, tried) in second.iter().zip(tried).filter(|(index, _)| !wanted[**index]) {
                    self.rows[index].reason = tried.result.err();
                }
            }
        }
        self.settle();
    }

    fn try_rows(&self, indexes: &[usize], trial: &mut Trial<'_>) -> Vec<Tried> {
        let operations: Vec<_> = indexes.iter().map(|&index| self.rows[index].operation.to_command()).collect();
        let mut tried = trial(&operations);
        // Rows are counted in the panel, not in this trial.
        for tried in &mut tried {
            tried.needs = tried.needs.iter().filter_map(|&need| indexes.get(need).copied()).collect();
        }
        tried
    }

    /// Makes the ticks follow from what is possible and what is wanted.
    fn settle(&mut self) {
        for index in 0..self.rows.len() {
            let row = &self.rows[index];
            let ticked = row.reason.is_none()
                && row.is_wanted()
                && row.needs.iter().all(|&need| self.rows.get(need).is_some_and(|row| row.ticked));
            self.rows[index].ticked = ticked;
        }
    }

    /// Returns the ticks that the person set, by the operation's id.
    pub fn choices(&self) -> BTreeMap<String, bool> {
        espalier_base::collect::map(self.rows.iter().filter_map(|row| Some((row.operation.id.clone(), row.choice?))))
    }

    /// Takes a choice that was made before. Then ask what is possible.
    pub fn choose(&mut self, id: &str, ticked: bool) {
        if let Some(row) = self.rows.iter_mut().find(|row| row.operation.id == id) {
            row.choice = Some(ticked);
        }
    }

    /// Returns the texts of the operations that the person changed, by the operation's id.
    pub fn edited(&self) -> BTreeMap<String, String> {
        let edited = self.rows.iter().filter(|row| row.edited);
        espalier_base::collect::map(edited.map(|row| (row.operation.id.clone(), row.operation.to_text())))
    }

    /// Shows an operation as a person changed it before it was carried out.
    pub fn show_edited(&mut self, id: &str, text: &str) {
        let row = self.rows.iter_mut().find(|row| row.operation.id == id);
        if let (Some(row), Ok(operation)) = (row, serde_json::from_str::<Operation>(text)) {
            row.operation = Operation { id: id.to_owned(), written_id: None, ..operation };
            row.edited = true;
        }
    }

    /// Takes other parameters for an operation. Then ask again what is possible.
    pub fn edit(&mut self, index: usize, params: Params) -> Result<(), NotNow> {
        if !self.status.is_open() {
            return Err(NotNow(self.status));
        }
        let Some(row) = self.rows.get_mut(index) else { return Ok(()) };
        if row.operation.params == params {
            return Ok(());
        }
        row.operation.params = params;
        row.edited = true;
        row.choice = Some(true);
        row.reason = None;
        self.settle();
        Ok(())
    }

    /// Begins to carry out the ticked operations, and returns them (S3). Nothing ticked is nothing to begin.
    pub fn begin(&mut self) -> Result<Vec<transaction::Operation>, NotNow> {
        if !self.status.is_open() || !self.rows.iter().any(|row| row.ticked) {
            return Err(NotNow(self.status));
        }
        self.status = Status::Applying;
        self.failure = None;
        self.chosen = self.ticked().map(|operation| operation.id.clone()).collect();
        Ok(self.ticked().map(Operation::to_command).collect())
    }

    /// Notes that it was carried out; returns the decision to be kept, in one transaction with the changes.
    pub fn applied(&mut self, now: Timestamp) -> Result<Decision, NotNow> {
        self.go(Status::Applying, Status::Applied)?;
        Ok(Decision {
            operations_applied: true,
            applied_operation_ids: self.chosen.clone(),
            applied_at: Some(now),
            ..Decision::default()
        })
    }

    /// Notes that it could not be carried out; the panel can be used again.
    pub fn failed(&mut self, failure: Failed) -> Result<(), NotNow> {
        self.go(Status::Applying, Status::Failed)?;
        self.failure = Some(failure);
        self.chosen.clear();
        Ok(())
    }

    /// Notes that the person wants none of it; returns the decision to be kept.
    pub fn cancel(&mut self, now: Timestamp) -> Result<Decision, NotNow> {
        if !self.status.is_open() {
            return Err(NotNow(self.status));
        }
        self.status = Status::Cancelled;
        self.failure = None;
        for row in &mut self.rows {
            row.ticked = false;
        }
        Ok(Decision { operations_cancelled: true, cancelled_at: Some(now), ..Decision::default() })
    }

    /// Notes that the applied operations were taken back.
    pub fn undone(&mut self) -> Result<(), NotNow> {
        self.go(Status::Applied, Status::Undone)
    }

    /// Notes that they were done again.
    pub fn redone(&mut self) -> Result<(), NotNow> {
        self.go(Status::Undone, Status::Applied)
    }

    fn go(&mut self, from: Status, to: Status) -> Result<(), NotNow> {
        if self.status != from {
            return Err(NotNow(self.status));
        }
        self.status = to;
        Ok(())
    }
}

#[cfg(test)]
mod tests;
