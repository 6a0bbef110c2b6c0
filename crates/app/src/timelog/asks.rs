//! Parameters that the palette asks for before it runs a command of the time log: a name, or one of some choices.

use std::rc::Rc;

use serde_json::json;

use super::{Removal, TimeMsg};
use crate::command::{Ask, Choice, CommandAction};
use crate::{Model, Msg};
use espalier_command::spec::Spec;

/// The input that a command asks for; `None` if it asks for nothing here, or cannot run.
pub(super) fn of_log(model: &Model, spec: &'static Spec) -> Option<Ask> {
    let name = spec.name.get(model.language()).to_owned();
    let id = spec.id.as_str();
    let text = |make: fn(String) -> TimeMsg| {
        let make = Rc::new(move |text| CommandAction::Send(Msg::Time(make(text))));
        Some(Ask::Text { name: name.clone(), value: String::new(), make })
    };
    let choose = |choices: Vec<Choice>| (!choices.is_empty()).then(|| Ask::Choose { name: name.clone(), choices });
    let categories = |archived: Option<bool>| {
        let rows = model.time_categories().into_iter();
        rows.filter(move |row| archived.is_none_or(|archived| row.archived == archived))
    };
    let doing = |archived: bool| {
        let rows = categories(Some(archived));
        choose(rows.map(|row| choice(&row.name, TimeMsg::Do(id, json!({ "categoryId": row.id })))).collect())
    };
    match id {
        "category.create" => text(|name| TimeMsg::Do("category.create", json!({ "name": name }))),
        "goal.create" => text(TimeMsg::NewGoal),
        "category.archive" => doing(false),
        "category.restore" => doing(true),
        "category.delete" => {
            let removing = |id| TimeMsg::Remove(Removal::Category(id, None));
            choose(categories(None).map(|row| choice(&row.name, removing(row.id))).collect())
        }
        "goal.delete" => {
            let rows = model.goals().into_iter();
            choose(rows.map(|row| choice(&row.name, TimeMsg::Remove(Removal::Goal(row.id)))).collect())
        }
        _ => None,
    }
}

fn choice(name: &str, msg: TimeMsg) -> Choice {
    Choice { name: name.to_owned(), make: Rc::new(move || Msg::Time(msg.clone())) }
}
