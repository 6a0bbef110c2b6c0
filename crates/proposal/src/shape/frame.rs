//! What is open while values are put together.

use serde_json::Value;

/// The sort of a bracket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bracket {
    Curly,
    Square,
    /// As around the tuples of Python; read like a list.
    Round,
}

/// What a bracket holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Operations.
    List,
    /// What may be an operation, or a wrapping around operations.
    Candidate,
    /// What may be the parameters of an operation, or one more wrapping.
    Inner,
    /// A value.
    Plain,
}

/// What comes next in an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
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
    pub place: Place,
    pub key: Option<String>,
    pub entries: Vec<(String, Value)>,
    pub items: Vec<Value>,
    /// In a list: there is a value since the last comma.
    pub filled: bool,
    /// Operations were found inside, so that this is no operation.
    pub wraps: bool,
    /// Something inside was nested too deeply.
    pub too_deep: bool,
}

/// What is open.
#[derive(Debug, Clone, Default)]
pub struct Frames {
    pub stack: Vec<Frame>,
    pub objects: usize,
    pub lists: usize,
    /// Brackets beyond [`MAX_DEPTH`].
    pub excess: usize,
    /// Anything but white space was seen.
    pub touched: bool,
    /// The values at the outside that are complete.
    pub complete: usize,
    /// The text at the outside since then.
    pub outside: String,
    /// Just one value is wanted, and no operations.
    pub value_only: bool,
    pub value: Option<Value>,
    /// How many strings around this hold it.
    pub strings: usize,
    /// The explanation in here is shown.
    pub shows_explanation: bool,
    /// The arguments of a tool are read which is this command itself.
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
