//! Arrival at the entry of an address.

use yew::prelude::*;

use crate::pointed::use_arrival_at;
use espalier_app::Msg;
use espalier_app::timelog::TimeMsg;

/// Brings the entry that an address led to into sight, in the list or in the timeline.
#[hook]
pub fn use_arrival(root: &NodeRef) {
    let root = root.clone();
    use_arrival_at(
        |model| Some((model.timelog.look.pointed?, model.timelog.look.pointed_calls)),
        move |(id, _)| {
            let root = root.cast::<web_sys::Element>()?;
            root.query_selector(&format!("svg[data-id=\"{id}\"], [data-id=\"{id}\"] > .time-open")).ok()?
        },
        || Msg::Time(TimeMsg::Arrived),
    );
}
