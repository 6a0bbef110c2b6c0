//! The running timer in every room: how long it has been running, and the way to it.

use gloo::timers::callback::Interval;
use yew::prelude::*;

use crate::kit::{Icon, IconName};
use crate::store::{use_messages, use_selector, use_store};
use espalier_app::navigate::Route;
use espalier_app::{Model, Msg, clock};
use espalier_base::time::Timestamp;
use espalier_base::words::length;

/// The interval at which the minute is looked at, in milliseconds.
const LOOK_MS: u32 = 1_000;

/// A link to Time with the running entry's time; empty while nothing runs.
#[component]
pub fn RunningClock() -> Html {
    let words = use_messages();
    // The room of time has a clock of its own, and Today a row.
    let running = use_selector(|model: &Model| {
        clock::running(model).filter(|_| !matches!(model.route, Route::Time(_) | Route::Today))
    });
    let Some(running) = &*running else { return Html::default() };
    let time = length(running.minutes * 60, words.language);
    let name = (words.time.runs)(&running.what, &time);
    html! {
        <a
            class="running-clock" data-testid="running-clock" href={Route::Time(None).to_string()} aria-label={name.clone()}
            title={name}
        >
            <Icon name={IconName::Clock} /><span>{ time }</span>
        </a>
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
    fn it_says_what_runs_in_both_languages() {
        let html = running(Language::En, "writing");
        assert!(html.contains("aria-label=\"Running: writing, 42 min\""), "{html}");
        assert!(html.contains("data-testid=\"running-clock\"") && html.contains("<span>42 min</span>"), "{html}");
        assert!(running(Language::En, "").contains("\"Running: 42 min\""));
        assert!(running(Language::Zh, "写作").contains("\"计时中：写作，42分钟\""));
    }

    #[test]
    fn it_is_empty_while_nothing_runs() {
        assert!(!draw(ready(Language::En), html! { <RunningClock /> }).contains("clock"));
    }
}
