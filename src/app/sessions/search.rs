//! Looking for words in all conversations.
//!
//! Must not be in here: what counts as found (`feature::chat::search`).

use std::rc::Rc;

use crate::app::Model;
use crate::app::effect::{Effect, LoadTag};
use crate::feature::chat::search;
use crate::model::{Message, Record, Table};
use crate::storage::port::Query;

/// Looks for words in all conversations: what they say is read first.
pub(super) fn search(model: &mut Model, query: String, out: &mut Vec<Effect>) {
    let query = query.trim().to_owned();
    model.search.hits = Rc::default();
    model.search.busy = !query.is_empty();
    model.search.query.clone_from(&query);
    if !query.is_empty() {
        out.push(Effect::Load(LoadTag::Search(query), Query::Tables(vec![Table::Messages])));
    }
}

/// Every message was read: look for the words, unless others are looked for by now.
pub fn search_in(model: &mut Model, query: &str, records: &[Record]) {
    if model.search.query != query {
        return;
    }
    model.search.busy = false;
    let messages: Vec<Rc<Message>> = records
        .iter()
        .filter_map(|record| match record {
            Record::Messages(message) => Some(message.clone()),
            _ => None,
        })
        .collect();
    let mut sessions = model.sessions();
    let elsewhere = model.workspace.tables().sessions.values().filter(|session| !session.scope.is_chat());
    sessions.extend(elsewhere.cloned());
    model.search.hits = Rc::new(search::find(query, &sessions, &messages));
}
