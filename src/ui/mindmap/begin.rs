//! The field that a map begins with, where there is none to be seen. Must not be in here: making one.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::toolbar::IMPORT_INPUT;
use crate::app::Msg;
use crate::app::maps::MapMsg;
use crate::ui::kit::dom::press_element;
use crate::ui::kit::{Button, ButtonKind, IconName};
use crate::ui::store::{use_dispatch, use_messages, use_selector};

/// One field for the idea in the middle, the example, and importing.
#[component]
pub fn Begin() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let read_only = *use_selector(|model| model.read_only.is_some());
    let text = use_state_eq(String::new);
    let oninput = {
        let text = text.setter();
        Callback::from(move |event: InputEvent| text.set(event.target_unchecked_into::<HtmlInputElement>().value()))
    };
    let onsubmit = {
        let (text, dispatch) = ((*text).clone(), dispatch.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let title = text.trim();
            // Without a title it is typed in the map.
            dispatch.emit(Msg::Maps(if title.is_empty() { MapMsg::Create } else { MapMsg::Begin(title.to_owned()) }));
        })
    };
    let onexample = dispatch.reform(|_: MouseEvent| Msg::Maps(MapMsg::Example));
    let onimport = Callback::from(|_: MouseEvent| press_element(IMPORT_INPUT));
    html! {
        <>
            <form class="listed-begin" {onsubmit}>
                <input
                    type="text" data-testid="map-begin" placeholder={words.map.begin_hint} aria-label={words.map.begin}
                    value={(*text).clone()} disabled={read_only} enterkeyhint="go" {oninput}
                />
                <Button
                    label={words.map.begin_button} kind={ButtonKind::Primary} submit=true test_id="map-new" disabled={read_only}
                />
            </form>
            <p class="listed-more">
                <Button label={words.shell.example.see} kind={ButtonKind::Quiet} test_id="example" disabled={read_only} onclick={onexample} />
                <Button label={words.map.import} icon={IconName::Upload} kind={ButtonKind::Quiet} disabled={read_only} onclick={onimport} />
            </p>
        </>
    }
}
