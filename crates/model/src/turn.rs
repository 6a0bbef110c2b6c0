//! Turns of an assistant that are not over, with the data needed to go on with them after a reload.
//!
//! - M1 A row is written with each step of its turn, in the same commit as what the step did, and removed with the end.
//! - M2 A turn that works for another one names it and the call it works for.

use super::conversation::{MessageId, MessageKey, Part, SessionId};
use super::record::record;
use espalier_base::id::Id;
use espalier_base::time::Timestamp;

/// Id of a [`KeptTurn`].
pub type TurnId = Id<KeptTurn>;

/// Turn and call that another turn works for (M2).
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct WorksFor {
    /// The turn.
    pub turn: TurnId,
    /// Its call.
    pub call_id: String,
}

record! {
    /// A turn that is not over.
    KeptTurn, KeptTurnField, TurnId, |row| row.id;
    identity {
        /// The id.
        id: TurnId,
        /// The conversation it answers in.
        session: SessionId,
        /// The answer it makes.
        message: MessageId,
        /// The assistant.
        agent: String,
        /// Turn and call it works for; `None` for the turn that answers.
        works_for: Option<WorksFor>,
        /// Time at which it began.
        created_at: Timestamp,
        /// Parts of the answer before this turn; empty unless it goes on with one that was cut off.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        before: Vec<Part>,
        /// Whether the built-in model answers in place of one that cannot call tools.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        instead: bool,
    }
    fields {
        /// Written form of the turn.
        Checkpoint checkpoint: String,
        /// Whether it waits for a person.
        Parked parked: bool,
        /// Calls as far as they arrived: their names and the text of the arguments. Only where they are shown while
        /// they arrive, so that they are not lost with the page.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        Came came: Vec<(String, String)>,
    }
}

impl KeptTurn {
    /// Returns the key of the answer it makes.
    pub const fn answer(&self) -> MessageKey {
        MessageKey { session: self.session, id: self.message }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_read_as_it_was_written() {
        let row = KeptTurn {
            id: TurnId::from_uuid(uuid::Uuid::from_u128(1)),
            session: SessionId::from_uuid(uuid::Uuid::from_u128(2)),
            message: MessageId::from_uuid(uuid::Uuid::from_u128(3)),
            agent: "time".to_owned(),
            works_for: Some(WorksFor { turn: TurnId::from_uuid(uuid::Uuid::from_u128(4)), call_id: "c".to_owned() }),
            created_at: Timestamp(5),
            before: Vec::new(),
            instead: false,
            checkpoint: "{}".to_owned(),
            parked: true,
            came: vec![("f".to_owned(), "{".to_owned())],
        };
        let text = serde_json::to_string(&row).unwrap();
        assert_eq!(serde_json::from_str::<KeptTurn>(&text).unwrap(), row);
        assert_eq!(row.answer().id, row.message);
    }
}
