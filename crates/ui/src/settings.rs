//! The settings: the endpoint, appearance, data, privacy.
//!
//! Typed values are local until they are saved.

mod about;
mod choose_model;
mod connect;
mod connection;
mod data;
mod device;
mod download;
pub mod drafts;
mod endpoint;
mod keeping;
mod learned;
mod local;
mod looks;
mod models;
mod permission;
mod provider;
mod scene;
mod time;

use yew::prelude::*;

pub use self::choose_model::ChooseModel;
pub use self::connect::ConnectDialog;
use crate::shell::head::RoomHead;
use crate::store::{use_messages, use_selector};
use espalier_app::Model;
use espalier_llm::provider::BUILTIN;

/// The settings page with all its sections.
#[component]
pub fn Settings() -> Html {
    let words = use_messages();
    let in_use = use_selector(in_use);
    html! {
        <div class="room-frame">
            <RoomHead
                title={words.command.settings}
                beside={html! { <span class="room-count">{ (words.settings.in_use)(&in_use) }</span> }}
            />
            <div class="settings-page"><div class="settings">
            <Section title={words.settings.endpoint.title}><provider::ProviderForm /></Section>
            <looks::LooksSection />
            <time::TimeSection />
            <scene::SceneSection />
            <data::DataSection />
            <learned::LearnedSection />
            <about::AboutSection />
            </div></div>
        </div>
    }
}

/// The provider and the model that answer at present.
fn in_use(model: &Model) -> String {
    let provider = model.provider();
    let name = model.connection_name(provider);
    match model.endpoint(provider).model.as_str() {
        _ if provider.id == BUILTIN => name,
        "" => name,
        model => format!("{name} · {model}"),
    }
}

/// Properties of [`Section`].
#[derive(Debug, Clone, PartialEq, Properties)]
struct SectionProps {
    /// The heading.
    title: AttrValue,
    /// The content.
    children: Html,
}

/// A part of the page with a heading.
#[component]
fn Section(props: &SectionProps) -> Html {
    html! {
        <section class="settings-section" aria-label={props.title.clone()}>
            <h2>{ props.title.clone() }</h2>
            { props.children.clone() }
        </section>
    }
}

#[cfg(test)]
mod tests;
