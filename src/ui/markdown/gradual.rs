//! Long documents come to the page in slices, so that no single task takes long: what was there at first, and a little more
//! after each short pause. Must not be in here: what a slice looks like.

use gloo::timers::callback::Timeout;
use yew::prelude::*;

/// The pause between two slices, in which the page can answer, in milliseconds.
const PAUSE_MS: u32 = 16;

/// How many of so many parts are on the page now; all of them in the end. What was there once stays.
#[hook]
pub(super) fn use_gradual(total: usize, slice: usize) -> usize {
    let shown = use_state_eq(|| slice);
    let next = (*shown < total).then(|| (*shown + slice).min(total));
    use_effect_with((next, shown.setter()), |(next, shown)| {
        let timer = next.map(|next| {
            let shown = shown.clone();
            Timeout::new(PAUSE_MS, move || shown.set(next))
        });
        move || drop(timer)
    });
    (*shown).min(total)
}
