//! Agents as the user sees them: a name, a model, parameters and a sequence of preset messages.

use serde::{Deserialize, Serialize};

use super::record::record;
use super::room::{Document, RoomId};
use super::settings::Slug;
use espalier_base::id::Id;
use espalier_base::time::Timestamp;
pub use espalier_llm::request::Effort;

/// Id of a [`Persona`].
pub type PersonaId = Id<Persona>;

/// Speaker of a preset message or in the conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Instructions.
    System,
    /// The person.
    User,
    /// The model.
    Assistant,
}

impl From<Role> for espalier_llm::message::Role {
    fn from(role: Role) -> Self {
        match role {
            Role::System => Self::System,
            Role::User => Self::User,
            Role::Assistant => Self::Assistant,
        }
    }
}

/// One item of an agent's sequence.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Preset {
    /// A fixed message.
    Message {
        /// Role of the speaker.
        role: Role,
        /// The text of the message.
        text: String,
        /// Whether it is sent.
        enabled: bool,
    },
    /// Place of the conversation. Without one the conversation follows all presets.
    ChatHistory,
}

/// The parameters of a request that an agent sets; `None` leaves the app's default.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Parameters {
    /// Sampling temperature, 0 to 2.
    pub temperature: Option<f64>,
    /// The most tokens of an answer.
    pub max_tokens: Option<u32>,
    /// The most tokens of the context; older messages of the conversation are left out beyond it.
    pub context_tokens: Option<u32>,
    /// Limit to the thinking of the model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effort: Option<Effort>,
    /// Texts before which the answer ends, [`Self::MOST_STOPS`] at most.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stop: Vec<String>,
    /// Share of the likeliest words that are drawn from, 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub top_p: Option<f64>,
    /// Seed with which the same request gives the same answer, where the endpoint can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<i64>,
    /// Text of a JSON object with further fields of the request; empty for none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub extra: String,
    /// Seconds to wait for the first piece of an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_token_seconds: Option<u32>,
    /// Seconds to wait for the next piece of an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idle_seconds: Option<u32>,
}

impl Parameters {
    /// The most texts that end an answer; OpenAI takes no more.
    pub const MOST_STOPS: usize = 4;
    /// The longest time limit in seconds, a day.
    pub const MOST_SECONDS: u32 = 86_400;

    /// Returns these parameters, with those of `base` where nothing is set.
    #[must_use]
    pub fn over(&self, base: &Self) -> Self {
        Self {
            temperature: self.temperature.or(base.temperature),
            max_tokens: self.max_tokens.or(base.max_tokens),
            context_tokens: self.context_tokens.or(base.context_tokens),
            effort: self.effort.or(base.effort),
            stop: if self.stop.is_empty() { &base.stop } else { &self.stop }.clone(),
            top_p: self.top_p.or(base.top_p),
            seed: self.seed.or(base.seed),
            extra: if self.extra.is_empty() { &base.extra } else { &self.extra }.clone(),
            first_token_seconds: self.first_token_seconds.or(base.first_token_seconds),
            idle_seconds: self.idle_seconds.or(base.idle_seconds),
        }
    }
}

record! {
    /// An agent: a persona the user talks to.
    Persona, PersonaField, PersonaId, |row| row.id;
    identity {
        /// The id.
        id: PersonaId,
    }
    fields {
        /// Name of the agent.
        Name name: String,
        /// One or two characters shown beside the name.
        Icon icon: String,
        /// Purpose in one sentence.
        Description description: String,
        /// The provider it uses; `None` follows the settings.
        Provider provider: Option<Slug>,
        /// The model it uses; `None` follows the settings.
        Model model: Option<String>,
        /// Its parameters.
        Parameters parameters: Parameters,
        /// Its messages, in order.
        Presets presets: Vec<Preset>,
        /// Time at which it was made.
        CreatedAt created_at: Timestamp,
    }
}

impl Document {
    /// The agents.
    pub const PERSONAS: Self = Self::list(RoomId::Chat, 1);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn older_parameters_are_read_and_written_as_they_were() {
        let old = r#"{"temperature":0.3,"max_tokens":null,"context_tokens":4096}"#;
        let read: Parameters = serde_json::from_str(old).unwrap();
        let expect = Parameters { temperature: Some(0.3), context_tokens: Some(4_096), ..Parameters::default() };
        assert_eq!(read, expect);
        assert_eq!(serde_json::to_string(&read).unwrap(), old);
    }

    fn full() -> Parameters {
        Parameters {
            temperature: Some(0.5),
            max_tokens: Some(1),
            context_tokens: Some(2),
            effort: Some(Effort::Max),
            stop: vec!["\n\n".to_owned(), "END".to_owned()],
            top_p: Some(0.9),
            seed: Some(i64::MIN),
            extra: r#"{"top_k": 40}"#.to_owned(),
            first_token_seconds: Some(600),
            idle_seconds: Some(30),
        }
    }

    #[test]
    fn parameters_laid_over_others_leave_what_they_do_not_set() {
        let none = Parameters::default();
        assert_eq!((full().over(&none), none.over(&full())), (full(), full()));
        let base =
            Parameters { max_tokens: Some(2_048), temperature: Some(0.3), stop: vec!["B".into()], ..none.clone() };
        let set = Parameters { temperature: Some(0.0), extra: r#"{"a":1}"#.into(), ..none };
        let expect = Parameters { temperature: Some(0.0), extra: r#"{"a":1}"#.into(), ..base.clone() };
        assert_eq!(set.over(&base), expect);
        let other = Parameters { stop: vec!["S".into()], ..Parameters::default() };
        assert_eq!(other.over(&base).stop, ["S"]);
    }

    #[test]
    fn every_parameter_survives_storage() {
        let full = full();
        let stored = serde_json::to_string(&full).unwrap();
        assert_eq!(serde_json::from_str::<Parameters>(&stored).unwrap(), full);
        assert!(stored.contains(r#""effort":"max""#), "{stored}");
    }
}
