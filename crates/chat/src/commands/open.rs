//! A conversation as a command works on it: the session, its messages and their tree, read from a draft.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::{ChatError, Result, is_coming};
use espalier_base::collect;
use espalier_base::env::Env;
use espalier_model::conversation::tree::Tree;
use espalier_model::conversation::{Message, MessageId, MessageKey, Session, SessionId};
use espalier_model::workspace::Draft;

/// A session with its messages and their tree, as a draft has them.
pub(super) struct Conversation {
    pub(super) session: Rc<Session>,
    pub(super) messages: BTreeMap<MessageId, Rc<Message>>,
    pub(super) tree: Tree,
}

impl Conversation {
    pub(super) fn open(draft: &Draft<'_>, id: SessionId) -> Result<Self> {
        let session = draft.get::<Session>(&id).ok_or(ChatError::NoSession(id))?;
        let messages = collect::map(draft.messages(id).into_iter().map(|row| (row.id, row)));
        let tree = Tree::of(messages.values().map(|row| &**row));
        Ok(Self { session, messages, tree })
    }

    pub(super) fn rebuild(&mut self) {
        self.tree = Tree::of(self.messages.values().map(|row| &**row));
    }

    pub(super) fn message(&self, key: MessageKey) -> Result<&Message> {
        self.messages.get(&key.id).map(|row| &**row).ok_or(ChatError::NoMessage(key))
    }

    pub(super) fn leaf(&self) -> Option<MessageId> {
        self.tree.active_leaf(&self.session)
    }

    pub(super) fn complete(&self, id: MessageId) -> Result<()> {
        let session = self.session.id;
        let coming = is_coming(self.message(MessageKey { session, id })?.status);
        (!coming).then_some(()).ok_or(ChatError::StillAnswering(id))
    }

    /// The remembered choices, with those on the way to where the reader is now.
    pub(super) fn remembered(&self) -> BTreeMap<MessageId, MessageId> {
        let mut choices = self.session.choices.clone();
        if let Some(leaf) = self.leaf() {
            choices.extend(self.tree.choices_to(leaf));
        }
        choices
    }

    /// Adds messages, each below one that is there, and shows the last (C3).
    pub(super) fn add(&mut self, draft: &mut Draft<'_>, env: &Env, messages: impl IntoIterator<Item = Message>) {
        let mut last = None;
        for message in messages {
            last = Some(message.id);
            self.messages.insert(message.id, Rc::new(message.clone()));
            draft.put(message);
        }
        self.rebuild();
        self.show(draft, last);
        draft.update::<Session>(&self.session.id, |row| row.updated_at = env.now);
    }

    /// Makes `leaf` the shown one and remembers the forks to it and to where the reader was (C4).
    pub(super) fn show(&self, draft: &mut Draft<'_>, leaf: Option<MessageId>) {
        let mut choices = self.remembered();
        if let Some(leaf) = leaf {
            choices.extend(self.tree.choices_to(leaf));
        }
        draft.update::<Session>(&self.session.id, |row| {
            row.active_leaf = leaf;
            row.choices = choices;
        });
    }
}
