//! Selectors of the screen: derived views of the model.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::Model;
use super::connect::with_model;
pub use super::conversation::SessionView;
use super::proposals::ProposalTarget;
use espalier_agent::ladder;
use espalier_agent::turn::Chosen;
use espalier_base::words::TimeFormat;
use espalier_chat::commands::session_title;
use espalier_chat::personas;
use espalier_llm::capability::Capabilities;
use espalier_llm::provider::{self, Provider};
use espalier_model::conversation::Channel;
use espalier_model::persona::{Parameters, PersonaId, Role};
use espalier_model::settings::{ClockFormat, Language, Theme};
use espalier_model::{Endpoint, Message, MessageKey, Persona, Preferences, RoomId, Scope, Session, SessionId, Slug};

impl Model {
    /// The language of the interface: of the visit, else the saved one, else the browser's.
    pub fn language(&self) -> Language {
        let saved = || self.saved_preferences().and_then(|row| row.language);
        self.facts.visit_language.or_else(saved).unwrap_or(self.facts.browser_language)
    }

    /// The theme.
    pub fn theme(&self) -> Theme {
        self.saved_preferences().map(|row| row.theme).unwrap_or_default()
    }

    /// The form in which times of day are shown.
    pub fn time_format(&self) -> TimeFormat {
        let language = self.language();
        let twelve_hours = match self.saved_preferences().map(|row| row.clock).unwrap_or_default() {
            ClockFormat::Language => language == Language::En && self.facts.twelve_hours,
            ClockFormat::Twelve => true,
            ClockFormat::TwentyFour => false,
        };
        TimeFormat { language, twelve_hours }
    }

    /// The preferences.
    pub fn preferences(&self) -> Preferences {
        self.saved_preferences().map(|row| (**row).clone()).unwrap_or_default()
    }

    /// Preferences without a copy, as every component asks for its language.
    fn saved_preferences(&self) -> Option<&Rc<Preferences>> {
        self.workspace.tables().preferences.values().find(|row| row.key.as_str() == Preferences::KEY)
    }

    /// The session that is shown.
    pub fn session(&self) -> Option<&Rc<Session>> {
        self.workspace.get::<Session>(&self.route.session()?)
    }

    /// The sessions of the Chat room, the one that grew last first.
    pub fn sessions(&self) -> Vec<Rc<Session>> {
        self.sessions_of(Scope::CHAT)
    }

    /// The sessions about something, the one that grew last first.
    pub fn sessions_of(&self, scope: Scope) -> Vec<Rc<Session>> {
        let all = self.workspace.tables().sessions.values();
        let mut sessions: Vec<Rc<Session>> = all.filter(|session| session.scope == scope).cloned().collect();
        sessions.sort_unstable_by(|one, other| other.updated_at.cmp(&one.updated_at).then(other.id.cmp(&one.id)));
        sessions
    }

    /// The message of a key.
    pub fn message(&self, key: MessageKey) -> Option<&Rc<Message>> {
        self.workspace.get::<Message>(&key)
    }

    /// The name of a session: the one it was given, else its first words.
    pub fn title(&self, session: &Session) -> String {
        let first = self.workspace.messages(session.id).find(|message| message.role == Role::User);
        session_title(session, first.map(|message| message.text()).as_deref())
    }

    /// All agents: the shipped ones (as the user changed them) and the user's own.
    pub fn personas(&self) -> Vec<Rc<Persona>> {
        let mut all: BTreeMap<PersonaId, Rc<Persona>> = BTreeMap::new();
        let mut order = Vec::new();
        for shipped in personas::shipped(self.language()) {
            order.push(shipped.id);
            all.insert(shipped.id, Rc::new(shipped));
        }
        for (id, persona) in &self.workspace.tables().personas {
            if all.insert(*id, persona.clone()).is_none() {
                order.push(*id);
            }
        }
        order.iter().filter_map(|id| all.remove(id)).collect()
    }

    /// The agent of an id.
    pub fn persona(&self, id: PersonaId) -> Option<Rc<Persona>> {
        self.workspace
            .get::<Persona>(&id)
            .cloned()
            .or_else(|| personas::shipped(self.language()).into_iter().find(|persona| persona.id == id).map(Rc::new))
    }

    /// The agent that answers in a session: its own, else the chosen one, else the default; with the session's model,
    /// where it has one of its own.
    pub fn persona_of(&self, session: Option<SessionId>) -> Rc<Persona> {
        let persona = self.own_persona(session);
        match session.and_then(|session| self.session_model(session)) {
            Some(choice) => with_model(&persona, choice),
            None => persona,
        }
    }

    /// Parameters that the person set for the assistant of a room; `None` where it has its own.
    pub fn room_parameters(&self, room: RoomId) -> Option<&Parameters> {
        self.saved_preferences()?.room_parameters.get(&room)
    }

    fn parameters_of(&self, session: SessionId) -> Option<&Parameters> {
        let scope = self.scope_of(session).filter(|scope| !scope.is_chat())?;
        self.room_parameters(scope.room())
    }

    /// Parameters of an assistant's answers in a session that count more than those of a step, as the person set them.
    pub(crate) fn chosen_parameters(&self, session: SessionId) -> Chosen {
        let set = self.parameters_of(session);
        set.map(|set| Chosen { temperature: set.temperature, max_tokens: set.max_tokens }).unwrap_or_default()
    }

    fn own_persona(&self, session: Option<SessionId>) -> Rc<Persona> {
        if let Some((session, mut persona)) = session.and_then(|id| Some((id, self.assistant_of(id)?))) {
            if let Some(set) = self.parameters_of(session) {
                persona.parameters = set.over(&persona.parameters);
            }
            return Rc::new(persona);
        }
        let pinned = session.and_then(|id| self.workspace.get::<Session>(&id)).and_then(|session| session.persona);
        pinned
            .or(self.preferences().persona)
            .and_then(|id| self.persona(id))
            .unwrap_or_else(|| Rc::new(personas::default_persona(self.language())))
    }

    /// The assistant of a room that answers in a session, as it is built in.
    fn assistant_of(&self, session: SessionId) -> Option<Persona> {
        let place = ProposalTarget::of(self, session);
        let proposing = place.and_then(|place| place.room.persona(self, place.scope));
        proposing.or_else(|| Some(self.room_agent(session)?.persona(self, session)))
    }

    /// Persona, provider and model that answer in a session.
    pub fn answering(&self, session: Option<SessionId>) -> (PersonaId, Option<Slug>, Option<String>) {
        if let Some(room_agent) = session.and_then(|id| self.room_agent(id)) {
            return (room_agent.persona_id(), None, None);
        }
        if session.and_then(|id| self.scope_of(id)).is_some_and(|scope| !scope.is_chat()) {
            return (super::proposals::PERSONA, None, None);
        }
        let persona = self.own_persona(session);
        let (provider, model) = match session.and_then(|session| self.session_model(session)) {
            Some(choice) => (Some(choice.provider.clone()), Some(choice.model.clone())),
            None => (persona.provider.clone(), persona.model.clone()),
        };
        (persona.id, provider, model)
    }

    /// Capabilities learned about the endpoint and model in use.
    pub fn learned(&self) -> Capabilities {
        super::connect::capabilities(self, self.provider())
    }

    /// The channel by which the endpoint in use is asked for operations.
    pub fn operation_channel(&self) -> Channel {
        let is_builtin = self.provider().id == provider::builtin().id;
        if is_builtin { Channel::Text } else { ladder::channel(&self.learned()) }
    }

    /// The provider in use: what the user saved, else what the page was built with, else the built-in model.
    pub fn provider(&self) -> &'static Provider {
        let saved = self.preferences().provider;
        let built = self.facts.build_defaults.0.clone().map(Slug::new);
        saved.or(built).and_then(|id| provider::by_id(id.as_str())).unwrap_or_else(provider::builtin)
    }

    /// Name of a connection: the person's, else the provider's with its number.
    pub fn connection_name(&self, known: &Provider) -> String {
        let own = self.workspace.get::<Endpoint>(&Slug::new(known.id)).map(|row| row.name.trim().to_owned());
        let name = known.name.get(self.language());
        own.filter(|name| !name.is_empty()).unwrap_or_else(|| match known.number() {
            Some(number) => format!("{name} {number}"),
            None => name.to_owned(),
        })
    }

    /// Connections to providers beside the first ones, in the order of their ids.
    pub fn further_connections(&self) -> impl Iterator<Item = &'static Provider> {
        let saved = self.workspace.tables().endpoints.keys();
        saved.filter_map(|id| provider::by_id(id.as_str())).filter(|known| known.number().is_some())
    }

    /// The endpoint of a provider: the saved one, else the default.
    pub fn endpoint(&self, provider: &Provider) -> Endpoint {
        let id = Slug::new(provider.id);
        if let Some(saved) = self.workspace.get::<Endpoint>(&id) {
            return (**saved).clone();
        }
        let (built_for, model, base_url) = &self.facts.build_defaults;
        let applies = built_for.as_deref() == Some(provider.id);
        let built = |value: &Option<String>| value.clone().filter(|_| applies);
        Endpoint {
            base_url: built(base_url).unwrap_or_else(|| provider.base_url.to_owned()),
            model: built(model).unwrap_or_else(|| provider.default_model.to_owned()),
            name: String::new(),
            models: Vec::new(),
            traits: BTreeMap::new(),
            provider: id,
        }
    }
}
