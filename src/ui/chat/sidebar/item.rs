//! One conversation in the list. Must not be in here: the list.

use web_sys::Node;
use yew::prelude::*;

use super::menu::SessionMenu;
use crate::app::navigate::Route;
use crate::app::sessions::SessionMsg;
use crate::app::{Confirm, Dialog, Model, Msg};
use crate::model::{Session, SessionId};
use crate::ui::chat::rename::Rename;
use crate::ui::kit::{Anchor, IconButton, IconName};
use crate::ui::store::{use_dispatch, use_messages, use_selector, use_store};

/// See [`SessionItem`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct SessionItemProps {
    /// The conversation.
    pub id: SessionId,
    /// Whether it is the one that is shown.
    pub current: bool,
    /// Whether the Tab key stops at it; arrows lead to the others.
    pub tab_stop: bool,
    /// Called when the conversation is opened.
    pub onopen: Callback<()>,
    /// What was found in it.
    #[prop_or_default]
    pub children: Html,
}

/// Something to do to a conversation of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deed {
    /// Give it a name.
    Rename,
    /// Copy it.
    Duplicate,
    /// Delete it.
    Delete,
}

impl Deed {
    /// What it sends; `None` for the one that opens a field.
    pub fn msg(self, model: &Model, id: SessionId) -> Option<Msg> {
        match self {
            Self::Rename => None,
            Self::Duplicate => Some(Msg::Sessions(SessionMsg::Duplicate(id))),
            Self::Delete => {
                let count = model.workspace.messages(id).count();
                Some(Msg::Dialog(Some(Dialog::Confirm(Confirm::DeleteSession(id, count)))))
            }
        }
    }
}

/// What of the model decides what is drawn here.
#[derive(Debug, PartialEq)]
struct Shown {
    title: String,
    running: bool,
    read_only: bool,
}

/// See the module.
#[component]
pub fn SessionItem(props: &SessionItemProps) -> Html {
    let id = props.id;
    let shown = use_selector(move |model| Shown {
        title: model.workspace.get::<Session>(&id).map(|row| model.title(row)).unwrap_or_default(),
        running: model.running.values().any(|running| running.answer.session == id),
        read_only: model.read_only.is_some(),
    });
    let node = use_node_ref();
    let active = use_state_eq(|| false);
    let renaming = use_state_eq(|| false);
    let menu = use_state_eq(|| None::<Anchor>);
    let ondo = use_deed(id, renaming.setter());
    let onenter = use_callback(active.setter(), |_: PointerEvent, active| active.set(true));
    let onleave = use_callback(active.setter(), |_: PointerEvent, active| active.set(false));
    let onfocusin = use_callback(active.setter(), |_: FocusEvent, active| active.set(true));
    let onfocusout = use_callback((active.setter(), node.clone()), |event: FocusEvent, (active, node)| {
        let to = event.related_target().and_then(|target| wasm_bindgen::JsCast::dyn_into::<Node>(target).ok());
        active.set(node.get().is_some_and(|node| node.contains(to.as_ref())));
    });
    let oncontextmenu = use_callback(menu.setter(), |event: MouseEvent, menu| {
        event.prevent_default();
        menu.set(Some(Anchor::Point(f64::from(event.client_x()), f64::from(event.client_y()))));
    });
    let name = if *renaming {
        let onclose = renaming.setter();
        html! { <Rename session={id} onclose={move |()| onclose.set(false)} /> }
    } else {
        html! { <Link {id} title={shown.title.clone()} running={shown.running} current={props.current}
        tab_stop={props.tab_stop} ondo={ondo.clone()} onopen={props.onopen.clone()} /> }
    };
    let tools =
        ((*active || props.current) && !*renaming && !shown.read_only).then(|| html! { <Tools ondo={ondo.clone()} /> });
    let context_menu = menu.as_ref().map(|anchor| {
        let onclose = menu.setter();
        html! { <SessionMenu {id} anchor={anchor.clone()} {ondo} onclose={move |()| onclose.set(None)} /> }
    });
    html! {
        <li
            ref={node} class={classes!("session-item", props.current.then_some("session-current"))}
            data-testid="session-item" data-id={id.to_string()}
            onpointerenter={onenter} onpointerleave={onleave} {onfocusin} {onfocusout} {oncontextmenu}
        >
            <div class="session-row">{ name }<div class="session-tools">{ tools }</div></div>
            { props.children.clone() }
            <div>{ context_menu }</div>
        </li>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct LinkProps {
    id: SessionId,
    title: String,
    running: bool,
    current: bool,
    tab_stop: bool,
    ondo: Callback<Deed>,
    onopen: Callback<()>,
}

#[component]
fn Link(props: &LinkProps) -> Html {
    let words = use_messages();
    let onkeydown = use_callback(props.ondo.clone(), |event: KeyboardEvent, ondo| {
        match event.key().as_str() {
            "Delete" => ondo.emit(Deed::Delete),
            "F2" => ondo.emit(Deed::Rename),
            _ => return,
        }
        event.prevent_default();
    });
    let ondblclick = props.ondo.reform(|_: MouseEvent| Deed::Rename);
    let title = if props.title.is_empty() { words.chat.new_session.to_owned() } else { props.title.clone() };
    html! {
        <a
            class="session-link" href={Route::Chat(Some(props.id), None).to_string()} title={title.clone()}
            tabindex={if props.tab_stop { "0" } else { "-1" }} aria-current={props.current.then_some("page")}
            onclick={props.onopen.reform(|_: MouseEvent| ())} {ondblclick} {onkeydown}
        >
            <span class="session-title">{ title }</span>
            <span class="session-dot" hidden={!props.running} title={words.chat.sidebar.answering} />
        </a>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct ToolsProps {
    ondo: Callback<Deed>,
}

#[component]
fn Tools(props: &ToolsProps) -> Html {
    let words = use_messages();
    let on = |deed: Deed| props.ondo.reform(move |_: MouseEvent| deed);
    html! {
        <>
            <IconButton
                icon={IconName::Edit} label={words.command.rename_session} test_id="session-rename"
                onclick={on(Deed::Rename)}
            />
            <IconButton
                icon={IconName::Copy} label={words.command.duplicate_session} test_id="session-duplicate"
                onclick={on(Deed::Duplicate)}
            />
            <IconButton
                icon={IconName::Trash} label={words.command.delete_session} test_id="session-delete"
                onclick={on(Deed::Delete)}
            />
        </>
    }
}

#[hook]
fn use_deed(id: SessionId, renaming: UseStateSetter<bool>) -> Callback<Deed> {
    let store = use_store();
    let dispatch = use_dispatch();
    use_callback((store, dispatch, id, renaming), |deed: Deed, (store, dispatch, id, renaming)| {
        match store.read(|model| deed.msg(model, *id)) {
            Some(msg) => dispatch.emit(msg),
            None => renaming.set(true),
        }
    })
}
