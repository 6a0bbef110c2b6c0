//! Questions that a command of a scene asks before it is done: for a text, or for one of some choices.

use std::rc::Rc;

use serde_json::{Value, json};

use super::SceneMsg;
use crate::command::{Ask, Choice, CommandAction};
use crate::{Model, Msg};
use espalier_command::spec::Spec;
use espalier_i18n::messages;
use espalier_model::Scene;
use espalier_model::scene::SceneId;

/// The input that a command asks for in this scene; `None` if it asks for nothing here, or cannot run.
pub(super) fn of_scene(model: &Model, scene: SceneId, spec: &'static Spec) -> Option<Ask> {
    let words = messages(model.language());
    let name = spec.name.get(model.language()).to_owned();
    let row = model.workspace.get::<Scene>(&scene)?;
    if spec.id.as_str() == "scene.rename" {
        let make = move |text: String| CommandAction::Send(Msg::Scene(SceneMsg::Rename(scene, text)));
        return Some(Ask::Text { name, value: row.name.clone(), make: Rc::new(make) });
    }
    let selection = model.scenes.looks.get(&scene)?.selection.clone();
    let primary = model.world(scene)?.get(*selection.last()?)?.row.clone();
    let id = spec.id.as_str();
    let send = move |params: Value| CommandAction::Send(Msg::Scene(SceneMsg::Do(scene, id, params)));
    let text =
        |value: String, make: Rc<dyn Fn(String) -> CommandAction>| Some(Ask::Text { name: name.clone(), value, make });
    match spec.id.as_str() {
        "shape.rename" => {
            text(primary.name.clone(), Rc::new(move |text| send(json!({ "shapeId": primary.id, "name": text }))))
        }
        "shape.resize" => {
            let size = primary.geometry.size().to_string();
            text(size, Rc::new(move |text| send(json!({ "shapeId": primary.id, "size": text }))))
        }
        "shape.scale" => {
            text("2".to_owned(), Rc::new(move |text| send(json!({ "shapeIds": selection, "factor": text }))))
        }
        "shape.rotate" => {
            text("90".to_owned(), Rc::new(move |text| send(json!({ "shapeIds": selection, "degrees": text }))))
        }
        "shape.setColor" => {
            let choice = |(name, color): (&'static str, &'static str)| {
                let selection = selection.clone();
                let make =
                    move || Msg::Scene(SceneMsg::Do(scene, id, json!({ "shapeIds": selection, "color": color })));
                Choice { name: name.to_owned(), make: Rc::new(make) }
            };
            let choices = words.scene.colors.into_iter().zip(super::view_state::COLORS).map(choice).collect();
            Some(Ask::Choose { name, choices })
        }
        _ => None,
    }
}
