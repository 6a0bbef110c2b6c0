//! Conversations and agents: each message is a command of `espalier_chat`.

mod ask;
mod begin;
pub mod entry;
mod example;
mod personas;
mod preview;
pub mod queue;
mod several;
pub mod table;
mod texts;

use self::begin::{empty_session, new_session};
pub use self::example::open_example;
pub use self::personas::{delete_persona, duplicate_persona, save_persona};

use super::connect::{self, ModelScope};
use super::edit::{self, Label};
use super::effect::Effect;
use super::navigate::Route;
use super::room::Meaning;
use super::{Confirm, Dialog, Model, Notice, Refusal, attachments, conversation, notify, prompt, room};
use espalier_agent_api::ask::Answer;
use espalier_base::env::Env;
use espalier_base::text::{title, truncate};
use espalier_chat::commands;
use espalier_command::call::CommandId;
use espalier_command::history::Document;
use espalier_model::conversation::{Part, Scope, Status};
use espalier_model::persona::PersonaId;
use espalier_model::settings::ModelChoice;
use espalier_model::workspace::Draft;
use espalier_model::{Message, MessageId, MessageKey, Record, Session, SessionId};

/// Characters of a text that name a step of the history.
const SUBJECT: usize = 60;

/// A message about conversations.
#[derive(Debug, Clone, PartialEq)]
pub enum SessionMsg {
    /// Begin a conversation.
    New,
    /// Name a conversation.
    Rename(SessionId, String),
    /// Copy a conversation with its whole tree.
    Duplicate(SessionId),
    /// Delete a conversation.
    Delete(SessionId),
    /// Send a text in a conversation, or in a new one.
    Send(Option<SessionId>, String),
    /// Have a text wait for the answer that is coming.
    Queue(SessionId, String),
    /// Take the text that waits under this id back into the composer.
    TakeBack(SessionId, MessageId),
    /// Send the first text that waits.
    SendQueued(SessionId),
    /// Answer again.
    Regenerate(MessageKey),
    /// Answer again with several models at once.
    AnswerBySeveral(MessageKey, Vec<ModelChoice>),
    /// Make one answer of those beside this one.
    Merge(MessageKey),
    /// Show this answer beside its alternatives, or one alone.
    Compare(Option<MessageKey>),
    /// Answer again with no more context than the endpoint says it reads.
    Shorten(MessageKey),
    /// Answer again without the pictures, which the endpoint refused.
    LeaveOutPictures(MessageKey),
    /// Continue an answer that stopped.
    Continue(MessageKey),
    /// Change a message where it is.
    EditInPlace(MessageKey, String),
    /// Change a message as an alternative to it.
    EditAsBranch(MessageKey, String),
    /// Go on from a message in a new branch.
    BranchFrom(MessageKey),
    /// Show the branch a message is in.
    SwitchTo(MessageKey),
    /// Keep one of several answers side by side: show it, and end the comparison.
    Keep(MessageKey),
    /// Show the alternative before or after.
    StepSibling(MessageKey, bool),
    /// Delete a message and what follows it.
    Delete1(MessageKey),
    /// Send a message with the context, or leave it out.
    SetEnabled(MessageKey, bool),
    /// Give a session an agent of its own, or none.
    Pin(SessionId, Option<PersonaId>),
    /// Choose the model for a scope; without one, a session follows its agent and the settings again.
    ChooseModel(ModelScope, Option<ModelChoice>),
    /// Delete the example, unless something has to be asked first.
    RemoveExample(SessionId),
}

impl SessionMsg {
    /// The conversation that it is about; `None` for a message about none.
    pub const fn session(&self) -> Option<SessionId> {
        match self {
            Self::Send(session, _) => *session,
            Self::Rename(session, _)
            | Self::Duplicate(session)
            | Self::Delete(session)
            | Self::RemoveExample(session)
            | Self::Pin(session, _)
            | Self::Queue(session, _)
            | Self::TakeBack(session, _)
            | Self::SendQueued(session)
            | Self::ChooseModel(ModelScope::Session(session), _) => Some(*session),
            _ => match self.message() {
                Some(key) => Some(key.session),
                None => None,
            },
        }
    }

    /// The message that it is about.
    pub const fn message(&self) -> Option<MessageKey> {
        match self {
            Self::Regenerate(key)
            | Self::ChooseModel(ModelScope::Answer(key), _)
            | Self::AnswerBySeveral(key, _)
            | Self::Merge(key)
            | Self::Compare(Some(key))
            | Self::Shorten(key)
            | Self::LeaveOutPictures(key)
            | Self::Continue(key)
            | Self::EditInPlace(key, _)
            | Self::EditAsBranch(key, _)
            | Self::BranchFrom(key)
            | Self::SwitchTo(key)
            | Self::Keep(key)
            | Self::StepSibling(key, _)
            | Self::Delete1(key)
            | Self::SetEnabled(key, _) => Some(*key),
            _ => None,
        }
    }
}

/// Handles a message about conversations.
pub fn update(model: &mut Model, env: &mut Env, msg: SessionMsg, out: &mut Vec<Effect>) {
    match msg {
        SessionMsg::New => match empty_session(model) {
            Some(id) => {
                room::go(model, Route::Chat(Some(id), None), out);
                model.composer_calls += 1;
            }
            None => drop(new_session(model, env, out)),
        },
        SessionMsg::Rename(id, name) => rename(model, env, id, &name, out),
        SessionMsg::Duplicate(id) => duplicate(model, env, id, out),
        SessionMsg::Delete(id) => delete_session(model, env, id, out),
        SessionMsg::Send(session, text) => {
            let (meaning, text) = match session.and_then(|session| Some((session, model.interview_of(session)?))) {
                Some((session, interview)) => interview.before_send(model, session, text),
                None => (None, text),
            };
            send(model, env, session, &text, meaning, out);
        }
        SessionMsg::Queue(session, text) => queue::add(model, env, session, text, out),
        SessionMsg::TakeBack(session, id) => queue::take_back(model, session, id, out),
        SessionMsg::SendQueued(session) => queue::send(model, env, session, out),
        SessionMsg::Regenerate(key) => regenerate(model, env, key, &[], None, out),
        SessionMsg::AnswerBySeveral(key, choices) => several::ask(model, env, key, choices, out),
        SessionMsg::Merge(key) => several::merge(model, env, key, out),
        SessionMsg::Compare(key) => model.compared = key,
        SessionMsg::ChooseModel(scope, choice) => choose_model(model, env, scope, choice, out),
        SessionMsg::Shorten(key) => ask::within_limit(model, env, key, out),
        SessionMsg::LeaveOutPictures(key) => {
            prompt::give_up_pictures(model, key, out);
            regenerate(model, env, key, &[], None, out);
        }
        SessionMsg::Continue(key) => continue_answer(model, env, key, out),
        SessionMsg::EditInPlace(key, text) => edit_in_place(model, env, key, &text, out),
        SessionMsg::EditAsBranch(key, text) => edit_as_branch(model, env, key, &text, out),
        SessionMsg::BranchFrom(key) => branch_from(model, env, key, out),
        SessionMsg::SwitchTo(key) => switch_to(model, env, key, out),
        SessionMsg::Keep(key) => several::keep(model, env, key, out),
        SessionMsg::StepSibling(key, forward) => {
            tree_command(model, env, table::SWITCH, key, out, |draft, _| {
                commands::step_sibling(draft, key, forward).map_err(Refusal::from)
            });
        }
        SessionMsg::Delete1(key) => delete_message(model, env, key, out),
        SessionMsg::SetEnabled(key, enabled) => {
            tree_command(model, env, table::TOGGLE_CONTEXT, key, out, |draft, _| {
                commands::set_enabled(draft, key, enabled).map_err(Refusal::from)
            });
        }
        SessionMsg::Pin(id, persona) => {
            let label = label(Document::of(id), table::PIN_AGENT, "");
            edit::run(model, env, label, out, |draft, _| {
                draft.update::<Session>(&id, |row| row.persona = persona).then_some(()).ok_or(Refusal::Gone)
            });
        }
        SessionMsg::RemoveExample(id) => example::remove(model, env, id, out),
    }
}

fn branch_from(model: &mut Model, env: &mut Env, key: MessageKey, out: &mut Vec<Effect>) {
    tree_command(model, env, table::BRANCH_FROM, key, out, |draft, _| {
        commands::branch_from(draft, key).map_err(Refusal::from)
    });
    // The next message begins the branch.
    model.composer_calls += 1;
}

/// Shows the branch of a message.
fn switch_to(model: &mut Model, env: &mut Env, key: MessageKey, out: &mut Vec<Effect>) {
    tree_command(model, env, table::SWITCH, key, out, |draft, _| {
        commands::switch_to(draft, key).map_err(Refusal::from)
    });
    model.dialog = None;
    model.compared = None;
}

fn label(document: Document, command: CommandId, subject: &str) -> Label {
    Label { document, command, subject: truncate(subject, SUBJECT) }
}

/// Runs a command on the tree of an opened session; the history names it after the message it acts on.
fn tree_command<T>(
    model: &mut Model,
    env: &mut Env,
    command: CommandId,
    key: MessageKey,
    out: &mut Vec<Effect>,
    edit: impl FnOnce(&mut Draft<'_>, &mut Env) -> Result<T, Refusal>,
) -> Option<(T, espalier_command::history::EntryId)> {
    if !model.opened.contains(&key.session) {
        edit::refuse(model, Refusal::NotLoaded);
        return None;
    }
    let (subject, interview) = (said(model, key), model.interview_of(key.session));
    edit::run(model, env, label(Document::of(key.session), command, &subject), out, |draft, env| {
        let done = edit(draft, env)?;
        interview.map_or(Ok(()), |interview| interview.branch_shown(draft, env, key.session))?;
        Ok(done)
    })
}

/// Text of a message on one line, without markup, for the history.
fn said(model: &Model, key: MessageKey) -> String {
    let text = model.message(key).map(|message| message.text()).unwrap_or_default();
    prompt::plain(model, &truncate(&text, 4 * SUBJECT))
}

fn rename(model: &mut Model, env: &mut Env, id: SessionId, name: &str, out: &mut Vec<Effect>) {
    let label = label(Document::SESSIONS, table::RENAME, name);
    edit::run(model, env, label, out, |draft, _| {
        commands::rename_session(draft, id, name.trim()).map_err(Refusal::from)
    });
}

fn duplicate(model: &mut Model, env: &mut Env, id: SessionId, out: &mut Vec<Effect>) {
    if !model.opened.contains(&id) {
        conversation::open(model, id, out);
        return edit::refuse(model, Refusal::NotLoaded);
    }
    let Some(row) = model.workspace.get::<Session>(&id).cloned() else {
        return edit::refuse(model, Refusal::Gone);
    };
    let name = format!("{} (2)", model.title(&row));
    let label = label(Document::SESSIONS, table::DUPLICATE, &name);
    let copy = edit::run(model, env, label, out, |draft, env| {
        commands::duplicate_session(draft, env, id, &name).map_err(Refusal::from)
    });
    if let Some((copy, _)) = copy {
        model.opened.insert(copy);
        model.stale_views.insert(copy);
        room::go(model, Route::Chat(Some(copy), None), out);
    }
}

/// The question before a conversation is deleted.
pub fn ask_delete(model: &Model, id: SessionId) -> Dialog {
    Dialog::Confirm(Confirm::DeleteSession(id, model.workspace.messages(id).count()))
}

/// Deletes a conversation.
pub fn delete_session(model: &mut Model, env: &mut Env, id: SessionId, out: &mut Vec<Effect>) {
    if !model.opened.contains(&id) {
        conversation::open(model, id, out);
        return edit::refuse(model, Refusal::NotLoaded);
    }
    let keys: Vec<_> = model.workspace.messages(id).map(|message| Record::Messages(message.clone()).key()).collect();
    prompt::stop_touched(model, env, &keys, out);
    let name = model.workspace.get::<Session>(&id).cloned().map(|row| model.title(&row)).unwrap_or_default();
    let label = label(Document::SESSIONS, table::DELETE_SESSION, &name);
    let done = edit::run(model, env, label, out, |draft, _| commands::delete_session(draft, id).map_err(Refusal::from));
    if done.is_none() {
        return;
    }
    notify(model, Notice::Done(table::DELETE_SESSION, name, Document::SESSIONS), false);
    if model.route.session() == Some(id) {
        let next = model.sessions().first().map(|session| session.id);
        room::go(model, Route::Chat(next, None), out);
    }
}

/// Sends a text in a conversation; in that of a course with its meaning there.
pub fn send(
    model: &mut Model,
    env: &mut Env,
    session: Option<SessionId>,
    text: &str,
    meaning: Option<Box<dyn Meaning>>,
    out: &mut Vec<Effect>,
) {
    if let Some((answer, entry)) = say(model, env, session, text, meaning, out) {
        prompt::start(model, env, answer, entry, out);
    }
}

/// Sends a text, but does not start the answer, which is returned with the step that asked for it.
fn say(
    model: &mut Model,
    env: &mut Env,
    session: Option<SessionId>,
    text: &str,
    meaning: Option<Box<dyn Meaning>>,
    out: &mut Vec<Effect>,
) -> Option<(MessageKey, espalier_command::history::EntryId)> {
    if text.trim().is_empty() && !model.files_speak(session) {
        edit::refuse(model, Refusal::Empty);
        return None;
    }
    let id = session.or_else(|| new_session(model, env, out))?;
    if !model.opened.contains(&id) {
        edit::refuse(model, Refusal::NotLoaded);
        return None;
    }
    if let Some(taken) = answers_question(model, env, id, text, out) {
        if taken {
            keep_no_draft(model, session, id, out);
        }
        return None;
    }
    let files = model.attachments.parts(session);
    let words = Words { id: env.id(), text, files };
    let sent = deliver(model, env, id, words, meaning, out)?;
    keep_no_draft(model, session, id, out);
    attachments::sent(model, [session, Some(id)], out);
    Some(sent)
}

/// Content of a message that a person sends.
struct Words<'a> {
    /// Id of the message.
    id: MessageId,
    text: &'a str,
    /// Files that come with it.
    files: Vec<Part>,
}

/// Adds a message to a conversation, and the answer to come, which is returned with the step.
fn deliver(
    model: &mut Model,
    env: &mut Env,
    session: SessionId,
    words: Words<'_>,
    meaning: Option<Box<dyn Meaning>>,
    out: &mut Vec<Effect>,
) -> Option<(MessageKey, espalier_command::history::EntryId)> {
    let text = words.text;
    let command = meaning.as_ref().map_or(conversation::SEND, |meaning| meaning.command());
    let subject = meaning.as_ref().map_or_else(|| text.to_owned(), |meaning| meaning.subject(model, text));
    let label = label(Document::of(session), command, &subject);
    let scope = model.scope_of(session).unwrap_or_default();
    let news = model.proposals.0.map(|proposals| (proposals.updates_for_model)(model, session)).unwrap_or_default();
    let saying = OutgoingMessage { session, scope, words, news: &news, meaning };
    let (sent, entry) = edit::run(model, env, label, out, |draft, env| saying.add(draft, env))?;
    if !model.asked_to_persist {
        model.asked_to_persist = true;
        out.push(Effect::MeasureStorage { persist: true });
    }
    Some((MessageKey { session, id: sent.answer }, entry))
}

/// A message of a person with its meaning for the room.
struct OutgoingMessage<'a> {
    session: SessionId,
    scope: Scope,
    words: Words<'a>,
    /// News for the model about its proposals.
    news: &'a [(MessageKey, String)],
    /// The meaning of the text in its room.
    meaning: Option<Box<dyn Meaning>>,
}

impl OutgoingMessage<'_> {
    /// First words of the message, or the name of its first file.
    fn title(&self) -> String {
        let first = self.words.files.iter().find_map(|part| match part {
            Part::Attachment(file) => Some(file.name.as_str()),
            _ => None,
        });
        let text = self.words.text;
        title(if text.trim().is_empty() { first.unwrap_or_default() } else { text }, SUBJECT)
    }

    /// Adds the message, and the answer to come.
    fn add(self, draft: &mut Draft<'_>, env: &mut Env) -> Result<commands::Sent, Refusal> {
        let title = self.title();
        conversation::ensure_session(draft, env, self.session, self.scope, &title);
        let mut parts: Vec<Part> = self.news.iter().map(|(_, text)| Part::Report { text: text.clone() }).collect();
        let Words { id, text, files } = self.words;
        parts.extend(files);
        if !text.trim().is_empty() {
            parts.push(Part::Text { text: text.to_owned() });
        }
        let sent =
            commands::send_parts(draft, env, MessageKey { session: self.session, id }, parts).map_err(Refusal::from)?;
        for (key, _) in self.news {
            draft.update::<Message>(key, |row| {
                if let Some(decision) = &mut row.decision {
                    decision.undone_told = !decision.undone_told;
                }
            });
        }
        if let Some(meaning) = self.meaning {
            meaning.take(draft, env, sent.user)?;
        }
        // The list of conversations shows names without reading any message.
        draft.update::<Session>(&self.session, |row| {
            if row.name.is_empty() {
                row.name = title;
            }
        });
        Ok(sent)
    }
}

/// Forgets the draft, as it was sent.
fn keep_no_draft(model: &mut Model, session: Option<SessionId>, id: SessionId, out: &mut Vec<Effect>) {
    for place in [session, Some(id)] {
        model.drafts.remove(&place);
        out.push(Effect::KeepDraft(place, String::new()));
    }
}

/// Answers an open question with a typed text, where it takes one; else ends the turn that asks. Returns whether an
/// answer was taken, where it was one.
fn answers_question(
    model: &mut Model,
    env: &mut Env,
    at: SessionId,
    text: &str,
    out: &mut Vec<Effect>,
) -> Option<bool> {
    let key = MessageKey { session: at, id: model.view(at)?.path.last().copied()? };
    let answer = Answer::Text(text.trim().to_owned());
    let questions = model.questions(key);
    if let Some(open) = questions.iter().find(|open| open.question.accepts(&answer)) {
        return Some(prompt::answer(model, env, (key, open.call_id.clone()), answer, out));
    }
    if !questions.is_empty() {
        prompt::stop(model, env, key, out);
    }
    None
}

/// Makes a choice for a scope; without one, a session follows its agent and the settings again.
fn choose_model(
    model: &mut Model,
    env: &mut Env,
    scope: ModelScope,
    choice: Option<ModelChoice>,
    out: &mut Vec<Effect>,
) {
    model.dialog = None;
    match (scope, choice) {
        (ModelScope::Session(session), choice) => set_model(model, env, session, choice, out),
        (ModelScope::Answer(key), Some(choice)) => regenerate(model, env, key, &[], Some(choice), out),
        (ModelScope::Default, Some(_)) if model.read_only.is_some() => edit::refuse(model, Refusal::ReadOnly),
        (ModelScope::Default, Some(choice)) => {
            connect::set_default_model(model, &choice, out);
            // An agent with a model of its own would answer with that: the conversation that begins gets this one.
            let agent = model.persona_of(None);
            let has_own = agent.provider.is_some() || agent.model.as_ref().is_some_and(|name| !name.is_empty());
            if has_own && matches!(model.route, Route::Chat(..)) {
                update(model, env, SessionMsg::New, out);
                if let Some(session) = model.route.session() {
                    set_model(model, env, session, Some(choice), out);
                }
            }
        }
        (ModelScope::Default | ModelScope::Answer(_), None) => {}
    }
}

fn set_model(model: &mut Model, env: &mut Env, session: SessionId, choice: Option<ModelChoice>, out: &mut Vec<Effect>) {
    let label = label(Document::of(session), table::SET_MODEL, choice.as_ref().map_or("", |choice| &choice.model));
    edit::run(model, env, label, out, |draft, _| {
        draft.update::<Session>(&session, |row| row.model = choice).then_some(()).ok_or(Refusal::Gone)
    });
}

/// Answers again, without these messages from now on, with the model that may be chosen for this answer.
fn regenerate(
    model: &mut Model,
    env: &mut Env,
    key: MessageKey,
    without: &[MessageId],
    choice: Option<ModelChoice>,
    out: &mut Vec<Effect>,
) {
    // An answer that failed is tried again as it was to be made: with the model chosen for it, of the same answers.
    let failed = model.message(key).filter(|message| message.status == Status::Error);
    let merged = failed.is_some_and(|message| message.provenance.merged);
    let choice = choice.or_else(|| connect::chosen_for(failed?));
    let done = tree_command(model, env, table::REGENERATE, key, out, |draft, env| {
        for &id in without {
            draft.update::<Message>(&MessageKey { id, ..key }, |row| row.enabled = false);
        }
        add_answer(draft, env, key, choice, merged)
    });
    if let Some((answer, entry)) = done {
        prompt::start(model, env, answer, entry, out);
    }
}

/// Adds another answer, to be made by this model or of the answers beside it.
fn add_answer(
    draft: &mut Draft<'_>,
    env: &mut Env,
    key: MessageKey,
    choice: Option<ModelChoice>,
    merged: bool,
) -> Result<MessageKey, Refusal> {
    let id = commands::regenerate(draft, env, key).map_err(Refusal::from)?;
    let answer = MessageKey { id, ..key };
    draft.update::<Message>(&answer, |row| {
        let made = &mut row.provenance;
        made.merged = merged;
        if let Some(ModelChoice { provider, model }) = choice {
            (made.provider, made.model, made.chosen) = (Some(provider), Some(model), true);
        }
    });
    Ok(answer)
}

fn continue_answer(model: &mut Model, env: &mut Env, key: MessageKey, out: &mut Vec<Effect>) {
    if model.can_resume(key) {
        prompt::resume(model, env, key, out);
        return;
    }
    let done = tree_command(model, env, table::CONTINUE, key, out, |draft, _| {
        commands::continue_answer(draft, key).map_err(Refusal::from)
    });
    if let Some(((), entry)) = done {
        prompt::start(model, env, key, entry, out);
    }
}

fn edit_in_place(model: &mut Model, env: &mut Env, key: MessageKey, text: &str, out: &mut Vec<Effect>) {
    let rewording = match model.interview_of(key.session).map(|interview| interview.before_rewording(model, key, text))
    {
        None => None,
        Some(Ok(rewording)) => rewording,
        Some(Err(reason)) => return edit::refuse(model, reason),
    };
    tree_command(model, env, table::EDIT, key, out, |draft, env| {
        commands::edit_in_place(draft, env, key, text).map_err(Refusal::from)?;
        rewording.as_ref().map_or(Ok(()), |rewording| rewording.take(draft, env))
    });
    if let Some(rewording) = rewording {
        rewording.done(model);
    }
}

fn edit_as_branch(model: &mut Model, env: &mut Env, key: MessageKey, text: &str, out: &mut Vec<Effect>) {
    let meaning = model.interview_of(key.session).and_then(|interview| interview.before_branch(model, key, text));
    let done = tree_command(model, env, table::EDIT_BRANCH, key, out, |draft, env| {
        let edited = commands::edit_as_branch(draft, env, key, text).map_err(Refusal::from)?;
        if let Some(meaning) = meaning {
            meaning.take(draft, env, edited.message)?;
        }
        Ok(edited)
    });
    if let Some((edited, entry)) = done
        && let Some(answer) = edited.answer
    {
        prompt::start(model, env, MessageKey { session: key.session, id: answer }, entry, out);
    }
}

/// Deletes a message and what follows it.
pub fn delete_message(model: &mut Model, env: &mut Env, key: MessageKey, out: &mut Vec<Effect>) {
    let Some(view) = model.view(key.session).cloned() else {
        return edit::refuse(model, Refusal::NotLoaded);
    };
    let below = view.tree.subtree(key.id).into_iter();
    let touched: Vec<_> =
        below.map(|id| espalier_model::RecordKey::Messages(MessageKey { session: key.session, id })).collect();
    prompt::stop_touched(model, env, &touched, out);
    let subject = said(model, key);
    let done = tree_command(model, env, table::DELETE, key, out, |draft, _| {
        commands::delete_message(draft, key).map_err(Refusal::from)
    });
    if done.is_some() {
        notify(model, Notice::Done(table::DELETE, truncate(&subject, SUBJECT), Document::of(key.session)), false);
    }
}
