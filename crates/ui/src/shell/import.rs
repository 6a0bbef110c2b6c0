//! The report of an import before it is done: what was read, what would change, and the question whether to do it.
//!
//! A file can come from the settings, from a room, or be dropped onto the page; the report is the same.

use yew::prelude::*;

use crate::kit::{Button, ButtonKind, Checkbox, Field, Modal, TextInput};
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::files::{FileMsg, ImportState};
use espalier_app::{Model, Msg};
use espalier_chat::import::{Counts as Read, Entry, Outcome, Skipped};
use espalier_i18n::Messages;
use espalier_llm::provider;
use espalier_llm::request::origin_of;
use espalier_llm::secret::Secret;
use espalier_model::persona::{Persona, Preset};
use espalier_model::{Record, Slug, Table};
use espalier_storage::archive::{ConflictPolicy, Counts, OriginChange, Target};

/// Most entries listed one by one.
const SHOWN: usize = 100;

/// Summary of an import, as the report shows it.
#[derive(Debug, Clone, PartialEq)]
struct ImportSummary {
    file: String,
    entries: Vec<Entry>,
    more: usize,
    /// New and changed rows by table, once it was compared.
    changes: Option<[Vec<(Table, usize)>; 2]>,
    /// Whether something is here already and differs, so that there is a choice.
    differing: bool,
    policy: ConflictPolicy,
    /// Whether some entries of the file were skipped.
    skipped: bool,
    /// Targets of prompts in the file, each with whether it is imported.
    asked: Vec<(OriginChange, bool)>,
    /// Number of unreadable rows, which can be saved as they are.
    broken: usize,
    /// Instructions of the agents in the file, by their names.
    agents: Vec<(String, String)>,
    /// Whether it is being compared once more before it is applied.
    applying: bool,
    /// Whether it was not applied, as its effect had changed.
    differs: bool,
    /// Whether the end of the file is missing.
    cut: bool,
}

impl ImportSummary {
    fn of(state: &ImportState) -> Self {
        let report = &state.contents.report;
        // What went wrong is not to be lost at the end of a long list.
        let lost = |entry: &Entry| match &entry.outcome {
            Outcome::Skipped(why) => !matches!(why, Skipped::Duplicate),
            Outcome::Read(counts) => counts.unreadable > 0,
            Outcome::Row(..) => false,
        };
        let any_lost = report.iter().any(lost);
        let mut entries = report.clone();
        entries.sort_by_key(rank);
        entries.truncate(SHOWN);
        Self {
            file: state.file.clone(),
            entries,
            more: report.len().saturating_sub(SHOWN),
            changes: state.plan.as_ref().map(|plan| {
                let of = |count: fn(&Counts) -> usize| {
                    let counts = plan.tables.iter().map(|(table, counts)| (*table, count(counts)));
                    counts.filter(|(_, count)| *count > 0).collect()
                };
                [of(|counts| counts.added), of(|counts| counts.replaced)]
            }),
            differing: state.plan.as_ref().is_none_or(|plan| {
                let total = plan.total();
                total.kept + total.replaced > 0
            }),
            policy: state.policy,
            skipped: any_lost,
            asked: state.asked.iter().map(|one| (one.clone(), state.taken.contains(&one.target))).collect(),
            broken: state.contents.broken.len(),
            agents: told_by_agents(&state.contents.records),
            applying: state.applying,
            differs: state.differs,
            cut: state.cut,
        }
    }
}

/// Returns the sort key: skipped entries first, then repaired or partly read ones, then the rest in file order.
fn rank(entry: &Entry) -> u8 {
    match entry.outcome {
        Outcome::Skipped(_) => 0,
        Outcome::Read(counts) if counts.unreadable + counts.orphans + counts.rings > 0 => 1,
        _ => 2,
    }
}

/// The report, while there is one.
#[component]
pub fn ImportReport() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let summary = use_selector(|model: &Model| model.import.as_ref().map(ImportSummary::of));
    let report = (*summary).as_ref().map(|summary| {
        let cancel = dispatch.reform(|()| Msg::Files(FileMsg::Cancel));
        html! {
            <Modal title={words.settings.import.title} test_id="import-report" onclose={cancel}>
                { view(summary, words, &dispatch) }
            </Modal>
        }
    });
    html! { <div>{ report }<Unlock /></div> }
}

/// The question for the password of a backup, while one waits for it.
#[component]
fn Unlock() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let locked =
        use_selector(|model: &Model| model.backups.locked.as_ref().map(|file| (file.name.clone(), file.refused)));
    let typed = use_state(String::new);
    let import = &words.settings.import;
    let Some((name, refused)) = (*locked).clone() else { return html! {} };
    let ontype = typed.setter();
    let onsubmit = {
        let (dispatch, typed) = (dispatch.clone(), typed.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            dispatch.emit(Msg::Files(FileMsg::Unlock(Secret::new(&*typed))));
            typed.set(String::new());
        })
    };
    let cancel = dispatch.reform(|_: MouseEvent| Msg::Files(FileMsg::Cancel));
    let onclose = dispatch.reform(|()| Msg::Files(FileMsg::Cancel));
    html! {
        <Modal title={import.locked} test_id="import-locked" {onclose}>
            <p>{ (import.file)(&name) }</p>
            <form {onsubmit}>
                <Field label={import.password}>
                    <TextInput
                        kind="password" value={(*typed).clone()} {ontype} verbatim=true focused=true invalid={refused}
                        described_by="import-password-error" test_id="import-password"
                    />
                </Field>
                <p id="import-password-error" role="alert" hidden={!refused} data-testid="import-password-error">
                    { import.wrong_password }
                </p>
                <div class="dialog-actions">
                    <Button label={words.shell.cancel} test_id="import-cancel" onclick={cancel} />
                    <Button label={import.unlock} kind={ButtonKind::Primary} test_id="import-unlock" submit=true />
                </div>
            </form>
        </Modal>
    }
}

fn view(summary: &ImportSummary, words: &'static Messages, dispatch: &Callback<Msg>) -> Html {
    let import = &words.settings.import;
    let outcome = match &summary.changes {
        Some([added, replaced]) if !summary.applying => match (added.is_empty(), replaced.is_empty()) {
            (true, true) if summary.skipped => import.nothing_left.to_owned(),
            (true, true) => import.nothing.to_owned(),
            (false, true) => (import.adds)(&(import.kinds)(added)),
            (true, false) => (import.replaces)(&(import.kinds)(replaced)),
            (false, false) => {
                format!(
                    "{}{}{}",
                    (import.adds)(&(import.kinds)(added)),
                    import.between,
                    (import.replaces)(&(import.kinds)(replaced))
                )
            }
        },
        _ => import.comparing.to_owned(),
    };
    let entries = summary.entries.iter().enumerate().map(|(index, entry)| view_entry(index, entry, words));
    let cancel = dispatch.reform(|_: MouseEvent| Msg::Files(FileMsg::Cancel));
    let apply = dispatch.reform(|_: MouseEvent| Msg::Files(FileMsg::Apply));
    html! {
        <>
            <p>{ (import.file)(&summary.file) }</p>
            <p role="alert" hidden={!summary.cut} data-testid="import-cut"><strong>{ import.cut }</strong></p>
            <p role="status">
                { summary.differs.then(|| html! { <span data-testid="import-differs">{ import.differs }{ " " }</span> }) }
                <strong>{ outcome }</strong>
            </p>
            <ul class="import-entries">
                { for entries }
                <li key="more" hidden={summary.more == 0}>{ (import.more)(summary.more) }</li>
            </ul>
            { view_agents(&summary.agents, words) }
            { view_broken(summary.broken, words, dispatch) }
            { view_asked(&summary.asked, words, dispatch) }
            <div hidden={!summary.differing}>{ view_policy(summary.policy, words, dispatch) }</div>
            <div class="dialog-actions">
                <Button label={words.shell.cancel} test_id="import-cancel" onclick={cancel} />
                <Button
                    label={import.apply} kind={ButtonKind::Primary} test_id="import-apply" focused=true
                    disabled={summary.changes.is_none() || summary.applying} onclick={apply}
                />
            </div>
        </>
    }
}

fn view_entry(index: usize, entry: &Entry, words: &'static Messages) -> Html {
    let import = &words.settings.import;
    let title = match &entry.outcome {
        Outcome::Skipped(Skipped::DamagedPart(number)) => (import.part)(*number),
        _ if entry.title.is_empty() => import.untitled.to_owned(),
        _ => entry.title.clone(),
    };
    let (skipped, text) = match &entry.outcome {
        Outcome::Read(counts) => (false, counted(*counts, words)),
        Outcome::Row(Table::Maps, nodes) => (false, (import.kinds)(&[(Table::Maps, 1), (Table::Nodes, *nodes)])),
        Outcome::Row(Table::Scenes, shapes) => (false, (import.kinds)(&[(Table::Scenes, 1), (Table::Shapes, *shapes)])),
        Outcome::Row(table, _) => (false, (import.kinds)(&[(*table, 1)])),
        Outcome::Skipped(Skipped::Empty) => (true, import.empty.to_owned()),
        Outcome::Skipped(Skipped::Duplicate) => (true, import.duplicate.to_owned()),
        Outcome::Skipped(Skipped::DamagedPart(_)) => (true, import.damaged.to_owned()),
        Outcome::Skipped(Skipped::Malformed(reason)) => (true, (import.malformed)(reason)),
    };
    html! {
        <li key={index} class={classes!("import-entry", skipped.then_some("import-skipped"))}>
            <span>{ title }</span>
            <span class="import-outcome">{ text }</span>
        </li>
    }
}

fn counted(counts: Read, words: &Messages) -> String {
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
    if counts.orphans > 0 {
        parts.push((import.orphans)(counts.orphans));
    }
    if counts.rings > 0 {
        parts.push((import.rings)(counts.rings));
    }
    parts.join(" · ")
}

/// Returns the enabled instructions of each agent.
fn told_by_agents(records: &[Record]) -> Vec<(String, String)> {
    let agents = records.iter().filter_map(|record| match record {
        Record::Personas(agent) => Some(agent),
        _ => None,
    });
    let told = |preset: &Preset| match preset {
        Preset::Message { text, enabled: true, .. } => Some(text.clone()),
        _ => None,
    };
    let text = |agent: &Persona| agent.presets.iter().filter_map(told).collect::<Vec<_>>().join("\n\n");
    agents.map(|agent| (agent.name.clone(), text(agent))).filter(|(_, text)| !text.is_empty()).take(SHOWN).collect()
}

/// An agent speaks for the person, so what it says can be read before it does.
fn view_agents(agents: &[(String, String)], words: &'static Messages) -> Html {
    let all = agents.iter().enumerate().map(|(index, (name, text))| {
        html! {
            <details key={index} data-testid="import-agent">
                <summary>{ (words.settings.import.agent_says)(name) }</summary>
                <pre class="import-agent">{ text.clone() }</pre>
            </details>
        }
    });
    html! { <div>{ for all }</div> }
}

/// The rows that cannot be read are not lost: they can be kept as they are.
fn view_broken(broken: usize, words: &'static Messages, dispatch: &Callback<Msg>) -> Html {
    let import = &words.settings.import;
    let save = dispatch.reform(|_: MouseEvent| Msg::Files(FileMsg::SaveBroken));
    html! {
        <p hidden={broken == 0}>
            { (import.broken)(broken) }{ " " }
            <Button label={import.save_broken} test_id="import-save-broken" onclick={save} />
        </p>
    }
}

/// Each address that a file would send prompts to, with a tick of its own; none is set by itself.
fn view_asked(asked: &[(OriginChange, bool)], words: &'static Messages, dispatch: &Callback<Msg>) -> Html {
    let import = &words.settings.import;
    let name = |id: &Slug| {
        provider::by_id(id.as_str()).map_or_else(|| id.to_string(), |known| known.name.get(words.language).to_owned())
    };
    let place = |address: &str| origin_of(address).unwrap_or_else(|| address.to_owned());
    let options = asked.iter().map(|(one, taken)| {
        let text = match &one.target {
            Target::Endpoint(id) => {
                let before = one.instead_of.as_deref().map(place);
                (import.take_endpoint)(&name(id), &place(&one.address), before.as_deref())
            }
            Target::Provider(id) => (import.take_provider)(&name(id), &place(&one.address)),
            Target::Agents(id) => (import.take_agents)(&one.agents, &name(id), &place(&one.address)),
        };
        let target = one.target.clone();
        let ontick = dispatch.reform(move |taken: bool| Msg::Files(FileMsg::Take(target.clone(), taken)));
        html! {
            <label key={format!("{:?}", one.target)} class="import-option" data-testid="import-target">
                <Checkbox checked={*taken} {ontick} />
                <span>{ text }</span>
            </label>
        }
    });
    html! {
        <fieldset class="import-policy" hidden={asked.is_empty()}>
            <legend>{ import.targets }</legend>
            <p class="field-hint">{ import.targets_hint }</p>
            { for options }
        </fieldset>
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use espalier_i18n::messages;
    use espalier_model::settings::Language;

    #[test]
    fn what_an_agent_tells_a_model_can_be_read_before_it_is_imported() {
        let mut agent = espalier_chat::personas::shipped(Language::En).remove(0);
        agent.name = "Helper".to_owned();
        let message = |text: &str, enabled| Preset::Message {
            role: espalier_model::persona::Role::System,
            text: text.to_owned(),
            enabled,
        };
        agent.presets = vec![message("Obey.", true), Preset::ChatHistory, message("Off.", false)];
        let told = told_by_agents(&[Record::Personas(std::rc::Rc::new(agent))]);
        assert_eq!(told, [("Helper".to_owned(), "Obey.".to_owned())]);
    }

    #[test]
    fn what_was_repaired_is_named_before_what_was_not_and_says_how() {
        let read = |title: &str, counts: Read| Entry { title: title.to_owned(), outcome: Outcome::Read(counts) };
        let whole = Read { messages: 4, branches: 1, ..Read::default() };
        let skipped = Entry { title: "Gone".to_owned(), outcome: Outcome::Skipped(Skipped::Empty) };
        let repaired = Read { orphans: 1, rings: 2, ..whole };
        let mut entries = [read("A", whole), read("B", repaired), skipped, read("C", whole)];
        entries.sort_by_key(rank);
        let titles: Vec<&str> = entries.iter().map(|entry| entry.title.as_str()).collect();
        assert_eq!(titles, ["Gone", "B", "A", "C"]);
        assert_eq!(
            counted(repaired, messages(Language::En)),
            "4 messages · repaired: 1 message follows one that’s missing and now begins a branch · repaired: 2 loops of \
             messages were cut open"
        );
        assert_eq!(
            counted(repaired, messages(Language::Zh)),
            "4条消息 · 已修复：1条消息的上一条缺失，现作为分支的开头 · 已修复：断开2处首尾相接的消息"
        );
    }
}
