//! The list of scenes: new ones, old ones, with what can be done to each.
//!
//! Must not be in here: the scene itself.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::navigate::Route;
use crate::app::scenes::{self, SceneMsg};
use crate::app::{Msg, palette};
use crate::model::{Scene, SceneId};
use crate::ui::kit::{Button, IconName, Menu, MenuItem, Moment, RenameField};
use crate::ui::store::{use_dispatch, use_messages, use_selector, use_store};

/// See [`SceneList`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct SceneListProps {
    /// The scene that is shown.
    pub scene: Option<SceneId>,
    /// Whether it is open, where it is a drawer.
    pub open: bool,
    /// Closes it, where it is a drawer.
    pub onclose: Callback<()>,
}

/// The list.
#[component]
pub fn SceneList(props: &SceneListProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let rows = use_selector(|model| (model.scene_rows(), model.read_only.is_some()));
    let (scenes, read_only) = &*rows;
    let onnew = use_callback((dispatch, props.onclose.clone()), |_: MouseEvent, (dispatch, onclose)| {
        dispatch.emit(Msg::Scene(SceneMsg::Create));
        onclose.emit(());
    });
    let items = scenes.iter().map(|row| {
        html! {
            <Item
                key={row.id.to_string()} row={row.clone()} current={props.scene == Some(row.id)} read_only={*read_only}
                onopen={props.onclose.clone()}
            />
        }
    });
    // The empty room begins with a field.
    let new = props.scene.is_some().then(|| {
        html! {
            <div class="sidebar-head">
                <Button
                    label={palette::name_of("scene.create", words).to_owned()} icon={IconName::New} test_id="scene-new"
                    disabled={*read_only} onclick={onnew}
                />
            </div>
        }
    });
    html! {
        <nav class={classes!("sidebar", props.open.then_some("sidebar-open"))} aria-label={words.scene.list}>
            { new }
            <div class="session-list"><ul>{ for items }</ul></div>
        </nav>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct ItemProps {
    row: Rc<Scene>,
    current: bool,
    read_only: bool,
    onopen: Callback<()>,
}

#[component]
fn Item(props: &ItemProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let store = use_store();
    let scene = props.row.id;
    let renaming = use_state_eq(|| false);
    let name = if props.row.name.is_empty() { words.scene.untitled.to_owned() } else { props.row.name.clone() };
    let label = |id: &'static str| palette::name_of(id, words).to_owned();
    let onduplicate = dispatch.reform(move |()| Msg::Scene(SceneMsg::Duplicate(scene)));
    let ondelete = dispatch.reform(move |()| Msg::Dialog(Some(store.read(|model| scenes::ask_delete(model, scene)))));
    let onrename = {
        let renaming = renaming.setter();
        Callback::from(move |()| renaming.set(true))
    };
    let items = vec![
        MenuItem::new(label("scene.rename"), IconName::Edit, onrename.clone()),
        MenuItem::new(label("scene.duplicate"), IconName::Copy, onduplicate),
        MenuItem::new(label("scene.delete"), IconName::Trash, ondelete).with_danger(),
    ];
    let finish = {
        let (dispatch, renaming) = (dispatch.clone(), renaming.setter());
        Callback::from(move |name: Option<String>| {
            if let Some(name) = name {
                dispatch.emit(Msg::Scene(SceneMsg::Rename(scene, name)));
            }
            renaming.set(false);
        })
    };
    let title = if *renaming {
        html! { <RenameField value={name.clone()} label={label("scene.rename")} onfinish={finish} /> }
    } else {
        html! {
            <a
                class="session-link" href={Route::Scene(Some(scene), None).to_string()} title={name.clone()}
                aria-current={props.current.then_some("page")} onclick={props.onopen.reform(|_: MouseEvent| ())}
                ondblclick={onrename.reform(|_: MouseEvent| ())}
            >
                <span class="session-title">{ name.clone() }</span>
                <span class="listed-when"><Moment at={props.row.updated_at} /></span>
            </a>
        }
    };
    let tools = (!props.read_only && !*renaming).then(|| html! { <Menu label={name.clone()} {items} /> });
    html! {
        <li
            class={classes!("session-item", props.current.then_some("session-current"))} data-testid="scene-item"
            data-id={scene.to_string()}
        >
            <div class="session-row">{ title }<div class="session-tools">{ tools }</div></div>
        </li>
    }
}
