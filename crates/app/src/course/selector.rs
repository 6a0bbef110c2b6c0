//! Selectors of courses.

use std::rc::Rc;

use super::{abroad, agent, of_session};
use crate::Model;
use crate::navigate::Route;
use crate::prompt::Running;
use espalier_agent_api::tool::object_in;
use espalier_course::flow::{self, Flow};
use espalier_course::interview::{self, Card, Profile};
use espalier_course::sketch::{Sketch, SketchSection, sketch, sketch_section};
use espalier_course::topic;
use espalier_markdown::Block;
use espalier_model::conversation::{Part, Status};
use espalier_model::course::{ChapterId, SectionId, Task};
use espalier_model::persona::Role;
use espalier_model::{Course, CourseId, Goal, MapId, Message, MessageId, MessageKey, MindMap};

/// The card that is open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenCard {
    /// The card.
    pub card: Card,
    /// The question: the title of the card, or the sentence before it where the title is no question.
    pub question: String,
    /// Whether the app made the card, as the model made none.
    pub local: bool,
    /// The message it belongs to.
    pub message: MessageId,
}

impl OpenCard {
    /// Identity of the card: its message and its field.
    pub fn name(&self) -> (MessageId, Option<&'static str>) {
        (self.message, self.card.field)
    }
}

/// Activity of the model for a course.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Activity {
    /// Asking the next question.
    Asking,
    /// Making the outline.
    Outline,
    /// Making a part of the outline, or a lesson.
    Part(Task),
    /// Answering in words.
    Talking,
}

/// Draft of a place of an outline while the model makes it. Of several tries the fullest counts, so that nothing shown
/// disappears.
#[derive(Debug, Clone, PartialEq)]
pub enum PartDraft {
    /// New form of a part.
    Section(SectionId, SketchSection),
    /// Lesson of a chapter.
    Lesson(ChapterId, Growing),
}

/// Markdown that grows.
#[derive(Debug, Clone, PartialEq)]
pub struct Growing {
    /// The text.
    pub text: String,
    /// The text as blocks.
    pub blocks: Vec<Rc<Block>>,
    /// Number of blocks that will not change any more.
    pub settled: usize,
}

/// The question at the end of a text.
fn asked_in(text: &str) -> Option<String> {
    const LONGEST: usize = 200;
    let line = text.lines().rev().find(|line| interview::asks_back(line))?.trim();
    let head = line.trim_end_matches(['?', '？']);
    let begin = head.rfind(['.', '!', '?', '。', '！', '？']);
    let from = begin.map_or(0, |at| at + head[at..].chars().next().map_or(0, char::len_utf8));
    let asked = line[from..].trim_matches(|mark: char| mark.is_whitespace() || mark == '*' || mark == '#');
    (!asked.is_empty() && asked.chars().count() <= LONGEST).then(|| asked.to_owned())
}

impl Model {
    /// All courses, the one that changed last first.
    pub fn courses(&self) -> Vec<Rc<Course>> {
        let mut all: Vec<Rc<Course>> = self.workspace.tables().courses.values().cloned().collect();
        all.sort_unstable_by(|one, other| other.updated_at.cmp(&one.updated_at).then(other.id.cmp(&one.id)));
        all
    }

    /// Title of a course for the frame of the app, which is not to carry what a topic is found with: its name or that of
    /// its outline, else what its room says if its code is here.
    pub fn course_name(&self, id: CourseId) -> String {
        let row = self.workspace.get::<Course>(&id);
        let own = row.map(|row| row.title().trim().to_owned()).filter(|own| !own.is_empty());
        own.or_else(|| self.title_of(Route::Course(Some(id), None))).unwrap_or_default()
    }

    /// Title of a course: its name, else that of its outline, else its topic, else the name of the interview.
    pub fn course_title(&self, id: CourseId) -> String {
        let Some(row) = self.workspace.get::<Course>(&id) else { return String::new() };
        let own = row.title().trim();
        if !own.is_empty() {
            return own.to_owned();
        }
        let language = self.language();
        let flow = flow::flow(&row.flow);
        let topic = flow
            .and_then(|flow| Some((flow, row.profile.get(flow.fields.first()?.name)?)))
            .map(|(flow, said)| topic::titled(topic::within(flow, &interview::answer_text(said, language))));
        let begun = || {
            let view = self.view(Course::session(id))?;
            let first = self.message(MessageKey { session: Course::session(id), id: *view.path.first()? })?;
            let text = first.own_text();
            let line = text.lines().find(|line| !interview::says_nothing(line))?;
            Some(topic::titled(topic::within(flow?, line)))
        };
        topic.or_else(begun).or_else(|| Some(flow?.begin.get(language).to_owned())).unwrap_or_default()
    }

    /// The map that was made of a course.
    pub fn course_map(&self, id: CourseId) -> Option<MapId> {
        let map = abroad::map_of(id);
        self.workspace.get::<MindMap>(&map).map(|row| row.id)
    }

    /// Whether there are goals that were made of a course.
    pub fn course_has_goals(&self, id: CourseId) -> bool {
        let outline = self.workspace.get::<Course>(&id).and_then(|row| row.outline.as_ref());
        outline.is_some_and(|outline| {
            outline.sections.iter().any(|part| self.workspace.get::<Goal>(&abroad::goal_of(part.id)).is_some())
        })
    }

    /// The course that a map, goal or conversation was made of, by the id of that.
    pub fn course_behind(&self, id: uuid::Uuid) -> Option<CourseId> {
        let course = CourseId::from_uuid(id);
        if self.workspace.get::<Course>(&course).is_some() {
            return Some(course);
        }
        let all = self.workspace.tables().courses.values();
        let mut found = all.filter(|row| {
            row.outline
                .iter()
                .chain(&row.versions)
                .flat_map(|outline| &outline.sections)
                .any(|part| part.id.uuid() == id || part.chapters.iter().any(|chapter| chapter.id.uuid() == id))
        });
        found.next().map(|row| row.id)
    }

    /// The kind of interview of a course.
    pub fn course_flow(&self, id: CourseId) -> Option<&'static Flow> {
        flow::flow(&self.workspace.get::<Course>(&id)?.flow)
    }

    /// Answers that are known for a course.
    pub fn course_profile(&self, id: CourseId) -> Option<Profile> {
        self.workspace.get::<Course>(&id).map(|row| row.profile.clone())
    }

    /// Whether all answers are known for a course.
    pub fn course_is_known(&self, id: CourseId) -> bool {
        let row = self.workspace.get::<Course>(&id);
        row.is_some_and(|row| flow::flow(&row.flow).is_some_and(|flow| interview::next(flow, &row.profile).is_none()))
    }

    fn course_turn(&self, id: CourseId) -> Option<&Running> {
        let session = Course::session(id);
        self.running.values().find(|running| running.answer.session == session)
    }

    /// Whether the model works for a course in this tab.
    pub fn course_works(&self, id: CourseId) -> bool {
        self.course_turn(id).is_some()
    }

    /// Activity of the model for a course in this tab.
    pub fn course_doing(&self, id: CourseId) -> Option<Activity> {
        agent::doing(self, self.course_turn(id)?.answer)
    }

    /// The card that is open in the conversation of a course; none while the model works (C2).
    pub fn course_card(&self, id: CourseId) -> Option<OpenCard> {
        let session = Course::session(id);
        if self.course_works(id) || of_session(self, session) != Some(id) {
            return None;
        }
        let row = self.workspace.get::<Course>(&id)?;
        let last = *self.view(session)?.path.last()?;
        self.card_after(row, self.message(MessageKey { session, id: last })?, &row.profile)
    }

    /// Ticked options of the open card, in the order in which they are shown.
    pub fn course_ticked(&self, id: CourseId) -> Vec<String> {
        let Some((asked, (name, ticked))) = self.course_card(id).zip(self.courses.ticked.as_ref()) else {
            return Vec::new();
        };
        let several = asked.card.several && asked.name() == *name;
        asked.card.options.into_iter().filter(|option| several && ticked.contains(option)).collect()
    }

    /// The card that is open after a message, given the known answers.
    pub fn card_after(&self, course: &Course, message: &Message, known: &Profile) -> Option<OpenCard> {
        let flow = flow::flow(&course.flow)?;
        let rests = !matches!(message.status, Status::Streaming | Status::Waiting);
        if message.role != Role::Assistant || !rests {
            return None;
        }
        let is_refused = |call: &str| {
            message
                .parts
                .iter()
                .any(|part| matches!(part, Part::ToolResult { call_id, is_error: true, .. } if call_id == call))
        };
        let mut shown = message.parts.iter().filter_map(|part| match part {
            Part::ToolCall { call_id, name, arguments, .. } if name == flow.present.name && !is_refused(call_id) => {
                let (read, _) = flow.present.read(&object_in(arguments)?).ok()?;
                interview::card(flow, None, &read)
            }
            _ => None,
        });
        let (card, made) = interview::open(flow, known, shown.next(), self.language())?;
        // The built-in interviewer has no other options than these, and where there are none no model was asked for any.
        let local = made && !card.options.is_empty() && !agent::is_builtin(self);
        let question = if interview::asks_back(&card.question) { None } else { asked_in(&message.own_text()) };
        let question = question.unwrap_or_else(|| card.question.clone());
        Some(OpenCard { card, question, local, message: message.id })
    }

    /// Draft of the outline while the model makes it. Of several tries the fullest counts, so that nothing shown
    /// disappears.
    pub fn course_sketch(&self, id: CourseId) -> Option<Sketch> {
        let (flow, running) = (self.course_flow(id)?, self.course_turn(id)?);
        let rest = running.calls_of(flow.rest.name).map(sketch).max_by_key(Sketch::size);
        if let Some(rest) = rest.filter(|rest| !rest.sections.is_empty()) {
            let outline = self.workspace.get::<Course>(&id)?.outline.as_ref()?;
            return Some(Sketch::of_outline(outline).with(rest));
        }
        let sketches = running.calls_of(flow.generate.name).map(sketch);
        sketches.max_by_key(Sketch::size).filter(|sketch| !sketch.title.is_empty() || !sketch.sections.is_empty())
    }

    /// Draft of one place of an outline; `None` before anything of it arrived.
    pub fn course_coming(&self, id: CourseId) -> Option<PartDraft> {
        let (flow, running) = (self.course_flow(id)?, self.course_turn(id)?);
        let Activity::Part(task) = agent::doing(self, running.answer)? else { return None };
        match task {
            Task::Section(section) => {
                let sketches = running.calls_of(flow.remake.name).map(sketch_section);
                let fullest = sketches.max_by_key(SketchSection::size).filter(|sketch| sketch.size() > (0, 0))?;
                Some(PartDraft::Section(section, fullest))
            }
            Task::Lesson(chapter) => {
                let live = self.live(running.answer).filter(|live| !live.blocks.is_empty())?;
                let growing = Growing { text: running.text().to_owned(), blocks: live.blocks, settled: live.settled };
                Some(PartDraft::Lesson(chapter, growing))
            }
            Task::Outline | Task::Rest => None,
        }
    }
}
