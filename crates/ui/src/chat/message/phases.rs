//! Phases of an answer in the making, with the time each took.

use gloo::timers::callback::Interval;
use yew::prelude::*;

use crate::store::use_messages;
use espalier_agent::progress::Phase;
use espalier_app::prompt::PhaseView;
use espalier_base::time::Timestamp;
use espalier_base::words::elapsed;
use espalier_i18n::Messages;
use espalier_model::settings::Language;

/// Interval at which the current phase is counted, in milliseconds.
const TICK_MS: u32 = 250;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct PhasesProps {
    pub phases: Vec<PhaseView>,
}

/// The list of an answer's phases; the last one counts its seconds.
#[component]
pub fn Phases(props: &PhasesProps) -> Html {
    let words = use_messages();
    let last = props.phases.len().saturating_sub(1);
    let items = props.phases.iter().enumerate().map(|(index, view)| {
        let words_of_tools = (!view.words.is_empty()).then(|| (words.chat.phase_words)(&view.words));
        html! {
            <li
                key={index} class="phase" data-testid="phase" data-phase={view.phase.name()}
                aria-current={(index == last).then_some("step")}
            >
                { name(view.phase, words) }{ words_of_tools }{ " " }<Clock ms={view.ms} since={view.since} language={words.language} />
            </li>
        }
    });
    html! { <ol class="phases" data-testid="phases" aria-label={words.chat.phases}>{ for items }</ol> }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct ClockProps {
    ms: i64,
    since: Option<Timestamp>,
    language: Language,
}

/// Duration of a phase; the current one is counted here, whether anything arrives or not.
#[component]
fn Clock(props: &ClockProps) -> Html {
    let counted = use_state_eq(|| None);
    let set = counted.setter();
    use_effect_with(props.since, move |since| {
        let since = *since;
        let interval = since.map(|since| {
            let tick = move || set.set(Some(Timestamp(js_sys::Date::now() as i64).since_ms(since)));
            tick();
            Interval::new(TICK_MS, tick)
        });
        move || drop(interval)
    });
    let ms = counted.filter(|_| props.since.is_some()).unwrap_or(props.ms);
    html! { <span class="phase-time">{ elapsed(ms, props.language) }</span> }
}

fn name(phase: Phase, words: &Messages) -> &'static str {
    match phase {
        Phase::Preparing => words.chat.phase_preparing,
        Phase::Thinking => words.chat.phase_thinking,
        Phase::Tool => words.chat.phase_tool,
        Phase::Answering => words.chat.phase_answering,
    }
}
