//! To be filled in: the names that the app relies on.
#[derive(Debug)]
pub struct Settings;
pub(super) const EN: Settings = Settings;
pub(super) const ZH: Settings = Settings;
