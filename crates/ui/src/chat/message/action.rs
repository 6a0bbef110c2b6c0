//! Actions on one message: the toolbar, the context menu and the keys offer the same.
//!
//! - A1 While an answer is coming nothing is offered but to copy what is there and to delete it.
//! - A2 A page that may not write offers only to copy.

use crate::kit::IconName;
use espalier_app::connect::ModelScope;
use espalier_app::sessions::SessionMsg;
use espalier_app::{Confirm, Dialog, Model, Msg};
use espalier_chat::commands::can_continue;
use espalier_i18n::Messages;
use espalier_model::conversation::Status;
use espalier_model::persona::Role;
use espalier_model::{Message, MessageKey};

/// An action on a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Put its text on the clipboard.
    Copy,
    Edit,
    /// Answer again.
    Regenerate,
    /// Answer again with another model.
    AnswerWith,
    /// Go on with an answer that was cut off.
    Continue,
    /// Begin a branch after it.
    BranchFrom,
    /// Send it with the context, or leave it out.
    ToggleContext,
    /// Delete it and what follows.
    Delete,
}

impl Action {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 8] = [
        Self::Copy,
        Self::Edit,
        Self::Regenerate,
        Self::AnswerWith,
        Self::Continue,
        Self::BranchFrom,
        Self::ToggleContext,
        Self::Delete,
    ];

    pub const fn test_id(self) -> &'static str {
        match self {
            Self::Copy => "copy",
            Self::Edit => "edit",
            Self::Regenerate => "regenerate",
            Self::AnswerWith => "answer-with",
            Self::Continue => "continue",
            Self::BranchFrom => "branch-from",
            Self::ToggleContext => "toggle-context",
            Self::Delete => "delete",
        }
    }

    /// The key that does it to the message with the focus.
    pub const fn shortcut(self) -> &'static str {
        match self {
            Self::Copy => "C",
            Self::Edit => "E",
            Self::Regenerate => "R",
            Self::AnswerWith => "M",
            Self::Continue => "G",
            Self::BranchFrom => "B",
            Self::ToggleContext => "D",
            Self::Delete => "Delete",
        }
    }

    /// The action of a key, as the browser names it.
    pub fn of_key(key: &str) -> Option<Self> {
        let key = if key == "Backspace" { "Delete" } else { key };
        Self::ALL.into_iter().find(|action| action.shortcut().eq_ignore_ascii_case(key))
    }

    /// Returns the action's label; `enabled` says whether the message is sent with the context.
    pub fn label(self, words: &Messages, enabled: bool) -> &'static str {
        let words = &words.chat.actions;
        match self {
            Self::Copy => words.copy,
            Self::Edit => words.edit,
            Self::Regenerate => words.regenerate,
            Self::AnswerWith => words.answer_with,
            Self::Continue => words.continue_answer,
            Self::BranchFrom => words.branch_from,
            Self::ToggleContext if enabled => words.leave_out,
            Self::ToggleContext => words.take_in,
            Self::Delete => words.delete,
        }
    }

    pub const fn icon(self, enabled: bool) -> IconName {
        match self {
            Self::Copy => IconName::Copy,
            Self::Edit => IconName::Edit,
            Self::Regenerate => IconName::Refresh,
            Self::AnswerWith => IconName::Agent,
            Self::Continue => IconName::Play,
            Self::BranchFrom => IconName::Branch,
            Self::ToggleContext if enabled => IconName::EyeOff,
            Self::ToggleContext => IconName::Eye,
            Self::Delete => IconName::Trash,
        }
    }

    /// Returns the message that does it; `None` for [`Action::Edit`], which opens a form, and if the message is gone.
    pub fn msg(self, model: &Model, at: MessageKey) -> Option<Msg> {
        let message = model.message(at)?;
        Some(match self {
            Self::Edit => return None,
            Self::Copy => Msg::Copy(model.panel(at).map_or_else(|| message.text(), |panel| panel.said.clone())),
            Self::Regenerate => Msg::Sessions(SessionMsg::Regenerate(at)),
            Self::AnswerWith => Msg::Dialog(Some(Dialog::ChooseModel(ModelScope::Answer(at)))),
            Self::Continue => Msg::Sessions(SessionMsg::Continue(at)),
            Self::BranchFrom => Msg::Sessions(SessionMsg::BranchFrom(at)),
            Self::ToggleContext => Msg::Sessions(SessionMsg::SetEnabled(at, !message.enabled)),
            Self::Delete => {
                let count = model.view(at.session)?.tree.subtree(at.id).len();
                Msg::Dialog(Some(Dialog::Confirm(Confirm::DeleteMessage(at, count))))
            }
        })
    }
}

/// Whether an action is among those done most often to messages of this role; the rest stands aside.
const fn is_main(action: Action, role: Role) -> bool {
    match action {
        Action::Copy | Action::Continue => true,
        Action::Edit => !matches!(role, Role::Assistant),
        Action::Regenerate => matches!(role, Role::Assistant),
        Action::AnswerWith | Action::BranchFrom | Action::ToggleContext | Action::Delete => false,
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ActionSet(u8);

impl ActionSet {
    /// Returns the actions offered for a message (A1, A2).
    pub fn of(model: &Model, message: &Message) -> Self {
        let has_models = model.can_choose_model(message.session);
        Self::offered(message, model.read_only.is_some(), has_models)
    }

    fn offered(message: &Message, read_only: bool, has_models: bool) -> Self {
        let coming = matches!(message.status, Status::Streaming | Status::Waiting);
        let offers = |action: Action| match action {
            Action::Copy => !message.parts.is_empty(),
            _ if read_only => false,
            Action::Delete => true,
            _ if coming => false,
            // What the app told the model is not the person's to rewrite.
            Action::Edit if message.role == Role::User && message.own_text().is_empty() => false,
            Action::Edit | Action::ToggleContext | Action::BranchFrom => true,
            Action::Regenerate => message.role != Role::System,
            Action::AnswerWith => has_models && message.role != Role::System,
            Action::Continue => can_continue(message),
        };
        Action::ALL.into_iter().filter(|action| offers(*action)).collect()
    }

    /// Splits the actions into those done most often to messages of this role, and the rest.
    pub fn split(self, role: Role) -> (Self, Self) {
        let (main, rest): (Vec<Action>, Vec<Action>) = self.iter().partition(|action| is_main(*action, role));
        (main.into_iter().collect(), rest.into_iter().collect())
    }

    /// Whether an action is among them.
    pub fn has(self, action: Action) -> bool {
        self.0 & bit(action) != 0
    }

    /// The actions, in the order in which they are offered.
    pub fn iter(self) -> impl Iterator<Item = Action> {
        Action::ALL.into_iter().filter(move |action| self.has(*action))
    }
}

impl FromIterator<Action> for ActionSet {
    fn from_iter<I: IntoIterator<Item = Action>>(actions: I) -> Self {
        Self(actions.into_iter().fold(0, |set, action| set | bit(action)))
    }
}

const fn bit(action: Action) -> u8 {
    1 << action as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use espalier_base::time::Timestamp;
    use espalier_model::{MessageId, SessionId};

    fn message(role: Role, status: Status) -> Message {
        let id = uuid::Uuid::from_u128(1);
        let mut message =
            Message::new(MessageId::from_uuid(id), SessionId::from_uuid(id), None, role, "text", Timestamp(0));
        message.status = status;
        message
    }

    fn check(role: Role, status: Status, read_only: bool, expect: &[Action]) {
        let offered: Vec<Action> = ActionSet::offered(&message(role, status), read_only, true).iter().collect();
        assert_eq!(offered, expect, "{role:?} {status:?}");
    }

    #[test]
    fn a1_an_answer_that_is_coming_can_be_copied_and_deleted_only() {
        check(Role::Assistant, Status::Streaming, false, &[Action::Copy, Action::Delete]);
        check(Role::Assistant, Status::Waiting, false, &[Action::Copy, Action::Delete]);
    }

    #[test]
    fn a2_a_page_that_may_not_write_offers_to_copy() {
        check(Role::User, Status::Done, true, &[Action::Copy]);
    }

    #[test]
    fn only_an_answer_that_was_cut_off_can_be_continued() {
        let offered = |role, status| ActionSet::offered(&message(role, status), false, false);
        assert!(offered(Role::Assistant, Status::Stopped).has(Action::Continue));
        assert!(!offered(Role::Assistant, Status::Done).has(Action::Continue));
        assert!(!offered(Role::User, Status::Stopped).has(Action::Continue));
    }

    #[test]
    fn three_buttons_stand_out_with_the_menu() {
        let main = |role| {
            let (main, rest) = ActionSet::offered(&message(role, Status::Done), false, true).split(role);
            assert!(rest.has(Action::Delete) && rest.has(Action::AnswerWith) == (role != Role::System));
            main.iter().collect::<Vec<Action>>()
        };
        assert_eq!(main(Role::Assistant), [Action::Copy, Action::Regenerate]);
        assert_eq!(main(Role::User), [Action::Copy, Action::Edit]);
        assert_eq!(main(Role::System), [Action::Copy, Action::Edit]);
    }

    #[test]
    fn every_action_has_a_key_and_a_name_of_its_own() {
        for action in Action::ALL {
            assert_eq!(Action::of_key(action.shortcut()), Some(action));
            assert_eq!(Action::of_key(&action.shortcut().to_lowercase()), Some(action));
            assert_eq!(Action::ALL.iter().filter(|other| other.test_id() == action.test_id()).count(), 1);
        }
        assert_eq!(Action::of_key("x"), None);
    }
}
