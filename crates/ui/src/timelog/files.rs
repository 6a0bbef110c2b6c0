//! The log out to files and in from files, with the report of what an import would do.

use std::rc::Rc;

use yew::prelude::*;

use super::period::with_day;
use crate::kit::dom::press_element;
use crate::kit::shared::Shared;
use crate::kit::{Button, ButtonKind, FileTools, Modal, Select, SelectOption, TextInput};
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::files::FileMsg;
use espalier_app::timelog::TimeMsg;
use espalier_app::timelog::files::ImportMsg;
use espalier_app::{Model, Msg};
use espalier_base::date::DateRange;
use espalier_base::text::truncate;
use espalier_i18n::time::Time;
use espalier_timelog::formats::{DayOrder, DryRun, Format, Outcome, Question, Role, Table};

/// The id of the element in which a file is chosen.
const INPUT: &str = "import-time";
/// Most rows of a file listed.
const SHOWN: usize = 100;
const NAMES: [&str; 8] = ["json", "csv", "toggl", "clockify", "solidtime", "timewarrior", "activitywatch", "ics"];

fn name_of(format: Format) -> &'static str {
    Format::ALL.iter().position(|known| *known == format).map_or("", |at| NAMES[at])
}

fn word_of(format: Format, say: &Time) -> &'static str {
    Format::ALL.iter().position(|known| *known == format).map_or("", |at| say.files.formats[at])
}

/// Lets the person choose a file to import, as the item behind "…" does.
pub fn choose_file() {
    press_element(INPUT);
}

/// Taking the log along, and bringing entries in.
#[component]
pub fn Files() -> Html {
    let words = use_messages();
    let say = &words.time;
    let dispatch = use_dispatch();
    let (empty, read_only) =
        *use_selector(|model: &Model| (model.timelog.columns.is_empty(), model.read_only.is_some()));
    // The first is the one that other programs read.
    let mut formats: Vec<_> =
        Format::WRITTEN.into_iter().map(|format| (name_of(format), word_of(format, say))).collect();
    formats.sort_by_key(|(value, _)| *value != name_of(Format::Csv));
    let onexport = dispatch.reform(|value: &'static str| {
        let format = Format::WRITTEN.into_iter().find(|format| name_of(*format) == value);
        Msg::Time(TimeMsg::Export(format.unwrap_or(Format::Csv)))
    });
    let onimport = dispatch.reform(|()| Msg::Files(FileMsg::Choose(INPUT)));
    html! {
        <FileTools
            {formats} format={say.files.format} export={say.files.export} import={say.files.import}
            accept=".csv,.json,.ics,.txt,.zip,text/csv,application/json,text/calendar,application/zip" input={INPUT} {empty}
            {read_only} {onexport} {onimport}
        />
    }
}

#[derive(Debug, Clone, PartialEq)]
struct ImportState {
    file: String,
    run: Shared<DryRun>,
    overlapping: usize,
    kinds: (usize, usize),
    order: Option<DayOrder>,
    range: Option<DateRange>,
    usual: DateRange,
}

impl ImportState {
    fn of(model: &Model) -> Option<Self> {
        let import = model.timelog.import.as_ref()?;
        let today = model.today();
        let usual = DateRange::new(today.plus_days(-89), today);
        Some(Self {
            file: import.file.clone(),
            run: Shared(Rc::clone(&import.run)),
            overlapping: import.overlapping,
            kinds: import.kinds,
            order: import.order,
            range: import.range,
            usual,
        })
    }
}

/// The report of an import, while there is one.
#[component]
pub fn TimeImport() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let state = use_selector(ImportState::of);
    let send = dispatch.reform(|msg: ImportMsg| Msg::Time(TimeMsg::Import(msg)));
    let report = state.as_ref().as_ref().map(|state| {
        html! {
            <Modal title={words.time.files.title} test_id="import-report" onclose={send.reform(|()| ImportMsg::Cancel)}>
                { view(state, &words.time, words.shell.cancel, &send) }
            </Modal>
        }
    });
    html! { <div>{ report }</div> }
}

fn view(state: &ImportState, say: &'static Time, cancel: &'static str, send: &Callback<ImportMsg>) -> Html {
    let files = &say.files;
    let run = &*state.run;
    let (new, known, skipped) = run.counts();
    let has_kinds = state.kinds != (0, 0);
    let summary = if new == 0 && !has_kinds && run.questions.is_empty() { files.nothing } else { "" };
    let kinds = has_kinds.then(|| html! { <p>{ (files.kinds)(state.kinds.0, state.kinds.1) }</p> });
    let overlapping = (state.overlapping > 0)
        .then(|| html! { <p data-testid="import-overlaps">{ (files.overlapping)(state.overlapping) }</p> });
    let ignored = (!run.ignored.is_empty()).then(|| html! { <p>{ (files.ignored)(&run.ignored.join(", ")) }</p> });
    let rows = run.rows.iter().filter_map(|(place, outcome)| Some((*place, remark(outcome, say)?)));
    let all: Vec<(usize, String)> = rows.collect();
    let more = all.len().saturating_sub(SHOWN);
    let listed = all.iter().take(SHOWN).enumerate().map(|(at, (place, text))| {
        html! { <li key={at}><span>{ (files.row)(*place) }</span><span class="import-outcome">{ text.clone() }</span></li> }
    });
    html! {
        <>
            <p>{ state.file.clone() }</p>
            { formats(run.format, say, send) }
            <p role="status"><strong>{ (files.counts)(new, known, skipped) }{ " " }{ summary }</strong></p>
            { kinds }
            { overlapping }
            { ignored }
            { columns(state, send) }
            { order(state, say, send) }
            { occurrences(state, send) }
            <details hidden={all.is_empty()} open={new == 0 && run.questions.is_empty()}>
                <summary>{ files.rows }</summary>
                <ul class="import-entries">{ for listed }<li key="more" hidden={more == 0}>{ (files.more)(more) }</li></ul>
            </details>
            <div class="dialog-actions">
                <Button label={cancel} test_id="import-cancel" onclick={send.reform(|_: MouseEvent| ImportMsg::Cancel)} />
                <Button
                    label={files.apply} kind={ButtonKind::Primary} test_id="import-apply" focused=true disabled={!run.questions.is_empty()}
                    onclick={send.reform(|_: MouseEvent| ImportMsg::Apply)}
                />
            </div>
        </>
    }
}

/// Returns the remark on a row; `None` for one that is simply new.
fn remark(outcome: &Outcome, say: &Time) -> Option<String> {
    match outcome {
        Outcome::New(_, None) => None,
        Outcome::New(_, Some(reason)) | Outcome::Skipped(reason) => Some((say.reason)(reason)),
        Outcome::Known(_) => Some(say.files.known.to_owned()),
        Outcome::Repeated(_, place) => Some((say.files.repeated)(*place)),
    }
}

/// Draws the menu with the format the file was read as.
fn formats(format: Format, say: &'static Time, send: &Callback<ImportMsg>) -> Html {
    let onchoose = send.reform(move |value: String| {
        ImportMsg::As(Format::ALL.into_iter().find(|format| name_of(*format) == value).unwrap_or(format))
    });
    let options = Format::ALL.into_iter();
    let options: Vec<_> = options.map(|option| SelectOption::new(name_of(option), word_of(option, say))).collect();
    html! {
        <label class="time-field"><span>{ say.files.read_as }</span>
            <Select test_id="import-format" {options} value={name_of(format)} {onchoose} />
        </label>
    }
}

/// Draws the choice of a table's columns; it is required where no column holds a time.
fn columns(state: &ImportState, send: &Callback<ImportMsg>) -> Option<Html> {
    let table = state.run.table.clone()?;
    let is_asked = state.run.questions.contains(&Question::Columns);
    let key = format!("{:?}", table.roles);
    Some(html! { <ColumnsChoice {key} table={Shared(Rc::new(table))} {is_asked} send={send.clone()} /> })
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct ColumnsProps {
    table: Shared<Table>,
    is_asked: bool,
    send: Callback<ImportMsg>,
}

/// Asks what is in each column.
#[component]
fn ColumnsChoice(props: &ColumnsProps) -> Html {
    let words = use_messages();
    let files = &words.time.files;
    let roles = use_state_eq(|| props.table.roles.clone());
    let rows = props.table.header.iter().enumerate().map(|(at, name)| {
        let onchoose = {
            let roles = roles.clone();
            Callback::from(move |value: String| {
                let mut next = (*roles).clone();
                next[at] = Role::named(&value);
                roles.set(next);
            })
        };
        let now = roles[at];
        let offered = Role::OFFERED.into_iter().zip(files.roles);
        // A column can be known for more than is offered.
        let other = now.filter(|role| !Role::OFFERED.contains(role)).map(|role| (role, role.name()));
        let options = offered.chain(other).map(|(role, word)| SelectOption::new(role.name(), word));
        let options: Vec<_> = std::iter::once(SelectOption::new("", files.columns[2])).chain(options).collect();
        let value = now.map_or("", Role::name);
        let sample = props.table.sample.get(at).map(|text| truncate(text, 40)).unwrap_or_default();
        html! {
            <label key={at} class="time-field import-column">
                <span>{ name.clone() }{ " " }<em>{ sample }</em></span>
                <Select test_id="import-column" {options} {value} {onchoose} />
            </label>
        }
    });
    let enough = Table::is_enough(&roles);
    let onclick = {
        let roles = (*roles).clone();
        props.send.reform(move |_: MouseEvent| ImportMsg::Columns(roles.clone()))
    };
    html! {
        <details class="import-policy" data-testid="import-columns" open={props.is_asked}>
            <summary>{ files.columns[0] }</summary>
            <p>{ files.columns[1] }</p>
            <div class="time-pair">{ for rows }</div>
            <Button label={files.columns[3]} test_id="import-read" disabled={!enough} {onclick} />
        </details>
    }
}

/// The question for the order of days and months, whose answer can be changed.
fn order(state: &ImportState, say: &'static Time, send: &Callback<ImportMsg>) -> Option<Html> {
    let example = state.run.questions.iter().find_map(|question| match question {
        Question::DayOrder { example } => Some((say.files.order)(example)),
        _ => None,
    });
    let legend = example.clone().map(|text| html! { <legend>{ text }</legend> });
    (example.is_some() || state.order.is_some()).then(|| {
        html! { <fieldset class="import-policy" data-testid="import-order">{ legend }{ orders(state, say, send) }</fieldset> }
    })
}

/// The question for the days of events that repeat, whose answer can be changed.
fn occurrences(state: &ImportState, send: &Callback<ImportMsg>) -> Option<Html> {
    let events = state.run.questions.iter().find_map(|question| match question {
        Question::Occurrences { events } => Some(*events),
        _ => None,
    });
    let range = state.range.unwrap_or(state.usual);
    let is_asked = events.is_some() || state.range.is_some();
    is_asked.then(|| html! { <Occurrences key="occurrences" {events} {range} send={send.clone()} /> })
}

fn orders(state: &ImportState, say: &'static Time, send: &Callback<ImportMsg>) -> Html {
    let options = [(DayOrder::DayFirst, "day"), (DayOrder::MonthFirst, "month")];
    let options = options.into_iter().zip(say.files.orders).map(|((order, value), text)| {
        let onchange = send.reform(move |_: Event| ImportMsg::Order(order));
        html! {
            <label key={value} class="import-option">
                <input type="radio" name="import-order" {value} checked={state.order == Some(order)} {onchange} />
                <span>{ text }</span>
            </label>
        }
    });
    html! { <>{ for options }</> }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct OccurrencesProps {
    /// Number of repeating events; none once that was answered.
    events: Option<usize>,
    range: DateRange,
    send: Callback<ImportMsg>,
}

/// Asks in which days repeating events are wanted.
#[component]
fn Occurrences(props: &OccurrencesProps) -> Html {
    let words = use_messages();
    let say = &words.time;
    let range = use_state_eq(|| props.range);
    let day = |is_first: bool| {
        let range = range.clone();
        Callback::from(move |value: String| {
            if let Some(days) = with_day(*range, &value, is_first) {
                range.set(days);
            }
        })
    };
    let now = *range;
    let onclick = props.send.reform(move |_: MouseEvent| ImportMsg::Range(now));
    html! {
        <fieldset class="import-policy" data-testid="import-occurrences">
            <legend>{ props.events.map_or_else(|| say.files.repeating.to_owned(), say.files.repeats) }</legend>
            <label class="time-field"><span>{ say.from }</span><TextInput kind="date" value={now.first.to_string()} oncommit={day(true)} /></label>
            <label class="time-field"><span>{ say.to }</span><TextInput kind="date" value={now.last.to_string()} oncommit={day(false)} /></label>
            <Button label={say.files.again} test_id="import-range" {onclick} />
        </fieldset>
    }
}
