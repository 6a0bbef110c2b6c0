//! Privacy notes, installing, version, changes and licences.

use yew::prelude::*;

use super::Section;
use crate::kit::dom::use_media;
use crate::kit::{Button, IconName};
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::Msg;

/// The page with the licences of all libraries, written when the page is published.
const LICENCES: &str = "licences.html";

/// The sections on privacy and on this app.
#[component]
pub fn AboutSection() -> Html {
    let words = use_messages();
    let build = use_build();
    let about = &words.settings.about;
    let notes = about.notes.iter().map(|note| html! { <li key={*note}>{ *note }</li> });
    let news = about.news.iter().map(|change| html! { <li key={*change}>{ *change }</li> });
    html! {
        <>
            <Section title={about.privacy}><ul class="settings-notes">{ for notes }</ul></Section>
            <Section title={about.title}>
                <p>{ (about.text)(env!("CARGO_PKG_VERSION"), env!("CARGO_PKG_LICENSE")) }</p>
                <p class="field-hint" data-testid="build">{ (about.build)(&build) }</p>
                <Install />
                <details data-testid="what-is-new">
                    <summary>{ about.news_title }</summary>
                    <ul class="settings-notes">{ for news }</ul>
                </details>
                <p><a href={LICENCES} target="_blank" rel="noopener" data-testid="licences">{ about.licences }</a></p>
            </Section>
        </>
    }
}

/// The button that installs the app where the browser offers it, else how that is done.
#[component]
fn Install() -> Html {
    let words = use_messages();
    let offered = use_selector(|model| model.install_offered);
    let installed = use_media("(display-mode: standalone)");
    let about = &words.settings.about;
    let install = use_dispatch().reform(|_: MouseEvent| Msg::Install);
    let hint = match (installed, *offered) {
        (true, _) => about.installed,
        (false, true) => about.install_hint,
        (false, false) => about.install_how,
    };
    html! {
        <div class="settings-action">
            if *offered && !installed {
                <Button label={words.command.install} icon={IconName::Download} test_id="install" onclick={install} />
            }
            <p class="field-hint" data-testid="install-hint">{ hint }</p>
        </div>
    }
}

/// The name of the build that runs; dots for one without a name, and until the page is drawn, so that its line is there.
#[hook]
fn use_build() -> String {
    let build = use_state_eq(|| "…".to_owned());
    let set = build.setter();
    use_effect_with((), move |()| {
        let page = web_sys::window().and_then(|window| window.document()).and_then(|page| page.document_element());
        if let Some(name) = page.and_then(|root| root.get_attribute("data-build")) {
            set.set(name);
        }
    });
    (*build).clone()
}
