//! Conversations that know something, and prompts made of it.

use super::content::Content;
use super::merge::{self, Made, Row, state_of};
use super::{MAKE_CHAT, MAKE_UPDATE, Making, NAME, Source, To, show};
use crate::course::CourseMsg;
use crate::effect::Effect;
use crate::navigate::Route;
use crate::{Model, Msg, Refusal, conversation, edit, room, update};
use espalier_base::env::Env;
use espalier_base::language::Language;
use espalier_base::text::truncate;
use espalier_base::time::Timestamp;
use espalier_command::history::Document;
use espalier_model::conversation::Part;
use espalier_model::persona::Role;
use espalier_model::workspace::Draft;
use espalier_model::{Message, MessageId, MessageKey, Session, SessionId, Thing};
use uuid::Uuid;

/// Makes a conversation whose first message says what something is, or brings that message up to date.
pub fn make(model: &mut Model, env: &mut Env, source: &Source, content: &Content, out: &mut Vec<Effect>) {
    if let Source::Thing(Thing::Chapter(course, chapter)) = source {
        // Its room knows how.
        return out.extend(update(model, Msg::Course(CourseMsg::Chat(*course, *chapter)), env));
    }
    let id = SessionId::from_uuid(source.made_id(To::Chat));
    let Some(making) = Making::new(model, source, content, Thing::Session(id)) else {
        return edit::refuse(model, Refusal::Gone);
    };
    let known = model.workspace.get::<Session>(&id).is_some();
    if known && !model.opened.contains(&id) {
        // Its messages are read when it is shown.
        return room::go(model, Route::Chat(Some(id), None), out);
    }
    let text = match model.language() {
        Language::En => format!("{}\n\n*The user wants to talk about this.*", content.markdown()),
        Language::Zh => format!("{}\n\n*用户想就此讨论。*", content.markdown()),
    };
    let first = MessageKey { session: id, id: MessageId::from_uuid(source.made_id(To::Prompt)) };
    let rows = [Row { id: first.id.uuid(), parent: None, fields: vec![text] }];
    let command = if known { MAKE_UPDATE } else { MAKE_CHAT };
    let document = if known { Document::of(id) } else { Document::SESSIONS };
    let label = edit::Label { document, command, subject: truncate(&content.name, NAME) };
    let done = edit::run(model, env, label, out, |draft, env| {
        if !known {
            draft.put(Session { name: content.name.clone(), active_leaf: Some(first.id), ..Session::new(id, env.now) });
        }
        merge::update(&mut First { key: first, draft, now: env.now }, &rows, &making.last);
        making.put(draft, state_of(&rows));
        Ok(())
    });
    if done.is_some() {
        conversation::begun(model, id);
        model.composer_calls += 1;
        show(model, Thing::Session(id), (command, document), &content.name, out);
    }
}

/// Puts the text into the composer of a new conversation, after what was typed there.
pub fn prompt(model: &mut Model, content: &Content, out: &mut Vec<Effect>) {
    let typed = model.drafts.get(&None).filter(|text| !text.trim().is_empty());
    let text = typed.map_or_else(|| content.markdown(), |text| format!("{text}\n\n{}", content.markdown()));
    out.push(Effect::KeepDraft(None, text.clone()));
    model.drafts.insert(None, text);
    model.composer_calls += 1;
    room::go(model, Route::Chat(None, None), out);
}

/// The first message of a conversation that was made.
struct First<'a, 'w> {
    key: MessageKey,
    draft: &'a mut Draft<'w>,
    now: Timestamp,
}

impl Made for First<'_, '_> {
    fn fields(&self, _: Uuid) -> Option<Vec<String>> {
        self.draft.get::<Message>(&self.key).map(|row| vec![row.text()])
    }

    fn add(&mut self, row: &Row, _: usize) {
        let text = row.fields.first().map(String::as_str).unwrap_or_default();
        self.draft.put(Message::new(self.key.id, self.key.session, None, Role::System, text, self.now));
    }

    fn write(&mut self, _: Uuid, _: usize, text: &str) {
        self.draft.update::<Message>(&self.key, |row| row.parts = vec![Part::Text { text: text.to_owned() }]);
    }

    fn remove(&mut self, _: Uuid) -> bool {
        false
    }
}
