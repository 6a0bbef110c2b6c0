//! Search in all conversations, those that grew last first, so that the first hits are there at once.

use std::rc::Rc;

use crate::Model;
use crate::effect::{Effect, LoadTag};
use espalier_chat::search::Search;
use espalier_model::{Record, Session, SessionId};
use espalier_storage::port::Query;

/// Number of conversations in the first read: few enough for the first hits to come at once.
const FIRST: usize = 8;
/// The most conversations in one read: few enough for no read to be felt.
const MOST: usize = 64;

/// A search that still has conversations to read.
#[derive(Debug, Clone)]
pub struct Searching {
    search: Search,
    /// Conversations that are not read yet; the one that grew last is the last.
    rest: Vec<SessionId>,
    /// Number of conversations in the next read.
    batch: usize,
}

/// Searches all conversations: the names and what is in memory at once, then what has to be read.
pub(super) fn search(model: &mut Model, query: String, out: &mut Vec<Effect>) {
    let query = query.trim().to_owned();
    let search = Search::new(&query);
    model.search.query = query;
    let Some(mut search) = search else {
        model.searching = None;
        return show(model, None);
    };
    let mut rest = Vec::new();
    for session in model.workspace.tables().sessions.values() {
        search.feed_session(session);
        if model.opened.contains(&session.id) {
            search.feed_messages(session, model.workspace.messages(session.id).map(|message| &**message));
        } else {
            rest.push((session.updated_at, session.id));
        }
    }
    rest.sort_unstable();
    let rest = rest.into_iter().map(|(_, session)| session).collect();
    model.searching = Some(Searching { search, rest, batch: FIRST });
    go_on(model, out);
}

/// Searches messages that were read, unless another search has begun.
pub fn search_in(model: &mut Model, query: &str, records: &[Record], out: &mut Vec<Effect>) {
    if model.search.query != query {
        return;
    }
    let Some(mut searching) = model.searching.take() else { return };
    for record in records {
        if let Record::Messages(message) = record
            && let Some(session) = model.workspace.get::<Session>(&message.session)
        {
            searching.search.feed_messages(session, [&**message]);
        }
    }
    model.searching = Some(searching);
    go_on(model, out);
}

/// Shows the hits and reads the next conversations.
fn go_on(model: &mut Model, out: &mut Vec<Effect>) {
    let Some(mut searching) = model.searching.take() else { return };
    show(model, Some(&mut searching.search));
    let Searching { search, rest, batch } = &mut searching;
    if rest.is_empty() {
        return;
    }
    model.search.busy = true;
    let sessions = rest.split_off(rest.len().saturating_sub(*batch)).into_iter().rev().collect();
    *batch = (*batch * 2).min(MOST);
    let query = Query::Containing { sessions, words: search.words().to_vec() };
    out.push(Effect::Load(LoadTag::Search(model.search.query.clone()), query));
    model.searching = Some(searching);
}

fn show(model: &mut Model, search: Option<&mut Search>) {
    model.search.busy = false;
    model.search.left_out = false;
    let hits = search.map(|search| {
        let hits = search.hits().to_vec();
        model.search.left_out = search.left_out();
        hits
    });
    model.search.hits = Rc::new(hits.unwrap_or_default());
}
