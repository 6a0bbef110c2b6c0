//! An operation that a person edited as text.
//!
//! Must not be in here: whether it is possible.

use std::rc::Rc;

use super::Operation;
use super::collect::Collector;
use super::commands::CommandNames;
use super::lane::Lane;

/// Why an edited text is not an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// Nothing in it names a command.
    #[error("there is no operation in the text")]
    Missing,
    /// There are several operations.
    #[error("the text has more than one operation")]
    Several,
    /// A bracket or quote is missing.
    #[error("the text ends too early")]
    CutOff,
}

/// The one operation that this text describes, in any way that models may use.
pub fn read_operation(text: &str, names: Rc<dyn CommandNames>) -> Result<Operation, EditError> {
    let mut collector = Collector::new(names);
    let mut lane = Lane::default();
    lane.push(text, &mut collector);
    lane.finish(&mut collector);
    if collector.cut_off {
        return Err(EditError::CutOff);
    }
    let mut operations = collector.proposal.operations;
    match (operations.pop(), operations.is_empty()) {
        (Some(operation), true) => Ok(operation),
        (None, _) => Err(EditError::Missing),
        (Some(_), false) => Err(EditError::Several),
    }
}
