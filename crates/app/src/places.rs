//! Last places: the latest in each room, kept outside the database, so that a later visit goes on there.
//!
//! - L1 Only addresses are kept, the latest first, one for each room. A document may be gone by the time its address
//!   is used: then the room's own page takes its place.
//! - L2 An address that says where to go always wins; only the page's bare address leads to the latest place, or to
//!   Today, as the person chose.

use super::navigate::Route;
use super::{BootState, Model};
use espalier_model::settings::Opening;
use espalier_model::{Course, MindMap, Preferences, RoomId, Scene, Session, Slug};

/// The last place in each room.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Places {
    /// The places, latest first.
    latest: Vec<Route>,
    /// The route that was taken in last.
    seen: Option<Route>,
    /// Set while the place that is shown was named by no address, and it is not known yet whether it still exists.
    pub unsure: bool,
    /// Whether earlier visits were on other days; known where no address named the place.
    pub new_day: bool,
}

impl Places {
    /// Reads the places that an earlier visit kept, without addresses that name none.
    pub fn read(addresses: &[String]) -> Self {
        let mut places = Self::default();
        for address in addresses.iter().rev().filter(|address| Route::is_known(address) && !Route::is_bare(address)) {
            let Ok(route) = address.parse();
            places.visit(route);
        }
        places
    }

    /// Addresses of the places to be kept, without the part of a document that was in sight.
    fn addresses(&self) -> Vec<String> {
        self.latest.iter().map(|place| place.whole().to_string()).collect()
    }

    /// The latest place; Chat at first.
    pub fn newest(&self) -> Route {
        self.latest.first().copied().unwrap_or_default()
    }

    /// Notes a visit; returns whether the addresses to be kept have changed.
    fn visit(&mut self, route: Route) -> bool {
        let Some(room) = route.room() else { return false };
        let same = self.latest.first().is_some_and(|last| last.whole() == route.whole());
        self.latest.retain(|place| place.room() != Some(room));
        // A map and a scene put into the address what is selected; the others only follow it.
        let follows = matches!(room, RoomId::Map | RoomId::Scene);
        self.latest.insert(0, if follows { route } else { route.whole() });
        !same
    }
}

/// The place that a room opens at.
pub fn last(model: &Model, room: RoomId) -> Route {
    let place = model.places.latest.iter().copied().find(|place| place.room() == Some(room));
    place.filter(|place| exists(model, *place)).unwrap_or_else(|| Route::of(room))
}

/// The place that the bare address opens.
pub fn newest(model: &Model) -> Route {
    model.places.newest().room().map_or_else(Route::default, |room| last(model, room))
}

/// The place to show instead of the one with which the start began, now that it is known what there is and what the
/// person chose.
pub fn instead(model: &mut Model) -> Option<Route> {
    if !std::mem::take(&mut model.places.unsure) {
        return None;
    }
    let chosen = model.workspace.get::<Preferences>(&Slug::new(Preferences::KEY)).map(|row| row.opening);
    let is_today = match chosen.unwrap_or_default() {
        Opening::OnceADay => model.places.new_day,
        Opening::Today => true,
        Opening::LastPlace => false,
    };
    let own = || model.route.room().map_or_else(Route::default, Route::of);
    if is_today { Some(Route::Today) } else { (!exists(model, model.route)).then(own) }
}

/// Whether the document that a place names exists.
pub fn exists(model: &Model, place: Route) -> bool {
    let rows = &model.workspace;
    match place {
        Route::Chat(session, _) => session.is_none_or(|id| rows.get::<Session>(&id).is_some()),
        Route::Map(map, _) => map.is_none_or(|id| rows.get::<MindMap>(&id).is_some()),
        Route::Course(course, _) => course.is_none_or(|id| rows.get::<Course>(&id).is_some()),
        Route::Scene(scene, _) => scene.is_none_or(|id| rows.get::<Scene>(&id).is_some()),
        Route::Time(_) | Route::Today | Route::Settings => true,
    }
}

/// Follows the route; returns the addresses to be kept whenever they have changed.
pub fn follow(model: &mut Model) -> Option<Vec<String>> {
    let route = model.route;
    if model.boot != BootState::Ready || model.places.seen.replace(route) == Some(route) {
        return None;
    }
    model.places.visit(route).then(|| model.places.addresses())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "0190163d-8694-739b-aea5-966c26f8ad91";

    fn route(address: &str) -> Route {
        let Ok(route) = address.parse();
        route
    }

    #[test]
    fn each_room_has_one_place_and_the_latest_comes_first() {
        let mut places = Places::default();
        assert_eq!(places.newest(), Route::Chat(None, None));
        let node = format!("#/map/{ID}/{ID}");
        for address in ["#/chat", &format!("#/chat/{ID}/{ID}"), "#/time", &node] {
            assert!(places.visit(route(address)), "{address}");
        }
        assert!(!places.visit(route(&format!("#/map/{ID}"))), "another node is no other place");
        assert!(!places.visit(Route::Settings) && !places.visit(Route::Today), "they are no rooms");
        let kept = places.addresses();
        assert_eq!(kept, [format!("#/map/{ID}"), "#/time".to_owned(), format!("#/chat/{ID}")]);
        assert_eq!(Places::read(&kept).addresses(), kept);
        assert!(places.visit(route("#/chat")), "a new conversation is a place as well");
        assert_eq!(places.newest(), Route::Chat(None, None));
    }

    #[test]
    fn what_is_no_place_is_not_read() {
        let kept = ["#/elsewhere", "#/settings", "", "nonsense", "#/map/nonsense"].map(str::to_owned);
        assert_eq!(Places::read(&kept), Places::default());
    }
}
