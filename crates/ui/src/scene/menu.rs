//! The list of what can be done at a spot of the picture: with the shapes there, or with the ground.

use yew::prelude::*;

use super::pointer::Spot;
use super::toolbar::ICONS;
use crate::kit::{Anchor, IconName, MenuItem, MenuList};
use crate::shell::copy_link::copy_link;
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::navigate::Route;
use espalier_app::scenes::SceneMsg;
use espalier_app::{Msg, palette};
use espalier_command::call::CommandId;
use espalier_model::SceneId;
use espalier_model::scene::ShapeType;
use espalier_scene::commands::{CopyPicture, DeleteShapes, DuplicateShapes, Fit, Focus, SelectAll};
use espalier_scene::gizmo::on_grid;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct SpotMenuProps {
    pub scene: SceneId,
    pub spot: Spot,
    pub onclose: Callback<()>,
}

/// The context menu of a spot in the picture.
#[component]
pub fn SpotMenu(props: &SpotMenuProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let read_only = *use_selector(|model| model.read_only.is_some());
    let scene = props.scene;
    let key = |id: CommandId, icon: IconName| {
        let onselect = dispatch.reform(move |()| Msg::Scene(SceneMsg::Key(scene, id)));
        MenuItem::new(palette::name_of(id.as_str(), words).to_owned(), icon, onselect)
    };
    let changes = |mut item: MenuItem| {
        item.disabled = read_only;
        item
    };
    let mut items = Vec::new();
    if let Some(shape) = props.spot.shape {
        items.push(copy_link(words, &dispatch, Route::Scene(Some(scene), Some(shape))));
        items.push(key(Focus::ID, IconName::Eye));
        items.push(changes(key(DuplicateShapes::ID, IconName::Duplicate)));
        items.push(changes(key(DeleteShapes::ID, IconName::Trash)).with_danger());
    }
    let ground = on_grid(props.spot.ground.with_y(0.0)).to_array();
    for kind in ShapeType::ALL {
        let onselect = dispatch.reform(move |()| Msg::Scene(SceneMsg::Add(scene, kind, Some(ground))));
        let label = words.scene.add_here[kind as usize];
        items.push(changes(MenuItem::new(label, ICONS[kind as usize], onselect)));
    }
    items.push(key(SelectAll::ID, IconName::Marquee));
    items.push(key(Fit::ID, IconName::Fit));
    items.push(key(CopyPicture::ID, IconName::Picture));
    let anchor = Anchor::Point(props.spot.window.0, props.spot.window.1);
    html! { <MenuList label={words.scene.menu} {items} {anchor} onclose={props.onclose.clone()} /> }
}
