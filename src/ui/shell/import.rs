//! The report of an import before it is done: what was read, what would change, and the question whether to do it.
//!
//! A file can come from the settings, from a room, or be dropped onto the page; the report is the same. Must not be in
//! here: reading, comparing, writing.

use yew::prelude::*;

use crate::app::files::{FileMsg, ImportState};
use crate::app::{Model, Msg};
use crate::feature::chat::import::{Counts, Entry, Outcome, Skipped};
use crate::i18n::Messages;
use crate::model::change::Change;
use crate::storage::archive::ConflictPolicy;
use crate::ui::kit::{Button, ButtonKind, Modal};
use crate::ui::store::{use_dispatch, use_messages, use_selector};

/// How many conversations are listed one by one.
const SHOWN: usize = 100;

/// What is shown of an import.
#[derive(Debug, Clone, PartialEq)]
struct Shown {
    file: String,
    entries: Vec<Entry>,
    more: usize,
    /// New and changed rows, once it was compared.
    changes: Option<(usize, usize)>,
    policy: ConflictPolicy,
    /// Something is here with other content.
    conflicts: bool,
    /// Something in the file was not taken.
    skipped: bool,
    /// It is compared once more before it is done.
    applying: bool,
    /// It was not done, as it would have done something else.
    differs: bool,
}

impl Shown {
    fn of(state: &ImportState) -> Self {
        let report = &state.contents.report;
        // What went wrong is not to be lost at the end of a long list.
        let lost = |entry: &Entry| match &entry.outcome {
            Outcome::Skipped(why) => !matches!(why, Skipped::Duplicate),
            Outcome::Read(counts) => counts.unreadable > 0,
        };
        let any_lost = report.iter().any(lost);
        let (skipped, read): (Vec<_>, Vec<_>) =
            report.iter().cloned().partition(|entry| matches!(entry.outcome, Outcome::Skipped(_)));
        Self {
            file: state.file.clone(),
            entries: skipped.into_iter().chain(read).take(SHOWN).collect(),
            more: report.len().saturating_sub(SHOWN),
            changes: state.plan.as_ref().map(|plan| {
                let added = plan.changes.iter().filter(|(_, change)| matches!(change, Change::Added(_))).count();
                (added, plan.changes.len() - added)
            }),
            policy: state.policy,
            conflicts: state
                .plan
                .as_ref()
                .is_some_and(|plan| plan.tables.values().any(|table| table.replaced + table.kept > 0)),
            skipped: any_lost,
            applying: state.applying,
            differs: state.differs,
        }
    }
}

/// The report, while there is one.
#[component]
pub fn ImportReport() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let shown = use_selector(|model: &Model| model.import.as_ref().map(Shown::of));
    let report = (*shown).as_ref().map(|shown| {
        let cancel = dispatch.reform(|()| Msg::Files(FileMsg::Cancel));
        html! {
            <Modal title={words.settings.import.title} test_id="import-report" onclose={cancel}>
                { view(shown, words, &dispatch) }
            </Modal>
        }
    });
    html! { <div>{ report }</div> }
}

fn view(shown: &Shown, words: &'static Messages, dispatch: &Callback<Msg>) -> Html {
    let import = &words.settings.import;
    let summary = match shown.changes {
        _ if shown.applying => import.comparing.to_owned(),
        None => import.comparing.to_owned(),
        Some((0, 0)) if shown.skipped => import.nothing_left.to_owned(),
        Some((0, 0)) => import.nothing.to_owned(),
        Some((added, changed)) => (import.changes)(added, changed),
    };
    let entries = shown.entries.iter().enumerate().map(|(index, entry)| view_entry(index, entry, words));
    let cancel = dispatch.reform(|_: MouseEvent| Msg::Files(FileMsg::Cancel));
    let apply = dispatch.reform(|_: MouseEvent| Msg::Files(FileMsg::Apply));
    html! {
        <>
            <p>{ (import.file)(&shown.file) }</p>
            <p role="status">
                { shown.differs.then(|| html! { <span data-testid="import-differs">{ import.differs }{ " " }</span> }) }
                <strong>{ summary }</strong>
            </p>
            <ul class="import-entries">
                { for entries }
                <li key="more" hidden={shown.more == 0}>{ (import.more)(shown.more) }</li>
            </ul>
            { shown.conflicts.then(|| view_policy(shown.policy, words, dispatch)) }
            <div class="dialog-actions">
                <Button label={words.shell.cancel} test_id="import-cancel" onclick={cancel} />
                <Button
                    label={import.apply} kind={ButtonKind::Primary} test_id="import-apply" focused=true
                    disabled={shown.changes.is_none() || shown.applying} onclick={apply}
                />
            </div>
        </>
    }
}

fn view_entry(index: usize, entry: &Entry, words: &'static Messages) -> Html {
    let import = &words.settings.import;
    let title = if entry.title.is_empty() { import.untitled.to_owned() } else { entry.title.clone() };
    let (skipped, text) = match &entry.outcome {
        Outcome::Read(counts) => (false, counted(*counts, words)),
        Outcome::Skipped(Skipped::Empty) => (true, import.empty.to_owned()),
        Outcome::Skipped(Skipped::Duplicate) => (true, import.duplicate.to_owned()),
        Outcome::Skipped(Skipped::Malformed(reason)) => (true, (import.malformed)(reason)),
    };
    html! {
        <li key={index} class={classes!("import-entry", skipped.then_some("import-skipped"))}>
            <span>{ title }</span>
            <span class="import-outcome">{ text }</span>
        </li>
    }
}

fn counted(counts: Counts, words: &Messages) -> String {
    let import = &words.settings.import;
    let mut parts = Vec::new();
    if counts.messages > 0 {
        parts.push((import.read)(counts.messages, counts.branches));
    }
    if counts.hidden > 0 {
        parts.push((import.hidden)(counts.hidden));
    }
    if counts.unreadable > 0 {
        parts.push((import.unreadable)(counts.unreadable));
    }
    parts.join(" · ")
}

fn view_policy(chosen: ConflictPolicy, words: &'static Messages, dispatch: &Callback<Msg>) -> Html {
    let import = &words.settings.import;
    let options = [
        (ConflictPolicy::KeepMine, "keep-mine", import.keep_mine),
        (ConflictPolicy::TakeTheirs, "take-theirs", import.take_theirs),
    ];
    let options = options.into_iter().map(|(policy, value, text)| {
        let onchange = dispatch.reform(move |_: Event| Msg::Files(FileMsg::SetPolicy(policy)));
        html! {
            <label key={value} class="import-option">
                <input type="radio" name="import-policy" {value} checked={policy == chosen} {onchange} />
                <span>{ text }</span>
            </label>
        }
    });
    html! {
        <fieldset class="import-policy">
            <legend>{ import.policy }</legend>
            { for options }
        </fieldset>
    }
}
