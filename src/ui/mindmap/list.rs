//! The list of maps: new ones, old ones, with what can be done to each.
//!
//! Must not be in here: the map itself.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::maps::{self, MapMsg};
use crate::app::navigate::Route;
use crate::app::{Msg, palette};
use crate::model::{MapId, MindMap};
use crate::ui::kit::{Button, IconName, Menu, MenuItem, Moment, RenameField};
use crate::ui::store::{use_dispatch, use_messages, use_selector, use_store};

/// See [`MapList`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct MapListProps {
    /// The map that is shown.
    pub map: Option<MapId>,
    /// Whether it is open, where it is a drawer.
    pub open: bool,
    /// Closes it, where it is a drawer.
    pub onclose: Callback<()>,
}

/// See the module.
#[component]
pub fn MapList(props: &MapListProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let rows = use_selector(|model| (model.mind_maps(), model.read_only.is_some()));
    let (maps, read_only) = &*rows;
    let onnew = use_callback((dispatch, props.onclose.clone()), |_: MouseEvent, (dispatch, onclose)| {
        dispatch.emit(Msg::Maps(MapMsg::Create));
        onclose.emit(());
    });
    let items = maps.iter().map(|row| {
        html! {
            <Item
                key={row.id.to_string()} row={row.clone()} current={props.map == Some(row.id)} read_only={*read_only}
                onopen={props.onclose.clone()}
            />
        }
    });
    // The empty room begins with a field.
    let new = props.map.is_some().then(|| {
        html! {
            <div class="sidebar-head">
                <Button
                    label={palette::name_of("map.create", words).to_owned()} icon={IconName::New} test_id="map-new"
                    disabled={*read_only} onclick={onnew}
                />
            </div>
        }
    });
    html! {
        <nav class={classes!("sidebar", props.open.then_some("sidebar-open"))} aria-label={words.map.list}>
            { new }
            <div class="session-list"><ul>{ for items }</ul></div>
        </nav>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct ItemProps {
    row: Rc<MindMap>,
    current: bool,
    read_only: bool,
    onopen: Callback<()>,
}

#[component]
fn Item(props: &ItemProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let store = use_store();
    let map = props.row.id;
    let renaming = use_state_eq(|| false);
    let name = if props.row.name.is_empty() { words.map.untitled.to_owned() } else { props.row.name.clone() };
    let send = |msg: MapMsg| {
        let dispatch = dispatch.clone();
        Callback::from(move |()| dispatch.emit(Msg::Maps(msg.clone())))
    };
    let label = |id: &'static str| palette::name_of(id, words).to_owned();
    let ondelete = {
        let dispatch = dispatch.clone();
        Callback::from(move |()| dispatch.emit(Msg::Dialog(Some(store.read(|model| maps::ask_delete(model, map))))))
    };
    let onrename = {
        let renaming = renaming.setter();
        Callback::from(move |()| renaming.set(true))
    };
    let items = vec![
        MenuItem::new(label("map.rename"), IconName::Edit, onrename.clone()),
        MenuItem::new(label("map.duplicate"), IconName::Copy, send(MapMsg::Duplicate(map))),
        MenuItem::new(label("map.delete"), IconName::Trash, ondelete).with_danger(),
    ];
    let finish = {
        let (dispatch, renaming) = (dispatch.clone(), renaming.setter());
        Callback::from(move |name: Option<String>| {
            if let Some(name) = name {
                dispatch.emit(Msg::Maps(MapMsg::Rename(map, name)));
            }
            renaming.set(false);
        })
    };
    let title = if *renaming {
        html! { <RenameField value={name.clone()} label={label("map.rename")} onfinish={finish} /> }
    } else {
        html! {
            <a
                class="session-link" href={Route::Map(Some(map), None).to_string()} title={name.clone()}
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
            class={classes!("session-item", props.current.then_some("session-current"))} data-testid="map-item"
            data-id={map.to_string()}
        >
            <div class="session-row">{ title }<div class="session-tools">{ tools }</div></div>
        </li>
    }
}
