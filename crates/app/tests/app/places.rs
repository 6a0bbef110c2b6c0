//! Places at which the page and its rooms open in a later visit.

#![allow(clippy::expect_used, reason = "a test that cannot go on stops")]

use espalier_app::Msg;
use espalier_app::maps::{MapMsg, Then};
use espalier_app::navigate::Route;
use espalier_app::places;
use espalier_app::sessions::SessionMsg;
use espalier_model::{MapId, RoomId, SessionId};

use crate::lab::Lab;

/// A visit with a conversation and then a map.
fn visited() -> (Lab, SessionId, MapId) {
    let mut lab = Lab::new();
    lab.send(Msg::Sessions(SessionMsg::Send(None, "Where to?".to_owned())));
    let session = lab.session();
    lab.send(Msg::Maps(MapMsg::Create));
    let map = lab.model.route.map().expect("the new map is shown");
    lab.send(Msg::Maps(MapMsg::EndEdit(map, Some("Japan".to_owned()), Then::Stay)));
    (lab, session, map)
}

#[test]
fn a_first_visit_opens_in_chat_and_each_room_at_its_own_page() {
    let lab = Lab::new().visit();
    assert_eq!(lab.model.route, Route::Chat(None, None));
    for room in RoomId::ALL {
        assert_eq!(places::last(&lab.model, room), Route::of(room));
    }
}

#[test]
fn a_later_visit_opens_where_one_was_last_and_so_does_each_room() {
    let (lab, session, map) = visited();
    assert_eq!(lab.kept_places, [format!("#/map/{map}"), format!("#/chat/{session}")]);
    let mut lab = lab.visit();
    assert_eq!(lab.model.route, Route::Map(Some(map), None));
    assert!(lab.model.map_view(map).is_some(), "its nodes were read");
    assert_eq!(places::last(&lab.model, RoomId::Chat), Route::Chat(Some(session), None));
    // The settings are no room to come back to.
    lab.send(Msg::Go(Route::Time(None)));
    lab.send(Msg::Go(Route::Settings));
    let mut lab = lab.visit();
    assert_eq!(lab.model.route, Route::Time(None));
    lab.send(Msg::Go(places::last(&lab.model, RoomId::Map)));
    lab.send(Msg::RouteCleared);
    assert_eq!(lab.model.route, Route::Map(Some(map), None));
}

#[test]
fn an_address_wins_over_where_one_was() {
    for route in [Route::Chat(None, None), Route::Course(None, None), Route::Settings] {
        let (lab, ..) = visited();
        let lab = lab.visit_at(route);
        assert_eq!(lab.model.route, route);
        assert!(matches!(places::last(&lab.model, RoomId::Map), Route::Map(Some(_), None)), "the rest is kept");
    }
}

#[test]
fn a_document_that_is_gone_gives_way_to_the_page_of_its_room() {
    let (mut lab, session, map) = visited();
    let kept = lab.kept_places.clone();
    lab.send(Msg::Maps(MapMsg::Delete(map)));
    // Another tab deleted it, and this one kept it last.
    lab.kept_places = kept;
    let mut lab = lab.visit();
    assert_eq!(lab.model.route, Route::Map(None, None));
    assert_eq!(places::last(&lab.model, RoomId::Map), Route::Map(None, None));
    lab.send(Msg::Undo);
    assert_eq!(lab.model.title_of(Route::Map(Some(map), None)).as_deref(), Some("Japan"));
    assert_eq!(places::last(&lab.model, RoomId::Chat), Route::Chat(Some(session), None));
}
