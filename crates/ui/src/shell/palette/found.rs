//! Things in the palette: their names, what they are in, and the way to them.

use crate::kit::IconName;
use crate::shell::list::when::{self, Days};
use espalier_app::navigate::Route;
use espalier_app::timelog::{LogQuery, Preset, TimeMsg, View};

use espalier_app::{Dialog, Model, Msg};
use espalier_base::fold::folded;
use espalier_base::text::title;
use espalier_base::time::Timestamp;
use espalier_i18n::{Messages, messages};
use espalier_model::settings::Language;
use espalier_model::{
    Course, Goal, Message, MindMap, Node, RoomId, Scene, Session, Shape, Thing, TimeCategory, TimeCategoryId, TimeEntry,
};
use espalier_timelog::report::Filter;

/// Most characters of a name in a line.
const LONGEST: usize = 80;

/// Name of a room, in attributes of the page.
pub const fn room_name(room: RoomId) -> &'static str {
    match room {
        RoomId::Chat => "chat",
        RoomId::Map => "map",
        RoomId::Time => "time",
        RoomId::Course => "course",
        RoomId::Scene => "scene",
    }
}

/// Title of a room for people.
pub const fn room_title(room: RoomId, words: &Messages) -> &'static str {
    match room {
        RoomId::Chat => words.command.chat,
        RoomId::Map => words.map.room,
        RoomId::Time => words.time.room,
        RoomId::Course => words.course.room,
        RoomId::Scene => words.scene.room,
    }
}

pub const fn icon_of(room: RoomId) -> IconName {
    match room {
        RoomId::Chat => IconName::Chat,
        RoomId::Map => IconName::Map,
        RoomId::Time => IconName::Clock,
        RoomId::Course => IconName::Outline,
        RoomId::Scene => IconName::Scene,
    }
}

/// Fewest letters of a name of days by which they are offered.
const FEWEST: usize = 3;

/// Returns the days of the time log whose name, in either language, begins as a query does.
pub fn days_named(query: &str) -> Option<Preset> {
    let query = folded(query.trim());
    let is_enough = query.chars().count() >= FEWEST || query.chars().count() > 1 && !query.is_ascii();
    let names = |place: usize| [Language::En, Language::Zh].map(|language| messages(language).time.presets[place]);
    let is_it = |place: &usize| names(*place).iter().any(|name| folded(name).starts_with(query.as_str()));
    let is_span = |(preset, _): &(Preset, &str)| !matches!(preset, Preset::All | Preset::Custom);
    (0..Preset::ALL.len())
        .filter(|place| is_enough && is_span(&Preset::ALL[*place]))
        .find(is_it)
        .map(|place| Preset::ALL[place].0)
}

/// Returns the messages that show the log of some days.
pub fn open_days(preset: Preset) -> Vec<Msg> {
    show(LogQuery { preset, ..LogQuery::default() })
}

fn show(query: LogQuery) -> Vec<Msg> {
    vec![Msg::Go(Route::Time(None)), Msg::Time(TimeMsg::Show(View::List)), Msg::Time(TimeMsg::Ask(query))]
}

/// Returns the messages that open a thing where it is.
pub fn open(thing: Thing) -> Vec<Msg> {
    let only = |filter: Filter| show(LogQuery { preset: Preset::All, filter, ..LogQuery::default() });
    match thing {
        Thing::Persona(id) => vec![Msg::Dialog(Some(Dialog::Persona(Some(id))))],
        Thing::Category(id) => only(Filter { categories: vec![Some(id)], ..Filter::default() }),
        Thing::Goal(id) => only(Filter { goals: vec![Some(id)], ..Filter::default() }),
        thing => Route::to(thing).map(Msg::Go).into_iter().collect(),
    }
}

pub fn name(model: &Model, thing: Thing, words: &Messages) -> String {
    let rows = &model.workspace;
    let or =
        |name: &str, untitled: &str| if name.trim().is_empty() { untitled.to_owned() } else { title(name, LONGEST) };
    let known = || title(model.find.name_of(thing).unwrap_or_default(), LONGEST);
    match thing {
        Thing::Session(id) => rows.get::<Session>(&id).map(|row| or(&model.title(row), words.chat.new_session)),
        Thing::Map(id) => rows.get::<MindMap>(&id).map(|row| or(&row.name, words.map.untitled)),
        Thing::Course(id) => rows.get::<Course>(&id).map(|row| or(row.title(), words.course.room)),
        Thing::Scene(id) => rows.get::<Scene>(&id).map(|row| or(&row.name, words.scene.untitled)),
        Thing::Node(key) => rows.get::<Node>(&key).map(|row| title(&row.title, LONGEST)),
        Thing::Shape(key) => rows.get::<Shape>(&key).map(|row| title(&row.name, LONGEST)),
        Thing::Entry(id) => rows.get::<TimeEntry>(&id).map(|row| {
            let category = row.category.map(|id| category(model, id)).unwrap_or_default();
            or(&row.note, if category.is_empty() { words.time.room } else { &category })
        }),
        Thing::Category(id) => Some(category(model, id)),
        Thing::Goal(id) => rows.get::<Goal>(&id).map(|row| title(&row.name, LONGEST)),
        Thing::Message(key) => rows.get::<Message>(&key).map(|row| title(&row.text(), LONGEST)),
        Thing::Persona(id) => model.persona(id).map(|row| title(&row.name, LONGEST)),
        Thing::Chapter(course, id) => rows
            .get::<Course>(&course)
            .and_then(|row| row.outline.as_ref()?.chapter(id).map(|chapter| title(&chapter.title, LONGEST))),
    }
    .unwrap_or_else(known)
}

/// Returns the name of a category of the time log.
pub fn category(model: &Model, id: TimeCategoryId) -> String {
    model.workspace.get::<TimeCategory>(&id).map(|row| title(&row.name, LONGEST)).unwrap_or_default()
}

/// Returns what a thing is in, and its time: `Harbour novel`, `Chapter 1 · Tue`, `Tue 10:00`.
pub fn context(model: &Model, thing: Thing, at: Timestamp, words: &Messages) -> String {
    let days = Days::of(model);
    let time = |at| when::short(at, Days::day(model.now), days, words);
    match thing {
        Thing::Session(id) => model.workspace.get::<Session>(&id).map(|row| time(row.updated_at)).unwrap_or_default(),
        Thing::Entry(_) => {
            let (day, minute) = Days::local(at);
            let clock = days.format.time(minute / 60, minute % 60);
            if day == Days::day(model.now) { clock } else { format!("{} {clock}", time(at)) }
        }
        Thing::Persona(_) => words.shell.palette.agent.to_owned(),
        Thing::Category(_) => words.shell.palette.category.to_owned(),
        Thing::Goal(_) => words.shell.palette.goal.to_owned(),
        Thing::Message(key) => {
            let whole = name(model, Thing::Session(key.session), words);
            format!("{} · {}", title(&whole, 24), time(at))
        }
        thing => match thing.whole() {
            Some(whole) => title(&name(model, whole, words), 40),
            None => room_title(thing.room(), words).to_owned(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_known_by_the_beginning_of_their_name() {
        for (query, expect) in [
            ("yesterday", Some(Preset::Yesterday)),
            ("Yest", Some(Preset::Yesterday)),
            ("昨天", Some(Preset::Yesterday)),
            ("last w", Some(Preset::LastWeek)),
            ("上周", Some(Preset::LastWeek)),
            ("ye", None),
            ("天", None),
            ("all", None),
            ("gulls", None),
        ] {
            assert_eq!(days_named(query), expect, "{query}");
        }
    }
}
