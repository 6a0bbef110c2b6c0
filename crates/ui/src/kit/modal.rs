//! A dialog in front of the page.
//!
//! It is the browser's own `<dialog>`: the rest of the page is out of reach while it is open, and the focus goes back
//! to where it was when it closes.

use std::rc::Rc;

use gloo::timers::callback::Timeout;
use yew::prelude::*;

use super::button::IconButton;
use super::dom::{focus_behind, use_layout_effect};
use super::icon::IconName;
use crate::store::use_messages;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ModalProps {
    /// Its heading and its name.
    pub title: AttrValue,
    #[prop_or_default]
    pub test_id: Option<AttrValue>,
    /// Escape, the close button or a click beside it. The owner takes the dialog away then. Without it, the dialog goes
    /// only when one of its own buttons was pressed.
    #[prop_or_default]
    pub onclose: Option<Callback<()>>,
    /// Whether it may use the width of the page.
    #[prop_or_default]
    pub wide: bool,
    /// Whether it has neither a heading nor a close button, as its name is clear from what is in it.
    #[prop_or_default]
    pub bare: bool,
    pub children: Html,
}

/// Elements for notices, one for each open dialog, the front one last: anything beside a dialog is behind its
/// backdrop and out of reach.
#[derive(Debug, Default, Clone, PartialEq)]
pub struct OpenDialogs(Vec<web_sys::Element>);

#[derive(Debug)]
pub enum DialogChange {
    /// A dialog was opened in front, with this place for notices.
    Opened(web_sys::Element),
    /// The dialog with this place for notices was closed.
    Closed(web_sys::Element),
}

impl OpenDialogs {
    /// The place in the dialog that is in front.
    pub fn front(&self) -> Option<web_sys::Element> {
        self.0.last().cloned()
    }
}

impl Reducible for OpenDialogs {
    type Action = DialogChange;

    fn reduce(self: Rc<Self>, change: DialogChange) -> Rc<Self> {
        let mut places = self.0.clone();
        match change {
            DialogChange::Opened(place) => places.push(place),
            DialogChange::Closed(place) => places.retain(|known| *known != place),
        }
        Rc::new(Self(places))
    }
}

/// A dialog, open for as long as it is there.
#[component]
pub fn Modal(props: &ModalProps) -> Html {
    let words = use_messages();
    let node = use_node_ref();
    let notices = use_node_ref();
    use_open(&node, &notices);

    let onclose = props.onclose.clone().unwrap_or_else(Callback::noop);
    let close = {
        let onclose = onclose.clone();
        Callback::from(move |_: MouseEvent| onclose.emit(()))
    };
    let oncancel = {
        let onclose = onclose.clone();
        Callback::from(move |event: Event| {
            // The owner decides; a dialog that closed by itself would stay in the page, empty and in the way.
            event.prevent_default();
            onclose.emit(());
        })
    };
    let onclosed = {
        let (onclose, node) = (onclose.clone(), node.clone());
        Callback::from(move |_: Event| {
            onclose.emit(());
            open_again(&node);
        })
    };
    let (onpointerdown, onclick) = use_outside(&node, &onclose);
    let closes = props.onclose.is_some();
    let head = (!props.bare).then(|| {
        let close =
            closes.then(|| html! { <IconButton icon={IconName::Close} label={words.shell.close} onclick={close} /> });
        html! {
            <header class="modal-head">
                <h2 class="modal-title">{ props.title.clone() }</h2>
                { close }
            </header>
        }
    });

    html! {
        <dialog
            ref={node}
            class={classes!("modal", props.wide.then_some("modal-wide"))}
            aria-label={props.title.clone()}
            data-testid={props.test_id.clone()}
            {oncancel} onclose={onclosed} {onpointerdown} {onclick}
        >
            <div class="modal-body">
                { head }
                { props.children.clone() }
            </div>
            <div ref={notices}></div>
        </dialog>
    }
}

/// Opens a dialog again that the browser closed without asking, as it does when Escape is pressed again and again, if
/// its owner did not take it away.
fn open_again(node: &NodeRef) {
    let node = node.clone();
    Timeout::new(0, move || {
        if let Some(dialog) = node.cast::<web_sys::HtmlDialogElement>()
            && dialog.is_connected()
            && !dialog.open()
        {
            // It fails only for a dialog that is open already or not in the page.
            let _ = dialog.show_modal();
        }
    })
    .forget();
}

/// Opens the dialog once it is in the page, and closes it before it leaves, which gives the focus back.
#[hook]
fn use_open(node: &NodeRef, notices: &NodeRef) {
    let dialogs = use_context::<UseReducerDispatcher<OpenDialogs>>();
    use_layout_effect(node.clone(), |node| {
        if let Some(dialog) = node.cast::<web_sys::HtmlDialogElement>().filter(|dialog| !dialog.open()) {
            // It fails only for a dialog that is open already or not in the page.
            let _ = dialog.show_modal();
        }
    });
    use_effect_with((node.clone(), notices.clone()), move |(node, notices)| {
        let dialog = node.cast::<web_sys::HtmlDialogElement>();
        let place = dialogs.zip(notices.cast::<web_sys::Element>());
        if let Some((dialogs, place)) = &place {
            dialogs.dispatch(DialogChange::Opened(place.clone()));
        }
        move || {
            if let Some(dialog) = dialog {
                dialog.close();
                focus_behind();
            }
            if let Some((dialogs, place)) = place {
                dialogs.dispatch(DialogChange::Closed(place));
            }
        }
    });
}

/// Closes on a click beside the dialog that also began there, so that selecting text to the edge does not close it.
#[hook]
fn use_outside(node: &NodeRef, onclose: &Callback<()>) -> (Callback<PointerEvent>, Callback<MouseEvent>) {
    let began_outside = use_mut_ref(|| false);
    let is_outside = {
        let node = node.clone();
        // What is inside the dialog is inside its body; the dialog itself is hit only on the backdrop.
        move |event: &Event| event.target_dyn_into::<web_sys::Node>() == node.get()
    };
    let onpointerdown = {
        let (began_outside, is_outside) = (began_outside.clone(), is_outside.clone());
        Callback::from(move |event: PointerEvent| *began_outside.borrow_mut() = is_outside(&event))
    };
    let onclick = {
        let onclose = onclose.clone();
        Callback::from(move |event: MouseEvent| {
            if std::mem::take(&mut *began_outside.borrow_mut()) && is_outside(&event) {
                onclose.emit(());
            }
        })
    };
    (onpointerdown, onclick)
}
