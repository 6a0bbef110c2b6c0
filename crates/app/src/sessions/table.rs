//! The commands of conversations and agents.

use super::{SessionMsg, ask_delete};
use crate::command::command_table;
use crate::connect::ModelScope;
use crate::conversation::SEND;
use crate::{Dialog, Model, Msg};
use espalier_command::call::CommandId;
use espalier_model::conversation::Status;
use espalier_model::persona::Role;
use espalier_model::{Course, Message, MessageKey, SessionId};

/// Id of `chat.example`, which opens a file.
pub const EXAMPLE: CommandId = CommandId::new("chat.example");

command_table! {
    /// The commands of conversations and agents, in the order of lists. Those that ask first are in `palette::asking`.
    COMMANDS {
        NEW "chat.new" = |m| m.command.new_session, "Mod+Alt+N" => |_| Some(Msg::Sessions(SessionMsg::New));
        STOP "chat.stop" = |m| m.command.stop, "Escape" => |model| running(model).map(Msg::Stop);
        REGENERATE "chat.regenerate" = |m| m.command.regenerate, "Mod+Alt+R" => |model| {
            last(model, Role::Assistant).map(|key| Msg::Sessions(SessionMsg::Regenerate(key)))
        };
        ANSWER_WITH "chat.answerWith" = |m| m.command.answer_with => |model| {
            let key = last(model, Role::Assistant).filter(|key| model.can_choose_model(key.session))?;
            Some(Msg::Dialog(Some(Dialog::ChooseModel(ModelScope::Answer(key)))))
        };
        CHOOSE_MODEL "chat.chooseModel" = |m| m.command.choose_model, "Mod+Alt+L" => |model| {
            Some(model.model_choice(shown(model)))
        };
        CONTINUE "chat.continue" = |m| m.command.continue_answer => |model| {
            let key = last(model, Role::Assistant)?;
            let message = model.message(key)?;
            let open = matches!(message.status, Status::Stopped | Status::Error) || message.provenance.truncated;
            open.then_some(Msg::Sessions(SessionMsg::Continue(key)))
        };
        PREVIOUS_BRANCH "chat.previousBranch" = |m| m.command.previous_branch, "Mod+Alt+ArrowLeft" => |model| {
            fork(model, false)
        };
        NEXT_BRANCH "chat.nextBranch" = |m| m.command.next_branch, "Mod+Alt+ArrowRight" => |model| fork(model, true);
        TREE "chat.tree" = |m| m.command.show_tree, "Mod+Alt+T" => |model| {
            shown(model).map(|session| Msg::Dialog(Some(Dialog::Tree(session))))
        };
        CONTEXT_PREVIEW "chat.contextPreview" = |m| m.command.context_preview, "Mod+Alt+P" => |model| {
            shown(model).map(|session| Msg::Dialog(Some(Dialog::ContextPreview(session))))
        };
        DUPLICATE "chat.duplicate" = |m| m.command.duplicate_session => |model| {
            model.route.session().map(|session| Msg::Sessions(SessionMsg::Duplicate(session)))
        };
        DELETE_SESSION "chat.deleteSession" = |m| m.command.delete_session => |model| {
            Some(Msg::Dialog(Some(ask_delete(model, model.route.session()?))))
        };
        AGENTS "agent.list" = |m| m.command.agents, "Mod+Alt+G" => |_| Some(Msg::Dialog(Some(Dialog::Personas)));
        NEW_AGENT "agent.new" = |m| m.command.new_agent => |_| Some(Msg::Dialog(Some(Dialog::Persona(None))));
        SEND = |m| m.command.send;
        RENAME "chat.rename" = |m| m.command.rename_session;
        EDIT "chat.edit" = |m| m.command.edit;
        EDIT_BRANCH "chat.editBranch" = |m| m.command.edit_branch;
        BRANCH_FROM "chat.branchFrom" = |m| m.command.branch_from;
        SWITCH "chat.switch" = |m| m.command.switch_branch;
        DELETE "chat.delete" = |m| m.command.delete_message;
        TOGGLE_CONTEXT "chat.toggleContext" = |m| m.command.toggle_context;
        ANSWER_SEVERAL "chat.answerSeveral" = |m| m.command.answer_several;
        MERGE "chat.merge" = |m| m.command.merge;
        SET_MODEL "chat.setModel" = |m| m.command.set_model;
        PIN_AGENT "chat.pinAgent" = |m| m.command.pin_agent;
        IMPORT "chat.import" = |m| m.command.import;
        SAVE_AGENT "agent.save" = |m| m.command.save_agent;
        DUPLICATE_AGENT "agent.duplicate" = |m| m.command.duplicate_agent;
        DELETE_AGENT "agent.delete" = |m| m.command.delete_agent;
    }
}

/// The conversation that is shown, in Chat or as the interview of a course.
fn shown(model: &Model) -> Option<SessionId> {
    model.route.session().or(model.route.course().map(Course::session))
}

fn last(model: &Model, role: Role) -> Option<MessageKey> {
    let session = shown(model)?;
    let &id = model.view(session)?.path.last()?;
    let key = MessageKey { session, id };
    model.workspace.get::<Message>(&key).filter(|message| message.role == role).map(|_| key)
}

/// The answer that is being made in the session that is shown.
pub fn running(model: &Model) -> Option<MessageKey> {
    let session = shown(model)?;
    model.running.values().map(|running| running.answer).find(|key| key.session == session)
}

fn fork(model: &Model, forward: bool) -> Option<Msg> {
    let session = shown(model)?;
    let view = model.view(session)?;
    let id = view.path.iter().rev().copied().find(|&id| view.tree.siblings(id).len() > 1)?;
    Some(Msg::Sessions(SessionMsg::StepSibling(MessageKey { session, id }, forward)))
}
