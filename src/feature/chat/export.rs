//! To be filled in: the names that the app relies on.
use crate::model::{Message, Session, settings::Language};
use std::rc::Rc;
pub fn to_json(_s: &Session, _m: &[Rc<Message>]) -> String {
    String::new()
}
pub fn path_to_markdown(_s: &Session, _m: &[Rc<Message>], _t: &str, _l: Language) -> String {
    String::new()
}
pub fn tree_to_markdown(_s: &Session, _m: &[Rc<Message>], _t: &str, _l: Language) -> String {
    String::new()
}
