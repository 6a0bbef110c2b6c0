//! Parts of Today that show the time log: the line in which an entry is typed, and the goals of the day.

use std::rc::Rc;

use yew::prelude::*;

use super::form::EntryDialog;
use super::goals::done_of;
use super::line::QuickLine;
use super::use_ticks;
use crate::shell::palette::found::open;
use crate::store::{use_dispatch, use_messages, use_selector, use_store};
use crate::today::Row;
use espalier_app::navigate::Route;
use espalier_app::timelog::TimeMsg;
use espalier_app::{Model, Msg};
use espalier_model::{Goal, RoomId, Thing};
use espalier_timelog::insight::progress;

/// Has the log read, and says whether it is in memory.
#[hook]
fn use_log() -> bool {
    let dispatch = use_dispatch();
    use_effect_with((), move |()| dispatch.emit(Msg::Time(TimeMsg::Read)));
    *use_selector(|model: &Model| model.timelog.ready)
}

/// The line in which an entry is typed, as soon as the log is in memory.
#[component]
pub fn TodayLine() -> Html {
    if use_log() {
        html! { <Line /> }
    } else {
        html! { <div class="time-line" aria-busy="true"></div> }
    }
}

#[component]
fn Line() -> Html {
    use_ticks();
    html! {
        <>
            <QuickLine first=false />
            <EntryDialog />
        </>
    }
}

/// The goals whose days today is one of, with their progress.
#[component]
pub fn TodayGoals() -> Html {
    let words = use_messages();
    let store = use_store();
    let ready = use_log();
    let goals = use_selector(of_today);
    // What runs counts by the minute here.
    let key = use_selector(|model: &Model| (model.timelog.version, model.now.0.div_euclid(60_000)));
    let texts = use_memo((goals.clone(), *key), |(goals, _)| {
        store.read(|model| {
            let columns = &model.timelog.columns;
            goals.iter().map(|goal| done_of(&progress(columns, goal, model.now), &words.time)).collect::<Vec<_>>()
        })
    });
    if !ready || goals.is_empty() {
        return Html::default();
    }
    let rows = goals
        .iter()
        .zip(&*texts)
        .map(|(goal, text)| html! { <GoalRow key={goal.id.to_string()} goal={goal.clone()} text={text.clone()} /> });
    html! {
        <section class="today-part" aria-label={words.time.kinds.goals}>
            <h2>{ words.time.kinds.goals }</h2>
            <ul>{ for rows }</ul>
        </section>
    }
}

fn of_today(model: &Model) -> Vec<Rc<Goal>> {
    let today = model.today();
    let mut goals = if model.timelog.ready { model.goals() } else { Vec::new() };
    goals.retain(|goal| goal.range().contains(today));
    goals
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct GoalRowProps {
    goal: Rc<Goal>,
    text: String,
}

/// A goal, which leads to its entries.
#[component]
fn GoalRow(props: &GoalRowProps) -> Html {
    let store = use_store();
    let id = props.goal.id;
    let onclick = Callback::from(move |event: MouseEvent| {
        // In another tab there is nothing but the address.
        if !(event.ctrl_key() || event.meta_key() || event.shift_key()) {
            event.prevent_default();
            for msg in open(Thing::Goal(id)) {
                store.dispatch(msg);
            }
        }
    });
    html! {
        <Row
            kind={Thing::Goal(id).kind()} room={RoomId::Time} href={Route::Time(None).to_string()}
            name={props.goal.name.clone()} aside={props.text.clone()} {onclick}
        />
    }
}
