//! What a person chose and changed in a proposal that is not decided yet: it is kept like words that are being typed, so
//! that it is there when the page comes back.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::effect::Effect;
use crate::{Model, keep_words};
use espalier_model::MessageKey;
use espalier_proposal::state::ProposalState;

/// What is kept of a proposal.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct StoredChoices {
    /// What was ticked or unticked, by the operation's id.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    choices: BTreeMap<String, bool>,
    /// The texts of operations that were changed.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    edited: BTreeMap<String, String>,
}

fn place(key: MessageKey) -> String {
    format!("ticks.{}", key.id)
}

/// Keeps what is chosen in the panel of a message; nothing once that is decided.
pub fn keep(model: &mut Model, key: MessageKey, out: &mut Vec<Effect>) {
    let state = model.panel(key).map(|panel| &panel.state).filter(|state| state.status().is_open());
    let kept = state.map(|state| StoredChoices { choices: state.choices(), edited: state.edited() });
    let kept = kept.filter(|kept| !kept.choices.is_empty() || !kept.edited.is_empty());
    let words = kept.and_then(|kept| serde_json::to_string(&kept).ok());
    keep_words(model, place(key), words, out);
}

/// Shows a proposal as the person left it.
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
