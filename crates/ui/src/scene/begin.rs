//! The field that a scene begins with, where there is none to be seen.

use yew::prelude::*;

use super::toolbar::IMPORT_INPUT;
use crate::shell::begin::BeginForm;
use crate::store::{use_dispatch, use_messages};
use espalier_app::Msg;
use espalier_app::scenes::SceneMsg;

/// One field for the first sentence to the assistant, the example, and importing.
#[component]
pub fn Begin() -> Html {
    let say = &use_messages().scene;
    let dispatch = use_dispatch();
    // Without a sentence the scene is empty, and shapes are placed by hand.
    let begin = |told: String| Msg::Scene(if told.is_empty() { SceneMsg::Create } else { SceneMsg::Begin(told) });
    html! {
        <BeginForm
            label={say.begin} placeholder={say.begin_hint} test_id="scene-begin" button={say.begin_button}
            button_id="scene-new" import={say.import} import_input={IMPORT_INPUT} onbegin={dispatch.reform(begin)}
            onexample={dispatch.reform(|()| Msg::Scene(SceneMsg::Example))}
        />
    }
}
