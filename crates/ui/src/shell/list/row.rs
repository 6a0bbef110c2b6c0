//! One row of a list: the name, the time of the last change, and a menu.

use uuid::Uuid;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, Node};
use yew::prelude::*;

use super::hits::Hits;
use super::when::{self, Days};
use super::{ListKind, RowContent};
use crate::kit::dom::use_layout_effect;
use crate::kit::menu::{hide_list, is_open, on_key, open_list, toggle_list, view_item};
use crate::kit::{Anchor, Icon, IconName, MenuItem, RenameField};
use crate::shell::copy_link::copy_link;
use crate::store::{use_dispatch, use_messages, use_selector, use_store};
use espalier_app::Msg;
use espalier_base::date::LocalDate;
use espalier_i18n::Messages;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ListRowProps {
    pub kind: &'static ListKind,
    pub id: Uuid,
    pub current: bool,
    /// Whether the Tab key stops at it; arrows lead to the others.
    pub tab_stop: bool,
    pub query: String,
    pub days: Days,
    pub today: LocalDate,
    pub onopen: Callback<()>,
}

/// The part of the model that is drawn here.
#[derive(Debug, PartialEq)]
struct RowState {
    content: RowContent,
    read_only: bool,
}

#[component]
pub fn ListRow(props: &ListRowProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let store = use_store();
    let (kind, id) = (props.kind, props.id);
    let say = (kind.words)(words);
    let state = use_selector(move |model| RowState {
        content: (kind.content)(model, id),
        read_only: model.read_only.is_some(),
    });
    let name = if state.content.title.is_empty() { say.untitled.to_owned() } else { state.content.title.clone() };
    let row = use_node_ref();
    let attention = use_attention(&row);
    let renaming = use_state_eq(|| false);
    let (asked, oncontextmenu) = use_asked();
    let onrename = use_callback((renaming.setter(), state.read_only), |(), (renaming, read_only)| {
        renaming.set(!read_only);
    });
    let ondelete = use_callback((dispatch.clone(), store, id), move |(), (dispatch, store, id)| {
        if let Some(msg) = store.read(|model| (kind.delete)(model, *id).filter(|_| model.read_only.is_none())) {
            dispatch.emit(msg);
        }
    });
    let changes = (!state.read_only).then_some((&onrename, &ondelete));
    let items = menu_items(props, changes, words, &dispatch);
    let with_menu = (!items.is_empty()).then_some("list-with-menu");
    let finish = use_callback((dispatch, renaming.setter(), id), move |name: Option<String>, deps| {
        let (dispatch, renaming, id) = deps;
        if let Some(name) = name {
            dispatch.emit((kind.rename)(*id, name));
        }
        renaming.set(false);
    });
    let content = if *renaming {
        html! {
            <RenameField value={name} label={say.rename} test_id={kind.names.rename_input} onfinish={finish} />
        }
    } else {
        let link = Link { props, content: &state.content, name: &name, words };
        let menu = (!items.is_empty()).then(|| {
            let (asked, onclose) = (*asked, asked.setter());
            let drawn = *attention.active || props.current;
            html! {
                <RowMenu {id} label={name.clone()} test_id={kind.names.menu} {items} {drawn} {asked} {onclose} />
            }
        });
        html! { <>{ link.view(&onrename, &ondelete) }<div class="list-tools">{ menu }</div></> }
    };
    let below = (!props.query.is_empty())
        .then(|| html! { <Hits {kind} {id} query={props.query.clone()} onopen={props.onopen.clone()} /> });
    html! {
        <li
            ref={row} class={classes!("list-item", with_menu, props.current.then_some("list-current"))}
            data-testid={kind.names.item} data-id={id.to_string()}
            onpointerenter={attention.onenter} onpointerleave={attention.onleave} onfocusin={attention.onfocusin}
            onfocusout={attention.onfocusout} {oncontextmenu}
        >
            <div class="list-row">{ content }</div>
            { below }
        </li>
    }
}

/// Whether the pointer or the focus is in a row, and the events that say so.
struct Attention {
    active: UseStateHandle<bool>,
    onenter: Callback<PointerEvent>,
    onleave: Callback<PointerEvent>,
    onfocusin: Callback<FocusEvent>,
    onfocusout: Callback<FocusEvent>,
}

#[hook]
fn use_attention(row: &NodeRef) -> Attention {
    let active = use_state_eq(|| false);
    let onenter = use_callback(active.setter(), |_: PointerEvent, active| active.set(true));
    let onleave = use_callback(active.setter(), |_: PointerEvent, active| active.set(false));
    let onfocusin = use_callback(active.setter(), |_: FocusEvent, active| active.set(true));
    let onfocusout = use_callback((active.setter(), row.clone()), |event: FocusEvent, (active, row)| {
        let to = event.related_target().and_then(|target| target.dyn_into::<Node>().ok());
        active.set(row.get().is_some_and(|row| row.contains(to.as_ref())));
    });
    Attention { active, onenter, onleave, onfocusin, onfocusout }
}

/// The point at which the menu was asked for, and the event that says so.
#[hook]
fn use_asked() -> (UseStateHandle<Option<(f64, f64)>>, Callback<MouseEvent>) {
    let asked = use_state_eq(|| None::<(f64, f64)>);
    let oncontextmenu = use_callback(asked.setter(), |event: MouseEvent, asked| {
        event.prevent_default();
        asked.set(Some((f64::from(event.client_x()), f64::from(event.client_y()))));
    });
    (asked, oncontextmenu)
}

/// The items of the menu; `changes` renames and deletes, where that may be.
fn menu_items(
    props: &ListRowProps,
    changes: Option<(&Callback<()>, &Callback<()>)>,
    words: &'static Messages,
    dispatch: &Callback<Msg>,
) -> Vec<MenuItem> {
    let (kind, id) = (props.kind, props.id);
    let (say, names) = ((kind.words)(words), &kind.names);
    let extras = (kind.extras)(words).into_iter().map(|extra| {
        let make = extra.make;
        MenuItem::new(extra.label, extra.icon, dispatch.reform(move |()| make(id)))
    });
    let Some((onrename, ondelete)) = changes else { return extras.collect() };
    let onduplicate = dispatch.reform(move |()| (kind.duplicate)(id));
    let first = [
        MenuItem::new(say.rename, IconName::Edit, onrename.clone()).with_test_id(names.rename).with_keys(Some("F2")),
        MenuItem::new(say.duplicate, IconName::Duplicate, onduplicate).with_test_id(names.duplicate),
    ];
    let delete = MenuItem::new(say.delete, IconName::Trash, ondelete.clone()).with_danger().with_test_id(names.delete);
    let last = [copy_link(words, dispatch, (kind.route)(id)), delete];
    first.into_iter().chain(extras).chain(last).collect()
}

struct Link<'a> {
    props: &'a ListRowProps,
    content: &'a RowContent,
    name: &'a str,
    words: &'static Messages,
}

impl Link<'_> {
    fn view(&self, onrename: &Callback<()>, ondelete: &Callback<()>) -> Html {
        let (props, content) = (self.props, self.content);
        let time = content.at.map(|at| {
            let text = when::short(at, props.today, props.days, self.words);
            html! { <time datetime={at.to_rfc3339()}>{ text }</time> }
        });
        let onkeydown = {
            let (onrename, ondelete) = (onrename.clone(), ondelete.clone());
            Callback::from(move |event: KeyboardEvent| {
                match event.key().as_str() {
                    "Delete" => ondelete.emit(()),
                    "F2" => onrename.emit(()),
                    _ => return,
                }
                event.prevent_default();
            })
        };
        html! {
            <a
                class="list-link" href={(props.kind.route)(props.id).to_string()} title={self.name.to_owned()}
                tabindex={if props.tab_stop { "0" } else { "-1" }} aria-current={props.current.then_some("page")}
                onclick={props.onopen.reform(|_: MouseEvent| ())} ondblclick={onrename.reform(|_: MouseEvent| ())}
                {onkeydown}
            >
                <span class="list-title">{ self.name.to_owned() }</span>
                <span class="list-dot" hidden={!content.busy} title={(props.kind.words)(self.words).busy} />
                <span class="list-when">
                    { content.note.clone() }
                    { time }
                </span>
            </a>
        }
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct RowMenuProps {
    id: Uuid,
    label: AttrValue,
    test_id: &'static str,
    items: Vec<MenuItem>,
    /// Whether the items are in the page while the menu is closed, so that they can be found and pressed by name.
    drawn: bool,
    /// The point at which it was asked for.
    asked: Option<(f64, f64)>,
    onclose: Callback<Option<(f64, f64)>>,
}

/// The button "…" with its menu in the top layer, which opens at the pointer as well.
#[component]
fn RowMenu(props: &RowMenuProps) -> Html {
    let (panel, button) = (use_node_ref(), use_node_ref());
    let open = use_state_eq(|| false);
    // A held finger opens the menu below itself, and lifting it can be a click there.
    let pressed = use_mut_ref(|| false);
    let asked = props.asked;
    use_layout_effect((asked, *open, panel.clone(), button.clone()), |(asked, _, panel, button)| {
        // Its items may be drawn only now.
        if asked.is_some() || panel.cast::<HtmlElement>().is_some_and(|list| is_open(&list)) {
            let anchor = asked.map_or_else(|| Anchor::Element(button.clone()), |(x, y)| Anchor::Point(x, y));
            open_list(panel, &anchor);
        }
    });
    let onpress = {
        let (panel, button) = (panel.clone(), button.clone());
        Callback::from(move |event: MouseEvent| toggle_list(&event, &panel, &button))
    };
    let ontoggle = {
        let (panel, open, pressed, onclose) = (panel.clone(), open.setter(), pressed.clone(), props.onclose.clone());
        Callback::from(move |_: Event| {
            let is_open = panel.cast::<HtmlElement>().is_some_and(|list| is_open(&list));
            open.set(is_open);
            if !is_open {
                *pressed.borrow_mut() = false;
                onclose.emit(None);
            }
        })
    };
    let onhide = {
        let panel = panel.clone();
        Callback::from(move |()| hide_list(&panel))
    };
    let onkeydown = {
        let (panel, onhide) = (panel.clone(), onhide.clone());
        Callback::from(move |event: KeyboardEvent| on_key(&event, &panel, &onhide))
    };
    let onpointerdown = {
        let pressed = pressed.clone();
        Callback::from(move |_: PointerEvent| *pressed.borrow_mut() = true)
    };
    // Closed, it is a menu to nobody.
    let in_use = *open || asked.is_some();
    let items = props.items.iter().filter(|_| props.drawn || in_use);
    let items = items.enumerate().map(|(index, item)| view_item(index, item, in_use, &pressed, &onhide));
    let id = format!("row-{}", props.id);
    html! {
        <span class="menu">
            <button
                ref={button} type="button" class="button button-icon button-quiet" data-testid={props.test_id}
                aria-label={props.label.clone()} title={props.label.clone()} aria-haspopup="menu"
                aria-expanded={if *open { "true" } else { "false" }} popovertarget={id.clone()}
                onclick={onpress}
            >
                <Icon name={IconName::More} />
            </button>
            <div
                ref={panel.clone()} {id} class="menu-list" popover="auto" role={in_use.then_some("menu")} tabindex="-1"
                aria-label={props.label.clone()} {onkeydown} {ontoggle} {onpointerdown}
            >
                { for items }
            </div>
        </span>
    }
}
