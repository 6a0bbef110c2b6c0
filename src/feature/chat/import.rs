//! To be filled in: the names that the app relies on.
use crate::model::Record;
#[derive(Debug, Clone, PartialEq)]
pub enum ImportError {
    Unreadable(String),
}
#[derive(Debug, Clone)]
pub struct Contents {
    pub records: Vec<Record>,
}
pub fn read(_b: &[u8]) -> Result<Contents, ImportError> {
    Err(ImportError::Unreadable(String::new()))
}
