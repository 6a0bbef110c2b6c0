//! The field that a map begins with, where there is none to be seen.

use yew::prelude::*;

use super::toolbar::IMPORT_INPUT;
use crate::shell::begin::BeginForm;
use crate::store::{use_dispatch, use_messages};
use espalier_app::Msg;
use espalier_app::maps::MapMsg;

/// One field for the idea in the middle, the example, and importing.
#[component]
pub fn Begin() -> Html {
    let say = &use_messages().map;
    let dispatch = use_dispatch();
    // Without a title it is typed in the map.
    let begin = |title: String| Msg::Maps(if title.is_empty() { MapMsg::Create } else { MapMsg::Begin(title) });
    html! {
        <BeginForm
            label={say.begin} placeholder={say.begin_hint} test_id="map-begin" button={say.begin_button}
            button_id="map-new" import={say.import} import_input={IMPORT_INPUT} onbegin={dispatch.reform(begin)}
            onexample={dispatch.reform(|()| Msg::Maps(MapMsg::Example))}
        />
    }
}
