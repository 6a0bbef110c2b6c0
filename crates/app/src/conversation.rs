//! Conversations in memory: reading them, their derived tree, the one that is shown.

use std::rc::Rc;

use super::core::Changed;
use super::effect::{Effect, LoadTag};
use super::journal;
use super::{Model, Notice, edit, notify};
use espalier_base::env::Env;
use espalier_command::call::CommandId;
use espalier_command::history::Document;
use espalier_model::conversation::tree::{Repair, Tree};
use espalier_model::workspace::Draft;
use espalier_model::{MessageId, Record, RecordKey, Scope, Session, SessionId, Table};
use espalier_storage::port::{Durability, Loaded, Query};

/// Id of `chat.send`: a person says something, in any room.
pub const SEND: CommandId = CommandId::new("chat.send");

/// Derived tree and path of an opened session.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SessionView {
    /// All branches.
    pub tree: Tree,
    /// The messages shown, first to last.
    pub path: Rc<Vec<MessageId>>,
    /// Version of the tree, for cheap comparison.
    pub version: u64,
}

/// Marks derived trees as stale after records changed.
pub fn changed(model: &mut Model, changed: &Changed) {
    for row in &changed.rows {
        match &row.key {
            RecordKey::Sessions(session) => drop(model.stale_views.insert(*session)),
            RecordKey::Messages(key) => {
                if row.moved {
                    model.stale_views.insert(key.session);
                }
                if row.reworded {
                    model.assistant.panels.remove(key);
                }
            }
            _ => {}
        }
    }
}

/// Brings stale trees up to date.
pub fn refresh(model: &mut Model) {
    for session in std::mem::take(&mut model.stale_views) {
        let Some(row) = model.workspace.get::<Session>(&session).cloned() else {
            model.views.remove(&session);
            model.opened.remove(&session);
            continue;
        };
        if !model.opened.contains(&session) {
            continue;
        }
        let tree = Tree::of(model.workspace.messages(session).map(|message| &**message));
        let path = Rc::new(tree.path(tree.active_leaf(&row)));
        let version = model.views.get(&session).map_or(0, |view| view.version) + 1;
        model.views.insert(session, Rc::new(SessionView { tree, path, version }));
    }
}

/// Reads a session's messages and journal, unless they are in memory.
pub fn open(model: &mut Model, session: SessionId, out: &mut Vec<Effect>) {
    if model.opened.contains(&session) || !model.opening.insert(session) {
        return;
    }
    out.push(Effect::Load(LoadTag::Rows(Document::of(session)), Query::Inside(Document::of(session))));
    out.push(journal::read_journal(Document::of(session)));
}

/// Takes in the messages of a session.
pub fn opened(model: &mut Model, session: SessionId, loaded: Loaded, out: &mut Vec<Effect>) {
    model.opening.remove(&session);
    // What this tab changed while it was read is newer than what was read.
    let fresh = loaded.records.into_iter().filter(|record| model.workspace.tables().record(&record.key()).is_none());
    let fresh: Vec<Record> = fresh.collect();
    model.workspace.absorb(fresh);
    model.opened.insert(session);
    model.stale_views.insert(session);
    repair(model, session, out);
}

/// Points a session at a leaf that exists, when its own does not (the tree itself is repaired as it is read).
fn repair(model: &mut Model, session: SessionId, out: &mut Vec<Effect>) {
    let tree = Tree::of(model.workspace.messages(session).map(|message| &**message));
    let Some(row) = model.workspace.get::<Session>(&session) else {
        return;
    };
    let leaf = tree.active_leaf(row);
    let repairs = tree.repairs.len() + usize::from(leaf != row.active_leaf);
    if repairs == 0 {
        return;
    }
    let name = model.title(row);
    let lost = tree.repairs.iter().any(|repair| matches!(repair, Repair::MissingParent(_)))
        || row.active_leaf.is_some_and(|leaf| !tree.contains(leaf));
    notify(model, Notice::Repaired(Table::Messages, name, repairs, lost), lost);
    edit::change(model, Durability::Relaxed, out, |draft| {
        draft.update::<Session>(&session, |row| row.active_leaf = leaf);
    });
}

/// Scope of the conversation that is shown beside a room, or in it.
pub fn shown(model: &Model) -> Option<Scope> {
    model.room()?.scope(model)
}

/// The conversation that is shown for a scope.
pub fn session_of(model: &Model, scope: Scope) -> Option<SessionId> {
    if scope == Scope::WORKSPACE {
        return model.helper.session;
    }
    model.rooms.get(scope.room())?.session(model, scope)
}

/// The conversations that are shown: beside a room or in it, and with the helper.
pub fn all_shown(model: &Model) -> Vec<SessionId> {
    let beside = shown(model).and_then(|scope| session_of(model, scope));
    beside.into_iter().chain(model.helper.shown()).collect()
}

/// Has the conversations that are shown read into memory.
pub fn open_shown(model: &mut Model, env: &mut Env, out: &mut Vec<Effect>) {
    let beside = shown(model).and_then(|scope| model.rooms.get(scope.room())?.choose_session(model, env, scope));
    for session in beside.into_iter().chain(model.helper.shown()) {
        open_one(model, session, out);
    }
}

fn open_one(model: &mut Model, session: SessionId, out: &mut Vec<Effect>) {
    if model.workspace.get::<Session>(&session).is_some() {
        if !model.unread.contains(&Document::of(session)) {
            open(model, session, out);
        }
    } else {
        // Nothing was said yet: there is nothing to be read.
        model.opened.insert(session);
    }
}

/// Adds a conversation of a room, with its name, before the first message in it.
pub fn ensure_session(draft: &mut Draft<'_>, env: &Env, id: SessionId, scope: Scope, title: &str) {
    if !scope.is_chat() && draft.get::<Session>(&id).is_none() {
        let mut row = Session::new(id, env.now);
        row.scope = scope;
        title.clone_into(&mut row.name);
        draft.put(row);
    }
}

/// Marks a conversation that was just made as opened.
pub fn begun(model: &mut Model, session: SessionId) {
    model.opened.insert(session);
    model.stale_views.insert(session);
    model.history.absorb(Document::of(session), []);
}

impl Model {
    /// Scope of a conversation.
    pub fn scope_of(&self, session: SessionId) -> Option<Scope> {
        let row = self.workspace.get::<Session>(&session).map(|row| row.scope);
        row.or_else(|| shown(self).filter(|scope| session_of(self, *scope) == Some(session)))
            .or_else(|| (self.helper.session == Some(session)).then_some(Scope::WORKSPACE))
    }

    /// The view of a session, once it is opened.
    pub fn view(&self, session: SessionId) -> Option<&Rc<SessionView>> {
        self.views.get(&session)
    }
}
