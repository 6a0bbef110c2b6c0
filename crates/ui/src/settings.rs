//! The settings: the endpoint, appearance, data, privacy.
//!
//! - S1 Typed values are local until they are saved.
//! - S2 All sections stand on one page, so that each control is there as soon as the page is; the list beside them leads
//!   to each.

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
mod place;
mod provider;
mod scene;
mod sections;
mod time;

use yew::prelude::*;

pub use self::choose_model::ChooseModel;
pub use self::connect::ConnectDialog;
use crate::shell::head::RoomHead;
use crate::store::{use_messages, use_selector};
use espalier_app::Model;
use espalier_i18n::Messages;
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
            <sections::Sections titles={TITLES.map(|title| title(words)).to_vec()}>
                <Section title={words.settings.endpoint.title}><provider::ProviderForm /></Section>
                <looks::LooksSection />
                <time::TimeSection />
                <scene::SceneSection />
                <data::DataSection />
                <about::AboutSection />
                <learned::LearnedSection />
            </sections::Sections>
        </div>
    }
}

/// The titles of all sections, in their order.
const TITLES: [fn(&Messages) -> &'static str; 8] = [
    |words| words.settings.endpoint.title,
    |words| words.settings.looks.title,
    |words| words.time.room,
    |words| words.scene.room,
    |words| words.settings.data.title,
    |words| words.settings.about.privacy,
    |words| words.settings.about.title,
    |words| words.settings.learned.title,
];

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

#[derive(Debug, Clone, PartialEq, Properties)]
struct SectionProps {
    title: AttrValue,
    children: Html,
}

/// A part of the page with a heading.
#[component]
fn Section(props: &SectionProps) -> Html {
    html! {
        <section class="settings-section" aria-label={props.title.clone()}>
            <h2 tabindex="-1">{ props.title.clone() }</h2>
            { props.children.clone() }
        </section>
    }
}

#[cfg(test)]
mod tests;
