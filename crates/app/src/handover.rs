//! Messages that make, in another room, the thing that is offered below an answer in Chat.
//!
//! - H1 What is made has the id of the answer it was offered with: it is made once, found again after a reload, and
//!   offered again once it was taken back.

use std::rc::Rc;

use super::connect::ConnectMsg;
use super::course::CourseMsg;
use super::maps::MapMsg;
use super::navigate::Route;
use super::scenes::SceneMsg;
use super::timelog::TimeMsg;
use super::{Model, Msg};
use espalier_chat::builtin::handover::Handover;
use espalier_llm::provider;
use espalier_model::conversation::Status;
use espalier_model::persona::Role;
use espalier_model::scene::{Scene, SceneId};
use espalier_model::{
    Course, CourseId, MapId, Message, MessageId, MessageKey, MindMap, RoomId, Scope, Session, SessionId, TimeEntry,
    TimeEntryId,
};

/// The question that an answer in Chat is about, and whether the guide gave it; `None` for any other message.
pub fn question(model: &Model, at: MessageKey) -> Option<(&Rc<Message>, bool)> {
    let answer = model.message(at).filter(|row| row.role == Role::Assistant && row.status == Status::Done)?;
    let is_of_guide = answer.provenance.provider.as_ref().is_some_and(|id| id.as_str() == provider::builtin().id);
    let is_in_chat = model.scope_of(at.session).as_ref().is_some_and(Scope::is_chat);
    let question = model.message(MessageKey { id: answer.parent?, ..at })?;
    (is_in_chat && question.role == Role::User).then_some((question, is_of_guide))
}

/// The room of an offer; `None` where it leads to the settings.
pub const fn room_of(offered: &Handover) -> Option<RoomId> {
    match offered {
        Handover::Map(_) => Some(RoomId::Map),
        Handover::Log { .. } | Handover::Timer(_) | Handover::StopTimer | Handover::AskTime(_) => Some(RoomId::Time),
        Handover::Course(_) => Some(RoomId::Course),
        Handover::Scene(_) => Some(RoomId::Scene),
        Handover::Settings | Handover::Connect => None,
    }
}

/// The address of the thing that an offer made, if it was made (H1).
pub fn made(model: &Model, answer: MessageId, offered: &Handover) -> Option<Route> {
    let (id, rows) = (answer.uuid(), &model.workspace);
    match room_of(offered)? {
        RoomId::Time if matches!(offered, Handover::AskTime(_)) => {
            rows.get::<Session>(&SessionId::from_uuid(id)).map(|_| Route::Time(None))
        }
        RoomId::Map => rows.get::<MindMap>(&MapId::from_uuid(id)).map(|row| Route::Map(Some(row.id), None)),
        RoomId::Time => rows.get::<TimeEntry>(&TimeEntryId::from_uuid(id)).map(|row| Route::Time(Some(row.id))),
        RoomId::Course => rows.get::<Course>(&CourseId::from_uuid(id)).map(|row| Route::Course(Some(row.id), None)),
        RoomId::Scene => rows.get::<Scene>(&SceneId::from_uuid(id)).map(|row| Route::Scene(Some(row.id), None)),
        RoomId::Chat => None,
    }
}

/// The message that makes the thing of an offer in its room.
pub fn make(answer: MessageId, offered: Handover) -> Msg {
    let id = answer.uuid();
    match offered {
        Handover::Map(title) => Msg::Maps(MapMsg::BeginAs(MapId::from_uuid(id), title)),
        Handover::Log { line, .. } => Msg::Time(TimeMsg::AddAs(TimeEntryId::from_uuid(id), line)),
        Handover::Timer(what) => Msg::Time(TimeMsg::StartAs(TimeEntryId::from_uuid(id), what)),
        Handover::StopTimer => Msg::Time(TimeMsg::StopRunning),
        Handover::AskTime(question) => Msg::Time(TimeMsg::AskAs(SessionId::from_uuid(id), question)),
        Handover::Course(sentence) => {
            Msg::Course(CourseMsg::BeginAs(CourseId::from_uuid(id), "course".to_owned(), sentence))
        }
        Handover::Scene(told) => Msg::Scene(SceneMsg::BeginAs(SceneId::from_uuid(id), told)),
        Handover::Settings => Msg::Go(Route::Settings),
        Handover::Connect => Msg::Connect(ConnectMsg::Open),
    }
}
