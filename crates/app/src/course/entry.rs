//! The entry of the Course room.

use super::agent::CourseRoomAgent;
use super::{CourseMsg, files, interview, opened, show, table, texts};
use crate::command::Command;
use crate::effect::Effect;
use crate::navigate::Route;
use crate::room::{self, Interview, Meaning, OpenedFile, Rewording, Room, RoomMsg, RoomRows};
use crate::room_agent::RoomAgent;
use crate::{Model, Refusal};
use espalier_base::env::Env;
use espalier_base::time::Timestamp;
use espalier_command::history::Document;
use espalier_find::Passage;
use espalier_model::workspace::Draft;
use espalier_model::{Course, MessageKey, Record, RecordKey, RoomId, Scope, SessionId, Thing};

/// The Course room.
#[derive(Debug)]
pub struct CourseRoom {
    /// Handler of the messages to the room, also of those that make something in another room.
    pub perform: fn(&mut Model, &mut Env, CourseMsg, &mut Vec<Effect>),
    /// Handler for rows of a document of another room coming into memory.
    pub read: fn(&mut Model, &mut Env, Document, &mut Vec<Effect>),
}

impl RoomRows for CourseRoom {
    fn texts(&self, record: &Record, add: &mut dyn FnMut(Thing, Passage<'_>)) {
        texts::of(record, add);
    }

    fn booted(&self, model: &mut Model, _: usize, out: &mut Vec<Effect>) {
        if matches!(model.route, Route::Course(..)) {
            // Now it is known which courses there are.
            room::show(model, model.route, out);
        }
    }

    fn failed(&self, model: &mut Model, of: Document) {
        // What waited for a conversation is not done another time by itself.
        if of.thing_of(RoomId::Chat).is_some() {
            model.courses.leaving = None;
        }
    }

    fn read(&self, model: &mut Model, env: &mut Env, document: Document, out: &mut Vec<Effect>) {
        if let Some(session) = document.thing_of(RoomId::Chat) {
            opened(model, env, SessionId::from_uuid(session), out);
        }
        (self.read)(model, env, document, out);
    }
}

impl Room for CourseRoom {
    fn id(&self) -> RoomId {
        RoomId::Course
    }

    fn show(&self, model: &mut Model, route: Route, out: &mut Vec<Effect>) {
        if let Route::Course(course, chapter) = route {
            show(model, course, chapter, out);
        }
    }

    fn place_of(&self, _: &mut Model, scope: Scope, _: SessionId) -> Option<Route> {
        Some(Route::Course(Some(scope.as_course()?), None))
    }

    fn title(&self, model: &Model, route: Route) -> Option<String> {
        route.course().map(|id| model.course_title(id))
    }

    fn scope(&self, model: &Model) -> Option<Scope> {
        let course = model.route.course().filter(|id| model.workspace.get::<Course>(id).is_some())?;
        Some(Scope::course(course))
    }

    fn undo_scope(&self, model: &Model) -> Vec<Document> {
        let open = model.route.course().filter(|course| model.workspace.get::<Course>(course).is_some());
        let both = |id| [Document::of(id), Document::of(Course::session(id))];
        std::iter::once(Document::COURSES).chain(open.into_iter().flat_map(both)).collect()
    }

    fn is_shown(&self, model: &Model, key: &RecordKey) -> bool {
        matches!(key, RecordKey::Courses(id) if model.route.course() == Some(*id))
    }

    fn perform(&self, model: &mut Model, env: &mut Env, msg: RoomMsg, out: &mut Vec<Effect>) {
        if let Ok(msg) = msg.downcast::<CourseMsg>() {
            (self.perform)(model, env, *msg, out);
        }
    }

    fn commands(&self) -> &'static [Command] {
        table::COMMANDS
    }

    fn import(&self, model: &mut Model, env: &mut Env, file: &OpenedFile<'_>, out: &mut Vec<Effect>) -> bool {
        let here = matches!(model.route, Route::Course(..));
        !file.foreign && here && files::read(model, env, file.name, file.bytes, out)
    }

    fn agent(&self, _: Scope) -> Option<&'static dyn RoomAgent> {
        Some(&CourseRoomAgent)
    }

    fn interview(&self) -> Option<&'static dyn Interview> {
        Some(&CourseInterview)
    }
}

/// The interview of a course.
struct CourseInterview;

impl Interview for CourseInterview {
    fn before_send(&self, model: &Model, session: SessionId, text: String) -> (Option<Box<dyn Meaning>>, String) {
        let (saying, text) = interview::words(model, session, text);
        (saying.map(|saying| Box::new(saying) as Box<dyn Meaning>), text)
    }

    fn before_branch(&self, model: &Model, key: MessageKey, text: &str) -> Option<Box<dyn Meaning>> {
        interview::words_instead(model, key, text).map(|saying| Box::new(saying) as Box<dyn Meaning>)
    }

    fn before_rewording(
        &self,
        model: &Model,
        key: MessageKey,
        text: &str,
    ) -> Result<Option<Box<dyn Rewording>>, Refusal> {
        interview::reworded(model, key, text)
    }

    fn branch_shown(&self, draft: &mut Draft<'_>, env: &Env, session: SessionId) -> Result<(), Refusal> {
        interview::follow(draft, env, session)
    }

    fn on_turn_end(&self, model: &mut Model, answer: MessageKey, now: Timestamp) {
        interview::notify_settled(model, answer, now);
    }

    fn on_broken_off(
        &self,
        model: &mut Model,
        env: &mut Env,
        answer: MessageKey,
        calls: &[(String, String)],
        out: &mut Vec<Effect>,
    ) {
        interview::keep_unfinished(model, env, answer, calls, out);
    }
}
