//! The settings: endpoints, keys, language, theme.

mod choice;
mod dialog;
mod keys;
pub mod local;

pub use self::choice::{ModelOption, ModelScope, set_default_model};
pub(crate) use self::choice::{chosen_for, refresh, with_model};
pub use self::dialog::{ConnectPage, Connecting, ready};
pub use self::keys::{KeyPlace, bind_old_keys, key_elsewhere, key_for, key_not_kept, lacks_key};
use super::chunks::{Chunk, DeferredMsg};
use super::effect::{Effect, KeyKeeping, Probe, ProbeCall, Resume};
use super::navigate::Route;
use super::{Dialog, Model, Msg, NewKey, Notice, edit, notify, room};
use espalier_base::text::truncate;
use espalier_llm::capability::Capabilities;
use espalier_llm::error::{ErrorKind, LlmError};
use espalier_llm::models::{ListedModel, ModelTraits};
use espalier_llm::provider::{self, Provider};
use espalier_llm::{models, request};
use espalier_model::persona::{Parameters, PersonaId};
use espalier_model::settings::{ClockFormat, Language, ModelChoice, Opening, SceneAgents, SceneReview, Theme};
use espalier_model::{Endpoint, Learned, Preferences, RoomId, Slug};
use espalier_storage::port::Durability;

/// Kind of a small request; see [`Probe`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProbeKind {
    /// Whether the endpoint answers.
    Connection,
    /// The endpoint's list of models.
    Models,
}

/// State of a small request.
#[derive(Debug, Clone, PartialEq)]
pub enum ProbeState {
    /// Under way.
    Testing,
    /// Succeeded, with the answer of the model or the number of listed models.
    Ok(String),
    /// Failed.
    Failed(LlmError),
}

/// A field of the settings or of an agent that a button leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SettingsField {
    /// An endpoint's address.
    BaseUrl,
    /// The key of an endpoint.
    Key,
    /// The model of an endpoint.
    Model,
    /// Instructions for letting a server answer this page.
    Permission,
    /// The copies outside this browser, and the import.
    Data,
    /// The model of an agent.
    AgentModel,
    /// The longest answer of an agent.
    AnswerLength,
    /// The longest context of an agent.
    ContextLength,
}

/// Request of a button to focus a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pointed {
    /// The field.
    pub place: SettingsField,
    /// The provider whose field it is; `None` is the one in use.
    pub provider: Option<Slug>,
}

/// A message to the settings.
#[derive(Debug)]
pub enum ConnectMsg {
    /// Show a field and give it the focus.
    Point {
        /// The field.
        place: SettingsField,
        /// The provider it belongs to, for a field of an endpoint.
        provider: Option<Slug>,
        /// The agent it belongs to, for a field of an agent.
        agent: Option<PersonaId>,
    },
    /// The field has the focus.
    Arrived,
    /// Save the endpoint of a provider, and use it.
    SaveEndpoint {
        /// The provider.
        provider: Slug,
        /// Its base URL.
        base_url: String,
        /// The model.
        model: String,
        /// A key, where one was typed.
        key: Option<NewKey>,
        /// The key of the address used so far goes to the new address as well.
        same_key: bool,
    },
    /// Show the dialog that connects a model.
    Open,
    /// Show a page of that dialog; the one for this computer begins a search.
    Show(ConnectPage),
    /// Keep a key for this provider, and answer with it if a trial succeeds.
    TryKey(&'static str, NewKey),
    /// Look for a model server on this computer.
    FindLocal,
    /// Name a connection; an empty name shows the provider's.
    NameConnection(Slug, String),
    /// Remove a further connection to a provider, with its key.
    RemoveConnection(Slug),
    /// Use this model of this provider, which was found on this computer.
    UseLocal(&'static str, String),
    /// Forget a provider's key.
    ClearKey(Slug),
    /// Test whether the endpoint in use answers.
    Test(Slug),
    /// Ask an endpoint for its models.
    FetchModels(Slug),
    /// Load the page again, so that requests may go to every address that is saved.
    Reload,
    /// Forget what was learned about endpoints.
    ForgetLearned,
    /// Choose the language; `None` follows the browser.
    SetLanguage(Option<Language>),
    /// Choose light or dark.
    SetTheme(Theme),
    /// Choose the hours of the clock.
    SetClock(ClockFormat),
    /// Choose the place at which the app opens.
    SetOpening(Opening),
    /// Choose which agents do the work of the Scene room's assistant.
    SetSceneAgents(SceneAgents),
    /// Choose when changes of that assistant are shown before they are made.
    SetSceneReview(SceneReview),
    /// Set the parameters of the assistant of a room; where nothing is set, its own hold again.
    SetRoomParameters(RoomId, Box<Parameters>),
    /// Make a model a favourite, or one no more.
    ToggleFavourite(ModelChoice),
    /// Measure the storage.
    Measure,
}

/// Handles a message to the settings.
pub fn update(model: &mut Model, msg: ConnectMsg, out: &mut Vec<Effect>) {
    match msg {
        ConnectMsg::SaveEndpoint { provider, base_url, model: name, key, same_key } => {
            let given = GivenKey { typed: key, same: same_key };
            if let Some(known) = provider::by_id(provider.as_str()) {
                let mut row = model.endpoint(known);
                if row.base_url != base_url.trim() {
                    // These were listed by another server.
                    row.models.clear();
                    row.traits.clear();
                }
                base_url.trim().clone_into(&mut row.base_url);
                name.trim().clone_into(&mut row.model);
                save_endpoint(model, row, given, out);
            }
        }
        ConnectMsg::Point { place, provider, agent } => point(model, place, provider, agent, out),
        ConnectMsg::Arrived => model.pointed = None,
        ConnectMsg::Open => dialog::open(model),
        ConnectMsg::Show(page) => dialog::show(model, page, out),
        ConnectMsg::TryKey(provider, key) => {
            if let Some(known) = provider::by_id(provider) {
                dialog::try_key(model, known, key, out);
            }
        }
        ConnectMsg::FindLocal => local::find(model, out),
        ConnectMsg::NameConnection(provider, name) => name_connection(model, &provider, &name, out),
        ConnectMsg::RemoveConnection(provider) => remove_connection(model, &provider, out),
        ConnectMsg::UseLocal(provider, name) => local::take(model, provider, &name, out),
        ConnectMsg::ClearKey(provider) => {
            model.keys.retain(|place, _| place.provider != provider);
            out.push(Effect::ClearKey(provider));
            notify(model, Notice::KeyCleared, false);
        }
        ConnectMsg::Test(provider) => probe(model, provider, Probe::Connection, out),
        ConnectMsg::FetchModels(provider) => probe(model, provider, Probe::Models, out),
        ConnectMsg::Reload => {
            out.push(Effect::AllowOrigins(origins(model)));
            out.push(Effect::Reload(Resume::Nothing));
        }
        ConnectMsg::ForgetLearned => forget_learned(model, out),
        ConnectMsg::SetLanguage(language) => {
            model.facts.visit_language = None;
            set_preferences(model, out, |row| row.language = language);
            out.push(Effect::Appearance(model.language(), model.theme()));
        }
        ConnectMsg::SetTheme(theme) => {
            set_preferences(model, out, |row| row.theme = theme);
            out.push(Effect::Appearance(model.language(), model.theme()));
        }
        ConnectMsg::SetClock(clock) => set_preferences(model, out, |row| row.clock = clock),
        ConnectMsg::SetOpening(opening) => set_preferences(model, out, |row| row.opening = opening),
        ConnectMsg::SetSceneAgents(agents) => set_preferences(model, out, |row| row.scene_agents = agents),
        ConnectMsg::SetSceneReview(review) => set_preferences(model, out, |row| row.scene_review = review),
        ConnectMsg::SetRoomParameters(room, parameters) => set_room_parameters(model, room, *parameters, out),
        ConnectMsg::ToggleFavourite(choice) => choice::toggle_favourite(model, choice, out),
        ConnectMsg::Measure => out.push(Effect::MeasureStorage { persist: false }),
    }
}

fn point(
    model: &mut Model,
    place: SettingsField,
    provider: Option<Slug>,
    agent: Option<PersonaId>,
    out: &mut Vec<Effect>,
) {
    model.pointed = Some(Pointed { place, provider });
    match place {
        SettingsField::AgentModel | SettingsField::AnswerLength | SettingsField::ContextLength => {
            model.dialog = Some(agent.map_or(Dialog::Personas, |id| Dialog::Persona(Some(id))));
        }
        _ => room::go(model, Route::Settings, out),
    }
}

fn name_connection(model: &mut Model, provider: &Slug, name: &str, out: &mut Vec<Effect>) {
    if let Some(row) = model.workspace.get::<Endpoint>(provider) {
        let row = Endpoint { name: truncate(name.trim(), MAX_NAME_CHARS), ..(**row).clone() };
        edit::change(model, Durability::Strict, out, |draft| draft.put(row));
    }
}

fn forget_learned(model: &mut Model, out: &mut Vec<Effect>) {
    edit::change(model, Durability::Strict, out, |draft| {
        let keys: Vec<Slug> = draft.before().tables().learned.keys().cloned().collect();
        for key in keys {
            draft.remove::<Learned>(&key);
        }
    });
}

fn set_room_parameters(model: &mut Model, room: RoomId, parameters: Parameters, out: &mut Vec<Effect>) {
    set_preferences(model, out, |row| {
        if parameters == Parameters::default() {
            row.room_parameters.remove(&room);
        } else {
            row.room_parameters.insert(room, parameters);
        }
    });
    model.dialog = None;
    notify(model, Notice::SettingsSaved, false);
}

fn set_preferences(model: &mut Model, out: &mut Vec<Effect>, change: impl FnOnce(&mut Preferences)) {
    let mut row = model.preferences();
    change(&mut row);
    edit::change(model, Durability::Strict, out, |draft| draft.put(row));
}

/// Chooses the agent that answers where a session has none of its own.
pub fn choose_persona(model: &mut Model, id: PersonaId, out: &mut Vec<Effect>) {
    set_preferences(model, out, |row| row.persona = Some(id));
}

/// The most characters of a connection's name.
const MAX_NAME_CHARS: usize = 60;

/// Removes a further connection, with its key. What used it follows the settings again; these go on with the first
/// connection to the same provider.
fn remove_connection(model: &mut Model, provider: &Slug, out: &mut Vec<Effect>) {
    let Some(known) = provider::by_id(provider.as_str()).filter(|known| known.number().is_some()) else { return };
    let mut preferences = model.preferences();
    if preferences.provider.as_ref() == Some(provider) {
        let first = Slug::new(known.kind());
        preferences.provider = model.workspace.get::<Endpoint>(&first).is_some().then_some(first);
    }
    preferences.favourite_models.retain(|choice| choice.provider != *provider);
    edit::change(model, Durability::Strict, out, |draft| {
        draft.remove::<Endpoint>(provider);
        draft.put(preferences);
    });
    model.keys.retain(|place, _| place.provider != *provider);
    model.probes.retain(|(id, _), _| id != provider);
    out.push(Effect::ClearKey(provider.clone()));
    out.push(Effect::AllowOrigins(origins(model)));
}

/// The key that comes with an endpoint.
#[derive(Debug, Default)]
struct GivenKey {
    /// The key that was typed.
    typed: Option<NewKey>,
    /// Whether the key kept for another origin of the same provider is used here too.
    same: bool,
}

fn save_endpoint(model: &mut Model, row: Endpoint, key: GivenKey, out: &mut Vec<Effect>) {
    let (provider, base_url) = (row.provider.clone(), row.base_url.clone());
    let Some(known) = provider::by_id(provider.as_str()) else {
        return;
    };
    if known.id != provider::BUILTIN
        && let Err(problem) = request::check_base(&base_url)
    {
        return notify(model, Notice::BaseUrl(problem), true);
    }
    let other_key = key_elsewhere(model, &provider, &base_url).cloned();
    let ready = key.typed.is_some() || (key.same && other_key.is_some()) || !lacks_key(model, known, &base_url);
    let mut preferences = model.preferences();
    if ready {
        preferences.provider = Some(provider.clone());
    }
    edit::change(model, Durability::Strict, out, |draft| {
        draft.put(row);
        draft.put(preferences);
    });
    let place = KeyPlace::of(&provider, &base_url);
    if let Some(key) = key.typed {
        store_key(model, place, key, out);
    } else if key.same
        && let Some(from) = other_key
    {
        let keeping = model.keys.get(&from).copied().unwrap_or(KeyKeeping::Session);
        model.keys.insert(place.clone(), keeping);
        out.push(Effect::CopyKey(from, place));
    }
    model.probes.retain(|(id, _), _| *id != provider);
    if !ready {
        // It answers nothing without one, so nothing is tested and the page need not be loaded again for it.
        out.push(Effect::AllowOrigins(origins(model)));
        return;
    }
    // The dialog shows what came of it.
    if model.dialog != Some(Dialog::Connect) {
        notify(model, Notice::SettingsSaved, false);
    }
    allow_origins(model, &provider, out);
}

fn store_key(model: &mut Model, place: KeyPlace, key: NewKey, out: &mut Vec<Effect>) {
    model.keys.insert(place.clone(), key.keeping);
    out.push(Effect::StoreKey(place, key.secret, key.keeping));
}

/// The origins of all saved endpoints; loads the page again when the one just saved is not allowed yet.
fn allow_origins(model: &Model, saved: &Slug, out: &mut Vec<Effect>) {
    out.push(Effect::AllowOrigins(origins(model)));
    if provider::is_on_device(saved.as_str()) {
        return;
    }
    let origin = model.workspace.get::<Endpoint>(saved).and_then(|row| request::origin_of(&row.base_url));
    if origin.is_some_and(|origin| !model.facts.allowed_origins.contains(&origin)) {
        out.push(Effect::Reload(Resume::Test(saved.clone())));
    }
}

/// Endpoints came with a file and were agreed to: requests may go there once the page was loaded again.
pub fn allow_imported(model: &Model, out: &mut Vec<Effect>) {
    let origins = origins(model);
    let known = origins.iter().all(|origin| model.facts.allowed_origins.contains(origin));
    out.push(Effect::AllowOrigins(origins));
    if !known {
        out.push(Effect::Reload(Resume::Nothing));
    }
}

/// Origins that requests may go to: those of the saved endpoints, of a download that is wanted, and of the server with
/// a copy.
pub(crate) fn origins(model: &Model) -> Vec<String> {
    let mut origins: Vec<String> = model.device.download.origins().to_vec();
    origins.extend(model.facts.place_origin.clone());
    for row in model.workspace.tables().endpoints.values().filter(|row| !provider::is_on_device(row.provider.as_str()))
    {
        if let Some(origin) = request::origin_of(&row.base_url)
            && !origins.contains(&origin)
        {
            origins.push(origin);
        }
    }
    origins
}

/// Whether the start script knew fewer origins than are saved: browsers write what it reads later than the database,
/// so a browser that was killed can have forgotten it. The page is then loaded again, once.
pub fn allows_too_little(model: &Model, out: &mut Vec<Effect>) -> bool {
    let origins = origins(model);
    if model.after_reload.is_some() || origins.iter().all(|origin| model.facts.allowed_origins.contains(origin)) {
        return false;
    }
    out.push(Effect::AllowOrigins(origins));
    out.push(Effect::Reload(Resume::Nothing));
    true
}

/// Whether requests may go to a provider in this visit.
pub fn is_allowed(model: &Model, row: &Endpoint) -> bool {
    provider::is_on_device(row.provider.as_str())
        || request::origin_of(&row.base_url).is_some_and(|origin| model.facts.allowed_origins.contains(&origin))
}

fn probe(model: &mut Model, id: Slug, purpose: Probe, out: &mut Vec<Effect>) {
    let Some(known) = provider::by_id(id.as_str()) else {
        return;
    };
    let row = model.endpoint(known);
    let kind = kind_of(purpose);
    if known.id == provider::builtin().id {
        model.probes.insert((id, kind), ProbeState::Ok(String::new()));
        return;
    }
    let request = match purpose {
        Probe::Connection | Probe::ConnectionUnlimited => {
            let Some(talk) = model.talk.0 else {
                model.probes.insert((id.clone(), kind), ProbeState::Testing);
                let msg = Msg::Connect(ConnectMsg::Test(id));
                if model.chunks.defer(DeferredMsg { chunk: Chunk::Talk, room: None, msg }) {
                    out.push(Effect::FetchChunk(Chunk::Talk));
                }
                return;
            };
            let limited = purpose == Probe::Connection;
            talk.test_request(known, &row, &capabilities(model, known), limited)
        }
        Probe::Models | Probe::Local | Probe::Refresh => models::list_request(known, &row.base_url),
    };
    let state = match request {
        Ok(request) => {
            out.push(Effect::Probe(Box::new(ProbeCall { purpose, provider: id.clone(), request })));
            ProbeState::Testing
        }
        Err(error) => ProbeState::Failed(error),
    };
    model.probes.insert((id, kind), state);
}

const fn kind_of(purpose: Probe) -> ProbeKind {
    match purpose {
        Probe::Connection | Probe::ConnectionUnlimited => ProbeKind::Connection,
        Probe::Models | Probe::Local | Probe::Refresh => ProbeKind::Models,
    }
}

/// Capabilities learned about the endpoint and model of a provider.
pub fn capabilities(model: &Model, provider: &Provider) -> Capabilities {
    let row = model.endpoint(provider);
    let key = learned_key(&row.base_url, &row.model);
    model.workspace.get::<Learned>(&key).map(|row| row.capabilities.clone()).unwrap_or_default()
}

/// The key of the record of what was learned about one model of one endpoint.
pub fn learned_key(base_url: &str, model: &str) -> Slug {
    Slug::new(format!("{} {}", base_url.trim_end_matches('/'), model))
}

/// Handles the result of a small request.
pub fn probed(
    model: &mut Model,
    provider: Slug,
    purpose: Probe,
    result: Result<String, LlmError>,
    out: &mut Vec<Effect>,
) {
    if purpose == Probe::Local {
        return local::found(model, &provider, result);
    }
    if purpose == Probe::Refresh {
        if let Some(listed) = result.ok().as_deref().and_then(models::parse) {
            keep_models(model, &provider, listed, out);
        }
        return;
    }
    let refuses_limit =
        matches!(&result, Err(LlmError { kind: ErrorKind::Parameter { name }, .. }) if name.contains("tokens"));
    if refuses_limit && purpose == Probe::Connection {
        return probe(model, provider, Probe::ConnectionUnlimited, out);
    }
    let state = match (result, purpose) {
        (Err(error), _) => ProbeState::Failed(error),
        (Ok(body), Probe::Connection | Probe::ConnectionUnlimited) => {
            // Its result waits for the code that reads answers.
            let Some(talk) = model.talk.0 else { return };
            talk.test_answer(&body).map_or_else(ProbeState::Failed, ProbeState::Ok)
        }
        (Ok(body), Probe::Models | Probe::Local | Probe::Refresh) => {
            let listed = models::parse(&body).unwrap_or_default();
            if listed.is_empty() {
                ProbeState::Failed(LlmError::new(ErrorKind::Malformed))
            } else {
                let count = listed.len().to_string();
                keep_models(model, &provider, listed, out);
                ProbeState::Ok(count)
            }
        }
    };
    let is_awaited = model.toasts.iter().any(|toast| toast.text == Notice::SavedAndTesting);
    if kind_of(purpose) == ProbeKind::Connection
        && is_awaited
        && let Some(known) = provider::by_id(provider.as_str())
    {
        // The notice that it is being tested becomes what came of it.
        model.toasts.retain(|toast| toast.text != Notice::SavedAndTesting);
        let works = matches!(state, ProbeState::Ok(_));
        let result = if works { Notice::Connected(known.name) } else { Notice::NotConnected(known.name) };
        notify(model, result, !works);
    }
    match kind_of(purpose) {
        ProbeKind::Connection => dialog::tested(model, &provider, &state, out),
        ProbeKind::Models => dialog::listed(model, &provider, out),
    }
    model.probes.insert((provider, kind_of(purpose)), state);
}

/// Keeps the list of an endpoint's models.
fn keep_models(model: &mut Model, provider: &Slug, listed: Vec<ListedModel>, out: &mut Vec<Effect>) {
    let Some(known) = provider::by_id(provider.as_str()) else { return };
    let before = model.endpoint(known);
    let mut row = before.clone();
    row.models = listed.iter().map(|model| model.name.clone()).collect();
    let telling = listed.into_iter().filter(|model| model.traits != ModelTraits::default());
    row.traits = telling.map(|model| (model.name, model.traits)).collect();
    if row != before {
        edit::change(model, Durability::Relaxed, out, |draft| draft.put(row));
    }
}

/// Takes over the older single configuration, once.
pub fn migrate_old(model: &mut Model, out: &mut Vec<Effect>) {
    let Some(text) = model.facts.old_configuration.take() else {
        return;
    };
    let Some(old) = provider::old_configuration(&text) else {
        return;
    };
    if model.preferences().provider.is_some() {
        return;
    }
    let key = old.api_key.map(|secret| NewKey { secret, keeping: KeyKeeping::Device });
    let key = GivenKey { typed: key, same: false };
    if let Some(known) = provider::by_id(&old.provider) {
        let row = Endpoint { base_url: old.base_url, model: old.model, ..model.endpoint(known) };
        save_endpoint(model, row, key, out);
    }
    out.push(Effect::ForgetOldConfiguration);
}

/// Goes on with what the page was loaded again for.
pub fn resume(model: &mut Model, out: &mut Vec<Effect>) {
    match model.after_reload.take() {
        None | Some(Resume::Nothing | Resume::AskModel(_) | Resume::Download(_)) => {}
        Some(Resume::Test(provider)) => {
            notify(model, Notice::SavedAndTesting, false);
            probe(model, provider, Probe::Connection, out);
        }
        Some(Resume::TryKey(provider)) => dialog::resume(model, provider, out),
        Some(Resume::FindLocal) => local::resume(model, out),
        Some(Resume::ShowData) => point(model, SettingsField::Data, None, None, out),
    }
}
