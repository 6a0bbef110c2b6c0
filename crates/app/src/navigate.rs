//! Routes: the hash of the page and the place it stands for.

use std::fmt;
use std::str::FromStr;

use espalier_model::course::ChapterId;
use espalier_model::{
    CourseId, MapId, MessageId, MessageKey, NodeId, NodeKey, RoomId, SceneId, SessionId, ShapeId, ShapeKey, Thing,
    TimeEntryId,
};

/// The place that the page shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Route {
    /// A conversation, or the welcome; with a message, that message in sight.
    Chat(Option<SessionId>, Option<MessageId>),
    /// A mind map, or the list of them; with a node, that node in sight.
    Map(Option<MapId>, Option<NodeId>),
    /// The time log; with an entry, that entry in sight.
    Time(Option<TimeEntryId>),
    /// A course, or the list of them; with a chapter, that chapter in sight.
    Course(Option<CourseId>, Option<ChapterId>),
    /// A scene, or the list of them; with a shape, that shape selected.
    Scene(Option<SceneId>, Option<ShapeId>),
    /// The page of the day.
    Today,
    /// The settings.
    Settings,
}

impl Route {
    /// The room that is shown; Today and the settings are none.
    pub const fn room(self) -> Option<RoomId> {
        match self {
            Self::Chat(..) => Some(RoomId::Chat),
            Self::Map(..) => Some(RoomId::Map),
            Self::Time(_) => Some(RoomId::Time),
            Self::Course(..) => Some(RoomId::Course),
            Self::Scene(..) => Some(RoomId::Scene),
            Self::Today | Self::Settings => None,
        }
    }

    /// A room's own page.
    pub const fn of(room: RoomId) -> Self {
        match room {
            RoomId::Chat => Self::Chat(None, None),
            RoomId::Map => Self::Map(None, None),
            RoomId::Time => Self::Time(None),
            RoomId::Course => Self::Course(None, None),
            RoomId::Scene => Self::Scene(None, None),
        }
    }

    /// The route without the message, node, entry, chapter or shape in sight.
    #[must_use]
    pub const fn whole(self) -> Self {
        match self {
            Self::Chat(session, _) => Self::Chat(session, None),
            Self::Map(map, _) => Self::Map(map, None),
            Self::Scene(scene, _) => Self::Scene(scene, None),
            Self::Time(_) => Self::Time(None),
            Self::Course(course, _) => Self::Course(course, None),
            Self::Today | Self::Settings => self,
        }
    }

    /// The conversation that is shown.
    pub const fn session(self) -> Option<SessionId> {
        match self {
            Self::Chat(session, _) => session,
            _ => None,
        }
    }

    /// The map that is shown.
    pub const fn map(self) -> Option<MapId> {
        match self {
            Self::Map(map, _) => map,
            _ => None,
        }
    }

    /// The course that is shown.
    pub const fn course(self) -> Option<CourseId> {
        match self {
            Self::Course(course, _) => course,
            _ => None,
        }
    }

    /// The scene that is shown.
    pub const fn scene(self) -> Option<SceneId> {
        match self {
            Self::Scene(scene, _) => scene,
            _ => None,
        }
    }
}

impl Route {
    /// The place that shows a thing; `None` for one that is opened otherwise.
    pub const fn to(thing: Thing) -> Option<Self> {
        Some(match thing {
            Thing::Session(session) => Self::Chat(Some(session), None),
            Thing::Message(key) => Self::Chat(Some(key.session), Some(key.id)),
            Thing::Map(map) => Self::Map(Some(map), None),
            Thing::Node(key) => Self::Map(Some(key.map), Some(key.id)),
            Thing::Entry(entry) => Self::Time(Some(entry)),
            Thing::Course(course) => Self::Course(Some(course), None),
            Thing::Chapter(course, chapter) => Self::Course(Some(course), Some(chapter)),
            Thing::Scene(scene) => Self::Scene(Some(scene), None),
            Thing::Shape(key) => Self::Scene(Some(key.scene), Some(key.id)),
            Thing::Persona(_) | Thing::Category(_) | Thing::Goal(_) => return None,
        })
    }

    /// The whole address of the place, on a page at this one.
    pub fn link(self, page: &str) -> String {
        format!("{page}{self}")
    }

    /// Writes a link to the place in Markdown.
    pub fn link_in_text(self, name: &str) -> String {
        format!("[{}]({self})", plain_in_text(name))
    }

    /// Reads the whole address of a place in the page at this one; `None` for any other text.
    pub fn of_link(page: &str, text: &str) -> Option<Self> {
        let text = text.trim();
        let hash = text.strip_prefix(page).unwrap_or(text);
        // Parts for the start of a page may stand before the hash.
        let hash = if hash.starts_with('?') { &hash[hash.find('#')?..] } else { hash };
        let is_place = hash.starts_with("#/") && !hash.contains(char::is_whitespace) && Self::is_known(hash);
        let Ok(route) = hash.parse::<Self>();
        is_place.then_some(route)
    }

    /// The thing that is shown; `None` for a room itself.
    pub const fn thing(self) -> Option<Thing> {
        Some(match self {
            Self::Chat(Some(session), None) => Thing::Session(session),
            Self::Chat(Some(session), Some(id)) => Thing::Message(MessageKey { session, id }),
            Self::Map(Some(map), None) => Thing::Map(map),
            Self::Map(Some(map), Some(id)) => Thing::Node(NodeKey { map, id }),
            Self::Time(Some(entry)) => Thing::Entry(entry),
            Self::Course(Some(course), None) => Thing::Course(course),
            Self::Course(Some(course), Some(chapter)) => Thing::Chapter(course, chapter),
            Self::Scene(Some(scene), None) => Thing::Scene(scene),
            Self::Scene(Some(scene), Some(id)) => Thing::Shape(ShapeKey { scene, id }),
            _ => return None,
        })
    }
}

/// Writes words in Markdown that say there what they say; brackets, which would begin a formula with a backslash, become
/// round ones.
pub fn plain_in_text(words: &str) -> String {
    let mut text = String::with_capacity(words.len());
    for letter in words.chars() {
        match letter {
            '[' => text.push('('),
            ']' => text.push(')'),
            '\\' | '`' | '*' | '_' | '<' | '$' => text.extend(['\\', letter]),
            _ => text.push(letter),
        }
    }
    text
}

impl Default for Route {
    fn default() -> Self {
        Self::Chat(None, None)
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Chat(None, _) => f.write_str("#/chat"),
            Self::Chat(Some(session), None) => write!(f, "#/chat/{session}"),
            Self::Chat(Some(session), Some(message)) => write!(f, "#/chat/{session}/{message}"),
            Self::Map(None, _) => f.write_str("#/map"),
            Self::Map(Some(map), None) => write!(f, "#/map/{map}"),
            Self::Map(Some(map), Some(node)) => write!(f, "#/map/{map}/{node}"),
            Self::Time(None) => f.write_str("#/time"),
            Self::Time(Some(entry)) => write!(f, "#/time/{entry}"),
            Self::Course(None, _) => f.write_str("#/course"),
            Self::Course(Some(course), None) => write!(f, "#/course/{course}"),
            Self::Course(Some(course), Some(chapter)) => write!(f, "#/course/{course}/{chapter}"),
            Self::Scene(None, _) => f.write_str("#/scene"),
            Self::Scene(Some(scene), None) => write!(f, "#/scene/{scene}"),
            Self::Scene(Some(scene), Some(shape)) => write!(f, "#/scene/{scene}/{shape}"),
            Self::Today => f.write_str("#/today"),
            Self::Settings => f.write_str("#/settings"),
        }
    }
}

impl Route {
    /// Whether a hash is an address of the app as a whole, and nothing of it had to be guessed.
    pub fn is_known(hash: &str) -> bool {
        let Ok(route) = hash.parse::<Self>();
        Self::is_bare(hash) || format!("#/{}", path_of(hash)) == route.to_string()
    }

    /// Whether a hash names no place.
    pub fn is_bare(hash: &str) -> bool {
        path_of(hash).is_empty()
    }
}

fn path_of(hash: &str) -> &str {
    hash.trim_start_matches('#').split('?').next().unwrap_or_default().trim_matches('/')
}

impl FromStr for Route {
    type Err = std::convert::Infallible;

    /// Reads a hash; a name that is not known leads to the nearest place that is.
    fn from_str(hash: &str) -> Result<Self, Self::Err> {
        let path = hash.trim_start_matches('#').trim_start_matches('/');
        let path = path.split('?').next().unwrap_or_default();
        let mut parts = path.split('/');
        match parts.next() {
            Some("today") => return Ok(Self::Today),
            Some("settings") => return Ok(Self::Settings),
            Some("time") => return Ok(Self::Time(parts.next().and_then(|part| part.parse().ok()))),
            Some("course") => {
                let course = parts.next().and_then(|part| part.parse().ok());
                let chapter = parts.next().and_then(|part| part.parse().ok());
                return Ok(Self::Course(course, course.and(chapter)));
            }
            Some("map") => {
                let map = parts.next().and_then(|part| part.parse().ok());
                let node = parts.next().and_then(|part| part.parse().ok());
                return Ok(Self::Map(map, map.and(node)));
            }
            Some("scene") => {
                let scene = parts.next().and_then(|part| part.parse().ok());
                let shape = parts.next().and_then(|part| part.parse().ok());
                return Ok(Self::Scene(scene, scene.and(shape)));
            }
            _ => {}
        }
        let session = parts.next().and_then(|part| part.parse().ok());
        let message = parts.next().and_then(|part| part.parse().ok());
        Ok(Self::Chat(session, session.and(message)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(hash: &str, expect: &str) {
        let Ok(route) = hash.parse::<Route>();
        assert_eq!(route.to_string(), expect);
    }

    #[test]
    fn addresses_read_back_and_unknown_ones_lead_home() {
        let id = "0190163d-8694-739b-aea5-966c26f8ad91";
        check("", "#/chat");
        check("#/settings", "#/settings");
        check("#/today", "#/today");
        check(&format!("#/chat/{id}/{id}"), &format!("#/chat/{id}/{id}"));
        check("#/chat/nonsense", "#/chat");
        check("#/map", "#/map");
        check(&format!("#/map/{id}/{id}"), &format!("#/map/{id}/{id}"));
        check("#/map/nonsense/more", "#/map");
        check("#/time", "#/time");
        check(&format!("#/time/{id}"), &format!("#/time/{id}"));
        check("#/time/today", "#/time");
        check("#/course", "#/course");
        check(&format!("#/course/{id}"), &format!("#/course/{id}"));
        check(&format!("#/course/{id}/{id}"), &format!("#/course/{id}/{id}"));
        check("#/course/nonsense/more", "#/course");
        check("#/scene", "#/scene");
        check(&format!("#/scene/{id}/{id}"), &format!("#/scene/{id}/{id}"));
        check("#/scene/nonsense/more", "#/scene");
        check("#/elsewhere", "#/chat");
    }

    #[test]
    fn an_address_that_leads_nowhere_is_told_from_one_that_does() {
        let id = "0190163d-8694-739b-aea5-966c26f8ad91";
        for known in
            ["", "#", "#/", "#/chat", "#/time/", "#/settings?x=1", &format!("#/map/{id}/{id}"), &format!("#/time/{id}")]
        {
            assert!(Route::is_known(known), "{known}");
        }
        for unknown in ["#/scenes", "#/nonsense", "#/chat/nonsense", &format!("#/course/{id}/more"), "#/time/today"] {
            assert!(!Route::is_known(unknown), "{unknown}");
        }
    }

    #[test]
    fn links_are_read_back_and_other_texts_are_none() {
        let page = "https://example.org/espalier/";
        let id = "0190163d-8694-739b-aea5-966c26f8ad91";
        let node = format!("#/map/{id}/{id}");
        let Ok(route) = node.parse::<Route>();
        assert_eq!(route.link(page), format!("{page}{node}"));
        for link in [route.link(page), format!(" {page}?lang=zh{node}\n"), node.clone()] {
            assert_eq!(Route::of_link(page, &link), Some(route), "{link}");
        }
        let more = format!("{page}{node} and more");
        for text in [page, "https://example.com/#/time", &more, "#/nonsense", "# heading", ""] {
            assert_eq!(Route::of_link(page, text), None, "{text}");
        }
    }
}
