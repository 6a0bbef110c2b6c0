//! The entries behind a number of an answer.

use yew::prelude::*;

use crate::kit::{IconButton, IconName};
use crate::store::{use_dispatch, use_messages, use_selector};
use crate::timelog::time_of;
use espalier_app::timelog::TimeMsg;
use espalier_app::{Model, Msg};
use espalier_model::evidence::Behind;
use espalier_model::timelog::TimeEntryId;
use espalier_model::{MessageKey, TimeCategory, TimeEntry};

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct EvidenceListProps {
    pub at: MessageKey,
    /// The place of the source among those of the answer.
    pub source: usize,
    pub onclose: Callback<()>,
}

#[derive(Debug, PartialEq)]
struct EvidenceLine {
    id: TimeEntryId,
    when: String,
    what: String,
}

/// The list of entries behind a number, each a button that opens the entry.
#[component]
pub fn EvidenceList(props: &EvidenceListProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let (at, source) = (props.at, props.source);
    let found = use_selector(move |model| lines_of(model, at, source));
    let (lines, count) = &*found;
    let rows = lines.iter().map(|line| {
        let id = line.id;
        let onclick = dispatch.reform(move |_: MouseEvent| Msg::Time(TimeMsg::Edit(id)));
        html! {
            <li key={id.to_string()}>
                <button type="button" class="evidence-entry" data-id={id.to_string()} {onclick}>
                    <span>{ line.when.clone() }</span>{ " " }<span>{ line.what.clone() }</span>
                </button>
            </li>
        }
    });
    html! {
        <section class="evidence-list" aria-label={(words.helper.behind)(lines.len(), *count)}>
            <header class="evidence-head">
                <h4>{ (words.helper.behind)(lines.len(), *count) }</h4>
                <IconButton icon={IconName::Close} label={words.shell.close} onclick={props.onclose.reform(|_: MouseEvent| ())} />
            </header>
            <ul>{ for rows }</ul>
        </section>
    }
}

/// The entries that are still there, and how many there were.
fn lines_of(model: &Model, at: MessageKey, source: usize) -> (Vec<EvidenceLine>, usize) {
    let grounding = model.message(at).and_then(|message| message.grounding.as_ref());
    let Some(Behind { entries, count }) = grounding.and_then(|grounding| grounding.sources.get(source)) else {
        return (Vec::new(), 0);
    };
    let rows = entries.iter().filter_map(|id| model.workspace.get::<TimeEntry>(id));
    (rows.map(|row| line_of(model, row)).collect(), *count)
}

fn line_of(model: &Model, row: &TimeEntry) -> EvidenceLine {
    let calendar = model.timelog.columns.calendar();
    let format = model.time_format();
    let clock = |at| (calendar.day_of(at), time_of(at, calendar, format));
    let (day, start) = clock(row.start);
    let end = row.end.map_or_else(
        || "…".to_owned(),
        |end| match clock(end) {
            // The day is said once.
            (other, time) if other == day => time,
            (other, time) => format!("{other} {time}"),
        },
    );
    let category = row.category.and_then(|id| model.workspace.get::<TimeCategory>(&id)).map(|row| row.name.clone());
    let parts = [category.unwrap_or_default(), row.note.lines().next().unwrap_or_default().to_owned()];
    let what: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    EvidenceLine { id: row.id, when: format!("{day} {start} – {end}"), what: what.join(" · ") }
}
