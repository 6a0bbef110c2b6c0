//! Menu of an entry's actions, beside the list and the timeline.

use yew::prelude::*;

use crate::kit::{IconName, MenuItem};
use crate::shell::copy_link::copy_link;
use crate::shell::make::make_item;
use espalier_app::make::Source;
use espalier_app::navigate::Route;
use espalier_app::timelog::{self, TimeMsg, middle_of, next_of, targets};
use espalier_app::{Model, Msg};
use espalier_base::time::Timestamp;
use espalier_command::call::{Call, CommandId};
use espalier_i18n::Messages;
use espalier_model::Thing;
use espalier_model::timelog::{TimeEntryId, whole_second};
use espalier_timelog::commands::{
    self, DeleteEntries, DuplicateEntry, EditEntry, MergeEntries, Moment, ResumeEntry, SplitEntry,
};

/// Returns the menu items for the ticked entries, or for the focused one.
pub fn actions(model: &Model, words: &'static Messages, dispatch: &Callback<Msg>) -> Vec<MenuItem> {
    const ITEMS: [(CommandId, IconName); 3] =
        [(EditEntry::ID, IconName::Edit), (ResumeEntry::ID, IconName::Play), (DuplicateEntry::ID, IconName::Duplicate)];
    const LAST: [(CommandId, IconName); 2] =
        [(MergeEntries::ID, IconName::Merge), (DeleteEntries::ID, IconName::Trash)];
    let item = |&(id, icon): &(CommandId, IconName)| {
        let spec = commands::find(id).map(|command| &command.spec).filter(|spec| timelog::applies(model, spec))?;
        let dispatch = dispatch.clone();
        let onselect = Callback::from(move |()| dispatch.emit(Msg::Time(TimeMsg::Key(id))));
        let item = MenuItem::new(spec.name.get(words.language), icon, onselect);
        Some(if id == DeleteEntries::ID { item.with_danger() } else { item })
    };
    let over = targets(model).first().and_then(|id| merge_label(model, *id, words));
    let shape = shapes(model).into_iter().map(|(shape, call)| {
        let say = &words.time.form;
        let (label, icon) = match shape {
            Shape::SplitNow => (say.split_now.to_owned(), IconName::Split),
            Shape::SplitMiddle => (say.split_middle.to_owned(), IconName::Split),
            Shape::MergeNext => (over.clone().unwrap_or_else(|| say.merge_next.to_owned()), IconName::Merge),
        };
        let dispatch = dispatch.clone();
        let onselect = Callback::from(move |()| dispatch.emit(Msg::Time(TimeMsg::Do(call.clone()))));
        MenuItem::new(label, icon, onselect)
    });
    let link = match targets(model)[..] {
        [id] => {
            let make = make_item(words, dispatch, Source::Thing(Thing::Entry(id)));
            let make = (model.read_only.is_none()).then_some(make);
            make.into_iter().chain([copy_link(words, dispatch, Route::Time(Some(id)))]).collect()
        }
        _ => Vec::new(),
    };
    ITEMS.iter().filter_map(item).chain(shape).chain(link).chain(LAST.iter().filter_map(item)).collect()
}

/// Returns the label of merging an entry with the next one; it says how much of a gap would be counted.
pub fn merge_label(model: &Model, id: TimeEntryId, words: &Messages) -> Option<String> {
    let columns = &model.timelog.columns;
    let row = columns.get(id)?;
    let next = columns.get(next_of(model, row)?)?;
    let gap = (next.start.0 - row.end?.0) / 1_000;
    let say = &words.time;
    Some(if gap < 60 { say.form.merge_next.to_owned() } else { (say.form.merge_next_over)(&say.length(gap)) })
}

/// A way to split or merge entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    SplitNow,
    SplitMiddle,
    MergeNext,
}

/// Returns the ways to split an entry and to merge it with the next one.
fn shapes(model: &Model) -> Vec<(Shape, Call)> {
    let [id] = targets(model)[..] else { return Vec::new() };
    let Some(row) = model.timelog.columns.get(id).filter(|_| model.read_only.is_none()) else { return Vec::new() };
    let (shape, at): (Shape, Timestamp) = if row.is_running() {
        (Shape::SplitNow, whole_second(model.now))
    } else {
        (Shape::SplitMiddle, middle_of(row, model.now))
    };
    let split = (at > row.start).then(|| (shape, SplitEntry::new(id, Moment(at)).into()));
    let merge = next_of(model, row).map(|next| (Shape::MergeNext, MergeEntries::new(vec![id, next]).into()));
    split.into_iter().chain(merge).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::ready;
    use espalier_app::navigate::Route;
    use espalier_app::update;
    use espalier_base::env::Env;
    use espalier_model::settings::Language;

    #[test]
    fn one_entry_is_split_in_its_middle_or_now_and_merged_with_the_next() {
        let mut model = ready(Language::En);
        let mut env = Env::deterministic(Timestamp(1_772_449_200_000), 5);
        let mut send = |model: &mut Model, msg: Msg| drop(update(model, msg, &mut env));
        send(&mut model, Msg::Go(Route::Time(None)));
        for line in ["8-9 a", "9-10 b"] {
            send(&mut model, Msg::Time(TimeMsg::QuickAdd(line.to_owned())));
        }
        let said = |model: &Model| shapes(model).into_iter().map(|(shape, _)| shape).collect::<Vec<_>>();
        assert_eq!(said(&model), [Shape::SplitMiddle], "the keyboard is at the last one");
        let first = model.workspace.tables().time_entries.values().min_by_key(|row| row.start).unwrap().id;
        send(&mut model, Msg::Time(TimeMsg::At(first)));
        assert_eq!(said(&model), [Shape::SplitMiddle, Shape::MergeNext]);
        for (_, call) in shapes(&model).into_iter().rev() {
            send(&mut model, Msg::Time(TimeMsg::Do(call)));
        }
        let spans: Vec<i64> = {
            let rows = model.workspace.tables().time_entries.values();
            rows.map(|row| row.end.unwrap().since_ms(row.start) / 60_000).collect()
        };
        assert_eq!(spans, [30, 90], "two hours as one, cut where the first was to be cut");
    }

    #[test]
    fn merging_says_what_lies_between_and_is_counted_then() {
        let mut model = ready(Language::En);
        let mut env = Env::deterministic(Timestamp(1_772_449_200_000), 5);
        let mut send = |model: &mut Model, msg: Msg| drop(update(model, msg, &mut env));
        send(&mut model, Msg::Go(Route::Time(None)));
        for line in ["6-7 a", "7-8 b", "9:30-10 c"] {
            send(&mut model, Msg::Time(TimeMsg::QuickAdd(line.to_owned())));
        }
        let words = espalier_i18n::messages(Language::En);
        let mut rows: Vec<_> = model.workspace.tables().time_entries.values().collect();
        rows.sort_by_key(|row| row.start);
        let said: Vec<Option<String>> = rows.iter().map(|row| merge_label(&model, row.id, words)).collect();
        let over = "Merge with the next and count the 1 h 30 min in between".to_owned();
        assert_eq!(said, [Some("Merge with the next".to_owned()), Some(over), None]);
    }
}
