//! Whether the endpoint answers.

use yew::prelude::*;

use crate::store::{use_messages, use_selector};
use espalier_app::{ProbeKind, ProbeState};
use espalier_model::Slug;

/// Properties of [`ConnectionStatus`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ConnectionStatusProps {
    /// The provider's id.
    pub provider: &'static str,
}

/// Result of the last connection test, in a sentence.
#[component]
pub fn ConnectionStatus(props: &ConnectionStatusProps) -> Html {
    let words = use_messages();
    let id = props.provider;
    let state = use_selector(move |model| model.probes.get(&(Slug::new(id), ProbeKind::Connection)).cloned());
    let connection = &words.settings.connection;
    let (status, text, detail) = match &*state {
        None => ("unknown", connection.unknown.to_owned(), None),
        Some(ProbeState::Testing) => ("testing", connection.testing.to_owned(), None),
        Some(ProbeState::Ok(said)) => ("ok", (connection.ok)(said), None),
        Some(ProbeState::Failed(error)) => {
            let detail = error.endpoint_words().map(words.error.endpoint_says);
            ("failed", (words.error.llm)(error), detail)
        }
    };
    html! {
        <div class="settings-status" role="status" data-testid="connection-status" data-status={status}>
            <p>{ text }</p>
            <p class="field-hint" hidden={detail.is_none()}>{ detail }</p>
        </div>
    }
}
