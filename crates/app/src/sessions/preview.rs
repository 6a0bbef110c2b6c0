//! Preview of the request that sending the draft would make.

use std::rc::Rc;

use super::{OutgoingMessage, Words};
use crate::core::Core;
use crate::prompt::{self, Preview};
use crate::{Model, conversation, proposals};
use espalier_base::env::Env;
use espalier_model::persona::Role;
use espalier_model::{Message, MessageId, MessageKey, SessionId};

impl Model {
    /// The request if the draft of a conversation were sent now; without a draft, if the conversation were continued.
    pub fn request_preview(&self, session: SessionId) -> Option<Preview> {
        let mut env = Env::deterministic(self.now, 1);
        let mut draft = self.workspace.draft();
        let path = self.view(session).map(|view| view.path.clone()).unwrap_or_default();
        let mut messages: Vec<Rc<Message>> =
            path.iter().filter_map(|&id| self.message(MessageKey { session, id }).cloned()).collect();
        let scope = self.scope_of(session).unwrap_or_default();
        let files = self.attachments.parts(Some(session));
        let typed = self.drafts.get(&Some(session)).filter(|text| !text.trim().is_empty() || !files.is_empty());
        let mut sent_as = None;
        let answer = if let Some(text) = typed {
            let (meaning, text) = match self.interview_of(session) {
                Some(interview) => interview.before_send(self, session, text.clone()),
                None => (None, text.clone()),
            };
            let news = proposals::updates_for_model(self, session);
            let saying = OutgoingMessage {
                session,
                scope,
                words: Words { id: env.id(), text: &text, files },
                news: &news,
                meaning,
            };
            let sent = saying.add(&mut draft, &mut env).ok()?;
            messages.extend(draft.get::<Message>(&MessageKey { session, id: sent.user }));
            sent_as = Some(sent.user);
            sent.answer
        } else {
            conversation::ensure_session(&mut draft, &env, session, scope, "");
            let id: MessageId = env.id();
            draft.put(Message::new(id, session, path.last().copied(), Role::Assistant, "", self.now));
            id
        };
        let changes = draft.finish();
        let mut workspace = self.workspace.clone();
        workspace.apply(&changes).ok()?;
        let after = Self {
            core: Core { workspace, now: self.now, ..Core::default() },
            boot: self.boot.clone(),
            facts: self.facts.clone(),
            rooms: self.rooms,
            room_agents: self.room_agents,
            talk: self.talk,
            opened: self.opened.clone(),
            ..Self::default()
        };
        let preview = prompt::preview(self, &after, MessageKey { session, id: answer }, messages)?;
        Some(Preview { typed: sent_as, ..preview })
    }
}
