//! The messages of a conversation, of which only those near the viewport are mounted.

mod far_back;
mod follow;
mod input;
mod scroll_state;
mod scroller;

use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;

use gloo::events::EventListener;
use yew::prelude::*;

use self::far_back::use_far_back;
use self::input::{use_act, use_context_menu, use_keys};
use self::scroller::Scroller;
use super::message::MessageRow;
use crate::chat::message::action::Action;
use crate::chat::message::drafts::EditDrafts;
use crate::chat::message::menu::MessageMenu;
use crate::kit::shared::Shared;
use crate::kit::{Anchor, Icon, IconName};
use crate::store::{use_dispatch, use_messages, use_selector};
use crate::windowed::ScrollContext;
use espalier_app::selector::SessionView;
use espalier_app::sessions::SessionMsg;
use espalier_app::{Model, Msg};
use espalier_model::{MessageId, MessageKey, SessionId};

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct TranscriptProps {
    pub session: SessionId,
    /// The message that the address points at.
    #[prop_or_default]
    pub target: Option<MessageId>,
    #[prop_or_default]
    pub editing: Option<MessageId>,
    /// Edits a message, or ends that.
    #[prop_or_default]
    pub onedit: Callback<Option<MessageId>>,
    #[prop_or_default]
    pub drafts: EditDrafts,
}

/// The slice of the model that the transcript draws.
#[derive(Debug, PartialEq)]
struct TranscriptState {
    view: Option<Shared<SessionView>>,
    busy: bool,
    /// Whether the last message is an answer that is coming.
    coming: bool,
}

impl TranscriptState {
    fn of(model: &Model, session: SessionId) -> Self {
        let view = model.view(session).map(Shared::from);
        let last = view.as_ref().and_then(|view| view.path.last().copied());
        let answers = || model.running.values().map(|running| running.answer);
        Self {
            busy: answers().any(|answer| answer.session == session),
            coming: answers().any(|answer| answer.session == session && Some(answer.id) == last),
            view,
        }
    }
}

/// The messages of a conversation. To be keyed by the session, so that each begins at its own place.
#[component]
pub fn Transcript(props: &TranscriptProps) -> Html {
    let words = use_messages();
    let session = props.session;
    let state = use_selector(move |model| TranscriptState::of(model, session));
    let scroller = use_scroller();
    use_target(&scroller, session, props.target, state.view.as_ref());
    let menu = use_state_eq(|| None::<(MessageId, Anchor)>);
    let act = use_act(session, props.onedit.clone());
    let onkeydown = use_keys(&scroller, session, act.clone());
    let oncontextmenu = use_context_menu(menu.setter());
    let onmenu = use_callback(menu.setter(), |place, menu| menu.set(Some(place)));
    let onscroll = use_callback(scroller.clone(), |_: Event, scroller| scroller.scrolled());

    let path = state.view.as_ref().map(|view| view.path.clone()).unwrap_or_default();
    scroller.hold(props.editing);
    let scroll_context = ScrollContext(scroller.clone());
    let (range, [before, after]) = scroller.rows(&path, state.coming);
    let beyond = use_far_back(session, state.view.clone(), state.busy);
    let rows = Rows { props, path: &path, beyond: &beyond, act: &act, onmenu: &onmenu };
    let context_menu = menu.as_ref().map(|(id, anchor)| {
        let onclose = close_menu(&scroller, *id, menu.setter());
        let at = MessageKey { session, id: *id };
        html! { <MessageMenu {at} anchor={anchor.clone()} onact={act.clone()} {onclose} /> }
    });
    html! {
        <div class={classes!("transcript-frame", props.editing.map(|_| "transcript-editing"))}>
            <div
                ref={scroller.nodes.view.clone()} class="transcript" role="log" aria-live="off" tabindex="0"
                aria-label={words.chat.transcript} aria-busy={if state.busy { "true" } else { "false" }}
                data-testid="transcript" {onkeydown} {oncontextmenu} {onscroll}
            >
                <svg ref={scroller.nodes.before.clone()} width="1" height={format!("{before:.2}")} aria-hidden="true" />
                <div ref={scroller.nodes.list.clone()}>
                    <ContextProvider<ScrollContext> context={scroll_context}>{ rows.view(range) }</ContextProvider<ScrollContext>>
                </div>
                <svg width="1" height={format!("{after:.2}")} aria-hidden="true" />
            </div>
            <Loading hidden={state.view.is_some()} />
            <ToEnd hidden={scroller.is_at_end()} onclick={to_end(&scroller)} />
            <div>{ context_menu }</div>
        </div>
    }
}

/// Data from which the rows are drawn.
struct Rows<'a> {
    props: &'a TranscriptProps,
    path: &'a [MessageId],
    beyond: &'a BTreeSet<MessageId>,
    act: &'a Callback<(MessageId, Action)>,
    onmenu: &'a Callback<(MessageId, Anchor)>,
}

impl Rows<'_> {
    fn view(&self, range: Range<usize>) -> Html {
        let rows = self.path.get(range.clone()).unwrap_or_default();
        let last = self.path.len().saturating_sub(1);
        rows.iter().zip(range.start..).map(|(id, row)| self.row(*id, row == last)).collect()
    }

    fn row(&self, id: MessageId, last: bool) -> Html {
        let props = self.props;
        html! {
            <MessageRow
                key={id.to_string()}
                at={MessageKey { session: props.session, id }}
                {last}
                target={props.target == Some(id)}
                beyond={self.beyond.contains(&id)}
                editing={props.editing == Some(id)}
                drafts={props.drafts.clone()}
                onedit={props.onedit.clone()}
                onact={self.act.clone()}
                onmenu={self.onmenu.clone()}
            />
        }
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct HiddenProps {
    hidden: bool,
    #[prop_or_default]
    onclick: Callback<MouseEvent>,
}

#[component]
fn Loading(props: &HiddenProps) -> Html {
    let words = use_messages();
    html! { <p class="transcript-loading" hidden={props.hidden} role="status">{ words.chat.loading }</p> }
}

#[component]
fn ToEnd(props: &HiddenProps) -> Html {
    let words = use_messages();
    html! {
        <button
            type="button" class="to-end" hidden={props.hidden} onclick={props.onclick.clone()}
            aria-label={words.chat.to_end} title={words.chat.to_end}
        >
            <Icon name={IconName::ChevronDown} />
        </button>
    }
}

fn to_end(scroller: &Rc<Scroller>) -> Callback<MouseEvent> {
    let scroller = scroller.clone();
    Callback::from(move |_| scroller.to_end())
}

fn close_menu(
    scroller: &Rc<Scroller>,
    id: MessageId,
    menu: UseStateSetter<Option<(MessageId, Anchor)>>,
) -> Callback<()> {
    let scroller = scroller.clone();
    Callback::from(move |()| {
        menu.set(None);
        focus(&scroller, id);
    })
}

fn focus(scroller: &Scroller, id: MessageId) {
    if let Some(element) = scroller.element(id) {
        // A message takes the focus; when it cannot, nothing is lost.
        let _ = element.focus();
    }
}

#[hook]
fn use_scroller() -> Rc<Scroller> {
    let redraw = use_force_update();
    let scroller = (*use_memo((), |()| Scroller::new(Callback::from(move |()| redraw.force_update())))).clone();
    let drawn = scroller.clone();
    use_effect(move || drawn.drawn());
    let stopped = scroller.clone();
    use_effect_with((), move |()| {
        let printed = watch_printing(&stopped);
        move || {
            drop(printed);
            stopped.stop();
        }
    });
    scroller
}

/// Listens for printing, which takes all messages.
fn watch_printing(scroller: &Rc<Scroller>) -> Option<[EventListener; 2]> {
    let window = web_sys::window()?;
    let events = [("beforeprint", true), ("afterprint", false)];
    Some(events.map(|(event, whole)| {
        let scroller = scroller.clone();
        EventListener::new(&window, event, move |_| scroller.print(whole))
    }))
}

/// Goes to the message that the address points at, in whichever branch it is, once for each address.
#[hook]
fn use_target(
    scroller: &Rc<Scroller>,
    session: SessionId,
    target: Option<MessageId>,
    view: Option<&Shared<SessionView>>,
) {
    let dispatch = use_dispatch();
    let gone_to = use_mut_ref(|| None::<MessageId>);
    let scroller = scroller.clone();
    use_effect_with((target, view.cloned()), move |(target, view)| {
        let (Some(id), Some(view)) = (*target, view) else {
            if target.is_none() {
                *gone_to.borrow_mut() = None;
            }
            return;
        };
        if *gone_to.borrow() == Some(id) {
            return;
        }
        if scroller.to_row(id) {
            *gone_to.borrow_mut() = Some(id);
        } else if view.tree.contains(id) {
            dispatch.emit(Msg::Sessions(SessionMsg::SwitchTo(MessageKey { session, id })));
        }
    });
}
