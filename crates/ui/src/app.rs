//! The whole page: the frame with its room, its dialogs and its notices.

use yew::prelude::*;

use crate::chat::ChatRoom;
use crate::chunks::{Lazy, LazyDialogs, LazyHelper, LazyPart};
use crate::kit::OpenDialogs;
use crate::kit::dom::{focus, set_title};
use crate::settings::drafts::Drafts;
use crate::shell::banner::Banners;
use crate::shell::clock::use_minutes;
use crate::shell::focus::use_focus_kept;
use crate::shell::keys::use_shortcuts;
use crate::shell::missing::MissingNotice;
use crate::shell::nav::Nav;
use crate::shell::rescue::{Rescue, use_boundary};
use crate::shell::toasts::Toasts;
use crate::store::{Store, use_dispatch, use_messages, use_selector};
use espalier_app::files::FileMsg;
use espalier_app::navigate::Route;
use espalier_app::palette::IMPORT_INPUT;
use espalier_app::{BootState, Model, Msg, clock};
use espalier_i18n::messages;

/// Properties of [`App`].
#[derive(Clone, PartialEq, Properties)]
pub struct AppProps {
    /// The model and the way to the loop.
    pub store: Store,
}

/// The page: the rail, the current room, banners and dialogs.
#[component]
pub fn App(props: &AppProps) -> Html {
    let drafts = use_memo((), |()| Drafts::default());
    html! {
        <ContextProvider<Store> context={props.store.clone()}>
            <ContextProvider<Drafts> context={(*drafts).clone()}>
                <Frame />
            </ContextProvider<Drafts>>
        </ContextProvider<Store>>
    }
}

#[component]
fn Frame() -> Html {
    let stage = use_selector(|model| model.boot.clone());
    use_boundary();
    use_shortcuts();
    use_minutes();
    use_title();
    match &*stage {
        BootState::Loading => html! { <Loading /> },
        BootState::Failed(error) => html! { <Rescue error={error.clone()} /> },
        BootState::Ready => html! { <Workspace /> },
    }
}

#[component]
fn Loading() -> Html {
    let words = use_messages();
    let blocked =
        use_selector(|model| model.read_only.as_ref().map(|error| (messages(model.language()).error.storage)(error)));
    let text = (*blocked).clone().unwrap_or_else(|| words.shell.loading.into());
    html! { <p class="loading" role="status">{ text }</p> }
}

/// The live region at the end is spoken to by the shell of the page; nothing is ever drawn into it.
#[component]
fn Workspace() -> Html {
    let words = use_messages();
    let room = use_node_ref();
    let dialogs = use_reducer_eq(OpenDialogs::default);
    use_focus_kept();
    let skip = {
        let room = room.clone();
        Callback::from(move |_: MouseEvent| focus(&room))
    };
    html! {
        <ContextProvider<UseReducerDispatcher<OpenDialogs>> context={dialogs.dispatcher()}>
            <div class="frame">
                <button type="button" class="skip" onclick={skip}>{ words.shell.skip }</button>
                <Nav />
                <div class="stage">
                    <Banners />
                    <main ref={room} class="room" tabindex="-1"><Room /></main>
                </div>
                <LazyHelper />
                <Toasts front={dialogs.front()} />
                <LazyDialogs />
                <AnyFile />
                <MissingNotice />
                <div id="live" class="visually-hidden" role="status" aria-live="polite"></div>
            </div>
        </ContextProvider<UseReducerDispatcher<OpenDialogs>>>
    }
}

/// Where files are chosen for any room, by the palette: not shown, and pressed by it alone.
#[component]
fn AnyFile() -> Html {
    let onchange = use_dispatch().reform(|_: Event| Msg::Files(FileMsg::Choose(IMPORT_INPUT)));
    html! { <input id={IMPORT_INPUT} type="file" multiple=true hidden=true {onchange} /> }
}

#[component]
fn Room() -> Html {
    let route = use_selector(|model| match model.route {
        Route::Settings => 0,
        Route::Map(..) => 1,
        Route::Time(_) => 2,
        Route::Course(..) => 3,
        Route::Scene(..) => 4,
        Route::Chat(..) => 5,
        Route::Today => 6,
    });
    match *route {
        0 => html! { <Lazy key="settings" part={LazyPart::Settings} /> },
        1 => html! { <Lazy key="map" part={LazyPart::Maps} /> },
        2 => html! { <Lazy key="time" part={LazyPart::Time} /> },
        3 => html! { <Lazy key="course" part={LazyPart::Courses} /> },
        4 => html! { <Lazy key="scene" part={LazyPart::Scenes} /> },
        6 => html! { <Lazy key="today" part={LazyPart::Today} /> },
        _ => html! { <ChatRoom /> },
    }
}

/// Names the tab after what is shown, and says that the timer runs.
#[hook]
fn use_title() {
    let session = use_selector(|model: &Model| model.session().map(|session| model.title(session)));
    let place = use_selector(|model: &Model| match model.route {
        Route::Chat(..) => None,
        Route::Today => Some(messages(model.language()).shell.lists.today.to_owned()),
        Route::Settings => Some(messages(model.language()).command.settings.to_owned()),
        route => model.title_of(route).or_else(|| {
            let info = model.rooms.info(route.room()?)?;
            Some(info.title.get(model.language()).to_owned())
        }),
    });
    let title = (*place).clone().or_else(|| (*session).clone());
    let running = use_selector(|model: &Model| clock::running(model).map(|running| running.time()));
    let title = title_of((*running).as_deref(), title.as_deref().unwrap_or_default());
    use_effect_with(title, |title| set_title(title));
}

/// The title of the tab: how long the timer has been running, the place, the app.
fn title_of(running: Option<&str>, place: &str) -> String {
    let running = running.map(|time| format!("▶ {time}"));
    let parts = [running.as_deref().unwrap_or_default(), place, "Espalier"];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_names, draw, ready};
    use espalier_app::core::Core;
    use espalier_app::sessions::table::DELETE;
    use espalier_app::{Confirm, Dialog, Notice, Toast};
    use espalier_command::history::Document;
    use espalier_command::spec::Text;
    use espalier_command::transaction::Reason;
    use espalier_model::settings::Language;
    use espalier_storage::port::StorageError;

    #[test]
    fn the_title_says_that_the_timer_runs() {
        assert_eq!(title_of(Some("0:42"), "Kyoto"), "▶ 0:42 · Kyoto · Espalier");
        assert_eq!(title_of(None, "Kyoto"), "Kyoto · Espalier");
        assert_eq!(title_of(None, ""), "Espalier");
    }

    fn page(model: Model) -> String {
        draw(model, html! { <Frame /> })
    }

    #[test]
    fn the_frame_has_its_names_and_speaks_both_languages() {
        for (language, chat, undo) in [(Language::En, "Chat", "Undo"), (Language::Zh, "对话", "撤销")] {
            let html = page(ready(language));
            assert_names(&html, &["nav-chat", "nav-settings", "undo", "redo", "history", "help"]);
            assert!(html.contains(&format!("<span>{chat}</span>")), "{html}");
            assert!(html.contains(&format!("aria-label=\"{undo}\"")), "{html}");
            assert!(html.contains("id=\"live\""), "{html}");
        }
    }

    #[test]
    fn before_the_records_are_there_nothing_else_is() {
        let html = page(Model::default());
        assert!(html.contains("role=\"status\"") && !html.contains("nav-chat"), "{html}");
        let core = Core { read_only: Some(StorageError::Blocked), ..Core::default() };
        let blocked = Model { core, ..Model::default() };
        let blocked = page(blocked);
        assert!(blocked.contains("another tab") || blocked.contains("Another tab"), "{blocked}");
    }

    #[test]
    fn a_workspace_that_cannot_be_opened_says_why() {
        let model =
            Model { boot: BootState::Failed(StorageError::TooNew { found: 9, supported: 1 }), ..Model::default() };
        let html = page(model);
        assert!(html.contains("role=\"alert\"") && html.contains("format 9"), "{html}");
    }

    #[test]
    fn bars_say_that_nothing_can_be_changed_or_was_saved() {
        let mut model = ready(Language::En);
        assert!(!page(ready(Language::En)).contains("role=\"alert\""));
        model.read_only = Some(StorageError::Superseded);
        model.saving.problem = Some(StorageError::Quota);
        assert_names(&page(model), &["read-only", "unsaved", "save-again", "unsaved-export"]);
    }

    fn toast(id: u64, text: Notice, error: bool) -> Toast {
        Toast { id, text, error, steps: Vec::new() }
    }

    #[test]
    fn notices_tell_good_news_from_bad() {
        let mut model = ready(Language::En);
        model.toasts = vec![
            toast(1, Notice::Done(DELETE, "Plan".to_owned(), Document::SESSIONS), false),
            toast(2, Notice::Storage(StorageError::Quota), true),
        ];
        let grave = model.toasts[1].clone();
        let html = page(model);
        assert_names(&html, &["toast", "toast-undo"]);
        assert!(html.contains("data-kind=\"info\"") && !html.contains("data-kind=\"error\""), "one at a time: {html}");
        assert!(html.contains("Message deleted: “Plan”") && html.contains("toast toast-passing"), "{html}");
        let mut model = ready(Language::En);
        model.toasts = vec![grave];
        let html = page(model);
        assert!(html.contains("data-kind=\"error\"") && !html.contains("toast-passing"), "{html}");
    }

    #[test]
    fn the_notice_of_a_test_stays_until_its_result_is_there() {
        let drawn = |text: Notice| {
            let mut model = ready(Language::En);
            model.toasts = vec![toast(1, text, false)];
            page(model)
        };
        assert!(drawn(Notice::SavedAndTesting).contains("toast-passing toast-going"));
        assert!(!drawn(Notice::SettingsSaved).contains("toast-going"));
    }

    #[test]
    fn why_something_was_not_done_is_a_sentence_that_passes() {
        let mut model = ready(Language::En);
        let reason = Reason::Refused(Text::new("there is nothing below", "没有下级"));
        model.toasts = vec![toast(1, Notice::Reason(reason), true)];
        let html = page(model);
        assert!(html.contains("There is nothing below") && html.contains("toast-error toast-passing"), "{html}");
    }

    #[test]
    fn every_dialog_of_the_frame_is_drawn_in_both_languages() {
        let id = "0190163d-8694-739b-aea5-966c26f8ad91";
        let session = id.parse().unwrap();
        let key = espalier_model::MessageKey { session, id: id.parse().unwrap() };
        let dialogs: [(Dialog, &[&str]); 6] = [
            (Dialog::Palette, &["palette", "palette-input", "palette-item"]),
            (Dialog::Help, &["help-sheet"]),
            (Dialog::History, &["history-panel", "checkpoint-add"]),
            (Dialog::Confirm(Confirm::DeleteMessage(key, 3)), &["confirm", "confirm-yes", "confirm-no"]),
            (Dialog::Confirm(Confirm::DeleteSession(session, 12)), &["confirm", "confirm-yes", "confirm-no"]),
            (Dialog::Link("https://example.org/".to_owned()), &["link", "link-open"]),
        ];
        for (dialog, names) in dialogs {
            let mut drawn = [Language::En, Language::Zh].map(|language| {
                let mut model = ready(language);
                model.dialog = Some(dialog.clone());
                let html = page(model);
                assert_names(&html, names);
                html
            });
            drawn.sort();
            assert_ne!(drawn[0], drawn[1], "{dialog:?} says the same in both languages");
        }
    }

    #[test]
    fn a_deletion_says_how_much_is_lost() {
        let id = "0190163d-8694-739b-aea5-966c26f8ad91";
        let mut model = ready(Language::En);
        model.dialog = Some(Dialog::Confirm(Confirm::DeleteSession(id.parse().unwrap(), 12)));
        assert!(page(model).contains("12 messages"));
        let mut model = ready(Language::En);
        let id = espalier_model::MapId::from_uuid(uuid::Uuid::from_u128(3));
        let root = espalier_model::NodeId::from_uuid(uuid::Uuid::from_u128(4));
        let mut row = espalier_model::MindMap::new(id, root, espalier_base::time::Timestamp(0));
        row.name = "Kitchen".to_owned();
        model.workspace.absorb([espalier_model::Record::Maps(std::rc::Rc::new(row))]);
        model.dialog = Some(Dialog::Confirm(Confirm::DeleteMap(id, 12)));
        assert!(page(model).contains("Delete “Kitchen”?"));
    }
}
