//! Parameters that the palette asks for before it runs a command of the time log: a name, or one of some choices.

use std::rc::Rc;

use super::{Removal, TimeMsg};
use crate::command::{Ask, Choice, CommandAction};
use crate::{Model, Msg};
use espalier_command::call::Call;
use espalier_command::spec::Spec;
use espalier_model::TimeCategoryId;
use espalier_timelog::commands::{
    ArchiveCategory, CreateCategory, CreateGoal, DeleteCategory, DeleteGoal, RestoreCategory,
};

/// The input that a command asks for; `None` if it asks for nothing here, or cannot run.
pub(super) fn of_log(model: &Model, spec: &'static Spec) -> Option<Ask> {
    let name = spec.name.get(model.language()).to_owned();
    let text = |make: fn(String) -> TimeMsg| {
        let make = Rc::new(move |text| CommandAction::Send(Msg::Time(make(text))));
        Some(Ask::Text { name: name.clone(), value: String::new(), make })
    };
    let choose = |choices: Vec<Choice>| (!choices.is_empty()).then(|| Ask::Choose { name: name.clone(), choices });
    let categories = |archived: Option<bool>| {
        let rows = model.time_categories().into_iter();
        rows.filter(move |row| archived.is_none_or(|archived| row.archived == archived))
    };
    let doing = |archived: bool, call: fn(TimeCategoryId) -> Call| {
        choose(categories(Some(archived)).map(|row| choice(&row.name, TimeMsg::Do(call(row.id)))).collect())
    };
    match spec.id {
        CreateCategory::ID => text(|name| TimeMsg::Do(CreateCategory::new(name).into())),
        CreateGoal::ID => text(TimeMsg::NewGoal),
        ArchiveCategory::ID => doing(false, |id| ArchiveCategory::new(id).into()),
        RestoreCategory::ID => doing(true, |id| RestoreCategory::new(id).into()),
        DeleteCategory::ID => {
            let removing = |id| TimeMsg::Remove(Removal::Category(id, None));
            choose(categories(None).map(|row| choice(&row.name, removing(row.id))).collect())
        }
        DeleteGoal::ID => {
            let rows = model.goals().into_iter();
            choose(rows.map(|row| choice(&row.name, TimeMsg::Remove(Removal::Goal(row.id)))).collect())
        }
        _ => None,
    }
}

fn choice(name: &str, msg: TimeMsg) -> Choice {
    Choice { name: name.to_owned(), make: Rc::new(move || Msg::Time(msg.clone())) }
}
