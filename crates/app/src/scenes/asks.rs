//! Questions that a command of a scene asks before it is done: for a text, or for one of some choices.

use std::rc::Rc;

use serde_json::json;

use super::SceneMsg;
use crate::command::{Ask, Choice, CommandAction};
use crate::{Model, Msg};
use espalier_command::call::Call;
use espalier_command::spec::Spec;
use espalier_i18n::messages;
use espalier_model::Scene;
use espalier_model::scene::SceneId;
use espalier_scene::commands::{RenameShape, ResizeShape, RotateShapes, ScaleShapes, SetColor};
use espalier_scene::scenes::RenameScene;

/// The input that a command asks for in this scene; `None` if it asks for nothing here, or cannot run.
pub(super) fn of_scene(model: &Model, scene: SceneId, spec: &'static Spec) -> Option<Ask> {
    let words = messages(model.language());
    let name = spec.name.get(model.language()).to_owned();
    let row = model.workspace.get::<Scene>(&scene)?;
    if spec.id == RenameScene::ID {
        let make = move |text: String| CommandAction::Send(Msg::Scene(SceneMsg::Rename(scene, text)));
        return Some(Ask::Text { name, value: row.name.clone(), make: Rc::new(make) });
    }
    let selection = model.scenes.looks.get(&scene)?.selection.clone();
    let primary = model.world(scene)?.get(*selection.last()?)?.row.clone();
    // A number is read from the text as one of a model is.
    let text = |value: String, shapes: serde_json::Value| {
        let make = move |text: String| {
            let call = Call::new(spec.signature(), vec![shapes.clone(), text.into()]);
            CommandAction::Send(Msg::Scene(SceneMsg::Do(scene, call)))
        };
        Some(Ask::Text { name: name.clone(), value, make: Rc::new(make) })
    };
    match spec.id {
        RenameShape::ID => text(primary.name.clone(), json!(primary.id)),
        ResizeShape::ID => text(primary.geometry.size().to_string(), json!(primary.id)),
        ScaleShapes::ID => text("2".to_owned(), json!(selection)),
        RotateShapes::ID => text("90".to_owned(), json!(selection)),
        SetColor::ID => {
            let choice = |(name, color): (&'static str, &'static str)| {
                let call = Call::from(SetColor::new(selection.clone(), color.to_owned()));
                Choice { name: name.to_owned(), make: Rc::new(move || Msg::Scene(SceneMsg::Do(scene, call.clone()))) }
            };
            let choices = words.scene.colors.into_iter().zip(super::view_state::COLORS).map(choice).collect();
            Some(Ask::Choose { name, choices })
        }
        _ => None,
    }
}
