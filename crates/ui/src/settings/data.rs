//! Stored data: its amount, export and import.

use yew::prelude::*;

use super::Section;
use crate::chat::format::size;
use crate::kit::moment::use_local_times;
use crate::kit::{Button, ButtonKind, Field, FileButton, IconName, TextInput};
use crate::pointed::use_pointed;
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::attachments::AttachMsg;
use espalier_app::connect::{ConnectMsg, SettingsField};
use espalier_app::files::FileMsg;
use espalier_app::navigate::Route;
use espalier_app::{Confirm, Dialog, Msg, StorageUsage};
use espalier_i18n::Messages;
use espalier_llm::secret::Secret;

/// The id of the element in which a file is chosen.
const INPUT: &str = "import-everything";

#[component]
pub fn DataSection() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let usage = use_selector(|model| model.usage);
    use_effect_with(dispatch.clone(), |dispatch| {
        dispatch.emit(Msg::Connect(ConnectMsg::Measure));
    });
    let node = use_node_ref();
    use_pointed(SettingsField::Data, None, &node);
    let data = &words.settings.data;
    let export = dispatch.reform(|_: MouseEvent| Msg::Files(FileMsg::ExportAll));
    let erase = dispatch.reform(|_: MouseEvent| Msg::Dialog(Some(Dialog::Confirm(Confirm::EraseEverything(false)))));
    html! {
        <Section title={data.title}>
            <p>{ data.intro }</p>
            <p data-testid="storage-usage">{ usage_text(*usage, words) }</p>
            <SavedElsewhere />
            <div class="settings-action">
                <Button label={data.export} icon={IconName::Download} test_id="export" onclick={export} />
                <p class="field-hint">{ data.export_hint }</p>
            </div>
            <Backup />
            <div ref={node} class="settings-copies" role="group" tabindex="-1" aria-label={data.title}>
                <ImportFile />
                <super::place::OwnPlace />
            </div>
            <AttachedFiles />
            <UnreadableRows />
            <div class="settings-action">
                <Button label={data.erase} kind={ButtonKind::Danger} test_id="erase-all" onclick={erase} />
                <p class="field-hint">{ data.erase_hint }</p>
            </div>
        </Section>
    }
}

/// The time of the last save outside this browser.
#[component]
fn SavedElsewhere() -> Html {
    let data = &use_messages().settings.data;
    let saved = use_selector(|model| model.elsewhere.saved);
    let when = use_local_times((*saved).into_iter().collect());
    let text = when.first().map_or_else(|| data.nothing_elsewhere.to_owned(), |when| (data.elsewhere)(when));
    html! { <p data-testid="elsewhere">{ text }</p> }
}

/// The way to a backup. Its password is kept nowhere, not even while it is typed.
#[component]
fn Backup() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let written = use_selector(|model| model.backups.written);
    let typed = use_state(String::new);
    let data = &words.settings.data;
    let ontype = typed.setter();
    let save = {
        let (dispatch, typed) = (dispatch.clone(), typed.clone());
        Callback::from(move |_: MouseEvent| {
            dispatch.emit(Msg::Files(FileMsg::Backup(Secret::new(&*typed))));
            typed.set(String::new());
        })
    };
    let cancel = dispatch.reform(|_: MouseEvent| Msg::Files(FileMsg::CancelBackup));
    // A moment needs no news.
    let rows = written.filter(|rows| *rows > 0);
    html! {
        <div class="settings-action">
            <Field label={data.backup_password} hint={data.backup_password_hint}>
                <TextInput
                    kind="password" value={(*typed).clone()} {ontype} verbatim=true test_id="backup-password"
                    disabled={written.is_some()}
                />
            </Field>
            <Button
                label={data.backup} icon={IconName::Download} test_id="backup-save" disabled={written.is_some()} onclick={save}
            />
            <p class="field-hint">{ data.backup_hint }</p>
            <p role="status" hidden={rows.is_none()} data-testid="backup-progress">
                { rows.map(data.backing_up) }{ " " }
                <Button label={words.shell.cancel} test_id="backup-cancel" onclick={cancel} />
            </p>
        </div>
    }
}

/// Most files that are listed: the largest.
const LISTED: usize = 200;

/// The attached files of all conversations, largest first, each with the way to a message that names it.
#[component]
fn AttachedFiles() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let files = use_selector(|model| model.attachments.listed.clone().unwrap_or_default());
    use_effect_with(dispatch, |dispatch| dispatch.emit(Msg::Attach(AttachMsg::List)));
    let data = &words.settings.data;
    let all: u64 = files.iter().map(|named| named.file.bytes).sum();
    let rows = files.iter().take(LISTED).map(|named| {
        let (file, at) = (&named.file, named.message);
        let address = Route::Chat(Some(at.session), Some(at.id)).to_string();
        html! {
            <li key={file.hash.to_string()} data-testid="stored-file">
                <a href={address}>{ file.name.clone() }</a>
                <span>{ " · " }{ size(file.bytes) }</span>
            </li>
        }
    });
    html! {
        <div class="settings-action" hidden={files.is_empty()} data-testid="stored-files">
            <details>
                <summary>{ (data.files)(files.len(), &size(all)) }</summary>
                <ul class="settings-learned">{ for rows }</ul>
            </details>
            <p class="field-hint">{ data.files_hint }</p>
        </div>
    }
}

/// The stored rows that cannot be read, by name, and the way to keep them.
#[component]
fn UnreadableRows() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let rows = use_selector(|model| {
        let mut rows: Vec<String> = model.unreadable.iter().map(|row| format!("{} {}", row.store, row.key)).collect();
        rows.sort_unstable();
        rows.dedup();
        rows
    });
    let data = &words.settings.data;
    let save = dispatch.reform(|_: MouseEvent| Msg::Files(FileMsg::SaveUnreadable));
    html! {
        <div class="settings-action" hidden={rows.is_empty()} data-testid="unreadable-rows">
            <Button label={data.save_unreadable} icon={IconName::Download} test_id="save-unreadable" onclick={save} />
            <details>
                <summary>{ (data.unreadable)(rows.len()) }</summary>
                <ul class="settings-learned">{ for rows.iter().map(|row| html! { <li key={row.clone()}><code>{ row.clone() }</code></li> }) }</ul>
            </details>
        </div>
    }
}

#[component]
fn ImportFile() -> Html {
    let words = use_messages();
    let data = &words.settings.data;
    let onchoose = use_dispatch().reform(|()| Msg::Files(FileMsg::Choose(INPUT)));
    html! {
        <div class="settings-action">
            <FileButton
                input={INPUT} label={data.import} multiple=true test_id="import-file" {onchoose}
                accept=".espalier,.json,.jsonl,.zip,.png,.charx,application/json"
            />
            <p class="field-hint">{ data.import_hint }</p>
        </div>
    }
}

fn usage_text(usage: Option<StorageUsage>, words: &Messages) -> String {
    let data = &words.settings.data;
    let Some(usage) = usage else {
        return data.measuring.to_owned();
    };
    let kept = if usage.persisted { data.persisted } else { data.not_persisted };
    format!("{} {kept}", (data.usage)(&size(usage.used), &size(usage.quota)))
}
