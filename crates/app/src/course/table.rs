//! The commands of courses. Those that begin a course are in `palette`, which is there before this room's code.

use super::CourseMsg;
use super::files::Format;
use crate::command::{Ask, CommandAction, command_table};
use crate::navigate::Route;
use crate::{Confirm, Dialog, Model, Msg};
use espalier_i18n::messages;
use espalier_model::{Course, CourseId};
use std::rc::Rc;

command_table! {
    /// The commands of courses, in the order of lists.
    COMMANDS {
        GENERATE "course.generate" = |m| m.course.commands.generate => |model| {
            Some(Msg::Course(CourseMsg::Generate(at_rest(model)?)))
        };
        DUPLICATE "course.duplicate" = |m| m.course.commands.duplicate => |model| {
            Some(Msg::Course(CourseMsg::Duplicate(model.route.course()?)))
        };
        DELETE "course.delete" = |m| m.course.commands.delete => |model| {
            Some(Msg::Dialog(Some(Dialog::Confirm(Confirm::DeleteCourse(model.route.course()?)))))
        };
        EXPORT_MARKDOWN "course.exportMarkdown" = |m| m.course.commands.export_markdown => |model| {
            Some(Msg::Course(CourseMsg::Export(model.route.course()?, Format::Markdown)))
        };
        EXPORT_JSON "course.exportJson" = |m| m.course.commands.export_json => |model| {
            Some(Msg::Course(CourseMsg::Export(model.route.course()?, Format::Json)))
        };
        GOALS "course.goals" = |m| m.course.to_goals => |model| {
            Some(Msg::Dialog(Some(Dialog::CourseGoals(with_outline(model)?))))
        };
        EXAMPLE "course.example" = |m| m.shell.example.see => |model| {
            matches!(model.route, Route::Course(..)).then_some(Msg::Course(CourseMsg::Example))
        };
        RENAME "course.rename" = |m| m.course.commands.rename, act rename;
        TEMPLATE "course.template" = |m| m.course.commands.template => |model| {
            Some(Msg::Course(CourseMsg::Template(at_rest(model).filter(|_| model.read_only.is_none())?)))
        };
        VERSIONS "course.versions" = |m| m.course.versions, act versions;
        ANSWER "course.answer" = |m| m.course.commands.answer;
        EDIT "course.edit" = |m| m.course.commands.edit;
        ADD "course.add" = |m| m.course.commands.add;
        MOVE "course.move" = |m| m.course.commands.do_move;
        REMOVE "course.remove" = |m| m.course.commands.remove;
        DONE "course.done" = |m| m.course.commands.tick;
        RESTORE "course.restore" = |m| m.course.commands.restore;
        IMPORT "course.import" = |m| m.course.commands.import;
        CLEARED "course.cleared" = |m| m.course.commands.cleared;
        REMAKE "course.remake" = |m| m.course.commands.remake;
        LESSON "course.lesson" = |m| m.course.commands.lesson;
        COMPLETE "course.complete" = |m| m.course.commands.complete;
        FILL "course.fill" = |m| m.course.commands.fill;
        KEEP "course.keep" = |m| m.course.commands.keep;
        UNFINISHED "course.unfinished" = |m| m.course.commands.unfinished;
        REWRITTEN "course.rewritten" = |m| m.course.commands.rewritten;
        REPLY "course.reply" = |m| m.course.commands.reply;
    }
}

/// The course that is shown, where it is in memory and nothing is being written in it.
fn at_rest(model: &Model) -> Option<CourseId> {
    model.route.course().filter(|&id| model.course_is_known(id) && !model.course_works(id))
}

/// The course that is shown, where it has an outline.
pub fn with_outline(model: &Model) -> Option<CourseId> {
    let id = model.route.course()?;
    model.workspace.get::<Course>(&id)?.outline.as_ref().map(|_| id)
}

fn rename(model: &Model) -> Option<CommandAction> {
    let id = model.route.course().filter(|_| model.read_only.is_none())?;
    model.workspace.get::<Course>(&id)?;
    Some(CommandAction::Ask(Ask::Text {
        name: messages(model.language()).course.commands.rename.to_owned(),
        value: model.title_of(Route::Course(Some(id), None)).unwrap_or_default(),
        make: Rc::new(move |name| CommandAction::Send(Msg::Course(CourseMsg::Rename(id, name)))),
    }))
}

/// Presses a button above the outline.
fn versions(model: &Model) -> Option<CommandAction> {
    with_outline(model).map(|_| CommandAction::Press(&["outline-versions"]))
}
