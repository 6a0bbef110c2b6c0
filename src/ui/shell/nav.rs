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
    let href = |room: RoomId| places[room as usize].clone();
    let is_in = |room: RoomId| route.room() == Some(room);
    html! {
        <nav class="rail" aria-label={words.shell.rooms}>
            <span class="rail-mark"><Icon name={IconName::Espalier} /></span>
            <RoomLink
                href={href(RoomId::Chat)} label={words.command.chat} icon={IconName::Chat} test_id="nav-chat"
                current={is_in(RoomId::Chat)}
            />
            <RoomLink
                href={href(RoomId::Map)} label={words.map.room} icon={IconName::Tree} test_id="nav-map"
                current={is_in(RoomId::Map)}
            />
            <RoomLink
                href={href(RoomId::Time)} label={words.time.room} icon={IconName::Clock} test_id="nav-time"
                current={is_in(RoomId::Time)}
            />
            <RoomLink
                href={href(RoomId::Course)} label={words.course.room} icon={IconName::Outline} test_id="nav-course"
                current={is_in(RoomId::Course)}
            />
            <RoomLink
                href={href(RoomId::Scene)} label={words.scene.room} icon={IconName::Scene} test_id="nav-scene"
                current={is_in(RoomId::Scene)}
            />
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
