//! The mark of an example that is shown, with the button that removes it.

use yew::prelude::*;

use crate::kit::{Button, ButtonKind};
use crate::store::{use_dispatch, use_messages, use_selector, use_store};
use espalier_app::course::CourseMsg;
use espalier_app::maps::MapMsg;
use espalier_app::navigate::Route;
use espalier_app::scenes::SceneMsg;
use espalier_app::sessions::SessionMsg;
use espalier_app::timelog::TimeMsg;
use espalier_app::{Model, Msg};
use espalier_model::example::is_example;
use espalier_model::{Course, MindMap, RoomId, Scene, Session};

/// Whether the route shows an example, in any room but the time log.
fn is_shown(model: &Model) -> bool {
    let workspace = &model.workspace;
    match model.route {
        Route::Chat(Some(id), _) => is_example(RoomId::Chat, id) && workspace.get::<Session>(&id).is_some(),
        Route::Map(Some(id), _) => is_example(RoomId::Map, id) && workspace.get::<MindMap>(&id).is_some(),
        Route::Course(Some(id), _) => is_example(RoomId::Course, id) && workspace.get::<Course>(&id).is_some(),
        Route::Scene(Some(id), _) => is_example(RoomId::Scene, id) && workspace.get::<Scene>(&id).is_some(),
        _ => false,
    }
}

/// The message that removes the example that is shown.
fn removal(route: Route) -> Option<Msg> {
    Some(match route {
        Route::Chat(Some(id), _) => Msg::Sessions(SessionMsg::RemoveExample(id)),
        Route::Map(Some(id), _) => Msg::Maps(MapMsg::RemoveExample(id)),
        Route::Time(_) => Msg::Time(TimeMsg::RemoveExample(false)),
        Route::Course(Some(id), _) => Msg::Course(CourseMsg::RemoveExample(id)),
        Route::Scene(Some(id), _) => Msg::Scene(SceneMsg::RemoveExample(id)),
        _ => return None,
    })
}

/// The version of the time log, where that is shown: only then is it looked through.
fn log_version(model: &Model) -> Option<u64> {
    let log = model.timelog.made().filter(|log| log.ready && matches!(model.route, Route::Time(_)))?;
    Some(log.version)
}

/// The mark with its button; empty where no example is shown.
#[component]
pub fn ExampleMark() -> Html {
    let words = use_messages();
    let (store, dispatch) = (use_store(), use_dispatch());
    let shown = use_selector(|model| (model.route, is_shown(model), model.read_only.is_some()));
    let log = use_selector(log_version);
    let in_log = use_memo(*log, |log| log.is_some() && store.read(Model::has_time_example));
    let (route, is_shown, read_only) = *shown;
    if !is_shown && !*in_log {
        return Html::default();
    }
    let onclick = Callback::from(move |_: MouseEvent| {
        if let Some(msg) = removal(route) {
            dispatch.emit(msg);
        }
    });
    let say = &words.shell.example;
    html! {
        <span class="example-mark" data-testid="example-mark">
            { say.mark }
            <Button label={say.remove} kind={ButtonKind::Quiet} test_id="example-remove" disabled={read_only} {onclick} />
        </span>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_names, draw, ready};
    use espalier_app::update;
    use espalier_base::env::Env;
    use espalier_base::time::Timestamp;
    use espalier_model::settings::Language;

    /// The page drawn after these messages.
    fn after(route: Route, messages: impl IntoIterator<Item = Msg>) -> String {
        let mut model = ready(Language::Zh);
        let mut env = Env::deterministic(Timestamp(1_700_000_000_000), 1);
        for msg in std::iter::once(Msg::Go(route)).chain(messages) {
            let _ = update(&mut model, msg, &mut env);
        }
        draw(model, html! { <ExampleMark /> })
    }

    #[test]
    fn every_example_is_marked_and_nothing_else() {
        let examples = [
            (Route::Chat(None, None), Msg::Files(espalier_app::files::FileMsg::Example)),
            (Route::Map(None, None), Msg::Maps(MapMsg::Example)),
            (Route::Time(None), Msg::Time(TimeMsg::Example)),
            (Route::Course(None, None), Msg::Course(CourseMsg::Example)),
            (Route::Scene(None, None), Msg::Scene(SceneMsg::Example)),
        ];
        for (route, msg) in examples {
            assert_eq!(after(route, []), "", "{route}");
            let html = after(route, [msg]);
            assert_names(&html, &["example-mark", "example-remove"]);
            assert!(html.contains("示例") && html.contains("移除"), "{html}");
        }
        assert_eq!(after(Route::Map(None, None), [Msg::Maps(MapMsg::Create)]), "");
        assert_eq!(after(Route::Time(None), [Msg::Time(TimeMsg::QuickAdd("reading 10:00-11:00".to_owned()))]), "");
    }
}
