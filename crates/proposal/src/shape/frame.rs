//! Brackets that are open while values are put together.

use serde_json::Value;

/// The sort of a bracket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bracket {
    Curly,
    Square,
    /// A round bracket, as around the tuples of Python; read like a list.
    Round,
}

/// Content of a bracket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Operations.
    List,
    /// A possible operation, or a wrapping around operations.
    Candidate,
    /// The possible parameters of an operation, or one more wrapping.
    Inner,
    /// A value.
    Plain,
}

/// Next token that an object expects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NextToken {
    Key,
    Colon,
    Value,
    After,
}

/// An open bracket.
#[derive(Debug, Clone)]
pub struct Frame {
    pub bracket: Bracket,
    pub role: Role,
    pub place: NextToken,
    pub key: Option<String>,
    pub entries: Vec<(String, Value)>,
    pub items: Vec<Value>,
    /// Whether a list has a value since the last comma.
    pub filled: bool,
    /// Whether operations were found inside, so that this is no operation.
    pub wraps: bool,
    /// Whether an operation inside was nested too deeply.
    pub too_deep: bool,
}

/// The stack of open brackets.
#[derive(Debug, Clone, Default)]
pub struct Frames {
    pub stack: Vec<Frame>,
    pub objects: usize,
    pub lists: usize,
    /// Brackets open beyond the deepest nesting that is read.
    pub excess: usize,
    /// Whether anything but white space was seen.
    pub touched: bool,
    /// The values at the outside that are complete.
    pub complete: usize,
    /// The text at the outside since then.
    pub outside: String,
    /// Whether just one value is wanted, and no operations.
    pub value_only: bool,
    pub value: Option<Value>,
    /// Number of strings around this text that hold it.
    pub strings: usize,
    /// Whether the explanation in here is shown.
    pub shows_explanation: bool,
    /// Command whose arguments are read, when a tool is itself a command.
    pub direct: Option<String>,
    /// Marks of a code fence at the outside; an odd number means that one is open.
    pub fences: usize,
    pub fence: (char, u8),
}

impl Frames {
    /// Whether nothing is open.
    pub const fn is_closed(&self) -> bool {
        self.stack.is_empty() && self.excess == 0
    }
}
