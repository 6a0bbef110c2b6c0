//! Interviewer of the Course room: its agent in a turn, and the outcome of that turn.
//!
//! - C1 What a turn is for follows from the last message of the person and from what was known right after it.
//! - C2 Only the person fills a field; what comes of a turn is words, an outline, or a part of one.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::Model;
use crate::course::Activity;
use crate::room_agent::{BuiltinPrompt, RoomAgent, ToolOutcome, TurnEnd, changes};
use espalier_agent::turn::{Ending, State};
use espalier_agent_api::partial::so_far;
use espalier_agent_api::spec::Agent;
use espalier_agent_api::tool::{ToolError, ToolRun, object_in};
use espalier_base::env::Env;
use espalier_base::id::Id;
use espalier_base::language::Language;
use espalier_course::agent::{Came, Interviewer, Work};
use espalier_course::interview::Card;
use espalier_course::{builtin, commands, flow, interview, narrow, outline, sketch};
use espalier_llm::builtin::{stream_call, stream_text};
use espalier_model::conversation::{Part, Scope};
use espalier_model::course::{Chapter, ChapterId, Outline, Task};
use espalier_model::persona::{Parameters, PersonaId, Preset};
use espalier_model::workspace::Draft;
use espalier_model::{Course, CourseId, Message, MessageId, MessageKey, Persona, SessionId};

/// The interviewer.
#[derive(Debug)]
pub struct CourseRoomAgent;

/// Context of a turn: the course, and the message that it answers.
struct About {
    course: Rc<Course>,
    flow: &'static flow::Flow,
    profile: interview::Profile,
    task: Option<Task>,
    /// Text of the message of the person.
    text: String,
    /// Whether the message is the first one.
    opening: bool,
    /// The answers before the message.
    before: interview::Profile,
    /// Whether the message filled a field.
    filled: bool,
    /// Number of messages before it that filled none, since the last one that did.
    tried: usize,
    /// Id of the answer.
    answer: MessageId,
}

/// Outline of an answer that broke off.
struct UnfinishedOutline(Outline);

/// Outline of an answer that no tab makes any more, from its calls, with its course.
pub fn unfinished_outline(
    model: &Model,
    env: &mut Env,
    answer: MessageKey,
    calls: &[(String, String)],
) -> Option<(CourseId, Outline)> {
    let about = about(model, answer)?;
    let UnfinishedOutline(outline) = about.keep(env, calls, model.language())?;
    Some((about.course.id, outline))
}

/// Context of the turn that makes an answer (C1).
fn about(model: &Model, answer: MessageKey) -> Option<About> {
    let course = model.scope_of(answer.session)?.as_course()?;
    let course = model.workspace.get::<Course>(&course)?.clone();
    let flow = flow::flow(&course.flow)?;
    let message = |id| model.message(MessageKey { id, ..answer });
    let asked = model.message(answer).and_then(|row| row.parent).and_then(message);
    let before = asked.and_then(|row| row.parent).and_then(message).and_then(|row| row.parent);
    let known = asked.and_then(|row| course.moments.get(&row.id));
    let known_before = before.and_then(|id| course.moments.get(&id)).map(|moment| &moment.profile);
    let profile = known.map_or_else(|| course.profile.clone(), |moment| moment.profile.clone());
    let said_before = |id| message(id).and_then(|row| row.parent).and_then(message).and_then(|row| row.parent);
    let known_at = |id| course.moments.get(&id).map(|moment| &moment.profile);
    let mut tried = 0;
    let mut at = before;
    while let Some((id, above)) = at.and_then(|id| Some((id, said_before(id)?))) {
        if known_at(id) != Some(&profile) || known_at(above) != Some(&profile) {
            break;
        }
        tried += 1;
        at = Some(above);
    }
    Some(About {
        tried,
        answer: answer.id,
        flow,
        profile,
        task: known.and_then(|moment| moment.task),
        text: asked.map(|row| row.own_text()).unwrap_or_default(),
        opening: before.is_none(),
        filled: known.map(|moment| &moment.profile) != known_before,
        before: known_before.cloned().unwrap_or_default(),
        course,
    })
}

/// Activity of the turn that makes this answer.
pub fn doing(model: &Model, answer: MessageKey) -> Option<Activity> {
    about(model, answer).map(|about| about.doing())
}

impl About {
    fn doing(&self) -> Activity {
        let is_known = interview::next(self.flow, &self.profile).is_none();
        let Some(outline) = &self.course.outline else {
            return if is_known { Activity::Outline } else { Activity::Asking };
        };
        match self.task {
            Some(task @ Task::Section(id)) if outline.section(id).is_some() => Activity::Part(task),
            Some(task @ Task::Lesson(id)) if outline.chapter(id).is_some() => Activity::Part(task),
            // What it was asked for is gone.
            Some(Task::Section(_) | Task::Lesson(_)) => Activity::Talking,
            Some(Task::Rest) if outline.unfinished.is_some() && is_known => Activity::Outline,
            Some(Task::Rest) => Activity::Talking,
            // Words that answer nothing are answered; nothing is made anew for them.
            None if is_known && !self.filled => Activity::Talking,
            None | Some(Task::Outline) if is_known => Activity::Outline,
            None | Some(Task::Outline) => Activity::Asking,
        }
    }

    fn work(&self) -> Work {
        let Some(outline) = &self.course.outline else {
            return if self.opening || self.filled || self.task.is_some() { Work::Interview } else { Work::Again };
        };
        let boxed = || Box::new(outline.clone());
        let part = match self.doing() {
            Activity::Part(Task::Section(id)) => outline.section(id).map(|row| Work::Section(boxed(), row.clone())),
            Activity::Part(Task::Lesson(id)) => outline.chapter(id).map(|row| Work::Lesson(boxed(), row.clone())),
            Activity::Talking => Some(Work::Talk(boxed())),
            Activity::Outline if self.is_rest(outline) => Some(Work::Rest(boxed())),
            _ => None,
        };
        part.unwrap_or(Work::Interview)
    }

    /// Whether only what is missing is made: it was asked for, or this very answer broke off.
    fn is_rest(&self, outline: &Outline) -> bool {
        outline.unfinished.is_some_and(|cut| self.task == Some(Task::Rest) || cut == self.answer)
    }

    /// Outline from the calls of an answer that broke off, the fullest of several tries.
    fn keep(&self, env: &mut Env, calls: &[(String, String)], language: Language) -> Option<UnfinishedOutline> {
        if self.doing() != Activity::Outline {
            return None;
        }
        let fullest = |name: &str| {
            let texts = calls.iter().filter(|(called, _)| called == name).map(|(_, text)| text.as_str());
            texts.max_by_key(|text| sketch::sketch(text).size())
        };
        if let Some(outline) = self.course.outline.as_ref().filter(|outline| self.is_rest(outline)) {
            let fullest = fullest(self.flow.rest.name)?;
            let serde_json::Value::Object(arguments) = so_far(fullest) else { return None };
            let mut outline = outline.clone();
            outline::add_rest(&mut outline, &arguments, Some(self.answer), env);
            return Some(UnfinishedOutline(outline));
        }
        let fullest = fullest(self.flow.generate.name)?;
        outline::unfinished(self.flow, &self.profile, (fullest, self.answer), language, env).map(UnfinishedOutline)
    }

    fn interviewer(&self, model: &Model) -> Interviewer {
        let language = model.language();
        // A model narrows a wide goal in its own words.
        let narrow = is_builtin(model).then(|| narrow::card(self.flow, &self.profile, &self.text, language)).flatten();
        Interviewer::new(self.flow, self.profile.clone(), language).at(self.work()).narrowing(narrow)
    }
}

impl RoomAgent for CourseRoomAgent {
    fn agent(&self, model: &Model, answer: MessageKey) -> Rc<dyn Agent> {
        let language = model.language();
        let agent = about(model, answer).map(|about| about.interviewer(model));
        Rc::new(agent.unwrap_or_else(|| Interviewer::new(&flow::COURSE, interview::Profile::new(), language)))
    }

    fn changes_things(&self, model: &Model, answer: MessageKey) -> bool {
        let course = model.scope_of(answer.session).and_then(Scope::as_course);
        course.and_then(|id| model.workspace.get::<Course>(&id)).is_some_and(|row| row.outline.is_some())
    }

    fn persona_id(&self) -> PersonaId {
        Id::from_uuid(uuid::Uuid::from_u128(0xA553))
    }

    fn persona(&self, model: &Model, session: SessionId) -> Persona {
        let course = model.scope_of(session).and_then(Scope::as_course);
        let flow = course.and_then(|course| model.course_flow(course));
        let name = flow.map(|flow| flow.title.get(model.language()).to_owned());
        Persona {
            id: self.persona_id(),
            name: name.unwrap_or_default(),
            icon: String::new(),
            description: String::new(),
            provider: None,
            model: None,
            parameters: Parameters::default(),
            presets: vec![Preset::ChatHistory],
            created_at: model.now,
        }
    }

    fn run(&self, _: &Model, _: &mut Env, _: MessageKey, _: &State, _: &ToolRun) -> ToolOutcome {
        // All its tools are only shown.
        ToolOutcome::only(Err(ToolError::RespondToModel("There is nothing to run.".to_owned())))
    }

    fn built_in(&self, model: &Model, spoken: &BuiltinPrompt<'_>) -> Vec<Vec<u8>> {
        let Some(about) = about(model, spoken.answer) else { return Vec::new() };
        let language = model.language();
        let call = |(text, call): builtin::Spoken| match call {
            Some((tool, arguments)) => stream_call(&text, "b1", tool, &arguments.to_string()),
            None => stream_text(&text),
        };
        match about.work() {
            Work::Section(_, section) => call(builtin::remake(about.flow, &section, language)),
            Work::Rest(_) => stream_text(builtin::rest(language)),
            Work::Again if interview::next(about.flow, &about.profile).is_some() => {
                builtin::again(about.flow, &about.profile, (&about.text, about.tried), language)
                    .map(call)
                    .unwrap_or_default()
            }
            Work::Lesson(_, chapter) => stream_text(&builtin::lesson(&chapter.title, language)),
            Work::Talk(_) => stream_text(builtin::talk(language)),
            Work::Interview | Work::Again => {
                // What is made here is only looked at; the ids it draws are thrown away.
                let mut env = Env::deterministic(model.now, 1);
                let last = builtin::Said { text: &about.text, opening: about.opening, before: &about.before };
                call(builtin::conduct(about.flow, &about.profile, last, language, &mut env))
            }
        }
    }

    fn completes(&self) -> bool {
        true
    }

    fn shows_calls(&self) -> bool {
        true
    }

    fn continues(&self, model: &Model, answer: MessageKey) -> bool {
        // A question, or an outline, is made whole; its words belong to it.
        !matches!(doing(model, answer), Some(Activity::Asking | Activity::Outline | Activity::Part(Task::Section(_))))
    }

    fn on_turn_end(&self, model: &Model, env: &mut Env, settled: &TurnEnd<'_>, draft: &mut Draft<'_>) -> Vec<String> {
        let Some(about) = about(model, settled.answer) else { return Vec::new() };
        let language = model.language();
        let id = about.course.id;
        if matches!(settled.ending, Ending::Stopped | Ending::Failed | Ending::Fatal(_)) {
            let kept = about.keep(env, settled.calls, language);
            // A course that is gone by now takes nothing more.
            let _ = kept.map(|UnfinishedOutline(outline)| commands::take_unfinished(draft, env, id, outline));
            return Vec::new();
        }
        let mut came = about.interviewer(model).came(settled.state, env);
        if let Came::Outline(outline) = &mut came
            && is_builtin(model)
        {
            // The same as with the button, with a title of any length.
            **outline = outline::skeleton(about.flow, &about.profile, language, env);
        }
        if let Came::Card(Card { field: Some(field), .. }, Some(call)) = &came {
            name_field(draft, settled.answer, call, field);
        }
        let asks = matches!(came, Came::Card(..));
        let (said, local) = match &came {
            Came::Card(card, call) => (card.question.clone(), call.is_none() && !card.options.is_empty()),
            Came::Outline(outline) => (outline.title.clone(), outline.completed_here && !is_builtin(model)),
            Came::Section(section) => (section.title.clone(), false),
            Came::Rest(_) | Came::Lesson(_) | Came::Words => (String::new(), false),
        };
        // What has no words of its own says at least what it is.
        draft.update::<Message>(&settled.answer, |row| {
            if row.own_text().trim().is_empty() && !said.is_empty() {
                row.parts.insert(0, Part::Text { text: said });
            }
        });
        // A lesson that is continued begins with what it said before.
        let whole = draft.get::<Message>(&settled.answer).map(|row| row.own_text().trim().to_owned());
        // A course that is gone by now takes nothing more; the answer stays.
        let done = match (came, about.task) {
            (Came::Outline(outline), None | Some(Task::Outline)) => commands::take_outline(draft, env, id, *outline),
            (Came::Section(made), Some(Task::Section(section))) => {
                commands::replace_section(draft, env, id, section, made)
            }
            (Came::Rest(arguments), _) => match about.course.outline.clone() {
                Some(mut outline) if arguments.is_some() || is_builtin(model) => {
                    match arguments {
                        Some(arguments) => outline::add_rest(&mut outline, &arguments, None, env),
                        None => outline::fill(about.flow, &about.profile, &mut outline, language, env),
                    }
                    commands::take_outline(draft, env, id, outline)
                }
                _ => Ok(()),
            },
            (Came::Lesson(text), Some(Task::Lesson(chapter))) => {
                let lesson = whole.filter(|whole| !whole.is_empty()).unwrap_or(text);
                commands::edit(draft, env, id, commands::Edit::Lesson(chapter, lesson))
            }
            _ => Ok(()),
        };
        let failed = done.is_err().then(|| "gone".to_owned());
        let after = draft.get::<Course>(&id).and_then(|row| row.outline.clone());
        let kinds = chapters_changed(about.course.outline.as_ref(), after.as_ref());
        let changed = (!asks).then(|| changes(&kinds));
        local.then(|| "form".to_owned()).into_iter().chain(failed).chain(changed).collect()
    }
}

/// How many chapters were added, changed and deleted.
fn chapters_changed(before: Option<&Outline>, after: Option<&Outline>) -> BTreeMap<&'static str, u64> {
    let chapters = |outline: Option<&Outline>| -> BTreeMap<ChapterId, Chapter> {
        let all = outline.into_iter().flat_map(|outline| &outline.sections).flat_map(|section| &section.chapters);
        all.map(|chapter| (chapter.id, chapter.clone())).collect()
    };
    let (mut before, mut kinds) = (chapters(before), BTreeMap::new());
    let mut count = |kind| *kinds.entry(kind).or_default() += 1;
    for (id, chapter) in chapters(after) {
        match before.remove(&id) {
            None => count("added"),
            Some(old) if old != chapter => count("changed"),
            Some(_) => {}
        }
    }
    if !before.is_empty() {
        kinds.insert("deleted", before.len() as u64);
    }
    kinds
}

/// Corrects the field in the call of a card to the one that was asked for, whatever the model called it.
fn name_field(draft: &mut Draft<'_>, answer: MessageKey, call: &str, field: &str) {
    draft.update::<Message>(&answer, |row| {
        let shown = row.parts.iter_mut().find_map(|part| match part {
            Part::ToolCall { call_id, arguments, .. } if call_id == call => Some(arguments),
            _ => None,
        });
        let Some(arguments) = shown else { return };
        let Some(mut object) = object_in(arguments) else { return };
        if object.get("targetField").and_then(serde_json::Value::as_str) != Some(field) {
            object.insert("targetField".to_owned(), field.into());
            *arguments = serde_json::Value::Object(object).to_string();
        }
    });
}

/// Whether the built-in model conducts the interview.
pub fn is_builtin(model: &Model) -> bool {
    model.provider().id == espalier_llm::provider::builtin().id
}
