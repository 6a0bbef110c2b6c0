//! Bars above the room, for what must not be overlooked: nothing may be changed here, the latest changes are not
//! stored, or a new version waits.

use yew::prelude::*;

use crate::kit::dom::{activate_update, reload, use_update};
use crate::kit::{Button, Icon, IconName};
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::Msg;
use espalier_app::files::FileMsg;
use espalier_storage::port::StorageError;

#[component]
pub fn Banners() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let read_only = use_selector(|model| model.read_only.clone());
    let unsaved = use_selector(|model| model.saving.problem.clone().map(|reason| (reason, model.saving.not_kept)));
    let cannot_store = use_selector(|model| model.saving.problem == Some(StorageError::Cleared));
    let read_only = (*read_only).as_ref().map(|reason| {
        html! {
            <div class="banner" data-testid="read-only" role="alert">
                <Icon name={IconName::Warning} />
                <p><strong>{ words.shell.banner.read_only }</strong>{ " " }{ (words.error.storage)(reason) }</p>
                <Button label={words.shell.banner.reload} onclick={Callback::from(|_| reload())} />
                <Button label={words.shell.banner.export} test_id="read-only-export" onclick={export_all(&dispatch)} />
            </div>
        }
    });
    let unsaved = (*unsaved).as_ref().map(|(reason, not_kept)| {
        let again = dispatch.reform(|_| Msg::SaveAgain);
        let export = export_all(&dispatch);
        let (again_label, kept) = match (*cannot_store, *not_kept) {
            (true, _) => (words.shell.banner.write_back, ""),
            (false, true) => (words.shell.banner.save_again, words.shell.banner.not_kept),
            (false, false) => (words.shell.banner.save_again, words.shell.banner.kept),
        };
        html! {
            <div class="banner" data-testid="unsaved" role="alert">
                <Icon name={IconName::Warning} />
                <p><strong>{ words.shell.banner.unsaved }</strong>{ " " }{ (words.error.storage)(reason) }{ " " }{ kept }</p>
                <Button label={again_label} test_id="save-again" onclick={again} />
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

fn export_all(dispatch: &Callback<Msg>) -> Callback<MouseEvent> {
    dispatch.reform(|_| Msg::Files(FileMsg::ExportAll))
}

/// The start script has downloaded a new version; it is used when the person says so, not in the middle of something.
#[component]
fn UpdateBar() -> Html {
    let words = use_messages();
    let waits = use_update();
    let answering = use_selector(|model| !model.running.is_empty());
    let asked = use_state_eq(|| false);
    let go = *asked && !*answering && waits;
    use_effect_with(go, |go| {
        if *go {
            activate_update();
        }
    });
    let onclick = {
        let asked = asked.setter();
        Callback::from(move |_: MouseEvent| asked.set(true))
    };
    let text = if *asked && *answering { words.shell.banner.update_after } else { words.shell.banner.update };
    let bar = waits.then(|| {
        html! {
            <div class="banner banner-calm" data-testid="update" role="status">
                <Icon name={IconName::Refresh} />
                <p>{ text }</p>
                <Button label={words.shell.banner.update_now} test_id="update-now" disabled={*asked} {onclick} />
            </div>
        }
    });
    html! { <div>{ bar }</div> }
}
