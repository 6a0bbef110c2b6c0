//! Choices of the person in a proposal that is not decided yet: ticks and edited texts, kept like words that are being
//! typed, so that they outlive a reload.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::effect::Effect;
use crate::{Model, keep_words};
use espalier_model::MessageKey;
use espalier_proposal::state::ProposalState;

/// Choices as they are stored.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct StoredChoices {
    /// Ticks that were set or removed, by the operation's id.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    choices: BTreeMap<String, bool>,
    /// Edited texts, by the operation's id.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    edited: BTreeMap<String, String>,
}

fn place(key: MessageKey) -> String {
    format!("ticks.{}", key.id)
}

/// Keeps the choices in the panel of a message; forgets them once the proposal is decided.
pub fn keep(model: &mut Model, key: MessageKey, out: &mut Vec<Effect>) {
    let state = model.panel(key).map(|panel| &panel.state).filter(|state| state.status().is_open());
    let kept = state.map(|state| StoredChoices { choices: state.choices(), edited: state.edited() });
    let kept = kept.filter(|kept| !kept.choices.is_empty() || !kept.edited.is_empty());
    let words = kept.and_then(|kept| serde_json::to_string(&kept).ok());
    keep_words(model, place(key), words, out);
}

/// Restores the choices in a proposal.
pub fn restore(model: &Model, key: MessageKey, state: &mut ProposalState) {
    let Some(kept) = model.words.get(&place(key)).and_then(|words| serde_json::from_str::<StoredChoices>(words).ok())
    else {
        return;
    };
    for (id, text) in &kept.edited {
        state.show_edited(id, text);
    }
    for (id, ticked) in &kept.choices {
        state.choose(id, *ticked);
    }
}
