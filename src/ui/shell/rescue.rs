//! The page that is shown when the records cannot be opened: why, and the way to a file with them.
//!
//! When the app itself does not start, `static/boot.js` shows a page of its own. Must not be in here: a repair.

use yew::prelude::*;

use super::toasts::Toasts;
use crate::app::Msg;
use crate::app::files::FileMsg;
use crate::storage::port::StorageError;
use crate::ui::kit::dom::reload;
use crate::ui::kit::{Button, ButtonKind};
use crate::ui::store::{use_dispatch, use_messages};

/// See [`Rescue`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct RescueProps {
    /// Why.
    pub error: StorageError,
}

/// The page.
#[component]
pub fn Rescue(props: &RescueProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let export = dispatch.reform(|_| Msg::Files(FileMsg::ExportAll));
    html! {
        <main class="rescue">
            <h1>{ words.shell.rescue.title }</h1>
            <p class="rescue-reason" role="alert">{ (words.error.storage)(&props.error) }</p>
            <p>{ words.shell.rescue.text }</p>
            <div class="rescue-actions">
                <Button
                    label={words.shell.rescue.export} kind={ButtonKind::Primary} test_id="rescue-export" onclick={export}
                />
                <Button label={words.shell.rescue.reload} onclick={Callback::from(|_| reload())} />
            </div>
            <Toasts />
        </main>
    }
}
