//! The app without a browser: the same loop, a store in memory, endpoints that say what a test tells them to.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on stops")]

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use espalier_agent::turn::{TurnId, TurnInput};
use espalier_app::chunks::Chunk;
use espalier_app::deferred::{ChunkExports, ChunkMsg};
use espalier_app::device::{DeviceMsg, Preparation};
use espalier_app::effect::{BackupOrder, CallBody, CommitId, Effect, ModelCall};
use espalier_app::files::FileMsg;
use espalier_app::load::Start;
use espalier_app::navigate::Route;
use espalier_app::places::Places;
use espalier_app::room::{Room, RoomInfo, Rooms};
use espalier_app::room_agent::RoomAgents;
use espalier_app::rooms::ROOMS;
use espalier_app::timelog::TimeMsg;
use espalier_app::{Model, Msg, update};
use espalier_base::env::Env;
use espalier_base::time::Timestamp;
use espalier_command::call::Call;
use espalier_mirror::backup::{self, Output, Source};
use espalier_mirror::bundle::Details;
use espalier_mirror::seal::{SALT, Seal};
use espalier_model::conversation::{Message, Status};
use espalier_model::persona::Role;
use espalier_model::{Course, MessageKey, RoomId, SessionId};
use espalier_storage::memory::MemoryStorage;
use espalier_storage::port::{Commit, Storage as _, StorageError};
use espalier_timelog::commands::{AddEntry, CategoryRef, CreateCategory, Moment};
use futures::executor::block_on;

/// Bytes of a backup.
struct Bytes(Vec<u8>);

impl Output for Bytes {
    async fn take(&mut self, bytes: Vec<u8>) {
        self.0.extend(bytes);
    }

    async fn rest(&mut self, _: usize) -> bool {
        true
    }
}

/// Writes a backup as the page does, but for a password that costs little.
fn backed_up(storage: &MemoryStorage, order: &BackupOrder) -> Vec<u8> {
    let seal = (!order.password.is_empty()).then(|| Seal::with_cost([3; SALT], 8, 1));
    let key = seal.as_ref().map(|seal| seal.key(order.password.expose()).expect("a key"));
    let details = Details { exported_at: Some(order.at.clone()), seal };
    let mut bytes = Bytes(Vec::new());
    let source = match &order.memory {
        Some((records, unreadable)) => Source::Memory(records, unreadable),
        None => Source::Stored(storage, &order.unsaved),
    };
    block_on(backup::write(source, &details, key, &mut bytes)).expect("everything is read");
    bytes.0
}

thread_local! {
    /// The rooms whose code has come.
    static HERE: RefCell<BTreeSet<RoomId>> = const { RefCell::new(BTreeSet::new()) };
}

fn late(id: RoomId) -> Option<&'static dyn Room> {
    HERE.with_borrow(|here| here.contains(&id)).then(|| ROOMS.get(id)).flatten()
}

/// The rooms as a published page has them: the code of all but Chat comes when it is first needed.
fn late_rooms() -> Vec<RoomInfo> {
    let late = |info: &RoomInfo| RoomInfo {
        entry: match info.id {
            RoomId::Chat => info.entry,
            RoomId::Map => || late(RoomId::Map),
            RoomId::Time => || late(RoomId::Time),
            RoomId::Course => || late(RoomId::Course),
            RoomId::Scene => || late(RoomId::Scene),
        },
        ..*info
    };
    ROOMS.all().map(late).collect()
}

/// A chunk is here.
fn fetched(chunk: Chunk) -> Msg {
    let room = ROOMS.all().find(|info| info.chunk == Some(chunk)).and_then(|info| (info.entry)());
    Msg::Chunk(ChunkMsg::Fetched(chunk, Ok(ChunkExports { room, ..ChunkExports::default() })))
}

/// The app, its store and what it asked of the outside.
pub struct Lab {
    pub model: Model,
    pub env: Env,
    pub storage: MemoryStorage,
    pub calls: Vec<ModelCall>,
    pub cancelled: Vec<TurnId>,
    pub wakes: Vec<(TurnId, u32, u32)>,
    pub saved_files: Vec<(String, String)>,
    /// Backups that were handed to the user: their names and bytes.
    pub saved_backups: Vec<(String, Vec<u8>)>,
    /// Every effect by name, in order.
    pub trace: Vec<String>,
    /// While set, nothing can be read.
    pub fail_loads: bool,
    /// While set, what is read comes with [`Lab::release_loads`].
    pub hold_loads: bool,
    held_loads: Vec<Effect>,
    /// While set, the code of rooms comes with [`Lab::release_chunks`].
    pub hold_chunks: bool,
    held_chunks: Vec<Effect>,
    /// While set, commits are not acknowledged.
    pub hold_commits: bool,
    /// Commits that were not acknowledged.
    pub held_commits: Vec<(CommitId, Commit)>,
    /// The last place in each room, as the browser has them.
    pub kept_places: Vec<String>,
    /// Files whose text was asked for again: number and name.
    pub read_again: Vec<(u64, String)>,
    /// Documents whose pages are to be drawn: number and name.
    pub drawings: Vec<(u64, String)>,
}

/// An instant as a parameter, from RFC 3339.
pub fn moment(text: &str) -> Moment {
    Moment(Timestamp::from_rfc3339(text).expect("an instant"))
}

impl Lab {
    /// An app that has started with nothing stored and a custom endpoint.
    pub fn new() -> Self {
        let mut lab = Self::on(MemoryStorage::default(), Route::default());
        lab.use_custom_endpoint();
        lab
    }

    /// An app that has started on what is stored.
    pub fn on(storage: MemoryStorage, route: Route) -> Self {
        Self::with(storage, route, RoomAgents::default(), Self::first_env(), BTreeMap::new())
    }

    /// As [`Lab::new`], with assistants that have tools.
    pub fn helped(room_agents: RoomAgents) -> Self {
        let mut lab =
            Self::with(MemoryStorage::default(), Route::default(), room_agents, Self::first_env(), BTreeMap::new());
        lab.use_custom_endpoint();
        lab
    }

    /// The first environment of every lab.
    pub fn first_env() -> Env {
        Env::deterministic(Timestamp(1_700_000_000_000), 11)
    }

    /// An app that has started on what is stored, with words that were kept.
    pub fn with(
        storage: MemoryStorage,
        route: Route,
        room_agents: RoomAgents,
        env: Env,
        words: BTreeMap<String, String>,
    ) -> Self {
        let start = Start { route: Some(route), words, ..Start::default() };
        Self::started(storage, room_agents, env, start)
    }

    fn started(storage: MemoryStorage, room_agents: RoomAgents, env: Env, mut start: Start) -> Self {
        HERE.set(BTreeSet::new());
        let mut lab = Self {
            model: Model { room_agents, rooms: Rooms(Box::leak(late_rooms().into())), ..Model::default() },
            env,
            storage,
            calls: Vec::new(),
            cancelled: Vec::new(),
            wakes: Vec::new(),
            saved_files: Vec::new(),
            saved_backups: Vec::new(),
            trace: Vec::new(),
            fail_loads: false,
            hold_loads: false,
            held_loads: Vec::new(),
            hold_chunks: false,
            held_chunks: Vec::new(),
            hold_commits: false,
            held_commits: Vec::new(),
            read_again: Vec::new(),
            drawings: Vec::new(),
            kept_places: Vec::new(),
        };
        start.facts.allowed_origins = vec!["http://127.0.0.1:9".to_owned()];
        lab.send(Msg::Started(Box::new(start)));
        lab
    }

    /// A reload of the page with the same data. The time goes on from where it was: what the app does as it starts
    /// comes after what was done before.
    pub fn reload(self) -> Self {
        Self::with(self.storage, self.model.route, self.model.room_agents, self.env, self.model.words)
    }

    /// A later visit with the same data, at the page's bare address.
    pub fn visit(self) -> Self {
        self.visit_again(None, false)
    }

    /// A visit on a later day with the same data, at the page's bare address.
    pub fn next_day(self) -> Self {
        self.visit_again(None, true)
    }

    /// A later visit with the same data, at an address.
    pub fn visit_at(self, route: Route) -> Self {
        self.visit_again(Some(route), false)
    }

    fn visit_again(self, route: Option<Route>, new_day: bool) -> Self {
        let places = Places::read(&self.kept_places);
        let start = Start { route, places, new_day, words: self.model.words, ..Start::default() };
        let mut lab = Self::started(self.storage, self.model.room_agents, self.env, start);
        if lab.kept_places.is_empty() {
            lab.kept_places = self.kept_places;
        }
        lab
    }

    /// Delivers the reads that were held.
    pub fn release_loads(&mut self) {
        self.hold_loads = false;
        self.release_held();
    }

    /// Delivers the reads that were held so far; later ones are held again.
    pub fn release_held(&mut self) {
        for load in std::mem::take(&mut self.held_loads) {
            let Effect::Load(tag, query) = load else { continue };
            let loaded = block_on(self.storage.load(query));
            self.send(Msg::Loaded(tag, loaded));
        }
    }

    /// The code that was asked for comes.
    pub fn release_chunks(&mut self) {
        self.hold_chunks = false;
        for chunk in std::mem::take(&mut self.held_chunks) {
            if let Effect::FetchChunk(chunk) = chunk {
                self.send(fetched(chunk));
            }
        }
    }

    pub fn use_custom_endpoint(&mut self) {
        use espalier_app::connect::ConnectMsg;
        self.send(Msg::Connect(ConnectMsg::SaveEndpoint {
            provider: espalier_model::Slug::new("custom"),
            base_url: "http://127.0.0.1:9/v1".to_owned(),
            model: "test-model".to_owned(),
            key: None,
            same_key: false,
        }));
    }

    /// Runs a command of the time log.
    pub fn do_time(&mut self, command: impl Into<Call>) {
        self.send(Msg::Time(TimeMsg::Do(command.into())));
    }

    /// Logs studying from 9:00 to 11:30 on days, each with its note.
    pub fn study(&mut self, days: &[(&str, &str)]) {
        self.do_time(CreateCategory::new("Study".to_owned()));
        for (day, note) in days {
            let entry = AddEntry::new(moment(&format!("{day}T09:00:00Z")), moment(&format!("{day}T11:30:00Z")));
            let category = Some(CategoryRef::Named("Study".to_owned()));
            self.do_time(AddEntry { category, note: Some((*note).to_owned()), ..entry });
        }
    }

    /// Sends a message and does what the app asks for, until it asks for nothing more.
    pub fn send(&mut self, msg: Msg) {
        let mut queue = VecDeque::from([msg]);
        while let Some(msg) = queue.pop_front() {
            self.env.now = self.env.now.plus_ms(1);
            if let Msg::Chunk(ChunkMsg::Fetched(_, Ok(ChunkExports { room: Some(room), .. }))) = &msg {
                HERE.with_borrow_mut(|here| here.insert(room.id()));
            }
            for effect in update(&mut self.model, msg, &mut self.env) {
                self.perform(effect, &mut queue);
            }
        }
    }

    fn perform(&mut self, effect: Effect, queue: &mut VecDeque<Msg>) {
        let name = format!("{effect:?}");
        self.trace.push(name.split(['(', ' ', '{']).next().unwrap_or_default().to_owned());
        match effect {
            Effect::Load(tag, _) if self.fail_loads => {
                queue.push_back(Msg::Loaded(tag, Err(StorageError::Unavailable("test".to_owned()))));
            }
            load @ Effect::Load(..) if self.hold_loads => self.held_loads.push(load),
            Effect::Load(tag, query) => queue.push_back(Msg::Loaded(tag, block_on(self.storage.load(query)))),
            Effect::Commit(id, commit, _) if self.hold_commits => self.held_commits.push((id, commit)),
            Effect::Commit(id, commit, durability) => {
                queue.push_back(Msg::Committed(id, block_on(self.storage.commit(commit, durability))));
            }
            Effect::Pack => block_on(self.storage.pack()).expect("the rows are packed"),
            Effect::CallModel(call) => self.calls.push(*call),
            Effect::CancelCall(turn) => self.cancelled.push(turn),
            Effect::Soon(msg) => queue.push_back(*msg),
            Effect::Wake(turn, step, ms) => self.wakes.push((turn, step, ms)),
            Effect::AwaitOwner(key) => queue.push_back(Msg::OwnerGone(key)),
            chunk @ Effect::FetchChunk(_) if self.hold_chunks => self.held_chunks.push(chunk),
            Effect::FetchChunk(chunk) => queue.push_back(fetched(chunk)),
            Effect::SaveFile { name, bytes, .. } => {
                let text = String::from_utf8(bytes).expect("the file is text");
                self.saved_files.push((name, text));
            }
            Effect::SaveBackup(order) => {
                let name = order.name.clone();
                self.saved_backups.push((name.clone(), backed_up(&self.storage, &order)));
                queue.push_back(Msg::Files(FileMsg::BackupEnded(Ok(Some(name)))));
            }
            Effect::ReadStoredFile(_, id, file) => self.read_again.push((id, file.name)),
            Effect::DrawPages(_, id, file) => self.drawings.push((id, file.name)),
            Effect::KeepPlaces(places) => self.kept_places = places,
            _ => {}
        }
    }

    /// The body of the last request as JSON.
    pub fn last_request(&self) -> serde_json::Value {
        let call = self.calls.last().expect("a request was made");
        let CallBody::Http(request) = &call.request else { panic!("the built-in model was asked") };
        serde_json::from_str(&request.body).expect("the body is JSON")
    }

    /// Lets the last request's answer arrive.
    pub fn input(&mut self, input: TurnInput) {
        let call = self.calls.last().expect("a request was made");
        let (turn, step) = (call.turn, call.step);
        self.send(Msg::Turn(turn, step, input));
    }

    /// Lets a model on this device prepare the last request's answer.
    pub fn prepare(&mut self, preparation: Preparation) {
        let turn = self.calls.last().expect("a request was made").turn;
        self.send(Msg::Device(DeviceMsg::Preparing(turn, preparation)));
    }

    /// A piece of text of the answer.
    pub fn text(&mut self, text: &str) {
        let delta = serde_json::json!({"choices": [{"index": 0, "delta": {"content": text}}]});
        self.input(TurnInput::Chunk(format!("data: {delta}\n\n").into_bytes()));
    }

    /// An answer that calls tools: (id, name, arguments) each.
    pub fn tools(&mut self, text: &str, calls: &[(&str, &str, &str)]) {
        if !text.is_empty() {
            self.text(text);
        }
        for (index, (id, name, arguments)) in calls.iter().enumerate() {
            let function = serde_json::json!({ "name": name, "arguments": arguments });
            let call = serde_json::json!({ "index": index, "id": id, "type": "function", "function": function });
            let delta = serde_json::json!({"choices": [{"index": 0, "delta": {"tool_calls": [call]}}]});
            self.input(TurnInput::Chunk(format!("data: {delta}\n\n").into_bytes()));
        }
        let last = serde_json::json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]});
        self.input(TurnInput::Chunk(format!("data: {last}\n\ndata: [DONE]\n\n").into_bytes()));
        self.input(TurnInput::Ended);
    }

    /// Lets the built-in model say what it was asked for last.
    pub fn built_in(&mut self) {
        let call = self.calls.pop().expect("a request was made");
        let CallBody::Builtin(pieces) = call.request else { panic!("the endpoint was asked") };
        for piece in pieces {
            self.send(Msg::Turn(call.turn, call.step, TurnInput::Chunk(piece)));
        }
        self.send(Msg::Turn(call.turn, call.step, TurnInput::Ended));
    }

    /// The messages of the last request: roles, and for results what they say.
    pub fn sent(&self) -> Vec<String> {
        let body = self.last_request();
        let messages = body["messages"].as_array().expect("a list").iter();
        let show = |message: &serde_json::Value| {
            let role = message["role"].as_str().unwrap_or_default();
            format!("{role}: {}", message["content"].as_str().unwrap_or_default())
        };
        messages.map(show).collect()
    }

    /// The end of the answer.
    pub fn end(&mut self) {
        let last = serde_json::json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]});
        self.input(TurnInput::Chunk(format!("data: {last}\n\ndata: [DONE]\n\n").into_bytes()));
        self.input(TurnInput::Ended);
    }

    /// Asks and lets the answer arrive in two pieces.
    pub fn ask(&mut self, question: &str, answer: &str) {
        use espalier_app::sessions::SessionMsg;
        let session = self.model.route.session().or(self.model.timelog.session);
        self.send(Msg::Sessions(SessionMsg::Send(session, question.to_owned())));
        self.answer(answer);
    }

    /// Lets the answer to the last request arrive in two pieces.
    pub fn answer(&mut self, answer: &str) {
        let middle = answer.char_indices().nth(answer.chars().count() / 2).map_or(0, |(index, _)| index);
        self.text(&answer[..middle]);
        self.text(&answer[middle..]);
        self.end();
    }

    /// The session that is shown.
    pub fn session(&self) -> SessionId {
        let course = self.model.route.course().map(Course::session);
        let scene = self.model.route.scene().map(espalier_app::scenes::agent::session_of);
        self.model.route.session().or(course).or(scene).or(self.model.timelog.session).expect("a session is shown")
    }

    /// The messages that are shown, as texts.
    pub fn shown(&self) -> Vec<String> {
        self.path().iter().map(Message::text).collect()
    }

    /// The messages that are shown.
    pub fn path(&self) -> Vec<Message> {
        let session = self.session();
        let view = self.model.view(session).expect("the session is open");
        view.path
            .iter()
            .map(|&id| (**self.model.message(MessageKey { session, id }).expect("the path exists")).clone())
            .collect()
    }

    /// The last message that is shown.
    pub fn last(&self) -> Message {
        self.path().pop().expect("there is a message")
    }

    /// The last answer's status.
    pub fn status(&self) -> Status {
        let last = self.last();
        assert_eq!(last.role, Role::Assistant);
        last.status
    }

    /// Everything in the tables, as text.
    pub fn rows(&self) -> Vec<String> {
        self.model.workspace.tables().records().map(|record| record.to_json().expect("plain data")).collect()
    }
}
