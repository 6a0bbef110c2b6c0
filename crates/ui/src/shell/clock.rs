//! The running timer in every room: how long it has been running, and a press that stops it.

use gloo::timers::callback::Interval;
use yew::prelude::*;

use crate::kit::{Icon, IconName};
use crate::store::{use_dispatch, use_messages, use_selector, use_store};
use espalier_app::navigate::Route;
use espalier_app::timelog::TimeMsg;
use espalier_app::{Model, Msg, clock};
use espalier_base::time::Timestamp;

/// The interval at which the minute is looked at, in milliseconds.
const LOOK_MS: u32 = 1_000;

/// A button with the running entry's time, which stops it; empty while nothing runs.
#[component]
pub fn RunningClock() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let shown = use_selector(|model: &Model| {
        // The room of time has a clock of its own.
        let running = clock::running(model).filter(|_| model.route != Route::Time);
        (running, model.read_only.is_some())
    });
    let (running, read_only) = &*shown;
    let Some(running) = running else { return Html::default() };
    let id = running.id;
    let name = (words.time.stop_running)(&running.what, &running.time());
    let onclick = dispatch.reform(move |_: MouseEvent| Msg::Time(TimeMsg::Stop(id)));
    html! {
        <button
            type="button" class="running-clock" data-testid="running-clock" aria-label={name.clone()} title={name}
            disabled={*read_only} {onclick}
        >
            <Icon name={IconName::Stop} /><span>{ running.time() }</span>
        </button>
    }
}

/// Lets the minutes of what runs pass on the screen; not while nobody looks.
#[hook]
pub fn use_minutes() {
    let store = use_store();
    let runs = use_selector(|model: &Model| clock::running(model).is_some());
    use_effect_with((store, *runs), |(store, runs)| {
        let store = store.clone();
        let look = move || {
            let hidden = web_sys::window().and_then(|window| window.document()).is_some_and(|page| page.hidden());
            #[allow(clippy::cast_possible_truncation, reason = "milliseconds since 1970 have room in it")]
            let now = Timestamp(js_sys::Date::now() as i64);
            if !hidden && store.read(|model| clock::is_late(model, now)) {
                store.dispatch(Msg::Tick);
            }
        };
        let interval = runs.then(|| Interval::new(LOOK_MS, look));
        move || drop(interval)
    });
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::testing::{draw, ready};
    use espalier_app::clock::settle;
    use espalier_base::zone::Zone;
    use espalier_model::settings::Language;
    use espalier_model::{Record, TimeEntry, TimeEntryId};

    fn running(language: Language, note: &str) -> String {
        let mut model = ready(language);
        let id = TimeEntryId::from_uuid(uuid::Uuid::from_u128(7));
        let mut row = TimeEntry::new(id, Timestamp(0), Zone::default(), Timestamp(0));
        row.note = note.into();
        model.workspace.absorb([Record::TimeEntries(Rc::new(row))]);
        settle(&mut model, [id]);
        model.now = Timestamp(42 * 60_000 + 59_000);
        draw(model, html! { <RunningClock /> })
    }

    #[test]
    fn it_says_what_it_stops_in_both_languages() {
        let html = running(Language::En, "writing");
        assert!(html.contains("aria-label=\"Stop the timer (writing, 0:42)\""), "{html}");
        assert!(html.contains("data-testid=\"running-clock\"") && html.contains("<span>0:42</span>"), "{html}");
        assert!(running(Language::En, "").contains("\"Stop the timer (0:42)\""));
        assert!(running(Language::Zh, "写作").contains("\"停止计时（写作，0:42）\""));
    }

    #[test]
    fn it_is_empty_while_nothing_runs() {
        assert!(!draw(ready(Language::En), html! { <RunningClock /> }).contains("button"));
    }
}
