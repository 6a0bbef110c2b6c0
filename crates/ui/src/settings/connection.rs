//! Whether the endpoint answers.

use yew::prelude::*;

use crate::store::{use_messages, use_selector};
use espalier_app::{ProbeKind, ProbeState};
use espalier_llm::error::ErrorKind;
use espalier_llm::provider;
use espalier_model::Slug;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ConnectionStatusProps {
    /// The provider's id.
    pub provider: &'static str,
    /// Whether it stands in the dialog, which says nothing of a model that was not tested.
    #[prop_or_default]
    pub in_dialog: bool,
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
            let known = provider::by_id(id).filter(|_| props.in_dialog).map(|known| known.name.get(words.language));
            let detail = error.endpoint_words().map(|said| match known {
                Some(name) => (words.settings.connect.says)(name, said),
                None => (words.error.endpoint_says)(said),
            });
            let text = match known {
                Some(name) if error.kind == ErrorKind::Authentication => (words.settings.connect.refused)(name),
                _ => (words.error.llm)(error),
            };
            ("failed", text, detail)
        }
    };
    let test_id = if props.in_dialog { "connect-status" } else { "connection-status" };
    html! {
        <div class="settings-status" role="status" hidden={props.in_dialog && state.is_none()} data-testid={test_id} data-status={status}>
            <p>{ text }</p>
            <p class="field-hint" hidden={detail.is_none()}>{ detail }</p>
        </div>
    }
}
