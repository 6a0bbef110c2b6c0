//! To be filled in: the names that the app relies on.
pub const RULES: &[crate::llm::builtin::Rule] = &[];
