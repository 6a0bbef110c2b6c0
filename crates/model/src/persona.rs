//! Agents as the user sees them: a name, a model, parameters and a sequence of preset messages.

use serde::{Deserialize, Serialize};

use super::record::record;
use super::room::{Document, RoomId};
use super::settings::Slug;
use espalier_base::id::Id;
use espalier_base::time::Timestamp;

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
