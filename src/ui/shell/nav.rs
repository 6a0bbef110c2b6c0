//! The rail at the edge: the rooms, undo and redo, and what opens a dialog.
//!
//! Must not be in here: a room that does not work yet.

use yew::prelude::*;

use crate::app::navigate::Route;
use crate::app::{Dialog, Msg, palette, places, undo};
use crate::model::RoomId;
use crate::ui::kit::{Icon, IconButton, IconName};
use crate::ui::store::{use_dispatch, use_messages, use_selector};

/// The rail; at the bottom of a narrow window.
#[component]
pub fn Nav() -> Html {
    let words = use_messages();
    let route = use_selector(|model| model.route);
    let places = use_selector(|model| RoomId::ALL.map(|room| AttrValue::from(places::last(model, room).to_string())));
    let rooms = [
        (RoomId::Chat, words.command.chat, IconName::Chat, "nav-chat"),
        (RoomId::Map, words.map.room, IconName::Tree, "nav-map"),
        (RoomId::Time, words.time.room, IconName::Clock, "nav-time"),
        (RoomId::Course, words.course.room, IconName::Outline, "nav-course"),
        (RoomId::Scene, words.scene.room, IconName::Scene, "nav-scene"),
    ];
    let rooms = rooms.map(|(room, label, icon, test_id)| {
        let (href, current) = (places[room as usize].clone(), route.room() == Some(room));
        html! { <RoomLink key={test_id} {href} {label} {icon} {test_id} {current} /> }
    });
    html! {
        <nav class="rail" aria-label={words.shell.rooms}>
            <span class="rail-mark"><Icon name={IconName::Espalier} /></span>
            { for rooms }
            <span class="rail-gap"></span>
            <Tools />
            <RoomLink
                href={Route::Settings.to_string()} label={words.command.settings} icon={IconName::Settings}
                test_id="nav-settings" current={*route == Route::Settings}
            />
        </nav>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct RoomLinkProps {
    href: AttrValue,
    label: AttrValue,
    icon: IconName,
    test_id: &'static str,
    current: bool,
}

#[component]
fn RoomLink(props: &RoomLinkProps) -> Html {
    html! {
        <a
            class="rail-room" href={props.href.clone()} data-testid={props.test_id}
            aria-current={props.current.then_some("page")}
        >
            <Icon name={props.icon} />
            <span>{ props.label.clone() }</span>
        </a>
    }
}

/// Undo and redo, named after what they would do, and the buttons of dialogs.
#[component]
fn Tools() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let next = use_selector(|model| {
        let command = |entry: Option<(_, &crate::command::history::Entry)>| entry.map(|(_, e)| e.command.clone());
        let (undo, redo) = (undo::undo_scope(model), undo::redo_scope(model));
        (command(model.history.next_undo(&undo)), command(model.history.next_redo(&redo)))
    });
    let (undo, redo) = &*next;
    let named = |command: &Option<String>, bare: &str, with: fn(&str) -> String| {
        command.as_ref().map_or_else(|| bare.to_owned(), |command| with(palette::name_of(command, words)))
    };
    let send = |msg: fn() -> Msg| dispatch.reform(move |_: MouseEvent| msg());
    html! {
        <div class="rail-tools">
            <IconButton
                icon={IconName::Undo} label={named(undo, words.command.undo, words.shell.undo)} test_id="undo"
                disabled={undo.is_none()} onclick={send(|| Msg::Undo)}
            />
            <IconButton
                icon={IconName::Redo} label={named(redo, words.command.redo, words.shell.redo)} test_id="redo"
                disabled={redo.is_none()} onclick={send(|| Msg::Redo)}
            />
            <IconButton
                icon={IconName::History} label={words.command.history} test_id="history"
                onclick={send(|| Msg::Dialog(Some(Dialog::History)))}
            />
            <IconButton
                icon={IconName::Command} label={words.command.palette} test_id="palette-open"
                onclick={send(|| Msg::Dialog(Some(Dialog::Palette)))}
            />
            <IconButton
                icon={IconName::Help} label={words.command.help} test_id="help"
                onclick={send(|| Msg::Dialog(Some(Dialog::Help)))}
            />
        </div>
    }
}
