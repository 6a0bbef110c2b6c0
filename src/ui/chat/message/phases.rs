//! What an answer that is being made has gone through, with the time each phase took.
//!
//! Must not be in here: measuring time.

use yew::prelude::*;

use crate::agent::progress::Phase;
use crate::app::prompt::PhaseView;
use crate::i18n::Messages;
use crate::ui::chat::format::seconds;
use crate::ui::store::use_messages;

/// See [`Phases`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct PhasesProps {
    /// The phases in order.
    pub phases: Vec<PhaseView>,
}

/// See the module.
#[component]
pub fn Phases(props: &PhasesProps) -> Html {
    let words = use_messages();
    let last = props.phases.len().saturating_sub(1);
    let items = props.phases.iter().enumerate().map(|(index, view)| {
        let words_of_tools = (!view.words.is_empty()).then(|| format!(" ({})", view.words));
        html! {
            <li
                key={index} class="phase" data-testid="phase" data-phase={view.phase.name()}
                aria-current={(index == last).then_some("step")}
            >
                { name(view.phase, words) }{ words_of_tools }{ " " }<span class="phase-time">{ seconds(view.ms) }</span>
            </li>
        }
    });
    html! { <ol class="phases" data-testid="phases" aria-label={words.chat.phases}>{ for items }</ol> }
}

const fn name(phase: Phase, words: &Messages) -> &'static str {
    match phase {
        Phase::Preparing => words.chat.phase_preparing,
        Phase::Thinking => words.chat.phase_thinking,
        Phase::Tool => words.chat.phase_tool,
        Phase::Answering => words.chat.phase_answering,
    }
}
