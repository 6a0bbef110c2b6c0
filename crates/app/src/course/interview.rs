//! The interview: messages of the person, and the fields that they fill.

use std::collections::BTreeSet;

use super::{Activity, OpenCard, change, of_session, table};
use crate::effect::Effect;
use crate::room::{Meaning, Rewording};
use crate::{Model, Notice, Refusal, connect, conversation, edit, notify, sessions};
use espalier_base::env::Env;
use espalier_base::language::Language;
use espalier_base::time::Timestamp;
use espalier_command::call::CommandId;
use espalier_command::history::Document;
use espalier_course::commands;
use espalier_course::flow::{self, Field};
use espalier_course::interview::{self, Card, Profile, Reply};
use espalier_course::outline;
use espalier_model::conversation::tree::Tree;
use espalier_model::course::{FieldAnswer, Task};
use espalier_model::persona::Role;
use espalier_model::workspace::Draft;
use espalier_model::{Course, CourseId, Learned, Message, MessageId, MessageKey, Session, SessionId};
use espalier_storage::port::Durability;

/// Meaning of a message of the person in the interview of a course.
#[derive(Debug)]
pub struct UserReply {
    course: CourseId,
    said: commands::UserReply,
    /// The field that it answers, if it answers one.
    field: Option<&'static str>,
}

impl UserReply {
    fn new(course: &Course, saying: commands::UserReply) -> Self {
        // It is tried on what was known before; that it counts is said where it is taken.
        let mut known = known_after(course, saying.after);
        let field = flow::flow(&course.flow).filter(|_| saying.task.is_none()).and_then(|flow| {
            interview::reply(flow, &mut known, saying.open.as_ref(), &saying.reply, saying.opening).ok().flatten()
        });
        Self { course: course.id, said: saying, field }
    }
}

/// The answers known after a message of the person; nil stands for before the first.
fn known_after(course: &Course, message: MessageId) -> Profile {
    course.moments.get(&message).map(|moment| moment.profile.clone()).unwrap_or_default()
}

impl Meaning for UserReply {
    fn command(&self) -> CommandId {
        match self.said.task {
            None if self.field.is_some() => table::REPLY,
            None => conversation::SEND,
            Some(Task::Outline) => table::GENERATE,
            Some(Task::Rest) => table::COMPLETE,
            Some(Task::Section(_)) => table::REMAKE,
            Some(Task::Lesson(_)) => table::LESSON,
        }
    }

    /// The field with the answer.
    fn subject(&self, model: &Model, text: &str) -> String {
        let field = self.field.and_then(|name| model.course_flow(self.course)?.field(name));
        let between = if model.language() == Language::Zh { "：" } else { ": " };
        field.map_or_else(|| text.to_owned(), |field| format!("{}{between}{text}", field.title.get(model.language())))
    }

    /// Fills the field that the message answers, in the same change (C1).
    fn take(&self, draft: &mut Draft<'_>, env: &Env, message: MessageId) -> Result<(), Refusal> {
        commands::say(draft, env, self.course, message, &self.said).map(drop).map_err(Refusal::from)
    }
}

fn none() -> MessageId {
    MessageId::from_uuid(uuid::Uuid::nil())
}

/// The last message of the person on a path; nil where there is none.
fn last_of(rows: &mut dyn DoubleEndedIterator<Item = (MessageId, Role)>) -> MessageId {
    rows.rev().find(|(_, role)| *role == Role::User).map_or_else(none, |(id, _)| id)
}

/// The last message of the person on the branch that is shown.
pub(super) fn last_said(model: &Model, id: CourseId) -> MessageId {
    let session = Course::session(id);
    let Some(view) = model.view(session) else { return none() };
    let rows = view.path.iter().filter_map(|&id| Some((id, model.message(MessageKey { session, id })?.role)));
    last_of(&mut rows.collect::<Vec<_>>().into_iter())
}

/// Meaning of a reply after the last message on the branch that is shown.
fn next(model: &Model, course: &Course, reply: Reply, task: Option<Task>) -> UserReply {
    let after = last_said(model, course.id);
    let open = model.course_card(course.id).map(|asked| asked.card);
    UserReply::new(course, commands::UserReply { open, reply, opening: after == none(), after, task })
}

/// Meaning and final text of a message, in the conversation of a course: the ticked options of the open card go along
/// with the words.
pub fn words(model: &Model, session: SessionId, text: String) -> (Option<UserReply>, String) {
    let Some(id) = of_session(model, session) else { return (None, text) };
    let Some(course) = model.workspace.get::<Course>(&id) else { return (None, text) };
    let ticked = model.course_ticked(id);
    if ticked.is_empty() || text.trim().is_empty() {
        return (Some(next(model, course, Reply::Words(text.clone()), None)), text);
    }
    let reply = Reply::Both(ticked, text);
    let text = reply_text(&reply, model.language());
    (Some(next(model, course, reply, None)), text)
}

/// Text of a reply.
fn reply_text(reply: &Reply, language: Language) -> String {
    let said = match reply {
        Reply::Options(options) => FieldAnswer::Chosen(options.clone()),
        Reply::Words(text) => FieldAnswer::Words(text.clone()),
        Reply::Both(options, text) => {
            FieldAnswer::Chosen(options.iter().cloned().chain(std::iter::once(text.trim().to_owned())).collect())
        }
        Reply::Skip => FieldAnswer::Skipped,
    };
    interview::answer_text(&said, language)
}

/// Context of a message of the person in the interview of a course.
struct ReplyContext<'a> {
    course: &'a Course,
    /// The message of the person before it; nil for none.
    after: MessageId,
    /// The card that was open before it.
    open: Option<Card>,
}

fn reply_context(model: &Model, key: MessageKey) -> Option<ReplyContext<'_>> {
    let id = of_session(model, key.session)?;
    let row = model.message(key).filter(|row| row.role == Role::User)?;
    let view = model.view(key.session)?;
    let before = view.tree.path(view.tree.parent(key.id));
    let rows = before.iter().filter_map(|&id| Some((id, model.message(MessageKey { id, ..key })?.role)));
    let after = last_of(&mut rows.collect::<Vec<_>>().into_iter());
    let course = model.workspace.get::<Course>(&id)?;
    let known = known_after(course, after);
    let shown = row.parent.and_then(|id| model.message(MessageKey { id, ..key }));
    let open = shown.and_then(|shown| model.card_after(course, shown, &known)).map(|asked| asked.card);
    Some(ReplyContext { course, after, open })
}

/// Meaning of words that take the place of a message of the person.
pub fn words_instead(model: &Model, key: MessageKey, text: &str) -> Option<UserReply> {
    let ReplyContext { course, after, open } = reply_context(model, key)?;
    // Words that are one of the options choose it.
    let is_option = open.as_ref().is_some_and(|card| card.options.iter().any(|option| option == text.trim()));
    let reply = if is_option { Reply::Options(vec![text.trim().to_owned()]) } else { Reply::Words(text.to_owned()) };
    // What the message asked for it still asks for.
    let task = course.moments.get(&key.id).and_then(|moment| moment.task);
    Some(UserReply::new(course, commands::UserReply { open, reply, opening: after == none(), after, task }))
}

/// Notifies of answers that were cleared along with one that was changed, and offers them back.
pub fn tell_cleared(model: &mut Model, (id, before): (CourseId, Profile), changed: Option<&str>, document: Document) {
    let Some((flow, now)) = model.course_flow(id).zip(model.course_profile(id)) else { return };
    let is_cleared = |field: &&Field| {
        before.contains_key(field.name) && !now.contains_key(field.name) && changed != Some(field.name)
    };
    let cleared: Vec<&str> =
        flow.fields.iter().filter(is_cleared).map(|field| field.title.get(model.language())).collect();
    if !cleared.is_empty() {
        let separator = if model.language() == Language::Zh { "、" } else { ", " };
        notify(model, Notice::Done(table::CLEARED, cleared.join(separator), document), false);
    }
}

/// Notifies of the result of a turn that took the place of an earlier one.
pub fn notify_settled(model: &mut Model, answer: MessageKey, now: Timestamp) {
    let Some(id) = of_session(model, answer.session) else { return };
    let asked = model.message(answer).and_then(|row| row.parent);
    let Some(row) = model.workspace.get::<Course>(&id) else { return };
    let session = Document::of(answer.session);
    if row.versions.first().is_some_and(|version| version.unfinished == Some(answer.id) && version.made_at == now) {
        // The whole one stays in its place; this is where the other one is.
        let title = row.versions[0].title.clone();
        return notify(model, Notice::Done(table::UNFINISHED, title, session), false);
    }
    let whole =
        row.outline.as_ref().filter(|made| made.made_at == now && made.remade.is_empty() && made.unfinished.is_none());
    let task = asked.and_then(|at| row.moments.get(&at)?.task);
    if let Some(title) =
        whole.filter(|_| !row.versions.is_empty() && task != Some(Task::Rest)).map(|made| made.title.clone())
    {
        return notify(model, Notice::Done(table::REWRITTEN, title, session), false);
    }
    let Some(Task::Section(section)) = task else { return };
    let made = row.outline.as_ref().filter(|outline| outline.made_at == now);
    let Some(title) = made.and_then(|outline| outline.section(section)).map(|part| part.title.clone()) else { return };
    notify(model, Notice::Done(table::REMAKE, title, Document::of(answer.session)), false);
}

/// New words of a message of the person that stays where it is.
#[derive(Debug)]
struct Reworded {
    /// Answers known before, to tell which of them are cleared.
    before: (CourseId, Profile),
    session: SessionId,
    /// Change of the field, where the message filled one.
    field: Option<NewAnswer>,
}

/// New value of the field that a message filled.
#[derive(Debug)]
struct NewAnswer {
    field: &'static str,
    /// The message and all that come after it, on every branch.
    messages: Vec<MessageId>,
    text: String,
}

/// Meaning of new words for a message; `None` outside the conversations of courses.
pub fn reworded(model: &Model, key: MessageKey, text: &str) -> Result<Option<Box<dyn Rewording>>, Refusal> {
    let field = new_answer(model, key, text)?;
    let before = of_session(model, key.session).and_then(|id| Some((id, model.course_profile(id)?)));
    Ok(before.map(|before| Box::new(Reworded { before, session: key.session, field }) as _))
}

/// New value of the field that a message filled; `None` where it filled none, or the new words fill none.
fn new_answer(model: &Model, key: MessageKey, text: &str) -> Result<Option<NewAnswer>, Refusal> {
    let Some((ReplyContext { course, open, after }, view)) = reply_context(model, key).zip(model.view(key.session))
    else {
        return Ok(None);
    };
    let moment = course.moments.get(&key.id).filter(|moment| moment.task.is_none());
    let flow = flow::flow(&course.flow);
    let before = known_after(course, after);
    let first = || flow?.fields.first().map(|field| field.name).filter(|name| !before.contains_key(*name));
    let asked = if after == none() { first() } else { open.and_then(|card| card.field) };
    // It was asked for what was not known yet, so what is known right after its answer came of it.
    let filled = asked.filter(|&name| moment.is_some_and(|moment| moment.profile.contains_key(name)));
    let is_new = model.message(key).is_some_and(|row| row.text() != text);
    let Some((field, flow)) = filled.filter(|_| is_new).zip(flow) else { return Ok(None) };
    let answers = interview::answers(flow, field, text);
    if !answers && interview::asks_back(text.trim()) {
        return Ok(None);
    }
    if !answers {
        return Err(if text.trim().is_empty() { Refusal::Empty } else { Refusal::NoAnswer });
    }
    if model.course_works(course.id) {
        return Err(Refusal::Busy);
    }
    Ok(Some(NewAnswer { field, messages: view.tree.subtree(key.id), text: text.to_owned() }))
}

impl Rewording for Reworded {
    /// Changes the field in the same change (C1).
    fn take(&self, draft: &mut Draft<'_>, env: &Env) -> Result<(), Refusal> {
        let Some(answer) = &self.field else { return Ok(()) };
        let Some((&message, later)) = answer.messages.split_first() else { return Ok(()) };
        commands::reword(draft, env, self.before.0, (message, later), answer.field, &answer.text).map_err(Refusal::from)
    }

    fn done(&self, model: &mut Model) {
        tell_cleared(model, self.before.clone(), None, Document::of(self.session));
    }
}

/// Sets the answers to those of the branch that is shown (C4).
pub fn follow(draft: &mut Draft<'_>, env: &Env, session: SessionId) -> Result<(), Refusal> {
    let Some(row) = draft.get::<Session>(&session) else { return Ok(()) };
    let Some(course) = row.scope.as_course() else { return Ok(()) };
    let messages = draft.messages(session);
    let tree = Tree::of(messages.iter().map(|message| &**message));
    let path = tree.path(tree.active_leaf(&row));
    let rows = path.iter().filter_map(|&id| Some((id, draft.get::<Message>(&MessageKey { session, id })?.role)));
    let at = last_of(&mut rows.collect::<Vec<_>>().into_iter());
    commands::follow(draft, env, course, at).map_err(Refusal::from)
}

/// Ticks an option of the open card, or unticks it.
pub(super) fn tick(model: &mut Model, id: CourseId, option: String, on: bool) {
    let Some(asked) = model.course_card(id) else { return };
    let mut options: BTreeSet<String> = model.course_ticked(id).into_iter().collect();
    if on {
        options.insert(option);
    } else {
        options.remove(&option);
    }
    model.courses.ticked = Some((asked.name(), options));
}

/// Replies to the open card.
pub(super) fn reply(model: &mut Model, env: &mut Env, id: CourseId, reply: Reply, out: &mut Vec<Effect>) {
    let Some(OpenCard { card, .. }) = model.course_card(id) else {
        return edit::refuse(model, Refusal::Stale);
    };
    // What stands in the field below is part of the answer, too; sending it empties the field.
    let written = model.drafts.get(&Some(Course::session(id))).filter(|text| !interview::says_nothing(text.trim()));
    let reply = match (reply, written) {
        (Reply::Options(options), Some(text)) if card.several => Reply::Both(options, text.clone()),
        (reply, _) => reply,
    };
    let text = reply_text(&reply, model.language());
    say(model, env, id, &text, reply, None, out);
}

fn say(
    model: &mut Model,
    env: &mut Env,
    id: CourseId,
    text: &str,
    reply: Reply,
    task: Option<Task>,
    out: &mut Vec<Effect>,
) {
    if model.course_works(id) {
        return edit::refuse(model, Refusal::Busy);
    }
    let Some(course) = model.workspace.get::<Course>(&id) else { return edit::refuse(model, Refusal::Gone) };
    let saying = next(model, course, reply, task);
    sessions::send(model, env, Some(Course::session(id)), text, Some(Box::new(saying)), out);
    model.courses.outline |= model.course_doing(id) == Some(Activity::Outline);
}

/// Has the model make the outline, or make it anew.
pub(super) fn generate(model: &mut Model, env: &mut Env, id: CourseId, out: &mut Vec<Effect>) {
    let text = match model.language() {
        Language::En => "Please make the outline.",
        Language::Zh => "请生成大纲。",
    };
    // What is said would be taken for an answer that is missing.
    let missing =
        model.course_flow(id).zip(model.course_profile(id)).and_then(|(flow, known)| interview::next(flow, &known));
    if let Some(field) = missing {
        model.courses.outline = false;
        // What is asked in words is answered in the field below.
        if field.options.is_empty() {
            model.composer_calls += 1;
        } else {
            model.courses.card_calls += 1;
        }
        return notify(model, Notice::Unanswered(field.title), false);
    }
    say(model, env, id, text, Reply::Words(text.to_owned()), Some(Task::Outline), out);
}

/// Asks the model again for a question that the app had to ask itself, whatever was learned of the model.
pub(super) fn ask_model(model: &mut Model, env: &mut Env, id: CourseId, out: &mut Vec<Effect>) {
    let Some(asked) = model.course_card(id) else { return edit::refuse(model, Refusal::Stale) };
    let endpoint = model.endpoint(model.provider());
    let key = connect::learned_key(&endpoint.base_url, &endpoint.model);
    edit::change(model, Durability::Relaxed, out, |draft| {
        draft.update::<Learned>(&key, |row| row.capabilities.forced = None);
    });
    let answer = MessageKey { session: Course::session(id), id: asked.message };
    sessions::update(model, env, sessions::SessionMsg::Regenerate(answer), out);
}

/// Has the model complete an outline that broke off.
pub(super) fn complete(model: &mut Model, env: &mut Env, id: CourseId, out: &mut Vec<Effect>) {
    if !model.course_is_known(id) {
        return generate(model, env, id, out);
    }
    let text = match model.language() {
        Language::En => "Please complete the rest of the outline.",
        Language::Zh => "请补全大纲剩下的部分。",
    };
    say(model, env, id, text, Reply::Words(text.to_owned()), Some(Task::Rest), out);
}

/// Fills the rest of an outline that broke off from a template, without a model.
pub(super) fn fill(model: &mut Model, env: &mut Env, id: CourseId, out: &mut Vec<Effect>) {
    let Some((flow, profile)) = model.course_flow(id).zip(model.course_profile(id)) else { return };
    let Some(mut made) = model.workspace.get::<Course>(&id).and_then(|row| row.outline.clone()) else { return };
    let language = model.language();
    change(model, env, id, table::FILL, "", out, |draft, env| {
        outline::fill(flow, &profile, &mut made, language, env);
        commands::take_outline(draft, env, id, made)
    });
}

/// Keeps the outline of an answer that no tab makes any more, as a step of its own.
pub fn keep_unfinished(
    model: &mut Model,
    env: &mut Env,
    answer: MessageKey,
    calls: &[(String, String)],
    out: &mut Vec<Effect>,
) {
    if calls.is_empty() || model.read_only.is_some() {
        return;
    }
    let Some((id, outline)) = super::agent::unfinished_outline(model, env, answer, calls) else { return };
    let title = outline.title.clone();
    change(model, env, id, table::UNFINISHED, &title, out, |draft, env| {
        commands::take_unfinished(draft, env, id, outline)
    });
}

/// Makes the outline from a template, without a model.
pub(super) fn template(model: &mut Model, env: &mut Env, id: CourseId, out: &mut Vec<Effect>) {
    let Some((flow, profile)) = model.course_flow(id).zip(model.course_profile(id)) else { return };
    let language = model.language();
    let replaces = model.workspace.get::<Course>(&id).is_some_and(|row| row.outline.is_some());
    let done = change(model, env, id, table::TEMPLATE, "", out, |draft, env| {
        let made = outline::skeleton(flow, &profile, language, env);
        commands::take_outline(draft, env, id, made)
    });
    if done && replaces {
        let title = model.course_title(id);
        notify(model, Notice::Done(table::REWRITTEN, title, Document::of(id)), false);
    }
}

/// Has the model make a part anew, or outline a lesson.
pub(super) fn ask(model: &mut Model, env: &mut Env, id: CourseId, task: Task, out: &mut Vec<Effect>) {
    let Some(outline) = model.workspace.get::<Course>(&id).and_then(|row| row.outline.clone()) else { return };
    let (make, unfold) = match model.language() {
        Language::En => (("Rewrite “", "”."), ("Outline the lesson “", "”.")),
        Language::Zh => (("重写“", "”。"), ("为“", "”写课时提纲。")),
    };
    let text = match task {
        Task::Outline => return generate(model, env, id, out),
        Task::Rest => return complete(model, env, id, out),
        Task::Section(section) => outline.section(section).map(|row| format!("{}{}{}", make.0, row.title, make.1)),
        Task::Lesson(chapter) => outline.chapter(chapter).map(|row| format!("{}{}{}", unfold.0, row.title, unfold.1)),
    };
    let Some(text) = text else { return edit::refuse(model, Refusal::Gone) };
    say(model, env, id, &text, Reply::Words(text.clone()), Some(task), out);
}
