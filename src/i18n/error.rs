//! To be filled in: the names that the app relies on.
#[derive(Debug)]
pub struct Errors;
pub(super) const EN: Errors = Errors;
pub(super) const ZH: Errors = Errors;
