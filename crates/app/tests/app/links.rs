//! Links between things: rows that follow texts, those of what was made, those made by hand, and how they are listed.

use espalier_app::bridge;
use espalier_app::course::CourseMsg;
use espalier_app::find::linked::{self, Linked};
use espalier_app::make::map_of;
use espalier_app::maps::MapMsg;
use espalier_app::navigate::Route;
use espalier_app::sessions::SessionMsg;
use espalier_app::timelog::TimeMsg;
use espalier_app::{Dialog, Msg};
use espalier_mindmap::commands::{AddLink, OpenLink, UpdateNote};
use espalier_model::{Course, Link, LinkKind, MapId, NodeKey, Thing};

use crate::lab::Lab;

fn map(lab: &mut Lab, title: &str) -> (MapId, NodeKey) {
    lab.send(Msg::Go(Route::Map(None, None)));
    lab.send(Msg::Maps(MapMsg::Begin(title.to_owned())));
    let Route::Map(Some(map), _) = lab.model.route else { panic!("the map is shown") };
    (map, NodeKey { map, id: lab.model.workspace.tables().maps[&map].root })
}

fn note(lab: &mut Lab, node: NodeKey, text: &str) {
    lab.send(Msg::Maps(MapMsg::Do(node.map, UpdateNote::new(node.id, text.to_string()).into())));
}

fn links(lab: &Lab) -> Vec<(Thing, Thing, LinkKind)> {
    lab.model.workspace.tables().links.values().map(|link| (link.from, link.to, link.kind)).collect()
}

fn shown(lab: &mut Lab, route: Route) -> Vec<Linked> {
    lab.send(Msg::Go(route));
    lab.send(Msg::Dialog(Some(Dialog::Links)));
    lab.model.linked()
}

#[test]
fn k2_a_text_with_an_address_has_the_link_and_undo_takes_both_back() {
    let mut lab = Lab::new();
    let (_, harbour) = map(&mut lab, "Harbour");
    let (_, ilse) = map(&mut lab, "Ilse");
    let address = Route::Map(Some(harbour.map), None);
    note(&mut lab, ilse, &format!("She lives at the [harbour]({address}), see [there]({address})."));
    let link = (Thing::Node(ilse), Thing::Map(harbour.map), LinkKind::Text);
    assert_eq!(links(&lab), [link]);
    let row = lab.model.workspace.tables().links.values().next().unwrap().clone();
    assert_eq!((row.from_name.as_str(), row.to_name.as_str()), ("Ilse", "harbour"));
    lab.send(Msg::Undo);
    assert_eq!(links(&lab), []);
    lab.send(Msg::Redo);
    assert_eq!(links(&lab), [link]);
    let mut lab = lab.reload();
    assert_eq!(links(&lab), [link], "it is stored");
    lab.send(Msg::Go(Route::Map(Some(ilse.map), None)));
    note(&mut lab, ilse, "She moved.");
    assert_eq!(links(&lab), []);
    lab.send(Msg::Undo);
    assert_eq!(links(&lab), [link]);
}

#[test]
fn k2_messages_and_entries_hold_links() {
    let mut lab = Lab::new();
    let (map, root) = map(&mut lab, "Harbour");
    lab.send(Msg::Go(Route::Chat(None, None)));
    lab.send(Msg::Sessions(SessionMsg::New));
    lab.ask(&format!("Who lives in [that house]({})?", Route::Map(Some(map), Some(root.id))), "Ilse.");
    let found = links(&lab);
    assert!(matches!(found[..], [(Thing::Message(_), to, LinkKind::Text)] if to == Thing::Node(root)), "{found:?}");
    lab.send(Msg::Time(TimeMsg::QuickAdd(format!("9-10 drew [the map]({})", Route::Map(Some(map), None)))));
    let found = links(&lab);
    let of_entry = found.iter().find(|(from, ..)| matches!(from, Thing::Entry(_)));
    assert_eq!(of_entry.map(|(_, to, _)| *to), Some(Thing::Map(map)));
    assert_eq!(linked::count(&lab.model), 1, "those of messages are not shown with the log");
}

#[test]
fn k2_a_node_leads_to_the_address_that_is_its_link() {
    let mut lab = Lab::new();
    let (harbour, _) = map(&mut lab, "Harbour");
    let (ilse, node) = map(&mut lab, "Ilse");
    let route = Route::Map(Some(harbour), None);
    let url = route.link(&lab.model.facts.address);
    lab.send(Msg::Maps(MapMsg::Do(ilse, AddLink { url: Some(url), ..AddLink::new(node.id) }.into())));
    assert_eq!(links(&lab), [(Thing::Node(node), Thing::Map(harbour), LinkKind::Text)]);
    lab.send(Msg::Maps(MapMsg::Select(ilse, vec![node.id])));
    lab.send(Msg::Maps(MapMsg::Key(ilse, OpenLink::ID)));
    assert_eq!((lab.model.route, lab.model.dialog.clone()), (route, None));
}

#[test]
fn both_ends_list_a_link_and_what_is_gone_is_said_and_comes_back() {
    let mut lab = Lab::new();
    let (harbour, root) = map(&mut lab, "Harbour");
    let (ilse, node) = map(&mut lab, "Ilse");
    note(&mut lab, node, &format!("[home]({})", Route::Map(Some(harbour), Some(root.id))));
    let mut lab = lab.reload();
    let from = shown(&mut lab, Route::Map(Some(ilse), None));
    assert_eq!(from.len(), 1);
    assert!(!from[0].is_back && from[0].there == Thing::Node(root) && !from[0].is_gone);
    assert_eq!(from[0].name, "Harbour", "its row was read, though its map is not open");
    let to = shown(&mut lab, Route::Map(Some(harbour), None));
    assert!(to[0].is_back && to[0].there == Thing::Node(node) && to[0].here == Thing::Node(root));
    lab.send(Msg::Maps(MapMsg::Delete(ilse)));
    let gone = shown(&mut lab, Route::Map(Some(harbour), None));
    assert!(gone[0].is_gone && gone[0].name == "Ilse", "{gone:?}");
    lab.send(Msg::Dialog(None));
    lab.send(Msg::Undo);
    let back = shown(&mut lab, Route::Map(Some(harbour), None));
    assert!(!back[0].is_gone, "{back:?}");
}

#[test]
fn a_link_by_hand_is_one_step_and_can_be_taken_away() {
    let mut lab = Lab::new();
    let (harbour, _) = map(&mut lab, "Harbour");
    let (ilse, _) = map(&mut lab, "Ilse");
    let name = |thing: Thing| thing.kind().to_owned();
    let msg = linked::by_hand(&lab.model, Thing::Map(harbour), name).unwrap();
    assert!(linked::by_hand(&lab.model, Thing::Map(ilse), name).is_none(), "not with itself");
    lab.send(msg);
    let link = (Thing::Map(ilse), Thing::Map(harbour), LinkKind::Hand);
    assert_eq!(links(&lab), [link]);
    lab.send(Msg::Undo);
    assert_eq!(links(&lab), []);
    lab.send(Msg::Redo);
    let id = *lab.model.workspace.tables().links.keys().next().unwrap();
    lab.send(Msg::Unlink(id));
    assert_eq!(links(&lab), []);
    lab.send(Msg::Undo);
    assert_eq!(links(&lab), [link]);
}

#[test]
fn k3_what_was_made_of_a_course_is_linked_also_where_it_was_made_before() {
    assert!(bridge::course().is_some());
    let mut lab = Lab::new();
    lab.send(Msg::Course(CourseMsg::New("course".to_owned())));
    let course = lab.model.route.course().unwrap();
    lab.send(Msg::Course(CourseMsg::Template(course)));
    lab.send(map_of(course));
    let chapter =
        lab.model.workspace.get::<Course>(&course).unwrap().outline.clone().unwrap().sections[0].chapters[0].id;
    lab.send(Msg::Course(CourseMsg::Chat(course, chapter)));
    let map = Thing::Map(MapId::from_uuid(course.uuid()));
    let session = Thing::Session(espalier_model::SessionId::from_uuid(chapter.uuid()));
    let expect = |lab: &Lab| {
        let found = links(lab);
        assert!(found.contains(&(Thing::Course(course), map, LinkKind::Made)), "{found:?}");
        assert!(found.contains(&(Thing::Chapter(course, chapter), session, LinkKind::Made)), "{found:?}");
        assert_eq!(found.len(), 2);
    };
    expect(&lab);
    // Rows of a version that had no links.
    let ids: Vec<_> = lab.model.workspace.tables().links.keys().copied().collect();
    for id in ids {
        lab.send(Msg::Unlink(id));
    }
    assert_eq!(links(&lab), []);
    let lab = lab.reload();
    expect(&lab);
    let name = |row: &Link| row.to_name.clone();
    assert!(lab.model.workspace.tables().links.values().all(|row| !name(row).is_empty()));
}
