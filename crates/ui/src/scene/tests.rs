//! Tests of the room's HTML, without a browser.

use yew::prelude::*;

use super::SceneRoom;
use crate::testing::{assert_names, draw, ready};
use espalier_app::navigate::Route;
use espalier_app::scenes::SceneMsg;
use espalier_app::{Model, Msg, update};
use espalier_base::env::Env;
use espalier_base::time::Timestamp;
use espalier_model::scene::ShapeType;
use espalier_model::settings::Language;
use espalier_scene::commands::{RenameShape, SelectAll};

fn with_shapes(language: Language) -> Model {
    let mut model = ready(language);
    let mut env = Env::deterministic(Timestamp(1_700_000_000_000), 3);
    let mut send = |model: &mut Model, msg: SceneMsg| drop(update(model, Msg::Scene(msg), &mut env));
    send(&mut model, SceneMsg::Create);
    let scene = model.route.scene().unwrap();
    for kind in ShapeType::ALL {
        send(&mut model, SceneMsg::Add(scene, kind, None));
    }
    let id = model.world(scene).unwrap().item(2).unwrap().row.id;
    send(&mut model, SceneMsg::Do(scene, RenameShape::new(id, "<roof>".to_owned()).into()));
    model
}

#[test]
fn the_room_is_empty_at_first_and_says_what_it_is_for() {
    for (language, word) in [(Language::En, "squares, circles and triangles"), (Language::Zh, "正方形、圆形和三角形")]
    {
        let mut model = ready(language);
        model.route = Route::Scene(None, None);
        let html = draw(model, html! { <SceneRoom /> });
        assert_names(&html, &["scene-new"]);
        assert!(html.contains(word), "{html}");
    }
}

#[test]
fn an_open_scene_has_its_names_and_its_list() {
    let html = draw(with_shapes(Language::En), html! { <SceneRoom /> });
    assert_names(
        &html,
        &[
            "scene-canvas",
            "scene-object",
            "scene-add",
            "object-form",
            "object-name",
            "object-x",
            "object-y",
            "object-z",
        ],
    );
    assert_names(
        &html,
        &["object-size", "object-rotation", "object-colour", "object-delete", "scene-item", "scene-view"],
    );
    assert!(html.contains("data-type=\"triangle\"") && html.contains("data-selected=\"true\""), "{html}");
    assert!(html.contains("&lt;roof&gt;") && !html.contains("<roof>"), "{html}");
    let chinese = draw(with_shapes(Language::Zh), html! { <SceneRoom /> });
    assert!(chinese.contains("最长边") && chinese.contains("俯视图"), "{chinese}");
}

#[test]
fn several_selected_shapes_have_their_colour_in_common() {
    let mut model = with_shapes(Language::En);
    let mut env = Env::deterministic(Timestamp(1_700_000_000_001), 4);
    let scene = model.route.scene().unwrap();
    let _ = update(&mut model, Msg::Scene(SceneMsg::Key(scene, SelectAll::ID)), &mut env);
    let html = draw(model, html! { <SceneRoom /> });
    assert!(html.contains("3 shapes selected") && !html.contains("object-x"), "{html}");
}
