//! To be filled in: the names that the app relies on.
#[derive(Debug)]
pub struct Chat;
pub(super) const EN: Chat = Chat;
pub(super) const ZH: Chat = Chat;
