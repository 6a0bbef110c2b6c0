//! To be filled in: the names that the app relies on.
#[derive(Debug, Clone, PartialEq)]
pub struct ChatMessage;
