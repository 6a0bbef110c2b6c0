//! The notice that less is here than there was: bring back what the second copy has, bring a backup in, or go on. It is
//! decided with a button alone.

use yew::prelude::*;

use crate::kit::moment::use_local_times;
use crate::kit::{Button, ButtonKind, Icon, IconName, Modal};
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::data_loss::{self, Missing};
use espalier_app::files::FileMsg;
use espalier_app::mirror::{Lacking, MirrorMsg, MirrorState};
use espalier_app::{Model, Msg};
use espalier_i18n::Messages;
use espalier_model::Table;

/// The id of the element in which a backup is chosen.
const INPUT: &str = "import-backup";

/// A loss, as the notice tells it.
#[derive(Debug, Clone, PartialEq)]
struct Loss {
    /// Counts before and now, with the name of the document.
    missing: Option<(Missing, String)>,
    mirror: MirrorState,
    lacking: Option<Lacking>,
}

/// The notice, while it applies and no file is being looked at.
#[component]
pub fn MissingNotice() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let loss = use_selector(|model: &Model| {
        let missing = model.data_loss_guard.missing.clone();
        let lacking = model.mirror.lacking().cloned();
        if model.import.is_some() || missing.is_none() && lacking.is_none() {
            return None;
        }
        let named = |missing: Missing| {
            let name = missing.inside.and_then(|document| data_loss::name(model, document));
            (missing, name.unwrap_or_default())
        };
        Some(Loss { missing: missing.map(named), mirror: model.mirror.state.clone(), lacking })
    });
    let lacking = loss.as_ref().as_ref().and_then(|loss| loss.lacking.as_ref());
    let when = use_local_times(lacking.map(|lacking| lacking.at).into_iter().collect());
    let say = &words.shell.missing;
    let notice = (*loss).as_ref().map(|loss| {
        let go_on = dispatch.reform(|_: MouseEvent| Msg::GoOnWithout);
        let restore = dispatch.reform(|_: MouseEvent| Msg::Mirror(MirrorMsg::Restore));
        let onchange = dispatch.reform(|_: Event| Msg::Files(FileMsg::Choose(INPUT)));
        let is_busy = matches!(loss.mirror, MirrorState::Restoring(_));
        let why = match (&loss.mirror, when.first()) {
            (MirrorState::Comparing, _) => say.looking.to_owned(),
            (_, Some(when)) => (say.in_mirror)(when),
            _ if loss.missing.as_ref().is_some_and(|(missing, _)| missing.inside.is_some()) => say.why_inside.to_owned(),
            _ => say.why.to_owned(),
        };
        let has_copy = loss.lacking.is_some();
        html! {
            <Modal title={say.title} test_id="missing">
                <p tabindex="-1" autofocus=true data-testid="missing-what">{ said(loss, words) }</p>
                <p data-testid="missing-why">{ why }</p>
                <div class="dialog-actions">
                    <Button label={say.go_on} test_id="missing-go-on" disabled={is_busy} onclick={go_on} />
                    <label class={classes!("button", "settings-file", if has_copy { "button-plain" } else { "button-primary" })}>
                        <Icon name={IconName::Upload} />
                        <span>{ say.import }</span>
                        <input
                            id={INPUT} class="visually-hidden" type="file" accept=".espalier,.json,application/json"
                            data-testid="missing-import" {onchange}
                        />
                    </label>
                    if has_copy {
                        <Button
                            label={if is_busy { say.restoring } else { say.restore }} kind={ButtonKind::Primary}
                            test_id="missing-restore" disabled={is_busy} onclick={restore}
                        />
                    }
                </div>
            </Modal>
        }
    });
    html! { <div>{ notice }</div> }
}

/// Says what is missing.
fn said(loss: &Loss, words: &Messages) -> String {
    let say = &words.shell.missing;
    let kinds = |counts: Vec<(Table, usize)>| {
        let some: Vec<(Table, usize)> = counts.into_iter().filter(|(_, count)| *count > 0).collect();
        if some.is_empty() { String::new() } else { (words.settings.kinds)(&some) }
    };
    // The second copy knows every row; the counts kept beside the database are fewer.
    if let Some(lacking) = &loss.lacking {
        let gone = kinds(lacking.gone.iter().map(|(table, count)| (*table, *count)).collect());
        return (say.lacks)(&gone, lacking.older, lacking.files);
    }
    let Some((missing, name)) = &loss.missing else { return String::new() };
    let before = kinds(missing.before.clone());
    let now = kinds(missing.now.iter().filter_map(|(table, count)| Some((*table, (*count)?))).collect());
    let text = match missing.before.first() {
        Some((table, _)) if missing.inside.is_some() => (say.inside)(*table, name, &before, &now),
        _ => (say.text)(&before, &now),
    };
    let is_later = missing.now.iter().any(|(_, count)| count.is_none());
    if is_later { format!("{text} {}", say.entries_later) } else { text }
}
