//! The next try of an answer that failed for the moment: how long until then, and the way not to wait.
//!
//! The seconds are counted here and only while they are shown.

use gloo::timers::callback::Interval;
use yew::prelude::*;

use crate::kit::Button;
use crate::store::{use_dispatch, use_messages};
use espalier_app::Msg;
use espalier_app::prompt::RetryView;
use espalier_base::time::Timestamp;
use espalier_model::MessageKey;

/// How often the figure is brought up to date, in milliseconds.
const TICK_MS: u32 = 250;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct RetryProps {
    pub at: MessageKey,
    pub retry: RetryView,
}

/// The countdown to the next attempt, with a button that does not wait.
#[component]
pub fn Retry(props: &RetryProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let left = use_seconds_until(props.retry.at);
    let at = props.at;
    let onclick = use_callback((dispatch, at), |_: MouseEvent, (dispatch, at)| {
        dispatch.emit(Msg::RetryNow(*at));
    });
    let text = (words.error.waiting)(&props.retry.why, left, props.retry.next);
    html! {
        <div class="retry">
            <p data-testid="retry-countdown">{ text }</p>
            <Button label={words.chat.retry_now} test_id="retry-now" {onclick} />
        </div>
    }
}

/// Whole seconds until an instant; none before the first effect, or without a browser.
#[hook]
fn use_seconds_until(at: Timestamp) -> Option<u32> {
    let left = use_state_eq(|| None);
    let set = left.setter();
    use_effect_with(at, move |at| {
        let at = *at;
        let tick = move || set.set(Some(seconds_between(Timestamp(js_sys::Date::now() as i64), at)));
        tick();
        let interval = Interval::new(TICK_MS, tick);
        move || drop(interval)
    });
    *left
}

/// Seconds from `now` to `at`, begun ones counted whole.
fn seconds_between(now: Timestamp, at: Timestamp) -> u32 {
    u32::try_from(at.since_ms(now).max(0).saturating_add(999) / 1_000).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn begun_seconds_count_and_the_past_is_zero() {
        let between = |now, at| seconds_between(Timestamp(now), Timestamp(at));
        assert_eq!([between(0, 1), between(0, 1_000), between(0, 1_001), between(5, 0)], [1, 1, 2, 0]);
    }
}
