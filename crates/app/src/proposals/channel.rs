//! Form of a request by which operations come, for each channel.

use super::ProposalTarget;
use crate::Model;
use espalier_base::id::Id;
use espalier_llm::request::ModelRequest;
use espalier_model::persona::PersonaId;
use espalier_proposal::Channel;
use espalier_proposal::prompt;

/// The persona that answers in a room that has no room agent.
pub const PERSONA: PersonaId = Id::from_uuid(uuid::Uuid::from_u128(0xA551));

/// Adds to a request what a channel needs for operations on a target.
pub fn shape_request(channel: Channel, model: &Model, request: &mut ModelRequest, place: ProposalTarget) {
    let language = model.language();
    let (registry, categories) = (place.room.registry(), place.room.exposed_commands());
    // The commands stand in the instructions already; the schema names them and no more, so that nothing is said twice:
    // written out in full it is four times as long as everything else together.
    let short = || prompt::answer_schema(prompt::short_operations(registry, categories), language);
    // The model there cannot but follow it, and does not read it.
    let exact = || {
        let ids = place.room.references(model, place.scope);
        prompt::exact_answer(prompt::exact_operations(registry, categories, &ids, language))
    };
    request.tools.clear();
    request.response_format = None;
    match channel {
        Channel::Tool => request.tools.push(prompt::tool(short(), language)),
        Channel::Json => {
            let schema = if request.is_on_device() { exact() } else { short() };
            request.response_format = Some(prompt::response_format(schema));
        }
        Channel::Text => {}
    }
}
