//! The preview of a request is the request that is sent, in every room.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on stops there")]

use espalier_agent::context::Origin;
use espalier_agent::turn::TurnInput;
use espalier_app::Msg;
use espalier_app::assistant::AssistantMsg;
use espalier_app::course::CourseMsg;
use espalier_app::maps::{MapMsg, Panel};
use espalier_app::navigate::Route;
use espalier_app::prompt::{Preview, Recipient};
use espalier_app::scenes::SceneMsg;
use espalier_app::sessions::SessionMsg;
use espalier_command::history::Document;
use espalier_llm::capability::Capabilities;
use espalier_llm::error::{ErrorKind, LlmError};
use espalier_model::{Learned, MessageKey, Record, SessionId};
use espalier_storage::memory::MemoryStorage;
use serde_json::Value;

use crate::lab::Lab;

fn on(route: Route) -> Lab {
    let mut lab = Lab::on(MemoryStorage::default(), route);
    lab.use_custom_endpoint();
    lab
}

const ROOMS: [&str; 5] = ["chat", "map", "time", "course", "scene"];

/// A room with its assistant, and the conversation. There is one app at a time: what code is here belongs to the
/// thread.
fn open(room: &str) -> (Lab, SessionId) {
    let mut lab = match room {
        "chat" => Lab::new(),
        "map" => on(Route::Map(None, None)),
        "time" => on(Route::Time(None)),
        "course" => on(Route::Course(None, None)),
        _ => on(Route::Scene(None, None)),
    };
    match room {
        "chat" => lab.ask("one", "answer"),
        "map" => {
            lab.send(Msg::Maps(MapMsg::Create));
            let map = lab.model.route.map().expect("a map is shown");
            lab.send(Msg::Maps(MapMsg::Panel(map, Panel::Assistant)));
        }
        "time" => lab.send(Msg::Assistant(AssistantMsg::Time(true))),
        "course" => lab.send(Msg::Course(CourseMsg::New("course".to_owned()))),
        _ => lab.send(Msg::Scene(SceneMsg::Create)),
    }
    let scope = espalier_app::assistant::shown(&lab.model);
    let session = scope.and_then(|scope| espalier_app::assistant::session_of(&lab.model, scope));
    let session = session.unwrap_or_else(|| lab.session());
    (lab, session)
}

fn preview(lab: &Lab, session: SessionId) -> Preview {
    lab.model.request_preview(session).expect("something would be sent")
}

fn body(preview: &Preview) -> Value {
    let Recipient::Endpoint { body, .. } = &preview.asked else { panic!("{:?}", preview.asked) };
    body.clone()
}

/// Types something, looks what would be sent, sends it, and compares.
fn compare(room: &str, lab: &mut Lab, session: SessionId, text: &str) -> Preview {
    lab.send(Msg::Draft(Some(session), text.to_owned()));
    let rows = lab.rows();
    let preview = preview(lab, session);
    assert_eq!(lab.rows(), rows, "looking changes nothing");
    lab.calls.clear();
    lab.send(Msg::Sessions(SessionMsg::Send(Some(session), text.to_owned())));
    assert_eq!(body(&preview), lab.last_request(), "{room}");
    preview
}

/// Everything that is sent is listed, once and in order.
fn assert_lists_all(room: &str, preview: &Preview) {
    let body = body(preview);
    let sent: Vec<&str> =
        body["messages"].as_array().expect("messages").iter().filter_map(|m| m["content"].as_str()).collect();
    let listed = preview.messages();
    let listed: Vec<&str> =
        listed.iter().filter(|row| row.why_excluded.is_none()).map(|row| row.text.as_str()).collect();
    assert_eq!(listed, sent, "{room}");
    let names = |tools: &Value| tools.as_array().map_or(0, Vec::len);
    assert_eq!(preview.tools().len(), names(&body["tools"]), "{room}");
}

#[test]
fn what_will_be_sent_is_what_is_sent_in_every_room() {
    for room in ROOMS {
        let (mut lab, session) = open(room);
        let first = compare(room, &mut lab, session, "Learn the violin");
        assert_lists_all(room, &first);
        let last = first.messages().pop().expect("a message");
        let is_typed = matches!(last.origin, Some(Origin::Message(id)) if Some(id) == first.typed);
        assert!(is_typed && last.text.ends_with("Learn the violin"), "{room}: {last:?}");
        assert_eq!(first.tools().is_empty(), matches!(room, "chat"), "{room}");
        lab.answer("Good.");
        if lab.model.running.is_empty() {
            let second = compare(room, &mut lab, session, "And then?");
            assert_lists_all(room, &second);
        }
    }
}

#[test]
fn it_follows_what_was_learned_of_the_endpoint() {
    for room in ROOMS {
        let (mut lab, session) = open(room);
        let key = espalier_app::connect::learned_key("http://127.0.0.1:9/v1", "test-model");
        let capabilities = Capabilities { without_tools: true, ..Capabilities::default() };
        lab.model.workspace.absorb([Record::Learned(Learned { key, capabilities }.into())]);
        let preview = compare(room, &mut lab, session, "Learn the violin");
        assert!(preview.tools().is_empty(), "{room}");
        let Recipient::Endpoint { in_words, .. } = preview.asked else { panic!("{room}") };
        assert_eq!(in_words, matches!(room, "time" | "scene"), "{room}");
        assert_lists_all(room, &preview);
    }
}

#[test]
fn without_an_endpoint_nothing_leaves_the_tab() {
    let mut lab = Lab::on(MemoryStorage::default(), Route::default());
    lab.send(Msg::Sessions(SessionMsg::New));
    let session = lab.session();
    lab.send(Msg::Draft(Some(session), "Hello".to_owned()));
    let preview = preview(&lab, session);
    assert_eq!(preview.asked, Recipient::BuiltIn);
    assert!(preview.messages().iter().any(|row| row.text == "Hello") && preview.settings().is_none());
}

#[test]
fn a_rooms_assistant_answers_again_without_the_older_half_where_no_limit_is_known() {
    for room in ["map", "time", "scene"] {
        let (mut lab, session) = open(room);
        for text in ["first question", "second question", "third question", "last question"] {
            lab.send(Msg::Sessions(SessionMsg::Send(Some(session), text.to_owned())));
            if text.starts_with("last") {
                let error = LlmError::new(ErrorKind::ContextLength { limit: None });
                lab.input(TurnInput::Failed(error));
            } else {
                lab.answer("A long enough answer to it.");
            }
        }
        let rows = lab.rows();
        let view = lab.model.view(session).expect("it is open");
        let answer = MessageKey { session, id: *view.path.last().expect("an answer") };
        lab.calls.clear();
        lab.send(Msg::Sessions(SessionMsg::Shorten(answer)));
        let sent = lab.sent();
        let has = |text: &str| sent.iter().any(|message| message.contains(text));
        assert!(!has("first question") && has("third question") && has("last question"), "{room}: {sent:?}");
        lab.answer("Yes.");
        lab.send(Msg::UndoIn(Document::of(session)));
        let enabled = |lab: &Lab| lab.model.workspace.messages(session).filter(|row| row.enabled).count();
        assert_eq!(enabled(&lab), 8, "{room}: one step takes it back");
        assert_eq!(lab.rows().len(), rows.len(), "{room}");
    }
}
