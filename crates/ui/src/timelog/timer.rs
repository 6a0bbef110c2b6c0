//! The timer: what runs and for how long; nothing while nothing runs.

use yew::prelude::*;

use super::use_names;
use crate::kit::{Button, IconName};
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::timelog::TimeMsg;
use espalier_app::timelog::clock;
use espalier_app::{Model, Msg};
use espalier_model::timelog::Tags;
use espalier_model::{TimeCategoryId, TimeEntryId};
use espalier_timelog::commands::StopEntry;

#[derive(Debug, PartialEq)]
struct TimerState {
    /// The running entry: its id, category, tags and note, and for how many seconds.
    running: Option<(TimeEntryId, Option<TimeCategoryId>, Tags, String, i64)>,
    read_only: bool,
}

impl TimerState {
    fn of(model: &Model) -> Self {
        let columns = &model.timelog.columns;
        let running = columns.running().last().map(|entry| {
            let (start, end) = entry.seconds(model.now);
            (entry.id, entry.category, entry.tags.clone(), entry.note.clone(), end - start)
        });
        Self { running, read_only: model.read_only.is_some() }
    }
}

/// The running timer with its stop button.
#[component]
pub fn Timer() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let state = use_selector(TimerState::of);
    let names = use_names();
    let Some((id, category, tags, note, seconds)) = &state.running else { return Html::default() };
    let onstop = dispatch.reform(|_: MouseEvent| Msg::Time(TimeMsg::Do(StopEntry::new().into())));
    let id = *id;
    let open = dispatch.reform(move |_: MouseEvent| Msg::Time(TimeMsg::Edit(id)));
    let name = names.category_name(*category);
    let what = if note.is_empty() { if name.is_empty() { words.time.running } else { name } } else { note.as_str() };
    html! {
        <div class="time-timer" role="group" aria-label={words.time.timer}>
            <Button label={words.time.stop} icon={IconName::Stop} test_id="timer-stop" disabled={state.read_only} onclick={onstop} />
            <span class="time-clock" role="timer" data-seconds={seconds.to_string()}>{ clock(*seconds) }</span>
            <button type="button" class="time-what time-link" onclick={open}>{ names.hue_of_entry(*category, tags).dot() }{ what.to_owned() }</button>
        </div>
    }
}
