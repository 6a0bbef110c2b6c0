//! Draws components natively, so that what they say can be checked without a browser.
//!
//! Effects do not run here: what is measured or focused is checked in a browser.

use yew::prelude::*;

use super::store::Store;
use espalier_app::timelog::Entries;
use espalier_app::{BootState, Model};
use espalier_model::settings::Language;

#[derive(Clone, PartialEq, Properties)]
struct PageProps {
    store: Store,
    content: Html,
}

#[component]
fn Page(props: &PageProps) -> Html {
    html! {
        <ContextProvider<Store> context={props.store.clone()}>{ props.content.clone() }</ContextProvider<Store>>
    }
}

/// The HTML of something drawn with a model.
pub fn draw(model: Model, content: Html) -> String {
    let store = Store::new(model, |_| {});
    let page = yew::LocalServerRenderer::<Page>::with_props(PageProps { store, content });
    futures::executor::block_on(page.hydratable(false).render())
}

/// An empty workspace that is ready, in a language.
pub fn ready(language: Language) -> Model {
    let mut model = Model { boot: BootState::Ready, ..Model::default() };
    model.facts.visit_language = Some(language);
    model.timelog.reading.entries = Entries::Here;
    model
}

/// Fails with the HTML when a test id is missing.
#[track_caller]
pub fn assert_names(html: &str, names: &[&str]) {
    for name in names {
        assert!(html.contains(&format!("data-testid=\"{name}\"")), "{name} is missing in {html}");
    }
}
