//! Saving outside this browser: when it was done last, and the reminder when that is long ago.
//!
//! - E1 A reminder comes once two weeks have passed since the last save, since there was something to save, and since the
//!   reminder before.
//! - E2 None comes while nothing is stored, while the browser promises to keep the data, and while a place of the
//!   person's own is in step or about to be.

use super::effect::Effect;
use super::place::PlaceState;
use super::{BootState, Model, Notice, data_loss, notify};
use espalier_base::time::Timestamp;

pub use super::effect::ElsewhereTimes;

/// Time after which a reminder comes.
const PATIENCE_MS: i64 = 14 * 24 * 60 * 60 * 1_000;

/// Takes the times that were kept. A clock that was ahead once is not waited for.
pub fn start(model: &mut Model, kept: Option<ElsewhereTimes>, out: &mut Vec<Effect>) {
    let kept = kept.unwrap_or_default();
    let past = |time: Option<Timestamp>| time.map(|time| time.min(model.core.now));
    let times = ElsewhereTimes { saved: past(kept.saved), filled: past(kept.filled), reminded: past(kept.reminded) };
    model.elsewhere = times;
    out.extend((times != kept).then_some(Effect::KeepElsewhere(times)));
}

/// Takes note that everything was saved elsewhere just now; a reminder that is shown has been answered.
pub fn saved(model: &mut Model, out: &mut Vec<Effect>) {
    model.elsewhere.saved = Some(model.core.now);
    model.core.toasts.retain(|toast| toast.text != Notice::NothingElsewhere);
    out.push(Effect::KeepElsewhere(model.elsewhere));
}

/// Follows what is stored and the place of the person's own, and reminds when it is time (E1).
pub fn follow(model: &mut Model, out: &mut Vec<Effect>) {
    if model.place.done > model.elsewhere.saved && !model.place.waits_to_be_carried() {
        saved(model, out);
    }
    let is_settled = model.boot == BootState::Ready && model.core.read_only.is_none();
    if !is_settled || model.data_loss_guard.missing.is_some() {
        return;
    }
    let (now, before) = (model.core.now, model.elsewhere);
    let filled = (!data_loss::is_empty(model)).then(|| before.filled.unwrap_or(now));
    model.elsewhere.filled = filled;
    if is_due(model) {
        model.elsewhere.reminded = Some(now);
        notify(model, Notice::NothingElsewhere, true);
    }
    // An empty tab that was not told yet what another one has stored does not write over its times.
    if filled.is_some() && model.elsewhere != before {
        out.push(Effect::KeepElsewhere(model.elsewhere));
    }
}

/// Whether it is time for a reminder (E1, E2).
fn is_due(model: &Model) -> bool {
    use PlaceState::{Failed, Locked, Nothing, Sealed, Unavailable};
    let ElsewhereTimes { saved, filled, reminded } = model.elsewhere;
    let Some(filled) = filled else { return false };
    let since = filled.max(saved.unwrap_or(filled)).max(reminded.unwrap_or(filled));
    // What is not known yet is waited for; where another tab looks after the place, it also reminds.
    model.usage.is_some_and(|usage| !usage.persisted)
        && (matches!(model.place.state, Unavailable | Nothing | Locked | Sealed { .. } | Failed(_))
            || model.place.waits_to_be_carried())
        && model.core.now.since_ms(since) >= PATIENCE_MS
}
