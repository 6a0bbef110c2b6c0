//! Proposals: operations that a model suggests and a person ticks.
//!
//! It may depend on base, llm, model and command.
//!
//! A model proposes through one of three channels: a call of the tool [`TOOL_NAME`], an answer that is one JSON object,
//! or text with the tag `<operations>` in it. All of them are read by [`ProposalReader`] into the same [`Proposal`].
//!
//! - P1 Every way of cutting the stream gives the same operations, the same visible text and the same warnings.
//! - P2 JSON is never shown: the panel begins where the tag opens, and what follows its closing tag is text again.
//! - P3 In a code sample, in reasoning, or in the middle of a sentence the tag is text.
//! - P4 An operation is there as soon as its own bracket closes; one that is cut off never is.
//! - P5 Nothing is invented: references, parameters and unknown commands stay as they were written.
//! - P6 Reading takes time in proportion to the length, whatever the text, and never fails.

mod collect;
mod commands;
mod fields;
mod json_source;
mod lexer;
mod operation;
pub mod prompt;
mod reader;
pub mod report;
mod shape;
mod sniff;
pub mod state;
mod summary;
mod tag;

use serde::{Deserialize, Serialize};

pub use commands::{CommandNames, NoCommands, Offered};
pub use espalier_model::conversation::Channel;
pub use operation::{NotParams, Operation, Params};
pub use reader::ProposalReader;

/// The tool by which operations are proposed.
pub const TOOL_NAME: &str = "propose_operations";

/// A model's proposal, as far as it has arrived.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Proposal {
    /// All text that people see.
    pub explanation: String,
    /// One sentence on all operations; empty if the model gave none.
    pub summary: String,
    /// Operations in the order of the answer; later ones may refer to what earlier ones make.
    pub operations: Vec<Operation>,
    /// Problems in the order in which they were met, each once.
    pub warnings: Vec<Warning>,
    /// Whether the model came to its end, and nothing was cut off.
    pub complete: bool,
}

/// A problem with a proposal that a person should know of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Warning {
    /// The text ended inside an operation, or before the list was closed.
    CutOff,
    /// The closing tag is missing.
    Unclosed,
    /// An entry of the list names no command.
    NotAnOperation,
    /// An operation was nested too deeply to be read.
    TooDeep,
    /// Operations without an id of their own got one.
    Renumbered,
    /// The tag stood in a code sample and was not read.
    InCode,
}

/// An event while an answer is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProposalEvent {
    /// More text to be shown.
    Text(String),
    /// Operations begin: a panel takes the place of text.
    Opened,
    /// The operation at this index of [`Proposal::operations`] is complete.
    Operation(usize),
    /// The operations end, and text may follow.
    Closed,
}

#[cfg(test)]
mod tests;
