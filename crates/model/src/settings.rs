//! Settings of the user: the endpoint of each provider, preferences, and capabilities learned about endpoints.
//!
//! Settings live in the browser's own storage and never in a record, so that no export, backup or sync can carry them.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::persona::{Parameters, PersonaId};
use super::record::record;
use super::room::RoomId;
use super::timelog::TimePreferences;
pub use espalier_base::language::Language;
pub use espalier_llm::models::ModelTraits;

/// A key that is a short name rather than an id, such as a provider's.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Slug(pub String);

impl Slug {
    /// Returns the slug of `text`.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Slug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Slug {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Self(text.to_owned()))
    }
}

/// Light or dark colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// As the system says.
    #[default]
    System,
    /// Always light.
    Light,
    /// Always dark.
    Dark,
}

/// Hours of the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ClockFormat {
    /// As usual in the language.
    Language,
    /// 12 hours.
    Twelve,
    /// 24 hours.
    #[default]
    TwentyFour,
}

/// A model at a provider, as a person chose it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ModelChoice {
    /// The provider's id.
    pub provider: Slug,
    /// The model's name as the endpoint knows it; empty leaves the choice to the endpoint.
    pub model: String,
}

record! {
    /// Address and model of a connection to a provider; one row each, kept when another one is chosen.
    Endpoint, EndpointField, Slug, |row| row.provider.clone();
    identity {
        /// The provider's id.
        provider: Slug,
    }
    fields {
        /// Name that the person gave it; empty for the provider's.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        Name name: String,
        /// Address that `/chat/completions` is joined to.
        BaseUrl base_url: String,
        /// The model's name as the endpoint knows it.
        Model model: String,
        /// Model names that the endpoint listed when it was last asked.
        Models models: Vec<String>,
        /// Traits that the endpoint listed with some of those names.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        Traits traits: BTreeMap<String, ModelTraits>,
    }
}

record! {
    /// Capabilities learned about one model of one endpoint.
    Learned, LearnedField, Slug, |row| row.key.clone();
    identity {
        /// Base URL and model, joined by a space.
        key: Slug,
    }
    fields {
        /// Parameters to leave out or to name differently in requests.
        Capabilities capabilities: espalier_llm::capability::Capabilities,
    }
}

/// Division of work among agents of the Scene room's assistant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum SceneAgents {
    /// One agent for models on this device or network, which tend to be small; several for the others.
    #[default]
    Auto,
    /// One agent with all tools.
    One,
    /// A supervisor that hands the work on to four agents.
    Several,
}

/// Changes of the Scene room's assistant that are shown before they are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum SceneReview {
    /// Each of them.
    Always,
    /// Deletions.
    Deletions,
    /// Never: what was done can be undone.
    #[default]
    Never,
}

/// Place at which the app opens, where its address names none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Opening {
    /// Today, in the first visit of a day; later the last place.
    #[default]
    OnceADay,
    /// Today.
    Today,
    /// The last place.
    LastPlace,
}

impl Opening {
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "the shape serde asks for")]
    fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

record! {
    /// The choices that hold for the whole app; there is one row, [`Preferences::KEY`].
    Preferences, PreferencesField, Slug, |row| row.key.clone();
    identity {
        /// Always [`Preferences::KEY`].
        key: Slug,
    }
    fields {
        /// Language of the interface; `None` follows the browser.
        Language language: Option<Language>,
        /// Light or dark.
        Theme theme: Theme,
        /// Hours of the clock.
        #[serde(default)]
        Clock clock: ClockFormat,
        /// The provider in use; `None` until the user saves one.
        Provider provider: Option<Slug>,
        /// The agent that answers, where a session has none of its own.
        Persona persona: Option<PersonaId>,
        /// Models that lists show first.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        FavouriteModels favourite_models: Vec<ModelChoice>,
        /// Choices of the Time room.
        #[serde(default)]
        Time time: TimePreferences,
        /// Division of work in the Scene room.
        #[serde(default)]
        SceneAgents scene_agents: SceneAgents,
        /// Changes of the Scene room's assistant that are shown before they are made.
        #[serde(default)]
        SceneReview scene_review: SceneReview,
        /// Place at which the app opens.
        #[serde(default, skip_serializing_if = "Opening::is_usual")]
        Opening opening: Opening,
        /// Parameters of the assistants of rooms, laid over their own.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        RoomParameters room_parameters: BTreeMap<RoomId, Parameters>,
    }
}

impl Preferences {
    /// The key of the only row.
    pub const KEY: &'static str = "app";
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            key: Slug::new(Self::KEY),
            language: None,
            theme: Theme::default(),
            clock: ClockFormat::default(),
            provider: None,
            persona: None,
            favourite_models: Vec::new(),
            time: TimePreferences::default(),
            scene_agents: SceneAgents::default(),
            scene_review: SceneReview::default(),
            opening: Opening::default(),
            room_parameters: BTreeMap::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn older_preferences_are_read_and_written_as_they_were() {
        let old = serde_json::to_string(&Preferences::default()).unwrap();
        assert!(!old.contains("room_parameters") && !old.contains("opening"), "{old}");
        assert_eq!(serde_json::from_str::<Preferences>(&old).unwrap(), Preferences::default());
        let older = old.replace(r#""clock":"twentyFour","#, "");
        assert!(older.len() < old.len(), "{old}");
        assert_eq!(serde_json::from_str::<Preferences>(&older).unwrap(), Preferences::default());
    }

    #[test]
    fn the_place_at_which_the_app_opens_survives_storage() {
        for opening in [Opening::OnceADay, Opening::Today, Opening::LastPlace] {
            let row = Preferences { opening, ..Preferences::default() };
            let stored = serde_json::to_string(&row).unwrap();
            assert_eq!(serde_json::from_str::<Preferences>(&stored).unwrap(), row, "{stored}");
        }
    }

    #[test]
    fn parameters_of_rooms_survive_storage() {
        let warm = Parameters { temperature: Some(1.5), seed: Some(7), ..Parameters::default() };
        let full = Preferences {
            room_parameters: BTreeMap::from([(RoomId::Map, Parameters::default()), (RoomId::Time, warm)]),
            ..Preferences::default()
        };
        let stored = serde_json::to_string(&full).unwrap();
        assert!(stored.contains(r#""time":{"temperature":1.5"#), "{stored}");
        assert_eq!(serde_json::from_str::<Preferences>(&stored).unwrap(), full);
    }
}
