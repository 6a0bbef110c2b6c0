//! The notice that less is here than there was: bring a backup in, or go on. It is decided with a button alone.

use yew::prelude::*;

use crate::kit::{Button, Icon, IconName, Modal};
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::files::FileMsg;
use espalier_app::{Model, Msg, data_loss};
use espalier_model::Table;

/// The id of the element in which a backup is chosen.
const INPUT: &str = "import-backup";

/// The notice, while it applies and no file is being looked at.
#[component]
pub fn MissingNotice() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let missing = use_selector(|model: &Model| {
        let missing = model.data_loss_guard.missing.clone().filter(|_| model.import.is_none())?;
        let name = missing.inside.and_then(|document| data_loss::name(model, document));
        Some((missing, name.unwrap_or_default()))
    });
    let say = &words.shell.missing;
    let notice = (*missing).as_ref().map(|(missing, name)| {
        let kinds = |counts: Vec<(Table, usize)>| {
            let some: Vec<(Table, usize)> = counts.into_iter().filter(|(_, count)| *count > 0).collect();
            if some.is_empty() { String::new() } else { (words.settings.import.kinds)(&some) }
        };
        let before = kinds(missing.before.clone());
        let now = kinds(missing.now.iter().filter_map(|(table, count)| Some((*table, (*count)?))).collect());
        let text = match missing.before.first() {
            Some((table, _)) if missing.inside.is_some() => (say.inside)(*table, name, &before, &now),
            _ => (say.text)(&before, &now),
        };
        let later = missing.now.iter().any(|(_, count)| count.is_none()).then_some(say.entries_later);
        let why = if missing.inside.is_some() { say.why_inside } else { say.why };
        let go_on = dispatch.reform(|_: MouseEvent| Msg::GoOnWithout);
        let onchange = dispatch.reform(|_: Event| Msg::Files(FileMsg::Choose(INPUT)));
        html! {
            <Modal title={say.title} test_id="missing">
                <p tabindex="-1" autofocus=true>{ text }{ later.map(|later| format!(" {later}")) }</p>
                <p>{ why }</p>
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
