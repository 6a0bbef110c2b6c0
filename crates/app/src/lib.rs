//! The application: one [`Model`], one [`Msg`], one [`update`] that only delegates.
//!
//! `update` is pure: it changes the model and says what the shell is to do. It may depend on the rooms, the words and
//! all below them. Must not be in here: a browser type, an await, the clock, random numbers (both come with [`Env`]).

pub mod assistant;
pub mod attachments;
pub mod bridge;
pub mod chunks;
pub mod clock;
pub mod command;
pub mod connect;
pub mod conversation;
pub mod core;
pub mod course;
pub mod data_loss;
pub mod deferred;
pub mod device;
pub mod dialog;
pub mod effect;
pub mod elsewhere;
pub mod files;
pub mod find;
pub mod handover;
pub mod helper;
mod links;
pub mod load;
pub mod make;
pub mod maps;
pub mod mirror;
pub mod navigate;
pub mod palette;
pub mod place;
pub mod places;
pub mod prompt;
pub mod proposals;
pub mod room;
pub mod room_agent;
pub mod rooms;
pub mod scenes;
pub mod selector;
pub mod sessions;
mod slot;
pub mod timelog;
pub mod today;
pub mod undo;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Deref, DerefMut};
use std::rc::Rc;

use espalier_agent::turn::{TurnId, TurnInput};
use espalier_agent_api::ask::Answer;
use espalier_base::env::Env;
use espalier_base::zone::Zone;
use espalier_command::history::{Document, EntryId};
use espalier_llm::error::LlmError;
use espalier_llm::secret::Secret;
use espalier_model::persona::PersonaId;
use espalier_model::settings::Language;
use espalier_model::{Link, LinkId, MessageKey, Persona, RoomId, SessionId, Slug};
use espalier_storage::port::{Announcement, Loaded, StorageError};

pub use self::connect::{ProbeKind, ProbeState};
use self::conversation::SessionView;
use self::core::Core;
pub use self::core::{edit, journal, notice};
pub use self::dialog::{Confirm, Dialog};
use self::effect::{CommitId, Effect, KeyKeeping, LoadTag, Probe};
use self::files::ImportState;
use self::navigate::Route;
pub use self::notice::{Notice, Refusal, Toast, notify};
use self::prompt::{Beginning, Running, TalkSlot};
use self::room::Rooms;
use self::slot::Slot;

/// The state of the application.
#[derive(Debug, Default)]
pub struct Model {
    /// The records and what is done to them; its fields can be read and changed as if they were fields of the model.
    pub core: Core,
    /// The place that the page shows.
    pub route: Route,
    /// Progress of the start.
    pub boot: BootState,
    /// Facts about the browser, from the shell.
    pub facts: Facts,
    /// The places of the stored keys; the keys themselves are not here.
    pub keys: BTreeMap<connect::KeyPlace, KeyKeeping>,
    /// Providers whose key is not yet bound to an origin.
    pub unbound_keys: Vec<(Slug, KeyKeeping)>,
    /// Sessions whose messages are in memory.
    pub opened: BTreeSet<SessionId>,
    /// The rooms.
    pub rooms: Rooms,
    /// The maps that were opened.
    pub maps: Slot<maps::Maps>,
    /// The time log.
    pub timelog: Slot<timelog::TimeLog>,
    /// View state of courses.
    pub courses: Slot<course::Courses>,
    /// The scenes that were opened.
    pub scenes: Slot<scenes::Scenes>,
    /// State of proposals, none of it stored.
    pub assistant: proposals::Assistant,
    /// The helper that sees all rooms.
    pub helper: helper::Helper,
    /// Sessions whose messages are being read.
    pub opening: BTreeSet<SessionId>,
    /// The derived shape of the opened sessions.
    pub views: BTreeMap<SessionId, Rc<SessionView>>,
    /// Sessions whose derived shape has to be worked out again.
    pub stale_views: BTreeSet<SessionId>,
    /// Answers that are being made.
    pub running: BTreeMap<TurnId, Running>,
    /// Answers of which it is known that no tab makes them, although they are not finished.
    pub ownerless: BTreeSet<MessageKey>,
    /// The answer that is shown beside its alternatives.
    pub compared: Option<MessageKey>,
    /// Answers whose tab is waited for.
    pub awaited: BTreeSet<MessageKey>,
    /// The assistants with tools.
    pub room_agents: room_agent::RoomAgents,
    /// The last place in each room.
    pub places: places::Places,
    /// The running timer as every room shows it.
    pub clock: clock::Clock,
    /// Row counts kept outside the database, to detect data loss.
    pub data_loss_guard: data_loss::DataLossGuard,
    /// The copy in a folder of the person's own.
    pub place: place::PlaceView,
    /// Times of saving outside this browser.
    pub elsewhere: elsewhere::ElsewhereTimes,
    /// The mirror, as far as it is known.
    pub mirror: mirror::MirrorView,
    /// The dialog that is open.
    pub dialog: Option<Dialog>,
    /// Results of the settings' small requests.
    pub probes: BTreeMap<(Slug, ProbeKind), ProbeState>,
    /// The field that a button led to.
    pub pointed: Option<connect::Pointed>,
    /// An import that is being looked at.
    pub import: Option<ImportState>,
    /// Backups that are written or wait for a password.
    pub backups: files::Backups,
    /// Finding anything by its words.
    pub find: Slot<find::Finder>,
    /// A thing to be made once rows of it were read.
    pub making: make::Waiting,
    /// Last messages of conversations that Today has read.
    pub today: Slot<today::LastMessages>,
    /// Bytes that storage uses and may use, once measured.
    pub usage: Option<StorageUsage>,
    /// Whether the browser was asked to keep the data, in this visit.
    pub asked_to_persist: bool,
    /// Unsent texts of the composer.
    pub drafts: BTreeMap<Option<SessionId>, String>,
    /// Messages that wait for an answer.
    pub queues: sessions::queue::Queues,
    /// Files that go with the next messages, and addresses of contents.
    pub attachments: attachments::Attachments,
    /// Words that are being typed elsewhere than in a composer, by place.
    pub words: BTreeMap<String, String>,
    /// Load states of the chunks, and messages deferred until one has loaded.
    pub chunks: chunks::Chunks,
    /// Handlers of messages about files, finding and Today, once their chunk has loaded.
    pub more: deferred::MoreSlot,
    /// Functions that make answers, once their chunk has loaded.
    pub talk: TalkSlot,
    /// Handlers of proposals, once their chunk has loaded.
    pub proposals: deferred::ProposalSlot,
    /// Models on this device.
    pub device: device::DeviceModels,
    /// Whether long lines of code are wrapped, until the page is loaded again.
    pub wrap_code: bool,
    /// Counts how often the composer was asked to take the focus.
    pub composer_calls: u64,
    /// Whether the browser offers to install the app.
    pub install_offered: bool,
    /// Task to go on with, where the page reloaded itself.
    pub after_reload: Option<effect::Resume>,
    /// The model servers that were looked for on this computer, by provider.
    pub local: BTreeMap<&'static str, connect::local::LocalServer>,
    /// State of the dialog that connects a model.
    pub connecting: connect::Connecting,
    /// Endpoints whose list of models was brought up to date in this visit.
    pub refreshed: BTreeSet<Slug>,
}

impl Deref for Model {
    type Target = Core;

    fn deref(&self) -> &Core {
        &self.core
    }
}

impl DerefMut for Model {
    fn deref_mut(&mut self) -> &mut Core {
        &mut self.core
    }
}

/// Progress of the start.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum BootState {
    /// The records are being read.
    #[default]
    Loading,
    /// The page can be used.
    Ready,
    /// The page cannot be used; the data can still be saved to a file.
    Failed(StorageError),
}

/// Facts about the browser, known to the shell at the start.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Facts {
    /// The language the browser prefers.
    pub browser_language: Language,
    /// The language asked for in the address, for this visit.
    pub visit_language: Option<Language>,
    /// Whether shortcuts use the command key.
    pub mac: bool,
    /// The origins that requests may go to in this visit.
    pub allowed_origins: Vec<String>,
    /// Origin of the server on which a copy is kept.
    pub place_origin: Option<String>,
    /// Defaults that were given when the page was built: provider, model, base URL.
    pub build_defaults: (Option<String>, Option<String>, Option<String>),
    /// The older single configuration in local storage, as text, where there is one.
    pub old_configuration: Option<String>,
    /// Whether other pages of one account share this origin.
    pub shared_origin: bool,
    /// The zone of the browser's clock.
    pub zone: Option<Zone>,
    /// Whether hours go to twelve in the browser's language.
    pub twelve_hours: bool,
    /// Address of the page, without the part that names a place in it.
    pub address: String,
}

/// Bytes that storage uses and may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StorageUsage {
    /// Bytes in use.
    pub used: u64,
    /// Bytes allowed.
    pub quota: u64,
    /// Whether the browser promised to keep the data.
    pub persisted: bool,
}

/// Events of the application.
#[derive(Debug)]
pub enum Msg {
    /// The shell has started: facts, keys that are there, unsent texts.
    Started(Box<load::Start>),
    /// A read is done.
    Loaded(LoadTag, Result<Loaded, StorageError>),
    /// A write is done.
    Committed(CommitId, Result<(), StorageError>),
    /// Try again to write what could not be written.
    SaveAgain,
    /// Try again by itself to write what could not be written.
    RetrySaving,
    /// Changes that are not stored could not be kept outside the database either.
    NotKept,
    /// The page is being left, perhaps for good.
    Leaving,
    /// The words that are being typed in a place, when the page is left; `None` when there are none any more.
    Words(String, Option<String>),
    /// The unsent texts and the words that were being typed, as a newer copy than the one of the start has them.
    TypedCopy(BTreeMap<Option<SessionId>, String>, BTreeMap<String, String>),
    /// Go on although rows are missing that were there before.
    GoOnWithout,
    /// Message about the copy in a folder of the person's own.
    Place(place::PlaceMsg),
    /// Another tab keeps these times of saving outside this browser.
    Elsewhere(elsewhere::ElsewhereTimes),
    /// Message about the mirror.
    Mirror(mirror::MirrorMsg),
    /// Time has passed, and what is shown of it is to be drawn again.
    Tick,
    /// The zone of the browser's clock, looked at again.
    ZoneSeen(Zone),
    /// The browser cleared the database while this tab had it open.
    Cleared,
    /// Another tab has written these rows and journal rows, and dropped these.
    Outside(Announcement),
    /// This tab may not write any more, or, while another tab blocks the data, not yet.
    Superseded(StorageError),
    /// Nothing blocks the data any more.
    Unblocked,
    /// Go to a place.
    Go(Route),
    /// The address was changed by the browser.
    RouteChanged(Route),
    /// The address was changed to one that says nothing of where to go.
    RouteCleared,
    /// The address names nothing that there is; the nearest place is shown.
    NoSuchPlace,
    /// The browser has nothing by which tabs could know of each other.
    TabsApart,
    /// Work with maps.
    Maps(maps::MapMsg),
    /// Work with the time log.
    Time(timelog::TimeMsg),
    /// Work with courses.
    Course(course::CourseMsg),
    /// Work with scenes.
    Scene(scenes::SceneMsg),
    /// Decide on a proposal.
    Assistant(assistant::AssistantMsg),
    /// Work with conversations.
    Sessions(sessions::SessionMsg),
    /// Begin to answer, now that the code for it is here.
    Begin(Beginning),
    /// Input of a turn: the turn, the attempt, the input.
    Turn(TurnId, u32, TurnInput),
    /// Stop the answer that is being made for this message.
    Stop(MessageKey),
    /// Do not wait any longer before the next try.
    RetryNow(MessageKey),
    /// The device is online again.
    Online,
    /// Go on with an answer where its turn stopped when the page went away.
    Resume(MessageKey),
    /// Answer a question: the answer that asks, the call in it, and what is answered.
    Answer(MessageKey, String, Answer),
    /// No tab makes this answer any more, and it is not finished.
    OwnerGone(MessageKey),
    /// Change the settings.
    Connect(connect::ConnectMsg),
    /// The browser does not keep this key.
    KeyNotKept(connect::KeyPlace),
    /// A small request of the settings is done: provider, purpose, HTTP status and body.
    Probed(Slug, Probe, Result<String, LlmError>),
    /// Files of conversations.
    Attach(attachments::AttachMsg),
    /// Models on this device.
    Device(device::DeviceMsg),
    /// Files and agents in and out.
    Files(files::FileMsg),
    /// Message about finding.
    Find(find::FindMsg),
    /// Message to Today.
    Today(today::TodayMsg),
    /// Make one thing of another.
    Make(make::MakeMsg),
    /// Message to the helper that sees all rooms.
    Helper(helper::HelperMsg),
    /// Message about a chunk.
    Chunk(deferred::ChunkMsg),
    /// Take back the last step.
    Undo,
    /// Take back the last step of one history.
    UndoIn(Document),
    /// Take back the steps of which a notice tells.
    UndoNotice(u64),
    /// A picture was handed to the user, or could not be drawn.
    PictureSaved(String, bool),
    /// Do the last undone step again.
    Redo,
    /// Go to the state right after this entry.
    GoTo(Document, EntryId),
    /// Read older steps of a document.
    OlderSteps(Document),
    /// Name the present state.
    AddCheckpoint(String),
    /// Open a dialog, or close it.
    Dialog(Option<Dialog>),
    /// Yes to the question in the dialog.
    Confirmed,
    /// Open a link whose address was shown.
    OpenLink(String),
    /// Print what is open.
    Print,
    /// The browser offers to install the app, or does so no more.
    InstallOffered(bool),
    /// Install the app.
    Install,
    /// Copy text.
    Copy(String),
    /// Link two things.
    Link(Box<Link>),
    /// Take a link that was made by hand away.
    Unlink(LinkId),
    /// Copy the address of a place.
    CopyLink(Route),
    /// Save a block of code as a file: its name, its text.
    SaveCode(&'static str, String),
    /// Wrap long lines of code, or not.
    WrapCode(bool),
    /// The clipboard has it, or not.
    Copied(bool),
    /// Close a notice.
    Dismiss(u64),
    /// Storage was measured.
    StorageFacts(StorageUsage),
    /// Write a message: show the composer and give it the focus.
    FocusComposer,
    /// The unsent text of a composer.
    Draft(Option<SessionId>, String),
    /// An agent is chosen for the app.
    ChoosePersona(PersonaId),
    /// An agent is saved: new, or changed.
    SavePersona(Box<Persona>),
    /// A copy of an agent is made.
    DuplicatePersona(PersonaId),
    /// An agent is deleted; a shipped one that was changed goes back to how it was.
    DeletePersona(PersonaId),
}

/// Handles one message: changes the model and returns the effects for the shell.
///
/// It has three steps: the message waits if its code or its rows are not here yet; it is handed to the module that it
/// concerns; and then everything that follows from the change, whatever it was, is brought up to date.
#[must_use]
pub fn update(model: &mut Model, msg: Msg, env: &mut Env) -> Vec<Effect> {
    model.now = env.now;
    let mut effects = Vec::new();
    if let Some(msg) = defer(model, msg, &mut effects) {
        dispatch(model, msg, env, &mut effects);
        settle(model, env, &mut effects);
    }
    effects
}

/// Returns the message unless it has to wait: for the chunk with its room's code, or for rows that its room reads first.
fn defer(model: &mut Model, msg: Msg, out: &mut Vec<Effect>) -> Option<Msg> {
    let msg = deferred::hold(model, msg, out)?;
    model.rooms.here().try_fold(msg, |msg, room| room.hold(model, msg, out))
}

/// Hands a message to the module that it concerns.
#[expect(clippy::too_many_lines, reason = "one line per message")]
fn dispatch(model: &mut Model, msg: Msg, env: &mut Env, out: &mut Vec<Effect>) {
    match msg {
        // The start, and what is read.
        Msg::Started(start) => load::started(model, *start, out),
        Msg::Loaded(tag, result) => load::loaded(model, env, tag, result, out),
        Msg::TypedCopy(drafts, words) => {
            (model.drafts, model.words) = (drafts, words);
            attachments::begin(model);
            sessions::queue::begin(model);
            if model.boot == BootState::Ready {
                attachments::read_again(model, out);
                clock::begin(model, out);
            }
        }
        Msg::GoOnWithout => mirror::go_on_without(model, out),
        Msg::Mirror(msg) => mirror::update(model, msg, out),
        Msg::Place(msg) => place::update(model, msg, out),
        Msg::Elsewhere(times) => model.elsewhere = times,
        Msg::Chunk(msg) => deferred::update(model, env, msg, out),

        // Saving.
        Msg::Committed(id, result) => {
            edit::committed(model, id, result, out);
            load::go_on(model, out);
        }
        Msg::SaveAgain => {
            let left = if model.is_cleared() { data_loss::not_in_memory(model) } else { (Vec::new(), 0) };
            edit::save_again(model, out);
            if left != (Vec::new(), 0) {
                notify(model, Notice::NotWrittenBack(left.0, left.1), true);
            }
        }
        Msg::RetrySaving => edit::save::retry_now(model, out),
        Msg::NotKept => edit::save::not_kept(model),
        Msg::Leaving => edit::save::leaving(model, out),
        Msg::Cleared => edit::save::cleared(model, out),
        Msg::Draft(session, text) => {
            out.push(Effect::KeepDraft(session, text.clone()));
            model.drafts.insert(session, text);
        }
        Msg::Words(place, words) => keep_words(model, place, words, out),
        Msg::StorageFacts(usage) => model.usage = Some(usage),

        // Other tabs, the clock, the network.
        Msg::Outside(announcement) => load::outside(model, announcement, out),
        Msg::Superseded(reason) => model.read_only = Some(reason),
        Msg::Unblocked => load::unblocked(model),
        Msg::TabsApart => notify(model, Notice::TabsApart, false),
        Msg::Tick => {}
        Msg::ZoneSeen(zone) => model.facts.zone = Some(zone),
        Msg::Online => {
            deferred::back_online(model, out);
            prompt::back_online(model, env, out);
        }

        // Where one is.
        Msg::Go(route) => room::go(model, route, out),
        Msg::RouteChanged(route) => room::show(model, route, out),
        Msg::RouteCleared => {
            let route = places::newest(model);
            out.push(Effect::SetRoute(route, true));
            room::show(model, route, out);
        }
        Msg::NoSuchPlace => notify(model, Notice::NoSuchPlace, false),

        // The rooms.
        Msg::Sessions(msg) => room::send(model, env, RoomId::Chat, Box::new(msg), out),
        Msg::Maps(msg) => room::send(model, env, RoomId::Map, Box::new(msg), out),
        Msg::Time(msg) => room::send(model, env, RoomId::Time, Box::new(msg), out),
        Msg::Course(msg) => room::send(model, env, RoomId::Course, Box::new(msg), out),
        Msg::Scene(msg) => room::send(model, env, RoomId::Scene, Box::new(msg), out),
        Msg::Assistant(msg) if msg.is_of_time() => room::send(model, env, RoomId::Time, Box::new(msg), out),
        Msg::Assistant(msg) => {
            if let Some(proposals) = model.proposals.0 {
                (proposals.update)(model, env, msg, out);
            }
        }

        Msg::Helper(msg) => helper::update(model, env, msg, out),

        // Answers that are being made.
        Msg::Begin(beginning) => prompt::begin(model, env, beginning, out),
        Msg::Turn(turn, step, input) => {
            device::on_turn_input(model, turn, &input);
            prompt::on_input(model, env, (turn, step), input, out);
        }
        Msg::Stop(key) => prompt::stop(model, env, key, out),
        Msg::RetryNow(key) => prompt::retry_now(model, env, key, out),
        Msg::Resume(key) => drop(prompt::resume(model, env, key, out)),
        Msg::Answer(key, call, answer) => drop(prompt::answer(model, env, (key, call), answer, out)),
        Msg::OwnerGone(key) => prompt::owner_gone(model, key, out),

        // Settings, agents, files.
        Msg::Connect(msg) => connect::update(model, msg, out),
        Msg::KeyNotKept(place) => connect::key_not_kept(model, &place),
        Msg::Probed(provider, purpose, result) => connect::probed(model, provider, purpose, result, out),
        Msg::ChoosePersona(id) => connect::choose_persona(model, id, out),
        Msg::SavePersona(persona) => sessions::save_persona(model, env, *persona, out),
        Msg::DuplicatePersona(id) => sessions::duplicate_persona(model, env, id, out),
        Msg::DeletePersona(id) => sessions::delete_persona(model, env, id, out),
        Msg::Attach(msg) => attachments::update(model, msg, out),
        Msg::Device(msg) => device::update(model, msg, out),
        Msg::Files(msg) => deferred::files(model, env, msg, out),
        Msg::Find(msg) => deferred::find(model, env, msg, out),
        Msg::Today(msg) => deferred::today(model, env, msg, out),
        Msg::Make(msg) => deferred::make(model, env, msg, out),
        Msg::PictureSaved(name, true) => notify(model, Notice::Exported(name), false),
        Msg::PictureSaved(_, false) => notify(model, Notice::PictureFailed, true),

        // The history.
        Msg::Undo => undo::undo(model, env, out),
        Msg::UndoIn(document) => undo::undo_in(model, env, &[document], out),
        Msg::UndoNotice(id) => undo::undo_notice(model, env, id, out),
        Msg::Redo => undo::redo(model, out),
        Msg::GoTo(document, entry) => undo::go_to(model, env, document, entry, out),
        Msg::OlderSteps(document) => journal::read_older(model, document, out),
        Msg::AddCheckpoint(name) => undo::add_checkpoint(model, &name, out),

        // Dialogs, notices, the clipboard, the focus.
        Msg::Dialog(dialog) => {
            if matches!(dialog, Some(Dialog::ChooseModel(_))) {
                connect::refresh(model, out);
            }
            let look = match &dialog {
                Some(Dialog::Palette | Dialog::LinkTo { .. }) => Some(find::FindMsg::Open),
                Some(Dialog::Links) => Some(find::FindMsg::Links),
                _ => None,
            };
            model.dialog = dialog;
            if let Some(look) = look {
                deferred::find(model, env, look, out);
            }
        }
        Msg::Confirmed => confirmed(model, env, out),
        Msg::OpenLink(address) => {
            model.dialog = None;
            out.push(Effect::OpenLink(address));
        }
        Msg::Print => {
            model.dialog = None;
            out.push(Effect::Print);
        }
        Msg::InstallOffered(offered) => model.install_offered = offered,
        Msg::Install => {
            // An offer is good for one question; the browser makes another one.
            (model.install_offered, model.dialog) = (false, None);
            out.push(Effect::Install);
        }
        Msg::Dismiss(id) => model.toasts.retain(|toast| toast.id != id),
        Msg::Copy(text) => out.push(Effect::Copy(text)),
        Msg::Link(link) => links::add(model, env, *link, out),
        Msg::Unlink(id) => links::remove(model, env, id, out),
        Msg::CopyLink(route) => out.push(Effect::Copy(route.link(&model.facts.address))),
        Msg::SaveCode(name, text) => {
            notify(model, Notice::Exported(name.to_owned()), false);
            out.push(Effect::SaveFile { name: name.to_owned(), mime: "text/plain", bytes: text.into_bytes() });
        }
        Msg::WrapCode(wrap) => model.wrap_code = wrap,
        Msg::Copied(true) => notify(model, Notice::Copied, false),
        Msg::Copied(false) => notify(model, Notice::CopyFailed, true),
        Msg::FocusComposer => {
            model.composer_calls += 1;
            if !matches!(model.route, Route::Chat(..)) && conversation::shown(model).is_none() {
                room::go(model, Route::Chat(None, None), out);
            }
        }
    }
}

/// Brings up to date what depends on more than one message: answers that may go on, the row counts that tell a loss of
/// data, each room's own follow-ups, the conversation and the places that are shown, and what is derived from records.
fn settle(model: &mut Model, env: &mut Env, out: &mut Vec<Effect>) {
    sessions::queue::go_on(model, env, out);
    prompt::wake(model, env, out);
    out.extend(data_loss::counts_to_keep(model).map(Effect::KeepRowCounts));
    mirror::look_closer(model, out);
    elsewhere::follow(model, out);
    for room in model.rooms.here() {
        room.after(model, env, out);
    }
    conversation::open_shown(model, env, out);
    helper::follow(model, out);
    out.extend(places::follow(model).map(Effect::KeepPlaces));
    refresh(model);
    sessions::queue::forget_sent(model, out);
    out.extend(clock::mark(model).map(Effect::Badge));
    if let Some(running) = clock::kept(model) {
        keep_words(model, clock::PLACE.to_owned(), Some(running), out);
    }
}

/// Brings everything derived from records up to date. Called once after every message.
pub fn refresh(model: &mut Model) {
    room::refresh(model);
    if let Some(proposals) = model.proposals.0 {
        (proposals.refresh)(model);
    }
}

/// Carries out the question of the dialog, which was answered with yes.
fn confirmed(model: &mut Model, env: &mut Env, out: &mut Vec<Effect>) {
    let Some(Dialog::Confirm(confirm)) = model.dialog.take() else {
        return;
    };
    match confirm {
        Confirm::DeleteMessage(key, _) => sessions::delete_message(model, env, key, out),
        Confirm::DeleteSession(id, _) => sessions::delete_session(model, env, id, out),
        Confirm::DeletePersona(id) => sessions::delete_persona(model, env, id, out),
        Confirm::RemoveConnection(id) => connect::update(model, connect::ConnectMsg::RemoveConnection(id), out),
        Confirm::DeleteModel(name) => device::update(model, device::DeviceMsg::Delete(name), out),
        Confirm::DeleteCourse(id) => {
            out.extend(update(model, Msg::Course(course::CourseMsg::Delete(id)), env));
        }
        Confirm::RemoveFromLog(question) => {
            out.extend(update(model, Msg::Time(timelog::TimeMsg::Removed(question.removal)), env));
        }
        Confirm::RemoveExample => out.extend(update(model, Msg::Time(timelog::TimeMsg::RemoveExample(true)), env)),
        Confirm::DeleteMap(map, _) => out.extend(update(model, Msg::Maps(maps::MapMsg::Delete(map)), env)),
        Confirm::DeleteScene(scene, _) => out.extend(update(model, Msg::Scene(scenes::SceneMsg::Delete(scene)), env)),
        Confirm::EraseEverything(false) => model.dialog = Some(Dialog::Confirm(Confirm::EraseEverything(true))),
        Confirm::EraseEverything(true) => out.push(Effect::EraseEverything),
    }
}

/// Keeps words that are being typed, so that they are there when the page comes back.
pub fn keep_words(model: &mut Model, place: String, words: Option<String>, out: &mut Vec<Effect>) {
    let words = words.filter(|words| !words.trim().is_empty());
    // What is typed is kept even where it is known: another tab may have used or given up the same words.
    if words.is_some() || model.words.contains_key(&place) {
        match &words {
            Some(words) => drop(model.words.insert(place.clone(), words.clone())),
            None => drop(model.words.remove(&place)),
        }
        out.push(Effect::KeepWords(place, words));
    }
}

/// A secret that is to be kept, on its way from the form to the shell.
#[derive(Debug)]
pub struct NewKey {
    /// The key.
    pub secret: Secret,
    /// Lifetime of the key.
    pub keeping: KeyKeeping,
}
