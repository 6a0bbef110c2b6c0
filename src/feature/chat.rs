//! The Chat room: conversations that branch.
//!
//! The records are `model::conversation`; what is sent is put together in `agent::context`. Must not be in here:
//! asking a model, the screen.

pub mod commands;

use crate::base::text;
use crate::model::Session;

/// How many characters of a conversation's first words stand for its name.
const TITLE_CHARS: usize = 60;

/// What a session is called: its name, or else the first words the user said in it; empty when there are none.
pub fn session_title(session: &Session, first_user_text: &str) -> String {
    let name = session.name.trim();
    if name.is_empty() {
        text::title(first_user_text, TITLE_CHARS)
    } else {
        name.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::time::Timestamp;

    #[test]
    fn a_session_without_a_name_is_called_by_its_first_words() {
        let mut session = Session::new(crate::model::SessionId::from_uuid(uuid::Uuid::nil()), Timestamp(0));
        assert_eq!(session_title(&session, "\n# Plan for May\nmore"), "Plan for May");
        assert_eq!(session_title(&session, ""), "");
        session.name = " Spring ".to_owned();
        assert_eq!(session_title(&session, "Plan for May"), "Spring");
    }
}
