//! Links of what is shown: its ends with their names, also of things that are not in memory or are gone.

use std::collections::BTreeMap;

use crate::effect::{Effect, LoadTag};
use crate::navigate::Route;
use crate::{Model, Msg};
use espalier_base::text::title;
use espalier_model::{Course, Link, LinkKind, Record, RecordKey, RoomId, Thing};
use espalier_storage::port::Query;

/// Most characters of a name.
const NAME: usize = 80;

/// A link of what is shown.
#[derive(Debug, Clone, PartialEq)]
pub struct Linked {
    /// The row.
    pub link: Link,
    /// The end that is shown, or is a part of what is.
    pub here: Thing,
    /// The other end.
    pub there: Thing,
    /// Whether it leads to what is shown, not away from it.
    pub is_back: bool,
    /// Name of the other end, where it is not what a row in memory says.
    pub name: String,
    /// Whether the other end is gone.
    pub is_gone: bool,
}

/// Names of those ends of links that are not in memory; an end without one is gone.
pub type Ends = BTreeMap<RecordKey, String>;

impl Model {
    /// Returns the links of what is shown, the latest first: of a thing with its parts, or of everything in the time log.
    pub fn linked(&self) -> Vec<Linked> {
        let mut found: Vec<Linked> =
            self.workspace.tables().links.values().filter_map(|link| self.linked_by(link)).collect();
        found.sort_by_key(|linked| (std::cmp::Reverse(linked.link.at), linked.link.id));
        found
    }

    fn linked_by(&self, link: &Link) -> Option<Linked> {
        let is_back = !is_shown(self.route, link.from);
        if is_back && !is_shown(self.route, link.to) {
            return None;
        }
        let (here, there, kept) =
            if is_back { (link.to, link.from, &link.from_name) } else { (link.from, link.to, &link.to_name) };
        let (name, is_gone) = match (self.has(there), self.find.ends.as_ref()) {
            (Some(is_there), _) => (kept.clone(), !is_there),
            (None, Some(ends)) => match ends.get(&there.row()) {
                Some(name) => (name.clone(), false),
                None => (kept.clone(), true),
            },
            (None, None) => (kept.clone(), false),
        };
        Some(Linked { link: link.clone(), here, there, is_back, name, is_gone })
    }

    /// Says whether a thing is there; `None` where only storage knows.
    fn has(&self, thing: Thing) -> Option<bool> {
        if let Thing::Chapter(course, chapter) = thing {
            let outline = self.workspace.get::<Course>(&course).and_then(|row| row.outline.as_ref());
            return Some(outline.is_some_and(|outline| outline.chapter(chapter).is_some()));
        }
        if let Thing::Persona(id) = thing {
            return Some(self.persona(id).is_some());
        }
        let key = thing.row();
        let is_here = self.workspace.tables().record(&key).is_some();
        // What is inside of something that is gone is gone.
        let is_lost = || thing.whole().is_some_and(|whole| self.workspace.tables().record(&whole.row()).is_none());
        (is_here || key.inside().is_none() || is_lost()).then_some(is_here)
    }

    /// Returns what is shown, where it can be linked to something by hand.
    pub fn can_link(&self) -> Option<Thing> {
        self.route.thing().filter(|thing| self.read_only.is_none() && self.has(*thing) == Some(true))
    }
}

/// Returns the number of links of what is shown.
pub fn count(model: &Model) -> usize {
    let links = model.workspace.tables().links.values();
    links.filter(|link| is_shown(model.route, link.from) || is_shown(model.route, link.to)).count()
}

fn is_shown(route: Route, thing: Thing) -> bool {
    match route.whole().thing() {
        Some(shown) => thing.is_within(shown),
        None => matches!(route, Route::Time(_)) && thing.room() == RoomId::Time,
    }
}

/// Has the rows of those ends read that are not in memory.
pub fn open(model: &mut Model, out: &mut Vec<Effect>) {
    model.find.ends = None;
    let away = model.linked().into_iter().filter(|linked| model.has(linked.there).is_none());
    let away: Vec<_> = away.map(|linked| linked.there.row()).map(|key| (key.table(), key.row_key())).collect();
    if !away.is_empty() {
        out.push(Effect::Load(LoadTag::Linked, Query::Rows(away)));
    }
}

/// Takes in the rows that were read.
pub fn take(model: &mut Model, records: &[Record]) {
    let name = |record: &Record| match record {
        Record::Messages(row) => title(&row.text(), NAME),
        Record::Nodes(row) => title(&row.title, NAME),
        Record::Shapes(row) => title(&row.name, NAME),
        Record::TimeEntries(row) => title(&row.note, NAME),
        _ => String::new(),
    };
    model.find.ends = Some(records.iter().map(|record| (record.key(), name(record))).collect());
}

/// Returns the message that links what is shown to another thing, with the names of both.
pub fn by_hand(model: &Model, to: Thing, name_of: impl Fn(Thing) -> String) -> Option<Msg> {
    let from = model.can_link().filter(|from| *from != to)?;
    let link = Link::new(from, to, LinkKind::Hand, model.now).named(&name_of(from), &name_of(to));
    Some(Msg::Link(Box::new(link)))
}
