//! A person's decision on a model's proposal, as it is kept with the message that proposed.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use espalier_base::time::Timestamp;

/// A person's decision. It is written once, together with the changes, and no undo takes it back: taking back the
/// changes only marks them as taken back.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Decision {
    /// Whether the operations were carried out.
    pub operations_applied: bool,
    /// Ids of the operations that were ticked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub applied_operation_ids: Vec<String>,
    /// Time at which it was applied.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub applied_at: Option<Timestamp>,
    /// Step of the history that carried them out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<Uuid>,
    /// Later step that took it back, where it was not simply undone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reverted_by: Option<Uuid>,
    /// Whether that step is taken back at present.
    #[serde(skip_serializing_if = "is_false")]
    pub undone: bool,
    /// Whether the model was told so.
    #[serde(skip_serializing_if = "is_false")]
    pub undone_told: bool,
    /// Texts of operations that the person changed before, by the operation's id.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub edited: BTreeMap<String, String>,
    /// Whether the person wanted none.
    pub operations_cancelled: bool,
    /// Time at which it was cancelled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cancelled_at: Option<Timestamp>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the shape serde asks for")]
const fn is_false(value: &bool) -> bool {
    !*value
}
