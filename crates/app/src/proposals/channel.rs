//! Channel by which a model is asked for operations.

use super::ProposalTarget;
use crate::Model;
use espalier_base::id::Id;
use espalier_llm::capability::{Capabilities, JsonForm};
use espalier_llm::request::ModelRequest;
use espalier_model::persona::PersonaId;
use espalier_proposal::Channel;
use espalier_proposal::prompt;

/// The persona that answers in a room that has no room agent.
pub const PERSONA: PersonaId = Id::from_uuid(uuid::Uuid::from_u128(0xA551));

/// The channel for operations, chosen for an endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OperationChannel {
    /// The channel.
    pub channel: Channel,
}

/// The best channel that this model of this endpoint is not known to refuse.
pub fn best_channel(known: &Capabilities, is_builtin: bool) -> OperationChannel {
    let no_format = known.json == Some(JsonForm::Absent);
    let channel = match () {
        () if is_builtin => Channel::Text,
        () if !known.without_tools && !known.omitted.contains("tools") => Channel::Tool,
        () if !no_format => Channel::Json,
        () => Channel::Text,
    };
    OperationChannel { channel }
}

impl OperationChannel {
    /// Adds to a request what the channel needs for operations on a target.
    pub fn shape(self, model: &Model, request: &mut ModelRequest, place: ProposalTarget) {
        let language = model.language();
        let (registry, categories) = (place.room.registry(), place.room.exposed_commands());
        // The commands stand in the instructions already; the schema names them and no more, so that nothing is said
        // twice: written out in full it is four times as long as everything else together.
        let schema = || {
            let operations = prompt::short_operations(registry, categories);
            prompt::answer_schema(operations, language)
        };
        // The model there cannot but follow it, and does not read it.
        let exact = || {
            let ids = place.room.references(model, place.scope);
            prompt::exact_answer(prompt::exact_operations(registry, categories, &ids, language))
        };
        let is_on_device = request.is_on_device();
        request.tools.clear();
        request.response_format = None;
        match self.channel {
            Channel::Tool => request.tools.push(prompt::tool(schema(), language)),
            Channel::Json => {
                let schema = if is_on_device { exact() } else { schema() };
                request.response_format = Some(prompt::response_format(Some(schema)));
            }
            Channel::Text => {}
        }
    }
}
