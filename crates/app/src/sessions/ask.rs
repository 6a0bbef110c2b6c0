//! Questions that deviate from the settings: to the guide, or with less context.

use super::regenerate;
use crate::effect::Effect;
use crate::{Model, prompt};
use espalier_base::env::Env;
use espalier_model::MessageKey;

/// Answers again with no more context than the endpoint says it reads; where it does not say, without the older half of
/// the conversation, whose messages are switched off in the same step and can be switched on again.
pub(super) fn within_limit(model: &mut Model, env: &mut Env, answer: MessageKey, out: &mut Vec<Effect>) {
    let older = prompt::shorten(model, answer, out);
    regenerate(model, env, answer, &older, None, out);
}
