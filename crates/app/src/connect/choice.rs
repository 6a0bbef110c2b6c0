//! The model that answers: one for the app, one of a conversation's own, one for a single answer.
//!
//! - M1 A choice for one answer counts more than the conversation's, that more than the agent's, and that more than the
//!   settings'.
//! - M2 A choice counts only where the provider's address was saved here: no row of a file can send a prompt anywhere.
//! - M3 Only conversations of Chat have a model of their own; the assistants of the other rooms follow the settings.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::local::LOCAL_PROVIDERS;
use super::{ConnectMsg, is_allowed, lacks_key, set_preferences};
use crate::effect::{Effect, Probe, ProbeCall};
use crate::navigate::Route;
use crate::{Dialog, Model, Msg, edit};
use espalier_llm::models::{self, ModelTraits};
use espalier_llm::provider::{self, PROVIDERS, Provider};
use espalier_model::settings::ModelChoice;
use espalier_model::{Endpoint, Message, MessageKey, Persona, Preferences, Session, SessionId, Slug};
use espalier_storage::port::Durability;

/// The answers that a choice of a model is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModelScope {
    /// All where nothing else was chosen.
    Default,
    /// Those of a conversation.
    Session(SessionId),
    /// Another answer to the question that this message answers, or that it is.
    Answer(MessageKey),
}

/// A model that can be chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelOption {
    /// The choice it makes.
    pub choice: ModelChoice,
    /// Name of the connection.
    pub provider: String,
    /// Traits that its endpoint or the table of providers gives.
    pub traits: ModelTraits,
    /// Whether it is shown first.
    pub is_favourite: bool,
}

impl Model {
    /// Returns the models of all endpoints that can answer, favourites first.
    pub fn model_options(&self) -> Vec<ModelOption> {
        let favourites = self.preferences().favourite_models;
        let in_use = self.provider().id;
        let can_answer = |known: &&Provider| {
            let saved = self.workspace.get::<Endpoint>(&Slug::new(known.id)).is_some();
            let is_ready = known.id == provider::BUILTIN || saved || known.id == in_use;
            is_ready && !lacks_key(self, known, &self.endpoint(known).base_url)
        };
        let mut options: Vec<ModelOption> = Vec::new();
        let all = PROVIDERS.iter().flat_map(|first| {
            let further = self.further_connections().filter(move |known| known.kind() == first.id);
            std::iter::once(first).chain(further)
        });
        for known in all.filter(can_answer) {
            let row = self.endpoint(known);
            let listed = row.models.iter().map(String::as_str);
            // An endpoint that listed its models has no others.
            let suggested = known.models.iter().map(|info| info.id).filter(|_| row.models.is_empty());
            let names = [row.model.as_str()].into_iter().chain(listed).chain(suggested);
            let mut seen = BTreeSet::new();
            options.extend(names.filter(|name| seen.insert(*name)).map(|name| {
                let choice = ModelChoice { provider: Slug::new(known.id), model: name.to_owned() };
                ModelOption {
                    provider: self.connection_name(known),
                    traits: traits(&row, known, name),
                    is_favourite: favourites.contains(&choice),
                    choice,
                }
            }));
        }
        options.sort_by_key(|option| !option.is_favourite);
        options
    }

    /// Whether there is a model to choose besides the built-in guide.
    fn has_models(&self) -> bool {
        self.provider().id != provider::BUILTIN || !self.workspace.tables().endpoints.is_empty()
    }

    /// Whether an answer in a conversation can be made by another model (M3).
    pub fn can_choose_model(&self, session: SessionId) -> bool {
        self.has_models() && self.scope_of(session).is_some_and(|scope| scope.is_chat())
    }

    /// Returns the message that opens the choice of a model for what is shown: the list, or where nothing is connected
    /// yet, the form that connects one.
    pub fn model_choice(&self, session: Option<SessionId>) -> Msg {
        if !self.has_models() {
            return Msg::Connect(ConnectMsg::Open);
        }
        let own = session.filter(|session| self.can_choose_model(*session));
        Msg::Dialog(Some(Dialog::ChooseModel(own.map_or(ModelScope::Default, ModelScope::Session))))
    }

    /// Returns the model that answers next in a scope.
    pub fn chosen_model(&self, scope: ModelScope) -> ModelChoice {
        let session = match scope {
            ModelScope::Session(session) | ModelScope::Answer(MessageKey { session, .. }) => Some(session),
            ModelScope::Default => None,
        };
        // In the other rooms it is about their assistants, which follow the settings (M3).
        let is_in_chat = session.is_some() || matches!(self.route, Route::Chat(..));
        let (own, name) =
            is_in_chat.then(|| self.answering(session)).map_or((None, None), |(_, own, name)| (own, name));
        let known = own.and_then(|id| provider::by_id(id.as_str())).unwrap_or_else(|| self.provider());
        let model = name.filter(|name| !name.is_empty()).unwrap_or_else(|| self.endpoint(known).model);
        ModelChoice { provider: Slug::new(known.id), model }
    }

    /// Returns the choice of a conversation's own, where it counts (M2, M3).
    pub fn session_model(&self, session: SessionId) -> Option<&ModelChoice> {
        let row = self.workspace.get::<Session>(&session).filter(|row| row.scope.is_chat())?;
        row.model.as_ref().filter(|choice| self.counts(choice))
    }

    /// Returns the agent that makes an answer, with the model that was chosen for this answer alone (M1).
    pub(crate) fn persona_of_answer(&self, answer: MessageKey) -> Rc<Persona> {
        let persona = self.persona_of(Some(answer.session));
        let chosen = self.message(answer).and_then(|message| chosen_for(message)).filter(|choice| self.counts(choice));
        match chosen {
            Some(choice) => with_model(&persona, &choice),
            None => persona,
        }
    }

    fn counts(&self, choice: &ModelChoice) -> bool {
        // The provider in use may have its address from the build instead of a row.
        choice.provider.as_str() == provider::BUILTIN
            || choice.provider.as_str() == self.provider().id
            || self.workspace.get::<Endpoint>(&choice.provider).is_some()
    }
}

/// Returns the agent with another model.
pub(crate) fn with_model(persona: &Persona, choice: &ModelChoice) -> Rc<Persona> {
    Rc::new(Persona { provider: Some(choice.provider.clone()), model: Some(choice.model.clone()), ..persona.clone() })
}

/// Returns the choice that was made for this answer alone.
pub(crate) fn chosen_for(message: &Message) -> Option<ModelChoice> {
    let made = &message.provenance;
    let choice = ModelChoice { provider: made.provider.clone()?, model: made.model.clone()? };
    made.chosen.then_some(choice)
}

fn traits(row: &Endpoint, known: &Provider, name: &str) -> ModelTraits {
    let mut traits = row.traits.get(name).cloned().unwrap_or_default();
    traits.context_tokens = traits.context_tokens.or_else(|| known.context_of(name));
    traits
}

/// Brings the lists of models up to date, quietly and once in a visit: those of the servers on this computer, and of
/// other endpoints that have listed theirs before.
pub(crate) fn refresh(model: &mut Model, out: &mut Vec<Effect>) {
    for row in model.workspace.tables().endpoints.values().cloned().collect::<Vec<_>>() {
        let Some(known) = provider::by_id(row.provider.as_str()).filter(|known| !known.traits.on_device) else {
            continue;
        };
        let lists = !row.models.is_empty() || LOCAL_PROVIDERS.contains(&known.kind());
        let is_ready = is_allowed(model, &row) && !lacks_key(model, known, &row.base_url);
        if lists && is_ready && !model.refreshed.contains(&row.provider) {
            refresh_one(model, known, out);
        }
    }
}

/// Asks an endpoint for its models, quietly.
pub(super) fn refresh_one(model: &mut Model, known: &Provider, out: &mut Vec<Effect>) {
    let row = model.endpoint(known);
    model.refreshed.insert(row.provider.clone());
    if let Ok(request) = models::list_request(known, &row.base_url) {
        let call = ProbeCall { purpose: Probe::Refresh, provider: row.provider, request };
        out.push(Effect::Probe(Box::new(call)));
    }
}

/// Makes a model the one that answers where nothing else was chosen.
pub fn set_default_model(model: &mut Model, choice: &ModelChoice, out: &mut Vec<Effect>) {
    let Some(known) = provider::by_id(choice.provider.as_str()) else { return };
    let mut row = model.endpoint(known);
    row.model.clone_from(&choice.model);
    let preferences = Preferences { provider: Some(choice.provider.clone()), ..model.preferences() };
    edit::change(model, Durability::Strict, out, |draft| {
        if known.id != provider::BUILTIN {
            draft.put(row);
        }
        draft.put(preferences);
    });
}

/// Makes a model a favourite, or one no more.
pub fn toggle_favourite(model: &mut Model, choice: ModelChoice, out: &mut Vec<Effect>) {
    set_preferences(model, out, |row| match row.favourite_models.iter().position(|known| *known == choice) {
        Some(at) => drop(row.favourite_models.remove(at)),
        None => row.favourite_models.push(choice),
    });
}
