//! Bars above the room, for what must not be overlooked: nothing may be changed here, the latest changes are not
//! stored, or a new version waits.
//!
//! Must not be in here: passing notices (`toasts`).

use yew::prelude::*;

use crate::app::Msg;
use crate::app::files::FileMsg;
use crate::ui::kit::dom::{activate_update, reload, use_update};
use crate::ui::kit::{Button, Icon, IconName};
use crate::ui::store::{use_dispatch, use_messages, use_selector};

/// All bars that apply.
#[component]
pub fn Banners() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let read_only = use_selector(|model| model.read_only.clone());
    let unsaved = use_selector(|model| model.saving.problem.clone());
    let read_only = (*read_only).as_ref().map(|reason| {
        html! {
            <div class="banner" data-testid="read-only" role="alert">
                <Icon name={IconName::Warning} />
                <p><strong>{ words.shell.banner.read_only }</strong>{ " " }{ (words.error.storage)(reason) }</p>
                <Button label={words.shell.banner.reload} onclick={Callback::from(|_| reload())} />
            </div>
        }
    });
    let unsaved = (*unsaved).as_ref().map(|reason| {
        let again = dispatch.reform(|_| Msg::SaveAgain);
        let export = dispatch.reform(|_| Msg::Files(FileMsg::ExportAll));
        html! {
            <div class="banner" data-testid="unsaved" role="alert">
                <Icon name={IconName::Warning} />
                <p><strong>{ words.shell.banner.unsaved }</strong>{ " " }{ (words.error.storage)(reason) }</p>
                <Button label={words.shell.banner.save_again} test_id="save-again" onclick={again} />
                <Button label={words.shell.banner.export} test_id="unsaved-export" onclick={export} />
            </div>
        }
    });
    html! {
        <div>
            <div>{ read_only }</div>
            <div>{ unsaved }</div>
            <UpdateBar />
        </div>
    }
}

/// The start script has downloaded a new version; it is used when the person says so, not in the middle of something.
#[component]
fn UpdateBar() -> Html {
    let words = use_messages();
    let waits = use_update();
    let bar = waits.then(|| {
        html! {
            <div class="banner banner-calm" data-testid="update" role="status">
                <Icon name={IconName::Refresh} />
                <p>{ words.shell.banner.update }</p>
                <Button
                    label={words.shell.banner.update_now} test_id="update-now"
                    onclick={Callback::from(|_| activate_update())}
                />
            </div>
        }
    });
    html! { <div>{ bar }</div> }
}
