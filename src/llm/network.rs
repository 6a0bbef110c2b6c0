//! To be filled in: the names that the app relies on.
use super::error::NetworkKind;
pub enum TargetClass {
    Loopback,
    Private,
    Public,
}
pub struct Facts {
    pub online: bool,
    pub page_is_https: bool,
    pub target_is_http: bool,
    pub target: TargetClass,
    pub reachable_without_cors: Option<bool>,
    pub local_network_denied: bool,
}
pub fn target_class(_url: &str) -> TargetClass {
    TargetClass::Public
}
pub fn classify(_f: &Facts) -> NetworkKind {
    NetworkKind::Unreachable
}
