//! The whole page: the frame with its room, its dialogs and its notices.
//!
//! Must not be in here: what is in a room.

use yew::prelude::*;

use crate::app::navigate::Route;
use crate::app::{Model, Stage};
use crate::ui::chat::Chat;
use crate::ui::kit::dom::{focus, set_title};
use crate::ui::settings::Settings;
use crate::ui::shell::banner::Banners;
use crate::ui::shell::dialogs::Dialogs;
use crate::ui::shell::keys::use_shortcuts;
use crate::ui::shell::nav::Nav;
use crate::ui::shell::rescue::Rescue;
use crate::ui::shell::toasts::Toasts;
use crate::ui::store::{Store, use_messages, use_selector};

/// See [`App`].
#[derive(Clone, PartialEq, Properties)]
pub struct AppProps {
    /// The model and the way to the loop.
    pub store: Store,
}

/// The page.
#[component]
pub fn App(props: &AppProps) -> Html {
    html! {
        <ContextProvider<Store> context={props.store.clone()}>
            <Frame />
        </ContextProvider<Store>>
    }
}

#[component]
fn Frame() -> Html {
    let stage = use_selector(|model| model.stage.clone());
    use_shortcuts();
    use_title();
    match &*stage {
        Stage::Loading => html! { <Loading /> },
        Stage::Failed(error) => html! { <Rescue error={error.clone()} /> },
        Stage::Ready => html! { <Workspace /> },
    }
}

#[component]
fn Loading() -> Html {
    let words = use_messages();
    html! { <p class="loading" role="status">{ words.shell.loading }</p> }
}

/// The live region at the end is spoken to by the shell of the page; nothing is ever drawn into it.
#[component]
fn Workspace() -> Html {
    let words = use_messages();
    let room = use_node_ref();
    let skip = {
        let room = room.clone();
        Callback::from(move |_: MouseEvent| focus(&room))
    };
    html! {
        <div class="frame">
            <button type="button" class="skip" onclick={skip}>{ words.shell.skip }</button>
            <Nav />
            <div class="stage">
                <Banners />
                <main ref={room} class="room" tabindex="-1"><Room /></main>
            </div>
            <Toasts />
            <Dialogs />
            <div id="live" class="visually-hidden" role="status" aria-live="polite"></div>
        </div>
    }
}

#[component]
fn Room() -> Html {
    let in_settings = use_selector(|model| model.route == Route::Settings);
    if *in_settings { html! { <Settings /> } } else { html! { <Chat /> } }
}

/// Names the tab after what is shown.
#[hook]
fn use_title() {
    let words = use_messages();
    let session = use_selector(|model: &Model| model.session().map(|session| model.title(session)));
    let in_settings = use_selector(|model| model.route == Route::Settings);
    let title = if *in_settings { Some(words.command.settings.to_owned()) } else { (*session).clone() };
    use_effect_with(title.filter(|title| !title.is_empty()), |title| match title {
        Some(title) => set_title(&format!("{title} · Espalier")),
        None => set_title("Espalier"),
    });
}
