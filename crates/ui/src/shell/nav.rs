//! The rail at the edge: Today, the rooms, the search through everything, the helper, and the settings.

use yew::prelude::*;

use crate::kit::{Icon, IconName, use_media};
use crate::shell::clock::RunningClock;
use crate::shell::head::NARROW;
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::helper::HelperMsg;
use espalier_app::navigate::Route;
use espalier_app::{Dialog, Msg, places};
use espalier_model::RoomId;

/// The rail; at the bottom of a narrow window.
#[component]
pub fn Nav() -> Html {
    let words = use_messages();
    let route = use_selector(|model| model.route);
    let places = use_selector(|model| RoomId::ALL.map(|room| AttrValue::from(places::last(model, room).to_string())));
    let mark = use_selector(|model| {
        let unsent = Some(model.place.unsent).filter(|unsent| *unsent > 0);
        if model.place.state.is_problem() { Some(None) } else { unsent.map(Some) }
    });
    let mark = mark.map(|unsent| {
        AttrValue::from(unsent.map_or_else(|| words.settings.place_problem.to_owned(), words.settings.place_mark))
    });
    let rooms = [
        (RoomId::Chat, words.command.chat, IconName::Chat, "nav-chat"),
        (RoomId::Map, words.map.room, IconName::Map, "nav-map"),
        (RoomId::Time, words.time.room, IconName::Clock, "nav-time"),
        (RoomId::Course, words.course.room, IconName::Outline, "nav-course"),
        (RoomId::Scene, words.scene.room, IconName::Scene, "nav-scene"),
    ];
    let rooms = rooms.map(|(room, label, icon, test_id)| {
        let (href, current) = (places[room as usize].clone(), route.room() == Some(room));
        html! { <RoomLink key={test_id} {href} {label} {icon} {test_id} {current} /> }
    });
    let onclick = use_dispatch().reform(|_: MouseEvent| Msg::Dialog(Some(Dialog::Palette)));
    let helped = use_selector(|model| model.helper.is_open);
    let onhelper = {
        let helped = *helped;
        use_dispatch().reform(move |_: MouseEvent| Msg::Helper(HelperMsg::Show(!helped)))
    };
    let narrow = use_media(NARROW);
    let clock = (!narrow).then(|| html! { <RunningClock /> });
    // Where the page is narrow they stand in the head of the room, behind "…".
    let rest = (!narrow).then(|| html! {
        <>
            <span class="rail-gap"></span>
            <button type="button" class="rail-room" data-testid="palette-open" title={words.command.palette} {onclick}>
                <Icon name={IconName::Search} />
                <span>{ words.shell.search }</span>
            </button>
            <button
                type="button" class="rail-room" data-testid="helper" aria-pressed={if *helped { "true" } else { "false" }}
                onclick={onhelper}
            >
                <Icon name={IconName::Agent} />
                <span>{ words.helper.all }</span>
            </button>
            <RoomLink
                href={Route::Settings.to_string()} label={words.command.settings} icon={IconName::Settings}
                test_id="nav-settings" current={*route == Route::Settings} {mark}
            />
        </>
    });
    html! {
        <nav class="rail" aria-label={words.shell.rooms}>
            <RoomLink
                href={Route::Today.to_string()} label={words.shell.lists.today} icon={IconName::Espalier}
                test_id="nav-today" current={*route == Route::Today}
            />
            { for rooms }
            { clock }
            { rest }
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
    /// Words of a dot beside the icon.
    #[prop_or_default]
    mark: Option<AttrValue>,
}

#[component]
fn RoomLink(props: &RoomLinkProps) -> Html {
    html! {
        <a
            class="rail-room" href={props.href.clone()} data-testid={props.test_id}
            aria-current={props.current.then_some("page")}
        >
            <Icon name={props.icon} />
            if let Some(mark) = &props.mark {
                <span class="rail-dot" role="img" title={mark.clone()} aria-label={mark.clone()} data-testid="place-mark"></span>
            }
            <span>{ props.label.clone() }</span>
        </a>
    }
}
