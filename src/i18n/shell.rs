//! To be filled in: the names that the app relies on.
#[derive(Debug)]
pub struct Shell;
pub(super) const EN: Shell = Shell;
pub(super) const ZH: Shell = Shell;
