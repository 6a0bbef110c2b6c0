//! Entries, the timer and goals of the time log made of something.

use super::content::Content;
use super::merge::{self, Made, Row, state_of};
use super::{MAKE_GOAL, MAKE_UPDATE, Making, NAME, Source, To, show};
use crate::effect::Effect;
use crate::room::OpenedFile;
use crate::timelog::{self, TimeMsg};
use crate::{Model, Msg, Notice, Refusal, edit, notify, update};
use espalier_base::date::LocalDate;
use espalier_base::env::Env;
use espalier_base::text::{title, truncate};
use espalier_command::history::Document;
use espalier_model::workspace::Draft;
use espalier_model::{Course, Goal, GoalId, RoomId, Thing};
use uuid::Uuid;

/// Days that a goal lasts, as long as nobody says otherwise.
const DAYS: i32 = 7;

/// Opens the table of a text as a file to be imported is opened: with a look before anything is added.
pub fn entries(model: &mut Model, env: &mut Env, source: &Source, content: &Content, out: &mut Vec<Effect>) {
    let (Some(table), Some(from)) = (&content.table, source.thing(model)) else {
        return edit::refuse(model, Refusal::Gone);
    };
    let Some(room) = model.rooms.get(RoomId::Time) else { return };
    crate::room::go(model, crate::navigate::Route::Time(None), out);
    let name = format!("{}.csv", content.name);
    let file = OpenedFile { name: &name, bytes: table.as_bytes(), foreign: false };
    if !room.import(model, env, &file, out) {
        return notify(model, Notice::TimeFile(espalier_timelog::formats::FormatError::Unknown), true);
    }
    if let Some(import) = &mut model.timelog.import {
        import.made_of = Some((from, title(&content.source, NAME)));
    }
}

/// Starts the timer for something.
pub fn timer(model: &mut Model, env: &mut Env, source: &Source, content: &Content, out: &mut Vec<Effect>) {
    let Some(from) = source.thing(model) else { return edit::refuse(model, Refusal::Gone) };
    let made_of = (from, title(&content.source, NAME));
    out.extend(update(model, Msg::Time(TimeMsg::StartOf(made_of, title(&content.name, NAME))), env));
}

/// Makes a goal for the next days, or brings the one up to date that was made before.
pub fn goal(model: &mut Model, env: &mut Env, source: &Source, content: &Content, out: &mut Vec<Effect>) {
    let id = GoalId::from_uuid(source.made_id(To::Goal));
    let Some(making) = Making::new(model, source, content, Thing::Goal(id)) else {
        return edit::refuse(model, Refusal::Gone);
    };
    timelog::ensure(model);
    let minutes = minutes(model, source).map(|minutes| (i64::from(minutes) * 60).to_string()).unwrap_or_default();
    let rows = [Row { id: id.uuid(), parent: None, fields: vec![title(&content.name, NAME), minutes] }];
    let command = if model.workspace.get::<Goal>(&id).is_some() { MAKE_UPDATE } else { MAKE_GOAL };
    let today = model.today();
    let mut draft = model.workspace.draft();
    merge::update(&mut Goals { draft: &mut draft, today }, &rows, &making.last);
    making.put(&mut draft, state_of(&rows));
    let changes = draft.finish();
    if timelog::record(model, env, command, truncate(&content.name, NAME), changes, out).is_some() {
        show(model, Thing::Goal(id), (command, Document::TIME_LOG), &content.name, out);
    }
}

/// Minutes that a chapter takes.
fn minutes(model: &Model, source: &Source) -> Option<u32> {
    let Source::Thing(Thing::Chapter(course, _)) = source else { return None };
    let outline = model.workspace.get::<Course>(course)?.outline.as_ref()?;
    Some(crate::course::abroad::minutes_of(outline, 1).max(1))
}

/// The goal that was made: its name and its seconds.
struct Goals<'a, 'w> {
    draft: &'a mut Draft<'w>,
    today: LocalDate,
}

impl Made for Goals<'_, '_> {
    fn fields(&self, id: Uuid) -> Option<Vec<String>> {
        let row = self.draft.get::<Goal>(&GoalId::from_uuid(id))?;
        Some(vec![row.name.clone(), row.target_secs.map(|seconds| seconds.to_string()).unwrap_or_default()])
    }

    fn add(&mut self, row: &Row, _: usize) {
        let mut fields = row.fields.iter();
        self.draft.put(Goal {
            id: GoalId::from_uuid(row.id),
            name: fields.next().cloned().unwrap_or_default(),
            from: self.today,
            to: self.today.plus_days(DAYS - 1),
            target_secs: fields.next().and_then(|seconds| seconds.parse().ok()),
            category: None,
        });
    }

    fn write(&mut self, id: Uuid, field: usize, text: &str) {
        self.draft.update::<Goal>(&GoalId::from_uuid(id), |row| match field {
            0 => text.clone_into(&mut row.name),
            _ => row.target_secs = text.parse().ok(),
        });
    }

    fn remove(&mut self, _: Uuid) -> bool {
        false
    }
}
