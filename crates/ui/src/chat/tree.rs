//! The whole tree of a conversation as a drawing one can walk about in; choosing a message shows its branch.
//!
//! It is an SVG whose view box moves, so it needs no style; only what is in view is mounted.

mod node;
mod viewport;

use std::rc::Rc;

use gloo::timers::callback::Timeout;
use web_sys::{Element, HtmlElement, SvgElement};
use yew::prelude::*;

use self::node::TreeNode;
use self::viewport::{Direction, TreeViewport, line, next};
use crate::kit::shared::Shared;
use crate::kit::{IconButton, IconName, Modal};
use crate::store::{use_dispatch, use_messages, use_selector, use_store};
use espalier_app::selector::SessionView;
use espalier_app::sessions::SessionMsg;
use espalier_app::{Model, Msg};
use espalier_chat::outline::{Outline, outline};
use espalier_model::{MessageId, MessageKey, Session, SessionId};

/// Zoom factor of one press of a button.
const ZOOM_STEP: f64 = 1.25;
/// Distance from which on a press is a drag, in CSS pixels.
const DRAG_PX: i32 = 4;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct TreeDialogProps {
    pub session: SessionId,
}

/// The dialog with the tree of a conversation.
#[component]
pub fn TreeDialog(props: &TreeDialogProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let outline = use_outline(props.session);
    let onclose = use_callback(dispatch, |(), dispatch| dispatch.emit(Msg::Dialog(None)));
    html! {
        <Modal title={words.chat.tree.title} wide=true {onclose}>
            <p class="tree-intro">{ words.chat.tree.intro }</p>
            <TreeView session={props.session} outline={Shared(outline)} />
        </Modal>
    }
}

/// The drawing, worked out again when the tree, the shown path or the state of an answer changes.
#[hook]
fn use_outline(session: SessionId) -> Rc<Outline> {
    let store = use_store();
    let stamp = use_selector(move |model| {
        let view: Option<Shared<SessionView>> = model.view(session).map(Shared::from);
        let running = model.running.values().filter(|running| running.answer.session == session).count();
        (view, running)
    });
    use_memo((store, session, stamp), |(store, session, _)| {
        store.read(|model| draw(model, *session)).unwrap_or_default()
    })
}

fn draw(model: &Model, session: SessionId) -> Option<Outline> {
    let row = model.workspace.get::<Session>(&session)?;
    Some(outline(row, model.workspace.messages(session).map(|message| &**message)))
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct TreeViewProps {
    session: SessionId,
    outline: Shared<Outline>,
}

#[component]
fn TreeView(props: &TreeViewProps) -> Html {
    let words = use_messages();
    let outline = &props.outline;
    let shown = outline.nodes.iter().rposition(|node| node.on_path);
    let node = use_node_ref();
    let view = use_view(&node, outline, shown);
    let stop = use_state_eq(|| None::<MessageId>);
    let at = stop.and_then(|id| outline.nodes.iter().position(|node| node.id == id)).or(shown);
    use_stop(&node, *stop, &view, outline);
    let onchoose = use_choose(props.session);
    let onkeydown = {
        let (outline, stop, onchoose) = (outline.clone(), stop.setter(), onchoose.clone());
        Callback::from(move |event: KeyboardEvent| {
            if let Some(at) = at {
                on_key(&event, &outline, at, &stop, &onchoose);
            }
        })
    };
    let drag = use_drag(&view);
    let drawn = view.drawn(outline);
    let nodes = drawn.iter().filter_map(|&index| {
        let node = outline.nodes.get(index)?.clone();
        let key = node.id.to_string();
        let (current, tab_stop) = (Some(index) == shown, Some(index) == at);
        Some(html! { <TreeNode {key} {node} {current} {tab_stop} onchoose={onchoose.clone()} /> })
    });
    html! {
        <div class="tree">
            <svg
                ref={node} class="tree-canvas" role="tree" aria-label={words.chat.tree.title} viewBox={view.view_box()}
                {onkeydown} onpointerdown={drag.down} onpointermove={drag.over} onpointerup={drag.up}
                onpointercancel={drag.cancel} onwheel={drag.wheel}
            >
                <g class="tree-lines" aria-hidden="true">{ lines(outline, &drawn) }</g>
                <g role="group">{ for nodes }</g>
            </svg>
            <ZoomButtons {view} outline={outline.clone()} />
        </div>
    }
}

/// The lines to the messages that are drawn.
fn lines(outline: &Outline, drawn: &[usize]) -> Html {
    let line = |&index: &usize| {
        let node = outline.nodes.get(index)?;
        let from = outline.nodes.get(node.parent?)?;
        let class = (node.on_path && from.on_path).then_some("tree-line-shown");
        Some(html! { <path key={index} {class} d={line(from, node)} /> })
    };
    drawn.iter().filter_map(line).collect()
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct ZoomButtonsProps {
    view: UseStateHandle<TreeViewport>,
    outline: Shared<Outline>,
}

#[component]
fn ZoomButtons(props: &ZoomButtonsProps) -> Html {
    let words = use_messages();
    let view = &props.view;
    let to = |next: TreeViewport| {
        let view = view.setter();
        Callback::from(move |_: MouseEvent| view.set(next))
    };
    let (x, y) = (view.width / 2.0, view.height / 2.0);
    html! {
        <div class="tree-buttons">
            <IconButton icon={IconName::ZoomOut} label={words.chat.tree.further} onclick={to(view.zoomed(1.0 / ZOOM_STEP, x, y))} />
            <IconButton icon={IconName::Fit} label={words.chat.tree.whole} disabled={view.whole(&props.outline) == **view} onclick={to(view.whole(&props.outline))} />
            <IconButton icon={IconName::ZoomIn} label={words.chat.tree.closer} onclick={to(view.zoomed(ZOOM_STEP, x, y))} />
        </div>
    }
}

/// The view, which begins as large as its element.
#[hook]
fn use_view(node: &NodeRef, outline: &Shared<Outline>, shown: Option<usize>) -> UseStateHandle<TreeViewport> {
    let view = use_state_eq(|| TreeViewport::default().opened(outline, shown));
    let set = view.setter();
    let opened = outline.clone();
    use_effect_with(node.clone(), move |node| {
        // The dialog around it opens after this; before, the drawing has no size.
        let node = node.clone();
        let timer = Timeout::new(0, move || {
            if let Some(element) = node.cast::<Element>() {
                let rect = element.get_bounding_client_rect();
                set.set(TreeViewport::default().sized(rect.width(), rect.height()).opened(&opened, shown));
            }
        });
        move || drop(timer)
    });
    view
}

#[hook]
fn use_choose(session: SessionId) -> Callback<MessageId> {
    let dispatch = use_dispatch();
    use_callback((dispatch, session), |id: MessageId, (dispatch, session)| {
        dispatch.emit(Msg::Sessions(SessionMsg::SwitchTo(MessageKey { session: *session, id })));
        dispatch.emit(Msg::Dialog(None));
    })
}

/// Brings the message that the keys went to into view, with the focus.
#[hook]
fn use_stop(node: &NodeRef, stop: Option<MessageId>, view: &UseStateHandle<TreeViewport>, outline: &Shared<Outline>) {
    let (view, outline) = (view.clone(), outline.clone());
    use_effect_with((node.clone(), stop, *view), move |(node, stop, seen)| {
        let Some(id) = *stop else { return };
        let Some(place) = outline.nodes.iter().find(|known| known.id == id) else {
            return;
        };
        if !seen.shows(place) && node_element(node, id).is_none() {
            view.set(view.centred(place));
        } else if let Some(element) = node_element(node, id) {
            // A message of the drawing takes the focus.
            let _ = element.focus();
        }
    });
}

fn node_element(node: &NodeRef, id: MessageId) -> Option<SvgElement> {
    let found = node.cast::<Element>()?.query_selector(&format!("[data-id='{id}']")).ok()??;
    wasm_bindgen::JsCast::dyn_into(found).ok()
}

fn on_key(
    event: &KeyboardEvent,
    outline: &Outline,
    at: usize,
    stop: &UseStateSetter<Option<MessageId>>,
    onchoose: &Callback<MessageId>,
) {
    let step = match event.key().as_str() {
        "ArrowUp" => Direction::Parent,
        "ArrowDown" => Direction::Child,
        "ArrowLeft" => Direction::Before,
        "ArrowRight" => Direction::After,
        "Enter" | " " => {
            event.prevent_default();
            if let Some(node) = outline.nodes.get(at) {
                onchoose.emit(node.id);
            }
            return;
        }
        _ => return,
    };
    event.prevent_default();
    if let Some(node) = next(outline, at, step).and_then(|next| outline.nodes.get(next)) {
        stop.set(Some(node.id));
    }
}

/// Event handlers that pan and zoom the drawing.
struct DragHandlers {
    down: Callback<PointerEvent>,
    over: Callback<PointerEvent>,
    up: Callback<PointerEvent>,
    cancel: Callback<PointerEvent>,
    wheel: Callback<WheelEvent>,
}

/// State of a press: its start, the last position of the pointer, and whether it has become a drag.
type Press = Option<((i32, i32), (i32, i32), bool)>;

#[hook]
fn use_drag(view: &UseStateHandle<TreeViewport>) -> DragHandlers {
    let press = use_mut_ref(Press::default);
    let down = {
        let press = press.clone();
        Callback::from(move |event: PointerEvent| {
            let at = (event.client_x(), event.client_y());
            *press.borrow_mut() = Some((at, at, false));
        })
    };
    let over = {
        let (press, view) = (press.clone(), view.clone());
        Callback::from(move |event: PointerEvent| {
            let mut press = press.borrow_mut();
            let Some((from, last, dragging)) = press.as_mut() else {
                return;
            };
            let at = (event.client_x(), event.client_y());
            if !*dragging && (at.0 - from.0).abs().max((at.1 - from.1).abs()) < DRAG_PX {
                return;
            }
            if !*dragging {
                *dragging = true;
                capture(&event);
            }
            view.set(view.moved(f64::from(last.0 - at.0), f64::from(last.1 - at.1)));
            *last = at;
        })
    };
    let up = {
        let press = press.clone();
        Callback::from(move |_: PointerEvent| *press.borrow_mut() = None)
    };
    let cancel = up.clone();
    let wheel = {
        let view = view.clone();
        Callback::from(move |event: WheelEvent| {
            event.prevent_default();
            view.set(if event.ctrl_key() || event.meta_key() {
                let factor = (-event.delta_y() / 300.0).exp();
                view.zoomed(factor, f64::from(event.offset_x()), f64::from(event.offset_y()))
            } else {
                view.moved(event.delta_x(), event.delta_y())
            });
        })
    };
    DragHandlers { down, over, up, cancel, wheel }
}

/// Keeps the pointer for the drawing, so that a drag may leave it.
fn capture(event: &PointerEvent) {
    let target: Option<HtmlElement> = event.target_dyn_into();
    let element: Option<Element> = target.map(Into::into).or_else(|| event.target_dyn_into());
    let canvas = element.and_then(|element| element.closest(".tree-canvas").ok().flatten());
    if let Some(canvas) = canvas {
        // A pointer that is gone by now needs no keeping.
        let _ = canvas.set_pointer_capture(event.pointer_id());
    }
}
