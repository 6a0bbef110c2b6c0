//! The entry of the Time room.

use std::ops::Range;

use super::agent::{TimeRoomAgent, choose_session};
use super::proposals::TimeProposals;
use super::{Entries, TimeMsg, asks, fetch, files, reading, refresh, set_panel, show, texts, touch, update};
use crate::assistant::AssistantMsg;
use crate::command::{Command, CommandAction, command_table};
use crate::core::Changed;
use crate::effect::Effect;
use crate::navigate::Route;
use crate::room::{OpenedFile, Proposals, Room, RoomMsg, RoomRows};
use crate::room_agent::RoomAgent;
use crate::{BootState, Model, Msg};
use espalier_base::env::Env;
use espalier_base::time::Timestamp;
use espalier_command::history::Document;
use espalier_command::spec::Spec;
use espalier_find::Passage;
use espalier_model::{Record, RecordKey, RoomId, Scope, SessionId, Thing};
use espalier_storage::port::Loaded;
use espalier_timelog::REGISTRY;
use espalier_timelog::calendar::Calendar;

/// The Time room.
#[derive(Debug)]
pub struct TimeRoom;

command_table! {
    /// Commands of the room that are no operations on the log.
    COMMANDS {
        ASSISTANT "time.assistant" = |m| m.helper.time, "Mod+Alt+J" => |model| {
            let open = !model.timelog.look.panel;
            matches!(model.route, Route::Time(_)).then_some(Msg::Assistant(AssistantMsg::Time(open)))
        };
        EXAMPLE "time.example" = |m| m.shell.example.see => |model| {
            matches!(model.route, Route::Time(_)).then_some(Msg::Time(TimeMsg::Example))
        };
        REMOVE_EXAMPLE "time.removeExample" = |m| m.shell.example.removal;
    }
}

/// The Time room, as its code is linked in.
pub fn room() -> Option<&'static dyn Room> {
    Some(&TimeRoom)
}

impl RoomRows for TimeRoom {
    fn texts(&self, record: &Record, add: &mut dyn FnMut(Thing, Passage<'_>)) {
        texts::of(record, add);
    }

    fn changed(&self, model: &mut Model, changed: &Changed) {
        for row in &changed.rows {
            touch(model, &row.key);
        }
    }

    fn refresh(&self, model: &mut Model) {
        refresh(model);
    }

    fn starts(&self, model: &mut Model) {
        model.timelog.reading.entries = Entries::Coming;
    }

    fn booted(&self, model: &mut Model, unpacked: usize, out: &mut Vec<Effect>) {
        if model.timelog.reading.entries == Entries::Coming {
            reading::arrived(model, unpacked, out);
        }
        if matches!(model.route, Route::Time(_)) {
            show(model, out);
        }
    }

    fn loaded(&self, model: &mut Model, env: &mut Env, _: Document, loaded: Loaded, out: &mut Vec<Effect>) {
        reading::take_entries(model, env, loaded, out);
    }

    fn failed(&self, model: &mut Model, of: Document) {
        if of == Document::TIME_LOG {
            model.timelog.reading = reading::Reading::default();
            model.unread.insert(of);
        }
    }

    fn journal_read(&self, model: &mut Model, env: &mut Env, document: Document, out: &mut Vec<Effect>) {
        if document == Document::TIME_LOG {
            reading::go_on(model, env, out);
        }
    }

    fn fetch(&self, model: &mut Model, of: Document, out: &mut Vec<Effect>) -> bool {
        model.unread.contains(&of) || fetch(model, out)
    }

    fn concerns(&self, model: &mut Model, key: &RecordKey) -> bool {
        matches!(key, RecordKey::TimeEntries(_)) && reading::concerns(model, key)
    }

    fn hold(&self, model: &mut Model, msg: Msg, out: &mut Vec<Effect>) -> Option<Msg> {
        reading::hold(model, msg, out)
    }

    fn is_idle(&self, model: &Model) -> bool {
        model.timelog.reading.is_idle()
    }
}

impl Room for TimeRoom {
    fn id(&self) -> RoomId {
        RoomId::Time
    }

    fn day_before(&self, model: &Model, at: Timestamp, days: i32) -> Option<Range<Timestamp>> {
        // The log need not have been read.
        let calendar = Calendar::new(&model.time_zone(), model.time_choices().week_start);
        let day = calendar.day_of(at).plus_days(-days);
        let start = |day| Timestamp(calendar.day_start(day).saturating_mul(1_000));
        Some(start(day)..start(day.plus_days(1)))
    }

    fn show(&self, model: &mut Model, _: Route, out: &mut Vec<Effect>) {
        if model.boot == BootState::Ready {
            show(model, out);
        }
    }

    fn place_of(&self, model: &mut Model, _: Scope, session: SessionId) -> Option<Route> {
        model.timelog.session = Some(session);
        model.timelog.look.panel = true;
        Some(Route::Time(None))
    }

    fn scope(&self, model: &Model) -> Option<Scope> {
        model.timelog.look.panel.then_some(Scope::TIME)
    }

    fn session(&self, model: &Model, _: Scope) -> Option<SessionId> {
        model.timelog.session
    }

    fn choose_session(&self, model: &mut Model, env: &mut Env, _: Scope) -> Option<SessionId> {
        (model.boot == BootState::Ready).then(|| choose_session(model, env))
    }

    fn undo_scope(&self, _: &Model) -> Vec<Document> {
        vec![Document::TIME_LOG]
    }

    fn perform(&self, model: &mut Model, env: &mut Env, msg: RoomMsg, out: &mut Vec<Effect>) {
        let msg = match msg.downcast::<TimeMsg>() {
            Ok(msg) => return update(model, env, *msg, out),
            Err(msg) => msg.downcast::<AssistantMsg>(),
        };
        match msg.map(|msg| *msg) {
            Ok(AssistantMsg::Time(open)) => {
                set_panel(model, open, out);
                model.composer_calls += u64::from(open);
            }
            Ok(AssistantMsg::NewTime) => model.timelog.session = Some(env.id()),
            Ok(AssistantMsg::OpenTime(session)) => model.timelog.session = Some(session),
            _ => {}
        }
    }

    fn specs(&self) -> &'static [&'static Spec] {
        REGISTRY.specs()
    }

    fn action(&self, model: &Model, spec: &'static Spec) -> Option<CommandAction> {
        if !matches!(model.route, Route::Time(_)) {
            return None;
        }
        if super::applies(model, spec) {
            return Some(CommandAction::Send(Msg::Time(TimeMsg::Key(spec.id))));
        }
        model.read_only.is_none().then(|| asks::of_log(model, spec)).flatten().map(CommandAction::Ask)
    }

    fn commands(&self) -> &'static [Command] {
        COMMANDS
    }

    fn key(&self, model: &Model, keys: &str, anywhere: bool) -> Option<Msg> {
        if anywhere || model.dialog.is_some() || model.timelog.look.form.is_some() {
            return None;
        }
        let spec = super::shortcut(keys).filter(|spec| super::applies(model, spec))?;
        Some(Msg::Time(TimeMsg::Key(spec.id)))
    }

    fn import(&self, model: &mut Model, _: &mut Env, file: &OpenedFile<'_>, _: &mut Vec<Effect>) -> bool {
        !file.foreign && matches!(model.route, Route::Time(_)) && files::read(model, file.name, file.bytes)
    }

    fn agent(&self, _: Scope) -> Option<&'static dyn RoomAgent> {
        Some(&TimeRoomAgent)
    }

    fn takes_proposals(&self) -> bool {
        true
    }

    fn proposals(&self, _: Scope) -> Option<&'static dyn Proposals> {
        Some(&TimeProposals)
    }
}
