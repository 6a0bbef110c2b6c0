//! The notice that less is here than there was, before anything is done: bring a backup in, or go on.

use yew::prelude::*;

use crate::kit::{Button, Icon, IconName, Modal};
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::files::FileMsg;
use espalier_app::{Model, Msg};
use espalier_model::Table;

/// The id of the element in which a backup is chosen.
const INPUT: &str = "import-backup";

/// The notice, while it applies and no file is being looked at.
#[component]
pub fn MissingNotice() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let missing =
        use_selector(|model: &Model| model.data_loss_guard.missing.clone().filter(|_| model.import.is_none()));
    let say = &words.shell.missing;
    let notice = (*missing).as_ref().map(|(before, now)| {
        let some = |counts: [(Table, usize); 7]| -> Vec<(Table, usize)> {
            counts.into_iter().filter(|(_, count)| *count > 0).collect()
        };
        let (before, now) = (some(before.counts()), some(now.counts()));
        let kinds = words.settings.import.kinds;
        let now = if now.is_empty() { String::new() } else { kinds(&now) };
        let go_on = dispatch.reform(|_: MouseEvent| Msg::GoOnWithout);
        let close = dispatch.reform(|()| Msg::GoOnWithout);
        let onchange = dispatch.reform(|_: Event| Msg::Files(FileMsg::Choose(INPUT)));
        html! {
            <Modal title={say.title} test_id="missing" onclose={close}>
                <p>{ (say.text)(&kinds(&before), &now) }</p>
                <p>{ say.why }</p>
                <div class="dialog-actions">
                    <Button label={say.go_on} test_id="missing-go-on" onclick={go_on} />
                    <label class="button button-primary settings-file">
                        <Icon name={IconName::Upload} />
                        <span>{ say.import }</span>
                        <input
                            id={INPUT} class="visually-hidden" type="file" accept=".json,application/json"
                            data-testid="missing-import" {onchange}
                        />
                    </label>
                </div>
            </Modal>
        }
    });
    html! { <div>{ notice }</div> }
}
